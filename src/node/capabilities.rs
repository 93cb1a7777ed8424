//! Owns what a server has accepted or refused on one link.
//! Does not own finding out (`script_call`, `without_scripts`).

use std::cell::Cell;

thread_local! {
    /// Set for good once a server has refused something: until then no link need be looked up to know what it may promise.
    pub(super) static ANY_HAS_REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// What a server has accepted or refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Capabilities {
    /// It refuses this user the keys beside a lock's own.
    pub(super) refuses_companions: bool,
    /// It runs no scripts for this user.
    pub(super) refuses_scripts: bool,
    /// A release got through in the way in which one is sent whose reply no call waits for.
    pub(super) release_is_known: bool,
    /// The server's own compare-and-delete; looked for when scripts are refused.
    pub(super) compare: Compare,
}

/// Which compare-and-delete command a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Compare {
    /// `DELEX key IFEQ token`: Redis 8.4. Tried first.
    #[default]
    DelEx,
    /// `DELIFEQ key token`: Valkey 9.0. Tried when DELEX is unknown.
    DelIfEq,
    /// Neither of them.
    Missing,
}

impl Capabilities {
    /// Notes that the server refuses the keys beside a lock's own.
    pub(super) fn refuse_companions(&mut self) {
        self.refuses_companions = true;
        ANY_HAS_REFUSED.set(true);
    }

    /// Notes that the server runs no scripts.
    pub(super) fn refuse_scripts(&mut self) {
        self.refuses_scripts = true;
        ANY_HAS_REFUSED.set(true);
    }

    /// Tells whether a holder may promise to signal its release: nothing was refused so far.
    pub(super) fn may_signal(self) -> bool {
        Self { release_is_known: false, ..self } == Self::default()
    }
}

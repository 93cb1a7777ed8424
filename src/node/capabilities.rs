//! Owns what a server has accepted or refused on one link, and for how long a refusal counts.
//! Does not own finding out (`operation`, `without_scripts`).
//!
//! A right may be missing for a second, while rules are deployed, and a connection of a worker lives for days. So what was refused
//! is tried again by one request after a while, and by the same one where nothing else works in its place.

use std::time::Duration;

use crate::clock::Instant;

/// How long a refused way is not tried again where another works in its place: a try costs up to four round trips.
pub(crate) const ASK_AGAIN: Duration = Duration::from_secs(5);

/// The server that an operation goes to: its name, what is known of it, and where the operation notes what it finds out.
#[derive(Debug)]
pub(super) struct Server<'a> {
    /// For messages.
    pub(super) node: &'a str,
    pub(super) can: &'a mut Capabilities,
}

/// What a server has accepted or refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Capabilities {
    /// It refuses this user the keys beside a lock's own; until when they are not tried.
    companions_refused: Option<Instant>,
    /// It runs no scripts for this user; until when none is tried.
    scripts_refused: Option<Instant>,
    /// Nothing works in their place: each request tries one.
    is_stuck: bool,
    /// It runs scripts by their text alone, because EVALSHA is forbidden or renamed away; until when none is tried by its SHA-1.
    sha_refused: Option<Instant>,
    /// The SHA-1 of a script that it has not; the next call goes by the text.
    pub(super) lacks: Option<&'static str>,
    /// It has accepted a release that was sent like those whose replies no call waits for.
    pub(super) release_is_known: bool,
    /// A key has changed, and the push that was to tell of it did not come.
    pub(super) misses_pushes: bool,
    /// The server's own compare-and-delete; looked for when scripts are refused.
    pub(super) compare: Compare,
}

/// Which compare-and-delete command a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Tells whether a request leaves out the keys beside a lock's own.
    pub(super) fn refuses_companions(&self) -> bool {
        self.companions_refused.is_some_and(|until| Instant::now() < until)
    }

    /// Tells whether a request does without scripts.
    pub(super) fn refuses_scripts(&self) -> bool {
        !self.is_stuck && self.scripts_refused.is_some_and(|until| Instant::now() < until)
    }

    /// Notes that a script is sent; tells whether this one finds out for all requests whether scripts run again, after they were refused.
    pub(super) fn note_try(&mut self) -> bool {
        let tries = self.scripts_refused.is_some() && !self.is_stuck;
        if tries {
            self.scripts_refused = Some(Instant::now().after(ASK_AGAIN));
        }
        tries
    }

    /// Tells whether a script goes by its text.
    pub(super) fn refuses_sha(&self) -> bool {
        self.sha_refused.is_some_and(|until| Instant::now() < until)
    }

    /// Tells whether the server has refused a script by its SHA-1 before, and run it by its text.
    pub(super) fn has_refused_sha(&self) -> bool {
        self.sha_refused.is_some()
    }

    /// Notes that the server has run by its text what it had refused by its SHA-1.
    pub(super) fn refuse_sha(&mut self) {
        self.sha_refused = Some(Instant::now().after(ASK_AGAIN));
    }

    /// Notes that it has run one by its SHA-1.
    pub(super) fn accept_sha(&mut self) {
        self.sha_refused = None;
    }

    /// Notes that the server refuses the keys beside a lock's own.
    pub(super) fn refuse_companions(&mut self) {
        self.companions_refused = Some(Instant::now().after(ASK_AGAIN));
    }

    /// Notes that the server runs no scripts. What it has in their place is looked for anew.
    pub(super) fn refuse_scripts(&mut self) {
        (self.scripts_refused, self.is_stuck) = (Some(Instant::now().after(ASK_AGAIN)), false);
        self.compare = Compare::default();
    }

    /// Has each request try a script, because nothing works in its place.
    pub(super) fn try_scripts(&mut self) {
        self.is_stuck = self.scripts_refused.is_some();
    }

    /// Notes that a script was run, with the keys beside a lock's own or without.
    pub(super) fn accept(&mut self, with_companions: bool) {
        if self.scripts_refused.take().is_some() {
            (self.compare, self.is_stuck) = (Compare::default(), false);
        }
        if with_companions {
            self.companions_refused = None;
        }
    }

    /// Lets the time pass for which what was refused is not tried.
    #[cfg(test)]
    pub(super) fn forget_pause(&mut self) {
        self.scripts_refused = self.scripts_refused.map(|_| Instant::now());
    }

    /// Tells whether it has run all that was sent, in the first way in which it was sent.
    pub(super) fn have_refused_nothing(&self) -> bool {
        self.may_signal() && self.sha_refused.is_none() && self.lacks.is_none()
    }

    /// Tells whether a holder may promise to signal its release: nothing is refused, as far as is known.
    pub(super) fn may_signal(self) -> bool {
        self.companions_refused.is_none() && self.scripts_refused.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused() -> Capabilities {
        let mut capabilities = Capabilities::default();
        capabilities.refuse_companions();
        capabilities.refuse_scripts();
        capabilities
    }

    #[test]
    fn what_was_refused_is_not_tried_for_a_while_and_then_again() {
        let mut both = refused();
        assert!(both.refuses_companions() && both.refuses_scripts() && !both.may_signal());
        let past = Some(Instant::now());
        (both.companions_refused, both.scripts_refused) = (past, past);
        assert!(!both.refuses_companions() && !both.refuses_scripts());
        assert!(!both.may_signal(), "it may be refused again");
        both.refuse_scripts();
        assert!(both.refuses_scripts(), "for another while");
    }

    #[test]
    fn what_runs_again_is_known_to_run() {
        let mut both = refused();
        both.compare = Compare::Missing;
        both.accept(false);
        assert!(!both.refuses_scripts() && both.refuses_companions() && !both.may_signal());
        assert_eq!(both.compare, Compare::DelEx);
        both.accept(true);
        assert!(both.may_signal());
    }

    #[test]
    fn where_nothing_works_in_their_place_scripts_are_tried_at_once() {
        let mut both = refused();
        both.try_scripts();
        assert!(!both.refuses_scripts() && !both.may_signal());
        let mut none = Capabilities::default();
        none.try_scripts();
        assert_eq!(none, Capabilities::default());
    }
}

//! Owns what is known of a server on one link.
//! Does not own finding out (`operation`).
//!
//! Nothing is remembered of what a user may not do, except that a text is needed: rights change while a worker's connection lives for days.

/// What is known of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::node) struct Capabilities {
    /// An acquire by its script has got through with the names beside the key, and nothing was refused since: one SET is enough where nothing
    /// more is asked.
    pub(in crate::node) has_acquired: bool,
    /// Each script goes by its text: EVALSHA was refused, and nothing since.
    pub(in crate::node) needs_texts: bool,
    /// The SHA-1 of a script that it has not; the next call goes by the text.
    pub(in crate::node) lacks: Option<&'static str>,
    /// It has accepted a release that was sent like those whose replies no call waits for.
    pub(in crate::node) release_is_known: bool,
}

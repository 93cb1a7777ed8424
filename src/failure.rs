//! Owns why a request to one node has no usable reply, what that leads to, and how it is worded.
//! Does not own the message that a caller gets (`error`).

use std::fmt;
use std::time::Duration;

use crate::clock::Seconds;
use crate::refusal::{ACL_RULES, Code};

/// Reason a request to one node has no usable reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nothing of it can have reached the node.
    NotSent {
        /// Where it should have gone.
        node: String,
        /// What kept it.
        cause: String,
    },
    /// It was sent, wholly or in part, and no reply came: whether it ran is unknown.
    Unanswered {
        /// Where it went.
        node: String,
        /// What happened instead.
        cause: String,
    },
    /// The node replied with an error, which a Redis gives in place of running it.
    Refused {
        /// Which node replied.
        node: String,
        /// What kind of error: decisions are made by this.
        code: Code,
        /// The words after the code, as they are shown.
        detail: String,
    },
    /// The node has replied, and it was not done, or was taken back: force met what is no lock, or too few replicas have confirmed a write.
    NotDone {
        /// Which node.
        node: String,
        /// Why.
        what: String,
        /// What a person can do about it.
        advice: &'static str,
    },
    /// Of several nodes too few gave the same reply.
    TooFewAlike {
        /// How many there are.
        nodes: usize,
        /// How many replied.
        replied: usize,
        /// How many must say the same.
        needed: usize,
        /// Who did not reply, and why.
        causes: String,
        /// One of them has run it, or may have.
        may_have_run: bool,
    },
    /// The caller does not wait for the reply any longer.
    Interrupted {
        /// Reason.
        by: Interruption,
        /// It was sent, wholly or in part: whether it ran is unknown. Else nothing can have reached the node.
        sent: bool,
    },
}

/// Reason a call ends before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// A signal handler of the program has thrown.
    Exception,
    /// A signal handler of the program has forked, and this is the child: what was sent is its parent's, and so are
    /// the socket and the reply. A waiter sends its own request.
    Fork,
    /// A fatal error of the program has begun and must be raised again.
    FatalError,
}

/// Puts what happened, and what can be done about it, into one sentence: a server's own words may end with a full stop.
pub(crate) fn sentence<T: AsRef<str>>(parts: impl IntoIterator<Item = T>) -> String {
    let mut sentence = String::new();
    for part in parts {
        let part = part.as_ref().trim_end_matches(['.', ';', ',', ' ']);
        if !sentence.is_empty() && !part.is_empty() {
            sentence.push_str(if sentence.ends_with(['?', '!']) { " - " } else { "; " });
        }
        sentence.push_str(part);
    }
    sentence
}

impl Failure {
    /// Says that fewer replicas than requested have confirmed a write in time.
    pub(crate) fn too_few_replicas(node: String, confirmed: i64, wanted: u16, within: Duration) -> Self {
        let within = Seconds(within);
        let what = format!("NOREPLICAS: {confirmed} of {wanted} replicas confirmed the write within {within} s");
        Self::NotDone { node, what, advice: "the lock was released; check the replication" }
    }

    /// Says why force has left a key alone: it is of this type, empty when this user may not ask for it.
    pub(crate) fn not_a_lock(node: String, key: &str, kind: &str, is_unknown: bool) -> Self {
        let what = match (kind, is_unknown) {
            ("", _) => format!("this user may not read the type of {key} (TYPE)"),
            (kind, true) => format!("{key} is a {kind}, and this user may not check whether it is a lock"),
            ("zset", false) => format!("{key} is a zset, but no lock of Symfony's RedisStore"),
            ("hash", false) => format!("{key} is a hash, but no lock of Redisson"),
            (kind, false) => format!("{key} is a {kind}, not a lock"),
        };
        let anyhow = "nothing was removed; `redislock release --force --all` removes it all the same";
        Self::NotDone { node, what, advice: if is_unknown || kind.is_empty() { ACL_RULES } else { anyhow } }
    }

    /// Returns why the caller has not waited for the reply, if that is what kept it.
    pub fn interruption(&self) -> Option<Interruption> {
        if let Self::Interrupted { by, .. } = self { Some(*by) } else { None }
    }

    /// Returns the kind of error that the node replied with, if it did.
    pub(crate) fn code(&self) -> Option<&Code> {
        if let Self::Refused { code, .. } = self { Some(code) } else { None }
    }

    /// Describes a failure of a second try whose first was not replied to: whatever the second says, the first may have run,
    /// and that is what the caller must know.
    #[must_use]
    pub fn after_unknown_outcome(self) -> Self {
        self.after("no reply, and on the second try an error")
    }

    /// Describes a failure of what may have changed something before: `what` happened then. It is not to be sent on as if nothing had.
    #[must_use]
    pub(crate) fn after(self, what: &str) -> Self {
        match self {
            Self::NotSent { node, cause } | Self::Unanswered { node, cause } => Self::Unanswered { node, cause },
            Self::Refused { ref node, .. } | Self::NotDone { ref node, .. } => {
                Self::Unanswered { node: node.clone(), cause: format!("{what}: {self}") }
            }
            Self::TooFewAlike { .. } => self.having_run(true),
            Self::Interrupted { by, .. } => Self::Interrupted { by, sent: true },
        }
    }

    /// Says of several nodes whether one of them may have run it, where their replies do not tell.
    #[must_use]
    pub(crate) fn having_run(mut self, may: bool) -> Self {
        if let Self::TooFewAlike { may_have_run, .. } = &mut self {
            *may_have_run = may;
        }
        self
    }

    /// Has messages say besides what is known of the request.
    #[must_use]
    pub fn noting(self, what: &str) -> Self {
        let mut noted = self;
        if let Self::Unanswered { cause: text, .. }
        | Self::NotSent { cause: text, .. }
        | Self::Refused { detail: text, .. }
        | Self::TooFewAlike { causes: text, .. } = &mut noted
        {
            *text = sentence([text.as_str(), what]);
        }
        noted
    }

    /// Tells whether the same request may be replied to later: the node cannot be reached, or says that it will come
    /// back. A waiter that has had a reply before tries again.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::NotSent { .. } | Self::Unanswered { .. } | Self::TooFewAlike { .. })
            || self.code().is_some_and(Code::may_pass)
    }

    /// Tells whether the request may have changed something though it failed: no reply came, or too few of a quorum's.
    pub fn may_have_run(&self) -> bool {
        matches!(self, Self::Unanswered { .. } | Self::TooFewAlike { may_have_run: true, .. })
    }

    /// Tells whether a majority has replied, and so many of it said this or that that neither is decided.
    pub(crate) fn is_split(&self) -> bool {
        matches!(self, Self::TooFewAlike { replied, needed, .. } if replied >= needed)
    }

    /// Tells whether no reply came: an error is a reply, too.
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::NotSent { .. } | Self::Unanswered { .. } | Self::Interrupted { .. })
    }

    /// Tells whether a connection that gave this reply is no good for the next request: its server loads, was
    /// demoted, or no longer knows us. A new connection may reach a better one.
    pub fn spoils_connection(&self) -> bool {
        self.is_silence() || self.code().is_some_and(Code::spoils_connection)
    }

    /// Describes it as one of several causes: with what can be done about it.
    pub(crate) fn told(&self) -> String {
        match self.advice() {
            Some(advice) => format!("{self} ({advice})"),
            None => self.to_string(),
        }
    }

    /// Returns what a person can do about it, if there is something.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NotSent { .. } | Self::Unanswered { .. } | Self::TooFewAlike { .. } | Self::Interrupted { .. } => {
                None
            }
            Self::Refused { code, .. } => code.advice(),
            Self::NotDone { advice, .. } => Some(advice),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSent { node, cause: what }
            | Self::Unanswered { node, cause: what }
            | Self::NotDone { node, what, .. } => write!(f, "{node}: {what}"),
            Self::Refused { node, code, detail } => {
                write!(f, "{node} replied {}", sentence([format!("{code} {detail}")]))
            }
            Self::TooFewAlike { nodes, replied, needed, causes, .. } => {
                write!(f, "{replied} of {nodes} nodes replied, {needed} ")?;
                f.write_str(if replied < needed { "needed" } else { "needed that agree" })?;
                write!(f, " ({causes})")
            }
            Self::Interrupted { .. } => write!(f, "the call was interrupted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_of_the_servers_is_no_part_of_the_next_word() {
        assert_eq!(sentence(["are you sure?", "leave it out"]), "are you sure? - leave it out");
    }

    #[test]
    fn a_quorum_that_hears_nothing_of_a_second_try_may_have_run_the_first() {
        let causes = "a:1: connection refused".to_owned();
        let failure = Failure::TooFewAlike { nodes: 3, replied: 0, needed: 2, causes, may_have_run: false };
        assert!(failure.after_unknown_outcome().may_have_run());
    }

    #[test]
    fn a_sentence_has_one_mark_between_its_parts_and_none_at_its_end() {
        assert_eq!(
            sentence(["a replied NOAUTH Authentication required.", "give one"]),
            "a replied NOAUTH Authentication required; give one"
        );
        assert_eq!(
            sentence(["that is none (is that a Redis?)", "", "try again; "]),
            "that is none (is that a Redis?); try again"
        );
        let refused = Failure::Refused { node: "a:1".into(), code: Code::Err, detail: "no. Use EVAL.".into() };
        assert_eq!(refused.to_string(), "a:1 replied ERR no. Use EVAL");
        let bare = Failure::Refused { node: "a:1".into(), code: Code::Err, detail: String::new() };
        assert_eq!(bare.to_string(), "a:1 replied ERR");
    }
}

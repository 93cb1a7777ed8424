//! Owns what follows when the reply to a request will not come, why a release is late, and which may be sent that no call of release()
//! makes: a token at the key proves that somebody holds the lock, never that this object has acquired it.
//! Does not own when they are sent, and on which connection.
//!
//! A token that this object made and told no one is at a key only by this object's doing, so any release of it does no harm. Once others
//! know it (a restored lock, an unserialized Key, a second delivery of the same job), one of them may trust the lease that such a release
//! would delete. Then only what the program has ended is released: once, and until that lease's deadline. What an acquire may have taken ends
//! with its ttl. What it was just told it has, and gives up (a lost vote, too few replicas), is released at once, whoever knows the token.

use crate::clock::Instant;
use crate::failure::{Failure, Interruption};
use crate::leaves::Leaves;
use crate::token::Token;
use crate::ttl::Deadline;

/// Decides whether a release may be written that no call of release() makes, of a token that others know or not. `once_until`: until when what the
/// program has ended may go once. A late marker would say of others' work, which has just begun, that it is done.
pub fn may_release(is_shared: bool, once_until: Option<Deadline>, leaves: Leaves, now: Instant) -> bool {
    !is_shared || once_until.is_some_and(|until| !until.has_passed(now)) && !matches!(leaves, Leaves::Done(_))
}

/// Why a release is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The outcome of a request is unknown: an acquire whose reply did not come in time, a release that got none. The end of the PHP
    /// request does not try it by itself.
    Unknown,
    /// Its outcome may be unknown as well, as of an acquire that its program abandoned in the middle, but nothing is known against its server:
    /// the PHP request does not end without a try.
    Abandoned,
    /// A lease that ended with its object, its PHP request or a callback's exception: counted as released or lost, and
    /// reported when it was lost.
    Ended,
}

/// What follows when the reply to a request will not come.
#[derive(Clone, Copy, Debug)]
pub enum Recovery {
    /// It is sent once more, on a new connection.
    Again,
    /// Its token may be at the key: a call owes its release, a wait asks again with it.
    Owed(Reason),
    /// Its token may be at the key, and ends there with its ttl.
    Left,
    /// Nothing: the caller hears of it.
    Failed,
}

/// Which of a request's tries it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// The first of two.
    First,
    /// Whoever asks makes no second one at once: a wait, a vote.
    Only,
    /// Not the first: an earlier one got no reply, and may have run.
    Later,
}

impl Recovery {
    /// Decides what follows for an acquire with this token.
    pub fn of_acquire(token: &Token, failure: &Failure, which: Try) -> Self {
        let may_have_run = matches!(failure, Failure::Unanswered { .. } | Failure::Interrupted { sent: true, .. });
        // What was sent before a fork is the parent's, and so is what it owes.
        let is_parents = matches!(failure, Failure::Interrupted { by: Interruption::Fork, .. });
        if is_parents || !may_have_run && which != Try::Later {
            return Self::Failed;
        }
        match failure {
            _ if token.is_shared() => Self::Left,
            Failure::Unanswered { .. } if which == Try::First => Self::Again,
            Failure::Interrupted { .. } => Self::Owed(Reason::Abandoned),
            // Whatever the later one says: the first may have run.
            _ => Self::Owed(Reason::Unknown),
        }
    }

    /// Decides what follows for the first try of a release() that was called. It may have run; another that knows the token may hold the lock
    /// by it since, and trust that.
    pub fn of_release(token: &Token, failure: &Failure) -> Self {
        let may_have_run = matches!(failure, Failure::Unanswered { .. });
        if may_have_run && !token.is_shared() { Self::Again } else { Self::Failed }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn under_a_shared_token_only_what_the_program_ended_may_go_and_marks_nothing() {
        let now = Instant::now();
        let soon = Some(Deadline::At(now.after(Duration::from_secs(60))));
        let (past, ever) = (Some(Deadline::At(now)), Some(Deadline::Never));
        let marks = Leaves::Done(crate::leaves::Marker::new(now.after(Duration::from_secs(60))).unwrap());
        for once_until in [None, past, ever] {
            assert!(may_release(false, once_until, Leaves::Nothing, now) && may_release(false, once_until, marks, now));
        }
        let shared = |once_until| may_release(true, once_until, Leaves::Nothing, now);
        assert_eq!([None, past, soon, ever].map(shared), [false, false, true, true]);
        assert!(!may_release(true, ever, marks, now));
    }

    /// What follows, in a word, after the first of two tries, the only one, a later one.
    fn follows(of: impl Fn(Try) -> Recovery) -> [&'static str; 3] {
        [Try::First, Try::Only, Try::Later].map(|which| match of(which) {
            Recovery::Again => "again",
            Recovery::Owed(Reason::Unknown) => "owed",
            Recovery::Owed(_) => "owed by the request",
            Recovery::Left => "left",
            Recovery::Failed => "-",
        })
    }

    #[test]
    fn what_follows_when_a_reply_will_not_come() {
        let (own, shared) = (Token::fresh(None).unwrap(), Token::given(b"t").unwrap());
        let silent = Failure::Unanswered { node: String::new(), cause: String::new() };
        let unsent = Failure::NotSent { node: String::new(), cause: String::new() };
        let refused = Failure::Refused { node: String::new(), code: crate::refusal::Code::Oom, detail: String::new() };
        let interrupted = |by, sent| Failure::Interrupted { by, sent };
        let thrown = interrupted(Interruption::Exception, true);
        let in_time = interrupted(Interruption::Exception, false);
        let forked = interrupted(Interruption::Fork, true);
        for (token, failure, expected) in [
            (&own, &silent, ["again", "owed", "owed"]),
            (&own, &thrown, ["owed by the request"; 3]),
            (&own, &in_time, ["-", "-", "owed by the request"]),
            (&own, &unsent, ["-", "-", "owed"]),
            (&own, &refused, ["-", "-", "owed"]),
            (&own, &forked, ["-"; 3]),
            (&shared, &silent, ["left"; 3]),
            (&shared, &thrown, ["left"; 3]),
            (&shared, &unsent, ["-", "-", "left"]),
            (&shared, &forked, ["-"; 3]),
        ] {
            let told = follows(|which| Recovery::of_acquire(token, failure, which));
            assert_eq!(told, expected, "acquire: {failure:?}");
        }
        let releases = |token, failure| matches!(Recovery::of_release(token, failure), Recovery::Again);
        assert_eq!([&silent, &thrown, &unsent].map(|failure| releases(&own, failure)), [true, false, false]);
        assert_eq!([&silent, &thrown, &unsent].map(|failure| releases(&shared, failure)), [false; 3]);
    }
}

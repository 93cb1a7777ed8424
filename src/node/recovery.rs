//! Owns what follows when the reply to a request will not come, why a release is late, and which may be sent that no call of release()
//! makes: a token at the key proves that somebody holds the lock, never that this object has acquired it.
//! Does not own when they are sent, and on which connection.
//!
//! A token that this object made and told no one is at a key only by this object's doing, so any release of it does no harm. Once others
//! know it (a restored lock, an unserialized Key, a second delivery of the same job), one of them may trust the lease that such a release
//! would delete. Then two things are released: what the program has ended, until that lease's deadline; and what an acquire was just told
//! it has, and gives up. What an acquire may have taken ends with its ttl.

use crate::clock::Instant;
use crate::failure::{Failure, Interruption};
use crate::token::Token;
use crate::ttl::Deadline;

/// What would be ended by a release that no call of release() makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// What an acquire may have taken: it got no reply, or got it too late to be told to the program.
    UnknownAcquire,
    /// What an acquire was just told it has, and gives up at once: a lost vote, too few replicas. If the release gets no reply, this is an
    /// `UnknownAcquire` from then on.
    GivenUp,
    /// What is still there of a lease that is known to be lost: at a minority of the servers, or at some of several keys, or of one that
    /// forceRelease() has ended. Another may have acquired all of it anew by the same token.
    LostPart,
    /// The object's last lease, ahead of its next acquire.
    Leftover,
    /// A lease that this object acquired, which its program has ended: by release(), or with run(), the object or the request. Its own
    /// deadline is the last moment.
    Lease(Deadline),
}

/// Proof that a release may be sent. No late release is made without it, and only this file makes it.
#[derive(Clone, Copy, Debug)]
pub struct MayRelease {
    /// Also if others know the token.
    pub(super) if_told: bool,
}

impl MayRelease {
    /// For what release() itself was called for.
    pub fn asked_for() -> Self {
        Self { if_told: true }
    }
}

/// Decides whether a release of this may be sent. Every release that no call of release() makes goes through here.
pub fn may_release(token: &Token, what: Unasked) -> Option<MayRelease> {
    let if_told = match what {
        Unasked::GivenUp => true,
        Unasked::Lease(deadline) => !deadline.has_passed(Instant::now()),
        Unasked::UnknownAcquire | Unasked::LostPart | Unasked::Leftover => false,
    };
    (if_told || !token.is_known_elsewhere()).then_some(MayRelease { if_told })
}

/// Why a release is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The outcome of a request is unknown: an acquire whose reply did not come in time, a release that got none.
    Unknown,
    /// An acquire that its program abandoned in the middle: its outcome is unknown as well, but the PHP request does not end
    /// without a try. Nothing is known against its server.
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
    /// Its token may be at the key, and its release is owed.
    Owed(MayRelease, Reason),
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
    /// The only one.
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
        let Some(may) = may_release(token, Unasked::UnknownAcquire) else { return Self::Left };
        match failure {
            Failure::Unanswered { .. } if which == Try::First => Self::Again,
            Failure::Interrupted { .. } => Self::Owed(may, Reason::Abandoned),
            // Whatever the later one says: the first may have run.
            _ => Self::Owed(may, Reason::Unknown),
        }
    }

    /// Decides what follows for a release. One that release() was called for is owed by its lease, which outlives the call; one that no call
    /// waits for stays on its list.
    pub fn of_release(failure: &Failure, which: Try) -> Self {
        let may_have_run = matches!(failure, Failure::Unanswered { .. });
        if may_have_run && which == Try::First { Self::Again } else { Self::Failed }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::token::Promise;

    fn all() -> [Unasked; 6] {
        let (past, ever) = (Deadline::At(Instant::now()), Deadline::Never);
        [
            Unasked::UnknownAcquire,
            Unasked::GivenUp,
            Unasked::LostPart,
            Unasked::Leftover,
            Unasked::Lease(ever),
            Unasked::Lease(past),
        ]
    }

    #[test]
    fn what_no_one_else_knows_may_always_be_released() {
        let own = Token::fresh(Promise::Signals, None).unwrap();
        assert!(all().into_iter().all(|what| may_release(&own, what).is_some()));
    }

    #[test]
    fn of_a_token_that_is_known_elsewhere_only_what_the_program_ended_is_released_until_the_leases_end() {
        let soon = Instant::now().after(Duration::from_secs(60));
        for token in [Token::given(b"t").unwrap(), Token::fresh(Promise::Signals, None).unwrap().told()] {
            let may: Vec<Unasked> = all().into_iter().filter(|what| may_release(&token, *what).is_some()).collect();
            assert_eq!(may, [Unasked::GivenUp, Unasked::Lease(Deadline::Never)]);
            assert!(may_release(&token, Unasked::Lease(Deadline::At(soon))).is_some());
        }
    }

    /// What follows, in a word, after the first of two tries, the only one, a later one.
    fn follows(of: impl Fn(Try) -> Recovery) -> [&'static str; 3] {
        [Try::First, Try::Only, Try::Later].map(|which| match of(which) {
            Recovery::Again => "again",
            Recovery::Owed(_, Reason::Unknown) => "owed",
            Recovery::Owed(..) => "owed by the request",
            Recovery::Left => "left",
            Recovery::Failed => "-",
        })
    }

    #[test]
    fn what_follows_when_a_reply_will_not_come() {
        let (own, told) = (Token::fresh(Promise::Signals, None).unwrap(), Token::given(b"t").unwrap());
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
            (&told, &silent, ["left"; 3]),
            (&told, &thrown, ["left"; 3]),
            (&told, &unsent, ["-", "-", "left"]),
            (&told, &forked, ["-"; 3]),
        ] {
            let told = follows(|which| Recovery::of_acquire(token, failure, which));
            assert_eq!(told, expected, "acquire: {failure:?}");
        }
        for (failure, expected) in [(&silent, ["again", "-", "-"]), (&thrown, ["-"; 3]), (&unsent, ["-"; 3])] {
            assert_eq!(follows(|which| Recovery::of_release(failure, which)), expected, "release: {failure:?}");
        }
    }
}

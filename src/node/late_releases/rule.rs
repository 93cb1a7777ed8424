//! Owns which releases may be sent that no call of release() makes: a token proves holding, never acquiring.
//! Does not own when they are sent, and on which connection.
//!
//! A token that this object made and told no one is at a key only by this object's doing, so any release of it does no harm. Once others
//! know it, one of them may trust the lease that such a release would delete: by a restored lock, by an unserialized Key, by a second
//! delivery of the same job. Then only what the program asked for is released, and only until that lease's end; what an acquire may have
//! taken ends with its ttl.

use crate::clock::Instant;
use crate::token::Token;
use crate::ttl::Deadline;

/// What a release would end that no call of release() makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// What an acquire may have taken: it got no reply, or got it too late to be told to the program.
    UnknownAcquire,
    /// What an acquire was just told it has, and gives up at once: a lost vote, too few replicas. Without a reply to that it is unknown.
    GivenUp,
    /// What a minority still has of a lease that a majority says is not ours.
    Minority,
    /// The object's last lease, ahead of its next acquire.
    Leftover,
    /// A lease that this object acquired, which its program has ended: by release(), or with run(), the object or the request. Its own
    /// deadline is the last moment.
    Lease(Deadline),
}

/// Decides whether it may be sent. Every release that no call of release() makes goes through here.
pub fn may_release(token: &Token, what: Unasked) -> bool {
    !token.is_known_elsewhere()
        || match what {
            Unasked::GivenUp => true,
            Unasked::Lease(deadline) => !deadline.has_passed(Instant::now()),
            Unasked::UnknownAcquire | Unasked::Minority | Unasked::Leftover => false,
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
            Unasked::Minority,
            Unasked::Leftover,
            Unasked::Lease(ever),
            Unasked::Lease(past),
        ]
    }

    #[test]
    fn what_no_one_else_knows_may_always_be_released() {
        let own = Token::fresh(Promise::Signals, None).unwrap();
        assert!(all().into_iter().all(|what| may_release(&own, what)));
    }

    #[test]
    fn of_a_token_that_is_known_elsewhere_only_what_the_program_ended_is_released_until_the_leases_end() {
        let soon = Instant::now().after(Duration::from_secs(60));
        for token in [Token::given(b"t").unwrap(), Token::fresh(Promise::Signals, None).unwrap().told()] {
            let may: Vec<Unasked> = all().into_iter().filter(|what| may_release(&token, *what)).collect();
            assert_eq!(may, [Unasked::GivenUp, Unasked::Lease(Deadline::Never)]);
            assert!(may_release(&token, Unasked::Lease(Deadline::At(soon))));
        }
    }
}

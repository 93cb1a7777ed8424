//! Owns the words in which a lost lease is told.
//! Does not own what makes a lease lost (`lease::state`), the other errors (`error`).

use std::fmt;

use crate::scope::Scope;

/// How the message of a lock that was lost under its work ends.
const AFTER_RUN: &str = "the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true";

/// How a lease was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The reply to acquire came when the lease had ended already.
    RepliedTooLate,
    /// It had ended, or was released, when the look-up of run() was through.
    GoneBeforeRun,
    /// Redis says that the key no longer has our token.
    TokenGone,
    /// It said so when run() was to release the lock: the callback has returned.
    GoneAfterRun,
    /// The deadline has passed and Redis cannot be reached, when run() was to release the lock.
    DeadlinePassed,
    /// This object holds no lease that could be checked.
    NotHeld,
}

impl Loss {
    /// Says it of a lock.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, lock: &Scope) -> fmt::Result {
        match self {
            Loss::RepliedTooLate => {
                write!(
                    f,
                    "could not acquire lock {lock}: the reply came after the ttl had run out; choose a longer ttl"
                )
            }
            Loss::GoneBeforeRun => write!(
                f,
                "lock {lock} was lost: its ttl ran out during lookup, or lookup released it; the callback was not called: choose a longer ttl"
            ),
            Loss::TokenGone | Loss::GoneAfterRun => {
                let then = if self == Loss::TokenGone { "stop the guarded work" } else { AFTER_RUN };
                write!(f, "lock {lock} was lost: its ttl ran out or it was removed, and another may hold it; {then}")
            }
            Loss::DeadlinePassed => {
                write!(f, "lock {lock} was lost: its ttl ran out while Redis could not be asked; {AFTER_RUN}")
            }
            Loss::NotHeld => write!(f, "lock {lock} is not held by this object: acquire() it first"),
        }
    }
}

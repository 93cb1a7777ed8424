//! Owns the words in which a lost lease is told.
//! Does not own what makes a lease lost (`lease::state`), the other errors (`error`).

use std::fmt;

use crate::label::Holder;
use crate::scope::Scope;

const RESULT: &str = "the callback has returned, its value is in $result of this exception";

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
    GoneAfterRun(Remedy),
    /// The deadline has passed and Redis cannot be reached, when run() was to release the lock.
    DeadlinePassed(Remedy),
    /// This object holds no lease that could be checked.
    NotHeld,
    /// The same, and it came through a fork, in which no lease goes along.
    NotInherited,
}

/// What would have kept a lock for the work that run() has done under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It was not renewed.
    Renewal,
    /// It was, and not to the end of the work.
    LongerRenewal,
    /// It was renewed without an end: the process was paused, or Redis silent, for longer than its ttl.
    LongerTtl,
    /// It never expires.
    None,
}

impl Remedy {
    fn advice(self) -> &'static str {
        match self {
            Self::Renewal => "give the lock a longer ttl or autoRenew: true",
            Self::LongerRenewal => "give the lock a longer ttl or renewFor",
            Self::LongerTtl => "a longer ttl outlasts longer pauses of this process and of Redis",
            Self::None => "look for what removed it: forceRelease(), another program, a Redis that lost its data",
        }
    }
}

fn write_successor(f: &mut fmt::Formatter<'_>, holder: Option<&Holder>) -> fmt::Result {
    match holder {
        Some(holder) => write!(f, "{holder} holds it now"),
        None => write!(f, "another may hold it"),
    }
}

impl Loss {
    /// Says it of a lock; `holder`: who has it now, where that is known.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, lock: &Scope, holder: Option<&Holder>) -> fmt::Result {
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
            Loss::TokenGone => {
                write!(f, "lock {lock} was lost: its ttl ran out or it was removed, and ")?;
                write_successor(f, holder)?;
                write!(f, "; stop the guarded work")
            }
            Loss::GoneAfterRun(remedy) => {
                let cause = if remedy == Remedy::None { "it was removed" } else { "its ttl ran out or it was removed" };
                write!(f, "lock {lock} was lost: {cause}, and ")?;
                write_successor(f, holder)?;
                write!(f, "; {RESULT}: {}", remedy.advice())
            }
            Loss::DeadlinePassed(remedy) => write!(
                f,
                "lock {lock} was lost: its ttl ran out while Redis could not be asked; {RESULT}: {}",
                remedy.advice()
            ),
            Loss::NotInherited => write!(
                f,
                "lock {lock} is not held by this process: the object came through a fork, and its lease stayed with the parent; acquire() it here"
            ),
            Loss::NotHeld => write!(f, "lock {lock} is not held by this object: acquire() it first"),
        }
    }
}

//! Owns what a caller of the core gets when there is no plain reply, in which class and in which words.
//! Does not own which PHP class that becomes (`php::exceptions`), what a node did (`failure`), messages about
//! arguments (their types', or those of `php::class` and `php::arguments`).

use std::fmt;

use crate::clock::Seconds;
use crate::failure::{Failure, Interruption, sentence};
use crate::key::Shown;
pub use crate::loss::Loss;
use crate::scope::Scope;
use crate::ttl::Ttl;
use crate::wait::Wait;

/// What was attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// acquire().
    Acquire,
    /// release(), the end of run(), and automatic releases.
    Release,
    /// extend().
    Extend,
    /// isHeld(), ensureHeld(), isLocked(), holder() and describe().
    Inspect,
    /// forceRelease().
    Force,
}

impl Verb {
    fn name(self) -> &'static str {
        match self {
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::Extend => "extend",
            Self::Inspect => "inspect",
            Self::Force => "force the release of",
        }
    }

    /// Returns what to do when Redis cannot be reached.
    fn advice(self) -> &'static str {
        match self {
            Self::Acquire => "do not start the guarded work",
            Self::Release => "call release() again, or leave the lock to its ttl",
            Self::Extend => "the lease stands until remaining() is 0",
            Self::Inspect => "try again",
            Self::Force => "call forceRelease() again",
        }
    }
}

/// What a caller of the core gets when there is no plain reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Redis cannot be reached, replied with an error, or did not reply.
    Failed {
        /// What was attempted.
        verb: Verb,
        /// The lock.
        lock: Scope,
        /// Reason.
        failure: Failure,
    },
    /// Locks could not be looked for.
    NotScanned {
        /// Which.
        pattern: Vec<u8>,
        /// Reason.
        failure: Failure,
    },
    /// run(): held by another.
    NotAcquired {
        /// The lock.
        lock: Scope,
        /// How long run() has waited.
        wait: Wait,
        /// What the lock is instead: "held by another".
        by: &'static str,
    },
    /// run(): the work is done already.
    Done {
        /// The lock.
        lock: Scope,
        /// How long its marker stays.
        left: Ttl,
    },
    /// We held it and no longer do.
    Lost {
        /// The lock.
        lock: Scope,
        /// How.
        loss: Loss,
    },
    /// run(): the token at the key is the object's own, which it was given.
    OwnTokenAtKey(Scope),
    /// acquire() at the wrong moment: why.
    Misuse(Scope, &'static str),
    /// A signal handler ended the call; its exception, or fatal error, says why.
    Interrupted(Interruption),
}

/// Why an object that holds its lease may not acquire.
pub const ALREADY_HELD: &str = "this object holds it already; work under it, then release() it";
/// Why an object that is waiting may not, from a signal handler.
pub const ALREADY_WAITING: &str = "this object is waiting for it already; use another object";
/// Why nobody waits without an end for what this same thread holds.
pub const WOULD_WAIT_FOR_ITSELF: &str =
    "another object of this thread holds it, so a wait of INF would never end; release it first";

/// What class of trouble an error is; one PHP exception class each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Redis cannot be reached, or its reply did not come.
    Connection,
    /// Redis replied with an error.
    Server,
    /// Held by another.
    NotAcquired,
    /// The work need not be done any more.
    Done,
    /// We held it and no longer do.
    Lost,
    /// A method at the wrong moment: a mistake in the program.
    Misuse,
    /// None of its own: what ended the call is raised already, or is to be raised again.
    Interrupted(Interruption),
}

impl Error {
    /// Returns the class of trouble.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Failed { failure, .. } | Self::NotScanned { failure, .. } => match failure {
                Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::TooFewAlike { .. } => Kind::Connection,
                Failure::Interrupted { by, .. } => Kind::Interrupted(*by),
                _ => Kind::Server,
            },
            Self::NotAcquired { .. } | Self::OwnTokenAtKey(_) => Kind::NotAcquired,
            Self::Done { .. } => Kind::Done,
            Self::Lost { .. } => Kind::Lost,
            Self::Misuse(..) => Kind::Misuse,
            Self::Interrupted(by) => Kind::Interrupted(*by),
        }
    }

    /// Returns what to do about a failure; empty where nothing can be done.
    fn advice(&self, verb: Verb, failure: &Failure) -> &'static str {
        let of_verb = if self.kind() == Kind::Connection { verb.advice() } else { "" };
        failure.advice().unwrap_or(of_verb)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { verb, lock, failure } => {
                let what = format!("could not {} lock {lock}: {failure}", verb.name());
                f.write_str(&sentence([&*what, self.advice(*verb, failure)]))
            }
            Self::NotScanned { pattern, failure } => {
                let what = format!("could not look for locks {}: {failure}", Shown(pattern));
                f.write_str(&sentence([&*what, self.advice(Verb::Inspect, failure)]))
            }
            Self::Done { lock, left } => {
                let stays = match left {
                    Ttl::For(left) => format!("for another {} s", Seconds(*left)),
                    Ttl::Forever => "until it is removed".to_owned(),
                };
                write!(f, "the work of lock {lock} is done, and its marker stays {stays}; the callback was not called")
            }
            Self::NotAcquired { lock, wait: Wait::NONE, by } => {
                write!(f, "could not acquire lock {lock}: it is {by}; the callback was not called")
            }
            Self::NotAcquired { lock, wait, by } => write!(
                f,
                "could not acquire lock {lock}: it was still {by} after a wait of {wait}; the callback was not called"
            ),
            Self::Lost { lock, loss } => loss.write(f, lock),
            Self::OwnTokenAtKey(lock) => write!(
                f,
                "could not acquire lock {lock}: this object's own token is at the key, because the lock was handed over; the callback was \
                 not called; work without run(): if ($lock->isHeld()) {{ try {{ work }} finally {{ $lock->release(); }} }}"
            ),
            Self::Misuse(lock, why) => write!(f, "could not acquire lock {lock}: {why}"),
            Self::Interrupted(_) => write!(f, "the call was interrupted"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::refusal::Code;

    fn lock() -> Scope {
        Key::new(b"", b"orders:42").unwrap().into()
    }

    fn failed(verb: Verb, failure: Failure) -> Error {
        Error::Failed { verb, lock: lock(), failure }
    }

    #[test]
    fn a_message_says_what_was_attempted_the_cause_and_what_to_do() {
        let refused = Failure::NotSent { node: "10.0.0.2:6379".into(), cause: "connection refused".into() };
        assert_eq!(
            failed(Verb::Extend, refused).to_string(),
            "could not extend lock \"orders:42\": 10.0.0.2:6379: connection refused; the lease stands until remaining() is 0"
        );
        let few = Failure::TooFewAlike {
            nodes: 5,
            replied: 2,
            needed: 3,
            causes: "a:1: connection refused; b:1: no reply within 1 s".into(),
            may_have_run: true,
        };
        assert_eq!(
            failed(Verb::Extend, few).to_string(),
            "could not extend lock \"orders:42\": 2 of 5 nodes replied, 3 needed (a:1: connection refused; b:1: no reply within \
             1 s); the lease stands until remaining() is 0"
        );
        let full = Failure::Refused { node: "a:1".into(), code: Code::Oom, detail: "command not allowed".into() };
        assert_eq!(
            failed(Verb::Acquire, full).to_string(),
            "could not acquire lock \"orders:42\": a:1 replied OOM command not allowed; Redis is at its maxmemory"
        );
    }

    #[test]
    fn every_failure_has_its_class() {
        let node = || "a:1".to_owned();
        let cases = [
            (Failure::NotSent { node: node(), cause: String::new() }, Kind::Connection),
            (Failure::Unanswered { node: node(), cause: String::new() }, Kind::Connection),
            (Failure::Refused { node: node(), code: Code::Busy, detail: String::new() }, Kind::Server),
        ];
        for (failure, kind) in cases {
            assert_eq!(failed(Verb::Release, failure).kind(), kind);
        }
    }
}

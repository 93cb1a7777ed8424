//! Owns the Lua scripts of protocol 1: which arguments each takes and how a call is encoded.
//! Does not own reading replies (`replies`), sending (`connection`), what a reply means for a lease (`lock`).

mod replies;
mod texts;

pub use replies::{
    CurrentHolder, Holding, LockInfo, Removed, Unexpected, acquired, described, extended, inspected, released, removed,
};
pub use texts::{
    ACQUIRE, ACQUIRE_ALL, ACQUIRE_PERMIT, DESCRIBE, EXTEND, EXTEND_ALL, FORCE, FORCE_ALL, FORCE_PERMITS, INSPECT,
    INSPECT_ALL, INSPECT_PERMITS, RELEASE, RELEASE_ALL, RELEASE_PERMIT, Script,
};

use crate::command::Command;
use crate::key::{Companion, Key};
use crate::token::{self, Token};
use crate::ttl::Ttl;

/// How long the element that wakes a waiter stays: longer than a waiter's slice of 1 s with a slow network, short
/// enough to leave nothing after.
const SIGNAL_MS: &str = "5000";
/// How many elements the wake list of one key may have: each wakes a waiter, and one of them can have the lock.
const ONE_ELEMENT: &str = "1";
/// How long a released key stays at rest: it goes.
const NO_REST: &str = "0";
/// How long the mark stays that a waiter is there: several slices of a waiter, each of which renews it.
const MARK_MS: &str = "5000";
/// The mark's time when the caller does not wait.
const NO_MARK: &str = "0";
/// How long a fence is kept in ms, a day: over it, or over the ttl if that is longer, fences grow even when the
/// server's clock is set back.
const FENCE_MS: u64 = 86_400_000;
/// The ttl argument of a key that never expires.
const FOREVER: u64 = 0;

/// One request to a node that needs more than one step there, and so a script.
#[derive(Clone, Debug)]
pub enum Request<'a> {
    /// Take the lock if it is free.
    Acquire {
        /// The lock.
        key: &'a Key,
        /// The token to put there.
        token: &'a Token,
        /// How long the key lives.
        ttl: Ttl,
        /// The caller waits when it is refused: leaves the mark that requests a signal.
        waits: bool,
        /// The lease gets a fence.
        fenced: bool,
        /// The same token was sent before without a reply: "ours already" counts.
        is_retry: bool,
    },
    /// Delete the key if the token is there.
    Release {
        /// The lock.
        key: &'a Key,
        /// Proof of who holds it.
        token: &'a Token,
    },
    /// Let the key live at least `ttl` from now if the token is there.
    Extend {
        /// The lock.
        key: &'a Key,
        /// Proof of who holds it.
        token: &'a Token,
        /// At least this long.
        ttl: Ttl,
    },
    /// Delete the key no matter who holds it.
    Force {
        /// The lock.
        key: &'a Key,
        /// The caller's token, if it has one.
        token: Option<&'a Token>,
    },
    /// Tell who holds it.
    Inspect {
        /// The lock.
        key: &'a Key,
        /// The caller's token, if it has one.
        token: Option<&'a Token>,
        /// How much to tell.
        detail: Detail,
    },
    /// Tell an operator all there is to know of it.
    Describe {
        /// The lock.
        key: &'a Key,
    },
}

/// How a script is named in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallBy {
    /// EVALSHA: 40 bytes; the server may not know it.
    Sha,
    /// EVAL: the whole text; the server knows it afterwards.
    Text,
}

/// Whether the companions' names go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// The key and its companions.
    WithCompanions,
    /// The key alone: for users whose ACL names exactly the key.
    Alone,
}

/// What inspect tells of a lock that is another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// That it is held.
    Whether,
    /// The token too, however long it is: whatever is at the key.
    Who,
}

impl Request<'_> {
    /// Returns the lock's key.
    pub fn key(&self) -> &Key {
        match self {
            Self::Acquire { key, .. }
            | Self::Release { key, .. }
            | Self::Extend { key, .. }
            | Self::Force { key, .. }
            | Self::Inspect { key, .. }
            | Self::Describe { key } => key,
        }
    }

    /// Returns the token in question, if there is one.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Self::Acquire { token, .. } | Self::Release { token, .. } | Self::Extend { token, .. } => Some(token),
            Self::Force { token, .. } | Self::Inspect { token, .. } => *token,
            Self::Describe { .. } => None,
        }
    }

    /// Tells whether the script touches companions, so that an ACL may refuse it for their sake.
    pub fn has_companions(&self) -> bool {
        let touches = match self {
            Self::Acquire { waits, fenced, .. } => *waits || *fenced,
            Self::Release { .. } | Self::Force { .. } | Self::Describe { .. } => true,
            Self::Extend { .. } | Self::Inspect { .. } => false,
        };
        touches && self.key().has_companions()
    }

    /// Tells whether it cannot be sent with the key alone.
    pub fn needs_companions(&self) -> bool {
        matches!(self, Self::Acquire { fenced: true, .. })
    }

    /// Encodes the call onto the end of `out`.
    pub fn encode(&self, naming: CallBy, beside: Keys, out: &mut Vec<u8>) {
        let script = self.script();
        let key = self.key();
        let companions = self.companions(beside);
        let mut command = Command::new(out, 4 + companions.len() + self.arguments());
        match naming {
            CallBy::Sha => command.encoded(2, script.call.as_bytes()),
            CallBy::Text => command.word("EVAL").word(script.text),
        };
        command.number(1 + companions.len() as u64).word(key.as_bytes());
        for parts in companions.iter().filter_map(|which| key.companion_parts(*which)) {
            command.joined(&parts);
        }
        match self {
            Self::Acquire { token, ttl, waits, is_retry, .. } => {
                command.word(token.as_bytes()).number(ttl_argument(*ttl));
                command.word(if *waits { MARK_MS } else { NO_MARK }).word(if *is_retry { "1" } else { "0" });
                command.number(ttl.millis().map_or(FOREVER, |ttl| ttl.max(FENCE_MS)))
            }
            Self::Release { token, .. } => {
                command.word(token.as_bytes()).word(SIGNAL_MS).word(ONE_ELEMENT).word(NO_REST)
            }
            Self::Extend { token, ttl, .. } => command.word(token.as_bytes()).number(ttl_argument(*ttl)),
            Self::Force { token, .. } => command.word(SIGNAL_MS).word(token.map_or(&b""[..], Token::as_bytes)),
            Self::Inspect { token, detail, .. } => {
                command.word(token.map_or(&b""[..], Token::as_bytes)).word(match detail {
                    Detail::Whether => "0",
                    Detail::Who => "1",
                })
            }
            Self::Describe { .. } => command.number(token::LONGEST as u64),
        };
    }

    /// Returns how many words ARGV has.
    fn arguments(&self) -> usize {
        match self {
            Self::Acquire { .. } => 5,
            Self::Release { .. } => 4,
            Self::Describe { .. } => 1,
            _ => 2,
        }
    }

    fn script(&self) -> &'static Script {
        match self {
            Self::Acquire { .. } => &ACQUIRE,
            Self::Release { .. } => &RELEASE,
            Self::Extend { .. } => &EXTEND,
            Self::Force { .. } => &FORCE,
            Self::Inspect { .. } => &INSPECT,
            Self::Describe { .. } => &DESCRIBE,
        }
    }

    /// Returns what KEYS has after the lock's own key.
    fn companions(&self, beside: Keys) -> &'static [Companion] {
        if !self.has_companions() || (beside == Keys::Alone && !self.needs_companions()) {
            return &[];
        }
        match self {
            Self::Acquire { fenced: false, .. } => &[Companion::Waiting],
            Self::Acquire { .. } | Self::Describe { .. } => &[Companion::Waiting, Companion::Fence],
            _ => &[Companion::Waiting, Companion::Wake],
        }
    }
}

fn ttl_argument(ttl: Ttl) -> u64 {
    ttl.millis().unwrap_or(FOREVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(request: &Request<'_>, naming: CallBy, beside: Keys) -> String {
        let mut out = Vec::new();
        request.encode(naming, beside, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn release_names_its_companions_unless_told_not_to() {
        let (key, token) = (Key::new(b"", b"job").unwrap(), Token::given(b"t").unwrap());
        let request = Request::Release { key: &key, token: &token };
        let with = encoded(&request, CallBy::Sha, Keys::WithCompanions);
        assert!(with.contains("$1\r\n3\r\n$3\r\njob\r\n$19\r\njob:rl-waiting{job}\r\n$16\r\njob:rl-wake{job}\r\n"));
        let without = encoded(&request, CallBy::Sha, Keys::Alone);
        assert!(without.ends_with("$1\r\n1\r\n$3\r\njob\r\n$1\r\nt\r\n$4\r\n5000\r\n$1\r\n1\r\n$1\r\n0\r\n"));
        assert_eq!(with.split("\r\n").nth(4), Some(RELEASE.sha));
    }

    #[test]
    fn a_key_without_companions_goes_alone() {
        let key = Key::new(b"", b"a}b").unwrap();
        let request = Request::Force { key: &key, token: None };
        assert!(encoded(&request, CallBy::Sha, Keys::WithCompanions).contains("$1\r\n1\r\n$3\r\na}b"));
    }

    #[test]
    fn a_ttl_for_ever_is_sent_as_zero() {
        let (key, token) = (Key::new(b"", b"job").unwrap(), Token::given(b"t").unwrap());
        let request = Request::Extend { key: &key, token: &token, ttl: Ttl::Forever };
        assert!(encoded(&request, CallBy::Text, Keys::Alone).ends_with("$1\r\nt\r\n$1\r\n0\r\n"));
    }

    #[test]
    fn acquire_names_what_it_touches_and_nothing_else() {
        let (key, token) = (Key::new(b"", b"job").unwrap(), Token::given(b"t").unwrap());
        let acquire = |waits, fenced, beside| {
            let is_retry = false;
            encoded(
                &Request::Acquire { key: &key, token: &token, ttl: Ttl::Forever, waits, fenced, is_retry },
                CallBy::Sha,
                beside,
            )
        };
        let keys = |call: String| call.matches("job:rl-").count();
        assert_eq!(keys(acquire(false, false, Keys::WithCompanions)), 0);
        assert_eq!(keys(acquire(true, false, Keys::WithCompanions)), 1);
        assert_eq!(keys(acquire(true, false, Keys::Alone)), 0);
        assert_eq!(keys(acquire(false, true, Keys::WithCompanions)), 2);
        assert_eq!(keys(acquire(false, true, Keys::Alone)), 2, "a fence is never left out unasked");
        assert!(acquire(false, true, Keys::Alone).ends_with("$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n"));
    }
}

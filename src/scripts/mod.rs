//! Owns the Lua scripts of protocol 1: which arguments each takes and how a call is encoded.
//! Does not own reading replies (`replies`), sending (`connection`), what a reply means for a lease (`lock`).

mod replies;
mod texts;

pub use replies::{CurrentHolder, Holding, LockInfo, Removed};
pub(crate) use replies::{Unexpected, acquired, described, extended, inspected, released, removed};
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) key: &'a Key,
    pub(crate) verb: Verb<'a>,
}

/// What is to be done with a lock. A token is proof of who holds it; where it is optional, the caller may have none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verb<'a> {
    /// Take it if it is free.
    Acquire {
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
    Release(&'a Token),
    /// Let the key live at least this long from now if the token is there.
    Extend(&'a Token, Ttl),
    /// Delete the key no matter who holds it.
    Force(Option<&'a Token>),
    /// Tell who holds it.
    Inspect(Option<&'a Token>, Detail),
    /// Tell an operator all there is to know of it.
    Describe,
}

/// How a script is named in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallBy {
    /// EVALSHA: 40 bytes; the server may not know it.
    Sha,
    /// EVAL: the whole text; the server knows it afterwards.
    Text,
}

/// Whether the companions' names go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
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

impl<'a> Request<'a> {
    /// Returns the token that it carries, if there is one.
    pub fn token(&self) -> Option<&Token> {
        match self.verb {
            Verb::Acquire { token, .. } | Verb::Release(token) | Verb::Extend(token, _) => Some(token),
            Verb::Force(token) | Verb::Inspect(token, _) => token,
            Verb::Describe => None,
        }
    }

    /// Tells whether the script touches companions, so that an ACL may refuse it for their sake.
    pub fn has_companions(&self) -> bool {
        let touches = match self.verb {
            Verb::Acquire { waits, fenced, .. } => waits || fenced,
            Verb::Release(_) | Verb::Force(_) | Verb::Describe => true,
            Verb::Extend(..) | Verb::Inspect(..) => false,
        };
        touches && self.key.has_companions()
    }

    /// Tells whether it cannot be sent with the key alone.
    pub fn needs_companions(&self) -> bool {
        matches!(self.verb, Verb::Acquire { fenced: true, .. })
    }

    /// Encodes the call onto the end of `out`.
    pub fn encode(&self, naming: CallBy, beside: Keys, out: &mut Vec<u8>) {
        let (script, arguments) = self.script();
        let companions = self.companions(beside);
        let mut command = Command::new(out, 4 + companions.len() + arguments);
        match naming {
            CallBy::Sha => command.encoded(2, script.call.as_bytes()),
            CallBy::Text => command.word("EVAL").word(script.text),
        };
        command.number(1 + companions.len() as u64).word(self.key.as_bytes());
        for parts in companions.iter().filter_map(|which| self.key.companion_parts(*which)) {
            command.joined(&parts);
        }
        let given = |token: Option<&'a Token>| token.map_or(&b""[..], Token::as_bytes);
        match self.verb {
            Verb::Acquire { token, ttl, waits, is_retry, .. } => {
                command.word(token.as_bytes()).number(ttl_argument(ttl));
                command.word(if waits { MARK_MS } else { NO_MARK }).word(if is_retry { "1" } else { "0" });
                command.number(ttl.millis().map_or(FOREVER, |ttl| ttl.max(FENCE_MS)))
            }
            Verb::Release(token) => command.word(token.as_bytes()).word(SIGNAL_MS).word(ONE_ELEMENT).word(NO_REST),
            Verb::Extend(token, ttl) => command.word(token.as_bytes()).number(ttl_argument(ttl)),
            Verb::Force(token) => command.word(SIGNAL_MS).word(given(token)),
            Verb::Inspect(token, Detail::Whether) => command.word(given(token)).word("0"),
            Verb::Inspect(token, Detail::Who) => command.word(given(token)).word("1"),
            Verb::Describe => command.number(token::LONGEST as u64),
        };
    }

    /// Returns the script, and how many words ARGV has.
    fn script(&self) -> (&'static Script, usize) {
        match self.verb {
            Verb::Acquire { .. } => (&ACQUIRE, 5),
            Verb::Release(_) => (&RELEASE, 4),
            Verb::Extend(..) => (&EXTEND, 2),
            Verb::Force(_) => (&FORCE, 2),
            Verb::Inspect(..) => (&INSPECT, 2),
            Verb::Describe => (&DESCRIBE, 1),
        }
    }

    /// Returns what KEYS has after the lock's own key.
    fn companions(&self, beside: Keys) -> &'static [Companion] {
        if !self.has_companions() || (beside == Keys::Alone && !self.needs_companions()) {
            return &[];
        }
        match self.verb {
            Verb::Acquire { fenced: false, .. } => &[Companion::Waiting],
            Verb::Acquire { .. } | Verb::Describe => &[Companion::Waiting, Companion::Fence],
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
        let request = Request { key: &key, verb: Verb::Release(&token) };
        let with = encoded(&request, CallBy::Sha, Keys::WithCompanions);
        assert!(with.contains("$1\r\n3\r\n$3\r\njob\r\n$19\r\njob:rl-waiting{job}\r\n$16\r\njob:rl-wake{job}\r\n"));
        let without = encoded(&request, CallBy::Sha, Keys::Alone);
        assert!(without.ends_with("$1\r\n1\r\n$3\r\njob\r\n$1\r\nt\r\n$4\r\n5000\r\n$1\r\n1\r\n$1\r\n0\r\n"));
        assert_eq!(with.split("\r\n").nth(4), Some(RELEASE.sha));
    }

    #[test]
    fn a_key_without_companions_goes_alone() {
        let key = Key::new(b"", b"a}b").unwrap();
        let request = Request { key: &key, verb: Verb::Force(None) };
        assert!(encoded(&request, CallBy::Sha, Keys::WithCompanions).contains("$1\r\n1\r\n$3\r\na}b"));
    }

    #[test]
    fn a_ttl_for_ever_is_sent_as_zero() {
        let (key, token) = (Key::new(b"", b"job").unwrap(), Token::given(b"t").unwrap());
        let request = Request { key: &key, verb: Verb::Extend(&token, Ttl::Forever) };
        assert!(encoded(&request, CallBy::Text, Keys::Alone).ends_with("$1\r\nt\r\n$1\r\n0\r\n"));
    }

    #[test]
    fn acquire_names_what_it_touches_and_nothing_else() {
        let (key, token) = (Key::new(b"", b"job").unwrap(), Token::given(b"t").unwrap());
        let acquire = |waits, fenced, beside| {
            let verb = Verb::Acquire { token: &token, ttl: Ttl::Forever, waits, fenced, is_retry: false };
            encoded(&Request { key: &key, verb }, CallBy::Sha, beside)
        };
        let keys = |call: String| call.matches("job:rl-").count();
        assert_eq!(keys(acquire(false, false, Keys::WithCompanions)), 0);
        assert_eq!(keys(acquire(true, false, Keys::WithCompanions)), 1);
        assert_eq!(keys(acquire(true, false, Keys::Alone)), 0);
        assert_eq!(keys(acquire(false, true, Keys::WithCompanions)), 2);
        assert_eq!(keys(acquire(false, true, Keys::Alone)), 2, "a fence that was requested is never left out");
        assert!(acquire(false, true, Keys::Alone).ends_with("$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n"));
    }
}

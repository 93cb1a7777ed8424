//! Owns having Redis push a hint when a key changes that was read on this connection: the commands that turn that on, their replies, the
//! pushes.
//! Does not own when it is turned on and what a hint leads to (`topology`), sending and waiting (`watching`), taking pushes out from between
//! replies (`replies`).
//!
//! | state | what was sent last | replies | pushes |
//! |---|---|---|---|
//! | none | | RESP2 | none may come |
//! | begins | `HELLO 3`, `CLIENT TRACKING ON NOLOOP`, a request | RESP3 | may come |
//! | on | only if both were accepted, the first with proto 3 and by a version with the mends | RESP3 | come |
//! | refused | one of both was refused | either | may come |
//!
//! It is not turned off: the connection is closed when the wait is over.

use std::sync::atomic::{AtomicBool, Ordering};

use redis::Value;

const BEGIN: &[u8] =
    b"*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n*4\r\n$6\r\nCLIENT\r\n$8\r\nTRACKING\r\n$2\r\nON\r\n$6\r\nNOLOOP\r\n";

/// How many changed keys are told apart; one more, and each counts as changed.
const MOST_KEYS: usize = 256;

static ALLOWED: AtomicBool = AtomicBool::new(true);

/// Switches it on or off for this process.
pub fn allow(allowed: bool) {
    ALLOWED.store(allowed, Ordering::Relaxed);
}

/// Tells whether a server may be asked for it.
pub(super) fn is_allowed() -> bool {
    ALLOWED.load(Ordering::Relaxed)
}

/// What one connection has of it, once the two commands that turn it on were sent.
#[derive(Debug)]
pub(super) struct Tracking {
    /// How many of the two replies are still to come.
    awaited: usize,
    /// Those that have come are as they must be.
    is_accepted: bool,
    /// What has changed since it was read; `None` while nothing was read.
    changes: Option<Changes>,
}

/// Which keys have changed.
#[derive(Debug, Default)]
struct Changes {
    keys: Vec<Vec<u8>>,
    /// All have: the database was flushed.
    all: bool,
}

impl Changes {
    fn have(&self, key: &[u8]) -> bool {
        self.all || self.keys.iter().any(|name| name == key)
    }
}

impl Tracking {
    /// Begins to turn it on: by these commands, each of which gets a reply.
    pub(super) fn begin() -> (Self, &'static [u8], usize) {
        (Self { awaited: 2, is_accepted: true, changes: None }, BEGIN, 2)
    }

    /// Tells whether pushes come.
    pub(super) fn is_on(&self) -> bool {
        !self.begins() && self.is_accepted
    }

    /// Tells whether not all is replied to what turns it on.
    pub(super) fn begins(&self) -> bool {
        self.awaited > 0
    }

    /// Takes the next of these replies; `None`: it was refused.
    pub(super) fn take(&mut self, reply: Option<&Value>) {
        self.is_accepted &= match (self.awaited, reply) {
            (2, Some(hello)) => {
                let is_fit = matches!(field(hello, "version"), Some(Value::BulkString(text)) if is_fit(text));
                is_fit && field(hello, "proto") == Some(&Value::Int(3))
            }
            (_, reply) => reply == Some(&Value::Okay),
        };
        self.awaited -= 1;
    }

    /// Takes a push. All but those of a key's change are of no interest.
    pub(super) fn note(&mut self, push: Value) {
        let (Value::Array(mut parts), Some(changes)) = (push, &mut self.changes) else { return };
        let (Some(what), Some(kind)) = (parts.pop(), parts.pop()) else { return };
        if kind != Value::BulkString(b"invalidate".to_vec()) {
            return;
        }
        match what {
            Value::Array(keys) if changes.keys.len() + keys.len() <= MOST_KEYS => {
                changes.keys.extend(keys.into_iter().filter_map(|key| match key {
                    Value::BulkString(name) => Some(name),
                    _ => None,
                }));
            }
            // FLUSHALL and FLUSHDB name none.
            _ => changes.all = true,
        }
    }

    /// Tells whether a key has changed, or nothing was read before.
    pub(super) fn has_changed(&self, key: &[u8]) -> bool {
        self.changes.as_ref().is_none_or(|changes| changes.have(key))
    }

    /// Forgets what has changed, for all was read since.
    pub(super) fn forget_changes(&mut self) {
        self.changes = Some(Changes::default());
    }
}

/// Returns what HELLO says under a name, as a map or, in RESP2, as a list.
fn field<'a>(hello: &'a Value, name: &str) -> Option<&'a Value> {
    let is_it = |key: &Value| matches!(key, Value::BulkString(text) if text == name.as_bytes());
    match hello {
        Value::Map(pairs) => pairs.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value),
        Value::Array(words) => words.chunks_exact(2).find(|pair| is_it(&pair[0])).map(|pair| &pair[1]),
        _ => None,
    }
}

/// Tells whether a server of this version neither puts pushes into replies nor ends by them: what Redis 7.0.5 and 6.2.8 mended for scripts
/// and MULTI (redis/redis#11038, #11052), and 7.0.9 and 6.2.11 for a full table (redis/redis#11814). Valkey has had it from its first version on.
fn is_fit(version: &[u8]) -> bool {
    let numbers = std::str::from_utf8(version).unwrap_or_default().split('.').map(str::parse::<u32>);
    match numbers.collect::<Result<Vec<_>, _>>().as_deref() {
        Ok([6, 2, patch]) => *patch >= 11,
        Ok([7, 0, patch]) => *patch >= 9,
        Ok([7, minor, _]) => *minor > 0,
        Ok([major, ..]) => *major > 7,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Value {
        Value::Array(words.iter().map(|word| Value::BulkString(word.as_bytes().to_vec())).collect())
    }

    fn push(kind: &str, what: Value) -> Value {
        Value::Array(vec![Value::BulkString(kind.into()), what])
    }

    #[test]
    fn versions_without_the_mends_are_not_asked_for_pushes() {
        for fit in ["6.2.11", "6.2.21", "7.0.9", "7.0.15", "7.2.0", "7.2.4", "7.4.1", "8.0.0", "9.0.1", "255.255.255"] {
            assert!(is_fit(fit.as_bytes()), "{fit}");
        }
        for unfit in ["", "6.0.16", "6.2.10", "6.3.4", "7.0.8", "5.0.14", "7", "x.y.z", "7.2-rc1", "-1"] {
            assert!(!is_fit(unfit.as_bytes()), "{unfit}");
        }
    }

    #[test]
    fn it_is_on_when_both_commands_were_accepted() {
        let hello = |version: &str, proto| {
            let field = |name: &str, value| (Value::BulkString(name.into()), value);
            Value::Map(vec![field("version", Value::BulkString(version.into())), field("proto", Value::Int(proto))])
        };
        for (first, second, is_on) in [
            (Some(hello("7.0.15", 3)), Some(Value::Okay), true),
            (Some(hello("7.0.15", 2)), Some(Value::Okay), false),
            (None, Some(Value::Okay), false),
            (Some(hello("7.0.15", 3)), None, false),
            (Some(hello("7.0.8", 3)), Some(Value::Okay), false),
            (None, None, false),
        ] {
            let mut tracking = Tracking::begin().0;
            tracking.take(first.as_ref());
            assert!(tracking.begins() && !tracking.is_on());
            tracking.take(second.as_ref());
            assert_eq!((tracking.is_on(), tracking.begins()), (is_on, false), "{first:?} {second:?}");
        }
    }

    #[test]
    fn a_push_is_about_the_keys_that_it_names_and_a_flush_about_all() {
        let mut tracking = Tracking::begin().0;
        assert!(tracking.has_changed(b"a"), "nothing was read");
        tracking.forget_changes();
        tracking.note(push("invalidate", words(&["a", "b"])));
        assert!(tracking.has_changed(b"a") && tracking.has_changed(b"b") && !tracking.has_changed(b"c"));
        tracking.forget_changes();
        assert!(!tracking.has_changed(b"a"));
        tracking.note(push("message", words(&["a"])));
        tracking.note(Value::Array(vec![]));
        assert!(!tracking.has_changed(b"a"));
        tracking.note(push("invalidate", Value::Nil));
        assert!(tracking.has_changed(b"c"));
    }
}

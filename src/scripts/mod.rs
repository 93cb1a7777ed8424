//! Owns the requests of protocol 1: which script and which arguments each takes, when one SET is enough, and how it is encoded.
//! Does not own reading replies (`replies`), sending (`connection`), what a reply means for a lease (`lock`).

mod replies;
mod texts;

pub use replies::{CurrentHolder, Holding, LockInfo, NoLock, PermitInfo, Removed};
pub(crate) use replies::{
    Taken, Unexpected, acquired, acquired_permit, described, extended, inspected, released, removed,
};
pub use texts::{
    ACQUIRE, ACQUIRE_ALL, ACQUIRE_PERMIT, DESCRIBE, EXTEND, EXTEND_ALL, INSPECT, INSPECT_ALL, INSPECT_PERMITS, RELEASE,
    RELEASE_ALL, RELEASE_DONE, RELEASE_ONE, RELEASE_PERMIT, REMOVE, REMOVE_PERMITS, Script, WAKE,
};

#[cfg(test)]
pub(crate) use tests::OpenFor;

use std::fmt::Debug;

use crate::clock::Instant;
use crate::command::Command;
use crate::key::{Companion, Key};
use crate::leaves::Leaves;
use crate::scope::Scope;
use crate::token::{self, Token};
use crate::ttl::Ttl;

/// How long the element that wakes a waiter stays: longer than a waiter's slice of 1 s with a slow network, short
/// enough to leave nothing after.
const SIGNAL_MS: &str = "5000";
/// How long the mark stays that a waiter is there: several slices of a waiter, each of which renews it.
const MARK_MS: &str = "5000";
/// How many waiters are woken when the work is done that they wait for, and by one that leaves because of it: more than one, since one may
/// wait for the lock, and that keeps its signal (docs/protocol.md#waiting, rule 10).
const MOST_FINDERS: u64 = 4;
/// The mark's time when the caller does not wait.
const NO_MARK: &str = "0";
/// How long a fence is kept in ms, a day: over it, or over the ttl if that is longer, fences grow even when the
/// server's clock is set back.
pub(crate) const FENCE_MS: u64 = 86_400_000;
/// The ttl argument of a key that never expires.
const FOREVER: u64 = 0;

/// What a call about permits names beside them, in this order: which of their keys has it, and what it is.
const BESIDE_PERMITS: [(usize, Companion); 6] = [
    (0, Companion::Waiting),
    (0, Companion::Wake),
    (1, Companion::Waiting),
    (1, Companion::Wake),
    (0, Companion::Permits),
    (0, Companion::Fence),
];

/// One request to a node: the script of its action for its scope, or, for the simplest acquire, one SET.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) action: Action<'a>,
}

/// What is to be done with a lock. A token is proof of who holds it; where it is optional, the caller may have none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action<'a> {
    /// Take it if it is free.
    Acquire {
        token: &'a Token,
        /// How long the key lives.
        ttl: Ttl,
        /// What the caller waits for when it is refused.
        waits: Waits,
        /// The lease gets a fence.
        fenced: bool,
        /// The same token was sent before without a reply: "ours already" counts.
        is_retry: bool,
        /// Whose signal it may have used up, counted from 0: of several keys, that which was in the way at the last refusal of
        /// this wait; of permits, the list that woke it.
        signal_of: Option<usize>,
        /// The caller leaves where the work is done.
        asks_done: bool,
    },
    /// Delete the key if the token is there, or leave there what it is to.
    Release(&'a Token, Leaves),
    /// Let the key live at least this long from now if the token is there, and its gate is open when that is written.
    Extend(&'a Token, Ttl, Option<&'a dyn WriteGate>),
    /// Delete the key no matter who holds it.
    Force(Option<&'a Token>, Removable),
    /// Tell who holds it.
    Inspect(Option<&'a Token>, Detail),
    /// Tell an operator all there is to know of it.
    Describe,
    /// Wake those who wait for what was done under it.
    Wake,
}

/// Tells whether a request is still wanted when its bytes are written.
pub trait WriteGate: Debug {
    /// Calls `write` if it is, which must not wait: nobody can call release() meanwhile. False if it is not.
    fn pass(&self, write: &mut dyn FnMut()) -> bool;
}

/// What an attempt waits for when it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// Nothing: its caller asks once, or tries again by the clock.
    No,
    /// The signal of a release: the attempt leaves the mark that requests it.
    ForSignal,
    /// That Redis tells of a change of the keys that it has read (`connection::tracking`). It leaves no mark: a holder who met one would
    /// take the trouble to signal.
    ForChange,
}

/// What force may delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removable {
    /// What may be a lock: of several keys none, if one is none.
    Locks,
    /// Whatever is there.
    Anything,
}

/// How a script is named in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallBy {
    /// EVALSHA: 40 bytes; the server may not know it.
    Sha,
    /// EVAL: the whole text; the server knows it afterwards.
    Text,
}

/// Which names beside the keys go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// As the next, and of an acquire its mark, too: who may not touch that takes nothing.
    All,
    /// What the script touches.
    WithCompanions,
    /// The key alone: its slot is being moved, and they are elsewhere.
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
        match self.action {
            Action::Acquire { token, .. } | Action::Release(token, _) | Action::Extend(token, ..) => Some(token),
            Action::Force(token, _) | Action::Inspect(token, _) => token,
            Action::Describe | Action::Wake => None,
        }
    }

    /// Returns what is to be asked when it is written.
    pub fn gate(&self) -> Option<&'a dyn WriteGate> {
        if let Action::Extend(.., gate) = self.action { gate } else { None }
    }

    /// Tells whether names beside the keys go along.
    pub fn has_companions(&self, beside: Keys) -> bool {
        let touches = match (self.action, self.scope) {
            (Action::Acquire { .. }, _) if beside == Keys::All => true,
            (Action::Acquire { waits, fenced, .. }, Scope::Key(_)) => waits == Waits::ForSignal || fenced,
            // A try that has taken a part may find the rest taken, and releases that part again; and a waiter that finds another key in
            // the way wakes those of the one before.
            (Action::Acquire { waits, fenced, is_retry, .. }, Scope::All(_)) => {
                waits != Waits::No || fenced || is_retry
            }
            (Action::Acquire { .. }, Scope::Permits(_))
            | (Action::Release(..) | Action::Force(..) | Action::Describe | Action::Wake, _) => true,
            (Action::Extend(..) | Action::Inspect(..), _) => false,
        };
        touches && (beside != Keys::Alone || self.needs_companions())
    }

    /// Returns the SHA-1 of its script.
    pub fn sha(&self) -> &'static str {
        self.script().0.sha
    }

    /// Tells whether one SET is enough for it.
    pub fn is_plain(&self) -> bool {
        let is_bare = matches!(
            self.action,
            Action::Acquire { waits: Waits::No, fenced: false, is_retry: false, asks_done: false, .. }
        );
        is_bare && matches!(self.scope, Scope::Key(_))
    }

    /// Encodes that, `SET key token NX EX ttl`, onto the end of `out`.
    pub fn encode_plain(&self, out: &mut Vec<u8>) {
        let Action::Acquire { token, ttl, .. } = self.action else { return };
        let ttl = ttl.millis();
        let mut command = Command::new(out, if ttl.is_some() { 6 } else { 4 });
        command.encoded(1, b"$3\r\nSET\r\n").joined([self.scope.first().as_bytes()]).joined([token.as_bytes()]);
        match ttl {
            Some(millis) if millis % 1000 == 0 => command.encoded(2, b"$2\r\nNX\r\n$2\r\nEX\r\n").number(millis / 1000),
            Some(millis) => command.encoded(2, b"$2\r\nNX\r\n$2\r\nPX\r\n").number(millis),
            None => command.encoded(1, b"$2\r\nNX\r\n"),
        };
    }

    /// Tells whether it cannot be sent with the key alone.
    pub fn needs_companions(&self) -> bool {
        matches!(self.action, Action::Acquire { fenced: true, .. })
    }

    /// Encodes the call onto the end of `out`.
    pub fn encode(&self, naming: CallBy, beside: Keys, out: &mut Vec<u8>) {
        // What nearly every release is, without lists of its words.
        if let (Action::Release(token, Leaves::Nothing), Scope::Key(key)) = (self.action, self.scope)
            && (naming, beside) == (CallBy::Sha, Keys::WithCompanions)
            && key.is_its_own_tag()
        {
            let [waiting, wake] = [Companion::Waiting, Companion::Wake].map(|which| which.suffix().as_bytes());
            let (key, mut command) = (key.as_bytes(), Command::new(out, 7));
            command.encoded(2, RELEASE_ONE.call.as_bytes()).encoded(1, b"$1\r\n3\r\n").joined([key]);
            command.joined([key, waiting, key, b"}"]).joined([key, wake, key, b"}"]).joined([token.as_bytes()]);
            return;
        }
        self.encode_any(naming, beside, out);
    }

    #[inline(never)]
    fn encode_any(&self, naming: CallBy, beside: Keys, out: &mut Vec<u8>) {
        let (script, arguments) = self.script();
        let (keys, companions) = (self.keys(), self.companions(beside));
        let per_companion = if matches!(self.scope, Scope::Permits(_)) { 1 } else { keys.len() };
        let names = keys.len() + companions.len() * per_companion;
        let mut command = Command::new(out, 3 + names + arguments);
        match naming {
            CallBy::Sha => command.encoded(2, script.call.as_bytes()),
            CallBy::Text => command.word("EVAL").word(script.text),
        };
        command.number(names as u64);
        for key in keys {
            command.word(key.as_bytes());
        }
        for (which_key, which) in companions {
            let its = if per_companion == 1 { std::slice::from_ref(&keys[*which_key]) } else { keys };
            for key in its {
                command.joined(key.companion_parts(*which));
            }
        }
        self.write_arguments(&mut command);
    }

    /// Returns what a release leaves of work that others wait for: its marker, or nothing. Of several keys and permits, as of work that no
    /// one waits for, none.
    fn finished<'l>(&self, leaves: &'l Leaves) -> Option<&'l [u8]> {
        match (leaves, self.scope) {
            (Leaves::Done(marker), Scope::Key(_)) => Some(marker.text()),
            (Leaves::Found, Scope::Key(_)) => Some(b""),
            _ => None,
        }
    }

    /// Tells whether a key goes by it, and at the most one waiter is woken.
    fn is_ordinary_release(&self) -> bool {
        matches!((self.action, self.scope), (Action::Release(_, Leaves::Nothing), Scope::Key(key)) if key.most_signals() == 1)
    }

    /// Writes ARGV.
    fn write_arguments(&self, command: &mut Command<'_>) {
        let given = |token: Option<&'a Token>| token.map_or(&b""[..], Token::as_bytes);
        let count = self.scope.keys().len() as u64;
        match self.action {
            Action::Acquire { token, ttl, waits, is_retry, signal_of, asks_done, .. } => {
                let mark = if waits == Waits::ForSignal { MARK_MS } else { NO_MARK };
                command.word(token.as_bytes()).number(ttl_argument(ttl)).word(mark);
                command.word(if is_retry { "1" } else { "0" });
                command.number(ttl.millis().map_or(FOREVER, |ttl| ttl.max(FENCE_MS)));
                self.write_wake_arguments(command, signal_of, asks_done);
            }
            Action::Release(token, _) if self.is_ordinary_release() => drop(command.word(token.as_bytes())),
            Action::Release(token, leaves) => {
                let most = if let Scope::Key(key) = self.scope { u64::from(key.most_signals()) } else { count };
                let finished = self.finished(&leaves);
                command.word(token.as_bytes()).word(SIGNAL_MS);
                command.number(if finished.is_some() { MOST_FINDERS } else { most });
                command.number(stay_argument(leaves, Instant::now));
                if let Some(marker) = finished {
                    command.word(marker);
                }
            }
            Action::Extend(token, ttl, _) => drop(command.word(token.as_bytes()).number(ttl_argument(ttl))),
            Action::Force(token, what) => {
                command.word(SIGNAL_MS).word(given(token)).number(count);
                command.word(if what == Removable::Anything { "1" } else { "0" });
            }
            Action::Inspect(token, Detail::Whether) => drop(command.word(given(token)).word("0")),
            Action::Inspect(token, Detail::Who) => drop(command.word(given(token)).word("1")),
            Action::Describe => drop(command.number(token::LONGEST as u64)),
            Action::Wake => drop(command.word(SIGNAL_MS).number(MOST_FINDERS)),
        }
    }

    /// Writes those of an acquire's arguments by which it wakes other waiters.
    fn write_wake_arguments(&self, command: &mut Command<'_>, signal_of: Option<usize>, asks_done: bool) {
        match self.scope {
            Scope::Key(_) if asks_done => {
                let most = if signal_of.is_some() { MOST_FINDERS } else { 0 };
                command.word(SIGNAL_MS).number(most);
            }
            Scope::Key(_) => {}
            Scope::All(keys) | Scope::Permits(keys) => {
                let signal_of = signal_of.map_or(0, |index| index as u64 + 1);
                command.number(keys.len() as u64).word(SIGNAL_MS).number(signal_of);
            }
        }
    }

    /// Returns the script, and how many words ARGV has.
    fn script(&self) -> (&'static Script, usize) {
        match (self.action, self.scope) {
            (Action::Acquire { asks_done: true, .. }, Scope::Key(_)) => (&ACQUIRE, 7),
            (Action::Acquire { .. }, Scope::Key(_)) => (&ACQUIRE, 5),
            (Action::Acquire { .. }, Scope::All(_)) => (&ACQUIRE_ALL, 8),
            (Action::Acquire { .. }, Scope::Permits(_)) => (&ACQUIRE_PERMIT, 8),
            (Action::Release(_, ref leaves), Scope::Key(_)) if self.finished(leaves).is_some() => (&RELEASE_DONE, 5),
            (Action::Release(..), Scope::Key(_)) if self.is_ordinary_release() => (&RELEASE_ONE, 1),
            (Action::Release(..), Scope::Key(_)) => (&RELEASE, 4),
            (Action::Release(..), Scope::All(_)) => (&RELEASE_ALL, 4),
            (Action::Release(..), Scope::Permits(_)) => (&RELEASE_PERMIT, 4),
            (Action::Extend(..), Scope::Key(_)) => (&EXTEND, 2),
            // Of permits one is extended, by its own key: all of them are never ours, and that is the reply.
            (Action::Extend(..), Scope::All(_) | Scope::Permits(_)) => (&EXTEND_ALL, 2),
            (Action::Force(..), Scope::Key(_) | Scope::All(_)) => (&REMOVE, 4),
            (Action::Force(..), Scope::Permits(_)) => (&REMOVE_PERMITS, 4),
            (Action::Inspect(..), Scope::Key(_)) => (&INSPECT, 2),
            (Action::Inspect(..), Scope::All(_)) => (&INSPECT_ALL, 2),
            (Action::Inspect(..), Scope::Permits(_)) => (&INSPECT_PERMITS, 2),
            (Action::Describe, _) => (&DESCRIBE, 1),
            (Action::Wake, _) => (&WAKE, 2),
        }
    }

    /// Returns the locks' keys that KEYS begins with.
    fn keys(&self) -> &'a [Key] {
        // One is described at a time.
        if let Action::Describe = self.action { std::slice::from_ref(self.scope.first()) } else { self.scope.keys() }
    }

    /// Returns what KEYS has after the locks' own keys; of several keys each has one.
    fn companions(&self, beside: Keys) -> &'static [(usize, Companion)] {
        if !self.has_companions(beside) {
            return &[];
        }
        match (self.action, self.scope) {
            (Action::Describe, _) => &[(0, Companion::Waiting), (0, Companion::Fence)],
            (Action::Acquire { fenced: true, .. }, Scope::Permits(_)) => &BESIDE_PERMITS,
            (Action::Acquire { .. }, Scope::Permits(_)) => &BESIDE_PERMITS[..5],
            (_, Scope::Permits(_)) => &BESIDE_PERMITS[..4],
            (Action::Acquire { fenced: false, asks_done: false, .. }, Scope::Key(_)) => &[(0, Companion::Waiting)],
            (Action::Acquire { asks_done: false, .. }, Scope::Key(_)) => {
                &[(0, Companion::Waiting), (0, Companion::Fence)]
            }
            (Action::Acquire { fenced: true, .. }, Scope::Key(_) | Scope::All(_)) => {
                &[(0, Companion::Waiting), (0, Companion::Wake), (0, Companion::Fence)]
            }
            _ => &[(0, Companion::Waiting), (0, Companion::Wake)],
        }
    }
}

/// Returns how long a released key stays taken, in ms as from `now`; 0: it goes.
pub(crate) fn stay_argument(leaves: Leaves, now: impl FnOnce() -> Instant) -> u64 {
    leaves.until().map_or(0, |until| u64::try_from(now().until(until).as_micros().div_ceil(1_000)).unwrap_or(u64::MAX))
}

fn ttl_argument(ttl: Ttl) -> u64 {
    ttl.millis().unwrap_or(FOREVER)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// A gate that closes once it was asked so many times.
    #[derive(Debug)]
    pub(crate) struct OpenFor(Cell<u32>);

    impl OpenFor {
        pub(crate) fn times(times: u32) -> Self {
            Self(Cell::new(times))
        }
    }

    impl WriteGate for OpenFor {
        fn pass(&self, write: &mut dyn FnMut()) -> bool {
            let left = self.0.get();
            self.0.set(left.saturating_sub(1));
            if left > 0 {
                write();
            }
            left > 0
        }
    }

    fn scope(name: &[u8]) -> Scope {
        Key::new(b"", name).unwrap().into()
    }

    fn encoded(request: &Request<'_>, naming: CallBy, beside: Keys) -> String {
        let mut out = Vec::new();
        request.encode(naming, beside, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn release_names_its_companions_unless_told_not_to() {
        let (scope, token) = (scope(b"job"), Token::given(b"t").unwrap());
        let request = Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) };
        let with = encoded(&request, CallBy::Sha, Keys::WithCompanions);
        assert!(with.contains("$1\r\n3\r\n$3\r\njob\r\n$19\r\njob:rl-waiting{job}\r\n$16\r\njob:rl-wake{job}\r\n"));
        let without = encoded(&request, CallBy::Sha, Keys::Alone);
        assert!(without.ends_with("$1\r\n1\r\n$3\r\njob\r\n$1\r\nt\r\n"));
        assert_eq!(with.split("\r\n").nth(4), Some(RELEASE_ONE.sha));
        let rests = Action::Release(&token, Leaves::Rest(Instant::now().after(Duration::from_secs(60))));
        let resting = encoded(&Request { scope: &scope, action: rests }, CallBy::Sha, Keys::Alone);
        assert!(resting.contains(RELEASE.sha) && resting.contains("$1\r\nt\r\n$4\r\n5000\r\n$1\r\n1\r\n"));
    }

    #[test]
    fn a_release_that_is_written_in_one_piece_has_the_bytes_of_any_other() {
        let both = |key: &[u8], token: usize| {
            let (scope, token) = (scope(key), Token::given(&vec![b't'; token]).unwrap());
            let request = Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) };
            let mut any = Vec::new();
            request.encode_any(CallBy::Sha, Keys::WithCompanions, &mut any);
            assert_eq!(encoded(&request, CallBy::Sha, Keys::WithCompanions).as_bytes(), any);
        };
        for (key, token) in [(1, 1), (9, 9), (10, 10), (42, 35), (43, 99), (99, 100), (64 * 1024, 4096)] {
            both(&vec![b'k'; key], token);
        }
        both(b"{job}:1", 35);
        both(b"}job{", 35);
    }

    #[test]
    fn a_ttl_for_ever_is_sent_as_zero() {
        let (scope, token) = (scope(b"job"), Token::given(b"t").unwrap());
        let request = Request { scope: &scope, action: Action::Extend(&token, Ttl::Forever, None) };
        assert!(encoded(&request, CallBy::Text, Keys::Alone).ends_with("$1\r\nt\r\n$1\r\n0\r\n"));
    }

    #[test]
    fn an_acquire_names_what_it_touches_and_the_first_its_mark() {
        let (scope, token) = (scope(b"job"), Token::given(b"t").unwrap());
        let acquire = |waits, fenced, beside| {
            let action = Action::Acquire {
                token: &token,
                ttl: Ttl::Forever,
                waits: if waits { Waits::ForSignal } else { Waits::No },
                fenced,
                is_retry: false,
                signal_of: None,
                asks_done: false,
            };
            encoded(&Request { scope: &scope, action }, CallBy::Sha, beside)
        };
        let keys = |call: String| call.matches("job:rl-").count();
        assert_eq!(keys(acquire(false, false, Keys::All)), 1);
        assert_eq!(keys(acquire(false, false, Keys::WithCompanions)), 0);
        assert_eq!(keys(acquire(true, false, Keys::WithCompanions)), 1);
        assert_eq!(keys(acquire(true, false, Keys::Alone)), 0);
        assert_eq!(keys(acquire(false, true, Keys::WithCompanions)), 2);
        assert_eq!(keys(acquire(false, true, Keys::Alone)), 2, "a fence that was requested is never left out");
        assert!(acquire(false, true, Keys::Alone).ends_with("$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n$1\r\n0\r\n"));
    }
    #[test]
    fn several_keys_come_before_their_marks_lists_and_fences() {
        let key = |name: &[u8]| Key::new(b"", name).unwrap();
        let (scope, token) = (Scope::all(vec![key(b"a"), key(b"{b}")]).unwrap(), Token::given(b"t").unwrap());
        let acquire = |fenced, signal_of| {
            let action = Action::Acquire {
                token: &token,
                ttl: Ttl::Forever,
                waits: Waits::ForSignal,
                fenced,
                is_retry: false,
                signal_of,
                asks_done: false,
            };
            encoded(&Request { scope: &scope, action }, CallBy::Sha, Keys::WithCompanions)
        };
        let words = |call: &str| call.split("\r\n").skip(6).step_by(2).collect::<Vec<_>>().join(" ");
        let beside = "a:rl-waiting{a} {b}:rl-waiting a:rl-wake{a} {b}:rl-wake";
        assert_eq!(words(&acquire(false, None)), format!("6 a {{b}} {beside} t 0 5000 0 0 2 5000 0"));
        let fences = "a:rl-fence{a} {b}:rl-fence";
        assert_eq!(words(&acquire(true, Some(1))), format!("8 a {{b}} {beside} {fences} t 0 5000 0 0 2 5000 2"));
        let release = Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) };
        let call = encoded(&release, CallBy::Sha, Keys::WithCompanions);
        assert_eq!(words(&call), format!("6 a {{b}} {beside} t 5000 2 0"));
        assert_eq!(call.split("\r\n").nth(4), Some(RELEASE_ALL.sha));
    }

    #[test]
    fn permits_come_before_what_their_key_has_and_what_they_share() {
        let (scope, token) = (Scope::permits(&Key::new(b"", b"k").unwrap(), 2), Token::given(b"t").unwrap());
        let words = |action, beside| {
            let call = encoded(&Request { scope: &scope, action }, CallBy::Sha, beside);
            call.split("\r\n").skip(6).step_by(2).collect::<Vec<_>>().join(" ")
        };
        let four = "k:rl-waiting{k} k:rl-wake{k} k:rl-permit-waiting-2{k} k:rl-permit-wake-2{k}";
        let acquire = |fenced| Action::Acquire {
            token: &token,
            ttl: Ttl::Forever,
            waits: Waits::No,
            fenced,
            is_retry: false,
            signal_of: None,
            asks_done: false,
        };
        let permits = "k k:rl-permit-2{k}";
        let all = Keys::WithCompanions;
        assert_eq!(words(acquire(false), all), format!("7 {permits} {four} k:rl-permits{{k}} t 0 0 0 0 2 5000 0"));
        assert!(
            words(acquire(true), all).starts_with(&format!("8 {permits} {four} k:rl-permits{{k}} k:rl-fence{{k}} t"))
        );
        assert_eq!(words(acquire(false), Keys::Alone), format!("2 {permits} t 0 0 0 0 2 5000 0"));
        assert_eq!(words(Action::Release(&token, Leaves::Nothing), all), format!("6 {permits} {four} t 5000 2 0"));
        assert_eq!(words(Action::Force(None, Removable::Locks), all), format!("6 {permits} {four} 5000  2 0"));
        assert_eq!(words(Action::Inspect(None, Detail::Who), all), format!("2 {permits}  1"));
        let second = scope.at(Some(2)).into_owned();
        let release =
            encoded(&Request { scope: &second, action: Action::Release(&token, Leaves::Nothing) }, CallBy::Sha, all);
        assert!(release.contains("k:rl-permit-wake-2{k}") && release.ends_with("$1\r\n2\r\n$1\r\n0\r\n"), "{release}");
    }
}

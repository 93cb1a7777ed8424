//! Owns what a thread's locks have been through lately, for the program to take out: `redislock.events` and RedisLock::events().
//! Does not own when something has happened (each caller enters it), how PHP shows it (`php::observed`).
//!
//! Only the thread that has a lock enters what happens to it. Nothing here blocks or calls PHP.

mod name;

use std::cell::Cell;
use std::collections::VecDeque;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::clock::Instant;
use crate::error::Kind;
use crate::process::OfProcess;
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::wait::Wait;

/// The most events that `redislock.events` keeps: 40 MB for each thread.
pub const MOST: usize = 65_536;
/// How many bytes of a key are kept.
pub const LONGEST_KEY: usize = 256;

/// What has happened to a lock.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened, in PHP's word.
    pub event: &'static str,
    /// How it came to that, in one word.
    pub outcome: &'static str,
    /// The key, or what is kept of it.
    pub key: Box<[u8]>,
    /// How many bytes of the key are its prefix.
    prefix: usize,
    /// How many keys the lock has.
    pub keys: u8,
    /// In whose name the lease was taken; empty: not known.
    pub label: Box<[u8]>,
    /// Which of several permits.
    pub permit: Option<u8>,
    /// How long acquire() has waited.
    pub waited: Duration,
    /// How long the lease was held.
    pub held: Option<Duration>,
    /// When, since 1970.
    pub time: Duration,
    /// The number of the request.
    pub request: u64,
}

/// What this thread has.
#[derive(Default)]
struct Kept {
    /// Those that were not taken out, the oldest first.
    events: VecDeque<Event>,
    /// The number of the request.
    request: u64,
}

thread_local! {
    /// How many events are kept; 0: none are entered. Read by every acquire and release.
    static CAPACITY: Cell<usize> = const { Cell::new(0) };
    static KEPT: OfProcess<Kept> = OfProcess::default();
}

/// What has ended a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// release().
    Release,
    /// The end of run()'s callback, whichever it was.
    Run,
    /// forceRelease() of its own object.
    Force,
    /// Its object has gone.
    Object,
    /// The request has ended.
    Request,
    /// releaseAll().
    ReleaseAll,
    /// The next acquire() of its object, after its deadline or after a release without a reply.
    Acquire,
    /// Nothing: the object has gone, and the lease was to outlive it.
    Left,
}

/// What is known of a lease that has ended, for the event that tells what became of it.
#[derive(Clone, Copy, Debug)]
pub struct EndedLease {
    /// What has ended it.
    pub by: EndedBy,
    /// When.
    pub at: Instant,
    /// How long acquire() had waited for it.
    pub waited: Duration,
    /// How long it was held; `None` if this object did not acquire it.
    pub held: Option<Duration>,
    /// How many keys it had.
    pub keys: u8,
    /// Which of several permits it had.
    pub permit: Option<u8>,
    /// The word for what it leaves at its key for a while.
    pub leaves: Option<&'static str>,
    /// Its deadline had passed.
    pub has_expired: bool,
}

/// What became of a lease that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was ours and is gone.
    Released,
    /// Redis said that the key no longer had its token.
    TokenGone,
    /// Redis did not say: it has ended with its ttl, or will.
    NoReply,
    /// It was not to be released by itself.
    Left,
}

/// Tells whether events are kept.
pub fn are_kept() -> bool {
    CAPACITY.get() > 0
}

/// Sets how many events this thread keeps; those that are there go where that is another number.
pub fn keep(capacity: usize) {
    if CAPACITY.replace(capacity) != capacity {
        forget();
    }
}

/// Notes that a request begins, or one that a worker serves.
pub fn begin_request() {
    with_kept(|kept| kept.request += 1);
}

/// Forgets what was not taken out, and the memory that it was in.
pub fn forget() {
    with_kept(|kept| kept.events = VecDeque::new());
}

/// Takes the oldest event out.
pub fn take() -> Option<Event> {
    with_kept(|kept| kept.events.pop_front()).flatten()
}

/// Returns a key without its prefix, of which it says how long that is, and without what changes from one to the next: "orders:*" for
/// "orders:42". Of a long key, as of one that an event has, the words that end before its first [`LONGEST_KEY`] bytes do, and `*`.
pub fn name(key: &[u8], prefix: usize) -> Vec<u8> {
    let mut kept = kept_of(key);
    let is_cut = kept.len() == LONGEST_KEY;
    while let [before @ .., byte] = kept
        && is_cut
        && (byte.is_ascii_alphanumeric() || !byte.is_ascii())
    {
        kept = before;
    }
    let mut name = name::normalised(kept.get(prefix..).unwrap_or(kept));
    name.extend(is_cut.then_some(b'*'));
    name
}

impl Event {
    /// Returns what every event has; the rest is empty.
    fn of(event: &'static str, outcome: &'static str, scope: &Scope, at: Instant) -> Self {
        let named = scope.named();
        Self {
            event,
            outcome,
            key: key(scope).into(),
            prefix: named[0].prefix(),
            keys: u8::try_from(named.len()).unwrap_or(u8::MAX),
            label: Box::default(),
            permit: None,
            waited: Duration::ZERO,
            held: None,
            time: time_of_day(at),
            request: 0,
        }
    }

    /// Returns what its key is called, without the prefix that was set when its lock was made.
    pub fn name(&self) -> Vec<u8> {
        name(&self.key, self.prefix)
    }
}

/// Enters a lease that acquire() has got.
pub fn enter_acquired(scope: &Scope, token: &Token, permit: Option<u8>, since: Instant, waited: Option<Duration>) {
    let outcome = if waited.is_some() { "waited" } else { "free" };
    enter(|| Event {
        label: label_of(token),
        permit,
        waited: waited.unwrap_or_default(),
        ..Event::of("acquired", outcome, scope, since)
    });
}

/// Enters an acquire that got none: another holds the lock, or an error.
pub fn enter_denied(scope: &Scope, wait: Wait, error: Option<Kind>, waited: Option<Duration>) {
    let (event, outcome) = match error {
        None if wait == Wait::NONE => ("refused", "held_by_another"),
        None => ("refused", "timed_out"),
        Some(Kind::Done) => ("refused", "done"),
        Some(Kind::Connection) => ("failed", "unreachable"),
        Some(Kind::Server) => ("failed", "server_error"),
        Some(Kind::Lost) => ("failed", "too_late"),
        Some(Kind::Interrupted(_)) => ("failed", "interrupted"),
        // A wait without an end found that this thread holds it itself. Held by another is no error here.
        Some(Kind::Misuse | Kind::NotAcquired) => ("failed", "own_lock"),
    };
    enter(|| Event { waited: waited.unwrap_or_default(), ..Event::of(event, outcome, scope, Instant::now()) });
}

/// Enters what became of a lease that has ended.
pub fn enter_ended(scope: &Scope, token: &Token, ended: &EndedLease, fate: Fate) {
    let unknown = if ended.has_expired { "expired" } else { "abandoned" };
    let (event, outcome) = match fate {
        Fate::Released => ("released", ended.leaves.unwrap_or(ended.by.word())),
        Fate::TokenGone => ("lost", "token_gone"),
        Fate::NoReply if ended.by == EndedBy::Acquire => (unknown, ended.by.word()),
        Fate::NoReply => (unknown, "unreachable"),
        Fate::Left => (unknown, EndedBy::Left.word()),
    };
    enter(|| Event {
        keys: ended.keys,
        label: label_of(token),
        permit: ended.permit,
        waited: ended.waited,
        held: ended.held,
        ..Event::of(event, outcome, scope, ended.at)
    });
}

fn enter(event: impl FnOnce() -> Event) {
    let capacity = CAPACITY.get();
    if capacity == 0 {
        return;
    }
    let event = event();
    let is_overwritten = with_kept(|kept| {
        let oldest = if kept.events.len() >= capacity { kept.events.pop_front() } else { None };
        kept.events.push_back(Event { request: kept.request, ..event });
        oldest.is_some()
    });
    if is_overwritten != Some(false) {
        stats::count(Counter::Overwritten);
    }
}

fn label_of(token: &Token) -> Box<[u8]> {
    token.label().unwrap_or_default().as_bytes().into()
}

fn key(scope: &Scope) -> &[u8] {
    kept_of(scope.named()[0].as_bytes())
}

/// Returns what is kept of a key.
fn kept_of(key: &[u8]) -> &[u8] {
    &key[..key.len().min(LONGEST_KEY)]
}

/// Returns what the time of day was then, since 1970.
fn time_of_day(at: Instant) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.saturating_sub(at.until(Instant::now()))
}

/// Gives access to what this thread keeps; `None` when the thread's storage has gone. What a child of fork has inherited is its
/// parent's, though the child goes on in the same request.
fn with_kept<T>(work: impl FnOnce(&mut Kept) -> T) -> Option<T> {
    KEPT.try_with(|kept| kept.with(|kept| kept.events.clear(), work)).ok()
}

impl EndedBy {
    /// Returns PHP's word for it.
    fn word(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Run => "run",
            Self::Force => "force",
            Self::Object => "object",
            Self::Request => "request",
            Self::ReleaseAll => "release_all",
            Self::Acquire => "acquire",
            Self::Left => "left",
        }
    }
}

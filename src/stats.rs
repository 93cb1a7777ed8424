//! Owns the counters of this process, and the histograms of its waits and holds. A forked child goes on from its parent's.
//! Does not own what is counted when (each caller says); how PHP shows them (`php::observed`).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::histogram::Histogram;

/// What is counted, in the order PHP shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Leases taken.
    Acquired,
    /// Acquires that found the lock held by another.
    Contended,
    /// Acquires that waited, successful or not.
    Waited,
    /// Leases released, by hand or automatically.
    Released,
    /// Leases found lost: the key no longer had their token.
    Lost,
    /// Leases extended by renewal, each time.
    Renewed,
    /// Connections replaced: the peer had closed, or a reply did not come.
    Reconnected,
    /// Verbs, automatic releases among them, that got an error or no reply.
    Failed,
    /// Leases that a worker's request, job or task still held at its end, and that were released then.
    Forgotten,
    /// Events that were not taken out before others took their place.
    Overwritten,
}

/// Every counter with the name PHP gives it.
pub const ALL: [(Counter, &str); 10] = [
    (Counter::Acquired, "acquired"),
    (Counter::Contended, "contended"),
    (Counter::Waited, "waited"),
    (Counter::Released, "released"),
    (Counter::Lost, "lost"),
    (Counter::Renewed, "renewed"),
    (Counter::Reconnected, "reconnected"),
    (Counter::Failed, "failed"),
    (Counter::Forgotten, "forgotten"),
    (Counter::Overwritten, "overwritten"),
];

static COUNTS: [AtomicU64; ALL.len()] = [const { AtomicU64::new(0) }; ALL.len()];
/// How long acquires have waited that did; added when the wait has ended.
pub static WAITS: Histogram = Histogram::new();
/// How long leases were held that have ended, from acquire's answer on.
pub static HOLDS: Histogram = Histogram::new();

/// Adds one.
pub fn count(counter: Counter) {
    number(counter);
}

/// Adds one, and returns which one in this process that is, from 1.
pub fn number(counter: Counter) -> u64 {
    COUNTS[counter as usize].fetch_add(1, Ordering::Relaxed) + 1
}

/// Returns a counter's value in this process.
pub fn read(counter: Counter) -> u64 {
    COUNTS[counter as usize].load(Ordering::Relaxed)
}

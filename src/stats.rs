//! Owns the counters of this process.
//! Does not own what is counted when (each caller says); how PHP shows them (`php::class`).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::process::ForkGuard;

/// What is counted, in the order PHP shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Leases taken.
    Acquired,
    /// Acquires that found the lock held by another.
    Contended,
    /// Acquires that waited, whatever came of it.
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
}

/// Every counter with the name PHP gives it.
pub const ALL: [(Counter, &str); 9] = [
    (Counter::Acquired, "acquired"),
    (Counter::Contended, "contended"),
    (Counter::Waited, "waited"),
    (Counter::Released, "released"),
    (Counter::Lost, "lost"),
    (Counter::Renewed, "renewed"),
    (Counter::Reconnected, "reconnected"),
    (Counter::Failed, "failed"),
    (Counter::Forgotten, "forgotten"),
];

static COUNTS: [AtomicU64; ALL.len()] = [const { AtomicU64::new(0) }; ALL.len()];
/// The process the counts belong to; a forked child inherits them and starts anew.
static PROCESS: AtomicU64 = AtomicU64::new(ForkGuard::NOWHERE.bits());

/// Adds one.
pub fn count(counter: Counter) {
    number(counter);
}

/// Adds one, and returns which one in this process that is, from 1.
pub fn number(counter: Counter) -> u64 {
    own();
    COUNTS[counter as usize].fetch_add(1, Ordering::Relaxed) + 1
}

/// Returns a counter's value in this process.
pub fn read(counter: Counter) -> u64 {
    own();
    COUNTS[counter as usize].load(Ordering::Relaxed)
}

/// Zeroes the counters on the first touch in a process. A child of fork has one thread, so nothing is counted meanwhile.
fn own() {
    let here = ForkGuard::here().bits();
    if PROCESS.swap(here, Ordering::Relaxed) != here {
        for count in &COUNTS {
            count.store(0, Ordering::Relaxed);
        }
    }
}

//! Owns the tests that look at the process's counters: one at a time.
//! Does not own what a program sees of them (php-tests).

// A failed unwrap is a failed test; clippy allows it by itself only inside functions marked #[test].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ahead;
mod events;
mod request_end;
#[path = "../support/mod.rs"]
mod support;
mod waiting;

use std::sync::{Mutex, MutexGuard, PoisonError};

use redislock::stats::{Counter, read};

/// Keeps the other tests of this program from counting.
pub(crate) fn in_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What has become of leases so far.
pub(crate) fn counted() -> [u64; 3] {
    [Counter::Released, Counter::Lost, Counter::Failed].map(read)
}

/// What has been counted since.
pub(crate) fn since(before: [u64; 3]) -> [u64; 3] {
    let now = counted();
    std::array::from_fn(|index| now[index] - before[index])
}

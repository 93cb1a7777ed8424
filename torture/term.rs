//! Owns how long a nemesis works, and its sleep in between.
//! Does not own what it does then (nemesis.rs, strike.rs).

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Until when it works, and whether it has to stop at once because another part of the run has failed.
pub(crate) struct Term<'a> {
    pub(crate) end: Instant,
    pub(crate) over: &'a AtomicBool,
}

impl Term<'_> {
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.end || self.over.load(Ordering::SeqCst)
    }

    pub(crate) fn sleep(&self, ms: u64) {
        let until = Instant::now() + Duration::from_millis(ms);
        while Instant::now() < until && !self.is_over() {
            thread::sleep(Duration::from_millis(5).min(until.saturating_duration_since(Instant::now())));
        }
    }
}

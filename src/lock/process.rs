//! Owns what a process's fork, and its end, mean for all that locks use.
//! Does not own when they happen (`php::life_cycle`).

use crate::events;
use crate::net::live;
use crate::node::{flush, pool};
use crate::process;
use crate::renewal;

/// In every child of a fork, before anything else.
pub fn forked() {
    process::forked();
    live::forked();
}

/// Notes whether this thread's waits may be suspended from now on, so that several go on at a time.
pub fn suspends_waits(suspends: bool) {
    pool::keep_several(suspends);
}

/// Ends the thread of renewal, closes this thread's idle links, and forgets what it owes and its events.
pub fn close() {
    renewal::stop();
    flush::close();
    events::forget();
}

//! Owns what a process's fork, and its end, mean for all that locks use.
//! Does not own when they happen (`php::life_cycle`).

use crate::events;
use crate::net::live;
use crate::node::late::flush;
use crate::process;
use crate::renewal;

/// In every child of a fork, before anything else.
pub fn forked() {
    process::forked();
    live::forked();
}

/// Ends the threads of renewal, closes this thread's idle links, and forgets what it owes and its events.
pub fn close() {
    renewal::stop();
    flush::close();
    events::forget();
}

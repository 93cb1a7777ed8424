//! Owns the log of locks that were lost, or stay for ever, and of which no call has told.
//! Does not own finding that out (`node::late_releases`), when that is (`life_cycle`).

use crate::lock::registry::{self, Untold};
use crate::php::{engine, ini};

/// Logs what became of locks without a word to the program: what was lost only where that is set.
pub(super) fn report() {
    for (lock, what) in registry::take_untold() {
        engine::log(&match what {
            Untold::Lost if !ini::report_lost() => continue,
            Untold::Lost => {
                format!("redislock: lock {lock} was lost before it was released: its ttl ran out or it was removed")
            }
            Untold::Stays => format!(
                "redislock: lock {lock} has no ttl and stays: its release got no reply, and is not sent again because others know its \
                 token; once nobody trusts it any more, remove it by forceRelease()"
            ),
        });
    }
}

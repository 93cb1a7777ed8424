//! Owns the log of locks that automatic releases found lost.
//! Does not own finding them (`node::late_releases`), when that is (`life_cycle`).

use crate::lock::registry;
use crate::php::{engine, ini};

/// Logs the locks that automatic releases found lost, where that is set.
pub(super) fn report() {
    let lost = registry::take_lost();
    if lost.is_empty() || !ini::report_lost() {
        return;
    }
    for lock in lost {
        engine::log(&format!(
            "redislock: lock {lock} was lost before it was released: its ttl ran out or it was removed"
        ));
    }
}

//! Owns the log of locks that were lost, or stay for ever, and of which no call has told.
//! Does not own finding that out (`node::late`), when that is (`life_cycle`).

use crate::lock::registry;
use crate::php::{engine, ini};

/// Logs them; those that were lost only where that is set.
pub(super) fn report() {
    if !registry::has_untold() {
        return;
    }
    for lock in registry::take_staying() {
        engine::log(&format!(
            "redislock: lock {lock} has no ttl and stays: it could not be released, and no release of it is sent any more; \
             once nobody trusts it any more, remove it by forceRelease()"
        ));
    }
    for lock in registry::take_lost().into_iter().filter(|_| ini::report_lost()) {
        engine::log(&format!(
            "redislock: lock {lock} was lost before it was released: its ttl ran out or it was removed"
        ));
    }
}

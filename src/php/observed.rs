//! Owns what RedisLock::stats() and RedisLock::events() return, and when a thread's events go with their request.
//! Does not own counting (`stats`), entering (`events`).

use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::ZendHashTable;

use crate::events::{self, Event};
use crate::histogram::{self, Spans};
use crate::php::ini;
use crate::php::long_list::long_list;
use crate::stats;

/// Begins a request of PHP's. Another application's events would show it another one's keys: those of the last request stay only
/// where the locks are the same.
pub(super) fn begin_request() {
    events::begin_request();
    if !ini::are_the_same_locks() {
        events::forget();
    }
}

pub(super) fn stats() -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    for (counter, name) in stats::ALL {
        table.insert(name, integer(stats::read(counter)))?;
    }
    table.insert("waits", spans(&stats::WAITS.read())?)?;
    table.insert("holds", spans(&stats::HOLDS.read())?)?;
    Ok(table)
}

fn spans(spans: &Spans) -> PhpResult<ZBox<ZendHashTable>> {
    let mut buckets = ZendHashTable::new();
    for (index, &count) in spans.buckets.iter().enumerate() {
        let mut bucket = ZendHashTable::new();
        bucket.push(histogram::bound(index).map_or(f64::INFINITY, |bound| bound.as_secs_f64()))?;
        bucket.push(integer(count))?;
        buckets.push(bucket)?;
    }
    let mut table = ZendHashTable::new();
    table.insert("count", integer(spans.buckets.iter().sum()))?;
    table.insert("sum", spans.sum.as_secs_f64())?;
    table.insert("longest", spans.longest.as_secs_f64())?;
    table.insert("buckets", buckets)?;
    Ok(table)
}

/// Takes them out one by one: PHP may end the script for lack of memory in the middle.
pub(super) fn events() -> PhpResult<ZBox<ZendHashTable>> {
    long_list(std::iter::from_fn(events::take), |entry| event(&entry))
}

/// How the fields of an event follow each other is part of the API.
fn event(entry: &Event) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    table.insert("event", entry.event)?;
    table.insert("outcome", entry.outcome)?;
    table.insert("key", &*String::from_utf8_lossy(&entry.key))?;
    table.insert("keys", i64::from(entry.keys))?;
    table.insert("name", &*String::from_utf8_lossy(&entry.name()))?;
    table.insert("label", text(&entry.label))?;
    table.insert("permit", entry.permit.map(i64::from))?;
    table.insert("waited", entry.waited.as_secs_f64())?;
    table.insert("held", entry.held.map(|held| held.as_secs_f64()))?;
    table.insert("time", entry.time.as_secs_f64())?;
    table.insert("request", integer(entry.request))?;
    Ok(table)
}

fn text(bytes: &[u8]) -> Option<String> {
    (!bytes.is_empty()).then(|| String::from_utf8_lossy(bytes).into_owned())
}

fn integer(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

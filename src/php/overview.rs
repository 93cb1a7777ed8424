//! Owns what RedisLock::describe(), RedisLock::locks() and RedisLock::scan() return: arrays of what is known of locks.
//! Does not own the requests (`lock::overview`).

use std::sync::Arc;

use ext_php_rs::binary::Binary;
use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::ZendHashTable;

use crate::error::Kind;
use crate::events;
use crate::failure::Interruption;
use crate::key::Key;
use crate::lock::overview;
use crate::php::{engine, exceptions, ini};
use crate::token;
use crate::topology::{LockInfo, PermitInfo, Scan, Scanned, Topology};
use crate::ttl::Ttl;

/// How the fields of a lock follow each other is part of the API.
pub(super) fn table(key: &Key, info: &LockInfo) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    let prefix = ini::prefix();
    let own = key.as_bytes().strip_prefix(&prefix[..]).unwrap_or(key.as_bytes());
    table.insert("key", bytes(key.as_bytes()))?;
    table.insert("name", bytes(own))?;
    table.insert("type", info.kind.as_str())?;
    table.insert("token", info.token.as_deref().map(bytes))?;
    table.insert("label", info.token.as_deref().and_then(token::label_of))?;
    table.insert("remaining", seconds(info.left))?;
    table.insert("waiting", info.waits)?;
    table.insert("fence", info.fence.map(|fence| i64::try_from(fence).unwrap_or(i64::MAX)))?;
    table.insert("resting", info.rests)?;
    table.insert("permits", i64::from(info.count))?;
    table.insert("holders", holders(info)?)?;
    table.insert("pattern", Binary::new(events::name(key.as_bytes(), &prefix)))?;
    Ok(table)
}

/// The leases of a key with several permits; of another one all is told already.
fn holders(info: &LockInfo) -> PhpResult<ZBox<ZendHashTable>> {
    let mut list = ZendHashTable::new();
    for PermitInfo { number, info } in &info.permits {
        list.push(holder(*number, info)?)?;
    }
    Ok(list)
}

fn holder(number: u8, info: &LockInfo) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    table.insert("permit", i64::from(number))?;
    table.insert("type", info.kind.as_str())?;
    table.insert("token", info.token.as_deref().map(bytes))?;
    table.insert("label", info.token.as_deref().and_then(token::label_of))?;
    table.insert("remaining", seconds(info.left))?;
    table.insert("resting", info.rests)?;
    Ok(table)
}

fn bytes(text: &[u8]) -> Binary<u8> {
    Binary::new(text.to_vec())
}

fn seconds(left: Ttl) -> f64 {
    match left {
        Ttl::For(span) => span.as_secs_f64(),
        Ttl::Forever => f64::INFINITY,
    }
}

/// What RedisLock::scan() returns of a scan.
pub(super) fn scanned(found: &Scanned) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    table.insert("locks", locks(found)?)?;
    table.insert("keys", i64::try_from(found.keys).unwrap_or(i64::MAX))?;
    table.insert("complete", found.complete)?;
    Ok(table)
}

/// What RedisLock::locks() returns of one.
pub(super) fn locks(found: &Scanned) -> PhpResult<ZBox<ZendHashTable>> {
    let mut list = ZendHashTable::new();
    for (key, info) in &found.locks {
        list.push(table(key, info)?)?;
    }
    Ok(list)
}

/// Looks for locks; signal handlers run meanwhile, and may throw.
pub(super) fn scan(topology: Arc<dyn Topology>, scan: Scan) -> PhpResult<Scanned> {
    let found = engine::interruptible(|| overview::scan(&*topology, &scan, Some(&engine::PHP)));
    match found {
        Err(error) if error.kind() == Kind::Interrupted(Interruption::FatalError) => {
            drop(error);
            engine::raise_again((topology, scan));
        }
        other => other.map_err(|error| exceptions::throw(&error)),
    }
}

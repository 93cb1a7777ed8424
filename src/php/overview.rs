//! Owns what RedisLock::describe(), RedisLock::locks() and RedisLock::scan() return: arrays of what is known of locks.
//! Does not own the requests (`operator`).

use std::sync::Arc;

use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::ZendHashTable;

use crate::error::Kind;
use crate::events;
use crate::failure::Interruption;
use crate::key::Key;
use crate::lock::Topology;
use crate::operator::{self, LockInfo, PermitInfo, Scan, Scanned};
use crate::php::long_list::long_list;
use crate::php::{engine, exceptions, ini};
use crate::token;
use crate::ttl::Ttl;

/// How the fields of a lock follow each other is part of the API.
pub(super) fn table(key: &Key, info: &LockInfo) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    let prefix = ini::prefix();
    let own = key.as_bytes().strip_prefix(&prefix[..]).unwrap_or(key.as_bytes());
    table.insert("key", &*String::from_utf8_lossy(key.as_bytes()))?;
    table.insert("name", &*String::from_utf8_lossy(own))?;
    table.insert("type", info.kind.as_str())?;
    table.insert("token", info.token.as_deref().map(String::from_utf8_lossy).as_deref())?;
    table.insert("label", info.token.as_deref().and_then(token::label_of))?;
    table.insert("remaining", seconds(info.left))?;
    table.insert("waiting", info.waits)?;
    table.insert("fence", info.fence.map(|fence| i64::try_from(fence).unwrap_or(i64::MAX)))?;
    table.insert("resting", info.rests)?;
    table.insert("done", info.done)?;
    table.insert("permits", i64::from(info.count))?;
    table.insert("holders", holders(info)?)?;
    let pattern = events::name(key.as_bytes(), key.as_bytes().len() - own.len());
    table.insert("pattern", &*String::from_utf8_lossy(&pattern))?;
    insert_exact(&mut table, "key_base64", Some(key.as_bytes()))?;
    insert_exact(&mut table, "name_base64", Some(own))?;
    insert_exact(&mut table, "token_base64", info.token.as_deref())?;
    insert_exact(&mut table, "pattern_base64", Some(&pattern))?;
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
    table.insert("token", info.token.as_deref().map(String::from_utf8_lossy).as_deref())?;
    table.insert("label", info.token.as_deref().and_then(token::label_of))?;
    table.insert("remaining", seconds(info.left))?;
    table.insert("resting", info.rests)?;
    insert_exact(&mut table, "token_base64", info.token.as_deref())?;
    Ok(table)
}

/// What is no UTF-8 is there a second time, exactly: what stands in its place is to be read, and json_encode() takes it.
fn insert_exact(table: &mut ZendHashTable, name: &str, bytes: Option<&[u8]>) -> PhpResult<()> {
    match bytes {
        Some(bytes) if std::str::from_utf8(bytes).is_err() => Ok(table.insert(name, base64(bytes))?),
        Some(_) | None => Ok(()),
    }
}

/// As PHP's base64_encode() writes it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    text
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
    long_list(&found.locks, |(key, info)| table(key, info))
}

/// Looks for locks; signal handlers run meanwhile, and may throw.
pub(super) fn scan(topology: Arc<dyn Topology>, scan: Scan) -> PhpResult<Scanned> {
    let found = engine::interruptible(|| operator::scan(&*topology, &scan, Some(&engine::PHP)));
    match found {
        Err(error) if error.kind() == Kind::Interrupted(Interruption::FatalError) => {
            drop(error);
            engine::raise_again((topology, scan));
        }
        other => other.map_err(|error| exceptions::throw(&error)),
    }
}

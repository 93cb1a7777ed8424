//! Owns looking for locks on one node: by SCAN, page by page, and describing what was found in one write a page.
//! Does not own which nodes are scanned (`scan`).

use std::collections::{BTreeMap, HashSet};

use redis::{Value, cmd};

use crate::connection::Call;
use crate::failure::Failure;
use crate::key::Key;
use crate::leaves::is_marker;
use crate::net::interrupts::{self, Interrupts};
use crate::node::Node;
use crate::node::link::Link;
use crate::operator::{Scan, Scanned, describe, glob};
use crate::refusal::{Code, Forbidden};
use crate::scripts::LockInfo;
use crate::token;

/// About how many keys a page has: few enough that its reply stays below what is read of one, many enough that a round
/// trip is worth it.
const PAGE: u32 = 400;

/// A name in Redis, and the lock that is known by it: its own key, or that of which it is a permit.
#[derive(Debug)]
struct Found {
    name: Vec<u8>,
    key: Key,
}

/// What was found so far: a SCAN may tell a key twice.
#[derive(Debug, Default)]
pub(super) struct ScanResult {
    /// The locks, in the order of their keys.
    locks: BTreeMap<Vec<u8>, (Key, LockInfo)>,
    /// The number of keys that were looked at.
    keys: usize,
    /// It was ended by a bound, with keys left, or a slot is being moved, whose keys another node has by now.
    cut: bool,
    /// Reason a key could not be read; no reply at all when none could.
    refusal: Option<Failure>,
    readable: bool,
}

impl ScanResult {
    /// Returns at most so many locks.
    /// Errors: the refusal, when not one key could be read for it.
    pub(super) fn finish(self, most: usize) -> Result<Scanned, Failure> {
        match self.refusal {
            Some(refusal) if !self.readable => Err(refusal),
            _ => Ok(Scanned {
                complete: !self.cut && self.locks.len() <= most,
                keys: self.keys,
                locks: self.locks.into_values().take(most).collect(),
            }),
        }
    }

    /// Leaves a key out that could not be read.
    /// Errors: the failure, where it is not about that key alone.
    fn leave_out(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure.code() {
            Some(Code::Moved(_) | Code::Ask(_) | Code::TryAgain) => self.cut = true,
            // This user may not read it: so it is none of his locks.
            Some(Code::NoPerm(Forbidden::Key)) => self.refusal = Some(failure),
            _ => return Err(failure),
        }
        Ok(())
    }
}

/// Looks at all keys of one node, until enough locks are found.
/// Errors: those of the exchanges, and a SCAN that is refused.
pub(super) fn look(node: &Node, scan: &Scan, result: &mut ScanResult, interrupts: Interrupts) -> Result<(), Failure> {
    each_page(node, scan, interrupts, result, |link, call, keys, result| {
        let keys = candidates(link, call, scan.every_make, keys, result)?;
        note_each(link, call, &keys, result)?;
        Ok(result.locks.len() < scan.most)
    })
}

/// Finds the keys of one node that may be such locks, and learns nothing more about them.
/// Errors: as of [`look`], and the refusal, when not one key could be read for it.
pub(super) fn keys(node: &Node, scan: &Scan, interrupts: Interrupts) -> Result<(Vec<Key>, Scanned), Failure> {
    let (mut found, mut result) = (Vec::new(), ScanResult::default());
    each_page(node, scan, interrupts, &mut result, |link, call, keys, result| {
        found.extend(candidates(link, call, scan.every_make, keys, result)?);
        Ok(true)
    })?;
    result.finish(0).map(|scanned| (found, scanned))
}

/// Gets the keys of one node page by page, as long as `work` says that it needs more.
fn each_page(
    node: &Node,
    scan: &Scan,
    interrupts: Interrupts,
    result: &mut ScanResult,
    mut work: impl FnMut(&mut Link, &Call<'_>, Vec<Found>, &mut ScanResult) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let (mut checkout, mut cursor, mut goes_on) = (node.checkout(interrupts), b"0".to_vec(), true);
    while goes_on && !scan.bounds.are_reached(result.keys) {
        let (next, number, needs_more) = checkout.with(|link, call| {
            let (next, keys) = page(link, call, scan, &cursor)?;
            Ok((next, keys.len(), work(link, call, keys, result)?))
        })?;
        result.keys += number;
        if next == b"0" {
            return Ok(());
        }
        (cursor, goes_on) = (next, needs_more);
        attend(interrupts)?;
    }
    result.cut = true;
    Ok(())
}

/// Lets the program leave: an exchange does so only where its reply takes long, and a million quick ones take long as well.
pub(super) fn attend(interrupts: Interrupts) -> Result<(), Failure> {
    interrupts::attend(interrupts).map_err(|by| Failure::Interrupted { by, sent: false })
}

/// Gets one page of keys; those beside a lock are left out, unless they are its permits.
fn page(link: &mut Link, call: &Call<'_>, scan: &Scan, cursor: &[u8]) -> Result<(Vec<u8>, Vec<Found>), Failure> {
    let mut command = cmd("SCAN");
    command.arg(cursor).arg("MATCH").arg(glob::with_permits(scan)).arg("COUNT").arg(PAGE);
    let reply = link.exchange_one(call, &command)?;
    let Some((next, names)) = read_page(link.refusal(reply)?) else { return Err(link.protocol_error()) };
    let found = names.into_iter().filter_map(|name| {
        let key = Key::new(b"", &name).ok().or_else(|| Key::of_permit(&name))?;
        glob::matches(scan, key.as_bytes()).then_some(Found { name, key })
    });
    Ok((next, found.collect()))
}

fn read_page(reply: Value) -> Option<(Vec<u8>, Vec<Vec<u8>>)> {
    let Value::Array(parts) = reply else { return None };
    let Ok([Value::BulkString(cursor), Value::Array(names)]) = <[Value; 2]>::try_from(parts) else { return None };
    let names = names.into_iter().map(|name| if let Value::BulkString(name) = name { Some(name) } else { None });
    Some((cursor, names.collect::<Option<_>>()?))
}

/// Picks the keys that are worth a request by the beginnings of their values: a Redis may have a million others.
fn candidates(
    link: &mut Link,
    call: &Call<'_>,
    every_make: bool,
    found: Vec<Found>,
    result: &mut ScanResult,
) -> Result<Vec<Key>, Failure> {
    // A lock may be known by several of its permits.
    let found: Vec<Found> =
        found.into_iter().filter(|found| !result.locks.contains_key(found.key.as_bytes())).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let look = |found: &Found| cmd("GETRANGE").arg(&found.name).arg(0).arg(token::FRESH).clone();
    let replies = link.exchange(call, &found.iter().map(look).collect::<Vec<_>>())?;
    let (mut worth, mut known) = (Vec::new(), HashSet::new());
    for (Found { key, .. }, reply) in found.into_iter().zip(replies) {
        let is_worth = match link.refusal(reply) {
            Ok(Value::BulkString(head)) => {
                every_make || token::is_fresh(&head) || head == token::REST || is_marker(&head)
            }
            Ok(_) => return Err(link.protocol_error()),
            Err(failure) if failure.code() == Some(&Code::WrongType) => every_make,
            Err(failure) => {
                result.leave_out(failure)?;
                continue;
            }
        };
        result.readable = true;
        if is_worth && known.insert(key.clone()) {
            worth.push(key);
        }
    }
    Ok(worth)
}

/// Describes the keys, and notes them; what has gone meanwhile is left out.
fn note_each(link: &mut Link, call: &Call<'_>, keys: &[Key], result: &mut ScanResult) -> Result<(), Failure> {
    for (key, described) in keys.iter().zip(describe::each(link, call, keys)?) {
        match described {
            Ok(Some(info)) => _ = result.locks.insert(key.as_bytes().to_vec(), (key.clone(), info)),
            Ok(None) => {}
            Err(failure) => result.leave_out(failure)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bulk(text: &str) -> Value {
        Value::BulkString(text.as_bytes().to_vec())
    }

    #[test]
    fn what_is_no_page_is_refused() {
        let page = |parts| read_page(Value::Array(parts));
        assert_eq!(
            page(vec![bulk("17"), Value::Array(vec![bulk("a"), bulk("b")])]),
            Some((b"17".to_vec(), vec![b"a".to_vec(), b"b".to_vec()]))
        );
        assert_eq!(read_page(Value::Okay), None);
        assert_eq!(page(vec![bulk("17")]), None);
        assert_eq!(page(vec![Value::Int(17), Value::Array(vec![])]), None);
        assert_eq!(page(vec![bulk("0"), Value::Array(vec![Value::Int(1)])]), None);
    }
}

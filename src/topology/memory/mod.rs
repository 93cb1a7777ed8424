//! Owns the verbs of a lock in this process's memory (`memory:`), which is for tests: it excludes no other process.
//! Does not own the keys there (`table`), extending what is renewed (`renewal`).
//!
//! Each verb is one step, as a script is in Redis, and gives the replies that the scripts of `src/lua/` do. None of them fails.

mod table;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::key::{Companion, Key};
use crate::leaves::{Leaves, is_marker};
use crate::net::interrupts::Interrupts;
use crate::node::late;
use crate::scope::Scope;
use crate::scripts::{CurrentHolder, Detail, FENCE_MS, Holding, LockInfo, PermitInfo, Removed};
use crate::token::{Promise, REST, Token};
use crate::topology::memory::table::{Entry, OpenTable};
use crate::topology::{
    Acquired, Attempt, Extend, ExtendReply, LateLease, Layout, NodeAddress, Reason, Released, Removable, Topology,
    Waiter, WakeUp, When, pause,
};
use crate::ttl::{Deadline, Ttl};

/// How often a waiter tries.
const POLL: Duration = Duration::from_millis(10);
/// What an operator sees in place of a Redis type.
const KIND: &str = "memory";

/// This process's memory, shared by its threads. In a forked child nothing is there.
#[derive(Clone, Copy, Debug)]
pub struct Memory;

impl Memory {
    /// Tells what there is to know of a lock; `None` when it is free.
    pub(crate) fn describe(key: &Key) -> Option<LockInfo> {
        describe(&OpenTable::open(), key)
    }

    /// Tells what there is to know of all locks whose key `is_meant` picks, in the order of their keys.
    pub(crate) fn describe_all(is_meant: impl Fn(&Key) -> bool) -> Vec<(Key, Option<LockInfo>)> {
        let table = OpenTable::open();
        let found: BTreeMap<Vec<u8>, Key> = table
            .names()
            .filter_map(|name| Key::new(b"", name).ok().or_else(|| Key::of_permit(name)))
            .filter(is_meant)
            .map(|key| (key.as_bytes().to_vec(), key))
            .collect();
        found.into_values().map(|key| (key.clone(), describe(&table, &key))).collect()
    }
}

impl Topology for Memory {
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        let table = &mut OpenTable::open();
        let Attempt { scope, ref token, ttl, .. } = *attempt;
        let permit = match free_permit(table, scope, token) {
            Ok(permit) => permit,
            Err(holder) => return Ok(Acquired::Another(Some(holder))),
        };
        let until = table.end(ttl);
        for key in scope.at(permit).keys() {
            table.set(key.as_bytes(), token.as_bytes(), until);
        }
        let named = scope.named();
        if let Scope::Permits(all) = scope {
            let until = table.end(keeping(ttl));
            table.set(&named[0].companion(Companion::Permits), all.len().to_string().as_bytes(), until);
        }
        let fence = attempt.fenced.then(|| next_fence(table, named, ttl));
        Ok(Acquired::Ours { deadline: ttl.deadline(table.now), fence, permit })
    }

    fn waiter<'a>(&'a self, _: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(MemoryWaiter(interrupts))
    }

    fn addresses(&self) -> &[Arc<Address>] {
        // Only this place has none.
        &[]
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Memory
    }

    fn goals(&self, _: &Scope) -> Result<Vec<NodeAddress>, Failure> {
        Ok(Vec::new())
    }

    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure> {
        let gone = release(&mut OpenTable::open(), scope, lease.token, lease.leaves);
        Ok(if gone { Released::Gone } else { Released::NotOurs })
    }

    fn extend(&self, each: &[Extend<'_>], _: Duration) -> Vec<ExtendReply> {
        let extended = |one: &Extend<'_>| {
            let mut deadline = None;
            let mut extend = || deadline = extend(&mut OpenTable::open(), one);
            match one.gate {
                Some(gate) => _ = gate.pass(&mut extend),
                None => extend(),
            }
            Ok(deadline)
        };
        each.iter().map(extended).collect()
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        let (table, its) = (OpenTable::open(), scope.keys());
        let held: Vec<(u8, &Entry)> =
            (1..).zip(its).filter_map(|(number, key)| Some((number, table.get(key.as_bytes())?))).collect();
        let ours = held.iter().filter(|(_, entry)| token.is_some_and(|token| entry.value == token.as_bytes()));
        let until = |entry: &Entry| table.left(entry.until).deadline(table.now);
        let found = match scope {
            Scope::Permits(_) => ours.clone().next().map(|(number, entry)| (until(entry), Some(*number))),
            Scope::Key(_) | Scope::All(_) if ours.clone().count() < its.len() => None,
            Scope::Key(_) | Scope::All(_) => ours.map(|(_, entry)| until(entry)).min().map(|until| (until, None)),
        };
        let is_free = matches!(scope, Scope::Permits(_)) && held.len() < its.len() && detail == Detail::Whether;
        Ok(match (found, held.first()) {
            (Some((deadline, permit)), _) => Holding::Ours(deadline, permit),
            (None, Some((_, entry))) if !is_free => Holding::Another(entry.value.clone()),
            (None, _) => Holding::Free,
        })
    }

    fn force(&self, scope: &Scope, own: Option<LateLease<'_>>, _: Removable) -> Result<Removed, Failure> {
        let mut table = OpenTable::open();
        let held: Vec<&Key> = scope.keys().iter().filter(|key| table.get(key.as_bytes()).is_some()).collect();
        let ours = held.iter().filter(|key| own.is_some_and(|own| table.has(key, own.token))).count();
        let needed = if let Scope::Permits(_) = scope { 1 } else { scope.keys().len() };
        for key in &held {
            table.remove(key);
        }
        Ok(match held.len() {
            0 => Removed::Nothing,
            _ if ours >= needed => Removed::Ours,
            _ => Removed::Anothers,
        })
    }

    fn release_late(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason, _: When) {
        let gone = release(&mut OpenTable::open(), scope, lease.token, lease.leaves);
        if reason == Reason::Ended {
            late::count_ended(scope, lease.token, lease.ended.as_ref(), Some(gone));
        }
    }
}

/// One waiter, which tries by the clock.
struct MemoryWaiter(Interrupts);

impl Waiter for MemoryWaiter {
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        Memory.acquire(attempt)
    }

    fn sleep(&mut self, _: CurrentHolder, end: Option<Instant>) -> WakeUp {
        pause::until(Instant::now().after(POLL), end, self.0)
    }
}

fn extend(table: &mut OpenTable, Extend { scope, token, ttl, .. }: &Extend<'_>) -> Option<Deadline> {
    let its = scope.keys();
    if !its.iter().all(|key| table.has(key, token)) {
        return None;
    }
    let until = table.end(*ttl);
    let least = its.iter().filter_map(|key| table.prolong(key, until)).min();
    least.map(|until| table.left(until).deadline(table.now))
}

/// Finds what may be taken: of permits the lowest that is free, which it returns; of keys all or none.
/// Errors: what is in the way, and for how long.
fn free_permit(table: &OpenTable, scope: &Scope, token: &Token) -> Result<Option<u8>, CurrentHolder> {
    let entries: Vec<Option<&Entry>> = scope.keys().iter().map(|key| table.get(key.as_bytes())).collect();
    let mut held = entries.iter().flatten();
    let until = match scope {
        Scope::Key(_) | Scope::All(_) => match held.next() {
            None => return Ok(None),
            Some(first) => first.until,
        },
        Scope::Permits(_) => {
            // A given token is at one permit at most: the holder of that is another object.
            let is_there = held.clone().any(|entry| entry.value == token.as_bytes());
            let free = (1..).zip(&entries).find_map(|(number, entry)| entry.is_none().then_some(number));
            if free.is_some() && !is_there {
                return Ok(free);
            }
            held.map(|entry| entry.until).min().unwrap_or(Deadline::Never)
        }
    };
    let is_done =
        matches!(scope, Scope::Key(key) if table.get(key.as_bytes()).is_some_and(|entry| is_marker(&entry.value)));
    let left = table.left(until);
    Err(CurrentHolder { left, promise: Promise::Signals, index: 0, is_done, may_end_silently: false })
}

/// Returns the number of a lease, and keeps it beside its keys: greater than that of every earlier one, as in Redis.
fn next_fence(table: &mut OpenTable, named: &[Key], ttl: Ttl) -> u64 {
    let kept: Vec<Vec<u8>> = named.iter().map(|key| key.companion(Companion::Fence)).collect();
    let last = kept.iter().filter_map(|name| number(table, name)).max().unwrap_or(0);
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    let fence = u64::try_from(clock).unwrap_or(0).max(last + 1);
    let until = table.end(keeping(ttl));
    for name in kept {
        table.set(&name, fence.to_string().as_bytes(), until);
    }
    fence
}

/// Returns how long the companions of a key with this ttl stay at least.
fn keeping(ttl: Ttl) -> Ttl {
    ttl.max(Ttl::For(Duration::from_millis(FENCE_MS)))
}

fn number<T: std::str::FromStr>(table: &OpenTable, name: &[u8]) -> Option<T> {
    std::str::from_utf8(&table.get(name)?.value).ok()?.parse().ok()
}

/// Releases what has this token, or leaves it at rest; tells whether the token had all that the scope covers.
fn release(table: &mut OpenTable, scope: &Scope, token: &Token, leaves: Leaves) -> bool {
    if let Leaves::Done(marker) = leaves
        && table.get(scope.first().as_bytes()).is_some_and(|entry| entry.value == marker.text())
    {
        // An earlier try has left it.
        return true;
    }
    let ours: Vec<&Key> = scope.keys().iter().filter(|key| table.has(key, token)).collect();
    let is_whole = ours.len() >= if let Scope::Permits(_) = scope { 1 } else { scope.keys().len() };
    // A lease that was lost in part was not its holder's alone: it leaves no rest.
    let until = leaves.until().filter(|until| is_whole && *until > table.now);
    let value: &[u8] = if let Leaves::Done(marker) = &leaves { marker.text() } else { REST };
    for key in ours {
        match until {
            Some(until) => table.set(key.as_bytes(), value, Deadline::At(until)),
            None => table.remove(key),
        }
    }
    is_whole
}

/// Tells what there is to know of a lock; where several permits are held, of the lowest.
fn describe(table: &OpenTable, key: &Key) -> Option<LockInfo> {
    let count = number(table, &key.companion(Companion::Permits)).unwrap_or(1);
    if count == 1 {
        return describe_one(table, key);
    }
    let permits = (1..=count).filter_map(|number| {
        let info = describe_one(table, &key.permit(number, count))?;
        Some(PermitInfo { number, info })
    });
    let permits: Vec<PermitInfo> = permits.collect();
    permits.first().cloned().map(|lowest| LockInfo { count, permits, ..lowest.info })
}

fn describe_one(table: &OpenTable, key: &Key) -> Option<LockInfo> {
    let entry = table.get(key.as_bytes())?;
    let (rests, done) = (entry.value == REST, is_marker(&entry.value));
    Some(LockInfo {
        kind: KIND.to_owned(),
        left: table.left(entry.until),
        token: (!rests && !done).then(|| entry.value.clone()),
        waits: None,
        fence: number(table, &key.companion(Companion::Fence)),
        rests,
        done,
        count: 1,
        permits: Vec::new(),
    })
}

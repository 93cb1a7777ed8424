//! Owns the rules about waiters: when a lock is free, one of those that wait for it has it soon.
//! Does not know who should have it: there is no order.

use std::collections::HashMap;

use super::super::fault::{Fault, Kind, MS, Nanos};
use super::super::history::{Call, History, Lease};
use super::super::observer::Sighting;
use super::super::orders::Layout;
use super::{Case, RELEASING, Report};

/// A signalled waiter has the lock within a millisecond; one that is left to its slice's end needs up to a second.
const SOON: Nanos = 600 * MS;
/// How long a slice is at most; a crashed or stopped waiter can cost as much.
const SLICE: Nanos = 1_000 * MS;
/// The most that a layout has.
const SERVERS: usize = 6;
/// From one look into Redis to the end of the next, on a busy machine.
const LOOK: Nanos = 50 * MS;

/// Behind a call that releases, or the end of a process that does.
const RULE: &str = "no waiter sleeps on a free lock";
/// Behind the last look that saw it in Redis, whatever removed it: its expiry above all.
const GONE: &str = "no waiter sleeps on a lock that is gone";

pub(super) fn check(history: &History, report: &mut Report) {
    let keys = by_key(history);
    for call in &history.calls {
        if let Some(free) = released(history, call) {
            asleep(history, &keys[free.key], &free, report);
        }
    }
    // Replicas follow later, and a quorum's lock is gone when it is gone at a majority.
    if !history.layout.is_one_server() {
        return;
    }
    for sighting in history.sightings.iter().filter(|sighting| sighting.last < history.over - 100 * MS) {
        // It is gone before the next look has ended.
        let (from, at) = (sighting.last, sighting.last + LOOK);
        let who = format!("{} is gone", sighting.token);
        if let Some(key) = keys.get(sighting.key.as_str()) {
            asleep(
                history,
                key,
                &Free { rule: GONE, key: &sighting.key, token: &sighting.token, from, at, who, is_told: true },
                report,
            );
        }
    }
}

/// What is known of one key.
#[derive(Default)]
struct OfKey<'a> {
    calls: Vec<&'a Call>,
    leases: Vec<&'a Lease>,
    sightings: Vec<&'a Sighting>,
}

fn by_key(history: &History) -> HashMap<&str, OfKey<'_>> {
    let mut keys: HashMap<&str, OfKey<'_>> = HashMap::new();
    for call in &history.calls {
        keys.entry(&call.key).or_default().calls.push(call);
    }
    for lease in &history.leases {
        keys.entry(&lease.key).or_default().leases.push(lease);
    }
    for sighting in &history.sightings {
        if let Some(key) = keys.get_mut(sighting.key.as_str()) {
            key.sightings.push(sighting);
        }
    }
    keys
}

/// A lock that nobody has from some moment on: before that somebody began to give it up.
struct Free<'a> {
    rule: &'static str,
    key: &'a str,
    /// Of the lease that has ended.
    token: &'a str,
    from: Nanos,
    at: Nanos,
    who: String,
    /// Redis has said that it is gone. Nobody hears what became of an object's release, or of an ending process's.
    is_told: bool,
}

/// The end of a lease that its holder still had.
fn released<'a>(history: &History, call: &'a Call) -> Option<Free<'a>> {
    let lease = history.lease_at(&call.token, call.begin);
    let trusted = |at: &Nanos| lease.is_some_and(|lease| lease.until > *at);
    let at = match call.verb.as_str() {
        "release" | "leave" | "force" if call.answer == "yes" => call.end,
        "drop" => call.end.filter(trusted),
        "end" if RELEASING.contains(&call.how.as_str()) => history.deaths.get(&call.pid).copied().filter(trusted),
        _ => None,
    }?;
    let who = format!("{} of {}", call.verb, call.pid);
    let is_told = !["drop", "end"].contains(&call.verb.as_str());
    Some(Free { rule: RULE, key: &call.key, token: &call.token, from: call.begin, at, who, is_told })
}

fn asleep(history: &History, key: &OfKey<'_>, free: &Free<'_>, report: &mut Report) {
    let waits = |until: Nanos| {
        let lasts =
            move |call: &&&Call| call.wait > 0 && call.begin < free.from - 20 * MS && history.left(call) > until;
        key.calls.iter().filter(lasts)
    };
    if waits(free.from).next().is_none() || history.faults.iter().any(|fault| disturbs(history, key, fault, free)) {
        return;
    }
    report.applied(free.rule);
    let late = free.at + SOON;
    let Some(sleeper) = waits(late).find(|call| call.begin + call.wait > late) else { return };
    let took = |lease: &&Lease| (free.from..=late).contains(&lease.taken);
    if !key.leases.iter().any(took) && !is_taken(history, key, free) {
        let text = format!("{}; {} slept on", free.who, sleeper.pid);
        report.broken(Case { rule: free.rule, from: sleeper.begin, at: late, key: free.key, text }, None);
    }
}

/// Whether somebody has it of whom no journal tells: who left by a signal handler while Redis owed an answer releases what it
/// may have taken at its next contact, or at its end. Then the lock is not free.
fn is_taken(history: &History, key: &OfKey<'_>, free: &Free<'_>) -> bool {
    let (soon, late) = (free.at + SOON / 2, free.at + SOON - 50 * MS);
    let has_it = |server: usize| {
        let there =
            |it: &&&Sighting| it.server == server && it.token != free.token && it.first <= soon && it.last >= late;
        key.sightings.iter().any(|it| there(&it))
    };
    // Of a quorum's five, most: what is left at one is no lock.
    let needed = if history.layout == Layout::Quorum { 3 } else { 1 };
    (0..SERVERS).filter(|server| has_it(*server)).count() >= needed
}

/// What may cost a waiter a slice: a Redis that was touched, a waiter of this key that was stopped or killed.
fn disturbs(history: &History, key: &OfKey<'_>, fault: &Fault, free: &Free<'_>) -> bool {
    let (from, until) = (free.from - SLICE - SOON, free.at + SOON);
    if !fault.touches(from, until) {
        return false;
    }
    let is_then = |call: &Call| call.begin <= until && history.left(call) >= from;
    match fault.kind {
        Kind::Interrupt | Kind::ScriptFlush => false,
        kind if kind.is_of_the_proxy() => key.calls.iter().any(|call| is_then(call) && history.by_proxy(call.pid)),
        kind if kind.hits_a_process() => key.calls.iter().any(|call| is_then(call) && fault.hits(call.pid)),
        // While a shard has no master all others say that the cluster is down, and take no release.
        kind if kind.wipes() && history.layout == Layout::Cluster && !free.is_told => true,
        _ => history.is_home(free.key, fault.target),
    }
}

//! Owns the rules about waiters: when a lock is free, one of those that wait for it has it soon.
//! Does not know who should have it: there is no order.

use std::collections::HashMap;

use super::{Case, RELEASING, Report, Seen, held};
use crate::fault::{Fault, Kind};
use crate::history::{Call, History, Lease};
use crate::layout::Layout;
use crate::observer::Sighting;
use crate::scope::Scope;
use crate::time::{MS, Nanos};

/// A signalled waiter has the lock within a millisecond; one that is left to its slice's end needs up to a second.
const SOON: Nanos = 600 * MS;
/// How long a slice is at most; a crashed or stopped waiter can cost as much.
const SLICE: Nanos = 1_000 * MS;
/// The most that a layout has.
const SERVERS: usize = 6;
/// From one look into Redis to the end of the next, on a busy machine.
const LOOK: Nanos = 50 * MS;

/// After a call that releases, or the end of a process that does.
const RULE: &str = "no waiter sleeps on a free lock";
/// After the last look that saw it in Redis, whatever removed it: its expiry above all.
const GONE: &str = "no waiter sleeps on a lock that is gone";

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    let names = by_name(history, seen);
    for call in &history.calls {
        if let Some(free) = released(history, call, seen) {
            asleep(history, &names, &free, report);
        }
    }
    // Replicas follow later, and a quorum's lock is gone when it is gone at a majority.
    if !history.layout.is_one_server() {
        return;
    }
    for sighting in history.sightings.iter().filter(|sighting| sighting.last < history.over - 100 * MS) {
        if names.contains_key(sighting.key.as_str()) {
            // It is gone before the next look has ended.
            let (from, at) = (sighting.last, sighting.last + LOOK);
            let (key, token, who) = (&sighting.key, &sighting.token, format!("{} is gone", sighting.token));
            let gone = std::slice::from_ref(key);
            let free = Free { rule: GONE, names: gone, key, token, from, at, who, is_told: true };
            asleep(history, &names, &free, report);
        }
    }
}

/// What is known of one name in Redis.
#[derive(Default)]
struct OfName<'a> {
    calls: Vec<&'a Call>,
    /// Also those that may have it, of one that was on some permit unseen.
    leases: Vec<&'a Lease>,
    sightings: Vec<&'a Sighting>,
}

type Names<'a> = HashMap<&'a str, OfName<'a>>;

fn by_name<'a>(history: &'a History, seen: &Seen<'_>) -> Names<'a> {
    let mut names: Names<'a> = HashMap::new();
    for call in &history.calls {
        for name in &call.scope.names {
            names.entry(name).or_default().calls.push(call);
        }
    }
    for lease in &history.leases {
        let known = held(lease, seen);
        for name in if known.is_empty() { &lease.scope.names } else { known } {
            names.entry(name).or_default().leases.push(lease);
        }
    }
    for sighting in &history.sightings {
        if let Some(name) = names.get_mut(sighting.key.as_str()) {
            name.sightings.push(sighting);
        }
    }
    names
}

/// Names that no process holds from some moment on: before that one began to release them.
struct Free<'a> {
    rule: &'static str,
    /// Of a lease on some permit unseen: all that it may have had.
    names: &'a [String],
    key: &'a str,
    /// Of the lease that has ended.
    token: &'a str,
    from: Nanos,
    at: Nanos,
    who: String,
    /// Redis has said that it is gone. No journal tells what became of an object's release, or of an ending process's.
    is_told: bool,
}

/// The end of a lease that its holder still had.
fn released<'a>(history: &'a History, call: &'a Call, seen: &Seen<'_>) -> Option<Free<'a>> {
    let lease = history.lease_at(&call.token, call.begin);
    // Of several that have its token it is not known whose end releases it.
    let trusted =
        |at: &Nanos| lease.is_some_and(|lease| lease.until > *at && !lease.is_shared && !history.is_left(lease, *at));
    let at = match call.verb.as_str() {
        "release" | "leave" | "force" if call.answer == "yes" => call.end,
        "drop" => call.end.filter(trusted),
        "end" if RELEASING.contains(&call.how.as_str()) => history.deaths.get(&call.pid).copied().filter(trusted),
        _ => None,
    }?;
    // What is at rest, or done, is not free: it is when that is gone.
    if call.done_for > 0 || call.verb != "force" && lease.is_some_and(|lease| lease.leaves_a_rest(call.begin)) {
        return None;
    }
    let who = format!("{} of {}", call.verb, call.pid);
    let is_told = !["drop", "end"].contains(&call.verb.as_str());
    // Force frees all permits.
    let known = lease.filter(|_| call.verb != "force").map_or(&[][..], |lease| held(lease, seen));
    let names = if known.is_empty() { &call.scope.names } else { known };
    Some(Free { rule: RULE, names, key: &call.key, token: &call.token, from: call.begin, at, who, is_told })
}

fn asleep(history: &History, names: &Names<'_>, free: &Free<'_>, report: &mut Report) {
    let waits = |until: Nanos| {
        let lasts =
            move |call: &&&Call| call.wait > 0 && call.begin < free.from - 20 * MS && history.left(call) > until;
        free.names.iter().flat_map(|name| &names[name.as_str()].calls).filter(lasts)
    };
    // Each kind of waiter by itself: what disturbs one need not disturb another.
    let mut scopes: Vec<&Scope> = Vec::new();
    for call in waits(free.from) {
        if !scopes.contains(&&call.scope) {
            scopes.push(&call.scope);
        }
    }
    scopes.retain(|scope| !history.faults.iter().any(|fault| disturbs(history, names, fault, free, scope)));
    if !scopes.is_empty() {
        report.applied(free.rule);
    }
    for scope in scopes {
        let late = free.at + soon(history, scope);
        let sleeps = |call: &&&Call| call.scope == *scope && call.begin + call.wait > late;
        let Some(sleeper) = waits(late).find(sleeps) else { continue };
        if could_have_it(history, names, free, scope, late) {
            let text = format!("{}; {} slept on", free.who, sleeper.pid);
            report.broken(Case { rule: free.rule, from: sleeper.begin, at: late, key: free.key, text }, None);
            return;
        }
    }
}

/// Whether a waiter of this kind could have had all that it waits for, or one of the permits, and none of its kind took it.
fn could_have_it(history: &History, names: &Names<'_>, free: &Free<'_>, scope: &Scope, late: Nanos) -> bool {
    let took = |name: &&OfName<'_>| name.leases.iter().any(|lease| (free.from..=late).contains(&lease.taken));
    // Also what is left at one of a quorum's masters, or at rest; what is there for less than a look is a lease in a journal.
    let is_there = |it: &Sighting| it.last >= free.at + LOOK && it.first <= late - LOOK;
    let was_free = |name: &&OfName<'_>| !took(name) && !name.sightings.iter().any(|it| is_there(it));
    let mut all = scope.names.iter().filter_map(|name| names.get(name.as_str()));
    if scope.is_permit() {
        all.any(|name| was_free(&name))
    } else if scope.is_list() {
        all.all(|name| was_free(&name))
    } else {
        all.all(|name| !took(&name) && !is_taken(history, name, free, late))
    }
}

/// Whether a process has it of which no journal tells: one that left by a signal handler while Redis owed an answer releases what it
/// may have taken at its next contact, or at its end. Then the lock is not free.
fn is_taken(history: &History, name: &OfName<'_>, free: &Free<'_>, late: Nanos) -> bool {
    let (soon, late) = (free.at + SOON / 2, late - 50 * MS);
    let has_it = |server: usize| {
        let there = |it: &&&Sighting| {
            // A token that several know may be there again.
            let is_another = it.token != free.token || it.first > free.from;
            it.server == server && is_another && it.first <= soon && it.last >= late
        };
        name.sightings.iter().any(|it| there(&it))
    };
    // Of a quorum's five, most: what is left at one is no lock.
    let needed = if history.layout == Layout::Quorum { 3 } else { 1 };
    (0..SERVERS).filter(|server| has_it(*server)).count() >= needed
}

/// Within what time a waiter has what is free. Older versions know of no waiters of permits; and of those that wait for a job some leave,
/// so that others may learn at the end of a slice.
fn soon(history: &History, scope: &Scope) -> Nanos {
    let may_last = scope.is_job() || scope.is_permit() && history.has_older;
    if may_last { SLICE + SOON } else { SOON }
}

/// What may cost a waiter a slice: a Redis that was touched, one that waits for the same and was stopped or killed.
fn disturbs(history: &History, names: &Names<'_>, fault: &Fault, free: &Free<'_>, scope: &Scope) -> bool {
    let (from, until) = (free.from - SLICE - SOON, free.at + soon(history, scope));
    if !fault.touches(from, until) {
        return false;
    }
    let is_then = |call: &Call| call.begin <= until && history.left(call) >= from;
    let concerned = |is_hit: &dyn Fn(&Call) -> bool| {
        let all = free.names.iter().chain(&scope.names).filter_map(|name| names.get(name.as_str()));
        all.flat_map(|name| &name.calls).any(|call| is_then(call) && is_hit(call))
    };
    match fault.kind {
        Kind::Interrupt | Kind::ScriptFlush => false,
        kind if kind.is_of_the_proxy() => concerned(&|call| history.by_proxy(call.pid)),
        kind if kind.hits_a_process() => concerned(&|call| fault.hits(call.pid)),
        // While a shard has no master all others say that the cluster is down, and take no release; one that was taken came before, and a
        // waiter that polls comes after it.
        kind if kind.wipes() && history.layout == Layout::Cluster && (!free.is_told || fault.until > free.at) => true,
        _ => history.is_home(&Scope::of(free.key), fault.target),
    }
}

//! Owns the rule about waiters: when a lock is released, one of those that wait for it has it soon.
//! Does not know who should have it: there is no order.
//! Called by checker::check.

use super::super::fault::{Fault, Kind, MS, Nanos};
use super::super::history::{Call, History, Lease};
use super::{Case, Report};

/// A signalled waiter has the lock within a millisecond; one that is left to its slice's end needs up to a second.
const SOON: Nanos = 600 * MS;
/// How long a slice is at most; a crashed or stopped waiter can cost as much.
const SLICE: Nanos = 1_000 * MS;

const RULE: &str = "no waiter sleeps on a free lock";

pub(super) fn check(history: &History, report: &mut Report) {
    let waits: Vec<&Call> = history.calls.iter().filter(|call| call.wait > 0 && call.begin > 0).collect();
    for call in history.calls.iter().filter(|call| call.verb == "release" && call.answer == "yes") {
        let Some(released) = call.end else { continue };
        let sleeper = waits.iter().find(|wait| {
            wait.key == call.key
                && wait.begin < call.begin - 20 * MS
                && wait.end.is_none_or(|end| end > released + SOON)
                && wait.begin + wait.wait > released + SOON
        });
        if history.faults.iter().any(|fault| disturbs(history, fault, call, released)) {
            continue;
        }
        let waiting = waits.iter().any(|wait| {
            wait.key == call.key && wait.begin < call.begin - 20 * MS && wait.end.is_none_or(|end| end > call.begin)
        });
        if waiting {
            report.applied(RULE);
        }
        let Some(sleeper) = sleeper else { continue };
        let taken =
            |lease: &&Lease| lease.key == call.key && lease.taken >= call.begin && lease.asked <= released + SOON;
        let next = history.leases.iter().filter(taken).map(|lease| lease.taken).min();
        if next.is_none_or(|next| next > released + SOON) && !is_taken(history, call, released) {
            let text = format!("released by {}; {} slept on", call.pid, sleeper.pid);
            let case = Case { rule: RULE, from: sleeper.begin, at: released + SOON, key: &call.key, text };
            report.broken(case, None);
        }
    }
}

/// Whether somebody has it of whom no journal tells: who left by a signal handler while Redis owed an answer gives back what it
/// may have taken at its next contact, or at its end. Then the lock is not free.
fn is_taken(history: &History, release: &Call, released: Nanos) -> bool {
    history.sightings.iter().any(|sighting| {
        sighting.key == release.key
            && sighting.token != release.token
            && sighting.first <= released + SOON / 2
            && sighting.last >= released + SOON - 50 * MS
    })
}

/// What facts about waiting allow to cost a slice: a Redis that was touched, a waiter of this key that was stopped or killed.
fn disturbs(history: &History, fault: &Fault, release: &Call, released: Nanos) -> bool {
    if !fault.touches(release.begin - SLICE - SOON, released + SOON) {
        return false;
    }
    let waits_for_it = |call: &Call| {
        call.pid == fault.target
            && call.key == release.key
            && call.begin <= released + SOON
            && call.end.is_none_or(|end| end >= release.begin - SLICE - SOON)
    };
    match fault.kind {
        Kind::Interrupt | Kind::ScriptFlush => false,
        kind if kind.is_of_the_proxy() => {
            history.calls.iter().any(|call| call.key == release.key && history.by_proxy(call.pid))
        }
        kind if kind.hits_a_process() => history.calls.iter().any(waits_for_it),
        _ => true,
    }
}

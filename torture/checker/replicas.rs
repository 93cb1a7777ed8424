//! Owns the rules about locks that replicas have to confirm: no yes without them, and nothing left where they were too few.
//! Does not know what becomes of a confirmed lock at a failover (leases.rs).

use super::{Case, Report};
use crate::fault::{Fault, Kind, SLACK};
use crate::history::{Call, History};
use crate::layout::Layout;
use crate::observer::Sighting;
use crate::scope::has_no_holder;
use crate::time::{MS, Nanos};

pub(super) const CONFIRMED: &str = "no yes before the replicas have it";
pub(super) const LEFT: &str = "what too few replicas have is released";

/// How long after a failover a replica may still be behind: Redis begins to sync it after 5 s (repl-diskless-sync-delay), and sends
/// it what came meanwhile with its first acknowledgement, of which it sends one a second.
const RESYNC: Nanos = 7_000 * MS;

pub(super) fn check(history: &History, report: &mut Report) {
    if history.layout != Layout::Sentinels {
        return;
    }
    for call in history.calls.iter().filter(|call| call.replicas > 0) {
        confirmed(history, call, report);
    }
    for sighting in &history.sightings {
        left(history, sighting, report);
    }
}

/// All of them stood still for as long as it was asked.
fn confirmed(history: &History, call: &Call, report: &mut Report) {
    let Some(end) = call.end else { return };
    let stopped = |fault: &&Fault| fault.kind == Kind::ReplicasStop && fault.covers(call.begin, end);
    if !history.faults.iter().any(|fault| stopped(&fault)) {
        return;
    }
    report.applied(CONFIRMED);
    if call.answer == "yes" {
        let text = format!("{} by {} was true while all replicas stood still", call.verb, call.pid);
        let case = Case { rule: CONFIRMED, from: call.begin, at: end, key: &call.key, text };
        report.broken(case, history.wiped(&call.scope, call.begin, end));
    }
}

/// A token of which no process has told, and that only an acquire with too few replicas can have written.
fn left(history: &History, sighting: &Sighting, report: &mut Report) {
    if has_no_holder(&sighting.token) || history.lease(&sighting.token).is_some() {
        return;
    }
    let may_write = |call: &&Call| {
        ["acquire", "run"].contains(&call.verb.as_str())
            && call.scope.has(&sighting.key)
            && !["yes", "no"].contains(&call.answer.as_str())
            && call.begin <= sighting.first
            && history.over(call) >= sighting.absent
    };
    let writers: Vec<&Call> = history.calls.iter().filter(may_write).collect();
    let ends = writers.iter().filter(|call| call.why.contains("NOREPLICAS")).filter_map(|call| call.end);
    let (count, end) = (ends.clone().count(), ends.max());
    let Some(end) = end.filter(|_| count == writers.len()) else { return };
    // A replica that stands still has it for longer.
    let stops = history.faults.iter().filter(|fault| fault.kind == Kind::ReplicasStop);
    let stopped = stops.filter(|fault| fault.touches(sighting.absent, end)).map(|fault| fault.until).max();
    let limit = stopped.unwrap_or(end).max(end) + SLACK;
    let disturbs = |fault: &&Fault| {
        let concerns = !fault.kind.hits_a_process() || writers.iter().any(|call| fault.hits(call.pid));
        let lasts = if fault.kind == Kind::Failover { RESYNC } else { SLACK };
        concerns
            && ![Kind::ScriptFlush, Kind::ReplicasStop].contains(&fault.kind)
            && fault.touches(sighting.absent - lasts, limit)
    };
    if history.faults.iter().any(|fault| disturbs(&fault)) {
        return;
    }
    report.applied(LEFT);
    if sighting.last > limit {
        let text = format!("{} is there {} ms after NOREPLICAS", sighting.token, (sighting.last - end) / MS);
        report.broken(Case { rule: LEFT, from: sighting.absent, at: sighting.last, key: &sighting.key, text }, None);
    }
}

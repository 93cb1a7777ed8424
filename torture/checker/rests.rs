//! Owns the rules about locks with `atLeast`: what is released sooner is at rest until then, and no longer.
//! Does not ask who waits for it (waiting.rs).

use super::{Case, Excuse, Report, Seen, held};
use crate::fault::{Fault, Kind, SLACK};
use crate::history::{History, Lease};
use crate::observer::Sighting;
use crate::scope::REST;
use crate::time::{MS, Nanos};

pub(super) const TOO_SHORT: &str = "no other has it before atLeast is over";
pub(super) const TOO_LONG: &str = "no rest outlasts atLeast";
/// The clocks of Redis and of the holder, and whole milliseconds.
const ROUNDING: Nanos = 5 * MS;

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    for lease in history.leases.iter().filter(|lease| lease.at_least > 0 && !lease.travels) {
        too_short(history, lease, seen, report);
    }
    // Of a rest that a replica or one of several masters has, no journal has told.
    if history.layout.is_one_server() {
        for sighting in history.sightings.iter().filter(|sighting| sighting.token == REST) {
            too_long(history, sighting, seen, report);
        }
    }
}

fn too_short(history: &History, lease: &Lease, seen: &Seen<'_>, report: &mut Report) {
    let names = held(lease, seen);
    if names.is_empty() {
        return;
    }
    report.applied(TOO_SHORT);
    let over = lease.asked + lease.at_least;
    let comes_early = |other: &&Lease| {
        other.taken > lease.taken
            && other.taken < over - ROUNDING
            && other.scope.meets(&lease.scope)
            && held(other, seen).iter().any(|name| names.contains(name))
    };
    for other in history.leases.iter().filter(comes_early) {
        let left = (over - other.taken) / MS;
        let text = format!("{} has it {left} ms before atLeast of {} is over", other.token, lease.token);
        let case = Case { rule: TOO_SHORT, from: lease.asked, at: other.taken, key: &lease.key, text };
        report.broken(case, history.cut_short(lease, over, other.taken));
    }
}

/// Some lease with `atLeast` has to explain it: the latest that may have left it.
fn too_long(history: &History, sighting: &Sighting, seen: &Seen<'_>, report: &mut Report) {
    report.applied(TOO_LONG);
    let may_leave = |lease: &&Lease| {
        let names = held(lease, seen);
        let has_it = if names.is_empty() { lease.scope.has(&sighting.key) } else { names.contains(&sighting.key) };
        lease.at_least > 0 && has_it && lease.asked <= sighting.last
    };
    let last = history.leases.iter().filter(may_leave).max_by_key(|lease| until(lease));
    let limit = last.map_or(0, until) + SLACK / 2;
    if sighting.last <= limit {
        return;
    }
    let text = last.map_or_else(
        || "no release can have left it".to_owned(),
        |lease| format!("{} ms longer than {} may leave it", (sighting.last - limit) / MS, lease.token),
    );
    let case = Case { rule: TOO_LONG, from: sighting.absent, at: sighting.last, key: &sighting.key, text };
    let excuse = last.and_then(|lease| {
        held_up(history, lease, sighting)
            .or_else(|| history.prolonged(sighting.last - limit, lease.asked, sighting.last))
    });
    report.broken(case, excuse);
}

/// When the rest that a lease leaves is over.
fn until(lease: &Lease) -> Nanos {
    lease.taken + lease.at_least
}

/// A release that was on its way for longer than its sender thought.
pub(super) fn held_up(history: &History, lease: &Lease, sighting: &Sighting) -> Option<Excuse> {
    let holds = |fault: &&Fault| {
        let is_its_own = fault.kind == Kind::Stop && fault.hits(lease.pid);
        let may_hold = fault.kind.silences() || fault.kind.holds_commands_back();
        let may_hold = may_hold || fault.kind == Kind::Delay;
        (is_its_own || may_hold) && fault.touches(lease.taken, sighting.first + SLACK)
    };
    history.faults.iter().filter(holds).max_by_key(|fault| fault.from).map(Excuse::from)
}

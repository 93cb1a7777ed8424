//! Owns the rules about work that is marked as done: it is not done again while its marker lasts, whatever releases the lease leaves the
//! marker, and there is none without work that was done.
//! Does not ask who waits for it (waiting.rs).

use super::{Case, Excuse, Report, Seen, rests};
use crate::fault::{Fault, Kind, SLACK};
use crate::history::{Call, History, Lease};
use crate::observer::Sighting;
use crate::scope::is_marker;
use crate::time::{MS, Nanos};

pub(super) const AGAIN: &str = "what is done is not done again";
pub(super) const UNMARKED: &str = "what was to be marked leaves its marker";
pub(super) const UNFOUNDED: &str = "no marker without work that was done";
/// The clocks of Redis and of the holder, and whole milliseconds.
const ROUNDING: Nanos = 5 * MS;

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    let ended = history.leases.iter().filter_map(|lease| Some((lease, marked(history, lease)?)));
    let is_one_server = history.layout.is_one_server();
    for (lease, call) in ended {
        again(history, lease, call, report);
        // One whose token others know is left to its ttl where no reply comes, and may be there again.
        if is_one_server && !lease.is_given() {
            unmarked(history, lease, call, seen, report);
        }
    }
    for sighting in history.sightings.iter().filter(|it| is_one_server && is_marker(&it.token)) {
        unfounded(history, sighting, report);
    }
}

/// The end of a run() whose work was done, and which was to leave a marker.
fn marked<'a>(history: &'a History, lease: &Lease) -> Option<&'a Call> {
    lease.ending.map(|(_, index)| &history.calls[index]).filter(|call| call.verb == "leave" && call.done_for > 0)
}

/// No process has the lock before the marker ends, also none of a version that knows no markers.
fn again(history: &History, lease: &Lease, call: &Call, report: &mut Report) {
    // A process that was killed may have left none.
    let Some(end) = call.end.filter(|_| call.answer == "yes") else { return };
    report.applied(AGAIN);
    let over = call.begin + call.done_for;
    let comes_early =
        |other: &&Lease| other.taken > lease.taken && other.taken < over - ROUNDING && other.scope.meets(&lease.scope);
    for other in history.leases.iter().filter(comes_early) {
        let left = (over - other.taken) / MS;
        let text = format!("{} has it {left} ms before the marker of {} is over", other.token, lease.token);
        let case = Case { rule: AGAIN, from: lease.asked, at: other.taken, key: &lease.key, text };
        let excuse = history.removed(&lease.scope, lease.asked, other.taken);
        let excuse = excuse.or_else(|| history.released_late(lease, other.taken));
        let excuse = excuse.or_else(|| history.jumped(Kind::ClockAhead, lease.asked, other.taken).1);
        report.broken(case, excuse.or_else(|| unreplied(history, call.begin, end)));
    }
}

/// What may have kept the reply from a release: its marker is owed then, and comes only while the lease lasts.
fn unreplied(history: &History, begin: Nanos, end: Nanos) -> Option<Excuse> {
    let keeps = |fault: &&Fault| {
        !fault.kind.hits_a_process() && fault.kind != Kind::ScriptFlush && fault.touches(begin - SLACK, end)
    };
    history.faults.iter().filter(keeps).max_by_key(|fault| fault.from).map(Excuse::from)
}

/// A lease that has gone before its ttl was released: whatever did that left the marker.
fn unmarked(history: &History, lease: &Lease, call: &Call, seen: &Seen<'_>, report: &mut Report) {
    let sightings = seen.get(lease.token.as_str()).into_iter().flatten();
    let Some(last) = sightings.max_by_key(|sighting| sighting.last) else { return };
    // Between two looks that are far apart a marker may have come and gone; one that is over before its release is sent never comes.
    let is_over = last.gone >= call.begin + call.done_for - ROUNDING;
    if is_over || last.gone >= lease.deadline_at(call.begin) || last.gone - last.last > call.done_for / 2 {
        return;
    }
    report.applied(UNMARKED);
    let is_its = |it: &Sighting| it.key == last.key && is_marker(&it.token) && it.first == last.gone;
    if !history.sightings.iter().any(is_its) {
        let text = format!("{} is gone, and no marker is there", lease.token);
        let case = Case { rule: UNMARKED, from: lease.asked, at: last.gone, key: &lease.key, text };
        let excuse = history.removed(&lease.scope, lease.asked, last.gone);
        report.broken(case, excuse.or_else(|| history.jumped(Kind::ClockAhead, lease.asked, last.gone).1));
    }
}

/// Some lease has to explain a marker: the one that may have left it for the longest.
fn unfounded(history: &History, sighting: &Sighting, report: &mut Report) {
    report.applied(UNFOUNDED);
    let may_leave = |lease: &&Lease| {
        lease.scope.has(&sighting.key) && marked(history, lease).is_some_and(|call| call.begin <= sighting.first)
    };
    let until = |lease: &Lease| {
        let end = marked(history, lease).map_or(0, |call| history.left(call).saturating_add(call.done_for));
        end.max(lease.taken + lease.at_least)
    };
    let last = history.leases.iter().filter(may_leave).max_by_key(|lease| until(lease));
    let limit = last.map_or(0, |lease| until(lease).saturating_add(SLACK / 2));
    if sighting.last <= limit {
        return;
    }
    let text = last.map_or_else(
        || "no work was done".to_owned(),
        |lease| format!("{} ms longer than {} may leave it", (sighting.last - limit) / MS, lease.token),
    );
    let case = Case { rule: UNFOUNDED, from: sighting.absent, at: sighting.last, key: &sighting.key, text };
    let excuse = last.and_then(|lease| {
        rests::held_up(history, lease, sighting)
            .or_else(|| history.prolonged(sighting.last - limit, lease.asked, sighting.last))
    });
    report.broken(case, excuse);
}

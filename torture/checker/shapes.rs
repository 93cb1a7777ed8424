//! Owns the rules about locks of several keys and of several holders, as they are in Redis: a list all or nothing, a lease on one
//! permit, and what is left of a list that was lost in part.
//! Does not look at what holders believed (leases.rs), nor at rests (rests.rs).

use super::handed_on::may_be_acquired;
use super::{Case, Excuse, Report, Seen};
use crate::fault::{Fault, Kind, SLACK};
use crate::history::{Call, History, Lease};
use crate::observer::Sighting;
use crate::scope::{REST, Scope};
use crate::time::{MS, Nanos};

pub(super) const IN_PART: &str = "a list is held as a whole or not at all";
pub(super) const TWICE: &str = "no lease has two permits";
pub(super) const OWED: &str = "a list that is lost in part is released all the same";

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    for (token, sightings) in seen.iter().filter(|(token, _)| **token != REST) {
        let Some(scope) = of_token(history, token) else { continue };
        if scope.is_list() {
            in_part(history, scope, sightings, report);
        } else if scope.is_permit() {
            twice(history, sightings, report);
        }
    }
    // Replicas follow later, and the nodes of a quorum are undone one by one.
    if history.layout.is_one_server() {
        for lease in history.leases.iter().filter(|lease| lease.scope.is_list()) {
            owed(history, lease, seen, report);
        }
    }
}

/// What a token is to be at: by its lease, or by the process that was given it and requests.
fn of_token<'a>(history: &'a History, token: &str) -> Option<&'a Scope> {
    let requests = |call: &&Call| call.token == token && ["acquire", "run"].contains(&call.verb.as_str());
    let requested = || history.calls.iter().find(requests).map(|call| &call.scope);
    history.lease(token).map(|lease| &lease.scope).or_else(|| if token.contains("given-") { requested() } else { None })
}

/// Of every key at which two looks saw it, each other key has to have it, too. One look sees all keys of a server at once.
fn in_part(history: &History, scope: &Scope, sightings: &[&Sighting], report: &mut Report) {
    report.applied(IN_PART);
    for here in sightings {
        let is_there = |name: &str, at: Nanos| {
            let has = |it: &&&Sighting| it.server == here.server && it.key == name && it.absent <= at && at <= it.gone;
            sightings.iter().find(|it| has(it)).map(|it| it.gone)
        };
        for name in scope.names.iter().filter(|name| **name != here.key) {
            // From look to look, as far as it is there.
            let mut at = here.first;
            while let Some(gone) = is_there(name, at).filter(|_| at < here.last) {
                at = gone.saturating_add(1);
            }
            if at < here.last {
                let missing = Scope::of(name);
                // A replica that follows another master, or a new one, has for the first time what was lost in part before. A cluster
                // that has no master for one slot shows nothing of the others.
                let hides = |fault: &Fault, it: &Sighting| {
                    matches!(fault.kind, Kind::Failover | Kind::Takeover) && fault.touches(it.gone, here.absent)
                };
                let is_hidden = |it: &Sighting| history.faults.iter().any(|fault| hides(fault, it));
                let before = sightings.iter().filter(|it| it.key == here.key && it.absent < here.absent);
                let since = before.filter(|it| it.gone >= here.absent || is_hidden(it)).map(|it| it.absent).min();
                let excuse = history.removed(&missing, since.unwrap_or(here.absent), here.last).or_else(|| {
                    // Meanwhile it is at two masters, and what is released is released key by key.
                    let moves = |fault: &&Fault| fault.kind == Kind::SlotMove && fault.touches(here.absent, here.last);
                    history.faults.iter().find(moves).map(Excuse::from)
                });
                // Of what has expired Redis may have deleted a part when its clock jumps back: the rest is there again.
                let excuse = excuse.or_else(|| history.jumped(Kind::ClockBack, here.absent, here.first).1);
                let ms = (here.last - at) / MS;
                let text = format!("{} is at {} and for {ms} ms not at {name}", here.token, here.key);
                report.broken(Case { rule: IN_PART, from: here.absent, at, key: &here.key, text }, excuse);
            }
        }
    }
}

/// A token at two permits at a time, for longer than one look: the search for it after an unknown outcome has missed one.
fn twice(history: &History, sightings: &[&Sighting], report: &mut Report) {
    report.applied(TWICE);
    for (index, one) in sightings.iter().enumerate() {
        for other in sightings[index + 1..].iter().filter(|other| other.server == one.server && other.key != one.key) {
            let (from, until) = (one.first.max(other.first), one.last.min(other.last));
            if from < until {
                let text =
                    format!("{} is at {} and at {} for {} ms", one.token, one.key, other.key, (until - from) / MS);
                let excuse = history.wiped(&Scope::of(&one.key), one.absent.min(other.absent), until);
                report.broken(Case { rule: TWICE, from: one.absent, at: until, key: &one.key, text }, excuse);
            }
        }
    }
}

/// What its holder was told is lost, and gives up by a release that is "not ours", by the end of its object, or by the next
/// acquire of the same object: what is still its own goes.
fn owed(history: &History, lease: &Lease, seen: &Seen<'_>, report: &mut Report) {
    let Some(call) = lease.ending.map(|(_, index)| &history.calls[index]) else { return };
    let Some(end) = call.end else { return };
    let told_lost = |index: &usize| {
        let other = &history.calls[*index];
        other.pid == lease.pid && other.end <= Some(call.begin) && ["no", "lost"].contains(&other.answer.as_str())
    };
    let knows_it = lease.calls.iter().any(told_lost);
    // By a shared token another may have the rest of it. A release that finds the loss itself was sent.
    let is_told = match call.verb.as_str() {
        "release" => call.answer == "no" && !(lease.is_told && knows_it),
        "again" => ["yes", "no"].contains(&call.answer.as_str()) && !lease.is_told,
        "drop" | "leave" => !lease.is_told,
        _ => false,
    };
    if !is_told || lease.is_shared || call.verb != "release" && !knows_it {
        return;
    }
    // The reply to an object's end is not awaited.
    let soon = if ["drop", "leave"].contains(&call.verb.as_str()) { SLACK } else { 0 };
    let disturbs = |fault: &Fault| {
        let concerns = !fault.kind.hits_a_process() || fault.hits(lease.pid);
        concerns && fault.kind != Kind::ScriptFlush && fault.touches(call.begin - soon, end + soon)
    };
    let sightings: Vec<&Sighting> = seen.get(lease.token.as_str()).into_iter().flatten().copied().collect();
    let left = sightings.iter().filter(|it| it.absent < call.begin && it.gone > call.begin);
    if left.clone().next().is_none() || history.faults.iter().any(disturbs) {
        return;
    }
    report.applied(OWED);
    // What the same token has acquired anew between two looks is no rest.
    let is_rest = |it: &&&Sighting| !may_be_acquired(history, &lease.token, call.begin, it.last);
    for it in left.filter(|it| it.last > end + soon).filter(is_rest) {
        let text = format!("{} is at {} {} ms after its {}", lease.token, it.key, (it.last - end) / MS, call.verb);
        report.broken(Case { rule: OWED, from: lease.asked, at: it.last, key: &it.key, text }, None);
    }
}

//! Owns the rules about what was seen in Redis: nothing stays longer than its ttl, nothing comes back, nothing is left by an end
//! that releases, nothing appears that no process requested, and no name is used that a program might use.
//! Does not look at what holders believed (leases.rs, answers.rs).

use std::collections::BTreeSet;

use super::{Case, Excuse, RELEASING, Report};
use crate::fault::{Fault, Kind, SLACK};
use crate::history::{Call, History, Lease};
use crate::layout::Layout;
use crate::observer::{Extended, Sighting};
use crate::scope::{has_no_holder, is_companion};
use crate::time::{MS, Nanos};

pub(super) fn check(history: &History, report: &mut Report) {
    extends(history, report);
    let names = history.calls.iter().flat_map(|call| &call.scope.names);
    let names: std::collections::BTreeSet<&str> = names.map(String::as_str).collect();
    for sighting in &history.sightings {
        report.applied("no name is used that is a program's own");
        if is_companion(&sighting.key) {
            companion(sighting, report);
        } else if names.contains(sighting.key.as_str()) {
            at_the_end(history, sighting, report);
            // Replicas follow later, and the nodes of a quorum are undone one by one.
            // A rest has no holder (rests.rs), and neither has a marker (done.rs).
            if !history.layout.is_one_server() || has_no_holder(&sighting.token) {
                continue;
            }
            match history.lease(&sighting.token) {
                Some(lease) => known(history, sighting, lease, report),
                None => unknown(history, sighting, report),
            }
        } else {
            report.broken(case("no name is used that is a program's own", sighting, sighting.first, ""), None);
        }
    }
}

fn case<'a>(rule: &'static str, sighting: &'a Sighting, at: Nanos, text: &str) -> Case<'a> {
    let text = format!("{} {} {text}", sighting.key, sighting.token).trim_end().to_owned();
    Case { rule, from: sighting.absent, at, key: &sighting.key, text }
}

fn companion(sighting: &Sighting, report: &mut Report) {
    report.applied("no key beside a lock stays for ever");
    if sighting.ttl_ms == -1 {
        report.broken(case("no key beside a lock stays for ever", sighting, sighting.last, ""), None);
    }
}

/// Everything has ended longer ago than any ttl.
fn at_the_end(history: &History, sighting: &Sighting, report: &mut Report) {
    report.applied("nothing is left at the end");
    if sighting.last > history.over - 100 * MS {
        report.broken(case("nothing is left at the end", sighting, sighting.last, ""), None);
    }
}

/// A token of which a process has told.
fn known(history: &History, sighting: &Sighting, lease: &Lease, report: &mut Report) {
    report.applied("no lock stays longer than its ttl");
    let last = last_touch(history, lease).max(sighting.first.min(lease.taken));
    let limit = history.delayed(last) + lease.longest_ttl + SLACK;
    if sighting.last > limit {
        let text =
            format!("is there {} ms after it was last touched, longer than its ttl", (sighting.last - last) / MS);
        report.broken(
            case("no lock stays longer than its ttl", sighting, sighting.last, &text),
            held_back(history, last, sighting.last - lease.longest_ttl)
                .or_else(|| history.prolonged(sighting.last - limit, lease.asked, sighting.last)),
        );
    }
    for call in lease.calls.iter().map(|index| &history.calls[*index]) {
        if may_be_again(history, lease, call) {
            continue;
        }
        if let (Some(end), "release", "yes") = (call.end, call.verb.as_str(), call.answer.as_str()) {
            report.applied("what was released is gone");
            if sighting.last > end {
                let text = format!("is there {} ms after its release", (sighting.last - end) / MS);
                let late = held_back(history, lease.asked, sighting.absent.max(end));
                report.broken(case("what was released is gone", sighting, sighting.last, &text), late);
            }
        }
    }
    dropped(history, sighting, lease, report);
    left_by_the_dead(history, sighting, lease, report);
}

/// A given token may be there again after a release, also by another process that was waiting for it, or one that died in its call.
fn may_be_again(history: &History, lease: &Lease, release: &Call) -> bool {
    let acquires = |call: &Call| ["acquire", "run", "run-held"].contains(&call.verb.as_str());
    let calls = lease.calls.iter().map(|index| &history.calls[*index]);
    calls.filter(|call| acquires(call)).any(|call| history.over(call) >= release.begin)
}

/// An object's end, or that of run(), releases as release() does; the reply is not awaited.
fn dropped(history: &History, sighting: &Sighting, lease: &Lease, report: &mut Report) {
    const RULE: &str = "what was dropped is gone soon";
    let Some(call) = lease.ending.map(|(_, index)| &history.calls[index]) else { return };
    let Some(end) = call.end.filter(|_| ["drop", "leave"].contains(&call.verb.as_str())) else { return };
    let disturbs = |fault: &Fault| {
        let concerns = !fault.kind.hits_a_process() || fault.hits(lease.pid);
        concerns && fault.kind != Kind::ScriptFlush && fault.touches(lease.asked - SLACK, end + SLACK)
    };
    if history.faults.iter().any(disturbs) || lease.is_shared || history.is_left(lease, end) {
        return;
    }
    if may_be_again(history, lease, call) {
        return;
    }
    report.applied(RULE);
    if sighting.last > end + SLACK {
        let text = format!("is there {} ms after its {}", (sighting.last - end) / MS, call.verb);
        report.broken(case(RULE, sighting, sighting.last, &text), None);
    }
}

/// When its holder, or the renewal in its process, may have extended it last.
fn last_touch(history: &History, lease: &Lease) -> Nanos {
    let calls = lease.calls.iter().map(|index| &history.calls[*index]);
    if lease.is_shared {
        // Whose renewal it was is not known.
        return calls.map(|call| call.end.unwrap_or(call.begin)).max().unwrap_or(0).max(lease.until).max(lease.taken);
    }
    let asked = calls.filter(|call| call.pid == lease.pid).map(|call| call.end.unwrap_or(call.begin)).max();
    let death = || history.deaths.get(&lease.pid).copied().unwrap_or(Nanos::MAX / 2);
    let ended = lease.ending.map(|(time, _)| time);
    let renewed = if lease.renews { ended.unwrap_or_else(death) } else { 0 };
    // A process that holds until its end renews until then.
    let renewed = match lease.ending {
        Some((_, index)) if lease.renews && history.calls[index].verb == "end" => death(),
        _ => renewed,
    };
    renewed.max(asked.unwrap_or(lease.taken)).max(lease.taken)
}

/// What may have held a command back that was sent at some instant or later, and ran at another or later.
pub(super) fn held_back(history: &History, sent: Nanos, ran: Nanos) -> Option<Excuse> {
    let holds = |fault: &&Fault| {
        // A machine goes on at once.
        let reaches = if fault.kind == Kind::Stall { fault.until + SLACK } else { fault.reaches() };
        fault.kind.holds_commands_back() && fault.touches(sent, ran.max(sent)) && reaches >= ran
    };
    history.faults.iter().filter(holds).max_by_key(|fault| fault.from).map(Excuse::from)
}

/// An end that releases: gone when the process is, unless Redis could not be told.
fn left_by_the_dead(history: &History, sighting: &Sighting, lease: &Lease, report: &mut Report) {
    let (Some((ended, how)), Some(died)) = (history.ends.get(&lease.pid), history.deaths.get(&lease.pid)) else {
        return;
    };
    // What was given up before has rules of its own; the rest of a list that force took a key from is left to its ttl, if
    // others know the token: a forked child tells that it has a copy.
    let is_held = lease.ending.is_none_or(|(_, index)| history.calls[index].verb == "end");
    if !RELEASING.contains(&how.as_str())
        || lease.taken > *ended
        || !is_held
        || lease.travels
        || history.is_left(lease, *died)
        || lease.is_told && lease.scope.is_list() && history.forced(&lease.scope, lease.taken, *died).is_some()
    {
        return;
    }
    let struck = |fault: &&Fault| {
        let concerns = !fault.kind.hits_a_process() || fault.hits(lease.pid);
        concerns && fault.kind != Kind::ScriptFlush && fault.touches(lease.taken - SLACK, *died)
    };
    if history.faults.iter().any(|fault| struck(&fault)) {
        return;
    }
    report.applied("the end of a process releases its locks");
    if sighting.last > *died {
        let text = format!("is there {} ms after its process ended by {how}", (sighting.last - died) / MS);
        report.broken(case("the end of a process releases its locks", sighting, sighting.last, &text), None);
    }
}

/// A token of which no process has told: its acquire was refused a reply, or its process was killed before it.
fn unknown(history: &History, sighting: &Sighting, report: &mut Report) {
    report.applied("nothing is taken after its acquire was given up");
    let open = |call: &&Call| {
        (call.verb == "acquire" || call.verb == "run")
            && call.scope.has(&sighting.key)
            && call.begin <= sighting.first
            && history.over(call) >= sighting.absent
    };
    if !history.calls.iter().any(|call| open(&call)) {
        let text = "appeared while no process requested it";
        // What Redis itself, a busy machine, or the proxy on purpose held back.
        let late = held_back(history, sighting.absent - 2_000 * MS, sighting.absent)
            // What has expired is there until Redis comes to delete it, and there again for a clock that jumps back.
            .or_else(|| history.jumped(Kind::ClockBack, sighting.absent, sighting.first).1);
        report.broken(case("nothing is taken after its acquire was given up", sighting, sighting.first, text), late);
    }
    report.applied("no lock stays longer than its ttl");
    let ttls = history.calls.iter().filter(|call| call.scope.has(&sighting.key)).map(|call| call.ttl);
    let limit = history.delayed(sighting.first) + ttls.max().unwrap_or(0) + SLACK;
    if sighting.last > limit {
        let text = "is there longer than any ttl of this key";
        let back = history.prolonged(sighting.last - limit, sighting.absent, sighting.last);
        report.broken(case("no lock stays longer than its ttl", sighting, sighting.last, text), back);
    }
}

/// Once a release was answered nothing extends the lease: what renewal had sent before ran before it.
fn extends(history: &History, report: &mut Report) {
    const RULE: &str = "nothing is extended after its release";
    for extend in &history.extends {
        // Others that have its token may extend it anew, in vain.
        let Some(lease) = history.lease(&extend.token).filter(|lease| !lease.is_shared) else { continue };
        let ending = lease.ending.map(|(_, index)| &history.calls[index]);
        let Some((call, end)) = ending.and_then(|call| Some((call, call.end.filter(|_| call.answer == "yes")?))) else {
            continue;
        };
        // One that was on its way, and that something has held up.
        let held_up = |fault: &&Fault| {
            let holds = fault.kind.silences() || fault.kind.holds_commands_back();
            let is_its_own = fault.kind == Kind::Stop && fault.hits(lease.pid);
            // A master that hangs is replaced, and runs what it had received when it goes on.
            let may_hold = matches!(fault.kind, Kind::Delay | Kind::Failover | Kind::Takeover | Kind::MinorityCut);
            (holds || is_its_own || may_hold)
                && fault.touches(end - SLACK, extend.time)
                && fault.reaches() >= extend.time
        };
        // The last; that its process stood still explains the least.
        let likeliest = |fault: &&Fault| (fault.kind != Kind::Stop, fault.from);
        let excuse = history.faults.iter().filter(held_up).max_by_key(likeliest).map(Excuse::from);
        let excuse = excuse.or_else(|| stood_still(history, extend, end));
        if excuse.is_none() {
            report.applied(RULE);
        }
        let is_late = |extend: &Extended| extend.time > end + SLACK / 8;
        // A member that stands still may run it from its socket long after a majority has answered a release: that does no harm.
        let have_run = || {
            let late = history.extends.iter().filter(|other| other.token == extend.token && is_late(other));
            late.map(|extend| extend.server).collect::<BTreeSet<_>>().len()
        };
        let needed = if history.layout == Layout::Quorum { 3 } else { 1 };
        if is_late(extend) && have_run() >= needed {
            let text = format!("{} was extended {} ms after its {}", lease.token, (extend.time - end) / MS, call.verb);
            report.broken(Case { rule: RULE, from: lease.asked, at: extend.time, key: &lease.key, text }, excuse);
        }
    }
}

/// No look at its server was replied to between the release and the extend: a busy machine has held both up.
fn stood_still(history: &History, extend: &Extended, end: Nanos) -> Option<Excuse> {
    let is_its = |it: &&Sighting| it.server == extend.server && it.token == extend.token;
    let is_unseen =
        |it: &&Sighting| it.last <= end && end < extend.time && extend.time <= it.gone && it.gone != Nanos::MAX;
    let Sighting { last, gone, .. } = history.sightings.iter().find(|it| is_its(it) && is_unseen(it))?;
    Some(Excuse { what: format!("silence of server {}", extend.server), from: *last, until: *gone })
}

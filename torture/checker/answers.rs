//! Owns the rules about answers: none without Redis, none that hides a loss, none that reports a loss that did not happen.
//! Does not compare leases with each other (leases.rs), nor look into Redis (in_redis.rs).

use nix::sys::signal::Signal;

use super::{Case, Excuse, Report, Seen, handed_on, held};
use crate::fault::{Fault, Kind};
use crate::history::{Call, History, Lease};
use crate::observer::Sighting;
use crate::time::{MS, Nanos};

/// Questions about a lease that its own holder asks.
const QUESTIONS: [&str; 4] = ["held", "ensure", "extend", "release"];

/// What Redis has to be asked for a yes, and an acquire or run for a no.
const ASKS: [&str; 8] = ["acquire", "run", "held", "ensure", "extend", "release", "leave", "force"];

/// From one look into Redis to the next.
const LOOK: Nanos = 50 * MS;

/// A call that lasts so much longer than its wait hangs: four timeouts of the torture, and what a busy machine needs.
const HANGS: i64 = 5_000 * MS;

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    for (index, call) in history.calls.iter().enumerate() {
        oddity(history, call, report);
        without_redis(history, call, seen, report);
        child(call, report);
        hanging(history, call, report);
        if let Some(lease) =
            history.lease_at(&call.token, call.begin).filter(|_| QUESTIONS.contains(&call.verb.as_str()))
        {
            loss_unnoticed(history, lease, index, seen, report);
            gone_unnoticed(history, lease, call, seen, report);
            loss_without_reason(history, lease, index, report);
        }
    }
    endings(history, report);
}

/// A process ends by itself only as it meant to: anything else is an exception that was not expected.
fn endings(history: &History, report: &mut Report) {
    const RULE: &str = "every process ends as it meant to";
    for (pid, died) in &history.deaths {
        report.applied(RULE);
        // One that came before its handler was there ends the process.
        let by_signal = history.signals.get(pid) == Some(&(Signal::SIGUSR1 as i32));
        let ended = |fault: &Fault| {
            fault.hits(*pid) && (fault.kind == Kind::Kill || fault.kind == Kind::Interrupt && by_signal)
        };
        if !history.ends.contains_key(pid) && !history.faults.iter().any(ended) {
            let last = history.calls.iter().rev().find(|call| call.pid == *pid);
            let (from, key) = last.map_or((*died, ""), |call| (call.begin, &call.key));
            let text = format!("process {pid} did not, see what it has printed");
            report.broken(Case { rule: RULE, from, at: *died, key, text }, None);
        }
    }
}

fn case<'a>(rule: &'static str, call: &'a Call, text: String) -> Case<'a> {
    Case { rule, from: call.begin, at: call.end.unwrap_or(call.begin), key: &call.key, text }
}

fn oddity(history: &History, call: &Call, report: &mut Report) {
    report.applied("every answer is one of the contract's");
    // One server has no reason to refuse anything to a user with these rights.
    let is_refused = call.answer == "error" && history.layout.is_one_server() && !is_refusing(history, call);
    if call.answer == "odd" || is_refused {
        report
            .broken(case("every answer is one of the contract's", call, format!("{}: {}", call.verb, call.why)), None);
    }
}

/// Redis takes no commands, or no writes, for the moment.
fn is_refusing(history: &History, call: &Call) -> bool {
    let refuses = |fault: &Fault| fault.kind.refuses() && fault.touches(call.begin, history.left(call));
    history.faults.iter().any(refuses)
}

/// Neither yes nor no within a time in which Redis replied to no process.
fn without_redis(history: &History, call: &Call, seen: &Seen<'_>, report: &mut Report) {
    let Some(end) = call.end else { return };
    let asks = ASKS.contains(&call.verb.as_str());
    let clear = call.answer == "yes" || call.answer == "no";
    // A wait's last answer comes at its end or later; and what is called after the ends of things sends nothing.
    let asked = if call.answer == "no" && call.wait > 0 { call.begin + call.wait - 50 * MS } else { call.begin };
    // A process that was stopped meanwhile may have had the reply before, and reads it when it goes on.
    let stops = history.faults.iter().filter(|fault| fault.kind == Kind::Stop && fault.hits(call.pid));
    let asked = stops.filter(|stop| stop.touches(call.begin, end)).map(|stop| stop.from).fold(asked, Nanos::min);
    let silent = |fault: &&Fault| {
        fault.kind.silences_all(history.layout)
            && fault.covers(asked, end)
            && (!fault.kind.is_of_the_proxy() || history.by_proxy(call.pid))
    };
    let Some(fault) = history.faults.iter().find(silent) else { return };
    if asks {
        report.applied("no reply while Redis is unreachable");
    }
    let known = call.answer == "no" && is_known_lost(history, call, seen);
    // What run() did was done under the lock, whether or not it could release the lock.
    let known = known
        || call.verb == "leave"
            && history.lease_at(&call.token, call.begin).is_some_and(|lease| lease.until >= call.begin);
    if asks && clear && !known {
        let text = format!("{} replied {} during {:?}", call.verb, call.answer, fault.kind);
        report.broken(case("no reply while Redis is unreachable", call, text), None);
    }
}

/// Whether a lease may be known to be over without asking: of an earlier answer, of the renewal that found it gone, or by the
/// clock.
fn is_known_lost(history: &History, call: &Call, seen: &Seen<'_>) -> bool {
    let Some(lease) = history.lease_at(&call.token, call.begin) else { return false };
    let end = call.end.unwrap_or(call.begin);
    let told = |other: &Call| {
        other.begin < call.begin
            && other.pid == call.pid
            && (["no", "lost"].contains(&other.answer.as_str()) || other.verb == "release")
    };
    // What was never seen was there for a moment at most; of a quorum's nodes one that lost it may be one too many.
    let is_gone = || seen.get(lease.token.as_str()).is_none_or(|seen| seen.iter().any(|sighting| sighting.gone <= end));
    lease.renews && is_gone()
        || lease.deadline_at(call.begin) <= end
        || lease.calls.iter().any(|index| told(&history.calls[*index]))
        // Of a shared one it is not this process that has acquired it anew.
        || lease.is_shared && last_of(history, call).is_some_and(told)
}

/// What a process has called before about the same token, in whatever lease.
fn last_of<'a>(history: &'a History, call: &Call) -> Option<&'a Call> {
    let calls = history.leases_of(&call.token).flat_map(|lease| &lease.calls).map(|index| &history.calls[*index]);
    calls.filter(|other| other.pid == call.pid && other.begin < call.begin).max_by_key(|other| other.begin)
}

fn child(call: &Call, report: &mut Report) {
    if !call.verb.starts_with("child-") || call.end.is_none() {
        return;
    }
    report.applied("a forked child holds nothing");
    if call.answer != "no" {
        let text = format!("{} replied {}", call.verb, call.answer);
        report.broken(case("a forked child holds nothing", call, text), None);
    }
}

fn hanging(history: &History, call: &Call, report: &mut Report) {
    let end = history.left(call);
    if end == i64::MAX {
        return;
    }
    report.applied("no call hangs");
    // PHP's limit is a second of the process's own time, which a busy machine stretches.
    let longest = call.wait + if call.how == "time" { 2 * HANGS } else { HANGS };
    let halts = |fault: &Fault| fault.kind == Kind::Stall || fault.kind.hits_a_process() && fault.hits(call.pid);
    let halted = |fault: &&Fault| halts(fault) && fault.touches(call.begin, end);
    let stalled: i64 = history.faults.iter().filter(halted).map(|fault| fault.until - fault.from).sum();
    if end - call.begin > longest + stalled {
        let text = format!("{} took {} ms", call.verb, (end - call.begin) / MS);
        report.broken(case("no call hangs", call, text), None);
    }
}

/// "Ours" while another holds it for certain.
fn loss_unnoticed(history: &History, lease: &Lease, index: usize, seen: &Seen<'_>, report: &mut Report) {
    let call = &history.calls[index];
    let Some(end) = call.end.filter(|_| call.answer == "yes") else { return };
    report.applied("no loss goes unnoticed");
    let begin = first_asked(history, lease, call);
    let has_one_of = |other: &Lease| held(other, seen).iter().any(|name| held(lease, seen).contains(name));
    let took_over = |other: &&Lease| {
        // Times first: of half a million calls each is compared with every lease.
        let is_later = other.asked > lease.taken && other.taken < begin && other.end() > end;
        is_later && other.token != lease.token && other.scope.meets(&lease.scope) && has_one_of(other)
    };
    for other in history.leases.iter().filter(took_over) {
        // One that knows the token may have another permit by it meanwhile.
        if lease.is_shared && handed_on::may_be_acquired(history, &lease.token, other.taken, end) {
            continue;
        }
        let text = format!("{} answered yes about {}; {} has it", call.verb, lease.token, other.token);
        let excuse = is_there_again(history, lease, end).or_else(|| unanswered(history, call, begin, end));
        report.broken(case("no loss goes unnoticed", call, text), excuse);
    }
}

/// "Ours" about a lock that was not in Redis any more when it was asked for.
fn gone_unnoticed(history: &History, lease: &Lease, call: &Call, seen: &Seen<'_>, report: &mut Report) {
    const RULE: &str = "no yes about a lock that is gone";
    let Some(end) = call.end.filter(|_| call.answer == "yes" && history.layout.is_one_server()) else { return };
    // One that was there between two looks has not been seen.
    let Some(seen) = seen.get(lease.token.as_str()) else { return };
    report.applied(RULE);
    let begin = first_asked(history, lease, call);
    // All that a list covers has to be there, and of permits one.
    let names = if lease.scope.is_list() { &lease.scope.names[..] } else { &[] };
    let at = |name: &String| seen.iter().copied().filter(|it| it.key == *name).collect::<Vec<_>>();
    let everywhere = if names.is_empty() { vec![seen.clone()] } else { names.iter().map(at).collect() };
    for seen in everywhere {
        // What was not there once it was released, and came after, is an acquire that the network delivered twice.
        let is_later = |it: &Sighting| lease.ending.is_some_and(|(time, _)| it.absent >= time);
        let seen: Vec<_> = seen.into_iter().filter(|it| !is_later(it)).collect();
        // A given token may have been seen in other leases only. A look that began before this lease's acquire saw an earlier
        // one, even where the first look without it ended later.
        let is_earlier = |it: &&Sighting| it.last < lease.asked || it.absent > end;
        if seen.is_empty() || lease.is_given() && seen.iter().all(is_earlier) {
            continue;
        }
        if seen.iter().all(|sighting| sighting.gone < begin || sighting.absent > end) {
            let gone = seen.iter().map(|sighting| sighting.gone).filter(|gone| *gone < begin).max().unwrap_or(begin);
            if lease.is_shared && handed_on::may_be_acquired(history, &lease.token, gone - LOOK, end) {
                continue;
            }
            let text = format!("{} answered yes about {}, gone for {} ms", call.verb, lease.token, (begin - gone) / MS);
            report.broken(case(RULE, call, text), unanswered(history, call, begin, end));
        }
    }
}

/// When it was asked first: a release whose answer did not come may have run.
fn first_asked(history: &History, lease: &Lease, call: &Call) -> Nanos {
    let earlier = lease.calls.iter().map(|index| &history.calls[*index]);
    let releases = earlier.filter(|other| other.verb == call.verb && call.verb == "release");
    releases.map(|other| other.begin).min().unwrap_or(call.begin).min(call.begin)
}

/// What may bring back a token: an old master's data, or a command that ran late.
fn is_there_again(history: &History, lease: &Lease, end: Nanos) -> Option<Excuse> {
    let brings = |fault: &&Fault| {
        let kind = fault.kind;
        let may = if history.layout.is_one_server() { kind.holds_commands_back() } else { kind.wipes() };
        may && fault.touches(lease.asked, end)
    };
    history.faults.iter().filter(brings).max_by_key(|fault| fault.from).map(Excuse::from)
}

/// A release that is asked for twice, since the first answer did not come, is true when it is gone then: the first may have run.
fn unanswered(history: &History, call: &Call, begin: Nanos, end: Nanos) -> Option<Excuse> {
    let hinders = |fault: &&Fault| {
        let concerns = !fault.kind.hits_a_process() || fault.hits(call.pid);
        call.verb == "release" && concerns && fault.kind != Kind::ScriptFlush && fault.touches(begin, end)
    };
    history.faults.iter().filter(hinders).max_by_key(|fault| fault.from).map(Excuse::from)
}

/// "Not ours" while its deadline stands, and no process has done anything to it.
fn loss_without_reason(history: &History, lease: &Lease, index: usize, report: &mut Report) {
    let call = &history.calls[index];
    let Some(end) = call.end else { return };
    // The deadline that was known before the call.
    let is_ended = if lease.is_shared {
        // Any of those that have its token may release it meanwhile.
        handed_on::asked(history, &lease.token).any(|asked| asked.begin <= end && asked.index != index)
    } else {
        lease.ending.is_some_and(|(time, _)| time < call.begin)
    };
    let is_ended = is_ended || lease.is_shared && handed_on::knows_its_loss(history, &lease.token, call);
    // Of several permits it knows the one that it had; another has acquired another one by the same token since.
    let is_elsewhere = lease.scope.is_permit() && lease.pid != call.pid;
    let is_ended = is_ended || is_elsewhere && handed_on::has_outlived(history, &lease.token, call);
    let stood = end < lease.deadline_at(call.begin) && !is_ended;
    if !stood || !["yes", "no", "lost"].contains(&call.answer.as_str()) {
        return;
    }
    // A second release: the first, unanswered, is the reason.
    let first = lease.calls.iter().all(|index| {
        let other = &history.calls[*index];
        other.verb != "release" || other.begin >= call.begin
    });
    if !first {
        return;
    }
    report.applied("no lease is lost without a reason");
    if call.answer != "yes" {
        let text = format!("{} returned {} about {}", call.verb, call.answer, lease.token);
        // What it had may have been removed before that other acquired.
        let since = last_of(history, call).filter(|_| is_elsewhere).map(|last| last.begin);
        let excuse = history
            .cut_short(lease, lease.deadline_at(call.begin), end)
            .or_else(|| since.and_then(|since| history.removed(&lease.scope, since, end)));
        report.broken(case("no lease is lost without a reason", call, text), excuse);
    }
}

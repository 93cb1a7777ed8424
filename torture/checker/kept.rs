//! Owns the rule about locks that one process keeps by the hundred: none is lost while Redis is well for long enough.
//! Does not know how renewal does that.

use super::{Case, Report};
use crate::fault::{Fault, Kind};
use crate::history::{History, Lease};
use crate::time::{MS, Nanos};

const RULE: &str = "a kept lock is renewed while Redis is well";
/// How long Redis has to be well, between the moment at which an extend is due and the deadline. A renewal of two hundred locks
/// over a round trip of 20 ms needs a tenth of it.
const WELL: Nanos = 400 * MS;

pub(super) fn check(history: &History, report: &mut Report) {
    for lease in history.leases.iter().filter(|lease| lease.kept) {
        let Some(at) = lost(history, lease) else {
            report.applied(RULE);
            continue;
        };
        let (from, well) = longest_peace(history, lease);
        // Redis has answered that it is gone, or it had the time to be asked.
        if at < lease.until || well >= WELL {
            report.applied(RULE);
            let text = format!("{} was let go, with {} ms to save it", lease.token, well / MS);
            let case = Case { rule: RULE, from: from.min(at), at, key: &lease.key, text };
            report.broken(case, history.cut_short(lease, lease.until, at));
        }
    }
}

/// When its holder saw that it was lost, at its deadline at the latest; None where it released it itself.
fn lost(history: &History, lease: &Lease) -> Option<Nanos> {
    match lease.ending {
        Some((time, call)) if history.calls[call].verb == "release" && time <= lease.until => None,
        Some((time, _)) => Some(time.min(lease.until)),
        None => (lease.until < history.over).then_some(lease.until),
    }
}

/// The longest time without a fault between the moment at which the last extend was due and the deadline, and when it began.
fn longest_peace(history: &History, lease: &Lease) -> (Nanos, Nanos) {
    let due = lease.until - lease.ttl + lease.ttl / 3;
    let disturbs = |fault: &&Fault| {
        let is_elsewhere =
            fault.kind.hits_a_process() || fault.kind.is_of_the_proxy() || fault.kind == Kind::ScriptFlush;
        !is_elsewhere && fault.touches(due, lease.until)
    };
    let mut faults: Vec<&Fault> = history.faults.iter().filter(disturbs).collect();
    faults.sort_by_key(|fault| fault.from);
    let (mut longest, mut since) = ((due, 0), due);
    for (from, until) in faults.iter().map(|fault| (fault.from, fault.until)).chain([(lease.until, lease.until)]) {
        if from - since > longest.1 {
            longest = (since, from - since);
        }
        since = since.max(until);
    }
    longest
}

//! Owns the rule about leases that several processes know by their token: what one of them trusts stands, whatever acquires without a
//! reply, old ideas of a deadline and ends of objects the others have.
//! Does not know who acquired it: a token proves holding, never acquiring.

use std::collections::BTreeSet;

use super::{Case, Report, Seen, held};
use crate::checker::in_redis::held_back;
use crate::fault::{Fault, SLACK};
use crate::history::{Call, History, Lease, Trust};
use crate::time::Nanos;

pub(super) const TRUSTED: &str = "what a holder by its token trusts stands";

/// A call after which a lease may go: a process that has the token asked for its release.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) index: usize,
    pub(super) begin: Nanos,
    /// Until when that release may run: to the reply, or to the end of the lease that it is owed for.
    pub(super) until: Nanos,
}

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    for (token, trusts) in &history.shared {
        let trusts: Vec<&Trust> = trusts.iter().filter(|trust| trust.until > trust.from).collect();
        // It is used by another, and not only told.
        let users: BTreeSet<u32> = indices(history, token).map(|index| history.calls[index].pid).collect();
        if trusts.is_empty() || users.iter().all(|pid| *pid == trusts[0].pid) {
            continue;
        }
        report.applied(TRUSTED);
        let of_token = OfToken::new(history, token, &trusts);
        of_token.deleted(seen, report);
        of_token.followed(seen, report);
    }
}

/// The releases that were asked for by this token.
pub(super) fn asked<'a>(history: &'a History, token: &str) -> impl Iterator<Item = Asked> + 'a {
    let longest = history.leases_of(token).map(|lease| lease.longest_ttl).max().unwrap_or(0);
    indices(history, token).filter_map(move |index| {
        let call = &history.calls[index];
        let is_told = ["yes", "no"].contains(&call.answer.as_str());
        // What too few replicas have confirmed is released at once: a yes proves acquiring, whoever knows the token.
        let is_given_up = call.why.contains("NOREPLICAS");
        let ends = match call.verb.as_str() {
            "release" | "leave" | "again" | "end" | "force" => true,
            "drop" => call.asks,
            // By then it was another lease, which it has acquired and released.
            "run-held" => call.answer != "no",
            "acquire" | "run" => is_given_up,
            _ => false,
        };
        // The reply to an object's end is not awaited, and run() does not tell.
        let is_over = is_told && ["release", "force"].contains(&call.verb.as_str());
        let over = call.end.filter(|_| is_over || is_given_up);
        let owed = || call.end.unwrap_or(call.begin).max(call.begin + longest) + SLACK;
        ends.then(|| Asked { index, begin: call.begin, until: over.unwrap_or_else(owed) })
    })
}

/// Whether its process was told at last that what this token held is lost: of another lease by the token it knows nothing.
pub(super) fn knows_its_loss(history: &History, token: &str, call: &Call) -> bool {
    let earlier = indices(history, token).map(|index| &history.calls[index]);
    let answered = earlier.filter(|other| {
        other.pid == call.pid
            && other.end.is_some_and(|end| end <= call.begin)
            && ["yes", "no", "lost"].contains(&other.answer.as_str())
    });
    answered.max_by_key(|other| other.end).is_some_and(|last| last.answer != "yes")
}

/// Whether all that its process has trusted by this token was over when it was called.
pub(super) fn has_outlived(history: &History, token: &str, call: &Call) -> bool {
    let all = history.shared.get(token).into_iter().flatten();
    let last = all.filter(|trust| trust.pid == call.pid && trust.from <= call.begin).map(|trust| trust.until).max();
    last.is_some_and(|until| until <= call.begin)
}

/// Whether one that has the token may have acquired by it between two instants, and not been told so yet, or ever: where the first try of
/// a wait had no reply, it is told no by the second, which finds the token.
pub(super) fn may_be_acquired(history: &History, token: &str, from: Nanos, until: Nanos) -> bool {
    let silenced = |call: &Call| {
        let is_silent = |fault: &Fault| fault.kind.silences() || fault.kind.is_of_the_proxy();
        history.faults.iter().any(|fault| is_silent(fault) && fault.touches(call.begin, history.over(call)))
    };
    indices(history, token).map(|index| &history.calls[index]).any(|call| {
        ["acquire", "run", "run-held"].contains(&call.verb.as_str())
            && call.begin <= until
            && history.over(call) >= from
            && (call.answer != "no" || silenced(call))
    })
}

/// Of the calls with this token.
fn indices<'a>(history: &'a History, token: &str) -> impl Iterator<Item = usize> + 'a {
    history.leases_of(token).flat_map(|lease| lease.calls.iter().copied()).collect::<Vec<_>>().into_iter()
}

struct OfToken<'a> {
    history: &'a History,
    token: &'a str,
    /// Each with the begin of the request, at the earliest, whose reply it goes by.
    trusts: Vec<(&'a Trust, Nanos)>,
    asked: Vec<Asked>,
}

impl<'a> OfToken<'a> {
    fn new(history: &'a History, token: &'a str, trusts: &[&'a Trust]) -> Self {
        let since = |trust: &Trust| {
            let calls = indices(history, token).map(|index| &history.calls[index]);
            let last = calls.filter(|call| call.pid == trust.pid && call.begin <= trust.from).map(|call| call.begin);
            let lease = history.lease_at(token, trust.from);
            last.max().or(lease.map(|lease| lease.asked)).unwrap_or(trust.from)
        };
        let trusts = trusts.iter().map(|trust| (*trust, since(trust))).collect();
        Self { history, token, trusts, asked: asked(history, token).collect() }
    }

    /// It is not at its key any more. Replicas follow late, and what one of several masters has is no lease.
    fn deleted(&self, seen: &Seen<'_>, report: &mut Report) {
        if !self.history.layout.is_one_server() {
            return;
        }
        for sighting in seen.get(self.token).into_iter().flatten().filter(|it| it.gone != Nanos::MAX) {
            // It went after the last look that saw it.
            let Some(trust) = self.trusted(sighting.gone, |trust| trust.from <= sighting.last) else { continue };
            self.broken(trust, sighting.gone, &sighting.key, "is gone", report);
        }
    }

    /// Another has it, or one that has the token was told that it has acquired what another of them holds.
    fn followed(&self, seen: &Seen<'_>, report: &mut Report) {
        let scope = self.history.lease(self.token).map(|lease| &lease.scope);
        let is_near = |next: &&Lease| scope.is_some_and(|scope| next.scope.meets(scope)) && next.end() > next.taken;
        for next in self.history.leases.iter().filter(is_near) {
            let is_same = next.token == self.token;
            let is_before = |trust: &Trust| !is_same || trust.pid != next.pid && trust.from <= next.asked;
            let Some(trust) = self.trusted(next.taken, is_before) else { continue };
            let Some(lease) = self.history.lease_at(self.token, trust.0.from) else { continue };
            let names = held(lease, seen);
            if is_same || held(next, seen).iter().any(|name| names.contains(name)) {
                let text = format!("was followed by {} of {}", next.token, next.pid);
                self.broken(trust, next.taken, &next.key, &text, report);
            }
        }
    }

    /// Who trusts it at some instant, and need not expect its release.
    fn trusted(&self, at: Nanos, is_meant: impl Fn(&Trust) -> bool) -> Option<(&'a Trust, Nanos)> {
        let stands = |(trust, since): &&(&'a Trust, Nanos)| {
            let may_go = |asked: &Asked| asked.begin <= at && asked.until >= *since;
            trust.from <= at && at < trust.until && is_meant(trust) && !self.asked.iter().any(may_go)
        };
        self.trusts.iter().find(stands).copied()
    }

    fn broken(&self, (trust, since): (&Trust, Nanos), at: Nanos, key: &str, what: &str, report: &mut Report) {
        let history = self.history;
        let Some(lease) = history.lease_at(self.token, trust.from) else { return };
        let us = (trust.until - at) / 1_000;
        let text = format!("{} {what}, {us} us before process {} ceases to trust it", self.token, trust.pid);
        // A release that has had its reply, delivered once more.
        let late = || self.asked.iter().filter(|it| it.begin <= at).find_map(|it| held_back(history, it.begin, at));
        let hastened = || history.hastened(lease, trust.until, at);
        let excuse = history.removed(&lease.scope, since, at).or_else(hastened).or_else(late);
        report.broken(Case { rule: TRUSTED, from: lease.asked, at, key, text }, excuse);
    }
}

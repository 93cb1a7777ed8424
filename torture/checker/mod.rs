//! Owns the judgement: every rule that a history must keep, and what each of them found.
//! Looks at nothing but the history; a rule that it breaks is broken for certain, whatever order the machine ran things in.

mod answers;
mod done;
mod handed_on;
mod in_redis;
mod kept;
mod leases;
mod replicas;
mod rests;
mod shapes;
mod tests;
mod tests_of_done;
mod tests_of_handed_on;
mod tests_of_shapes;
mod waiting;

use std::collections::{BTreeMap, HashMap};

use crate::fault::{Fault, Kind, SLACK};
use crate::history::{Call, History, Lease};
use crate::layout::Layout;
use crate::observer::Sighting;
use crate::scope::Scope;
use crate::time::Nanos;

/// The ends of a process that release at once.
const RELEASING: [&str; 6] = ["return", "exit", "exception", "fatal", "memory", "time"];

/// Every rule.
pub(crate) const RULES: [&str; 39] = [
    "no two leases overlap",
    leases::CROWDED,
    leases::SHARED,
    shapes::TWICE,
    shapes::IN_PART,
    shapes::OWED,
    rests::TOO_SHORT,
    rests::TOO_LONG,
    done::AGAIN,
    done::UNMARKED,
    done::UNFOUNDED,
    "the deadline leaves room for drift",
    "every lease has a token of its own",
    "fences grow",
    "the guarded store takes no late write",
    "the guarded store refuses a late write",
    "no reply while Redis is unreachable",
    "no loss goes unnoticed",
    "no yes about a lock that is gone",
    "no lease is lost without a reason",
    handed_on::TRUSTED,
    "a kept lock is renewed while Redis is well",
    replicas::CONFIRMED,
    replicas::LEFT,
    "a forked child holds nothing",
    "the end of a process releases its locks",
    "what was released is gone",
    "what was dropped is gone soon",
    "no lock stays longer than its ttl",
    "nothing is left at the end",
    "nothing is taken after its acquire was given up",
    "nothing is extended after its release",
    "no waiter sleeps on a free lock",
    "no waiter sleeps on a lock that is gone",
    "no name is used that is a program's own",
    "no key beside a lock stays for ever",
    "no call hangs",
    "every answer is one of the contract's",
    "every process ends as it meant to",
];
/// Those that need one server, since nodes follow each other late.
const OF_ONE_SERVER: [&str; 11] = [
    shapes::OWED,
    rests::TOO_LONG,
    done::UNMARKED,
    done::UNFOUNDED,
    "no yes about a lock that is gone",
    "the end of a process releases its locks",
    "what was released is gone",
    "what was dropped is gone soon",
    "no lock stays longer than its ttl",
    "nothing is taken after its acquire was given up",
    "no waiter sleeps on a lock that is gone",
];

/// One thing that must not be.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) rule: &'static str,
    /// Where on the timeline to look, and at which key.
    pub(crate) from: Nanos,
    pub(crate) at: Nanos,
    pub(crate) key: String,
    pub(crate) text: String,
}

/// What would be a violation without a fault that was injected.
#[derive(Clone, Debug)]
pub(crate) struct Exception {
    pub(crate) rule: &'static str,
    pub(crate) at: Nanos,
    pub(crate) text: String,
    pub(crate) excuse: Excuse,
}

/// What explains it: a fault, or a process that forced the lock, and from when to when that was.
#[derive(Clone, Debug)]
pub(crate) struct Excuse {
    pub(crate) what: String,
    pub(crate) from: Nanos,
    pub(crate) until: Nanos,
}

impl From<&Fault> for Excuse {
    fn from(fault: &Fault) -> Self {
        Self { what: format!("{:?} {}", fault.kind, fault.target), from: fault.from, until: fault.until }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) violations: Vec<Violation>,
    pub(crate) exceptions: Vec<Exception>,
    /// How often each rule was applied: a rule that was applied to nothing has shown nothing.
    pub(crate) checked: BTreeMap<&'static str, usize>,
}

pub(crate) fn check(history: &History) -> Report {
    let mut report = Report::default();
    let seen = seen_by_token(history);
    leases::check(history, &seen, &mut report);
    answers::check(history, &seen, &mut report);
    shapes::check(history, &seen, &mut report);
    rests::check(history, &seen, &mut report);
    done::check(history, &seen, &mut report);
    handed_on::check(history, &seen, &mut report);
    kept::check(history, &mut report);
    replicas::check(history, &mut report);
    waiting::check(history, &seen, &mut report);
    in_redis::check(history, &mut report);
    report.violations.sort_by_key(|violation| violation.at);
    report
}

/// When each token was in Redis.
type Seen<'a> = HashMap<&'a str, Vec<&'a Sighting>>;

fn seen_by_token(history: &History) -> Seen<'_> {
    let mut seen: Seen<'_> = HashMap::new();
    for sighting in &history.sightings {
        seen.entry(&sighting.token).or_default().push(sighting);
    }
    seen
}

/// The names that a lease has for certain: all of a list, and of several permits the one at which its token was seen.
fn held<'a>(lease: &'a Lease, seen: &Seen<'_>) -> &'a [String] {
    let names = &lease.scope.names;
    if !lease.scope.is_permit() {
        return names;
    }
    // A given token may be at other permits in the leases before and after it: while its acquire waits, and after its end.
    let during = |it: &&&Sighting| it.last >= lease.taken && it.first <= lease.alone_until();
    let sightings = || seen.get(lease.token.as_str()).into_iter().flatten().filter(during);
    let is_there = |name: &String| sightings().any(|it| it.key == *name);
    let mut there = (0..names.len()).filter(|index| is_there(&names[*index]));
    match (there.next(), there.next()) {
        (Some(index), None) => &names[index..=index],
        _ => &[],
    }
}

/// One application of a rule: who broke it, and which fault may excuse that.
struct Case<'a> {
    rule: &'static str,
    from: Nanos,
    at: Nanos,
    key: &'a str,
    text: String,
}

impl Report {
    /// The rules that have had nothing to judge, and would have had in a long run.
    pub(crate) fn unapplied(&self, layout: Layout) -> Vec<&'static str> {
        let is_meant = |rule: &str| match rule {
            _ if OF_ONE_SERVER.contains(&rule) => layout.is_one_server(),
            // Elsewhere another may answer.
            "no reply while Redis is unreachable" => layout.is_one_server() || layout == Layout::Quorum,
            // A quorum numbers and marks nothing, has no permits, and no keys beside a lock's.
            leases::CROWDED
            | leases::SHARED
            | shapes::TWICE
            | done::AGAIN
            | "fences grow"
            | "the guarded store takes no late write"
            | "no key beside a lock stays for ever" => layout != Layout::Quorum,
            "a kept lock is renewed while Redis is well" => layout == Layout::OneMaster,
            replicas::CONFIRMED | replicas::LEFT => layout == Layout::Sentinels,
            // Counted, and chance.
            "the guarded store refuses a late write" => false,
            _ => true,
        };
        RULES.into_iter().filter(|rule| is_meant(rule) && !self.checked.contains_key(rule)).collect()
    }

    fn applied(&mut self, rule: &'static str) {
        assert!(RULES.contains(&rule), "a rule that is not listed: {rule}");
        *self.checked.entry(rule).or_default() += 1;
    }

    /// Notes a violation, or an exception when there is a fault that explains it.
    fn broken(&mut self, case: Case<'_>, excuse: Option<Excuse>) {
        let Case { rule, from, at, key, text } = case;
        match excuse {
            None => self.violations.push(Violation { rule, from, at, key: key.to_owned(), text }),
            Some(excuse) => self.exceptions.push(Exception { rule, at, text, excuse }),
        }
    }
}

impl History {
    /// What lets a lock be gone that was there between two instants.
    fn removed(&self, scope: &Scope, from: Nanos, until: Nanos) -> Option<Excuse> {
        self.forced(scope, from, until).or_else(|| self.wiped(scope, from, until))
    }

    /// A fault after which Redis need not know any more what it knew of a key between two instants.
    fn wiped(&self, scope: &Scope, from: Nanos, until: Nanos) -> Option<Excuse> {
        let is_home = |fault: &Fault| self.is_home(scope, fault.target);
        let wipes = |fault: &&Fault| fault.kind.wipes() && is_home(fault) && fault.touches(from, until);
        // The last, which is the likeliest.
        self.faults.iter().filter(wipes).max_by_key(|fault| fault.from).map(Excuse::from)
    }

    /// What lets a lease be over before a deadline that its holder knew of: it was removed by force, Redis's clock has jumped ahead by
    /// as much, or a release of an earlier lease with the same token came late.
    fn cut_short(&self, lease: &Lease, deadline: Nanos, at: Nanos) -> Option<Excuse> {
        self.removed(&lease.scope, lease.asked, at)
            .or_else(|| self.released_late(lease, at))
            .or_else(|| self.hastened(lease, deadline, at))
    }

    /// Redis's clock has jumped ahead by as much as is missing to a deadline.
    fn hastened(&self, lease: &Lease, deadline: Nanos, at: Nanos) -> Option<Excuse> {
        // The ttl that ends after this deadline was set after that.
        let set = deadline - lease.longest_ttl - self.jumped(Kind::ClockBack, lease.asked, at).0;
        let (ahead, excuse) = self.jumped(Kind::ClockAhead, set, at);
        excuse.filter(|_| ahead >= deadline - at)
    }

    /// Whether its token is shared and it was not to be trusted any more at the end of its object or process: then it is left to
    /// its ttl.
    fn is_left(&self, lease: &Lease, at: Nanos) -> bool {
        let told_lost = |index: &usize| {
            let call = &self.calls[*index];
            call.pid == lease.pid
                && call.end.is_some_and(|end| end <= at)
                && ["no", "lost"].contains(&call.answer.as_str())
        };
        lease.is_told && (lease.until <= at || lease.calls.iter().any(told_lost))
    }

    /// What may have held up, or lost the answer of, a release of an earlier lease with the same given token.
    fn released_late(&self, lease: &Lease, at: Nanos) -> Option<Excuse> {
        let may_hold = |fault: &&Fault| {
            !fault.kind.hits_a_process() && fault.kind != Kind::ScriptFlush && fault.touches(lease.first_use, at)
        };
        let is_again = lease.first_use < lease.asked;
        self.faults.iter().filter(|fault| is_again && may_hold(fault)).max_by_key(|fault| fault.from).map(Excuse::from)
    }

    /// How far Redis's clock has jumped one way between two instants, all in all, and the last jump.
    fn jumped(&self, kind: Kind, from: Nanos, until: Nanos) -> (Nanos, Option<Excuse>) {
        let jumps = || self.faults.iter().filter(|fault| fault.kind == kind && fault.touches(from, until));
        (jumps().map(|jump| jump.by.abs()).sum(), jumps().max_by_key(|jump| jump.from).map(Excuse::from))
    }

    /// What lets a ttl last so much longer than it should between two instants.
    fn prolonged(&self, by: Nanos, from: Nanos, until: Nanos) -> Option<Excuse> {
        let (back, excuse) = self.jumped(Kind::ClockBack, from, until);
        excuse.filter(|_| back >= by)
    }

    /// A fence follows Redis's clock where Redis has forgotten the last one.
    fn begins_anew(&self, scope: &Scope, from: Nanos, until: Nanos) -> Option<Excuse> {
        self.wiped(scope, from, until).and_then(|_| self.jumped(Kind::ClockBack, 0, until).1)
    }

    /// One of these keys was removed by force between two instants.
    fn forced(&self, scope: &Scope, from: Nanos, until: Nanos) -> Option<Excuse> {
        let forces = |call: &&Call| {
            call.verb == "force"
                && call.scope.meets(scope)
                && call.answer != "no"
                && call.begin <= until
                && self.over(call) >= from
        };
        let call = self.calls.iter().find(forces)?;
        Some(Excuse { what: format!("force by {}", call.pid), from: call.begin, until: self.over(call) })
    }

    /// From when on nothing of a call can run any more: its answer, or soon after its process's death, which ends what is on
    /// its way, unless something holds that up.
    fn over(&self, call: &Call) -> Nanos {
        let died = || self.deaths.get(&call.pid).map(|died| self.delayed(*died) + SLACK);
        call.end.or_else(died).unwrap_or(Nanos::MAX)
    }

    /// When its process knew the answer, or died without.
    fn left(&self, call: &Call) -> Nanos {
        call.end.or_else(|| self.deaths.get(&call.pid).copied()).unwrap_or(Nanos::MAX)
    }

    /// A command that was on its way when Redis or the machine stood still runs when it goes on.
    fn delayed(&self, touch: Nanos) -> Nanos {
        let stands = |kind: Kind| kind.silences() || matches!(kind, Kind::Delay | Kind::Stall);
        let standing = self.faults.iter().filter(|fault| stands(fault.kind));
        let standing = standing.filter(|fault| fault.from - SLACK <= touch && touch <= fault.until);
        standing.map(|fault| fault.until).max().unwrap_or(touch)
    }

    /// Whether a key can be at a server. 0 is no server's port: all of them are meant.
    fn is_home(&self, scope: &Scope, server: u32) -> bool {
        server == 0 || self.homes.get(scope.first()).is_none_or(|home| home.contains(&server))
    }

    fn by_proxy(&self, pid: u32) -> bool {
        self.slots.get(&pid).is_some_and(|slot| self.by_proxy.contains(slot))
    }
}

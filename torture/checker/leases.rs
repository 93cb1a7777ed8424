//! Owns the rules about leases: no two at a time, fences that grow, a store that takes nothing late, tokens, deadlines.
//! Does not look at answers to questions (answers.rs), nor into Redis (in_redis.rs).

use std::collections::{BTreeMap, HashMap};

use super::handed_on::{Asked, asked};
use super::{Case, Report, Seen, held};
use crate::history::{History, Lease};
use crate::time::{MS, Nanos};

const ALONE: &str = "no two leases overlap";
pub(super) const SHARED: &str = "no two leases on one permit";
pub(super) const CROWDED: &str = "never more leases than permits";

pub(super) fn check(history: &History, seen: &Seen<'_>, report: &mut Report) {
    // By each name that it holds; and by each key that it draws a fence from, and of whose permits it is one.
    let mut by_name: BTreeMap<&str, Vec<&Lease>> = BTreeMap::new();
    let mut by_key: BTreeMap<&str, Vec<&Lease>> = BTreeMap::new();
    for lease in &history.leases {
        let names = &lease.scope.names;
        for name in held(lease, seen) {
            by_name.entry(name).or_default().push(lease);
        }
        for key in if lease.scope.is_permit() { &names[..1] } else { names } {
            by_key.entry(key).or_default().push(lease);
        }
    }
    for (name, leases) in &mut by_name {
        leases.sort_by_key(|lease| lease.taken);
        overlaps(history, name, leases, report);
    }
    for (key, leases) in &mut by_key {
        leases.sort_by_key(|lease| lease.taken);
        crowds(history, key, leases, report);
        fences(history, key, leases, report);
    }
    store(history, report);
    tokens(history, report);
    deadlines(history, report);
}

/// From the moment its holder knows of it until its deadline, or until it is given up, a lease is alone.
fn overlaps(history: &History, name: &str, leases: &[&Lease], report: &mut Report) {
    for (index, first) in leases.iter().enumerate() {
        report.applied(if first.scope.is_permit() { SHARED } else { ALONE });
        for second in &leases[index + 1..] {
            if second.taken >= first.end() {
                break;
            }
            let until = if first.token == second.token { first.end() } else { first.alone_until() };
            // Over before its holder knew of it.
            if second.taken >= until || second.end() <= second.taken {
                continue;
            }
            // Who has the token asked for its release meanwhile, and it may have been the first that went.
            let may_go = |it: Asked| it.begin <= second.taken && it.until >= first.asked;
            if first.is_shared && first.token == second.token && asked(history, &first.token).any(may_go) {
                continue;
            }
            let ms = (until - second.taken) / MS;
            let is_shared = first.scope.is_permit() || second.scope.is_permit();
            let case = Case {
                rule: if is_shared { SHARED } else { ALONE },
                from: first.asked,
                at: second.taken,
                key: name,
                text: format!("{} has {} ms left when {} has it, too", first.token, ms, second.token),
            };
            let deadline = first.deadline_at(second.taken);
            report.broken(case, history.cut_short(first, deadline, second.taken));
        }
    }
}

/// Leases of a key and of its permits at a time, whichever permits they are.
fn crowds(history: &History, key: &str, leases: &[&Lease], report: &mut Report) {
    let permits = leases.iter().map(|lease| lease.scope.permits).max().unwrap_or(1);
    if permits == 1 {
        return;
    }
    for (index, last) in leases.iter().enumerate().filter(|(_, lease)| lease.end() > lease.taken) {
        report.applied(CROWDED);
        let others: Vec<&&Lease> = leases[..index].iter().filter(|lease| lease.alone_until() > last.taken).collect();
        if others.len() >= permits {
            let tokens: Vec<&str> = others.iter().map(|lease| lease.token.as_str()).collect();
            let case = Case {
                rule: CROWDED,
                from: others.iter().map(|lease| lease.asked).min().unwrap_or(last.asked),
                at: last.taken,
                key,
                text: format!("{} has one of {permits} permits beside {}", last.token, tokens.join(", ")),
            };
            let cut = |lease: &&&Lease| history.cut_short(lease, lease.deadline_at(last.taken), last.taken);
            report.broken(case, others.iter().find_map(cut));
        }
    }
}

fn fences(history: &History, key: &str, leases: &[&Lease], report: &mut Report) {
    // Sorted by when they were taken; one that was asked for after another was taken has a greater fence.
    for (index, later) in leases.iter().enumerate().filter(|(_, lease)| lease.fence != 0) {
        report.applied("fences grow");
        let earlier = leases[..index].iter().rev().take(50).filter(|lease| lease.taken <= later.asked);
        for earlier in earlier.filter(|lease| lease.fence >= later.fence) {
            let case = Case {
                rule: "fences grow",
                from: earlier.asked,
                at: later.taken,
                key,
                text: format!("{} of {} after {} of {}", later.fence, later.token, earlier.fence, earlier.token),
            };
            report.broken(case, history.begins_anew(&later.scope, earlier.asked, later.taken));
        }
    }
}

/// What the store took, in its own order: never a lease that was over before the last one began.
fn store(history: &History, report: &mut Report) {
    let mut last: HashMap<&str, &Lease> = HashMap::new();
    for write in &history.writes {
        // One whose process was killed before it could note its lease.
        let Some(lease) = history.lease_at(&write.token, write.time) else { continue };
        if !write.taken {
            report.applied("the guarded store refuses a late write");
            continue;
        }
        report.applied("the guarded store takes no late write");
        if let Some(before) = last.insert(&write.key, lease).filter(|before| lease.taken < before.asked) {
            let case = Case {
                rule: "the guarded store takes no late write",
                from: lease.asked,
                at: write.time,
                key: &write.key,
                text: format!("{} wrote after {}, which came later", lease.token, before.token),
            };
            report.broken(case, history.begins_anew(&lease.scope, lease.asked, write.time));
        }
    }
}

fn tokens(history: &History, report: &mut Report) {
    let mut seen: HashMap<&str, &Lease> = HashMap::new();
    for lease in history.leases.iter().filter(|lease| !lease.is_given()) {
        report.applied("every lease has a token of its own");
        if let Some(before) = seen.insert(&lease.token, lease) {
            let case = Case {
                rule: "every lease has a token of its own",
                from: before.asked,
                at: lease.taken,
                key: &lease.key,
                text: format!("{} is the token of two leases", lease.token),
            };
            report.broken(case, None);
        }
    }
}

/// The deadline comes before the ttl's end by the drift.
fn deadlines(history: &History, report: &mut Report) {
    for lease in history.leases.iter().filter(|lease| lease.first_until != 0) {
        for (number, (time, until)) in lease.trusts.iter().enumerate() {
            report.applied("the deadline leaves room for drift");
            // After the first, some extend may have been for longer; one that others have is told of by Redis from the first on.
            let is_own = number == 0 && !lease.is_shared;
            let ttl = if is_own { lease.ttl } else { lease.longest_ttl };
            let drift = (ttl / 100 + 2 * MS).min(1_000 * MS);
            // The answer is later than the question, from which the deadline counts. remaining() is a float of seconds.
            let rounding: Nanos = 1_000;
            let beyond = until - (time + ttl - drift + rounding);
            if beyond > 0 {
                let early = (time + ttl - until) / 1_000;
                let case = Case {
                    rule: "the deadline leaves room for drift",
                    from: lease.asked,
                    at: *time,
                    key: &lease.key,
                    text: format!("{} us before the end of a ttl of {} ms", early, ttl / MS),
                };
                // Asked again, Redis tells what is left by its own clock.
                let since = if lease.is_shared { lease.first_use } else { lease.asked };
                let back = if is_own { None } else { history.prolonged(beyond, since, *time) };
                report.broken(case, back);
            }
        }
    }
}

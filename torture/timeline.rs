//! Owns what a person reads: the timeline around a violation, and the tables at the end.
//! Judges nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::checker::{Excuse, RULES, Report, Violation};
use crate::fault::Fault;
use crate::history::History;
use crate::observer::{Extended, Sighting};
use crate::process::{real, starts};
use crate::scope::Scope;
use crate::time::{MS, Nanos};

/// How much is shown before a violation begins and after it.
const MARGIN: Nanos = 150 * MS;
/// More lines than this are not read.
const LINES: usize = 120;

/// The timelines of the first violations, and how many more there are.
pub(crate) fn first(history: &History, report: &Report, start: Nanos, count: usize) -> String {
    let mut text = String::new();
    for violation in report.violations.iter().take(count) {
        let _ = write!(text, "\n{}", around(history, violation, start));
    }
    let more = report.violations.len().saturating_sub(count);
    if more > 0 {
        let _ = writeln!(text, "\n... and {more} more");
    }
    text
}

/// What happened to a key around a violation, one line for each event; times in ms since the start.
fn around(history: &History, violation: &Violation, start: Nanos) -> String {
    let (from, until) = (violation.from - MARGIN, violation.at + MARGIN);
    let scope = Scope::of(&violation.key);
    let mut lines: Vec<(Nanos, String)> = Vec::new();
    for call in history.calls.iter().filter(|call| call.scope.meets(&scope)) {
        let who = format!("process {:<7}", process(call.pid));
        let of = if call.key == violation.key { String::new() } else { format!(" of {}", call.key) };
        let about = if call.token == "-" { of } else { format!(" {}{of}", short(&call.token)) };
        let terms = match call.verb.as_str() {
            "acquire" | "run" => format!(" ttl {} wait {} ms", call.ttl / MS, call.wait / MS),
            "extend" => format!(" to {} ms", call.ttl / MS),
            "end" => format!(" by {}", call.how),
            _ => String::new(),
        };
        lines.push((call.begin, format!("{who} {}{about}{terms} ...", call.verb)));
        if let Some(end) = call.end {
            let why = if call.why == "-" || call.why.is_empty() { String::new() } else { format!(" ({})", call.why) };
            lines.push((end, format!("{who} ... {}{about}: {}{why}", call.verb, call.answer)));
        }
    }
    for lease in history.leases.iter().filter(|lease| lease.scope.meets(&scope)) {
        let fence = if lease.fence == 0 { String::new() } else { format!(", fence {}", lease.fence) };
        let until = (lease.first_until - start) / MS;
        let (who, what) = (process(lease.pid), short(&lease.token));
        let text = format!("process {who:<7} HOLDS {what} of {} until {until}{fence}", lease.key);
        lines.push((lease.taken, text));
        if lease.until >= from && lease.ending.is_none() {
            lines.push((lease.until, format!("process {:<7} deadline of {}", process(lease.pid), short(&lease.token))));
        }
    }
    for sighting in history.sightings.iter().filter(|sighting| scope.has(&sighting.key)) {
        let (what, token) = (format!("Redis {}        ", sighting.server), short(&sighting.token));
        let at = if scope.names.len() == 1 { String::new() } else { format!(" at {}", sighting.key) };
        lines.push((sighting.first, format!("{what}has {token}{at}")));
        lines.push((sighting.last, format!("{what}still has {token}{at}, last seen")));
    }
    for fault in &history.faults {
        lines.push((fault.from, format!("FAULT           {:?} {} ...", fault.kind, fault.target)));
        lines.push((fault.until, format!("FAULT           ... {:?} {}", fault.kind, fault.target)));
    }
    lines.retain(|(time, _)| (from..=until).contains(time));
    for fault in history.faults.iter().filter(|fault| fault.from < from && fault.until > until) {
        lines.push((from, format!("FAULT           {:?} {}, all the time", fault.kind, fault.target)));
    }
    lines.sort();
    let mut text = format!("{} (key {}): {}\n", violation.rule, violation.key, violation.text);
    let left_out = lines.len().saturating_sub(LINES);
    if left_out > 0 {
        let _ = writeln!(text, "  ... {left_out} earlier lines");
    }
    for (time, line) in &lines[left_out..] {
        #[allow(clippy::cast_precision_loss)]
        let ms = (time - start) as f64 / 1e6;
        let _ = writeln!(text, "  {ms:>12.3}  {line}");
    }
    text
}

/// Its number, and which start of PHP in it, where there was more than one.
fn process(pid: u32) -> String {
    let starts = starts(pid);
    if starts == 0 { pid.to_string() } else { format!("{}.{starts}", real(pid)) }
}

/// Enough of a token to tell it from others.
fn short(token: &str) -> &str {
    token.get(..11).unwrap_or(token)
}

/// What would be a violation without a fault, each with the one that explains it.
pub(crate) fn exceptions(report: &Report, start: Nanos) -> String {
    let mut text = String::new();
    for exception in &report.exceptions {
        let at = (exception.at - start) / MS;
        let Excuse { what, from, until } = &exception.excuse;
        let (from, until) = ((from - start) / MS, (until - start) / MS);
        let _ = writeln!(text, "  at {at} ms: {}: {} [{what}, {from} to {until}]", exception.rule, exception.text);
    }
    text
}

/// When each fault was, as the journals tell when everything else was.
pub(crate) fn faults(history: &History, start: Nanos) -> String {
    let mut all: Vec<_> = history.faults.iter().collect();
    all.sort_by_key(|fault| fault.from);
    let mut text = format!("start {start}\nkind target from on off until by\n");
    for fault in all {
        let Fault { kind, target, from, on, off, until, by } = fault;
        let _ = writeln!(text, "{kind:?} {target} {from} {on} {off} {until} {by}");
    }
    text
}

/// What was seen in Redis, for a reader who wants to judge it anew.
pub(crate) fn seen(history: &History) -> String {
    let mut text = String::from("seen server key token absent first last gone ttl\n");
    for it in &history.sightings {
        let Sighting { server, key, token, absent, first, last, gone, ttl_ms } = it;
        let _ = writeln!(text, "seen {server} {key} {token} {absent} {first} {last} {gone} {ttl_ms}");
    }
    for Extended { time, token, .. } in &history.extends {
        let _ = writeln!(text, "extended {time} {token}");
    }
    for (pid, died) in &history.deaths {
        let _ = writeln!(text, "died {} {died} {}", process(*pid), history.signals.get(pid).unwrap_or(&0));
    }
    text
}

/// How often each fault was injected, and each rule applied.
pub(crate) fn tables(history: &History, report: &Report) -> String {
    let mut text = String::new();
    let mut faults: BTreeMap<String, usize> = BTreeMap::new();
    // One that hit several servers at a time is one.
    let injected: BTreeSet<_> = history.faults.iter().map(|fault| (fault.kind, fault.from)).collect();
    for (kind, _) in injected {
        *faults.entry(format!("{kind:?}")).or_default() += 1;
    }
    // Its forked children end as well, and release nothing.
    for (_, how) in history.ends.iter().filter(|(pid, _)| history.deaths.contains_key(pid)).map(|(_, end)| end) {
        *faults.entry(format!("process ended by {how}")).or_default() += 1;
    }
    for (name, count) in faults {
        let _ = writeln!(text, "  {count:>8}  {name}");
    }
    let _ = writeln!(text, "  {:-<60}", "");
    let mut answers: BTreeMap<(String, String), usize> = BTreeMap::new();
    for call in &history.calls {
        let answer = if call.end.is_none() { "(did not live to see it)" } else { &call.answer };
        *answers.entry((call.verb.clone(), answer.to_owned())).or_default() += 1;
    }
    for ((verb, answer), count) in answers {
        let _ = writeln!(text, "  {count:>8}  {verb}: {answer}");
    }
    let _ = writeln!(text, "  {:-<60}", "");
    for rule in &RULES {
        let count = report.checked.get(rule).unwrap_or(&0);
        let broken = report.violations.iter().filter(|violation| violation.rule == *rule).count();
        let excused = report.exceptions.iter().filter(|exception| exception.rule == *rule).count();
        let _ = writeln!(text, "  {count:>8}  {rule}: {broken} broken, {excused} explained by a fault");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_violations_as_wanted_are_told_and_the_others_are_counted() {
        let of = |key: &str| Violation { rule: RULES[0], from: 0, at: 1, key: key.to_owned(), text: String::new() };
        let report = Report { violations: ["a", "b", "c"].map(of).to_vec(), ..Report::default() };
        let told = |count| first(&History::default(), &report, 0, count);
        assert!(told(2).contains("(key b)") && !told(2).contains("(key c)") && told(2).ends_with("\n... and 1 more\n"));
        assert!(told(3).contains("(key c)") && !told(3).contains("more"));
    }
}

//! Owns the tests of the checker: histories written by hand, each with the one thing that a rule is about, and beside it the same
//! without it. Lists, permits and rests have a file of their own (tests_of_shapes.rs).
//! Real runs with faults in the extension itself are planted.php's.

use super::check;
use crate::fault::{Fault, Kind};
use crate::history::History;
use crate::layout::Layout;
use crate::observer::{Extended, Sighting};
use crate::time::MS;

/// A history of lines as in a journal, with all times in ms.
pub(super) fn history(lines: &[&str]) -> History {
    let in_ns = |line: &&str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let mut times = vec![0];
        match words[2].as_str() {
            "took" => times.push(6),
            "trust" => times.push(4),
            _ => {}
        }
        for time in times {
            words[time] += "000000";
        }
        words.join(" ") + "\n"
    };
    let mut history = History::default();
    history.over = 1_000_000 * MS;
    history.read(&[lines.iter().map(in_ns).collect()]);
    history
}

pub(super) fn fault(kind: Kind, target: u32, from: i64, until: i64) -> Fault {
    Fault { kind, target, from: from * MS, on: from * MS, off: until * MS, until: until * MS, by: 0 }
}

pub(super) fn seen(key: &str, token: &str, absent: i64, first: i64, last: i64) -> Sighting {
    let [absent, first, last, gone] = [absent, first, last, last + 10].map(|time| time * MS);
    Sighting { server: 0, key: key.to_owned(), token: token.to_owned(), absent, first, last, gone, ttl_ms: 1 }
}

/// The rules that are broken.
pub(super) fn broken(history: &History) -> Vec<&'static str> {
    check(history).violations.iter().map(|violation| violation.rule).collect()
}

/// Process 1 has `a` from 1 to 990 of a ttl of 1,002.
const FIRST: [&str; 2] = ["0 1 call 1 acquire k - ttl=1.002 renew=0 wait=0", "1 1 took 1 k a 990 7"];

fn first_and(lines: &[&str]) -> History {
    history(&[&FIRST[..], lines].concat())
}

#[test]
fn a_lease_within_another_is_found() {
    let within = |time| {
        let took = format!("{time} 2 took 1 k b 1900 8");
        first_and(&["300 2 call 1 acquire k - ttl=2 renew=0 wait=1", &took])
    };
    assert_eq!(broken(&within(989)), ["no two leases overlap"]);
    assert!(broken(&within(990)).is_empty());
}

#[test]
fn a_lease_is_over_when_its_holder_begins_to_give_it_up() {
    let given_up = ["500 1 call 2 release k a", "600 1 back 2 yes -"];
    let second = ["510 2 call 1 acquire k - ttl=1 renew=0 wait=0", "550 2 took 1 k b 1400 8"];
    assert!(broken(&first_and(&[given_up, second].concat())).is_empty());
}

#[test]
fn only_a_fault_between_them_explains_two_leases() {
    let mut history = first_and(&["500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "501 2 took 1 k b 1400 8"]);
    for (kind, from, is_explained) in [
        (Kind::Flush, 300, true),
        (Kind::Flush, 700, false),
        (Kind::Cut, 300, false),
        (Kind::Failover, 300, true),
        (Kind::Takeover, 300, true),
    ] {
        history.faults = vec![fault(kind, 0, from, from + 1)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?} at {from}");
        assert_eq!(check(&history).exceptions.len(), usize::from(is_explained));
    }
}

#[test]
fn a_fence_that_does_not_grow_is_found() {
    let with = |fence| {
        let took = format!("1501 2 took 1 k b 2400 {fence}");
        first_and(&["1500 2 call 1 acquire k - ttl=1 renew=0 wait=0", &took])
    };
    assert_eq!(broken(&with(7)), ["fences grow"]);
    assert!(broken(&with(8)).is_empty());
}

#[test]
fn a_late_write_into_the_guarded_store_is_found() {
    let second = ["1500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "1501 2 took 1 k b 2400 8"];
    let mut history = first_and(&second);
    history.read_store("1600000000 k b 8\n");
    assert!(broken(&history).is_empty());
    history.read_store("1700000000 k a 7\n");
    assert_eq!(broken(&history), ["the guarded store takes no late write"]);
}

#[test]
fn a_token_of_two_leases_is_found() {
    let second = ["1500 1 call 2 acquire k - ttl=1 renew=0 wait=0", "1501 1 took 2 k a 2400 8"];
    assert_eq!(broken(&first_and(&second)), ["every lease has a token of its own"]);
}

#[test]
fn a_deadline_without_drift_is_found() {
    let until = |until| {
        let took = format!("1 1 took 1 k a {until} 7");
        history(&["0 1 call 1 acquire k - ttl=1 renew=0 wait=0", &took])
    };
    assert_eq!(broken(&until(990)), ["the deadline leaves room for drift"]);
    assert!(broken(&until(989)).is_empty());
}

#[test]
fn no_without_redis_is_found() {
    let said = |answer: &str, end: u32| {
        let back = format!("{end} 1 back 1 {answer} -");
        let mut history = history(&["150 1 call 1 acquire k - ttl=1 renew=0 wait=0", &back]);
        history.faults = vec![fault(Kind::RedisStop, 0, 100, 500)];
        broken(&history)
    };
    assert_eq!(said("no", 300), ["no reply while Redis is unreachable"]);
    for (verb, answer, is_found) in [
        ("run", "no", true),
        ("ensure", "yes", true),
        ("ensure", "lost", false),
        ("force", "yes", true),
        ("release", "no", true),
    ] {
        let (call, back) = (format!("150 1 call 2 {verb} k a"), format!("300 1 back 2 {answer} -"));
        let mut history = first_and(&[&call, &back]);
        history.faults = vec![fault(Kind::RedisStop, 0, 100, 500)];
        let found = broken(&history).contains(&"no reply while Redis is unreachable");
        assert_eq!(found, is_found, "{verb}: {answer}");
    }
    for (renews, child, gone, is_found) in
        [(false, false, 190, true), (true, false, 190, false), (true, false, 310, true), (false, true, 310, true)]
    {
        let acquire = format!("0 1 call 1 acquire k - ttl=1.002 renew={} wait=0", u8::from(renews));
        let mut lines = vec![acquire.as_str(), FIRST[1]];
        if child {
            lines.extend(["140 9 call 1 child-held k a", "145 9 back 1 no -"]);
        }
        lines.extend(["150 1 call 2 held k a", "300 1 back 2 no -"]);
        let mut history = history(&lines);
        history.faults = vec![fault(Kind::RedisStop, 0, 100, 500)];
        history.sightings = vec![seen("k", "a", 0, 2, gone - 10)];
        let found = broken(&history).contains(&"no reply while Redis is unreachable");
        assert_eq!(found, is_found, "renewed: {renews}, a child has asked: {child}, gone at {gone}");
    }
    assert!(said("silent", 300).is_empty());
    assert!(said("no", 501).is_empty(), "it may have been answered at the end");
}

#[test]
fn a_no_that_was_there_before_its_process_was_stopped_needs_no_redis() {
    let said = |stopped: Option<(i64, i64)>| {
        let mut history = history(&["50 1 call 1 acquire k - ttl=1 renew=0 wait=0.2", "400 1 back 1 no -"]);
        history.faults = vec![fault(Kind::RedisStop, 0, 100, 500)];
        history.faults.extend(stopped.map(|(from, until)| fault(Kind::Stop, 1, from, until)));
        broken(&history)
    };
    assert!(said(Some((90, 390))).is_empty(), "it may have had the reply at 90");
    assert_eq!(said(Some((120, 390))), ["no reply while Redis is unreachable"]);
    assert_eq!(said(None), ["no reply while Redis is unreachable"]);
}

#[test]
fn a_run_that_ends_well_after_its_deadline_and_without_redis_is_found() {
    let leaves = |time: u32| {
        let (call, back) = (format!("{time} 1 call 2 leave k a"), format!("{} 1 back 2 yes -", time + 1));
        let mut history = first_and(&[&call, &back]);
        history.faults = vec![fault(Kind::RedisStop, 0, 100, 1_500)];
        broken(&history)
    };
    assert_eq!(leaves(1_000), ["no reply while Redis is unreachable"]);
    assert!(leaves(980).is_empty());
}

#[test]
fn a_cut_concerns_those_whose_way_is_cut() {
    let mut history = history(&["1 1 born 4", "150 1 call 1 acquire k - ttl=1 renew=0 wait=0", "300 1 back 1 no -"]);
    history.faults = vec![fault(Kind::Cut, 0, 100, 500)];
    assert!(broken(&history).is_empty());
    history.by_proxy = vec!["4".to_owned()];
    assert_eq!(broken(&history), ["no reply while Redis is unreachable"]);
}

#[test]
fn a_loss_that_its_holder_does_not_notice_is_found() {
    let asks = |answer: &str| {
        let back = format!("1601 1 back 2 {answer} -");
        let second = ["1500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "1501 2 took 1 k b 2400 8"];
        broken(&first_and(&[&second[..], &["1600 1 call 2 held k a", &back]].concat()))
    };
    assert_eq!(asks("yes"), ["no loss goes unnoticed"]);
    assert!(asks("no").is_empty());
}

#[test]
fn a_yes_about_a_lock_that_is_gone_is_found() {
    const RULE: &str = "no yes about a lock that is gone";
    let asks = |verb: &str, time: u32| {
        let (call, back) = (format!("{time} 1 call 2 {verb} k a"), format!("{} 1 back 2 yes -", time + 1));
        let mut history = first_and(&[&call, &back]);
        history.sightings = vec![seen("k", "a", 0, 2, 490)];
        history
    };
    for verb in ["held", "ensure", "extend", "release"] {
        assert_eq!(broken(&asks(verb, 501)), [RULE], "{verb}");
        assert!(broken(&asks(verb, 500)).is_empty(), "it may have gone between the looks");
    }
    let mut again = asks("held", 700);
    again.sightings.push(seen("k", "a", 600, 610, 800));
    assert!(broken(&again).is_empty(), "it is there");
    for (verb, is_explained) in [("release", true), ("held", false)] {
        let mut silent = asks(verb, 600);
        silent.faults = vec![fault(Kind::LoseReply, 0, 590, 595), fault(Kind::Delay, 0, 599, 601)];
        assert_eq!(broken(&silent).is_empty(), is_explained, "{verb} where an answer was lost");
    }
}

#[test]
fn a_given_token_may_have_been_seen_in_an_earlier_lease_only() {
    let releases = |acquired: u32| {
        let call = format!("{acquired} 1 call 2 acquire k given-1 ttl=1.002 renew=0 wait=0");
        let took = format!("{} 1 took 2 k given-1 1480 8", acquired + 1);
        let release = ["504 1 call 3 release k given-1", "505 1 back 3 yes -"];
        let first = ["0 1 call 1 acquire k given-1 ttl=1.002 renew=0 wait=0", "1 1 took 1 k given-1 990 7"];
        let mut history = history(
            &[&first[..], &["494 1 call 4 release k given-1", "495 1 back 4 yes -"], &[&call, &took], &release]
                .concat(),
        );
        // The last look that saw it began at 490, the first without it was over at 500.
        history.sightings = vec![seen("k", "given-1", 0, 2, 490)];
        broken(&history)
    };
    assert_eq!(releases(498), [""; 0], "the second lease began and ended between two looks");
}

#[test]
fn a_loss_without_a_reason_is_found() {
    let asks = |time: u32| {
        let (call, back) = (format!("{time} 1 call 2 held k a"), format!("{} 1 back 2 no -", time + 1));
        broken(&first_and(&[&call, &back]))
    };
    assert_eq!(asks(500), ["no lease is lost without a reason"]);
    assert!(asks(990).is_empty());
}

#[test]
fn a_child_that_releases_is_found() {
    let child = first_and(&["300 3 call 2 child-release k a", "301 3 back 2 yes -"]);
    assert_eq!(broken(&child), ["a forked child holds nothing"]);
}

#[test]
fn a_waiter_asleep_on_a_free_lock_is_found() {
    let wakes = |time: u32| {
        let took = format!("{time} 2 took 1 k b 9000 8");
        let release = ["500 1 call 2 release k a", "501 1 back 2 yes -"];
        first_and(&[&["100 2 call 1 acquire k - ttl=9 renew=0 wait=5"], &release[..], &[&took]].concat())
    };
    assert_eq!(broken(&wakes(1_300)), ["no waiter sleeps on a free lock"]);
    assert!(broken(&wakes(502)).is_empty());
    let mut taken = wakes(1_300);
    taken.sightings = vec![seen("k", "of a leaver", 500, 520, 1_250)];
    assert!(broken(&taken).is_empty(), "it was not free");
    taken.sightings = vec![seen("k", "of a leaver", 500, 520, 700)];
    assert_eq!(broken(&taken), ["no waiter sleeps on a free lock"]);
    let mut stopped = wakes(1_300);
    stopped.faults = vec![fault(Kind::Stop, 2, 400, 1_299)];
    assert!(broken(&stopped).is_empty());
    let mut cut_off = wakes(1_300);
    cut_off.homes.insert("k".to_owned(), vec![7_001]);
    for (server, is_found) in [(7_001, false), (7_002, true)] {
        cut_off.faults = vec![fault(Kind::Disconnect, server, 400, 600)];
        assert_eq!(broken(&cut_off).is_empty(), !is_found, "{server}");
    }
    // A shard without a master is the whole cluster's trouble; a release that was taken tells that it was not, or not yet.
    cut_off.layout = Layout::Cluster;
    for (verb, until, is_found) in [("drop", 499, false), ("release", 499, true), ("release", 600, false)] {
        cut_off.calls[2].verb = verb.to_owned();
        cut_off.faults = vec![fault(Kind::Failover, 7_002, 400, until)];
        assert_eq!(broken(&cut_off).is_empty(), !is_found, "{verb} {until}");
    }
}

#[test]
fn a_waiter_asleep_after_every_other_end_is_found() {
    const RULE: &str = "no waiter sleeps on a free lock";
    let sleeps = |ending: &[&str]| {
        let waiter = ["100 2 call 1 acquire k - ttl=9 renew=0 wait=5", "1900 2 took 1 k b 9000 8"];
        let mut history = first_and(&[&waiter[..1], ending, &waiter[1..]].concat());
        history.deaths.insert(1, 600 * MS);
        broken(&history)
    };
    for verb in ["leave", "force", "drop"] {
        assert_eq!(
            sleeps(&[&format!("500 1 call 2 {verb} k a"), "501 1 back 2 yes -", "501 1 ends kill"]),
            [RULE],
            "{verb}"
        );
    }
    for (how, rules) in [("fatal", &[RULE][..]), ("kill", &[])] {
        assert_eq!(sleeps(&[&format!("500 1 call 2 end k a how={how}"), &format!("501 1 ends {how}")]), rules, "{how}");
    }
    // It was lost already.
    let over = ["1000 1 call 2 drop k a", "1001 1 back 2 yes -", "1001 1 ends kill"];
    assert_eq!(sleeps(&over), [""; 0]);
}

#[test]
fn a_waiter_asleep_after_an_expiry_is_found() {
    let wakes = |time: u32| {
        let took = format!("{time} 2 took 1 k b 9000 8");
        let mut history = first_and(&["100 2 call 1 acquire k - ttl=9 renew=0 wait=5", &took]);
        history.sightings = vec![seen("k", "a", 0, 2, 995)];
        history
    };
    assert_eq!(broken(&wakes(1_700)), ["no waiter sleeps on a lock that is gone"]);
    assert!(broken(&wakes(1_010)).is_empty());
    let mut taken = wakes(1_700);
    taken.sightings.push(seen("k", "of a leaver", 1_100, 1_110, 1_650));
    assert!(broken(&taken).is_empty(), "it was not free");
}

#[test]
fn a_fault_excuses_what_it_has_hit() {
    let mut history = first_and(&["500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "501 2 took 1 k b 1400 8"]);
    history.homes.insert("k".to_owned(), vec![7_001, 7_004]);
    for (server, is_explained) in [(7_004, true), (7_002, false)] {
        history.faults = vec![fault(Kind::Failover, server, 300, 400)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{server}");
    }
}

#[test]
fn who_forces_a_lock_is_named() {
    let forced = ["400 3 call 1 force k -", "401 3 back 1 yes -"];
    let second = ["500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "501 2 took 1 k b 1400 8"];
    let report = check(&first_and(&[forced, second].concat()));
    assert!(report.violations.is_empty());
    assert_eq!(report.exceptions[0].excuse.what, "force by 3");
}

#[test]
fn a_majority_that_is_silent_is_no_reply() {
    let mut history = history(&["150 1 call 1 acquire k - ttl=1 renew=0 wait=0", "300 1 back 1 no -"]);
    history.layout = Layout::Quorum;
    for (kind, rules) in [(Kind::MajorityStop, 1), (Kind::RedisStop, 0)] {
        history.faults = vec![fault(kind, 0, 100, 500)];
        assert_eq!(broken(&history).len(), rules, "{kind:?}");
    }
}

#[test]
fn what_is_there_longer_than_it_may_is_found() {
    let mut history = first_and(&[]);
    history.sightings = vec![seen("k", "a", 0, 2, 1_400)];
    assert!(broken(&history).is_empty());
    history.sightings = vec![seen("k", "a", 0, 2, 1_410)];
    assert_eq!(broken(&history), ["no lock stays longer than its ttl"]);
    for (from, is_explained) in [(0, true), (600, false)] {
        history.faults = vec![fault(Kind::Stall, 0, from, from + 50)];
        assert_eq!(broken(&history).is_empty(), is_explained, "the machine stood still from {from} on");
    }
    // Its holder was killed before the answer.
    let mut extended = first_and(&["500 1 call 2 extend k a ttl=1.5"]);
    extended.sightings = vec![seen("k", "a", 0, 2, 2_390)];
    assert!(broken(&extended).is_empty());
    extended.sightings = vec![seen("k", "a", 0, 2, 2_410)];
    assert_eq!(broken(&extended), ["no lock stays longer than its ttl"]);
}

#[test]
fn what_is_there_after_its_release_is_found() {
    let mut history = first_and(&["500 1 call 2 release k a", "501 1 back 2 yes -"]);
    history.sightings = vec![seen("k", "a", 0, 2, 499)];
    assert!(broken(&history).is_empty());
    history.sightings.push(seen("k", "a", 600, 610, 700));
    assert_eq!(broken(&history), ["what was released is gone"]);
    for (kind, until, is_explained) in [(Kind::Repeat, 650, true), (Kind::Stall, 650, true), (Kind::Stall, 199, false)]
    {
        history.faults = vec![fault(kind, 0, 0, until)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?} until {until}: a SET that came a second time");
    }
}

#[test]
fn what_comes_after_its_release_does_not_show_that_it_was_gone_before() {
    let lines = ["500 1 call 2 held k a", "501 1 back 2 yes -", "510 1 call 3 release k a", "511 1 back 3 yes -"];
    let is_found = |absent: i64| {
        let mut history = first_and(&lines);
        history.sightings = vec![seen("k", "a", absent, 610, 700)];
        broken(&history).contains(&"no yes about a lock that is gone")
    };
    assert!(!is_found(600), "a SET that came a second time; the first was there between two looks");
    assert!(is_found(505), "a look after the yes, and before its release, has not seen it");
}

#[test]
fn what_is_there_long_after_its_object_is_found() {
    let mut history = first_and(&["200 1 call 2 drop k a", "201 1 back 2 yes -"]);
    history.sightings = vec![seen("k", "a", 0, 2, 210)];
    assert!(broken(&history).is_empty());
    history.sightings = vec![seen("k", "a", 0, 2, 900)];
    assert_eq!(broken(&history), ["what was dropped is gone soon"]);
    history.faults = vec![fault(Kind::LoseRequest, 0, 150, 250)];
    assert!(broken(&history).is_empty(), "it did not arrive");
    history.faults = vec![fault(Kind::Stop, 2, 150, 250)];
    assert_eq!(broken(&history).len(), 1, "another process was stopped");
}

#[test]
fn what_is_there_after_its_object_by_a_token_that_acquired_again_is_none_of_its() {
    // It died before it was told.
    let again =
        ["200 1 call 2 drop k given-1", "201 1 back 2 yes -", "850 1 call 3 run k given-1 ttl=1 renew=0 wait=0"];
    let given = ["0 1 call 1 acquire k given-1 ttl=1 renew=0 wait=0", "1 1 took 1 k given-1 990 7"];
    for (lines, is_found) in [(&again[..2], true), (&again[..], false)] {
        let mut history = history(&[&given[..], lines].concat());
        history.sightings = vec![seen("k", "given-1", 0, 2, 900)];
        assert_eq!(broken(&history).contains(&"what was dropped is gone soon"), is_found, "{:?}", broken(&history));
    }
}

#[test]
fn what_is_no_longer_requested_is_found() {
    let mut history = history(&["0 1 call 1 acquire k - ttl=1 renew=0 wait=0", "500 1 back 1 silent -"]);
    history.sightings = vec![seen("k", "late", 600, 610, 700)];
    assert_eq!(broken(&history), ["nothing is taken after its acquire was given up"]);
    history.faults = vec![fault(Kind::RedisStop, 0, 100, 605)];
    assert!(broken(&history).is_empty(), "Redis had it in its hands");
    history.faults = vec![fault(Kind::Cut, 0, 100, 605)];
    assert_eq!(broken(&history).len(), 1, "a reset reaches what a cut holds back");
    history.faults = vec![fault(Kind::Stall, 0, 510, 590)];
    assert!(broken(&history).is_empty(), "the proxy had it unread when its client gave it up and reset");
    for kind in [Kind::RedisStop, Kind::Stall] {
        history.faults = vec![fault(kind, 0, 100, 199)];
        assert_eq!(broken(&history).len(), 1, "{kind:?}: it has gone on long before");
    }
    for (kind, at, is_explained) in
        [(Kind::ClockBack, 605, true), (Kind::ClockBack, 590, false), (Kind::ClockAhead, 605, false)]
    {
        history.faults = vec![jump(kind, at, 100)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?} at {at}: what had expired is there again");
    }
}

#[test]
fn a_name_that_a_program_could_use_is_found() {
    let mut history = first_and(&[]);
    history.sightings = vec![seen("k:rl-waiting{k}", "1", 0, 2, 3)];
    assert!(broken(&history).is_empty());
    history.sightings = vec![seen("k:waiting{k}", "1", 0, 2, 3)];
    assert_eq!(broken(&history), ["no name is used that is a program's own"]);
}

#[test]
fn an_end_that_does_not_release_is_found() {
    let ends = |how: &str| {
        let ends = format!("500 1 ends {how}");
        let mut history = first_and(&["500 1 call 2 end k a how=x", &ends]);
        history.deaths.insert(1, 510 * MS);
        history.sightings = vec![seen("k", "a", 0, 2, 700)];
        broken(&history)
    };
    assert_eq!(ends("fatal"), ["the end of a process releases its locks"]);
    assert!(ends("kill").is_empty());
}

#[test]
fn an_end_that_was_not_meant_is_found() {
    let mut history = first_and(&[]);
    history.deaths.insert(1, 510 * MS);
    assert_eq!(broken(&history), ["every process ends as it meant to"]);
    history.faults = vec![fault(Kind::Kill, 1, 505, 505)];
    assert!(broken(&history).is_empty());
    history.faults = vec![fault(Kind::Interrupt, 1, 505, 505)];
    assert_eq!(broken(&history).len(), 1, "it had a handler");
    history.signals.insert(1, 10);
    assert!(broken(&history).is_empty());
}

#[test]
fn a_killed_process_excuses_nothing_that_comes_long_after_it() {
    // It was killed within a force, and within an acquire.
    for (verb, rule) in
        [("force", "no two leases overlap"), ("acquire", "nothing is taken after its acquire was given up")]
    {
        let killed = format!("0 3 call 1 {verb} k -");
        let second = ["2000 1 call 2 acquire k - ttl=1 renew=0 wait=0", "2001 1 took 2 k b 2900 8"];
        let third = ["2500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "2501 2 took 1 k c 3400 9"];
        let mut history = match verb {
            "force" => history(&[&[killed.as_str()][..], &second, &third].concat()),
            _ => history(&[killed.as_str()]),
        };
        if verb == "acquire" {
            history.sightings = vec![seen("k", "late", 2_000, 2_010, 2_020)];
        }
        for (died, stall, broken_rules) in [(1_000, 1_010, &[rule][..]), (1_990, 1_991, &[]), (1_000, 1_700, &[])] {
            history.deaths.insert(3, died * MS);
            history.faults = vec![fault(Kind::Kill, 3, died, died), fault(Kind::Stall, 0, 990, stall)];
            assert_eq!(broken(&history), broken_rules, "{verb}, killed at {died}, the machine still until {stall}");
        }
    }
}

#[test]
fn a_loss_after_an_extend_needs_a_reason_too() {
    let extended = ["500 1 call 2 extend k a ttl=2", "501 1 back 2 yes -", "501 1 trust a 2400"];
    for (time, rules) in [(1_500, 1), (2_399, 0)] {
        let asked = [format!("{time} 1 call 3 held k a"), format!("{} 1 back 3 no -", time + 1)];
        let history = first_and(&[&extended[..], &asked.each_ref().map(String::as_str)].concat());
        assert_eq!(broken(&history).len(), rules, "at {time}");
    }
}

#[test]
fn what_is_there_at_the_end_of_all_is_found() {
    let mut history = first_and(&["500 1 call 2 release k a", "501 1 back 2 yes -"]);
    history.sightings = vec![seen("k", "of another", 500, 510, 999_950)];
    assert!(broken(&history).contains(&"nothing is left at the end"));
    history.sightings = vec![seen("k:rl-wake{k}", "", 500, 510, 999_950)];
    assert!(broken(&history).is_empty());
    history.sightings[0].ttl_ms = -1;
    assert_eq!(broken(&history), ["no key beside a lock stays for ever"]);
}

#[test]
fn a_call_that_hangs_is_found_even_if_only_its_process_s_end_ends_it() {
    let waits = |end: &str| {
        let mut history = history(&["0 1 call 1 acquire k - ttl=1 renew=0 wait=2", end]);
        history.deaths.insert(1, 7_100 * MS);
        history.faults = vec![fault(Kind::Kill, 1, 7_100, 7_100)];
        broken(&history)
    };
    assert!(waits("6999 1 back 1 no -").is_empty());
    assert_eq!(waits("7001 1 back 1 no -"), ["no call hangs"]);
    assert_eq!(waits("1 1 born 0"), ["no call hangs"]);
}

#[test]
fn a_reply_that_is_none_is_found() {
    let odd = history(&["0 1 call 1 acquire k - ttl=1 renew=0 wait=0", "1 1 back 1 odd TypeError"]);
    assert_eq!(broken(&odd), ["every answer is one of the contract's"]);
}

#[test]
fn an_extend_after_the_release_is_found() {
    let mut history = first_and(&["500 1 call 2 release k a", "501 1 back 2 yes -"]);
    let extended = |time, server| Extended { time: time * MS, token: "a".to_owned(), server };
    history.extends = vec![extended(499, 0)];
    assert!(broken(&history).is_empty());
    history.extends.push(extended(600, 0));
    assert_eq!(broken(&history), ["nothing is extended after its release"]);
    for (kind, target, until, is_explained) in [
        (Kind::Stop, 1, 590, true),
        (Kind::Stop, 1, 190, false),
        (Kind::Stop, 2, 590, false),
        (Kind::Kill, 2, 590, false),
        (Kind::Delay, 0, 590, true),
        (Kind::Failover, 0, 590, true),
    ] {
        history.faults = vec![fault(kind, target, until - 100, until)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?} of {target} until {until}");
    }
}

/// The look that misses the token first waited for its reply until after the extend.
#[test]
fn an_extend_that_ran_when_its_server_replied_to_looks_again_is_explained() {
    for (server, last, gone, is_explained) in
        [(0, 490, 600, true), (0, 490, 599, false), (0, 502, 600, false), (1, 490, 600, false)]
    {
        let mut history = first_and(&["500 1 call 2 leave k a", "501 1 back 2 yes -"]);
        history.extends = vec![Extended { time: 600 * MS, token: "a".to_owned(), server: 0 }];
        history.sightings = vec![Sighting { server, gone: gone * MS, ..seen("k", "a", 0, 2, last) }];
        assert_eq!(broken(&history).is_empty(), is_explained, "server {server}, looks at {last} and {gone}");
    }
}

#[test]
fn an_extend_after_the_release_that_a_majority_of_a_quorum_has_run_is_found() {
    let mut history = first_and(&["500 1 call 2 release k a", "501 1 back 2 yes -"]);
    let by = |servers: &[usize]| {
        let extended = |(at, server): (i64, &usize)| Extended { time: at * MS, token: "a".to_owned(), server: *server };
        (600..).zip(servers).map(extended).collect::<Vec<_>>()
    };
    history.layout = Layout::Quorum;
    for (servers, rules) in [(&[0, 4][..], 0), (&[0, 4, 4, 0], 0), (&[0, 2, 4], 3)] {
        history.extends = by(servers);
        assert_eq!(broken(&history), vec!["nothing is extended after its release"; rules], "{servers:?}");
    }
}

pub(super) fn jump(kind: Kind, at: i64, by: i64) -> Fault {
    Fault { by: by * MS, ..fault(kind, 0, at, at + 1) }
}

#[test]
fn a_jump_ahead_of_the_clock_ends_a_lease_so_much_earlier_and_no_more() {
    let jumps = |at, by| vec![jump(Kind::ClockAhead, at, by)];
    let mut overlap = first_and(&["500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "501 2 took 1 k b 1400 8"]);
    let mut lost = first_and(&["500 1 call 2 held k a", "501 1 back 2 no -"]);
    for (at, by, is_explained) in [(300, 489, true), (300, 488, false), (600, 2_000, false), (-100, 2_000, false)] {
        overlap.faults = jumps(at, by);
        lost.faults = jumps(at, by);
        assert_eq!(broken(&overlap).is_empty(), is_explained, "a second holder, {by} at {at}");
        assert_eq!(broken(&lost).is_empty(), is_explained, "a lost lease, {by} at {at}");
    }
    overlap.faults = vec![jump(Kind::ClockBack, 300, -2_000)];
    assert_eq!(broken(&overlap), ["no two leases overlap"]);
}

#[test]
fn a_jump_back_of_the_clock_keeps_a_lock_so_much_longer_and_no_more() {
    let mut history = history(&FIRST);
    history.over = 10_000 * MS;
    // Its ttl and what a look may be late by end 1,403 after it was taken.
    history.sightings = vec![seen("k", "a", 0, 2, 1_903)];
    for (by, is_explained) in [(-500, true), (-499, false)] {
        history.faults = vec![jump(Kind::ClockBack, 300, by)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{by}: {:?}", check(&history).violations);
    }
}

#[test]
fn a_fence_steps_back_only_where_redis_has_forgotten_it_after_a_jump_back() {
    let mut history = first_and(&["1500 2 call 1 acquire k - ttl=1 renew=0 wait=0", "1501 2 took 1 k b 2400 6"]);
    let (back, flush) = (jump(Kind::ClockBack, 200, -100), fault(Kind::Flush, 0, 1_200, 1_201));
    for (faults, is_explained) in [(vec![back.clone()], false), (vec![flush.clone()], false), (vec![back, flush], true)]
    {
        history.faults = faults;
        assert_eq!(broken(&history).is_empty(), is_explained);
    }
}

/// Kept by process 1 from 1 on, and trusted until 4,958 at last, for which it was extended at 2,000.
fn kept(more: &[&str]) -> History {
    let lines = ["0 1 call 1 acquire k - ttl=3 renew=1 kept=1 wait=0", "1 1 took 1 k a 2968 0", "2000 1 trust a 4958"];
    history(&[&lines[..], more].concat())
}

#[test]
fn a_kept_lock_that_is_let_go_is_found() {
    const RULE: &str = "a kept lock is renewed while Redis is well";
    assert_eq!(broken(&kept(&[])), [RULE]);
    assert!(broken(&kept(&["4957 1 call 2 release k a", "4958 1 back 2 yes -"])).is_empty());
    let mut gone = kept(&["3000 1 call 2 drop k a", "3000 1 back 2 yes -"]);
    assert_eq!(broken(&gone), [RULE]);
    gone.faults = vec![fault(Kind::Flush, 0, 2_900, 2_901)];
    assert!(broken(&gone).is_empty());
    // An extend is due at 2,958.
    for (from, until, is_found) in
        [(2_900, 4_500, true), (2_900, 4_570, false), (3_357, 6_000, false), (3_359, 6_000, true), (5_000, 6_000, true)]
    {
        let mut history = kept(&[]);
        history.faults = vec![fault(Kind::RedisStop, 0, from, until)];
        assert_eq!(broken(&history) == [RULE], is_found, "{from} to {until}");
        history.faults = vec![fault(Kind::Cut, 0, from, until), fault(Kind::Kill, 1, from, until)];
        assert_eq!(broken(&history), [RULE], "another's misfortune");
        history.faults = vec![fault(Kind::Flush, 0, 4_000, 4_001)];
        assert!(broken(&history).is_empty());
    }
}

/// An acquire that two replicas have to confirm, from 200 to 400, and its answer.
fn replicated(answer: &str) -> History {
    let call = "200 1 call 1 acquire k - ttl=1.5 renew=0 wait=0 replicas=2";
    let mut history = match answer {
        "yes" => history(&[call, "400 1 took 1 k a 1600 7", "1000 1 call 2 release k a", "1001 1 back 2 yes -"]),
        why => history(&[call, &format!("400 1 back 1 error {why}")]),
    };
    history.layout = Layout::Sentinels;
    history
}

#[test]
fn a_yes_while_all_replicas_stand_still_is_found() {
    for (from, until, is_found) in [(100, 500, true), (201, 500, false), (100, 399, false)] {
        let mut history = replicated("yes");
        history.faults = vec![fault(Kind::ReplicasStop, 0, from, until)];
        assert_eq!(broken(&history) == ["no yes before the replicas have it"], is_found, "{from} to {until}");
        let mut refused = replicated("NOREPLICAS");
        refused.faults = history.faults;
        assert!(broken(&refused).is_empty());
    }
}

#[test]
fn what_too_few_replicas_have_and_stays_is_found() {
    const RULE: &str = "what too few replicas have is released";
    let until = |last, stopped| {
        let mut history = replicated("NOREPLICAS");
        history.sightings = vec![seen("k", "b", 190, 210, last)];
        history.faults = vec![fault(Kind::ReplicasStop, 0, 100, stopped)];
        history
    };
    assert_eq!(broken(&until(801, 300)), [RULE]);
    assert!(broken(&until(800, 300)).is_empty());
    assert!(broken(&until(1_100, 700)).is_empty());
    let mut disturbed = until(801, 300);
    disturbed.faults.push(fault(Kind::Disconnect, 0, 500, 501));
    assert!(broken(&disturbed).is_empty());
    let mut failed_over = until(801, 300);
    failed_over.faults.push(fault(Kind::Failover, 0, 0, 1));
    assert!(broken(&failed_over).is_empty(), "a replica may still be behind");
    let mut silent = until(801, 300);
    silent.calls[0].why = "-".to_owned();
    assert!(broken(&silent).is_empty());
}

#[test]
fn a_lock_that_was_handed_on_is_there_for_who_adopts_it() {
    let answers = |answer: &str| {
        let back = format!("301 2 back 1 {answer} -");
        // Its first holder's process has ended by then.
        let mut history = first_and(&[
            "100 1 hands k a",
            "101 1 ends exit",
            "300 2 adopts k a renew=0 ttl=1",
            "300 2 call 1 held k a",
            &back,
            "400 2 call 2 release k a",
            "401 2 back 2 yes -",
        ]);
        history.deaths.insert(1, 110 * MS);
        history.sightings = vec![seen("k", "a", 0, 2, 399)];
        history
    };
    assert!(broken(&answers("yes")).is_empty());
    assert_eq!(broken(&answers("no")), ["no lease is lost without a reason"]);
    let mut left = answers("yes");
    left.sightings = vec![seen("k", "a", 0, 2, 402)];
    assert_eq!(broken(&left), ["what was released is gone"]);
}

#[test]
fn a_given_token_serves_several_leases_and_only_a_late_release_explains_their_loss() {
    let mut history = history(&[
        "0 1 call 1 acquire k given-1 ttl=1.002 renew=0 wait=0",
        "1 1 took 1 k given-1 990 7",
        "100 1 call 2 release k given-1",
        "110 1 back 2 silent -",
        "200 1 call 3 acquire k given-1 ttl=1.002 renew=0 wait=0",
        "201 1 took 3 k given-1 1190 8",
        "300 1 call 4 held k given-1",
        "301 1 back 4 no -",
    ]);
    assert_eq!(broken(&history), ["no lease is lost without a reason"]);
    for (kind, is_explained) in [(Kind::LoseReply, true), (Kind::ScriptFlush, false), (Kind::Stop, false)] {
        history.faults = vec![fault(kind, 1, 90, 120)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?}");
    }
}

#[test]
fn php_that_is_started_again_has_released_what_its_process_held_before() {
    let until = |last| {
        let mut history = first_and(&[
            "100 1 call 2 end k a how=exit",
            "100 1 ends exit",
            "110 1 restarted",
            // The next start counts its calls anew, and holds another lease of the key.
            "200 1 call 1 acquire k - ttl=1.002 renew=0 wait=0",
            "201 1 took 1 k b 1190 8",
            "300 1 call 2 release k b",
            "301 1 back 2 yes -",
            "400 1 ends return",
            "410 1 died 0",
        ]);
        history.sightings = vec![seen("k", "a", 0, 2, last), seen("k", "b", 199, 202, 290)];
        history
    };
    assert!(broken(&until(109)).is_empty());
    let mut left = until(150);
    assert_eq!(broken(&left), ["the end of a process releases its locks"]);
    // What happens to the process happens to each of its starts, at its time.
    left.faults = vec![fault(Kind::Stop, 1, 90, 120)];
    assert!(broken(&left).is_empty());
}

#[test]
fn a_process_with_the_number_of_an_earlier_one_is_another() {
    let asks = |died: &[&str]| {
        let held = ["300 1 born 5", "310 1 call 1 held k b", "320 1 back 1 no -"];
        let mut history = history(&[&["1 1 born 4"], died, &held].concat());
        history.by_proxy = vec!["4".to_owned()];
        let asked = &history.calls[0];
        (asked.pid, history.slots[&asked.pid].clone(), history.deaths.clone())
    };
    let (pid, slot, deaths) = asks(&["200 1 died 9"]);
    assert_eq!((slot.as_str(), deaths.get(&1), deaths.get(&pid)), ("5", Some(&(200 * MS)), None));
    assert_eq!(asks(&[]).1, "5", "a forked child's number, whose end the crew does not see");
}

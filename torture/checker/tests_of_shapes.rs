//! Owns the tests of the checker's rules about lists, permits and rests: histories written by hand, as in tests.rs.

use super::check;
use crate::checker::tests::{broken, fault, history, jump, seen};
use crate::fault::Kind;
use crate::history::History;
use crate::layout::Layout;
use crate::observer::Sighting;
use crate::time::MS;

/// Process 1 has the list `k,l` from 1 to 990 of a ttl of 1,002.
const LIST: [&str; 2] = ["0 1 call 1 acquire k,l - ttl=1.002 renew=0 wait=0", "1 1 took 1 k,l a 990 7"];
const SECOND: &str = "g:rl-permit-2{g}";

fn list_and(lines: &[&str]) -> History {
    history(&[&LIST[..], lines].concat())
}

/// Leases of the permits of `g`, or of `g` alone, by processes of their own: from `100 * i` on, each until 990.
fn holders(words: &[&str]) -> History {
    let line = |(index, word): (usize, &&str)| {
        let (pid, at) = (index + 1, 100 * index);
        let asked = format!("{at} {pid} call 1 acquire {word} - ttl=1.002 renew=0 wait=0");
        [asked, format!("{} {pid} took 1 {word} t{pid} 990 {pid}", at + 1)]
    };
    let lines: Vec<String> = words.iter().enumerate().flat_map(line).collect();
    history(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A lease with `atLeast` of 500 that is released at 100, and a second lease of `k` or of the list's other key at some instant.
fn at_least(word: &str, other: &str, at: i64) -> History {
    let first = [
        format!("0 1 call 1 acquire {word} - ttl=1.002 renew=0 wait=0 least=0.5"),
        format!("1 1 took 1 {word} a 990 7"),
        format!("100 1 call 2 release {word} a"),
        "101 1 back 2 yes -".to_owned(),
    ];
    let second = [
        format!("{} 2 call 1 acquire {other} - ttl=1 renew=0 wait=0", at - 1),
        format!("{at} 2 took 1 {other} b {} 8", at + 900),
    ];
    history(&first.iter().chain(&second).map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn each_key_of_a_list_is_a_lease_of_that_key() {
    let second = |word: &str, at: u32| {
        let (asked, took) =
            (format!("500 2 call 1 acquire {word} - ttl=2 renew=0 wait=1"), format!("{at} 2 took 1 {word} b 1900 8"));
        broken(&list_and(&[&asked, &took]))
    };
    for word in ["k", "l", "m,l"] {
        assert_eq!(second(word, 989), ["no two leases overlap"], "{word}");
        assert_eq!(second(word, 990), [""; 0], "{word}");
    }
    assert_eq!(second("m", 600), [""; 0]);
}

#[test]
fn a_fault_of_one_key_of_a_list_explains_its_loss() {
    for forced in ["k", "l", "l,m", "m"] {
        let force = format!("300 3 call 1 force {forced} -");
        let asks = ["500 1 call 2 held k,l a", "501 1 back 2 no -"];
        let history = list_and(&[&[force.as_str(), "301 3 back 1 yes -"][..], &asks].concat());
        let is_explained = forced != "m";
        assert_eq!(broken(&history).is_empty(), is_explained, "{forced}");
    }
}

#[test]
fn a_list_has_a_greater_fence_than_each_of_its_keys_had() {
    for (key, fence, is_found) in [("k", 7, true), ("l", 7, true), ("l", 8, false), ("m", 7, false)] {
        let took = format!("1501 2 took 1 {key} b 2400 {fence}");
        let asked = format!("1500 2 call 1 acquire {key} - ttl=1 renew=0 wait=0");
        assert_eq!(broken(&list_and(&[&asked, &took])) == ["fences grow"], is_found, "{key} {fence}");
    }
}

#[test]
fn a_yes_about_a_list_one_of_whose_keys_is_gone_is_found() {
    let asks = |gone: i64| {
        let mut history = list_and(&["600 1 call 2 held k,l a", "601 1 back 2 yes -"]);
        history.sightings = vec![seen("k", "a", 0, 2, 700), seen("l", "a", 0, 2, gone)];
        broken(&history)
    };
    assert!(asks(580).contains(&"no yes about a lock that is gone"));
    assert_eq!(asks(700), [""; 0]);
}

#[test]
fn a_loss_of_one_key_of_a_list_that_its_holder_does_not_notice_is_found() {
    let second = ["1500 2 call 1 acquire l - ttl=1 renew=0 wait=0", "1501 2 took 1 l b 2400 8"];
    let asks = ["1600 1 call 2 held k,l a", "1601 1 back 2 yes -"];
    assert_eq!(broken(&list_and(&[second, asks].concat())), ["no loss goes unnoticed"]);
}

#[test]
fn a_list_that_is_there_in_part_is_found() {
    const RULE: &str = "a list is held as a whole or not at all";
    let there = |other: &[(i64, i64)]| {
        let mut history = list_and(&[]);
        history.sightings = vec![seen("k", "a", 0, 10, 300)];
        history.sightings.extend(other.iter().map(|(first, last)| seen("l", "a", first - 10, *first, *last)));
        history
    };
    for (other, is_found) in [
        (&[(10, 300)][..], false),
        // Between one look and the next.
        (&[(20, 290)], false),
        (&[(21, 300)], true),
        (&[(10, 289)], true),
        (&[], true),
        (&[(10, 100), (120, 300)], false),
        (&[(10, 100), (130, 300)], true),
    ] {
        assert_eq!(broken(&there(other)).contains(&RULE), is_found, "{other:?}: {:?}", check(&there(other)).violations);
    }
    let mut once = there(&[]);
    once.sightings[0].last = 9 * MS;
    assert!(!broken(&once).contains(&RULE), "one look");
    for (kind, from, is_explained) in
        [(Kind::Flush, 100, true), (Kind::Flush, 400, false), (Kind::Stop, 100, false), (Kind::SlotMove, 100, true)]
    {
        let mut wiped = there(&[(10, 100)]);
        wiped.faults = vec![fault(kind, 0, from, from + 1)];
        assert_eq!(!broken(&wiped).contains(&RULE), is_explained, "{kind:?} at {from}");
    }
    let mut forced = list_and(&["100 3 call 1 force l -", "101 3 back 1 yes -"]);
    forced.sightings = vec![seen("k", "a", 0, 10, 300), seen("l", "a", 0, 10, 100)];
    assert_eq!(broken(&forced), [""; 0]);
    // Another server has what is left from then on.
    forced.sightings.push(Sighting { server: 1, ..seen("k", "a", 200, 210, 300) });
    assert_eq!(broken(&forced), [""; 0]);
    forced.sightings[0].gone = 190 * MS;
    assert_eq!(broken(&forced), [RULE], "it had gone meanwhile");
    forced.homes = ["k", "l"].map(|key| (key.to_owned(), vec![7_001])).into();
    forced.faults = vec![fault(Kind::Failover, 7_002, 150, 195)];
    assert_eq!(broken(&forced), [""; 0], "another shard's failover had hidden it");
}

#[test]
fn what_is_left_of_a_list_that_was_lost_in_part_is_found() {
    const RULE: &str = "a list that is lost in part is released all the same";
    let force = ["100 3 call 1 force l -", "101 3 back 1 yes -"];
    let left = |ending: &[&str], last: i64| {
        let told = ["200 1 call 2 extend k,l a ttl=1", "201 1 back 2 no -"];
        let mut history = list_and(&[&force[..], &told, ending].concat());
        history.sightings = vec![seen("k", "a", 0, 10, last), seen("l", "a", 0, 10, 90)];
        broken(&history)
    };
    let released = ["299 1 call 3 release k,l a", "301 1 back 3 no -"];
    let anew = ["303 1 call 4 acquire k,l a ttl=1 renew=0 wait=0", "304 1 took 4 k,l a 1200 8"];
    assert!(!left(&[released, anew].concat(), 305).contains(&RULE), "between two looks");
    for (verb, answer, last, is_found) in [
        ("release", "no", 302, true),
        ("release", "no", 300, false),
        ("again", "yes", 302, true),
        ("again", "no", 302, true),
        ("again", "silent", 302, false),
        ("again", "no", 300, false),
        ("drop", "yes", 702, true),
        ("drop", "yes", 700, false),
    ] {
        let (call, back) = (format!("299 1 call 3 {verb} k,l a"), format!("301 1 back 3 {answer} -"));
        assert_eq!(left(&[&call, &back], last).contains(&RULE), is_found, "{verb}: {answer}, until {last}");
    }
    let mut disturbed = list_and(&[&force[..], &["299 1 call 3 release k,l a", "301 1 back 3 no -"]].concat());
    disturbed.sightings = vec![seen("k", "a", 0, 10, 400), seen("l", "a", 0, 10, 90)];
    assert_eq!(broken(&disturbed), [RULE], "it need not have been told before");
    disturbed.faults = vec![fault(Kind::Disconnect, 0, 298, 300)];
    assert_eq!(broken(&disturbed), [""; 0]);
}

#[test]
fn every_end_of_a_list_ends_it_at_each_of_its_keys() {
    let left = |lines: &[&str]| {
        let mut history = list_and(lines);
        history.deaths.insert(1, 310 * MS);
        history.sightings = vec![seen("k", "a", 0, 10, 290), seen("l", "a", 0, 10, 800)];
        broken(&history)
    };
    for (call, back, rule) in [
        ("300 1 call 2 release k,l a", "301 1 back 2 yes -", "what was released is gone"),
        ("300 1 call 2 drop k,l a", "301 1 back 2 yes -", "what was dropped is gone soon"),
        ("300 1 call 2 end k,l a how=fatal", "301 1 ends fatal", "the end of a process releases its locks"),
    ] {
        assert!(left(&[call, back, "302 1 ends fatal"]).contains(&rule), "{call}");
    }
    // What is left after force stays, if a forked child has a copy of the token.
    let forced =
        ["290 1 call 2 force k -", "291 1 back 2 yes -", "300 1 call 3 end k,l a how=fatal", "301 1 ends fatal"];
    assert!(left(&forced).contains(&"the end of a process releases its locks"));
    assert!(!left(&[&["280 3 tells a"], &forced[..]].concat()).contains(&"the end of a process releases its locks"));
}

#[test]
fn more_leases_than_permits_are_found() {
    const RULE: &str = "never more leases than permits";
    assert_eq!(broken(&holders(&["g*3", "g*3", "g*3", "g*3"])), [RULE]);
    assert_eq!(broken(&holders(&["g", "g*3", "g*3", "g*3"])), [RULE]);
    assert_eq!(broken(&holders(&["g*3", "g*3", "g"])), [""; 0]);
    let mut forced = holders(&["g*3", "g*3", "g*3", "g*3"]);
    forced.faults = vec![fault(Kind::Flush, 0, 250, 251)];
    assert_eq!(broken(&forced), [""; 0]);
    forced.faults = vec![fault(Kind::Flush, 0, 350, 351)];
    assert_eq!(broken(&forced), [RULE]);
}

#[test]
fn two_leases_on_one_permit_are_found() {
    const RULE: &str = "no two leases on one permit";
    let at = |words: &[&str], names: [&str; 2]| {
        let mut history = holders(words);
        history.sightings = vec![seen(names[0], "t1", 0, 10, 500), seen(names[1], "t2", 90, 110, 500)];
        broken(&history)
    };
    assert_eq!(at(&["g*3", "g*3"], [SECOND, SECOND]), [RULE]);
    assert_eq!(at(&["g", "g*3"], ["g", "g"]), [RULE]);
    assert_eq!(at(&["g*3", "g*3"], ["g", SECOND]), [""; 0]);
    assert_eq!(at(&["g", "g*3"], ["g", SECOND]), [""; 0]);
    assert_eq!(broken(&holders(&["g*3", "g*3"])), [""; 0], "no look has seen where they are");
}

/// By a given token there may be a lease at another permit just before or after it.
#[test]
fn where_a_token_was_before_its_lease_and_after_it_says_nothing_of_the_lease() {
    for (first, last, is_found) in [(20, 90, false), (20, 110, true), (140, 200, true), (160, 200, false)] {
        let mut history = history(&[
            "0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0",
            "1 1 took 1 g*3 a 990 7",
            "2 2 call 1 acquire g*3 b ttl=0.05 renew=0 wait=0.4",
            "100 2 took 1 g*3 b 150 8",
        ]);
        history.sightings = vec![seen("g", "a", 0, 10, 500), seen("g", "b", 10, first, last)];
        assert_eq!(broken(&history).contains(&"no two leases on one permit"), is_found, "{first} to {last}");
    }
}

/// A release that was on its way when process 2 acquired ends that lease; process 3 acquires the next by the same token.
#[test]
fn a_shared_lease_is_over_for_others_where_its_token_was_acquired_anew() {
    let broken_by = |anew: &[&str]| {
        let lines = [
            &["0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0", "1 1 took 1 g*3 a 990 7"],
            &["2 1 tells a", "2 1 shares g*3 a"],
            &["100 1 call 2 release g*3 a", "110 2 call 1 acquire g*3 a ttl=1 renew=0 wait=0"],
            &["111 2 took 1 g*3 a 1090 8", "120 1 back 2 yes -"],
            anew,
            &["400 4 call 1 acquire g*3 - ttl=1 renew=0 wait=0", "401 4 took 1 g*3 b 1380 10"],
        ];
        let mut history = history(&lines.concat());
        history.sightings = vec![seen("g", "a", 0, 10, 350), seen("g", "b", 390, 410, 500)];
        broken(&history)
    };
    let anew = |until: u32| {
        let took = format!("116 3 took 1 g*3 a {until} 9");
        broken_by(&["115 3 call 1 acquire g*3 a ttl=1 renew=0 wait=0", &took])
    };
    assert_eq!(anew(310), [""; 0]);
    assert_eq!(anew(1090), ["no two leases on one permit"]);
    assert_eq!(broken_by(&[]), ["no two leases on one permit"]);
}

#[test]
fn what_was_acquired_anew_by_a_shared_token_counts_as_one_of_the_permits() {
    let crowd = |token: &str| {
        let (call, took) = (
            format!("110 2 call 1 acquire g*3 {token} ttl=1 renew=0 wait=0"),
            format!("111 2 took 1 g*3 {token} 1090 8"),
        );
        let lines: [&[&str]; 5] = [
            &["0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0", "1 1 took 1 g*3 a 990 7"],
            &["2 1 tells a", "2 1 shares g*3 a"],
            &[&call, &took],
            &["200 3 call 1 acquire g*3 - ttl=1 renew=0 wait=0", "201 3 took 1 g*3 c 1180 9"],
            &["300 4 call 1 acquire g*3 - ttl=1 renew=0 wait=0", "301 4 took 1 g*3 d 1280 10"],
        ];
        broken(&history(&lines.concat())).contains(&"never more leases than permits")
    };
    assert_eq!([crowd("a"), crowd("b")], [false, true]);
}

#[test]
fn a_token_at_two_permits_is_found() {
    const RULE: &str = "no lease has two permits";
    let until = |last| {
        let mut history = holders(&["g*3"]);
        history.sightings = vec![seen("g", "t1", 0, 10, last), seen(SECOND, "t1", 90, 100, 500)];
        history
    };
    assert_eq!(broken(&until(300)), [RULE]);
    assert_eq!(broken(&until(100)), [""; 0], "one look");
    let mut wiped = until(300);
    wiped.faults = vec![fault(Kind::Failover, 0, 50, 51)];
    assert_eq!(broken(&wiped), [""; 0]);
}

#[test]
fn who_knows_the_token_may_have_another_permit_by_it_before_a_look_sees_that() {
    for (acquired_anew, answer, is_found) in [(1_550, "silent", false), (1_450, "no", true)] {
        let lines = [
            "0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0".to_owned(),
            "1 1 took 1 g*3 a 990 7".to_owned(),
            "2 1 tells a".to_owned(),
            "3 1 shares g*3 a".to_owned(),
            "200 3 joins g*3 a renew=0 ttl=0.9".to_owned(),
            "1500 2 call 1 acquire g*3 - ttl=1 renew=0 wait=0".to_owned(),
            "1501 2 took 1 g*3 b 2400 8".to_owned(),
            format!("{acquired_anew} 3 call 1 acquire g*3 a ttl=0.9 renew=0 wait=0"),
            format!("{} 3 back 1 {answer} -", acquired_anew + 10),
            "1600 1 call 2 held g*3 a".to_owned(),
            "1601 1 back 2 yes -".to_owned(),
        ];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut history = history(&lines);
        history.layout = Layout::Sentinels;
        history.sightings = vec![seen("g", "a", 0, 10, 900), seen("g", "b", 1_500, 1_510, 1_700)];
        assert_eq!(broken(&history).contains(&"no loss goes unnoticed"), is_found, "{:?}", broken(&history));
    }
}

#[test]
fn another_permit_is_no_loss_of_one() {
    for (name, is_found) in [("g", true), (SECOND, false)] {
        let mut history = history(&[
            "0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0",
            "1 1 took 1 g*3 a 990 7",
            "1500 2 call 1 acquire g*3 - ttl=1 renew=0 wait=0",
            "1501 2 took 1 g*3 b 2400 8",
            "1600 1 call 2 held g*3 a",
            "1601 1 back 2 yes -",
        ]);
        history.layout = Layout::Sentinels;
        history.sightings = vec![seen("g", "a", 0, 10, 900), seen(name, "b", 1_500, 1_510, 1_700)];
        assert_eq!(broken(&history) == ["no loss goes unnoticed"], is_found, "{name}");
    }
}

#[test]
fn where_a_token_is_once_it_was_acquired_by_anew_tells_nothing_of_the_lease_before() {
    for (first, is_found) in [(1_715, false), (1_510, true)] {
        let mut history = history(&[
            "0 1 call 1 acquire g*3 - ttl=2 renew=0 wait=0",
            "1 1 took 1 g*3 a 1990 7",
            "1400 2 call 1 acquire g*3 - ttl=1 renew=0 wait=0",
            "1401 2 took 1 g*3 b 2390 8",
            "1402 2 tells b",
            "1403 2 shares g*3 b",
            "1600 1 call 2 held g*3 a",
            "1601 1 back 2 yes -",
            "1602 3 joins g*3 b renew=0 ttl=1",
            "1700 3 call 1 acquire g*3 b ttl=1 renew=0 wait=0",
            "1710 3 took 1 g*3 b 2690 9",
        ]);
        // Where it is seen late, the first of them was forced away before a look.
        history.sightings = vec![seen("g", "a", 0, 10, 1_650), seen("g", "b", first - 10, first, 1_800)];
        assert_eq!(broken(&history).contains(&"no loss goes unnoticed"), is_found, "{:?}", broken(&history));
    }
}

#[test]
fn the_names_of_permits_and_what_is_beside_them_are_no_program_s_own() {
    let mut history = holders(&["g*3"]);
    history.sightings = vec![
        seen(SECOND, "t1", 0, 10, 500),
        seen("g:rl-permit-wake-3{g}", "", 0, 10, 500),
        seen("g:rl-permit-waiting-3{g}", "1", 0, 10, 500),
        seen("g:rl-permits{g}", "3", 0, 10, 500),
    ];
    assert_eq!(broken(&history), [""; 0]);
    history.sightings.push(seen("g:rl-permit-4{g}", "t1", 0, 10, 11));
    assert!(broken(&history).contains(&"no name is used that is a program's own"));
}

#[test]
fn a_permit_that_nobody_requests_is_found() {
    const RULE: &str = "nothing is taken after its acquire was given up";
    for (word, is_found) in [("g*3", false), ("g", true)] {
        let call = format!("0 1 call 1 acquire {word} - ttl=1 renew=0 wait=0");
        let mut history = history(&[&call, "500 1 back 1 silent -", "0 2 call 1 held g*3 -", "1 2 back 1 no -"]);
        history.sightings = vec![seen(SECOND, "of nobody", 100, 110, 120)];
        assert_eq!(broken(&history).contains(&RULE), is_found, "{word}");
    }
}

#[test]
fn who_has_it_before_at_least_is_over_is_found() {
    const RULE: &str = "no other has it before atLeast is over";
    for (word, other) in [("k", "k"), ("k,l", "l"), ("k", "k,l")] {
        assert_eq!(broken(&at_least(word, other, 494)), [RULE], "{word} {other}");
        assert_eq!(broken(&at_least(word, other, 495)), [""; 0], "{word} {other}");
    }
    assert_eq!(broken(&at_least("k,l", "m", 300)), [""; 0]);
    for (kind, by, is_explained) in
        [(Kind::Flush, 0, true), (Kind::Stop, 0, false), (Kind::ClockAhead, 300, true), (Kind::ClockAhead, 100, false)]
    {
        let mut history = at_least("k", "k", 300);
        history.faults = vec![jump(kind, 200, by)];
        assert_eq!(broken(&history).is_empty(), is_explained, "{kind:?} by {by}");
    }
    let mut permits = at_least("g*3", "g*3", 300);
    permits.sightings =
        vec![seen("g", "a", 0, 10, 90), seen("g", "rl_rest", 90, 110, 490), seen(SECOND, "b", 290, 310, 500)];
    assert_eq!(broken(&permits), [""; 0], "another permit");
    (permits.sightings[1].last, permits.sightings[2].key) = (280 * MS, "g".to_owned());
    assert_eq!(broken(&permits), [RULE]);
}

#[test]
fn a_lock_that_was_handed_on_leaves_no_rest() {
    let mut history = at_least("k", "k", 300);
    history.leases[0].travels = true;
    assert_eq!(broken(&history), [""; 0]);
}

#[test]
fn a_rest_that_is_too_long_is_found() {
    const RULE: &str = "no rest outlasts atLeast";
    let rests = |last: i64| {
        let mut history = at_least("k", "k", 2_000);
        history.sightings = vec![seen("k", "a", 0, 10, 90), seen("k", "rl_rest", 90, 110, last)];
        history
    };
    assert_eq!(broken(&rests(701)), [""; 0]);
    assert_eq!(broken(&rests(702)), [RULE]);
    for (kind, from, until, is_explained) in [
        // The release was on its way.
        (Kind::RedisStop, 90, 150, true),
        (Kind::HoldBack, 90, 150, true),
        (Kind::RedisStop, 600, 650, false),
        (Kind::LoseReply, 100, 150, false),
    ] {
        let mut held_up = rests(702);
        held_up.faults = vec![fault(kind, 0, from, until)];
        assert_eq!(!broken(&held_up).contains(&RULE), is_explained, "{kind:?} from {from}");
    }
    let mut back = rests(900);
    back.faults = vec![jump(Kind::ClockBack, 200, -300)];
    assert_eq!(broken(&back), [""; 0]);
    let mut nobody_s = rests(300);
    nobody_s.leases[0].at_least = 0;
    assert_eq!(broken(&nobody_s), [RULE]);
}

/// A waiter for `waits` from 100 on, and the release of `k` by process 1 at 500, of which no waiter hears for long.
fn waiter(waits: &str, held: &str, sightings: &[Sighting]) -> Vec<&'static str> {
    let first = [
        format!("0 1 call 1 acquire {held} - ttl=1.002 renew=0 wait=0"),
        format!("1 1 took 1 {held} a 990 7"),
        format!("100 2 call 1 acquire {waits} - ttl=9 renew=0 wait=5"),
        format!("500 1 call 2 release {held} a"),
        "501 1 back 2 yes -".to_owned(),
        format!("1300 2 took 1 {waits} b 9000 8"),
    ];
    let mut history = history(&first.each_ref().map(String::as_str));
    history.sightings = sightings.to_vec();
    broken(&history)
}

#[test]
fn who_waits_for_a_list_and_sleeps_while_all_of_it_is_free_is_found() {
    const RULE: &str = "no waiter sleeps on a free lock";
    for held in ["k", "l", "k,l", "l,m"] {
        assert_eq!(waiter("k,l", held, &[]), [RULE], "{held}");
    }
    assert_eq!(waiter("k", "k,l", &[]), [RULE], "one key of a list");
    assert_eq!(waiter("k,l", "m", &[]), [""; 0]);
    for (sighting, is_found) in [
        // Of a lease that no journal has: killed before it could tell.
        (seen("l", "another", 0, 10, 700), false),
        (seen("l", "rl_rest", 0, 10, 700), false),
        (seen("l", "another", 0, 10, 540), true),
        (seen("m", "another", 0, 10, 1_200), true),
    ] {
        let found = waiter("k,l", "k", std::slice::from_ref(&sighting)).contains(&RULE);
        assert_eq!(found, is_found, "{sighting:?}");
    }
}

#[test]
fn who_waits_for_a_list_is_excused_by_another_waiter_of_one_of_its_keys() {
    let mut history = history(&[
        "0 1 call 1 acquire k - ttl=1.002 renew=0 wait=0",
        "1 1 took 1 k a 990 7",
        "100 2 call 1 acquire k,l - ttl=9 renew=0 wait=5",
        "100 3 call 1 acquire l - ttl=9 renew=0 wait=5",
        "500 1 call 2 release k a",
        "501 1 back 2 yes -",
        "1300 2 took 1 k,l b 9000 8",
    ]);
    assert_eq!(broken(&history), ["no waiter sleeps on a free lock"]);
    for (pid, is_excused) in [(3, true), (4, false)] {
        history.faults = vec![fault(Kind::Kill, pid, 490, 490)];
        assert_eq!(broken(&history).is_empty(), is_excused, "{pid}");
    }
}

#[test]
fn who_waits_for_a_permit_and_sleeps_while_one_is_free_is_found() {
    const RULE: &str = "no waiter sleeps on a free lock";
    for held in ["g", "g*3"] {
        assert_eq!(waiter("g*3", held, &[]), [RULE], "{held}");
        let others = [SECOND, "g:rl-permit-3{g}"].map(|name| seen(name, "another", 0, 10, 1_200));
        assert!(waiter("g*3", held, &others).contains(&RULE), "{held}: the first is free");
        let all = [&others[..], &[seen("g", "rl_rest", 500, 510, 1_200)]].concat();
        assert!(!waiter("g*3", held, &all).contains(&RULE), "{held}: none is free");
    }
}

#[test]
fn who_sleeps_on_a_rest_that_is_gone_is_found() {
    const RULE: &str = "no waiter sleeps on a lock that is gone";
    let wakes = |at: u32| {
        let mut history = history(&[
            "0 1 call 1 acquire k - ttl=1.002 renew=0 wait=0 least=0.5",
            "1 1 took 1 k a 990 7",
            "20 2 call 1 acquire k,l - ttl=9 renew=0 wait=5",
            "100 1 call 2 release k a",
            "101 1 back 2 yes -",
            &format!("{at} 2 took 1 k,l b 9000 8"),
        ]);
        history.sightings = vec![seen("k", "rl_rest", 90, 110, 500)];
        broken(&history)
    };
    assert_eq!(wakes(1_200), [RULE]);
    assert_eq!(wakes(510), [""; 0]);
}

#[test]
fn what_is_at_rest_is_not_free() {
    for (least, is_found) in [("0.64", false), ("0.05", true)] {
        let mut history = history(&[
            &format!("0 1 call 1 acquire k - ttl=1.002 renew=0 wait=0 least={least}"),
            "1 1 took 1 k a 990 7",
            "20 2 call 1 acquire k - ttl=9 renew=0 wait=5",
            "100 1 call 2 release k a",
            "101 1 back 2 yes -",
            "705 2 took 1 k b 9000 8",
        ]);
        history.sightings = vec![seen("k", "a", 0, 10, 90)];
        if !is_found {
            history.sightings.push(seen("k", "rl_rest", 90, 110, 640));
        }
        assert_eq!(broken(&history).contains(&"no waiter sleeps on a free lock"), is_found, "{least}");
    }
}

#[test]
fn older_versions_may_cost_a_waiter_for_permits_a_slice() {
    let wakes = |has_older, at: u32| {
        let mut history = history(&[
            "0 1 call 1 acquire g*3 - ttl=1.002 renew=0 wait=0",
            "1 1 took 1 g*3 a 990 7",
            "100 2 call 1 acquire g*3 - ttl=9 renew=0 wait=5",
            "500 1 call 2 release g*3 a",
            "501 1 back 2 yes -",
            &format!("{at} 2 took 1 g*3 b 9000 8"),
        ]);
        history.has_older = has_older;
        broken(&history).len()
    };
    for (has_older, at, count) in [(false, 1_300, 1), (true, 1_300, 0), (true, 2_200, 1)] {
        assert_eq!(wakes(has_older, at), count, "{has_older} {at}");
    }
}

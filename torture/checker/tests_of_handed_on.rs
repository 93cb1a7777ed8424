//! Owns the tests of the checker's rules about leases of shared tokens: histories written by hand, as in tests.rs.

use super::check;
use crate::checker::tests::{broken, fault, history, seen};
use crate::fault::Kind;
use crate::history::History;
use crate::layout::Layout;

const RULE: &str = "what a holder by its token trusts stands";

/// Process 1 has `a` from 1 on, and tells it; process 2 extends it to 900.
const SHARED: [&str; 7] = [
    "0 1 call 1 acquire k - ttl=0.3 renew=0 wait=0",
    "1 1 took 1 k a 290 0",
    "2 1 tells a",
    "2 1 shares k a",
    "100 2 joins k a renew=0 ttl=0.9",
    "110 2 call 1 extend k a ttl=0.9",
    "111 2 back 1 yes -",
];
const TRUSTS: &str = "112 2 trust a 900";

/// The same, and the token is at the key until an instant.
fn gone(at: i64, lines: &[&str]) -> History {
    let mut history = history(&[&SHARED[..], &[TRUSTS], lines].concat());
    history.sightings = vec![seen("k", "a", 0, 2, at - 10)];
    history
}

/// Whether the rule is broken; the others have tests of their own.
fn is_broken(history: &History) -> bool {
    broken(history).contains(&RULE)
}

#[test]
fn a_lease_that_is_gone_while_one_who_adopted_it_trusts_it_is_found() {
    assert!(is_broken(&gone(400, &[])));
    assert!(!is_broken(&gone(901, &[])));
    let mut replicas = gone(400, &[]);
    replicas.layout = Layout::Sentinels;
    assert!(!is_broken(&replicas), "replicas follow late");
}

#[test]
fn an_end_that_asks_for_a_release_is_a_reason_and_one_that_does_not_is_none() {
    for (verb, answer, is_reason) in [
        ("release", "yes", true),
        ("release", "silent", true),
        ("drop", "yes", true),
        ("held", "yes", false),
        ("acquire", "no", false),
        ("drop asks=0", "yes", false),
    ] {
        let (verb, terms) = verb.split_once(' ').unwrap_or((verb, ""));
        let call = format!("390 1 call 2 {verb} k a {terms}");
        let lines = [call.trim_end(), &format!("395 1 back 2 {answer} -")];
        assert_eq!(is_broken(&gone(400, &lines)), !is_reason, "{verb} {terms}: {answer}");
    }
}

#[test]
fn a_holder_finds_its_permit_gone_though_its_token_is_at_another_permit() {
    let lost = |key: &str, until: u32| {
        let lines = [
            format!("0 1 call 1 acquire {key} - ttl=0.3 renew=0 wait=0"),
            format!("1 1 took 1 {key} a 290 0"),
            "2 1 tells a".to_owned(),
            format!("3 1 shares {key} a"),
            format!("4 1 trust a {until}"),
            format!("200 2 joins {key} a renew=0 ttl=0.9"),
            format!("295 2 call 1 acquire {key} a ttl=0.9 renew=0 wait=0"),
            format!("300 2 took 1 {key} a 1190 0"),
            format!("310 1 call 2 release {key} a"),
            "311 1 back 2 no -".to_owned(),
        ];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        broken(&history(&lines)).contains(&"no lease is lost without a reason")
    };
    assert_eq!([lost("k*3", 290), lost("k*3", 900), lost("k", 290)], [false, true, true]);
}

#[test]
fn a_holder_finds_its_permit_removed_though_another_has_acquired_by_its_token() {
    let lost = |removes: &str| {
        let lines = [
            "0 1 call 1 acquire k*3 - ttl=0.9 renew=0 wait=0",
            "1 1 took 1 k*3 a 890 0",
            "2 1 tells a",
            "3 1 shares k*3 a",
            "4 1 trust a 890",
            "200 2 joins k*3 a renew=0 ttl=0.9",
            "279 1 call 2 held k*3 a",
            "282 1 back 2 yes -",
            removes,
            "285 3 back 1 yes -",
            "295 2 call 1 acquire k*3 a ttl=0.9 renew=0 wait=0",
            "300 2 took 1 k*3 a 1190 0",
            "310 1 call 3 held k*3 a",
            "311 1 back 3 no -",
        ];
        broken(&history(&lines)).contains(&"no lease is lost without a reason")
    };
    assert_eq!([lost("281 3 call 1 force k*3 -"), lost("281 3 call 1 force other -")], [false, true]);
}

#[test]
fn of_failed_acquires_only_that_of_too_few_replicas_is_a_reason() {
    for (why, is_reason) in [("NOREPLICAS", true), ("silence", false)] {
        let lines = ["300 3 call 1 acquire k a ttl=1 replicas=1", &format!("410 3 back 1 error {why}")];
        assert_eq!(is_broken(&gone(400, &lines)), !is_reason, "{why}");
    }
}

#[test]
fn a_release_that_was_replied_to_is_no_reason_for_what_was_extended_after_it() {
    let before = |answer: &str| {
        // Told "no": it was another's before.
        let release = ["50 1 call 2 release k a".to_owned(), format!("51 1 back 2 {answer} -")];
        let lines: Vec<&str> = release.iter().map(String::as_str).collect();
        is_broken(&gone(400, &lines))
    };
    assert!(before("no"));
    assert!(!before("silent"), "it is owed");
}

#[test]
fn another_lease_while_one_who_adopted_it_trusts_it_is_found() {
    let next = |token: &str, at: i64| {
        let asked = format!("{} 1 call 2 acquire k - ttl=1 renew=0 wait=0", at - 5);
        let took = format!("{at} 1 took 2 k {token} {} 0", at + 900);
        let mut history = history(&[&SHARED[..], &[TRUSTS, &asked, &took]].concat());
        history.layout = Layout::Sentinels;
        history
    };
    for token in ["b", "a"] {
        assert!(is_broken(&next(token, 400)), "{token}");
        assert!(!is_broken(&next(token, 901)), "{token}");
    }
}

#[test]
fn what_removes_a_lease_explains_it() {
    for (kind, from, is_explained) in
        [(Kind::Flush, 395, true), (Kind::Flush, 50, false), (Kind::LoseReply, 395, false), (Kind::Busy, 395, false)]
    {
        let mut history = gone(400, &[]);
        history.faults = vec![fault(kind, 0, from, from + 1)];
        assert_eq!(!is_broken(&history), is_explained, "{kind:?} at {from}");
    }
    assert!(!is_broken(&gone(400, &["380 3 call 1 force k -", "381 3 back 1 yes -"])));
    let mut again = gone(400, &["50 1 call 2 release k a", "51 1 back 2 no -"]);
    for kind in [Kind::Repeat, Kind::Stall] {
        again.faults = vec![fault(kind, 0, 40, 390)];
        assert!(!is_broken(&again), "{kind:?}: delivered once more");
    }
}

#[test]
fn a_lease_that_no_other_uses_is_judged_by_the_other_rules() {
    let history = history(&SHARED[..4]);
    assert!(!check(&history).checked.contains_key(RULE));
}

#[test]
fn a_loss_that_one_who_adopted_it_is_told_of_needs_a_reason() {
    const LOST: &str = "no lease is lost without a reason";
    let asks = |lines: &[&str]| {
        let asked = ["400 2 call 2 held k a", "405 2 back 2 no -"];
        broken(&history(&[&SHARED[..], &[TRUSTS], lines, &asked].concat())).contains(&LOST)
    };
    assert!(asks(&[]));
    assert!(!asks(&["390 1 call 2 release k a", "391 1 back 2 yes -"]));
    let acquired_anew = ["390 3 call 2 acquire k a ttl=0.9 renew=0 wait=0", "391 3 took 2 k a 1290 0"];
    let forced = ["300 3 call 1 force k -", "301 3 back 1 yes -"];
    let told = ["380 2 call 9 held k a", "381 2 back 9 lost -"];
    assert!(asks(&[&forced[..], &acquired_anew].concat()));
    assert!(!asks(&[&forced[..], &told, &acquired_anew].concat()), "of another lease it knows nothing");
}

#[test]
fn what_is_lost_or_expired_by_a_shared_token_is_left_to_its_ttl() {
    const RULES: [&str; 2] = ["what was dropped is gone soon", "no waiter sleeps on a free lock"];
    let ends = |told: &[&str], at: u32| {
        let first = ["0 1 call 1 acquire k - ttl=1.002 renew=0 wait=0", "1 1 took 1 k a 600 7"];
        let drop = [format!("{at} 1 call 2 drop k a"), format!("{at} 1 back 2 yes -")];
        let lines = [&first[..], told, &[drop[0].as_str(), drop[1].as_str()]].concat();
        let mut history = history(&lines);
        history.sightings = vec![seen("k", "a", 0, 2, 1_200)];
        broken(&history).iter().any(|rule| RULES.contains(rule))
    };
    let tells = ["2 1 tells a"];
    assert!(ends(&[], 700) && ends(&tells, 500), "its own, or still trusted");
    assert!(!ends(&tells, 700), "another may have extended it");
}

#[test]
fn a_process_that_released_what_another_acquired_anew_needs_no_redis_to_say_no() {
    let says = |first: &str| {
        let call = format!("150 1 call 2 {first} k a");
        let lines = [
            call.as_str(),
            "151 1 back 2 yes -",
            "160 2 call 2 acquire k a ttl=0.9 renew=0 wait=0",
            "161 2 took 2 k a 1040 0",
            "250 1 call 3 held k a",
            "251 1 back 3 no -",
        ];
        let mut history = history(&[&SHARED[..], &lines].concat());
        history.faults = vec![fault(Kind::RedisStop, 0, 200, 500)];
        broken(&history).contains(&"no reply while Redis is unreachable")
    };
    assert!(!says("release"));
    assert!(says("held"), "it has to ask");
}

#[test]
fn a_release_beside_an_acquire_by_the_same_token_may_end_what_that_has_taken() {
    let twice = |other: &[&str]| {
        let acquires = [
            "150 1 call 2 release k a",
            "151 1 back 2 yes -",
            "160 1 call 3 acquire k a ttl=0.9 renew=0 wait=0",
            "170 1 took 3 k a 1040 0",
            "200 1 call 4 held k a",
            "201 1 back 4 no -",
            "210 1 call 5 acquire k a ttl=0.9 renew=0 wait=0",
            "220 1 took 5 k a 1090 0",
        ];
        broken(&history(&[&SHARED[..], other, &acquires].concat())).contains(&"no two leases overlap")
    };
    assert!(!twice(&["165 2 call 3 release k a", "166 2 back 3 yes -"]));
    assert!(twice(&["120 2 call 3 release k a", "121 2 back 3 yes -"]), "it was over before");
}

#[test]
fn a_wait_refused_at_its_second_try_may_have_acquired_by_an_unanswered_first() {
    const GONE: &str = "no yes about a lock that is gone";
    let lines = [
        "380 3 call 1 acquire k a ttl=0.9 renew=0 wait=0.2",
        "400 1 call 2 release k a",
        "401 1 back 2 yes -",
        "500 2 call 2 held k a",
        "586 2 back 2 yes -",
        "590 3 back 1 no -",
    ];
    let is_found = |faults| {
        let mut history = history(&[&SHARED[..], &[TRUSTS], &lines].concat());
        history.sightings = vec![seen("k", "a", 0, 2, 395), seen("k", "a", 588, 590, 800)];
        history.faults = faults;
        broken(&history).contains(&GONE)
    };
    assert!(is_found(vec![]));
    assert!(is_found(vec![fault(Kind::RedisStop, 0, 600, 700)]), "after its end");
    assert!(!is_found(vec![fault(Kind::RedisStop, 0, 402, 580)]));
}

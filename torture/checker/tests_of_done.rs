//! Owns the tests of the checker about work that is marked as done. Does not own those of single keys (tests.rs).

use super::done::{AGAIN, UNFOUNDED, UNMARKED};
use super::tests::{broken, fault, history, seen};
use crate::fault::Kind;
use crate::history::History;

const MARKER: &str = "rl_done:0123456789abcdef";

/// Process 1 does job-0 from 1 to 100, by a lease until 990, to be marked for 500 ms.
fn run(left: &str, lines: &[&str]) -> History {
    let own = [
        "0 1 call 1 run job-0 - ttl=1.002 renew=0 wait=0",
        "1 1 took 1 job-0 a 990 0",
        "100 1 call 2 leave job-0 a done=0.5",
        left,
    ];
    history(&[&own[..], lines].concat())
}

fn another_has_it(time: u32) -> [String; 2] {
    [format!("{time} 2 call 1 acquire job-0 - ttl=1 renew=0 wait=0"), format!("{time} 2 took 1 job-0 b 3000 0")]
}

#[test]
fn what_is_done_again_is_found() {
    for (left, time, is_found) in [
        ("103 1 back 2 yes -", 590, true),
        ("103 1 back 2 yes -", 600, false),
        ("103 1 back 2 lost -", 590, false),
        ("103 1 died 9", 590, false),
    ] {
        let another = another_has_it(time);
        let mut history = run(left, &another.each_ref().map(String::as_str));
        assert_eq!(broken(&history).contains(&AGAIN), is_found, "{left} {time}");
        history.faults = vec![fault(Kind::LoseReply, 0, 50, 101)];
        assert!(!broken(&history).contains(&AGAIN), "the marker is owed");
        history.faults = vec![fault(Kind::LoseReply, 0, 200, 250)];
        assert_eq!(broken(&history).contains(&AGAIN), is_found, "{left} {time}");
    }
}

#[test]
fn an_end_without_the_marker_that_was_asked_for_is_found() {
    for (marker, is_found) in [
        (seen("job-0", MARKER, 300, 330, 600), false),
        (seen("job-0", MARKER, 400, 430, 600), true),
        (seen("job-1", MARKER, 300, 330, 600), true),
        (seen("job-0", "rl_rest", 300, 330, 600), true),
    ] {
        let mut history = run("103 1 back 2 yes -", &[]);
        history.sightings = vec![seen("job-0", "a", 0, 10, 320), marker.clone()];
        assert_eq!(broken(&history).contains(&UNMARKED), is_found, "{marker:?}");
        history.faults = vec![fault(Kind::Flush, 0, 310, 311)];
        assert!(!broken(&history).contains(&UNMARKED));
    }
    for (gone, is_found) in [(590, true), (600, false)] {
        let mut history = run("103 1 back 2 yes -", &[]);
        history.sightings = vec![seen("job-0", "a", 0, 10, gone - 10)];
        assert_eq!(
            broken(&history).contains(&UNMARKED),
            is_found,
            "a marker that is over before its release is sent never comes"
        );
    }
    let mut history = run("103 1 died 9", &[]);
    history.sightings = vec![seen("job-0", "a", 0, 10, 985)];
    assert!(!broken(&history).contains(&UNMARKED), "it was left to its ttl");
}

#[test]
fn a_marker_of_work_that_threw_is_found() {
    let marked_until = |last| {
        let mut history = run("103 1 back 2 yes -", &[]);
        history.sightings = vec![seen("job-0", MARKER, 95, 105, last)];
        broken(&history)
    };
    assert_eq!(marked_until(700), [""; 0]);
    assert_eq!(marked_until(900), [UNFOUNDED]);
    let mut history = history(&[
        "0 1 call 1 run job-0 - ttl=1.002 renew=0 wait=0",
        "1 1 took 1 job-0 a 990 0",
        "100 1 call 2 leave job-0 a",
        "103 1 back 2 failed -",
    ]);
    history.sightings = vec![seen("job-0", MARKER, 95, 105, 110)];
    assert_eq!(broken(&history), [UNFOUNDED]);
}

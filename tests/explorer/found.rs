//! Owns the promises of look-ups, in every order of commands: of who leaves where the result of the work is there, beside who waits for
//! the lock alone. Whether and when a waiter looks is tested where it lives (tests/found.rs).
//! Does not own the search (search.rs), nor done markers (jobs.rs).

use crate::explorer::calls::{Edit, Script};
use crate::explorer::search::Graph;
use crate::explorer::steps::Fault::{
    Crash, Force, LeaveWithSignal, MarkExpires, ReplyLost, SignalExpires, SliceEnds, TtlEnds, WaitEnds, WorkFails,
};
use crate::explorer::steps::{Fault, Scenario};
use crate::explorer::world::{ONE_JOB, Want};
use crate::explorer::wrong::Wrong::{Asleep, Overlooked};
use crate::explorer::{expect_all_get_to_the_end, expect_no_sleep, expect_sleep_for_ever, explore_all};
use crate::support::Server;

/// Leaves where the result is there.
const LOOKS: Want = Want::Found(0);
const PLAIN: Want = Want::Key(0);
const THREE_LOOK: &[Want] = &[LOOKS; 3];
const MIXED: &[Want] = &[LOOKS, PLAIN, LOOKS];

/// The release wakes two, so that four who look are enough to need those who have found.
const TWO_ARE_WOKEN: Edit = Edit { script: Script::ReleaseDone, rule: "tonumber(ARGV[3]), '2'", without: "2, '2'" };

fn scenario(wants: &'static [Want], faults: &'static [Fault]) -> Scenario {
    Scenario { world: &ONE_JOB, wants, leases: 1, faults, edits: &[] }
}

fn explore(name: &str, wants: &'static [Want], faults: &'static [Fault]) -> Graph {
    explore_all(&format!("look-ups: {name}"), &scenario(wants, faults))
}

/// With a rule taken away.
fn explore_without(edits: &'static [Edit], wants: &'static [Want], faults: &'static [Fault]) -> Graph {
    Graph::explore(&Scenario { edits, ..scenario(wants, faults) }, &Server::start())
}

#[test]
fn no_waiter_that_looks_sleeps_beside_the_result_or_on_a_free_key() {
    expect_no_sleep(&explore("all look", &[LOOKS; 4], &[]), 1_400);
    expect_no_sleep(&explore("slices end", &[LOOKS; 4], &[SliceEnds]), 1_500);
    expect_no_sleep(&explore("work fails", &[LOOKS; 4], &[WorkFails]), 2_500);
    expect_no_sleep(&explore("waits end", &[LOOKS; 4], &[WorkFails, WaitEnds]), 6_000);
    expect_no_sleep(&explore("forced", &[LOOKS; 4], &[WorkFails, Force]), 7_000);
    expect_no_sleep(&explore("ttl ends", THREE_LOOK, &[WorkFails, TtlEnds, SliceEnds]), 600);
    expect_no_sleep(&explore("replies are lost", THREE_LOOK, &[WorkFails, ReplyLost]), 600);
}

/// Who waits for the lock may take all signals, and works: who looks learns at its release, or at the end of a slice.
#[test]
fn beside_who_waits_for_the_lock_nobody_sleeps_for_longer_than_a_slice() {
    for wants in [MIXED, &[LOOKS, PLAIN, PLAIN, LOOKS]] {
        expect_all_get_to_the_end(&explore("mixed", wants, &[WorkFails]), 180);
        let faults = &[WorkFails, SliceEnds, WaitEnds, Force, TtlEnds];
        expect_all_get_to_the_end(&explore("mixed, all that is allowed", wants, faults), 950);
    }
}

#[test]
fn a_waiter_that_crashes_or_leaves_with_the_signal_costs_the_others_one_slice() {
    const ALL: &[Fault] = &[SliceEnds, WorkFails, Crash, LeaveWithSignal, MarkExpires, SignalExpires];
    // As long as one that was woken goes on, it wakes the others.
    expect_no_sleep(&explore("a crash", &[LOOKS; 4], &[Crash]), 2_000);
    expect_sleep_for_ever(&explore("a crash", &[LOOKS; 4], &[WorkFails, Crash]));
    expect_sleep_for_ever(&explore("leaves with the signal", &[LOOKS; 4], &[WorkFails, LeaveWithSignal]));
    expect_sleep_for_ever(&explore("the mark expires", &[LOOKS; 4], &[MarkExpires]));
    expect_sleep_for_ever(&explore("the signal expires", &[LOOKS; 4], &[SignalExpires]));
    expect_all_get_to_the_end(&explore("everything", MIXED, ALL), 400);
}

#[test]
fn a_release_wakes_four_because_those_that_wait_for_the_lock_keep_their_signals() {
    const FILLS: Edit = Edit { without: "1, '2'", ..TWO_ARE_WOKEN };
    assert_ne!(explore_without(&[FILLS], MIXED, &[]).find(Overlooked), [], "not needed");
}

#[test]
fn a_waiter_that_found_wakes_others_because_they_would_sleep_beside_the_result() {
    const PASSES_ON: Edit =
        Edit { script: Script::Wake, rule: "for _ = length + 1, most do", without: "for _ = 1, 0 do" };
    assert_eq!(explore_without(&[TWO_ARE_WOKEN], &[LOOKS; 4], &[]).find(Asleep), []);
    assert_ne!(explore_without(&[TWO_ARE_WOKEN, PASSES_ON], &[LOOKS; 4], &[]).find(Asleep), [], "not needed");
}

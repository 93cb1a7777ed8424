//! Owns the promises of work that is marked as done, in every order of commands: beside who asks for it, who does not, and who knows
//! nothing of markers. Version 1.0 is such a one: its acquire.lua and release.lua are those of today.
//! Does not own the search (search.rs), nor the promises of one key (mod.rs).

use crate::explorer::calls::{Edit, Script};
use crate::explorer::search::Graph;
use crate::explorer::steps::Fault::{
    Crash, Force, LeaveWithSignal, MarkExpires, MarkForgotten, MarkUnread, MarkUnsent, Marks, ReplyLost, RestEnds,
    SignalExpires, SliceEnds, TtlEnds, WaitEnds,
};
use crate::explorer::steps::{Fault, Scenario};
use crate::explorer::world::{ONE_JOB, Want};
use crate::explorer::wrong::Wrong::{Asleep, Lie, Loop, Overlooked, TwoHold, Undone};
use crate::explorer::{expect_all_get_to_the_end, expect_no_sleep, expect_sleep_for_ever, explore_all};
use crate::support::Server;

/// Leaves where the work is done.
const ASKS: Want = Want::Job(0);
/// To it the key is held by another, until the marker ends.
const PLAIN: Want = Want::Key(0);
const THREE_ASK: &[Want] = &[ASKS; 3];
const MIXED: &[Want] = &[ASKS, PLAIN, ASKS];
const MOSTLY_PLAIN: &[Want] = &[ASKS, PLAIN, PLAIN];

fn scenario(wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Scenario {
    Scenario { world: &ONE_JOB, wants, leases, faults, edits: &[] }
}

fn explore(name: &str, wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Graph {
    explore_all(&format!("jobs: {name}"), &scenario(wants, leases, faults))
}

/// With a rule taken away.
fn explore_without(edits: &'static [Edit], wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Graph {
    Graph::explore(&Scenario { edits, ..scenario(wants, leases, faults) }, &Server::start())
}

#[test]
fn no_waiter_that_asks_sleeps_beside_a_marker_or_on_a_free_key() {
    expect_no_sleep(&explore("all ask", THREE_ASK, 2, &[Marks, RestEnds]), 2_500);
    expect_no_sleep(&explore("four ask", &[ASKS; 4], 1, &[Marks, RestEnds]), 1_000);
    expect_no_sleep(&explore("slices end", THREE_ASK, 2, &[Marks, RestEnds, SliceEnds]), 3_500);
    expect_no_sleep(&explore("waits end", THREE_ASK, 2, &[Marks, RestEnds, WaitEnds]), 4_000);
    expect_no_sleep(&explore("forced", THREE_ASK, 2, &[Marks, RestEnds, Force]), 4_500);
    expect_no_sleep(&explore("ttl ends", THREE_ASK, 2, &[Marks, RestEnds, TtlEnds]), 7_500);
    expect_no_sleep(&explore("replies are lost", THREE_ASK, 2, &[Marks, RestEnds, ReplyLost]), 10_000);
}

#[test]
fn a_waiter_for_the_lock_waits_until_the_marker_ends_and_gets_the_key() {
    expect_no_sleep(&explore("nobody asks", &[PLAIN; 3], 2, &[Marks, RestEnds]), 7_500);
    expect_no_sleep(&explore("nobody asks, ttl ends", &[PLAIN; 3], 2, &[Marks, RestEnds, TtlEnds]), 14_000);
    expect_no_sleep(&explore("nobody asks, forced", &[PLAIN; 3], 1, &[Marks, RestEnds, Force]), 600);
}

/// Those who do not ask may take all signals on their way: who asks and goes to sleep after that learns at the end of a slice.
#[test]
fn beside_who_does_not_ask_a_marker_costs_one_slice_at_the_most() {
    for wants in [MIXED, MOSTLY_PLAIN, &[PLAIN, ASKS, ASKS, PLAIN]] {
        let graph = explore("mixed", wants, 1, &[Marks, RestEnds]);
        assert_ne!(graph.find(Asleep), [], "better than promised: say so in docs/protocol.md");
        expect_all_get_to_the_end(&explore("mixed, slices end", wants, 1, &[Marks, RestEnds, SliceEnds]), 300);
    }
    let faults = &[Marks, RestEnds, SliceEnds, WaitEnds, Force, TtlEnds];
    expect_all_get_to_the_end(&explore("mixed, all that is allowed", MIXED, 2, faults), 20_000);
}

#[test]
fn a_waiter_that_crashes_or_leaves_with_the_signal_costs_the_others_one_slice() {
    const ALL: &[Fault] =
        &[Marks, RestEnds, SliceEnds, Crash, LeaveWithSignal, MarkExpires, SignalExpires, MarkUnread, MarkUnsent];
    for faults in [&[Marks, Crash][..], &[Marks, LeaveWithSignal], &[Marks, MarkExpires], &[Marks, SignalExpires]] {
        expect_sleep_for_ever(&explore("a fault", &[ASKS; 4], 1, faults));
    }
    expect_all_get_to_the_end(&explore("everything", MIXED, 1, ALL), 3_500);
}

#[test]
fn a_marker_that_was_asked_for_comes_whatever_becomes_of_the_request() {
    const UNREPLIED: &[Fault] = &[Marks, MarkUnread, MarkUnsent, RestEnds, TtlEnds, SliceEnds];
    expect_no_sleep(&explore("no reply to a release", THREE_ASK, 2, UNREPLIED), 18_000);
    expect_all_get_to_the_end(&explore("no reply to a release, mixed", MIXED, 1, UNREPLIED), 1_000);
}

#[test]
fn a_plain_late_release_would_have_done_work_done_again() {
    let faults = &[MarkUnsent, MarkForgotten, SliceEnds];
    assert_ne!(explore_without(&[], MIXED, 1, faults).find(Undone), [], "not needed");
    // Whatever was written first stays.
    assert_eq!(explore_without(&[], MIXED, 1, &[MarkUnread, MarkForgotten, SliceEnds]).find(Undone), []);
}

#[test]
fn a_second_try_that_did_not_know_its_own_marker_would_tell_a_loss() {
    const KNOWS_IT: Edit = Edit {
        script: Script::ReleaseDone,
        rule: "if ARGV[4] ~= '0' and value == ARGV[5] then",
        without: "if false then",
    };
    assert_ne!(explore_without(&[KNOWS_IT], MIXED, 1, &[MarkUnread]).find(Lie), [], "not needed");
}

#[test]
fn a_release_with_a_marker_wakes_four_as_those_that_do_not_ask_keep_signals() {
    const FILLS: Edit = Edit { script: Script::ReleaseDone, rule: "tonumber(ARGV[3]), '2'", without: "1, '2'" };
    assert_ne!(explore_without(&[FILLS], MIXED, 1, &[Marks]).find(Overlooked), [], "not needed");
}

#[test]
fn a_waiter_that_leaves_passes_the_signal_on_or_others_sleep_beside_the_marker() {
    const TWO_ARE_WOKEN: Edit = Edit { script: Script::ReleaseDone, rule: "tonumber(ARGV[3]), '2'", without: "2, '2'" };
    const PASSES_ON: Edit = Edit { script: Script::Acquire, rule: "if ARGV[7] ~= '0' then", without: "if false then" };
    assert_eq!(explore_without(&[TWO_ARE_WOKEN], &[ASKS; 4], 1, &[Marks]).find(Asleep), []);
    let graph = explore_without(&[TWO_ARE_WOKEN, PASSES_ON], &[ASKS; 4], 1, &[Marks]);
    assert_ne!(graph.find(Asleep), [], "not needed");
}

#[test]
fn a_waiter_that_passes_the_signal_on_and_stays_would_wake_itself_for_ever() {
    const LEAVES: Edit = Edit {
        script: Script::Acquire,
        rule: "return {redis.call('PTTL', KEYS[1]), 2}",
        without: "return {redis.call('PTTL', KEYS[1]), 1}",
    };
    assert_ne!(explore_without(&[LEAVES], MIXED, 1, &[Marks]).find(Loop), [], "not needed");
}

#[test]
fn a_marker_that_another_lease_could_write_would_be_a_second_holder() {
    const COMPARES: Edit =
        Edit { script: Script::ReleaseDone, rule: "if value ~= ARGV[1] then return 0 end", without: "" };
    assert_ne!(explore_without(&[COMPARES], MIXED, 1, &[MarkUnsent, TtlEnds]).find(TwoHold), [], "not needed");
}

//! Owns the promises of permits that must hold in every order of commands, also beside plain locks and other numbers of permits.
//! Does not own the search (search.rs), nor the promises of one key (explorer.rs).

use crate::explorer::calls::{Edit, Script};
use crate::explorer::search::Graph;
use crate::explorer::steps::Fault::{
    Crash, Force, ForceAll, ForeignDeletes, ForeignTakes, LeaveWithSignal, MarkExpires, ReplyLost, RestEnds, Rests,
    SignalExpires, SignalUnknown, SliceEnds, TtlEnds, TtlEndsUnnoticed, WaitEnds,
};
use crate::explorer::steps::{Fault, Scenario};
use crate::explorer::world::{PERMITS, Want};
use crate::explorer::wrong::Wrong::Asleep;
use crate::explorer::{
    expect_all_get_to_the_end, expect_no_sleep, expect_rule_is_needed, expect_sleep_for_ever, explore_all,
};

/// Any of two permits.
const TWO: Want = Want::Permit(2);
/// Any of three.
const THREE: Want = Want::Permit(3);
/// A lock that knows nothing of permits: acquire.lua and release.lua as every version sends them.
const PLAIN: Want = Want::Key(0);

/// The push of an acquire that leaves another permit free and does not know whose signal it used up.
const MENDS: Edit = Edit { script: Script::AcquirePermit, rule: "not values[i] and ARGV[8] == '0'", without: "false" };
/// Of permits that are free, those first whose list woke the caller.
const IN_THE_ORDER_OF_SIGNALS: Edit =
    Edit { script: Script::AcquirePermit, rule: "ARGV[8] == '2' and step % n + 1 or step", without: "step" };

fn scenario(wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Scenario {
    Scenario { world: &PERMITS, wants, leases, faults, edits: &[] }
}

fn explore(name: &str, wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Graph {
    explore_all(&format!("permits: {name}"), &scenario(wants, leases, faults))
}

/// Different numbers of permits have different wake lists: a waiter sleeps, and gets to the end all the same.
fn expect_a_slice_at_most(name: &str, wants: &'static [Want], leases: usize, least: usize) {
    assert_ne!(explore(name, wants, leases, &[]).find(Asleep), [], "better than promised: say so in the stub");
    expect_all_get_to_the_end(&explore(&format!("{name}, slices end"), wants, leases, &[SliceEnds]), least);
}

fn expect_rescue_by_slices(name: &str, faults: &'static [Fault], with_slices: &'static [Fault]) {
    expect_sleep_for_ever(&explore(name, &[TWO; 5], 1, faults));
    expect_all_get_to_the_end(&explore(&format!("{name}, slices end"), &[TWO; 3], 2, with_slices), 900);
}

#[test]
fn no_waiter_sleeps_beside_a_free_permit_and_none_is_held_twice() {
    expect_no_sleep(&explore("two for three", &[TWO; 3], 3, &[]), 1_500);
    expect_no_sleep(&explore("two for four", &[TWO; 4], 2, &[]), 12_000);
    expect_no_sleep(&explore("three for five", &[THREE; 5], 1, &[]), 3_500);
}

#[test]
fn slices_may_end_at_any_moment() {
    expect_no_sleep(&explore("slices end", &[TWO; 3], 2, &[SliceEnds]), 900);
}

#[test]
fn waits_may_end_at_any_moment() {
    expect_no_sleep(&explore("waits end", &[TWO; 3], 2, &[WaitEnds]), 1_300);
    expect_no_sleep(&explore("waits end, four", &[TWO; 4], 1, &[WaitEnds]), 1_200);
}

#[test]
fn permits_removed_by_force_wake_as_many_waiters() {
    expect_no_sleep(&explore("the first forced", &[TWO; 3], 2, &[Force]), 1_500);
    expect_no_sleep(&explore("all forced", &[TWO; 4], 1, &[ForceAll]), 900);
    expect_no_sleep(&explore("all three forced", &[THREE; 5], 1, &[ForceAll]), 5_000);
}

#[test]
fn a_waiter_whose_signal_a_foreign_holder_overtook_polls_for_all() {
    expect_no_sleep(&explore("a foreign holder", &[TWO; 3], 2, &[ForeignTakes, ForeignDeletes]), 20_000);
}

#[test]
fn the_end_of_a_ttl_is_noticed_by_slices_that_the_pttl_bounds() {
    expect_no_sleep(&explore("ttl ends", &[TWO; 3], 2, &[TtlEnds]), 3_500);
}

#[test]
fn a_reply_that_does_not_come_costs_nobody_a_permit() {
    expect_no_sleep(&explore("replies are lost", &[TWO; 3], 2, &[ReplyLost]), 2_800);
}

#[test]
fn a_waiter_learns_when_a_rest_ends() {
    expect_no_sleep(&explore("at rest", &[TWO; 3], 2, &[Rests, RestEnds]), 7_500);
    expect_no_sleep(&explore("at rest, four", &[TWO; 4], 1, &[Rests, RestEnds]), 2_500);
}

#[test]
fn plain_locks_and_permits_wake_each_other() {
    expect_no_sleep(&explore("one plain", &[TWO, TWO, PLAIN], 3, &[]), 3_400);
    expect_no_sleep(&explore("two plain", &[TWO, TWO, PLAIN, PLAIN], 2, &[]), 9_500);
    expect_no_sleep(&explore("three beside one plain", &[TWO, TWO, TWO, PLAIN], 2, &[]), 12_000);
    expect_no_sleep(&explore("four beside one plain", &[TWO, TWO, TWO, TWO, PLAIN], 1, &[]), 3_200);
    expect_no_sleep(&explore("one plain, waits end", &[TWO, TWO, TWO, PLAIN], 1, &[WaitEnds]), 1_000);
    expect_no_sleep(&explore("one plain, all forced, ttl ends", &[TWO, TWO, PLAIN], 2, &[ForceAll, TtlEnds]), 1_000);
}

#[test]
fn another_number_of_permits_costs_a_slice_at_most() {
    expect_a_slice_at_most("two beside three", &[TWO, TWO, THREE, THREE], 1, 400);
    expect_a_slice_at_most("two beside three, again and again", &[TWO, TWO, THREE], 2, 600);
}

#[test]
fn the_end_of_a_ttl_would_be_slept_through_by_slices_without_that_bound() {
    expect_rescue_by_slices("ttl ends unnoticed", &[TtlEndsUnnoticed], &[TtlEndsUnnoticed, SliceEnds]);
}

#[test]
fn a_waiter_that_left_with_the_signal_and_no_attempt_would_strand_the_others() {
    expect_rescue_by_slices("no last attempt", &[LeaveWithSignal], &[LeaveWithSignal, SliceEnds]);
}

#[test]
fn a_waiter_that_crashes_with_the_signal_costs_the_others_one_slice() {
    expect_rescue_by_slices("a crash", &[Crash], &[Crash, SliceEnds]);
}

#[test]
fn a_mark_or_a_signal_that_expires_costs_one_slice() {
    expect_rescue_by_slices("the mark expires", &[MarkExpires], &[MarkExpires, SliceEnds]);
    expect_rescue_by_slices("the signal expires", &[SignalExpires], &[SignalExpires, SliceEnds]);
}

#[test]
fn whatever_happens_no_permit_is_held_twice_and_everybody_gets_to_the_end() {
    const ALL: &[Fault] = &[
        SliceEnds,
        WaitEnds,
        Crash,
        Force,
        ForceAll,
        ForeignTakes,
        ForeignDeletes,
        TtlEndsUnnoticed,
        MarkExpires,
        SignalExpires,
    ];
    expect_all_get_to_the_end(&explore("everything", &[TWO, TWO, TWO], 1, ALL), 10_000);
}

#[test]
fn a_release_signals_beside_other_signals_because_a_permit_would_stay_unused() {
    const EACH_SIGNALS: Edit = Edit { script: Script::Release, rule: "tonumber(ARGV[3]), '1'", without: "1, '1'" };
    expect_rule_is_needed("permits: each signals", &scenario(&[THREE; 5], 1, &[]), &[EACH_SIGNALS], &[SliceEnds]);
}

#[test]
fn a_waiter_takes_a_permit_of_the_list_that_woke_it_or_one_stays_unused() {
    let mixed = scenario(&[TWO, TWO, TWO, PLAIN], 2, &[]);
    expect_rule_is_needed("permits: in the order of signals", &mixed, &[IN_THE_ORDER_OF_SIGNALS], &[SliceEnds]);
}

#[test]
fn a_waiter_that_does_not_know_which_list_woke_it_signals_what_it_leaves_free() {
    let unsure = scenario(&[TWO, TWO, TWO, PLAIN], 2, &[SignalUnknown]);
    expect_no_sleep(&explore_all("permits: an unknown signal", &unsure), 1_000);
    expect_rule_is_needed("permits: mends", &unsure, &[MENDS], &[SignalUnknown, SliceEnds]);
}

#[test]
fn an_acquire_pushes_for_a_permit_that_will_not_signal_or_nobody_watches_it() {
    const WATCHES: Edit = Edit {
        script: Script::AcquirePermit,
        rule: "if i ~= taken and values[i] and not will_signal(values[i]) then",
        without: "if false then",
    };
    let resting = scenario(&[TWO; 4], 1, &[Rests, RestEnds]);
    expect_rule_is_needed("permits: watches", &resting, &[WATCHES], &[Rests, RestEnds, SliceEnds]);
    let foreign = scenario(&[TWO; 3], 2, &[ForeignTakes, ForeignDeletes]);
    expect_rule_is_needed("permits: watches", &foreign, &[WATCHES], &[ForeignTakes, ForeignDeletes, SliceEnds]);
}

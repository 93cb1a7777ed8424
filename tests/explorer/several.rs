//! Owns the promises of lists of keys that must hold in every order of commands, beside plain locks of the same keys.
//! Does not own the search (search.rs), nor the promises of one key (explorer.rs).

use crate::explorer::calls::{Edit, Script};
use crate::explorer::search::Graph;
use crate::explorer::steps::Fault::{
    Crash, Force, ForceAll, ForeignDeletes, ForeignTakes, Forgets, LeaveWithSignal, MarkExpires, ReplyLost, RestEnds,
    Rests, SignalExpires, SliceEnds, TtlEnds, TtlEndsUnnoticed, WaitEnds,
};
use crate::explorer::steps::{Fault, Scenario};
use crate::explorer::world::{THREE_KEYS, Want};
use crate::explorer::wrong::Wrong::Asleep;
use crate::explorer::{
    expect_all_get_to_the_end, expect_no_sleep, expect_rule_is_needed, expect_sleep_for_ever, explore_all,
};

const A: Want = Want::Key(0);
const B: Want = Want::Key(1);
const AB: Want = Want::All(&[0, 1]);
const BC: Want = Want::All(&[1, 2]);
const AC: Want = Want::All(&[0, 2]);
const ABC: Want = Want::All(&[0, 1, 2]);
/// Each key but c is wanted twice, one of them also alone.
const CHAIN: &[Want] = &[AB, BC, A];
/// A list beside a lock of each of its keys alone.
const BESIDE_PLAIN: &[Want] = &[AB, A, B];

fn scenario(wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Scenario {
    Scenario { world: &THREE_KEYS, wants, leases, faults, edits: &[] }
}

fn explore(name: &str, wants: &'static [Want], leases: usize, faults: &'static [Fault]) -> Graph {
    explore_all(&format!("lists: {name}"), &scenario(wants, leases, faults))
}

fn expect_rescue_by_slices(name: &str, faults: &'static [Fault], with_slices: &'static [Fault]) {
    expect_sleep_for_ever(&explore(name, &[AB, AB, A], 1, faults));
    expect_all_get_to_the_end(&explore(&format!("{name}, slices end"), CHAIN, 2, with_slices), 900);
}

#[test]
fn no_waiter_sleeps_on_free_keys_and_no_key_is_held_twice() {
    expect_no_sleep(&explore("a chain", CHAIN, 2, &[]), 700);
    expect_no_sleep(&explore("beside plain locks", BESIDE_PLAIN, 3, &[]), 2_000);
    expect_no_sleep(&explore("a ring", &[AB, BC, AC], 2, &[]), 2_000);
    expect_no_sleep(&explore("one inside the other", &[AB, BC, ABC], 2, &[]), 1_200);
}

#[test]
fn four_lists_wake_each_other_without_the_end_of_a_slice() {
    expect_no_sleep(&explore("four", &[AB, BC, A, ABC], 2, &[]), 6_000);
}

#[test]
fn slices_may_end_at_any_moment() {
    expect_no_sleep(&explore("slices end", CHAIN, 2, &[SliceEnds]), 900);
}

#[test]
fn waits_may_end_at_any_moment() {
    expect_no_sleep(&explore("waits end", CHAIN, 2, &[WaitEnds]), 1_900);
    expect_no_sleep(&explore("waits end, beside plain locks", &[AB, A, A, B], 1, &[WaitEnds]), 1_000);
}

#[test]
fn a_list_that_loses_a_key_by_force_gives_the_others_back() {
    expect_no_sleep(&explore("one key forced", CHAIN, 2, &[Force]), 3_500);
    expect_no_sleep(&explore("all keys forced", CHAIN, 2, &[ForceAll]), 1_600);
}

#[test]
fn a_waiter_whose_signal_a_foreign_holder_overtook_polls_for_all() {
    expect_no_sleep(&explore("a foreign holder", &[AB, A, A, B], 1, &[ForeignTakes, ForeignDeletes]), 5_000);
    expect_no_sleep(&explore("a foreign holder, a chain", CHAIN, 2, &[ForeignTakes, ForeignDeletes]), 13_000);
}

#[test]
fn the_end_of_a_ttl_is_noticed_by_slices_that_the_pttl_bounds() {
    expect_no_sleep(&explore("ttl ends", CHAIN, 2, &[TtlEnds]), 3_000);
}

#[test]
fn a_reply_that_does_not_come_costs_nobody_a_key() {
    expect_no_sleep(&explore("replies are lost", CHAIN, 2, &[ReplyLost]), 3_200);
    expect_no_sleep(&explore("replies are lost, one key forced", &[AB, A, B], 1, &[ReplyLost, Force]), 1_900);
}

#[test]
fn a_waiter_learns_when_a_rest_ends() {
    expect_no_sleep(&explore("at rest", BESIDE_PLAIN, 2, &[Rests, RestEnds]), 10_000);
    expect_no_sleep(&explore("at rest, a list beside itself", &[AB, AB, A], 2, &[Rests, RestEnds]), 20_000);
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
fn whatever_happens_no_key_is_held_twice_and_everybody_gets_to_the_end() {
    const ALL: &[Fault] = &[
        SliceEnds,
        WaitEnds,
        Crash,
        LeaveWithSignal,
        Force,
        ForceAll,
        ForeignTakes,
        ForeignDeletes,
        TtlEnds,
        TtlEndsUnnoticed,
        MarkExpires,
        SignalExpires,
    ];
    expect_all_get_to_the_end(&explore("everything", &[AB, A, B], 1, ALL), 10_000);
}

#[test]
fn a_refused_attempt_passes_its_signal_on_or_others_sleep_on_a_free_key() {
    const PASSES_ON: Edit = Edit { script: Script::AcquireAll, rule: "if slept > 0 and", without: "if slept < 0 and" };
    let plain = scenario(&[AB, A, A, B], 1, &[]);
    expect_rule_is_needed("lists: pass-on", &plain, &[PASSES_ON], &[SliceEnds]);
}

#[test]
fn a_waiter_that_polls_keeps_the_key_in_mind_because_its_others_would_sleep_on_it() {
    let faults = &[ForeignTakes, ForeignDeletes, Forgets];
    let graph = explore("forgets what it slept beside", &[AB, A, A, B], 1, faults);
    assert_ne!(graph.find(Asleep), [], "not needed");
    let faults = &[ForeignTakes, ForeignDeletes, Forgets, SliceEnds];
    expect_all_get_to_the_end(&explore("forgets, slices end", &[AB, A, A, B], 1, faults), 5_000);
}

#[test]
fn a_refusal_names_the_key_at_rest_that_woke_its_waiter_or_others_sleep_on_it() {
    const NAMES_IT: Edit = Edit {
        script: Script::AcquireAll,
        rule: "elseif not held or (i == slept and not will_signal(found)) then",
        without: "elseif not held then",
    };
    let resting = scenario(BESIDE_PLAIN, 2, &[Rests, RestEnds]);
    expect_rule_is_needed("lists: the key that rests", &resting, &[NAMES_IT], &[Rests, RestEnds, SliceEnds]);
}

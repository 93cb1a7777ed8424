//! Owns the promises of waiting that must hold in every order of commands: all orders are tried, with the real scripts on a real
//! server. The tests here are of one key; several.rs has lists of keys, permits.rs a key's permits, jobs.rs
//! work that is marked as done, found.rs look-ups, handed_on.rs a lease that two clients know.
//! Does not test the waiter itself, which is tested where it lives; nor time, which the model counts as faults.

// Allowed by clippy.toml only inside functions marked #[test].
mod blpop;
mod calls;
mod found;
mod handed_on;
mod jobs;
mod model;
mod permits;
mod search;
mod several;
mod shared;
mod stage;
mod steps;
mod watching;
mod world;
mod wrong;

use std::time::Instant;

use crate::explorer::calls::{Edit, Script};
use crate::explorer::search::Graph;
use crate::explorer::steps::Fault::{
    Crash, Force, ForeignDeletes, ForeignTakes, LeaveWithSignal, MarkExpires, ReplyLost, RestEnds, Rests,
    SignalExpires, SliceEnds, TtlEnds, TtlEndsUnnoticed, WaitEnds,
};
use crate::explorer::steps::{Fault, Scenario};
use crate::explorer::world::{ONE_KEY, Want};
use crate::explorer::wrong::Wrong::{
    self, Asleep, BlockedBesideElement, LeftBehind, Lie, Loop, Overlooked, PiledUp, Stuck, TwoHold, Undone,
};
use crate::support::Server;

/// What no fault excuses.
const NEVER: [Wrong; 8] = [TwoHold, LeftBehind, BlockedBesideElement, PiledUp, Lie, Loop, Undone, Overlooked];

/// Explores `processes` x `leases` of one key.
fn explore(name: &str, processes: usize, leases: usize, faults: &'static [Fault]) -> Graph {
    const WANTS: [Want; 4] = [Want::Key(0); 4];
    explore_all(name, &Scenario { world: &ONE_KEY, wants: &WANTS[..processes], leases, faults, edits: &[] })
}

/// Explores a scenario, prints what was found, and checks what holds in every one.
fn explore_all(name: &str, scenario: &Scenario) -> Graph {
    let server = Server::start();
    let start = Instant::now();
    let graph = Graph::explore(scenario, &server);
    let seconds = start.elapsed().as_secs_f32();
    let (states, steps) = (graph.states.len(), graph.edges.len());
    let (processes, leases) = (scenario.wants.len(), scenario.leases);
    let [asleep, stuck] = [Asleep, Stuck].map(|wrong| graph.find(wrong).len());
    println!(
        "{name} {processes} x {leases}: {states} states, {steps} steps, {asleep} asleep, {stuck} stuck, {seconds:.2} s"
    );
    for wrong in NEVER {
        graph.expect_none(wrong);
    }
    for fault in scenario.faults {
        assert!(graph.had(*fault), "{fault:?} never happened");
    }
    assert!(graph.waking().next().is_some(), "no waiter was ever woken");
    for edge in graph.waking() {
        blpop::confirm(&server, &graph, edge);
    }
    graph
}

/// No waiter is left waiting, not even until a slice ends.
fn expect_no_sleep(graph: &Graph, least: usize) {
    graph.expect_none(Asleep);
    expect_all_get_to_the_end(graph, least);
}

/// From every state every process can get to the end. There are at least so many: an explorer that finds nothing must not pass.
/// About half of what was seen on 2026-11-20 and 2026-11-24, so that a script may change a little.
fn expect_all_get_to_the_end(graph: &Graph, least: usize) {
    graph.expect_none(Stuck);
    assert!(graph.states.len() >= least, "{} states", graph.states.len());
}

/// Without the ends of slices a waiter sleeps for ever, which also proves that the explorer would see it; with them all
/// gets to the end.
fn expect_rescue_by_slices(name: &str, faults: &'static [Fault], with_slices: &'static [Fault]) {
    expect_sleep_for_ever(&explore(name, 3, 1, faults));
    expect_all_get_to_the_end(&explore(&format!("{name}, slices end"), 3, 2, with_slices), 700);
}

fn expect_sleep_for_ever(graph: &Graph) {
    assert_ne!(graph.find(Asleep), [], "no waiter slept");
    assert_ne!(graph.find(Stuck), [], "no waiter slept for ever");
}

/// With a rule no waiter sleeps on what it could have. Without it one does; the ends of slices have all get to the end.
fn expect_rule_is_needed(name: &str, scenario: &Scenario, edits: &'static [Edit], with_slices: &'static [Fault]) {
    expect_no_sleep(&explore_all(name, scenario), 50);
    let without = Scenario { edits, ..*scenario };
    assert_ne!(explore_all(&format!("{name}, without the rule"), &without).find(Asleep), [], "{name}: not needed");
    let rescued = explore_all(&format!("{name}, slices end"), &Scenario { faults: with_slices, ..without });
    expect_all_get_to_the_end(&rescued, 50);
}

#[test]
fn no_waiter_sleeps_on_a_free_lock_and_two_never_hold() {
    expect_no_sleep(&explore("no faults", 3, 3, &[]), 1_800);
}

#[test]
fn four_processes_wake_each_other_without_the_end_of_a_slice() {
    expect_no_sleep(&explore("no faults", 4, 2, &[]), 6_000);
}

#[test]
fn slices_may_end_at_any_moment() {
    expect_no_sleep(&explore("slices end", 3, 3, &[SliceEnds]), 1_800);
}

#[test]
fn waits_may_end_at_any_moment() {
    expect_no_sleep(&explore("waits end", 3, 3, &[WaitEnds]), 4_500);
}

#[test]
fn a_lock_removed_by_force_wakes_a_waiter() {
    expect_no_sleep(&explore("forced", 3, 3, &[Force]), 3_500);
}

#[test]
fn a_waiter_whose_signal_a_foreign_holder_overtook_polls_for_all() {
    expect_no_sleep(&explore("a foreign holder", 3, 3, &[ForeignTakes, ForeignDeletes]), 5_500);
}

#[test]
fn the_end_of_a_ttl_is_noticed_by_slices_that_the_pttl_bounds() {
    expect_no_sleep(&explore("ttl ends", 3, 3, &[TtlEnds]), 6_000);
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
fn a_mark_that_expires_under_a_waiter_costs_one_slice() {
    expect_rescue_by_slices("the mark expires", &[MarkExpires], &[MarkExpires, SliceEnds]);
}

#[test]
fn a_signal_that_expires_before_its_waiter_comes_costs_one_slice() {
    expect_rescue_by_slices("the signal expires", &[SignalExpires], &[SignalExpires, SliceEnds]);
}

#[test]
fn no_waiter_sleeps_when_locks_are_forced_and_expire_and_foreign_holders_mix_in() {
    let graph = explore("no wait ends", 3, 2, &[SliceEnds, Force, TtlEnds, ForeignTakes, ForeignDeletes]);
    expect_no_sleep(&graph, 5_500);
}

#[test]
fn no_waiter_sleeps_when_waits_end_and_locks_are_forced_and_expire() {
    expect_no_sleep(&explore("no foreign holder", 3, 2, &[SliceEnds, WaitEnds, Force, TtlEnds]), 3_500);
}

/// The one pair of faults that is harmless alone and not together: the last attempt of a waiter that has the signal is refused
/// by a foreign holder, which will not signal, and no waiter is left to poll.
#[test]
fn a_wait_that_ends_at_a_foreign_holder_costs_the_others_one_slice() {
    let graph = explore("a foreign holder, waits end", 3, 1, &[ForeignTakes, ForeignDeletes, WaitEnds]);
    assert_ne!(graph.find(Asleep), [], "better than promised: say so in docs/protocol.md");
    let graph = explore("the same, slices end", 3, 2, &[ForeignTakes, ForeignDeletes, WaitEnds, SliceEnds]);
    expect_all_get_to_the_end(&graph, 5_000);
}

#[test]
fn a_missing_reply_costs_no_process_the_lock() {
    expect_no_sleep(&explore("replies are lost", 3, 2, &[ReplyLost]), 1_400);
}

#[test]
fn a_waiter_learns_when_a_rest_ends() {
    expect_no_sleep(&explore("at rest", 3, 3, &[Rests, RestEnds]), 6_000);
}

#[test]
fn a_release_that_leaves_a_rest_and_does_not_signal_would_leave_its_waiters_asleep() {
    const SIGNALS: Edit =
        Edit { script: Script::Release, rule: "\nwake(", without: "\nif ARGV[4] ~= '0' then return 1 end\nwake(" };
    const WANTS: &[Want] = &[Want::Key(0); 3];
    let scenario = Scenario { world: &ONE_KEY, wants: WANTS, leases: 1, faults: &[Rests, RestEnds], edits: &[] };
    expect_rule_is_needed("at rest", &scenario, &[SIGNALS], &[Rests, RestEnds, SliceEnds]);
}

#[test]
fn whatever_happens_two_never_hold_and_every_process_finishes() {
    const ALL: &[Fault] = &[
        SliceEnds,
        WaitEnds,
        Crash,
        LeaveWithSignal,
        Force,
        ForeignTakes,
        ForeignDeletes,
        TtlEnds,
        TtlEndsUnnoticed,
        MarkExpires,
        SignalExpires,
    ];
    expect_all_get_to_the_end(&explore("everything", 3, 1, ALL), 2_500);
}

#[test]
fn the_servers_blpop_does_what_the_explorer_assumes() {
    let server = Server::start();
    blpop::takes_an_element_that_is_there(&server);
    blpop::serves_the_longest_blocked_with_each_signal(&server);
    blpop::serves_as_many_as_there_are_elements(&server);
    blpop::puts_who_comes_again_behind_the_others(&server);
}

//! Owns the promises of waiters that Redis tells of changes, behind holders that do not signal and others in turn.
//! Does not own what Redis tells whom (tests/waiting/tracking.rs): here each change of a key is told to all who have read it since.

use crate::explorer::steps::Fault::{
    self, Cut, Force, ForeignDeletes, ForeignTakes, PushLost, ReplyLost, SliceEnds, TtlEnds, WaitEnds, Watches,
    WatchesUnread,
};
use crate::explorer::steps::Scenario;
use crate::explorer::world::{THREE_KEYS, Want};
use crate::explorer::wrong::Wrong::Asleep;
use crate::explorer::{expect_all_get_to_the_end, expect_no_sleep, explore, explore_all};

/// Waits for a, b and c in three ways, of which each two have a key in common.
const LISTS: &[Want] = &[Want::All(&[0, 1]), Want::All(&[1, 2]), Want::Key(1)];

#[test]
fn one_that_is_told_sleeps_on_no_free_lock() {
    expect_no_sleep(&explore("told", 3, 2, &[ForeignTakes, ForeignDeletes, Watches]), 3_800);
}

#[test]
fn nor_when_connections_and_replies_are_lost_and_locks_are_forced_and_expire() {
    let faults = &[ForeignTakes, ForeignDeletes, Watches, Cut, ReplyLost, Force, TtlEnds, SliceEnds];
    expect_no_sleep(&explore("told, cut", 3, 1, faults), 2_800);
}

#[test]
fn of_lists_each_is_told_of_the_key_in_its_way() {
    let faults: &[Fault] = &[ForeignTakes, ForeignDeletes, Watches];
    let scenario = Scenario { world: &THREE_KEYS, wants: LISTS, leases: 1, faults, edits: &[] };
    expect_no_sleep(&explore_all("lists that are told", &scenario), 2_600);
}

#[test]
fn a_push_that_is_lost_costs_one_slice() {
    let graph = explore("a push is lost", 3, 1, &[ForeignTakes, ForeignDeletes, Watches, PushLost]);
    assert_ne!(graph.find(Asleep), [], "better than promised");
    let faults = &[ForeignTakes, ForeignDeletes, Watches, PushLost, SliceEnds, WaitEnds];
    expect_all_get_to_the_end(&explore("a push is lost, slices end", 3, 1, faults), 950);
}

#[test]
fn a_read_before_tracking_would_watch_nothing() {
    let graph = explore("told without an attempt", 2, 1, &[ForeignTakes, ForeignDeletes, WatchesUnread]);
    assert_ne!(graph.find(Asleep), [], "the attempt after it is not needed");
}

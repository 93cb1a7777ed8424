//! Owns what is promised of late releases and of wakes in a cluster: they go to the node that has their slot by now.
//! Does not own the verbs there (mod.rs), late releases to one server (tests/late), those of several keys (several.rs).

use std::rc::Rc;

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_on, timeouts};
use crate::support::{PATIENCE, eventually};
use redislock::key::Key;
use redislock::lock::{Lock, TokenSource, registry};
use redislock::topology::{Servers, When};

/// A lock for longer than a test.
fn lock(cluster: &Cluster, key: &str) -> Rc<Lock> {
    lock_on(&cluster.address(), key, 60.0, TokenSource::Fresh)
}

fn held(cluster: &Cluster, key: &str) -> Rc<Lock> {
    let lock = lock(cluster, key);
    assert_eq!(lock.acquire(), Ok(true), "{key}");
    lock
}

/// Another key on the node of `k`.
fn neighbour(cluster: &Cluster) -> String {
    let home = cluster.home("k");
    (0..1_000).map(|number| format!("k{number}")).find(|key| cluster.home(key) == home).unwrap()
}

/// Moves the slot of `k` with what is in it.
fn move_slot(cluster: &Cluster, from: usize, to: usize) {
    cluster.begin_move("k", from, to);
    cluster.migrate(&["k"], from, to);
    cluster.end_move("k", to);
}

#[test]
fn a_late_release_waits_until_its_slot_has_moved() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    cluster.begin_move("k", from, to);
    let lock = held(&cluster, "k");
    lock.auto_release(When::Now);
    cluster.end_move("k", to);
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 1, "its node has sent it on for this one time");
    registry::end_request(timeouts());
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_late_release_follows_its_slot() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    let lock = held(&cluster, "k");
    move_slot(&cluster, from, to);
    // It still knows the slot where it was. At once, and not only when a request ends.
    lock.auto_release(When::Now);
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_late_release_that_a_request_found_moved_goes_with_the_next_unawaited_one() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    let (moved, stays) = (held(&cluster, "k"), held(&cluster, &neighbour(&cluster)));
    move_slot(&cluster, from, to);
    moved.auto_release(When::AtRequestEnd);
    assert_eq!(stays.extend(None), Ok(true), "it goes ahead of this, and is sent on");
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 1, "nothing was sent to there");
    stays.auto_release(When::Now);
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
}

#[test]
fn one_with_an_unknown_outcome_that_was_sent_on_is_tried_at_the_end_of_the_request() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    let (moved, stays) = (held(&cluster, "k"), held(&cluster, &neighbour(&cluster)));
    // Refused once, by a node that misses a slot, it is like one whose outcome is unknown.
    let home = &cluster.nodes[from];
    let other = "8191";
    assert!(from == 1 && cluster.slot("k") != other && cluster.slot(&neighbour(&cluster)) != other);
    assert_eq!(home.command(&["CLUSTER", "DELSLOTS", other]), "OK");
    moved.auto_release(When::Now);
    assert_eq!(home.command(&["CLUSTER", "ADDSLOTS", other]), "OK");
    assert_eq!(home.command(&["EXISTS", "k"]), 1, "it was refused");
    move_slot(&cluster, from, to);
    assert!(eventually(PATIENCE, || stays.extend(None) == Ok(true)));
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 1, "nothing was sent to there");
    registry::end_request(timeouts());
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
}

#[test]
fn what_a_node_is_owed_that_has_died_ends_with_its_ttl() {
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let (successor, lock) = (&cluster.nodes[home + 3], held(&cluster, "k"));
    assert!(eventually(PATIENCE, || successor.command(&["DBSIZE"]) == 1), "replicated");
    cluster.nodes[home].stop();
    lock.auto_release(When::AtRequestEnd);
    registry::end_request(timeouts());
    cluster.await_successor(home);
    let _another = held(&cluster, &neighbour(&cluster));
    assert!((1..=60_000).contains(&successor.command(&["PTTL", "k"]).int()));
}

#[test]
fn a_wake_follows_its_slot() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    // This thread knows the slot where it was.
    assert_eq!(held(&cluster, "k").release(), Ok(true));
    move_slot(&cluster, from, to);
    let new_home = &cluster.nodes[to];
    assert_eq!(new_home.command(&["SET", "k:rl-waiting{k}", "1"]), "OK");
    let topology = Servers::parse(&cluster.address()).unwrap().topology(timeouts());
    topology.wake(&Key::new(b"", b"k").unwrap().into());
    assert!(new_home.command(&["LLEN", "k:rl-wake{k}"]).int() > 0, "no waiter was woken");
}

/// It was refused, so it has not been sent yet: the program has ended the lease, whoever knows the token.
#[test]
fn a_late_release_follows_its_slot_though_others_know_its_token() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    let lock = held(&cluster, "k");
    lock.token().unwrap();
    move_slot(&cluster, from, to);
    lock.auto_release(When::Now);
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
}

#[test]
fn of_late_releases_in_one_write_the_first_of_which_is_sent_on_the_others_are_done() {
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
    let (moved, stays) = (held(&cluster, "k"), held(&cluster, &neighbour(&cluster)));
    move_slot(&cluster, from, to);
    for node in &cluster.nodes {
        node.command(&["SCRIPT", "FLUSH"]);
    }
    moved.auto_release(When::AtRequestEnd);
    stays.auto_release(When::AtRequestEnd);
    registry::end_request(timeouts());
    assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0);
    assert_eq!(cluster.nodes[from].command(&["EXISTS", &neighbour(&cluster)]), 0);
}

//! Owns the promises of a lock in a cluster: the right node and moving slots, with real nodes.
//! Does not own nodes that die or hang (failover.rs), late releases (late.rs), what every topology promises (tests/promises.rs), the
//! address's grammar (src/address/hosts.rs).

mod failover;
mod late;
mod names;
mod several;

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::cluster::Cluster;
use crate::support::locks::{IO_TIMEOUT, lock_at, lock_of, lock_on, lock_with, terms, token_of};
use crate::support::waiters::{A_SLICE, Waited, Waiter, blocked, seconds_of, until_blocked};
use crate::support::{PATIENCE, Server, eventually, free_port};
use redislock::error::Kind;
use redislock::key::Key;
use redislock::lock::{Lock, LockSettings, TokenSource};
use redislock::settings::Timeouts;
use redislock::topology::Servers;

/// Longer than a test.
const LONG: f64 = 60.0;

fn long(address: &str) -> Rc<Lock> {
    lock_with(address, LONG, TokenSource::Fresh)
}

fn held_long(cluster: &Cluster) -> Rc<Lock> {
    let lock = long(&cluster.address());
    assert_eq!(lock.acquire(), Ok(true));
    lock
}

#[test]
fn every_key_is_locked_on_the_node_that_has_its_slot() {
    let cluster = Cluster::start();
    let mut homes = [0; 3];
    for number in 0..30 {
        let key = format!("k{number}");
        let lock = lock_on(&cluster.address(), &key, 10.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true));
        let home = cluster.home(&key);
        homes[home] += 1;
        assert_eq!(cluster.nodes[home].command(&["GET", &key]), token_of(&lock).as_str());
        assert_eq!(lock_on(&cluster.address(), &key, 10.0, TokenSource::Fresh).acquire(), Ok(false));
        assert_eq!(lock.extend(None), Ok(true));
        assert_eq!(lock.is_held(), Ok(true));
        assert_eq!(lock.release(), Ok(true));
        assert_eq!(cluster.nodes[home].command(&["EXISTS", &key]), 0);
    }
    assert!(homes.iter().all(|count| *count > 0), "{homes:?}");
}

#[test]
fn one_node_that_replies_is_enough_to_find_the_others() {
    let cluster = Cluster::start();
    let dead = format!("redis-cluster://127.0.0.1:{},127.0.0.1:{}", free_port(), cluster.nodes[0].port());
    for key in ["a", "b", "c", "d"] {
        assert_eq!(lock_on(&dead, key, 10.0, TokenSource::Fresh).acquire(), Ok(true));
        assert!(!cluster.nodes[cluster.home(key)].command(&["GET", key]).is_nil());
    }
    let none = lock_at(&format!("redis-cluster://127.0.0.1:{}", free_port())).acquire().unwrap_err();
    assert_eq!(none.kind(), Kind::Connection);
    assert!(none.to_string().contains("no node names the cluster's slots: 127.0.0.1:"), "{none}");
}

#[test]
fn what_is_no_cluster_and_what_is_one_are_told_apart() {
    let server = Server::start();
    let error = lock_at(&server.tcp_address().replace("redis://", "redis-cluster://")).acquire().unwrap_err();
    assert!(error.to_string().contains("cluster support disabled"), "{error}");
    let cluster = Cluster::start();
    let other = (cluster.home("k") + 1) % 3;
    let error = lock_at(&cluster.nodes[other].tcp_address()).acquire().unwrap_err();
    assert!(error.to_string().contains("the address must begin with redis-cluster://"), "{error}");
}

#[test]
fn a_login_is_given_to_every_node() {
    let cluster = Cluster::with(&["--requirepass", "s3cret"]);
    let address = cluster.address().replace("//", "//:s3cret@");
    for key in ["a", "b", "c", "d", "e"] {
        let lock = lock_on(&address, key, 10.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true));
        assert_eq!(lock.release(), Ok(true));
    }
    let error = lock_at(&cluster.address()).acquire().unwrap_err();
    assert!(error.to_string().contains("NOAUTH"), "{error}");
}

#[test]
fn a_slot_that_has_moved_is_followed_and_remembered() {
    let cluster = Cluster::start();
    let lock = held_long(&cluster);
    let [from, to] = cluster.moved_slot("k");
    assert_eq!(long(&cluster.address()).acquire(), Ok(false));
    assert_eq!(lock.extend(None), Ok(true));
    let before = cluster.nodes[from].command(&["INFO", "stats"]).text();
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(cluster.nodes[to].command(&["GET", "k"]), token_of(&lock).as_str());
    let reads = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("total_reads_processed:")).unwrap();
        line.trim().parse::<u64>().unwrap()
    };
    let after = cluster.nodes[from].command(&["INFO", "stats"]).text();
    assert_eq!(reads(&after) - reads(&before), 1, "the old one is sent nothing any more but this");
}

#[test]
fn while_a_slot_moves_every_verb_works() {
    let cluster = Cluster::start();
    let lock = held_long(&cluster);
    let [from, to] = cluster.moving_slot("k");
    // The key is still where it was, and its companions are nowhere: a script with all of them is told to try again.
    assert_eq!(long(&cluster.address()).acquire(), Ok(false));
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.is_held(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    assert!(cluster.nodes[from].command(&["EXISTS", "k"]).is_error("ASK"), "it is gone");
    // What is new goes to where the slot will be.
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(long(&cluster.address()).acquire(), Ok(false));
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.holder(), Ok(Some(token_of(&lock).into_bytes())));
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(lock.acquire_within(seconds_of(1.0), None), Ok(true));
    assert_eq!(lock.force_release(), Ok(true));
    cluster.end_move("k", to);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(cluster.nodes[to].command(&["GET", "k"]), token_of(&lock).as_str());
}

#[test]
fn an_object_whose_lease_has_expired_takes_the_next_one_where_the_slot_will_be() {
    let cluster = Cluster::start();
    let lock = lock_with(&cluster.address(), 0.2, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    assert!(eventually(PATIENCE, || cluster.nodes[cluster.home("k")].command(&["EXISTS", "k"]) == 0));
    let [_, to] = cluster.moving_slot("k");
    // The release of the last lease goes ahead of it, and ASKING is for one command.
    assert_eq!(lock.acquire(), Ok(true));
    cluster.end_move("k", to);
}

#[test]
fn a_lock_that_is_moved_stays_held_at_every_moment() {
    let cluster = Cluster::start();
    let holder = held_long(&cluster);
    let refused = |moment: &str| assert_eq!(long(&cluster.address()).acquire(), Ok(false), "{moment}");
    let [from, to] = cluster.moving_slot("k");
    refused("begun");
    cluster.migrate(&["k"], from, to);
    refused("migrated");
    assert_eq!(holder.is_held(), Ok(true));
    assert_eq!(holder.extend(None), Ok(true));
    cluster.end_move("k", to);
    refused("ended");
    assert_eq!(holder.release(), Ok(true));
}

#[test]
fn a_waiter_is_woken_by_a_release_on_its_node() {
    let cluster = Cluster::start();
    let home = &cluster.nodes[cluster.home("k")];
    let holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(home, 1);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_follows_a_slot_that_moves_while_it_blocks() {
    let cluster = Cluster::start();
    let holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(&cluster.nodes[cluster.home("k")], 1);
    let [_, to] = cluster.moved_slot("k");
    // Blocks again, where the slot is now.
    assert!(eventually(PATIENCE, || blocked(&cluster.nodes[to]) == 1));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_gets_a_lock_that_is_released_while_its_slot_moves() {
    let cluster = Cluster::start();
    let holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(&cluster.nodes[cluster.home("k")], 1);
    cluster.moving_slot("k");
    let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(took < A_SLICE, "{took:?}");
}

#[test]
fn a_cluster_that_is_down_is_given_an_io_timeout_and_a_waiter_more() {
    let cluster = Cluster::start();
    let home = &cluster.nodes[cluster.home("k")];
    let other = if cluster.slot("k") == "8191" { "8190" } else { "8191" };
    assert_eq!(cluster.home("k"), 1, "the test takes a slot of the same node");
    let holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(home, 1);
    // A node that misses a slot answers CLUSTERDOWN to everything.
    assert_eq!(home.command(&["CLUSTER", "DELSLOTS", other]), "OK");
    let start = Instant::now();
    let error = long(&cluster.address()).acquire().unwrap_err();
    assert!(start.elapsed() >= IO_TIMEOUT, "{:?}", start.elapsed());
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().contains("has no master for this key at the moment"), "{error}");
    assert_eq!(home.command(&["CLUSTER", "ADDSLOTS", other]), "OK");
    // Blocks again.
    until_blocked(home, 1);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_wait_does_not_outlast_its_end_in_a_cluster_that_is_down() {
    let cluster = Cluster::start();
    let home = &cluster.nodes[cluster.home("k")];
    let _holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 1.0);
    until_blocked(home, 1);
    assert_eq!(home.command(&["CLUSTER", "DELSLOTS", &cluster.slot("k")]), "OK");
    let Waited { result, took, .. } = waiter.end();
    assert_eq!(result.unwrap_err().kind(), Kind::Server);
    assert!(took < Duration::from_secs(1) + IO_TIMEOUT / 2, "{took:?}");
}

#[test]
fn fences_grow_across_a_move() {
    let cluster = Cluster::start();
    let lock = lock_of(&cluster.address(), "k", LockSettings { fenced: true, ..terms(LONG) });
    let fence = || {
        assert_eq!(lock.acquire(), Ok(true));
        let fence = lock.fence().unwrap();
        assert_eq!(lock.release(), Ok(true));
        fence
    };
    let first = fence();
    cluster.moved_slot("k");
    assert!(fence() > first);
}

#[test]
fn a_node_that_is_in_no_cluster_is_passed_over() {
    let alone = Server::with(&["--cluster-enabled", "yes"]);
    let cluster = Cluster::start();
    let first = format!("redis-cluster://127.0.0.1:{},", alone.port());
    assert_eq!(long(&cluster.address().replace("redis-cluster://", &first)).acquire(), Ok(true));
}

#[test]
fn after_the_slots_were_learnt_the_io_timeout_is_whole() {
    let cluster = Cluster::start();
    let key = (0..1_000).map(|number| format!("k{number}")).find(|key| cluster.home(key) == 0).unwrap();
    let timeouts = Timeouts { connect: Duration::from_secs(1), io: Duration::from_secs(5) };
    let topology = Servers::parse(&cluster.address()).unwrap().topology(timeouts);
    let lock = Lock::new(Key::new(b"", key.as_bytes()).unwrap(), topology, terms(LONG));
    assert_eq!(lock.acquire(), Ok(true));
    // Longer than a third of a second, which each of three nodes has to tell the slots.
    cluster.nodes[0].command(&["CLIENT", "PAUSE", "700", "ALL"]);
    assert_eq!(lock.extend(None), Ok(true));
}

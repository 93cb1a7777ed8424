//! Owns what is promised of a cluster's nodes that die, hang or are replaced, and what they cost, with real nodes.
//! Does not own moving slots (mod.rs), late releases to a dead node (late.rs).

use std::net::TcpListener;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::{LONG, held_long, long};
use crate::support::cluster::Cluster;
use crate::support::locks::{IO_TIMEOUT, lock_at, lock_of, terms};
use crate::support::waiters::{AT_ONCE, Waiter, blocked, seconds_of, until_blocked};
use crate::support::{PATIENCE, eventually};
use redislock::error::Kind;
use redislock::key::Key;
use redislock::lock::{Lock, LockSettings, Renewal};
use redislock::renewal;
use redislock::settings::Timeouts;
use redislock::topology::Servers;

/// With timeouts as php.ini has them, of one second.
fn lock_by_default(address: &str) -> Rc<Lock> {
    let topology = Servers::parse(address).unwrap().topology(Timeouts::default());
    Lock::new(Key::new(b"", b"k").unwrap(), topology, terms(LONG))
}

/// Has a master hang, and its replica take its place.
fn take_over(cluster: &Cluster, home: usize) {
    cluster.nodes[home].suspend();
    assert_eq!(cluster.nodes[home + 3].command(&["CLUSTER", "FAILOVER", "TAKEOVER"]), "OK");
    cluster.await_successor(home);
}

#[test]
fn a_lock_and_its_waiter_outlive_a_failover() {
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let holder = held_long(&cluster);
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(&cluster.nodes[home], 1);
    cluster.fail_over(home);
    assert_eq!(long(&cluster.address()).acquire(), Ok(false));
    assert_eq!(holder.extend(None), Ok(true));
    assert!(eventually(PATIENCE, || blocked(&cluster.nodes[3 + home]) == 1), "it blocks at the new master");
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn the_death_of_a_master_is_outlived_once_its_replica_has_taken_its_place() {
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let holder = held_long(&cluster);
    let replica = &cluster.nodes[3 + home];
    replica.command(&["READONLY"]);
    assert!(eventually(PATIENCE, || replica.command(&["DBSIZE"]) == 1), "replicated");
    let waiter = Waiter::at(&cluster.address(), 30.0);
    until_blocked(&cluster.nodes[home], 1);
    cluster.nodes[home].stop();
    let error = lock_at(&cluster.address()).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    cluster.await_successor(home);
    let start = Instant::now();
    assert_eq!(holder.release(), Ok(true));
    assert_eq!(waiter.end().result, Ok(true));
    assert!(start.elapsed() < Duration::from_millis(2_500), "{:?}", start.elapsed());
}

#[test]
fn a_master_that_hangs_costs_one_request_and_the_next_goes_to_its_successor() {
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let holder = held_long(&cluster);
    assert!(eventually(PATIENCE, || cluster.nodes[3 + home].command(&["DBSIZE"]) == 1), "replicated");
    cluster.nodes[home].suspend();
    cluster.await_successor(home);
    assert_eq!(holder.extend(None).unwrap_err().kind(), Kind::Connection);
    assert_eq!(holder.extend(None), Ok(true));
    assert_eq!(holder.release(), Ok(true));
    cluster.nodes[home].resume();
}

#[test]
fn a_lease_outlives_a_hung_master_though_renewal_has_no_io_timeout_for_it() {
    let _renewal = crate::support::renewal_in_turn();
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let short = IO_TIMEOUT.as_secs_f64() * 2.0;
    // A question has half of what is left to any lease of the thread.
    let find =
        |is_here| (0..1_000).map(|n| format!("k{n}")).find(|key| (cluster.home(key) == home) == is_here).unwrap();
    let [lock, beside, another] = ["k", &find(true), &find(false)].map(|key| {
        let lock = lock_of(&cluster.address(), key, LockSettings { renewal: Renewal::Always, ..terms(short) });
        assert_eq!(lock.acquire(), Ok(true));
        lock
    });
    let replica = &cluster.nodes[home + 3];
    assert!(eventually(PATIENCE, || replica.command(&["DBSIZE"]) == 2));
    // The thread knows the slots by then.
    let left = || cluster.nodes[home].command(&["PTTL", "k"]).int();
    let mut least = left();
    assert!(eventually(PATIENCE, || std::mem::replace(&mut least, left()) < least), "it is not renewed");
    cluster.nodes[home].suspend();
    assert_eq!(replica.command(&["CLUSTER", "FAILOVER", "TAKEOVER"]), "OK");
    let end = Instant::now() + Duration::from_secs_f64(3.0 * short);
    while Instant::now() < end {
        assert_eq!([&lock, &beside, &another].map(|lock| lock.state()), ["held"; 3]);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(replica.command(&["PTTL", "k"]).int() > 0);
    cluster.nodes[home].resume();
    renewal::stop();
}

#[test]
fn leases_that_are_extended_together_follow_their_shard_to_another_node() {
    let _renewal = crate::support::renewal_in_turn();
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let keys = (0..1_000).map(|number| format!("k{number}")).filter(|key| cluster.home(key) == home).take(5);
    let locks: Vec<Rc<Lock>> = keys
        .map(|key| lock_of(&cluster.address(), &key, LockSettings { renewal: Renewal::Always, ..terms(3.0) }))
        .collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    cluster.fail_over(home);
    for _ in 0..2 {
        for lock in &locks {
            let mut least = lock.remaining();
            assert!(eventually(PATIENCE, || std::mem::replace(&mut least, lock.remaining()) < least), "it is lost");
        }
    }
    assert!(locks.iter().all(|lock| lock.release() == Ok(true)));
    renewal::stop();
}

#[test]
fn leases_on_a_dead_node_keep_no_other_from_being_renewed() {
    let _renewal = crate::support::renewal_in_turn();
    let cluster = Cluster::with(&["--cluster-require-full-coverage", "no"]);
    let names = || (0..1_000).map(|number| format!("r{number}"));
    let dying = names().filter(|key| cluster.home(key) == 0).take(12);
    let keys: Vec<String> = dying.chain(names().filter(|key| cluster.home(key) == 1).take(1)).collect();
    let locks: Vec<Rc<Lock>> = keys
        .iter()
        .map(|key| lock_of(&cluster.address(), key, LockSettings { renewal: Renewal::Always, ..terms(2.0) }))
        .collect();
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    cluster.nodes[0].stop();
    let end = Instant::now() + Duration::from_secs(5);
    while Instant::now() < end {
        assert!(cluster.nodes[1].command(&["PTTL", &keys[12]]).int() > 0, "it was not renewed");
        std::thread::sleep(Duration::from_millis(20));
    }
    renewal::stop();
}

#[test]
fn an_acquire_is_done_two_seconds_after_a_takeover_though_the_old_master_hangs() {
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let acquired = |lock: &Rc<Lock>| {
        assert_eq!((lock.acquire_within(seconds_of(3.0), None), lock.release()), (Ok(true), Ok(true)));
    };
    // This thread knows the slots, and has a connection to the old master.
    let lock = lock_by_default(&cluster.address());
    acquired(&lock);
    take_over(&cluster, home);
    thread::sleep(Duration::from_secs(2));
    acquired(&lock);
    // One that knows nothing, by an address that begins with the one that hangs.
    let first = format!("redis-cluster://127.0.0.1:{},", cluster.nodes[home].port());
    let address = cluster.address().replace("redis-cluster://", &first);
    thread::scope(|scope| _ = scope.spawn(|| acquired(&lock_by_default(&address))));
    cluster.nodes[home].resume();
}

#[test]
fn a_renewed_lock_is_acquired_at_the_successor_of_a_master_that_died_or_hangs() {
    let _renewal = crate::support::renewal_in_turn();
    let cluster = Cluster::with_replicas();
    let home = cluster.home("k");
    let lock = |address: &str| lock_of(address, "k", LockSettings { renewal: Renewal::Always, ..terms(LONG) });
    let known = lock(&cluster.address());
    assert_eq!((known.acquire(), known.release()), (Ok(true), Ok(true)));
    take_over(&cluster, home);
    assert_eq!((known.acquire_within(seconds_of(3.0), None), known.release()), (Ok(true), Ok(true)));
    cluster.nodes[home].resume();
    cluster.await_peace();
    cluster.nodes[home + 3].stop();
    // Another thread has a map of its own.
    let is_replaced =
        || thread::scope(|scope| scope.spawn(|| lock_at(&cluster.address()).is_locked().is_ok()).join().unwrap());
    assert!(eventually(PATIENCE, is_replaced), "no failover");
    assert_eq!((known.acquire(), known.release()), (Ok(true), Ok(true)));
    renewal::stop();
}

#[test]
fn silent_nodes_of_the_address_cost_one_connect_timeout_where_another_replies() {
    let cluster = Cluster::start();
    let silent: Vec<_> = (0..5).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let name = |socket: &TcpListener| format!("{},", socket.local_addr().unwrap());
    let living = cluster.address().replace("redis-cluster://", "");
    // A connect_timeout, or the io_timeout where that is shorter.
    for count in [1, 5] {
        let names: String = silent[..count].iter().map(name).collect();
        let start = Instant::now();
        assert_eq!(lock_at(&format!("redis-cluster://{names}{living}")).acquire(), Ok(count == 1));
        assert!((IO_TIMEOUT..IO_TIMEOUT + AT_ONCE).contains(&start.elapsed()), "{count}: {:?}", start.elapsed());
    }
}

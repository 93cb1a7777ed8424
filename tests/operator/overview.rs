//! Owns what an operator is told of locks on every topology: `operator`, with real servers.
//! Does not own the form in which PHP tells it (php-tests/operators), who decides in a quorum (src/topology/votes.rs).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_on, terms};
use crate::support::quorums::{Group, lock_at_all, quorum};
use crate::support::waiters::Program;
use crate::support::{Sent, Server};
use redislock::clock::Instant;
use redislock::error::Error;
use redislock::failure::Failure;
use redislock::key::Key;
use redislock::lock::TokenSource;
use redislock::net::interrupts::Interruption;
use redislock::operator::{Bounds, LockInfo, Scan, describe, scan};
use redislock::settings::Timeouts;
use redislock::topology::{Servers, Topology};

fn topology(address: &str) -> Arc<dyn Topology> {
    Servers::parse(address).unwrap().topology(Timeouts::default())
}

fn look(topology: &dyn Topology, every_make: bool) -> Vec<(Key, LockInfo)> {
    scan(topology, &Scan { pattern: b"*".to_vec(), prefix: 0, every_make, most: 1000, bounds: Bounds::NONE }, None)
        .unwrap()
        .locks
}

fn names(found: &[(Key, LockInfo)]) -> Vec<String> {
    found.iter().map(|(key, _)| String::from_utf8(key.as_bytes().to_vec()).unwrap()).collect()
}

#[test]
fn the_locks_of_all_masters_of_a_cluster_are_found_in_the_order_of_their_keys() {
    let cluster = Cluster::start();
    let mut keys: Vec<String> = (0..30).map(|n| format!("k{n}")).collect();
    let locks: Vec<_> = keys.iter().map(|key| lock_on(&cluster.address(), key, 10.0, TokenSource::Fresh)).collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    cluster.nodes[cluster.home("other")].command(&["SET", "other", "1"]);
    let topology = topology(&cluster.address());
    keys.sort();
    assert_eq!(names(&look(&*topology, false)), keys);
    assert_eq!(look(&*topology, true).len(), 31);
    for (key, account) in look(&*topology, false) {
        let described = describe(&*topology, &key).unwrap().unwrap();
        assert_eq!((described.token, described.waits), (account.token, Some(false)));
    }
    assert_eq!(describe(&*topology, &Key::new(b"", b"free").unwrap()), Ok(None));
}

#[test]
fn a_lock_whose_slot_is_being_moved_is_found_once_or_the_scan_is_incomplete() {
    let cluster = Cluster::start();
    let lock = lock_on(&cluster.address(), "k", 60.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    let topology = topology(&cluster.address());
    let [from, to] = cluster.moving_slot("k");
    assert_eq!(names(&look(&*topology, false)), ["k"], "still where it was");
    cluster.migrate(&["k"], from, to);
    let wanted = Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most: 1000, bounds: Bounds::NONE };
    let found = scan(&*topology, &wanted, None).unwrap();
    assert_eq!((names(&found.locks), found.complete), (vec![], false), "there already");
    cluster.end_move("k", to);
    assert_eq!(names(&look(&*topology, false)), ["k"]);
}

#[test]
fn more_locks_than_a_page_has_are_found_and_no_more_than_requested_are_told() {
    let server = Server::start();
    let script = "for n = 1, 3000 do redis.call('SET', 'k' .. n, 'rl_' .. string.rep('0', 32)) end";
    server.command(&["EVAL", script, "0"]);
    let topology = topology(&server.tcp_address());
    let most = |most| {
        scan(
            &*topology,
            &Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most, bounds: Bounds::NONE },
            None,
        )
        .unwrap()
    };
    assert_eq!((most(10_000).locks.len(), most(10_000).complete), (3_000, true));
    assert_eq!((most(7).locks.len(), most(7).complete), (7, false));
    let mut monitor = server.monitor();
    most(7);
    let scans = monitor.commands().iter().filter(|command| command.starts_with("SCAN")).count();
    assert_eq!(scans, 1, "it goes on although there are enough");
}

#[test]
fn a_value_of_any_size_is_told_about_and_not_read() {
    let server = Server::start();
    let topology = topology(&server.tcp_address());
    server.command(&["SETRANGE", "huge", "20000000", "x"]);
    server.command(&["SET", "empty", ""]);
    let mut monitor = server.monitor();
    let account = |key: &[u8]| describe(&*topology, &Key::new(b"", key).unwrap()).unwrap();
    let huge = account(b"huge").unwrap();
    assert_eq!((huge.kind.as_str(), huge.token), ("string", None));
    assert_eq!(account(b"empty").unwrap().kind, "string");
    assert_eq!(account(b"free"), None);
    assert_eq!(look(&*topology, true).len(), 2);
    let reads = |sent: &Sent| sent.words[0].eq_ignore_ascii_case(b"GET") && sent.words[1] == b"huge";
    let lines = monitor.lines();
    assert!(lines.len() > 4 && !lines.iter().any(reads));
}

#[test]
fn a_survey_of_a_quick_redis_may_be_interrupted_after_every_page() {
    let server = Server::start();
    server.command(&["EVAL", "for n = 1, 20000 do redis.call('SET', 'k' .. n, 'v') end", "0"]);
    let topology = topology(&server.tcp_address());
    let interrupted = |sent| Error::NotScanned {
        pattern: b"*".to_vec(),
        failure: Failure::Interrupted { by: Interruption::Exception, sent },
    };
    let interrupt = || {
        let mut monitor = server.monitor();
        // It is asked while a connection is made, too.
        let asked = AtomicUsize::new(0);
        let leaves = Program::leaves_when(move || asked.fetch_add(1, Ordering::SeqCst) >= 3);
        let wanted = Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most: 1000, bounds: Bounds::NONE };
        let left = scan(&*topology, &wanted, Some(leaves)).unwrap_err();
        let scans = monitor.commands().iter().filter(|command| command.starts_with("SCAN")).count();
        assert!((1..=4).contains(&scans), "{scans} of 50 pages, although its program wants to leave");
        left
    };
    // On a busy machine an answer takes its time now and then, and is left in its middle.
    let left = (0..5).map(|_| interrupt()).find(|left| *left != interrupted(true));
    assert_eq!(left, Some(interrupted(false)));
}

#[test]
fn a_quorum_is_looked_at_by_its_majority_and_may_be_interrupted_at_every_lock() {
    let group = Group::of(3);
    let locks: Vec<_> = (0..50).map(|n| lock_at_all(&group.addresses(), &format!("k{n}"), terms(60.0))).collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    group.servers[0].command(&["SET", "a minority's", "rl_00000000000000000000000000000000"]);
    let topology = quorum(&group.addresses());
    assert_eq!(look(&topology, false).len(), 50);
    let described = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&described);
    // It is asked once for each.
    let leaves = Program::leaves_when(move || seen.fetch_add(1, Ordering::SeqCst) >= 20);
    let wanted = Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most: 1000, bounds: Bounds::NONE };
    let left = scan(&topology, &wanted, Some(leaves)).unwrap_err();
    let interrupted = Failure::Interrupted { by: Interruption::Exception, sent: false };
    assert_eq!(left, Error::NotScanned { pattern: b"*".to_vec(), failure: interrupted });
    assert_eq!(described.load(Ordering::SeqCst), 21);
}

#[test]
fn a_scan_ends_at_its_bounds_on_a_cluster_and_on_a_quorum() {
    let cluster = Cluster::start();
    let group = Group::of(3);
    let keys = (0..30).map(|n| format!("k{n}"));
    let locks = keys.flat_map(|key| {
        [
            lock_on(&cluster.address(), &key, 60.0, TokenSource::Fresh),
            lock_at_all(&group.addresses(), &key, terms(60.0)),
        ]
    });
    let locks: Vec<_> = locks.collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    let cluster = topology(&cluster.address());
    let quorum = quorum(&group.addresses());
    for topology in [&*cluster, &quorum] {
        let within = |bounds| {
            let wanted = Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most: 1000, bounds };
            let found = scan(topology, &wanted, None).unwrap();
            (found.locks.len(), found.keys > 0, found.complete)
        };
        assert_eq!(within(Bounds::NONE), (30, true, true));
        assert_eq!(within(Bounds { end: Some(Instant::now()), ..Bounds::NONE }), (0, false, false));
    }
    let wanted = Scan {
        pattern: b"*".to_vec(),
        prefix: 0,
        every_make: false,
        most: 1000,
        bounds: Bounds { keys: 1, end: None },
    };
    let found = scan(&*cluster, &wanted, None).unwrap();
    assert!(!found.complete && (1..30).contains(&found.locks.len()), "one master's page was enough: {found:?}");
}

//! Owns a cluster whose nodes announce no addresses: what they say in place of one, a name, nothing or `?`, leads to them.
//! Does not own clusters whose nodes have names (mod.rs), reading CLUSTER SLOTS (src/topology/slot_map.rs).

use std::time::Instant;

use crate::support::cluster::{Cluster, add_slots};
use crate::support::locks::{IO_TIMEOUT, lock_of, lock_on, terms};
use crate::support::{PATIENCE, Server, eventually};
use redislock::error::Kind;
use redislock::lock::{LockSettings, Renewal, TokenSource};
use redislock::operator::{Bounds, Scan};
use redislock::renewal;
use redislock::settings::Timeouts;
use redislock::topology::{Servers, When};

/// A cluster's options, and whether a node names another's host when it sends a request on. `?` names none.
const KINDS: [(&[&str], bool); 3] = [
    (&["--cluster-preferred-endpoint-type", "hostname", "--cluster-announce-hostname", "localhost"], true),
    (&["--cluster-preferred-endpoint-type", "unknown-endpoint"], true),
    (&["--cluster-preferred-endpoint-type", "hostname"], false),
];

fn all() -> Scan {
    Scan { pattern: b"*".to_vec(), prefix: 0, every_make: false, most: 100, bounds: Bounds::NONE }
}

#[test]
fn every_key_is_locked_and_found() {
    for (kind, _) in KINDS {
        let cluster = Cluster::with(kind);
        // By one of them: the others are known by what that one says.
        let address = format!("redis-cluster://127.0.0.1:{}", cluster.nodes[0].port());
        let keys = ["a", "b", "c", "d", "e", "f"];
        let locks: Vec<_> = keys.iter().map(|key| lock_on(&address, key, 60.0, TokenSource::Fresh)).collect();
        for (key, lock) in keys.iter().zip(&locks) {
            assert_eq!(lock.acquire(), Ok(true), "{kind:?} {key}");
            assert_eq!(lock_on(&address, key, 60.0, TokenSource::Fresh).acquire(), Ok(false), "{kind:?} {key}");
        }
        let topology = Servers::parse(&address).unwrap().topology(Timeouts::default());
        let found = redislock::operator::scan(&*topology, &all(), None).unwrap();
        assert_eq!(found.locks.len(), keys.len(), "{kind:?}");
        assert!(locks.iter().all(|lock| lock.release() == Ok(true)), "{kind:?}");
    }
}

#[test]
fn a_slot_that_moves_is_followed_by_calls_and_by_renewal() {
    let _renewal = crate::support::renewal_in_turn();
    for (kind, names) in KINDS {
        let cluster = Cluster::with(kind);
        let kept = lock_of(&cluster.address(), "k", LockSettings { renewal: Renewal::Always, ..terms(4.0) });
        assert_eq!(kept.acquire(), Ok(true));
        let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
        cluster.begin_move("k", from, to);
        // The key has gone ahead of its slot: ASK.
        cluster.migrate(&["k"], from, to);
        let (start, another) = (Instant::now(), lock_on(&cluster.address(), "k", 10.0, TokenSource::Fresh));
        if names {
            assert_eq!((kept.extend(None), another.acquire()), (Ok(true), Ok(false)), "{kind:?}");
        } else {
            let error = another.acquire().unwrap_err();
            assert_eq!(error.kind(), Kind::Connection);
            assert!(error.to_string().contains("redirected the request for 0.6 s"), "{error}");
            assert!(start.elapsed() < 2 * IO_TIMEOUT, "{:?}", start.elapsed());
        }
        cluster.end_move("k", to);
        let left = || cluster.nodes[to].command(&["PTTL", "k"]).int();
        for _ in 0..2 {
            let mut least = left();
            assert!(
                eventually(PATIENCE, || std::mem::replace(&mut least, left()) < least),
                "{kind:?}: it is not renewed"
            );
        }
        assert_eq!((kept.state(), another.acquire()), ("held", Ok(false)));
        renewal::stop();
        assert_eq!(kept.release(), Ok(true), "{kind:?}");
        assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]), 0, "{kind:?}");
    }
}

#[test]
fn what_is_released_late_follows_its_slot_but_not_to_a_node_without_a_name() {
    for (kind, names) in KINDS {
        let cluster = Cluster::with(kind);
        let lock = lock_on(&cluster.address(), "k", 60.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true));
        let (from, to) = (cluster.home("k"), (cluster.home("k") + 1) % 3);
        cluster.begin_move("k", from, to);
        cluster.migrate(&["k"], from, to);
        cluster.end_move("k", to);
        // At once, and not only when the map is learnt anew.
        lock.auto_release(When::Now);
        assert_eq!(cluster.nodes[to].command(&["EXISTS", "k"]) == 0, names, "{kind:?}");
    }
}

#[test]
fn a_cluster_in_which_slots_are_missing_tells_its_locks_all_the_same() {
    let node = Server::with(&["--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"]);
    add_slots(&node, 100..=16383);
    let address = format!("redis-cluster://127.0.0.1:{}", node.port());
    let topology = Servers::parse(&address).unwrap().topology(Timeouts::default());
    let acquired = || lock_on(&address, "k", 10.0, TokenSource::Fresh).acquire().is_ok();
    assert!(eventually(PATIENCE, acquired), "the cluster is not up");
    assert!(redislock::operator::scan(&*topology, &all(), None).is_ok());
    let slotless = Server::with(&["--cluster-enabled", "yes"]);
    let empty = Servers::parse(&format!("redis-cluster://127.0.0.1:{}", slotless.port())).unwrap();
    let error = redislock::operator::scan(&*empty.topology(Timeouts::default()), &all(), None).unwrap_err();
    assert!(error.to_string().contains("knows no node with slots"), "{error}");
}

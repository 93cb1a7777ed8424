//! Owns the promises of several keys and of permits in a cluster: one slot, and what happens while it is being moved and its keys are
//! not in one place.
//! Does not own what holds wherever they live (`several`, `permits`), one key in a cluster (`cluster`).

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::cluster::Cluster;
use crate::support::locks::{IO_TIMEOUT, given_token_of, lock_of_all, lock_on, permit_of, terms, timeouts};
use crate::support::waiters::{A_SLICE, seconds_of};
use crate::support::{PATIENCE, eventually};
use redislock::error::{Error, Kind};
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::topology::When;

const KEYS: [&str; 2] = ["{s}a", "{s}b"];

/// A cluster, and where the keys' slot is, and will be.
struct Moving {
    cluster: Cluster,
    from: usize,
    to: usize,
}

impl Moving {
    fn new() -> Self {
        let cluster = Cluster::start();
        let from = cluster.home("{s}a");
        Self { from, to: (from + 1) % 3, cluster }
    }

    fn list(&self, terms: LockSettings) -> Rc<Lock> {
        lock_of_all(&self.cluster.address(), &KEYS, terms)
    }

    fn permit(&self) -> Rc<Lock> {
        permit_of(&self.cluster.address(), "{s}p", 2, terms(60.0))
    }

    /// Has the first of some keys where the slot goes, and the others where it comes from.
    fn half(&self, first: &str) {
        self.cluster.begin_move("{s}a", self.from, self.to);
        self.cluster.migrate(&[first], self.from, self.to);
    }

    fn finish(&self, rest: &[&str]) {
        self.cluster.migrate(rest, self.from, self.to);
        self.cluster.end_move("{s}a", self.to);
    }

    /// Waits until each key lives longer than it did, at its node.
    fn await_renewal(&self, nodes: [usize; 2]) {
        for (key, node) in KEYS.iter().zip(nodes.map(|node| &self.cluster.nodes[node])) {
            let left = || {
                node.command(&["ASKING"]);
                node.command(&["PTTL", key]).int()
            };
            let mut least = left();
            assert!(eventually(PATIENCE, || std::mem::replace(&mut least, left()) < least), "{key} is not renewed");
        }
    }

    /// How many keys of the two nodes there are.
    fn keys(&self) -> i64 {
        [self.from, self.to].map(|node| self.cluster.nodes[node].command(&["DBSIZE"]).int()).iter().sum()
    }
}

#[test]
fn a_list_of_which_one_node_has_released_its_part_is_not_called_lost_afterwards() {
    let moving = Moving::new();
    let (list, from) = (moving.list(terms(60.0)), &moving.cluster.nodes[moving.from]);
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    from.command(&["ACL", "SETUSER", "default", "-del"]);
    let error = list.release().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    assert!(error.to_string().contains("some of its keys were changed, then an error: "), "{error}");
    from.command(&["ACL", "SETUSER", "default", "+del"]);
    assert_eq!((list.release(), moving.keys()), (Ok(true), 0));
}

#[test]
fn a_list_of_which_one_node_has_extended_its_part_may_live_longer() {
    let moving = Moving::new();
    let (list, from) = (moving.list(terms(60.0)), &moving.cluster.nodes[moving.from]);
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    from.command(&["ACL", "SETUSER", "default", "-pexpire"]);
    let Err(Error::Failed { failure, .. }) = list.extend(None) else { panic!("it was extended") };
    assert!(failure.may_have_run(), "{failure}");
    from.command(&["ACL", "SETUSER", "default", "+pexpire"]);
    assert_eq!((list.extend(None), list.release(), moving.keys()), (Ok(true), Ok(true), 0));
}

#[test]
fn a_list_that_is_half_moved_is_extended_and_released_key_by_key() {
    let moving = Moving::new();
    let list = moving.list(terms(10.0));
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    let start = Instant::now();
    assert_eq!((list.extend(None), list.release(), moving.keys()), (Ok(true), Ok(true), 0));
    assert!(start.elapsed() < IO_TIMEOUT, "{:?}", start.elapsed());
}

#[test]
fn a_list_that_is_half_moved_and_lost_in_part_is_lost_and_its_rest_is_released() {
    let moving = Moving::new();
    let list = moving.list(terms(10.0));
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    moving.cluster.nodes[moving.from].command(&["DEL", KEYS[1]]);
    assert_eq!((list.extend(None), list.state()), (Ok(false), "lost"));
    assert_eq!((list.release(), moving.keys()), (Ok(false), 0));
}

#[test]
fn all_else_of_a_list_that_is_half_moved_names_the_migration() {
    let moving = Moving::new();
    let list = moving.list(terms(10.0));
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    for error in [list.is_held().unwrap_err(), list.holder().unwrap_err(), list.force_release().unwrap_err()] {
        assert!(error.to_string().contains("; the keys are being moved to another node of the cluster"), "{error}");
    }
    assert_eq!((list.release(), moving.keys()), (Ok(true), 0));
}

#[test]
fn what_nobody_waits_for_is_released_once_its_slot_has_moved() {
    let moving = Moving::new();
    for end in [|lock: &Rc<Lock>| _ = lock.auto_release(When::Now), |_: &Rc<Lock>| registry::end_request(timeouts())] {
        let list = moving.list(terms(60.0));
        assert_eq!(list.acquire(), Ok(true));
        moving.half(KEYS[0]);
        end(&list);
        assert_eq!(moving.keys(), 2, "it goes as a whole");
        moving.finish(&KEYS);
        // Its old node names the new one.
        let old = moving.cluster.nodes[moving.from].tcp_address();
        lock_on(&old, "{s}x", 10.0, TokenSource::Fresh).is_locked().unwrap_err();
        lock_on(&moving.cluster.address(), "{s}x", 10.0, TokenSource::Fresh).acquire().unwrap();
        assert!(eventually(PATIENCE, || moving.keys() == 0), "{} keys", moving.keys());
        moving.cluster.begin_move("{s}a", moving.to, moving.from);
        moving.cluster.end_move("{s}a", moving.from);
        // Their nodes are known again.
        assert_eq!(lock_on(&moving.cluster.address(), "{s}x", 10.0, TokenSource::Fresh).is_locked(), Ok(false));
    }
    assert_eq!(registry::take_lost(), vec![]);
}

#[test]
fn an_acquire_of_what_is_half_moved_takes_nothing_and_names_the_migration() {
    let moving = Moving::new();
    let another = lock_on(&moving.cluster.address(), KEYS[0], 60.0, TokenSource::Fresh);
    assert_eq!(another.acquire(), Ok(true));
    moving.half(KEYS[0]);
    let start = Instant::now();
    let error = moving.list(terms(10.0)).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().contains("; the keys are being moved to another node of the cluster"), "{error}");
    assert!(
        (IO_TIMEOUT..2 * IO_TIMEOUT).contains(&start.elapsed()),
        "it has asked for an io_timeout: {:?}",
        start.elapsed()
    );
    assert_eq!(moving.keys(), 1);
}

#[test]
fn a_wait_for_what_is_half_moved_lasts_until_it_is_moved() {
    let moving = Moving::new();
    let another = lock_on(&moving.cluster.address(), KEYS[0], 60.0, TokenSource::Fresh);
    assert_eq!(another.acquire(), Ok(true));
    moving.half(KEYS[0]);
    let list = moving.list(terms(10.0));
    let refused = list.acquire_within(seconds_of(1.5), None).unwrap_err();
    assert_eq!(refused.kind(), Kind::Server, "{refused}");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(2 * IO_TIMEOUT);
            moving.cluster.nodes[moving.to].command(&["ASKING"]);
            moving.finish(&KEYS);
            lock_on(&moving.cluster.address(), KEYS[0], 60.0, TokenSource::Fresh).force_release().unwrap();
        });
        let start = Instant::now();
        assert_eq!(list.acquire_within(seconds_of(20.0), None), Ok(true));
        assert!(start.elapsed() < 2 * IO_TIMEOUT + A_SLICE + Duration::from_secs(1), "{:?}", start.elapsed());
    });
    assert_eq!(list.release(), Ok(true));
}

#[test]
fn a_list_that_is_half_moved_is_renewed_key_by_key() {
    let _renewal = crate::support::renewal_in_turn();
    let moving = Moving::new();
    let list = moving.list(LockSettings { renewal: Renewal::Always, ..terms(6.0) });
    assert_eq!(list.acquire(), Ok(true));
    moving.half(KEYS[0]);
    for _ in 0..2 {
        moving.await_renewal([moving.to, moving.from]);
    }
    assert_eq!((moving.keys(), list.state()), (2, "held"));
    moving.finish(&KEYS);
    for _ in 0..2 {
        moving.await_renewal([moving.to; 2]);
    }
    assert_eq!((list.state(), list.release(), moving.keys()), ("held", Ok(true), 0));
}

#[test]
fn permits_that_are_half_moved_keep_their_holders_and_are_released() {
    let moving = Moving::new();
    let locks = [moving.permit(), moving.permit()];
    assert_eq!((locks[0].acquire(), locks[1].acquire()), (Ok(true), Ok(true)));
    let adopted = LockSettings { token: given_token_of(&locks[1]), ..terms(60.0) };
    moving.half("{s}p");
    assert_eq!((locks[0].is_held(), locks[1].extend(None)), (Ok(true), Ok(true)));
    let taker = permit_of(&moving.cluster.address(), "{s}p", 2, adopted);
    assert_eq!(taker.release(), Ok(true));
    assert_eq!(locks[0].release(), Ok(true));
    assert_eq!(locks[1].is_held(), Ok(false));
}

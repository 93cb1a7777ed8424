//! Owns how long a call takes on several servers of which a majority is silent: one io_timeout, after the wait where it has one.
//! Does not own what it says then (faults.rs), one master (tests/lock.rs).

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, lock_of, lock_of_all, terms};
use crate::support::quorums::Group;
use crate::support::waiters::seconds_of;
use crate::support::{Proxy, Server, eventually};
use redislock::error::{Error, Kind};
use redislock::lock::{Lock, registry};
use redislock::topology::When;

/// What a loaded machine and the taking back of a vote may add.
const SLACK: Duration = Duration::from_millis(200);

/// Servers of which a majority is silent until this goes.
struct Silent {
    group: Group,
}

impl Silent {
    fn of(count: usize) -> Self {
        Self { group: Group::of(count) }
    }

    fn majority(&self) -> &[Server] {
        &self.group.servers[..=self.group.servers.len() / 2]
    }

    fn begin(&self) {
        self.majority().iter().for_each(Server::suspend);
    }

    fn address(&self) -> String {
        self.group.addresses().join(" ")
    }

    fn key(&self, ttl: f64) -> Rc<Lock> {
        lock_of(&self.address(), "k", terms(ttl))
    }

    fn list(&self, ttl: f64) -> Rc<Lock> {
        lock_of_all(&self.address(), &["a", "b"], terms(ttl))
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        self.majority().iter().for_each(Server::resume);
    }
}

#[track_caller]
fn takes_one_io_timeout<T: std::fmt::Debug>(beside: f64, work: impl FnOnce() -> Result<T, Error>) {
    let start = Instant::now();
    let error = work().unwrap_err();
    let (took, most) = (start.elapsed(), Duration::from_secs_f64(beside) + IO_TIMEOUT + SLACK);
    assert!(took < most, "{took:?} of {most:?}: {error}");
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    let spans = error.to_string();
    let spans = spans.split(" within ").skip(1).map(|rest| rest.split(' ').next().unwrap());
    assert!(spans.into_iter().all(|span| span.len() <= "0.123".len()), "{error}");
}

#[test]
fn every_verb_takes_one_io_timeout_with_connections_and_without() {
    for (count, make) in [(3, Silent::list as fn(&Silent, f64) -> Rc<Lock>), (5, Silent::key)] {
        let silent = Silent::of(count);
        let lock = make(&silent, 60.0);
        assert_eq!(lock.acquire(), Ok(true));
        silent.begin();
        // The first has the connections from before, the others find none.
        takes_one_io_timeout(0.0, || lock.extend(None));
        for _ in 0..2 {
            takes_one_io_timeout(0.0, || lock.extend(None));
            takes_one_io_timeout(0.0, || lock.is_held());
            takes_one_io_timeout(0.0, || lock.is_locked());
            takes_one_io_timeout(0.0, || lock.release());
            takes_one_io_timeout(0.0, || lock.force_release());
        }
    }
}

#[test]
fn acquire_takes_its_wait_and_one_io_timeout() {
    for count in [3, 5] {
        let silent = Silent::of(count);
        assert_eq!(silent.key(60.0).is_locked(), Ok(false));
        silent.begin();
        for wait in [0.0, 0.1, 0.1, 0.5] {
            for lock in [silent.key(60.0), silent.list(60.0)] {
                takes_one_io_timeout(wait, || lock.acquire_within(seconds_of(wait), None));
            }
        }
    }
}

#[test]
fn a_short_ttl_takes_no_longer() {
    let silent = Silent::of(3);
    silent.begin();
    for wait in [0.0, 0.1] {
        takes_one_io_timeout(wait, || silent.key(1.0).acquire_within(seconds_of(wait), None));
    }
}

#[test]
fn an_object_whose_lease_has_expired_takes_no_longer() {
    let silent = Silent::of(3);
    let lock = silent.key(0.1);
    assert_eq!(lock.acquire(), Ok(true));
    thread::sleep(Duration::from_millis(150));
    silent.begin();
    for wait in [0.0, 0.1] {
        takes_one_io_timeout(wait, || lock.acquire_within(seconds_of(wait), None));
    }
}

#[test]
fn one_that_hangs_does_not_keep_an_object_from_its_next_lease() {
    let group = Group::of(3);
    let lock = lock_of(&group.addresses().join(" "), "k", terms(60.0));
    assert_eq!(lock.acquire(), Ok(true));
    group.servers[..2].iter().for_each(Server::suspend);
    assert!(lock.release().is_err(), "it is still to be released");
    group.servers[1].resume();
    let start = Instant::now();
    assert_eq!(lock.acquire(), Ok(true));
    assert!(start.elapsed() < IO_TIMEOUT / 2, "{:?}", start.elapsed());
    group.servers[0].resume();
}

#[test]
fn a_majority_that_falls_silent_during_a_wait_ends_it_one_io_timeout_late() {
    let silent = Silent::of(5);
    silent.group.command(0..5, &["SET", "k", "another's"]);
    let wait = 1.0;
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            silent.begin();
        });
        takes_one_io_timeout(wait, || silent.key(60.0).acquire_within(seconds_of(wait), None));
    });
}

#[test]
fn a_vote_split_among_the_nodes_that_reply_is_not_tried_again() {
    let silent = Silent::of(5);
    silent.group.command(3..4, &["SET", "k", "another's"]);
    silent.begin();
    takes_one_io_timeout(0.0, || silent.key(60.0).acquire());
    assert_eq!(silent.group.command(4..5, &["EXISTS", "k"]), [0], "what it gave was taken back");
}

#[test]
fn servers_that_are_silent_from_their_login_on_take_no_longer() {
    let silent = Silent::of(3);
    let logged_in = silent.address().replace("//", "//default:pw@");
    for server in &silent.group.servers {
        assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", ">pw"]), "OK");
    }
    silent.begin();
    for _ in 0..2 {
        let lock = lock_of(&logged_in, "k", terms(60.0));
        takes_one_io_timeout(0.0, || lock.acquire());
        takes_one_io_timeout(0.1, || lock.acquire_within(seconds_of(0.1), None));
        takes_one_io_timeout(0.0, || lock.is_locked());
    }
}

#[test]
fn the_end_of_objects_takes_one_io_timeout_for_all() {
    let silent = Silent::of(3);
    let locks = [silent.key(60.0), silent.list(60.0)];
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    silent.begin();
    let start = Instant::now();
    for lock in &locks {
        lock.auto_release(When::Now);
    }
    assert!(start.elapsed() < IO_TIMEOUT + SLACK, "{:?}", start.elapsed());
    registry::end_request(crate::support::locks::timeouts());
    silent.majority().iter().for_each(Server::resume);
    let gone = || silent.key(60.0).is_locked() == Ok(false) && silent.group.command(0..3, &["DBSIZE"]) == [0, 0, 0];
    assert!(eventually(Duration::from_secs(5), gone));
}

#[test]
fn a_new_connection_has_an_io_timeout_beside_what_connecting_takes() {
    let group = Group::of(3);
    let proxies: Vec<Proxy> = group.servers.iter().map(|server| Proxy::start(server.port())).collect();
    for proxy in &proxies {
        // For each of the replies to our name, which may come apart, and for that to the request.
        proxy.delay_replies(IO_TIMEOUT.mul_f64(0.4));
    }
    let addresses: Vec<String> = proxies.iter().map(Proxy::address).collect();
    let lock = lock_of(&addresses.join(" "), "k", terms(60.0));
    assert_eq!(lock.acquire(), Ok(true));
    proxies.iter().for_each(Proxy::pass);
}

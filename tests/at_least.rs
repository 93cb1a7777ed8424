//! Owns the promises of a lock that stays taken for a while whatever releases it: on every topology (`promises` calls for that), and in
//! detail on one master.
//! Does not own which times may be given (php-tests/at-least).

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{
    given_token_of, lock_of, lock_of_all, lock_on, permit_of, server_and_proxy, terms, timeouts,
};
use crate::support::waiters::{AT_ONCE, Program, Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{Error, Kind};
use redislock::lock::{Finish, Lock, LockSettings, TokenSource, registry};
use redislock::topology::When;

fn resting(seconds: f64) -> LockSettings {
    LockSettings { at_least: Duration::from_secs_f64(seconds), ..terms(60.0) }
}

fn at(address: &str, key: &str, seconds: f64) -> Rc<Lock> {
    lock_of(address, key, resting(seconds))
}

fn stranger(address: &str, key: &str) -> Rc<Lock> {
    lock_on(address, key, 10.0, TokenSource::Fresh)
}

/// Those of every topology.
pub(crate) fn keep_every_promise(address: &str) {
    a_release_before_leaves_the_key_at_rest_and_one_after_does_not(address);
    whatever_ends_a_lease_leaves_it_at_rest_and_force_does_not(address);
}

fn a_release_before_leaves_the_key_at_rest_and_one_after_does_not(address: &str) {
    let (lock, next) = (at(address, "rest", 0.5), stranger(address, "rest"));
    let start = Instant::now();
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!((lock.release(), lock.release(), lock.state()), (Ok(true), Ok(false), "released"));
    assert_eq!(
        (next.acquire(), next.is_locked(), next.holder(), lock.is_held()),
        (Ok(false), Ok(true), Ok(None), Ok(false))
    );
    assert_eq!(next.acquire_within(seconds_of(10.0), None), Ok(true));
    assert!(start.elapsed() >= Duration::from_millis(500), "{:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_millis(500) + AT_ONCE, "{:?}", start.elapsed());
    assert_eq!(next.release(), Ok(true));
    let short = at(address, "rest", 0.05);
    assert_eq!(short.acquire(), Ok(true));
    thread::sleep(Duration::from_millis(80));
    assert_eq!((short.release(), next.is_locked()), (Ok(true), Ok(false)));
}

fn whatever_ends_a_lease_leaves_it_at_rest_and_force_does_not(address: &str) {
    type End = fn(&Rc<Lock>);
    let ends: [(&str, bool, End); 5] = [
        ("the object's end", true, |lock| _ = lock.auto_release(When::Now)),
        ("the request's end", true, |_| registry::end_request(timeouts())),
        ("run()", true, |lock| lock.end_run(Finish::default()).unwrap()),
        ("an exception out of run()", true, |lock| lock.release_unwatched()),
        ("force", false, |lock| assert_eq!(lock.force_release(), Ok(true))),
    ];
    for (name, rests, end) in ends {
        let lock = at(address, "ends", 30.0);
        assert_eq!(lock.acquire(), Ok(true), "{name}");
        end(&lock);
        let next = stranger(address, "ends");
        assert_eq!((next.is_locked(), next.holder()), (Ok(rests), Ok(None)), "{name}");
        assert_eq!(next.force_release(), Ok(rests), "{name}");
    }
    assert_eq!(registry::take_lost(), vec![]);
}

#[test]
fn a_lost_lease_leaves_no_rest_in_place_of_anothers() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k", 60.0);
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["SET", "k", "another"]);
    assert_eq!((lock.release(), lock.state()), (Ok(false), "lost"));
    assert_eq!(server.command(&["GET", "k"]), "another");
}

#[test]
fn a_rest_is_told_to_operators() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k", 30.0);
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    assert_eq!(server.command(&["GET", "k"]), "rl_rest");
    let left = server.command(&["PTTL", "k"]).int();
    assert!((25_000..=30_000).contains(&left), "{left}");
}

#[test]
fn a_waiter_is_woken_by_the_release_and_acquires_when_the_rest_ends() {
    let (server, address) = Server::with_address();
    let lock = at(&address, "k", 0.7);
    assert_eq!(lock.acquire(), Ok(true));
    let waiter = Waiter::on(&address, "k", 20.0);
    until_blocked(&server, 1);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(lock.release(), Ok(true));
    let (left, start) = (server.command(&["PTTL", "k"]).int(), Instant::now());
    assert!(left > 100, "{left}");
    let took = waiter.gets_it_by(|| {}).as_millis();
    assert!(took < u128::try_from(left).unwrap() + 100, "{took} ms after {left} ms were left");
    assert!(start.elapsed().as_millis() + 5 >= u128::try_from(left).unwrap());
}

#[test]
fn what_acquire_itself_removes_goes_at_once() {
    let (server, proxy) = server_and_proxy();
    let gone = |what: &str| assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 0), "{what}");
    // No reply, twice: released at the next contact.
    let lock = at(&proxy.address(), "k", 60.0);
    proxy.swallow_replies_after("\nSET\r\n");
    proxy.swallow_replies_after("\nEVAL");
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Connection);
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
    assert_eq!(stranger(&proxy.address(), "other").acquire(), Ok(true));
    gone("an unknown outcome");
    // The same at the end of a wait.
    assert_eq!(stranger(&server.tcp_address(), "another").acquire_within(seconds_of(1.0), None), Ok(true));
    let lost = proxy.swallow_replies_after("\nEVAL").times(9);
    assert_eq!(lock.acquire_within(seconds_of(0.3), None).unwrap_err().kind(), Kind::Connection);
    lost.lift();
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
    assert_eq!(stranger(&proxy.address(), "a third").acquire(), Ok(true));
    gone("an unknown outcome of a wait");
    // Too few replicas.
    let lock = lock_of(&server.tcp_address(), "k", LockSettings { replicas: 1, ..resting(60.0) });
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Server);
    gone("too few replicas");
    // A reply after the deadline.
    let late = LockSettings { at_least: Duration::from_secs(60), ..terms(0.2) };
    let lock = lock_of(&proxy.address(), "k", late);
    proxy.delay_replies(Duration::from_millis(300));
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Lost);
    proxy.delay_replies(Duration::ZERO);
    gone("a late reply");
}

#[test]
fn a_handler_that_throws_at_the_end_of_a_wait_leaves_no_rest() {
    let (server, address) = Server::with_address();
    let (pending, taken) = (server.port(), lock_on(&address, "k", 10.0, TokenSource::Fresh));
    let program = Program::leaves_when(move || {
        // As soon as the lock is there.
        let mut client = crate::support::connect(pending).unwrap();
        client.ask(&[b"EXISTS", b"k"]).is_ok_and(|reply| reply == 1)
    });
    let lock = at(&address, "k", 60.0);
    let left = lock.acquire_within(seconds_of(5.0), Some(program));
    assert!(matches!(left, Err(Error::Interrupted(_))), "{left:?}");
    assert!(eventually(PATIENCE, || taken.is_locked() == Ok(false)));
}

#[test]
fn the_lease_that_is_released_ahead_of_the_next_leaves_no_rest() {
    let server = Server::start();
    let lock = lock_of(&server.tcp_address(), "k", LockSettings { at_least: Duration::from_secs(60), ..terms(0.1) });
    assert_eq!(lock.acquire(), Ok(true));
    let token = server.command(&["GET", "k"]).text();
    assert!(eventually(PATIENCE, || lock.state() == "expired"));
    server.command(&["SET", "k", &token]);
    assert_eq!(lock.acquire(), Ok(true));
}

#[test]
fn what_is_left_is_computed_when_the_release_is_sent() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = at(&proxy.address(), "k", 1.5);
    assert_eq!(lock.acquire(), Ok(true));
    proxy.refuse();
    proxy.kill_connections();
    assert!(lock.release().is_err());
    lock.auto_release(When::AtRequestEnd);
    thread::sleep(Duration::from_millis(300));
    proxy.heal();
    assert_eq!(stranger(&proxy.address(), "other").acquire(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), "rl_rest");
    assert!(server.command(&["PTTL", "k"]).int() <= 1_200);
}

#[test]
fn a_release_whose_reply_was_lost_has_left_its_rest() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = at(&proxy.address(), "k", 30.0);
    assert_eq!(lock.acquire(), Ok(true));
    proxy.swallow_replies_after("\nEVAL");
    assert_eq!(lock.release(), Ok(true), "not ours at the second try, because the first has run");
    assert_eq!(server.command(&["GET", "k"]), "rl_rest");
}

#[test]
fn an_adopted_lease_goes_at_once() {
    let server = Server::start();
    let giver = at(&server.tcp_address(), "k", 30.0);
    assert_eq!(giver.acquire(), Ok(true));
    let handed = LockSettings { token: given_token_of(&giver), ..resting(30.0) };
    let taker = lock_of(&server.tcp_address(), "k", handed);
    assert_eq!((taker.is_held(), taker.release()), (Ok(true), Ok(true)));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_list_rests_on_each_key_unless_it_was_lost_in_part_and_a_permit_alone() {
    let (server, address) = Server::with_address();
    let list = lock_of_all(&address, &["a", "b"], resting(30.0));
    assert_eq!((list.acquire(), list.release()), (Ok(true), Ok(true)));
    assert_eq!([server.command(&["GET", "a"]).text(), server.command(&["GET", "b"]).text()], ["rl_rest", "rl_rest"]);
    server.command(&["DEL", "a", "b"]);
    assert_eq!(list.acquire(), Ok(true));
    server.command(&["DEL", "a"]);
    assert_eq!((list.release(), server.command(&["EXISTS", "b"]).int()), (Ok(false), 0));
    let permits = [(); 3].map(|()| permit_of(&address, "p", 2, resting(30.0)));
    assert_eq!((permits[0].acquire(), permits[1].acquire(), permits[1].release()), (Ok(true), Ok(true), Ok(true)));
    assert_eq!((permits[2].acquire(), permits[2].is_locked(), permits[0].is_held()), (Ok(false), Ok(true), Ok(true)));
    assert_eq!(server.command(&["GET", "p:rl-permit-2{p}"]), "rl_rest");
}

#[test]
fn a_key_rests_on_a_server_that_is_out_of_memory_as_well() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k", 30.0);
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["CONFIG", "SET", "maxmemory", "1"]);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), "rl_rest");
    assert!(server.command(&["PTTL", "k"]).int() <= 30_000);
}

/// The release that goes ahead of the object's next acquire leaves what release() was asked to leave.
#[test]
fn after_a_release_without_a_reply_the_objects_next_acquire_finds_it_at_rest() {
    let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
    let proxies: Vec<Proxy> = servers.iter().map(|server| Proxy::start(server.port())).collect();
    let addresses: Vec<String> = proxies.iter().map(Proxy::address).collect();
    let locks = [
        lock_of(&addresses[0], "one", resting(30.0)),
        lock_of_all(&addresses[0], &["several", "keys"], resting(30.0)),
        permit_of(&addresses[0], "permits", 1, resting(30.0)),
        lock_of(&addresses.join(" "), "quorum", resting(30.0)),
    ];
    for wait in [0.0, 0.3] {
        for lock in &locks {
            let name = lock.key().to_string();
            for server in &servers {
                assert_eq!(server.command(&["FLUSHALL"]), "OK");
            }
            assert_eq!(lock.acquire(), Ok(true), "{name}");
            let lost: Vec<_> = proxies.iter().map(|proxy| proxy.swallow_request("\nEVAL").times(9)).collect();
            assert_eq!(lock.release().unwrap_err().kind(), Kind::Connection, "{name}");
            for rule in lost {
                rule.lift();
            }
            assert_eq!(lock.acquire_within(seconds_of(wait), None), Ok(false), "{name}: it rests");
            assert_eq!(lock.state(), "released", "{name}");
            for server in &servers[..if name.contains("quorum") { 3 } else { 1 }] {
                let left = server.command(&["PTTL", lock.key().as_bytes().escape_ascii().to_string().as_str()]).int();
                assert!((20_000..=30_000).contains(&left), "{name}: {left}");
            }
        }
    }
}

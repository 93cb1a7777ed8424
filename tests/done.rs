//! Owns the promises of work that is marked as done: on every topology but a quorum (`promises` calls for that), and in detail on one
//! master.
//! Does not own which times may be given, and run() itself (php-tests/done).

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{given_token_of, lock_of, terms};
use crate::support::waiters::{AT_ONCE, seconds_of, until_blocked};
use crate::support::{PATIENCE, Server, eventually};
use redislock::error::{Error, Kind};
use redislock::lock::{AcquireOptions, Answer, Finish, Lock, LockSettings};
use redislock::operator;
use redislock::topology::When;
use redislock::wait::Wait;

/// For work that is not done again.
const UNLESS_DONE: AcquireOptions<'static> = AcquireOptions { asks_done: true, look_up: None };
const LONG: Duration = Duration::from_secs(60);

fn at(address: &str, key: &str) -> Rc<Lock> {
    lock_of(address, key, terms(10.0))
}

/// Whether an acquire for work that need not be done again says that it is done.
fn is_done(lock: &Rc<Lock>) -> bool {
    matches!(lock.acquire_for(UNLESS_DONE, Wait::NONE, None), Err(Error::Done { .. }))
}

fn is_marker(value: &str) -> bool {
    value.len() == 24 && value.starts_with("rl_done:")
}

/// Those of every topology.
pub(crate) fn keep_every_promise(address: &str) {
    let (lock, next) = (at(address, "done"), at(address, "done"));
    assert_eq!((next.acquire_for(UNLESS_DONE, Wait::NONE, None), next.is_done()), (Ok(Answer::Held), Ok(false)));
    assert_eq!((lock.acquire_for(UNLESS_DONE, Wait::NONE, None), next.release()), (Ok(Answer::Refused), Ok(true)));
    assert_eq!(lock.acquire(), Ok(true));
    let marked = Instant::now();
    assert_eq!(lock.end_run(Finish { done_for: Some(Duration::from_millis(500)), is_looked_for: false }), Ok(()));
    assert!(is_done(&next) && is_done(&lock));
    let told = (next.is_done(), next.is_locked(), next.holder(), lock.is_held(), next.acquire());
    assert_eq!(told, (Ok(true), Ok(true), Ok(None), Ok(false), Ok(false)), "held by another, for who does not ask");
    assert!(matches!(next.acquire_within(seconds_of(0.1), None), Ok(false)));
    assert!(matches!(next.acquire_for(UNLESS_DONE, seconds_of(5.0), None), Err(Error::Done { .. })));
    assert!(marked.elapsed() < Duration::from_millis(500), "at once");
    assert_eq!(next.acquire_within(seconds_of(5.0), None), Ok(true), "it ends");
    assert!(marked.elapsed() < Duration::from_millis(500) + AT_ONCE, "{:?}", marked.elapsed());
    assert_eq!((next.release_done(LONG), next.release()), (Ok(true), Ok(false)));
    assert_eq!((lock.force_release(), lock.is_done(), lock.force_release()), (Ok(true), Ok(false), Ok(false)));
}

#[test]
fn to_look_for_a_marker_costs_no_request_of_its_own() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k");
    assert_eq!((lock.acquire(), lock.release_done(LONG)), (Ok(true), Ok(true)));
    assert!(is_done(&lock));
    server.command(&["DEL", "k"]);
    let mut monitor = server.monitor();
    assert_eq!(
        (lock.acquire_for(UNLESS_DONE, Wait::NONE, None), lock.release_done(LONG)),
        (Ok(Answer::Held), Ok(true))
    );
    assert!(is_done(&lock));
    let sent: Vec<String> = crate::support::waiters::asked(&mut monitor);
    assert_eq!(sent.len(), 3, "{sent:?}");
}

#[test]
fn a_release_that_is_tried_again_finds_its_own_marker() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = at(&proxy.address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    proxy.swallow_replies_after("\nEVAL");
    assert_eq!((lock.release_done(LONG), lock.state()), (Ok(true), "released"));
    let marker = server.command(&["GET", "k"]).text();
    assert!(is_marker(&marker), "{marker}");
    // Another's is no success.
    assert_eq!((lock.release_done(LONG), server.command(&["GET", "k"]).text()), (Ok(false), marker));
}

#[test]
fn every_release_of_a_lease_with_a_marker_leaves_the_marker() {
    type End = fn(&Rc<Lock>);
    let ends: [(&str, End); 4] = [
        ("release()", |lock| assert_eq!(lock.release(), Ok(true))),
        ("the object's end", |lock| _ = lock.auto_release(When::Now)),
        ("the request's end", |lock| _ = lock.auto_release(When::AtRequestEnd)),
        ("the next acquire", |lock| assert_eq!(lock.acquire(), Ok(false))),
    ];
    for (name, end) in ends {
        let (server, proxy) = Server::behind_a_proxy();
        let lock = at(&proxy.address(), "k");
        assert_eq!(lock.acquire(), Ok(true), "{name}");
        let lost = proxy.swallow_request("\nEVAL").times(9);
        assert_eq!(lock.release_done(LONG).unwrap_err().kind(), Kind::Connection, "{name}");
        lost.lift();
        assert_eq!(lock.state(), "releasing", "{name}");
        end(&lock);
        // The next contact.
        assert_eq!(at(&proxy.address(), "other").is_locked(), Ok(false), "{name}");
        assert!(eventually(PATIENCE, || is_marker(&server.command(&["GET", "k"]).text())), "{name}");
        let left = server.command(&["PTTL", "k"]).int();
        assert!((50_000..=60_000).contains(&left), "{name}: {left}");
    }
}

#[test]
fn a_release_without_a_marker_leaves_none() {
    let server = Server::start();
    for end in [|lock: &Rc<Lock>| lock.release_unwatched(), |lock: &Rc<Lock>| _ = lock.auto_release(When::Now)] {
        let lock = at(&server.tcp_address(), "k");
        assert_eq!(lock.acquire_for(UNLESS_DONE, Wait::NONE, None), Ok(Answer::Held));
        end(&lock);
        assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 0));
    }
}

#[test]
fn a_lost_lease_leaves_no_marker_in_place_of_anothers() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["SET", "k", "another"]);
    assert_eq!((lock.release_done(LONG), lock.state()), (Ok(false), "lost"));
    assert_eq!(server.command(&["GET", "k"]), "another");
}

/// It would say that the next lease's work is done, which has just begun.
#[test]
fn a_marker_by_a_shared_token_is_never_owed() {
    let (server, proxy) = Server::behind_a_proxy();
    let giver = at(&proxy.address(), "k");
    assert_eq!(giver.acquire(), Ok(true));
    let adopted = lock_of(&server.tcp_address(), "k", LockSettings { token: given_token_of(&giver), ..terms(10.0) });
    assert_eq!(adopted.is_held(), Ok(true));
    let lost = proxy.swallow_request("\nEVAL").times(9);
    assert_eq!(giver.release_done(LONG).unwrap_err().kind(), Kind::Connection);
    lost.lift();
    giver.auto_release(When::Now);
    assert_eq!(at(&proxy.address(), "other").is_locked(), Ok(false));
    thread::sleep(Duration::from_millis(200));
    assert_eq!(adopted.is_held(), Ok(true));
    assert_eq!(adopted.release_done(LONG), Ok(true), "what is asked for is sent");
    assert!(is_marker(&server.command(&["GET", "k"]).text()));
}

#[test]
fn a_waiter_for_the_work_returns_at_once_and_a_waiter_for_the_lock_goes_on() {
    let (server, address) = Server::with_address();
    let lock = at(&address, "k");
    assert_eq!(lock.acquire(), Ok(true));
    let wait = |asks_done: bool| {
        let address = address.clone();
        thread::spawn(move || {
            let lock = at(&address, "k");
            let got = if asks_done {
                lock.acquire_for(UNLESS_DONE, seconds_of(20.0), None).map(|answer| answer == Answer::Held)
            } else {
                lock.acquire_within(seconds_of(20.0), None)
            };
            (got.map_err(|error| matches!(error, Error::Done { .. })), Instant::now())
        })
    };
    // The first that came is woken first, and passes nothing on.
    let plain = wait(false);
    until_blocked(&server, 1);
    let others = [wait(true), wait(true), wait(true), wait(true), wait(true)];
    until_blocked(&server, 6);
    let marked = Instant::now();
    assert_eq!(lock.release_done(Duration::from_millis(1_500)), Ok(true));
    for other in others {
        let (got, left) = other.join().unwrap();
        assert_eq!(got, Err(true));
        assert!(left - marked < AT_ONCE, "{:?}", left - marked);
    }
    let (got, taken) = plain.join().unwrap();
    assert_eq!(got, Ok(true));
    assert!(taken - marked >= Duration::from_millis(1_500), "{:?}", taken - marked);
    assert!(server.command(&["LLEN", "k:rl-wake{k}"]).int() <= 4);
}

#[test]
fn a_marker_is_told_to_operators_and_no_token() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k");
    assert_eq!((lock.acquire(), lock.release_done(LONG)), (Ok(true), Ok(true)));
    let servers = redislock::topology::Servers::parse(&server.tcp_address()).unwrap();
    let topology = servers.topology(crate::support::locks::timeouts());
    let info = operator::describe(&*topology, lock.key()).unwrap().unwrap();
    assert_eq!((info.done, info.rests, info.token), (true, false, None));
}

#[test]
fn a_marker_stays_as_long_as_its_rest_would() {
    let server = Server::start();
    let lock = lock_of(&server.tcp_address(), "k", LockSettings { at_least: Duration::from_secs(30), ..terms(60.0) });
    assert_eq!((lock.acquire(), lock.release_done(Duration::from_secs(1))), (Ok(true), Ok(true)));
    assert!(is_marker(&server.command(&["GET", "k"]).text()));
    assert!(server.command(&["PTTL", "k"]).int() > 25_000);
}

#[test]
fn work_is_marked_on_a_server_that_is_out_of_memory_as_well() {
    let server = Server::start();
    let lock = at(&server.tcp_address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["CONFIG", "SET", "maxmemory", "1"]);
    assert_eq!((lock.release_done(LONG), lock.is_done()), (Ok(true), Ok(true)));
}

/// One whose second try asks for more time finds its own marker there, which is to stay as long as the work is said to be done.
#[test]
fn a_second_try_with_a_longer_marker_gets_it() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = at(&proxy.address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_replies_after("\nEVAL").times(9);
    assert_eq!(lock.release_done(Duration::from_secs(5)).unwrap_err().kind(), Kind::Connection);
    lost.lift();
    assert_eq!(lock.release_done(LONG), Ok(true));
    assert!(server.command(&["PTTL", "k"]).int() > 50_000);
}

#[test]
fn a_marker_whose_time_is_over_before_it_is_sent_is_a_release() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = at(&proxy.address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_request("\nEVAL").times(9);
    assert_eq!(lock.release_done(Duration::from_millis(1)).unwrap_err().kind(), Kind::Connection);
    lost.lift();
    thread::sleep(Duration::from_millis(20));
    assert_eq!((lock.release(), server.command(&["EXISTS", "k"]).int()), (Ok(true), 0));
}

/// From then on another may trust the lease that the marker would replace.
#[test]
fn a_marker_that_is_owed_is_forgotten_when_its_token_is_told() {
    let (server, proxy) = Server::behind_a_proxy();
    let giver = at(&proxy.address(), "k");
    assert_eq!(giver.acquire(), Ok(true));
    let lost = proxy.swallow_request("\nEVAL").times(9);
    assert_eq!(giver.end_run(Finish { done_for: Some(LONG), is_looked_for: false }), Ok(()), "the marker is owed");
    lost.lift();
    let adopted = lock_of(&server.tcp_address(), "k", LockSettings { token: given_token_of(&giver), ..terms(10.0) });
    assert_eq!(adopted.is_held(), Ok(true));
    assert_eq!(at(&proxy.address(), "other").is_locked(), Ok(false), "the next contact");
    thread::sleep(Duration::from_millis(200));
    assert_eq!(adopted.is_held(), Ok(true));
}

/// It would come too late, although the server is well again long before the lease ends.
#[test]
fn a_marker_that_was_refused_twice_is_tried_again_soon() {
    let server = Server::start();
    let lock = lock_of(&server.tcp_address(), "k", terms(1.2));
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["REPLICAOF", "127.0.0.1", "1"]);
    assert_eq!(lock.end_run(Finish { done_for: Some(LONG), is_looked_for: false }), Ok(()), "the marker is owed");
    let other = at(&server.tcp_address(), "other");
    for _ in 0..2 {
        assert!(other.acquire().is_err());
    }
    server.command(&["REPLICAOF", "NO", "ONE"]);
    let is_there = || {
        assert_eq!(other.is_locked(), Ok(false), "the next contact");
        is_marker(&server.command(&["GET", "k"]).text())
    };
    assert!(eventually(Duration::from_millis(700), is_there));
}

/// More of those that do not ask than are woken at once, and before all others: they pass the signal on.
#[test]
fn a_waiter_for_the_work_queued_after_others_learns_at_once_that_it_is_done() {
    let (server, address) = Server::with_address();
    let holder = at(&address, "k");
    assert_eq!(holder.acquire(), Ok(true));
    let wait = |asks: bool| {
        let address = address.clone();
        thread::spawn(move || {
            let lock = at(&address, "k");
            if asks {
                let answer = lock.acquire_for(UNLESS_DONE, seconds_of(20.0), None);
                assert!(matches!(answer, Err(Error::Done { .. })), "{answer:?}");
            } else {
                assert_eq!(
                    lock.acquire_within(seconds_of(2.5), None),
                    Ok(false),
                    "held by another, for who does not ask"
                );
            }
            Instant::now()
        })
    };
    let others: Vec<_> = (0..6).map(|_| wait(false)).collect();
    until_blocked(&server, 6);
    let asking: Vec<_> = (0..6).map(|_| wait(true)).collect();
    until_blocked(&server, 12);
    let done = Instant::now();
    assert_eq!(holder.release_done(LONG), Ok(true));
    for asking in asking {
        let at = asking.join().unwrap();
        assert!(at - done < AT_ONCE, "{:?}", at - done);
    }
    for other in others {
        other.join().unwrap();
    }
}

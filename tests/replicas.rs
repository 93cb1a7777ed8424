//! Owns the promises of a lock that is acquired only once replicas have confirmed it, with real replicas.
//! Does not own what a failover loses (the README says it).

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, lock_at, lock_of, lock_of_all, permit_of, terms, token_of};
use crate::support::waiters::{AT_ONCE, Waiter, asked, know_the_scripts, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{Error, Kind};
use redislock::failure::Failure;
use redislock::lock::{Lock, LockSettings};

/// A master and a replica that follows it.
fn master_and_replica() -> (Server, Server) {
    let master = Server::with(&["--repl-diskless-sync-delay", "0"]);
    let replica = Server::with(&["--replicaof", "127.0.0.1", &master.port().to_string()]);
    know_the_scripts(&master);
    // The first comes with all data; only the second shows that writes follow, up to a second later (redis-server 7.0.15).
    for value in ["one", "two"] {
        master.command(&["SET", "warm", value]);
        assert!(eventually(PATIENCE, || replica.command(&["GET", "warm"]) == value));
    }
    (master, replica)
}

fn replicated(address: &str, replicas: u16) -> Rc<Lock> {
    lock_of(address, "k", LockSettings { replicas, ..terms(10.0) })
}

/// Too few replicas, with the numbers, and nothing held after it.
fn assert_too_few(server: &Server, result: Result<bool, Error>, confirmed: i64, wanted: u16) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(matches!(error, Error::Failed { failure: Failure::NotDone { .. }, .. }), "{error}");
    assert!(error.to_string().contains(&format!("NOREPLICAS: {confirmed} of {wanted} replicas")), "{error}");
    assert_eq!(server.command(&["EXISTS", "k"]), 0, "released");
}

#[test]
fn a_confirmed_lock_is_one_write_and_one_request() {
    let (master, replica) = master_and_replica();
    let lock = replicated(&master.tcp_address(), 1);
    let (mut monitor, start) = (master.monitor(), Instant::now());
    assert_eq!(lock.acquire(), Ok(true));
    assert!(start.elapsed() < AT_ONCE, "as soon as it is there: {:?}", start.elapsed());
    assert_eq!(asked(&mut monitor), ["SET", "WAIT"]);
    assert_eq!(replica.command(&["GET", "k"]), token_of(&lock).as_str(), "it is there when acquire answers");
    assert!(lock.remaining() > 9.0);
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_confirmed_lock_with_a_wait_or_a_fence_is_one_script_and_one_request() {
    let (master, replica) = master_and_replica();
    let mut monitor = master.monitor();
    let lock = lock_of(&master.tcp_address(), "k", LockSettings { replicas: 1, fenced: true, ..terms(10.0) });
    assert_eq!(lock.acquire_within(seconds_of(5.0), None), Ok(true));
    assert_eq!(asked(&mut monitor), ["acquire", "WAIT"]);
    assert_eq!(replica.command(&["GET", "k"]), token_of(&lock).as_str());
    assert_eq!(replica.command(&["GET", "k:rl-fence{k}"]).text(), lock.fence().unwrap().to_string());
}

#[test]
fn lists_and_permits_are_confirmed_like_one_key_and_released_when_they_are_not() {
    let (master, replica) = master_and_replica();
    for replicas in [1, 2] {
        let terms = || LockSettings { replicas, ..terms(10.0) };
        let address = master.tcp_address();
        for (lock, key) in
            [(lock_of_all(&address, &["a", "b"], terms()), "b"), (permit_of(&address, "p", 2, terms()), "p")]
        {
            match lock.acquire() {
                Ok(acquired) => {
                    assert!(acquired && replicas == 1, "{key}");
                    assert_eq!(replica.command(&["GET", key]), token_of(&lock).as_str());
                    assert_eq!(lock.release(), Ok(true));
                }
                Err(error) => assert!(replicas == 2 && error.to_string().contains("NOREPLICAS: 1 of 2"), "{error}"),
            }
            assert_eq!(master.command(&["EXISTS", "a", "b", "p", "p:rl-permit-2{p}"]), 0);
        }
    }
}

#[test]
fn a_refused_acquire_waits_for_no_replica() {
    let (master, _replica) = master_and_replica();
    lock_at(&master.tcp_address()).acquire().unwrap();
    let mut monitor = master.monitor();
    assert_eq!(replicated(&master.tcp_address(), 5).acquire(), Ok(false));
    assert_eq!(asked(&mut monitor), ["SET"]);
}

#[test]
fn a_lock_that_too_few_replicas_confirm_is_released() {
    let (master, _replica) = master_and_replica();
    for wait in [0.0, 60.0] {
        let lock = replicated(&master.tcp_address(), 2);
        let start = Instant::now();
        assert_too_few(&master, lock.acquire_within(seconds_of(wait), None), 1, 2);
        assert!(start.elapsed() < IO_TIMEOUT + AT_ONCE, "{:?}", start.elapsed());
        assert_eq!(lock.state(), "none");
    }
    assert_eq!(lock_at(&master.tcp_address()).acquire(), Ok(true));
}

#[test]
fn a_replica_that_stands_still_confirms_nothing_and_costs_no_more_than_a_reply_may() {
    let (master, replica) = master_and_replica();
    let lock = replicated(&master.tcp_address(), 1);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    replica.suspend();
    let mut monitor = master.monitor();
    let start = Instant::now();
    assert_too_few(&master, lock.acquire(), 0, 1);
    // A timeout of its own would have closed the connection.
    assert!(start.elapsed() < IO_TIMEOUT + AT_ONCE, "{:?}", start.elapsed());
    assert_eq!(asked(&mut monitor), ["SET", "WAIT", "script"], "on the connection that wrote");
    replica.resume();
    assert!(eventually(PATIENCE, || lock.acquire() == Ok(true)));
}

#[test]
fn a_waiter_is_woken_when_too_few_replicas_confirm() {
    let (master, _replica) = master_and_replica();
    let holder = lock_at(&master.tcp_address());
    holder.acquire().unwrap();
    let address = master.tcp_address();
    let first = Waiter::start(60.0, None, move || replicated(&address, 9));
    until_blocked(&master, 1);
    let next = Waiter::at(&master.tcp_address(), 60.0);
    until_blocked(&master, 2);
    let took = next.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(took < IO_TIMEOUT + AT_ONCE, "{took:?}");
    assert_eq!(first.end().result.unwrap_err().kind(), Kind::Server);
}

#[test]
fn a_confirmation_that_never_comes_leaves_no_lock_behind() {
    let (master, _replica) = master_and_replica();
    let proxy = Proxy::start(master.port());
    let lock = replicated(&proxy.address(), 1);
    proxy.swallow_request("\nWAIT\r\n").times(2);
    let start = Instant::now();
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Connection);
    assert!(start.elapsed() < 2 * IO_TIMEOUT + Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(lock.is_locked(), Ok(false), "undone before the question");
    proxy.swallow_replies_after("\nWAIT\r\n");
    assert_eq!(lock.acquire(), Ok(true), "asked again, and confirmed");
    assert_eq!(master.command(&["GET", "k"]), token_of(&lock).as_str());
}

/// It could be refused, and be sent after the second try, by which the lock is held.
#[test]
fn no_release_is_owed_of_a_token_that_is_tried_again() {
    let (master, _replica) = master_and_replica();
    let proxy = Proxy::start(master.port());
    let lock = replicated(&proxy.address(), 1);
    assert_eq!(lock.is_locked(), Ok(false));
    let mut monitor = master.monitor();
    proxy.swallow_request("\nWAIT\r\n");
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(asked(&mut monitor), ["acquire", "acquire", "WAIT"]);
    assert_eq!(lock.release(), Ok(true));
}

//! Owns what a lock in this process's memory promises beside what every lock does (promises.rs): how its waiters wait, what an operator
//! sees, and that a process's threads share it.
//! Does not own PHP's signals, forks and requests (php-tests/in-memory).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::eventually;
use crate::support::locks::{lock_of, lock_of_all, lock_on, permit_of, terms, timeouts};
use crate::support::waiters::{AT_ONCE, Program, Waiter};
use redislock::key::Key;
use redislock::lock::{LockSettings, TokenSource};
use redislock::operator::{self, Bounds, LockInfo, Scan};
use redislock::topology::Servers;

const HERE: &str = "memory:";

fn described(key: &str) -> Option<LockInfo> {
    let topology = Servers::parse(HERE).unwrap().topology(timeouts());
    operator::describe(&*topology, &Key::new(b"", key.as_bytes()).unwrap()).unwrap()
}

fn found(pattern: &str, every_make: bool, most: usize) -> Vec<String> {
    let topology = Servers::parse(HERE).unwrap().topology(timeouts());
    let scan = Scan { pattern: pattern.as_bytes().to_vec(), prefix: 0, every_make, most, bounds: Bounds::NONE };
    let locks = operator::scan(&*topology, &scan, None).unwrap().locks;
    locks.into_iter().map(|(key, _)| String::from_utf8(key.as_bytes().to_vec()).unwrap()).collect()
}

#[test]
fn every_waiter_of_a_key_sees_at_once_that_it_is_free() {
    let holder = lock_on(HERE, "memory:wake", 600.0, TokenSource::Fresh);
    assert_eq!(holder.acquire(), Ok(true));
    let waiters: Vec<Waiter> = (0..3).map(|_| Waiter::on(HERE, "memory:wake", 20.0)).collect();
    thread::sleep(Duration::from_millis(50));
    assert_eq!(holder.release(), Ok(true));
    assert!(eventually(AT_ONCE, || waiters.iter().any(Waiter::has_ended)));
    // Each is followed by the next.
    for _ in 0..3 {
        assert!(eventually(AT_ONCE, || holder.force_release() == Ok(true)));
    }
    assert!(waiters.into_iter().all(|waiter| waiter.end().result == Ok(true)));
    assert_eq!(described("memory:wake"), None);
}

#[test]
fn a_list_is_taken_once_all_of_its_keys_are_free() {
    let both = ["memory:list:1", "memory:list:2"];
    let holders = [0.4, 600.0].map(|ttl| lock_on(HERE, both[usize::from(ttl > 1.0)], ttl, TokenSource::Fresh));
    for holder in &holders {
        assert_eq!(holder.acquire(), Ok(true));
    }
    let start = Instant::now();
    let waiter = Waiter::start(20.0, None, move || lock_of_all(HERE, &both, terms(600.0)));
    thread::sleep(Duration::from_millis(100));
    assert_eq!(holders[1].release(), Ok(true));
    let end = waiter.end();
    assert_eq!(end.result, Ok(true));
    let took = (end.ended - start).as_secs_f64();
    assert!((0.35..0.4 + AT_ONCE.as_secs_f64()).contains(&took), "{took}");
    assert_eq!(lock_of_all(HERE, &both, terms(600.0)).force_release(), Ok(true));
}

#[test]
fn a_program_may_leave_a_wait() {
    let holder = lock_on(HERE, "memory:leave", 600.0, TokenSource::Fresh);
    assert_eq!(holder.acquire(), Ok(true));
    let leaves = Arc::new(AtomicBool::new(false));
    let is_leaving = Arc::clone(&leaves);
    let program = Program::leaves_when(move || is_leaving.load(Ordering::SeqCst));
    let waiter = Waiter::start(60.0, Some(program), || lock_on(HERE, "memory:leave", 600.0, TokenSource::Fresh));
    thread::sleep(Duration::from_millis(50));
    leaves.store(true, Ordering::SeqCst);
    assert!(eventually(AT_ONCE + Duration::from_millis(100), || waiter.has_ended()));
    assert!(waiter.end().result.is_err());
    assert_eq!(holder.release(), Ok(true));
}

#[test]
fn an_operator_sees_what_is_held_and_that_it_is_in_memory() {
    let lock = lock_of(HERE, "memory:seen:1", LockSettings { fenced: true, ..terms(600.0) });
    assert_eq!(lock.acquire(), Ok(true));
    let given =
        lock_on(HERE, "memory:seen:2", 600.0, TokenSource::Given(redislock::token::Token::given(b"t").unwrap()));
    assert_eq!(given.acquire(), Ok(true));
    let permits = [1, 2].map(|_| permit_of(HERE, "memory:seen:3", 3, terms(600.0)));
    for permit in &permits {
        assert_eq!(permit.acquire(), Ok(true));
    }
    let info = described("memory:seen:1").unwrap();
    assert_eq!((info.kind.as_str(), info.fence, info.waits), ("memory", lock.fence(), None));
    assert!(lock.fence().is_some());
    let info = described("memory:seen:3").unwrap();
    assert_eq!((info.count, info.permits.iter().map(|permit| permit.number).collect::<Vec<_>>()), (3, vec![1, 2]));
    assert_eq!(permits[0].release(), Ok(true));
    assert_eq!(described("memory:seen:3").unwrap().permits.len(), 1, "the second is held yet");
    assert_eq!(found("memory:seen:*", false, 9), ["memory:seen:1", "memory:seen:3"]);
    assert_eq!(found("memory:seen:*", true, 9), ["memory:seen:1", "memory:seen:2", "memory:seen:3"]);
    assert_eq!(found("memory:seen:*", true, 2), ["memory:seen:1", "memory:seen:2"]);
    for held in [&lock, &given, &permits[1]] {
        assert_eq!(held.release(), Ok(true));
    }
    assert_eq!(found("memory:seen:*", true, 9), [""; 0]);
}

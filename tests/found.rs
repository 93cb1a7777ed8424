//! Owns the promises of a look-up, on every topology (`promises` calls for that) and in detail on one master: when it is asked,
//! what a waiter does that has found, and whom that wakes.
//! Does not own calling PHP for it (php-tests/found).

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::support::locks::{lock_of, lock_of_all, permit_of, terms};
use crate::support::waiters::{AT_ONCE, seconds_of, until_blocked};
use crate::support::{Server, eventually};
use redislock::error::Error;
use redislock::lock::{AcquireOptions, Answer, Finish, Interruption, Lock, LockSettings, LookUp};
use redislock::wait::Wait;

/// What others look for, and how often this one has looked.
#[derive(Default)]
struct Shared {
    is_there: Arc<AtomicBool>,
    looks: Cell<u32>,
}

impl LookUp for Shared {
    fn find(&self) -> Result<bool, Interruption> {
        self.looks.set(self.looks.get() + 1);
        Ok(self.is_there.load(Ordering::SeqCst))
    }
}

struct Throws;

impl LookUp for Throws {
    fn find(&self) -> Result<bool, Interruption> {
        Err(Interruption::Exception)
    }
}

fn options(look_up: &dyn LookUp) -> AcquireOptions<'_> {
    AcquireOptions { asks_done: false, look_up: Some(look_up) }
}

const MADE: Finish = Finish { done_for: None, is_looked_for: true };

/// One key, several, or one of its permits.
fn lock_over(address: &str, keys: &[&str], permits: u8) -> Rc<Lock> {
    match keys {
        [key] if permits > 1 => permit_of(address, key, permits, terms(10.0)),
        [key] => lock_of(address, key, terms(10.0)),
        keys => lock_of_all(address, keys, terms(10.0)),
    }
}

/// Waits with a look-up, in a thread; returns the answer and when it came.
fn finder(
    address: &str,
    keys: &'static [&'static str],
    permits: u8,
    is_there: &Arc<AtomicBool>,
) -> JoinHandle<(Answer, Instant)> {
    let (address, is_there) = (address.to_owned(), is_there.clone());
    thread::spawn(move || {
        let look_up = Shared { is_there, looks: Cell::new(0) };
        let lock = lock_over(&address, keys, permits);
        let answer = lock.acquire_for(options(&look_up), seconds_of(20.0), None).unwrap();
        if answer == Answer::Held {
            lock.release().unwrap();
        }
        (answer, Instant::now())
    })
}

/// Those of every topology. A quorum's waiters poll, and look once a second.
pub(crate) fn keep_every_promise(address: &str) {
    let is_quorum = address.contains(' ');
    let scopes: [(&'static [&'static str], u8); 3] = [(&["found"], 1), (&["{f}a", "{f}b"], 1), (&["found-permits"], 2)];
    for (keys, permits) in scopes {
        if permits > 1 && is_quorum {
            continue;
        }
        let holders: Vec<_> = (0..permits).map(|_| lock_over(address, keys, permits)).collect();
        for holder in &holders {
            let look_up = Shared::default();
            assert_eq!(holder.acquire_for(options(&look_up), Wait::NONE, None), Ok(Answer::Held), "{keys:?}");
            assert_eq!(look_up.looks.get(), 0, "a free lock is not looked behind: whoever holds it looks");
        }
        let is_there = Arc::new(AtomicBool::new(false));
        let finders: Vec<_> = (0..6).map(|_| finder(address, keys, permits, &is_there)).collect();
        thread::sleep(Duration::from_millis(300));
        is_there.store(true, Ordering::SeqCst);
        let made = Instant::now();
        assert_eq!(holders[0].end_run(MADE), Ok(()));
        let patience = if is_quorum { Duration::from_secs(1) } else { Duration::ZERO } + AT_ONCE;
        for finder in finders {
            let (answer, at) = finder.join().unwrap();
            assert!(matches!(answer, Answer::Found | Answer::Held), "{keys:?}: {answer:?}");
            assert!(at - made < patience, "{keys:?}: {:?}", at - made);
        }
        assert!(holders[1..].iter().all(|holder| holder.release() == Ok(true)), "{keys:?}");
    }
}

#[test]
fn every_waiter_for_a_value_has_it_at_once_even_after_waiters_for_the_lock() {
    let scopes: [(&[&str], u8); 3] = [(&["k"], 1), (&["a", "b"], 1), (&["p"], 2)];
    for (keys, permits) in scopes {
        let (server, address) = Server::with_address();
        let holders: Vec<_> = (0..permits).map(|_| lock_over(&address, keys, permits)).collect();
        assert!(holders.iter().all(|holder| holder.acquire() == Ok(true)));
        // More of them than are woken at once, and before all others.
        let plain: Vec<_> = (0..6)
            .map(|_| {
                let address = address.clone();
                thread::spawn(move || {
                    let lock = lock_over(&address, keys, permits);
                    assert_eq!(lock.acquire_within(seconds_of(20.0), None), Ok(true));
                    thread::sleep(Duration::from_millis(700));
                    lock.release().unwrap();
                })
            })
            .collect();
        until_blocked(&server, 6);
        let is_there = Arc::new(AtomicBool::new(false));
        let finders: Vec<_> = (0..12).map(|_| finder(&address, keys, permits, &is_there)).collect();
        until_blocked(&server, 18);
        is_there.store(true, Ordering::SeqCst);
        let made = Instant::now();
        assert_eq!(holders[0].end_run(MADE), Ok(()));
        for finder in finders {
            let (answer, at) = finder.join().unwrap();
            assert_eq!(answer, Answer::Found, "{keys:?}");
            assert!(at - made < AT_ONCE, "{keys:?}: {:?}", at - made);
        }
        for plain in plain {
            plain.join().unwrap();
        }
    }
}

#[test]
fn a_waiter_looks_once_a_second_and_leaves_when_it_has_found() {
    let server = Server::start();
    let (holder, lock) =
        (lock_of(&server.tcp_address(), "k", terms(30.0)), lock_of(&server.tcp_address(), "k", terms(10.0)));
    assert_eq!(holder.acquire(), Ok(true));
    let look_up = Shared::default();
    let begun = Instant::now();
    assert_eq!(lock.acquire_for(options(&look_up), seconds_of(2.5), None), Ok(Answer::Refused));
    assert!(begun.elapsed() >= Duration::from_millis(2_500));
    assert_eq!(look_up.looks.get(), 3, "once more at the end");
    look_up.is_there.store(true, Ordering::SeqCst);
    let begun = Instant::now();
    assert_eq!(lock.acquire_for(options(&look_up), seconds_of(20.0), None), Ok(Answer::Found));
    assert!(begun.elapsed() < Duration::from_millis(1_500), "{:?}", begun.elapsed());
    assert_eq!(holder.is_held(), Ok(true));
}

/// The lock is free then, and another may wait for it.
#[test]
fn a_look_up_that_throws_passes_its_signal_on() {
    let (server, address) = Server::with_address();
    let holder = lock_of(&address, "k", terms(30.0));
    assert_eq!(holder.acquire(), Ok(true));
    let thrower = {
        let address = address.clone();
        thread::spawn(move || {
            let lock = lock_of(&address, "k", terms(10.0));
            let answer = lock.acquire_for(options(&Throws), seconds_of(20.0), None);
            assert!(matches!(answer, Err(Error::Interrupted(Interruption::Exception))), "{answer:?}");
        })
    };
    until_blocked(&server, 1);
    let other = thread::spawn(move || {
        let lock = lock_of(&address, "k", terms(10.0));
        (lock.acquire_within(seconds_of(20.0), None), Instant::now())
    });
    assert!(eventually(Duration::from_millis(800), || crate::support::waiters::blocked(&server) == 2));
    let released = Instant::now();
    assert_eq!(holder.release(), Ok(true));
    thrower.join().unwrap();
    let (got, at) = other.join().unwrap();
    assert_eq!(got, Ok(true));
    assert!(at - released < AT_ONCE, "{:?}", at - released);
}

/// What finders leave wakes no one for long, and is gone with the signals.
#[test]
fn few_signals_are_left_over() {
    let (server, address) = Server::with_address();
    let holder = lock_of(&address, "k", LockSettings { at_least: Duration::from_secs(2), ..terms(10.0) });
    assert_eq!(holder.acquire(), Ok(true));
    let is_there = Arc::new(AtomicBool::new(false));
    let finders: Vec<_> = (0..6).map(|_| finder(&address, &["k"], 1, &is_there)).collect();
    until_blocked(&server, 6);
    is_there.store(true, Ordering::SeqCst);
    let made = Instant::now();
    assert_eq!(holder.end_run(MADE), Ok(()), "it rests, and they have it all the same");
    for finder in finders {
        let (answer, at) = finder.join().unwrap();
        assert_eq!(answer, Answer::Found);
        assert!(at - made < AT_ONCE, "{:?}", at - made);
    }
    assert!(server.command(&["LLEN", "k:rl-wake{k}"]).int() <= 4);
}

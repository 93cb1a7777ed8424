//! Owns the promises of waiting for a lock on several servers, of keeping it, and of who is interrupted or forked.
//! Does not own what a majority decides (mod.rs), real signals and PHP's handlers (php-tests/quorum).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, terms, timeouts};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::waiters::{AT_ONCE, Program, Waiter, seconds_of};
use crate::support::{PATIENCE, Proxy, eventually};
use redislock::error::{self, Error, Kind};
use redislock::key::Key;
use redislock::lock::{LockSettings, Renewal, TokenSource, registry};
use redislock::net::interrupts::Interruption;
use redislock::renewal;
use redislock::token::Token;
use redislock::wait::Wait;

const LEFT: Result<bool, Error> = Err(Error::Interrupted(Interruption::Exception));

/// The longest that a waiter by the clock notices a release late: 120 ms, a vote, and the machine's part.
const BY_THE_CLOCK: Duration = Duration::from_millis(300);
/// How late a wait may end on a busy machine.
const LATE: Duration = Duration::from_millis(60);

fn waiter(group: &Group, seconds: f64) -> Waiter {
    let addresses = group.addresses();
    Waiter::start(seconds, None, move || lock_at_all(&addresses, "k", terms(10.0)))
}

/// Returns once a waiter was refused.
fn until_somebody_waits(group: &Group) {
    let mut monitor = group.servers[0].monitor();
    assert!(eventually(PATIENCE, || monitor.lines().iter().filter(|sent| sent.words[0] == b"SET").count() >= 2));
}

#[test]
fn a_wait_that_times_out_ends_on_time() {
    let group = Group::of(3);
    let (holder, lock) = (group.lock(), group.lock());
    assert_eq!(holder.acquire(), Ok(true));
    for seconds in [0.05, 0.2, 0.33] {
        let start = Instant::now();
        assert_eq!(lock.acquire_within(seconds_of(seconds), None), Ok(false));
        let over = start.elapsed().checked_sub(Duration::from_secs_f64(seconds)).unwrap();
        assert!(over < LATE, "{over:?}");
    }
}

#[test]
fn a_waiter_has_it_soon_after_the_release() {
    let group = Group::of(5);
    let holder = group.lock();
    for seconds in [30.0, f64::INFINITY] {
        assert_eq!(holder.acquire(), Ok(true));
        let waiter = waiter(&group, seconds);
        until_somebody_waits(&group);
        let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
        assert!(took < BY_THE_CLOCK, "{took:?}");
        assert_eq!(holder.force_release(), Ok(true));
    }
}

#[test]
fn a_waiter_has_it_soon_after_the_holders_ttl() {
    let group = Group::of(3);
    let holder = group.lock_of(terms(0.4));
    assert_eq!(holder.acquire(), Ok(true));
    let start = Instant::now();
    assert_eq!(group.lock().acquire_within(Wait::Forever, None), Err(itself()));
    assert_eq!(group.lock().acquire_within(seconds_of(10.0), None), Ok(true));
    assert!(start.elapsed() < Duration::from_millis(400) + BY_THE_CLOCK);
}

/// Waiting without an end for what this thread holds; the order of the addresses does not matter.
fn itself() -> Error {
    Error::Misuse(Key::new(b"", b"k").unwrap().into(), error::WOULD_WAIT_FOR_ITSELF)
}

#[test]
fn the_same_servers_in_another_order_are_the_same_place() {
    let group = Group::of(3);
    let holder = group.lock();
    assert_eq!(holder.acquire(), Ok(true));
    let mut addresses = group.addresses();
    addresses.reverse();
    assert_eq!(lock_at_all(&addresses, "k", terms(10.0)).acquire_within(Wait::Forever, None), Err(itself()));
}

#[test]
fn a_wait_outlives_the_loss_of_a_majority() {
    let group = Group::of(3);
    let holder = group.lock();
    assert_eq!(holder.acquire(), Ok(true));
    let waiter = waiter(&group, 30.0);
    until_somebody_waits(&group);
    group.stop(1..3);
    assert_eq!(holder.is_held().unwrap_err().kind(), Kind::Connection);
    group.restart(1..3);
    group.command(0..1, &["FLUSHALL"]);
    assert_eq!(waiter.end().result, Ok(true));
}

#[test]
fn many_that_wait_all_get_it_and_never_two_at_once() {
    let group = Group::of(3);
    let inside = Arc::new(AtomicBool::new(false));
    let threads: Vec<_> = (0..6)
        .map(|_| {
            let (addresses, inside) = (group.addresses(), Arc::clone(&inside));
            thread::spawn(move || {
                let lock = lock_at_all(&addresses, "k", terms(10.0));
                for _ in 0..3 {
                    assert_eq!(lock.acquire_within(seconds_of(60.0), None), Ok(true));
                    assert!(!inside.swap(true, Ordering::SeqCst), "two hold");
                    thread::sleep(Duration::from_millis(1));
                    inside.store(false, Ordering::SeqCst);
                    assert_eq!(lock.release(), Ok(true));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(group.keys(), 0);
}

/// In orders of their own, and without the last: of four each has two then, often.
#[test]
fn two_given_tokens_that_start_at_once_both_get_it_and_never_two_at_once() {
    for (wait, dead) in [(10.0, 4..5), (10.0, 0..0), (0.0, 4..5)] {
        let (group, inside) = (Group::of(5), AtomicBool::new(false));
        group.stop(dead.clone());
        let is_gone = || group.command(0..4, &["EXISTS", "k"]) == [0; 4];
        let compete = |token: &str| {
            let mut addresses = group.addresses();
            if token == "other" {
                addresses.reverse();
            }
            let token = TokenSource::Given(Token::given(token.as_bytes()).unwrap());
            let lock = lock_at_all(&addresses, "k", LockSettings { token, ..terms(2.0) });
            let got = lock.acquire_within(seconds_of(wait), None);
            if got == Ok(true) {
                assert!(!inside.swap(true, Ordering::SeqCst), "two hold");
                thread::sleep(Duration::from_millis(1));
                inside.store(false, Ordering::SeqCst);
                assert_eq!(lock.release(), Ok(true));
            }
            assert!(wait == 0.0 || got == Ok(true), "{got:?}");
        };
        for _ in 0..20 {
            thread::scope(|scope| ["one", "other"].map(|token| scope.spawn(move || compete(token)).thread().id()));
            // What a slow machine leaves at a server is gone with its ttl.
            assert!(eventually(PATIENCE, is_gone), "what is left locks others out");
        }
    }
}

#[test]
fn a_wait_goes_on_after_a_split_vote_with_a_given_token() {
    let group = Group::of(5);
    group.stop(4..5);
    let token = TokenSource::Given(Token::given(b"ours").unwrap());
    let lock = group.lock_of(LockSettings { token, ..terms(10.0) });
    group.command(0..2, &["SET", "k", "another", "PX", "300"]);
    assert_eq!(lock.acquire_within(seconds_of(10.0), None), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    group.command(0..2, &["SET", "k", "another"]);
    let start = Instant::now();
    let error = lock.acquire_within(seconds_of(0.3), None).unwrap_err().to_string();
    assert!(error.contains("4 of 5 nodes replied, 3 needed that agree"), "{error}");
    assert!(start.elapsed() < Duration::from_millis(300) + BY_THE_CLOCK);
}

#[test]
fn an_interrupted_pause_ends_at_once_and_holds_nothing() {
    let group = Group::of(3);
    let holder = group.lock();
    assert_eq!(holder.acquire(), Ok(true));
    let start = Instant::now();
    let leaves = Program::leaves_when(move || start.elapsed() > Duration::from_millis(250));
    let lock = group.lock();
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert!(start.elapsed() < Duration::from_millis(250) + AT_ONCE);
    assert_eq!((holder.is_held(), holder.release()), (Ok(true), Ok(true)));
    assert_eq!(group.keys(), 0);
}

#[test]
fn a_wait_interrupted_during_a_vote_holds_nothing() {
    let group = Group::of(3);
    let lock = group.lock();
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    group.suspend(0..2);
    let start = Instant::now();
    let leaves = Program::leaves_when(move || start.elapsed() > Duration::from_millis(50));
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert!(start.elapsed() < Duration::from_millis(50) + AT_ONCE);
    assert_eq!(group.servers[2].command(&["EXISTS", "k"]), 0);
    group.resume(0..2);
    assert!(eventually(PATIENCE, || group.keys() == 2), "the late commands run");
    registry::end_request(timeouts());
    assert_eq!(group.keys(), 0);
}

#[test]
fn a_wait_interrupted_while_votes_are_released_ends_at_once_and_holds_nothing() {
    let group = Group::of(3);
    let proxy = Proxy::start(group.servers[0].port());
    let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    // The first one's vote is not enough, and its release does not arrive.
    group.command(1..3, &["SET", "k", "another"]);
    let taking_back = Arc::new(proxy.hold_request("EVAL"));
    let held = Arc::clone(&taking_back);
    let leaves = Program::leaves_when(move || held.is_held());
    let start = Instant::now();
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert!(taking_back.is_held());
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    assert_eq!(group.keys(), 3);
    registry::end_request(timeouts());
    assert_eq!(group.keys(), 2);
}

#[test]
fn a_split_vote_is_not_tried_again_after_the_end_of_a_wait_where_a_node_is_silent() {
    let group = Group::of(5);
    group.command(0..2, &["SET", "k", "another"]);
    group.servers[2].suspend();
    let start = Instant::now();
    // Its silence costs one exchange, and that of connecting to it.
    let error = group.lock().acquire_within(seconds_of(0.2), None).unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(start.elapsed() < 2 * IO_TIMEOUT + LATE, "{:?}", start.elapsed());
    assert_eq!(group.command(3..5, &["EXISTS", "k"]), [0, 0]);
}

#[test]
fn a_wait_interrupted_at_the_moment_of_success_releases_the_lock() {
    let group = Arc::new(Group::of(3));
    let (lock, at) = (group.lock(), Arc::clone(&group));
    let leaves = Program::leaves_when(move || at.keys() >= 2);
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert_eq!(lock.is_locked(), Ok(false));
    assert!(eventually(PATIENCE, || group.keys() == 0));
}

#[test]
fn a_lease_is_kept_while_a_majority_lives() {
    let _renewal = crate::support::renewal_in_turn();
    let group = Group::of(5);
    let lock = group.lock_of(LockSettings { renewal: Renewal::Always, ..terms(1.5) });
    assert_eq!(lock.acquire(), Ok(true));
    group.stop(0..1);
    group.servers[1].suspend();
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(3_200) {
        thread::sleep(Duration::from_millis(5));
        assert_eq!(lock.state(), "held");
        assert!(group.command(2..5, &["EXISTS", "k"]).iter().filter(|reply| **reply == 1).count() >= 2);
    }
    // Its loss is noticed without being asked for.
    group.command(2..5, &["FLUSHALL"]);
    assert!(eventually(PATIENCE, || lock.state() == "lost"));
    group.servers[1].resume();
    renewal::stop();
}

//! Owns the promises of a wait among locks of this make: when it ends, what ends it, and what is sent meanwhile.
//! Does not own holders of other makes (foreign.rs), faults (`waiting_faults.rs`), a program that interrupts
//! its wait (interrupted.rs).

mod faults;
mod foreign;
mod interrupted;
mod tracking;

use std::time::{Duration, Instant};

use crate::support::locks::{lock_at, lock_on, lock_with, server_and_lock, token_of};
use crate::support::waiters::{
    A_SLICE, AT_ONCE, Waiter, asked, attempts, seconds_of, server_that_knows_the_scripts, until_blocked,
};
use crate::support::{Client, PATIENCE, Server, eventually};
use redislock::error::{self, Error, Kind};
use redislock::lock::{Lock, TokenSource};

const MARK: &str = "k:rl-waiting{k}";
const WAKE: &[u8] = b"k:rl-wake{k}";

#[test]
fn a_wait_that_times_out_returns_false_and_not_before_its_end() {
    let server = Server::start();
    lock_at(&server.tcp_address()).acquire().unwrap();
    // Below a slice that is worth a BLPOP, below a slice, above one.
    let waits = [0.001, 0.05, 0.3, 1.2].map(|seconds| (seconds, Waiter::at(&server.tcp_address(), seconds)));
    for (seconds, waiter) in waits {
        let (outcome, wait) = (waiter.end(), Duration::from_secs_f64(seconds));
        assert_eq!(outcome.result, Ok(false));
        assert!(outcome.took >= wait && outcome.took < wait + AT_ONCE, "{seconds} s: {:?}", outcome.took);
        assert_eq!(outcome.state, "none");
    }
}

#[test]
fn a_wait_for_a_free_lock_is_one_command() {
    let server = server_that_knows_the_scripts();
    let mut monitor = server.monitor();
    let lock = lock_at(&server.tcp_address());
    assert_eq!(lock.acquire_within(seconds_of(5.0), None), Ok(true));
    assert_eq!(asked(&mut monitor), ["acquire"]);
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
    assert!(lock.remaining() > 9.0);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(server.command(&["DBSIZE"]), 0, "no waiter, nothing is left");
}

#[test]
fn a_refused_waiter_leaves_a_mark_blocks_and_tries_once_more_before_it_leaves() {
    let server = server_that_knows_the_scripts();
    lock_at(&server.tcp_address()).acquire().unwrap();
    let (mut monitor, mut before) = (server.monitor(), 0);
    for _ in 0..10 {
        assert_eq!(lock_at(&server.tcp_address()).acquire_within(seconds_of(0.05), None), Ok(false));
        let asked = asked(&mut monitor).split_off(before);
        assert!(asked.starts_with(&["acquire".into(), "BLPOP".into(), "acquire".into()]), "{asked:?}");
        // The server may end the BLPOP by itself in its last 3 ms: then one more at the very end.
        assert!(asked[3..].iter().all(|question| question == "acquire") && asked.len() <= 4, "{asked:?}");
        before += asked.len();
    }
    assert_eq!(server.command(&["GET", MARK]), "1");
    assert!((4_000..=5_000).contains(&server.command(&["PTTL", MARK]).int()));
}

#[test]
fn release_and_force_wake_a_waiter_at_once() {
    let server = Server::start();
    for verb in [Lock::release, Lock::force_release] {
        let holder = lock_at(&server.tcp_address());
        holder.acquire().unwrap();
        let waiter = Waiter::at(&server.tcp_address(), 10.0);
        until_blocked(&server, 1);
        waiter.gets_it_at_once_by(|| assert_eq!(verb(&holder), Ok(true)));
        server.command(&["FLUSHALL"]);
    }
}

#[test]
fn a_waiter_is_woken_in_each_of_its_slices() {
    let server = server_that_knows_the_scripts();
    let holder = lock_at(&server.tcp_address());
    holder.acquire().unwrap();
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.unix_address(), f64::INFINITY);
    let blocks = |asked: Vec<String>| asked.iter().filter(|question| *question == "BLPOP").count();
    assert!(eventually(PATIENCE, || blocks(asked(&mut monitor)) == 2));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_killed_holders_expiry_ends_the_wait_and_not_its_slice() {
    let server = Server::start();
    server.command(&["SET", "k", "rl_of_a_killed_holder", "PX", "300"]);
    let outcome = Waiter::at(&server.tcp_address(), 10.0).end();
    assert_eq!(outcome.result, Ok(true));
    assert!(outcome.took < Duration::from_millis(300) + AT_ONCE, "{:?}", outcome.took);
    assert_eq!(server.command(&["GET", "k"]), outcome.token.as_str());
}

#[test]
fn a_lease_that_was_extended_meanwhile_is_waited_out() {
    let server = Server::start();
    let holder = lock_with(&server.tcp_address(), 0.3, TokenSource::Fresh);
    holder.acquire().unwrap();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    holder.extend(Some(redislock::ttl::Ttl::from_seconds(0.8).unwrap())).unwrap();
    let extended = Instant::now();
    let outcome = waiter.end();
    assert_eq!(outcome.result, Ok(true));
    let took = outcome.ended.saturating_duration_since(extended);
    assert!(took > Duration::from_millis(700) && took < Duration::from_millis(800) + AT_ONCE, "{took:?}");
}

#[test]
fn a_holder_without_a_ttl_neither_prolongs_a_wait_nor_sleeps_through_its_release() {
    let server = Server::start();
    let holder = lock_with(&server.tcp_address(), f64::INFINITY, TokenSource::Fresh);
    holder.acquire().unwrap();
    let outcome = Waiter::at(&server.tcp_address(), 0.3).end();
    assert_eq!(outcome.result, Ok(false));
    assert!(outcome.took >= Duration::from_millis(300) && outcome.took < Duration::from_millis(300) + AT_ONCE);
    let waiter = Waiter::at(&server.tcp_address(), f64::INFINITY);
    until_blocked(&server, 1);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_that_stops_with_the_signal_strands_the_next_for_at_most_a_slice() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    let mut still = Client::connect(server.port()).unwrap();
    still.send(b"BLPOP k:rl-wake{k} 0\r\n").unwrap();
    until_blocked(&server, 1);
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 2);
    let took = waiter.gets_it_by(|| {
        assert_eq!(holder.release(), Ok(true));
        assert_eq!(still.read_reply().unwrap().list()[0].bytes(), WAKE, "who came first has the signal");
    });
    assert!(took < A_SLICE, "{took:?}");
}

#[test]
fn a_signal_that_is_not_taken_yet_wakes_the_next_waiter() {
    let server = Server::start();
    server.command(&["SET", "k", "rl_another", "PX", "60000"]);
    server.command(&["RPUSH", "k:rl-wake{k}", "1"]);
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    assert_eq!(server.command(&["EXISTS", "k:rl-wake{k}"]), 0, "it has tried, was refused, and blocks again");
    let took = waiter.gets_it_by(|| {
        let adopted = crate::support::locks::adopted_at(&server.tcp_address(), b"rl_another");
        assert_eq!(adopted.release(), Ok(true));
    });
    assert!(took < AT_ONCE, "{took:?}");
}

#[test]
fn waits_that_end_together_all_end_and_one_release_serves_one() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    let waiters = [0.4, 0.4, 0.4].map(|seconds| Waiter::at(&server.tcp_address(), seconds));
    for outcome in waiters.map(Waiter::end) {
        assert_eq!(outcome.result, Ok(false));
        assert!(outcome.took < Duration::from_millis(400) + AT_ONCE, "{:?}", outcome.took);
    }
    let waiters = [1.5, 1.5, 1.5].map(|seconds| Waiter::at(&server.tcp_address(), seconds));
    until_blocked(&server, 3);
    assert_eq!(holder.release(), Ok(true));
    let taken = waiters.map(Waiter::end).into_iter().filter(|outcome| outcome.result == Ok(true)).count();
    assert_eq!(taken, 1);
}

#[test]
fn a_key_always_about_to_expire_is_not_blocked_on_for_ever_nor_tried_in_a_loop() {
    let server = server_that_knows_the_scripts();
    let mut monitor = server.monitor();
    let address = server.tcp_address();
    let (waiting, lock) = (Duration::from_millis(500), lock_at(&address));
    let (start, mut leases) = (Instant::now(), 0);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let mut client = Client::connect(server.port()).unwrap();
            while start.elapsed() < waiting {
                client.ask(&[b"SET", b"k", b"rl_short", b"PX", b"1"]).unwrap();
            }
        });
        while start.elapsed() < waiting {
            // Between two of the other's commands it may be ours; the next command takes it away.
            leases += usize::from(lock.acquire_within(seconds_of(0.2), None) == Ok(true));
            lock.release().ok();
        }
    });
    let most = usize::try_from(start.elapsed().as_millis()).unwrap() / 4 + 2 * leases + 10;
    let attempts = attempts(&mut monitor);
    assert!(attempts > leases && attempts <= most, "{attempts} attempts, {leases} leases");
    let endless = |sent: &crate::support::Sent| sent.words[0] == b"BLPOP" && sent.text().ends_with(" 0.000");
    assert!(!monitor.lines().iter().any(endless));
}

#[test]
fn a_slice_ends_on_time_and_keeps_its_connection() {
    let server = Server::start();
    server.command(&["SET", "k", "rl_another"]);
    let lock = lock_at(&server.tcp_address());
    let connections = || {
        let stats = server.command(&["INFO", "stats"]).text();
        let line = stats.lines().find_map(|line| line.strip_prefix("total_connections_received:")).unwrap();
        line.trim().parse::<usize>().unwrap()
    };
    lock.is_locked().unwrap();
    let before = connections();
    for _ in 0..12 {
        assert_eq!(lock.acquire_within(seconds_of(0.05), None), Ok(false));
    }
    // A server that nothing wakes is too late in nine of ten, one on a loaded machine now and then.
    let replaced = connections() - before;
    assert!(replaced <= 7, "{replaced} of 12 connections were replaced");
}

#[test]
fn the_mark_outlasts_every_slice_and_is_not_written_in_each() {
    let server = server_that_knows_the_scripts();
    server.command(&["SET", "k", "rl_another"]);
    let mut monitor = server.monitor();
    assert_eq!(Waiter::at(&server.tcp_address(), 3.5).end().result, Ok(false));
    assert!(server.command(&["PTTL", MARK]).int() > 2_000, "renewed");
    let writes = |sent: &&crate::support::Sent| sent.is_by_script() && sent.text().starts_with(&format!("SET {MARK}"));
    let count = monitor.lines().iter().filter(writes).count();
    assert_eq!(count, 2, "of {} attempts", attempts(&mut monitor));
}

#[test]
fn an_endless_wait_for_a_key_of_this_thread_is_refused() {
    let (_server, address) = Server::with_address();
    let holder = lock_at(&address);
    holder.acquire().unwrap();
    let other = lock_at(&address);
    let error = other.acquire_within(seconds_of(f64::INFINITY), None).unwrap_err();
    assert!(matches!(error, Error::Misuse(_, error::WOULD_WAIT_FOR_ITSELF)), "{error}");
    assert_eq!(error.kind(), Kind::Misuse);
    assert_eq!(other.acquire_within(seconds_of(0.05), None), Ok(false), "that ends");
    let elsewhere = lock_on(&address, "elsewhere", 10.0, TokenSource::Fresh);
    assert_eq!(elsewhere.acquire_within(seconds_of(f64::INFINITY), None), Ok(true));
    holder.release().unwrap();
    assert_eq!(other.acquire_within(seconds_of(f64::INFINITY), None), Ok(true));
    let error = other.acquire_within(seconds_of(0.05), None).unwrap_err();
    assert!(matches!(error, Error::Misuse(_, error::ALREADY_HELD)), "{error}");
}

#[test]
fn a_wait_for_an_expired_lease_of_ones_own_releases_it_first() {
    let server = Server::start();
    let lock = lock_with(&server.tcp_address(), 0.05, TokenSource::Fresh);
    lock.acquire().unwrap();
    server.command(&["PERSIST", "k"]);
    assert!(eventually(PATIENCE, || lock.state() == "expired"));
    let old = server.command(&["GET", "k"]).text();
    let start = Instant::now();
    assert_eq!(lock.acquire_within(seconds_of(5.0), None), Ok(true));
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    assert_ne!(token_of(&lock), old);
}

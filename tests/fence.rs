//! Owns the promises of fences: that they grow, over what, and what happens where they cannot be had.
//! Does not own waiting (waiting), replicas (replicas.rs).

use std::rc::Rc;
use std::sync::Mutex;

use crate::support::locks::{lock_of, terms, token_of};
use crate::support::waiters::{asked, know_the_scripts, seconds_of, until_blocked};
use crate::support::{PATIENCE, Server, eventually};
use redislock::error::Kind;
use redislock::lock::{Lock, LockSettings};

const FENCE: &str = "k:rl-fence{k}";
const A_DAY_MS: i64 = 86_400_000;

fn numbered(address: &str, ttl: f64) -> Rc<Lock> {
    lock_of(address, "k", LockSettings { fenced: true, ..terms(ttl) })
}

/// The fence of one more lease, which is released.
fn next(lock: &Rc<Lock>) -> u64 {
    assert_eq!(lock.acquire(), Ok(true));
    let fence = lock.fence().unwrap();
    assert_eq!(lock.release(), Ok(true));
    fence
}

/// A user's acquire, with a wait and without, is an error of the server and leaves no lock.
fn assert_refused(server: &Server, address: &str, says: &str) {
    for wait in [0.0, 5.0] {
        let lock = numbered(address, 10.0);
        let error = lock.acquire_within(seconds_of(wait), None).unwrap_err();
        assert_eq!(error.kind(), Kind::Server, "{error}");
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(server.command(&["EXISTS", "k"]), 0);
        assert_eq!((lock.state(), lock.fence()), ("none", None));
    }
}

#[test]
fn a_fence_is_had_while_its_lease_is_and_only_where_it_was_requested() {
    let server = Server::start();
    let plain = crate::support::locks::lock_at(&server.tcp_address());
    plain.acquire().unwrap();
    assert_eq!(plain.fence(), None);
    let lock = numbered(&server.tcp_address(), 10.0);
    assert_eq!(lock.acquire(), Ok(false));
    assert_eq!(lock.fence(), None);
    assert_eq!(server.command(&["EXISTS", FENCE]), 0, "a refusal is not numbered");
    plain.release().unwrap();
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", FENCE]).text(), lock.fence().unwrap().to_string());
    lock.release().unwrap();
    assert_eq!(lock.fence(), None);
}

#[test]
fn a_numbered_acquire_is_one_command() {
    let server = Server::start();
    let lock = numbered(&server.tcp_address(), 10.0);
    next(&lock);
    know_the_scripts(&server);
    let mut monitor = server.monitor();
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(asked(&mut monitor), ["acquire"]);
}

#[test]
fn fences_grow_over_leases_expiries_and_loss_of_everything() {
    let server = Server::start();
    let lock = numbered(&server.tcp_address(), 10.0);
    let mut fences = vec![next(&lock), next(&lock)];
    lock.acquire().unwrap();
    fences.push(lock.fence().unwrap());
    server.command(&["PEXPIRE", "k", "1"]);
    assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 0), "it expired");
    let lock = numbered(&server.tcp_address(), 10.0);
    fences.push(next(&lock));
    for destroy in [&["FLUSHALL"][..], &["SCRIPT", "FLUSH"], &["DEL", FENCE]] {
        server.command(destroy);
        fences.push(next(&lock));
    }
    server.restart();
    fences.push(next(&lock));
    fences.push(next(&numbered(&server.unix_address(), f64::INFINITY)));
    assert!(fences.is_sorted_by(|one, other| one < other), "{fences:?}");
}

#[test]
fn fences_grow_from_the_last_one_also_when_it_is_ahead_of_the_clock() {
    let server = Server::start();
    let lock = numbered(&server.tcp_address(), 10.0);
    // In microseconds, the year 2200.
    server.command(&["SET", FENCE, "7258118400000000"]);
    assert_eq!(next(&lock), 7_258_118_400_000_001);
    assert_eq!(next(&lock), 7_258_118_400_000_002);
    assert_eq!(server.command(&["GET", FENCE]), "7258118400000002", "digits, as they were");
    server.command(&["SET", FENCE, "nonsense"]);
    assert!(next(&lock) > 1_700_000_000_000_000);
}

#[test]
fn what_cannot_grow_gives_no_lock_and_no_fence() {
    let server = Server::start();
    for last in ["9007199254740991", "9223372036854775808", "inf", "nan"] {
        server.command(&["SET", FENCE, last]);
        assert_refused(&server, &server.tcp_address(), "the fence at k:rl-fence{k} cannot grow any more");
    }
    server.command(&["DEL", FENCE]);
    server.command(&["LPUSH", FENCE, "1"]);
    assert_refused(&server, &server.tcp_address(), "(the fence at k:rl-fence{k})");
}

#[test]
fn a_fence_is_kept_for_the_longer_of_a_day_and_the_ttl() {
    let server = Server::start();
    let left = || server.command(&["PTTL", FENCE]).int();
    next(&numbered(&server.tcp_address(), 10.0));
    assert!(left() > A_DAY_MS - 60_000 && left() <= A_DAY_MS, "{}", left());
    next(&numbered(&server.tcp_address(), 200_000.0));
    assert!(left() > 2 * A_DAY_MS, "{}", left());
    next(&numbered(&server.tcp_address(), f64::INFINITY));
    assert_eq!(left(), -1);
}

#[test]
fn a_user_without_the_servers_clock_counts_on_and_for_ever() {
    let server = Server::start();
    let timeless = numbered(&server.user(&["~k*", "+@all", "-time"]), 10.0);
    assert_eq!((next(&timeless), next(&timeless)), (1, 2));
    assert_eq!(server.command(&["PTTL", FENCE]), -1, "or it would start again");
    let by_clock = next(&numbered(&server.tcp_address(), 10.0));
    assert!(by_clock > 2);
    assert_eq!(next(&timeless), by_clock + 1);
    assert_eq!(server.command(&["PTTL", FENCE]), -1);
}

#[test]
fn where_a_fence_cannot_be_had_the_lock_is_not_taken() {
    let server = Server::start();
    assert_refused(&server, &server.user(&["~k*", "+@all", "-@scripting"]), "the user needs +eval");
    assert_refused(&server, &server.user(&["~k", "+@all"]), "NOPERM");
    let read_only = server.user(&["%RW~k", "%RW~k:rl-w*", "%R~k:rl-fence*", "+@all"]);
    assert_refused(&server, &read_only, "NOPERM");
    server.command(&["RPUSH", FENCE, "1"]);
    assert_refused(&server, &server.tcp_address(), "WRONGTYPE");
    assert_eq!(server.command(&["DBSIZE"]), 1, "only what was there before");
}

#[test]
fn a_waiter_gets_its_fence_with_the_lock_and_a_greater_one() {
    let (server, address) = Server::with_address();
    let holder = numbered(&address, 10.0);
    holder.acquire().unwrap();
    let before = holder.fence().unwrap();
    let waiter = std::thread::spawn(move || {
        let lock = numbered(&address, 10.0);
        let result = lock.acquire_within(seconds_of(10.0), None);
        (result, lock.fence())
    });
    until_blocked(&server, 1);
    holder.release().unwrap();
    let (result, fence) = waiter.join().unwrap();
    assert_eq!(result, Ok(true));
    assert!(fence.unwrap() > before);
}

#[test]
fn a_lost_reply_does_not_cost_the_fence() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = numbered(&proxy.address(), 10.0);
    let first = next(&lock);
    for wait in [0.0, 5.0] {
        let rule = proxy.swallow_replies_after("\nEVAL");
        assert_eq!(lock.acquire_within(seconds_of(wait), None), Ok(true));
        assert_eq!(rule.hits(), 1);
        assert!(lock.fence().unwrap() > first);
        assert_eq!(server.command(&["GET", FENCE]).text(), lock.fence().unwrap().to_string());
        assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
        lock.release().unwrap();
    }
}

#[test]
fn eight_threads_with_a_thousand_leases_each_have_growing_fences() {
    const LEASES: usize = 1_000;
    let server = Server::start();
    let address = server.unix_address();
    let fences = Mutex::new(Vec::with_capacity(8 * LEASES));
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                let lock = numbered(&address, 60.0);
                for _ in 0..LEASES {
                    assert_eq!(lock.acquire_within(seconds_of(f64::INFINITY), None), Ok(true));
                    fences.lock().unwrap().push(lock.fence().unwrap());
                    assert_eq!(lock.release(), Ok(true));
                }
            });
        }
    });
    let fences = fences.into_inner().unwrap();
    assert_eq!(fences.len(), 8 * LEASES);
    assert!(fences.is_sorted_by(|one, other| one < other), "in the order of the leases");
}

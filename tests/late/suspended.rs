//! Owns what is promised of late releases that a suspended wait sends when a fatal error ends the request: the wait never goes on, and they are
//! sent all the same.
//! Does not own what it waits for itself (php-tests/event-loop), late releases in general (mod.rs).

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use redislock::lock::{TokenSource, registry};
use redislock::net::interrupts::{InterruptSource, Interruption, Readiness};
use redislock::token::Token;
use redislock::topology::When;

use crate::support::locks::{lock_of, lock_on, server_and_proxy, terms, timeouts};
use crate::support::waiters::seconds_of;
use crate::support::{Proxy, Rule, Server};

/// The only script here with one key.
const EXTEND: &str = "\r\n$1\r\n1\r\n$1\r\nk\r\n";
const SCRIPT: &str = "\nEVAL";

/// A program that waits in its own way, and does `work` there.
struct Suspending(Box<dyn Fn() -> Result<(), Interruption> + Send + Sync>);

impl InterruptSource for Suspending {
    fn is_pending(&self) -> bool {
        false
    }

    fn attend(&self) -> Result<(), Interruption> {
        Ok(())
    }

    fn tick(&self) -> Option<Duration> {
        None
    }

    fn suspends(&self) -> bool {
        true
    }

    fn suspend(&self, _: Option<(std::os::fd::BorrowedFd<'_>, Readiness)>, _: Duration) -> Result<bool, Interruption> {
        std::thread::sleep(Duration::from_millis(1));
        (self.0)().map(|()| true)
    }
}

impl fmt::Debug for Suspending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Suspending")
    }
}

/// Has a wait send releases that do not arrive, and ends the request while the wait is suspended; returns how many of the servers have its
/// lock then.
fn left_at(servers: &[Server], proxies: &'static [Proxy]) -> i64 {
    let addresses: Vec<String> = proxies.iter().map(Proxy::address).collect();
    for address in &addresses {
        let lock = lock_on(address, "k", 60.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true));
        lock.auto_release(When::AtRequestEnd);
    }
    let lost: Vec<Rule> = proxies.iter().map(|proxy| proxy.swallow_request("\nEVAL")).collect();
    let program = Box::leak(Box::new(Suspending(Box::new(move || {
        if lost.iter().any(|rule| rule.hits() == 0) {
            return Ok(());
        }
        registry::end_lost_waits();
        registry::end_request(timeouts());
        Err(Interruption::Exception)
    }))));
    lock_of(&addresses.join(" "), "other", terms(60.0)).acquire_within(seconds_of(1.0), Some(program)).unwrap_err();
    servers.iter().map(|server| server.command(&["EXISTS", "k"]).int()).sum()
}

#[test]
fn late_releases_that_a_lost_wait_was_sending_go_at_the_end_of_the_request() {
    for count in [1, 3] {
        let servers: Vec<Server> = (0..count).map(|_| Server::start()).collect();
        let proxies: Vec<Proxy> = servers.iter().map(|server| Proxy::start(server.port())).collect();
        assert_eq!(left_at(&servers, proxies.leak()), 0, "{count} servers");
    }
}

/// A given token that acquires again while its late release is in the hands of a suspended wait: the release must not come back.
#[test]
fn what_a_suspended_wait_was_to_release_is_forgotten_when_its_token_acquires() {
    let server: &'static Server = Box::leak(Box::new(Server::start()));
    let proxy = Proxy::start(server.port());
    let address = proxy.address();
    let given = || lock_on(&address, "k", 60.0, TokenSource::Given(Token::given(b"known").unwrap()));
    let before = given();
    assert_eq!(before.acquire(), Ok(true));
    before.auto_release(When::AtRequestEnd);
    let (lost, has_acquired) = (proxy.swallow_request("\nEVAL"), AtomicBool::new(false));
    let again = address.clone();
    let program = Box::leak(Box::new(Suspending(Box::new(move || {
        if lost.hits() > 0 && !has_acquired.swap(true, Ordering::SeqCst) {
            server.command(&["DEL", "k"]);
            let lock = lock_on(&again, "k", 60.0, TokenSource::Given(Token::given(b"known").unwrap()));
            assert_eq!(lock.acquire(), Ok(true));
        }
        Ok(())
    }))));
    let _ = lock_of(&address, "other", terms(60.0)).acquire_within(seconds_of(2.0), Some(program));
    for _ in 0..2 {
        assert_eq!(lock_on(&address, "elsewhere", 1.0, TokenSource::Fresh).is_locked(), Ok(false));
    }
    assert_eq!(server.command(&["GET", "k"]), "known");
}

/// Its release, noted when the extend got no reply, would end what the wait's next try acquires with the same token.
#[test]
fn a_wait_whose_endless_lock_may_not_last_owes_no_release_beside_its_next_try() {
    let (server, proxy) = server_and_proxy();
    let mut monitor = server.monitor();
    let lock = lock_on(&proxy.address(), "k", f64::INFINITY, TokenSource::Fresh);
    // The extend that makes it last, and the same once more.
    let lost = proxy.swallow_replies_after(EXTEND).times(2);
    let program = Box::leak(Box::new(Suspending(Box::new(|| Ok(())))));
    assert_eq!(lock.acquire_within(seconds_of(5.0), Some(program)), Ok(true));
    assert_eq!((lost.hits(), server.command(&["PTTL", "k"]).int()), (2, -1));
    let released = monitor.commands().into_iter().find(|command| command.contains("rl-wake"));
    assert_eq!(released, None);
    assert_eq!(lock.release(), Ok(true));
}

/// Another wait of its thread is first in line, and does not go on.
#[test]
fn a_follower_whose_attempt_got_no_reply_asks_again_before_it_follows() {
    let server: &'static Server = Box::leak(Box::new(Server::start()));
    let proxy: &'static Proxy = Box::leak(Box::new(Proxy::start(server.port())));
    let address = proxy.address();
    server.command(&["SET", "k", "another"]);
    let (calls, outcome) = (AtomicU32::new(0), Arc::new(Mutex::new(String::new())));
    let (told, follows_at) = (Arc::clone(&outcome), address.clone());
    let program = Box::leak(Box::new(Suspending(Box::new(move || {
        // It has found the key held long before.
        if calls.fetch_add(1, Ordering::SeqCst) != 100 {
            return Ok(());
        }
        server.command(&["DEL", "k"]);
        // What it still owes has it make an attempt before it stands in line.
        let follower = lock_on(&follows_at, "k", 0.3, TokenSource::Fresh);
        assert_eq!(follower.acquire(), Ok(true));
        std::thread::sleep(Duration::from_millis(320));
        let _lost = proxy.swallow_replies_after(SCRIPT).times(2);
        let program = Box::leak(Box::new(Suspending(Box::new(|| Ok(())))));
        *told.lock().unwrap() = format!("{:?}", follower.acquire_within(seconds_of(0.8), Some(program)));
        Err(Interruption::Exception)
    }))));
    let _ = lock_on(&address, "k", 60.0, TokenSource::Fresh).acquire_within(seconds_of(5.0), Some(program));
    assert_eq!(*outcome.lock().unwrap(), "Ok(true)");
}

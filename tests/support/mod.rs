//! Owns what the cargo tests need beside the crate: real Redis servers, a proxy that plays a bad network, a wait for conditions.
//! Knows nothing of redislock itself; it speaks to Redis with a client of its own, so that no mistake can hide itself.

// Each program of tests uses a part.
#![allow(dead_code)]
// A failed unwrap is a failed test; clippy allows it by itself only inside functions marked #[test].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub(crate) mod authority;
pub(crate) mod cable;
pub(crate) mod calls;
pub(crate) mod cluster;
mod forwarding;
pub(crate) mod locks;
mod monitor;
mod pair;
mod proxy;
pub(crate) mod quorums;
mod resp;
mod rules;
pub(crate) mod sentinels;
mod server;
pub(crate) mod spawner;
pub(crate) mod tls_front;
pub(crate) mod waiters;

#[allow(unused_imports)]
pub(crate) use self::{
    monitor::{Monitor, Sent},
    proxy::Proxy,
    resp::{Client, Reply, command, command_length, command_words},
    rules::{Held, Rule},
    server::{Server, connect, has_ended},
};

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::{Shutdown, TcpListener};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use socket2::SockRef;

/// How long the harness itself waits for anything. Far above what a loaded machine needs, so that only a real hang reaches it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until `condition` holds and answers true, or false once `limit` has passed without.
pub(crate) fn eventually(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + limit;
    loop {
        if condition() {
            return true;
        }
        if Instant::now() >= end {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The ports that tests of this process were given.
static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Finds a TCP port of 127.0.0.1 on which nothing listens at this moment; a connection to it is refused.
pub(crate) fn free_port() -> u16 {
    // Below 32768, where Linux starts to hand out ports to clients: a client that connects again and again to a dead port
    // in its own range sooner or later gets that port as its own, and is connected to itself.
    let free = |_| {
        let random = RandomState::new().build_hasher().finish() % 20_000;
        let port = u16::try_from(10_000 + random).unwrap();
        // The test that got it may not have begun to listen.
        if !lock(&GIVEN).insert(port) {
            return None;
        }
        stop_listening(&TcpListener::bind(("127.0.0.1", port)).ok()?);
        Some(port)
    };
    (0..1_000).find_map(free).expect("a free port among 1,000 tried")
}

/// Makes connects be refused from now on. Closing is not enough: a process that another test starts at this moment has a copy
/// of every open file until its exec, and the port would go on to accept (seen in 2 of 45 runs of tests/harness.rs).
fn stop_listening(listener: &TcpListener) {
    // Fails only when it does not listen any more.
    let _ = SockRef::from(listener).shutdown(Shutdown::Both);
}

/// There is one thread of renewal in a process, and a test that ends it must not meet one that needs it.
pub(crate) fn renewal_in_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    lock(&TURN)
}

/// Locks even after another thread panicked with the lock held: a failed test must still stop its servers, and a second panic
/// while the first one unwinds would end all tests of the process.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

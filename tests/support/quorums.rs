//! Owns a group of real servers of one test, and locks of which a majority of them decides.
//! Knows the crate's public interface and nothing else of it.

use std::rc::Rc;
use std::sync::Arc;

use redislock::address::Address;
use redislock::key::Key;
use redislock::lock::{Lock, LockSettings};
use redislock::topology::Quorum;

use super::locks::{terms, timeouts};
use super::{Reply, Server};

/// So many independent servers.
pub(crate) struct Group {
    pub(crate) servers: Vec<Server>,
}

impl Group {
    pub(crate) fn of(count: usize) -> Self {
        Self { servers: (0..count).map(|_| Server::start()).collect() }
    }

    pub(crate) fn addresses(&self) -> Vec<String> {
        self.servers.iter().map(Server::tcp_address).collect()
    }

    /// Three servers, and a lock on them that is held.
    pub(crate) fn of_3_with_a_lock_held() -> (Self, Rc<Lock>) {
        let group = Self::of(3);
        let lock = group.lock();
        assert_eq!(lock.acquire(), Ok(true));
        (group, lock)
    }

    /// A lock of 10 seconds on the key `k`.
    pub(crate) fn lock(&self) -> Rc<Lock> {
        self.lock_of(terms(10.0))
    }

    pub(crate) fn lock_of(&self, terms: LockSettings) -> Rc<Lock> {
        lock_at_all(&self.addresses(), "k", terms)
    }

    /// Asks each of some servers the same.
    pub(crate) fn command(&self, servers: std::ops::Range<usize>, words: &[&str]) -> Vec<Reply> {
        self.servers[servers].iter().map(|server| server.command(words)).collect()
    }

    /// On how many of all the key `k` is.
    pub(crate) fn keys(&self) -> usize {
        self.command(0..self.servers.len(), &["EXISTS", "k"]).iter().filter(|reply| **reply == 1).count()
    }

    pub(crate) fn stop(&self, servers: std::ops::Range<usize>) {
        self.servers[servers].iter().for_each(Server::stop);
    }

    /// Silences them until they are resumed, or go.
    pub(crate) fn suspend(&self, servers: std::ops::Range<usize>) {
        self.servers[servers].iter().for_each(Server::suspend);
    }

    pub(crate) fn resume(&self, servers: std::ops::Range<usize>) {
        self.servers[servers].iter().for_each(Server::resume);
    }

    pub(crate) fn restart(&self, servers: std::ops::Range<usize>) {
        self.servers[servers].iter().for_each(Server::restart);
    }
}

pub(crate) fn lock_at_all(addresses: &[String], key: &str, terms: LockSettings) -> Rc<Lock> {
    Lock::new(Key::new(b"", key.as_bytes()).unwrap(), Arc::new(quorum(addresses)), terms)
}

pub(crate) fn quorum(addresses: &[String]) -> Quorum {
    let addresses: Vec<Arc<Address>> =
        addresses.iter().map(|address| Arc::new(Address::parse(address).unwrap())).collect();
    let mut sorted = addresses.clone();
    sorted.sort_by_cached_key(|address| address.node());
    Quorum::new(&addresses, sorted.into(), timeouts())
}

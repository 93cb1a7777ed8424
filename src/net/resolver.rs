//! Owns looking up host names: at once, for a call, which waits as long as the resolver takes; in threads of its own for renewal, so that a
//! resolver that hangs holds up no lease.
//! Does not own who waits for an address (`arrival`), the thread that renews leases (`renewal`).
//!
//! getaddrinfo keeps limits of its own (ten seconds by default: resolv.conf(5)) and nothing ends it early. A thread that is
//! inside it when the module ends is left to itself; the library stays mapped for its sake (build.rs, `nodelete`).

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::clock::Instant;
use crate::net::interrupts::Blocked;
use crate::net::provisions::Provisions;
use crate::net::waker::Waker;

/// How many threads look names up at the most: a name that hangs holds up only the one that it is in.
const MOST_THREADS: usize = 4;
/// How long a look-up may take before the address that worked last is used in its place. A look-up in a file or a cache takes
/// less than a millisecond.
const FIRST_WAIT: Duration = Duration::from_millis(50);
/// What a debugger shows; at most 15 bytes.
const NAME: &str = "redislock-names";

/// The threads, and what they and their caller tell each other.
#[derive(Debug)]
pub struct Resolver {
    state: Mutex<LookUps>,
    changed: Condvar,
    waker: Arc<Waker>,
}

#[derive(Debug, Default)]
struct LookUps {
    wanted: VecDeque<String>,
    found: Vec<(String, io::Result<Vec<IpAddr>>)>,
    threads: Vec<Worker>,
    /// Threads that have got as far as their work.
    ready: usize,
    stopping: bool,
}

#[derive(Debug)]
struct Worker {
    thread: JoinHandle<()>,
    /// Inside getaddrinfo; changed under the mutex only.
    is_busy: Arc<AtomicBool>,
}

impl Resolver {
    /// Makes one that has no thread yet; it wakes `waker` when it has found something.
    pub fn new(waker: Arc<Waker>) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), changed: Condvar::new(), waker })
    }

    /// Sees to it that there are threads for this number of names, up to four, and waits until each runs: what a
    /// thread does once takes locks of the system's loader, and a fork meanwhile would leave them closed in the child.
    /// Errors: what the operating system says when it gives no thread and there is none.
    pub fn ensure(self: &Arc<Self>, names: usize) -> io::Result<()> {
        let mut state = self.open();
        while state.threads.len() < names.min(MOST_THREADS) {
            match self.start() {
                Ok(worker) => state.threads.push(worker),
                Err(error) if state.threads.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        let all_run = |state: &mut LookUps| state.ready < state.threads.len();
        drop(self.changed.wait_while(state, all_run).unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }

    fn start(self: &Arc<Self>) -> io::Result<Worker> {
        // A thread inherits what is blocked where it is made.
        let _blocked = Blocked::all();
        let (resolver, is_busy) = (Arc::clone(self), Arc::new(AtomicBool::new(false)));
        let busy = Arc::clone(&is_busy);
        let thread = thread::Builder::new().name(NAME.to_owned()).spawn(move || resolver.work(&busy))?;
        Ok(Worker { thread, is_busy })
    }

    fn work(&self, is_busy: &AtomicBool) {
        let mut state = self.open();
        state.ready += 1;
        self.changed.notify_all();
        loop {
            if state.stopping {
                return;
            }
            let Some(name) = state.wanted.pop_front() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            is_busy.store(true, Ordering::Relaxed);
            drop(state);
            let found = look_up(&name);
            state = self.open();
            is_busy.store(false, Ordering::Relaxed);
            state.found.push((name, found));
            self.waker.wake();
        }
    }

    /// Ends the threads and waits for those that are not in the middle of a look-up.
    pub fn stop(&self) {
        let mut state = self.open();
        state.stopping = true;
        self.changed.notify_all();
        let threads = std::mem::take(&mut state.threads);
        // Under the mutex: no thread begins a look-up any more.
        let idle: Vec<Worker> = threads.into_iter().filter(|worker| !worker.is_busy.load(Ordering::Relaxed)).collect();
        drop(state);
        for worker in idle {
            // It does not panic; and nothing could be done.
            let _ = worker.thread.join();
        }
    }

    fn want(&self, name: &str) {
        self.open().wanted.push_back(name.to_owned());
        self.changed.notify_one();
    }

    fn take_found(&self) -> Vec<(String, io::Result<Vec<IpAddr>>)> {
        std::mem::take(&mut self.open().found)
    }

    fn open(&self) -> MutexGuard<'_, LookUps> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look_up(name: &str) -> io::Result<Vec<IpAddr>> {
    Ok((name, 0).to_socket_addrs()?.map(|address| address.ip()).collect())
}

/// Tells whether a host must be looked up.
pub fn is_name(host: &str) -> bool {
    host.parse::<IpAddr>().is_err()
}

/// What one thread knows of names, which of them are being looked up, and what it keeps for its connections.
#[derive(Debug)]
pub struct Names {
    /// `None`: who needs a name looks it up, and waits for that.
    resolver: Option<Arc<Resolver>>,
    /// What is being looked up, and what was found and not taken yet.
    wanted: HashMap<String, Option<io::Result<Vec<IpAddr>>>>,
    /// The address that worked last.
    known: HashMap<String, IpAddr>,
    /// What its next connections may use.
    pub(crate) provisions: Provisions,
}

impl Names {
    /// Knows nothing yet.
    pub fn new(resolver: Arc<Resolver>) -> Self {
        Self {
            resolver: Some(resolver),
            wanted: HashMap::new(),
            known: HashMap::new(),
            provisions: Provisions::default(),
        }
    }

    /// Has each name looked up when it is needed, which may take as long as the system's resolver lets it.
    pub fn at_once() -> Self {
        Self { resolver: None, wanted: HashMap::new(), known: HashMap::new(), provisions: Provisions::default() }
    }

    /// Notes the address at which a host was reached.
    pub fn note(&mut self, host: &str, address: IpAddr) {
        if is_name(host) {
            self.known.insert(host.to_owned(), address);
        }
    }

    /// Takes in what was found meanwhile.
    pub fn take_in(&mut self) {
        for (name, found) in self.resolver.iter().flat_map(|resolver| resolver.take_found()) {
            self.wanted.insert(name, Some(found));
        }
    }

    /// Begins to look a host up, unless that is under way.
    pub(crate) fn want(&mut self, host: &str) {
        // What was found for an earlier connection may be old.
        if let Some(resolver) = &self.resolver
            && is_name(host)
            && !matches!(self.wanted.get(host), Some(None))
        {
            self.wanted.insert(host.to_owned(), None);
            resolver.want(host);
        }
    }

    /// Returns where a host is whose name was needed from `since` on; `None` while that is being looked up.
    pub(crate) fn find(&mut self, host: &str, port: u16, since: Instant) -> Option<io::Result<Vec<SocketAddr>>> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Some(Ok(vec![SocketAddr::new(address, port)]));
        }
        if self.resolver.is_none() {
            return Some((host, port).to_socket_addrs().map(Iterator::collect));
        }
        let known = self.known.get(host).copied();
        let found = match self.wanted.get_mut(host) {
            Some(found @ Some(_)) => found.take(),
            Some(None) => {
                let waited = since.until(Instant::now()) >= FIRST_WAIT;
                // The look-up goes on: what it finds is for the next connection.
                return known.filter(|_| waited).map(|address| Ok(vec![SocketAddr::new(address, port)]));
            }
            None => None,
        };
        self.wanted.remove(host);
        match (found, known) {
            (Some(Ok(found)), _) => Some(Ok(found.into_iter().map(|address| SocketAddr::new(address, port)).collect())),
            (_, Some(address)) => Some(Ok(vec![SocketAddr::new(address, port)])),
            (Some(Err(error)), None) => Some(Err(error)),
            // Another's `find` has taken what was found.
            (None, None) => {
                self.want(host);
                None
            }
        }
    }

    /// Returns when [`Names::find`] has another result for one that was needed from `since` on, if no look-up ends before.
    pub(crate) fn due(&self, host: &str, since: Instant) -> Option<Instant> {
        self.known.contains_key(host).then_some(since.after(FIRST_WAIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> (Names, Arc<Resolver>) {
        let resolver = Resolver::new(Arc::new(Waker::new().unwrap()));
        (Names::new(Arc::clone(&resolver)), resolver)
    }

    fn found(names: &mut Names, host: &str) -> io::Result<Vec<SocketAddr>> {
        let since = Instant::now();
        names.want(host);
        loop {
            names.take_in();
            if let Some(found) = names.find(host, 7, since) {
                return found;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn a_name_is_found_by_a_thread_and_a_number_without_one() {
        let (mut names, resolver) = names();
        assert_eq!(found(&mut names, "127.0.0.1").unwrap(), ["127.0.0.1:7".parse().unwrap()]);
        resolver.ensure(1).unwrap();
        assert!(found(&mut names, "localhost").unwrap().iter().all(|address| address.ip().is_loopback()));
        resolver.stop();
    }

    #[test]
    fn the_address_that_worked_last_stands_in_for_a_look_up_that_hangs_or_fails() {
        let (mut names, resolver) = names();
        names.note("gone.invalid", "127.0.0.9".parse().unwrap());
        let known = ["127.0.0.9:7".parse().unwrap()];
        // No thread: it is never found.
        assert_eq!(found(&mut names, "gone.invalid").unwrap(), known);
        resolver.ensure(1).unwrap();
        assert_eq!(found(&mut names, "gone.invalid").unwrap(), known);
        assert!(found(&mut names, "unknown.invalid").is_err());
        resolver.stop();
    }

    #[test]
    fn there_are_at_most_four_threads_and_all_end() {
        let (_, resolver) = names();
        resolver.ensure(9).unwrap();
        assert_eq!(resolver.open().threads.len(), MOST_THREADS);
        resolver.stop();
        assert_eq!(Arc::strong_count(&resolver), 1);
    }
}

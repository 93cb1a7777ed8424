//! Owns the thread that extends held leases: when it starts, what it gets, how it ends.
//! Does not own what it does (`thread`), what a reply means for a lease (`lease::Gate`).
//!
//! One thread for each process, started when the first lease is to be renewed, gone a second or two after the last one
//! ended. It never touches PHP, and blocks all signals: they are for the thread that runs PHP code. After a fork the
//! child has no such thread, and may have a copy of a mutex that the thread held: so it begins with a `Renewals` of
//! its own and leaves the parent's alone.

mod destination;
mod leases;
mod pipe;
mod thread;
mod way;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::arrival;
use crate::lease::Gate;
use crate::net::interrupts::Blocked;
use crate::net::resolver::{Names, Resolver};
use crate::net::waker::Waker;
use crate::node::pool::{self, Way};
use crate::process::ForkGuard;
use crate::renewal::thread::Work;
use crate::scope::Scope;
use crate::token::Token;
use crate::topology::Destinations;

/// How long the thread stays when there is nothing to renew: the next lock is often taken soon.
const STAYS: Duration = Duration::from_secs(1);
/// A part of the ttl after which the thread looks at a lease for the first time: a third of it is far away, measured in what it takes
/// to wake.
const FIRST_LOOK_AT: u32 = 4;
/// A lease that ends before this costs Redis no connection for its renewal.
const MOST_CONNECTIONLESS: Duration = Duration::from_millis(100);
/// What a debugger shows; at most 15 bytes.
const NAME: &str = "redislock-renew";

/// The renewal of one process.
#[derive(Debug)]
struct Renewals {
    guard: ForkGuard,
    /// The parent's, which must not be touched; kept so that it is no leak.
    _before: Option<&'static Renewals>,
    shared: Mutex<Shared>,
    begun: Condvar,
    stopping: AtomicBool,
}

/// What the thread and those that add to it tell each other.
#[derive(Debug, Default)]
struct Shared {
    /// Leases that the thread has not taken yet.
    added: Vec<Added>,
    /// Until when the thread sleeps, if it does.
    sleeps_until: Option<Instant>,
    runs: bool,
    /// The thread has got as far as its work.
    ready: bool,
    thread: Option<JoinHandle<()>>,
    /// The thread's tools, while it runs.
    tools: Option<Tools>,
    /// The names that may be looked up.
    names: HashSet<String>,
    /// The addresses for which the thread has a connection, or what it needs for one.
    provided: HashSet<Arc<Address>>,
}

/// What the thread needs that has sockets or threads of its own: it ends with the thread.
#[derive(Clone, Debug)]
struct Tools {
    waker: Arc<Waker>,
    resolver: Arc<Resolver>,
}

#[derive(Debug)]
struct Added {
    renewable: Renewable,
    since: Instant,
    /// Where the program's own connections lead.
    ways: Vec<Way>,
}

/// The renewal of this process. Only threads that run PHP code touch it, so a fork finds the mutex open. It is never freed: a child cannot
/// free its parent's.
static CURRENT: Mutex<Option<&'static Renewals>> = Mutex::new(None);

/// A lease to be renewed: plain data that may go to another thread.
#[derive(Debug)]
pub struct Renewable {
    /// What may be seen and changed of it.
    pub gate: Gate,
    /// What it covers: of permits, the one that it has.
    pub scope: Scope,
    /// Its token.
    pub token: Token,
    /// Where its extends are sent.
    pub destinations: Destinations,
}

/// Has a lease renewed.
///
/// # Errors
/// That of the operating system when it gives no thread; the lease is held and not renewed then.
pub fn start(renewable: Renewable) -> std::io::Result<()> {
    Renewals::of_this_process().add(renewable)
}

/// Ends the thread and waits until it has ended: the module ends. A look-up of a name is not waited for.
pub fn stop() {
    let current = *open(&CURRENT);
    if let Some(renewals) = current.filter(|renewals| !renewals.guard.has_forked()) {
        let mut shared = open(&renewals.shared);
        renewals.stopping.store(true, Ordering::Release);
        let (thread, tools) = (shared.thread.take(), shared.tools.take());
        shared.added.clear();
        drop(shared);
        tools.inspect(|tools| tools.waker.wake());
        // It has caught its panic, if there was one.
        let _ = thread.map(JoinHandle::join);
        // The module may start again in this process.
        open(&renewals.shared).runs = false;
        renewals.stopping.store(false, Ordering::Release);
    }
}

impl Renewals {
    fn of_this_process() -> &'static Self {
        let mut current = open(&CURRENT);
        match *current {
            Some(renewals) if !renewals.guard.has_forked() => renewals,
            before => current.insert(Box::leak(Box::new(Self {
                guard: ForkGuard::here(),
                _before: before,
                shared: Mutex::default(),
                begun: Condvar::new(),
                stopping: AtomicBool::new(false),
            }))),
        }
    }

    fn add(&'static self, renewable: Renewable) -> std::io::Result<()> {
        let since = Instant::now();
        let names = names_of(&renewable);
        let has_names = !names.is_empty();
        let mut shared = open(&self.shared);
        if !shared.runs {
            self.begin(&mut shared)?;
        }
        let known = shared.names.len();
        shared.names.extend(names);
        // Sentinels and clusters may name hosts that no address does.
        let wanted = shared.names.len().max(usize::from(may_name_others(&renewable)));
        if (shared.names.len() > known || wanted > known)
            && let Some(tools) = &shared.tools
        {
            tools.resolver.ensure(wanted)?;
        }
        let mut due = since.after(renewable.gate.ttl / FIRST_LOOK_AT);
        let mut ways = Vec::new();
        for address in &renewable.destinations.members {
            // Now, because a program that leaks descriptors may have none left when the first extend is due.
            let is_new = !shared.provided.contains(address);
            if is_new {
                shared.provided.insert(Arc::clone(address));
                due = due.min(since.after(connects_after(renewable.gate.ttl)));
            }
            if is_new || has_names {
                ways.push(pool::way(address, is_new));
            }
        }
        let early = shared.sleeps_until.is_some_and(|until| due < until);
        shared.added.push(Added { renewable, since, ways });
        if early {
            shared.tools.as_ref().inspect(|tools| tools.waker.wake());
        }
        drop(self.begun.wait_while(shared, |shared| shared.runs && !shared.ready));
        Ok(())
    }

    fn begin(&'static self, shared: &mut Shared) -> std::io::Result<()> {
        // One that has ended by itself; at most its last instructions are still to run.
        let _ = shared.thread.take().map(JoinHandle::join);
        let waker = Arc::new(Waker::new()?);
        waker.close_in_children();
        let tools = Tools { resolver: Resolver::new(Arc::clone(&waker)), waker };
        shared.names.clear();
        shared.provided.clear();
        // A thread inherits what is blocked where it is made.
        let _blocked = Blocked::all();
        let builder = std::thread::Builder::new().name(NAME.to_owned());
        let its = tools.clone();
        let thread = builder.spawn(move || {
            let end = OnExit(self, its);
            self.work(&end.1);
        })?;
        (shared.thread, shared.tools, shared.runs, shared.ready) = (Some(thread), Some(tools), true, false);
        Ok(())
    }

    fn work(&'static self, tools: &Tools) {
        arrival::prepare();
        let mut shared = open(&self.shared);
        shared.ready = true;
        self.begun.notify_all();
        let mut work = Work::new(Names::new(Arc::clone(&tools.resolver)));
        let mut idle_since = None;
        loop {
            if self.stopping.load(Ordering::Acquire) {
                return;
            }
            for address in work.left.drain(..) {
                shared.provided.remove(&address);
            }
            for Added { renewable, since, ways } in std::mem::take(&mut shared.added) {
                for Way { hosts, provisions } in ways {
                    for (host, address) in &hosts {
                        work.names.note(host, *address);
                    }
                    work.names.provisions.add_all(provisions);
                }
                work.add(renewable, since);
            }
            shared.sleeps_until = None;
            drop(shared);
            let now = Instant::now();
            work.go_on(now);
            let until = work.next_due(now);
            shared = open(&self.shared);
            idle_since = if work.is_idle() { Some(*idle_since.get_or_insert(now)) } else { None };
            if idle_since.is_some_and(|since| since.until(now) >= STAYS) && shared.added.is_empty() {
                // Under the mutex: the next lease to be added starts another thread.
                (shared.runs, shared.tools) = (false, None);
                return;
            }
            if shared.added.is_empty() {
                shared.sleeps_until = Some(until);
                drop(shared);
                work.wait(tools.waker.socket(), until);
                tools.waker.clear();
                shared = open(&self.shared);
            }
        }
    }
}

/// The end of the thread, by a panic too.
struct OnExit(&'static Renewals, Tools);

impl Drop for OnExit {
    fn drop(&mut self) {
        // Not otherwise: `begin` waits for an ended thread with `shared` in its hands.
        if std::thread::panicking() {
            let mut shared = open(&self.0.shared);
            (shared.runs, shared.tools) = (false, None);
            self.0.begun.notify_all();
        }
        self.1.resolver.stop();
    }
}

/// How long a lease is held until the connection for its extends is made: long before the first of them, which a new password, or a
/// server that takes no more clients, would keep from being sent.
fn connects_after(ttl: Duration) -> Duration {
    (ttl / 12).min(MOST_CONNECTIONLESS)
}

/// Tells whether its nodes may name others, by host names.
fn may_name_others(renewable: &Renewable) -> bool {
    let is_named_by_sentinels = |address: &Arc<Address>| matches!(&address.place, Place::Sentinels(_));
    let destinations = &renewable.destinations;
    !destinations.neighbours.is_empty() || destinations.members.iter().any(is_named_by_sentinels)
}

/// Returns the names that must be looked up for a lease.
fn names_of(renewable: &Renewable) -> Vec<String> {
    let destinations = &renewable.destinations;
    let addresses = destinations.members.iter().chain(destinations.neighbours.iter());
    addresses.flat_map(|address| address.names()).map(str::to_owned).collect()
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

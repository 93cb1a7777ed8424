//! Owns the threads that extend held leases: which lease goes to which, when they start, how they end, and that each has a connection before
//! a lock is acquired.
//! Does not own what a thread does (`thread`), when a lease is due (`leases`), how it is extended (`topology`), what may be seen and changed
//! of it (`lease::Gate`).
//!
//! There is a thread for each place: an address, a master of a cluster, all nodes of a quorum together. What is silent holds up the leases of
//! its own place and no other. An extend is the verb that the program itself may call, on connections of the thread's own. The threads never
//! touch PHP, and block all signals: they are for threads that run PHP code. A child of a fork has none of them, and may have a copy of a mutex
//! that one held: so it begins with `Renewals` of its own, and leaves its parent's alone.

mod leases;
mod thread;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::lease::Gate;
use crate::net::interrupts::Interrupts;
use crate::node::link::pool;
use crate::process::ForkGuard;
use crate::renewal::thread::Keeper;
use crate::scope::Scope;
use crate::scripts::{Action, Detail, Request};
use crate::token::Token;
use crate::topology::{NodeAddress, Topology, undecided, votes};

/// How many threads there are at the most; more places share them.
const MOST_THREADS: usize = 64;

/// A lease to be renewed: plain data that may go to another thread.
#[derive(Debug)]
pub struct Renewable {
    /// What may be seen and changed of it.
    pub gate: Gate,
    /// What it covers: of permits, the one that it has.
    pub scope: Scope,
    /// Its token.
    pub token: Token,
    /// Where it is extended.
    pub topology: Arc<dyn Topology>,
}

/// The nodes that requests for a lease go to; none for this process's memory.
type Home = Vec<Arc<Address>>;

/// The renewal of one process.
#[derive(Debug)]
struct Renewals {
    guard: ForkGuard,
    /// The parent's, which must not be touched; kept so that it is no leak.
    _before: Option<&'static Renewals>,
    keepers: Mutex<Vec<(Home, Arc<Keeper>)>>,
}

/// The renewal of this process. Only threads that run PHP code touch it, so a fork finds the mutex open. It is never freed: a child cannot
/// free its parent's.
static CURRENT: Mutex<Option<&'static Renewals>> = Mutex::new(None);

/// Sees to it that a lease which is acquired next can be renewed: there are a thread, and a connection that is not the program's own, to a
/// majority of the nodes. One that is made takes no longer than `limit`, nor than a connect_timeout. Is nearly always done already.
///
/// # Errors
/// Why it could not be; nothing was requested that concerns a lock.
pub fn prepare(topology: &dyn Topology, scope: &Scope, limit: Duration, interrupts: Interrupts) -> Result<(), Failure> {
    let begin = Instant::now();
    match connect(topology, scope, limit, interrupts) {
        Err(Failure::NotSent { .. }) if topology.has_successor(scope) => {
            connect(topology, scope, limit.saturating_sub(begin.until(Instant::now())), interrupts)
        }
        done => done,
    }
}

fn connect(topology: &dyn Topology, scope: &Scope, limit: Duration, interrupts: Interrupts) -> Result<(), Failure> {
    let goals = topology.goals(scope)?;
    let keeper = Renewals::of_this_process().keeper(&place(&goals))?;
    let (all, has_own) = (goals.len(), goals.iter().any(|(address, _)| pool::has(address)));
    let missing = keeper.unconnected(goals);
    let needed = if all == 0 { 0 } else { votes::majority(all).saturating_sub(all - missing.len()) };
    if needed > 0 {
        let missing: Vec<NodeAddress> =
            missing.into_iter().map(|(address, its)| (address, its.within(limit))).collect();
        // Any user of a lock may send this; it changes nothing.
        let request = Request { scope, action: Action::Inspect(None, Detail::Whether) };
        keeper.connect(pool::open(&missing, needed, &request, interrupts).map_err(|mut failures| {
            let failure = if all == 1 { failures.swap_remove(0) } else { too_few(all, missing.len(), failures) };
            if has_own { failure.noting("autoRenew needs a second connection") } else { failure }
        })?);
    }
    Ok(())
}

/// Returns the failure of too few connections to a quorum's nodes.
fn too_few(nodes: usize, missing: usize, failures: Vec<Failure>) -> Failure {
    let connected = (0..nodes - missing).map(|_| Ok(()));
    // Nothing was sent that takes a lock.
    undecided(&connected.chain(failures.into_iter().map(Err)).collect::<Vec<_>>()).having_run(false)
}

/// Has a lease renewed.
///
/// # Errors
/// That the operating system gives no thread; the lease is held and not renewed then.
pub fn start(renewable: Renewable) -> Result<(), Failure> {
    // One that was acquired or found just now is where the map says.
    let place = renewable.topology.goals(&renewable.scope).map_or_else(|_| Home::new(), |goals| place(&goals));
    Renewals::of_this_process().keeper(&place)?.add(place, renewable);
    Ok(())
}

/// Ends the threads: the module ends. One that waits for a reply is not waited for, and ends after that; the library stays mapped for its sake
/// (build.rs, `nodelete`).
pub fn stop() {
    let current = *open(&CURRENT);
    if let Some(renewals) = current.filter(|renewals| !renewals.guard.has_forked()) {
        let keepers = std::mem::take(&mut *open(&renewals.keepers));
        for (_, keeper) in keepers {
            keeper.stop();
        }
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
                keepers: Mutex::default(),
            }))),
        }
    }

    /// Returns the thread of a place, which stays for a while. Where there are enough, or the system gives no more, that of another place.
    fn keeper(&'static self, place: &Home) -> Result<Arc<Keeper>, Failure> {
        let mut keepers = open(&self.keepers);
        let own = keepers.iter().find(|(its, _)| its == place).map(|(_, keeper)| Arc::clone(keeper));
        let keeper = if let Some(keeper) = own {
            keeper
        } else {
            // Each place counts as one.
            let other =
                keepers.iter().map(|(_, keeper)| keeper).min_by_key(|keeper| Arc::strong_count(keeper)).cloned();
            let keeper = match other {
                Some(other) if keepers.len() >= MOST_THREADS => other,
                other => Keeper::begin(self).or_else(|error| other.ok_or_else(|| no_thread(&error)))?,
            };
            keepers.push((place.clone(), Arc::clone(&keeper)));
            keeper
        };
        keeper.stay();
        Ok(keeper)
    }

    /// Ends a thread, unless it has work by now: a lease that is added next begins another one.
    fn forget(&self, keeper: &Arc<Keeper>, is_over: impl FnOnce() -> bool) -> bool {
        let mut keepers = open(&self.keepers);
        let over = is_over();
        keepers.retain(|(_, other)| !over || !Arc::ptr_eq(other, keeper));
        over
    }
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::NotSent { node: "autoRenew".to_owned(), cause: format!("the operating system gave no thread ({error})") }
}

fn place(goals: &[NodeAddress]) -> Home {
    goals.iter().map(|(address, _)| Arc::clone(address)).collect()
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

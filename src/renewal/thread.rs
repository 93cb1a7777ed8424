//! Owns what one thread does: it sleeps until leases are due, extends them together, and notes what became of each.
//! Does not own which leases it has (`leases`), which place is whose (`renewal`).

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::net::interrupts::Blocked;
use crate::node::link::Link;
use crate::node::link::pool;
use crate::renewal::leases::{Leases, Renewed};
use crate::renewal::{Home, Renewable, Renewals, open};
use crate::scripts::WriteGate;
use crate::stats::{self, Counter};
use crate::topology::{Extend, ExtendReply, Layout, NodeAddress};

/// How long a thread, and a connection, stay without a lease.
const STAYS: Duration = Duration::from_secs(60);
/// How long it sleeps at most. It then forgets leases that have ended, and learns what time it is: a clock that runs through suspend decides, and
/// no sleep does.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);
/// The least time for a reply, also to a lease that has less left.
const LEAST: Duration = Duration::from_millis(250);
/// What a debugger shows; at most 15 bytes.
const NAME: &str = "redislock-renew";

/// One thread and what it renews.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    state: Mutex<KeeperState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct KeeperState {
    leases: Leases,
    /// Its connections while it does not use them.
    links: Vec<Box<Link>>,
    /// Where it has connections that it uses.
    in_use: Vec<Arc<Address>>,
    sleeps_until: Option<Instant>,
    /// Until when it stays without a lease.
    stays_until: Option<Instant>,
    /// It has got as far as its work.
    ready: bool,
    busy: bool,
    stopping: bool,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts a thread. Waits until it has got as far as its work: what a thread does once takes locks of the system's loader, which a fork
    /// must not find closed.
    pub(super) fn begin(renewals: &'static Renewals) -> io::Result<Arc<Self>> {
        let keeper = Arc::new(Self::default());
        let its = Arc::clone(&keeper);
        // A thread inherits what is blocked where it is made.
        let blocked = Blocked::all();
        let thread = std::thread::Builder::new().name(NAME.to_owned()).spawn(move || {
            let end = OnExit(renewals, its);
            end.1.work(renewals);
        })?;
        drop(blocked);
        let mut state = open(&keeper.state);
        state.thread = Some(thread);
        drop(keeper.changed.wait_while(state, |state| !state.ready));
        Ok(keeper)
    }

    /// Ends the thread, and waits for that if it waits for no reply.
    pub(super) fn stop(&self) {
        let mut state = open(&self.state);
        state.stopping = true;
        self.changed.notify_all();
        let idle = state.thread.take().filter(|_| !state.busy);
        drop(state);
        // It has caught its panic, if there was one.
        let _ = idle.map(JoinHandle::join);
    }

    /// Has it stay, though it has no lease yet.
    pub(super) fn stay(&self) {
        open(&self.state).stays_until = Some(Instant::now().after(STAYS));
    }

    /// Returns which of these it has no connection to.
    pub(super) fn unconnected(&self, mut goals: Vec<NodeAddress>) -> Vec<NodeAddress> {
        let mut state = open(&self.state);
        goals.retain(|(address, _)| {
            if state.in_use.contains(address) {
                return false;
            }
            let Some(index) = state.links.iter().position(|link| link.address == *address) else { return true };
            if state.links[index].is_reusable(None) {
                return false;
            }
            stats::count(Counter::Reconnected);
            state.links.swap_remove(index);
            true
        });
        goals
    }

    /// Gives it connections.
    pub(super) fn connect(&self, links: Vec<Box<Link>>) {
        let mut state = open(&self.state);
        for link in links {
            // Others have made one meanwhile, perhaps.
            if !state.in_use.contains(&link.address) && state.links.iter().all(|its| its.address != link.address) {
                state.links.push(link);
            }
        }
    }

    pub(super) fn add(&self, place: Home, renewable: Renewable) {
        let lease = Renewed { place, renewable, tried: None, due_since: None };
        if let Some(due) = lease.due(Instant::now()) {
            self.put(due, lease);
        }
    }

    fn put(&self, due: Instant, lease: Renewed) {
        let mut state = open(&self.state);
        state.leases.add(due, lease);
        if state.sleeps_until.is_some_and(|until| due < until) {
            self.changed.notify_all();
        }
    }

    fn work(self: &Arc<Self>, renewals: &'static Renewals) {
        // The first look into a thread's storage makes that, which takes a lock of the system's loader.
        pool::take_all();
        let mut state = open(&self.state);
        state.ready = true;
        self.changed.notify_all();
        let mut tidied = Instant::now();
        while !state.stopping {
            let now = Instant::now();
            let batch = state.leases.take_due(now);
            if !batch.is_empty() {
                state.busy = true;
                let links = std::mem::take(&mut state.links);
                state.in_use = links.iter().map(|link| Arc::clone(&link.address)).collect();
                drop(state);
                links.into_iter().for_each(pool::put_back);
                let batch = extend(batch, now);
                let batch: Vec<_> = batch.into_iter().filter_map(|it| move_on(it, renewals)).collect();
                state = open(&self.state);
                state.links.extend(pool::take_all());
                state.in_use.clear();
                state.busy = false;
                for (due, lease) in batch {
                    state.leases.add(due, lease);
                }
                continue;
            }
            if tidied.until(now) >= LONGEST_SLEEP {
                tidied = now;
                state.leases.forget_ended();
                if state.leases.len() > 0 {
                    state.stays_until = Some(now.after(STAYS));
                }
            }
            if state.is_over(now) {
                drop(state);
                // Looked at once more, where no lease can be added meanwhile.
                if renewals.forget(self, || open(&self.state).is_over(now)) {
                    return;
                }
                state = open(&self.state);
                continue;
            }
            let until =
                state.leases.next_due().map_or(now.after(LONGEST_SLEEP), |due| due.min(now.after(LONGEST_SLEEP)));
            state.sleeps_until = Some(until);
            state = self.changed.wait_timeout(state, now.until(until)).unwrap_or_else(PoisonError::into_inner).0;
            state.sleeps_until = None;
        }
    }
}

impl KeeperState {
    fn is_over(&self, now: Instant) -> bool {
        self.leases.len() == 0 && self.stays_until.is_some_and(|until| until <= now)
    }
}

/// The end of a thread, by a panic too: then its leases end at their deadlines.
struct OnExit(&'static Renewals, Arc<Keeper>);

impl Drop for OnExit {
    fn drop(&mut self) {
        // First: who begins it waits for that, and lets nobody else at the list of threads.
        open(&self.1.state).ready = true;
        self.1.changed.notify_all();
        self.0.forget(&self.1, || true);
    }
}

/// Extends leases of one place, and returns those that go on, and when each is due next.
fn extend(batch: Vec<Renewed>, began: Instant) -> Vec<(Instant, Renewed)> {
    let wanted = |lease: Renewed| {
        let Renewable { gate, token, .. } = &lease.renewable;
        if lease.is_hopeless(began) {
            gate.close();
            return None;
        }
        Some((gate.ttl(began)?, gate.token(token), lease.until(began)?, lease))
    };
    let batch: Vec<_> = batch.into_iter().filter_map(wanted).collect();
    let Some((.., first)) = batch.first() else { return Vec::new() };
    // Half of what is left to the most urgent that has not expired.
    let left = batch.iter().map(|(.., until, _)| began.until(*until)).filter(|left| !left.is_zero());
    let within = left.min().map_or(LEAST, |left| (left / 2).max(LEAST));
    let extends = batch.iter().map(|(ttl, token, _, Renewed { place, renewable, .. })| {
        let gate: &dyn WriteGate = &renewable.gate;
        Extend { scope: &renewable.scope, token, ttl: *ttl, gate: Some(gate), at: place.first() }
    });
    let replies = first.renewable.topology.extend(&extends.collect::<Vec<_>>(), within);
    let settle = |((.., lease), reply): ((_, _, _, Renewed), ExtendReply)| {
        Some((settle(&lease, &reply, began)?, Renewed { tried: Some(began), ..lease }))
    };
    batch.into_iter().zip(replies).filter_map(settle).collect()
}

/// Notes what an extend has come to; returns when the lease is due next, `None` when it has ended.
fn settle(lease: &Renewed, reply: &ExtendReply, began: Instant) -> Option<Instant> {
    let gate = &lease.renewable.gate;
    match reply {
        Ok(Some(deadline)) => {
            gate.confirm(*deadline);
            stats::count(Counter::Renewed);
            lease.due(Instant::now())
        }
        Ok(None) => {
            gate.lose();
            None
        }
        Err(_) => gate.is_open().then(|| {
            stats::count(Counter::Failed);
            began.after(lease.pause())
        }),
    }
}

/// Hands a lease of a cluster to the thread of the node that has its keys by now; returns one that stays.
fn move_on((due, mut lease): (Instant, Renewed), renewals: &'static Renewals) -> Option<(Instant, Renewed)> {
    if let Layout::Cluster(cluster) = lease.renewable.topology.layout()
        && let Some(owner) = cluster.owner(&lease.renewable.scope)
        && lease.place.first() != Some(&owner)
    {
        lease.place = vec![owner];
        return match renewals.keeper(&lease.place) {
            Ok(keeper) => {
                keeper.put(due, lease);
                None
            }
            Err(_) => Some((due, lease)),
        };
    }
    Some((due, lease))
}

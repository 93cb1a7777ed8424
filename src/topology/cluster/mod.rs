//! Owns the verbs of a lock in a cluster: those of one master, at the node that has the key's slot.
//! Does not own one master's verbs (`one_master`), finding the node and following it (`route`).

mod apart;
mod route;

use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::detour::Detour;
use crate::node::late::flush;
use crate::scope::Scope;
use crate::scripts::{CurrentHolder, Detail, Removed};
use crate::settings::Timeouts;
use crate::token::Token;
use crate::topology::cluster::route::Route;
use crate::topology::one_master::OneMaster;
use crate::topology::one_master::waiter::OneMasterWaiter;
use crate::topology::{
    Acquired, Attempt, Extend, ExtendReply, Holding, LateLease, Layout, NodeAddress, Reason, Released, Removable,
    Topology, Waiter, WakeUp, When, slot_map,
};
use crate::ttl::Deadline;

/// The nodes of one cluster.
#[derive(Debug)]
pub struct Cluster {
    seeds: Arc<[Arc<Address>]>,
    timeouts: Timeouts,
}

impl Cluster {
    /// Names a cluster by some of its nodes; nothing is connected before the first request.
    pub fn new(seeds: Arc<[Arc<Address>]>, timeouts: Timeouts) -> Self {
        Self { seeds, timeouts }
    }

    /// Returns the masters, as the cluster tells them.
    pub(crate) fn masters(&self) -> Result<Vec<OneMaster>, Failure> {
        let masters = slot_map::masters(&self.seeds, self.timeouts)?;
        Ok(masters.into_iter().map(|master| OneMaster::new(master, self.timeouts)).collect())
    }

    /// Sends to the node that has the key's slot, and follows redirections.
    pub(crate) fn routed<T>(
        &self,
        scope: &Scope,
        end: Option<Instant>,
        work: impl FnMut(&OneMaster) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        Route::to(scope, (None, end), &self.seeds, self.timeouts)?.send(work)
    }

    /// As `routed`, at first to `at` where this thread knows no node; where several keys are not in one place, because their slot is being moved,
    /// each goes its own way.
    fn routed_apart<T>(
        &self,
        (at, timeouts): (Option<&Arc<Address>>, Timeouts),
        scope: &Scope,
        work: impl Fn(&OneMaster, &Scope) -> Result<T, Failure>,
        together: impl FnOnce(Vec<Result<T, Failure>>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut route = Route::to(scope, (at, None), &self.seeds, timeouts)?;
        loop {
            match work(&route.target, scope) {
                Err(failure) if route.leads_apart(&failure) => break,
                Err(failure) => route.follow(failure)?,
                done => return done,
            }
        }
        // All of them, whatever becomes of one.
        let alone =
            |part: Scope| Route::to(&part, (at, None), &self.seeds, timeouts)?.send(|master| work(master, &part));
        together(scope.parts().map(alone).collect())
    }

    fn extend_alone(&self, one: &Extend<'_>, timeouts: Timeouts) -> ExtendReply {
        self.routed_apart(
            (one.at, timeouts),
            one.scope,
            |master, scope| master.extend_one(Extend { scope, ..*one }),
            |each| Ok(apart::extended(&apart::all_or_unknown(each, Option::is_some)?)),
        )
    }

    /// Returns the node that has the key, as far as this thread knows.
    pub(crate) fn owner(&self, scope: &Scope) -> Option<Arc<Address>> {
        slot_map::owner(&self.seeds, scope.slot(), None)
    }

    /// Returns the node that probably has the key; sends nothing.
    fn probably(&self, scope: &Scope) -> OneMaster {
        let owner = self.owner(scope).unwrap_or_else(|| slot_map::first(&self.seeds));
        OneMaster::new(owner, self.timeouts)
    }
}

impl Topology for Cluster {
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        self.routed(attempt.scope, attempt.caller.end, |master| master.acquire(attempt))
    }

    fn waiter<'a>(&'a self, scope: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(ClusterWaiter { cluster: self, scope, interrupts, at: None })
    }

    fn wake(&self, scope: &Scope) {
        let _ =
            self.routed(scope, None, |master| OneMaster::wake_waiters(&mut master.node.checkout(None), scope, false));
    }

    fn addresses(&self) -> &[Arc<Address>] {
        &self.seeds
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Cluster(self)
    }

    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure> {
        self.routed_apart(
            (None, self.timeouts),
            scope,
            |master, scope| master.release(scope, lease),
            |each| Ok(apart::released(scope, &apart::all_or_unknown(each, |it| *it != Released::NotOurs)?)),
        )
    }

    fn extend(&self, each: &[Extend<'_>], within: Duration) -> Vec<ExtendReply> {
        let timeouts = self.timeouts.within(within);
        let first = match each {
            [] => return Vec::new(),
            [one] => return vec![self.extend_alone(one, timeouts)],
            [first, ..] => first,
        };
        // All go to the node of the first, and those that it sends on by themselves.
        let master = match slot_map::find(&self.seeds, first.scope.slot(), first.at, timeouts) {
            Ok(owner) => OneMaster::new(owner, self.timeouts),
            Err(failure) => return vec![Err(failure); each.len()],
        };
        let mut replies = master.extend(each, within);
        for (one, reply) in each.iter().zip(&mut replies) {
            match reply {
                Err(failure) if failure.is_silence() => slot_map::leave(&self.seeds, &master.node.address),
                Err(failure) if Detour::of(failure, &master.node.address, one.scope).is_some() => {
                    *reply = self.extend_alone(one, timeouts);
                }
                _ => {}
            }
        }
        replies
    }

    fn goals(&self, scope: &Scope) -> Result<Vec<NodeAddress>, Failure> {
        let owner = slot_map::find(&self.seeds, scope.slot(), None, self.timeouts)?;
        Ok(vec![(owner, self.timeouts)])
    }

    fn has_successor(&self, scope: &Scope) -> bool {
        let find = |owner| slot_map::successor(&self.seeds, scope.slot(), &owner, self.timeouts);
        self.owner(scope).is_some_and(|owner| find(owner).is_some())
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        self.routed(scope, None, |master| master.inspect(scope, token, detail))
    }

    fn force(&self, scope: &Scope, own: Option<LateLease<'_>>, what: Removable) -> Result<Removed, Failure> {
        self.routed(scope, None, |master| master.force(scope, own, what))
    }

    fn release_late(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason, when: When) {
        let master = self.probably(scope);
        master.release_later(scope, lease, reason);
        if when == When::Now {
            // With its reply: it may be that another node has the slot by now.
            flush::flush(&master.node.address, master.node.timeouts);
        }
    }
}

/// One waiter, at the node that has the slot.
struct ClusterWaiter<'a> {
    cluster: &'a Cluster,
    scope: &'a Scope,
    interrupts: Interrupts,
    /// The waiter at the node of the last attempt.
    at: Option<OneMasterWaiter<'a>>,
}

impl Waiter for ClusterWaiter<'_> {
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        let Self { cluster, scope, interrupts, at } = self;
        cluster.routed(scope, attempt.caller.end, |master| {
            let waiter = match at.take() {
                Some(waiter) if waiter.master.node.is_same(&master.node) => waiter,
                _ => OneMasterWaiter::new(master.clone(), scope, *interrupts),
            };
            at.insert(waiter).acquire(attempt)
        })
    }

    fn pass_on(&mut self) {
        self.at.as_mut().into_iter().for_each(Waiter::pass_on);
    }

    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp {
        // No waiter sleeps before a reply.
        self.at.as_mut().map_or(WakeUp::TryAgain, |waiter| Waiter::sleep(waiter, holder, end))
    }
}

//! Owns the way of one request through a cluster: to the node that has the key's slot, and on while slots move and
//! masters change.
//! Does not own what is sent (`cluster`), who has which slot (`slot_map`).
//!
//! Nothing interrupts what happens here between two requests, which two connect_timeouts bound: an interruption would
//! have to say for each of them whether it may still run, and whose it is after a fork.

use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::{Instant, Seconds};
use crate::failure::Failure;
use crate::net::interrupts;
use crate::node::Node;
use crate::node::detour::{Detour, MOST_HOPS};
use crate::refusal::Code;
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::topology::one_master::OneMaster;
use crate::topology::{pause, slot_map};

/// How long to pause when the cluster replies TRYAGAIN or CLUSTERDOWN; jittered.
const PAUSE: Duration = Duration::from_millis(25);

/// Where a request has come to.
#[derive(Debug)]
pub(super) struct Route<'a> {
    scope: &'a Scope,
    seeds: &'a Arc<[Arc<Address>]>,
    timeouts: Timeouts,
    /// The node that has the slot, as far as is known.
    owner: Arc<Address>,
    /// That one, or the one that is about to have it.
    pub(super) target: OneMaster,
    /// When there is no more time to be sent on.
    until: Instant,
    /// When the wait ends that the request is a part of.
    end: Option<Instant>,
    searched: bool,
    hops: usize,
}

impl<'a> Route<'a> {
    /// Begins at the node that has the slot, as far as this thread knows, else at `at`. A request is sent on for one io_timeout at most, and a
    /// cluster that replies so gets no more time after the `end` of a wait.
    /// Errors: those of learning who has it.
    pub(super) fn to(
        scope: &'a Scope,
        (at, end): (Option<&Arc<Address>>, Option<Instant>),
        seeds: &'a Arc<[Arc<Address>]>,
        timeouts: Timeouts,
    ) -> Result<Self, Failure> {
        let owner = slot_map::find(seeds, scope.slot(), at, timeouts)?;
        let (target, until) = (OneMaster::new(owner.clone(), timeouts), Instant::now().after(timeouts.io));
        Ok(Self { scope, seeds, timeouts, owner, target, until, end, searched: false, hops: 0 })
    }

    /// Sends to where it has come to, and follows redirections.
    pub(super) fn send<T>(mut self, mut work: impl FnMut(&OneMaster) -> Result<T, Failure>) -> Result<T, Failure> {
        loop {
            match work(&self.target) {
                Err(failure) => self.follow(failure)?,
                done => return done,
            }
        }
    }

    /// Tells whether each of several keys goes its own way: they are not in one place.
    pub(super) fn leads_apart(&self, failure: &Failure) -> bool {
        matches!(Detour::of(failure, &self.target.node.address, self.scope), Some(Detour::Apart))
    }

    /// Goes where a failure leads, if it leads anywhere.
    /// Errors: the failure of the request, if it leads nowhere.
    pub(super) fn follow(&mut self, failure: Failure) -> Result<(), Failure> {
        let (now, Node { address, asking, .. }) = (Instant::now(), &self.target.node);
        self.hops += 1;
        let next = match Detour::of(&failure, address, self.scope) {
            // What that one replies is the better reason where the time is over.
            Some(Detour::Asking(node)) if !asking => {
                self.target = OneMaster { node: Node::new(node, self.timeouts).asking() };
                return Ok(());
            }
            Some(_) if now >= self.until => return Err(self.sent_on(failure)),
            Some(Detour::Owner(Some(node))) => {
                slot_map::moved(self.seeds, self.scope.slot(), node.clone());
                Some(node)
            }
            Some(Detour::Owner(None)) => Some(slot_map::learn(self.seeds, self.scope.slot(), address, self.timeouts)?),
            Some(_) if self.end.is_some_and(|end| end <= now) => return Err(failure),
            // It has left its cluster, perhaps.
            Some(_) if failure.code() == Some(&Code::ClusterDown) => self.successor(),
            Some(_) => None,
            None if matches!(failure, Failure::NotSent { .. }) => Some(self.successor().ok_or(failure)?),
            None => {
                if matches!(failure, Failure::Unanswered { .. }) {
                    // This request may have run there, so it is not sent elsewhere; the next one is.
                    slot_map::leave(self.seeds, address);
                }
                return Err(failure);
            }
        };
        if next.is_none() || self.hops > MOST_HOPS {
            let pause = now.after(pause::jittered(PAUSE, pause::chance()));
            interrupts::sleep(pause.min(self.until), None);
        }
        if let Some(owner) = next {
            self.owner = owner;
        }
        self.target = OneMaster::new(self.owner.clone(), self.timeouts);
        Ok(())
    }

    /// Asks once who has the slot in place of a node that is dead, or has left its cluster.
    fn successor(&mut self) -> Option<Arc<Address>> {
        if std::mem::replace(&mut self.searched, true) {
            return None;
        }
        let owner = slot_map::successor(self.seeds, self.scope.slot(), &self.target.node.address, self.timeouts)?;
        Some(owner).filter(|owner| *owner != self.owner)
    }

    /// Returns the failure of a request that the nodes sent from one to the other until there was no more time.
    fn sent_on(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Refused { node, code: code @ (Code::Moved(_) | Code::Ask(_)), detail } => Failure::NotSent {
                node,
                cause: format!(
                    "the nodes of the cluster redirected the request for {} s (io_timeout), the last time with: {code} {detail}",
                    Seconds(self.timeouts.io)
                ),
            },
            other => other,
        }
    }
}

//! Owns the way of one request through a cluster: to the node that has the key's slot, and on while slots move and
//! masters change.
//! Does not own what is sent (`cluster`), who has which slot (`slot_map`).
//!
//! Nothing interrupts what happens here between two requests, which a connect_timeout bounds: an interruption would
//! have to say for each of them whether it may still run, and whose it is after a fork.

use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::address::hosts::UNKNOWN_HOST;
use crate::clock::{Instant, Seconds};
use crate::failure::Failure;
use crate::net::interrupts;
use crate::node::Node;
use crate::node::detour::{Detour, MOST_HOPS};
use crate::refusal::Code;
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::topology::one_master::OneMaster;
use crate::topology::pause;
use crate::topology::slot_map::{self, Order};

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
    /// What a node has replied where several keys are not in one place.
    apart: Option<Failure>,
}

impl<'a> Route<'a> {
    /// Begins at the node that has the slot, as far as this thread knows, else at `at`. A request is sent on for one io_timeout at most, and a cluster that
    /// replies so gets no more time after the `end` of a wait.
    /// Errors: those of learning who has it.
    pub(super) fn to(
        scope: &'a Scope,
        (at, end): (Option<&Arc<Address>>, Option<Instant>),
        seeds: &'a Arc<[Arc<Address>]>,
        timeouts: Timeouts,
    ) -> Result<Self, Failure> {
        let slot = scope.slot();
        let owner = match slot_map::owner(seeds, slot).or_else(|| at.cloned()) {
            Some(owner) => owner,
            None => slot_map::learn(seeds, slot, Order::Any, timeouts)?,
        };
        let (target, until) = (OneMaster::new(owner.clone(), timeouts), Instant::now().after(timeouts.io));
        Ok(Self { scope, seeds, timeouts, owner, target, until, end, searched: false, hops: 0, apart: None })
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
        let next = self.next(failure)?;
        self.hops += 1;
        if matches!(next, Detour::Later | Detour::Apart) || self.hops > MOST_HOPS {
            let pause = Instant::now().after(pause::jittered(PAUSE, pause::chance()));
            interrupts::sleep(pause.min(self.until), None);
        }
        self.target = match next {
            Detour::Asking(node) => OneMaster { node: Node::new(node, self.timeouts).asking() },
            Detour::Owner(node) => {
                self.owner = node;
                if slot_map::moved(self.seeds, self.scope.slot(), self.owner.clone()) {
                    // What else has moved; that it cannot be learnt now is no harm.
                    let _ = slot_map::learn(self.seeds, self.scope.slot(), Order::First(&self.owner), self.timeouts);
                }
                OneMaster::new(self.owner.clone(), self.timeouts)
            }
            Detour::Later | Detour::Apart => OneMaster::new(self.owner.clone(), self.timeouts),
        };
        Ok(())
    }

    fn next(&mut self, failure: Failure) -> Result<Detour, Failure> {
        let is_down = failure.code() == Some(&Code::ClusterDown);
        if failure.code() == Some(&Code::TryAgain) {
            self.apart = Some(failure.clone());
        }
        if let Some(owner) = self.owner_without_a_name(&failure) {
            return Ok(Detour::Owner(owner));
        }
        let is_dead = is_down || matches!(failure, Failure::NotSent { .. });
        let now = Instant::now();
        match Detour::of(&failure, &self.target.node.address, self.scope) {
            Some(_) if now >= self.until => Err(self.sent_on(failure)),
            Some(Detour::Later | Detour::Apart) if self.end.is_some_and(|end| end <= now) => Err(failure),
            Some(_) if self.apart.is_some() && self.end.is_some_and(|end| end <= now) => Err(self.sent_on(failure)),
            // It is dead, or has left the cluster: the others know its successor once there is one.
            _ if is_dead && !std::mem::replace(&mut self.searched, true) => match self.successor() {
                Some(successor) => Ok(Detour::Owner(successor)),
                None if is_down => Ok(Detour::Later),
                None => Err(failure),
            },
            Some(next) => Ok(next),
            None => {
                if matches!(failure, Failure::Unanswered { .. }) {
                    // This request may have run there, so it is not sent elsewhere; the next one is.
                    self.successor();
                }
                Err(failure)
            }
        }
    }

    /// Learns who has the slot where a node replies MOVED and knows no name of that one: the map may have its address.
    fn owner_without_a_name(&self, failure: &Failure) -> Option<Arc<Address>> {
        let Some(Code::Moved(Some(to))) = failure.code() else { return None };
        if &*to.host != UNKNOWN_HOST || Instant::now() >= self.until {
            return None;
        }
        let asked = &self.target.node.address;
        let owner = slot_map::learn(self.seeds, self.scope.slot(), Order::First(asked), self.timeouts).ok()?;
        Some(owner).filter(|owner| owner != asked)
    }

    /// Learns who has the slot in place of a node that did not reply.
    fn successor(&self) -> Option<Arc<Address>> {
        let owner = slot_map::learn(self.seeds, self.scope.slot(), Order::Last(&self.owner), self.timeouts).ok()?;
        Some(owner).filter(|owner| *owner != self.owner)
    }

    /// Returns the failure of a request that the nodes sent from one to the other until there was no more time.
    fn sent_on(&mut self, failure: Failure) -> Failure {
        match self.apart.take().unwrap_or(failure) {
            Failure::Refused { node, code: code @ (Code::Moved(_) | Code::Ask(_)), detail } => Failure::NotSent {
                node,
                cause: format!(
                    "the nodes of the cluster redirected the request for {} s ({}), the last time with: {code} {detail}",
                    Seconds(self.timeouts.io),
                    self.owner.io_timeout_name()
                ),
            },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::refusal::Redirection;

    /// Where a request goes after this reply of a node at which nobody can learn the map; nowhere if it fails.
    fn after(code: fn(Option<Redirection>) -> Code) -> Option<String> {
        let scope = Scope::from(Key::new(b"", b"k").unwrap());
        let node = Arc::new(Address::parse("redis://127.0.0.1:1").unwrap());
        let seeds: Arc<[Arc<Address>]> = Arc::new([node.clone()]);
        slot_map::moved(&seeds, scope.slot(), node);
        let timeouts = Timeouts { connect: Duration::from_secs(5), io: Duration::from_secs(5) };
        let mut route = Route::to(&scope, (None, None), &seeds, timeouts).unwrap();
        let to = Redirection { host: UNKNOWN_HOST.into(), port: 2 };
        let failure = Failure::Refused { node: String::new(), code: code(Some(to)), detail: String::new() };
        route.follow(failure).ok().map(|()| route.target.node.address.node())
    }

    #[test]
    fn a_request_goes_to_no_node_that_is_made_up_of_a_host_and_a_port() {
        assert_eq!([after(Code::Moved), after(Code::Ask)], [None, Some("127.0.0.1:1".to_owned())]);
    }
}

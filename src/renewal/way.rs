//! Owns where a lease's extends go next: after a slot that has moved, key by key where several are not in one place, to a neighbour of
//! a node that is gone.
//! Does not own what a node's reply says about that (`node::detour`), sending (`destination`).

use crate::address::hosts::UNKNOWN_HOST;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::node::detour::{Detour, MOST_HOPS};
use crate::refusal::Code;
use crate::renewal::leases::{LeaseId, Target};
use crate::renewal::pipe::{ExtendState, Whose};
use crate::renewal::thread::Work;
use crate::stats::{self, Counter};
use crate::topology::Destinations;

impl Work {
    /// Notes a refused extend, and goes where the refusal leads. If that is nowhere, the lease is extended again when it is due next.
    pub(super) fn settle_refusal(&mut self, at: usize, whose: Whose, failure: &Failure, now: Instant) {
        stats::count(Counter::Failed);
        let (Some(lease), Some(from)) = (self.leases.get(whose.lease), &self.destinations[at]) else { return };
        let destinations = &lease.renewable.destinations;
        let (timeouts, is_cluster) = (destinations.timeouts, !destinations.neighbours.is_empty());
        if let Some(is_asked) = names_no_host(failure)
            && is_cluster
        {
            return self.ask_all(at, Whose { asking: is_asked, ..whose }, now);
        }
        match Detour::of(failure, &from.address, &lease.renewable.scope) {
            Some(Detour::Apart) => self.split(whose.lease, now),
            Some(Detour::Owner(node)) if is_cluster => {
                let to = self.destination(&node, timeouts, now);
                self.follow(whose, to, now);
            }
            Some(Detour::Asking(node)) if is_cluster => {
                let to = self.destination(&node, timeouts, now);
                self.ask(to, Whose { asking: true, ..whose }, now);
            }
            _ => {}
        }
    }

    /// Sends to every other node what a node sends on to one that has no name: it may have the same port on another host, so only its own
    /// reply tells which it is. The others say that they do not have the slot.
    fn ask_all(&mut self, at: usize, whose: Whose, now: Instant) {
        let (Some(lease), Some(from)) = (self.leases.get(whose.lease), &self.destinations[at]) else { return };
        if whose.is_elsewhere {
            // All are asked already.
            return;
        }
        let Destinations { neighbours, timeouts, .. } = lease.renewable.destinations.clone();
        let own = from.address.clone();
        for neighbour in neighbours.iter().filter(|neighbour| **neighbour != own) {
            let to = self.destination(neighbour, timeouts, now);
            self.ask(to, whose, now);
        }
    }

    /// Sends an extend to another node than the one that the key is taken to be at; false if that one owes a reply to such an extend: one that
    /// hangs must not gather them.
    fn ask(&mut self, to: usize, whose: Whose, now: Instant) -> bool {
        let owes = |member: &Target| member.asked.contains(&to);
        if self.leases.target(whose.lease, whose.member, whose.moves).is_none_or(owes) {
            return false;
        }
        let asking = whose.asking;
        let whose = Whose::new(whose.lease, whose.member, whose.moves);
        self.queue(to, Whose { asking, is_elsewhere: true, ..whose }, None, now);
        true
    }

    /// Notes that a node has replied which was asked in place of the one that the key is taken to be at.
    pub(super) fn hear_elsewhere(&mut self, at: usize, whose: Whose, state: &ExtendState) {
        if let Some(member) = self.leases.get_mut(whose.lease).and_then(|lease| lease.members.get_mut(whose.member)) {
            // What another connection to it still owes must not keep back the next extend.
            member.asked.retain(|asked| *asked != at);
        }
        if !whose.asking && matches!(state, ExtendState::Done(Ok(Some(_)))) {
            // It has the slot by now: what the node before it still says, when it is resumed, is about a copy.
            self.move_member(whose, at);
        }
    }

    /// Extends each of a lease's several keys by itself, at once.
    pub(super) fn split(&mut self, id: LeaseId, now: Instant) {
        let Some(lease) = self.leases.get_mut(id) else { return };
        let Some(count) = lease.split() else { return };
        let nodes: Vec<usize> = lease.members.iter().step_by(count).map(|member| member.at).collect();
        for at in nodes {
            self.with(at, |destination| destination.users += count - 1);
        }
        self.attempt(id, now);
    }

    /// Goes to where the key is said to be by now.
    fn follow(&mut self, whose: Whose, to: usize, now: Instant) {
        let Some(member) = self.leases.target(whose.lease, whose.member, whose.moves) else { return };
        if member.hops >= MOST_HOPS {
            // The nodes send it from one to the other.
            return;
        }
        if let Some(moves) = self.move_member(whose, to) {
            self.queue(to, Whose::new(whose.lease, whose.member, moves), None, now);
        }
    }

    /// Takes a member to be at another destination from now on. Returns how often it has moved by then; `None` if it is there already.
    pub(super) fn move_member(&mut self, whose: Whose, to: usize) -> Option<u16> {
        let member = self.leases.get_mut(whose.lease)?.members.get_mut(whose.member)?;
        let from = member.at;
        if from == to {
            return None;
        }
        member.move_to(to);
        let moves = member.moves;
        self.with(from, |destination| destination.users -= 1);
        self.with(to, |destination| destination.users += 1);
        Some(moves)
    }

    /// Sends to another node of the cluster what waits for one that cannot be reached or is silent: it names the node that has
    /// the key by now.
    pub(super) fn ask_neighbours(&mut self, at: usize, now: Instant) {
        let destination = self.destinations[at].as_ref();
        let waiting = destination.map(|destination| destination.waiting(&self.leases)).unwrap_or_default();
        for whose in waiting {
            self.ask_neighbour(at, whose, now);
        }
    }

    /// Asks the next of them that owes no reply to such an extend.
    fn ask_neighbour(&mut self, at: usize, whose: Whose, now: Instant) {
        let Some(lease) = self.leases.get(whose.lease) else { return };
        let Destinations { neighbours, timeouts, .. } = &lease.renewable.destinations;
        let (neighbours, timeouts, first) = (neighbours.clone(), *timeouts, lease.next_neighbour);
        for next in (first..neighbours.len()).chain(0..first) {
            let to = self.destination(&neighbours[next], timeouts, now);
            if to == at || !self.ask(to, whose, now) {
                continue;
            }
            if let Some(lease) = self.leases.get_mut(whose.lease) {
                lease.next_neighbour = (next + 1) % neighbours.len();
            }
            return;
        }
    }
}

/// Tells whether a refusal sends a request on to a node without saying its host, and whether that must be asked by ASKING.
fn names_no_host(failure: &Failure) -> Option<bool> {
    match failure.code()? {
        Code::Moved(Some(to)) if &*to.host == UNKNOWN_HOST => Some(false),
        Code::Ask(Some(to)) if &*to.host == UNKNOWN_HOST => Some(true),
        _ => None,
    }
}

//! Owns late releases on several nodes.
//! Does not own release() itself (`quorum`), what is owed to one node (`node::late_releases`).

use std::time::Duration;

use crate::failure::{Failure, Interruption};
use crate::key::Key;
use crate::net::interrupts::Interrupts;
use crate::node::Node;
use crate::node::fan_out::{self, FanOutRequest, Round};
use crate::node::late_releases::{self, LateRelease, Reason};
use crate::process::ForkGuard;
use crate::scripts::{self, Request, Verb};
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::Attempt;
use crate::topology::quorum::{LEAST, Quorum};
use crate::topology::votes::Count;
use crate::ttl::Ttl;

impl Quorum {
    /// Releases on some nodes, and tells which have replied; the others will be told at the next contact.
    pub(super) fn release_on(&self, nodes: &[&Node], key: &Key, token: &Token) -> Vec<bool> {
        let within = self.limit(self.longest_ttl());
        let replies = tell_to_release(nodes, key, token, within, None);
        for (node, reply) in nodes.iter().zip(&replies) {
            if let Err(failure) = reply {
                release_later(node, failure, LateRelease::new(key, token, self.longest_ttl(), Reason::Unknown));
            }
        }
        replies.iter().map(Result::is_ok).collect()
    }

    /// The same for a program that has, or may get, something else to do meanwhile.
    /// Errors: when it leaves; a forked child has released nothing, for all of that is its parent's.
    pub(super) fn take_back(
        &self,
        nodes: &[&Node],
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        leaves: Option<Interruption>,
    ) -> Result<Vec<bool>, Interruption> {
        let guard = ForkGuard::here();
        // A caller that leaves is not kept by a node that does not reply.
        let (within, interrupts) = match leaves {
            Some(_) => (LEAST, None),
            None => (self.limit(attempt.ttl), interrupts),
        };
        let replies = tell_to_release(nodes, attempt.key, attempt.token, within, interrupts);
        if guard.has_forked() {
            return Err(Interruption::Fork);
        }
        let leaves = leaves.or_else(|| replies.iter().find_map(|reply| reply.as_ref().err()?.interruption()));
        let reason = if leaves.is_some() { Reason::Abandoned } else { Reason::Unknown };
        for (node, reply) in nodes.iter().zip(&replies) {
            if let Err(failure) = reply {
                release_later(node, failure, LateRelease::new(attempt.key, attempt.token, attempt.ttl, reason));
            }
        }
        leaves.map_or_else(|| Ok(replies.iter().map(Result::is_ok).collect()), Err)
    }

    pub(super) fn release_everywhere_later(&self, key: &Key, token: &Token, ttl: Ttl, reason: Reason) {
        self.nodes.iter().for_each(|node| late_releases::add(&node.address, LateRelease::new(key, token, ttl, reason)));
    }

    /// Releases a lease whose program does not wait for what becomes of it, and counts that. Nodes that did not reply an
    /// earlier one in this request are told at the next contact.
    pub(super) fn release_unwatched(&self, key: &Key, token: &Token) {
        let (left_alone, asked): (Vec<&Node>, Vec<&Node>) =
            self.nodes.iter().partition(|node| late_releases::is_left_alone(&node.address));
        let request = FanOutRequest::Script(Request { key, verb: Verb::Release(token) });
        let (within, connecting) = (self.timeouts.io, self.timeouts.connect);
        let round = Round { request, within, connecting, interrupts: None };
        let heard = fan_out::send(&asked, &round, scripts::released, &self.enough(|gone: &bool| *gone));
        for (node, reply) in asked.into_iter().zip(&heard.replies) {
            if let Err(failure) = reply {
                release_later(node, failure, LateRelease::new(key, token, self.longest_ttl(), Reason::Unknown));
                late_releases::leave_alone(&node.address);
            }
        }
        for node in left_alone {
            late_releases::add(&node.address, LateRelease::new(key, token, self.longest_ttl(), Reason::Unknown));
        }
        match Count::of(self.nodes.len(), &heard.replies, |gone| *gone).verdict() {
            Some(true) => stats::count(Counter::Released),
            Some(false) => {
                stats::count(Counter::Lost);
                late_releases::note_lost(key);
            }
            None => stats::count(Counter::Failed),
        }
    }
}

fn tell_to_release(
    nodes: &[&Node],
    key: &Key,
    token: &Token,
    within: Duration,
    interrupts: Interrupts,
) -> Vec<Result<bool, Failure>> {
    let request = FanOutRequest::Script(Request { key, verb: Verb::Release(token) });
    let round = Round { request, within, connecting: Duration::ZERO, interrupts };
    fan_out::send(nodes, &round, scripts::released, &|_| false).replies
}

/// Has a node told at the next contact what it could not be told now.
pub(super) fn release_later(node: &Node, failure: &Failure, late: LateRelease) {
    // Where nothing compares, nothing will.
    if !matches!(failure, Failure::NoCompare { .. }) {
        late_releases::add(&node.address, late);
    }
}

//! Owns releases on several nodes that no call of release() makes.
//! Does not own release() itself (`quorum`), what is owed to one node (`node::late`).

use std::time::Duration;

use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::Node;
use crate::node::fan_out::{self, Round};
use crate::node::late::{self, LateRelease};
use crate::node::recovery::Reason;
use crate::scope::Scope;
use crate::scripts::{self, Action, Request};
use crate::topology::LateLease;
use crate::topology::quorum::{LEAST, Quorum};
use crate::topology::votes::Count;

impl Quorum {
    /// Releases a lease on all nodes, until enough have replied, and no call waits for what becomes of it: one that has ended is counted. Nodes
    /// that did not reply get it at the next contact, and those that did not to an earlier one in this request when it ends.
    pub(super) fn release_unwatched(&self, scope: &Scope, lease: &LateLease<'_>, reason: Reason) {
        let (left_alone, nodes): (Vec<&Node>, Vec<&Node>) =
            self.nodes.iter().partition(|node| late::is_left_alone(&node.address));
        let request = Request { scope, action: Action::Release(lease.token, lease.leaves) };
        let replies = self.send_to(&nodes, request, scripts::released, &self.enough(|gone: &bool| *gone)).replies;
        // Not for the end of a lease that others know by its token: most may say that it is lost, and one of them acquire it anew. What became of
        // it is one vote: its nodes must not enter its end each by itself.
        let of_each = LateLease { once_until: None, ended: None, ..*lease };
        for (node, _) in nodes.iter().zip(&replies).filter(|(_, reply)| reply.is_err()) {
            late::leave_alone(&node.address);
        }
        release_later(nodes, &replies, || of_each.release(scope, Reason::Unknown));
        for node in left_alone {
            late::add(&node.address, of_each.release(scope, Reason::Abandoned));
        }
        if reason == Reason::Ended {
            let gone = Count::of(self.nodes.len(), &replies, |gone| *gone).verdict();
            late::count_ended(scope, lease.token, lease.ended.as_ref(), gone);
        }
    }
}

/// Returns what is left of a call, and enough for nodes that reply.
pub(super) fn left(until: Instant) -> Duration {
    Instant::now().until(until).max(LEAST)
}

/// Releases on some nodes at once.
pub(super) fn release_at(
    nodes: &[&Node],
    scope: &Scope,
    lease: &LateLease<'_>,
    within: Duration,
    interrupts: Interrupts,
) -> Vec<Result<bool, Failure>> {
    let requests = [Request { scope, action: Action::Release(lease.token, lease.leaves) }];
    let round = Round { requests: &requests, within, connecting: Duration::ZERO, until: None, interrupts };
    fan_out::send(nodes, &round, scripts::released, &|_| false).replies
}

/// Has each node that did not reply get the release at the next contact; whether it may go is asked when it is written.
pub(super) fn release_later<'a, T>(
    nodes: impl IntoIterator<Item = &'a Node>,
    replies: &[Result<T, Failure>],
    late: impl Fn() -> LateRelease,
) {
    for (node, reply) in nodes.into_iter().zip(replies) {
        if reply.is_err() {
            late::add(&node.address, late());
        }
    }
}

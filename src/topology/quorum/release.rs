//! Owns late releases on several nodes.
//! Does not own release() itself (`quorum`), what is owed to one node (`node::late`).

use std::time::Duration;

use crate::clock::Instant;
use crate::failure::{Failure, Interruption};
use crate::leaves::Leaves;
use crate::net::interrupts::Interrupts;
use crate::node::Node;
use crate::node::fan_out::{self, Enough, Round};
use crate::node::late::{self, LateRelease};
use crate::node::recovery::Reason;
use crate::process::ForkGuard;
use crate::scope::Scope;
use crate::scripts::{self, Action, Request};
use crate::token::Token;
use crate::topology::quorum::{LEAST, Quorum};
use crate::topology::votes::{Count, is_majority};
use crate::topology::{Attempt, LateLease};

impl Quorum {
    /// Releases on some nodes before the call's end; those that do not reply get it at the next contact.
    pub(super) fn release_on(&self, nodes: &[&Node], scope: &Scope, lease: &LateLease<'_>, until: Instant) {
        self.release_until(nodes, scope, lease, until, &|_| false);
    }

    /// The same, until enough have replied. Returns the replies.
    pub(super) fn release_until(
        &self,
        nodes: &[&Node],
        scope: &Scope,
        lease: &LateLease<'_>,
        until: Instant,
        is_enough: &Enough<'_, bool>,
    ) -> Vec<Result<bool, Failure>> {
        let within = self.limit(self.longest_ttl()).min(left(until));
        let replies = send_release(nodes, Request { scope, action: lease.action() }, within, None, is_enough);
        release_later(nodes.iter().copied(), &replies, || lease.release(scope, Reason::Unknown));
        replies
    }

    /// Describes a lease whose end is not known: it may have the longest ttl so far.
    pub(super) fn ends<'a>(&self, token: &'a Token) -> LateLease<'a> {
        LateLease::of(token, self.longest_ttl())
    }

    /// Releases what some nodes have given in a vote, and tells which have replied; `leaves` says that the program leaves.
    /// Errors: when it leaves; a forked child has released nothing, because all of that is its parent's.
    pub(super) fn take_back(
        &self,
        nodes: &[&Node],
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        leaves: Option<Interruption>,
        until: Instant,
    ) -> Result<Vec<bool>, Interruption> {
        let guard = ForkGuard::here();
        // A node that does not reply must not keep a caller that leaves.
        let (within, interrupts) = match leaves {
            Some(_) => (LEAST, None),
            None => (self.limit(attempt.ttl).min(left(until)), interrupts),
        };
        let request = Request { scope: attempt.scope, action: Action::Release(&attempt.token, Leaves::Nothing) };
        let replies = send_release(nodes, request, within, interrupts, &|_| false);
        if guard.has_forked() {
            return Err(Interruption::Fork);
        }
        let leaves = leaves.or_else(|| replies.iter().find_map(|reply| reply.as_ref().err()?.interruption()));
        let reason = if leaves.is_some() { Reason::Abandoned } else { Reason::Unknown };
        for (node, _) in nodes.iter().zip(&replies).filter(|(_, reply)| reply.is_err()) {
            attempt.release_later(&node.address, reason);
        }
        leaves.map_or_else(|| Ok(replies.iter().map(Result::is_ok).collect()), Err)
    }

    /// Releases a lease whose program does not wait for what becomes of it, and counts that.
    pub(super) fn release_unwatched(&self, scope: &Scope, lease: LateLease<'_>) {
        // What became of the lease is one vote: its nodes must not enter its end each by itself.
        let of_each = LateLease { ended: None, ..lease };
        let replies = self.release_where_replies_come(scope, &of_each, &self.enough(|gone: &bool| *gone));
        let gone = Count::of(self.nodes.len(), &replies, |gone| *gone).verdict();
        late::count_ended(scope, lease.token, lease.ended.as_ref(), gone);
    }

    /// Releases what nothing is counted of: what a minority has of a lost lease, what an acquire may have taken.
    pub(super) fn release_unheard(&self, scope: &Scope, lease: &LateLease<'_>) {
        self.release_where_replies_come(scope, lease, &replied_by_most);
    }

    /// Releases on all nodes, until enough have replied. Nodes that did not reply get it at the next contact, and those that did not to an
    /// earlier one in this request when it ends.
    fn release_where_replies_come(
        &self,
        scope: &Scope,
        lease: &LateLease<'_>,
        is_enough: &Enough<'_, bool>,
    ) -> Vec<Result<bool, Failure>> {
        let (left_alone, nodes): (Vec<&Node>, Vec<&Node>) =
            self.nodes.iter().partition(|node| late::is_left_alone(&node.address));
        let request = Request { scope, action: lease.action() };
        let (within, connecting) = (self.timeouts.io, self.timeouts.connect);
        let round = Round { requests: &[request], within, connecting, until: None, interrupts: None };
        let heard = fan_out::send(&nodes, &round, scripts::released, is_enough);
        for (node, _) in nodes.iter().zip(&heard.replies).filter(|(_, reply)| reply.is_err()) {
            late::leave_alone(&node.address);
        }
        let lease = LateLease { asked: None, ..*lease };
        release_later(nodes.iter().copied(), &heard.replies, || lease.release(scope, Reason::Unknown));
        for node in left_alone {
            late::add(&node.address, lease.release(scope, Reason::Abandoned));
        }
        heard.replies
    }
}

/// Tells whether a majority has replied: one that hangs must not use up the time of what comes next.
pub(super) fn replied_by_most(replies: &[Option<Result<bool, Failure>>]) -> bool {
    is_majority(replies.len(), replies.iter().flatten().filter(|reply| reply.is_ok()).count())
}

/// Returns what is left of a call, and enough for nodes that reply.
pub(super) fn left(until: Instant) -> Duration {
    Instant::now().until(until).max(LEAST)
}

fn send_release(
    nodes: &[&Node],
    request: Request<'_>,
    within: Duration,
    interrupts: Interrupts,
    is_enough: &Enough<'_, bool>,
) -> Vec<Result<bool, Failure>> {
    let round = Round { requests: &[request], within, connecting: Duration::ZERO, until: None, interrupts };
    fan_out::send(nodes, &round, scripts::released, is_enough).replies
}

/// Has each node that did not release send it at the next contact.
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

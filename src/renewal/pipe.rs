//! Owns one connection of a destination, the leases it owes a reply on, and what is put together for it: here the gate is passed.
//! Does not own when there is a connection (`destination`), the bytes (`node::pipeline`).

use std::collections::{BTreeSet, VecDeque};

use crate::clock::Instant;
use crate::failure::Failure;
use crate::leaves::Leaves;
use crate::node::operation::Operation;
use crate::node::pipeline::{Extend, Pipeline};
use crate::renewal::leases::{LeaseId, Leases, Renewed};
use crate::scope::Scope;
use crate::scripts::{Action, Request};
use crate::token::Token;
use crate::ttl::Deadline;

/// How many extends are put together in one write; with their tokens a few dozen kilobytes, which a socket takes at once.
const MOST_TOGETHER: usize = 512;

/// Which lease an extend is for, and at which of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whose {
    pub(super) lease: LeaseId,
    pub(super) member: usize,
    /// The member's moves at that time; `None` for one that is sent only where the key is.
    pub(super) moves: Option<u16>,
    /// Until when the lease was trusted when it was sent.
    pub(super) deadline: Option<Instant>,
    /// It goes after an ASKING.
    pub(super) asking: bool,
}

impl Whose {
    pub(super) fn new(lease: LeaseId, member: usize, moves: Option<u16>) -> Self {
        Self { lease, member, moves, deadline: None, asking: false }
    }
}

/// What is to be sent.
#[derive(Debug)]
pub(super) enum Item {
    Extend {
        whose: Whose,
        /// Where a step of it was sent already.
        so_far: Option<Extend>,
    },
    /// Of a lease that a majority has lost: what a minority has would be in the way of the next holder.
    Release { scope: Scope, token: Token },
}

/// One connection.
#[derive(Debug)]
pub(super) struct Pipe {
    pub(super) pipeline: Pipeline<Whose>,
    /// The deadlines of the leases that it owes a reply on.
    pub(super) deadlines: BTreeSet<(Instant, LeaseId, usize)>,
    /// It has replied to an extend.
    pub(super) is_proven: bool,
    /// Its server is no good for more: it loads, was demoted, or does not know us any more.
    pub(super) is_spoiled: bool,
}

/// Leases of which something was found out.
#[derive(Debug, Default)]
pub(super) struct FillResult {
    /// They have ended.
    pub(super) over: Vec<LeaseId>,
    /// Their keys must be extended one by one.
    pub(super) to_split: Vec<LeaseId>,
    /// The server lacks what the next step takes.
    pub(super) refused: Vec<(Whose, Failure)>,
}

/// Puts what is queued together, as far as the leases still want it: the gate is passed here.
pub(super) fn fill(pipe: &mut Pipe, queue: &mut VecDeque<Item>, leases: &Leases, now: Instant, found: &mut FillResult) {
    for _ in 0..MOST_TOGETHER {
        let Some(item) = queue.pop_front() else { return };
        let (whose, so_far) = match item {
            Item::Release { scope, token } => {
                pipe.pipeline
                    .push_unheeded(&Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) }, now);
                continue;
            }
            Item::Extend { whose, so_far } => (whose, so_far),
        };
        let Some(lease) = leases.get(whose.lease) else { continue };
        let member = lease.members.get(whose.member);
        if member.is_none_or(|member| whose.moves.is_some_and(|moves| moves != member.moves)) {
            continue;
        }
        if lease.scope(whose.member).is_list() && pipe.pipeline.takes_keys_alone() {
            found.to_split.push(whose.lease);
            continue;
        }
        let is_given = !lease.renewable.token.is_unique();
        if is_given && pipe.pipeline.has_unwritten() {
            queue.push_front(Item::Extend { whose, so_far });
            return;
        }
        let (before, again) = (pipe.pipeline.unwritten(), is_given.then(|| so_far.clone()));
        match push(pipe, whose, so_far, lease, now, found) {
            None => found.over.push(whose.lease),
            Some(deadline) => {
                let unwritten = again.filter(|_| pipe.pipeline.has_unwritten() && pipe.pipeline.take_back(before));
                let Some(so_far) = unwritten else { continue };
                // Its token may be at the key by another's doing once release() was called: it does not stay unwritten.
                pipe.deadlines.remove(&(deadline, whose.lease, whose.member));
                queue.push_front(Item::Extend { whose, so_far });
                return;
            }
        }
    }
}

/// Puts an extend of a lease after the others, and has that of a given token written at once; returns until when the lease is trusted
/// so far, `None` when it has ended.
fn push(
    pipe: &mut Pipe,
    whose: Whose,
    so_far: Option<Extend>,
    lease: &Renewed,
    now: Instant,
    found: &mut FillResult,
) -> Option<Instant> {
    let renewable = &lease.renewable;
    let mut trusted_until = None;
    let extend = so_far.unwrap_or_else(|| Extend { operation: Operation::new(whose.asking), sent: None });
    let passed = renewable.gate.pass(now, |ttl, deadline| {
        // A finite ttl has one.
        let deadline = if let Deadline::At(deadline) = deadline { deadline } else { now.after(renewable.gate.ttl) };
        pipe.deadlines.insert((deadline, whose.lease, whose.member));
        trusted_until = Some(deadline);
        let scope = lease.scope(whose.member);
        let request = Request { scope, action: Action::Extend(&renewable.token, ttl) };
        let whose = Whose { deadline: trusted_until, ..whose };
        if let Err(failure) = pipe.pipeline.push(whose, &request, extend, now) {
            pipe.deadlines.remove(&(deadline, whose.lease, whose.member));
            found.refused.push((whose, failure));
        }
        if !renewable.token.is_unique() {
            // An error is found again by the next write.
            let _ = pipe.pipeline.write();
        }
    });
    trusted_until.filter(|_| passed)
}

//! Owns one connection of a destination, the leases it owes a reply on, and the extends that it writes for leases that still stand.
//! Does not own when there is a connection (`destination`), the bytes (`node::conversation`).

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Call;
use crate::connection::arrival::Opened;
use crate::failure::Failure;
use crate::leaves::Leaves;
use crate::node::conversation::Conversation;
use crate::node::link::Link;
use crate::node::operation::Operation;
use crate::renewal::leases::{LeaseId, Leases, Renewed};
use crate::scope::Scope;
use crate::scripts::{self, Action, Request};
use crate::token::Token;
use crate::ttl::{Deadline, Ttl};

/// How many extends are put together in one write; with their tokens a few dozen kilobytes, which a socket takes at once.
const MOST_TOGETHER: usize = 512;
/// A pipe keeps its own time, and no message shows why it ended.
const CALL: Call<'static> = Call::new(Duration::ZERO);

/// What an extend has come to: how long the lease lasts from the instant at which it was first sent, `None` where it is not ours.
pub(super) type ExtendState = crate::node::queue::OperationState<Option<Ttl>>;

/// A lease, one of its members, and how often that had moved.
pub(super) type MemberKey = (LeaseId, usize, u16);

/// Which lease an extend is for, and at which of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whose {
    pub(super) lease: LeaseId,
    pub(super) member: usize,
    /// The member's moves at that time. Once that has moved, or another stands in its place, what becomes of the extend counts no more.
    pub(super) moves: u16,
    /// It is sent to another node than the member's.
    pub(super) is_elsewhere: bool,
    /// Until when the lease was trusted when the extend was sent.
    pub(super) deadline: Option<Instant>,
    /// When its first step was sent. The life that the reply to its last step tells is counted from here, which is never too long.
    pub(super) sent: Option<Instant>,
    /// It goes after an ASKING.
    pub(super) asking: bool,
}

impl Whose {
    pub(super) fn new(lease: LeaseId, member: usize, moves: u16) -> Self {
        Self { lease, member, moves, is_elsewhere: false, deadline: None, sent: None, asking: false }
    }

    /// Returns what it has in common with other extends for the same member that count as long as it does.
    pub(super) fn key(&self) -> MemberKey {
        (self.lease, self.member, self.moves)
    }

    /// Tells whether its reply counts.
    pub(super) fn counts(&self, leases: &Leases) -> bool {
        leases.target(self.lease, self.member, self.moves).is_some()
    }

    /// Tells whether it counts, and goes to where the key is taken to be.
    pub(super) fn is_at_home(&self, leases: &Leases) -> bool {
        !self.is_elsewhere && self.counts(leases)
    }
}

/// What is to be sent.
#[derive(Debug)]
pub(super) enum Item {
    Extend {
        whose: Whose,
        /// How far it has come, if a step of it was sent already.
        so_far: Option<Operation>,
    },
    /// Of a lease that a majority has lost: what a minority has would be in the way of the next holder.
    Release { scope: Scope, token: Token },
}

/// One connection.
#[derive(Debug)]
pub(super) struct Pipe {
    pub(super) conversation: Conversation<Whose>,
    /// The deadlines of the leases that it owes a reply on.
    pub(super) deadlines: BTreeSet<(Instant, MemberKey)>,
    /// It has replied to an extend.
    pub(super) is_proven: bool,
    /// Its server is no good for more: it loads, was demoted, or does not know us any more.
    pub(super) is_spoiled: bool,
    /// Whose extend is the last thing that was written, in part, and must not go on once its release() was called.
    half_written: Option<LeaseId>,
}

impl Pipe {
    /// Begins to talk on a connection that was made.
    /// Errors: something came before anything was requested.
    pub(super) fn on(connection: Opened, now: Instant) -> Result<Self, Failure> {
        let conversation = Conversation::on(Link::new(connection), now)?;
        let (deadlines, half_written) = (BTreeSet::new(), None);
        Ok(Self { conversation, deadlines, is_proven: false, is_spoiled: false, half_written })
    }

    /// Returns the first deadline that lies ahead of the leases that it owes a reply on.
    pub(super) fn least_deadline(&self) -> Option<Instant> {
        self.deadlines.range((Instant::now(), MemberKey::default())..).next().map(|&(deadline, _)| deadline)
    }

    /// Tells whether a reply of it could still save a lease.
    pub(super) fn is_of_use(&self) -> bool {
        !self.is_spoiled && self.least_deadline().is_some()
    }

    /// Returns until when that may be so.
    pub(super) fn last_deadline(&self) -> Option<Instant> {
        self.deadlines.last().filter(|_| !self.is_spoiled).map(|&(deadline, _)| deadline)
    }

    /// Writes as much as the socket takes; false when the connection has ended, or must: what is half written must not go on.
    pub(super) fn write(&mut self, leases: &Leases) -> bool {
        let written = match self.half_written.filter(|_| self.conversation.has_unwritten()) {
            None => Some(self.conversation.write(&CALL)),
            Some(id) => {
                leases.get(id).and_then(|lease| lease.renewable.gate.hold_open(|| self.conversation.write(&CALL)))
            }
        };
        if !self.conversation.has_unwritten() {
            self.half_written = None;
        }
        written.is_some_and(|written| written.is_ok())
    }

    /// Reads what has come, and notes what it says of the connection; each state goes onto the end of `replies`.
    /// Errors: why no more replies will come.
    pub(super) fn read(
        &mut self,
        now: Instant,
        leases: &Leases,
        replies: &mut Vec<(Whose, ExtendState)>,
    ) -> Result<(), Failure> {
        let request = |whose: Whose| leases.request(whose.lease, whose.member, whose.moves);
        let note = |whose: Whose, state: ExtendState| {
            match &state {
                ExtendState::Done(Ok(_)) | ExtendState::Over => self.is_proven = true,
                ExtendState::Done(Err(failure)) => self.is_spoiled |= failure.spoils_connection(),
                ExtendState::Send(_) => {}
            }
            if let Some(deadline) = whose.deadline {
                self.deadlines.remove(&(deadline, whose.key()));
            }
            replies.push((whose, state));
        };
        self.conversation.read(&CALL, now, request, |reply| scripts::extended(&reply), note)
    }
}

impl Drop for Pipe {
    /// Has the server close it now: a child that was forked meanwhile, and may live for days, has a copy.
    fn drop(&mut self) {
        self.conversation.link().end_requests();
    }
}

/// Leases of which something was found out.
#[derive(Debug, Default)]
pub(super) struct FillResult {
    /// They have ended.
    pub(super) over: Vec<LeaseId>,
}

/// Puts what is queued together for the next write, as far as the leases still want it ([`Gate::pass`](crate::lease::Gate::pass)).
pub(super) fn fill(pipe: &mut Pipe, queue: &mut VecDeque<Item>, leases: &Leases, now: Instant, found: &mut FillResult) {
    for _ in 0..MOST_TOGETHER {
        let Some(item) = queue.pop_front() else { return };
        let (whose, so_far) = match item {
            Item::Release { scope, token } => {
                let release = Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) };
                pipe.conversation.push_unheeded(&release, now);
                continue;
            }
            Item::Extend { whose, so_far } => (whose, so_far),
        };
        let Some(lease) = leases.get(whose.lease).filter(|_| whose.counts(leases)) else { continue };
        let is_given = !lease.renewable.token.is_unique();
        if is_given && pipe.conversation.has_unwritten() {
            queue.push_front(Item::Extend { whose, so_far });
            return;
        }
        let (before, again) = (pipe.conversation.unwritten(), is_given.then_some(so_far));
        match push(pipe, whose, so_far, lease, now) {
            None => found.over.push(whose.lease),
            Some(deadline) => {
                let Some(so_far) = again.filter(|_| pipe.conversation.has_unwritten()) else { continue };
                // Once release() was called, another may have put a given token at the key: no extend of it may stay unwritten.
                if pipe.conversation.take_back(before) {
                    pipe.deadlines.remove(&(deadline, whose.key()));
                    queue.push_front(Item::Extend { whose, so_far });
                } else {
                    // Half of it is out, or all is with TLS, which takes it whether the socket does or not.
                    pipe.half_written = Some(whose.lease);
                }
                return;
            }
        }
    }
}

/// Puts an extend of a lease after the others, and has that of a given token written at once; returns until when the lease is trusted
/// so far, `None` when it has ended.
fn push(pipe: &mut Pipe, whose: Whose, so_far: Option<Operation>, lease: &Renewed, now: Instant) -> Option<Instant> {
    let renewable = &lease.renewable;
    let mut trusted_until = None;
    let sent = whose.sent.filter(|_| so_far.is_some()).unwrap_or(now);
    let operation = so_far.unwrap_or_else(|| Operation::new(whose.asking));
    let passed = renewable.gate.pass(now, |ttl, deadline| {
        // A finite ttl has one.
        let deadline = if let Deadline::At(deadline) = deadline { deadline } else { now.after(renewable.gate.ttl) };
        pipe.deadlines.insert((deadline, whose.key()));
        trusted_until = Some(deadline);
        let scope = lease.scope(whose.member);
        let request = Request { scope, action: Action::Extend(&renewable.token, ttl) };
        let whose = Whose { deadline: trusted_until, sent: Some(sent), ..whose };
        pipe.conversation.push((whose, operation), &request, now);
        if !renewable.token.is_unique() {
            // An error is found again by the next write.
            let _ = pipe.conversation.write(&CALL);
        }
    });
    trusted_until.filter(|_| passed)
}

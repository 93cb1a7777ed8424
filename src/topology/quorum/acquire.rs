//! Owns competing for a lock on several nodes: one vote, what losers take back, when it is tried again, and waiting for it.
//! Does not own the other verbs (`quorum`), counting (`votes`), when a waiter gives up (`lock::wait_loop`).

use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::failure::{Failure, Interruption};
use crate::net::interrupts::{self, Interrupts, Woke};
use crate::node::Node;
use crate::node::fan_out::{self, Round};
use crate::node::recovery::{Recovery, Try};
use crate::process::ForkGuard;
use crate::scripts::{self, Action, CurrentHolder, Request, Unexpected, Waits};
use crate::token::Promise;
use crate::topology::pause::{self, chance};
use crate::topology::quorum::release::left;
use crate::topology::quorum::{Quorum, undecided};
use crate::topology::votes::{Count, may_decide};
use crate::topology::{Acquired, Attempt, Waiter, WakeUp};

/// How often a split vote is repeated.
const AGAIN: usize = 3;
/// The longest pause before that, in times of what the vote took: the callers that have split it must not meet again.
const PAUSE: u32 = 4;
/// The least of the longest pause: votes on one machine take less than what keeps callers apart.
const LEAST_PAUSE: Duration = Duration::from_millis(10);
/// The most of it: a node that does not reply makes a vote long, and the next is without that node.
const MOST_PAUSE: Duration = Duration::from_millis(500);

/// One node in a vote.
struct Voter<'a> {
    node: &'a Node,
    /// What it said in the last vote.
    said: Option<Result<bool, Failure>>,
    /// It did not reply, and gets no second request: what was sent may still run. The votes that follow are for another token: renewal would
    /// find that of this vote there, and count the node for the lease, until the late release that is owed to it takes it away.
    is_out: bool,
    /// The release of its vote was sent and got no reply: it may still run.
    may_take_back: bool,
}

impl Quorum {
    /// Tries to acquire on all nodes, and again if the vote was split. What a lost vote was given is released.
    pub(super) fn acquire_by_vote(
        &self,
        attempt: &mut Attempt<'_>,
        interrupts: Interrupts,
    ) -> Result<Acquired, Failure> {
        // No release signals: a waiter that a node wakes may find the others taken.
        attempt.token.set_promise(Promise::StaysSilent);
        self.remember(attempt.ttl);
        let mut until = self.end_of_call(attempt.end());
        let mut voters: Vec<Voter<'_>> =
            self.nodes.iter().map(|node| Voter { node, said: None, is_out: false, may_take_back: false }).collect();
        for again in (0..=AGAIN).rev() {
            let start = Instant::now();
            if let Some(acquired) = self.vote(attempt, interrupts, until, &mut voters)? {
                return Ok(acquired);
            }
            let count = count(&voters);
            let is_split = count.yes > 0 && count.no > 0;
            let silent = voters.iter().filter(|voter| voter.is_out).count();
            if silent == 0 && attempt.end().is_none() {
                // Only silence is short of time: they are far away, and reply.
                until = self.end_of_call(None);
            }
            // A vote takes a round trip, unless a node does not reply.
            let may_wait = (silent == 0 || !attempt.is_over()) && Instant::now().after(MOST_PAUSE) < until;
            let may_be_won = may_decide(voters.len(), silent);
            if is_split && again > 0 && may_wait && may_be_won && next_token(attempt, &voters) {
                sleep_apart(start, interrupts)?;
                continue;
            }
            if count.verdict() == Some(false) {
                return Ok(Acquired::Another(None));
            }
            break;
        }
        Err(undecided(&voters.into_iter().filter_map(|voter| voter.said).collect::<Vec<_>>()))
    }

    /// Votes once. `None` if the vote is lost: what it was given is released then, except on nodes that do not tell.
    fn vote(
        &self,
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        until: Instant,
        voters: &mut [Voter<'_>],
    ) -> Result<Option<Acquired>, Failure> {
        let guard = ForkGuard::here();
        let nodes: Vec<&Node> = voters.iter().filter(|voter| !voter.is_out).map(|voter| voter.node).collect();
        let Attempt { scope, ref token, ttl, fenced, .. } = *attempt;
        // No wait is told to the nodes: no release here wakes a waiter.
        let action = Action::Acquire {
            token,
            ttl,
            waits: Waits::No,
            fenced,
            is_retry: false,
            signal_of: None,
            asks_done: false,
        };
        let request = Request { scope, action };
        let within = self.limit(attempt.ttl).min(left(until));
        // A new connection takes round trips of its own.
        let round =
            Round { requests: &[request], within, connecting: within, until: attempt.end().map(|_| until), interrupts };
        let heard = fan_out::send(&nodes, &round, taken, &self.enough(|yes: &bool| *yes));
        for (voter, said) in voters.iter_mut().filter(|voter| !voter.is_out).zip(heard.replies) {
            voter.said = Some(said);
        }
        if guard.has_forked() {
            // A signal handler has forked: what was sent is the parent's.
            return Err(Failure::Interrupted { by: Interruption::Fork, sent: true });
        }
        let interrupted = voters.iter().find_map(|voter| voter.said.as_ref()?.as_ref().err()?.interruption());
        if count(voters).verdict() == Some(true) && interrupted.is_none() {
            // What a slow node may have given as well is a part of the lease, and is released with it.
            return Ok(Some(Acquired::Ours {
                deadline: attempt.ttl.deadline_on_many(heard.sent),
                fence: None,
                permit: None,
            }));
        }
        self.release_vote(attempt, interrupts, until, voters, interrupted)?;
        Ok(None)
    }

    /// Releases what a lost vote was given, and leaves out each node that did not tell what it did.
    fn release_vote(
        &self,
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        until: Instant,
        voters: &mut [Voter<'_>],
        interrupted: Option<Interruption>,
    ) -> Result<(), Failure> {
        for voter in voters.iter_mut().filter(|voter| !voter.is_out) {
            if let Some(Err(failure)) = &voter.said {
                if let Recovery::Owed(reason) = Recovery::of_acquire(&attempt.token, failure, Try::Only) {
                    attempt.release_later(&voter.node.address, reason);
                }
                voter.is_out = failure.is_silence();
            }
        }
        let given: Vec<&mut Voter<'_>> = voters.iter_mut().filter(|voter| voter.said == Some(Ok(true))).collect();
        let nodes: Vec<&Node> = given.iter().map(|voter| voter.node).collect();
        let released = self
            .take_back(&nodes, attempt, interrupts, interrupted, until)
            // What was sent is taken back, or owed.
            .map_err(|by| Failure::Interrupted { by, sent: false })?;
        for (voter, _) in given.into_iter().zip(released).filter(|(_, released)| !released) {
            // Its vote is neither given nor taken back: it counts for nothing from here on.
            let cause = "it did not confirm that its vote was taken back".to_owned();
            voter.said = Some(Err(Failure::Unanswered { node: voter.node.address.node(), cause }));
            (voter.is_out, voter.may_take_back) = (true, true);
        }
        Ok(())
    }
}

/// Prepares another vote, for another token if a node is out; false where there can be none. A given token has no other, so it gets no
/// vote any more once a release of it may still run.
fn next_token(attempt: &mut Attempt<'_>, voters: &[Voter<'_>]) -> bool {
    if attempt.token.is_known_elsewhere() {
        return !voters.iter().any(|voter| voter.may_take_back);
    }
    !voters.iter().any(|voter| voter.is_out) || attempt.take_another_token().is_ok()
}

fn count(voters: &[Voter<'_>]) -> Count {
    Count::of(voters.len(), voters.iter().filter_map(|voter| voter.said.as_ref()), |yes| *yes)
}

/// Reads the reply to `SET ... NX`, or to the script that takes several keys.
fn taken(reply: &Value) -> Result<bool, Unexpected> {
    match reply {
        Value::Okay => Ok(true),
        Value::Nil => Ok(false),
        other => scripts::acquired(other).map(|acquired| acquired.is_ok()),
    }
}

/// Sleeps for a random time, in which others have most likely won or given up.
fn sleep_apart(start: Instant, interrupts: Interrupts) -> Result<(), Failure> {
    let now = Instant::now();
    let longest = (start.until(now) * PAUSE).clamp(LEAST_PAUSE, MOST_PAUSE);
    match interrupts::sleep(now.after(longest.mul_f64(chance())), interrupts) {
        Woke::Ready | Woke::Time => Ok(()),
        Woke::Interrupted(by) => Err(Failure::Interrupted { by, sent: false }),
    }
}

/// One waiter at a quorum: it waits by the clock, because no release signals.
#[derive(Debug)]
pub(super) struct QuorumWaiter<'a> {
    pub(super) quorum: &'a Quorum,
    pub(super) interrupts: Interrupts,
}

impl Waiter for QuorumWaiter<'_> {
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        self.quorum.acquire_by_vote(attempt, self.interrupts)
    }

    fn sleep(&mut self, _: CurrentHolder, end: Option<Instant>) -> WakeUp {
        pause::for_a_poll(end, self.interrupts)
    }
}

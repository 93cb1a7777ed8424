//! Owns competing for a lock on several nodes: one vote, what losers take back, when it is tried again, and waiting for it.
//! Does not own the other verbs (`quorum`), counting (`votes`), when a waiter gives up (`lock::wait_loop`).

use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::failure::{Failure, Interruption};
use crate::net::interrupts::{self, Interrupts, Woke};
use crate::node::Node;
use crate::node::fan_out::{self, Round};
use crate::node::recovery::{Reason, Recovery, Try};
use crate::process::ForkGuard;
use crate::scripts::{self, Action, CurrentHolder, Request, Unexpected, Waits};
use crate::topology::pause::{self, chance};
use crate::topology::quorum::release::{left, release_at, release_later};
use crate::topology::quorum::{LEAST, Quorum, undecided};
use crate::topology::votes::{Count, is_majority};
use crate::topology::{Acquired, Attempt, Waiter, WakeUp};

/// How often a split vote is repeated, with a new token each time: a release of the last one may still run, and what a silent node took for it
/// is no part of the lease.
const AGAIN: usize = 3;
/// The longest pause before that, in times of what the vote took.
const PAUSE: u32 = 4;
/// The least of the longest pause: votes on one machine take less than what keeps callers apart.
const LEAST_PAUSE: Duration = Duration::from_millis(10);
/// The most of it: a node that does not reply makes a vote long, and the next is without that node.
const MOST_PAUSE: Duration = Duration::from_millis(500);

impl Quorum {
    /// Tries to acquire on all nodes, and again if the vote was split. What a lost vote was given is released.
    pub(super) fn acquire_by_vote(
        &self,
        attempt: &mut Attempt<'_>,
        interrupts: Interrupts,
    ) -> Result<Acquired, Failure> {
        // No release signals: a waiter that a node wakes may find the others taken.
        attempt.token.stay_silent();
        let mut until = self.end_of_call(attempt.caller.end);
        // A token that others know has no other.
        let mut again = if attempt.token.is_shared() { 0 } else { AGAIN };
        // Nobody is silent yet.
        let mut said = vec![Ok(false); self.nodes.len()];
        loop {
            let start = Instant::now();
            if let Some(acquired) = self.vote(attempt, interrupts, until, &mut said)? {
                return Ok(acquired);
            }
            let now = Instant::now();
            let count = self.count(&said);
            let silent = said.iter().filter(|said| is_silent(said)).count();
            if silent == 0 && attempt.caller.end.is_none() {
                // Only silence is short of time: they are far away, and reply.
                until = self.end_of_call(None);
            }
            // Those that have split it must not meet again. A vote takes a round trip, unless a node does not reply.
            let longest = (start.until(now) * PAUSE).clamp(LEAST_PAUSE, MOST_PAUSE);
            let may_wait = (silent == 0 || !attempt.is_over()) && now.after(longest) < until;
            let may_be_won = is_majority(said.len(), said.len() - silent);
            if again > 0
                && (count.yes > 0 && count.no > 0)
                && (may_wait && may_be_won)
                && let Ok(token) = attempt.token.another()
            {
                (attempt.token, again) = (token, again - 1);
                sleep(now.after(longest.mul_f64(chance())), interrupts)?;
                continue;
            }
            return if count.verdict() == Some(false) { Ok(Acquired::Another(None)) } else { Err(undecided(&said)) };
        }
    }

    /// Votes once, among those that are not silent. `None` if the vote is lost: what it was given is released then.
    fn vote(
        &self,
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        until: Instant,
        said: &mut [Result<bool, Failure>],
    ) -> Result<Option<Acquired>, Failure> {
        let guard = ForkGuard::here();
        let nodes = self.those(said, |said| !is_silent(said));
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
        let limit = || self.limit(ttl).min(left(until));
        let (requests, until_all) = ([Request { scope, action }], attempt.caller.end.map(|_| until));
        // A new connection takes round trips of its own.
        let round = Round { requests: &requests, within: limit(), connecting: limit(), until: until_all, interrupts };
        let heard = fan_out::send(&nodes, &round, taken, &self.enough(|yes: &bool| *yes));
        if guard.has_forked() {
            // A signal handler has forked: what was sent is the parent's.
            return Err(Failure::Interrupted { by: Interruption::Fork, sent: true });
        }
        let interrupted = interruption(&heard.replies);
        if interrupted.is_none() && self.count(&heard.replies).verdict() == Some(true) {
            // What a slow node may have given as well is a part of the lease, and is released with it.
            let deadline = ttl.deadline_on_many(heard.sent);
            return Ok(Some(Acquired::Ours { deadline, fence: None, permit: None }));
        }
        let asked = said.iter_mut().filter(|said| !is_silent(said));
        for ((node, said), reply) in nodes.into_iter().zip(asked).zip(heard.replies) {
            *said = reply;
            if let Err(failure) = said
                && let Recovery::Owed(reason) = Recovery::of_acquire(token, failure, Try::Only)
            {
                attempt.release_later(&node.address, reason);
            }
        }
        self.take_back(attempt, interrupts, interrupted, limit(), said)?;
        Ok(None)
    }

    /// Releases what a lost vote was given, at once, whoever knows the token; what gets no reply is owed.
    /// Errors: the program leaves, or has forked.
    fn take_back(
        &self,
        attempt: &Attempt<'_>,
        interrupts: Interrupts,
        interrupted: Option<Interruption>,
        within: Duration,
        said: &mut [Result<bool, Failure>],
    ) -> Result<(), Failure> {
        let guard = ForkGuard::here();
        // A node that does not reply must not keep a caller that leaves.
        let (within, interrupts) = if interrupted.is_some() { (LEAST, None) } else { (within, interrupts) };
        let given = self.those(said, |said| *said == Ok(true));
        let released = release_at(&given, attempt.scope, &attempt.taken(), within, interrupts);
        if guard.has_forked() {
            return Err(Failure::Interrupted { by: Interruption::Fork, sent: false });
        }
        let interrupted = interrupted.or_else(|| interruption(&released));
        let reason = if interrupted.is_some() { Reason::Abandoned } else { Reason::Unknown };
        release_later(given, &released, || attempt.taken().release(attempt.scope, reason));
        if let Some(by) = interrupted {
            // What was sent is taken back, or owed.
            return Err(Failure::Interrupted { by, sent: false });
        }
        for (said, released) in said.iter_mut().filter(|said| **said == Ok(true)).zip(released) {
            // Its vote counts for nothing where it is not known to be taken back.
            *said = released.map(|_| true);
        }
        Ok(())
    }

    fn those(&self, said: &[Result<bool, Failure>], have: impl Fn(&Result<bool, Failure>) -> bool) -> Vec<&Node> {
        self.nodes.iter().zip(said).filter(|(_, said)| have(said)).map(|(node, _)| node).collect()
    }

    fn count(&self, replies: &[Result<bool, Failure>]) -> Count {
        Count::of(self.nodes.len(), replies, |yes| *yes)
    }
}

fn is_silent(said: &Result<bool, Failure>) -> bool {
    said.as_ref().is_err_and(Failure::is_silence)
}

fn interruption(replies: &[Result<bool, Failure>]) -> Option<Interruption> {
    replies.iter().find_map(|reply| reply.as_ref().err()?.interruption())
}

/// Reads the reply to `SET ... NX`, or to the script that takes several keys.
fn taken(reply: &Value) -> Result<bool, Unexpected> {
    match reply {
        Value::Okay => Ok(true),
        Value::Nil => Ok(false),
        other => scripts::acquired(other).map(|acquired| acquired.is_ok()),
    }
}

fn sleep(until: Instant, interrupts: Interrupts) -> Result<(), Failure> {
    match interrupts::sleep(until, interrupts) {
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

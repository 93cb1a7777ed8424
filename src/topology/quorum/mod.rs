//! Owns the verbs of a lock on several independent masters, of which a majority decides (Redlock), and what happens on
//! those that do not reply.
//! Does not own requests to all at the same time (`node::fan_out`), counting (`votes`), competing for a lock
//! and waiting for it (`quorum::acquire`).
//!
//! The source is redis.io, "Distributed Locks with Redis".

mod acquire;
mod release;

use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::{Failure, sentence};
use crate::net::interrupts::Interrupts;
use crate::node::fan_out::{self, Enough, Responses, Round};
use crate::node::late;
use crate::node::recovery::may_release;
use crate::node::{Node, Read};
use crate::scope::Scope;
use crate::scripts::{self, Action, Detail, NoLock, Removed, Request};
use crate::settings::Timeouts;
use crate::token::Token;
use crate::topology::quorum::acquire::QuorumWaiter;
use crate::topology::votes::{self, Count};
use crate::topology::{
    Acquired, Attempt, Extend, ExtendReply, Holding, LateLease, Layout, NodeAddress, Reason, Released, Removable,
    Topology, Waiter, When,
};
use crate::ttl::{Deadline, Ttl};

/// All nodes together may take this part of a ttl to give or extend a lock: what they take is missing from the lease.
const PART: u32 = 4;
/// But at least this long: a network across a continent needs it.
const LEAST: Duration = Duration::from_millis(50);

/// Several independent masters.
#[derive(Debug)]
pub struct Quorum {
    pub(crate) nodes: Vec<Node>,
    /// In an order of their own.
    sorted: Arc<[Arc<Address>]>,
    /// The longest timeouts of its nodes.
    timeouts: Timeouts,
}

impl Quorum {
    /// Names the masters; nothing is connected before the first request.
    pub fn new(addresses: &[Arc<Address>], sorted: Arc<[Arc<Address>]>, timeouts: Timeouts) -> Self {
        let nodes: Vec<Node> =
            addresses.iter().map(|address| Node::new(address.clone(), address.timeouts(timeouts))).collect();
        let most = |pick: fn(&Timeouts) -> Duration| nodes.iter().map(|node| pick(&node.timeouts)).max();
        let connect = most(|its| its.connect).unwrap_or(timeouts.connect);
        let io = most(|its| its.io).unwrap_or(timeouts.io);
        Self { nodes, sorted, timeouts: Timeouts { connect, io } }
    }

    fn all(&self) -> Vec<&Node> {
        self.nodes.iter().collect()
    }

    /// Returns how long nodes have to give or extend a lock.
    fn limit(&self, ttl: Ttl) -> Duration {
        let part = ttl.millis().map_or(Duration::MAX, |millis| Duration::from_millis(millis) / PART);
        self.timeouts.io.min(part.max(LEAST))
    }

    /// Returns when a call ends that begins now: after the end of its wait, if it has one, nodes that are silent may take one
    /// io_timeout, however many requests are made of it.
    fn end_of_call(&self, wait: Option<Instant>) -> Instant {
        let now = Instant::now();
        wait.map_or(now, |wait| wait.max(now)).after(self.timeouts.io)
    }

    /// Sends to all a request whose time no lease limits.
    fn send_all<T>(&self, request: Request<'_>, read: Read<T>, is_enough: &Enough<'_, T>) -> Responses<T> {
        self.send_to(&self.all(), request, read, is_enough)
    }

    fn send_to<T>(
        &self,
        nodes: &[&Node],
        request: Request<'_>,
        read: Read<T>,
        is_enough: &Enough<'_, T>,
    ) -> Responses<T> {
        let (within, connecting) = (self.timeouts.io, self.timeouts.connect);
        let round = Round { requests: &[request], within, connecting, until: None, interrupts: None };
        fan_out::send(nodes, &round, read, is_enough)
    }

    /// Sends to all, until `verdict` decides by the replies so far; it also gets the instant at which the request was sent.
    /// Errors: too few replies alike.
    pub(crate) fn decide<T, D>(
        &self,
        request: Request<'_>,
        read: Read<T>,
        verdict: impl Fn(&[&T], Instant) -> Option<D>,
    ) -> Result<D, Failure> {
        let heard = self.send_all(request, read, &|replies| {
            verdict(&replies.iter().flatten().flatten().collect::<Vec<_>>(), Instant::now()).is_some()
        });
        let said: Vec<&T> = heard.replies.iter().flatten().collect();
        verdict(&said, heard.sent).ok_or_else(|| undecided(&heard.replies))
    }

    /// Returns what tells whether enough nodes have replied yes or no.
    fn enough<T>(&self, is_yes: impl Fn(&T) -> bool) -> impl Fn(&[Option<Result<T, Failure>>]) -> bool {
        let nodes = self.nodes.len();
        move |replies| {
            let to_come = replies.iter().filter(|reply| reply.is_none()).count();
            !Count::of(nodes, replies.iter().flatten(), &is_yes).is_open(to_come)
        }
    }

    /// Extends together on all nodes.
    fn extend_by_votes(&self, each: &[&Extend<'_>], within: Duration) -> Vec<ExtendReply> {
        let requests: Vec<Request<'_>> = each.iter().map(|one| one.request()).collect();
        let within = each.iter().map(|one| self.limit(one.ttl)).fold(within, Duration::min);
        let round = Round { requests: &requests, within, connecting: within, until: None, interrupts: None };
        let enough = self.enough(Option::is_some);
        let (sent, rows) = fan_out::send_each(&self.all(), &round, scripts::extended, &enough);
        each.iter().zip(rows).map(|(one, replies)| self.settle_extend(one, &replies, sent)).collect()
    }

    /// Counts the votes on one extend. What a minority still has of a lost lease is released.
    fn settle_extend(
        &self,
        &Extend { scope, token, ttl, .. }: &Extend<'_>,
        replies: &[Result<Option<Ttl>, Failure>],
        sent: Instant,
    ) -> ExtendReply {
        match Count::of(self.nodes.len(), replies, Option::is_some).verdict() {
            Some(true) => {
                let lives = replies.iter().filter_map(|reply| reply.as_ref().ok().copied().flatten());
                let deadlines = lives.map(|lives| lives.deadline_on_many(sent)).collect();
                Ok(votes::lasts(self.nodes.len(), deadlines))
            }
            // Nothing is released that others may have acquired meanwhile.
            Some(false) if token.is_shared() => Ok(None),
            Some(false) => {
                // What a minority has would only be in the way of the next holder. If it is another's by now, nothing is released.
                let has_some = |reply: &Result<Option<Ttl>, Failure>| match reply {
                    Ok(Some(_)) => true,
                    // It may have some of several keys.
                    Ok(None) => scope.is_list(),
                    Err(_) => false,
                };
                let lease = LateLease::of(token, ttl);
                let left = self.nodes.iter().zip(replies).filter(|(_, reply)| has_some(reply));
                let left: Vec<&Node> = left.map(|(node, _)| node).collect();
                let late = || lease.release(scope, Reason::Unknown);
                let released = release::release_at(&left, scope, &lease, self.limit(ttl), None);
                release::release_later(left, &released, late);
                // What a silent one has done is unknown.
                release::release_later(&self.nodes, replies, late);
                Ok(None)
            }
            None => Err(undecided_change(replies, Option::is_some)),
        }
    }
}

impl Topology for Quorum {
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        self.acquire_by_vote(attempt, None)
    }

    fn waiter<'a>(&'a self, _: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(QuorumWaiter { quorum: self, interrupts })
    }

    fn addresses(&self) -> &[Arc<Address>] {
        &self.sorted
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Quorum(self)
    }

    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure> {
        let request = Request { scope, action: Action::Release(lease.token, lease.leaves) };
        let heard = self.send_all(request, scripts::released, &self.enough(|gone: &bool| *gone));
        let verdict = Count::of(self.nodes.len(), &heard.replies, |gone| *gone).verdict();
        let Some(gone) = verdict else { return Err(undecided_change(&heard.replies, |gone| *gone)) };
        // It was sent: not again where others know the token.
        let lease = LateLease { once_until: None, ..lease };
        release::release_later(&self.nodes, &heard.replies, || lease.release(scope, Reason::Unknown));
        Ok(if gone { Released::Gone } else { Released::NotOurs })
    }

    fn extend(&self, each: &[Extend<'_>], within: Duration) -> Vec<ExtendReply> {
        // A token that others know goes alone: its gate is asked when it is written.
        let (shared, own): (Vec<_>, Vec<_>) = each.iter().partition(|one| one.token.is_shared());
        let mut own = if own.is_empty() { Vec::new() } else { self.extend_by_votes(&own, within) }.into_iter();
        let mut shared = shared.into_iter().flat_map(|one| self.extend_by_votes(&[one], within));
        let next = |one: &Extend<'_>| if one.token.is_shared() { shared.next() } else { own.next() };
        each.iter().filter_map(next).collect()
    }

    fn goals(&self, _: &Scope) -> Result<Vec<NodeAddress>, Failure> {
        Ok(self.nodes.iter().map(|node| (node.address.clone(), node.timeouts)).collect())
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        // Without their tokens two other holders could not be told apart.
        let detail = if token.is_none() { Detail::Who } else { detail };
        let request = Request { scope, action: Action::Inspect(token, detail) };
        self.decide(request, scripts::inspected, |said, sent| {
            let until = said.iter().map(|&said| said.clone().map(|left| left.deadline_on_many(sent)));
            votes::holder(self.nodes.len(), &until.collect::<Vec<_>>())
        })
    }

    fn force(&self, scope: &Scope, own: Option<LateLease<'_>>, what: Removable) -> Result<Removed, Failure> {
        let action = Action::Force(own.map(|own| own.token), what);
        let heard = self.send_all(Request { scope, action }, scripts::removed, &|_| false);
        let of = |(node, reply): (&Node, Result<Result<Removed, NoLock>, Failure>)| {
            reply.and_then(|removed| removed.map_err(|no_lock| super::not_a_lock(node, scope, no_lock)))
        };
        let replies: Vec<Result<Removed, Failure>> = self.nodes.iter().zip(heard.replies).map(of).collect();
        let Some(removed) = votes::removed(self.nodes.len(), &replies) else {
            return Err(undecided_change(&replies, |removed| *removed != Removed::Nothing));
        };
        if removed == Removed::Nothing
            && let Some(no_lock) =
                replies.iter().find_map(|reply| reply.as_ref().err().filter(|it| matches!(it, Failure::NotDone { .. })))
        {
            // Nothing was removed, and a minority has something that is no lock: the caller hears of that.
            return Err(no_lock.clone());
        }
        // Another's token at a node that did not reply cannot be released later: it is not known.
        if let Some(own) = own {
            release::release_later(&self.nodes, &replies, || own.release(scope, Reason::Unknown));
        }
        Ok(removed)
    }

    fn release_late(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason, when: When) {
        let may_go = || may_release(lease.token.is_shared(), lease.once_until, lease.leaves, Instant::now());
        match (reason, when) {
            (Reason::Unknown | Reason::Abandoned, When::AtRequestEnd) => {
                self.nodes.iter().for_each(|node| late::add(&node.address, lease.release(scope, reason)));
            }
            (Reason::Unknown | Reason::Abandoned, When::Now) if !may_go() => {}
            // At once in all cases: what becomes of it is one vote, and each address's list would count its own.
            _ => self.release_unwatched(scope, &lease, reason),
        }
    }
}

/// Returns the failure of replies that decide nothing.
pub(crate) fn undecided<T>(replies: &[Result<T, Failure>]) -> Failure {
    let mut failures = replies.iter().filter_map(|reply| reply.as_ref().err());
    if let Some(interrupted) = failures.clone().find(|failure| failure.interruption().is_some()) {
        return interrupted.clone();
    }
    match failures.next() {
        // They have replied, and nothing but errors is in the way.
        Some(error) if !error.is_silence() && !failures.any(Failure::is_silence) => error.clone(),
        _ => too_few_alike(replies),
    }
}

/// The same of a request that changes something. One node that has run it is enough for it to count, whatever errors the others reply: a
/// release has taken the lease its majority, an extended key lives longer.
fn undecided_change<T>(replies: &[Result<T, Failure>], has_run: impl Fn(&T) -> bool) -> Failure {
    if replies.iter().flatten().any(has_run) { too_few_alike(replies) } else { undecided(replies) }
}

fn too_few_alike<T>(replies: &[Result<T, Failure>]) -> Failure {
    let failures: Vec<&Failure> = replies.iter().filter_map(|reply| reply.as_ref().err()).collect();
    let nodes = replies.len();
    Failure::TooFewAlike {
        nodes,
        replied: nodes - failures.len(),
        needed: votes::majority(nodes),
        causes: sentence(failures.iter().map(|failure| failure.told())),
        may_have_run: nodes > failures.len() || failures.iter().any(|failure| failure.may_have_run()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::key::Key;
    use crate::node::link::pool;
    use crate::scripts::OpenFor;

    #[test]
    fn no_more_members_are_written_to_once_the_gate_of_an_extend_has_closed() {
        let io = Duration::from_millis(50);
        let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
        // Each is asked when it is put together, and when it is written.
        for (times, written) in [(0, 0), (1, 0), (3, 1), (6, 3)] {
            let member = |n| {
                let address = Arc::new(Address::parse(&format!("unix:///gated{n}")).unwrap());
                let (far, near) = UnixStream::pair().unwrap();
                far.set_nonblocking(true).unwrap();
                pool::put_socket(&address, near);
                (address, far)
            };
            let (addresses, far): (Vec<_>, Vec<_>) = (0..3).map(member).unzip();
            let quorum = Quorum::new(&addresses, addresses.clone().into(), Timeouts { connect: io, io });
            let gate = OpenFor::times(times);
            quorum.extend(&[Extend { gate: Some(&gate), ..Extend::new(&scope, &token, Ttl::Forever) }], io);
            let has_some = |mut far: UnixStream| far.read(&mut [0; 1024]).unwrap_or(0) > 0;
            assert_eq!(far.into_iter().map(has_some).filter(|has| *has).count(), written, "{times}");
        }
    }
}

//! Owns the verbs of a lock on one Redis, and what happens when a reply does not come.
//! Does not own the sockets (`connection`), which lease a reply belongs to (`lock`).

pub(super) mod waiter;

use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Call;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::Node;
use crate::node::checkout::Checkout;
use crate::node::late;
use crate::node::late::flush;
use crate::node::link::Link;
use crate::node::recovery::{Recovery, Try};
use crate::scope::Scope;
use crate::scripts::{self, Action, Detail, Removed, Request, Taken, Unexpected};
use crate::settings::Timeouts;
use crate::token::Token;
use crate::topology::one_master::waiter::OneMasterWaiter;
use crate::topology::{
    Acquired, Attempt, Extend, ExtendReply, Holding, LateLease, Layout, NodeAddress, Reason, Released, Removable,
    Slept, Topology, Waiter, When, replicas,
};
use crate::ttl::Deadline;
use crate::ttl::Ttl;

/// One Redis that is written to: standalone, or a master that its address always names.
#[derive(Clone, Debug)]
pub struct OneMaster {
    pub(crate) node: Node,
}

impl OneMaster {
    /// Names a master; nothing is connected before the first request.
    pub fn new(address: Arc<Address>, timeouts: Timeouts) -> Self {
        Self { node: Node::new(address, timeouts) }
    }

    /// Sends an attempt on one checkout.
    pub(super) fn acquire_on(
        &self,
        checkout: &mut Checkout,
        attempt: &mut Attempt<'_>,
        slept: Slept,
    ) -> Result<Acquired, Failure> {
        let is_retry = attempt.caller.is_retry;
        let work = |link: &mut Link, call: &Call<'_>| {
            let sent = call.begun.unwrap_or_else(Instant::now);
            if slept.watches {
                link.connection.begin_tracking();
            }
            send(link, call, sent, attempt, &attempt.request(slept))
        };
        let acquired = if is_retry {
            // The first try's connection is closed; an idle one could be older than what has happened.
            checkout.again(work)
        } else {
            checkout.with(work)
        }?;
        if attempt.replicas > 0 && matches!(acquired, Acquired::Ours { .. }) {
            replicas::confirm(checkout, attempt, self.node.timeouts)?;
        }
        Ok(acquired)
    }

    /// Wakes waiters of each of these keys; of permits, of both their lists. `is_known`: it is known that the keys are here, so that the replies
    /// are left unread.
    /// Errors: the failure of the exchange, or the first refusal.
    pub(super) fn wake_waiters(checkout: &mut Checkout, scope: &Scope, is_known: bool) -> Result<(), Failure> {
        let keys = if let Scope::Permits(keys) = scope { &keys[..2] } else { scope.keys() };
        let scopes: Vec<_> = keys.iter().cloned().map(Scope::from).collect();
        let requests: Vec<_> = scopes.iter().map(|scope| Request { scope, action: Action::Wake }).collect();
        checkout.with(|link, call| {
            if is_known {
                return link.send_unheeded(call, u64::MAX, &requests);
            }
            link.send_each(call, &requests)?.into_iter().try_for_each(|reply| reply.map(drop))
        })
    }

    /// Notes that a token is to be released with the next request to this node.
    pub(super) fn release_later(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason) {
        late::add(&self.node.address, lease.release(scope, reason));
    }
}

impl Topology for OneMaster {
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        let mut checkout = self.node.checkout(None);
        checkout.bypass_at = (!attempt.token.is_shared()).then(Instant::now);
        let first = self.acquire_on(&mut checkout, attempt, Slept::default());
        match &first {
            Err(failure) if matches!(Recovery::of_acquire(&attempt.token, failure, Try::First), Recovery::Again) => {}
            _ => return first,
        }
        attempt.caller.is_retry = true;
        self.acquire_on(&mut checkout, attempt, Slept::default()).map_err(|failure| {
            if let Recovery::Owed(reason) = Recovery::of_acquire(&attempt.token, &failure, Try::Later) {
                attempt.release_later(&self.node.address, reason);
            }
            failure.after_unknown_outcome()
        })
    }

    fn waiter<'a>(&'a self, scope: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(OneMasterWaiter::new(self.clone(), scope, interrupts))
    }

    fn wake(&self, scope: &Scope) {
        let _ = Self::wake_waiters(&mut self.node.checkout(None), scope, true);
    }

    fn addresses(&self) -> &[Arc<Address>] {
        std::slice::from_ref(&self.node.address)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::OneMaster(self)
    }

    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure> {
        let request = Request { scope, action: Action::Release(lease.token, lease.leaves) };
        let mut checkout = self.node.checkout(None);
        checkout.bypass_at = (!lease.token.is_shared()).then(Instant::now);
        let (reply, not_ours) = match checkout.send(&request, scripts::released) {
            Err(failure) if matches!(Recovery::of_release(lease.token, &failure), Recovery::Again) => {
                let second = self.node.send_again(&request, scripts::released).map_err(Failure::after_unknown_outcome);
                (second?, Released::NotOursAtSecondTry)
            }
            first => (first?, Released::NotOurs),
        };
        Ok(if reply.value { Released::Gone } else { not_ours })
    }

    fn extend(&self, each: &[Extend<'_>], within: Duration) -> Vec<ExtendReply> {
        let node = Node { timeouts: self.node.timeouts.within(within), ..self.node.clone() };
        let requests: Vec<Request<'_>> = each.iter().map(Extend::request).collect();
        let (mut checkout, mut sent) = (node.checkout(None), Instant::now());
        let done = checkout.with(|link, call| {
            sent = Instant::now();
            let (outcomes, failure) = link.send_all(call, &requests);
            let unanswered = |link: &mut Link| failure.clone().unwrap_or_else(|| link.protocol_error());
            let read = |outcome: Option<Result<Value, Failure>>| match outcome {
                Some(reply) => scripts::extended(&reply?).map_err(|scripts::Unexpected| link.protocol_error()),
                None => Err(unanswered(link)),
            };
            let replies: Vec<Result<Option<Ttl>, Failure>> = outcomes.into_iter().map(read).collect();
            match &replies[..] {
                [Err(failure), ..] if failure.spoils_connection() && replies.iter().all(Result::is_err) => {
                    Err(failure.clone())
                }
                _ => Ok(replies),
            }
        });
        let replies = done.unwrap_or_else(|failure| vec![Err(failure); each.len()]);
        if replies.iter().any(|reply| reply.as_ref().is_err_and(Failure::spoils_connection)) {
            checkout.close();
        }
        replies.into_iter().map(|reply| Ok(reply?.map(|lives| lives.deadline(sent)))).collect()
    }

    fn goals(&self, _: &Scope) -> Result<Vec<NodeAddress>, Failure> {
        Ok(vec![(self.node.address.clone(), self.node.timeouts)])
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        let reply = self.node.send(&Request { scope, action: Action::Inspect(token, detail) }, scripts::inspected)?;
        Ok(reply.value.map(|left| left.deadline(reply.sent)))
    }

    fn force(&self, scope: &Scope, own: Option<LateLease<'_>>, what: Removable) -> Result<Removed, Failure> {
        let action = Action::Force(own.map(|own| own.token), what);
        let removed = self.node.send(&Request { scope, action }, scripts::removed)?.value;
        removed.map_err(|no_lock| super::not_a_lock(&self.node, scope, no_lock))
    }

    fn release_late(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason, when: When) {
        let Node { address, timeouts, .. } = &self.node;
        if (when, reason) == (When::Now, Reason::Ended) {
            // No call waits for what becomes of it.
            return flush::release_ahead(address, *timeouts, lease.release(scope, reason));
        }
        self.release_later(scope, lease, reason);
        if when == When::Now {
            flush::flush(address, *timeouts);
        }
    }
}

/// Sends one request of an attempt.
fn send(
    link: &mut Link,
    call: &Call<'_>,
    sent: Instant,
    attempt: &Attempt<'_>,
    request: &Request<'_>,
) -> Result<Acquired, Failure> {
    let reply = link.send_since(call, sent, request)?;
    let taken = match (&reply, attempt.scope) {
        (Value::Okay, _) => Ok(Ok(Taken { number: 0, permit: None })),
        (Value::Nil, _) => Ok(Err(None)),
        (_, Scope::Permits(_)) => scripts::acquired_permit(&reply).map(|taken| taken.map_err(Some)),
        // The first on a link left no mark where it waits for nothing: what it tells of the holder is no basis for a sleep.
        _ => scripts::acquired(&reply).map(|taken| taken.map_err(|holder| (!request.is_plain()).then_some(holder))),
    };
    match taken {
        Ok(Ok(Taken { number, permit })) => {
            let fence = attempt.fenced.then_some(number);
            Ok(Acquired::Ours { deadline: attempt.ttl.deadline(sent), fence, permit })
        }
        Ok(Err(holder)) => Ok(Acquired::Another(holder)),
        Err(Unexpected) => Err(link.protocol_error()),
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

    /// A master, and its end of the connection that the next request goes out on.
    fn gated() -> (OneMaster, UnixStream) {
        let address = Arc::new(Address::parse("unix:///gated").unwrap());
        let (far, near) = UnixStream::pair().unwrap();
        far.set_nonblocking(true).unwrap();
        pool::put_socket(&address, near);
        let io = Duration::from_millis(50);
        (OneMaster::new(address, Timeouts { connect: io, io }), far)
    }

    /// What an extend under this token has come to whose gate is open so many times, and what was written.
    fn extended(token: &Token, times: u32) -> (bool, usize) {
        let (master, mut far) = gated();
        let (scope, gate) = (Key::new(b"", b"k").unwrap().into(), OpenFor::times(times));
        let extend = Extend { gate: Some(&gate), ..Extend::new(&scope, token, Ttl::Forever) };
        let reply = master.extend(&[extend], master.node.timeouts.io).pop().unwrap();
        (reply == Ok(None), far.read(&mut [0; 1024]).unwrap_or(0))
    }

    #[test]
    fn what_is_not_wanted_any_more_is_not_written() {
        let own = Token::fresh(None).unwrap();
        let shared = own.clone().shared();
        assert_eq!([extended(&own, 0), extended(&shared, 0)], [(true, 0); 2]);
        // After it was put together: a token that nobody else knows can be at no other's key.
        assert!(matches!(extended(&own, 1), (false, 1..)));
        assert_eq!(extended(&shared, 1), (false, 0));
        assert!(matches!(extended(&shared, 2), (false, 1..)));
    }

    #[test]
    fn a_write_ends_before_what_is_not_wanted_any_more_and_its_connection_with_it() {
        let (master, mut far) = gated();
        let scope = Key::new(b"", b"k").unwrap().into();
        let [wanted, released] = [b"wanted".as_slice(), b"released"].map(|token| Token::given(token).unwrap());
        let [open, closes] = [2, 1].map(OpenFor::times);
        let extend = |token, gate| Extend { gate: Some(gate), ..Extend::new(&scope, token, Ttl::Forever) };
        let replies = master.extend(&[extend(&wanted, &open), extend(&released, &closes)], master.node.timeouts.io);
        assert!(replies.iter().all(Result::is_err));
        let mut sent = Vec::new();
        far.read_to_end(&mut sent).unwrap();
        let has = |token: &[u8]| sent.windows(token.len()).any(|window| window == token);
        assert!(has(wanted.as_bytes()) && !has(released.as_bytes()));
    }
}

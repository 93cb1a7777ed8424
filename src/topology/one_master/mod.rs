//! Owns the verbs of a lock on one Redis, and what happens when a reply does not come.
//! Does not own the sockets (`connection`), which lease a reply belongs to (`lock`).

pub(super) mod waiter;
mod watch;

use std::sync::Arc;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::{Call, Introduction};
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::Node;
use crate::node::checkout::{self, Checkout};
use crate::node::flush;
use crate::node::late_releases;
use crate::node::link::Link;
use crate::node::recovery::{Recovery, Try};
use crate::scope::Scope;
use crate::scripts::{self, Action, Detail, Removed, Request, Taken};
use crate::settings::Timeouts;
use crate::token::{Promise, Token};
use crate::topology::one_master::waiter::OneMasterWaiter;
use crate::topology::{
    Acquired, Attempt, Caller, Destinations, Holding, LateLease, Layout, Leftover, Reason, Released, Removable, Slept,
    Topology, Waiter, When, replicas,
};
use crate::ttl::{Deadline, Ttl};

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
        let is_single = matches!(attempt.scope, Scope::Key(_));
        let plain = is_single && attempt.caller == Caller::Once && !attempt.fenced;
        let plain = plain && !(attempt.asks_done && attempt.leftover.is_some());
        let (is_retry, has_companions) = (attempt.is_retry(), attempt.scope.has_companions());
        // Only with a token that nobody else knows can a second try find out what became of the first.
        let introduction =
            if attempt.token.is_known_elsewhere() { Introduction::Answered } else { Introduction::Along };
        let work = |link: &mut Link, call: &Call<'_>| {
            if !is_retry {
                // A token that was sent before stays as it was.
                attempt.token.set_promise(Promise::of(has_companions && link.may_signal()));
            }
            match &attempt.leftover {
                _ if !plain => run_script(link, call, attempt, slept),
                None => match set(link, call, call.begin(), attempt)? {
                    // A free lock costs this caller no more than any other.
                    ANOTHER if attempt.asks_done => run_script(link, call, attempt, slept),
                    acquired => Ok(acquired),
                },
                Some(leftover) => set_after_release(link, call, attempt, leftover),
            }
        };
        let acquired = if is_retry {
            // The first try's connection is closed; an idle one could be older than what has happened.
            checkout.again(work)
        } else {
            checkout.with(introduction, work)
        }?;
        if attempt.replicas > 0 && matches!(acquired, Acquired::Ours { .. }) {
            replicas::confirm(checkout, attempt, self.node.timeouts)?;
        }
        Ok(acquired)
    }

    /// Returns the keys whose waiters are woken.
    pub(super) fn woken_scopes(scope: &Scope) -> Vec<Scope> {
        let keys = if let Scope::Permits(keys) = scope { &keys[..2] } else { scope.keys() };
        keys.iter().cloned().map(Scope::from).collect()
    }

    /// Wakes waiters of each of these keys; of permits, of both their lists. `is_known`: it is known that the keys are here.
    /// Errors: the failure of the exchange, or the first refusal.
    pub(super) fn wake_waiters(&self, scope: &Scope, is_known: bool) -> Result<(), Failure> {
        let scopes = Self::woken_scopes(scope);
        let requests: Vec<_> = scopes.iter().map(|scope| Request { scope, action: Action::Wake }).collect();
        self.node.checkout(None).with(Introduction::Answered, |link, call| {
            if !link.may_signal() || is_known && link.send_unheeded(call, &requests)? {
                return Ok(());
            }
            link.send_each(call, &requests)?.into_iter().try_for_each(|reply| reply.map(drop))
        })
    }

    /// Notes that a token is to be released with the next request to this node.
    pub(super) fn release_later(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason) {
        late_releases::add(&self.node.address, lease.release(scope, reason));
    }
}

impl Topology for OneMaster {
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        let mut checkout = self.node.checkout(None);
        checkout.bypass_at = attempt.token.is_unique().then(Instant::now);
        let mut first = self.acquire_on(&mut checkout, attempt, Slept::default());
        if matches!(first, Ok(Acquired::Another(_))) && late_releases::is_owed(&self.node.address, attempt.scope) {
            // The release of its last lease went ahead, and was refused: it is sent in another way now, and waited for.
            first = self.acquire_on(&mut checkout, attempt, Slept::default());
        }
        match &first {
            Err(failure) if matches!(Recovery::of_acquire(&attempt.token, failure, Try::First), Recovery::Again) => {}
            _ => return first,
        }
        attempt.caller = Caller::OnceAgain;
        self.acquire_on(&mut checkout, attempt, Slept::default()).map_err(|failure| {
            if let Recovery::Owed(may, reason) = Recovery::of_acquire(&attempt.token, &failure, Try::Later) {
                late_releases::add(&self.node.address, attempt.taken(may).release(attempt.scope, reason));
            }
            failure.after_unknown_outcome()
        })
    }

    fn waiter<'a>(&'a self, scope: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(OneMasterWaiter::new(self.clone(), scope, interrupts))
    }

    fn wake(&self, scope: &Scope) {
        let _ = self.wake_waiters(scope, true);
    }

    fn addresses(&self) -> &[Arc<Address>] {
        std::slice::from_ref(&self.node.address)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::OneMaster(self)
    }

    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure> {
        let request = Request { scope, action: lease.action() };
        let mut checkout = self.node.checkout(None);
        checkout.bypass_at = lease.token.is_unique().then(Instant::now);
        let (reply, not_ours) = match checkout.send(&request, scripts::released) {
            Err(failure) if matches!(Recovery::of_release(&failure, Try::First), Recovery::Again) => {
                let second = self.node.send_again(&request, scripts::released).map_err(Failure::after_unknown_outcome);
                (second?, Released::NotOursAtSecondTry)
            }
            first => (first?, Released::NotOurs),
        };
        Ok(if reply.value { Released::Gone } else { not_ours })
    }

    fn extend(&self, scope: &Scope, token: &Token, ttl: Ttl) -> Result<Option<Deadline>, Failure> {
        let reply = self.node.send(&Request { scope, action: Action::Extend(token, ttl) }, scripts::extended)?;
        Ok(reply.value.map(|lives| lives.deadline(reply.sent)))
    }

    fn destinations(&self, _: &Scope) -> Destinations {
        Destinations {
            members: vec![self.node.address.clone()],
            neighbours: Arc::new([]),
            timeouts: self.node.timeouts,
        }
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        let reply = self.node.send(&Request { scope, action: Action::Inspect(token, detail) }, scripts::inspected)?;
        Ok(reply.value.map(|left| left.deadline(reply.sent)))
    }

    fn force(&self, scope: &Scope, token: Option<&Token>, what: Removable) -> Result<Removed, Failure> {
        let removed = self.node.send(&Request { scope, action: Action::Force(token, what) }, scripts::removed)?.value;
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

/// Held by another, by a plain SET that tells no more.
const ANOTHER: Acquired = Acquired::Another(None);

/// Acquires by the script, after the release of the object's last lease when that may still be there.
fn run_script(link: &mut Link, call: &Call<'_>, attempt: &Attempt<'_>, slept: Slept) -> Result<Acquired, Failure> {
    if let Some(leftover) = &attempt.leftover {
        link.send(call, &Request { scope: attempt.scope, action: leftover.action() })?;
    }
    link.track(slept.watches);
    let read = if let Scope::Permits(_) = attempt.scope { scripts::acquired_permit } else { scripts::acquired };
    let reply = checkout::send(link, call, &attempt.request(slept), read)?;
    Ok(match reply.value {
        Ok(Taken { number, permit }) => {
            let fence = attempt.fenced.then_some(number);
            Acquired::Ours { deadline: attempt.ttl.deadline(reply.sent), fence, permit }
        }
        Err(holder) => Acquired::Another(Some(holder)),
    })
}

/// Sends one SET.
fn set(link: &mut Link, call: &Call<'_>, sent: Instant, attempt: &Attempt<'_>) -> Result<Acquired, Failure> {
    let reply = link.send_since(call, sent, &attempt.plain_request())?;
    taken(link, &reply, attempt.ttl.deadline(sent))
}

/// Sends it after the release of the object's last lease, which may still be there.
fn set_after_release(
    link: &mut Link,
    call: &Call<'_>,
    attempt: &Attempt<'_>,
    leftover: &Leftover,
) -> Result<Acquired, Failure> {
    let release = Request { scope: attempt.scope, action: leftover.action() };
    let sent = Instant::now();
    let (released, reply, is_straight) = link.send_both(call, [release, attempt.plain_request()])?;
    let taken_at_once = taken(link, &reply?, attempt.ttl.deadline(sent))?;
    let Some(released) = released.filter(|_| taken_at_once == ANOTHER) else { return Ok(taken_at_once) };
    match released {
        Ok(_) if is_straight => return Ok(ANOTHER),
        // This server cannot release it. If it has gone by itself, the holder by now is another.
        Err(failure @ Failure::NoCompare { .. }) => {
            let inspect =
                Request { scope: attempt.scope, action: Action::Inspect(Some(&leftover.token), Detail::Whether) };
            return match scripts::inspected(&link.send(call, &inspect)?) {
                Ok(Holding::Ours(..)) => Err(failure),
                Ok(_) => Ok(ANOTHER),
                Err(scripts::Unexpected) => Err(link.protocol_error()),
            };
        }
        other => other?,
    };
    // The release was refused at first, for its companions or for being a script, and has got through in another way since.
    set(link, call, Instant::now(), attempt)
}

fn taken(link: &mut Link, reply: &Value, deadline: Deadline) -> Result<Acquired, Failure> {
    match reply {
        Value::Okay => Ok(Acquired::Ours { deadline, fence: None, permit: None }),
        Value::Nil => Ok(ANOTHER),
        _ => Err(link.protocol_error()),
    }
}

//! Owns what precedes and follows each attempt at a lock: when one may be made, with which token, and what the reply means for the lease.
//! Does not own the one of a call without a wait (`lock`), trying again (`lock::wait_loop`).

use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::{ALREADY_HELD, ALREADY_WAITING, Error, Verb, WOULD_WAIT_FOR_ITSELF};
use crate::failure::Failure;
use crate::lease::{Access, Held, State};
use crate::lock::account::EndNote;
use crate::lock::{Lock, LockSettings, TokenSource, registry};
use crate::net::interrupts::Interrupts;
use crate::node::late;
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::{Acquired, Attempt, Caller, CurrentHolder, Extend, LateLease, Reason, When};
use crate::ttl::{Deadline, Ttl};
use crate::wait::Wait;

/// The ttl with which a lock without one is first acquired under a shared token, or by a wait that the program may never let go
/// on: if no reply is ever read, the lock ends by itself. After a yes an extend makes it last for ever.
const AT_FIRST: Ttl = Ttl::For(Duration::from_secs(60));

/// How one attempt ended.
#[derive(Debug)]
pub(super) enum Outcome {
    /// This object holds it.
    Held,
    /// Another holds it.
    Refused(Option<CurrentHolder>),
    /// It was ours, but the reply came after the lease's own deadline. It is released, unless others know the token: then it ends with its ttl.
    TooLate,
    /// No reply, or an error.
    Failed(Failure),
}

impl Lock {
    /// Checks that this object may acquire at this moment.
    /// Errors: `Misuse`.
    pub(super) fn check_moment(&self, wait: Wait, interrupts: Interrupts) -> Result<(), Error> {
        if let Some(lease) = self.lease.get() {
            let lease = lease.lock();
            if lease.is_trusted(Instant::now) {
                return Err(Error::Misuse(self.scope.clone(), ALREADY_HELD));
            }
            if lease.tokens.waits {
                return Err(Error::Misuse(self.scope.clone(), ALREADY_WAITING));
            }
        }
        if wait == Wait::Forever { self.check_that_others_hold_it(interrupts) } else { Ok(()) }
    }

    /// Checks that this thread does not hold the lock itself: a wait without an end would last for ever, unless another task goes on
    /// meanwhile.
    /// Errors: `Misuse`.
    pub(super) fn check_that_others_hold_it(&self, interrupts: Interrupts) -> Result<(), Error> {
        let ours = registry::stands_in_the_way(&self.scope, self.topology.addresses(), interrupts);
        if ours { Err(Error::Misuse(self.scope.clone(), WOULD_WAIT_FOR_ITSELF)) } else { Ok(()) }
    }

    /// Tells whether a lease that was just acquired still stands. If its deadline has passed it is released; the program may have released it
    /// itself.
    pub(super) fn release_unless_trusted(&self) -> bool {
        let mut lease = self.lease().lock();
        if lease.is_trusted(Instant::now) {
            return true;
        }
        if let (State::Held(held), Some(token)) = (lease.state, lease.tokens.token.clone()) {
            let scope = self.scope.at(held.permit);
            lease.forget();
            drop(lease);
            self.release_taken(&scope, &token, Reason::Unknown, When::Now);
        }
        false
    }

    /// Releases what an acquire may have taken, or took too late to be told, and leaves no rest; not if others know the token.
    pub(super) fn release_taken(&self, scope: &Scope, token: &Token, reason: Reason, when: When) {
        if !token.is_shared() {
            self.topology.release_late(scope, LateLease::of(token, self.settings.ttl), reason, when);
        }
    }

    /// Prepares an attempt with `token`; without one, with the token that the program gave, or a new one. What this object still owes goes ahead
    /// of it. `suspends`: its wait may never go on.
    /// Errors: there are no random bytes for a token.
    pub(super) fn begin(
        &self,
        token: Option<Token>,
        caller: Caller,
        asks_done: bool,
        suspends: bool,
    ) -> Result<Attempt<'_>, Error> {
        let token = match (token, &self.settings.token) {
            (Some(token), _) => token,
            (None, TokenSource::Given(token)) => token.clone(),
            (None, TokenSource::Fresh) => self.fresh_token()?,
        };
        let LockSettings { ttl, fenced, replicas, .. } = *self.settings;
        if token.is_shared() {
            // No release of it goes ahead of this, or after it.
            late::share(&token);
        }
        let may_be_left = suspends || token.is_shared();
        let ttl = if may_be_left && ttl == Ttl::Forever { AT_FIRST } else { ttl };
        if let Some(lease) = self.lease.get() {
            self.release_before(&mut lease.lock());
        }
        Ok(Attempt { scope: &self.scope, token, ttl, fenced, asks_done, replicas, caller })
    }

    /// Has the last lease released ahead of the next acquire, if it may still be there.
    fn release_before(&self, lease: &mut Access<'_>) {
        let Some(owed) = lease.leftover() else { return };
        self.topology.release_late(&self.scope.at(lease.known_permit()), owed, Reason::Abandoned, When::AtRequestEnd);
        self.note_left(lease, EndNote::acquired_anew(Instant::now()));
        lease.let_go();
    }

    /// Notes what an attempt's reply means for the lease, and tells how the attempt ended.
    pub(super) fn conclude(self: &Rc<Self>, attempt: Attempt<'_>, mut reply: Result<Acquired, Failure>) -> Outcome {
        let Attempt { token, ttl, caller, .. } = attempt;
        if let Ok(Acquired::Ours { permit, fence, deadline }) = reply
            && ttl != self.settings.ttl
        {
            reply = self.keep(&token, permit, fence, deadline, caller.waits);
        }
        self.settle(reply, token)
    }

    /// Makes a lock that was taken until this deadline last for ever.
    #[cold]
    fn keep(
        &self,
        token: &Token,
        permit: Option<u8>,
        fence: Option<u64>,
        until: Deadline,
        waits: bool,
    ) -> Result<Acquired, Failure> {
        let extend = || self.topology.extend_one(Extend::new(&self.scope.at(permit), token, Ttl::Forever));
        let extended = match extend() {
            // An extend that runs twice does no harm.
            Err(Failure::Unanswered { .. }) => extend(),
            first => first,
        };
        match extended {
            Ok(Some(deadline)) => Ok(Acquired::Ours { deadline, fence, permit }),
            Ok(None) => Ok(Acquired::Another(None)),
            Err(failure) => {
                // A wait tries again with its own token, or owes this release: one on the list would end what its next try acquires.
                if !waits || token.is_shared() {
                    // It may last for ever by now, and the acquire's yes has proved that it is ours, until its deadline: after that another
                    // may have acquired it with this token.
                    let lease = LateLease { once_until: Some(until), ..LateLease::of(token, Ttl::Forever) };
                    self.topology.release_late(&self.scope.at(permit), lease, Reason::Abandoned, When::Now);
                }
                Err(failure
                    .after_unknown_outcome()
                    .noting("it was taken, but whether it was made to last for ever is unknown"))
            }
        }
    }

    fn settle(self: &Rc<Self>, reply: Result<Acquired, Failure>, token: Token) -> Outcome {
        let mut lease = self.lease().lock();
        let now = Instant::now();
        match reply {
            Ok(Acquired::Ours { deadline, .. }) if deadline.has_passed(now) => {
                self.note_replaced(&mut lease, now);
                lease.forget();
                drop(lease);
                self.release_taken(&self.scope, &token, Reason::Unknown, When::Now);
                Outcome::TooLate
            }
            Ok(Acquired::Ours { deadline, fence, permit }) => {
                self.note_replaced(&mut lease, now);
                let ttl = self.settings.ttl;
                lease.begin(token, Held { ttl, fence, permit, since: Some(now), ..Held::new(deadline) });
                drop(lease);
                registry::add(self, stats::number(Counter::Acquired));
                Outcome::Held
            }
            Ok(Acquired::Another(holder)) => Outcome::Refused(holder),
            Err(failure) => Outcome::Failed(failure),
        }
    }

    /// Checks that the work is not done yet, if the caller leaves where it is done.
    /// Errors: `Done`.
    pub(super) fn unless_done(&self, asks_done: bool, holder: Option<CurrentHolder>) -> Result<(), Error> {
        match holder {
            Some(CurrentHolder { is_done: true, left, .. }) if asks_done => {
                Err(Error::Done { lock: self.scope.clone(), left })
            }
            _ => Ok(()),
        }
    }

    /// Makes a token that promises a signal. The topology changes that if it gives none.
    pub(super) fn fresh_token(&self) -> Result<Token, Error> {
        Token::fresh(self.settings.label.as_ref()).map_err(|failure| self.failed(Verb::Acquire, failure))
    }
}

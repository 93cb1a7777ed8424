//! Owns acquiring a lock: when that may be tried, with which token, and what the reply means for the lease.
//! Does not own trying again (`lock::waiter`).

use std::rc::Rc;

use crate::clock::Instant;
use crate::error::{Error, Loss};
use crate::failure::Failure;
use crate::label::Label;
use crate::lock::{Lock, State, TokenSource, registry};
use crate::node::late_releases;
use crate::stats::{self, Counter};
use crate::token::{Promise, Token};
use crate::topology::{Acquired, Attempt, CurrentHolder, LateLease, Reason, When};
use crate::wait::Wait;

/// How one attempt ended.
#[derive(Debug)]
pub(super) enum Outcome {
    /// This object holds it.
    Held,
    /// Another does.
    Refused(Option<CurrentHolder>),
    /// It was ours, but the reply came after the lease's own deadline; it is being released.
    TooLate,
    /// No reply, or an error.
    Failed(Failure),
}

impl Lock {
    pub(super) fn check_moment(&self, wait: Wait) -> Result<(), Error> {
        let lease = self.lease().lock();
        let lock = || self.scope.clone();
        if lease.is_trusted(Instant::now) {
            return Err(Error::AlreadyHeld(lock()));
        }
        if lease.tokens.waits {
            return Err(Error::AlreadyWaiting(lock()));
        }
        drop(lease);
        if wait == Wait::Forever { self.check_that_others_hold_it() } else { Ok(()) }
    }

    /// A wait without an end for what this thread holds itself would last for ever.
    pub(super) fn check_that_others_hold_it(&self) -> Result<(), Error> {
        let ours = registry::stands_in_the_way(&self.scope, self.topology.addresses());
        if ours { Err(Error::WouldWaitForItself(self.scope.clone())) } else { Ok(()) }
    }

    /// Releases a lease that was just taken and has ended since: its deadline has passed, or the program has released
    /// it.
    pub(super) fn release_unless_trusted(&self) -> bool {
        let mut lease = self.lease().lock();
        if lease.is_trusted(Instant::now) {
            return true;
        }
        if let (State::Held, Some(token)) = (lease.state, lease.tokens.token.clone()) {
            let scope = self.scope.at(lease.known_permit());
            (lease.state, lease.since) = (State::None, None);
            drop(lease);
            self.topology.release_late(&scope, self.taken(&token), Reason::Unknown, When::Now);
        }
        false
    }

    /// Tries once to acquire the lock, under `token` or the one that is next; a fresh one has this `promise`. `end` is that of the
    /// wait it is a part of.
    /// Errors: `NoRandomness`.
    pub(super) fn attempt(
        self: &Rc<Self>,
        token: Option<Token>,
        promise: Promise,
        end: Option<Instant>,
        ask: impl FnOnce(&Attempt<'_>) -> Result<Acquired, Failure>,
    ) -> Result<Outcome, Error> {
        let (next, leftover, shares_token) = self.prepare_attempt(promise)?;
        let token = token.unwrap_or(next);
        let reply = ask(&Attempt {
            scope: &self.scope,
            token: &token,
            ttl: self.settings.ttl,
            leftover: leftover.as_ref(),
            shares_token,
            fenced: self.settings.fenced,
            waits: false,
            is_retry: false,
            signal_of: None,
            replicas: self.settings.replicas,
            end,
        });
        Ok(self.settle(reply, token, leftover.is_some()))
    }

    fn settle(self: &Rc<Self>, reply: Result<Acquired, Failure>, token: Token, had_leftover: bool) -> Outcome {
        let mut lease = self.lease().lock();
        let now = Instant::now();
        match reply {
            Ok(Acquired::Ours { deadline, .. }) if deadline.has_passed(now) => {
                self.note_replaced(&mut lease, now);
                lease.state = State::None;
                lease.tokens.discard_unused();
                drop(lease);
                self.topology.release_late(&self.scope, self.taken(&token), Reason::Unknown, When::Now);
                Outcome::TooLate
            }
            Ok(Acquired::Ours { deadline, fence, permit }) => {
                if std::mem::take(&mut lease.loss_unreported) {
                    late_releases::note_lost(&self.scope);
                }
                self.note_replaced(&mut lease, now);
                lease.begin(token, (now, deadline), self.settings.ttl, (fence, permit));
                drop(lease);
                registry::add(self, stats::number(Counter::Acquired));
                Outcome::Held
            }
            Ok(Acquired::Another { holder, is_retry }) => {
                if had_leftover {
                    // Its release went ahead of the request that was refused.
                    self.note_replaced(&mut lease, now);
                    lease.end();
                } else if is_retry {
                    lease.tokens.discard_unused();
                } else if lease.tokens.token.is_none() || lease.tokens.unused {
                    lease.tokens.unused = true;
                    lease.tokens.token = Some(token);
                }
                Outcome::Refused(holder)
            }
            Err(failure) => {
                lease.tokens.discard_unused();
                Outcome::Failed(failure)
            }
        }
    }

    /// Describes what acquire() may have taken and has not told of: it leaves no rest.
    pub(super) fn taken<'a>(&self, token: &'a Token) -> LateLease<'a> {
        LateLease { token, ttl: self.settings.ttl, rest: None, at: Instant::now(), ended: None }
    }

    pub(super) fn replied_too_late(&self) -> Error {
        Error::Lost { lock: self.scope.clone(), loss: Loss::RepliedTooLate, holder: None }
    }

    /// Chooses the token of the next lease, and the one of the last that is released along with it; tells whether the parent of
    /// a fork has the same given token: to find it at the key says nothing in the child.
    fn prepare_attempt(&self, promise: Promise) -> Result<(Token, Option<Token>, bool), Error> {
        let lease = self.lease().lock();
        let leftover = if lease.is_owed() { lease.tokens.token.clone() } else { None };
        // One that says when it was made is made anew, unless the program knows it.
        let lasts = lease.tokens.shown || !self.settings.label.as_ref().is_some_and(Label::tells_time);
        let may_be_next = |token: &Token| lease.tokens.unused && lasts && token.promise() == promise;
        let token = match (&self.settings.token, &lease.tokens.token) {
            (TokenSource::Given(token), _) => token.clone(),
            (TokenSource::Fresh, Some(token)) if may_be_next(token) => token.clone(),
            (TokenSource::Fresh, _) => self.fresh_token(promise)?,
        };
        let shares_token = matches!(self.settings.token, TokenSource::Given(_)) && lease.tokens.inherited;
        Ok((token, leftover, shares_token))
    }

    pub(super) fn fresh_token(&self, promise: Promise) -> Result<Token, Error> {
        Token::fresh(promise, self.settings.label.as_ref())
            .map_err(|cause| Error::NoRandomness { lock: self.scope.clone(), cause })
    }
}

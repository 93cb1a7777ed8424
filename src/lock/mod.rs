//! Owns: the lock object: what a program may ask of it at which moment, and what each answer means for its lease.
//! Does not own: how Redis is asked (`topology`), PHP (`php`).
//! Called by: `php`, and tests of the core.

mod endings;
mod lease;
mod questions;
pub mod registry;

use std::rc::Rc;
use std::sync::MutexGuard;

pub use lease::State;

use crate::clock::Instant;
use crate::error::{Error, Loss, Verb};
use crate::failure::Failure;
use crate::key::Key;
use crate::lock::lease::{Inner, Lease, Origin};
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::{Acquired, Bid, Proof, Released, Removed, Topology, When, Why};
use crate::ttl::Ttl;

/// The right that a key names, as one object asks for it.
///
/// Dropping one leaves its lease to its ttl; whoever owns it decides with [`Lock::give_back`] what happens on drop.
#[derive(Debug)]
pub struct Lock {
    key: Key,
    ttl: Ttl,
    topology: Box<dyn Topology>,
    token: TokenSource,
    auto_release: AutoRelease,
    lease: Lease,
}

/// Where a lock's tokens come from.
#[derive(Clone, Debug)]
pub enum TokenSource {
    /// A fresh one for every lease.
    Fresh,
    /// The caller's; it may be at the key already.
    Given(Token),
}

/// Whether a lease ends with its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoRelease {
    /// Given back when the object goes or the request ends, if this object took it.
    Yes,
    /// Left to its ttl.
    No,
}

impl Lock {
    /// Makes a lock that holds nothing; nothing is connected before the first question.
    pub fn new(
        key: Key,
        ttl: Ttl,
        topology: Box<dyn Topology>,
        token: TokenSource,
        auto_release: AutoRelease,
    ) -> Rc<Self> {
        let first = match &token {
            TokenSource::Fresh => None,
            TokenSource::Given(token) => Some(token.clone()),
        };
        Rc::new(Self { key, ttl, topology, token, auto_release, lease: Lease::new(first, ttl) })
    }

    /// Takes the lock if nobody holds it; false when another does.
    ///
    /// # Errors
    /// `AlreadyHeld` while this object's lease stands, `Lost` when the answer came after the lease's own deadline
    /// (it is given back then), `Failed` when Redis could not be asked.
    pub fn acquire(self: &Rc<Self>) -> Result<bool, Error> {
        let (token, leftover) = self.prepare_bid()?;
        let proof = self.proof();
        let bid = Bid { key: &self.key, token: &token, ttl: self.ttl, leftover: leftover.as_ref(), proof };
        let answer = self.topology.acquire(&bid);
        let mut lease = self.lease.lock();
        match answer {
            Ok(Acquired::Ours(deadline)) if deadline.has_passed(Instant::now()) => {
                lease.state = State::None;
                lease.discard_unused();
                drop(lease);
                self.topology.give_back(&self.key, &token, self.ttl, Why::Doubt, When::Now);
                Err(Error::Lost { key: self.key.clone(), loss: Loss::AnsweredTooLate })
            }
            Ok(Acquired::Ours(deadline)) => {
                lease.begin(token, deadline, self.ttl);
                drop(lease);
                stats::count(Counter::Acquired);
                registry::keep(self);
                Ok(true)
            }
            Ok(refused @ (Acquired::Another | Acquired::AnotherAtSecondTry)) => {
                if leftover.is_some() {
                    // Its release went ahead of the question that was refused.
                    lease.end();
                } else if refused == Acquired::AnotherAtSecondTry {
                    lease.discard_unused();
                } else if lease.token.is_none() {
                    lease.unused = true;
                    lease.token = Some(token);
                }
                stats::count(Counter::Contended);
                Ok(false)
            }
            Err(failure) => {
                lease.discard_unused();
                Err(self.failed(Verb::Acquire, failure))
            }
        }
    }

    /// Gives the lock back; false when the key no longer has our token, or this object has nothing to give back.
    ///
    /// # Errors
    /// `Failed` when Redis could not be asked, after a second try; the caller may try again.
    pub fn release(&self) -> Result<bool, Error> {
        let lease = self.lease.lock();
        let Some(token) = self.token_to_ask_for(&lease) else {
            return Ok(false);
        };
        let tried_before = lease.state == State::Releasing;
        let stood = tried_before || lease.is_trusted(Instant::now());
        let adopted = lease.origin == Origin::Adopted;
        drop(lease);
        let answer = self.topology.release(&self.key, &token);
        let mut lease = self.lease.lock();
        let unclear = match answer {
            Ok(Released::Gone) => {
                lease.end();
                stats::count(Counter::Released);
                return Ok(true);
            }
            Ok(Released::NotOurs) => tried_before,
            Ok(Released::NotOursAtSecondTry) => true,
            Err(failure) => {
                if stood && matches!(failure, Failure::Unanswered { .. }) {
                    lease.state = State::Releasing;
                }
                return Err(self.failed(Verb::Release, failure));
            }
        };
        if unclear && adopted {
            lease.end();
            return Err(Error::ReleaseUnclear { key: self.key.clone() });
        }
        if unclear && stood {
            lease.end();
            stats::count(Counter::Released);
            return Ok(true);
        }
        lost(&mut lease);
        Ok(false)
    }

    /// Lets the lock live at least so long from now, the ttl it was made with by default; false when it is not ours.
    ///
    /// # Errors
    /// `Failed` when Redis could not be asked; the lease stands until its deadline then.
    pub fn extend(&self, ttl: Option<Ttl>) -> Result<bool, Error> {
        let ttl = ttl.unwrap_or(self.ttl);
        let Some(token) = self.token_to_ask_for(&self.lease.lock()) else {
            return Ok(false);
        };
        let answer = self.topology.extend(&self.key, &token, ttl);
        let answer = answer.map_err(|failure| self.failed(Verb::Extend, failure))?;
        let mut lease = self.lease.lock();
        match answer {
            Some(deadline) => lease.confirm(deadline, ttl),
            None => lost(&mut lease),
        }
        Ok(answer.is_some())
    }

    /// Removes the key whoever holds it; false when nobody did.
    ///
    /// # Errors
    /// `Failed` when Redis could not be asked.
    pub fn force_release(&self) -> Result<bool, Error> {
        let token = self.token_to_ask_for(&self.lease.lock());
        let removed = self.topology.force(&self.key, token.as_ref());
        let removed = removed.map_err(|failure| self.failed(Verb::Force, failure))?;
        let mut lease = self.lease.lock();
        match removed {
            Removed::Ours => {
                lease.end();
                stats::count(Counter::Released);
            }
            Removed::Anothers | Removed::Nothing => lost(&mut lease),
        }
        Ok(removed != Removed::Nothing)
    }

    /// The parent of a fork has the same given token: to find it at the key says nothing in the child.
    fn proof(&self) -> Proof {
        let shared = matches!(self.token, TokenSource::Given(_)) && self.lease.lock().inherited;
        if shared { Proof::Shared } else { Proof::Ours }
    }

    /// Chooses the token of the next lease, and the one of the last that is released along with it.
    fn prepare_bid(&self) -> Result<(Token, Option<Token>), Error> {
        let lease = self.lease.lock();
        if lease.is_trusted(Instant::now()) {
            return Err(Error::AlreadyHeld { key: self.key.clone() });
        }
        let leftover = if lease.may_be_there() { lease.token.clone() } else { None };
        let token = match (&self.token, &lease.token) {
            (TokenSource::Given(token), _) => token.clone(),
            (TokenSource::Fresh, Some(token)) if lease.unused => token.clone(),
            (TokenSource::Fresh, _) => self.fresh_token()?,
        };
        Ok((token, leftover))
    }

    fn fresh_token(&self) -> Result<Token, Error> {
        Token::fresh(self.topology.promise(&self.key))
            .map_err(|cause| Error::NoRandomness { key: self.key.clone(), cause })
    }

    /// Returns the token that questions are about, or `None` when the answer is no without asking: this object never
    /// acquired, has released, knows it lost, or came through a fork. A given token is always asked for, except
    /// after a fork.
    fn token_to_ask_for(&self, lease: &MutexGuard<'_, Inner>) -> Option<Token> {
        let given = matches!(self.token, TokenSource::Given(_)) && !lease.inherited;
        if given || lease.may_be_there() { lease.token.clone() } else { None }
    }

    fn failed(&self, verb: Verb, failure: Failure) -> Error {
        stats::count(Counter::Failed);
        Error::Failed { verb, key: self.key.clone(), failure }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        registry::forget(self);
    }
}

/// Notes that Redis said "not ours" about a lease this object believed in.
fn lost(lease: &mut Inner) {
    match lease.state {
        State::Held => {
            lease.state = State::Lost;
            // Whoever uses a given token from now on has a lease of his own.
            lease.origin = Origin::Adopted;
            stats::count(Counter::Lost);
        }
        // The release that was not answered has run.
        State::Releasing => {
            lease.end();
            stats::count(Counter::Released);
        }
        State::None | State::Released | State::Lost => {}
    }
}

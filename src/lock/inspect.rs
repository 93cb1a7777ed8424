//! Owns what a program may learn of a lock without changing it in Redis.
//! Does not own taking it, releasing it, extending it (`lock`).

use crate::clock::Instant;
use crate::error::{Error, Loss, Verb};
use crate::key::Key;
use crate::lock::lease::State;
use crate::lock::{Lock, told_lost};
use crate::token::Token;
use crate::topology::{Detail, Holding};
use crate::ttl::Deadline;

impl Lock {
    /// Tells whether Redis has our token at the key.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn is_held(&self) -> Result<bool, Error> {
        let Some(token) = self.token_to_send(&mut self.lease().lock()) else {
            return Ok(false);
        };
        let holding = self.inspect(Some(&token), Detail::Whether)?;
        let mut lease = self.lease().lock();
        match holding {
            Holding::Ours(deadline) => {
                let ttl = lease.ttl;
                lease.confirm(deadline, ttl);
                Ok(true)
            }
            Holding::Free | Holding::Another(_) | Holding::Foreign => {
                told_lost(&mut lease);
                Ok(false)
            }
        }
    }

    /// Does nothing while our token is at the key.
    ///
    /// # Errors
    /// `Lost` when it is not, `Failed` when Redis cannot be reached.
    pub fn ensure_held(&self) -> Result<(), Error> {
        if self.is_held()? {
            return Ok(());
        }
        let state = self.lease().lock().state;
        let loss = match state {
            State::Lost => Loss::TokenGone,
            State::None | State::Held | State::Releasing | State::Released => Loss::NotHeld,
        };
        let holder = if loss == Loss::TokenGone { self.successor() } else { None };
        Err(Error::Lost { key: self.key.clone(), loss, holder })
    }

    /// Returns the seconds this holder may still trust its lease; sends nothing.
    pub fn remaining(&self) -> f64 {
        let lease = self.lease().lock();
        match lease.state {
            State::Held => lease.deadline.seconds_left(Instant::now()),
            State::None | State::Releasing | State::Released | State::Lost => 0.0,
        }
    }

    /// Returns the number of the current lease, also after its deadline: the resource that checks it decides. `None` when none
    /// was requested or the lease has ended.
    pub fn fence(&self) -> Option<u64> {
        let lease = self.lease().lock();
        if lease.state == State::Held { lease.fence } else { None }
    }

    /// Tells whether the key is held.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn is_locked(&self) -> Result<bool, Error> {
        Ok(self.inspect(None, Detail::Whether)? != Holding::Free)
    }

    /// Returns the token at the key; `None` when it is free or of another type.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn holder(&self) -> Result<Option<Vec<u8>>, Error> {
        match self.inspect(None, Detail::Who)? {
            Holding::Another(token) => Ok(Some(token)),
            Holding::Free | Holding::Foreign | Holding::Ours(_) => Ok(None),
        }
    }

    /// Returns the key.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Returns the token of the current lease, else of the last, else of the next.
    ///
    /// # Errors
    /// `NoRandomness` when one must be made and the operating system gives no random bytes.
    pub fn token(&self) -> Result<Token, Error> {
        let mut lease = self.lease().lock();
        if let Some(token) = &lease.tokens.token {
            return Ok(token.clone());
        }
        let token = self.fresh_token(self.topology.promise(&self.key))?;
        lease.tokens.token = Some(token.clone());
        lease.tokens.unused = true;
        Ok(token)
    }

    /// Returns a word for what this object knows of its lease: none, held, expired, releasing, released or lost.
    pub fn state(&self) -> &'static str {
        let lease = self.lease().lock();
        match lease.state {
            State::None => "none",
            State::Held if lease.deadline.has_passed(Instant::now()) => "expired",
            State::Held => "held",
            State::Releasing => "releasing",
            State::Released => "released",
            State::Lost => "lost",
        }
    }

    fn inspect(&self, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Error> {
        self.topology.inspect(&self.key, token, detail).map_err(|failure| self.failed(Verb::Inspect, failure))
    }
}

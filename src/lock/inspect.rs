//! Owns what a program may learn of a lock without changing it in Redis.
//! Does not own taking it, releasing it, extending it (`lock`).

use std::rc::Rc;

use crate::clock::Instant;
use crate::error::{Error, Loss, Verb};
use crate::key::Key;
use crate::lease::State;
use crate::leaves::is_marker;
use crate::lock::{Lock, TokenSource, registry};
use crate::node::late;
use crate::scope::Scope;
use crate::token::{REST, Token};
use crate::topology::{Detail, Holding, Layout};
use crate::ttl::Deadline;
use crate::wait::Wait;

impl Lock {
    /// Tells whether Redis has our token at the key.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn is_held(self: &Rc<Self>) -> Result<bool, Error> {
        let (token, permit, number) = self.subject();
        let Some(token) = token else {
            return Ok(false);
        };
        let holding = self.inspect(&self.scope.at(permit), Some(&token), Detail::Whether)?;
        let mut lease = self.lease().lock();
        let (Holding::Ours(deadline, permit), false) = (holding, lease.was_lost(number)) else {
            self.told_lost(&mut lease);
            return Ok(false);
        };
        // Of a given token the lease may be another by now, with another permit.
        lease.confirm(deadline, self.settings.ttl, permit);
        drop(lease);
        self.renew(Verb::Inspect)
    }

    /// Does nothing while our token is at the key.
    ///
    /// # Errors
    /// `Lost` when it is not, `Failed` when Redis cannot be reached.
    pub fn ensure_held(self: &Rc<Self>) -> Result<(), Error> {
        if self.is_held()? {
            return Ok(());
        }
        let was_lost = matches!(self.lease().lock().state, State::Lost(_));
        Err(self.lost(if was_lost { Loss::TokenGone } else { Loss::NotHeld }))
    }

    /// Returns why run() was refused: by another, by its own token where that was handed over, or by what is no lock.
    pub fn refused(&self, wait: Wait) -> Error {
        let is_own = registry::stands_in_the_way(&self.scope, self.topology.addresses(), None);
        let given = match &self.settings.token {
            TokenSource::Given(token) => Some(token),
            TokenSource::Fresh => None,
        };
        let by = match self.topology.inspect(&self.scope, given, Detail::Whether) {
            Ok(Holding::Ours(..)) => return Error::OwnTokenAtKey(self.scope.clone()),
            _ if is_own => "held by another object of this thread",
            Ok(Holding::Foreign) => "of another type and no lock",
            // Without a reply to this it is still what acquire() was told.
            _ => "held by another",
        };
        Error::NotAcquired { lock: self.scope.clone(), wait, by }
    }

    /// Returns the seconds this holder may still trust its lease; sends nothing.
    pub fn remaining(&self) -> f64 {
        self.lease().lock().held().map_or(0.0, |held| held.deadline.seconds_left(Instant::now()))
    }

    /// Returns the number of the current lease, also after its deadline: the resource that checks it decides. `None` when none
    /// was requested or the lease has ended.
    pub fn fence(&self) -> Option<u64> {
        self.lease().lock().held().and_then(|held| held.fence)
    }

    /// Tells whether the key is held; of several keys, one of them; of permits, all.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn is_locked(&self) -> Result<bool, Error> {
        Ok(self.inspect(&self.scope, None, Detail::Whether)? != Holding::Free)
    }

    /// Tells whether a done marker is at the key.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn is_done(&self) -> Result<bool, Error> {
        let holding = self.inspect(&self.scope, None, Detail::Who)?;
        Ok(matches!(holding, Holding::Another(value) if is_marker(&value)))
    }

    /// Tells why its work cannot be marked as done; `None` when it can: a marker is a fact about a job, not about resources or votes.
    pub fn unmarkable(&self) -> Option<&'static str> {
        match &self.scope {
            Scope::All(_) => Some("must be 0 for several keys: take a lock that is named after the job around it"),
            Scope::Permits(_) => Some("must be 0 with permits: take a lock that is named after the job around it"),
            Scope::Key(_) => match self.topology.layout() {
                Layout::Quorum(_) => Some("must be 0 with a list of servers: name the job on one of them"),
                Layout::OneMaster(_) | Layout::Cluster(_) | Layout::Memory => None,
            },
        }
    }

    /// Returns the token at the key; of several keys, at the first that is held; of permits, its own, else that of the lowest that is
    /// held. `None` when it is free, of another type, or at rest.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn holder(&self) -> Result<Option<Vec<u8>>, Error> {
        let own = match self.scope {
            Scope::Permits(_) => self.subject().0,
            Scope::Key(_) | Scope::All(_) => None,
        };
        match self.inspect(&self.scope, own.as_ref(), Detail::Who)? {
            Holding::Another(token) if token == REST || is_marker(&token) => Ok(None),
            Holding::Another(token) => Ok(Some(token)),
            Holding::Ours(..) => Ok(own.map(|own| own.as_bytes().to_vec())),
            Holding::Free | Holding::Foreign => Ok(None),
        }
    }

    /// Returns the key; of several the first.
    pub fn key(&self) -> &Key {
        self.scope.first()
    }

    /// Returns all keys that it was made with.
    pub fn keys(&self) -> &[Key] {
        self.scope.named()
    }

    /// Returns what it covers.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the token of the current lease, else of the last; before the first a new one that no lease will have, unless it was given.
    /// From here on it is shared.
    ///
    /// # Errors
    /// `Failed` when one must be made and the operating system gives no random bytes.
    pub fn token(&self) -> Result<Token, Error> {
        let mut lease = self.lease().lock();
        let token = match lease.tokens.token.clone() {
            Some(token) => token,
            None => self.fresh_token()?,
        };
        late::share(&token);
        Ok(lease.share(token))
    }

    /// Returns a word for what this object knows of its lease: none, held, expired, releasing, released or lost.
    pub fn state(&self) -> &'static str {
        match self.lease().lock().state {
            State::None => "none",
            State::Held(held) if held.deadline.has_passed(Instant::now()) => "expired",
            State::Held(_) => "held",
            State::Releasing(_) => "releasing",
            State::Released => "released",
            State::Lost(_) => "lost",
        }
    }

    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Error> {
        self.topology.inspect(scope, token, detail).map_err(|failure| self.failed(Verb::Inspect, failure))
    }
}

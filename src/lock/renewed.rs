//! Owns that a held lease is renewed, where its lock was made so: from the acquire on, or from when it was found to be held.
//! Does not own the thread that extends it (`renewal`), what that may see of it (`lease::Gate`).

use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Verb};
use crate::failure::Failure;
use crate::lease::Gate;
use crate::lock::mark::Mark;
use crate::lock::{Lock, Renewal, registry};
use crate::net::interrupts::{Interruption, Interrupts};
use crate::renewal::{self, Renewable};
use crate::ttl::Ttl;

/// The least time for a connection in a wait: far away, and with a login and TLS, it takes several round trips, and a wait may be shorter.
const LEAST: Duration = Duration::from_secs(1);

impl Lock {
    /// Sees to it that a lease which is acquired next can be renewed, if this lock's are. Nothing is acquired before: it would have to be given
    /// back.
    /// Errors: that there is no thread, or the failure of connecting.
    pub(super) fn prepare_renewal(&self, end: Option<Instant>, interrupts: Interrupts) -> Result<(), Failure> {
        if self.settings.renewal == Renewal::No {
            return Ok(());
        }
        let limit = end.map_or(Duration::MAX, |end| Instant::now().until(end).max(LEAST));
        renewal::prepare(&*self.topology, &self.scope, limit, interrupts)
    }

    /// Does so for a call without a wait: its handlers must not use the object meanwhile.
    /// Errors: as of that, in the words of acquire().
    pub(super) fn connect_renewal(&self, interrupts: Interrupts) -> Result<(), Error> {
        let _mark = Mark::of(self);
        loop {
            match self.prepare_renewal(None, interrupts) {
                Ok(()) => return Ok(()),
                // What was begun is the parent's.
                Err(Failure::Interrupted { by: Interruption::Fork, .. }) => {}
                Err(Failure::Interrupted { by, .. }) => return Err(Error::Interrupted(by)),
                Err(failure) => return Err(self.failed(Verb::Acquire, failure)),
            }
        }
    }

    /// Has a lease that was acquired, or just found to be held, renewed; returns true.
    /// Errors: that there is no thread, in the words of `verb`. It was there when the lease was acquired.
    pub(super) fn renew(self: &Rc<Self>, verb: Verb) -> Result<bool, Error> {
        let Some(renewable) = self.renewable() else { return Ok(true) };
        let started = renewal::start(renewable).map_err(|failure| {
            if let Some(held) = self.lease().lock().held() {
                held.is_renewed = false;
            }
            self.failed(verb, failure)
        });
        if self.lease().lock().held().is_some_and(|held| held.adopted && held.since.is_none()) {
            registry::add(self, 0);
        }
        started.map(|()| true)
    }

    /// Returns the lease to be renewed; `None` when this lock's are not, none is held, or this one is renewed already.
    fn renewable(&self) -> Option<Renewable> {
        let span = match self.settings.renewal {
            Renewal::No => return None,
            Renewal::For(span) => Some(span),
            Renewal::Always => None,
        };
        let Ttl::For(ttl) = self.settings.ttl else { return None };
        let gate = Gate::open(self.lease(), ttl, span)?;
        let lease = self.lease().lock();
        let token = lease.tokens.token.clone()?;
        let scope = self.scope.at(lease.known_permit()).into_owned();
        Some(Renewable { gate, scope, token, topology: self.topology.clone() })
    }
}

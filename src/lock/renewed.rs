//! Owns that a held lease is renewed, where its lock was made so: from the acquire on, or from when it was found to be held.
//! Does not own the thread that extends it (`renewal`), what that may see of it (`lease::Gate`).

use std::rc::Rc;

use crate::error::Error;
use crate::lease::Gate;
use crate::leaves::Leaves;
use crate::lock::{Lock, Renewal, registry};
use crate::renewal::{self, Renewable};
use crate::ttl::Ttl;

impl Lock {
    /// Has a lease that was just found to be held renewed; returns true.
    /// Errors: `NoThread` when the operating system gives no thread; the lease is released then.
    pub(super) fn renew(self: &Rc<Self>) -> Result<bool, Error> {
        self.start_renewal().inspect_err(|_| self.release_unrenewed())
    }

    /// Does the same with one that was just acquired: it is acquired only if it is renewed, and leaves no rest where it is not.
    pub(super) fn renew_acquired(self: &Rc<Self>) -> Result<bool, Error> {
        self.start_renewal().inspect_err(|_| {
            if let Some(held) = self.lease().lock().held() {
                held.leaves = Leaves::Nothing;
            }
            self.release_unrenewed();
        })
    }

    fn start_renewal(self: &Rc<Self>) -> Result<bool, Error> {
        let Some(renewable) = self.renewable() else { return Ok(true) };
        let started = renewal::start(renewable).map_err(|cause| {
            if let Some(held) = self.lease().lock().held() {
                held.is_renewed = false;
            }
            Error::NoThread { lock: self.scope.clone(), cause: cause.to_string() }
        });
        if self.lease().lock().held().is_some_and(|held| held.adopted) {
            registry::add_adopted(self);
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
        let destinations = self.topology.destinations(&scope);
        Some(Renewable { gate, scope, token, destinations })
    }
}

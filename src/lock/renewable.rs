//! Owns what the renewal thread may see and change of a lock's lease, and when it may not any more.
//! Does not own the thread, its times and its connections (`renewal`).

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::Error;
use crate::lock::lease::{Ending, Lease};
use crate::lock::{Lock, Renewal, State, Status};
use crate::node::late_releases::{Unasked, may_release};
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::Destinations;
use crate::ttl::{Deadline, SHORTEST, Ttl};

/// One lease to be renewed: plain data that may go to another thread.
#[derive(Debug)]
pub struct RenewableLease {
    lease: Arc<Lease>,
    /// Which lease of that object.
    generation: u64,
    /// What it covers: of permits, the one that it has.
    pub(crate) scope: Scope,
    pub(crate) token: Token,
    /// What is renewed.
    pub(crate) ttl: Duration,
    /// No extend reaches further than this.
    until: Option<Instant>,
    /// Where its extends are sent.
    pub(crate) destinations: Destinations,
}

/// How a lease stands that is to be renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Held, and its holder may trust it.
    Trusted,
    /// The deadline has passed: only Redis knows whether it is lost.
    Expired(Deadline),
    /// Released, lost, or as long as it may become: there is nothing more to do.
    Over,
}

impl Lock {
    /// Returns the lease to be renewed; `None` when this lock's are not, none is held, or this one is renewed already.
    pub fn renewable(&self) -> Option<RenewableLease> {
        let span = match self.settings.renewal {
            Renewal::No => return None,
            Renewal::For(span) => Some(span),
            Renewal::Always => None,
        };
        let Ttl::For(ttl) = self.settings.ttl else { return None };
        let mut lease = self.lease().lock();
        if lease.state != State::Held
            || lease.ending == Ending::Release
            || std::mem::replace(&mut lease.is_renewed, true)
        {
            return None;
        }
        let token = lease.tokens.token.clone()?;
        let until = span.map(|span| *lease.renewed_until.get_or_insert_with(|| Instant::now().after(span)));
        let scope = self.scope.at(lease.known_permit()).into_owned();
        let destinations = self.topology.destinations(&scope);
        let generation = lease.generation;
        Some(RenewableLease {
            lease: Arc::clone(self.lease().here()),
            generation,
            scope,
            token,
            ttl,
            until,
            destinations,
        })
    }

    /// Returns the error of a lease that cannot be renewed, after noting that it is not.
    pub fn no_thread(&self, cause: String) -> Error {
        self.lease().lock().is_renewed = false;
        Error::NoThread { lock: self.scope.clone(), cause }
    }
}

impl RenewableLease {
    /// Tells how it stands at `now`.
    pub fn standing(&self, now: Instant) -> Standing {
        match self.wanted(|status| status.deadline) {
            Some(deadline) if self.reaches_its_end(deadline) => Standing::Over,
            Some(deadline) if deadline.has_passed(now) => Standing::Expired(deadline),
            Some(_) => Standing::Trusted,
            None => Standing::Over,
        }
    }

    /// Tells whether it is still held, and release() was not called.
    pub fn is_wanted(&self) -> bool {
        self.wanted(|_| ()).is_some()
    }

    /// Calls `send` with the ttl of an extend and the deadline so far, if one may be sent at `now`. No other thread can call
    /// release() meanwhile: it needs the same mutex first. So `send` must not wait. False when the lease has ended, or is as long
    /// as it may become.
    pub fn pass(&self, now: Instant, send: impl FnOnce(Ttl, Deadline)) -> bool {
        let left = self.until.map_or(Duration::MAX, |until| now.until(until));
        if left.as_secs_f64() < SHORTEST {
            return false;
        }
        let ttl = self.ttl.min(Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX)));
        let is_over = self.wanted(|status| {
            let over = self.reaches_its_end(status.deadline);
            if !over {
                send(Ttl::For(ttl), status.deadline);
            }
            over
        });
        is_over == Some(false)
    }

    /// Notes that it is to be trusted until `deadline`. Released meanwhile, it is not.
    pub fn confirm(&self, deadline: Deadline) {
        self.wanted(|status| status.confirm(deadline, Ttl::For(self.ttl)));
    }

    /// Notes that the token is gone, unless release() was called: then that was meant to be. False while this object's own
    /// forceRelease() is under way, which may have removed it and may yet fail.
    pub fn lose(&self) -> bool {
        let lost = self.wanted(|status| {
            let is_loss = status.ending != Ending::Force;
            if is_loss && status.lose() {
                status.loss_unreported = true;
                let now = Instant::now();
                status.found_lost = Some(now);
                stats::count(Counter::Lost);
                status.count_hold(now);
            }
            is_loss
        });
        lost.unwrap_or(true)
    }

    /// Tells whether what a minority still has of it may be released.
    pub fn may_release_minority(&self) -> bool {
        let is_known = self.lease.watch().is_none_or(|status| status.is_known_elsewhere());
        let token = if is_known { self.token.clone().told() } else { self.token.clone() };
        may_release(&token, Unasked::Minority)
    }

    /// Notes that it is not renewed any more. When the program finds it held after all, it is renewed again.
    pub fn stop_renewing(&self) {
        self.wanted(|status| status.is_renewed = false);
    }

    fn reaches_its_end(&self, deadline: Deadline) -> bool {
        self.until.is_some_and(|until| deadline >= Deadline::At(until))
    }

    /// Looks at the lease, or changes it, if it is still the one to be renewed.
    fn wanted<T>(&self, look: impl FnOnce(&mut Status) -> T) -> Option<T> {
        let mut status = self.lease.watch()?;
        let wanted =
            status.generation == self.generation && status.state == State::Held && status.ending != Ending::Release;
        wanted.then(|| look(&mut status))
    }
}

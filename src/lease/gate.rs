//! Owns what the renewal thread may see and change of a lease, and when it may not any more.
//! Does not own the thread, its times and its connections (`renewal`).

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::lease::state::{Ending, Held, Status};
use crate::lease::{Lease, SharedStatus, open};
use crate::node::recovery::{Unasked, may_release};
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::ttl::{Deadline, SHORTEST, Ttl};

/// One lease as renewal reaches it, until its program ends it.
#[derive(Debug)]
pub struct Gate {
    lease: Arc<SharedStatus>,
    /// Which lease of that object.
    number: u64,
    /// What is renewed.
    pub ttl: Duration,
    /// No extend reaches further than this.
    until: Option<Instant>,
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

impl Gate {
    /// Opens it for a lease that is held and not renewed yet; `span`: how long it is renewed.
    pub fn open(lease: &Lease, ttl: Duration, span: Option<Duration>) -> Option<Self> {
        let lease = Arc::clone(lease.here());
        let (number, until) = {
            let mut status = open(&lease.status);
            let held = status.held().filter(|held| held.ending != Ending::Release && !held.is_renewed)?;
            held.is_renewed = true;
            let until = span.map(|span| *held.renewed_until.get_or_insert_with(|| Instant::now().after(span)));
            (held.number, until)
        };
        Some(Self { lease, number, ttl, until })
    }

    /// Tells how it stands at `now`.
    pub fn standing(&self, now: Instant) -> Standing {
        match self.with(|held| held.deadline) {
            Some(deadline) if self.reaches_its_end(deadline) => Standing::Over,
            Some(deadline) if deadline.has_passed(now) => Standing::Expired(deadline),
            Some(_) => Standing::Trusted,
            None => Standing::Over,
        }
    }

    /// Tells whether it is still held, and release() was not called.
    pub fn is_open(&self) -> bool {
        self.hold_open(|| ()).is_some()
    }

    /// Does the rest of what [`Gate::pass`] has let begin, if it is still open. It stays so meanwhile, and so `work` must not wait.
    pub fn hold_open<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        self.with(|_| work())
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
        let is_over = self.with(|held| {
            let over = self.reaches_its_end(held.deadline);
            if !over {
                send(Ttl::For(ttl), held.deadline);
            }
            over
        });
        is_over == Some(false)
    }

    /// Notes that it is to be trusted until `deadline`. Released meanwhile, it is not.
    pub fn confirm(&self, deadline: Deadline) {
        self.if_open(|status| status.confirm(deadline, Ttl::For(self.ttl), None));
    }

    /// Notes that the token is gone, unless release() was called: then that was meant to be. False while this object's own
    /// forceRelease() is under way, which may have removed it and may yet fail.
    pub fn lose(&self) -> bool {
        let lost = self.if_open(|status| {
            let Some(held) = status.held().filter(|held| held.ending != Ending::Force) else { return false };
            let now = Instant::now();
            stats::count(Counter::Lost);
            held.count_hold(now);
            status.lose_unseen(now);
            true
        });
        lost.unwrap_or(true)
    }

    /// Tells whether what a minority still has of it, under this token, may be released.
    pub fn may_release_minority(&self, token: &Token) -> bool {
        let is_known = self.lease.guard.has_forked() || open(&self.lease.status).is_known_elsewhere();
        let token = if is_known { token.clone().told() } else { token.clone() };
        may_release(&token, Unasked::LostPart).is_some()
    }

    /// Notes that it is not renewed any more. When the program finds it held after all, it is renewed again.
    pub fn close(&self) {
        self.with(|held| held.is_renewed = false);
    }

    fn reaches_its_end(&self, deadline: Deadline) -> bool {
        self.until.is_some_and(|until| deadline >= Deadline::At(until))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Held) -> T) -> Option<T> {
        self.if_open(|status| status.held().map(work)).flatten()
    }

    /// Looks at the lease, or changes it, if it is still the one to be renewed; never in a forked child.
    fn if_open<T>(&self, work: impl FnOnce(&mut Status) -> T) -> Option<T> {
        if self.lease.guard.has_forked() {
            return None;
        }
        let mut status = open(&self.lease.status);
        let is_open = |held: &mut Held| held.number == self.number && held.ending != Ending::Release;
        status.held().is_some_and(is_open).then(|| work(&mut status))
    }
}

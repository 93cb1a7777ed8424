//! Owns what the renewal thread may see and change of a lease, and when it may not any more.
//! Does not own the thread, its times and its connections (`renewal`).

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::lease::state::{Held, Status};
use crate::lease::{GuardedStatus, Lease, open};
use crate::scripts::WriteGate;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::ttl::{Deadline, SHORTEST, Ttl};

/// One lease as renewal reaches it, until its program ends it.
#[derive(Debug)]
pub struct Gate {
    lease: Arc<GuardedStatus>,
    /// Which lease of that object.
    number: u64,
    /// What is renewed.
    pub ttl: Duration,
    /// No extend reaches further than this.
    until: Option<Instant>,
}

/// Nobody can call release() while a gate is passed: that needs the same mutex first.
impl WriteGate for Gate {
    fn pass(&self, write: &mut dyn FnMut()) -> bool {
        self.with(|_| write()).is_some()
    }
}

impl Gate {
    /// Opens it for a lease that is held and not renewed yet; `span`: how long it is renewed.
    pub fn open(lease: &Lease, ttl: Duration, span: Option<Duration>) -> Option<Self> {
        let lease = Arc::clone(lease.for_renewal());
        let (number, until) = {
            let mut status = open(&lease.status);
            let held = status.held().filter(|held| !held.is_ending && !held.is_renewed)?;
            held.is_renewed = true;
            let until = span.map(|span| *held.renewed_until.get_or_insert_with(|| Instant::now().after(span)));
            (held.number, until)
        };
        Some(Self { lease, number, ttl, until })
    }

    /// Tells whether it is still held, and release() was not called.
    pub fn is_open(&self) -> bool {
        self.deadline().is_some()
    }

    /// Returns until when its holder may trust it; `None` when it has ended.
    pub fn deadline(&self) -> Option<Deadline> {
        self.with(|held| held.deadline)
    }

    /// Returns the ttl of an extend at `now`; `None` when the lease has ended, or is as long as it may become.
    pub fn ttl(&self, now: Instant) -> Option<Ttl> {
        let left = self.until.map_or(Duration::MAX, |until| now.until(until));
        let deadline = self.deadline()?;
        if left.as_secs_f64() < SHORTEST || self.until.is_some_and(|until| deadline >= Deadline::At(until)) {
            return None;
        }
        Some(Ttl::For(self.ttl.min(Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX)))))
    }

    /// Notes that it is to be trusted until `deadline`. Released meanwhile, it is not.
    pub fn confirm(&self, deadline: Deadline) {
        self.if_open(|status| status.confirm(deadline, Ttl::For(self.ttl), None));
    }

    /// Notes that the token is gone, unless release() or forceRelease() was called: then that was meant to be.
    pub fn lose(&self) {
        self.if_open(|status| {
            stats::count(Counter::Lost);
            status.lose_unseen(Instant::now());
        });
    }

    /// Returns its token, shared if it is by now.
    pub fn token(&self, token: &Token) -> Token {
        let is_shared = self.lease.guard.has_forked() || open(&self.lease.status).is_shared();
        if is_shared { token.clone().shared() } else { token.clone() }
    }

    /// Notes that it is not renewed any more. When the program finds it held after all, it is renewed again.
    pub fn close(&self) {
        self.with(|held| held.is_renewed = false);
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
        let is_open = |held: &mut Held| held.number == self.number && !held.is_ending;
        status.held().is_some_and(is_open).then(|| work(&mut status))
    }
}

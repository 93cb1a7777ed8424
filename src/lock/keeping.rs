//! Owns: what the renewal thread may see and change of a lock's lease, and when it may not any more.
//! Does not own: the thread and its times (`renewal`).
//! Called by: `renewal`.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Gate;
use crate::connection::interruption::{Host, Interruption};
use crate::error::Error;
use crate::failure::Failure;
use crate::key::Key;
use crate::lock::lease::Lease;
use crate::lock::{Inner, Lock, Renewal, State};
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::Topology;
use crate::ttl::{Deadline, SHORTEST, Ttl};

/// One lease to be kept alive: plain data that may go to another thread.
#[derive(Debug)]
pub struct Kept {
    this: Arc<This>,
    topology: Arc<dyn Topology>,
    key: Key,
    token: Token,
    ttl: Duration,
    /// No extend reaches further than this.
    until: Option<Instant>,
}

/// Which lease of which lock.
#[derive(Debug)]
struct This {
    lease: Arc<Lease>,
    generation: u64,
}

/// What an attempt to extend has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// Extended: ask again in good time.
    Extended,
    /// No answer, or an error: ask again soon.
    Failed(Silence),
    /// The same, and the deadline has passed: nothing more to do, unless the program finds it held after all.
    Expired(Silence),
    /// There is nothing more to do: released, lost, or as long as it may become.
    Over,
}

/// Whether a question that failed was answered at all. Where it was not, nor would be, most likely, one about another
/// lock that lives in the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// No answer.
    Yes,
    /// An error.
    No,
}

impl Lock {
    /// Returns the lease to be renewed; `None` when this lock's are not, none is held, or this one is renewed already.
    pub fn to_keep(&self) -> Option<Kept> {
        let span = match self.terms.renewal {
            Renewal::No => return None,
            Renewal::For(span) => Some(span),
            Renewal::Always => None,
        };
        let Ttl::For(ttl) = self.terms.ttl else { return None };
        let mut lease = self.lease().lock();
        if lease.state != State::Held || lease.ending || std::mem::replace(&mut lease.kept, true) {
            return None;
        }
        let token = lease.own.token.clone()?;
        let this = Arc::new(This { lease: Arc::clone(self.lease().here()), generation: lease.generation });
        let until = span.map(|span| *lease.renewed_until.get_or_insert_with(|| Instant::now().after(span)));
        Some(Kept { this, topology: Arc::clone(&self.topology), key: self.key.clone(), token, ttl, until })
    }

    /// Returns the error of a lease that cannot be kept, after noting that it is not.
    pub fn no_thread(&self, cause: String) -> Error {
        self.lease().lock().kept = false;
        Error::NoThread { key: self.key.clone(), cause }
    }
}

impl Kept {
    /// Returns the ttl that is renewed.
    pub fn ttl(&self) -> Duration {
        self.ttl
    }

    /// Tells how long it still lives at `now`; `None` when it has ended, by itself or not.
    pub fn left(&self, now: Instant) -> Option<Duration> {
        match self.this.wanted(|inner| inner.deadline)? {
            Deadline::At(deadline) => Some(now.until(deadline)).filter(|left| !left.is_zero()),
            Deadline::Never => None,
        }
    }

    /// Tells whether both are asked for at the same nodes.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.topology.nodes(&self.key) == other.topology.nodes(&other.key)
    }

    /// Tells whether it is still held, and release() was not called.
    pub fn is_wanted(&self) -> bool {
        self.this.wanted(|_| ()).is_some()
    }

    /// Extends the lease, once.
    pub fn extend(&self, host: Host) -> Renewed {
        let now = Instant::now();
        let Some(deadline) = self.this.wanted(|inner| inner.deadline) else {
            return Renewed::Over;
        };
        let left = self.until.map_or(Duration::MAX, |until| now.until(until));
        let reaches = self.until.is_some_and(|until| deadline >= Deadline::At(until));
        if reaches || left.as_secs_f64() < SHORTEST {
            return Renewed::Over;
        }
        let gate: Arc<dyn Gate> = self.this.clone();
        let ttl = Ttl::For(self.ttl.min(Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))));
        match self.topology.renew(&self.key, &self.token, ttl, gate, host) {
            Ok(Some(deadline)) => {
                // Released meanwhile, it does nothing.
                self.this.wanted(|inner| inner.confirm(deadline, ttl));
                stats::count(Counter::Renewed);
                Renewed::Extended
            }
            Ok(None) => {
                self.this.wanted(lose);
                Renewed::Over
            }
            Err(Failure::Withdrawn | Failure::Interrupted { by: Interruption::Shutdown, .. }) => Renewed::Over,
            Err(failure) => {
                stats::count(Counter::Failed);
                let silence = match failure {
                    Failure::NotSent { .. }
                    | Failure::Unanswered { .. }
                    | Failure::TooFewAlike { .. }
                    | Failure::Interrupted { .. } => Silence::Yes,
                    _ => Silence::No,
                };
                let goes_on = self.this.wanted(|inner| {
                    // Behind the deadline one question was worth it: the lease may be there all the same, or lost.
                    // Should the program find it held after all, renewal is told again.
                    inner.kept = !deadline.has_passed(now) || inner.deadline > deadline;
                    inner.kept
                });
                match goes_on {
                    Some(true) => Renewed::Failed(silence),
                    Some(false) | None => Renewed::Expired(silence),
                }
            }
        }
    }
}

/// The token is gone, and release() was not called: nobody but us can have been meant to know.
fn lose(inner: &mut Inner) {
    if inner.lose() {
        inner.untold = true;
        stats::count(Counter::Lost);
    }
}

impl This {
    /// Looks at the lease, or changes it, if it is still the one to be kept.
    fn wanted<T>(&self, look: impl FnOnce(&mut Inner) -> T) -> Option<T> {
        let mut inner = self.lease.watch()?;
        let wanted = inner.generation == self.generation && inner.state == State::Held && !inner.ending;
        wanted.then(|| look(&mut inner))
    }
}

impl Gate for This {
    /// Nobody can call release() between the look and the send: it needs the same mutex first. What is sent fits the
    /// socket's buffer, so that it does not have to wait longer than that.
    fn pass(&self, send: &mut dyn FnMut()) -> bool {
        self.wanted(|_| send()).is_some()
    }
}

//! Owns a wait: attempt, sleep, attempt, until the lock is there, the wait is over, or the program leaves.
//! Does not own how to sleep and for how long (`topology`), what a reply means for the lease (`lock::acquire`).
//!
//! Every sleep is followed by one more attempt, also when the wait is over: a waiter that took a signal and left would
//! strand the others on a free lock (tests/explorer.rs finds it; docs/protocol.md#waiting, rule 9).

use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::Error;
use crate::failure::Failure;
use crate::lock::Lock;
use crate::lock::acquire::Outcome;
use crate::net::interrupts::{Interruption, Interrupts};
use crate::process::ForkGuard;
use crate::refusal::Code;
use crate::stats::{self, Counter};
use crate::token::{Promise, Token};
use crate::topology::{Caller, CurrentHolder, Reason, Waiter, WakeUp, When, pause};
use crate::ttl::Ttl;
use crate::wait::Wait;

/// How long a wait without an end puts up with a Redis that cannot be reached: a failover or a restart takes less.
const UNREACHABLE: Duration = Duration::from_secs(60);

/// A holder of which nothing is known: try again by the clock.
const UNKNOWN_HOLDER: CurrentHolder =
    CurrentHolder { left: Ttl::Forever, promise: Promise::StaysSilent, index: 0, may_end_silently: true };

/// Waits for a lock; false when another still holds it at the end. `took` gets how long that was, unless there was no need to.
pub(super) fn acquire(
    lock: &Rc<Lock>,
    wait: Wait,
    interrupts: Interrupts,
    took: &mut Option<Duration>,
) -> Result<bool, Error> {
    lock.lease().lock().tokens.waits = true;
    let _mark = WaitMark(lock);
    let waiter = lock.topology.waiter(&lock.scope, interrupts);
    let (begin, guard) = (Instant::now(), ForkGuard::here());
    let mut wait = WaitLoop {
        lock,
        interrupts,
        end: wait.end(begin),
        waiter,
        unknown: None,
        may_be_left: false,
        has_replied: false,
        has_waited: false,
        failed: None,
        failures: 0,
    };
    let answer = wait.run();
    *took = wait.has_waited.then(|| begin.until(Instant::now()));
    // A wait that a forked child goes on with is its parent's.
    if let Some(span) = took.filter(|_| !guard.has_forked()) {
        stats::note_wait(span);
    }
    answer
}

/// Lets the object wait again, however this wait ends.
struct WaitMark<'a>(&'a Lock);

impl Drop for WaitMark<'_> {
    fn drop(&mut self) {
        self.0.lease().lock().tokens.waits = false;
    }
}

struct WaitLoop<'a> {
    lock: &'a Rc<Lock>,
    interrupts: Interrupts,
    end: Option<Instant>,
    waiter: Box<dyn Waiter + 'a>,
    unknown: Option<UnknownOutcome>,
    /// No reply came to an attempt under a token that is known elsewhere: it ends with its ttl.
    may_be_left: bool,
    /// Redis has replied.
    has_replied: bool,
    /// Another held it, and there was time left.
    has_waited: bool,
    /// When it first failed to since, and how often.
    failed: Option<Instant>,
    failures: u32,
}

/// What a wait has when it has taken its lock and attended to what was pending.
enum Stay {
    /// The lock.
    Held,
    /// Nothing more: a handler has taken longer than the ttl, or has released the lock.
    Ended,
    /// Nothing: this is a child that a handler forked, and its parent has the lock.
    Elsewhere,
}

/// The token of an attempt whose reply did not come: it may be at the key.
struct UnknownOutcome {
    token: Token,
    /// A signal handler may fork; its child has nothing to do with it.
    guard: ForkGuard,
}

impl WaitLoop<'_> {
    fn run(&mut self) -> Result<bool, Error> {
        loop {
            match self.attempt()? {
                Outcome::Held => match self.stay()? {
                    Stay::Held => return Ok(true),
                    Stay::Ended if self.is_over() => return Err(self.lock.replied_too_late()),
                    Stay::Ended | Stay::Elsewhere => {}
                },
                Outcome::Refused(holder) => {
                    (self.failures, self.failed) = (0, None);
                    if !std::mem::replace(&mut self.has_replied, true) {
                        stats::count(Counter::Contended);
                        if !self.is_over() {
                            stats::count(Counter::Waited);
                            self.has_waited = true;
                        }
                    }
                    if self.is_over() {
                        return Ok(false);
                    }
                    if self.end.is_none() {
                        // A handler may have taken the key for another object of this thread.
                        self.lock.check_that_others_hold_it()?;
                    }
                    self.sleep(holder.unwrap_or(UNKNOWN_HOLDER))?;
                }
                Outcome::TooLate if self.is_over() => return Err(self.lock.replied_too_late()),
                // The second in a child that a signal handler forked.
                Outcome::TooLate | Outcome::Failed(Failure::Interrupted { by: Interruption::Fork, .. }) => {}
                Outcome::Failed(Failure::Interrupted { by, .. }) => return Err(Error::Interrupted(by)),
                Outcome::Failed(failure) => self.endure(failure)?,
            }
        }
    }

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| end <= Instant::now())
    }

    fn attempt(&mut self) -> Result<Outcome, Error> {
        let known = self.unknown.take().filter(|unknown| !unknown.guard.has_forked());
        let is_retry = known.is_some();
        let caller = Caller::Waits { is_retry, end: self.end };
        let mut begun = self.lock.begin(known.map(|unknown| unknown.token), caller)?;
        let reply = self.waiter.acquire(&mut begun.attempt);
        let token = &begun.attempt.token;
        // To find one that is known elsewhere at the key would prove nothing.
        let token = (!token.is_known_elsewhere()).then(|| token.clone());
        let outcome = self.lock.conclude(begun, reply);
        let is_unknown = match &outcome {
            Outcome::Failed(Failure::Unanswered { .. }) => true,
            Outcome::Failed(failure) => is_retry && !matches!(failure, Failure::Interrupted { .. }),
            Outcome::Held | Outcome::Refused(_) | Outcome::TooLate => false,
        };
        if is_unknown {
            self.may_be_left |= token.is_none();
            self.unknown = token.map(|token| UnknownOutcome { token, guard: ForkGuard::here() });
        }
        Ok(outcome)
    }

    /// Ends a wait that has its lock, unless a signal came meanwhile and its handler throws: then the program would not know
    /// that the lock is held.
    fn stay(&self) -> Result<Stay, Error> {
        let Some(interrupts) = self.interrupts.filter(|source| source.is_pending()) else {
            return Ok(Stay::Held);
        };
        let guard = ForkGuard::here();
        if let Err(by) = interrupts.attend() {
            return Err(self.leave_held(by));
        }
        Ok(match self.lock.release_unless_trusted() {
            _ if guard.has_forked() => Stay::Elsewhere,
            true => Stay::Held,
            false => Stay::Ended,
        })
    }

    fn leave_held(&self, by: Interruption) -> Error {
        // What becomes of it is counted; the program hears its own exception.
        if let Some(held) = self.lock.lease().lock().held() {
            held.since = None;
        }
        self.lock.release_unwatched();
        Error::Interrupted(by)
    }

    fn sleep(&mut self, holder: CurrentHolder) -> Result<(), Error> {
        match self.waiter.sleep(holder, self.end) {
            WakeUp::TryAgain => Ok(()),
            WakeUp::Leave { by, signalled } => {
                // The release whose signal we took would wake no waiter: take its lock, and release it again.
                if signalled && matches!(self.attempt()?, Outcome::Held) {
                    return Err(self.leave_held(by));
                }
                self.release_unknown(Reason::Abandoned);
                Err(Error::Interrupted(by))
            }
        }
    }

    /// Lets a failure pass by, if it may. The first since a reply is followed by an attempt at once, others by a
    /// pause.
    fn endure(&mut self, failure: Failure) -> Result<(), Error> {
        self.failures += 1;
        let now = Instant::now();
        let until = self.end.unwrap_or_else(|| self.failed.get_or_insert(now).after(UNREACHABLE));
        // A slot that is being moved has replied, and has taken nothing.
        self.has_replied |= failure.code() == Some(&Code::TryAgain);
        // A waiter that has had no reply yet tries a second time, as without a wait: to learn what became of the first.
        let enough = !self.has_replied && (self.unknown.is_none() || self.failures > 1);
        if enough || !failure.may_pass() || until <= now {
            let is_unknown = self.unknown.is_some() || self.may_be_left;
            let failure = if is_unknown { failure.after_unknown_outcome() } else { failure };
            self.release_unknown(Reason::Unknown);
            return Err(self.lock.failed(self.lock.verb(), failure));
        }
        if self.failures == 1 {
            return Ok(());
        }
        match pause::sleep(Some(until), self.interrupts) {
            WakeUp::TryAgain => Ok(()),
            WakeUp::Leave { by, .. } => {
                self.release_unknown(Reason::Abandoned);
                Err(Error::Interrupted(by))
            }
        }
    }

    /// Sees to it that what may have been taken is released at the next contact.
    fn release_unknown(&mut self, reason: Reason) {
        if let Some(unknown) = self.unknown.take().filter(|unknown| !unknown.guard.has_forked()) {
            self.lock.release_taken(&self.lock.scope, &unknown.token, reason, When::AtRequestEnd);
        }
    }
}

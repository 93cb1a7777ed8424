//! Owns: what one lock object knows of its lease: the token, the deadline, and how it ended.
//! Does not own: asking Redis (`lock`).
//! Called by: `lock`; renewal will read it from its own thread, hence the mutex.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::clock::Instant;
use crate::token::Token;
use crate::ttl::{Deadline, Ttl};

/// What became of a lease.
///
/// | from | event | to |
/// |---|---|---|
/// | `None`, `Released`, `Lost`, `Held` past its deadline | acquire said yes | `Held` |
/// | any, with a given token | extend or inspect said "ours" | `Held` |
/// | `Held` | release said "gone", or force by this object | `Released` |
/// | `Held` | release was sent within the deadline, no answer came | `Releasing` |
/// | `Releasing` | release said "gone", or any answer said "not ours" | `Released` |
/// | `Held` | extend or inspect said "not ours" | `Lost` |
/// | `Held` | release said "not ours" | `Lost` |
/// | any | the process forked: in the child | `None` |
///
/// "Expired" is `Held` with a deadline that has passed: only Redis knows whether it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Never acquired by this object in this process.
    None,
    /// Acquired, or adopted and confirmed.
    Held,
    /// A release within the deadline was not answered: not to be trusted any more, and still to be given back.
    Releasing,
    /// Given back.
    Released,
    /// Redis said that the key no longer has our token.
    Lost,
}

/// How a lease came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This object acquired it.
    Acquired,
    /// Another object, perhaps of another process, acquired it; this one was given its token.
    Adopted,
}

/// The lease of one object; shared by the lock and whoever keeps it alive.
#[derive(Debug)]
pub struct Lease(Mutex<Inner>);

/// The lease's fields, under its mutex. No lock of Redis is asked for while this is held.
#[derive(Debug)]
pub struct Inner {
    /// See [`State`].
    pub state: State,
    /// Who took it.
    pub origin: Origin,
    /// The token of the current lease, else of the last, else of the next.
    pub token: Option<Token>,
    /// The token has not been sent anywhere yet, so the next lease may have it.
    pub unused: bool,
    /// Until when a `Held` lease may be trusted.
    pub deadline: Deadline,
    /// What the key was given last; an undo is of use so much longer.
    pub ttl: Ttl,
    /// The object came through a fork and has acquired nothing since: its given token is the parent's business.
    pub inherited: bool,
    /// The process this is the state of.
    process: u32,
}

impl Lease {
    /// Makes the lease of an object that has acquired nothing.
    pub fn new(token: Option<Token>, ttl: Ttl) -> Self {
        Self(Mutex::new(Inner {
            state: State::None,
            origin: Origin::Adopted,
            token,
            unused: false,
            deadline: Deadline::Never,
            ttl,
            inherited: false,
            process: std::process::id(),
        }))
    }

    /// Gives access; in a forked child, what the parent holds is forgotten first.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere leaves every field valid by itself, so a poisoned mutex is no reason to stop.
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let here = std::process::id();
        if inner.process != here {
            inner.process = here;
            inner.state = State::None;
            inner.origin = Origin::Adopted;
            inner.inherited = true;
            // Every child has this copy: sent by two of them it would prove nothing.
            inner.discard_unused();
        }
        inner
    }
}

impl Inner {
    /// Tells whether the holder may trust its lease at `now`.
    pub fn is_trusted(&self, now: Instant) -> bool {
        self.state == State::Held && !self.deadline.has_passed(now)
    }

    /// Tells whether the key may still have this object's token, as far as this object knows.
    pub fn may_be_there(&self) -> bool {
        matches!(self.state, State::Held | State::Releasing)
    }

    /// Forgets a token that was made for the next lease: it may be somewhere after all, and a late command of the
    /// lease it was meant for must not match another.
    pub fn discard_unused(&mut self) {
        if self.unused {
            self.unused = false;
            self.token = None;
        }
    }

    /// Begins a lease.
    pub fn begin(&mut self, token: Token, deadline: Deadline, ttl: Ttl) {
        self.state = State::Held;
        self.origin = Origin::Acquired;
        self.token = Some(token);
        self.unused = false;
        self.deadline = deadline;
        self.ttl = ttl;
        self.inherited = false;
    }

    /// Notes that Redis said "ours": the deadline moves forward only, and an expired or adopted lease is held.
    ///
    /// One that is being released stays so: the unanswered release may still run.
    pub fn confirm(&mut self, deadline: Deadline, ttl: Ttl) {
        self.ttl = self.ttl.max(ttl);
        match self.state {
            State::Held => self.deadline = self.deadline.max(deadline),
            State::Releasing => {}
            State::None | State::Released | State::Lost => {
                self.state = State::Held;
                self.deadline = deadline;
            }
        }
    }

    /// Ends a lease that was given back.
    pub fn end(&mut self) {
        self.state = State::Released;
        self.origin = Origin::Adopted;
    }

    /// Returns the word that `var_dump` shows.
    pub fn word(&self, now: Instant) -> &'static str {
        match self.state {
            State::None => "none",
            State::Held if self.deadline.has_passed(now) => "expired",
            State::Held => "held",
            State::Releasing => "releasing",
            State::Released => "released",
            State::Lost => "lost",
        }
    }
}

//! Owns whether a wait stands in its thread's line, and its sleep there until it is its turn.
//! Does not own the lines (`spot`, `line`), what a wait does when it is its turn (`wait_loop`).

use crate::clock::Instant;
use crate::lock::Lock;
use crate::lock::acquire::Outcome;
use crate::lock::line::{Move, Sleep};
use crate::lock::spot::Spot;
use crate::net::interrupts::{self, Interruption, Interrupts, Woke};

/// Where a wait stands.
pub(super) enum WaitMode {
    /// It could not be suspended so far.
    Blocks,
    /// It waits by itself.
    Apart,
    InLine(Spot),
}

impl WaitMode {
    /// Decides what a wait that can be suspended does now. Only one that `may_follow` stands in line.
    pub(super) fn next(&mut self, lock: &Lock, may_follow: bool, end: Option<Instant>) -> Move {
        if let Self::Blocks = self {
            let spot = if may_follow { Spot::of(&*lock.topology, &lock.scope) } else { None };
            *self = spot.map_or(Self::Apart, Self::InLine);
            // The head may wait for what this object still owes, and sends with its first attempt.
            if let Self::InLine(spot) = self
                && lock.lease().lock().leftover().is_some()
            {
                return spot.attempt_first(Instant::now());
            }
        }
        let Self::InLine(spot) = self else { return Move::Attempt };
        spot.next(end, Instant::now()).unwrap_or_else(|_| {
            // No descriptor is left.
            *self = Self::Apart;
            Move::Attempt
        })
    }

    /// Tells, once, whether others of its line have found the key held, or have taken it, while it followed.
    pub(super) fn take_refusal(&mut self) -> bool {
        if let Self::InLine(spot) = self { std::mem::take(&mut spot.is_refused) } else { false }
    }

    /// Sleeps until it is rung, or as long as it may.
    ///
    /// # Errors
    /// The [`Interruption`] when the wait must end.
    pub(super) fn sleep(&mut self, Sleep { bell, until }: &Sleep, interrupts: Interrupts) -> Result<(), Interruption> {
        match interrupts::wait_suspended(bell.socket(), *until, interrupts) {
            Ok(Some(Woke::Interrupted(by))) => return Err(by),
            Ok(Some(Woke::Ready)) => bell.clear(),
            Ok(Some(Woke::Time)) => {}
            // It has to block, and must not keep the others from their turn.
            Ok(None) | Err(_) => *self = Self::Apart,
        }
        Ok(())
    }

    /// Tells the line that an attempt was refused, or has succeeded.
    pub(super) fn note(&self, outcome: &Outcome) {
        match (self, outcome) {
            (Self::InLine(spot), Outcome::Held) => spot.note_taken(),
            (Self::InLine(spot), Outcome::Refused(_)) => spot.note_held(),
            _ => {}
        }
    }

    /// Has it wait by itself from now on: its ttl is too short for the replies, and the others must not wait for it.
    pub(super) fn leave_line(&mut self) {
        if let Self::InLine(_) = self {
            *self = Self::Apart;
        }
    }

    /// Tells, after a refusal, whether it follows: another sleeps in Redis.
    pub(super) fn follows(&mut self, interrupts: Interrupts) -> bool {
        let Self::InLine(spot) = self else { return false };
        if spot.leads(Instant::now()) {
            return false;
        }
        let suspends = interrupts::suspends(interrupts);
        if !suspends {
            *self = Self::Apart;
        }
        suspends
    }

    /// Tells the followers that an attempt has failed; `is_final`: this wait gives up.
    pub(super) fn note_failure(&self, is_final: bool) {
        if let Self::InLine(spot) = self {
            spot.note_failure(is_final);
        }
    }
}

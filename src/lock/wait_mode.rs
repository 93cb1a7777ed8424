//! Owns whether a wait stands in its thread's line, and its sleep there until it is its turn.
//! Does not own the lines (`line`), what a wait does when it is its turn (`wait_loop`).

use crate::clock::Instant;
use crate::lock::Lock;
use crate::lock::acquire::Outcome;
use crate::lock::line::{Move, Spot};
use crate::net::bell::Bell;
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
            // The first of its line may wait for what this object still owes, and sends with its first attempt.
            if lock.lease().lock().leftover().is_some() {
                return Move::Attempt;
            }
        }
        let Self::InLine(spot) = self else { return Move::Attempt };
        spot.next(end, Instant::now()).unwrap_or_else(|_| {
            // No descriptor is left.
            *self = Self::Apart;
            Move::Attempt
        })
    }

    /// Returns when those before it in its line last found the key held; `None` if there are none.
    pub(super) fn held_before(&self) -> Option<Instant> {
        if let Self::InLine(spot) = self { spot.held.filter(|_| !spot.leads()) } else { None }
    }

    /// Sleeps until it is rung, or as long as it may.
    ///
    /// # Errors
    /// The [`Interruption`] when the wait must end.
    pub(super) fn sleep(&mut self, bell: &Bell, until: Instant, interrupts: Interrupts) -> Result<(), Interruption> {
        match interrupts::wait_suspended(bell.socket(), until, interrupts) {
            Ok(Some(Woke::Interrupted(by))) => return Err(by),
            Ok(Some(Woke::Ready)) => bell.clear(),
            Ok(Some(Woke::Time)) => {}
            // It has to block, and must not keep the others from their turn.
            Ok(None) | Err(_) => *self = Self::Apart,
        }
        Ok(())
    }

    /// Tells the line what an attempt sent at `sent` has come to.
    pub(super) fn note(&self, outcome: &Outcome, sent: Instant) {
        if let (Self::InLine(spot), Outcome::Held | Outcome::Refused(_)) = (self, outcome) {
            spot.note_held(sent);
        }
    }

    /// Tells, after a refusal, whether it follows: another sleeps in Redis.
    pub(super) fn follows(&self, interrupts: Interrupts) -> bool {
        matches!(self, Self::InLine(spot) if !spot.leads()) && interrupts::suspends(interrupts)
    }
}

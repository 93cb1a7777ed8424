//! Owns looking, during a wait, for what the work would make: when it is due, and whose signals are passed on.
//! Does not own the wait (`wait_loop`), the program's look-up (`php`).

use std::time::Duration;

use crate::clock::Instant;
use crate::lock::LookUp;
use crate::net::interrupts::Interruption;

/// How often a waiter calls its look-up if no signal comes.
const LOOK_UP: Duration = Duration::from_secs(1);
/// A sleep may end this much early.
const EARLY: Duration = Duration::from_millis(10);

/// Looks during a wait for what the work would make, where the caller can.
pub(super) struct Finder<'a> {
    pub(super) look_up: Option<&'a dyn LookUp>,
    /// When it is due next if no signal comes.
    next: Instant,
    /// At which of several keys a signal was taken in this wait, if one was: others may wait for the same release.
    pub(super) signalled_at: Option<usize>,
    /// The signal was for waiters that look, or that leave where the work is done, and this one does not look.
    pub(super) owes_others: bool,
    /// From when on it may wake them: waiters that do not look would wake each other for ever.
    passes_from: Instant,
}

impl<'a> Finder<'a> {
    pub(super) fn new(look_up: Option<&'a dyn LookUp>, begin: Instant) -> Self {
        let next = begin.after(LOOK_UP);
        Self { look_up, next, signalled_at: None, owes_others: false, passes_from: begin }
    }

    /// Tells once, after a refusal, whether the signal that woke this waiter was for others, which are woken in its place.
    pub(super) fn passes_on(&mut self) -> bool {
        let now = Instant::now();
        let passes = std::mem::take(&mut self.owes_others) && self.passes_from <= now;
        if passes {
            self.passes_from = now.after(LOOK_UP);
        }
        passes
    }

    /// Returns when the next look is due, if it can look.
    pub(super) fn due(&self) -> Option<Instant> {
        self.look_up.map(|_| self.next)
    }

    /// As `look`, where it is due.
    pub(super) fn look_if_due(&mut self) -> Result<bool, Interruption> {
        if self.due().is_some_and(|due| due <= Instant::now().after(EARLY)) { self.look() } else { Ok(false) }
    }

    /// Calls the look-up, if there is one, before an attempt: while this waiter held the lock, others could not look. Tells whether it has found
    /// something.
    pub(super) fn look(&mut self) -> Result<bool, Interruption> {
        let Some(look_up) = self.look_up else { return Ok(false) };
        let found = look_up.find();
        self.next = Instant::now().after(LOOK_UP);
        found
    }
}

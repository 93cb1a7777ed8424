//! Owns whether a thread spins for a reply for a moment before it sleeps, and for how long.
//! Does not own reading (`connection::replies`), sleeping until there is something (`plain`, `interrupts`).
//!
//! A thread that sleeps is woken by the core that it slept on, and that core sleeps as well: between two cores of a virtual
//! machine a cycle of 50 us takes 130 us so (`make bench`, the rows of two cores). A thread that spins gives up the core each
//! time, so that a Redis on the same core is not kept waiting. There one look lasts as long as Redis has the core, and the others next
//! to nothing; while Redis has another core, all last about as long. A thread that shares the core with Redis sleeps: that is a tenth
//! quicker then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;

/// How long to look. A Redis that needs longer is far away, busy, or asleep in earnest.
const LONGEST: Duration = Duration::from_micros(50);
/// By how much the exchanges that spun for nothing must outnumber those that did not, since they last were even, to end the looking. Not
/// by one: a core that sleeps deeply replies the first requests late, and soon only if it is kept awake.
const TRIES: u32 = 8;
/// How many exchanges go by without a look then: the kernel moves processes, so it is looked again. Rarely, for a thread that gives up a
/// core forfeits its turn there, 3 ms of it (Linux 6.18, `yield_task_fair`), and is interrupted by what it wakes until that is made up for.
/// 8 looks in 72 exchanges made a cycle that ends by unset last 36.9 us on Redis's core instead of 27.1.
const PAUSE: u32 = 1024;

static ALLOWED: AtomicBool = AtomicBool::new(true);

/// Switches it on or off for this process.
pub fn allow(allowed: bool) {
    ALLOWED.store(allowed, Ordering::Relaxed);
}

/// What one connection has seen of it.
#[derive(Debug, Default)]
pub(crate) struct Spin {
    /// Exchanges that spun for nothing less those that did not, and never below 0.
    misses: u32,
    /// How many exchanges are still to go by.
    skips: u32,
}

impl Spin {
    /// Makes one that does not spin.
    pub(crate) fn never() -> Self {
        Self { misses: 0, skips: u32::MAX }
    }

    /// Spins for a reply by `read`, which tells whether there was one, unless that was for nothing lately. True when
    /// something came.
    /// Errors: those of `read`.
    pub(crate) fn look<E>(
        &mut self,
        now: impl Fn() -> Instant,
        mut read: impl FnMut() -> Result<bool, E>,
    ) -> Result<bool, E> {
        if self.skips > 0 || !ALLOWED.load(Ordering::Relaxed) {
            self.skips = self.skips.saturating_sub(1);
            return Ok(false);
        }
        let start = now();
        let (mut took, mut longest) = (Duration::ZERO, Duration::ZERO);
        loop {
            thread::yield_now();
            let came = read()?;
            let before = std::mem::replace(&mut took, start.until(now()));
            longest = longest.max(took.saturating_sub(before));
            if came || took >= LONGEST {
                // Three quarters of the time in one look: another process had this core, Redis perhaps. Half is too little: where a core
                // was asleep the first look lasts longer, too.
                self.note(came && took < LONGEST && 4 * longest < 3 * took);
                return Ok(came);
            }
        }
    }

    fn note(&mut self, has_helped: bool) {
        if has_helped {
            self.misses = self.misses.saturating_sub(1);
            return;
        }
        self.misses += 1;
        if self.misses == TRIES {
            (self.misses, self.skips) = (0, PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use super::*;

    /// One test at a time: the switch is the process's.
    fn in_turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks by a clock of its own, on which each look lasts `each`, for a reply that the one of that number finds.
    fn looks(spin: &mut Spin, each: Duration, comes_at: u32) -> (u32, bool) {
        let (start, passed, looks) = (Instant::now(), Cell::new(Duration::ZERO), Cell::new(0));
        let now = || start.after(passed.get());
        let read = || {
            passed.set(passed.get() + each);
            looks.set(looks.get() + 1);
            Ok::<_, ()>(looks.get() == comes_at)
        };
        let came = spin.look(now, read).unwrap();
        (looks.get(), came)
    }

    #[test]
    fn a_look_ends_with_the_reply_or_when_it_was_long_enough() {
        let _turn = in_turn();
        let mut spin = Spin::default();
        assert_eq!(looks(&mut spin, LONGEST / 5, 4), (4, true));
        assert_eq!(looks(&mut spin, LONGEST / 5, 9), (5, false));
        assert_eq!(looks(&mut spin, 2 * LONGEST, 9), (1, false));
        assert_eq!(spin.look(Instant::now, || Err("broken")), Err("broken"));
    }

    #[test]
    fn it_can_be_switched_off() {
        let _turn = in_turn();
        allow(false);
        assert_eq!(looks(&mut Spin::default(), LONGEST / 5, 4), (0, false));
        allow(true);
        assert_eq!(looks(&mut Spin::default(), LONGEST / 5, 4), (4, true));
    }

    #[test]
    fn what_does_not_help_is_left_for_a_while_and_tried_again() {
        let _turn = in_turn();
        let mut spin = Spin::default();
        // Too late; at once; from a core that was another's.
        for (each, comes_at) in [(LONGEST / 5, 9), (LONGEST / 5, 1), (LONGEST, 2)] {
            for _ in 0..TRIES {
                assert_ne!(looks(&mut spin, each, comes_at).0, 0);
            }
            for _ in 0..PAUSE {
                assert_eq!(looks(&mut spin, each, comes_at), (0, false));
            }
        }
    }

    /// By what each look lasts: on Linux 6.18 a thread that gives up its core may have it back before Redis has had it.
    #[test]
    fn a_reply_from_a_redis_on_this_core_does_not_count_as_found_by_looking() {
        let _turn = in_turn();
        for (micros, has_helped) in
            [([1, 14, 1, 1], false), ([1, 1, 14, 1], false), ([1, 6, 1, 1], true), ([2, 2, 2, 2], true)]
        {
            let mut spin = Spin { misses: 1, skips: 0 };
            let (start, looks) = (Instant::now(), Cell::new(0));
            let now = || start.after(Duration::from_micros(micros[..looks.get()].iter().sum()));
            let read = || {
                looks.set(looks.get() + 1);
                Ok::<_, ()>(looks.get() == micros.len())
            };
            assert_eq!(spin.look(now, read), Ok(true));
            assert_eq!(spin.misses, if has_helped { 0 } else { 2 }, "{micros:?}");
        }
    }

    #[test]
    fn replies_in_time_count_against_others() {
        let _turn = in_turn();
        let mut spin = Spin::default();
        for late in [true, true, false].iter().cycle().take(3 * 6) {
            assert_ne!(looks(&mut spin, LONGEST / 5, if *late { 9 } else { 4 }).0, 0);
        }
        assert_eq!(spin.misses, 6, "of twelve");
        (0..7).for_each(|_| spin.note(true));
        assert_eq!(spin.misses, 0, "never below");
    }
}

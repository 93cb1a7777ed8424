//! Owns whether a thread spins for a reply for a moment before it sleeps, and for how long.
//! Does not own reading (`connection::replies`), sleeping until there is something (`plain`, `interrupts`).
//!
//! A thread that sleeps is woken by the core that it slept on, and that core sleeps as well: between two cores of a virtual
//! machine a cycle of 50 us takes 130 us so (`make bench`, the rows of two cores). A thread that spins gives up the core each
//! time, so that a Redis on the same core is not kept waiting. There the reply is found at the first look, always; from another
//! core, once in 300 times. A thread that shares the core with Redis sleeps: that is a tenth quicker then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;

/// How long to look. A Redis that needs longer is far away, busy, or asleep in earnest.
const LONGEST: Duration = Duration::from_micros(50);
/// A look that took longer gave the core to another process.
const TOO_LONG: Duration = Duration::from_micros(100);
/// By how much the exchanges that spun for nothing must outnumber those in time, since they last were even, to end the looking. Not
/// by one: a core that sleeps deeply replies the first requests late, and soon only if it is kept awake.
const TRIES: u32 = 8;
/// How many exchanges go by without a look then: at first, and at most, doubled from time to time.
const PAUSES: (u32, u32) = (16, 4096);
/// How often, and the pauses, where another process wants this core. One look alone may be chance.
const SHARED_TRIES: u32 = 2;
/// Now and then it is looked again, for the kernel moves processes. Rarely: a thread that gives up a core forfeits its turn
/// there, 3 ms of it (Linux 6.18, `yield_task_fair`), and is interrupted by what it wakes until that is made up for. 8 looks in
/// 72 exchanges made a cycle that ends by unset last 36.9 us on Redis's core instead of 27.1, and with a busy process on the
/// client's core half as long again.
const SHARED_PAUSES: (u32, u32) = (64, 4096);

static ALLOWED: AtomicBool = AtomicBool::new(true);

/// Switches it on or off for this process.
pub fn allow(allowed: bool) {
    ALLOWED.store(allowed, Ordering::Relaxed);
}

/// When a reply was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrived {
    InTime,
    Late,
    /// At once, by a Redis on this core, or when another process had had it.
    Shared,
}

impl Arrived {
    /// After the last of this number of looks, which together took that long.
    fn after(looks: u32, took: Duration, came: bool) -> Arrived {
        match came {
            _ if took >= TOO_LONG => Arrived::Shared,
            // A thread that spins finds a reply when it comes, unless the core was another's then. (Or it came with the last look.)
            true if looks == 1 || took >= LONGEST => Arrived::Shared,
            true => Arrived::InTime,
            false => Arrived::Late,
        }
    }
}

/// What one connection has seen of it.
#[derive(Debug, Default)]
pub(crate) struct Spin {
    /// Exchanges that spun for nothing, or would have done as well without, less those that were not, and
    /// never below 0. To forget them all for one in time cost eight clients on two cores a twentieth of their cycles.
    misses: u32,
    /// How many exchanges are still to go by.
    skips: u32,
    /// How many went by the last time, halved for each reply in time since.
    pause: u32,
}

impl Spin {
    /// Spins for a reply by `read`, which tells whether there was one, unless that was for nothing lately. True when
    /// something came.
    /// Errors: those of `read`.
    pub(crate) fn look<E>(
        &mut self,
        now: impl Fn() -> Instant,
        mut read: impl FnMut() -> Result<bool, E>,
    ) -> Result<bool, E> {
        if !self.is_wanted(ALLOWED.load(Ordering::Relaxed)) {
            return Ok(false);
        }
        let start = now();
        let mut looks = 0;
        loop {
            thread::yield_now();
            let came = read()?;
            looks += 1;
            let took = start.until(now());
            if came || took >= LONGEST {
                self.note(Arrived::after(looks, took, came));
                return Ok(came);
            }
        }
    }

    fn is_wanted(&mut self, allowed: bool) -> bool {
        let skipped = self.skips > 0;
        self.skips = self.skips.saturating_sub(1);
        allowed && !skipped
    }

    fn note(&mut self, found: Arrived) {
        let (tries, (shortest, longest)) = match found {
            Arrived::InTime => {
                self.misses = self.misses.saturating_sub(1);
                self.pause /= 2;
                return;
            }
            Arrived::Shared => (SHARED_TRIES, SHARED_PAUSES),
            Arrived::Late => (TRIES, PAUSES),
        };
        self.misses += 1;
        if self.misses >= tries {
            self.misses = 0;
            self.pause = (2 * self.pause).clamp(shortest, longest);
            self.skips = self.pause;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How many of `exchanges` are looked at when no reply ever comes in time. Without a clock: a busy machine makes
    /// any look last.
    fn looked_at(spin: &mut Spin, exchanges: usize) -> usize {
        let mut looks = 0;
        for _ in 0..exchanges {
            if spin.is_wanted(true) {
                looks += 1;
                spin.note(Arrived::Late);
            }
        }
        looks
    }

    #[test]
    fn what_does_not_help_is_tried_more_and_more_rarely_until_it_helps() {
        let mut spin = Spin::default();
        assert_eq!(looked_at(&mut spin, 8), 8);
        assert_eq!(looked_at(&mut spin, 16), 0);
        assert_eq!(looked_at(&mut spin, 8 + 32), 8);
        let pauses = [64, 128, 256, 512, 1024, 2048, 4096, 4096, 4096];
        assert_eq!(looked_at(&mut spin, pauses.iter().map(|pause| 8 + pause).sum()), 8 * 9);
        (0..3).for_each(|_| spin.note(Arrived::InTime));
        assert_eq!(looked_at(&mut spin, 8 + 1024), 8, "half as long for each that was in time");
        (0..20).for_each(|_| spin.note(Arrived::InTime));
        assert_eq!(looked_at(&mut spin, 8 + 16), 8, "from the beginning again");
        assert_eq!(looked_at(&mut spin, 1), 1);
    }

    #[test]
    fn replies_in_time_count_against_late_ones() {
        let mut spin = Spin::default();
        for _ in 0..TRIES - 2 {
            assert!(spin.is_wanted(true));
            for found in [Arrived::Late, Arrived::Late, Arrived::InTime] {
                spin.note(found);
            }
        }
        spin.note(Arrived::Late);
        assert!(spin.is_wanted(true), "seven more late than in time");
        spin.note(Arrived::Late);
        assert!(!spin.is_wanted(true), "eight more");
    }

    #[test]
    fn a_reply_is_in_time_unless_it_was_there_at_once_or_the_core_was_anothers() {
        let [long, short] = [TOO_LONG, LONGEST / 2];
        assert_eq!(Arrived::after(2, short, true), Arrived::InTime);
        assert_eq!(Arrived::after(1, short, true), Arrived::Shared);
        assert_eq!(Arrived::after(2, LONGEST, true), Arrived::Shared);
        assert_eq!(Arrived::after(40, LONGEST, false), Arrived::Late);
        for (looks, came) in [(1, true), (2, true), (2, false)] {
            assert_eq!(Arrived::after(looks, long, came), Arrived::Shared);
        }
    }

    #[test]
    fn it_can_be_switched_off() {
        assert!(Spin::default().is_wanted(true) && !Spin::default().is_wanted(false));
    }

    #[test]
    fn a_reply_that_is_there_at_once_is_no_reason_to_go_on() {
        let mut spin = Spin::default();
        for pause in [64, 128, 256, 512, 1024, 2048, 4096, 4096] {
            for _ in 0..SHARED_TRIES {
                assert!(spin.is_wanted(true), "the kernel may have moved a process");
                spin.note(Arrived::Shared);
            }
            assert_eq!(looked_at(&mut spin, pause), 0);
        }
        assert_eq!(spin.look(Instant::now, || Ok::<_, ()>(true)), Ok(true));
        assert_eq!(spin.misses, 1);
        spin.note(Arrived::InTime);
        assert_eq!((spin.misses, spin.pause), (0, 2048), "one is chance");
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
    fn a_look_is_noted_by_its_number_and_by_how_long_it_took() {
        let mut spin = Spin { misses: 1, ..Spin::default() };
        assert_eq!(looks(&mut spin, LONGEST / 5, 4), (4, true));
        assert_eq!((spin.misses, spin.skips), (0, 0), "in time");
        assert_eq!(looks(&mut spin, LONGEST / 5, 9), (5, false));
        assert_eq!(looks(&mut spin, LONGEST / 5, 9), (5, false));
        assert_eq!((spin.misses, spin.skips), (2, 0), "late, and late");
        let mut spin = Spin { misses: 1, ..Spin::default() };
        assert_eq!(looks(&mut spin, TOO_LONG, 9), (1, false));
        assert_eq!((spin.misses, spin.skips), (0, SHARED_PAUSES.0), "the core was another's");
        assert_eq!(looks(&mut spin, LONGEST / 5, 1), (0, false), "none at all");
    }

    #[test]
    fn it_ends_soon_and_with_what_reading_says() {
        let start = std::time::Instant::now();
        assert_eq!(Spin::default().look(Instant::now, || Ok::<_, ()>(false)), Ok(false));
        assert!(start.elapsed() >= LONGEST);
        assert_eq!(Spin::default().look(Instant::now, || Err("broken")), Err("broken"));
    }
}

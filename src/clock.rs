//! Owns reading the clock that deadlines are kept on, and arithmetic with its instants.
//! Does not own what a deadline means (`lock::lease`), network timeouts (`settings`).

use std::time::Duration;

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

/// The clock of all deadlines: monotonic, and running while the machine is suspended.
///
/// `std::time::Instant` is `CLOCK_MONOTONIC` on Linux, which stands still during suspend while Redis lets
/// keys expire; a holder that woke up would trust a lease that ended long ago (`clock_gettime(2)`).
#[cfg(target_os = "linux")]
const CLOCK: ClockId = ClockId::CLOCK_BOOTTIME;
/// Elsewhere the monotonic clock is the best there is; on macOS it runs through sleep.
#[cfg(not(target_os = "linux"))]
const CLOCK: ClockId = ClockId::CLOCK_MONOTONIC;

/// A point in time on the clock that runs through suspend; comparable within one machine's uptime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// Reads the clock.
    pub fn now() -> Self {
        // It fails only for a clock that a kernel does not have; this one is older than any Redis.
        let now = clock_gettime(CLOCK).map_or(0, |now| now.num_nanoseconds());
        Self(Duration::from_nanos(u64::try_from(now).unwrap_or(0)))
    }

    /// Returns the instant `span` later, or the latest there is.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span))
    }

    /// Returns how long it is from here until `later`; zero when `later` has passed.
    pub fn until(self, later: Self) -> Duration {
        later.0.saturating_sub(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_moves_forward_and_spans_add_up() {
        let start = Instant::now();
        let later = start.after(Duration::from_secs(2));
        assert_eq!(start.until(later), Duration::from_secs(2));
        assert_eq!(later.until(start), Duration::ZERO);
        assert!(Instant::now() >= start);
    }

    #[test]
    fn the_end_of_time_does_not_overflow() {
        let end = Instant::now().after(Duration::MAX);
        assert_eq!(end.after(Duration::from_secs(1)), end);
    }
}

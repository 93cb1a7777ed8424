//! Owns reading the clock that deadlines are kept on, arithmetic with its instants, and the time of day as text.
//! Does not own what a deadline means (`lease`), network timeouts (`settings`).

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nix::time::{ClockId, clock_gettime};

/// The clock of all deadlines: monotonic, and running while the machine is suspended.
///
/// `std::time::Instant` is `CLOCK_MONOTONIC` on Linux, which stands still during suspend while Redis lets
/// keys expire; a holder that woke up would trust a lease that ended long ago (`clock_gettime(2)`).
const CLOCK: ClockId = ClockId::CLOCK_BOOTTIME;

/// A point in time on the clock that runs through suspend; comparable within one machine's uptime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// Reads the clock.
    pub fn now() -> Self {
        // It fails only for a clock that a kernel does not have; this one is older than any Redis.
        Self(clock_gettime(CLOCK).map_or(Duration::ZERO, Duration::from))
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

/// A span as messages have it: seconds, to the millisecond. What is shorter than ten of them has microseconds too.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = if self.0 < Duration::from_millis(10) { 1_000 } else { 1_000_000 };
        // By whole numbers: a sum of two floats would show that it is one.
        let nanos = (self.0.as_nanos() + step / 2) / step * step;
        let text = format!("{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Writes the time of day in UTC: 20261125T024500Z, the basic format of ISO 8601, which sorts as it is.
pub fn time_of_day(now: SystemTime) -> String {
    const DAY: u64 = 24 * 60 * 60;
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = date(seconds / DAY);
    let (hour, minute, second) = (seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// Returns year, month and day of the day that is `days` after 1970-01-01. A year is counted from March on here, so that the day
/// which some years have more is its last.
fn date(days: u64) -> (u64, u64, u64) {
    /// From 0000-03-01 to 1970-01-01.
    const BEFORE_1970: u64 = 719_468;
    /// Of 400 years, after which the calendar repeats.
    const CYCLE: u64 = 146_097;
    let (cycle, day) = ((days + BEFORE_1970) / CYCLE, (days + BEFORE_1970) % CYCLE);
    let year = (day - day / 1_460 + day / 36_524 - day / (CYCLE - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // 153 days are five months from March on, and again from August on.
    let month = (5 * day + 2) / 153;
    let in_month = day - (153 * month + 2) / 5 + 1;
    let is_next = month >= 10;
    (400 * cycle + year + u64::from(is_next), if is_next { month - 9 } else { month + 3 }, in_month)
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
    fn the_time_of_day_is_that_of_date() {
        // As `date -u -d @SECONDS +%Y%m%dT%H%M%SZ` prints them.
        for (seconds, text) in [
            (0, "19700101T000000Z"),
            (951_782_399, "20000228T235959Z"),
            (951_782_400, "20000229T000000Z"),
            (951_868_800, "20000301T000000Z"),
            (1_735_689_599, "20241231T235959Z"),
            (1_795_574_700, "20261125T024500Z"),
            (4_107_542_400, "21000301T000000Z"),
        ] {
            assert_eq!(time_of_day(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_span_is_shown_without_the_rest_that_a_float_has() {
        let shown = |nanos| Seconds(Duration::from_nanos(nanos)).to_string();
        assert_eq!(shown(1_500_147_220), "1.5");
        assert_eq!(shown(1_500_647_220), "1.501");
        assert_eq!(shown(2_000_300_157), "2");
        assert_eq!([0, 1_000_000_000, 3_600_000_000_000].map(shown), ["0", "1", "3600"]);
        assert_eq!([100_000_000, 50_000_000, 1_500_000, 999_600].map(shown), ["0.1", "0.05", "0.0015", "0.001"]);
        assert_eq!([999_999_999, 50_254_867].map(shown), ["1", "0.05"]);
        assert_eq!(Seconds(Duration::MAX).to_string(), "18446744073709551616");
    }

    #[test]
    fn the_end_of_time_does_not_overflow() {
        let end = Instant::now().after(Duration::MAX);
        assert_eq!(end.after(Duration::from_secs(1)), end);
    }
}

//! Owns the longest a caller waits for a lock, and the limits of that time.
//! Does not own how waiting is done (`lock::wait_loop`), network timeouts (`settings`).

use std::fmt;
use std::time::Duration;

use crate::clock::{Instant, Seconds};
use crate::ttl::number;

/// The longest a caller waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// This long; zero tries once.
    For(Duration),
    /// Until the lock is there (`INF`).
    Forever,
}

/// A number of seconds that is no wait; the text continues "Argument #1 ($wait) ...".
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("must be at least 0 seconds, {} given", number(*.0))]
pub struct WaitError(pub f64);

impl Wait {
    /// Tries once.
    pub const NONE: Self = Self::For(Duration::ZERO);

    /// Reads seconds, fractions included; `INF` means without an end.
    ///
    /// # Errors
    /// [`WaitError`] below zero, and for NAN.
    pub fn from_seconds(seconds: f64) -> Result<Self, WaitError> {
        if seconds.is_nan() || seconds < 0.0 {
            return Err(WaitError(seconds));
        }
        // What no clock can count, INF included, has no end.
        Ok(Duration::try_from_secs_f64(seconds).map_or(Self::Forever, Self::For))
    }

    /// Returns when a wait that begins at `start` is over; `None` when never.
    pub fn end(self, start: Instant) -> Option<Instant> {
        match self {
            Self::For(span) => Some(start.after(span)),
            Self::Forever => None,
        }
    }
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::For(span) => write!(f, "{} s", Seconds(*span)),
            Self::Forever => f.write_str("INF"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_zero_or_more_seconds_or_without_end() {
        assert_eq!(Wait::from_seconds(0.0), Ok(Wait::NONE));
        assert_eq!(Wait::from_seconds(-0.0), Ok(Wait::NONE));
        assert_eq!(Wait::from_seconds(0.25), Ok(Wait::For(Duration::from_millis(250))));
        assert_eq!(Wait::from_seconds(f64::INFINITY), Ok(Wait::Forever));
        assert_eq!(Wait::from_seconds(1e300), Ok(Wait::Forever));
        assert_eq!(Wait::Forever.end(Instant::now()), None);
    }

    #[test]
    fn a_wait_that_was_computed_is_shown_as_a_person_would_write_it() {
        let shown = |seconds| Wait::from_seconds(seconds).unwrap().to_string();
        assert_eq!([0.1 + 0.2, 2.999_853_610_992_4, 5.0].map(shown), ["0.3 s", "3 s", "5 s"]);
    }

    #[test]
    fn what_is_no_wait_says_what_was_given() {
        let text = |seconds| Wait::from_seconds(seconds).unwrap_err().to_string();
        assert_eq!(text(-1.0), "must be at least 0 seconds, -1 given");
        assert_eq!(text(f64::NEG_INFINITY), "must be at least 0 seconds, -INF given");
        assert_eq!(text(f64::NAN), "must be at least 0 seconds, NAN given");
    }
}

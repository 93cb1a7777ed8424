//! Owns how long Redis keeps a lock's key, the limits of that time, and the deadline that follows from it: less a drift.
//! Does not own which lease has which deadline (`lease`), the ini setting of the same name (`settings`).

use std::time::Duration;

use crate::clock::Instant;

/// The shortest ttl in seconds: below it a round trip on an ordinary network eats the lease.
pub const SHORTEST: f64 = 0.01;
/// The longest finite ttl in seconds: ten years of 365 days. More is a mistake of units (milliseconds passed as seconds).
pub const LONGEST: f64 = 315_360_000.0;

/// The longest drift on one server: two clocks that drift apart by more within a ttl are broken, and an hour's lease
/// should not lose 36 s.
const MOST_DRIFT: Duration = Duration::from_secs(1);

/// Time Redis keeps the key after the last acquire or extend. `Forever` is longer than any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ttl {
    /// A whole number of milliseconds, at least 10.
    For(Duration),
    /// For ever (`INF`): the key has no expiry, and a crashed holder's lock stays.
    Forever,
}

/// A number of seconds that is no ttl; the text continues "Argument #2 ($ttl) ...".
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TtlError {
    /// Below [`SHORTEST`], zero and negative numbers included, or no number.
    #[error("must be at least {SHORTEST} seconds, {} given", number(*.0))]
    TooShort(f64),
    /// Above [`LONGEST`] and not `INF`.
    #[error("must be at most {LONGEST} seconds (ten years) or INF, {} given", number(*.0))]
    TooLong(f64),
}

impl Ttl {
    /// Reads seconds; fractions are kept to the millisecond and rounded up, `INF` means for ever.
    ///
    /// # Errors
    /// [`TtlError`] outside 0.01 seconds to ten years, and for NAN.
    pub fn from_seconds(seconds: f64) -> Result<Self, TtlError> {
        if seconds.is_nan() || seconds < SHORTEST {
            return Err(TtlError::TooShort(seconds));
        }
        if seconds.is_infinite() {
            return Ok(Self::Forever);
        }
        if seconds > LONGEST {
            return Err(TtlError::TooLong(seconds));
        }
        // Microseconds first, or the binary error of 4.35 * 1000 would be rounded up to one millisecond more.
        let millis = ((seconds * 1e6).round() / 1e3).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 10 and 315,360,000,000 by the checks above"
        )]
        Ok(Self::For(Duration::from_millis(millis as u64)))
    }

    /// Reads a reply of `PTTL`: milliseconds left, -1 for a key without expiry.
    pub fn from_pttl(millis: i64) -> Self {
        u64::try_from(millis).map_or(Self::Forever, |left| Self::For(Duration::from_millis(left)))
    }

    /// Returns the milliseconds for the scripts; `None` when the key never expires.
    pub fn millis(self) -> Option<u64> {
        match self {
            Self::For(span) => Some(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)),
            Self::Forever => None,
        }
    }

    /// Returns until when a holder may trust a key that was given this ttl by a command sent at `sent`.
    pub fn deadline(self, sent: Instant) -> Deadline {
        match self {
            Self::For(span) => Deadline::At(sent.after(span.saturating_sub(drift(span).min(MOST_DRIFT)))),
            Self::Forever => Deadline::Never,
        }
    }

    /// As `deadline`, for a key on several independent servers: their clocks are compared with each other, so the drift
    /// has no upper limit.
    pub fn deadline_on_many(self, sent: Instant) -> Deadline {
        match self {
            Self::For(span) => Deadline::At(sent.after(span.saturating_sub(drift(span)))),
            Self::Forever => Deadline::Never,
        }
    }
}

/// Instant until which the holder may trust its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deadline {
    /// Passes at this instant.
    At(Instant),
    /// Never passes: the key has no expiry. Ordered after every instant.
    Never,
}

impl Deadline {
    /// Tells whether the holder may no longer trust its lease.
    pub fn has_passed(self, now: Instant) -> bool {
        match self {
            Self::At(instant) => instant <= now,
            Self::Never => false,
        }
    }

    /// Returns until when all of these last, each of which may have none.
    pub(crate) fn of_all(each: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        each.into_iter().try_fold(Self::Never, |least, deadline| deadline.map(|deadline| least.min(deadline)))
    }

    /// Returns the seconds left; 0.0 when it has passed, infinity when it never will.
    pub fn seconds_left(self, now: Instant) -> f64 {
        match self {
            Self::At(instant) => now.until(instant).as_secs_f64(),
            Self::Never => f64::INFINITY,
        }
    }
}

/// Returns what is subtracted from a ttl: one per cent for clocks that run at different speeds and 2 ms for
/// rounding in Redis, as Redlock counts it (redis.io, "Distributed Locks with Redis").
fn drift(ttl: Duration) -> Duration {
    ttl / 100 + Duration::from_millis(2)
}

/// Writes a number as a person would: 10, not 10.0; 1e300, not a line of zeros.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        // PHP's spelling.
        return value.to_string().to_ascii_uppercase();
    }
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value:.0}") } else { format!("{value:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(seconds: f64) -> u64 {
        Ttl::from_seconds(seconds).unwrap().millis().unwrap()
    }

    #[test]
    fn fractions_are_kept_to_the_millisecond_and_rounded_up() {
        assert_eq!(millis(10.0), 10_000);
        assert_eq!(millis(0.01), 10);
        assert_eq!(millis(4.35), 4_350);
        assert_eq!(millis(1.0001), 1_001);
        assert_eq!(millis(LONGEST), 315_360_000_000);
    }

    #[test]
    fn infinity_is_for_ever() {
        assert_eq!(Ttl::from_seconds(f64::INFINITY), Ok(Ttl::Forever));
        assert_eq!(Ttl::Forever.deadline(Instant::now()), Deadline::Never);
    }

    #[test]
    fn what_is_no_ttl_says_its_limit_and_what_was_given() {
        let text = |seconds| Ttl::from_seconds(seconds).unwrap_err().to_string();
        assert_eq!(text(0.0), "must be at least 0.01 seconds, 0 given");
        assert_eq!(text(-3.0), "must be at least 0.01 seconds, -3 given");
        assert_eq!(text(0.005), "must be at least 0.01 seconds, 0.005 given");
        assert_eq!(text(f64::NEG_INFINITY), "must be at least 0.01 seconds, -INF given");
        assert_eq!(text(1e300), "must be at most 315360000 seconds (ten years) or INF, 1e300 given");
        assert_eq!(text(f64::NAN), "must be at least 0.01 seconds, NAN given");
    }

    #[test]
    fn the_deadline_is_the_ttl_less_its_drift_from_the_instant_of_sending() {
        let sent = Instant::now();
        let left = |ttl: f64| Ttl::from_seconds(ttl).unwrap().deadline(sent).seconds_left(sent);
        assert!((left(10.0) - 9.898).abs() < 1e-9);
        assert!((left(3600.0) - 3599.0).abs() < 1e-9, "drift is at most a second");
        let many = Ttl::from_seconds(3600.0).unwrap().deadline_on_many(sent).seconds_left(sent);
        assert!((many - 3563.998).abs() < 1e-9, "but not on many servers");
        assert!(left(0.01) > 0.007);
    }

    #[test]
    fn a_deadline_passes_at_its_instant_and_never_never() {
        let now = Instant::now();
        assert!(Deadline::At(now).has_passed(now));
        assert!(!Deadline::At(now.after(Duration::from_nanos(1))).has_passed(now));
        assert!(!Deadline::Never.has_passed(now));
        assert!(Deadline::Never > Deadline::At(now));
    }
}

//! Owns the time in which everything is written down, by PHP's processes and here.
//! Does not own Redis's wall clock (clock.rs).

use nix::time::{ClockId, clock_gettime};

/// An instant in ns of CLOCK_MONOTONIC: PHP's hrtime().
pub(crate) type Nanos = i64;

pub(crate) const MS: Nanos = 1_000_000;

pub(crate) fn now() -> Nanos {
    let time = clock_gettime(ClockId::CLOCK_MONOTONIC).unwrap();
    time.tv_sec() * 1_000_000_000 + time.tv_nsec()
}

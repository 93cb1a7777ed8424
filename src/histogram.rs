//! Owns counting spans of time in buckets, of which each is twice as wide as the one before, for all threads of a process.
//! Does not own which spans those are (`stats`).

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bound of the first bucket in nanoseconds, 16 us: less than any request to a Redis takes.
const FIRST: u64 = 16_000;
/// Up to 16 us, 32 us and so on to 4,295 s, more than an hour; and what is longer.
pub const BUCKETS: usize = 30;

/// Spans of time, counted without a mutex: each number is right by itself, and a reader may see one span in some of them only.
#[derive(Debug)]
pub struct Histogram {
    buckets: [AtomicU64; BUCKETS],
    /// Nanoseconds, as is `longest`.
    sum: AtomicU64,
    longest: AtomicU64,
}

/// What a [`Histogram`] has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spans {
    /// How many fell into each bucket, and into none before it.
    pub buckets: [u64; BUCKETS],
    /// All of them together.
    pub sum: Duration,
    /// The longest of them; zero if there was none.
    pub longest: Duration,
}

impl Histogram {
    /// Makes one that has counted nothing.
    pub(crate) const fn new() -> Self {
        Self { buckets: [const { AtomicU64::new(0) }; BUCKETS], sum: AtomicU64::new(0), longest: AtomicU64::new(0) }
    }

    /// Counts a span.
    pub fn add(&self, span: Duration) {
        let nanos = span.as_secs().saturating_mul(1_000_000_000).saturating_add(u64::from(span.subsec_nanos()));
        self.buckets[bucket(nanos)].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(nanos, Ordering::Relaxed);
        // Nearly always shorter than an earlier one: a read alone leaves the other cores their copy.
        if nanos > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(nanos, Ordering::Relaxed);
        }
    }

    /// Returns what was counted.
    pub fn read(&self) -> Spans {
        let nanos = |number: &AtomicU64| Duration::from_nanos(number.load(Ordering::Relaxed));
        Spans {
            buckets: std::array::from_fn(|index| self.buckets[index].load(Ordering::Relaxed)),
            sum: nanos(&self.sum),
            longest: nanos(&self.longest),
        }
    }
}

/// Returns the longest span that a bucket counts; `None`: it has no bound.
pub fn bound(bucket: usize) -> Option<Duration> {
    (bucket + 1 < BUCKETS).then(|| Duration::from_nanos(FIRST << bucket))
}

fn bucket(nanos: u64) -> usize {
    let units = nanos.saturating_sub(1) / FIRST;
    // How often 16 us must be doubled.
    let doublings = u64::BITS - units.leading_zeros();
    usize::try_from(doublings).map_or(BUCKETS - 1, |doublings| doublings.min(BUCKETS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_in_the_first_bucket_that_is_wide_enough() {
        for index in 0..BUCKETS - 1 {
            let widest = bound(index).unwrap();
            let nanos = u64::try_from(widest.as_nanos()).unwrap();
            assert_eq!((bucket(nanos), bucket(nanos + 1)), (index, index + 1), "{widest:?}");
        }
        assert_eq!((bucket(0), bucket(u64::MAX)), (0, BUCKETS - 1));
    }

    #[test]
    fn the_bounds_are_16_us_and_doubles_of_it_up_to_more_than_an_hour() {
        assert_eq!(bound(0), Some(Duration::from_micros(16)));
        assert_eq!(bound(1), Some(Duration::from_micros(32)));
        let last = bound(BUCKETS - 2).unwrap();
        assert!(last > Duration::from_secs(3600) && last < Duration::from_secs(7200), "{last:?}");
        assert_eq!(bound(BUCKETS - 1), None);
    }

    #[test]
    fn sum_and_longest_are_those_of_the_spans() {
        let histogram = Histogram::new();
        for micros in [10, 3_000_000, 20] {
            histogram.add(Duration::from_micros(micros));
        }
        histogram.add(Duration::MAX);
        let spans = histogram.read();
        assert_eq!(spans.buckets.iter().sum::<u64>(), 4);
        assert_eq!((spans.buckets[0], spans.buckets[1], spans.buckets[BUCKETS - 1]), (1, 1, 1));
        assert_eq!(spans.longest, Duration::from_nanos(u64::MAX));
        let histogram = Histogram::new();
        histogram.add(Duration::from_secs(2));
        histogram.add(Duration::from_secs(1));
        let spans = histogram.read();
        assert_eq!((spans.sum, spans.longest), (Duration::from_secs(3), Duration::from_secs(2)));
    }

    #[test]
    fn threads_count_together() {
        let histogram = Histogram::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (1..=1000).for_each(|micros| histogram.add(Duration::from_micros(micros))));
            }
        });
        let spans = histogram.read();
        assert_eq!(spans.buckets.iter().sum::<u64>(), 4000);
        assert_eq!((spans.sum, spans.longest), (Duration::from_millis(2_002), Duration::from_millis(1)));
    }
}

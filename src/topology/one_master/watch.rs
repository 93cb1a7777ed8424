//! Owns when a waiter has Redis tell of the key's change instead of trying again by the clock: behind a holder that does not signal.
//! Does not own how that is asked for (`node::tracking`), the sleep itself (`waiter`).

use std::time::Duration;

use crate::clock::Instant;
use crate::failure::Failure;
use crate::scripts::CurrentHolder;
use crate::topology::Acquired;
use crate::topology::pause::A_WHILE;

/// A shorter sleep is not worth the commands: the holder's key, or the wait, is over sooner than the next poll.
const WORTH_IT: Duration = Duration::from_millis(80);
/// How long after it was begun it may be begun anew: each time costs an attempt more than polling, and holders of both kinds may follow each
/// other quickly.
const APART: Duration = Duration::from_secs(1);
/// After so many changes in a row that came before a poll was due, the waiter polls for a while: that is as soon, and saves the pushes.
const TOO_OFTEN: u32 = 4;
/// How exactly it is known what is left of a key: two clocks, and two round trips.
const EXACTLY: Duration = Duration::from_millis(100);

/// Whether one waiter watches, and since when.
#[derive(Debug, Default)]
pub(super) struct KeyWatch {
    /// The next attempt is to be a read that Redis remembers.
    pub(super) is_on: bool,
    from: Option<Instant>,
    foreseen: Option<Foreseen>,
    /// How many changes in a row have come before a poll was due.
    early: u32,
}

/// What the next attempt finds if nothing has changed: a sleep was not told of any change.
#[derive(Debug)]
pub(super) struct Foreseen {
    holder: CurrentHolder,
    since: Instant,
}

impl KeyWatch {
    /// Begins, if a sleep of this length is worth it, and tells whether it does: then another attempt follows at once, for only what is read
    /// from then on is watched.
    pub(super) fn begins(&mut self, slice: Duration, now: Instant) -> bool {
        self.is_on = slice >= WORTH_IT && self.from.is_none_or(|from| from <= now);
        if self.is_on {
            self.from = Some(now.after(APART));
        }
        self.is_on
    }

    /// Notes that Redis has told of a change; `is_early`: before a poll was due.
    pub(super) fn has_heard(&mut self, is_early: bool) {
        self.early = if is_early { self.early + 1 } else { 0 };
        if self.early >= TOO_OFTEN {
            self.early = 0;
            self.pause();
        }
    }

    /// Ends it for a while.
    pub(super) fn pause(&mut self) {
        (self.is_on, self.from) = (false, Some(Instant::now().after(A_WHILE)));
    }

    /// Returns that of the same waiter at another node.
    pub(super) fn moved(&self) -> Self {
        Self { foreseen: None, ..*self }
    }

    /// Notes that a sleep is over and no change was told of.
    pub(super) fn has_heard_nothing(&mut self, holder: CurrentHolder, since: Instant) {
        (self.foreseen, self.early) = (Some(Foreseen { holder, since }), 0);
    }

    pub(super) fn take_foreseen(&mut self) -> Option<Foreseen> {
        self.foreseen.take()
    }
}

impl Foreseen {
    /// Tells whether the key must have changed meanwhile.
    pub(super) fn is_belied_by(&self, reply: &Result<Acquired, Failure>) -> bool {
        let Self { holder, since } = self;
        let passed = since.until(Instant::now());
        let left = holder.left.millis().map(Duration::from_millis);
        if left.is_some_and(|left| left <= passed + EXACTLY) {
            // It has expired, perhaps, and not every server tells of that in time.
            return false;
        }
        match reply {
            Ok(Acquired::Ours { .. }) => true,
            Ok(Acquired::Another(Some(found))) => {
                let lives = found.left.millis().map(Duration::from_millis);
                let is_longer = match (left.map(|left| left.saturating_sub(passed)), lives) {
                    (Some(foreseen), Some(lives)) => foreseen.abs_diff(lives) > EXACTLY,
                    (foreseen, lives) => foreseen != lives,
                };
                is_longer || (found.promise, found.index) != (holder.promise, holder.index)
            }
            Ok(Acquired::Another(None)) | Err(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Promise;
    use crate::ttl::Ttl;

    fn holder(left: i64) -> CurrentHolder {
        let promise = Promise::StaysSilent;
        CurrentHolder { left: Ttl::from_pttl(left), promise, index: 0, is_done: false, may_end_silently: true }
    }

    fn belied(before: i64, reply: Acquired) -> bool {
        Foreseen { holder: holder(before), since: Instant::now() }.is_belied_by(&Ok(reply))
    }

    #[test]
    fn what_is_taken_or_lives_longer_has_changed_unless_it_may_have_expired() {
        let ours = Acquired::Ours { deadline: Ttl::Forever.deadline(Instant::now()), fence: None, permit: None };
        let another = |left| Acquired::Another(Some(holder(left)));
        assert!(belied(-1, ours) && belied(5_000, ours) && !belied(50, ours));
        assert!(!belied(-1, another(-1)) && !belied(5_000, another(4_950)) && !belied(50, another(30_000)));
        assert!(belied(-1, another(9_000)) && belied(5_000, another(-1)) && belied(5_000, another(9_000)));
        let signals = CurrentHolder { promise: Promise::Signals, ..holder(5_000) };
        assert!(belied(5_000, Acquired::Another(Some(signals))));
        assert!(!belied(5_000, Acquired::Another(None)));
    }

    #[test]
    fn a_key_that_changes_all_the_time_is_polled_for_a_while() {
        let (mut watch, slice) = (KeyWatch::default(), Duration::from_secs(1));
        assert!(watch.begins(slice, Instant::now()));
        for is_early in [true, true, true, false, true, true, true] {
            watch.has_heard(is_early);
            assert!(watch.is_on);
        }
        watch.has_heard(true);
        assert!(!watch.is_on && !watch.begins(slice, Instant::now().after(APART)));
        assert!(watch.begins(slice, Instant::now().after(A_WHILE)));
    }

    #[test]
    fn it_is_begun_once_a_second_and_not_for_a_moment() {
        let (mut watch, now) = (KeyWatch::default(), Instant::now());
        assert!(!watch.begins(Duration::from_millis(79), now));
        assert!(watch.begins(Duration::from_millis(80), now));
        assert!(!watch.begins(Duration::from_millis(80), now.after(APART / 2)));
        assert!(watch.begins(Duration::from_millis(80), now.after(APART)));
    }
}

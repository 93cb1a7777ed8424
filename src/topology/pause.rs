//! Owns how long a waiter sleeps before it tries again, and sleeping here.
//! Does not own sleeping in Redis (`connection::blpop`), who waits (`lock::wait_loop`).

use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::clock::Instant;
use crate::net::interrupts::{self, Interrupts, Woke};
use crate::scripts::CurrentHolder;
use crate::token::Promise;
use crate::topology::WakeUp;

/// How long a waiter polls after what it sleeps by has broken several times: something on the way does not let it live.
pub(super) const A_WHILE: Duration = Duration::from_secs(5);
/// The longest sleep in Redis. What no signal tells of (a holder's key removed by hand or by FLUSHALL, a waiter that was
/// stopped when it had taken the signal) is noticed this much later (docs/protocol.md#waiting, rule 3).
const LONGEST: Duration = Duration::from_secs(1);
/// The shortest sleep: a live key may have 0 ms left, and trying at once would be a busy loop (docs/protocol.md#waiting, rule 5).
const SHORTEST: Duration = Duration::from_millis(4);
/// A shorter sleep is not in Redis: a BLPOP's own timeout is up to 3 ms shorter, and too little of it would be left.
const WORTH_A_BLPOP: Duration = Duration::from_millis(5);
/// How often a waiter tries where the holder does not signal.
const POLL: Duration = Duration::from_millis(100);
/// How much sooner or later than that, as a share of it: waiters in step would all try at once.
const JITTER: f64 = 0.2;
/// A key lives until its last millisecond has passed.
const PAST_EXPIRY: Duration = Duration::from_millis(1);

/// What to do until the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Block in Redis for this long.
    Block(Duration),
    /// Sleep here for this long.
    Sleep(Duration),
    /// The same, unless Redis tells meanwhile that the key has changed.
    Watch(Duration),
}

/// What a waiter wants, as far as its sleep is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// There is a wake list, and the server lets this user block on it.
    pub may_block: bool,
    /// It has several holders, some of which signal though not all do: blocking is worth it, and polling is, too.
    pub has_others: bool,
    /// Redis tells when the key changes.
    pub has_pushes: bool,
}

/// Plans the next sleep: until the holder's key can be gone, and not past what is `left` of the wait. `chance` is a random number
/// from 0 to 1.
pub fn plan(holder: CurrentHolder, wanted: Wanted, left: Option<Duration>, chance: f64) -> Pause {
    let all_signal = holder.promise == Promise::Signals;
    let blocks = wanted.may_block && (all_signal || wanted.has_others);
    let watches = wanted.has_pushes && !blocks;
    let longest = if blocks && all_signal || watches { LONGEST } else { jittered(POLL, chance) };
    let expires = holder.left.millis().map_or(Duration::MAX, Duration::from_millis).saturating_add(PAST_EXPIRY);
    let slice = expires.clamp(SHORTEST, longest).min(left.unwrap_or(Duration::MAX));
    if blocks && slice >= WORTH_A_BLPOP {
        Pause::Block(slice)
    } else if watches {
        Pause::Watch(slice)
    } else {
        Pause::Sleep(slice)
    }
}

/// Sleeps here for a poll, and not past `end`.
pub fn for_a_poll(end: Option<Instant>, interrupts: Interrupts) -> WakeUp {
    until(Instant::now().after(until_a_poll()), end, interrupts)
}

/// Sleeps here until `due`, and not past `end`.
pub fn until(due: Instant, end: Option<Instant>, interrupts: Interrupts) -> WakeUp {
    match interrupts::sleep(end.map_or(due, |end| end.min(due)), interrupts) {
        Woke::Ready | Woke::Time => WakeUp::TryAgain,
        Woke::Interrupted(by) => WakeUp::Leave { by, signalled: false },
    }
}

/// Returns how long after an attempt the next one may follow, if nothing says that it is of use earlier.
pub fn until_a_poll() -> Duration {
    jittered(POLL, chance())
}

/// Returns a random number from 0 to 1, from the operating system's generator: one that lives in the process would give
/// every child of a fork the same.
pub fn chance() -> f64 {
    SysRng.try_next_u32().map_or(0.5, |random| f64::from(random) / f64::from(u32::MAX))
}

/// Makes a span up to a fifth shorter or longer; `chance` is a random number from 0 to 1.
pub fn jittered(span: Duration, chance: f64) -> Duration {
    span.mul_f64(1.0 + JITTER * (2.0 * chance.clamp(0.0, 1.0) - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ttl::Ttl;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn signals(left: i64) -> CurrentHolder {
        CurrentHolder {
            left: Ttl::from_pttl(left),
            promise: Promise::Signals,
            index: 0,
            is_done: false,
            may_end_silently: false,
        }
    }

    fn silent(left: i64) -> CurrentHolder {
        CurrentHolder { promise: Promise::StaysSilent, ..signals(left) }
    }

    fn middle(holder: CurrentHolder, left: Option<u64>) -> Pause {
        plan(holder, Wanted { may_block: true, has_others: false, has_pushes: false }, left.map(ms), 0.5)
    }

    #[test]
    fn a_slice_ends_right_after_the_holders_expiry() {
        assert_eq!(middle(signals(300), None), Pause::Block(ms(301)));
        assert_eq!(middle(silent(30), None), Pause::Sleep(ms(31)));
    }

    #[test]
    fn a_slice_is_at_most_a_second_and_never_without_end() {
        assert_eq!(middle(signals(60_000), None), Pause::Block(ms(1000)));
        assert_eq!(middle(signals(-1), None), Pause::Block(ms(1000)));
        assert_eq!(middle(silent(-1), None), Pause::Sleep(ms(100)));
    }

    #[test]
    fn what_is_about_to_expire_is_awaited_here_and_not_tried_in_a_loop() {
        assert_eq!(middle(signals(0), None), Pause::Sleep(ms(4)));
        assert_eq!(middle(silent(0), None), Pause::Sleep(ms(4)));
    }

    #[test]
    fn where_some_holders_of_permits_signal_and_some_do_not_a_slice_is_a_poll() {
        let wanted = Wanted { may_block: true, has_others: true, has_pushes: false };
        let pause = |holder| plan(holder, wanted, None, 0.5);
        assert_eq!(pause(silent(60_000)), Pause::Block(ms(100)));
        assert_eq!(pause(signals(60_000)), Pause::Block(ms(1000)));
    }

    #[test]
    fn no_sleep_outlasts_the_wait() {
        assert_eq!(middle(signals(60_000), Some(250)), Pause::Block(ms(250)));
        assert_eq!(middle(signals(60_000), Some(2)), Pause::Sleep(ms(2)));
        assert_eq!(middle(silent(60_000), Some(20)), Pause::Sleep(ms(20)));
    }

    #[test]
    fn a_waiter_that_may_not_block_polls_with_a_jitter_of_a_fifth() {
        let wanted = Wanted { may_block: false, has_others: false, has_pushes: false };
        let pause = |chance| plan(signals(60_000), wanted, None, chance);
        assert_eq!(pause(0.0), Pause::Sleep(ms(80)));
        assert_eq!(pause(1.0), Pause::Sleep(ms(120)));
    }

    #[test]
    fn a_key_is_watched_in_slices_as_in_redis_and_never_while_a_signal_is_to_come() {
        let wanted = Wanted { may_block: true, has_others: false, has_pushes: true };
        let pause = |holder, left: Option<u64>| plan(holder, wanted, left.map(ms), 0.5);
        assert_eq!(pause(silent(-1), None), Pause::Watch(ms(1000)));
        assert_eq!(pause(silent(300), None), Pause::Watch(ms(301)));
        assert_eq!(pause(silent(60_000), Some(20)), Pause::Watch(ms(20)));
        assert_eq!(pause(silent(0), None), Pause::Watch(ms(4)));
        assert_eq!(pause(signals(300), None), Pause::Block(ms(301)));
    }
}

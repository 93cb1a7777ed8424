//! Owns the promise of what is counted when acquires wait.
//! Does not own how PHP shows them (php-tests).

use crate::in_turn;
use crate::support::locks::lock_at;
use crate::support::locks::server_and_lock;
use crate::support::waiters::{Waiter, seconds_of, until_blocked};
use redislock::stats::{Counter, read};

/// Acquired, contended, waited.
const COUNTERS: [Counter; 3] = [Counter::Acquired, Counter::Contended, Counter::Waited];
const OTHERS: [Counter; 3] = [Counter::Failed, Counter::Lost, Counter::Renewed];

#[test]
fn an_acquire_counts_once_as_contended_and_as_waited_however_often_it_tries() {
    let _turn = in_turn();
    let (before, others) = (COUNTERS.map(read), OTHERS.map(read));
    let counts = || std::array::from_fn::<u64, 3, _>(|index| read(COUNTERS[index]) - before[index]);
    let (server, holder) = server_and_lock();
    let lock = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
    assert_eq!(counts(), [1, 0, 0], "had at once");
    assert_eq!(lock.acquire(), Ok(false));
    assert_eq!(counts(), [1, 1, 0], "refused, and did not wait");
    assert_eq!(lock.acquire_within(seconds_of(1.2), None), Ok(false));
    assert_eq!(counts(), [1, 2, 1], "waited, and timed out");
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    assert_eq!(counts(), [1, 3, 2]);
    assert_eq!(holder.release(), Ok(true));
    assert_eq!(waiter.end().result, Ok(true));
    assert_eq!(counts(), [2, 3, 2], "waited, and had it");
    assert_eq!(OTHERS.map(read), others);
}

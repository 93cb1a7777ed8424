//! Owns the promises of events and histograms that need several threads.
//! Does not own which events there are (php-tests/events), the ring by itself (`src/events/ring.rs`).

use std::thread;

use crate::in_turn;
use crate::support::Server;
use crate::support::locks::lock_on;
use redislock::events;
use redislock::lock::TokenSource;
use redislock::stats;

const CYCLES: usize = 50;

/// Acquires and releases one key, and returns the events of this thread: what happened to which key.
fn cycles(address: &str, key: &str) -> Vec<(&'static str, Vec<u8>)> {
    for _ in 0..CYCLES {
        let lock = lock_on(address, key, 10.0, TokenSource::Fresh);
        assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    }
    std::iter::from_fn(events::take).map(|event| (event.event, event.key.to_vec())).collect()
}

#[test]
fn each_thread_keeps_its_own_events_and_all_count_together() {
    let (_turn, server) = (in_turn(), Server::start());
    let address = &server.tcp_address();
    let count = || stats::HOLDS.read().buckets.iter().sum::<u64>();
    let before = count();
    events::keep(10);
    thread::scope(|scope| {
        for number in 0..4_usize {
            scope.spawn(move || {
                let key = format!("of {number}");
                // As php.ini has it for every thread; one of them keeps none.
                events::keep(if number == 0 { 0 } else { 2 * CYCLES });
                let told = cycles(address, &key);
                assert_eq!(told.len(), if number == 0 { 0 } else { 2 * CYCLES });
                for (index, (event, its)) in told.iter().enumerate() {
                    assert_eq!(*event, if index % 2 == 0 { "acquired" } else { "released" });
                    assert_eq!(its, key.as_bytes());
                }
            });
        }
    });
    assert!(events::take().is_none(), "another thread's");
    assert_eq!(count() - before, 4 * CYCLES as u64);
}

//! Owns the promise that no signal is lost between the look whether one is pending and the sleep. Alone in its process:
//! a signal's handler is the process's.
//! Does not own what PHP makes of signals (php-tests/signals).

#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::{self, SigHandler, Signal};
use redislock::clock::Instant;
use redislock::net::interrupts::{InterruptSource, Interruption, Woke, sleep};

static SIGNALLED: AtomicBool = AtomicBool::new(false);

extern "C" fn note(_: i32) {
    SIGNALLED.store(true, Ordering::SeqCst);
}

/// Is sent a signal right after its look.
#[derive(Debug)]
struct SignalledBehindItsLook;

impl InterruptSource for SignalledBehindItsLook {
    fn is_pending(&self) -> bool {
        let pending = SIGNALLED.load(Ordering::SeqCst);
        if !pending {
            signal::raise(Signal::SIGUSR1).unwrap();
        }
        pending
    }

    fn attend(&self) -> Result<(), Interruption> {
        Err(Interruption::Exception)
    }

    fn tick(&self) -> Option<Duration> {
        None
    }
}

#[test]
fn a_signal_between_the_look_and_the_sleep_ends_the_sleep() {
    // SAFETY: the handler stores one atomic.
    unsafe { signal::signal(Signal::SIGUSR1, SigHandler::Handler(note)) }.unwrap();
    let until = Instant::now().after(Duration::from_secs(10));
    assert_eq!(sleep(until, Some(&SignalledBehindItsLook)), Woke::Interrupted(Interruption::Exception));
}

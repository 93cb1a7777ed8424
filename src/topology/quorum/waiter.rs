//! Owns waiting for a lock on several nodes: by the clock, since no release signals.
//! Does not own an attempt (`quorum::acquire`), when to give up (`lock::waiter`).

use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::interrupts::{self, Interruption, Interrupts, WaitEnd};
use crate::scripts::CurrentHolder;
use crate::token::Promise;
use crate::topology::pause::{POLL, chance, jittered};
use crate::topology::quorum::Quorum;
use crate::topology::{Acquired, Attempt, Waiter, WakeUp};

/// One waiter at a quorum. No signal wakes it.
#[derive(Debug)]
pub(super) struct QuorumWaiter<'a> {
    pub(super) quorum: &'a Quorum,
    pub(super) interrupts: Interrupts,
}

impl Waiter for QuorumWaiter<'_> {
    fn attempt(&mut self, attempt: &Attempt<'_>) -> Result<Acquired, Failure> {
        self.quorum.acquire_by_vote(attempt, self.interrupts)
    }

    fn promise(&self) -> Promise {
        Promise::StaysSilent
    }

    fn sleep(&mut self, _: CurrentHolder, end: Option<Instant>) -> WakeUp {
        let until = Instant::now().after(jittered(POLL, chance()));
        match interrupts::sleep(end.map_or(until, |end| end.min(until)), self.interrupts) {
            // The child has a wait of its own.
            WaitEnd::Interrupted(Interruption::Fork) | WaitEnd::Ready | WaitEnd::Time => WakeUp::TryAgain,
            WaitEnd::Interrupted(by) => WakeUp::Leave { by, signalled: false },
        }
    }
}

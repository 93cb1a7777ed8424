//! Owns one waiter's connection to one master: attempts by the script, and sleeping on the wake list in between.
//! Does not own how long it sleeps (`pause`), when to give up (`lock::waiter`).

use std::time::Duration;

use crate::clock::Instant;
use crate::connection::{BlockEnd, Precision};
use crate::failure::Failure;
use crate::key::{Companion, Key};
use crate::net::interrupts::{Interruption, Interrupts};
use crate::node::checkout::Checkout;
use crate::node::late_releases::Reason;
use crate::process::ForkGuard;
use crate::scripts::CurrentHolder;
use crate::token::Promise;
use crate::topology::one_master::OneMaster;
use crate::topology::pause::{self, Pause};
use crate::topology::{Acquired, Attempt, Topology as _, Waiter, WakeUp};

/// After this number of sleeps in Redis that broke, this waiter polls: something between here and there does not let BLPOP live.
const MOST_BROKEN: u32 = 3;

/// How much sooner than the server may end it a sleep must be over to have been ended by another.
const UNASKED: Duration = Duration::from_millis(2);
/// How long to sleep then.
const PAUSE: Duration = Duration::from_millis(5);

/// One waiter at one master.
#[derive(Debug)]
pub(in crate::topology) struct OneMasterWaiter<'a> {
    pub(in crate::topology) master: OneMaster,
    key: &'a Key,
    /// Its own connection: another request of this thread meanwhile uses another.
    checkout: Checkout,
    interrupts: Interrupts,
    /// The list to block on, where there is one.
    wake: Option<Vec<u8>>,
    broken: u32,
    /// How long the last attempt took.
    round_trip: Duration,
}

impl<'a> OneMasterWaiter<'a> {
    pub(in crate::topology) fn new(master: OneMaster, key: &'a Key, interrupts: Interrupts) -> Self {
        let wake = key.companion(Companion::Wake);
        Self {
            checkout: master.node.checkout(interrupts),
            master,
            key,
            interrupts,
            wake,
            broken: 0,
            round_trip: Duration::ZERO,
        }
    }

    fn block(&mut self, until: Instant, end: Precision) -> WakeUp {
        let call = self.checkout.call();
        let (Some(link), Some(wake)) = (self.checkout.link(), &self.wake) else {
            return self.sleep_here(until);
        };
        match link.block_on(&call, wake, (until, end), self.round_trip) {
            Ok(BlockEnd::Signalled) => WakeUp::TryAgain,
            Ok(BlockEnd::Over) => {
                self.broken = 0;
                // A CLIENT UNBLOCK: not a reason to try in a loop.
                let now = Instant::now();
                if now.until(until) > end.early() + UNASKED {
                    self.sleep_here(now.after(PAUSE))
                } else {
                    WakeUp::TryAgain
                }
            }
            Ok(BlockEnd::Refused) => {
                // Another type at the wake list's name, an ACL, no such command: that will not change soon.
                self.wake = None;
                self.sleep_here(until)
            }
            Ok(BlockEnd::NotNow) => self.sleep_here(until),
            Ok(BlockEnd::Interrupted { by, signalled }) => {
                self.checkout.close();
                if signalled {
                    // The caller still leaves, and must not keep the attempt from being made that wakes the next.
                    self.checkout.interrupts = None;
                }
                leave(by, signalled)
            }
            Err(Failure::Interrupted { by, .. }) => {
                self.checkout.close();
                leave(by, false)
            }
            // What was pushed for this connection is lost with it, so try at once.
            Err(_) => {
                self.checkout.close();
                self.broken += 1;
                if self.broken >= MOST_BROKEN {
                    self.wake = None;
                }
                WakeUp::TryAgain
            }
        }
    }

    fn sleep_here(&self, until: Instant) -> WakeUp {
        pause::sleep(Some(until), self.interrupts)
    }
}

/// What an interruption means for a sleep in Redis.
fn leave(by: Interruption, signalled: bool) -> WakeUp {
    match by {
        // The child has a wait of its own.
        Interruption::Fork => WakeUp::TryAgain,
        by => WakeUp::Leave { by, signalled },
    }
}

impl Waiter for OneMasterWaiter<'_> {
    fn attempt(&mut self, attempt: &Attempt<'_>) -> Result<Acquired, Failure> {
        let (start, guard) = (Instant::now(), ForkGuard::here());
        let reply = self.master.attempt(&mut self.checkout, attempt);
        self.round_trip = start.until(Instant::now());
        // It may have run, or will when the server comes to it. What it does then is the parent's, should a signal
        // handler have forked.
        let is_unknown = matches!(reply, Err(Failure::Interrupted { sent, .. }) if sent || attempt.is_retry);
        if is_unknown && !attempt.shares_token && !guard.has_forked() {
            attempt.release_later(&self.master.node.address, Reason::Abandoned);
        }
        reply
    }

    fn promise(&self) -> Promise {
        match self.checkout.may_signal() {
            Some(false) => Promise::StaysSilent,
            Some(true) | None => self.master.promise(self.key),
        }
    }

    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp {
        let now = Instant::now();
        let may_block = self.wake.is_some() && self.checkout.may_signal() == Some(true);
        match pause::plan(holder, may_block, end.map(|end| now.until(end)), pause::chance()) {
            Pause::Block(slice, end) => self.block(now.after(slice), end),
            Pause::Sleep(slice) => self.sleep_here(now.after(slice)),
        }
    }
}

//! Owns: one waiter's connection to one master: asking by the script, and resting on the wake list in between.
//! Does not own: how long a rest is (`slices`), when to give up (`lock::waiter`).
//! Called by: `lock::waiter`, as [`Queue`].

use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Rested;
use crate::connection::interruption::{self, Host, Woke};
use crate::connection::node::Seat;
use crate::connection::undo::{self, Undo};
use crate::failure::Failure;
use crate::key::{Companion, Key};
use crate::scripts::{Mark, Obstacle, Tried};
use crate::topology::one_master::OneMaster;
use crate::topology::slices::{self, Blocking, Rest};
use crate::topology::{Acquired, Bid, Proof, Queue, Woken};

/// After so many rests in Redis that broke, this waiter polls: something between here and there does not let BLPOP live.
const MOST_BROKEN: u32 = 3;

/// How much before its end a rest must be over to have been ended by somebody else; and how long to sleep then.
const UNASKED: Duration = Duration::from_millis(5);

/// One waiter at one master.
#[derive(Debug)]
pub(super) struct OneMasterQueue<'a> {
    master: &'a OneMaster,
    /// Its own connection: whoever else on this thread asks something meanwhile uses another.
    seat: Seat<'a>,
    host: Host,
    /// The list to rest on, where there is one.
    wake: Option<Vec<u8>>,
    broken: u32,
    /// How long the last attempt took.
    round_trip: Duration,
}

impl<'a> OneMasterQueue<'a> {
    pub(super) fn new(master: &'a OneMaster, key: &Key, host: Host) -> Self {
        let wake = key.companion(Companion::Wake);
        Self { master, seat: master.node().seat(host), host, wake, broken: 0, round_trip: Duration::ZERO }
    }

    fn block(&mut self, until: Instant) -> Woken {
        let (Some(connection), Some(wake)) = (self.seat.connection(), &self.wake) else {
            return self.sleep(until);
        };
        match connection.rest_on(wake, until, self.round_trip) {
            Ok(Rested::Signalled) => Woken::Ask,
            Ok(Rested::Over) => {
                self.broken = 0;
                // Somebody's CLIENT UNBLOCK: not a reason to ask in a loop.
                let now = Instant::now();
                if now.until(until) > UNASKED { self.sleep(now.after(UNASKED)) } else { Woken::Ask }
            }
            Ok(Rested::Refused) => {
                // Another type at the wake list's name, an ACL, no such command: that will not change soon.
                self.wake = None;
                self.sleep(until)
            }
            Ok(Rested::Interrupted { by, signalled }) => {
                if !signalled {
                    self.seat.close();
                }
                Woken::Leave { by, signalled }
            }
            Err(Failure::Interrupted(by)) => {
                self.seat.close();
                Woken::Leave { by, signalled: false }
            }
            // What was pushed for this connection is lost with it, so ask at once.
            Err(_) => {
                self.seat.close();
                self.broken += 1;
                if self.broken >= MOST_BROKEN {
                    self.wake = None;
                }
                Woken::Ask
            }
        }
    }

    fn sleep(&mut self, until: Instant) -> Woken {
        let until = until.min(Instant::now().after(slices::jittered(slices::POLL, slices::chance())));
        match interruption::sleep(until, self.host) {
            Woke::Interrupted(by) => Woken::Leave { by, signalled: false },
            Woke::Ready | Woke::Time => Woken::Ask,
        }
    }
}

impl Queue for OneMasterQueue<'_> {
    fn attempt(&mut self, bid: &Bid<'_>, tried: Tried) -> Result<Acquired, Failure> {
        let asked = Instant::now();
        let answer = self.master.attempt(&mut self.seat, bid, Mark::Waiting, tried);
        self.round_trip = asked.until(Instant::now());
        if matches!(answer, Err(Failure::Interrupted(_))) && bid.proof == Proof::Ours {
            // It may have run, or will when the server comes to it.
            undo::add(self.master.node().address(), Undo::doubt(bid.key, bid.token, bid.ttl));
        }
        answer
    }

    fn rest(&mut self, obstacle: Obstacle, end: Option<Instant>) -> Woken {
        let now = Instant::now();
        let blocking = if self.wake.is_some() && self.seat.connection().is_some_and(|c| c.may_signal()) {
            Blocking::Possible
        } else {
            Blocking::Refused
        };
        match slices::plan(obstacle, blocking, end.map(|end| now.until(end)), slices::chance()) {
            Rest::Block(slice) => self.block(now.after(slice)),
            Rest::Sleep(slice) => self.sleep(now.after(slice)),
        }
    }
}

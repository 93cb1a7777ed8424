//! Owns one waiter's connection to one master: attempts by the script, and sleeping in between: on the wake list, or until Redis tells
//! that the key has changed.
//! Does not own how long it sleeps (`pause`), when to give up (`lock::wait_loop`).

use std::time::Duration;

use crate::clock::Instant;
use crate::connection::{BlockEnd, EARLY};
use crate::failure::Failure;
use crate::key::Companion;
use crate::net::interrupts::Interrupts;
use crate::node::checkout::Checkout;
use crate::scope::Scope;
use crate::scripts::CurrentHolder;
use crate::topology::one_master::OneMaster;
use crate::topology::pause::{self, Pause, Wanted};
use crate::topology::{Acquired, Attempt, Slept, Waiter, WakeUp};

/// After this number of sleeps in Redis that broke, one after the other, this waiter polls for a while: something between here and
/// there does not let BLPOP live.
const MOST_BROKEN: u32 = 3;

/// A sleep that is over so much before the server may end it was ended by somebody else (CLIENT UNBLOCK).
const UNASKED: Duration = Duration::from_millis(2);
/// How long to sleep then.
const PAUSE: Duration = Duration::from_millis(5);
/// A sleep that is shorter is not worth watching the key: the holder's, or the wait, is over sooner than the next poll.
const WORTH_WATCHING: Duration = Duration::from_millis(80);

/// One waiter at one master.
#[derive(Debug)]
pub(in crate::topology) struct OneMasterWaiter<'a> {
    pub(in crate::topology) master: OneMaster,
    scope: &'a Scope,
    /// Its own connection: another request of this thread meanwhile uses another.
    checkout: Checkout,
    /// From when on its lists may be blocked on.
    blocks_from: Instant,
    /// What the next attempt tells of the signal that it may use up (docs/protocol.md#waiting): of several keys, which was in the way
    /// at the last refusal, and is slept beside; of permits, which list woke this waiter.
    signal_of: Option<usize>,
    broken: u32,
    /// The next attempt is to be a read that Redis remembers, so that it tells of a change.
    watches: bool,
    /// From when on that may be begun.
    watches_from: Instant,
    /// When the last attempt was sent, and how long it took.
    attempted: Instant,
    round_trip: Duration,
}

impl<'a> OneMasterWaiter<'a> {
    pub(in crate::topology) fn new(master: OneMaster, scope: &'a Scope, interrupts: Interrupts) -> Self {
        Self {
            checkout: master.node.checkout(interrupts),
            master,
            scope,
            blocks_from: Instant::now(),
            signal_of: None,
            broken: 0,
            watches: false,
            watches_from: Instant::now(),
            attempted: Instant::now(),
            round_trip: Duration::ZERO,
        }
    }

    fn block(&mut self, until: Instant, holder: CurrentHolder) -> WakeUp {
        let call = self.checkout.call();
        let lists = self.lists();
        let Some(link) = self.checkout.link() else {
            return self.poll(until);
        };
        if !link.connection.has_no_tracking() {
            // A holder that signals: the next attempt leaves a mark, on a connection where nothing but replies comes.
            self.watches = false;
            return WakeUp::TryAgain;
        }
        match link.block_on(&call, &lists, until, self.round_trip) {
            Ok(BlockEnd::Signalled { list, is_for_finders }) => {
                // If another permit may have become free without a signal, this signal does not stand for all that is free.
                if matches!(self.scope, Scope::Permits(_)) && !holder.may_end_silently {
                    self.signal_of = Some(list);
                }
                WakeUp::Signalled { is_for_finders }
            }
            Ok(BlockEnd::Over) => self.slice_ended(until),
            // Another type at the wake list's name, an ACL, no such command: that may have changed at the next turn.
            Ok(BlockEnd::Refused) => self.poll(until),
            Ok(BlockEnd::Interrupted { by, signalled }) => {
                self.checkout.close();
                if signalled {
                    // The caller still leaves, but must not interrupt the attempt that wakes the next waiter.
                    self.checkout.interrupts = None;
                }
                WakeUp::Leave { by, signalled }
            }
            Err(Failure::Interrupted { by, .. }) => {
                self.checkout.close();
                WakeUp::Leave { by, signalled: false }
            }
            // What was pushed for this connection is lost with it, so try at once.
            Err(_) => {
                if self.has_broken() {
                    self.blocks_from = Instant::now().after(pause::A_WHILE);
                }
                WakeUp::TryAgain
            }
        }
    }

    /// Closes a connection that broke in a sleep; tells whether that was one too many.
    fn has_broken(&mut self) -> bool {
        self.checkout.close();
        self.broken += 1;
        self.broken >= MOST_BROKEN
    }

    /// Goes on after a slice without a signal.
    fn slice_ended(&mut self, until: Instant) -> WakeUp {
        self.broken = 0;
        // A CLIENT UNBLOCK: not a reason to try in a loop.
        let now = Instant::now();
        if now.until(until) > EARLY + UNASKED { self.poll(now.after(PAUSE)) } else { WakeUp::TryAgain }
    }

    /// Returns the wake lists of what is in the way: of several keys one, of permits that of their key and their own.
    fn lists(&self) -> Vec<Vec<u8>> {
        let keys = self.scope.keys();
        let its = match self.scope {
            Scope::Permits(_) => &keys[..2],
            Scope::Key(_) | Scope::All(_) => std::slice::from_ref(&keys[self.signal_of.unwrap_or(0)]),
        };
        its.iter().map(|key| key.companion(Companion::Wake)).collect()
    }

    fn poll(&self, until: Instant) -> WakeUp {
        pause::for_a_poll(Some(until), self.checkout.interrupts)
    }

    /// Sleeps until Redis tells that the key in the way has changed, and until another attempt is due by then.
    fn watch(&mut self, until: Instant) -> WakeUp {
        let (call, key) = (self.checkout.call(), &self.scope.keys()[self.signal_of.unwrap_or(0)]);
        let Some(link) = self.checkout.link() else { return self.poll(until) };
        let changed = link.connection.await_change(&call, key.as_bytes(), until);
        if changed.is_ok() {
            self.broken = 0;
        }
        match changed {
            // Not sooner than a poll: of many waiters one gets the lock, and the others would have been told for nothing.
            Ok(true) => {
                pause::until(self.attempted.after(pause::until_a_poll()), Some(until), self.checkout.interrupts)
            }
            Ok(false) => WakeUp::TryAgain,
            Err(Failure::Interrupted { by, .. }) => WakeUp::Leave { by, signalled: false },
            Err(_) => {
                if self.has_broken() {
                    self.stop_watching(Instant::now());
                }
                WakeUp::TryAgain
            }
        }
    }

    /// Polls for a while: the server does not tell, or something on the way does not let that live.
    fn stop_watching(&mut self, now: Instant) {
        (self.watches, self.watches_from) = (false, now.after(pause::A_WHILE));
    }

    /// Closes a connection on which more than replies may come. Turning that off would cost a round trip, and is refused by some.
    fn leave_tracking(&mut self) {
        if self.checkout.link().is_some_and(|link| !link.connection.has_no_tracking()) {
            self.checkout.drop_link();
        }
    }
}

impl Drop for OneMasterWaiter<'_> {
    fn drop(&mut self) {
        self.leave_tracking();
    }
}

impl Waiter for OneMasterWaiter<'_> {
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        let start = Instant::now();
        if !self.watches {
            self.leave_tracking();
        }
        let slept = Slept { signal_of: self.signal_of, watches: self.watches };
        let reply = self.master.acquire_on(&mut self.checkout, attempt, slept);
        if self.watches && reply.as_ref().is_err_and(Failure::spoils_connection) {
            self.stop_watching(start);
        }
        (self.attempted, self.round_trip) = (start, start.until(Instant::now()));
        if let Some(link) = self.checkout.link() {
            // What has come before this reply is about what was there before it.
            link.connection.forget_changes();
        }
        reply
    }

    fn pass_on(&mut self) {
        // No signal's handler is called in between: what it throws, or a fork, would be told to nobody.
        let interrupts = self.checkout.interrupts.take();
        // Waits for the replies: the next one must be that to a BLPOP.
        let _ = OneMaster::wake_waiters(&mut self.checkout, self.scope, false);
        self.checkout.interrupts = interrupts;
    }

    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp {
        let now = Instant::now();
        let may_block = self.blocks_from <= now;
        let has_others = matches!(self.scope, Scope::Permits(_));
        self.signal_of = (!has_others).then(|| holder.index.min(self.scope.keys().len() - 1));
        let link = self.checkout.link();
        let (has_pushes, may_track) =
            link.map_or((false, false), |link| (link.connection.is_tracking(), link.connection.may_track()));
        let may_watch = may_track && !has_others && self.watches_from <= now;
        if self.watches && !has_pushes {
            self.stop_watching(now);
        }
        let wanted = Wanted { may_block, has_others, has_pushes: self.watches };
        match pause::plan(holder, wanted, end.map(|end| now.until(end)), pause::chance()) {
            Pause::Block(slice) => self.block(now.after(slice), holder),
            Pause::Watch(slice) => self.watch(now.after(slice)),
            Pause::Sleep(slice) if may_watch && slice >= WORTH_WATCHING => {
                // Another attempt follows at once, for only what is read from then on is watched.
                self.watches = true;
                WakeUp::TryAgain
            }
            Pause::Sleep(slice) => self.poll(now.after(slice)),
        }
    }
}

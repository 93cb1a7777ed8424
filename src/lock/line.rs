//! Owns one line of waits for the same lock: its head waits in Redis, its followers for their turn; who is next, and when one makes an
//! attempt or becomes the head out of turn.
//! Does not own which lines there are (`spot`), attempts and sleeping in Redis (`wait_loop`).

use std::collections::btree_map::{BTreeMap, Entry};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::net::bell::Bell;
use crate::topology::pause;

/// A head that was not seen for so long is stuck, perhaps for good: its own sleeps are a second at the most.
pub(super) const STUCK: Duration = Duration::from_millis(1500);
/// A follower looks for a stuck head after this time to twice as long, or at the end of its wait if that is sooner.
pub(super) const LOOK: Duration = Duration::from_secs(1);
/// How long a follower whose wait is over waits for the outcome of another's last attempt before it makes its own.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);

/// The waits of one line, each by its number: those that came later have higher ones.
#[derive(Debug)]
pub(super) struct Line {
    /// The one that waits in Redis.
    pub(super) head: u64,
    /// When the head last began a step.
    pub(super) seen: Instant,
    followers: BTreeMap<u64, Follower>,
    /// When the last attempt was sent that has found the key held, or has taken it.
    pub(super) held: Option<Instant>,
    /// How many of the head's attempts have failed since.
    pub(super) failures: u32,
    /// When a follower whose wait is over has begun its last attempt.
    attempted: Option<Instant>,
    /// Other followers whose wait is over, and which wait for the outcome of that attempt.
    listeners: Vec<Rc<Bell>>,
}

#[derive(Debug)]
struct Follower {
    bell: Rc<Bell>,
    is_endless: bool,
}

/// What a waiter does next.
#[derive(Debug)]
pub(super) enum Move {
    /// It makes an attempt.
    Attempt,
    /// Its wait is over, and another's attempt has found the key held since.
    Refused,
    /// It sleeps until it is its turn.
    Follow(Sleep),
}

/// A follower's sleep.
#[derive(Debug)]
pub(super) struct Sleep {
    pub(super) bell: Rc<Bell>,
    pub(super) until: Instant,
}

#[derive(Debug)]
pub(super) enum Role {
    /// It has yet to stand in line.
    Outside,
    /// Its next step is an attempt, whether it is the head or not.
    Attempts,
    /// It sleeps until its turn: it was not the head at its last step.
    Follows,
}

impl Line {
    pub(super) fn led_by(head: u64, now: Instant) -> Self {
        Self {
            head,
            seen: now,
            followers: BTreeMap::new(),
            held: None,
            failures: 0,
            attempted: None,
            listeners: Vec::new(),
        }
    }

    /// Decides what a wait does now; `end` is when it is over.
    /// Errors: what the system says when there are no more file descriptors.
    pub(super) fn next(&mut self, number: u64, role: &Role, end: Option<Instant>, now: Instant) -> io::Result<Move> {
        let (is_head, over) = (self.head == number, end.filter(|end| *end <= now));
        match role {
            // It has not slept in Redis since, and so has used up no signal.
            Role::Outside | Role::Follows if over.is_some_and(|end| self.held >= Some(end)) => {
                return Ok(Move::Refused);
            }
            Role::Outside if self.failures == 0 => {}
            Role::Follows if self.followers.contains_key(&number) => {}
            // It has become the head, or has been sent off, or finds out for itself that Redis cannot be reached.
            Role::Outside | Role::Follows | Role::Attempts => {
                self.seen = if is_head { now } else { self.seen };
                return Ok(Move::Attempt);
            }
        }
        let until = match over {
            Some(end) if self.is_attempted(end, now) => end.after(PATIENCE),
            Some(_) => {
                self.attempted = Some(now);
                self.followers.remove(&number);
                return Ok(Move::Attempt);
            }
            None if self.seen.after(STUCK) <= now => {
                (self.head, self.seen) = (number, now);
                self.followers.remove(&number);
                return Ok(Move::Attempt);
            }
            None => now.after(LOOK.mul_f64(1.0 + pause::chance())).min(end.unwrap_or_else(|| now.after(Duration::MAX))),
        };
        let follower = match self.followers.entry(number) {
            Entry::Occupied(follower) => follower.into_mut(),
            Entry::Vacant(spot) => spot.insert(Follower { bell: Rc::new(Bell::new()?), is_endless: end.is_none() }),
        };
        let bell = Rc::clone(&follower.bell);
        if over.is_some() {
            self.listeners.push(Rc::clone(&bell));
        }
        Ok(Move::Follow(Sleep { bell, until }))
    }

    /// Tells whether a wait that is over can rely on a last attempt that another has just begun.
    fn is_attempted(&self, end: Instant, now: Instant) -> bool {
        self.attempted.is_some_and(|begun| now < begun.after(PATIENCE)) && now < end.after(PATIENCE)
    }

    /// Notes that an attempt sent at `sent` has found the key held, or has taken it, and tells the listeners.
    pub(super) fn note_held(&mut self, sent: Instant) {
        self.held = self.held.max(Some(sent));
        self.note_open();
    }

    /// Notes that a permit was taken, and has the listeners make attempts: others may be free.
    pub(super) fn note_open(&mut self) {
        (self.failures, self.attempted) = (0, None);
        self.listeners.drain(..).for_each(|bell| bell.wake());
    }

    /// Notes that the head's attempt has failed. From the second failure on, followers whose wait has no end go on by themselves: they have to
    /// know when to give up. If the head gives up, all followers do.
    pub(super) fn note_failure(&mut self, is_final: bool) {
        self.failures += 1;
        let is_lasting = self.failures > 1;
        self.followers.retain(|_, follower| {
            let leaves = is_final || is_lasting && follower.is_endless;
            if leaves {
                follower.bell.wake();
            }
            !leaves
        });
    }

    /// Removes a wait; false if it was the last. If it was the head, the first follower becomes the head.
    pub(super) fn leave(&mut self, number: u64) -> bool {
        self.followers.remove(&number);
        if self.head == number {
            let Some((number, follower)) = self.followers.pop_first() else { return false };
            (self.head, self.seen) = (number, Instant::now());
            follower.bell.wake();
        }
        true
    }
}

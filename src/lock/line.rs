//! Owns one line of waits for the same: the first, its head, waits in Redis, and the others for their turn; who is next, and when one asks or
//! takes over out of turn.
//! Does not own which lines there are (`spot`), attempts and sleeping in Redis (`wait_loop`).

use std::collections::btree_map::{BTreeMap, Entry};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::net::bell::Bell;
use crate::topology::pause;

/// A head that was not seen for so long is kept from going on, perhaps for good: it sleeps for a second at the most.
pub(super) const STUCK: Duration = Duration::from_millis(1500);
/// The shortest time after which a follower looks for that; the longest is twice it.
pub(super) const LOOK: Duration = Duration::from_secs(1);
/// How long a follower whose wait is over leaves the last attempt to another that makes it already.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);

/// Its waits, each by its number: who came later has a higher one.
#[derive(Debug)]
pub(super) struct Line {
    /// The one that waits in Redis.
    pub(super) head: u64,
    /// When that was last seen.
    pub(super) seen: Instant,
    followers: BTreeMap<u64, Follower>,
    /// When the last attempt was sent after which the key was held.
    pub(super) held: Option<Instant>,
    /// How often the head has failed to ask since.
    pub(super) failures: u32,
    /// When a follower whose wait is over has begun its last attempt.
    asked: Option<Instant>,
    /// Others whose wait is over, to which the outcome of that is as good.
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
    /// Its wait is over, and an attempt of another after that has found the key held.
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
    /// Whoever is the head, its next step is an attempt.
    Attempts,
    /// It was not the head when it was last seen.
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
            asked: None,
            listeners: Vec::new(),
        }
    }

    /// Decides what a wait does now, whose wait ends at `end`.
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
            Some(end) if self.is_asked(end, now) => end.after(PATIENCE),
            Some(_) => {
                self.asked = Some(now);
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

    /// Tells whether another makes the last attempt already that a wait which is over needs.
    fn is_asked(&self, end: Instant, now: Instant) -> bool {
        self.asked.is_some_and(|asked| now < asked.after(PATIENCE)) && now < end.after(PATIENCE)
    }

    /// Notes that the key is held, and tells those who listen.
    pub(super) fn note_held(&mut self, sent: Instant) {
        self.held = self.held.max(Some(sent));
        self.note_open();
    }

    /// Notes that a permit was taken, and has those ask who listen.
    pub(super) fn note_open(&mut self) {
        (self.failures, self.asked) = (0, None);
        self.listeners.drain(..).for_each(|bell| bell.wake());
    }

    /// Notes that the head could not ask. From the second time on followers whose wait has no end go on by themselves: they have to know when
    /// to give up. If the failure is final, all do.
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

    /// Lets a wait go; false where it was the last. The first follower of a head becomes the head.
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

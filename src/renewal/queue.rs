//! Owns: which leases are kept, when each is asked for next, and how long a question may take.
//! Does not own: the thread that asks (`renewal`), what an answer means (`lock::Kept`).
//! Called by: `renewal`, under its mutex.

use std::thread::JoinHandle;
use std::time::Duration;

use crate::clock::Instant;
use crate::lock::Kept;

/// A lease is extended when this part of its ttl has passed: two more tries fit before it ends.
const PART: u32 = 3;
/// And again after this part while Redis does not answer.
const PART_AFTER_FAILURE: u32 = 12;
/// The shortest pause between two tries, for the shortest ttl.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
/// What a question is given at least.
const SHORTEST_QUESTION: Duration = Duration::from_millis(5);
/// So many leases are gathered before those that have ended are looked for.
const FEW: usize = 64;

/// A lease to be kept.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kept: Kept,
    due: Instant,
}

/// All of them, and what the thread and those that add to it tell each other.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) entries: Vec<Entry>,
    /// How many entries are too many not to look for ended ones.
    crowded: usize,
    /// Until when the thread sleeps, if it does.
    pub(super) sleeps_until: Option<Instant>,
    pub(super) runs: bool,
    /// The thread has got as far as its work.
    pub(super) ready: bool,
    pub(super) thread: Option<JoinHandle<()>>,
}

impl Entry {
    /// A lease that was just found to be held.
    pub(super) fn new(kept: Kept) -> Self {
        let due = after(kept.ttl() / PART);
        Self { kept, due }
    }

    /// The same once it was extended.
    pub(super) fn again(self) -> Self {
        Self::new(self.kept)
    }

    /// The same when it could not be.
    pub(super) fn soon(self) -> Self {
        let due = after(self.kept.ttl() / PART_AFTER_FAILURE);
        Self { due, ..self }
    }
}

impl Queue {
    /// Adds an entry; tells whether it is due before the thread would look.
    pub(super) fn add(&mut self, entry: Entry) -> bool {
        if self.entries.len() >= self.crowded.max(FEW) {
            self.forget_ended();
            self.crowded = self.entries.len() * 2;
        }
        let due = entry.due;
        self.entries.push(entry);
        self.sleeps_until.is_some_and(|until| due < until)
    }

    pub(super) fn forget_ended(&mut self) {
        self.entries.retain(|entry| entry.kept.is_wanted());
    }

    /// Takes out an entry that is due at `now`.
    ///
    /// # Errors
    /// How long until the first one is; `None` when there is none.
    pub(super) fn take_due(&mut self, now: Instant) -> Result<Entry, Option<Duration>> {
        let first = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.due);
        match first.map(|(index, entry)| (index, now.until(entry.due))) {
            Some((index, left)) if left.is_zero() => Ok(self.entries.swap_remove(index)),
            first => Err(first.map(|(_, left)| left)),
        }
    }

    /// Returns when a question about `entry` must be over: within half of what is left of its lease, and of all others.
    /// One Redis that does not answer must leave time for a second try, and for every other one.
    pub(super) fn limit(&self, entry: &Entry, now: Instant) -> Option<Instant> {
        let least = self.entries.iter().chain([entry]).filter_map(|entry| entry.kept.left(now)).min();
        least.map(|left| now.after((left / 2).max(SHORTEST_QUESTION)))
    }

    /// Puts off what lives in the same place as `asked`, which was not answered: one question is enough for a while.
    pub(super) fn put_off_beside(&mut self, asked: &Kept) {
        for entry in self.entries.iter_mut().filter(|entry| entry.kept.is_beside(asked)) {
            entry.due = entry.due.max(after(entry.kept.ttl() / PART_AFTER_FAILURE));
        }
    }
}

fn after(span: Duration) -> Instant {
    Instant::now().after(span.max(SHORTEST_PAUSE))
}

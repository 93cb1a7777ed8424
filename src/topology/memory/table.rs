//! Owns the keys of locks in this process's memory: their values, and when each expires.
//! Does not own what the verbs of a lock make of them (`memory`).

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::clock::Instant;
use crate::key::Key;
use crate::process::ForkGuard;
use crate::token::Token;
use crate::ttl::{Deadline, Ttl};

/// Expired keys are looked for when there are this many, or twice as many as were left the last time.
const FEWEST_TO_TIDY: usize = 64;

/// The keys of one process, shared by its threads.
///
/// A fork can copy it while another thread, which the child does not have, is inside the mutex. So a child leaves it alone and
/// begins with a successor, in which there is nothing.
#[derive(Debug)]
pub(super) struct Table {
    guard: ForkGuard,
    contents: Mutex<Contents>,
    successor: OnceLock<Box<Table>>,
}

#[derive(Debug, Default)]
struct Contents {
    by_name: BTreeMap<Vec<u8>, Entry>,
    crowded: usize,
}

/// What is at a key.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) value: Vec<u8>,
    pub(super) until: Deadline,
}

/// Access to the keys at one instant; no other thread has it meanwhile, so that what is done with it is one step.
#[derive(Debug)]
pub(super) struct OpenTable {
    contents: MutexGuard<'static, Contents>,
    pub(super) now: Instant,
}

impl Table {
    fn new() -> Self {
        Self { guard: ForkGuard::here(), contents: Mutex::default(), successor: OnceLock::new() }
    }

    /// Returns this process's own.
    fn here() -> &'static Self {
        static FIRST: OnceLock<Table> = OnceLock::new();
        let mut table = FIRST.get_or_init(Self::new);
        while table.guard.has_forked() {
            table = table.successor.get_or_init(|| Box::new(Self::new()));
        }
        table
    }
}

impl OpenTable {
    /// Gives access to this process's.
    pub(super) fn open() -> Self {
        // A panic elsewhere leaves every entry valid by itself.
        let contents = Table::here().contents.lock().unwrap_or_else(PoisonError::into_inner);
        Self { contents, now: Instant::now() }
    }

    /// Returns what is at a name and has not expired.
    pub(super) fn get(&self, name: &[u8]) -> Option<&Entry> {
        self.contents.by_name.get(name).filter(|entry| !entry.until.has_passed(self.now))
    }

    /// Tells whether a key has this token.
    pub(super) fn has(&self, key: &Key, token: &Token) -> bool {
        self.get(key.as_bytes()).is_some_and(|entry| entry.value == token.as_bytes())
    }

    /// Puts a value at a name.
    pub(super) fn set(&mut self, name: &[u8], value: &[u8], until: Deadline) {
        let (now, contents) = (self.now, &mut *self.contents);
        if contents.by_name.len() >= contents.crowded.max(FEWEST_TO_TIDY) {
            contents.by_name.retain(|_, entry| !entry.until.has_passed(now));
            contents.crowded = contents.by_name.len() * 2;
        }
        contents.by_name.insert(name.to_vec(), Entry { value: value.to_vec(), until });
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: &Key) {
        self.contents.by_name.remove(key.as_bytes());
    }

    /// Has a key expire no earlier than this; returns when it does.
    pub(super) fn prolong(&mut self, key: &Key, until: Deadline) -> Option<Deadline> {
        let entry = self.contents.by_name.get_mut(key.as_bytes())?;
        entry.until = entry.until.max(until);
        Some(entry.until)
    }

    /// Returns the names that have not expired, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &[u8]> {
        let live = self.contents.by_name.iter().filter(|(_, entry)| !entry.until.has_passed(self.now));
        live.map(|(name, _)| &name[..])
    }

    /// Returns when a key expires that lives this long from now.
    pub(super) fn end(&self, ttl: Ttl) -> Deadline {
        match ttl {
            Ttl::For(span) => Deadline::At(self.now.after(span)),
            Ttl::Forever => Deadline::Never,
        }
    }

    /// Returns how long it is until then.
    pub(super) fn left(&self, until: Deadline) -> Ttl {
        match until {
            Deadline::At(until) => Ttl::For(self.now.until(until)),
            Deadline::Never => Ttl::Forever,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn keys_that_have_expired_do_not_gather() {
        let name = |number: usize| format!("gather:{number}").into_bytes();
        for number in 0..10_000 {
            let mut table = OpenTable::open();
            let until = Deadline::At(table.now.after(Duration::from_nanos(1)));
            table.set(&name(number), b"t", until);
        }
        let table = OpenTable::open();
        assert!(table.contents.by_name.len() <= 2 * FEWEST_TO_TIDY, "{}", table.contents.by_name.len());
        assert!(table.get(&name(9_999)).is_none() && table.names().all(|name| !name.starts_with(b"gather:")));
    }
}

//! Owns telling this process from its parent and its children after a fork: by its number, and by how often it was forked.
//! Does not own what a forked child must forget (each module keeps a [`ForkGuard`] beside what belongs to one process).
//!
//! A child of a fork inherits a copy of all that its parent knows, and must neither use nor end what is the parent's. So
//! whatever belongs to one process stands beside a [`ForkGuard`] and is dropped where [`ForkGuard::has_forked`] says so:
//! the pool closes the inherited sockets without a word (`node/link/pool.rs`), inherited leases are neither held nor released
//! (`lease/mod.rs`), late releases are forgotten (`node/late`), and the threads of renewal are the parent's
//! (`renewal`). The child connects anew and holds what it acquires itself; a new object with a token that it was given may also
//! release the parent's lock on purpose.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far the count of forks stands above the process number in [`KNOWN`]'s bits.
const FORKS: u32 = 32;

/// How often this process, or an ancestor before it was forked, has forked.
static CHILDREN: AtomicU64 = AtomicU64::new(0);

/// What tells this process from others, or 0 while no fork hook is registered.
static KNOWN: AtomicU64 = AtomicU64::new(0);

/// Remembers which process something belongs to: a child of a fork inherits a copy, and what is the parent's (its sockets,
/// its locks, the replies it waits for) is not the child's.
///
/// A process's number alone does not tell it from its parent and its children: in a new PID namespace parent and child may
/// both be process 1, and a late descendant may get the number of an ancestor that is gone. So the forks since [`remember`]
/// are counted as well: state is inherited from parent to child only, and each step adds one.
///
/// The default belongs to no process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForkGuard(u64);

impl ForkGuard {
    /// Remembers this process.
    pub fn here() -> Self {
        Self(id())
    }

    /// Tells whether this is another process than the one that was remembered.
    pub fn has_forked(self) -> bool {
        self.0 != id()
    }
}

/// What a thread keeps for its process; nothing of it is a forked child's.
#[derive(Debug, Default)]
pub struct OfProcess<T>(RefCell<(ForkGuard, T)>);

impl<T> OfProcess<T> {
    /// Gives access; in a forked child `forget` drops what is the parent's first.
    pub fn with<R>(&self, forget: impl FnOnce(&mut T), work: impl FnOnce(&mut T) -> R) -> R {
        let (guard, kept) = &mut *self.0.borrow_mut();
        if guard.has_forked() {
            *guard = ForkGuard::here();
            forget(kept);
        }
        work(kept)
    }
}

/// Returns which process this is.
fn id() -> u64 {
    match KNOWN.load(Ordering::Relaxed) {
        0 => u64::from(std::process::id()),
        known => known,
    }
}

/// Lets [`ForkGuard`] remember from now on, and keeps the count if it does already. The caller has registered [`forked`] to run
/// in every child before anything else there.
pub fn remember() {
    store(KNOWN.load(Ordering::Relaxed) >> FORKS);
}

/// Counts a fork, in the child.
pub fn forked() {
    let known = KNOWN.load(Ordering::Relaxed);
    if known != 0 {
        store((known >> FORKS).wrapping_add(1));
    }
}

/// Counts a fork, in the parent.
pub fn has_child() {
    CHILDREN.fetch_add(1, Ordering::Relaxed);
}

/// Returns how many children were made so far. What this process had when there were fewer, one of them has a copy of.
pub fn children() -> u64 {
    CHILDREN.load(Ordering::Relaxed)
}

fn store(forks: u64) {
    KNOWN.store(forks << FORKS | u64::from(std::process::id()), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all: the state is this process's, and the other tests of it run without a hook.
    #[test]
    fn without_a_hook_the_number_decides() {
        forked();
        assert_eq!(KNOWN.load(Ordering::Relaxed), 0);
        assert_eq!(id(), u64::from(std::process::id()));
        assert!(!ForkGuard::here().has_forked() && ForkGuard::default().has_forked());
    }
}

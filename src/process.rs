//! Owns: the number of this process, asked of the system as seldom as may be.
//! Does not own: what a forked child must forget (each module that keeps something asks here whose it is).
//! Called by: every layer above.

use std::sync::atomic::{AtomicU32, Ordering};

/// This process's number, or 0 while nobody promises to tell of forks.
static KNOWN: AtomicU32 = AtomicU32::new(0);

/// Returns this process's number.
pub fn id() -> u32 {
    match KNOWN.load(Ordering::Relaxed) {
        0 => std::process::id(),
        known => known,
    }
}

/// Lets [`id`] remember from now on. Whoever calls it calls [`forked`] in every child, before its first question.
pub fn remember() {
    KNOWN.store(std::process::id(), Ordering::Relaxed);
}

/// Tells of a fork, in the child.
pub fn forked() {
    if KNOWN.load(Ordering::Relaxed) != 0 {
        remember();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_promise_the_system_is_asked_each_time() {
        forked();
        assert_eq!(KNOWN.load(Ordering::Relaxed), 0);
        assert_eq!(id(), std::process::id());
    }
}

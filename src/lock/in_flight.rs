//! Owns the tokens of acquires that wait for a reply while the program goes on elsewhere: what suspends them may never let them go on.
//! Does not own what an unknown acquire is owed (`node::recovery`).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use crate::lock::Lock;
use crate::process::ForkGuard;
use crate::token::{Promise, Token};
use crate::topology::{Reason, When};

#[derive(Default)]
struct AttemptsInFlight {
    next: u64,
    attempts: BTreeMap<u64, Attempted>,
}

struct Attempted {
    lock: Weak<Lock>,
    token: Token,
    guard: ForkGuard,
}

thread_local! {
    static ALL: RefCell<AttemptsInFlight> = RefCell::default();
}

/// A token that may be at its key before its wait knows, until it is dropped.
pub(super) struct InFlight(u64);

impl InFlight {
    pub(super) fn new(lock: &Rc<Lock>, token: &Token) -> Self {
        ALL.with_borrow_mut(|all| {
            all.next += 1;
            let attempted = Attempted { lock: Rc::downgrade(lock), token: token.clone(), guard: ForkGuard::here() };
            all.attempts.insert(all.next, attempted);
            Self(all.next)
        })
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        // A fiber that outlives its thread's storage finds nothing to be taken from.
        let _ = ALL.try_with(|all| all.borrow_mut().attempts.remove(&self.0));
    }
}

/// Has what may have been taken released, when none of the waits goes on any more.
pub(super) fn release_lost() {
    for Attempted { lock, token, guard } in ALL.with_borrow_mut(|all| std::mem::take(&mut all.attempts)).into_values() {
        let Some(lock) = lock.upgrade().filter(|_| !guard.has_forked()) else { continue };
        // The sender may have changed what the token promises: it may be at the key in either form.
        for promise in [Promise::Signals, Promise::StaysSilent] {
            let mut sent = token.clone();
            sent.set_promise(promise);
            lock.release_taken(&lock.scope, &sent, Reason::Abandoned, When::AtRequestEnd);
        }
    }
}

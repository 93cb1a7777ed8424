//! Owns the tokens of acquires that wait for a reply while the program goes on elsewhere: what suspends them may never let them go on.
//! Does not own what an unknown acquire is owed (`node::recovery`).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use crate::lock::Lock;
use crate::process::ForkGuard;
use crate::token::{Promise, Token};
use crate::topology::{Attempt, Reason, When};

#[derive(Default)]
struct AttemptsInFlight {
    next: u64,
    attempts: BTreeMap<u64, Attempted>,
}

struct Attempted {
    lock: Weak<Lock>,
    token: Rc<RefCell<Token>>,
    guard: ForkGuard,
}

thread_local! {
    static ALL: RefCell<AttemptsInFlight> = RefCell::default();
}

/// A token that may be at its key before its wait knows, until it is dropped.
pub(super) struct InFlight(u64);

impl InFlight {
    /// Notes the token of an attempt, which notes there which other it goes on with.
    pub(super) fn new(lock: &Rc<Lock>, attempt: &mut Attempt<'_>) -> Self {
        let token = Rc::new(RefCell::new(attempt.token.clone()));
        attempt.in_flight = Some(token.clone());
        ALL.with_borrow_mut(|all| {
            all.next += 1;
            all.attempts.insert(all.next, Attempted { lock: Rc::downgrade(lock), token, guard: ForkGuard::here() });
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
            let mut sent = token.borrow().clone();
            sent.set_promise(promise);
            lock.release_taken(&lock.scope, &sent, Reason::Abandoned, When::AtRequestEnd);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::address::Address;
    use crate::key::Key;
    use crate::lock::LockSettings;
    use crate::settings::Timeouts;
    use crate::topology::{Caller, OneMaster};
    use crate::ttl::Ttl;

    #[test]
    fn the_token_that_an_attempt_goes_on_with_is_known_here() {
        let (address, io) = (Arc::new(Address::parse("unix:///in-flight").unwrap()), Duration::from_secs(1));
        let master = Arc::new(OneMaster::new(address, Timeouts { connect: io, io }));
        let lock = Lock::new(Key::new(b"", b"k").unwrap(), master, LockSettings::new(Ttl::Forever));
        let mut begun = lock.begin(None, Caller::Once, false).unwrap();
        let before = begun.attempt.token.clone();
        let in_flight = InFlight::new(&lock, &mut begun.attempt);
        begun.attempt.take_another_token().unwrap();
        let known =
            || ALL.with_borrow(|all| all.attempts.values().map(|it| it.token.borrow().clone()).collect::<Vec<_>>());
        assert_eq!(known(), [begun.attempt.token]);
        assert_ne!(known(), [before]);
        drop(in_flight);
        assert_eq!(known(), []);
    }
}

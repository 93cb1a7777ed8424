//! Owns which locks of this thread hold something, so that the end of a request can release it.
//! Does not own sending (`node::flush`), when a request ends (`php::life_cycle`).
//!
//! Destructors are not enough: after a fatal error, and for objects in static properties and cycles, PHP frees objects only
//! after the request's hooks have run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::lock::Lock;
use crate::node::flush;
pub use crate::node::late_releases::take_lost;
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::topology::When;

thread_local! {
    static HELD: RefCell<HashMap<*const Lock, Weak<Lock>>> = RefCell::default();
}

/// Remembers a lock that holds a lease.
pub(super) fn add(lock: &Rc<Lock>) {
    HELD.with(|held| held.borrow_mut().insert(Rc::as_ptr(lock), Rc::downgrade(lock)));
}

/// Tells whether locks of this thread hold what keeps another from having this at the same place: one of its keys, or all permits.
pub(super) fn stands_in_the_way(scope: &Scope, addresses: &[Arc<Address>]) -> bool {
    let now = Instant::now();
    let held: Vec<Rc<Lock>> = HELD.with(|held| held.borrow().values().filter_map(Weak::upgrade).collect());
    let held: Vec<Scope> = held
        .iter()
        .filter(|lock| lock.topology.addresses() == addresses)
        .filter_map(|lock| {
            let lease = lock.lease().lock();
            lease.is_trusted(|| now).then(|| lock.scope.at(lease.permit).into_owned())
        })
        .collect();
    let mut keys = scope.keys().iter().map(|key| held.iter().any(|held| held.covers(key)));
    match scope {
        Scope::Key(_) | Scope::All(_) => keys.any(|held| held),
        Scope::Permits(_) => keys.all(|held| held),
    }
}

/// Forgets a lock that is being dropped.
pub(super) fn forget(lock: &Lock) {
    // A lock that outlives its thread's storage finds nothing to be forgotten by.
    let _ = HELD.try_with(|held| held.borrow_mut().remove(&std::ptr::from_ref(lock)));
}

/// Releases what this thread's locks still hold, and sends what was queued: to each address in slices, as long as replies
/// come, and nothing to an address that failed before in this request. The time is linear in the number of locks.
pub fn end_request(timeouts: Timeouts) {
    let held = HELD.with(RefCell::take);
    for lock in held.values().filter_map(Weak::upgrade) {
        lock.auto_release(When::AtRequestEnd);
    }
    flush::end_request(timeouts);
}

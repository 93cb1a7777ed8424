//! Owns which locks of this thread hold something, and in which order they were acquired, so that the end of a request can
//! release them.
//! Does not own sending (`node::late::flush`), when a request ends (`php::life_cycle`).
//!
//! Destructors are not enough: after a fatal error, and for objects in static properties and cycles, PHP frees objects only
//! after the request's hooks have run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::os::fd::RawFd;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::events::{self, EndedBy};
use crate::lock::{Lock, line};
use crate::net::interrupts::Interrupts;
use crate::node::late::flush;
pub use crate::node::late::{has_untold, take_lost, take_staying};
pub use crate::node::link::pool::read_owed;
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};
use crate::topology::When;

/// Its lock's number, and where it is.
type HeldKey = (u64, usize);

/// The locks by the number of their last lease, in the order of the process; 0: another object has acquired it, and it is renewed here.
#[derive(Default)]
struct HeldLocks {
    /// The last one that was added: nearly always the next to go.
    newest: Option<(HeldKey, Weak<Lock>)>,
    others: BTreeMap<HeldKey, Weak<Lock>>,
}

impl HeldLocks {
    /// Returns those with greater keys.
    fn after(&self, key: HeldKey) -> Vec<Rc<Lock>> {
        let others = self.others.range((Bound::Excluded(key), Bound::Unbounded)).map(|(_, lock)| lock);
        let newest = self.newest.iter().filter(|(newest, _)| *newest > key).map(|(_, lock)| lock);
        others.chain(newest).filter_map(Weak::upgrade).collect()
    }
}

thread_local! {
    static HELD: RefCell<HeldLocks> = const { RefCell::new(HeldLocks { newest: None, others: BTreeMap::new() }) };
}

/// Remembers a lock that holds a lease: the process's `number`th, or 0.
pub(super) fn add(lock: &Rc<Lock>, number: u64) {
    forget(lock);
    HELD.with_borrow_mut(|held| {
        let before = held.newest.replace(((number, place(lock)), Rc::downgrade(lock)));
        held.others.extend(before);
    });
    lock.registered.set(Some(number));
}

fn place(lock: &Lock) -> usize {
    std::ptr::from_ref(lock).addr()
}

fn all() -> Vec<Rc<Lock>> {
    HELD.with_borrow(|held| held.after((0, 0)))
}

/// Tells whether locks of this thread hold what another lock of the thread would wait for at these addresses: one of its keys, or all
/// permits. Locks of a task that can go on during the wait do not count.
pub(super) fn stands_in_the_way(scope: &Scope, addresses: &[Arc<Address>], interrupts: Interrupts) -> bool {
    let now = Instant::now();
    let held: Vec<Scope> = all()
        .iter()
        .filter(|lock| lock.topology.addresses() == addresses)
        .filter(|lock| !interrupts.is_some_and(|source| source.lets_go_on(lock.task())))
        .filter_map(|lock| {
            let lease = lock.lease().lock();
            lease.is_trusted(|| now).then(|| lock.scope.at(lease.known_permit()).into_owned())
        })
        .collect();
    let mut keys = scope.keys().iter().map(|key| held.iter().any(|held| held.covers(key)));
    match scope {
        Scope::Key(_) | Scope::All(_) => keys.any(|held| held),
        Scope::Permits(_) => keys.all(|held| held),
    }
}

/// Forgets a lock that is being dropped, or holds another lease.
pub(super) fn forget(lock: &Lock) {
    if let Some(number) = lock.registered.take() {
        let key = (number, place(lock));
        // The thread's storage may already be destroyed; then there is nothing to remove.
        let _ = HELD.try_with(|held| {
            let held = &mut *held.borrow_mut();
            if held.newest.take_if(|(newest, _)| *newest == key).is_none() {
                held.others.remove(&key);
            }
        });
    }
}

/// Ends the waits of this thread that a fatal error has left suspended: none of them goes on. Returns the sockets of theirs, to be closed
/// with a reset before [`end_request`] sends anything: what is released wakes others then, and none of them.
pub fn end_lost_waits() -> Vec<RawFd> {
    line::forget_lost();
    flush::end_lost_waits()
}

/// Releases what this thread's locks still hold, ends the renewal of what is left to its ttl, and sends what was queued: to each address in
/// slices, as long as replies come, and nothing to an address that failed just before. The time is linear in the number of locks.
pub fn end_request(timeouts: Timeouts) {
    queue_all(0, None, EndedBy::Request);
    enter_losses();
    for lock in all() {
        // Its drop may never come: a fatal error drops nothing that the frames of a suspended fiber own.
        lock.lease().lock().stop_renewing();
    }
    drop(HELD.take());
    flush::end_request(timeouts);
}

/// Does the same in a request that goes on, with what was acquired after this process had taken `since` leases, by one task of the program
/// or by all; returns the locks that held something, the first acquired first.
pub fn release_all(since: u64, task: Option<usize>, by: EndedBy, timeouts: Timeouts) -> Vec<Rc<Lock>> {
    let left = queue_all(since, task, by);
    for _ in &left {
        stats::count(Counter::Forgotten);
    }
    flush::end_request(timeouts);
    left
}

/// Enters what renewal has found of this thread's locks.
pub fn enter_losses() {
    if !events::are_kept() {
        return;
    }
    for lock in all() {
        lock.enter_loss(&mut lock.lease().lock());
    }
}

/// Queues the releases of what this thread's locks hold and are to release by themselves.
fn queue_all(since: u64, task: Option<usize>, by: EndedBy) -> Vec<Rc<Lock>> {
    let held = HELD.with_borrow(|held| held.after((since, usize::MAX)));
    let is_its = |lock: &Rc<Lock>| task.is_none_or(|task| lock.task() == task);
    held.into_iter().filter(is_its).filter(|lock| lock.auto_release_by(by, When::AtRequestEnd)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::lock::{LockSettings, Servers};
    use crate::ttl::Ttl;

    fn names(locks: &[Rc<Lock>]) -> String {
        locks.iter().map(|lock| String::from_utf8_lossy(lock.key().as_bytes()).into_owned()).collect()
    }

    #[test]
    fn whichever_lock_goes_the_others_stay_in_the_order_of_their_leases() {
        let topology = Servers::parse("memory:").unwrap().topology(Timeouts::default());
        let settings = Rc::new(LockSettings::new(Ttl::Forever));
        let lock =
            |name: &str| Lock::new(Key::new(b"", name.as_bytes()).unwrap(), topology.clone(), Rc::clone(&settings));
        let locks = ["a", "b", "c", "d"].map(lock);
        for (index, left) in ["bcd", "acd", "abd", "abc"].into_iter().enumerate() {
            for (lock, number) in locks.iter().zip(1..) {
                add(lock, number);
            }
            forget(&locks[index]);
            assert_eq!(names(&all()), left);
            add(&locks[index], 0);
            let after = |number| names(&HELD.with_borrow(|held| held.after((number, usize::MAX))));
            assert_eq!(after(0), left, "another object has acquired it");
            assert_eq!(all().len(), 4);
            add(&locks[index], 5);
            assert_eq!(after(3), format!("{}{}", if index < 3 { "d" } else { "" }, names(&[locks[index].clone()])));
            for lock in &locks {
                forget(lock);
            }
            assert!(all().is_empty());
        }
    }
}

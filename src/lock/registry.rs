//! Owns which locks of this thread hold something, so that the end of a request can give it back.
//! Does not own sending (`node::flush`), when a request ends (`php::life_cycle`).
//!
//! Destructors are not enough: after a fatal error, and for objects in static properties and cycles, PHP frees
//! objects only when the request's hooks have run (facts/ext-php-rs.md, section 5).

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::key::Key;
use crate::lock::Lock;
use crate::node::{flush, late_releases};
use crate::settings::Timeouts;
use crate::topology::When;

thread_local! {
    static HELD: RefCell<HashMap<*const Lock, Weak<Lock>, BuildHasherDefault<ByPlace>>> = RefCell::default();
}

/// Hashes where a lock lies. Nobody chooses that, so a hash that nobody can aim at, as the standard one, would be for nothing.
#[derive(Default)]
struct ByPlace(u64);

impl Hasher for ByPlace {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    /// Spreads a number over all bits: by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4), with both halves of
    /// the product laid over each other.
    #[expect(clippy::cast_possible_truncation, reason = "a half")]
    fn write_usize(&mut self, number: usize) {
        let product = u128::from(self.0 ^ number as u64) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Remembers a lock that holds a lease.
pub(super) fn keep(lock: &Rc<Lock>) {
    HELD.with(|held| held.borrow_mut().insert(Rc::as_ptr(lock), Rc::downgrade(lock)));
}

/// Tells whether a lock of this thread holds a key at the same place.
pub(super) fn holds(key: &Key, addresses: &[Arc<Address>]) -> bool {
    let now = Instant::now();
    let held: Vec<Rc<Lock>> = HELD.with(|held| held.borrow().values().filter_map(Weak::upgrade).collect());
    held.iter().any(|lock| {
        lock.key == *key && lock.topology.addresses() == addresses && lock.lease().lock().is_trusted(|| now)
    })
}

/// Forgets a lock that is being dropped.
pub(super) fn forget(lock: &Lock) {
    // A lock that outlives its thread's storage finds nothing to be forgotten by.
    let _ = HELD.try_with(|held| held.borrow_mut().remove(&std::ptr::from_ref(lock)));
}

/// Gives back what this thread's locks still hold, and sends what was queued: to each address in slices, as long as replies
/// come, and nothing to an address that failed before in this request. The time is linear in the number of locks.
pub fn end_request(timeouts: Timeouts) {
    let held = HELD.with(RefCell::take);
    for lock in held.values().filter_map(Weak::upgrade) {
        lock.give_back(When::AtRequestEnd);
    }
    flush::end_request(timeouts);
}

/// Returns the keys that automatic releases of this thread found lost since the last call.
pub fn take_lost() -> Vec<Key> {
    late_releases::take_lost()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;

    #[test]
    fn what_lies_side_by_side_is_hashed_to_places_far_and_wide() {
        const PLACES: usize = 4096;
        for apart in [8, 16, 200, 256, 4096, 1 << 16] {
            let hash = |n: usize| BuildHasherDefault::<ByPlace>::default().hash_one(0x7f00_1000 + n * apart);
            let hashes: Vec<u64> = (0..PLACES).map(hash).collect();
            // By chance it would be 2,589 of 4,096; the table looks at the 7 bits at the top, too.
            let bottom: HashSet<u64> = hashes.iter().map(|hash| hash % PLACES as u64).collect();
            let top: HashSet<u64> = hashes.iter().map(|hash| hash >> 57).collect();
            assert!(bottom.len() > 2_000 && top.len() == 128, "{apart} apart: {} and {}", bottom.len(), top.len());
        }
    }
}

//! Owns copies of the late releases that a call has taken off a list to send them, until it has settled them: what suspends a call may never
//! let it go on.
//! Does not own the lists (`list`), what becomes of what was sent (`settle`).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::address::Address;
use crate::node::late_releases::list::LateRelease;
use crate::node::late_releases::put_back;
use crate::node::recovery::Reason;
use crate::process::ForkGuard;

#[derive(Default)]
struct AllInHand {
    next: u64,
    batches: BTreeMap<u64, TakenBatch>,
}

struct TakenBatch {
    address: Arc<Address>,
    entries: Vec<LateRelease>,
    guard: ForkGuard,
}

thread_local! {
    static ALL: RefCell<AllInHand> = RefCell::default();
}

/// Releases of one batch, until it is dropped.
#[derive(Debug)]
pub(super) struct InHand(u64);

impl InHand {
    pub(super) fn new(address: &Arc<Address>, entries: &[LateRelease]) -> Self {
        ALL.with_borrow_mut(|all| {
            all.next += 1;
            let (address, entries) = (address.clone(), entries.to_vec());
            all.batches.insert(all.next, TakenBatch { address, entries, guard: ForkGuard::here() });
            Self(all.next)
        })
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        // A fiber that outlives its thread's storage finds nothing to be taken from.
        let _ = ALL.try_with(|all| all.borrow_mut().batches.remove(&self.0));
    }
}

impl InHand {
    /// Returns an entry that has not run, or may not have, as it is to go on: not if it was forgotten meanwhile, and withheld if it is.
    pub(super) fn still_owes(&self, entry: LateRelease) -> Option<LateRelease> {
        let withheld = ALL.with_borrow(|all| {
            let copies = &all.batches.get(&self.0)?.entries;
            copies.iter().find(|copy| copy.is_of(&entry.token, &entry.scope)).map(|copy| copy.withheld)
        })?;
        Some(LateRelease { withheld, ..entry })
    }
}

/// Does this with what calls of this process have taken off their lists, and may put back.
pub(in crate::node) fn with_all(change: impl Fn(&mut Vec<LateRelease>)) {
    ALL.with_borrow_mut(|all| {
        let batches = all.batches.values_mut().filter(|batch| !batch.guard.has_forked());
        batches.for_each(|batch| change(&mut batch.entries));
    });
}

/// Puts all back on their lists, when none of the calls goes on any more. They may have run; the end of the PHP request tries them.
pub(in crate::node) fn put_back_lost() {
    let lost = ALL.with_borrow_mut(|all| std::mem::take(&mut all.batches)).into_values();
    for TakenBatch { address, entries, .. } in lost.filter(|batch| !batch.guard.has_forked()) {
        for mut entry in entries {
            entry.settle_as_failed();
            entry.reason = Reason::Abandoned;
            put_back(&address, entry);
        }
    }
}

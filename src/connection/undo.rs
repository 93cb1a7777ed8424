//! Owns when the releases of an address are sent that no call waits for: at once, ahead of the next reply, at the end of the
//! request.
//! Does not own which releases are added (`topology`, `lock`), the list (`list`), how it is sent (`slices`, `unread`).

pub(super) mod batch;
mod list;
pub(super) mod slices;

use std::cell::RefCell;
use std::sync::Arc;

pub use list::Undo;
pub(super) use list::UndoList;

use crate::address::{Address, Place};
use crate::connection::node::Node;
use crate::connection::pool;
use crate::connection::undo::batch::Batch;
use crate::key::Key;
use crate::process;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How often a release is sent on in a cluster before it waits for the next contact.
const MOST_HOPS: usize = 3;

thread_local! {
    /// Keys whose automatic release found their lock lost, and in which process; `php` logs and empties it.
    static LOST: RefCell<(process::Id, Vec<Key>)> = const { RefCell::new((process::Id::NONE, Vec::new())) };
}

/// Tells whether a lease of this key that has ended is still to be given back.
pub fn is_owed(address: &Arc<Address>, key: &Key) -> bool {
    pool::undo(address, |list| list.has_ended(key))
}

/// Puts a release on its address's list.
pub fn add(address: &Arc<Address>, undo: Undo) {
    pool::undo(address, |list| list.push(undo));
}

/// Sends what waits for an address, and goes after what its node sends on, unless an automatic release failed there and it
/// has answered nothing since.
pub fn flush(address: &Arc<Address>, timeouts: Timeouts) {
    batch::take_redirected();
    let mut addresses = vec![address.clone()];
    for _ in 0..=MOST_HOPS {
        for address in addresses {
            if pool::undo(&address, |list| list.is_empty() || list.left_alone) {
                continue;
            }
            if Node::new(address.clone(), timeouts).send_late_releases().is_err() {
                leave_alone(&address);
            }
        }
        addresses = batch::take_redirected();
    }
}

/// Sends what waits for an address, and leaves the answers unread where the idle connection allows that.
pub fn flush_ahead(address: &Arc<Address>, timeouts: Timeouts) {
    if !send_ahead(address, timeouts) {
        flush(address, timeouts);
    }
}

fn send_ahead(address: &Arc<Address>, timeouts: Timeouts) -> bool {
    if matches!(address.place(), Place::Sentinels(_)) {
        // A master that was demoted meanwhile has a successor, who is asked at once.
        return false;
    }
    // Not on trust: nobody waits for the answers, so what got none is sent again only by whoever comes next.
    let Some(mut connection) = pool::take(address) else { return false };
    connection.give(timeouts);
    if connection.is_far_ahead() {
        connection.read_what_comes();
        if !connection.is_reusable() {
            return false;
        }
    }
    let Some(batch) = connection.may_send_ahead().then(|| Batch::take_untried(address)).flatten() else {
        pool::put_back(address, connection);
        return false;
    };
    match connection.send_ahead(batch, address) {
        Ok(()) => {
            pool::put_back(address, connection);
            true
        }
        // Its peer has closed it in this instant, or takes nothing any more.
        Err(batch) => {
            stats::count(Counter::Reconnected);
            batch.put_back(address);
            false
        }
    }
}

/// Sends all releases that still wait, except those that were tried and failed, to each address in slices when a request ends. An
/// address that is silent for one io_timeout is left alone, and owed the rest; the time is linear in the number of releases.
pub fn end_request(timeouts: Timeouts) {
    pool::read_unread();
    for address in pool::addresses(UndoList::has_untried) {
        flush(&address, timeouts);
    }
    for address in pool::addresses(|list| !list.is_idle()) {
        pool::undo(&address, UndoList::end_request);
    }
}

/// Notes that a lock was lost and nobody was told.
pub fn note_lost(key: &Key) {
    with_lost(|lost| lost.push(key.clone()));
}

/// Returns the keys that automatic releases found lost since the last call.
pub fn take_lost() -> Vec<Key> {
    with_lost(std::mem::take)
}

/// A forked child leaves what its parent has lost to the parent.
fn with_lost<T>(work: impl FnOnce(&mut Vec<Key>) -> T) -> T {
    LOST.with_borrow_mut(|(process, lost)| {
        if *process != process::id() {
            (*process, *lost) = (process::id(), Vec::new());
        }
        work(lost)
    })
}

/// Tells whether automatic releases do not try an address any more in this request: one has failed there.
pub fn is_left_alone(address: &Arc<Address>) -> bool {
    pool::undo(address, |list| list.left_alone)
}

/// Notes that an automatic release has failed at an address.
pub fn leave_alone(address: &Arc<Address>) {
    pool::undo(address, |list| list.left_alone = true);
}

/// Notes that an address has answered.
pub(super) fn has_answered(address: &Arc<Address>) {
    pool::undo(address, |list| list.left_alone = false);
}

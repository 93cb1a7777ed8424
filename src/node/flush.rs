//! Owns when late releases are sent that no call waits for: at once; at once with the reply left for the next request to read; at the end
//! of the PHP request.
//! Does not own why there are any (`topology`, `lock`), the lists (`late_releases`), how a list is sent (`send_late`, `ahead`).

use std::os::fd::RawFd;
use std::sync::Arc;

use crate::address::Address;
use crate::connection;
use crate::failure::Failure;
use crate::node::detour::MOST_HOPS;
use crate::node::late_releases::{self, Batch, LateRelease, List, addresses, leave_alone, take_redirected, with_list};
use crate::node::link::Link;
use crate::node::{Node, is_elsewhere, pool};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// Sends what is owed to an address, and to where nodes have sent releases on since the last flush. Does nothing at an address where an
/// automatic release has failed and that has not replied since.
pub fn flush(address: &Arc<Address>, timeouts: Timeouts) {
    flush_all(vec![address.clone()], timeouts, false);
}

/// `is_end`: of the request. Then an address that was silent some time ago is tried once more.
fn flush_all(mut addresses: Vec<Arc<Address>>, timeouts: Timeouts, is_end: bool) {
    for _ in 0..=MOST_HOPS {
        addresses.append(&mut take_redirected());
        for address in addresses.drain(..) {
            if is_end {
                with_list(&address, |list| list.forgive_after(address.timeouts(timeouts).io));
            }
            if with_list(&address, |list| list.is_empty() || list.is_left_alone()) {
                continue;
            }
            if send(&Node::new(address.clone(), address.timeouts(timeouts))).is_err() {
                leave_alone(&address);
            }
        }
    }
}

/// Sends what is owed to a node and nothing else, with one try: no call waits for the outcome.
fn send(node: &Node) -> Result<(), Failure> {
    let link = match pool::take(&node.address, None) {
        Some(idle) => idle,
        None => Link::new(connection::open(&node.address, node.timeouts, None)?),
    };
    let mut checkout = node.checkout(None);
    match checkout.use_once(link, None, &mut |_, _| Ok(())) {
        Err(failure) if is_elsewhere(&node.address, &failure) => checkout.again(|_, _| Ok(())),
        done => done,
    }
}

/// Sends a release that no call waits for, together with what else is owed, and leaves the replies unread if the idle link allows that.
pub fn release_ahead(address: &Arc<Address>, timeouts: Timeouts, release: LateRelease) {
    // Nearly always nothing is owed, and no list is made for this one.
    let batch = if late_releases::exist() {
        late_releases::add(address, release);
        Batch::take_untried(address)
    } else {
        Some(Batch::of(release))
    };
    match batch.map(|batch| send_ahead(address, timeouts, batch)) {
        Some(Ok(())) => return,
        Some(Err(batch)) => batch.put_back(address),
        None => {}
    }
    flush(address, timeouts);
}

/// Errors: returns what was not sent.
fn send_ahead(address: &Arc<Address>, timeouts: Timeouts, batch: Batch) -> Result<(), Batch> {
    // With the liveness check: no call waits for the replies, so what gets none is sent again only with the next request.
    let Some(mut link) = pool::take(address, None) else { return Err(batch) };
    if link.is_owed_many() {
        link.read_owed(None);
        if !link.is_reusable(None) {
            return Err(batch);
        }
    }
    if !link.may_send_ahead() {
        pool::put_back(address, link);
        return Err(batch);
    }
    link.send_ahead(address.timeouts(timeouts).io, batch, address)
        // Its peer has closed it in this instant, or takes nothing any more.
        .inspect_err(|_| stats::count(Counter::Reconnected))?;
    pool::put_back(address, link);
    Ok(())
}

/// Sends all releases that are still owed, except those that were tried and failed in a call, to each address in slices when a PHP
/// request ends. An address that is silent for one io_timeout is left alone, and owed the rest, as is one that was silent just before; the time
/// is linear in the number of releases.
pub fn end_request(timeouts: Timeouts) {
    pool::read_owed();
    flush_all(addresses(List::is_to_be_tried), timeouts, true);
    for address in addresses(|list| !list.is_idle()) {
        with_list(&address, List::end_request);
    }
}

/// Ends the waits that a fatal error has left suspended; returns the sockets to be reset before anything is sent, if there were any.
pub fn end_lost_waits() -> Option<Vec<RawFd>> {
    let sockets = pool::end_lost_waits()?;
    late_releases::put_back_lost();
    // Their acquires do not go on either, so nothing is withheld for them.
    for address in addresses(|_| true) {
        with_list(&address, List::withhold_nothing);
    }
    Some(sockets)
}

/// Closes this thread's idle links and forgets what it owes.
pub fn close() {
    pool::close();
    late_releases::forget();
}

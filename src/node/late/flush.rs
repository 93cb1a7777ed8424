//! Owns when late releases are sent without a request: at once, with the replies left for the next request to read where the server has
//! accepted one before; at the end of the PHP request.
//! Does not own why there are any (`topology`, `lock`), the map of them (`late`), how they are written (`ahead`).

use std::os::fd::RawFd;
use std::sync::Arc;

use crate::address::Address;
use crate::connection::{self, Call};
use crate::failure::Failure;
use crate::node::detour::MOST_HOPS;
use crate::node::late::{self, LateRelease};
use crate::node::link::{Link, pool};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How many replies may be owed when the next release is sent: with the script's text this number fits into what a socket takes at once.
const MOST_OWED: usize = 32;

/// Sends what is owed to an address, and to the nodes that it names by MOVED. Does nothing at an address where an automatic release has failed
/// and that has not replied since.
pub fn flush(address: &Arc<Address>, timeouts: Timeouts) {
    flush_all(vec![address.clone()], timeouts, false);
}

/// `is_end`: of the request. Then an address that was silent some time ago is tried once more.
fn flush_all(mut addresses: Vec<Arc<Address>>, timeouts: Timeouts, is_end: bool) {
    for _ in 0..=MOST_HOPS {
        addresses.append(&mut late::take_redirected());
        for address in addresses.drain(..) {
            let timeouts = address.timeouts(timeouts);
            if is_end {
                late::forgive_after(&address, timeouts.io);
            }
            if send(&address, timeouts).is_err() {
                late::leave_alone(&address);
            }
        }
    }
}

/// Sends what is owed to an address by now and waits for the replies, one write after the other. What is not settled by them waits for the next
/// contact.
/// Errors: why there is no connection.
fn send(address: &Arc<Address>, timeouts: Timeouts) -> Result<(), Failure> {
    let last = late::last();
    while late::is_owed(address, last) && !late::is_left_alone(address) {
        let mut link = match pool::take(address, None) {
            Some(idle) => idle,
            None => Link::new(connection::open(address, timeouts, None)?),
        };
        while late::is_owed(address, last) && link.is_reusable(None) {
            if link.send_unheeded(&Call::new(timeouts.io), last, &[]).is_ok() {
                link.read_owed(true);
            }
        }
        if link.is_reusable(None) {
            pool::put_back(link);
        }
    }
    Ok(())
}

/// Sends a release that no call waits for, together with what else is owed, and leaves the replies unread if the idle link allows that.
pub fn release_ahead(address: &Arc<Address>, timeouts: Timeouts, release: LateRelease) {
    late::add(address, release);
    if !late::is_left_alone(address) && !send_ahead(address, timeouts) {
        flush(address, timeouts);
    }
}

/// Tells whether there is a link for that.
fn send_ahead(address: &Arc<Address>, timeouts: Timeouts) -> bool {
    // With the liveness check: no call waits for the replies, so what gets none is sent again only with the next request.
    let Some(mut link) = pool::take(address, None) else { return false };
    if link.connection.awaited() >= MOST_OWED {
        link.read_owed(true);
        if !link.is_reusable(None) {
            return false;
        }
    }
    let is_known = link.capabilities.release_is_known;
    let call = Call::new(address.timeouts(timeouts).io);
    if is_known && link.send_unheeded(&call, u64::MAX, &[]).is_err() {
        // Its peer has closed it in this instant, or takes nothing any more.
        stats::count(Counter::Reconnected);
        return false;
    }
    pool::put_back(link);
    is_known
}

/// Sends all releases that are still owed, except those that were tried and failed in a call, to each address one write after the other when a
/// PHP request ends. An address that is silent for one io_timeout is left alone, and owed the rest, as is one that was silent just before; the
/// time is linear in the number of releases.
pub fn end_request(timeouts: Timeouts) {
    pool::read_owed();
    flush_all(late::due(), timeouts, true);
    late::end_request();
}

/// Ends the waits that a fatal error has left suspended; returns the sockets to be reset before anything is sent.
pub fn end_lost_waits() -> Vec<RawFd> {
    let sockets = pool::take_lost();
    if !sockets.is_empty() {
        // What has yet to be replied to then is on their connections.
        pool::read_owed();
        late::fail_all_under_way();
    }
    sockets
}

/// Closes this thread's idle links and forgets what it owes.
pub fn close() {
    pool::close();
    late::forget();
}

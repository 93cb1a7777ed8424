//! Owns the idle links of each thread, nearly always one for each whole address, kept across PHP requests: taking, putting back, closing them.
//! Does not own opening one for a call (`checkout`), what is owed to a server (`late`).

use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::net::live;
use crate::node::link::Link;
use crate::process::OfProcess;
use crate::scripts::{CallBy, Keys, Request};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How many idle links a thread keeps: passwords that change with every lease of a cloud's login make a new address each time. An address has
/// several where waits are suspended, or a signal handler's call has used one during another's.
const MOST: usize = 32;

thread_local! {
    /// The one that has been idle longest comes first. Borrowed only within this file, and never while a socket is used.
    static IDLE: OfProcess<Vec<Box<Link>>> = OfProcess::default();
}

/// Takes the idle link out, unless its peer has closed it meanwhile, which is noticed without a round trip. `bypass_at`: as
/// of [`Link::is_reusable`].
pub(in crate::node) fn take(address: &Arc<Address>, bypass_at: Option<Instant>) -> Option<Box<Link>> {
    let mut link = with_idle(|idle| {
        let index = idle.iter().rposition(|link| link.address == *address)?;
        Some(idle.remove(index))
    })?;
    if link.is_reusable(bypass_at) {
        return Some(link);
    }
    stats::count(Counter::Reconnected);
    None
}

/// Has the next request to this address go out on this socket.
#[cfg(test)]
pub(crate) fn put_socket(address: &Arc<Address>, near: std::os::unix::net::UnixStream) {
    near.set_nonblocking(true).unwrap();
    put_back(Link::new(crate::connection::arrival::Opened::over(near, address)));
}

/// Keeps a link for the next request. The one that has been idle longest is closed when there are too many, once the replies that are due have
/// been read.
pub(crate) fn put_back(link: Box<Link>) {
    let has_too_many = with_idle(|idle| {
        idle.push(link);
        idle.len() > MOST
    });
    if has_too_many {
        close_oldest();
    }
}

#[cold]
fn close_oldest() {
    with_idle(|idle| idle.remove(0)).read_owed(true);
}

/// Waits for the replies that this thread's idle links are owed.
pub fn read_owed() {
    for mut link in with_idle(|idle| idle.extract_if(.., |link| link.owed.is_some()).collect::<Vec<_>>()) {
        // A Redis that is no master any more is not waited for: its successor gets the releases with the next flush.
        if link.is_reusable(None) {
            link.read_owed(true);
        }
        if link.is_reusable(None) {
            put_back(link);
        } else {
            stats::count(Counter::Reconnected);
        }
    }
}

/// Tells whether there is an idle link.
pub(crate) fn has(address: &Arc<Address>) -> bool {
    with_idle(|idle| idle.iter().any(|link| link.address == *address))
}

/// Takes all idle links out of this thread's pool, for another thread.
pub(crate) fn take_all() -> Vec<Box<Link>> {
    let idle = with_idle(std::mem::take);
    for link in &idle {
        hand_over(link);
    }
    idle
}

fn hand_over(link: &Link) {
    link.each_connection(|stream| live::hand_over(stream.as_fd().as_raw_fd()));
}

/// Connects to some of these at the same time, each of which must reply to this request, and returns links that no pool has.
/// Errors: why too few can be connected to.
pub(crate) fn open(
    goals: &[(Arc<Address>, Timeouts)],
    needed: usize,
    request: &Request<'_>,
    interrupts: Interrupts,
) -> Result<Vec<Box<Link>>, Vec<Failure>> {
    let mut proof = Vec::new();
    request.encode(CallBy::Sha, Keys::Alone, &mut proof);
    let opened = connection::open_each(goals, (needed, Some(&proof)), interrupts)?;
    let mut links: Vec<_> = opened.into_iter().map(Link::new).collect();
    for link in &mut links {
        hand_over(link);
        link.connection.hand_over();
    }
    Ok(links)
}

/// Returns what waits have left open that are suspended for good, when nothing of the program goes on: a server must learn of their end before it
/// is sent anything else, or it wakes one of them in place of another waiter.
pub(in crate::node) fn take_lost() -> Vec<RawFd> {
    let mut kept = Vec::new();
    with_idle(|idle| {
        for link in idle {
            link.each_connection(|stream| kept.push(stream.as_fd().as_raw_fd()));
        }
    });
    live::take_lost(|socket| kept.contains(&socket))
}

/// Closes this thread's idle links.
pub(in crate::node) fn close() {
    drop(with_idle(std::mem::take));
}

/// Gives access to this process's idle links. A child of fork starts with none: it closes its copies of the sockets without a
/// byte (each connection knows its process).
fn with_idle<T>(work: impl FnOnce(&mut Vec<Box<Link>>) -> T) -> T {
    IDLE.with(|idle| idle.with(Vec::clear, work))
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::connection::arrival::Opened;

    /// Each time another.
    fn address(n: usize) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://:password{n}@pool.invalid")).unwrap())
    }

    fn idle(n: usize) -> Box<Link> {
        let (near, _) = UnixStream::pair().unwrap();
        Link::new(Opened::over(near, &address(n)))
    }

    #[test]
    fn the_longest_idle_link_is_closed_when_there_are_too_many() {
        (0..2 * MOST).for_each(|n| put_back(idle(n)));
        let kept = with_idle(std::mem::take);
        let latest: Vec<_> = (MOST..2 * MOST).map(address).collect();
        assert_eq!(kept.into_iter().map(|link| link.address.clone()).collect::<Vec<_>>(), latest);
    }
}

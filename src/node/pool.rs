//! Owns the idle links of each thread, nearly always one for each whole address, kept across PHP requests: taking, putting back, closing them.
//! Does not own opening links (`checkout`), what is owed to a server (`late`).

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

/// How many addresses keep an idle link on one thread: passwords that change with every lease of a cloud's login make a new
/// address each time.
const MOST: usize = 16;
/// How many idle links an address keeps where waits are suspended: each of these waits may use one.
const MOST_OF_ONE: usize = 16;

/// What one thread of a process keeps.
#[derive(Debug, Default)]
struct Pool {
    keeps_several: bool,
    /// The one that has been idle longest comes first.
    idle: Vec<Box<Link>>,
}

thread_local! {
    /// Borrowed only within this file, and never while a socket is used.
    static POOL: OfProcess<Pool> = OfProcess::default();
}

/// Takes the idle link out, unless its peer has closed it meanwhile, which is noticed without a round trip. `bypass_at`: as
/// of [`Link::is_reusable`].
pub(super) fn take(address: &Arc<Address>, bypass_at: Option<Instant>) -> Option<Box<Link>> {
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

/// Keeps a link for the next request. One that is there already is closed, unless several are kept, and so is the one that has been idle
/// longest when there are too many.
pub(crate) fn put_back(link: Box<Link>) {
    let surplus = with_pool(|pool| {
        if pool.idle.is_empty() {
            pool.idle.push(link);
            return None;
        }
        let most = if pool.keeps_several { MOST_OF_ONE } else { 1 };
        keep(&mut pool.idle, link, most)
    });
    if let Some(surplus) = surplus {
        close_read(surplus);
    }
}

/// Closes a link once the replies that are due have been read.
#[cold]
fn close_read(mut surplus: Box<Link>) {
    surplus.read_owed(true);
}

/// Keeps several idle links of an address from now on, or one.
pub fn keep_several(several: bool) {
    let surplus = with_pool(|pool| {
        pool.keeps_several = several;
        let mut surplus = Vec::new();
        if !several {
            for link in std::mem::take(&mut pool.idle) {
                surplus.extend(keep(&mut pool.idle, link, 1));
            }
        }
        surplus
    });
    surplus.into_iter().for_each(close_read);
}

#[inline(never)]
fn keep(idle: &mut Vec<Box<Link>>, new: Box<Link>, most: usize) -> Option<Box<Link>> {
    let Some(index) = position(idle, &new.address) else {
        idle.push(new);
        return (addresses(idle) > MOST).then(|| idle.remove(0));
    };
    if most > 1 && idle.iter().filter(|link| link.address == new.address).count() < most {
        idle.push(new);
        return None;
    }
    if idle[index].owed.is_some() && new.owed.is_none() {
        // The replies to its releases are still to be read.
        return Some(new);
    }
    let other = idle.remove(index);
    idle.push(new);
    Some(other)
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
    with_idle(|idle| position(idle, address).is_some())
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
pub(super) fn take_lost() -> Vec<RawFd> {
    let mut kept = Vec::new();
    with_idle(|idle| {
        for link in idle {
            link.each_connection(|stream| kept.push(stream.as_fd().as_raw_fd()));
        }
    });
    live::take_lost(|socket| kept.contains(&socket))
}

/// Closes this thread's idle links.
pub(super) fn close() {
    drop(with_idle(std::mem::take));
}

fn addresses(idle: &[Box<Link>]) -> usize {
    match idle.len() {
        few @ 0..=MOST => few,
        _ => idle.iter().enumerate().filter(|(index, one)| position(idle, &one.address) == Some(*index)).count(),
    }
}

fn position(idle: &[Box<Link>], address: &Arc<Address>) -> Option<usize> {
    idle.iter().position(|link| link.address == *address)
}

/// Gives access to this process's idle links. A child of fork starts with none: it closes its copies of the sockets without a
/// byte (each connection knows its process).
fn with_idle<T>(work: impl FnOnce(&mut Vec<Box<Link>>) -> T) -> T {
    with_pool(|pool| work(&mut pool.idle))
}

fn with_pool<T>(work: impl FnOnce(&mut Pool) -> T) -> T {
    POOL.with(|pool| pool.with(|pool| pool.idle.clear(), work))
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
        let mut all = Vec::new();
        for n in 0..2 * MOST {
            let surplus = keep(&mut all, idle(n), 1);
            assert_eq!(surplus.map(|surplus| surplus.address.clone()), (n >= MOST).then(|| address(n - MOST)), "{n}");
        }
        assert_eq!(all.len(), MOST);
        assert!((MOST..2 * MOST).all(|n| position(&all, &address(n)).is_some()), "the latest are kept");
    }

    #[test]
    fn an_address_keeps_one_link() {
        let mut all = Vec::new();
        assert!(keep(&mut all, idle(1), 1).is_none());
        assert!(keep(&mut all, idle(1), 1).is_some());
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn where_waits_are_suspended_an_address_keeps_several_and_no_more() {
        let mut all = Vec::new();
        for n in 0..MOST_OF_ONE {
            assert!(keep(&mut all, idle(1), MOST_OF_ONE).is_none(), "{n}");
        }
        assert!(keep(&mut all, idle(1), MOST_OF_ONE).is_some());
        for n in 2..=MOST {
            assert!(keep(&mut all, idle(n), MOST_OF_ONE).is_none(), "address {n}");
        }
        assert!(keep(&mut all, idle(MOST + 1), MOST_OF_ONE).is_some(), "one address too many");
    }
}

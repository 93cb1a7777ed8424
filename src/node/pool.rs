//! Owns one idle link for each thread and whole address, kept across PHP requests: taking it, putting it back, closing it.
//! Does not own opening links (`checkout`), what is owed to a server (`late_releases`).

use std::cell::RefCell;
use std::net::IpAddr;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::sync::Arc;

use crate::address::Address;
use crate::connection::live;
use crate::net::provisions::Provisions;
use crate::net::suspended;
use crate::node::link::Link;
use crate::process::ForkGuard;
use crate::stats::{self, Counter};

/// How many addresses keep an idle link on one thread: passwords that change with every lease of a cloud's login make a new
/// address each time.
const MOST: usize = 16;

/// What one process's thread keeps.
#[derive(Debug, Default)]
struct Pool {
    guard: ForkGuard,
    /// The one that has been idle longest comes first.
    idle: Vec<Idle>,
}

/// A link that no call uses.
#[derive(Debug)]
struct Idle {
    address: Arc<Address>,
    link: Box<Link>,
}

thread_local! {
    /// Borrowed only within this file, and never while a socket is used.
    static POOL: RefCell<Pool> = RefCell::default();
}

/// Takes the idle link out, unless its peer has closed it meanwhile, which is noticed without a round trip. `may_bypass`: the
/// check may be skipped after a reply.
pub(super) fn take(address: &Arc<Address>, may_bypass: bool) -> Option<Box<Link>> {
    let mut link = with_idle(|idle| {
        let index = position(idle, address)?;
        Some(idle.remove(index).link)
    })?;
    if link.is_reusable(may_bypass) {
        return Some(link);
    }
    stats::count(Counter::Reconnected);
    None
}

/// As `take`, unless replies to releases are still to come on it.
pub(super) fn take_read(address: &Arc<Address>) -> Option<Box<Link>> {
    let link = take(address, false)?;
    if link.is_owed_replies() {
        put_back(address, link);
        return None;
    }
    Some(link)
}

/// Keeps a link for the next request. One that is there already is closed, and so is the one that has been idle longest when
/// there are too many.
pub(super) fn put_back(address: &Arc<Address>, link: Box<Link>) {
    let surplus = with_idle(|idle| keep(idle, Idle { address: address.clone(), link }));
    if let Some(mut surplus) = surplus {
        // Closed once the replies that are due have been read.
        surplus.link.read_owed(None);
    }
}

fn keep(idle: &mut Vec<Idle>, new: Idle) -> Option<Idle> {
    let Some(index) = position(idle, &new.address) else {
        idle.push(new);
        return (idle.len() > MOST).then(|| idle.remove(0));
    };
    if idle[index].link.is_owed_replies() && !new.link.is_owed_replies() {
        // Replies are waited for on that one.
        return Some(new);
    }
    let other = idle.remove(index);
    idle.push(new);
    Some(other)
}

/// Waits for the replies that this thread's idle links are owed.
pub fn read_owed() {
    read_owed_on(Link::is_owed_replies);
}

/// As `read_owed`, on the links that `which` picks.
pub(super) fn read_owed_on(which: impl Fn(&Link) -> bool) {
    for Idle { address, mut link } in
        with_idle(|idle| idle.extract_if(.., |idle| which(&idle.link)).collect::<Vec<_>>())
    {
        // One that is no master any more is not waited for: its successor gets them with the next flush.
        if link.is_reusable(false) {
            link.read_owed(None);
        }
        if link.is_reusable(false) {
            put_back(&address, link);
        } else {
            stats::count(Counter::Reconnected);
        }
    }
}

/// Where the idle link of an address leads, and what another connection to there needs.
#[derive(Debug, Default)]
pub struct Way {
    /// Hosts, and where they are; numbers are there, too.
    pub hosts: Vec<(String, IpAddr)>,
    /// Nothing where none was asked for.
    pub provisions: Provisions,
}

/// Returns where the idle link of an address leads; `provides`: with what one more connection needs to lead there, although there may be
/// no descriptor left by then.
pub fn way(address: &Arc<Address>, provides: bool) -> Way {
    let mut way = Way::default();
    with_idle(|idle| {
        let Some(index) = position(idle, address) else { return };
        idle[index].link.each_connection(address, |host, stream| {
            way.hosts.extend(stream.peer().map(|peer| (host.to_owned(), peer)));
            if provides {
                way.provisions.add_another(stream, host);
            }
        });
    });
    way
}

/// Ends the waits that are suspended for good, when nothing of the program goes on; `None` where there are none. Returns the sockets that
/// they have left open: a server must learn of their end before it is sent anything else, or it wakes one of them in place of another waiter.
pub(super) fn end_lost_waits() -> Option<Vec<RawFd>> {
    let mut sockets = suspended::take_lost()?;
    let mut kept = Vec::new();
    with_idle(|idle| {
        for Idle { address, link } in idle {
            link.each_connection(address, |_, stream| kept.push(stream.as_fd().as_raw_fd()));
        }
    });
    sockets.extend(live::take_lost(|socket| kept.contains(&socket)));
    sockets.sort_unstable();
    sockets.dedup();
    Some(sockets)
}

/// Closes this thread's idle links.
pub(super) fn close() {
    drop(with_idle(std::mem::take));
}

fn position(idle: &[Idle], address: &Arc<Address>) -> Option<usize> {
    idle.iter().position(|idle| idle.address == *address)
}

/// Gives access to this process's idle links. A child of fork starts with none: it closes its copies of the sockets without a
/// byte (each connection knows its process).
fn with_idle<T>(work: impl FnOnce(&mut Vec<Idle>) -> T) -> T {
    POOL.with(|pool| {
        let mut pool = pool.borrow_mut();
        if pool.guard.has_forked() {
            *pool = Pool { guard: ForkGuard::here(), idle: Vec::new() };
        }
        work(&mut pool.idle)
    })
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

    fn idle(n: usize) -> Idle {
        let (near, _) = UnixStream::pair().unwrap();
        Idle { address: address(n), link: Link::new(Opened::over(near, &address(n))) }
    }

    #[test]
    fn the_longest_idle_link_is_closed_when_there_are_too_many() {
        let mut all = Vec::new();
        for n in 0..2 * MOST {
            let surplus = keep(&mut all, idle(n));
            assert_eq!(surplus.map(|surplus| surplus.address), (n >= MOST).then(|| address(n - MOST)), "{n}");
        }
        assert_eq!(all.len(), MOST);
        assert!((MOST..2 * MOST).all(|n| position(&all, &address(n)).is_some()), "the latest are kept");
    }

    #[test]
    fn an_address_keeps_one_link() {
        let mut all = Vec::new();
        assert!(keep(&mut all, idle(1)).is_none());
        assert!(keep(&mut all, idle(1)).is_some());
        assert_eq!(all.len(), 1);
    }
}

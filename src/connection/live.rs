//! Owns which sockets this thread's connections have: where a fatal error of the program leaves suspended waits for good, nothing drops
//! theirs.
//! Does not own the connections, closing what is left.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::os::fd::RawFd;

use crate::process::ForkGuard;

thread_local! {
    static LIVE: RefCell<BTreeMap<RawFd, ForkGuard>> = const { RefCell::new(BTreeMap::new()) };
}

pub(super) fn add(socket: RawFd) {
    LIVE.with_borrow_mut(|live| live.insert(socket, ForkGuard::here()));
}

pub(super) fn remove(socket: RawFd) {
    // A connection that outlives its thread's storage finds nothing to be taken from.
    let _ = LIVE.try_with(|live| live.borrow_mut().remove(&socket));
}

/// Returns, and forgets, the sockets that this process has opened on this thread and are not kept.
pub(crate) fn take_lost(is_kept: impl Fn(RawFd) -> bool) -> Vec<RawFd> {
    LIVE.with_borrow_mut(|live| {
        let lost: Vec<RawFd> = live
            .iter()
            .filter(|(socket, guard)| !is_kept(**socket) && !guard.has_forked())
            .map(|(&socket, _)| socket)
            .collect();
        live.retain(|socket, _| !lost.contains(socket));
        lost
    })
}

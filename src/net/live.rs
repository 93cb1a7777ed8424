//! Owns which sockets, and other descriptors to wait for, this thread has made: where a fatal error of the program leaves suspended waits for
//! good, nothing drops theirs. And which of this process's are for threads of renewal.
//! Does not own the connections, closing what is left.

use std::collections::BTreeSet;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::process::OfProcess;

thread_local! {
    static LIVE: OfProcess<BTreeSet<RawFd>> = OfProcess::default();
}

pub(crate) fn add(socket: RawFd) {
    LIVE.with(|live| live.with(BTreeSet::clear, |live| live.insert(socket)));
}

/// The numbers of sockets that only threads of renewal use, which no child has; -1 where there is none.
static OF_RENEWAL: [AtomicI32; 128] = [const { AtomicI32::new(-1) }; 128];

/// Hands a socket to a thread of renewal. Children close their copies, or a server would not learn of its end; what finds no room here, they keep.
pub(crate) fn hand_over(socket: RawFd) {
    remove(socket);
    let is_put = |place: &AtomicI32| place.compare_exchange(-1, socket, Ordering::Relaxed, Ordering::Relaxed).is_ok();
    let _ = OF_RENEWAL.iter().any(is_put);
}

/// Closes a child's copies of what its parent's renewal uses. To be called in the child before anything else, while the numbers are the parent's;
/// does what a signal handler may.
pub fn forked() {
    for number in &OF_RENEWAL {
        let number = number.swap(-1, Ordering::Relaxed);
        if number >= 0 {
            // Nothing can be done about it.
            let _ = nix::unistd::close(number);
        }
    }
}

pub(crate) fn remove(socket: RawFd) {
    // Before the number may be another's.
    OF_RENEWAL
        .iter()
        .filter(|place| place.load(Ordering::Relaxed) == socket)
        .for_each(|place| place.store(-1, Ordering::Relaxed));
    // A connection that outlives its thread's storage finds nothing to be taken from.
    let _ = LIVE.try_with(|live| live.with(BTreeSet::clear, |live| live.remove(&socket)));
}

/// Returns, and forgets, the sockets that this process has opened on this thread and are not kept.
pub(crate) fn take_lost(is_kept: impl Fn(RawFd) -> bool) -> Vec<RawFd> {
    LIVE.with(|live| {
        live.with(BTreeSet::clear, |live| {
            let lost = live.iter().copied().filter(|socket| !is_kept(*socket)).collect();
            live.retain(|socket| is_kept(*socket));
            lost
        })
    })
}

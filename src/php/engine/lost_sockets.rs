//! Owns closing the sockets of waits that a fatal error has left suspended: nothing drops what their frames own.
//! Does not own which they are (`lock::registry`).

use std::cell::RefCell;
use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

use nix::libc::dup2;
use socket2::SockRef;

thread_local! {
    /// The numbers of those that were reset.
    static RESET: RefCell<Vec<RawFd>> = const { RefCell::new(Vec::new()) };
}

/// Closes each with a reset, and keeps its number taken until [`close_reset`]: a frame that goes on after all finds no other file there.
pub(in crate::php) fn reset(sockets: Vec<RawFd>) {
    if sockets.is_empty() {
        return;
    }
    let Ok(nothing) = File::open("/dev/null") else { return };
    for &socket in &sockets {
        // SAFETY: no one else closes it, for the frames that own it are gone. Another number in its place ends nothing but that socket.
        unsafe {
            // Refused for what is no socket, and without a need on a unix socket.
            drop(SockRef::from(&BorrowedFd::borrow_raw(socket)).set_linger(Some(Duration::ZERO)));
            dup2(nothing.as_raw_fd(), socket);
        }
    }
    RESET.with_borrow_mut(|reset| reset.extend(sockets));
}

/// Gives the numbers back, after the last object of the request.
pub(in crate::php) fn close_reset() {
    for number in RESET.take() {
        // SAFETY: it is `reset`'s own file, which no frame can reach any more.
        drop(unsafe { OwnedFd::from_raw_fd(number) });
    }
}

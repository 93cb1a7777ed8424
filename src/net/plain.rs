//! Owns the system calls of a plain socket: reads and writes that return at once, and a read that waits a little.
//! Does not own waits with a deadline (`interrupts`), sockets that are encrypted (`tls`).
//!
//! Most replies come within a millisecond. To poll for them first costs a system call more, and the kernel's precise timer,
//! which a virtual machine sets through its host: 4 us of a cycle of 90 (`benches/bench`, one core, 2026-11-22). So the socket
//! blocks, with a timeout that all its reads have, and whatever must not wait says so call by call.
//!
//! Not so over a unix socket: a thread that blocks in a read there is woken a first time when the server has read the request, and
//! goes to sleep again (`unix_write_space`: there is room, and only a poll tells room and reply apart; Linux 6.18). So a
//! reply is polled for, which takes a tenth off a cycle.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::socket::{MsgFlags, recv, send};
use socket2::SockRef;

/// How long a reply may take before signals are attended to meanwhile. Nearly all replies come sooner, and none of
/// them is then in doubt because a signal handler threw while it was on its way. Longer than a tick of common kernels (4 ms at
/// 250 Hz): to be woken before the next one is what takes the precise timer.
pub(crate) const FIRST_WAIT: Duration = Duration::from_millis(FIRST_WAIT_MS as u64);
const FIRST_WAIT_MS: u8 = 10;

/// Has [`super::socket::BlockingRead`] wait in its read of this socket. Where that cannot be, nothing waits, and a reply is
/// polled for.
pub(super) fn allow(socket: &SockRef<'_>) {
    // A socket that blocked without a timeout would wait for ever.
    if socket.set_read_timeout(Some(FIRST_WAIT)).is_ok() {
        let _ = socket.set_nonblocking(false);
    }
}

/// Reads what has come.
pub(super) fn read(socket: &impl AsFd, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(recv(socket.as_fd().as_raw_fd(), buffer, MsgFlags::MSG_DONTWAIT)?)
}

/// Reads what comes within [`FIRST_WAIT`], or until a signal; `WouldBlock` when nothing does.
pub(super) fn read_soon(socket: &impl AsFd, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(recv(socket.as_fd().as_raw_fd(), buffer, MsgFlags::empty())?)
}

/// Polls until something has come, for [`FIRST_WAIT`] at most, or until a signal.
pub(super) fn poll_soon(socket: &impl AsFd) -> io::Result<()> {
    let mut watched = [PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
    match poll(&mut watched, FIRST_WAIT_MS)? {
        0 => Err(io::ErrorKind::WouldBlock.into()),
        _ => Ok(()),
    }
}

/// Writes what there is room for. A closed peer is an error and no SIGPIPE.
pub(super) fn write(socket: &impl AsFd, bytes: &[u8]) -> io::Result<usize> {
    Ok(send(socket.as_fd().as_raw_fd(), bytes, MsgFlags::MSG_DONTWAIT | MsgFlags::MSG_NOSIGNAL)?)
}

/// Tells whether nothing has come, the peer's end included.
pub(super) fn is_quiet(socket: &impl AsFd) -> bool {
    let peeked = recv(socket.as_fd().as_raw_fd(), &mut [0], MsgFlags::MSG_PEEK | MsgFlags::MSG_DONTWAIT);
    matches!(peeked, Err(error) if io::Error::from(error).kind() == io::ErrorKind::WouldBlock)
}

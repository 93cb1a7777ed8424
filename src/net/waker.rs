//! Owns waking a thread that sleeps in poll, from another thread.
//! Does not own what the thread is woken for.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};

use socket2::{Domain, Socket, Type};

use crate::net::socket::above_the_standard_streams;

/// The numbers of the renewal thread's waker, for [`forked`]; -1 where there is none.
static NUMBERS: [AtomicI32; 2] = [const { AtomicI32::new(-1) }; 2];

/// Closes a child's copies of its parent's waker for that thread, whose owner is never dropped there: it belongs to a thread that the child does
/// not have. To be called in the child before anything else, while the numbers are the parent's; does what a signal handler may.
pub fn forked() {
    for number in &NUMBERS {
        let number = number.swap(-1, Ordering::Relaxed);
        if number >= 0 {
            // Nothing can be done about it.
            let _ = nix::unistd::close(number);
        }
    }
}

/// Two ends of a socket: a byte in it is a reason to wake.
#[derive(Debug)]
pub(crate) struct Waker {
    near: UnixStream,
    far: UnixStream,
}

impl Waker {
    /// Errors: what the system says when there are no more file descriptors.
    pub fn new() -> io::Result<Self> {
        let (near, far) = Socket::pair(Domain::UNIX, Type::STREAM, None)?;
        let end = |socket: Socket| -> io::Result<UnixStream> {
            let socket = above_the_standard_streams(socket)?;
            socket.set_nonblocking(true)?;
            Ok(socket.into())
        };
        Ok(Self { near: end(near)?, far: end(far)? })
    }

    /// Has every child close its copies: this one wakes a thread that no child has.
    pub fn close_in_children(&self) {
        NUMBERS[0].store(self.near.as_raw_fd(), Ordering::Relaxed);
        NUMBERS[1].store(self.far.as_raw_fd(), Ordering::Relaxed);
    }

    /// Wakes the thread that polls [`Waker::socket`], now or when it next polls.
    pub fn wake(&self) {
        // Full, it holds a reason already.
        let _ = (&self.near).write(&[0]);
    }

    /// Returns what to poll for reading.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.far.as_fd()
    }

    /// Forgets the reasons so far. Call this *before* checking what they were, or one is lost.
    pub fn clear(&self) {
        let mut bytes = [0; 64];
        while (&self.far).read(&mut bytes).is_ok_and(|read| read == bytes.len()) {}
    }
}

impl Drop for Waker {
    /// Before they are closed: a number may then be another's.
    fn drop(&mut self) {
        // A look-up that was left over may outlive its waker's successor: those numbers stay.
        for (number, own) in NUMBERS.iter().zip([&self.near, &self.far]) {
            let _ = number.compare_exchange(own.as_raw_fd(), -1, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

//! Owns waking a thread that sleeps in poll, from another thread.
//! Does not own what the thread is woken for.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use socket2::{Domain, Socket, Type};

use crate::net::socket::above_the_standard_streams;

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

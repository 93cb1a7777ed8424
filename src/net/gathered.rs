//! Owns one descriptor that stands for several sockets: it is readable once one of them is ready.
//! Does not own waiting for it (`interrupts`).

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

use nix::poll::{PollFd, PollFlags};
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags};

use crate::net::live;

/// A descriptor of the system's that watches sockets. Dropping it closes it, and leaves them as they are.
pub(super) struct Gathered(Epoll);

impl Gathered {
    /// Watches each for what it is waited for.
    /// Errors: no descriptor is left.
    pub(super) fn new(watched: &[PollFd<'_>]) -> io::Result<Self> {
        let watch = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)?;
        for one in watched {
            let writable = one.events().contains(PollFlags::POLLOUT);
            let wanted = if writable { EpollFlags::EPOLLOUT } else { EpollFlags::EPOLLIN };
            watch.add(one.as_fd(), EpollEvent::new(wanted, 0))?;
        }
        live::add(watch.0.as_raw_fd());
        Ok(Self(watch))
    }
}

impl Drop for Gathered {
    fn drop(&mut self) {
        live::remove(self.as_fd().as_raw_fd());
    }
}

impl AsFd for Gathered {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.0.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::net::interrupts::{Readiness, watch};

    fn is_readable(gathered: &Gathered) -> bool {
        let mut watched = [watch(gathered.as_fd(), Readiness::Readable)];
        nix::poll::poll(&mut watched, 0u16).unwrap() > 0
    }

    #[test]
    fn it_is_readable_once_one_of_its_sockets_is_ready() {
        let ((mut first, one), (_second, other)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
        let watched = [watch(one.as_fd(), Readiness::Readable), watch(other.as_fd(), Readiness::Readable)];
        let gathered = Gathered::new(&watched).unwrap();
        assert!(!is_readable(&gathered));
        first.write_all(b"x").unwrap();
        assert!(is_readable(&gathered));
    }

    #[test]
    fn room_to_write_is_ready() {
        let ((_first, one), (_second, other)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
        let watched = [watch(one.as_fd(), Readiness::Readable), watch(other.as_fd(), Readiness::Writable)];
        assert!(is_readable(&Gathered::new(&watched).unwrap()));
    }
}

//! Owns a descriptor that a wait is resumed by, for another wait or another thread to ring.
//! Does not own who rings (`lock::line`, `topology::memory`).

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::sys::eventfd::{EfdFlags, EventFd};

use crate::net::live;
use crate::net::socket::above_the_standard_streams;

/// One descriptor: `select()` knows no number above 1023.
#[derive(Debug)]
pub(crate) struct Bell(File);

impl Bell {
    /// Errors: what the system says when there are no more file descriptors.
    pub fn new() -> io::Result<Self> {
        let event = EventFd::from_flags(EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK)?;
        let bell = Self(above_the_standard_streams(File::from(OwnedFd::from(event)))?);
        live::add(bell.0.as_raw_fd());
        Ok(bell)
    }

    /// Has the socket be readable until it is cleared.
    pub fn wake(&self) {
        // It can hold no more than that.
        let _ = (&self.0).write(&1u64.to_ne_bytes());
    }

    /// Returns what to wait for until it is readable.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Forgets that it was rung. Call this *before* checking what for, or one ring is lost.
    pub fn clear(&self) {
        let _ = (&self.0).read(&mut [0; 8]);
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        live::remove(self.0.as_raw_fd());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::interrupts::{Readiness, is_ready};

    #[test]
    fn it_is_readable_from_the_first_ring_until_it_is_cleared() {
        let bell = Bell::new().unwrap();
        let rings = || is_ready(&bell.socket(), Readiness::Readable).unwrap();
        assert!(!rings());
        bell.wake();
        bell.wake();
        assert!(rings());
        bell.clear();
        assert!(!rings());
    }
}

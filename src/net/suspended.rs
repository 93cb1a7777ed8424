//! Owns which sockets are in waits that are suspended: a fatal error of the program leaves such waits for good, and their sockets open.
//! Does not own suspending them (`interrupts`), closing what is left.

use std::cell::RefCell;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};

use crate::process::ForkGuard;

#[derive(Default)]
struct SuspendedWaits {
    next: u64,
    waits: Vec<Watched>,
}

struct Watched {
    number: u64,
    sockets: Vec<RawFd>,
    guard: ForkGuard,
}

thread_local! {
    static ALL: RefCell<SuspendedWaits> = RefCell::default();
}

/// A wait that is suspended, until it is dropped.
pub(super) struct SuspendedWait(u64);

impl SuspendedWait {
    pub(super) fn at<'a>(sockets: impl Iterator<Item = BorrowedFd<'a>>) -> Self {
        ALL.with_borrow_mut(|all| {
            all.next += 1;
            let sockets = sockets.map(|socket| socket.as_raw_fd()).collect();
            all.waits.push(Watched { number: all.next, sockets, guard: ForkGuard::here() });
            Self(all.next)
        })
    }
}

impl Drop for SuspendedWait {
    fn drop(&mut self) {
        // A fiber that outlives its thread's storage finds nothing to be taken from.
        let _ = ALL.try_with(|all| {
            let waits = &mut all.borrow_mut().waits;
            // The last to be suspended is often the first to go on.
            if let Some(index) = waits.iter().rposition(|wait| wait.number == self.0) {
                waits.swap_remove(index);
            }
        });
    }
}

/// Returns the sockets of the waits that are suspended now, when none of them will go on any more; `None` where there are no such waits.
/// A forked child leaves those of its parent alone.
pub(crate) fn take_lost() -> Option<Vec<RawFd>> {
    let waits = ALL.with_borrow_mut(|all| std::mem::take(&mut all.waits));
    let mut lost = waits.into_iter().filter(|wait| !wait.guard.has_forked()).peekable();
    lost.peek()?;
    Some(lost.flat_map(|wait| wait.sockets).collect())
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn what_is_suspended_is_lost_and_what_went_on_is_not() {
        let (one, other) = UnixStream::pair().unwrap();
        let stays = SuspendedWait::at([one.as_fd()].into_iter());
        drop(SuspendedWait::at([other.as_fd()].into_iter()));
        assert_eq!(take_lost(), Some(vec![one.as_raw_fd()]));
        assert_eq!(take_lost(), None);
        drop(stays);
    }
}

//! Owns waiting for a socket or for a moment in a way that a signal can end at once.
//! Does not own what is done about a signal, and a program's own way to wait (`php`), deadlines of exchanges (`connection`).
//!
//! A signal that arrives between the look whether one is pending and the sleep would be noticed only when the sleep is
//! over. So all signals are blocked for the look, and `ppoll` opens them for the sleep alone, in one step (`ppoll(2)`).

use std::fmt::Debug;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::{SigSet, SigmaskHow, Signal};

use crate::clock::Instant;
pub use crate::failure::Interruption;
use crate::net::broken::Broken;
use crate::net::gathered::Gathered;
use crate::process::ForkGuard;

/// Tells whether a call that waits may go on; the caller of the core implements it.
pub trait InterruptSource: Debug + Sync {
    /// Tells whether there is something to attend to. Called with signals blocked; must be quick.
    fn is_pending(&self) -> bool;

    /// Attends to it: runs the program's signal handlers, which may use other locks.
    ///
    /// # Errors
    /// The [`Interruption`] when the call must end.
    fn attend(&self) -> Result<(), Interruption>;

    /// Returns how often [`InterruptSource::is_pending`] must be called when no signal tells; `None`: a signal always does.
    fn tick(&self) -> Option<Duration>;

    /// Tells whether the program has a way of its own to wait at this moment: other tasks of it go on meanwhile.
    fn suspends(&self) -> bool {
        false
    }

    /// Tells whether a task of the program, by its number, can go on while a wait here is suspended; 0: the main one.
    fn lets_go_on(&self, _task: usize) -> bool {
        false
    }

    /// Waits in that way for a socket, or for time alone; may return early. False: not here, so that the thread has to sleep.
    ///
    /// # Errors
    /// The [`Interruption`] when the call must end.
    fn suspend(&self, _socket: Option<(BorrowedFd<'_>, Readiness)>, _left: Duration) -> Result<bool, Interruption> {
        Ok(false)
    }
}

/// Tells whether a wait of this caller lets other tasks of the program go on.
pub(crate) fn suspends(interrupts: Interrupts) -> bool {
    interrupts.is_some_and(InterruptSource::suspends)
}

/// The caller of a call that waits; `None` where nothing could interrupt it.
pub type Interrupts = Option<&'static dyn InterruptSource>;

/// What a wait is for.
#[derive(Clone, Copy, Debug)]
pub enum Readiness {
    /// There is something to read.
    Readable,
    /// There is room to write.
    Writable,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woke {
    /// The socket is ready, or has an error that the next read or write reports.
    Ready,
    /// It is time.
    Time,
    /// The call must end.
    Interrupted(Interruption),
}

/// Sleeps until `until`; `attend` runs meanwhile as often as there is something to attend to.
pub fn sleep(until: Instant, interrupts: Interrupts) -> Woke {
    // Without a socket nothing but the arguments could be wrong, and then there is no sleep to be had.
    wait_for_any(&mut [], until, interrupts).unwrap_or(Woke::Time)
}

/// Waits until a socket is ready.
/// Errors: `TimedOut` at the deadline, or the interruption.
pub(crate) fn ready(
    socket: BorrowedFd<'_>,
    readiness: Readiness,
    deadline: Instant,
    interrupts: Interrupts,
) -> Result<(), Broken> {
    match wait_for_any(&mut [watch(socket, readiness)], deadline, interrupts)? {
        Woke::Ready => Ok(()),
        Woke::Time => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
        Woke::Interrupted(by) => Err(Broken::Interrupted(by)),
    }
}

/// Waits in the program's own way for there to be something to read, or until `until`; `None` once the program cannot wait in its own way.
/// Errors: what the system says when it cannot wait.
pub(crate) fn wait_suspended(
    socket: BorrowedFd<'_>,
    until: Instant,
    interrupts: Interrupts,
) -> io::Result<Option<Woke>> {
    let mut watched = [watch(socket, Readiness::Readable)];
    while let Some(source) = interrupts.filter(|source| source.suspends()) {
        let left = Instant::now().until(until);
        if left.is_zero() {
            return Ok(Some(Woke::Time));
        }
        match suspend(&mut watched, left, source)? {
            Suspended::Over(woke) => return Ok(Some(woke)),
            Suspended::Returned => {}
            Suspended::NotHere => break,
        }
    }
    Ok(None)
}

/// Tells whether a socket is ready now.
/// Errors: what the system says when it cannot look.
pub(crate) fn is_ready(socket: &impl AsFd, readiness: Readiness) -> io::Result<bool> {
    poll(&mut [watch(socket.as_fd(), readiness)], Duration::ZERO, None)
}

/// Names a socket and what it is waited for.
pub(crate) fn watch(socket: BorrowedFd<'_>, readiness: Readiness) -> PollFd<'_> {
    PollFd::new(
        socket,
        match readiness {
            Readiness::Readable => PollFlags::POLLIN,
            Readiness::Writable => PollFlags::POLLOUT,
        },
    )
}

/// Waits until one of several sockets has news, where there is one, or until `until`; returns how that ended, and the places of those with news:
/// none if the system cannot wait.
pub(crate) fn wait_for_news<'fd>(
    sockets: impl Iterator<Item = Option<(BorrowedFd<'fd>, Readiness)>>,
    until: Instant,
    interrupts: Interrupts,
) -> (io::Result<Woke>, Vec<usize>) {
    let there = sockets.enumerate().filter_map(|(place, socket)| Some((place, socket?)));
    let (places, mut watched): (Vec<usize>, Vec<PollFd<'_>>) =
        there.map(|(place, (socket, readiness))| (place, watch(socket, readiness))).unzip();
    let woke = wait_for_any(&mut watched, until, interrupts);
    let news = places.into_iter().zip(&watched).filter(|(_, socket)| socket.any() == Some(true));
    (woke, news.map(|(place, _)| place).collect())
}

/// Waits until one of several sockets is ready, or until `until`; each then knows whether it is.
/// Errors: what the system says when it cannot wait.
pub(crate) fn wait_for_any(watched: &mut [PollFd<'_>], until: Instant, interrupts: Interrupts) -> io::Result<Woke> {
    loop {
        let left = Instant::now().until(until);
        if left.is_zero() {
            return Ok(Woke::Time);
        }
        let Some(interrupts) = interrupts else {
            if poll(watched, left, None)? {
                return Ok(Woke::Ready);
            }
            continue;
        };
        if interrupts.suspends() {
            match suspend(watched, left, interrupts)? {
                Suspended::Over(woke) => return Ok(woke),
                Suspended::Returned => continue,
                Suspended::NotHere => {}
            }
        }
        let blocked = Blocked::all();
        if interrupts.is_pending() {
            drop(blocked);
            if let Err(by) = run(interrupts) {
                return Ok(Woke::Interrupted(by));
            }
        } else if poll(watched, interrupts.tick().map_or(left, |tick| tick.min(left)), blocked.before)? {
            return Ok(Woke::Ready);
        }
    }
}

/// What a wait in the program's own way has come to.
enum Suspended {
    /// What was waited for.
    Over(Woke),
    /// Nothing yet.
    Returned,
    /// The program cannot wait in its own way.
    NotHere,
}

/// Waits once in the program's own way.
fn suspend(watched: &mut [PollFd<'_>], left: Duration, source: &'static dyn InterruptSource) -> io::Result<Suspended> {
    let ready = Suspended::Over(Woke::Ready);
    if poll(watched, Duration::ZERO, None)? {
        return Ok(ready);
    }
    // A way of the program's that is no PHP code runs no signal handlers.
    if let Err(by) = attend(Some(source)) {
        return Ok(Suspended::Over(Woke::Interrupted(by)));
    }
    let gathered = (watched.len() > 1).then(|| Gathered::new(watched));
    let socket = match &gathered {
        Some(Ok(all)) => Some((all.as_fd(), Readiness::Readable)),
        // Without a descriptor for it the thread sleeps: an error would have the caller try again and again.
        Some(Err(_)) => return Ok(Suspended::NotHere),
        None => watched.first().map(|one| (one.as_fd(), wanted(one))),
    };
    let guard = ForkGuard::here();
    let suspended = source.suspend(socket, left);
    drop(gathered);
    match suspended {
        Err(by) => return Ok(Suspended::Over(Woke::Interrupted(by))),
        Ok(_) if guard.has_forked() => return Ok(Suspended::Over(Woke::Interrupted(Interruption::Fork))),
        Ok(false) => return Ok(Suspended::NotHere),
        Ok(true) => {}
    }
    Ok(if poll(watched, Duration::ZERO, None)? { ready } else { Suspended::Returned })
}

fn wanted(watched: &PollFd<'_>) -> Readiness {
    if watched.events().contains(PollFlags::POLLOUT) { Readiness::Writable } else { Readiness::Readable }
}

/// Attends to what is pending, without waiting.
///
/// # Errors
/// As of a wait that was interrupted.
pub(crate) fn attend(interrupts: Interrupts) -> Result<(), Interruption> {
    interrupts.filter(|source| source.is_pending()).map_or(Ok(()), run)
}

fn run(interrupts: &dyn InterruptSource) -> Result<(), Interruption> {
    let guard = ForkGuard::here();
    interrupts.attend()?;
    if guard.has_forked() { Err(Interruption::Fork) } else { Ok(()) }
}

/// Polls once, with the signals of `open` let through. False when time is up or a signal came.
fn poll(watched: &mut [PollFd<'_>], left: Duration, open: Option<SigSet>) -> io::Result<bool> {
    // A day is long enough for one sleep, and fits every system's type.
    let left = left.min(Duration::from_secs(86_400));
    match nix::poll::ppoll(watched, Some(left.into()), open) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::EINTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Keeps all signals from this thread until it is dropped.
pub(crate) struct Blocked {
    /// What was blocked before; `None` when that could not be learned, and nothing was changed.
    before: Option<SigSet>,
}

impl Blocked {
    /// Blocks all signals but those that tell of a fault in the running code: blocked, they would end the process
    /// without a word (`pthread_sigmask(3)`).
    pub fn all() -> Self {
        let mut signals = SigSet::all();
        for fault in [
            Signal::SIGSEGV,
            Signal::SIGBUS,
            Signal::SIGFPE,
            Signal::SIGILL,
            Signal::SIGABRT,
            Signal::SIGTRAP,
            Signal::SIGSYS,
        ] {
            signals.remove(fault);
        }
        Self { before: signals.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok() }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // It has worked before; and nothing can be done about it.
            let _ = before.thread_set_mask();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[derive(Debug)]
    struct Leaves;

    impl InterruptSource for Leaves {
        fn is_pending(&self) -> bool {
            true
        }

        fn attend(&self) -> Result<(), Interruption> {
            Err(Interruption::Exception)
        }

        fn tick(&self) -> Option<Duration> {
            None
        }
    }

    fn soon() -> Instant {
        Instant::now().after(Duration::from_millis(20))
    }

    #[test]
    fn a_sleep_lasts_until_its_moment_and_not_less() {
        let until = soon();
        assert_eq!(sleep(until, None), Woke::Time);
        assert!(Instant::now() >= until);
    }

    #[test]
    fn a_sleep_ends_at_once_for_a_caller_that_leaves() {
        let until = Instant::now().after(Duration::from_secs(3600));
        assert_eq!(sleep(until, Some(&Leaves)), Woke::Interrupted(Interruption::Exception));
    }

    #[test]
    fn a_socket_that_is_ready_ends_the_wait() {
        let (mut near, far) = UnixStream::pair().unwrap();
        let wait = |until| wait_for_any(&mut [watch(far.as_fd(), Readiness::Readable)], until, None).unwrap();
        assert_eq!(wait(soon()), Woke::Time);
        std::io::Write::write_all(&mut near, b"x").unwrap();
        assert_eq!(wait(Instant::now().after(Duration::from_secs(3600))), Woke::Ready);
    }

    /// A program that waits in its own way, at once.
    #[derive(Debug)]
    struct OwnWay;

    impl InterruptSource for OwnWay {
        fn is_pending(&self) -> bool {
            false
        }

        fn attend(&self) -> Result<(), Interruption> {
            Ok(())
        }

        fn tick(&self) -> Option<Duration> {
            None
        }

        fn suspends(&self) -> bool {
            true
        }

        fn suspend(&self, _: Option<(BorrowedFd<'_>, Readiness)>, _: Duration) -> Result<bool, Interruption> {
            Ok(true)
        }
    }

    /// As without a descriptor that is left, which one test cannot have for itself: a socket is watched once.
    #[test]
    fn sockets_that_cannot_be_watched_by_one_descriptor_are_waited_for_by_the_thread() {
        let (mut near, far) = UnixStream::pair().unwrap();
        let twice = || [watch(far.as_fd(), Readiness::Readable), watch(far.as_fd(), Readiness::Readable)];
        let until = soon();
        assert_eq!(wait_for_any(&mut twice(), until, Some(&OwnWay)).unwrap(), Woke::Time);
        assert!(Instant::now() >= until);
        std::io::Write::write_all(&mut near, b"x").unwrap();
        assert_eq!(wait_for_any(&mut twice(), soon(), Some(&OwnWay)).unwrap(), Woke::Ready);
    }

    #[test]
    fn signals_are_as_before_after_a_wait() {
        let before = SigSet::thread_get_mask().unwrap();
        drop(Blocked::all());
        assert_eq!(SigSet::thread_get_mask().unwrap(), before);
    }
}

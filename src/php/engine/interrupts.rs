//! Owns PHP as a wait sees it: what waits for the VM while a method of ours is in the way, signal handlers and the time limit, and whether
//! the program waits in its own way.
//! Does not own waiting (`net::interrupts`), calling the program's own way (`wait_hook`).

use std::cell::Cell;
use std::os::fd::BorrowedFd;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ext_php_rs::zend::{CatchError, bailout, try_catch};
use ext_php_rs::{PHP_ZTS, ffi};

use ext_php_rs::types::Zval;

use super::{ext_php_rs_executor_globals, ext_php_rs_process_globals, has_exception, tasks, wait_hook};
use crate::lock::{InterruptSource, Interruption, Readiness};

unsafe extern "C" {
    /// Ends the script with "Maximum execution time of ... exceeded"; never returns.
    fn zend_timeout();
    fn zend_memory_usage(real: bool) -> usize;
}

/// How often to look without a signal. On a PHP without threads every interrupt comes with a signal to this thread,
/// which ends the sleep; others may set the flag from another thread.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// We have cleared the VM's flag; something else than what we have run may have set it, too.
const TAKEN: u8 = 1;
/// There is a callable that waits.
const HOOKED: u8 = 2;
/// It has said that this wait has to block.
const REFUSED: u8 = 4;

thread_local! {
    /// What calls of ours leave here, nearly always nothing.
    static STATE: Cell<u8> = const { Cell::new(0) };
}

fn set(flag: u8, is_set: bool) {
    STATE.set(if is_set { STATE.get() | flag } else { STATE.get() & !flag });
}

/// PHP, as the core sees it while it waits.
pub(in crate::php) static PHP: Php = Php;

#[derive(Debug)]
pub(in crate::php) struct Php;

impl InterruptSource for Php {
    fn is_pending(&self) -> bool {
        vm_interrupt().load(Ordering::Relaxed)
    }

    /// Runs the handlers, or raises the time limit's error, as the VM would at this place. What leaves them by longjmp,
    /// a fatal error, is caught, so that the frames of the wait are left in order; the method that waits raises it again.
    fn attend(&self) -> Result<(), Interruption> {
        // The closure captures nothing, so there is nothing that a jump past it could leak.
        match nested(|| try_catch(AssertUnwindSafe(run_or_end))) {
            Err(CatchError::Bailout) => Err(Interruption::FatalError),
            // A panic in a handler of Rust's, which there is none of: PHP has made an exception of it, if anything.
            Ok(()) | Err(_) if has_exception() => Err(Interruption::Exception),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn tick(&self) -> Option<Duration> {
        PHP_ZTS.then_some(POLL_INTERVAL)
    }

    fn suspends(&self) -> bool {
        STATE.get() & (HOOKED | REFUSED) == HOOKED
    }

    fn lets_go_on(&self, task: usize) -> bool {
        self.suspends() && task != 0 && task != tasks::current()
    }

    fn suspend(&self, socket: Option<(BorrowedFd<'_>, Readiness)>, left: Duration) -> Result<bool, Interruption> {
        let writable = matches!(socket, Some((_, Readiness::Writable)));
        let has_waited = nested(|| wait_hook::wait(socket.map(|(socket, _)| socket), writable, left))?;
        if has_waited == Some(false) {
            set(REFUSED, true);
        }
        Ok(has_waited == Some(true))
    }
}

/// Has waits of this thread call `hook` instead of blocking; `None`: they block again. Returns what was set before.
pub(in crate::php) fn wait_using(hook: Option<Zval>) -> Option<Zval> {
    set(HOOKED, hook.is_some());
    wait_hook::replace(hook)
}

/// Returns which task of the program this is, where waits may be suspended.
pub(in crate::php) fn own_task() -> Option<usize> {
    (STATE.get() & HOOKED != 0).then(tasks::current)
}

/// Runs code of the program's inside a wait. It may wait itself, or be suspended there while others do.
pub(in crate::php) fn nested<T>(code: impl FnOnce() -> T) -> T {
    let refused = STATE.get() & REFUSED != 0;
    set(REFUSED, false);
    let result = code();
    set(REFUSED, refused);
    result
}

/// Does `work`, which may run interrupts, and has the VM look for interrupts after it. The flag carries more than
/// signals (the delayed memory error of PHP 8.2.35): taken down and not put up again, it would be forgotten until the
/// script ends. One too many does no harm.
pub(in crate::php) fn interruptible<T>(work: impl FnOnce() -> T) -> T {
    interruptible_noting(work, |_| ())
}

/// Does the same; `note` gets the result where waits may be suspended.
pub(in crate::php) fn interruptible_noting<T>(work: impl FnOnce() -> T, note: impl FnOnce(&T)) -> T {
    let result = work();
    if STATE.get() != 0 {
        end_interruptible();
        note(&result);
    }
    result
}

#[cold]
fn end_interruptible() {
    if STATE.get() & TAKEN != 0 {
        vm_interrupt().store(true, Ordering::Relaxed);
    }
    set(TAKEN | REFUSED, false);
}

/// Runs what waits for the VM's next interrupt, pcntl's asynchronous signal handlers among it.
///
/// Called before throwing: PHP takes signals off their queue while an exception is pending, but calls no handler
/// then (pcntl_signal_dispatch, zend_call_function; PHP 8.2.35), so that a SIGTERM that came during a failing call
/// would be gone. A handler may throw, and its exception is pending afterwards.
pub(in crate::php) fn run_interrupts() {
    // The time limit's error is left to the VM.
    if is_timed_out() || !vm_interrupt().load(Ordering::Relaxed) {
        return;
    }
    interruptible(run);
}

/// Tells whether memory_limit has been passed, and the VM is to raise that as a fatal error at its next look for interrupts. PHP 8.2.35, 8.3.36,
/// 8.4.27 and 8.5.12 do so no sooner, and at twice the limit they end the process, with nothing released; older ones leave the allocation by
/// longjmp. Their flag for it is one that headers of other releases lack; any other interrupt finds less memory in use.
pub(in crate::php) fn is_memory_exhausted() -> bool {
    vm_interrupt().load(Ordering::Relaxed) && {
        // SAFETY: both read the globals of this thread.
        let (used, limit) = unsafe { (zend_memory_usage(true), (*ext_php_rs_process_globals()).memory_limit) };
        // -1: none.
        usize::try_from(limit).is_ok_and(|limit| used > limit)
    }
}

/// Raises a fatal error again that was caught to leave the frames of the core in order. The callers' frames own
/// nothing but what they hand over.
pub(in crate::php) fn raise_again(owned: impl Sized) -> ! {
    drop(owned);
    // SAFETY: neither this frame nor its callers own anything that is still to be dropped (but a reference to run()'s callback, which
    // goes with the memory of the request), and PHP runs every script inside a zend_try.
    unsafe { bailout() }
}

fn run_or_end() {
    if is_timed_out() {
        set(TAKEN, false);
        vm_interrupt().store(false, Ordering::Relaxed);
        // SAFETY: called as the VM's interrupt helper does, with its flag taken down; leaves by longjmp to the
        // `try_catch` around this, past this frame alone, which owns nothing.
        unsafe { zend_timeout() }
    }
    run();
}

fn run() {
    set(TAKEN, true);
    vm_interrupt().store(false, Ordering::Relaxed);
    // SAFETY: the globals of this thread. The interrupt function gets the running frame, as from the VM. No value of
    // Rust's is borrowed while PHP code runs: the core holds no lock and no borrow over an `attend`.
    unsafe {
        if let Some(run) = ffi::zend_interrupt_function {
            run((*ext_php_rs_executor_globals()).current_execute_data);
        }
    }
}

fn vm_interrupt() -> &'static AtomicBool {
    // SAFETY: the flag of this thread's globals, which live as long as the thread.
    unsafe { flag(&raw const (*ext_php_rs_executor_globals()).vm_interrupt) }
}

fn is_timed_out() -> bool {
    // SAFETY: as above.
    unsafe { flag(&raw const (*ext_php_rs_executor_globals()).timed_out) }.load(Ordering::Relaxed)
}

/// Sees one of PHP's flags, a bool before 8.2 and an atomic bool since, as an atomic.
///
/// # Safety
/// `flag` points to a flag of one byte that lives as long as its thread.
unsafe fn flag<'a, T>(flag: *const T) -> &'a AtomicBool {
    const { assert!(size_of::<T>() == 1) };
    // SAFETY: the caller's; a byte has no alignment, and PHP writes only 0 and 1.
    unsafe { &*flag.cast::<AtomicBool>() }
}

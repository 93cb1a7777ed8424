//! Owns keeping a wait out of max_execution_time where PHP measures wall time: one timer a thread (Linux, thread-safe PHP).
//! Does not own ending a script whose time is over (`interrupts`).
//!
//! A PHP without threads counts processor time on Linux; there is nothing to do there.

/// Does `work`, a wait, while the time limit stands still. PHP code that runs meanwhile counts, by [`counting`].
pub(in crate::php) fn paused<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(php_max_execution_timers)]
    let _running_again = timer::Paused::new();
    work()
}

/// Does `work` inside a [`paused`] wait, while the time limit runs.
pub(in crate::php) fn counting<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(php_max_execution_timers)]
    let _still_again = timer::Counting::new();
    work()
}

#[cfg(php_max_execution_timers)]
mod timer {
    use std::cell::Cell;

    use nix::libc::{itimerspec, timer_settime, timespec};

    use crate::php::engine::ext_php_rs_executor_globals;

    /// Disarms, or says that there is no limit.
    const NOTHING: itimerspec = itimerspec { it_interval: ZERO, it_value: ZERO };
    const ZERO: timespec = timespec { tv_sec: 0, tv_nsec: 0 };

    thread_local! {
        /// What is left of the limit in a wait that keeps it still; `None` outside of waits.
        static LEFT: Cell<Option<itimerspec>> = const { Cell::new(None) };
    }

    /// Keeps the limit still until it is dropped. What was left before it, in a handler of another wait, is that wait's.
    pub(super) struct Paused(Option<itimerspec>);

    impl Paused {
        pub(super) fn new() -> Self {
            Self(LEFT.replace(Some(arm(NOTHING))))
        }
    }

    impl Drop for Paused {
        fn drop(&mut self) {
            run_on(LEFT.replace(self.0));
        }
    }

    /// Lets the limit run until it is dropped, if a wait keeps it still.
    pub(super) struct Counting(bool);

    impl Counting {
        pub(super) fn new() -> Self {
            let left = LEFT.take();
            run_on(left);
            Self(left.is_some())
        }
    }

    impl Drop for Counting {
        fn drop(&mut self) {
            if self.0 {
                // The handler may have set another limit.
                LEFT.set(Some(arm(NOTHING)));
            }
        }
    }

    fn run_on(left: Option<itimerspec>) {
        if let Some(left) = left.filter(|left| left.it_value.tv_sec != 0 || left.it_value.tv_nsec != 0) {
            arm(left);
        }
    }

    /// Sets this thread's timer and returns what was left of it; nothing where PHP has made none.
    fn arm(time: itimerspec) -> itimerspec {
        let mut before = NOTHING;
        // SAFETY:
        // * the globals are this thread's, which live as long as it runs PHP code;
        // * the timer is one that timer_create has made in this process and PHP has not deleted: that is what `pid` says
        //   (Zend/zend_max_execution_timer.c, PHP 8.2 to 8.6);
        // * both times live until the call returns.
        unsafe {
            let globals = &*ext_php_rs_executor_globals();
            if u32::try_from(globals.pid).is_ok_and(|pid| pid == std::process::id()) {
                // Refused, it changes neither.
                timer_settime(globals.max_execution_timer_timer.cast(), 0, &raw const time, &raw mut before);
            }
        }
        before
    }
}

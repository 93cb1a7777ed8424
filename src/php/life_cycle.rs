//! Owns what happens when the module starts and ends, and when a request begins and ends.
//! Does not own releasing locks (`lock::registry`).
//!
//! A worker of FrankenPHP serves its requests inside one request of PHP's, so RINIT and RSHUTDOWN run once for all of them. Its
//! `frankenphp_handle_request()` calls `sapi_activate()` before the callback and `sapi_deactivate()` after it, and its comment at
//! `MODULES_TO_RELOAD` sends extensions to these two (<https://github.com/php/frankenphp>, frankenphp.c:
//! `frankenphp_worker_request_startup` and `frankenphp_worker_request_shutdown`). What comes first is a dummy request for the
//! worker's own code, which ends without a beginning after RINIT. After `exit` and fatal errors the whole script ends.
//!
//! A panic must not leave these functions: they are called from C, where it would end the process.

use std::cell::Cell;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ext_php_rs::ffi::{ZEND_RESULT_CODE_FAILURE as FAILURE, ZEND_RESULT_CODE_SUCCESS as SUCCESS};
use ext_php_rs::zend::ModuleEntry;
use ext_php_rs::{info_table_end, info_table_row, info_table_start};

use crate::events::{self, EndedBy};
use crate::lock::{self, registry};
use crate::php::{engine, exceptions, ini, lost_log, observed, signature};
use crate::process;
use crate::stats::{self, Counter};

/// Where this thread is in a request of PHP's.
#[derive(Clone, Copy)]
enum Moment {
    /// Before RINIT or after RSHUTDOWN.
    Outside,
    /// In a script.
    Script,
    /// In a request that a worker's script serves. What was held before it, among so many leases, is the worker's own.
    Served(u64),
}

thread_local! {
    static MOMENT: Cell<Moment> = const { Cell::new(Moment::Outside) };
}

/// Whether [`signature::correct`] has run since the module started. PHP may be started anew in the same process, with new
/// tables for the class: FrankenPHP does so for its workers, and Apache where the library stays mapped.
static CORRECTED: Mutex<bool> = Mutex::new(false);

fn guarded(work: impl FnOnce()) -> c_int {
    if catch_unwind(AssertUnwindSafe(work)).is_ok() { SUCCESS } else { FAILURE }
}

/// MINIT, before the class is registered.
pub(super) extern "C" fn startup(kind: c_int, module: c_int) -> c_int {
    guarded(|| {
        engine::tell_of_requests(kind, request_began, request_ended);
        engine::tell_of_fibers(kind);
        if engine::tell_of_forks(forked, has_child) {
            process::remember();
        }
        exceptions::register();
        ini::register(module);
        engine::keep_attributes();
        *corrected() = false;
    })
}

/// Notes a fork, in the child.
extern "C" fn forked() {
    lock::process::forked();
}

/// Notes a fork, in the parent. The child of proc_open() runs a program and no PHP code, so nobody has a copy of our tokens there; PHP
/// forks for it up to 8.2, and other systems' later ones do.
extern "C" fn has_child() {
    let runs_php = !matches!(MOMENT.get(), Moment::Outside);
    if !(runs_php && engine::is_inside("proc_open")) {
        process::has_child();
    }
}

/// MSHUTDOWN. In php-fpm's children too.
pub(super) extern "C" fn shutdown(_: c_int, module: c_int) -> c_int {
    guarded(|| {
        engine::tell_of_no_more_requests();
        lock::process::close();
        engine::unregister_ini(module);
    })
}

/// RINIT: the first one is the first moment at which the class is there and no script runs yet.
pub(super) extern "C" fn request_startup(_: c_int, _: c_int) -> c_int {
    MOMENT.set(Moment::Script);
    guarded(|| {
        correct_once();
        engine::note_main_task();
        observed::begin_request();
    })
}

/// Threads may begin their first requests side by side; none goes on to its script before the corrections are made.
fn correct_once() {
    let mut corrected = corrected();
    if !*corrected {
        signature::correct();
        *corrected = true;
    }
}

fn corrected() -> MutexGuard<'static, bool> {
    CORRECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// RSHUTDOWN: after shutdown functions and most destructors. What is still held is released.
pub(super) extern "C" fn request_shutdown(_: c_int, _: c_int) -> c_int {
    MOMENT.set(Moment::Outside);
    guarded(|| {
        engine::reset(registry::end_lost_waits());
        end_request();
        drop(engine::wait_using(None));
    })
}

/// After every RSHUTDOWN and the last object: a session handler of PHP code may have used locks after ours.
pub(super) extern "C" fn post_deactivate() -> c_int {
    guarded(|| {
        // A session's handler may have set a callable after ours, or another module's fatal error has skipped RSHUTDOWN. Not dropped: PHP has
        // freed by now what it was.
        std::mem::forget(engine::wait_using(None));
        end_request();
        engine::close_reset();
    })
}

fn end_request() {
    registry::end_request(ini::timeouts());
    lost_log::report();
}

/// A server begins a request: one of PHP's, before RINIT, or one that a worker's script serves.
fn request_began() {
    if !matches!(MOMENT.get(), Moment::Outside) {
        events::begin_request();
        MOMENT.set(Moment::Served(stats::read(Counter::Acquired)));
    }
}

/// A server ends a request, of PHP's after RSHUTDOWN. What a worker's left is released, or it would be held while the worker waits
/// for its next.
fn request_ended() {
    let Moment::Served(own) = MOMENT.get() else { return };
    MOMENT.set(Moment::Script);
    guarded(|| {
        for lock in registry::release_all(own, None, EndedBy::Request, ini::timeouts()) {
            engine::log(&format!(
                "redislock: lock {} was still held at the end of a request of this worker, and was released",
                lock.scope()
            ));
        }
        lost_log::report();
    });
}

/// The section in phpinfo and `php --ri redislock`.
pub(super) extern "C" fn info(module: *mut ModuleEntry) {
    let _ = guarded(|| {
        info_table_start!();
        info_table_row!("redislock", "enabled");
        info_table_row!("Version", env!("CARGO_PKG_VERSION"));
        info_table_row!("Protocol", "1");
        info_table_row!(
            "Addresses",
            "redis, rediss, unix, redis-sentinel, rediss-sentinel, redis-cluster, rediss-cluster, memory"
        );
        info_table_row!("Built with", env!("REDISLOCK_RUSTC"));
        info_table_end!();
        engine::display_ini(module);
    });
}

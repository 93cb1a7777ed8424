//! Owns what happens when the module starts and ends, and when a request begins and ends.
//! Does not own releasing locks (`lock::registry`).
//!
//! A panic must not leave these functions: they are called from C, where it would end the process.

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ext_php_rs::ffi::{ZEND_RESULT_CODE_FAILURE as FAILURE, ZEND_RESULT_CODE_SUCCESS as SUCCESS};
use ext_php_rs::zend::ModuleEntry;
use ext_php_rs::{info_table_end, info_table_row, info_table_start};

use crate::lock::registry;
use crate::net::waker;
use crate::node::flush;
use crate::php::{engine, exceptions, ini, lost_log, reflection};
use crate::process;
use crate::renewal;

/// Whether [`reflection::correct`] has run since the module started. PHP may be started anew in the same process, with new
/// tables for the class: FrankenPHP does so for its workers, and Apache where the library stays mapped.
static CORRECTED: AtomicBool = AtomicBool::new(false);

fn guarded(work: impl FnOnce()) -> c_int {
    if catch_unwind(AssertUnwindSafe(work)).is_ok() { SUCCESS } else { FAILURE }
}

/// In every child of fork, before anything else.
fn forked() {
    process::forked();
    waker::forked();
}

/// MINIT, before the class is registered.
pub(super) extern "C" fn startup(_: c_int, module: c_int) -> c_int {
    guarded(|| {
        if engine::tell_of_forks(forked) {
            process::remember();
        }
        exceptions::register();
        ini::register(module);
        CORRECTED.store(false, Ordering::Release);
    })
}

/// MSHUTDOWN. In php-fpm's children too.
pub(super) extern "C" fn shutdown(_: c_int, module: c_int) -> c_int {
    guarded(|| {
        renewal::stop();
        flush::close();
        engine::unregister_ini(module);
    })
}

/// RINIT: the first one is the first moment at which the class is there and no script runs yet.
pub(super) extern "C" fn request_startup(_: c_int, _: c_int) -> c_int {
    guarded(correct_once)
}

/// Threads may begin their first requests side by side; none goes on to its script before the corrections are made.
fn correct_once() {
    static TURN: Mutex<()> = Mutex::new(());
    if CORRECTED.load(Ordering::Acquire) {
        return;
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if !CORRECTED.load(Ordering::Acquire) {
        reflection::correct();
        CORRECTED.store(true, Ordering::Release);
    }
}

/// RSHUTDOWN: after shutdown functions and most destructors. What is still held is released.
pub(super) extern "C" fn request_shutdown(_: c_int, _: c_int) -> c_int {
    guarded(end_request)
}

/// After every RSHUTDOWN and the last object: a session handler of PHP code may have used locks after ours.
pub(super) extern "C" fn post_deactivate() -> c_int {
    guarded(end_request)
}

fn end_request() {
    registry::end_request(ini::timeouts());
    lost_log::report();
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
            if cfg!(feature = "tls") {
                "redis, rediss, unix, redis-sentinel, rediss-sentinel, redis-cluster, rediss-cluster"
            } else {
                "redis, unix, redis-sentinel, redis-cluster"
            }
        );
        info_table_row!("Built with", env!("REDISLOCK_RUSTC"));
        info_table_end!();
        engine::display_ini(module);
    });
}

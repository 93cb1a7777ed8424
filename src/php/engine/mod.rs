//! Owns the parts of PHP's C interface that ext-php-rs does not offer, as safe functions.
//! Does not own any decision.

mod callbacks;
mod calls;
mod classes;
mod conversions;
mod forks;
mod ini_entries;
mod interrupts;
mod lost_sockets;
mod parameters;
mod requests;
mod tasks;
mod wait_hook;

use std::ffi::{CString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use ext_php_rs::ffi;
use ext_php_rs::types::Zval;

pub(super) use callbacks::{check_callable, is_unfinished_generator};
pub(super) use calls::Call;
pub(super) use classes::never_equal;
pub(super) use classes::{declare_mixed_property, logic_exception, register_class, runtime_exception, throw};
pub(super) use conversions::{boolean, integer, number, string, type_error, value_error, wrong_type};
pub(super) use forks::tell_of_forks;
pub(super) use ini_entries::{bytes, display_ini, ini_entry, unregister_ini};
pub(super) use interrupts::{
    PHP, interruptible, interruptible_noting, is_memory_exhausted, nested, own_task, raise_again, run_interrupts,
    wait_using,
};
pub(super) use lost_sockets::{close_reset, reset};
pub(super) use parameters::{describe, keep_attributes, must_be_used};
pub(super) use requests::{tell_of_no_more_requests, tell_of_requests};
pub(super) use tasks::{note_main as note_main_task, tell_of_fibers};

/// `EG(flags)`: PHP is ending the request (`EG_FLAGS_IN_SHUTDOWN`, Zend/zend_globals.h).
const IN_SHUTDOWN: u8 = 1;

unsafe extern "C" {
    fn zend_error(kind: c_int, format: *const c_char, ...);
    fn php_check_open_basedir_ex(path: *const c_char, warn: c_int) -> c_int;
    fn php_log_err_with_severity(message: *const c_char, severity: c_int);
    // From ext-php-rs's own C file: the globals of this thread, also on thread-safe PHPs.
    fn ext_php_rs_executor_globals() -> *mut ffi::_zend_executor_globals;
    fn ext_php_rs_process_globals() -> *mut ffi::php_core_globals;
}

/// An exception of PHP's is pending; nothing but returning is left to do.
pub(super) struct Thrown;

/// Warns while PHP starts.
pub(super) fn startup_warning(text: &str) {
    let kind = c_int::try_from(ffi::E_CORE_WARNING).unwrap_or_default();
    // SAFETY: the format takes one string, and both are NUL-terminated.
    unsafe { zend_error(kind, c"%s".as_ptr(), c_string(text).as_ptr()) }
}

/// Writes a line to PHP's error log; no error handler of the script runs.
pub(super) fn log(text: &str) {
    /// `LOG_NOTICE` of syslog(3).
    const NOTICE: c_int = 5;
    // SAFETY: the text is NUL-terminated; PHP copies it.
    unsafe { php_log_err_with_severity(c_string(text).as_ptr(), NOTICE) }
}

/// Tells whether open_basedir is set: nearly never, and each lock is asked.
pub(super) fn has_open_basedir() -> bool {
    // SAFETY: the globals of this thread live as long as the thread runs PHP code.
    unsafe { !(*ext_php_rs_process_globals()).open_basedir.is_null() }
}

/// Tells whether open_basedir allows a file, without a warning.
pub(super) fn is_within_open_basedir(path: &Path) -> bool {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: the path is NUL-terminated.
    unsafe { php_check_open_basedir_ex(path.as_ptr(), 0) == 0 }
}

/// Tells whether PHP ends the request, and none of its code runs. Shutdown functions are code as any other: ReactPHP's loop runs in one for
/// the whole life of its server. PHP takes the frames away when it begins to end the request, and at a fatal error (`_zend_bailout`).
pub(super) fn is_ending() -> bool {
    // SAFETY: the globals of this thread live as long as the thread runs PHP code.
    let globals = unsafe { &*ext_php_rs_executor_globals() };
    globals.flags & IN_SHUTDOWN != 0 && globals.current_execute_data.is_null()
}

/// Tells whether this function of PHP's own is running, with no other inside it. Only on a thread that runs PHP code.
pub(super) fn is_inside(name: &str) -> bool {
    // SAFETY: as in `is_ending`; a running frame has its function, and a function of C its name.
    unsafe {
        let frame = (*ext_php_rs_executor_globals()).current_execute_data;
        !frame.is_null()
            && u32::from((*(*frame).func).type_) == ffi::ZEND_INTERNAL_FUNCTION
            && (*(*frame).func)
                .common
                .function_name
                .as_ref()
                .is_some_and(|its| its.as_str().is_ok_and(|its| its == name))
    }
}

/// Tells whether an exception is pending.
pub(super) fn has_exception() -> bool {
    pending().is_some()
}

/// Returns the exception that is pending.
fn pending() -> Option<*mut ffi::zend_object> {
    // SAFETY: as in `is_ending`.
    let exception = unsafe { (*ext_php_rs_executor_globals()).exception };
    (!exception.is_null()).then_some(exception)
}

/// Returns the object whose method is running, as a value that keeps it alive.
pub(super) fn this() -> Zval {
    let mut this = Zval::new();
    // SAFETY: called from a method's handler, so the running frame is that method's and has an object. Not a copy of
    // the frame's own value: its type carries flags of the call.
    unsafe { this.set_object(&mut *(*(*ext_php_rs_executor_globals()).current_execute_data).This.value.obj) };
    this
}

/// Writes to PHP's output.
pub(super) fn print(text: &str) {
    // SAFETY: pointer and length are those of a live string.
    unsafe { ffi::php_output_write(text.as_ptr().cast(), text.len()) };
}

/// Texts of the core have no NUL byte; one that had would end there.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

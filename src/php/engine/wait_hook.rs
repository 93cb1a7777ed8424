//! Owns the callable by which a program waits in its own way, and what it gets: a stream that can be selected and nothing else.
//! Does not own when it is called (`net::interrupts`), what a wait knows of its answers (`interrupts`).

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::panic::AssertUnwindSafe;
use std::ptr::{null, null_mut};
use std::time::Duration;

use ext_php_rs::types::Zval;
use ext_php_rs::zend::{CatchError, try_catch};
use ext_php_rs::{PHP_DEBUG, ffi};

use super::has_exception;
use crate::lock::Interruption;

/// The longest time that the callable is told: loops compute with milliseconds.
const LONGEST: f64 = 86_400.0;

thread_local! {
    static HOOK: RefCell<Option<Zval>> = const { RefCell::new(None) };
}

unsafe extern "C" {
    /// What a destructor that the garbage collector calls, and a signal handler, find true.
    fn zend_fiber_switch_blocked() -> bool;
    fn _call_user_function_impl(
        object: *mut Zval,
        function: *mut Zval,
        result: *mut Zval,
        count: u32,
        arguments: *mut Zval,
        named: *mut c_void,
    ) -> c_int;
    fn zend_list_close(resource: *mut ffi::zend_resource);
    fn zend_list_delete(resource: *mut ffi::zend_resource) -> c_int;
}

/// Has another callable wait from now on, or none; returns the one before.
pub(super) fn replace(hook: Option<Zval>) -> Option<Zval> {
    HOOK.with(|place| place.replace(hook))
}

/// Calls it; `None` where it cannot be called at this moment, else whether it has waited.
///
/// # Errors
/// `Exception` when it has thrown, `FatalError`, which is to be raised again.
pub(super) fn wait(
    socket: Option<BorrowedFd<'_>>,
    writable: bool,
    span: Duration,
) -> Result<Option<bool>, Interruption> {
    // SAFETY: reads a global of this thread.
    if has_exception() || unsafe { zend_fiber_switch_blocked() } {
        return Ok(None);
    }
    let Some(hook) = HOOK.with_borrow(|hook| hook.as_ref().map(Zval::shallow_clone)) else { return Ok(None) };
    let (mut flag, mut seconds) = (Zval::new(), Zval::new());
    flag.set_bool(writable);
    seconds.set_double(span.as_secs_f64().min(LONGEST));
    let lent = socket.map(Lent::new);
    let stream = lent.as_ref().map_or_else(Zval::null, Lent::value);
    // Of no use to the destructors where a fatal error leaves the call: PHP frees its memory itself then.
    let mut call = ManuallyDrop::new(HookCall { hook, arguments: [stream, flag, seconds], result: Zval::new() });
    let at: *mut HookCall = &raw mut *call;
    // SAFETY: hook, arguments and result live until the call returns. The closure owns nothing that a jump past it could leak.
    let called = try_catch(AssertUnwindSafe(move || unsafe {
        let arguments = (&raw mut (*at).arguments).cast();
        _call_user_function_impl(null_mut(), &raw mut (*at).hook, &raw mut (*at).result, 3, arguments, null_mut())
    }));
    if matches!(called, Err(CatchError::Bailout)) {
        std::mem::forget(lent);
        return Err(Interruption::FatalError);
    }
    // Before the values: one of them may be the last reference to an object whose destructor waits.
    drop(lent);
    let has_waited = call.result.bool() != Some(false);
    drop(ManuallyDrop::into_inner(call));
    if has_exception() { Err(Interruption::Exception) } else { Ok(Some(has_waited)) }
}

/// What PHP reads and writes during the call.
struct HookCall {
    hook: Zval,
    arguments: [Zval; 3],
    result: Zval,
}

/// A PHP stream over a descriptor that stays ours, until the end of one call.
struct Lent(*mut ffi::php_stream);

impl Lent {
    fn new(socket: BorrowedFd<'_>) -> Self {
        /// `PHP_STREAM_FLAG_NO_SEEK`, `_NO_BUFFER` and `_NO_FCLOSE` (main/php_streams.h).
        const FLAGS: u32 = 0x1 | 0x2 | 0x80;
        // SAFETY: PHP's memory has room or the request ends; the operations live as long as the process, and do not follow the pointer.
        unsafe {
            let stream = allocate(std::ptr::without_provenance_mut(usize::try_from(socket.as_raw_fd()).unwrap_or(0)));
            (*stream).flags |= FLAGS;
            Self(stream)
        }
    }

    /// Returns it as PHP code sees it.
    fn value(&self) -> Zval {
        let mut value = Zval::new();
        // SAFETY: the stream lives, and so does its entry in the list of resources, which gets one reference more.
        unsafe {
            let resource = (*self.0).res;
            (*resource).gc.refcount += 1;
            value.value.res = resource;
        }
        value.u1.type_info = ffi::IS_RESOURCE_EX;
        value
    }
}

impl Drop for Lent {
    /// Has every copy of it be a closed resource.
    fn drop(&mut self) {
        // SAFETY: nothing else frees it: a program cannot close it. By its resource, because the function that frees a stream has another
        // name from PHP 8.6 on; `leave_open` keeps the descriptor.
        unsafe {
            let resource = (*self.0).res;
            zend_list_close(resource);
            zend_list_delete(resource);
        }
    }
}

/// `php_stream_ops`.
#[repr(C)]
struct StreamOperations {
    write: unsafe extern "C" fn(*mut ffi::php_stream, *const c_char, usize) -> isize,
    read: unsafe extern "C" fn(*mut ffi::php_stream, *mut c_char, usize) -> isize,
    close: unsafe extern "C" fn(*mut ffi::php_stream, c_int) -> c_int,
    flush: Option<unsafe extern "C" fn(*mut ffi::php_stream) -> c_int>,
    label: *const c_char,
    seek: Option<unsafe extern "C" fn()>,
    cast: unsafe extern "C" fn(*mut ffi::php_stream, c_int, *mut *mut c_void) -> c_int,
    stat: Option<unsafe extern "C" fn()>,
    set_option: Option<unsafe extern "C" fn()>,
}

// SAFETY: nothing writes to it, and the label is a constant.
unsafe impl Sync for StreamOperations {}

/// It is waited for, and nothing else: what a program would read of it is the wake-up of its own wait.
static OPERATIONS: StreamOperations = StreamOperations {
    write: refuse_to_write,
    read: refuse_to_read,
    close: leave_open,
    flush: None,
    label: c"redislock".as_ptr(),
    seek: None,
    cast: tell_descriptor,
    stat: None,
    set_option: None,
};

unsafe extern "C" fn refuse_to_write(_: *mut ffi::php_stream, _: *const c_char, _: usize) -> isize {
    -1
}

unsafe extern "C" fn refuse_to_read(_: *mut ffi::php_stream, _: *mut c_char, _: usize) -> isize {
    -1
}

unsafe extern "C" fn leave_open(_: *mut ffi::php_stream, _: c_int) -> c_int {
    0
}

unsafe extern "C" fn tell_descriptor(stream: *mut ffi::php_stream, form: c_int, place: *mut *mut c_void) -> c_int {
    // `PHP_STREAM_AS_FD`, `PHP_STREAM_AS_SOCKETD`, `PHP_STREAM_AS_FD_FOR_SELECT`.
    if !(1..=3).contains(&form) {
        return -1;
    }
    if !place.is_null() {
        // SAFETY: in these forms the place is a `php_socket_t`; the stream lives, and is one of `Lent::new`.
        unsafe { *place.cast::<c_int>() = c_int::try_from((*stream).abstract_.addr()).unwrap_or(-1) };
    }
    0
}

/// # Safety
/// As of any C function; PHP keeps the stream until it is freed.
unsafe fn allocate(data: *mut c_void) -> *mut ffi::php_stream {
    type AtOperations = *const StreamOperations;
    /// A debug build's function has more parameters: the depth of the call, and the places in C code that it comes from.
    type AllocateInDebug = unsafe extern "C" fn(
        AtOperations,
        *mut c_void,
        *const c_char,
        *const c_char,
        c_int,
        *const c_char,
        u32,
        *const c_char,
        u32,
    ) -> *mut ffi::php_stream;
    unsafe extern "C" {
        fn _php_stream_alloc(
            operations: AtOperations,
            data: *mut c_void,
            persistent: *const c_char,
            mode: *const c_char,
        ) -> *mut ffi::php_stream;
    }
    let (operations, mode) = (&raw const OPERATIONS, c"r+".as_ptr());
    // SAFETY: the operations and the mode live as long as the process; the function has the parameters of its build.
    unsafe {
        if PHP_DEBUG {
            let alloc: AllocateInDebug = std::mem::transmute(_php_stream_alloc as *const ());
            let place = c"redislock".as_ptr();
            return alloc(operations, data, null(), mode, 0, place, 0, place, 0);
        }
        _php_stream_alloc(operations, data, null(), mode)
    }
}

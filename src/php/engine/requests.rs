//! Owns being called where a server begins and ends a request, also inside one script that serves many.
//! Does not own what happens then (`php::life_cycle`).
//!
//! ext-php-rs offers the beginning alone (`sapi_activate_function`), and a module that uses it cannot be loaded by dl().

use std::ffi::c_int;
use std::ptr::{fn_addr_eq, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use ext_php_rs::ffi::{MODULE_TEMPORARY, ZEND_RESULT_CODE_SUCCESS as SUCCESS};
use ext_php_rs::zend::SapiModule;

type Hook = unsafe extern "C" fn() -> c_int;

/// What is called where a request begins, and where it ends.
struct Tell {
    began: fn(),
    ended: fn(),
}

static TELL: OnceLock<Tell> = OnceLock::new();
/// What the server, or another extension, had where ours are now: null or a [`Hook`].
static ACTIVATE: AtomicPtr<()> = AtomicPtr::new(null_mut());
static DEACTIVATE: AtomicPtr<()> = AtomicPtr::new(null_mut());

unsafe extern "C" fn activate() -> c_int {
    let result = call_previous(&ACTIVATE);
    if let Some(tell) = TELL.get() {
        (tell.began)();
    }
    result
}

unsafe extern "C" fn deactivate() -> c_int {
    if let Some(tell) = TELL.get() {
        (tell.ended)();
    }
    call_previous(&DEACTIVATE)
}

fn previous(place: &AtomicPtr<()>) -> Option<Hook> {
    let hook = place.load(Ordering::Acquire);
    // SAFETY: it is null or was made of a `Hook` by `put`, and pointers to functions are as wide as pointers to data.
    (!hook.is_null()).then(|| unsafe { std::mem::transmute::<*mut (), Hook>(hook) })
}

/// A fatal error may leave the previous one by longjmp: nothing here is to be dropped.
fn call_previous(place: &AtomicPtr<()>) -> c_int {
    // SAFETY: called where PHP would have called it, once in its place.
    previous(place).map_or(SUCCESS, |hook| unsafe { hook() })
}

fn put(at: &mut Option<Hook>, ours: Hook, place: &AtomicPtr<()>) {
    if !at.is_some_and(|hook| fn_addr_eq(hook, ours)) {
        place.store(at.map_or(null_mut(), |hook| hook as *mut ()), Ordering::Release);
        *at = Some(ours);
    }
}

/// One that was put over ours afterwards goes on to call it: then it stays.
fn take_back(at: &mut Option<Hook>, ours: Hook, place: &AtomicPtr<()>) {
    if at.is_some_and(|hook| fn_addr_eq(hook, ours)) {
        *at = previous(place);
    }
}

/// Has `began` and `ended` called by every thread for each of its requests, PHP's own and those of a worker. Only while the module
/// starts; each start of PHP begins with the hooks of the server itself.
pub(in crate::php) fn tell_of_requests(kind: c_int, began: fn(), ended: fn()) {
    if kind == MODULE_TEMPORARY.cast_signed() {
        // dl() unloads this library before PHP has ended its request.
        return;
    }
    TELL.get_or_init(|| Tell { began, ended });
    let mut server = SapiModule::get_mut();
    put(&mut server.activate, activate, &ACTIVATE);
    put(&mut server.deactivate, deactivate, &DEACTIVATE);
}

/// Undoes that. Only while the module shuts down.
pub(in crate::php) fn tell_of_no_more_requests() {
    let mut server = SapiModule::get_mut();
    take_back(&mut server.activate, activate, &ACTIVATE);
    take_back(&mut server.deactivate, deactivate, &DEACTIVATE);
}

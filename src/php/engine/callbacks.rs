//! Owns what may be called by run() and by waits: anything that does its work before it returns.
//! Does not own calling it (`php::run`, `wait_hook`).

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use ext_php_rs::ffi::{self, zend_fcall_info_cache};
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ClassEntry;

use super::{Thrown, type_error, wrong_type};

/// `ZEND_ACC_GENERATOR` (Zend/zend_compile.h): a function with a `yield` in it.
const GENERATOR: u32 = 1 << 24;

/// How an object of the class Generator begins (`_zend_generator`, Zend/zend_generators.h).
#[repr(C)]
struct Generator {
    std: ffi::zend_object,
    /// The suspended call; null once the function has ended.
    execute_data: *mut c_void,
}

unsafe extern "C" {
    fn zend_wrong_callback_error(num: u32, error: *mut c_char);
    fn zend_wrong_callback_or_null_error(num: u32, error: *mut c_char);
    fn zend_release_fcall_info_cache(cache: *mut zend_fcall_info_cache);
    static zend_ce_generator: *mut ClassEntry;
}

/// Throws PHP's TypeError unless `arg` can be called, and does its work when it is: a generator function does none before its
/// generator is run. `or_null`: PHP's words say that null is taken, too.
pub(in crate::php) fn check_callable(arg: &mut Zval, num: u32, or_null: bool) -> Result<(), Thrown> {
    let mut cache = MaybeUninit::<zend_fcall_info_cache>::zeroed();
    let mut error: *mut c_char = null_mut();
    // SAFETY: all pointers are live for the call. A cache that was filled is released, which frees the stand-in of a magic method
    // and nothing else. The functions that throw free `error`, and take only a real one.
    unsafe {
        if ffi::zend_is_callable_ex(arg, null_mut(), 0, null_mut(), cache.as_mut_ptr(), &raw mut error) {
            let function = (*cache.as_ptr()).function_handler;
            let is_generator = !function.is_null() && (*function).common.fn_flags & GENERATOR != 0;
            zend_release_fcall_info_cache(cache.as_mut_ptr());
            let problem = "must not be a generator function, which does nothing before its generator is run: \
                           put the loop into the callback";
            return if is_generator { Err(type_error(num, problem)) } else { Ok(()) };
        }
        match (error.is_null(), or_null) {
            (false, false) => zend_wrong_callback_error(num, error),
            (false, true) => zend_wrong_callback_or_null_error(num, error),
            (true, false) => return Err(wrong_type(arg, num, ffi::_zend_expected_type_Z_EXPECTED_FUNC)),
            (true, true) => return Err(wrong_type(arg, num, ffi::_zend_expected_type_Z_EXPECTED_FUNC_OR_NULL)),
        }
    }
    Err(Thrown)
}

/// Tells whether a value is a generator with something left to do.
pub(in crate::php) fn is_unfinished_generator(value: &Zval) -> bool {
    let value = value.dereference();
    if !value.is_object() {
        return false;
    }
    // SAFETY: an object's value is a live object; one of that class, which is final, begins as `Generator` does.
    unsafe {
        let object = value.value.obj;
        (*object).ce == zend_ce_generator && !(*object.cast::<Generator>()).execute_data.is_null()
    }
}

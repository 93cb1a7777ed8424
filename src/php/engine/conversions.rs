//! Owns reading arguments as PHP's own functions do, by PHP's own functions, and their errors.
//! Does not own which argument is what (`php::arguments`).

use std::ffi::c_char;
use std::fmt::Display;

use ext_php_rs::ffi;
use ext_php_rs::types::{ZendStr, Zval};

use super::{Thrown, c_string, has_exception};

unsafe extern "C" {
    fn zend_parse_arg_number_slow(arg: *mut Zval, dest: *mut *mut Zval, num: u32) -> bool;
    fn zend_parse_arg_long_slow(arg: *mut Zval, dest: *mut ffi::zend_long, num: u32) -> bool;
    fn zend_wrong_parameter_type_error(num: u32, expected: u32, arg: *mut Zval);
    fn zend_argument_value_error(num: u32, format: *const c_char, ...);
    fn zend_argument_type_error(num: u32, format: *const c_char, ...);
}

/// What PHP 8.6 returns, PHP wrote to a place of the caller's before (Zend/zend_API.h).
mod slow {
    #[cfg(not(php86))]
    use std::ptr::null_mut;

    use ext_php_rs::types::{ZendStr, Zval};

    unsafe extern "C" {
        #[cfg(php86)]
        fn zend_parse_arg_str_slow(arg: *mut Zval, num: u32) -> *mut ZendStr;
        #[cfg(php86)]
        fn zend_parse_arg_bool_slow(arg: *const Zval, num: u32) -> std::ffi::c_uint;
        #[cfg(not(php86))]
        fn zend_parse_arg_str_slow(arg: *mut Zval, dest: *mut *mut ZendStr, num: u32) -> bool;
        #[cfg(not(php86))]
        fn zend_parse_arg_bool_slow(arg: *const Zval, dest: *mut bool, num: u32) -> bool;
    }

    /// Turns an argument into a string in its place, and tells whether it could.
    ///
    /// # Safety
    /// `arg` is a live zval of the running call.
    pub(super) unsafe fn make_string(arg: &mut Zval, num: u32) -> bool {
        // SAFETY: the caller's; the string is the argument's own.
        #[cfg(php86)]
        unsafe {
            !zend_parse_arg_str_slow(arg, num).is_null()
        }
        // SAFETY: the caller's; `text` lives during the call.
        #[cfg(not(php86))]
        unsafe {
            let mut text = null_mut();
            zend_parse_arg_str_slow(arg, &raw mut text, num)
        }
    }

    /// Reads a bool; `None` where the argument is none.
    ///
    /// # Safety
    /// `arg` is a live zval of the running call.
    pub(super) unsafe fn boolean(arg: &Zval, num: u32) -> Option<bool> {
        // SAFETY: the caller's. 0 and 1 are the bool, 2 is an error (`zpp_parse_bool_status`).
        #[cfg(php86)]
        match unsafe { zend_parse_arg_bool_slow(arg, num) } {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
        // SAFETY: the caller's; `value` lives during the call.
        #[cfg(not(php86))]
        unsafe {
            let mut value = false;
            zend_parse_arg_bool_slow(arg, &raw mut value, num).then_some(value)
        }
    }
}

/// Reads a string as PHP's own functions do: coerced or refused by the caller's strict_types.
pub(in crate::php) fn string(arg: &mut Zval, num: u32, expected: u32) -> Result<&[u8], Thrown> {
    if !arg.is_string() {
        // SAFETY: `arg` is a live zval of the running call; on success it is a string.
        if !unsafe { slow::make_string(arg, num) } {
            return Err(wrong_type(arg, num, expected));
        }
    }
    Ok(arg.zend_str().map(ZendStr::as_bytes).unwrap_or_default())
}

/// Reads a number as PHP's own functions do: a numeric string becomes one unless the caller has strict_types.
pub(in crate::php) fn number(arg: &mut Zval, num: u32, expected: u32) -> Result<f64, Thrown> {
    let mut converted: *mut Zval = arg;
    if !arg.is_long() && !arg.is_double() {
        // SAFETY: `arg` is a live zval of the running call; PHP converts it in place and points `converted` at it.
        let ok = unsafe { zend_parse_arg_number_slow(arg, &raw mut converted, num) };
        if !ok {
            return Err(wrong_type(arg, num, expected));
        }
    }
    // SAFETY: `converted` is `arg` itself, which PHP has turned into a number.
    let converted = unsafe { &*converted };
    match (converted.long(), converted.double()) {
        #[expect(clippy::cast_precision_loss, reason = "far above the longest ttl where it begins")]
        (Some(int), _) if converted.is_long() => Ok(int as f64),
        (_, Some(float)) => Ok(float),
        _ => Err(wrong_type(arg, num, expected)),
    }
}

/// Reads a bool as PHP's own functions do.
pub(in crate::php) fn boolean(arg: &mut Zval, num: u32) -> Result<bool, Thrown> {
    if let Some(value) = arg.bool() {
        return Ok(value);
    }
    // SAFETY: `arg` is a live zval of the running call.
    unsafe { slow::boolean(arg, num) }.ok_or_else(|| wrong_type(arg, num, ffi::_zend_expected_type_Z_EXPECTED_BOOL))
}

/// Reads an int as PHP's own functions do.
pub(in crate::php) fn integer(arg: &mut Zval, num: u32) -> Result<i64, Thrown> {
    if arg.is_long()
        && let Some(value) = arg.long()
    {
        return Ok(value);
    }
    let mut value = 0;
    // SAFETY: `arg` is a live zval of the running call, `value` a live integer of PHP's width.
    if unsafe { zend_parse_arg_long_slow(arg, &raw mut value, num) } {
        return Ok(value);
    }
    Err(wrong_type(arg, num, ffi::_zend_expected_type_Z_EXPECTED_LONG))
}

/// Throws PHP's TypeError about an argument.
pub(in crate::php) fn wrong_type(arg: &mut Zval, num: u32, expected: u32) -> Thrown {
    if !has_exception() {
        // SAFETY: `arg` is a live zval, `expected` one of PHP's own constants.
        unsafe { zend_wrong_parameter_type_error(num, expected, arg) }
    }
    Thrown
}

/// Throws a TypeError about what is inside an argument; `problem` continues "Argument #3 ($server) ...".
#[cold]
pub(in crate::php) fn type_error(num: u32, problem: impl Display) -> Thrown {
    // SAFETY: the format takes one string, and both are NUL-terminated.
    unsafe { zend_argument_type_error(num, c"%s".as_ptr(), c_string(&problem.to_string()).as_ptr()) }
    Thrown
}

/// Throws PHP's ValueError about an argument; `problem` continues "Argument #1 ($key) ...".
#[cold]
pub(in crate::php) fn value_error(num: u32, problem: impl Display) -> Thrown {
    // SAFETY: the format takes one string, and both are NUL-terminated.
    unsafe { zend_argument_value_error(num, c"%s".as_ptr(), c_string(&problem.to_string()).as_ptr()) }
    Thrown
}

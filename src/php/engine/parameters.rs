//! Owns changing what Reflection shows of a parameter, and of a method whose result must be used.
//! Does not own what it shows (`php::reflection`).

use std::ffi::{CStr, c_char, c_void};

use ext_php_rs::ffi;
use ext_php_rs::types::ZendStr;
use ext_php_rs::zend::ClassEntry;

/// What Reflection shows of one parameter.
pub(in crate::php) struct Parameter {
    pub(in crate::php) method: &'static CStr,
    /// From 0.
    pub(in crate::php) index: usize,
    /// `MAY_BE_*` bits.
    pub(in crate::php) types: u32,
    /// As PHP code; `None` for a required parameter.
    pub(in crate::php) default: Option<&'static CStr>,
    pub(in crate::php) sensitive: bool,
}

/// The bits of a type mask that name types (`_ZEND_TYPE_MAY_BE_MASK` is larger; the other bits are flags to be kept).
const TYPE_BITS: u32 = 0x3ffff;
/// The attribute of a method whose result must be used.
const NO_DISCARD: &str = "NoDiscard";

unsafe extern "C" {
    fn zend_add_attribute(
        attributes: *mut *mut c_void,
        name: *mut ZendStr,
        argc: u32,
        flags: u32,
        offset: u32,
        line: u32,
    ) -> *mut c_void;
}

/// How a parameter's default is kept: PHP's headers say which of them it is (`arg_info`, Zend/zend_compile.h).
trait DefaultValue {
    fn of(code: &'static CStr) -> Self;
}

/// PHP 8.2 to 8.5.
impl DefaultValue for *const c_char {
    fn of(code: &'static CStr) -> Self {
        code.as_ptr()
    }
}

/// PHP 8.6 and later, which lets go of it when the class ends: then [`keep_default`] has made it one that stays.
impl DefaultValue for *mut ffi::zend_string {
    fn of(code: &'static CStr) -> Self {
        ZendStr::new_interned(code.to_bytes(), true).into_raw()
    }
}

/// Has PHP keep a default's text until it ends. Only while the module starts: what is interned later ends with the request.
pub(in crate::php) fn keep_default(parameter: &Parameter) {
    if let Some(default) = parameter.default {
        let _: *mut ffi::zend_string = DefaultValue::of(default);
    }
}

/// Has PHP keep the names of attributes, which earlier PHPs do not know, until it ends. Only while the module starts, as above.
pub(in crate::php) fn keep_attributes() {
    let _: *mut ffi::zend_string = ZendStr::new_interned(NO_DISCARD, true).into_raw();
}

/// Makes Reflection tell the truth about a parameter. Once for each start of the module, before any script runs.
pub(in crate::php) fn describe(class: &ClassEntry, parameter: &Parameter) {
    let method = parameter.method;
    // SAFETY: our class has this method with that many parameters (a phpt compares every one with the stub); its
    // argument table was allocated by ext-php-rs for the process and is written before any thread runs a script.
    unsafe {
        let function = method_of(class, method);
        if function.is_null() {
            return;
        }
        let internal = &mut (*function).internal_function;
        let info = &mut *internal.arg_info.add(parameter.index);
        info.type_.type_mask = (info.type_.type_mask & !TYPE_BITS) | parameter.types;
        if let Some(default) = parameter.default {
            info.default_value = DefaultValue::of(default);
        }
        if parameter.sensitive {
            mark_sensitive(internal, parameter.index);
        }
    }
}

/// Has PHP warn where a program drops the result of a method (`#[\NoDiscard]`, PHP 8.5). Once for each start of the module, before
/// any script runs. An earlier PHP shows the attribute, and warns of nothing.
pub(in crate::php) fn must_be_used(class: &ClassEntry, method: &'static CStr) {
    // SAFETY: as in `describe`. An attribute of the function itself has the offset 0.
    unsafe {
        let function = method_of(class, method);
        if !function.is_null() {
            add_attribute(&mut (*function).internal_function, NO_DISCARD, 0);
            #[cfg(php85)]
            {
                /// `ZEND_ACC_NODISCARD` (Zend/zend_compile.h).
                const FLAG: u32 = 1 << 29;
                (*function).internal_function.fn_flags |= FLAG;
            }
        }
    }
}

/// Returns a method of our class; null where PHP has taken its methods away (disable_classes).
fn method_of(class: &ClassEntry, method: &'static CStr) -> *mut ffi::zend_function {
    // SAFETY: the table of a registered class, and a name with its length.
    unsafe {
        ffi::zend_hash_str_find_ptr_lc(&raw const class.function_table, method.as_ptr(), method.to_bytes().len()).cast()
    }
}

/// # Safety
/// `function` is a registered internal function with a parameter of that index.
unsafe fn mark_sensitive(function: &mut ffi::zend_internal_function, index: usize) {
    // Attributes of parameters are stored with the parameter's number from 1.
    // SAFETY: the caller's.
    unsafe { add_attribute(function, "SensitiveParameter", u32::try_from(index + 1).unwrap_or(1)) }
}

/// # Safety
/// `function` is a registered internal function; the offset is 0, for itself, or the number of one of its parameters.
unsafe fn add_attribute(function: &mut ffi::zend_internal_function, name: &str, offset: u32) {
    /// `ZEND_ATTRIBUTE_PERSISTENT` (Zend/zend_attributes.h).
    const PERSISTENT: u32 = 1;
    // SAFETY: the caller's; the attribute list is made by PHP on its first entry.
    unsafe {
        let attributes: *mut *mut c_void = (&raw mut function.attributes).cast();
        zend_add_attribute(attributes, ZendStr::new_interned(name, true).into_raw(), 0, PERSISTENT, offset, 0);
    }
}

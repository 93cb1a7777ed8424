//! Owns changing what Reflection shows of a parameter.
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

/// Makes Reflection tell the truth about a parameter. Once for each start of the module, before any script runs.
pub(in crate::php) fn describe(class: &ClassEntry, parameter: &Parameter) {
    let method = parameter.method;
    // SAFETY: our class has this method with that many parameters (a phpt compares every one with the stub); its
    // argument table was allocated by ext-php-rs for the process and is written before any thread runs a script.
    unsafe {
        let function =
            ffi::zend_hash_str_find_ptr_lc(&raw const class.function_table, method.as_ptr(), method.to_bytes().len())
                .cast::<ffi::zend_function>();
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

/// # Safety
/// `function` is a registered internal function with a parameter of that index.
unsafe fn mark_sensitive(function: &mut ffi::zend_internal_function, index: usize) {
    /// `ZEND_ATTRIBUTE_PERSISTENT` (Zend/zend_attributes.h).
    const PERSISTENT: u32 = 1;
    // Attributes of parameters are stored with the parameter's number from 1.
    let offset = u32::try_from(index + 1).unwrap_or(1);
    // SAFETY: the caller's; the attribute list is made by PHP on its first entry.
    unsafe {
        let attributes: *mut *mut c_void = (&raw mut function.attributes).cast();
        let name = ZendStr::new_interned("SensitiveParameter", true).into_raw();
        zend_add_attribute(attributes, name, 0, PERSISTENT, offset, 0);
    }
}

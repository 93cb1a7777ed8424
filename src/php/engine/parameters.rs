//! Owns changing what Reflection shows of a parameter, and of a method whose result must be used.
//! Does not own what it shows (`php::signature`).

use std::ffi::c_void;

use ext_php_rs::ffi;
use ext_php_rs::types::ZendStr;
use ext_php_rs::zend::ClassEntry;

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

/// Has PHP keep the names of attributes, which earlier PHPs do not know, until it ends. Only while the module starts: what is
/// interned later ends with the request.
pub(in crate::php) fn keep_attributes() {
    let _: *mut ffi::zend_string = ZendStr::new_interned(NO_DISCARD, true).into_raw();
}

/// Gives a parameter its types, as `MAY_BE_*` bits, and keeps a secret out of traces. Once for each start of the module, before any
/// script runs.
pub(in crate::php) fn describe(class: &ClassEntry, method: &str, index: usize, types: u32, is_secret: bool) {
    // SAFETY: our class has this method with that many parameters, for one table has registered it; its argument table was
    // allocated by ext-php-rs for the process and is written before any thread runs a script.
    unsafe {
        let function = method_of(class, method);
        if function.is_null() {
            return;
        }
        let internal = &mut (*function).internal_function;
        let kind = &mut (*internal.arg_info.add(index)).type_;
        kind.type_mask = (kind.type_mask & !TYPE_BITS) | types;
        if is_secret {
            // Attributes of parameters are stored with the parameter's number from 1.
            add_attribute(internal, "SensitiveParameter", u32::try_from(index + 1).unwrap_or(1));
        }
    }
}

/// Has PHP warn where a program drops the result of a method (`#[\NoDiscard]`, PHP 8.5). Once for each start of the module, before
/// any script runs. An earlier PHP shows the attribute, and warns of nothing.
pub(in crate::php) fn must_be_used(class: &ClassEntry, method: &str) {
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
fn method_of(class: &ClassEntry, method: &str) -> *mut ffi::zend_function {
    // SAFETY: the table of a registered class, and a name with its length.
    unsafe {
        ffi::zend_hash_str_find_ptr_lc(&raw const class.function_table, method.as_ptr().cast(), method.len()).cast()
    }
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

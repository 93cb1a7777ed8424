//! Owns registering classes by hand, and throwing their objects.
//! Does not own which classes there are (`php::exceptions`).

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

use ext_php_rs::class::RegisteredClass;
use ext_php_rs::ffi;
use ext_php_rs::types::{ZendStr, Zval};
use ext_php_rs::zend::ClassEntry;

use super::{Thrown, has_exception, pending, run_interrupts};

unsafe extern "C" {
    fn zend_throw_exception_object(object: *mut Zval);
    fn zend_exception_set_previous(exception: *mut ffi::zend_object, previous: *mut ffi::zend_object);
    fn zend_is_unwind_exit(exception: *const ffi::zend_object) -> bool;
    fn zend_is_graceful_exit(exception: *const ffi::zend_object) -> bool;
    fn zend_update_property_ex(
        scope: *mut ClassEntry,
        object: *mut ffi::zend_object,
        name: *mut ZendStr,
        value: *mut Zval,
    );
    fn zend_declare_typed_property(
        class: *mut ClassEntry,
        name: *mut ZendStr,
        default: *mut Zval,
        flags: c_int,
        doc: *mut ZendStr,
        kind: ffi::zend_type,
    ) -> *mut c_void;
    fn zend_std_compare_objects(one: *mut Zval, other: *mut Zval) -> c_int;
    fn object_init_ex(zval: *mut Zval, class: *mut ClassEntry) -> c_int;
    static spl_ce_RuntimeException: *mut ClassEntry;
    static spl_ce_LogicException: *mut ClassEntry;
}

/// PHP's RuntimeException.
pub(in crate::php) fn runtime_exception() -> *mut ClassEntry {
    // SAFETY: set when the SPL extension started, which is before any other extension.
    unsafe { spl_ce_RuntimeException }
}

/// PHP's LogicException.
pub(in crate::php) fn logic_exception() -> *mut ClassEntry {
    // SAFETY: as for RuntimeException.
    unsafe { spl_ce_LogicException }
}

/// Registers a class without methods of its own. Only while the module starts.
pub(in crate::php) fn register_class(name: &str, parent: *mut ClassEntry) -> *mut ClassEntry {
    // SAFETY: a zeroed class entry with a name is what INIT_CLASS_ENTRY makes; PHP copies it.
    unsafe {
        let mut class: ClassEntry = std::mem::zeroed();
        class.name = ZendStr::new_interned(name, true).into_raw();
        ffi::zend_register_internal_class_ex(&raw mut class, parent)
    }
}

/// Declares `public mixed $name = null`. Only while the module starts.
pub(in crate::php) fn declare_mixed_property(class: *mut ClassEntry, name: &str) {
    let kind = ffi::zend_type { ptr: null_mut(), type_mask: ffi::MAY_BE_ANY };
    let flags = c_int::try_from(ffi::ZEND_ACC_PUBLIC).unwrap_or(1);
    let mut default = Zval::null();
    // SAFETY: the class was just registered, the name is interned for good, the default needs no memory.
    unsafe {
        let name = ZendStr::new_interned(name, true).into_raw();
        zend_declare_typed_property(class, name, &raw mut default, flags, null_mut(), kind);
    }
}

/// Has the objects of our class be equal to nothing but themselves, as those of PHP's classes that stand for something outside (PDO,
/// CurlHandle): without properties they would all be equal. Once for each start of the module, before any script runs.
pub(in crate::php) fn never_equal<T: RegisteredClass>() {
    let handlers: *const ffi::zend_object_handlers = T::get_metadata().handlers();
    // SAFETY: ext-php-rs made this table at run time, in memory that can be written, and hands out nothing else than its
    // address; no object of the class exists yet, and no other thread runs a script.
    unsafe { (&raw mut (*handlers.cast_mut()).compare).write(Some(compare)) }
}

/// PHP asks about two different values of which one at least is of our class.
unsafe extern "C" fn compare(one: *mut Zval, other: *mut Zval) -> c_int {
    /// `ZEND_UNCOMPARABLE` (Zend/zend_types.h): neither equal, nor less, nor greater.
    const UNCOMPARABLE: c_int = 1;
    // SAFETY: PHP calls with two live values. The standard handler compares what is no object: `$lock == true`.
    unsafe {
        let both = (*one).is_object() && (*other).is_object();
        if both { UNCOMPARABLE } else { zend_std_compare_objects(one, other) }
    }
}

/// Makes an exception with a message, file, line and trace, and throws it; `property` fills the property of that name. If a signal's handler has
/// thrown, its exception ends the call: it was meant to end what was going on. One with a property tells of work that was done, and is
/// the other's previous one then.
pub(in crate::php) fn throw(class: *mut ClassEntry, message: &str, property: Option<(&str, &Zval)>) -> Thrown {
    run_interrupts();
    if has_exception() && property.is_none() {
        return Thrown;
    }
    let mut exception = Zval::new();
    let mut text = Zval::new();
    text.set_zend_string(ZendStr::new(message, false));
    // SAFETY: the class is a registered child of Exception or Error, so its objects have the property `message`, and
    // PHP's own create handler fills file, line and trace. Properties are copied; the throw takes the reference over.
    unsafe {
        object_init_ex(&raw mut exception, class);
        let object = exception.value.obj;
        set_property(class, object, "message", &mut text);
        if let Some((name, value)) = property {
            set_property(class, object, name, &mut value.shallow_clone());
        }
        match pending() {
            None => zend_throw_exception_object(&raw mut exception),
            // No object of a class of exceptions: it has no previous one.
            Some(pending) if zend_is_unwind_exit(pending) || zend_is_graceful_exit(pending) => return Thrown,
            Some(pending) => zend_exception_set_previous(pending, object),
        }
    }
    std::mem::forget(exception);
    Thrown
}

/// Sets a property of an exception that is being made.
///
/// # Safety
/// `object` is a live object of `class` or a child, and that class declares the property.
unsafe fn set_property(class: *mut ClassEntry, object: *mut ffi::zend_object, name: &str, value: &mut Zval) {
    let mut name = ZendStr::new(name, false);
    // SAFETY: the caller's; name and value are live and PHP takes its own references.
    unsafe { zend_update_property_ex(class, object, &raw mut *name, value) }
}

//! Owns: the parts of PHP's C interface that ext-php-rs does not offer, behind functions that cannot be misused.
//! Does not own: deciding anything.
//! Called by: the other files of `php`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;

use ext_php_rs::ffi::{self, zend_fcall_info_cache};
use ext_php_rs::types::{ZendClassObject, ZendStr, Zval};
use ext_php_rs::zend::ClassEntry;

use crate::php::class::RedisLock;

/// `EG(flags)`: PHP is ending the request (`EG_FLAGS_IN_SHUTDOWN`, Zend/zend_globals.h).
const IN_SHUTDOWN: u8 = 1;

unsafe extern "C" {
    fn zend_parse_arg_str_slow(arg: *mut Zval, dest: *mut *mut ZendStr, num: u32) -> bool;
    fn zend_parse_arg_number_slow(arg: *mut Zval, dest: *mut *mut Zval, num: u32) -> bool;
    fn zend_parse_arg_bool_slow(arg: *mut Zval, dest: *mut bool, num: u32) -> bool;
    fn zend_wrong_parameter_type_error(num: u32, expected: u32, arg: *mut Zval);
    fn zend_wrong_callback_error(num: u32, error: *mut c_char);
    fn zend_argument_value_error(num: u32, format: *const c_char, ...);
    fn zend_error(kind: c_int, format: *const c_char, ...);
    fn zend_throw_exception_object(object: *mut Zval);
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
    fn object_init_ex(zval: *mut Zval, class: *mut ClassEntry) -> c_int;
    fn php_check_open_basedir_ex(path: *const c_char, warn: c_int) -> c_int;
    fn php_log_err_with_severity(message: *const c_char, severity: c_int);
    fn zend_unregister_ini_entries(module: c_int);
    fn display_ini_entries(module: *mut ffi::zend_module_entry);
    static spl_ce_RuntimeException: *mut ClassEntry;
    static spl_ce_LogicException: *mut ClassEntry;
}

unsafe extern "C" {
    // From ext-php-rs's own C file: the globals of this thread, also on thread-safe PHPs.
    fn ext_php_rs_executor_globals() -> *mut ffi::_zend_executor_globals;
}

/// An exception of PHP's is pending; nothing but returning is left to do.
pub(super) struct Thrown;

/// A number as PHP code gave it.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Int(i64),
    Float(f64),
}

/// Reads a string as PHP's own functions do: coerced or refused by the caller's strict_types.
pub(super) fn string(arg: &mut Zval, num: u32, expected: u32) -> Result<Vec<u8>, Thrown> {
    if let Some(text) = arg.zend_str() {
        return Ok(text.as_bytes().to_vec());
    }
    let mut text = null_mut();
    // SAFETY: `arg` is a live zval of the running call; on success `text` points to a string that it owns.
    unsafe {
        if zend_parse_arg_str_slow(arg, &raw mut text, num) {
            return Ok((*text).as_bytes().to_vec());
        }
    }
    Err(wrong_type(arg, num, expected))
}

/// Reads a number as PHP's own functions do: a numeric string becomes one unless the caller has strict_types.
pub(super) fn number(arg: &mut Zval, num: u32, expected: u32) -> Result<Number, Thrown> {
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
        (Some(int), _) if converted.is_long() => Ok(Number::Int(int)),
        (_, Some(float)) => Ok(Number::Float(float)),
        _ => Err(wrong_type(arg, num, expected)),
    }
}

/// Reads a bool as PHP's own functions do.
pub(super) fn boolean(arg: &mut Zval, num: u32) -> Result<bool, Thrown> {
    if let Some(value) = arg.bool() {
        return Ok(value);
    }
    let mut value = false;
    // SAFETY: `arg` is a live zval of the running call, `value` a live bool.
    if unsafe { zend_parse_arg_bool_slow(arg, &raw mut value, num) } {
        return Ok(value);
    }
    Err(wrong_type(arg, num, ffi::_zend_expected_type_Z_EXPECTED_BOOL))
}

/// Throws PHP's TypeError unless `arg` can be called.
pub(super) fn check_callable(arg: &mut Zval, num: u32) -> Result<(), Thrown> {
    if arg.is_callable() {
        return Ok(());
    }
    let mut cache = MaybeUninit::<zend_fcall_info_cache>::zeroed();
    let mut error: *mut c_char = null_mut();
    // SAFETY: all pointers are live for the call. It was not callable a moment ago, so there is no trampoline in
    // `cache` to release. `zend_wrong_callback_error` frees `error`, and takes only a real one.
    unsafe {
        ffi::zend_is_callable_ex(arg, null_mut(), 0, null_mut(), cache.as_mut_ptr(), &raw mut error);
        if error.is_null() {
            zend_wrong_parameter_type_error(num, ffi::_zend_expected_type_Z_EXPECTED_FUNC, arg);
        } else {
            zend_wrong_callback_error(num, error);
        }
    }
    Err(Thrown)
}

fn wrong_type(arg: &mut Zval, num: u32, expected: u32) -> Thrown {
    if !has_exception() {
        // SAFETY: `arg` is a live zval, `expected` one of PHP's own constants.
        unsafe { zend_wrong_parameter_type_error(num, expected, arg) }
    }
    Thrown
}

/// Throws PHP's ValueError about an argument; `problem` continues "Argument #1 ($key) ...".
pub(super) fn value_error(num: u32, problem: &str) -> Thrown {
    // SAFETY: the format takes one string, and both are NUL-terminated.
    unsafe { zend_argument_value_error(num, c"%s".as_ptr(), c_string(problem).as_ptr()) }
    Thrown
}

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

/// Tells whether open_basedir allows a file, without a warning.
pub(super) fn is_within_open_basedir(path: &Path) -> bool {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: the path is NUL-terminated.
    unsafe { php_check_open_basedir_ex(path.as_ptr(), 0) == 0 }
}

/// Tells whether PHP is ending the request: from before the shutdown functions on.
pub(super) fn is_in_shutdown() -> bool {
    // SAFETY: the globals of this thread live as long as the thread runs PHP code.
    unsafe { (*ext_php_rs_executor_globals()).flags & IN_SHUTDOWN != 0 }
}

/// Tells whether an exception is pending.
pub(super) fn has_exception() -> bool {
    // SAFETY: as in `is_in_shutdown`.
    unsafe { !(*ext_php_rs_executor_globals()).exception.is_null() }
}

/// Returns the object whose method is running, as a value that keeps it alive.
pub(super) fn this() -> Zval {
    // SAFETY: called from a method's handler, so the running frame is that method's and has an object.
    unsafe { (*(*ext_php_rs_executor_globals()).current_execute_data).This.shallow_clone() }
}

/// Tells whether the object whose constructor is running has been constructed before.
pub(super) fn is_constructed() -> bool {
    // SAFETY: called from a constructor's handler, so the running frame has an object of our class.
    unsafe {
        let frame = (*ext_php_rs_executor_globals()).current_execute_data;
        !frame.is_null() && ZendClassObject::<RedisLock>::from_zend_obj(&*(*frame).This.value.obj).is_some()
    }
}

/// PHP's RuntimeException.
pub(super) fn runtime_exception() -> *mut ClassEntry {
    // SAFETY: set when the SPL extension started, which is before any other extension.
    unsafe { spl_ce_RuntimeException }
}

/// PHP's LogicException.
pub(super) fn logic_exception() -> *mut ClassEntry {
    // SAFETY: as for RuntimeException.
    unsafe { spl_ce_LogicException }
}

/// Registers a class without methods of its own. Only while the module starts.
pub(super) fn register_class(name: &str, parent: *mut ClassEntry) -> *mut ClassEntry {
    // SAFETY: a zeroed class entry with a name is what INIT_CLASS_ENTRY makes; PHP copies it.
    unsafe {
        let mut class: ClassEntry = std::mem::zeroed();
        class.name = ZendStr::new_interned(name, true).into_raw();
        ffi::zend_register_internal_class_ex(&raw mut class, parent)
    }
}

/// Declares `public mixed $name = null`. Only while the module starts.
pub(super) fn declare_mixed_property(class: *mut ClassEntry, name: &str) {
    let kind = ffi::zend_type { ptr: null_mut(), type_mask: ffi::MAY_BE_ANY };
    let flags = c_int::try_from(ffi::ZEND_ACC_PUBLIC).unwrap_or(1);
    let mut default = Zval::null();
    // SAFETY: the class was just registered, the name is interned for good, the default needs no memory.
    unsafe {
        let name = ZendStr::new_interned(name, true).into_raw();
        zend_declare_typed_property(class, name, &raw mut default, flags, null_mut(), kind);
    }
}

/// Makes an exception with a message, file, line and trace, and throws it; `result` fills the property of that name.
pub(super) fn throw(class: *mut ClassEntry, message: &str, result: Option<&Zval>) -> Thrown {
    let mut exception = Zval::new();
    let mut text = Zval::new();
    text.set_zend_string(ZendStr::new(message, false));
    // SAFETY: the class is a registered child of Exception or Error, so its objects have the property `message`, and
    // PHP's own create handler fills file, line and trace. Properties are copied; the throw takes the reference over.
    unsafe {
        object_init_ex(&raw mut exception, class);
        let object = exception.value.obj;
        set_property(class, object, "message", &mut text);
        if let Some(result) = result {
            set_property(class, object, "result", &mut result.shallow_clone());
        }
        zend_throw_exception_object(&raw mut exception);
    }
    std::mem::forget(exception);
    Thrown
}

/// # Safety
/// `object` is a live object of `class` or a child, and that class declares the property.
unsafe fn set_property(class: *mut ClassEntry, object: *mut ffi::zend_object, name: &str, value: &mut Zval) {
    let mut name = ZendStr::new(name, false);
    // SAFETY: the caller's; name and value are live and PHP takes its own references.
    unsafe { zend_update_property_ex(class, object, &raw mut *name, value) }
}

/// Forgets the module's ini settings, as MSHUTDOWN must.
pub(super) fn unregister_ini(module: c_int) {
    // SAFETY: the number is the one PHP gave the module.
    unsafe { zend_unregister_ini_entries(module) }
}

/// Prints the table of ini settings in phpinfo.
pub(super) fn display_ini(module: *mut ffi::zend_module_entry) {
    // SAFETY: PHP passes its own module entry to the info function.
    unsafe { display_ini_entries(module) }
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

/// What an ini entry holds while PHP calls one of its hooks.
pub(super) struct IniEntry<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: Option<&'a [u8]>,
}

/// Reads an ini entry that PHP passed to a hook; `original` picks the value from before any ini_set.
///
/// # Safety
/// `entry` is the pointer that PHP passed, and is used only during that call.
pub(super) unsafe fn ini_entry<'a>(entry: *mut ffi::zend_ini_entry, original: bool) -> IniEntry<'a> {
    // SAFETY: the caller's; an entry's name is a zend_string, its values are zend_strings or null.
    unsafe {
        let entry = &*entry;
        let value = if original && entry.modified != 0 { entry.orig_value } else { entry.value };
        IniEntry { name: bytes(entry.name).unwrap_or_default(), value: bytes(value) }
    }
}

/// Reads a zend_string that may be null.
///
/// # Safety
/// `text` is null, or a live string that outlives the result.
pub(super) unsafe fn bytes<'a>(text: *mut ZendStr) -> Option<&'a [u8]> {
    // SAFETY: the caller's.
    unsafe { (!text.is_null()).then(|| (*text).as_bytes()) }
}

/// What Reflection shows of one parameter.
pub(super) struct Parameter {
    pub(super) method: &'static CStr,
    /// From 0.
    pub(super) index: usize,
    /// `MAY_BE_*` bits.
    pub(super) types: u32,
    /// As PHP code; `None` for a required parameter.
    pub(super) default: Option<&'static CStr>,
    pub(super) sensitive: bool,
}

/// The bits of a type mask that name types (`_ZEND_TYPE_MAY_BE_MASK` is larger; the rest are flags to be kept).
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

/// Makes Reflection tell the truth about a parameter. Once for each process, before any script runs.
pub(super) fn describe(class: &ClassEntry, parameter: &Parameter) {
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
        let table = internal.arg_info.cast::<ffi::zend_internal_arg_info>();
        let info = &mut *table.add(parameter.index);
        info.type_.type_mask = (info.type_.type_mask & !TYPE_BITS) | parameter.types;
        if let Some(default) = parameter.default {
            info.default_value = default.as_ptr();
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

//! Owns reading what PHP hands to the hooks of ini settings, and their table in phpinfo.
//! Does not own which settings there are (`php::ini`).

use std::ffi::c_int;

use ext_php_rs::ffi;
use ext_php_rs::types::ZendStr;

unsafe extern "C" {
    fn zend_unregister_ini_entries(module: c_int);
    fn display_ini_entries(module: *mut ffi::zend_module_entry);
}

/// Forgets the module's ini settings, as MSHUTDOWN must.
pub(in crate::php) fn unregister_ini(module: c_int) {
    // SAFETY: the number is the one PHP gave the module.
    unsafe { zend_unregister_ini_entries(module) }
}

/// Prints the table of ini settings in phpinfo.
pub(in crate::php) fn display_ini(module: *mut ffi::zend_module_entry) {
    // SAFETY: PHP passes its own module entry to the info function.
    unsafe { display_ini_entries(module) }
}

/// What an ini entry holds while PHP calls one of its hooks.
pub(in crate::php) struct IniEntry<'a> {
    pub(in crate::php) name: &'a [u8],
    pub(in crate::php) value: Option<&'a [u8]>,
}

/// Reads an ini entry that PHP passed to a hook; `original` picks the value from before any ini_set.
///
/// # Safety
/// `entry` is the pointer that PHP passed, and is used only during that call.
pub(in crate::php) unsafe fn ini_entry<'a>(entry: *mut ffi::zend_ini_entry, original: bool) -> IniEntry<'a> {
    // SAFETY: the caller's; an entry's name is a zend_string, its values are zend_strings or null.
    unsafe {
        let entry = &*entry;
        // A number before PHP 8.6, a bool since.
        let modified = entry.modified != Default::default();
        let value = if original && modified { entry.orig_value } else { entry.value };
        IniEntry { name: bytes(entry.name).unwrap_or_default(), value: bytes(value) }
    }
}

/// Reads a zend_string that may be null.
///
/// # Safety
/// `text` is null, or a live string that outlives the result.
pub(in crate::php) unsafe fn bytes<'a>(text: *mut ZendStr) -> Option<&'a [u8]> {
    // SAFETY: the caller's.
    unsafe { (!text.is_null()).then(|| (*text).as_bytes()) }
}

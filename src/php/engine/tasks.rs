//! Owns telling the tasks of a program apart: fibers, coroutines, and the main one.
//! Does not own suspending them.
//!
//! Each has a stack of the VM's of its own, whatever library makes it; the place of its first page is its number. Another may have the same
//! number once it has ended.

use std::cell::Cell;

use ext_php_rs::ffi::zend_vm_stack;

use super::ext_php_rs_executor_globals;

thread_local! {
    static MAIN: Cell<usize> = const { Cell::new(0) };
}

/// Remembers which the main one is; called before a request's script runs.
pub(in crate::php) fn note_main() {
    MAIN.set(first_page());
}

/// Returns which task runs; 0: the main one.
pub(super) fn current() -> usize {
    let page = first_page();
    if page == MAIN.get() { 0 } else { page }
}

fn first_page() -> usize {
    // SAFETY: the globals of this thread, which runs PHP code; each page names the one before it, the first none.
    unsafe {
        let mut page: zend_vm_stack = (*ext_php_rs_executor_globals()).vm_stack;
        while !page.is_null() && !(*page).prev.is_null() {
            page = (*page).prev;
        }
        page.addr()
    }
}

//! Owns telling the tasks of a program apart: fibers, coroutines, and the main one.
//! Does not own suspending them.
//!
//! Each has a stack of the VM's of its own, whatever library makes it, and the place of its first page tells it from all that there are. A later
//! one may have its stack there. PHP says when a fiber ends, and nobody when a coroutine of Swoole's does.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};

use ext_php_rs::ffi::{MODULE_TEMPORARY, zend_vm_stack};

use super::ext_php_rs_executor_globals;

thread_local! {
    /// The first page of the main one.
    static MAIN: Cell<usize> = const { Cell::new(0) };
    /// The last number that was given; no two tasks of a thread have the same.
    static LAST: Cell<usize> = const { Cell::new(0) };
    /// Those that were asked for, by their place.
    static TASKS: RefCell<Vec<Task>> = const { RefCell::new(Vec::new()) };
}

struct Task {
    /// Its fiber, which many coroutines may share, and its first page.
    place: (usize, usize),
    number: usize,
}

unsafe extern "C" {
    /// Has `ended` called for each fiber whose stack PHP is about to free, by the thread that ran it.
    fn zend_observer_fiber_destroy_register(ended: unsafe extern "C" fn(fiber: *mut c_void));
}

/// Has PHP say when a fiber ends. Only while the module starts; PHP forgets it when it shuts down.
pub(in crate::php) fn tell_of_fibers(kind: c_int) {
    // PHP takes none back, so that each dl() would add one.
    if kind != MODULE_TEMPORARY.cast_signed() {
        // SAFETY: PHP's list is there before modules start, and no other thread runs yet; the function stays mapped.
        unsafe { zend_observer_fiber_destroy_register(forget) }
    }
}

/// Has a later fiber at the same place be another task.
unsafe extern "C" fn forget(fiber: *mut c_void) {
    // Nothing is left to forget where the thread itself ends.
    let _ = TASKS.try_with(|tasks| tasks.borrow_mut().retain(|task| task.place.0 != fiber.addr()));
}

/// Remembers which the main one is; called before a request's script runs.
pub(in crate::php) fn note_main() {
    MAIN.set(first_page());
    // After a fatal error PHP ends no fiber.
    TASKS.with_borrow_mut(Vec::clear);
}

/// Returns which task runs; 0: the main one.
pub(super) fn current() -> usize {
    let page = first_page();
    if page == MAIN.get() {
        return 0;
    }
    // SAFETY: the globals of this thread, which runs PHP code.
    let fiber = unsafe { (*ext_php_rs_executor_globals()).current_fiber_context };
    let place = (fiber.addr(), page);
    TASKS.with_borrow_mut(|tasks| match tasks.binary_search_by_key(&place, |task| task.place) {
        Ok(index) => tasks[index].number,
        Err(index) => {
            LAST.set(LAST.get() + 1);
            tasks.insert(index, Task { place, number: LAST.get() });
            LAST.get()
        }
    })
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

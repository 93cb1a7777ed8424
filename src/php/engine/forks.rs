//! Owns learning of a fork in the child, whatever code forks.
//! Does not own what has to be forgotten then (`process`, and each module that keeps something).

use std::ffi::c_int;
use std::sync::OnceLock;

unsafe extern "C" {
    // POSIX. The C library forgets the handler when it unloads this library.
    fn pthread_atfork(
        prepare: Option<extern "C" fn()>,
        parent: Option<extern "C" fn()>,
        child: Option<extern "C" fn()>,
    ) -> c_int;
}

static TELL: OnceLock<fn()> = OnceLock::new();

extern "C" fn in_child() {
    if let Some(tell) = TELL.get() {
        tell();
    }
}

/// Has `tell` called in every child of fork, before anything else runs there: it may do no more than a signal handler
/// may. False when that cannot be had.
///
/// A child that is made without the C library's fork goes unnoticed; PHP makes none.
pub(in crate::php) fn tell_of_forks(tell: fn()) -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    TELL.get_or_init(|| tell);
    // SAFETY: the handler is a function of this library, takes nothing, and touches nothing that a fork can leave halfway.
    *REGISTERED.get_or_init(|| unsafe { pthread_atfork(None, None, Some(in_child)) == 0 })
}

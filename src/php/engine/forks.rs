//! Owns learning of a fork, in the child and in its parent, whatever code forks.
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

/// Has `child` called in every child of fork, before anything else runs there, and `parent` in the process that forked: they may do
/// no more than a signal handler may. False when that cannot be had.
///
/// A child that is made without the C library's fork goes unnoticed; PHP makes none.
pub(in crate::php) fn tell_of_forks(child: extern "C" fn(), parent: extern "C" fn()) -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    // SAFETY: the handlers are functions of this library, take nothing, and touch nothing that a fork can leave halfway.
    *REGISTERED.get_or_init(|| unsafe { pthread_atfork(None, Some(parent), Some(child)) == 0 })
}

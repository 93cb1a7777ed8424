//! Owns that an object says that it waits: its program's signal handlers must not use it meanwhile.
//! Does not own the wait (`wait_loop`), what is refused then (`acquire`).

use crate::lock::Lock;

/// Says that the object waits, and lets it wait again, however this wait ends.
pub(super) struct Mark<'a>(&'a Lock);

impl<'a> Mark<'a> {
    pub(super) fn of(lock: &'a Lock) -> Self {
        lock.lease().lock().tokens.waits = true;
        Self(lock)
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.lease().lock().tokens.waits = false;
    }
}

//! Owns asking a link's server for a hint when a key that a waiter's attempt has read changes.
//! Does not own the commands and the pushes (`connection::tracking`), when a waiter wants that (`topology`).

use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Call;
use crate::failure::Failure;
use crate::node::link::Link;

/// How long the server has to reply that it pushes nothing more. A new connection costs less than that.
const PARTING: Duration = Duration::from_millis(100);

impl Link {
    /// Has the next request turn tracking on, or off, unless it is so already, or has been refused.
    pub(crate) fn track(&mut self, on: bool) {
        if on { self.connection.begin_tracking() } else { self.connection.end_tracking() }
    }

    /// Tells whether the server pushes hints about what is read here.
    pub(crate) fn is_tracking(&self) -> bool {
        self.connection.is_tracking()
    }

    /// Tells whether it is worth asking for them: no one has switched that off, the server has not refused it lately, and has kept its word.
    pub(crate) fn may_track(&self) -> bool {
        !self.capabilities.misses_pushes && self.connection.may_track()
    }

    /// Tells whether nothing of it is on, so that the link is as any other.
    pub(crate) fn has_no_tracking(&self) -> bool {
        self.connection.has_no_tracking()
    }

    /// Notes that a key has changed without a push: this server, or what is in between, does not do what it says.
    pub(crate) fn miss_pushes(&mut self) {
        self.capabilities.misses_pushes = true;
    }

    /// As [`crate::connection::Connection::take_change`].
    pub(crate) fn take_change(&mut self, key: &[u8]) -> bool {
        self.connection.take_change(key)
    }

    /// As [`crate::connection::Connection::await_change`].
    pub(crate) fn await_change(&mut self, call: &Call<'_>, key: &[u8], until: Instant) -> Result<bool, Failure> {
        self.connection.await_change(call, key, until)
    }

    /// Turns it off; false where the link is of no more use, or another process's.
    pub(crate) fn stop_tracking(&mut self, call: &Call<'_>) -> bool {
        if self.has_no_tracking() {
            return true;
        }
        if !self.connection.is_of_this_process() {
            return false;
        }
        self.track(false);
        let call = Call { interrupts: None, asking: false, io: call.io.min(PARTING), ..*call };
        self.exchange(&call, b"", 0).is_ok() && self.has_no_tracking()
    }
}

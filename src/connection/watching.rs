//! Owns turning tracking on along with a connection's next request, and waiting until Redis tells of a change.
//! Does not own the state and the commands (`tracking`), when a key is watched (`topology`).

use std::time::Duration;
use std::{io, iter};

use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::queue::Awaited;
use crate::connection::replies::Stop;
use crate::connection::tracking::{self, Tracking};
use crate::connection::{Connection, Received};
use crate::failure::Failure;
use crate::net::broken::Broken;
use crate::net::interrupts::Readiness;

impl Connection {
    /// Has the next request go out behind what turns it on, unless it was requested here before.
    pub(crate) fn begin_tracking(&mut self) {
        if self.has_no_tracking() && tracking::is_allowed() {
            let (begun, commands, replies) = Tracking::begin();
            self.inbox.tracking = Some(Box::new(begun));
            self.push(|out| {
                out.extend_from_slice(commands);
                iter::repeat_n(Awaited::Tracking, replies)
            });
        }
    }

    /// Takes a reply to what turns it on.
    pub(super) fn take_tracking_reply(&mut self, reply: &Received) {
        if let Some(tracking) = &mut self.inbox.tracking {
            tracking.take(reply.as_ref().ok());
        }
    }

    /// Tells whether it is on.
    pub(crate) fn is_tracking(&self) -> bool {
        self.inbox.tracking.as_ref().is_some_and(|tracking| tracking.is_on())
    }

    /// Tells whether the connection speaks RESP2, and nothing comes but replies.
    pub(crate) fn has_no_tracking(&self) -> bool {
        self.inbox.tracking.is_none()
    }

    /// Tells whether it is worth asking for it: no one has switched that off, and it was not refused on this connection.
    pub(crate) fn may_track(&self) -> bool {
        tracking::is_allowed() && (self.has_no_tracking() || self.is_tracking())
    }

    /// Forgets what has changed, for a request has read it since.
    pub(crate) fn forget_changes(&mut self) {
        if let Some(tracking) = &mut self.inbox.tracking {
            tracking.forget_changes();
        }
    }

    /// Waits until this key changes, or until `until`; false then.
    /// Errors: `Interrupted`, or what has become of the connection.
    pub(crate) fn await_change(&mut self, call: &Call<'_>, key: &[u8], until: Instant) -> Result<bool, Failure> {
        loop {
            self.take_pushes(call)?;
            if self.inbox.tracking.as_ref().is_none_or(|tracking| tracking.has_changed(key)) {
                return Ok(true);
            }
            match self.stream.wait_until(Readiness::Readable, until, call.interrupts) {
                Ok(()) => {}
                Err(Broken::Interrupted(by)) => return Err(Failure::Interrupted { by, sent: false }),
                Err(Broken::Io(error)) if error.kind() == io::ErrorKind::TimedOut => return Ok(false),
                Err(Broken::Io(error)) => return Err(self.unanswered(&Stop::Error(error), call)),
            }
        }
    }

    /// Tells whether it is on, and nothing but pushes has come.
    pub(super) fn has_pushes_alone(&mut self) -> bool {
        self.inbox.tracking.is_some()
            && !self.outstanding
            && !self.is_owed()
            && self.take_pushes(&Call::new(Duration::ZERO)).is_ok()
    }

    /// Takes the pushes that have come.
    /// Errors: what has become of the connection, or that something else has come.
    fn take_pushes(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        match self.next_reply(&[], Self::fill_at_once) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(self.protocol_error()),
            Err(stop) => Err(self.unanswered(&stop, call)),
        }
    }
}

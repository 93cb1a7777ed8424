//! Owns one exchange on one connection that never waits: a write and a read, step by step.
//! Does not own those that a call waits for (`exchange`), the loops that wait for the socket (`open`, `node::fan_out`, `renewal`).

use std::io;

use crate::connection::Connection;
use crate::connection::call::Call;
use crate::connection::replies::{Received, Stop};
use crate::failure::Failure;
use crate::net::interrupts::Readiness;

/// An exchange that never waits: it writes what the socket takes and reads what has come.
#[derive(Debug)]
pub(crate) struct Stepwise {
    request: Vec<u8>,
    sent: usize,
    is_written: bool,
    replies: Vec<Received>,
    /// How many replies there will be.
    awaited: usize,
    /// The peer has ended the connection before the last of them.
    pub(super) is_cut: bool,
}

impl Stepwise {
    /// Tells what the socket must be for it to go on.
    pub(crate) fn waits_for(&self) -> Readiness {
        if self.is_written { Readiness::Readable } else { Readiness::Writable }
    }
}

impl Connection {
    /// Begins an exchange that does not wait; nothing is written yet.
    /// Errors: `NotSent` when the connection is not at the end of its last reply.
    pub(super) fn begin(&mut self, request: &[u8], replies: usize) -> Result<Stepwise, Failure> {
        let mut bytes = self.begin_to_talk()?;
        bytes.extend_from_slice(request);
        Ok(Stepwise {
            request: bytes,
            sent: 0,
            is_written: false,
            replies: Vec::new(),
            awaited: replies,
            is_cut: false,
        })
    }

    /// Begins to send requests that this call does not wait for; returns what goes out ahead of them.
    /// Errors: `NotSent` when the connection is not at the end of its last reply.
    pub(crate) fn begin_to_talk(&mut self) -> Result<Vec<u8>, Failure> {
        self.check_step()?;
        // That was for an exchange which is waited for: this one has its caller's time, and a later one its own.
        self.first_deadline = None;
        Ok(self.take_outbox())
    }

    /// Writes what the socket takes, or reads what has come when it `has_news`; `None` until every reply is there.
    /// Errors: `NotSent` or `Unanswered`, or the reason with which a server turned us away.
    pub(crate) fn go_on(
        &mut self,
        exchange: &mut Stepwise,
        call: &Call<'_>,
        has_news: bool,
    ) -> Result<Option<Vec<Received>>, Failure> {
        if !exchange.is_written {
            exchange.is_written = self.write(&exchange.request, &mut exchange.sent, call)?;
            return Ok(None);
        }
        if !has_news {
            return Ok(None);
        }
        while exchange.replies.len() < exchange.awaited {
            match self.next_reply(call.tokens, Self::fill_at_once) {
                Ok(Some(reply)) => exchange.replies.push(reply),
                Ok(None) => return Ok(None),
                Err(stop) => {
                    exchange.is_cut = stop.is_the_peers_end();
                    return Err(self.ended(&stop, call, exchange.replies.first()));
                }
            }
        }
        self.has_all_replies();
        Ok(Some(std::mem::take(&mut exchange.replies)))
    }

    /// Returns the failure of an exchange that was given up when its io_timeout was over.
    pub(crate) fn no_reply_in_time(&self, call: &Call<'_>) -> Failure {
        self.unanswered(&Stop::Error(io::ErrorKind::TimedOut.into()), call)
    }
}

//! Owns one exchange on one connection that never waits: a write and a read, step by step.
//! Does not own those that a call waits for (`exchange`), waiting for the socket (`node::fan_out`, `arrival`).

use std::io;

use crate::connection::Connection;
use crate::connection::call::Call;
use crate::connection::login::is_turned_away;
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
    /// How many replies there will be, and how many of them come before the request's own.
    awaited: usize,
    owed: usize,
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
    pub(crate) fn begin(&mut self, request: &[u8], replies: usize) -> Result<Stepwise, Failure> {
        let owed = self.take_owed()?;
        let (mut bytes, replies_before) = self.take_name();
        bytes.extend_from_slice(request);
        let owed = owed + replies_before;
        Ok(Stepwise {
            request: bytes,
            sent: 0,
            is_written: false,
            replies: Vec::new(),
            awaited: owed + replies,
            owed,
            is_cut: false,
        })
    }

    /// Leaves it to its caller to read what is to come, returns how many replies are owed before those to the next request.
    /// Errors: `NotSent` when the connection is not at the end of its last reply.
    pub(crate) fn take_owed(&mut self) -> Result<usize, Failure> {
        self.check_step()?;
        // That was for an exchange which is waited for: this one has its caller's time, and a later one its own.
        self.first_deadline = None;
        Ok(std::mem::take(&mut self.owed))
    }

    /// Notes that all replies so far have come.
    pub(crate) fn is_up_to_date(&mut self) {
        self.outstanding = false;
        self.has_told_name();
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
                    let failure = self.unanswered(&stop, call);
                    let reason = exchange.replies.first().and_then(|first| self.refusal(first.clone()).err());
                    return Err(reason.filter(is_turned_away).unwrap_or(failure));
                }
            }
        }
        self.is_up_to_date();
        Ok(Some(exchange.replies.split_off(exchange.owed)))
    }

    /// Returns the failure of an exchange that was given up when its io_timeout was over.
    pub(crate) fn no_reply_in_time(&self, call: &Call<'_>) -> Failure {
        self.unanswered(&Stop::Error(io::ErrorKind::TimedOut.into()), call)
    }
}

//! Owns the one queue of a connection: what is to be written, and whose the replies are, in the order in which their commands were pushed.
//! A command that is sent alone and waited for (`Connection::exchange_one`, BLPOP) has no entry.
//! Does not own waiting (`exchange`, `node::fan_out`), what a reply means (`node`).

use std::collections::VecDeque;
use std::io::{self, Write};

use crate::connection::Connection;
use crate::connection::call::Call;
use crate::connection::replies::{Received, Stop};
use crate::failure::Failure;
use crate::net::interrupts::Readiness;
use crate::token::Token;

/// How many bytes of room for requests an idle connection keeps.
const MOST_ROOM: usize = 4096;

/// Whose a reply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// Nobody's.
    Ignored,
    /// Tracking's.
    Tracking,
    /// A late release's, by its number.
    Late(u64),
    /// That of one of the requests that a call waits for, by its index.
    Own(usize),
}

/// What was pushed.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// What is to be written next, kept for its room.
    pub(super) out: Vec<u8>,
    /// How much of it the socket has taken.
    written: usize,
    awaited: VecDeque<Awaited>,
    /// How many of these, from the last on, belong to what is in `out`.
    unwritten: usize,
}

impl Connection {
    /// Puts commands behind what is to be written next: `write` writes them, and returns whose the replies are.
    pub(crate) fn push<A: IntoIterator<Item = Awaited>>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> A) {
        let before = self.queue.awaited.len();
        self.queue.awaited.extend(write(&mut self.queue.out));
        self.queue.unwritten += self.queue.awaited.len() - before;
    }

    /// Puts a request's own command behind that, under its index. `asking`: behind an ASKING, which lets a node run one command about a slot that
    /// is being moved to it.
    pub(crate) fn push_own(&mut self, index: usize, asking: bool, write: impl FnOnce(&mut Vec<u8>)) {
        if asking {
            self.push(|out| {
                out.extend_from_slice(b"*1\r\n$6\r\nASKING\r\n");
                [Awaited::Ignored]
            });
        }
        self.push(|out| {
            write(out);
            [Awaited::Own(index)]
        });
    }

    /// Returns what is to be written next.
    pub(crate) fn pushed(&self) -> &[u8] {
        &self.queue.out
    }

    /// Tells how many replies are still to come to what was pushed.
    pub(crate) fn awaited(&self) -> usize {
        self.queue.awaited.len()
    }

    /// Tells whether there are any.
    pub(crate) fn is_owed(&self) -> bool {
        !self.queue.awaited.is_empty()
    }

    /// Tells whether the last of them is a request's own; late ones go before it.
    pub(crate) fn is_owed_own(&self) -> bool {
        matches!(self.queue.awaited.back(), Some(Awaited::Own(_)))
    }

    /// Returns the late releases whose replies will not come.
    pub(crate) fn take_late(&mut self) -> Vec<u64> {
        let late = |awaited| if let Awaited::Late(number) = awaited { Some(number) } else { None };
        std::mem::take(&mut self.queue).awaited.into_iter().filter_map(late).collect()
    }

    /// Tells whether something has come that nothing was written for.
    pub(super) fn has_surplus(&self) -> bool {
        self.queue.awaited.len() == self.queue.unwritten && !self.inbox.is_empty() && !self.inbox.is_at_a_push()
    }

    /// Begins to push what no call waits for in an exchange of its own.
    /// Errors: `NotSent` when the connection is not at the end of its last reply.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        // That was for an exchange which is waited for: this one has its caller's time, and a later one its own.
        self.first_deadline = None;
        self.check_step()
    }

    /// Tells whether any byte of what is written together has gone out.
    pub(crate) fn has_written(&self) -> bool {
        self.queue.out.is_empty() || self.queue.written > 0
    }

    /// Tells what the socket must be for it to go on.
    pub(crate) fn waits_for(&self) -> Readiness {
        if self.pushed().is_empty() { Readiness::Readable } else { Readiness::Writable }
    }

    /// Writes what was pushed, up to this byte, as much as the socket takes; true when all of that is out.
    /// Errors: when the connection has ended: `NotSent` where nothing of what is written together had gone out.
    pub(crate) fn write_pushed(&mut self, end: usize, call: &Call<'_>) -> Result<bool, Failure> {
        loop {
            let step = match &self.queue.out[self.queue.written..end] {
                // What is encrypted and still here would go out later.
                [] => self.stream.flush().map(|()| None),
                rest => self.stream.write(rest).map(Some),
            };
            match step {
                Ok(None) => break,
                Ok(Some(bytes)) => {
                    self.queue.written += bytes;
                    self.outstanding = true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(self.not_written(&error, call)),
            }
        }
        if end == self.queue.out.len() {
            (self.queue.written, self.queue.unwritten) = (0, 0);
            self.queue.out.clear();
            // A key has up to 64 KiB; the next one has a few dozen bytes.
            self.queue.out.shrink_to(MOST_ROOM);
        }
        Ok(true)
    }

    /// Takes the next reply to a request's own; those to late releases before it are kept for who sent them. `None` when nothing is awaited, or
    /// `fill`, which reads more, has found nothing.
    pub(crate) fn next_own(
        &mut self,
        tokens: &[&Token],
        mut fill: impl FnMut(&mut Self) -> Result<bool, Stop>,
    ) -> Result<Option<(usize, Received)>, Stop> {
        while let Some(&whose) = self.queue.awaited.front() {
            let Some(reply) = self.inbox.take(&self.password, tokens)? else {
                if fill(self)? {
                    continue;
                }
                return Ok(None);
            };
            if let Err(refusal) = &reply
                && refusal.code.turns_away()
            {
                return Err(Stop::TurnedAway(refusal.clone()));
            }
            self.queue.awaited.pop_front();
            match whose {
                Awaited::Ignored => {}
                Awaited::Tracking => self.take_tracking_reply(&reply),
                Awaited::Late(number) => self.heard.push((number, reply)),
                Awaited::Own(index) => return Ok(Some((index, reply))),
            }
        }
        Ok(None)
    }

    /// Takes the next reply to a request's own that has come; `None` when there is none, and none is to come, or not yet.
    /// Errors: why no more will come.
    pub(crate) fn listen(&mut self, tokens: &[&Token]) -> Result<Option<(usize, Received)>, Stop> {
        let own = self.next_own(tokens, Self::fill_at_once)?;
        if !self.is_owed() && own.is_none() {
            if self.has_surplus() {
                return Err(Stop::NotOurs);
            }
            self.outstanding = false;
        }
        Ok(own)
    }
}

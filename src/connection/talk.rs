//! Owns one exchange that never waits: it writes what the socket takes and reads what has come.
//! Does not own waiting for the socket (`together`), what is said (`part`), exchanges that wait (`exchange`).

use std::io::{self, Write};

use redis::Value;

use crate::connection::login::before_any_command;
use crate::connection::replies::Stop;
use crate::connection::{Connection, describe};
use crate::failure::Failure;
use crate::net::broken::Unheard;
use crate::net::interrupts::Readiness;

/// A request and its replies on their way.
#[derive(Debug)]
pub(super) struct Talk {
    request: Vec<u8>,
    sent: usize,
    /// Nothing of it is encrypted and not sent.
    is_out: bool,
    answers: Vec<Value>,
    /// How many replies there will be, and how many of them, at the beginning, nobody looks at.
    replies: usize,
    unheeded: usize,
}

impl Talk {
    /// Tells what the socket must be for it to go on.
    pub(super) fn waits_for(&self) -> Readiness {
        if self.sent < self.request.len() || !self.is_out { Readiness::Writable } else { Readiness::Readable }
    }

    /// Tells whether any of it has left this process.
    pub(super) fn has_begun(&self) -> bool {
        self.sent > 0
    }
}

impl Connection {
    /// Makes a talk of a request; nothing is written yet.
    ///
    /// # Errors
    /// `NotSent` when the connection is not at the end of its last answer.
    pub(super) fn begin(&mut self, request: &[u8], replies: usize) -> Result<Talk, Failure> {
        if self.outstanding || !self.inbox.is_empty() {
            // A reply that nobody asked for would be read as the answer to this request.
            return Err(before_any_command(self.nonsense()));
        }
        let (mut bytes, unheeded) = self.preamble.take().unwrap_or_default();
        bytes.extend_from_slice(request);
        Ok(Talk { request: bytes, sent: 0, is_out: false, answers: Vec::new(), replies: unheeded + replies, unheeded })
    }

    /// Writes what the socket takes, or reads what has come when it `has_news`; `None` until every reply is there.
    ///
    /// # Errors
    /// As [`Connection::write_on`] and [`Connection::read_on`].
    pub(super) fn go_on(&mut self, talk: &mut Talk, has_news: bool) -> Result<Option<Vec<Value>>, Failure> {
        match talk.waits_for() {
            Readiness::Writable => self.write_on(talk).map(|()| None),
            Readiness::Readable if has_news => self.read_on(talk),
            Readiness::Readable => Ok(None),
        }
    }

    /// Returns the failure of an exchange that was given up when its io_timeout was over.
    pub(super) fn no_reply_in_time(&self) -> Failure {
        self.unanswered(&Stop::Error(io::ErrorKind::TimedOut.into()))
    }

    /// Writes as much as the socket takes.
    ///
    /// # Errors
    /// `NotSent` when no byte went out, `Unanswered` when some did.
    pub(super) fn write_on(&mut self, talk: &mut Talk) -> Result<(), Failure> {
        while talk.sent < talk.request.len() {
            match self.stream.write(&talk.request[talk.sent..]) {
                Ok(bytes) => {
                    talk.sent += bytes;
                    self.outstanding = true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => {
                    let (node, cause) = (self.node.clone(), describe(&error, "answer", self.timeout));
                    return Err(match talk.sent {
                        0 => Failure::NotSent { node, cause },
                        _ if Unheard::is(&error) => Failure::NotSent { node, cause },
                        _ => Failure::Unanswered { node, cause },
                    });
                }
            }
        }
        match self.stream.flush() {
            Ok(()) => talk.is_out = true,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(error) => {
                let (node, cause) = (self.node.clone(), describe(&error, "answer", self.timeout));
                let is_unheard = Unheard::is(&error);
                return Err(if is_unheard {
                    Failure::NotSent { node, cause }
                } else {
                    Failure::Unanswered { node, cause }
                });
            }
        }
        Ok(())
    }

    /// Reads what has come; `None` until every reply is there.
    ///
    /// # Errors
    /// `Unanswered`, or the reason with which a server turned us away.
    pub(super) fn read_on(&mut self, talk: &mut Talk) -> Result<Option<Vec<Value>>, Failure> {
        while talk.answers.len() < talk.replies {
            let stop = match self.inbox.take(&self.secrets) {
                Ok(Some(answer)) => {
                    talk.answers.push(answer);
                    continue;
                }
                Ok(None) => match self.inbox.fill(&mut self.stream) {
                    Ok(()) => continue,
                    Err(Stop::Error(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(Stop::Error(error)) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                    Err(stop) => stop,
                },
                Err(stop) => stop,
            };
            let failure = self.unanswered(&stop);
            return Err(self.turned_away(std::mem::take(&mut talk.answers)).unwrap_or(failure));
        }
        self.outstanding = false;
        if talk.unheeded > 0 {
            self.names_are_settled();
        }
        Ok(Some(talk.answers.split_off(talk.unheeded)))
    }
}

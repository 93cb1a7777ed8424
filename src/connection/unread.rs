//! Owns: releases that are sent without waiting for their answers, and the reading of these later: before the next answer of
//! their connection, and when a request ends.
//! Does not own: which releases are sent like that (`undo`), what an answer to one means (`undo::batch`).
//! Called by: `exchange`, `pool` and `undo`.
//!
//! It is the one exception to "a connection with an answer outstanding is not used again". The answers are known to come in
//! order and in front of all others, and to be of one kind; the first release of each connection is waited for, so that the
//! server is known to accept them as they are sent.

use std::io;
use std::sync::Arc;

use redis::Value;

use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::address::Address;
use crate::connection::dialect::Asking;
use crate::connection::inbox::Stop;
use crate::connection::undo::batch::Batch;
use crate::failure::Failure;
use crate::scripts::Naming;

/// How many releases may be on their way: with the script's text they must fit into what a socket takes at once.
const MOST: usize = 32;

/// Releases on their way, and what has been heard of them.
#[derive(Debug)]
pub(super) struct Unread {
    batch: Batch,
    address: Arc<Address>,
    answers: Vec<Value>,
    /// The io_timeout of the first of them.
    deadline: Instant,
}

impl Unread {
    /// Tells whether every answer is there.
    pub(super) fn is_whole(&self) -> bool {
        self.answers.len() == self.batch.len()
    }

    pub(super) fn hear(&mut self, answer: Value) {
        self.answers.push(answer);
    }

    /// Counts what became of each, once all have answered. What was refused is asked again, and that is waited for.
    pub(super) fn settle(self, connection: &mut Connection) {
        let answers: Vec<_> = self.answers.into_iter().map(|answer| connection.refusal(answer)).collect();
        connection.dialect.release_is_known &= answers.iter().all(Result::is_ok);
        self.batch.settle_sent_ahead(&self.address, answers);
    }

    /// They may have run or not: counted as failed, and sent again with what is asked next. The end of the request tries once
    /// more, unless the server is the one that is silent.
    pub(super) fn fail(self, failure: &Failure) {
        let is_silent = self.deadline <= Instant::now();
        self.batch.fail_sent_ahead(&self.address, failure, is_silent);
    }
}

impl Connection {
    /// Tells whether there are any whose answer nobody has read.
    pub(super) fn has_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Tells whether the answer to another release need not be waited for.
    pub(super) fn may_send_ahead(&self) -> bool {
        self.dialect.release_is_known && self.may_signal() && self.watch.is_none() && self.preamble.is_none()
    }

    /// Tells whether so many are on their way that their answers must be waited for before the next.
    pub(super) fn is_far_ahead(&self) -> bool {
        self.unread.as_ref().is_some_and(|unread| unread.batch.len() >= MOST)
    }

    /// Sends releases and leaves their answers unread.
    ///
    /// # Errors
    /// Gives them back where no byte went out.
    pub(super) fn send_ahead(&mut self, batch: Batch, address: &Arc<Address>) -> Result<(), Batch> {
        let deadline = Instant::now().after(self.timeout);
        let mut out = self.take_outbox();
        Asking::new(batch.len(), Naming::ByText).encode(self, &batch.requests(), &mut out);
        let sent = self.send(&out, deadline);
        self.put_back_outbox(out);
        if matches!(sent, Err(Failure::NotSent { .. })) {
            return Err(batch);
        }
        match &mut self.unread {
            Some(unread) => unread.batch.append(batch),
            unread => *unread = Some(Unread { batch, address: address.clone(), answers: Vec::new(), deadline }),
        }
        if let Err(failure) = sent {
            // In pieces, or not at all: the answers that are on their way cannot be told from what would follow.
            self.unread.take().into_iter().for_each(|unread| unread.fail(&failure));
        }
        Ok(())
    }

    /// Reads, without waiting, the answers to releases that nobody has waited for; true where some are still to come, and the
    /// connection is as good as it was.
    pub(super) fn read_what_has_come(&mut self) -> bool {
        self.read_unread(Self::fill_at_once)
    }

    fn fill_at_once(&mut self) -> Result<bool, Stop> {
        match self.inbox.fill(&mut self.stream) {
            Err(Stop::Error(error)) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(Stop::Error(error)) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            filled => filled.map(|()| true),
        }
    }

    /// Waits for the answers to releases that nobody has waited for, up to their io_timeout.
    pub(super) fn read_what_comes(&mut self) {
        self.read_unread(|connection| {
            // What came in time counts, however late it is read.
            if connection.fill_at_once()? {
                return Ok(true);
            }
            let deadline = connection.unread.as_ref().map_or_else(Instant::now, |unread| unread.deadline);
            connection.fill(deadline).map(|()| true)
        });
    }

    fn read_unread(&mut self, mut fill: impl FnMut(&mut Self) -> Result<bool, Stop>) -> bool {
        if !self.is_of_this_process() {
            // A fork has made them the parent's.
            self.unread = None;
        }
        while let Some(unread) = &mut self.unread {
            if unread.is_whole() {
                self.outstanding = false;
                if let Some(unread) = self.unread.take() {
                    unread.settle(self);
                }
                return false;
            }
            let stop = match self.inbox.take(&self.secrets) {
                Ok(Some(answer)) => {
                    unread.hear(answer);
                    continue;
                }
                Ok(None) => match fill(self) {
                    Ok(true) => continue,
                    Ok(false) if self.unread.as_ref().is_some_and(|unread| Instant::now() < unread.deadline) => {
                        return true;
                    }
                    Ok(false) => Stop::Error(io::ErrorKind::TimedOut.into()),
                    Err(stop) => stop,
                },
                Err(stop) => stop,
            };
            let failure = self.unanswered(&stop);
            if let Some(unread) = self.unread.take() {
                unread.fail(&failure);
            }
        }
        false
    }
}

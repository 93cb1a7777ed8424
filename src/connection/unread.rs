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
use crate::connection::patience::PATIENCE;
use crate::connection::undo::batch::Batch;
use crate::failure::Failure;
use crate::scripts::Naming;

/// How many releases may be on their way: with the script's text they must fit into what a socket takes at once.
const MOST: usize = 32;

/// Releases on their way, and what has been heard of the first of them.
#[derive(Debug)]
pub(super) struct Unread {
    batch: Batch,
    /// The io_timeout of each.
    deadlines: Vec<Instant>,
    answers: Vec<Value>,
    address: Arc<Address>,
}

/// Why answers do not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// They had their time: the server is not waited for a second time in this request.
    Silence,
    /// The connection has ended: another may do.
    End,
}

impl Unread {
    /// Tells whether every answer is there.
    pub(super) fn is_whole(&self) -> bool {
        self.answers.len() == self.deadlines.len()
    }

    pub(super) fn hear(&mut self, answer: Value) {
        self.answers.push(answer);
    }

    /// When the next answer must have come.
    fn deadline(&self) -> Instant {
        self.deadlines.get(self.answers.len()).copied().unwrap_or_else(Instant::now)
    }

    /// Counts what became of those that were answered. What was refused is asked again, and that is waited for.
    pub(super) fn settle(&mut self, connection: &mut Connection) {
        let answers: Vec<_> = self.answers.drain(..).map(|answer| connection.refusal(answer)).collect();
        connection.dialect.release_is_known &= answers.iter().all(Result::is_ok);
        self.deadlines.drain(..answers.len());
        self.batch.take_first(answers.len()).settle_sent_ahead(&self.address, answers);
    }

    /// The others may have run or not: counted as failed, and sent again with what is asked next. The end of the request
    /// tries once more, unless the server is silent.
    pub(super) fn fail(mut self, connection: &mut Connection, failure: &Failure, absence: Absence) {
        self.settle(connection);
        self.batch.fail_sent_ahead(&self.address, failure, absence == Absence::Silence);
    }
}

impl Connection {
    /// Tells whether there are any whose answer nobody has read.
    pub(super) fn has_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Tells whether the answer to another release need not be waited for.
    pub(super) fn may_send_ahead(&self) -> bool {
        self.dialect.release_is_known && self.may_signal() && self.preamble.is_none()
    }

    /// Tells whether so many are on their way that their answers must be waited for before the next.
    pub(super) fn is_far_ahead(&self) -> bool {
        self.unread.as_ref().is_some_and(|unread| unread.deadlines.len() >= MOST)
    }

    /// Sends releases and leaves their answers unread.
    ///
    /// # Errors
    /// Gives them back where no byte went out; those before have failed then.
    pub(super) fn send_ahead(&mut self, batch: Batch, address: &Arc<Address>) -> Result<(), Batch> {
        let deadline = Instant::now().after(self.timeout);
        let mut out = self.take_outbox();
        Asking::new(batch.len(), Naming::ByText).encode(self, &batch.requests(), &mut out);
        let sent = self.send(&out, deadline);
        self.put_back_outbox(out);
        let mut unread = self.unread.take().unwrap_or_else(|| Unread {
            batch: Batch::empty(),
            deadlines: Vec::new(),
            answers: Vec::new(),
            address: address.clone(),
        });
        let Err(failure) = sent else {
            unread.deadlines.resize(unread.deadlines.len() + batch.len(), deadline);
            unread.batch.append(batch);
            self.unread = Some(unread);
            return Ok(());
        };
        // In pieces, or not at all: what comes cannot be told from what would follow.
        self.outstanding = true;
        let absence = if deadline <= Instant::now() { Absence::Silence } else { Absence::End };
        let unsent = matches!(failure, Failure::NotSent { .. });
        let mut back = Batch::empty();
        if unsent { &mut back } else { &mut unread.batch }.append(batch);
        unread.fail(self, &failure, absence);
        if unsent { Err(back) } else { Ok(()) }
    }

    /// Exchanges where releases are on their way whose answers come first.
    pub(super) fn exchange_behind(
        &mut self,
        mut unread: Unread,
        request: &[u8],
        replies: usize,
        deadline: Instant,
    ) -> Result<Vec<Value>, Failure> {
        let mut sent = self.send_at_once(request, deadline);
        while sent.is_ok() && !unread.is_whole() {
            sent = self.receive(deadline).map(|answer| unread.hear(answer));
        }
        match sent {
            Ok(()) => {
                unread.settle(self);
                self.expect_soon(Some(Instant::now().after(PATIENCE)), deadline);
                self.receive_all(replies, deadline)
            }
            Err(failure) => {
                let absence = if deadline <= Instant::now() { Absence::Silence } else { Absence::End };
                unread.fail(self, &failure, absence);
                Err(failure)
            }
        }
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
            let deadline = connection.unread.as_ref().map_or_else(Instant::now, Unread::deadline);
            connection.fill(deadline).map(|()| true)
        });
    }

    fn read_unread(&mut self, mut fill: impl FnMut(&mut Self) -> Result<bool, Stop>) -> bool {
        if !self.is_of_this_process() {
            // A fork has made them the parent's.
            self.unread = None;
        }
        let stop = loop {
            let Some(unread) = &mut self.unread else { return false };
            if unread.is_whole() {
                self.outstanding = false;
                self.settle_unread();
                return false;
            }
            match self.inbox.take(&self.secrets) {
                Ok(Some(answer)) => unread.hear(answer),
                Ok(None) => match fill(self) {
                    Ok(true) => {}
                    Ok(false) if self.unread.as_ref().is_some_and(|unread| Instant::now() < unread.deadline()) => {
                        self.settle_unread();
                        return true;
                    }
                    Ok(false) => break Stop::Error(io::ErrorKind::TimedOut.into()),
                    Err(stop) => break stop,
                },
                Err(stop) => break stop,
            }
        };
        let absence = match &stop {
            Stop::Error(error) if error.kind() == io::ErrorKind::TimedOut => Absence::Silence,
            _ => Absence::End,
        };
        let failure = self.unanswered(&stop);
        if let Some(unread) = self.unread.take() {
            unread.fail(self, &failure, absence);
        }
        false
    }

    /// Settles those that were answered, and keeps the others.
    fn settle_unread(&mut self) {
        let Some(mut unread) = self.unread.take() else { return };
        unread.settle(self);
        if !unread.deadlines.is_empty() {
            self.unread = Some(unread);
        }
    }
}

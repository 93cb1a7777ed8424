//! Owns releases that are sent without waiting for their answers, and the reading of these later: before the next answer of
//! their connection, and when a request ends.
//! Does not own which releases are sent like that (`undo`), what an answer to one means (`undo::batch`).
//!
//! It is the one exception to "a connection with an answer outstanding is not used again". The answers are known to come in
//! order and in front of all others, and to be of one kind; the first release of each connection is waited for, so that the
//! server is known to accept them as they are sent.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::dialect::Asking;
use crate::connection::replies::Stop;
use crate::connection::undo::Undo;
use crate::connection::undo::batch::{self, Batch};
use crate::failure::Failure;
use crate::net::patience::PATIENCE;
use crate::process;
use crate::scripts::Naming;

/// How many releases may be on their way: with the script's text they must fit into what a socket takes at once.
const MOST: usize = 32;

/// Releases on their way.
#[derive(Debug)]
pub(super) struct Unread {
    /// Each with the end of its io_timeout.
    sent: VecDeque<(Undo, Instant)>,
    address: Arc<Address>,
    process: process::Id,
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
    fn new(address: Arc<Address>) -> Self {
        Self { sent: VecDeque::new(), address, process: process::id() }
    }

    /// Tells whether every answer is there.
    fn is_whole(&self) -> bool {
        self.sent.is_empty()
    }

    /// When the next answer must have come.
    fn deadline(&self) -> Instant {
        self.sent.front().map_or_else(Instant::now, |(_, deadline)| *deadline)
    }

    /// Counts what became of the first. What was refused is asked again, and that is waited for.
    fn settle_first(&mut self, answer: Result<Value, Failure>) {
        if let Some((entry, _)) = self.sent.pop_front()
            // A signal handler may have forked: they are the parent's.
            && self.process == process::id()
        {
            batch::settle_sent_ahead(&self.address, entry, answer);
        }
    }

    /// They may have run or not: counted as failed, and sent again with what is asked next. The end of the request
    /// tries once more, unless the server is silent.
    fn fail(self, failure: &Failure, absence: Absence) {
        let entries = self.sent.into_iter().map(|(entry, _)| entry).collect();
        Batch::new(entries, self.process).fail_sent_ahead(&self.address, failure, absence == Absence::Silence);
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
        self.unread.as_ref().is_some_and(|unread| unread.sent.len() >= MOST)
    }

    /// Sends releases and leaves their answers unread.
    ///
    /// # Errors
    /// Gives them back where no byte went out; those before have failed then.
    pub(super) fn send_ahead(&mut self, batch: Batch, address: &Arc<Address>) -> Result<(), Batch> {
        let deadline = Instant::now().after(self.timeout);
        let mut out = self.take_outbox();
        let requests = batch.requests();
        Asking::new(requests.len(), Naming::ByText).encode(self, &requests, &mut out);
        drop(requests);
        let sent = self.send(&out, deadline);
        self.put_back_outbox(out);
        let mut unread = self.unread.take().unwrap_or_else(|| Unread::new(address.clone()));
        let later = |batch: Batch| batch.into_entries().map(move |entry| (entry, deadline));
        let Err(failure) = sent else {
            unread.sent.extend(later(batch));
            self.unread = Some(unread);
            return Ok(());
        };
        // In pieces, or not at all: what comes cannot be told from what would follow.
        self.outstanding = true;
        let absence = if deadline <= Instant::now() { Absence::Silence } else { Absence::End };
        if matches!(failure, Failure::NotSent { .. }) {
            unread.fail(&failure, absence);
            return Err(batch);
        }
        unread.sent.extend(later(batch));
        unread.fail(&failure, absence);
        Ok(())
    }

    /// Counts what became of the first release on its way.
    fn settle_unread(&mut self, unread: &mut Unread, reply: Value) {
        let answer = self.refusal(reply);
        self.dialect.release_is_known &= answer.is_ok();
        unread.settle_first(answer);
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
        if let Err(failure) = sent {
            // What has come is an answer all the same, and none to what was sent now.
            let outstanding = self.outstanding;
            self.unread = Some(unread);
            self.read_what_has_come();
            self.outstanding |= outstanding;
            let Some(left) = self.unread.take() else { return Err(failure) };
            (unread, sent) = (left, Err(failure));
        }
        while sent.is_ok() && !unread.is_whole() {
            sent = self.receive(deadline).map(|reply| self.settle_unread(&mut unread, reply));
        }
        match sent {
            Ok(()) => {
                self.expect_soon(Some(Instant::now().after(PATIENCE)), deadline);
                self.receive_all(replies, deadline)
            }
            Err(failure) => {
                let absence = if deadline <= Instant::now() { Absence::Silence } else { Absence::End };
                unread.fail(&failure, absence);
                Err(failure)
            }
        }
    }

    /// Reads, without waiting, the answers to releases that nobody has waited for; true where some are still to come, and the
    /// connection is as good as it was.
    pub(super) fn read_what_has_come(&mut self) -> bool {
        self.read_unread(|connection, _| connection.fill_at_once())
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
        self.read_unread(|connection, deadline| {
            // What came in time counts, however late it is read.
            if connection.fill_at_once()? {
                return Ok(true);
            }
            connection.fill(deadline).map(|()| true)
        });
    }

    fn read_unread(&mut self, fill: impl Fn(&mut Self, Instant) -> Result<bool, Stop>) -> bool {
        if !self.is_of_this_process() {
            // A fork has made them the parent's.
            self.unread = None;
        }
        let Some(mut unread) = self.unread.take() else { return false };
        let stop = loop {
            if unread.is_whole() {
                self.outstanding = false;
                return false;
            }
            match self.inbox.take(&self.secrets) {
                Ok(Some(reply)) => self.settle_unread(&mut unread, reply),
                Ok(None) => match fill(self, unread.deadline()) {
                    Ok(true) => {}
                    Ok(false) if Instant::now() < unread.deadline() => {
                        self.unread = Some(unread);
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
        unread.fail(&self.unanswered(&stop), absence);
        false
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::key::Key;
    use crate::net::socket::Stream;
    use crate::settings::Timeouts;
    use crate::token::Token;
    use crate::ttl::Ttl;

    /// How many of two releases are to be asked again when their peer answers so many, leaves, and gets another request.
    fn asked_again(answered: usize) -> usize {
        let (mut far, near) = UnixStream::pair().unwrap();
        let address = Arc::new(Address::parse("unix:///nobody").unwrap());
        let mut connection = Connection::over(Stream::Unix(near), &address, Timeouts::default(), None);
        let released = || Undo::automatic(&Key::new(b"", b"k").unwrap(), &Token::given(b"t").unwrap(), Ttl::Forever);
        connection.send_ahead(Batch::new(vec![released(), released()], process::id()), &address).unwrap();
        far.write_all(&b":1\r\n".repeat(answered)).unwrap();
        drop(far);
        assert!(connection.exchange(b"PING\r\n", 1).is_err());
        Batch::take(&address).map_or(0, |batch| batch.into_entries().count())
    }

    #[test]
    fn of_releases_whose_peer_has_left_those_that_it_answered_are_not_asked_again() {
        assert_eq!([asked_again(2), asked_again(1), asked_again(0)], [0, 1, 2]);
    }
}

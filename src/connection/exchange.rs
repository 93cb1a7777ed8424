//! Owns what a call waits for on one connection: one command and its reply in the direct way, or what was pushed and the replies to that; and
//! writing and reading.
//! Does not own whose a reply is (`queue`), the socket (`net::socket`), what is sent (`scripts`, `topology`).

use std::io;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::login::before_any_command;
use crate::connection::replies::{Received, Stop};
use crate::connection::{Connection, REPLY, describe};
use crate::failure::{Failure, sentence};
use crate::net::broken::{Broken, NeverRead};
use crate::net::interrupts::{self, Readiness};
use crate::net::plain::FIRST_WAIT;
use crate::net::socket::BlockingRead;
use crate::refusal::Refusal;
use crate::scripts::WriteGate;
use crate::token::Token;

/// How many bytes of a request a gate is asked for, and which: no byte up to there is written unless it is open.
pub(crate) type Gated<'a> = (usize, &'a dyn WriteGate);

/// An exchange that is being waited for.
struct Pending<'a> {
    call: &'a Call<'a>,
    deadline: Instant,
    /// No interruption before.
    uninterrupted_until: Instant,
    /// The next read waits by itself, because the reply is about to come.
    in_read: bool,
}

impl<'a> Pending<'a> {
    fn uninterrupted(call: &'a Call<'a>, deadline: Instant) -> Self {
        Self { call, deadline, uninterrupted_until: deadline, in_read: false }
    }
}

impl Connection {
    /// Writes what was pushed and reads the replies, all within an io_timeout that starts at `begin`, or after the late releases that were pushed
    /// first. The first exchange of a connection has what is left of its login's time. Replies that have come are in `come`, even if the others
    /// do not.
    ///
    /// After a failure the connection is of no use, and dropping it closes it with a reset.
    /// Errors: `NotSent` when no byte went out, `Unanswered` when some did and not every reply came, `Refused` when the server turns us away.
    pub(crate) fn talk(
        &mut self,
        call: &Call<'_>,
        begin: Instant,
        gates: &[Gated<'_>],
        come: &mut Vec<(usize, Received)>,
    ) -> Result<(), Failure> {
        self.check_step()?;
        let mut waited = self.begin_to_wait(call, begin);
        if let Err(failure) = self.send(gates, &mut waited) {
            // What has come by now are replies to late releases.
            self.next_own(&[], Self::fill_at_once).ok();
            return Err(failure);
        }
        let mut heard = self.heard.len();
        while self.is_owed() {
            let own = self.next_own(call.tokens, |connection| {
                if heard < connection.heard.len() {
                    // The request's own time begins after them.
                    heard = connection.heard.len();
                    waited = connection.begin_to_wait(call, Instant::now());
                }
                connection.wait_and_fill(&mut waited)
            });
            match own {
                Ok(own) => come.extend(own),
                Err(stop) => return Err(self.unanswered(&stop, call)),
            }
        }
        self.outstanding = false;
        Ok(())
    }

    /// Sends one command and reads its reply, in the direct way: nothing else is to be written or read.
    /// Errors: as of `talk`.
    pub(crate) fn exchange_one(
        &mut self,
        call: &Call<'_>,
        begin: Instant,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Received, Failure> {
        self.check_step()?;
        write(&mut self.queue.out);
        let mut waited = self.begin_to_wait(call, begin);
        self.send(&[], &mut waited)?;
        self.receive(&mut waited)
    }

    /// Sends what was pushed, and leaves the replies to be read before those to the next request.
    /// Errors: `NotSent` when no byte went out; `Unanswered` when some did, and nothing more can be sent on this connection.
    pub(crate) fn send_ahead(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        let mut waited = self.begin_to_wait(call, Instant::now());
        self.send(&[], &mut waited)?;
        self.outstanding = false;
        Ok(())
    }

    /// Sends a request by `deadline`; its reply has a time of its own. Nothing interrupts the sending.
    /// Errors: as of `exchange`.
    pub(super) fn send_by(
        &mut self,
        call: &Call<'_>,
        deadline: Instant,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), Failure> {
        write(&mut self.queue.out);
        self.send(&[], &mut Pending::uninterrupted(call, deadline))
    }

    /// Waits until `deadline` for the reply to a request that `send_by` has sent. Nothing interrupts the wait.
    /// Errors: `Unanswered`.
    pub(super) fn receive_by(&mut self, call: &Call<'_>, deadline: Instant) -> Result<Received, Failure> {
        self.receive(&mut Pending::uninterrupted(call, deadline))
    }

    /// Reads the replies that have come, without waiting; true where some are still to come.
    /// Errors: why they will not.
    pub(crate) fn read_earlier_at_once(&mut self) -> Result<bool, Stop> {
        self.next_own(&[], Self::fill_at_once).map(|_| self.is_owed())
    }

    /// Waits for the next reply that an earlier request is owed, until `deadline`.
    /// Errors: why it does not come.
    pub(crate) fn wait_for_earlier(&mut self, deadline: Instant) -> Result<(), Stop> {
        let call = Call::new(Duration::ZERO);
        // Nearly always a reply of the last write's, which is about to come.
        let uninterrupted_until = Instant::now().after(FIRST_WAIT);
        let mut waited = Pending { uninterrupted_until, in_read: true, ..Pending::uninterrupted(&call, deadline) };
        self.wait_and_fill(&mut waited).map(drop)
    }

    fn begin_to_wait<'a>(&mut self, call: &'a Call<'a>, begin: Instant) -> Pending<'a> {
        let deadline = self.first_deadline.take().unwrap_or_else(|| begin.after(call.io));
        // No other task goes on during a read that waits.
        let in_read = !interrupts::suspends(call.interrupts);
        Pending { call, deadline, uninterrupted_until: begin.after(FIRST_WAIT), in_read }
    }

    /// Checks that nothing has come that belongs to no request: it would be taken for the reply to the next one.
    pub(super) fn check_step(&mut self) -> Result<(), Failure> {
        if self.outstanding || self.has_surplus() {
            return Err(before_any_command(self.protocol_error()));
        }
        Ok(())
    }

    fn receive(&mut self, waited: &mut Pending<'_>) -> Result<Received, Failure> {
        match self.next_reply(waited.call.tokens, |connection| connection.wait_and_fill(waited)) {
            Ok(Some(reply)) => {
                self.outstanding = false;
                Ok(reply)
            }
            Ok(None) => Err(self.protocol_error()),
            Err(stop) => Err(self.unanswered(&stop, waited.call)),
        }
    }

    /// Writes what was pushed; no byte that a gate stands before which is closed by then: what is half written must not go on.
    fn send(&mut self, gates: &[Gated<'_>], waited: &mut Pending<'_>) -> Result<(), Failure> {
        for (end, gate) in gates {
            let mut done = false;
            while !done {
                let mut written = Ok(false);
                if !gate.pass(&mut || written = self.write_pushed(*end, waited.call)) {
                    return Err(self.not_written(&io::Error::other("released meanwhile"), waited.call));
                }
                done = written?;
                if !done {
                    self.wait_for_room(waited)?;
                }
            }
        }
        while !self.pushed().is_empty() && !self.write_pushed(self.pushed().len(), waited.call)? {
            self.wait_for_room(waited)?;
        }
        Ok(())
    }

    fn wait_for_room(&mut self, waited: &Pending<'_>) -> Result<(), Failure> {
        self.wait_until(Readiness::Writable, waited).map_err(|broken| match broken {
            Broken::Io(error) => self.not_written(&error, waited.call),
            Broken::Interrupted(by) => Failure::Interrupted { by, sent: self.has_written() },
        })
    }

    pub(super) fn not_written(&self, error: &io::Error, call: &Call<'_>) -> Failure {
        let (node, cause) = (self.node.clone(), describe(error, REPLY, call.io));
        if !self.has_written() || NeverRead::is(error) {
            Failure::NotSent { node, cause }
        } else {
            Failure::Unanswered { node, cause }
        }
    }

    /// Takes the next reply; `None` when `fill`, which reads more, has found nothing.
    pub(super) fn next_reply(
        &mut self,
        tokens: &[&Token],
        mut fill: impl FnMut(&mut Self) -> Result<bool, Stop>,
    ) -> Result<Option<Received>, Stop> {
        loop {
            if let Some(reply) = self.inbox.take(&self.password, tokens)? {
                return Ok(Some(reply));
            }
            if !fill(self)? {
                return Ok(None);
            }
        }
    }

    /// Reads what has come; false when nothing has.
    pub(crate) fn fill_at_once(&mut self) -> Result<bool, Stop> {
        self.inbox.fill(&mut self.stream)
    }

    /// Waits for the socket, and reads. If a reply is about to come, the read itself waits instead, but only once: a reply that comes in
    /// pieces must not outlast the deadline.
    fn wait_and_fill(&mut self, waited: &mut Pending<'_>) -> Result<bool, Stop> {
        // The read itself knows no other time than its own, which must not last past the deadline.
        let may_wait_in_read = self.stream.is_plain() && waited.uninterrupted_until < waited.deadline;
        if std::mem::take(&mut waited.in_read) && may_wait_in_read {
            let (inbox, stream) = (&mut self.inbox, &mut self.stream);
            if self.spin.look(Instant::now, || inbox.fill(stream))? {
                return Ok(true);
            }
            inbox.fill(&mut BlockingRead(stream))?;
        } else {
            self.wait_until(Readiness::Readable, waited).map_err(|broken| match broken {
                Broken::Io(error) => Stop::Error(error),
                Broken::Interrupted(by) => Stop::Interrupted(by),
            })?;
            self.inbox.fill(&mut self.stream)?;
        }
        // If nothing has come after all, the next call waits.
        Ok(true)
    }

    pub(crate) fn unanswered(&self, stop: &Stop, call: &Call<'_>) -> Failure {
        let cause = match stop {
            Stop::Error(error) if NeverRead::is(error) => {
                return Failure::NotSent { node: self.node.clone(), cause: error.to_string() };
            }
            Stop::Error(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                self.perhaps_tls(describe(error, REPLY, call.io))
            }
            Stop::Error(error) => describe(error, REPLY, call.io),
            Stop::Closed => self.perhaps_tls("the server closed the connection before it replied".to_owned()),
            Stop::TooLong => "the reply is longer than 1 MiB: that is no lock's key".to_owned(),
            Stop::NotRedis => "the reply is not in Redis's protocol (is that a Redis?)".to_owned(),
            Stop::NotOurs => "the reply does not belong to the request (is that a Redis?)".to_owned(),
            Stop::TurnedAway(refusal) => {
                let Refusal { code, detail } = Refusal::clone(refusal);
                return Failure::Refused { node: self.node.clone(), code, detail };
            }
            Stop::Interrupted(by) => return Failure::Interrupted { by: *by, sent: true },
        };
        Failure::Unanswered { node: self.node.clone(), cause }
    }

    /// Adds the most frequent reason of a server that closes a connection as soon as something is sent: Redis's TLS port does
    /// so, without an alert (redis-server 7.0.15, 2026-11-21).
    fn perhaps_tls(&self, cause: String) -> String {
        if self.inbox.has_received() || !self.stream.is_tcp() {
            return cause;
        }
        sentence([cause.as_str(), "if it speaks TLS, the address must start with rediss://"])
    }

    /// Waits for the socket. Signals are handled only after the first 10 ms of an exchange, unless other tasks go on meanwhile.
    fn wait_until(&mut self, readiness: Readiness, waited: &Pending<'_>) -> Result<(), Broken> {
        let (deadline, interrupts) = (waited.deadline, waited.call.interrupts);
        if interrupts.is_none() {
            return self.stream.wait_until(readiness, deadline, None);
        }
        if waited.uninterrupted_until < deadline && interrupts::suspends(interrupts) {
            let stream = &self.stream;
            let soon = stream.is_plain() && self.spin.look(Instant::now, || interrupts::is_ready(stream, readiness))?;
            return if soon { Ok(()) } else { self.stream.wait_until(readiness, deadline, interrupts) };
        }
        match self.stream.wait_until(readiness, waited.uninterrupted_until.min(deadline), None) {
            Err(Broken::Io(error)) if error.kind() == io::ErrorKind::TimedOut => {
                self.stream.wait_until(readiness, deadline, interrupts)
            }
            done => done,
        }
    }
}

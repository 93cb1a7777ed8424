//! Owns sending requests and reading their replies on one connection, within a time, and who may interrupt that.
//! Does not own the socket (`stream`), what is sent (`dialect`, `topology`).

use std::io;

use redis::Value;

use crate::clock::Instant;
use crate::connection::login::before_any_command;
use crate::connection::replies::Stop;
use crate::connection::trust::Trust;
use crate::connection::{Connection, describe};
use crate::failure::Failure;
use crate::net::broken::{Broken, Unheard};
use crate::net::interrupts::{Host, Readiness};
use crate::net::patience::PATIENCE;
use crate::net::socket::Soon;

/// Lets a node run one command about a slot that is being moved to it.
pub(super) const ASKING: &[u8] = b"*1\r\n$6\r\nASKING\r\n";

impl Connection {
    /// Sends a request and reads its replies, all within one io_timeout.
    ///
    /// After a failure the connection is of no use, and dropping it closes it with a reset.
    ///
    /// # Errors
    /// `NotSent` when no byte went out, `Unanswered` when some did and not every reply came.
    pub fn exchange(&mut self, request: &[u8], replies: usize) -> Result<Vec<Value>, Failure> {
        self.exchange_since(Instant::now(), request, replies)
    }

    fn exchange_since(&mut self, begin: Instant, request: &[u8], replies: usize) -> Result<Vec<Value>, Failure> {
        let deadline = self.begin_exchange(begin);
        if self.asking {
            // It is not for what went before.
            self.read_what_comes();
            self.patient_until = Some(Instant::now().after(PATIENCE));
        }
        if let Some(unread) = self.unread.take() {
            let answers = self.exchange_behind(unread, request, replies, deadline)?;
            self.trust.note(begin, &answers);
            return Ok(answers);
        }
        let preamble = self.preamble.take();
        if preamble.is_none() && !self.asking {
            return self.exchange_until(request, replies, deadline);
        }
        let was_named = preamble.is_some();
        let (mut preamble, mut unheeded) = preamble.unwrap_or_default();
        if self.asking {
            preamble.extend_from_slice(ASKING);
            unheeded += 1;
        }
        let together = [&preamble, request].concat();
        let mut answers = self.exchange_until(&together, unheeded + replies, deadline)?;
        if was_named {
            self.names_are_settled();
        }
        Ok(answers.split_off(unheeded))
    }

    /// Sends one command and reads its reply, as `exchange` does.
    ///
    /// # Errors
    /// As `exchange`.
    pub fn exchange_one(&mut self, request: &[u8]) -> Result<Value, Failure> {
        self.exchange_one_since(Instant::now(), request)
    }

    fn exchange_one_since(&mut self, begin: Instant, request: &[u8]) -> Result<Value, Failure> {
        if self.asking || self.unread.is_some() || self.preamble.is_some() {
            return self.exchange_since(begin, request, 1)?.pop().ok_or_else(|| self.nonsense());
        }
        let deadline = self.begin_exchange(begin);
        self.expect_nothing()?;
        self.send_at_once(request, deadline)?;
        let answer = self.receive(deadline)?;
        (self.outstanding, self.expects) = (false, false);
        self.trust.note(begin, std::slice::from_ref(&answer));
        Ok(answer)
    }

    /// Has one command written where the last one was, sends it and reads its reply, within an io_timeout of `begin`.
    ///
    /// # Errors
    /// As `exchange`.
    pub fn exchange_written(&mut self, begin: Instant, write: impl FnOnce(&mut Vec<u8>)) -> Result<Value, Failure> {
        let mut out = self.take_outbox();
        write(&mut out);
        let reply = self.exchange_one_since(begin, &out);
        self.put_back_outbox(out);
        reply
    }

    /// Counts an exchange's time from `begin`; returns until when it may last.
    pub(super) fn begin_exchange(&mut self, begin: Instant) -> Instant {
        self.trust = Trust::default();
        self.patient_until = Some(begin.after(PATIENCE));
        self.first_deadline.take().unwrap_or_else(|| begin.after(self.timeout))
    }

    /// A reply that nobody asked for would be read as the answer to the next request.
    pub(super) fn expect_nothing(&mut self) -> Result<(), Failure> {
        if self.outstanding || !self.inbox.is_empty() {
            return Err(before_any_command(self.nonsense()));
        }
        Ok(())
    }

    pub(super) fn exchange_until(
        &mut self,
        request: &[u8],
        replies: usize,
        deadline: Instant,
    ) -> Result<Vec<Value>, Failure> {
        self.expect_nothing()?;
        self.send_at_once(request, deadline)?;
        self.receive_all(replies, deadline)
    }

    pub(super) fn receive_all(&mut self, replies: usize, deadline: Instant) -> Result<Vec<Value>, Failure> {
        let mut answers = Vec::with_capacity(replies);
        while answers.len() < replies {
            match self.receive(deadline) {
                Ok(answer) => answers.push(answer),
                Err(failure) => return Err(self.turned_away(answers).unwrap_or(failure)),
            }
        }
        (self.outstanding, self.expects) = (false, false);
        Ok(answers)
    }

    pub(super) fn send_at_once(&mut self, request: &[u8], deadline: Instant) -> Result<(), Failure> {
        self.send(request, deadline)?;
        self.expect_soon(self.patient_until, deadline);
        Ok(())
    }

    /// Has the next read wait for what it reads, unless the end of its patience is behind the deadline: it knows no other.
    pub(super) fn expect_soon(&mut self, patient_until: Option<Instant>, deadline: Instant) {
        self.expects = self.stream.is_plain() && patient_until.is_some_and(|patient| patient < deadline);
    }

    pub(super) fn send(&mut self, request: &[u8], deadline: Instant) -> Result<(), Failure> {
        let mut sent = 0;
        loop {
            let rest = &request[sent..];
            let step = match rest {
                // What is encrypted and still here would go out later.
                [] => io::Write::flush(&mut self.stream).map(|()| None),
                _ => io::Write::write(&mut self.stream, rest).map(Some),
            };
            let error = match step {
                Ok(None) => return Ok(()),
                Ok(Some(bytes)) => {
                    sent += bytes;
                    self.outstanding = true;
                    continue;
                }
                Err(error) => error,
            };
            let waited = match error.kind() {
                io::ErrorKind::Interrupted => Ok(()),
                io::ErrorKind::WouldBlock => self.wait_until(Readiness::Writable, deadline),
                _ => Err(error.into()),
            };
            if let Err(broken) = waited {
                let error = match broken {
                    Broken::Io(error) => error,
                    Broken::Interrupted(by) => return Err(Failure::Interrupted { by, sent: sent > 0 }),
                };
                let (node, cause) = (self.node.clone(), describe(&error, "answer", self.timeout));
                return Err(match sent {
                    0 => Failure::NotSent { node, cause },
                    _ if Unheard::is(&error) => Failure::NotSent { node, cause },
                    _ => Failure::Unanswered { node, cause },
                });
            }
        }
    }

    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Value, Failure> {
        loop {
            match self.inbox.take(&self.secrets) {
                Ok(Some(value)) => return Ok(value),
                Ok(None) => self.fill(deadline),
                Err(stop) => Err(stop),
            }
            .map_err(|stop| self.unanswered(&stop))?;
        }
    }

    /// Waits before it reads, unless an answer is about to come, and then only once: one that comes in pieces must not outlast
    /// the deadline.
    pub(super) fn fill(&mut self, deadline: Instant) -> Result<(), Stop> {
        let done = if std::mem::take(&mut self.expects) {
            let (inbox, stream) = (&mut self.inbox, &mut self.stream);
            if self.spin.look(|| has_read(inbox.fill(stream)))? {
                return Ok(());
            }
            inbox.fill(&mut Soon(stream))
        } else {
            self.wait_until(Readiness::Readable, deadline).map_err(|broken| match broken {
                Broken::Io(error) => Stop::Error(error),
                Broken::Interrupted(by) => Stop::Interrupted(by),
            })?;
            self.inbox.fill(&mut self.stream)
        };
        has_read(done).map(drop)
    }

    pub(super) fn unanswered(&self, stop: &Stop) -> Failure {
        if stop.is_the_peers_end() {
            self.note_its_end();
        }
        let cause = match stop {
            Stop::Error(error) if Unheard::is(error) => {
                return Failure::NotSent { node: self.node.clone(), cause: error.to_string() };
            }
            Stop::Error(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                self.perhaps_tls(describe(error, "answer", self.timeout))
            }
            Stop::Error(error) => describe(error, "answer", self.timeout),
            Stop::Closed => self.perhaps_tls("the server closed the connection before it answered".to_owned()),
            Stop::TooLong => "the answer is longer than 1 MiB: that is no lock's key".to_owned(),
            Stop::NotRedis => "the answer is not in Redis's protocol; is that a Redis?".to_owned(),
            Stop::Interrupted(by) => return Failure::Interrupted { by: *by, sent: true },
        };
        Failure::Unanswered { node: self.node.clone(), cause }
    }

    /// Adds what is most often behind a server that leaves whoever speaks to it first: Redis's TLS port does so, without
    /// an alert (redis-server 7.0.15, 2026-11-21).
    fn perhaps_tls(&self, cause: String) -> String {
        if self.inbox.has_heard() || !self.stream.is_tcp() {
            return cause;
        }
        format!("{cause}; if it speaks TLS, the address must start with rediss://")
    }

    /// Waits for the socket; whoever may interrupt is let to once the exchange has had its patience.
    fn wait_until(&mut self, readiness: Readiness, deadline: Instant) -> Result<(), Broken> {
        if self.host.is_none() {
            return self.stream.wait_until(readiness, deadline, None);
        }
        let patient = self.patient_until.map_or(deadline, |patient| patient.min(deadline));
        match self.stream.wait_until(readiness, patient, None) {
            Err(Broken::Io(error)) if error.kind() == io::ErrorKind::TimedOut => {
                self.stream.wait_until(readiness, deadline, self.host)
            }
            done => done,
        }
    }

    /// Says who may interrupt an exchange that takes long.
    pub(crate) fn attend_to(&mut self, host: Host) {
        self.host = host;
    }

    /// Sends every request, of one command each, behind an ASKING, or does not any more.
    pub(super) fn ask_for_what_comes(&mut self, asking: bool) {
        self.asking = asking;
    }
}

/// Tells whether something was read, and not that there was nothing yet, or a signal.
fn has_read(read: Result<(), Stop>) -> Result<bool, Stop> {
    match read {
        Ok(()) => Ok(true),
        Err(Stop::Error(error)) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
            Ok(false)
        }
        Err(stop) => Err(stop),
    }
}

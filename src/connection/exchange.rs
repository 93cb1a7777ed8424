//! Owns one exchange on one connection that a call waits for, and the write and read that the stepwise one shares with it.
//! Does not own the socket (`net::socket`), what is sent (`scripts`, `topology`), what an earlier reply means (`node::link`).

use std::io::{self, Write};

use redis::Value;

use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::login::{Name, before_any_command, is_turned_away};
use crate::connection::replies::{Received, Stop};
use crate::connection::{Connection, TimeLimit, describe};
use crate::failure::{Failure, sentence};
use crate::net::broken::{Broken, NeverRead};
use crate::net::interrupts::{self, Readiness};
use crate::net::plain::FIRST_WAIT;
use crate::net::socket::BlockingRead;
use crate::token::Token;

/// Lets a node run one command about a slot that is being moved to it.
pub(crate) const ASKING: &[u8] = b"*1\r\n$6\r\nASKING\r\n";

/// Gets each reply that comes before the request's own: to what was sent earlier, or along with it.
pub(crate) type Earlier<'a> = &'a mut dyn FnMut(Result<Value, Failure>);

/// The replies to a request itself.
#[derive(Debug)]
pub(crate) struct OwnReplies {
    /// How many there will be.
    awaited: usize,
    /// Those that have come, whether the rest follows or not.
    pub(crate) come: Vec<Received>,
}

impl OwnReplies {
    pub(crate) fn to_come(awaited: usize) -> Self {
        Self { awaited, come: Vec::new() }
    }
}

/// An exchange that is being waited for.
struct Pending<'a> {
    call: &'a Call<'a>,
    deadline: Instant,
    /// No interruption before.
    uninterrupted_until: Instant,
    /// The next read waits by itself, because the reply is about to come.
    in_read: bool,
    /// Something has come since the last wait.
    has_received: bool,
}

impl<'a> Pending<'a> {
    fn uninterrupted(call: &'a Call<'a>, deadline: Instant) -> Self {
        Self { call, deadline, uninterrupted_until: deadline, in_read: false, has_received: false }
    }
}

impl Connection {
    /// Sends a request and reads its replies, all within an io_timeout of `begin`.
    ///
    /// After a failure the connection is of no use, and dropping it closes it with a reset.
    /// Errors: `NotSent` when no byte went out, `Unanswered` when some did and not every reply came.
    pub(crate) fn exchange(
        &mut self,
        call: &Call<'_>,
        begin: Instant,
        request: &[u8],
        own: &mut OwnReplies,
        earlier: Earlier<'_>,
    ) -> Result<(), Failure> {
        let mut waited = self.begin_to_wait(call, begin);
        self.check_step()?;
        let (before, replies_before) = self.take_name();
        self.owed += replies_before;
        let sent = if before.is_empty() {
            self.send(request, &mut waited)
        } else {
            self.send(&[&before, request].concat(), &mut waited)
        };
        if let Err(failure) = sent {
            // What has come is an earlier reply all the same.
            self.read_earlier(earlier, Self::fill_at_once).ok();
            return Err(failure);
        }
        let mut reason = None;
        let mut earlier = |reply: Result<Value, Failure>| {
            if let Err(refusal) = &reply {
                reason.get_or_insert(refusal.clone());
            }
            earlier(reply);
        };
        if let Err(failure) = self.receive_all(own, &mut earlier, &mut waited) {
            let reason = reason.or_else(|| self.refusal(own.come.first()?.clone()).err());
            return Err(reason.filter(is_turned_away).unwrap_or(failure));
        }
        self.outstanding = false;
        self.has_told_name();
        Ok(())
    }

    /// Sends one command and reads its reply, as `exchange` does.
    /// Errors: as of `exchange`.
    pub(crate) fn exchange_one(
        &mut self,
        call: &Call<'_>,
        begin: Instant,
        request: &[u8],
        earlier: Earlier<'_>,
    ) -> Result<Received, Failure> {
        if self.owed > 0 || self.name == Name::Unsent {
            let mut own = OwnReplies::to_come(1);
            self.exchange(call, begin, request, &mut own, earlier)?;
            return own.come.pop().ok_or_else(|| self.protocol_error());
        }
        // What every lock sends: without a list of replies.
        let mut waited = self.begin_to_wait(call, begin);
        self.check_step()?;
        self.send(request, &mut waited)?;
        let reply = self.receive(&mut waited)?;
        self.outstanding = false;
        Ok(reply)
    }

    /// Sends requests whose replies will be read before those to the next request.
    /// Errors: `NotSent` when no byte went out; `Unanswered` when some did, and nothing more can be sent on this connection.
    pub(crate) fn send_ahead(&mut self, call: &Call<'_>, requests: &[u8], replies: usize) -> Result<(), Failure> {
        let mut waited = self.begin_to_wait(call, Instant::now());
        self.send(requests, &mut waited)?;
        self.owed += replies;
        self.outstanding = false;
        Ok(())
    }

    /// Sends a request whose reply has a time of its own. Nothing interrupts that.
    /// Errors: as of `exchange`.
    pub(super) fn send_by(&mut self, call: &Call<'_>, request: &[u8], deadline: Instant) -> Result<(), Failure> {
        self.send(request, &mut Pending::uninterrupted(call, deadline))
    }

    /// Waits for the reply to a request that was sent by `send_by`. Nothing interrupts that.
    /// Errors: `Unanswered`.
    pub(super) fn receive_by(&mut self, call: &Call<'_>, deadline: Instant) -> Result<Received, Failure> {
        let reply = self.receive(&mut Pending::uninterrupted(call, deadline))?;
        self.outstanding = false;
        Ok(reply)
    }

    /// Reads replies that earlier requests are owed, without waiting; true where some are still to come.
    /// Errors: why they will not.
    pub(crate) fn read_earlier_at_once(&mut self, earlier: Earlier<'_>) -> Result<bool, Stop> {
        self.read_earlier(earlier, Self::fill_at_once).map(|()| self.owed > 0)
    }

    /// Waits for the next reply that an earlier request is owed, until `deadline`.
    /// Errors: why it does not come.
    pub(crate) fn wait_for_earlier(&mut self, call: &Call<'_>, deadline: Instant) -> Result<(), Stop> {
        let mut waited = Pending { deadline, in_read: false, ..self.begin_to_wait(call, Instant::now()) };
        self.wait_and_fill(&mut waited).map(drop)
    }

    fn read_earlier(
        &mut self,
        earlier: Earlier<'_>,
        mut fill: impl FnMut(&mut Self) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        while self.owed > 0 {
            let Some(reply) = self.next_reply(&[], &mut fill)? else { return Ok(()) };
            self.owed -= 1;
            earlier(self.refusal(reply));
        }
        Ok(())
    }

    fn begin_to_wait<'a>(&mut self, call: &'a Call<'a>, begin: Instant) -> Pending<'a> {
        let deadline = self.first_deadline.take().unwrap_or_else(|| begin.after(call.io));
        // No other task goes on during a read that waits.
        let in_read = !interrupts::suspends(call.interrupts);
        Pending { call, deadline, uninterrupted_until: begin.after(FIRST_WAIT), in_read, has_received: false }
    }

    /// A reply to no request of ours would be read as the one to the next.
    pub(super) fn check_step(&mut self) -> Result<(), Failure> {
        if self.outstanding || self.owed == 0 && !self.inbox.is_empty() {
            return Err(before_any_command(self.protocol_error()));
        }
        Ok(())
    }

    fn receive_all(
        &mut self,
        own: &mut OwnReplies,
        earlier: Earlier<'_>,
        waited: &mut Pending<'_>,
    ) -> Result<(), Failure> {
        if self.owed > 0 {
            let done = self.read_earlier(earlier, |connection| connection.wait_and_fill(waited));
            done.map_err(|stop| self.unanswered(&stop, waited.call))?;
            // Now the reply to the request itself is about to come.
            waited.uninterrupted_until = Instant::now().after(FIRST_WAIT);
            waited.in_read = true;
        }
        own.come.reserve(own.awaited);
        while own.come.len() < own.awaited {
            own.come.push(self.receive(waited)?);
        }
        Ok(())
    }

    fn receive(&mut self, waited: &mut Pending<'_>) -> Result<Received, Failure> {
        let reply = self.next_reply(waited.call.tokens, |connection| connection.wait_and_fill(waited));
        waited.has_received = true;
        match reply {
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => Err(self.protocol_error()),
            Err(stop) => Err(self.unanswered(&stop, waited.call)),
        }
    }

    fn send(&mut self, request: &[u8], waited: &mut Pending<'_>) -> Result<(), Failure> {
        let mut sent = 0;
        while !self.write(request, &mut sent, waited.call)? {
            self.wait_until(Readiness::Writable, waited).map_err(|broken| match broken {
                Broken::Io(error) => self.not_written(&error, sent, waited.call),
                Broken::Interrupted(by) => Failure::Interrupted { by, sent: sent > 0 },
            })?;
        }
        Ok(())
    }

    /// Writes as much of a request as the socket takes; true when all of it is out.
    /// Errors: `NotSent` when no byte went out, `Unanswered` when some did.
    pub(crate) fn write(&mut self, request: &[u8], sent: &mut usize, call: &Call<'_>) -> Result<bool, Failure> {
        loop {
            let rest = &request[*sent..];
            let step = match rest {
                // What is encrypted and still here would go out later.
                [] => self.stream.flush().map(|()| None),
                _ => self.stream.write(rest).map(Some),
            };
            match step {
                Ok(None) => return Ok(true),
                Ok(Some(bytes)) => {
                    *sent += bytes;
                    self.outstanding = true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(self.not_written(&error, *sent, call)),
            }
        }
    }

    fn not_written(&self, error: &io::Error, sent: usize, call: &Call<'_>) -> Failure {
        let (node, cause) = (self.node.clone(), describe(error, &TimeLimit::reply(call)));
        if sent == 0 || NeverRead::is(error) {
            Failure::NotSent { node, cause }
        } else {
            Failure::Unanswered { node, cause }
        }
    }

    /// Takes the next reply; `None` when `fill`, which reads more, has found nothing.
    pub(crate) fn next_reply(
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

    /// Waits before it reads, unless a reply is about to come, and then only once: one that comes in pieces must not outlast
    /// the deadline.
    fn wait_and_fill(&mut self, waited: &mut Pending<'_>) -> Result<bool, Stop> {
        if std::mem::take(&mut waited.has_received) && waited.call.waits_for_each {
            waited.deadline = Instant::now().after(waited.call.io);
        }
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
        // Where it was nothing after all it waits the next time.
        Ok(true)
    }

    pub(crate) fn unanswered(&self, stop: &Stop, call: &Call<'_>) -> Failure {
        if stop.is_the_peers_end() {
            self.note_its_end();
        }
        let cause = match stop {
            Stop::Error(error) if NeverRead::is(error) => {
                return Failure::NotSent { node: self.node.clone(), cause: error.to_string() };
            }
            Stop::Error(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                self.perhaps_tls(describe(error, &TimeLimit::reply(call)))
            }
            Stop::Error(error) => describe(error, &TimeLimit::reply(call)),
            Stop::Closed => self.perhaps_tls("the server closed the connection before it replied".to_owned()),
            Stop::TooLong => "the reply is longer than 1 MiB: that is no lock's key".to_owned(),
            Stop::NotRedis => "the reply is not in Redis's protocol (is that a Redis?)".to_owned(),
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

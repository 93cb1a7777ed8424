//! Owns: one connection to one Redis: greeting, exchanging requests and replies within a time, closing safely.
//! Does not own: which scripts a server accepts (`dialect`), idle connections (`pool`), late releases (`undo`).
//! Called by: `topology`, through `node`.
//!
//! The redis crate gives the encoder and the parser. Its own connection is not used: it hides its socket, loses the
//! reply when a signal interrupts a read, and clears its timeouts after connecting (redis 1.8.1, connection.rs).

pub mod address;
mod blocking;
mod dialect;
mod handshake;
mod inbox;
pub mod interruption;
mod native;
pub mod node;
pub mod pool;
mod stream;
pub mod undo;

pub use blocking::Rested;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use redis::{Parser, Value};

use crate::clock::Instant;
use crate::connection::address::Address;
use crate::connection::dialect::Dialect;
use crate::connection::handshake::before_any_command;
use crate::connection::inbox::{Inbox, Reader, Stop};
use crate::connection::interruption::{Host, Readiness};
use crate::connection::stream::{Broken, Stream};
use crate::failure::Failure;
use crate::settings::Timeouts;
use crate::token::Token;

/// The longest text of a server's error that a message repeats, in characters.
const SHOWN: usize = 200;
/// How long an answer may take before signals are attended to meanwhile. Nearly all answers come sooner, and none of
/// them is then in doubt because a signal handler threw while it was on its way.
const PATIENCE: Duration = Duration::from_millis(3);

/// Decides, at the moment a request would be written, whether it still may be: see [`Connection::guard`].
pub trait Gate: Send + Sync {
    /// Calls `send` if the request is still wanted, and lets nobody change that meanwhile; false when it is not.
    fn pass(&self, send: &mut dyn FnMut()) -> bool;
}

/// One socket to one Redis, and what is known of the server behind it.
#[derive(Debug)]
pub struct Connection {
    stream: Stream,
    parser: ParserState,
    inbox: Inbox,
    /// What no message repeats: the password, or nothing, and behind it the tokens of the question at hand.
    secrets: Vec<Box<[u8]>>,
    node: String,
    timeout: Duration,
    /// What goes out in front of the first request, and how many replies it gets, which nobody looks at.
    preamble: Option<(Vec<u8>, usize)>,
    /// The deadline of the handshake and the first request together.
    first_deadline: Option<Instant>,
    /// Something was sent that is not answered: whoever reads next would get the wrong reply.
    outstanding: bool,
    /// The process that opened the socket. A child of fork may close its copy and nothing else.
    process: u32,
    dialect: Dialect,
    /// Who may interrupt an exchange that takes long.
    host: Host,
    /// From when on it may.
    patient_until: Option<Instant>,
    gate: GateSlot,
}

/// Who is asked before anything is written.
#[derive(Default)]
struct GateSlot(Option<Arc<dyn Gate>>);

impl std::fmt::Debug for GateSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GateSlot({})", self.0.is_some())
    }
}

/// The crate's parser, which keeps partial replies between calls.
struct ParserState(Parser);

impl std::fmt::Debug for ParserState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parser")
    }
}

impl Connection {
    /// Connects and, where the address asks for it, authenticates and selects the database.
    ///
    /// # Errors
    /// `NotSent` when no connection came about, `Refused` when the server refuses user, password or database.
    pub fn open(address: &Address, timeouts: Timeouts, host: Host) -> Result<Self, Failure> {
        let node = address.node();
        let stream = Stream::connect(address.place(), timeouts.connect, host).map_err(|broken| match broken {
            Broken::Io(error) => {
                Failure::NotSent { cause: describe(&error, "connect", timeouts.connect), node: node.clone() }
            }
            Broken::Interrupted(by) => Failure::Interrupted(by),
        })?;
        let mut connection = Self {
            stream,
            parser: ParserState(Parser::new()),
            inbox: Inbox::default(),
            secrets: vec![address.credentials().map(|login| login.password.as_slice().into()).unwrap_or_default()],
            node,
            timeout: timeouts.io,
            preamble: None,
            first_deadline: None,
            outstanding: false,
            process: std::process::id(),
            dialect: Dialect::default(),
            host,
            patient_until: None,
            gate: GateSlot::default(),
        };
        connection.greet(address)?;
        Ok(connection)
    }

    /// Sends a request and reads its replies, all within one io_timeout.
    ///
    /// After a failure the connection is of no use, and dropping it closes it with a reset.
    ///
    /// # Errors
    /// `NotSent` when no byte went out, `Unanswered` when some did and not every reply came.
    pub fn exchange(&mut self, request: &[u8], replies: usize) -> Result<Vec<Value>, Failure> {
        let deadline = self.first_deadline.take().unwrap_or_else(|| Instant::now().after(self.timeout));
        let Some((preamble, unheeded)) = self.preamble.take() else {
            return self.exchange_until(request, replies, deadline);
        };
        let together = [&preamble, request].concat();
        let mut answers = self.exchange_until(&together, unheeded + replies, deadline)?;
        Ok(answers.split_off(unheeded))
    }

    fn exchange_until(&mut self, request: &[u8], replies: usize, deadline: Instant) -> Result<Vec<Value>, Failure> {
        if self.outstanding || !self.inbox.is_empty() {
            // A reply that nobody asked for would be read as the answer to this request.
            return Err(before_any_command(self.nonsense()));
        }
        self.patient_until = Some(Instant::now().after(PATIENCE));
        self.send_if_wanted(request, deadline)?;
        let mut answers = Vec::with_capacity(replies);
        while answers.len() < replies {
            match self.receive(deadline) {
                Ok(answer) => answers.push(answer),
                Err(failure) => return Err(self.turned_away(answers).unwrap_or(failure)),
            }
        }
        self.outstanding = false;
        Ok(answers)
    }

    /// Finds the reason that a server gives when it closes a new connection unheard: nothing ran then.
    fn turned_away(&self, answers: Vec<Value>) -> Option<Failure> {
        match self.refusal(answers.into_iter().next()?) {
            Err(Failure::Refused { node, code, detail })
                if code == "DENIED" || detail.starts_with("max number of clients") =>
            {
                Some(Failure::Refused { node, code, detail })
            }
            _ => None,
        }
    }

    fn send_if_wanted(&mut self, request: &[u8], deadline: Instant) -> Result<(), Failure> {
        let Some(gate) = self.gate.0.clone() else {
            return self.send(request, deadline);
        };
        let mut sent = Err(Failure::Withdrawn);
        gate.pass(&mut || sent = self.send(request, deadline));
        sent
    }

    fn send(&mut self, request: &[u8], deadline: Instant) -> Result<(), Failure> {
        let mut sent = 0;
        while sent < request.len() {
            let error = match io::Write::write(&mut self.stream, &request[sent..]) {
                Ok(bytes) => {
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
                    Broken::Interrupted(by) => return Err(Failure::Interrupted(by)),
                };
                let (node, cause) = (self.node.clone(), describe(&error, "answer", self.timeout));
                return Err(match sent {
                    0 => Failure::NotSent { node, cause },
                    _ => Failure::Unanswered { node, cause },
                });
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<Value, Failure> {
        self.inbox.begin_reply();
        loop {
            let (inbox, stream, secrets) = (&mut self.inbox, &mut self.stream, &self.secrets[..]);
            let mut reader = Reader { inbox, stream, deadline, secrets, stopped: None };
            let stop = match self.parser.0.parse_value(&mut reader) {
                Ok(value) => return Ok(value),
                Err(_) => reader.stopped.take().unwrap_or(Stop::NotRedis),
            };
            let waited = match stop {
                Stop::Error(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_until(Readiness::Readable, deadline).map_err(|broken| match broken {
                        Broken::Io(error) => Stop::Error(error),
                        Broken::Interrupted(by) => Stop::Interrupted(by),
                    })
                }
                Stop::Error(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                stop => Err(stop),
            };
            waited.map_err(|stop| self.unanswered(&stop))?;
        }
    }

    fn unanswered(&self, stop: &Stop) -> Failure {
        let cause = match stop {
            Stop::Error(error) => describe(error, "answer", self.timeout),
            Stop::Closed => "the server closed the connection before it answered".to_owned(),
            Stop::TooLong => "the answer is longer than 1 MiB: that is no lock's key".to_owned(),
            Stop::NotRedis => "the answer is not in Redis's protocol; is that a Redis?".to_owned(),
            Stop::Interrupted(by) => return Failure::Interrupted(*by),
        };
        Failure::Unanswered { node: self.node.clone(), cause }
    }

    /// Waits for the socket; whoever may interrupt is let to once the exchange has had its patience.
    fn wait_until(&self, readiness: Readiness, deadline: Instant) -> Result<(), Broken> {
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

    /// Asks `gate` before anything is written, until it is taken away again.
    pub fn guard(&mut self, gate: Option<Arc<dyn Gate>>) {
        self.gate = GateSlot(gate);
    }

    /// Keeps tokens out of what is shown of the server's errors; the password of the address always is.
    pub fn keep_secret<'a>(&mut self, tokens: impl IntoIterator<Item = &'a Token>) {
        self.secrets.truncate(1);
        self.secrets.extend(tokens.into_iter().map(|token| token.as_bytes().into()));
    }

    /// Turns a reply that is an error into a failure.
    ///
    /// # Errors
    /// `Refused` with the server's words, without what they repeat of the request.
    pub fn refusal(&self, reply: Value) -> Result<Value, Failure> {
        let Value::ServerError(error) = reply else {
            return Ok(reply);
        };
        let detail = error.details().unwrap_or_default();
        // "unknown command 'DELEX', with args beginning with: ..." goes on with key and token.
        let detail = detail.split(", with args beginning with").next().unwrap_or_default();
        // " script: <sha1>, on @user_script:13." says where in a script of ours: nothing to its reader.
        let detail = detail.split(" script: ").next().unwrap_or_default();
        Err(Failure::Refused {
            node: self.node.clone(),
            code: error.code().chars().take(SHOWN).flat_map(escape_control).collect(),
            detail: detail.chars().take(SHOWN).flat_map(escape_control).collect(),
        })
    }

    /// Returns the failure of a reply that no command of ours can get, and sees to it that nobody reads another here.
    pub fn nonsense(&mut self) -> Failure {
        self.outstanding = true;
        Failure::Unanswered {
            node: self.node.clone(),
            cause: "the answer does not belong to the question; is that a Redis?".to_owned(),
        }
    }

    /// Tells, without a round trip, whether this connection can be used for the next question.
    pub fn is_reusable(&self) -> bool {
        !self.outstanding && self.inbox.is_empty() && self.process == std::process::id() && self.stream.is_quiet()
    }
}

impl Drop for Connection {
    /// Closes with a reset when an answer is outstanding; in a forked child only ever closes this copy, since socket
    /// options are shared with the parent.
    fn drop(&mut self) {
        if self.outstanding && self.process == std::process::id() {
            self.stream.reset_on_close();
        }
    }
}

fn escape_control(character: char) -> Vec<char> {
    match character {
        ' '..='~' => vec![character],
        _ => character.escape_default().collect(),
    }
}

/// Words an I/O error without its number: a message is read by people.
fn describe(error: &io::Error, wanted: &str, limit: Duration) -> String {
    match error.kind() {
        io::ErrorKind::TimedOut => match wanted {
            "connect" => format!("no connection within {} s (redislock.connect_timeout)", limit.as_secs_f64()),
            _ => format!("no answer within {} s (redislock.io_timeout)", limit.as_secs_f64()),
        },
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::ConnectionReset => "connection reset by the server".to_owned(),
        io::ErrorKind::BrokenPipe => "the server closed the connection".to_owned(),
        io::ErrorKind::NotFound => "there is no such socket".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

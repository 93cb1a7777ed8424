//! Owns one connection to one Redis: greeting, exchanging requests and replies within a time, closing safely.
//! Does not own which scripts a server accepts (`dialect`), idle connections (`pool`), late releases (`undo`).
//!
//! The redis crate gives commands, values and errors. Its own connection is not used: it hides its socket, loses the
//! reply when a signal interrupts a read, and clears its timeouts after connecting (redis 1.8.1, connection.rs).

pub mod arrival;
mod blpop;
mod client_name;
mod dialect;
mod exchange;
mod login;
mod native;
pub mod node;
mod part;
pub mod pipeline;
pub mod pool;
mod replies;
pub mod seat;
mod sentinel;
mod talk;
pub mod together;
mod trust;
pub mod undo;
mod unread;

pub use blpop::{End, Rested};

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use redis::Value;

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::client_name::Naming;
use crate::connection::dialect::Dialect;
use crate::connection::login::Names;
use crate::connection::replies::{Inbox, Secrets};
use crate::connection::trust::Trust;
use crate::connection::unread::Unread;
use crate::failure::Failure;
use crate::net::broken::Broken;
use crate::net::connect;
use crate::net::interrupts::Host;
use crate::net::socket::Stream;
use crate::net::spin::Spin;
use crate::process;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};
use crate::token::Token;

/// The longest text of a server's error that a message repeats, in characters.
const SHOWN: usize = 200;
/// How many bytes of room for requests an idle connection keeps.
const MOST_ROOM: usize = 4096;

/// One socket to one Redis, and what is known of the server behind it. It has half a kilobyte, and goes from hand to hand with
/// every question: always in a box.
#[derive(Debug)]
pub struct Connection {
    stream: Stream,
    inbox: Inbox,
    secrets: Secrets,
    /// What is sent next, kept for its room.
    outbox: Vec<u8>,
    node: String,
    timeout: Duration,
    /// What goes out in front of the first request, and how many replies it gets, which nobody looks at.
    preamble: Option<(Vec<u8>, usize)>,
    naming: Naming,
    /// The deadline of the handshake and the first request together.
    first_deadline: Option<Instant>,
    /// Something was sent that is not answered: whoever reads next would get the wrong reply.
    outstanding: bool,
    /// Releases whose answers nobody has waited for: whoever reads next reads them first.
    unread: Option<Unread>,
    /// The process that opened the socket. A child of fork may close its copy and nothing else.
    process: process::Id,
    dialect: Dialect,
    /// Who may interrupt an exchange that takes long.
    host: Host,
    /// From when on it may.
    patient_until: Option<Instant>,
    trust: Trust,
    /// An answer is about to come: its read may wait for it (`patience`).
    expects: bool,
    spin: Spin,
    /// Each exchange goes behind an ASKING.
    asking: bool,
    /// The sentinel that named this Redis as master; it tells when it names another.
    watch: Option<Box<Connection>>,
}

impl Connection {
    /// Connects and, where the address asks for it, authenticates and selects the database. A peer that closes the connection
    /// when it is told our name is connected to once more, without.
    ///
    /// # Errors
    /// `NotSent` when no connection came about, `Refused` when the server refuses user, password or database.
    pub fn open(address: &Address, timeouts: Timeouts, host: Host) -> Result<Box<Self>, Failure> {
        Self::open_with(address, timeouts, host, Names::Answered)
    }

    /// The same, and our name may go out with what is asked first: for work that finds out what became of it when the peer
    /// closes the connection, and then asks on another one.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_at_once(address: &Address, timeouts: Timeouts, host: Host) -> Result<Box<Self>, Failure> {
        Self::open_with(address, timeouts, host, Names::Along)
    }

    fn open_with(address: &Address, timeouts: Timeouts, host: Host, names: Names) -> Result<Box<Self>, Failure> {
        if let Place::Sentinels(sentinels) = address.place() {
            return sentinel::open_master(address, sentinels, timeouts, host);
        }
        let node = address.node();
        let were_left_out = client_name::are_left_out(&node);
        match Self::open_once(address, timeouts, host, names) {
            Err(Failure::NotSent { .. }) if !were_left_out && client_name::are_left_out(&node) => {
                stats::count(Counter::Reconnected);
                Self::open_once(address, timeouts, host, names)
            }
            done => done,
        }
    }

    fn open_once(address: &Address, timeouts: Timeouts, host: Host, names: Names) -> Result<Box<Self>, Failure> {
        let stream = connect::connect(address, timeouts.connect, host).map_err(|broken| match broken {
            Broken::Io(error) => not_connected(address, &error, timeouts.connect),
            Broken::Interrupted(by) => Failure::Interrupted { by, sent: false },
        })?;
        let mut connection = Self::over(stream, address, timeouts, host);
        connection.greet(address, names)?;
        Ok(connection)
    }

    /// Makes a connection of a socket that is connected; it has yet to greet.
    fn over(stream: Stream, address: &Address, timeouts: Timeouts, host: Host) -> Box<Self> {
        stream.allow_patience();
        Box::new(Self {
            stream,
            inbox: Inbox::default(),
            secrets: Secrets {
                password: address.credentials().map(|login| login.password.as_slice().into()).unwrap_or_default(),
                tokens: Vec::new(),
            },
            outbox: Vec::new(),
            node: address.node(),
            timeout: timeouts.io,
            preamble: None,
            naming: Naming::default(),
            first_deadline: None,
            outstanding: false,
            unread: None,
            process: process::id(),
            dialect: Dialect::default(),
            host,
            patient_until: None,
            trust: Trust::default(),
            expects: false,
            spin: Spin::default(),
            asking: false,
            watch: None,
        })
    }

    /// Keeps tokens out of what is shown of the server's errors; the password of the address always is.
    pub fn keep_secret<'a>(&mut self, tokens: impl IntoIterator<Item = &'a Token>) {
        self.secrets.tokens.clear();
        self.secrets.tokens.extend(tokens.into_iter().cloned());
    }

    /// Gives it the timeouts of whoever uses it now.
    fn give(&mut self, timeouts: Timeouts) {
        self.timeout = timeouts.io;
    }

    fn take_outbox(&mut self) -> Vec<u8> {
        let mut outbox = std::mem::take(&mut self.outbox);
        outbox.clear();
        outbox
    }

    fn put_back_outbox(&mut self, outbox: Vec<u8>) {
        // A key has up to 64 KiB; the next one has a few dozen bytes.
        if outbox.capacity() <= MOST_ROOM {
            self.outbox = outbox;
        }
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

    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// False in a child of the process that opened it.
    fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }
}

impl Drop for Connection {
    /// Closes with a reset when an answer is outstanding; in a forked child only ever closes this copy, since socket
    /// options are shared with the parent. A release that is on its way still is, and must arrive.
    fn drop(&mut self) {
        if self.outstanding && self.unread.is_none() && self.is_of_this_process() {
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

fn not_connected(address: &Address, error: &io::Error, limit: Duration) -> Failure {
    Failure::NotSent { node: address.node(), cause: describe(error, "connect", limit) }
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

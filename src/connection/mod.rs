//! Owns one connection to one Redis: its socket, its buffers, and which replies are still to come on it.
//! Does not own what is known of the server (`node::link`), idle connections (`node::link::pool`), what is sent (`scripts`).
//!
//! The redis crate gives the type of replies, and encodes commands that are rare. Its own connection is not used: it hides its socket, loses the
//! reply when a signal interrupts a read, and clears its timeouts after connecting (redis 1.8.1, connection.rs).

pub(crate) mod arrival;
mod blpop;
pub(crate) mod call;
pub(crate) mod exchange;
pub(crate) mod login;
mod open;
mod password;
pub(crate) mod queue;
mod refusals;
pub(crate) mod replies;
pub(crate) mod sentinel;
pub mod tracking;
mod watching;

pub(crate) use blpop::{BlockEnd, EARLY};
pub(crate) use call::Call;
pub(crate) use open::{open, open_each};
pub(crate) use replies::Received;

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::time::Duration;

use redis::Value;

use crate::address::{Address, PORT, Place};
use crate::clock::{Instant, Seconds};
use crate::connection::queue::Queue;
use crate::connection::replies::{Inbox, Stop};
use crate::failure::Failure;
use crate::net::live;
use crate::net::socket::Stream;
use crate::net::spin::Spin;
use crate::process::ForkGuard;

/// One socket to one Redis, and the replies that are still to come on it.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) stream: Stream,
    inbox: Inbox,
    node: String,
    /// No message repeats it.
    password: Box<[u8]>,
    queue: Queue,
    /// Replies to late releases that have come.
    pub(crate) heard: Vec<(u64, Received)>,
    /// The deadline of the login and the first request together.
    first_deadline: Option<Instant>,
    /// A request was sent, wholly or in part, whose replies have not all been read: the next read would get the wrong one.
    outstanding: bool,
    /// The process that opened the socket. A child of fork may close its copy and nothing else.
    guard: ForkGuard,
    spin: Spin,
}

impl Connection {
    /// Makes a connection of a socket that is connected; it has yet to log in, with this password if the address has a login.
    pub(crate) fn over(stream: Stream, address: &Address, password: Vec<u8>) -> Self {
        stream.allow_blocking_reads();
        live::add(stream.as_fd().as_raw_fd());
        Self {
            stream,
            inbox: Inbox::default(),
            node: address.node(),
            password: password.into_boxed_slice(),
            queue: Queue::default(),
            heard: Vec::new(),
            first_deadline: None,
            outstanding: false,
            guard: ForkGuard::here(),
            spin: Spin::default(),
        }
    }

    /// Hands it to a thread that renews: its first request comes later than the login, and it need not spin for a reply.
    pub(crate) fn hand_over(&mut self) {
        self.first_deadline = None;
        self.spin = Spin::never();
    }

    /// Returns the name of its node, as messages show it.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Turns a reply that is an error into a failure.
    /// Errors: `Refused`.
    pub fn refusal(&self, reply: Received) -> Result<Value, Failure> {
        reply.map_err(|refusal| Failure::Refused {
            node: self.node.clone(),
            code: refusal.code,
            detail: refusal.detail,
        })
    }

    /// Returns the failure of a reply that no command of ours can get, and closes the connection to every further request.
    #[cold]
    pub fn protocol_error(&mut self) -> Failure {
        self.mark_unusable();
        self.unanswered(&Stop::NotOurs, &Call::new(Duration::ZERO))
    }

    /// Closes the connection to every further request, because the next bytes on it belong to no request.
    pub(crate) fn mark_unusable(&mut self) {
        self.outstanding = true;
    }

    /// Tells, without a round trip, whether its peer has neither closed it nor sent anything that was not requested.
    /// Pushes are none.
    /// False in a child of the process that opened it, which must not even read: the bytes are its parent's.
    pub fn is_quiet(&mut self) -> bool {
        !self.guard.has_forked() && (self.is_in_step() && self.stream.is_quiet() || self.has_pushes_alone())
    }

    /// Tells whether every reply so far has been read.
    pub(crate) fn is_in_step(&self) -> bool {
        !self.outstanding && !self.is_owed() && self.inbox.is_empty()
    }

    pub(crate) fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// False in a child of the process that opened it.
    pub(crate) fn is_of_this_process(&self) -> bool {
        !self.guard.has_forked()
    }
}

impl Drop for Connection {
    /// Closes with a reset when a reply is outstanding; in a forked child only ever closes this copy, because socket
    /// options are shared with the parent. A release whose reply is merely owed must still arrive.
    fn drop(&mut self) {
        live::remove(self.as_fd().as_raw_fd());
        if self.outstanding && self.is_of_this_process() {
            self.stream.reset_on_close();
        }
    }
}

pub(crate) fn not_connected(address: &Address, error: &io::Error, limit: Duration) -> Failure {
    let cause = match (error.kind(), &address.place) {
        (io::ErrorKind::PermissionDenied, Place::Unix { .. }) => {
            "permission denied: this process's user must be able to write to the socket: set unixsocketperm 770 in redis.conf, \
             put the user into the socket's group, and restart both"
                .to_owned()
        }
        (io::ErrorKind::ConnectionRefused, Place::Tcp { host, port: PORT })
            if matches!(host.as_str(), "127.0.0.1" | "localhost" | "::1") =>
        {
            "connection refused (is a Redis running?)".to_owned()
        }
        _ => describe(error, ("connection", "connect_timeout"), limit),
    };
    Failure::NotSent { node: address.node(), cause }
}

/// What is waited for after a request, and which timeout that has.
const REPLY: (&str, &str) = ("reply", "io_timeout");

/// Words an I/O error without its number: a message is read by people.
fn describe(error: &io::Error, (what, timeout): (&str, &str), limit: Duration) -> String {
    match error.kind() {
        io::ErrorKind::TimedOut => format!("no {what} within {} s ({timeout})", Seconds(limit)),
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::ConnectionReset => "connection reset by the server".to_owned(),
        io::ErrorKind::BrokenPipe => "the server closed the connection".to_owned(),
        io::ErrorKind::NotFound => "there is no such socket".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_connection_to_the_default_address_asks_whether_a_redis_runs() {
        let refused = |address: &str| {
            let address = Address::parse(address).unwrap();
            not_connected(&address, &io::ErrorKind::ConnectionRefused.into(), Duration::ZERO).to_string()
        };
        for (address, node) in [
            ("redis://127.0.0.1", "127.0.0.1:6379"),
            ("redis://localhost:6379/2", "localhost:6379"),
            ("redis://[::1]", "[::1]:6379"),
        ] {
            assert_eq!(refused(address), format!("{node}: connection refused (is a Redis running?)"));
        }
        for (address, node) in [("redis://127.0.0.1:7000", "127.0.0.1:7000"), ("redis://10.0.0.1", "10.0.0.1:6379")] {
            assert_eq!(refused(address), format!("{node}: connection refused"));
        }
    }
}

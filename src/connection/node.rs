//! Owns putting a question to one Redis, and what its answer is.
//! Does not own which connection that is asked on (`seat`), what a question is (`scripts`, `topology`).

use std::sync::Arc;

use redis::Value;

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::seat::Seat;
use crate::connection::{Connection, pool};
use crate::failure::Failure;
use crate::net::interrupts::Host;
use crate::scripts::{Request, Unexpected};
use crate::settings::Timeouts;
use crate::token::Promise;

/// One Redis, as this thread reaches it.
#[derive(Clone, Debug)]
pub struct Node {
    address: Arc<Address>,
    timeouts: Timeouts,
    /// Each command goes behind an ASKING.
    asking: bool,
}

/// What a node said, and the instant before it was asked: deadlines count from there.
#[derive(Clone, Copy, Debug)]
pub struct Answer<T> {
    /// The reply, read.
    pub said: T,
    /// Before the question was sent.
    pub sent: Instant,
}

/// Reads a reply.
pub type Read<T> = fn(&Value) -> Result<T, Unexpected>;

impl Node {
    /// Names a node; nothing is connected before the first question.
    pub fn new(address: Arc<Address>, timeouts: Timeouts) -> Self {
        Self { address, timeouts, asking: false }
    }

    /// Has it run what is about a slot that it is about to have.
    #[must_use]
    pub fn asking(self) -> Self {
        Self { asking: true, ..self }
    }

    /// Tells whether it is asked like that.
    pub fn is_asking(&self) -> bool {
        self.asking
    }

    /// Tells whether questions go to the same place in the same way.
    pub fn is_same(&self, other: &Self) -> bool {
        self.address == other.address && self.asking == other.asking
    }

    /// Returns where it is.
    pub fn address(&self) -> &Arc<Address> {
        &self.address
    }

    /// Returns the timeouts its questions have.
    pub fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Tells what a holder on this node may promise its waiters.
    pub fn promise(&self) -> Promise {
        if pool::may_signal(&self.address) { Promise::Signals } else { Promise::StaysSilent }
    }

    /// Takes a seat, for one question or for a whole wait.
    pub fn seat(&self, host: Host) -> Seat {
        Seat::new(self.clone(), host)
    }

    /// Asks one question, on the idle connection or a new one.
    ///
    /// # Errors
    /// As [`Seat::with`].
    pub fn ask<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
        self.seat(None).ask(request, read)
    }

    /// Asks one question a second time, on a new connection.
    ///
    /// # Errors
    /// As [`Seat::with`].
    pub fn ask_again<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
        self.seat(None).again(|connection| ask(connection, request, read))
    }

    /// Sends what waits for this node and nothing else, with one try: nobody waits for the outcome.
    ///
    /// # Errors
    /// Those of connecting and of the exchange.
    pub(super) fn send_late_releases(&self) -> Result<(), Failure> {
        let connection = match pool::take(&self.address) {
            Some(idle) => idle,
            None => Connection::open(&self.address, self.timeouts, None)?,
        };
        let mut seat = self.seat(None);
        match seat.use_once(connection, &mut |_| Ok(())) {
            Err(failure) if is_elsewhere(&self.address, &failure) => seat.again(|_| Ok(())),
            done => done,
        }
    }
}

/// Tells whether a new connection leads to another Redis than the one that gave this answer: it was demoted, and the
/// sentinels know its successor. It has run nothing.
pub(super) fn is_elsewhere(address: &Address, failure: &Failure) -> bool {
    matches!(address.place(), Place::Sentinels(_))
        && matches!(failure, Failure::Refused { code, .. } if code == "READONLY")
}

/// Asks one question on a connection and reads the answer.
///
/// # Errors
/// The failure of the exchange, or the server's refusal.
pub fn ask<T>(connection: &mut Connection, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
    let sent = Instant::now();
    let reply = connection.ask_since(sent, request)?;
    read(&reply).map(|said| Answer { said, sent }).map_err(|Unexpected| connection.nonsense())
}

//! Owns: putting a question to one Redis: the idle connection or a new one, late releases first, the connection kept
//! or closed afterwards.
//! Does not own: what a question is (`scripts`, `topology`), the idle connections (`pool`).
//! Called by: `topology`, and `undo` to send what waits.

use std::rc::Rc;

use redis::Value;

use crate::clock::Instant;
use crate::connection::address::Address;
use crate::connection::handshake::before_any_command;
use crate::connection::{Connection, pool, undo};
use crate::failure::{Failure, Next};
use crate::scripts::{Request, Unexpected};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};
use crate::token::Promise;

/// One Redis, as this thread reaches it.
#[derive(Clone, Debug)]
pub struct Node {
    address: Rc<Address>,
    timeouts: Timeouts,
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
    pub fn new(address: Rc<Address>, timeouts: Timeouts) -> Self {
        Self { address, timeouts }
    }

    /// Returns where it is.
    pub fn address(&self) -> &Rc<Address> {
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

    /// Does `work` on the idle connection, or on a new one where there is none or its peer has gone away.
    ///
    /// # Errors
    /// Those of connecting, of the late releases that go first, and of `work`.
    pub fn with<T>(&self, mut work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        if let Some(idle) = pool::take(&self.address) {
            match self.use_once(idle, &mut work) {
                // Nothing of it was sent: the peer closed in this instant, or did not answer the late releases.
                Err(failure) if failure.next() == Next::AskAgain => stats::count(Counter::Reconnected),
                done => return done,
            }
        }
        self.with_new(work)
    }

    fn with_new<T>(&self, mut work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        let connection = Connection::open(&self.address, self.timeouts)?;
        self.use_once(connection, &mut work)
    }

    /// Asks one question, on the idle connection or a new one.
    ///
    /// # Errors
    /// As [`Node::with`].
    pub fn ask<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
        self.with(|connection| ask(connection, request, read))
    }

    /// Asks one question a second time, on a new connection.
    ///
    /// # Errors
    /// As [`Node::with`].
    pub fn ask_again<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
        self.again(|connection| ask(connection, request, read))
    }

    /// Does `work` a second time, on a new connection: that of the first time is closed.
    ///
    /// # Errors
    /// As [`Node::with`].
    pub fn again<T>(&self, work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        stats::count(Counter::Reconnected);
        self.with_new(work)
    }

    /// Sends what waits for this node and nothing else, with one try: nobody waits for the outcome.
    ///
    /// # Errors
    /// Those of connecting and of the exchange.
    pub(super) fn send_late_releases(&self) -> Result<(), Failure> {
        let connection = match pool::take(&self.address) {
            Some(idle) => idle,
            None => Connection::open(&self.address, self.timeouts)?,
        };
        self.use_once(connection, &mut |_| Ok(()))
    }

    fn use_once<T>(
        &self,
        mut connection: Connection,
        work: &mut impl FnMut(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        undo::work_off(&mut connection, &self.address).map_err(before_any_command)?;
        let result = work(&mut connection);
        // Also an error is an answer; silence is not.
        if !matches!(result, Err(Failure::NotSent { .. } | Failure::Unanswered { .. })) {
            undo::has_answered(&self.address);
        }
        if !result.as_ref().is_err_and(Failure::spoils_connection) {
            pool::put_back(&self.address, connection);
        }
        result
    }
}

/// Asks one question on a connection and reads the answer.
///
/// # Errors
/// The failure of the exchange, or the server's refusal.
pub fn ask<T>(connection: &mut Connection, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
    let sent = Instant::now();
    let reply = connection.ask(request)?;
    read(&reply).map(|said| Answer { said, sent }).map_err(|Unexpected| connection.nonsense())
}

//! Owns which connection a question is asked on: the idle one or a new one, late releases first, kept or closed afterwards.
//! Does not own the questions (`node`, `topology`), the idle connections (`pool`).

use std::sync::Arc;

use redis::Value;

use crate::address::Address;
use crate::connection::login::before_any_command;
use crate::connection::node::{self, Answer, Node, Read, is_elsewhere};
use crate::connection::{Connection, pool, undo};
use crate::failure::{Failure, Next};
use crate::net::interrupts::Host;
use crate::scripts::Request;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How a new connection is opened.
type Open = fn(&Address, Timeouts, Host) -> Result<Box<Connection>, Failure>;

/// One connection in use, taken out of the pool and put back behind its last question: whoever else on this thread has
/// a question meanwhile (a signal handler of a program that waits) gets another.
#[derive(Debug)]
pub struct Seat {
    node: Node,
    connection: Option<Box<Connection>>,
    host: Host,
    /// The idle connection is not looked at if it has just answered.
    trusts: bool,
}

impl Seat {
    pub(super) fn new(node: Node, host: Host) -> Self {
        Self { node, connection: None, host, trusts: false }
    }

    /// Says whether what is asked here need not look at a peer that has just answered: it is asked again when no answer comes, and
    /// that is as good.
    pub fn trust(&mut self, trusts: bool) {
        self.trusts = trusts;
    }

    /// Does `work` on this seat's connection, else the idle one, else a new one; on a new one, too, when its peer has
    /// gone away.
    ///
    /// # Errors
    /// Those of connecting, of the late releases that go first, and of `work`.
    pub fn with<T>(&mut self, work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        self.with_opened(Connection::open, work)
    }

    /// The same for work that is done `again` when its answer does not come: on a new connection it need not wait for more
    /// than its own answer.
    ///
    /// # Errors
    /// As `with`.
    pub fn with_at_once<T>(&mut self, work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        self.with_opened(Connection::open_at_once, work)
    }

    fn with_opened<T>(
        &mut self,
        open: Open,
        mut work: impl FnMut(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(idle) = self.own().or_else(|| self.idle()) {
            match self.use_once(idle, &mut work) {
                // Nothing of it was sent: the peer closed in this instant, or did not answer the late releases.
                Err(failure) if failure.next() == Next::AskAgain || is_elsewhere(self.node.address(), &failure) => {
                    stats::count(Counter::Reconnected);
                }
                done => return done,
            }
        }
        self.with_new(open, work)
    }

    /// Asks one question.
    ///
    /// # Errors
    /// As [`Seat::with`].
    pub fn ask<T>(&mut self, request: &Request<'_>, read: Read<T>) -> Result<Answer<T>, Failure> {
        self.with(|connection| node::ask(connection, request, read))
    }

    /// Does `work` a second time, on a new connection: that of the first time is closed.
    ///
    /// # Errors
    /// As [`Seat::with`].
    pub fn again<T>(&mut self, work: impl FnMut(&mut Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        stats::count(Counter::Reconnected);
        self.with_new(Connection::open_at_once, work)
    }

    /// Returns where it is taken.
    pub fn address(&self) -> &Arc<Address> {
        self.node.address()
    }

    /// Asks one more question on the connection of the last, if it is still good; `None` when it is not.
    pub fn ask_here(&mut self, request: &Request<'_>) -> Option<Result<Value, Failure>> {
        let asking = self.node.is_asking();
        let connection = self.connection.as_mut()?;
        if !connection.is_reusable() {
            return None;
        }
        connection.ask_for_what_comes(asking);
        let answer = connection.ask(request);
        connection.ask_for_what_comes(false);
        Some(answer)
    }

    /// Returns the connection of the last question, if it is still good.
    pub fn connection(&mut self) -> Option<&mut Connection> {
        self.connection.as_deref_mut()
    }

    /// Tells whether the connection of the last question, if there is one, has had nothing refused.
    pub fn may_signal(&self) -> Option<bool> {
        self.connection.as_deref().map(Connection::may_signal)
    }

    /// Says who may interrupt the questions that follow.
    pub fn attend_to(&mut self, host: Host) {
        self.host = host;
    }

    /// Closes the connection of the last question.
    pub fn close(&mut self) {
        if self.connection.take().is_some() {
            stats::count(Counter::Reconnected);
        }
    }

    /// Takes this seat's connection, unless its peer has closed it, or a fork has made it the parent's.
    fn own(&mut self) -> Option<Box<Connection>> {
        let mut connection = self.connection.take()?;
        if connection.is_reusable() {
            return Some(connection);
        }
        stats::count(Counter::Reconnected);
        None
    }

    fn idle(&self) -> Option<Box<Connection>> {
        let take = if self.trusts { pool::take_on_trust } else { pool::take };
        take(self.node.address())
    }

    fn with_new<T>(
        &mut self,
        open: Open,
        mut work: impl FnMut(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let connection = open(self.node.address(), self.node.timeouts(), self.host)?;
        self.use_once(connection, &mut work)
    }

    pub(super) fn use_once<T>(
        &mut self,
        mut connection: Box<Connection>,
        work: &mut impl FnMut(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.prepare(&mut connection)?;
        let result = work(&mut connection);
        self.keep(connection, result.as_ref().err());
        result
    }

    /// Makes a connection this seat's, and sends the late releases. Apart from `use_once`, like `keep`: that is compiled once
    /// for each kind of answer.
    fn prepare(&self, connection: &mut Connection) -> Result<(), Failure> {
        connection.attend_to(self.host);
        // Whoever opened it may have had others.
        connection.give(self.node.timeouts());
        undo::slices::work_off(connection, self.node.address()).map_err(before_any_command)?;
        connection.ask_for_what_comes(self.node.is_asking());
        Ok(())
    }

    /// Keeps the connection for this seat's next question, unless this failure spoils it.
    fn keep(&mut self, mut connection: Box<Connection>, failure: Option<&Failure>) {
        connection.ask_for_what_comes(false);
        // Also an error is an answer; silence is not.
        let silent =
            matches!(failure, Some(Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::Interrupted { .. }));
        if !silent {
            undo::has_answered(self.node.address());
        }
        if !failure.is_some_and(Failure::spoils_connection) {
            self.connection = Some(connection);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            connection.attend_to(None);
            pool::put_back(self.node.address(), connection);
        }
    }
}

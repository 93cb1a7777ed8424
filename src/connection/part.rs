//! Owns how far one node has come in a question that several are asked at once: connecting, logging in, its late
//! releases, the question.
//! Does not own waiting, the other nodes, when it is enough (`together`).

mod outcome;

use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::dialect::Asking;
use crate::connection::login::{Greeting, before_any_command};
use crate::connection::node::Node;
use crate::connection::talk::Talk;
use crate::connection::together::Question;
use crate::connection::undo::batch::Batch;
use crate::connection::{Connection, not_connected, pool};
use crate::failure::Failure;
use crate::net::connect::Opening;
use crate::net::interrupts::{Host, Readiness};
use crate::net::socket::Stream;
use crate::scripts::{Naming, Request};

/// One node's part in a question.
#[derive(Debug)]
pub(super) struct Part<'a> {
    node: &'a Node,
    connection: Option<Box<Connection>>,
    talk: Option<Talk>,
    stage: Stage,
    /// It had a connection from before.
    is_known: bool,
    /// And has it still: its peer may have closed it unnoticed.
    was_idle: bool,
}

#[derive(Debug)]
enum Stage {
    /// Not connected.
    Closed,
    Opening(Opening),
    Greeting(Greeting),
    Undoing(Batch, Asking),
    /// The question may be written; a script has perhaps been asked in another way before.
    Ready(Option<Asking>),
    Asked(Option<Asking>),
    /// The rest takes exchanges of its own.
    Alone(Option<(Batch, Asking)>),
    Over(Option<Result<Value, Failure>>),
}

impl<'a> Part<'a> {
    /// Begins with the idle connection, where there is one.
    pub(super) fn new(node: &'a Node) -> Self {
        let mut part =
            Self { node, connection: None, talk: None, stage: Stage::Closed, is_known: false, was_idle: false };
        if let Some(idle) = pool::take_read(node.address()) {
            part.connection = Some(idle);
            (part.is_known, part.was_idle) = (true, true);
            part.undo();
        }
        part
    }

    /// Tells whether it had a connection from before.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    pub(super) fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Ready(_))
    }

    pub(super) fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    pub(super) fn is_alone(&self) -> bool {
        matches!(self.stage, Stage::Alone(_))
    }

    /// Tells whether the network is waited for.
    pub(super) fn is_on_its_way(&self) -> bool {
        !matches!(self.stage, Stage::Over(_) | Stage::Alone(_))
    }

    /// Begins to connect, where there was no idle connection.
    pub(super) fn open(&mut self, question: &Question<'_>) {
        let limit = self.node.timeouts().connect;
        match Opening::begin(self.node.address(), limit) {
            Ok(opening) => {
                self.stage = Stage::Opening(opening);
                self.go_on(false, question);
            }
            Err(error) => self.end(Err(not_connected(self.node.address(), &error, limit))),
        }
    }

    /// Returns the socket to wait for, and for what.
    pub(super) fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        match (&self.stage, &self.connection, &self.talk) {
            (Stage::Opening(opening), ..) => opening.socket(),
            (_, Some(connection), Some(talk)) => Some((connection.stream.as_fd(), talk.waits_for())),
            _ => None,
        }
    }

    /// Returns when it wants to go on though its socket says nothing.
    pub(super) fn due(&self) -> Option<Instant> {
        if let Stage::Opening(opening) = &self.stage { Some(opening.due()) } else { None }
    }

    /// Goes on as far as the network lets it; `has_news` when its socket is ready.
    pub(super) fn go_on(&mut self, has_news: bool, question: &Question<'_>) {
        if let Stage::Opening(opening) = &mut self.stage {
            match opening.go_on(has_news) {
                Some(Ok(stream)) => self.greet(stream),
                Some(Err(error)) => {
                    let failure = not_connected(self.node.address(), &error, self.node.timeouts().connect);
                    self.end(Err(failure));
                }
                None => {}
            }
            return;
        }
        let (Some(connection), Some(talk)) = (&mut self.connection, &mut self.talk) else { return };
        match connection.go_on(talk, has_news) {
            Ok(Some(replies)) => {
                self.talk = None;
                self.hear(replies, question);
            }
            Ok(None) => {}
            Err(failure) => self.fail(failure),
        }
    }

    /// Writes the question.
    pub(super) fn ask(&mut self, question: &Question<'_>) {
        let Stage::Ready(asking) = &mut self.stage else { return };
        let (Some(connection), asking) = (&mut self.connection, asking.take()) else { return };
        connection.keep_secret(question.tokens());
        match question {
            Question::Plain { command, .. } => {
                self.stage = Stage::Asked(None);
                self.talk(command, 1);
            }
            Question::Script(request) => {
                let mut asking = asking.unwrap_or_else(|| Asking::new(1, Naming::BySha));
                if asking.needs_exchanges(connection) {
                    self.stage = Stage::Alone(None);
                    return;
                }
                let mut out = Vec::new();
                let replies = asking.encode(connection, std::slice::from_ref(request), &mut out);
                self.stage = Stage::Asked(Some(asking));
                self.talk(&out, replies);
            }
        }
    }

    /// Does what is left in exchanges of its own, within `limit` each.
    pub(super) fn finish_alone(&mut self, question: &Question<'_>, limit: Duration, host: Host) {
        let Stage::Alone(undoing) = &mut self.stage else { return };
        let undoing = undoing.take();
        let Some(connection) = &mut self.connection else { return };
        let timeout = connection.timeout;
        connection.timeout = timeout.min(limit);
        connection.attend_to(host);
        let mut done = Ok(());
        if let Some((batch, mut asking)) = undoing {
            let result = asking.finish(connection, &batch.requests()).map(|()| asking.into_answers());
            done = batch.settle(self.node.address(), result).map_err(before_any_command);
        }
        connection.keep_secret(question.tokens());
        let answer = done.and_then(|()| match question {
            Question::Plain { command, .. } => {
                let reply = connection.exchange_one(command)?;
                connection.refusal(reply)
            }
            Question::Script(request) => connection.ask(request),
        });
        connection.timeout = timeout;
        connection.attend_to(None);
        self.end(answer);
    }

    fn greet(&mut self, stream: Stream) {
        let address = self.node.address();
        let mut connection = Connection::over(stream, address, self.node.timeouts(), None);
        let greeting = connection.greeting(address);
        self.connection = Some(connection);
        match greeting {
            Some(greeting) => {
                let replies = greeting.login + greeting.unheeded;
                let request = greeting.request.clone();
                self.stage = Stage::Greeting(greeting);
                self.talk(&request, replies);
            }
            None => self.undo(),
        }
    }

    /// Sends the releases that wait for this node.
    fn undo(&mut self) {
        match Batch::take(self.node.address()) {
            None => self.stage = Stage::Ready(None),
            Some(batch) => {
                let asking = Asking::new(batch.requests().len(), Naming::ByText);
                self.send_releases(batch, asking);
            }
        }
    }

    fn send_releases(&mut self, batch: Batch, mut asking: Asking) {
        let Some(connection) = &mut self.connection else { return };
        let requests = batch.requests();
        connection.keep_secret(requests.iter().filter_map(Request::token));
        if asking.needs_exchanges(connection) {
            self.stage = Stage::Alone(Some((batch, asking)));
            return;
        }
        let mut out = Vec::new();
        let replies = asking.encode(connection, &requests, &mut out);
        self.stage = Stage::Undoing(batch, asking);
        self.talk(&out, replies);
    }

    fn talk(&mut self, request: &[u8], replies: usize) {
        let Some(connection) = &mut self.connection else { return };
        let begun = connection.begin(request, replies);
        match begun.and_then(|mut talk| connection.write_on(&mut talk).map(|()| talk)) {
            Ok(talk) => self.talk = Some(talk),
            Err(failure) => self.fail(failure),
        }
    }
}

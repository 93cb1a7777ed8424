//! Owns a connection that is made step by step, until a lock's command may be sent on it: names, sockets, login, and, where
//! the address names sentinels, whom they name as master.
//! Does not own the socket's steps (`net::connect`), what a login or a sentinel says (`login`, `sentinel`), the loop that waits.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::address::hosts::Sentinels;
use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::login::{Introduction, Login, before_any_command};
use crate::connection::open::Opened;
use crate::connection::sentinel::{self, master_request, named, role_request, says_master};
use crate::connection::stepwise::Stepwise;
use crate::connection::{Connection, not_connected};
use crate::failure::Failure;
use crate::net::connect::Opening;
use crate::net::interrupts::Readiness;
use crate::net::resolver::Names;
use crate::net::socket::Stream;
use crate::settings::Timeouts;

/// A connection on its way.
#[derive(Debug)]
pub struct Arrival {
    /// The address in question.
    address: Arc<Address>,
    timeouts: Timeouts,
    /// What is being connected to.
    target: Arc<Address>,
    purpose: Purpose,
    step: Step,
    /// When the current exchange must be over.
    end: Instant,
}

/// What the current connection is for.
#[derive(Debug)]
enum Purpose {
    /// It is the one of the address.
    Node,
    /// To send to a sentinel, after this number of others; what those said.
    Sentinel { tried: usize, causes: Vec<String> },
    /// To the Redis that a sentinel has named, which is watched by the connection to that sentinel.
    Master(Option<Box<Connection>>),
}

#[derive(Debug)]
enum Step {
    /// Since then.
    Resolving(Instant),
    Opening(Opening),
    LoggingIn(Box<Connection>, Stepwise, Login),
    /// What a sentinel, or the master that one has named, gets.
    Asking(Box<Connection>, Stepwise),
    /// Between two steps, and after the last.
    Over,
}

/// What a step has come to.
enum Stepped {
    /// The network is waited for.
    Waits,
    /// The next one may follow at once.
    On,
    Arrived(Opened),
}

/// Does what a thread does once before it makes connections, which takes locks of the system's loader: a fork meanwhile would
/// leave them closed in the child.
pub fn prepare() {
    crate::connection::client_name::prepare();
}

impl Arrival {
    /// Begins to connect: nothing is waited for here.
    pub fn begin(address: Arc<Address>, timeouts: Timeouts, names: &mut Names) -> Self {
        let now = Instant::now();
        let mut arrival = Self {
            target: Arc::clone(&address),
            address,
            timeouts,
            purpose: Purpose::Node,
            step: Step::Over,
            end: now,
        };
        if arrival.sentinels().is_some() {
            arrival.go_to_sentinel(0, Vec::new(), names);
        } else {
            arrival.go_to(Arc::clone(&arrival.target), Purpose::Node, names);
        }
        arrival
    }

    /// Returns the socket to wait for, and for what.
    pub fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        match &self.step {
            Step::Opening(opening) => opening.socket(),
            Step::LoggingIn(connection, talk, _) | Step::Asking(connection, talk) => {
                Some((connection.as_fd(), talk.waits_for()))
            }
            Step::Resolving(_) | Step::Over => None,
        }
    }

    /// Returns when to go on though the socket says nothing.
    pub fn due(&self, names: &Names) -> Option<Instant> {
        match &self.step {
            Step::Opening(opening) => Some(opening.due()),
            Step::LoggingIn(..) | Step::Asking(..) => Some(self.end),
            Step::Resolving(since) => match self.target.place() {
                Place::Tcp { host, .. } => Some(names.due(host, *since).unwrap_or_else(|| since.after(self.limit()))),
                Place::Unix { .. } | Place::Sentinels(_) => Some(*since),
            },
            Step::Over => None,
        }
    }

    /// Goes on as far as the network lets it; `has_news` when its socket is ready. `None` while it is on its way.
    pub fn go_on(&mut self, mut has_news: bool, names: &mut Names) -> Option<Result<Opened, Failure>> {
        loop {
            match self.step_on(has_news, names) {
                Ok(Stepped::Waits) => return None,
                Ok(Stepped::On) => has_news = false,
                Ok(Stepped::Arrived(opened)) => return Some(Ok(opened)),
                Err(failure) => match std::mem::replace(&mut self.purpose, Purpose::Node) {
                    Purpose::Sentinel { tried, mut causes } => {
                        causes.push(failure.to_string());
                        match self.next_sentinel(tried + 1, causes, names) {
                            Ok(()) => has_news = false,
                            Err(failure) => return Some(Err(failure)),
                        }
                    }
                    Purpose::Node | Purpose::Master(_) => return Some(Err(before_any_command(failure))),
                },
            }
        }
    }

    fn step_on(&mut self, has_news: bool, names: &mut Names) -> Result<Stepped, Failure> {
        let call = Call::new(self.timeouts.io);
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Resolving(since) => self.resolve(since, names),
            Step::Opening(mut opening) => match opening.go_on(has_news) {
                None => Ok(self.waits(Step::Opening(opening))),
                Some(Ok(stream)) => self.log_in(stream, names),
                Some(Err(error)) => Err(not_connected(&self.target, &error, self.limit())),
            },
            Step::LoggingIn(mut connection, mut talk, login) => match connection.go_on(&mut talk, &call, has_news) {
                // The next one leaves our name out.
                Err(_) if connection.was_closed_for_the_names() => {
                    self.begin_step(names);
                    Ok(Stepped::On)
                }
                Err(failure) => Err(failure),
                Ok(None) if Instant::now() >= self.end => Err(connection.no_reply_in_time(&call)),
                Ok(None) => Ok(self.waits(Step::LoggingIn(connection, talk, login))),
                Ok(Some(replies)) => {
                    connection.logged_in(&login, replies)?;
                    self.ask(connection)
                }
            },
            Step::Asking(mut connection, mut talk) => match connection.go_on(&mut talk, &call, has_news)? {
                None if Instant::now() >= self.end => Err(connection.no_reply_in_time(&call)),
                None => Ok(self.waits(Step::Asking(connection, talk))),
                Some(replies) => self.take_in(connection, replies, names),
            },
            Step::Over => Ok(Stepped::Waits),
        }
    }

    fn waits(&mut self, step: Step) -> Stepped {
        self.step = step;
        Stepped::Waits
    }

    /// A share for each sentinel: one that swallows packets must not eat the time of the others.
    fn limit(&self) -> Duration {
        match (&self.purpose, self.sentinels()) {
            (Purpose::Sentinel { .. }, Some(of)) => {
                self.timeouts.connect / u32::try_from(of.hosts.len()).unwrap_or(u32::MAX)
            }
            _ => self.timeouts.connect,
        }
    }

    fn exchange_limit(&self) -> Duration {
        match self.purpose {
            Purpose::Sentinel { .. } => self.timeouts.io.min(self.limit()),
            Purpose::Node | Purpose::Master(_) => self.timeouts.io,
        }
    }

    fn resolve(&mut self, since: Instant, names: &mut Names) -> Result<Stepped, Failure> {
        let limit = self.limit();
        let failed = |error| not_connected(&self.target, &error, limit);
        let found = match self.target.place() {
            Place::Tcp { host, port } => match names.find(host, *port, since) {
                // The look-up goes on; another sentinel, or another node of the cluster, has its turn.
                None if Instant::now() >= since.after(limit) => {
                    return Err(failed(io::ErrorKind::TimedOut.into()));
                }
                None => return Ok(self.waits(Step::Resolving(since))),
                Some(found) => found.map_err(failed)?,
            },
            Place::Unix { .. } | Place::Sentinels(_) => Vec::new(),
        };
        self.step = Step::Opening(Opening::begin_at(&self.target, found, limit).map_err(failed)?);
        Ok(Stepped::On)
    }

    fn log_in(&mut self, stream: Stream, names: &mut Names) -> Result<Stepped, Failure> {
        if let (Place::Tcp { host, .. }, Some(peer)) = (self.target.place(), stream.peer()) {
            names.note(host, peer);
        }
        let mut connection = Box::new(Connection::over(stream, &self.target));
        self.end = Instant::now().after(self.exchange_limit());
        let Some(login) = connection.login(&self.target, Introduction::Answered) else {
            return self.ask(connection);
        };
        let talk = connection.begin(&login.request, login.replies())?;
        self.step = Step::LoggingIn(connection, talk, login);
        Ok(Stepped::On)
    }

    /// Sends what is to be known before the connection is of use, if that is anything.
    fn ask(&mut self, mut connection: Box<Connection>) -> Result<Stepped, Failure> {
        let (request, replies) = match &self.purpose {
            Purpose::Node => return Ok(Stepped::Arrived(Opened { connection: *connection, watch: None })),
            Purpose::Sentinel { .. } => (self.sentinels().map(|of| master_request(&of.master)).unwrap_or_default(), 2),
            Purpose::Master(_) => (role_request(), 1),
        };
        self.end = Instant::now().after(self.exchange_limit());
        let talk = connection.begin(&request, replies)?;
        self.step = Step::Asking(connection, talk);
        Ok(Stepped::On)
    }

    fn take_in(
        &mut self,
        mut connection: Box<Connection>,
        replies: Vec<Value>,
        names: &mut Names,
    ) -> Result<Stepped, Failure> {
        let watch = if let Purpose::Master(watch) = &mut self.purpose { Some(watch.take()) } else { None };
        let Some(sentinels) = self.sentinels() else {
            return Ok(Stepped::Arrived(Opened { connection: *connection, watch: None }));
        };
        let master = sentinel::shown(&sentinels.master);
        if let Some(watch) = watch {
            let reply = replies.into_iter().next().unwrap_or(Value::Nil);
            if says_master(&mut connection, reply)? {
                return Ok(Stepped::Arrived(Opened { connection: *connection, watch }));
            }
            let cause = format!("the sentinels name it as master {master}, but it is a replica");
            return Err(Failure::NotSent { node: self.target.node(), cause });
        }
        let Some(((name, port), watch)) = named(*connection, replies)? else {
            return Err(Failure::NotSent { node: self.target.node(), cause: format!("knows no master {master}") });
        };
        if let Purpose::Sentinel { tried, .. } = self.purpose {
            sentinels.first.set((sentinels.first.get() + tried) % sentinels.hosts.len());
        }
        self.go_to(Arc::new(self.address.at(&name, port)), Purpose::Master(watch), names);
        Ok(Stepped::On)
    }

    fn next_sentinel(&mut self, tried: usize, causes: Vec<String>, names: &mut Names) -> Result<(), Failure> {
        if self.sentinels().is_some_and(|sentinels| tried < sentinels.hosts.len()) {
            self.go_to_sentinel(tried, causes, names);
            return Ok(());
        }
        Err(Failure::NotSent { node: "no sentinel names a master".to_owned(), cause: causes.join("; ") })
    }

    /// Goes to the sentinel that replied last, or the one that comes this number after that one.
    fn go_to_sentinel(&mut self, tried: usize, causes: Vec<String>, names: &mut Names) {
        let index = self.sentinels().map_or(0, |of| (of.first.get() + tried) % of.hosts.len());
        if let Some(sentinel) = self.address.sentinel(index) {
            self.go_to(Arc::new(sentinel), Purpose::Sentinel { tried, causes }, names);
        }
    }

    fn go_to(&mut self, target: Arc<Address>, purpose: Purpose, names: &mut Names) {
        (self.target, self.purpose) = (target, purpose);
        self.begin_step(names);
    }

    /// Begins to connect to the target.
    fn begin_step(&mut self, names: &mut Names) {
        if let Place::Tcp { host, .. } = self.target.place() {
            names.ask(host);
        }
        self.step = Step::Resolving(Instant::now());
    }

    fn sentinels(&self) -> Option<&Sentinels> {
        if let Place::Sentinels(sentinels) = self.address.place() { Some(sentinels) } else { None }
    }
}

//! Owns a connection that is made step by step, until a lock's command may be sent on it: names, sockets, login, and, where
//! the address names sentinels, whom they name as master.
//! Does not own the socket's steps (`net::connect`), what a login or a sentinel says (`login`, `sentinel`), the loops that wait
//! (`open`, `node::fan_out`).

use std::io;
use std::net::ToSocketAddrs;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use redis::Value;

use crate::address::hosts::Sentinels;
use crate::address::{Address, Credentials, PASSWORD_FILE, Place, SENTINEL_PASSWORD_FILE};
use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::login::{Login, before_any_command};
use crate::connection::queue::Awaited;
use crate::connection::replies::Stop;
use crate::connection::sentinel::{self, Named, master_request, named, role_request, says_master, why_none};
use crate::connection::{Connection, Received, not_connected, password};
use crate::failure::{Failure, sentence};
use crate::net::connect::Opening;
use crate::net::file::named_file;
use crate::net::interrupts::Readiness;
use crate::net::socket::Stream;
use crate::refusal::Code;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How long to pause when the Redis that was named is no master: a failover goes on.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection that was just opened.
#[derive(Debug)]
pub struct Opened {
    /// What it was opened for.
    pub(crate) address: Arc<Address>,
    pub(crate) connection: Connection,
    pub(crate) watch: Option<Box<Named>>,
}

fn push(connection: &mut Connection, request: &[u8], replies: usize) -> Result<(), Failure> {
    connection.begin()?;
    connection.push(|out| {
        out.extend_from_slice(request);
        (0..replies).map(Awaited::Own)
    });
    Ok(())
}

/// Writes what the socket takes, or reads what has come when it `has_news`; true once every reply is there.
/// Errors: why no more will come, and whether the peer has ended the connection.
fn hear(
    connection: &mut Connection,
    call: &Call<'_>,
    has_news: bool,
    replies: &mut Vec<Received>,
) -> Result<bool, (Failure, bool)> {
    if !connection.pushed().is_empty() {
        let end = connection.pushed().len();
        return connection.write_pushed(end, call).map(|_| false).map_err(|failure| (failure, false));
    }
    if !has_news {
        return Ok(false);
    }
    loop {
        match connection.listen(call.tokens) {
            Ok(Some((_, reply))) => replies.push(reply),
            Ok(None) => return Ok(!connection.is_owed()),
            // A refusal says more than that something follows it.
            Err(Stop::NotOurs) if replies.iter().any(Result::is_err) => return Ok(true),
            Err(stop) => return Err((connection.unanswered(&stop, call), stop.is_the_peers_end())),
        }
    }
}

#[cfg(test)]
impl Opened {
    /// Makes one of a socket whose other end the test has.
    pub(crate) fn over(near: std::os::unix::net::UnixStream, address: &Arc<Address>) -> Self {
        let connection = Connection::over(Stream::Unix(near), address, Vec::new());
        Self { address: Arc::clone(address), connection, watch: None }
    }
}

/// A connection on its way.
#[derive(Debug)]
pub struct Arrival {
    address: Arc<Address>,
    timeouts: Timeouts,
    /// When no other master is looked for any more.
    until: Instant,
    /// What is being connected to, and how long that may take.
    target: Arc<Address>,
    limit: Duration,
    purpose: Purpose,
    step: Step,
    /// The target has closed a connection that told it our name.
    leaves_name_out: bool,
    /// When the login, and what is sent after it here, must be over.
    end: Instant,
    /// What its server must have replied to before it is of use.
    proof: Option<Vec<u8>>,
}

/// What the current connection is for.
#[derive(Debug)]
enum Purpose {
    /// It is the one of the address.
    Node,
    /// It is to a sentinel, after this number of others; why those failed.
    Sentinel { tried: usize, causes: Vec<String> },
    /// It is to the Redis that a sentinel has named; the connection to that sentinel watches it.
    Master(Option<Box<Named>>),
}

#[derive(Debug)]
enum Step {
    /// Since then.
    Resolving(Instant),
    Opening(Opening),
    /// The login, or without one what a sentinel, or the master that one has named, gets.
    Talking(Box<Connection>, Vec<Received>, Option<Login>),
    /// Until the sentinels get the request again, because whom they named is a replica.
    Pausing(Instant),
    /// Between two steps, and after the last.
    Over,
}

/// What a step has come to.
enum Stepped {
    /// The network is waited for.
    Waits,
    /// The next one may follow at once.
    On,
    Arrived(Box<Opened>),
}

impl Arrival {
    /// Begins to connect: nothing is waited for here.
    pub(crate) fn begin(address: Arc<Address>, timeouts: Timeouts) -> Self {
        let now = Instant::now();
        let mut arrival = Self {
            target: Arc::clone(&address),
            address,
            timeouts,
            until: now.after(timeouts.connect),
            limit: timeouts.connect,
            purpose: Purpose::Node,
            step: Step::Over,
            leaves_name_out: false,
            end: now,
            proof: None,
        };
        if arrival.sentinels().is_some() {
            arrival.go_to_sentinel(0, Vec::new());
        } else {
            arrival.begin_step();
        }
        arrival
    }

    /// Tells whether the network has led to its peer, which has something to say now.
    pub(crate) fn is_connected(&self) -> bool {
        matches!(self.step, Step::Talking(..))
    }

    /// Returns the socket to wait for, and for what.
    pub fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        match &self.step {
            Step::Opening(opening) => opening.socket(),
            Step::Talking(connection, ..) => Some((connection.as_fd(), connection.waits_for())),
            Step::Resolving(_) | Step::Pausing(_) | Step::Over => None,
        }
    }

    /// Has it arrive once its server has replied to this request, if there is one: one that turns a connection away accepts it first.
    pub(crate) fn proven(self, request: Option<&[u8]>) -> Self {
        Self { proof: request.map(<[u8]>::to_vec), ..self }
    }

    /// Returns when to go on though the socket says nothing.
    pub fn due(&self) -> Option<Instant> {
        match &self.step {
            Step::Opening(opening) => Some(opening.due),
            Step::Talking(..) => Some(self.end),
            Step::Resolving(since) => Some(*since),
            Step::Pausing(until) => Some(*until),
            Step::Over => None,
        }
    }

    /// Goes on as far as the network lets it; `has_news` when its socket is ready. `None` while it is on its way.
    pub fn go_on(&mut self, mut has_news: bool) -> Option<Result<Opened, Failure>> {
        loop {
            match self.step_on(has_news) {
                Ok(Stepped::Waits) => return None,
                Ok(Stepped::On) => has_news = false,
                Ok(Stepped::Arrived(opened)) => return Some(Ok(*opened)),
                Err(failure) => match std::mem::replace(&mut self.purpose, Purpose::Node) {
                    Purpose::Sentinel { tried, mut causes } => {
                        causes.push(why_none(&failure));
                        match self.next_sentinel(tried + 1, causes) {
                            Ok(()) => has_news = false,
                            Err(failure) => return Some(Err(failure)),
                        }
                    }
                    Purpose::Node | Purpose::Master(_) => return Some(Err(before_any_command(failure))),
                },
            }
        }
    }

    fn step_on(&mut self, has_news: bool) -> Result<Stepped, Failure> {
        let call = Call::new(self.exchange_limit());
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Resolving(since) => self.resolve(since),
            Step::Opening(mut opening) => match opening.go_on(has_news) {
                None => Ok(self.waits(Step::Opening(opening))),
                Some(Ok(stream)) => self.log_in(stream),
                Some(Err(error)) => Err(not_connected(&self.target, &error, self.limit)),
            },
            Step::Talking(mut connection, mut replies, login) => {
                match hear(&mut connection, &call, has_news, &mut replies) {
                    // That may be for our name.
                    Err((Failure::Unanswered { .. }, true)) if login.is_some() && !self.leaves_name_out => {
                        self.leaves_name_out = true;
                        stats::count(Counter::Reconnected);
                        self.begin_step();
                        Ok(Stepped::On)
                    }
                    Err((failure, _)) => Err(failure),
                    Ok(false) if Instant::now() >= self.end => {
                        Err(connection.unanswered(&Stop::Error(io::ErrorKind::TimedOut.into()), &call))
                    }
                    Ok(false) => Ok(self.waits(Step::Talking(connection, replies, login))),
                    Ok(true) => {
                        let Some(login) = login else { return self.take_in(connection, replies) };
                        connection.logged_in(&login, replies).map_err(|refusal| self.naming_file(refusal))?;
                        // The first request has what is left of the login's time.
                        connection.first_deadline = Some(self.end);
                        self.find_out(connection)
                    }
                }
            }
            Step::Pausing(until) if Instant::now() < until => Ok(self.waits(Step::Pausing(until))),
            Step::Pausing(_) => {
                self.go_to_sentinel(0, Vec::new());
                Ok(Stepped::On)
            }
            Step::Over => Ok(Stepped::Waits),
        }
    }

    fn arrived(&self, connection: Connection, watch: Option<Box<Named>>) -> Stepped {
        Stepped::Arrived(Box::new(Opened { address: Arc::clone(&self.address), connection, watch }))
    }

    fn waits(&mut self, step: Step) -> Stepped {
        self.step = step;
        Stepped::Waits
    }

    fn exchange_limit(&self) -> Duration {
        match self.purpose {
            Purpose::Sentinel { .. } => self.timeouts.io.min(self.limit),
            Purpose::Node | Purpose::Master(_) => self.timeouts.io,
        }
    }

    fn resolve(&mut self, since: Instant) -> Result<Stepped, Failure> {
        let limit = self.limit;
        let failed = |error| not_connected(&self.target, &error, limit);
        let found = match &self.target.place {
            Place::Tcp { host, port } => (host.as_str(), *port).to_socket_addrs().map_err(failed)?.collect(),
            Place::Unix { .. } | Place::Sentinels(_) => Vec::new(),
        };
        self.step = Step::Opening(Opening::begin(&self.target, found, since, limit).map_err(failed)?);
        Ok(Stepped::On)
    }

    fn log_in(&mut self, stream: Stream) -> Result<Stepped, Failure> {
        let password = self.password().map_err(|error| not_connected(&self.target, &error, self.limit))?;
        let mut connection = Box::new(Connection::over(stream, &self.target, password));
        self.end = Instant::now().after(self.exchange_limit());
        let Some(login) = connection.login(&self.target, self.leaves_name_out) else {
            return self.find_out(connection);
        };
        push(&mut connection, &login.request, login.replies)?;
        self.step = Step::Talking(connection, Vec::new(), Some(login));
        Ok(Stepped::On)
    }

    fn password(&self) -> io::Result<Vec<u8>> {
        self.target.credentials.as_ref().map_or(Ok(Vec::new()), |login| password::of(login, self.file_option()))
    }

    fn file_option(&self) -> &'static str {
        if matches!(self.purpose, Purpose::Sentinel { .. }) { SENTINEL_PASSWORD_FILE } else { PASSWORD_FILE }
    }

    /// Words the refusal of a password that a file has: it may fit in a moment.
    fn naming_file(&self, refusal: Failure) -> Failure {
        match (refusal, self.target.credentials.as_ref().and_then(Credentials::file)) {
            (Failure::Refused { node, code: Code::WrongPass, detail }, Some(path)) => {
                let detail = format!("{} ({})", detail.trim_end_matches('.'), named_file(self.file_option(), path));
                Failure::Refused { node, code: Code::StalePassword, detail }
            }
            (refusal, _) => refusal,
        }
    }

    /// Sends what is to be known before the connection is of use, if that is anything.
    fn find_out(&mut self, mut connection: Box<Connection>) -> Result<Stepped, Failure> {
        let (request, replies) = match &self.purpose {
            Purpose::Node => match &self.proof {
                None => return Ok(self.arrived(*connection, None)),
                Some(request) => (request.clone(), 1),
            },
            Purpose::Sentinel { .. } => (self.sentinels().map(|of| master_request(&of.master)).unwrap_or_default(), 2),
            Purpose::Master(_) => (role_request(), 1),
        };
        connection.first_deadline = None;
        push(&mut connection, &request, replies)?;
        self.step = Step::Talking(connection, Vec::new(), None);
        Ok(Stepped::On)
    }

    fn take_in(&mut self, mut connection: Box<Connection>, replies: Vec<Received>) -> Result<Stepped, Failure> {
        let watch = if let Purpose::Master(watch) = &mut self.purpose { Some(watch.take()) } else { None };
        let Some(sentinels) = self.sentinels() else {
            // Any other error comes from a server that takes requests.
            let refusal = replies.into_iter().find_map(|reply| connection.refusal(reply).err());
            let refusal = refusal.filter(Failure::spoils_connection);
            return refusal.map_or_else(|| Ok(self.arrived(*connection, None)), Err);
        };
        let master = sentinel::shown(&sentinels.master);
        if let Some(watch) = watch {
            let reply = replies.into_iter().next().unwrap_or(Ok(Value::Nil));
            if says_master(&mut connection, reply)? {
                return Ok(self.arrived(*connection, watch));
            }
            let pause = Instant::now().after(PAUSE);
            if pause < self.until {
                return Ok(self.waits(Step::Pausing(pause)));
            }
            let cause = format!("the sentinels name it as master {master}, but it is a replica");
            return Err(Failure::NotSent { node: self.target.node(), cause });
        }
        let Some(master) = named(*connection, replies)? else {
            return Err(Failure::NotSent { node: self.target.node(), cause: format!("knows no master {master}") });
        };
        if let Purpose::Sentinel { tried, .. } = self.purpose {
            let first = &self.address.first_sentinel;
            first.store((first.load(Ordering::Relaxed) + tried) % sentinels.hosts.len(), Ordering::Relaxed);
        }
        let target = Arc::new(self.address.at(&master.place.0, master.place.1));
        self.go_to(target, Purpose::Master(Some(Box::new(master))), self.timeouts.connect);
        Ok(Stepped::On)
    }

    fn next_sentinel(&mut self, tried: usize, causes: Vec<String>) -> Result<(), Failure> {
        if self.sentinels().is_some_and(|sentinels| tried < sentinels.hosts.len()) {
            self.go_to_sentinel(tried, causes);
            return Ok(());
        }
        Err(Failure::NotSent { node: "no sentinel names a master".to_owned(), cause: sentence(causes) })
    }

    /// Goes to the sentinel that replied last, or the one that comes this number after that one. Each has a share of the time: one
    /// that swallows packets must not eat that of the others.
    fn go_to_sentinel(&mut self, tried: usize, causes: Vec<String>) {
        let count = self.sentinels().map_or(1, |of| of.hosts.len());
        let index = (self.address.first_sentinel.load(Ordering::Relaxed) + tried) % count;
        let share = |of: Duration, among: usize| of / u32::try_from(among).unwrap_or(u32::MAX);
        let left = share(Instant::now().until(self.until), count - tried);
        if let Some(sentinel) = self.address.sentinel(index) {
            let limit = left.max(share(self.timeouts.connect, count));
            self.go_to(Arc::new(sentinel), Purpose::Sentinel { tried, causes }, limit);
        }
    }

    fn go_to(&mut self, target: Arc<Address>, purpose: Purpose, limit: Duration) {
        (self.target, self.purpose, self.limit) = (target, purpose, limit);
        self.leaves_name_out = false;
        self.begin_step();
    }

    /// Begins to connect to the target.
    fn begin_step(&mut self) {
        self.step = Step::Resolving(Instant::now());
    }

    fn sentinels(&self) -> Option<&Sentinels> {
        if let Place::Sentinels(sentinels) = &self.address.place { Some(sentinels) } else { None }
    }
}

//! Owns how far one node has come with a request that several get at once: connecting, its late releases, the request.
//! Does not own waiting, the other nodes, when it is enough (`fan_out`).

use std::os::fd::BorrowedFd;
use std::time::Duration;

use redis::Value;

use crate::clock::{Instant, Seconds};
use crate::connection::arrival::Arrival;
use crate::connection::login::before_any_command;
use crate::connection::stepwise::Stepwise;
use crate::connection::{Call, Introduction, Received};
use crate::failure::{Failure, Next};
use crate::net::interrupts::{Interruption, Readiness};
use crate::net::resolver::Names;
use crate::node::late_releases::{self, Batch};
use crate::node::link::Link;
use crate::node::operation::{Advance, Encoded, Operation};
use crate::node::operations::Operations;
use crate::node::{Node, pool};
use crate::scripts::{Request, Unexpected};
use crate::stats::{self, Counter};

/// Bytes that a script's request mostly fits into.
const ROOM: usize = 512;

/// One node's part in a request.
#[derive(Debug)]
pub(super) struct Member<'a> {
    node: &'a Node,
    link: Option<Box<Link>>,
    exchange: Option<Stepwise>,
    /// How far its request has come.
    operation: Operation,
    phase: Phase,
    /// It has replied since that was last asked, and has more to reply to.
    has_gone_on: bool,
    /// It had a connection from before.
    is_known: bool,
    /// And has it still: its peer may have closed it unnoticed.
    was_idle: bool,
    /// How long it may take once it is connected: its own io_timeout, or what all have, if that is shorter.
    within: Duration,
    /// When that is over.
    until: Option<Instant>,
}

#[derive(Debug)]
enum Phase {
    /// Not connected.
    Closed,
    Arriving(Box<Arrival>),
    ReleasingLate(Batch, Operations),
    /// The next step of the request may be written.
    Ready,
    Sent,
    Over(Option<Result<Value, Failure>>),
}

impl<'a> Member<'a> {
    /// Begins with the idle connection, where there is one.
    pub(super) fn new(node: &'a Node, within: Duration, start: Instant) -> Self {
        let link = pool::take_read(&node.address);
        let is_known = link.is_some();
        let within = within.min(node.timeouts.io);
        let until = is_known.then(|| start.after(within));
        let (phase, was_idle) = (Phase::Closed, is_known);
        let mut member = Self {
            node,
            link,
            exchange: None,
            operation: Operation::default(),
            phase,
            has_gone_on: false,
            is_known,
            was_idle,
            within,
            until,
        };
        if is_known {
            member.release_late();
        }
        member
    }

    /// Tells whether it had a connection from before.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Tells once that it has replied and has more to reply to.
    pub(super) fn has_gone_on(&mut self) -> bool {
        std::mem::take(&mut self.has_gone_on)
    }

    pub(super) fn is_ready(&self) -> bool {
        matches!(self.phase, Phase::Ready)
    }

    pub(super) fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    /// Tells whether the network is waited for.
    pub(super) fn is_on_its_way(&self) -> bool {
        !matches!(self.phase, Phase::Over(_))
    }

    /// Begins to connect, where there was no idle connection.
    pub(super) fn open(&mut self, request: &Request<'_>) {
        let (address, timeouts) = (self.node.address.clone(), self.node.timeouts);
        let arrival = Arrival::begin(address, timeouts, Introduction::Answered, &mut Names::at_once());
        self.phase = Phase::Arriving(Box::new(arrival));
        self.go_on(false, request);
    }

    /// Returns the socket to wait for, and for what.
    pub(super) fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        match (&self.phase, &self.link, &self.exchange) {
            (Phase::Arriving(arrival), ..) => arrival.socket(),
            (_, Some(link), Some(exchange)) => Some((link.connection.as_fd(), exchange.waits_for())),
            _ => None,
        }
    }

    /// Returns when it must go on though its socket says nothing.
    pub(super) fn due(&self) -> Option<Instant> {
        match &self.phase {
            Phase::Arriving(arrival) => arrival.due(&Names::at_once()),
            Phase::ReleasingLate(..) | Phase::Sent => self.until,
            Phase::Closed | Phase::Ready | Phase::Over(_) => None,
        }
    }

    /// Gives it as much more time as none of them could be attended to.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.until = self.until.map(|until| until.after(by));
    }

    /// Goes on as far as the network lets it; `has_news` when its socket is ready.
    pub(super) fn go_on(&mut self, has_news: bool, request: &Request<'_>) {
        if let Phase::Arriving(arrival) = &mut self.phase {
            match arrival.go_on(has_news, &mut Names::at_once()) {
                Some(Ok(opened)) => {
                    self.link = Some(Link::new(opened));
                    self.until = Some(Instant::now().after(self.within));
                    self.release_late();
                }
                Some(Err(failure)) => self.conclude(Err(failure)),
                None => {}
            }
            return;
        }
        if !has_news && self.until.is_some_and(|until| until <= Instant::now()) {
            return self.cut_short(self.within, None);
        }
        let (Some(link), Some(exchange)) = (&mut self.link, &mut self.exchange) else { return };
        let batch = if let Phase::ReleasingLate(batch, _) = &self.phase { batch.tokens() } else { Vec::new() };
        let token = request.token();
        let tokens = if batch.is_empty() { token.as_slice() } else { &batch[..] };
        let io_name = self.node.address.io_timeout_name();
        let call = Call { io_name, tokens, ..Call::new(self.node.timeouts.io) };
        match link.connection.go_on(exchange, &call, has_news) {
            Ok(Some(replies)) => {
                self.exchange = None;
                self.take_in(replies, request);
                self.has_gone_on = self.is_on_its_way();
            }
            Ok(None) => {}
            Err(failure) => self.fail(failure),
        }
    }

    /// Writes the next step of the request.
    pub(super) fn write_request(&mut self, request: &Request<'_>) {
        let (Phase::Ready, Some(link)) = (&self.phase, &mut self.link) else { return };
        let mut out = Vec::with_capacity(ROOM);
        let operation = &mut self.operation;
        match link.with_server(|server| operation.encode(request, server, &mut out)) {
            Encoded::Replies(replies) => {
                self.phase = Phase::Sent;
                self.send(&out, replies);
            }
            Encoded::Nothing(done) => self.conclude(done),
        }
    }

    /// Sends the releases that are owed to this node.
    fn release_late(&mut self) {
        match Batch::take(&self.node.address) {
            None => self.phase = Phase::Ready,
            Some(batch) => {
                let requests = batch.requests();
                if let Some(link) = &mut self.link {
                    link.expect_no_script(&requests[0]);
                }
                let releases = Operations::new(requests.len(), false);
                drop(requests);
                self.send_releases(batch, releases);
            }
        }
    }

    fn send_releases(&mut self, batch: Batch, mut releases: Operations) {
        let Some(link) = &mut self.link else { return };
        let mut out = Vec::new();
        let replies = link.with_server(|server| releases.encode(&batch.requests(), server, &mut out));
        if replies > 0 {
            self.phase = Phase::ReleasingLate(batch, releases);
            return self.send(&out, replies);
        }
        // Its only failure would be the connection's.
        let _ = batch.settle(&self.node.address, releases.outcomes, None);
        self.phase = Phase::Ready;
    }

    /// Writes as much of a request as the socket takes.
    fn send(&mut self, request: &[u8], replies: usize) {
        let Some(link) = &mut self.link else { return };
        let call = Call::new(self.node.timeouts.io);
        let begun = link.begin(request, replies).and_then(|mut exchange| {
            link.connection.go_on(&mut exchange, &call, false)?;
            Ok(exchange)
        });
        match begun {
            Ok(exchange) => self.exchange = Some(exchange),
            Err(failure) => self.fail(failure),
        }
    }

    /// Takes the reply out, once.
    pub(super) fn take_reply(&mut self) -> Option<Result<Value, Failure>> {
        if let Phase::Over(reply) = &mut self.phase { reply.take() } else { None }
    }

    /// Ends it without a reply, when its time is over, or earlier, after this long, since it is decided or the caller leaves; what was
    /// sent may still run. Its connection is closed.
    pub(super) fn cut_short(&mut self, took: Duration, by: Option<Interruption>) {
        let is_its_own = self.until.is_some_and(|until| until <= Instant::now());
        let within = if is_its_own { self.within } else { took };
        let node = self.node.address.node();
        let sent = matches!(self.phase, Phase::Sent) && self.exchange.as_ref().is_some_and(Stepwise::has_begun);
        let is_connecting = matches!(&self.phase, Phase::Arriving(arrival) if !arrival.is_connected());
        let waited_for = if is_connecting { "connection" } else { "reply" };
        let cause = format!("no {waited_for} within {} s", Seconds(within));
        self.was_idle = false;
        self.fail(match by {
            Some(by) => Failure::Interrupted { by, sent },
            None if sent => Failure::Unanswered { node, cause },
            None => Failure::NotSent { node, cause },
        });
    }

    /// Keeps a reply that cannot be one from being taken for the next.
    pub(super) fn distrust(&mut self) -> Option<Failure> {
        self.link.take().map(|mut link| link.protocol_error())
    }

    /// Keeps the connection for the next request, if it is good for one.
    pub(super) fn put_back(self) {
        if let (Phase::Over(_), Some(link)) = (self.phase, self.link) {
            pool::put_back(&self.node.address, link);
        }
    }

    pub(super) fn take_in(&mut self, replies: Vec<Received>, request: &Request<'_>) {
        let Some(link) = &mut self.link else { return };
        let replies: Vec<Result<Value, Failure>> = replies.into_iter().map(|reply| link.refusal(reply)).collect();
        match std::mem::replace(&mut self.phase, Phase::Closed) {
            Phase::ReleasingLate(batch, mut releases) => {
                let taken = link.with_server(|server| releases.take(&batch.requests(), server, replies));
                if let Err(Unexpected) = taken {
                    let failure = link.protocol_error();
                    self.phase = Phase::ReleasingLate(batch, releases);
                    return self.fail(failure);
                }
                self.send_releases(batch, releases);
            }
            Phase::Sent => self.take_own(replies, request),
            phase => self.phase = phase,
        }
    }

    fn take_own(&mut self, replies: Vec<Result<Value, Failure>>, request: &Request<'_>) {
        let Some(link) = &mut self.link else { return };
        self.phase = Phase::Ready;
        for reply in replies {
            let operation = &mut self.operation;
            match link.with_server(|server| operation.take(request, server, reply)) {
                Ok(Advance::More | Advance::Send) => {}
                Ok(Advance::Done(done)) => return self.conclude(done),
                Err(Unexpected) => {
                    let failure = link.protocol_error();
                    self.phase = Phase::Sent;
                    return self.fail(failure);
                }
            }
        }
    }

    /// Notes what the connection's failure means in this phase.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.exchange = None;
        self.link = None;
        let failure = match std::mem::replace(&mut self.phase, Phase::Closed) {
            Phase::ReleasingLate(batch, releases) => {
                // It returns the failure it is given.
                batch.settle(&self.node.address, releases.outcomes, Some(failure)).err().map(before_any_command)
            }
            Phase::Sent => Some(self.operation.words(failure)),
            _ => Some(before_any_command(failure)),
        };
        let Some(failure) = failure else { return };
        // The peer closed in this instant: the next connection is a new one.
        if self.was_idle && failure.next() == Next::SendAgain {
            stats::count(Counter::Reconnected);
            (self.was_idle, self.operation) = (false, Operation::default());
            return;
        }
        self.phase = Phase::Over(Some(Err(failure)));
    }

    pub(super) fn conclude(&mut self, reply: Result<Value, Failure>) {
        if !reply.as_ref().is_err_and(Failure::is_silence) {
            late_releases::has_replied(&self.node.address);
        }
        if reply.as_ref().is_err_and(Failure::spoils_connection) {
            self.link = None;
        }
        self.phase = Phase::Over(Some(reply));
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;

    use super::*;
    use crate::address::Address;
    use crate::connection::arrival::Opened;
    use crate::key::Key;
    use crate::node::late_releases::{LateLease, Reason};
    use crate::scope::Scope;
    use crate::scripts::Action;
    use crate::settings::Timeouts;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_secs(5);

    /// Sent a second time it could delete what another that knows the token has acquired since.
    #[test]
    fn a_late_release_that_got_its_reply_is_not_owed_though_the_connection_ends_before_the_others_do() {
        let address = Arc::new(Address::parse("unix:///member").unwrap());
        let (mut far, near) = UnixStream::pair().unwrap();
        near.set_nonblocking(true).unwrap();
        let key = |name: &str| Key::new(b"", name.as_bytes()).unwrap();
        let (one, several) = (key("a").into(), Scope::all(vec![key("b"), key("c")]).unwrap());
        let token = Token::given(b"t").unwrap();
        for scope in [&one, &several] {
            late_releases::add(&address, LateLease::plain(&token, Ttl::Forever).release(scope, Reason::Unknown));
        }
        let (node, request) = (
            Node::new(address.clone(), Timeouts { connect: IO, io: IO }),
            Request { scope: &one, action: Action::Wake },
        );
        pool::put_back(&address, Link::new(Opened::over(near, &address)));
        let mut member = Member::new(&node, IO, Instant::now());
        let mut read = || far.read(&mut [0; 16_384]).unwrap();
        assert!(read() > 0);
        far.write_all(b":1\r\n-NOSCRIPT no\r\n").unwrap();
        member.go_on(true, &request);
        drop(far);
        member.go_on(true, &request);
        let left = Batch::take(&address).unwrap();
        assert_eq!(left.entries.iter().map(|entry| entry.scope.clone()).collect::<Vec<_>>(), [several]);
    }
}

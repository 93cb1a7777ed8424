//! Owns how far one node has come with a request that several get at once: connecting, its late releases, the request.
//! Does not own waiting, the other nodes, when it is enough (`fan_out`).

use std::os::fd::BorrowedFd;
use std::time::Duration;

use redis::Value;

use crate::clock::{Instant, Seconds};
use crate::connection::arrival::Arrival;
use crate::connection::login::before_any_command;
use crate::connection::{Call, Introduction};
use crate::failure::{Failure, Next};
use crate::net::interrupts::{Interruption, Readiness};
use crate::net::resolver::Names;
use crate::node::conversation::Conversation;
use crate::node::late_releases::{self, Batch};
use crate::node::link::Link;
use crate::node::operation::Operation;
use crate::node::operations::Operations;
use crate::node::queue::OperationState;
use crate::node::{Node, pool};
use crate::scripts::Request;
use crate::stats::{self, Counter};
use crate::token::Token;

/// Whose the request itself is; beside it nothing is under way.
const OWN: usize = 0;

/// One node's part in a request.
#[derive(Debug)]
pub(super) struct Member<'a> {
    node: &'a Node,
    conversation: Option<Conversation<usize>>,
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
    /// The request's next step may be written.
    Ready(Operation),
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
        let mut member =
            Self { node, conversation: None, phase, has_gone_on: false, is_known, was_idle, within, until };
        if let Some(link) = link {
            member.talk_on(link);
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
        matches!(self.phase, Phase::Ready(_))
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
        match (&self.phase, &self.conversation) {
            (Phase::Arriving(arrival), _) => arrival.socket(),
            (Phase::ReleasingLate(..) | Phase::Sent, Some(conversation)) => Some(conversation.socket()),
            _ => None,
        }
    }

    /// Returns when it must go on though its socket says nothing.
    pub(super) fn due(&self) -> Option<Instant> {
        match &self.phase {
            Phase::Arriving(arrival) => arrival.due(&Names::at_once()),
            Phase::ReleasingLate(..) | Phase::Sent => self.until,
            Phase::Closed | Phase::Ready(_) | Phase::Over(_) => None,
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
                    self.until = Some(Instant::now().after(self.within));
                    self.talk_on(Link::new(opened));
                }
                Some(Err(failure)) => self.conclude(Err(failure)),
                None => {}
            }
            return;
        }
        if !has_news && self.until.is_some_and(|until| until <= Instant::now()) {
            return self.cut_short(self.within, None);
        }
        match &self.phase {
            Phase::ReleasingLate(..) => self.go_on_releasing(has_news),
            Phase::Sent => self.go_on_requesting(has_news, request),
            _ => {}
        }
    }

    fn go_on_releasing(&mut self, has_news: bool) {
        let (Phase::ReleasingLate(batch, releases), Some(conversation)) = (&mut self.phase, &mut self.conversation)
        else {
            return;
        };
        let (tokens, requests) = (batch.tokens(), batch.requests());
        let call = call(self.node, &tokens);
        if let Err(failure) = conversation.write(&call) {
            return self.fail(failure);
        }
        if !has_news {
            return;
        }
        let news = conversation.read(&call, Instant::now(), |index| Some(requests[index]), Ok);
        news.states.into_iter().for_each(|(index, state)| releases.note(index, state));
        match news.end {
            Some(failure) => self.fail(failure),
            None if conversation.owes() => {}
            None => {
                self.has_gone_on = true;
                self.send_releases();
            }
        }
    }

    fn go_on_requesting(&mut self, has_news: bool, request: &Request<'_>) {
        let Some(conversation) = &mut self.conversation else { return };
        let token = request.token();
        let call = call(self.node, token.as_slice());
        if let Err(failure) = conversation.write(&call) {
            return self.fail(failure);
        }
        if !has_news {
            return;
        }
        let news = conversation.read(&call, Instant::now(), |_| Some(*request), Ok);
        match (news.states.into_iter().next(), news.end) {
            (Some((_, OperationState::Done(done))), _) => self.conclude(done),
            (_, Some(failure)) => self.fail(failure),
            (Some((_, OperationState::Send(operation))), None) => {
                (self.phase, self.has_gone_on) = (Phase::Ready(operation), true);
            }
            (Some((_, OperationState::Over)) | None, None) => {}
        }
    }

    /// Writes the next step of the request.
    pub(super) fn write_request(&mut self, request: &Request<'_>) {
        let Some(conversation) = &mut self.conversation else { return };
        let Phase::Ready(operation) = std::mem::replace(&mut self.phase, Phase::Sent) else { return };
        match conversation.push((OWN, operation), request, Instant::now()) {
            Ok(()) => self.go_on_requesting(false, request),
            Err(done) => self.conclude(done),
        }
    }

    /// Begins with the releases that are owed to this node.
    fn talk_on(&mut self, mut link: Box<Link>) {
        let batch = Batch::take(&self.node.address);
        if let Some(batch) = &batch {
            link.expect_no_script(&batch.requests()[0]);
        }
        self.phase = batch.map_or_else(
            || Phase::Ready(Operation::default()),
            |batch| {
                let releases = Operations::new(batch.entries.len(), false);
                Phase::ReleasingLate(batch, releases)
            },
        );
        match Conversation::on(link, Instant::now()) {
            Ok(conversation) => self.conversation = Some(conversation),
            Err(failure) => return self.fail(failure),
        }
        self.send_releases();
    }

    /// Sends the next step of each late release, where there are any.
    fn send_releases(&mut self) {
        let (Phase::ReleasingLate(batch, releases), Some(conversation)) = (&mut self.phase, &mut self.conversation)
        else {
            return;
        };
        conversation.push_all(&batch.requests(), releases, Instant::now());
        if conversation.owes() {
            return self.go_on_releasing(false);
        }
        let ready = Phase::Ready(Operation::default());
        if let Phase::ReleasingLate(batch, releases) = std::mem::replace(&mut self.phase, ready) {
            // Its only failure would be the connection's.
            let _ = batch.settle(&self.node.address, releases.outcomes, None);
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
        let sent =
            matches!(self.phase, Phase::Sent) && self.conversation.as_ref().is_some_and(Conversation::has_written);
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
        self.conversation.take().map(|mut conversation| conversation.link().protocol_error())
    }

    /// Keeps the connection for the next request, if it is good for one.
    pub(super) fn put_back(self) {
        if let (Phase::Over(_), Some(conversation)) = (self.phase, self.conversation) {
            pool::put_back(&self.node.address, conversation.end());
        }
    }

    /// Notes what the connection's failure means in this phase.
    pub(super) fn fail(&mut self, failure: Failure) {
        let conversation = self.conversation.take();
        let failure = match std::mem::replace(&mut self.phase, Phase::Closed) {
            Phase::ReleasingLate(batch, releases) => {
                // It returns the failure it is given.
                batch.settle(&self.node.address, releases.outcomes, Some(failure)).err().map(before_any_command)
            }
            Phase::Sent => Some(match conversation {
                Some(conversation) => conversation.words(failure),
                None => failure,
            }),
            _ => Some(before_any_command(failure)),
        };
        let Some(failure) = failure else { return };
        // The peer closed in this instant: the next connection is a new one.
        if self.was_idle && failure.next() == Next::SendAgain {
            stats::count(Counter::Reconnected);
            self.was_idle = false;
            return;
        }
        self.phase = Phase::Over(Some(Err(failure)));
    }

    pub(super) fn conclude(&mut self, reply: Result<Value, Failure>) {
        if !reply.as_ref().is_err_and(Failure::is_silence) {
            late_releases::has_replied(&self.node.address);
        }
        if reply.as_ref().is_err_and(Failure::spoils_connection) {
            self.conversation = None;
        }
        self.phase = Phase::Over(Some(reply));
    }
}

/// Returns how this node is talked to.
fn call<'t>(node: &Node, tokens: &'t [&'t Token]) -> Call<'t> {
    Call { io_name: node.address.io_timeout_name(), tokens, ..Call::new(node.timeouts.io) }
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

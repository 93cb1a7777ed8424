//! Owns how far one node has come with requests that several get at once: connecting, the requests.
//! Does not own waiting, the other nodes, when it is enough (`fan_out`).

use std::os::fd::BorrowedFd;
use std::time::Duration;

use crate::clock::{Instant, Seconds};
use crate::connection::Call;
use crate::connection::arrival::Arrival;
use crate::connection::login::before_any_command;
use crate::failure::Failure;
use crate::net::interrupts::{Interruption, Readiness};
use crate::node::Node;
use crate::node::late;
use crate::node::link::drive::{Said, Steps};
use crate::node::link::{Link, pool};
use crate::scripts::Request;
use crate::stats::{self, Counter};

/// One node's part in a request.
#[derive(Debug)]
pub(super) struct Member<'a> {
    node: &'a Node,
    link: Option<Box<Link>>,
    /// How far the requests have come.
    steps: Steps<'a>,
    phase: Phase,
    /// It uses a connection from before: its peer may have closed it unnoticed.
    was_idle: bool,
    /// How long it may take once it is connected: its own io_timeout, or what all have, if that is shorter.
    within: Duration,
    /// When that time is over.
    until: Option<Instant>,
}

#[derive(Debug)]
enum Phase {
    /// Not connected.
    Closed,
    Arriving(Box<Arrival>),
    /// The request may be written.
    Ready,
    /// Something is under way.
    Talking,
    Over(Vec<Said>),
}

impl<'a> Member<'a> {
    /// Begins with the idle connection, where there is one.
    pub(super) fn new(node: &'a Node, requests: &'a [Request<'a>], within: Duration, start: Instant) -> Self {
        let link = pool::take(&node.address, None);
        let was_idle = link.is_some();
        let within = within.min(node.timeouts.io);
        let until = was_idle.then(|| start.after(within));
        let mut member = Self {
            node,
            link: None,
            steps: Steps::new(requests, false),
            phase: Phase::Closed,
            was_idle,
            within,
            until,
        };
        if let Some(link) = link {
            member.talk_on(link);
        }
        member
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
    pub(super) fn open(&mut self) {
        let (address, timeouts) = (self.node.address.clone(), self.node.timeouts);
        let arrival = Arrival::begin(address, timeouts);
        self.phase = Phase::Arriving(Box::new(arrival));
        self.go_on(false);
    }

    /// Returns the socket to wait for, and for what.
    pub(super) fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        match (&self.phase, &self.link) {
            (Phase::Arriving(arrival), _) => arrival.socket(),
            (Phase::Talking, Some(link)) => Some((link.connection.as_fd(), link.connection.waits_for())),
            _ => None,
        }
    }

    /// Returns when it must go on though its socket says nothing.
    pub(super) fn due(&self) -> Option<Instant> {
        match &self.phase {
            Phase::Arriving(arrival) => arrival.due(),
            Phase::Talking => self.until,
            Phase::Closed | Phase::Ready | Phase::Over(_) => None,
        }
    }

    /// Gives it more time: for this long no member could be attended to.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.until = self.until.map(|until| until.after(by));
    }

    /// Goes on as far as the network lets it; `has_news` when its socket is ready.
    pub(super) fn go_on(&mut self, has_news: bool) {
        if let Phase::Arriving(arrival) = &mut self.phase {
            match arrival.go_on(has_news) {
                Some(Ok(opened)) => {
                    self.until = Some(Instant::now().after(self.within));
                    self.talk_on(Link::new(opened));
                }
                Some(Err(failure)) => self.conclude(self.steps.said.iter().map(|_| Err(failure.clone())).collect()),
                None => {}
            }
            return;
        }
        if !has_news && self.until.is_some_and(|until| until <= Instant::now()) {
            return self.cut_short(self.within, None);
        }
        self.write_and_read(has_news);
    }

    fn write_and_read(&mut self, has_news: bool) {
        let (Phase::Talking, Some(link)) = (&self.phase, &mut self.link) else { return };
        let tokens: Vec<_> = self.steps.requests.iter().filter_map(Request::token).collect();
        let call = Call { tokens: &tokens, ..Call::new(self.node.timeouts.io) };
        let end = link.connection.pushed().len();
        let mut written = Ok(true);
        // Of several the gates were asked when they were put together: no one else knows their tokens.
        let gate = if let [one] = self.steps.requests { one.gate() } else { None };
        let gate = gate.filter(|_| !link.connection.pushed().is_empty());
        if gate.is_some_and(|gate| !gate.pass(&mut || written = link.connection.write_pushed(end, &call))) {
            let (node, cause) = (self.node.address.node(), "released meanwhile".to_owned());
            written = Err(Failure::NotSent { node, cause });
            self.was_idle = false;
        } else if gate.is_none() {
            written = link.connection.write_pushed(end, &call);
        }
        if let Err(failure) = written {
            return self.fail(failure);
        }
        if !has_news {
            return;
        }
        match link.listen(&call, &mut self.steps) {
            // Its reply had come before the connection ended.
            Err(_) if self.steps.are_over() => self.send(),
            Err(failure) => self.fail(failure),
            Ok(()) if link.connection.is_owed_own() => {}
            Ok(()) => self.send(),
        }
    }

    /// Writes the request.
    pub(super) fn write_request(&mut self) {
        self.phase = Phase::Talking;
        self.send();
    }

    /// Begins the request from its first step.
    fn talk_on(&mut self, mut link: Box<Link>) {
        (self.steps, self.phase) = (Steps::new(self.steps.requests, false), Phase::Ready);
        match link.connection.begin() {
            Ok(()) => self.link = Some(link),
            Err(failure) => self.fail(failure),
        }
    }

    /// Writes the next step of the request, if it is not over.
    fn send(&mut self) {
        let Some(link) = &mut self.link else { return };
        link.push_steps(self.within, &mut self.steps);
        if link.connection.is_owed_own() {
            return self.write_and_read(false);
        }
        let replies: Vec<_> = std::mem::take(&mut self.steps.said).into_iter().flatten().collect();
        if !replies.is_empty() {
            self.conclude(replies);
        }
    }

    /// Takes the replies out, once.
    pub(super) fn take_replies(&mut self) -> Vec<Said> {
        if let Phase::Over(replies) = &mut self.phase { std::mem::take(replies) } else { Vec::new() }
    }

    /// Ends it without a reply: because its time is over, or after `took`, because the request is decided or the caller leaves. What was sent
    /// may still run. Its connection is closed.
    pub(super) fn cut_short(&mut self, took: Duration, by: Option<Interruption>) {
        let is_its_own = self.until.is_some_and(|until| until <= Instant::now());
        let within = if is_its_own { self.within } else { took };
        let node = self.node.address.node();
        let link = self.link.as_ref().filter(|_| matches!(self.phase, Phase::Talking));
        let sent = link.is_some_and(|link| link.connection.has_written());
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

    /// Closes its connection after a reply that the request cannot get, and returns the failure.
    pub(super) fn distrust(&mut self) -> Option<Failure> {
        self.link.take().map(|mut link| link.protocol_error())
    }

    /// Keeps the connection for the next request, if it is good for one.
    pub(super) fn put_back(self) {
        if let (Phase::Over(_), Some(mut link)) = (self.phase, self.link) {
            link.settle_earlier();
            if !link.connection.pushed().is_empty() {
                // Its replies would never come, and those to the next request be taken for them.
                link.connection.mark_unusable();
            }
            pool::put_back(link);
        }
    }

    /// Notes what the connection's failure means in this phase.
    pub(super) fn fail(&mut self, failure: Failure) {
        let is_talking = matches!(self.phase, Phase::Talking) && self.link.is_some();
        (self.phase, self.link) = (Phase::Closed, None);
        let mut outcomes = std::mem::take(&mut self.steps.said);
        let failure = if is_talking { failure } else { before_any_command(failure) };
        // The peer closed in this instant: it is tried once more, on a new connection.
        if self.was_idle && matches!(failure, Failure::NotSent { .. }) {
            stats::count(Counter::Reconnected);
            self.was_idle = false;
            return;
        }
        // Replies that came before it count.
        outcomes.resize(self.steps.requests.len(), None);
        self.phase = Phase::Over(outcomes.into_iter().map(|it| it.unwrap_or_else(|| Err(failure.clone()))).collect());
    }

    pub(super) fn conclude(&mut self, replies: Vec<Said>) {
        let is = |what: fn(&Failure) -> bool| replies.iter().any(|reply| reply.as_ref().is_err_and(what));
        if !is(Failure::is_silence) {
            late::has_replied(&self.node.address);
        }
        if is(Failure::spoils_connection) {
            self.link = None;
        }
        self.phase = Phase::Over(replies);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;

    use redis::Value;

    use super::*;
    use crate::address::Address;
    use crate::connection::arrival::Opened;
    use crate::key::Key;
    use crate::node::late::LateLease;
    use crate::node::recovery::Reason;
    use crate::scripts::Action;
    use crate::scripts::OpenFor;
    use crate::settings::Timeouts;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_secs(5);

    #[test]
    fn a_reply_too_many_ends_the_connection_though_a_step_is_to_follow() {
        let address = Arc::new(Address::parse("unix:///surplus").unwrap());
        let (mut far, near) = UnixStream::pair().unwrap();
        near.set_nonblocking(true).unwrap();
        let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
        let node = Node::new(address.clone(), Timeouts { connect: IO, io: IO });
        let request = Request { scope: &scope, action: Action::Extend(&token, Ttl::Forever, None) };
        pool::put_back(Link::new(Opened::over(near, &address)));
        let mut member = Member::new(&node, std::slice::from_ref(&request), IO, Instant::now());
        member.write_request();
        assert!(far.read(&mut [0; 16_384]).unwrap() > 0);
        far.write_all(b"-NOSCRIPT no\r\n:7\r\n").unwrap();
        member.go_on(true);
        assert!(member.link.is_none());
    }

    #[test]
    fn what_is_put_together_is_not_written_once_its_gate_has_closed() {
        let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
        for (times, is_written) in [(0, false), (1, false), (2, true)] {
            let (address, mut far) = owing("unix:///gated", 0);
            far.set_nonblocking(true).unwrap();
            let (node, gate) = (Node::new(address, Timeouts { connect: IO, io: IO }), OpenFor::times(times));
            let request = Request { scope: &scope, action: Action::Extend(&token, Ttl::Forever, Some(&gate)) };
            let mut member = Member::new(&node, std::slice::from_ref(&request), IO, Instant::now());
            member.write_request();
            assert_eq!(far.read(&mut [0; 16_384]).unwrap_or(0) > 0, is_written, "{times}");
        }
    }

    /// Owes a node this many releases; returns what it sends them, and a request after them, on.
    fn owing(path: &str, count: usize) -> (Arc<Address>, UnixStream) {
        let address = Arc::new(Address::parse(path).unwrap());
        let (far, near) = UnixStream::pair().unwrap();
        near.set_nonblocking(true).unwrap();
        for n in 0..count {
            let owed = Key::new(b"", format!("owed:{n}").as_bytes()).unwrap().into();
            let token = Token::fresh(None).unwrap();
            late::add(&address, LateLease::of(&token, Ttl::Forever).release(&owed, Reason::Unknown));
        }
        pool::put_back(Link::new(Opened::over(near, &address)));
        (address, far)
    }

    fn left_at(address: &Arc<Address>) -> usize {
        late::write(address, u64::MAX, false, &mut Vec::new()).len()
    }

    #[test]
    fn a_late_release_that_got_its_reply_is_settled_though_the_connection_then_ends() {
        let (address, mut far) = owing("unix:///member", 2);
        let (node, scope) =
            (Node::new(address.clone(), Timeouts { connect: IO, io: IO }), Key::new(b"", b"k").unwrap().into());
        let request = Request { scope: &scope, action: Action::Wake };
        let mut member = Member::new(&node, std::slice::from_ref(&request), IO, Instant::now());
        member.write_request();
        assert!(far.read(&mut [0; 16_384]).unwrap() > 0);
        far.write_all(b":1\r\n").unwrap();
        member.go_on(true);
        drop(far);
        member.go_on(true);
        drop(member);
        assert_eq!(left_at(&address), 1);
    }

    /// The server has as much time for them as for its vote, every time.
    #[test]
    fn a_node_that_is_owed_many_releases_gets_some_ahead_of_a_request_in_its_write() {
        let (address, mut far) = owing("unix:///many", 300);
        let (node, scope) =
            (Node::new(address.clone(), Timeouts { connect: IO, io: IO }), Key::new(b"", b"k").unwrap().into());
        let token = Token::given(b"t").unwrap();
        let request = Request { scope: &scope, action: Action::Extend(&token, Ttl::Forever, None) };
        let mut member = Member::new(&node, std::slice::from_ref(&request), IO, Instant::now());
        member.write_request();
        let mut sent = vec![0; 1 << 20];
        let length = far.read(&mut sent).unwrap();
        let count = sent[..length].windows(5).filter(|window| *window == b"\nEVAL").count();
        assert_eq!(count, 256 + 1);
        far.write_all(&b":1\r\n".repeat(count)).unwrap();
        member.go_on(true);
        assert_eq!(member.take_replies(), [Ok(Value::Int(1))]);
        assert_eq!(left_at(&address), 300 - 256, "the others wait for the next");
    }
}

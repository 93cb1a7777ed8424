//! Owns a conversation: one connection on which many requests may be under way, and nothing blocks. It writes what the socket takes, and
//! reads replies one by one as they come.
//! Does not own which reply is whose (`queue`), waiting for the socket (`fan_out`, `renewal`), how the connection is made (`arrival`).

use std::os::fd::BorrowedFd;

use redis::Value;

use crate::clock::Instant;
use crate::connection::login::is_turned_away;
use crate::connection::{Call, Connection};
use crate::failure::Failure;
use crate::net::interrupts::Readiness;
use crate::node::bundle::Bundle;
use crate::node::capabilities::Capabilities;
use crate::node::link::Link;
use crate::node::operation::Operation;
use crate::node::queue::{OperationState, Queue};
use crate::scripts::{CallBy, Keys, Request, Unexpected};

/// How many bytes there is room for at once: a request of a lock with a short name, by its SHA-1.
const FIRST_REQUEST: usize = 512;

/// A connection with the operations that are under way on it; each belongs to a `T`.
#[derive(Debug)]
pub(crate) struct Conversation<T> {
    link: Box<Link>,
    out: Vec<u8>,
    /// How much of `out` the socket has taken.
    written: usize,
    is_flushed: bool,
    queue: Queue<T>,
    /// When the peer was last heard of, or has begun to owe a reply.
    heard: Instant,
}

impl<T: Copy> Conversation<T> {
    /// Begins a conversation on a link.
    /// Errors: `NotSent` when the link is not at the end of its last reply.
    pub(crate) fn on(mut link: Box<Link>, now: Instant) -> Result<Self, Failure> {
        let mut out = link.begin()?;
        out.reserve(FIRST_REQUEST);
        Ok(Self { link, out, written: 0, is_flushed: true, queue: Queue::default(), heard: now })
    }

    /// Returns the link, which is of use for other requests only if nothing is under way.
    pub(super) fn end(mut self) -> Box<Link> {
        self.link.settle_earlier();
        if self.has_unwritten() {
            // Its replies would never come, and those to the next request be taken for them.
            self.link.connection.mark_unusable();
        }
        self.link.connection.put_back_outbox(self.out);
        self.link
    }

    pub(crate) fn link(&mut self) -> &mut Link {
        &mut self.link
    }

    /// Returns the socket to wait for, and for what at least.
    pub(crate) fn socket(&self) -> (BorrowedFd<'_>, Readiness) {
        let readiness = if self.has_unwritten() { Readiness::Writable } else { Readiness::Readable };
        (self.link.connection.as_fd(), readiness)
    }

    /// Tells whether something is still to be written.
    pub(crate) fn has_unwritten(&self) -> bool {
        self.written < self.out.len() || !self.is_flushed
    }

    /// Tells whether any byte of what is written together has gone out. True, too, when nothing is left in `out`: all has gone out.
    pub(super) fn has_written(&self) -> bool {
        self.out.is_empty() || self.written > 0
    }

    /// Tells whether replies are still to come.
    pub(crate) fn owes(&self) -> bool {
        self.is_under_way() || self.link.connection.owed() > 0
    }

    /// Tells whether replies to operations are still to come.
    pub(super) fn is_under_way(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Returns since when the peer has been silent, if it owes replies.
    pub(crate) fn silent_since(&self) -> Option<Instant> {
        self.owes().then_some(self.heard)
    }

    /// Puts an operation's next step after those that are to be written.
    pub(crate) fn push(&mut self, whose: (T, Operation), request: &Request<'_>, now: Instant) {
        self.begin_to_owe(now);
        self.queue.push(whose, request, &mut self.link.capabilities, &mut self.out);
    }

    /// Puts a request whose one reply is not looked at after those that are to be written.
    pub(crate) fn push_unheeded(&mut self, request: &Request<'_>, now: Instant) {
        self.begin_to_owe(now);
        self.queue.skip();
        request.encode(CallBy::Text, Keys::WithCompanions, &mut self.out);
    }

    fn begin_to_owe(&mut self, now: Instant) {
        if !self.owes() {
            self.heard = now;
        }
    }

    /// Takes back all that was pushed since `before`, and what that has changed of the capabilities, if no byte of it has been written; else
    /// false. With TLS all is written that is encrypted, also while the socket takes none of it.
    pub(crate) fn take_back(&mut self, before: Unwritten) -> bool {
        if self.written > before.bytes {
            return false;
        }
        self.out.truncate(before.bytes);
        self.queue.truncate(before.operations);
        self.link.capabilities = before.capabilities;
        true
    }

    /// Returns what is unwritten now, for [`Conversation::take_back`].
    pub(crate) fn unwritten(&self) -> Unwritten {
        Unwritten { bytes: self.out.len(), operations: self.queue.len(), capabilities: self.link.capabilities }
    }

    /// Writes as much as the socket takes.
    /// Errors: when the connection has ended: `NotSent` where nothing of what is written together had gone out.
    pub(crate) fn write(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        if !self.has_unwritten() {
            return Ok(());
        }
        let before = self.written;
        let done = self.link.connection.write(&self.out, &mut self.written, call);
        self.is_flushed &= self.written == before;
        if done? {
            self.out.clear();
            (self.written, self.is_flushed) = (0, true);
        }
        Ok(())
    }

    /// Reads what has come. `request` tells what an operation is about, for as long as that is known, `read` what its last reply says, and
    /// `note` is called with what operations have come to, in order.
    /// Errors: why no more replies will come.
    pub(crate) fn read<'a, R>(
        &mut self,
        call: &Call<'_>,
        now: Instant,
        request: impl Fn(T) -> Option<Request<'a>>,
        read: impl Fn(Value) -> Result<R, Unexpected>,
        mut note: impl FnMut(T, OperationState<R>),
    ) -> Result<(), Failure> {
        let owed = self.link.connection.owed();
        loop {
            let reply = match self.link.connection.next_reply(call.tokens, Connection::fill_at_once) {
                Ok(Some(reply)) => self.link.refusal(reply),
                Ok(None) => {
                    if self.link.connection.owed() < owed {
                        self.heard = now;
                    }
                    if !self.owes() {
                        self.link.connection.has_all_replies();
                    }
                    return Ok(());
                }
                Err(stop) => return Err(self.link.connection.ended(&stop, call, None)),
            };
            self.heard = now;
            if let Some(reason) = reply.as_ref().err().filter(|refusal| is_turned_away(refusal)) {
                // The server closes the connection after it.
                return Err(reason.clone());
            }
            let taken = self.queue.take(reply, &mut self.link.capabilities, &request, &read);
            if let Some((whose, state)) = taken.map_err(|Unexpected| self.link.protocol_error())? {
                note(whose, state);
            }
            if !self.owes() && self.link.connection.has_read_all() {
                // Nearly always. One reply too many, or the peer's end, is found by the next look.
                self.link.connection.has_all_replies();
                return Ok(());
            }
        }
    }

    /// Returns whose replies have not come yet.
    pub(crate) fn owed(&self) -> impl Iterator<Item = T> {
        self.queue.owed()
    }
}

impl Conversation<usize> {
    /// As `push`, for each of `operations` that is not over.
    pub(super) fn push_all(&mut self, requests: &[Request<'_>], operations: &mut Bundle, now: Instant) {
        self.begin_to_owe(now);
        operations.encode(requests, &mut self.queue, &mut self.link.capabilities, &mut self.out);
    }
}

/// What was unwritten at some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwritten {
    bytes: usize,
    operations: usize,
    capabilities: Capabilities,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::scope::Scope;
    use crate::scripts::{self, Action};
    use crate::token::Token;
    use crate::ttl::Ttl;

    const CALL: Call<'static> = Call::new(Duration::ZERO);
    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    struct Pair {
        far: UnixStream,
        near: Conversation<u32>,
        scope: Scope,
        token: Token,
        /// How far those have come whose next step is to be sent.
        operations: HashMap<u32, Operation>,
    }

    type States = Vec<(u32, OperationState<Option<Ttl>>)>;

    /// What a look at the socket finds.
    fn heard(near: &mut Conversation<u32>, request: Request<'_>) -> (States, Result<(), Failure>) {
        let mut states = Vec::new();
        let read = |reply: Value| scripts::extended(&reply);
        let end = near.read(&CALL, Instant::now(), |_| Some(request), read, |whose, state| states.push((whose, state)));
        (states, end)
    }

    impl Pair {
        fn new() -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let near = Conversation::on(Link::over(near), Instant::now()).unwrap();
            Self {
                far,
                near,
                scope: Key::new(b"", b"k").unwrap().into(),
                token: Token::given(b"t").unwrap(),
                operations: HashMap::new(),
            }
        }

        /// Its next step.
        fn push(&mut self, whose: u32) {
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL) };
            let operation = self.operations.remove(&whose).unwrap_or(Operation::new(false));
            self.near.push((whose, operation), &request, Instant::now());
        }

        /// What has reached the server.
        fn sent(&mut self) -> String {
            self.near.write(&CALL).unwrap();
            let mut bytes = Vec::new();
            let _ = self.far.read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        /// What the server's replies are taken for.
        fn replied(&mut self, replies: &str) -> Vec<(u32, String)> {
            self.far.write_all(replies.as_bytes()).unwrap();
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL) };
            let (states, end) = heard(&mut self.near, request);
            assert_eq!(end, Ok(()));
            let mut word = |whose, state| match state {
                OperationState::Done(Ok(Some(Ttl::For(span)))) => format!("lives {} s", span.as_secs_f64()),
                OperationState::Done(Ok(Some(Ttl::Forever))) => "lives".to_owned(),
                OperationState::Done(Ok(None)) => "not ours".to_owned(),
                OperationState::Send(operation) => {
                    self.operations.insert(whose, operation);
                    "again".to_owned()
                }
                OperationState::Done(Err(failure)) => format!("{failure}"),
                OperationState::Over => "over".to_owned(),
            };
            states.into_iter().map(|(whose, state)| (whose, word(whose, state))).collect()
        }

        fn all(&mut self, replies: &str, expected: &[(u32, &str)]) {
            let expected: Vec<_> = expected.iter().map(|(whose, reply)| (*whose, (*reply).to_owned())).collect();
            assert_eq!(self.replied(replies), expected);
        }
    }

    #[test]
    fn replies_belong_to_extends_in_their_order_and_one_by_one() {
        let mut pair = Pair::new();
        (1..=3).for_each(|whose| pair.push(whose));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 3);
        pair.all(":10000\r\n:0", &[(1, "lives 10 s")]);
        assert_eq!(pair.near.owed().collect::<Vec<_>>(), [2, 3]);
        pair.all("\r\n:-1\r\n", &[(2, "not ours"), (3, "lives")]);
        assert!(!pair.near.owes() && pair.near.silent_since().is_none());
    }

    /// The look would be one call of the system for each exchange; the check before the next request finds the same.
    #[test]
    fn a_socket_that_owes_nothing_is_not_looked_at_again() {
        let mut pair = Pair::new();
        pair.push(1);
        pair.sent();
        pair.far.write_all(b":10000\r\n").unwrap();
        pair.far.shutdown(std::net::Shutdown::Both).unwrap();
        let mut look = || {
            let request = Request { scope: &pair.scope, action: Action::Extend(&pair.token, TTL) };
            let (states, end) = heard(&mut pair.near, request);
            (states.len(), end.is_err())
        };
        assert_eq!((look(), look()), ((1, false), (0, true)));
    }

    #[test]
    fn a_script_that_is_not_known_goes_out_once_by_its_text() {
        let mut pair = Pair::new();
        (1..=2).for_each(|whose| pair.push(whose));
        pair.sent();
        let no = "-NOSCRIPT No matching script.\r\n";
        pair.all(&no.repeat(2), &[(1, "again"), (2, "again")]);
        (1..=2).for_each(|whose| pair.push(whose));
        let sent = pair.sent();
        assert_eq!((sent.matches("\r\nEVAL\r\n").count(), sent.matches("EVALSHA").count()), (1, 1));
    }

    #[test]
    fn what_is_unwritten_can_be_taken_back_and_what_is_half_written_cannot() {
        let mut pair = Pair::new();
        // More than the socket takes.
        let mut last = pair.near.unwritten();
        for whose in 0..100_000 {
            last = pair.near.unwritten();
            pair.push(whose);
        }
        pair.near.write(&CALL).unwrap();
        assert!(pair.near.has_unwritten());
        let first = Unwritten { bytes: 10, operations: 0, capabilities: Capabilities::default() };
        assert!(!pair.near.take_back(first), "its beginning is on its way");
        assert!(pair.near.take_back(last));
        assert_eq!(pair.near.owed().last(), Some(99_998));
        let mut sent = String::new();
        while pair.near.has_unwritten() {
            sent += &pair.sent();
        }
        sent += &pair.sent();
        assert_eq!(sent.matches("EVALSHA").count(), 99_999);
    }

    #[test]
    fn a_reply_that_nothing_was_sent_for_ends_the_connection() {
        let mut pair = Pair::new();
        pair.far.write_all(b":1\r\n").unwrap();
        assert!(pair.near.read(&CALL, Instant::now(), |_| None, Ok, |_, _: OperationState<Value>| {}).is_err());
    }

    #[test]
    fn a_reply_that_no_extend_can_get_ends_the_connection_and_its_extend_is_owed() {
        for reply in ["$-1\r\n", "+OK\r\n", "*0\r\n"] {
            let mut pair = Pair::new();
            pair.push(1);
            pair.sent();
            pair.far.write_all(reply.as_bytes()).unwrap();
            let request = Request { scope: &pair.scope, action: Action::Extend(&pair.token, TTL) };
            let (states, end) = heard(&mut pair.near, request);
            assert!(end.is_err() && states.is_empty(), "{reply:?}: {states:?}, {end:?}");
            assert_eq!(pair.near.owed().collect::<Vec<_>>(), [1]);
        }
    }
}

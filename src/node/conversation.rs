//! Owns a conversation: one connection on which several requests may be under way, and nothing blocks. It writes what the socket takes, and
//! reads replies one by one as they come.
//! Does not own which reply is whose (`queue`), waiting for the socket (`fan_out`), how the connection is made (`arrival`).

use std::os::fd::BorrowedFd;

use crate::connection::login::is_turned_away;
use crate::connection::{Call, Connection};
use crate::failure::Failure;
use crate::net::interrupts::Readiness;
use crate::node::bundle::Bundle;
use crate::node::link::Link;
use crate::node::queue::Queue;
use crate::scope::Scope;
use crate::scripts::{Request, Unexpected};

/// How many bytes there is room for at once: a request of a lock with a short name, by its SHA-1.
const FIRST_REQUEST: usize = 512;

/// A connection with the operations that are under way on it.
#[derive(Debug)]
pub(super) struct Conversation {
    link: Box<Link>,
    out: Vec<u8>,
    /// How much of `out` the socket has taken.
    written: usize,
    is_flushed: bool,
    queue: Queue,
}

impl Conversation {
    /// Begins a conversation on a link.
    /// Errors: `NotSent` when the link is not at the end of its last reply.
    pub(super) fn on(mut link: Box<Link>, scope: &Scope) -> Result<Self, Failure> {
        let mut out = link.begin(scope)?;
        out.reserve(FIRST_REQUEST);
        Ok(Self { link, out, written: 0, is_flushed: true, queue: Queue::default() })
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

    pub(super) fn link(&mut self) -> &mut Link {
        &mut self.link
    }

    /// Returns the socket to wait for, and for what at least.
    pub(super) fn socket(&self) -> (BorrowedFd<'_>, Readiness) {
        let readiness = if self.has_unwritten() { Readiness::Writable } else { Readiness::Readable };
        (self.link.connection.as_fd(), readiness)
    }

    /// Tells whether something is still to be written.
    pub(super) fn has_unwritten(&self) -> bool {
        self.written < self.out.len() || !self.is_flushed
    }

    /// Tells whether any byte of what is written together has gone out. True, too, when nothing is left in `out`: all has gone out.
    pub(super) fn has_written(&self) -> bool {
        self.out.is_empty() || self.written > 0
    }

    /// Tells whether replies are still to come.
    fn owes(&self) -> bool {
        self.is_under_way() || self.link.connection.is_owed()
    }

    /// Tells whether replies to operations are still to come.
    pub(super) fn is_under_way(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Puts the next step of each of `operations` that is not over after those that are to be written.
    pub(super) fn push_all(&mut self, requests: &[Request<'_>], operations: &mut Bundle) {
        let out = (&mut self.out, &mut Vec::new());
        operations.encode(requests, &mut self.queue, &mut self.link.capabilities, out);
    }

    /// Writes as much as the socket takes.
    /// Errors: when the connection has ended: `NotSent` where nothing of what is written together had gone out.
    pub(super) fn write(&mut self, call: &Call<'_>) -> Result<(), Failure> {
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

    /// Reads what has come, and notes what operations have come to.
    /// Errors: why no more replies will come.
    pub(super) fn read(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
        operations: &mut Bundle,
    ) -> Result<(), Failure> {
        loop {
            let reply = match self.link.connection.next_reply(call.tokens, Connection::fill_at_once) {
                Ok(Some(reply)) => self.link.refusal(reply),
                Ok(None) => {
                    if !self.owes() {
                        self.link.connection.has_all_replies();
                    }
                    return Ok(());
                }
                Err(stop) => return Err(self.link.connection.ended(&stop, call, None)),
            };
            if let Some(reason) = reply.as_ref().err().filter(|refusal| is_turned_away(refusal)) {
                // The server closes the connection after it.
                return Err(reason.clone());
            }
            let taken = self.queue.take(reply, &mut self.link.capabilities, requests);
            if let Some((index, state)) = taken.map_err(|Unexpected| self.link.protocol_error())? {
                operations.note(index, state);
            }
            if !self.owes() && self.link.connection.has_read_all() {
                // Nearly always. One reply too many, or the peer's end, is found by the next look.
                self.link.connection.has_all_replies();
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use redis::Value;

    use super::*;
    use crate::key::Key;
    use crate::scope::Scope;
    use crate::scripts::Action;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const CALL: Call<'static> = Call::new(Duration::ZERO);
    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    struct Pair {
        far: UnixStream,
        near: Conversation,
        scope: Scope,
        token: Token,
        operations: Bundle,
    }

    impl Pair {
        /// Sends so many extends.
        fn sending(count: usize) -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let scope: Scope = Key::new(b"", b"k").unwrap().into();
            let mut pair = Self {
                far,
                near: Conversation::on(Link::over(near), &scope).unwrap(),
                scope,
                token: Token::given(b"t").unwrap(),
                operations: Bundle::new(count, false),
            };
            if count > 0 {
                pair.with(Conversation::push_all);
            }
            pair
        }

        fn with<T>(&mut self, work: impl FnOnce(&mut Conversation, &[Request<'_>], &mut Bundle) -> T) -> T {
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL, None) };
            let requests = vec![request; self.operations.outcomes.len()];
            work(&mut self.near, &requests, &mut self.operations)
        }

        /// What has reached the server.
        fn sent(&mut self) -> String {
            self.near.write(&CALL).unwrap();
            let mut bytes = Vec::new();
            let _ = self.far.read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        /// What the operations have come to after these replies, and whether the conversation goes on.
        fn replied(&mut self, replies: &str) -> (Vec<Option<Value>>, bool) {
            self.far.write_all(replies.as_bytes()).unwrap();
            let goes_on = self.with(|near, requests, operations| near.read(&CALL, requests, operations).is_ok());
            (self.operations.outcomes.iter().map(|outcome| outcome.clone().and_then(Result::ok)).collect(), goes_on)
        }
    }

    #[test]
    fn replies_belong_to_requests_in_their_order_and_one_by_one() {
        let mut pair = Pair::sending(3);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 3);
        let said = |number| Some(Value::Int(number));
        assert_eq!(pair.replied(":10000\r\n:0"), (vec![said(10_000), None, None], true));
        assert!(pair.near.owes());
        assert_eq!(pair.replied("\r\n:-1\r\n"), (vec![said(10_000), said(0), said(-1)], true));
        assert!(!pair.near.owes());
    }

    /// The look would be one call of the system for each exchange; the check before the next request finds the same.
    #[test]
    fn a_socket_that_owes_nothing_is_not_looked_at_again() {
        let mut pair = Pair::sending(1);
        pair.sent();
        pair.far.write_all(b":10000\r\n").unwrap();
        pair.far.shutdown(std::net::Shutdown::Both).unwrap();
        let mut look = || pair.with(|near, requests, operations| near.read(&CALL, requests, operations).is_ok());
        assert_eq!((look(), look()), (true, false));
    }

    #[test]
    fn a_script_that_is_not_known_goes_out_once_by_its_text() {
        let mut pair = Pair::sending(2);
        pair.sent();
        pair.replied(&"-NOSCRIPT No matching script.\r\n".repeat(2));
        pair.with(Conversation::push_all);
        let sent = pair.sent();
        assert_eq!((sent.matches("\r\nEVAL\r\n").count(), sent.matches("EVALSHA").count()), (1, 1));
    }

    #[test]
    fn a_reply_that_nothing_was_sent_for_ends_the_connection() {
        assert_eq!(Pair::sending(0).replied(":1\r\n"), (Vec::new(), false));
    }
}

//! Owns requests that go out together on one link: the next step of each until it is over, by a call that waits (`send_since`, `send_each`) or by
//! one that never does (`listen`).
//! Does not own what goes out and what a reply means (`operation`), which reply is whose (`connection::queue`), waiting for several links
//! (`fan_out`).

use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::exchange::Gated;
use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::node::late;
use crate::node::link::{BYPASS, Link};
use crate::node::operation::Operation;
use crate::scripts::Request;
use crate::token::Token;

/// What a server has replied to a request, or why it refuses it.
pub(crate) type Said = Result<Value, Failure>;

/// What a request has come to whose gate was closed.
const NOT_OURS: Value = Value::Int(0);

/// How far requests have come that go out together, each by its index.
#[derive(Debug)]
pub(in crate::node) struct Steps<'a> {
    pub(in crate::node) requests: &'a [Request<'a>],
    operations: Vec<Operation>,
    /// Those whose next step is to be pushed.
    due: Vec<usize>,
    /// What is owed has gone ahead of them.
    is_begun: bool,
    /// What they have come to.
    pub(in crate::node) said: Vec<Option<Said>>,
}

impl<'a> Steps<'a> {
    /// Of requests of which nothing was sent; `asking` as of `Operation::new`.
    pub(in crate::node) fn new(requests: &'a [Request<'a>], asking: bool) -> Self {
        let count = requests.len();
        let operations = vec![Operation::new(asking); count];
        Self { requests, operations, due: (0..count).collect(), is_begun: false, said: vec![None; count] }
    }

    /// Tells whether all are over.
    pub(in crate::node) fn are_over(&self) -> bool {
        self.said.iter().all(Option::is_some)
    }
}

impl Link {
    /// Sends one request; its first exchange has an io_timeout that began at `begin`.
    /// Errors: the failure of the exchange, or the server's refusal.
    pub fn send_since(&mut self, call: &Call<'_>, begin: Instant, request: &Request<'_>) -> Said {
        let token = request.token();
        let its = Call { tokens: token.as_slice(), ..*call };
        let steps = || Steps::new(std::slice::from_ref(request), call.asking);
        if call.asking || self.connection.is_owed() || late::exist() {
            return self.send_on(&its, steps());
        }
        // What every lock sends: one write and one read, without a list of replies.
        self.bypass_until = None;
        let mut sent = None;
        let write = |out: &mut Vec<u8>| sent = Operation::write(false, request, &mut self.capabilities, out);
        let reply = self.connection.exchange_one(&its, begin, write)?;
        if let Ok(reply) = reply {
            self.bypass_until = Some(begin.after(BYPASS));
            Operation::has_run(sent, request, &mut self.capabilities);
            return Ok(reply);
        }
        let mut steps = Steps { operations: vec![Operation::after(sent)], due: Vec::new(), ..steps() };
        self.hear(&mut steps, (0, reply));
        self.send_on(&its, steps)
    }

    #[cold]
    fn send_on(&mut self, call: &Call<'_>, mut steps: Steps<'_>) -> Said {
        match self.finish(call, &mut steps) {
            Some(failure) => Err(failure),
            None => steps.said.pop().flatten().unwrap_or_else(|| Err(self.protocol_error())),
        }
    }

    /// Sends requests that do not depend on each other, in as few writes as the server allows: one, when nothing is refused.
    /// Errors: the failure of an exchange. What a server replied to each request, errors included, is in the list.
    pub fn send_each(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> Result<Vec<Said>, Failure> {
        match self.send_all(call, requests) {
            (_, Some(failure)) => Err(failure),
            (said, None) => Ok(said.into_iter().flatten().collect()),
        }
    }

    /// As `send_each`; returns the replies that have come, and the failure that kept the others from coming.
    pub(crate) fn send_all(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
    ) -> (Vec<Option<Said>>, Option<Failure>) {
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        let mut steps = Steps::new(requests, call.asking);
        let failure = self.finish(&Call { tokens: &tokens, ..*call }, &mut steps);
        (steps.said, failure)
    }

    /// Sends until all are over; returns the failure that kept them from that.
    fn finish(&mut self, call: &Call<'_>, steps: &mut Steps<'_>) -> Option<Failure> {
        loop {
            let gates = self.push_steps(call.io, steps);
            if !self.connection.is_owed_own() {
                return None;
            }
            let (come, failure) = self.talk(call, &gates);
            for own in come {
                self.hear(steps, own);
            }
            if failure.is_some() {
                return failure;
            }
        }
    }

    /// Pushes the next step of each that is not over, and whose gate is open; ahead of the first what is owed. Returns which gates are asked
    /// again as that is written: a token that others know may be another's once its gate has closed.
    pub(in crate::node) fn push_steps<'r>(&mut self, io: Duration, steps: &mut Steps<'r>) -> Vec<Gated<'r>> {
        let mut gates = Vec::new();
        for index in std::mem::take(&mut steps.due) {
            let request = &steps.requests[index];
            if request.gate().is_some_and(|gate| !gate.pass(&mut || ())) {
                steps.said[index] = Some(Ok(NOT_OURS));
                continue;
            }
            if !std::mem::replace(&mut steps.is_begun, true) {
                self.begin(io);
            }
            steps.operations[index].push(index, request, &mut self.capabilities, &mut self.connection);
            if request.token().is_some_and(Token::is_shared) {
                gates.extend(request.gate().map(|gate| (self.connection.pushed().len(), gate)));
            }
        }
        gates
    }

    /// Takes what has come for them.
    /// Errors: why no more will come.
    pub(in crate::node) fn listen(&mut self, call: &Call<'_>, steps: &mut Steps<'_>) -> Result<(), Failure> {
        loop {
            match self.connection.listen(call.tokens) {
                Ok(Some(own)) => self.hear(steps, own),
                Ok(None) => return Ok(()),
                Err(stop) => return Err(self.connection.unanswered(&stop, call)),
            }
        }
    }

    fn hear(&mut self, steps: &mut Steps<'_>, (index, reply): (usize, Received)) {
        let reply = self.refusal(reply);
        match steps.operations[index].take(&steps.requests[index], &mut self.capabilities, reply) {
            None => steps.due.push(index),
            said => steps.said[index] = said,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::scope::Scope;
    use crate::scripts::Action;
    use crate::ttl::Ttl;

    const CALL: Call<'static> = Call::new(Duration::ZERO);
    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    struct Pair {
        far: UnixStream,
        near: Box<Link>,
        scope: Scope,
        token: Token,
        steps: State,
    }

    /// Steps between two calls, which name their requests.
    type State = (Vec<Operation>, Vec<usize>, Vec<Option<Said>>);

    impl Pair {
        /// Sends so many extends.
        fn sending(count: usize) -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
            let steps = (vec![Operation::new(false); count], (0..count).collect(), vec![None; count]);
            let mut pair = Self { far, near: Link::over(near), scope, token, steps };
            pair.with(|near, steps| drop(near.push_steps(CALL.io, steps)));
            pair
        }

        fn with<T>(&mut self, work: impl FnOnce(&mut Link, &mut Steps<'_>) -> T) -> T {
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL, None) };
            let (operations, due, said) = std::mem::take(&mut self.steps);
            let mut steps = Steps { requests: &vec![request; said.len()], operations, due, is_begun: true, said };
            let result = work(&mut self.near, &mut steps);
            self.steps = (steps.operations, steps.due, steps.said);
            result
        }

        /// What has reached the server.
        fn sent(&mut self) -> String {
            let end = self.near.connection.pushed().len();
            self.near.connection.write_pushed(end, &CALL).unwrap();
            let mut bytes = Vec::new();
            let _ = self.far.read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        fn listens(&mut self) -> bool {
            self.with(|near, steps| near.listen(&CALL, steps).is_ok())
        }

        /// What the requests have come to after these replies, and whether the link goes on.
        fn replied(&mut self, replies: &str) -> (Vec<Option<Value>>, bool) {
            self.far.write_all(replies.as_bytes()).unwrap();
            let goes_on = self.listens();
            (self.steps.2.iter().map(|said| said.clone().and_then(Result::ok)).collect(), goes_on)
        }
    }

    #[test]
    fn replies_belong_to_requests_in_their_order_and_one_by_one() {
        let mut pair = Pair::sending(3);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 3);
        let said = |number| Some(Value::Int(number));
        assert_eq!(pair.replied(":10000\r\n:0"), (vec![said(10_000), None, None], true));
        assert!(pair.near.connection.is_owed());
        assert_eq!(pair.replied("\r\n:-1\r\n"), (vec![said(10_000), said(0), said(-1)], true));
        assert!(!pair.near.connection.is_owed());
    }

    /// The look would be one call of the system for each exchange; the check before the next request finds the same.
    #[test]
    fn a_socket_that_owes_nothing_is_not_looked_at_again() {
        let mut pair = Pair::sending(1);
        pair.sent();
        pair.far.write_all(b":10000\r\n").unwrap();
        pair.far.shutdown(std::net::Shutdown::Both).unwrap();
        assert!(pair.listens() && !pair.near.is_reusable(None));
    }

    #[test]
    fn a_script_that_is_not_known_goes_out_once_by_its_text() {
        let mut pair = Pair::sending(2);
        pair.sent();
        pair.replied(&"-NOSCRIPT No matching script.\r\n".repeat(2));
        pair.with(|near, steps| drop(near.push_steps(CALL.io, steps)));
        let sent = pair.sent();
        assert_eq!((sent.matches("\r\nEVAL\r\n").count(), sent.matches("EVALSHA").count()), (1, 1));
    }

    #[test]
    fn a_reply_that_nothing_was_sent_for_ends_the_link() {
        let mut pair = Pair::sending(1);
        pair.sent();
        assert!(!pair.replied(":1\r\n:1\r\n").1);
    }
}

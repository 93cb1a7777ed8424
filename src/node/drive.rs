//! Owns requests that go out together on one link: the next step of each until it is over, by a call that waits (`send`, `send_each`) or by
//! one that never does (`listen`).
//! Does not own what goes out and what a reply means (`operation`), which reply is whose (`connection::queue`), waiting for several links
//! (`fan_out`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::Call;
use crate::connection::exchange::Gated;
use crate::connection::login::is_turned_away;
use crate::connection::replies::Received;
use crate::failure::Failure;
use crate::node::link::Link;
use crate::node::operation::Operation;
use crate::scripts::Request;
use crate::token::Token;

/// What a server has replied to a request, or why it refuses it.
pub(crate) type Said = Result<Value, Failure>;

/// What a request has come to whose gate was closed.
const NOT_OURS: Value = Value::Int(0);

/// How far requests have come that go out together, each by its index.
#[derive(Debug)]
pub(super) struct Steps {
    operations: Vec<Operation>,
    /// Those whose next step is to be pushed.
    due: Vec<usize>,
    /// What they have come to.
    pub(super) said: Vec<Option<Said>>,
}

impl Steps {
    /// Of requests of which nothing was sent; `asking` as of `Operation::new`.
    pub(super) fn new(count: usize, asking: bool) -> Self {
        Self { operations: vec![Operation::new(asking); count], due: (0..count).collect(), said: vec![None; count] }
    }

    /// Tells whether all are over.
    pub(super) fn are_over(&self) -> bool {
        self.said.iter().all(Option::is_some)
    }
}

impl Link {
    /// Sends one request.
    /// Errors: the failure of the exchange, or the server's refusal.
    pub fn send(&mut self, call: &Call<'_>, request: &Request<'_>) -> Result<Value, Failure> {
        self.send_since(call, Instant::now(), request)
    }

    /// As `send`; its first exchange has an io_timeout that began at `begin`.
    pub fn send_since(&mut self, call: &Call<'_>, begin: Instant, request: &Request<'_>) -> Result<Value, Failure> {
        let token = request.token();
        let its = Call { tokens: token.as_slice(), ..*call };
        if call.asking {
            return self.send_on(&its, request, Steps::new(1, true));
        }
        // What every lock sends, in the connection's own room and without a list of replies.
        let mut sent = None;
        let write = |can: &mut _, out: &mut _| sent = Operation::write(false, request, can, out);
        let reply = self.exchange_encoded(&its, begin, Some(request.scope), write)?;
        if let Ok(reply) = reply {
            Operation::has_run(sent, request, &mut self.capabilities);
            return Ok(reply);
        }
        let mut steps = Steps { operations: vec![Operation::after(sent)], due: Vec::new(), said: vec![None] };
        self.hear(std::slice::from_ref(request), &mut steps, (0, reply));
        self.send_on(&its, request, steps)
    }

    #[cold]
    fn send_on(&mut self, call: &Call<'_>, request: &Request<'_>, mut steps: Steps) -> Said {
        match self.finish(call, std::slice::from_ref(request), &mut steps) {
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
        let mut steps = Steps::new(requests.len(), call.asking);
        let failure = self.finish(&Call { tokens: &tokens, ..*call }, requests, &mut steps);
        (steps.said, failure)
    }

    /// Sends until all are over; returns the failure that kept them from that.
    fn finish(&mut self, call: &Call<'_>, requests: &[Request<'_>], steps: &mut Steps) -> Option<Failure> {
        loop {
            let gates = self.push_steps(requests, steps);
            if !self.connection.is_owed_own() {
                return None;
            }
            let (come, failure) = self.talk(call, Instant::now(), &gates);
            for own in come {
                self.hear(requests, steps, own);
            }
            if failure.is_some() {
                return failure;
            }
        }
    }

    /// Pushes the next step of each that is not over, and whose gate is open; ahead of the first what is owed. Returns which gates are asked
    /// again as that is written: a token that others know may be another's once its gate has closed.
    pub(super) fn push_steps<'r>(&mut self, requests: &[Request<'r>], steps: &mut Steps) -> Vec<Gated<'r>> {
        let mut gates = Vec::new();
        for index in std::mem::take(&mut steps.due) {
            let request = &requests[index];
            if request.gate().is_some_and(|gate| !gate.pass(&mut || ())) {
                steps.said[index] = Some(Ok(NOT_OURS));
                continue;
            }
            self.prepare(Some(request.scope));
            steps.operations[index].push(index, request, &mut self.capabilities, &mut self.connection);
            if request.token().is_some_and(Token::is_known_elsewhere) {
                gates.extend(request.gate().map(|gate| (self.connection.pushed(), gate)));
            }
        }
        gates
    }

    /// Takes what has come for them.
    /// Errors: why no more will come.
    pub(super) fn listen(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        while let Some((index, reply)) = self.connection.listen(call, None).map_err(|(failure, _)| failure)? {
            if let Some(reason) = self.refusal(reply.clone()).err().filter(is_turned_away) {
                // The server closes the connection after it.
                return Err(reason);
            }
            self.hear(requests, steps, (index, reply));
        }
        Ok(())
    }

    fn hear(&mut self, requests: &[Request<'_>], steps: &mut Steps, (index, reply): (usize, Received)) {
        let reply = self.refusal(reply);
        match steps.operations[index].take(&requests[index], &mut self.capabilities, reply) {
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
        steps: Steps,
    }

    impl Pair {
        /// Sends so many extends.
        fn sending(count: usize) -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
            let mut pair = Self { far, near: Link::over(near), scope, token, steps: Steps::new(count, false) };
            pair.with(|near, requests, steps| drop(near.push_steps(requests, steps)));
            pair
        }

        fn with<T>(&mut self, work: impl FnOnce(&mut Link, &[Request<'_>], &mut Steps) -> T) -> T {
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL, None) };
            let requests = vec![request; self.steps.said.len()];
            work(&mut self.near, &requests, &mut self.steps)
        }

        /// What has reached the server.
        fn sent(&mut self) -> String {
            self.near.connection.write_pushed(&CALL).unwrap();
            let mut bytes = Vec::new();
            let _ = self.far.read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        fn listens(&mut self) -> bool {
            self.with(|near, requests, steps| near.listen(&CALL, requests, steps).is_ok())
        }

        /// What the requests have come to after these replies, and whether the link goes on.
        fn replied(&mut self, replies: &str) -> (Vec<Option<Value>>, bool) {
            self.far.write_all(replies.as_bytes()).unwrap();
            let goes_on = self.listens();
            (self.steps.said.iter().map(|said| said.clone().and_then(Result::ok)).collect(), goes_on)
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
        pair.with(|near, requests, steps| drop(near.push_steps(requests, steps)));
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

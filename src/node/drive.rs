//! Owns driving operations on one link by a call that waits for them: write, read, until they are over.
//! Does not own what goes out and what a reply means (`operation`), the exchange itself (`link`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::node::bundle::{Bundle, Outcomes};
use crate::node::link::Link;
use crate::node::operation::{Advance, Operation};
use crate::node::queue::{Queue, Said};
use crate::scripts::{Request, Unexpected};
use crate::token::Token;

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
        let is_plain = request.is_plain();
        if call.asking || !is_plain && !self.capabilities.have_refused_nothing() {
            return self.finish_one(&its, request, Operation::new(call.asking));
        }
        // What every lock sends: the first step of an operation, which is made only if another step follows; without a list of replies.
        let reply = self.exchange_written(&its, begin, |out| Operation::write_first(is_plain, request, out))?;
        match reply {
            Ok(reply) => Ok(reply),
            refused @ Err(_) => self.go_on(&its, request, Operation::after_first(is_plain), refused),
        }
    }

    #[cold]
    fn go_on(
        &mut self,
        call: &Call<'_>,
        request: &Request<'_>,
        mut operation: Operation,
        reply: Received,
    ) -> Result<Value, Failure> {
        let reply = self.refusal(reply);
        match self.with_server(|server| operation.take(request, server, reply)) {
            Ok(Advance::Done(done)) => done,
            Ok(Advance::More | Advance::Send) => self.finish_one(call, request, operation),
            Err(Unexpected) => Err(self.protocol_error()),
        }
    }

    #[cold]
    fn finish_one(&mut self, call: &Call<'_>, request: &Request<'_>, operation: Operation) -> Result<Value, Failure> {
        let mut operations = Bundle::of(operation);
        match self.finish(call, std::slice::from_ref(request), &mut operations) {
            Some(failure) => Err(failure),
            None => operations.outcomes.pop().flatten().unwrap_or_else(|| Err(self.protocol_error())),
        }
    }

    /// Sends requests that do not depend on each other, in as few writes as the server allows: one, when nothing is refused.
    /// Errors: the failure of an exchange. What a server replied to each request, errors included, is in the list.
    pub fn send_each(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
    ) -> Result<Vec<Result<Value, Failure>>, Failure> {
        match self.send_all(call, requests) {
            (_, Some(failure)) => Err(failure),
            (outcomes, None) => Ok(outcomes.into_iter().flatten().collect()),
        }
    }

    /// Sends two requests in one write, of which the second is one command. Returns what the first has come to, the reply to the second, and
    /// whether that took no second write. Unless the second is refused with nil, nothing more is sent, and the first may not be over (`None`):
    /// what the second has acquired can be told only while nothing can fail any more.
    /// Errors: as of `send_each`.
    pub fn send_both(
        &mut self,
        call: &Call<'_>,
        requests: [Request<'_>; 2],
    ) -> Result<(Option<Said>, Said, bool), Failure> {
        let mut operations = Bundle::new(2, call.asking);
        // By the time a NOSCRIPT to the first came, the second would have been refused because of it.
        self.expect_no_script(&requests[0]);
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        let call = Call { tokens: &tokens, ..*call };
        let mut rounds = 0;
        while self.go_round(&call, &requests, &mut operations)? {
            rounds += 1;
            if !matches!(operations.outcomes[1], None | Some(Ok(Value::Nil))) {
                break;
            }
        }
        let mut outcomes = operations.outcomes.into_iter();
        match (outcomes.next(), outcomes.next()) {
            (Some(first), Some(Some(second))) => Ok((first, second, rounds == 1)),
            _ => Err(self.protocol_error()),
        }
    }

    /// As `send_each`; returns the replies that have come, and the failure that kept the others from coming.
    pub(super) fn send_all(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> (Outcomes, Option<Failure>) {
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        let mut operations = Bundle::new(requests.len(), call.asking);
        let failure = self.finish(&Call { tokens: &tokens, ..*call }, requests, &mut operations);
        (operations.outcomes, failure)
    }

    /// Drives operations to their ends; returns the failure that kept them from that.
    fn finish(&mut self, call: &Call<'_>, requests: &[Request<'_>], operations: &mut Bundle) -> Option<Failure> {
        loop {
            match self.go_round(call, requests, operations) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(failure) => return Some(failure),
            }
        }
    }

    /// Sends the next step of each that is not over, and takes the replies; false where all are over.
    fn go_round(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
        operations: &mut Bundle,
    ) -> Result<bool, Failure> {
        let (mut out, mut queue) = (Vec::new(), Queue::default());
        let awaited = self.with_server(|server| operations.encode(requests, &mut queue, server, &mut out));
        if awaited == 0 {
            return Ok(false);
        }
        let (heard, failure) = self.exchange_until_failure(call, &out, awaited);
        let taken = heard.into_iter().try_for_each(|reply| {
            let reply = self.refusal(reply);
            let taken = self.with_server(|server| queue.take(reply, server, |index| Some(requests[index]), Ok))?;
            if let Some((index, state)) = taken {
                operations.note(index, state);
            }
            Ok(())
        });
        match failure {
            Some(failure) => Err(queue.words(failure)),
            None => taken.map(|()| true).map_err(|Unexpected| self.protocol_error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::leaves::Leaves;
    use crate::scripts::{Action, Waits};
    use crate::ttl::Ttl;

    /// Sends a release and a SET in one write, to a peer that replies this and reads no more; returns what the SET has come to.
    fn acquired(replies: &[u8]) -> Result<Value, Failure> {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut link = Link::over(near);
        let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
        let (ttl, waits, fenced) = (Ttl::For(Duration::from_secs(10)), Waits::No, false);
        let (is_retry, signal_of, asks_done) = (false, None, false);
        let acquire = Action::Acquire { token: &token, ttl, waits, fenced, is_retry, signal_of, asks_done };
        let requests =
            [Action::Release(&token, Leaves::Nothing), acquire].map(|action| Request { scope: &scope, action });
        thread::scope(|scoped| {
            scoped.spawn(move || {
                assert!(far.read(&mut [0; 8192]).unwrap() > 0);
                far.shutdown(Shutdown::Read).unwrap();
                far.write_all(replies).unwrap();
            });
            link.send_both(&Call::new(Duration::from_secs(5)), requests).and_then(|(_, reply, _)| reply)
        })
    }

    /// Otherwise the acquire would count as not sent, and the next try would find the key another's.
    #[test]
    fn what_was_taken_is_told_though_the_connection_ends_before_the_release_ahead_of_it_gets_through() {
        assert_eq!(acquired(b"-NOPERM no\r\n+OK\r\n"), Ok(Value::Okay));
        assert!(matches!(acquired(b"-NOPERM no\r\n$-1\r\n"), Err(Failure::NotSent { .. })));
    }
}

//! Owns driving operations on one link by a call that waits for them: write, read, until they are over.
//! Does not own what goes out and what a reply means (`operation`), the exchange itself (`link`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::node::link::Link;
use crate::node::operation::{Advance, Operation};
use crate::node::operations::{Operations, Outcomes};
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
        // What every lock sends, without a list of replies. Of an operation it is the first step, which is made where it is not the last.
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
        let mut operations = Operations::of(vec![operation]);
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

    /// Sends two requests in one write; tells whether the first took no second one.
    /// Errors: as of `send_each`.
    pub fn send_both(
        &mut self,
        call: &Call<'_>,
        requests: [Request<'_>; 2],
    ) -> Result<([Result<Value, Failure>; 2], bool), Failure> {
        let mut operations = Operations::new(2, call.asking);
        // A NOSCRIPT would be known only when the second has been refused for it.
        self.expect_no_script(&requests[0]);
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        if let Some(failure) = self.finish(&Call { tokens: &tokens, ..*call }, &requests, &mut operations) {
            return Err(failure);
        }
        let mut outcomes = operations.outcomes.into_iter().flatten();
        match (outcomes.next(), outcomes.next()) {
            (Some(first), Some(second)) => Ok(([first, second], operations.rounds == 1)),
            _ => Err(self.protocol_error()),
        }
    }

    /// As `send_each`; returns what has come, and what kept the rest from coming.
    pub(super) fn send_all(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> (Outcomes, Option<Failure>) {
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        let mut operations = Operations::new(requests.len(), call.asking);
        let failure = self.finish(&Call { tokens: &tokens, ..*call }, requests, &mut operations);
        (operations.outcomes, failure)
    }

    /// Drives operations to their ends; returns what kept them from that.
    fn finish(&mut self, call: &Call<'_>, requests: &[Request<'_>], operations: &mut Operations) -> Option<Failure> {
        let mut out = Vec::new();
        loop {
            out.clear();
            let awaited = self.with_server(|server| operations.encode(requests, server, &mut out));
            if awaited == 0 {
                return None;
            }
            let (heard, failure) = self.exchange_until_failure(call, &out, awaited);
            let heard: Vec<_> = heard.into_iter().map(|reply| self.refusal(reply)).collect();
            let taken = self.with_server(|server| operations.take(requests, server, heard));
            let failure = failure.map(|failure| operations.words(failure));
            if let Some(failure) = failure.or_else(|| taken.err().map(|Unexpected| self.protocol_error())) {
                return Some(failure);
            }
        }
    }
}

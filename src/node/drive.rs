//! Owns driving operations on one link by a call that waits for them: write, read, until they are over.
//! Does not own what goes out and what a reply means (`operation`), the exchange itself (`link`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::Call;
use crate::failure::Failure;
use crate::node::bundle::{Bundle, Outcomes};
use crate::node::link::Link;
use crate::node::operation::{Advance, Operation};
use crate::node::queue::Queue;
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
        if call.asking {
            return self.go_on(&its, request, Operation::new(true));
        }
        // What every lock sends, in the connection's own room and without a list of replies.
        let mut sent = None;
        match self.exchange_encoded(&its, begin, Some(request.scope), |can, out| {
            sent = Operation::write(false, request, can, out)
        })? {
            Ok(reply) => {
                Operation::has_run(sent, request, &mut self.capabilities);
                Ok(reply)
            }
            refused @ Err(_) => {
                let (refused, mut operation) = (self.refusal(refused), Operation::after(sent));
                match operation.take(request, &mut self.capabilities, refused) {
                    Ok(Advance::Done(done)) => done,
                    Ok(Advance::More | Advance::Send) => self.go_on(&its, request, operation),
                    Err(Unexpected) => Err(self.protocol_error()),
                }
            }
        }
    }

    #[cold]
    fn go_on(&mut self, call: &Call<'_>, request: &Request<'_>, mut operation: Operation) -> Result<Value, Failure> {
        loop {
            let mut out = Vec::new();
            let count = operation.encode(request, &mut self.capabilities, &mut out);
            let (replies, failure) = self.exchange_until_failure(call, Some(request.scope), (&out, &[]), count);
            for reply in failure.map_or(Ok(replies), Err)? {
                let reply = self.refusal(reply);
                match operation.take(request, &mut self.capabilities, reply) {
                    Ok(Advance::Done(done)) => return done,
                    Ok(Advance::More | Advance::Send) => {}
                    Err(Unexpected) => return Err(self.protocol_error()),
                }
            }
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

    /// As `send_each`; returns the replies that have come, and the failure that kept the others from coming.
    pub(crate) fn send_all(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> (Outcomes, Option<Failure>) {
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
        let (mut out, mut gates, mut queue) = (Vec::new(), Vec::new(), Queue::default());
        let awaited = operations.encode(requests, &mut queue, &mut self.capabilities, (&mut out, &mut gates));
        if awaited == 0 {
            return Ok(false);
        }
        let (heard, failure) = self.exchange_until_failure(call, Some(requests[0].scope), (&out, &gates), awaited);
        let taken = heard.into_iter().try_for_each(|reply| {
            let reply = self.refusal(reply);
            let taken = queue.take(reply, &mut self.capabilities, requests)?;
            if let Some((index, state)) = taken {
                operations.note(index, state);
            }
            Ok(())
        });
        match failure {
            Some(failure) => Err(failure),
            None => taken.map(|()| true).map_err(|Unexpected| self.protocol_error()),
        }
    }
}

//! Owns operations that go out together on one connection: the next step of each that is not over, and what they have come to.
//! Does not own which reply is whose (`queue`), writing and reading (`drive`, `conversation`).

use std::ops::Range;

use redis::Value;

use crate::connection::exchange::Gated;
use crate::node::capabilities::Capabilities;
use crate::node::operation::Operation;
use crate::node::queue::{OperationState, Queue, Said};
use crate::scripts::Request;
use crate::token::Token;

/// What a request has come to whose gate was closed.
const NOT_OURS: Value = Value::Int(0);

/// What operations have come to, as far as they have.
pub(super) type Outcomes = Vec<Option<Said>>;

/// Operations that go out together, each under the index of its request.
#[derive(Debug, Default)]
pub(super) struct Bundle {
    /// Those of which nothing was encoded.
    unsent: Range<usize>,
    asking: bool,
    /// Those whose next step follows on a reply.
    to_send: Vec<(usize, Operation)>,
    pub(super) outcomes: Outcomes,
}

impl Bundle {
    /// Makes a bundle of `count` operations of which nothing was sent; `asking` as of `Operation::new`.
    pub(super) fn new(count: usize, asking: bool) -> Self {
        Self { unsent: 0..count, asking, to_send: Vec::new(), outcomes: (0..count).map(|_| None).collect() }
    }

    /// Encodes the next step of each that is not over, and whose gate is open, onto the end of `out`; returns how many replies there will be, 0
    /// when all are over. A token that others know may be another's once its gate has closed, so that is asked again as it is written.
    pub(super) fn encode<'r>(
        &mut self,
        requests: &[Request<'r>],
        queue: &mut Queue,
        can: &mut Capabilities,
        (out, gates): (&mut Vec<u8>, &mut Vec<Gated<'r>>),
    ) -> usize {
        let mut replies = 0;
        let asking = self.asking;
        let unsent = std::mem::take(&mut self.unsent).map(|index| (index, Operation::new(asking)));
        for (index, operation) in unsent.chain(self.to_send.drain(..)) {
            let request = &requests[index];
            if request.gate().is_some_and(|gate| !gate.pass(&mut || ())) {
                self.outcomes[index] = Some(Ok(NOT_OURS));
                continue;
            }
            replies += queue.push((index, operation), request, can, out);
            if request.token().is_some_and(Token::is_known_elsewhere) {
                gates.extend(request.gate().map(|gate| (out.len(), gate)));
            }
        }
        replies
    }

    /// Tells whether all are over.
    pub(super) fn are_over(&self) -> bool {
        self.outcomes.iter().all(Option::is_some)
    }

    /// Notes what one of them has come to.
    pub(super) fn note(&mut self, index: usize, state: OperationState) {
        match state {
            OperationState::Send(operation) => self.to_send.push((index, operation)),
            OperationState::Done(done) => self.outcomes[index] = Some(done),
        }
    }
}

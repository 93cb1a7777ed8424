//! Owns operations that go out together on one connection: the next step of each that is not over, and what they have come to.
//! Does not own which reply is whose (`queue`), writing and reading (`drive`, `conversation`).

use std::ops::Range;

use redis::Value;

use crate::node::capabilities::Capabilities;
use crate::node::operation::Operation;
use crate::node::queue::{OperationState, Queue, Said};
use crate::scripts::Request;

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

    /// Encodes the next step of each that is not over onto the end of `out`; returns how many replies there will be, 0 when all are over.
    pub(super) fn encode(
        &mut self,
        requests: &[Request<'_>],
        queue: &mut Queue<usize>,
        can: &mut Capabilities,
        out: &mut Vec<u8>,
    ) -> usize {
        let mut replies = 0;
        let asking = self.asking;
        let unsent = std::mem::take(&mut self.unsent).map(|index| (index, Operation::new(asking)));
        for (index, operation) in unsent.chain(self.to_send.drain(..)) {
            replies += queue.push((index, operation), &requests[index], can, out);
        }
        replies
    }

    /// Tells whether all are over.
    pub(super) fn are_over(&self) -> bool {
        self.outcomes.iter().all(Option::is_some)
    }

    /// Notes what one of them has come to.
    pub(super) fn note(&mut self, index: usize, state: OperationState<Value>) {
        match state {
            OperationState::Send(operation) => self.to_send.push((index, operation)),
            OperationState::Done(done) => self.outcomes[index] = Some(done),
            // Only where the request is not known any more, and here it is.
            OperationState::Over => {}
        }
    }
}

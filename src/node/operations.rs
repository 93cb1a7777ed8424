//! Owns operations that go out together on one link: one write for the next step of each, its replies handed over in order.
//! Does not own what goes out and what a reply means (`operation`), writing and reading (`drive`, `fan_out`).

use std::iter;

use redis::Value;

use crate::failure::Failure;
use crate::node::capabilities::Server;
use crate::node::operation::{Advance, Encoded, Operation};
use crate::scripts::{Request, Unexpected};

/// What operations have come to, as far as they have.
pub(super) type Outcomes = Vec<Option<Result<Value, Failure>>>;

/// Operations that go out together.
#[derive(Debug)]
pub(super) struct Operations {
    each: Vec<Operation>,
    pub(super) outcomes: Outcomes,
    /// Which were written, and how many replies each gets.
    written: Vec<(usize, usize)>,
    /// How often something was written.
    pub(super) rounds: usize,
}

impl Operations {
    /// Makes as many of which nothing was sent; `asking` as of `Operation::new`.
    pub(super) fn new(count: usize, asking: bool) -> Self {
        Self::of(iter::repeat_with(|| Operation::new(asking)).take(count).collect())
    }

    /// Makes them of those that are under way already, each with its next step to be encoded.
    pub(super) fn of(each: Vec<Operation>) -> Self {
        let outcomes = each.iter().map(|_| None).collect();
        Self { each, outcomes, written: Vec::new(), rounds: 0 }
    }

    /// Encodes the next step of each that is not over onto the end of `out`; returns how many replies there will be, 0 when all are over.
    pub(super) fn encode(&mut self, requests: &[Request<'_>], server: &mut Server<'_>, out: &mut Vec<u8>) -> usize {
        self.written.clear();
        for (index, operation) in self.each.iter_mut().enumerate() {
            if self.outcomes[index].is_some() {
                continue;
            }
            match operation.encode(&requests[index], server, out) {
                Encoded::Replies(count) => self.written.push((index, count)),
                Encoded::Nothing(done) => self.outcomes[index] = Some(done),
            }
        }
        self.rounds += usize::from(!self.written.is_empty());
        self.written.iter().map(|(_, count)| count).sum()
    }

    /// Takes the replies to what was encoded, or the first of them.
    /// Errors: one that no command of an operation can get.
    pub(super) fn take(
        &mut self,
        requests: &[Request<'_>],
        server: &mut Server<'_>,
        replies: impl IntoIterator<Item = Result<Value, Failure>>,
    ) -> Result<(), Unexpected> {
        let whose = self.written.iter().flat_map(|&(index, count)| iter::repeat_n(index, count));
        for (index, reply) in whose.zip(replies) {
            if let Advance::Done(done) = self.each[index].take(&requests[index], server, reply)? {
                self.outcomes[index] = Some(done);
            }
        }
        Ok(())
    }

    /// Words the failure of the connection that a step was sent on: the strongest that one of them says.
    pub(super) fn words(&self, failure: Failure) -> Failure {
        self.each.iter().fold(failure, |failure, operation| operation.words(failure))
    }
}

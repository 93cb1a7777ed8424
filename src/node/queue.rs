//! Owns what is under way on one connection: operations in the order in which their steps were written, and so which reply is whose.
//! Does not own what goes out and what a reply means (`operation`), writing and reading (`drive`, `conversation`).

use std::collections::VecDeque;

use redis::Value;

use crate::failure::Failure;
use crate::node::capabilities::Capabilities;
use crate::node::operation::{Advance, Operation};
use crate::scripts::{Request, Unexpected};

/// What a server has replied to a request, or why it refuses it.
pub(crate) type Said = Result<Value, Failure>;

/// Steps that were encoded, each of an operation for the request with an index, and whose replies are still to come.
#[derive(Debug, Default)]
pub(super) struct Queue {
    entries: VecDeque<UnderWay>,
}

#[derive(Debug)]
struct UnderWay {
    index: usize,
    operation: Operation,
    /// How many replies are still to come.
    replies: usize,
}

/// What an operation has come to.
#[derive(Clone, Debug)]
pub(super) enum OperationState {
    /// Its next step is to be sent.
    Send(Operation),
    /// It is over.
    Done(Said),
}

impl Queue {
    /// Encodes an operation's next step onto the end of `out`; returns how many replies it gets.
    pub(super) fn push(
        &mut self,
        (index, mut operation): (usize, Operation),
        request: &Request<'_>,
        can: &mut Capabilities,
        out: &mut Vec<u8>,
    ) -> usize {
        let replies = operation.encode(request, can, out);
        self.entries.push_back(UnderWay { index, operation, replies });
        replies
    }

    /// Takes the next reply; `None` where it leads to nothing yet.
    /// Errors: `Unexpected`, if nothing here can get this reply.
    pub(super) fn take(
        &mut self,
        reply: Said,
        can: &mut Capabilities,
        requests: &[Request<'_>],
    ) -> Result<Option<(usize, OperationState)>, Unexpected> {
        let entry = self.entries.front_mut().ok_or(Unexpected)?;
        let index = entry.index;
        let state = match entry.operation.take(&requests[index], can, reply)? {
            Advance::More => None,
            Advance::Send => Some(OperationState::Send(entry.operation)),
            Advance::Done(done) => Some(OperationState::Done(done)),
        };
        // Not before: a reply that does not belong here ends the connection, and the operation is owed one then.
        entry.replies -= 1;
        if entry.replies == 0 {
            self.entries.pop_front();
        }
        Ok(state.map(|state| (index, state)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

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

/// Steps that were encoded, each of an operation that belongs to a `T`, and whose replies are still to come.
#[derive(Debug)]
pub(super) struct Queue<T> {
    entries: VecDeque<UnderWay<T>>,
}

#[derive(Debug)]
struct UnderWay<T> {
    /// `None` where the reply is not looked at.
    whose: Option<T>,
    operation: Operation,
    /// How many replies are still to come.
    replies: usize,
}

/// What an operation has come to.
#[derive(Clone, Debug)]
pub(crate) enum OperationState<R> {
    /// Its next step is to be sent.
    Send(Operation),
    /// It is over.
    Done(Result<R, Failure>),
    /// It is over, with a reply that is no error; its request is not known any more.
    Over,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { entries: VecDeque::new() }
    }
}

impl<T: Copy> Queue<T> {
    /// Encodes an operation's next step onto the end of `out`; returns how many replies it gets.
    pub(super) fn push(
        &mut self,
        (whose, mut operation): (T, Operation),
        request: &Request<'_>,
        can: &mut Capabilities,
        out: &mut Vec<u8>,
    ) -> usize {
        let replies = operation.encode(request, can, out);
        self.entries.push_back(UnderWay { whose: Some(whose), operation, replies });
        replies
    }

    /// Notes that a reply will come which is not looked at.
    pub(super) fn skip(&mut self) {
        self.entries.push_back(UnderWay { whose: None, operation: Operation::new(false), replies: 1 });
    }

    /// Takes the next reply; `None` where it leads to nothing yet. `request` tells what an operation is about, for as long as that is known,
    /// and `read` what its last reply says.
    /// Errors: `Unexpected`, if nothing here can get this reply.
    pub(super) fn take<'a, R>(
        &mut self,
        reply: Said,
        can: &mut Capabilities,
        request: impl FnOnce(T) -> Option<Request<'a>>,
        read: impl FnOnce(Value) -> Result<R, Unexpected>,
    ) -> Result<Option<(T, OperationState<R>)>, Unexpected> {
        let entry = self.entries.front_mut().ok_or(Unexpected)?;
        let is_last = entry.replies == 1;
        let state = match entry.whose.and_then(request) {
            Some(request) => match entry.operation.take(&request, can, reply)? {
                Advance::More => None,
                Advance::Send => Some(OperationState::Send(entry.operation)),
                Advance::Done(Ok(value)) => Some(OperationState::Done(Ok(read(value)?))),
                Advance::Done(Err(refusal)) => Some(OperationState::Done(Err(refusal))),
            },
            None => is_last
                .then(|| reply.map_or_else(|refusal| OperationState::Done(Err(refusal)), |_| OperationState::Over)),
        };
        // Not before: a reply that does not belong here ends the connection, and the operation is owed one then.
        entry.replies -= 1;
        let whose = entry.whose;
        if is_last {
            self.entries.pop_front();
        }
        Ok(whose.zip(state))
    }

    /// Returns whose replies have not come yet.
    pub(super) fn owed(&self) -> impl Iterator<Item = T> {
        self.entries.iter().filter_map(|entry| entry.whose)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all but the first `length` entries.
    pub(super) fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
    }
}

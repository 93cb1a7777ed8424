//! Owns a request by commands of the server's own that is run again from its top with each reply.
//! Does not own which commands (`without_scripts`).

use redis::{Cmd, Value};

use crate::clock::Instant;
use crate::connection::exchange::ASKING;
use crate::failure::Failure;
use crate::node::capabilities::{Compare, Server};
use crate::node::without_scripts;
use crate::refusal::Code;
use crate::scripts::{Request, Unexpected};
use crate::ttl::Ttl;

/// A request by commands of the server's own, and how far it has come.
#[derive(Clone, Debug)]
pub(in crate::node) struct Commands {
    /// What was known of the server when it began: what it finds out it finds out again in each run.
    compare: Compare,
    /// A rest is counted from here, in each run.
    began: Instant,
    steps: Vec<CommandStep>,
    has_removed: bool,
}

/// What was sent in one write, and the replies to it as far as they have come.
#[derive(Clone, Debug)]
struct CommandStep {
    /// The ttl that it was sent with, of a request that has one: renewal's shrinks meanwhile.
    ttl: Option<Ttl>,
    replies: Vec<Result<Value, Failure>>,
}

impl Commands {
    pub(in crate::node) fn new(compare: Compare) -> Self {
        Self { compare, began: Instant::now(), steps: Vec::new(), has_removed: false }
    }

    /// Encodes the next step onto the end of `out`; returns how many commands that is.
    /// Errors: how the request has ended, perhaps with success, if nothing is to be sent.
    pub(in crate::node) fn encode(
        &mut self,
        request: &Request<'_>,
        asking: bool,
        server: &Server<'_>,
        out: &mut Vec<u8>,
    ) -> Result<u16, Result<Value, Failure>> {
        // What was sent and not replied to is sent once more.
        self.steps.pop_if(|step| step.replies.is_empty());
        let mut run = Run { asking, out: Some(out), ..self.run(server.node) };
        let outcome = without_scripts::send(&mut run, request);
        let commands = run.commands;
        match self.conclude(outcome) {
            None => {
                self.steps.push(CommandStep { ttl: request.ttl(), replies: Vec::new() });
                Ok(commands)
            }
            // Nothing was read, and so nothing was unexpected.
            Some(outcome) => Err(outcome.unwrap_or_else(|Unexpected| Err(Failure::NoCompare(server.node.to_owned())))),
        }
    }

    /// Takes the next reply; `more` are to come to the same step. Returns what it comes to, once it does.
    /// Errors: a reply that does not belong to it.
    pub(in crate::node) fn take(
        &mut self,
        request: &Request<'_>,
        more: bool,
        server: &mut Server<'_>,
        reply: Result<Value, Failure>,
    ) -> Result<Option<Result<Value, Failure>>, Unexpected> {
        self.steps.last_mut().ok_or(Unexpected)?.replies.push(reply);
        if more {
            return Ok(None);
        }
        let mut run = self.run(server.node);
        let outcome = without_scripts::send(&mut run, request);
        let (compare, has_removed) = (run.compare, run.has_removed);
        server.can.compare = server.can.compare.max(compare);
        self.has_removed = has_removed;
        self.conclude(outcome).transpose()
    }

    /// Words the failure of a step, or the refusal that it comes to. None says "not sent" once a key has gone: sent again, the request
    /// would find that key another's.
    pub(in crate::node) fn words(&self, failure: Failure) -> Failure {
        if self.has_removed { failure.after_a_part() } else { failure }
    }

    fn run<'a>(&'a self, node: &'a str) -> Run<'a> {
        let Self { compare, began, ref steps, .. } = *self;
        Run { steps, compare, began, asking: false, node, ttl: None, out: None, commands: 0, has_removed: false }
    }

    /// Tells what a run has come to; `None` where something is to be sent.
    fn conclude(&self, outcome: Ran<Value>) -> Option<Result<Result<Value, Failure>, Unexpected>> {
        match outcome {
            Err(Halt::Pending) => None,
            Err(Halt::Unexpected) => Some(Err(Unexpected)),
            Err(Halt::Failed(failure)) => Some(Ok(Err(self.words(failure)))),
            Ok(reply) => Some(Ok(Ok(reply))),
        }
    }
}

/// One run from the top.
pub(super) struct Run<'a> {
    /// The steps with replies that this run has not come to yet.
    steps: &'a [CommandStep],
    pub(super) compare: Compare,
    pub(super) began: Instant,
    asking: bool,
    pub(super) node: &'a str,
    /// The ttl that the last step was sent with.
    pub(super) ttl: Option<Ttl>,
    /// Where the next step is written; `None` if it matters only that there is one.
    out: Option<&'a mut Vec<u8>>,
    /// How many commands were written.
    commands: u16,
    /// One of them has removed a key, or left it at rest. What lets a key live longer may be sent again.
    pub(super) has_removed: bool,
}

/// Why a run ends before its end.
pub(super) enum Halt {
    /// What it needs next was not sent yet.
    Pending,
    /// The server has refused a command, or lacks it.
    Failed(Failure),
    /// A reply does not belong to its command.
    Unexpected,
}

pub(super) type Ran<T> = Result<T, Halt>;

impl Halt {
    /// Returns the code of what the server has refused.
    pub(super) fn code(&self) -> Option<&Code> {
        if let Self::Failed(failure) = self { failure.code() } else { None }
    }

    /// "syntax error", for example: the server does not know IFEQ.
    pub(super) fn is_plain_error(&self) -> bool {
        matches!(self.code(), Some(Code::Err(_)))
    }
}

impl Run<'_> {
    /// Sends one command.
    pub(super) fn one(&mut self, command: &Cmd) -> Ran<Value> {
        let [reply] = self.together([command])?;
        reply.map_err(Halt::Failed)
    }

    /// Sends one command that removes a key, or leaves it at rest.
    pub(super) fn remove(&mut self, command: &Cmd) -> Ran<Value> {
        let reply = self.one(command);
        self.has_removed |= matches!(reply, Ok(Value::Okay)) || matches!(reply, Ok(Value::Int(removed)) if removed > 0);
        reply
    }

    /// Sends commands in one write.
    pub(super) fn together<const N: usize>(&mut self, commands: [&Cmd; N]) -> Ran<[Result<Value, Failure>; N]> {
        self.all(commands)?.try_into().map_err(|_| Halt::Unexpected)
    }

    /// The same for any number of commands; one reply of each.
    pub(super) fn all<'c>(&mut self, commands: impl IntoIterator<Item = &'c Cmd>) -> Ran<Vec<Result<Value, Failure>>> {
        if let Some((step, rest)) = self.steps.split_first() {
            (self.steps, self.ttl) = (rest, step.ttl);
            return Ok(step.replies.clone());
        }
        if let Some(out) = &mut self.out {
            for command in commands {
                if self.asking {
                    // It is for one command.
                    out.extend_from_slice(ASKING);
                }
                out.extend(command.get_packed_command());
                self.commands += 1;
            }
        }
        Err(Halt::Pending)
    }

    pub(super) fn lacks_compare(&self) -> Halt {
        Halt::Failed(Failure::NoCompare(self.node.to_owned()))
    }
}

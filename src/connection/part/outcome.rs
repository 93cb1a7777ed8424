//! Owns what a node's replies, and their absence, mean for its part in a question.
//! Does not own what is sent to it (`part`).

use std::time::Duration;

use redis::Value;

use crate::connection::dialect::Asking;
use crate::connection::login::before_any_command;
use crate::connection::part::{Part, Stage};
use crate::connection::talk::Talk;
use crate::connection::together::Question;
use crate::connection::{pool, undo};
use crate::failure::{Failure, Next};
use crate::net::interrupts::Interruption;
use crate::stats::{self, Counter};

impl Part<'_> {
    /// Takes the answer out, once.
    pub(in crate::connection) fn take_answer(&mut self) -> Option<Result<Value, Failure>> {
        if let Stage::Over(answer) = &mut self.stage { answer.take() } else { None }
    }

    /// Ends it without an answer, after so long or since somebody wants to leave; what was sent may still run. Its
    /// connection is closed.
    pub(in crate::connection) fn cut_short(&mut self, within: Duration, by: Option<Interruption>) {
        let node = self.node.address().node();
        let sent = matches!(self.stage, Stage::Asked(_)) && self.talk.as_ref().is_some_and(Talk::has_begun);
        let waited_for = if matches!(self.stage, Stage::Opening(_)) { "connection" } else { "answer" };
        let cause = format!("no {waited_for} within {} s", within.as_secs_f64());
        self.was_idle = false;
        self.fail(match by {
            Some(by) => Failure::Interrupted { by, sent },
            None if sent => Failure::Unanswered { node, cause },
            None => Failure::NotSent { node, cause },
        });
    }

    /// Sees to it that nobody takes an answer that cannot be one for the next.
    pub(in crate::connection) fn distrust(&mut self) -> Option<Failure> {
        self.connection.take().map(|mut connection| connection.nonsense())
    }

    /// Keeps the connection for the next question, if it is good for one.
    pub(in crate::connection) fn put_back(self) {
        if let (Stage::Over(_), Some(mut connection)) = (self.stage, self.connection) {
            connection.attend_to(None);
            pool::put_back(self.node.address(), connection);
        }
    }

    pub(super) fn hear(&mut self, replies: Vec<Value>, question: &Question<'_>) {
        let Some(connection) = &mut self.connection else { return };
        match std::mem::replace(&mut self.stage, Stage::Closed) {
            Stage::Greeting(greeting) => match connection.greeted(&greeting, replies) {
                Ok(()) => self.undo(),
                Err(refused) => {
                    self.connection = None;
                    self.end(Err(refused));
                }
            },
            Stage::Undoing(batch, mut asking) => {
                asking.hear(connection, &batch.requests(), replies);
                if asking.is_answered() {
                    // Its only failure would be the connection's.
                    let _ = batch.settle(self.node.address(), Ok(asking.into_answers()));
                    self.stage = Stage::Ready(None);
                } else {
                    self.send_releases(batch, asking);
                }
            }
            Stage::Asked(None) => {
                let Some(reply) = replies.into_iter().next() else {
                    let failure = connection.nonsense();
                    return self.fail(failure);
                };
                let answer = connection.refusal(reply);
                self.end(answer);
            }
            Stage::Asked(Some(asking)) => self.hear_script(asking, replies, question),
            stage => self.stage = stage,
        }
    }

    fn hear_script(&mut self, mut asking: Asking, replies: Vec<Value>, question: &Question<'_>) {
        let (Some(connection), Question::Script(request)) = (&mut self.connection, question) else { return };
        asking.hear(connection, std::slice::from_ref(request), replies);
        if asking.is_answered() {
            if let Some(answer) = asking.into_answers().pop() {
                self.end(answer);
            }
        } else if asking.needs_exchanges(connection) {
            self.stage = Stage::Alone(None);
        } else {
            self.stage = Stage::Ready(Some(asking));
        }
    }

    /// Notes what the connection's failure means for this stage.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.talk = None;
        let is_closed_for_names = self.connection.take().is_some_and(|closed| closed.was_closed_for_the_names());
        let failure = match std::mem::replace(&mut self.stage, Stage::Closed) {
            Stage::Undoing(batch, _) | Stage::Alone(Some((batch, _))) => {
                // It returns the failure it is given.
                batch.settle(self.node.address(), Err(failure)).err().map(before_any_command)
            }
            Stage::Asked(_) => Some(failure),
            _ => Some(before_any_command(failure)),
        };
        let Some(failure) = failure else { return };
        // The peer closed in this instant, or for our name: the next connection is a new one.
        if (self.was_idle || is_closed_for_names) && failure.next() == Next::AskAgain {
            stats::count(Counter::Reconnected);
            self.was_idle = false;
            return;
        }
        self.stage = Stage::Over(Some(Err(failure)));
    }

    pub(super) fn end(&mut self, answer: Result<Value, Failure>) {
        // Also an error is an answer; silence is not.
        if !matches!(&answer, Err(Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::Interrupted { .. })) {
            undo::has_answered(self.node.address());
        }
        if answer.as_ref().is_err_and(Failure::spoils_connection) {
            self.connection = None;
        }
        self.stage = Stage::Over(Some(answer));
    }
}

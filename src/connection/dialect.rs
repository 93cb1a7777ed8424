//! Owns getting a script's question through: by SHA1, by text, without companions, or by the server's own commands,
//! found out by trying and remembered for the connection.
//! Does not own the scripts (`scripts`), the commands of servers without them (`native`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::{Connection, native};
use crate::failure::Failure;
use crate::scripts::{Beside, Naming, Request};

/// What a server has accepted or refused on one connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dialect {
    companions: Permission,
    scripts: Permission,
    /// A release got through in the way in which one is sent whose answer nobody waits for.
    pub(super) release_is_known: bool,
    /// The server's own compare-and-delete; looked for when scripts are refused.
    pub(super) compare: Compare,
}

/// Which compare-and-delete command a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Compare {
    /// `DELEX key IFEQ token`: Redis 8.4. Tried first.
    #[default]
    DelEx,
    /// `DELIFEQ key token`: Valkey 9.0. Tried when DELEX is unknown.
    DelIfEq,
    /// None of them.
    Missing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Permission {
    /// Not refused so far.
    #[default]
    Assumed,
    Refused,
}

/// What to do with a question after a server's error.
pub(super) enum Step {
    /// Send it again: the server does not know the script by its SHA1.
    ByText,
    /// Send it again with the key alone: the ACL may name exactly the key.
    KeyAlone,
    /// The same for this one time: the slot is being moved, and the key and its companions are not in one place.
    KeyAloneNow,
    /// The server runs no scripts.
    Natively,
    /// Find out whether it is scripts that the ACL forbids, or this key.
    Probe,
    /// It is the answer.
    Answer,
}

impl Connection {
    /// Tells whether this connection's holder may promise to signal: nothing has refused its companions so far.
    pub fn may_signal(&self) -> bool {
        Dialect { release_is_known: false, ..self.dialect } == Dialect::default()
    }

    /// Asks one question.
    ///
    /// # Errors
    /// The failure of the exchange, or the server's refusal.
    pub fn ask(&mut self, request: &Request<'_>) -> Result<Value, Failure> {
        self.ask_since(Instant::now(), request)
    }

    /// The same; its first exchange has an io_timeout that began at `begin`.
    ///
    /// # Errors
    /// As `ask`.
    pub fn ask_since(&mut self, begin: Instant, request: &Request<'_>) -> Result<Value, Failure> {
        self.keep_secret(request.token());
        let (requests, naming) = (std::slice::from_ref(request), Naming::BySha);
        let mut asking = if self.dialect.scripts == Permission::Assumed {
            let beside = self.beside();
            let reply = self.exchange_written(begin, |out| request.encode(naming, beside, out))?;
            if !matches!(reply, Value::ServerError(_)) {
                return Ok(reply);
            }
            let mut asking = Asking { sent: vec![0], beside, ..Asking::new(1, naming) };
            asking.hear(self, requests, vec![reply]);
            asking
        } else {
            Asking::new(1, naming)
        };
        asking.finish(self, requests)?;
        asking.into_answers().pop().unwrap_or_else(|| Err(self.nonsense()))
    }

    /// Asks questions that do not depend on each other, in one write when nothing is refused.
    ///
    /// # Errors
    /// The failure of an exchange. What a server answered to each question, errors included, is in the list.
    pub fn ask_each(&mut self, requests: &[Request<'_>]) -> Result<Vec<Result<Value, Failure>>, Failure> {
        self.ask_all(requests, Naming::BySha)
    }

    /// Asks many questions in as few writes as the server's dialect allows: one, when nothing is refused.
    ///
    /// # Errors
    /// The failure of an exchange. What a server answered to each question, errors included, is in the list.
    pub(super) fn ask_all(
        &mut self,
        requests: &[Request<'_>],
        naming: Naming,
    ) -> Result<Vec<Result<Value, Failure>>, Failure> {
        self.keep_secret(requests.iter().filter_map(Request::token));
        let mut asking = Asking::new(requests.len(), naming);
        asking.finish(self, requests)?;
        Ok(asking.into_answers())
    }

    /// Asks for a script without keys: refused, it is scripts that the ACL forbids and not the key.
    fn scripts_are_refused(&mut self) -> Result<bool, Failure> {
        if self.dialect.scripts == Permission::Refused {
            return Ok(true);
        }
        let mut probe = redis::cmd("EVAL");
        probe.arg("return 1").arg(0);
        let reply = self.exchange_one(&probe.get_packed_command())?;
        Ok(self.refusal(reply).is_err())
    }

    fn beside(&self) -> Beside {
        match self.dialect.companions {
            Permission::Assumed => Beside::Companions,
            Permission::Refused => Beside::Nothing,
        }
    }
}

/// Questions to one server, and how far they have come.
#[derive(Debug)]
pub(super) struct Asking {
    naming: Naming,
    answers: Vec<Option<Result<Value, Failure>>>,
    /// Which are on their way, and whether with companions.
    sent: Vec<usize>,
    beside: Beside,
    /// A slot is being moved, and the key and its companions are not in one place: for now with the key alone.
    is_split: bool,
    /// Refusals of which it is not known what they are about.
    unsure: Vec<(usize, Result<Value, Failure>)>,
}

impl Asking {
    pub(super) fn new(questions: usize, naming: Naming) -> Self {
        let answers = (0..questions).map(|_| None).collect();
        Self { naming, answers, sent: Vec::new(), beside: Beside::Companions, is_split: false, unsure: Vec::new() }
    }

    pub(super) fn is_answered(&self) -> bool {
        self.answers.iter().all(Option::is_some)
    }

    /// Tells whether one write does not bring it further: the server must be asked this and that first, or in commands of
    /// its own.
    pub(super) fn needs_exchanges(&self, connection: &Connection) -> bool {
        !self.unsure.is_empty() || connection.dialect.scripts == Permission::Refused
    }

    /// Encodes what is open onto the end of `out`; returns how many replies there will be.
    pub(super) fn encode(&mut self, connection: &Connection, requests: &[Request<'_>], out: &mut Vec<u8>) -> usize {
        self.beside = if self.is_split { Beside::Nothing } else { connection.beside() };
        self.sent = (0..requests.len()).filter(|&index| self.answers[index].is_none()).collect();
        for (position, &index) in self.sent.iter().enumerate() {
            requests[index].encode(self.naming_at(position), self.beside, out);
        }
        self.sent.len()
    }

    /// The server knows the text from the first call on.
    fn naming_at(&self, position: usize) -> Naming {
        if position == 0 { self.naming } else { Naming::BySha }
    }

    /// Reads the replies to what was encoded.
    pub(super) fn hear(&mut self, connection: &mut Connection, requests: &[Request<'_>], replies: Vec<Value>) {
        let mut wants_text = false;
        for (position, reply) in replies.into_iter().enumerate() {
            let (index, reply) = (self.sent[position], connection.refusal(reply));
            let sent = Sent { by: self.naming_at(position), beside: self.beside };
            connection.dialect.release_is_known |= is_whole_release(&reply, &requests[index], sent);
            let request = &requests[index];
            let may_go_alone =
                sent.beside == Beside::Companions && request.has_companions() && !request.needs_companions();
            match next_step(&reply, sent.by, may_go_alone) {
                Step::ByText => wants_text = true,
                Step::KeyAlone => connection.dialect.companions = Permission::Refused,
                Step::KeyAloneNow => self.is_split = true,
                Step::Natively => connection.dialect.scripts = Permission::Refused,
                Step::Probe => self.unsure.push((index, reply)),
                Step::Answer => self.answers[index] = Some(reply),
            }
        }
        if wants_text {
            self.naming = Naming::ByText;
        }
    }

    /// Asks until all is answered.
    pub(super) fn finish(&mut self, connection: &mut Connection, requests: &[Request<'_>]) -> Result<(), Failure> {
        loop {
            for (index, reply) in std::mem::take(&mut self.unsure) {
                if connection.scripts_are_refused()? {
                    connection.dialect.scripts = Permission::Refused;
                } else {
                    self.answers[index] = Some(reply);
                }
            }
            if self.is_answered() {
                return Ok(());
            }
            if connection.dialect.scripts == Permission::Refused {
                return self.ask_natively(connection, requests);
            }
            let mut out = connection.take_outbox();
            let replies = self.encode(connection, requests, &mut out);
            let replies = connection.exchange(&out, replies);
            connection.put_back_outbox(out);
            self.hear(connection, requests, replies?);
        }
    }

    fn ask_natively(&mut self, connection: &mut Connection, requests: &[Request<'_>]) -> Result<(), Failure> {
        for (answer, request) in self.answers.iter_mut().zip(requests).filter(|(answer, _)| answer.is_none()) {
            match native::ask(connection, request) {
                Err(failure @ (Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::Interrupted { .. })) => {
                    return Err(failure);
                }
                said => *answer = Some(said),
            }
        }
        Ok(())
    }

    pub(super) fn into_answers(self) -> Vec<Result<Value, Failure>> {
        self.answers.into_iter().flatten().collect()
    }

    /// Returns the answer to each question, where the connection may have failed before the last.
    pub(super) fn into_answers_so_far(self) -> Vec<Option<Result<Value, Failure>>> {
        self.answers
    }
}

/// How a question was put.
#[derive(Clone, Copy)]
struct Sent {
    by: Naming,
    beside: Beside,
}

/// Tells whether this was a release by the script's text and with the companions, and got through.
fn is_whole_release(reply: &Result<Value, Failure>, request: &Request<'_>, sent: Sent) -> bool {
    let whole = sent.by == Naming::ByText && sent.beside == Beside::Companions && request.has_companions();
    whole && matches!((reply, request), (Ok(_), Request::Release { .. }))
}

/// Decides by the code alone where there is one, never by the words behind it: those differ between versions.
/// `may_go_alone`: it was sent with companions and can do without.
pub(super) fn next_step(reply: &Result<Value, Failure>, by: Naming, may_go_alone: bool) -> Step {
    let Err(Failure::Refused { code, detail, .. }) = reply else {
        return Step::Answer;
    };
    match code.as_str() {
        "NOSCRIPT" if by == Naming::BySha => Step::ByText,
        "NOPERM" if may_go_alone => Step::KeyAlone,
        "NOPERM" => Step::Probe,
        "TRYAGAIN" if may_go_alone => Step::KeyAloneNow,
        // A renamed or disabled command has no code of its own.
        "ERR" if detail.starts_with("unknown command") => Step::Natively,
        _ => Step::Answer,
    }
}

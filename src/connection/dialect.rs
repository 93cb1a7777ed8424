//! Owns: getting a script's question through: by SHA1, by text, without companions, or by the server's own commands,
//! found out by trying and remembered for the connection.
//! Does not own: the scripts (`scripts`), the commands of servers without them (`native`).
//! Called by: `node` and `undo`.

use redis::Value;

use crate::connection::{Connection, native};
use crate::failure::Failure;
use crate::scripts::{Beside, Naming, Request};

/// What a server has accepted or refused on one connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dialect {
    companions: Permission,
    scripts: Permission,
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
enum Step {
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
        self.dialect == Dialect::default()
    }

    /// Asks one question.
    ///
    /// # Errors
    /// The failure of the exchange, or the server's refusal.
    pub fn ask(&mut self, request: &Request<'_>) -> Result<Value, Failure> {
        let reply = self.ask_all(std::slice::from_ref(request), Naming::BySha)?.pop();
        reply.unwrap_or_else(|| Err(self.nonsense()))
    }

    /// Asks many questions in as few writes as the server's dialect allows: one, when nothing is refused.
    ///
    /// # Errors
    /// The failure of an exchange. What a server answered to each question, errors included, is in the list.
    pub(super) fn ask_all(
        &mut self,
        requests: &[Request<'_>],
        mut naming: Naming,
    ) -> Result<Vec<Result<Value, Failure>>, Failure> {
        self.keep_secret(requests.iter().filter_map(Request::token));
        let mut answers: Vec<Option<Result<Value, Failure>>> = requests.iter().map(|_| None).collect();
        let mut is_split = false;
        while answers.iter().any(Option::is_none) {
            let open: Vec<usize> = (0..requests.len()).filter(|&index| answers[index].is_none()).collect();
            if self.dialect.scripts == Permission::Refused {
                for index in open {
                    let answer = native::ask(self, &requests[index]);
                    if let Err(Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::Interrupted { .. }) =
                        &answer
                    {
                        return answer.map(|_| Vec::new());
                    }
                    answers[index] = Some(answer);
                }
                break;
            }
            let beside = if is_split { Beside::Nothing } else { self.beside() };
            let mut wants_text = false;
            let mut out = self.take_outbox();
            for (position, &index) in open.iter().enumerate() {
                // The server knows the text from the first call on.
                let name = if position == 0 { naming } else { Naming::BySha };
                requests[index].encode(name, beside, &mut out);
            }
            let replies = self.exchange(&out, open.len());
            self.put_back_outbox(out);
            for (position, reply) in replies?.into_iter().enumerate() {
                let (index, reply) = (open[position], self.refusal(reply));
                let sent = Sent { by: if position == 0 { naming } else { Naming::BySha }, beside };
                match next_step(&reply, &requests[index], sent) {
                    Step::ByText => wants_text = true,
                    Step::KeyAlone => self.dialect.companions = Permission::Refused,
                    Step::KeyAloneNow => is_split = true,
                    Step::Natively => self.dialect.scripts = Permission::Refused,
                    Step::Probe if self.scripts_are_refused()? => self.dialect.scripts = Permission::Refused,
                    Step::Probe | Step::Answer => answers[index] = Some(reply),
                }
            }
            if wants_text {
                naming = Naming::ByText;
            }
        }
        Ok(answers.into_iter().flatten().collect())
    }

    /// Asks for a script without keys: refused, it is scripts that the ACL forbids and not the key.
    fn scripts_are_refused(&mut self) -> Result<bool, Failure> {
        if self.dialect.scripts == Permission::Refused {
            return Ok(true);
        }
        let mut probe = redis::cmd("EVAL");
        probe.arg("return 1").arg(0);
        let reply = self.exchange(&probe.get_packed_command(), 1)?.pop();
        Ok(matches!(reply.map(|reply| self.refusal(reply)), Some(Err(_))))
    }

    fn beside(&self) -> Beside {
        match self.dialect.companions {
            Permission::Assumed => Beside::Companions,
            Permission::Refused => Beside::Nothing,
        }
    }
}

/// How a question was put.
#[derive(Clone, Copy)]
struct Sent {
    by: Naming,
    beside: Beside,
}

/// Decides by the code alone where there is one, never by the words behind it: those differ between versions.
fn next_step(reply: &Result<Value, Failure>, request: &Request<'_>, sent: Sent) -> Step {
    let Err(Failure::Refused { code, detail, .. }) = reply else {
        return Step::Answer;
    };
    match code.as_str() {
        "NOSCRIPT" if sent.by == Naming::BySha => Step::ByText,
        "NOPERM" if sent.beside == Beside::Companions && request.has_companions() && !request.needs_companions() => {
            Step::KeyAlone
        }
        "NOPERM" => Step::Probe,
        "TRYAGAIN" if sent.beside == Beside::Companions && request.has_companions() && !request.needs_companions() => {
            Step::KeyAloneNow
        }
        // A renamed or disabled command has no code of its own.
        "ERR" if detail.starts_with("unknown command") => Step::Natively,
        _ => Step::Answer,
    }
}

//! Owns getting a script's request through: by SHA-1, by text, without companions, or by the server's own commands,
//! found out by trying and remembered for the link.
//! Does not own the scripts (`scripts`), the commands of servers without them (`without_scripts`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::node::capabilities::Capabilities;
use crate::node::link::Link;
use crate::node::without_scripts;
use crate::refusal::{Code, Words};
use crate::scripts::{Action, CallBy, Keys, Request};
use crate::token::Token;

/// What to do with a request after a server's error.
pub(super) enum NextStep {
    /// Send it again: the server does not know the script by its SHA1.
    ByText,
    /// Send it again, and all others by their text as well: the server has no EVALSHA, and may have EVAL.
    AllByText,
    /// Send it again with the key alone: the ACL may name exactly the key.
    KeyAlone,
    /// Send it again with the key alone, this one time: the slot is being moved, and the key and its companions are not in one place.
    KeyAloneNow,
    /// The server runs no scripts.
    WithoutScripts,
    /// Find out whether it is scripts that the ACL forbids, or this key.
    Probe,
    /// It is the reply to the request.
    Done,
}

impl Link {
    /// Sends one request as a script.
    /// Errors: the failure of the exchange, or the server's refusal.
    pub fn send(&mut self, call: &Call<'_>, request: &Request<'_>) -> Result<Value, Failure> {
        self.send_since(call, Instant::now(), request)
    }

    /// As `send`; its first exchange has an io_timeout that began at `begin`.
    pub fn send_since(&mut self, call: &Call<'_>, begin: Instant, request: &Request<'_>) -> Result<Value, Failure> {
        let token = request.token();
        let (call, requests, naming) =
            (Call { tokens: token.as_slice(), ..*call }, std::slice::from_ref(request), self.naming());
        let mut script_call = if self.capabilities.refuses_scripts() {
            ScriptCall::new(1, naming)
        } else {
            let beside = beside(self.capabilities);
            let reply = self.exchange_written(&call, begin, |out| request.encode(naming, beside, out))?;
            if let Ok(reply) = reply {
                if naming == CallBy::Sha && self.capabilities.has_refused_sha() {
                    self.capabilities.accept_sha();
                }
                if !self.capabilities.may_signal() {
                    self.capabilities.accept(beside == Keys::WithCompanions && request.has_companions());
                }
                return Ok(reply);
            }
            let mut script_call = ScriptCall { sent: vec![0], beside, ..ScriptCall::new(1, naming) };
            script_call.take_in(self, requests, vec![reply]);
            script_call
        };
        script_call.finish(self, &call, requests)?;
        script_call.replies.pop().flatten().unwrap_or_else(|| Err(self.protocol_error()))
    }

    /// Sends requests that do not depend on each other, in as few writes as the server allows: one, when nothing is refused.
    /// Errors: the failure of an exchange. What a server replied to each request, errors included, is in the list.
    pub fn send_each(
        &mut self,
        call: &Call<'_>,
        requests: &[Request<'_>],
    ) -> Result<Vec<Result<Value, Failure>>, Failure> {
        let tokens: Vec<&Token> = requests.iter().filter_map(Request::token).collect();
        let mut script_call = ScriptCall::new(requests.len(), CallBy::Sha);
        script_call.finish(self, &Call { tokens: &tokens, ..*call }, requests)?;
        Ok(script_call.replies.into_iter().flatten().collect())
    }

    /// How a script is named that the server may know.
    fn naming(&self) -> CallBy {
        if self.capabilities.refuses_sha() { CallBy::Text } else { CallBy::Sha }
    }

    fn scripts_are_refused(&mut self, call: &Call<'_>) -> Result<bool, Failure> {
        if self.capabilities.refuses_scripts() {
            return Ok(true);
        }
        let reply = self.exchange_one(call, &probe())?;
        Ok(self.refusal(reply).is_err())
    }
}

/// Runs a script without keys: refused, it is scripts that the ACL forbids and not the key.
pub(super) fn probe() -> Vec<u8> {
    redis::cmd("EVAL").arg("return 1").arg(0).get_packed_command()
}

fn beside(capabilities: Capabilities) -> Keys {
    if capabilities.refuses_companions() { Keys::Alone } else { Keys::WithCompanions }
}

/// Requests to one server, and how far they have come.
#[derive(Debug)]
pub(super) struct ScriptCall {
    naming: CallBy,
    /// To each request, as far as they have come.
    pub(super) replies: Vec<Option<Result<Value, Failure>>>,
    /// Which are on their way, and whether with companions.
    sent: Vec<usize>,
    beside: Keys,
    /// These go with the key alone: the ACL has refused its companions, or a slot is being moved and they are not in one place.
    is_alone: bool,
    /// Refusals of which it is not known what they are about, with how the script was named.
    unsure: Vec<(usize, CallBy, Result<Value, Failure>)>,
    /// Each goes by its text, because one was refused by its SHA-1.
    without_sha: bool,
    /// They go with their companions, whatever is known of these: what was refused was EVALSHA, perhaps.
    with_all: bool,
}

impl ScriptCall {
    pub(super) fn new(requests: usize, naming: CallBy) -> Self {
        let replies = (0..requests).map(|_| None).collect();
        Self {
            naming,
            replies,
            sent: Vec::new(),
            beside: Keys::WithCompanions,
            is_alone: false,
            unsure: Vec::new(),
            without_sha: false,
            with_all: false,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.replies.iter().all(Option::is_some)
    }

    /// Tells whether one write does not bring it further: other requests must be sent first, or commands of
    /// its own.
    pub(super) fn needs_exchanges(&self, link: &Link) -> bool {
        !self.unsure.is_empty() || link.capabilities.refuses_scripts()
    }

    /// Encodes what is open onto the end of `out`; returns how many replies there will be.
    pub(super) fn encode(&mut self, link: &Link, requests: &[Request<'_>], out: &mut Vec<u8>) -> usize {
        self.beside = match (self.is_alone, self.with_all) {
            (true, _) => Keys::Alone,
            (false, true) => Keys::WithCompanions,
            (false, false) => beside(link.capabilities),
        };
        self.without_sha |= link.capabilities.refuses_sha();
        self.sent = (0..requests.len()).filter(|&index| self.replies[index].is_none()).collect();
        for (position, &index) in self.sent.iter().enumerate() {
            requests[index].encode(self.naming_at(position), self.beside, out);
        }
        self.sent.len()
    }

    /// The server knows the text from the first call on.
    fn naming_at(&self, position: usize) -> CallBy {
        match position {
            _ if self.without_sha => CallBy::Text,
            0 => self.naming,
            _ => CallBy::Sha,
        }
    }

    /// Reads the replies to what was encoded.
    pub(super) fn take_in(&mut self, link: &mut Link, requests: &[Request<'_>], replies: Vec<Received>) {
        let (mut wants_text, mut all_by_text) = (false, false);
        for (position, reply) in replies.into_iter().enumerate() {
            let (index, reply) = (self.sent[position], link.refusal(reply));
            let (by, request) = (self.naming_at(position), &requests[index]);
            let with_companions = self.beside == Keys::WithCompanions && request.has_companions();
            link.capabilities.release_is_known |= with_companions
                && by == CallBy::Text
                && matches!((&reply, request.action), (Ok(_), Action::Release(..)));
            match next_step(&reply, by, with_companions && !request.needs_companions()) {
                NextStep::ByText => wants_text = true,
                NextStep::AllByText => all_by_text = true,
                // As it did before.
                NextStep::KeyAlone | NextStep::Probe if by == CallBy::Sha && link.capabilities.has_refused_sha() => {
                    all_by_text = true;
                }
                NextStep::KeyAlone => {
                    link.capabilities.refuse_companions();
                    self.is_alone = true;
                }
                NextStep::KeyAloneNow => self.is_alone = true,
                NextStep::WithoutScripts => link.capabilities.refuse_scripts(),
                NextStep::Probe => self.unsure.push((index, by, reply)),
                NextStep::Done => {
                    match by {
                        CallBy::Sha if reply.is_ok() => link.capabilities.accept_sha(),
                        CallBy::Text if reply.is_ok() && self.without_sha => link.capabilities.refuse_sha(),
                        CallBy::Sha | CallBy::Text => {}
                    }
                    if reply.is_ok() && !link.capabilities.may_signal() {
                        link.capabilities.accept(with_companions);
                    }
                    self.replies[index] = Some(reply);
                }
            }
        }
        // Only now: it says how those were sent that are read here.
        self.without_sha |= all_by_text;
        if wants_text {
            self.naming = CallBy::Text;
        }
    }

    /// Sends until all is replied to.
    pub(super) fn finish(&mut self, link: &mut Link, call: &Call<'_>, requests: &[Request<'_>]) -> Result<(), Failure> {
        loop {
            for (index, by, reply) in std::mem::take(&mut self.unsure) {
                if link.scripts_are_refused(call)? {
                    link.capabilities.refuse_scripts();
                } else if by == CallBy::Sha {
                    // EVAL runs: it is the key, or EVALSHA.
                    (self.without_sha, self.with_all, self.is_alone) = (true, true, false);
                } else {
                    self.replies[index] = Some(reply);
                }
            }
            if self.is_done() {
                return Ok(());
            }
            if link.capabilities.refuses_scripts() {
                return self.finish_without_scripts(link, call, requests);
            }
            let mut out = link.connection.take_outbox();
            let replies = self.encode(link, requests, &mut out);
            let replies = link.exchange(call, &out, replies);
            link.connection.put_back_outbox(out);
            self.take_in(link, requests, replies?);
        }
    }

    fn finish_without_scripts(
        &mut self,
        link: &mut Link,
        call: &Call<'_>,
        requests: &[Request<'_>],
    ) -> Result<(), Failure> {
        let mut is_stuck = false;
        for (reply, request) in self.replies.iter_mut().zip(requests).filter(|(reply, _)| reply.is_none()) {
            match without_scripts::send(link, call, request) {
                Err(failure @ (Failure::NotSent { .. } | Failure::Unanswered { .. } | Failure::Interrupted { .. })) => {
                    return Err(failure);
                }
                said => {
                    is_stuck |= said.as_ref().is_err_and(has_nothing_left);
                    *reply = Some(said);
                }
            }
        }
        if is_stuck {
            link.capabilities.try_scripts();
        }
        Ok(())
    }
}

/// Tells whether the server lets this user do without scripts neither.
pub(super) fn has_nothing_left(failure: &Failure) -> bool {
    matches!(failure, Failure::NoCompare(_) | Failure::NoMultiple(_) | Failure::NoFence(_))
        || failure.code() == Some(&Code::NoPerm)
}

/// Decides by the code alone where there is one, never by the words after it: those differ between versions.
/// `may_go_alone`: it was sent with companions and can do without.
pub(super) fn next_step(reply: &Result<Value, Failure>, by: CallBy, may_go_alone: bool) -> NextStep {
    let Err(Failure::Refused { code, .. }) = reply else {
        return NextStep::Done;
    };
    match code {
        Code::NoScript if by == CallBy::Sha => NextStep::ByText,
        Code::NoPerm if may_go_alone => NextStep::KeyAlone,
        Code::NoPerm => NextStep::Probe,
        Code::TryAgain if may_go_alone => NextStep::KeyAloneNow,
        // A renamed or disabled command has no code of its own, nor has a server without the engine.
        Code::Err(Words::UnknownCommand) if by == CallBy::Sha => NextStep::AllByText,
        Code::Err(Words::UnknownCommand | Words::NoScriptingEngine) => NextStep::WithoutScripts,
        Code::Ask(_)
        | Code::Busy
        | Code::ClusterDown
        | Code::CrossSlot
        | Code::Denied
        | Code::Err(_)
        | Code::Loading
        | Code::MasterDown
        | Code::Moved(_)
        | Code::NoAuth
        | Code::NoReplicas
        | Code::NoScript
        | Code::Oom
        | Code::ReadOnly
        | Code::TryAgain
        | Code::Unblocked
        | Code::WrongPass
        | Code::WrongType
        | Code::Other(_) => NextStep::Done,
    }
}

//! Owns an operation: one request to one node, as a state machine without a socket. What goes out next depends on what the node has
//! replied so far and on what is known of its server; what a reply means depends on how the request was sent.
//! Does not own the request (`scripts`), the commands in place of scripts (`without_scripts`), writing and reading (`drive`, `conversation`),
//! where its node sends it on to (`detour`).
//!
//! | stage | sent | a reply | then |
//! |---|---|---|---|
//! | `Ready`, one SET is enough | SET NX | | `Plain` |
//! | `Ready`, scripts | EVALSHA, or EVAL where the server lacks the text or refuses EVALSHA | | `Script` |
//! | `Ready`, no scripts | the first of the server's own commands | | `Commands` |
//! | `Plain` | | OK, nil, or an error | done |
//! | `Script` | | no error, or one that is about the request | done |
//! | | | NOSCRIPT to EVALSHA: by text | `Ready` |
//! | | | no such command as EVALSHA, or NOPERM where EVALSHA was refused before: by text from now on | `Ready` |
//! | | | NOPERM with companions: the key alone from now on | `Ready` |
//! | | | TRYAGAIN with companions: the key alone, this one time | `Ready` |
//! | | | no such command as EVAL, no engine: no scripts from now on | `Ready` |
//! | | | NOPERM to the key alone: is it scripts, or the key? | `Unsure` |
//! | `Unsure` | `EVAL "return 1" 0`, or as `Ready` where that is known by now | it ran, and EVALSHA was sent: by text from now on | `Ready` |
//! | | | it ran, and EVAL was sent: the refusal is the reply | done |
//! | | | refused: no scripts from now on | `Ready` |
//! | `Commands` | the next command | the last one's: a reply of the script's shape | done |
//! | | | nothing works in place of a script, and none was sent: one is tried | `Ready` |
//! | | | another | `Commands` |
//!
//! A stage is what is sent next, or was sent and has no reply. Encoded once more it is the same, if what that changed of the server was taken
//! back.

use redis::Value;

use crate::connection::exchange::ASKING;
use crate::failure::Failure;
use crate::node::capabilities::Server;
use crate::node::without_scripts::Commands;
use crate::refusal::{Code, Words};
use crate::scripts::{Action, CallBy, Keys, Request, Unexpected};

/// What was encoded.
#[derive(Debug)]
pub(super) enum Encoded {
    /// A step that gets this number of replies, ASKING's among them.
    Replies(usize),
    /// Nothing: the server lacks what the request needs.
    Nothing(Result<Value, Failure>),
}

/// What a reply has led to.
#[derive(Debug)]
pub(super) enum Advance {
    /// Another reply to the same step is still to come.
    More,
    /// A step is to be encoded and sent.
    Send,
    /// It is over: a reply of the script's shape, or the server's refusal.
    Done(Result<Value, Failure>),
}

/// One request to one node, and how far it has come. The caller gives the request itself with each step: renewal knows the ttl of an extend
/// only when it sends that, and the members of a quorum share one request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operation {
    stage: Stage,
    /// Each of its commands goes out after an ASKING.
    asking: bool,
    /// It goes by its text, because it was refused by its SHA-1.
    without_sha: bool,
    tried: Tried,
    /// With which keys it goes, whatever is known of the companions: alone, because it was refused with them; with them, because it may
    /// have been EVALSHA that was refused.
    keys: Option<Keys>,
    /// How many replies to this step are still to come.
    awaited: u16,
}

/// Whether an operation has sent a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tried {
    #[default]
    Not,
    Once,
    /// It finds out for all requests whether scripts run again.
    ForAll,
}

#[derive(Clone, Debug, Default)]
enum Stage {
    #[default]
    Ready,
    Plain,
    Script(CallBy, Keys),
    /// Refused with this failure, which may be about scripts or about the key: a probe tells which.
    Unsure(CallBy, Box<Failure>),
    Commands(Box<Commands>),
}

impl Operation {
    /// Makes an operation of which nothing was sent. `asking`: its slot is being moved to the node, which must be told so.
    pub(crate) fn new(asking: bool) -> Self {
        Self { asking, ..Self::default() }
    }

    /// Writes the first step for a server that has refused nothing.
    pub(super) fn write_first(is_plain: bool, request: &Request<'_>, out: &mut Vec<u8>) {
        if is_plain { request.encode_plain(out) } else { request.encode(CallBy::Sha, Keys::WithCompanions, out) }
    }

    /// Makes an operation of which that first step was sent.
    pub(super) fn after_first(is_plain: bool) -> Self {
        let stage = if is_plain { Stage::Plain } else { Stage::Script(CallBy::Sha, Keys::WithCompanions) };
        Self { stage, tried: if is_plain { Tried::Not } else { Tried::Once }, awaited: 1, ..Self::default() }
    }

    /// Encodes the next step onto the end of `out`. It must be written next on this connection, or taken out again with what it has
    /// changed of `server`.
    pub(super) fn encode(&mut self, request: &Request<'_>, server: &mut Server<'_>, out: &mut Vec<u8>) -> Encoded {
        if request.is_plain() {
            self.ask(out);
            self.stage = Stage::Plain;
            request.encode_plain(out);
        } else if self.goes_without_scripts(server) || matches!(self.stage, Stage::Unsure(..) | Stage::Commands(_)) {
            return self.encode_rare(request, server, out);
        } else {
            let lacks_it = server.can.lacks.is_some_and(|sha| sha == request.sha());
            if lacks_it {
                server.can.lacks = None;
            }
            let by = if lacks_it || self.without_sha || server.can.refuses_sha() { CallBy::Text } else { CallBy::Sha };
            if server.can.note_try() {
                self.tried = Tried::ForAll;
            } else if self.tried == Tried::Not {
                self.tried = Tried::Once;
            }
            let is_alone = server.can.refuses_companions();
            let keys = self.keys.unwrap_or(if is_alone { Keys::Alone } else { Keys::WithCompanions });
            self.ask(out);
            self.stage = Stage::Script(by, keys);
            request.encode(by, keys, out);
        }
        self.await_replies(1)
    }

    #[cold]
    fn encode_rare(&mut self, request: &Request<'_>, server: &mut Server<'_>, out: &mut Vec<u8>) -> Encoded {
        let is_unsure = matches!(self.stage, Stage::Unsure(..));
        if is_unsure && !self.goes_without_scripts(server) {
            self.ask(out);
            out.extend_from_slice(PROBE);
            return self.await_replies(1);
        }
        let mut commands = match std::mem::take(&mut self.stage) {
            Stage::Commands(commands) => commands,
            _ => Box::new(Commands::new(server.can.compare)),
        };
        let encoded = commands.encode(request, self.asking, server, out);
        self.stage = Stage::Commands(commands);
        match encoded {
            Ok(count) => self.await_replies(count),
            Err(done) if self.turns_to_scripts(server, &done) => self.encode(request, server, out),
            Err(done) => Encoded::Nothing(done),
        }
    }

    fn goes_without_scripts(&self, server: &Server<'_>) -> bool {
        self.tried != Tried::ForAll && server.can.refuses_scripts()
    }

    /// Takes the next reply to what was encoded.
    /// Errors: a reply that no command of it can get.
    pub(super) fn take(
        &mut self,
        request: &Request<'_>,
        server: &mut Server<'_>,
        reply: Result<Value, Failure>,
    ) -> Result<Advance, Unexpected> {
        self.awaited = self.awaited.checked_sub(1).ok_or(Unexpected)?;
        if self.asking && self.awaited % 2 == 1 {
            // That to ASKING.
            return Ok(Advance::More);
        }
        Ok(match (std::mem::take(&mut self.stage), reply) {
            (Stage::Ready, _) => return Err(Unexpected),
            (Stage::Plain, reply) => Advance::Done(reply),
            (Stage::Script(by, keys), Ok(reply)) => {
                self.has_run(request, server, by, keys);
                Advance::Done(Ok(reply))
            }
            (Stage::Script(by, keys), Err(refusal)) => self.refused(request, server, refusal, (by, keys)),
            (Stage::Unsure(CallBy::Sha, _), Ok(_)) => {
                // It is the key, or EVALSHA.
                (self.without_sha, self.keys) = (true, Some(Keys::WithCompanions));
                Advance::Send
            }
            (Stage::Unsure(CallBy::Text, refusal), Ok(_)) => Advance::Done(Err(*refusal)),
            (Stage::Unsure(..), Err(_)) => {
                server.can.refuse_scripts();
                Advance::Send
            }
            (Stage::Commands(mut commands), reply) => {
                let more = self.awaited > 0;
                let done = commands.take(request, more, server, reply)?;
                self.stage = Stage::Commands(commands);
                match done {
                    Some(done) if self.turns_to_scripts(server, &done) => Advance::Send,
                    Some(done) => Advance::Done(done),
                    None if more => Advance::More,
                    None => Advance::Send,
                }
            }
        })
    }

    /// Notes what a script that has run tells of the server.
    fn has_run(&self, request: &Request<'_>, server: &mut Server<'_>, by: CallBy, keys: Keys) {
        let with_companions = keys == Keys::WithCompanions && request.has_companions();
        let can = &mut *server.can;
        match by {
            CallBy::Sha => can.accept_sha(),
            CallBy::Text => {
                if self.without_sha {
                    can.refuse_sha();
                }
                can.release_is_known |= with_companions && matches!(request.action, Action::Release(..));
            }
        }
        if !can.may_signal() {
            can.accept(with_companions);
        }
    }

    /// Decides by the code alone where there is one, never by the words after it: those differ between versions.
    fn refused(
        &mut self,
        request: &Request<'_>,
        server: &mut Server<'_>,
        refusal: Failure,
        (by, keys): (CallBy, Keys),
    ) -> Advance {
        let may_go_alone = keys == Keys::WithCompanions && request.has_companions() && !request.needs_companions();
        let Some(code) = refusal.code() else { return Advance::Done(Err(refusal)) };
        match code {
            Code::NoScript if by == CallBy::Sha => server.can.lacks = Some(request.sha()),
            // As before, it is EVALSHA that is refused.
            Code::NoPerm if by == CallBy::Sha && server.can.has_refused_sha() => self.without_sha = true,
            Code::NoPerm if may_go_alone => {
                server.can.refuse_companions();
                self.keys = Some(Keys::Alone);
            }
            Code::NoPerm => {
                self.tried = Tried::Once;
                self.stage = Stage::Unsure(by, Box::new(refusal));
            }
            Code::TryAgain | Code::Ask(_) if may_go_alone => self.keys = Some(Keys::Alone),
            // A renamed or disabled command has no code of its own, nor has a server without the engine.
            Code::Err(Words::UnknownCommand) if by == CallBy::Sha => self.without_sha = true,
            Code::Err(Words::UnknownCommand | Words::NoScriptingEngine) => {
                self.tried = Tried::Once;
                server.can.refuse_scripts();
            }
            _ => return Advance::Done(Err(refusal)),
        }
        if by == CallBy::Text && !self.without_sha {
            // It was refused before the server has looked at the text.
            server.can.lacks = Some(request.sha());
        }
        Advance::Send
    }

    /// Notes it if nothing works in place of scripts: then the next request tries one. So does this one, if it has not, and begins anew: no
    /// error is told from memory. One that has removed a key is not among them: `Commands::words` has made its failure another.
    fn turns_to_scripts(&mut self, server: &mut Server<'_>, done: &Result<Value, Failure>) -> bool {
        if !done.as_ref().is_err_and(has_nothing_left) {
            return false;
        }
        server.can.try_scripts();
        let turns = self.tried == Tried::Not;
        if turns {
            self.stage = Stage::Ready;
        }
        turns
    }

    /// Tells whether a part of it has been replied to, so that its next step waits for nothing else.
    pub(crate) fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Unsure(..) | Stage::Commands(_))
    }

    /// Returns what a failure of the connection means for a step that was sent on it: it is never "not sent" once a key has been removed.
    pub(super) fn words(&self, failure: Failure) -> Failure {
        if let Stage::Commands(commands) = &self.stage { commands.words(failure) } else { failure }
    }

    fn ask(&self, out: &mut Vec<u8>) {
        if self.asking {
            out.extend_from_slice(ASKING);
        }
    }

    fn await_replies(&mut self, commands: u16) -> Encoded {
        self.awaited = if self.asking { 2 * commands } else { commands };
        Encoded::Replies(usize::from(self.awaited))
    }
}

/// Runs a script without keys: refused, it is scripts that the ACL forbids and not the key.
const PROBE: &[u8] = b"*3\r\n$4\r\nEVAL\r\n$8\r\nreturn 1\r\n$1\r\n0\r\n";

/// Tells whether nothing works for this user in place of scripts.
fn has_nothing_left(failure: &Failure) -> bool {
    matches!(failure, Failure::NoCompare(_) | Failure::NoMultiple(_) | Failure::NoFence(_))
        || failure.code() == Some(&Code::NoPerm)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::leaves::Leaves;
    use crate::node::capabilities::{Capabilities, Compare};
    use crate::refusal::Refusal;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    type Reply = Result<Value, Failure>;

    fn refused(code: Code) -> Reply {
        let Refusal { code, detail } = Refusal { code, detail: String::new() };
        Err(Failure::Refused { node: "n".to_owned(), code, detail })
    }

    fn unknown() -> Reply {
        refused(Code::Err(Words::UnknownCommand))
    }

    /// Hands replies to an operation; returns each step's words, and what it came to.
    fn fed(can: &mut Capabilities, asking: bool, action: Action<'_>, replies: &[Reply]) -> (Vec<String>, Reply) {
        let scope = Key::new(b"", b"k").unwrap().into();
        let (request, mut operation) = (Request { scope: &scope, action }, Operation::new(asking));
        let (mut sent, mut replies) = (Vec::new(), replies.iter().cloned());
        loop {
            let mut out = Vec::new();
            let count = match operation.encode(&request, &mut Server { node: "n", can }, &mut out) {
                Encoded::Replies(count) => count,
                Encoded::Nothing(done) => return (sent, done),
            };
            let text = String::from_utf8(out).unwrap();
            let words = text.split("\r\n").filter(|word| !word.is_empty() && !word.starts_with(['*', '$']));
            sent.push(words.collect::<Vec<_>>().join(" "));
            for left in (0..count).rev() {
                match operation.take(&request, &mut Server { node: "n", can }, replies.next().unwrap()).unwrap() {
                    Advance::More => assert!(left > 0),
                    Advance::Send => assert_eq!(left, 0),
                    Advance::Done(done) => return (sent, done),
                }
            }
        }
    }

    /// As `fed`, for a release; each step in short.
    fn released(can: &mut Capabilities, replies: &[Reply]) -> (Vec<String>, Reply) {
        let token = Token::given(b"t").unwrap();
        let (sent, done) = fed(can, false, Action::Release(&token, Leaves::Nothing), replies);
        let in_short = |step: &String| match step.split(' ').next() {
            Some(name @ ("EVAL" | "EVALSHA")) if step.contains("rl-waiting{") => format!("{name} with"),
            Some(name @ ("EVAL" | "EVALSHA")) if step.ends_with(" k t") => format!("{name} alone"),
            Some(name) => name.to_owned(),
            None => String::new(),
        };
        (sent.iter().map(in_short).collect(), done)
    }

    #[test]
    fn a_script_gets_through_in_the_way_that_the_server_leaves() {
        let (one, noperm) = (|| Ok(Value::Int(1)), || refused(Code::NoPerm));
        for (replies, sent, result) in [
            (vec![one()], "EVALSHA with", one()),
            (vec![refused(Code::NoScript), one()], "EVALSHA with, EVAL with", one()),
            (vec![unknown(), one()], "EVALSHA with, EVAL with", one()),
            (vec![noperm(), one()], "EVALSHA with, EVALSHA alone", one()),
            (vec![noperm(), noperm(), one(), one()], "EVALSHA with, EVALSHA alone, EVAL, EVAL with", one()),
            (
                vec![noperm(), noperm(), one(), noperm(), noperm(), one()],
                "EVALSHA with, EVALSHA alone, EVAL, EVAL with, EVAL alone, EVAL",
                noperm(),
            ),
            (vec![noperm(), noperm(), noperm(), one()], "EVALSHA with, EVALSHA alone, EVAL, DELEX", one()),
            (vec![unknown(), unknown(), unknown(), one()], "EVALSHA with, EVAL with, DELEX, DELIFEQ", one()),
            (vec![refused(Code::TryAgain), one()], "EVALSHA with, EVALSHA alone", one()),
            (vec![refused(Code::Moved(None))], "EVALSHA with", refused(Code::Moved(None))),
        ] {
            let (steps, done) = released(&mut Capabilities::default(), &replies);
            assert_eq!((steps.join(", "), done), (sent.to_owned(), result), "{replies:?}");
        }
    }

    #[test]
    fn what_is_known_of_a_server_is_not_found_out_again() {
        let (mut can, one) = (Capabilities::default(), || Ok(Value::Int(1)));
        can.refuse_companions();
        assert_eq!(released(&mut can, &[one()]).0, ["EVALSHA alone"]);
        can.refuse_sha();
        assert_eq!(released(&mut can, &[one()]).0, ["EVAL alone"]);
        can.refuse_scripts();
        can.compare = Compare::DelIfEq;
        assert_eq!(released(&mut can, &[one()]).0, ["DELIFEQ"]);
        can.compare = Compare::Missing;
        assert_eq!(released(&mut can, &[one()]).0, ["EVAL alone"], "nothing else is left");
    }

    #[test]
    fn an_error_is_not_told_from_memory() {
        let (mut can, one) = (Capabilities::default(), || Ok(Value::Int(1)));
        let missing = Err(Failure::NoCompare("n".to_owned()));
        can.refuse_scripts();
        let (sent, done) = released(&mut can, &[unknown(), unknown(), one()]);
        assert_eq!((sent.join(", "), done), ("DELEX, DELIFEQ, EVALSHA with".to_owned(), one()));
        can.refuse_scripts();
        let (sent, done) = released(&mut can, &[unknown(), unknown(), unknown(), unknown(), unknown(), unknown()]);
        assert_eq!(sent.join(", "), "DELEX, DELIFEQ, EVALSHA with, EVAL with, DELEX, DELIFEQ");
        assert_eq!(done, missing, "once");
        let again = released(&mut can, &[unknown(), unknown(), unknown(), unknown()]);
        assert_eq!((again.0.join(", "), again.1), ("EVALSHA with, EVAL with, DELEX, DELIFEQ".to_owned(), missing));
    }

    #[test]
    fn asking_goes_ahead_of_each_command_and_its_reply_is_not_looked_at() {
        let (token, mut can) = (Token::given(b"t").unwrap(), Capabilities::default());
        can.refuse_scripts();
        let (asked, ours) = (|| Ok(Value::Okay), Ok(Value::BulkString(b"t".to_vec())));
        let replies = [asked(), Ok(Value::Int(900)), asked(), ours, asked(), Ok(Value::Okay)];
        let (sent, done) = fed(&mut can, true, Action::Extend(&token, TTL), &replies);
        assert_eq!(sent, ["ASKING PTTL k ASKING GET k", "ASKING SET k t IFEQ t PX 10000"]);
        assert_eq!(done, Ok(Value::Int(10_000)));
    }

    #[test]
    fn a_step_without_a_reply_is_encoded_again_as_it_was() {
        let (token, mut can) = (Token::given(b"t").unwrap(), Capabilities::default());
        can.refuse_scripts();
        let scope = Key::new(b"", b"k").unwrap().into();
        let request = Request { scope: &scope, action: Action::Release(&token, Leaves::Nothing) };
        let (mut operation, mut once, mut twice) = (Operation::new(false), Vec::new(), Vec::new());
        let mut server = Server { node: "n", can: &mut can };
        assert!(matches!(operation.encode(&request, &mut server, &mut once), Encoded::Replies(1)));
        assert!(matches!(operation.encode(&request, &mut server, &mut twice), Encoded::Replies(1)));
        assert_eq!(once, twice);
    }
}

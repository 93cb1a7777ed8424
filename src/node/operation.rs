//! Owns an operation: one request to one node, as a state machine without a socket: what goes out next, and what a reply means.
//! Does not own the request (`scripts`), writing and reading (`drive`), where its node sends it on to (`detour`).
//!
//! | sent | a reply | then |
//! |---|---|---|
//! | SET NX: an acquire that asks for no more, once an acquire by its script has got through on this link | any | done |
//! | EVALSHA | NOSCRIPT | by its text, this once |
//! | | NOPERM of the command, unknown command | by its text, as all that follows on this link until one is refused |
//! | EVALSHA, EVAL with the names beside the key | TRYAGAIN, ASK | with the key alone, this once: its slot is being moved |
//! | | any other | done |
//!
//! So the first acquire on a link is refused before anything is taken where the user may not run scripts or touch those names.

use redis::Value;

use crate::connection::Connection;
use crate::failure::Failure;
use crate::node::link::capabilities::Capabilities;
use crate::node::rights;
use crate::refusal::{Code, Forbidden};
use crate::scripts::{Action, CallBy, Keys, Request};

/// One request to one node, and how far it has come. The caller gives the request itself with each step: renewal knows the ttl of an extend
/// only when it sends that, and the members of a quorum share one request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    /// Each of its commands goes out after an ASKING.
    asking: bool,
    /// It was refused with names beside the key, because its slot is being moved.
    is_alone: bool,
    /// How its last step was sent.
    sent: Sent,
}

/// How a step was sent; `None`: one SET.
pub(super) type Sent = Option<(CallBy, Keys)>;

impl Operation {
    /// Makes an operation of which nothing was sent. `asking`: its slot is being moved to the node, which must be told so.
    pub(crate) fn new(asking: bool) -> Self {
        Self { asking, is_alone: false, sent: None }
    }

    /// Makes an operation of which a first step was sent in this way.
    pub(super) fn after(sent: Sent) -> Self {
        Self { sent, ..Self::new(false) }
    }

    /// Pushes the next step, under this index. It must be written next on this connection.
    pub(super) fn push(&mut self, index: usize, request: &Request<'_>, can: &mut Capabilities, to: &mut Connection) {
        to.push_own(index, self.asking, |out| self.sent = Self::write(self.is_alone, request, can, out));
    }

    /// Writes a step, and tells how.
    pub(super) fn write(is_alone: bool, request: &Request<'_>, can: &mut Capabilities, out: &mut Vec<u8>) -> Sent {
        if can.has_acquired && request.is_plain() {
            request.encode_plain(out);
            return None;
        }
        let lacks_it = can.lacks.take_if(|sha| *sha == request.sha()).is_some();
        let by = if lacks_it || can.needs_texts { CallBy::Text } else { CallBy::Sha };
        let keys = match (is_alone, can.has_acquired) {
            (true, _) => Keys::Alone,
            (false, true) => Keys::WithCompanions,
            (false, false) => Keys::All,
        };
        request.encode(by, keys, out);
        Some((by, keys))
    }

    /// Takes the reply to the last step; `None` where another follows.
    pub(super) fn take(
        &mut self,
        request: &Request<'_>,
        can: &mut Capabilities,
        reply: Result<Value, Failure>,
    ) -> Option<Result<Value, Failure>> {
        let (by, keys) = self.sent.unwrap_or((CallBy::Text, Keys::Alone));
        let is_beside = keys != Keys::Alone && request.has_companions(keys);
        match reply.as_ref().err().map(Failure::code) {
            None => Self::has_run(self.sent, request, can),
            Some(Some(Code::NoScript)) if by == CallBy::Sha => {
                can.lacks = Some(request.sha());
                return None;
            }
            // A renamed or disabled command has no code of its own.
            Some(Some(Code::NoPerm(Forbidden::Command) | Code::UnknownCommand)) if by == CallBy::Sha => {
                can.needs_texts = true;
                return None;
            }
            Some(Some(Code::TryAgain | Code::Ask(_))) if is_beside && !request.needs_companions() => {
                self.is_alone = true;
                return None;
            }
            // The next request is like the first on a link: it may not have been EVALSHA.
            Some(_) => (can.has_acquired, can.needs_texts) = (false, false),
        }
        Some(reply.map_err(|refusal| rights::explained(refusal, request)))
    }

    /// Notes what a step that was not refused tells of the server.
    pub(super) fn has_run(sent: Sent, request: &Request<'_>, can: &mut Capabilities) {
        if let (Some((_, keys @ Keys::All)), Action::Acquire { .. }) = (sent, request.action) {
            can.has_acquired = request.has_companions(keys);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::leaves::Leaves;
    use crate::refusal::Forbidden;
    use crate::scripts::Waits;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));
    const NO_COMMAND: Code = Code::NoPerm(Forbidden::Command);
    const NO_KEY: Code = Code::NoPerm(Forbidden::Key);
    const UNKNOWN: Code = Code::UnknownCommand;

    /// Hands replies to an acquire or a release; returns how each step was sent, and what it came to.
    fn fed(can: &mut Capabilities, asking: bool, acquires: bool, replies: &[Result<i64, Code>]) -> (String, String) {
        let (scope, token) = (Key::new(b"", b"k").unwrap().into(), Token::given(b"t").unwrap());
        let acquire = Action::Acquire {
            token: &token,
            ttl: TTL,
            waits: Waits::No,
            fenced: false,
            is_retry: false,
            signal_of: None,
            asks_done: false,
        };
        let action = if acquires { acquire } else { Action::Release(&token, Leaves::Nothing) };
        let (request, mut operation) = (Request { scope: &scope, action }, Operation::new(asking));
        let (mut steps, mut replies) = (Vec::new(), replies.iter());
        let (_far, near) = std::os::unix::net::UnixStream::pair().unwrap();
        let mut link = crate::node::link::Link::over(near);
        loop {
            let before = link.connection.pushed().len();
            operation.push(0, &request, can, &mut link.connection);
            let out = String::from_utf8(link.connection.pushed()[before..].to_vec()).unwrap();
            assert_eq!(out.matches("ASKING").count(), usize::from(asking));
            let word = ["SET\r\n$1\r\nk", "EVALSHA", "EVAL"].into_iter().find(|word| out.contains(word)).unwrap();
            let alone = if word.contains("EVAL") && !out.contains("rl-waiting") { " alone" } else { "" };
            steps.push(word.split('\r').next().unwrap().to_owned() + alone);
            let node = || "n".to_owned();
            let reply = replies.next().unwrap().clone().map(Value::Int).map_err(|code| Failure::Refused {
                node: node(),
                code,
                detail: "why".into(),
            });
            match operation.take(&request, can, reply) {
                Some(Ok(_)) => return (steps.join(", "), "ok".to_owned()),
                Some(Err(failure)) => return (steps.join(", "), failure.to_string()),
                None => {}
            }
        }
    }

    fn acquired(can: &mut Capabilities, replies: &[Result<i64, Code>]) -> (String, String) {
        fed(can, false, true, replies)
    }

    #[test]
    fn the_first_acquire_goes_by_its_script_and_the_next_by_one_set() {
        let mut can = Capabilities::default();
        assert_eq!(acquired(&mut can, &[Err(Code::NoScript), Ok(1)]).0, "EVALSHA, EVAL");
        assert_eq!(acquired(&mut can, &[Ok(1)]).0, "SET");
        assert_eq!(fed(&mut can, false, false, &[Err(NO_COMMAND), Err(NO_COMMAND)]).0, "EVALSHA, EVAL");
        assert_eq!(acquired(&mut can, &[Ok(1)]).0, "EVALSHA", "the release was refused");
        assert_eq!(acquired(&mut can, &[Ok(1)]).0, "SET");
    }

    #[test]
    fn a_refusal_says_what_is_needed_after_every_way_was_tried() {
        let both = |code: Code| acquired(&mut Capabilities::default(), &[Err(code.clone()), Err(code)]);
        let told = |text: &str| ("EVALSHA, EVAL".to_owned(), text.to_owned());
        let no_key = acquired(&mut Capabilities::default(), &[Err(NO_KEY)]);
        assert_eq!(
            no_key,
            ("EVALSHA".to_owned(), "n replied NOPERM why; the user's key patterns must cover k*".to_owned())
        );
        assert_eq!(both(NO_COMMAND), told("n replied NOPERM why; the user needs +eval +get +set +exists +pttl"));
        assert_eq!(both(UNKNOWN), told("n replied ERR why; a lock needs scripts (EVAL)"));
    }

    #[test]
    fn where_evalsha_is_refused_texts_are_sent_from_then_on() {
        for refusal in [NO_COMMAND, UNKNOWN] {
            let mut can = Capabilities::default();
            assert_eq!(acquired(&mut can, &[Err(refusal), Ok(1)]).0, "EVALSHA, EVAL");
            assert_eq!(fed(&mut can, false, false, &[Ok(1)]).0, "EVAL");
            assert_eq!(fed(&mut can, false, false, &[Err(NO_KEY)]).0, "EVAL");
            assert_eq!(fed(&mut can, false, false, &[Ok(1)]).0, "EVALSHA", "another refusal");
        }
    }

    #[test]
    fn while_its_slot_is_moved_the_key_goes_alone_once() {
        for code in [Code::TryAgain, Code::Ask(None)] {
            let mut can = Capabilities::default();
            let first = fed(&mut can, true, true, &[Err(code.clone()), Ok(1)]);
            assert_eq!(first.0, "EVALSHA, EVALSHA alone");
            assert!(!can.has_acquired, "it says nothing of the names beside the key");
            assert_eq!(fed(&mut can, false, false, &[Err(code), Ok(1)]).0, "EVALSHA, EVALSHA alone");
        }
    }
}

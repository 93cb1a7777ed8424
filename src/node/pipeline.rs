//! Owns one connection on which many extends are under way at once: writing what the socket takes, reading replies one by
//! one, and which reply is whose; how an extend is sent to a server that knows the script, does not know it, or runs none.
//! Does not own which lease is extended when, and what its reply leads to (`renewal`); how the connection is made (`arrival`).

use std::collections::VecDeque;
use std::iter;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::arrival::Opened;
use crate::connection::exchange::ASKING;
use crate::connection::{Call, Connection, Received};
use crate::failure::Failure;
use crate::node::ASK_AGAIN;
use crate::node::link::Link;
use crate::node::script_call::{self, NextStep, next_step};
use crate::node::without_scripts;
use crate::refusal::Code;
use crate::scope::Scope;
use crate::scripts::{self, Action, CallBy, Keys, Request};
use crate::token::Token;
use crate::ttl::Ttl;

/// It keeps its own time, and no message shows why it ended.
const CALL: Call<'static> = Call::new(Duration::ZERO);

/// An extend to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Extend<'a> {
    pub scope: &'a Scope,
    pub token: &'a Token,
    /// How long the key lives at least, from then on.
    pub ttl: Ttl,
    /// The node is about to have the key's slot, and must be told so.
    pub asking: bool,
    /// What was found out by an earlier step, where the server runs no scripts.
    pub stage: Stage,
}

/// How far an extend has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing was sent, or it has to be sent once more.
    #[default]
    First,
    /// Without scripts: the key has our token, and is to live longer.
    Found,
}

/// What a server has replied to an extend.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Ours, for this long from the instant at which it was sent.
    Lives(Ttl, Instant),
    /// The key does not have our token.
    NotOurs,
    /// It is to be sent again, at this stage.
    Again(Stage),
    /// An error.
    Refused(Failure),
}

/// A reply that is still to come.
#[derive(Debug)]
struct Awaited<T> {
    /// Whose extend it decides; `None` when it decides none.
    whose: Option<T>,
    sent: Instant,
    step: AwaitedStep,
}

/// What a reply belongs to.
#[derive(Debug)]
enum AwaitedStep {
    /// It is not looked at.
    Skipped,
    /// An extend by script.
    Script(CallBy),
    /// Without scripts, first step: GET, and PTTL.
    Value(Token),
    Left(Ttl),
    /// Without scripts, second step: SET IFEQ.
    Set(Ttl),
    /// Whether the server runs scripts at all, sent because it has refused one that was named so.
    Probe(CallBy, Failure),
}

/// A connection with the extends that are under way on it; each belongs to a `T`.
#[expect(clippy::struct_excessive_bools, reason = "each is about something else, and says yes or no by itself")]
#[derive(Debug)]
pub struct Pipeline<T> {
    link: Box<Link>,
    out: Vec<u8>,
    /// How much of it has left this process.
    written: usize,
    is_flushed: bool,
    awaited: VecDeque<Awaited<T>>,
    /// When the peer was last heard of, or has begun to owe a reply.
    heard: Instant,
    /// The server does not know the script yet.
    by_text: bool,
    /// It knows none by its SHA-1, because EVALSHA is forbidden or renamed away.
    all_by_text: bool,
    /// It runs none for this user: until when none is tried.
    scripts_refused: Option<Instant>,
    /// Nothing works in their place: each extend tries one.
    is_stuck: bool,
    /// What a GET has found, until the PTTL that was sent with it is replied to: whether it is ours.
    value: Option<Result<bool, Failure>>,
}

/// What a call has found on the socket.
#[derive(Debug, Default)]
pub struct PipelineNews<T> {
    /// What was replied to, in order.
    pub replies: Vec<(T, Reply)>,
    /// Why there will be no more.
    pub end: Option<Failure>,
}

impl<T: Copy> Pipeline<T> {
    /// Makes one of a connection that has just been made.
    pub fn new(opened: Opened) -> Self {
        let mut link = Link::new(opened);
        // The names, where they go out with the first request.
        let (out, replies) = link.connection.take_name();
        let heard = Instant::now();
        let skipped = || Awaited { whose: None, sent: heard, step: AwaitedStep::Skipped };
        let awaited = iter::repeat_with(skipped).take(replies).collect();
        Self {
            link,
            out,
            written: 0,
            is_flushed: true,
            awaited,
            heard,
            by_text: false,
            all_by_text: false,
            scripts_refused: None,
            is_stuck: false,
            value: None,
        }
    }

    pub fn socket(&self) -> BorrowedFd<'_> {
        self.link.connection.as_fd()
    }

    /// Tells whether something is still to be written, so that the socket is to be polled for writing, too.
    pub fn has_unwritten(&self) -> bool {
        self.written < self.out.len() || !self.is_flushed
    }

    /// Tells whether replies are still to come.
    pub fn owes(&self) -> bool {
        !self.awaited.is_empty()
    }

    /// Returns since when the peer has been silent, if it owes replies.
    pub fn silent_since(&self) -> Option<Instant> {
        self.owes().then_some(self.heard)
    }

    /// Tells whether the sentinel that named this Redis as master names another by now, or has gone.
    pub fn is_replaced(&mut self) -> bool {
        self.link.is_replaced()
    }

    /// Tells whether several keys must be extended one by one here: the server runs no scripts.
    pub fn takes_keys_alone(&self, now: Instant) -> bool {
        !self.is_stuck && self.scripts_refused.is_some_and(|until| now < until)
    }

    /// Puts an extend after those that are to be written; of one key where the server takes keys alone.
    pub fn push(&mut self, whose: T, extend: &Extend<'_>, sent: Instant) {
        let Extend { scope, token, ttl, asking, stage } = *extend;
        // Without scripts each comes alone.
        let key = scope.first();
        let is_unscripted = self.takes_keys_alone(sent);
        if !is_unscripted && self.scripts_refused.is_some() {
            // One tries it for all, unless nothing else works.
            self.scripts_refused = Some(sent.after(ASK_AGAIN));
        }
        match (is_unscripted, stage) {
            (false, _) => {
                let by = if std::mem::take(&mut self.by_text) || self.all_by_text { CallBy::Text } else { CallBy::Sha };
                self.await_one(asking, Some(whose), sent, AwaitedStep::Script(by));
                let request = Request { scope, action: Action::Extend(token, ttl) };
                request.encode(by, Keys::WithCompanions, &mut self.out);
            }
            (true, Stage::First) => {
                let [get, pttl] = without_scripts::look_at(key);
                self.await_one(asking, None, sent, AwaitedStep::Value(token.clone()));
                self.out.extend(get);
                self.await_one(asking, Some(whose), sent, AwaitedStep::Left(ttl));
                self.out.extend(pttl);
            }
            (true, Stage::Found) => {
                self.await_one(asking, Some(whose), sent, AwaitedStep::Set(ttl));
                self.out.extend(without_scripts::set_if_equal(key, token, ttl).get_packed_command());
            }
        }
    }

    /// Notes that a reply will come to the command that is about to be put after the others, which needs an ASKING of its own.
    fn await_one(&mut self, asking: bool, whose: Option<T>, sent: Instant, step: AwaitedStep) {
        if !self.owes() {
            self.heard = sent;
        }
        if asking {
            self.out.extend_from_slice(ASKING);
            self.awaited.push_back(Awaited { whose: None, sent, step: AwaitedStep::Skipped });
        }
        self.awaited.push_back(Awaited { whose, sent, step });
    }

    /// Puts something after those that are to be written whose one reply is not looked at.
    pub fn push_unheeded(&mut self, request: &Request<'_>, sent: Instant) {
        self.await_one(false, None, sent, AwaitedStep::Skipped);
        request.encode(CallBy::Text, Keys::WithCompanions, &mut self.out);
    }

    /// Takes the last extend back, if no byte of it has been written: what is unwritten is then as before it.
    pub fn take_back(&mut self, before: Unwritten) -> bool {
        if self.written > before.bytes {
            return false;
        }
        self.out.truncate(before.bytes);
        self.awaited.truncate(before.replies);
        (self.by_text, self.scripts_refused) = (before.by_text, before.scripts_refused);
        true
    }

    /// Notes what is unwritten, for [`Pipeline::take_back`].
    pub fn unwritten(&self) -> Unwritten {
        Unwritten {
            bytes: self.out.len(),
            replies: self.awaited.len(),
            by_text: self.by_text,
            scripts_refused: self.scripts_refused,
        }
    }

    /// Writes as much as the socket takes.
    /// Errors: when the connection has ended.
    pub fn write(&mut self) -> Result<(), Failure> {
        let before = self.written;
        let done = self.link.connection.write(&self.out, &mut self.written, &CALL);
        self.is_flushed &= self.written == before;
        if done? {
            self.out.clear();
            (self.written, self.is_flushed) = (0, true);
        }
        Ok(())
    }

    /// Reads what has come.
    pub fn read(&mut self, now: Instant) -> PipelineNews<T> {
        let mut heard = PipelineNews { replies: Vec::new(), end: None };
        loop {
            match self.link.connection.next_reply(&[], Connection::fill_at_once) {
                Ok(Some(reply)) => {
                    self.heard = now;
                    let Some(awaited) = self.awaited.pop_front() else {
                        heard.end = Some(self.link.protocol_error());
                        return heard;
                    };
                    heard.replies.extend(self.take_in(awaited, reply));
                }
                Ok(None) => {
                    self.link.connection.note_outstanding(self.owes());
                    return heard;
                }
                Err(stop) => {
                    heard.end = Some(self.link.connection.unanswered(&stop, &CALL));
                    return heard;
                }
            }
        }
    }

    /// Returns whose replies have not come yet.
    pub fn owed(&self) -> impl Iterator<Item = T> {
        self.awaited.iter().filter_map(|awaited| awaited.whose)
    }

    fn take_in(&mut self, Awaited { whose, sent, step }: Awaited<T>, reply: Received) -> Option<(T, Reply)> {
        let reply = self.link.refusal(reply);
        let said = match (step, reply) {
            (AwaitedStep::Skipped, _) => return None,
            (AwaitedStep::Script(by), reply) => self.read_extend(whose, by, sent, reply)?,
            (AwaitedStep::Value(token), reply) => {
                self.value = Some(without_scripts::is_value(reply, token.as_bytes()));
                return None;
            }
            (AwaitedStep::Left(ttl), reply) => self.read_left(ttl, sent, reply),
            (AwaitedStep::Set(_), Ok(Value::Nil)) => Reply::NotOurs,
            (AwaitedStep::Set(ttl), Ok(Value::Okay)) => Reply::Lives(ttl, sent),
            (AwaitedStep::Set(_), Ok(_)) => Reply::Refused(self.link.protocol_error()),
            (AwaitedStep::Set(_), Err(failure)) => self.refused_without_scripts(failure),
            // EVAL runs: it is the key, or EVALSHA.
            (AwaitedStep::Probe(CallBy::Sha, _), Ok(_)) => self.without_sha(),
            (AwaitedStep::Probe(CallBy::Text, refusal), Ok(_)) => {
                self.all_by_text = false;
                Reply::Refused(refusal)
            }
            (AwaitedStep::Probe(..), Err(_)) => self.without_scripts(),
        };
        whose.map(|whose| (whose, said))
    }

    fn read_extend(
        &mut self,
        whose: Option<T>,
        by: CallBy,
        sent: Instant,
        reply: Result<Value, Failure>,
    ) -> Option<Reply> {
        Some(match (next_step(&reply, by, false), reply) {
            (NextStep::ByText, _) => {
                self.by_text = true;
                Reply::Again(Stage::First)
            }
            (NextStep::AllByText, _) => self.without_sha(),
            (NextStep::WithoutScripts, _) => self.without_scripts(),
            (NextStep::Probe, Err(_)) if self.scripts_refused.is_some() => self.without_scripts(),
            (NextStep::Probe, Err(refusal)) => {
                self.await_one(false, whose, self.heard, AwaitedStep::Probe(by, refusal));
                self.out.extend(script_call::probe());
                return None;
            }
            (_, Err(failure)) => Reply::Refused(failure),
            (_, Ok(value)) => {
                (self.scripts_refused, self.is_stuck) = (None, false);
                match scripts::extended(&value) {
                    Ok(Some(lives)) => Reply::Lives(lives, sent),
                    Ok(None) => Reply::NotOurs,
                    Err(scripts::Unexpected) => Reply::Refused(self.link.protocol_error()),
                }
            }
        })
    }

    /// Notes that scripts go by their text; the extend does.
    fn without_sha(&mut self) -> Reply {
        self.all_by_text = true;
        Reply::Again(Stage::First)
    }

    /// Notes that the server runs no scripts; the extend goes without.
    fn without_scripts(&mut self) -> Reply {
        (self.scripts_refused, self.is_stuck) = (Some(self.heard.after(ASK_AGAIN)), false);
        Reply::Again(Stage::First)
    }

    /// Notes, where that is so, that nothing works in place of scripts: rights that are missing for a moment must not cost a lease.
    fn refused_without_scripts(&mut self, failure: Failure) -> Reply {
        // "syntax error": the server does not know IFEQ.
        self.is_stuck |= script_call::has_nothing_left(&failure) || matches!(failure.code(), Some(Code::Err(_)));
        Reply::Refused(failure)
    }

    /// Joins what GET and PTTL have replied.
    fn read_left(&mut self, ttl: Ttl, sent: Instant, left: Result<Value, Failure>) -> Reply {
        match (self.value.take(), left) {
            (Some(Err(failure)), _) | (_, Err(failure)) => self.refused_without_scripts(failure),
            (Some(Ok(true)), Ok(Value::Int(left))) if left != -2 => match without_scripts::lasts(left, ttl) {
                Some(lives) => Reply::Lives(lives, sent),
                None => Reply::Again(Stage::Found),
            },
            (Some(Ok(_)), Ok(Value::Int(_))) => Reply::NotOurs,
            (_, Ok(_)) => Reply::Refused(self.link.protocol_error()),
        }
    }
}

impl<T> Drop for Pipeline<T> {
    /// Has the server close it now: a child that was forked meanwhile, and may live for days, has a copy.
    fn drop(&mut self) {
        if self.link.connection.is_of_this_process() {
            // It may have ended already.
            let _ = self.link.connection.stream.end_requests();
        }
    }
}

/// What was unwritten at some moment.
#[derive(Clone, Copy, Debug)]
pub struct Unwritten {
    bytes: usize,
    replies: usize,
    by_text: bool,
    scripts_refused: Option<Instant>,
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::address::Address;
    use crate::key::Key;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    struct Pair {
        far: UnixStream,
        near: Pipeline<u32>,
        scope: Scope,
        token: Token,
    }

    impl Pair {
        fn new() -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let address = Address::parse("unix:///none").unwrap();
            let near = Pipeline::new(Opened::over(near, &address));
            Self { far, near, scope: Key::new(b"", b"k").unwrap().into(), token: Token::given(b"t").unwrap() }
        }

        fn push(&mut self, whose: u32, stage: Stage) {
            let extend = Extend { scope: &self.scope, token: &self.token, ttl: TTL, asking: false, stage };
            self.near.push(whose, &extend, Instant::now());
        }

        /// What has reached the server.
        fn sent(&mut self) -> String {
            self.near.write().unwrap();
            let mut bytes = Vec::new();
            let _ = self.far.read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        /// What the server's replies are taken for; instants left out.
        fn replied(&mut self, replies: &str) -> Vec<(u32, String)> {
            self.far.write_all(replies.as_bytes()).unwrap();
            let heard = self.near.read(Instant::now());
            assert_eq!(heard.end, None);
            let word = |reply| match reply {
                Reply::Lives(Ttl::For(span), _) => format!("lives {} s", span.as_secs_f64()),
                Reply::Lives(Ttl::Forever, _) => "lives".to_owned(),
                Reply::NotOurs => "not ours".to_owned(),
                Reply::Again(stage) => format!("again {stage:?}"),
                Reply::Refused(failure) => format!("{failure}"),
            };
            heard.replies.into_iter().map(|(whose, reply)| (whose, word(reply))).collect()
        }

        fn all(&mut self, replies: &str, expected: &[(u32, &str)]) {
            let expected: Vec<_> = expected.iter().map(|(whose, reply)| (*whose, (*reply).to_owned())).collect();
            assert_eq!(self.replied(replies), expected);
        }
    }

    #[test]
    fn replies_belong_to_extends_in_their_order_and_one_by_one() {
        let mut pair = Pair::new();
        (1..=3).for_each(|whose| pair.push(whose, Stage::First));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 3);
        pair.all(":10000\r\n:0", &[(1, "lives 10 s")]);
        assert_eq!(pair.near.owed().collect::<Vec<_>>(), [2, 3]);
        pair.all("\r\n:-1\r\n", &[(2, "not ours"), (3, "lives")]);
        assert!(!pair.near.owes() && pair.near.silent_since().is_none());
    }

    #[test]
    fn a_script_that_is_not_known_goes_out_once_by_its_text() {
        let mut pair = Pair::new();
        (1..=2).for_each(|whose| pair.push(whose, Stage::First));
        pair.sent();
        let no = "-NOSCRIPT No matching script.\r\n";
        pair.all(&no.repeat(2), &[(1, "again First"), (2, "again First")]);
        (1..=2).for_each(|whose| pair.push(whose, Stage::First));
        let sent = pair.sent();
        assert_eq!((sent.matches("\r\nEVAL\r\n").count(), sent.matches("EVALSHA").count()), (1, 1));
    }

    #[test]
    fn without_scripts_the_key_is_read_and_then_changed() {
        let mut pair = Pair::new();
        pair.push(1, Stage::First);
        pair.sent();
        pair.all("-NOPERM this user has no permissions\r\n", &[]);
        assert!(pair.sent().contains("return 1"), "is it the key, or are it scripts?");
        pair.all("-NOPERM this user has no permissions\r\n", &[(1, "again First")]);
        (1..=4).for_each(|whose| pair.push(whose, Stage::First));
        assert_eq!(pair.sent().matches("PTTL").count(), 4);
        let (ours, foreign) = ("$1\r\nt\r\n", "-WRONGTYPE Operation against a key\r\n");
        pair.all(
            &format!("{ours}:900\r\n{ours}:60000\r\n{foreign}:5\r\n$-1\r\n:-2\r\n"),
            &[(1, "again Found"), (2, "lives 60 s"), (3, "not ours"), (4, "not ours")],
        );
        pair.push(1, Stage::Found);
        assert!(pair.sent().contains("IFEQ"));
        pair.all("+OK\r\n", &[(1, "lives 10 s")]);
    }

    const NO: &str = "-NOPERM this user has no permissions\r\n";

    /// A pair whose server runs no scripts, as it has said.
    fn unscripted() -> Pair {
        let mut pair = Pair::new();
        pair.push(1, Stage::First);
        pair.sent();
        pair.all(NO, &[]);
        pair.sent();
        pair.all(NO, &[(1, "again First")]);
        pair
    }

    #[test]
    fn where_nothing_works_in_place_of_scripts_the_next_extends_try_them_again() {
        let mut pair = unscripted();
        pair.push(1, Stage::Found);
        assert!(pair.sent().contains("IFEQ"));
        pair.all("-ERR syntax error\r\n", &[(1, "/none replied ERR syntax error")]);
        (1..=2).for_each(|whose| pair.push(whose, Stage::First));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 2);
        pair.all(&NO.repeat(2), &[(1, "again First"), (2, "again First")]);
        pair.push(1, Stage::First);
        assert!(pair.sent().contains("PTTL"), "it was refused once more");
        pair.all("-NOPERM no GET\r\n:5\r\n", &[(1, "/none replied NOPERM no GET")]);
        (1..=2).for_each(|whose| pair.push(whose, Stage::First));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 2);
        pair.all(":10000\r\n:10000\r\n", &[(1, "lives 10 s"), (2, "lives 10 s")]);
        pair.push(1, Stage::First);
        assert!(pair.sent().contains("EVALSHA") && !pair.near.takes_keys_alone(Instant::now()));
    }

    #[test]
    fn where_something_works_in_their_place_one_extend_tries_a_script_after_a_while() {
        let mut pair = unscripted();
        pair.near.scripts_refused = Some(Instant::now());
        (1..=3).for_each(|whose| pair.push(whose, Stage::First));
        let sent = pair.sent();
        assert_eq!((sent.matches("EVALSHA").count(), sent.matches("PTTL").count()), (1, 2));
        let ours = "$1\r\nt\r\n:60000\r\n";
        let all = [(1, "again First"), (2, "lives 60 s"), (3, "lives 60 s")];
        pair.all(&format!("{NO}{ours}{ours}"), &all);
        pair.push(1, Stage::First);
        assert!(pair.sent().contains("PTTL"), "for another while");
    }

    #[test]
    fn where_only_the_key_is_forbidden_that_is_the_reply() {
        let mut pair = Pair::new();
        pair.push(1, Stage::First);
        pair.sent();
        pair.all("-NOPERM no key\r\n", &[]);
        pair.sent();
        // It may be EVALSHA.
        pair.all(":1\r\n", &[(1, "again First")]);
        pair.push(1, Stage::First);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 0);
        pair.all("-NOPERM no key\r\n", &[]);
        pair.sent();
        pair.all(":1\r\n", &[(1, "/none replied NOPERM no key")]);
        pair.push(2, Stage::First);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 1, "it was not");
    }

    #[test]
    fn where_scripts_go_by_their_text_alone_all_do() {
        for (refusal, probe) in [("-ERR unknown command 'EVALSHA'\r\n", ""), ("-NOPERM no evalsha\r\n", ":1\r\n")] {
            let mut pair = Pair::new();
            pair.push(1, Stage::First);
            pair.sent();
            let again: &[_] = &[(1, "again First")];
            pair.all(refusal, if probe.is_empty() { again } else { &[] });
            pair.sent();
            pair.all(probe, if probe.is_empty() { &[] } else { again });
            (1..=3).for_each(|whose| pair.push(whose, Stage::First));
            let sent = pair.sent();
            assert_eq!((sent.matches("EVALSHA").count(), sent.matches("\nEVAL\r").count()), (0, 3));
            pair.all(&":10000\r\n".repeat(3), &[(1, "lives 10 s"), (2, "lives 10 s"), (3, "lives 10 s")]);
        }
    }

    #[test]
    fn what_is_unwritten_can_be_taken_back_and_what_is_half_written_cannot() {
        let mut pair = Pair::new();
        // More than the socket takes.
        let mut last = pair.near.unwritten();
        for whose in 0..100_000 {
            last = pair.near.unwritten();
            pair.push(whose, Stage::First);
        }
        pair.near.write().unwrap();
        assert!(pair.near.has_unwritten());
        let first = Unwritten { bytes: 10, replies: 0, by_text: false, scripts_refused: None };
        assert!(!pair.near.take_back(first), "its beginning is on its way");
        assert!(pair.near.take_back(last));
        assert_eq!(pair.near.owed().last(), Some(99_998));
        let mut sent = String::new();
        while pair.near.has_unwritten() {
            sent += &pair.sent();
        }
        sent += &pair.sent();
        assert_eq!(sent.matches("EVALSHA").count(), 99_999);
    }

    #[test]
    fn a_reply_that_nothing_was_sent_for_ends_the_connection() {
        let mut pair = Pair::new();
        pair.far.write_all(b":1\r\n").unwrap();
        assert!(pair.near.read(Instant::now()).end.is_some());
    }
}

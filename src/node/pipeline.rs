//! Owns one connection on which many extends are under way at once: writing what the socket takes, reading replies one by
//! one, and which reply is whose.
//! Does not own which lease is extended when, and what its reply leads to (`renewal`); how the connection is made (`arrival`).

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::arrival::Opened;
use crate::connection::{Call, Connection, Received};
use crate::failure::Failure;
use crate::node::capabilities::Capabilities;
use crate::node::link::Link;
use crate::node::operation::{Advance, Encoded, Operation};
use crate::scripts::{self, CallBy, Keys, Request, Unexpected};
use crate::ttl::Ttl;

/// It keeps its own time, and no message shows why it ended.
const CALL: Call<'static> = Call::new(Duration::ZERO);

/// How far an extend has come.
#[derive(Clone, Debug, Default)]
pub struct Extend {
    pub operation: Operation,
    /// When its first step was sent, if it was.
    pub sent: Option<Instant>,
}

/// What a server has replied to an extend.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Ours, for this long from the instant at which it was first sent.
    Lives(Ttl, Instant),
    /// The key does not have our token.
    NotOurs,
    /// Its next step is to be sent.
    Send(Extend),
    /// An error.
    Refused(Failure),
    /// No error; what it was about is not known any more.
    Over,
}

/// What replies are still to come to.
#[derive(Debug)]
struct Awaited<T> {
    /// Whose extend it is; `None` for what is not looked at.
    whose: Option<T>,
    /// When its first step was.
    sent: Instant,
    operation: Operation,
    /// How many replies are still to come.
    replies: usize,
}

/// A connection with the extends that are under way on it; each belongs to a `T`.
#[derive(Debug)]
pub struct Pipeline<T> {
    link: Box<Link>,
    out: Vec<u8>,
    /// How much of it has left this process.
    written: usize,
    is_flushed: bool,
    awaited: VecDeque<Awaited<T>>,
    /// When the peer was last heard of, or has extend to owe a reply.
    heard: Instant,
}

/// What a call has found on the socket.
#[derive(Debug)]
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
        let mut pipeline =
            Self { link, out, written: 0, is_flushed: true, awaited: VecDeque::new(), heard: Instant::now() };
        if replies > 0 {
            pipeline.await_replies(None, pipeline.heard, Operation::default(), replies);
        }
        pipeline
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
    pub fn takes_keys_alone(&self) -> bool {
        self.link.capabilities.refuses_scripts()
    }

    /// Puts an extend's next step after those that are to be written; its first was `sent` then, if it is not this one.
    /// Errors: what it comes to, where there is nothing to be sent.
    pub fn push(&mut self, whose: T, request: &Request<'_>, extend: Extend, now: Instant) -> Result<(), Failure> {
        let Extend { mut operation, sent } = extend;
        let out = &mut self.out;
        match self.link.with_server(|server| operation.encode(request, server, out)) {
            Encoded::Nothing(done) => done.map(drop),
            Encoded::Replies(replies) => {
                if !self.owes() {
                    self.heard = now;
                }
                // Of several steps the first counts: what the last has found cannot have lived for less.
                self.await_replies(Some(whose), sent.unwrap_or(now), operation, replies);
                Ok(())
            }
        }
    }

    fn await_replies(&mut self, whose: Option<T>, sent: Instant, operation: Operation, replies: usize) {
        self.awaited.push_back(Awaited { whose, sent, operation, replies });
    }

    /// Puts something after those that are to be written whose one reply is not looked at.
    pub fn push_unheeded(&mut self, request: &Request<'_>, now: Instant) {
        if !self.owes() {
            self.heard = now;
        }
        self.await_replies(None, now, Operation::default(), 1);
        request.encode(CallBy::Text, Keys::WithCompanions, &mut self.out);
    }

    /// Takes the last extend back, if no byte of it has been written: what is unwritten is then as before it.
    pub fn take_back(&mut self, before: Unwritten) -> bool {
        if self.written > before.bytes {
            return false;
        }
        self.out.truncate(before.bytes);
        self.awaited.truncate(before.operations);
        self.link.capabilities = before.capabilities;
        true
    }

    /// Notes what is unwritten, for [`Pipeline::take_back`].
    pub fn unwritten(&self) -> Unwritten {
        Unwritten { bytes: self.out.len(), operations: self.awaited.len(), capabilities: self.link.capabilities }
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

    /// Reads what has come. `request` tells what an extend is about, for as long as that is known.
    pub fn read<'a>(&mut self, now: Instant, request: impl Fn(T) -> Option<Request<'a>>) -> PipelineNews<T> {
        let mut news = PipelineNews { replies: Vec::new(), end: None };
        loop {
            match self.link.connection.next_reply(&[], Connection::fill_at_once) {
                Ok(Some(reply)) => {
                    self.heard = now;
                    let Ok(reply) = self.take_in(reply, &request) else {
                        news.end = Some(self.link.protocol_error());
                        return news;
                    };
                    news.replies.extend(reply);
                }
                Ok(None) => {
                    self.link.connection.note_outstanding(self.owes());
                    return news;
                }
                Err(stop) => {
                    news.end = Some(self.link.connection.unanswered(&stop, &CALL));
                    return news;
                }
            }
        }
    }

    /// Returns whose replies have not come yet.
    pub fn owed(&self) -> impl Iterator<Item = T> {
        self.awaited.iter().filter_map(|awaited| awaited.whose)
    }

    fn take_in<'a>(
        &mut self,
        reply: Received,
        request: impl Fn(T) -> Option<Request<'a>>,
    ) -> Result<Option<(T, Reply)>, Unexpected> {
        let reply = self.link.refusal(reply);
        let awaited = self.awaited.front_mut().ok_or(Unexpected)?;
        awaited.replies -= 1;
        let (is_last, sent) = (awaited.replies == 0, awaited.sent);
        let operation = &mut awaited.operation;
        let said = match awaited.whose.and_then(request) {
            Some(request) => match self.link.with_server(|server| operation.take(&request, server, reply))? {
                Advance::More => return Ok(None),
                Advance::Send => Reply::Send(Extend { operation: std::mem::take(operation), sent: Some(sent) }),
                Advance::Done(Err(failure)) => Reply::Refused(failure),
                Advance::Done(Ok(value)) => match scripts::extended(&value)? {
                    Some(lives) => Reply::Lives(lives, sent),
                    None => Reply::NotOurs,
                },
            },
            None if !is_last => return Ok(None),
            // Only that it was no error is known.
            None => reply.map_or_else(Reply::Refused, |_| Reply::Over),
        };
        // Not before: what does not belong here ends the connection, and its extend is owed then.
        let awaited = self.awaited.pop_front();
        Ok(awaited.and_then(|awaited| awaited.whose).map(|whose| (whose, said)))
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
    operations: usize,
    capabilities: Capabilities,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::address::Address;
    use crate::key::Key;
    use crate::scope::Scope;
    use crate::scripts::Action;
    use crate::token::Token;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    struct Pair {
        far: UnixStream,
        near: Pipeline<u32>,
        scope: Scope,
        token: Token,
        /// How far those have come whose next step is to be sent.
        extend: HashMap<u32, Extend>,
    }

    impl Pair {
        fn new() -> Self {
            let (far, near) = UnixStream::pair().unwrap();
            near.set_nonblocking(true).unwrap();
            far.set_nonblocking(true).unwrap();
            let address = Address::parse("unix:///none").unwrap();
            let near = Pipeline::new(Opened::over(near, &address));
            Self {
                far,
                near,
                scope: Key::new(b"", b"k").unwrap().into(),
                token: Token::given(b"t").unwrap(),
                extend: HashMap::new(),
            }
        }

        /// Its next step.
        fn push(&mut self, whose: u32) {
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL) };
            let extend = self.extend.remove(&whose).unwrap_or_default();
            self.near.push(whose, &request, extend, Instant::now()).unwrap();
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
            let request = Request { scope: &self.scope, action: Action::Extend(&self.token, TTL) };
            let heard = self.near.read(Instant::now(), |_| Some(request));
            assert_eq!(heard.end, None);
            let mut word = |whose, reply| match reply {
                Reply::Lives(Ttl::For(span), _) => format!("lives {} s", span.as_secs_f64()),
                Reply::Lives(Ttl::Forever, _) => "lives".to_owned(),
                Reply::NotOurs => "not ours".to_owned(),
                Reply::Send(extend) => {
                    self.extend.insert(whose, extend);
                    "again".to_owned()
                }
                Reply::Refused(failure) => format!("{failure}"),
                Reply::Over => "over".to_owned(),
            };
            heard.replies.into_iter().map(|(whose, reply)| (whose, word(whose, reply))).collect()
        }

        fn all(&mut self, replies: &str, expected: &[(u32, &str)]) {
            let expected: Vec<_> = expected.iter().map(|(whose, reply)| (*whose, (*reply).to_owned())).collect();
            assert_eq!(self.replied(replies), expected);
        }
    }

    #[test]
    fn replies_belong_to_extends_in_their_order_and_one_by_one() {
        let mut pair = Pair::new();
        (1..=3).for_each(|whose| pair.push(whose));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 3);
        pair.all(":10000\r\n:0", &[(1, "lives 10 s")]);
        assert_eq!(pair.near.owed().collect::<Vec<_>>(), [2, 3]);
        pair.all("\r\n:-1\r\n", &[(2, "not ours"), (3, "lives")]);
        assert!(!pair.near.owes() && pair.near.silent_since().is_none());
    }

    #[test]
    fn a_script_that_is_not_known_goes_out_once_by_its_text() {
        let mut pair = Pair::new();
        (1..=2).for_each(|whose| pair.push(whose));
        pair.sent();
        let no = "-NOSCRIPT No matching script.\r\n";
        pair.all(&no.repeat(2), &[(1, "again"), (2, "again")]);
        (1..=2).for_each(|whose| pair.push(whose));
        let sent = pair.sent();
        assert_eq!((sent.matches("\r\nEVAL\r\n").count(), sent.matches("EVALSHA").count()), (1, 1));
    }

    #[test]
    fn without_scripts_the_key_is_read_and_then_changed() {
        let mut pair = Pair::new();
        pair.push(1);
        pair.sent();
        pair.all("-NOPERM this user has no permissions\r\n", &[(1, "again")]);
        pair.push(1);
        assert!(pair.sent().contains("return 1"), "is it the key, or are it scripts?");
        pair.all("-NOPERM this user has no permissions\r\n", &[(1, "again")]);
        (1..=4).for_each(|whose| pair.push(whose));
        assert_eq!(pair.sent().matches("PTTL").count(), 4);
        let (ours, foreign) = ("$1\r\nt\r\n", "-WRONGTYPE Operation against a key\r\n");
        pair.all(
            &format!("{ours}:900\r\n{ours}:60000\r\n{foreign}:5\r\n$-1\r\n:-2\r\n"),
            &[(1, "again"), (2, "lives 60 s"), (3, "not ours"), (4, "not ours")],
        );
        pair.push(1);
        assert!(pair.sent().contains("IFEQ"));
        pair.all("+OK\r\n", &[(1, "lives 10 s")]);
    }

    const NO: &str = "-NOPERM this user has no permissions\r\n";

    /// A pair whose server runs no scripts, as it has said.
    fn unscripted() -> Pair {
        let mut pair = Pair::new();
        pair.push(1);
        pair.sent();
        pair.all(NO, &[(1, "again")]);
        pair.push(1);
        pair.sent();
        pair.all(NO, &[(1, "again")]);
        pair
    }

    #[test]
    fn where_nothing_works_in_place_of_scripts_the_next_extends_try_them_again() {
        let mut pair = unscripted();
        pair.push(1);
        pair.sent();
        pair.all("$1\r\nt\r\n:900\r\n", &[(1, "again")]);
        pair.push(1);
        assert!(pair.sent().contains("IFEQ"));
        let no_compare = Failure::NoCompare("/none".to_owned()).to_string();
        pair.all("-ERR syntax error\r\n", &[(1, &no_compare)]);
        (1..=2).for_each(|whose| pair.push(whose));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 2);
        for _ in ["the script", "the probe"] {
            pair.all(&NO.repeat(2), &[(1, "again"), (2, "again")]);
            (1..=2).for_each(|whose| pair.push(whose));
        }
        assert_eq!(pair.sent().matches("PTTL").count(), 2, "it was refused once more");
        pair.all("-NOPERM no GET\r\n:5\r\n", &[(1, "/none replied NOPERM no GET")]);
        pair.all("$1\r\nt\r\n:60000\r\n", &[(2, "lives 60 s")]);
        (1..=2).for_each(|whose| pair.push(whose));
        assert_eq!(pair.sent().matches("EVALSHA").count(), 2);
        pair.all(":10000\r\n:10000\r\n", &[(1, "lives 10 s"), (2, "lives 10 s")]);
        pair.push(1);
        assert!(pair.sent().contains("EVALSHA") && !pair.near.takes_keys_alone());
    }

    #[test]
    fn where_something_works_in_their_place_one_extend_tries_a_script_after_a_while() {
        let mut pair = unscripted();
        pair.near.link.capabilities.forget_pause();
        (1..=3).for_each(|whose| pair.push(whose));
        let sent = pair.sent();
        assert_eq!((sent.matches("EVALSHA").count(), sent.matches("PTTL").count()), (1, 2));
        let ours = "$1\r\nt\r\n:60000\r\n";
        let all = [(1, "again"), (2, "lives 60 s"), (3, "lives 60 s")];
        pair.all(&format!("{NO}{ours}{ours}"), &all);
        pair.push(1);
        assert!(pair.sent().contains("PTTL"), "for another while");
    }

    #[test]
    fn where_only_the_key_is_forbidden_that_is_the_reply() {
        let mut pair = Pair::new();
        pair.push(1);
        pair.sent();
        pair.all("-NOPERM no key\r\n", &[(1, "again")]);
        pair.push(1);
        pair.sent();
        // It may be EVALSHA.
        pair.all(":1\r\n", &[(1, "again")]);
        pair.push(1);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 0);
        pair.all("-NOPERM no key\r\n", &[(1, "again")]);
        pair.push(1);
        pair.sent();
        pair.all(":1\r\n", &[(1, "/none replied NOPERM no key")]);
        pair.push(2);
        assert_eq!(pair.sent().matches("EVALSHA").count(), 1, "it was not");
    }

    #[test]
    fn where_scripts_go_by_their_text_alone_all_do() {
        for (refusal, probe) in [("-ERR unknown command 'EVALSHA'\r\n", ""), ("-NOPERM no evalsha\r\n", ":1\r\n")] {
            let mut pair = Pair::new();
            pair.push(1);
            pair.sent();
            pair.all(refusal, &[(1, "again")]);
            if !probe.is_empty() {
                pair.push(1);
                pair.sent();
                pair.all(probe, &[(1, "again")]);
            }
            for all in [1..=1, 1..=3] {
                all.clone().for_each(|whose| pair.push(whose));
                let (sent, count) = (pair.sent(), all.clone().count());
                assert_eq!((sent.matches("EVALSHA").count(), sent.matches("\nEVAL\r").count()), (0, count));
                let lives: Vec<_> = all.map(|whose| (whose, "lives 10 s")).collect();
                pair.all(&":10000\r\n".repeat(count), &lives);
            }
        }
    }

    #[test]
    fn what_is_unwritten_can_be_taken_back_and_what_is_half_written_cannot() {
        let mut pair = Pair::new();
        // More than the socket takes.
        let mut last = pair.near.unwritten();
        for whose in 0..100_000 {
            last = pair.near.unwritten();
            pair.push(whose);
        }
        pair.near.write().unwrap();
        assert!(pair.near.has_unwritten());
        let first = Unwritten { bytes: 10, operations: 0, capabilities: Capabilities::default() };
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
        assert!(pair.near.read(Instant::now(), |_| None).end.is_some());
    }

    #[test]
    fn a_reply_that_no_extend_can_get_ends_the_connection_and_its_extend_is_owed() {
        for reply in ["$-1\r\n", "+OK\r\n", "*0\r\n"] {
            let mut pair = Pair::new();
            pair.push(1);
            pair.sent();
            pair.far.write_all(reply.as_bytes()).unwrap();
            let request = Request { scope: &pair.scope, action: Action::Extend(&pair.token, TTL) };
            let news = pair.near.read(Instant::now(), |_| Some(request));
            assert!(news.end.is_some() && news.replies.is_empty(), "{reply:?}: {news:?}");
            assert_eq!(pair.near.owed().collect::<Vec<_>>(), [1]);
        }
    }
}

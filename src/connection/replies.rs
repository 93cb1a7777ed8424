//! Owns the bytes a server has sent and no call has read yet, and reading them as replies: RESP2, and where keys are tracked what RESP3 has
//! of its own.
//! Does not own when to read (`exchange`), reading an error (`refusals`), what a reply means (`scripts::replies`) or a push (`tracking`).
//!
//! The redis crate's parser is not used for whole replies. It reads whatever it is given, past the end of a reply, and
//! requires every line to be UTF-8; framed for it, each reply cost 8 KiB of buffer and 1.5 us. Its values are what comes out;
//! `the_crates_parser_reads_the_same` holds the two together.

use std::io::{self, ErrorKind, Read};

use redis::Value;

use crate::connection::refusals::{self, Secrets};
use crate::connection::tracking::Tracking;
use crate::failure::Interruption;
use crate::net::broken::NeverRead;
use crate::refusal::Refusal;
use crate::token::Token;

/// The longest reply in bytes. Ours are a few dozen, a foreign holder's token may be longer; more is no token.
const LONGEST_REPLY: usize = 1024 * 1024;
/// The longest line in bytes: Redis's own limit for an inline request is 64 KiB.
const LONGEST_LINE: usize = 64 * 1024;
/// How many bytes of room there are at the least; enough for the replies of any lock but a foreign holder's.
const ROOM: usize = 512;
/// How deep arrays may lie in arrays: Redis's own replies go to four.
const DEEPEST: usize = 8;
/// What a server of TLS says first to a client that does not speak it: an alert (RFC 8446, 5.1). No reply of Redis begins so.
const ALERT: u8 = 21;

/// A reply: a value, or the error that a server gives in place of one.
pub(crate) type Received = Result<Value, Box<Refusal>>;

#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// `start..end` of it is not read yet.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    has_received: bool,
    /// There while keys are tracked on this connection: only then may pushes come, and replies in RESP3.
    pub(super) tracking: Option<Box<Tracking>>,
}

/// Why there are no more replies.
#[derive(Debug)]
pub(crate) enum Stop {
    Error(io::Error),
    Closed,
    TooLong,
    NotRedis,
    /// More has come than was asked for.
    NotOurs,
    /// The server closes the connection after this, and has run nothing.
    TurnedAway(Box<Refusal>),
    Interrupted(Interruption),
}

impl Stop {
    /// Tells whether the peer has ended the connection.
    pub(super) fn is_the_peers_end(&self) -> bool {
        match self {
            Self::Closed => true,
            Self::Error(error) => error.kind() == io::ErrorKind::ConnectionReset,
            _ => false,
        }
    }
}

impl Inbox {
    /// Tells whether everything the server has sent was read as part of a reply.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Tells whether the server has ever sent anything.
    pub(super) fn has_received(&self) -> bool {
        self.has_received
    }

    /// Reads once from the server; false where there was nothing yet, or a signal.
    pub(super) fn fill(&mut self, stream: &mut impl Read) -> Result<bool, Stop> {
        if self.is_empty() {
            (self.start, self.end) = (0, 0);
            if self.bytes.len() > LONGEST_LINE {
                // That was a foreign token of some size; the next reply has a few bytes.
                self.bytes = Vec::new();
            }
        }
        if self.bytes.len() - self.end < ROOM {
            self.bytes.resize((2 * self.end).max(2 * ROOM), 0);
        }
        match stream.read(&mut self.bytes[self.end..]) {
            Ok(0) => Err(Stop::Closed),
            Ok(read) => {
                if self.is_empty() && self.bytes[self.end] == ALERT {
                    return Err(Stop::Error(io::Error::other(NeverRead(
                        "the server speaks TLS: the address must start with rediss://".to_owned(),
                    ))));
                }
                self.end += read;
                self.has_received = true;
                Ok(true)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(false),
            Err(error) => Err(Stop::Error(error)),
        }
    }

    /// Takes one reply out; `None` while it is not complete. What is shown of an error repeats neither password nor
    /// tokens.
    pub(super) fn take(&mut self, password: &[u8], tokens: &[&Token]) -> Result<Option<Received>, Stop> {
        let known = match &self.bytes[self.start..self.end] {
            [] => return Ok(None),
            // What a free lock, and its release, are replied to with.
            [b'+', b'O', b'K', b'\r', b'\n', ..] => Some((Value::Okay, 5)),
            [b':', b'1', b'\r', b'\n', ..] => Some((Value::Int(1), 4)),
            _ => None,
        };
        if let Some((value, length)) = known {
            self.start += length;
            return Ok(Some(Ok(value)));
        }
        self.scan(Secrets { password, tokens })
    }

    #[inline(never)]
    fn scan(&mut self, secrets: Secrets<'_>) -> Result<Option<Received>, Stop> {
        loop {
            let is_push = self.is_at_a_push();
            let speaks_resp3 = self.tracking.is_some();
            let mut scan = ReplyScan { rest: &self.bytes[self.start..self.end], secrets, speaks_resp3 };
            let value = scan.reply()?;
            let left = scan.rest.len();
            match value {
                Some(_) => self.start = self.end - left,
                None if self.end - self.start > LONGEST_REPLY => return Err(Stop::TooLong),
                None => {}
            }
            match (value, &mut self.tracking) {
                // It belongs to no request, and the next one may be a reply.
                (Some(Ok(push)), Some(tracking)) if is_push => tracking.note(push),
                (value, _) => return Ok(value),
            }
        }
    }

    /// Tells whether a push comes next, which is here in part at least.
    pub(super) fn is_at_a_push(&self) -> bool {
        self.tracking.is_some() && self.bytes[self.start..self.end].first() == Some(&b'>')
    }
}

/// Reads along what has come so far; `None` where it ends too early.
struct ReplyScan<'a> {
    rest: &'a [u8],
    secrets: Secrets<'a>,
    speaks_resp3: bool,
}

impl<'a> ReplyScan<'a> {
    fn reply(&mut self) -> Result<Option<Received>, Stop> {
        if self.rest.first() != Some(&b'-') {
            return Ok(self.value(0)?.map(Ok));
        }
        let Some(line) = self.line()? else { return Ok(None) };
        Ok(Some(Err(Box::new(refusals::read(&line[1..], self.secrets)))))
    }

    fn value(&mut self, depth: usize) -> Result<Option<Value>, Stop> {
        let Some(line) = self.line()? else {
            return Ok(None);
        };
        let Some((kind, text)) = line.split_first() else {
            return Err(Stop::NotRedis);
        };
        match kind {
            b':' => number(text).map(Value::Int).map(Some),
            b'$' => match length(text)? {
                None => Ok(Some(Value::Nil)),
                Some(length) => self.bulk(length),
            },
            b'*' => match length(text)? {
                None => Ok(Some(Value::Nil)),
                Some(count) => Ok(self.parts(count, depth)?.map(Value::Array)),
            },
            _ if self.speaks_resp3 => self.value_of_resp3(*kind, text, depth),
            b'+' if text == b"OK" => Ok(Some(Value::Okay)),
            b'+' => Ok(Some(Value::SimpleString(self.secrets.mask(text)))),
            _ => Err(Stop::NotRedis),
        }
    }

    /// Takes what the replies to HELLO, and pushes, have beside what RESP2 has; and the nil of RESP3.
    fn value_of_resp3(&mut self, kind: u8, text: &[u8], depth: usize) -> Result<Option<Value>, Stop> {
        match kind {
            b'_' => Ok(Some(Value::Nil)),
            b'>' | b'~' => Ok(self.parts(length(text)?.unwrap_or(0), depth)?.map(Value::Array)),
            b'%' => {
                let Some(words) = self.parts(2 * length(text)?.unwrap_or(0), depth)? else { return Ok(None) };
                let mut words = words.into_iter();
                let pair = || Some((words.next()?, words.next()?));
                Ok(Some(Value::Map(std::iter::from_fn(pair).collect())))
            }
            _ => Err(Stop::NotRedis),
        }
    }

    /// Takes the parts of a reply.
    fn parts(&mut self, count: usize, depth: usize) -> Result<Option<Vec<Value>>, Stop> {
        if depth == DEEPEST {
            return Err(Stop::NotRedis);
        }
        // Not reserved: nothing but the server's word says how many come.
        let mut parts = Vec::new();
        for _ in 0..count {
            match self.value(depth + 1)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    /// Takes a line, without its end.
    fn line(&mut self) -> Result<Option<&'a [u8]>, Stop> {
        let Some(end) = self.rest.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n') else {
            return if self.rest.len() > LONGEST_LINE { Err(Stop::NotRedis) } else { Ok(None) };
        };
        let (line, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        line.strip_suffix(b"\r\n").map(Some).ok_or(Stop::NotRedis)
    }

    fn bulk(&mut self, length: usize) -> Result<Option<Value>, Stop> {
        let Some((text, rest)) = self.rest.split_at_checked(length) else {
            return Ok(None);
        };
        let Some((end, rest)) = rest.split_at_checked(2) else {
            return Ok(None);
        };
        if end != b"\r\n" {
            return Err(Stop::NotRedis);
        }
        self.rest = rest;
        Ok(Some(Value::BulkString(text.to_vec())))
    }
}

fn number(text: &[u8]) -> Result<i64, Stop> {
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(Stop::NotRedis)
}

/// Reads how many bytes or elements follow; `None` is the reply that there is none.
fn length(text: &[u8]) -> Result<Option<usize>, Stop> {
    match number(text)? {
        -1 => Ok(None),
        length => match usize::try_from(length) {
            Ok(length) if length <= LONGEST_REPLY => Ok(Some(length)),
            Ok(_) => Err(Stop::TooLong),
            Err(_) => Err(Stop::NotRedis),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;

    /// The replies that these pieces, which come one by one, are read as, and how it ended.
    fn replies(pieces: &[&[u8]]) -> (Vec<Value>, Option<Stop>) {
        let (mut inbox, mut read) = (Inbox::default(), Vec::new());
        for mut piece in pieces.iter().copied() {
            inbox.fill(&mut piece).unwrap();
            assert!(piece.is_empty(), "there was no room");
            loop {
                match inbox.take(b"", &[]) {
                    Ok(Some(reply)) => read.push(reply.unwrap()),
                    Ok(None) => break,
                    Err(stop) => return (read, Some(stop)),
                }
            }
        }
        (read, None)
    }

    fn bulk(text: &[u8]) -> Value {
        Value::BulkString(text.to_vec())
    }

    #[test]
    fn what_comes_after_a_reply_is_not_taken_for_part_of_it() {
        let (read, stop) = replies(&[b"*2\r\n$3\r\na\r\n\r\n:", b"7\r\n+OK\r\n"]);
        assert_eq!(read, [Value::Array(vec![bulk(b"a\r\n"), Value::Int(7)]), Value::Okay]);
        assert!(stop.is_none());
    }

    /// Every reply that a lock can get, and some that it cannot, cut at every place.
    #[test]
    fn the_crates_parser_reads_the_same() {
        let all: [&[u8]; 15] = [
            b":1\r\n",
            b":10\r\n",
            b":-1\r\n",
            b":9007199254740991\r\n",
            b"*2\r\n:29998\r\n:1\r\n",
            b"*3\r\n:2\r\n:-1\r\n$6\r\nrl_\x00\xff1\r\n",
            b"$0\r\n\r\n",
            b"$-1\r\n",
            b"*-1\r\n",
            b"*0\r\n",
            b"+OK\r\n",
            b"+OKAY\r\n",
            b"+QUEUED\r\n",
            b"*2\r\n:1\r\n*1\r\n+PONG\r\n",
            b"*3\r\n$6\r\nmaster\r\n:7\r\n*1\r\n*3\r\n$9\r\n127.0.0.1\r\n$4\r\n7001\r\n$1\r\n7\r\n",
        ];
        for reply in all {
            let expected = redis::parse_redis_value(reply).unwrap();
            for cut in 1..reply.len() {
                let (read, stop) = replies(&[&reply[..cut], &reply[cut..]]);
                assert_eq!(read, std::slice::from_ref(&expected), "{}", reply.escape_ascii());
                assert!(stop.is_none());
            }
        }
    }

    #[test]
    fn an_error_that_is_no_text_is_read_and_shows_no_secret() {
        let mut inbox = Inbox::default();
        inbox.fill(&mut &b"-ERR unknown \xc3 'pw' and pw of rl_1\r\n"[..]).unwrap();
        let token = Token::given(b"rl_1").unwrap();
        let Some(Err(refusal)) = inbox.take(b"pw", &[&token]).unwrap() else { panic!("no error") };
        assert_eq!(refusal.to_string(), "ERR unknown ? '***' and *** of ***");
    }

    #[test]
    fn an_error_that_comes_in_pieces_is_read_when_it_is_complete() {
        let whole = b"-MOVED 1 10.0.0.1:7000\r\n:1\r\n";
        for cut in 1..whole.len() - 4 {
            let mut inbox = Inbox::default();
            inbox.fill(&mut &whole[..cut]).unwrap();
            let early = inbox.take(b"1", &[]).unwrap();
            inbox.fill(&mut &whole[cut..]).unwrap();
            let reply = early.or_else(|| inbox.take(b"1", &[]).unwrap());
            assert!(matches!(reply, Some(Err(refusal)) if matches!(refusal.code, Code::Moved(Some(_)))), "{cut}");
            assert_eq!(inbox.take(b"", &[]).unwrap(), Some(Ok(Value::Int(1))));
        }
    }

    #[test]
    fn replies_of_hostile_size_are_refused_before_they_are_read() {
        assert!(matches!(replies(&[b"$99999999999\r\n"]).1, Some(Stop::TooLong)));
        assert!(matches!(replies(&[b"*99999999999\r\n"]).1, Some(Stop::TooLong)));
        let piece = [b'x'; ROOM];
        let mut endless = vec![&b"+"[..]];
        endless.extend(std::iter::repeat_n(&piece[..], LONGEST_LINE / ROOM + 1));
        assert!(matches!(replies(&endless).1, Some(Stop::NotRedis)));
        let element = [b"$500\r\n", &[b'x'; 500][..], b"\r\n"].concat();
        let mut many = vec![&b"*1000000\r\n"[..]];
        many.extend(std::iter::repeat_n(&element[..], LONGEST_REPLY / element.len() + 1));
        assert!(matches!(replies(&many).1, Some(Stop::TooLong)));
    }

    #[test]
    fn what_is_no_redis_is_said_to_be_none() {
        for nonsense in
            [&b"HTTP/1.1 400 Bad Request\r\n"[..], b"$-7\r\n", b":x\r\n", b"$1\r\nabc\r\n", b":1\n", b"\r\n", b"%1\r\n"]
        {
            assert!(matches!(replies(&[nonsense]).1, Some(Stop::NotRedis)), "{}", nonsense.escape_ascii());
        }
        let nested = b"*1\r\n".repeat(DEEPEST + 1);
        assert!(matches!(replies(&[&nested]).1, Some(Stop::NotRedis)));
    }
}

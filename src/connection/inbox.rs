//! Owns: the bytes a server has sent and nobody has read yet, and handing them to the parser one element at a time.
//! Does not own: what they mean (the redis crate's parser).
//! Called by: `connection`.
//!
//! The parser reads whatever it is given, past the end of a reply, and wants every line to be UTF-8. Given one line or
//! one bulk string at a time it cannot take the beginning of the next reply; and what a line of an error repeats of
//! the request (Redis cuts it inside a character) is made readable here, with no secret in it.

use std::io::{self, Read};

use crate::clock::Instant;
use crate::failure::Interruption;

/// The longest reply in bytes. Ours are a few dozen, a foreign holder's token may be longer; more is no token.
const LONGEST_REPLY: usize = 1024 * 1024;
/// The longest line in bytes: Redis's own limit for an inline request is 64 KiB.
const LONGEST_LINE: usize = 64 * 1024;
/// How much is read at a time.
const CHUNK: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    /// How many of them are the rest of the current line or bulk string.
    granted: usize,
    /// The length of the bulk string, with its line end, that the current line announces.
    announced: usize,
    /// What the current reply may still take.
    room: usize,
}

/// Why there are no more bytes: the parser's own error does not keep it.
#[derive(Debug)]
pub(super) enum Stop {
    Error(io::Error),
    Closed,
    TooLong,
    NotRedis,
    Interrupted(Interruption),
}

impl Inbox {
    /// Tells whether everything the server has sent was read as part of a reply.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Makes room for one more reply.
    pub(super) fn begin_reply(&mut self) {
        self.room = LONGEST_REPLY;
    }
}

/// What the parser reads from while one reply is received.
pub(super) struct Reader<'a, S> {
    pub(super) inbox: &'a mut Inbox,
    pub(super) stream: &'a mut S,
    /// However many bytes keep coming, no more are read behind it.
    pub(super) deadline: Instant,
    pub(super) secrets: &'a [Box<[u8]>],
    pub(super) stopped: Option<Stop>,
}

impl<S: Read> Reader<'_, S> {
    /// Lets the parser have the next line or bulk string.
    fn grant(&mut self) -> Result<(), Stop> {
        if self.inbox.announced > 0 {
            self.inbox.granted = std::mem::take(&mut self.inbox.announced);
            return Ok(());
        }
        let end = loop {
            if let Some(end) = self.inbox.bytes.iter().position(|&byte| byte == b'\n') {
                break end + 1;
            }
            if self.inbox.bytes.len() > LONGEST_LINE {
                return Err(Stop::NotRedis);
            }
            self.fill()?;
        };
        let line: Vec<u8> = self.inbox.bytes.drain(..end).collect();
        let line = match line[0] {
            b'-' | b'+' => readable(&line, self.secrets),
            _ => line,
        };
        self.inbox.announced = announced(&line)?;
        self.inbox.granted = line.len();
        self.inbox.bytes.splice(..0, line);
        Ok(())
    }

    fn fill(&mut self) -> Result<(), Stop> {
        if Instant::now() >= self.deadline {
            return Err(Stop::Error(io::ErrorKind::TimedOut.into()));
        }
        let mut chunk = [0; CHUNK];
        match self.stream.read(&mut chunk) {
            Ok(0) => Err(Stop::Closed),
            Ok(read) => {
                self.inbox.bytes.extend_from_slice(&chunk[..read]);
                Ok(())
            }
            Err(error) => Err(Stop::Error(error)),
        }
    }

    fn hand_out(&mut self, out: &mut [u8]) -> Result<usize, Stop> {
        if self.inbox.granted == 0 {
            self.grant()?;
        }
        if self.inbox.bytes.is_empty() {
            self.fill()?;
        }
        let count = self.inbox.granted.min(self.inbox.bytes.len()).min(out.len());
        self.inbox.room = self.inbox.room.checked_sub(count).ok_or(Stop::TooLong)?;
        out[..count].copy_from_slice(&self.inbox.bytes[..count]);
        self.inbox.bytes.drain(..count);
        self.inbox.granted -= count;
        Ok(count)
    }
}

impl<S: Read> Read for Reader<'_, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.hand_out(out).map_err(|stop| {
            let kind = match &stop {
                Stop::Error(error) => error.kind(),
                Stop::Closed => io::ErrorKind::UnexpectedEof,
                Stop::TooLong | Stop::NotRedis | Stop::Interrupted(_) => io::ErrorKind::InvalidData,
            };
            self.stopped = Some(stop);
            kind.into()
        })
    }
}

/// Returns the length of the bulk string that a line announces, with its line end; 0 for other lines and for null.
fn announced(line: &[u8]) -> Result<usize, Stop> {
    let Some(length) = line.strip_prefix(b"$") else {
        return Ok(0);
    };
    let length = std::str::from_utf8(length).map_err(|_| Stop::NotRedis)?.trim_end();
    match length.parse::<i64>() {
        Ok(-1) => Ok(0),
        Ok(length) => match usize::try_from(length) {
            Ok(length) if length <= LONGEST_REPLY => Ok(length + 2),
            Ok(_) => Err(Stop::TooLong),
            Err(_) => Err(Stop::NotRedis),
        },
        Err(_) => Err(Stop::NotRedis),
    }
}

/// Makes a line of text ASCII, with stars where it repeats a secret.
fn readable(line: &[u8], secrets: &[Box<[u8]>]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&byte, behind)) = rest.split_first() {
        let secret = secrets.iter().find(|secret| !secret.is_empty() && rest.starts_with(secret));
        if let Some(secret) = secret {
            shown.extend_from_slice(b"***");
            rest = &rest[secret.len()..];
        } else {
            shown.push(if byte.is_ascii() { byte } else { b'?' });
            rest = behind;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Gives one piece at each read, then nothing for now.
    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let piece = self.0.remove(0);
            out[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    fn parse(inbox: &mut Inbox, pieces: &mut Pieces, secret: &[u8]) -> Result<redis::Value, Stop> {
        let deadline = Instant::now().after(Duration::from_secs(60));
        inbox.begin_reply();
        let secrets = [secret.into()];
        let mut reader = Reader { inbox, stream: pieces, deadline, secrets: &secrets, stopped: None };
        let result = redis::Parser::new().parse_value(&mut reader);
        result.map_err(|_| reader.stopped.unwrap_or(Stop::NotRedis))
    }

    #[test]
    fn what_lies_behind_a_reply_is_not_taken_for_part_of_it() {
        let mut inbox = Inbox::default();
        let mut pieces = Pieces(vec![b"*2\r\n$3\r\na\r\n\r\n:", b"7\r\n+OK\r\n"]);
        let first = parse(&mut inbox, &mut pieces, b"").unwrap();
        assert_eq!(first, redis::Value::Array(vec![redis::Value::BulkString(b"a\r\n".to_vec()), redis::Value::Int(7)]));
        assert!(!inbox.is_empty());
        assert_eq!(parse(&mut inbox, &mut pieces, b"").unwrap(), redis::Value::Okay);
        assert!(inbox.is_empty());
    }

    #[test]
    fn an_error_that_is_no_text_is_read_and_shows_no_secret() {
        let mut pieces = Pieces(vec![b"-ERR unknown \xc3 'pw' and pw\r\n"]);
        let redis::Value::ServerError(error) = parse(&mut Inbox::default(), &mut pieces, b"pw").unwrap() else {
            panic!("no error");
        };
        assert_eq!(error.details(), Some("unknown ? '***' and ***"));
    }

    #[test]
    fn replies_of_hostile_size_are_refused_before_they_are_read() {
        let mut huge = Pieces(vec![b"$99999999999\r\n"]);
        assert!(matches!(parse(&mut Inbox::default(), &mut huge, b""), Err(Stop::TooLong)));
        let mut negative = Pieces(vec![b"$-7\r\n"]);
        assert!(matches!(parse(&mut Inbox::default(), &mut negative, b""), Err(Stop::NotRedis)));
        let mut endless = Pieces(vec![b"+xxxxxxxxxxxxxxxx"; LONGEST_LINE / 16 + 2]);
        assert!(matches!(parse(&mut Inbox::default(), &mut endless, b""), Err(Stop::NotRedis)));
    }

    #[test]
    fn bytes_that_keep_coming_do_not_outlast_the_deadline() {
        let mut inbox = Inbox::default();
        inbox.begin_reply();
        let mut pieces = Pieces(vec![b"+a"; 10]);
        let deadline = Instant::now();
        let mut reader = Reader { inbox: &mut inbox, stream: &mut pieces, deadline, secrets: &[], stopped: None };
        assert!(redis::Parser::new().parse_value(&mut reader).is_err());
        assert!(matches!(reader.stopped, Some(Stop::Error(error)) if error.kind() == io::ErrorKind::TimedOut));
    }
}

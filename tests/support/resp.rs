//! Owns the little RESP the tests need: a client that writes commands and reads replies, and where a message ends in a stream.
//! Not the extension's parser, on purpose: a mistake there must not be hidden by the same mistake here.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

use super::PATIENCE;

/// What a server answered (RESP2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Status(String),
    Error(String),
    Int(i64),
    Bytes(Vec<u8>),
    Nil,
    List(Vec<Reply>),
}

impl Reply {
    /// The text of a status, an error, a number or bytes; bytes that are no UTF-8 are replaced.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Status(text) | Self::Error(text) => text.clone(),
            Self::Int(number) => number.to_string(),
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Self::Nil | Self::List(_) => panic!("not a text: {self:?}"),
        }
    }

    pub(crate) fn int(&self) -> i64 {
        match self {
            Self::Int(number) => *number,
            other => panic!("not a number: {other:?}"),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            other => panic!("not bytes: {other:?}"),
        }
    }

    pub(crate) fn list(&self) -> &[Reply] {
        match self {
            Self::List(list) => list,
            other => panic!("not a list: {other:?}"),
        }
    }

    pub(crate) fn is_nil(&self) -> bool {
        *self == Self::Nil
    }

    /// True for an error whose text starts with `code`, such as "WRONGTYPE".
    pub(crate) fn is_error(&self, code: &str) -> bool {
        matches!(self, Self::Error(text) if text.starts_with(code))
    }
}

/// A status or bytes equal their text: `assert_eq!(server.command(&["GET", "k"]), "v")`.
impl PartialEq<&str> for Reply {
    fn eq(&self, other: &&str) -> bool {
        match self {
            Self::Status(text) => text == other,
            Self::Bytes(bytes) => bytes == other.as_bytes(),
            _ => false,
        }
    }
}

impl PartialEq<i64> for Reply {
    fn eq(&self, other: &i64) -> bool {
        matches!(self, Self::Int(number) if number == other)
    }
}

/// A bare connection to a server or to the proxy.
#[derive(Debug)]
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
}

impl Client {
    /// Connects to a port of 127.0.0.1. Reads and writes give up after the harness's patience.
    pub(crate) fn connect(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    pub(crate) fn stream(&self) -> &TcpStream {
        self.reader.get_ref()
    }

    pub(crate) fn ask(&mut self, words: &[&[u8]]) -> io::Result<Reply> {
        self.send(&command(words))?;
        self.read_reply()
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    pub(crate) fn read_reply(&mut self) -> io::Result<Reply> {
        read_reply(&mut self.reader)
    }

    /// True when the server has closed this connection; found out without asking it.
    pub(crate) fn is_closed(&self) -> bool {
        let stream = self.stream();
        stream.set_nonblocking(true).unwrap();
        let closed = match stream.peek(&mut [0]) {
            Ok(bytes) => bytes == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        stream.set_nonblocking(false).unwrap();
        closed
    }
}

/// The bytes of a command.
pub(crate) fn command(words: &[&[u8]]) -> Vec<u8> {
    let mut bytes = format!("*{}\r\n", words.len()).into_bytes();
    for word in words {
        bytes.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
        bytes.extend_from_slice(word);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes
}

fn read_reply(source: &mut impl BufRead) -> io::Result<Reply> {
    let mut line = Vec::new();
    source.read_until(b'\n', &mut line)?;
    if !line.ends_with(b"\r\n") {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let rest = value(&line);
    let text = || String::from_utf8_lossy(rest).into_owned();
    match line[0] {
        b'+' => Ok(Reply::Status(text())),
        b'-' => Ok(Reply::Error(text())),
        b':' => Ok(Reply::Int(number(rest))),
        b'$' => read_bytes(source, number(rest)),
        b'*' if number(rest) < 0 => Ok(Reply::Nil),
        b'*' => (0..number(rest)).map(|_| read_reply(source)).collect::<io::Result<_>>().map(Reply::List),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, format!("not RESP2: {}", text()))),
    }
}

fn read_bytes(source: &mut impl BufRead, length: i64) -> io::Result<Reply> {
    let Ok(length) = usize::try_from(length) else {
        return Ok(Reply::Nil);
    };
    let mut bytes = vec![0; length + 2];
    source.read_exact(&mut bytes)?;
    bytes.truncate(length);
    Ok(Reply::Bytes(bytes))
}

/// How many bytes the first reply in `bytes` takes (RESP2 or RESP3); nothing while it is incomplete.
pub(super) fn reply_length(bytes: &[u8]) -> Option<usize> {
    let line = line_length(bytes)?;
    let count = || number(value(&bytes[..line]));
    match bytes[0] {
        b'$' | b'=' | b'!' => {
            let length = usize::try_from(count()).map_or(line, |length| line + length + 2);
            (bytes.len() >= length).then_some(length)
        }
        b'*' | b'~' | b'>' => replies_length(bytes, line, count()),
        b'%' => replies_length(bytes, line, 2 * count()),
        b'|' => replies_length(bytes, line, 2 * count() + 1),
        _ => Some(line),
    }
}

fn replies_length(bytes: &[u8], start: usize, count: i64) -> Option<usize> {
    (0..count).try_fold(start, |end, _| Some(end + reply_length(&bytes[end..])?))
}

/// How many bytes the first command in `bytes` takes; nothing while it is incomplete.
pub(crate) fn command_length(bytes: &[u8]) -> Option<usize> {
    if bytes.first() == Some(&b'*') { reply_length(bytes) } else { line_length(bytes) }
}

/// The words of one whole command, written as an array or inline.
pub(crate) fn command_words(mut command: &[u8]) -> Vec<Vec<u8>> {
    if command.first() != Some(&b'*') {
        return command.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect();
    }
    match read_reply(&mut command) {
        Ok(Reply::List(words)) => words.iter().map(|word| word.bytes().to_vec()).collect(),
        _ => Vec::new(),
    }
}

fn line_length(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n').map(|end| end + 1)
}

/// What stands between the first byte of a line and its end.
fn value(line: &[u8]) -> &[u8] {
    line.get(1..).unwrap_or_default().trim_ascii_end()
}

fn number(digits: &[u8]) -> i64 {
    String::from_utf8_lossy(digits).parse().unwrap_or(-1)
}

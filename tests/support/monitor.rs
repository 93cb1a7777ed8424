//! Owns the reading of MONITOR: every command a server ran, in its order, as words.
//! Does not decide what is right; leaves out only what the harness itself asked.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::resp::{Client, Reply};
use super::{Server, lock};

/// One command that the server ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) database: u32,
    /// The client's `address:port`, `unix:path`, or `lua` for what a script did.
    pub(crate) from: String,
    pub(crate) words: Vec<Vec<u8>>,
}

impl Sent {
    /// The words, joined by spaces; bytes that are no UTF-8 are replaced.
    pub(crate) fn text(&self) -> String {
        self.words.iter().map(|word| String::from_utf8_lossy(word)).collect::<Vec<_>>().join(" ")
    }

    fn is_greeting(&self) -> bool {
        self.text().to_ascii_uppercase().starts_with("CLIENT SETINFO ")
    }

    pub(crate) fn is_by_script(&self) -> bool {
        self.from == "lua"
    }
}

/// Collects what a server runs from its start on. AUTH never appears: Redis leaves it out of MONITOR. Nor does a
/// connection's greeting, CLIENT SETINFO: a server before 7.2 does not know it, and shows no unknown commands.
#[derive(Debug)]
pub(crate) struct Monitor<'s> {
    server: &'s Server,
    client: Client,
    seen: Vec<Sent>,
}

impl<'s> Monitor<'s> {
    pub(super) fn start(server: &'s Server) -> Self {
        let mut client = server.connect();
        assert_eq!(client.ask(&[b"MONITOR"]).unwrap(), "OK");
        Self { server, client, seen: Vec::new() }
    }

    /// Everything that ran until this call, scripts' commands included, the harness's own left out.
    pub(crate) fn lines(&mut self) -> Vec<Sent> {
        self.read_until_now().expect("MONITOR of a server that runs");
        self.seen.clone()
    }

    /// The commands that clients sent until this call, as text; without what scripts ran.
    pub(crate) fn commands(&mut self) -> Vec<String> {
        self.lines().iter().filter(|sent| !sent.is_by_script()).map(Sent::text).collect()
    }

    pub(crate) fn stop(mut self) -> Vec<Sent> {
        self.lines()
    }

    /// A command of our own marks the end: what ran before it was reported before it.
    fn read_until_now(&mut self) -> io::Result<()> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let marker = format!("end of monitor {}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.server.command(&["ECHO", &marker]);
        loop {
            let Reply::Status(line) = self.client.read_reply()? else {
                continue;
            };
            let Some(sent) = parse(&line) else { continue };
            if sent.words.get(1).is_some_and(|word| word == marker.as_bytes()) {
                return Ok(());
            }
            let harness = lock(&self.server.harness_addresses);
            if !sent.is_greeting() && !harness.iter().any(|address| sent.from == address.to_string()) {
                self.seen.push(sent);
            }
        }
    }
}

/// Reads `1700000000.123456 [0 127.0.0.1:5] "set" "k"`.
fn parse(line: &str) -> Option<Sent> {
    let (head, words) = line.split_once("] \"")?;
    let (database, from) = head.split_once('[')?.1.split_once(' ')?;
    let words = words.strip_suffix('"')?.split("\" \"").map(unescape).collect();
    Some(Sent { database: database.parse().ok()?, from: from.to_owned(), words })
}

/// Undoes Redis's sdscatrepr: `\xHH` for what does not print, a backslash before a quote or a backslash.
fn unescape(word: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            None => byte,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'a') => 7,
            Some(b'b') => 8,
            Some(b'x') => hex(rest.next()) * 16 + hex(rest.next()),
            Some(other) => other,
        });
    }
    bytes
}

fn hex(digit: Option<u8>) -> u8 {
    let digit = char::from(digit.unwrap_or(b'0')).to_digit(16).unwrap_or(0);
    u8::try_from(digit).unwrap_or(0)
}

//! Owns a server that runs no scripts and has the commands that compare and take several keys (DELEX, SET IFEQ, MSETEX), whichever
//! Redis this machine has; whose replicas have each write at once; and that ends a connection when it is told to.
//! Does not own expiry: a key stays until it is deleted.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use super::lock;

/// Such a server, on a socket of its own.
pub(crate) struct Scriptless {
    path: PathBuf,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    keys: HashMap<String, String>,
    /// The command after whose reply the connection ends, and how many of it come before.
    ends_after: Option<(&'static str, usize)>,
}

impl Scriptless {
    pub(crate) fn start() -> Self {
        let path = std::env::temp_dir().join(format!("redislock-scriptless-{}", super::free_port()));
        let (listener, state) = (UnixListener::bind(&path).unwrap(), Arc::new(Mutex::new(State::default())));
        let shared = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, state) = (stream.unwrap(), shared.clone());
                thread::spawn(move || serve(stream, &state));
            }
        });
        Self { path, state }
    }

    pub(crate) fn address(&self) -> String {
        format!("unix://{}", self.path.display())
    }

    /// Ends the connection, once, after its reply to the next `command` but this many: what is written then is written in vain.
    pub(crate) fn end_after(&self, command: &'static str, but: usize) {
        lock(&self.state).ends_after = Some((command, but));
    }

    /// Tells whether the connection was ended, or there was no need to.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.state).ends_after.is_none()
    }

    pub(crate) fn set(&self, key: &str, value: &str) {
        lock(&self.state).keys.insert(key.to_owned(), value.to_owned());
    }

    pub(crate) fn remove(&self, key: &str) {
        lock(&self.state).keys.remove(key);
    }

    pub(crate) fn keys(&self) -> usize {
        lock(&self.state).keys.len()
    }
}

impl Drop for Scriptless {
    fn drop(&mut self) {
        std::fs::remove_file(&self.path).ok();
    }
}

fn serve(mut stream: UnixStream, state: &Mutex<State>) {
    let mut requests = BufReader::new(stream.try_clone().unwrap());
    while let Some(words) = request(&mut requests) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut state = lock(state);
        let reply = reply(&mut state.keys, &words);
        let ends = match &mut state.ends_after {
            Some((command, 0)) if *command == words[0] => state.ends_after.take().is_some(),
            Some((command, but)) if *command == words[0] => {
                *but -= 1;
                false
            }
            _ => false,
        };
        drop(state);
        if ends {
            stream.shutdown(Shutdown::Read).unwrap();
        }
        if stream.write_all(reply.as_bytes()).is_err() || ends {
            return;
        }
    }
}

fn request(from: &mut BufReader<UnixStream>) -> Option<Vec<String>> {
    let number = |from: &mut BufReader<UnixStream>| {
        let mut line = String::new();
        from.read_line(&mut line).ok()?;
        line.get(1..)?.trim().parse::<usize>().ok()
    };
    let words = number(from)?;
    (0..words)
        .map(|_| {
            let mut word = vec![0; number(from)? + 2];
            from.read_exact(&mut word).ok()?;
            word.truncate(word.len() - 2);
            String::from_utf8(word).ok()
        })
        .collect()
}

fn reply(keys: &mut HashMap<String, String>, words: &[&str]) -> String {
    let number = |number: usize| format!(":{number}\r\n");
    match words {
        ["CLIENT", ..] => "+OK\r\n".to_owned(),
        ["WAIT", replicas, _] => format!(":{replicas}\r\n"),
        ["EXISTS", names @ ..] => number(names.iter().filter(|name| keys.contains_key(**name)).count()),
        ["GET", key] => keys.get(*key).map_or("$-1\r\n".to_owned(), |value| format!("${}\r\n{value}\r\n", value.len())),
        ["PTTL", key] => if keys.contains_key(*key) { ":1000\r\n" } else { ":-2\r\n" }.to_owned(),
        ["DEL", key] => number(usize::from(keys.remove(*key).is_some())),
        ["DELEX", key, "IFEQ", value] => {
            let is_equal = keys.get(*key).is_some_and(|found| found == value);
            number(usize::from(is_equal && keys.remove(*key).is_some()))
        }
        ["SET", key, value, condition, rest @ ..] => {
            let may = match (*condition, rest) {
                ("NX", _) => !keys.contains_key(*key),
                ("IFEQ", [expected, ..]) => keys.get(*key).is_some_and(|found| found == expected),
                _ => return "-ERR syntax error\r\n".to_owned(),
            };
            if may {
                keys.insert((*key).to_owned(), (*value).to_owned());
            }
            if may { "+OK\r\n" } else { "$-1\r\n" }.to_owned()
        }
        ["MSETEX", count, pairs @ ..] => {
            let pairs: Vec<_> = pairs[..2 * count.parse::<usize>().unwrap()].chunks(2).collect();
            let are_free = pairs.iter().all(|pair| !keys.contains_key(pair[0]));
            if are_free {
                keys.extend(pairs.iter().map(|pair| (pair[0].to_owned(), pair[1].to_owned())));
            }
            number(usize::from(are_free))
        }
        [command, ..] => format!("-ERR unknown command '{command}'\r\n"),
        [] => "-ERR nothing\r\n".to_owned(),
    }
}

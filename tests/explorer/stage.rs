//! Owns the real Redis under the explorer: what is in it between two commands, and how a command is run from there.
//! Does not know processes or faults (model.rs, steps.rs). The scripts are those that the extension sends, never copies.

use std::collections::HashMap;

use redislock::scripts;

use crate::support::{Client, Reply, Server};

pub(crate) const KEY: &str = "k";
pub(crate) const MARK: &str = "k:rl-waiting{k}";
pub(crate) const WAKE: &str = "k:rl-wake{k}";
/// What a holder that knows nothing of redislock writes: no `rl_` in front, and it sets no expiry.
pub(crate) const FOREIGN: &str = "foreign";
/// Ttl, mark and signal in ms. Longer than in life: here things end when the explorer says so, not when a machine is slow.
pub(crate) const LIFE_MS: &str = "60000";

/// A script of src/lua.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Script {
    Acquire,
    Release,
    Force,
}

impl Script {
    fn text(self) -> &'static str {
        match self {
            Self::Acquire => scripts::ACQUIRE.text,
            Self::Release => scripts::RELEASE.text,
            Self::Force => scripts::FORCE.text,
        }
    }
}

/// One command that changes Redis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Command {
    Acquire {
        process: usize,
        mark_ms: &'static str,
    },
    Release {
        process: usize,
    },
    Force,
    /// BLPOP's half that does not block: takes the element if there is one.
    Pop,
    ForeignSet,
    Delete(&'static str),
}

pub(crate) fn token(process: usize) -> String {
    format!("rl_{process}")
}

/// Everything in Redis that a later command can see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Snapshot {
    pub(crate) value: Option<String>,
    pub(crate) has_mark: bool,
    pub(crate) elements: usize,
}

/// A command, and what is in Redis before it.
pub(crate) type Scene = (Snapshot, Command);
/// Its reply, and what is in Redis after it.
pub(crate) type Outcome = (Reply, Snapshot);

/// A connection that puts a snapshot into Redis and runs a command there.
#[derive(Debug)]
pub(crate) struct Stage {
    client: Client,
    /// SHA1 of each script, in the order of `Script`.
    hashes: [String; 3],
    /// What was played. All that a command can see is restored for it, so the server would only say the same again: many
    /// states share one scene. With every step played anew the same states were found in four times the time (2026-11-20).
    outcomes: HashMap<Scene, Outcome>,
}

impl Stage {
    pub(crate) fn new(server: &Server) -> Self {
        let mut client = Client::connect(server.port()).unwrap();
        let scripts = [Script::Acquire, Script::Release, Script::Force];
        let hashes = scripts.map(|script| ask(&mut client, &["SCRIPT", "LOAD", script.text()]).text());
        Self { client, hashes, outcomes: HashMap::new() }
    }

    /// What the command leads to from that snapshot.
    pub(crate) fn play(&mut self, before: &Snapshot, command: Command) -> Outcome {
        let scene = (before.clone(), command);
        if let Some(outcome) = self.outcomes.get(&scene) {
            return outcome.clone();
        }
        self.restore(before);
        let outcome = self.run(command);
        self.outcomes.insert(scene, outcome.clone());
        outcome
    }

    pub(crate) fn restore(&mut self, snapshot: &Snapshot) {
        let mut bytes = Vec::new();
        let replies = write_setup(snapshot, &mut bytes);
        self.client.send(&bytes).unwrap();
        self.read_setup(replies);
    }

    /// Runs a command in what is there.
    pub(crate) fn run(&mut self, command: Command) -> Outcome {
        let mut bytes = Vec::new();
        self.write(command, &mut bytes);
        self.client.send(&bytes).unwrap();
        self.read()
    }

    /// Writes the command, and the questions that `snapshot` reads the answers of.
    fn write(&self, command: Command, bytes: &mut Vec<u8>) {
        self.write_command(command, bytes);
        for words in [&["GET", KEY][..], &["PTTL", KEY], &["PTTL", MARK], &["LLEN", WAKE], &["PTTL", WAKE], &["DBSIZE"]]
        {
            encode(words, bytes);
        }
    }

    fn write_command(&self, command: Command, bytes: &mut Vec<u8>) {
        let [acquire, release, force] = &self.hashes;
        match command {
            Command::Acquire { process, mark_ms } => {
                encode(&["EVALSHA", acquire, "2", KEY, MARK, &token(process), LIFE_MS, mark_ms, "0", "0"], bytes);
            }
            Command::Release { process } => {
                encode(&["EVALSHA", release, "3", KEY, MARK, WAKE, &token(process), LIFE_MS, "1", "0"], bytes);
            }
            Command::Force => encode(&["EVALSHA", force, "3", KEY, MARK, WAKE, LIFE_MS, ""], bytes),
            Command::Pop => encode(&["LPOP", WAKE], bytes),
            Command::ForeignSet => encode(&["SET", KEY, FOREIGN, "NX"], bytes),
            Command::Delete(key) => encode(&["DEL", key], bytes),
        }
    }

    fn read_setup(&mut self, replies: usize) {
        for _ in 0..replies {
            let reply = self.reply();
            assert!(!reply.is_error(""), "while a state was restored: {reply:?}");
        }
    }

    fn read(&mut self) -> (Reply, Snapshot) {
        let reply = self.reply();
        assert!(!reply.is_error(""), "{reply:?}");
        (reply, self.snapshot())
    }

    /// Reads what is there, and that nothing of it would stay for ever.
    fn snapshot(&mut self) -> Snapshot {
        let value = Some(self.reply()).filter(|value| !value.is_nil()).map(|value| value.text());
        let [left, mark_left, elements, wake_left, keys] = [(); 5].map(|()| self.reply().int());
        let is_foreign = value.as_deref() == Some(FOREIGN);
        assert!(value.is_none() || is_foreign || left > 0, "a lease without a ttl");
        assert_ne!(mark_left, -1, "a mark that never ends");
        assert!(elements == 0 || wake_left > 0, "a signal that never ends");
        let has_mark = mark_left >= 0;
        let known = i64::from(value.is_some()) + i64::from(has_mark) + i64::from(elements > 0);
        assert_eq!(keys, known, "a key that the explorer does not know");
        Snapshot { value, has_mark, elements: usize::try_from(elements).unwrap() }
    }

    fn reply(&mut self) -> Reply {
        self.client.read_reply().unwrap()
    }
}

/// Adds the commands that make Redis look like `snapshot` to `bytes`, and answers how many they are.
fn write_setup(snapshot: &Snapshot, bytes: &mut Vec<u8>) -> usize {
    // Not FLUSHDB, which gives memory back to the system each time.
    let mut commands = vec![vec!["DEL", KEY, MARK, WAKE]];
    match snapshot.value.as_deref() {
        Some(FOREIGN) => commands.push(vec!["SET", KEY, FOREIGN]),
        Some(token) => commands.push(vec!["SET", KEY, token, "PX", LIFE_MS]),
        None => (),
    }
    if snapshot.has_mark {
        commands.push(vec!["SET", MARK, "1", "PX", LIFE_MS]);
    }
    if snapshot.elements > 0 {
        commands.push([&["RPUSH", WAKE][..], &vec!["1"; snapshot.elements]].concat());
        commands.push(vec!["PEXPIRE", WAKE, LIFE_MS]);
    }
    for words in &commands {
        encode(words, bytes);
    }
    commands.len()
}

fn ask(client: &mut Client, words: &[&str]) -> Reply {
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
    client.ask(&words).unwrap()
}

fn encode(words: &[&str], bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(format!("*{}\r\n", words.len()).as_bytes());
    for word in words {
        bytes.extend_from_slice(format!("${}\r\n{word}\r\n", word.len()).as_bytes());
    }
}

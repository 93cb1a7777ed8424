//! Owns the real Redis under the explorer: what is in it between two commands, and how a command is run from there.
//! Does not know processes or faults (model.rs, steps.rs), nor what a command's words are (calls.rs).

use std::collections::HashMap;

use crate::explorer::calls::{Calls, Command, Edit, words};
use crate::explorer::world::{Channel, LIFE_MS, Snapshot, Value, World};
use crate::support::{Client, Reply, Server, command};

/// A command, and what is in Redis before it.
pub(crate) type Scene = (Snapshot, Command);
/// Its reply, and what is in Redis after it.
pub(crate) type Outcome = (Reply, Snapshot);

/// A connection that puts a snapshot into Redis and runs a command there.
#[derive(Debug)]
pub(crate) struct Stage {
    client: Client,
    world: &'static World,
    calls: Calls,
    /// What was played. All that a command can see is restored for it, so the server would only say the same again: many
    /// states share one scene. With every step played anew the same states were found in four times the time (2026-11-20).
    outcomes: HashMap<Scene, Outcome>,
}

impl Stage {
    pub(crate) fn new(server: &Server, world: &'static World, edits: &[Edit]) -> Self {
        let mut client = Client::connect(server.port()).unwrap();
        let calls = Calls::load(&mut client, world, edits);
        Self { client, world, calls, outcomes: HashMap::new() }
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
        let commands = self.setup(snapshot);
        let mut bytes = Vec::new();
        for words in &commands {
            encode(words, &mut bytes);
        }
        self.client.send(&bytes).unwrap();
        for words in &commands {
            let reply = self.reply();
            assert!(!reply.is_error(""), "while a state was restored by {words:?}: {reply:?}");
        }
    }

    /// Runs a command in what is there.
    pub(crate) fn run(&mut self, command: Command) -> Outcome {
        let mut bytes = Vec::new();
        encode(&self.calls.words(command), &mut bytes);
        for words in self.questions() {
            encode(&words, &mut bytes);
        }
        self.client.send(&bytes).unwrap();
        let reply = self.reply();
        assert!(!reply.is_error(""), "{command:?}: {reply:?}");
        (reply, self.snapshot())
    }

    /// The commands that make Redis look like `snapshot`.
    fn setup(&self, snapshot: &Snapshot) -> Vec<Vec<String>> {
        let world = self.world;
        let companions = world.channels.iter().flat_map(|channel| [channel.mark, channel.wake]);
        let all = world.keys.iter().copied().chain(companions).chain(world.others.iter().copied());
        // Not FLUSHDB, which gives memory back to the system each time.
        let mut commands = vec![words(&["DEL"]).into_iter().chain(all.map(str::to_owned)).collect()];
        for (key, value) in world.keys.iter().zip(snapshot.values) {
            if let Some(text) = value.text() {
                commands.push(words(&["SET", key, &text]));
                commands.extend(value.life().map(|life| words(&["PEXPIRE", key, life])));
            }
        }
        for (number, channel) in world.channels.iter().enumerate() {
            if snapshot.has_mark[number] {
                commands.push(words(&["SET", channel.mark, "1", "PX", LIFE_MS]));
            }
            for _ in 0..snapshot.elements[number] {
                commands.push(words(&["RPUSH", channel.wake, "1"]));
                commands.push(words(&["PEXPIRE", channel.wake, LIFE_MS]));
            }
        }
        commands
    }

    /// What `snapshot` reads the answers to.
    fn questions(&self) -> Vec<Vec<String>> {
        let of_key = |key: &&str| [words(&["GET", key]), words(&["PTTL", key])];
        let of_channel = |channel: &Channel| {
            [words(&["PTTL", channel.mark]), words(&["LLEN", channel.wake]), words(&["PTTL", channel.wake])]
        };
        let keys = self.world.keys.iter().flat_map(of_key);
        let channels = self.world.channels.iter().flat_map(of_channel);
        let others = self.world.others.iter().map(|key| words(&["PTTL", key]));
        keys.chain(channels).chain(others).chain([words(&["DBSIZE"])]).collect()
    }

    /// Reads what is there, and that nothing of it would stay for ever.
    fn snapshot(&mut self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        let mut known = 0;
        for key in 0..self.world.keys.len() {
            let value = Value::read(&self.reply());
            let left = self.reply().int();
            assert!(matches!(value, Value::Free | Value::Foreign) || left > 0, "a lease without a ttl");
            known += i64::from(value != Value::Free);
            snapshot.values[key] = value;
        }
        for channel in 0..self.world.channels.len() {
            let [mark_left, elements, wake_left] = [(); 3].map(|()| self.reply().int());
            assert_ne!(mark_left, -1, "a mark that never ends");
            assert!(elements == 0 || wake_left > 0, "a signal that never ends");
            snapshot.has_mark[channel] = mark_left >= 0;
            snapshot.elements[channel] = usize::try_from(elements).unwrap();
            known += i64::from(mark_left >= 0) + i64::from(elements > 0);
        }
        for _ in self.world.others {
            let left = self.reply().int();
            assert_ne!(left, -1, "a companion that never ends");
            known += i64::from(left >= 0);
        }
        assert_eq!(self.reply(), known, "a key that the explorer does not know");
        snapshot
    }

    fn reply(&mut self) -> Reply {
        self.client.read_reply().unwrap()
    }
}

fn encode(words: &[String], bytes: &mut Vec<u8>) {
    let words: Vec<&[u8]> = words.iter().map(String::as_bytes).collect();
    bytes.extend_from_slice(&command(&words));
}

//! Owns the words of each command that the explorer runs. The scripts are those that the extension sends, never copies.
//! Does not run them (stage.rs).

use redislock::scripts;

use crate::explorer::world::{Channel, FOREIGN, LIFE_MS, MOST, REST_MS, Want, World, marker, token};
use crate::support::Client;

/// A script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Acquire,
    AcquireAll,
    AcquirePermit,
    Extend,
    Release,
    ReleaseOne,
    ReleaseAll,
    ReleaseDone,
    Remove,
    RemovePermits,
    Wake,
}

impl Script {
    /// In the order of the variants.
    const ALL: [Self; 11] = [
        Self::Acquire,
        Self::AcquireAll,
        Self::AcquirePermit,
        Self::Extend,
        Self::Release,
        Self::ReleaseOne,
        Self::ReleaseAll,
        Self::ReleaseDone,
        Self::Remove,
        Self::RemovePermits,
        Self::Wake,
    ];

    fn text(self) -> &'static str {
        match self {
            Self::Acquire => scripts::ACQUIRE.text,
            Self::AcquireAll => scripts::ACQUIRE_ALL.text,
            Self::AcquirePermit => scripts::ACQUIRE_PERMIT.text,
            Self::Extend => scripts::EXTEND.text,
            Self::Release => scripts::RELEASE.text,
            Self::ReleaseOne => scripts::RELEASE_ONE.text,
            Self::ReleaseAll => scripts::RELEASE_ALL.text,
            Self::ReleaseDone => scripts::RELEASE_DONE.text,
            Self::Remove => scripts::REMOVE.text,
            Self::RemovePermits => scripts::REMOVE_PERMITS.text,
            Self::Wake => scripts::WAKE.text,
        }
    }

    /// The text without a rule of it, where an edit takes one away.
    fn edited(self, edits: &[Edit]) -> String {
        // No time passes here: what is to expire is removed.
        let mut text = self.text().replace("KEYS[3], 5000)", &format!("KEYS[3], {LIFE_MS})"));
        for edit in edits.iter().filter(|edit| edit.script == self) {
            assert!(text.contains(edit.rule), "{self:?} no longer has the rule {:?}", edit.rule);
            text = text.replace(edit.rule, edit.without);
        }
        text
    }
}

/// Takes a rule out of a script, to show what it is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit {
    pub(crate) script: Script,
    pub(crate) rule: &'static str,
    pub(crate) without: &'static str,
}

/// One command that changes Redis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Command {
    Acquire {
        process: usize,
        want: Want,
        /// The mark's time: who does not wait any longer leaves none.
        mark_ms: &'static str,
        /// '1' after an attempt whose reply did not come.
        is_retry: &'static str,
        /// Whose signal it may have used up, counted from 1: of a list, the key's beside which it has slept; of permits, that of the
        /// wake list that woke it; of a job, 1 once it has slept. 0: none.
        signal_of: usize,
    },
    /// Of one key.
    Extend(usize),
    Release {
        process: usize,
        want: Want,
        permit: usize,
        rest_ms: &'static str,
    },
    /// Of one key, by who has done what others wait for; leaves a done marker, or none.
    ReleaseDone {
        process: usize,
        key: usize,
        marks: bool,
    },
    Wake(usize),
    Force(usize),
    ForceAll(Want),
    /// BLPOP's half that does not block: takes an element if there is one, of the first of these lists that has one.
    Pop([bool; MOST]),
    ForeignSet(usize),
    DeleteKeys([bool; MOST]),
    DeleteMark(usize),
    DeleteWake(usize),
}

/// What a server has loaded.
#[derive(Debug)]
pub(crate) struct Calls {
    world: &'static World,
    /// SHA1 of each script, in the order of `Script::ALL`.
    hashes: [String; 11],
}

impl Calls {
    pub(crate) fn load(client: &mut Client, world: &'static World, edits: &[Edit]) -> Self {
        let hashes = Script::ALL.map(|script| {
            let text = script.edited(edits);
            client.ask(&[b"SCRIPT", b"LOAD", text.as_bytes()]).unwrap().text()
        });
        Self { world, hashes }
    }

    pub(crate) fn words(&self, command: Command) -> Vec<String> {
        match command {
            Command::Acquire { process, want, mark_ms, is_retry, signal_of } => {
                self.acquire(process, want, mark_ms, is_retry, signal_of)
            }
            Command::Extend(process) => self.call(Script::Extend, &self.one(0, 0)[..1], &[&token(process), LIFE_MS]),
            Command::Release { process, want, permit, rest_ms } => self.release(process, want, permit, rest_ms),
            Command::ReleaseDone { process, key, marks } => self.release_done(process, key, marks),
            Command::Wake(key) => self.call(Script::Wake, &self.one(key, key), &[LIFE_MS, &self.most(key)]),
            Command::Force(key) => self.call(Script::Remove, &self.one(key, key), &[LIFE_MS, "", "1", "1"]),
            Command::ForceAll(want) => self.force_all(want),
            Command::Pop(lists) => self.pop(lists),
            Command::ForeignSet(key) => words(&["SET", self.world.keys[key], FOREIGN, "NX"]),
            Command::DeleteKeys(which) => {
                let keys = self.world.keys.iter().zip(which).filter_map(|(key, is_one)| is_one.then_some(*key));
                words(&[&["DEL"][..], &keys.collect::<Vec<_>>()].concat())
            }
            Command::DeleteMark(channel) => words(&["DEL", self.world.channels[channel].mark]),
            Command::DeleteWake(channel) => words(&["DEL", self.world.channels[channel].wake]),
        }
    }

    fn acquire(&self, process: usize, want: Want, mark_ms: &str, is_retry: &str, signal_of: usize) -> Vec<String> {
        let token = token(process);
        match want {
            Want::Key(key) | Want::Found(key) => {
                let keys = &self.one(key, key)[..2];
                self.call(Script::Acquire, keys, &[&token, LIFE_MS, mark_ms, is_retry, "0"])
            }
            Want::Job(key) => {
                let most = if signal_of == 0 { 0 } else { self.world.channels[key].most }.to_string();
                let arguments = [&token, LIFE_MS, mark_ms, is_retry, "0", LIFE_MS, &most];
                self.call(Script::Acquire, &self.one(key, key), &arguments)
            }
            Want::All(keys) => {
                let [number, signal_of] = [keys.len(), signal_of].map(|number| number.to_string());
                let arguments = [&token, LIFE_MS, mark_ms, is_retry, "0", &number, LIFE_MS, &signal_of];
                self.call(Script::AcquireAll, &self.all(keys), &arguments)
            }
            Want::Permit(number) => {
                let mut keys = self.permits(number);
                keys.extend(self.world.others);
                let [number, signal_of] = [number, signal_of].map(|number| number.to_string());
                let arguments = [&token, LIFE_MS, mark_ms, is_retry, LIFE_MS, &number, LIFE_MS, &signal_of];
                self.call(Script::AcquirePermit, &keys, &arguments)
            }
        }
    }

    fn release(&self, process: usize, want: Want, permit: usize, rest_ms: &str) -> Vec<String> {
        let token = token(process);
        match want {
            Want::Key(key) | Want::Job(key) | Want::Found(key) if rest_ms == "0" => {
                self.call(Script::ReleaseOne, &self.one(key, key), &[&token])
            }
            Want::Key(key) | Want::Job(key) | Want::Found(key) => {
                self.call(Script::Release, &self.one(key, key), &[&token, LIFE_MS, "1", rest_ms])
            }
            Want::All(keys) => {
                let number = keys.len().to_string();
                self.call(Script::ReleaseAll, &self.all(keys), &[&token, LIFE_MS, &number, rest_ms])
            }
            // After the acquire a permit's lease is one of its key alone.
            Want::Permit(number) => {
                let channel = Want::channel_of_permit(number, permit);
                let most = self.world.channels[channel].most.to_string();
                self.call(Script::Release, &self.one(permit, channel), &[&token, LIFE_MS, &most, rest_ms])
            }
        }
    }

    fn release_done(&self, process: usize, key: usize, marks: bool) -> Vec<String> {
        let marker = marker(process);
        let [life, marker] = if marks { [REST_MS, &marker] } else { ["0", ""] };
        let arguments = [&token(process), LIFE_MS, &self.most(key), life, marker];
        self.call(Script::ReleaseDone, &self.one(key, key), &arguments)
    }

    /// How many elements its list may have.
    fn most(&self, key: usize) -> String {
        self.world.channels[key].most.to_string()
    }

    fn force_all(&self, want: Want) -> Vec<String> {
        match want {
            Want::Key(key) | Want::Job(key) | Want::Found(key) => self.words(Command::Force(key)),
            Want::All(keys) => self.call(Script::Remove, &self.all(keys), &[LIFE_MS, "", &keys.len().to_string(), "1"]),
            Want::Permit(number) => {
                self.call(Script::RemovePermits, &self.permits(number), &[LIFE_MS, "", &number.to_string(), "1"])
            }
        }
    }

    fn pop(&self, lists: [bool; MOST]) -> Vec<String> {
        let wakes: Vec<&str> =
            self.world.channels.iter().zip(lists).filter_map(|(it, is_one)| is_one.then_some(it.wake)).collect();
        words(&[&["EVAL", POP, &wakes.len().to_string()][..], &wakes].concat())
    }

    /// A key, and the companions of its channel.
    fn one(&self, key: usize, channel: usize) -> [&'static str; 3] {
        let Channel { mark, wake, .. } = self.world.channels[channel];
        [self.world.keys[key], mark, wake]
    }

    /// Keys, their marks, their wake lists.
    fn all(&self, keys: &[usize]) -> Vec<&'static str> {
        (0..3).flat_map(|part| keys.iter().map(move |key| self.one(*key, *key)[part])).collect()
    }

    /// The permits' keys, and both channels.
    fn permits(&self, number: usize) -> Vec<&'static str> {
        let channels = [0, number - 1].map(|channel| &self.world.channels[channel]);
        let companions = channels.into_iter().flat_map(|channel| [channel.mark, channel.wake]);
        self.world.keys[..number].iter().copied().chain(companions).collect()
    }

    fn call(&self, script: Script, keys: &[&str], arguments: &[&str]) -> Vec<String> {
        let hash = &self.hashes[script as usize];
        words(&[&["EVALSHA", hash, &keys.len().to_string()][..], keys, arguments].concat())
    }
}

/// LMPOP, which Redis has from 7.0 on.
const POP: &str = "for _, list in ipairs(KEYS) do \
    local signal = redis.call('LPOP', list) \
    if signal then return {list, {signal}} end \
    end return false";

pub(crate) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

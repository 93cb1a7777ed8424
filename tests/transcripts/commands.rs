//! Owns a command as a played server has read it: its words, what they name, and how a transcript shows them.
//! Does not own what it does (`store`).

use redislock::scripts::{self, Script};

/// Each script by the name of its file in docs/lua.
static SCRIPTS: [(&str, &Script); 17] = [
    ("acquire", &scripts::ACQUIRE),
    ("acquire_all", &scripts::ACQUIRE_ALL),
    ("acquire_permit", &scripts::ACQUIRE_PERMIT),
    ("describe", &scripts::DESCRIBE),
    ("extend", &scripts::EXTEND),
    ("extend_all", &scripts::EXTEND_ALL),
    ("inspect", &scripts::INSPECT),
    ("inspect_all", &scripts::INSPECT_ALL),
    ("inspect_permits", &scripts::INSPECT_PERMITS),
    ("release", &scripts::RELEASE),
    ("release_all", &scripts::RELEASE_ALL),
    ("release_one", &scripts::RELEASE_ONE),
    ("release_done", &scripts::RELEASE_DONE),
    ("release_permit", &scripts::RELEASE_PERMIT),
    ("remove", &scripts::REMOVE),
    ("remove_permits", &scripts::REMOVE_PERMITS),
    ("wake", &scripts::WAKE),
];

/// The name that a new connection tells.
pub(super) const LOGIN: &str = "<login>";
/// Which number of a script's ARGV depends on the clock: how long a key stays that was released.
const STAYS_ARGUMENT: usize = 3;

/// One command.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) words: Vec<String>,
    /// Which script it calls, by SHA-1 or by text.
    pub(super) script: Option<&'static str>,
}

impl Command {
    pub(super) fn new(words: &[Vec<u8>]) -> Self {
        let words: Vec<String> = words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        let called = words.get(1).filter(|_| words[0].starts_with("EVAL"));
        let script = called.and_then(|called| {
            SCRIPTS.iter().find(|(_, script)| script.sha == called || script.text == called).map(|(name, _)| *name)
        });
        Self { words, script }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.words.first().is_some_and(|word| word == name)
    }

    /// Tells whether it is about a lock: not about the connection or the cluster, nor the look whether scripts run at all.
    pub(super) fn is_about_a_lock(&self) -> bool {
        !self.keys().is_empty()
    }

    /// Tells whether it is the first that takes keys in an attempt to acquire:
    pub(super) fn begins_to_take(&self) -> bool {
        self.is("SET") || self.script.is_some_and(|script| script.starts_with("acquire"))
    }

    /// The keys that it names, companions included.
    pub(super) fn keys(&self) -> &[String] {
        let words = &self.words;
        match words.first().map_or("", String::as_str) {
            "EVAL" | "EVALSHA" => &words[3..3 + self.key_count()],
            "GET" | "PTTL" | "EXISTS" | "DEL" | "MGET" | "TYPE" => &words[1..],
            "SET" | "GETRANGE" => &words[1..2],
            "BLPOP" => &words[1..words.len() - 1],
            _ => &[],
        }
    }

    /// A script's ARGV.
    pub(super) fn arguments(&self) -> &[String] {
        &self.words[3 + self.key_count()..]
    }

    fn key_count(&self) -> usize {
        self.words.get(2).and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    /// Its words; what depends on the clock or on the crate's version is only named.
    pub(super) fn shown(&self) -> String {
        if self.words.is_empty() {
            return "(an empty line)".to_owned();
        }
        if self.is("CLIENT") && self.words[1] == "SETINFO" {
            return LOGIN.to_owned();
        }
        let mut words = self.words.clone();
        if let Some(script) = self.script {
            words[1] = if self.is("EVAL") { format!("<text of {script}>") } else { script.to_owned() };
        }
        if let Some(clock) = self.clock() {
            words[clock].replace_range(.., if self.is("BLPOP") { "<s>" } else { "<ms>" });
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// The index of the word that depends on the clock.
    fn clock(&self) -> Option<usize> {
        let words = &self.words;
        if self.is("BLPOP") {
            return Some(words.len() - 1);
        }
        let leaves = |word: &String| word == "rl_rest" || word.starts_with("rl_done:");
        if self.is("SET") && words.get(2).is_some_and(leaves) {
            return Some(words.len() - 1);
        }
        let index = 3 + self.key_count() + STAYS_ARGUMENT;
        self.script
            .filter(|script| script.starts_with("release") && words.get(index).is_some_and(|word| word != "0"))
            .map(|_| index)
    }
}

fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && (!word.contains(char::is_whitespace) || word.starts_with("<text of "));
    if is_plain { word.to_owned() } else { format!("{word:?}") }
}

//! Owns the text of each Lua script, and the SHA-1 it is called by.
//! Does not own what goes along with a call (`scripts`), what comes back (`replies`).

use std::sync::OnceLock;

/// A script: its text as the server gets it, and the name the server knows it by.
pub struct Script {
    source: &'static str,
    sent: OnceLock<Sent>,
}

struct Sent {
    text: String,
    sha: String,
    /// `EVALSHA` and the SHA-1, as two words of a command.
    call: Vec<u8>,
}

impl Script {
    const fn new(source: &'static str) -> Self {
        Self { source, sent: OnceLock::new() }
    }

    /// Returns what the server runs: without the comments, which every EVAL would have it read and hash.
    pub fn text(&self) -> &str {
        &self.sent().text
    }

    /// Returns the SHA-1 of the text in hex, as EVALSHA takes it.
    pub fn sha(&self) -> &str {
        &self.sent().sha
    }

    /// Returns `EVALSHA` and the SHA-1, as two words of a command.
    pub fn call(&self) -> &[u8] {
        &self.sent().call
    }

    fn sent(&self) -> &Sent {
        self.sent.get_or_init(|| {
            let lines = self.source.lines().map(str::trim_start).filter(|line| !line.starts_with("--"));
            let text = lines.collect::<Vec<_>>().join("\n");
            let sha = sha1_smol::Sha1::from(&text).digest().to_string();
            let call = format!("$7\r\nEVALSHA\r\n${}\r\n{sha}\r\n", sha.len()).into_bytes();
            Sent { text, sha, call }
        })
    }
}

/// Takes a lock.
pub static ACQUIRE: Script = Script::new(include_str!("../lua/acquire.lua"));
/// Gives one back.
pub static RELEASE: Script = Script::new(include_str!("../lua/release.lua"));
/// Lets one live longer.
pub static EXTEND: Script = Script::new(include_str!("../lua/extend.lua"));
/// Removes one whoever holds it.
pub static FORCE: Script = Script::new(include_str!("../lua/force.lua"));
/// Tells who holds one.
pub static INSPECT: Script = Script::new(include_str!("../lua/inspect.lua"));
/// Tells all there is to know of one.
pub static DESCRIBE: Script = Script::new(include_str!("../lua/describe.lua"));

static ALL: [&Script; 6] = [&ACQUIRE, &RELEASE, &EXTEND, &FORCE, &INSPECT, &DESCRIBE];

/// Computes what is computed once for each process. A fork in the middle of it, which another thread's first call could
/// be in, would leave it undone for ever in the child.
pub fn prepare() {
    for script in ALL {
        script.sha();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_starts_with_its_purpose_keys_arguments_and_replies() {
        for script in ALL {
            assert!(script.source.starts_with("-- "));
            for part in ["-- KEYS[1]", "-- ARGV[1]", "-- replies"] {
                assert!(script.source.contains(part), "{part} in {}", script.source);
            }
        }
    }

    #[test]
    fn what_is_sent_is_the_source_without_its_comments() {
        for script in ALL {
            assert!(!script.text().contains("--") && script.text().starts_with("local "), "{}", script.text());
            let lines = script.source.lines().filter(|line| !line.trim_start().starts_with("--"));
            assert!(lines.clone().count() > 3 && lines.map(str::trim_start).eq(script.text().lines()));
        }
    }
}

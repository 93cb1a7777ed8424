//! Owns: the text of each Lua script, and the SHA-1 it is called by.
//! Does not own: what goes along with a call (`scripts`), what comes back (`replies`).
//! Called by: `scripts`.

use std::sync::OnceLock;

/// A script and the name the server knows it by.
pub(super) struct Script {
    /// What the server runs.
    pub(super) text: &'static str,
    sha: OnceLock<String>,
}

impl Script {
    const fn new(text: &'static str) -> Self {
        Self { text, sha: OnceLock::new() }
    }

    /// Returns the SHA-1 of the text in hex, as EVALSHA takes it.
    pub(super) fn sha(&self) -> &str {
        self.sha.get_or_init(|| sha1_smol::Sha1::from(self.text).digest().to_string())
    }
}

pub(super) static ACQUIRE: Script = Script::new(include_str!("../lua/acquire.lua"));
pub(super) static RELEASE: Script = Script::new(include_str!("../lua/release.lua"));
pub(super) static EXTEND: Script = Script::new(include_str!("../lua/extend.lua"));
pub(super) static FORCE: Script = Script::new(include_str!("../lua/force.lua"));
pub(super) static INSPECT: Script = Script::new(include_str!("../lua/inspect.lua"));
pub(super) static DESCRIBE: Script = Script::new(include_str!("../lua/describe.lua"));

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
            assert!(script.text.starts_with("-- "));
            for part in ["-- KEYS[1]", "-- ARGV[1]", "-- replies"] {
                assert!(script.text.contains(part), "{part} in {}", script.text);
            }
        }
    }
}

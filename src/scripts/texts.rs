//! Owns the text of each Lua script, and the SHA-1 it is called by: constants, which `build.rs` makes from `src/lua`.
//! Does not own what a call carries (`scripts`), or what comes back (`replies`).

/// A script.
pub struct Script {
    /// What the server runs: the source without its comments.
    pub text: &'static str,
    /// The SHA-1 of the text in hex, by which the server knows it.
    pub sha: &'static str,
    /// `EVALSHA` and the SHA-1, encoded as two words of a command.
    pub call: &'static str,
}

macro_rules! script {
    ($name:literal) => {
        Script {
            text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".lua")),
            sha: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".sha1")),
            call: concat!(
                "$7\r\nEVALSHA\r\n$40\r\n",
                include_str!(concat!(env!("OUT_DIR"), "/", $name, ".sha1")),
                "\r\n"
            ),
        }
    };
}

/// Takes a lock.
pub static ACQUIRE: Script = script!("acquire");
/// Takes one, or finds its work done.
pub static ACQUIRE_DONE: Script = script!("acquire_done");
/// Releases one, perhaps leaves a done marker, and wakes those who wait for what was done.
pub static RELEASE_DONE: Script = script!("release_done");
/// Wakes waiters for one that has found what they look for.
pub static WAKE: Script = script!("wake");
/// Releases one that goes, and wakes one waiter.
pub static RELEASE_ONE: Script = script!("release_one");
/// Releases one: perhaps it rests, or is a permit.
pub static RELEASE: Script = script!("release");
/// Lets one live longer.
pub static EXTEND: Script = script!("extend");
/// Removes whatever is at a key.
pub static FORCE: Script = script!("force");
/// Removes one or several, no matter who holds them, if all are locks.
pub static REMOVE: Script = script!("remove");
/// Tells who holds one.
pub static INSPECT: Script = script!("inspect");
/// Tells all there is to know of one.
pub static DESCRIBE: Script = script!("describe");

/// Takes several locks, or none.
pub static ACQUIRE_ALL: Script = script!("acquire_all");
/// Releases several.
pub static RELEASE_ALL: Script = script!("release_all");
/// Lets several live longer, or none.
pub static EXTEND_ALL: Script = script!("extend_all");
/// Removes whatever is at several keys.
pub static FORCE_ALL: Script = script!("force_all");
/// Tells who holds several.
pub static INSPECT_ALL: Script = script!("inspect_all");

/// Takes one of a key's permits.
pub static ACQUIRE_PERMIT: Script = script!("acquire_permit");
/// Releases a permit, whichever the token is at.
pub static RELEASE_PERMIT: Script = script!("release_permit");
/// Removes whatever is at the permits of a key.
pub static FORCE_PERMITS: Script = script!("force_permits");
/// Removes all permits of a key, no matter who holds them, if all are locks.
pub static REMOVE_PERMITS: Script = script!("remove_permits");
/// Tells who holds a key's permits.
pub static INSPECT_PERMITS: Script = script!("inspect_permits");

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [(&str, &Script); 21] = [
        (include_str!("../lua/acquire.lua"), &ACQUIRE),
        (include_str!("../lua/acquire_done.lua"), &ACQUIRE_DONE),
        (include_str!("../lua/release.lua"), &RELEASE),
        (include_str!("../lua/release_one.lua"), &RELEASE_ONE),
        (include_str!("../lua/release_done.lua"), &RELEASE_DONE),
        (include_str!("../lua/wake.lua"), &WAKE),
        (include_str!("../lua/extend.lua"), &EXTEND),
        (include_str!("../lua/force.lua"), &FORCE),
        (include_str!("../lua/remove.lua"), &REMOVE),
        (include_str!("../lua/inspect.lua"), &INSPECT),
        (include_str!("../lua/describe.lua"), &DESCRIBE),
        (include_str!("../lua/acquire_all.lua"), &ACQUIRE_ALL),
        (include_str!("../lua/release_all.lua"), &RELEASE_ALL),
        (include_str!("../lua/extend_all.lua"), &EXTEND_ALL),
        (include_str!("../lua/force_all.lua"), &FORCE_ALL),
        (include_str!("../lua/inspect_all.lua"), &INSPECT_ALL),
        (include_str!("../lua/acquire_permit.lua"), &ACQUIRE_PERMIT),
        (include_str!("../lua/release_permit.lua"), &RELEASE_PERMIT),
        (include_str!("../lua/force_permits.lua"), &FORCE_PERMITS),
        (include_str!("../lua/remove_permits.lua"), &REMOVE_PERMITS),
        (include_str!("../lua/inspect_permits.lua"), &INSPECT_PERMITS),
    ];

    #[test]
    fn every_script_starts_with_its_purpose_keys_arguments_and_replies() {
        for (source, _) in ALL {
            assert!(source.starts_with("-- "));
            // Open at the end: a script with several locks starts with KEYS[1 .. n].
            for part in ["\n-- KEYS[1", "\n-- ARGV[1]", "\n-- replies  "] {
                assert!(source.contains(part), "{part} in {source}");
            }
        }
    }

    #[test]
    fn what_is_sent_is_the_source_without_its_comments() {
        for (source, script) in ALL {
            let starts = ["local ", "for ", "if "].iter().any(|word| script.text.starts_with(word));
            assert!(!script.text.contains("--") && starts, "{}", script.text);
            let lines = source.lines().filter(|line| !line.trim_start().starts_with("--"));
            assert!(lines.clone().count() > 3 && lines.map(str::trim_start).eq(script.text.lines()));
        }
    }

    #[test]
    fn a_call_names_the_script_by_forty_digits() {
        for (_, script) in ALL {
            assert_eq!(script.call, format!("$7\r\nEVALSHA\r\n$40\r\n{}\r\n", script.sha));
            assert_eq!(script.sha.len(), 40);
        }
    }
}

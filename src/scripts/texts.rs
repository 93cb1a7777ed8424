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

    /// Each by its file, and the SHA-1 that servers know it by: that changes only where a script has to.
    const ALL: [(&str, &Script, &str); 21] = [
        (include_str!("../lua/acquire.lua"), &ACQUIRE, "87dada9e1cbed6534c11649ec0c007d4c1890894"),
        (include_str!("../lua/acquire_done.lua"), &ACQUIRE_DONE, "4c9f85f0684efa306937e9a6788f61a3582ff6de"),
        (include_str!("../lua/release.lua"), &RELEASE, "1a0f6aefcf7b611d29ec94b097255cae6dfc3ed0"),
        (include_str!("../lua/release_one.lua"), &RELEASE_ONE, "c248e572614d123d3cae43b0e0739f151db363f8"),
        (include_str!("../lua/release_done.lua"), &RELEASE_DONE, "5b1e41ac897c16457f298f065d02fe7dc7e2624b"),
        (include_str!("../lua/wake.lua"), &WAKE, "a30bc07512aa318d156e7b91c0f7be929527b336"),
        (include_str!("../lua/extend.lua"), &EXTEND, "b95e0ac2d41e7d9eda7d88821af62a84d2c59e5f"),
        (include_str!("../lua/force.lua"), &FORCE, "306fd265a45f66586b15120ee3edee03c1921f29"),
        (include_str!("../lua/remove.lua"), &REMOVE, "2c60a0d955ce510f4ca3aca230444a76dfe384da"),
        (include_str!("../lua/inspect.lua"), &INSPECT, "a6f4c83d9ee5dbea81580518be90688ed0593295"),
        (include_str!("../lua/describe.lua"), &DESCRIBE, "985f68ad438f623597493687bc1ec9f26254b209"),
        (include_str!("../lua/acquire_all.lua"), &ACQUIRE_ALL, "e59f9a34c5361fc9b5f75a170f79750a28faf182"),
        (include_str!("../lua/release_all.lua"), &RELEASE_ALL, "7486926592b1ac90458cb644bdc47429426bd162"),
        (include_str!("../lua/extend_all.lua"), &EXTEND_ALL, "72fe7d0253fc57918645cd0e445a71eb0f1275d8"),
        (include_str!("../lua/force_all.lua"), &FORCE_ALL, "be91791ddc9c12f82fd87296670f3f382fa86e18"),
        (include_str!("../lua/inspect_all.lua"), &INSPECT_ALL, "c3eb14cdd43afc989495e840e0c855e9e70475f8"),
        (include_str!("../lua/acquire_permit.lua"), &ACQUIRE_PERMIT, "a2a025a36f1df50f86b7330a8d0964531a105146"),
        (include_str!("../lua/release_permit.lua"), &RELEASE_PERMIT, "79df23f874dc0c4dbe0d2f99396c4f52fd361816"),
        (include_str!("../lua/force_permits.lua"), &FORCE_PERMITS, "ba0c3ee92d1e07a599561c497e2211bec57fa59a"),
        (include_str!("../lua/remove_permits.lua"), &REMOVE_PERMITS, "f10f1ad0053c017e0731d805bbbc6a15a1f1edff"),
        (include_str!("../lua/inspect_permits.lua"), &INSPECT_PERMITS, "48ad3f36baeec21e161dd78bca7606de9b5b0527"),
    ];

    #[test]
    fn every_script_starts_with_its_purpose_keys_arguments_and_replies() {
        for (source, ..) in ALL {
            assert!(source.starts_with("-- "));
            // Open at the end: a script with several locks starts with KEYS[1 .. n].
            for part in ["\n-- KEYS[1", "\n-- ARGV[1]", "\n-- replies  "] {
                assert!(source.contains(part), "{part} in {source}");
            }
        }
    }

    #[test]
    fn what_is_sent_is_the_source_without_its_comments() {
        for (source, script, _) in ALL {
            let starts = ["local ", "for ", "if "].iter().any(|word| script.text.starts_with(word));
            assert!(!script.text.contains("--") && starts, "{}", script.text);
            let lines = source.lines().filter(|line| !line.trim_start().starts_with("--"));
            assert!(lines.clone().count() > 3 && lines.map(str::trim_start).eq(script.text.lines()));
        }
    }

    #[test]
    fn a_call_names_the_script_by_forty_digits() {
        for (_, script, _) in ALL {
            assert_eq!(script.call, format!("$7\r\nEVALSHA\r\n$40\r\n{}\r\n", script.sha));
            assert_eq!(script.sha.len(), 40);
        }
    }

    #[test]
    fn a_script_keeps_its_sha1() {
        let changed: Vec<_> = ALL.iter().filter(|(_, script, sha)| script.sha != *sha).map(|all| all.1.text).collect();
        assert!(changed.is_empty(), "{changed:#?}");
    }
}

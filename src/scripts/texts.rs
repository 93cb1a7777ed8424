//! Owns the text of each Lua script, and the SHA-1 it is called by: constants, which `build.rs` puts together from `src/lua`.
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

/// Takes a lock, or finds its work done.
pub static ACQUIRE: Script = script!("acquire");
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
/// Removes one or several, no matter who holds them: if all are locks, or whatever they are.
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
/// Tells who holds several.
pub static INSPECT_ALL: Script = script!("inspect_all");

/// Takes one of a key's permits.
pub static ACQUIRE_PERMIT: Script = script!("acquire_permit");
/// Releases a permit, whichever the token is at.
pub static RELEASE_PERMIT: Script = script!("release_permit");
/// Removes all permits of a key likewise.
pub static REMOVE_PERMITS: Script = script!("remove_permits");
/// Tells who holds a key's permits.
pub static INSPECT_PERMITS: Script = script!("inspect_permits");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::{env, fs};

    use super::*;

    /// Each with its file, and the SHA-1 that servers know it by: that changes only where the script has to.
    const ALL: [(&str, &Script, &str); 17] = [
        ("acquire", &ACQUIRE, "ac25320e91c1a343faf629ed670d46ad01be9313"),
        ("release", &RELEASE, "70252e4160535632794188a3e51a48fa6cdb89a2"),
        ("release_one", &RELEASE_ONE, "c248e572614d123d3cae43b0e0739f151db363f8"),
        ("release_done", &RELEASE_DONE, "c2f8b5a57e0ff692972548aa137110d2b921628f"),
        ("wake", &WAKE, "a30bc07512aa318d156e7b91c0f7be929527b336"),
        ("extend", &EXTEND, "b95e0ac2d41e7d9eda7d88821af62a84d2c59e5f"),
        ("remove", &REMOVE, "1aa60ffe64e506d47fed30606da2185c2d534591"),
        ("inspect", &INSPECT, "a6f4c83d9ee5dbea81580518be90688ed0593295"),
        ("describe", &DESCRIBE, "985f68ad438f623597493687bc1ec9f26254b209"),
        ("acquire_all", &ACQUIRE_ALL, "a18951f1d7a8026bb7dbaa43becaa00a9331e988"),
        ("release_all", &RELEASE_ALL, "d6a9b620904867bafac44cc333fb9b0bea1ee3b1"),
        ("extend_all", &EXTEND_ALL, "72fe7d0253fc57918645cd0e445a71eb0f1275d8"),
        ("inspect_all", &INSPECT_ALL, "c3eb14cdd43afc989495e840e0c855e9e70475f8"),
        ("acquire_permit", &ACQUIRE_PERMIT, "8fa519d8cd70381b8cc320833ed918286dfc41df"),
        ("release_permit", &RELEASE_PERMIT, "dd3923cab6f4173b934daeca65dac215d814421c"),
        ("remove_permits", &REMOVE_PERMITS, "8cc1e6569ba974c2472816caea4b0b219cbc4b28"),
        ("inspect_permits", &INSPECT_PERMITS, "48ad3f36baeec21e161dd78bca7606de9b5b0527"),
    ];

    /// With its comments, and the parts that it includes.
    fn whole(name: &str) -> String {
        fs::read_to_string(Path::new(env!("OUT_DIR")).join(format!("{name}.whole"))).unwrap()
    }

    #[test]
    fn every_script_starts_with_its_purpose_keys_arguments_and_replies() {
        for source in ALL.map(|(name, ..)| whole(name)) {
            assert!(source.starts_with("-- "));
            // Open at the end: a script with several locks starts with KEYS[1 .. n].
            for part in ["\n-- KEYS[1", "\n-- ARGV[1]", "\n-- replies  "] {
                assert!(source.contains(part), "{part} in {source}");
            }
        }
    }

    #[test]
    fn what_is_sent_is_the_whole_without_its_comments() {
        for (name, script, _) in ALL {
            let starts = ["local ", "for ", "if "].iter().any(|word| script.text.starts_with(word));
            assert!(!script.text.contains("--") && starts, "{}", script.text);
            let whole = whole(name);
            let lines = whole.lines().filter(|line| !line.trim_start().starts_with("--"));
            assert!(lines.clone().count() > 3 && lines.map(str::trim_start).eq(script.text.lines()));
        }
    }

    #[test]
    fn clients_in_other_languages_find_the_scripts_whole() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lua");
        let names: BTreeSet<String> = ALL.iter().map(|(name, ..)| format!("{name}.lua")).collect();
        if env::var_os("LUA").is_some_and(|what| what == "write") {
            // Scripts that are gone go.
            fs::remove_dir_all(&folder).and_then(|()| fs::create_dir(&folder)).unwrap();
            for (name, ..) in ALL {
                fs::write(folder.join(format!("{name}.lua")), whole(name)).unwrap();
            }
        }
        let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        assert_eq!(files.collect::<BTreeSet<_>>(), names);
        for (name, ..) in ALL {
            let file = fs::read_to_string(folder.join(format!("{name}.lua"))).unwrap();
            assert_eq!(file, whole(name), "docs/lua/{name}.lua is not what is sent: `make lua` writes it");
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
        let all = ALL.iter().filter(|(_, script, sha)| script.sha != *sha);
        let changed: Vec<_> = all.map(|(name, script, _)| (*name, script.sha)).collect();
        assert!(changed.is_empty(), "{changed:?}");
    }
}

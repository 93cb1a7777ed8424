//! Owns finding out which commands a server lets this user run on a key: each is sent in a form that changes nothing.
//! Does not own what a missing one means (`cli/src/doctor`).
//!
//! `ACL DRYRUN` and `ACL GETUSER` would tell the same, to administrators. A server checks a command's name, the number of its words
//! and the user's rights before it looks at anything else, redirections of a cluster included; so any other error means that the
//! command may be run (Redis 7.0.15, server.c `processCommand`).

use redis::{Cmd, cmd};

use crate::key::{Companion, Key};

/// A token that no lock has, and a number that is none.
const NOTHING: &str = "redislock-doctor";

/// What a command is a trial of: the command as the server's rules name it, or a kind of key.
type Trial = (&'static str, Cmd);

/// Names the key on which what would change something is tried: nothing is there, because no lock's key can have this name. It
/// begins with the lock's own, as a pattern of the server's rules does.
fn spare(key: &Key) -> Vec<u8> {
    [key.as_bytes(), b":rl-doctor"].concat()
}

/// SET with two conditions that exclude each other: a syntax error. A server that ran it would keep the key for a millisecond.
fn set(key: &[u8]) -> Cmd {
    let mut set = cmd("SET");
    set.arg(key).arg(NOTHING).arg("NX").arg("XX").arg("PX").arg(1);
    set
}

/// Returns every command of the scripts, of waiting and of operators.
pub(super) fn all(key: &Key) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |name: &'static str, words: &[&[u8]]| {
        let mut command = cmd(&name.split('|').next().unwrap_or(name).to_uppercase());
        command.arg(words);
        trials.push((name, command));
    };
    let (spare, key_itself, nothing) = (spare(key), key.as_bytes(), NOTHING.as_bytes());
    add("get", &[key_itself]);
    add("exists", &[key_itself]);
    add("pttl", &[key_itself]);
    add("pexpire", &[key_itself, nothing]);
    add("persist", &[&spare]);
    add("del", &[&spare]);
    add("llen", &[&spare]);
    add("eval", &[b"return 1", b"1", key_itself]);
    add("evalsha", &[&[b'0'; 40], b"1", key_itself]);
    add("blpop", &[&spare, nothing]);
    add("time", &[]);
    add("wait", &[nothing, b"0"]);
    add("mget", &[key_itself]);
    add("scan", &[b"0", b"COUNT", b"1"]);
    add("getrange", &[key_itself, b"0", b"0"]);
    add("type", &[key_itself]);
    add("zrange", &[key_itself, b"0", b"0"]);
    add("hscan", &[key_itself, b"0", b"COUNT", b"1"]);
    add("client|setinfo", &[b"SETINFO", nothing, nothing]);
    add("client|tracking", &[b"TRACKING", b"OFF"]);
    add("cluster|slots", &[b"SLOTS"]);
    add("asking", &[]);
    add("role", &[]);
    trials.push(("set", set(key_itself)));
    trials.push(("keys beside the lock", set(&key.companion(Companion::Waiting))));
    trials.push(("permits of the lock", set(key.permit(2, 2).as_bytes())));
    trials
}

/// Returns the one trial that writes, and what removes that again: for a user who may run DEL.
pub(super) fn push(key: &Key) -> [Trial; 2] {
    let spare = spare(key);
    let (mut push, mut remove) = (cmd("RPUSH"), cmd("DEL"));
    push.arg(&spare).arg(1);
    remove.arg(&spare);
    [("rpush", push), ("del", remove)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_command_of_the_scripts_is_tried() {
        let key = Key::new(b"", b"k").unwrap();
        let tried: BTreeSet<&str> = all(&key).iter().map(|trial| trial.0).chain([push(&key)[0].0]).collect();
        let (mut used, folder) = (BTreeSet::new(), Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lua"));
        for file in fs::read_dir(folder).unwrap() {
            let source = fs::read_to_string(file.unwrap().path()).unwrap();
            used.extend(source.split("call('").skip(1).map(|rest| rest.split('\'').next().unwrap().to_lowercase()));
        }
        assert!(used.contains("set") && used.contains("rpush"), "{used:?}");
        let missing: Vec<_> = used.iter().filter(|name| !tried.contains(name.as_str())).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

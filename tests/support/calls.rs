//! Owns calls of the scripts as the server sees them: keys and arguments as plain words.
//! Knows neither locks nor requests: what a script replies and leaves is tested apart from who sends it.

use redislock::scripts::Script;

use super::{Reply, Server};

/// Ttl, mark, signal and fence in ms: none ends during a test.
pub(crate) const LIFE: &str = "60000";

impl Server {
    /// Runs a script.
    pub(crate) fn run(&self, script: &Script, keys: &[&str], arguments: &[&str]) -> Reply {
        let number = keys.len().to_string();
        self.command(&[&["EVAL", script.text, &number][..], keys, arguments].concat())
    }

    /// Puts these values there, each for the life of a lease.
    pub(crate) fn hold(&self, values: &[(&str, &str)]) {
        for (key, value) in values {
            assert_eq!(self.command(&["SET", key, value, "PX", LIFE]), "OK");
        }
    }

    /// The value of each key; empty where there is none.
    pub(crate) fn values(&self, keys: &[&str]) -> Vec<String> {
        let of = |reply: &Reply| if reply.is_nil() { String::new() } else { reply.text() };
        self.command(&[&["MGET"], keys].concat()).list().iter().map(of).collect()
    }

    /// How many elements each list has.
    pub(crate) fn lengths(&self, lists: &[&str]) -> Vec<i64> {
        lists.iter().map(|list| self.command(&["LLEN", list]).int()).collect()
    }

    /// How many ms a key lives: -1 for ever, -2 when there is none.
    pub(crate) fn lives(&self, key: &str) -> i64 {
        self.command(&["PTTL", key]).int()
    }

    /// How many of these keys are there.
    pub(crate) fn exist(&self, keys: &[&str]) -> i64 {
        self.command(&[&["EXISTS"], keys].concat()).int()
    }

    pub(crate) fn empty(&self) {
        assert_eq!(self.command(&["FLUSHDB"]), "OK");
    }
}

/// The numbers of a reply that is a list of them.
pub(crate) fn numbers(reply: &Reply) -> Vec<i64> {
    reply.list().iter().map(Reply::int).collect()
}

/// Whether a PTTL is that of something that has just been given a life of so many ms.
pub(crate) fn is_fresh(left: i64, ms: i64) -> bool {
    (ms - 5_000..=ms).contains(&left)
}

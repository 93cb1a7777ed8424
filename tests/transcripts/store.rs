//! Owns what a played server keeps, and what commands and scripts do to it: as much as tells one reply from another.
//! Does not own connections (`played`), or which commands are refused (`rules`). Nothing expires.

use std::collections::BTreeMap;

use super::commands::Command;
use crate::support::Reply;

/// The keys and values of one server.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) values: BTreeMap<String, String>,
    /// How many ms every key has left, whenever that is asked.
    pub(super) left: i64,
    /// How many replicas confirm a write.
    pub(super) replicas: i64,
    /// What CLUSTER SLOTS says.
    pub(super) slots: Reply,
    /// After so many attempts to take what is here it is free.
    pub(super) refusals: Option<usize>,
    /// The last fence.
    fence: i64,
}

impl Store {
    pub(super) fn new() -> Self {
        let (values, slots) = (BTreeMap::new(), Reply::List(Vec::new()));
        Self { values, left: 7_000, replicas: 1, slots, refusals: None, fence: 1_000 }
    }

    /// Puts a value at each of these keys.
    pub(super) fn hold(&mut self, keys: &[&str], value: &str) {
        self.values.extend(keys.iter().map(|key| ((*key).to_owned(), value.to_owned())));
    }

    pub(super) fn run(&mut self, command: &Command) -> Reply {
        if command.begins_to_take() {
            match &mut self.refusals {
                Some(0) => self.values.clear(),
                Some(refusals) => *refusals -= 1,
                None => {}
            }
        }
        match command.script {
            Some(script) => self.script(script, command.keys(), command.arguments()),
            None => self.command(&command.words.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    fn command(&mut self, words: &[&str]) -> Reply {
        match words {
            ["CLIENT" | "ASKING", ..] => ok(),
            ["HELLO", number] => {
                let number = Reply::Int(number.parse().unwrap());
                Reply::List(vec![text("version"), text("7.0.15"), text("proto"), number])
            }
            ["CLUSTER", "SLOTS"] => self.slots.clone(),
            ["WAIT", ..] => Reply::Int(self.replicas),
            ["BLPOP", list, ..] => Reply::List(vec![text(list), text("1")]),
            ["SET", key, value, "NX", ..] if !self.values.contains_key(*key) => self.set(key, value),
            // The last is an empty line, which ends a BLPOP.
            ["SET", _, _, "NX", ..] | [] => Reply::Nil,
            [command, ..] => Reply::Error(format!("ERR unknown command '{command}'")),
        }
    }

    fn script(&mut self, script: &str, keys: &[String], arguments: &[String]) -> Reply {
        let argument = |index: usize| arguments.get(index).map_or("", String::as_str);
        let one = &keys[..1];
        let many = |index: usize| &keys[..argument(index).parse().unwrap()];
        match script {
            "acquire" => self.acquire(script, one, keys, arguments),
            "acquire_all" => self.acquire(script, many(5), keys, arguments),
            "acquire_permit" => self.acquire_permit(many(5), keys, arguments),
            "release" => self.release(one, argument(0), argument(3)),
            "release_one" => self.release(one, argument(0), "0"),
            "release_done" => self.release_done(&keys[0], argument(0), argument(3), argument(4)),
            "release_all" => self.release(many(2), argument(0), argument(3)),
            "release_permit" => match many(2).iter().position(|key| self.has(key, argument(0))) {
                Some(index) => self.release(&keys[index..=index], argument(0), argument(3)),
                None => Reply::Int(0),
            },
            "extend" | "extend_all" => {
                let are_ours = keys.iter().all(|key| self.has(key, argument(0)));
                let lives = if argument(1) == "0" { -1 } else { argument(1).parse().unwrap() };
                Reply::Int(if are_ours { lives } else { 0 })
            }
            "remove" => self.remove(many(2), argument(1), many(2).len()),
            "remove_permits" => self.remove(many(2), argument(1), 1),
            "inspect" | "inspect_all" => Reply::List(self.inspect(keys, argument(0), keys.len(), argument(1))),
            "inspect_permits" => self.inspect_permits(keys, argument(0), argument(1)),
            "describe" => self.describe(&keys[0]),
            "wake" => Reply::Int(0),
            other => Reply::Error(format!("ERR {other} is not played")),
        }
    }

    fn acquire(&mut self, script: &str, locks: &[String], keys: &[String], arguments: &[String]) -> Reply {
        let (token, is_retry) = (&arguments[0], arguments[3] == "1");
        let in_the_way = |key: &String| self.values.get(key).is_some_and(|value| !(is_retry && value == token));
        let Some(index) = locks.iter().position(in_the_way) else {
            for key in locks {
                self.set(key, token);
            }
            return Reply::Int(self.number(keys));
        };
        let value = &self.values[&locks[index]];
        let signals = match script {
            "acquire" if arguments.len() == 7 && value.starts_with("rl_done:") => 2,
            _ => i64::from(value.starts_with("rl_")),
        };
        let mut parts = vec![Reply::Int(self.left), Reply::Int(signals)];
        if script == "acquire_all" {
            parts.push(count(index + 1));
        }
        Reply::List(parts)
    }

    fn acquire_permit(&mut self, permits: &[String], keys: &[String], arguments: &[String]) -> Reply {
        let (token, is_retry) = (&arguments[0], arguments[3] == "1");
        let is_open = |key: &String| self.values.get(key).is_none_or(|value| is_retry && value == token);
        let Some(index) = permits.iter().position(is_open) else {
            let signals = permits.iter().all(|key| self.values[key].starts_with("rl_"));
            return Reply::List(vec![Reply::Int(0), Reply::Int(self.left), Reply::Int(i64::from(signals))]);
        };
        self.set(&permits[index], token);
        Reply::List(vec![count(index + 1), Reply::Int(self.number(keys))])
    }

    /// The lease's fence where the call names that key, else 1.
    fn number(&mut self, keys: &[String]) -> i64 {
        if !keys.iter().any(|key| key.contains(":rl-fence")) {
            return 1;
        }
        self.fence += 1;
        self.fence
    }

    fn release(&mut self, locks: &[String], token: &str, stays: &str) -> Reply {
        let ours: Vec<String> = locks.iter().filter(|key| self.has(key, token)).cloned().collect();
        let rests = stays != "0" && ours.len() == locks.len();
        for key in &ours {
            self.values.remove(key);
            if rests {
                self.set(key, "rl_rest");
            }
        }
        count(usize::from(ours.len() == locks.len()))
    }

    fn release_done(&mut self, key: &str, token: &str, stays: &str, marker: &str) -> Reply {
        if stays != "0" && self.has(key, marker) {
            return Reply::Int(2);
        }
        let was_ours = self.has(key, token) && self.values.remove(key).is_some();
        if was_ours && stays != "0" {
            self.set(key, marker);
        }
        count(usize::from(was_ours))
    }

    /// Of `ours` keys with that token or more it says that they were ours.
    fn remove(&mut self, locks: &[String], token: &str, ours: usize) -> Reply {
        let removed: Vec<String> = locks.iter().filter_map(|key| self.values.remove(key)).collect();
        let its = removed.iter().filter(|value| *value == token).count();
        count(if removed.is_empty() { 0 } else { 1 + usize::from(its >= ours) })
    }

    fn inspect(&self, locks: &[String], token: &str, ours: usize, is_told: &str) -> Vec<Reply> {
        let values: Vec<&String> = locks.iter().filter_map(|key| self.values.get(key)).collect();
        let Some(first) = values.first() else { return vec![Reply::Int(0), Reply::Int(-2), text("")] };
        if values.iter().filter(|value| **value == token).count() >= ours {
            return vec![Reply::Int(1), Reply::Int(self.left), text(token)];
        }
        vec![Reply::Int(2), Reply::Int(self.left), text(if is_told == "1" { first } else { "" })]
    }

    fn inspect_permits(&self, permits: &[String], token: &str, is_told: &str) -> Reply {
        let is_held = |key: &&String| self.values.contains_key(*key);
        let held = permits.iter().filter(is_held).count();
        let ours = permits.iter().position(|key| self.has(key, token));
        let lowest = permits.iter().position(|key| is_held(&key));
        let is_known = ours.is_some() || held == permits.len() || (is_told == "1" && held > 0);
        let which = if is_known { ours.or(lowest) } else { None };
        let one = which.map_or(&permits[..0], |index| &permits[index..=index]);
        let mut parts = self.inspect(one, token, 1, is_told);
        parts.extend([count(which.map_or(0, |index| index + 1)), count(held)]);
        Reply::List(parts)
    }

    fn describe(&self, key: &str) -> Reply {
        let Some(value) = self.values.get(key) else { return Reply::List(Vec::new()) };
        Reply::List(vec![text("string"), Reply::Int(self.left), text(value), Reply::Int(0), text("")])
    }

    fn has(&self, key: &str, value: &str) -> bool {
        self.values.get(key).is_some_and(|found| found == value)
    }

    fn set(&mut self, key: &str, value: &str) -> Reply {
        self.values.insert(key.to_owned(), value.to_owned());
        ok()
    }
}

fn ok() -> Reply {
    Reply::Status("OK".to_owned())
}

fn text(text: &str) -> Reply {
    Reply::Bytes(text.as_bytes().to_vec())
}

fn count(count: usize) -> Reply {
    Reply::Int(count.try_into().unwrap())
}

//! Owns what is at a key that is no string: a lock of another make, which force may remove, or something else, which it leaves.
//! Does not own removing it (`without_scripts`). `src/lua/remove.lua` looks in the same way.

use redis::{Value, cmd};

use crate::key::Key;
use crate::node::without_scripts::replay::{Halt, Ran, Run};
use crate::node::without_scripts::{self, AtKey};

/// How many readers a lock of Symfony's may have; a larger set counts as no lock.
const MOST_READERS: usize = 1000;
/// What stands beside the token of a writer there (Symfony\Component\Lock\Store\RedisStore).
const WRITER: &[u8] = b"__write__";

/// Looks at all keys before one is removed; returns what force replies where one of them must stay.
/// Errors: the exchange's failure or the server's refusal.
pub(super) fn first_no_lock(run: &mut Run<'_>, keys: &[Key]) -> Ran<Option<Value>> {
    for (number, key) in (1..).zip(keys) {
        if without_scripts::look(run, key)?.0 == Some(AtKey::Foreign)
            && let Some(no_lock) = no_lock(run, key, number)?
        {
            return Ok(Some(no_lock));
        }
    }
    Ok(None)
}

/// Looks at a key that is no string; returns what force replies if it must stay, where it is the key of this number.
pub(super) fn no_lock(run: &mut Run<'_>, key: &Key, number: i64) -> Ran<Option<Value>> {
    let stays = |kind: &str, is_unknown: bool| {
        let kind = Value::BulkString(kind.as_bytes().to_vec());
        Ok(Some(Value::Array(vec![Value::Int(number), kind, Value::Int(i64::from(is_unknown))])))
    };
    let Some(reply) = asked(run, cmd("TYPE").arg(key.as_bytes()))? else { return stays("", true) };
    let Value::SimpleString(kind) = reply else { return Err(Halt::Unexpected) };
    let question = match kind.as_str() {
        // It went, or was replaced, between the two commands.
        "none" | "string" => return Ok(None),
        "zset" => cmd("ZRANGE").arg(key.as_bytes()).arg(0).arg(MOST_READERS).clone(),
        "hash" => cmd("HSCAN").arg(key.as_bytes()).arg(0).arg("COUNT").arg(2).clone(),
        _ => return stays(&kind, false),
    };
    let Some(reply) = asked(run, &question)? else { return stays(&kind, true) };
    let is_lock = match (kind.as_str(), reply) {
        ("zset", Value::Array(members)) => is_symfonys(&texts(&members)),
        ("hash", Value::Array(parts)) => {
            matches!(parts.get(1), Some(Value::Array(pairs)) if is_redissons(&texts(pairs)))
        }
        _ => return Err(Halt::Unexpected),
    };
    if is_lock { Ok(None) } else { stays(&kind, false) }
}

/// Returns the reply, `None` where this user may not ask.
fn asked(run: &mut Run<'_>, question: &redis::Cmd) -> Ran<Option<Value>> {
    match run.one(question) {
        Err(halt) if without_scripts::is_not_to_be_had(&halt) => Ok(None),
        reply => reply.map(Some),
    }
}

fn texts(values: &[Value]) -> Vec<&[u8]> {
    values.iter().map(|value| if let Value::BulkString(text) = value { text } else { &b""[..] }).collect()
}

/// Tells whether a sorted set is a lock of Symfony's: the writer's token beside a word, or the tokens of readers. A token is 32 bytes in
/// base64.
fn is_symfonys(members: &[&[u8]]) -> bool {
    let is_token = |text: &&[u8]| {
        text.len() == 44
            && text.ends_with(b"=")
            && text[..43].iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
    };
    members.len() == 2 && members.contains(&WRITER) || members.len() <= MOST_READERS && members.iter().all(is_token)
}

/// Tells whether a hash is a lock of Redisson's: one field, `<uuid>:<thread>`, and how many times that thread has taken it.
fn is_redissons(pairs: &[&[u8]]) -> bool {
    let [field, count] = pairs else { return false };
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let is_uuid = |text: &[u8]| {
        let parts: Vec<usize> = text.split(|byte| *byte == b'-').map(<[u8]>::len).collect();
        parts == [8, 4, 4, 4, 12] && text.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
    };
    is_number(count)
        && field.get(36) == Some(&b':')
        && field.split_at_checked(36).is_some_and(|(uuid, thread)| is_uuid(uuid) && is_number(&thread[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;
    use crate::node::without_scripts::played::{keys, sent};
    use crate::scope::Scope;
    use crate::scripts::{Action, Removable};

    const FOREIGN: &str = ":-1\r\n-WRONGTYPE no\r\n";

    fn forced(names: &[&str], what: Removable, replies: &[&str]) -> (Result<Value, Failure>, Vec<String>) {
        sent(&Scope::all(keys(names)).unwrap(), Action::Force(None, what), replies)
    }

    fn stays(number: i64, kind: &str, unknown: i64) -> Value {
        Value::Array(vec![Value::Int(number), Value::BulkString(kind.into()), Value::Int(unknown)])
    }

    #[test]
    fn what_is_no_lock_stays_and_what_may_not_be_looked_at() {
        let replies = |replies: &[&str]| forced(&["k"], Removable::Locks, &[&[FOREIGN], replies].concat());
        assert_eq!(
            replies(&["+list\r\n"]),
            (Ok(stays(1, "list", 0)), vec!["PTTL k GET k".to_owned(), "TYPE k".to_owned()])
        );
        assert_eq!(replies(&["-NOPERM no\r\n"]).0, Ok(stays(1, "", 1)));
        assert_eq!(replies(&["+hash\r\n", "-NOPERM no\r\n"]).0, Ok(stays(1, "hash", 1)));
        assert_eq!(replies(&["+none\r\n", ":0\r\n"]).0, Ok(Value::Int(0)));
        let (reply, words) = forced(&["k"], Removable::Anything, &[FOREIGN, ":1\r\n"]);
        assert_eq!((reply, words[1].as_str()), (Ok(Value::Int(1)), "DEL k"));
    }

    #[test]
    fn of_several_keys_all_are_looked_at_before_one_goes() {
        let replies = [":2\r\n", ":5000\r\n$1\r\nx\r\n", FOREIGN, "+set\r\n"];
        let (reply, words) = forced(&["a", "b"], Removable::Locks, &replies);
        assert_eq!(reply, Ok(stays(2, "set", 0)));
        assert!(!words.concat().contains("DEL"), "{words:?}");
    }

    #[test]
    fn locks_of_symfony_and_of_redisson_are_told_from_other_sets_and_hashes() {
        let token = [&[b'x'; 43][..], b"="].concat();
        for (members, is_lock) in [
            (vec![&token[..]], true),
            (vec![&token, b"__write__"], true),
            (vec![b"__write__", b"of a token that was given"], true),
            (vec![&token, &token, b"__write__"], false),
            (vec![&token, b"alice"], false),
            (vec![&token; 1000], true),
            (vec![&token; 1001], false),
            (vec![&[b'x'; 44]], false),
        ] {
            assert_eq!(is_symfonys(&members), is_lock, "{members:?}");
        }
        let uuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";
        for (field, count, is_lock) in [
            (format!("{uuid}:1"), "1", true),
            (format!("{uuid}:123"), "20", true),
            (format!("{uuid}:"), "1", false),
            (uuid.to_owned(), "1", false),
            (format!("{uuid}:x"), "1", false),
            (format!("{uuid}:1"), "alice", false),
            ("name".to_owned(), "1", false),
            (format!("{}:1", uuid.replace('-', "0")), "1", false),
        ] {
            assert_eq!(is_redissons(&[field.as_bytes(), count.as_bytes()]), is_lock, "{field}");
        }
        assert!(!is_redissons(&[]) && !is_redissons(&[b"a", b"1", b"b", b"2"]));
    }
}

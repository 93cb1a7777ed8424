//! Owns requests about any of a key's permits, by commands of the server's own, permit by permit.
//! Does not own what is done with one of them (`without_scripts`).

use redis::Value;

use crate::key::Key;
use crate::node::without_scripts::replay::{Ran, Run};
use crate::node::without_scripts::{self, AtKey, foreign};
use crate::scripts::{Action, Detail, Removable};
use crate::token::Token;
use crate::ttl::Ttl;

/// Sends one request.
/// Errors: `NoCompare` where the server lacks the command; else the exchange's failure or the server's refusal.
pub(super) fn send(run: &mut Run<'_>, keys: &[Key], action: Action<'_>) -> Ran<Value> {
    without_scripts::check_that_all_are_here(run, keys)?;
    match action {
        Action::Acquire { fenced: true, .. } => Err(without_scripts::no_fence(run, &keys[0])),
        Action::Acquire { token, ttl, is_retry, .. } => acquire(run, keys, token, ttl, is_retry),
        Action::Release(..) => {
            for key in keys {
                if without_scripts::send_one(run, key, action)? == Value::Int(1) {
                    return Ok(Value::Int(1));
                }
            }
            Ok(Value::Int(0))
        }
        // Only one permit is extended, as a single key.
        Action::Extend(..) => Ok(Value::Int(0)),
        Action::Force(token, what) => {
            if what == Removable::Locks
                && let Some(no_lock) = foreign::first_no_lock(run, keys)?
            {
                return Ok(no_lock);
            }
            let each = Action::Force(token, Removable::Anything);
            let mut most = Value::Int(0);
            for key in keys {
                match without_scripts::send_one(run, key, each)? {
                    Value::Int(2) => most = Value::Int(2),
                    Value::Int(1) if most == Value::Int(0) => most = Value::Int(1),
                    _ => {}
                }
            }
            Ok(most)
        }
        Action::Inspect(token, detail) => inspect(run, keys, token, detail == Detail::Who),
        Action::Describe | Action::Wake => without_scripts::send_one(run, &keys[0], action),
    }
}

/// Tries one permit after the other, each only after the last was refused: sent together, several would be taken.
fn acquire(run: &mut Run<'_>, keys: &[Key], token: &Token, ttl: Ttl, is_retry: bool) -> Ran<Value> {
    let numbered = || (1..).zip(keys);
    let is_ours = |number| Ok(Value::Array(vec![Value::Int(number), Value::Int(1)]));
    if is_retry {
        for (number, key) in numbered() {
            if without_scripts::send_one(run, key, Action::Extend(token, ttl))? != Value::Int(0) {
                return is_ours(number);
            }
        }
    }
    let mut least = -1;
    // A given token stands on one permit at most: its holder is another object.
    let is_elsewhere = !is_retry && !token.is_unique() && find(run, keys, token)?;
    for (number, key) in numbered() {
        if !is_elsewhere && without_scripts::set_if_free(run, key, token, ttl)? {
            return is_ours(number);
        }
        let (_, left) = without_scripts::look(run, key)?;
        // The key may have gone meanwhile: then another attempt soon is worth it.
        let left = if left == -2 { 0 } else { left };
        least = if left >= 0 && (least == -1 || left < least) { left } else { least };
    }
    Ok(Value::Array(vec![Value::Int(0), Value::Int(least), Value::Int(0)]))
}

fn find(run: &mut Run<'_>, keys: &[Key], token: &Token) -> Ran<bool> {
    for key in keys {
        if without_scripts::look(run, key)?.0 == Some(AtKey::Text(token.as_bytes().to_vec())) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn inspect(run: &mut Run<'_>, keys: &[Key], token: Option<&Token>, tells_who: bool) -> Ran<Value> {
    let (mut held, mut first, mut ours) = (0, None, None);
    for (number, key) in (1..).zip(keys) {
        let (value, left) = without_scripts::look(run, key)?;
        let (who, text) = match value {
            None => continue,
            Some(AtKey::Foreign) => (3, Vec::new()),
            Some(AtKey::Text(text)) => (2, text),
        };
        held += 1;
        if token.is_some_and(|token| who == 2 && token.as_bytes() == text) {
            ours.get_or_insert((1, left, text.clone(), number));
        }
        first.get_or_insert((who, left, text, number));
    }
    let is_told = tells_who || usize::try_from(held) == Ok(keys.len());
    let (who, left, text, number) = ours.or(first.filter(|_| is_told)).unwrap_or((0, -2, Vec::new(), 0));
    let numbers = [Value::Int(number), Value::Int(held)];
    Ok(Value::Array([Value::Int(who), Value::Int(left), Value::BulkString(text)].into_iter().chain(numbers).collect()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::failure::Failure;
    use crate::node::without_scripts::played::{keys, sent};
    use crate::scope::Scope;
    use crate::scripts::Waits;
    use crate::token::Promise;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));
    const TAKEN: [&str; 2] = ["$-1\r\n", ":3000\r\n$5\r\nother\r\n"];

    fn acquired(token: &Token, is_retry: bool, replies: &[&str]) -> (Value, Vec<String>) {
        let scope = Scope::permits(keys(&["k"]).remove(0), 2).unwrap();
        let action = Action::Acquire {
            token,
            ttl: TTL,
            waits: Waits::No,
            fenced: false,
            is_retry,
            signal_of: None,
            asks_done: false,
        };
        let (reply, words) = sent(&scope, action, &[&[":1\r\n"], replies].concat());
        (reply.unwrap(), words)
    }

    fn numbers(numbers: &[i64]) -> Value {
        Value::Array(numbers.iter().copied().map(Value::Int).collect())
    }

    #[test]
    fn one_is_taken_after_the_other_was_refused() {
        let token = Token::fresh(Promise::StaysSilent, None).unwrap();
        let (reply, words) = acquired(&token, false, &[TAKEN[0], TAKEN[1], "+OK\r\n"]);
        assert_eq!(reply, numbers(&[2, 1]));
        assert!(words[3].starts_with("SET k:rl-permit-2{k} rn_"), "{words:?}");
        let (reply, _) = acquired(&token, false, &[TAKEN[0], TAKEN[1], TAKEN[0], ":90\r\n$5\r\nother\r\n"]);
        assert_eq!(reply, numbers(&[0, 90, 0]), "refused, for the least that is left");
    }

    #[test]
    fn a_connection_that_ends_after_a_permit_has_gone_leaves_it_unknown_what_was_removed() {
        let (token, scope) = (Token::given(b"t").unwrap(), Scope::permits(keys(&["k"]).remove(0), 2).unwrap());
        let forced = |removed| {
            sent(
                &scope,
                Action::Force(Some(&token), Removable::Anything),
                &[":1\r\n", ":60000\r\n$1\r\nt\r\n", removed],
            )
            .0
        };
        assert!(matches!(forced(":1\r\n"), Err(Failure::Unanswered { .. })));
        assert!(matches!(forced(":0\r\n"), Err(Failure::NotSent { .. })));
    }

    #[test]
    fn a_token_that_is_at_a_permit_takes_no_other() {
        let token = Token::given(b"t").unwrap();
        let ours = ":60000\r\n$1\r\nt\r\n";
        let (reply, words) = acquired(&token, true, &[":-2\r\n$-1\r\n", ours]);
        assert_eq!((reply, words.len()), (numbers(&[2, 1]), 3), "found by the second try");
        let (reply, words) = acquired(&token, false, &[":-2\r\n$-1\r\n", ours, ":-2\r\n$-1\r\n", ours]);
        assert_eq!(reply, numbers(&[0, 0, 0]), "another object's");
        assert!(!words.concat().contains("NX"), "{words:?}");
    }
}

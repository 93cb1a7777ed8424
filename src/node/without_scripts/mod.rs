//! Owns a lock's requests made by commands of the server's own, where scripts are forbidden.
//! Does not own finding out that they are, and sending them (`operation`).
//!
//! Every reply has the shape of the script's, so no layer above sees a difference. What is sent one after the other is written as a
//! function from its top to its end. With each reply it runs again from the top and reads the replies so far, until it comes to a
//! command that has none: that is sent next. So it depends on nothing but its request, its replies and the instant at which it began.

mod foreign;
mod permits;
mod replay;
mod several;

use redis::{Cmd, Value, cmd};

pub(super) use replay::Commands;
use replay::{Halt, Ran, Run};

use crate::failure::Failure;
use crate::key::Key;
use crate::leaves::{Leaves, is_marker};
use crate::node::capabilities::Compare;
use crate::refusal::{Code, Words};
use crate::scope::Scope;
use crate::scripts::{self, Action, Removable, Request};
use crate::token::{REST, Token};
use crate::ttl::Ttl;

/// Sends one request.
/// Errors: `NoCompare` when the server has no command that compares; else its refusal.
fn send(run: &mut Run<'_>, request: &Request<'_>) -> Ran<Value> {
    match request.scope {
        Scope::Key(key) => send_one(run, key, request.action),
        Scope::All(keys) => several::send(run, keys, request.action),
        Scope::Permits(keys) => permits::send(run, keys, request.action),
    }
}

/// Asks about all keys by one command. While their slot is being moved and they are not in one place, a node of a cluster refuses that, as
/// it would a script: asked one by one, a key that is elsewhere would count as free.
/// Errors: that refusal. An error that is about this command alone is ignored.
fn check_that_all_are_here(run: &mut Run<'_>, keys: &[Key]) -> Ran<()> {
    let mut exists = cmd("EXISTS");
    for key in keys {
        exists.arg(key.as_bytes());
    }
    match run.one(&exists) {
        Err(Halt::Failed(failure)) if !failure.may_pass() => Ok(()),
        Err(halt) => Err(halt),
        Ok(_) => Ok(()),
    }
}

fn send_one(run: &mut Run<'_>, key: &Key, action: Action<'_>) -> Ran<Value> {
    match action {
        Action::Release(token, leaves) => match (leaves, scripts::stay_argument(leaves, || run.began)) {
            (_, 0) | (Leaves::Nothing | Leaves::Found, _) => release(run, key, token),
            (Leaves::Rest(_), millis) => leave(run, key, token, REST, millis),
            (Leaves::Done(marker), millis) => leave(run, key, token, marker.text(), millis),
        },
        Action::Extend(token, ttl) => extend(run, key, token, ttl),
        Action::Acquire { fenced: true, .. } => Err(no_fence(run, key)),
        Action::Acquire { token, ttl, is_retry, asks_done, .. } => {
            let taken = acquire(run, key, token, ttl, is_retry)?;
            if asks_done && taken != Value::Int(1) { done_or(run, key, taken) } else { Ok(taken) }
        }
        Action::Force(token, what) => force(run, key, token, what),
        Action::Inspect(token, _) => inspect(run, key, token),
        Action::Describe => describe(run, key),
        // Without scripts no waiter leaves the mark that requests a signal.
        Action::Wake => Ok(Value::Int(0)),
    }
}

fn release(run: &mut Run<'_>, key: &Key, token: &Token) -> Ran<Value> {
    loop {
        let (command, next) = match run.compare {
            Compare::DelEx => {
                (cmd("DELEX").arg(key.as_bytes()).arg("IFEQ").arg(token.as_bytes()).clone(), Compare::DelIfEq)
            }
            Compare::DelIfEq => (cmd("DELIFEQ").arg(key.as_bytes()).arg(token.as_bytes()).clone(), Compare::Missing),
            Compare::Missing => return Err(run.lacks_compare()),
        };
        match run.remove(&command) {
            Err(halt) if is_foreign(&halt) => return Ok(Value::Int(0)),
            Err(halt) if is_not_to_be_had(&halt) => run.compare = next,
            // DELEX has no code for a key of another type, only words (seen with Redis 8.6).
            Err(halt) if halt.is_plain_error() && look(run, key)?.0 == Some(AtKey::Foreign) => {
                return Ok(Value::Int(0));
            }
            other => return other,
        }
    }
}

/// Leaves a value at the key in place of the token. A second try that finds its own marker has succeeded.
fn leave(run: &mut Run<'_>, key: &Key, token: &Token, value: &[u8], millis: u64) -> Ran<Value> {
    let mut set = cmd("SET");
    set.arg(key.as_bytes()).arg(value).arg("IFEQ").arg(token.as_bytes()).arg("PX").arg(millis);
    match run.remove(&set) {
        Ok(Value::Okay) => Ok(Value::Int(1)),
        // A later try may ask for more time.
        Ok(Value::Nil) if is_marker(value) => {
            let mut again = cmd("SET");
            again.arg(key.as_bytes()).arg(value).arg("IFEQ").arg(value).arg("PX").arg(millis);
            Ok(Value::Int(if run.remove(&again)? == Value::Okay { 2 } else { 0 }))
        }
        Ok(Value::Nil) => Ok(Value::Int(0)),
        Err(halt) if is_foreign(&halt) => Ok(Value::Int(0)),
        Err(halt) if halt.is_plain_error() => Err(run.lacks_compare()),
        other => other,
    }
}

/// Returns the refusal, or the one that tells of a done marker, if that is at the key.
fn done_or(run: &mut Run<'_>, key: &Key, refusal: Value) -> Ran<Value> {
    if !is_done(look(run, key)?.0) {
        return Ok(refusal);
    }
    // What the first PTTL told may be how long its holder had it.
    let left = look(run, key)?.1;
    Ok(Value::Array(vec![Value::Int(left.max(0)), Value::Int(2)]))
}

fn is_done(value: Option<AtKey>) -> bool {
    matches!(value, Some(AtKey::Text(text)) if is_marker(&text))
}

/// PTTL and GET first, for an extend never shortens. Between them and the SET only another process with the same
/// token could change the key: the worst is that its longer extend is cut to ours.
fn extend(run: &mut Run<'_>, key: &Key, token: &Token, ttl: Ttl) -> Ran<Value> {
    let (value, left) = look(run, key)?;
    if value != Some(AtKey::Text(token.as_bytes().to_vec())) {
        return Ok(Value::Int(0));
    }
    // The ttl with which this step was sent.
    let wanted = run.ttl.unwrap_or(ttl);
    if let Some(lives) = lasts(left, wanted) {
        return Ok(reply_of(lives));
    }
    let set = set_if_equal(key, token, ttl);
    match run.one(&set) {
        Ok(Value::Okay) => Ok(reply_of(run.ttl.unwrap_or(ttl))),
        Ok(Value::Nil) => Ok(Value::Int(0)),
        Err(halt) if halt.is_plain_error() => Err(run.lacks_compare()),
        other => other,
    }
}

/// Returns how long a key lives that has `left` ms, if an extend to `ttl` would not let it live longer. -1: it never expires.
fn lasts(left: i64, ttl: Ttl) -> Option<Ttl> {
    let lasts = left < 0 || ttl.millis().is_some_and(|millis| u64::try_from(left).is_ok_and(|left| left >= millis));
    // A live key can have 0 ms left, which would read as "not ours".
    lasts.then(|| Ttl::from_pttl(if left == 0 { 1 } else { left }))
}

/// Returns the command that lets a key live for `ttl` if the token is there.
fn set_if_equal(key: &Key, token: &Token, ttl: Ttl) -> Cmd {
    let mut set = cmd("SET");
    set.arg(key.as_bytes()).arg(token.as_bytes()).arg("IFEQ").arg(token.as_bytes());
    if let Some(millis) = ttl.millis() {
        set.arg("PX").arg(millis);
    }
    set
}

/// The extend script's reply for a key that lives for this long.
fn reply_of(lives: Ttl) -> Value {
    Value::Int(lives.millis().map_or(-1, |millis| i64::try_from(millis).unwrap_or(i64::MAX)))
}

/// A refusal says "does not signal": without scripts no waiter leaves the mark that requests a signal.
fn acquire(run: &mut Run<'_>, key: &Key, token: &Token, ttl: Ttl, is_retry: bool) -> Ran<Value> {
    if set_if_free(run, key, token, ttl)? {
        return Ok(Value::Int(1));
    }
    if is_retry && extend(run, key, token, ttl)? != Value::Int(0) {
        return Ok(Value::Int(1));
    }
    // The key may have gone meanwhile: then another attempt soon is worth it.
    let (_, left) = look(run, key)?;
    Ok(Value::Array(vec![Value::Int(if left == -2 { 0 } else { left }), Value::Int(0)]))
}

/// Takes the key if it is free; tells whether it was.
fn set_if_free(run: &mut Run<'_>, key: &Key, token: &Token, ttl: Ttl) -> Ran<bool> {
    let mut set = cmd("SET");
    set.arg(key.as_bytes()).arg(token.as_bytes()).arg("NX");
    if let Some(millis) = ttl.millis() {
        set.arg("PX").arg(millis);
    }
    Ok(run.one(&set)? == Value::Okay)
}

/// Removes the key, and tells whose it was by a GET right before: a holder that came between is removed as well.
fn force(run: &mut Run<'_>, key: &Key, token: Option<&Token>, what: Removable) -> Ran<Value> {
    let (value, _) = look(run, key)?;
    if what == Removable::Locks
        && value == Some(AtKey::Foreign)
        && let Some(no_lock) = foreign::no_lock(run, key, 1)?
    {
        return Ok(no_lock);
    }
    let ours = token.is_some_and(|token| value == Some(AtKey::Text(token.as_bytes().to_vec())));
    match run.remove(cmd("DEL").arg(key.as_bytes()))? {
        Value::Int(1) if ours => Ok(Value::Int(2)),
        removed => Ok(removed),
    }
}

fn inspect(run: &mut Run<'_>, key: &Key, token: Option<&Token>) -> Ran<Value> {
    let (value, left) = look(run, key)?;
    let (who, text) = match value {
        None => (0, Vec::new()),
        Some(AtKey::Foreign) => (3, Vec::new()),
        Some(AtKey::Text(text)) if token.is_some_and(|token| token.as_bytes() == text) => (1, text),
        Some(AtKey::Text(text)) => (2, text),
    };
    Ok(Value::Array(vec![Value::Int(who), Value::Int(left), Value::BulkString(text)]))
}

/// Without scripts no waiter leaves a mark, and no lease is numbered.
fn describe(run: &mut Run<'_>, key: &Key) -> Ran<Value> {
    let (value, left) = look(run, key)?;
    let (kind, text) = match value {
        None => return Ok(Value::Array(Vec::new())),
        Some(AtKey::Foreign) => ("", Vec::new()),
        Some(AtKey::Text(text)) => ("string", text),
    };
    let nothing = Value::BulkString(Vec::new());
    let kind = Value::BulkString(kind.into());
    Ok(Value::Array(vec![kind, Value::Int(left), Value::BulkString(text), Value::Int(-1), nothing]))
}

#[derive(PartialEq)]
enum AtKey {
    Text(Vec<u8>),
    Foreign,
}

/// Tells what is at a key, and for how long. PTTL goes first: a token that only we have is there at the GET only if it was at the PTTL. The
/// other way round our lease could end in between, and the next holder's life be taken for ours.
fn look(run: &mut Run<'_>, key: &Key) -> Ran<(Option<AtKey>, i64)> {
    let [pttl, get] = ["PTTL", "GET"].map(|name| cmd(name).arg(key.as_bytes()).clone());
    let [left, value] = run.together([&pttl, &get])?;
    let value = match value.map_err(Halt::Failed) {
        Ok(Value::Nil) => None,
        Ok(Value::BulkString(text)) => Some(AtKey::Text(text)),
        Ok(_) => return Err(Halt::Unexpected),
        Err(halt) if is_foreign(&halt) => Some(AtKey::Foreign),
        Err(halt) => return Err(halt),
    };
    match left.map_err(Halt::Failed)? {
        Value::Int(left) if left != -2 && value.is_some() => Ok((value, left)),
        // It was free at one of the two commands.
        Value::Int(_) => Ok((None, -2)),
        _ => Err(Halt::Unexpected),
    }
}

fn is_foreign(halt: &Halt) -> bool {
    halt.code() == Some(&Code::WrongType)
}

/// Tells whether the server does not have the command, or this user may not run it. Any other error comes from a command that ran.
fn is_not_to_be_had(halt: &Halt) -> bool {
    matches!(halt.code(), Some(Code::NoPerm | Code::Err(Words::UnknownCommand)))
}

fn no_fence(run: &mut Run<'_>, key: &Key) -> Halt {
    let failure = Failure::NoFence(run.node.to_owned());
    unless_without_keys(run, key, failure)
}

/// Returns this failure, or the reply to an EXISTS if the server has no such command: then it is a sentinel, and the address is wrong.
fn unless_without_keys(run: &mut Run<'_>, key: &Key, failure: Failure) -> Halt {
    match run.one(&cmd("EXISTS").arg(key.as_bytes()).clone()) {
        Err(halt @ Halt::Pending) => halt,
        Err(halt) if halt.code() == Some(&Code::Err(Words::UnknownCommand)) => halt,
        _ => Halt::Failed(failure),
    }
}

/// What tests of this folder need: a server that says what it is told to.
#[cfg(test)]
mod played {
    use std::io::{Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    use redis::Value;

    use crate::connection::Call;
    use crate::failure::Failure;
    use crate::key::Key;
    use crate::node::link::Link;
    use crate::scope::Scope;
    use crate::scripts::{Action, Request};

    /// Sends a request; each write of it gets the next reply, and after the last one nothing can be sent. Returns what it came to, and the words of what was sent.
    pub(super) fn sent(scope: &Scope, action: Action<'_>, replies: &[&str]) -> (Result<Value, Failure>, Vec<String>) {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut link = Link::over(near);
        thread::scope(|scoped| {
            let server = scoped.spawn(move || {
                let (mut room, mut sent) = ([0; 4096], Vec::new());
                for (index, reply) in replies.iter().enumerate() {
                    let length = far.read(&mut room).unwrap();
                    let text = String::from_utf8_lossy(&room[..length]).into_owned();
                    let words = text.split("\r\n").filter(|word| !word.starts_with(['*', '$']) && !word.is_empty());
                    sent.push(words.collect::<Vec<_>>().join(" "));
                    if index + 1 == replies.len() {
                        // What is written after the last reply does not leave the other end.
                        far.shutdown(Shutdown::Read).unwrap();
                    }
                    far.write_all(reply.as_bytes()).unwrap();
                }
                sent
            });
            link.capabilities.refuse_scripts();
            let reply = link.send(&Call::new(Duration::from_secs(5)), &Request { scope, action });
            drop(link);
            (reply, server.join().unwrap())
        })
    }

    pub(super) fn keys(names: &[&str]) -> Vec<Key> {
        names.iter().map(|name| Key::new(b"", name.as_bytes()).unwrap()).collect()
    }
}

#[cfg(test)]
mod tests {
    use redis::Value;

    use super::played::{keys, sent};
    use crate::failure::Failure;
    use crate::scope::Scope;
    use crate::scripts::{Action, Detail};
    use crate::token::Token;

    #[test]
    fn a_key_of_another_type_is_not_ours_also_by_the_code_of_any_error() {
        let token = Token::given(b"t").unwrap();
        let refused = "-ERR Key should be of string type if conditions are specified\r\n";
        let released = |replies: &[&str]| {
            sent(&Scope::Key(keys(&["k"]).remove(0)), Action::Release(&token, crate::leaves::Leaves::Nothing), replies)
        };
        assert_eq!(released(&[refused, ":-1\r\n-WRONGTYPE no\r\n"]).0, Ok(Value::Int(0)));
        let (reply, words) = released(&[refused, ":5000\r\n$1\r\nt\r\n"]);
        assert!(matches!(reply, Err(Failure::Refused { .. })), "another error: {reply:?}");
        assert_eq!(words, ["DELEX k IFEQ t", "PTTL k GET k"]);
    }

    #[test]
    fn what_changed_between_two_commands_is_taken_for_free_and_never_for_ours_with_anothers_life() {
        let (token, scope) = (Token::given(b"t").unwrap(), Scope::Key(keys(&["k"]).remove(0)));
        let inspected = |reply: &str| sent(&scope, Action::Inspect(Some(&token), Detail::Who), &[reply]);
        let of = |who, left, text: &str| {
            Ok(Value::Array(vec![Value::Int(who), Value::Int(left), Value::BulkString(text.into())]))
        };
        // Ours has ended in between, and another has it: the life that was told is ours, the holder the other.
        assert_eq!(inspected(":5\r\n$5\r\nother\r\n"), (of(2, 5, "other"), vec!["PTTL k GET k".to_owned()]));
        assert_eq!(inspected(":-2\r\n$5\r\nother\r\n").0, of(0, -2, ""));
        assert_eq!(inspected(":5\r\n$-1\r\n").0, of(0, -2, ""));
    }
}

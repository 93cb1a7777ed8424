//! Owns a lock's requests made by commands of the server's own, where scripts are forbidden.
//! Does not own finding out that they are (`script_call`).
//!
//! Every reply has the shape of the script's, so no layer above sees a difference.

mod foreign;
mod permits;
mod several;

use redis::{Cmd, Value, cmd};

use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::key::Key;
use crate::leaves::{Leaves, is_marker};
use crate::node::capabilities::Compare;
use crate::node::link::Link;
use crate::refusal::{Code, Words};
use crate::scope::Scope;
use crate::scripts::{self, Action, Removable, Request};
use crate::token::{REST, Token};
use crate::ttl::Ttl;

/// Sends one request without a script.
/// Errors: `NoCompare` when the server has no command that compares; else the exchange's failure or the server's refusal. None of
/// them says "not sent" once a key has gone: sent again, the request would find that key another's.
pub(super) fn send(link: &mut Link, call: &Call<'_>, request: &Request<'_>) -> Result<Value, Failure> {
    let mut steps = Steps { link, call, has_removed: false };
    let reply = match request.scope {
        Scope::Key(key) => send_one(&mut steps, key, request.action),
        Scope::All(keys) => several::send(&mut steps, keys, request.action),
        Scope::Permits(keys) => permits::send(&mut steps, keys, request.action),
    };
    if steps.has_removed { reply.map_err(Failure::after_a_part) } else { reply }
}

/// The commands of one request, one after the other.
struct Steps<'a> {
    link: &'a mut Link,
    call: &'a Call<'a>,
    /// One of them has removed a key, or left it at rest. What lets a key live longer may be sent again.
    has_removed: bool,
}

impl Steps<'_> {
    fn exchange(&mut self, request: &[u8], replies: usize) -> Result<Vec<Received>, Failure> {
        self.link.exchange(self.call, request, replies)
    }

    /// Sends one command that removes a key, or leaves it at rest.
    fn remove(&mut self, command: &Cmd) -> Result<Value, Failure> {
        let reply = one(self, command);
        self.has_removed |= matches!(reply, Ok(Value::Okay)) || matches!(reply, Ok(Value::Int(removed)) if removed > 0);
        reply
    }
}

/// Asks about all keys by one command, which a node of a cluster refuses as it would a script while their slot is being moved and
/// they are not in one place: one by one, a key that is elsewhere would count as free.
/// Errors: that refusal; those that are about this command alone say nothing.
fn check_that_all_are_here(steps: &mut Steps<'_>, keys: &[Key]) -> Result<(), Failure> {
    let mut exists = cmd("EXISTS");
    for key in keys {
        exists.arg(key.as_bytes());
    }
    match one(steps, &exists) {
        Err(failure) if failure.is_silence() || failure.may_pass() => Err(failure),
        _ => Ok(()),
    }
}

fn send_one(steps: &mut Steps<'_>, key: &Key, action: Action<'_>) -> Result<Value, Failure> {
    match action {
        Action::Release(token, leaves) => match (leaves, scripts::stay_argument(leaves)) {
            (_, 0) | (Leaves::Nothing | Leaves::Found, _) => release(steps, key, token),
            (Leaves::Rest(_), millis) => leave(steps, key, token, REST, millis),
            (Leaves::Done(marker), millis) => leave(steps, key, token, marker.text(), millis),
        },
        Action::Extend(token, ttl) => extend(steps, key, token, ttl),
        Action::Acquire { fenced: true, .. } => Err(no_fence(steps, key)),
        Action::Acquire { token, ttl, is_retry, asks_done, .. } => {
            let taken = acquire(steps, key, token, ttl, is_retry)?;
            if asks_done && taken != Value::Int(1) { done_or(steps, key, taken) } else { Ok(taken) }
        }
        Action::Force(token, what) => force(steps, key, token, what),
        Action::Inspect(token, _) => inspect(steps, key, token),
        Action::Describe => describe(steps, key),
        // Without scripts no waiter leaves the mark that requests a signal.
        Action::Wake => Ok(Value::Int(0)),
    }
}

fn release(steps: &mut Steps<'_>, key: &Key, token: &Token) -> Result<Value, Failure> {
    loop {
        let (command, next) = match steps.link.capabilities.compare {
            Compare::DelEx => {
                (cmd("DELEX").arg(key.as_bytes()).arg("IFEQ").arg(token.as_bytes()).clone(), Compare::DelIfEq)
            }
            Compare::DelIfEq => (cmd("DELIFEQ").arg(key.as_bytes()).arg(token.as_bytes()).clone(), Compare::Missing),
            Compare::Missing => return Err(no_compare(steps.link)),
        };
        match steps.remove(&command) {
            Err(failure) if is_foreign(&failure) => return Ok(Value::Int(0)),
            Err(failure) if is_not_to_be_had(&failure) => steps.link.capabilities.compare = next,
            // DELEX has no code for a key of another type, only words (seen with Redis 8.6).
            Err(Failure::Refused { code: Code::Err(_), .. }) if look(steps, key)?.0 == Some(AtKey::Foreign) => {
                return Ok(Value::Int(0));
            }
            other => return other,
        }
    }
}

/// Leaves a value at the key in place of the token. Of a marker a second try finds its own.
fn leave(steps: &mut Steps<'_>, key: &Key, token: &Token, value: &[u8], millis: u64) -> Result<Value, Failure> {
    let mut set = cmd("SET");
    set.arg(key.as_bytes()).arg(value).arg("IFEQ").arg(token.as_bytes()).arg("PX").arg(millis);
    match steps.remove(&set) {
        Ok(Value::Okay) => Ok(Value::Int(1)),
        // A later try may ask for more time.
        Ok(Value::Nil) if is_marker(value) => {
            let mut again = cmd("SET");
            again.arg(key.as_bytes()).arg(value).arg("IFEQ").arg(value).arg("PX").arg(millis);
            Ok(Value::Int(if steps.remove(&again)? == Value::Okay { 2 } else { 0 }))
        }
        Ok(Value::Nil) => Ok(Value::Int(0)),
        Err(failure) if is_foreign(&failure) => Ok(Value::Int(0)),
        // "syntax error": the server does not know IFEQ.
        Err(Failure::Refused { code: Code::Err(_), .. }) => Err(no_compare(steps.link)),
        other => other,
    }
}

/// Looks whether what is in the way is a done marker; else the refusal stays as it is.
fn done_or(steps: &mut Steps<'_>, key: &Key, refusal: Value) -> Result<Value, Failure> {
    Ok(match look(steps, key)? {
        (Some(AtKey::Text(text)), left) if is_marker(&text) => Value::Array(vec![Value::Int(left), Value::Int(2)]),
        _ => refusal,
    })
}

/// GET and PTTL first, for an extend never shortens. Between them and the SET only another process with the same
/// token could change the key: the worst is that its longer extend is cut to ours.
fn extend(steps: &mut Steps<'_>, key: &Key, token: &Token, ttl: Ttl) -> Result<Value, Failure> {
    let (value, left) = look(steps, key)?;
    if value != Some(AtKey::Text(token.as_bytes().to_vec())) {
        return Ok(Value::Int(0));
    }
    if let Some(lives) = lasts(left, ttl) {
        return Ok(reply_of(lives));
    }
    let set = set_if_equal(key, token, ttl);
    match one(steps, &set) {
        Ok(Value::Okay) => Ok(reply_of(ttl)),
        Ok(Value::Nil) => Ok(Value::Int(0)),
        // "syntax error": the server does not know IFEQ.
        Err(Failure::Refused { code: Code::Err(_), .. }) => Err(no_compare(steps.link)),
        other => other,
    }
}

/// Returns how long a key lives that has `left` ms, if an extend to `ttl` would not let it live longer. -1: it never expires.
pub(super) fn lasts(left: i64, ttl: Ttl) -> Option<Ttl> {
    let lasts = left < 0 || ttl.millis().is_some_and(|millis| u64::try_from(left).is_ok_and(|left| left >= millis));
    // A live key can have 0 ms left, which would read as "not ours".
    lasts.then(|| Ttl::from_pttl(if left == 0 { 1 } else { left }))
}

/// Returns the command that lets a key live for `ttl` if the token is there.
pub(super) fn set_if_equal(key: &Key, token: &Token, ttl: Ttl) -> Cmd {
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

/// Reads the reply of GET: whether the key has this value. A key of another type is held by another.
/// Errors: the server's refusal.
pub(super) fn is_value(reply: Result<Value, Failure>, value: &[u8]) -> Result<bool, Failure> {
    match reply {
        Ok(Value::BulkString(found)) => Ok(found == value),
        Ok(_) => Ok(false),
        Err(failure) if is_foreign(&failure) => Ok(false),
        Err(failure) => Err(failure),
    }
}

/// Refused, it says "does not signal": without scripts no waiter leaves the mark that requests a signal.
fn acquire(steps: &mut Steps<'_>, key: &Key, token: &Token, ttl: Ttl, is_retry: bool) -> Result<Value, Failure> {
    if set_if_free(steps, key, token, ttl)? {
        return Ok(Value::Int(1));
    }
    if is_retry && extend(steps, key, token, ttl)? != Value::Int(0) {
        return Ok(Value::Int(1));
    }
    // It may have gone meanwhile: then another attempt soon is worth it.
    let (_, left) = look(steps, key)?;
    Ok(Value::Array(vec![Value::Int(if left == -2 { 0 } else { left }), Value::Int(0)]))
}

/// Tells whether it was.
fn set_if_free(steps: &mut Steps<'_>, key: &Key, token: &Token, ttl: Ttl) -> Result<bool, Failure> {
    let mut set = cmd("SET");
    set.arg(key.as_bytes()).arg(token.as_bytes()).arg("NX");
    if let Some(millis) = ttl.millis() {
        set.arg("PX").arg(millis);
    }
    Ok(one(steps, &set)? == Value::Okay)
}

/// Whose it was is what GET said right before; another may have come between, and is removed as well.
fn force(steps: &mut Steps<'_>, key: &Key, token: Option<&Token>, what: Removable) -> Result<Value, Failure> {
    let (value, _) = look(steps, key)?;
    if what == Removable::Locks
        && value == Some(AtKey::Foreign)
        && let Some(no_lock) = foreign::no_lock(steps, key, 1)?
    {
        return Ok(no_lock);
    }
    let ours = token.is_some_and(|token| value == Some(AtKey::Text(token.as_bytes().to_vec())));
    match steps.remove(cmd("DEL").arg(key.as_bytes()))? {
        Value::Int(1) if ours => Ok(Value::Int(2)),
        removed => Ok(removed),
    }
}

fn inspect(steps: &mut Steps<'_>, key: &Key, token: Option<&Token>) -> Result<Value, Failure> {
    let (value, left) = look(steps, key)?;
    let (who, text) = match value {
        None => (0, Vec::new()),
        Some(AtKey::Foreign) => (3, Vec::new()),
        Some(AtKey::Text(text)) if token.is_some_and(|token| token.as_bytes() == text) => (1, text),
        Some(AtKey::Text(text)) => (2, text),
    };
    Ok(Value::Array(vec![Value::Int(who), Value::Int(left), Value::BulkString(text)]))
}

/// Without scripts no waiter leaves a mark, and no lease is numbered.
fn describe(steps: &mut Steps<'_>, key: &Key) -> Result<Value, Failure> {
    let (value, left) = look(steps, key)?;
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

/// Returns the commands that tell what is at a key, and for how long.
pub(super) fn look_at(key: &Key) -> [Vec<u8>; 2] {
    ["GET", "PTTL"].map(|name| cmd(name).arg(key.as_bytes()).get_packed_command())
}

fn look(steps: &mut Steps<'_>, key: &Key) -> Result<(Option<AtKey>, i64), Failure> {
    let [get, pttl] = look_at(key);
    let replies = if steps.call.asking {
        // ASKING is for one command.
        [steps.exchange(&get, 1)?, steps.exchange(&pttl, 1)?].concat()
    } else {
        steps.exchange(&[get, pttl].concat(), 2)?
    };
    let Ok([value, left]) = <[Received; 2]>::try_from(replies) else {
        return Err(steps.link.protocol_error());
    };
    let value = match steps.link.refusal(value) {
        Ok(Value::Nil) => None,
        Ok(Value::BulkString(text)) => Some(AtKey::Text(text)),
        Ok(_) => return Err(steps.link.protocol_error()),
        Err(failure) if is_foreign(&failure) => Some(AtKey::Foreign),
        Err(failure) => return Err(failure),
    };
    match steps.link.refusal(left)? {
        // It expired between the two commands.
        Value::Int(-2) => Ok((None, -2)),
        Value::Int(left) => Ok((value, left)),
        _ => Err(steps.link.protocol_error()),
    }
}

fn one(steps: &mut Steps<'_>, command: &Cmd) -> Result<Value, Failure> {
    let reply = steps.link.exchange_one(steps.call, &command.get_packed_command())?;
    steps.link.refusal(reply)
}

fn is_foreign(failure: &Failure) -> bool {
    failure.code() == Some(&Code::WrongType)
}

/// The server does not have the command, or this user may not run it. Any other word comes from a command that ran.
fn is_not_to_be_had(failure: &Failure) -> bool {
    matches!(failure.code(), Some(Code::NoPerm | Code::Err(Words::UnknownCommand)))
}

fn no_fence(steps: &mut Steps<'_>, key: &Key) -> Failure {
    let failure = Failure::NoFence(steps.link.connection.node().to_owned());
    unless_without_keys(steps, key, failure)
}

/// Returns what a server without EXISTS has replied to it, where that is so: it is a sentinel, and has more to learn about the address
/// than about the one command.
fn unless_without_keys(steps: &mut Steps<'_>, key: &Key, failure: Failure) -> Failure {
    match one(steps, &cmd("EXISTS").arg(key.as_bytes()).clone()) {
        Err(told) if told.code() == Some(&Code::Err(Words::UnknownCommand)) => told,
        _ => failure,
    }
}

fn no_compare(link: &Link) -> Failure {
    Failure::NoCompare(link.connection.node().to_owned())
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

    use crate::address::Address;
    use crate::connection::Call;
    use crate::connection::arrival::Opened;
    use crate::failure::Failure;
    use crate::key::Key;
    use crate::node::link::Link;
    use crate::scope::Scope;
    use crate::scripts::{Action, Request};

    /// Sends a request; each write of it gets the next reply, and after the last one nothing can be sent. Returns what it came to, and the words of what was sent.
    pub(super) fn sent(scope: &Scope, action: Action<'_>, replies: &[&str]) -> (Result<Value, Failure>, Vec<String>) {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut link = Link::new(Opened::over(near, &Address::parse("unix:///none").unwrap()));
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
            let reply = super::send(&mut link, &Call::new(Duration::from_secs(5)), &Request { scope, action });
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
    use crate::scripts::Action;
    use crate::token::Token;

    #[test]
    fn a_key_of_another_type_is_not_ours_also_by_the_code_of_any_error() {
        let token = Token::given(b"t").unwrap();
        let refused = "-ERR Key should be of string type if conditions are specified\r\n";
        let released = |replies: &[&str]| {
            sent(&Scope::Key(keys(&["k"]).remove(0)), Action::Release(&token, crate::leaves::Leaves::Nothing), replies)
        };
        assert_eq!(released(&[refused, "-WRONGTYPE no\r\n:-1\r\n"]).0, Ok(Value::Int(0)));
        let (reply, words) = released(&[refused, "$1\r\nt\r\n:5000\r\n"]);
        assert!(matches!(reply, Err(Failure::Refused { .. })), "another error: {reply:?}");
        assert_eq!(words, ["DELEX k IFEQ t", "GET k PTTL k"]);
    }
}

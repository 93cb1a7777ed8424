//! Owns reading the replies of the scripts.
//! Does not own what a reply means for a lease (`lock`).

use redis::Value;

use crate::leaves::is_marker;
use crate::token::{self, Promise, Token};
use crate::ttl::Ttl;

/// What force removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// It was free.
    Nothing,
    /// Another's lock.
    Anothers,
    /// The caller's own.
    Ours,
}

/// Why force has removed nothing: one of the keys is no lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLock {
    /// Which key, counted from 0.
    pub index: usize,
    /// Its type as TYPE names it; empty when this user may not ask for it.
    pub kind: String,
    /// This user may not look whether it is one.
    pub is_unknown: bool,
}

/// A reply that the script cannot have given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a reply that does not belong to the request")]
pub(crate) struct Unexpected;

/// What is known of the holder who is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentHolder {
    /// How long its key lives if nothing happens.
    pub left: Ttl,
    /// Whether it signals its release.
    pub promise: Promise,
    /// Which of several keys it has, counted from 0.
    pub index: usize,
    /// It is none: the work is done, and its marker is there.
    pub is_done: bool,
    /// One of several permits may become free without a signal: its holder gives none, or it is at rest.
    pub may_end_silently: bool,
}

/// What acquire has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// The lease's fence where one was requested, else 1.
    pub(crate) number: u64,
    /// Which permit, counted from 1; `None` where there are none.
    pub(crate) permit: Option<u8>,
}

/// Who holds a lock. `T` tells for how long the caller does: a ttl when Redis replies, a deadline once that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holding<T> {
    /// No process.
    Free,
    /// The caller, for this long; under this permit, counted from 1, where there are several and it was looked for.
    Ours(T, Option<u8>),
    /// Another holder, which has this token.
    Another(Vec<u8>),
    /// The key is of another type: held by a lock of another make.
    Foreign,
}

impl<T> Holding<T> {
    /// Counts for how long the caller holds it.
    pub(crate) fn map<U>(self, count: impl FnOnce(T) -> U) -> Holding<U> {
        match self {
            Self::Free => Holding::Free,
            Self::Ours(left, permit) => Holding::Ours(count(left), permit),
            Self::Another(token) => Holding::Another(token),
            Self::Foreign => Holding::Foreign,
        }
    }
}

/// What an operator is told of a lock that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockInfo {
    /// The type of the key as Redis names it; empty when the ACL forbids that.
    pub kind: String,
    /// The value at the key; `None` when it can be no token: of another type, or too long.
    pub token: Option<Vec<u8>>,
    /// How long the key lives if nothing happens.
    pub left: Ttl,
    /// Whether a waiter is there; `None` when none would leave a mark, since this holder does not signal.
    pub waits: Option<bool>,
    /// The last number that was given to a lease of this lock, where they are numbered.
    pub fence: Option<u64>,
    /// No process holds it: it was released, and stays taken until it ends.
    pub rests: bool,
    /// How many permits it has, as far as is known; 1 where it is a lock of one holder.
    pub count: u8,
    /// The work is done, and its marker says so until it ends.
    pub done: bool,
    /// Those of several permits that are taken, the lowest first; what is said above is of that one.
    pub permits: Vec<PermitInfo>,
}

/// One of a key's permits that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermitInfo {
    /// Its number, from 1.
    pub number: u8,
    /// What is known of it, as of a lock of its own.
    pub info: LockInfo,
}

/// Reads the reply of describe; `None` when the lock is free.
pub(crate) fn described(reply: &Value) -> Result<Option<LockInfo>, Unexpected> {
    let (kind, left, value, waits, fence) = match parts(reply)? {
        [] => return Ok(None),
        [
            Value::BulkString(kind),
            Value::Int(left),
            Value::BulkString(value),
            Value::Int(waits @ -1..=1),
            Value::BulkString(fence),
        ] => (kind, *left, value, *waits, fence),
        _ => return Err(Unexpected),
    };
    let token = if kind == b"string" { Token::given(value).ok() } else { None };
    let rests = kind == b"string" && value == token::REST;
    let done = kind == b"string" && is_marker(value);
    let signals = rests || done || token.as_ref().is_some_and(|token| token.promise() == Promise::Signals);
    Ok(Some(LockInfo {
        kind: String::from_utf8_lossy(kind).into_owned(),
        left: Ttl::from_pttl(left),
        waits: if signals && waits != -1 { Some(waits == 1) } else { None },
        fence: std::str::from_utf8(fence).ok().and_then(|fence| fence.parse().ok()),
        token: token.map(|token| token.as_bytes().to_vec()),
        rests,
        done,
        count: 1,
        permits: Vec::new(),
    }))
}

/// Reads the reply of acquire, whatever it was about: `Ok` when it is ours now; else who holds it.
pub(crate) fn acquired(reply: &Value) -> Result<Result<Taken, CurrentHolder>, Unexpected> {
    if let Value::Int(number @ 1..) = reply {
        return Ok(Ok(Taken { number: number.unsigned_abs(), permit: None }));
    }
    let (left, signals, index) = match parts(reply)? {
        [Value::Int(left), Value::Int(signals)] => (left, signals, 0),
        [Value::Int(left), Value::Int(signals), Value::Int(number @ 1..)] => {
            (left, signals, usize::try_from(number - 1).map_err(|_| Unexpected)?)
        }
        _ => return Err(Unexpected),
    };
    let promise = if *signals == 1 { Promise::Signals } else { Promise::StaysSilent };
    let is_done = *signals == 2;
    Ok(Err(CurrentHolder { left: Ttl::from_pttl(*left), promise, index, is_done, may_end_silently: false }))
}

/// Reads the reply of acquire about permits.
pub(crate) fn acquired_permit(reply: &Value) -> Result<Result<Taken, CurrentHolder>, Unexpected> {
    match parts(reply)? {
        [Value::Int(permit @ 1..), Value::Int(number @ 1..)] => {
            let permit = u8::try_from(*permit).map_err(|_| Unexpected)?;
            Ok(Ok(Taken { number: number.unsigned_abs(), permit: Some(permit) }))
        }
        [Value::Int(0), Value::Int(left), Value::Int(signals)] => {
            let promise = if *signals == 0 { Promise::StaysSilent } else { Promise::Signals };
            let may_end_silently = *signals != 1;
            let left = Ttl::from_pttl(*left);
            Ok(Err(CurrentHolder { left, promise, index: 0, is_done: false, may_end_silently }))
        }
        _ => Err(Unexpected),
    }
}

/// Reads the reply of release: true when the key is gone by it.
pub(crate) fn released(reply: &Value) -> Result<bool, Unexpected> {
    match reply {
        // 2: it is done, by an earlier try of the same release.
        Value::Int(1 | 2) => Ok(true),
        Value::Int(0) => Ok(false),
        _ => Err(Unexpected),
    }
}

/// Reads the reply of force: what was removed, or why nothing was.
pub(crate) fn removed(reply: &Value) -> Result<Result<Removed, NoLock>, Unexpected> {
    match reply {
        Value::Int(0) => Ok(Ok(Removed::Nothing)),
        Value::Int(1) => Ok(Ok(Removed::Anothers)),
        Value::Int(2) => Ok(Ok(Removed::Ours)),
        Value::Array(parts) => match parts.as_slice() {
            [Value::Int(number @ 1..), Value::BulkString(kind), Value::Int(unknown)] if is_kind(kind) => {
                let index = usize::try_from(*number - 1).map_err(|_| Unexpected)?;
                let kind = String::from_utf8_lossy(kind).into_owned();
                Ok(Err(NoLock { index, kind, is_unknown: *unknown != 0 }))
            }
            _ => Err(Unexpected),
        },
        _ => Err(Unexpected),
    }
}

/// A type of Redis's own, or of a module: nine letters, digits and signs (RedisModule_CreateDataType).
fn is_kind(text: &[u8]) -> bool {
    text.len() <= 32 && text.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Reads the reply of extend: how long the key lives from now on, or `None` when it is not ours.
pub(crate) fn extended(reply: &Value) -> Result<Option<Ttl>, Unexpected> {
    match reply {
        Value::Int(0) => Ok(None),
        Value::Int(left) if *left >= -1 => Ok(Some(Ttl::from_pttl(*left))),
        _ => Err(Unexpected),
    }
}

/// Reads the reply of inspect, whatever it was about.
pub(crate) fn inspected(reply: &Value) -> Result<Holding<Ttl>, Unexpected> {
    let (who, left, token, permit) = match parts(reply)? {
        [Value::Int(who), Value::Int(left), Value::BulkString(token)] => (who, left, token, None),
        [Value::Int(who), Value::Int(left), Value::BulkString(token), Value::Int(permit), Value::Int(_)] => {
            (who, left, token, u8::try_from(*permit).ok())
        }
        _ => return Err(Unexpected),
    };
    match who {
        0 => Ok(Holding::Free),
        1 => Ok(Holding::Ours(Ttl::from_pttl(*left), permit)),
        2 => Ok(Holding::Another(token.clone())),
        3 => Ok(Holding::Foreign),
        _ => Err(Unexpected),
    }
}

fn parts(reply: &Value) -> Result<&[Value], Unexpected> {
    if let Value::Array(parts) = reply { Ok(parts) } else { Err(Unexpected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_a_waiter_is_there_is_known_of_holders_that_signal() {
        let bulk = |text: &str| Value::BulkString(text.as_bytes().to_vec());
        let reply = |value: &str, waits, fence: &str| {
            let parts = vec![bulk("string"), Value::Int(-1), bulk(value), Value::Int(waits), bulk(fence)];
            described(&Value::Array(parts)).unwrap().unwrap()
        };
        assert_eq!(reply("rl_1", 1, "17").waits, Some(true));
        assert_eq!(reply("rl_1", 0, "17").fence, Some(17));
        assert_eq!(reply("rl_1", 0, "").waits, Some(false));
        assert_eq!(reply("rl_1", -1, "").waits, None);
        assert_eq!(reply("rn_1", 1, "").waits, None);
        assert_eq!(reply("", 0, "x").token, None);
        assert_eq!(reply("", 0, "x").fence, None);
        let at_rest = reply("rl_rest", 0, "");
        assert_eq!((at_rest.rests, at_rest.token, at_rest.waits), (true, None, Some(false)));
        assert_eq!(described(&Value::Array(vec![])), Ok(None));
        assert_eq!(described(&Value::Array(vec![bulk("string")])), Err(Unexpected));
    }

    #[test]
    fn what_is_no_lock_is_told_by_its_type() {
        let reply = |number, kind: &str, unknown| {
            removed(&Value::Array(vec![Value::Int(number), Value::BulkString(kind.into()), Value::Int(unknown)]))
        };
        let no_lock = |index, kind: &str, is_unknown| Ok(Err(NoLock { index, kind: kind.to_owned(), is_unknown }));
        assert_eq!(reply(2, "hash", 0), no_lock(1, "hash", false));
        assert_eq!(reply(1, "", 1), no_lock(0, "", true));
        assert_eq!(reply(1, "ReJSON-RL", 0), no_lock(0, "ReJSON-RL", false));
        for (number, kind) in [(0, "hash"), (-1, "hash"), (1, "\u{1b}[31m"), (1, "a b")] {
            assert_eq!(reply(number, kind, 0), Err(Unexpected));
        }
        assert_eq!(removed(&Value::Int(2)), Ok(Ok(Removed::Ours)));
        assert_eq!(removed(&Value::Int(3)), Err(Unexpected));
    }

    #[test]
    fn replies_that_no_script_gives_are_not_read_as_any() {
        assert_eq!(released(&Value::Int(3)), Err(Unexpected));
        assert_eq!(released(&Value::Nil), Err(Unexpected));
        assert_eq!(acquired(&Value::Int(0)), Err(Unexpected));
        assert_eq!(acquired_permit(&Value::Int(1)), Err(Unexpected));
        assert_eq!(acquired(&Value::Array(vec![Value::Int(1)])), Err(Unexpected));
        assert_eq!(extended(&Value::Okay), Err(Unexpected));
        assert_eq!(extended(&Value::Int(-2)), Err(Unexpected));
        assert_eq!(inspected(&Value::Array(vec![Value::Int(1)])), Err(Unexpected));
    }
}

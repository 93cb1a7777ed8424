//! Owns: reading the replies of the scripts.
//! Does not own: what an answer means for a lease (`lock`).
//! Called by: `topology`, through `connection::node`, and `connection::undo`.

use redis::Value;

use crate::token::Promise;
use crate::ttl::Ttl;

/// What force removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Nobody held it.
    Nothing,
    /// Another's lock.
    Anothers,
    /// The asker's own.
    Ours,
}

/// A reply that the script cannot have given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an answer that does not belong to the question")]
pub struct Unexpected;

/// What acquire has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Ours now; the number is the lease's fence where one was asked for.
    Ours(u64),
    /// Another's.
    Anothers(Obstacle),
}

/// What is known of the holder who is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// How long its key lives if nothing happens.
    pub left: Ttl,
    /// Whether it signals its release.
    pub promise: Promise,
}

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inspection {
    /// Nobody.
    Free,
    /// The asker, for so long.
    Ours(Ttl),
    /// Whoever has this token.
    Another(Vec<u8>),
    /// A key of another type: a lock of another make.
    Foreign,
}

/// Reads the reply of acquire.
///
/// # Errors
/// [`Unexpected`] for a reply the script cannot give.
pub fn acquired(reply: &Value) -> Result<Taken, Unexpected> {
    match reply {
        Value::Int(number) => {
            u64::try_from(*number).ok().filter(|number| *number > 0).map(Taken::Ours).ok_or(Unexpected)
        }
        Value::Array(parts) => match parts.as_slice() {
            [Value::Int(left), Value::Int(signals)] => {
                let wakes = if *signals == 1 { Promise::Signals } else { Promise::StaysSilent };
                Ok(Taken::Anothers(Obstacle { left: Ttl::from_pttl(*left), promise: wakes }))
            }
            _ => Err(Unexpected),
        },
        _ => Err(Unexpected),
    }
}

/// Reads the reply of release: true when the key is gone by it.
///
/// # Errors
/// [`Unexpected`] for a reply the script cannot give.
pub fn released(reply: &Value) -> Result<bool, Unexpected> {
    match reply {
        Value::Int(1) => Ok(true),
        Value::Int(0) => Ok(false),
        _ => Err(Unexpected),
    }
}

/// Reads the reply of force.
///
/// # Errors
/// [`Unexpected`] for a reply the script cannot give.
pub fn removed(reply: &Value) -> Result<Removed, Unexpected> {
    match reply {
        Value::Int(0) => Ok(Removed::Nothing),
        Value::Int(1) => Ok(Removed::Anothers),
        Value::Int(2) => Ok(Removed::Ours),
        _ => Err(Unexpected),
    }
}

/// Reads the reply of extend: how long the key lives from now on, or `None` when it is not ours.
///
/// # Errors
/// [`Unexpected`] for a reply the script cannot give.
pub fn extended(reply: &Value) -> Result<Option<Ttl>, Unexpected> {
    match reply {
        Value::Int(0) => Ok(None),
        Value::Int(left) if *left >= -1 => Ok(Some(Ttl::from_pttl(*left))),
        _ => Err(Unexpected),
    }
}

/// Reads the reply of inspect.
///
/// # Errors
/// [`Unexpected`] for a reply the script cannot give.
pub fn inspected(reply: &Value) -> Result<Inspection, Unexpected> {
    let Value::Array(parts) = reply else {
        return Err(Unexpected);
    };
    let [Value::Int(who), Value::Int(left), Value::BulkString(token)] = parts.as_slice() else {
        return Err(Unexpected);
    };
    match who {
        0 => Ok(Inspection::Free),
        1 => Ok(Inspection::Ours(Ttl::from_pttl(*left))),
        2 => Ok(Inspection::Another(token.clone())),
        3 => Ok(Inspection::Foreign),
        _ => Err(Unexpected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_that_no_script_gives_are_not_read_as_answers() {
        assert_eq!(released(&Value::Int(2)), Err(Unexpected));
        assert_eq!(released(&Value::Nil), Err(Unexpected));
        assert_eq!(acquired(&Value::Int(0)), Err(Unexpected));
        assert_eq!(acquired(&Value::Array(vec![Value::Int(1)])), Err(Unexpected));
        assert_eq!(extended(&Value::Okay), Err(Unexpected));
        assert_eq!(extended(&Value::Int(-2)), Err(Unexpected));
        assert_eq!(inspected(&Value::Array(vec![Value::Int(1)])), Err(Unexpected));
    }
}

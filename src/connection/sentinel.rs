//! Owns what is said to a sentinel, and to the Redis that it names as master.
//! Does not own going from one to the other (`arrival`), the text that names them (`hosts`), what happens when a master is gone
//! (`node::checkout`, `lock::wait_loop`).
//!
//! Nothing is remembered but which sentinel replied last: every new connection sends the request again. A connection is left when
//! its Redis is demoted (Sentinel closes its clients, or it replies READONLY), and before that when the sentinel that named it says
//! that it names another: for seconds both are masters, and what the old one is told is lost (redis-server 7.0.15). It does not say so
//! after `SENTINEL REMOVE` and `MONITOR`, so it is asked again, too.

use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::login::before_any_command;
use crate::connection::queue::Awaited;
use crate::connection::refusals::escape_control;
use crate::connection::{Call, Connection, Received};
use crate::failure::Failure;
use crate::refusal::Code;

/// Whom a sentinel names as master, and the connection on which it tells when it names another.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) place: (String, u16),
    pub(crate) sentinel: Box<Connection>,
}

/// What a sentinel says when it is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Its master is the one that it has named.
    Same,
    /// It names another.
    Another,
    /// It knows none, or does not reply.
    Nothing,
}

/// Asks a sentinel again for the master that it has named, and waits for its reply. It takes no command while it is subscribed, and nothing is
/// missed: the reply comes after the end of the first subscription.
pub(crate) fn ask_again(Named { place: named, sentinel }: &mut Named, master: &str, limit: Duration) -> Says {
    let mut request = redis::cmd("UNSUBSCRIBE").arg("+switch-master").get_packed_command();
    request.extend(master_request(master));
    sentinel.push(|out| {
        out.extend(request);
        (0..3).map(Awaited::Own)
    });
    let mut replies = Vec::new();
    if sentinel.talk(&Call::new(limit), Instant::now(), &[], &mut replies).is_err() {
        return Says::Nothing;
    }
    match replies.swap_remove(1).1 {
        Ok(Value::Array(parts)) if place(&parts).as_ref() == Some(&*named) => Says::Same,
        Ok(Value::Array(_)) => Says::Another,
        _ => Says::Nothing,
    }
}

/// Words why a sentinel names no master.
pub(super) fn why_none(failure: &Failure) -> String {
    match failure.code() {
        Some(Code::NoAuth | Code::WrongPass) => {
            format!("{failure} (the sentinels' own login is ?sentinel_user=...&sentinel_password=...)")
        }
        Some(Code::UnknownCommand) => {
            format!(
                "{failure} (that is no sentinel: the address of a Redis begins with redis://, that of a cluster with redis-cluster://)"
            )
        }
        _ => failure.told(),
    }
}

/// Who the master is, and to be told when that changes: in one write, so that no change can come between them.
pub(super) fn master_request(master: &str) -> Vec<u8> {
    let mut request = redis::cmd("SENTINEL").arg("GET-MASTER-ADDR-BY-NAME").arg(master).get_packed_command();
    request.extend(redis::cmd("SUBSCRIBE").arg("+switch-master").get_packed_command());
    request
}

/// Reads the two replies to [`master_request`]; `None` when the sentinel knows no such master.
/// Errors: `Refused` with the sentinel's words, `NotSent` when that is no sentinel.
pub(super) fn named(mut connection: Connection, replies: Vec<Received>) -> Result<Option<Named>, Failure> {
    let mut replies = replies.into_iter();
    let place = match replies.next().map(|reply| connection.refusal(reply)).transpose()? {
        Some(Value::Nil) => return Ok(None),
        Some(Value::Array(parts)) => place(&parts),
        _ => None,
    };
    let Some(place) = place else {
        return Err(before_any_command(connection.protocol_error()));
    };
    // A user of the sentinel without the right to subscribe hears of a change when it asks again.
    Ok(Some(Named { place, sentinel: Box::new(connection) }))
}

fn place(parts: &[Value]) -> Option<(String, u16)> {
    let [Value::BulkString(name), Value::BulkString(port)] = parts else {
        return None;
    };
    let name = String::from_utf8(name.clone()).ok()?;
    Some((name, std::str::from_utf8(port).ok()?.parse().ok()?))
}

/// Learns from a Redis what it is: a sentinel may lag behind. A user that may not send ROLE finds out by READONLY.
pub(super) fn role_request() -> Vec<u8> {
    redis::cmd("ROLE").get_packed_command()
}

/// Reads the reply to [`role_request`].
/// Errors: `Refused` with the server's words, `NotSent` when that is no Redis.
pub(super) fn says_master(connection: &mut Connection, reply: Received) -> Result<bool, Failure> {
    match connection.refusal(reply) {
        Ok(Value::Array(parts)) => Ok(parts.first() == Some(&Value::BulkString(b"master".to_vec()))),
        Err(Failure::Refused { code: Code::NoPerm(_) | Code::UnknownCommand, .. }) => Ok(true),
        Err(failure) => Err(failure),
        Ok(_) => Err(before_any_command(connection.protocol_error())),
    }
}

pub(super) fn shown(master: &str) -> String {
    let escaped: String = master.chars().flat_map(escape_control).collect();
    format!("\"{escaped}\"")
}

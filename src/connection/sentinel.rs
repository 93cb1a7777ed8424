//! Owns what is said to a sentinel, and to the Redis that it names as master.
//! Does not own going from one to the other (`arrival`), the text that names them (`hosts`), what happens when a master is gone
//! (`node::checkout`, `lock::wait_loop`).
//!
//! Nothing is remembered but which sentinel replied last: every new connection sends the request again. A connection is left when
//! its Redis is demoted (Sentinel closes its clients, or it replies READONLY), and before that when the sentinel that named it says
//! that it names another: for seconds both are masters, and what the old one is told is lost (redis-server 7.0.15).

use redis::Value;

use crate::connection::login::before_any_command;
use crate::connection::refusals::escape_control;
use crate::connection::{Connection, Received};
use crate::failure::Failure;
use crate::refusal::{Code, Words};

/// Whom a sentinel names, and the connection on which it tells of changes, where it lets us hear of them.
pub(super) type Named = ((String, u16), Option<Box<Connection>>);

/// Words why a sentinel names no master.
pub(super) fn why_none(failure: &Failure) -> String {
    match failure.code() {
        Some(Code::NoAuth | Code::WrongPass) => {
            format!("{failure} (the sentinels' own login is ?sentinel_user=...&sentinel_password=...)")
        }
        Some(Code::Err(Words::UnknownCommand)) => {
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
    let (named, subscribed) = (replies.next(), replies.next());
    let place = match named.map(|reply| connection.refusal(reply)).transpose()? {
        Some(Value::Nil) => return Ok(None),
        Some(Value::Array(parts)) => place(&parts),
        _ => None,
    };
    let Some(place) = place else {
        return Err(before_any_command(connection.protocol_error()));
    };
    // A user of the sentinel without that right is told by READONLY, later.
    let watches = matches!(subscribed, Some(Ok(Value::Array(_))));
    Ok(Some((place, watches.then(|| Box::new(connection)))))
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
        Err(Failure::Refused { code: Code::NoPerm | Code::Err(Words::UnknownCommand), .. }) => Ok(true),
        Err(failure) => Err(failure),
        Ok(_) => Err(before_any_command(connection.protocol_error())),
    }
}

pub(super) fn shown(master: &str) -> String {
    let escaped: String = master.chars().flat_map(escape_control).collect();
    format!("\"{escaped}\"")
}

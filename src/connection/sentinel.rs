//! Owns finding the Redis that the sentinels name as master now, and connecting to it.
//! Does not own the text that names them (`hosts`), what happens when a master is gone (`node::checkout`, `lock::waiter`).
//!
//! Nothing is remembered but which sentinel replied last: every new connection sends the request again. A connection is left when its Redis is
//! demoted (Sentinel closes its clients, or it replies READONLY), and before that when the sentinel that named it says
//! that it names another: for seconds both are masters, and what the old one is told is lost (redis-server 7.0.15).

use std::time::Duration;

use redis::Value;

use crate::address::Address;
use crate::address::hosts::Sentinels;
use crate::clock::Instant;
use crate::connection::call::Call;
use crate::connection::login::Introduction;
use crate::connection::login::before_any_command;
use crate::connection::open::{Opened, open_node};
use crate::connection::{Connection, escape_control};
use crate::failure::Failure;
use crate::net::interrupts::{self, Interrupts, WaitEnd};
use crate::settings::Timeouts;

/// How long to pause when the Redis that was named is no master: a failover goes on.
const PAUSE: Duration = Duration::from_millis(50);

/// Connects to the master. When what the sentinels name is a replica they get the request again, within the connect timeout.
///
/// # Errors
/// `NotSent` when no sentinel names one, or it cannot be reached; `Refused` as from the master.
pub(super) fn open_master(
    address: &Address,
    sentinels: &Sentinels,
    timeouts: Timeouts,
    interrupts: Interrupts,
) -> Result<Opened, Failure> {
    let until = Instant::now().after(timeouts.connect);
    loop {
        let ((name, port), watch) = ask_all(address, sentinels, timeouts, interrupts)?;
        let mut connection = open_node(&address.at(&name, port), timeouts, interrupts, Introduction::Answered)?;
        if is_master(&mut connection, &Call { interrupts, ..Call::new(timeouts.io) })? {
            return Ok(Opened { connection, watch });
        }
        let pause = Instant::now().after(PAUSE);
        if pause >= until {
            return Err(Failure::NotSent {
                node: connection.node.clone(),
                cause: format!("the sentinels name it as master {}, but it is a replica", shown(&sentinels.master)),
            });
        }
        if let WaitEnd::Interrupted(by) = interrupts::sleep(pause, interrupts) {
            return Err(Failure::Interrupted { by, sent: false });
        }
    }
}

/// Whom a sentinel names, and the connection on which it tells of changes, where it lets us hear of them.
pub(super) type Named = ((String, u16), Option<Box<Connection>>);

/// Goes from one to the next, from the one that replied last on, until one names the master.
fn ask_all(
    address: &Address,
    sentinels: &Sentinels,
    timeouts: Timeouts,
    interrupts: Interrupts,
) -> Result<Named, Failure> {
    let (count, until) = (sentinels.hosts.len(), Instant::now().after(timeouts.connect));
    let first = sentinels.first.get();
    let mut causes = Vec::new();
    for tried in 0..count {
        let index = (first + tried) % count;
        let Some(sentinel) = address.sentinel(index) else { continue };
        // A share each: one that swallows packets must not eat the time of those after it.
        let share = Instant::now().until(until) / u32::try_from(count - tried).unwrap_or(1);
        let share = share.max(Duration::from_millis(1));
        let timeouts = Timeouts { connect: share, io: share.min(timeouts.io) };
        match ask(&sentinel, &sentinels.master, timeouts, interrupts) {
            Ok(Some(named)) => {
                sentinels.first.set(index);
                return Ok(named);
            }
            Ok(None) => causes.push(format!("{} knows no master {}", sentinel.node(), shown(&sentinels.master))),
            Err(interrupted @ Failure::Interrupted { .. }) => return Err(interrupted),
            Err(failure) => causes.push(match &failure {
                Failure::Refused { code, .. } if matches!(code.as_str(), "NOAUTH" | "WRONGPASS") => {
                    format!("{failure} (the sentinels' own login is ?sentinel_user=...&sentinel_password=...)")
                }
                _ => failure.to_string(),
            }),
        }
    }
    Err(Failure::NotSent { node: "no sentinel names a master".to_owned(), cause: causes.join("; ") })
}

fn ask(sentinel: &Address, master: &str, timeouts: Timeouts, interrupts: Interrupts) -> Result<Option<Named>, Failure> {
    let mut connection = open_node(sentinel, timeouts, interrupts, Introduction::Answered)?;
    let (call, mut replies) = (Call { interrupts, ..Call::new(timeouts.io) }, Vec::new());
    let request = master_request(master);
    let done = connection.exchange(&call, Instant::now(), &request, (2, &mut replies), &mut drop);
    done.map_err(before_any_command)?;
    named(connection, replies)
}

/// Who the master is, and to be told when that changes: in one write, so that no change can come between them.
pub(super) fn master_request(master: &str) -> Vec<u8> {
    let mut request = redis::cmd("SENTINEL").arg("GET-MASTER-ADDR-BY-NAME").arg(master).get_packed_command();
    request.extend(redis::cmd("SUBSCRIBE").arg("+switch-master").get_packed_command());
    request
}

/// Reads the two replies to [`master_request`]; `None` when the sentinel knows no such master.
///
/// # Errors
/// `Refused` with the sentinel's words, `NotSent` when that is no sentinel.
pub(super) fn named(mut connection: Connection, replies: Vec<Value>) -> Result<Option<Named>, Failure> {
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
    let watches = matches!(subscribed, Some(Value::Array(_)));
    Ok(Some((place, watches.then(|| Box::new(connection)))))
}

fn place(parts: &[Value]) -> Option<(String, u16)> {
    let [Value::BulkString(name), Value::BulkString(port)] = parts else {
        return None;
    };
    let name = String::from_utf8(name.clone()).ok()?;
    Some((name, std::str::from_utf8(port).ok()?.parse().ok()?))
}

/// A sentinel may lag behind: the Redis itself says what it is. A user that may not send ROLE finds out by READONLY.
fn is_master(connection: &mut Connection, call: &Call<'_>) -> Result<bool, Failure> {
    let reply = connection.exchange_one(call, Instant::now(), &role_request(), &mut drop);
    let reply = reply.map_err(before_any_command)?;
    says_master(connection, reply)
}

/// Learns from a Redis what it is.
pub(super) fn role_request() -> Vec<u8> {
    redis::cmd("ROLE").get_packed_command()
}

/// Reads the reply to [`role_request`].
///
/// # Errors
/// `Refused` with the server's words, `NotSent` when that is no Redis.
pub(super) fn says_master(connection: &mut Connection, reply: Value) -> Result<bool, Failure> {
    match connection.refusal(reply) {
        Ok(Value::Array(parts)) => Ok(parts.first() == Some(&Value::BulkString(b"master".to_vec()))),
        Err(Failure::Refused { code, detail, .. }) if code == "NOPERM" || detail.starts_with("unknown command") => {
            Ok(true)
        }
        Err(failure) => Err(failure),
        Ok(_) => Err(before_any_command(connection.protocol_error())),
    }
}

pub(super) fn shown(master: &str) -> String {
    let escaped: String = master.chars().flat_map(escape_control).collect();
    format!("\"{escaped}\"")
}

//! Owns waiting until enough replicas have a lock's write, and taking the lock back when they have not.
//! Does not own the write itself (`one_master`).

use std::time::Duration;

use redis::Value;

use crate::connection::seat::Seat;
use crate::connection::undo::{self, Undo};
use crate::failure::Failure;
use crate::process;
use crate::scripts::Request;
use crate::settings::Timeouts;
use crate::topology::Bid;

/// How much sooner than io_timeout the server gives up: its answer must still arrive in time, and its timer is up to
/// 100 ms late (as BLPOP's is).
const SOONER: Duration = Duration::from_millis(150);

/// Returns when `bid.replicas` replicas have confirmed what this seat's connection has written.
///
/// # Errors
/// `TooFewReplicas` when they have not in time, or the failure of the question. The lock is given back then.
pub(super) fn confirm(seat: &mut Seat, bid: &Bid<'_>, timeouts: Timeouts) -> Result<(), Failure> {
    let within = timeouts.io.checked_sub(SOONER).filter(|left| *left >= SOONER).unwrap_or(timeouts.io / 2);
    let process = process::id();
    let Err(failure) = ask(seat, bid, within.max(Duration::from_millis(1))) else {
        return Ok(());
    };
    if process != process::id() {
        // A signal handler has forked: the lock is the parent's.
        return Err(failure);
    }
    if matches!(failure, Failure::Interrupted { .. }) {
        // The master has answered a moment ago, so this takes no longer than it did.
        undo::add(seat.address(), Undo::left(bid.key, bid.token, bid.ttl));
        undo::flush(seat.address(), timeouts);
        return Err(failure);
    }
    let release = Request::Release { key: bid.key, token: bid.token };
    if !matches!(seat.ask_here(&release), Some(Ok(_))) {
        undo::add(seat.address(), Undo::doubt(bid.key, bid.token, bid.ttl));
    }
    Err(failure)
}

/// On the connection that has written: WAIT counts the replicas that have what this very connection wrote.
fn ask(seat: &mut Seat, bid: &Bid<'_>, within: Duration) -> Result<(), Failure> {
    let node = seat.address().node();
    let Some(connection) = seat.connection() else {
        return Err(Failure::Unanswered { node, cause: "the connection was closed behind the write".to_owned() });
    };
    // A timeout of 0 would be none.
    let mut command = redis::cmd("WAIT");
    command.arg(bid.replicas).arg(u64::try_from(within.as_millis()).unwrap_or(u64::MAX).max(1));
    let reply = connection.exchange_one(&command.get_packed_command())?;
    match connection.refusal(reply)? {
        Value::Int(confirmed) if confirmed >= i64::from(bid.replicas) => Ok(()),
        Value::Int(confirmed) => Err(Failure::TooFewReplicas { node, confirmed, wanted: bid.replicas, within }),
        _ => Err(connection.nonsense()),
    }
}

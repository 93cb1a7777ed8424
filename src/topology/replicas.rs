//! Owns waiting until enough replicas have a lock's write, and taking the lock back when they have not.
//! Does not own the write itself (`one_master`).

use std::time::Duration;

use redis::Value;

use crate::failure::Failure;
use crate::leaves::Leaves;
use crate::node::checkout::Checkout;
use crate::node::recovery::{Reason, Recovery, Try};
use crate::process::ForkGuard;
use crate::scripts::{self, Action, Request};
use crate::settings::Timeouts;
use crate::topology::Attempt;

/// How much sooner than io_timeout the server gives up: its reply must still arrive in time, and its timer is up to
/// 100 ms late (as BLPOP's is).
const SOONER: Duration = Duration::from_millis(150);

/// Returns when `attempt.replicas` replicas have confirmed what this checkout's link has written.
/// Errors: `NotDone` when they have not in time, or the failure of the request. The lock is released then.
#[cold]
pub(super) fn confirm(checkout: &mut Checkout, attempt: &Attempt<'_>, timeouts: Timeouts) -> Result<(), Failure> {
    let within = timeouts.io.checked_sub(SOONER).filter(|left| *left >= SOONER).unwrap_or(timeouts.io / 2);
    let guard = ForkGuard::here();
    let Err(failure) = wait_for_replicas(checkout, attempt, within.max(Duration::from_millis(1))) else {
        return Ok(());
    };
    if guard.has_forked() {
        // A signal handler has forked: the lock is the parent's.
        return Err(failure);
    }
    let release = Request { scope: attempt.scope, action: Action::Release(&attempt.token, Leaves::Nothing) };
    let (is_released, reason) = if matches!(failure, Failure::Interrupted { .. }) {
        // On another connection, for this one waits. The master has replied a moment ago, so this takes no longer than it did.
        (checkout.node.send(&release, scripts::released).is_ok(), Reason::Abandoned)
    } else {
        (matches!(checkout.send_here(&release), Some(Ok(_))), Reason::Unknown)
    };
    let which = if attempt.caller.is_retry { Try::Later } else { Try::Only };
    let is_failed = matches!(Recovery::of_acquire(&attempt.token, &failure, which), Recovery::Failed);
    // Otherwise its caller tries the same token again, or owes this release: one on the list would end what the next try acquires.
    if !is_released && is_failed {
        attempt.release_later(&checkout.node.address, reason);
    }
    Err(failure)
}

/// On the connection that has written: WAIT counts the replicas that have what this very connection wrote.
fn wait_for_replicas(checkout: &mut Checkout, attempt: &Attempt<'_>, within: Duration) -> Result<(), Failure> {
    let (node, call) = (checkout.node.address.node(), checkout.call());
    let Some(link) = checkout.link() else {
        return Err(Failure::Unanswered { node, cause: "the connection was closed after the write".to_owned() });
    };
    // A timeout of 0 would be none.
    let mut command = redis::cmd("WAIT");
    command.arg(attempt.replicas).arg(u64::try_from(within.as_millis()).unwrap_or(u64::MAX).max(1));
    let reply = link.exchange_one(&call, &command).map_err(|failure| match failure {
        // The lock's write went out. As if nothing had, it would be sent on to another node, with a release of the same token owed here.
        Failure::NotSent { node, cause } => Failure::Unanswered { node, cause },
        other => other,
    })?;
    match link.refusal(reply)? {
        Value::Int(confirmed) if confirmed >= i64::from(attempt.replicas) => Ok(()),
        Value::Int(confirmed) => Err(Failure::too_few_replicas(node, confirmed, attempt.replicas, within)),
        _ => Err(link.protocol_error()),
    }
}

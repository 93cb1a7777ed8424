//! Owns what an operator learns of other programs' locks: who holds one, and which there are.
//! Does not own what is sent to the nodes (`topology`), the form in which it is shown (`php`, `cli/redislock`).

use crate::error::{Error, Verb};
use crate::failure::Failure;
use crate::key::Key;
use crate::label::Holder;
use crate::lease::State;
use crate::lock::{Lock, origin};
use crate::net::interrupts::{Interruption, Interrupts};
use crate::stats::{self, Counter};
use crate::token;
use crate::topology::{LockInfo, Scan, Scanned, Topology};

/// Tells what there is to know of a lock; `None` when it is free.
///
/// # Errors
/// `Failed` when Redis cannot be reached.
pub fn describe(topology: &dyn Topology, key: &Key) -> Result<Option<LockInfo>, Error> {
    topology.describe(key).map_err(|failure| {
        stats::count(Counter::Failed);
        let failure = failure.naming_origin(|node| origin(topology, node));
        Error::Failed { verb: Verb::Inspect, lock: key.clone().into(), failure }
    })
}

/// Finds locks; `interrupts` decides throughout whether that may go on.
///
/// # Errors
/// `NotScanned` when Redis cannot be reached.
pub fn scan(topology: &dyn Topology, scan: &Scan, interrupts: Interrupts) -> Result<Scanned, Error> {
    loop {
        match topology.scan(scan, interrupts) {
            // This is the child of a fork in a signal handler; what was found so far came by its parent's sockets.
            Err(Failure::Interrupted { by: Interruption::Fork, .. }) => {}
            Err(failure) => {
                stats::count(Counter::Failed);
                let failure = failure.naming_origin(|node| origin(topology, node));
                return Err(Error::NotScanned { pattern: scan.pattern.clone(), failure });
            }
            Ok(found) => return Ok(found),
        }
    }
}

impl Lock {
    /// Tells who holds the lock that this object has lost: one request more, in a place where nothing is urgent any more.
    /// `None` when it is free, or the token says nothing about it, or Redis nothing at all.
    pub(super) fn successor(&self) -> Option<Holder> {
        let lease = self.lease().lock();
        let own = lease.tokens.token.clone();
        let permit = if let State::Lost(lost) = lease.state { lost.was.permit } else { None };
        drop(lease);
        self.scope.at(permit).keys().iter().find_map(|key| {
            let token = self.topology.describe(key).ok()??.token?;
            // What is left to it of several keys is not what it has lost.
            let is_own = own.as_ref().is_some_and(|own| own.as_bytes() == token);
            if is_own { None } else { token::label_of(&token).map(|label| Holder(label.to_owned())) }
        })
    }
}

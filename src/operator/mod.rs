//! Owns what only an operator asks: who holds a lock, which locks there are, what the nodes say of themselves.
//! Does not own the verbs of a lock (`topology`), the form in which it is shown (`php`, `cli/redislock`).

pub(crate) mod describe;
pub mod diagnosis;
mod glob;
mod pages;
mod scan;

use crate::clock::Instant;
use crate::error::{Error, Verb};
use crate::failure::Failure;
use crate::key::Key;
use crate::net::interrupts::{Interruption, Interrupts};
pub use crate::scripts::{LockInfo, PermitInfo};
use crate::stats::{self, Counter};
use crate::token;
use crate::topology::Topology;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Scan {
    /// Which keys, prefix included: a star stands for any bytes, and everything else for itself. Of permits, their key's name.
    pub pattern: Vec<u8>,
    /// How many bytes of it are the prefix, of which nothing stands for other bytes.
    pub prefix: usize,
    /// Every key counts as a lock, because any may be one of another make; else only those with a token as this extension makes
    /// them.
    pub every_make: bool,
    /// At most this number is returned.
    pub most: usize,
    /// When it ends, complete or not.
    pub bounds: Bounds,
}

/// How much work a scan may be: a server may have any number of keys.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// At most about this number of keys that match is looked at, on each member of a quorum.
    pub keys: usize,
    /// No page is requested after it; `None`: it takes as long as it takes.
    pub end: Option<Instant>,
}

impl Bounds {
    /// All keys, however long that takes.
    pub const NONE: Self = Self { keys: usize::MAX, end: None };

    /// Tells whether no more may be looked at.
    fn are_reached(&self, keys: usize) -> bool {
        keys >= self.keys || self.end.is_some_and(|end| end <= Instant::now())
    }
}

/// What a scan has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// The locks, in the order of their keys.
    pub locks: Vec<(Key, LockInfo)>,
    /// The number of keys that were looked at; of a quorum, at the member where there were most.
    pub keys: usize,
    /// Every key that matches was looked at, and every lock is there.
    pub complete: bool,
}

impl Scan {
    /// Tells whether a lock is one of those.
    pub fn wants(&self, info: &LockInfo) -> bool {
        self.every_make || is_ours(info) || info.permits.iter().any(|permit| is_ours(&permit.info))
    }
}

fn is_ours(info: &LockInfo) -> bool {
    info.rests || info.done || info.token.as_deref().is_some_and(token::is_fresh)
}

/// Tells what there is to know of a lock; `None` when it is free.
///
/// # Errors
/// `Failed` when Redis cannot be reached.
pub fn describe(topology: &dyn Topology, key: &Key) -> Result<Option<LockInfo>, Error> {
    describe::one(topology, key).map_err(|failure| {
        stats::count(Counter::Failed);
        Error::Failed { verb: Verb::Inspect, lock: key.clone().into(), failure }
    })
}

/// Finds locks; `interrupts` decides throughout whether that may go on.
///
/// # Errors
/// `NotScanned` when Redis cannot be reached.
pub fn scan(topology: &dyn Topology, scan: &Scan, interrupts: Interrupts) -> Result<Scanned, Error> {
    loop {
        match scan::scan(topology, scan, interrupts) {
            // This is the child of a fork in a signal handler; what was found so far came by its parent's sockets.
            Err(Failure::Interrupted { by: Interruption::Fork, .. }) => {}
            Err(failure) => {
                stats::count(Counter::Failed);
                return Err(Error::NotScanned { pattern: scan.pattern.clone(), failure });
            }
            Ok(found) => return Ok(found),
        }
    }
}

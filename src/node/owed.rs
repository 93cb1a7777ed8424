//! Owns releases on one link whose replies no call waits for: what becomes of each.
//! Does not own sending them and reading those replies (`ahead`).

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::node::capabilities::Capabilities;
use crate::node::late_releases::{self, Batch, LateRelease};
use crate::process::ForkGuard;

/// Releases whose replies are owed.
#[derive(Debug)]
pub(super) struct Owed {
    /// Each with the end of its io_timeout.
    pub(super) releases: VecDeque<(LateRelease, Instant)>,
    /// That io_timeout, for messages.
    pub(super) io: Duration,
    pub(super) address: Arc<Address>,
    pub(super) guard: ForkGuard,
}

impl Owed {
    /// When the next reply must have come.
    pub(super) fn deadline(&self) -> Instant {
        self.releases.front().map_or_else(Instant::now, |(_, deadline)| *deadline)
    }

    /// Counts what became of the first. A refused one is sent again, and its reply is waited for then.
    pub(super) fn settle_first(&mut self, capabilities: &mut Capabilities, reply: Result<Value, Failure>) {
        capabilities.release_is_known &= reply.is_ok();
        if let Some((release, _)) = self.releases.pop_front()
            // A signal handler may have forked: they are the parent's.
            && !self.guard.has_forked()
        {
            late_releases::settle_sent_ahead(&self.address, release, reply);
        }
    }

    /// Counts all as failed, since they may have run or not, and has them sent again with the next request. The end of the PHP request tries
    /// once more, unless the server is silent.
    pub(super) fn fail(self, failure: &Failure, is_silent: bool) {
        let releases = self.releases.into_iter().map(|(release, _)| release).collect();
        Batch::new(releases, self.guard).fail_sent_ahead(&self.address, failure, is_silent);
    }
}

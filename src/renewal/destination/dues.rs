//! Owns what a destination waits for: its sockets, and the times at which it goes on though none of them has news.
//! Does not own what is done then (`destination`).

use std::time::Duration;

use nix::poll::{PollFd, PollFlags};

use crate::clock::Instant;
use crate::connection::arrival::Arrival;
use crate::net::interrupts;
use crate::net::resolver::Names;
use crate::renewal::destination::{Destination, Which};
use crate::renewal::pipe::Pipe;

/// The least silence after which a second connection is opened: a shorter one may be this thread's own, which was not run.
const LEAST_SILENCE: Duration = Duration::from_millis(2);

impl Destination {
    /// Returns the sockets to wait for, and what for.
    pub(in crate::renewal) fn sockets(&self) -> impl Iterator<Item = (Which, PollFd<'_>)> {
        let arrival = self.arrival.as_ref().and_then(Arrival::socket);
        let arrival = arrival.map(|(socket, readiness)| (Which::Arrival, interrupts::watch(socket, readiness)));
        let pipes = [(Which::Current, &self.current), (Which::Former, &self.former)];
        let pipes = pipes.into_iter().filter_map(|(which, pipe)| {
            let Pipe { conversation, is_spoiled, .. } = pipe.as_ref()?;
            // What could not be written at all was left in the queue.
            let waits = conversation.has_unwritten() || !is_spoiled && !self.queue.is_empty();
            let mut wanted = PollFlags::POLLIN;
            // Nothing is written to the former one any more.
            wanted.set(PollFlags::POLLOUT, which == Which::Current && waits);
            Some((which, PollFd::new(conversation.socket().0, wanted)))
        });
        pipes.chain(arrival)
    }

    /// Returns when to go on though no socket has news.
    pub(in crate::renewal) fn due(&self, names: &Names) -> Option<Instant> {
        let opens =
            (self.current.is_none() && self.arrival.is_none() && !self.queue.is_empty()).then_some(self.pause_until);
        let second = if self.arrival.is_none() { self.second_due() } else { None };
        let arrival = self.arrival.as_ref().and_then(|arrival| arrival.due(names));
        [opens, second, arrival, self.former_due(), self.stale_due(), self.early_due()].into_iter().flatten().min()
    }

    /// Returns when a connection is made although nothing is to be sent yet.
    pub(super) fn early_due(&self) -> Option<Instant> {
        let is_wanted = self.users > 0 && self.current.is_none() && self.arrival.is_none();
        self.connects_at.filter(|_| is_wanted).map(|at| at.max(self.pause_until))
    }

    /// Returns when a connection beside a silent one is due.
    pub(super) fn second_due(&self) -> Option<Instant> {
        let pipe = self.current.as_ref()?;
        let since = pipe.conversation.silent_since()?;
        let timeout = since.after(self.timeouts.io);
        // Leases whose deadline has passed meanwhile cannot be saved by it.
        let least = pipe.least_deadline()?;
        let due = since.after((since.until(least) / 2).max(LEAST_SILENCE)).min(timeout);
        Some(due.max(self.beside_after))
    }

    /// Returns when a silent connection is of no more use: it takes nothing any more, or owes nothing that could still be saved.
    pub(super) fn stale_due(&self) -> Option<Instant> {
        let pipe = self.current.as_ref()?;
        let due = pipe.conversation.silent_since()?.after(self.timeouts.io);
        (!pipe.is_of_use() && self.arrival.is_none()).then_some(due)
    }

    /// Returns when the former connection is of no more use.
    pub(super) fn former_due(&self) -> Option<Instant> {
        let former = self.former.as_ref()?;
        let due = former.conversation.silent_since()?.after(self.timeouts.io);
        let last = former.last_deadline().filter(|_| self.current_is_silent());
        Some(last.map_or(due, |last| due.max(last)))
    }
}

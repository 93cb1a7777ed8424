//! Owns waiting for several sockets at once, each under a name that the caller gives it.
//! Does not own the sleep itself (`interrupts`), what is done with a socket that has news (`node::fan_out`, `renewal`).

use std::io;

use nix::poll::PollFd;

use crate::clock::Instant;
use crate::net::interrupts::{self, Interrupts, Woke};

/// Sockets to wait for.
pub(crate) struct PollSet<'fd, K> {
    names: Vec<K>,
    sockets: Vec<PollFd<'fd>>,
}

impl<'fd, K> FromIterator<(K, PollFd<'fd>)> for PollSet<'fd, K> {
    fn from_iter<I: IntoIterator<Item = (K, PollFd<'fd>)>>(each: I) -> Self {
        let (names, sockets) = each.into_iter().unzip();
        Self { names, sockets }
    }
}

impl<K> PollSet<'_, K> {
    /// Waits until a socket has news, or until `until`; returns how that ended, and the names of the sockets with news. If the system cannot
    /// wait there are none.
    pub(crate) fn wait(mut self, until: Instant, interrupts: Interrupts) -> (io::Result<Woke>, Vec<K>) {
        let woke = interrupts::wait_for_any(&mut self.sockets, until, interrupts);
        let named = self.names.into_iter().zip(&self.sockets);
        (woke, named.filter(|(_, socket)| socket.any() == Some(true)).map(|(name, _)| name).collect())
    }
}

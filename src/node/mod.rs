//! Owns what a node is: one Redis, as this thread reaches it.
//! Does not own which link a request goes out on (`checkout`), what a request is (`scripts`, `topology`).

pub(crate) mod checkout;
pub(crate) mod detour;
pub(crate) mod fan_out;
pub mod late;
pub(crate) mod link;
pub(crate) mod operation;
pub mod recovery;
mod rights;

use std::sync::Arc;

use redis::Value;

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::failure::Failure;
use crate::refusal::Code;
use crate::scripts::Unexpected;
use crate::settings::Timeouts;

/// One Redis, as this thread reaches it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) address: Arc<Address>,
    pub(crate) timeouts: Timeouts,
    /// Each command goes out after an ASKING.
    pub(crate) asking: bool,
}

/// A reply that was read, and the instant before its request was sent: deadlines count from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed<T> {
    pub value: T,
    pub sent: Instant,
}

pub(crate) type Read<T> = fn(&Value) -> Result<T, Unexpected>;

impl Node {
    /// Names a node; nothing is connected before the first request.
    pub fn new(address: Arc<Address>, timeouts: Timeouts) -> Self {
        Self { address, timeouts, asking: false }
    }

    /// Has it run requests about a slot that is being moved to it.
    #[must_use]
    pub fn asking(self) -> Self {
        Self { asking: true, ..self }
    }

    /// Tells whether requests go to the same place in the same way.
    pub fn is_same(&self, other: &Self) -> bool {
        self.address == other.address && self.asking == other.asking
    }
}

/// Tells whether a new connection leads to another Redis than the one that sent this reply: it was demoted, and the
/// sentinels know its successor. It has run nothing.
pub(super) fn is_elsewhere(address: &Address, failure: &Failure) -> bool {
    matches!(&address.place, Place::Sentinels(_)) && failure.code() == Some(&Code::ReadOnly)
}

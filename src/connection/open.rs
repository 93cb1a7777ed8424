//! Owns opening a connection and waiting until it is of use.
//! Does not own the steps (`arrival`), which also go on without a call that waits.

use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::arrival::{Arrival, Opened};
use crate::connection::not_connected;
use crate::failure::Failure;
use crate::net::interrupts::{self, Interrupts, Woke};
use crate::net::resolver::Names;
use crate::settings::Timeouts;

/// Connects and, where the address has a login, authenticates and selects the database; where it names sentinels, to the Redis
/// that they name as master now. A peer that closes the connection when it is told our name is connected to once more, without.
/// Errors: `NotSent` when no connection came about, `Refused` when the server refuses user, password or database.
pub(crate) fn open(address: &Arc<Address>, timeouts: Timeouts, interrupts: Interrupts) -> Result<Opened, Failure> {
    let mut names = Names::at_once();
    let mut arrival = Arrival::begin(address.clone(), timeouts, &mut names);
    let mut has_news = false;
    loop {
        if let Some(done) = arrival.go_on(has_news, &mut names) {
            return done;
        }
        let due = arrival.due(&names).unwrap_or_else(Instant::now);
        has_news = match interrupts::wait(arrival.socket(), due, interrupts) {
            Ok(Woke::Ready) => true,
            Ok(Woke::Time) => false,
            Ok(Woke::Interrupted(by)) => return Err(Failure::Interrupted { by, sent: false }),
            Err(error) => return Err(not_connected(address, &error, timeouts.connect)),
        };
    }
}

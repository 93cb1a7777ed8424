//! Owns opening a connection and waiting until it is of use: connect, log in, and once more without our name where the peer
//! closes the connection for it.
//! Does not own the steps: connecting (`net::connect`), logging in (`login`), finding the master (`sentinel`). Opening without
//! waiting is `arrival`.

use crate::address::Address;
use crate::connection::login::Introduction;
use crate::connection::{Connection, client_name, not_connected};
use crate::failure::Failure;
use crate::net::broken::Broken;
use crate::net::connect;
use crate::net::interrupts::Interrupts;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// A connection that was just opened.
#[derive(Debug)]
pub struct Opened {
    pub(crate) connection: Connection,
    /// That to the sentinel that named this Redis as master; it tells when it names another.
    pub(crate) watch: Option<Box<Connection>>,
}

/// Connects to the one Redis or sentinel that an address names.
///
/// # Errors
/// As `open`.
pub(super) fn open_node(
    address: &Address,
    timeouts: Timeouts,
    interrupts: Interrupts,
    names: Introduction,
) -> Result<Connection, Failure> {
    let node = address.node();
    let were_left_out = client_name::are_left_out(&node);
    match open_once(address, timeouts, interrupts, names) {
        Err(Failure::NotSent { .. }) if !were_left_out && client_name::are_left_out(&node) => {
            stats::count(Counter::Reconnected);
            open_once(address, timeouts, interrupts, names)
        }
        done => done,
    }
}

fn open_once(
    address: &Address,
    timeouts: Timeouts,
    interrupts: Interrupts,
    names: Introduction,
) -> Result<Connection, Failure> {
    let stream = connect::connect(address, timeouts.connect, interrupts).map_err(|broken| match broken {
        Broken::Io(error) => not_connected(address, &error, timeouts.connect),
        Broken::Interrupted(by) => Failure::Interrupted { by, sent: false },
    })?;
    let mut connection = Connection::over(stream, address);
    connection.log_in(address, timeouts.io, interrupts, names)?;
    Ok(connection)
}

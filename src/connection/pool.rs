//! Owns one idle connection for each thread and whole address, kept across requests: taking it, putting it back, closing it.
//! Does not own opening connections (`seat`), how addresses are found (`places`), what is on an undo list (`undo`).

mod places;

use std::cell::RefCell;
use std::net::IpAddr;
use std::sync::Arc;

use crate::address::{self, Address};
use crate::connection::Connection;
use crate::connection::pool::places::Places;
use crate::connection::undo::UndoList;
use crate::process;
use crate::stats::{self, Counter};

/// What this process's thread keeps.
#[derive(Debug, Default)]
struct Own {
    process: process::Id,
    places: Places,
}

thread_local! {
    /// Borrowed only within this file, and never while a socket is used.
    static OWN: RefCell<Own> = RefCell::default();
}

/// Takes the idle connection out, unless its peer has closed meanwhile; that is noticed without a round trip.
pub(super) fn take(address: &Arc<Address>) -> Option<Box<Connection>> {
    take_if(address, Connection::is_reusable)
}

/// As `take`, for a seat that trusts: one that has just answered is not looked at.
pub(super) fn take_on_trust(address: &Arc<Address>) -> Option<Box<Connection>> {
    take_if(address, Connection::is_reusable_on_trust)
}

fn take_if(address: &Arc<Address>, is_fit: impl FnOnce(&mut Connection) -> bool) -> Option<Box<Connection>> {
    let mut idle = own(|places| places.take(address))?.connection;
    if is_fit(&mut idle) {
        return Some(idle);
    }
    stats::count(Counter::Reconnected);
    None
}

/// Keeps a connection for the next question. One that is there already is closed, and so is the one that has been idle
/// longest when there are too many.
pub(super) fn put_back(address: &Arc<Address>, connection: Box<Connection>) {
    for surplus in own(|places| places.put_back(address, connection)).into_iter().flatten() {
        surplus.close();
    }
}

/// As `take`, unless answers to releases that nobody has waited for are still to come on it.
pub(super) fn take_read(address: &Arc<Address>) -> Option<Box<Connection>> {
    let connection = take(address)?;
    if connection.has_unread() {
        put_back(address, connection);
        return None;
    }
    Some(connection)
}

/// Waits for the answers to this thread's releases that nobody has waited for.
pub fn read_unread() {
    for (address, mut idle) in own(Places::take_unread) {
        idle.connection.read_what_comes();
        if idle.connection.is_reusable() {
            own(|places| places.restore(&address, idle));
        } else {
            stats::count(Counter::Reconnected);
        }
    }
}

/// Returns the host name of an address, and where the idle connection has found it.
pub fn found(address: &Arc<Address>) -> Option<(String, IpAddr)> {
    let address::Place::Tcp { host, .. } = address.place() else { return None };
    let peer = own(|places| places.idle(address).and_then(|idle| idle.connection.stream.peer()))?;
    Some((host.clone(), peer))
}

/// Tells whether the idle connection, if there is one, has had nothing refused.
pub(super) fn may_signal(address: &Arc<Address>) -> bool {
    own(|places| places.idle(address).is_none_or(|idle| idle.connection.may_signal()))
}

/// Reads or changes an address's undo list.
pub(super) fn undo<T>(address: &Arc<Address>, change: impl FnOnce(&mut UndoList) -> T) -> T {
    own(|places| places.undo(address, change))
}

/// Returns the addresses whose undo lists `which` picks.
pub(super) fn addresses(which: impl Fn(&UndoList) -> bool) -> Vec<Arc<Address>> {
    own(|places| places.addresses(which))
}

/// Closes this thread's idle connections and forgets its undo lists.
pub fn close() {
    drop(own(std::mem::take));
}

/// Gives access to this process's places. A child of fork starts with none: it closes its copies of the sockets
/// without a byte (each [`Connection`] knows its process), and leaves the parent's late commands to the parent.
fn own<T>(change: impl FnOnce(&mut Places) -> T) -> T {
    let here = process::id();
    OWN.with(|own| {
        let mut own = own.borrow_mut();
        if own.process != here {
            *own = Own { process: here, ..Own::default() };
        }
        change(&mut own.places)
    })
}

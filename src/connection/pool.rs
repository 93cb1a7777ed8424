//! Owns: one idle connection for each thread and whole address, kept across requests, and where its undo list lies.
//! Does not own: opening connections (`seat`), what is on an undo list (`undo`).
//! Called by: `seat`, `node` and `undo`.

use std::cell::RefCell;
use std::sync::Arc;

use crate::connection::Connection;
use crate::connection::address::Address;
use crate::connection::undo::UndoList;
use crate::process;
use crate::stats::{self, Counter};

/// How many addresses keep an idle connection on one thread: passwords that change with every lease of a cloud's login
/// make a new address each time.
const MOST_IDLE: usize = 16;

/// What one thread keeps for one address.
#[derive(Debug, Default)]
struct Place {
    idle: Option<Idle>,
    undo: UndoList,
}

#[derive(Debug)]
struct Idle {
    connection: Box<Connection>,
    /// The greater, the later.
    since: u64,
}

impl Idle {
    fn close(mut self) {
        self.connection.read_what_comes();
    }
}

#[derive(Debug, Default)]
struct Places {
    process: process::Id,
    /// Few, so that the search costs less than a hash of the address.
    by_address: Vec<(Arc<Address>, Place)>,
    /// How many connections were put back.
    turn: u64,
}

impl Places {
    fn at(&mut self, address: &Arc<Address>) -> &mut Place {
        let places = &mut self.by_address;
        let index = places.iter().position(|(known, _)| known == address).unwrap_or_else(|| {
            places.push((address.clone(), Place::default()));
            places.len() - 1
        });
        &mut places[index].1
    }
}

thread_local! {
    /// Borrowed only within this file, and never while a socket is used.
    static PLACES: RefCell<Places> = RefCell::default();
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
    let mut idle = with(address, |place| place.idle.take())?.connection;
    if is_fit(&mut idle) {
        return Some(idle);
    }
    stats::count(Counter::Reconnected);
    None
}

/// Keeps a connection for the next question. One that is there already is closed, and so is the one that has been idle
/// longest when there are too many.
pub(super) fn put_back(address: &Arc<Address>, connection: Box<Connection>) {
    let (surplus, is_crowded) = own(|places| {
        places.turn += 1;
        let idle = Idle { connection, since: places.turn };
        let place = places.at(address);
        let surplus = match &place.idle {
            // Answers are waited for on that one.
            Some(other) if other.connection.has_unread() && !idle.connection.has_unread() => Some(idle),
            _ => place.idle.replace(idle),
        };
        (surplus, places.by_address.len() > MOST_IDLE)
    });
    if let Some(surplus) = surplus {
        surplus.close();
    }
    if is_crowded && let Some(surplus) = own(take_surplus) {
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
    let has_unread = |place: &Place| place.idle.as_ref().is_some_and(|idle| idle.connection.has_unread());
    let ahead = own(|places| {
        let places = places.by_address.iter_mut().filter(|(_, place)| has_unread(place));
        places.filter_map(|(address, place)| Some((address.clone(), place.idle.take()?))).collect::<Vec<_>>()
    });
    for (address, mut idle) in ahead {
        idle.connection.read_what_comes();
        if idle.connection.is_reusable() {
            with(&address, |place| place.idle = Some(idle));
        } else {
            stats::count(Counter::Reconnected);
        }
    }
}

fn take_surplus(places: &mut Places) -> Option<Idle> {
    // A place that has neither a connection nor anything to undo is of no use.
    places.by_address.retain(|(_, place)| place.idle.is_some() || !place.undo.is_idle());
    if places.by_address.iter().filter(|(_, place)| place.idle.is_some()).count() <= MOST_IDLE {
        return None;
    }
    let idle = places.by_address.iter_mut().map(|(_, place)| place).filter(|place| place.idle.is_some());
    idle.min_by_key(|place| place.idle.as_ref().map(|idle| idle.since))?.idle.take()
}

/// Tells whether the idle connection, if there is one, has had nothing refused.
pub(super) fn may_signal(address: &Arc<Address>) -> bool {
    with(address, |place| place.idle.as_ref().is_none_or(|idle| idle.connection.may_signal()))
}

/// Reads or changes an address's undo list.
pub(super) fn undo<T>(address: &Arc<Address>, change: impl FnOnce(&mut UndoList) -> T) -> T {
    with(address, |place| change(&mut place.undo))
}

/// Returns the addresses whose undo lists `which` picks.
pub(super) fn addresses(which: impl Fn(&UndoList) -> bool) -> Vec<Arc<Address>> {
    own(|places| {
        places.by_address.iter().filter(|(_, place)| which(&place.undo)).map(|(address, _)| address.clone()).collect()
    })
}

/// Closes this thread's idle connections and forgets its undo lists.
pub fn close() {
    drop(own(|places| std::mem::take(&mut places.by_address)));
}

fn with<T>(address: &Arc<Address>, change: impl FnOnce(&mut Place) -> T) -> T {
    own(|places| change(places.at(address)))
}

/// Gives access to this process's places. A child of fork starts with none: it closes its copies of the sockets
/// without a byte (each [`Connection`] knows its process), and leaves the parent's late commands to the parent.
fn own<T>(change: impl FnOnce(&mut Places) -> T) -> T {
    let here = process::id();
    PLACES.with(|places| {
        let mut places = places.borrow_mut();
        if places.process != here {
            *places = Places { process: here, ..Places::default() };
        }
        change(&mut places)
    })
}

//! Owns where one thread finds what it keeps for an address: the idle connection and the releases that are owed there.
//! Does not own whose these are after a fork (`pool`), closing connections (`pool`), what is owed (`undo`).
//!
//! Only what is kept has a place. An address that nothing is kept for leaves no trace, however often it is looked up: a worker
//! whose credentials change meets any number of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::undo::UndoList;

/// How many addresses keep an idle connection on one thread: passwords that change with every lease of a cloud's login
/// make a new address each time.
const MOST_IDLE: usize = 16;
/// How many places are searched one by one: that costs less than a hash of the address. Twice as many as have a connection,
/// so that there is room for those whose connection is in use.
const MOST_NEAR: usize = 2 * MOST_IDLE;
/// How many other addresses may be remembered before those are forgotten at which nothing is owed any more, or which are just
/// left alone for the rest of the request: those cost the request another try.
const MOST_FAR: usize = 1024;

/// What is kept for one address.
#[derive(Debug, Default)]
struct Place {
    idle: Option<Idle>,
    undo: UndoList,
}

impl Place {
    fn is_empty(&self) -> bool {
        self.idle.is_none() && self.undo.is_idle()
    }
}

/// A connection that no call uses.
#[derive(Debug)]
pub(super) struct Idle {
    pub(super) connection: Box<Connection>,
    /// The greater, the later.
    since: u64,
}

impl Idle {
    /// Closes it once the replies that are due have been read.
    pub(super) fn close(mut self) {
        self.connection.read_what_comes();
    }
}

/// What one thread keeps.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Every address with an idle connection, and some others.
    near: Vec<(Arc<Address>, Place)>,
    /// What is owed at addresses for which there was no room.
    far: HashMap<Arc<Address>, UndoList>,
    /// At how many of these the next tidying is due, if that is more than `MOST_FAR`.
    tidy_at: usize,
    /// How many connections were put back.
    turn: u64,
}

impl Places {
    /// Takes the idle connection out.
    pub(super) fn take(&mut self, address: &Arc<Address>) -> Option<Idle> {
        self.near(address)?.idle.take()
    }

    /// Returns the idle connection.
    pub(super) fn idle(&mut self, address: &Arc<Address>) -> Option<&Idle> {
        self.near(address)?.idle.as_ref()
    }

    /// Keeps a connection, and returns those that must be closed for it: another of this address, and the one that has been
    /// idle longest when there are too many.
    pub(super) fn put_back(&mut self, address: &Arc<Address>, connection: Box<Connection>) -> [Option<Idle>; 2] {
        self.turn += 1;
        let idle = Idle { connection, since: self.turn };
        let place = self.place(address);
        let other = match &place.idle {
            // Answers are waited for on that one.
            Some(other) if other.connection.has_unread() && !idle.connection.has_unread() => Some(idle),
            _ => place.idle.replace(idle),
        };
        let oldest = if self.near.len() > MOST_IDLE { self.take_surplus() } else { None };
        [other, oldest]
    }

    /// Keeps a connection again that was taken by `take_unread`.
    pub(super) fn restore(&mut self, address: &Arc<Address>, idle: Idle) {
        self.place(address).idle = Some(idle);
    }

    /// Takes out the connections on which replies are due that no call has waited for.
    pub(super) fn take_unread(&mut self) -> Vec<(Arc<Address>, Idle)> {
        let has_unread = |place: &Place| place.idle.as_ref().is_some_and(|idle| idle.connection.has_unread());
        let places = self.near.iter_mut().filter(|(_, place)| has_unread(place));
        places.filter_map(|(address, place)| Some((address.clone(), place.idle.take()?))).collect()
    }

    /// Reads or changes what is owed at an address.
    pub(super) fn undo<T>(&mut self, address: &Arc<Address>, change: impl FnOnce(&mut UndoList) -> T) -> T {
        if let Some(place) = self.near(address) {
            return change(&mut place.undo);
        }
        let mut list = self.take_far(address);
        let result = change(&mut list);
        if !list.is_idle() {
            self.keep(address, list);
        }
        result
    }

    /// Returns the addresses whose lists `which` picks.
    pub(super) fn addresses(&self, which: impl Fn(&UndoList) -> bool) -> Vec<Arc<Address>> {
        let near = self.near.iter().map(|(address, place)| (address, &place.undo));
        near.chain(&self.far).filter(|(_, list)| which(list)).map(|(address, _)| address.clone()).collect()
    }

    fn near(&mut self, address: &Arc<Address>) -> Option<&mut Place> {
        self.near.iter_mut().find(|(known, _)| known == address).map(|(_, place)| place)
    }

    fn take_far(&mut self, address: &Arc<Address>) -> UndoList {
        if self.far.is_empty() {
            return UndoList::default();
        }
        let list = self.far.remove(address).unwrap_or_default();
        if self.far.is_empty() {
            // With its room, which may be that of many.
            self.far = HashMap::new();
        }
        list
    }

    /// Finds or makes a place for a connection.
    fn place(&mut self, address: &Arc<Address>) -> &mut Place {
        let known = self.near.iter().position(|(known, _)| known == address);
        let index = known.unwrap_or_else(|| {
            let undo = self.take_far(address);
            if !self.has_room()
                && let Some(index) = self.near.iter().position(|(_, place)| place.idle.is_none())
            {
                let (address, place) = self.near.swap_remove(index);
                self.keep_far(address, place.undo);
            }
            self.near.push((address.clone(), Place { idle: None, undo }));
            self.near.len() - 1
        });
        &mut self.near[index].1
    }

    /// Keeps what is owed at an address that has no place.
    fn keep(&mut self, address: &Arc<Address>, undo: UndoList) {
        if self.has_room() {
            self.near.push((address.clone(), Place { idle: None, undo }));
        } else {
            self.keep_far(address.clone(), undo);
        }
    }

    fn has_room(&mut self) -> bool {
        if self.near.len() >= MOST_NEAR {
            self.near.retain(|(_, place)| !place.is_empty());
        }
        self.near.len() < MOST_NEAR
    }

    fn keep_far(&mut self, address: Arc<Address>, undo: UndoList) {
        if self.far.len() >= self.tidy_at.max(MOST_FAR) {
            let now = Instant::now();
            self.far.retain(|_, list| {
                list.forget_useless(now);
                !list.is_empty()
            });
            // Where most are of use, not with each that comes.
            self.tidy_at = 2 * self.far.len();
        }
        self.far.insert(address, undo);
    }

    fn take_surplus(&mut self) -> Option<Idle> {
        if self.near.iter().filter(|(_, place)| place.idle.is_some()).count() <= MOST_IDLE {
            return None;
        }
        let idle = self.near.iter_mut().map(|(_, place)| place).filter(|place| place.idle.is_some());
        idle.min_by_key(|place| place.idle.as_ref().map(|idle| idle.since))?.idle.take()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::connection::undo::Undo;
    use crate::key::Key;
    use crate::net::socket::Stream;
    use crate::settings::Timeouts;
    use crate::token::Token;
    use crate::ttl::Ttl;

    /// Each time another.
    fn address(n: usize) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://:password{n}@places.invalid")).unwrap())
    }

    fn connection(n: usize) -> Box<Connection> {
        let (near, _) = UnixStream::pair().unwrap();
        Connection::over(Stream::Unix(near), &address(n), Timeouts::default(), None)
    }

    fn owe(places: &mut Places, n: usize, ttl: Ttl) {
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        places.undo(&address(n), |list| list.push(Undo::doubt(&key, &token, ttl)));
    }

    fn owes(places: &mut Places, n: usize) -> bool {
        places.undo(&address(n), |list| !list.is_empty())
    }

    #[test]
    fn an_address_that_nothing_is_kept_for_leaves_no_trace() {
        let mut places = Places::default();
        for n in 0..10_000 {
            assert!(places.take(&address(n)).is_none());
            assert!(places.idle(&address(n)).is_none());
            places.undo(&address(n), |list| list.left_alone = false);
        }
        assert_eq!((places.near.capacity(), places.far.capacity()), (0, 0));
    }

    #[test]
    fn what_is_owed_is_found_at_any_number_of_addresses_and_gone_when_it_was_paid() {
        let mut places = Places::default();
        let _ = places.put_back(&address(0), connection(0));
        for n in 1..=3 * MOST_FAR {
            owe(&mut places, n, Ttl::Forever);
        }
        assert_eq!((places.near.len(), places.addresses(|list| !list.is_empty()).len()), (MOST_NEAR, 3 * MOST_FAR));
        for n in 1..=3 * MOST_FAR {
            assert!(owes(&mut places, n), "{n}");
            places.undo(&address(n), |list| drop(list.take_due(Instant::now())));
            assert!(!owes(&mut places, n), "{n}");
        }
        assert!(places.take(&address(0)).is_some());
        assert_eq!((places.near.len() <= MOST_NEAR, places.far.capacity()), (true, 0));
    }

    #[test]
    fn a_connection_comes_to_what_is_owed_at_its_address() {
        let mut places = Places::default();
        for n in 0..2 * MOST_NEAR {
            owe(&mut places, n, Ttl::Forever);
        }
        for n in 0..2 * MOST_NEAR {
            let [other, oldest] = places.put_back(&address(n), connection(n));
            assert_eq!((other.is_some(), oldest.is_some()), (false, n >= MOST_IDLE), "{n}");
            assert!(places.near(&address(n)).is_some_and(|place| !place.undo.is_empty()), "{n}");
            assert!(places.near.len() <= MOST_NEAR);
        }
        assert!((0..2 * MOST_NEAR).all(|n| owes(&mut places, n)));
        let kept: Vec<usize> = (0..2 * MOST_NEAR).filter(|n| places.take(&address(*n)).is_some()).collect();
        assert_eq!(kept, (2 * MOST_NEAR - MOST_IDLE..2 * MOST_NEAR).collect::<Vec<_>>(), "the latest");
    }

    #[test]
    fn those_that_are_just_left_alone_are_no_more_than_a_bound() {
        let mut places = Places::default();
        for n in 0..4 * MOST_FAR {
            places.undo(&address(n), |list| list.left_alone = true);
        }
        assert!(places.far.len() <= MOST_FAR, "{}", places.far.len());
        assert!(places.undo(&address(4 * MOST_FAR - 1), |list| list.left_alone), "the last is not forgotten");
    }

    #[test]
    fn a_debt_that_is_of_no_use_any_more_keeps_no_place() {
        let mut places = Places::default();
        for n in 0..MOST_NEAR + MOST_FAR {
            owe(&mut places, n, Ttl::Forever);
            places.undo(&address(n), UndoList::expire);
        }
        owe(&mut places, MOST_NEAR + MOST_FAR, Ttl::Forever);
        assert_eq!(places.far.len(), 1);
    }
}

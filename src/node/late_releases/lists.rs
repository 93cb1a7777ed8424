//! Owns where one thread finds the late releases of an address.
//! Does not own the releases of one address (`list`), whose they are after a fork (`late_releases`).
//!
//! An address to which nothing is owed leaves no trace, however often it is looked up: a worker whose credentials change meets any
//! number of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::node::late_releases::list::List;

/// How many lists are searched one by one: that costs less than a hash of the address. Twice as many as there are idle links.
const MOST_NEAR: usize = 32;
/// How many other addresses may be remembered before those are forgotten to which nothing is owed any more, or which are just
/// left alone for the rest of the PHP request: those cost the request another try.
const MOST_FAR: usize = 1024;

/// The lists of one thread.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Some that are empty keep their room.
    near: Vec<(Arc<Address>, List)>,
    /// Those for which there was no room.
    far: HashMap<Arc<Address>, List>,
    /// At how many of these the next tidying is due, if that is more than `MOST_FAR`.
    tidy_at: usize,
}

impl Lists {
    /// Reads or changes what is owed to an address.
    pub(super) fn with<T>(&mut self, address: &Arc<Address>, change: impl FnOnce(&mut List) -> T) -> T {
        if let Some((_, list)) = self.near.iter_mut().find(|(known, _)| known == address) {
            return change(list);
        }
        let mut list = self.take_far(address);
        let result = change(&mut list);
        if !list.is_idle() {
            self.keep(address, list);
        }
        result
    }

    /// Tells whether nothing is remembered of any address.
    pub(super) fn are_idle(&self) -> bool {
        self.near.iter().all(|(_, list)| list.is_idle()) && self.far.is_empty()
    }

    /// Returns the addresses whose lists `which` picks.
    pub(super) fn addresses(&self, which: impl Fn(&List) -> bool) -> Vec<Arc<Address>> {
        let near = self.near.iter().map(|(address, list)| (address, list));
        near.chain(&self.far).filter(|(_, list)| which(list)).map(|(address, _)| address.clone()).collect()
    }

    fn take_far(&mut self, address: &Arc<Address>) -> List {
        if self.far.is_empty() {
            return List::default();
        }
        let list = self.far.remove(address).unwrap_or_default();
        if self.far.is_empty() {
            // With its room, which may be that of many.
            self.far = HashMap::new();
        }
        list
    }

    fn keep(&mut self, address: &Arc<Address>, list: List) {
        if self.near.len() >= MOST_NEAR {
            self.near.retain(|(_, list)| !list.is_idle());
        }
        if self.near.len() < MOST_NEAR {
            self.near.push((address.clone(), list));
        } else {
            self.keep_far(address.clone(), list);
        }
    }

    fn keep_far(&mut self, address: Arc<Address>, list: List) {
        if self.far.len() >= self.tidy_at.max(MOST_FAR) {
            let now = Instant::now();
            self.far.retain(|_, list| {
                list.forget_useless(now);
                !list.is_empty()
            });
            // Where most are of use, not with each that comes.
            self.tidy_at = 2 * self.far.len();
        }
        self.far.insert(address, list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::node::late_releases::list::{LateRelease, Reason};
    use crate::token::Token;
    use crate::ttl::Ttl;

    /// Each time another.
    fn address(n: usize) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://:password{n}@lists.invalid")).unwrap())
    }

    fn owe(lists: &mut Lists, n: usize, ttl: Ttl) {
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        lists.with(&address(n), |list| list.push(LateRelease::new(&key, &token, ttl, Reason::Unknown)));
    }

    fn owes(lists: &mut Lists, n: usize) -> bool {
        lists.with(&address(n), |list| !list.is_empty())
    }

    #[test]
    fn an_address_to_which_nothing_is_owed_leaves_no_trace() {
        let mut lists = Lists::default();
        for n in 0..10_000 {
            lists.with(&address(n), |list| list.left_alone = false);
        }
        assert_eq!((lists.near.capacity(), lists.far.capacity()), (0, 0));
    }

    #[test]
    fn what_is_owed_is_found_at_any_number_of_addresses_and_gone_when_it_was_paid() {
        let mut lists = Lists::default();
        for n in 0..3 * MOST_FAR {
            owe(&mut lists, n, Ttl::Forever);
        }
        assert_eq!((lists.near.len(), lists.addresses(|list| !list.is_empty()).len()), (MOST_NEAR, 3 * MOST_FAR));
        for n in 0..3 * MOST_FAR {
            assert!(owes(&mut lists, n), "{n}");
            lists.with(&address(n), |list| drop(list.take_due(Instant::now())));
            assert!(!owes(&mut lists, n), "{n}");
        }
        assert_eq!((lists.near.len() <= MOST_NEAR, lists.far.capacity()), (true, 0));
    }

    #[test]
    fn those_that_are_just_left_alone_are_no_more_than_a_bound() {
        let mut lists = Lists::default();
        for n in 0..4 * MOST_FAR {
            lists.with(&address(n), |list| list.left_alone = true);
        }
        assert!(lists.far.len() <= MOST_FAR, "{}", lists.far.len());
        assert!(lists.with(&address(4 * MOST_FAR - 1), |list| list.left_alone), "the last is not forgotten");
    }

    #[test]
    fn a_debt_that_is_of_no_use_any_more_keeps_no_room() {
        let mut lists = Lists::default();
        for n in 0..MOST_NEAR + MOST_FAR {
            owe(&mut lists, n, Ttl::Forever);
            lists.with(&address(n), List::expire);
        }
        owe(&mut lists, MOST_NEAR + MOST_FAR, Ttl::Forever);
        assert_eq!(lists.far.len(), 1);
    }
}

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

/// When so many addresses are remembered, those are forgotten to which nothing is owed. One that was just left alone for the rest of the
/// PHP request costs that request another try.
const MOST: usize = 1024;

/// The lists of one thread.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Empty where nothing is remembered of any address.
    pub(super) by_address: HashMap<Arc<Address>, List>,
    /// At how many of these the next tidying is due, if that is more than `MOST`.
    tidy_at: usize,
}

impl Lists {
    /// Reads or changes what is owed to an address.
    pub(super) fn with<T>(&mut self, address: &Arc<Address>, change: impl FnOnce(&mut List) -> T) -> T {
        if let Some(list) = self.by_address.get_mut(address) {
            let result = change(list);
            if list.is_idle() {
                self.forget(address);
            }
            return result;
        }
        let mut list = List::default();
        let result = change(&mut list);
        if !list.is_idle() {
            self.keep(address.clone(), list);
        }
        result
    }

    /// Returns the addresses whose lists `which` picks.
    pub(super) fn addresses(&self, which: impl Fn(&List) -> bool) -> Vec<Arc<Address>> {
        self.by_address.iter().filter(|(_, list)| which(list)).map(|(address, _)| address.clone()).collect()
    }

    fn forget(&mut self, address: &Arc<Address>) {
        self.by_address.remove(address);
        if self.by_address.is_empty() && self.by_address.capacity() >= MOST {
            // Gives its memory back, which was that of many.
            *self = Self::default();
        }
    }

    fn keep(&mut self, address: Arc<Address>, list: List) {
        if self.by_address.len() >= self.tidy_at.max(MOST) {
            let now = Instant::now();
            self.by_address.retain(|_, list| {
                list.forget_useless(now);
                !list.is_empty()
            });
            // If most are of use, not with every new address.
            self.tidy_at = 2 * self.by_address.len();
        }
        self.by_address.insert(address, list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::node::late_releases::list::LateLease;
    use crate::node::recovery::Reason;
    use crate::token::{Promise, Token};
    use crate::ttl::Ttl;

    fn address(number: usize) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://10.0.0.1/{number}")).unwrap())
    }

    fn owe(lists: &mut Lists, number: usize) {
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::fresh(Promise::Signals, None).unwrap());
        let release = LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Unknown);
        lists.with(&address(number), |list| list.push(release));
    }

    #[test]
    fn an_address_that_is_owed_nothing_leaves_no_trace() {
        let mut lists = Lists::default();
        for number in 0..10 {
            lists.with(&address(number), |list| assert!(list.is_empty()));
        }
        assert_eq!(lists.by_address.capacity(), 0);
        for number in 0..3 * MOST {
            owe(&mut lists, number);
        }
        assert_eq!(lists.addresses(|_| true).len(), 3 * MOST, "as many as are of use");
        for number in 0..3 * MOST {
            lists.with(&address(number), |list| assert_eq!(list.take_due(Instant::now()).len(), 1));
        }
        assert!(lists.by_address.is_empty());
        assert_eq!(lists.by_address.capacity(), 0);
    }

    #[test]
    fn what_is_of_no_use_any_more_goes_when_there_are_many() {
        let mut lists = Lists::default();
        for number in 0..MOST {
            owe(&mut lists, number);
        }
        for number in 1..MOST / 2 {
            lists.with(&address(number), List::expire);
        }
        for number in MOST / 2..MOST {
            lists.with(&address(number), |list| (drop(list.take_due(Instant::now())), list.leave_alone()));
        }
        owe(&mut lists, MOST);
        let left = lists.addresses(|_| true);
        assert_eq!(left.len(), 2);
        assert!(left.contains(&address(0)) && left.contains(&address(MOST)));
    }
}

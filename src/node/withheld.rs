//! Owns what happens to late releases of a token that acquires again: an acquire under a token that is known elsewhere finds out by its own
//! reply whether the key is free.
//! Does not own which releases are owed at all (`late_releases`).

use std::sync::Arc;

use crate::address::Address;
use crate::node::late_releases::{LateRelease, add, addresses, with_list};
use crate::node::{flush, pool};
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::token::Token;

/// The late releases of one token that acquires some keys again, off their lists: they do not go ahead of that acquire, nor after it if it
/// succeeds.
#[derive(Debug)]
pub struct Withheld<'a> {
    token: &'a Token,
    scope: &'a Scope,
    releases: Vec<(Arc<Address>, LateRelease)>,
}

impl<'a> Withheld<'a> {
    /// Takes what is owed for these keys under a token that is known elsewhere from the lists of all addresses.
    pub fn take(token: &'a Token, scope: &'a Scope) -> Self {
        let releases = if token.is_known_elsewhere() { listed(token, scope) } else { Vec::new() };
        Self { token, scope, releases }
    }

    /// Forgets them, for the keys have been acquired anew; and those that were sent before, once their replies are there.
    pub fn forget(self) {
        let mut releases = self.releases;
        if self.token.is_known_elsewhere() {
            pool::read_owed_on(|link| link.owes(self.token, self.scope));
            releases.extend(listed(self.token, self.scope));
        }
        for (_, mut release) in releases {
            release.settle_as_failed();
        }
    }

    /// Puts them back on their lists, and sends them if the acquire got a reply: the next one finds the key free.
    pub fn put_back(self, has_reply: bool, timeouts: impl Fn() -> Timeouts) {
        let mut addresses: Vec<Arc<Address>> = Vec::new();
        for (address, release) in self.releases {
            add(&address, release);
            if has_reply && !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        for address in addresses {
            flush::flush(&address, timeouts());
        }
    }
}

fn listed(token: &Token, scope: &Scope) -> Vec<(Arc<Address>, LateRelease)> {
    let from = |address: Arc<Address>| {
        let releases = with_list(&address, |list| list.take(|release| release.is_of(token, scope)));
        releases.into_iter().map(move |release| (address.clone(), release))
    };
    addresses(|_| true).into_iter().flat_map(from).collect()
}

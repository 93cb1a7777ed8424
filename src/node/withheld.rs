//! Owns what happens to late releases of a token that acquires again: an acquire under a token that is known elsewhere finds out by its own
//! reply whether the key is free.
//! Does not own which releases are owed at all (`late_releases`).

use crate::node::late_releases::{LateRelease, addresses, in_hand, with_list};
use crate::node::{flush, pool};
use crate::scope::Scope;
use crate::settings::Timeouts;
use crate::token::Token;

/// The late releases of one token that acquires some keys again: they do not go ahead of that acquire, nor after it if it succeeds. They stay
/// on their lists, and in the hands of calls that are suspended, where an acquire within this one (of a signal's handler) finds them, and a forked child does not.
#[derive(Debug)]
pub struct Withheld<'a> {
    token: Token,
    scope: &'a Scope,
}

impl<'a> Withheld<'a> {
    /// Withholds what is owed for these keys under a token that is known elsewhere, on the lists of all addresses.
    #[cold]
    pub fn take(token: &Token, scope: &'a Scope) -> Self {
        for address in addresses(|_| true) {
            with_list(&address, |list| list.withhold(token, scope));
        }
        in_hand::with_all(|entries| of(entries, token, scope).for_each(|entry| entry.withheld += 1));
        Self { token: token.clone(), scope }
    }

    /// Forgets them, because the keys have been acquired anew; also those that were sent before, after a wait for their replies.
    #[cold]
    pub fn forget(self) {
        pool::read_owed_on(|link| link.owes(&self.token, self.scope));
        for address in addresses(|_| true) {
            with_list(&address, |list| list.forget(&self.token, self.scope));
        }
        in_hand::with_all(|entries| entries.retain(|entry| !entry.is_of(&self.token, self.scope)));
    }

    /// Withholds them no more, and sends them if the acquire got a reply: the next acquire finds the key free.
    #[cold]
    pub fn put_back(self, has_reply: bool, timeouts: impl Fn() -> Timeouts) {
        in_hand::with_all(|entries| {
            of(entries, &self.token, self.scope).for_each(|entry| entry.withheld = entry.withheld.saturating_sub(1));
        });
        // On whichever list: what the nodes of a cluster are owed may have gone to others meanwhile.
        for address in addresses(|_| true) {
            let any = with_list(&address, |list| list.withhold_no_more(&self.token, self.scope));
            if any && has_reply {
                flush::flush(&address, timeouts());
            }
        }
    }
}

fn of<'a>(
    entries: &'a mut [LateRelease],
    token: &'a Token,
    scope: &'a Scope,
) -> impl Iterator<Item = &'a mut LateRelease> {
    entries.iter_mut().filter(move |entry| entry.is_of(token, scope))
}

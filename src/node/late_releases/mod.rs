//! Owns the releases that are owed because an outcome is unknown or no call waits for them, by address, and what became of them.
//! Does not own sending them (`send_late`, `flush`), which are added (`topology`, `lock`).
//!
//! An acquire whose reply did not come is added at once: it may have taken the lock. A release() without a reply throws, and is added when
//! its object or its PHP request ends; so is the release of a lease that ends then, unless it could be sent at once. Each is sent before
//! the next request to its address, or by a quorum's member, a slice at a time, before one of the next requests, and one that was not tried
//! yet, by the end of the PHP request (`flush`). It compares the token, so a second time does no harm. One without a reply stays until a
//! minute after the lock's ttl, but at most the latest 1,024 of an address do. Tokens that are known elsewhere have a rule of their own
//! (`recovery`).

pub(super) mod in_hand;
mod list;
mod lists;
mod settle;

use std::cell::RefCell;
use std::sync::Arc;

pub(super) use in_hand::put_back_lost;
pub(super) use list::List;
pub use list::{LateLease, LateRelease};
pub(super) use settle::{Batch, settle_sent_ahead};

use crate::address::Address;
use crate::events::{self, EndedLease, Fate};
use crate::leaves::Leaves;
use crate::node::late_releases::lists::Lists;
use crate::process::ForkGuard;
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::Token;

/// What one thread of a process remembers.
#[derive(Debug, Default)]
struct Late {
    guard: ForkGuard,
    lists: Lists,
    /// Locks that automatic releases found lost; `php` logs and empties it.
    lost: Vec<Scope>,
    /// Locks without a ttl whose release got no reply and is not sent again; likewise.
    staying: Vec<Scope>,
    /// Where the nodes of a cluster have sent releases on to, until the next flush.
    redirected: Vec<Arc<Address>>,
    heir: Option<Heir>,
}

/// Returns which node has a slot now that another of its cluster has had; `None` where that is not known, or has it.
pub type Heir = fn(&Arc<Address>, slot: u16) -> Option<Arc<Address>>;

thread_local! {
    /// Borrowed only within this file.
    static LATE: RefCell<Late> = RefCell::default();
}

/// Tells whether a lease of one of these keys has ended and is still to be released.
#[cold]
pub fn is_owed(address: &Arc<Address>, scope: &Scope) -> bool {
    with_list(address, |list| list.has_ended(scope))
}

/// Puts a release on its address's list.
pub fn add(address: &Arc<Address>, release: LateRelease) {
    with_list(address, |list| list.push(release));
}

/// Notes that a lock was lost and the program was not told.
pub fn note_lost(scope: &Scope) {
    with_late(|late| late.lost.push(scope.clone()));
}

/// Notes that a lock stays for ever.
pub fn note_staying(scope: &Scope) {
    with_late(|late| late.staying.push(scope.clone()));
}

/// Counts what became of a release that no call waits for, and enters it among the events. `gone`: its lease has ended by it; false: the
/// lease was lost before; `None`: no reply, or an error.
pub fn count_ended(scope: &Scope, token: &Token, ended: Option<&EndedLease>, gone: Option<bool>) {
    let (counter, fate) = match gone {
        Some(true) => (Counter::Released, Fate::Released),
        Some(false) => (Counter::Lost, Fate::TokenGone),
        None => (Counter::Failed, Fate::NoReply),
    };
    stats::count(counter);
    if let Some(ended) = ended {
        events::enter_ended(scope, token, ended, fate);
    }
    if gone == Some(false) {
        note_lost(scope);
    }
}

/// Returns the locks that automatic releases found lost since the last call.
pub fn take_lost() -> Vec<Scope> {
    with_late(|late| std::mem::take(&mut late.lost))
}

/// Returns the locks that stay for ever, and of which the last call did not tell.
pub fn take_staying() -> Vec<Scope> {
    with_late(|late| std::mem::take(&mut late.staying))
}

fn note_redirected(owner: Arc<Address>) {
    with_late(|late| {
        if !late.redirected.contains(&owner) {
            late.redirected.push(owner);
        }
    });
}

/// Hands what the nodes of a cluster are owed to those that have the slots by now, and are to be sent it with the next flush: a node that has
/// died would never send it on. So it goes from here on with what comes back from a call, which may take long.
pub fn hand_over(heir: Heir) {
    with_late(|late| late.heir = Some(heir));
    for former in addresses(|list| !list.is_empty()) {
        for entry in with_list(&former, |list| list.take_those(|entry| heir(&former, entry.scope.slot()).is_some())) {
            put_back(&former, entry);
        }
    }
}

/// Puts what was taken off an address's list back there, or on the list of the node that has its slot by now.
fn put_back(address: &Arc<Address>, entry: LateRelease) {
    match with_late(|late| late.heir).and_then(|heir| heir(address, entry.scope.slot())) {
        Some(node) => {
            add(&node, entry.at_another_node(false));
            note_redirected(node);
        }
        None => add(address, entry),
    }
}

/// Returns where releases were sent on to since the last call.
pub(super) fn take_redirected() -> Vec<Arc<Address>> {
    with_late(|late| std::mem::take(&mut late.redirected))
}

/// Tells whether automatic releases do not try an address any more in this PHP request: one has failed there.
pub fn is_left_alone(address: &Arc<Address>) -> bool {
    with_list(address, |list| list.is_left_alone())
}

/// Notes that an automatic release has failed at an address.
pub fn leave_alone(address: &Arc<Address>) {
    with_list(address, List::leave_alone);
}

/// Tells whether one more release of an address may wait for the end of the PHP request: a daemon's request never ends.
pub fn may_be_tried(address: &Arc<Address>) -> bool {
    with_list(address, |list| list.count_untried() < list::LONGEST)
}

/// Forgets the releases under this token that may not be sent now that it is known elsewhere: those that only an unknown one allows, and those
/// that would leave a done marker, which, sent late, would mark what has only begun.
pub fn forget_told(token: &Token, scope: &Scope) {
    let goes = |entry: &LateRelease| {
        (!entry.may.if_told || matches!(entry.leaves, Leaves::Done(_))) && entry.is_of(token, scope)
    };
    for address in if exist() { addresses(|_| true) } else { Vec::new() } {
        with_list(&address, |list| list.forget_those(goes));
    }
    in_hand::with_all(|entries| entries.retain(|entry| !goes(entry)));
}

/// Tells whether any address is owed a release, or left alone; nearly always none is.
pub(super) fn exist() -> bool {
    with_late(|late| !late.lists.by_address.is_empty())
}

/// Notes that an address has replied.
pub(super) fn has_replied(address: &Arc<Address>) {
    if exist() {
        with_list(address, List::has_replied);
    }
}

/// Reads or changes an address's list.
pub(super) fn with_list<T>(address: &Arc<Address>, change: impl FnOnce(&mut List) -> T) -> T {
    with_late(|late| late.lists.with(address, change))
}

/// Returns the addresses whose lists `which` picks.
pub(super) fn addresses(which: impl Fn(&List) -> bool) -> Vec<Arc<Address>> {
    with_late(|late| late.lists.addresses(which))
}

/// Forgets all of it.
pub(super) fn forget() {
    with_late(|late| (late.lists, late.redirected) = (Lists::default(), Vec::new()));
}

/// Gives access to what this process's thread remembers. A child of fork leaves what its parent owes and has lost to the parent.
fn with_late<T>(work: impl FnOnce(&mut Late) -> T) -> T {
    LATE.with_borrow_mut(|late| {
        if late.guard.has_forked() {
            *late = Late { guard: ForkGuard::here(), heir: late.heir, ..Late::default() };
        }
        work(late)
    })
}

//! Owns: releases that wait for the next good connection to their address: what an acquire without an answer may
//! have left, and what is given back automatically.
//! Does not own: when something is put here (`topology`, `lock`), sending it (`batch`).
//! Called by: `seat` and `part`, which work a list off before anything else; `topology` to add; `lock::registry` at the end of
//! a request.

pub(super) mod batch;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::address::{Address, Place};
use crate::connection::node::Node;
use crate::connection::pool;
use crate::connection::undo::batch::Batch;
use crate::key::Key;
use crate::process;
use crate::settings::Timeouts;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::ttl::Ttl;

/// How many entries an address that does not answer may gather; the oldest go first, to their ttl.
const LONGEST: usize = 1024;
/// How long after its ttl an entry is kept: a late command may have taken the key so much later.
const GRACE: Duration = Duration::from_secs(60);
/// How often a release is sent on in a cluster before it waits for the next contact.
const MOST_HOPS: usize = 3;

/// A release to be sent.
#[derive(Debug)]
pub struct Undo {
    key: Key,
    token: Token,
    /// When it is of no use any more; `None` for a key that never expires.
    until: Option<Instant>,
    /// The server has refused it.
    refused: bool,
    /// When it may be sent again; at once until the server has refused it twice.
    due: Option<Instant>,
    origin: Origin,
    /// The node is about to have the key's slot, and must be told so.
    asking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// An acquire whose answer did not come, or a release counted as failed already: nobody asks what became of it.
    Doubt,
    /// An acquire that its program left in the middle: the same, but the request does not end without a try. Nothing is
    /// known against its server.
    Left,
    /// A lease that ended with its object or its request: counted, and reported when it was lost.
    Automatic,
}

/// What waits for one address.
#[derive(Debug, Default)]
pub(super) struct UndoList {
    entries: Vec<Undo>,
    /// An automatic release failed here; the others do not try until the address has answered something, or the
    /// request has ended.
    left_alone: bool,
}

impl UndoList {
    /// Tells whether there is nothing to remember.
    pub(super) fn is_idle(&self) -> bool {
        self.entries.is_empty() && !self.left_alone
    }
}

impl Undo {
    /// What an acquire without an answer may have left.
    pub fn doubt(key: &Key, token: &Token, ttl: Ttl) -> Self {
        Self::new(key, token, ttl, Origin::Doubt)
    }

    /// What an acquire may have left whose program did not wait for the answer.
    pub fn left(key: &Key, token: &Token, ttl: Ttl) -> Self {
        Self::new(key, token, ttl, Origin::Left)
    }

    /// What is given back without being asked for.
    pub fn automatic(key: &Key, token: &Token, ttl: Ttl) -> Self {
        Self::new(key, token, ttl, Origin::Automatic)
    }

    fn new(key: &Key, token: &Token, ttl: Ttl, origin: Origin) -> Self {
        let until = ttl.millis().map(|millis| Instant::now().after(Duration::from_millis(millis) + GRACE));
        Self { key: key.clone(), token: token.clone(), until, refused: false, due: None, origin, asking: false }
    }
}

thread_local! {
    /// Keys whose automatic release found their lock lost, and in which process; `php` logs and empties it.
    static LOST: RefCell<(process::Id, Vec<Key>)> = const { RefCell::new((process::Id::NONE, Vec::new())) };
}

/// Tells whether a lease of this key that has ended is still to be given back.
pub fn is_owed(address: &Arc<Address>, key: &Key) -> bool {
    pool::undo(address, |list| list.entries.iter().any(|entry| entry.origin == Origin::Automatic && entry.key == *key))
}

/// Puts a release on its address's list.
pub fn add(address: &Arc<Address>, undo: Undo) {
    pool::undo(address, |list| {
        list.entries.push(undo);
        cut(&mut list.entries);
    });
}

/// Sends what waits for an address, and goes after what its node sends on, unless an automatic release failed there and it
/// has answered nothing since.
pub fn flush(address: &Arc<Address>, timeouts: Timeouts) {
    batch::take_redirected();
    let mut addresses = vec![address.clone()];
    for _ in 0..=MOST_HOPS {
        for address in addresses {
            if pool::undo(&address, |list| list.entries.is_empty() || list.left_alone) {
                continue;
            }
            if Node::new(address.clone(), timeouts).send_late_releases().is_err() {
                leave_alone(&address);
            }
        }
        addresses = batch::take_redirected();
    }
}

/// Sends what waits for an address, and leaves the answers unread where the idle connection allows that.
pub fn flush_ahead(address: &Arc<Address>, timeouts: Timeouts) {
    if !send_ahead(address, timeouts) {
        flush(address, timeouts);
    }
}

fn send_ahead(address: &Arc<Address>, timeouts: Timeouts) -> bool {
    if matches!(address.place(), Place::Sentinels(_)) {
        // A master that was demoted meanwhile has a successor, who is asked at once.
        return false;
    }
    // Not on trust: nobody waits for the answers, so what got none is sent again only by whoever comes next.
    let Some(mut connection) = pool::take(address) else { return false };
    connection.give(timeouts);
    if connection.is_far_ahead() {
        connection.read_what_comes();
        if !connection.is_reusable() {
            return false;
        }
    }
    let Some(batch) = connection.may_send_ahead().then(|| Batch::take_untried(address)).flatten() else {
        pool::put_back(address, connection);
        return false;
    };
    match connection.send_ahead(batch, address) {
        Ok(()) => {
            pool::put_back(address, connection);
            true
        }
        // Its peer has closed it in this instant, or takes nothing any more.
        Err(batch) => {
            stats::count(Counter::Reconnected);
            batch.put_back(address);
            false
        }
    }
}

/// Sends all releases that still wait and were not tried in vain, one write for each address; called when a request
/// ends.
pub fn end_request(timeouts: Timeouts) {
    pool::read_unread();
    for address in pool::addresses(|list| list.entries.iter().any(|entry| entry.origin != Origin::Doubt)) {
        flush(&address, timeouts);
    }
    for address in pool::addresses(|list| list.left_alone || !list.entries.is_empty()) {
        pool::undo(&address, |list| {
            list.left_alone = false;
            list.entries.iter_mut().for_each(settle_as_failed);
            cut(&mut list.entries);
        });
    }
}

/// Notes that a lock was lost and nobody was told.
pub fn note_lost(key: &Key) {
    with_lost(|lost| lost.push(key.clone()));
}

/// Returns the keys that automatic releases found lost since the last call.
pub fn take_lost() -> Vec<Key> {
    with_lost(std::mem::take)
}

/// A forked child leaves what its parent has lost to the parent.
fn with_lost<T>(work: impl FnOnce(&mut Vec<Key>) -> T) -> T {
    LOST.with_borrow_mut(|(process, lost)| {
        if *process != process::id() {
            (*process, *lost) = (process::id(), Vec::new());
        }
        work(lost)
    })
}

fn settle_as_failed(entry: &mut Undo) {
    if entry.origin == Origin::Automatic {
        stats::count(Counter::Failed);
    }
    entry.origin = Origin::Doubt;
}

/// Takes out what may be sent now; what is of no use any more goes.
fn take_due(entries: &mut Vec<Undo>, now: Instant) -> Vec<Undo> {
    entries.retain(|entry| entry.until.is_none_or(|until| now < until));
    let (due, waiting) = std::mem::take(entries).into_iter().partition(|entry| entry.due.is_none_or(|due| due <= now));
    *entries = waiting;
    due
}

/// Lets the oldest go where there are too many. What is automatic stays until it was tried: a request may end with
/// more locks than that.
fn cut(entries: &mut Vec<Undo>) {
    let mut surplus = entries.len().saturating_sub(LONGEST);
    entries.retain(|entry| {
        let goes = surplus > 0 && entry.origin == Origin::Doubt;
        surplus -= usize::from(goes);
        !goes
    });
}

/// Tells whether automatic releases do not try an address any more in this request: one has failed there.
pub fn is_left_alone(address: &Arc<Address>) -> bool {
    pool::undo(address, |list| list.left_alone)
}

/// Notes that an automatic release has failed at an address.
pub fn leave_alone(address: &Arc<Address>) {
    pool::undo(address, |list| list.left_alone = true);
}

/// Notes that an address has answered.
pub(super) fn has_answered(address: &Arc<Address>) {
    pool::undo(address, |list| list.left_alone = false);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n: usize, ttl: Ttl) -> Undo {
        let key = Key::new(b"", n.to_string().as_bytes()).unwrap();
        Undo::doubt(&key, &Token::given(b"t").unwrap(), ttl)
    }

    #[test]
    fn an_address_that_does_not_answer_gathers_1024_and_loses_the_oldest() {
        let address = Arc::new(Address::parse("redis://gathers.invalid").unwrap());
        for n in 0..LONGEST + 10 {
            add(&address, entry(n, Ttl::Forever));
        }
        let kept = pool::undo(&address, |list| std::mem::take(&mut list.entries));
        assert_eq!(kept.len(), LONGEST);
        assert_eq!(kept[0].key.as_bytes(), b"10");
    }

    #[test]
    fn more_than_that_may_be_given_back_when_a_request_ends() {
        let address = Arc::new(Address::parse("redis://ends.invalid").unwrap());
        let key = Key::new(b"", b"k").unwrap();
        for _ in 0..LONGEST + 10 {
            add(&address, Undo::automatic(&key, &Token::given(b"t").unwrap(), Ttl::Forever));
        }
        assert_eq!(pool::undo(&address, |list| list.entries.len()), LONGEST + 10);
    }

    #[test]
    fn an_entry_is_of_use_until_a_minute_after_its_ttl() {
        let left = |ttl| entry(1, ttl).until.map(|until| Instant::now().until(until).as_secs_f64().round());
        assert_eq!(left(Ttl::For(Duration::from_secs(10))), Some(70.0));
        assert_eq!(left(Ttl::Forever), None);
    }
}

//! Owns the releases that one address is owed, and which of them go when there are too many.
//! Does not own sending them (`slices`, `unread`), what a reply to one means (`batch`), where the lists lie (`pool`).

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::key::Key;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::ttl::Ttl;

/// How many unknown outcomes an address that does not reply may gather; the oldest go first, to their ttl.
pub(super) const LONGEST: usize = 1024;
/// How long after its ttl an entry is kept: a late command may have taken the key so much later.
const GRACE: Duration = Duration::from_secs(60);

/// A release to be sent.
#[derive(Debug)]
pub struct Undo {
    pub(super) key: Key,
    pub(super) token: Token,
    /// When it is of no use any more; `None` for a key that never expires.
    pub(super) until: Option<Instant>,
    /// The server has refused it.
    pub(super) refused: bool,
    /// When it may be sent again; at once until the server has refused it twice.
    pub(super) due: Option<Instant>,
    pub(super) origin: Origin,
    /// The node is about to have the key's slot, and must be told so.
    pub(super) asking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An acquire whose answer did not come, or a release counted as failed already: nobody asks what became of it.
    Doubt,
    /// An acquire that its program left in the middle: the same, but the request does not end without a try. Nothing is
    /// known against its server.
    Left,
    /// A lease that ended with its object or its request: counted, and reported when it was lost.
    Automatic,
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

    /// Counts it as failed, once.
    pub(super) fn settle_as_failed(&mut self) {
        if self.origin == Origin::Automatic {
            stats::count(Counter::Failed);
        }
        self.origin = Origin::Doubt;
    }

    fn is_of_use(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    fn is_due(&self, now: Instant) -> bool {
        self.due.is_none_or(|due| due <= now)
    }
}

/// What one address is owed.
#[derive(Debug, Default)]
pub(in crate::connection) struct UndoList {
    /// To be tried before the request ends, which may be with any number of locks.
    untried: VecDeque<Undo>,
    /// Unknown outcomes, the oldest first: apart, so that finding the oldest does not take a walk over the others.
    doubts: VecDeque<Undo>,
    /// An automatic release failed here; the others are not tried until the address has replied, or the request has
    /// ended.
    pub(in crate::connection) left_alone: bool,
}

impl UndoList {
    /// Tells whether there is nothing to remember.
    pub(in crate::connection) fn is_idle(&self) -> bool {
        self.is_empty() && !self.left_alone
    }

    /// Tells whether there is nothing to send.
    pub(in crate::connection) fn is_empty(&self) -> bool {
        self.untried.is_empty() && self.doubts.is_empty()
    }

    /// Tells whether the request must not end without a try.
    pub(super) fn has_untried(&self) -> bool {
        !self.untried.is_empty()
    }

    /// Tells whether a lease of this key that has ended is still to be given back.
    pub(super) fn has_ended(&self, key: &Key) -> bool {
        self.untried.iter().any(|entry| entry.origin == Origin::Automatic && entry.key == *key)
    }

    /// Adds a release; the oldest unknown outcome goes where there are too many.
    pub(in crate::connection) fn push(&mut self, entry: Undo) {
        if entry.origin != Origin::Doubt {
            return self.untried.push_back(entry);
        }
        if self.doubts.len() == LONGEST {
            self.doubts.pop_front();
        }
        self.doubts.push_back(entry);
    }

    /// Takes out what may be sent now; what is of no use any more goes.
    pub(in crate::connection) fn take_due(&mut self, now: Instant) -> Vec<Undo> {
        let mut due = Vec::with_capacity(self.untried.len() + self.doubts.len());
        for entries in [&mut self.untried, &mut self.doubts] {
            for entry in std::mem::take(entries).into_iter().filter(|entry| entry.is_of_use(now)) {
                if entry.is_due(now) { due.push(entry) } else { entries.push_back(entry) }
            }
        }
        due
    }

    /// Takes all, if each is the end of a lease and was not sent to any node yet.
    pub(super) fn take_untried(&mut self) -> Vec<Undo> {
        let is_untried = |entry: &Undo| entry.origin == Origin::Automatic && !entry.refused && !entry.asking;
        let all = !self.left_alone && self.doubts.is_empty() && self.untried.iter().all(is_untried);
        if all { std::mem::take(&mut self.untried).into() } else { Vec::new() }
    }

    /// Ends a request: what was not sent is counted as failed, and sent with the next request's first call.
    pub(super) fn end_request(&mut self) {
        self.left_alone = false;
        for mut entry in std::mem::take(&mut self.untried) {
            entry.settle_as_failed();
            self.push(entry);
        }
        self.forget_useless(Instant::now());
    }

    /// Makes all of no use from now on.
    #[cfg(test)]
    pub(in crate::connection) fn expire(&mut self) {
        self.untried.iter_mut().chain(&mut self.doubts).for_each(|entry| entry.until = Some(Instant::now()));
    }

    /// Lets those go that are of no use any more.
    pub(in crate::connection) fn forget_useless(&mut self, now: Instant) {
        self.untried.retain(|entry| entry.is_of_use(now));
        self.doubts.retain(|entry| entry.is_of_use(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n: usize, origin: Origin) -> Undo {
        let key = Key::new(b"", n.to_string().as_bytes()).unwrap();
        Undo::new(&key, &Token::given(b"t").unwrap(), Ttl::Forever, origin)
    }

    fn keys(list: &mut UndoList) -> Vec<usize> {
        let due = list.take_due(Instant::now());
        due.iter().map(|entry| String::from_utf8_lossy(entry.key.as_bytes()).parse().unwrap()).collect()
    }

    #[test]
    fn an_address_that_does_not_answer_gathers_1024_and_loses_the_oldest() {
        let mut list = UndoList::default();
        for n in 0..LONGEST + 10 {
            list.push(entry(n, Origin::Doubt));
        }
        assert_eq!(keys(&mut list), (10..LONGEST + 10).collect::<Vec<_>>());
    }

    #[test]
    fn more_than_that_may_be_given_back_when_a_request_ends() {
        let mut list = UndoList::default();
        list.push(entry(0, Origin::Doubt));
        for n in 1..=LONGEST + 10 {
            list.push(entry(n, if n % 2 == 0 { Origin::Left } else { Origin::Automatic }));
        }
        assert_eq!(keys(&mut list).len(), LONGEST + 11, "nor do they cost an unknown outcome its place");
    }

    #[test]
    fn of_those_that_failed_with_their_request_the_oldest_go() {
        let mut list = UndoList::default();
        for n in 0..LONGEST + 10 {
            list.push(entry(n, Origin::Left));
        }
        list.left_alone = true;
        list.end_request();
        assert!(!list.left_alone && !list.has_untried());
        assert_eq!(keys(&mut list), (10..LONGEST + 10).collect::<Vec<_>>());
    }

    /// Each of ten times as many would cost ten times as much if the list were walked for it.
    #[test]
    fn an_entry_costs_the_same_however_many_there_are() {
        let span = |count: usize, origin: Origin| {
            let template = entry(0, origin);
            let copy = || Undo { key: template.key.clone(), token: template.token.clone(), ..template };
            let start = Instant::now();
            let mut list = UndoList::default();
            for _ in 0..count {
                list.push(entry(0, Origin::Doubt));
                list.push(copy());
            }
            list.end_request();
            assert_eq!(list.take_due(Instant::now()).len(), LONGEST);
            start.until(Instant::now())
        };
        for origin in [Origin::Left, Origin::Doubt] {
            let (few, many) = (span(5_000, origin), span(50_000, origin));
            assert!(many < few * 40 + Duration::from_millis(200), "{origin:?}: {few:?} and {many:?}");
        }
    }

    #[test]
    fn what_was_refused_twice_stays_until_it_is_due() {
        let mut list = UndoList::default();
        list.push(entry(1, Origin::Doubt));
        list.push(Undo { due: Some(Instant::now().after(GRACE)), ..entry(2, Origin::Doubt) });
        list.push(entry(3, Origin::Left));
        assert_eq!(keys(&mut list), [3, 1]);
        assert!(!list.is_empty());
    }

    #[test]
    fn an_entry_is_of_use_until_a_minute_after_its_ttl() {
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        let left = |ttl| Undo::doubt(&key, &token, ttl).until.map(|until| Instant::now().until(until).as_secs_f64());
        assert_eq!(left(Ttl::For(Duration::from_secs(10))).map(f64::round), Some(70.0));
        assert_eq!(left(Ttl::Forever), None);
        let mut list = UndoList::default();
        list.push(Undo { until: Some(Instant::now()), ..entry(1, Origin::Left) });
        list.push(Undo { until: Some(Instant::now()), ..entry(2, Origin::Doubt) });
        list.forget_useless(Instant::now());
        assert!(list.is_idle());
    }
}

//! Owns the late releases of one address, which of them go when there are too many, and which go out in one write.
//! Does not own sending them (`send_late`, `ahead`), what a reply to one means (`settle`), the lists of all addresses (`lists`).

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::events::EndedLease;
use crate::leaves::Leaves;
use crate::node::late_releases::count_ended;
use crate::node::recovery::{MayRelease, Reason};
use crate::scope::Scope;
use crate::scripts::Action;
use crate::token::Token;
use crate::ttl::Ttl;

/// How many unknown outcomes an address that does not reply may gather; the oldest are dropped first, and end with their ttl.
pub(super) const LONGEST: usize = 1024;
/// How long after its ttl an entry is kept whose token nobody else knows: a late command may have taken the key so much later.
const GRACE: Duration = Duration::from_secs(60);

/// How many releases a slice has. Redis runs them in 3 ms, so a reply that does not come within an io_timeout is not waiting
/// for the others, and one more round trip for a slice costs little.
const MOST_AT_ONCE: usize = 256;
/// How many bytes of keys make a slice full: a key has up to 64 KiB and goes out with its companions, and a slow link must
/// take the slice within an io_timeout.
const FULL: usize = 64 * 1024;

/// A release that is owed because an outcome is unknown, or because no call waits for it.
#[derive(Clone, Debug)]
pub struct LateRelease {
    pub(in crate::node) scope: Scope,
    pub(in crate::node) token: Token,
    pub(super) may: MayRelease,
    /// When it is of no use any more; `None` for a key that never expires.
    pub(super) until: Option<Instant>,
    /// The server has refused it.
    pub(super) refused: bool,
    /// When it may be sent again; at once until the server has refused it twice.
    pub(super) due: Option<Instant>,
    /// How many acquires of its token are under way.
    pub(in crate::node) withheld: u32,
    pub(super) reason: Reason,
    /// What stays at the key instead of the lease.
    pub(in crate::node) leaves: Leaves,
    /// The node is about to have the key's slot, and must be told so.
    pub(in crate::node) asking: bool,
    /// What is entered when its fate is known, if it is the end of a lease that a program was told of.
    pub(super) ended: Option<EndedLease>,
}

impl LateRelease {
    /// Tells whether it is of this token, and of one of these keys.
    pub(in crate::node) fn is_of(&self, token: &Token, scope: &Scope) -> bool {
        self.token == *token && self.scope.overlaps(scope)
    }

    /// Makes it what another node is owed, which has refused nothing so far.
    pub(super) fn at_another_node(self, asking: bool) -> Self {
        Self { asking, refused: false, due: None, ..self }
    }

    /// Counts it as failed, once.
    pub(in crate::node) fn settle_as_failed(&mut self) {
        if self.reason == Reason::Ended {
            count_ended(&self.scope, &self.token, self.ended.as_ref(), None);
        }
        self.reason = Reason::Unknown;
    }

    fn is_of_use(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    fn is_due(&self, now: Instant) -> bool {
        self.withheld == 0 && self.due.is_none_or(|due| due <= now)
    }
}

/// A lease, as far as its release has to know it.
#[derive(Clone, Copy, Debug)]
pub struct LateLease<'a> {
    /// Why it may be released.
    pub may: MayRelease,
    /// Its token.
    pub token: &'a Token,
    /// How long it may be in Redis from `at` on, at the most; how long it is still the holder's, where its token is known elsewhere.
    pub ttl: Ttl,
    /// What its release leaves; what acquire() has taken and not told of goes at once.
    pub leaves: Leaves,
    /// When it ended.
    pub at: Instant,
    /// What is entered when its fate is known.
    pub ended: Option<EndedLease>,
}

impl LateLease<'_> {
    /// Returns what releases it.
    pub(crate) fn action(&self) -> Action<'_> {
        Action::Release(self.token, self.leaves)
    }

    /// Makes the release that is sent later. If others know the token it is of no use after the ttl: what is at the key then is another's.
    pub(crate) fn release(&self, scope: &Scope, reason: Reason) -> LateRelease {
        let grace = if self.token.is_known_elsewhere() { Duration::ZERO } else { GRACE };
        let until = self.ttl.millis().map(|millis| self.at.after(Duration::from_millis(millis) + grace));
        LateRelease {
            scope: scope.clone(),
            token: self.token.clone(),
            may: self.may,
            until,
            refused: false,
            due: None,
            withheld: 0,
            reason,
            leaves: self.leaves,
            asking: false,
            ended: self.ended,
        }
    }

    /// One that is of no more than a token.
    #[cfg(test)]
    pub(crate) fn plain(token: &Token, ttl: Ttl) -> LateLease<'_> {
        let may = MayRelease::asked_for();
        LateLease { may, token, ttl, leaves: Leaves::Nothing, at: Instant::now(), ended: None }
    }
}

/// What one address is owed.
#[derive(Debug, Default)]
pub(in crate::node) struct List {
    /// To be tried before the PHP request ends. It may end with any number of locks.
    untried: VecDeque<LateRelease>,
    /// Unknown outcomes, the oldest first: apart, so that finding the oldest does not take a walk over the others.
    unknown: VecDeque<LateRelease>,
    /// When an automatic release failed here; the others are not tried until the address has replied, or the request ends.
    left_alone: Option<Instant>,
}

impl List {
    /// Tells whether there is nothing to remember.
    pub(in crate::node) fn is_idle(&self) -> bool {
        self.is_empty() && !self.is_left_alone()
    }

    pub(in crate::node) fn is_left_alone(&self) -> bool {
        self.left_alone.is_some()
    }

    /// Notes that an automatic release has failed here.
    pub(in crate::node) fn leave_alone(&mut self) {
        self.left_alone = Some(Instant::now());
    }

    /// Notes that the address has replied.
    pub(in crate::node) fn has_replied(&mut self) {
        self.left_alone = None;
    }

    /// Has the end of a request try this address once more, unless that failed within this time: a dead one costs that much again.
    pub(in crate::node) fn forgive_after(&mut self, io: Duration) {
        self.left_alone = self.left_alone.filter(|failed| failed.until(Instant::now()) < io);
    }

    /// Tells whether there is nothing to send.
    pub(in crate::node) fn is_empty(&self) -> bool {
        self.untried.is_empty() && self.unknown.is_empty()
    }

    /// Tells whether the request must not end without a try. What an automatic release has failed to send is tried once more.
    pub(in crate::node) fn is_to_be_tried(&self) -> bool {
        !self.untried.is_empty() || self.is_left_alone() && !self.is_empty()
    }

    pub(in crate::node) fn count_untried(&self) -> usize {
        self.untried.len()
    }

    /// Tells whether a lease of one of these keys that has ended is still to be released.
    pub(in crate::node) fn has_ended(&self, scope: &Scope) -> bool {
        self.untried.iter().any(|entry| entry.reason == Reason::Ended && entry.scope.overlaps(scope))
    }

    /// Adds a release; drops the oldest unknown outcome if there are too many.
    pub(in crate::node) fn push(&mut self, entry: LateRelease) {
        if entry.reason != Reason::Unknown {
            return self.untried.push_back(entry);
        }
        if self.unknown.len() == LONGEST {
            self.unknown.pop_front();
        }
        self.unknown.push_back(entry);
    }

    fn of<'a>(&'a mut self, token: &'a Token, scope: &'a Scope) -> impl Iterator<Item = &'a mut LateRelease> {
        self.untried.iter_mut().chain(&mut self.unknown).filter(|entry| entry.is_of(token, scope))
    }

    /// Withholds those of this token and these keys once more.
    pub(in crate::node) fn withhold(&mut self, token: &Token, scope: &Scope) {
        self.of(token, scope).for_each(|entry| entry.withheld += 1);
    }

    /// Withholds them once less; tells whether there are any.
    pub(in crate::node) fn withhold_no_more(&mut self, token: &Token, scope: &Scope) -> bool {
        let mut any = false;
        for entry in self.of(token, scope) {
            entry.withheld = entry.withheld.saturating_sub(1);
            any = true;
        }
        any
    }

    /// Withholds none any more.
    pub(in crate::node) fn withhold_nothing(&mut self) {
        self.unknown.iter_mut().chain(&mut self.untried).for_each(|entry| entry.withheld = 0);
    }

    /// Forgets them, and counts them as failed.
    pub(in crate::node) fn forget(&mut self, token: &Token, scope: &Scope) {
        self.forget_those(|entry| entry.is_of(token, scope));
    }

    pub(super) fn forget_those(&mut self, which: impl Fn(&LateRelease) -> bool) {
        for entries in [&mut self.untried, &mut self.unknown] {
            entries.iter_mut().filter(|entry| which(entry)).for_each(LateRelease::settle_as_failed);
            entries.retain(|entry| !which(entry));
        }
    }

    /// Tells how many may be sent now.
    pub(in crate::node) fn count_due(&self, now: Instant) -> usize {
        self.untried.iter().chain(&self.unknown).filter(|entry| entry.is_of_use(now) && entry.is_due(now)).count()
    }

    /// Takes out what may be sent now in one write, at the most so many, those of the keys `before` whose request they go first; drops
    /// what is of no use any more.
    pub(in crate::node) fn take_slice(
        &mut self,
        now: Instant,
        most: usize,
        before: Option<&Scope>,
    ) -> Vec<LateRelease> {
        let mut slice = OneWrite::of(most);
        if let Some(scope) = before {
            for list in [&mut self.untried, &mut self.unknown] {
                slice.take_from(list, now, |entry| entry.scope.overlaps(scope));
            }
        }
        for list in [&mut self.untried, &mut self.unknown] {
            slice.take_from(list, now, |_| true);
        }
        slice.entries
    }

    /// Takes all, if each is the end of a lease and was not sent to any node yet.
    pub(in crate::node) fn take_untried(&mut self) -> Vec<LateRelease> {
        let is_untried = |entry: &LateRelease| {
            entry.reason == Reason::Ended && !entry.refused && !entry.asking && entry.withheld == 0
        };
        let all = !self.is_left_alone() && self.unknown.is_empty() && self.untried.iter().all(is_untried);
        if all { std::mem::take(&mut self.untried).into() } else { Vec::new() }
    }

    /// Takes out those that `which` picks.
    pub(in crate::node) fn take_those(&mut self, which: impl Fn(&LateRelease) -> bool) -> VecDeque<LateRelease> {
        let mut taken = VecDeque::new();
        for entries in [&mut self.untried, &mut self.unknown] {
            let (mut leaving, staying) = std::mem::take(entries).into_iter().partition(&which);
            taken.append(&mut leaving);
            *entries = staying;
        }
        taken
    }

    /// Ends a request: what was not sent is counted as failed, and sent with the next request's first call.
    pub(in crate::node) fn end_request(&mut self) {
        self.left_alone = None;
        for mut entry in std::mem::take(&mut self.untried) {
            entry.settle_as_failed();
            self.push(entry);
        }
        self.forget_useless(Instant::now());
    }

    /// Takes out all that may be sent now.
    #[cfg(test)]
    pub(in crate::node) fn take_due(&mut self, now: Instant) -> Vec<LateRelease> {
        std::iter::from_fn(|| Some(self.take_slice(now, usize::MAX, None)).filter(|slice| !slice.is_empty()))
            .flatten()
            .collect()
    }

    /// Makes all of no use from now on.
    #[cfg(test)]
    pub(in crate::node) fn expire(&mut self) {
        self.untried.iter_mut().chain(&mut self.unknown).for_each(|entry| entry.until = Some(Instant::now()));
    }

    /// Drops those that are of no use any more.
    pub(in crate::node) fn forget_useless(&mut self, now: Instant) {
        self.untried.retain(|entry| entry.is_of_use(now));
        self.unknown.retain(|entry| entry.is_of_use(now));
    }
}

/// Releases that go out together.
#[derive(Debug)]
struct OneWrite {
    entries: Vec<LateRelease>,
    most: usize,
    bytes: usize,
}

impl OneWrite {
    /// Makes an empty one, for so many at most.
    fn of(most: usize) -> Self {
        Self { entries: Vec::new(), most: most.min(MOST_AT_ONCE), bytes: 0 }
    }

    /// Takes those that may be sent now and that `which` picks, as far as there is room; drops what is of no use any more. The others stay
    /// in their order.
    fn take_from(&mut self, list: &mut VecDeque<LateRelease>, now: Instant, which: impl Fn(&LateRelease) -> bool) {
        let mut staying = Vec::new();
        while let Some(entry) = list.pop_front() {
            if !entry.is_of_use(now) {
                continue;
            }
            if !entry.is_due(now) || !which(&entry) {
                staying.push(entry);
                continue;
            }
            if !self.has_room_for(&entry) {
                list.push_front(entry);
                break;
            }
            self.bytes += entry.scope.size();
            self.entries.push(entry);
        }
        staying.into_iter().rev().for_each(|entry| list.push_front(entry));
    }

    fn has_room_for(&self, entry: &LateRelease) -> bool {
        let Some(first) = self.entries.first() else { return self.most > 0 };
        // ASKING is for one command.
        self.entries.len() < self.most && self.bytes < FULL && !first.asking && !entry.asking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::token::Promise;

    fn entry(n: usize, reason: Reason) -> LateRelease {
        let key = Key::new(b"", n.to_string().as_bytes()).unwrap();
        LateLease::plain(&Token::given(b"t").unwrap(), Ttl::Forever).release(&key.into(), reason)
    }

    fn keys(list: &mut List) -> Vec<usize> {
        let due = list.take_due(Instant::now());
        due.iter().map(|entry| String::from_utf8_lossy(entry.scope.first().as_bytes()).parse().unwrap()).collect()
    }

    #[test]
    fn an_address_that_does_not_reply_gathers_1024_and_loses_the_oldest() {
        let mut list = List::default();
        for n in 0..LONGEST + 10 {
            list.push(entry(n, Reason::Unknown));
        }
        assert_eq!(keys(&mut list), (10..LONGEST + 10).collect::<Vec<_>>());
    }

    #[test]
    fn more_than_that_may_be_released_when_a_request_ends() {
        let mut list = List::default();
        list.push(entry(0, Reason::Unknown));
        for n in 1..=LONGEST + 10 {
            list.push(entry(n, if n % 2 == 0 { Reason::Abandoned } else { Reason::Ended }));
        }
        assert_eq!(keys(&mut list).len(), LONGEST + 11, "nor do they cost an unknown outcome its place");
    }

    #[test]
    fn of_those_that_failed_with_their_request_the_oldest_go() {
        let mut list = List::default();
        for n in 0..LONGEST + 10 {
            list.push(entry(n, Reason::Abandoned));
        }
        list.leave_alone();
        list.end_request();
        assert!(!list.is_left_alone() && !list.is_to_be_tried());
        assert_eq!(keys(&mut list), (10..LONGEST + 10).collect::<Vec<_>>());
    }

    #[test]
    fn the_end_of_a_request_tries_again_what_did_not_fail_just_now() {
        let mut list = List::default();
        list.leave_alone();
        list.forgive_after(Duration::from_secs(60));
        assert!(list.is_left_alone());
        list.forgive_after(Duration::ZERO);
        assert!(!list.is_left_alone());
    }

    /// Each of ten times as many would cost ten times as much if the list were walked for it.
    #[test]
    fn an_entry_costs_the_same_however_many_there_are() {
        let span = |count: usize, reason: Reason| {
            let template = entry(0, reason);
            let start = Instant::now();
            let mut list = List::default();
            for _ in 0..count {
                list.push(entry(0, Reason::Unknown));
                list.push(template.clone());
            }
            list.end_request();
            assert_eq!(list.take_due(Instant::now()).len(), LONGEST);
            start.until(Instant::now())
        };
        for reason in [Reason::Abandoned, Reason::Unknown] {
            let (few, many) = (span(5_000, reason), span(50_000, reason));
            assert!(many < few * 40 + Duration::from_millis(200), "{reason:?}: {few:?} and {many:?}");
        }
    }

    #[test]
    fn what_was_refused_twice_stays_until_it_is_due() {
        let mut list = List::default();
        list.push(entry(1, Reason::Unknown));
        list.push(LateRelease { due: Some(Instant::now().after(GRACE)), ..entry(2, Reason::Unknown) });
        list.push(entry(3, Reason::Abandoned));
        assert_eq!(keys(&mut list), [3, 1]);
        assert!(!list.is_empty());
    }

    #[test]
    fn an_entry_is_of_use_until_a_minute_after_its_ttl_or_to_its_end_where_its_token_is_known_elsewhere() {
        let key = Scope::from(Key::new(b"", b"k").unwrap());
        let (own, given) = (Token::fresh(Promise::Signals, None).unwrap(), Token::given(b"t").unwrap());
        let left = |token, ttl| {
            LateLease::plain(token, ttl)
                .release(&key, Reason::Unknown)
                .until
                .map(|until| Instant::now().until(until).as_secs_f64())
        };
        let ten = Ttl::For(Duration::from_secs(10));
        assert_eq!([&own, &given].map(|token| left(token, ten).map(f64::round)), [Some(70.0), Some(10.0)]);
        assert_eq!(left(&own, Ttl::Forever), None);
        let mut list = List::default();
        list.push(LateRelease { until: Some(Instant::now()), ..entry(1, Reason::Abandoned) });
        list.push(LateRelease { until: Some(Instant::now()), ..entry(2, Reason::Unknown) });
        list.forget_useless(Instant::now());
        assert!(list.is_idle());
    }

    fn owed(keys: impl IntoIterator<Item = Vec<u8>>) -> List {
        let (token, mut list) = (Token::given(b"t").unwrap(), List::default());
        for key in keys {
            let scope = Key::new(b"", &key).unwrap().into();
            list.push(LateLease::plain(&token, Ttl::Forever).release(&scope, Reason::Abandoned));
        }
        list
    }

    fn sizes(mut list: List) -> Vec<usize> {
        let next = || Some(list.take_slice(Instant::now(), usize::MAX, None).len()).filter(|size| *size > 0);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_slice_has_a_few_hundred_releases_and_fewer_of_long_keys() {
        let short = (0..=2 * MOST_AT_ONCE).map(|n| n.to_string().into_bytes());
        assert_eq!(sizes(owed(short)), [MOST_AT_ONCE, MOST_AT_ONCE, 1]);
        assert_eq!(sizes(owed(vec![vec![b'k'; FULL / 2]; 5])), [2, 2, 1]);
    }

    #[test]
    fn one_that_goes_after_asking_goes_alone() {
        let mut list = owed([b"a", b"b", b"c", b"d"].map(|key| key.to_vec()));
        for entry in list.take_slice(Instant::now(), 2, None) {
            list.push(LateRelease { asking: true, ..entry });
        }
        assert_eq!(sizes(list), [2, 1, 1]);
    }

    #[test]
    fn those_of_the_keys_whose_request_they_go_before_are_the_first_and_the_others_stay_in_their_order() {
        let mut list = owed((0..MOST_AT_ONCE + 2).map(|n| n.to_string().into_bytes()));
        let its: Scope = Key::new(b"", (MOST_AT_ONCE + 1).to_string().as_bytes()).unwrap().into();
        let keys = |slice: Vec<LateRelease>| -> Vec<String> {
            slice.iter().map(|entry| String::from_utf8_lossy(entry.scope.first().as_bytes()).into_owned()).collect()
        };
        let expected = std::iter::once(MOST_AT_ONCE + 1).chain(0..MOST_AT_ONCE - 1).map(|n| n.to_string());
        assert_eq!(keys(list.take_slice(Instant::now(), usize::MAX, Some(&its))), expected.collect::<Vec<_>>());
        let rest = keys(list.take_slice(Instant::now(), usize::MAX, None));
        assert_eq!(rest, [MOST_AT_ONCE - 1, MOST_AT_ONCE].map(|n| n.to_string()));
    }
}

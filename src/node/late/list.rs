//! Owns the late releases of one address: which go out in one write, and which stay where there are too many.
//! Does not own sending them (`flush`, `ahead`), what a reply means (`late`).

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::events::EndedLease;
use crate::leaves::Leaves;
use crate::node::recovery::{Reason, may_release};
use crate::process;
use crate::scope::Scope;
use crate::scripts::{Action, CallBy, Keys, Request};
use crate::token::Token;
use crate::ttl::{Deadline, Ttl};

/// How many an address may gather that are not `Ended`; the oldest are dropped first, and end with their ttl.
pub(super) const MOST: usize = 1024;
/// How many go out in one write. Redis runs them in 3 ms.
const MOST_AT_ONCE: usize = 256;
/// How many scripts release something.
const RELEASES: usize = 5;
/// How many bytes of keys and tokens make a write full: a key has up to 64 KiB.
const FULL: usize = 64 * 1024;
/// How long after its ttl one is of use: a late command may have taken the key so much later.
const GRACE: Duration = Duration::from_secs(60);

/// A lease, as far as its release has to know it.
#[derive(Clone, Copy, Debug)]
pub struct LateLease<'a> {
    /// Its token.
    pub token: &'a Token,
    /// Until when its release may be sent, once, though others know the token: the program has ended the lease. `None`: never.
    pub once_until: Option<Deadline>,
    /// How long it may be in Redis from `at` on, at the most.
    pub ttl: Ttl,
    /// What its release leaves; what acquire() has taken and not told of goes at once.
    pub leaves: Leaves,
    /// When it ended.
    pub at: Instant,
    /// What is entered when its fate is known.
    pub ended: Option<EndedLease>,
}

impl<'a> LateLease<'a> {
    /// Describes what is only owed while nobody else knows its token, and goes without a word.
    pub fn of(token: &'a Token, ttl: Ttl) -> Self {
        Self { token, once_until: None, ttl, leaves: Leaves::Nothing, at: Instant::now(), ended: None }
    }

    /// Makes the release that is sent later.
    pub(crate) fn release(&self, scope: &Scope, reason: Reason) -> LateRelease {
        LateRelease {
            scope: scope.clone(),
            token: self.token.clone(),
            once_until: self.once_until,
            until: self.ttl.millis().map(|millis| self.at.after(Duration::from_millis(millis) + GRACE)),
            leaves: self.leaves,
            reason,
            ended: self.ended,
            children: process::children(),
            is_under_way: false,
            by_text: false,
        }
    }
}

/// A release that is owed.
#[derive(Debug)]
pub struct LateRelease {
    pub(super) scope: Scope,
    pub(super) token: Token,
    /// As of [`LateLease`]; `None` once it may have run.
    pub(super) once_until: Option<Deadline>,
    /// When it is of no use any more; `None` for a key that never expires.
    pub(super) until: Option<Instant>,
    leaves: Leaves,
    pub(super) reason: Reason,
    pub(super) ended: Option<EndedLease>,
    /// How many children this process had made by then: a later one may have a copy of the token.
    pub(super) children: u64,
    /// It was written, and its reply is still to come.
    pub(super) is_under_way: bool,
    /// It goes by its text, or did so when it was written last.
    by_text: bool,
}

impl LateRelease {
    fn request(&self) -> Request<'_> {
        Request { scope: &self.scope, action: Action::Release(&self.token, self.leaves) }
    }

    /// Tells whether it may be written at `now`.
    fn may_go(&self, now: Instant) -> bool {
        let is_shared = self.token.is_shared() || self.children != process::children();
        self.until.is_none_or(|until| now < until) && may_release(is_shared, self.once_until, self.leaves, now)
    }

    /// Notes that others know the token by now: what was not asked for before, or may mark what has only begun, stays for its ttl.
    pub(super) fn share(&mut self) {
        self.token = self.token.clone().shared();
        self.once_until = None;
    }
}

/// What one address is owed, by numbers that grow.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) entries: VecDeque<(u64, LateRelease)>,
    /// How many of them are `Ended`: a request may end with any number of locks.
    pub(super) ended: usize,
    /// When an automatic release failed here; the others are not tried until the address has replied, or the request ends.
    pub(super) left_alone: Option<Instant>,
}

impl List {
    /// Tells whether there is nothing to remember.
    pub(super) fn is_idle(&self) -> bool {
        self.entries.is_empty() && self.left_alone.is_none()
    }

    /// Takes out what is of no use any more.
    pub(super) fn tidy(&mut self) {
        let now = Instant::now();
        self.entries.retain(|(_, entry)| entry.is_under_way || entry.until.is_none_or(|until| now < until));
        self.ended = self.entries.iter().filter(|(_, entry)| entry.reason == Reason::Ended).count();
    }

    /// Tells whether the request must not end without a try.
    pub(super) fn is_due(&self) -> bool {
        self.ended > 0
            || self.left_alone.is_some() && !self.entries.is_empty()
            || self.entries.iter().any(|(_, entry)| entry.reason != Reason::Unknown)
    }

    /// Adds one; returns those for which there is no room.
    pub(super) fn add(&mut self, number: u64, entry: LateRelease) -> Vec<LateRelease> {
        self.ended += usize::from(entry.reason == Reason::Ended);
        self.entries.push_back((number, entry));
        self.trim()
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<LateRelease> {
        let index = self.entries.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        let (_, entry) = self.entries.remove(index)?;
        self.ended -= usize::from(entry.reason == Reason::Ended);
        Some(entry)
    }

    /// Has one whose script the server did not know, or does not run but by its text, wait again as if it had not been written; false if it
    /// went by its text.
    pub(super) fn has_by_text(&mut self, number: u64) -> bool {
        let index = self.entries.binary_search_by_key(&number, |(number, _)| *number);
        let Some((_, entry)) = index.ok().and_then(|index| self.entries.get_mut(index)) else { return false };
        let is_refused = !std::mem::replace(&mut entry.by_text, true);
        entry.is_under_way &= !is_refused;
        is_refused
    }

    /// Takes out the oldest without a reply where there are too many, those that never expire last; of many that end together not one by one.
    pub(super) fn trim(&mut self) -> Vec<LateRelease> {
        let surplus = (self.entries.len() - self.ended).saturating_sub(MOST);
        if surplus <= self.ended / 4 {
            return Vec::new();
        }
        let of_kind = |expires: bool| {
            let is_its = move |entry: &LateRelease| entry.reason != Reason::Ended && entry.until.is_some() == expires;
            self.entries.iter().filter(move |(_, entry)| is_its(entry)).map(|(number, _)| *number)
        };
        let mut oldest: Vec<u64> = of_kind(true).chain(of_kind(false)).take(surplus).collect();
        oldest.sort_unstable();
        let is_out = |(number, _): &(u64, LateRelease)| oldest.binary_search(number).is_ok();
        let (out, kept): (VecDeque<_>, _) = std::mem::take(&mut self.entries).into_iter().partition(is_out);
        self.entries = kept;
        out.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Writes what goes out at once onto the end of `out`, no later ones than `last`. Returns the numbers of what was written, and takes out what
    /// may not be sent any more.
    pub(super) fn write(&mut self, last: u64, needs_texts: bool, out: &mut Vec<u8>) -> (Vec<u64>, Vec<LateRelease>) {
        let now = Instant::now();
        let its = self.entries.iter().take_while(|(number, _)| *number <= last);
        let (mut written, mut useless, mut bytes, mut texts) = (Vec::new(), Vec::new(), 0, [""; RELEASES]);
        for &(number, ref entry) in its.filter(|(_, entry)| !entry.is_under_way) {
            if written.len() == MOST_AT_ONCE || bytes >= FULL {
                break;
            }
            if !entry.may_go(now) {
                useless.push(number);
                continue;
            }
            bytes += entry.scope.size() + entry.token.as_bytes().len();
            let request = entry.request();
            // The server knows a script from its first call in this write on, unless it refuses that.
            let is_known = !needs_texts && !entry.by_text && texts.contains(&request.sha());
            if !is_known {
                texts.rotate_right(1);
                texts[0] = request.sha();
            }
            request.encode(if is_known { CallBy::Sha } else { CallBy::Text }, Keys::WithCompanions, out);
            written.push((number, !is_known));
        }
        for (number, by_text) in &written {
            if let Ok(index) = self.entries.binary_search_by_key(number, |(number, _)| *number) {
                let entry = &mut self.entries[index].1;
                (entry.is_under_way, entry.by_text) = (true, *by_text);
            }
        }
        let written = written.into_iter().map(|(number, _)| number).collect();
        (written, useless.into_iter().filter_map(|number| self.remove(number)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    fn entry(key: &[u8], reason: Reason, ttl: Ttl) -> LateRelease {
        let token = Token::fresh(None).unwrap();
        LateLease::of(&token, ttl).release(&Key::new(b"", key).unwrap().into(), reason)
    }

    /// Numbered from 0.
    fn list(entries: impl IntoIterator<Item = LateRelease>) -> (List, Vec<LateRelease>) {
        let mut list = List::default();
        let dropped = (0..).zip(entries).flat_map(|(number, entry)| list.add(number, entry)).collect();
        (list, dropped)
    }

    fn numbered(n: u64, reason: Reason) -> LateRelease {
        entry(n.to_string().as_bytes(), reason, Ttl::For(Duration::from_secs(10)))
    }

    fn write(list: &mut List) -> Vec<u64> {
        list.write(u64::MAX, false, &mut Vec::new()).0
    }

    #[test]
    fn a_silent_address_gathers_1024_and_loses_the_oldest_those_without_a_ttl_last() {
        let most = u64::try_from(MOST).unwrap();
        let of = |n: u64| if n < 5 { entry(b"k", Reason::Unknown, Ttl::Forever) } else { numbered(n, Reason::Unknown) };
        let (list, dropped) = list((0..most + 10).map(of));
        let kept: Vec<u64> = list.entries.iter().map(|(number, _)| *number).collect();
        assert_eq!((dropped.len(), kept), (10, (0..5).chain(15..most + 10).collect()));
    }

    #[test]
    fn more_than_that_may_end_with_a_request() {
        let (list, dropped) = list((0..3_000).map(|n| numbered(n, Reason::Ended)));
        assert_eq!((list.entries.len(), dropped.len(), list.is_due()), (3_000, 0, true));
    }

    /// Each of ten times as many would cost ten times as much if the list were walked for it.
    #[test]
    fn an_entry_costs_the_same_however_many_there_are() {
        let span = |count: u64| {
            let (mut list, _) = list((0..count).map(|n| numbered(n, Reason::Ended)));
            let start = Instant::now();
            while let [first, ..] = write(&mut list)[..] {
                for number in first..first + 256 {
                    list.remove(number);
                }
            }
            start.until(Instant::now())
        };
        let (few, many) = (span(5_000), span(50_000));
        assert!(many < few * 40 + Duration::from_millis(200), "{few:?} and {many:?}");
    }

    /// A server that refuses all of them, and one that is silent when a request ends with as many of each kind.
    #[test]
    fn one_that_fails_costs_the_same_however_many_there_are() {
        let span = |count: u64| {
            let (mut list, _) = list((0..count).map(|n| numbered(n, Reason::Ended)));
            let start = Instant::now();
            for number in 0..count {
                let entry = list.remove(number).unwrap();
                list.add(count + number, LateRelease { reason: Reason::Unknown, ..entry });
            }
            assert_eq!(list.entries.len(), MOST);
            for number in 0..2 * count {
                let of = |ttl| entry(b"k", Reason::Ended, ttl);
                let ended = if number < count { of(Ttl::Forever) } else { of(Ttl::For(Duration::from_secs(10))) };
                list.add(2 * count + number, ended);
            }
            list.entries.iter_mut().for_each(|(_, entry)| entry.reason = Reason::Unknown);
            list.ended = 0;
            assert_eq!(list.trim().len(), usize::try_from(2 * count).unwrap());
            start.until(Instant::now())
        };
        let (few, many) = (span(5_000), span(50_000));
        assert!(many < few * 40 + Duration::from_millis(200), "{few:?} and {many:?}");
    }

    #[test]
    fn a_write_has_a_few_hundred_releases_and_fewer_of_long_keys() {
        let (mut short, _) = list((0..600).map(|n| numbered(n, Reason::Ended)));
        assert_eq!([(); 4].map(|()| write(&mut short).len()), [MOST_AT_ONCE, MOST_AT_ONCE, 88, 0]);
        let (mut long, _) = list((0..5).map(|_| entry(&vec![b'k'; FULL / 2], Reason::Ended, Ttl::Forever)));
        assert_eq!([(); 4].map(|()| write(&mut long).len()), [2, 2, 1, 0]);
    }

    #[test]
    fn one_is_of_use_until_a_minute_after_its_ttl() {
        let mut late = numbered(0, Reason::Unknown);
        let left = Instant::now().until(late.until.unwrap()).as_secs_f64();
        assert!((69.0..=70.0).contains(&left), "{left}");
        late.until = Some(Instant::now());
        let (mut list, _) = list([late]);
        assert_eq!((write(&mut list), list.is_idle()), (vec![], true));
    }
}

//! Owns the states of a lease: what is known in each, and what moves it to the next.
//! Does not own the tokens, and who may look at it (`lease`).

use std::time::Duration;

use crate::clock::Instant;
use crate::events::{self, EndedBy, EndedLease};
use crate::leaves::Leaves;
use crate::process;
use crate::scope::Scope;
use crate::stats;
use crate::ttl::{Deadline, Ttl};

/// What became of a lease. docs/protocol.md#the-lease has this table for readers of the docs.
///
/// | from | event | to |
/// |---|---|---|
/// | any but `Held` within its deadline | acquire: ours, in time (`Status::begin`) | `Held` |
/// | the same | acquire: ours, but the reply came after the new lease's deadline; it is released late ([`Status::forget`]) | `None` |
/// | `Held` past its deadline, `Releasing` | acquire: held by another, after the release of the last lease went ahead ([`Status::let_go`]) | `Released` |
/// | `None`, `Released`, `Lost`, with a given token | extend or inspect: ours ([`Status::confirm`]) | `Held` |
/// | `Held`; with a given token any | release: gone; force by this object: ours ([`Status::end`]) | `Released` |
/// | `Held` or `Releasing`, acquired by this object | its callback ends, a handler throws at the end of its wait, no thread renews it; with `autoRelease`, or `Releasing`, the object or the request ends: the release is sent or queued, unless others know the token, and the deadline has passed or it is `Releasing` ([`Status::let_go`]) | `Released` |
/// | `Held` within its deadline | release: sent, and no reply, after a second try, on a quorum or under a shared token; force by this object: sent, and no reply ([`Status::await_release`]) | `Releasing` |
/// | `Held` within its deadline | release: not ours at the second try: the first one has released it ([`Status::end`]) | `Released` |
/// | `Releasing` | release: gone; force: ours; any reply: not ours ([`Status::end`]) | `Released` |
/// | `Held` | release, extend, inspect: not ours; renewal's extend likewise, unless release() or forceRelease() is under way ([`Status::lose`]) | `Lost` |
/// | `Held` | force by this object: another's, or nothing ([`Status::lose`]) | `Lost` |
/// | `Lost`, with several keys or on a quorum | release, or the next acquire, or an end: what is left of it goes, unless others know its token; release() of a given one is sent all the same ([`Lost::owes_release`]) | `Lost` |
/// | `Held` | a signal handler at the end of a wait outlasted the lease; it is released late ([`Status::forget`]) | `None` |
/// | any | the process forked: in the child (`Lease::lock`) | `None` |
///
/// "Expired" is `Held` with a deadline that has passed: only Redis knows whether it is lost.
#[derive(Clone, Copy, Debug)]
pub enum State {
    /// Nothing that this object acquired in this process, or what it acquired has ended before it could be used.
    None,
    /// Acquired, or adopted and confirmed.
    Held(Held),
    /// A release within the deadline was not replied to: not to be trusted any more, and still to be released.
    Releasing(Held),
    /// Released.
    Released,
    /// Redis said that the key no longer has our token.
    Lost(Lost),
}

/// What is known of a lease that is held, or was.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Counts the leases of this object, so that renewal knows which one it renews.
    pub number: u64,
    /// Until when it may be trusted.
    pub deadline: Deadline,
    /// The last ttl of the key: how long a late release is of use.
    pub ttl: Ttl,
    /// Another object, perhaps of another process, acquired it, or may have since it expired here: this one has but its token.
    pub adopted: bool,
    /// Its own number, where one was requested.
    pub fence: Option<u64>,
    /// Which of several permits it has.
    pub permit: Option<u8>,
    /// What its release leaves, whichever request that is: a rest once the program knows that it holds the lease, a done marker once a
    /// release was asked for one.
    pub leaves: Leaves,
    /// When acquire() took it; `None` for one that the program is not told of, or that was adopted.
    pub since: Option<Instant>,
    /// How long acquire() waited for it.
    pub waited: Duration,
    /// release() or forceRelease() was called, or the object goes: nothing extends it any more.
    pub is_ending: bool,
    /// Renewal knows of it.
    pub is_renewed: bool,
    /// No renewal reaches further than this, also after an expired lease was found to be held.
    pub renewed_until: Option<Instant>,
}

/// What is known of a lease that was lost.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// What it was.
    pub was: Held,
    /// It has several keys, or one on several nodes: as soon as one, or a majority, is not ours it is lost, and it may have the others, which
    /// were not released since.
    pub owes_release: bool,
    /// When renewal has found it lost, until the program hears of it.
    pub found: Option<Instant>,
}

/// How a lease stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// See [`State`].
    pub state: State,
    /// How many leases this object has had.
    leases: u64,
    /// What the lock was made with.
    ttl: Ttl,
    /// It has several keys, or one on several nodes.
    has_parts: bool,
    /// Others were told its token, or gave it.
    pub(super) is_shared: bool,
    /// How many children this process had made when it began: a later one has a copy of the token.
    children: u64,
}

impl Status {
    pub(super) fn new(ttl: Ttl, has_parts: bool, is_shared: bool) -> Self {
        Self { state: State::None, leases: 0, ttl, has_parts, is_shared, children: process::children() }
    }

    /// Tells whether others may have its token: they were told it, or a forked child has a copy.
    pub fn is_shared(&self) -> bool {
        self.is_shared || self.children != process::children()
    }

    /// Returns the lease that is held, also past its deadline.
    pub fn held(&mut self) -> Option<&mut Held> {
        if let State::Held(held) = &mut self.state { Some(held) } else { None }
    }

    /// Tells whether the holder may trust its lease at `now`, which is called for a held one alone.
    pub fn is_trusted(&self, now: impl FnOnce() -> Instant) -> bool {
        matches!(&self.state, State::Held(held) if !held.deadline.has_passed(now()))
    }

    /// Returns the lease that may still be at the key, as far as this object knows.
    pub fn there(&self) -> Option<&Held> {
        if let State::Held(held) | State::Releasing(held) = &self.state { Some(held) } else { None }
    }

    /// Tells whether this lease was lost, which was there when a request was sent: a reply to that says nothing of it any more.
    pub fn was_lost(&self, number: Option<u64>) -> bool {
        matches!(&self.state, State::Lost(lost) if Some(lost.was.number) == number)
    }

    /// Returns it to be changed.
    pub fn there_mut(&mut self) -> Option<&mut Held> {
        if let State::Held(held) | State::Releasing(held) = &mut self.state { Some(held) } else { None }
    }

    /// Returns the lease of which a release is still to be sent: it may be there, or a part of it may.
    pub fn owed(&self) -> Option<&Held> {
        match &self.state {
            State::Held(held) | State::Releasing(held) => Some(held),
            State::Lost(Lost { was, owes_release: true, .. }) => Some(was),
            State::None | State::Released | State::Lost(_) => None,
        }
    }

    /// Returns which of several permits has its token; `None` where it may be any.
    pub fn known_permit(&self) -> Option<u8> {
        self.there().and_then(|held| held.permit)
    }

    /// Returns how long a late release of it is of use: while the key may be there; where others know the token, to the end of this lease.
    pub fn owed_for(&self) -> Ttl {
        match self.owed() {
            Some(owed) if !self.is_shared() => owed.ttl,
            Some(Held { deadline: Deadline::At(deadline), .. }) => Ttl::For(Instant::now().until(*deadline)),
            Some(Held { deadline: Deadline::Never, .. }) => Ttl::Forever,
            // Of another's lease the end is not known here.
            None => Ttl::For(Duration::ZERO),
        }
    }

    /// Begins a lease that this object took; `is_shared`: others have its token.
    pub(super) fn begin(&mut self, held: Held, is_shared: bool) {
        (self.is_shared, self.children) = (is_shared, process::children());
        self.hold(held);
    }

    fn hold(&mut self, mut held: Held) {
        self.leases += 1;
        held.number = self.leases;
        self.state = State::Held(held);
    }

    /// Notes that Redis said "ours", of several permits at which: the deadline moves forward only, and an expired or adopted lease is
    /// held.
    ///
    /// One that is being released stays so: the unanswered release may still run.
    pub fn confirm(&mut self, deadline: Deadline, ttl: Ttl, permit: Option<u8>) {
        let is_shared = self.is_shared();
        match &mut self.state {
            State::Held(held) => {
                // It may be another's by now, who has acquired it with the same token since it expired.
                held.adopted |= is_shared && held.deadline.has_passed(Instant::now());
                held.deadline = held.deadline.max(deadline);
                held.ttl = held.ttl.max(ttl);
                held.permit = permit.or(held.permit);
            }
            State::Releasing(_) => self.note_ttl(ttl),
            State::None | State::Released | State::Lost(_) => {
                let ttl = self.ttl.max(ttl);
                self.hold(Held { adopted: true, ttl, permit, ..Held::new(deadline) });
            }
        }
    }

    /// Notes that the key may live this long from now on: an extend got no reply, or the lease is not to be trusted any more.
    pub fn note_ttl(&mut self, ttl: Ttl) {
        if let Some(held) = self.there_mut() {
            held.ttl = held.ttl.max(ttl);
        }
    }

    /// Notes that release() or forceRelease() is called, or that the object goes: nothing extends it from here on.
    pub fn stop_renewing(&mut self) {
        if let Some(held) = self.held() {
            held.is_ending = true;
        }
    }

    /// Notes that release() got no reply, or forceRelease() for this object.
    pub fn await_release(&mut self) {
        if let State::Held(held) = self.state {
            self.state = State::Releasing(held);
        }
    }

    /// Notes that it was released.
    pub fn end(&mut self) {
        self.state = State::Released;
    }

    /// Ends it by a release that no call waits for. One that was lost stays so.
    pub fn let_go(&mut self) {
        match &mut self.state {
            State::Lost(lost) => lost.owes_release = false,
            State::Held(_) | State::Releasing(_) => self.end(),
            State::None | State::Released => {}
        }
    }

    /// Forgets it: it has ended before the program could use it.
    pub fn forget(&mut self) {
        self.state = State::None;
    }

    /// Notes that Redis said "not ours" about a lease this object believed in; returns what was lost by that.
    pub fn lose(&mut self) -> Option<Held> {
        let held = *self.held()?;
        let was = Held { since: None, ..held };
        self.state = State::Lost(Lost { was, owes_release: self.has_parts, found: None });
        Some(held)
    }

    /// Does the same for renewal, of which the program hears later.
    pub(super) fn lose_unseen(&mut self, now: Instant) {
        if let State::Held(was) = self.state {
            was.count_hold(now);
            self.state = State::Lost(Lost { was, owes_release: self.has_parts, found: Some(now) });
        }
    }

    /// Notes that what it had left of its parts is gone.
    pub fn owe_nothing(&mut self) {
        if let State::Lost(lost) = &mut self.state {
            lost.owes_release = false;
        }
    }

    /// Returns, once, when renewal has found it lost, and what it was.
    pub fn take_found(&mut self) -> Option<(Instant, Held)> {
        let State::Lost(lost) = &mut self.state else { return None };
        let found = lost.found.take()?;
        let was = lost.was;
        lost.was.since = None;
        Some((found, was))
    }
}

impl Held {
    /// Describes one of which nothing is known but its deadline.
    pub const fn new(deadline: Deadline) -> Self {
        Self {
            number: 0,
            deadline,
            ttl: Ttl::Forever,
            adopted: false,
            fence: None,
            permit: None,
            leaves: Leaves::Nothing,
            since: None,
            waited: Duration::ZERO,
            is_ending: false,
            is_renewed: false,
            renewed_until: None,
        }
    }

    /// Counts how long it was held, if acquire() has told of it.
    pub fn count_hold(&self, at: Instant) {
        if let Some(since) = self.since {
            stats::HOLDS.add(since.until(at));
        }
    }

    /// Returns what is known of it when it ends, where events are kept.
    pub fn ended(&self, scope: &Scope, by: EndedBy, at: Instant) -> Option<EndedLease> {
        events::are_kept().then(|| EndedLease {
            by,
            at,
            waited: self.waited,
            held: self.since.map(|since| since.until(at)),
            keys: u8::try_from(scope.named().len()).unwrap_or(u8::MAX),
            permit: self.permit,
            leaves: self.leaves.until().filter(|until| *until > at).map(|_| self.leaves.word()),
            has_expired: self.deadline.has_passed(at),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));

    fn word(status: &Status) -> &'static str {
        match status.state {
            State::None => "none",
            State::Held(_) => "held",
            State::Releasing(_) => "releasing",
            State::Released => "released",
            State::Lost(Lost { owes_release: true, .. }) => "lost in part",
            State::Lost(_) => "lost",
        }
    }

    fn held(has_parts: bool) -> Status {
        let mut status = Status::new(TTL, has_parts, false);
        let since = Some(Instant::now());
        status.begin(Held { since, ttl: TTL, permit: Some(3), ..Held::new(Deadline::Never) }, false);
        status
    }

    /// Each state of one key, in the order of [`word`].
    fn all() -> [Status; 5] {
        let (mut releasing, mut released, mut lost) = (held(false), held(false), held(false));
        releasing.await_release();
        released.end();
        lost.lose();
        [Status::new(TTL, false, false), held(false), releasing, released, lost]
    }

    #[test]
    fn what_moves_a_lease_moves_it_from_these_states_alone() {
        type Move = (&'static str, fn(&mut Status), [&'static str; 5]);
        let moves: [Move; 6] = [
            ("ours", |it| it.confirm(Deadline::Never, TTL, None), ["held", "held", "releasing", "held", "held"]),
            ("no reply", Status::await_release, ["none", "releasing", "releasing", "released", "lost"]),
            ("gone", Status::end, ["released"; 5]),
            ("not ours", |it| _ = it.lose(), ["none", "lost", "releasing", "released", "lost"]),
            ("not waited for", Status::let_go, ["none", "released", "released", "released", "lost"]),
            ("too late", Status::forget, ["none"; 5]),
        ];
        for (name, change, expected) in moves {
            let now = all().map(|mut status| {
                change(&mut status);
                word(&status)
            });
            assert_eq!(now, expected, "{name}");
        }
    }

    #[test]
    fn parts_that_are_lost_owe_their_release_once() {
        let mut list = held(true);
        assert!(list.lose().is_some_and(|was| was.since.is_some()) && word(&list) == "lost in part");
        assert!(list.there().is_none() && list.known_permit().is_none());
        assert!(list.owed().is_some_and(|was| was.since.is_none()), "its hold was counted");
        list.let_go();
        assert!(word(&list) == "lost" && list.owed().is_none());
    }

    #[test]
    fn what_renewal_finds_is_told_once() {
        let mut status = held(false);
        status.lose_unseen(Instant::now());
        assert!(status.take_found().is_some_and(|(_, was)| was.since.is_some() && was.permit == Some(3)));
        assert!(status.take_found().is_none());
    }

    #[test]
    fn an_adopted_lease_is_another_one() {
        let [_, mut held, _, mut released, _] = all();
        let number = |status: &mut Status| status.held().map(|held| (held.number, held.adopted, held.permit));
        held.confirm(Deadline::Never, TTL, None);
        assert_eq!(number(&mut held), Some((1, false, Some(3))));
        released.confirm(Deadline::Never, TTL, None);
        assert_eq!(number(&mut released), Some((2, true, None)));
    }
}

//! Owns what is counted and entered (`events`) when acquire() answers, and when a lease ends: its wait, its hold, its fate.
//! Does not own what ends a lease (`lock`, `lock::endings`); releases without a caller, which tell their fate later (`node::late`).

use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Loss};
use crate::events::{self, EndedBy, Fate};
use crate::lease::{Access, Held, State};
use crate::leaves::Leaves;
use crate::lock::{Answer, Lock};
use crate::node::late;
use crate::stats::{self, Counter};
use crate::ttl::Deadline;
use crate::wait::Wait;

impl Lock {
    /// Notes what acquire() answers, and how long it has waited, if it has.
    pub(super) fn note_answer(&self, answer: &Result<Answer, Error>, wait: Wait, waited: Option<Duration>) {
        match answer {
            Ok(Answer::Held) => self.note_acquired(waited),
            Ok(Answer::Found) => {}
            Ok(Answer::Refused) | Err(_) => {
                events::enter_denied(&self.scope, wait, answer.as_ref().err().map(Error::kind), waited);
            }
        }
    }

    fn note_acquired(&self, waited: Option<Duration>) {
        let (rests, enters) = (!self.settings.at_least.is_zero(), events::are_kept());
        if !rests && !enters && waited.is_none() {
            return;
        }
        let mut lease = self.lease().lock();
        let Some(held) = lease.held() else { return };
        if rests {
            held.leaves = Leaves::Rest(Instant::now().after(self.settings.at_least));
        }
        held.waited = waited.unwrap_or_default();
        let Held { since, permit, .. } = *held;
        if enters && let (Some(token), Some(since)) = (&lease.tokens.token, since) {
            events::enter_acquired(&self.scope, token, permit, since, waited);
        }
    }

    /// Notes that a lease is released, and that the caller hears of it.
    pub(super) fn note_released(&self, lease: &mut Access<'_>, by: EndedBy, at: Instant) {
        stats::count(Counter::Released);
        // Where another object has acquired it, nothing is known of it.
        let was = lease.owed().unwrap_or(const { &Held::new(Deadline::Never) });
        self.enter_end(lease, was, EndNote { by, at, fate: Fate::Released });
        lease.end();
    }

    /// Notes that Redis said "not ours" about a lease this object believed in, and that the caller hears of it.
    pub(super) fn told_lost(&self, lease: &mut Access<'_>) {
        self.enter_loss(lease);
        if let State::Releasing(_) = lease.state {
            // The release that was not replied to has run.
            self.note_released(lease, EndedBy::Release, Instant::now());
        } else if let Some(was) = lease.lose() {
            stats::count(Counter::Lost);
            self.enter_end(lease, &was, EndNote::lost(Instant::now()));
        }
    }

    /// Enters what renewal has found since this object was last used, and the program hears now; tells whether there was something.
    pub(super) fn enter_loss(&self, lease: &mut Access<'_>) -> bool {
        let Some((found, was)) = lease.take_found() else { return false };
        self.enter(lease, &was, EndNote::lost(found));
        true
    }

    /// Counts how long a lease that ends was held, and enters its end.
    pub(super) fn enter_end(&self, lease: &Access<'_>, was: &Held, end: EndNote) {
        was.count_hold(end.at);
        self.enter(lease, was, end);
    }

    /// Enters what this object still has when it acquires anew, without knowing what became of it.
    pub(super) fn note_replaced(&self, lease: &mut Access<'_>, at: Instant) {
        // Nearly always there is nothing.
        if matches!(lease.state, State::None | State::Released) {
            return;
        }
        if self.enter_loss(lease) {
            late::note_lost(&self.scope);
        }
        self.note_left(lease, EndNote::acquired_anew(at));
    }

    /// Enters the end of what this object still has when it goes or acquires anew, if acquire() has told of it.
    pub(super) fn note_left(&self, lease: &mut Access<'_>, end: EndNote) {
        self.enter_loss(lease);
        if let Some(there) = lease.there()
            && there.since.is_some()
        {
            self.enter_end(lease, there, end);
        }
    }

    /// Returns the error of a lease that was lost.
    pub(super) fn lost(&self, loss: Loss) -> Error {
        Error::Lost { lock: self.scope.clone(), loss }
    }

    fn enter(&self, lease: &Access<'_>, was: &Held, EndNote { by, at, fate }: EndNote) {
        if let Some(token) = &lease.tokens.token
            && let Some(ended) = was.ended(&self.scope, by, at)
        {
            events::enter_ended(&self.scope, token, &ended, fate);
        }
    }
}

/// How a lease ended, when, and what became of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndNote {
    pub(super) by: EndedBy,
    pub(super) at: Instant,
    pub(super) fate: Fate,
}

impl EndNote {
    fn lost(at: Instant) -> Self {
        Self { by: EndedBy::Release, at, fate: Fate::TokenGone }
    }

    /// The object acquires anew.
    pub(super) fn acquired_anew(at: Instant) -> Self {
        Self { by: EndedBy::Acquire, at, fate: Fate::NoReply }
    }

    /// The object has left it behind.
    pub(super) fn left(at: Instant) -> Self {
        Self { by: EndedBy::Left, at, fate: Fate::Left }
    }
}

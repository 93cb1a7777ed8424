//! Owns what is counted and entered (`events`) when acquire() answers, and when a lease ends: its wait, its hold, its fate.
//! Does not own what ends a lease (`lock`, `lock::endings`); releases without a caller, which tell their fate later (`node::late_releases`).

use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Loss};
use crate::events::{self, Denied, EndedBy, EndedLease, Fate};
use crate::label::Holder;
use crate::lock::Lock;
use crate::lock::lease::{Access, State, Status};
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::wait::Wait;

impl Lock {
    /// Notes what acquire() answers, and how long it has waited, if it has.
    pub(super) fn note_answer(&self, answer: &Result<bool, Error>, wait: Wait, waited: Option<Duration>) {
        if let Ok(true) = answer {
            return self.note_acquired(waited);
        }
        if events::are_kept() {
            let denied = match answer {
                Ok(_) if wait == Wait::NONE => Denied::HeldByAnother,
                Ok(_) => Denied::TimedOut,
                Err(error) => Denied::Failed(error.kind()),
            };
            events::enter_denied(&self.scope, denied, waited);
        }
    }

    fn note_acquired(&self, waited: Option<Duration>) {
        let (rests, enters) = (!self.settings.at_least.is_zero(), events::are_kept());
        if !rests && !enters && waited.is_none() {
            return;
        }
        let mut lease = self.lease().lock();
        if rests {
            lease.rest = Some(Instant::now().after(self.settings.at_least));
        }
        lease.waited = waited.unwrap_or_default();
        if enters && let (Some(token), Some(since)) = (&lease.tokens.token, lease.since) {
            events::enter_acquired(&self.scope, token, lease.permit, since, waited);
        }
    }

    /// Notes that a lease is released, and that the caller hears of it.
    pub(super) fn note_released(&self, lease: &mut Access<'_>, by: EndedBy, at: Instant) {
        lease.end();
        stats::count(Counter::Released);
        self.enter_end(lease, by, at, Fate::Released);
    }

    /// Notes that Redis said "not ours" about a lease this object believed in, and that the caller hears of it.
    pub(super) fn told_lost(&self, lease: &mut Access<'_>) {
        lease.loss_unreported = false;
        if lease.state == State::Releasing {
            // The release that was not replied to has run.
            self.note_released(lease, EndedBy::Release, Instant::now());
        } else if lease.lose() {
            stats::count(Counter::Lost);
            self.enter_end(lease, EndedBy::Release, Instant::now(), Fate::TokenGone);
        }
    }

    /// Enters what renewal has found since this object was last used.
    pub(super) fn enter_loss(&self, lease: &mut Access<'_>) {
        if let Some(found) = lease.found_lost.take()
            && let Some(ended) = lease.ended(&self.scope, EndedBy::Release, found)
        {
            self.enter(lease, &ended, Fate::TokenGone);
        }
    }

    /// Counts how long a lease was held that ends, and enters its end.
    pub(super) fn enter_end(&self, lease: &mut Access<'_>, by: EndedBy, at: Instant, fate: Fate) {
        lease.count_hold(at);
        if let Some(ended) = lease.ended(&self.scope, by, at) {
            self.enter(lease, &ended, fate);
        }
    }

    /// Notes the end of what this object still had when it acquires anew, without knowing what became of it.
    pub(super) fn note_replaced(&self, lease: &mut Access<'_>, at: Instant) {
        self.enter_loss(lease);
        if lease.may_be_there() && lease.since.is_some() {
            self.enter_end(lease, EndedBy::Acquire, at, Fate::NoReply);
        }
    }

    /// Notes the end of a lease that its object leaves behind.
    pub(super) fn note_left(&self, lease: &mut Access<'_>) {
        self.enter_loss(lease);
        if lease.may_be_there() && lease.since.is_some() {
            self.enter_end(lease, EndedBy::Left, Instant::now(), Fate::Left);
        }
    }

    /// Returns the error of a lease that was lost, which names who has the lock now where that can be learnt.
    pub(super) fn lost(&self, loss: Loss) -> Error {
        let holder = if let Loss::TokenGone | Loss::GoneAfterRun(_) = loss { self.successor() } else { None };
        self.name_holder(holder.as_ref());
        Error::Lost { lock: self.scope.clone(), loss, holder }
    }

    fn name_holder(&self, holder: Option<&Holder>) {
        if let Some(holder) = holder
            && events::are_kept()
        {
            events::name_holder(&self.scope, holder);
        }
    }

    fn enter(&self, lease: &Access<'_>, ended: &EndedLease, fate: Fate) {
        if let Some(token) = &lease.tokens.token {
            events::enter_ended(&self.scope, token, ended, fate);
        }
    }
}

impl Status {
    /// Counts how long the lease was held, if acquire() has told of it.
    pub fn count_hold(&self, at: Instant) {
        if let Some(since) = self.since {
            stats::note_hold(since.until(at));
        }
    }

    /// Returns what is known of a lease that ends, where events are kept; forgets since when it was held.
    pub fn ended(&mut self, scope: &Scope, by: EndedBy, at: Instant) -> Option<EndedLease> {
        let since = self.since.take();
        events::are_kept().then(|| EndedLease {
            by,
            at,
            waited: self.waited,
            held: since.map(|since| since.until(at)),
            keys: u8::try_from(scope.named().len()).unwrap_or(u8::MAX),
            permit: self.permit,
            rests: self.rest.is_some_and(|rest| rest > at),
            has_expired: self.deadline.has_passed(at),
        })
    }
}

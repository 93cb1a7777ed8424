//! Owns how a lease ends without a call of release(): with run(), with its object, with its request.
//! Does not own release() itself (`lock::release`), sending what is queued (`node::late::flush`).

use std::rc::Rc;

use crate::clock::Instant;
use crate::error::{Error, Loss};
use crate::events::{EndedBy, EndedLease, Fate};
use crate::lease::{Access, Held, State};
use crate::lock::account::EndNote;
use crate::lock::{Finish, Lock};
use crate::node::late;
use crate::node::recovery::may_release;
use crate::topology::{LateLease, Reason, When};
use crate::ttl::Ttl;

impl Lock {
    /// Checks that the lease still stands after PHP code that ran between its acquire and its work: it may have taken longer than the ttl,
    /// have released the lock, or have forked.
    ///
    /// # Errors
    /// `Lost` when it does not; what is left of it is released.
    pub fn ensure_trusted(&self) -> Result<(), Error> {
        if self.release_unless_trusted() { Ok(()) } else { Err(self.lost(Loss::GoneBeforeRun)) }
    }

    /// Ends what run() began, once the callback has returned, or its result was found.
    ///
    /// # Errors
    /// `Lost` when the lease did not last: Redis says so, or its deadline has passed and Redis cannot be reached.
    pub fn end_run(self: &Rc<Self>, finish: Finish) -> Result<(), Error> {
        let mut lease = self.lease().lock();
        self.enter_loss(&mut lease);
        let (state, is_shared) = (lease.state, lease.is_shared());
        drop(lease);
        let has_passed = |held: Held| held.deadline.has_passed(Instant::now());
        let is_left = match state {
            // Released by the callback, or this is a forked child: no loss.
            State::Released | State::None => return Ok(()),
            // It may still have some of several keys.
            State::Lost(_) => true,
            // It may be another's, who has acquired it with the same token.
            State::Held(held) => is_shared && (held.adopted || has_passed(held)),
            State::Releasing(_) => is_shared,
        };
        let reply = match state {
            State::Lost(_) => Ok(false),
            // The callback's own release() was sent, and there is one of a shared token.
            State::Releasing(_) if is_left => Ok(true),
            // Its work is not marked as done, and the program hears of that.
            _ if is_left => self.is_held().map(|is_there| is_there && finish.done_for.is_none()),
            _ => self.release_by(EndedBy::Run, finish),
        };
        let passed = reply.is_err() && self.lease().lock().there().copied().is_some_and(has_passed);
        if is_left || reply.is_err() {
            // What could not be released now is at the next contact; the object is free for its next lease.
            self.hand_over(Reason::Unknown, if is_left { When::Now } else { When::AtRequestEnd }, EndedBy::Run);
        }
        match reply {
            Ok(false) => Err(self.lost(Loss::GoneAfterRun)),
            Err(_) if passed => Err(self.lost(Loss::DeadlinePassed)),
            // The work's outcome does not depend on the release; a failed release only increments a counter.
            Ok(true) | Err(_) => Ok(()),
        }
    }

    /// Ends a lease that its program has left: the callback of run() did not return, a signal handler threw out of a wait.
    /// No caller learns what becomes of it.
    pub fn release_unwatched(&self) {
        self.hand_over(Reason::Ended, When::Now, EndedBy::Run);
    }

    /// Releases the lease without learning what becomes of it, if this object took it, and is to release by itself or has had no reply to its
    /// release(); tells whether there was anything to release.
    pub fn auto_release(&self, when: When) -> bool {
        let by = if when == When::Now { EndedBy::Object } else { EndedBy::Request };
        self.auto_release_by(by, when)
    }

    pub(super) fn auto_release_by(&self, by: EndedBy, when: When) -> bool {
        (self.settings.auto_release || self.awaits_a_reply()) && self.hand_over(Reason::Ended, when, by)
    }

    /// Tells whether release() was called and got no reply: the lease is to go, whatever `autoRelease` says.
    fn awaits_a_reply(&self) -> bool {
        self.lease.get().is_some_and(|lease| matches!(lease.lock().state, State::Releasing(_)))
    }

    /// Has what this object acquired released by a request that no call waits for.
    fn hand_over(&self, reason: Reason, when: When, by: EndedBy) -> bool {
        let Some(lease) = self.lease.get() else { return false };
        let mut lease = lease.lock();
        if self.enter_loss(&mut lease) && reason == Reason::Ended {
            // Renewal has found it lost, and the program does not know.
            late::note_lost(&self.scope);
        }
        // Nearly always there is none: it is released by now.
        let (Some(token), Some(owed)) = (lease.owed_token().cloned(), lease.owed().copied()) else { return false };
        // A release that was not replied to may have run: a token that is gone would not mean lost. What is lost is counted already.
        let (reason, once_until) = match lease.state {
            State::Releasing(_) => (Reason::Unknown, None),
            // Another object has acquired it, and this one may go on.
            _ if owed.adopted && owed.since.is_none() => return false,
            State::Lost(_) => (Reason::Abandoned, None),
            _ => (reason, Some(owed.deadline).filter(|_| !owed.adopted)),
        };
        let (at, scope, ttl) = (Instant::now(), self.scope.at(lease.known_permit()), lease.owed_for());
        if !may_release(token.is_shared(), once_until, owed.leaves, at) {
            // It is left to its ttl: who knows the token may have extended it, and trust it.
            if ttl == Ttl::Forever {
                late::note_staying(&self.scope);
            }
            self.note_left(&mut lease, EndNote::left(at));
            lease.let_go();
            return false;
        }
        let was_lost = matches!(lease.state, State::Lost(_));
        lease.let_go();
        let ended = self.note_handed_over(&lease, &owed, reason, EndNote { by, at, fate: Fate::NoReply });
        drop(lease);
        self.topology.release_late(
            &scope,
            LateLease { token: &token, once_until, ttl, leaves: owed.leaves, at, ended },
            reason,
            when,
        );
        !was_lost
    }

    /// Returns what is entered when the reply tells what became of the lease; enters its end now if no reply will tell. Nothing is
    /// entered of a lease that acquire() has not told of, or whose loss was entered.
    fn note_handed_over(&self, lease: &Access<'_>, owed: &Held, reason: Reason, note: EndNote) -> Option<EndedLease> {
        owed.since?;
        if reason != Reason::Ended {
            self.enter_end(lease, owed, note);
            return None;
        }
        owed.count_hold(note.at);
        owed.ended(&self.scope, note.by, note.at)
    }
}

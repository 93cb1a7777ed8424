//! Owns release(): what it sends, and what the reply means for the lease.
//! Does not own releases that no call waits for (`endings`), forceRelease() (`lock`).

use std::borrow::Cow;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Verb};
use crate::events::EndedBy;
use crate::lease::{Access, State};
use crate::leaves::{Leaves, Marker};
use crate::lock::{Finish, Lock};
use crate::scope::Scope;
use crate::token::Token;
use crate::topology::{LateLease, Released};
use crate::ttl::Ttl;

/// What the object thought of its lease until now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stood {
    /// Nothing.
    No,
    /// It was trusted.
    Trusted,
    /// An earlier release got no reply.
    Releasing,
}

/// What release() sends, and what a reply means for the lease.
struct BegunRelease<'a> {
    token: Token,
    /// The caller hears what became of the lease: it is not known to be lost.
    is_reported: bool,
    stood: Stood,
    leaves: Leaves,
    ttl: Ttl,
    scope: Cow<'a, Scope>,
    at: Instant,
}

impl Lock {
    /// Releases the lock; false when the key no longer has our token, or this object has nothing to release.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached, after a second try if nobody else knows the token (none on a quorum); the caller may try again.
    pub fn release(&self) -> Result<bool, Error> {
        self.release_by(EndedBy::Release, Finish::default())
    }

    /// Releases the lock, and leaves a done marker there for this long; false when the key no longer has our token. Whichever request
    /// releases it after a failure leaves the marker, too.
    ///
    /// # Errors
    /// As [`Lock::release`]; there are no random bytes for a marker.
    pub fn release_done(&self, done_for: Duration) -> Result<bool, Error> {
        self.release_by(EndedBy::Release, Finish { done_for: Some(done_for), is_looked_for: false })
    }

    pub(super) fn release_by(&self, by: EndedBy, finish: Finish) -> Result<bool, Error> {
        let Some(begun) = self.begin_release(finish)? else { return Ok(false) };
        let BegunRelease { ref token, leaves, ttl, at, .. } = begun;
        let lease = LateLease { token, once_until: None, ttl, leaves, at, ended: None };
        let reply = self.topology.release(&begun.scope, lease);
        let mut lease = self.lease().lock();
        let unclear = match reply {
            Ok(Released::Gone) => {
                self.note_released(&mut lease, by, begun.at);
                drop(lease);
                self.wake_finders(finish, begun.leaves, &begun.scope);
                return Ok(true);
            }
            Ok(Released::NotOurs) => begun.stood == Stood::Releasing,
            Ok(Released::NotOursAtSecondTry) => true,
            // It was known to be lost: what is left of it goes with the object.
            Err(_) if !begun.is_reported => return Ok(false),
            Err(failure) => {
                if begun.stood != Stood::No && failure.may_have_run() {
                    lease.await_release();
                }
                return Err(self.failed(Verb::Release, failure));
            }
        };
        // The first try has released it.
        if unclear && begun.stood != Stood::No {
            self.note_released(&mut lease, by, begun.at);
            return Ok(true);
        }
        self.told_lost(&mut lease);
        // What it had left of its parts is gone by this.
        lease.owe_nothing();
        Ok(false)
    }

    /// Asks the lease what its release sends, and stops renewing it; `None` when this object has nothing to release.
    fn begin_release(&self, finish: Finish) -> Result<Option<BegunRelease<'_>>, Error> {
        let mut lease = self.lease().lock();
        let token = self.token_to_send(&mut lease);
        let (is_reported, lost_token) = (token.is_some(), lost_token(&lease));
        let may_be_owed = lost_token.is_some() || lease.there().is_some();
        let Some(token) = token.or(lost_token) else { return Ok(None) };
        let at = Instant::now();
        let stood = match lease.state {
            State::Releasing(_) => Stood::Releasing,
            _ if lease.is_trusted(|| at) => Stood::Trusted,
            _ => Stood::No,
        };
        let marker = finish.done_for.map(|span| self.leave_marker(&mut lease, at.after(span))).transpose()?;
        let leaves = lease.owed().map_or(Leaves::Nothing, |owed| owed.leaves);
        let leaves = finish.wakes(marker.unwrap_or(leaves));
        // What renewal has sent before runs before the release, or says no; at a quorum's member that stands still, perhaps after it.
        lease.stop_renewing();
        let ttl = if may_be_owed { lease.owed_for() } else { Ttl::For(Duration::ZERO) };
        let scope = self.scope.at(lease.known_permit());
        Ok(Some(BegunRelease { token, is_reported, stood, leaves, ttl, scope, at }))
    }

    /// Has the release of this lease leave a done marker until then, or as long as its rest if that is longer. All tries of one lease leave
    /// the same.
    fn leave_marker(&self, lease: &mut Access<'_>, until: Instant) -> Result<Leaves, Error> {
        let before = lease.there().map_or(Leaves::Nothing, |held| held.leaves);
        let until = before.until().map_or(until, |before| before.max(until));
        let leaves = match before {
            Leaves::Done(marker) => Leaves::Done(marker.ending(until)),
            Leaves::Nothing | Leaves::Found | Leaves::Rest(_) => {
                Leaves::Done(Marker::new(until).map_err(|failure| self.failed(Verb::Release, failure))?)
            }
        };
        if let Some(held) = lease.there_mut() {
            held.leaves = leaves;
        }
        Ok(leaves)
    }

    /// Wakes those who look for what was done, where its release has not: the script of a single key does it in one step.
    fn wake_finders(&self, finish: Finish, leaves: Leaves, released: &Scope) {
        let is_woken = matches!((leaves, released), (Leaves::Found | Leaves::Done(_), Scope::Key(_)));
        if finish.is_looked_for && !is_woken {
            self.topology.wake(&self.scope);
        }
    }
}

/// Returns the token of what is left of a lost lease, if it may be released.
fn lost_token(lease: &Access<'_>) -> Option<Token> {
    let State::Lost(_) = lease.state else { return None };
    lease.owed_token().filter(|token| !token.is_shared()).cloned()
}

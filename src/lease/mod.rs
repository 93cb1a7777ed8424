//! Owns the lease of one lock object: its tokens and its state, which renewal reads and changes, too, and a fork leaves behind.
//! Does not own what each state knows (`state`), what renewal may do (`gate`), requests to Redis (`lock`).

mod gate;
mod state;

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub use gate::Gate;
pub use state::{Held, Lost, State, Status};

use crate::leaves::Leaves;
use crate::process::ForkGuard;
use crate::token::Token;
use crate::topology::LateLease;
use crate::ttl::Ttl;

/// The lease of one object, as its lock has it.
#[derive(Debug)]
pub struct Lease {
    /// What the lock was made with.
    ttl: Ttl,
    /// It has several keys, or one on several nodes.
    has_parts: bool,
    /// Which task of the program took the last lease, as far as its waits can be suspended; 0: the main one.
    pub task: Cell<usize>,
    /// What only the lock's own thread touches.
    tokens: RefCell<Tokens>,
    own: GuardedStatus,
    /// Where `own` has moved to once it is renewed: most never are.
    renewed: OnceCell<Arc<GuardedStatus>>,
}

/// What renewal reads and changes of a lease as well.
///
/// A fork can copy it while the renewal thread, which the child does not have, is inside `status`: that mutex stays locked in the
/// child. So a child leaves it alone and begins with a successor of its own.
#[derive(Debug)]
struct GuardedStatus {
    /// The process this is the state of.
    guard: ForkGuard,
    status: Mutex<Status>,
    successor: OnceLock<Arc<GuardedStatus>>,
}

/// Access to a lease. A lock sends no request while it holds this; renewal writes its extend within it (`Gate::pass`).
#[derive(Debug)]
pub struct Access<'a> {
    /// The tokens.
    pub tokens: RefMut<'a, Tokens>,
    status: MutexGuard<'a, Status>,
}

/// The tokens of one object.
#[derive(Debug)]
pub struct Tokens {
    /// The token of the current lease, else of the last; one that the program was told before the first lease is in no request.
    pub token: Option<Token>,
    /// The object came through a fork and has acquired nothing since: its given token is the parent's business.
    pub inherited: bool,
    /// The object waits for its next lease.
    pub waits: bool,
}

impl Lease {
    /// Makes the lease of an object that has acquired nothing.
    pub fn new(token: Option<Token>, ttl: Ttl, has_parts: bool) -> Self {
        let tokens = Tokens { token, inherited: false, waits: false };
        let own = tokens.guarded_status(ttl, has_parts);
        Self { ttl, has_parts, task: Cell::new(0), own, renewed: OnceCell::new(), tokens: RefCell::new(tokens) }
    }

    /// Gives access; in a forked child, what the parent holds is forgotten first.
    pub fn lock(&self) -> Access<'_> {
        let first = self.renewed.get().map_or(&self.own, |renewed| renewed);
        let here = if first.guard.has_forked() { self.inherited(first) } else { first };
        let status = open(&here.status);
        let mut access = Access { tokens: self.tokens.borrow_mut(), status };
        if !access.status.is_shared && access.status.is_shared() {
            access.status.is_shared = true;
            access.tokens.token = access.tokens.token.take().map(Token::shared);
        }
        access
    }

    /// Returns the status that this process has, for renewal to keep.
    fn for_renewal(&self) -> &Arc<GuardedStatus> {
        let Self { own, renewed, .. } = self;
        let first = renewed.get_or_init(|| {
            let status = Mutex::new(open(&own.status).clone());
            Arc::new(GuardedStatus { guard: own.guard, status, successor: own.successor.clone() })
        });
        if first.guard.has_forked() { self.inherited(first) } else { first }
    }

    /// Returns what a child of a fork has in the place of its parent's.
    #[cold]
    fn inherited<'a>(&'a self, parents: &'a GuardedStatus) -> &'a Arc<GuardedStatus> {
        let own = parents.successor.get_or_init(|| {
            let mut tokens = self.tokens.borrow_mut();
            tokens.inherited = true;
            Arc::new(tokens.guarded_status(self.ttl, self.has_parts))
        });
        if own.guard.has_forked() { self.inherited(own) } else { own }
    }
}

impl Tokens {
    /// Makes the status of a lease that has not begun in this process.
    fn guarded_status(&self, ttl: Ttl, has_parts: bool) -> GuardedStatus {
        let is_shared = self.token.as_ref().is_some_and(Token::is_shared);
        let status = Mutex::new(Status::new(ttl, has_parts, is_shared));
        GuardedStatus { guard: ForkGuard::here(), status, successor: OnceLock::new() }
    }
}

/// A panic elsewhere leaves every field valid by itself, so a poisoned mutex is no reason to stop.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Deref for Access<'_> {
    type Target = Status;

    fn deref(&self) -> &Status {
        &self.status
    }
}

impl DerefMut for Access<'_> {
    fn deref_mut(&mut self) -> &mut Status {
        &mut self.status
    }
}

impl Access<'_> {
    /// Notes that the program is told this token: it is shared from now on.
    pub fn share(&mut self, token: Token) -> Token {
        let shared = token.shared();
        self.tokens.token = Some(shared.clone());
        self.status.is_shared = true;
        shared
    }

    /// Begins a lease that this object took with this token.
    pub fn begin(&mut self, token: Token, held: Held) {
        self.status.begin(held, token.is_shared());
        self.tokens.token = Some(token);
        self.tokens.inherited = false;
    }

    /// Returns the token of what is still to be released.
    pub fn owed_token(&self) -> Option<&Token> {
        self.tokens.token.as_ref().filter(|_| self.status.owed().is_some())
    }

    /// Returns what may still be at the key of the last lease, and is to be released before the next acquire; `None` where its
    /// token is shared: another may trust it.
    pub fn leftover(&self) -> Option<LateLease<'_>> {
        let token = self.owed_token().filter(|token| !token.is_shared())?;
        // What release() was to leave; an expired lease goes at once.
        let leaves = if let State::Releasing(held) = self.status.state { held.leaves } else { Leaves::Nothing };
        Some(LateLease { leaves, ..LateLease::of(token, self.status.owed_for()) })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::ttl::Deadline;

    #[test]
    fn what_renewal_finds_is_told_of_an_object_whose_first_lease_was_not_renewed() {
        let lease = Lease::new(None, Ttl::Forever, false);
        let begin = || lease.lock().begin(Token::fresh(None).unwrap(), Held::new(Deadline::Never));
        begin();
        lease.lock().end();
        begin();
        let gate = Gate::open(&lease, Duration::from_secs(10), None).unwrap();
        assert!(gate.is_open() && lease.lock().held().is_some_and(|held| held.number == 2 && held.is_renewed));
        gate.lose();
        assert!(lease.lock().take_found().is_some() && !gate.is_open());
    }
}

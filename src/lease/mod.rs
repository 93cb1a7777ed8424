//! Owns the lease of one lock object: its tokens and its state, shared with renewal, and left behind by a fork.
//! Does not own what each state knows (`state`), what renewal may do (`gate`), requests to Redis (`lock`).

mod gate;
mod state;

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub use gate::{Gate, Standing};
pub use state::{Ending, Held, Lost, State, Status};

use crate::leaves::Leaves;
use crate::node::recovery::{Unasked, may_release};
use crate::process::ForkGuard;
use crate::token::Token;
use crate::topology::Leftover;
use crate::ttl::Ttl;

/// The lease of one object; shared by the lock and renewal.
///
/// A fork can copy it while the renewal thread, which the child does not have, is inside `Lease::status`: that mutex
/// stays locked in the child. So a child leaves it alone and begins with a successor of its own.
#[derive(Debug)]
pub struct Lease {
    /// The process this is the state of.
    guard: ForkGuard,
    /// What the lock was made with.
    ttl: Ttl,
    /// It covers several keys.
    is_list: bool,
    /// What only the lock's own thread touches.
    tokens: Mutex<Tokens>,
    /// What renewal reads and changes as well.
    status: Mutex<Status>,
    successor: OnceLock<Arc<Lease>>,
}

/// Access to a lease. No request is sent while this is held.
#[derive(Debug)]
pub struct Access<'a> {
    /// The tokens.
    pub tokens: MutexGuard<'a, Tokens>,
    status: MutexGuard<'a, Status>,
}

/// The tokens of one object.
#[derive(Clone, Debug)]
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
    pub fn new(token: Option<Token>, ttl: Ttl, is_list: bool) -> Arc<Self> {
        Arc::new(Self::fresh(Tokens { token, inherited: false, waits: false }, ttl, is_list))
    }

    fn fresh(tokens: Tokens, ttl: Ttl, is_list: bool) -> Self {
        let known = tokens.token.as_ref().is_some_and(Token::is_known_elsewhere);
        Self {
            guard: ForkGuard::here(),
            ttl,
            is_list,
            tokens: Mutex::new(tokens),
            status: Mutex::new(Status::new(ttl, is_list, known)),
            successor: OnceLock::new(),
        }
    }

    /// Gives access; in a forked child, what the parent holds is forgotten first.
    pub fn lock(self: &Arc<Self>) -> Access<'_> {
        let lease = self.here();
        let mut access = Access { tokens: open(&lease.tokens), status: open(&lease.status) };
        if !access.status.known && access.status.is_known_elsewhere() {
            access.status.known = true;
            access.tokens.token = access.tokens.token.take().map(Token::told);
        }
        access
    }

    /// Returns this process's own.
    fn here(self: &Arc<Self>) -> &Arc<Self> {
        let mut lease = self;
        while lease.guard.has_forked() {
            lease = lease.successor.get_or_init(|| Arc::new(lease.inherit()));
        }
        lease
    }

    /// Only the tokens are read: the thread that forked is the only one that touches them.
    fn inherit(&self) -> Self {
        let tokens = Tokens { inherited: true, ..open(&self.tokens).clone() };
        Self::fresh(tokens, self.ttl, self.is_list)
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
    /// Notes that the program is told this token, by which others may hold the lease from now on.
    pub fn tell(&mut self, token: Token) -> Token {
        let told = token.told();
        self.tokens.token = Some(told.clone());
        self.status.known = true;
        told
    }

    /// Begins a lease that this object took with this token.
    pub fn begin(&mut self, token: Token, held: Held) {
        self.status.begin(held, token.is_known_elsewhere());
        self.tokens.token = Some(token);
        self.tokens.inherited = false;
    }

    /// Returns the token of what is still to be released.
    pub fn owed_token(&self) -> Option<&Token> {
        self.tokens.token.as_ref().filter(|_| self.status.owed().is_some())
    }

    /// Returns what may still be at the key of the last lease, and is to be released in one write with the next acquire; `None` where
    /// its token is known elsewhere, and may be trusted by another.
    pub fn leftover(&self) -> Option<Leftover> {
        let token = self.owed_token()?;
        // What release() was to leave; an expired lease goes at once.
        let leaves = if let State::Releasing(held) = self.status.state { held.leaves } else { Leaves::Nothing };
        may_release(token, Unasked::Leftover).map(|may| Leftover { may, token: token.clone(), leaves })
    }
}

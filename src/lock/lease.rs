//! Owns what one lock object knows of its lease: the token, the deadline, and how it ended.
//! Does not own requests to Redis (`lock`).

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::Instant;
use crate::node::late_releases::{Unasked, may_release};
use crate::process::{self, ForkGuard};
use crate::token::Token;
use crate::topology::Leftover;
use crate::ttl::{Deadline, Ttl};

/// What became of a lease. docs/protocol.md#the-lease has this table for readers of the docs.
///
/// | from | event | to |
/// |---|---|---|
/// | any but `Held` within its deadline | acquire: ours, in time (`acquire.rs`) | `Held` |
/// | the same | acquire: ours, but the reply came after the new lease's deadline; it is released late (`acquire.rs`) | `None` |
/// | `Held` past its deadline, `Releasing` | acquire: held by another, after the release of the last lease went ahead (`Access::leftover`) | `Released` |
/// | `None`, `Released`, `Lost`, with a given token | extend or inspect: ours ([`Status::confirm`]) | `Held` |
/// | `Held`; with a given token any | release: gone; force by this object: ours ([`Status::end`]) | `Released` |
/// | `Held` or `Releasing`, acquired by this object | its callback ends, a handler throws at the end of its wait, no thread renews it; with `autoRelease`, or `Releasing`, the object or the request ends: the release is sent or queued, unless others know the token and the deadline has passed (`endings.rs`) | `Released` |
/// | `Held` within its deadline | release: sent, and no reply, after a second try or on a quorum (`Lock::release`) | `Releasing` |
/// | `Held` within its deadline; any, adopted | release: not ours at the second try: the first one has released it, or it was lost before (an adopted one: ReleaseUnclear) | `Released` |
/// | `Releasing` | release: gone; force: ours; any reply: not ours | `Released` |
/// | `Held` | release, extend, inspect: not ours; renewal's extend likewise, unless release() or forceRelease() is under way ([`Status::lose`]) | `Lost` |
/// | `Held` | force by this object: another's, or nothing | `Lost` |
/// | `Lost`, with several keys | release, or the next acquire, or an end: what is left of them goes ([`Status::owes_release`]) | `Lost` |
/// | `Held` | a signal handler at the end of a wait outlasted the lease; it is released late | `None` |
/// | any | the process forked: in the child ([`Lease::here`]) | `None` |
///
/// "Expired" is `Held` with a deadline that has passed: only Redis knows whether it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing that this object acquired in this process, or what it acquired has ended before it could be used.
    None,
    /// Acquired, or adopted and confirmed.
    Held,
    /// A release within the deadline was not replied to: not to be trusted any more, and still to be released.
    Releasing,
    /// Released.
    Released,
    /// Redis said that the key no longer has our token.
    Lost,
}

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

/// What the program has called that ends a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing.
    None,
    /// release(): it is not to be renewed any more.
    Release,
    /// forceRelease(), which is not replied to yet: that the key is gone is no loss. It is renewed all the same, because it is
    /// still held if that fails.
    Force,
}

/// How a lease stands.
#[expect(clippy::struct_excessive_bools, reason = "each is named where it is set, and says yes or no by itself")]
#[derive(Clone, Debug)]
pub struct Status {
    /// See [`State`].
    pub state: State,
    /// Another object, perhaps of another process, acquired it; this one was given its token.
    pub adopted: bool,
    /// Until when a `Held` lease may be trusted.
    pub deadline: Deadline,
    /// The last ttl of the key: how long a late release is of use.
    pub ttl: Ttl,
    /// Until when a release leaves the key at rest; set once the program knows that it holds the lease.
    pub rest: Option<Instant>,
    /// The number of the current lease.
    pub fence: Option<u64>,
    /// Which of several permits it has, as far as is known.
    pub permit: Option<u8>,
    /// It covers several keys: lost as soon as one is not ours, it may have the others.
    is_list: bool,
    /// It was found lost, and what it may have of its several keys was not released since.
    pub owes_release: bool,
    /// Counts the leases of this object, so that renewal knows which one it keeps.
    pub generation: u64,
    /// What the program has called that ends it.
    pub ending: Ending,
    /// Others were told its token, or gave it.
    known: bool,
    /// How many children this process had made when it began: a later one has a copy of the token.
    children: u64,
    /// Renewal knows of it.
    pub is_renewed: bool,
    /// No renewal reaches further than this, also after an expired lease was found to be held.
    pub renewed_until: Option<Instant>,
    /// Renewal has found it lost, and the program does not know yet.
    pub loss_unreported: bool,
    /// When it has, until the lock's own thread enters it among its events.
    pub found_lost: Option<Instant>,
    /// When acquire() took it, until its end is counted; `None` for one that acquire() has not told of, or that was adopted.
    pub since: Option<Instant>,
    /// How long acquire() waited for it.
    pub waited: Duration,
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
            status: Mutex::new(Status {
                state: State::None,
                adopted: true,
                deadline: Deadline::Never,
                ttl,
                rest: None,
                fence: None,
                permit: None,
                is_list,
                owes_release: false,
                generation: 0,
                ending: Ending::None,
                known,
                children: process::children(),
                is_renewed: false,
                renewed_until: None,
                loss_unreported: false,
                found_lost: None,
                since: None,
                waited: Duration::ZERO,
            }),
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
    pub fn here(self: &Arc<Self>) -> &Arc<Self> {
        let mut lease = self;
        while lease.guard.has_forked() {
            lease = lease.successor.get_or_init(|| Arc::new(lease.inherit()));
        }
        lease
    }

    /// Gives renewal access to what it may see; `None` in a forked child, where nothing is renewed.
    pub fn watch(&self) -> Option<MutexGuard<'_, Status>> {
        (!self.guard.has_forked()).then(|| open(&self.status))
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

    /// Returns what may still be at the key of the last lease, and is to be released in one write with the next acquire; `None` where
    /// its token is known elsewhere, and may be trusted by another.
    pub fn leftover(&self) -> Option<Leftover> {
        let token = self.tokens.token.as_ref().filter(|_| self.status.is_owed())?;
        may_release(token, Unasked::Leftover).then(|| Leftover {
            token: token.clone(),
            // What release() was to leave; an expired lease goes at once.
            rest: self.status.rest.filter(|_| self.status.state == State::Releasing),
        })
    }

    /// Begins a lease that this object took at `since`.
    pub fn begin(
        &mut self,
        token: Token,
        (since, deadline): (Instant, Deadline),
        ttl: Ttl,
        (fence, permit): (Option<u64>, Option<u8>),
    ) {
        (self.status.known, self.status.children) = (token.is_known_elsewhere(), process::children());
        self.tokens.token = Some(token);
        self.tokens.inherited = false;
        self.status.ttl = ttl;
        self.status.fence = fence;
        self.status.permit = permit;
        self.status.adopted = false;
        self.status.hold(deadline);
        self.status.since = Some(since);
    }
}

impl Status {
    /// Tells whether others may have its token: they were told it, or a forked child has a copy.
    pub fn is_known_elsewhere(&self) -> bool {
        self.known || self.children != process::children()
    }

    /// Returns how long a late release of it is of use: while the key may be there; where others know the token, to the end of this lease.
    pub fn owed_for(&self) -> Ttl {
        match self.deadline {
            _ if !self.is_known_elsewhere() => self.ttl,
            Deadline::At(deadline) if self.may_be_there() => Ttl::For(Instant::now().until(deadline)),
            Deadline::Never if self.may_be_there() => Ttl::Forever,
            // Of another's lease the end is not known here.
            Deadline::At(_) | Deadline::Never => Ttl::For(Duration::ZERO),
        }
    }

    /// Tells whether the holder may trust its lease at `now`, which is called for a held one alone.
    pub fn is_trusted(&self, now: impl FnOnce() -> Instant) -> bool {
        self.state == State::Held && !self.deadline.has_passed(now())
    }

    /// Tells whether the key may still have this object's token, as far as this object knows.
    pub fn may_be_there(&self) -> bool {
        matches!(self.state, State::Held | State::Releasing)
    }

    /// Returns which of several permits has its token; `None` where it may be any.
    pub fn known_permit(&self) -> Option<u8> {
        if self.may_be_there() { self.permit } else { None }
    }

    /// Tells whether a release of it is still to be sent: it may be there, or a part of it may.
    pub fn is_owed(&self) -> bool {
        self.may_be_there() || self.owes_release
    }

    fn hold(&mut self, deadline: Deadline) {
        self.state = State::Held;
        self.deadline = deadline;
        self.generation += 1;
        self.ending = Ending::None;
        self.is_renewed = false;
        self.renewed_until = None;
        self.loss_unreported = false;
        self.owes_release = false;
        self.rest = None;
        (self.since, self.waited) = (None, Duration::ZERO);
    }

    /// Notes that Redis said "ours": the deadline moves forward only, and an expired or adopted lease is held.
    ///
    /// One that is being released stays so: the unanswered release may still run.
    pub fn confirm(&mut self, deadline: Deadline, ttl: Ttl) {
        self.ttl = self.ttl.max(ttl);
        match self.state {
            State::Held => self.deadline = self.deadline.max(deadline),
            State::Releasing => {}
            State::None | State::Released | State::Lost => {
                self.fence = None;
                self.hold(deadline);
            }
        }
    }

    /// Ends a lease that was released. One that was lost stays so, when what it had left of its several keys is released.
    pub fn end(&mut self) {
        if !self.owes_release {
            self.state = State::Released;
        }
        self.adopted = true;
        self.ending = Ending::Release;
        self.owes_release = false;
    }

    /// Notes that Redis said "not ours" about a lease this object believed in; tells whether it was lost by that.
    pub fn lose(&mut self) -> bool {
        let held = self.state == State::Held;
        if held {
            self.state = State::Lost;
            self.owes_release = self.is_list;
            // An object that uses the given token from now on has a lease of its own; what is owed is still this one's.
            self.adopted |= !self.is_list;
        }
        held
    }
}

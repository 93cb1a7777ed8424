//! Owns the verbs of a lock at the place where it lives, however the nodes there are arranged.
//! Does not own what a reply means for a lease (`lock`), sockets (`connection`).

mod cluster;
mod memory;
mod one_master;
pub mod pause;
mod quorum;
mod replicas;
mod servers;
pub mod slot_map;
pub(crate) mod votes;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

pub use cluster::Cluster;
pub use memory::Memory;
pub use one_master::OneMaster;
pub use quorum::Quorum;
pub(crate) use quorum::undecided;
pub use servers::{ListError, Servers};

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::interrupts::{Interruption, Interrupts};
use crate::node::Node;
use crate::node::late;
pub use crate::node::late::LateLease;
pub use crate::node::recovery::Reason;
use crate::scope::Scope;
use crate::scripts::{Action, NoLock, Request, Waits, WriteGate};
pub use crate::scripts::{CurrentHolder, Detail, Holding, Removable, Removed};
use crate::settings::Timeouts;
use crate::token::Token;
use crate::ttl::{Deadline, Ttl};

/// One try to acquire a lock, with all that it needs.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// What is to be taken.
    pub scope: &'a Scope,
    /// The token to put there. What a fresh one promises is decided where it is sent.
    pub token: Token,
    /// How long Redis keeps it.
    pub ttl: Ttl,
    /// The lease gets a fence.
    pub fenced: bool,
    /// The caller leaves where the work is done.
    pub asks_done: bool,
    /// How many replicas must have the write; with fewer the lock is released.
    pub replicas: u16,
    /// Who makes it.
    pub caller: Caller,
}

/// Who makes an attempt; as it is by default, one that does not wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caller {
    /// It waits when it is refused.
    pub waits: bool,
    /// The same token was sent before without a reply: it may be at the key, or come there yet.
    pub is_retry: bool,
    /// When the wait ends: where nothing is decided then, it is not tried again.
    pub end: Option<Instant>,
}

impl Attempt<'_> {
    /// Tells whether its wait has ended, if it is a part of one.
    fn is_over(&self) -> bool {
        self.caller.end.is_some_and(|end| end <= Instant::now())
    }

    /// Returns what is sent.
    fn request(&self, slept: Slept) -> Request<'_> {
        let Self { scope, ref token, ttl, fenced, asks_done, caller: Caller { is_retry, .. }, .. } = *self;
        let waits = match self.caller.waits {
            false => Waits::No,
            true if slept.watches => Waits::ForChange,
            true => Waits::ForSignal,
        };
        let signal_of = slept.signal_of;
        Request { scope, action: Action::Acquire { token, ttl, waits, fenced, is_retry, signal_of, asks_done } }
    }

    /// Describes what it may have taken.
    fn taken(&self) -> LateLease<'_> {
        LateLease::of(&self.token, self.ttl)
    }

    /// Has that released with the next request to this address; whether it may go is asked when it is written.
    fn release_later(&self, address: &Arc<Address>, reason: Reason) {
        late::add(address, self.taken().release(self.scope, reason));
    }
}

/// How the waiter that makes an attempt has slept, and how it will sleep; without a wait, neither.
#[derive(Clone, Copy, Debug, Default)]
struct Slept {
    /// Whose signal it may use up, as of `Action::Acquire`.
    signal_of: Option<usize>,
    /// If it is refused, it waits for a change of the key.
    watches: bool,
}

/// A reply to acquire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquired {
    /// Ours.
    Ours {
        /// Until when that is to be trusted.
        deadline: Deadline,
        /// The lease's number, where one was requested.
        fence: Option<u64>,
        /// Which permit, counted from 1, where there are several.
        permit: Option<u8>,
    },
    /// Another holds it.
    ///
    /// With what is known of that holder; `None` if the request tells nothing of it.
    Another(Option<CurrentHolder>),
}

/// One lease to be extended.
#[derive(Clone, Copy, Debug)]
pub struct Extend<'a> {
    /// What it covers: of permits, the one that it has.
    pub scope: &'a Scope,
    /// Its token.
    pub token: &'a Token,
    /// How long it is to live from now at least.
    pub ttl: Ttl,
    /// Asked when it is written.
    pub gate: Option<&'a dyn WriteGate>,
    /// The node that had its keys last, for a thread that knows no other.
    pub at: Option<&'a Arc<Address>>,
}

impl<'a> Extend<'a> {
    /// Makes one that is wanted in any case.
    pub fn new(scope: &'a Scope, token: &'a Token, ttl: Ttl) -> Self {
        Self { scope, token, ttl, gate: None, at: None }
    }

    fn request(&self) -> Request<'a> {
        Request { scope: self.scope, action: Action::Extend(self.token, self.ttl, self.gate) }
    }
}

/// Until when a lease that was extended is to be trusted; `None` where it is not ours, or its gate was closed.
pub type ExtendReply = Result<Option<Deadline>, Failure>;

/// A node that a request goes to, and its timeouts.
pub type NodeAddress = (Arc<Address>, Timeouts);

/// A reply to release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Released {
    /// It was ours and is gone now.
    Gone,
    /// It was not ours.
    NotOurs,
    /// It was not ours at the second try; the first try was not replied to and may have released it.
    NotOursAtSecondTry,
}

/// Where locks live: one master, a cluster, a quorum, or this process's memory. Every error is a [`Failure`] and says what is known of the
/// request.
#[expect(clippy::missing_errors_doc, reason = "said above for all of them")]
pub trait Topology: Debug + Send + Sync {
    /// Acquires the lock if it is free. When it may have been taken in spite of an error, its release is owed, unless others know the token.
    fn acquire(&self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure>;

    /// Begins to wait for a lock. Nothing is sent before the first attempt.
    fn waiter<'a>(&'a self, scope: &'a Scope, interrupts: Interrupts) -> Box<dyn Waiter + 'a>;

    /// Wakes waiters of these keys, some of whom look for what was done. No error is told: they wake by themselves, later. Where they try by the
    /// clock there is nothing to do.
    fn wake(&self, _: &Scope) {}

    /// Returns the addresses that make this the same place as another; none of this process's memory.
    fn addresses(&self) -> &[Arc<Address>];

    /// Returns what it is, for an operator, who looks at the nodes one by one.
    fn layout(&self) -> Layout<'_>;

    /// Returns the nodes that a request about these keys goes to, of which a majority decides; none where they are in this process's memory.
    fn goals(&self, scope: &Scope) -> Result<Vec<NodeAddress>, Failure>;

    /// Tells whether another node has these keys than the one that was named and cannot be reached.
    fn has_successor(&self, _: &Scope) -> bool {
        false
    }

    /// Releases the lock if the lease's token holds it, and leaves its rest, if some of that is left. Sent a second time when no reply came,
    /// but not on a quorum.
    fn release(&self, scope: &Scope, lease: LateLease<'_>) -> Result<Released, Failure>;

    /// Extends leases, those of one node in one write. Each is sent once, and a reply is waited for no longer than `within`, nor than an
    /// io_timeout.
    fn extend(&self, each: &[Extend<'_>], within: Duration) -> Vec<ExtendReply>;

    /// Extends one.
    fn extend_one(&self, one: Extend<'_>) -> ExtendReply {
        self.extend(&[one], Duration::MAX).pop().unwrap_or(Ok(None))
    }

    /// Tells who holds the lock; another's token only when `detail` says so.
    fn inspect(&self, scope: &Scope, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure>;

    /// Removes the lock no matter who holds it; `own` is the lease that the caller has or had of it.
    fn force(&self, scope: &Scope, own: Option<LateLease<'_>>, what: Removable) -> Result<Removed, Failure>;

    /// Releases what may be there under a token, without telling what became of it. Tried once at the time that `when` names (at the
    /// request's end only if its reason is not `Unknown`), and if that fails, again at the next contacts.
    fn release_late(&self, scope: &Scope, lease: LateLease<'_>, reason: Reason, when: When);
}

/// How the nodes are arranged.
#[derive(Clone, Copy, Debug)]
pub enum Layout<'a> {
    /// Each key is on this one.
    OneMaster(&'a OneMaster),
    /// Each key is on one of several.
    Cluster(&'a Cluster),
    /// Each key is on all of several.
    Quorum(&'a Quorum),
    /// Each key is in this process.
    Memory,
}

/// One waiter for a lock: what it needs for attempt after attempt, kept until it leaves.
pub trait Waiter {
    /// Makes one attempt: no request without a reply is sent again.
    ///
    /// # Errors
    /// A [`Failure`]. When it is `Unanswered` or `Interrupted` the lock may have been taken.
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure>;

    /// Wakes others, because this waiter was woken in their place and waits on. Does nothing where waiters are not woken by signals.
    fn pass_on(&mut self) {}

    /// Sleeps until another attempt is worth it, and not past `end`.
    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp;
}

/// How a sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeUp {
    /// Another attempt is worth it.
    TryAgain,
    /// It is worth it, because a release has signalled.
    Signalled {
        /// The signal is for waiters with a look-up: others of them may wait behind this one.
        is_for_finders: bool,
    },
    /// The program leaves the wait.
    Leave {
        /// How.
        by: Interruption,
        /// The signal of a release was taken: another waiter must be woken in our place.
        signalled: bool,
    },
}

/// When an automatic release is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once.
    Now,
    /// With all others, when the request ends; or earlier, before the next request to the same node.
    AtRequestEnd,
}

/// Returns the failure of a force that has removed nothing, because something other than a lock is there.
fn not_a_lock(node: &Node, scope: &Scope, no_lock: NoLock) -> Failure {
    let NoLock { index, kind, is_unknown } = no_lock;
    let key = scope.keys().get(index).unwrap_or(scope.first()).to_string();
    Failure::not_a_lock(node.address.node(), &key, &kind, is_unknown)
}

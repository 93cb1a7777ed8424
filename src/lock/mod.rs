//! Owns the lock object: which verbs it has at which moment, and what each reply means for its lease.
//! Does not own what is sent to Redis (`topology`), PHP (`php`).

mod account;
mod acquire;
mod endings;
mod extend;
mod finder;
mod inspect;
mod line;
mod mark;
pub mod process;
pub mod registry;
mod release;
mod renewed;
mod settings;
mod wait_loop;
mod wait_mode;

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub use settings::{LockSettings, Renewal, TokenSource};

// What makes a lock, and a call of it, is of this layer too: values of those below.
pub use crate::connection::tracking;
pub use crate::net::interrupts::{InterruptSource, Interruption, Readiness};
pub use crate::net::spin;
pub use crate::topology::{ListError, Servers, Topology, When};

use crate::clock::Instant;
use crate::error::{Error, Kind, Loss, Verb};
use crate::events::EndedBy;
use crate::failure::Failure;
use crate::lease::{Access, Lease};
use crate::leaves::Leaves;
use crate::lock::account::EndNote;
use crate::lock::acquire::Outcome;
use crate::net::interrupts::Interrupts;
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::{Caller, LateLease, Layout, Removable, Removed};
use crate::wait::Wait;

/// The right that a key names, or several keys together, as one object sees it.
///
/// Dropping one leaves its lease to its ttl; its owner decides with [`Lock::auto_release`] what happens on drop.
#[derive(Debug)]
pub struct Lock {
    scope: Scope,
    topology: Arc<dyn Topology>,
    settings: Rc<LockSettings>,
    /// Made when it is first of use, in memory of its own: of many objects, most are free at any moment.
    lease: OnceCell<Box<Lease>>,
    /// The number that the registry has it under, if it has.
    registered: Cell<Option<u64>>,
}

impl Lock {
    /// Makes a lock that holds nothing; nothing is connected before the first request.
    pub fn new(
        scope: impl Into<Scope>,
        topology: Arc<dyn Topology>,
        settings: impl Into<Rc<LockSettings>>,
    ) -> Rc<Self> {
        let (scope, settings) = (scope.into(), settings.into());
        let lease = match &settings.token {
            TokenSource::Fresh => OnceCell::new(),
            // At once: whether an object came through a fork decides what its given token proves.
            TokenSource::Given(token) => {
                OnceCell::from(Box::new(Lease::new(Some(token.clone()), settings.ttl, has_parts(&scope, &*topology))))
            }
        };
        Rc::new(Self { scope, topology, settings, lease, registered: Cell::default() })
    }

    /// Notes which task of the program has acquired it.
    pub fn note_task(&self, task: usize) {
        self.lease().task.set(task);
    }

    fn task(&self) -> usize {
        self.lease.get().map_or(0, |lease| lease.task.get())
    }

    fn lease(&self) -> &Lease {
        self.lease
            .get_or_init(|| Box::new(Lease::new(None, self.settings.ttl, has_parts(&self.scope, &*self.topology))))
    }

    /// Acquires the lock if it is free; false when another holds it.
    ///
    /// # Errors
    /// `Misuse` while this object's lease stands, `Lost` when the reply came after the lease's own deadline
    /// (it is released then), `Failed` when Redis cannot be reached.
    pub fn acquire(self: &Rc<Self>) -> Result<bool, Error> {
        Ok(self.acquire_for(AcquireOptions::default(), Wait::NONE, None)? == Answer::Held)
    }

    /// Acquires the lock as soon as it is free; false when another still does at the end of the wait.
    ///
    /// `interrupts` decides throughout whether the wait may go on.
    ///
    /// # Errors
    /// As [`Lock::acquire`]; `Misuse` from within a wait of the same object, and of what this thread holds,
    /// `Interrupted`. A wait that has had a reply survives an unreachable Redis until its end, one without an end
    /// for a minute.
    pub fn acquire_within(self: &Rc<Self>, wait: Wait, interrupts: Interrupts) -> Result<bool, Error> {
        Ok(self.acquire_for(AcquireOptions::default(), wait, interrupts)? == Answer::Held)
    }

    /// Does the same for work that need not be done if it is done already, or if its result can be found.
    ///
    /// # Errors
    /// As [`Lock::acquire_within`], and `Done`, at once, where `options` asks for that and a done marker is at the key, or comes there
    /// during the wait; `Interrupted` where the look-up says so.
    pub fn acquire_for(
        self: &Rc<Self>,
        options: AcquireOptions<'_>,
        wait: Wait,
        interrupts: Interrupts,
    ) -> Result<Answer, Error> {
        self.check_moment(wait, interrupts)?;
        let mut waited = None;
        let mut answer = match wait {
            Wait::NONE => self.acquire_at_once(options.asks_done, interrupts),
            _ => wait_loop::acquire(self, options, wait, interrupts, &mut waited),
        };
        if let Some(look_up) = options.look_up {
            look_once_more(&mut answer, look_up);
        }
        self.note_answer(&answer, wait, waited);
        if answer == Ok(Answer::Held) && self.settings.renewal != Renewal::No {
            self.renew(Verb::Acquire)?;
        }
        answer
    }

    fn acquire_at_once(self: &Rc<Self>, asks_done: bool, interrupts: Interrupts) -> Result<Answer, Error> {
        if self.settings.renewal != Renewal::No {
            self.connect_renewal(interrupts)?;
        }
        let mut attempt = self.begin(None, Caller::default(), asks_done, false)?;
        let reply = self.topology.acquire(&mut attempt);
        match self.conclude(attempt, reply) {
            Outcome::Held => Ok(Answer::Held),
            Outcome::Refused(holder) => {
                stats::count(Counter::Contended);
                self.unless_done(asks_done, holder).map(|()| Answer::Refused)
            }
            Outcome::TooLate => Err(self.lost(Loss::RepliedTooLate)),
            Outcome::Failed(failure) => Err(self.failed(Verb::Acquire, failure)),
        }
    }

    /// Removes the key no matter who holds it; false when it was free.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached, or something other than a lock is there.
    pub fn force_release(&self) -> Result<bool, Error> {
        self.force(Removable::Locks)
    }

    /// Removes the key whatever is there; false when that was nothing.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached.
    pub fn remove_anything(&self) -> Result<bool, Error> {
        self.force(Removable::Anything)
    }

    fn force(&self, what: Removable) -> Result<bool, Error> {
        let mut lease = self.lease().lock();
        let token = self.token_to_send(&mut lease);
        let ttl = lease.there().map_or(self.settings.ttl, |held| held.ttl);
        // An extend that finds the key gone is no loss.
        lease.stop_renewing();
        drop(lease);
        let own = token.as_ref().map(|token| LateLease::of(token, ttl));
        let reply = self.topology.force(&self.scope, own, what);
        let mut lease = self.lease().lock();
        let removed = reply.map_err(|failure| {
            if failure.may_have_run() && lease.is_trusted(Instant::now) {
                // Its key may be gone by this, and another's.
                lease.await_release();
            }
            self.failed(Verb::Force, failure)
        })?;
        match removed {
            Removed::Ours => self.note_released(&mut lease, EndedBy::Force, Instant::now()),
            Removed::Anothers | Removed::Nothing => {
                self.told_lost(&mut lease);
                lease.owe_nothing();
            }
        }
        Ok(removed != Removed::Nothing)
    }

    /// Returns the token that requests are about, or `None` when the reply is no without a request: this object never
    /// acquired, has released, knows it lost, or came through a fork. A given token is always sent, except
    /// after a fork. The caller hears what became of the lease.
    fn token_to_send(&self, lease: &mut Access<'_>) -> Option<Token> {
        self.enter_loss(lease);
        let given = matches!(self.settings.token, TokenSource::Given(_)) && !lease.tokens.inherited;
        if given || lease.there().is_some() { lease.tokens.token.clone() } else { None }
    }

    /// Returns what requests are about: that token, which of several permits it is at, as far as is known, and which of this object's leases is held.
    fn subject(&self) -> (Option<Token>, Option<u8>, Option<u64>) {
        let mut lease = self.lease().lock();
        (self.token_to_send(&mut lease), lease.known_permit(), lease.there().map(|held| held.number))
    }

    #[cold]
    fn failed(&self, verb: Verb, failure: Failure) -> Error {
        stats::count(Counter::Failed);
        Error::Failed { verb, lock: self.scope.clone(), failure }
    }
}

/// What an acquire is for, beside the lock itself.
#[derive(Clone, Copy, Default)]
pub struct AcquireOptions<'a> {
    /// Work that is not done again where a marker says that it is done.
    pub asks_done: bool,
    /// Finds what the work would make.
    pub look_up: Option<&'a dyn LookUp>,
}

/// Finds what the work under a lock makes, where it is there already.
pub trait LookUp {
    /// Looks; true where it is there. Runs the program's code, which may use other locks.
    ///
    /// # Errors
    /// The [`Interruption`] when the call must end.
    fn find(&self) -> Result<bool, Interruption>;
}

/// What acquire() answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This object holds it.
    Held,
    /// Another still does, at the end of the wait.
    Refused,
    /// What it is for was found, and it is not held.
    Found,
}

/// Looks before a call ends without the lock: others may have finished meanwhile.
fn look_once_more(answer: &mut Result<Answer, Error>, look_up: &dyn LookUp) {
    let has_none = match answer {
        Ok(answer) => *answer == Answer::Refused,
        Err(error) => matches!(error.kind(), Kind::Connection | Kind::Server | Kind::Lost),
    };
    match has_none.then(|| look_up.find()) {
        Some(Ok(true)) => *answer = Ok(Answer::Found),
        Some(Err(by)) => *answer = Err(Error::Interrupted(by)),
        Some(Ok(false)) | None => {}
    }
}

/// Tells whether a lease can be lost in part: it has several keys, or one on several nodes.
fn has_parts(scope: &Scope, topology: &dyn Topology) -> bool {
    scope.is_list() || matches!(topology.layout(), Layout::Quorum(_))
}

/// What run() says of its work when it releases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish {
    /// How long a done marker says that it is done.
    pub done_for: Option<Duration>,
    /// Others look for what it has made.
    pub is_looked_for: bool,
}

impl Finish {
    /// Returns what a release leaves that would leave `leaves` if nobody looked for the result.
    fn wakes(self, leaves: Leaves) -> Leaves {
        if self.is_looked_for && leaves == Leaves::Nothing { Leaves::Found } else { leaves }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        registry::forget(self);
        if (self.settings.renewal != Renewal::No || !self.settings.auto_release)
            && let Some(lease) = self.lease.get()
        {
            let mut lease = lease.lock();
            // Left to its ttl, where it was not released.
            self.note_left(&mut lease, EndNote::left(Instant::now()));
            lease.stop_renewing();
        }
    }
}

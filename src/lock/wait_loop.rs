//! Owns a wait: attempt, sleep, attempt, until the lock is acquired, the wait is over, or the program leaves.
//! Does not own how to sleep and for how long (`topology`), what a reply means for the lease (`lock::acquire`).
//!
//! A sleep in Redis is followed by one more attempt, also when the wait is over: a waiter that took the element and left would leave
//! the others asleep beside a free lock (tests/explorer finds it; docs/protocol.md#waiting, rule 9). None follows if the program leaves
//! and no element came, or if a look-up ends the wait, which then passes its element on.

use std::rc::Rc;
use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Loss, Verb};
use crate::failure::Failure;
use crate::lock::acquire::Outcome;
use crate::lock::finder::Finder;
use crate::lock::line::{Move, UNREACHABLE};
use crate::lock::mark::Mark;
use crate::lock::wait_mode::WaitMode;
use crate::lock::{AcquireOptions, Answer, Lock};
use crate::net::interrupts::{self, Interruption, Interrupts};
use crate::node::recovery::{Recovery, Try};
use crate::process::ForkGuard;
use crate::refusal::Code;
use crate::scope::Scope;
use crate::stats::{self, Counter};
use crate::token::{Promise, Token};
use crate::topology::{Caller, CurrentHolder, Reason, Waiter, WakeUp, When, pause};
use crate::ttl::Ttl;
use crate::wait::Wait;

/// A holder of which nothing is known: the wait polls.
const UNKNOWN_HOLDER: CurrentHolder = CurrentHolder {
    left: Ttl::Forever,
    promise: Promise::StaysSilent,
    index: 0,
    is_done: false,
    may_end_silently: true,
};

/// Waits for a lock, and returns how that ended. `took` gets how long it took, if there was a wait.
pub(super) fn acquire(
    lock: &Rc<Lock>,
    options: AcquireOptions<'_>,
    wait: Wait,
    interrupts: Interrupts,
    took: &mut Option<Duration>,
) -> Result<Answer, Error> {
    let _mark = Mark::of(lock);
    let (begin, guard) = (Instant::now(), ForkGuard::here());
    let mut wait = WaitLoop {
        lock,
        asks_done: options.asks_done,
        finder: Finder::new(options.look_up, begin),
        interrupts,
        end: wait.end(begin),
        guard,
        waiter: lock.topology.waiter(&lock.scope, interrupts),
        mode: WaitMode::Blocks,
        unknown: None,
        may_be_left: false,
        progress: Progress::Nothing,
        failed: None,
        failures: 0,
    };
    let answer = wait.run();
    *took = (wait.progress == Progress::Waited).then(|| begin.until(Instant::now()));
    // A forked child that goes on with the wait does not count it: its parent does.
    if let Some(span) = took.filter(|_| !guard.has_forked()) {
        stats::WAITS.add(span);
    }
    answer
}

struct WaitLoop<'a> {
    lock: &'a Rc<Lock>,
    asks_done: bool,
    finder: Finder<'a>,
    interrupts: Interrupts,
    end: Option<Instant>,
    /// A signal handler may fork: what was sent before is the parent's, and so is the waiter.
    guard: ForkGuard,
    waiter: Box<dyn Waiter + 'a>,
    mode: WaitMode,
    /// The token of the last attempt, if it may be at the key: no reply came.
    unknown: Option<Token>,
    /// No reply came to an attempt under a shared token: it ends with its ttl.
    may_be_left: bool,
    progress: Progress,
    /// When the first attempt since the last reply has failed (in a wait without an end), and how many have.
    failed: Option<Instant>,
    failures: u32,
}

/// How far a wait has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    /// Redis has not replied yet.
    Nothing,
    /// It has replied.
    Replied,
    /// Another held the lock, and there was time left.
    Waited,
}

/// What one turn of the loop leads to.
enum Turn {
    /// Another turn.
    Again,
    /// The end of the wait.
    Done(Answer),
    /// The program leaves. A forked child goes on instead, and begins anew.
    Leave(Interruption),
    /// The error that ends the wait.
    GiveUp(Failure),
}

impl WaitLoop<'_> {
    fn run(&mut self) -> Result<Answer, Error> {
        loop {
            let turn = self.turn();
            if self.guard.has_forked() {
                self.forget_parents();
            }
            match turn? {
                Turn::Again | Turn::Leave(Interruption::Fork) => {}
                Turn::Done(answer) => {
                    if answer == Answer::Found {
                        self.release_unknown(Reason::Abandoned);
                        self.pass_on();
                    }
                    return Ok(answer);
                }
                Turn::Leave(by) => {
                    self.release_unknown(Reason::Abandoned);
                    self.pass_on();
                    return Err(Error::Interrupted(by));
                }
                Turn::GiveUp(failure) => {
                    let is_unknown = self.unknown.is_some() || self.may_be_left;
                    let failure = if is_unknown { failure.after_unknown_outcome() } else { failure };
                    self.release_unknown(Reason::Unknown);
                    return Err(self.lock.failed(Verb::Acquire, failure));
                }
            }
        }
    }

    /// Waits for its turn, or makes an attempt and then sleeps if another holds the lock.
    fn turn(&mut self) -> Result<Turn, Error> {
        // What may be ours is asked for again before anything else.
        if self.unknown.is_none()
            && interrupts::suspends(self.interrupts)
            && let Some(turn) = self.stand_in_line()?
        {
            return Ok(turn);
        }
        let sent = Instant::now();
        let outcome = self.prepared_attempt()?;
        self.mode.note(&outcome, sent);
        match outcome {
            Outcome::Held => self.attend(),
            Outcome::Refused(holder) => {
                self.note_refusal(false);
                if self.finder.passes_on() {
                    self.waiter.pass_on();
                }
                self.lock.unless_done(self.asks_done, holder)?;
                if self.is_over() {
                    return Ok(Turn::Done(Answer::Refused));
                }
                if self.end.is_none() {
                    // A handler may have taken the key for another object of this thread.
                    self.lock.check_that_others_hold_it(self.interrupts)?;
                }
                if self.mode.follows(self.interrupts) {
                    // Gives its connection back, for others.
                    self.waiter = self.lock.topology.waiter(&self.lock.scope, self.interrupts);
                    return Ok(Turn::Again);
                }
                self.await_holder(holder.unwrap_or(UNKNOWN_HOLDER))
            }
            Outcome::TooLate => {
                // Its ttl is too short for the replies, and the others must not wait for it.
                self.mode = WaitMode::Apart;
                self.replied_too_late()
            }
            Outcome::Failed(Failure::Interrupted { by, .. }) => Ok(Turn::Leave(by)),
            Outcome::Failed(failure) => Ok(self.endure(failure)),
        }
    }

    /// Waits for its turn if others of this thread wait for the same lock; `None` once it is to make an attempt. One with a look-up, or that
    /// leaves where the work is done, stands in no line: it uses signals in its own way.
    fn stand_in_line(&mut self) -> Result<Option<Turn>, Error> {
        let may_follow = !self.asks_done && self.finder.look_up.is_none();
        let next = self.mode.next(self.lock, may_follow, self.end);
        if !matches!(next, Move::Attempt) && self.mode.held_before().is_some() {
            self.note_refusal(true);
        }
        Ok(match next {
            Move::Attempt => None,
            Move::Refused => Some(Turn::Done(Answer::Refused)),
            Move::Follow(bell, until) => {
                if self.end.is_none() {
                    self.lock.check_that_others_hold_it(self.interrupts)?;
                }
                Some(self.mode.sleep(&bell, until, self.interrupts).map_or_else(Turn::Leave, |()| Turn::Again))
            }
        })
    }

    /// Leaves what was sent, the waiter and its place in Redis's queue to the parent.
    fn forget_parents(&mut self) {
        self.guard = ForkGuard::here();
        self.mode = WaitMode::Blocks;
        self.waiter = self.lock.topology.waiter(&self.lock.scope, self.interrupts);
        (self.unknown, self.may_be_left) = (None, false);
        (self.finder.signalled_at, self.finder.owes_others) = (None, false);
    }

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| end <= Instant::now())
    }

    /// Makes an attempt, once what it acquires could be renewed.
    fn prepared_attempt(&mut self) -> Result<Outcome, Error> {
        let Err(failure) = self.lock.prepare_renewal(self.end, self.interrupts) else { return self.attempt() };
        if failure.code().is_some() {
            self.progress = self.progress.max(Progress::Replied);
        }
        if self.finder.signalled_at.take().is_some() {
            // The signal stands for an attempt that is not made.
            self.waiter.pass_on();
        }
        Ok(Outcome::Failed(failure))
    }

    fn attempt(&mut self) -> Result<Outcome, Error> {
        let unknown = self.unknown.take();
        let is_retry = unknown.is_some();
        let suspends = interrupts::suspends(self.interrupts);
        let caller = Caller { waits: true, is_retry, end: self.end };
        let mut attempt = self.lock.begin(unknown, caller, self.asks_done, suspends)?;
        let reply = self.waiter.acquire(&mut attempt);
        let token = attempt.token.clone();
        let outcome = self.lock.conclude(attempt, reply);
        if let Outcome::Failed(failure) = &outcome {
            let which = if is_retry { Try::Later } else { Try::Only };
            match Recovery::of_acquire(&token, failure, which) {
                // The wait itself tries again with it.
                Recovery::Again | Recovery::Owed(_) => self.unknown = Some(token),
                // Others know it: to find it at the key would prove nothing.
                Recovery::Left => self.may_be_left = true,
                Recovery::Failed => {}
            }
        }
        Ok(outcome)
    }

    /// Notes that another holds the lock. `has_followed`: others of its line have found that, while it followed.
    fn note_refusal(&mut self, has_followed: bool) {
        (self.failures, self.failed) = (0, None);
        if self.progress == Progress::Nothing {
            self.progress = Progress::Replied;
            stats::count(Counter::Contended);
            if has_followed || !self.is_over() {
                stats::count(Counter::Waited);
                self.progress = Progress::Waited;
            }
        }
    }

    /// Ends a wait that has its lock. If a signal came meanwhile and its handler throws, the lock is released: the program would not
    /// know that it is held.
    fn attend(&self) -> Result<Turn, Error> {
        match interrupts::attend(self.interrupts) {
            Ok(()) if self.lock.release_unless_trusted() => Ok(Turn::Done(Answer::Held)),
            // A handler has taken longer than the ttl, or has released the lock.
            Ok(()) => self.replied_too_late(),
            // The parent has the lock.
            Err(Interruption::Fork) => Ok(Turn::Leave(Interruption::Fork)),
            Err(by) => Err(self.leave_held(by)),
        }
    }

    fn replied_too_late(&self) -> Result<Turn, Error> {
        if self.is_over() { Err(self.lock.lost(Loss::RepliedTooLate)) } else { Ok(Turn::Again) }
    }

    fn leave_held(&self, by: Interruption) -> Error {
        // The program hears its own exception, and never of this lease, which is counted and is no event.
        if let Some(there) = self.lock.lease().lock().there_mut() {
            there.since = None;
        }
        self.lock.release_unwatched();
        Error::Interrupted(by)
    }

    fn await_holder(&mut self, holder: CurrentHolder) -> Result<Turn, Error> {
        match self.waiter.sleep(holder, self.end.into_iter().chain(self.finder.due()).min()) {
            WakeUp::Signalled { is_for_finders } => {
                self.finder.signalled_at = Some(holder.index);
                self.finder.owes_others = is_for_finders && self.finder.look_up.is_none();
                Ok(found(self.finder.look()))
            }
            WakeUp::TryAgain => Ok(found(self.finder.look_if_due())),
            WakeUp::Leave { by, signalled } => {
                // The signal that we took would wake no waiter: take the lock, and release it again.
                if signalled && matches!(self.attempt()?, Outcome::Held) {
                    return Err(self.leave_held(by));
                }
                Ok(Turn::Leave(by))
            }
        }
    }

    /// Wakes others in place of a waiter with a look-up, which has taken a signal and leaves without an attempt. Does nothing for a waiter
    /// without a look-up: it has made that attempt.
    fn pass_on(&mut self) {
        let (Some(index), Some(_)) = (self.finder.signalled_at.take(), self.finder.look_up) else { return };
        // Gives its connection back, for this request.
        self.waiter = self.lock.topology.waiter(&self.lock.scope, None);
        match &self.lock.scope {
            Scope::All(keys) => self.lock.topology.wake(&Scope::from(keys[index.min(keys.len() - 1)].clone())),
            scope => self.lock.topology.wake(scope),
        }
    }

    /// Goes on after a failure that may pass, while there is time, and gives up after any other. The first failure since a reply is
    /// followed by an attempt at once, later ones by a pause.
    fn endure(&mut self, failure: Failure) -> Turn {
        self.failures += 1;
        let now = Instant::now();
        let since = self.mode.held_before().unwrap_or(now);
        let until = self.end.unwrap_or_else(|| self.failed.get_or_insert(since).after(UNREACHABLE));
        // The node of a slot that is being moved has replied, and has taken nothing; those whose vote is split have taken it back.
        if failure.code() == Some(&Code::TryAgain) || failure.is_split() {
            self.progress = self.progress.max(Progress::Replied);
        }
        // A waiter that has had no reply yet tries a second time, as without a wait: to learn what became of the first.
        let enough = self.progress == Progress::Nothing && (self.unknown.is_none() || self.failures > 1);
        let is_final = enough || !failure.may_pass();
        if is_final || until <= now {
            return Turn::GiveUp(failure);
        }
        if self.failures > 1
            && let WakeUp::Leave { by, .. } = pause::for_a_poll(Some(until), self.interrupts)
        {
            return Turn::Leave(by);
        }
        found(self.finder.look_if_due())
    }

    /// Has what may have been taken released at the next contact.
    fn release_unknown(&mut self, reason: Reason) {
        if let Some(token) = self.unknown.take() {
            self.lock.release_taken(&self.lock.scope, &token, reason, When::AtRequestEnd);
        }
    }
}

/// What a look-up leads to.
fn found(found: Result<bool, Interruption>) -> Turn {
    match found {
        Ok(true) => Turn::Done(Answer::Found),
        Ok(false) => Turn::Again,
        Err(by) => Turn::Leave(by),
    }
}

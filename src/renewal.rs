//! Owns: the thread that extends held leases: when it starts, what it does when, how it ends.
//! Does not own: which lease is due when (`queue`), extending itself and what an answer means for it (`lock::Kept`).
//! Called by: `php`, behind every answer that a lease is held, and when the module ends.
//!
//! One thread for each process, started when the first lease is to be kept, gone a second or two after the last one
//! ended. It never touches PHP, and blocks all signals: they are for the thread that runs PHP code. After a fork the
//! child has no such thread, and may have a copy of a mutex that the thread held: so it begins with a `Renewals` of
//! its own and leaves the parent's alone.

mod queue;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::interruption::{Blocked, Interruption, Interrupts};
use crate::connection::pool;
use crate::error::Error;
use crate::lock::{Kept, Lock, Renewed, Silence};
use crate::process;
use crate::renewal::queue::{Entry, Queue};
use crate::scripts;
use crate::topology::slot_map;

/// How long the thread sleeps at most: it then forgets leases that have ended, and itself when there are none.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);
/// How often an exchange with a slow Redis looks whether the thread is to end.
const LOOK: Duration = Duration::from_millis(20);
/// What a debugger shows; at most 15 bytes.
const NAME: &str = "redislock-renew";

/// What one process keeps alive.
#[derive(Debug)]
struct Renewals {
    process: process::Id,
    /// The parent's, which nobody may touch; kept so that it is no leak.
    _before: Option<&'static Renewals>,
    queue: Mutex<Queue>,
    earlier: Condvar,
    stopping: AtomicBool,
    /// When the current question must be over.
    until: Mutex<Option<Instant>>,
}

/// This process's; touched by threads that run PHP code only, so that a fork finds it open. One for each process is
/// never freed: a child cannot free its parent's.
static CURRENT: Mutex<Option<&'static Renewals>> = Mutex::new(None);

/// Keeps the lease of a lock alive, if the lock wants that and holds one that is not kept yet.
///
/// # Errors
/// `NoThread` when the operating system gives no thread; the lease is held and not kept then.
pub fn keep(lock: &Lock) -> Result<(), Error> {
    match lock.to_keep() {
        None => Ok(()),
        Some(kept) => Renewals::of_this_process().add(kept).map_err(|error| lock.no_thread(error.to_string())),
    }
}

/// Ends the thread and waits until it has ended: its code is about to be unloaded.
pub fn stop() {
    let current = *open(&CURRENT);
    if let Some(renewals) = current.filter(|renewals| renewals.process == process::id()) {
        let mut queue = open(&renewals.queue);
        renewals.stopping.store(true, Ordering::Release);
        renewals.earlier.notify_all();
        let thread = queue.thread.take();
        queue.entries.clear();
        drop(queue);
        // It has caught its panic, if there was one.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Renewals {
    fn of_this_process() -> &'static Self {
        let process = process::id();
        let mut current = open(&CURRENT);
        match *current {
            Some(renewals) if renewals.process == process && !renewals.is_stopping() => renewals,
            before => current.insert(Box::leak(Box::new(Self {
                process,
                _before: before,
                queue: Mutex::default(),
                earlier: Condvar::new(),
                stopping: AtomicBool::new(false),
                until: Mutex::default(),
            }))),
        }
    }

    fn add(&'static self, kept: Kept) -> std::io::Result<()> {
        let mut queue = open(&self.queue);
        let early = queue.add(Entry::new(kept));
        if !queue.runs {
            // One that has ended by itself; at most its last instructions are still to run.
            let _ = queue.thread.take().map(JoinHandle::join);
            match self.start() {
                Ok(thread) => {
                    queue.thread = Some(thread);
                    queue.runs = true;
                    queue.ready = false;
                    let begun = self.earlier.wait_while(queue, |queue| queue.runs && !queue.ready);
                    drop(begun);
                }
                Err(error) => {
                    queue.entries.pop();
                    return Err(error);
                }
            }
        } else if early {
            self.earlier.notify_one();
        }
        Ok(())
    }

    fn start(&'static self) -> std::io::Result<JoinHandle<()>> {
        scripts::prepare();
        // A thread inherits what is blocked where it is made.
        let _blocked = Blocked::all();
        thread::Builder::new().name(NAME.to_owned()).spawn(move || {
            let _end = End(self);
            self.begin();
            self.work();
        })
    }

    /// Does what a thread does once, which takes locks of the system's loader: a fork meanwhile would leave them closed
    /// in the child.
    fn begin(&self) {
        pool::close();
        slot_map::prepare();
        open(&self.queue).ready = true;
        self.earlier.notify_all();
    }

    fn work(&'static self) {
        let mut idle = false;
        while let Some(entry) = self.next(&mut idle) {
            *open(&self.until) = open(&self.queue).limit(&entry, Instant::now());
            let renewed = entry.kept.extend(Some(self));
            let mut queue = open(&self.queue);
            if let Renewed::Failed(Silence::Yes) | Renewed::Expired(Silence::Yes) = renewed {
                queue.put_off_beside(&entry.kept);
            }
            match renewed {
                Renewed::Extended => queue.entries.push(entry.again()),
                Renewed::Failed(_) => queue.entries.push(entry.soon()),
                Renewed::Expired(_) | Renewed::Over => {}
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// What is left for the current question.
    fn left(&self) -> Option<Duration> {
        open(&self.until).map(|until| Instant::now().until(until))
    }

    /// Sleeps until an entry is due, and takes it out; `None` when the thread is to end.
    fn next(&self, idle: &mut bool) -> Option<Entry> {
        let mut queue = open(&self.queue);
        loop {
            if self.is_stopping() {
                return None;
            }
            let now = Instant::now();
            let sleep = match queue.take_due(now) {
                Ok(entry) => return Some(entry),
                Err(Some(left)) => left.min(LONGEST_SLEEP),
                Err(None) if *idle => {
                    // Under the mutex: whoever adds an entry after this starts another thread.
                    queue.runs = false;
                    return None;
                }
                Err(None) => LONGEST_SLEEP,
            };
            *idle = queue.entries.is_empty();
            queue.sleeps_until = Some(now.after(sleep));
            queue = self.earlier.wait_timeout(queue, sleep).unwrap_or_else(PoisonError::into_inner).0;
            queue.sleeps_until = None;
            queue.forget_ended();
        }
    }
}

/// The end of the thread, by a panic too.
struct End(&'static Renewals);

impl Drop for End {
    fn drop(&mut self) {
        pool::close();
        // Only then: `add` waits for an ended thread with the queue in its hands.
        if thread::panicking() {
            open(&self.0.queue).runs = false;
            self.0.earlier.notify_all();
        }
    }
}

impl Interrupts for Renewals {
    fn is_pending(&self) -> bool {
        self.is_stopping() || self.left().is_some_and(|left| left.is_zero())
    }

    fn attend(&self) -> Result<(), Interruption> {
        match (self.is_stopping(), self.is_pending()) {
            (true, _) => Err(Interruption::Shutdown),
            (false, true) => Err(Interruption::OutOfTime),
            (false, false) => Ok(()),
        }
    }

    fn tick(&self) -> Option<Duration> {
        Some(self.left().map_or(LOOK, |left| left.min(LOOK)))
    }
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Owns acquiring for PHP, whatever the method, and run(): acquiring for a callback, calling it, releasing, through all that a callback can do.
//! Does not own what a release means for the lease (`lock::endings`), which callables are taken (`engine::callbacks`).

use std::cell::Cell;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::types::{ZendCallable, Zval};
use ext_php_rs::zend::{CatchError, ce, try_catch};

use crate::error::Error;
use crate::failure::Interruption;
use crate::lock::{AcquireOptions, Answer, Finish, Lock, LookUp};
use crate::php::{engine, exceptions};
use crate::wait::Wait;

/// What run() was given.
pub(super) struct RunArguments<'a> {
    pub(super) critical: &'a Zval,
    pub(super) wait: Wait,
    pub(super) done_for: Option<Duration>,
    pub(super) look_up: Option<LookUpCall>,
}

/// The callable that finds the result of the work, and what it has found.
pub(super) struct LookUpCall {
    callable: Zval,
    found: Cell<Option<Zval>>,
}

impl LookUpCall {
    pub(super) fn new(callable: Zval) -> Self {
        Self { callable, found: Cell::new(None) }
    }
}

impl LookUp for LookUpCall {
    /// Calls it. What it throws is pending afterwards; a fatal error is caught, so that the frames of the wait are left in order.
    fn find(&self) -> Result<bool, Interruption> {
        // Only a reference is captured, because nothing that the jump passes is dropped.
        let call = || ZendCallable::new(&self.callable)?.try_call(Vec::new());
        match engine::nested(|| try_catch(AssertUnwindSafe(call))) {
            Err(CatchError::Bailout) => Err(Interruption::FatalError),
            Err(error) => Err(thrown(PhpException::new(error.to_string(), 0, ce::error()))),
            Ok(Err(error)) => Err(thrown(error.into())),
            Ok(Ok(value)) => {
                let value = value.dereference().shallow_clone();
                if value.is_bool() {
                    let problem =
                        "must not return a bool: it returns the value itself, or null where there is none yet";
                    return Err(thrown(engine::type_error(4, problem).into()));
                }
                let is_found = !value.is_null();
                self.found.set(is_found.then_some(value));
                Ok(is_found)
            }
        }
    }
}

fn thrown(exception: PhpException) -> Interruption {
    exception.throw();
    Interruption::Exception
}

/// Acquires, perhaps waiting, which runs signal handlers and the look-up: they may do anything to the object.
pub(super) fn acquire_for(lock: &Rc<Lock>, options: AcquireOptions<'_>, wait: Wait) -> Result<Answer, Error> {
    let note = |answer: &Result<Answer, Error>| note_task(lock, answer);
    let acquire = || lock.acquire_for(options, wait, Some(&engine::PHP));
    engine::interruptible_noting(acquire, note)
}

/// Notes which fiber has acquired it.
#[cold]
fn note_task(lock: &Lock, answer: &Result<Answer, Error>) {
    if let (Ok(Answer::Held), Some(task)) = (answer, engine::own_task()) {
        lock.note_task(task);
    }
}

/// Looks, acquires, looks again, calls, releases. A callback may throw, exit, end in a fatal error, drop the last reference to the
/// object or use it in any way; the lease is released through all of it.
pub(super) fn run(lock: Rc<Lock>, work: &RunArguments<'_>) -> PhpResult<Zval> {
    match acquire_unless_found(&lock, work) {
        Ok(Answer::Held) => call(lock, work),
        Ok(Answer::Found) => Ok(work.look_up.as_ref().and_then(|look_up| look_up.found.take()).unwrap_or_default()),
        Ok(Answer::Refused) => Err(exceptions::throw(&lock.refused(work.wait))),
        Err(Error::Interrupted(Interruption::FatalError)) => engine::raise_again(lock),
        Err(error) => Err(exceptions::throw(&error)),
    }
}

/// Acquires, unless the result is there: before anything is sent, during the wait, or once the lock is held.
fn acquire_unless_found(lock: &Rc<Lock>, work: &RunArguments<'_>) -> Result<Answer, Error> {
    let Some(look_up) = &work.look_up else {
        return acquire_for(lock, AcquireOptions { asks_done: work.done_for.is_some(), look_up: None }, work.wait);
    };
    let find = || engine::interruptible(|| look_up.find()).map_err(Error::Interrupted);
    if find()? {
        return Ok(Answer::Found);
    }
    let options = AcquireOptions { asks_done: work.done_for.is_some(), look_up: Some(look_up) };
    let answer = acquire_for(lock, options, work.wait)?;
    if answer != Answer::Held {
        return Ok(answer);
    }
    match find() {
        Ok(false) => lock.ensure_trusted().map(|()| Answer::Held),
        Ok(true) => {
            // The result is there, whatever becomes of the lease, which is counted.
            drop(lock.end_run(Finish { done_for: None, is_looked_for: true }));
            Ok(Answer::Found)
        }
        Err(error) => {
            lock.release_unwatched();
            Err(error)
        }
    }
}

/// Calls the work under the lock, and releases.
fn call(lock: Rc<Lock>, work: &RunArguments<'_>) -> PhpResult<Zval> {
    let this = engine::this();
    // A fatal error leaves the callback by longjmp, which skips this frame: it is caught here and raised again. Only
    // references are captured, because nothing that the jump passes is dropped.
    let outcome = try_catch(AssertUnwindSafe(|| ZendCallable::new(work.critical)?.try_call(vec![&this])));
    match outcome {
        Ok(Ok(result)) if engine::is_unfinished_generator(&result) => refuse_generator(lock, this, result),
        Ok(Ok(result)) => {
            // A callback that returns by reference gives a reference, and run() returns values: a debug build of PHP
            // 8.4 checks that, and aborts.
            let result = result.dereference().shallow_clone();
            let finish = Finish { done_for: work.done_for, is_looked_for: work.look_up.is_some() };
            match lock.end_run(finish) {
                Ok(()) => Ok(result),
                Err(error) => Err(exceptions::throw_with_result(&error, Some(&result))),
            }
        }
        Ok(Err(error)) => {
            // Its exception, always: what becomes of the lease is counted.
            lock.release_unwatched();
            Err(error.into())
        }
        Err(CatchError::Bailout) => {
            lock.release_unwatched();
            // PHP's memory is in the hands of the fatal error: this reference goes with the request.
            std::mem::forget(this);
            engine::raise_again(lock)
        }
        Err(error) => {
            lock.release_unwatched();
            Err(PhpException::new(error.to_string(), 0, ce::error()))
        }
    }
}

/// Refuses the rest of a generator, whose work would run without the lock.
fn refuse_generator(lock: Rc<Lock>, this: Zval, generator: Zval) -> PhpResult<Zval> {
    // Under the lock: its end may run PHP code, and that may be ended by a fatal error, as the callback's.
    if try_catch(AssertUnwindSafe(|| drop(generator))).is_err() {
        lock.release_unwatched();
        std::mem::forget(this);
        engine::raise_again(lock)
    }
    // What becomes of the lease is counted: the program hears of its mistake, in any case.
    drop(lock.end_run(Finish::default()));
    let problem = "must not return a generator that has not ended: the rest would run without the lock, which was released; \
                   put the loop into the callback";
    Err(engine::type_error(1, problem).into())
}

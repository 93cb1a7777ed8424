//! Owns the class RedisLock: each method converts, calls the core, converts back.
//! Does not own what a lock does (`lock`), arguments (`php::arguments`), errors (`php::exceptions`).

#![allow(non_snake_case, reason = "PHP shows parameters under these names, and callers use them")]
#![allow(clippy::needless_pass_by_value, reason = "the macros hand arguments over by value")]

use std::panic::AssertUnwindSafe;
use std::rc::Rc;

use ext_php_rs::binary::Binary;
use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::flags::ClassFlags;
use ext_php_rs::types::{ZendCallable, ZendHashTable, Zval};
use ext_php_rs::zend::{CatchError, ce, try_catch};
use ext_php_rs::{php_class, php_impl};

use crate::error::Error;
use crate::events::EndedBy;
use crate::failure::Interruption;
use crate::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use crate::operator::diagnosis::{Checkup, diagnose};
use crate::operator::{self, Bounds, Scan};
use crate::php::arguments::{self, OPTIONS, Optional, Required};
use crate::php::{diagnosis, engine, exceptions, ini, lost_log, observed, overview};
use crate::scope::Scope;
use crate::topology::When;
use crate::ttl::Ttl;
use crate::wait::Wait;

/// The object that PHP code holds.
///
/// Every method clones the `Rc` or borrows for one call into the core that runs no PHP code; `run` clones it, since
/// its callback may do anything to the object.
#[php_class]
#[php(name = "RedisLock")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NoDynamicProperties))]
pub struct RedisLock {
    lock: Rc<Lock>,
}

#[php_impl]
impl RedisLock {
    /// See `stubs/RedisLock.php` for this and every other method. Its parameters are what PHP knows of; `construction`
    /// is what PHP calls.
    #[allow(clippy::too_many_arguments, reason = "callers name them, and count none")]
    pub fn __construct(
        key: Required<'_>,
        ttl: Optional<'_>,
        server: Optional<'_>,
        token: Optional<'_>,
        autoRelease: Optional<'_>,
        autoRenew: Optional<'_>,
        renewFor: Optional<'_>,
        fence: Optional<'_>,
        replicas: Optional<'_>,
        permits: Optional<'_>,
        atLeast: Optional<'_>,
    ) -> PhpResult<Self> {
        let options = [ttl, server, token, autoRelease, autoRenew, renewFor, fence, replicas, permits, atLeast];
        Self::construct(key, options)
    }

    pub fn acquire(&self, wait: Optional<'_>) -> PhpResult<bool> {
        let wait = arguments::wait(wait, 1)?;
        acquire(self.lock.clone(), wait)
    }

    pub fn run(&self, critical: Required<'_>, wait: Optional<'_>) -> PhpResult<Zval> {
        engine::check_work(critical.0, 1)?;
        let wait = arguments::wait(wait, 2)?;
        run(self.lock.clone(), critical.0, wait)
    }

    pub fn extend(&self, ttl: Optional<'_>) -> PhpResult<bool> {
        let ttl = arguments::ttl(ttl, 1)?;
        or_throw(self.lock.extend(ttl))
    }

    pub fn release(&self) -> PhpResult<bool> {
        or_throw(self.lock.release())
    }

    pub fn is_held(&self) -> PhpResult<bool> {
        or_throw(self.lock.is_held())
    }

    pub fn ensure_held(&self) -> PhpResult<()> {
        or_throw(self.lock.ensure_held())
    }

    pub fn remaining(&self) -> f64 {
        self.lock.remaining()
    }

    pub fn is_locked(&self) -> PhpResult<bool> {
        or_throw(self.lock.is_locked())
    }

    pub fn holder(&self) -> PhpResult<Option<Binary<u8>>> {
        Ok(or_throw(self.lock.holder())?.map(Binary::new))
    }

    pub fn force_release(&self) -> PhpResult<bool> {
        or_throw(self.lock.force_release())
    }

    /// For `redislock release --all`, which says what it removes: not for programs, and not in the manual.
    #[php(vis = "private")]
    pub fn remove_anything(&self) -> PhpResult<bool> {
        or_throw(self.lock.remove_anything())
    }

    pub fn key(&self) -> Binary<u8> {
        Binary::new(self.lock.key().as_bytes().to_vec())
    }

    pub fn keys(&self) -> Vec<Binary<u8>> {
        self.lock.keys().iter().map(|key| Binary::new(key.as_bytes().to_vec())).collect()
    }

    pub fn token(&self) -> PhpResult<Binary<u8>> {
        Ok(Binary::new(or_throw(self.lock.token())?.as_bytes().to_vec()))
    }

    pub fn fence(&self) -> Option<i64> {
        self.lock.fence().map(|fence| i64::try_from(fence).unwrap_or(i64::MAX))
    }

    pub fn stats() -> PhpResult<ZBox<ZendHashTable>> {
        registry::read_owed();
        observed::stats()
    }

    pub fn events() -> PhpResult<ZBox<ZendHashTable>> {
        registry::read_owed();
        registry::enter_losses();
        observed::events()
    }

    pub fn release_all(since: Optional<'_>) -> PhpResult<Vec<Binary<u8>>> {
        let left = registry::release_all(arguments::since(since, 1)?, EndedBy::ReleaseAll, ini::timeouts());
        lost_log::report();
        Ok(left.iter().flat_map(|lock| lock.keys()).map(|key| Binary::new(key.as_bytes().to_vec())).collect())
    }

    pub fn describe(key: Required<'_>, server: Optional<'_>) -> PhpResult<Option<ZBox<ZendHashTable>>> {
        let key = arguments::key(key, 1)?;
        let topology = arguments::server(server, 2)?.topology(ini::timeouts());
        let info = or_throw(operator::describe(&*topology, &key))?;
        info.map(|info| overview::table(&key, &info)).transpose()
    }

    pub fn locks(
        pattern: Optional<'_>,
        server: Optional<'_>,
        all: Optional<'_>,
        limit: Optional<'_>,
    ) -> PhpResult<ZBox<ZendHashTable>> {
        let pattern = arguments::pattern(pattern, 1)?;
        let server = arguments::server(server, 2)?;
        let every_make = arguments::boolean(all, 3, false)?;
        let most = arguments::limit(limit, 4)?;
        let bounds = Bounds::NONE;
        overview::locks(&overview::scan(server.topology(ini::timeouts()), Scan { pattern, every_make, most, bounds })?)
    }

    pub fn scan(
        pattern: Optional<'_>,
        server: Optional<'_>,
        all: Optional<'_>,
        limit: Optional<'_>,
        keys: Optional<'_>,
        seconds: Optional<'_>,
    ) -> PhpResult<ZBox<ZendHashTable>> {
        let pattern = arguments::pattern(pattern, 1)?;
        let server = arguments::server(server, 2)?;
        let every_make = arguments::boolean(all, 3, false)?;
        let most = arguments::limit(limit, 4)?;
        let bounds = arguments::bounds(keys, seconds, 5)?;
        overview::scanned(&overview::scan(
            server.topology(ini::timeouts()),
            Scan { pattern, every_make, most, bounds },
        )?)
    }

    pub fn diagnose(server: Optional<'_>, key: Optional<'_>, clients: Optional<'_>) -> PhpResult<ZBox<ZendHashTable>> {
        let topology = arguments::server(server, 1)?.topology(ini::timeouts());
        let key = arguments::key_to_try(key, 2)?;
        let checkup = if arguments::boolean(clients, 3, false)? { Checkup::Clients } else { Checkup::Rights(key) };
        diagnosis::list(diagnose(&*topology, ini::timeouts(), &checkup))
    }

    /// What `var_dump` and `print_r` show: no token and no address.
    #[php(name = "__debugInfo")]
    pub fn debug_info(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let mut table = ZendHashTable::new();
        table.insert("key", self.key())?;
        if self.lock.keys().len() > 1 {
            table.insert("keys", self.keys())?;
        }
        table.insert("state", self.lock.state())?;
        table.insert("remaining", self.lock.remaining())?;
        Ok(table)
    }
}

impl RedisLock {
    /// What the constructor does.
    pub(super) fn construct(key: Required<'_>, options: [Optional<'_>; OPTIONS]) -> PhpResult<Self> {
        let [ttl, server, token, auto_release, auto_renew, renew_for, fence, replicas, permits, at_least] = options;
        check_unconstructed()?;
        let scope = arguments::scope(key, 1)?;
        let ttl = arguments::ttl(ttl, 2)?.unwrap_or_else(ini::ttl);
        let server = arguments::server(server, 3)?;
        if server.is_cluster() {
            scope.check_slots().map_err(|error| engine::value_error(1, error))?;
        }
        let token = arguments::token(token, 4)?.map_or(TokenSource::Fresh, TokenSource::Given);
        let auto_release = arguments::boolean(auto_release, 5, true)?;
        let renews = arguments::boolean(auto_renew, 6, false)?;
        let renew_for = arguments::renew_for(renew_for, 7)?;
        if !renews && renew_for != Renewal::Always {
            let problem = "must be left out without autoRenew: true, because nothing is renewed then";
            return Err(engine::value_error(7, problem).into());
        }
        let renewal = if renews { renew_for } else { Renewal::No };
        if renews && ttl == Ttl::Forever {
            return Err(engine::value_error(6, "must be false with a ttl of INF: there is nothing to renew").into());
        }
        let fenced = arguments::boolean(fence, 8, false)?;
        if fenced && !scope.has_companions() {
            return Err(engine::value_error(8, "must be false for a key with braces that are no hash tag").into());
        }
        let replicas = arguments::replicas(replicas, 9)?;
        if server.is_quorum() && fenced {
            return Err(engine::value_error(8, "must be false with a list of servers: they number apart").into());
        }
        if server.is_quorum() && replicas > 0 {
            return Err(engine::value_error(9, "must be 0 with a list of servers: none is another's replica").into());
        }
        if server.is_memory() && replicas > 0 {
            return Err(engine::value_error(9, "must be 0 with memory:, which has no replicas").into());
        }
        let permits = arguments::permits(permits, 10)?;
        let scope = with_permits(scope, permits, server.is_quorum())?;
        let at_least = arguments::at_least(at_least, 11, ttl, renewal)?;
        // Once more: reading the arguments may have run PHP code (__toString), and that may have constructed it.
        check_unconstructed()?;
        let topology = server.topology(ini::timeouts());
        let label = ini::label();
        let settings = LockSettings { ttl, token, label, auto_release, renewal, fenced, replicas, at_least };
        Ok(Self { lock: Lock::new(scope, topology, arguments::shared(settings)) })
    }
}

impl Drop for RedisLock {
    /// Releases the lease. PHP frees objects wherever it likes, in the middle of a request or after its end; no
    /// PHP code runs from here.
    fn drop(&mut self) {
        self.lock.auto_release(if engine::is_in_shutdown() { When::AtRequestEnd } else { When::Now });
        if !engine::is_in_shutdown() {
            lost_log::report();
        }
    }
}

/// Has the lock be one of a key's permits, where there are several.
fn with_permits(scope: Scope, permits: u8, is_quorum: bool) -> PhpResult<Scope> {
    let refused = |problem| Err(engine::value_error(10, problem).into());
    match scope {
        scope if permits == 1 => Ok(scope),
        Scope::Key(_) if is_quorum => refused("must be 1 with a list of servers: none knows what the others gave"),
        Scope::Key(key) => match Scope::permits(key, permits) {
            Some(scope) => Ok(scope),
            None => refused("must be 1 for a key with braces that are no hash tag"),
        },
        Scope::All(_) | Scope::Permits(_) => refused("must be 1 with a list of keys"),
    }
}

/// A second construction would free the first lock under a running method.
fn check_unconstructed() -> PhpResult<()> {
    if engine::is_constructed::<RedisLock>() {
        return Err(exceptions::misuse("RedisLock::__construct() was called already for this object"));
    }
    Ok(())
}

fn or_throw<T>(result: Result<T, Error>) -> PhpResult<T> {
    result.map_err(|error| exceptions::throw(&error))
}

fn acquire(lock: Rc<Lock>, wait: Wait) -> PhpResult<bool> {
    match acquire_within(&lock, wait) {
        Err(Error::Interrupted(Interruption::FatalError)) => engine::raise_again(lock),
        result => or_throw(result),
    }
}

/// Acquires, perhaps waiting, which runs signal handlers: they may do anything to the object.
fn acquire_within(lock: &Rc<Lock>, wait: Wait) -> Result<bool, Error> {
    if wait == Wait::NONE {
        return engine::interruptible(|| lock.acquire_within(wait, None));
    }
    engine::interruptible(|| engine::paused(|| lock.acquire_within(wait, Some(&engine::PHP))))
}

/// Acquires, calls, releases. The callback may throw, exit, end in a fatal error, drop the last reference to the
/// object or use it in any way; the lease is released through all of it.
fn run(lock: Rc<Lock>, critical: &Zval, wait: Wait) -> PhpResult<Zval> {
    let acquired = match acquire_within(&lock, wait) {
        Err(Error::Interrupted(Interruption::FatalError)) => engine::raise_again(lock),
        result => or_throw(result.map_err(Error::before_callback))?,
    };
    if !acquired {
        return Err(exceptions::throw(&lock.refused(wait)));
    }
    let this = engine::this();
    // A fatal error leaves the callback by longjmp, which skips this frame: it is caught here and raised again. Only
    // references are captured, because nothing that the jump passes is dropped.
    let outcome = try_catch(AssertUnwindSafe(|| ZendCallable::new(critical)?.try_call(vec![&this])));
    match outcome {
        Ok(Ok(result)) if engine::is_unfinished_generator(&result) => refuse_generator(lock, this, result),
        Ok(Ok(result)) => {
            // A callback that returns by reference gives a reference, and run() returns values: a debug build of PHP
            // 8.4 checks that, and aborts.
            let result = result.dereference().shallow_clone();
            match lock.end_run() {
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
    drop(lock.end_run());
    let problem = "must not return a generator that has not ended: the rest would run without the lock, which was released; \
                   put the loop into the callback";
    Err(engine::type_error(1, problem).into())
}

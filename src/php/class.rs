//! Owns the methods of the class RedisLock: each calls the core and converts what comes back.
//! Does not own what a lock does (`lock`), parameters (`php::signature`), errors (`php::exceptions`).

#![allow(clippy::needless_pass_by_value, reason = "PHP's call hands arguments over by value")]

use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::binary::Binary;
use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::{ZendHashTable, Zval};

use crate::clock::Instant;
use crate::error::Error;
use crate::events::EndedBy;
use crate::failure::Interruption;
use crate::key::Key;
use crate::lock::{AcquireOptions, Answer, Lock, LockSettings, Renewal, Servers, TokenSource, When, registry};
use crate::operator::diagnosis::{Checkup, diagnose};
use crate::operator::{self, Bounds, Scan};
use crate::php::long_list::long_list;
use crate::php::run::{LookUpCall, RunArguments, acquire_for, run};
use crate::php::{arguments, diagnosis, engine, exceptions, ini, lost_log, observed, overview};
use crate::scope::Scope;
use crate::ttl::{Ttl, number};
use crate::wait::Wait;

/// The object that PHP code holds.
///
/// Every method clones the `Rc` or borrows for one call into the core that runs no PHP code; `run` clones it, since
/// its callback may do anything to the object.
pub struct RedisLock {
    lock: Rc<Lock>,
}

/// See `stubs/RedisLock.php` for what these do, and `php::signature` for their parameters.
impl RedisLock {
    pub fn acquire(&self, wait: Wait) -> PhpResult<bool> {
        let lock = self.lock.clone();
        match acquire_for(&lock, AcquireOptions::default(), wait) {
            Err(Error::Interrupted(Interruption::FatalError)) => engine::raise_again(lock),
            result => or_throw(result.map(|answer| answer == Answer::Held)),
        }
    }

    pub fn run(&self, critical: Zval, wait: Wait, done_for: Duration, look_up: Option<Zval>) -> PhpResult<Zval> {
        let done_for = self.marker(done_for, 3)?;
        let work = RunArguments { critical: &critical, wait, done_for, look_up: look_up.map(LookUpCall::new) };
        run(self.lock.clone(), &work)
    }

    pub fn extend(&self, ttl: Option<Ttl>) -> PhpResult<bool> {
        or_throw(self.lock.extend(ttl))
    }

    pub fn release(&self, done_for: Duration) -> PhpResult<bool> {
        match self.marker(done_for, 1)? {
            Some(done_for) => or_throw(self.lock.release_done(done_for)),
            None => or_throw(self.lock.release()),
        }
    }

    pub fn is_done(&self) -> PhpResult<bool> {
        or_throw(self.lock.is_done())
    }

    /// Returns how long a done marker is to stay, if one is wanted; its argument has this number.
    fn marker(&self, done_for: Duration, number: u32) -> PhpResult<Option<Duration>> {
        match self.lock.unmarkable() {
            _ if done_for.is_zero() => Ok(None),
            Some(problem) => refused(number, problem),
            None => Ok(Some(done_for)),
        }
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

    pub fn wait_using(wait: Option<Zval>) -> Option<Zval> {
        engine::wait_using(wait)
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

    pub fn release_all(since: u64) -> PhpResult<ZBox<ZendHashTable>> {
        let left = registry::release_all(since, engine::own_task(), EndedBy::ReleaseAll, ini::timeouts());
        lost_log::report();
        long_list(left.iter().flat_map(|lock| lock.keys()), |key| Ok(Binary::new(key.as_bytes().to_vec())))
    }

    pub fn describe(key: Key, server: Servers) -> PhpResult<Option<ZBox<ZendHashTable>>> {
        let info = or_throw(operator::describe(&*server.topology(ini::timeouts()), &key))?;
        info.map(|info| overview::table(&key, &info)).transpose()
    }

    pub fn locks(pattern: Vec<u8>, server: Servers, every_make: bool, most: usize) -> PhpResult<ZBox<ZendHashTable>> {
        let scan = Scan { pattern, prefix: ini::prefix().len(), every_make, most, bounds: Bounds::NONE };
        overview::locks(&overview::scan(server.topology(ini::timeouts()), scan)?)
    }

    pub fn scan(
        pattern: Vec<u8>,
        server: Servers,
        every_make: bool,
        most: usize,
        keys: usize,
        seconds: Wait,
    ) -> PhpResult<ZBox<ZendHashTable>> {
        let bounds = Bounds { keys, end: seconds.end(Instant::now()) };
        let scan = Scan { pattern, prefix: ini::prefix().len(), every_make, most, bounds };
        overview::scanned(&overview::scan(server.topology(ini::timeouts()), scan)?)
    }

    pub fn diagnose(server: Servers, key: Key, clients: bool) -> PhpResult<ZBox<ZendHashTable>> {
        let topology = server.topology(ini::timeouts());
        let checkup = if clients { Checkup::Clients } else { Checkup::Rights(key) };
        diagnosis::list(diagnose(&*topology, ini::timeouts(), &checkup))
    }

    /// What `var_dump` and `print_r` show: no token and no address; nothing of an object that is being constructed, which the handler of a
    /// deprecation may print. PHP has a fatal error for one that throws.
    pub fn debug_info(this: Option<&Self>) -> PhpResult<ZBox<ZendHashTable>> {
        let mut table = ZendHashTable::new();
        let Some(this) = this else { return Ok(table) };
        table.insert("key", this.key())?;
        if this.lock.keys().len() > 1 {
            table.insert("keys", this.keys())?;
        }
        table.insert("state", this.lock.state())?;
        table.insert("remaining", this.lock.remaining())?;
        Ok(table)
    }

    #[expect(clippy::too_many_arguments, reason = "callers name them, and count none")]
    pub fn construct(
        scope: Scope,
        ttl: Option<Ttl>,
        server: Servers,
        token: TokenSource,
        auto_release: bool,
        renews: bool,
        renew_for: Renewal,
        fenced: bool,
        replicas: u16,
        permits: u8,
        at_least: Duration,
    ) -> PhpResult<Self> {
        let (usual_ttl, label, timeouts) = ini::of_a_lock();
        let ttl = ttl.unwrap_or(usual_ttl);
        if server.is_cluster() {
            scope.check_slots().map_err(|error| engine::value_error(1, error))?;
        }
        if !renews && renew_for != Renewal::Always {
            return refused(7, "must be left out without autoRenew: true, because nothing is renewed then");
        }
        if renews && ttl == Ttl::Forever {
            return refused(6, "must be false with a ttl of INF: there is nothing to renew");
        }
        let renewal = if renews { renew_for } else { Renewal::No };
        check_servers(&server, fenced, replicas)?;
        let scope = with_permits(scope, permits, server.is_quorum())?;
        check_at_least(at_least, ttl, renewal)?;
        let topology = server.topology(timeouts);
        let settings = LockSettings { ttl, token, label, auto_release, renewal, fenced, replicas, at_least };
        Ok(Self { lock: Lock::new(scope, topology, arguments::kept_once(settings)) })
    }
}

impl Drop for RedisLock {
    /// Releases the lease. PHP frees objects wherever it likes, in the middle of a request or after its end; no
    /// PHP code runs from here.
    fn drop(&mut self) {
        let is_ending = engine::is_ending();
        self.lock.auto_release(if is_ending { When::AtRequestEnd } else { When::Now });
        if !is_ending {
            lost_log::report();
        }
    }
}

fn refused<T>(number: u32, problem: &str) -> PhpResult<T> {
    Err(engine::value_error(number, problem).into())
}

/// Refuses what the servers cannot give.
fn check_servers(server: &Servers, fenced: bool, replicas: u16) -> PhpResult<()> {
    if server.is_quorum() && fenced {
        return refused(8, "must be false with a list of servers, which have no number in common");
    }
    if server.is_quorum() && replicas > 0 {
        return refused(9, "must be 0 with a list of servers, which are no replicas of each other");
    }
    if server.is_memory() && replicas > 0 {
        return refused(9, "must be 0 with memory:, which has no replicas");
    }
    Ok(())
}

/// Has the lock be one of a key's permits, where there are several.
fn with_permits(scope: Scope, permits: u8, is_quorum: bool) -> PhpResult<Scope> {
    match scope {
        scope if permits == 1 => Ok(scope),
        Scope::Key(_) if is_quorum => {
            refused(10, "must be 1 with a list of servers: each would give permits of its own")
        }
        Scope::Key(key) => Ok(Scope::permits(&key, permits)),
        Scope::All(_) | Scope::Permits(_) => refused(10, "must be 1 with a list of keys"),
    }
}

/// A key stays taken for no longer than its lease may last.
fn check_at_least(at_least: Duration, ttl: Ttl, renewal: Renewal) -> PhpResult<()> {
    let renewed = match renewal {
        Renewal::No => Duration::ZERO,
        Renewal::For(span) => span,
        Renewal::Always => Duration::MAX,
    };
    let Ttl::For(ttl) = ttl else { return Ok(()) };
    if at_least <= ttl.max(renewed) {
        return Ok(());
    }
    let (what, limit) = if renewed > ttl { ("renewFor", renewed) } else { ("the ttl", ttl) };
    let [limit, given] = [limit, at_least].map(|span| number(span.as_secs_f64()));
    Err(engine::value_error(11, format_args!("must be at most {what}, {limit} seconds, {given} given")).into())
}

fn or_throw<T>(result: Result<T, Error>) -> PhpResult<T> {
    result.map_err(|error| exceptions::throw(&error))
}

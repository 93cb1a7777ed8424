//! Owns the exception classes, and which error of the core becomes which.
//! Does not own the texts (`error`).
//!
//! Registered by hand: ext-php-rs's own exception classes have no file, line and trace, and PHP code cannot make
//! them (its issue 203).

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use ext_php_rs::exception::PhpException;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ClassEntry;

use crate::error::{Error, Kind};
use crate::php::engine::{self, Thrown};
use crate::ttl::Ttl;

static DONE: AtomicPtr<ClassEntry> = AtomicPtr::new(null_mut());
static NOT_ACQUIRED: AtomicPtr<ClassEntry> = AtomicPtr::new(null_mut());
static LOST: AtomicPtr<ClassEntry> = AtomicPtr::new(null_mut());
static CONNECTION: AtomicPtr<ClassEntry> = AtomicPtr::new(null_mut());
static SERVER: AtomicPtr<ClassEntry> = AtomicPtr::new(null_mut());

/// Registers the classes. Only while the module starts.
pub(super) fn register() {
    let base = engine::register_class("RedisLockException", engine::runtime_exception());
    for (slot, name) in [
        (&NOT_ACQUIRED, "RedisLockNotAcquiredException"),
        (&DONE, "RedisLockDoneException"),
        (&LOST, "RedisLockLostException"),
        (&CONNECTION, "RedisLockConnectionException"),
        (&SERVER, "RedisLockServerException"),
    ] {
        slot.store(engine::register_class(name, base), Ordering::Release);
    }
    engine::declare_mixed_property(LOST.load(Ordering::Acquire), "result");
    engine::declare_mixed_property(DONE.load(Ordering::Acquire), "remaining");
}

/// Throws the exception of an error.
#[cold]
pub(super) fn throw(error: &Error) -> PhpException {
    throw_with_result(error, None)
}

/// Throws the exception of an error; a lost lock's carries what the callback returned.
pub(super) fn throw_with_result(error: &Error, result: Option<&Zval>) -> PhpException {
    let mut remaining = Zval::new();
    if let Error::Done { left, .. } = error {
        remaining.set_double(if let Ttl::For(left) = left { left.as_secs_f64() } else { f64::INFINITY });
    }
    let (class, property) = match error.kind() {
        Kind::Connection => (CONNECTION.load(Ordering::Acquire), None),
        Kind::Server => (SERVER.load(Ordering::Acquire), None),
        Kind::NotAcquired => (NOT_ACQUIRED.load(Ordering::Acquire), None),
        Kind::Done => (DONE.load(Ordering::Acquire), Some(("remaining", &remaining))),
        Kind::Lost => (LOST.load(Ordering::Acquire), result.map(|result| ("result", result))),
        Kind::Misuse => (engine::logic_exception(), None),
        // A signal handler's own is pending.
        Kind::Interrupted(_) => return Thrown.into(),
    };
    engine::throw(class, &error.to_string(), property).into()
}

/// Throws a LogicException: a method at the wrong moment.
#[cold]
pub(super) fn misuse(message: &str) -> PhpException {
    engine::throw(engine::logic_exception(), message, None).into()
}

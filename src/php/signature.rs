//! Owns the class RedisLock as PHP sees it: its methods, and of each parameter name, type, default and reader.
//! Does not own what a method does (`php::class`), how an argument is read (`php::arguments`), how PHP calls (`php::method`).
//!
//! `stubs/RedisLock.php` tells users the same; a phpt compares the two.

use std::ops::RangeInclusive;
use std::time::Duration;

use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::class::{ClassEntryInfo, ClassMetadata, ConstructorMeta, ConstructorResult, RegisteredClass};
use ext_php_rs::convert::{IntoZval, IntoZvalDyn};
use ext_php_rs::describe::DocComments;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::ffi::{IS_ARRAY, IS_CALLABLE, IS_DOUBLE, IS_FALSE, IS_LONG, IS_NULL, IS_STRING, IS_TRUE};
use ext_php_rs::flags::{ClassFlags, ConstantFlags, MethodFlags};
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ExecuteData;

use crate::key::Key;
use crate::lock::{Renewal, Servers, TokenSource};
use crate::php::arguments;
use crate::php::class::RedisLock;
use crate::php::engine::{self, Call};
use crate::php::exceptions;
use crate::php::method::{self, Method, Parameter, Reflected, answer, arity, method};
use crate::scope::Scope;
use crate::ttl::Ttl;
use crate::wait::Wait;

const STRING: u32 = 1 << IS_STRING;
const ARRAY: u32 = 1 << IS_ARRAY;
const INT: u32 = 1 << IS_LONG;
const NUMBER: u32 = INT | 1 << IS_DOUBLE;
const BOOL: u32 = 1 << IS_TRUE | 1 << IS_FALSE;
const CALLABLE: u32 = 1 << IS_CALLABLE;

// The constructor's. Others take some of them as well.
const KEY: Parameter<Scope> = Parameter::required("key", STRING | ARRAY, arguments::scope);
const TTL: Parameter<Option<Ttl>> = Parameter::nullable("ttl", NUMBER, arguments::ttl);
const SERVER: Parameter<Servers> = Parameter::nullable("server", STRING | ARRAY, arguments::server).secret();
const TOKEN: Parameter<TokenSource> = Parameter::nullable("token", STRING, arguments::token).secret();
const AUTO_RELEASE: Parameter<bool> = Parameter::optional("autoRelease", BOOL, "true", || true, engine::boolean);
const AUTO_RENEW: Parameter<bool> = Parameter::optional("autoRenew", BOOL, "false", || false, engine::boolean);
const RENEW_FOR: Parameter<Renewal> =
    Parameter::optional("renewFor", NUMBER, "INF", || Renewal::Always, arguments::renew_for);
const FENCE: Parameter<bool> = Parameter::optional("fence", BOOL, "false", || false, engine::boolean);
const REPLICAS: Parameter<u16> = Parameter::optional("replicas", INT, "0", || 0, arguments::replicas);
const PERMITS: Parameter<u8> = Parameter::optional("permits", INT, "1", || 1, arguments::permits);
const AT_LEAST: Parameter<Duration> = Parameter::optional("atLeast", NUMBER, "0", || Duration::ZERO, arguments::span);

const WAIT: Parameter<Wait> = Parameter::optional("wait", NUMBER, "0", || Wait::NONE, arguments::wait);
const DONE_FOR: Parameter<Duration> = Parameter::optional("doneFor", NUMBER, "0", || Duration::ZERO, arguments::span);
const LOOKUP: Parameter<Option<Zval>> = Parameter::nullable("lookup", CALLABLE, arguments::callable_or_null);
const CRITICAL: Parameter<Zval> = Parameter::required("critical", CALLABLE, arguments::callable);

const OWN_WAIT: Parameter<Option<Zval>> =
    Parameter::required("wait", CALLABLE | 1 << IS_NULL, arguments::callable_or_null);

// The operators'.
const SINCE: Parameter<u64> = Parameter::optional("since", INT, "0", || 0, arguments::since);
const ONE_KEY: Parameter<Key> = Parameter::required("key", STRING, arguments::key);
const KEY_TO_TRY: Parameter<Key> = Parameter::nullable("key", STRING, arguments::key_to_try);
const CLIENTS: Parameter<bool> = Parameter::optional("clients", BOOL, "false", || false, engine::boolean);
const PATTERN: Parameter<Vec<u8>> =
    Parameter::optional("pattern", STRING, "'*'", arguments::every_name, arguments::pattern);
const ALL: Parameter<bool> = Parameter::optional("all", BOOL, "false", || false, engine::boolean);
const LIMIT: Parameter<usize> = Parameter::optional("limit", INT, "1000", || 1_000, arguments::limit);
const KEYS: Parameter<usize> = Parameter::optional("keys", INT, "10000000", || 10_000_000, arguments::keys);
const SECONDS: Parameter<Wait> =
    Parameter::optional("seconds", NUMBER, "10", || Wait::For(Duration::from_secs(10)), arguments::wait);

/// All methods but the constructor.
fn methods() -> [Method; 25] {
    [
        method!("acquire", RedisLock.acquire(WAIT)),
        method!("run", RedisLock.run(CRITICAL, WAIT, DONE_FOR, LOOKUP)),
        method!("extend", RedisLock.extend(TTL)),
        method!("release", RedisLock.release(DONE_FOR)),
        method!("isHeld", RedisLock.is_held()),
        method!("ensureHeld", RedisLock.ensure_held()),
        method!("remaining", RedisLock.remaining()),
        method!("isLocked", RedisLock.is_locked()),
        method!("isDone", RedisLock.is_done()),
        method!("holder", RedisLock.holder()),
        method!("forceRelease", RedisLock.force_release()),
        method!("removeAnything", private RedisLock.remove_anything()),
        method!("key", RedisLock.key()),
        method!("keys", RedisLock.keys()),
        method!("token", RedisLock.token()),
        method!("fence", RedisLock.fence()),
        method!("waitUsing", RedisLock::wait_using(OWN_WAIT)),
        method!("stats", RedisLock::stats()),
        method!("events", RedisLock::events()),
        method!("releaseAll", RedisLock::release_all(SINCE)),
        method!("describe", RedisLock::describe(ONE_KEY, SERVER)),
        method!("locks", RedisLock::locks(PATTERN, SERVER, ALL, LIMIT)),
        method!("scan", RedisLock::scan(PATTERN, SERVER, ALL, LIMIT, KEYS, SECONDS)),
        method!("diagnose", RedisLock::diagnose(SERVER, KEY_TO_TRY, CLIENTS)),
        method!("__debugInfo", if constructed RedisLock.debug_info()),
    ]
}

method::constructor!(RedisLock::construct(
    KEY,
    TTL,
    SERVER,
    TOKEN,
    AUTO_RELEASE,
    AUTO_RENEW,
    RENEW_FOR,
    FENCE,
    REPLICAS,
    PERMITS,
    AT_LEAST,
));

impl RegisteredClass for RedisLock {
    const CLASS_NAME: &'static str = "RedisLock";
    const BUILDER_MODIFIER: Option<fn(ClassBuilder) -> ClassBuilder> = None;
    const EXTENDS: Option<ClassEntryInfo> = None;
    const IMPLEMENTS: &'static [ClassEntryInfo] = &[];
    const FLAGS: ClassFlags = ClassFlags::Final.union(ClassFlags::NoDynamicProperties);

    fn get_metadata() -> &'static ClassMetadata<Self> {
        static METADATA: ClassMetadata<RedisLock> = ClassMetadata::new(&[]);
        &METADATA
    }

    fn method_builders() -> Vec<(FunctionBuilder<'static>, MethodFlags)> {
        methods().into_iter().map(|method| (method.builder, method.flags)).collect()
    }

    fn constructor() -> Option<ConstructorMeta<Self>> {
        Some(ConstructorMeta {
            // It would be called in a `zend_try`.
            constructor: |_| ConstructorResult::ArgError,
            build_fn: |_| method::with_parameters(FunctionBuilder::new("__construct", construct), CONSTRUCTOR),
            flags: None,
        })
    }

    fn constants() -> &'static [(&'static str, &'static dyn IntoZvalDyn, DocComments, ConstantFlags)] {
        &[]
    }
}

/// Corrects what ext-php-rs registered: types that it cannot express, secrets, and what of objects is not a method.
pub(super) fn correct() {
    let class = RedisLock::get_metadata().ce();
    let constructor = ("__construct", CONSTRUCTOR);
    for (name, parameters) in methods().iter().map(|method| (method.name, method.parameters)).chain([constructor]) {
        for (index, parameter) in parameters.iter().enumerate() {
            engine::describe(class, name, index, parameter.types, parameter.is_secret);
        }
    }
    // A false that nobody sees is work without the lock.
    engine::must_be_used(class, "acquire");
    engine::never_equal::<RedisLock>();
}

//! Owns turning PHP's arguments into the core's types, with PHP's own coercion and PHP's own words.
//! Does not own limits and their texts (`key`, `token`, `ttl`, `address`).
//!
//! The macros' own conversions are not used: they are strict for every caller and word their errors differently
//! from PHP (ext-php-rs pull request 298).

#![allow(clippy::needless_pass_by_value, reason = "an argument is read once, by the function that takes it")]

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::convert::FromZvalMut;
use ext_php_rs::exception::PhpException;
use ext_php_rs::ffi;
use ext_php_rs::flags::DataType;
use ext_php_rs::types::Zval;

use crate::address::AddressError;
use crate::clock::Instant;
use crate::key::{self, Key};
use crate::lock::{LockSettings, Renewal};
use crate::operator::Bounds;
use crate::php::engine::{self, Thrown};
use crate::php::ini;
use crate::scope::{KeysError, MOST_KEYS, MOST_PERMITS, Scope};
use crate::token::Token;
use crate::topology::{ListError, Servers};
use crate::ttl::{self, Ttl, number};
use crate::wait::{Wait, WaitError};

/// The most locks that locks() returns: an array of more is hundreds of megabytes.
const MOST_LOCKS: usize = 1_000_000;

/// The key on which diagnose() tries a user's rights when it is given none.
const KEY_TO_TRY: &[u8] = b"redislock-doctor";

/// How many arguments of the constructor may be left out.
pub(super) const OPTIONS: usize = 10;

thread_local! {
    /// What the last lock was made of. Most locks of a program differ in their key alone.
    static LAST: RefCell<Last> = const { RefCell::new(Last { address: None, list: None, settings: None }) };
}

/// Texts, and what they name.
type Known = Option<(Vec<String>, Servers)>;

struct Last {
    /// An address, and a list of a quorum's, with what they say.
    address: Known,
    list: Known,
    settings: Option<Rc<LockSettings>>,
}

/// A required argument of any type; what it may be is decided where it is read.
pub struct Required<'a>(pub(super) &'a mut Zval);

/// An optional argument of any type; `None` when it was left out.
pub struct Optional<'a>(pub(super) Option<&'a mut Zval>);

impl<'a> FromZvalMut<'a> for Required<'a> {
    const TYPE: DataType = DataType::Mixed;

    fn from_zval_mut(zval: &'a mut Zval) -> Option<Self> {
        Some(Self(zval))
    }
}

impl<'a> FromZvalMut<'a> for Optional<'a> {
    const TYPE: DataType = DataType::Mixed;
    // Lets callers leave it out; whether null may be given is decided where it is read.
    const NULLABLE: bool = true;

    fn from_zval_mut(zval: &'a mut Zval) -> Option<Self> {
        Some(Self(Some(zval)))
    }

    fn from_missing() -> Option<Self> {
        Some(Self(None))
    }
}

impl Optional<'_> {
    fn unless_null(&mut self) -> Option<&mut Zval> {
        self.0.as_deref_mut().filter(|zval| !zval.is_null())
    }
}

/// What is pending is thrown; ext-php-rs keeps it when an exception of its own comes along.
impl From<Thrown> for PhpException {
    fn from(_: Thrown) -> Self {
        Self::from_message(String::new())
    }
}

/// Reads `string|array $key`: a key, or a list of several; each comes after the prefix.
pub(super) fn scope(arg: Required<'_>, num: u32) -> Result<Scope, Thrown> {
    if !arg.0.is_array() {
        let name = engine::string(arg.0, num, ffi::_zend_expected_type_Z_EXPECTED_ARRAY_OR_STRING)?;
        return ini::key(name).map(Scope::from).map_err(|error| engine::value_error(num, error));
    }
    let names = list_of_strings(arg.0, num)?;
    if names.len() > MOST_KEYS {
        return Err(engine::value_error(num, KeysError::Count(names.len())));
    }
    if let [name] = names[..] {
        // A list of one is that key, also in a message.
        return ini::key(name).map(Scope::from).map_err(|error| engine::value_error(num, error));
    }
    let mut keys = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        keys.push(ini::key(name).map_err(|error| engine::value_error(num, KeysError::Key(index + 1, error)))?);
    }
    Scope::all(keys).map_err(|error| engine::value_error(num, error))
}

/// Reads `string $key`, which comes after the prefix.
pub(super) fn key(arg: Required<'_>, num: u32) -> Result<Key, Thrown> {
    let name = engine::string(arg.0, num, ffi::_zend_expected_type_Z_EXPECTED_STRING)?;
    ini::key(name).map_err(|error| engine::value_error(num, error))
}

/// Reads `?string $key`, one of our own by default; it comes after the prefix.
pub(super) fn key_to_try(mut arg: Optional<'_>, num: u32) -> Result<Key, Thrown> {
    let name = match arg.unless_null() {
        None => KEY_TO_TRY,
        Some(zval) => engine::string(zval, num, ffi::_zend_expected_type_Z_EXPECTED_STRING_OR_NULL)?,
    };
    ini::key(name).map_err(|error| engine::value_error(num, error))
}

/// Reads `string $pattern`, `*` by default, which comes after the prefix; the prefix stands for itself.
pub(super) fn pattern(arg: Optional<'_>, num: u32) -> Result<Vec<u8>, Thrown> {
    let mut pattern = Vec::new();
    for byte in ini::prefix() {
        if matches!(byte, b'*' | b'?' | b'[' | b']' | b'\\') {
            pattern.push(b'\\');
        }
        pattern.push(byte);
    }
    match arg.0 {
        None => pattern.push(b'*'),
        Some(zval) => pattern.extend(engine::string(zval, num, ffi::_zend_expected_type_Z_EXPECTED_STRING)?),
    }
    if pattern.len() > key::LONGEST {
        let longest = key::LONGEST;
        let problem = format!("must be at most {longest} bytes with redislock.prefix in front");
        return Err(engine::value_error(num, problem));
    }
    Ok(pattern)
}

/// Reads `int $limit`, 1,000 by default.
pub(super) fn limit(arg: Optional<'_>, num: u32) -> Result<usize, Thrown> {
    let limit = arg.0.map_or(Ok(1_000), |zval| engine::integer(zval, num))?;
    match usize::try_from(limit) {
        Ok(limit @ 1..=MOST_LOCKS) => Ok(limit),
        _ => Err(engine::value_error(num, format_args!("must be 1 to {MOST_LOCKS} locks, {limit} given"))),
    }
}

/// Reads `int $keys` and `int|float $seconds`, the argument after it: ten million keys and ten seconds by default.
pub(super) fn bounds(keys: Optional<'_>, seconds: Optional<'_>, num: u32) -> Result<Bounds, Thrown> {
    let number = keys.0.map_or(Ok(10_000_000), |zval| engine::integer(zval, num))?;
    let keys = usize::try_from(number).ok().filter(|keys| *keys > 0);
    let keys = keys.ok_or_else(|| engine::value_error(num, format_args!("must be at least 1 key, {number} given")))?;
    let span = if seconds.0.is_some() { wait(seconds, num + 1)? } else { Wait::For(Duration::from_secs(10)) };
    Ok(Bounds { keys, end: span.end(Instant::now()) })
}

/// Reads `int $since`, 0 by default: a number of leases.
pub(super) fn since(arg: Optional<'_>, num: u32) -> Result<u64, Thrown> {
    let count = arg.0.map_or(Ok(0), |zval| engine::integer(zval, num))?;
    u64::try_from(count).map_err(|_| engine::value_error(num, format_args!("must be at least 0 leases, {count} given")))
}

/// Reads `int|float|null $ttl`; `None` when it is left out or null.
pub(super) fn ttl(mut arg: Optional<'_>, num: u32) -> Result<Option<Ttl>, Thrown> {
    let Some(zval) = arg.unless_null() else {
        return Ok(None);
    };
    let seconds = engine::number(zval, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER_OR_NULL)?;
    Ttl::from_seconds(seconds).map(Some).map_err(|error| engine::value_error(num, error))
}

/// Reads `int|float $wait`, 0 by default. A bool is no number of seconds, though PHP would make 1 of it: acquire(true)
/// blocks in other libraries.
pub(super) fn wait(arg: Optional<'_>, num: u32) -> Result<Wait, Thrown> {
    let Some(zval) = arg.0 else {
        return Ok(Wait::NONE);
    };
    if zval.is_bool() {
        return Err(engine::wrong_type(zval, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER));
    }
    let seconds = engine::number(zval, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER)?;
    Wait::from_seconds(seconds).map_err(|error| engine::value_error(num, error))
}

/// Reads `int|float $renewFor`, INF by default: how long renewal goes on.
pub(super) fn renew_for(arg: Optional<'_>, num: u32) -> Result<Renewal, Thrown> {
    let Some(zval) = arg.0 else {
        return Ok(Renewal::Always);
    };
    let seconds = engine::number(zval, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER)?;
    match Wait::from_seconds(seconds) {
        Ok(Wait::Forever) => Ok(Renewal::Always),
        Ok(Wait::For(span)) if !span.is_zero() => Ok(Renewal::For(span)),
        Ok(Wait::For(_)) | Err(WaitError::Negative(_)) => {
            Err(engine::value_error(num, "must be greater than 0 seconds"))
        }
        Err(error @ WaitError::NotANumber) => Err(engine::value_error(num, error)),
    }
}

/// Reads `int $replicas`, 0 by default.
pub(super) fn replicas(arg: Optional<'_>, num: u32) -> Result<u16, Thrown> {
    let count = arg.0.map_or(Ok(0), |zval| engine::integer(zval, num))?;
    u16::try_from(count)
        .map_err(|_| engine::value_error(num, format_args!("must be 0 to {} replicas, {count} given", u16::MAX)))
}

/// Reads `int $permits`, 1 by default.
pub(super) fn permits(arg: Optional<'_>, num: u32) -> Result<u8, Thrown> {
    let count = arg.0.map_or(Ok(1), |zval| engine::integer(zval, num))?;
    match u8::try_from(count) {
        Ok(count @ 1..=MOST_PERMITS) => Ok(count),
        _ => Err(engine::value_error(num, format_args!("must be 1 to {MOST_PERMITS} permits, {count} given"))),
    }
}

/// Reads `int|float $atLeast`, 0 by default: how long the key stays taken, whatever releases it.
pub(super) fn at_least(arg: Optional<'_>, num: u32, ttl: Ttl, renewal: Renewal) -> Result<Duration, Thrown> {
    let Some(zval) = arg.0 else {
        return Ok(Duration::ZERO);
    };
    let seconds = engine::number(zval, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER)?;
    let span = match Wait::from_seconds(seconds) {
        Ok(Wait::For(span)) if span.as_secs_f64() <= ttl::LONGEST => span,
        Ok(_) => {
            let problem = format!("must be at most {} seconds (ten years), {} given", ttl::LONGEST, number(seconds));
            return Err(engine::value_error(num, problem));
        }
        Err(error) => return Err(engine::value_error(num, error)),
    };
    let renewed = match renewal {
        Renewal::No => Duration::ZERO,
        Renewal::For(span) => span,
        Renewal::Always => Duration::MAX,
    };
    match ttl {
        Ttl::For(ttl) if span > ttl.max(renewed) => {
            let (what, limit) = if renewed > ttl { ("renewFor", renewed) } else { ("the ttl", ttl) };
            let limit = number(limit.as_secs_f64());
            Err(engine::value_error(
                num,
                format_args!("must be at most {what}, {limit} seconds, {} given", number(seconds)),
            ))
        }
        Ttl::For(_) | Ttl::Forever => Ok(span),
    }
}

/// Reads `string|array|null $server`, redislock.server by default.
pub(super) fn server(mut arg: Optional<'_>, num: u32) -> Result<Servers, Thrown> {
    let servers = match arg.unless_null() {
        None => ini::server().map_err(|problem| {
            engine::value_error(num, format_args!("must be given, since redislock.server is wrong: it {problem}"))
        })?,
        Some(zval) if zval.is_array() => list_of_servers(zval, num)?,
        Some(zval) => {
            let text = engine::string(zval, num, ffi::_zend_expected_type_Z_EXPECTED_ARRAY_OR_STRING_OR_NULL)?;
            // Never lossy: an address that was changed to fit would be another address.
            let text = std::str::from_utf8(text).map_err(|_| AddressError::Text);
            let servers = text.and_then(|text| {
                LAST.with_borrow_mut(|last| parsed(&mut last.address, &[text], || Servers::parse(text)))
            });
            servers.map_err(|error| engine::value_error(num, error))?
        }
    };
    // At every construction and not only when a socket is opened: an idle connection may be there already.
    if !servers.files().all(engine::is_within_open_basedir) {
        return Err(engine::value_error(num, "must name only sockets and files within open_basedir"));
    }
    Ok(servers)
}

/// Reads what the texts name, unless they are the last lock's.
fn parsed<E>(last: &mut Known, texts: &[&str], parse: impl FnOnce() -> Result<Servers, E>) -> Result<Servers, E> {
    match last {
        Some((known, servers)) if known == texts => Ok(servers.clone()),
        _ => {
            let servers = parse()?;
            *last = Some((texts.iter().map(|&text| text.to_owned()).collect(), servers.clone()));
            Ok(servers)
        }
    }
}

/// Returns the last lock's settings if they are equal.
pub(super) fn shared(settings: LockSettings) -> Rc<LockSettings> {
    LAST.with_borrow_mut(|last| settings.shared(&mut last.settings))
}

/// Reads a list. Nothing in it is coerced: an address or a key that was made of something else is a slip.
fn list_of_strings(zval: &Zval, num: u32) -> Result<Vec<&[u8]>, Thrown> {
    let Some(list) = zval.array().filter(|list| list.has_sequential_keys()) else {
        return Err(engine::value_error(num, "must be a list: keys 0, 1, 2 and so on"));
    };
    let mut texts = Vec::with_capacity(list.len());
    for (index, element) in list.values().enumerate() {
        let text = element.dereference().zend_str().ok_or_else(|| {
            engine::type_error(num, format_args!("must be a list of strings, and number {} is none", index + 1))
        })?;
        texts.push(text.as_bytes());
    }
    Ok(texts)
}

/// Reads the addresses of a quorum.
fn list_of_servers(zval: &Zval, num: u32) -> Result<Servers, Thrown> {
    let mut texts = Vec::new();
    for (index, text) in list_of_strings(zval, num)?.into_iter().enumerate() {
        texts.push(std::str::from_utf8(text).map_err(|_| ListError::Address(index + 1, AddressError::Text)));
    }
    let texts: Result<Vec<&str>, ListError> = texts.into_iter().collect();
    let servers = texts
        .and_then(|texts| LAST.with_borrow_mut(|last| parsed(&mut last.list, &texts, || Servers::parse_list(&texts))));
    servers.map_err(|error| engine::value_error(num, error))
}

/// Reads `?string $token`.
pub(super) fn token(mut arg: Optional<'_>, num: u32) -> Result<Option<Token>, Thrown> {
    let Some(zval) = arg.unless_null() else {
        return Ok(None);
    };
    let bytes = engine::string(zval, num, ffi::_zend_expected_type_Z_EXPECTED_STRING_OR_NULL)?;
    Token::given(bytes).map(Some).map_err(|error| engine::value_error(num, error))
}

/// Reads a bool that may be left out.
pub(super) fn boolean(arg: Optional<'_>, num: u32, default: bool) -> Result<bool, Thrown> {
    arg.0.map_or(Ok(default), |zval| engine::boolean(zval, num))
}

//! Owns turning PHP's arguments into the core's types, with PHP's own coercion and PHP's own words.
//! Does not own limits and their texts (`key`, `token`, `ttl`, `address`).
//!
//! ext-php-rs's own conversions are not used: they are strict for every caller and word their errors differently from PHP
//! (ext-php-rs pull request 298).

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::exception::PhpException;
use ext_php_rs::ffi;
use ext_php_rs::types::Zval;

use crate::address::AddressError;
use crate::key::{self, Key};
use crate::lock::{ListError, LockSettings, Renewal, Servers, TokenSource};
use crate::php::engine::{self, Thrown};
use crate::php::ini;
use crate::scope::{KeysError, MOST_PERMITS, Scope};
use crate::token::Token;
use crate::ttl::{self, Ttl, number};
use crate::wait::{Wait, WaitError};

/// The most locks that locks() returns: an array of more is hundreds of megabytes.
const MOST_LOCKS: i64 = 1_000_000;

/// The key on which diagnose() tries a user's rights when it is given none.
const KEY_TO_TRY: &[u8] = b"redislock-doctor";

thread_local! {
    /// What the last lock was made of. Most locks of a program differ in their key alone.
    static LAST: RefCell<Last> = const { RefCell::new(Last { address: None, settings: None }) };
}

struct Last {
    /// An address, and what it names.
    address: Option<(String, Servers)>,
    settings: Option<Rc<LockSettings>>,
}

/// What is pending is thrown; ext-php-rs keeps it when an exception of its own comes along.
impl From<Thrown> for PhpException {
    fn from(_: Thrown) -> Self {
        Self::from_message(String::new())
    }
}

/// Reads `string|array $key`: a key, or a list of several; each comes after the prefix.
pub(super) fn scope(arg: &mut Zval, num: u32) -> Result<Scope, Thrown> {
    if !arg.is_array() {
        let name = engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_ARRAY_OR_STRING)?;
        return ini::key(name).map(Scope::from).map_err(|error| engine::value_error(num, error));
    }
    let names = list_of_strings(arg, num)?;
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
pub(super) fn key(arg: &mut Zval, num: u32) -> Result<Key, Thrown> {
    let name = engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_STRING)?;
    ini::key(name).map_err(|error| engine::value_error(num, error))
}

/// Reads `?string $key`, for null one of our own; it comes after the prefix.
pub(super) fn key_to_try(arg: &mut Zval, num: u32) -> Result<Key, Thrown> {
    let name = if arg.is_null() {
        KEY_TO_TRY
    } else {
        engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_STRING_OR_NULL)?
    };
    ini::key(name).map_err(|error| engine::value_error(num, error))
}

/// Reads `string $pattern`, which comes after the prefix.
pub(super) fn pattern(arg: &mut Zval, num: u32) -> Result<Vec<u8>, Thrown> {
    let mut pattern = ini::prefix();
    pattern.extend(engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_STRING)?);
    if pattern.len() > key::LONGEST {
        let problem = format!("must be at most {} bytes with redislock.prefix in front", key::LONGEST);
        return Err(engine::value_error(num, problem));
    }
    Ok(pattern)
}

/// Returns what `*` as the pattern means.
pub(super) fn every_name() -> Vec<u8> {
    [&ini::prefix()[..], b"*"].concat()
}

/// Reads how many of these things there are to be; the most is named where it is one.
fn count<T: TryFrom<i64>>(arg: &mut Zval, num: u32, range: RangeInclusive<i64>, things: &str) -> Result<T, Thrown> {
    let (count, (least, most)) = (engine::integer(arg, num)?, range.into_inner());
    match T::try_from(count) {
        Ok(number) if (least..=most).contains(&count) => Ok(number),
        _ if most == i64::MAX => {
            Err(engine::value_error(num, format!("must be at least {least} {things}, {count} given")))
        }
        _ => Err(engine::value_error(num, format!("must be {least} to {most} {things}, {count} given"))),
    }
}

/// Reads `int $limit`.
pub(super) fn limit(arg: &mut Zval, num: u32) -> Result<usize, Thrown> {
    count(arg, num, 1..=MOST_LOCKS, "locks")
}

/// Reads `int $keys`.
pub(super) fn keys(arg: &mut Zval, num: u32) -> Result<usize, Thrown> {
    count(arg, num, 1..=i64::MAX, "key")
}

/// Reads `int $since`: a number of leases.
pub(super) fn since(arg: &mut Zval, num: u32) -> Result<u64, Thrown> {
    count(arg, num, 0..=i64::MAX, "leases")
}

/// Reads `int|float|null $ttl`.
pub(super) fn ttl(arg: &mut Zval, num: u32) -> Result<Option<Ttl>, Thrown> {
    if arg.is_null() {
        return Ok(None);
    }
    let seconds = engine::number(arg, num, ffi::_zend_expected_type_Z_EXPECTED_NUMBER_OR_NULL)?;
    Ttl::from_seconds(seconds).map(Some).map_err(|error| engine::value_error(num, error))
}

/// Reads a number of seconds, which no bool is, though PHP would make 1 of it: acquire(true) blocks in other libraries.
fn seconds(arg: &mut Zval, num: u32) -> Result<f64, Thrown> {
    let expected = ffi::_zend_expected_type_Z_EXPECTED_NUMBER;
    if arg.is_bool() { Err(engine::wrong_type(arg, num, expected)) } else { engine::number(arg, num, expected) }
}

/// Reads `int|float $wait`.
pub(super) fn wait(arg: &mut Zval, num: u32) -> Result<Wait, Thrown> {
    let seconds = seconds(arg, num)?;
    Wait::from_seconds(seconds).map_err(|error| engine::value_error(num, error))
}

/// Reads `int|float $renewFor`: how long renewal goes on.
pub(super) fn renew_for(arg: &mut Zval, num: u32) -> Result<Renewal, Thrown> {
    let seconds = seconds(arg, num)?;
    match Wait::from_seconds(seconds) {
        Ok(Wait::Forever) => Ok(Renewal::Always),
        Ok(Wait::For(span)) if !span.is_zero() => Ok(Renewal::For(span)),
        Ok(Wait::For(_)) | Err(WaitError(_)) => Err(engine::value_error(num, "must be greater than 0 seconds")),
    }
}

/// Reads `int $replicas`.
pub(super) fn replicas(arg: &mut Zval, num: u32) -> Result<u16, Thrown> {
    count(arg, num, 0..=u16::MAX.into(), "replicas")
}

/// Reads `int $permits`.
pub(super) fn permits(arg: &mut Zval, num: u32) -> Result<u8, Thrown> {
    count(arg, num, 1..=MOST_PERMITS.into(), "permits")
}

/// Reads `int|float $atLeast` or `$doneFor`: how long a key stays taken or a done marker stays; 0: not at all. Redis counts milliseconds: less
/// than one would be none, in silence.
pub(super) fn span(arg: &mut Zval, num: u32) -> Result<Duration, Thrown> {
    let seconds = seconds(arg, num)?;
    match Wait::from_seconds(seconds) {
        Ok(_) if seconds > 0.0 && seconds < 0.001 => {
            let problem = format!("must be 0 or at least 0.001 seconds, {} given", number(seconds));
            Err(engine::value_error(num, problem))
        }
        Ok(Wait::For(span)) if span.as_secs_f64() <= ttl::LONGEST => Ok(span),
        Ok(_) => {
            let problem = format!("must be at most {} seconds (ten years), {} given", ttl::LONGEST, number(seconds));
            Err(engine::value_error(num, problem))
        }
        Err(error) => Err(engine::value_error(num, error)),
    }
}

/// Reads `string|array|null $server`; null stands for redislock.server.
pub(super) fn server(arg: &mut Zval, num: u32) -> Result<Servers, Thrown> {
    let servers = if arg.is_null() {
        ini::server().map_err(|problem| {
            engine::value_error(num, format_args!("must be given, since redislock.server is wrong: it {problem}"))
        })?
    } else if arg.is_array() {
        list_of_servers(arg, num)?
    } else {
        let text = engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_ARRAY_OR_STRING_OR_NULL)?;
        // Never lossy: an address that was changed to fit would be another address.
        let text = std::str::from_utf8(text).map_err(|_| AddressError::Text);
        text.and_then(parsed).map_err(|error| engine::value_error(num, error))?
    };
    // At every construction and not only when a socket is opened: an idle connection may be there already.
    if engine::has_open_basedir() && !servers.files().all(engine::is_within_open_basedir) {
        return Err(engine::value_error(num, "must name only sockets and files within open_basedir"));
    }
    Ok(servers)
}

/// Reads an address, unless it is the last lock's.
fn parsed(text: &str) -> Result<Servers, AddressError> {
    LAST.with_borrow_mut(|last| match &last.address {
        Some((known, servers)) if known == text => Ok(servers.clone()),
        _ => {
            let servers = Servers::parse(text)?;
            last.address = Some((text.to_owned(), servers.clone()));
            Ok(servers)
        }
    })
}

/// Returns the last lock's settings if they are equal.
pub(super) fn kept_once(settings: LockSettings) -> Rc<LockSettings> {
    LAST.with_borrow_mut(|last| settings.kept_once(&mut last.settings))
}

/// Reads a list. Nothing in it is coerced: an address or a key that was made of something else is a slip.
fn list_of_strings(zval: &Zval, num: u32) -> Result<Vec<&[u8]>, Thrown> {
    let Some(list) = zval.array().filter(|list| list.has_sequential_keys()) else {
        return Err(engine::value_error(num, "must be a list: keys 0, 1, 2 and so on"));
    };
    let mut texts = Vec::with_capacity(list.len());
    for (index, element) in list.values().enumerate() {
        let text = element.dereference().zend_str().ok_or_else(|| {
            engine::type_error(num, format_args!("must be a list of strings, but number {} is not one", index + 1))
        })?;
        texts.push(text.as_bytes());
    }
    Ok(texts)
}

/// Reads the addresses of a quorum.
#[cold]
fn list_of_servers(zval: &Zval, num: u32) -> Result<Servers, Thrown> {
    let mut texts = Vec::new();
    for (index, text) in list_of_strings(zval, num)?.into_iter().enumerate() {
        texts.push(std::str::from_utf8(text).map_err(|_| ListError::Address(index + 1, AddressError::Text)));
    }
    let texts: Result<Vec<&str>, ListError> = texts.into_iter().collect();
    texts.and_then(|texts| Servers::parse_list(&texts)).map_err(|error| engine::value_error(num, error))
}

/// Reads `?string $token`.
pub(super) fn token(arg: &mut Zval, num: u32) -> Result<TokenSource, Thrown> {
    if arg.is_null() {
        return Ok(TokenSource::Fresh);
    }
    let bytes = engine::string(arg, num, ffi::_zend_expected_type_Z_EXPECTED_STRING_OR_NULL)?;
    Token::given(bytes).map(TokenSource::Given).map_err(|error| engine::value_error(num, error))
}

/// Reads `?callable $lookup` or `$wait`.
pub(super) fn callable_or_null(arg: &mut Zval, num: u32) -> Result<Option<Zval>, Thrown> {
    if arg.is_null() {
        return Ok(None);
    }
    engine::check_callable(arg, num, true)?;
    Ok(Some(arg.shallow_clone()))
}

/// Reads `callable $critical`.
pub(super) fn callable(arg: &mut Zval, num: u32) -> Result<Zval, Thrown> {
    engine::check_callable(arg, num, false)?;
    Ok(arg.shallow_clone())
}

//! Owns locks as the tests want them: at an address, with short timeouts.
//! Knows the crate's public interface and nothing else of it.

use std::rc::Rc;
use std::time::Duration;

use crate::support::{Proxy, Server};
use redislock::key::Key;
use redislock::lock::{Lock, LockSettings, TokenSource};
use redislock::scope::Scope;
use redislock::settings::Timeouts;
use redislock::token::Token;
use redislock::topology::{Servers, When};
use redislock::ttl::Ttl;

/// Short enough that a test of silence is quick, long enough for a loaded machine.
pub(crate) const IO_TIMEOUT: Duration = Duration::from_millis(600);

pub(crate) fn timeouts() -> Timeouts {
    Timeouts { connect: Duration::from_secs(2), io: IO_TIMEOUT }
}

/// A lock of 10 seconds on the key `k`.
pub(crate) fn lock_at(address: &str) -> Rc<Lock> {
    lock_with(address, 10.0, TokenSource::Fresh)
}

/// A lock on the key `k` that uses a given token.
pub(crate) fn adopted_at(address: &str, token: &[u8]) -> Rc<Lock> {
    lock_with(address, 10.0, TokenSource::Given(Token::given(token).unwrap()))
}

pub(crate) fn lock_with(address: &str, ttl: f64, token: TokenSource) -> Rc<Lock> {
    lock_on(address, "k", ttl, token)
}

pub(crate) fn lock_on(address: &str, key: &str, ttl: f64, token: TokenSource) -> Rc<Lock> {
    lock_of(address, key, LockSettings { token, ..terms(ttl) })
}

/// Starts a server, and makes a lock there.
pub(crate) fn server_and_lock() -> (Server, Rc<Lock>) {
    let (server, address) = Server::with_address();
    (server, lock_at(&address))
}

/// Starts a server, and a proxy in front of it, by which an acquire is one SET from here on.
pub(crate) fn server_and_proxy() -> (Server, Proxy) {
    let (server, proxy) = Server::behind_a_proxy();
    acquaint(&proxy.address());
    (server, proxy)
}

/// Ends one lease with its object and waits for the reply: from here on the server is known to accept such releases.
pub(crate) fn acquaint(address: &str) {
    let lock = lock_on(address, "first", 10.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    lock.auto_release(When::Now);
}

/// At one address, or at a quorum of several with a space between each two.
pub(crate) fn lock_of(address: &str, key: &str, terms: LockSettings) -> Rc<Lock> {
    lock_over(address, Key::new(b"", key.as_bytes()).unwrap().into(), terms)
}

/// A lock of all these keys.
pub(crate) fn lock_of_all(address: &str, keys: &[&str], terms: LockSettings) -> Rc<Lock> {
    let keys = keys.iter().map(|key| Key::new(b"", key.as_bytes()).unwrap()).collect();
    lock_over(address, Scope::all(keys).unwrap(), terms)
}

/// A lock of one of so many permits of a key.
pub(crate) fn permit_of(address: &str, key: &str, permits: u8, terms: LockSettings) -> Rc<Lock> {
    lock_over(address, Scope::permits(&Key::new(b"", key.as_bytes()).unwrap(), permits), terms)
}

fn lock_over(address: &str, scope: Scope, terms: LockSettings) -> Rc<Lock> {
    let servers = match address.split(' ').collect::<Vec<_>>().as_slice() {
        [one] => Servers::parse(one).unwrap(),
        several => Servers::parse_list(several).unwrap(),
    };
    Lock::new(scope, servers.topology(timeouts()), terms)
}

pub(crate) fn terms(ttl: f64) -> LockSettings {
    LockSettings::new(Ttl::from_seconds(ttl).unwrap())
}

/// Another lock's token, for a lock that takes it over, as PHP gives it: as text.
pub(crate) fn given_token_of(lock: &Lock) -> TokenSource {
    TokenSource::Given(Token::given(lock.token().unwrap().as_bytes()).unwrap())
}

/// The token at the key `k` or of the lock, as text.
pub(crate) fn token_of(lock: &Lock) -> String {
    String::from_utf8(lock.token().unwrap().as_bytes().to_vec()).unwrap()
}

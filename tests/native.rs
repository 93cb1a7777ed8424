//! Owns the promises of a lock whose user may run no scripts, on servers with and without commands that compare.
//! Does not own what PHP makes of the errors (php-tests/acl).
//!
//! The tests find out which commands a server has, so that none is skipped on any server.

use crate::support::Server;
use crate::support::locks::{lock_at, lock_on, lock_with};
use redislock::error::Kind;
use redislock::lock::TokenSource;

const NO_SCRIPTS: [&str; 3] = ["~*", "+@all", "-@scripting"];

pub(crate) fn has_command(server: &Server, name: &str) -> bool {
    !server.command(&["COMMAND", "INFO", name]).list()[0].is_nil()
}

/// `DELEX` (Redis 8.4) or `DELIFEQ` (Valkey 9.0).
pub(crate) fn deletes_by_compare(server: &Server) -> bool {
    has_command(server, "delex") || has_command(server, "delifeq")
}

/// `SET ... IFEQ` (Valkey 8.1, Redis 8.4).
pub(crate) fn sets_by_compare(server: &Server) -> bool {
    server.command(&["SET", "no such key", "v", "IFEQ", "v"]).is_nil()
}

#[test]
fn without_scripts_release_compares_by_a_command_or_says_that_it_cannot() {
    let server = Server::start();
    let lock = lock_at(&server.user(&NO_SCRIPTS));
    assert_eq!(lock.acquire(), Ok(true));
    if !deletes_by_compare(&server) {
        let error = lock.release().unwrap_err();
        assert_eq!(error.kind(), Kind::Server);
        assert!(error.to_string().ends_with("the lock ends with its ttl"), "{error}");
        return;
    }
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(server.command(&["EXISTS", "k"]).int(), 0);
    for others in [["SET", "k", "another's"], ["SADD", "k", "another's"]] {
        assert_eq!(lock.acquire(), Ok(true));
        server.command(&["DEL", "k"]);
        server.command(&others);
        assert_eq!(lock.release(), Ok(false), "{others:?}");
        assert_eq!(server.command(&["EXISTS", "k"]).int(), 1, "{others:?}");
        server.command(&["DEL", "k"]);
    }
}

#[test]
fn without_scripts_extend_compares_by_a_command_or_says_that_it_cannot() {
    let server = Server::start();
    let address = server.user(&NO_SCRIPTS);
    let lock = lock_with(&address, 10.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["PEXPIRE", "k", "2000"]);
    if !sets_by_compare(&server) {
        let error = lock.extend(None).unwrap_err();
        assert_eq!(error.kind(), Kind::Server);
        assert!(error.to_string().ends_with("the lock ends with its ttl"), "{error}");
        return;
    }
    assert_eq!(lock.extend(None), Ok(true));
    assert!(server.command(&["PTTL", "k"]).int() > 9000);
    server.command(&["SET", "k", "another's", "PX", "2000"]);
    assert_eq!(lock.extend(None), Ok(false));
    assert!(server.command(&["PTTL", "k"]).int() <= 2000);
}

#[test]
fn a_user_without_scripts_may_have_keys_that_are_no_text() {
    let server = Server::start();
    let address = server.user(&NO_SCRIPTS);
    let token = redislock::token::Token::given(b"s3cret-token").unwrap();
    let lock = lock_on(&address, "ä\u{7f}", 10.0, TokenSource::Given(token));
    assert_eq!(lock.acquire(), Ok(true));
    match lock.release() {
        Ok(released) => assert!(released && deletes_by_compare(&server)),
        Err(error) => {
            assert_eq!(error.kind(), Kind::Server);
            assert!(error.to_string().ends_with("the lock ends with its ttl"), "{error}");
        }
    }
    assert_eq!(lock_at(&address).acquire(), Ok(true), "the connection is in step");
}

#[test]
fn a_user_without_scripts_and_without_the_command_that_compares_is_told_so() {
    let server = Server::start();
    // What a server does not have, no user can be forbidden.
    let forbidden = ["-delex", "-delifeq"].into_iter().filter(|rule| has_command(&server, &rule[1..]));
    let rules: Vec<&str> = NO_SCRIPTS.into_iter().chain(forbidden).collect();
    let lock = lock_at(&server.user(&rules));
    assert_eq!(lock.acquire(), Ok(true));
    let error = lock.release().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().ends_with("nor DELEX, DELIFEQ or SET IFEQ; the lock ends with its ttl"), "{error}");
}

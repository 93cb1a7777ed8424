//! Owns the promises of a lock whose user may run no scripts, on servers with and without commands that compare.
//! Does not own what PHP makes of the errors (php-tests/acl).
//!
//! The tests find out which commands a server has, so that none is skipped on any server.

use crate::support::Server;
use crate::support::locks::{given_token_of, lock_at, lock_of_all, lock_on, lock_with, permit_of, terms};
use crate::support::scriptless::Scriptless;
use redislock::error::{Error, Kind};
use redislock::lock::{LockSettings, TokenSource, registry};
use redislock::topology::When;

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

const LIST: [&str; 3] = ["a", "b", "c"];

#[test]
fn a_list_is_released_though_its_connection_ends_between_two_keys() {
    let server = Scriptless::start();
    for after in 0..2 {
        let lock = lock_of_all(&server.address(), &LIST, terms(60.0));
        assert_eq!(lock.acquire(), Ok(true));
        server.end_after("DELEX", after);
        assert_eq!(lock.release(), Ok(true), "after {} keys", after + 1);
        assert_eq!((server.has_ended(), server.keys(), lock.state()), (true, 0, "released"));
        assert_eq!(lock.release(), Ok(false), "once");
    }
}

#[test]
fn a_list_of_which_a_key_was_lost_is_called_lost_though_its_connection_ends() {
    let server = Scriptless::start();
    let lock = lock_of_all(&server.address(), &LIST, terms(60.0));
    assert_eq!(lock.acquire(), Ok(true));
    server.set("a", "another's");
    server.end_after("DELEX", 0);
    assert_eq!((lock.release(), server.has_ended(), server.keys()), (Ok(false), true, 1));
}

#[test]
fn an_adopted_list_whose_connection_ends_between_two_keys_is_released_or_unclear() {
    let server = Scriptless::start();
    let owner = lock_of_all(&server.address(), &LIST, terms(60.0));
    assert_eq!(owner.acquire(), Ok(true));
    let adopted = lock_of_all(&server.address(), &LIST, LockSettings { token: given_token_of(&owner), ..terms(60.0) });
    assert_eq!(adopted.is_held(), Ok(true));
    server.end_after("DELEX", 0);
    assert!(matches!(adopted.release(), Err(Error::ReleaseUnclear(_))), "it cannot be told whose doing it is");
    assert_eq!(server.keys(), 0);
}

#[test]
fn an_object_whose_connection_ends_between_two_keys_loses_nothing() {
    let server = Scriptless::start();
    let lock = lock_of_all(&server.address(), &LIST, terms(60.0));
    assert_eq!(lock.acquire(), Ok(true));
    server.end_after("DELEX", 0);
    lock.auto_release(When::Now);
    // At the next contact.
    assert_eq!(lock_on(&server.address(), "other", 60.0, TokenSource::Fresh).acquire(), Ok(true));
    assert_eq!((server.has_ended(), server.keys()), (true, 1));
    assert_eq!(registry::take_lost(), vec![], "no loss is reported");
}

#[test]
fn what_may_be_sent_again_is_when_a_connection_ends_between_two_keys() {
    let server = Scriptless::start();
    let lock = lock_of_all(&server.address(), &LIST, terms(60.0));
    assert_eq!(lock.acquire(), Ok(true));
    server.end_after("SET", 0);
    assert_eq!((lock.extend(None), server.has_ended()), (Ok(true), true));
    server.end_after("GET", 1);
    assert_eq!((lock.is_held(), server.has_ended()), (Ok(true), true));
    server.end_after("EXISTS", 0);
    assert_eq!((lock.release(), server.has_ended(), server.keys()), (Ok(true), true, 0));
    server.end_after("CLIENT", 0);
    assert_eq!(lock.acquire(), Ok(true));
}

#[test]
fn what_force_has_removed_is_not_told_of_as_anothers_when_the_connection_ends() {
    let server = Scriptless::start();
    let list = lock_of_all(&server.address(), &LIST, terms(60.0));
    let permits = permit_of(&server.address(), "p", 3, terms(60.0));
    for lock in [list, permits] {
        assert_eq!(lock.acquire(), Ok(true));
        server.end_after("DEL", 0);
        let error = lock.force_release().unwrap_err();
        assert_eq!(error.kind(), Kind::Connection, "{error}");
        assert!(error.to_string().ends_with("call forceRelease() again"), "{error}");
        assert!(lock.force_release().is_ok());
        assert_eq!(server.keys(), 0);
        assert_eq!(lock.acquire(), Ok(true), "the lease is over");
        assert_eq!(lock.release(), Ok(true));
    }
}

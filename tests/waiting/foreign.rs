//! Owns the promises of a wait where no signal comes: holders of other makes, keys of other types, keys without
//! companions, users who may not do everything.
//! Does not own faults (faults.rs), being told by Redis of a change (tracking.rs).

use std::time::Duration;

use crate::support::locks::{lock_at, lock_on, server_and_lock};
use crate::support::waiters::{
    A_SLICE, AT_ONCE, Waiter, asked, attempts, blocked, seconds_of, server_that_knows_the_scripts, until_blocked,
};
use crate::support::{Monitor, PATIENCE, Server, eventually};
use redislock::lock::TokenSource;

fn blocks(monitor: &mut Monitor<'_>) -> usize {
    asked(monitor).iter().filter(|question| *question == "BLPOP").count()
}

/// The address as a user reaches it to whom Redis tells nothing of changes: he polls.
fn without_pushes(server: &Server) -> String {
    server.user(&["~*", "+@all", "-client|tracking"])
}

/// Returns once a waiter has polled: another holds the key, and it tries again and again.
fn until_polled(monitor: &mut Monitor<'_>) {
    let before = attempts(monitor);
    assert!(eventually(PATIENCE, || attempts(monitor) >= before + 3));
}

#[test]
fn a_foreign_holders_del_is_found_by_attempts_and_no_waiter_blocks() {
    let server = server_that_knows_the_scripts();
    server.command(&["SET", "k", "written by hand"]);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&without_pushes(&server), 10.0);
    until_polled(&mut monitor);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
    let questions = asked(&mut monitor);
    assert!(
        questions.iter().all(|question| matches!(question.as_str(), "AUTH" | "acquire" | "HELLO")),
        "{questions:?}"
    );
    assert_eq!(server.command(&["DBSIZE"]), 1, "no mark for who does not signal");
}

#[test]
fn a_foreign_holders_expiry_is_noticed_right_after_it() {
    let server = Server::start();
    server.command(&["SET", "k", "written by hand", "PX", "250"]);
    let outcome = Waiter::at(&server.tcp_address(), 10.0).end();
    assert_eq!(outcome.result, Ok(true));
    assert!(outcome.took < Duration::from_millis(250) + AT_ONCE, "{:?}", outcome.took);
}

#[test]
fn keys_of_other_types_are_waited_for_and_left_alone() {
    let server = Server::start();
    for words in
        [&["RPUSH", "k", "1"][..], &["ZADD", "k", "1", "symfony"], &["HSET", "k", "f", "v"], &["SADD", "k", "m"]]
    {
        server.command(words);
        let before = server.command(&["TYPE", "k"]).text();
        let mut monitor = server.monitor();
        let refused = Waiter::at(&server.tcp_address(), 0.35).end();
        assert_eq!(refused.result, Ok(false));
        assert!(refused.took < Duration::from_millis(350) + AT_ONCE, "{:?}", refused.took);
        // Every 80 to 120 ms, at the start and at the end; one more for a script that was not known.
        let count = attempts(&mut monitor);
        assert!((3..=7).contains(&count) && blocks(&mut monitor) == 0, "{:?}", asked(&mut monitor));
        assert_eq!(server.command(&["TYPE", "k"]), before.as_str());
        let waiter = Waiter::at(&server.tcp_address(), 10.0);
        until_polled(&mut monitor);
        waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
        server.command(&["FLUSHALL"]);
    }
}

#[test]
fn a_foreign_holder_after_one_that_signals_is_polled() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    // Without an event of the key: only the slice's end tells.
    server.command(&["SET", "k", "slipped in by hand"]);
    assert!(eventually(A_SLICE, || attempts(&mut monitor) > 1 && blocked(&server) == 0));
    until_polled(&mut monitor);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
}

#[test]
fn one_that_signals_after_a_foreign_holder_is_blocked_on() {
    let server = Server::start();
    server.command(&["SET", "k", "written by hand"]);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_polled(&mut monitor);
    server.command(&["SET", "k", "rl_of_another"]);
    until_blocked(&server, 1);
    waiter.gets_it_at_once_by(|| assert_eq!(lock_at(&server.tcp_address()).force_release(), Ok(true)));
}

#[test]
fn a_key_that_becomes_another_type_during_a_wait_is_waited_for_like_any_other() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    server.command(&["EVAL", "redis.call('DEL', 'k') redis.call('RPUSH', 'k', '1')", "1", "k"]);
    assert!(eventually(A_SLICE, || blocked(&server) == 0 && attempts(&mut monitor) > 1));
    until_polled(&mut monitor);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
}

#[test]
fn a_wake_list_of_another_type_makes_a_waiter_poll() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    server.command(&["SET", "k:rl-wake{k}", "no list"]);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_polled(&mut monitor);
    assert!(blocks(&mut monitor) <= 4, "not in a loop");
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_wake_list_that_becomes_another_type_during_a_wait_costs_no_more_than_a_slice() {
    let (server, holder) = server_and_lock();
    holder.acquire().unwrap();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    server.command(&["SET", "k:rl-wake{k}", "no list"]);
    let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(took < A_SLICE, "{took:?}");
}

#[test]
fn a_user_who_may_not_block_polls() {
    let server = Server::start();
    let address = server.user(&["~k*", "~other*", "+@all", "-blpop"]);
    let holder = lock_at(&server.tcp_address());
    holder.acquire().unwrap();
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&address, 10.0);
    until_polled(&mut monitor);
    assert_eq!(blocked(&server), 0);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
    assert_eq!(Waiter::at(&address, 0.2).end().result, Ok(false));
}

#[test]
fn keys_with_any_braces_are_waited_for_by_their_lists() {
    let (server, address) = Server::with_address();
    for key in ["{tag}", "{tag}:x", "x{tag}", "a}b", "{}x"] {
        let holder = lock_on(&address, key, 10.0, TokenSource::Fresh);
        assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
        let waiter = Waiter::on(&address, key, 10.0);
        until_blocked(&server, 1);
        let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
        assert!(took < AT_ONCE, "{key}: {took:?}");
    }
}

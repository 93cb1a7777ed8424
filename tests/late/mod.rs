//! Owns the promises about answers that do not come and commands that arrive late (docs/protocol.md, "Late and unknown").
//! Each fault is made by the proxy in front of a real server.

mod shared;
mod suspended;

use std::io::Write;
use std::net::TcpStream;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::locks::{
    IO_TIMEOUT, adopted_at, lock_at, lock_on, lock_with, server_and_lock, server_and_proxy, token_of,
};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{Error, Kind, Loss};
use redislock::lock::{Finish, Lock, TokenSource, registry};
use redislock::topology::When;

/// The acquire's own command; CLIENT SETINFO does not match.
const SET: &str = "\nSET\r\n";
/// Any script, by its SHA1 or its text.
const SCRIPT: &str = "\nEVAL";
/// What is added to two timeouts for a machine under load; that there are no more than two is counted, not timed.
const SLACK: Duration = Duration::from_secs(5);

fn server_proxy_and_lock() -> (Server, Proxy, Rc<Lock>) {
    let (server, proxy) = server_and_proxy();
    let lock = lock_at(&proxy.address());
    (server, proxy, lock)
}

fn connection_error(result: Result<bool, Error>) -> Error {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    error
}

#[test]
fn a_set_whose_reply_was_lost_is_ours_after_one_more_request() {
    let (server, proxy, lock) = server_proxy_and_lock();
    proxy.swallow_replies_after(SET);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
    assert!(lock.remaining() > 9.0, "the recovered lease has its full ttl");
    assert!(eventually(PATIENCE, || proxy.saw_reset()), "the silent connection was closed by a reset");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_set_that_never_arrived_is_repeated_by_the_second_request() {
    let (server, proxy, lock) = server_proxy_and_lock();
    proxy.swallow_request(SET);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
}

#[test]
fn a_lost_reply_about_a_lock_of_another_is_a_no() {
    let (server, proxy) = server_and_proxy();
    server.command(&["SET", "k", "another"]);
    proxy.swallow_replies_after(SET);
    assert_eq!(lock_at(&proxy.address()).acquire(), Ok(false));
}

#[test]
fn an_acquire_without_any_reply_throws_and_is_released_at_the_next_contact() {
    let (server, proxy, lock) = server_proxy_and_lock();
    proxy.swallow_replies_after(SET);
    proxy.swallow_replies_after(SCRIPT);
    let start = Instant::now();
    let text = connection_error(lock.acquire()).to_string();
    assert!(start.elapsed() < 2 * IO_TIMEOUT + SLACK, "{:?}", start.elapsed());
    assert_eq!(proxy.connections(), 2, "asked twice");
    assert!(text.contains("no reply within 0.6 s"), "{text}");
    let first = server.command(&["GET", "k"]).text();
    assert!(first.starts_with("rl_"), "it had run");
    assert!(lock.remaining() <= 0.0);

    assert_eq!(lock.is_locked(), Ok(false), "undone before the question was asked");
    assert_ne!(token_of(&lock), first, "an old command that arrives late must not match the next lease");
    assert_eq!(lock.acquire(), Ok(true));
}

#[test]
fn a_set_that_runs_after_its_acquire_was_given_up_is_released() {
    let (server, proxy, lock) = server_proxy_and_lock();
    let late = proxy.hold_request(SET);
    proxy.swallow_request(SCRIPT);
    connection_error(lock.acquire());
    late.release();
    assert_eq!(server.command(&["EXISTS", "k"]), 1, "a lock that no process holds");
    assert_eq!(lock.holder(), Ok(None));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_release_that_arrives_late_does_not_touch_the_next_lease() {
    let (server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    // The script is known by now, so the copy is the call that does the work.
    lock.release().unwrap();
    lock.acquire().unwrap();
    let late = proxy.repeat_late(SCRIPT);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(lock.acquire(), Ok(true));
    late.release();
    assert_eq!(late.reply(), 0);
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
    assert_eq!(lock.is_held(), Ok(true));
}

#[test]
fn a_release_whose_reply_was_lost_is_a_success() {
    let (server, proxy, lock) = server_proxy_and_lock();
    know_the_release_script(&lock_at(&proxy.address()));
    lock.acquire().unwrap();
    proxy.swallow_replies_after(SCRIPT);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
    assert_eq!(lock.release(), Ok(false), "there is nothing left to release");
}

#[test]
fn a_release_without_any_reply_throws_and_may_be_tried_again() {
    let (_server, proxy, lock) = server_proxy_and_lock();
    know_the_release_script(&lock);
    lock.acquire().unwrap();
    proxy.swallow_replies_after(SCRIPT).times(2);
    connection_error(lock.release());
    assert!(lock.remaining() <= 0.0, "it may be gone already, so it is not to be trusted");
    assert_eq!(lock.state(), "releasing");
    assert_eq!(lock.release(), Ok(true), "gone by the first try, which was within the deadline");
}

#[test]
fn after_a_release_without_a_reply_the_object_may_acquire_again() {
    let (server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    proxy.swallow_request(SCRIPT).times(2);
    connection_error(lock.release());
    let old = server.command(&["GET", "k"]).text();
    assert!(old.starts_with("rl_"), "the release did not arrive");
    assert_eq!(lock.acquire(), Ok(true), "the old token is released in the same write");
    assert_ne!(token_of(&lock), old);
}

#[test]
fn a_lost_reply_to_a_release_after_the_deadline_is_not_called_success() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_with(&proxy.address(), 0.05, TokenSource::Fresh);
    lock.acquire().unwrap();
    assert!(eventually(PATIENCE, || lock.remaining() <= 0.0 && server.command(&["EXISTS", "k"]) == 0));
    proxy.swallow_replies_after(SCRIPT);
    assert_eq!(lock.release(), Ok(false));
}

#[test]
fn an_adopted_tokens_release_without_a_reply_is_done_once_its_token_is_gone() {
    let (server, proxy) = server_and_proxy();
    know_the_release_script(&lock_at(&proxy.address()));
    server.command(&["SET", "k", "theirs"]);
    let adopted = adopted_at(&proxy.address(), b"theirs");
    assert_eq!(adopted.is_held(), Ok(true));
    let rule = proxy.swallow_replies_after(SCRIPT).times(9);
    let error = connection_error(adopted.release());
    assert!(matches!(error, Error::Failed { .. }), "{error}");
    assert_eq!(rule.hits(), 1, "another may hold it by the same token since");
    rule.lift();
    assert_eq!(adopted.release(), Ok(true));
    assert_eq!(adopted.release(), Ok(false), "now it is known");
}

#[test]
fn an_extend_without_a_reply_is_not_repeated_and_leaves_the_lease() {
    let (_server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    lock.extend(None).unwrap();
    let rule = proxy.swallow_replies_after(SCRIPT).times(9);
    connection_error(lock.extend(None));
    assert_eq!(rule.hits(), 1);
    rule.lift();
    assert!(lock.remaining() > 8.0);
    assert_eq!(lock.extend(None), Ok(true));
    assert!(eventually(PATIENCE, || proxy.saw_reset()));
}

#[test]
fn a_reply_after_the_leases_own_deadline_is_a_lost_lease_that_is_released() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_with(&proxy.address(), 0.1, TokenSource::Fresh);
    proxy.delay_replies(Duration::from_millis(200));
    let mut monitor = server.monitor();
    let error = lock.acquire().unwrap_err();
    assert!(matches!(error, Error::Lost { loss: Loss::RepliedTooLate, .. }), "{error}");
    assert_eq!(lock.state(), "none");
    let commands = monitor.commands();
    let token = commands.iter().find_map(|command| command.strip_prefix("SET k ")?.split(' ').next());
    let releases = |command: &String| command.starts_with("EVAL") && command.contains(token.unwrap());
    assert!(commands.iter().any(releases), "{commands:?}");
}

#[test]
fn a_new_lease_of_an_expired_one_releases_the_old_token_first() {
    let server = Server::start();
    let lock = lock_with(&server.tcp_address(), 0.05, TokenSource::Fresh);
    lock.acquire().unwrap();
    server.command(&["PERSIST", "k"]);
    assert!(eventually(PATIENCE, || lock.remaining() <= 0.0));
    assert_eq!(lock.state(), "expired");
    let mut monitor = server.monitor();
    assert_eq!(lock.acquire(), Ok(true));
    let commands: Vec<String> = monitor.commands();
    assert!(commands[0].starts_with("EVAL"), "{commands:?}");
    assert!(commands.last().unwrap().starts_with("SET k rl_"), "{commands:?}");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_stopped_server_is_given_up_within_two_timeouts_and_its_lock_released_later() {
    let (server, lock) = server_and_lock();
    lock.is_locked().unwrap();
    server.suspend();
    let start = Instant::now();
    connection_error(lock.acquire());
    assert!(start.elapsed() < 2 * IO_TIMEOUT + SLACK, "{:?}", start.elapsed());
    server.resume();
    // The server runs what the kernel kept for it; the late release comes after that.
    assert_eq!(lock.is_locked(), Ok(false));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_peer_that_closed_between_two_calls_is_replaced_without_an_error() {
    let (_server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    proxy.kill_connections();
    assert_eq!(lock.extend(None), Ok(true));
    proxy.kill_connections();
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(proxy.connections(), 3);
}

#[test]
fn a_peer_that_closes_right_after_its_reply_is_replaced_without_an_error() {
    let (server, lock) = server_and_lock();
    let mut operator = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    // Not waited for: what is sent next comes while the peer is still trusted, before its end or after it.
    let mut kill = || operator.write_all(b"CLIENT KILL TYPE normal\r\n").unwrap();
    for _ in 0..300 {
        assert_eq!(lock.acquire(), Ok(true));
        kill();
        assert_eq!(lock.release(), Ok(true));
        kill();
    }
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn where_nothing_listens_the_error_is_quick_and_nothing_is_kept_for_later() {
    let (server, proxy) = Server::behind_a_proxy();
    proxy.refuse();
    let lock = lock_at(&proxy.address());
    let text = connection_error(lock.acquire()).to_string();
    assert!(text.ends_with("connection refused; do not start the guarded work"), "{text}");
    proxy.heal();
    let mut monitor = server.monitor();
    assert_eq!(lock.acquire(), Ok(true));
    let commands = monitor.commands();
    let scripts = commands.iter().filter(|command| command.starts_with("EVAL")).count();
    assert!((1..=2).contains(&scripts), "there was nothing to undo: {commands:?}");
}

#[test]
fn what_an_unreachable_address_gathers_is_worked_off_in_one_write() {
    let (server, proxy) = server_and_proxy();
    let locks: Vec<_> = (0..5).map(|n| lock_on(&proxy.address(), &format!("k{n}"), 10.0, TokenSource::Fresh)).collect();
    for lock in &locks {
        proxy.swallow_replies_after(SET).times(9);
        proxy.swallow_replies_after(SCRIPT).times(9);
        // What those before it have left goes ahead of each.
        lock.acquire().unwrap_err();
        proxy.pass();
    }
    assert_eq!(locks[0].is_locked(), Ok(false));
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

/// Lets the server know the release script, so that the next release is one command.
fn know_the_release_script(lock: &Rc<Lock>) {
    lock.acquire().unwrap();
    lock.release().unwrap();
}

#[test]
fn a_token_whose_acquire_had_no_reply_is_not_used_again() {
    let (server, proxy, lock) = server_proxy_and_lock();
    let first = token_of(&lock);
    server.command(&["SET", "k", "another"]);
    proxy.swallow_request(SET);
    assert_eq!(lock.acquire(), Ok(false), "the second question was answered");
    server.command(&["DEL", "k"]);
    assert_eq!(lock.acquire(), Ok(true));
    assert_ne!(token_of(&lock), first);
}

#[test]
fn an_expired_lock_is_acquired_again_even_if_the_first_write_is_lost() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_with(&proxy.address(), 0.2, TokenSource::Fresh);
    lock.acquire().unwrap();
    server.command(&["PERSIST", "k"]);
    assert!(eventually(PATIENCE, || lock.remaining() <= 0.0));
    // The first write begins with the release of the old token.
    proxy.swallow_request(SCRIPT);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
}

#[test]
fn a_release_that_ran_without_a_reply_is_no_loss() {
    let (_server, proxy, lock) = server_proxy_and_lock();
    know_the_release_script(&lock);
    lock.acquire().unwrap();
    proxy.swallow_replies_after(SCRIPT).times(2);
    connection_error(lock.release());
    assert_eq!(lock.is_held(), Ok(false));
    assert_eq!(lock.state(), "released");
    assert_eq!(lock.end_run(Finish::default()), Ok(()), "released by the callback");

    lock.acquire().unwrap();
    proxy.swallow_replies_after(SCRIPT).times(2);
    connection_error(lock.release());
    lock.auto_release(When::Now);
    assert_eq!(registry::take_lost(), vec![]);
}

#[test]
fn a_run_that_could_not_release_leaves_its_lock_to_the_next_contact() {
    let (server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    proxy.swallow_request(SCRIPT).times(2);
    assert_eq!(lock.end_run(Finish::default()), Ok(()), "the deadline stands");
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
    assert_eq!(lock.acquire(), Ok(true), "its old lease is released before anything else");
}

#[test]
fn one_failed_automatic_release_does_not_keep_later_ones_from_being_sent_at_once() {
    let (server, proxy, lock) = server_proxy_and_lock();
    lock.acquire().unwrap();
    proxy.swallow_request(SCRIPT);
    lock.auto_release(When::Now);
    assert_eq!(server.command(&["EXISTS", "k"]), 1, "a blip of the network");
    let next = lock_on(&proxy.address(), "next", 10.0, TokenSource::Fresh);
    assert_eq!(next.acquire(), Ok(true), "it is over");
    next.auto_release(When::Now);
    assert!(eventually(PATIENCE, || server.command(&["DBSIZE"]) == 0), "in the middle of the request");
}

#[test]
fn an_unrequested_reply_is_not_taken_for_the_next() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://{}", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        for (stream, replies) in listener.incoming().zip([":1\r\n:1\r\n", "*2\r\n:5\r\n:0\r\n"]) {
            let mut stream = stream.unwrap();
            let mut read = [0; 4096];
            std::io::Read::read(&mut stream, &mut read).unwrap();
            std::io::Write::write_all(&mut stream, replies.as_bytes()).unwrap();
            drop(std::io::Read::read(&mut stream, &mut read));
        }
    });
    let (one, other) = (lock_at(&address), lock_on(&address, "other", 10.0, TokenSource::Fresh));
    assert_eq!(one.acquire(), Ok(true));
    assert_eq!(other.acquire(), Ok(false), "asked on a connection of its own");
    redislock::node::late::flush::close();
    drop(server);
}

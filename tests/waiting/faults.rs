//! Owns the promises of a wait during which something breaks: data that vanish, connections that close, a server that
//! restarts, stops or dies, answers that are late or lost.
//! Does not own faults of a question without a wait (tests/late).

use std::cell::Cell;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, lock_at, lock_with};
use crate::support::waiters::{
    A_SLICE, AT_ONCE, Waited, Waiter, asked, attempts, blocked_client, know_the_scripts, seconds_of,
    server_that_knows_the_scripts, until_blocked,
};
use crate::support::{Client, PATIENCE, Proxy, Sent, Server, eventually, free_port};
use redislock::error::{Error, Kind, Loss};
use redislock::lock::{Lock, TokenSource};

/// Any script, by its SHA1 or its text.
const SCRIPT: &str = "\nEVAL";

/// A server on which a lock is held and waited for.
fn contended(server: &Server, seconds: f64) -> (Rc<Lock>, Waiter) {
    know_the_scripts(server);
    let holder = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire(), Ok(true));
    let waiter = Waiter::at(&server.tcp_address(), seconds);
    until_blocked(server, 1);
    (holder, waiter)
}

/// The tokens that the acquire script was asked with, in order.
fn tokens(lines: &[Sent]) -> Vec<String> {
    // Two keys and five arguments; a release has three and four.
    let is_acquire = |sent: &&Sent| !sent.is_by_script() && sent.words.len() == 10 && sent.words[2] == b"2";
    let acquires = lines.iter().filter(is_acquire);
    acquires.map(|sent| String::from_utf8(sent.words[5].clone()).unwrap()).collect()
}

fn assert_ends_unreachable(outcome: &Waited, wait: Duration) {
    let error = outcome.result.as_ref().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    assert!(outcome.took >= wait && outcome.took < wait + IO_TIMEOUT + AT_ONCE, "{:?}", outcome.took);
}

#[test]
fn a_lock_that_vanishes_with_all_data_is_had_within_a_slice() {
    let server = Server::start();
    let (_holder, waiter) = contended(&server, 10.0);
    let took = waiter.gets_it_by(|| assert_eq!(server.command(&["FLUSHALL"]), "OK"));
    assert!(took < A_SLICE, "{took:?}");
}

#[test]
fn a_server_that_forgot_the_scripts_during_a_wait_is_told_them_again() {
    let server = Server::start();
    let (holder, waiter) = contended(&server, 10.0);
    let took = waiter.gets_it_by(|| {
        assert_eq!(server.command(&["SCRIPT", "FLUSH"]), "OK");
        assert_eq!(holder.release(), Ok(true));
    });
    assert!(took < AT_ONCE, "{took:?}");
}

#[test]
fn a_waiter_whose_connection_is_killed_waits_on_another() {
    let server = Server::start();
    let (holder, waiter) = contended(&server, 10.0);
    let first = blocked_client(&server);
    assert_eq!(server.command(&["CLIENT", "KILL", "ID", &first]), 1);
    assert!(eventually(AT_ONCE, || blocked_client(&server) != first));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_that_is_unblocked_by_hand_tries_and_blocks_again() {
    let server = Server::start();
    let (holder, waiter) = contended(&server, 10.0);
    let mut monitor = server.monitor();
    for (count, how) in ["TIMEOUT", "ERROR", "TIMEOUT"].into_iter().enumerate() {
        let client = blocked_client(&server);
        assert_eq!(server.command(&["CLIENT", "UNBLOCK", &client, how]), 1);
        assert!(eventually(PATIENCE, || asked(&mut monitor).len() == 2 * (count + 1)), "{:?}", asked(&mut monitor));
        assert!(asked(&mut monitor).ends_with(&["acquire".into(), "BLPOP".into()]));
    }
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_that_is_unblocked_again_and_again_does_not_try_in_a_loop() {
    let server = Server::start();
    let (_holder, waiter) = contended(&server, 1.5);
    let mut monitor = server.monitor();
    let start = Instant::now();
    let clients = server.command(&["CLIENT", "LIST"]).text();
    let id = clients.lines().find(|line| line.contains("cmd=blpop")).unwrap();
    let id = id.split(' ').find_map(|field| field.strip_prefix("id=")).unwrap();
    while start.elapsed() < Duration::from_millis(800) {
        server.command(&["CLIENT", "UNBLOCK", id]);
    }
    assert_eq!(waiter.end().result, Ok(false));
    assert!(attempts(&mut monitor) <= 1_500 / 5, "{} attempts in 1.5 s", attempts(&mut monitor));
}

#[test]
fn a_server_that_restarts_during_a_wait_is_found_again_and_has_the_lock() {
    let server = Server::start();
    let (_holder, waiter) = contended(&server, 10.0);
    server.stop();
    let took = waiter.gets_it_by(|| server.restart());
    assert!(took < PATIENCE / 4, "{took:?}");
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
}

#[test]
fn a_server_that_dies_during_a_wait_is_an_error_at_its_end_and_not_before() {
    let server = Server::start();
    let (_holder, waiter) = contended(&server, 1.5);
    server.stop();
    let outcome = waiter.end();
    assert_ends_unreachable(&outcome, Duration::from_millis(1_500));
    assert!(outcome.result.unwrap_err().to_string().contains("connection refused"));
}

#[test]
fn a_server_that_stops_in_a_wait_is_an_error_at_its_end_and_its_lock_is_released() {
    let server = server_that_knows_the_scripts();
    let (wait, holder) = (Duration::from_secs(3), lock_with(&server.tcp_address(), 1.5, TokenSource::Fresh));
    holder.acquire().unwrap();
    let lock = lock_at(&server.tcp_address());
    let outcome = std::thread::scope(|threads| {
        let stopper = threads.spawn(|| {
            until_blocked(&server, 1);
            server.suspend();
        });
        let start = Instant::now();
        let result = lock.acquire_within(seconds_of(3.0), None);
        let ended = Instant::now();
        stopper.join().unwrap();
        Waited { result, took: ended - start, ended, token: String::new(), state: lock.state() }
    });
    assert_ends_unreachable(&outcome, wait);
    server.resume();
    assert_eq!(lock.is_locked(), Ok(false), "the first contact undoes what the kernel kept for the server");
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_server_that_never_replied_is_an_error_at_once_however_long_the_wait() {
    let outcome = Waiter::at(&format!("redis://127.0.0.1:{}", free_port()), 60.0).end();
    let error = outcome.result.unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    assert!(outcome.took < AT_ONCE, "{:?}", outcome.took);

    let server = Server::start();
    server.suspend();
    let outcome = Waiter::at(&server.tcp_address(), f64::INFINITY).end();
    assert_eq!(outcome.result.unwrap_err().kind(), Kind::Connection);
    assert!(outcome.took < 2 * IO_TIMEOUT + AT_ONCE, "asked twice: {:?}", outcome.took);
}

#[test]
fn what_a_server_refuses_for_good_is_an_error_at_once() {
    let server = Server::start();
    let (_holder, waiter) = contended(&server, 60.0);
    let took = {
        let start = Instant::now();
        server.command(&["ACL", "SETUSER", "default", "-eval", "-evalsha"]);
        server.command(&["CLIENT", "UNBLOCK", &blocked_client(&server)]);
        let outcome = waiter.end();
        assert_eq!(outcome.result.unwrap_err().kind(), Kind::Server);
        start.elapsed()
    };
    assert!(took < AT_ONCE, "{took:?}");
}

#[test]
fn a_reply_lost_during_a_wait_leads_to_a_second_attempt_under_the_same_token() {
    let server = server_that_knows_the_scripts();
    let proxy = Proxy::start(server.port());
    let mut monitor = server.monitor();
    proxy.swallow_replies_after(SCRIPT);
    let outcome = Waiter::at(&proxy.address(), 10.0).end();
    assert_eq!(outcome.result, Ok(true));
    assert!(outcome.took < IO_TIMEOUT + AT_ONCE, "{:?}", outcome.took);
    assert_eq!(tokens(&monitor.lines()), [outcome.token.clone(), outcome.token.clone()]);
    assert_eq!(server.command(&["GET", "k"]), outcome.token.as_str());
    assert!(eventually(PATIENCE, || proxy.saw_reset()));
}

#[test]
fn a_second_attempt_after_a_lost_reply_takes_nothing_from_another() {
    let server = server_that_knows_the_scripts();
    let proxy = Proxy::start(server.port());
    server.command(&["SET", "k", "another", "PX", "60000"]);
    proxy.swallow_replies_after(SCRIPT);
    assert_eq!(Waiter::at(&proxy.address(), 1.0).end().result, Ok(false));
    assert_eq!(server.command(&["GET", "k"]), "another");
}

#[test]
fn a_reply_lost_after_a_signal_leads_to_a_second_attempt_under_the_same_token() {
    let server = server_that_knows_the_scripts();
    let proxy = Proxy::start(server.port());
    let holder = lock_at(&server.tcp_address());
    holder.acquire().unwrap();
    let waiter = Waiter::at(&proxy.address(), 10.0);
    until_blocked(&server, 1);
    let lost = proxy.swallow_replies_after(SCRIPT);
    let mut monitor = server.monitor();
    assert_eq!(holder.release(), Ok(true));
    let outcome = waiter.end();
    assert_eq!((outcome.result, lost.hits()), (Ok(true), 1));
    assert_eq!(tokens(&monitor.lines()), [outcome.token.clone(), outcome.token.clone()]);
    assert_eq!(server.command(&["GET", "k"]), outcome.token.as_str());
    assert!(server.command(&["PTTL", "k"]).int() > 9_000, "with its full ttl");
}

#[test]
fn an_acquire_that_runs_after_its_wait_was_given_up_is_released() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = lock_at(&proxy.address());
    let late = proxy.hold_request(SCRIPT);
    proxy.swallow_request(SCRIPT).times(9);
    assert_eq!(lock.acquire_within(seconds_of(0.2), None).unwrap_err().kind(), Kind::Connection);
    proxy.pass();
    server.command(&["SCRIPT", "LOAD", redislock::scripts::ACQUIRE.text]);
    late.release();
    assert_eq!(server.command(&["EXISTS", "k"]), 1, "a lock that no process holds");
    assert_eq!(lock.is_locked(), Ok(false));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

/// A lock of 0.3 s whose answers are 0.4 s late from now on; its connection is made already.
fn late_lock(proxy: &Proxy) -> Rc<Lock> {
    let lock = lock_with(&proxy.address(), 0.3, TokenSource::Fresh);
    assert_eq!(lock.is_locked(), Ok(false));
    proxy.delay_replies(Duration::from_millis(400));
    lock
}

#[test]
fn a_reply_after_the_leases_deadline_is_released_and_tried_again_within_the_wait() {
    let server = Server::start();
    let proxy = Arc::new(Proxy::start(server.port()));
    know_the_scripts(&server);
    let mut monitor = server.monitor();
    let slow = Arc::clone(&proxy);
    let waiter = Waiter::start(10.0, None, move || late_lock(&slow));
    let released =
        |asked: Vec<String>| asked.iter().skip_while(|asked| *asked != "acquire").any(|asked| asked == "script");
    assert!(eventually(PATIENCE, || released(asked(&mut monitor))));
    proxy.pass();
    let outcome = waiter.end();
    assert_eq!(outcome.result, Ok(true));
    let tokens = tokens(&monitor.lines());
    assert!(tokens.len() >= 2 && tokens.last() == Some(&outcome.token) && tokens[0] != outcome.token);
}

#[test]
fn a_reply_after_the_leases_own_deadline_is_lost_when_no_wait_is_left() {
    let (server, proxy) = Server::behind_a_proxy();
    know_the_scripts(&server);
    let lock = late_lock(&proxy);
    let mut monitor = server.monitor();
    let error = lock.acquire_within(seconds_of(0.1), None).unwrap_err();
    assert!(matches!(error, Error::Lost { loss: Loss::RepliedTooLate, .. }), "{error}");
    assert_eq!(asked(&mut monitor)[..2], ["acquire", "script"], "released");
    assert_eq!(lock.state(), "none");
}

#[test]
fn a_waiter_that_cannot_block_three_times_polls_or_uses_tracking() {
    let (server, proxy) = Server::behind_a_proxy();
    let holder = lock_with(&server.tcp_address(), 60.0, TokenSource::Fresh);
    assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
    let mut monitor = server.monitor();
    let blocks = proxy.swallow_request("\nBLPOP\r\n").times(100);
    let address = server
        .user(&["~k*", "+@all", "-client|tracking"])
        .replace(&server.port().to_string(), &proxy.port().to_string());
    assert_eq!(Waiter::at(&address, 5.0).end().result, Ok(false));
    // One for each slice, and then every 100 ms: on a very slow machine half as many.
    let polled = attempts(&mut monitor);
    assert!(polled >= 10, "{polled}");
    assert_eq!(blocks.hits(), 3);
    assert_eq!(Waiter::at(&proxy.address(), 5.0).end().result, Ok(false));
    assert!(attempts(&mut monitor) - polled < 10 && blocks.hits() == 6);
}

/// Takes a waiter's connection at a moment at which the server refuses it by a setting, until it has refused several times, as `counter` says.
fn refuse_for_a_while(server: &Server, control: &mut Client, name: &[u8], usual: &[u8], counter: &str) {
    let waiter = blocked_client(server);
    assert_eq!(control.ask(&[b"CONFIG", b"SET", name, b"1"]).unwrap(), "OK");
    assert_eq!(control.ask(&[b"CLIENT", b"KILL", b"ID", waiter.as_bytes()]).unwrap(), 1);
    let mut refused = || {
        let stats = control.ask(&[b"INFO", b"stats"]).unwrap().text();
        let count = stats.lines().find_map(|line| line.strip_prefix(counter)).unwrap();
        count.trim().parse::<u32>().unwrap()
    };
    let before = refused();
    assert!(eventually(PATIENCE, || refused() >= before + 3), "{} refused", refused() - before);
    assert_eq!(control.ask(&[b"CONFIG", b"SET", name, usual]).unwrap(), "OK");
}

#[test]
fn a_wait_outlasts_a_server_that_takes_no_more_clients() {
    let server = Server::start();
    let mut control = Client::connect(server.port()).unwrap();
    let (holder, waiter) = contended(&server, 20.0);
    refuse_for_a_while(&server, &mut control, b"maxclients", b"100", "rejected_connections:");
    assert!(!waiter.has_ended());
    let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(took < PATIENCE / 4, "{took:?}");
}

#[test]
fn a_wait_outlasts_a_master_that_lacks_replicas() {
    let server = Server::start();
    let mut control = Client::connect(server.port()).unwrap();
    let (holder, waiter) = contended(&server, 20.0);
    refuse_for_a_while(&server, &mut control, b"min-replicas-to-write", b"0", "total_error_replies:");
    assert!(!waiter.has_ended());
    let took = waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(took < PATIENCE / 4, "{took:?}");
}

#[test]
fn a_server_that_takes_no_more_clients_is_an_error_at_the_end_of_the_wait() {
    let server = Server::start();
    let mut control = Client::connect(server.port()).unwrap();
    let (_holder, waiter) = contended(&server, 1.5);
    let client = blocked_client(&server);
    assert_eq!(control.ask(&[b"CONFIG", b"SET", b"maxclients", b"1"]).unwrap(), "OK");
    assert_eq!(control.ask(&[b"CLIENT", b"KILL", b"ID", client.as_bytes()]).unwrap(), 1);
    let outcome = waiter.end();
    let error = outcome.result.unwrap_err();
    assert_eq!(error.kind(), Kind::Server, "{error}");
    assert!(error.to_string().contains("ERR max number of clients reached"), "{error}");
    assert!(outcome.took >= Duration::from_millis(1_500), "{:?}", outcome.took);
}

/// Envoy's words, and those of twemproxy: each gets its first reply from Redis.
#[test]
fn a_wait_outlasts_a_proxy_that_has_no_server() {
    for says in ["no upstream host", "upstream failure", "ERR Connection refused"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("redis://{}", listener.local_addr().unwrap());
        let waiter = Waiter::at(&address, 20.0);
        let (mut proxy, _) = listener.accept().unwrap();
        let taken = Cell::new(0);
        let held_then_gone = |commands: &str| {
            let acquire = match taken.replace(taken.get() + 1) {
                0 => "*2\r\n:40\r\n:0\r\n".to_owned(),
                1 | 2 => format!("-{says}\r\n"),
                _ => ":1\r\n".to_owned(),
            };
            "+OK\r\n".repeat(commands.matches("SETINFO").count()) + &acquire
        };
        while !waiter.has_ended() {
            let mut bytes = [0; 8192];
            let read = proxy.read(&mut bytes).unwrap();
            let commands = String::from_utf8_lossy(&bytes[..read]).into_owned();
            if read == 0 {
                break;
            }
            proxy.write_all(held_then_gone(&commands).as_bytes()).unwrap();
        }
        assert_eq!(waiter.end().result, Ok(true), "{says}");
        assert_eq!(taken.get(), 4, "{says}");
    }
}

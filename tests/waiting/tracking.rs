//! Owns the promises of a wait behind a holder that does not signal, where Redis tells of the key's change: who is woken and when, how
//! often is asked, what is left of it on the connection, and that all else is polled.
//! Does not own a wait that is polled (foreign.rs), a holder that signals (mod.rs).

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_at, lock_of, lock_of_all, lock_on, permit_of, server_and_lock, terms};
use crate::support::sentinels::Watched;
use crate::support::waiters::{
    A_SLICE, AT_ONCE, Program, Waiter, asked, attempts, blocked, know_the_scripts, seconds_of,
    server_that_knows_the_scripts, until_blocked,
};
use crate::support::{Monitor, PATIENCE, Server, eventually};
use redislock::error::Error;
use redislock::lock::{Lock, LockSettings, TokenSource};
use redislock::net::interrupts::Interruption;

/// Longer than a waiter that was told lets pass since its last attempt.
const QUIET: Duration = Duration::from_millis(130);

/// How many clients of the server have it tell them of changes.
fn watchers(server: &Server) -> usize {
    clients(server, |line| field(line, "flags=").contains('t'))
}

/// How many speak RESP3.
fn speakers_of_resp3(server: &Server) -> usize {
    clients(server, |line| field(line, "resp=") == "3")
}

fn clients(server: &Server, is_one: impl Fn(&str) -> bool) -> usize {
    server.command(&["CLIENT", "LIST"]).text().lines().filter(|line| is_one(line)).count()
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    line.split(' ').find_map(|field| field.strip_prefix(name)).unwrap_or_default()
}

fn until_watched(server: &Server, count: usize) {
    assert!(eventually(PATIENCE, || watchers(server) == count), "{} watch", watchers(server));
}

fn hold(server: &Server) {
    server.command(&["SET", "k", "written by hand"]);
}

/// Has a waiter wait behind a holder that does not signal, and returns how long after the DEL it had the lock.
fn woken(server: &Server, address: &str) -> Duration {
    hold(server);
    let waiter = Waiter::at(address, 10.0);
    until_watched(server, 1);
    thread::sleep(QUIET);
    waiter.gets_it_by(|| assert_eq!(server.command(&["DEL", "k"]), 1))
}

/// The second shortest of five: a busy machine is late at times, and who polls is never so early.
fn usually(mut took: impl FnMut() -> Duration) -> Duration {
    let mut all: Vec<_> = (0..5).map(|_| took()).collect();
    all.sort_unstable();
    all[1]
}

fn is_woken_by_a_push(server: &Server, address: &str) {
    let took = usually(|| woken(server, address));
    assert!(took < Duration::from_millis(15), "{took:?}");
    assert!(eventually(PATIENCE, || watchers(server) == 0 && speakers_of_resp3(server) == 0));
}

#[test]
fn a_del_wakes_a_waiter_at_once_and_nothing_of_that_stays_on_its_connection() {
    let server = Server::start();
    is_woken_by_a_push(&server, &server.tcp_address());
    is_woken_by_a_push(&server, &server.unix_address());
    is_woken_by_a_push(&server, &server.user(&["~k*", "+@all"]));
}

#[test]
fn a_del_wakes_a_waiter_over_tls() {
    use crate::support::authority::{Authority, HERE};
    let authority = Authority::new();
    let server = authority.server(&authority.signs(HERE), &[]);
    is_woken_by_a_push(&server, &authority.address(&server, ""));
}

#[test]
fn the_connection_is_closed_after_the_wait() {
    let server = Server::start();
    hold(&server);
    let lock = lock_at(&server.tcp_address());
    assert_eq!(lock.acquire_within(seconds_of(0.5), None), Ok(false));
    assert!(eventually(PATIENCE, || (watchers(&server), speakers_of_resp3(&server)) == (0, 0)));
    server.command(&["DEL", "k"]);
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    assert_eq!((watchers(&server), speakers_of_resp3(&server)), (0, 0));
}

#[test]
fn tracked_waiters_try_once_a_second_and_never_more_often_than_polling_ones() {
    let server = server_that_knows_the_scripts();
    hold(&server);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 2.5);
    until_watched(&server, 1);
    assert_eq!(waiter.end().result, Ok(false));
    // Two at the start, one after each slice, one at the end.
    let asleep = attempts(&mut monitor);
    assert!((4..=6).contains(&asleep), "{:?}", asked(&mut monitor));
    let waiter = Waiter::at(&server.tcp_address(), 2.0);
    // A holder that renews its lease, or a counter that is no lock: told of 1,000 times a second.
    let start = Instant::now();
    while !waiter.has_ended() {
        server.command(&["PEXPIRE", "k", "60000"]);
        thread::sleep(Duration::from_millis(1));
    }
    let (took, busy) = (start.elapsed().as_millis() / 80, attempts(&mut monitor) - asleep);
    assert!(busy > 8 && u128::try_from(busy).unwrap() <= took + 3, "{busy} in {took}");
    assert_eq!(waiter.end().result, Ok(false));
}

#[test]
fn none_of_sixty_four_tracked_waiters_tries_more_often_than_a_polling_one() {
    let server = server_that_knows_the_scripts();
    hold(&server);
    let mut monitor = server.monitor();
    let waiters: Vec<_> = (0..64).map(|_| Waiter::at(&server.tcp_address(), 1.5)).collect();
    until_watched(&server, 64);
    for _ in 0..150 {
        hold(&server);
        thread::sleep(Duration::from_millis(8));
    }
    let all = waiters.into_iter().map(Waiter::end).collect::<Vec<_>>();
    assert!(all.iter().all(|waited| waited.result == Ok(false)));
    let longest = all.iter().map(|waited| waited.took.as_millis()).max().unwrap();
    let most = 64 * (longest / 80 + 3);
    assert!(u128::try_from(attempts(&mut monitor)).unwrap() <= most, "{} of {most}", attempts(&mut monitor));
}

#[test]
fn a_flush_is_told_of_and_an_expiry_or_a_swap_of_databases_is_noticed_in_time() {
    let (server, address) = Server::with_address();
    let watched = || {
        hold(&server);
        let waiter = Waiter::at(&address, 10.0);
        until_watched(&server, 1);
        thread::sleep(QUIET);
        waiter
    };
    for flush in [&["FLUSHALL"][..], &["FLUSHDB"], &["EVAL", "redis.call('DEL', KEYS[1])", "1", "k"]] {
        let took = usually(|| watched().gets_it_by(|| drop(server.command(flush))));
        assert!(took < Duration::from_millis(15), "{flush:?}: {took:?}");
    }
    let took = watched().gets_it_by(|| drop(server.command(&["SWAPDB", "0", "9"])));
    assert!(took < A_SLICE, "{took:?}");
    server.command(&["SET", "k", "written by hand", "PX", "500"]);
    let expired = Waiter::at(&address, 10.0).end();
    assert_eq!(expired.result, Ok(true));
    assert!(expired.took < Duration::from_millis(500) + AT_ONCE, "{:?}", expired.took);
    // The server looks for what has expired ten times a second, unless it is told not to.
    server.command(&["DEBUG", "SET-ACTIVE-EXPIRE", "0"]);
    server.command(&["SET", "k", "written by hand", "PX", "1500"]);
    let expired = Waiter::at(&address, 10.0).end();
    assert_eq!(expired.result, Ok(true));
    assert!(expired.took < Duration::from_millis(1_500) + AT_ONCE, "{:?}", expired.took);
}

/// What clients have asked from their last HELLO 3 on, attempts with the number of their keys.
fn since_it_was_on(monitor: &mut Monitor<'_>) -> Vec<String> {
    let sent: Vec<_> = monitor.lines().into_iter().filter(|sent| !sent.is_by_script()).collect();
    let word = |words: &[Vec<u8>], index: usize| String::from_utf8_lossy(&words[index]).into_owned();
    let all: Vec<String> = sent
        .iter()
        .map(|sent| match &*word(&sent.words, 0).to_ascii_uppercase() {
            name @ ("EVAL" | "EVALSHA") => format!("{} {}", &name[..4], word(&sent.words, 2)),
            "BLPOP" => "BLPOP".to_owned(),
            _ => sent.text(),
        })
        .collect();
    let on = all.iter().rposition(|line| line == "HELLO 3").unwrap();
    all[on..].to_vec()
}

#[test]
fn the_key_alone_is_read_and_another_connection_marks_it_for_a_signalling_holder() {
    let server = server_that_knows_the_scripts();
    hold(&server);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_watched(&server, 1);
    assert_eq!(server.command(&["DBSIZE"]), 1, "no mark for who does not signal");
    thread::sleep(QUIET);
    let start = Instant::now();
    server.command(&["SET", "k", "rl_of_another"]);
    until_blocked(&server, 1);
    assert!(start.elapsed() < AT_ONCE, "it was told");
    let sent = since_it_was_on(&mut monitor);
    let expected = ["HELLO 3", "CLIENT TRACKING ON NOLOOP", "EVAL 1", "EVAL 1", "EVAL 2", "BLPOP"];
    assert_eq!(sent, expected);
    assert_eq!((watchers(&server), speakers_of_resp3(&server)), (0, 0), "while it blocks");
    waiter.gets_it_at_once_by(|| assert_eq!(lock_at(&server.tcp_address()).force_release(), Ok(true)));
}

#[test]
fn a_wait_for_a_holder_that_signals_requests_no_tracking() {
    let (server, holder) = server_and_lock();
    assert_eq!(holder.acquire(), Ok(true));
    let mut monitor = server.monitor();
    let waiter = Waiter::at(&server.tcp_address(), 10.0);
    until_blocked(&server, 1);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
    assert!(!asked(&mut monitor).iter().any(|question| matches!(&**question, "HELLO" | "CLIENT")));
}

#[test]
fn holders_of_both_kinds_in_turn_are_waited_for_each_in_its_way() {
    let server = Server::start();
    let waiter = Waiter::at(&server.tcp_address(), 20.0);
    assert_eq!(waiter.end().result, Ok(true));
    hold(&server);
    let waiter = Waiter::at(&server.tcp_address(), 20.0);
    for _ in 0..3 {
        until_watched(&server, 1);
        server.command(&["SET", "k", "rl_of_another"]);
        until_blocked(&server, 1);
        // By no event of the list: a slice.
        server.command(&["SET", "k", "written by hand"]);
    }
    until_watched(&server, 1);
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
    assert!(eventually(PATIENCE, || watchers(&server) == 0 && speakers_of_resp3(&server) == 0));
}

#[test]
fn a_list_is_woken_by_the_held_key_and_by_no_other() {
    let server = server_that_knows_the_scripts();
    let address = server.tcp_address();
    let mut monitor = server.monitor();
    server.command(&["MSET", "a", "written by hand", "b", "by another"]);
    let waiter = Waiter::start(10.0, None, move || lock_of_all(&address, &["a", "b", "c"], terms(10.0)));
    until_watched(&server, 1);
    thread::sleep(QUIET);
    let before = monitor.commands().len();
    server.command(&["SET", "b", "changed"]);
    thread::sleep(QUIET);
    assert_eq!(monitor.commands().len(), before, "another key's change is no reason to ask");
    server.command(&["DEL", "a"]);
    assert!(eventually(AT_ONCE, || monitor.commands().len() > before));
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "b"]), 1));
}

#[test]
fn a_fenced_lock_is_woken_and_numbered() {
    let server = Server::start();
    hold(&server);
    let address = server.tcp_address();
    let waiter =
        Waiter::start(10.0, None, move || lock_of(&address, "k", LockSettings { fenced: true, ..terms(10.0) }));
    until_watched(&server, 1);
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
    assert_eq!(server.command(&["EXISTS", "k:rl-fence{k}", "k:rl-waiting{k}"]), 1);
}

#[test]
fn permits_are_polled() {
    let server = Server::start();
    server.command(&["MSET", "k", "written by hand", "k:rl-permit-2{k}", "by another"]);
    let address = server.tcp_address();
    let mut monitor = server.monitor();
    let waiter = Waiter::start(10.0, None, move || permit_of(&address, "k", 2, terms(10.0)));
    assert!(eventually(PATIENCE, || monitor.commands().len() > 5));
    assert_eq!(watchers(&server), 0);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
}

/// Waits behind a holder that does not signal, and returns how often was asked by then.
fn polls(server: &Server, address: &str) -> usize {
    know_the_scripts(server);
    hold(server);
    let mut monitor = server.monitor();
    let waiter = Waiter::at(address, 10.0);
    assert!(eventually(PATIENCE, || attempts(&mut monitor) >= 8));
    assert_eq!((watchers(server), speakers_of_resp3(server)), (0, 0));
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
    asked(&mut monitor).iter().filter(|question| matches!(question.as_str(), "HELLO" | "CLIENT")).count()
}

#[test]
fn a_user_without_the_right_polls() {
    let server = Server::start();
    // What is refused is not run, and MONITOR shows nothing of it. HELLO is not refused to any user (Redis 6.2.2).
    assert_eq!(polls(&server, &server.user(&["~k*", "+@all", "-client|tracking"])), 1);
    assert_eq!(polls(&server, &server.user(&["~k*", "+@all", "-client"])), 1);
}

#[test]
fn tracking_that_is_refused_is_requested_once_by_each_wait() {
    let server = Server::start();
    let address = server.user(&["~k*", "+@all", "-client|tracking"]);
    hold(&server);
    let mut monitor = server.monitor();
    let lock = lock_at(&address);
    for _ in 0..3 {
        assert_eq!(lock.acquire_within(seconds_of(0.3), None), Ok(false));
    }
    let hellos = asked(&mut monitor).iter().filter(|question| *question == "HELLO").count();
    assert_eq!(hellos, 3, "{:?}", asked(&mut monitor));
}

#[test]
fn a_proxy_that_closes_the_connection_for_it_is_polled_through() {
    let (server, proxy) = Server::behind_a_proxy();
    let rule = proxy.close_at("HELLO").times(100);
    assert_eq!(polls(&server, &proxy.address()), 0);
    assert_eq!(rule.hits(), 1);
}

#[test]
fn where_pushes_are_swallowed_a_slice_is_lost_and_not_the_wait() {
    let (server, proxy) = Server::behind_a_proxy();
    proxy.swallow_pushes();
    let lock = lock_at(&proxy.address());
    hold(&server);
    thread::scope(|scope| {
        let waits = scope.spawn(|| {
            until_watched(&server, 1);
            thread::sleep(QUIET);
            server.command(&["DEL", "k"]);
            Instant::now()
        });
        assert_eq!(lock.acquire_within(seconds_of(10.0), None), Ok(true));
        let took = waits.join().unwrap().elapsed();
        assert!(took < A_SLICE, "{took:?}");
    });
}

#[test]
fn an_interrupted_wait_leaves_no_tracked_connection() {
    let server = Server::start();
    hold(&server);
    for _ in 0..3 {
        let leaves = Arc::new(AtomicBool::new(false));
        let pending = leaves.clone();
        let program = Program::leaves_when(move || pending.load(Ordering::SeqCst));
        let waiter = Waiter::of(program, &server.tcp_address());
        until_watched(&server, 1);
        let start = Instant::now();
        leaves.store(true, Ordering::SeqCst);
        let left = waiter.end();
        assert_eq!(left.result, Err(Error::Interrupted(Interruption::Exception)));
        assert!(left.ended.saturating_duration_since(start) < AT_ONCE);
        assert!(eventually(PATIENCE, || watchers(&server) == 0 && speakers_of_resp3(&server) == 0));
    }
    assert_eq!(server.command(&["GET", "k"]), "written by hand");
}

#[test]
fn a_handler_that_uses_locks_meanwhile_uses_other_connections() {
    let server = Server::start();
    hold(&server);
    let (bell, address) = (Arc::new(AtomicBool::new(false)), server.tcp_address());
    let (pending, done) = (bell.clone(), bell.clone());
    let program = Program::that(
        move || pending.load(Ordering::SeqCst),
        move || {
            let lock: Rc<Lock> = lock_on(&address, "other", 10.0, TokenSource::Fresh);
            assert_eq!(lock.acquire(), Ok(true));
            assert_eq!(lock.release(), Ok(true));
            done.store(false, Ordering::SeqCst);
            Ok(())
        },
    );
    let waiter = Waiter::of(program, &server.tcp_address());
    until_watched(&server, 1);
    bell.store(true, Ordering::SeqCst);
    assert!(eventually(PATIENCE, || !bell.load(Ordering::SeqCst)));
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
}

#[test]
fn a_wait_outlives_the_end_of_its_connection_and_of_its_server() {
    let (server, proxy) = Server::behind_a_proxy();
    hold(&server);
    let waiter = Waiter::at(&proxy.address(), 20.0);
    for _ in 0..2 {
        until_watched(&server, 1);
        // One that ends before its server's replies have come counts as refused.
        thread::sleep(QUIET);
        proxy.kill_connections();
        assert!(eventually(PATIENCE, || watchers(&server) == 0));
    }
    until_watched(&server, 1);
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
    server.restart();
    hold(&server);
    let waiter = Waiter::at(&server.tcp_address(), 20.0);
    until_watched(&server, 1);
    server.restart();
    assert!(waiter.gets_it_by(|| ()) < A_SLICE);
}

#[test]
fn behind_sentinels_a_del_wakes_a_waiter_and_a_failover_does_not_end_it() {
    let watched = Watched::start();
    is_woken_by_a_push(watched.master(), &watched.address());
    hold(watched.master());
    let waiter = Waiter::at(&watched.address(), 30.0);
    until_watched(watched.master(), 1);
    watched.fail_over();
    until_watched(watched.master(), 1);
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| drop(watched.master().command(&["DEL", "k"])));
}

#[test]
fn in_a_cluster_a_del_wakes_a_waiter_also_at_the_node_that_its_slot_has_moved_to() {
    let cluster = Cluster::start();
    let (from, address) = (cluster.home("k"), cluster.address());
    is_woken_by_a_push(&cluster.nodes[from], &address);
    cluster.nodes[from].command(&["SET", "k", "written by hand"]);
    let waiter = Waiter::at(&address, 30.0);
    until_watched(&cluster.nodes[from], 1);
    let [_, to] = cluster.moved_slot("k");
    until_watched(&cluster.nodes[to], 1);
    assert!(
        eventually(PATIENCE, || watchers(&cluster.nodes[from]) == 0 && speakers_of_resp3(&cluster.nodes[from]) == 0)
    );
    thread::sleep(QUIET);
    waiter.gets_it_at_once_by(|| assert_eq!(cluster.nodes[to].command(&["DEL", "k"]), 1));
    assert_eq!(blocked(&cluster.nodes[to]), 0);
}

#[test]
fn a_key_of_another_type_is_watched_like_any_other_and_left_alone() {
    let server = server_that_knows_the_scripts();
    let mut monitor = server.monitor();
    for words in [&["ZADD", "k", "1", "symfony"][..], &["HSET", "k", "f", "v"], &["RPUSH", "k", "1"]] {
        server.command(words);
        let waiter = Waiter::at(&server.tcp_address(), 10.0);
        until_watched(&server, 1);
        thread::sleep(QUIET);
        let before = attempts(&mut monitor);
        server.command(&[words[0], "k", "2", "other"]);
        assert!(eventually(AT_ONCE, || attempts(&mut monitor) == before + 1));
        thread::sleep(QUIET);
        waiter.gets_it_at_once_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
        server.command(&["DEL", "k"]);
    }
}

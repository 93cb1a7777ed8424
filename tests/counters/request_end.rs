//! Owns what is promised of the end of a request that holds thousands of locks: nothing is left on a server that replies, and
//! one that falls silent is left alone.
//! Does not own the end of a request in PHP (php-tests/automatic-release).

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::Server;
use crate::support::locks::{IO_TIMEOUT, lock_on, terms, timeouts};
use crate::support::quorums::{Group, lock_at_all};
use crate::{counted, in_turn, since};
use redislock::lock::{Lock, TokenSource, registry};
use redislock::node::late::flush;
use redislock::topology::When;

fn held(address: &str, count: usize) -> Vec<Rc<Lock>> {
    let take = |n: usize| {
        let lock = lock_on(address, &format!("k{n}"), 600.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true), "{n}");
        lock
    };
    (0..count).map(take).collect()
}

fn how_often(bytes: &[Vec<u8>], pattern: &[u8]) -> usize {
    bytes.iter().map(|sent| sent.windows(pattern.len()).filter(|window| *window == pattern).count()).sum()
}

/// Carries what a client sends to a server of this machine, at most so many bytes a second; replies pass at once. Ends with its
/// client.
fn narrow_link(port: u16, bytes_a_second: Arc<AtomicU32>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let mut server = TcpStream::connect(("127.0.0.1", port)).unwrap();
        server.set_nodelay(true).unwrap();
        let (mut from, mut to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from, &mut to));
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = client.read(&mut piece) {
            let rate = bytes_a_second.load(Ordering::SeqCst);
            thread::sleep(Duration::from_secs_f64(f64::from(u32::try_from(length).unwrap()) / f64::from(rate)));
            server.write_all(&piece[..length]).unwrap();
        }
        let _ = server.shutdown(Shutdown::Both);
    });
    address
}

#[test]
fn nothing_is_left_on_a_server_that_replies_however_many_io_timeouts_that_takes() {
    let (_turn, server) = (in_turn(), Server::start());
    let rate = Arc::new(AtomicU32::new(u32::MAX));
    let address = narrow_link(server.port(), Arc::clone(&rate));
    let locks = held(&address, 2_000);
    let before = counted();
    // Their releases have 400 kB.
    rate.store(200_000, Ordering::SeqCst);
    let start = Instant::now();
    registry::end_request(timeouts());
    assert_eq!(since(before), [2_000, 0, 0]);
    assert_eq!(server.command(&["DBSIZE"]), 0);
    assert!(start.elapsed() > 2 * IO_TIMEOUT, "{:?}", start.elapsed());
    assert!(locks.iter().all(|lock| lock.state() == "released"));
    flush::close();
}

#[test]
fn the_scripts_text_goes_out_once_for_a_few_hundred_locks() {
    let (_turn, (_server, proxy)) = (in_turn(), Server::behind_a_proxy());
    let _locks = held(&proxy.address(), 2_000);
    registry::end_request(timeouts());
    let sent = proxy.requests();
    let (texts, names) = (how_often(&sent, b"\nEVAL\r\n"), how_often(&sent, b"\nEVALSHA\r\n"));
    assert_eq!(texts + names, 2_000 + 2, "the first acquire is a script, too");
    assert!((2..=20).contains(&texts), "{texts}");
}

#[test]
fn what_was_replied_before_the_silence_is_released_and_the_rest_goes_later() {
    let (_turn, (server, proxy)) = (in_turn(), Server::behind_a_proxy());
    let _locks = held(&proxy.address(), 1_000);
    let before = counted();
    // It takes those after it along. How many that are depends on where the locks lie in memory.
    proxy.swallow_request("\nk500\r\n");
    let start = Instant::now();
    registry::end_request(timeouts());
    assert!(start.elapsed() < 2 * IO_TIMEOUT, "{:?}", start.elapsed());
    let [released, lost, failed] = since(before);
    assert_eq!((released + failed, lost), (1_000, 0));
    assert_eq!(server.command(&["DBSIZE"]), i64::try_from(failed).unwrap());
    proxy.pass();
    let next = lock_on(&proxy.address(), "next", 10.0, TokenSource::Fresh);
    assert_eq!([(); 4].map(|()| next.is_locked()), [(); 4].map(|()| Ok(false)), "256 each");
    assert_eq!(server.command(&["DBSIZE"]), 0);
    assert_eq!(since(before), [released, 0, failed]);
}

#[test]
fn many_that_end_one_by_one_while_the_server_is_down_take_one_try() {
    let (_turn, (server, proxy)) = (in_turn(), Server::behind_a_proxy());
    let locks = held(&proxy.address(), 3_000);
    let before = counted();
    proxy.refuse();
    proxy.kill_connections();
    for lock in &locks {
        lock.auto_release(When::Now);
    }
    assert_eq!(since(before), [0, 0, 0], "the end of the request decides");
    registry::end_request(timeouts());
    assert_eq!(since(before), [0, 0, 3_000]);
    proxy.heal();
    let next = lock_on(&proxy.address(), "next", 10.0, TokenSource::Fresh);
    assert_eq!([(); 6].map(|()| next.is_locked()), [(); 6].map(|()| Ok(false)), "256 each");
    assert_eq!(server.command(&["DBSIZE"]), 3_000 - 1_024, "the oldest are left to their ttl");
}

#[test]
fn what_ended_while_the_server_was_silent_goes_with_the_end_of_the_request() {
    let _turn = in_turn();
    for count in [1, 3] {
        let (server, proxy) = Server::behind_a_proxy();
        let locks = held(&proxy.address(), count);
        proxy.swallow_request("\nEVAL");
        // The first one waits, and the others leave the server alone.
        for lock in &locks {
            lock.auto_release(When::Now);
        }
        proxy.pass();
        thread::sleep(IO_TIMEOUT);
        registry::end_request(timeouts());
        assert_eq!(server.command(&["DBSIZE"]), 0, "{count}");
    }
}

#[test]
fn a_quorums_server_that_was_silent_gets_its_releases_with_the_end_of_the_request() {
    let _turn = in_turn();
    let group = Group::of(3);
    let locks: Vec<_> = (0..3).map(|n| lock_at_all(&group.addresses(), &format!("k{n}"), terms(600.0))).collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    group.servers[0].suspend();
    for lock in &locks {
        lock.auto_release(When::Now);
    }
    group.servers[0].resume();
    thread::sleep(IO_TIMEOUT);
    registry::end_request(timeouts());
    assert_eq!(group.command(0..3, &["DBSIZE"]), [0, 0, 0]);
}

#[test]
fn the_ends_of_many_lost_leases_wait_for_no_server_that_hangs() {
    let _turn = in_turn();
    let group = Group::of(3);
    let locks: Vec<_> = (0..20).map(|n| lock_at_all(&group.addresses(), &format!("k{n}"), terms(600.0))).collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    group.command(0..2, &["FLUSHALL"]);
    assert!(locks.iter().all(|lock| lock.is_held() == Ok(false)));
    group.servers[2].suspend();
    let start = Instant::now();
    for lock in &locks {
        lock.auto_release(When::Now);
    }
    assert!(start.elapsed() < 2 * IO_TIMEOUT, "{:?}", start.elapsed());
    group.servers[2].resume();
}

#[test]
fn the_locks_of_a_quorum_are_all_released() {
    let _turn = in_turn();
    let group = Group::of(3);
    let take = |n: usize| {
        let lock = lock_at_all(&group.addresses(), &format!("k{n}"), terms(600.0));
        assert_eq!(lock.acquire(), Ok(true), "{n}");
        lock
    };
    let _locks: Vec<_> = (0..300).map(take).collect();
    let before = counted();
    registry::end_request(timeouts());
    assert_eq!(since(before), [300, 0, 0]);
    for server in &group.servers {
        assert_eq!(server.command(&["DBSIZE"]), 0);
    }
}

#[test]
fn a_quorums_lease_that_ends_by_itself_is_counted_once() {
    let _turn = in_turn();
    let (group, lock) = Group::of_3_with_a_lock_held();
    let before = counted();
    lock.auto_release(When::AtRequestEnd);
    assert_eq!(group.keys(), 0);
    assert_eq!(since(before), [1, 0, 0]);
}

//! Owns what is promised of a release whose reply is not awaited: that of an object's end, on a connection whose server has
//! answered one before.
//! Does not own the end of an object in PHP (php-tests/automatic-release).

use std::rc::Rc;
use std::thread;
use std::time::Instant;

use crate::support::authority::{Authority, HERE};
use crate::support::locks::{IO_TIMEOUT, acquaint, lock_of_all, lock_on, server_and_proxy, terms, timeouts};
use crate::support::quorums::Group;
use crate::support::{PATIENCE, Server, eventually};
use crate::{counted, in_turn, since};
use redislock::lock::{Lock, TokenSource, registry};
use redislock::node::late::flush;
use redislock::topology::When;

fn held(address: &str, key: &str) -> Rc<Lock> {
    let lock = lock_on(address, key, 10.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true), "{key}");
    lock
}

fn counted_once_acquainted(address: &str) -> [u64; 3] {
    acquaint(address);
    counted()
}

fn end(locks: &[Rc<Lock>]) {
    for lock in locks {
        lock.auto_release(When::Now);
    }
}

#[test]
fn the_end_of_an_object_waits_for_no_reply_and_the_end_of_the_request_for_all() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    let locks = [held(&address, "a"), held(&address, "b"), held(&address, "c")];
    server.suspend();
    let start = Instant::now();
    end(&locks);
    assert!(start.elapsed() < IO_TIMEOUT / 2, "{:?}", start.elapsed());
    assert!(locks.iter().all(|lock| lock.state() == "released"));
    assert_eq!(since(before), [0, 0, 0], "nothing is known yet");
    server.resume();
    registry::end_request(timeouts());
    assert_eq!(since(before), [3, 0, 0]);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_reply_that_came_in_time_counts_however_late_it_is_read() {
    let (_turn, (_server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    held(&address, "a").auto_release(When::Now);
    thread::sleep(IO_TIMEOUT * 2);
    registry::end_request(timeouts());
    assert_eq!(since(before), [1, 0, 0]);
    held(&address, "a").auto_release(When::Now);
    thread::sleep(IO_TIMEOUT * 2);
    assert_eq!(held(&address, "a").release(), Ok(true));
    assert_eq!(since(before), [3, 0, 0]);
}

#[test]
fn the_first_of_a_connection_is_waited_for() {
    let (_turn, server) = (in_turn(), Server::start());
    let before = counted();
    held(&server.tcp_address(), "a").auto_release(When::Now);
    assert_eq!(since(before), [1, 0, 0]);
}

#[test]
fn the_next_request_is_sent_after_it_and_gets_its_own_reply() {
    let (_turn, server) = (in_turn(), Server::start());
    let mut places = vec![(&server, server.tcp_address()), (&server, server.unix_address())];
    let authority = Authority::new();
    let over_tls = authority.server(&authority.signs(HERE), &[]);
    places.push((&over_tls, authority.address(&over_tls, "")));
    for (server, address) in places {
        let before = counted_once_acquainted(&address);
        for _ in 0..50 {
            held(&address, "k").auto_release(When::Now);
        }
        let (ours, other) = (held(&address, "k"), lock_on(&address, "k", 10.0, TokenSource::Fresh));
        assert_eq!(other.acquire(), Ok(false));
        held(&address, "j").auto_release(When::Now);
        assert_eq!(ours.is_held(), Ok(true));
        held(&address, "j").auto_release(When::Now);
        assert_eq!(ours.release(), Ok(true));
        held(&address, "j").auto_release(When::Now);
        assert_eq!(ours.release(), Ok(false));
        registry::read_owed();
        assert_eq!(since(before), [54, 0, 0]);
        assert_eq!(server.command(&["DBSIZE"]), 0);
    }
}

#[test]
fn a_thousand_in_a_row_are_all_counted() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    let locks: Vec<_> = (0..1000).map(|n| held(&address, &n.to_string())).collect();
    end(&locks);
    registry::read_owed();
    assert_eq!(since(before), [1000, 0, 0]);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn one_that_finds_its_lock_lost_is_reported_once_it_is_known() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    let lock = held(&address, "k");
    server.command(&["SET", "k", "another"]);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    assert_eq!(registry::take_lost(), vec![lock.scope().clone()]);
    assert_eq!(since(before), [0, 1, 0]);
    assert_eq!(server.command(&["GET", "k"]), "another");
}

/// The request, its answer, or the whole connection is gone: it is asked again once.
#[test]
fn one_whose_connection_dies_is_counted_as_failed_and_sent_again() {
    let (_turn, (server, proxy)) = (in_turn(), Server::behind_a_proxy());
    let address = proxy.address();
    for by_the_next_question in [true, false] {
        let before = counted_once_acquainted(&address);
        let lock = held(&address, "k");
        let lost = proxy.swallow_request("EVAL");
        lock.auto_release(When::Now);
        assert!(eventually(PATIENCE, || lost.hits() == 1));
        proxy.kill_connections();
        assert_eq!(server.command(&["EXISTS", "k"]), 1);
        if by_the_next_question {
            assert_eq!(held(&address, "next").release(), Ok(true));
            assert_eq!(server.command(&["EXISTS", "k"]), 0);
            assert_eq!(since(before), [1, 0, 1]);
        }
        registry::end_request(timeouts());
        assert_eq!(server.command(&["EXISTS", "k"]), 0);
        assert_eq!(since(before)[2], 1);
    }
}

#[test]
fn a_silent_server_costs_one_timeout_and_keeps_its_locks_until_the_next_contact() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    let locks: Vec<_> = (0..100).map(|n| held(&address, &n.to_string())).collect();
    server.suspend();
    let start = Instant::now();
    end(&locks);
    registry::end_request(timeouts());
    let taken = start.elapsed();
    assert!(taken > IO_TIMEOUT * 9 / 10 && taken < IO_TIMEOUT * 2, "{taken:?}");
    assert_eq!(since(before), [0, 0, 100]);
    server.resume();
    assert_eq!(held(&address, "next").release(), Ok(true));
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn one_that_is_refused_for_good_counts_as_failed_and_is_not_sent_again() {
    let (_turn, server) = (in_turn(), Server::start());
    server.command(&["ACL", "SETUSER", "bob", "on", ">s3cret", "~*", "+@all"]);
    let address = server.tcp_address().replace("redis://", "redis://bob:s3cret@");
    let before = counted_once_acquainted(&address);
    let lock = held(&address, "k");
    // From now on its companions are none of this user's, for a moment.
    server.command(&["ACL", "SETUSER", "bob", "resetkeys", "~k"]);
    lock.auto_release(When::Now);
    registry::read_owed();
    assert_eq!(since(before), [0, 0, 1]);
    server.command(&["ACL", "SETUSER", "bob", "allkeys"]);
    assert_eq!(held(&address, "next").release(), Ok(true));
    registry::end_request(timeouts());
    assert_eq!(since(before), [1, 0, 1]);
    assert_eq!(server.command(&["EXISTS", "k"]), 1, "it ends with its ttl");
}

#[test]
fn after_a_refusal_the_next_is_waited_for() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    let before = counted_once_acquainted(&address);
    let locks = [held(&address, "a"), held(&address, "b")];
    // A replica takes no writes.
    server.command(&["REPLICAOF", "127.0.0.1", "1"]);
    locks[0].auto_release(When::Now);
    registry::read_owed();
    assert_eq!(since(before), [0, 0, 1]);
    locks[1].auto_release(When::Now);
    assert_eq!(since(before), [0, 0, 2]);
    server.command(&["REPLICAOF", "NO", "ONE"]);
    registry::end_request(timeouts());
    assert_eq!(held(&address, "next").release(), Ok(true));
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn each_script_goes_by_its_text_once_in_a_write() {
    let (_turn, (server, address)) = (in_turn(), Server::with_address());
    // The server knows the script for one key, and not that for several.
    let before = counted_once_acquainted(&address);
    let (single, several) = (held(&address, "a"), lock_of_all(&address, &["b", "c"], terms(10.0)));
    assert_eq!(several.acquire(), Ok(true));
    single.auto_release(When::AtRequestEnd);
    several.auto_release(When::Now);
    registry::read_owed();
    assert_eq!(since(before), [2, 0, 0]);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn only_those_that_got_no_reply_are_sent_again() {
    let _turn = in_turn();
    let (server, proxy) = server_and_proxy();
    let before = counted();
    let locks = [held(&proxy.address(), "a"), held(&proxy.address(), "b")];
    locks[0].auto_release(When::Now);
    assert!(eventually(PATIENCE, || server.command(&["EXISTS", "a"]) == 0));
    let lost = proxy.swallow_request("EVAL");
    locks[1].auto_release(When::Now);
    assert!(eventually(PATIENCE, || lost.hits() == 1));
    proxy.kill_connections();
    registry::end_request(timeouts());
    assert_eq!(since(before), [1, 0, 1]);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

/// The connection dies while the next request waits after them, and one of them had its reply by then.
#[test]
fn of_those_before_a_request_that_fails_only_those_without_a_reply_are_sent_again() {
    let (_turn, (server, proxy)) = (in_turn(), Server::behind_a_proxy());
    let address = proxy.address();
    let before = counted_once_acquainted(&address);
    let locks = [held(&address, "answered"), held(&address, "lost")];
    proxy.delay_replies(IO_TIMEOUT / 2);
    let lost = proxy.swallow_request("lost");
    end(&locks);
    let is_asked = || proxy.requests().iter().any(|sent| sent.windows(4).any(|word| word == b"next"));
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(eventually(PATIENCE, is_asked) && lost.hits() == 1);
            assert_eq!(since(before), [0, 0, 0], "the request went ahead of all replies");
            // By then the reply has come.
            thread::sleep(IO_TIMEOUT * 3 / 4);
            proxy.pass();
            proxy.kill_connections();
        });
        let next = held(&address, "next");
        assert_eq!(since(before), [1, 0, 1]);
        assert_eq!(server.command(&["KEYS", "*"]).list().len(), 1);
        assert_eq!(next.release(), Ok(true));
    });
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_refusal_is_no_reply_to_its_neighbours() {
    let (_turn, server) = (in_turn(), Server::start());
    for refused in 0..3 {
        server.command(&["ACL", "SETUSER", "bob", "on", ">s3cret", "~*", "+@all"]);
        let address = server.tcp_address().replace("redis://", "redis://bob:s3cret@");
        let before = counted_once_acquainted(&address);
        let locks: Vec<_> = (0..3).map(|n| held(&address, &format!("k{n}"))).collect();
        let keys = (0..3).filter(|n| *n != refused).map(|n| format!("~k{n}*"));
        let rules: Vec<String> =
            ["ACL", "SETUSER", "bob", "resetkeys"].map(str::to_owned).into_iter().chain(keys).collect();
        server.command(&rules.iter().map(String::as_str).collect::<Vec<_>>());
        server.suspend();
        end(&locks);
        assert_eq!(since(before), [0, 0, 0], "nothing is known yet");
        server.resume();
        registry::read_owed();
        assert_eq!(since(before), [2, 0, 1], "{refused}");
        registry::end_request(timeouts());
        assert_eq!(since(before), [2, 0, 1], "{refused}");
        assert_eq!(server.command(&["EXISTS", "k0", "k1", "k2"]), 1);
        server.command(&["FLUSHALL"]);
        flush::close();
    }
}

/// A unix socket takes a message of some size whole or not at all, and this one has room for a few.
#[test]
fn those_for_which_there_is_no_room_have_failed_like_those_before() {
    let (_turn, server) = (in_turn(), Server::start());
    let address = server.unix_address();
    let before = counted_once_acquainted(&address);
    let locks: Vec<_> = (0..30).map(|n| held(&address, &"k".repeat(4096 + n))).collect();
    server.suspend();
    let start = Instant::now();
    end(&locks);
    registry::end_request(timeouts());
    let taken = start.elapsed();
    assert!(taken < IO_TIMEOUT * 2, "{taken:?}");
    assert_eq!(since(before), [0, 0, 30]);
    server.resume();
    assert_eq!(held(&address, "next").release(), Ok(true));
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_quorum_does_not_wait_for_them() {
    let _turn = in_turn();
    let group = Group::of(3);
    let address = group.servers[0].tcp_address();
    let before = counted_once_acquainted(&address);
    let plain = held(&address, "plain");
    group.servers[0].suspend();
    plain.auto_release(When::Now);
    let lock = group.lock_of(terms(0.8));
    assert_eq!(lock.acquire(), Ok(true));
    assert!(lock.remaining() > 0.3, "{}", lock.remaining());
    group.servers[0].resume();
    assert_eq!(lock.release(), Ok(true));
    registry::end_request(timeouts());
    assert_eq!(since(before), [1, 0, 1], "no reply within the vote");
    assert_eq!(group.servers[0].command(&["EXISTS", "plain"]), 0, "it went with the next request");
}

//! Owns the promises of the lock object that need no fault of the network: verbs, states, tokens, what a request's end
//! releases, addresses.
//! Does not own faults (tests/late), what PHP adds (php-tests).

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, adopted_at, lock_at, lock_on, lock_with, server_and_lock, timeouts, token_of};
use crate::support::{Client, PATIENCE, Server, eventually};
use redislock::error::{Error, Kind, Loss};
use redislock::events::EndedBy;
use redislock::lock::{Lock, TokenSource, registry};
use redislock::stats::{self, Counter};
use redislock::topology::When;

fn locks(address: &str, count: usize) -> Vec<Rc<Lock>> {
    (0..count).map(|n| lock_on(address, &format!("k{n}"), 10.0, TokenSource::Fresh)).collect()
}

#[test]
fn one_of_two_acquires_and_only_it_releases() {
    let server = Server::start();
    let (one, other) = (lock_at(&server.tcp_address()), lock_at(&server.unix_address()));
    assert_eq!(one.acquire(), Ok(true));
    assert_eq!(other.acquire(), Ok(false));
    assert_eq!(other.release(), Ok(false));
    assert_eq!(other.is_held(), Ok(false));
    assert_eq!(other.is_locked(), Ok(true));
    assert_eq!(other.holder().unwrap().unwrap(), token_of(&one).into_bytes());
    assert_eq!(one.release(), Ok(true));
    assert_eq!(other.acquire(), Ok(true));
    assert_eq!(one.release(), Ok(false));
    assert_eq!(other.is_held(), Ok(true));
}

/// What `make path` counts the functions of.
#[test]
fn one_acquire_and_one_release_on_a_used_connection() {
    let (_server, lock) = server_and_lock();
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    assert_eq!(counted_acquire(&lock), Ok(true));
    assert_eq!(counted_release(&lock), Ok(true));
}

#[inline(never)]
fn counted_acquire(lock: &Rc<Lock>) -> Result<bool, Error> {
    lock.acquire()
}

#[inline(never)]
fn counted_release(lock: &Rc<Lock>) -> Result<bool, Error> {
    lock.release()
}

#[test]
fn a_lease_has_its_own_token_and_one_that_was_told_before_it_is_in_no_request() {
    let (server, lock) = server_and_lock();
    let told = token_of(&lock);
    server.command(&["SET", "k", "another"]);
    assert_eq!(lock.acquire(), Ok(false));
    assert_eq!(token_of(&lock), told);
    server.command(&["DEL", "k"]);
    assert_eq!(lock.acquire(), Ok(true));
    let first = token_of(&lock);
    assert_ne!(first, told);
    lock.release().unwrap();
    assert_eq!(token_of(&lock), first, "of the last lease");
    lock.acquire().unwrap();
    assert_ne!(token_of(&lock), first);
}

#[test]
fn an_object_that_holds_its_lease_does_not_acquire() {
    let (_server, lock) = server_and_lock();
    lock.acquire().unwrap();
    let error = lock.acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Misuse);
    assert_eq!(lock.is_held(), Ok(true));
}

#[test]
fn extend_moves_the_deadline_forward_and_never_back() {
    let (server, lock) = server_and_lock();
    assert_eq!(lock.extend(None), Ok(false), "nothing was acquired");
    lock.acquire().unwrap();
    let ttl = |seconds| Some(redislock::ttl::Ttl::from_seconds(seconds).unwrap());
    assert_eq!(lock.extend(ttl(1.0)), Ok(true));
    assert!(lock.remaining() > 9.0);
    assert!(server.command(&["PTTL", "k"]).int() > 9_000);
    assert_eq!(lock.extend(ttl(100.0)), Ok(true));
    assert!(lock.remaining() > 98.0);
    assert_eq!(lock.extend(ttl(f64::INFINITY)), Ok(true));
    assert!(lock.remaining().is_infinite());
    assert_eq!(server.command(&["PTTL", "k"]), -1);
    assert_eq!(lock.extend(ttl(5.0)), Ok(true));
    assert_eq!(server.command(&["PTTL", "k"]), -1, "never shortened");
}

#[test]
fn extend_revives_an_expired_lease_while_its_token_is_there() {
    let server = Server::start();
    let lock = lock_with(&server.tcp_address(), 0.05, TokenSource::Fresh);
    lock.acquire().unwrap();
    server.command(&["PEXPIRE", "k", "60000"]);
    assert!(eventually(PATIENCE, || lock.state() == "expired"));
    let ttl = redislock::ttl::Ttl::from_seconds(30.0).unwrap();
    assert_eq!(lock.extend(Some(ttl)), Ok(true));
    assert_eq!(lock.state(), "held");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_lock_that_another_took_is_lost_and_left_alone() {
    let (server, lock) = server_and_lock();
    for verb in [|lock: &Rc<Lock>| lock.release(), Lock::is_held, |lock: &Rc<Lock>| lock.extend(None)] {
        server.command(&["DEL", "k"]);
        lock.acquire().unwrap();
        server.command(&["SET", "k", "another"]);
        assert_eq!(verb(&lock), Ok(false));
        assert_eq!(lock.state(), "lost");
        assert!(matches!(lock.ensure_held(), Err(Error::Lost { loss: Loss::TokenGone, .. })));
        lock.auto_release(When::Now);
        assert_eq!(server.command(&["GET", "k"]), "another");
    }
}

#[test]
fn a_key_of_another_type_is_held_by_another_for_every_verb() {
    let server = Server::start();
    server.command(&["ZADD", "k", "1", "symfony"]);
    for lock in [lock_at(&server.tcp_address()), adopted_at(&server.tcp_address(), b"symfony")] {
        assert_eq!(lock.acquire(), Ok(false));
        assert_eq!(lock.release(), Ok(false));
        assert_eq!(lock.extend(None), Ok(false));
        assert_eq!(lock.is_held(), Ok(false));
        assert_eq!(lock.is_locked(), Ok(true));
        assert_eq!(lock.holder(), Ok(None));
    }
    assert_eq!(server.command(&["TYPE", "k"]), "zset");
    assert_eq!(lock_at(&server.tcp_address()).force_release().unwrap_err().kind(), Kind::Server);
    assert_eq!(lock_at(&server.tcp_address()).remove_anything(), Ok(true));
    assert_eq!(lock_at(&server.tcp_address()).remove_anything(), Ok(false));
}

#[test]
fn an_empty_value_is_a_holder_like_any_other() {
    let server = Server::start();
    server.command(&["SET", "k", ""]);
    let lock = lock_at(&server.tcp_address());
    assert_eq!(lock.is_locked(), Ok(true));
    assert_eq!(lock.holder(), Ok(Some(Vec::new())));
}

#[test]
fn an_adopted_token_is_trusted_only_once_redis_has_confirmed_it() {
    let server = Server::start();
    server.command(&["SET", "k", "theirs", "PX", "60000"]);
    let adopted = adopted_at(&server.tcp_address(), b"theirs");
    assert!(adopted.remaining() <= 0.0);
    assert_eq!(adopted.is_held(), Ok(true));
    assert!(adopted.remaining() > 50.0, "the key's own ttl counts");
    adopted.auto_release(When::Now);
    assert_eq!(server.command(&["GET", "k"]), "theirs", "this object did not take it");
    assert_eq!(adopted.release(), Ok(true));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn what_is_held_at_a_requests_end_goes_out_in_one_write() {
    let server = Server::start();
    let held = locks(&server.tcp_address(), 50);
    assert!(held.iter().all(|lock| lock.acquire() == Ok(true)));
    let mut monitor = server.monitor();
    registry::end_request(timeouts());
    assert_eq!(server.command(&["DBSIZE"]), 0);
    let commands = monitor.lines();
    let (by_text, by_sha): (Vec<_>, Vec<_>) =
        commands.iter().filter(|sent| !sent.is_by_script()).partition(|sent| sent.text().starts_with("EVAL "));
    assert_eq!((by_text.len(), by_sha.len()), (1, 49), "the text once, its name for the others");
    assert!(held.iter().all(|lock| lock.state() == "released"));
}

#[test]
fn what_a_job_of_a_worker_left_goes_out_in_one_write_and_what_came_before_stays() {
    let server = Server::start();
    let held = locks(&server.tcp_address(), 50);
    let (own, left) = held.split_at(10);
    assert!(own.iter().all(|lock| lock.acquire() == Ok(true)));
    let since = stats::read(Counter::Acquired);
    assert!(left.iter().all(|lock| lock.acquire() == Ok(true)));
    let forgotten = stats::read(Counter::Forgotten);
    let mut monitor = server.monitor();
    let released = registry::release_all(since, None, EndedBy::ReleaseAll, timeouts());
    assert!(
        released.iter().map(|lock| lock.key()).eq(left.iter().map(|lock| lock.key())),
        "in the order of their acquires"
    );
    assert_eq!(server.command(&["DBSIZE"]), 10);
    assert_eq!(monitor.lines().iter().filter(|sent| !sent.is_by_script()).count(), 40);
    assert!(own.iter().all(|lock| lock.state() == "held") && left.iter().all(|lock| lock.state() == "released"));
    assert!(stats::read(Counter::Forgotten) >= forgotten + 40);
    assert_eq!(registry::release_all(since, None, EndedBy::ReleaseAll, timeouts()).len(), 0, "once");
    assert_eq!(registry::release_all(0, None, EndedBy::ReleaseAll, timeouts()).len(), 10);
}

#[test]
fn what_was_dropped_while_a_request_ends_is_sent_before_the_next_request() {
    let (server, lock) = server_and_lock();
    lock.acquire().unwrap();
    lock.auto_release(When::AtRequestEnd);
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
    assert_eq!(lock_at(&server.tcp_address()).acquire(), Ok(true));
}

#[test]
fn a_thousand_locks_and_a_stopped_server_cost_one_timeout() {
    let server = Server::start();
    let held = locks(&server.tcp_address(), 1000);
    assert!(held.iter().all(|lock| lock.acquire() == Ok(true)));
    server.suspend();
    let start = Instant::now();
    for lock in &held[..500] {
        lock.auto_release(When::Now);
    }
    registry::end_request(timeouts());
    // Far below what even two timeouts for each lock would take.
    assert!(start.elapsed() < IO_TIMEOUT + Duration::from_secs(5), "{:?}", start.elapsed());
    server.resume();
    // The next request's first contacts release them all the same, 256 each.
    let next = lock_at(&server.tcp_address());
    assert_eq!([(); 4].map(|()| next.is_locked()), [(); 4].map(|()| Ok(false)));
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn an_automatic_release_that_finds_its_lock_lost_is_reported() {
    let (server, lock) = server_and_lock();
    lock.acquire().unwrap();
    server.command(&["SET", "k", "another"]);
    lock.auto_release(When::Now);
    assert_eq!(registry::take_lost(), vec![lock.scope().clone()]);
    assert_eq!(registry::take_lost(), vec![]);
    assert_eq!(server.command(&["GET", "k"]), "another");
}

#[test]
fn users_passwords_and_databases_of_an_address_are_used() {
    let server = Server::with(&["--requirepass", "s3cret"]);
    server.command(&["ACL", "SETUSER", "bob", "on", ">b@b", "~*", "+@all"]);
    let plain = server.tcp_address();
    let at = |login: &str| lock_at(&format!("{}/3", plain.replace("redis://", &format!("redis://{login}@"))));
    let (one, other) = (at(":s3cret"), at("bob:b%40b"));
    assert_eq!(one.acquire(), Ok(true));
    assert_eq!(other.acquire(), Ok(false));
    assert_eq!(server.command(&["EXISTS", "k"]), 0, "it is in database 3");

    let text = at(":wr0ng").acquire().unwrap_err().to_string();
    assert!(text.contains("replied WRONGPASS") && !text.contains("wr0ng"), "{text}");
    let none = lock_at(&plain).acquire().unwrap_err();
    assert_eq!(none.kind(), Kind::Server);
    assert!(none.to_string().contains("replied NOAUTH"), "{none}");
}

#[test]
fn no_command_runs_as_another_user_or_in_another_database_than_the_address_says() {
    let server = Server::with(&["--databases", "2"]);
    server.command(&["SET", "k", "precious"]);
    let address = server.tcp_address();
    let wrong_database = lock_at(&format!("{address}/7"));
    let wrong_user = lock_at(&address.replace("redis://", "redis://nobody:pw@"));
    for lock in [wrong_database, wrong_user] {
        assert_eq!(lock.force_release().unwrap_err().kind(), Kind::Server);
        assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Server);
    }
    assert_eq!(server.command(&["GET", "k"]), "precious");
}

#[test]
fn connections_are_kept_and_one_is_enough() {
    let server = Server::start();
    for lock in locks(&server.tcp_address(), 20) {
        lock.acquire().unwrap();
        lock.release().unwrap();
    }
    let clients = server.command(&["CLIENT", "LIST", "TYPE", "NORMAL"]).text();
    let connections = server.command(&["INFO", "stats"]).text();
    let received = connections.lines().find(|line| line.starts_with("total_connections_received")).unwrap();
    assert!(clients.lines().count() <= 2, "ours and the harness's: {clients}");
    assert!(received.trim_end().ends_with(":4") || received.trim_end().ends_with(":3"), "{received}");
}

#[test]
fn keys_and_tokens_are_bytes() {
    let server = Server::start();
    let token = redislock::token::Token::given(b"\0\r\n\xff").unwrap();
    let lock = lock_on(&server.tcp_address(), "a\r\nb \0 ü", 10.0, TokenSource::Given(token));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command_bytes(&[b"GET", "a\r\nb \0 ü".as_bytes()]).bytes(), b"\0\r\n\xff");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn release_and_force_wake_one_waiter_and_only_when_a_waiter_is_there() {
    let (server, lock) = server_and_lock();
    for verb in [Lock::release, Lock::force_release] {
        lock.acquire().unwrap();
        assert_eq!(verb(&lock), Ok(true));
        assert_eq!(server.command(&["DBSIZE"]), 0, "no waiter, nothing is left");
        server.command(&["SET", "k:rl-waiting{k}", "1"]);
        for _ in 0..2 {
            lock.acquire().unwrap();
            assert_eq!(verb(&lock), Ok(true));
            assert_eq!(server.command(&["LLEN", "k:rl-wake{k}"]), 1, "never more than one element");
        }
        assert!(server.command(&["PTTL", "k:rl-wake{k}"]).int() > 4_000);
        server.command(&["FLUSHALL"]);
    }
}

#[test]
fn a_wake_key_of_another_type_does_not_keep_a_lock_from_being_released() {
    let (server, lock) = server_and_lock();
    lock.acquire().unwrap();
    server.command(&["SET", "k:rl-waiting{k}", "1"]);
    server.command(&["SET", "k:rl-wake{k}", "no list"]);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_server_that_speaks_something_else_is_named_as_such() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://{}", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        for stream in listener.incoming().take(2) {
            std::io::Write::write_all(&mut stream.unwrap(), b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        }
    });
    let error = lock_at(&address).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(error.to_string().contains("is that a Redis?"), "{error}");
    server.join().unwrap();
}

#[test]
fn a_name_that_does_not_resolve_and_a_socket_that_is_not_there_say_so() {
    let unknown = lock_at("redis://nobody.invalid").acquire().unwrap_err();
    assert_eq!(unknown.kind(), Kind::Connection);
    assert!(unknown.to_string().contains("nobody.invalid:6379: "), "{unknown}");
    let missing = lock_at("unix:///nowhere/redis.sock").acquire().unwrap_err();
    assert!(missing.to_string().contains("/nowhere/redis.sock: there is no such socket"), "{missing}");
}

#[test]
fn forcing_a_lock_that_another_took_is_no_release_of_ours() {
    let (server, lock) = server_and_lock();
    lock.acquire().unwrap();
    server.command(&["SET", "k", "another"]);
    assert_eq!(lock.force_release(), Ok(true));
    assert_eq!(lock.state(), "lost");
    lock.acquire().unwrap();
    assert_eq!(lock.force_release(), Ok(true));
    assert_eq!(lock.state(), "released");
}

#[test]
fn a_huge_value_is_held_by_another_and_not_fetched() {
    let server = Server::start();
    server.command(&["SETRANGE", "k", "20000000", "x"]);
    let lock = lock_at(&server.tcp_address());
    assert_eq!(lock.is_locked(), Ok(true));
    assert_eq!(lock.acquire(), Ok(false));
    let error = lock.holder().unwrap_err();
    assert!(error.to_string().contains("longer than 1 MiB"), "{error}");
    assert_eq!(lock.force_release(), Ok(true));
}

#[test]
fn a_server_that_is_full_says_so() {
    let server = Server::with(&["--maxclients", "1"]);
    let mut only = Client::connect(server.port()).unwrap();
    only.ask(&[b"PING"]).unwrap();
    let error = lock_at(&server.tcp_address()).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().contains("max number of clients reached"), "{error}");
}

#[test]
fn an_address_that_refuses_a_release_does_not_get_it_before_every_request() {
    let server = Server::start();
    server.command(&["ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all", "-del"]);
    let address = server.tcp_address().replace("redis://", "redis://bob:pw@");
    for lock in locks(&address, 20) {
        lock.acquire().unwrap();
        lock.auto_release(When::Now);
    }
    let calls = server.command(&["INFO", "commandstats"]).text();
    let evals: u32 = calls
        .lines()
        .filter_map(|line| line.strip_prefix("cmdstat_eval"))
        .filter_map(|line| line.split("calls=").nth(1)?.split(',').next()?.parse::<u32>().ok())
        .sum();
    assert!(evals < 100, "{evals} calls for 20 locks");
}

#[test]
fn many_addresses_do_not_keep_a_connection_each() {
    let server = Server::start();
    for user in 0..80 {
        let name = format!("u{user}");
        server.command(&["ACL", "SETUSER", &name, "on", ">pw", "~*", "+@all"]);
        let lock = lock_at(&server.tcp_address().replace("redis://", &format!("redis://{name}:pw@")));
        assert_eq!(lock.is_locked(), Ok(false));
    }
    let clients = || server.command(&["CLIENT", "LIST", "TYPE", "NORMAL"]).text().lines().count();
    assert!(eventually(PATIENCE, || clients() <= 34), "{} connections", clients());
}

//! Owns the promises over TLS: every verb in both versions, whom is trusted, client certificates, the connection kept, and
//! what TLS alone can do to a connection.
//! Does not own the words of errors (errors.rs), nor what PHP adds (php-tests/tls).

mod errors;

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::authority::{Authority, HERE};
use crate::support::locks::{IO_TIMEOUT, lock_at, lock_of, lock_on, terms, timeouts, token_of};
use crate::support::tls_front::Front;
use crate::support::waiters::{AT_ONCE, Program, Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Server, eventually};
use redislock::error::{Error, Kind};
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::net::interrupts::Interruption;
use redislock::node::late::flush;
use redislock::renewal;

const VERSIONS: [&str; 2] = ["TLSv1.2", "TLSv1.3"];

/// How many clients that are not the harness's have connected.
fn connections(server: &Server) -> i64 {
    let stats = server.command(&["INFO", "stats"]).text();
    let count = stats.lines().find_map(|line| line.strip_prefix("total_connections_received:")).unwrap();
    count.trim().parse().unwrap()
}

fn works(lock: &Rc<Lock>) {
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

/// A server that shows a certificate for this machine, and an address that trusts it.
fn here() -> (Authority, Server, String) {
    let authority = Authority::new();
    let server = authority.server(&authority.signs(HERE), &[]);
    let address = authority.address(&server, "");
    (authority, server, address)
}

/// The same with the front in between.
fn behind_a_front() -> (Authority, Server, Front, String) {
    let authority = Authority::new();
    let server = Server::start();
    let front = Front::start(&authority.signs(HERE), server.port());
    let address = authority.address_of(front.port(), "");
    (authority, server, front, address)
}

#[test]
fn every_verb_works_in_both_versions() {
    let authority = Authority::new();
    let identity = authority.signs(HERE);
    for version in VERSIONS {
        let server = authority.server(&identity, &["--tls-protocols", version, "--port", "0"]);
        let address = authority.address(&server, "");
        let (one, other) = (lock_at(&address), lock_at(&address));
        assert_eq!(one.acquire(), Ok(true), "{version}");
        assert_eq!(other.acquire(), Ok(false));
        assert_eq!(one.extend(None), Ok(true));
        assert_eq!(other.is_held(), Ok(false));
        assert_eq!(other.holder().unwrap().unwrap(), token_of(&one).into_bytes());
        assert_eq!(one.release(), Ok(true));
        assert_eq!(other.acquire_within(seconds_of(1.0), None), Ok(true));
        assert_eq!(one.force_release(), Ok(true));
    }
}

#[test]
fn a_password_and_a_database_are_sent_inside() {
    let (authority, server, _) = here();
    let login = server.user(&["~*", "+@all"]);
    let login = login.split("//").nth(1).unwrap().split('@').next().unwrap();
    let address =
        authority.address(&server, "").replace("rediss://", &format!("rediss://{login}@")).replace('?', "/3?");
    let lock = lock_at(&address);
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["SELECT", "3"]);
    assert_eq!(server.command(&["EXISTS", "k"]), 1);
}

#[test]
fn one_connection_serves_every_request_in_both_versions() {
    let authority = Authority::new();
    let identity = authority.signs(HERE);
    for version in VERSIONS {
        let server = authority.server(&identity, &["--tls-protocols", version]);
        let address = authority.address(&server, "");
        works(&lock_at(&address));
        let before = connections(&server);
        for _ in 0..5 {
            works(&lock_at(&address));
        }
        assert_eq!(connections(&server), before, "{version}");
    }
}

#[test]
fn a_server_that_changes_its_keys_keeps_its_connection() {
    let (_authority, _server, front, address) = behind_a_front();
    for _ in 0..3 {
        works(&lock_at(&address));
        front.changes_keys();
        // Time for the record to arrive while it is not read.
        thread::sleep(Duration::from_millis(20));
    }
    works(&lock_at(&address));
    assert_eq!(front.connections(), 1);
}

#[test]
fn a_change_of_keys_does_not_end_a_wait() {
    let (_authority, server, front, address) = behind_a_front();
    let holder = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
    let waiter = Waiter::at(&address, 10.0);
    until_blocked(&server, 1);
    for _ in 0..10 {
        front.changes_keys();
        // Longer than one io_timeout altogether, in which an answer would have to come.
        thread::sleep(IO_TIMEOUT / 5);
    }
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
    assert_eq!(front.connections(), 1);
}

#[test]
fn a_connection_that_was_closed_is_noticed_without_a_round_trip() {
    let (_authority, server, front, address) = behind_a_front();
    works(&lock_at(&address));
    // The socket stays open: only TLS says it.
    front.ends_politely();
    thread::sleep(Duration::from_millis(20));
    works(&lock_at(&address));
    assert_eq!(front.connections(), 2);
    server.restart();
    works(&lock_at(&address));
    assert_eq!(front.connections(), 3);
}

#[test]
fn a_session_that_ends_in_a_wait_is_noticed_at_once() {
    let (_authority, server, front, address) = behind_a_front();
    let holder = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
    let waiter = Waiter::at(&address, 10.0);
    until_blocked(&server, 1);
    // The socket stays open: nothing else would tell before the slice is over.
    front.ends_politely();
    assert!(eventually(AT_ONCE, || front.connections() == 2));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn garbage_on_an_idle_connection_costs_no_request() {
    let (_authority, _server, front, address) = behind_a_front();
    works(&lock_at(&address));
    front.sends_garbage();
    thread::sleep(Duration::from_millis(20));
    works(&lock_at(&address));
    assert_eq!(front.connections(), 2);
}

#[test]
fn garbage_in_place_of_a_reply_is_no_reply() {
    let (_authority, server, front, address) = behind_a_front();
    let lock = lock_at(&address);
    assert_eq!(lock.acquire(), Ok(true));
    server.suspend();
    let asker = thread::spawn({
        let (address, token) = (address.clone(), token_of(&lock));
        move || crate::support::locks::adopted_at(&address, token.as_bytes()).extend(None)
    });
    assert!(eventually(PATIENCE, || front.connections() == 2));
    // Its handshake is over by then, its question unanswered.
    thread::sleep(IO_TIMEOUT / 3);
    front.sends_garbage();
    let error = asker.join().unwrap().unwrap_err();
    server.resume();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(error.to_string().contains("what came is not the server's TLS"), "{error}");
}

#[test]
fn replies_that_come_byte_by_byte_are_read() {
    let (_authority, _server, front, address) = behind_a_front();
    front.trickles();
    works(&lock_at(&address));
    works(&lock_at(&address));
    assert_eq!(front.connections(), 1);
}

#[test]
fn a_reply_that_was_lost_leads_to_a_second_try() {
    let authority = Authority::new();
    let (_server, proxy) = Server::behind_a_proxy();
    let front = Front::start(&authority.signs(HERE), proxy.port());
    let lock = lock_at(&authority.address_of(front.port(), ""));
    let rule = proxy.swallow_replies_after("SET");
    assert_eq!(lock.acquire(), Ok(true), "ours already");
    assert_eq!(rule.hits(), 1);
    assert!(eventually(PATIENCE, || front.resets() == 1));
    proxy.cut();
    assert_eq!(lock.extend(None).unwrap_err().kind(), Kind::Connection);
    proxy.heal();
    assert_eq!(lock.release(), Ok(true));
}

/// Locks whose keys are so long that releasing them takes one write of several megabytes.
fn long_locks(address: &str) -> Vec<Rc<Lock>> {
    let long = "x".repeat(60 * 1024);
    let held = (0..32).map(|n| lock_on(address, &format!("{n}{long}"), 10.0, TokenSource::Fresh));
    held.inspect(|lock| assert_eq!(lock.acquire(), Ok(true))).collect()
}

#[test]
fn a_request_of_many_records_arrives_whole() {
    let (_authority, server, address) = here();
    let _held = long_locks(&address);
    registry::end_request(timeouts());
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_request_that_is_never_read_ends_in_time() {
    let (_authority, server, address) = here();
    let _held = long_locks(&address);
    server.suspend();
    let start = Instant::now();
    registry::end_request(timeouts());
    let took = start.elapsed();
    server.resume();
    // To encrypt so much takes time of its own.
    assert!(took >= IO_TIMEOUT && took < 4 * IO_TIMEOUT, "{took:?}");
}

#[test]
fn a_waiter_is_woken_and_a_lease_renewed() {
    let _renewal = crate::support::renewal_in_turn();
    let (_authority, server, address) = here();
    let terms = LockSettings { renewal: Renewal::Always, ..terms(0.5) };
    let holder = lock_of(&address, "k", terms);
    assert_eq!(holder.acquire_within(seconds_of(1.0), None), Ok(true));
    let waiter = Waiter::at(&address, 20.0);
    until_blocked(&server, 1);
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!(holder.is_held(), Ok(true));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
    renewal::stop();
}

#[test]
fn a_waiter_outlives_a_restart() {
    let (_authority, server, address) = here();
    server.command(&["SET", "k", "rl_another", "PX", "60000"]);
    let waiter = Waiter::at(&address, 20.0);
    until_blocked(&server, 1);
    server.restart();
    assert_eq!(waiter.end().result, Ok(true), "the key is gone with its server");
}

#[test]
fn an_interrupted_wait_ends_at_once() {
    let (_authority, server, address) = here();
    let holder = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire(), Ok(true));
    let start = Instant::now();
    let bell = start + Duration::from_millis(300);
    let left = Waiter::of(Program::leaves_when(move || Instant::now() >= bell), &address).end();
    assert_eq!(left.result, Err(Error::Interrupted(Interruption::Exception)));
    assert!(left.took < Duration::from_millis(300) + AT_ONCE, "{:?}", left.took);
    assert_eq!(holder.release(), Ok(true));
    works(&lock_at(&address));
}

#[test]
fn a_handshake_can_be_left_and_has_an_end() {
    let (_authority, server, address) = here();
    server.suspend();
    let bell = Instant::now() + Duration::from_millis(200);
    let left = Waiter::of(Program::leaves_when(move || Instant::now() >= bell), &address).end();
    assert_eq!(left.result, Err(Error::Interrupted(Interruption::Exception)));
    assert!(left.took < Duration::from_millis(200) + AT_ONCE, "{:?}", left.took);
    let start = Instant::now();
    let error = lock_at(&address).acquire().unwrap_err();
    let (took, limit) = (start.elapsed(), timeouts().connect);
    server.resume();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(took >= limit && took < limit + AT_ONCE, "{took:?}");
    assert!(error.to_string().contains("connected, but no TLS handshake within 2 s (connect_timeout)"), "{error}");
    works(&lock_at(&address));
}

#[test]
fn names_and_addresses_of_certificates_are_verified() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs("DNS:localhost,DNS:*.redis.lan,IP:127.0.0.1,IP:::1"), &[]);
    for (host, option) in [
        ("127.0.0.1", ""),
        ("localhost", ""),
        ("127.0.0.1", "&peer_name=localhost"),
        ("127.0.0.1", "&peer_name=a.redis.lan"),
        ("127.0.0.1", "&peer_name=::1"),
    ] {
        works(&lock_at(&authority.address(&server, option).replace("127.0.0.1", host)));
        flush::close();
    }
    for option in ["&peer_name=redis.lan", "&peer_name=a.b.redis.lan", "&peer_name=127.0.0.2"] {
        let error = lock_at(&authority.address(&server, option)).acquire().unwrap_err();
        assert!(
            error.to_string().contains("the server's certificate is for localhost, *.redis.lan, 127.0.0.1 and others"),
            "{error}"
        );
    }
}

#[test]
fn nothing_is_verified_where_the_address_says_so() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs_expired("DNS:elsewhere"), &["--port", "0"]);
    works(&lock_at(&format!("rediss://127.0.0.1:{}?verify_peer=0", server.tls_port())));
    let verified = format!("rediss://127.0.0.1:{}?verify_peer=1", server.tls_port());
    assert_eq!(lock_at(&verified).acquire().unwrap_err().kind(), Kind::Connection);
}

#[test]
fn a_self_signed_certificate_is_trusted_when_cafile_is_exactly_it() {
    let authority = Authority::new();
    let (own, stranger) = (authority.self_signed(HERE), authority.self_signed(HERE));
    let server = authority.server(&own, &[]);
    let address = |cafile: &str| format!("rediss://127.0.0.1:{}?cafile={cafile}", server.tls_port());
    works(&lock_at(&address(&own.cert)));
    let error = lock_at(&address(&stranger.cert)).acquire().unwrap_err();
    assert!(error.to_string().contains("one for authorities (CA:TRUE)"), "{error}");
    let elsewhere = authority.self_signed("DNS:elsewhere");
    let server = authority.server(&elsewhere, &[]);
    let error = lock_at(&format!("rediss://127.0.0.1:{}?cafile={}", server.tls_port(), elsewhere.cert)).acquire();
    assert!(error.unwrap_err().to_string().contains("the server's certificate is for elsewhere, not for 127.0.0.1"));
}

#[test]
fn a_client_certificate_is_shown_to_a_server_that_requests_it() {
    let authority = Authority::new();
    let (identity, client) = (authority.signs(HERE), authority.signs(""));
    let both = [&client.key, &client.cert].map(|file| std::fs::read_to_string(file).unwrap()).concat();
    let both = authority.write("both.pem", &both);
    for version in VERSIONS {
        let server = authority.server(&identity, &["--tls-protocols", version, "--tls-auth-clients", "yes"]);
        works(&lock_at(&authority.address(&server, &format!("&local_cert={}&local_pk={}", client.cert, client.key))));
        works(&lock_at(&authority.address(&server, &format!("&local_cert={both}"))));
    }
}

#[test]
fn a_renewed_certificate_needs_no_restart() {
    let authority = Authority::new();
    let (identity, client) = (authority.signs(HERE), authority.signs(""));
    let server = authority.server(&identity, &["--tls-auth-clients", "yes"]);
    let cert = authority.write("renewed.pem", "not yet");
    let address = authority.address(&server, &format!("&local_cert={cert}&local_pk={}", client.key));
    assert_eq!(lock_at(&address).acquire().unwrap_err().kind(), Kind::Connection);
    std::fs::copy(&client.cert, &cert).unwrap();
    works(&lock_at(&address));
}

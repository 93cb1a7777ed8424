//! Owns the promises about renewal that need many leases of one process or a faulty network.
//! Does not own what a program sees of renewal (php-tests/renewal).

mod beside;

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{given_token_of, lock_of, terms, timeouts};
use crate::support::sentinels::{MASTER, Sentinel};
use crate::support::{PATIENCE, Proxy, Sent, Server, eventually, renewal_in_turn};
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::renewal;
use redislock::token::Token;

fn kept(address: &str, key: &str, ttl: f64) -> Rc<Lock> {
    kept_with(address, key, ttl, TokenSource::Fresh)
}

fn kept_with(address: &str, key: &str, ttl: f64, token: TokenSource) -> Rc<Lock> {
    let lock = lock_of(address, key, LockSettings { renewal: Renewal::Always, token, ..terms(ttl) });
    assert_eq!(lock.acquire(), Ok(true));
    lock
}

/// The least that any of these had left, as long as it is looked.
fn least_left(locks: &[Rc<Lock>], during: Duration) -> f64 {
    let (start, mut least) = (Instant::now(), f64::INFINITY);
    while start.elapsed() < during {
        least = locks.iter().map(|lock| lock.remaining()).fold(least, f64::min);
        thread::sleep(Duration::from_millis(5));
    }
    least
}

#[test]
fn an_extend_that_is_lost_on_its_way_leaves_time_for_another() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let lock = kept(&proxy.address(), "k", 1.5);
    proxy.swallow_request("\nEVAL");
    for _ in 0..1500 {
        thread::sleep(Duration::from_millis(2));
        assert_eq!(lock.state(), "held");
    }
    assert_eq!(lock.release(), Ok(true));
    renewal::stop();
}

/// A fatal error drops nothing that the frames of a suspended fiber own.
#[test]
fn the_end_of_a_request_ends_the_renewal_of_what_another_object_has_acquired() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let owner = lock_of(&server.tcp_address(), "k", terms(0.5));
    let asks: [fn(&Rc<Lock>) -> bool; 2] = [|lock| lock.is_held() == Ok(true), |lock| lock.extend(None) == Ok(true)];
    for ask in asks {
        assert_eq!(owner.acquire(), Ok(true));
        let settings = LockSettings { renewal: Renewal::Always, token: given_token_of(&owner), ..terms(0.5) };
        let adopted = lock_of(&server.tcp_address(), "k", settings);
        assert!(ask(&adopted));
        thread::sleep(Duration::from_millis(700));
        assert_eq!(adopted.state(), "held", "it is renewed");
        registry::end_request(timeouts());
        assert_eq!(server.command(&["EXISTS", "k"]), 1, "nor is it released");
        assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 0));
        drop(adopted);
    }
    renewal::stop();
}

#[test]
fn what_is_trusted_when_a_redis_that_stood_still_goes_on_is_kept() {
    let (_renewal, (server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let ttl = 3.0;
    let locks: Vec<Rc<Lock>> = (0..60)
        .map(|n| {
            // Their extends are spread, so that some lease is always near its deadline.
            thread::sleep(Duration::from_secs_f64(ttl / 3.0 / 60.0));
            kept(&proxy.address(), &format!("k{n}"), ttl)
        })
        .collect();
    proxy.delay_replies(Duration::from_millis(5));
    thread::sleep(Duration::from_secs_f64(ttl / 2.0));
    server.suspend();
    thread::sleep(Duration::from_secs_f64(0.7 * ttl));
    server.resume();
    // One that ends within a round trip may be counted and have ended when its extend arrives.
    let trusted: Vec<&Rc<Lock>> = locks.iter().filter(|lock| lock.remaining() > 0.1).collect();
    assert!(trusted.len() > 20, "{} of 60 are still trusted", trusted.len());
    thread::sleep(Duration::from_secs_f64(ttl));
    let held = trusted.iter().filter(|lock| lock.state() == "held").count();
    assert_eq!(held, trusted.len());
    renewal::stop();
}

#[test]
fn more_leases_are_kept_than_round_trips_fit_into_their_time() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let locks: Vec<Rc<Lock>> = (0..400).map(|n| kept(&proxy.address(), &format!("k{n}"), 3.0)).collect();
    // One after the other they would take eight seconds.
    proxy.delay_replies(Duration::from_millis(20));
    thread::sleep(Duration::from_secs(6));
    assert_eq!(locks.iter().filter(|lock| lock.state() != "held").count(), 0);
    renewal::stop();
}

#[test]
fn a_silent_server_with_many_addresses_takes_no_time_from_another_servers_lease() {
    let _renewal = renewal_in_turn();
    let (healthy, silent) = (Server::start(), Server::start());
    let ttl = 3.0;
    let near = [kept(&healthy.tcp_address(), "near", ttl)];
    let _far: Vec<Rc<Lock>> =
        (0..16).map(|n| kept(&format!("redis://127.0.0.1:{}/{n}", silent.port()), "far", ttl)).collect();
    thread::sleep(Duration::from_secs_f64(ttl / 2.0));
    silent.suspend();
    let least = least_left(&near, Duration::from_secs_f64(2.0 * ttl));
    silent.resume();
    assert!(least > ttl / 3.0, "{least} of {ttl} s were left");
    renewal::stop();
}

/// Half of what is left to it is waited for, and not the io_timeout, which is longer than the ttl.
#[test]
fn a_lease_whose_connection_is_silent_beyond_its_ttl_is_kept_by_a_new_one() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let lock = kept(&format!("{}?io_timeout=30", proxy.address()), "k", 1.2);
    proxy.swallow_replies_after("EVAL");
    assert!(least_left(std::slice::from_ref(&lock), Duration::from_secs(5)) > 0.0);
    assert_eq!(lock.state(), "held");
    renewal::stop();
}

#[test]
fn a_given_token_is_extended_and_no_more_once_it_was_released() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let given = || TokenSource::Given(Token::given(b"shared").unwrap());
    let mut locks: Vec<Rc<Lock>> =
        (0..30).map(|n| kept_with(&server.tcp_address(), &format!("k{n}"), 0.6, given())).collect();
    thread::sleep(Duration::from_millis(1_500));
    assert!(locks.iter().all(|lock| lock.state() == "held"));
    let mut monitor = server.monitor();
    for lock in locks.drain(..20) {
        assert_eq!(lock.release(), Ok(true));
    }
    thread::sleep(Duration::from_millis(500));
    let sent = monitor.lines();
    let last_release = sent.iter().rposition(|sent| sent.words.iter().any(|word| word == b"DEL")).unwrap();
    let is_of_released = |word: &Vec<u8>| {
        std::str::from_utf8(word)
            .is_ok_and(|word| word.strip_prefix('k').and_then(|n| n.parse::<u32>().ok()).is_some_and(|n| n < 20))
    };
    let after = sent[last_release + 1..].iter().filter(|sent| sent.words.iter().any(is_of_released));
    // What Redis runs inside the last release is shown, too; no PEXPIRE among it, for nobody waits.
    assert_eq!(after.filter(|sent| sent.words.iter().any(|word| word == b"PEXPIRE")).count(), 0);
    assert!(locks.iter().all(|lock| lock.state() == "held"));
    renewal::stop();
}

/// Whether a client has named the key "k" after the script that deleted it.
fn is_named_after_its_release(sent: &[Sent]) -> bool {
    let release = sent.iter().rposition(|sent| sent.words.iter().any(|word| word == b"DEL")).unwrap();
    let names = |sent: &Sent| !sent.is_by_script() && sent.words.iter().any(|word| word == b"k");
    sent[release + 1..].iter().any(names)
}

#[test]
fn an_extend_that_has_to_connect_first_is_not_sent_after_a_release() {
    let (_renewal, (server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let lock = kept(&format!("{}/1?io_timeout=5", proxy.address()), "k", 3.0);
    // Renewal's connection has asked by EVALSHA for any reply; the other has acquired by EVAL.
    let clients = server.command(&["CLIENT", "LIST"]).text();
    let idle = clients.lines().find(|line| line.contains("cmd=evalsha")).unwrap();
    let id = idle.split(' ').find_map(|word| word.strip_prefix("id=")).unwrap();
    let (before, mut monitor) = (proxy.connections(), server.monitor());
    proxy.delay_replies(Duration::from_millis(300));
    assert_eq!(server.command(&["CLIENT", "KILL", "ID", id]), 1);
    assert!(eventually(PATIENCE, || proxy.connections() > before), "its thread does not connect");
    assert_eq!(lock.release(), Ok(true));
    // The login of the new connection was over before that; its thread may be late.
    thread::sleep(Duration::from_millis(300));
    assert!(!is_named_after_its_release(&monitor.lines()));
    renewal::stop();
}

#[test]
fn no_extend_is_sent_while_a_release_waits_for_its_reply() {
    let (_renewal, (server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    // Its first extend is due after 200 ms.
    let lock = kept(&format!("{}?io_timeout=5", proxy.address()), "k", 0.6);
    let mut monitor = server.monitor();
    proxy.delay_replies(Duration::from_millis(500));
    assert_eq!(lock.release(), Ok(true));
    assert!(!is_named_after_its_release(&monitor.lines()));
    renewal::stop();
}

#[test]
fn the_shortest_ttl_is_renewed_or_found_lost_and_takes_no_time_from_another() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let long = [kept(&server.tcp_address(), "long", 1.5)];
    let short = lock_of(&server.tcp_address(), "short", LockSettings { renewal: Renewal::Always, ..terms(0.01) });
    // A busy machine may be too slow for it.
    let _ = short.acquire();
    assert!(least_left(&long, Duration::from_secs(3)) > 0.4);
    renewal::stop();
}

#[test]
fn leases_of_a_server_that_restarts_are_kept_by_a_new_connection() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let locks: Vec<Rc<Lock>> = (0..50).map(|n| kept(&proxy.address(), &format!("k{n}"), 1.5)).collect();
    thread::sleep(Duration::from_millis(700));
    for _ in 0..8 {
        proxy.kill_connections();
        thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(locks.iter().filter(|lock| lock.state() != "held").count(), 0);
    renewal::stop();
}

#[test]
fn a_lock_is_kept_through_a_proxy_that_closes_at_our_name() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    proxy.close_at("SETINFO").times(usize::MAX);
    for database in ["", "/1"] {
        let lock = kept(&format!("{}{database}", proxy.address()), "k", 0.9);
        thread::sleep(Duration::from_secs(2));
        assert_eq!(lock.state(), "held");
    }
    renewal::stop();
}

#[test]
fn a_server_that_is_gone_is_left_alone_once_its_leases_have_ended() {
    let _renewal = renewal_in_turn();
    let (server, other) = (Server::start(), Server::start());
    let proxy = Proxy::start(server.port());
    let long = kept(&other.tcp_address(), "long", 3.0);
    let locks: Vec<Rc<Lock>> = (0..10).map(|n| kept(&proxy.address(), &format!("k{n}"), 0.6)).collect();
    proxy.refuse();
    proxy.kill_connections();
    assert!(eventually(PATIENCE, || locks.iter().all(|lock| lock.state() == "expired")));
    // A lease is tried for a second after its deadline.
    thread::sleep(Duration::from_millis(1_500));
    proxy.heal();
    let before = proxy.connections();
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!((proxy.connections(), long.state()), (before, "held"));
    renewal::stop();
}

#[test]
fn a_master_that_sentinels_name_by_a_host_name_is_found() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let sentinel = Sentinel::watching(server.port(), 1, &[]);
    let port = server.port().to_string();
    for words in [
        &["CONFIG", "SET", "resolve-hostnames", "yes"][..],
        &["CONFIG", "SET", "announce-hostnames", "yes"],
        &["REMOVE", MASTER],
        &["MONITOR", MASTER, "localhost", &port, "1"],
    ] {
        sentinel.command(&[&["SENTINEL"], words].concat());
    }
    // The sentinel has a number, so no name was to be looked up when the lease was taken.
    let lock = kept(&format!("redis-sentinel://127.0.0.1:{}/{MASTER}", sentinel.port()), "k", 1.5);
    thread::sleep(Duration::from_secs(4));
    assert_eq!(lock.state(), "held");
    renewal::stop();
}

#[test]
fn a_server_that_was_silent_for_long_is_tried_again_soon_enough_for_a_new_lease() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let _long = kept(&proxy.address(), "long", 6.0);
    thread::sleep(Duration::from_millis(2_500));
    // Connections are taken, and nothing comes of them.
    proxy.cut();
    thread::sleep(Duration::from_secs(12));
    proxy.kill_connections();
    proxy.heal();
    let new = kept(&proxy.address(), "new", 2.0);
    thread::sleep(Duration::from_secs(5));
    assert_eq!(new.state(), "held");
    renewal::stop();
}

fn info(server: &Server, section: &str, name: &str) -> u64 {
    let info = server.command(&["INFO", section]).text();
    let value = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    value.trim().parse().unwrap()
}

#[test]
fn the_connection_is_made_before_the_acquire_and_outlives_a_new_password() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let clients = || info(&server, "clients", "connected_clients");
    let before = clients();
    // Its first extend is sent after 2 s.
    let lock = kept(&server.tcp_address(), "k", 6.0);
    assert_eq!(clients(), before + 2, "renewal has none");
    assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", ">new"]), "OK");
    thread::sleep(Duration::from_millis(6_500));
    assert!(lock.remaining() > 1.0, "{}", lock.remaining());
    renewal::stop();
}

/// Its first extend gets no reply, and nothing later on that connection either. It is sent after 2 s, and trusted until 6 s are over.
fn kept_by_a_connection_that_dies_without_a_sign(proxy: &Proxy) -> Rc<Lock> {
    let lock = kept(&format!("{}?io_timeout=0.3", proxy.address()), "k", 6.0);
    assert_eq!(proxy.connections(), 2, "renewal has none");
    proxy.swallow_replies_after("EVALSHA");
    lock
}

#[test]
fn connections_in_place_of_a_dead_one_are_not_made_in_a_row_while_they_are_refused() {
    let (_renewal, (server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let _lock = kept_by_a_connection_that_dies_without_a_sign(&proxy);
    assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", ">new"]), "OK");
    thread::sleep(Duration::from_millis(4_500));
    // One after each pause, of half a second.
    assert!((4..=12).contains(&proxy.connections()), "{}", proxy.connections());
    renewal::stop();
}

#[test]
fn a_lease_whose_connection_died_is_extended_once_its_server_is_no_longer_busy() {
    let _renewal = renewal_in_turn();
    let server = Server::with(&["--lua-time-limit", "50"]);
    let proxy = Proxy::start(server.port());
    let lock = kept_by_a_connection_that_dies_without_a_sign(&proxy);
    let mut busy = server.connect();
    busy.send(b"EVAL 'while true do end' 0\r\n").unwrap();
    thread::sleep(Duration::from_secs(3));
    assert_eq!(server.connect().ask(&[b"SCRIPT", b"KILL"]).unwrap(), "OK");
    assert!(eventually(Duration::from_secs(2), || lock.remaining() > 4.0), "{}", lock.remaining());
    renewal::stop();
}

#[test]
fn locks_of_one_server_share_the_connection_that_renews_them_one_after_the_other() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let received = || info(&server, "stats", "total_connections_received");
    let before = received();
    for _ in 0..20 {
        let lock = kept(&server.tcp_address(), "k", 0.3);
        thread::sleep(Duration::from_millis(150));
        assert_eq!(lock.release(), Ok(true));
    }
    assert_eq!(received() - before, 2, "the program's own and renewal's");
    renewal::stop();
}

/// A connection that ends while no lease needs it, and a password that is wrong by then.
#[test]
fn a_lock_is_not_acquired_that_no_connection_could_renew() {
    let (_renewal, (server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let own = lock_of(&proxy.address(), "own", terms(30.0));
    assert_eq!(own.acquire(), Ok(true));
    let settings = LockSettings { renewal: Renewal::Always, ..terms(30.0) };
    let lock = lock_of(&proxy.address(), "k", settings);
    proxy.refuse();
    let refused = lock.acquire().unwrap_err().to_string();
    assert!(refused.contains("autoRenew needs a second connection"), "{refused}");
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
    assert_eq!(lock.state(), "none");
    proxy.heal();
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    // That of renewal ends, and no other is to be had.
    proxy.refuse();
    proxy.kill_connections();
    assert!(lock.acquire().is_err());
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
    proxy.heal();
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    renewal::stop();
}

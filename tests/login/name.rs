//! Owns the promises about our name, which goes with a login: behind a proxy that closes the connection at a command it does not know, CLIENT
//! SETINFO first of all (twemproxy does so), every verb works from the first contact on.
//! Does not own other connections that end (`late.rs`).

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::support::locks::{adopted_at, lock_at, lock_of, terms, timeouts, token_of};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::Kind;
use redislock::key::Key;
use redislock::node::late::flush;
use redislock::operator::{Bounds, Scan, describe, scan};
use redislock::topology::Servers;
use redislock::wait::Wait;
use socket2::SockRef;

const NAMES: &str = "SETINFO";
const ALWAYS: usize = usize::MAX;

/// In front of a server with a password.
fn strict_proxy(server: &Server) -> Proxy {
    server.command(&["CONFIG", "SET", "requirepass", "pw"]);
    let proxy = Proxy::start(server.port());
    proxy.close_at(NAMES).times(ALWAYS);
    proxy
}

fn with_login(address: &str) -> String {
    address.replace("//", "//:pw@")
}

/// How many connections have begun with the names.
fn named(proxy: &Proxy) -> usize {
    let is_named = |sent: &Vec<u8>| sent.windows(NAMES.len()).any(|window| window == NAMES.as_bytes());
    proxy.requests().iter().filter(|sent| is_named(sent)).count()
}

/// Runs `work` on a thread of its own: its contact with the proxy is the thread's first.
fn at_first_contact<T: Send>(work: impl FnOnce(&str) -> T + Send) -> T {
    let server = Server::start();
    server.command(&["SET", "k", "theirs", "PX", "60000"]);
    let proxy = strict_proxy(&server);
    let (done, connections) = thread::scope(|scope| {
        let done = scope.spawn(|| work(&with_login(&proxy.address()))).join().unwrap();
        (done, proxy.connections())
    });
    assert_eq!(connections, named(&proxy) + 1, "the last is without the names");
    done
}

#[test]
fn every_verb_works_at_the_first_contact() {
    assert_eq!(at_first_contact(|address| lock_at(address).acquire()), Ok(false));
    let wait = || Wait::from_seconds(0.2).unwrap();
    assert_eq!(at_first_contact(|address| lock_at(address).acquire_within(wait(), None)), Ok(false));
    assert_eq!(at_first_contact(|address| adopted_at(address, b"theirs").release()), Ok(true));
    assert_eq!(at_first_contact(|address| adopted_at(address, b"another").release()), Ok(false));
    assert_eq!(at_first_contact(|address| adopted_at(address, b"theirs").extend(None)), Ok(true));
    assert_eq!(at_first_contact(|address| adopted_at(address, b"another").extend(None)), Ok(false));
    assert_eq!(at_first_contact(|address| adopted_at(address, b"theirs").is_held()), Ok(true));
    assert_eq!(at_first_contact(|address| lock_at(address).is_locked()), Ok(true));
    assert_eq!(at_first_contact(|address| lock_at(address).holder()), Ok(Some(b"theirs".to_vec())));
    assert_eq!(at_first_contact(|address| lock_at(address).force_release()), Ok(true));
    let topology = |address: &str| Servers::parse(address).unwrap().topology(timeouts());
    let key = || Key::new(b"", b"k").unwrap();
    assert!(at_first_contact(|address| describe(&*topology(address), &key()).unwrap().is_some()));
    let all = Scan { pattern: b"*".to_vec(), prefix: 0, every_make: true, most: 10, bounds: Bounds::NONE };
    assert_eq!(at_first_contact(|address| scan(&*topology(address), &all, None).unwrap().locks.len()), 1);
}

/// A port that carries what comes to a server, except connections that begin with the names: these it resets.
fn resetting_port(server: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for client in listener.incoming().map(Result::unwrap) {
            let mut first = [0; 4096];
            let read = (&client).read(&mut first).unwrap();
            if first[..read].windows(NAMES.len()).any(|window| window == NAMES.as_bytes()) {
                SockRef::from(&client).set_linger(Some(Duration::ZERO)).unwrap();
                continue;
            }
            let redis = TcpStream::connect(("127.0.0.1", server)).unwrap();
            (&redis).write_all(&first[..read]).unwrap();
            let (mut requests, mut replies) = (client.try_clone().unwrap(), redis.try_clone().unwrap());
            thread::spawn(move || io::copy(&mut requests, &mut &redis));
            thread::spawn(move || io::copy(&mut replies, &mut &client));
        }
    });
    port
}

#[test]
fn a_reset_is_as_good_as_a_close() {
    let server = Server::start();
    server.command(&["CONFIG", "SET", "requirepass", "pw"]);
    let lock = lock_at(&format!("redis://:pw@127.0.0.1:{}", resetting_port(server.port())));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
    assert_eq!(lock.release(), Ok(true));
    let adopted = adopted_at(&format!("redis://:pw@127.0.0.1:{}", resetting_port(server.port())), b"theirs");
    server.command(&["SET", "k", "theirs"]);
    assert_eq!(adopted.release(), Ok(true));
}

#[test]
fn a_server_that_says_why_it_closes_is_told_the_names_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://:pw@{}", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let said = listener.incoming().take(2).map(|client| {
            let mut client = client.unwrap();
            let mut first = [0; 4096];
            let read = client.read(&mut first).unwrap();
            client.write_all(b"-ERR max number of clients reached\r\n").unwrap();
            first[..read].windows(NAMES.len()).any(|window| window == NAMES.as_bytes())
        });
        said.collect::<Vec<bool>>()
    });
    for _ in 0..2 {
        assert_eq!(lock_at(&address).acquire().unwrap_err().kind(), Kind::Server);
    }
    assert_eq!(server.join().unwrap(), [true, true]);
}

#[test]
fn every_new_connection_is_made_again_without_the_names() {
    let server = Server::start();
    let proxy = strict_proxy(&server);
    let address = with_login(&proxy.address());
    let lock = lock_at(&address);
    for _ in 0..3 {
        assert_eq!(lock.acquire(), Ok(true));
        assert_eq!(server.command(&["GET", "k"]), token_of(&lock).as_str());
        assert_eq!(lock_at(&address).acquire(), Ok(false));
        assert_eq!(lock.extend(None), Ok(true));
        assert_eq!(lock.release(), Ok(true));
        assert_eq!(server.command(&["DBSIZE"]), 0);
        assert!(proxy.connections() > named(&proxy));
        flush::close();
    }
}

#[test]
fn user_and_database_are_still_those_of_the_address() {
    let server = Server::start();
    let proxy = strict_proxy(&server);
    let lock = lock_at(&format!("redis://:pw@127.0.0.1:{}/3", proxy.port()));
    assert_eq!(lock.acquire(), Ok(true));
    let (connections, tried_named) = (proxy.connections(), named(&proxy));
    assert_eq!((connections, tried_named), (2, 1));
    assert_eq!(lock_at(&format!("redis://:pw@127.0.0.1:{}/3", server.port())).is_locked(), Ok(true));
}

#[test]
fn a_wait_ends_with_its_lock_where_no_waiter_may_block_either() {
    let server = Server::start();
    let proxy = strict_proxy(&server);
    proxy.close_at("BLPOP").times(ALWAYS);
    let holder = lock_at(&with_login(&server.tcp_address()));
    assert_eq!(holder.acquire(), Ok(true));
    thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let waiter = lock_at(&with_login(&proxy.address()));
            let done = waiter.acquire_within(Wait::from_seconds(30.0).unwrap(), None);
            (done, waiter.release())
        });
        // One more connection after each BLPOP, then it polls.
        assert!(eventually(PATIENCE, || proxy.connections() >= 4));
        assert_eq!(holder.release(), Ok(true));
        assert_eq!(waits.join().unwrap(), (Ok(true), Ok(true)));
    });
}

#[test]
fn a_quorum_behind_strict_proxies_takes_its_majority_at_once() {
    let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
    let proxies: Vec<Proxy> = servers.iter().map(strict_proxy).collect();
    let addresses: Vec<String> = proxies.iter().map(|proxy| with_login(&proxy.address())).collect();
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert_eq!(lock.acquire(), Ok(true));
    assert!(servers.iter().all(|server| server.command(&["GET", "k"]) == token_of(&lock).as_str()));
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    assert!(proxies.iter().all(|proxy| (proxy.connections(), named(proxy)) == (2, 1)));
}

#[test]
fn a_connection_is_named_if_it_logs_in() {
    let group = Group::of(3);
    group.command(0..3, &["ACL", "SETUSER", "worker", "on", ">pw", "~*", "+@all"]);
    let addresses = group.addresses().join(" ");
    let clients = |address: &str| {
        assert_eq!(lock_of(address, "k", terms(10.0)).acquire(), Ok(true));
        let all = group.servers.iter().map(|server| server.command(&["CLIENT", "LIST"]).text()).collect::<String>();
        group.command(0..3, &["DEL", "k"]);
        all
    };
    assert!(!clients(&addresses).contains("lib-name=redislock"));
    let named = clients(&addresses.replace("//", "//worker:pw@"));
    // Servers before 7.2 know no such name.
    let count = named.matches("lib-name=redislock lib-ver=").count();
    assert_eq!(count, if named.contains("lib-name=") { 3 } else { 0 }, "{named}");
    let other_database = lock_of(&format!("{}/1", group.servers[0].tcp_address()), "k", terms(10.0));
    assert_eq!(other_database.acquire(), Ok(true));
    let named = group.servers[0].command(&["CLIENT", "LIST"]).text();
    assert_eq!(named.matches("lib-name=redislock").count(), count / 3 * 2);
}

#[test]
fn without_a_login_nothing_goes_ahead_of_the_first_command() {
    let (_server, proxy) = Server::behind_a_proxy();
    let lock = lock_at(&proxy.address());
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    assert_eq!((proxy.connections(), named(&proxy)), (1, 0));
    assert!(proxy.requests()[0].starts_with(b"*10\r\n$7\r\nEVALSHA"));
}

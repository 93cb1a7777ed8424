//! Owns the promises that a lock keeps wherever it lives: the same ones on every topology, with real servers.
//! Does not own what only one of them promises (sentinel.rs, cluster and their siblings), faults (late, waiting/faults.rs).

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::at_least;
use crate::done;
use crate::found;
use crate::permits;
use crate::several;
use crate::support::authority::{Authority, HERE};
use crate::support::cluster::Cluster;
use crate::support::locks::{given_token_of, lock_of, lock_on, terms, timeouts, token_of};
use crate::support::quorums::Group;
use crate::support::sentinels::Watched;
use crate::support::waiters::{AT_ONCE, Waiter, seconds_of};
use crate::support::{PATIENCE, Server, eventually};
use redislock::error::Kind;
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::token::Token;
use redislock::topology::When;
use redislock::ttl::Ttl;

fn at(address: &str, key: &str) -> Rc<Lock> {
    lock_on(address, key, 10.0, TokenSource::Fresh)
}

/// All of them, on keys of their own.
fn keeps_every_promise(address: &str) {
    one_holder_at_a_time(address);
    only_its_holder_ends_a_lease(address);
    an_extend_never_shortens(address);
    every_question_is_answered(address);
    a_lease_ends_with_its_ttl(address);
    a_token_may_be_handed_over(address);
    what_is_held_is_released_when_the_request_ends(address);
    a_wait_ends_on_time_or_with_the_lock(address);
    a_renewed_lease_outlives_its_ttl(address);
    four_threads_never_hold_it_together(address);
    several::keep_every_promise(address);
    at_least::keep_every_promise(address);
    found::keep_every_promise(address);
    if !address.contains(' ') {
        permits::keep_every_promise(address);
        done::keep_every_promise(address);
    }
}

fn one_holder_at_a_time(address: &str) {
    let (one, other) = (at(address, "one"), at(address, "one"));
    assert_eq!(one.acquire(), Ok(true));
    assert_eq!(other.acquire(), Ok(false));
    assert_eq!(one.acquire().unwrap_err().kind(), Kind::Misuse);
    assert_eq!(one.release(), Ok(true));
    assert_eq!(one.release(), Ok(false), "once");
    assert_eq!(other.acquire(), Ok(true));
    assert_eq!(other.release(), Ok(true));
}

fn only_its_holder_ends_a_lease(address: &str) {
    let (holder, stranger) = (at(address, "only"), at(address, "only"));
    assert_eq!(holder.acquire(), Ok(true));
    assert_eq!(stranger.release(), Ok(false));
    let guess = lock_on(address, "only", 10.0, TokenSource::Given(Token::given(b"guess").unwrap()));
    assert_eq!(guess.release(), Ok(false));
    assert_eq!(guess.extend(None), Ok(false));
    assert_eq!(holder.is_held(), Ok(true));
    assert_eq!(stranger.force_release(), Ok(true));
    assert_eq!(stranger.force_release(), Ok(false), "there is nothing left");
    assert_eq!(holder.is_held(), Ok(false));
    assert_eq!(holder.state(), "lost");
    assert_eq!(holder.release(), Ok(false));
}

fn an_extend_never_shortens(address: &str) {
    let lock = at(address, "extend");
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.extend(Some(Ttl::from_seconds(1.0).unwrap())), Ok(true));
    assert!(lock.remaining() > 5.0, "{}", lock.remaining());
    assert_eq!(lock.extend(Some(Ttl::from_seconds(100.0).unwrap())), Ok(true));
    assert!(lock.remaining() > 50.0, "{}", lock.remaining());
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(lock.extend(None), Ok(false));
}

fn every_question_is_answered(address: &str) {
    let (holder, stranger) = (at(address, "ask"), at(address, "ask"));
    assert_eq!(stranger.is_locked(), Ok(false));
    assert_eq!(stranger.holder(), Ok(None));
    assert_eq!(holder.acquire(), Ok(true));
    assert_eq!((holder.is_held(), stranger.is_held()), (Ok(true), Ok(false)));
    assert_eq!(stranger.is_locked(), Ok(true));
    assert_eq!(stranger.holder(), Ok(Some(token_of(&holder).into_bytes())));
    assert_eq!(holder.release(), Ok(true));
    assert_eq!(stranger.is_locked(), Ok(false));
}

fn a_lease_ends_with_its_ttl(address: &str) {
    let short = lock_on(address, "ttl", 0.3, TokenSource::Fresh);
    assert_eq!(short.acquire(), Ok(true));
    let next = at(address, "ttl");
    assert!(eventually(PATIENCE, || next.acquire() == Ok(true)));
    assert_eq!(short.remaining().to_bits(), 0.0_f64.to_bits());
    assert_eq!(short.release(), Ok(false));
    assert_eq!(next.release(), Ok(true));
}

fn a_token_may_be_handed_over(address: &str) {
    let giver = lock_of(address, "handed", LockSettings { auto_release: false, ..terms(10.0) });
    assert_eq!(giver.acquire(), Ok(true));
    let taker = lock_on(address, "handed", 10.0, given_token_of(&giver));
    assert_eq!(taker.extend(None), Ok(true));
    assert_eq!(taker.release(), Ok(true));
    assert_eq!(at(address, "handed").is_locked(), Ok(false));
}

fn what_is_held_is_released_when_the_request_ends(address: &str) {
    let locks: Vec<Rc<Lock>> = (0..5).map(|number| at(address, &format!("end{number}"))).collect();
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    locks[0].auto_release(When::Now);
    assert_eq!(at(address, "end0").is_locked(), Ok(false));
    registry::end_request(timeouts());
    for number in 0..5 {
        assert_eq!(at(address, &format!("end{number}")).is_locked(), Ok(false), "{number}");
    }
}

fn a_wait_ends_on_time_or_with_the_lock(address: &str) {
    let holder = at(address, "wait");
    assert_eq!(holder.acquire(), Ok(true));
    let start = Instant::now();
    assert_eq!(at(address, "wait").acquire_within(seconds_of(0.2), None), Ok(false));
    assert!((0.2..0.2 + AT_ONCE.as_secs_f64()).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    let waiters: Vec<Waiter> = (0..2).map(|_| Waiter::on(address, "wait", 10.0)).collect();
    thread::sleep(Duration::from_millis(100));
    assert_eq!(holder.release(), Ok(true));
    // What a waiter takes stays there when its thread ends.
    let first = || waiters.iter().any(Waiter::has_ended);
    assert!(eventually(AT_ONCE, first), "no waiter was woken");
    assert_eq!(at(address, "wait").force_release(), Ok(true));
    for waiter in waiters {
        assert_eq!(waiter.end().result, Ok(true));
    }
    assert_eq!(at(address, "wait").force_release(), Ok(true));
}

fn a_renewed_lease_outlives_its_ttl(address: &str) {
    let _renewal = crate::support::renewal_in_turn();
    let lock = lock_of(address, "renew", LockSettings { renewal: Renewal::Always, ..terms(0.6) });
    assert_eq!(lock.acquire(), Ok(true));
    let (stranger, end) = (at(address, "renew"), Instant::now() + Duration::from_millis(1_500));
    while Instant::now() < end {
        assert_eq!(stranger.acquire(), Ok(false));
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(stranger.acquire(), Ok(true));
    assert_eq!(stranger.release(), Ok(true));
}

fn four_threads_never_hold_it_together(address: &str) {
    let (inside, served) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (address, inside, served) = (address.to_owned(), inside.clone(), served.clone());
            thread::spawn(move || {
                for _ in 0..15 {
                    let lock = at(&address, "crowd");
                    if lock.acquire_within(seconds_of(10.0), None).unwrap() {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two hold it");
                        thread::sleep(Duration::from_micros(300));
                        inside.fetch_sub(1, Ordering::SeqCst);
                        served.fetch_add(1, Ordering::SeqCst);
                        assert_eq!(lock.release(), Ok(true));
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(served.load(Ordering::SeqCst), 60, "every waiter had its turn in time");
}

#[test]
fn on_tcp() {
    keeps_every_promise(&Server::start().tcp_address());
}

#[test]
fn in_this_processs_memory() {
    keeps_every_promise("memory:");
}

#[test]
fn on_a_unix_socket() {
    keeps_every_promise(&Server::start().unix_address());
}

#[test]
fn for_a_user_with_the_rights_of_the_readme() {
    let rights = "~* +set +get +del +exists +pttl +pexpire +persist +llen +rpush +eval +evalsha +blpop +time +wait";
    let server = Server::start();
    keeps_every_promise(&server.user(&rights.split(' ').collect::<Vec<_>>()));
}

#[test]
fn over_tls() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs(HERE), &[]);
    keeps_every_promise(&authority.address(&server, ""));
}

#[test]
fn over_tls_with_a_client_certificate() {
    let authority = Authority::new();
    let (server, client) = (authority.signs(HERE), authority.signs("DNS:client"));
    let server = authority.server(&server, &["--tls-auth-clients", "yes"]);
    let more = format!("&local_cert={}&local_pk={}", client.cert, client.key);
    keeps_every_promise(&authority.address(&server, &more));
}

#[test]
fn in_a_cluster_over_tls() {
    let authority = Authority::new();
    let cluster = Cluster::over_tls(&authority);
    let address = authority.address(&cluster.nodes[0], "");
    keeps_every_promise(&address.replace("rediss://", "rediss-cluster://"));
}

#[test]
fn by_a_quorum_over_tls() {
    let authority = Authority::new();
    let identity = authority.signs(HERE);
    let servers: Vec<Server> = (0..3).map(|_| authority.server(&identity, &[])).collect();
    let addresses: Vec<String> = servers.iter().map(|server| authority.address(server, "")).collect();
    keeps_every_promise(&addresses.join(" "));
}

#[test]
fn by_a_quorum_of_five() {
    keeps_every_promise(&Group::of(5).addresses().join(" "));
}

#[test]
fn by_sentinels() {
    keeps_every_promise(&Watched::start().address());
}

#[test]
fn in_a_cluster() {
    keeps_every_promise(&Cluster::with_replicas().address());
}

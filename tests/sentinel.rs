//! Owns the promises of a lock whose master sentinels name, with real sentinels, failovers and crashes.
//! Does not own what every topology promises (lock.rs, waiting.rs), the address's grammar (src/address/hosts.rs).

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::locks::{IO_TIMEOUT, acquaint, lock_at, lock_on, lock_with, timeouts, token_of};
use crate::support::sentinels::{MASTER, Sentinel, Watched, role};
use crate::support::waiters::{Waiter, know_the_scripts, until_blocked};
use crate::support::{PATIENCE, Server, eventually, free_port};
use redislock::error::Kind;
use redislock::lock::{Lock, TokenSource, registry};
use redislock::topology::When;

/// How long after a failover that has ended a waiter has its lock at most: one pause, one attempt, one slice.
const SOON: Duration = Duration::from_millis(2_500);

/// Longer than it takes until a master is demoted: ten seconds and more (redis-server 7.0.15).
const LONG: f64 = 60.0;

/// Returns once a replica has the key too: only what was replicated survives a failover.
fn until_replicated(watched: &Watched) {
    let token = watched.servers[0].command(&["GET", "k"]);
    assert!(!token.is_nil());
    assert!(eventually(PATIENCE, || watched.servers[1..].iter().all(|it| it.command(&["GET", "k"]) == token)));
}

/// A lock that is held, and survives a failover.
fn held_and_replicated() -> (Watched, Rc<Lock>) {
    let watched = Watched::start();
    let lock = lock_with(&watched.address(), LONG, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    until_replicated(&watched);
    (watched, lock)
}

/// Returns once the first master is a replica: until then there are two, and what the old one is told is lost.
fn until_demoted(watched: &Watched) {
    assert!(eventually(PATIENCE, || role(&watched.servers[0]) == "slave"));
}

#[test]
fn a_lock_lives_on_the_master_also_when_the_first_sentinel_is_dead() {
    let watched = Watched::start();
    let lock = lock_at(&watched.address());
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(watched.servers[0].command(&["GET", "k"]), token_of(&lock).as_str());
    assert_eq!(lock_at(&watched.address()).acquire(), Ok(false));
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.release(), Ok(true));

    let dead = watched.address().replace("redis-sentinel://", &format!("redis-sentinel://127.0.0.1:{},", free_port()));
    let lock = lock_at(&dead);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

/// Makes another the master by hand, so that nothing closes the connection or tells of the change.
fn change_master_unseen(watched: &Watched) {
    let (old, new) = (&watched.servers[0], &watched.servers[1]);
    for sentinel in &watched.sentinels {
        sentinel.command(&["SENTINEL", "REMOVE", MASTER]);
    }
    assert_eq!(new.command(&["REPLICAOF", "NO", "ONE"]), "OK");
    assert_eq!(old.command(&["REPLICAOF", "127.0.0.1", &new.port().to_string()]), "OK");
    for sentinel in &watched.sentinels {
        sentinel.command(&["SENTINEL", "MONITOR", MASTER, "127.0.0.1", &new.port().to_string(), "2"]);
    }
}

#[test]
fn what_a_demoted_master_refuses_is_released_on_its_successor() {
    let (watched, lock) = held_and_replicated();
    change_master_unseen(&watched);
    lock.auto_release(When::AtRequestEnd);
    registry::end_request(timeouts());
    assert_eq!(watched.servers[1].command(&["EXISTS", "k"]), 0);
}

#[test]
fn an_unawaited_release_costs_no_time_and_still_reaches_the_successor() {
    let watched = Watched::start();
    let lock = || lock_with(&watched.address(), LONG, TokenSource::Fresh);
    acquaint(&watched.address());
    let first = lock();
    assert_eq!(first.acquire(), Ok(true));
    watched.servers[0].suspend();
    let start = Instant::now();
    first.auto_release(When::Now);
    assert!(start.elapsed() < IO_TIMEOUT / 2, "{:?}", start.elapsed());
    watched.servers[0].resume();
    let second = lock();
    assert_eq!(second.acquire(), Ok(true));
    until_replicated(&watched);
    change_master_unseen(&watched);
    second.auto_release(When::Now);
    registry::end_request(timeouts());
    assert_eq!(watched.servers[1].command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_release_whose_reply_is_still_to_come_goes_to_the_successor() {
    let watched = Watched::start();
    // So long that no request gives it up by the clock.
    let address = format!("{}?io_timeout=30", watched.address());
    let lock = || lock_with(&address, LONG, TokenSource::Fresh);
    acquaint(&address);
    let first = lock();
    assert_eq!(first.acquire(), Ok(true));
    until_replicated(&watched);
    watched.servers[0].suspend();
    first.auto_release(When::Now);
    watched.await_another_than(watched.servers[0].port());
    assert_eq!(lock().acquire(), Ok(true), "it was released there first");
    watched.servers[0].resume();
}

#[test]
fn what_the_sentinels_cannot_tell_is_told_by_name() {
    let server = Server::start();
    let sentinel = Sentinel::watching(server.port(), 1, &["requirepass s3cret"]);
    let at = |rest: &str| lock_at(&format!("redis-sentinel://127.0.0.1:{}{rest}", sentinel.port()));
    let error = |rest: &str| at(rest).acquire().unwrap_err();

    let unknown = error("/other?sentinel_password=s3cret");
    assert_eq!(unknown.kind(), Kind::Connection);
    assert!(unknown.to_string().contains("knows no master \"other\""), "{unknown}");
    for login in ["", "?sentinel_password=wr0ng"] {
        let refused = error(&format!("/{MASTER}{login}"));
        assert!(refused.to_string().contains("the sentinels' own login is ?sentinel_user="), "{refused}");
        assert!(!refused.to_string().contains("wr0ng"), "{refused}");
    }
    let dead = lock_at(&format!("redis-sentinel://127.0.0.1:{}/m", free_port())).acquire().unwrap_err();
    assert!(dead.to_string().contains("no sentinel names a master: 127.0.0.1:"), "{dead}");
    assert!(dead.to_string().contains("connection refused"), "{dead}");
    assert_eq!(at(&format!("/{MASTER}?sentinel_password=s3cret")).acquire(), Ok(true));
}

#[test]
fn sentinels_and_master_have_passwords_of_their_own() {
    let watched = Watched::with(
        &["--requirepass", "m4ster", "--masterauth", "m4ster"],
        &["requirepass s3ntinel", "sentinel sentinel-pass s3ntinel", &format!("sentinel auth-pass {MASTER} m4ster")],
    );
    let address = watched.address().replace("//", "//:m4ster@");
    let lock = lock_with(&format!("{address}/0?sentinel_password=s3ntinel"), LONG, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    until_replicated(&watched);
    watched.fail_over();
    until_demoted(&watched);
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_replica_that_is_named_as_master_is_not_taken_for_one() {
    let master = Server::start();
    let replica = Server::with(&["--replicaof", "127.0.0.1", &master.port().to_string()]);
    // Slower to notice than this test.
    let sentinel =
        Sentinel::watching(replica.port(), 1, &[&format!("sentinel down-after-milliseconds {MASTER} 60000")]);
    assert_eq!(sentinel.named(), replica.port());
    let error = lock_at(&format!("redis-sentinel://127.0.0.1:{}/{MASTER}", sentinel.port())).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(error.to_string().contains(&format!("name it as master \"{MASTER}\", but it is a replica")), "{error}");
}

#[test]
fn a_lock_that_was_replicated_outlives_a_failover() {
    let (watched, lock) = held_and_replicated();
    watched.fail_over();
    until_demoted(&watched);
    assert_eq!(lock_at(&watched.address()).acquire(), Ok(false));
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(watched.master().command(&["EXISTS", "k"]), 0);
    let next = lock_at(&watched.address());
    assert_eq!(next.acquire(), Ok(true));
    assert_eq!(watched.master().command(&["GET", "k"]), token_of(&next).as_str());
}

#[test]
fn a_master_that_is_not_demoted_yet_is_left_as_soon_as_the_sentinel_names_another() {
    let watched = Watched::start();
    let old = &watched.servers[0];
    let lock = lock_at(&watched.address());
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    // It cannot be made a replica.
    assert_eq!(old.command(&["ACL", "SETUSER", "default", "-replicaof", "-slaveof"]), "OK");
    watched.fail_over();
    let lands_on_the_new_one = || {
        assert_eq!(lock.acquire(), Ok(true));
        let is_there = watched.master().command(&["GET", "k"]) == token_of(&lock).as_str();
        // False where it is told between the two: what the old one had is lost.
        lock.release().unwrap();
        is_there
    };
    assert!(eventually(PATIENCE, lands_on_the_new_one));
    assert_eq!(role(old), "master", "it was not its demotion that told");
}

#[test]
fn a_connection_to_a_demoted_master_is_left_and_the_request_sent_again() {
    let watched = Watched::start();
    know_the_scripts(&watched.servers[0]);
    let lock = lock_at(&watched.address());
    assert_eq!(lock.acquire(), Ok(true));
    until_replicated(&watched);
    // Without Sentinel's help, which would close the connection: it stays, to a replica now.
    change_master_unseen(&watched);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(watched.servers[1].command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_waiter_outlives_a_failover_and_is_woken_on_the_new_master() {
    let (watched, holder) = held_and_replicated();
    let waiter = Waiter::at(&watched.address(), 30.0);
    until_blocked(&watched.servers[0], 1);
    watched.fail_over();
    until_blocked(watched.master(), 1);
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_waiter_outlives_the_death_of_its_master() {
    let (watched, holder) = held_and_replicated();
    let waiter = Waiter::at(&watched.address(), 30.0);
    until_blocked(&watched.servers[0], 1);
    let dead = watched.servers[0].port();
    watched.servers[0].stop();
    let error = lock_on(&watched.address(), "other", 10.0, TokenSource::Fresh).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    watched.await_another_than(dead);
    let start = Instant::now();
    let released = || holder.release() == Ok(true);
    assert!(eventually(PATIENCE, released), "the holder asks the new master");
    assert_eq!(waiter.end().result, Ok(true));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn a_master_that_hangs_costs_one_io_timeout_and_its_successor_is_found() {
    let watched = Watched::start();
    let lock = lock_at(&watched.address());
    assert_eq!(lock.acquire(), Ok(true));
    until_replicated(&watched);
    let hung = watched.servers[0].port();
    watched.servers[0].suspend();
    watched.await_another_than(hung);
    // The idle connection leads to the one that hangs.
    assert_eq!(lock.release(), Ok(true));
    watched.servers[0].resume();
}

//! Owns the promises of a lock on several servers while all of them answer: what a majority decides.
//! Does not own servers that are gone or silent (faults.rs), waiting and renewal (waiting.rs).

mod faults;
mod silence;
mod waiting;

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::locks::{IO_TIMEOUT, lock_at, terms, token_of};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::waiters::seconds_of;
use crate::support::{PATIENCE, eventually};
use redislock::error::{Error, Kind, Loss};
use redislock::lock::{Finish, Lock, LockSettings, TokenSource};
use redislock::token::Token;
use redislock::topology::When;
use redislock::ttl::Ttl;

/// On a busy machine a node may be too late for a majority that is content without it.
fn acquire_everywhere(group: &Group, lock: &Rc<Lock>) {
    let taken = eventually(PATIENCE, || {
        assert_eq!(lock.acquire(), Ok(true));
        let everywhere = group.keys() == group.servers.len();
        everywhere || lock.release() != Ok(true)
    });
    assert!(taken && lock.state() == "held");
}

#[test]
fn it_is_taken_on_all_and_released_on_all() {
    for count in [3, 4, 5] {
        let group = Group::of(count);
        let (one, other) = (group.lock(), group.lock());
        acquire_everywhere(&group, &one);
        assert!(one.remaining() > 9.5 && one.remaining() < 9.9);
        assert_eq!((other.acquire(), other.is_locked()), (Ok(false), Ok(true)));
        assert_eq!(other.holder().unwrap().unwrap(), token_of(&one).into_bytes());
        assert_eq!((other.release(), other.is_held(), one.is_held()), (Ok(false), Ok(false), Ok(true)));
        assert_eq!(one.release(), Ok(true));
        assert!(eventually(PATIENCE, || group.keys() == 0));
        assert_eq!((other.is_locked(), other.holder()), (Ok(false), Ok(None)));
        assert_eq!(other.acquire(), Ok(true));
    }
}

#[test]
fn its_connections_serve_a_later_request_in_its_own_time() {
    let group = Group::of(3);
    acquire_everywhere(&group, &group.lock());
    // Longer than a login and what was left of its time.
    thread::sleep(IO_TIMEOUT);
    for address in group.addresses() {
        assert_eq!(lock_at(&address).is_locked(), Ok(true));
    }
}

#[test]
fn its_token_promises_no_signal() {
    let (_group, lock) = Group::of_3_with_a_lock_held();
    assert!(token_of(&lock).starts_with("rn_"));
}

#[test]
fn an_uncontended_lock_takes_one_command_a_node_each_time_on_the_same_connections() {
    let group = Group::of(3);
    let lock = group.lock();
    let cycle = || {
        assert_eq!((lock.acquire(), lock.extend(None)), (Ok(true), Ok(true)));
        assert_eq!((lock.is_held(), lock.release()), (Ok(true), Ok(true)));
    };
    cycle();
    let mut monitors: Vec<_> = group.servers.iter().map(crate::support::Server::monitor).collect();
    let mut seen = vec![0; monitors.len()];
    // On a busy machine a node may be too late for a majority that is content without it, and lose its connection.
    let clean = eventually(PATIENCE, || {
        cycle();
        let sent = monitors.iter_mut().zip(&mut seen).map(|(monitor, seen)| {
            let all = monitor.commands();
            let names: Vec<_> = all[*seen..].iter().map(|text| text.split(' ').next().unwrap().to_owned()).collect();
            *seen = all.len();
            names
        });
        sent.filter(|names| *names == ["SET", "EVALSHA", "EVALSHA", "EVALSHA"]).count() == 3
    });
    assert!(clean);
}

#[test]
fn held_by_another_on_a_majority_is_no_and_on_a_minority_it_is_not() {
    let group = Group::of(5);
    let lock = group.lock();
    group.command(0..3, &["SET", "k", "another"]);
    assert_eq!(lock.acquire(), Ok(false));
    // On a busy machine a node may be too late for the vote: its release goes along with the next request.
    let is_released = || group.keys() == 3 || (lock.is_locked() == Ok(true) && group.keys() == 3);
    assert!(eventually(PATIENCE, is_released), "what was taken of a minority is released");
    assert_eq!((lock.is_locked(), lock.holder()), (Ok(true), Ok(Some(b"another".to_vec()))));
    group.command(0..1, &["DEL", "k"]);
    assert_eq!((lock.is_locked(), lock.holder()), (Ok(false), Ok(None)), "two of five hold nothing");
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.is_held(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(group.command(1..3, &["GET", "k"]), ["another", "another"]);
}

#[test]
fn a_lease_outlives_a_minority_that_forgets_it() {
    let group = Group::of(5);
    let lock = group.lock();
    for forget in [|group: &Group| group.restart(0..2), |group: &Group| drop(group.command(0..2, &["FLUSHALL"]))] {
        assert_eq!(lock.acquire(), Ok(true));
        forget(&group);
        assert_eq!((lock.is_held(), lock.extend(None)), (Ok(true), Ok(true)));
        assert!(lock.remaining() > 9.5);
        assert_eq!(group.keys(), 3, "an extend does not take it again");
        assert_eq!(lock.release(), Ok(true));
        assert_eq!(group.keys(), 0);
    }
}

#[test]
fn a_lease_whose_majority_is_gone_is_lost() {
    let group = Group::of(5);
    let lock = group.lock();
    for verb in [|lock: &Rc<Lock>| lock.extend(None), Lock::is_held] {
        assert_eq!(lock.acquire(), Ok(true));
        group.command(0..3, &["FLUSHALL"]);
        assert_eq!((verb(&lock), lock.state()), (Ok(false), "lost"));
        assert!(matches!(lock.ensure_held(), Err(Error::Lost { loss: Loss::TokenGone, .. })));
        group.command(0..5, &["FLUSHALL"]);
    }
    assert_eq!(lock.acquire(), Ok(true));
    group.command(0..3, &["FLUSHALL"]);
    assert_eq!(lock.end_run(Finish::default()).unwrap_err().kind(), Kind::Lost);
    assert_eq!(group.keys(), 0);
}

#[test]
fn what_a_minority_still_has_of_a_lost_lease_is_released_by_whatever_comes_next() {
    type End = fn(&Rc<Lock>);
    let group = Group::of(5);
    let ends: [(&str, End); 3] = [
        ("release()", |lock| assert_eq!(lock.release(), Ok(false))),
        ("the end of the object", |lock| assert!(!lock.auto_release(When::Now), "nothing was held")),
        ("the next lease", |lock| assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)))),
    ];
    for (name, end) in ends {
        let lock = group.lock();
        assert_eq!(lock.acquire(), Ok(true));
        group.command(0..3, &["FLUSHALL"]);
        assert_eq!((lock.is_held(), group.keys()), (Ok(false), 2));
        end(&lock);
        assert_eq!(group.keys(), 0, "{name}");
    }
}

#[test]
fn what_is_left_of_a_lost_lease_under_a_token_that_others_know_stays() {
    let group = Group::of(3);
    let (lock, given) = (group.lock(), |token: &str| TokenSource::Given(Token::given(token.as_bytes()).unwrap()));
    assert_eq!(lock.acquire(), Ok(true));
    let token = String::from_utf8(lock.token().unwrap().as_bytes().to_vec()).unwrap();
    group.command(0..3, &["FLUSHALL"]);
    assert_eq!(lock.is_held(), Ok(false));
    let other = group.lock_of(LockSettings { token: given(&token), ..terms(10.0) });
    assert_eq!(other.acquire(), Ok(true));
    assert_eq!((lock.release(), other.is_held(), group.keys()), (Ok(false), Ok(true), 3));
    assert_eq!(other.release(), Ok(true));
}

#[test]
fn a_server_that_was_silent_when_its_object_forced_the_release_is_owed_it() {
    let group = Group::of(3);
    let lock = group.lock_of(terms(600.0));
    assert_eq!(lock.acquire(), Ok(true));
    group.servers[2].suspend();
    assert_eq!((lock.force_release(), lock.state()), (Ok(true), "released"));
    group.servers[2].resume();
    assert!(eventually(PATIENCE, || {
        assert_eq!(lock_at_all(&group.addresses(), "other", terms(10.0)).is_locked(), Ok(false));
        group.keys() == 0
    }));
}

#[test]
fn a_server_that_was_silent_when_a_lease_was_found_lost_is_owed_its_release() {
    let group = Group::of(3);
    let lock = group.lock_of(terms(600.0));
    assert_eq!(lock.acquire(), Ok(true));
    group.command(0..2, &["FLUSHALL"]);
    group.servers[2].suspend();
    assert_eq!(lock.extend(None), Ok(false));
    group.servers[2].resume();
    // Whatever this thread asks next.
    let gone = eventually(PATIENCE, || {
        assert_eq!(lock_at_all(&group.addresses(), "other", terms(10.0)).is_locked(), Ok(false));
        group.keys() == 0
    });
    assert!(gone);
}

#[test]
fn an_extend_that_finds_the_lock_lost_leaves_no_key() {
    let group = Group::of(5);
    let lock = group.lock();
    assert_eq!(lock.acquire(), Ok(true));
    group.command(0..3, &["FLUSHALL"]);
    assert_eq!(lock.extend(None), Ok(false));
    assert_eq!(group.keys(), 0);
}

#[test]
fn a_token_on_a_minority_holds_nothing() {
    let group = Group::of(5);
    group.command(0..2, &["SET", "k", "ours"]);
    let token = TokenSource::Given(Token::given(b"ours").unwrap());
    let lock = group.lock_of(LockSettings { token, ..terms(10.0) });
    assert_eq!(lock.is_held(), Ok(false));
    assert_eq!(lock.release(), Ok(false));
    assert_eq!(group.keys(), 0);
}

#[test]
fn a_given_token_adopts_what_a_majority_has() {
    let group = Group::of(3);
    group.command(0..2, &["SET", "k", "ours", "PX", "60000"]);
    let token = TokenSource::Given(Token::given(b"ours").unwrap());
    let lock = group.lock_of(LockSettings { token, ..terms(10.0) });
    assert_eq!(lock.is_held(), Ok(true));
    assert!(lock.remaining() > 58.0);
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn force_removes_any_holders_lock_from_every_node() {
    let group = Group::of(3);
    let (lock, other) = (group.lock(), group.lock());
    assert_eq!(lock.force_release(), Ok(false));
    assert_eq!(other.acquire(), Ok(true));
    assert_eq!(lock.force_release(), Ok(true));
    assert_eq!((group.keys(), other.is_held()), (0, Ok(false)));
    group.command(0..1, &["ZADD", "k", "1", "eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHg="]);
    assert_eq!(lock.force_release(), Ok(true), "also what is in the way on one of them");
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!((lock.force_release(), lock.state()), (Ok(true), "released"));
    group.command(0..1, &["RPUSH", "k", "no lock"]);
    assert!(lock.force_release().unwrap_err().to_string().contains("\"k\" is a list"), "and is told where it stays");
}

#[test]
fn a_reply_of_errors_only_is_the_servers_error() {
    let group = Group::of(3);
    group.command(0..3, &["CONFIG", "SET", "requirepass", "pw"]);
    let error = group.lock().acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().contains("replied NOAUTH"), "{error}");
    // One that may be asked decides nothing alone.
    group.command(0..1, &["CONFIG", "SET", "requirepass", ""]);
    assert!(group.lock().acquire().is_err());
    assert!(eventually(PATIENCE, || group.keys() == 0 || group.lock().acquire().is_ok()));
}

#[test]
fn users_with_few_rights_have_every_verb() {
    let group = Group::of(3);
    let all = ["+set", "+get", "+del", "+pttl", "+evalsha", "+eval", "+pexpire", "+exists", "+llen", "~k*"];
    let addresses: Vec<String> = group.servers.iter().map(|server| server.user(&all)).collect();
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    for _ in 0..2 {
        assert_eq!((lock.acquire(), lock.extend(None)), (Ok(true), Ok(true)));
        assert_eq!((lock.is_held(), lock.release()), (Ok(true), Ok(true)));
        assert_eq!(group.keys(), 0);
    }
}

#[test]
fn where_most_members_run_no_scripts_for_this_user_the_vote_fails_and_says_why() {
    let group = Group::of(3);
    let few = ["+set", "+get", "+del", "+pttl", "~*"];
    let mut addresses: Vec<String> = group.servers[..2].iter().map(|server| server.user(&few)).collect();
    addresses.push(group.servers[2].tcp_address());
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    for wait in [0.0, 0.3] {
        let error = lock.acquire_within(seconds_of(wait), None).unwrap_err().to_string();
        assert!(error.contains("; the user needs +eval +get +set +exists +pttl; "), "{error}");
        assert_eq!(group.keys(), 0, "what the third has granted is taken back");
    }
}

#[test]
fn an_expired_lease_is_released_before_the_next() {
    let group = Group::of(3);
    let lock = group.lock_of(terms(0.05));
    assert_eq!(lock.acquire(), Ok(true));
    group.command(0..3, &["PEXPIRE", "k", "60000"]);
    assert!(eventually(PATIENCE, || lock.state() == "expired"));
    assert_eq!(lock.acquire(), Ok(true));
}

#[test]
fn a_lease_that_is_extended_for_ever_stays() {
    let (_group, lock) = Group::of_3_with_a_lock_held();
    assert_eq!(lock.extend(Some(Ttl::Forever)), Ok(true));
    assert!(lock.remaining().is_infinite());
    assert_eq!(lock.extend(None), Ok(true));
    assert!(lock.remaining().is_infinite());
}

#[test]
fn of_those_that_compete_never_two_hold() {
    const EACH: usize = 100;
    let group = Arc::new(Group::of(3));
    let (inside, taken) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let (group, inside, taken) = (Arc::clone(&group), Arc::clone(&inside), Arc::clone(&taken));
            thread::spawn(move || {
                let lock = group.lock();
                let mut tokens = HashSet::new();
                for _ in 0..EACH {
                    if lock.acquire() == Ok(true) {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two hold");
                        thread::sleep(Duration::from_micros(300));
                        inside.fetch_sub(1, Ordering::SeqCst);
                        taken.fetch_add(1, Ordering::SeqCst);
                        assert!(tokens.insert(token_of(&lock)));
                        assert_eq!(lock.release(), Ok(true));
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(taken.load(Ordering::SeqCst) > EACH / 2, "{taken:?}");
    assert_eq!(group.keys(), 0);
}

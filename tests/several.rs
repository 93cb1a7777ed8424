//! Owns the promises of a lock of several keys: all or none, on every topology (`promises` calls for that), and in detail on one
//! master.
//! Does not own slots that move (`cluster::several`), the model of what wakes whom (`explorer`).

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{given_token_of, lock_of_all, lock_on, terms, timeouts, token_of};
use crate::support::waiters::{AT_ONCE, Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{self, Error, Kind};
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::topology::When;
use redislock::ttl::Ttl;
use redislock::wait::Wait;

/// In one slot of a cluster.
const KEYS: [&str; 3] = ["{s}a", "{s}b", "{s}c"];

fn all(address: &str) -> Rc<Lock> {
    lock_of_all(address, &KEYS, terms(10.0))
}

fn one(address: &str, key: &str) -> Rc<Lock> {
    lock_on(address, key, 10.0, TokenSource::Fresh)
}

/// Which of the keys are free.
fn free(address: &str) -> Vec<bool> {
    KEYS.iter().map(|key| one(address, key).is_locked() == Ok(false)).collect()
}

const NONE: [bool; 3] = [false; 3];
const EACH: [bool; 3] = [true; 3];

/// Those of every topology.
pub(crate) fn keep_every_promise(address: &str) {
    all_are_taken_or_none(address);
    what_is_lost_in_part_is_lost_and_its_rest_is_released(address);
    what_another_has_acquired_by_the_token_of_a_lost_lease_stays(address);
    questions_are_about_all_of_them(address);
    an_extend_moves_all(address);
    a_token_of_several_keys_may_be_handed_over(address);
    the_end_of_the_request_releases_all(address);
    a_wait_for_all_ends_on_time_or_with_the_last_of_them(address);
    all_outlive_their_ttl_when_they_are_renewed(address);
    lists_that_share_a_key_are_never_held_together(address);
}

fn all_are_taken_or_none(address: &str) {
    let (lock, single) = (all(address), one(address, KEYS[1]));
    assert_eq!(single.acquire(), Ok(true));
    assert_eq!(lock.acquire(), Ok(false));
    assert_eq!(free(address), [true, false, true]);
    assert_eq!(single.release(), Ok(true));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(free(address), NONE);
    for key in KEYS {
        assert_eq!(one(address, key).acquire(), Ok(false), "{key}");
        assert_eq!(one(address, key).holder(), Ok(Some(token_of(&lock).into_bytes())), "{key}");
    }
    assert_eq!(all(address).acquire(), Ok(false));
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Misuse);
    assert_eq!((lock.release(), lock.release()), (Ok(true), Ok(false)));
    assert_eq!(free(address), EACH);
}

fn what_is_lost_in_part_is_lost_and_its_rest_is_released(address: &str) {
    type End = fn(&Rc<Lock>);
    let ends: [(&str, End); 4] = [
        ("release", |lock| assert_eq!(lock.release(), Ok(false))),
        ("the object's end", |lock| _ = lock.auto_release(When::Now)),
        ("the next acquire", |lock| {
            assert_eq!(lock.acquire(), Ok(false));
            assert_eq!(lock.state(), "lost");
        }),
        ("the request's end", |_| registry::end_request(timeouts())),
    ];
    for ((name, end), told) in ends.into_iter().flat_map(|end| [(end, false), (end, true)]) {
        let (lock, thief) = (all(address), one(address, KEYS[0]));
        assert_eq!(lock.acquire(), Ok(true));
        assert_eq!(told, told && !token_of(&lock).is_empty());
        assert_eq!(thief.force_release(), Ok(true));
        assert_eq!(thief.acquire(), Ok(true));
        assert_eq!(lock.is_held(), Ok(false), "{name}");
        assert_eq!((lock.state(), lock.remaining() > 0.0), ("lost", false), "{name}");
        assert_eq!((lock.extend(None), lock.is_held()), (Ok(false), Ok(false)), "{name}");
        assert_eq!(free(address), NONE, "{name}");
        end(&lock);
        // What is left then may be the lease of whom its token was told.
        assert_eq!(
            (one(address, KEYS[1]).is_locked(), one(address, KEYS[2]).is_locked()),
            (Ok(told), Ok(told)),
            "{name}"
        );
        assert_eq!(lock.release(), Ok(false), "{name}");
        thief.release().unwrap();
        assert_eq!(all(address).force_release(), Ok(told), "{name}");
        assert_eq!(lock.acquire(), Ok(true), "{name}");
        assert_eq!(lock.release(), Ok(true), "{name}");
    }
}

fn what_another_has_acquired_by_the_token_of_a_lost_lease_stays(address: &str) {
    type End = fn(&Rc<Lock>);
    let ends: [(&str, End); 4] = [
        ("release", |lock| assert_eq!(lock.release(), Ok(false))),
        ("the object's end", |lock| _ = lock.auto_release(When::Now)),
        ("the next acquire", |lock| assert_eq!(lock.acquire(), Ok(false))),
        ("the request's end", |_| registry::end_request(timeouts())),
    ];
    for (name, end) in ends {
        let lock = all(address);
        assert_eq!(lock.acquire(), Ok(true));
        let token = given_token_of(&lock);
        let other = lock_of_all(address, &KEYS, LockSettings { token, auto_release: false, ..terms(10.0) });
        assert_eq!((other.acquire(), other.release()), (Ok(false), Ok(true)), "{name}");
        assert_eq!((lock.is_held(), lock.state()), (Ok(false), "lost"), "{name}");
        assert_eq!(other.acquire(), Ok(true), "{name}");
        end(&lock);
        assert_eq!(other.is_held(), Ok(true), "{name}");
        assert_eq!(other.release(), Ok(true), "{name}");
    }
    // Whoever was given a token may end what it has, whoever has acquired that.
    let given = |token| lock_of_all(address, &KEYS, LockSettings { token, auto_release: false, ..terms(10.0) });
    let lock = all(address);
    assert_eq!(lock.acquire(), Ok(true));
    let (one, other) = (given(given_token_of(&lock)), given(given_token_of(&lock)));
    assert_eq!(
        (lock.release(), one.acquire(), other.release(), one.is_held()),
        (Ok(true), Ok(true), Ok(true), Ok(false))
    );
    assert_eq!((other.acquire(), one.release(), other.is_held()), (Ok(true), Ok(true), Ok(false)));
}

fn questions_are_about_all_of_them(address: &str) {
    let lock = all(address);
    assert_eq!((lock.is_locked(), lock.holder(), lock.force_release()), (Ok(false), Ok(None), Ok(false)));
    let single = one(address, KEYS[2]);
    assert_eq!(single.acquire(), Ok(true));
    assert_eq!((lock.is_locked(), lock.holder()), (Ok(true), Ok(Some(token_of(&single).into_bytes()))));
    assert_eq!(lock.force_release(), Ok(true));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!((lock.is_held(), all(address).is_held()), (Ok(true), Ok(false)));
    assert_eq!(lock.force_release(), Ok(true));
    assert_eq!((lock.state(), free(address)), ("released", EACH.to_vec()));
    assert_eq!((lock.key().as_bytes(), lock.keys().len()), (KEYS[0].as_bytes(), 3));
}

fn an_extend_moves_all(address: &str) {
    let lock = all(address);
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.extend(Some(Ttl::from_seconds(1.0).unwrap())), Ok(true));
    assert!(lock.remaining() > 5.0, "never shorter: {}", lock.remaining());
    assert_eq!(lock.extend(Some(Ttl::from_seconds(100.0).unwrap())), Ok(true));
    assert!(lock.remaining() > 50.0, "{}", lock.remaining());
    assert_eq!(lock.release(), Ok(true));
}

fn a_token_of_several_keys_may_be_handed_over(address: &str) {
    let giver = lock_of_all(address, &KEYS, LockSettings { auto_release: false, ..terms(10.0) });
    assert_eq!(giver.acquire(), Ok(true));
    let handed = || LockSettings { token: given_token_of(&giver), ..terms(10.0) };
    let taker = lock_of_all(address, &KEYS, handed());
    assert_eq!((taker.acquire(), taker.is_held(), taker.extend(None)), (Ok(false), Ok(true), Ok(true)));
    assert_eq!(taker.release(), Ok(true));
    assert_eq!(free(address), EACH);
}

fn the_end_of_the_request_releases_all(address: &str) {
    let (list, single) = (lock_of_all(address, &KEYS[..2], terms(10.0)), one(address, KEYS[2]));
    assert_eq!((list.acquire(), single.acquire()), (Ok(true), Ok(true)));
    registry::end_request(timeouts());
    assert_eq!(free(address), EACH);
    assert_eq!(registry::take_lost(), vec![]);
}

fn a_wait_for_all_ends_on_time_or_with_the_last_of_them(address: &str) {
    let holder = all(address);
    assert_eq!(holder.acquire(), Ok(true));
    let start = Instant::now();
    assert_eq!(all(address).acquire_within(seconds_of(0.2), None), Ok(false));
    assert!((0.2..0.2 + AT_ONCE.as_secs_f64()).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    let to = address.to_owned();
    let waiter = Waiter::start(10.0, None, move || all(&to));
    thread::sleep(Duration::from_millis(100));
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
    assert_eq!(all(address).force_release(), Ok(true));
}

fn all_outlive_their_ttl_when_they_are_renewed(address: &str) {
    let _renewal = crate::support::renewal_in_turn();
    let lock = lock_of_all(address, &KEYS, LockSettings { renewal: Renewal::Always, ..terms(0.6) });
    assert_eq!(lock.acquire(), Ok(true));
    let (strangers, end) = (KEYS.map(|key| one(address, key)), Instant::now() + Duration::from_millis(1_200));
    while Instant::now() < end {
        for stranger in &strangers {
            assert_eq!(stranger.acquire(), Ok(false));
        }
        thread::sleep(Duration::from_millis(20));
    }
    // Found lost by renewal, in part: the rest is still owed.
    assert_eq!(strangers[0].force_release(), Ok(true));
    assert!(eventually(PATIENCE, || lock.state() == "lost"), "{}", lock.state());
    assert_eq!(lock.release(), Ok(false));
    assert_eq!(free(address), EACH);
}

fn lists_that_share_a_key_are_never_held_together(address: &str) {
    let inside: Arc<[AtomicU32; 3]> = Arc::default();
    let threads: Vec<_> = [[0, 1], [1, 2], [2, 0]]
        .into_iter()
        .map(|pair| {
            let (address, inside) = (address.to_owned(), Arc::clone(&inside));
            thread::spawn(move || {
                let lock = lock_of_all(&address, &pair.map(|index| KEYS[index]), terms(10.0));
                for _ in 0..10 {
                    assert_eq!(lock.acquire_within(seconds_of(10.0), None), Ok(true));
                    for index in pair {
                        assert_eq!(inside[index].fetch_add(1, Ordering::SeqCst), 0, "two hold it");
                    }
                    thread::sleep(Duration::from_micros(300));
                    for index in pair {
                        inside[index].fetch_sub(1, Ordering::SeqCst);
                    }
                    assert_eq!(lock.release(), Ok(true));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Lets the server know the scripts, so that from then on each is one command.
fn know_the_scripts(server: &Server) {
    let lock = all(&server.tcp_address());
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
}

/// The names of the commands that clients have sent.
fn sent(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.split(' ').next()).collect()
}

#[test]
fn a_free_list_is_one_script_with_its_keys_alone() {
    let server = Server::start();
    let lock = all(&server.tcp_address());
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    let mut monitor = server.monitor();
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    let commands = monitor.commands();
    assert_eq!(sent(&commands), ["EVALSHA", "EVALSHA"]);
    assert!(!commands[0].contains(":rl-"), "{}", commands[0]);
}

#[test]
fn a_list_of_one_key_is_that_key_on_the_wire() {
    let server = Server::start();
    let lock = lock_of_all(&server.tcp_address(), &["k"], terms(10.0));
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    let mut monitor = server.monitor();
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(sent(&monitor.commands()), ["SET"]);
}

/// What the lists of several keys lost without their pass-on (tests/explorer has all orders of events).
#[test]
fn a_signal_that_a_list_cannot_use_wakes_a_waiter_for_that_key() {
    let (server, address) = Server::with_address();
    let (first, second) = (one(&address, KEYS[0]), one(&address, KEYS[1]));
    assert_eq!((first.acquire(), second.acquire()), (Ok(true), Ok(true)));
    // It came first, so the first signal is its.
    let to = address.clone();
    let list = Waiter::start(20.0, None, move || all(&to));
    until_blocked(&server, 1);
    let single = Waiter::on(&address, KEYS[0], 20.0);
    until_blocked(&server, 2);
    let took = single.gets_it_by(|| assert_eq!(first.release(), Ok(true)));
    assert!(took < AT_ONCE, "it slept until its slice was over: {took:?}");
    assert!(!list.has_ended());
    assert_eq!((one(&address, KEYS[0]).force_release(), second.release()), (Ok(true), Ok(true)));
    assert_eq!(list.end().result, Ok(true));
}

#[test]
fn a_first_attempt_and_one_whose_key_is_still_held_pass_nothing_on() {
    let (server, address) = Server::with_address();
    assert_eq!(one(&address, KEYS[1]).acquire(), Ok(true));
    server.command(&["SET", "{s}a:rl-waiting", "1"]);
    assert_eq!(all(&address).acquire(), Ok(false));
    assert_eq!(all(&address).acquire_within(seconds_of(0.1), None), Ok(false));
    assert_eq!(server.command(&["EXISTS", "{s}a:rl-wake"]), 0);
}

#[test]
fn a_waiter_leaves_its_mark_at_the_held_key() {
    let (server, address) = Server::with_address();
    assert_eq!(one(&address, KEYS[1]).acquire(), Ok(true));
    assert_eq!(all(&address).acquire_within(seconds_of(0.1), None), Ok(false));
    assert_eq!(server.command(&["KEYS", "*rl-waiting*"]).list().len(), 1);
    assert_eq!(server.command(&["EXISTS", "{s}b:rl-waiting"]), 1);
}

#[test]
fn a_reply_that_was_lost_leaves_no_part_behind() {
    let server = Server::start();
    know_the_scripts(&server);
    let proxy = Proxy::start(server.port());
    let lock = all(&proxy.address());
    proxy.swallow_replies_after("\nEVAL");
    assert_eq!(lock.acquire(), Ok(true), "found to be ours at the second try");
    assert!(lock.remaining() > 9.0);
    assert_eq!(lock.release(), Ok(true));
    let first = proxy.swallow_replies_after("\nEVAL").times(2);
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Connection);
    assert_eq!((first.hits(), free(&server.tcp_address())), (2, NONE.to_vec()));
    // The next contact releases all of it first.
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(server.command(&["GET", KEYS[2]]), token_of(&lock).as_str());
}

#[test]
fn a_part_that_an_earlier_try_has_left_is_released_when_another_has_the_rest() {
    let server = Server::start();
    know_the_scripts(&server);
    let proxy = Proxy::start(server.port());
    let late = proxy.hold_request("\nEVAL");
    let lock = all(&proxy.address());
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            late.release();
            // It has run; one of its keys goes to another before the second try.
            server.command(&["SET", KEYS[1], "another's"]);
        });
        lock.acquire()
    });
    assert_eq!(result, Ok(false));
    assert_eq!(free(&server.tcp_address()), [true, false, true]);
}

#[test]
fn a_release_whose_reply_was_lost_is_sent_again() {
    let server = Server::start();
    know_the_scripts(&server);
    let proxy = Proxy::start(server.port());
    let lock = all(&proxy.address());
    assert_eq!(lock.acquire(), Ok(true));
    proxy.swallow_replies_after("\nEVAL");
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(free(&server.tcp_address()), EACH);
}

#[test]
fn a_key_of_another_type_is_held_by_another() {
    let server = Server::start();
    let lock = all(&server.tcp_address());
    server.command(&["SADD", KEYS[1], "member"]);
    assert_eq!((lock.acquire(), lock.acquire_within(seconds_of(0.1), None)), (Ok(false), Ok(false)));
    assert_eq!((lock.is_locked(), lock.holder()), (Ok(true), Ok(None)));
    assert_eq!(server.command(&["TYPE", KEYS[1]]), "set");
    assert_eq!(free(&server.tcp_address()), [true, false, true]);
}

#[test]
fn all_have_one_fence_that_is_greater_than_each_had() {
    let server = Server::start();
    let numbered = |keys: &[&str]| {
        let lock = lock_of_all(&server.tcp_address(), keys, LockSettings { fenced: true, ..terms(10.0) });
        assert_eq!(lock.acquire(), Ok(true));
        let fence = lock.fence().unwrap();
        assert_eq!(lock.release(), Ok(true));
        fence
    };
    let ahead = "8000000000000000";
    server.command(&["SET", "{s}b:rl-fence", ahead]);
    let fence = numbered(&KEYS);
    assert_eq!(fence, 8_000_000_000_000_001);
    for key in KEYS {
        assert_eq!(server.command(&["GET", &format!("{key}:rl-fence")]).text(), fence.to_string());
    }
    assert_eq!(server.command(&["TTL", "{s}b:rl-fence"]), -1, "its life is only ever made longer");
    assert!(numbered(&KEYS[2..]) > fence);
}

#[test]
fn a_key_outside_of_the_users_pattern_takes_none_of_the_others() {
    let server = Server::start();
    let address = server.user(&["~{s}a*", "~{s}b*", "+@all"]);
    let error = all(&address).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().starts_with("could not acquire lock \"{s}a\" and 2 more: "), "{error}");
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_wait_without_an_end_is_refused_where_this_thread_holds_one_of_the_keys() {
    let (_server, address) = Server::with_address();
    let refused = |lock: &Rc<Lock>| {
        matches!(lock.acquire_within(Wait::Forever, None), Err(Error::Misuse(_, error::WOULD_WAIT_FOR_ITSELF)))
    };
    let single = one(&address, KEYS[2]);
    assert_eq!(single.acquire(), Ok(true));
    assert!(refused(&all(&address)), "a list by a key of its");
    assert_eq!(single.release(), Ok(true));
    let list = all(&address);
    assert_eq!(list.acquire(), Ok(true));
    assert!(refused(&one(&address, KEYS[1])), "a key by a list with it");
    assert!(refused(&lock_of_all(&address, &["{s}x", KEYS[0]], terms(10.0))), "a list by another");
    assert_eq!(lock_of_all(&address, &["{s}x", "{s}y"], terms(10.0)).acquire_within(Wait::Forever, None), Ok(true));
}

#[test]
fn several_keys_count_once() {
    let server = Server::start();
    let lock = all(&server.tcp_address());
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["DEL", KEYS[0]]);
    lock.auto_release(When::Now);
    assert_eq!(registry::take_lost(), vec![lock.scope().clone()]);
    assert_eq!(lock.scope().to_string(), "\"{s}a\" and 2 more");
    assert_eq!(free(&server.tcp_address()), EACH);
}

#[test]
fn a_lost_lists_token_may_be_adopted_and_releases_what_is_left() {
    let server = Server::start();
    let lock = all(&server.tcp_address());
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["DEL", KEYS[0]]);
    let handed = LockSettings { token: given_token_of(&lock), ..terms(10.0) };
    let taker = lock_of_all(&server.tcp_address(), &KEYS, handed);
    assert_eq!((taker.is_held(), taker.release()), (Ok(false), Ok(false)));
    assert_eq!(free(&server.tcp_address()), EACH);
}

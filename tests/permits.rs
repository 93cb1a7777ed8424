//! Owns the promises of a key with several permits: never more leases than permits, each a lock of its own; on every topology
//! (`promises` calls for that), and in detail on one master.
//! Does not own slots that move (`cluster::several`), the model of what wakes whom (`explorer`).

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{given_token_of, lock_on, permit_of, terms, timeouts, token_of};
use crate::support::waiters::{A_SLICE, AT_ONCE, Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{self, Error, Kind};
use redislock::key::Key;
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::operator::{Bounds, Scan, describe, scan};
use redislock::token::Token;
use redislock::topology::{Servers, When};
use redislock::wait::Wait;

fn permit(address: &str, key: &str) -> Rc<Lock> {
    permit_of(address, key, 3, terms(10.0))
}

fn plain(address: &str, key: &str) -> Rc<Lock> {
    lock_on(address, key, 10.0, TokenSource::Fresh)
}

/// Three that are held.
fn three(address: &str, key: &str) -> Vec<Rc<Lock>> {
    let locks: Vec<Rc<Lock>> = (0..3).map(|_| permit(address, key)).collect();
    acquire_all(&locks);
    locks
}

fn acquire_all(locks: &[Rc<Lock>]) {
    for lock in locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
}

fn release_all(locks: &[Rc<Lock>]) {
    for lock in locks {
        assert_eq!(lock.release(), Ok(true));
    }
}

/// Those of every topology but a quorum, which has no permits.
pub(crate) fn keep_every_promise(address: &str) {
    as_many_hold_it_as_there_are_permits(address);
    each_lease_is_one_of_its_own(address);
    a_permits_token_may_be_handed_over(address);
    the_end_of_the_request_releases_permits(address);
    a_wait_ends_on_time_or_with_any_permit(address);
    permits_outlive_their_ttl_when_they_are_renewed(address);
    a_crowd_never_holds_more_than_the_permits(address);
}

fn as_many_hold_it_as_there_are_permits(address: &str) {
    let stranger = permit(address, "many");
    assert_eq!((stranger.is_locked(), stranger.holder()), (Ok(false), Ok(None)));
    let locks = three(address, "many");
    let lowest = Some(token_of(&locks[0]).into_bytes());
    assert_eq!((stranger.acquire(), stranger.is_locked(), stranger.holder()), (Ok(false), Ok(true), Ok(lowest)));
    for lock in &locks {
        assert_eq!(lock.holder(), Ok(Some(token_of(lock).into_bytes())), "its own");
    }
    assert_eq!(plain(address, "many").acquire(), Ok(false), "a plain lock of the key is for the first permit");
    assert_eq!(locks[1].release(), Ok(true));
    assert_eq!((stranger.is_locked(), stranger.acquire()), (Ok(false), Ok(true)));
    assert_eq!(stranger.release(), Ok(true));
    assert_eq!(locks[0].force_release(), Ok(true), "all of them");
    assert_eq!((locks[2].is_held(), locks[2].state()), (Ok(false), "lost"));
    assert_eq!((stranger.is_locked(), stranger.force_release()), (Ok(false), Ok(false)));
}

fn each_lease_is_one_of_its_own(address: &str) {
    let locks = three(address, "own");
    for lock in &locks {
        assert_eq!((lock.is_held(), lock.extend(None), lock.acquire().is_err()), (Ok(true), Ok(true), true));
        assert!(lock.remaining() > 9.0);
    }
    assert_eq!((locks[2].release(), locks[2].release(), locks[2].is_held()), (Ok(true), Ok(false), Ok(false)));
    assert_eq!((locks[0].is_held(), locks[1].is_held()), (Ok(true), Ok(true)));
    release_all(&locks[..2]);
}

fn a_permits_token_may_be_handed_over(address: &str) {
    let first = permit(address, "hand");
    let giver = permit_of(address, "hand", 3, LockSettings { auto_release: false, ..terms(10.0) });
    assert_eq!((first.acquire(), giver.acquire()), (Ok(true), Ok(true)));
    let handed = || LockSettings { token: given_token_of(&giver), ..terms(10.0) };
    let taker = permit_of(address, "hand", 3, handed());
    assert_eq!(taker.acquire(), Ok(false), "a token stands on one permit at most");
    assert_eq!((taker.extend(None), taker.is_held(), taker.remaining() > 9.0), (Ok(true), Ok(true), true));
    let without = crate::support::locks::lock_of(address, "hand", handed());
    assert_eq!(
        (without.is_held(), without.release()),
        (Ok(false), Ok(false)),
        "not ours without the number of permits"
    );
    assert_eq!((taker.release(), giver.is_held()), (Ok(true), Ok(false)));
    let unasked = permit_of(address, "hand", 3, LockSettings { token: given_token_of(&first), ..terms(1.0) });
    assert_eq!((unasked.release(), first.release()), (Ok(true), Ok(false)), "found by its release, too");
}

fn the_end_of_the_request_releases_permits(address: &str) {
    let _locks = three(address, "end");
    registry::end_request(timeouts());
    assert_eq!(permit(address, "end").force_release(), Ok(false));
    assert_eq!(registry::take_lost(), vec![]);
    let lock = permit(address, "end");
    assert_eq!(lock.acquire(), Ok(true));
    lock.auto_release(When::Now);
    assert_eq!(permit(address, "end").force_release(), Ok(false));
}

fn a_wait_ends_on_time_or_with_any_permit(address: &str) {
    let locks = three(address, "wait");
    let start = Instant::now();
    assert_eq!(permit(address, "wait").acquire_within(seconds_of(0.2), None), Ok(false));
    assert!((0.2..0.2 + AT_ONCE.as_secs_f64()).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    for lock in &locks {
        let to = address.to_owned();
        let waiter = Waiter::start(10.0, None, move || permit(&to, "wait"));
        thread::sleep(Duration::from_millis(100));
        waiter.gets_it_at_once_by(|| assert_eq!(lock.release(), Ok(true)));
    }
    assert_eq!(permit(address, "wait").force_release(), Ok(true));
}

fn permits_outlive_their_ttl_when_they_are_renewed(address: &str) {
    let _renewal = crate::support::renewal_in_turn();
    let kept = || permit_of(address, "keep", 3, LockSettings { renewal: Renewal::Always, ..terms(0.6) });
    let locks = [kept(), kept(), kept()];
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    let end = Instant::now() + Duration::from_millis(1_200);
    while Instant::now() < end {
        assert_eq!(permit(address, "keep").acquire(), Ok(false));
        thread::sleep(Duration::from_millis(20));
    }
    release_all(&locks);
}

fn a_crowd_never_holds_more_than_the_permits(address: &str) {
    let (inside, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let threads: Vec<_> = (0..6)
        .map(|_| {
            let (address, inside, most) = (address.to_owned(), Arc::clone(&inside), Arc::clone(&most));
            thread::spawn(move || {
                for _ in 0..10 {
                    let lock = permit(&address, "crowd");
                    assert_eq!(lock.acquire_within(seconds_of(10.0), None), Ok(true));
                    most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::sleep(Duration::from_micros(500));
                    inside.fetch_sub(1, Ordering::SeqCst);
                    assert_eq!(lock.release(), Ok(true));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(most.load(Ordering::SeqCst) <= 3, "{most:?} held it at a time");
}

#[test]
fn a_free_permit_is_one_script_whatever_their_number() {
    let server = Server::start();
    let make = || permit_of(&server.tcp_address(), "k", 64, terms(10.0));
    let (first, second) = (make(), make());
    assert_eq!(first.acquire(), Ok(true));
    let cycle = || (second.acquire(), second.extend(None), second.release());
    // The server learns the scripts.
    assert_eq!(cycle(), (Ok(true), Ok(true), Ok(true)));
    let mut monitor = server.monitor();
    assert_eq!(cycle(), (Ok(true), Ok(true), Ok(true)));
    let commands = monitor.commands();
    assert!(commands.len() == 3 && commands.iter().all(|command| command.starts_with("EVAL")), "{commands:?}");
    assert_eq!(server.command(&["GET", "k"]), token_of(&first).as_str(), "the first is the key itself");
    assert_eq!(server.command(&["EXISTS", "k:rl-permit-2{k}"]), 0);
}

#[test]
fn a_permits_lease_is_a_string_at_a_key_of_its_own() {
    let server = Server::start();
    let locks = three(&server.tcp_address(), "k");
    for (lock, key) in locks.iter().zip(["k", "k:rl-permit-2{k}", "k:rl-permit-3{k}"]) {
        assert_eq!(server.command(&["GET", key]), token_of(lock).as_str());
        assert!(server.command(&["PTTL", key]).int() > 9_000);
    }
    assert_eq!(server.command(&["GET", "k:rl-permits{k}"]), "3");
}

#[test]
fn a_dead_holder_costs_one_ttl_of_one_permit() {
    let (_server, address) = Server::with_address();
    let short = permit_of(&address, "k", 2, LockSettings { auto_release: false, ..terms(0.4) });
    let long = permit_of(&address, "k", 2, terms(10.0));
    assert_eq!((short.acquire(), long.acquire()), (Ok(true), Ok(true)));
    let (next, start) = (permit_of(&address, "k", 2, terms(10.0)), Instant::now());
    assert_eq!(next.acquire_within(seconds_of(5.0), None), Ok(true));
    assert!(start.elapsed() < Duration::from_millis(400) + AT_ONCE, "{:?}", start.elapsed());
    assert_eq!((long.is_held(), short.release()), (Ok(true), Ok(false)));
}

#[test]
fn a_lost_permit_is_left_to_whom_has_it() {
    let server = Server::start();
    let lock = permit(&server.tcp_address(), "k");
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["SET", "k", "another"]);
    // Whoever was given its token does not know which permit it had.
    let token = given_token_of(&lock);
    let adopter = permit_of(&server.tcp_address(), "k", 3, LockSettings { token, ..terms(10.0) });
    assert_eq!((adopter.release(), lock.release(), lock.state()), (Ok(false), Ok(false), "lost"));
    assert_eq!(server.command(&["GET", "k"]), "another");
}

#[test]
fn a_permit_whose_key_has_another_type_is_taken_by_another() {
    let (server, address) = Server::with_address();
    server.command(&["ZADD", "k:rl-permit-2{k}", "1", "a lock of Symfony's"]);
    let locks = [permit(&address, "k"), permit(&address, "k")];
    assert_eq!((locks[0].acquire(), locks[1].acquire()), (Ok(true), Ok(true)));
    assert_eq!(permit(&address, "k").acquire(), Ok(false));
    assert_eq!(server.command(&["TYPE", "k:rl-permit-2{k}"]), "zset");
}

/// Acquires the second permit; the first is free when the second try comes.
fn acquire_while_the_first_goes(server: &Server, lock: &Rc<Lock>) -> Result<bool, Error> {
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k:rl-permit-2{k}"]) == 1));
            server.command(&["DEL", "k"]);
        });
        lock.acquire()
    })
}

#[test]
fn a_reply_that_was_lost_takes_no_second_permit() {
    let server = Server::start();
    let (proxy, address) = (Proxy::start(server.port()), server.tcp_address());
    let first = permit(&address, "k");
    assert_eq!(first.acquire(), Ok(true));
    let late = proxy.repeat_late("\nEVAL");
    let lost = proxy.swallow_replies_after("\nEVAL");
    let lock = permit(&proxy.address(), "k");
    let result = acquire_while_the_first_goes(&server, &lock);
    let _ = late;
    lost.lift();
    assert_eq!(result, Ok(true));
    assert_eq!(server.command(&["GET", "k:rl-permit-2{k}"]), token_of(&lock).as_str());
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
    assert_eq!((lock.release(), server.command(&["EXISTS", "k:rl-permit-2{k}"]).int()), (Ok(true), 0));
}

#[test]
fn whichever_permit_an_unknown_outcome_took_is_released_at_the_next_contact() {
    let (server, proxy) = Server::behind_a_proxy();
    let first = permit(&server.tcp_address(), "k");
    assert_eq!(first.acquire(), Ok(true));
    let rule = proxy.swallow_replies_after("\nEVAL").times(2);
    assert_eq!(permit(&proxy.address(), "k").acquire().unwrap_err().kind(), Kind::Connection);
    assert_eq!((rule.hits(), server.command(&["EXISTS", "k:rl-permit-2{k}"]).int()), (2, 1));
    assert_eq!(plain(&proxy.address(), "another").acquire(), Ok(true));
    assert_eq!(server.command(&["EXISTS", "k:rl-permit-2{k}"]), 0);
    assert_eq!(first.is_held(), Ok(true));
}

#[test]
fn two_objects_with_one_given_token_hold_one_permit() {
    let server = Server::start();
    let handed = || LockSettings { token: TokenSource::Given(Token::given(b"mine").unwrap()), ..terms(10.0) };
    let locks = [(); 2].map(|()| permit_of(&server.tcp_address(), "k", 3, handed()));
    assert_eq!((locks[0].acquire(), locks[1].acquire()), (Ok(true), Ok(false)));
    assert_eq!(server.command(&["DBSIZE"]).int(), 2, "one permit, and how many there are");
}

#[test]
fn a_plain_waiter_and_a_permits_waiter_do_not_take_each_others_signals() {
    let (server, address) = Server::with_address();
    let first = plain(&address, "k");
    assert_eq!(first.acquire(), Ok(true));
    let others = [permit(&address, "k"), permit(&address, "k")];
    acquire_all(&others);
    // It came first; its signal is that of permit 1 alone.
    let old = Waiter::on(&address, "k", 20.0);
    until_blocked(&server, 1);
    let to = address.clone();
    let new = Waiter::start(20.0, None, move || permit(&to, "k"));
    until_blocked(&server, 2);
    new.gets_it_at_once_by(|| assert_eq!(others[1].release(), Ok(true)));
    assert!(!old.has_ended());
    old.gets_it_at_once_by(|| assert_eq!(first.release(), Ok(true)));
}

#[test]
fn two_permits_that_are_released_at_once_wake_two_waiters() {
    let (server, address) = Server::with_address();
    let locks = three(&address, "k");
    let waiters: Vec<Waiter> = (0..2)
        .map(|_| {
            let to = address.clone();
            Waiter::start(20.0, None, move || permit(&to, "k"))
        })
        .collect();
    until_blocked(&server, 2);
    release_all(&locks[1..]);
    let start = Instant::now();
    for waiter in waiters {
        assert_eq!(waiter.end().result, Ok(true));
    }
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn the_list_has_an_element_for_each_released_permit_and_no_more_than_permits() {
    let (server, address) = Server::with_address();
    for mark in ["k:rl-permit-waiting-3{k}", "k:rl-waiting{k}"] {
        server.command(&["SET", mark, "1"]);
    }
    for _ in 0..2 {
        release_all(&three(&address, "k"));
    }
    assert_eq!(server.command(&["LLEN", "k:rl-permit-wake-3{k}"]), 3);
    assert_eq!(server.command(&["LLEN", "k:rl-wake{k}"]), 1);
    let _locks = three(&address, "k");
    server.command(&["DEL", "k:rl-permit-wake-3{k}", "k:rl-wake{k}"]);
    assert_eq!(permit(&address, "k").force_release(), Ok(true));
    let lists = ["k:rl-permit-wake-3{k}", "k:rl-wake{k}"];
    assert_eq!(lists.map(|list| server.command(&["LLEN", list]).int()), [2, 1]);
}

#[test]
fn a_holder_that_does_not_signal_is_polled_and_the_others_signals_are_used() {
    let (server, address) = Server::with_address();
    for by_hand in [false, true] {
        server.command(&["SET", "k", "a snippet's", "PX", "60000"]);
        let locks = [permit(&address, "k"), permit(&address, "k")];
        acquire_all(&locks);
        let to = address.clone();
        let waiter = Waiter::start(20.0, None, move || permit(&to, "k"));
        until_blocked(&server, 1);
        let took = waiter.gets_it_by(|| {
            if by_hand {
                assert_eq!(server.command(&["DEL", "k"]), 1);
            } else {
                assert_eq!(locks[1].release(), Ok(true));
            }
        });
        assert!(took < AT_ONCE, "{by_hand}: {took:?}");
        server.command(&["FLUSHALL"]);
    }
}

#[test]
fn different_numbers_of_permits_exclude_each_other_and_are_seen_within_a_slice() {
    let (server, address) = Server::with_address();
    let two = || permit_of(&address, "k", 2, terms(10.0));
    let (first, second) = (two(), two());
    assert_eq!((first.acquire(), second.acquire(), two().acquire()), (Ok(true), Ok(true), Ok(false)));
    let third = permit(&address, "k");
    assert_eq!((third.acquire(), permit(&address, "k").acquire()), (Ok(true), Ok(false)));
    let to = address.clone();
    let waiter = Waiter::start(20.0, None, move || permit(&to, "k"));
    until_blocked(&server, 1);
    let took = waiter.gets_it_by(|| assert_eq!(second.release(), Ok(true)));
    assert!(took < A_SLICE, "{took:?}");
}

#[test]
fn force_release_wakes_as_many_as_it_made_room_for() {
    let (server, address) = Server::with_address();
    let _locks = three(&address, "k");
    let waiters: Vec<Waiter> = (0..3)
        .map(|_| {
            let to = address.clone();
            Waiter::start(20.0, None, move || permit(&to, "k"))
        })
        .collect();
    until_blocked(&server, 3);
    let start = Instant::now();
    assert_eq!(permit(&address, "k").force_release(), Ok(true));
    for waiter in waiters {
        assert_eq!(waiter.end().result, Ok(true));
    }
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn all_permits_draw_from_one_fence_whose_life_is_only_made_longer() {
    let server = Server::start();
    let numbered = |ttl| permit_of(&server.tcp_address(), "k", 3, LockSettings { fenced: true, ..terms(ttl) });
    let (long, short) = (numbered(864_000.0), numbered(1.0));
    assert_eq!((long.acquire(), short.acquire()), (Ok(true), Ok(true)));
    assert!(short.fence() > long.fence() && long.fence() > Some(0));
    assert!(server.command(&["TTL", "k:rl-fence{k}"]).int() > 800_000);
    assert_eq!(server.command(&["EXISTS", "k:rl-permit-2:rl-fence{k}"]), 0);
}

#[test]
fn a_user_without_the_permits_keys_is_told_which_pattern_it_needs() {
    let server = Server::start();
    let error = permit(&server.user(&["~k", "+@all"]), "k").acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Server);
    assert!(error.to_string().contains("; the user's key patterns must cover k*; "), "{error}");
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_wait_without_an_end_is_refused_where_this_thread_holds_every_permit() {
    let (_server, address) = Server::with_address();
    let locks = [permit(&address, "k"), permit(&address, "k")];
    acquire_all(&locks);
    let third = permit(&address, "k");
    assert_eq!(third.acquire_within(Wait::Forever, None), Ok(true));
    let refused = permit(&address, "k").acquire_within(Wait::Forever, None);
    assert!(matches!(refused, Err(Error::Misuse(_, error::WOULD_WAIT_FOR_ITSELF))), "{refused:?}");
    assert_eq!(locks[1].release(), Ok(true));
    assert_eq!(permit(&address, "k").acquire_within(Wait::Forever, None), Ok(true));
}

#[test]
fn an_operator_is_told_how_many_of_how_many_and_whose_under_the_keys_name() {
    let server = Server::start();
    let topology = Servers::parse(&server.tcp_address()).unwrap().topology(timeouts());
    let key = Key::new(b"", b"job").unwrap();
    let locks = three(&server.tcp_address(), "job");
    assert_eq!((locks[0].release(), plain(&server.tcp_address(), "jobs").acquire()), (Ok(true), Ok(true)));
    let told = describe(&*topology, &key).unwrap().unwrap();
    let held: Vec<(u8, Option<Vec<u8>>)> =
        told.permits.iter().map(|permit| (permit.number, permit.info.token.clone())).collect();
    let expected = [(2, &locks[1]), (3, &locks[2])].map(|(number, lock)| (number, Some(token_of(lock).into_bytes())));
    assert_eq!((told.count, held), (3, expected.to_vec()));
    assert_eq!(told.token, expected[0].1, "in short, the lowest that is held");
    for (pattern, expected) in
        [("job", &["job"][..]), ("j*b", &["job"]), ("*", &["job", "jobs"]), ("*permit*", &[]), ("*2*", &[])]
    {
        let scan_for = Scan { pattern: pattern.into(), prefix: 0, every_make: false, most: 10, bounds: Bounds::NONE };
        let found = scan(&*topology, &scan_for, None).unwrap().locks;
        let names: Vec<_> = found.iter().map(|(key, _)| String::from_utf8(key.as_bytes().to_vec()).unwrap()).collect();
        assert_eq!(names, expected, "{pattern}");
        assert!(found.iter().all(|(key, info)| key.as_bytes() != b"job" || info.permits.len() == 2));
    }
    release_all(&locks[1..]);
    assert_eq!(describe(&*topology, &key), Ok(None));
}

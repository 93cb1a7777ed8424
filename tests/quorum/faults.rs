//! Owns the promises of a lock on several servers while some of them are gone, silent or slow, and when they come back.
//! Does not own what a majority decides when all answer (mod.rs), waiting and renewal (waiting.rs).

use std::collections::HashSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::authority::{Authority, HERE};
use crate::support::locks::{IO_TIMEOUT, terms, timeouts};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::waiters::AT_ONCE;
use crate::support::waiters::seconds_of;
use crate::support::{PATIENCE, Proxy, Server, eventually, free_port};
use redislock::error::{Error, Kind};
use redislock::failure::Failure;
use redislock::lock::{Lock, LockSettings, TokenSource, registry};
use redislock::token::Token;
use redislock::topology::When;

/// Far above what a majority needs to answer and what the others are waited for then, far below every timeout.
const SOON: Duration = Duration::from_millis(300);

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn given(token: &str) -> TokenSource {
    TokenSource::Given(Token::given(token.as_bytes()).unwrap())
}

/// A whole life of a lock.
fn cycle(lock: &std::rc::Rc<Lock>) -> bool {
    lock.acquire() == Ok(true)
        && lock.extend(None) == Ok(true)
        && lock.is_held() == Ok(true)
        && lock.is_locked() == Ok(true)
        && lock.release() == Ok(true)
}

#[test]
fn with_two_of_five_dead_it_works_and_is_quick() {
    let group = Group::of(5);
    let (before, new) = (group.lock(), group.lock());
    assert!(cycle(&before));
    group.stop(1..3);
    for lock in [before, new] {
        let (done, took) = timed(|| cycle(&lock));
        assert!(done && took < SOON, "{took:?}");
    }
}

#[test]
fn with_two_of_five_silent_it_works_and_is_quick() {
    let group = Group::of(5);
    let lock = group.lock();
    assert!(cycle(&lock));
    group.suspend(0..2);
    for _ in 0..3 {
        let (done, took) = timed(|| lock.acquire());
        assert_eq!(done, Ok(true));
        assert!(took < SOON, "{took:?}");
        let (done, took) = timed(|| (lock.extend(None), lock.is_held(), lock.release()));
        assert_eq!(done, (Ok(true), Ok(true), Ok(true)));
        assert!(took < SOON, "{took:?}");
    }
    group.resume(0..2);
    // What they were asked while they stood still may still run; the next question takes it back.
    let gone = eventually(PATIENCE, || {
        assert_eq!(lock.is_locked(), Ok(false));
        group.keys() == 0
    });
    assert!(gone);
    assert!(cycle(&lock));
}

#[test]
fn with_three_of_five_dead_it_says_which_and_leaves_nothing() {
    let group = Group::of(5);
    let lock = group.lock();
    group.stop(0..3);
    let error = lock.acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    let refused = |index: usize| format!("127.0.0.1:{}: connection refused", group.servers[index].port());
    let text = format!(
        "could not acquire lock \"k\": 2 of 5 nodes replied, 3 needed ({}; {}; {}); do not start the guarded work",
        refused(0),
        refused(1),
        refused(2)
    );
    assert_eq!(error.to_string(), text);
    assert_eq!(group.command(3..5, &["EXISTS", "k"]), [0, 0]);
    group.restart(0..3);
    assert!(cycle(&lock));
}

#[test]
fn what_a_silent_server_was_sent_is_released_when_it_returns() {
    let group = Group::of(5);
    let lock = group.lock();
    assert!(cycle(&lock));
    group.suspend(0..3);
    let (error, took) = timed(|| lock.acquire().unwrap_err());
    assert!(took < IO_TIMEOUT + SOON, "{took:?}");
    assert_eq!(error.kind(), Kind::Connection);
    assert!(error.to_string().contains("no reply within 0.6 s"), "{error}");
    assert_eq!(group.command(3..5, &["EXISTS", "k"]), [0, 0]);
    group.resume(0..3);
    assert!(eventually(PATIENCE, || group.keys() == 3), "the late commands run");
    assert_eq!(lock.is_locked(), Ok(false));
    assert_eq!(group.keys(), 0);
    assert!(cycle(&lock));
}

#[test]
fn a_connection_whose_reply_is_still_to_come_is_not_used_again() {
    let group = Group::of(3);
    let proxy = Proxy::start(group.servers[0].port());
    let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert!(cycle(&lock));
    let before = proxy.connections();
    proxy.swallow_replies_after("\nSET");
    let (done, took) = timed(|| lock.acquire());
    assert_eq!(done, Ok(true));
    assert!(took < SOON, "{took:?}");
    assert!(eventually(PATIENCE, || proxy.saw_reset()));
    assert_eq!((lock.is_held(), lock.release()), (Ok(true), Ok(true)));
    assert!(eventually(PATIENCE, || group.keys() == 0));
    assert!(proxy.connections() > before);
}

#[test]
fn a_node_that_is_a_little_slower_keeps_its_connection() {
    // No member is given up in less than this.
    let least_grace = Duration::from_millis(10);
    let group = Group::of(3);
    // A busy machine can make more of a little: such a try says nothing, and one that does has to follow.
    for _ in 0..20 {
        let proxy = Proxy::start(group.servers[0].port());
        let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
        let lock = lock_at_all(&addresses, "k", terms(10.0));
        assert!(cycle(&lock));
        let before = proxy.connections();
        proxy.delay_replies(Duration::from_millis(5));
        let longest = (0..5).map(|_| timed(|| assert!(cycle(&lock))).1).max().unwrap();
        if proxy.connections() == before {
            return;
        }
        assert!(longest >= least_grace, "lost although no cycle took longer than {longest:?}");
    }
    panic!("lost in every try; the machine was too slow in each");
}

#[test]
fn a_split_vote_is_tried_again_each_time_with_a_new_token_and_then_told_as_it_is() {
    let group = Group::of(5);
    group.command(0..2, &["SET", "k", "another"]);
    group.stop(2..3);
    let mut monitor = group.servers[4].monitor();
    for (token, votes) in [(TokenSource::Fresh, 4), (given("ours"), 1)] {
        let lock = group.lock_of(LockSettings { token, ..terms(10.0) });
        let before = monitor.lines().len();
        let error = lock.acquire().unwrap_err();
        assert_eq!(error.kind(), Kind::Connection);
        assert!(error.to_string().contains("4 of 5 nodes replied, 3 needed that agree ("), "{error}");
        let sent = &monitor.lines()[before..];
        let tokens: Vec<_> = sent.iter().filter(|sent| sent.words[0] == b"SET").map(|sent| &sent.words[2]).collect();
        assert_eq!(tokens.len(), votes, "once and three times again, or once");
        assert_eq!(tokens.iter().collect::<HashSet<_>>().len(), votes);
        assert_eq!(group.command(3..5, &["EXISTS", "k"]), [0, 0]);
    }
}

#[test]
fn a_split_vote_is_tried_again_though_the_io_timeout_is_short() {
    let group = Group::of(5);
    group.command(0..2, &["SET", "k", "another"]);
    group.stop(2..3);
    let mut monitor = group.servers[4].monitor();
    assert!(lock_at_all(&with_own_io_timeout(&group, 0..5, 0.3), "k", terms(10.0)).acquire().is_err());
    assert_eq!(monitor.lines().iter().filter(|sent| sent.words[0] == b"SET").count(), 4);
}

#[test]
fn a_split_vote_that_is_over_soon_is_won() {
    let group = Group::of(3);
    let lock = group.lock();
    assert!(cycle(&lock));
    let mut monitor = group.servers[2].monitor();
    let mut votes = || monitor.lines().iter().filter(|sent| sent.words[0] == b"SET").count();
    let won = eventually(PATIENCE, || {
        let before = votes();
        // As long as another needs that has lost to take back what it was given. The pauses are random, so that all
        // three may be too short once.
        group.command(0..2, &["SET", "k", "another", "PX", "6"]);
        let is_ours = lock.acquire() == Ok(true);
        let again = votes() - before > 1;
        assert!(!is_ours || lock.release() == Ok(true));
        is_ours && again
    });
    assert!(won);
}

#[test]
fn slow_replies_make_no_lease_longer() {
    let group = Group::of(3);
    let proxies: Vec<Proxy> = group.servers.iter().map(|server| Proxy::start(server.port())).collect();
    let addresses: Vec<String> = proxies.iter().map(Proxy::address).collect();
    let lock = lock_at_all(&addresses, "k", terms(2.0));
    // What a first connection says before it asks is no part of the lease.
    assert_eq!(lock.is_locked(), Ok(false));
    for proxy in &proxies {
        proxy.delay_replies(Duration::from_millis(120));
    }
    let start = Instant::now();
    assert_eq!(lock.acquire(), Ok(true));
    assert!(lock.remaining() <= 2.0 - start.elapsed().as_secs_f64());
    let start = Instant::now();
    assert_eq!(lock.extend(None), Ok(true));
    assert!(lock.remaining() <= 2.0 - start.elapsed().as_secs_f64());
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn replies_after_the_leases_own_deadline_are_no_lock() {
    let group = Group::of(3);
    let proxies: Vec<Proxy> = group.servers.iter().map(|server| Proxy::start(server.port())).collect();
    let addresses: Vec<String> = proxies.iter().map(Proxy::address).collect();
    let lock = lock_at_all(&addresses, "k", terms(0.03));
    // Within what nodes have at the least, and after the deadline.
    for proxy in &proxies {
        proxy.delay_replies(Duration::from_millis(35));
    }
    let error = lock.acquire().unwrap_err();
    assert!(matches!(error.kind(), Kind::Lost | Kind::Connection), "{error}");
    assert_ne!(lock.state(), "held");
}

#[test]
fn a_release_that_too_few_reply_to_may_be_repeated() {
    let (group, lock) = Group::of_3_with_a_lock_held();
    group.suspend(0..2);
    let error = lock.release().unwrap_err();
    assert!(
        matches!(&error, Error::Failed { failure: Failure::TooFewAlike { replied: 1, nodes: 3, .. }, .. }),
        "{error}"
    );
    group.resume(0..2);
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(group.keys(), 0);
}

/// Another may have a majority by then: the node that has released, and the one that had lost it.
#[test]
fn a_release_that_one_node_has_run_ends_the_lease_whatever_the_others_reply() {
    type Releases = fn(&Lock) -> Result<bool, Error>;
    // To a forced one "nothing there" is a yes as well.
    for (releases, refusing) in [(Lock::release as Releases, 2..3), (Lock::force_release, 1..3)] {
        let (group, lock) = Group::of_3_with_a_lock_held();
        group.command(1..2, &["DEL", "k"]);
        group.command(refusing.clone(), &["CONFIG", "SET", "min-replicas-to-write", "1"]);
        let error = releases(&lock).unwrap_err();
        assert!(error.to_string().contains("NOREPLICAS"), "{error}");
        assert_eq!((lock.state(), lock.remaining()), ("releasing", 0.0));
        group.command(refusing, &["CONFIG", "SET", "min-replicas-to-write", "0"]);
        assert_eq!((lock.acquire(), lock.release(), group.keys()), (Ok(true), Ok(true), 0));
    }
}

#[test]
fn an_extend_that_one_node_has_run_may_have_run_whatever_the_others_reply() {
    let (group, lock) = Group::of_3_with_a_lock_held();
    group.command(1..3, &["CONFIG", "SET", "min-replicas-to-write", "1"]);
    // Longer: within a millisecond of the acquire an extend by the ttl has nothing to write.
    let error = lock.extend(Some(terms(90.0).ttl)).unwrap_err();
    let Error::Failed { failure, .. } = &error else { panic!("{error}") };
    assert!(failure.may_have_run(), "{error}");
    assert_eq!(lock.state(), "held");
}

#[test]
fn what_is_left_of_a_lost_lease_goes_with_its_object_where_too_few_reply() {
    let (group, lock) = Group::of_3_with_a_lock_held();
    group.command(0..2, &["DEL", "k"]);
    assert_eq!(lock.is_held(), Ok(false));
    group.servers[0].suspend();
    group.servers[2].suspend();
    assert_eq!((lock.release(), lock.release()), (Ok(false), Ok(false)));
    group.servers[0].resume();
    group.servers[2].resume();
    lock.auto_release(When::Now);
    assert!(eventually(PATIENCE, || group.keys() == 0));
}

#[test]
fn the_end_of_a_request_does_not_wait_for_the_dead_with_every_lock() {
    let group = Group::of(3);
    let locks: Vec<_> = (0..20).map(|n| lock_at_all(&group.addresses(), &format!("k{n}"), terms(10.0))).collect();
    assert!(locks.iter().all(|lock| lock.acquire() == Ok(true)));
    group.suspend(0..2);
    let ((), took) = timed(|| registry::end_request(timeouts()));
    assert!(took < 2 * (timeouts().connect + IO_TIMEOUT), "{took:?}");
    group.resume(0..2);
    let gone = eventually(PATIENCE, || {
        assert_eq!(locks[0].is_locked(), Ok(false));
        group.command(0..3, &["DBSIZE"]) == [0, 0, 0]
    });
    assert!(gone);
}

#[test]
fn a_name_that_does_not_resolve_costs_one_vote() {
    let group = Group::of(2);
    let addresses = [group.addresses(), vec!["redis://nowhere.invalid".to_owned()]].concat();
    assert!(cycle(&lock_at_all(&addresses, "k", terms(10.0))));
}

#[test]
fn users_databases_and_sockets_are_reached_like_any_other() {
    let group = Group::of(3);
    let [one, two, three] = &group.servers[..] else { unreachable!() };
    let addresses =
        [one.user(&["+@all", "~*"]), format!("{}?db=3", two.unix_address()), format!("{}/5", three.tcp_address())];
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert!(cycle(&lock));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(one.command(&["EXISTS", "k"]), 1);
    assert_eq!(two.command(&["DBSIZE"]), 0, "it is in another database");
    one.suspend();
    two.command(&["CLIENT", "KILL", "TYPE", "normal"]);
    assert_eq!((lock.is_held(), lock.release()), (Ok(true), Ok(true)));
}

#[test]
fn a_port_that_accepts_and_never_replies_is_one_dead_node() {
    let group = Group::of(2);
    let silent = Server::start();
    silent.suspend();
    let addresses = [group.addresses(), vec![silent.tcp_address().replace("//", "//:pw@")]].concat();
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    let (done, took) = timed(|| cycle(&lock));
    assert!(done && took < SOON, "{took:?}");
    let dead = format!("redis://127.0.0.1:{}", free_port());
    let addresses = [group.addresses(), vec![dead]].concat();
    assert!(cycle(&lock_at_all(&addresses, "k", terms(10.0))));
}

#[test]
fn over_tls_a_node_that_does_not_shake_hands_delays_no_other() {
    let authority = Authority::new();
    let identity = authority.signs(HERE);
    let servers: Vec<Server> = (0..3).map(|_| authority.server(&identity, &[])).collect();
    let addresses: Vec<String> = servers.iter().map(|server| authority.address(server, "")).collect();
    servers[1].suspend();
    let (lock, start) = (lock_at_all(&addresses, "k", terms(10.0)), Instant::now());
    assert_eq!(lock.acquire(), Ok(true));
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    assert_eq!(lock.release(), Ok(true));
    servers[2].suspend();
    let error = lock.acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    servers[1].resume();
    servers[2].resume();
    assert!(eventually(PATIENCE, || lock.acquire() == Ok(true)), "it comes back");
    assert_eq!(lock.release(), Ok(true));
}

/// Three servers, the first behind a proxy, and a lock that has connections to all.
fn behind_a_proxy() -> (Group, Proxy, Rc<Lock>) {
    let group = Group::of(3);
    let proxy = Proxy::start(group.servers[0].port());
    let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert_eq!(lock.acquire(), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    (group, proxy, lock)
}

/// What it had granted is in the way of its own next vote there, until that release has run.
#[test]
fn a_late_release_of_a_lost_vote_takes_nothing_from_the_next_with_a_given_token() {
    let (group, proxy, _) = behind_a_proxy();
    let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
    let lock = lock_at_all(&addresses, "k", LockSettings { token: given("ours"), ..terms(10.0) });
    group.command(1..3, &["SET", "k", "another"]);
    let held = proxy.hold_request("EVALSHA");
    assert_eq!(lock.acquire(), Ok(false));
    group.command(1..3, &["DEL", "k"]);
    assert_eq!(lock.acquire(), Ok(true));
    held.release();
    assert!(eventually(PATIENCE, || group.keys() == 2));
    assert_eq!((group.lock().acquire(), lock.is_held(), lock.release()), (Ok(false), Ok(true), Ok(true)));
}

#[test]
fn a_vote_whose_release_had_no_reply_does_not_count_in_the_next_round() {
    let (group, proxy, lock) = behind_a_proxy();
    // Two others have a server each, one of them for a moment still. The vote of the first server is taken back, and
    // no caller hears of it.
    group.command(1..2, &["SET", "k", "another", "PX", "500"]);
    group.command(2..3, &["SET", "k", "a third"]);
    let lost = proxy.swallow_replies_after("EVALSHA");
    let acquired = lock.acquire();
    drop(lost);
    assert_ne!(acquired, Ok(true), "one server of three: {:?}", group.command(0..3, &["GET", "k"]));
}

#[test]
fn a_late_release_of_a_lost_vote_meets_no_later_lease() {
    let (group, proxy, lock) = behind_a_proxy();
    group.command(1..3, &["SET", "k", "another"]);
    let held = proxy.hold_request("EVALSHA");
    assert_eq!(lock.acquire(), Ok(false));
    group.command(1..2, &["DEL", "k"]);
    assert_eq!(lock.acquire(), Ok(true));
    let before = group.keys();
    held.release();
    assert_eq!(group.lock().acquire(), Ok(false), "the late release has taken a vote away");
    assert_eq!(group.keys(), before);
}

/// Else renewal finds it at that node, too, and counts the node for the lease, until the late release takes it away.
#[test]
fn what_a_silent_node_took_in_a_lost_vote_is_no_part_of_the_next_lease() {
    let (group, proxy, lock) = behind_a_proxy();
    // The first vote is split, and takes an io_timeout: the first server has run its SET.
    group.command(2..3, &["SET", "k", "another", "PX", "300"]);
    let lost = proxy.swallow_replies_after("\nSET");
    assert_eq!(lock.acquire_within(seconds_of(10.0), None), Ok(true));
    drop(lost);
    let [silent, second, third] = &group.command(0..3, &["GET", "k"])[..] else { unreachable!() };
    assert_eq!(second, third);
    assert_ne!(silent, second);
    let gone = eventually(PATIENCE, || {
        assert_eq!(lock.is_held(), Ok(true));
        group.keys() == 2
    });
    assert!(gone, "its late release takes that vote away, and nothing of the lease");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn what_a_lost_vote_got_stays_only_where_its_release_is_lost_and_its_token_shared() {
    let ttl = Duration::from_secs(2);
    for (token, is_given) in [(given("ours"), true), (TokenSource::Fresh, false)] {
        let (group, proxy, _) = behind_a_proxy();
        let addresses = [proxy.address(), group.servers[1].tcp_address(), group.servers[2].tcp_address()];
        let make = |token| lock_at_all(&addresses, "k", LockSettings { token, ..terms(ttl.as_secs_f64()) });
        let lock = make(token);
        assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
        group.command(1..3, &["SET", "k", "another"]);
        let (lost, start) = (proxy.swallow_request("EVALSHA"), Instant::now());
        assert_eq!(lock.acquire(), Ok(false));
        lost.lift();
        assert_eq!(group.keys(), 3);
        group.command(1..3, &["DEL", "k"]);
        // With what is left over on one, a second that is silent, and the third, none has a majority.
        group.servers[2].suspend();
        let other = make(TokenSource::Fresh);
        assert_eq!(other.acquire_within(seconds_of(10.0), None), Ok(true));
        let took = start.elapsed();
        assert!(if is_given { took >= ttl } else { took < ttl } && took < 2 * ttl, "{took:?}, given: {is_given}");
        group.servers[2].resume();
    }
}

#[test]
fn what_a_silent_server_was_sent_under_a_given_token_stays_for_its_ttl() {
    let group = Group::of(3);
    let lock = group.lock_of(LockSettings { token: given("ours"), ..terms(2.0) });
    assert!(cycle(&lock));
    group.servers[..2].iter().for_each(Server::suspend);
    assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Connection);
    assert_eq!(group.command(2..3, &["EXISTS", "k"]), [0], "it has granted it in a lost vote");
    group.servers[..2].iter().for_each(Server::resume);
    assert!(eventually(PATIENCE, || group.keys() == 2), "the late commands run");
    let start = Instant::now();
    let other = group.lock();
    assert_eq!((other.acquire(), lock.acquire()), (Ok(false), Ok(false)), "not to who has the token, either");
    assert_eq!(group.keys(), 2);
    assert_eq!(other.acquire_within(seconds_of(10.0), None), Ok(true));
    assert!(start.elapsed() < Duration::from_secs(2) + SOON, "{:?}", start.elapsed());
}

fn with_own_io_timeout(group: &Group, which: std::ops::Range<usize>, seconds: f64) -> Vec<String> {
    let mut addresses = group.addresses();
    for address in &mut addresses[which] {
        *address = format!("{address}?io_timeout={seconds}");
    }
    addresses
}

#[test]
fn members_that_are_silent_are_given_up_after_their_own_io_timeout() {
    let group = Group::of(3);
    let lock = lock_at_all(&with_own_io_timeout(&group, 0..2, 0.1), "k", terms(10.0));
    assert!(cycle(&lock), "with connections from before");
    group.servers[0..2].iter().for_each(Server::suspend);
    let (done, took) = timed(|| lock.is_held());
    assert_eq!(done, Ok(false), "released: no request");
    assert!(took < SOON);
    let (done, took) = timed(|| lock.is_locked());
    assert!(matches!(done, Err(Error::Failed { failure: Failure::TooFewAlike { replied: 1, .. }, .. })), "{done:?}");
    assert!(took < IO_TIMEOUT / 2, "{took:?}");
    group.servers[0..2].iter().for_each(Server::resume);
}

#[test]
fn members_may_take_as_long_as_their_own_io_timeout() {
    let group = Group::of(3);
    let lock = lock_at_all(&with_own_io_timeout(&group, 0..2, 10.0), "k", terms(60.0));
    assert!(cycle(&lock));
    group.servers[0..2].iter().for_each(Server::suspend);
    let (done, took) = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(IO_TIMEOUT + Duration::from_millis(300));
            group.servers[0..2].iter().for_each(Server::resume);
        });
        timed(|| lock.acquire())
    });
    assert_eq!(done, Ok(true));
    assert!(took > IO_TIMEOUT, "{took:?}");
    assert_eq!(lock.release(), Ok(true));
}

//! Owns the promises about a token that others know: it proves holding and never acquiring, so what an acquire may have taken is left to its
//! ttl, and no release goes ahead of an acquire (docs/protocol.md#shared-tokens).
//! Does not own the faults themselves (`support::proxy`), fresh tokens (mod.rs).

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::support::locks::{
    acquaint, given_token_of, lock_at, lock_of, lock_of_all, lock_on, permit_of, server_and_proxy, terms, timeouts,
    token_of,
};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::waiters::{AT_ONCE, Program, seconds_of};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{Error, Kind, Loss};
use redislock::events::EndedBy;
use redislock::lock::{Finish, Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::token::Token;
use redislock::topology::When;
use redislock::ttl::Ttl;

const SET: &str = "\nSET\r\n";
const SCRIPT: &str = "\nEVAL";

/// Makes a lock from its settings.
type Make = Box<dyn Fn(LockSettings) -> Rc<Lock>>;

/// A lock of each kind at some servers, with what all of them must be for it.
fn every_kind() -> Vec<(&'static str, Vec<Server>, Make)> {
    let one = |make: fn(&str, LockSettings) -> Rc<Lock>| -> (Vec<Server>, Make) {
        let (server, address) = Server::with_address();
        (vec![server], Box::new(move |settings| make(&address, settings)))
    };
    let (single, make_single) = one(|address, settings| lock_of(address, "k", settings));
    let (list, make_list) = one(|address, settings| lock_of_all(address, &["k", "l"], settings));
    let (permits, make_permit) = one(|address, settings| permit_of(address, "k", 1, settings));
    let three: Vec<Server> = (0..3).map(|_| Server::start()).collect();
    let addresses = three.iter().map(Server::tcp_address).collect::<Vec<_>>().join(" ");
    let make_quorum: Make = Box::new(move |settings| lock_of(&addresses, "k", settings));
    vec![
        ("one key", single, make_single),
        ("several keys", list, make_list),
        ("permits", permits, make_permit),
        ("a quorum", three, make_quorum),
    ]
}

fn known(token: &str) -> TokenSource {
    TokenSource::Given(Token::given(token.as_bytes()).unwrap())
}

fn given(token: &str, ttl: f64) -> LockSettings {
    LockSettings { token: known(token), ..terms(ttl) }
}

fn no_reply(result: Result<bool, Error>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    error.to_string()
}

/// Another request to the same servers: what is owed goes ahead of it.
fn contact(make: &Make) {
    let _ = make(terms(1.0)).is_locked();
}

#[test]
fn an_acquire_without_a_reply_leaves_another_objects_lease_under_its_token() {
    for wait in [0.0, 0.3] {
        for (kind, servers, make) in every_kind() {
            let owner = make(terms(60.0));
            assert_eq!(owner.acquire(), Ok(true));
            let other = make(LockSettings { token: given_token_of(&owner), ..terms(60.0) });
            assert_eq!(other.acquire(), Ok(false), "{kind}: it is for a free key");
            servers.iter().for_each(Server::suspend);
            no_reply(other.acquire_within(seconds_of(wait), None));
            servers.iter().for_each(Server::resume);
            contact(&make);
            other.auto_release(When::Now);
            assert_eq!(owner.is_held(), Ok(true), "{kind}");
            assert_eq!(make(terms(60.0)).acquire(), Ok(false), "{kind}: a second holder");
            assert_eq!(owner.release(), Ok(true), "{kind}");
        }
    }
}

#[test]
fn what_an_acquire_without_a_reply_took_ends_with_its_ttl_and_is_no_success() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_of(&proxy.address(), "k", given("known", 60.0));
    proxy.swallow_replies_after(SET);
    no_reply(lock.acquire());
    assert_eq!(proxy.connections(), 1, "there is no second try");
    let address = proxy.address();
    contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
    assert_eq!(server.command(&["GET", "k"]), "known");
    assert_eq!((lock.acquire(), lock.auto_release(When::Now)), (Ok(false), false));
    assert_eq!(lock.is_held(), Ok(true), "that is what its token proves");
}

#[test]
fn an_interrupted_wait_with_a_shared_token_releases_nothing() {
    for (kind, servers, make) in every_kind() {
        let owner = make(terms(60.0));
        assert_eq!(owner.acquire(), Ok(true));
        let other = make(LockSettings { token: given_token_of(&owner), ..terms(60.0) });
        servers.iter().for_each(Server::suspend);
        let start = Instant::now();
        let leaves = Program::leaves_when(move || start.elapsed() > Duration::from_millis(50));
        assert!(matches!(other.acquire_within(seconds_of(60.0), Some(leaves)), Err(Error::Interrupted(_))), "{kind}");
        servers.iter().for_each(Server::resume);
        contact(&make);
        assert_eq!(owner.is_held(), Ok(true), "{kind}");
    }
}

#[test]
fn a_reply_that_is_late_for_its_lease_releases_nothing_under_a_shared_token() {
    let (server, proxy) = Server::behind_a_proxy();
    let lock = lock_of(&proxy.address(), "k", given("known", 0.1));
    // On a connection that is there: the replies to its name are delayed as well, each of them.
    acquaint(&proxy.address());
    proxy.delay_replies(Duration::from_millis(200));
    assert!(matches!(lock.acquire(), Err(Error::Lost { loss: Loss::RepliedTooLate, .. })));
    let mut monitor = server.monitor();
    registry::end_request(timeouts());
    assert!(!monitor.commands().iter().any(|command| command.starts_with("EVAL")), "{:?}", monitor.commands());
}

#[test]
fn an_outdated_deadline_takes_nothing_from_the_object_that_extended() {
    for (kind, _servers, make) in every_kind() {
        // Adopted, and asked once; handed on, and expired for who took it.
        let giver = make(LockSettings { auto_release: false, ..terms(0.4) });
        assert_eq!(giver.acquire(), Ok(true), "{kind}");
        let adopted = make(LockSettings { token: given_token_of(&giver), ..terms(0.4) });
        let worker = make(LockSettings { token: given_token_of(&giver), ..terms(60.0) });
        assert_eq!((adopted.is_held(), worker.extend(None)), (Ok(true), Ok(true)), "{kind}");
        assert!(eventually(PATIENCE, || giver.state() == "expired" && adopted.state() == "expired"));
        assert_eq!((giver.acquire(), adopted.acquire()), (Ok(false), Ok(false)), "{kind}");
        assert_eq!((worker.is_held(), worker.remaining() > 50.0), (Ok(true), true), "{kind}");
    }
}

#[test]
fn an_objects_end_after_its_deadline_leaves_a_lease_that_others_may_have_extended() {
    for (kind, _servers, make) in every_kind() {
        let owner = make(terms(0.2));
        assert_eq!(owner.acquire(), Ok(true));
        let adopted = make(LockSettings { token: given_token_of(&owner), ..terms(60.0) });
        assert_eq!(adopted.extend(None), Ok(true));
        assert!(eventually(PATIENCE, || owner.state() == "expired"));
        assert!(!owner.auto_release(When::Now), "{kind}");
        registry::end_request(timeouts());
        assert_eq!(adopted.is_held(), Ok(true), "{kind}");
    }
}

#[test]
fn an_objects_end_within_its_deadline_releases_what_it_acquired_by_a_shared_token() {
    for (kind, _servers, make) in every_kind() {
        let lock = make(given("known", 60.0));
        assert_eq!((lock.acquire(), lock.auto_release(When::Now)), (Ok(true), true), "{kind}");
        registry::end_request(timeouts());
        assert_eq!(make(terms(1.0)).acquire(), Ok(true), "{kind}");
    }
}

/// Ends a lease by its object while the servers are silent: its release is owed.
fn owed_under(token: &str, servers: &[Server], make: &Make) {
    let lock = make(given(token, 60.0));
    assert_eq!(lock.acquire(), Ok(true));
    servers.iter().for_each(Server::suspend);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    servers.iter().for_each(Server::resume);
}

#[test]
fn a_lost_release_is_not_repeated_and_its_token_is_refused_until_the_key_has_gone() {
    let (server, proxy) = Server::behind_a_proxy();
    let address = proxy.address();
    let lock = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_request(SCRIPT).times(9);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    lost.lift();
    let next = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(next.acquire(), Ok(false), "the key has not gone yet");
    contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
    assert_eq!((next.acquire(), server.command(&["GET", "k"]).text()), (Ok(false), "known".to_owned()));
    server.command(&["DEL", "k"]);
    assert_eq!(next.acquire(), Ok(true));
    let address = proxy.address();
    contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
    assert_eq!(next.is_held(), Ok(true));
}

/// Each way runs, and its reply is lost. Whoever has the token acquires by it then.
fn sent_once(release: impl FnOnce(&Rc<Lock>)) {
    let (server, proxy) = Server::behind_a_proxy();
    let address = proxy.address();
    acquaint(&address);
    let lock = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(lock.acquire(), Ok(true));
    proxy.swallow_replies_after(SCRIPT);
    release(&lock);
    assert_eq!(server.command(&["SET", "k", "known", "NX"]), "OK");
    contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
    assert_eq!(server.command(&["GET", "k"]), "known");
}

#[test]
fn a_release_by_a_shared_token_whose_reply_was_lost_throws_and_is_sent_once() {
    sent_once(|lock| _ = no_reply(lock.release()));
}

#[test]
fn the_release_of_an_object_that_ended_under_a_shared_token_is_sent_once() {
    sent_once(|lock| {
        lock.auto_release(When::Now);
        registry::end_request(timeouts());
    });
}

/// What an adopter trusts that has the token since release() got no reply.
#[test]
fn an_objects_end_after_a_lost_release_leaves_a_lease_whose_token_was_told_since() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_at(&proxy.address());
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_request(SCRIPT).times(2);
    no_reply(lock.release());
    drop(lost);
    let adopter = lock_of(&server.tcp_address(), "k", LockSettings { token: given_token_of(&lock), ..terms(60.0) });
    assert_eq!(adopter.is_held(), Ok(true));
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    assert_eq!(adopter.is_held(), Ok(true));
}

#[test]
fn a_release_that_is_owed_is_forgotten_when_its_token_acquires_again() {
    for (kind, servers, make) in every_kind() {
        owed_under("known", &servers, &make);
        for server in &servers {
            server.command(&["DEL", "k", "l"]);
        }
        let next = make(given("known", 60.0));
        assert_eq!(next.acquire(), Ok(true), "{kind}");
        contact(&make);
        assert_eq!(next.is_held(), Ok(true), "{kind}");
        assert_eq!(make(terms(60.0)).acquire(), Ok(false), "{kind}");
        assert_eq!(next.release(), Ok(true), "{kind}");
    }
}

#[test]
fn a_release_that_was_refused_and_put_off_does_not_end_the_next_lease_of_its_token() {
    let (server, address) = Server::with_address();
    let lock = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(lock.acquire(), Ok(true));
    // A replica takes no writes: refused twice, a release waits for a second.
    server.command(&["REPLICAOF", "127.0.0.1", "1"]);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    for _ in 0..2 {
        let _ = lock_on(&address, "elsewhere", 1.0, TokenSource::Fresh).is_locked();
    }
    server.command(&["REPLICAOF", "NO", "ONE"]);
    server.command(&["DEL", "k"]);
    let next = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(next.acquire(), Ok(true));
    let over = Instant::now() + Duration::from_millis(1_300);
    while Instant::now() < over {
        assert_eq!(next.is_held(), Ok(true));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_release_that_is_owed_ends_with_its_lease() {
    let (server, proxy) = Server::behind_a_proxy();
    let address = proxy.address();
    let make: Make = Box::new(move |settings| lock_of(&address, "k", settings));
    let lock = make(given("known", 0.3));
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_request(SCRIPT).times(9);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 0), "it has expired");
    lost.lift();
    server.command(&["SET", "k", "known"]);
    contact(&make);
    assert_eq!(server.command(&["GET", "k"]), "known", "another's by now");
}

#[test]
fn a_token_that_was_told_in_a_lease_is_known_from_then_on() {
    let server = Server::start();
    let lock = lock_on(&server.tcp_address(), "k", 0.1, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    let told = token_of(&lock);
    server.command(&["PERSIST", "k"]);
    assert!(eventually(PATIENCE, || lock.state() == "expired"));
    assert_eq!(lock.acquire(), Ok(false), "no release goes ahead");
    assert!(!lock.auto_release(When::Now));
    assert_eq!(server.command(&["GET", "k"]), told.as_str());
    server.command(&["DEL", "k"]);
    assert_eq!(lock.acquire(), Ok(true));
    assert_ne!(server.command(&["GET", "k"]), told.as_str());
}

#[test]
fn a_lock_without_an_end_is_taken_for_a_minute_first_under_a_shared_token() {
    for (kind, servers, make) in every_kind() {
        let lock = make(given("known", f64::INFINITY));
        let mut monitor = servers[0].monitor();
        assert_eq!(lock.acquire(), Ok(true), "{kind}");
        let commands = monitor.commands();
        let first = commands.iter().find(|command| command.contains("known")).unwrap();
        assert!(first.ends_with("NX EX 60") || first.contains(" 60000 "), "{kind}: {first}");
        assert_eq!(servers[0].command(&["PTTL", "k"]), -1, "{kind}");
        assert!(lock.remaining().is_infinite(), "{kind}");
        assert_eq!(lock.release(), Ok(true), "{kind}");
    }
}

#[test]
fn a_lock_without_an_end_whose_acquire_got_no_reply_ends_by_itself() {
    let (server, proxy) = server_and_proxy();
    let lock = lock_of(&proxy.address(), "k", given("known", f64::INFINITY));
    proxy.swallow_replies_after(SET);
    no_reply(lock.acquire());
    let left = server.command(&["PTTL", "k"]).int();
    assert!((1..=60_000).contains(&left), "{left}");
}

#[test]
fn of_a_lost_vote_only_what_was_granted_is_released_under_a_shared_token() {
    let group = Group::of(3);
    group.command(1..3, &["SET", "k", "another"]);
    let lock = group.lock_of(given("known", 60.0));
    assert_eq!(lock.acquire(), Ok(false));
    assert_eq!(group.keys(), 2, "the vote that it was given");
    group.command(0..1, &["SET", "k", "known"]);
    assert_eq!((lock.acquire(), lock.extend(None)), (Ok(false), Ok(false)));
    assert_eq!(group.keys(), 3, "the first is there by another's doing");
}

#[test]
fn renewal_leaves_what_a_minority_has_of_a_shared_lease_that_a_majority_has_lost() {
    let _renewal = crate::support::renewal_in_turn();
    let group = Group::of(3);
    let lock = group.lock_of(LockSettings { renewal: Renewal::Always, ..terms(0.4) });
    assert_eq!(lock.acquire(), Ok(true));
    token_of(&lock);
    group.command(1..3, &["SET", "k", "another"]);
    group.command(0..1, &["PERSIST", "k"]);
    assert!(eventually(PATIENCE, || lock.state() == "lost"));
    std::thread::sleep(AT_ONCE);
    assert_eq!(group.keys(), 3);
}

#[test]
fn a_permit_is_searched_again_where_another_may_have_taken_it() {
    let server = Server::start();
    let permit = |settings| permit_of(&server.tcp_address(), "k", 3, settings);
    let first = permit(terms(60.0));
    assert_eq!(first.acquire(), Ok(true));
    let (owner, adopted) = (permit(given("known", 60.0)), permit(given("known", 60.0)));
    assert_eq!((owner.acquire(), adopted.is_held()), (Ok(true), Ok(true)));
    assert_eq!((owner.release(), adopted.is_held()), (Ok(true), Ok(false)));
    let second = permit(terms(60.0));
    assert_eq!((second.acquire(), owner.acquire()), (Ok(true), Ok(true)));
    for _ in 0..3 {
        assert_eq!(adopted.is_held(), Ok(true));
    }
    assert_eq!((adopted.extend(None), adopted.release(), owner.is_held()), (Ok(true), Ok(true), Ok(false)));
}

#[test]
fn a_lock_without_an_end_that_could_not_be_made_to_last_is_given_up() {
    for lost in 1..=2 {
        let (server, proxy) = server_and_proxy();
        let address = proxy.address();
        let lock = lock_of(&address, "k", given("known", f64::INFINITY));
        // The extend that makes it last, and the same once more, have run.
        let rule = proxy.swallow_replies_after(SCRIPT).times(2 * lost);
        let text = no_reply(lock.acquire());
        assert!(text.contains("whether it was made to last for ever is unknown"), "{text}");
        rule.lift();
        contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
        assert_eq!(server.command(&["EXISTS", "k"]), 0);
    }
}

#[test]
fn what_a_quorum_is_owed_ends_with_its_lease() {
    let group = Group::of(3);
    let proxies: Vec<Proxy> = group.servers.iter().map(|server| Proxy::start(server.port())).collect();
    let addresses = proxies.iter().map(Proxy::address).collect::<Vec<_>>().join(" ");
    let make: Make = Box::new(move |settings| lock_of(&addresses, "k", settings));
    // A longer one before it on the same servers.
    assert_eq!(make(terms(600.0)).acquire(), Ok(true));
    group.command(0..3, &["DEL", "k"]);
    let lock = make(given("known", 1.5));
    assert_eq!(lock.acquire(), Ok(true));
    let lost: Vec<_> = proxies[..2].iter().map(|proxy| proxy.swallow_request(SCRIPT).times(9)).collect();
    no_reply(lock.release());
    lock.auto_release(When::Now);
    assert!(eventually(PATIENCE, || group.keys() == 0), "they have expired");
    for rule in lost {
        rule.lift();
    }
    group.command(0..3, &["SET", "k", "known"]);
    contact(&make);
    assert_eq!(group.keys(), 3, "another's by now");
}

#[test]
fn a_server_that_is_silent_when_most_say_lost_is_owed_nothing_by_a_shared_token() {
    type End = fn(&Rc<Lock>);
    let ends: [(&str, End); 2] = [
        ("release()", |lock| assert_eq!(lock.release(), Ok(false))),
        ("the end of the object", |lock| _ = lock.auto_release(When::Now)),
    ];
    for (name, end) in ends {
        for is_left_alone in [false, true] {
            let group = Group::of(3);
            let lock = group.lock_of(terms(60.0));
            assert_eq!(lock.acquire(), Ok(true));
            let token = token_of(&lock);
            group.command(0..2, &["SET", "k", "another"]);
            group.servers[2].suspend();
            if is_left_alone {
                let former = lock_at_all(&group.addresses(), "former", terms(60.0));
                assert_eq!((former.acquire(), former.auto_release(When::Now)), (Ok(true), true));
            }
            end(&lock);
            group.servers[2].resume();
            // Meanwhile it has come to have all of it anew.
            group.command(0..3, &["SET", "k", &token]);
            for _ in 0..3 {
                assert_eq!(lock_at_all(&group.addresses(), "elsewhere", terms(1.0)).is_locked(), Ok(false));
                std::thread::sleep(AT_ONCE);
            }
            assert_eq!(group.servers[2].command(&["EXISTS", "k"]), 1, "{name}, {is_left_alone}");
        }
    }
}

#[test]
fn what_is_owed_of_a_lost_lease_is_forgotten_when_its_token_is_told() {
    let group = Group::of(3);
    let contact = || assert_eq!(lock_at_all(&group.addresses(), "elsewhere", terms(1.0)).is_locked(), Ok(false));
    for is_told in [false, true] {
        let lock = group.lock_of(terms(60.0));
        assert_eq!(lock.acquire(), Ok(true));
        let token = group.servers[2].command(&["GET", "k"]).text();
        group.command(0..2, &["SET", "k", "another"]);
        group.servers[2].suspend();
        assert_eq!(lock.release(), Ok(false));
        if is_told {
            assert_eq!(token_of(&lock), token);
        }
        group.servers[2].resume();
        // What was sent has run.
        std::thread::sleep(AT_ONCE);
        group.servers[2].command(&["SET", "k", &token]);
        let is_gone = || {
            contact();
            group.servers[2].command(&["EXISTS", "k"]) == 0
        };
        if is_told {
            assert!((0..3).all(|_| !is_gone()));
        } else {
            assert!(eventually(PATIENCE, is_gone));
        }
        group.command(0..3, &["DEL", "k"]);
    }
}

#[test]
fn a_release_that_is_owed_is_forgotten_by_an_acquire_within_another() {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    let (server, proxy) = Server::behind_a_proxy();
    let (address, direct) = (proxy.address(), server.tcp_address());
    let lock = lock_of(&address, "k", given("known", 60.0));
    assert_eq!(lock.acquire(), Ok(true));
    let lost = proxy.swallow_request(SCRIPT).times(99);
    lock.auto_release(When::Now);
    registry::end_request(timeouts());
    server.command(&["DEL", "k"]);
    // While this one waits for its reply, which does not come, a signal's handler acquires by the same token.
    let outer = lock_of(&address, "k", given("known", 60.0));
    let program = Program::that(
        || !TAKEN.load(Ordering::SeqCst),
        move || {
            TAKEN.store(true, Ordering::SeqCst);
            assert_eq!(lock_of(&direct, "k", given("known", 60.0)).acquire(), Ok(true));
            Ok(())
        },
    );
    no_reply(outer.acquire_within(seconds_of(0.3), Some(program)));
    assert!(TAKEN.load(Ordering::SeqCst));
    lost.lift();
    contact(&(Box::new(move |settings| lock_of(&address, "elsewhere", settings)) as Make));
    assert_eq!(server.command(&["GET", "k"]), "known");
}

#[test]
fn a_fresh_lock_is_released_later_as_ever() {
    let (_server, proxy) = server_and_proxy();
    let lock = lock_at(&proxy.address());
    proxy.swallow_replies_after(SET);
    proxy.swallow_replies_after(SCRIPT);
    no_reply(lock.acquire());
    assert_eq!(lock.is_locked(), Ok(false));
}

const DONE: Finish = Finish { done_for: Some(PATIENCE), is_looked_for: false };

/// How a lease ends, and whether that may end what another has acquired with the same token since.
type End = (&'static str, fn(&Rc<Lock>), bool);

const ENDS: [End; 5] = [
    ("its object", |lock| assert!(!lock.auto_release(When::Now)), false),
    ("run()", |lock| assert_eq!(lock.end_run(Finish::default()), Ok(())), false),
    ("run() with doneFor", |lock| assert_eq!(lock.end_run(DONE).unwrap_err().kind(), Kind::Lost), false),
    ("a callback's exception", |lock| lock.release_unwatched(), false),
    ("release()", |lock| assert_eq!(lock.release(), Ok(true)), true),
];

/// Another has acquired it with the same token since it expired, and trusts it.
#[test]
fn what_a_shared_token_finds_after_its_deadline_is_not_released_by_an_end() {
    for (kind, _servers, make) in every_kind() {
        for ((by, end, ends), is_found) in ENDS.iter().flat_map(|end| [(end, true), (end, false)]) {
            let lock = make(terms(0.1));
            assert_eq!(lock.acquire(), Ok(true), "{kind}");
            let other = make(LockSettings { token: given_token_of(&lock), ..terms(60.0) });
            assert!(eventually(PATIENCE, || other.acquire() == Ok(true)), "{kind}");
            assert!(lock.remaining() <= 0.0 && (!is_found || lock.extend(Some(Ttl::For(PATIENCE))) == Ok(true)));
            assert_eq!(lock.remaining() > 0.0, is_found, "{kind}");
            end(&lock);
            assert_eq!((lock.remaining(), other.is_held()), (0.0, Ok(!ends)), "{kind}: {by}");
            other.release().unwrap();
        }
    }
}

/// Renewal has given it up by then, and begins again.
#[test]
fn what_a_shared_token_finds_after_its_deadline_is_left_by_release_all() {
    let server = Server::start();
    let make = |settings| lock_of(&server.tcp_address(), "k", settings);
    let lock = make(LockSettings { renewal: Renewal::Always, ..terms(0.3) });
    assert_eq!(lock.acquire(), Ok(true));
    let other = make(LockSettings { token: given_token_of(&lock), auto_release: false, ..terms(60.0) });
    server.suspend();
    std::thread::sleep(Duration::from_millis(2500));
    server.resume();
    assert!(eventually(PATIENCE, || other.acquire() == Ok(true)));
    assert!(lock.extend(None) == Ok(true) && lock.remaining() > 0.0);
    registry::release_all(0, None, EndedBy::ReleaseAll, timeouts());
    assert_eq!((lock.remaining(), other.is_held()), (0.0, Ok(true)));
}

/// The key is gone after a release() without a reply, and another has acquired it with the same token.
#[test]
fn the_end_of_run_sends_no_second_release_of_a_shared_token() {
    for (kind, servers, make) in every_kind() {
        let lock = make(terms(60.0));
        assert_eq!(lock.acquire(), Ok(true), "{kind}");
        let other = make(LockSettings { token: given_token_of(&lock), ..terms(60.0) });
        servers.iter().for_each(Server::suspend);
        no_reply(lock.release());
        servers.iter().for_each(Server::resume);
        assert_eq!((make(terms(1.0)).force_release(), other.acquire()), (Ok(true), Ok(true)), "{kind}");
        assert_eq!((lock.end_run(Finish::default()), other.is_held()), (Ok(()), Ok(true)), "{kind}");
    }
}

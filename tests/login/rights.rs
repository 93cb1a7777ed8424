//! Owns rights that are missing, for good or for a moment while an ACL is being deployed: no connection believes for long what it was refused.
//! Does not own what PHP makes of the errors (php-tests/acl).

use std::rc::Rc;
use std::thread;
use std::time::Duration;

use crate::support::locks::{acquaint, lock_of, lock_of_all, lock_on, permit_of, terms};
use crate::support::quorums::{Group, lock_at_all};
use crate::support::waiters::{Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::Kind;
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::renewal;
use redislock::topology::When;

/// A server with a user whose rights change under its connections.
struct Deployed {
    server: Server,
    address: String,
    name: String,
}

impl Deployed {
    fn new() -> Self {
        let server = Server::start();
        let address = server.user(&["~*", "+@all"]);
        let name = address["redis://".len()..].split(':').next().unwrap().to_owned();
        Self { server, address, name }
    }

    /// Redis keeps the connections of a user whose rules change.
    fn allow(&self, rules: &[&str]) {
        assert_eq!(self.server.command(&[&["ACL", "SETUSER", &self.name], rules].concat()), "OK");
    }

    fn forbid_scripts(&self) {
        self.allow(&["-eval", "-evalsha"]);
    }

    fn allow_all(&self) {
        self.allow(&["resetkeys", "~*", "+@all"]);
    }

    fn all_forms(&self, ttl: f64) -> [Rc<Lock>; 3] {
        [
            lock_of(&self.address, "k", terms(ttl)),
            lock_of_all(&self.address, &["a", "b"], terms(ttl)),
            permit_of(&self.address, "p", 3, terms(ttl)),
        ]
    }
}

#[test]
fn a_release_that_no_right_was_left_for_is_made_by_the_next_try() {
    let deployed = Deployed::new();
    for lock in deployed.all_forms(60.0) {
        assert_eq!(lock.acquire(), Ok(true));
        deployed.forbid_scripts();
        for _ in 0..2 {
            assert_eq!(lock.release().unwrap_err().kind(), Kind::Server);
            assert_eq!(lock.extend(Some(terms(90.0).ttl)).unwrap_err().kind(), Kind::Server);
        }
        deployed.allow_all();
        assert_eq!(lock.extend(None), Ok(true));
        assert_eq!(lock.release(), Ok(true), "on the same connection");
    }
    assert_eq!(deployed.server.command(&["EXISTS", "k", "a", "b", "p"]), 0);
}

#[test]
fn objects_whose_release_is_refused_are_left_to_their_ttl_and_the_next_released() {
    let deployed = Deployed::new();
    // From here on nothing waits for the reply to the end of an object.
    acquaint(&deployed.address);
    for when in [When::Now, When::AtRequestEnd] {
        let forms = deployed.all_forms(60.0);
        for lock in &forms {
            assert_eq!(lock.acquire(), Ok(true));
        }
        deployed.forbid_scripts();
        for lock in &forms {
            lock.auto_release(when);
        }
        registry::end_request(crate::support::locks::timeouts());
        deployed.allow_all();
        let lock = lock_on(&deployed.address, "new", 60.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true));
        lock.auto_release(when);
        registry::end_request(crate::support::locks::timeouts());
        assert_eq!(deployed.server.command(&["EXISTS", "k", "a", "b", "p"]), 4);
        assert_eq!(deployed.server.command(&["EXISTS", "new"]), 0);
        deployed.server.command(&["FLUSHALL"]);
    }
    assert_eq!(registry::take_lost(), vec![]);
}

#[test]
fn renewal_keeps_its_leases_over_rights_that_were_missing() {
    let _renewal = crate::support::renewal_in_turn();
    let deployed = Deployed::new();
    let kept = || LockSettings { renewal: Renewal::Always, ..terms(2.4) };
    let locks = [
        lock_of(&deployed.address, "k", kept()),
        lock_of_all(&deployed.address, &["a", "b"], kept()),
        permit_of(&deployed.address, "p", 3, kept()),
    ];
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    for rules in [
        &["-eval", "-evalsha"][..],
        &["-eval", "-evalsha", "-get"],
        &["-eval", "-evalsha", "-set"],
        &["resetkeys", "~other"],
    ] {
        deployed.allow(rules);
        // A renewal, which comes after a third of the ttl, is refused meanwhile.
        thread::sleep(Duration::from_secs(1));
        deployed.allow_all();
        thread::sleep(Duration::from_secs(2));
        for lock in &locks {
            assert_eq!((lock.state(), lock.remaining() > 0.0), ("held", true), "{rules:?}");
        }
    }
    for lock in &locks {
        assert_eq!(lock.release(), Ok(true));
    }
    renewal::stop();
}

#[test]
fn a_waiter_that_was_refused_blpop_blocks_again_at_its_next_turn() {
    let deployed = Deployed::new();
    let holder = lock_of(&deployed.server.tcp_address(), "k", terms(60.0));
    assert_eq!(holder.acquire(), Ok(true));
    deployed.allow(&["-blpop"]);
    let waiter = Waiter::at(&deployed.address, 30.0);
    let waits = || deployed.server.command(&["EXISTS", "k:rl-waiting{k}"]) == 1;
    assert!(eventually(PATIENCE, waits));
    thread::sleep(Duration::from_millis(300));
    deployed.allow_all();
    until_blocked(&deployed.server, 1);
    waiter.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
}

/// Each cause, and the sentence about it.
const CAUSES: [(&[&str], &str); 5] = [
    (&["~*", "+@all", "-eval", "-evalsha"], "; the user needs +eval +get +set +exists +pttl; "),
    (&["~*", "+@all", "-get"], "; the user needs +eval +get +set +exists +pttl; "),
    (&["~*", "+@all", "-set"], "; the user needs +eval +get +set +exists +pttl; "),
    (&["+@all", "~k", "~a", "~b", "~p"], "; the user's key patterns must cover "),
    (&["+@all", "~other"], "; the user's key patterns must cover "),
];

#[test]
fn whatever_right_is_missing_nothing_is_taken_and_one_sentence_says_what() {
    let _renewal = crate::support::renewal_in_turn();
    let deployed = Deployed::new();
    let kept = LockSettings { renewal: Renewal::Always, ..terms(10.0) };
    let fenced = LockSettings { fenced: true, ..terms(10.0) };
    let more = [lock_of(&deployed.address, "k", kept), lock_of(&deployed.address, "k", fenced)];
    let locks = [&deployed.all_forms(10.0)[..], &more].concat();
    for (rules, needs) in CAUSES {
        deployed.allow(&[&["resetkeys", "-@all"], rules].concat());
        for (lock, wait) in locks.iter().flat_map(|lock| [(lock, 0.0), (lock, 0.2)]) {
            let error = lock.acquire_within(seconds_of(wait), None).unwrap_err();
            assert_eq!(error.kind(), Kind::Server, "{error}");
            assert!(error.to_string().contains(needs), "{rules:?}: {error}");
            assert_eq!(deployed.server.command(&["DBSIZE"]), 0, "{rules:?}: {error}");
        }
        deployed.allow_all();
        for lock in &locks {
            assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)), "{rules:?}: on the same connection");
        }
        assert_eq!(deployed.server.command(&["KEYS", "k"]).list().len(), 0);
        deployed.server.command(&["FLUSHALL"]);
        // As a new connection, which has acquired nothing.
        redislock::node::late::flush::close();
    }
    renewal::stop();
}

#[test]
fn a_right_that_is_taken_is_missed_once_and_then_before_anything_is_taken() {
    let deployed = Deployed::new();
    let lock = lock_of(&deployed.address, "k", terms(60.0));
    assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    deployed.allow(&["resetkeys", "~k"]);
    // One SET, whose user may touch the key.
    assert_eq!(lock.acquire(), Ok(true));
    let error = lock.release().unwrap_err().to_string();
    assert!(error.contains("the user's key patterns must cover k*"), "{error}");
    assert_eq!(lock_of(&deployed.address, "l", terms(60.0)).acquire().unwrap_err().kind(), Kind::Server);
    assert_eq!(deployed.server.command(&["EXISTS", "l"]), 0);
    deployed.allow_all();
    assert_eq!((lock.release(), lock.acquire()), (Ok(true), Ok(true)));
}

#[test]
fn who_may_not_del_takes_and_cannot_release_and_is_told_why() {
    let server = Server::start();
    let address = server.user(&["~*", "+@all", "-del"]);
    let [single, list, permit] = [
        lock_of(&address, "k", terms(60.0)),
        lock_of_all(&address, &["a", "b"], terms(60.0)),
        permit_of(&address, "p", 3, terms(60.0)),
    ];
    for lock in [single, list, permit] {
        assert_eq!(lock.acquire(), Ok(true));
        let error = lock.release().unwrap_err().to_string();
        assert!(error.contains("; the user needs +eval +get +del; "), "{error}");
    }
}

#[test]
fn a_fence_and_a_list_are_given_once_the_rights_are_back() {
    let deployed = Deployed::new();
    let fenced = lock_of(&deployed.address, "k", LockSettings { fenced: true, ..terms(60.0) });
    let list = lock_of_all(&deployed.address, &["a", "b"], terms(60.0));
    deployed.forbid_scripts();
    for lock in [&fenced, &list] {
        assert_eq!(lock.acquire().unwrap_err().kind(), Kind::Server);
    }
    deployed.allow_all();
    for lock in [&fenced, &list] {
        assert_eq!(lock.acquire(), Ok(true));
    }
}

#[test]
fn a_quorum_releases_and_extends_again_once_the_rights_are_back() {
    let group = Group::of(3);
    let set = |rules: &[&str]| group.command(0..3, &[&["ACL", "SETUSER", "worker", "on", ">pw"], rules].concat());
    set(&["~*", "+@all"]);
    let addresses = group.addresses().join(" ").replace("//", "//worker:pw@");
    let (lock, ended) = (lock_of(&addresses, "k", terms(60.0)), lock_of(&addresses, "ended", terms(60.0)));
    assert_eq!((lock.acquire(), ended.acquire()), (Ok(true), Ok(true)));
    set(&["-eval", "-evalsha"]);
    assert!(lock.extend(Some(terms(90.0).ttl)).is_err());
    assert!(lock.release().is_err());
    ended.auto_release(When::Now);
    set(&["+@all"]);
    assert_eq!((lock.extend(None), lock.release()), (Ok(true), Ok(true)));
    assert_eq!(lock_of(&addresses, "other", terms(1.0)).is_locked(), Ok(false));
    assert_eq!(group.command(0..3, &["EXISTS", "ended"]), [0, 0, 0]);
}

/// Each step is a round trip there, and the others are done at once.
#[test]
fn a_quorum_gives_the_node_that_takes_several_steps_the_time_for_them() {
    let group = Group::of(3);
    let last = &group.servers[2];
    let proxy = Proxy::start(last.port());
    last.command(&["ACL", "SETUSER", "worker", "on", ">pw", "~*", "+@all", "-evalsha"]);
    let mut addresses = group.addresses();
    addresses[2] = proxy.address().replace("//", "//worker:pw@");
    let lock = lock_at_all(&addresses, "k", terms(10.0));
    assert_eq!((lock.acquire(), group.keys()), (Ok(true), 3));
    proxy.delay_replies(Duration::from_millis(12));
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(group.keys(), 0, "it got there as well");
}

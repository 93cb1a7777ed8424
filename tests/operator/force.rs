//! Owns what forceRelease() leaves alone: keys that are no lock, on every topology.
//! Does not own what it does to locks (promises.rs, several.rs, permits.rs).

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_of_all, lock_on, permit_of, terms};
use crate::support::quorums::Group;
use crate::support::{Proxy, Reply, Server};
use redislock::error::Kind;
use redislock::lock::TokenSource;

const TOKEN: &str = "eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHg=";
const REDISSON: &str = "8743c9c0-0795-4907-87fd-6c719a6b4586:1";

/// What makes a key, and whether it may be a lock.
const KEYS: [(&[&str], bool); 9] = [
    (&["SET", "k", "anything"], true),
    (&["ZADD", "k", "1795000000000", TOKEN, "1795000000000", "__write__"], true),
    (&["ZADD", "k", "1795000000000", TOKEN], true),
    (&["HSET", "k", REDISSON, "1"], true),
    (&["RPUSH", "k", "a"], false),
    (&["SADD", "k", "a"], false),
    (&["ZADD", "k", "1", "alice"], false),
    (&["HSET", "k", "name", "1"], false),
    (&["HSET", "k", REDISSON, "1", "mode", "read"], false),
];

fn expect_of_each(
    address: &str,
    run: &dyn Fn(&[&str]),
    exists: &dyn Fn() -> bool,
    goes: impl Fn(&[&str], bool) -> bool,
) {
    for (key, is_lock) in KEYS {
        run(key);
        let reply = lock_on(address, "k", 60.0, TokenSource::Fresh).force_release();
        if goes(key, is_lock) {
            assert_eq!((reply, exists()), (Ok(true), false), "{key:?}");
            continue;
        }
        let error = reply.unwrap_err();
        assert_eq!((error.kind(), exists()), (Kind::Server, true), "{key:?}: {error}");
        let anything = lock_on(address, "k", 60.0, TokenSource::Fresh).remove_anything();
        assert_eq!((anything, exists()), (Ok(true), false), "{key:?}");
    }
}

fn on_one(server: &Server, address: &str, goes: impl Fn(&[&str], bool) -> bool) {
    let run = |words: &[&str]| assert!(!server.command(words).is_error(""), "{words:?}");
    expect_of_each(address, &run, &|| server.command(&["EXISTS", "k"]) == 1, goes);
}

#[test]
fn what_is_no_lock_stays_on_one_master() {
    let server = Server::start();
    on_one(&server, &server.tcp_address(), |_, is_lock| is_lock);
}

#[test]
fn without_the_right_to_look_only_strings_go() {
    let server = Server::start();
    for rules in [&["~*", "+@all", "-type"][..], &["~*", "+@all", "-zrange", "-hscan"]] {
        on_one(&server, &server.user(rules), |key, _| key[0] == "SET");
    }
}

#[test]
fn what_is_no_lock_stays_in_a_cluster() {
    let cluster = Cluster::start();
    let of_key = || cluster.nodes.iter().find(|node| !node.command(&["EXISTS", "k"]).is_error("MOVED")).unwrap();
    let run = |words: &[&str]| assert!(!of_key().command(words).is_error(""), "{words:?}");
    expect_of_each(&cluster.address(), &run, &|| of_key().command(&["EXISTS", "k"]) == 1, |_, is_lock| is_lock);
}

#[test]
fn what_is_no_lock_stays_on_a_quorum() {
    let group = Group::of(3);
    let run = |words: &[&str]| group.servers.iter().for_each(|server| drop(server.command(words)));
    let exists = || group.servers.iter().any(|server| server.command(&["EXISTS", "k"]) == 1);
    expect_of_each(&group.addresses().join(" "), &run, &exists, |_, is_lock| is_lock);
}

#[test]
fn of_several_keys_and_of_permits_none_goes_if_one_is_no_lock() {
    let server = Server::start();
    {
        let address = server.tcp_address();
        server.command(&["FLUSHALL"]);
        server.command(&["MSET", "a", "held", "c", "held"]);
        server.command(&["RPUSH", "b", "x"]);
        let list = lock_of_all(&address, &["a", "b", "c"], terms(60.0));
        let error = list.force_release().unwrap_err().to_string();
        assert!(error.contains("\"a\" and 2 more") && error.contains("\"b\" is a list, not a lock"), "{error}");
        assert_eq!(server.command(&["DBSIZE"]), 3);
        assert_eq!((list.remove_anything(), server.command(&["DBSIZE"])), (Ok(true), Reply::Int(0)));

        server.command(&["SET", "k", "held"]);
        server.command(&["RPUSH", "k:rl-permit-3{k}", "x"]);
        let permits = permit_of(&address, "k", 3, terms(60.0));
        let error = permits.force_release().unwrap_err().to_string();
        assert!(error.contains("\"k\" is a list") && !error.contains("permit-3"), "{error}");
        assert_eq!(server.command(&["DBSIZE"]), 2);
        assert_eq!((permits.remove_anything(), server.command(&["DBSIZE"])), (Ok(true), Reply::Int(0)));
    }
}

/// What an acquire, an inspect and a release think of such a key is as before: another has it.
#[test]
fn a_refusal_leaves_the_objects_lease_alone_and_wakes_no_waiter() {
    let server = Server::start();
    let lock = lock_on(&server.tcp_address(), "k", 60.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    server.command(&["DEL", "k"]);
    server.command(&["RPUSH", "k", "x"]);
    server.command(&["SET", "k:rl-waiting{k}", "1"]);
    assert!(lock.force_release().is_err());
    assert_eq!((lock.state(), server.command(&["EXISTS", "k:rl-wake{k}"])), ("held", Reply::Int(0)));
    assert_eq!((lock.is_held(), lock.state()), (Ok(false), "lost"));
}

/// It may have removed the lease of this object, whose key another has by then.
#[test]
fn a_lease_is_not_trusted_after_its_own_forced_release_had_no_reply() {
    let (one, group) = (Server::start(), Group::of(3));
    let proxy = Proxy::start(one.port());
    let of_one = lock_on(&proxy.address(), "k", 60.0, TokenSource::Fresh);
    assert_eq!((of_one.acquire(), of_one.is_locked()), (Ok(true), Ok(true)));
    let lost = proxy.swallow_replies_after("EVAL");
    assert_eq!(of_one.force_release().unwrap_err().kind(), Kind::Connection);
    lost.lift();
    let of_three = group.lock();
    assert_eq!((of_three.acquire(), of_three.is_locked()), (Ok(true), Ok(true)));
    group.servers[..2].iter().for_each(Server::suspend);
    assert_eq!(of_three.force_release().unwrap_err().kind(), Kind::Connection);
    group.servers[..2].iter().for_each(Server::resume);
    for lock in [of_one, of_three] {
        assert_eq!((lock.state(), lock.remaining()), ("releasing", 0.0));
        assert_eq!(lock.acquire(), Ok(true), "the object is free for another lease");
        assert_eq!(lock.release(), Ok(true));
    }
}

#[test]
fn a_lease_stands_after_a_forced_release_that_was_not_sent() {
    let (_server, proxy) = Server::behind_a_proxy();
    let lock = lock_on(&proxy.address(), "k", 60.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    proxy.refuse();
    proxy.kill_connections();
    assert_eq!(lock.force_release().unwrap_err().kind(), Kind::Connection);
    assert_eq!(lock.state(), "held");
    proxy.heal();
    assert_eq!(lock.release(), Ok(true));
    let (group, lock) = Group::of_3_with_a_lock_held();
    group.stop(0..3);
    assert_eq!(lock.force_release().unwrap_err().kind(), Kind::Connection);
    assert_eq!(lock.state(), "held", "nor to any node of a quorum");
}

//! Owns that a token or a password, whatever it is, hides no error of a server's: what is masked is what people read.
//! Does not own reading an error (src/connection/refusals.rs), the words of messages (php-tests/errors).

use std::rc::Rc;
use std::thread;
use std::time::Duration;

use crate::support::Server;
use crate::support::cluster::Cluster;
use crate::support::locks::{adopted_at, lock_at, lock_of, lock_of_all, lock_on, permit_of, terms};
use crate::support::sentinels::Watched;
use crate::support::waiters::seconds_of;
use redislock::error::Kind;
use redislock::lock::{Lock, LockSettings, Renewal, TokenSource};
use redislock::renewal;
use redislock::token::Token;
use redislock::topology::When;

/// Each is a part of a code, of an address, or of what Redis says after a code.
const SHORT: [&str; 12] = ["T", "NO", "S", "OSCR", "ERR", "O", "K", "1", "NOSCRIPT", "NOPERM", " ", "o"];

fn given(token: &str) -> TokenSource {
    TokenSource::Given(Token::given(token.as_bytes()).unwrap())
}

fn tokened(token: &str) -> LockSettings {
    LockSettings { token: given(token), ..terms(60.0) }
}

/// Every form of a lock in one slot, by the same token.
fn all_forms(address: &str, slot: &str, token: &str) -> [Rc<Lock>; 3] {
    let key = |name: &str| format!("{{{slot}}}{name}");
    [
        lock_of(address, &key(""), tokened(token)),
        lock_of_all(address, &[&key("a"), &key("b")], tokened(token)),
        permit_of(address, &key("p"), 3, tokened(token)),
    ]
}

#[test]
fn scripts_that_a_server_has_forgotten_are_sent_again_whatever_the_token() {
    let server = Server::start();
    for token in SHORT {
        for lock in all_forms(&server.tcp_address(), "k", token) {
            let forget = || assert_eq!(server.command(&["SCRIPT", "FLUSH"]), "OK");
            forget();
            assert_eq!(lock.acquire(), Ok(true), "{token}");
            forget();
            assert_eq!(lock.is_held(), Ok(true), "{token}");
            forget();
            assert_eq!(lock.extend(Some(terms(90.0).ttl)), Ok(true), "{token}");
            forget();
            assert_eq!(lock.release(), Ok(true), "{token}");
            forget();
            assert_eq!(lock.acquire_within(seconds_of(0.1), None), Ok(true), "{token}");
            forget();
            assert_eq!(lock.force_release(), Ok(true), "{token}");
        }
    }
}

#[test]
fn rights_that_are_missing_are_understood_whatever_the_token() {
    let server = Server::start();
    let refused = [&["~k", "+@all"][..], &["~other", "+@all"], &["~*", "+@all", "-eval", "-evalsha"]]
        .map(|rules| server.user(rules));
    for token in SHORT {
        for (address, needs) in refused.iter().zip(["must cover k*", "must cover k*", "needs +eval"]) {
            let error = lock_of(address, "k", tokened(token)).acquire().unwrap_err().to_string();
            assert!(error.contains("replied NOPERM") && error.contains(needs), "{error}");
        }
    }
}

/// Every part of what MOVED and ASK name: single digits of slots and ports, the host, the port.
fn parts_of(cluster: &Cluster) -> Vec<String> {
    let ports = cluster.nodes.iter().map(|node| node.port().to_string());
    let own = ["MOVED", "ASK", "0", "1", "2", "7", "127", "0.0", ":", "127.0.0.1", " "].map(str::to_owned);
    own.into_iter().chain(ports).collect()
}

#[test]
fn a_slot_that_has_moved_is_followed_whatever_the_token() {
    let cluster = Cluster::start();
    for (index, token) in parts_of(&cluster).iter().enumerate() {
        let slot = format!("s{index}");
        let locks = all_forms(&cluster.address(), &slot, token);
        for lock in &locks {
            assert_eq!(lock.acquire(), Ok(true), "{token}");
        }
        cluster.moved_slot(&slot);
        let [key, list, permits] = locks;
        assert_eq!(
            (key.extend(None), list.extend(None), permits.extend(None)),
            (Ok(true), Ok(true), Ok(true)),
            "{token}"
        );
        assert_eq!((key.release(), list.release(), permits.release()), (Ok(true), Ok(true), Ok(true)), "{token}");
    }
}

#[test]
fn while_a_slot_moves_every_verb_works_whatever_the_token() {
    let cluster = Cluster::start();
    cluster.moving_slot("k");
    for token in parts_of(&cluster).iter().map(String::as_str).chain(["TRYAGAIN", "T", "A"]) {
        let lock = lock_of(&cluster.address(), "k", tokened(token));
        assert_eq!(lock.acquire(), Ok(true), "{token}: by ASK");
        assert_eq!(lock.extend(None), Ok(true), "{token}");
        assert_eq!(lock.acquire_within(seconds_of(0.0), None).map_err(|error| error.kind()), Err(Kind::Misuse));
        assert_eq!(lock.is_held(), Ok(true), "{token}");
        assert_eq!(lock.release(), Ok(true), "{token}");
    }
}

#[test]
fn a_slot_that_has_moved_is_followed_whatever_the_password() {
    let cluster = Cluster::start();
    for (index, password) in parts_of(&cluster).iter().enumerate() {
        let (key, user) = (format!("k{index}"), format!("u{index}"));
        for node in &cluster.nodes {
            // MIGRATE logs in as nobody.
            let rule = format!(">{password}");
            assert_eq!(node.command(&["ACL", "SETUSER", &user, "on", &rule, "~*", "+@all"]), "OK");
        }
        let login = format!("//{user}:{}@", password.replace(' ', "%20").replace(':', "%3a"));
        let lock = lock_on(&cluster.address().replace("//", &login), &key, 60.0, TokenSource::Fresh);
        assert_eq!(lock.acquire(), Ok(true), "{password}");
        cluster.moved_slot(&key);
        assert_eq!(lock.extend(None), Ok(true), "{password}");
        assert_eq!(lock.release(), Ok(true), "{password}");
    }
}

#[test]
fn renewal_follows_a_slot_and_sends_its_script_again_whatever_the_secrets() {
    let _renewal = crate::support::renewal_in_turn();
    let cluster = Cluster::start();
    for node in &cluster.nodes {
        assert_eq!(node.command(&["ACL", "SETUSER", "one", "on", ">1", "~*", "+@all"]), "OK");
    }
    let address = cluster.address().replace("//", "//one:1@");
    let terms = LockSettings { renewal: Renewal::Always, token: given("7"), ..terms(1.0) };
    let lock = lock_of(&address, "k", terms);
    assert_eq!(lock.acquire(), Ok(true));
    cluster.moved_slot("k");
    for node in &cluster.nodes {
        assert_eq!(node.command(&["SCRIPT", "FLUSH"]), "OK");
    }
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!((lock.state(), lock.remaining() > 0.0), ("held", true));
    assert_eq!(lock.release(), Ok(true));
    renewal::stop();
}

#[test]
fn a_late_release_goes_after_its_key_whatever_the_token() {
    let cluster = Cluster::start();
    for (index, token) in ["7", "1", ":", "T"].into_iter().enumerate() {
        let key = format!("k{index}");
        let lock = lock_of(&cluster.address(), &key, tokened(token));
        assert_eq!(lock.acquire(), Ok(true));
        let [_, at] = cluster.moved_slot(&key);
        for node in &cluster.nodes {
            assert_eq!(node.command(&["SCRIPT", "FLUSH"]), "OK");
        }
        lock.auto_release(When::Now);
        assert_eq!(cluster.nodes[at].command(&["EXISTS", &key]), 0, "{token}");
    }
}

#[test]
fn sentinels_are_understood_whatever_the_password() {
    let watched = Watched::start();
    for password in ["1", "master", "N", "NOAUTH"] {
        for server in &watched.servers {
            let rule = format!(">{password}");
            assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", &rule]), "OK");
        }
        let address = watched.address().replace("//", &format!("//:{password}@"));
        let lock = lock_at(&address);
        assert_eq!(lock.acquire(), Ok(true), "{password}");
        assert_eq!(lock.release(), Ok(true), "{password}");
    }
}

#[test]
fn a_login_that_is_refused_is_told_with_its_advice_whatever_the_password() {
    let server = Server::start();
    assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", ">right"]), "OK");
    for password in ["W", "WRONGPASS", "RONG", "S"] {
        let address = server.tcp_address().replace("//", &format!("//:{password}@"));
        let error = lock_at(&address).acquire().unwrap_err();
        assert!(error.to_string().contains("replied WRONGPASS"), "{error}");
        assert!(
            error.to_string().ends_with("check the user and the password of the address, where a % is written %25"),
            "{error}"
        );
    }
}

#[test]
fn no_message_repeats_a_token_or_a_password() {
    let server = Server::start();
    assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", ">s3cret"]), "OK");
    let address = server.tcp_address().replace("//", "//:s3cret@");
    // A script's own error repeats what it was called with.
    server.command(&["SET", "k", "x"]);
    server.command(&["CONFIG", "SET", "maxmemory", "1"]);
    let lock = adopted_at(&address, b"my s3cret token");
    for done in [lock.acquire(), lock.acquire_within(seconds_of(0.0), None), lock.is_held(), lock.release()] {
        if let Err(error) = done {
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("s3cret"), "{shown}");
        }
    }
    server.command(&["CONFIG", "SET", "maxmemory", "0"]);
    let wrong = server.tcp_address().replace("//", "//:s3cretly@");
    let error = lock_at(&wrong).acquire().unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
}

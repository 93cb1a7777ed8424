//! Owns what a lock does when the password of its server is changed under it: on one master, in a cluster, in a quorum.
//! Does not own which password an address has (src/address/mod.rs), the words for a wrong one (php-tests/errors).

use crate::support::Server;
use crate::support::cluster::Cluster;
use crate::support::locks::{lock_on, token_of};
use crate::support::quorums::Group;
use redislock::error::Kind;
use redislock::lock::TokenSource;

fn set_password(servers: &[Server], password: &str) {
    for server in servers {
        assert_eq!(server.command(&["ACL", "SETUSER", "default", "resetpass", &format!(">{password}")]), "OK");
        // Who is in stays in; who comes again is asked.
        server.command(&["CLIENT", "KILL", "TYPE", "normal", "USER", "default", "SKIPME", "yes"]);
    }
}

/// The same on every topology: an open connection does not ask again; a new one is refused with what to do, nothing of the
/// lease is lost by that, and the old password brings it all back.
fn a_change_is_told_and_loses_nothing(servers: &[Server], address: &str, is_told: Kind) {
    set_password(servers, "old");
    let lock = lock_on(address, "k", 60.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    set_password(servers, "new");
    let error = lock.extend(None).unwrap_err();
    assert_eq!(error.kind(), is_told, "{error}");
    assert!(error.to_string().contains("WRONGPASS"), "{error}");
    assert!(!error.to_string().contains("old"), "{error}");
    assert_eq!(lock.state(), "held");
    assert!(lock.release().is_err());
    let token = token_of(&lock);
    set_password(servers, "old");
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(token_of(&lock), token);
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn on_one_master() {
    let servers = [Server::start()];
    let address = servers[0].tcp_address().replace("//", "//:old@");
    a_change_is_told_and_loses_nothing(&servers, &address, Kind::Server);
}

#[test]
fn in_a_cluster() {
    let cluster = Cluster::start();
    // Only the first question learns the map, so the node of the key's slot is who refuses later.
    let address = cluster.address().replace("//", "//:old@");
    a_change_is_told_and_loses_nothing(&cluster.nodes, &address, Kind::Server);
}

#[test]
fn in_a_quorum() {
    let group = Group::of(3);
    let addresses: Vec<String> = group.addresses().iter().map(|address| address.replace("//", "//:old@")).collect();
    a_change_is_told_and_loses_nothing(&group.servers, &addresses.join(" "), Kind::Server);
}

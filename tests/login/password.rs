//! Owns what a lock does when the password of its server is changed under it: on one master, in a cluster, in a quorum; and the
//! file that may have it.
//! Does not own which password an address has (src/address/mod.rs), the words for a wrong one (php-tests/errors).

use std::time::Duration;

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_on, token_of};
use crate::support::quorums::Group;
use crate::support::sentinels::{MASTER, Sentinel};
use crate::support::waiters::{Waiter, seconds_of, until_blocked};
use crate::support::{PATIENCE, Proxy, Server, eventually};
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

/// The file of a password, which goes with the test.
struct Secret(std::path::PathBuf);

impl Secret {
    fn of(test: &str) -> Self {
        Self(std::env::temp_dir().join(format!("redislock-secret-{test}-{}", std::process::id())))
    }

    /// As secrets are rotated: the old text or the new one is there, and never a part.
    fn write(&self, text: &str) {
        let new = self.0.with_extension("new");
        std::fs::write(&new, format!("{text}\n")).unwrap();
        std::fs::rename(&new, &self.0).unwrap();
    }

    fn beside(&self, address: &str) -> String {
        format!("{address}?password_file={}", self.0.display())
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The same on every topology: each new connection reads the file, so that a rotation needs no new object.
fn a_rotated_file_is_read_anew(servers: &[Server], secret: &Secret, address: &str) {
    set_password(servers, "0ld");
    secret.write("0ld");
    let lock = lock_on(address, "k", 60.0, TokenSource::Fresh);
    assert_eq!(lock.acquire(), Ok(true));
    set_password(servers, "n3w");
    let error = lock.extend(None).unwrap_err().to_string();
    assert!(error.contains("WRONGPASS") && !error.contains("0ld"), "{error}");
    secret.write("n3w");
    assert_eq!(lock.extend(None), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    std::fs::remove_file(&secret.0).unwrap();
    assert_eq!(lock.acquire(), Ok(true), "who is in stays in");
    set_password(servers, "n3w");
    let error = lock.extend(None).unwrap_err().to_string();
    assert!(error.contains(&format!("password_file {} cannot be read", secret.0.display())), "{error}");
    secret.write("n3w");
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_rotated_file_is_read_again_on_one_master() {
    let (servers, secret) = ([Server::start()], Secret::of("master"));
    let address = secret.beside(&servers[0].tcp_address());
    a_rotated_file_is_read_anew(&servers, &secret, &address);
}

#[test]
fn a_rotated_file_is_read_again_in_a_cluster() {
    let (cluster, secret) = (Cluster::start(), Secret::of("cluster"));
    let address = secret.beside(&cluster.address());
    a_rotated_file_is_read_anew(&cluster.nodes, &secret, &address);
}

#[test]
fn a_rotated_file_is_read_again_in_a_quorum() {
    let (group, secret) = (Group::of(3), Secret::of("quorum"));
    let addresses: Vec<String> = group.addresses().iter().map(|address| secret.beside(address)).collect();
    a_rotated_file_is_read_anew(&group.servers, &secret, &addresses.join(" "));
}

#[test]
fn a_password_of_a_file_that_is_refused_is_not_tried_twice() {
    let (servers, secret) = ([Server::start()], Secret::of("wrong"));
    let proxy = Proxy::start(servers[0].port());
    set_password(&servers, "n3w");
    secret.write("0ld");
    let error = lock_on(&secret.beside(&proxy.address()), "k", 60.0, TokenSource::Fresh).acquire().unwrap_err();
    assert!(error.to_string().contains("WRONGPASS"), "{error}");
    assert_eq!(proxy.connections(), 1);
}

#[test]
fn sentinels_and_their_master_have_files_of_their_own() {
    let (servers, of_master, of_sentinel) = ([Server::start()], Secret::of("named"), Secret::of("sentinel"));
    let sentinel = Sentinel::watching(servers[0].port(), 1, &["requirepass s3ntinel"]);
    set_password(&servers, "m4ster");
    of_master.write("m4ster");
    let place = format!("redis-sentinel://127.0.0.1:{}/{MASTER}", sentinel.port());
    let address = of_master.beside(&place) + &format!("&sentinel_password_file={}", of_sentinel.0.display());
    let lock = || lock_on(&address, "k", 60.0, TokenSource::Fresh);
    let missing = lock().acquire().unwrap_err().to_string();
    assert!(missing.contains(&format!("sentinel_password_file {} cannot", of_sentinel.0.display())), "{missing}");
    of_sentinel.write("wr0ng");
    let wrong = lock().acquire().unwrap_err().to_string();
    assert!(wrong.contains("WRONGPASS") && !wrong.contains("wr0ng"), "{wrong}");
    assert!(wrong.contains(&format!("(sentinel_password_file {})", of_sentinel.0.display())), "{wrong}");
    of_sentinel.write("s3ntinel");
    let held = lock();
    assert_eq!(held.acquire(), Ok(true));
    set_password(&servers, "n3w");
    of_master.write("n3w");
    assert_eq!(held.release(), Ok(true));
}

/// A waiter whose connection has ended, and whose password fits no more.
fn refused_in_a_wait(server: &Server, address: &str, seconds: f64) -> Waiter {
    let holder = lock_on(address, "k", 60.0, TokenSource::Fresh);
    assert_eq!(holder.acquire(), Ok(true));
    let waiter = Waiter::at(address, seconds);
    until_blocked(server, 1);
    set_password(std::slice::from_ref(server), "n3w");
    waiter
}

#[test]
fn a_wait_goes_on_between_the_change_of_the_server_and_that_of_the_file() {
    let (server, secret) = (Server::start(), Secret::of("wait"));
    set_password(std::slice::from_ref(&server), "0ld");
    secret.write("0ld");
    let waiter = refused_in_a_wait(&server, &secret.beside(&server.tcp_address()), 20.0);
    let refused = || {
        let stats = server.command(&["INFO", "errorstats"]).text();
        let count = stats.lines().find_map(|line| line.strip_prefix("errorstat_WRONGPASS:count="));
        count.map_or(0, |count| count.trim().parse::<u32>().unwrap())
    };
    assert!(eventually(PATIENCE, || refused() >= 3), "{} refused", refused());
    secret.write("n3w");
    waiter.gets_it_by(|| assert_eq!(server.command(&["DEL", "k"]), 1));
}

#[test]
fn a_wait_whose_password_is_in_the_address_ends_where_it_is_refused() {
    let server = Server::start();
    set_password(std::slice::from_ref(&server), "0ld");
    let address = server.tcp_address().replace("//", "//:0ld@");
    let outcome = refused_in_a_wait(&server, &address, 20.0).end();
    assert!(outcome.result.unwrap_err().to_string().contains("WRONGPASS"));
    assert!(outcome.took < Duration::from_secs(10), "{:?}", outcome.took);
}

#[test]
fn a_password_of_a_file_that_is_refused_names_the_file_and_no_address() {
    let (servers, secret) = ([Server::start()], Secret::of("named-file"));
    set_password(&servers, "n3w");
    secret.write("0ld");
    let error =
        lock_on(&secret.beside(&servers[0].tcp_address()), "k", 60.0, TokenSource::Fresh).acquire().unwrap_err();
    let end = format!(
        "user is disabled (password_file {}); the file and the server have different passwords, or the address another user",
        secret.0.display()
    );
    assert!(error.to_string().ends_with(&end), "{error}");
    // Before the first reply.
    let waited = lock_on(&secret.beside(&servers[0].tcp_address()), "k", 60.0, TokenSource::Fresh);
    assert_eq!(waited.acquire_within(seconds_of(20.0), None), Err(error));
}

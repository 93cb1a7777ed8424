//! Owns what is found out about the nodes of every topology: `operator::diagnosis`, with real servers.
//! Does not own what the command makes of it (php-tests/doctor).

use std::sync::Arc;
use std::time::Duration;

use crate::support::cluster::Cluster;
use crate::support::locks::timeouts;
use crate::support::quorums::{Group, quorum};
use crate::support::sentinels::{MASTER, Sentinel, Watched};
use crate::support::{Reply, Server, free_port};
use redislock::key::Key;
use redislock::operator::diagnosis::{self, Checkup, NodeReport};
use redislock::topology::{Servers, Topology};

fn diagnose(topology: &dyn Topology, key: &str) -> Vec<NodeReport> {
    diagnosis::diagnose(topology, timeouts(), &Checkup::Rights(Key::new(b"", key.as_bytes()).unwrap()))
}

fn topology(address: &str) -> Arc<dyn Topology> {
    Servers::parse(address).unwrap().topology(timeouts())
}

fn one(address: &str) -> NodeReport {
    diagnose(&*topology(address), "k").pop().unwrap()
}

fn refusal<'a>(report: &'a NodeReport, name: &str) -> &'a str {
    report.refusals[name].as_deref().unwrap_or_default()
}

#[test]
fn a_server_says_what_it_is_and_keeps_what_it_had() {
    let server = Server::start();
    for (key, value) in [("k", "rl_token@label"), ("k:rl-waiting{k}", "1"), ("k:rl-permit-2{k}", "rl_other")] {
        assert_eq!(server.command(&["SET", key, value, "EX", "1000"]), "OK");
    }
    server.command(&["RPUSH", "k:rl-wake{k}", "1"]);
    let dump =
        || ["k", "k:rl-waiting{k}", "k:rl-permit-2{k}", "k:rl-wake{k}"].map(|key| server.command(&["DUMP", key]));
    let (before, report) = (dump(), one(&server.tcp_address()));
    assert_eq!(dump(), before);
    assert_eq!(server.command(&["DBSIZE"]), 4);
    assert!(matches!(server.command(&["TTL", "k"]), Reply::Int(seconds) if seconds > 900), "it lives for longer");

    assert_eq!((report.failure, report.is_sentinel, report.clients), (None, false, None));
    assert_eq!(report.node, server.tcp_address().replace("redis://", ""));
    assert!(report.round_trip.unwrap() < Duration::from_secs(1));
    assert!(report.ahead.unwrap().abs() < 1.0, "{:?}", report.ahead);
    assert_eq!(report.user, "default");
    assert_eq!((&*report.info["role"], &*report.info["maxmemory_policy"]), ("master", "noeviction"));
    assert_eq!(report.config["appendfsync"], "everysec");
    assert!(report.refusals.values().flatten().all(|text| !text.starts_with("NOPERM")), "{:?}", report.refusals);
}

#[test]
fn what_a_user_may_not_run_is_told_apart_from_what_it_may_not_touch() {
    let server = Server::start();
    let report = one(&server.user(&["~k*", "+@all", "-eval", "-del", "-info", "-acl"]));
    for name in ["eval", "del", "info", "acl|whoami"] {
        assert!(refusal(&report, name).starts_with("NOPERM") && refusal(&report, name).contains("run the"), "{name}");
    }
    // What could not be removed again is not tried.
    assert!(!report.refusals.contains_key("rpush"));
    assert!(report.user.starts_with("user"), "the address says it: {}", report.user);
    assert!(report.info.is_empty());

    let report = one(&server.user(&["~other", "+@all"]));
    for name in ["get", "set", "del", "eval", "keys beside the lock", "permits of the lock"] {
        assert!(refusal(&report, name).contains("key"), "{name}: {}", refusal(&report, name));
    }
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_replica_and_a_full_server_refuse_to_write() {
    let (master, replica, full) = (Server::start(), Server::start(), Server::start());
    replica.command(&["REPLICAOF", "127.0.0.1", &master.port().to_string()]);
    full.command(&["CONFIG", "SET", "maxmemory", "1"]);
    let report = one(&replica.tcp_address());
    assert!(refusal(&report, "set").starts_with("READONLY"));
    assert_eq!(report.info["role"], "slave");
    assert!(refusal(&one(&full.tcp_address()), "set").starts_with("OOM"));
}

#[test]
fn every_master_of_a_cluster_is_examined() {
    let cluster = Cluster::start();
    let reports = diagnose(&*topology(&cluster.address()), "k");
    let mut nodes: Vec<&str> = reports.iter().map(|report| &*report.node).collect();
    let mut masters: Vec<String> =
        cluster.nodes.iter().map(|node| node.tcp_address().replace("redis://", "")).collect();
    nodes.sort_unstable();
    masters.sort();
    assert_eq!(nodes, masters);
    assert!(reports.iter().all(|report| report.info["cluster_state"] == "ok"));
    assert!(reports.iter().any(|report| refusal(report, "get").starts_with("MOVED")), "another node has the key");
}

#[test]
fn a_server_that_is_no_cluster_is_examined_all_the_same() {
    let server = Server::start();
    let reports = diagnose(&*topology(&server.tcp_address().replace("redis:", "redis-cluster:")), "k");
    assert_eq!((reports.len(), &*reports[0].info["cluster_enabled"]), (1, "0"));
}

#[test]
fn sentinels_are_examined_beside_the_master_that_they_name() {
    let watched = Watched::start();
    let dead = free_port();
    let address = watched.address().replace("redis-sentinel://", &format!("redis-sentinel://127.0.0.1:{dead},"));
    let reports = diagnose(&*topology(&address), "k");
    let sentinels: Vec<&NodeReport> = reports.iter().filter(|report| report.is_sentinel).collect();
    assert_eq!((sentinels.len(), reports.len()), (4, 5));
    assert!(sentinels[0].failure.is_some() && sentinels[0].node == format!("127.0.0.1:{dead}"));
    let port = watched.servers[0].port().to_string();
    assert!(sentinels[1..].iter().all(|sentinel| sentinel.info["port"] == port), "{:?}", sentinels[1].info);
    assert_eq!((&*reports[4].node, &*reports[4].info["connected_slaves"]), (&*format!("127.0.0.1:{port}"), "2"));
}

#[test]
fn a_sentinel_that_tells_its_user_little_tells_the_master_all_the_same() {
    let server = Server::start();
    let sentinel = Sentinel::watching(server.port(), 1, &["user default on nopass ~* &* +@all -sentinel|master"]);
    let reports = diagnose(&*topology(&format!("redis-sentinel://127.0.0.1:{}/{MASTER}", sentinel.port())), "k");
    assert!(refusal(&reports[0], "sentinel|master").starts_with("NOPERM"));
    assert_eq!((&*reports[0].info["ip"], &*reports[0].info["port"]), ("127.0.0.1", &*server.port().to_string()));
    assert!(!reports[0].info.contains_key("quorum") && !reports[0].info.contains_key("127.0.0.1"));
}

#[test]
fn a_node_that_does_not_reply_costs_nothing_but_its_own_report() {
    let group = Group::of(3);
    group.stop(1..2);
    let reports = diagnose(&quorum(&group.addresses()), "k");
    let reached: Vec<bool> = reports.iter().map(|report| report.round_trip.is_some()).collect();
    assert_eq!(reached, [true, false, true], "in the order of the list");
    assert!(reports[1].failure.as_ref().unwrap().to_string().ends_with("connection refused"));
    assert!(reports[1].refusals.is_empty() && reports[1].info.is_empty());
    assert!(diagnose(&*topology("memory:"), "k").is_empty());
}

//! Owns a cluster of real Redis servers: three masters, a replica for each where asked for, slots, moves of slots.
//! Does not own the Redis processes' own handling (server.rs).

use std::ops::RangeInclusive;
use std::time::Duration;

use super::authority::{Authority, HERE};
use super::sentinels::role;
use super::{PATIENCE, Reply, Server, eventually};

/// How many slots there are, and how many masters share them.
const SLOTS: usize = 16_384;
const MASTERS: usize = 3;
/// How long after an order to fail over a replica has surely carried it out or given it up, which it does after 5 s
/// (CLUSTER_MF_TIMEOUT) and without a word.
const GIVEN_UP: Duration = Duration::from_secs(7);

/// The masters first, then their replicas in the same order.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Server>,
}

/// Redis 6.2 has no ADDSLOTSRANGE.
pub(crate) fn add_slots(node: &Server, slots: RangeInclusive<usize>) {
    let slots: Vec<String> = slots.map(|slot| slot.to_string()).collect();
    let words: Vec<&str> = ["CLUSTER", "ADDSLOTS"].into_iter().chain(slots.iter().map(String::as_str)).collect();
    assert_eq!(node.command(&words), "OK");
}

impl Cluster {
    /// Three masters.
    pub(crate) fn start() -> Self {
        Self::of(MASTERS, || node(&[]))
    }

    /// Three masters, and a replica of each.
    pub(crate) fn with_replicas() -> Self {
        Self::of(2 * MASTERS, || node(&[]))
    }

    /// Three masters with options of their command line.
    pub(crate) fn with(options: &[&str]) -> Self {
        Self::of(MASTERS, || node(options))
    }

    /// Three masters that speak TLS, too.
    pub(crate) fn over_tls(authority: &Authority) -> Self {
        let identity = authority.signs(HERE);
        // Redis 7.0 names its TLS port only where its own bus speaks TLS.
        let options = [&FAST[..], &["--tls-cluster", "yes"]].concat();
        Self::of(MASTERS, || authority.server(&identity, &options))
    }

    fn of(count: usize, start: impl Fn() -> Server) -> Self {
        let nodes: Vec<Server> = (0..count).map(|_| start()).collect();
        for (index, master) in nodes[..MASTERS].iter().enumerate() {
            let (first, last) = (index * SLOTS / MASTERS, (index + 1) * SLOTS / MASTERS - 1);
            add_slots(master, first..=last);
            assert_eq!(master.command(&["CLUSTER", "SET-CONFIG-EPOCH", &(index + 1).to_string()]), "OK");
        }
        for other in &nodes[1..] {
            let port = if other.tls_port() == 0 { other.port() } else { other.tls_port() };
            nodes[0].command(&["CLUSTER", "MEET", "127.0.0.1", &port.to_string()]);
        }
        let cluster = Self { nodes };
        let met = || cluster.nodes.iter().all(|it| info(it, "cluster_known_nodes") == count.to_string());
        assert!(eventually(PATIENCE, met), "the nodes do not meet");
        for (index, replica) in cluster.nodes.iter().enumerate().skip(MASTERS) {
            let master = cluster.id(index - MASTERS);
            let follows = || replica.command(&["CLUSTER", "REPLICATE", &master]) == "OK";
            assert!(eventually(PATIENCE, follows), "no replica");
        }
        cluster.await_peace();
        cluster
    }

    /// The address by all nodes.
    pub(crate) fn address(&self) -> String {
        let hosts: Vec<String> = self.nodes.iter().map(|it| format!("127.0.0.1:{}", it.port())).collect();
        format!("redis-cluster://{}", hosts.join(","))
    }

    pub(crate) fn id(&self, index: usize) -> String {
        self.nodes[index].command(&["CLUSTER", "MYID"]).text()
    }

    pub(crate) fn slot(&self, key: &str) -> String {
        self.nodes[0].command(&["CLUSTER", "KEYSLOT", key]).text()
    }

    /// Which of the masters has a key's slot, at first.
    pub(crate) fn home(&self, key: &str) -> usize {
        let slot: usize = self.slot(key).parse().unwrap();
        (0..MASTERS).find(|index| slot < (index + 1) * SLOTS / MASTERS).unwrap()
    }

    /// Moves a key's slot, with all that is in it, from where it is at first to the next node.
    pub(crate) fn moved_slot(&self, key: &str) -> [usize; 2] {
        let [from, to] = self.moving_slot(key);
        let keys = self.nodes[from].command(&["CLUSTER", "GETKEYSINSLOT", &self.slot(key), "1000"]);
        let keys: Vec<String> = keys.list().iter().map(Reply::text).collect();
        if !keys.is_empty() {
            self.migrate(&keys.iter().map(String::as_str).collect::<Vec<_>>(), from, to);
        }
        self.end_move(key, to);
        [from, to]
    }

    /// Begins that; what is in the slot stays.
    pub(crate) fn moving_slot(&self, key: &str) -> [usize; 2] {
        let (from, to) = (self.home(key), (self.home(key) + 1) % MASTERS);
        self.begin_move(key, from, to);
        [from, to]
    }

    /// Begins to move a key's slot; what is in it stays.
    pub(crate) fn begin_move(&self, key: &str, from: usize, to: usize) {
        let slot = self.slot(key);
        let set = |node: usize, state: &str, other: usize| {
            assert_eq!(self.nodes[node].command(&["CLUSTER", "SETSLOT", &slot, state, &self.id(other)]), "OK");
        };
        set(to, "IMPORTING", from);
        set(from, "MIGRATING", to);
    }

    /// Moves some keys of a slot that is being moved.
    pub(crate) fn migrate(&self, keys: &[&str], from: usize, to: usize) {
        let port = self.nodes[to].port().to_string();
        let migrate = ["MIGRATE", "127.0.0.1", &port, "", "0", "5000", "KEYS"];
        let reply = self.nodes[from].command(&[&migrate, keys].concat());
        assert!(reply == "OK" || reply == "NOKEY", "{reply:?}");
    }

    /// Ends it: the slot is the other's.
    pub(crate) fn end_move(&self, key: &str, to: usize) {
        let slot = self.slot(key);
        let id = self.id(to);
        for node in std::iter::once(to).chain((0..MASTERS).filter(|index| *index != to)) {
            assert_eq!(self.nodes[node].command(&["CLUSTER", "SETSLOT", &slot, "NODE", &id]), "OK");
        }
    }

    /// Has the replica of a master take its place, and returns once every other node knows.
    pub(crate) fn fail_over(&self, master: usize) {
        let replica = &self.nodes[MASTERS + master];
        let order = || replica.command(&["CLUSTER", "FAILOVER"]) == "OK";
        assert!(eventually(PATIENCE, order));
        self.await_successor(master);
    }

    /// Returns once the living nodes know that a master's replica has taken its place.
    pub(crate) fn await_successor(&self, master: usize) {
        let id = self.id(MASTERS + master);
        let line = |node: &Server| {
            let nodes = node.command(&["CLUSTER", "NODES"]).text();
            nodes.lines().any(|line| line.starts_with(&id) && line.contains("master") && line.contains('-'))
        };
        let living = || self.nodes.iter().enumerate().filter(|(index, _)| *index != master).map(|(_, node)| node);
        let known = || living().all(|node| line(node) && info(node, "cluster_state") == "ok");
        assert!(eventually(PATIENCE, known), "no failover");
    }

    /// Has the replica of a shard take its master's place, by order.
    pub(crate) fn swap(&self, shard: usize) {
        let [master, replica] = self.shard(shard);
        let swapped = (0..3).any(|_| {
            assert!(eventually(PATIENCE, || replica.command(&["CLUSTER", "FAILOVER"]) == "OK"));
            eventually(GIVEN_UP, || role(replica) == "master" && role(master) == "slave")
        });
        assert!(swapped, "no failover");
    }

    /// Stops the master of a shard until its replica has taken its place.
    pub(crate) fn replace_stopped(&self, shard: usize) {
        let [master, replica] = self.shard(shard);
        master.suspend();
        let replaced = eventually(PATIENCE, || role(replica) == "master");
        master.resume();
        assert!(replaced, "no failover");
    }

    /// The master and the replica of this moment.
    pub(crate) fn shard(&self, shard: usize) -> [&Server; 2] {
        let (one, other) = (&self.nodes[shard], &self.nodes[MASTERS + shard]);
        if role(one) == "master" { [one, other] } else { [other, one] }
    }

    /// Returns once all nodes agree that every slot has a living master, and every replica follows its own.
    pub(crate) fn await_peace(&self) {
        let is_whole = |node: &Server| {
            let nodes = node.command(&["CLUSTER", "NODES"]).text();
            let replicas = nodes.lines().filter(|line| line.contains("slave") && line.contains("connected")).count();
            info(node, "cluster_state") == "ok" && replicas == self.nodes.len() - MASTERS
        };
        assert!(eventually(PATIENCE, || self.nodes.iter().all(is_whole)), "the cluster is not whole");
        let is_linked = |node: &Server| node.command(&["INFO", "replication"]).text().contains("master_link_status:up");
        let follows = |node: &Server| role(node) == "master" || is_linked(node);
        assert!(eventually(PATIENCE, || self.nodes.iter().all(follows)), "a replica without its master");
    }
}

/// A node of a cluster that notices a death soon.
const FAST: [&str; 6] =
    ["--cluster-enabled", "yes", "--cluster-node-timeout", "1500", "--repl-diskless-sync-delay", "0"];

fn node(options: &[&str]) -> Server {
    Server::with(&[&FAST, options].concat())
}

fn info(node: &Server, name: &str) -> String {
    let info = node.command(&["CLUSTER", "INFO"]).text();
    let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.unwrap_or_default().trim().to_owned()
}

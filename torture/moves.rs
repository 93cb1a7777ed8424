//! Owns the move of one slot from a cluster's master to another, in the steps in which redis-cli does it.
//! Does not choose the slot, nor how long it is half moved (strike.rs).

use crate::support::cluster::Cluster;
use crate::support::{PATIENCE, Server, eventually};

pub(crate) struct Move<'a> {
    masters: Vec<&'a Server>,
    from: &'a Server,
    to: &'a Server,
    slot: String,
}

impl<'a> Move<'a> {
    /// Of a key's slot, between two shards, whichever nodes are their masters at the moment.
    pub(crate) fn of(cluster: &'a Cluster, key: &str, from: usize, to: usize) -> Self {
        let masters = (0..3).map(|shard| cluster.shard(shard)[0]).collect();
        let [from, to] = [from, to].map(|shard| cluster.shard(shard)[0]);
        Self { masters, from, to, slot: cluster.slot(key) }
    }

    pub(crate) fn begin(&self) {
        let id = |node: &Server| node.command(&["CLUSTER", "MYID"]).text();
        self.set(self.to, "IMPORTING", &id(self.from));
        self.set(self.from, "MIGRATING", &id(self.to));
    }

    /// Every second key, or all that there are.
    pub(crate) fn some(&self, step: usize) {
        let keys = self.from.command(&["CLUSTER", "GETKEYSINSLOT", &self.slot, "1000"]);
        let port = self.to.port().to_string();
        for key in keys.list().iter().step_by(step) {
            // One that is gone meanwhile is no key any more.
            self.from.command(&["MIGRATE", "127.0.0.1", &port, &key.text(), "0", "2000"]);
        }
    }

    pub(crate) fn end(&self) {
        let is_empty = || {
            self.some(1);
            self.from.command(&["CLUSTER", "COUNTKEYSINSLOT", &self.slot]).int() == 0
        };
        assert!(eventually(PATIENCE, is_empty), "keys that do not move");
        let id = self.to.command(&["CLUSTER", "MYID"]).text();
        let others = self.masters.iter().filter(|node| node.port() != self.to.port());
        for node in std::iter::once(&self.to).chain(others) {
            self.set(node, "NODE", &id);
        }
    }

    fn set(&self, node: &Server, state: &str, id: &str) {
        let set = || node.command(&["CLUSTER", "SETSLOT", &self.slot, state, id]) == "OK";
        assert!(eventually(PATIENCE, set), "SETSLOT {state}");
    }
}

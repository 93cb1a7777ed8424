//! Owns the verbs of a lock in a cluster: those of one master, at the node that has the key's slot.
//! Does not own one master's verbs (`one_master`), finding the node and following it (`route`).

mod route;

use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::key::Key;
use crate::net::interrupts::Interrupts;
use crate::node::flush;
use crate::scripts::{CurrentHolder, Detail, LockInfo, Removed};
use crate::settings::Timeouts;
use crate::token::{Promise, Token};
use crate::topology::cluster::route::Route;
use crate::topology::one_master::OneMaster;
use crate::topology::one_master::waiter::OneMasterWaiter;
use crate::topology::scan::{self, Scan, ScanResult};
use crate::topology::{
    Acquired, Attempt, Destinations, Holding, Reason, Released, Topology, Waiter, WakeUp, When, slot_map,
};
use crate::ttl::{Deadline, Ttl};

/// The nodes of one cluster.
#[derive(Debug)]
pub struct Cluster {
    seeds: Arc<[Arc<Address>]>,
    timeouts: Timeouts,
}

impl Cluster {
    /// Names a cluster by some of its nodes; nothing is connected before the first request.
    pub fn new(seeds: Arc<[Arc<Address>]>, timeouts: Timeouts) -> Self {
        Self { seeds, timeouts }
    }

    /// Sends to the node that has the key's slot, and follows redirections.
    fn routed<T>(
        &self,
        key: &Key,
        end: Option<Instant>,
        mut work: impl FnMut(&OneMaster) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut route = Route::to(key, end, &self.seeds, self.timeouts)?;
        loop {
            match work(&route.target) {
                Err(failure) => route.follow(failure)?,
                done => return done,
            }
        }
    }

    /// The node that probably has the key, without a request.
    fn probably(&self, key: &Key) -> OneMaster {
        let owner = slot_map::owner(&self.seeds, key.slot()).unwrap_or_else(|| self.seeds[0].clone());
        OneMaster::new(owner, self.timeouts)
    }
}

impl Topology for Cluster {
    fn acquire(&self, attempt: &Attempt<'_>) -> Result<Acquired, Failure> {
        self.routed(attempt.key, attempt.end, |master| master.acquire(attempt))
    }

    fn waiter<'a>(&'a self, key: &'a Key, interrupts: Interrupts) -> Box<dyn Waiter + 'a> {
        Box::new(ClusterWaiter { cluster: self, key, interrupts, at: None })
    }

    fn addresses(&self) -> &[Arc<Address>] {
        &self.seeds
    }

    fn release(&self, key: &Key, token: &Token) -> Result<Released, Failure> {
        self.routed(key, None, |master| master.release(key, token))
    }

    fn extend(&self, key: &Key, token: &Token, ttl: Ttl) -> Result<Option<Deadline>, Failure> {
        self.routed(key, None, |master| master.extend(key, token, ttl))
    }

    fn destinations(&self, key: &Key) -> Destinations {
        Destinations {
            members: vec![self.probably(key).node.address.clone()],
            neighbours: slot_map::nodes(&self.seeds),
            timeouts: self.timeouts,
        }
    }

    fn inspect(&self, key: &Key, token: Option<&Token>, detail: Detail) -> Result<Holding<Deadline>, Failure> {
        self.routed(key, None, |master| master.inspect(key, token, detail))
    }

    fn describe(&self, key: &Key) -> Result<Option<LockInfo>, Failure> {
        self.routed(key, None, |master| master.describe(key))
    }

    fn scan(&self, scan: &Scan, interrupts: Interrupts) -> Result<Vec<(Key, LockInfo)>, Failure> {
        let mut result = ScanResult::default();
        for master in slot_map::masters(&self.seeds, self.timeouts)? {
            scan::look(&OneMaster::new(master, self.timeouts).node, scan, &mut result, interrupts)?;
        }
        for key in std::mem::take(&mut result.elsewhere) {
            scan::attend(interrupts)?;
            if let Some(info) = self.describe(&key)?
                && scan.wants(&info)
            {
                result.note(key, info);
            }
        }
        result.into_locks(scan.most)
    }

    fn force(&self, key: &Key, token: Option<&Token>) -> Result<Removed, Failure> {
        self.routed(key, None, |master| master.force(key, token))
    }

    fn release_late(&self, key: &Key, token: &Token, ttl: Ttl, reason: Reason, when: When) {
        let master = self.probably(key);
        master.release_later(key, token, ttl, reason);
        if when == When::Now {
            // With its reply: it may be that another node has the slot by now.
            flush::flush(&master.node.address, master.node.timeouts);
        }
    }

    fn promise(&self, key: &Key) -> Promise {
        self.probably(key).promise(key)
    }
}

/// One waiter, at the node that has the slot.
struct ClusterWaiter<'a> {
    cluster: &'a Cluster,
    key: &'a Key,
    interrupts: Interrupts,
    /// The waiter at the node of the last attempt.
    at: Option<OneMasterWaiter<'a>>,
}

impl Waiter for ClusterWaiter<'_> {
    fn attempt(&mut self, attempt: &Attempt<'_>) -> Result<Acquired, Failure> {
        let Self { cluster, key, interrupts, at } = self;
        cluster.routed(key, attempt.end, |master| {
            let before = at.take().filter(|waiter| waiter.master.node.is_same(&master.node));
            let waiter = before.unwrap_or_else(|| OneMasterWaiter::new(master.clone(), key, *interrupts));
            at.insert(waiter).attempt(attempt)
        })
    }

    fn promise(&self) -> Promise {
        self.at.as_ref().map_or_else(|| self.cluster.promise(self.key), Waiter::promise)
    }

    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp {
        // No waiter sleeps before a reply.
        self.at.as_mut().map_or(WakeUp::TryAgain, |waiter| Waiter::sleep(waiter, holder, end))
    }
}

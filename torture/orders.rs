//! Owns the ground of a torture: which servers it stands on, by which addresses processes reach them, and what they are told.
//! Does not start processes (crew.rs), does not break anything (nemesis.rs).

use std::collections::HashMap;
use std::path::Path;

use crate::chance::Chance;
use crate::clock::Clock;
use crate::layout::Layout;
use crate::master::Master;
use crate::scope::JOB;
use crate::support::cable::Cable;
use crate::support::cluster::Cluster;
use crate::support::quorums::Group;
use crate::support::sentinels::Watched;
use crate::support::{Proxy, Server};

/// The keys that all workers want, singly and in lists, of which the first two are fenced. One has a name such as a careless
/// extension would give to a key beside a lock.
const KEYS: [&str; 4] = ["stock", "stock:waiting", "{cart}:7", "report"];
/// The same in a cluster, where a list's keys are in one slot: the first three.
const CLUSTER_KEYS: [&str; 5] = ["{cart}:7", "{cart}:waiting", "{cart}:8", "stock", "report"];
/// The key that several may have at a time, and how many.
const SHARED: &str = "gate";
const PERMITS: usize = 3;
/// What is done once in a while, and marked as done; there as well for versions that know no markers.
const JOBS: usize = 5;
/// Keys whose slot may move: those of lists, and those of permits.
pub(crate) const MOVED: [&str; 2] = [CLUSTER_KEYS[0], SHARED];
/// How many relays there are, each with a key of its own. In the last one the first waiter waits for another key as well.
pub(crate) const RELAYS: usize = 3;
/// How many locks one process keeps at a time, on one master.
const KEPT: usize = 200;
/// The longest ttl in seconds of a lock that may be left to it. Short: a killed holder stops every other for so long.
pub(crate) const TTL: f64 = 1.5;
/// redislock.io_timeout and connect_timeout in seconds, so that a fault of a second is a long one.
pub(crate) const TIMEOUT: f64 = 0.25;
/// The slots whose workers share leases by their tokens most of the time: two whose way is the proxy, where there is one.
const SHARING: [usize; 3] = [1, 2, 6];
/// How many workers there are at a time. The machine must not be what makes them wait.
pub(crate) const WORKERS: usize = 8;

/// The servers of one torture.
pub(crate) enum Ground {
    OneMaster(Box<Master>),
    Cable(Box<Server>, Cable),
    Sentinels(Box<Watched>),
    Cluster(Cluster),
    /// Half of the processes reach each of them through a proxy.
    Quorum(Group, Vec<Proxy>),
}

impl Ground {
    /// Lays it out, by a seed, with what it has to write in a folder; the reason where this machine does not allow it.
    pub(crate) fn of(layout: Layout, folder: &Path, seed: u64) -> Result<Self, String> {
        Ok(match layout {
            Layout::OneMaster | Layout::Versions => {
                Self::OneMaster(Box::new(Master::start(folder, seed.is_multiple_of(2))))
            }
            Layout::Cable => {
                let cable = Cable::lay()?;
                // It has no password, which Redis by itself takes for a mistake when others than this machine can reach it.
                let options = ["--bind", "127.0.0.1", cable.here(), "--protected-mode", "no"];
                Self::Cable(Box::new(Server::with(&options)), cable)
            }
            Layout::Sentinels => Self::Sentinels(Box::new(Watched::start())),
            Layout::Cluster => Self::Cluster(Cluster::with_replicas()),
            Layout::Quorum => {
                let group = Group::of(5);
                let proxies = group.servers.iter().map(|server| Proxy::for_long(server.port())).collect();
                Self::Quorum(group, proxies)
            }
        })
    }

    /// What stands before the command of each process.
    pub(crate) fn enter(&self) -> Vec<String> {
        if let Self::Cable(_, cable) = self { cable.enter().to_vec() } else { Vec::new() }
    }

    pub(crate) fn servers(&self) -> Vec<&Server> {
        match self {
            Self::OneMaster(master) => vec![&master.server],
            Self::Cable(server, _) => vec![server],
            Self::Sentinels(watched) => watched.servers.iter().collect(),
            Self::Cluster(cluster) => cluster.nodes.iter().collect(),
            Self::Quorum(group, _) => group.servers.iter().collect(),
        }
    }

    pub(crate) fn proxies(&self) -> &[Proxy] {
        match self {
            Self::OneMaster(master) => std::slice::from_ref(&master.proxy),
            Self::Quorum(_, proxies) => proxies,
            Self::Cable(..) | Self::Sentinels(_) | Self::Cluster(_) => &[],
        }
    }

    /// The server's wall clock, where it can jump.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        if let Self::OneMaster(master) = self { master.clock.as_ref() } else { None }
    }

    /// The ports of those that a key can be at, where it cannot be at all of them.
    pub(crate) fn homes(&self) -> HashMap<String, Vec<u32>> {
        let Self::Cluster(cluster) = self else { return HashMap::new() };
        let own = (0..WORKERS).map(own_key);
        let all = CLUSTER_KEYS.into_iter().chain([SHARED]).map(str::to_owned).chain(own).chain((0..JOBS).map(job));
        let all = all.chain((0..RELAYS).map(relay_key)).chain([beside(&relay_key(RELAYS - 1))]);
        all.map(|key| {
            let ports = cluster.shard(cluster.home(&key)).map(|node| u32::from(node.port()));
            (key, ports.to_vec())
        })
        .collect()
    }

    /// The address for a worker, as JSON.
    fn address(&self, slot: usize) -> String {
        match self {
            Self::OneMaster(master) => quoted(&master.address(slot)),
            Self::Cable(server, cable) => quoted(&format!("redis://{}:{}", cable.here(), server.port())),
            Self::Sentinels(watched) => quoted(&watched.address()),
            Self::Cluster(cluster) => quoted(&cluster.address()),
            Self::Quorum(_, proxies) if self.is_by_proxy(slot) => addresses(proxies.iter().map(Proxy::address)),
            Self::Quorum(group, _) => addresses(group.addresses().into_iter()),
        }
    }

    /// Whether a worker's way is the proxy.
    pub(crate) fn is_by_proxy(&self, slot: usize) -> bool {
        matches!(self, Self::OneMaster(..) | Self::Quorum(..)) && slot.is_multiple_of(2)
    }

    /// What worker.php is told: by its own seed, and by that of the whole run. Older versions share no leases
    /// by their tokens: they take back what they may have acquired by one that others know.
    pub(crate) fn order(&self, folder: &Path, slot: usize, (seed, run): (u64, u64), is_newest: bool) -> String {
        let (keys, lists) = if let Self::Cluster(_) = self { (&CLUSTER_KEYS[..], 3) } else { (&KEYS[..], KEYS.len()) };
        // A quorum has no fences, no permits, and no markers.
        let is_quorum = matches!(self, Self::Quorum(..));
        let (fenced, shared, permits) = if is_quorum { (0, "", 1) } else { (2, SHARED, PERMITS) };
        // All of a key's holders want a fence, or none.
        let numbered = if !is_quorum && Chance::of(run, "numbered").within(0..2) == 0 { &[SHARED][..] } else { &[] };
        let [keys, fenced, lists, numbered] =
            [keys, &keys[..fenced], &keys[..lists], numbered].map(|some| listed(some.iter().copied()));
        let replicas = match self {
            Self::Sentinels(_) => 2,
            Self::Cluster(_) => 1,
            Self::OneMaster(_) | Self::Cable(..) | Self::Quorum(..) => 0,
        };
        let kept = if matches!(self, Self::OneMaster(_)) { KEPT } else { 0 };
        let sharing = match SHARING.contains(&slot) {
            _ if !is_newest => 0,
            true => 3,
            false => 1,
        };
        let jobs: Vec<String> = (0..if is_quorum { 0 } else { JOBS }).map(job).collect();
        let jobs = listed(jobs.iter().map(String::as_str));
        let (server, own, folder) = (self.address(slot), own_key(slot), folder.display());
        format!(
            r#"{{"seed":{seed},"slot":"{slot}","server":{server},"keys":{keys},"fenced":{fenced},"listed":{lists},
            "shared":"{shared}","permits":{permits},"numbered":{numbered},"jobs":{jobs},"own":"{own}","kept":{kept},"replicas":{replicas},"shares":{sharing},"ttl":{TTL},
            "rounds":40,"journal":"{folder}/{slot}.journal","store":"{folder}/store","box":"{folder}/box","stop":"{folder}/stop"}}"#,
        )
    }

    /// What keeper.php is told, where there is one.
    pub(crate) fn keeper_order(&self, folder: &Path) -> Option<String> {
        let Self::OneMaster(master) = self else { return None };
        let (server, folder) = (master.far_address(), folder.display());
        Some(format!(
            r#"{{"server":"{server}","count":{KEPT},"journal":"{folder}/keeper.journal","stop":"{folder}/stop"}}"#,
        ))
    }

    /// What relay.php is told: its way is the short one.
    pub(crate) fn relay_order(&self, folder: &Path, name: &str, seed: u64) -> String {
        let (server, folder) = (self.address(3), folder.display());
        let beside = if name == relay_key(RELAYS - 1) { beside(name) } else { String::new() };
        format!(
            r#"{{"seed":{seed},"server":{server},"key":"{name}","beside":"{beside}","journal":"{folder}/{name}.journal","stop":"{folder}/stop"}}"#,
        )
    }
}

/// The key of some work.
fn job(number: usize) -> String {
    format!("{JOB}{number}")
}

/// The key that only one worker wants.
fn own_key(slot: usize) -> String {
    format!("own-{slot}")
}

pub(crate) fn relay_key(number: usize) -> String {
    format!("relay-{number}")
}

/// The key that a relay's first waiter waits for as well: in the same slot of a cluster.
fn beside(relay: &str) -> String {
    format!("{{{relay}}}:beside")
}

fn addresses(all: impl Iterator<Item = String>) -> String {
    listed(all.collect::<Vec<_>>().iter().map(String::as_str))
}

/// No text here needs escapes.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn listed<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", texts.map(quoted).collect::<Vec<_>>().join(","))
}

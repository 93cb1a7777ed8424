//! Owns finding out about the nodes themselves, for an operator: what each says of itself, and which commands it lets this user run.
//! Does not own what follows from that (`cli/src/doctor`), what is known of locks (`describe`, `scan`).

mod trials;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redis::{Cmd, Value, cmd};

use crate::address::hosts::Sentinels;
use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::{Call, Received};
use crate::failure::Failure;
use crate::key::Key;
use crate::node::Node;
use crate::node::link::Link;
use crate::refusal::Refusal;
use crate::settings::Timeouts;
use crate::topology::{Layout, Topology};

/// How many round trips are measured; the shortest counts, because the others have met something else on their way.
const ROUNDS: usize = 3;
/// What CONFIG GET is sent for, one by one: Redis before 7 takes one name at a time.
const CONFIG: [&str; 10] = [
    "active-replica",
    "appendfsync",
    "appendonly",
    "hz",
    "maxmemory",
    "maxmemory-policy",
    "min-replicas-max-lag",
    "min-replicas-to-write",
    "save",
    "timeout",
];

/// What is to be found out, besides what each server says of itself.
#[derive(Clone, Debug)]
pub enum Checkup {
    /// What this user may run on a key. What is there, and what is beside it, stays as it is.
    Rights(Key),
    /// Which clients each server has: a line for each, so that it is long on a busy one. Nothing is tried, and nothing but INFO and CLIENT
    /// LIST is sent, because what a user may not run adds lines to the server's ACL LOG. Sentinels have no clients that wait: they are
    /// left out.
    Clients,
}

/// What one server replied. What it refused is empty here, and why is in `refusals`.
#[derive(Debug, Default)]
pub struct NodeReport {
    /// Host and port, or the socket; of a master that sentinels name, its own.
    pub node: String,
    /// It is a sentinel: `info` has what it says of its master, too.
    pub is_sentinel: bool,
    /// Why there is no reply, or not to everything.
    pub failure: Option<Failure>,
    /// The shortest of a few; `None` when it was not reached.
    pub round_trip: Option<Duration>,
    /// By how many seconds its clock is ahead of this machine's, to half a round trip.
    pub ahead: Option<f64>,
    /// As whom the server knows us; where it does not tell, as whom the address logs in.
    pub user: String,
    /// INFO, CLUSTER INFO and SENTINEL MASTER; with [`Checkup::Clients`] only INFO.
    pub info: BTreeMap<String, String>,
    /// CONFIG GET; with [`Checkup::Clients`] nothing.
    pub config: BTreeMap<String, String>,
    /// By command, what the server replied to a trial of it: an error's text, or none.
    pub refusals: BTreeMap<&'static str, Option<String>>,
    /// CLIENT LIST, as it is.
    pub clients: Option<String>,
    /// Whether it tells waiters of a key's change; `None` where that was not tried.
    pub tracks: Option<bool>,
}

/// Finds out about each node, one after the other; a node that does not reply costs its timeouts. Nothing of this process's memory.
pub fn diagnose(topology: &dyn Topology, settings: Timeouts, checkup: &Checkup) -> Vec<NodeReport> {
    let mut reports = Vec::new();
    for address in addresses(topology) {
        let timeouts = address.timeouts(settings);
        if let (Place::Sentinels(sentinels), Checkup::Rights(_)) = (&address.place, checkup) {
            let each = (0..sentinels.hosts.len()).filter_map(|index| address.sentinel(index));
            reports.extend(each.map(|sentinel| examine_sentinel(Node::new(Arc::new(sentinel), timeouts), sentinels)));
        }
        reports.push(examine(Node::new(address, timeouts), checkup));
    }
    reports
}

/// The nodes on which locks may live, each once. A cluster tells them, and those that its address names are taken when it does not.
fn addresses(topology: &dyn Topology) -> Vec<Arc<Address>> {
    let of = |node: &Node| node.address.clone();
    match topology.layout() {
        Layout::OneMaster(master) => vec![of(&master.node)],
        Layout::Cluster(cluster) => match cluster.masters() {
            Ok(masters) => masters.iter().map(|master| of(&master.node)).collect(),
            Err(_) => topology.addresses().to_vec(),
        },
        Layout::Quorum(quorum) => quorum.nodes.iter().map(of).collect(),
        Layout::Memory => Vec::new(),
    }
}

fn examine(node: Node, checkup: &Checkup) -> NodeReport {
    let mut examination = Examination::of(node);
    match checkup {
        Checkup::Rights(key) => {
            if examination.measure(&cmd("TIME")) {
                examination.try_all(key);
                examination.hear();
                examination.try_tracking();
            }
        }
        Checkup::Clients => {
            if examination.measure(&cmd("INFO")) {
                examination.list_clients();
            }
        }
    }
    examination.report
}

fn examine_sentinel(node: Node, sentinels: &Sentinels) -> NodeReport {
    let mut examination = Examination::of(node);
    examination.report.is_sentinel = true;
    if examination.measure(&cmd("PING")) {
        let about = |name: &str| cmd("SENTINEL").arg(name).arg(&sentinels.master).clone();
        let commands = [
            ("info", cmd("INFO")),
            ("sentinel|master", about("MASTER")),
            ("sentinel|get-master-addr-by-name", about("GET-MASTER-ADDR-BY-NAME")),
        ];
        let mut replies = examination.send(&commands);
        let named = replies.pop().map(texts).unwrap_or_default();
        // A user that finds the master need not be one that may hear all of it.
        let place = ["ip", "port"].map(str::to_owned).into_iter().zip(named);
        examination.report.info = replies.into_iter().flat_map(fields).chain(place).collect();
    }
    examination.report
}

/// An examination of one server that is going on.
struct Examination {
    node: Node,
    report: NodeReport,
}

impl Examination {
    fn of(node: Node) -> Self {
        let user = node.address.credentials.as_ref().and_then(|login| login.user.as_deref());
        let user = user.map_or_else(|| "default".into(), String::from_utf8_lossy).into_owned();
        let report = NodeReport { node: node.address.node(), user, ..NodeReport::default() };
        Self { node, report }
    }

    /// Does `work` on a link; what keeps it from being done is in the report, the first of it.
    fn with<T>(&mut self, work: impl FnMut(&mut Link, &Call<'_>) -> Result<T, Failure>) -> Option<T> {
        match self.node.checkout(None).with(work) {
            Ok(done) => Some(done),
            Err(failure) => {
                self.report.failure.get_or_insert(failure);
                None
            }
        }
    }

    /// Measures round trips, and compares the clocks where the reply tells the server's. Tells whether the server was reached.
    fn measure(&mut self, command: &Cmd) -> bool {
        let measured = self.with(|link, call| {
            let mut best: Option<(Duration, Option<f64>)> = None;
            for _ in 0..ROUNDS {
                let (start, before) = (Instant::now(), seconds_since_1970());
                let reply = link.exchange_one(call, command)?;
                let took = start.until(Instant::now());
                if best.is_none_or(|(least, _)| took < least) {
                    best = Some((took, time(&reply).map(|time| time - before - took.as_secs_f64() / 2.0)));
                }
            }
            Ok((link.node().to_owned(), best))
        });
        let Some((node, Some((took, ahead)))) = measured else { return false };
        self.report = NodeReport { node, round_trip: Some(took), ahead, ..std::mem::take(&mut self.report) };
        true
    }

    /// Sends commands together, and notes what was refused; returns the other replies, in the same order, nothing for those.
    fn send(&mut self, commands: &[(&'static str, Cmd)]) -> Vec<Value> {
        let all: Vec<Cmd> = commands.iter().map(|(_, command)| command.clone()).collect();
        let replies = self.with(|link, call| {
            let replies = link.exchange(call, &all)?;
            Ok(replies.into_iter().map(|reply| link.refusal(reply)).collect::<Vec<_>>())
        });
        let names = commands.iter().map(|(name, _)| *name);
        let sorted = names.zip(replies.unwrap_or_default()).map(|(name, reply)| {
            let (reply, refusal) = match reply {
                Ok(reply) => (reply, None),
                Err(Failure::Refused { code, detail, .. }) => (Value::Nil, Some(Refusal { code, detail }.to_string())),
                Err(failure) => (Value::Nil, Some(failure.to_string())),
            };
            self.report.refusals.insert(name, refusal);
            reply
        });
        sorted.collect()
    }

    /// Tries the commands that locks need.
    fn try_all(&mut self, key: &Key) {
        self.send(&trials::all(key));
        if self.report.refusals.get("del") == Some(&None) {
            self.send(&trials::push(key));
        }
    }

    /// Tries whether it tells waiters of changes, in their way. A proxy that closes the connection for that has replied to all before.
    fn try_tracking(&mut self) {
        let mut checkout = self.node.checkout(None);
        let tried = checkout.with(|link, call| {
            link.connection.begin_tracking();
            link.exchange(call, &[])?;
            Ok(link.connection.is_tracking())
        });
        checkout.drop_link();
        self.report.tracks = Some(tried == Ok(true));
    }

    /// Hears what the server says of itself.
    fn hear(&mut self) {
        let mut commands = vec![
            ("info", cmd("INFO")),
            ("acl|whoami", cmd("ACL").arg("WHOAMI").clone()),
            ("cluster|info", cmd("CLUSTER").arg("INFO").clone()),
        ];
        commands.extend(CONFIG.map(|name| ("config|get", cmd("CONFIG").arg("GET").arg(name).clone())));
        let mut replies = self.send(&commands).into_iter();
        let mut next = || replies.next().unwrap_or(Value::Nil);
        let (info, user, cluster) = (next(), next(), next());
        self.report.info = [info, cluster].into_iter().flat_map(fields).collect();
        if let Some(user) = text(user) {
            self.report.user = user;
        }
        self.report.config = replies.flat_map(fields).collect();
    }

    /// The list by itself: of many clients it is longer than a reply may be.
    fn list_clients(&mut self) {
        self.report.info = self.send(&[("info", cmd("INFO"))]).into_iter().flat_map(fields).collect();
        let list = self.send(&[("client|list", cmd("CLIENT").arg("LIST").clone())]);
        self.report.clients = list.into_iter().next().and_then(text);
    }
}

fn seconds_since_1970() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

fn time(reply: &Received) -> Option<f64> {
    let Ok(Value::Array(parts)) = reply else { return None };
    let [Value::BulkString(seconds), Value::BulkString(micros)] = parts.as_slice() else { return None };
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<f64>().ok();
    Some(number(seconds)? + number(micros)? / 1e6)
}

fn text(reply: Value) -> Option<String> {
    match reply {
        Value::BulkString(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Value::VerbatimString { text, .. } | Value::SimpleString(text) => Some(text),
        _ => None,
    }
}

/// Reads a list of texts; what is none is empty.
fn texts(reply: Value) -> Vec<String> {
    let Value::Array(parts) = reply else { return Vec::new() };
    parts.into_iter().map(text).collect::<Option<_>>().unwrap_or_default()
}

/// Reads what names its values: lines of `name:value`, or names and values in turn. What is neither has none.
fn fields(reply: Value) -> Vec<(String, String)> {
    if let Value::Array(_) = reply {
        return texts(reply).chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }
    let lines = text(reply).unwrap_or_default();
    let fields = lines.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    fields.map(|(name, value)| (name.to_owned(), value.trim_end().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bulk(text: &str) -> Value {
        Value::BulkString(text.as_bytes().to_vec())
    }

    #[test]
    fn what_names_its_values_is_read_in_both_forms_and_nothing_else_is() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let lines = bulk("# Server\r\nredis_version:7.0.15\r\nexecutable:/a:b\r\n\r\n# Clients\r\n");
        assert_eq!(fields(lines), [pair("redis_version", "7.0.15"), pair("executable", "/a:b")]);
        assert_eq!(fields(Value::Array(vec![bulk("save"), bulk("")])), [pair("save", "")]);
        for other in [Value::Nil, Value::Int(1), Value::Array(vec![bulk("odd")]), Value::Array(vec![Value::Nil])] {
            assert_eq!(fields(other), []);
        }
    }

    #[test]
    fn a_time_is_two_numbers() {
        assert_eq!(time(&Ok(Value::Array(vec![bulk("17"), bulk("500000")]))), Some(17.5));
        assert_eq!(time(&Ok(Value::Array(vec![bulk("17"), bulk("")]))), None);
        assert_eq!(time(&Ok(Value::Okay)), None);
    }
}

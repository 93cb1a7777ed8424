//! Owns which node of a cluster has which slot, as this thread knows it: learnt from any node, corrected by MOVED.
//! Does not own what is sent to the node (`cluster`).
//!
//! Each thread has maps of its own, one for each list of nodes that an address names: they are kept across requests, and
//! there is nothing for a fork to find locked.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::address::Address;
use crate::address::hosts::UNKNOWN_HOST;
use crate::clock::Instant;
use crate::failure::{Failure, sentence};
use crate::node::{Node, detour};
use crate::settings::Timeouts;
use crate::topology::pause;

/// How long a map that was just learnt is not learnt again: while slots move, there is a MOVED for every one of them.
const FRESH: Duration = Duration::from_secs(1);

/// The least time that one node gets to tell the map, if the connect_timeout is not shorter: a round trip to another
/// continent.
const LEAST_SHARE: Duration = Duration::from_millis(250);

/// How many nodes of the last map are asked for the next one, besides those of the address: each may take [`LEAST_SHARE`], and a hostile
/// server names as many as it likes.
const MOST_KNOWN: usize = 16;
/// How many maps a thread keeps: passwords that change with every lease of a cloud's login make new ones.
const MOST_MAPS: usize = 16;

#[derive(Debug, Default)]
struct SlotMap {
    ranges: Vec<Range>,
    /// What each MOVED since has said.
    moved: Vec<(u16, Arc<Address>)>,
    learnt: Option<Instant>,
}

#[derive(Debug, PartialEq, Eq)]
struct Range {
    first: u16,
    last: u16,
    node: Arc<Address>,
}

type Seeds = Arc<[Arc<Address>]>;

thread_local! {
    static MAPS: RefCell<Vec<(Seeds, SlotMap)>> = const { RefCell::new(Vec::new()) };
}

impl SlotMap {
    fn owner(&self, slot: u16) -> Option<&Arc<Address>> {
        let moved = self.moved.iter().find(|(moved, _)| *moved == slot).map(|(_, node)| node);
        moved.or_else(|| {
            let range = self.ranges.iter().find(|range| (range.first..=range.last).contains(&slot));
            range.map(|range| &range.node)
        })
    }

    /// Returns those that have slots, each once for each of its ranges.
    fn masters(&self) -> Vec<Arc<Address>> {
        self.ranges.iter().map(|range| range.node.clone()).collect()
    }
}

/// Returns who has a slot, as far as it is known.
pub(super) fn owner(seeds: &Seeds, slot: u16) -> Option<Arc<Address>> {
    with(seeds, |map| map.owner(slot).cloned())
}

/// Notes that a slot has moved; tells whether the whole map should be learnt anew.
pub(super) fn moved(seeds: &Seeds, slot: u16, node: Arc<Address>) -> bool {
    with(seeds, |map| {
        map.moved.retain(|(moved, _)| *moved != slot);
        map.moved.push((slot, node));
        let now = Instant::now();
        map.learnt.is_none_or(|learnt| learnt.until(now) > FRESH)
    })
}

/// In which order nodes are asked for the map.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order<'a> {
    /// This one before all others: it has just sent a MOVED.
    First(&'a Arc<Address>),
    /// This one after all others: it has just failed.
    Last(&'a Arc<Address>),
    /// In no special order.
    Any,
}

/// Returns the nodes to be asked, each once. Of those that a server has named only some are asked: they may all be silent.
fn in_order(known: &[Arc<Address>], seeds: &[Arc<Address>], order: Order<'_>) -> Vec<Arc<Address>> {
    let first = if let Order::First(node) = order { Some(node) } else { None };
    let last = if let Order::Last(node) = order { Some(node) } else { None };
    let mut nodes: Vec<Arc<Address>> = Vec::new();
    let mut add = |node: &Arc<Address>| {
        if !nodes.contains(node) {
            nodes.push(node.clone());
        }
        nodes.len()
    };
    first.map(&mut add);
    for node in known.iter().filter(|node| Some(*node) != last) {
        if add(node) == MOST_KNOWN {
            break;
        }
    }
    for node in seeds.iter().filter(|node| Some(*node) != last).chain(last) {
        add(node);
    }
    nodes
}

/// Learns the map from the first node that knows who has `slot`, and returns the owner. The nodes of the map and those of the address are
/// asked: one that has left its cluster, or has yet to join it, knows no other.
/// Errors: what all of them refuse for, such as a wrong password; else `NotSent` with what each of them said.
pub(super) fn learn(seeds: &Seeds, slot: u16, order: Order<'_>, timeouts: Timeouts) -> Result<Arc<Address>, Failure> {
    let unknown = format!("knows no node with slot {slot}, which is this key's");
    learn_until(seeds, order, timeouts, &unknown, |map| map.owner(slot).cloned())
}

/// Learns the map from the first node whose map has what is looked for. Takes a connect_timeout, and one share more for the last.
fn learn_until<T>(
    seeds: &Seeds,
    order: Order<'_>,
    timeouts: Timeouts,
    unknown: &str,
    find: impl Fn(&SlotMap) -> Option<T>,
) -> Result<T, Failure> {
    let known = with(seeds, |map| map.masters());
    let mut nodes = VecDeque::from(in_order(&known, seeds, order));
    let (until, mut failures) = (Instant::now().after(timeouts.connect), Vec::new());
    let mut is_last = false;
    while !nodes.is_empty() && !is_last {
        // Each node has a share of the time: one that swallows packets must not use up that of the nodes after it.
        let left = Instant::now().until(until);
        let share = (left / u32::try_from(nodes.len()).unwrap_or(1)).max(LEAST_SHARE.min(timeouts.connect));
        is_last = left.is_zero();
        if is_last {
            // Of those that have had no turn so far any may be the one that replies.
            nodes.rotate_left(pause::pick(nodes.len()));
        }
        let Some(node) = nodes.pop_front() else { break };
        match fetch(&node, Timeouts { connect: share, io: share.min(timeouts.io) }) {
            Ok(ranges) => {
                let map = SlotMap { ranges, moved: Vec::new(), learnt: Some(Instant::now()) };
                if let Some(found) = find(&map) {
                    replace(seeds, map);
                    return Ok(found);
                }
                failures.push(Failure::NotSent { node: node.node(), cause: unknown.to_owned() });
            }
            Err(failure) => failures.push(failure),
        }
    }
    if let Some(refusal) = failures.first()
        && failures.iter().all(|failure| matches!(failure, Failure::Refused { .. }))
    {
        return Err(refusal.clone());
    }
    let cause = sentence(failures.iter().map(Failure::told));
    Err(Failure::NotSent { node: "no node names the cluster's slots".to_owned(), cause })
}

/// Keeps a new map.
fn replace(seeds: &Seeds, map: SlotMap) {
    with(seeds, |known| *known = map);
    detour::know(MAPS.with_borrow(|maps| maps.iter().map(|(_, map)| map.masters()).collect()));
}

/// Learns the map anew and returns every master that has slots.
/// Errors: as [`learn`].
pub(super) fn masters(seeds: &Seeds, timeouts: Timeouts) -> Result<Vec<Arc<Address>>, Failure> {
    learn_until(seeds, Order::Any, timeouts, "knows no node with slots", |map| {
        let mut masters: Vec<Arc<Address>> = Vec::new();
        for range in &map.ranges {
            if !masters.contains(&range.node) {
                masters.push(range.node.clone());
            }
        }
        (!masters.is_empty()).then_some(masters)
    })
}

fn fetch(node: &Arc<Address>, timeouts: Timeouts) -> Result<Vec<Range>, Failure> {
    Node::new(node.clone(), timeouts).checkout(None).with(|link, call| {
        let request = redis::cmd("CLUSTER").arg("SLOTS").get_packed_command();
        let reply = link.exchange_one(call, &request)?;
        ranges(&link.refusal(reply)?, node).ok_or_else(|| link.protocol_error())
    })
}

/// Reads `CLUSTER SLOTS`: first slot, last slot, the master, its replicas; a node is its host, its port, its id, and from Redis 7 on
/// names and values, of which `ip` stands beside a host that is a name.
fn ranges(reply: &Value, source: &Address) -> Option<Vec<Range>> {
    let Value::Array(entries) = reply else {
        return None;
    };
    let mut ranges = Vec::with_capacity(entries.len());
    for entry in entries {
        let Value::Array(parts) = entry else { return None };
        let [Value::Int(first), Value::Int(last), Value::Array(master), ..] = parts.as_slice() else { return None };
        let [host, Value::Int(port), more @ ..] = master.as_slice() else { return None };
        let host = match host {
            Value::BulkString(host) => std::str::from_utf8(host).ok()?,
            Value::Nil => "",
            _ => return None,
        };
        let host = if host == UNKNOWN_HOST { ip(more).unwrap_or(host) } else { host };
        ranges.push(Range {
            first: u16::try_from(*first).ok()?,
            last: u16::try_from(*last).ok()?,
            node: Arc::new(source.neighbour(host, u16::try_from(*port).ok()?)?),
        });
    }
    Some(ranges)
}

/// Finds the IP address in what follows a node's host and port.
fn ip(more: &[Value]) -> Option<&str> {
    let [_, Value::Array(fields), ..] = more else { return None };
    fields.chunks_exact(2).find_map(|field| match field {
        [Value::BulkString(name), Value::BulkString(ip)] if name == b"ip" && !ip.is_empty() => {
            std::str::from_utf8(ip).ok()
        }
        _ => None,
    })
}

fn with<T>(seeds: &Seeds, change: impl FnOnce(&mut SlotMap) -> T) -> T {
    MAPS.with_borrow_mut(|maps| {
        let index = maps.iter().position(|(known, _)| known == seeds).unwrap_or_else(|| {
            if maps.len() >= MOST_MAPS {
                maps.remove(0);
            }
            maps.push((seeds.clone(), SlotMap::default()));
            maps.len() - 1
        });
        change(&mut maps[index].1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::hosts::Encryption;

    fn address(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    #[test]
    fn of_the_nodes_that_a_server_has_named_sixteen_are_tried_and_those_of_the_address_always() {
        let named = |name: &str| Arc::new(address(&format!("redis://{name}")));
        let known: Vec<_> =
            (0..1000).flat_map(|n| [named(&format!("known{n}")), named(&format!("known{n}"))]).collect();
        let seeds = [named("known3"), named("seed"), named("failed")];
        let order = in_order(&known, &seeds, Order::Last(&seeds[2]));
        assert_eq!(order.len(), MOST_KNOWN + 2);
        assert_eq!((&order[0], &order[MOST_KNOWN]), (&known[0], &seeds[1]));
        assert_eq!(order.last(), Some(&seeds[2]));
        assert_eq!(in_order(&known, &seeds, Order::First(&seeds[1]))[0], seeds[1]);
    }

    /// Each has its share of the connect_timeout, but at least [`LEAST_SHARE`], so not all have a turn.
    #[test]
    fn nodes_that_are_silent_take_a_connect_timeout_however_many_they_are() {
        let silent: Vec<_> = (0..20).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let hosts: Vec<_> = silent.iter().map(|socket| socket.local_addr().unwrap().to_string()).collect();
        let span = Duration::from_millis(300);
        let start = Instant::now();
        let timeouts = Timeouts { connect: span, io: span };
        assert!(learn(&seeds(&hosts.join(",")), 0, Order::Any, timeouts).is_err());
        assert!(start.until(Instant::now()) < LEAST_SHARE * 10);
    }

    fn seeds(text: &str) -> Seeds {
        Address::parse_cluster(text, Encryption::Plain).unwrap().into_iter().map(Arc::new).collect()
    }

    fn bulk(text: &str) -> Value {
        Value::BulkString(text.as_bytes().to_vec())
    }

    fn entry(first: i64, last: i64, host: Value, port: i64) -> Value {
        Value::Array(vec![
            Value::Int(first),
            Value::Int(last),
            Value::Array(vec![host, Value::Int(port), bulk("id"), Value::Array(Vec::new())]),
            Value::Array(vec![bulk("replica"), Value::Int(1), bulk("id")]),
        ])
    }

    /// As Redis 7 does with cluster-preferred-endpoint-type hostname.
    fn announcing_none(slot: i64, ip: &str, port: i64) -> Value {
        let more = Value::Array(vec![bulk("ip"), bulk(ip)]);
        let node = Value::Array(vec![bulk("?"), Value::Int(port), bulk("id"), more]);
        Value::Array(vec![Value::Int(slot), Value::Int(slot), node])
    }

    #[test]
    fn masters_are_read_with_the_login_and_a_host_that_the_replying_one_has() {
        let source = address("redis://bob:pw@seed:7000");
        let reply = Value::Array(vec![
            entry(0, 5_460, bulk("10.0.0.1"), 7_001),
            entry(5_461, 10_922, bulk(""), 7_002),
            entry(10_923, 16_382, Value::Nil, 7_003),
            entry(16_383, 16_383, bulk("?"), 7_004),
            announcing_none(16_383, "10.0.0.5", 7_005),
        ]);
        let read = ranges(&reply, &source).unwrap();
        let nodes: Vec<String> = read.iter().map(|range| format!("{:?}", range.node)).collect();
        assert_eq!(
            nodes,
            ["10.0.0.1:7001", "seed:7002", "seed:7003", "seed:7004", "10.0.0.5:7005"]
                .map(|node| format!("Address(redis://bob:***@{node})"))
        );
        assert_eq!((read[1].first, read[1].last), (5_461, 10_922));
    }

    #[test]
    fn what_is_no_map_is_refused() {
        let source = address("redis://seed");
        assert_eq!(ranges(&Value::Okay, &source), None);
        assert_eq!(ranges(&Value::Array(vec![Value::Int(1)]), &source), None);
        assert_eq!(ranges(&Value::Array(vec![entry(0, 70_000, bulk("h"), 1)]), &source), None);
        assert_eq!(ranges(&Value::Array(vec![entry(0, 1, bulk("h"), 0)]), &source), None);
    }

    #[test]
    fn a_moved_slot_goes_before_the_range_it_was_in_and_no_other() {
        let seeds = seeds("moved-slot-seed");
        let node = |text| Arc::new(address(text));
        with(&seeds, |map| map.ranges = vec![Range { first: 0, last: 9, node: node("redis://old") }]);
        assert!(moved(&seeds, 5, node("redis://new")), "a map that was never learnt");
        assert_eq!(owner(&seeds, 5), Some(node("redis://new")));
        assert_eq!(owner(&seeds, 6), Some(node("redis://old")));
        assert_eq!(owner(&seeds, 10), None);
        with(&seeds, |map| map.learnt = Some(Instant::now()));
        assert!(!moved(&seeds, 6, node("redis://new")), "it is fresh");
    }
}

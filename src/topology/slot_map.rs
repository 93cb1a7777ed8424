//! Owns which node of a cluster has which slot, as this thread knows it: learnt from the nodes that the address names; a MOVED leaves but the slot
//! that it names, and the rest is learnt anew.
//! Does not own what is sent to the node (`cluster`).
//!
//! Each thread has maps of its own, one for each list of nodes that an address names: they are kept across requests, and
//! there is nothing for a fork to find locked.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use redis::Value;

use crate::address::Address;
use crate::address::hosts::UNKNOWN_HOST;
use crate::connection;
use crate::failure::{Failure, sentence};
use crate::node::Node;
use crate::node::link::{Link, pool};
use crate::settings::Timeouts;

/// How many maps a thread keeps: passwords that change with every lease of a cloud's login make new ones.
const MOST_MAPS: usize = 16;

#[derive(Debug, Default)]
struct SlotMap {
    ranges: Vec<Range>,
    /// A MOVED has told of the one slot that it has.
    has_moved: bool,
    /// A node that has not replied since.
    silent: Option<Arc<Address>>,
}

type Range = (RangeInclusive<u16>, Arc<Address>);

type Seeds = Arc<[Arc<Address>]>;

thread_local! {
    static MAPS: RefCell<Vec<(Seeds, SlotMap)>> = const { RefCell::new(Vec::new()) };
}

/// Returns who has a slot, as far as it is known. `at`: who had it, as another thread knew; after a MOVED the map is learnt instead.
pub(super) fn owner(seeds: &Seeds, slot: u16, at: Option<&Arc<Address>>) -> Option<Arc<Address>> {
    with(seeds, |map| {
        let at = at.filter(|at| !map.has_moved && map.silent.as_ref() != Some(*at));
        owner_in(&map.ranges, slot).or(at).cloned()
    })
}

fn owner_in(ranges: &[Range], slot: u16) -> Option<&Arc<Address>> {
    ranges.iter().find(|(slots, _)| slots.contains(&slot)).map(|(_, node)| node)
}

/// Returns who has a slot; asks for it where that is not known.
/// Errors: as [`learn`].
pub(super) fn find(
    seeds: &Seeds,
    slot: u16,
    at: Option<&Arc<Address>>,
    timeouts: Timeouts,
) -> Result<Arc<Address>, Failure> {
    owner(seeds, slot, at).map_or_else(|| learn(seeds, slot, &first(seeds), timeouts), Ok)
}

/// Returns the node that is asked first: that of which a MOVED has told, or any but one that has just been silent.
pub(super) fn first(seeds: &Seeds) -> Arc<Address> {
    with(seeds, |map| {
        let told = map.ranges.first().map(|(_, node)| node);
        let other = || seeds.iter().find(|node| map.silent.as_ref() != Some(*node));
        told.or_else(other).unwrap_or(&seeds[0]).clone()
    })
}

/// Notes that a slot has moved: what else has is learnt with the next slot that is asked for.
pub(super) fn moved(seeds: &Seeds, slot: u16, node: Arc<Address>) {
    with(seeds, |map| (map.ranges, map.has_moved) = (vec![(slot..=slot, node)], true));
}

/// Forgets what a node had that does not reply: the others are asked before the next request.
pub(super) fn leave(seeds: &Seeds, node: &Arc<Address>) {
    with(seeds, |map| {
        map.ranges.retain(|(_, owner)| owner != node);
        map.silent = Some(node.clone());
    });
}

/// Asks the others who has a slot in place of a node that does not reply.
pub(super) fn successor(seeds: &Seeds, slot: u16, node: &Arc<Address>, timeouts: Timeouts) -> Option<Arc<Address>> {
    leave(seeds, node);
    learn(seeds, slot, &first(seeds), timeouts).ok().filter(|owner| owner != node)
}

/// Learns the map from the first node that knows who has `slot`, and returns the owner: one that has left its cluster, or has yet to join it,
/// knows no other.
/// Errors: what all of them refuse for, such as a wrong password; else `NotSent` with what each of them said.
pub(super) fn learn(
    seeds: &Seeds,
    slot: u16,
    first: &Arc<Address>,
    timeouts: Timeouts,
) -> Result<Arc<Address>, Failure> {
    let unknown = format!("knows no node with slot {slot}, which is this key's");
    learn_from(seeds, first, timeouts, &unknown, |ranges| owner_in(ranges, slot).cloned())
}

/// Asks `first`, and if that does not tell, all others that the address names at the same time. Each takes a connect_timeout.
fn learn_from<T>(
    seeds: &Seeds,
    first: &Arc<Address>,
    timeouts: Timeouts,
    unknown: &str,
    find: impl Fn(&[Range]) -> Option<T>,
) -> Result<T, Failure> {
    let timeouts = Timeouts { io: timeouts.io.min(timeouts.connect), ..timeouts };
    let mut failures = Vec::new();
    let mut ask = |node: &Arc<Address>| {
        let told = fetch(node, timeouts).and_then(|ranges| match find(&ranges) {
            Some(found) => {
                with(seeds, |map| *map = SlotMap { ranges, ..SlotMap::default() });
                Ok(found)
            }
            None => Err(Failure::NotSent { node: node.node(), cause: unknown.to_owned() }),
        });
        told.map_err(|failure| failures.push(failure)).ok()
    };
    if let Some(found) = ask(first) {
        return Ok(found);
    }
    let others: Vec<_> = seeds.iter().filter(|node| *node != first).map(|node| (node.clone(), timeouts)).collect();
    match connection::open_each(&others, (1, Some(&slots().get_packed_command())), None) {
        Ok(opened) => {
            // The connections to those that are not asked are closed.
            for link in opened.into_iter().map(Link::new) {
                let node = link.address.clone();
                pool::put_back(link);
                if let Some(found) = ask(&node) {
                    return Ok(found);
                }
            }
        }
        Err(more) => failures.extend(more),
    }
    if let Some(refusal) = failures.first()
        && failures.iter().all(|failure| matches!(failure, Failure::Refused { .. }))
    {
        return Err(refusal.clone());
    }
    let cause = sentence(failures.iter().map(Failure::told));
    Err(Failure::NotSent { node: "no node names the cluster's slots".to_owned(), cause })
}

/// Learns the map anew and returns every master that has slots.
/// Errors: as [`learn`].
pub(super) fn masters(seeds: &Seeds, timeouts: Timeouts) -> Result<Vec<Arc<Address>>, Failure> {
    learn_from(seeds, &first(seeds), timeouts, "knows no node with slots", |ranges| {
        let mut masters: Vec<Arc<Address>> = Vec::new();
        for (_, node) in ranges {
            if !masters.contains(node) {
                masters.push(node.clone());
            }
        }
        (!masters.is_empty()).then_some(masters)
    })
}

fn slots() -> redis::Cmd {
    redis::cmd("CLUSTER").arg("SLOTS").take()
}

fn fetch(node: &Arc<Address>, timeouts: Timeouts) -> Result<Vec<Range>, Failure> {
    Node::new(node.clone(), timeouts).checkout(None).with(|link, call| {
        let reply = link.exchange_one(call, &slots())?;
        ranges(&link.refusal(reply)?, node).ok_or_else(|| link.protocol_error())
    })
}

/// Reads `CLUSTER SLOTS`: first slot, last slot, the master, its replicas; a node is its host, its port, its id, and from Redis 7 on
/// names and values, of which `ip` stands beside a host that is a name. A node that has neither a name nor an IP cannot be reached.
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
        let Some(host) = (if host == UNKNOWN_HOST { ip(more) } else { Some(host) }) else { continue };
        let node = Arc::new(source.neighbour(host, u16::try_from(*port).ok()?)?);
        ranges.push((u16::try_from(*first).ok()?..=u16::try_from(*last).ok()?, node));
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
    use std::time::Duration;

    use super::*;
    use crate::address::hosts::Encryption;
    use crate::clock::Instant;

    fn address(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    #[test]
    fn nodes_that_are_silent_take_two_connect_timeouts_however_many_they_are() {
        let silent: Vec<_> = (0..20).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let hosts: Vec<_> = silent.iter().map(|socket| socket.local_addr().unwrap().to_string()).collect();
        let span = Duration::from_millis(300);
        let start = Instant::now();
        let timeouts = Timeouts { connect: span, io: span * 10 };
        assert!(find(&seeds(&hosts.join(",")), 0, None, timeouts).is_err());
        assert!(start.until(Instant::now()) < span * 3);
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
            // Nobody knows where it is: on another host that port may be another Redis.
            entry(16_383, 16_383, bulk("?"), 7_004),
            announcing_none(16_383, "10.0.0.5", 7_005),
        ]);
        let read = ranges(&reply, &source).unwrap();
        let nodes: Vec<String> = read.iter().map(|range| format!("{:?}", range.1)).collect();
        assert_eq!(
            nodes,
            ["10.0.0.1:7001", "seed:7002", "seed:7003", "10.0.0.5:7005"].map(|node| format!("Address(redis://{node})"))
        );
        assert!(read.iter().all(|range| range.1.credentials == source.credentials));
        assert_eq!(read[1].0, 5_461..=10_922);
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
    fn after_a_moved_slot_the_others_are_asked_for_at_its_new_node() {
        let seeds = seeds("moved-slot-seed");
        let node = |text| Arc::new(address(text));
        with(&seeds, |map| map.ranges = vec![(0..=9, node("redis://old"))]);
        moved(&seeds, 5, node("redis://new"));
        assert_eq!([owner(&seeds, 5, None), owner(&seeds, 6, None)], [Some(node("redis://new")), None]);
        // A thread that renews would ask the old one for each of its leases.
        assert_eq!(owner(&seeds, 6, Some(&node("redis://old"))), None);
        assert_eq!(first(&seeds), node("redis://new"));
    }

    #[test]
    fn a_silent_node_has_no_slots_and_is_not_the_first_that_is_asked() {
        let seeds = seeds("a,b");
        let (a, b) = (seeds[0].clone(), seeds[1].clone());
        with(&seeds, |map| map.ranges = vec![(0..=9, a.clone()), (10..=19, b.clone())]);
        assert_eq!(first(&seeds), a);
        leave(&seeds, &a);
        assert_eq!(
            (first(&seeds), owner(&seeds, 0, None), owner(&seeds, 10, None)),
            (b.clone(), None, Some(b.clone()))
        );
        // What another thread knew is older.
        assert_eq!((owner(&seeds, 0, Some(&a)), owner(&seeds, 0, Some(&b))), (None, Some(b)));
    }
}

//! Owns where a request goes next when a node of a cluster has replied that it did not run it.
//! Does not own going there (`topology::cluster`, `late`).

use std::cell::RefCell;
use std::sync::Arc;

use crate::address::hosts::UNKNOWN_HOST;
use crate::address::{Address, Place};
use crate::failure::Failure;
use crate::refusal::{Code, Redirection};
use crate::scope::Scope;

/// How often a request is sent on without a pause: a move of slots takes two.
pub(crate) const MOST_HOPS: usize = 4;

thread_local! {
    /// The nodes of each cluster of which this thread has a map; each any number of times.
    static CLUSTERS: RefCell<Vec<Vec<Arc<Address>>>> = const { RefCell::new(Vec::new()) };
}

/// Notes which nodes the clusters have that this thread has maps of, for replies that name one without its host.
pub(crate) fn know(clusters: Vec<Vec<Arc<Address>>>) {
    CLUSTERS.set(clusters);
}

/// Where a request goes next.
#[derive(Debug)]
pub(crate) enum Detour {
    /// To the node that has the slot now.
    Owner(Arc<Address>),
    /// To the node that is about to have it, for this one time.
    Asking(Arc<Address>),
    /// To the same node, each of its several keys by itself: they are not in one place.
    Apart,
    /// To the same node, when some time has passed.
    Later,
}

impl Detour {
    /// Reads what the node at `from` has replied to a request for these keys; `None` where it sends it nowhere.
    pub(crate) fn of(failure: &Failure, from: &Address, scope: &Scope) -> Option<Self> {
        match failure.code()? {
            Code::Moved(to) => named(from, to.as_ref()?).map(Self::Owner),
            // One that cannot be found has the slot soon, or its keys come back.
            Code::Ask(to) => Some(to.as_ref().and_then(|to| named(from, to)).map_or(Self::Later, Self::Asking)),
            Code::TryAgain if scope.keys().len() > 1 => Some(Self::Apart),
            Code::TryAgain | Code::ClusterDown => Some(Self::Later),
            _ => None,
        }
    }
}

/// Returns the node that a reply of MOVED or ASK names. One without a host is that of the same cluster which alone has the port: on the host
/// that has replied there may be none, or another one.
fn named(from: &Address, to: &Redirection) -> Option<Arc<Address>> {
    if &*to.host != UNKNOWN_HOST {
        return from.neighbour(&to.host, to.port).map(Arc::new);
    }
    let may_be = |node: &Address| matches!(&node.place, Place::Tcp { port, .. } if *port == to.port) && node != from;
    CLUSTERS.with_borrow(|clusters| {
        let mut its = clusters.iter().filter(|nodes| nodes.iter().any(|node| **node == *from));
        its.find_map(|nodes| {
            let mut of_port = nodes.iter().filter(|node| may_be(node));
            of_port.next().filter(|first| of_port.all(|node| node == *first)).cloned()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::refusal::Redirection;

    fn address(node: &str) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://:pw@{node}")).unwrap())
    }

    /// Where the node at `from` sends a request on to, in a word and an address.
    fn next(from: &str, code: fn(Option<Redirection>) -> Code, host: &str, port: u16) -> String {
        let to = Redirection { host: host.into(), port };
        let failure = Failure::Refused { node: String::new(), code: code(Some(to)), detail: String::new() };
        match Detour::of(&failure, &address(from), &Key::new(b"", b"k").unwrap().into()) {
            Some(Detour::Owner(node)) => format!("to {}", node.node()),
            Some(Detour::Asking(node)) => format!("asking {}", node.node()),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_node_without_a_host_is_not_taken_to_be_on_the_host_that_has_replied() {
        assert_eq!(
            [next("h1:7000", Code::Moved, "?", 7001), next("h1:7000", Code::Ask, "?", 7001)],
            ["None", "Some(Later)"]
        );
        assert_eq!(
            [next("h1:7000", Code::Moved, "", 7001), next("h1:7000", Code::Ask, "", 7001)],
            ["to h1:7001", "asking h1:7001"],
            "nothing means the same host"
        );
    }

    #[test]
    fn it_is_the_only_one_of_its_cluster_with_the_port() {
        let cluster = |nodes: &[&str]| nodes.iter().map(|node| address(node)).collect::<Vec<_>>();
        know(vec![
            cluster(&["h1:7000", "h2:7001", "h3:7002", "h4:7002", "h5:7000", "h2:7001"]),
            cluster(&["h6:7000", "h1:7003", "h7:7001"]),
        ]);
        let moved = |from, port| next(from, Code::Moved, "?", port);
        assert_eq!((moved("h1:7000", 7001), moved("h6:7000", 7001)), ("to h2:7001".into(), "to h7:7001".into()));
        assert_eq!(next("h1:7000", Code::Ask, "?", 7001), "asking h2:7001");
        assert_eq!(moved("h1:7000", 7000), "to h5:7000", "no node names itself");
        assert_eq!([moved("h1:7000", 7002), moved("h1:7000", 7003), moved("h8:7000", 7001)], ["None"; 3]);
        assert_eq!(next("h1:7000", Code::Ask, "?", 7002), "Some(Later)");
        // Another login is another cluster.
        let other = Address::parse("redis://h1:7000").unwrap();
        assert!(named(&other, &Redirection { host: "?".into(), port: 7001 }).is_none());
    }
}

//! Owns where a request goes next when a node of a cluster has replied that it did not run it.
//! Does not own going there (`topology::cluster`, `late`).

use std::sync::Arc;

use crate::address::Address;
use crate::failure::Failure;
use crate::refusal::{Code, Redirection};
use crate::scope::Scope;

/// How often a request is sent on without a pause: a move of slots takes two.
pub(crate) const MOST_HOPS: usize = 4;

/// Where a request goes next.
#[derive(Debug)]
pub(crate) enum Detour {
    /// To the node that has the slot now; `None` where the reply does not name its host (`?`).
    Owner(Option<Arc<Address>>),
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
        let node =
            |to: &Option<Redirection>| to.as_ref().and_then(|to| from.neighbour(&to.host, to.port)).map(Arc::new);
        match failure.code()? {
            Code::Moved(to) => Some(Self::Owner(node(to))),
            // One that has no name has the slot soon, or its keys come back.
            Code::Ask(to) => Some(node(to).map_or(Self::Later, Self::Asking)),
            Code::TryAgain if scope.keys().len() > 1 => Some(Self::Apart),
            Code::TryAgain | Code::ClusterDown => Some(Self::Later),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    fn address(node: &str) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://:pw@{node}")).unwrap())
    }

    /// Where the node at `from` sends a request on to, in a word and an address.
    fn next(from: &str, code: fn(Option<Redirection>) -> Code, host: &str, port: u16) -> String {
        let to = Redirection { host: host.into(), port };
        let failure = Failure::Refused { node: String::new(), code: code(Some(to)), detail: String::new() };
        match Detour::of(&failure, &address(from), &Key::new(b"", b"k").unwrap().into()) {
            Some(Detour::Owner(Some(node))) => format!("to {}", node.node()),
            Some(Detour::Asking(node)) => format!("asking {}", node.node()),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_node_without_a_host_is_not_taken_to_be_on_the_host_that_has_replied() {
        assert_eq!(
            [next("h1:7000", Code::Moved, "?", 7001), next("h1:7000", Code::Ask, "?", 7001)],
            ["Some(Owner(None))", "Some(Later)"]
        );
        assert_eq!(
            [next("h1:7000", Code::Moved, "", 7001), next("h1:7000", Code::Ask, "", 7001)],
            ["to h1:7001", "asking h1:7001"],
            "nothing means the same host"
        );
    }
}

//! Owns where a request goes next when a node of a cluster has replied that it did not run it.
//! Does not own going there (`topology::cluster`, `renewal`, `late_releases`).

use std::sync::Arc;

use crate::address::Address;
use crate::failure::Failure;
use crate::refusal::Code;
use crate::scope::Scope;

/// How often a request is sent on without a pause: a move of slots takes two.
pub(crate) const MOST_HOPS: usize = 4;

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
            Code::Moved(to) => from.redirected(to.as_ref()).map(|node| Self::Owner(Arc::new(node))),
            // One that cannot be found has the slot soon, or its keys come back.
            Code::Ask(to) => {
                Some(from.redirected(to.as_ref()).map_or(Self::Later, |node| Self::Asking(Arc::new(node))))
            }
            Code::TryAgain if scope.keys().len() > 1 => Some(Self::Apart),
            Code::TryAgain | Code::ClusterDown => Some(Self::Later),
            _ => None,
        }
    }
}

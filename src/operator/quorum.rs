//! Owns what several independent nodes together tell an operator of a lock.
//! Does not own counting (`topology::votes`).

use crate::failure::Failure;
use crate::key::Key;
use crate::scope::Scope;
use crate::scripts::{self, Action, LockInfo, Request};
use crate::topology::{Holding, Quorum, votes};
use crate::ttl::Deadline;

/// Describes a lock; `None` when a majority says that it is free.
/// Errors: too few replies alike.
pub(super) fn describe(quorum: &Quorum, key: &Key) -> Result<Option<LockInfo>, Failure> {
    let request = Request { scope: &Scope::from(key.clone()), action: Action::Describe };
    quorum.decide(request, scripts::described, |said, _| verdict(quorum.nodes.len(), said))
}

/// Finds what a majority says: its holder, or an inner `None` where it is free; `None` while the silent ones could make one.
#[expect(clippy::option_option, reason = "whether it is known, and what is known")]
fn verdict(nodes: usize, said: &[&Option<LockInfo>]) -> Option<Option<LockInfo>> {
    let holdings: Vec<Holding<Deadline>> = said.iter().map(|info| holding(info.as_ref())).collect();
    let holder = votes::holder(nodes, &holdings)?;
    let alike = said.iter().zip(&holdings).filter(|(_, holding)| holder != Holding::Free && **holding == holder);
    let mut alike: Vec<&LockInfo> = alike.filter_map(|(info, _)| info.as_ref()).collect();
    // It is held as long as a majority has it.
    alike.sort_by_key(|info| std::cmp::Reverse(info.left));
    Some(alike.get(votes::majority(nodes) - 1).map(|info| (*info).clone()))
}

fn holding(info: Option<&LockInfo>) -> Holding<Deadline> {
    match info {
        None => Holding::Free,
        Some(LockInfo { token: Some(token), .. }) => Holding::Another(token.clone()),
        Some(_) => Holding::Foreign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ttl::Ttl;
    use std::time::Duration;

    fn info(token: &str, seconds: u64) -> LockInfo {
        LockInfo {
            kind: "string".to_owned(),
            token: Some(token.into()),
            left: Ttl::For(Duration::from_secs(seconds)),
            waits: None,
            fence: None,
            rests: false,
            count: 1,
            permits: Vec::new(),
        }
    }

    #[test]
    fn a_lock_is_held_as_long_as_a_majority_has_it_and_a_minority_says_nothing() {
        let (a, again, b) = (Some(info("a", 9)), Some(info("a", 5)), Some(info("b", 99)));
        assert_eq!(verdict(3, &[&a, &b, &again]), Some(Some(info("a", 5))));
        assert_eq!(verdict(3, &[&a, &None, &None]), Some(None));
        assert_eq!(verdict(3, &[&a, &b]), None, "the silent one may be either's");
        assert_eq!(verdict(3, &[&again, &a]), Some(Some(info("a", 5))));
    }
}

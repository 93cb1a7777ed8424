//! Owns what several independent nodes together tell an operator of locks.
//! Does not own looking at one of them (`topology::scan`), counting (`votes`).

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::key::Key;
use crate::net::interrupts::{self, Interrupts};
use crate::scripts::{self, LockInfo, Request, Verb};
use crate::topology::quorum::{Quorum, undecided};
use crate::topology::scan::{self, Scan};
use crate::topology::{Holding, votes};
use crate::ttl::Deadline;

impl Quorum {
    /// Tells what a majority says; `None` when there is none for any holder.
    pub(super) fn info_of(&self, key: &Key) -> Result<Option<LockInfo>, Failure> {
        let nodes = self.nodes.len();
        let heard = self.send_all(Request { key, verb: Verb::Describe }, scripts::described, &|replies| {
            let said: Vec<_> = replies.iter().flatten().flatten().collect();
            verdict(nodes, &said).is_some()
        });
        let said: Vec<_> = heard.replies.iter().flatten().collect();
        match verdict(nodes, &said) {
            Some(Verdict::Held(info)) => Ok(Some(info)),
            Some(Verdict::Free) => Ok(None),
            None => Err(undecided(heard.replies)),
        }
    }

    /// Finds the locks of a majority: what is held there is on one at least of any other majority, so that as many nodes
    /// are enough to find it.
    pub(super) fn describe_everywhere(
        &self,
        scan: &Scan,
        interrupts: Interrupts,
    ) -> Result<Vec<(Key, LockInfo)>, Failure> {
        let mut keys = BTreeMap::new();
        let mut replies = Vec::new();
        for node in &self.nodes {
            // Of each node all: what one has before the others may be a minority's.
            let looked = scan::keys(node, scan, interrupts);
            if let Err(interrupted @ Failure::Interrupted { .. }) = looked {
                return Err(interrupted);
            }
            replies.push(looked.map(|found| keys.extend(found.into_iter().map(|key| (key.as_bytes().to_vec(), key)))));
        }
        if replies.iter().flatten().count() < votes::majority(self.nodes.len()) {
            return Err(undecided(replies));
        }
        let mut found = Vec::new();
        for (_, key) in keys {
            if found.len() == scan.most {
                break;
            }
            interrupts::attend(interrupts).map_err(|by| Failure::Interrupted { by, sent: false })?;
            if let Some(info) = self.info_of(&key)?
                && scan.wants(&info)
            {
                found.push((key, info));
            }
        }
        Ok(found)
    }
}

/// What a majority says of a lock.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// There is none for anybody.
    Free,
    /// For this holder.
    Held(LockInfo),
}

/// Finds what a majority says; `None` while the silent ones could make one.
fn verdict(nodes: usize, said: &[&Option<LockInfo>]) -> Option<Verdict> {
    let holdings: Vec<Holding<Deadline>> = said.iter().map(|info| holding(info.as_ref())).collect();
    let holder = votes::holder(nodes, &holdings.iter().collect::<Vec<_>>())?;
    let alike = said.iter().zip(&holdings).filter(|(_, holding)| holder != Holding::Free && **holding == holder);
    let mut alike: Vec<&LockInfo> = alike.filter_map(|(info, _)| info.as_ref()).collect();
    // It is held as long as a majority has it.
    alike.sort_by_key(|info| std::cmp::Reverse(info.left));
    let last = alike.get(votes::majority(nodes) - 1);
    Some(last.map_or(Verdict::Free, |info| Verdict::Held((*info).clone())))
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
        }
    }

    #[test]
    fn a_lock_is_held_as_long_as_a_majority_has_it_and_a_minority_says_nothing() {
        let (a, again, b) = (Some(info("a", 9)), Some(info("a", 5)), Some(info("b", 99)));
        assert_eq!(verdict(3, &[&a, &b, &again]), Some(Verdict::Held(info("a", 5))));
        assert_eq!(verdict(3, &[&a, &None, &None]), Some(Verdict::Free));
        assert_eq!(verdict(3, &[&a, &b]), None, "the silent one may be either's");
        assert_eq!(verdict(3, &[&again, &a]), Some(Verdict::Held(info("a", 5))));
    }
}

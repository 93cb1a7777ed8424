//! Owns which nodes are looked at for locks, and what they tell together.
//! Does not own looking at one of them (`pages`).

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::key::Key;
use crate::net::interrupts::Interrupts;
use crate::operator::pages::{self, ScanResult};
use crate::operator::{Scan, Scanned, describe, glob};
use crate::topology::{Layout, Memory, Quorum, Topology, undecided, votes};

/// Finds locks, wherever they live.
/// Errors: those of the exchanges, and of a quorum too few replies.
pub(super) fn scan(topology: &dyn Topology, scan: &Scan, interrupts: Interrupts) -> Result<Scanned, Failure> {
    let masters = match topology.layout() {
        Layout::OneMaster(master) => vec![master.clone()],
        Layout::Cluster(cluster) => cluster.masters()?,
        Layout::Quorum(quorum) => return on_every_member(quorum, scan, interrupts),
        Layout::Memory => return Ok(in_memory(scan)),
    };
    let mut result = ScanResult::default();
    for master in masters {
        pages::look(&master.node, scan, &mut result, interrupts)?;
    }
    result.finish(scan.most)
}

fn on_every_member(quorum: &Quorum, scan: &Scan, interrupts: Interrupts) -> Result<Scanned, Failure> {
    let (mut keys, mut replies) = (BTreeMap::new(), Vec::new());
    let mut all = Scanned { complete: true, ..Scanned::default() };
    for node in &quorum.nodes {
        // All keys of each node: what one has before the others may be a minority's.
        let looked = pages::keys(node, scan, interrupts);
        if let Err(interrupted @ Failure::Interrupted { .. }) = looked {
            return Err(interrupted);
        }
        replies.push(looked.map(|(found, scanned)| {
            all.keys = all.keys.max(scanned.keys);
            all.complete &= scanned.complete;
            keys.extend(found.into_iter().map(|key| (key.as_bytes().to_vec(), key)));
        }));
    }
    // What a majority holds is on one at least of any other majority, so that as many nodes are enough to find it.
    if !votes::is_majority(quorum.nodes.len(), replies.iter().flatten().count()) {
        return Err(undecided(&replies));
    }
    for (_, key) in keys {
        if all.locks.len() == scan.most || scan.bounds.are_reached(0) {
            all.complete = false;
            break;
        }
        pages::attend(interrupts)?;
        if let Some(info) = describe::one(quorum, &key)?
            && scan.wants(&info)
        {
            all.locks.push((key, info));
        }
    }
    Ok(all)
}

/// No request and no page: it is looked at in one go.
fn in_memory(scan: &Scan) -> Scanned {
    let described = Memory::describe_all(|key: &Key| glob::matches(scan, key.as_bytes()));
    let keys = described.len();
    let locks = described.into_iter().filter_map(|(key, info)| Some((key, info?)));
    let mut locks: Vec<_> = locks.filter(|(_, info)| scan.wants(info)).collect();
    let complete = locks.len() <= scan.most;
    locks.truncate(scan.most);
    Scanned { locks, keys, complete }
}

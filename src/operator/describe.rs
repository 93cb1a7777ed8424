//! Owns describing locks, each with all its permits: on a node by a write for the keys, one for the numbers of permits, and one more
//! where some have several; on several nodes by what a majority says.
//! Does not own finding them (`scan`), counting (`topology::votes`).

use redis::{Value, cmd};

use crate::connection::Call;
use crate::failure::Failure;
use crate::key::{Companion, Key};
use crate::node::Node;
use crate::node::link::Link;
use crate::scope::{MOST_PERMITS, Scope};
use crate::scripts::{self, Action, LockInfo, PermitInfo, Request};
use crate::topology::{Holding, Layout, Memory, Quorum, Topology, votes};
use crate::ttl::Deadline;

/// Describes one; `None` when it is free.
/// Errors: those of the exchanges, the server's refusal, and of a quorum too few replies alike.
pub(crate) fn one(topology: &dyn Topology, key: &Key) -> Result<Option<LockInfo>, Failure> {
    match topology.layout() {
        Layout::OneMaster(master) => on_node(&master.node, key),
        Layout::Cluster(cluster) => {
            cluster.routed(&Scope::from(key.clone()), None, |master| on_node(&master.node, key))
        }
        Layout::Quorum(quorum) => by_vote(quorum, key),
        Layout::Memory => Ok(Memory::describe(key)),
    }
}

fn on_node(node: &Node, key: &Key) -> Result<Option<LockInfo>, Failure> {
    node.checkout(None).with(|link, call| {
        each(link, call, std::slice::from_ref(key))?.pop().unwrap_or_else(|| Err(link.protocol_error()))
    })
}

/// Describes a lock; `None` when a majority says that it is free.
/// Errors: too few replies alike.
fn by_vote(quorum: &Quorum, key: &Key) -> Result<Option<LockInfo>, Failure> {
    let request = Request { scope: &Scope::from(key.clone()), action: Action::Describe };
    quorum.decide(request, scripts::described, |said, _| verdict(quorum.nodes.len(), said))
}

/// Finds what a majority says: its holder, or an inner `None` where it is free; `None` while the silent ones could make one.
#[expect(clippy::option_option, reason = "whether it is known, and what is known")]
fn verdict(nodes: usize, said: &[&Option<LockInfo>]) -> Option<Option<LockInfo>> {
    let holdings: Vec<Holding<Deadline>> = said.iter().map(|info| holding(info.as_ref())).collect();
    let holder = votes::holder(nodes, &holdings)?;
    let alike = said.iter().zip(&holdings).filter(|(_, holding)| holder != Holding::Free && **holding == holder);
    let alike: Vec<&LockInfo> = alike.filter_map(|(info, _)| info.as_ref()).collect();
    Some(votes::of_majority(nodes, alike, |info| info.left).cloned())
}

fn holding(info: Option<&LockInfo>) -> Holding<Deadline> {
    match info {
        None => Holding::Free,
        Some(LockInfo { token: Some(token), .. }) => Holding::Another(token.clone()),
        Some(_) => Holding::Foreign,
    }
}

/// Describes each of these.
/// Errors: those of the exchanges. What a server refused about one of them is in the list.
pub(super) fn each(
    link: &mut Link,
    call: &Call<'_>,
    keys: &[Key],
) -> Result<Vec<Result<Option<LockInfo>, Failure>>, Failure> {
    let mut described = plain(link, call, keys.to_vec())?;
    let counts = counts(link, call, keys)?;
    let several =
        keys.iter().zip(counts).enumerate().filter(|(index, (_, count))| *count > 1 && described[*index].is_ok());
    let several: Vec<(usize, &Key, u8)> = several.map(|(index, (key, count))| (index, key, count)).collect();
    let others = several.iter().flat_map(|(_, key, count)| (2..=*count).map(|number| key.permit(number, *count)));
    let mut others = plain(link, call, others.collect())?.into_iter();
    for (index, _, count) in several {
        let first = std::mem::replace(&mut described[index], Ok(None))?;
        let mut permits = Vec::new();
        permits.extend(first.map(|info| PermitInfo { number: 1, info }));
        for number in 2..=count {
            // One that this user may not read is left out.
            if let Some(Ok(Some(info))) = others.next() {
                permits.push(PermitInfo { number, info });
            }
        }
        described[index] = Ok(permits.first().cloned().map(|lowest| LockInfo { count, permits, ..lowest.info }));
    }
    Ok(described)
}

fn plain(link: &mut Link, call: &Call<'_>, keys: Vec<Key>) -> Result<Vec<Result<Option<LockInfo>, Failure>>, Failure> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let scopes: Vec<Scope> = keys.into_iter().map(Scope::from).collect();
    let requests: Vec<_> = scopes.iter().map(|scope| Request { scope, action: Action::Describe }).collect();
    let replies = link.send_each(call, &requests)?;
    let read = |reply: Result<Value, Failure>| match reply {
        Ok(reply) => scripts::described(&reply).map_err(|scripts::Unexpected| link.protocol_error()),
        Err(failure) => Err(failure),
    };
    Ok(replies.into_iter().map(read).collect())
}

/// Tells how many permits each key has, as far as that is known: 1 where it is not.
fn counts(link: &mut Link, call: &Call<'_>, keys: &[Key]) -> Result<Vec<u8>, Failure> {
    let get = |key: &Key| cmd("GET").arg(key.companion(Companion::Permits)).clone();
    let count = |reply| {
        let Ok(Value::BulkString(text)) = reply else { return 1 };
        let count = std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok());
        count.filter(|count| (1..=MOST_PERMITS).contains(count)).unwrap_or(1)
    };
    let replies = link.exchange(call, &keys.iter().map(get).collect::<Vec<_>>())?;
    Ok(replies.into_iter().map(count).collect())
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
            done: false,
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

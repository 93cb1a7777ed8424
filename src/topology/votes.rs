//! Owns how many of several independent nodes decide, and what their replies come to.
//! Does not own the requests (`quorum`).

use crate::failure::Failure;
use crate::topology::{Holding, Removed};
use crate::ttl::Deadline;

/// Returns how many of `nodes` are a majority: any two majorities have a node in common.
pub(crate) fn majority(nodes: usize) -> usize {
    nodes / 2 + 1
}

/// Tells whether `count` of `nodes` are a majority.
pub(crate) fn is_majority(nodes: usize, count: usize) -> bool {
    count >= majority(nodes)
}

/// Returns the greatest value that a majority of `nodes` has or exceeds. `each` has the values of the nodes that have one; `None` if these are
/// no majority.
pub(crate) fn of_majority<T, K: Ord>(nodes: usize, mut each: Vec<T>, rank: impl Fn(&T) -> K) -> Option<T> {
    each.sort_by_key(|one| std::cmp::Reverse(rank(one)));
    each.into_iter().nth(majority(nodes) - 1)
}

/// What a number of nodes have replied to a request of yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) nodes: usize,
    pub(super) yes: usize,
    pub(super) no: usize,
}

impl Count {
    pub(super) fn of<'a, T: 'a>(
        nodes: usize,
        replies: impl IntoIterator<Item = &'a Result<T, Failure>>,
        is_yes: impl Fn(&T) -> bool,
    ) -> Self {
        let mut count = Self { nodes, yes: 0, no: 0 };
        for reply in replies.into_iter().flatten() {
            if is_yes(reply) { count.yes += 1 } else { count.no += 1 }
        }
        count
    }

    /// Returns true if a majority says yes, false if so many say no that none can say yes any more, and `None` while the silent nodes could
    /// decide it.
    pub(super) fn verdict(self) -> Option<bool> {
        if is_majority(self.nodes, self.yes) {
            return Some(true);
        }
        (!is_majority(self.nodes, self.nodes - self.no)).then_some(false)
    }

    /// Tells whether it is not decided yet, and the replies that are still to come could decide it.
    pub(super) fn is_open(self, to_come: usize) -> bool {
        let could_be = |yes, no| Self { yes, no, ..self }.verdict().is_some();
        self.verdict().is_none() && (could_be(self.yes + to_come, self.no) || could_be(self.yes, self.no + to_come))
    }
}

/// Returns until when a majority of `nodes` has a lease. There is one deadline for each node that has it.
pub(super) fn lasts(nodes: usize, deadlines: Vec<Deadline>) -> Option<Deadline> {
    of_majority(nodes, deadlines, |deadline| *deadline)
}

/// Finds the holder of a lock: the one that holds it on a majority of `nodes`, of which these have replied. `Free` if none can hold it on a
/// majority; `None` while the silent nodes could make one its holder.
pub(crate) fn holder(nodes: usize, replies: &[Holding<Deadline>]) -> Option<Holding<Deadline>> {
    let silent = nodes - replies.len();
    let count = |of: &Holding<Deadline>| replies.iter().filter(|other| is_same(of, other)).count();
    let held = || replies.iter().filter(|reply| !matches!(reply, Holding::Free));
    if let Some(holder) = held().find(|reply| is_majority(nodes, count(reply))) {
        return Some(match holder {
            Holding::Ours(..) => {
                let deadlines = replies.iter().filter_map(|reply| match reply {
                    Holding::Ours(deadline, _) => Some(*deadline),
                    Holding::Free | Holding::Another(_) | Holding::Foreign => None,
                });
                Holding::Ours(lasts(nodes, deadlines.collect())?, None)
            }
            other => other.clone(),
        });
    }
    let most = held().map(count).max().unwrap_or(0);
    (!is_majority(nodes, most + silent)).then_some(Holding::Free)
}

/// Returns what a removal from `nodes` comes to; `None` if too few have replied.
pub(super) fn removed(nodes: usize, replies: &[Result<Removed, Failure>]) -> Option<Removed> {
    let count = |what| replies.iter().filter(|reply| **reply == Ok(what)).count();
    let (ours, anothers, nothing) = (count(Removed::Ours), count(Removed::Anothers), count(Removed::Nothing));
    is_majority(nodes, ours + anothers + nothing).then_some(match (ours, anothers) {
        (0, 0) => Removed::Nothing,
        // Another holder on a minority never held the lock.
        (ours, anothers) if ours > anothers => Removed::Ours,
        _ => Removed::Anothers,
    })
}

fn is_same(one: &Holding<Deadline>, other: &Holding<Deadline>) -> bool {
    match (one, other) {
        (Holding::Ours(..), Holding::Ours(..)) => true,
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;
    use std::time::Duration;

    fn verdict(nodes: usize, yes: usize, no: usize) -> Option<bool> {
        Count { nodes, yes, no }.verdict()
    }

    #[test]
    fn a_majority_says_yes_and_only_refusals_say_no() {
        assert_eq!(verdict(3, 2, 0), Some(true));
        assert_eq!(verdict(3, 1, 1), None);
        assert_eq!(verdict(3, 1, 2), Some(false));
        assert_eq!(verdict(4, 2, 1), None);
        assert_eq!(verdict(4, 2, 2), Some(false), "two of four are no majority");
        assert_eq!(verdict(5, 3, 2), Some(true));
        assert_eq!(verdict(5, 2, 2), None);
        assert_eq!(verdict(5, 0, 3), Some(false));
    }

    #[test]
    fn a_vote_is_open_while_a_reply_could_decide_it() {
        assert!(Count { nodes: 5, yes: 2, no: 2 }.is_open(1));
        assert!(!Count { nodes: 5, yes: 2, no: 2 }.is_open(0));
        assert!(!Count { nodes: 5, yes: 3, no: 0 }.is_open(2), "decided");
        assert!(!Count { nodes: 5, yes: 1, no: 1 }.is_open(1), "two are dead: nothing can be decided");
    }

    #[test]
    fn a_lease_lasts_as_long_as_a_majority_has_it() {
        let now = Instant::now();
        let at = |seconds| Deadline::At(now.after(Duration::from_secs(seconds)));
        assert_eq!(lasts(5, vec![at(1), at(5), at(3), at(4)]), Some(at(3)));
        assert_eq!(lasts(3, vec![Deadline::Never, at(2)]), Some(at(2)));
        assert_eq!(lasts(3, vec![at(2)]), None);
    }

    #[test]
    fn what_a_majority_removed_is_told_and_anothers_minority_never_held_it() {
        use Removed::{Anothers, Nothing, Ours};
        let silent = || Err(Failure::NotSent { node: String::new(), cause: String::new() });
        assert_eq!(removed(3, &[Ok(Ours), Ok(Ours), Ok(Anothers)]), Some(Ours));
        assert_eq!(removed(3, &[Ok(Ours), Ok(Anothers), silent()]), Some(Anothers));
        assert_eq!(removed(3, &[Ok(Nothing), Ok(Ours), Ok(Nothing)]), Some(Ours));
        assert_eq!(removed(3, &[Ok(Nothing), Ok(Nothing), silent()]), Some(Nothing));
        assert_eq!(removed(3, &[Ok(Ours), silent(), silent()]), None);
    }

    #[test]
    fn the_holder_is_the_one_with_a_majority_and_none_where_none_can_have_it() {
        let another = |name: &str| Holding::Another(name.as_bytes().to_vec());
        let (a, b, free) = (|| another("a"), || another("b"), || Holding::Free);
        assert_eq!(holder(3, &[a(), b(), a()]), Some(another("a")));
        assert_eq!(holder(5, &[a(), b(), a(), b(), free()]), Some(Holding::Free));
        assert_eq!(holder(5, &[a(), a(), free(), free()]), None, "the silent one may be the third");
        assert_eq!(holder(5, &[a(), free(), free(), free()]), Some(Holding::Free));
        assert_eq!(holder(3, &[Holding::Foreign, Holding::Foreign]), Some(Holding::Foreign));
    }
}

//! Owns what becomes of each late release that was sent: where a cluster sends it on to, what is counted, what goes back on
//! the list.
//! Does not own the list (`list`), sending (`send_late`, `ahead`, `fan_out`).

use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::failure::Failure;
use crate::leaves::Leaves;
use crate::node::detour::Detour;
use crate::node::late_releases::in_hand::InHand;
use crate::node::late_releases::list::{LateRelease, List};
use crate::node::late_releases::{add, count_ended, leave_alone, note_redirected, with_list};
use crate::node::recovery::Reason;
use crate::node::{is_elsewhere, late_releases};
use crate::process::ForkGuard;
use crate::refusal::Code;
use crate::scope::Scope;
use crate::scripts::{self, Action, Request};

/// How long an entry waits once the server has refused it twice (an ACL, a replica): not every request should carry it
/// along.
const PAUSE: Duration = Duration::from_secs(1);
/// How long an entry waits then that leaves a done marker: its lease may end within a second, and the work would be done again.
const MARKER_PAUSE: Duration = Duration::from_millis(100);

/// Late releases that are sent over one connection.
#[derive(Debug)]
pub(in crate::node) struct Batch {
    pub(in crate::node) entries: Vec<LateRelease>,
    pub(in crate::node) guard: ForkGuard,
    /// Where its call waits for the replies, and that wait may be suspended.
    in_hand: Option<InHand>,
}

impl Batch {
    /// Makes a batch of one release that is on no list.
    pub(in crate::node) fn of(release: LateRelease) -> Self {
        Self::new(vec![release], ForkGuard::here())
    }

    /// Makes a batch of releases that are on no list.
    pub(in crate::node) fn new(entries: Vec<LateRelease>, guard: ForkGuard) -> Self {
        Self { entries, guard, in_hand: None }
    }

    /// Takes what goes out in one write off an address's list, at the most so many, those of the keys `before` whose request they go first;
    /// `None` when that is nothing. The others stay on it.
    pub(in crate::node) fn take(address: &Arc<Address>, most: usize, before: Option<&Scope>) -> Option<Self> {
        if !late_releases::exist() {
            return None;
        }
        let entries = with_list(address, |list| list.take_slice(Instant::now(), most, before));
        let in_hand = (!entries.is_empty()).then(|| InHand::new(address, &entries))?;
        Some(Self { in_hand: Some(in_hand), ..Self::new(entries, ForkGuard::here()) })
    }

    /// Takes all.
    #[cfg(test)]
    pub(in crate::node) fn take_due(address: &Arc<Address>) -> Option<Self> {
        let entries = with_list(address, |list| list.take_due(Instant::now()));
        (!entries.is_empty()).then(|| Self::new(entries, ForkGuard::here()))
    }

    /// Takes all off an address's list, if each is the end of a lease and was not sent to any node yet; else `None`.
    pub(in crate::node) fn take_untried(address: &Arc<Address>) -> Option<Self> {
        let entries = with_list(address, List::take_untried);
        (!entries.is_empty()).then(|| Self::new(entries, ForkGuard::here()))
    }

    /// Puts all entries back on the list. A forked child does not: they are the parent's.
    pub(in crate::node) fn put_back(self, address: &Arc<Address>) {
        if !self.guard.has_forked() {
            self.entries.into_iter().for_each(|entry| late_releases::put_back(address, entry));
        }
    }

    /// Returns the requests, one for each entry.
    pub(in crate::node) fn requests(&self) -> Vec<Request<'_>> {
        self.entries
            .iter()
            .map(|entry| Request { scope: &entry.scope, action: Action::Release(&entry.token, entry.leaves) })
            .collect()
    }

    /// Counts all entries as failed, because their replies will not come, and puts them back on the list. `is_silent`: the server had its
    /// time, and this PHP request does not wait for it again.
    pub(in crate::node) fn fail_sent_ahead(mut self, address: &Arc<Address>, failure: &Failure, is_silent: bool) {
        if self.guard.has_forked() {
            return;
        }
        for entry in &mut self.entries {
            settle_without_reply(entry, failure);
            if !is_silent {
                entry.reason = Reason::Abandoned;
            }
        }
        self.put_back(address);
        if is_silent {
            leave_alone(address);
        }
    }

    /// Counts what became of each release. One without a reply goes back on the list; so does a refused one, or it goes onto the list of
    /// the node that has its slot now.
    /// Errors: the failure of the connection; the first refusal of an entry by a Redis that was demoted.
    pub(in crate::node) fn settle(
        self,
        address: &Arc<Address>,
        replies: Vec<Option<Result<Value, Failure>>>,
        failure: Option<Failure>,
    ) -> Result<(), Failure> {
        if self.guard.has_forked() {
            // A signal handler has forked: they are the parent's.
            return failure.map_or(Ok(()), Err);
        }
        let mut elsewhere = None;
        let mut replies = replies.into_iter();
        let in_hand = self.in_hand;
        let settle_one = |entry: LateRelease| {
            let reply = replies.next().flatten();
            let mut entry = match &in_hand {
                Some(in_hand) if !matches!(reply, Some(Ok(_))) => in_hand.still_owes(entry)?,
                _ => entry,
            };
            match (reply, &failure) {
                (Some(Err(refusal)), _) if !entry.refused && is_elsewhere(address, &refusal) => {
                    entry.refused = true;
                    elsewhere = Some(refusal);
                    Some(entry)
                }
                (Some(reply), _) => settle(address, entry, reply),
                (None, Some(failure)) => {
                    // It may have run, and "not ours" would not mean lost the next time.
                    settle_without_reply(&mut entry, failure);
                    Some(entry)
                }
                (None, None) => Some(entry),
            }
        };
        let left: Vec<LateRelease> = self.entries.into_iter().filter_map(settle_one).collect();
        for entry in left {
            late_releases::put_back(address, entry);
        }
        failure.or(elsewhere).map_or(Ok(()), Err)
    }
}

/// Counts what became of a release whose reply no call has waited for. If Redis's error says that it has not run, it goes back on the list
/// as it was.
pub(in crate::node) fn settle_sent_ahead(address: &Arc<Address>, entry: LateRelease, reply: Result<Value, Failure>) {
    let left = if has_not_run(&reply) { Some(entry) } else { settle(address, entry, reply) };
    if let Some(entry) = left {
        add(address, entry);
    }
}

/// Counts what became of an entry, or hands it to the node that it is sent on to; returns it if it must be tried again here.
fn settle(address: &Arc<Address>, entry: LateRelease, reply: Result<Value, Failure>) -> Option<LateRelease> {
    match reply {
        Ok(reply) => {
            let gone = scripts::released(&reply) == Ok(true);
            if entry.reason == Reason::Ended {
                count_ended(&entry.scope, &entry.token, entry.ended.as_ref(), Some(gone));
            }
            None
        }
        Err(failure) => {
            let (owner, asking) = match Detour::of(&failure, address, &entry.scope) {
                Some(Detour::Owner(owner)) => (owner, false),
                Some(Detour::Asking(owner)) => (owner, true),
                Some(Detour::Apart) => {
                    split(address, &entry);
                    return None;
                }
                Some(Detour::Later) | None => return Some(refused(entry)),
            };
            add(&owner, entry.at_another_node(asking));
            note_redirected(owner);
            None
        }
    }
}

/// Notes that the server has refused an entry, which must be tried again.
fn refused(mut entry: LateRelease) -> LateRelease {
    entry.settle_as_failed();
    if entry.refused {
        let pause = if let Leaves::Done(_) = entry.leaves { MARKER_PAUSE } else { PAUSE };
        entry.due = Some(Instant::now().after(pause));
    }
    entry.refused = true;
    entry
}

/// Has each of several keys released by itself: their slot is being moved, and they are not in one place. What becomes of the first
/// is counted.
fn split(address: &Arc<Address>, entry: &LateRelease) {
    let others = if entry.reason == Reason::Unknown { Reason::Unknown } else { Reason::Abandoned };
    for (index, scope) in entry.scope.parts().enumerate() {
        let reason = if index == 0 { entry.reason } else { others };
        add(address, LateRelease { scope, token: entry.token.clone(), reason, ..*entry });
    }
    // They are sent with the same flush, or the next one.
    note_redirected(address.clone());
}

/// Tells whether a reply says that the release has not run. An error with a code of its own is Redis's; one without may come from a proxy,
/// which got no reply itself.
fn has_not_run(reply: &Result<Value, Failure>) -> bool {
    matches!(reply, Err(Failure::Refused { code, .. }) if !matches!(code, Code::Err(_) | Code::NoServer(_)))
}

/// Counts an entry as failed that got no reply. If a signal handler's exception has ended the wait, nothing is known against the server, and
/// the PHP request still tries again.
fn settle_without_reply(entry: &mut LateRelease, failure: &Failure) {
    entry.settle_as_failed();
    if matches!(failure, Failure::Interrupted { .. }) {
        entry.reason = Reason::Abandoned;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Interruption;
    use crate::key::Key;
    use crate::node::late_releases::LateLease;
    use crate::refusal::Redirection;
    use crate::token::Token;
    use crate::ttl::Ttl;

    #[test]
    fn what_an_interruption_kept_from_being_sent_is_tried_when_the_request_ends() {
        let interrupted = Failure::Interrupted { by: Interruption::Exception, sent: true };
        let silent = Failure::Unanswered { node: String::new(), cause: String::new() };
        for (failure, reason) in [(interrupted, Reason::Abandoned), (silent, Reason::Unknown)] {
            let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
            let mut left = LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Abandoned);
            settle_without_reply(&mut left, &failure);
            assert_eq!(left.reason, reason);
        }
    }

    fn moved_to(host: &str) -> Result<Value, Failure> {
        let to = Redirection { host: host.into(), port: 7001 };
        Err(Failure::Refused { node: String::new(), code: Code::Moved(Some(to)), detail: String::new() })
    }

    fn address(node: &str) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://{node}")).unwrap())
    }

    /// All slots of h1 are h2's by now.
    fn heir(former: &Arc<Address>, _: u16) -> Option<Arc<Address>> {
        (*former == address("h1:7000")).then(|| address("h2:7001"))
    }

    #[test]
    fn what_comes_back_from_a_call_after_a_new_map_goes_to_the_node_that_has_its_slot() {
        let (former, owner) = (address("h1:7000"), address("h2:7001"));
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        let sent = || Batch::of(LateLease::plain(&token, Ttl::Forever).release(&key.clone().into(), Reason::Ended));
        let silent = Failure::Unanswered { node: String::new(), cause: String::new() };
        let comes_back: [fn(Batch, &Arc<Address>, Failure); 3] = [
            |batch, former, _| batch.put_back(former),
            |batch, former, silent| batch.fail_sent_ahead(former, &silent, false),
            |batch, former, silent| assert!(batch.settle(former, Vec::new(), Some(silent)).is_err()),
        ];
        late_releases::hand_over(heir);
        for come_back in comes_back {
            come_back(sent(), &former, silent.clone());
            assert_eq!(late_releases::addresses(|list| !list.is_empty()), std::slice::from_ref(&owner));
            assert!(Batch::take_due(&owner).is_some());
        }
        // In the hands of a call that never goes on.
        add(&former, sent().entries.remove(0));
        std::mem::forget(Batch::take(&former, 1, None));
        late_releases::put_back_lost();
        assert_eq!(late_releases::addresses(|list| !list.is_empty()), [owner]);
    }

    /// A release of which a node refuses to hear for a while.
    fn refused_twice() -> LateRelease {
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        let entry = LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Unknown);
        refused(refused(entry))
    }

    #[test]
    fn what_one_node_has_refused_is_due_at_once_at_the_next_which_has_refused_nothing() {
        let (former, owner) = (address("h1:7000"), address("h2:7001"));
        let due = || Batch::take_due(&owner).map(|batch| batch.entries[0].refused);
        add(&former, refused_twice());
        assert!(Batch::take_due(&former).is_none());
        late_releases::hand_over(heir);
        let after_a_new_map = due();
        assert!(settle(&former, refused_twice(), moved_to("h2")).is_none());
        assert_eq!([after_a_new_map, due()], [Some(false); 2]);
    }

    #[test]
    fn what_is_sent_on_to_a_node_without_a_host_stays_until_a_map_of_the_cluster_says_where_it_goes() {
        let (former, owner) = (address("h1:7000"), address("h2:7001"));
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        add(&former, LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Unknown));
        let sent = Batch::take_due(&former).unwrap();
        sent.settle(&former, vec![Some(moved_to("?"))], None).unwrap();
        let owed = || late_releases::addresses(|list| !list.is_empty());
        assert_eq!(owed(), std::slice::from_ref(&former));
        late_releases::hand_over(heir);
        assert_eq!(owed(), [owner]);
    }
}

//! Owns which leases are renewed, what each member of a quorum has said of them (one node is a quorum of one), and when each is
//! due.
//! Does not own sending (`destination`), what the program may do with a lease meanwhile (`lease::Gate`).

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use crate::clock::Instant;
use crate::renewal::Renewable;
use crate::scope::Scope;
use crate::scripts::{Action, Request};
use crate::ttl::{Deadline, Ttl};

/// A lease is extended when this part of its ttl has passed: what is left is for more tries.
const EXTENDED_AT: u32 = 3;
/// The next try comes after this part of it, unless the extend has succeeded by then.
const EXTENDED_AGAIN_AT: u32 = 12;
/// The shortest pause between two tries, for the shortest ttl.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
/// While there are fewer leases than this, a new one is no reason to look for those that have ended.
const FEWEST_TO_TIDY: usize = 64;

/// Names a lease for as long as it is renewed; never used again.
pub(super) type LeaseId = u64;

/// A lease to be renewed.
#[derive(Debug)]
pub(super) struct Renewed {
    pub(super) renewable: Renewable,
    /// The nodes that decide; if its keys are extended one by one, each node once for each key.
    pub(super) members: Vec<Target>,
    /// Each of its keys, if they are extended one by one; else empty.
    parts: Vec<Scope>,
    pub(super) due: Instant,
    /// The deadline has passed, and what is under way is the last try.
    pub(super) is_last: bool,
    /// It was extended since the last attempt began, which is counted once.
    is_counted: bool,
    /// Which of a cluster's other nodes gets the next request.
    pub(super) next_neighbour: usize,
}

/// What is known of a lease at one of the nodes that decide.
#[derive(Debug, Default)]
pub(super) struct Target {
    /// Index of its destination.
    pub(super) at: usize,
    /// How often it has moved: what was sent before says nothing of it any more.
    pub(super) moves: u16,
    /// Extends that are queued for it or not replied to.
    pub(super) pending: u8,
    /// Indices of other destinations, once for each extend that is queued for it there or not replied to.
    pub(super) asked: Vec<usize>,
    /// Sent on by MOVED this often since it was last extended.
    pub(super) hops: usize,
    /// Until when it has the lease, as far as is known.
    pub(super) deadline: Option<Deadline>,
    /// It has said yes since the last attempt began.
    is_fresh: bool,
    /// When the extend was sent to which it has said "not ours"; `None` once it has said yes to a later one.
    pub(super) refused: Option<Instant>,
}

impl Target {
    pub(super) fn at(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    /// Moves to another destination: what is under way at the earlier one does not count any more.
    pub(super) fn move_to(&mut self, at: usize) {
        (self.at, self.pending) = (at, 0);
        self.asked.clear();
        self.moves = self.moves.wrapping_add(1);
        self.hops = self.hops.saturating_add(1);
    }
}

impl Renewed {
    /// Returns what an extend for a member is about.
    pub(super) fn scope(&self, member: usize) -> &Scope {
        // The members of one node follow each other, one for each key.
        if self.parts.is_empty() { &self.renewable.scope } else { &self.parts[member % self.parts.len()] }
    }

    /// Has each of its several keys extended by itself from now on: the server runs no scripts, or a slot is being moved and they
    /// are not in one place. Returns how many members each node has instead of one, if that is new.
    pub(super) fn split(&mut self) -> Option<usize> {
        if !self.parts.is_empty() || !self.renewable.scope.is_list() {
            return None;
        }
        self.parts = self.renewable.scope.parts().collect();
        let count = self.parts.len();
        let mut members = Vec::with_capacity(self.members.len() * count);
        for Target { at, moves, deadline, .. } in std::mem::take(&mut self.members) {
            // What is under way counts no more.
            let part = || Target { moves: moves.wrapping_add(1), deadline, ..Target::at(at) };
            members.extend(std::iter::repeat_with(part).take(count));
        }
        self.members = members;
        // Nor has the last try been made if that was it.
        self.is_last = false;
        Some(count)
    }

    /// Returns the members of each node that decides.
    fn nodes(&self) -> impl Iterator<Item = &[Target]> {
        self.members.chunks(self.parts.len().max(1))
    }

    /// Returns the pause after an attempt that came to nothing.
    pub(super) fn pause(&self) -> Duration {
        (self.renewable.gate.ttl / EXTENDED_AGAIN_AT).max(SHORTEST_PAUSE)
    }

    /// Notes that an attempt begins.
    pub(super) fn begin(&mut self) {
        self.is_counted = false;
        self.members.iter_mut().for_each(|member| member.is_fresh = false);
    }

    /// Tells whether anything is under way.
    pub(super) fn is_pending(&self) -> bool {
        self.members.iter().any(|member| member.pending > 0)
    }

    /// Notes a member's yes to an extend that was sent at `sent`; tells whether that extends the lease, for the first time since the last
    /// attempt began.
    pub(super) fn note_yes(&mut self, member: usize, deadline: Deadline, sent: Instant) -> bool {
        let Some(voter) = self.members.get_mut(member) else { return false };
        if voter.refused.is_some_and(|later| sent <= later) {
            // It comes late, on an older connection: the key has gone since.
            return false;
        }
        voter.deadline = voter.deadline.max(Some(deadline));
        (voter.is_fresh, voter.refused, voter.hops) = (true, None, 0);
        // A reply that a silent connection still owes must not keep back the next extend.
        voter.pending = 0;
        let destinations = &self.renewable.destinations;
        let until = |node: &[Target]| Deadline::of_all(node.iter().map(|member| member.deadline));
        let deadlines = self.nodes().filter_map(until).collect();
        let Some(deadline) = destinations.lasts(deadlines) else { return false };
        self.renewable.gate.confirm(deadline);
        if self.verdict() != Some(true) || std::mem::replace(&mut self.is_counted, true) {
            return false;
        }
        self.is_last = false;
        true
    }

    /// Notes a member's no to an extend that was sent at `sent`; tells whether the lease is lost by that.
    pub(super) fn note_no(&mut self, member: usize, sent: Instant) -> bool {
        let Some(voter) = self.members.get_mut(member) else { return false };
        (voter.deadline, voter.is_fresh, voter.refused) = (None, false, voter.refused.max(Some(sent)));
        self.verdict() == Some(false) && self.renewable.gate.lose()
    }

    /// Returns what a majority of the nodes says. A yes counts if it came since the last attempt began, a no until the next yes.
    fn verdict(&self) -> Option<bool> {
        let yes = self.nodes().filter(|node| node.iter().all(|member| member.is_fresh)).count();
        let no = self.nodes().filter(|node| node.iter().any(|member| member.refused.is_some())).count();
        self.renewable.destinations.verdict(yes, no)
    }
}

/// All leases that are renewed.
#[derive(Debug, Default)]
pub(super) struct Leases {
    by_id: HashMap<LeaseId, Renewed>,
    by_due: BTreeSet<(Instant, LeaseId)>,
    next: LeaseId,
    /// The number of leases at which a new one is a reason to look for ended ones.
    crowded: usize,
}

impl Leases {
    /// Adds a lease that was found to be held at `since`.
    pub(super) fn add(&mut self, renewable: Renewable, since: Instant, members: Vec<Target>) {
        let due = since.after((renewable.gate.ttl / EXTENDED_AT).max(SHORTEST_PAUSE));
        let parts = Vec::new();
        let lease = Renewed { renewable, members, parts, due, is_last: false, is_counted: false, next_neighbour: 0 };
        self.next += 1;
        self.by_due.insert((due, self.next));
        self.by_id.insert(self.next, lease);
    }

    pub(super) fn get(&self, id: LeaseId) -> Option<&Renewed> {
        self.by_id.get(&id)
    }

    /// Returns a lease's member, if it is still the one, and where it was, after this number of moves.
    pub(super) fn target(&self, id: LeaseId, member: usize, moves: u16) -> Option<&Target> {
        self.get(id)?.members.get(member).filter(|member| member.moves == moves)
    }

    /// Returns the request of an extend that is under way for a member; `None` if what becomes of it does not count any more: then it may have
    /// been about other keys.
    pub(super) fn request(&self, id: LeaseId, member: usize, moves: u16) -> Option<Request<'_>> {
        self.target(id, member, moves)?;
        let lease = self.get(id)?;
        let Renewable { token, gate, .. } = &lease.renewable;
        Some(Request { scope: lease.scope(member), action: Action::Extend(token, Ttl::For(gate.ttl)) })
    }

    pub(super) fn get_mut(&mut self, id: LeaseId) -> Option<&mut Renewed> {
        self.by_id.get_mut(&id)
    }

    pub(super) fn remove(&mut self, id: LeaseId) -> Option<Renewed> {
        let lease = self.by_id.remove(&id)?;
        self.by_due.remove(&(lease.due, id));
        Some(lease)
    }

    /// Sets when a lease is due next.
    pub(super) fn schedule(&mut self, id: LeaseId, due: Instant) {
        if let Some(lease) = self.by_id.get_mut(&id) {
            self.by_due.remove(&(lease.due, id));
            lease.due = due;
            self.by_due.insert((due, id));
        }
    }

    /// Sets when a lease is due next after an extend that was sent at `sent` and has succeeded.
    pub(super) fn schedule_after_success(&mut self, id: LeaseId, sent: Instant) {
        if let Some(lease) = self.by_id.get(&id) {
            let due = sent.after((lease.renewable.gate.ttl / EXTENDED_AT).max(SHORTEST_PAUSE));
            self.schedule(id, due);
        }
    }

    /// Returns the leases that are due by this time, the first one first.
    pub(super) fn due_by(&self, by: Instant) -> Vec<LeaseId> {
        self.by_due.iter().take_while(|(due, _)| *due <= by).map(|(_, id)| *id).collect()
    }

    /// Returns when the first one is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.by_due.first().map(|(due, _)| *due)
    }

    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Tells whether there are so many leases that those which have ended should be looked for. The bound is doubled each time, so that
    /// few looks fall to one lease.
    pub(super) fn is_crowded(&mut self) -> bool {
        if self.by_id.len() < self.crowded.max(FEWEST_TO_TIDY) {
            return false;
        }
        self.crowded = self.by_id.len() * 2;
        true
    }

    /// Returns those that have ended.
    pub(super) fn ended(&self) -> Vec<LeaseId> {
        self.by_id.iter().filter(|(_, lease)| !lease.renewable.gate.is_open()).map(|(id, _)| *id).collect()
    }
}

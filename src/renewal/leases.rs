//! Owns which leases one thread renews, when each is due, and which go out together.
//! Does not own extending them (`thread`), what the program may do with a lease meanwhile (`lease::Gate`).

use std::collections::BTreeMap;
use std::time::Duration;

use crate::clock::Instant;
use crate::renewal::{Home, Renewable};
use crate::ttl::Deadline;

/// A lease is extended when this part of its ttl has passed: what is left is for more tries.
const EXTENDED_AT: u32 = 3;
/// The next try comes after this part of it, unless the extend has succeeded by then.
const EXTENDED_AGAIN_AT: u32 = 12;
/// The shortest pause between two tries, for the shortest ttl.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
/// How long after its deadline a lease is still tried: a server that stood still may have kept it.
const GRACE: Duration = Duration::from_secs(1);
/// What is due within this time is sent together with what is due now.
const TOGETHER: Duration = Duration::from_millis(2);
/// How many leases go out in one write.
const MOST_TOGETHER: usize = 256;
/// By how much the time that is left to them may differ: the most urgent of them decides how long a reply is waited for.
const MOST_APART: u32 = 2;

/// A lease that is renewed.
#[derive(Debug)]
pub(super) struct Renewed {
    pub(super) place: Home,
    pub(super) renewable: Renewable,
    /// When it was tried last.
    pub(super) tried: Option<Instant>,
    /// Since when it is due.
    pub(super) due_since: Option<Instant>,
}

/// Sorts leases by an instant, and tells those of the same one apart.
type DueKey = (Instant, u64);

#[derive(Debug, Default)]
pub(super) struct Leases {
    /// By when they are due.
    waiting: BTreeMap<DueKey, Renewed>,
    /// Those that are due, by their deadlines.
    due: BTreeMap<DueKey, Renewed>,
    last: u64,
    /// How many batches there were.
    batches: u64,
}

impl Renewed {
    /// Returns until when its holder may trust it; `None` when it has ended. What has no deadline is never urgent.
    pub(super) fn until(&self, now: Instant) -> Option<Instant> {
        let Renewable { gate, .. } = &self.renewable;
        gate.deadline().map(|deadline| if let Deadline::At(until) = deadline { until } else { now.after(gate.ttl) })
    }

    /// Returns when it is due: a third of its ttl after it was acquired or extended, or earlier if it has less left than that leaves. `None`
    /// when it has ended.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        let (ttl, left) = (self.renewable.gate.ttl, now.until(self.until(now)?));
        let (third, least) = (ttl / EXTENDED_AT, self.pause().min(left / 4));
        Some(now.after(left.saturating_sub(2 * third).clamp(least, third).max(SHORTEST_PAUSE)))
    }

    /// Tells whether it has expired so long ago that it is tried no more: it was, after its deadline.
    pub(super) fn is_hopeless(&self, now: Instant) -> bool {
        let is_past = |until: Instant| until.after(GRACE) <= now && self.tried.is_some_and(|tried| tried >= until);
        self.until(now).is_some_and(is_past)
    }

    /// Returns how long it pauses after a try that came to nothing.
    pub(super) fn pause(&self) -> Duration {
        (self.renewable.gate.ttl / EXTENDED_AGAIN_AT).max(SHORTEST_PAUSE)
    }

    /// Tells whether both can go out in one write.
    fn is_beside(&self, other: &Self) -> bool {
        let (its, others) = (&self.renewable.topology, &other.renewable.topology);
        self.place == other.place && its.addresses() == others.addresses()
    }
}

impl Leases {
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + self.due.len()
    }

    /// Adds a lease, or puts one back, that is due then.
    pub(super) fn add(&mut self, due: Instant, lease: Renewed) {
        self.last += 1;
        self.waiting.insert((due, self.last), lease);
    }

    pub(super) fn forget_ended(&mut self) {
        self.waiting.retain(|_, lease| lease.renewable.gate.is_open());
        self.due.retain(|_, lease| lease.renewable.gate.is_open());
    }

    /// Returns when the next one is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.waiting.first_key_value().map(|((due, _), _)| *due)
    }

    /// Takes out leases of one place that are due: one and those that have not much more time left, then those that have expired. Every other
    /// time it is the most urgent that has not expired, and else the one that has waited longest: what is due all the time holds up no other.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<Renewed> {
        if self.due.is_empty() && self.next_due().is_none_or(|due| now < due) {
            return Vec::new();
        }
        let later = self.waiting.split_off(&(now.after(TOGETHER), 0));
        for ((due, number), lease) in std::mem::replace(&mut self.waiting, later) {
            let Some(until) = lease.until(now) else { continue };
            self.due.insert((until, number), Renewed { due_since: Some(due), ..lease });
        }
        self.batches += 1;
        let urgent = self.due.range((now, 0)..).next().filter(|_| self.batches % 2 == 1);
        let Some((&(until, _), first)) = urgent.or_else(|| self.due.iter().min_by_key(|(_, lease)| lease.due_since))
        else {
            return Vec::new();
        };
        let last = now.after(now.until(until) * MOST_APART);
        let trusted = self.due.range((until.max(now), 0)..=(last, u64::MAX));
        let its = |(_, lease): &(&DueKey, &Renewed)| lease.is_beside(first);
        let keys = trusted.chain(self.due.range(..(now, 0))).filter(its).take(MOST_TOGETHER);
        let keys: Vec<DueKey> = keys.map(|(key, _)| *key).collect();
        keys.iter().filter_map(|key| self.due.remove(key)).collect()
    }
}

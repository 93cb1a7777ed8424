//! Owns who was master when, as the servers said themselves, and what of it was not ordered: sentinels, and the replicas of a
//! cluster, replace a master on their own when it is silent for a moment, be it because of another fault or because this machine
//! has stood still.
//! Does not ask the servers (observer.rs), does not order anything (strike.rs).

use crate::fault::{Fault, Kind};
use crate::support::Reply;
use crate::time::{MS, Nanos};

/// How long a change lasts whose end is not seen.
const LONGEST: Nanos = 10_000 * MS;

/// A role from one look at a server on, until its next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Role {
    pub(crate) server: u16,
    /// The port of the master that it follows; None: it is one.
    pub(crate) follows: Option<u16>,
    /// The last look that saw the role before began then, and the first one that saw this was over then.
    pub(crate) from: Nanos,
    pub(crate) first: Nanos,
}

/// Whom it follows, from the answer to ROLE.
pub(crate) fn follows(role: &Reply) -> Option<u16> {
    let parts = role.list();
    (parts[0] == "slave").then(|| u16::try_from(parts[2].int()).unwrap())
}

/// The changes of masters, each until the one before is no master any more, that no injected failover has brought.
pub(crate) fn takeovers(roles: &[Role], faults: &[Fault], over: Nanos) -> Vec<Fault> {
    let mut found = Vec::new();
    for (index, role) in roles.iter().enumerate().filter(|(_, role)| role.follows.is_none()) {
        let before = roles[..index].iter().rev().find(|other| other.server == role.server);
        let Some(old) = before.and_then(|before| before.follows) else { continue };
        let demoted = |other: &&Role| other.server == old && other.follows.is_some() && other.first >= role.from;
        // One that never follows has died: it is not believed for longer than a ttl.
        let until = roles.iter().filter(demoted).map(|other| other.first).min();
        let until = until.unwrap_or_else(|| over.min(role.first + LONGEST));
        let is_ordered = |fault: &Fault| {
            fault.kind == Kind::Failover && fault.target == u32::from(old) && fault.touches(role.from, role.first)
        };
        if !faults.iter().any(is_ordered) {
            let (from, on) = (role.from, role.first);
            let until = until.max(on);
            found.push(Fault {
                kind: Kind::Takeover,
                target: u32::from(role.server),
                from,
                on,
                off: until,
                until,
                by: 0,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn role(server: u16, follows: Option<u16>, from: Nanos, first: Nanos) -> Role {
        Role { server, follows, from, first }
    }

    /// 2 follows 1 at first, is a master between 490 and 500, and 1 follows it between 890 and 900.
    fn change() -> Vec<Role> {
        vec![role(1, None, 0, 10), role(2, Some(1), 0, 10), role(2, None, 490, 500), role(1, Some(2), 890, 900)]
    }

    fn ordered(from: Nanos, until: Nanos) -> Fault {
        Fault { kind: Kind::Failover, target: 1, from, on: from, off: until, until, by: 0 }
    }

    #[test]
    fn a_change_of_masters_lasts_until_the_old_one_follows() {
        let found = takeovers(&change(), &[], 2_000);
        let spans: Vec<_> = found.iter().map(|fault| (fault.kind, fault.target, fault.from, fault.until)).collect();
        assert_eq!(spans, [(Kind::Takeover, 2, 490, 900)]);
        for (over, until) in [(2_000, 2_000), (3 * LONGEST, 500 + LONGEST)] {
            assert_eq!(takeovers(&change()[..3], &[], over)[0].until, until);
        }
    }

    #[test]
    fn a_change_that_was_ordered_is_no_takeover() {
        for (from, until, count) in [(400, 600, 0), (495, 496, 0), (100, 480, 1), (501, 900, 1)] {
            assert_eq!(takeovers(&change(), &[ordered(from, until)], 2_000).len(), count, "{from} to {until}");
        }
        let flushed = Fault { kind: Kind::Flush, ..ordered(400, 600) };
        let another = Fault { target: 3, ..ordered(400, 600) };
        for fault in [flushed, another] {
            assert_eq!(takeovers(&change(), &[fault], 2_000).len(), 1);
        }
    }

    #[test]
    fn masters_that_stay_masters_take_nothing_over() {
        let restarted = [role(1, None, 0, 10), role(1, None, 500, 600)];
        assert_eq!(takeovers(&restarted, &[], 2_000), []);
    }
}

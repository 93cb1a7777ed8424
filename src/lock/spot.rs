//! Owns this thread's lines of waits for the same lock that can be suspended, and the spot that each wait has in its line.
//! Does not own whose turn it is (`line`), suspending (`net::interrupts`).
//!
//! The head is a waiter like any other. However its wait ends, the next one's bell rings, and that one makes an attempt at once: so a signal or
//! a push is used that came for the head that left. No borrow of a line outlasts a call, and so none is held while a wait is suspended.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::lock::line::{Line, Move, Role};
use crate::process::ForkGuard;
use crate::scope::Scope;
use crate::topology::Topology;

/// What the waits of one line wait for.
#[derive(Debug, PartialEq, Eq)]
struct Goal {
    addresses: Vec<Arc<Address>>,
    scope: Scope,
}

impl Hash for Goal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.scope.first().hash(state);
    }
}

#[derive(Default)]
struct Lines {
    guard: ForkGuard,
    last: u64,
    by_goal: HashMap<Rc<Goal>, Line>,
}

thread_local! {
    static LINES: RefCell<Lines> = RefCell::default();
}

/// Gives access to this process's lines. A child of a fork starts with none: the bells in its parent's lines are shared with the parent.
fn with_lines<T>(work: impl FnOnce(&mut Lines) -> T) -> T {
    LINES.with_borrow_mut(|lines| {
        if lines.guard.has_forked() {
            *lines = Lines { guard: ForkGuard::here(), by_goal: HashMap::new(), ..*lines };
        }
        work(lines)
    })
}

/// Forgets all lines, when none of their waits goes on any more.
pub(super) fn forget_lost() {
    with_lines(|lines| lines.by_goal.clear());
}

/// A wait's spot in its line, until it is dropped.
#[derive(Debug)]
pub(super) struct Spot {
    goal: Rc<Goal>,
    number: u64,
    role: Role,
    /// When it was last told to make an attempt.
    sent: Instant,
    /// Others of its line have found the key held, or have taken it, while it followed.
    pub(super) is_refused: bool,
}

impl Spot {
    /// `None` where waiting needs no connection.
    pub(super) fn of(topology: &dyn Topology, scope: &Scope) -> Option<Self> {
        let addresses = topology.addresses();
        let goal = Goal { addresses: addresses.to_vec(), scope: scope.clone() };
        (!addresses.is_empty()).then(|| Self::at(Rc::new(goal), Instant::now()))
    }

    fn at(goal: Rc<Goal>, now: Instant) -> Self {
        let number = with_lines(|lines| {
            lines.last += 1;
            lines.last
        });
        Self { goal, number, role: Role::Outside, sent: now, is_refused: false }
    }

    /// Decides what the wait does now; `end` is when it is over.
    /// Errors: what the system says when there are no more file descriptors.
    pub(super) fn next(&mut self, end: Option<Instant>, now: Instant) -> io::Result<Move> {
        let next = with_lines(|lines| match lines.by_goal.get_mut(&self.goal) {
            None => {
                if matches!(self.role, Role::Outside) {
                    lines.by_goal.insert(Rc::clone(&self.goal), Line::led_by(self.number, now));
                }
                Ok(Move::Attempt)
            }
            Some(line) => {
                let is_told = !matches!(self.role, Role::Attempts) && line.failures == 0;
                self.is_refused |= is_told && line.held.is_some();
                line.next(self.number, &self.role, end, now)
            }
        })?;
        (self.role, self.sent) =
            if let Move::Follow(_) = next { (Role::Follows, self.sent) } else { (Role::Attempts, now) };
        Ok(next)
    }

    /// Has the wait make an attempt before it stands in line.
    pub(super) fn attempt_first(&mut self, now: Instant) -> Move {
        (self.role, self.sent) = (Role::Attempts, now);
        Move::Attempt
    }

    /// Notes that its attempt has found the key held.
    pub(super) fn note_held(&self) {
        with_lines(|lines| {
            if let Some(line) = lines.by_goal.get_mut(&self.goal) {
                line.note_held(self.sent);
            }
        });
    }

    /// Notes that its attempt has taken the key; of several permits one, and others may be free.
    pub(super) fn note_taken(&self) {
        if !matches!(self.goal.scope, Scope::Permits(_)) {
            return self.note_held();
        }
        with_lines(|lines| {
            if let Some(line) = lines.by_goal.get_mut(&self.goal) {
                line.note_open();
            }
        });
    }

    /// Tells, after a refusal, whether the wait is the head, and sleeps in Redis; else it follows.
    pub(super) fn leads(&mut self, now: Instant) -> bool {
        let leads = with_lines(|lines| {
            let line = lines.by_goal.entry(Rc::clone(&self.goal)).or_insert_with(|| Line::led_by(self.number, now));
            let leads = line.head == self.number;
            if leads {
                line.seen = now;
            }
            leads
        });
        if !leads {
            self.role = Role::Outside;
        }
        leads
    }

    /// Notes that its attempt has failed, if it is the head; `is_final`: it gives up.
    pub(super) fn note_failure(&self, is_final: bool) {
        with_lines(|lines| {
            if let Some(line) = lines.by_goal.get_mut(&self.goal)
                && line.head == self.number
            {
                line.note_failure(is_final);
            }
        });
    }
}

impl Drop for Spot {
    /// Leaves, and rings the next where it was the head.
    fn drop(&mut self) {
        let leave = |lines: &mut Lines| {
            if lines.by_goal.get_mut(&self.goal).is_some_and(|line| !line.leave(self.number)) {
                lines.by_goal.remove(&self.goal);
            }
        };
        // A fiber that outlives its thread's storage finds no line to leave.
        if LINES.try_with(|_| ()).is_ok() {
            with_lines(leave);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::key::Key;
    use crate::lock::line::{LOOK, PATIENCE, STUCK, Sleep};
    use crate::lock::wait_mode::WaitMode;
    use crate::net::bell::Bell;
    use crate::net::interrupts::{Readiness, is_ready};

    /// Three that came in this order, at one moment; the second and the third follow. How their bells ring.
    struct Three {
        now: Instant,
        spots: Vec<Spot>,
        bells: Vec<Rc<Bell>>,
    }

    fn goal_of(key: &str, address: &str) -> Rc<Goal> {
        let key = Key::new(b"", key.as_bytes()).unwrap();
        Rc::new(Goal { addresses: vec![Arc::new(Address::parse(address).unwrap())], scope: key.into() })
    }

    fn goal() -> Rc<Goal> {
        goal_of("key", "redis://line.invalid")
    }

    fn attempts(next: &io::Result<Move>) -> bool {
        matches!(next, Ok(Move::Attempt))
    }

    fn is_refused(next: &io::Result<Move>) -> bool {
        matches!(next, Ok(Move::Refused))
    }

    fn follows(next: io::Result<Move>) -> Sleep {
        let Ok(Move::Follow(sleep)) = next else { panic!("it does not follow") };
        sleep
    }

    fn rings(bell: &Bell) -> bool {
        is_ready(&bell.socket(), Readiness::Readable).unwrap()
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn three(end: Option<Instant>) -> Three {
        let now = Instant::now();
        let mut spots: Vec<Spot> = (0..3).map(|_| Spot::at(goal(), now)).collect();
        assert!(attempts(&spots[0].next(None, now)) && spots[0].leads(now));
        let bells = spots[1..].iter_mut().map(|spot| follows(spot.next(end, now)).bell).collect();
        Three { now, spots, bells }
    }

    #[test]
    fn who_came_first_is_next() {
        let Three { now, mut spots, bells } = three(None);
        drop(spots.remove(0));
        assert_eq!([rings(&bells[0]), rings(&bells[1])], [true, false]);
        assert!(attempts(&spots[0].next(None, now)) && spots[0].leads(now));
        let mut last = Spot::at(goal(), now);
        drop(follows(last.next(None, now)));
        drop(spots.remove(0));
        assert!(rings(&bells[1]) && attempts(&spots[0].next(None, now)));
        drop((spots, last));
        with_lines(|lines| assert!(lines.by_goal.is_empty()));
    }

    #[test]
    fn who_was_rung_and_leaves_without_an_attempt_rings_the_next() {
        let Three { mut spots, bells, .. } = three(None);
        drop(spots.remove(0));
        drop(spots.remove(0));
        assert!(rings(&bells[1]));
    }

    #[test]
    fn who_leaves_before_its_turn_rings_nobody_and_is_passed_over() {
        let Three { mut spots, bells, .. } = three(None);
        drop(spots.remove(1));
        assert!(!rings(&bells[1]));
        drop(spots.remove(0));
        assert_eq!([rings(&bells[0]), rings(&bells[1])], [false, true]);
    }

    #[test]
    fn a_head_that_does_not_go_on_is_replaced_and_comes_next_when_it_does() {
        let Three { now, mut spots, bells } = three(None);
        let later = now.after(STUCK);
        assert!(attempts(&spots[2].next(None, later)) && spots[2].leads(later));
        drop(follows(spots[1].next(None, later)));
        // It may have taken a signal meanwhile.
        assert!(attempts(&spots[0].next(None, later)) && !spots[0].leads(later));
        let bell = follows(spots[0].next(None, later)).bell;
        drop(spots.remove(2));
        assert_eq!([rings(&bell), rings(&bells[0])], [true, false]);
    }

    #[test]
    fn a_head_that_is_seen_once_a_second_is_not_replaced() {
        let Three { now, mut spots, .. } = three(None);
        for second in 1..4 {
            let later = now.after(ms(1000 * second));
            assert!(attempts(&spots[0].next(None, later)) && spots[0].leads(later));
            assert!(follows(spots[1].next(None, later.after(ms(900)))).until > later.after(ms(900) + LOOK));
        }
    }

    #[test]
    fn where_redis_is_away_for_good_each_finds_out_by_itself_and_they_meet_again_when_it_is_back() {
        let Three { now, mut spots, bells } = three(Some(Instant::now().after(ms(60_000))));
        spots[1].note_failure(true);
        assert!(!rings(&bells[0]), "only the head knows");
        spots[0].note_failure(true);
        assert!(bells.iter().all(|bell| rings(bell)));
        assert!(spots.iter_mut().all(|spot| attempts(&spot.next(None, now))));
        spots[1].note_held();
        assert!(spots[0].leads(now) && !spots[1].leads(now) && !spots[2].leads(now));
        drop((follows(spots[2].next(None, now)), follows(spots[1].next(None, now))));
    }

    #[test]
    fn where_redis_is_away_for_a_moment_the_head_alone_tries_again_and_who_comes_finds_out() {
        let end = Some(Instant::now().after(ms(60_000)));
        let Three { now, mut spots, bells } = three(end);
        let (mut endless, mut late) = (Spot::at(goal(), now), Spot::at(goal(), now));
        let endless_bell = follows(endless.next(None, now)).bell;
        spots[0].note_held();
        spots[0].note_failure(false);
        assert!(!rings(&endless_bell) && attempts(&late.next(end, now)) && !late.is_refused);
        spots[0].note_failure(false);
        assert!(rings(&endless_bell) && attempts(&endless.next(None, now)));
        assert!(!bells.iter().any(|bell| rings(bell)));
        drop(follows(spots[1].next(end, now)));
        spots[0].note_held();
        drop(follows(Spot::at(goal(), now).next(end, now)));
        assert!(!late.leads(now));
        drop(follows(late.next(end, now)));
    }

    #[test]
    fn of_those_whose_time_is_over_one_asks_for_all() {
        let end = Instant::now().after(ms(300));
        let Three { mut spots, bells, .. } = three(Some(end));
        let over = end.after(ms(1));
        assert!(attempts(&spots[1].next(Some(end), over)));
        assert_eq!(follows(spots[2].next(Some(end), over)).until, end.after(PATIENCE));
        assert!(!rings(&bells[1]));
        spots[1].note_held();
        assert!(rings(&bells[1]) && is_refused(&spots[2].next(Some(end), over)) && spots[2].is_refused);
        // The head has slept in Redis.
        assert!(attempts(&spots[0].next(Some(end), over)));
    }

    #[test]
    fn of_permits_one_that_was_taken_has_each_ask_for_itself() {
        let (now, end) = (Instant::now(), Instant::now().after(ms(300)));
        let scope = Scope::permits(Key::new(b"", b"key").unwrap(), 4).unwrap();
        let goal = Rc::new(Goal { addresses: vec![Arc::new(Address::parse("redis://permits").unwrap())], scope });
        let mut spots: Vec<Spot> = (0..3).map(|_| Spot::at(Rc::clone(&goal), now)).collect();
        assert!(attempts(&spots[0].next(None, now)) && spots[0].leads(now));
        spots[1..].iter_mut().for_each(|spot| drop(follows(spot.next(Some(end), now))));
        let over = end.after(ms(1));
        assert!(attempts(&spots[1].next(Some(end), over)));
        let bell = follows(spots[2].next(Some(end), over)).bell;
        spots[1].note_taken();
        assert!(rings(&bell) && attempts(&spots[2].next(Some(end), over)));
    }

    #[test]
    fn a_head_that_waits_by_itself_from_then_on_rings_the_next() {
        let Three { mut spots, bells, .. } = three(None);
        let mut mode = WaitMode::InLine(spots.remove(0));
        mode.leave_line();
        assert!(rings(&bells[0]) && matches!(mode, WaitMode::Apart));
    }

    #[test]
    fn what_was_asked_before_a_wait_was_over_does_not_end_it() {
        let Three { now, mut spots, .. } = three(None);
        spots[0].note_held();
        assert!(attempts(&spots[1].next(Some(now.after(ms(1))), now.after(ms(2)))));
        assert!(attempts(&spots[2].next(Some(now.after(ms(1))), now.after(ms(2) + PATIENCE))), "it asks too long");
    }

    #[test]
    fn another_key_and_another_user_have_lines_of_their_own() {
        let now = Instant::now();
        let spots = [("key", "redis://a"), ("key2", "redis://a"), ("key", "redis://u:p@a"), ("key", "redis://a/1")];
        let mut spots: Vec<Spot> = spots.map(|(key, address)| Spot::at(goal_of(key, address), now)).into();
        assert!(spots.iter_mut().all(|spot| attempts(&spot.next(None, now)) && spot.leads(now)));
        let mut same = Spot::at(goal_of("key", "redis://a"), now);
        drop(follows(same.next(None, now)));
    }
}

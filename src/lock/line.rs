//! Owns this thread's lines of suspended waits, one for each lock: the first waits in Redis, the others for a bell.
//! Does not own attempts (`wait_loop`), whether a wait may stand in line, and its sleep there (`wait_mode`).
//!
//! The first is a waiter like any other. However its wait ends, the next one's bell rings, and that one makes an attempt at once: so a signal or
//! a push is used that came for the first. No borrow of a line outlasts a call, and so none is held while a wait is suspended.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::net::bell::Bell;
use crate::process::OfProcess;
use crate::scope::Scope;
use crate::topology::Topology;

/// How long a wait without an end goes on while Redis cannot be reached: a failover or a restart takes less.
pub(super) const UNREACHABLE: Duration = Duration::from_secs(60);
/// How old the last refusal may be to end the wait of another: the first asks once a second, unless Redis is away.
const RECENT: Duration = Duration::from_millis(1500);

/// What the waits of one line wait for.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Goal {
    addresses: Vec<Arc<Address>>,
    scope: Scope,
}

struct Line {
    /// By their numbers, in the order in which they came. One that has not slept yet has no bell.
    waits: BTreeMap<u64, Option<Rc<Bell>>>,
    begun: Instant,
    /// When the last attempt was sent that has found the key held, or has taken it.
    held: Option<Instant>,
}

#[derive(Default)]
struct Lines {
    last: u64,
    by_goal: HashMap<Rc<Goal>, Line>,
}

thread_local! {
    static LINES: OfProcess<Lines> = OfProcess::default();
}

/// Gives access to this process's lines. A child of a fork starts with none: the bells in its parent's lines are shared with the parent.
fn with_lines<T>(work: impl FnOnce(&mut Lines) -> T) -> T {
    LINES.with(|lines| lines.with(|lines| lines.by_goal.clear(), work))
}

/// Forgets all lines, when none of their waits goes on any more.
pub(super) fn forget_lost() {
    with_lines(|lines| lines.by_goal.clear());
}

impl Lines {
    /// Removes one from its line; if it was the first, the next one's bell rings.
    fn leave(&mut self, goal: &Rc<Goal>, number: u64) {
        let Some(line) = self.by_goal.get_mut(goal) else { return };
        let was_first = line.is_first(number);
        line.waits.remove(&number);
        match line.waits.first_key_value() {
            None => drop(self.by_goal.remove(goal)),
            Some((_, Some(bell))) if was_first => bell.wake(),
            Some(_) => {}
        }
    }
}

impl Line {
    fn is_first(&self, number: u64) -> bool {
        self.waits.first_key_value().is_some_and(|(first, _)| *first == number)
    }
}

/// What a wait does next.
#[derive(Debug)]
pub(super) enum Move {
    /// It makes an attempt.
    Attempt,
    /// Its wait is over, and those before it have just found the key held.
    Refused,
    /// It sleeps until its bell rings, until then at most.
    Follow(Rc<Bell>, Instant),
}

/// A wait's spot in its line, until it is dropped.
#[derive(Debug)]
pub(super) struct Spot {
    goal: Rc<Goal>,
    number: u64,
    /// When its line last knew that the key was held, as it knew when it last looked.
    pub(super) held: Option<Instant>,
}

impl Spot {
    /// `None` where waiting needs no connection.
    pub(super) fn of(topology: &dyn Topology, scope: &Scope) -> Option<Self> {
        let addresses = topology.addresses();
        let goal = Goal { addresses: addresses.to_vec(), scope: scope.clone() };
        (!addresses.is_empty()).then(|| Self::at(Rc::new(goal)))
    }

    fn at(goal: Rc<Goal>) -> Self {
        let number = with_lines(|lines| {
            lines.last += 1;
            let line = lines.by_goal.entry(Rc::clone(&goal)).or_insert_with(|| Line {
                waits: BTreeMap::new(),
                begun: Instant::now(),
                held: None,
            });
            line.waits.insert(lines.last, None);
            lines.last
        });
        Self { goal, number, held: None }
    }

    /// Decides what the wait does now; `end` is when it is over.
    /// Errors: what the system says when there are no more file descriptors.
    pub(super) fn next(&mut self, end: Option<Instant>, now: Instant) -> io::Result<Move> {
        with_lines(|lines| {
            let Some(line) = lines.by_goal.get_mut(&self.goal) else { return Ok(Move::Attempt) };
            let leads = line.is_first(self.number);
            // None: all were forgotten.
            let Some(bell) = line.waits.get_mut(&self.number) else { return Ok(Move::Attempt) };
            self.held = line.held;
            let is_over = end.is_some_and(|end| end <= now);
            // Of several permits the first takes but one, when they come free.
            let is_one = !matches!(self.goal.scope, Scope::Permits(_));
            if !leads && is_over && is_one && line.held.is_some_and(|sent| now < sent.after(RECENT)) {
                return Ok(Move::Refused);
            }
            // Redis is away, or the first does not go on: who comes finds out, and one without an end has to know when to give up.
            let most = match (&bell, end) {
                (None, _) => RECENT,
                (Some(_), None) => UNREACHABLE,
                (Some(_), Some(_)) => Duration::MAX,
            };
            if leads || is_over || line.held.unwrap_or(line.begun).after(most) <= now {
                return Ok(Move::Attempt);
            }
            let bell = match bell {
                Some(bell) => bell,
                None => bell.insert(Rc::new(Bell::new()?)),
            };
            Ok(Move::Follow(Rc::clone(bell), end.unwrap_or_else(|| now.after(UNREACHABLE))))
        })
    }

    /// Tells whether it is the first of its line.
    pub(super) fn leads(&self) -> bool {
        with_lines(|lines| lines.by_goal.get(&self.goal).is_some_and(|line| line.is_first(self.number)))
    }

    /// Notes that an attempt sent at `sent` has found the key held, or has taken it.
    pub(super) fn note_held(&self, sent: Instant) {
        with_lines(|lines| {
            if let Some(line) = lines.by_goal.get_mut(&self.goal) {
                line.held = Some(sent);
            }
        });
    }
}

impl Drop for Spot {
    fn drop(&mut self) {
        // A fiber that outlives its thread's storage finds no line to leave.
        if LINES.try_with(|_| ()).is_ok() {
            with_lines(|lines| lines.leave(&self.goal, self.number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::lock::wait_mode::WaitMode;
    use crate::net::interrupts::{Readiness, is_ready};

    /// Three that came in this order; the second and the third follow. How their bells ring.
    struct Three {
        now: Instant,
        spots: Vec<Spot>,
        bells: Vec<Rc<Bell>>,
    }

    fn goal_of(key: &str, address: &str) -> Rc<Goal> {
        let key = Key::new(b"", key.as_bytes()).unwrap();
        Rc::new(Goal { addresses: vec![Arc::new(Address::parse(address).unwrap())], scope: key.into() })
    }

    fn spot() -> Spot {
        Spot::at(goal_of("key", "redis://line.invalid"))
    }

    fn attempts(next: &io::Result<Move>) -> bool {
        matches!(next, Ok(Move::Attempt))
    }

    fn is_refused(next: &io::Result<Move>) -> bool {
        matches!(next, Ok(Move::Refused))
    }

    fn follows(next: io::Result<Move>) -> Rc<Bell> {
        let Ok(Move::Follow(bell, _)) = next else { panic!("it does not follow") };
        bell
    }

    fn rings(bell: &Bell) -> bool {
        is_ready(&bell.socket(), Readiness::Readable).unwrap()
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn three(end: Option<Instant>) -> Three {
        let now = Instant::now();
        let mut spots: Vec<Spot> = (0..3).map(|_| spot()).collect();
        assert!(attempts(&spots[0].next(None, now)) && spots[0].leads());
        let bells = spots[1..].iter_mut().map(|spot| follows(spot.next(end, now))).collect();
        Three { now, spots, bells }
    }

    #[test]
    fn who_came_first_is_next() {
        let Three { now, mut spots, bells } = three(None);
        drop(spots.remove(0));
        assert_eq!([rings(&bells[0]), rings(&bells[1])], [true, false]);
        assert!(attempts(&spots[0].next(None, now)) && spots[0].leads());
        let mut last = spot();
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
    fn who_waits_behind_others_asks_nothing_at_the_end_if_they_have_just_asked() {
        let end = Instant::now().after(ms(9_000));
        let Three { mut spots, .. } = three(Some(end));
        spots[0].note_held(end);
        assert!(is_refused(&spots[1].next(Some(end), end.after(ms(1)))) && spots[1].held == Some(end));
        assert!(attempts(&spots[0].next(Some(end), end)), "the first has slept in Redis");
    }

    #[test]
    fn who_waits_behind_one_that_never_goes_on_asks_at_the_end_of_its_wait() {
        let end = Instant::now().after(ms(9_000));
        let Three { now, mut spots, .. } = three(Some(end));
        spots[0].note_held(now);
        drop(follows(spots[1].next(Some(end), now.after(ms(8_000)))));
        assert!(attempts(&spots[1].next(Some(end), end)));
        assert!(attempts(&spots[2].next(Some(end), end)));
    }

    #[test]
    fn of_permits_one_that_was_taken_ends_no_wait() {
        let (now, end) = (Instant::now(), Instant::now().after(ms(300)));
        let scope = Scope::permits(&Key::new(b"", b"key").unwrap(), 4);
        let goal = Rc::new(Goal { addresses: vec![Arc::new(Address::parse("redis://permits").unwrap())], scope });
        let mut spots: Vec<Spot> = (0..2).map(|_| Spot::at(Rc::clone(&goal))).collect();
        assert!(attempts(&spots[0].next(None, now)));
        drop(follows(spots[1].next(Some(end), now)));
        spots[0].note_held(now);
        assert!(attempts(&spots[1].next(Some(end), end)), "of several that are free the first has yet to take its own");
    }

    #[test]
    fn where_redis_is_away_newcomers_find_out_and_an_endless_wait_gives_up_in_time() {
        let end = Some(Instant::now().after(ms(600_000)));
        let Three { now, mut spots, bells } = three(end);
        let (mut endless, mut late) = (spot(), spot());
        drop(follows(endless.next(None, now)));
        spots[0].note_held(now);
        drop(follows(late.next(end, now)));
        drop(std::mem::replace(&mut late, spot()));
        assert!(attempts(&late.next(end, now.after(RECENT))) && late.held == Some(now), "the first has asked no more");
        assert!(!bells.iter().any(|bell| rings(bell)));
        drop((follows(spots[1].next(end, now.after(RECENT))), follows(endless.next(None, now.after(RECENT)))));
        let later = now.after(UNREACHABLE);
        assert!(attempts(&endless.next(None, later)) && endless.held == Some(now));
        drop(follows(spots[1].next(end, later)));
        late.note_held(later);
        drop((follows(late.next(end, later)), follows(endless.next(None, later))));
        assert!(!late.leads());
    }

    #[test]
    fn where_redis_has_never_replied_those_who_come_find_out_too() {
        let Three { now, mut spots, .. } = three(None);
        assert!(attempts(&spot().next(None, now.after(RECENT).after(ms(1_000)))), "one that comes");
        drop(follows(spots[1].next(None, now)));
        assert!(attempts(&spots[1].next(None, now.after(UNREACHABLE).after(ms(1_000)))), "one without an end");
    }

    #[test]
    fn a_first_that_waits_by_itself_from_then_on_rings_the_next() {
        let Three { mut spots, bells, .. } = three(None);
        let mut mode = WaitMode::InLine(spots.remove(0));
        assert!(matches!(mode, WaitMode::InLine(_)) && !rings(&bells[0]));
        mode = WaitMode::Apart;
        assert!(rings(&bells[0]) && matches!(mode, WaitMode::Apart));
    }

    #[test]
    fn another_key_and_another_user_have_lines_of_their_own() {
        let now = Instant::now();
        let spots = [("key", "redis://a"), ("key2", "redis://a"), ("key", "redis://u:p@a"), ("key", "redis://a/1")];
        let mut spots: Vec<Spot> = spots.map(|(key, address)| Spot::at(goal_of(key, address))).into();
        assert!(spots.iter_mut().all(|spot| attempts(&spot.next(None, now)) && spot.leads()));
        drop(follows(Spot::at(goal_of("key", "redis://a")).next(None, now)));
    }
}

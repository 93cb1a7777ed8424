//! Owns what is looked for in each state that was found.
//! Does not say in which scenarios it may be there: that is the promise of a test.

use crate::explorer::model::{At, Lease, Slice, State};
use crate::explorer::search::Graph;
use crate::explorer::stage::token;

/// What is wrong in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Two hold, or one whose token is not at the key, though nothing was forced and no ttl ended.
    TwoHold,
    /// A waiter is blocked while the list has an element.
    BlockedBesideElement,
    /// The list has more than the one element that wakes one waiter.
    PiledUp,
    /// Release or force did not say what it did.
    Lie,
    /// The lock is free, somebody is blocked, and nobody owes an attempt: it takes the end of a slice to go on.
    Asleep,
    /// Whatever happens from here on, not everybody gets to its end.
    Stuck,
}

impl Graph {
    /// The states that are wrong in this way, those nearest to the start first.
    pub(crate) fn find(&self, wrong: Wrong) -> Vec<usize> {
        let find =
            |is_wrong: fn(&State) -> bool| (0..self.states.len()).filter(|it| is_wrong(&self.states[*it])).collect();
        match wrong {
            Wrong::TwoHold => find(two_hold),
            Wrong::BlockedBesideElement => find(|state| state.redis.elements > 0 && !state.queue.is_empty()),
            Wrong::PiledUp => find(|state| state.redis.elements > 1),
            Wrong::Lie => self.edges.iter().filter(|edge| edge.is_lie).map(|edge| edge.to).collect(),
            Wrong::Asleep => find(is_asleep),
            Wrong::Stuck => self.stuck(),
        }
    }

    pub(crate) fn expect_none(&self, wrong: Wrong) {
        if let Some(state) = self.find(wrong).first() {
            panic!("{wrong:?}: {:?}\nafter {:?}", self.states[*state], self.way_to(*state));
        }
    }

    /// The states from which no way leads to one in which all are done. Found from there, backwards.
    fn stuck(&self) -> Vec<usize> {
        let mut origins = vec![Vec::new(); self.states.len()];
        for edge in &self.edges {
            origins[edge.to].push(edge.from);
        }
        let mut finishes: Vec<bool> = self.states.iter().map(is_finished).collect();
        let mut todo: Vec<usize> = (0..self.states.len()).filter(|state| finishes[*state]).collect();
        while let Some(state) = todo.pop() {
            for origin in &origins[state] {
                if !finishes[*origin] {
                    finishes[*origin] = true;
                    todo.push(*origin);
                }
            }
        }
        (0..self.states.len()).filter(|state| !finishes[*state]).collect()
    }
}

fn two_hold(state: &State) -> bool {
    let held: Vec<usize> =
        (0..state.processes.len()).filter(|number| state.processes[*number].at == At::Holding(Lease::Held)).collect();
    held.len() > 1 || held.first().is_some_and(|holder| state.redis.value != Some(token(*holder)))
}

fn is_asleep(state: &State) -> bool {
    let is = |wanted: fn(&At) -> bool| state.processes.iter().any(|process| wanted(&process.at));
    let sleeps = is(|at| matches!(at, At::Blocked(Slice::Endless | Slice::UntilTtl)));
    let owes = is(|at| matches!(at, At::Trying | At::LastTry | At::Signalled | At::Polling | At::Blocked(Slice::Over)));
    state.redis.value.is_none() && sleeps && !owes
}

fn is_finished(state: &State) -> bool {
    state.processes.iter().all(|process| matches!(process.at, At::Done | At::Crashed))
}

//! Owns what is looked for in each state that was found.
//! Does not say in which scenarios it may be there: that is the promise of a test.

use crate::explorer::model::{At, Lease, Process, Slice, State, Told};
use crate::explorer::search::{Edge, Graph};
use crate::explorer::world::{Value, Want};

/// What is wrong in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Two hold, or one whose token is not at each of its keys, though nothing was forced and no ttl ended.
    TwoHold,
    /// A token is where its process does not hold.
    LeftBehind,
    /// A waiter is blocked while one of its lists has an element.
    BlockedBesideElement,
    /// A list has more elements than waiters can use: one, or the number of permits.
    PiledUp,
    /// Release or force did not say what it did.
    Lie,
    /// Processes go on for ever, and come no further.
    Loop,
    /// A lease was to leave a done marker, and has left none.
    Undone,
    /// Who asks whether the work is done, or looks for its result, was in BLPOP when it was done, fewer than four who do not ask came
    /// first, and none that asks was woken.
    Overlooked,
    /// A waiter is blocked on what it could have, and none owes an attempt: it takes the end of a slice to go on.
    Asleep,
    /// Whatever happens from here on, not every process gets to its end.
    Stuck,
}

impl Graph {
    /// The states that are wrong in this way, those nearest to the start first.
    pub(crate) fn find(&self, wrong: Wrong) -> Vec<usize> {
        let find = |is_wrong: &dyn Fn(&State) -> bool| {
            (0..self.states.len()).filter(|it| is_wrong(&self.states[*it])).collect()
        };
        match wrong {
            Wrong::TwoHold => find(&two_hold),
            Wrong::LeftBehind => find(&is_left_behind),
            Wrong::BlockedBesideElement => find(&is_blocked_beside_element),
            Wrong::PiledUp => find(&|state| state.has_piled_up(self.world)),
            Wrong::Lie => self.edges.iter().filter(|edge| edge.is_lie).map(|edge| edge.to).collect(),
            Wrong::Loop => self.loops(),
            Wrong::Undone => find(&|state| state.processes.iter().any(|it| it.at == At::Undone)),
            Wrong::Overlooked => {
                let overlooks = |edge: &&Edge| overlooks(&self.states[edge.from], &self.states[edge.to]);
                self.edges.iter().filter(overlooks).map(|edge| edge.to).collect()
            }
            Wrong::Asleep => find(&is_asleep),
            Wrong::Stuck => self.stuck(),
        }
    }

    pub(crate) fn expect_none(&self, wrong: Wrong) {
        if let Some(state) = self.find(wrong).first() {
            panic!("{wrong:?}: {:?}\nafter {:?}", self.states[*state], self.way_to(*state));
        }
    }

    /// The states from which processes can go on without an end and without a fault. One that polls does, by the clock.
    fn loops(&self) -> Vec<usize> {
        let own = || self.edges.iter().filter(|edge| edge.step.fault().is_none() && edge.from != edge.to);
        let mut origins = vec![Vec::new(); self.states.len()];
        let mut ways = vec![0_usize; self.states.len()];
        for edge in own() {
            origins[edge.to].push(edge.from);
            ways[edge.from] += 1;
        }
        let mut todo: Vec<usize> = (0..self.states.len()).filter(|state| ways[*state] == 0).collect();
        while let Some(state) = todo.pop() {
            for origin in &origins[state] {
                ways[*origin] -= 1;
                if ways[*origin] == 0 {
                    todo.push(*origin);
                }
            }
        }
        (0..self.states.len()).filter(|state| ways[*state] > 0).collect()
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

/// A lease whose token is not at each of its keys: where it is not, another's may be.
fn two_hold(state: &State) -> bool {
    holders(state, Lease::Held)
        .any(|(number, it)| it.held().iter().any(|key| state.redis.values[*key] != Value::Of(number)))
}

/// A token where its process does not hold: what a refusal took and did not give back, or a second permit.
fn is_left_behind(state: &State) -> bool {
    let is_of_its_lease = |number: usize, key: usize| {
        let it = &state.processes[number];
        match it.at {
            At::Holding(_) | At::Owing => it.held().contains(&key),
            // It may have taken what it does not know of.
            At::Unknown => it.want.keys().contains(&key),
            _ => false,
        }
    };
    let mut values = state.redis.values.iter().enumerate();
    values.any(|(key, value)| matches!(value, Value::Of(number) if !is_of_its_lease(*number, key)))
}

fn holders(state: &State, lease: Lease) -> impl Iterator<Item = (usize, &Process)> {
    state.processes.iter().enumerate().filter(move |(_, it)| it.at == At::Holding(lease))
}

fn is_blocked_beside_element(state: &State) -> bool {
    let has_element = |process: &usize| {
        let channels = state.processes[*process].channels();
        channels.iter().zip(state.redis.elements).any(|(is_one, elements)| *is_one && elements > 0)
    };
    state.queue.iter().any(has_element)
}

fn is_asleep(state: &State) -> bool {
    let owes = |at: At| match at {
        At::Looking | At::PassingOn | At::Trying | At::LastTry | At::Signalled | At::Polling | At::Unknown => true,
        At::Watching(told) => told == Told::Change,
        At::Refused(slice) | At::Blocked(slice) => matches!(slice, Slice::Over | Slice::OverSilently),
        At::Holding(_) | At::Owing | At::Done | At::Undone | At::Crashed => false,
    };
    let looks = |it: &Process| matches!(it.want, Want::Found(_)) && state.is_found;
    // One that has the lock and finds the result does not work.
    let owes = |it: &Process| owes(it.at) || matches!(it.at, At::Holding(_)) && looks(it);
    let sleeps = |it: &Process| {
        let is_asleep = matches!(it.at, At::Blocked(_) | At::Watching(Told::Nothing));
        is_asleep && (it.want.is_to_be_had(&state.redis) || looks(it))
    };
    state.processes.iter().any(sleeps) && !state.processes.iter().any(owes)
}

fn overlooks(before: &State, after: &State) -> bool {
    let is_done = |state: &State| state.is_found || matches!(state.redis.values[0], Value::Done(_));
    // One that had lost its lease signals nothing: there is another holder, or none.
    let was_released = before.redis.values[0] != after.redis.values[0];
    if is_done(before) || !is_done(after) || !was_released || !before.redis.has_mark[0] {
        return false;
    }
    let asks = |process: &usize| matches!(before.processes[*process].want, Want::Job(_) | Want::Found(_));
    let served: Vec<usize> = before.queue.iter().copied().filter(|it| !after.queue.contains(it)).collect();
    after.queue.iter().any(asks) && !served.iter().any(asks) && served.len() < 4
}

fn is_finished(state: &State) -> bool {
    state.processes.iter().all(|process| matches!(process.at, At::Done | At::Undone | At::Crashed))
}

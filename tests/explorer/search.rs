//! Owns the walk through all states of a scenario, breadth first.
//! Does not judge what it finds (wrong.rs).

use std::collections::HashMap;

use crate::explorer::calls::Edit;
use crate::explorer::model::State;
use crate::explorer::stage::Stage;
use crate::explorer::steps::{Fault, Scenario, Step, possible};
use crate::explorer::world::World;
use crate::support::{Reply, Server};

/// All states that a scenario reaches, and the steps between them.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) world: &'static World,
    pub(crate) edits: &'static [Edit],
    pub(crate) states: Vec<State>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) step: Step,
    pub(crate) to: usize,
    /// The server did not answer what it did.
    pub(crate) is_lie: bool,
}

impl Graph {
    pub(crate) fn explore(scenario: &Scenario, server: &Server) -> Self {
        let mut stage = Stage::new(server, scenario.world, scenario.edits);
        let start = State::start(scenario);
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut graph = Self { world: scenario.world, edits: scenario.edits, states: vec![start], edges: Vec::new() };
        let mut explored = 0;
        while explored < graph.states.len() {
            for step in graph.steps_from(explored, scenario) {
                let before = &graph.states[explored];
                // A step without a command changes nothing in Redis.
                let played = step.command(before).map(|command| stage.play(&before.redis, command));
                let (reply, redis) = played.unwrap_or_else(|| (Reply::Nil, before.redis.clone()));
                let is_lie = !before.accepts(step, &reply);
                let after = before.after(step, &reply, redis);
                let to = *known.entry(after).or_insert_with_key(|state| {
                    graph.states.push(state.clone());
                    graph.states.len() - 1
                });
                graph.edges.push(Edge { from: explored, step, to, is_lie });
            }
            explored += 1;
        }
        graph
    }

    fn steps_from(&self, from: usize, scenario: &Scenario) -> Vec<Step> {
        let state = &self.states[from];
        // It is wrong already, and a list that grows for ever would have no last state.
        if state.has_piled_up(scenario.world) {
            return Vec::new();
        }
        possible(state, scenario)
    }

    /// The shortest way to a state: the step that found each state is the first that leads to it.
    pub(crate) fn way_to(&self, mut state: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        while state != 0 {
            let edge = self.edges.iter().find(|edge| edge.to == state).unwrap();
            steps.push(edge.step);
            state = edge.from;
        }
        steps.reverse();
        steps
    }

    pub(crate) fn had(&self, fault: Fault) -> bool {
        self.edges.iter().any(|edge| edge.step.fault() == Some(fault))
    }

    /// The steps that woke a waiter out of the longest queues: a release or what came from outside, and an attempt.
    pub(crate) fn waking(&self) -> impl Iterator<Item = &Edge> {
        let waiters = |state: usize| self.states[state].queue.len();
        [false, true].into_iter().filter_map(move |is_attempt| {
            let is_kind = |step: Step| step.pushes() && matches!(step, Step::Acquire(_)) == is_attempt;
            let wakes = self.edges.iter().filter(|edge| is_kind(edge.step) && waiters(edge.to) < waiters(edge.from));
            wakes.max_by_key(|edge| waiters(edge.from))
        })
    }
}

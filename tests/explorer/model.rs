//! Owns the model of waiting: where each process stands, and where an answer takes it.
//! Does not know which steps are possible (steps.rs). What a script does is never said here: the server says it.

use std::collections::VecDeque;

use crate::explorer::stage::{Snapshot, token};
use crate::explorer::steps::{Fault, Scenario, Step};
use crate::support::Reply;

/// Where a process stands, and so what it does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// acquire.lua.
    Trying,
    /// acquire.lua; refused, it gives up.
    LastTry,
    /// Refused by a holder that signals; BLPOP.
    Refused(Slice),
    /// In BLPOP, until it is served or its slice ends.
    Blocked(Slice),
    /// Served by BLPOP; acquire.lua.
    Signalled,
    /// Refused by a holder that does not signal; acquire.lua after a pause.
    Polling,
    /// release.lua.
    Holding(Lease),
    Done,
    Crashed,
}

/// When a BLPOP ends by itself, if the scenario does not end slices at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slice {
    /// The refusal named no PTTL.
    Endless,
    /// Soon after the key that refused has expired.
    UntilTtl,
    /// Now.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lease {
    Held,
    /// Forced away or expired; its process does not know.
    Lost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    pub(crate) at: At,
    /// How many leases it still wants, the one that it holds included.
    pub(crate) leases: usize,
}

/// One state: what is in Redis, and what every process is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) redis: Snapshot,
    pub(crate) processes: Vec<Process>,
    /// Who is in BLPOP; the longest first, as the server serves them.
    pub(crate) queue: VecDeque<usize>,
}

impl State {
    pub(crate) fn start(scenario: &Scenario) -> Self {
        let process = Process { at: At::Trying, leases: scenario.leases };
        let processes = vec![process; scenario.processes];
        Self { redis: Snapshot::default(), processes, queue: VecDeque::new() }
    }

    /// The state after `step`, given what the server answered and what is in it now.
    pub(crate) fn after(&self, step: Step, reply: &Reply, redis: Snapshot) -> Self {
        let mut next = Self { redis, ..self.clone() };
        match step {
            Step::Acquire(process) => next.move_to(process, self.acquired(process, reply)),
            Step::Block(process) if reply.is_nil() => {
                let At::Refused(slice) = self.processes[process].at else { panic!("{self:?}") };
                next.move_to(process, At::Blocked(slice));
                next.queue.push_back(process);
            }
            Step::Block(process) => next.move_to(process, At::Signalled),
            Step::Release(process) => {
                let left = self.processes[process].leases - 1;
                next.processes[process].leases = left;
                next.move_to(process, if left == 0 { At::Done } else { At::Trying });
            }
            Step::Befalls(process, fault) => next.befall(process, fault),
            Step::Happens(fault) => next.happen(fault, self.redis.value.as_deref()),
        }
        next.serve();
        next
    }

    /// Whether `reply` is what `step` must be answered in this state.
    pub(crate) fn accepts(&self, step: Step, reply: &Reply) -> bool {
        match step {
            Step::Release(process) => *reply == i64::from(self.processes[process].at == At::Holding(Lease::Held)),
            Step::Happens(Fault::Force) => *reply == 1,
            _ => true,
        }
    }

    fn acquired(&self, process: usize, reply: &Reply) -> At {
        if *reply == 1 {
            return At::Holding(Lease::Held);
        }
        let [pttl, signals] = [0, 1].map(|index| reply.list()[index].int());
        if self.processes[process].at == At::LastTry {
            return At::Done;
        }
        if signals == 0 {
            return At::Polling;
        }
        At::Refused(if pttl < 0 { Slice::Endless } else { Slice::UntilTtl })
    }

    fn befall(&mut self, process: usize, fault: Fault) {
        let at = self.processes[process].at;
        self.queue.retain(|blocked| *blocked != process);
        let next = match fault {
            Fault::SliceEnds => At::Trying,
            // It has just been refused, and has not taken a signal since.
            Fault::WaitEnds if matches!(at, At::Refused(_)) => At::Done,
            Fault::WaitEnds => At::LastTry,
            Fault::Crash => At::Crashed,
            Fault::LeaveWithSignal => At::Done,
            _ => panic!("{fault:?} comes from outside"),
        };
        self.move_to(process, next);
    }

    fn happen(&mut self, fault: Fault, value: Option<&str>) {
        for (number, process) in self.processes.iter_mut().enumerate() {
            let ends = matches!(fault, Fault::Force | Fault::TtlEnds | Fault::TtlEndsUnnoticed);
            process.at = match process.at {
                At::Holding(_) if ends && value == Some(&token(number)) => At::Holding(Lease::Lost),
                // Also if another lease refused: all ttls are the same here, so that one would have ended before.
                At::Refused(Slice::UntilTtl) if fault == Fault::TtlEnds => At::Refused(Slice::Over),
                At::Blocked(Slice::UntilTtl) if fault == Fault::TtlEnds => At::Blocked(Slice::Over),
                at => at,
            };
        }
    }

    /// What the server does after a command: each element goes to whoever is blocked longest. That it does is shown in blpop.rs.
    fn serve(&mut self) {
        while self.redis.elements > 0
            && let Some(process) = self.queue.pop_front()
        {
            self.redis.elements -= 1;
            self.move_to(process, At::Signalled);
        }
    }

    fn move_to(&mut self, process: usize, at: At) {
        self.processes[process].at = at;
    }
}

//! Owns what can happen next in a state: the steps of the processes, and the faults that a scenario allows.
//! Does not know what a step leads to (model.rs), nor whether that is good (search.rs).

use crate::explorer::model::{At, Slice, State};
use crate::explorer::stage::{Command, FOREIGN, KEY, LIFE_MS, MARK, WAKE};

/// What may go wrong, or come from outside; as often as it can, at any moment at which it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A BLPOP ends without an element.
    SliceEnds,
    /// Nothing more is waited for: one more attempt where a BLPOP was answered, then the process gives up.
    WaitEnds,
    /// A waiter that has the signal stops for ever.
    Crash,
    /// A waiter that has the signal gives up without an attempt. Against the rules: shows what they are for.
    LeaveWithSignal,
    /// An outsider runs force.lua.
    Force,
    /// A program that does not signal takes the free key.
    ForeignTakes,
    ForeignDeletes,
    /// The holder's key expires; the slices that were bounded by its PTTL are over then.
    TtlEnds,
    /// The same where slices are not bounded. Against the rules: shows what they are for.
    TtlEndsUnnoticed,
    MarkExpires,
    SignalExpires,
}

/// What is explored: so many processes, each of which wants so many leases of one key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) processes: usize,
    pub(crate) leases: usize,
    pub(crate) faults: &'static [Fault],
}

impl Scenario {
    fn allows(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }
}

/// One step: at most one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Acquire(usize),
    Block(usize),
    Release(usize),
    /// A fault of one process.
    Befalls(usize, Fault),
    /// A fault from outside.
    Happens(Fault),
}

impl Step {
    pub(crate) fn fault(self) -> Option<Fault> {
        match self {
            Self::Befalls(_, fault) | Self::Happens(fault) => Some(fault),
            Self::Acquire(_) | Self::Block(_) | Self::Release(_) => None,
        }
    }

    /// The command that this step is, if it is one, in a state in which it is possible.
    pub(crate) fn command(self, state: &State) -> Option<Command> {
        match self {
            Self::Acquire(process) => {
                // Who does not wait any longer leaves no mark.
                let mark_ms = if state.processes[process].at == At::LastTry { "0" } else { LIFE_MS };
                Some(Command::Acquire { process, mark_ms })
            }
            Self::Block(_) => Some(Command::Pop),
            Self::Release(process) => Some(Command::Release { process }),
            Self::Befalls(..) => None,
            Self::Happens(fault) => Some(outside_command(fault)),
        }
    }
}

fn outside_command(fault: Fault) -> Command {
    match fault {
        Fault::Force => Command::Force,
        Fault::ForeignTakes => Command::ForeignSet,
        Fault::ForeignDeletes | Fault::TtlEnds | Fault::TtlEndsUnnoticed => Command::Delete(KEY),
        Fault::MarkExpires => Command::Delete(MARK),
        Fault::SignalExpires => Command::Delete(WAKE),
        Fault::SliceEnds | Fault::WaitEnds | Fault::Crash | Fault::LeaveWithSignal => {
            panic!("{fault:?} befalls a process")
        }
    }
}

/// All that can happen in `state`.
pub(crate) fn possible(state: &State, scenario: &Scenario) -> Vec<Step> {
    let own = state.processes.iter().enumerate().filter_map(|(process, it)| own_step(process, it.at));
    let befalls = state.processes.iter().enumerate().flat_map(|(process, it)| {
        let faults = faults_at(it.at).iter().filter(move |fault| {
            let is_due = **fault == Fault::SliceEnds && it.at == At::Blocked(Slice::Over);
            is_due || scenario.allows(**fault)
        });
        faults.map(move |fault| Step::Befalls(process, *fault))
    });
    let outside = faults_outside(state).into_iter().filter(|fault| scenario.allows(*fault)).map(Step::Happens);
    own.chain(befalls).chain(outside).collect()
}

fn own_step(process: usize, at: At) -> Option<Step> {
    match at {
        At::Trying | At::LastTry | At::Signalled | At::Polling => Some(Step::Acquire(process)),
        At::Refused(_) => Some(Step::Block(process)),
        At::Holding(_) => Some(Step::Release(process)),
        At::Blocked(_) | At::Done | At::Crashed => None,
    }
}

fn faults_at(at: At) -> &'static [Fault] {
    match at {
        At::Blocked(_) => &[Fault::SliceEnds, Fault::WaitEnds],
        At::Signalled => &[Fault::WaitEnds, Fault::Crash, Fault::LeaveWithSignal],
        At::Refused(_) | At::Polling => &[Fault::WaitEnds],
        At::Trying | At::LastTry | At::Holding(_) | At::Done | At::Crashed => &[],
    }
}

fn faults_outside(state: &State) -> Vec<Fault> {
    let mut faults = match state.redis.value.as_deref() {
        None => vec![Fault::ForeignTakes],
        Some(FOREIGN) => vec![Fault::ForeignDeletes, Fault::Force],
        Some(_) => vec![Fault::Force, Fault::TtlEnds, Fault::TtlEndsUnnoticed],
    };
    if state.redis.has_mark {
        faults.push(Fault::MarkExpires);
    }
    if state.redis.elements > 0 {
        faults.push(Fault::SignalExpires);
    }
    faults
}

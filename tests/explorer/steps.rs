//! Owns what can happen next in a state: the steps of the processes, and the faults that a scenario allows.
//! Does not know what a step leads to (model.rs), nor whether that is good (search.rs).

use crate::explorer::calls::{Command, Edit};
use crate::explorer::model::{At, Process, Slice, State, Told};
use crate::explorer::world::{LIFE_MS, MOST, REST_MS, Value, Want, World};

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
    /// A waiter that polls forgets beside which key. Against the rules: shows what they are for.
    Forgets,
    /// A waiter that polls has Redis tell it of changes instead: its next attempt is a read that is watched.
    Watches,
    /// The same without an attempt. Against the rules: shows what they are for.
    WatchesUnread,
    /// What Redis tells one that watches does not arrive.
    PushLost,
    /// The connection of one that watches ends, or is refused that from now on.
    Cut,
    /// A waiter's connection ends before the reply that names the list whose signal it has.
    SignalUnknown,
    /// An attempt is made, and its reply does not come: the next one asks what became of it.
    ReplyLost,
    /// A release leaves the keys at rest.
    Rests,
    /// The work of a holder fails: there is no result.
    WorkFails,
    /// A release leaves a done marker.
    Marks,
    /// Such a release runs, and its reply does not come: it is tried again.
    MarkUnread,
    /// Such a release does not arrive: it is owed.
    MarkUnsent,
    /// What was owed so goes out without its marker. Against the rules: shows what they are for.
    MarkForgotten,
    /// A key's rest is over, or the time of its done marker; the slices that were bounded by it are over then.
    RestEnds,
    /// An outsider runs remove.lua for one key, which knows nothing of lists and of the permits after the first.
    Force,
    /// An outsider removes all that the first process of the scenario wants.
    ForceAll,
    /// A program that does not signal takes a free key.
    ForeignTakes,
    ForeignDeletes,
    /// A lease expires; the slices that were bounded by its PTTL are over then.
    TtlEnds,
    /// The same where slices are not bounded. Against the rules: shows what they are for.
    TtlEndsUnnoticed,
    MarkExpires,
    SignalExpires,
}

/// What is explored: processes, each of which wants so many leases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) world: &'static World,
    /// What each process wants.
    pub(crate) wants: &'static [Want],
    pub(crate) leases: usize,
    pub(crate) faults: &'static [Fault],
    /// Rules that are taken out of the scripts.
    pub(crate) edits: &'static [Edit],
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
    /// Looks whether what the lock is for is there.
    Look(usize),
    /// Wakes others in its place.
    Wake(usize),
    Release(usize),
    /// A fault of one process.
    Befalls(usize, Fault),
    /// A fault from outside: at a key, or at a mark or a wake list by its channel.
    Happens(Fault, usize),
}

impl Step {
    pub(crate) fn fault(self) -> Option<Fault> {
        match self {
            Self::Befalls(_, fault) | Self::Happens(fault, _) => Some(fault),
            Self::Acquire(_) | Self::Block(_) | Self::Look(_) | Self::Wake(_) | Self::Release(_) => None,
        }
    }

    /// Whether its command is a script, which may push elements.
    pub(crate) fn pushes(self) -> bool {
        match self {
            Self::Acquire(_) | Self::Release(_) | Self::Wake(_) => true,
            Self::Befalls(_, fault) => {
                matches!(
                    fault,
                    Fault::Rests
                        | Fault::WorkFails
                        | Fault::Marks
                        | Fault::MarkUnread
                        | Fault::MarkForgotten
                        | Fault::ReplyLost
                )
            }
            Self::Happens(fault, _) => matches!(fault, Fault::Force | Fault::ForceAll),
            Self::Block(_) | Self::Look(_) => false,
        }
    }

    /// The command that this step is, if it is one, in a state in which it is possible.
    pub(crate) fn command(self, state: &State) -> Option<Command> {
        match self {
            Self::Acquire(process) | Self::Befalls(process, Fault::ReplyLost) => Some(acquire(state, process)),
            Self::Block(process) => Some(Command::Pop(state.processes[process].channels())),
            Self::Wake(process) => Some(Command::Wake(state.processes[process].want.keys()[0])),
            Self::Befalls(process, Fault::Marks | Fault::MarkUnread) => Some(release_done(state, process, true)),
            Self::Release(process) => Some(match state.processes[process] {
                Process { at: At::Owing, .. } => release_done(state, process, true),
                Process { want: Want::Found(_), .. } => release_done(state, process, false),
                _ => release(state, process, "0"),
            }),
            Self::Befalls(process, Fault::WorkFails | Fault::MarkForgotten) => Some(release(state, process, "0")),
            Self::Befalls(process, Fault::Rests) => Some(release(state, process, REST_MS)),
            Self::Look(_) | Self::Befalls(..) => None,
            Self::Happens(fault, at) => Some(outside_command(state, fault, at)),
        }
    }
}

fn acquire(state: &State, process: usize) -> Command {
    let it = &state.processes[process];
    // Who does not wait any longer, or for no signal, leaves no mark.
    let mark_ms = if matches!(it.at, At::LastTry | At::Watching(_)) { "0" } else { LIFE_MS };
    let is_retry = if it.at == At::Unknown { "1" } else { "0" };
    Command::Acquire { process, want: it.want, mark_ms, is_retry, signal_of: it.signal_of() }
}

fn release(state: &State, process: usize, rest_ms: &'static str) -> Command {
    let it = &state.processes[process];
    Command::Release { process, want: it.want, permit: it.place, rest_ms }
}

fn release_done(state: &State, process: usize, marks: bool) -> Command {
    Command::ReleaseDone { process, key: state.processes[process].want.keys()[0], marks }
}

fn outside_command(state: &State, fault: Fault, at: usize) -> Command {
    match fault {
        Fault::Force => Command::Force(at),
        Fault::ForceAll => Command::ForceAll(state.processes[0].want),
        Fault::ForeignTakes => Command::ForeignSet(at),
        Fault::ForeignDeletes | Fault::RestEnds => Command::DeleteKeys(std::array::from_fn(|key| key == at)),
        // All that a lease has expires in the same instant.
        Fault::TtlEnds | Fault::TtlEndsUnnoticed => {
            Command::DeleteKeys(std::array::from_fn(|key| state.redis.values[key] == state.redis.values[at]))
        }
        Fault::MarkExpires => Command::DeleteMark(at),
        Fault::SignalExpires => Command::DeleteWake(at),
        Fault::SliceEnds
        | Fault::WaitEnds
        | Fault::Crash
        | Fault::LeaveWithSignal
        | Fault::Forgets
        | Fault::Watches
        | Fault::WatchesUnread
        | Fault::PushLost
        | Fault::Cut
        | Fault::SignalUnknown
        | Fault::ReplyLost
        | Fault::Rests
        | Fault::WorkFails
        | Fault::Marks
        | Fault::MarkUnread
        | Fault::MarkUnsent
        | Fault::MarkForgotten => {
            panic!("{fault:?} befalls a process")
        }
    }
}

/// All that can happen in `state`.
pub(crate) fn possible(state: &State, scenario: &Scenario) -> Vec<Step> {
    let own = state.processes.iter().enumerate().filter_map(|(process, it)| own_step(process, it));
    let befalls = state.processes.iter().enumerate().flat_map(|(process, it)| {
        let faults = faults_at(it.at).iter().filter(move |fault| {
            let is_due = **fault == Fault::SliceEnds && matches!(it.at, At::Blocked(Slice::Over | Slice::OverSilently));
            is_due || scenario.allows(**fault)
        });
        faults.map(move |fault| Step::Befalls(process, *fault))
    });
    let outside = faults_outside(state, scenario.world).into_iter().filter(|(fault, _)| scenario.allows(*fault));
    own.chain(befalls).chain(outside.map(|(fault, at)| Step::Happens(fault, at))).collect()
}

fn own_step(process: usize, it: &Process) -> Option<Step> {
    match it.at {
        At::Signalled if matches!(it.want, Want::Found(_)) => Some(Step::Look(process)),
        At::Looking => Some(Step::Look(process)),
        At::PassingOn => Some(Step::Wake(process)),
        At::Trying | At::LastTry | At::Signalled | At::Polling | At::Unknown | At::Watching(Told::Change) => {
            Some(Step::Acquire(process))
        }
        At::Refused(_) => Some(Step::Block(process)),
        At::Holding(_) | At::Owing => Some(Step::Release(process)),
        At::Blocked(_) | At::Watching(Told::Nothing) | At::Done | At::Undone | At::Crashed => None,
    }
}

fn faults_at(at: At) -> &'static [Fault] {
    match at {
        At::Blocked(_) => &[Fault::SliceEnds, Fault::WaitEnds],
        At::Signalled => {
            &[Fault::WaitEnds, Fault::Crash, Fault::LeaveWithSignal, Fault::ReplyLost, Fault::SignalUnknown]
        }
        At::Refused(_) => &[Fault::WaitEnds],
        At::Polling => &[Fault::WaitEnds, Fault::Forgets, Fault::ReplyLost, Fault::Watches, Fault::WatchesUnread],
        At::Watching(Told::Nothing) => &[Fault::SliceEnds, Fault::WaitEnds, Fault::Cut],
        At::Watching(Told::Change) => &[Fault::WaitEnds, Fault::ReplyLost, Fault::PushLost, Fault::Cut],
        At::Holding(_) => &[Fault::Rests, Fault::WorkFails, Fault::Marks, Fault::MarkUnread, Fault::MarkUnsent],
        At::Owing => &[Fault::MarkForgotten],
        At::Trying | At::Unknown => &[Fault::ReplyLost],
        At::Looking | At::PassingOn | At::LastTry | At::Done | At::Undone | At::Crashed => &[],
    }
}

fn faults_outside(state: &State, world: &World) -> Vec<(Fault, usize)> {
    let values = &state.redis.values;
    let mut faults = Vec::new();
    for key in 0..world.keys.len() {
        let at_key: &[Fault] = match values[key] {
            Value::Free => &[Fault::ForeignTakes],
            Value::Foreign => &[Fault::ForeignDeletes, Fault::Force],
            Value::Rest | Value::Done(_) => &[Fault::RestEnds, Fault::Force],
            Value::Of(_) if values[..key].contains(&values[key]) => &[Fault::Force],
            Value::Of(_) => &[Fault::Force, Fault::TtlEnds, Fault::TtlEndsUnnoticed],
        };
        // Without the permit's number its companions are not known: force() of a plain lock removes the first one alone.
        let is_reached = |fault: Fault| fault != Fault::Force || key == 0 || world.channels[key].most == 1;
        faults.extend(at_key.iter().filter(|fault| is_reached(**fault)).map(|fault| (*fault, key)));
    }
    if state.processes[0].want.keys().iter().any(|key| values[*key] != Value::Free) {
        faults.push((Fault::ForceAll, 0));
    }
    for channel in 0..MOST {
        if state.redis.has_mark[channel] {
            faults.push((Fault::MarkExpires, channel));
        }
        if state.redis.elements[channel] > 0 {
            faults.push((Fault::SignalExpires, channel));
        }
    }
    faults
}

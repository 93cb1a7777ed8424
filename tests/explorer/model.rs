//! Owns the model of waiting: where each process stands, and where an answer takes it.
//! Does not know which steps are possible (steps.rs). What a script does is never said here: the server says it.

use std::collections::VecDeque;

use crate::explorer::steps::{Fault, Scenario, Step};
use crate::explorer::world::{MOST, REST_MS, Snapshot, Value, Want, World};
use crate::support::Reply;

/// Where a process stands, and so what it does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// A look for the result.
    Looking,
    /// The result is there, and a signal was taken; the script that wakes others.
    PassingOn,
    /// The script that acquires.
    Trying,
    /// The same; refused, it gives up.
    LastTry,
    /// Refused by a holder that signals; BLPOP.
    Refused(Slice),
    /// In BLPOP, until it is served or its slice ends.
    Blocked(Slice),
    /// Served by BLPOP; the script that acquires.
    Signalled,
    /// Refused by a holder that does not signal; the script that acquires after a pause.
    Polling,
    /// Behind the same, after an attempt that Redis tells it of a change of. Once it is told, or its slice is over: the script that
    /// acquires, which reads the key again.
    Watching(Told),
    /// An attempt's reply did not come; the script that acquires, which is told so.
    Unknown,
    /// The script that releases.
    Holding(Lease),
    /// Its release was asked for a done marker, and has got no reply; the same again.
    Owing,
    Done,
    /// Its lease ended without the marker that it was asked for.
    Undone,
    Crashed,
}

/// Whether an attempt of one that watches is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Told {
    Nothing,
    Change,
}

/// When a BLPOP ends by itself, if the scenario does not end slices at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slice {
    /// The refusal named no PTTL.
    Endless,
    /// Soon after the key that refused has expired.
    UntilTtl,
    /// The same of a key that is at rest.
    UntilRest,
    /// Now.
    Over,
    /// Now: what is at one of the permits ends without a signal, or has.
    OverSilently,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lease {
    Held,
    /// Forced away or expired, if only in part; its process does not know.
    Lost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    pub(crate) want: Want,
    pub(crate) at: At,
    /// How many leases it still wants, the one that it holds included.
    pub(crate) leases: usize,
    /// In its list, from 1 on, the key beside which it sleeps or has slept; 0: none. Of permits the one that it holds; before that
    /// 1 if the key's list has woken it, 2 if that of the permits has. Of a job 1 once it was
    /// refused, of a look-up once it was signalled.
    pub(crate) place: usize,
}

/// One state: what is in Redis, and what every process is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) redis: Snapshot,
    pub(crate) processes: Vec<Process>,
    /// Who is in BLPOP; the longest first, as the server serves them.
    pub(crate) queue: VecDeque<usize>,
    /// The result that look-ups look for is there.
    pub(crate) is_found: bool,
}

impl Process {
    /// The channels in its BLPOP.
    pub(crate) fn channels(&self) -> [bool; MOST] {
        let channels = self.want.channels(self.place);
        std::array::from_fn(|channel| channels.contains(&channel))
    }

    /// The keys of its lease.
    pub(crate) fn held(&self) -> Vec<usize> {
        self.want.held(self.place)
    }

    /// What its attempt tells of the signal that it may use up.
    pub(crate) fn signal_of(&self) -> usize {
        if matches!(self.want, Want::Key(_) | Want::Found(_)) { 0 } else { self.place }
    }

    /// Where it begins, for each lease.
    fn beginning(want: Want) -> At {
        if matches!(want, Want::Found(_)) { At::Looking } else { At::Trying }
    }

    /// Whether a permit may have become free meanwhile without a signal.
    fn watches(&self) -> bool {
        let (At::Refused(slice) | At::Blocked(slice)) = self.at else { return false };
        matches!(slice, Slice::UntilRest | Slice::OverSilently)
    }

    /// Its place once it has an element of this channel.
    fn place_after(&self, channel: usize) -> usize {
        match self.want {
            // What it has watched may have ended as well: it signals what it leaves free.
            Want::Permit(_) if self.watches() => 0,
            Want::Permit(_) if channel > 0 => 2,
            Want::Permit(_) | Want::Found(_) => 1,
            Want::Key(_) | Want::Job(_) | Want::All(_) => self.place,
        }
    }
}

impl Slice {
    /// The slice once a key has ended that was in the way.
    fn after(self, fault: Fault) -> Self {
        match (self, fault) {
            // Also if another lease refused: all ttls are the same here, so that one would have ended before.
            (Self::UntilTtl, Fault::TtlEnds) => Self::Over,
            (Self::UntilRest, Fault::TtlEnds | Fault::RestEnds) => Self::OverSilently,
            _ => self,
        }
    }
}

impl State {
    pub(crate) fn start(scenario: &Scenario) -> Self {
        let process =
            |want: &Want| Process { want: *want, at: Process::beginning(*want), leases: scenario.leases, place: 0 };
        let processes = scenario.wants.iter().map(process).collect();
        Self { redis: Snapshot::default(), processes, queue: VecDeque::new(), is_found: false }
    }

    /// The state after `step`, given what the server answered and what is in it now.
    pub(crate) fn after(&self, step: Step, reply: &Reply, redis: Snapshot) -> Self {
        let mut next = Self { redis, ..self.clone() };
        match step {
            Step::Acquire(process) => {
                let (at, place) = self.acquired(process, reply);
                next.move_to(process, at, place);
            }
            Step::Look(process) => next.look(process),
            Step::Wake(process) => next.move_to(process, At::Done, 0),
            Step::Block(process) if reply.is_nil() => {
                let At::Refused(slice) = self.processes[process].at else { panic!("{self:?}") };
                next.move_to(process, At::Blocked(slice), self.processes[process].place);
                next.queue.push_back(process);
            }
            Step::Block(process) => {
                let it = &self.processes[process];
                // It has been taken from the first of its lists that had one.
                let popped = |channel: &usize| it.channels()[*channel] && self.redis.elements[*channel] > 0;
                let channel = (0..MOST).find(popped).expect("an element");
                next.move_to(process, At::Signalled, it.place_after(channel));
            }
            Step::Befalls(process, Fault::MarkUnread) => next.move_to(process, At::Owing, 0),
            Step::Release(process) | Step::Befalls(process, Fault::MarkForgotten)
                if self.was_undone(process, &next) =>
            {
                next.move_to(process, At::Undone, 0);
            }
            Step::Release(process) => {
                next.is_found |= matches!(self.processes[process].want, Want::Found(_));
                next.released(process);
            }
            Step::Befalls(process, Fault::Rests | Fault::WorkFails | Fault::Marks | Fault::MarkForgotten) => {
                next.released(process);
            }
            // What it slept beside it still knows.
            Step::Befalls(process, Fault::ReplyLost) => {
                next.move_to(process, At::Unknown, self.processes[process].place);
            }
            Step::Befalls(process, fault) => next.befall(process, fault),
            Step::Happens(fault, _) => next.happen(fault, &self.redis),
        }
        next.tell(self);
        next.serve();
        next
    }

    /// Has the server tell of what a step has changed.
    fn tell(&mut self, before: &Self) {
        let has_changed = |key: &usize| before.redis.values[*key] != self.redis.values[*key];
        for (process, earlier) in self.processes.iter_mut().zip(&before.processes) {
            let watches = earlier.at == At::Watching(Told::Nothing) && process.at == earlier.at;
            if watches && process.want.in_the_way(process.place).iter().any(has_changed) {
                process.at = At::Watching(Told::Change);
            }
        }
    }

    /// Whether `reply` is what `step` must be answered in this state.
    pub(crate) fn accepts(&self, step: Step, reply: &Reply) -> bool {
        match step {
            Step::Release(process) if self.processes[process].at == At::Owing => *reply == self.owing(process),
            Step::Release(process)
            | Step::Befalls(process, Fault::Rests | Fault::WorkFails | Fault::Marks | Fault::MarkUnread) => {
                *reply == i64::from(self.processes[process].at == At::Holding(Lease::Held))
            }
            Step::Happens(Fault::Force | Fault::ForceAll, _) => *reply == 1,
            _ => true,
        }
    }

    /// What the second try of a release with a marker is told: it releases, its first try has, or the lease was lost.
    fn owing(&self, process: usize) -> i64 {
        match self.redis.values[self.processes[process].want.keys()[0]] {
            Value::Of(holder) if holder == process => 1,
            Value::Done(holder) if holder == process => 2,
            _ => 0,
        }
    }

    /// Whether a lease that was to leave a marker has left, and there is none.
    fn was_undone(&self, process: usize, next: &Self) -> bool {
        self.processes[process].at == At::Owing && self.owing(process) > 0 && next.owing(process) != 2
    }

    /// Where the answer of the script that acquires takes a process, and to which place.
    fn acquired(&self, process: usize, reply: &Reply) -> (At, usize) {
        let it = &self.processes[process];
        let numbers: Vec<i64> = match reply {
            Reply::Int(number) => vec![*number],
            other => other.list().iter().map(Reply::int).collect(),
        };
        let number = |at: usize| usize::try_from(numbers[at]).unwrap();
        let (pttl, signals, place) = match it.want {
            Want::Permit(_) if numbers[0] > 0 => return (At::Holding(Lease::Held), number(0) - 1),
            Want::Permit(_) => (numbers[1], numbers[2] != 0, 0),
            _ if numbers == [1] => return (At::Holding(Lease::Held), 0),
            Want::Key(_) => (numbers[0], numbers[1] == 1, 0),
            Want::Found(_) => (numbers[0], numbers[1] == 1, it.place),
            Want::Job(_) if numbers[1] == 2 => return (At::Done, 0),
            Want::Job(_) => (numbers[0], numbers[1] == 1, 1),
            Want::All(_) => (numbers[0], numbers[1] == 1, number(2)),
        };
        let slice = if pttl < 0 {
            Slice::Endless
        } else if pttl <= REST_MS.parse().unwrap() {
            Slice::UntilRest
        } else {
            Slice::UntilTtl
        };
        match it.want {
            _ if it.at == At::LastTry => (At::Done, 0),
            // Not all permits signal: it sleeps beside its lists, and never long.
            Want::Permit(_) if !signals => (At::Refused(Slice::OverSilently), 0),
            _ if !signals && matches!(it.at, At::Watching(_)) => (At::Watching(Told::Nothing), place),
            // It leaves the mark with the next attempt.
            _ if matches!(it.at, At::Watching(_)) => (At::Trying, place),
            _ if !signals => (At::Polling, place),
            _ => (At::Refused(slice), place),
        }
    }

    fn released(&mut self, process: usize) {
        let left = self.processes[process].leases - 1;
        self.processes[process].leases = left;
        let at = if left == 0 { At::Done } else { Process::beginning(self.processes[process].want) };
        self.move_to(process, at, 0);
    }

    fn look(&mut self, process: usize) {
        let Process { at, place, .. } = self.processes[process];
        let place = if at == At::Signalled { 1 } else { place };
        let at = match (self.is_found, place) {
            (false, _) => At::Trying,
            (true, 0) => At::Done,
            (true, _) => At::PassingOn,
        };
        self.move_to(process, at, place);
    }

    fn befall(&mut self, process: usize, fault: Fault) {
        let Process { at, place, want, .. } = self.processes[process];
        self.queue.retain(|blocked| *blocked != process);
        let (next, place) = match fault {
            Fault::SliceEnds | Fault::Watches if matches!(at, At::Watching(_) | At::Polling) => {
                (At::Watching(Told::Change), place)
            }
            Fault::SliceEnds => (Process::beginning(want), place),
            Fault::PushLost | Fault::WatchesUnread => (At::Watching(Told::Nothing), place),
            Fault::Cut => (At::Polling, place),
            // It has just been refused, and has not taken a signal since.
            Fault::WaitEnds if matches!(at, At::Refused(_)) => (At::Done, 0),
            Fault::WaitEnds => (At::LastTry, place),
            Fault::Crash => (At::Crashed, 0),
            Fault::LeaveWithSignal => (At::Done, 0),
            Fault::MarkUnsent => (At::Owing, 0),
            Fault::Forgets => (At::Polling, 0),
            Fault::SignalUnknown => (At::LastTry, 0),
            _ => panic!("{fault:?} comes from outside"),
        };
        self.move_to(process, next, place);
    }

    fn happen(&mut self, fault: Fault, before: &Snapshot) {
        let now = &self.redis;
        let has_ended = |key: &usize| before.values[*key] != Value::Free && now.values[*key] == Value::Free;
        for (number, process) in self.processes.iter_mut().enumerate() {
            let sleeps_beside_it = |process: &Process| process.want.in_the_way(process.place).iter().any(has_ended);
            process.at = match process.at {
                At::Holding(_) if process.held().iter().any(|key| now.values[*key] != Value::Of(number)) => {
                    At::Holding(Lease::Lost)
                }
                At::Refused(slice) if sleeps_beside_it(process) => At::Refused(slice.after(fault)),
                At::Blocked(slice) if sleeps_beside_it(process) => At::Blocked(slice.after(fault)),
                at => at,
            };
        }
    }

    /// Whether a list has more elements than it may have.
    pub(crate) fn has_piled_up(&self, world: &World) -> bool {
        world.channels.iter().zip(self.redis.elements).any(|(channel, elements)| elements > channel.most)
    }

    /// What the server does after a command: each element goes to the client that is blocked longest on its list. That it does is shown
    /// in blpop.rs.
    fn serve(&mut self) {
        for channel in 0..MOST {
            while self.redis.elements[channel] > 0
                && let Some(at) = self.queue.iter().position(|process| self.processes[*process].channels()[channel])
                && let Some(process) = self.queue.remove(at)
            {
                self.redis.elements[channel] -= 1;
                self.move_to(process, At::Signalled, self.processes[process].place_after(channel));
            }
        }
    }

    fn move_to(&mut self, process: usize, at: At, place: usize) {
        self.processes[process].at = at;
        self.processes[process].place = place;
    }
}

//! Owns what can go wrong on purpose, when it did, and what it may excuse.
//! Does not do it (nemesis.rs).

use crate::layout::Layout;
use crate::process::real;
use crate::time::{MS, Nanos};

/// How long expiry, a look and a busy machine take beyond what is promised.
pub(crate) const SLACK: Nanos = 400 * MS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// SIGKILL to a process.
    Kill,
    /// SIGSTOP to a process, and SIGCONT later.
    Stop,
    /// A signal whose handler throws out of a wait.
    Interrupt,
    /// SIGSTOP to Redis, and SIGCONT later.
    RedisStop,
    /// SIGSTOP to three or four of five masters, and SIGCONT later.
    MajorityStop,
    /// SIGSTOP to all replicas of a master, and SIGCONT later.
    ReplicasStop,
    /// CLIENT PAUSE ALL.
    RedisPause,
    /// DEBUG SLEEP.
    RedisSleep,
    /// SIGKILL to Redis, and another, empty, at the same port.
    RedisRestart,
    /// As before, and for the time that no lease survives there is none: as a quorum wants it.
    RedisDown,
    /// The same with three or four of five.
    MajorityDown,
    /// FLUSHALL.
    Flush,
    /// SCRIPT FLUSH.
    ScriptFlush,
    /// CLIENT KILL TYPE normal.
    Disconnect,
    /// Redis runs a script that does not end, and refuses every command: BUSY.
    Busy,
    /// Redis follows another, which is not there, and refuses every write: READONLY.
    ReadOnly,
    /// Another master, by order or because the first was stopped.
    Failover,
    /// A slot of a cluster is moved to another master and back, and is half moved for a while each time.
    SlotMove,
    /// The proxy passes no byte; what it holds back arrives when the cut is healed, unless its client has reset.
    Cut,
    /// The proxies in front of one or two of five masters pass no byte: half of the processes are parted from those.
    MinorityCut,
    /// The same with three or four of five.
    MajorityCut,
    /// The cable between the processes and Redis is pulled, and plugged in again later.
    Unplug,
    /// The proxy passes replies late.
    Delay,
    /// The proxy refuses connections.
    Refuse,
    /// The proxy closes all connections.
    Close,
    /// The proxy loses a request, and all after it.
    LoseRequest,
    /// The proxy loses a reply, and all after it.
    LoseReply,
    /// The proxy holds a request back and delivers it on another connection, whatever its client has done meanwhile.
    HoldBack,
    /// The proxy delivers a request twice, the second time late.
    Repeat,
    /// Redis's wall clock jumps ahead, and stays there: leases end so much earlier.
    ClockAhead,
    /// It jumps back: leases end so much later.
    ClockBack,
    /// Not injected: the machine itself stood still.
    Stall,
    /// Not injected: another master that was not ordered. Seen at the servers (roles.rs).
    Takeover,
}

impl Kind {
    /// Redis may have lost what it had, or another Redis answers.
    pub(crate) fn wipes(self) -> bool {
        matches!(self, Self::RedisRestart | Self::Flush | Self::Failover | Self::Takeover)
    }

    /// No question that is asked within it is answered within it.
    pub(crate) fn silences(self) -> bool {
        matches!(
            self,
            Self::RedisStop | Self::RedisPause | Self::RedisSleep | Self::RedisRestart | Self::Cut | Self::Unplug
        ) || self.hits_a_majority()
    }

    /// The same where there are several servers: whether what is left of them may not answer.
    pub(crate) fn silences_all(self, layout: Layout) -> bool {
        match layout {
            Layout::OneMaster | Layout::Cable | Layout::Versions => self.silences(),
            Layout::Quorum => self.hits_a_majority(),
            Layout::Sentinels | Layout::Cluster => false,
        }
    }

    /// Every request, or every write, is replied to by an error.
    pub(crate) fn refuses(self) -> bool {
        matches!(self, Self::Busy | Self::ReadOnly)
    }

    fn hits_a_majority(self) -> bool {
        matches!(self, Self::MajorityStop | Self::MajorityDown | Self::MajorityCut)
    }

    /// A command may run long after its client has given up: a reset does not reach what Redis has in its hands already, nor
    /// what waits before it in a queue of the kernel's, as in that of an address whose device is being looked for (Linux
    /// keeps both while a cable is pulled, and delivers the command first; seen on 2026-11-22), nor what the proxy was not given
    /// the time to read.
    pub(crate) fn holds_commands_back(self) -> bool {
        matches!(
            self,
            Self::RedisStop
                | Self::MajorityStop
                | Self::RedisPause
                | Self::RedisSleep
                | Self::Unplug
                | Self::HoldBack
                | Self::Repeat
                | Self::Stall
        )
    }

    /// It is a process's own misfortune.
    pub(crate) fn hits_a_process(self) -> bool {
        matches!(self, Self::Kill | Self::Stop | Self::Interrupt)
    }

    pub(crate) fn moves_the_clock(self) -> bool {
        matches!(self, Self::ClockAhead | Self::ClockBack)
    }

    pub(crate) fn is_of_the_proxy(self) -> bool {
        matches!(
            self,
            Self::Cut
                | Self::MinorityCut
                | Self::MajorityCut
                | Self::Delay
                | Self::Refuse
                | Self::Close
                | Self::LoseRequest
                | Self::LoseReply
                | Self::HoldBack
                | Self::Repeat
        )
    }
}

/// One fault that really was: injected, or seen (Stall, Takeover).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// Which process, or which server.
    pub(crate) target: u32,
    /// Before it began, when it had begun for certain, when it was still on for certain, when it was over.
    pub(crate) from: Nanos,
    pub(crate) on: Nanos,
    pub(crate) off: Nanos,
    pub(crate) until: Nanos,
    /// How far a clock has jumped.
    pub(crate) by: Nanos,
}

impl Fault {
    /// What it held up runs before that instant: when it is over, and when what was to be sent again has been.
    pub(crate) fn reaches(&self) -> Nanos {
        let sent_again = match self.kind {
            // Linux waits twice as long each time, and sentinels tell an old master late.
            Kind::Unplug | Kind::Failover | Kind::Takeover | Kind::Stall => 2_000 * MS,
            _ => 0,
        };
        self.until + sent_again + SLACK
    }

    /// It was done to this very process.
    pub(crate) fn hits(&self, pid: u32) -> bool {
        self.target == real(pid)
    }

    pub(crate) fn touches(&self, from: Nanos, until: Nanos) -> bool {
        self.from <= until && from <= self.until
    }

    /// It was on throughout.
    pub(crate) fn covers(&self, from: Nanos, until: Nanos) -> bool {
        self.on <= from && until <= self.off
    }
}

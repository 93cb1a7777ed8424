//! Owns the nemesis: which fault comes when, by a seed. Two of them, beside each other: one for processes, one for Redis and the
//! network.
//! Does not break Redis and the network itself (strike.rs), judges nothing. Leaves everything whole at its end.

use std::time::{Duration, Instant};
use std::{env, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::chance::Chance;
use crate::crew::{Members, open};
use crate::fault::{Fault, Kind};
use crate::orders::Ground;
use crate::strike::Strike;
use crate::term::Term;
use crate::time::{MS, now};

/// What happens to one master and its network.
const ONE_MASTER: [Kind; 19] = [
    Kind::RedisStop,
    Kind::RedisPause,
    Kind::RedisSleep,
    Kind::RedisRestart,
    Kind::Flush,
    Kind::ScriptFlush,
    Kind::Disconnect,
    Kind::Busy,
    Kind::ReadOnly,
    Kind::Cut,
    Kind::Delay,
    Kind::Refuse,
    Kind::Close,
    Kind::LoseRequest,
    Kind::LoseReply,
    Kind::HoldBack,
    Kind::Repeat,
    Kind::ClockAhead,
    Kind::ClockBack,
];
/// What happens to one at the other end of a cable.
const CABLE: [Kind; 4] = [Kind::Unplug, Kind::Unplug, Kind::Unplug, Kind::Disconnect];
/// What happens to a master whom sentinels watch, and to its replicas.
const WATCHED: [Kind; 6] =
    [Kind::Failover, Kind::Failover, Kind::ReplicasStop, Kind::RedisPause, Kind::ScriptFlush, Kind::Disconnect];
/// What happens to masters with replicas in a cluster.
const CLUSTER: [Kind; 7] = [
    Kind::Failover,
    Kind::Failover,
    Kind::SlotMove,
    Kind::SlotMove,
    Kind::RedisPause,
    Kind::ScriptFlush,
    Kind::Disconnect,
];
/// What happens to masters of a quorum.
const QUORUM: [Kind; 10] = [
    Kind::RedisStop,
    Kind::RedisStop,
    Kind::RedisDown,
    Kind::MajorityStop,
    Kind::MajorityDown,
    Kind::MinorityCut,
    Kind::MajorityCut,
    Kind::RedisPause,
    Kind::ScriptFlush,
    Kind::Disconnect,
];

/// Kills, stops and interrupts processes.
pub(crate) fn hunt(members: &Members, mut chance: Chance, term: &Term<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut stopped: Vec<(Instant, Fault)> = Vec::new();
    while !term.is_over() {
        term.sleep(chance.within(50..400));
        wake(members, &mut stopped, &mut faults, Instant::now());
        let kinds = wanted(&[Kind::Kill, Kind::Stop, Kind::Stop, Kind::Stop, Kind::Interrupt]);
        if kinds.is_empty() {
            continue;
        }
        let kind = *chance.pick(&kinds);
        let longest = *chance.pick(&[60, 600, 2_500]);
        let length = Duration::from_millis(chance.within(10..longest));
        let members = open(members);
        let slot = chance.next();
        let alive: Vec<u32> = members.iter().flatten().map(std::process::Child::id).collect();
        if alive.is_empty() {
            continue;
        }
        let pid = *Chance::of(slot, "").pick(&alive);
        if stopped.iter().any(|(_, fault)| fault.target == pid) {
            continue;
        }
        let from = now();
        match kind {
            Kind::Stop => send(pid, Signal::SIGSTOP),
            Kind::Kill => send(pid, Signal::SIGKILL),
            _ => send(pid, Signal::SIGUSR1),
        }
        let fault = Fault { kind, target: pid, from, on: now(), off: now(), until: now(), by: 0 };
        match kind {
            Kind::Stop => stopped.push((Instant::now() + length, fault)),
            _ => faults.push(fault),
        }
    }
    wake(members, &mut stopped, &mut faults, Instant::now() + Duration::from_secs(3600));
    faults
}

/// Continues those whose time has come.
fn wake(members: &Members, stopped: &mut Vec<(Instant, Fault)>, faults: &mut Vec<Fault>, time: Instant) {
    let members = open(members);
    let (due, rest) = std::mem::take(stopped).into_iter().partition(|(until, _)| *until <= time);
    *stopped = rest;
    let due: Vec<(Instant, Fault)> = due;
    for (_, mut fault) in due {
        fault.off = now();
        if members.iter().flatten().any(|child| child.id() == fault.target) {
            send(fault.target, Signal::SIGCONT);
        }
        fault.until = now();
        faults.push(fault);
    }
}

fn send(pid: u32, signal: Signal) {
    // It may be dead already, and not reaped: then nothing happens.
    let _ = kill(Pid::from_raw(pid.try_into().unwrap()), signal);
}

/// Breaks Redis and the network.
pub(crate) fn haunt(ground: &Ground, mut chance: Chance, term: &Term<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    // Who asks for few kinds wants to see what they do.
    let pauses = if env::var("TORTURE_FAULTS").is_ok() { &[300, 1_500][..] } else { &[300, 1_500, 4_000, 8_000] };
    while !term.is_over() {
        // As long as a waiter's slice, now and then: what a fault excuses must not be always.
        let longest = *chance.pick(pauses);
        term.sleep(chance.within(100..longest));
        let kinds = wanted(match ground {
            Ground::OneMaster(..) => &ONE_MASTER[..],
            Ground::Cable(..) => &CABLE,
            Ground::Sentinels(_) => &WATCHED,
            Ground::Cluster(_) => &CLUSTER,
            Ground::Quorum(..) => &QUORUM,
        });
        if kinds.is_empty() {
            continue;
        }
        let kind = *chance.pick(&kinds);
        let longest = *chance.pick(&[100, 500, 1_500]);
        let ms = chance.within(20..longest);
        Strike { term, kind, ms, targets: Vec::new(), faults: &mut faults }.at(ground, &mut chance);
    }
    for proxy in ground.proxies() {
        proxy.pass();
        proxy.heal();
    }
    if let Some(clock) = ground.clock() {
        // No lock that is left then lasts longer than its ttl.
        let peak = faults
            .iter()
            .scan(0, |ahead, fault| {
                Some(*{
                    *ahead += fault.by;
                    ahead
                })
            })
            .max()
            .unwrap_or(0);
        let behind = peak.max(0) - clock.offset().get();
        if behind > 0 {
            let mut last = Strike { term, kind: Kind::ClockAhead, ms: 0, targets: vec![0], faults: &mut faults };
            last.jump(clock, behind);
        }
    }
    faults
}

/// All, or those of them that TORTURE_FAULTS names, as fault.rs writes them: `Cut,RedisStop`. planted.php asks for few.
fn wanted(kinds: &[Kind]) -> Vec<Kind> {
    let Ok(names) = env::var("TORTURE_FAULTS") else { return kinds.to_vec() };
    kinds.iter().copied().filter(|kind| names.split(',').any(|name| name == format!("{kind:?}"))).collect()
}

/// Notes when the machine itself stood still: what it delays, no process is to blame for.
pub(crate) fn watch_machine(term: &Term<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    while !term.is_over() {
        let from = now();
        thread::sleep(Duration::from_millis(5));
        let until = now();
        if until - from > 100 * MS {
            faults.push(Fault { kind: Kind::Stall, target: 0, from, on: from, off: until, until, by: 0 });
        }
    }
    faults
}

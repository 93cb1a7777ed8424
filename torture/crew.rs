//! Owns the processes of a torture: they are started, and others in their place when they end.
//! Does not harm them (nemesis.rs); lends their numbers to it.

use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::chance::Chance;
use crate::orders::{Ground, RELAYS, WORKERS, relay_key};
use crate::php::{self, Php};
use crate::support::spawner::{mortal, spawn};
use crate::support::{PATIENCE, eventually};
use crate::time::{Nanos, now};

/// Of four slots in a row, the one in whose processes PHP is started again and again.
const RESTARTED: usize = 3;
/// The slots of older versions, where there are any: of most ways to Redis, beside a newer one on the same way.
const OLDER: [usize; 4] = [1, 2, 3, 4];
/// Signals by which only a broken extension ends a process.
const CRASHES: [i32; 5] = [4, 6, 7, 8, 11];

/// The worker processes of this moment, by slot. The holder of the mutex may send signals: none is reaped meanwhile, so none of
/// the numbers is another process's.
pub(crate) type Members = Arc<Mutex<Vec<Option<Child>>>>;

pub(crate) struct Crew<'a> {
    ground: &'a Ground,
    folder: &'a Path,
    seed: u64,
    php: Php,
    /// For some of the workers; None where it cannot be.
    restarted: Option<Php>,
    /// Of older versions, for some of the workers.
    older: Vec<Php>,
    pub(crate) members: Members,
    /// The relays and the keeper, which no strike harms.
    others: Vec<Child>,
    generations: Vec<u64>,
    /// Lines as in a journal: which process ended when, and by which signal, or 0.
    pub(crate) deaths: String,
    pub(crate) oddities: Vec<(Nanos, String)>,
}

impl<'a> Crew<'a> {
    pub(crate) fn start(ground: &'a Ground, folder: &'a Path, seed: u64, older: &[String]) -> Self {
        let (php, older) = (Php::once(&php::built()), older.iter().map(|file| Php::once(file)).collect());
        let left_out = |reason: &String| println!("no PHP that is started again in its process: {reason}");
        let restarted = Php::restarted(&folder.join("restart"), &php::built()).inspect_err(left_out).ok();
        let relay = |number: usize| {
            let name = relay_key(number);
            let seed = Chance::of(seed, &name).next() >> 33;
            start(ground, &php, folder, "relay.php", &name, &ground.relay_order(folder, &name, seed))
        };
        let keeper =
            ground.keeper_order(folder).map(|order| start(ground, &php, folder, "keeper.php", "keeper", &order));
        let others = (0..RELAYS).map(relay).chain(keeper).collect();
        let members: Members = Arc::new(Mutex::new((0..WORKERS).map(|_| None).collect()));
        let generations = vec![0; WORKERS];
        let (deaths, oddities) = (String::new(), Vec::new());
        Self { ground, folder, seed, php, restarted, older, members, others, generations, deaths, oddities }
    }

    /// Starts the processes that are missing, until `end`.
    pub(crate) fn work_until(&mut self, end: Instant) {
        while Instant::now() < end {
            for slot in 0..WORKERS {
                if self.reap(slot) {
                    let seed = Chance::of(self.seed + self.generations[slot], &slot.to_string()).next() >> 33;
                    self.generations[slot] += 1;
                    let older = self.older.iter().cycle().nth(slot).filter(|_| OLDER.contains(&slot));
                    let words = self.ground.order(self.folder, slot, (seed, self.seed), older.is_none());
                    let restarted = self.restarted.as_ref().filter(|_| slot % 4 == RESTARTED);
                    let php = older.or(restarted).unwrap_or(&self.php);
                    let child = start(self.ground, php, self.folder, "worker.php", &slot.to_string(), &words);
                    open(&self.members)[slot] = Some(child);
                }
            }
            thread::sleep(Duration::from_millis(3));
        }
    }

    /// Sees who ends, while a failover comes to its end.
    pub(crate) fn watch_while(&mut self, lasts: impl Fn() -> bool) {
        while lasts() {
            for slot in 0..WORKERS {
                self.reap(slot);
            }
            thread::sleep(Duration::from_millis(3));
        }
    }

    /// Has all end by themselves, and ends those that do not.
    pub(crate) fn finish(&mut self) {
        fs::write(self.folder.join("stop"), "").unwrap();
        let patience = Instant::now() + Duration::from_secs(10);
        // All of them each time: the one that ends last must not make the others' ends late.
        while Instant::now() < patience && (0..WORKERS).filter(|slot| !self.reap(*slot)).count() > 0 {
            thread::sleep(Duration::from_millis(3));
        }
        for slot in 0..WORKERS {
            if let Some(child) = &mut open(&self.members)[slot] {
                self.oddities.push((now(), format!("worker {slot}, process {}, did not end", child.id())));
                let _ = child.kill();
            }
            self.reap(slot);
        }
        for other in &mut self.others {
            let ended = eventually(PATIENCE, || other.try_wait().unwrap().is_some());
            if !ended {
                let _ = other.kill();
            }
            let status = other.wait().unwrap();
            if !status.success() {
                self.oddities.push((now(), format!("relay or keeper, process {}: {status}", other.id())));
            }
        }
    }

    /// Whether there is no process in a slot, or no longer.
    fn reap(&mut self, slot: usize) -> bool {
        let mut members = open(&self.members);
        let Some(child) = &mut members[slot] else { return true };
        let pid = child.id();
        let Some(status) = child.try_wait().unwrap() else { return false };
        let time = now();
        members[slot] = None;
        drop(members);
        let _ = writeln!(self.deaths, "{time} {pid} died {}", status.signal().unwrap_or(0));
        if let Some(how) = crash(status) {
            self.oddities.push((time, format!("process {pid} of worker {slot} ended by {how}")));
        }
        true
    }
}

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        for child in open(&self.members).iter_mut().flatten().chain(&mut self.others) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn crash(status: ExitStatus) -> Option<String> {
    let signal = status.signal()?;
    CRASHES.contains(&signal).then(|| format!("signal {signal}"))
}

fn start(ground: &Ground, php: &Php, folder: &Path, script: &str, name: &str, order: &str) -> Child {
    let output = fs::File::options().create(true).append(true).open(folder.join(format!("{name}.output"))).unwrap();
    let words = [ground.enter(), php.words.clone()].concat();
    let mut command = mortal(Path::new(&words[0]));
    command.args(&words[1..]).envs(php.environment.iter().cloned());
    if !php.environment.is_empty() {
        command.arg(folder.join(format!("{name}.journal")));
    }
    command.arg(here().join(script)).arg(order);
    command.stdin(Stdio::null()).stderr(output.try_clone().unwrap()).stdout(output);
    spawn(command).expect("a PHP that starts")
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("torture")
}

//! Owns one torture from its start to its verdict: the servers, the processes, the nemesis, the history, what is printed and kept.
//! Does not know rules (checker/) or faults (nemesis.rs).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, thread};

use crate::chance::Chance;
use crate::checker::{self, Report};
use crate::clock::Clock;
use crate::crew::Crew;
use crate::history::History;
use crate::layout::Layout;
use crate::nemesis;
use crate::observer::{Observer, Seen};
use crate::older;
use crate::orders::{Ground, TTL, WORKERS};
use crate::roles::takeovers;
use crate::term::Term;
use crate::time::{MS, now};
use crate::timeline;

/// How long all layouts together take when it is not given.
const SECONDS: u64 = 300;
/// The sum of all layouts' shares.
const PARTS: u32 = 8;
/// A run that lasts so long gives every rule something to judge.
const LONG: Duration = Duration::from_secs(220);
/// How many timelines are printed, and how many the report has; the journals have all.
const SHOWN: usize = 3;
const KEPT: usize = 100;

/// Tortures one layout, and panics when a promise broke.
pub(crate) fn torture(layout: Layout) {
    let seed = seed();
    let length = Duration::from_secs(seconds()) / PARTS * layout.share();
    let older = match layout {
        Layout::Versions => match older::extensions(length) {
            Ok(files) => files,
            Err(reason) => return println!("\ntorture of {}: SKIPPED, {reason}\n", layout.name()),
        },
        // Here only where they are named.
        Layout::Cluster => older::named().expect("files"),
        _ => Vec::new(),
    };
    let folder = folder(layout, seed);
    let ground = match Ground::of(layout, &folder, seed) {
        Ok(ground) => ground,
        Err(reason) if env::var("TORTURE_MAY_LACK").is_ok_and(|name| name == layout.name()) => {
            return println!("\ntorture of {}: SKIPPED, {reason}\n", layout.name());
        }
        Err(reason) => panic!("no torture of {}: {reason}", layout.name()),
    };
    let start = now();
    let history = live(&ground, layout, &folder, seed, length, &older);
    let report = checker::check(&history);
    let broken = report.violations.len() + history.oddities.len();
    let text = verdict(layout, seed, &history, &report, start);
    let lines = |count| timeline::first(&history, &report, start, count);
    let (again, exceptions) = (again(layout, seed), timeline::exceptions(&report, start));
    let whole = format!("{text}{}\n{exceptions}\nthe same schedule again: {again}\n", lines(KEPT));
    fs::write(folder.join("report"), whole).unwrap();
    fs::write(folder.join("faults"), timeline::faults(&history, start)).unwrap();
    fs::write(folder.join("seen"), timeline::seen(&history)).unwrap();
    println!("{text}{}", lines(SHOWN));
    assert!(
        broken == 0,
        "{broken} violations; everything is in {}, all timelines in its report; the same schedule again: {again}",
        folder.display()
    );
    let idle = report.unapplied(layout);
    let is_whole = length >= LONG && env::var("TORTURE_FAULTS").is_err();
    assert!(!is_whole || idle.is_empty(), "rules that have judged nothing: {}", idle.join("; "));
}

/// Runs it, and reads what all have written.
fn live(ground: &Ground, layout: Layout, folder: &Path, seed: u64, length: Duration, older: &[String]) -> History {
    let ports: Vec<u16> = ground.servers().iter().map(|server| server.port()).collect();
    let observer = Observer::start(&ports, &ground.clock().map(Clock::offset).unwrap_or_default());
    let over = AtomicBool::new(false);
    let end = Instant::now() + length;
    let mut crew = Crew::start(ground, folder, seed, older);
    let members = crew.members.clone();
    let term = Term { end, over: &over };
    let mut history = thread::scope(|scope| {
        let processes = scope.spawn(|| nemesis::hunt(&members, Chance::of(seed, "processes"), &term));
        let servers = scope.spawn(|| nemesis::haunt(ground, Chance::of(seed, "servers"), &term));
        let machine = scope.spawn(|| nemesis::watch_machine(&term));
        crew.work_until(end);
        over.store(true, Ordering::SeqCst);
        let threads = [processes, servers, machine];
        crew.watch_while(|| threads.iter().any(|thread| !thread.is_finished()));
        let faults = threads.into_iter().flat_map(|thread| thread.join().expect("a nemesis that ends"));
        let mut history = History::default();
        history.faults.extend(faults);
        history
    });
    crew.finish();
    // Whatever was left to its ttl must be gone then, and is looked for until then.
    thread::sleep(Duration::from_secs_f64(TTL + 0.6));
    history.over = now();
    (history.layout, history.has_older) = (layout, !older.is_empty());
    let Seen { sightings, extends, roles } = observer.end();
    (history.sightings, history.extends) = (sightings, extends);
    // One server that is made read-only follows none that is there.
    if !layout.is_one_server() {
        let takeovers = takeovers(&roles, &history.faults, history.over);
        history.faults.extend(takeovers);
    }
    history.oddities = std::mem::take(&mut crew.oddities);
    history.by_proxy = (0..WORKERS).filter(|slot| ground.is_by_proxy(*slot)).map(|slot| slot.to_string()).collect();
    history.homes = ground.homes();
    read(&mut history, folder, &crew.deaths);
    history
}

fn read(history: &mut History, folder: &Path, deaths: &str) {
    let journals = files(folder).into_iter().filter(|file| file.extension().is_some_and(|it| it == "journal"));
    let journals = journals.map(|file| fs::read_to_string(file).unwrap()).chain([deaths.to_owned()]);
    history.read(&journals.collect::<Vec<_>>());
    for file in files(folder).into_iter().filter(|file| file.extension().is_some_and(|it| it == "output")) {
        let printed = fs::read(&file).unwrap();
        if !printed.is_empty() {
            let text = format!("{} has printed: {}", file.display(), String::from_utf8_lossy(&printed));
            history.oddities.push((history.over, text));
        }
    }
    for file in files(&folder.join("store")) {
        if file.extension().is_some_and(|extension| extension == "log") {
            history.read_store(&fs::read_to_string(&file).unwrap());
        }
    }
}

fn verdict(layout: Layout, seed: u64, history: &History, report: &Report, start: i64) -> String {
    let mut text = format!("\ntorture of {}, seed {seed}\n{}", layout.name(), timeline::tables(history, report));
    for (time, oddity) in &history.oddities {
        let _ = writeln!(text, "\nat {} ms: {oddity}", (time - start) / MS);
    }
    text
}

/// The command that repeats it.
fn again(layout: Layout, seed: u64) -> String {
    let faults = env::var("TORTURE_FAULTS").map_or_else(|_| String::new(), |names| format!("TORTURE_FAULTS={names} "));
    let test = layout.name().replace('-', "_");
    format!("TORTURE_SEED={seed} TORTURE_SECONDS={} {faults}make torture TORTURE={test}", seconds())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn folder(layout: Layout, seed: u64) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/torture");
    // One that repeats another leaves that one's history.
    let names = std::iter::once(String::new()).chain((2..).map(|number| format!("-{number}")));
    let folders = names.map(|again| root.join(format!("{}-{seed}{again}", layout.name())));
    let folder = folders.into_iter().find(|folder| !folder.exists()).unwrap();
    for name in ["store", "box"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    folder
}

fn seconds() -> u64 {
    env::var("TORTURE_SECONDS").map_or(SECONDS, |text| text.parse().expect("TORTURE_SECONDS, a number"))
}

/// The one that is asked for, or one that was not used yet.
fn seed() -> u64 {
    let fresh = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    env::var("TORTURE_SEED").map_or_else(|_| fresh(), |text| text.parse().expect("TORTURE_SEED, a number"))
}

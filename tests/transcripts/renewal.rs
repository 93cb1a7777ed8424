//! Owns the cases of renewal: extends of one lease and of several on one connection, on servers of each behaviour, whose replies do
//! not come, in a cluster, on several masters.
//! Does not own when a lease is extended (tests/renewal.rs).
//!
//! One thread renews all leases of a process, so the cases are played at the same time. Of renewal's connection as much is written
//! down as a case names: how long the thread goes on is a matter of time.

use std::rc::Rc;
use std::thread;
use std::time::Duration;

use redislock::lock::{Lock, LockSettings, Renewal};

use super::Case;
use super::rules::{
    BUSY, Behaviour, EVALSHA_FORBIDDEN, Fate, KEY_FORBIDDEN, KNOWS, LEARNS, LOADING, NO_EVALSHA, NO_SCRIPTS,
    NOTHING_COMPARES, OUT_OF_MEMORY, READ_ONLY, Rule, any_script, names_several,
};
use super::stage::{ANOTHER, Excerpt, Of, Stage, given};
use crate::support::locks::{terms, token_of};
use crate::support::{PATIENCE, eventually};

/// In seconds. A third of it is the time until an extend: far more than several acquires take, and less than the second for which a
/// connection stays that no lease needs.
const TTL: f64 = 2.4;
/// When renewal's connection may be used: by then all leases are due.
const LOGIN: Fate = Fate::Late(Duration::from_millis(1_300));

/// How many lines of a login there are.
const NAMES: usize = 2;
/// The program's connection, renewal's, and the one after it.
const OWN: usize = 1;
const RENEWAL: usize = 2;
const NEXT: usize = 3;

/// How a server behaves, and how many lines an extend of one key and the next one take there; of three keys the first alone.
const BEHAVIOURS: [(Behaviour, usize, usize); 6] = [
    (KNOWS, 2, 6),
    (LEARNS, 3, 6),
    (NO_EVALSHA, 3, 6),
    (EVALSHA_FORBIDDEN, 4, 9),
    (NO_SCRIPTS, 8, 15),
    (NOTHING_COMPARES, 8, 12),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (behaviour, of_one, of_three) in BEHAVIOURS {
        let (name, stage) = (behaviour.name, move || Stage::one(behaviour));
        cases.push(Case::new(format!("a key, {name}"), stage, move |stage| one(stage, Of::Key, of_one)));
        cases.push(Case::new(format!("three keys, {name}"), stage, move |stage| three_keys(stage, of_three)));
        if name != NOTHING_COMPARES.name {
            cases.push(Case::new(format!("a list, {name}"), stage, move |stage| one(stage, Of::List, of_one)));
            cases.push(Case::new(format!("permits, {name}"), stage, move |stage| one(stage, Of::Permits, of_one)));
        }
    }
    for (behaviour, lines) in [
        (BUSY, vec![on(RENEWAL, 3)]),
        (OUT_OF_MEMORY, vec![on(RENEWAL, 3)]),
        (READ_ONLY, vec![on(RENEWAL, 1), on(NEXT, 1)]),
        (LOADING, vec![on(RENEWAL, 1), on(NEXT, 1)]),
        (KEY_FORBIDDEN, vec![on(RENEWAL, 8)]),
    ] {
        let title = format!("a key, {} from then on", behaviour.name);
        cases.push(Case::new(title, || Stage::one(KNOWS), move |stage| errors(stage, behaviour, &lines)));
    }
    cases.extend(lost());
    cases.extend(cluster());
    cases.extend(quorum());
    cases
}

fn lost() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, fate) in [
        ("closed before it is read", Fate::Unread),
        ("closed after it ran", Fate::Unanswered),
        ("silent", Fate::Silence),
    ] {
        let title = format!("a key, an extend, {name}");
        cases.push(Case::new(title, move || Stage::for_fate(fate), move |stage| lose(stage, fate)));
    }
    cases.push(Case::new("a key that another has by then", || Stage::one(KNOWS), taken));
    cases.push(Case::new("a key under a given token", || Stage::one(LEARNS), adopted));
    cases.push(Case::new("a key, released after an extend", || Stage::one(LEARNS), released));
    cases
}

fn cluster() -> Vec<Case> {
    let (moved, asks) = (Fate::Names("-MOVED 100", 1), Fate::Names("-ASK 100", 1));
    let mut cases = Vec::new();
    for (there, after_moved, after_ask) in [(KNOWS, 2, 4), (LEARNS, 3, 4), (NO_SCRIPTS, 5, 9)] {
        let title = |how: &str| format!("a key, {how}, there {}", there.name);
        let stage = move || Stage::cluster(&[KNOWS, there]);
        cases.push(Case::new(title("MOVED"), stage, move |stage| detour(stage, moved, [1, after_moved])));
        cases.push(Case::new(title("ASK"), stage, move |stage| detour(stage, asks, [2, after_ask])));
    }
    cases.push(Case::new("a list, TRYAGAIN", || Stage::cluster(&[KNOWS]), try_again));
    cases
}

fn quorum() -> Vec<Case> {
    let mut cases = Vec::new();
    for (behaviour, of, lines) in [
        (KNOWS, Of::Key, [2, 2]),
        (KNOWS, Of::List, [2, 2]),
        (LEARNS, Of::Key, [2, 3]),
        (LEARNS, Of::List, [2, 3]),
        (NO_SCRIPTS, Of::Key, [2, 8]),
        (NO_SCRIPTS, Of::List, [3, 8]),
    ] {
        let title = format!("{} on three masters, one of them: {}", of.name(), behaviour.name);
        let stage = move || Stage::quorum([KNOWS, behaviour, KNOWS]);
        cases.push(Case::new(title, stage, move |stage| vote(stage, of, lines)));
    }
    cases.push(Case::new("a key that is lost on two of three masters", || Stage::quorum([KNOWS; 3]), minority));
    cases
}

fn renewed(stage: &Stage, of: Of) -> Rc<Lock> {
    stage.lock_with(of, renewing())
}

fn renewing() -> LockSettings {
    LockSettings { renewal: Renewal::Always, ..terms(TTL) }
}

/// All of the program's connection.
const OWN_LINES: Excerpt = Excerpt { connection: OWN, lines: usize::MAX };

/// So many lines of one of renewal's connections, after the names.
const fn on(connection: usize, lines: usize) -> Excerpt {
    Excerpt { connection, lines: NAMES + lines }
}

fn note(stage: &mut Stage, lines: &[Excerpt]) {
    stage.note_lines("it is renewed", &[[&[OWN_LINES], lines].concat()]);
}

fn three_keys(stage: &mut Stage, lines: usize) {
    stage.nodes[0].state().store.left = 500;
    stage.rule(0, Rule::once(|it| it.is("CLIENT"), LOGIN).after(NAMES));
    let locks = ["x", "y", "z"].map(|key| stage.lock_on(key, renewing()));
    for lock in &locks {
        assert_eq!(lock.acquire(), Ok(true));
    }
    note(stage, &[on(RENEWAL, lines)]);
}

fn one(stage: &mut Stage, of: Of, lines: usize) {
    stage.nodes[0].state().store.left = 500;
    let lock = renewed(stage, of);
    assert_eq!(lock.acquire(), Ok(true));
    note(stage, &[on(RENEWAL, lines)]);
}

fn errors(stage: &mut Stage, behaviour: Behaviour, lines: &[Excerpt]) {
    let lock = renewed(stage, Of::Key);
    assert_eq!(lock.acquire(), Ok(true));
    stage.rule(0, behaviour.rules[0]);
    note(stage, lines);
}

fn lose(stage: &mut Stage, fate: Fate) {
    let lock = renewed(stage, Of::Key);
    assert_eq!(lock.acquire(), Ok(true));
    stage.rule(0, Rule::once(any_script, fate));
    note(stage, &[on(RENEWAL, 1), on(NEXT, 2)]);
}

fn taken(stage: &mut Stage) {
    let lock = renewed(stage, Of::Key);
    assert_eq!(lock.acquire(), Ok(true));
    stage.hold(Of::Key.keys(), ANOTHER);
    assert!(eventually(PATIENCE, || lock.state() == "lost"));
    stage.note("release()", lock.release());
}

fn adopted(stage: &mut Stage) {
    let lock = stage.lock_with(Of::Key, LockSettings { token: given(), ..renewing() });
    assert_eq!(lock.acquire(), Ok(true));
    note(stage, &[on(RENEWAL, 3)]);
}

fn released(stage: &mut Stage) {
    let lock = renewed(stage, Of::Key);
    stage.note("acquire()", lock.acquire());
    let count = |stage: &Stage| stage.nodes[0].state().count(RENEWAL);
    assert!(eventually(PATIENCE, || count(stage) == NAMES + 2));
    stage.note("release()", lock.release());
    thread::sleep(Duration::from_secs_f64(TTL / 2.0));
    stage.note_text("half a ttl later");
}

fn detour(stage: &mut Stage, fate: Fate, [here, there]: [usize; 2]) {
    let lock = renewed(stage, Of::Key);
    assert_eq!(lock.acquire(), Ok(true));
    stage.nodes[1].state().store.hold(Of::Key.keys(), &token_of(&lock));
    stage.nodes[1].state().store.left = 500;
    stage.rule(0, Rule::always(any_script, fate));
    stage.note_lines("it is renewed", &[vec![OWN_LINES, on(RENEWAL, here)], vec![on(OWN, there)]]);
}

fn try_again(stage: &mut Stage) {
    let lock = renewed(stage, Of::List);
    assert_eq!(lock.acquire(), Ok(true));
    stage.rule(0, Rule::always(names_several, Fate::Says("-TRYAGAIN Multiple keys request during rehashing of slot")));
    note(stage, &[on(RENEWAL, 5)]);
}

/// So many lines of the other nodes, and of the odd one.
fn vote(stage: &mut Stage, of: Of, [others, odd]: [usize; 2]) {
    for node in &stage.nodes {
        node.state().store.left = 500;
    }
    let lock = renewed(stage, of);
    assert_eq!(lock.acquire(), Ok(true));
    let lines = [others, odd, others].map(|lines| vec![OWN_LINES, on(RENEWAL, lines)]);
    stage.note_lines("it is renewed", &lines);
}

/// The one that still has it is told to release it: it has said so before the others reply.
fn minority(stage: &mut Stage) {
    let lock = renewed(stage, Of::Key);
    assert_eq!(lock.acquire(), Ok(true));
    stage.nodes[0].state().is_prompt = true;
    for node in &stage.nodes[1..] {
        node.state().store.hold(Of::Key.keys(), ANOTHER);
    }
    assert!(eventually(PATIENCE, || lock.state() == "lost"));
    let lines = [2, 1, 1].map(|lines| vec![OWN_LINES, on(RENEWAL, lines)]);
    stage.note_lines("it is lost", &lines);
}

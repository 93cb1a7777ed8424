//! Owns the cases of one master, one request after the other: each verb, of each scope, on servers of each behaviour.
//! Does not own requests that no call waits for (`late`), several at once (`many`), replies that do not come (`lost`).

use std::time::Duration;

use redislock::lock::{Finish, LockSettings};

use super::Case;
use super::calls::wait;
use super::rules::{Behaviour, ERRORS, LEARNS, NO_COMPANIONS, NO_SCRIPTS, RARE, USUAL};
use super::stage::{ANOTHER, MARKED, Of, SILENT, Stage, acquire_unless_done, acquire_within, outlive};
use crate::support::locks::terms;

/// A lease of this many seconds ends while a case waits for that; it is long enough to be taken on a busy machine.
const SHORT: f64 = 0.5;
const LONG: Duration = Duration::from_secs(60);

type Play = fn(&mut Stage, Of);

/// What is played on servers of every behaviour; of permits the first alone.
const ALWAYS: [(&str, Play); 3] = [
    ("acquire, extend, look, release", cycle),
    ("wait for one that signals", wait),
    ("acquire after a lease that has ended", acquire_after_an_end),
];

/// What is played where scripts are not known yet; of permits the first ones alone.
const SOMETIMES: [(&str, Play); 6] = [
    ("acquire of what another has", refused),
    ("look", look),
    ("leave a rest", rest),
    ("force", force),
    ("with a replica", replica),
    ("fenced after a lease that has ended", fenced_after_an_end),
];

/// The same, of one key.
const SOMETIMES_OF_A_KEY: [(&str, Play); 5] = [
    ("release", release),
    ("wait for one that does not signal", wait_in_vain),
    ("leave a done marker", done),
    ("wake who looks for what was made", looked_for),
    ("acquire unless it is done", unless_done),
];

/// What is played where an acquire is refused, after which nothing else is sent: each verb that needs none before it.
const WITHOUT_ACQUIRE: [(&str, Play); 3] = [("look", look), ("force", force), ("release", release)];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for of in [Of::Key, Of::List] {
        add(&mut cases, of, &USUAL, &ALWAYS);
        add(&mut cases, of, &[LEARNS], &SOMETIMES);
    }
    add(&mut cases, Of::Permits, &USUAL, &ALWAYS[..1]);
    add(&mut cases, Of::Permits, &[LEARNS], &ALWAYS[1..]);
    add(&mut cases, Of::Permits, &[LEARNS], &SOMETIMES[..4]);
    add(&mut cases, Of::Key, &USUAL, &[("fenced", fenced)]);
    add(&mut cases, Of::Key, &[LEARNS], &SOMETIMES_OF_A_KEY);
    add(&mut cases, Of::Key, &[NO_COMPANIONS, NO_SCRIPTS], &WITHOUT_ACQUIRE);
    add(&mut cases, Of::Key, &RARE, &ALWAYS[..1]);
    add(&mut cases, Of::Key, &ERRORS, &[("release", release), ("fenced", fenced)]);
    // A wait for keys that are not in one place goes on to its end.
    cases.retain(|case| !(case.title.starts_with("a list, TRYAGAIN") && case.title.contains("wait")));
    cases
}

fn add(cases: &mut Vec<Case>, of: Of, behaviours: &[Behaviour], plays: &'static [(&str, Play)]) {
    for &behaviour in behaviours {
        for &(name, play) in plays {
            let title = format!("{}, {}: {name}", of.name(), behaviour.name);
            cases.push(Case::new(title, move || Stage::one(behaviour), move |stage| play(stage, of)));
        }
    }
}

fn cycle(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.note("extend()", lock.extend(None));
    stage.note("is_held()", lock.is_held());
    stage.note("release()", lock.release());
    stage.note("acquire()", lock.acquire());
}

/// Under a token that was given, so that nothing was sent before.
fn release(stage: &mut Stage, of: Of) {
    let lock = stage.given(of);
    stage.note("release()", lock.release());
    stage.note("release()", lock.release());
}

fn refused(stage: &mut Stage, of: Of) {
    stage.hold(of.keys(), ANOTHER);
    let lock = stage.acquired(of);
    stage.note("is_locked()", lock.is_locked());
}

fn wait_in_vain(stage: &mut Stage, of: Of) {
    stage.hold_for_one_attempt(of, SILENT);
    let lock = stage.lock(of);
    stage.note("acquire(wait)", acquire_within(&lock, 10.0));
}

fn fenced(stage: &mut Stage, of: Of) {
    let lock = stage.lock_with(of, LockSettings { fenced: true, ..terms(10.0) });
    stage.note("acquire()", lock.acquire());
    stage.note_text(&format!("fence() = {:?}", lock.fence()));
    stage.note("release()", lock.release());
}

fn acquire_after_an_end(stage: &mut Stage, of: Of) {
    let lock = stage.lock_with(of, terms(SHORT));
    stage.note("acquire()", lock.acquire());
    outlive(&lock);
    stage.note("acquire()", lock.acquire());
}

fn fenced_after_an_end(stage: &mut Stage, of: Of) {
    let lock = stage.lock_with(of, LockSettings { fenced: true, ..terms(SHORT) });
    stage.note("acquire()", lock.acquire());
    outlive(&lock);
    stage.note("acquire()", lock.acquire());
}

fn look(stage: &mut Stage, of: Of) {
    let lock = stage.given(of);
    stage.note("is_held()", lock.is_held());
    stage.note("is_locked()", lock.is_locked());
    stage.note("holder()", lock.holder().map(|token| token.map(|token| String::from_utf8(token).unwrap())));
    stage.note("extend()", lock.extend(None));
}

fn force(stage: &mut Stage, of: Of) {
    let lock = stage.given(of);
    stage.note("force_release()", lock.force_release());
    stage.hold(of.keys(), ANOTHER);
    stage.note("remove_anything()", lock.remove_anything());
}

fn rest(stage: &mut Stage, of: Of) {
    let lock = stage.lock_with(of, LockSettings { at_least: LONG, ..terms(10.0) });
    stage.note("acquire()", lock.acquire());
    stage.note("release()", lock.release());
}

fn replica(stage: &mut Stage, of: Of) {
    let lock = stage.lock_with(of, LockSettings { replicas: 1, ..terms(10.0) });
    stage.note("acquire()", lock.acquire());
    stage.note("release()", lock.release());
    stage.nodes[0].state().store.replicas = 0;
    stage.note("acquire()", lock.acquire());
}

fn looked_for(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.note("end_run(is looked for)", lock.end_run(Finish { done_for: None, is_looked_for: true }));
}

fn done(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.note("release_done()", lock.release_done(LONG));
    stage.note("is_done()", lock.is_done());
}

fn unless_done(stage: &mut Stage, of: Of) {
    let lock = stage.lock(of);
    stage.hold(of.keys(), MARKED);
    stage.note("acquire(unless done)", acquire_unless_done(&lock));
    stage.hold(of.keys(), ANOTHER);
    stage.note("acquire(unless done)", acquire_unless_done(&lock));
}

//! Owns the cases of one master and releases that no call waits for: at an object's end, at the end of a request, ahead of the next
//! request, owed since an acquire or a release that got no reply.
//! Does not own those that a cluster sends on (`cluster`), or of several masters (`quorum`).

use std::rc::Rc;
use std::time::Duration;

use redislock::lock::{Finish, Lock, LockSettings, registry};
use redislock::topology::When;

use super::Case;
use super::rules::{BUSY, Behaviour, Fate, GRANTS, KNOWS, LEARNS, READ_ONLY, Rule, USUAL, any_script};
use super::stage::{Of, Stage};
use crate::support::locks::terms;

const LONG: Duration = Duration::from_secs(60);

type Play = fn(&mut Stage);

const EVERYWHERE: [(&str, Play); 2] =
    [("object's end, twice", twice), ("owed since an acquire", |stage| owed(stage, Of::Key))];

const AHEAD: [(&str, Fate); 6] = [
    ("closed before they are read", Fate::Unread),
    ("closed after one ran", Fate::Unanswered),
    ("silent after one ran", Fate::Silence),
    ("forbidden", Fate::Says("-NOPERM No permissions to access this")),
    ("BUSY", Fate::Says("-BUSY Redis is busy running a script")),
    ("READONLY", Fate::Says("-READONLY You can't write against a read only replica")),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |behaviour: Behaviour, name: &str, play: Play| {
        cases.push(Case::new(format!("{}: {name}", behaviour.name), move || Stage::one(behaviour), play));
    };
    for behaviour in USUAL.into_iter().chain([BUSY, READ_ONLY]) {
        for (name, play) in EVERYWHERE {
            add(behaviour, name, play);
        }
    }
    // Where every acquire is refused, the end of a request has as little to release as that of an object.
    for behaviour in GRANTS {
        add(behaviour, "end of a request with five locks", request);
    }
    add(LEARNS, "owed since an acquire of a list", |stage| owed(stage, Of::List));
    for behaviour in [KNOWS, LEARNS] {
        add(behaviour, "a rest and a marker that are owed", leavings);
        add(behaviour, "an acquire after a release without a reply", leftover);
        add(behaviour, "a release without a reply, and the object's end", unanswered_release);
    }
    for (name, fate) in AHEAD {
        let title = format!("two ahead of the next request, {name}");
        cases.push(Case::new(title, move || Stage::for_fate(fate), move |stage| ahead(stage, Some(fate))));
    }
    cases.push(Case::new("two ahead of the next request", || Stage::one(LEARNS), |stage| ahead(stage, None)));
    cases
}

fn end_object(stage: &mut Stage, lock: &Lock) {
    let has_ended = lock.auto_release(When::Now);
    stage.note_text(&format!("the object's end: {has_ended}"));
}

fn twice(stage: &mut Stage) {
    for _ in 0..2 {
        let lock = stage.lock(Of::Key);
        stage.note("acquire()", lock.acquire());
        end_object(stage, &lock);
    }
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's is_locked()", next.is_locked());
}

/// Three of a key, one of a list, one of permits.
fn request(stage: &mut Stage) {
    let mut locks: Vec<Rc<Lock>> = ["x", "y", "z"].map(|key| stage.lock_on(key, terms(10.0))).into();
    locks.extend([Of::List, Of::Permits].map(|of| stage.lock(of)));
    for lock in &locks {
        stage.note(&format!("acquire() of {}", lock.scope()), lock.acquire());
    }
    registry::end_request(stage.timeouts());
    stage.note_text("the request's end");
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's is_locked()", next.is_locked());
}

/// Of an acquire that was sent twice.
fn owed(stage: &mut Stage, of: Of) {
    stage.rule(0, Rule::once(|it| it.is("SET") || it.begins_to_take(), Fate::Unanswered).times(2));
    let _lock = stage.acquired(of);
    let next = stage.lock_on("next", terms(10.0));
    for _ in 0..2 {
        stage.note("another lock's is_locked()", next.is_locked());
    }
}

fn leavings(stage: &mut Stage) {
    let rests = stage.lock_on("x", LockSettings { at_least: LONG, ..terms(10.0) });
    stage.note("acquire()", rests.acquire());
    end_object(stage, &rests);
    let done = stage.lock_on("y", terms(10.0));
    stage.note("acquire()", done.acquire());
    stage.rule(0, Rule::once(any_script, Fate::Unanswered).times(2));
    stage.note("end_run(done)", done.end_run(Finish { done_for: Some(LONG), is_looked_for: false }));
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's acquire()", next.acquire());
}

fn leftover(stage: &mut Stage) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.rule(0, Rule::once(any_script, Fate::Lost).times(2));
    stage.note("release()", lock.release());
    stage.note("acquire()", lock.acquire());
    stage.note("release()", lock.release());
}

fn unanswered_release(stage: &mut Stage) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.rule(0, Rule::once(any_script, Fate::Lost).times(2));
    stage.note("release()", lock.release());
    end_object(stage, &lock);
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's acquire()", next.acquire());
}

/// The first object's end is waited for; those of the next two are not.
fn ahead(stage: &mut Stage, fate: Option<Fate>) {
    for (index, key) in ["first", "x", "y"].into_iter().enumerate() {
        let lock = stage.lock_on(key, terms(10.0));
        stage.note("acquire()", lock.acquire());
        if let Some(fate) = fate.filter(|_| index == 1) {
            stage.rule(0, Rule::once(any_script, fate));
        }
        end_object(stage, &lock);
    }
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's acquire()", next.acquire());
    registry::end_request(stage.timeouts());
    stage.note_text("the request's end");
    stage.note("another lock's release()", next.release());
}

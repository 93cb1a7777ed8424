//! Owns the cases of one master that does not reply: to each verb, once or again and again, in each way.
//! Does not own the same of several nodes (`quorum`, `cluster`).

use std::time::Duration;

use redislock::lock::LockSettings;

use super::Case;
use super::rules::{Fate, KNOWS, Rule, names_a_key};
use super::stage::{ANOTHER, Of, Stage, acquire_within, given, outlive};
use crate::support::locks::terms;

/// In which ways a reply does not come.
const FATES: [(&str, Fate); 3] = [
    ("closed before it is read", Fate::Unread),
    ("closed after it ran", Fate::Unanswered),
    ("silent after it ran", Fate::Silence),
];

type Play = fn(&mut Stage, Rule);

/// What is played with one lost reply, and with as many as there are tries.
const PLAYS: [(&str, Play); 14] = [
    ("acquire", acquire),
    ("acquire under a given token", acquire_given),
    ("acquire fenced", acquire_fenced),
    ("acquire a list", acquire_list),
    ("acquire a permit", acquire_permit),
    ("acquire after a lease that has ended", acquire_after_an_end),
    ("acquire with a replica", acquire_with_replica),
    ("wait", wait),
    ("release", release),
    ("release under a given token", release_given),
    ("release a list", release_list),
    ("leave a done marker", done),
    ("extend", extend),
    ("look, and force", look),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (how, fate) in FATES {
        for (name, play) in PLAYS {
            let mut add = |often: &str, rule: Rule| {
                let title = format!("{name}, {how}, {often}");
                cases.push(Case::new(title, move || Stage::for_fate(fate), move |stage| play(stage, rule)));
            };
            add("once", Rule::once(names_a_key, fate));
            if fate == Fate::Unanswered || name == "acquire" {
                add("twice", Rule::once(names_a_key, fate).times(2));
            }
        }
        let title = format!("BLPOP, {how}");
        cases.push(Case::new(
            title,
            || Stage::one(KNOWS),
            move |stage| {
                sleep(stage, Rule::once(|it| it.is("BLPOP"), fate));
            },
        ));
        let title = format!("WAIT, {how}");
        cases.push(Case::new(title, move || Stage::for_fate(fate), move |stage| confirm(stage, fate)));
    }
    for (error, fate) in [
        ("forbidden", Fate::Says("-NOPERM No permissions to run BLPOP")),
        ("unknown", Fate::Says("-ERR unknown command 'BLPOP'")),
        ("ended by CLIENT UNBLOCK", Fate::Says("-UNBLOCKED client unblocked via CLIENT UNBLOCK")),
        ("not now", Fate::Says("-LOADING Redis is loading the dataset in memory")),
    ] {
        let rule = Rule::once(|it| it.is("BLPOP"), fate);
        cases.push(Case::new(format!("BLPOP, {error}"), || Stage::one(KNOWS), move |stage| sleep(stage, rule)));
    }
    cases.push(Case::new("an idle connection that the server has closed", || Stage::one(KNOWS), idle));
    cases
}

/// What follows each: whether something is still to be released.
fn end(stage: &mut Stage) {
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's is_locked()", next.is_locked());
}

fn acquire_with(stage: &mut Stage, of: Of, terms: LockSettings, rule: Rule) {
    let lock = stage.lock_with(of, terms);
    stage.rule(0, rule);
    stage.note("acquire()", lock.acquire());
    end(stage);
}

fn acquire(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::Key, terms(10.0), rule);
}

fn acquire_given(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::Key, LockSettings { token: given(), ..terms(10.0) }, rule);
}

fn acquire_fenced(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::Key, LockSettings { fenced: true, ..terms(10.0) }, rule);
}

fn acquire_list(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::List, terms(10.0), rule);
}

fn acquire_permit(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::Permits, terms(10.0), rule);
}

fn acquire_with_replica(stage: &mut Stage, rule: Rule) {
    acquire_with(stage, Of::Key, LockSettings { replicas: 1, ..terms(10.0) }, rule);
}

fn acquire_after_an_end(stage: &mut Stage, rule: Rule) {
    let lock = stage.lock_with(Of::Key, terms(0.5));
    stage.note("acquire()", lock.acquire());
    outlive(&lock);
    stage.rule(0, rule);
    stage.note("acquire()", lock.acquire());
    end(stage);
}

fn wait(stage: &mut Stage, rule: Rule) {
    let lock = stage.lock(Of::Key);
    stage.rule(0, rule);
    stage.note("acquire(wait)", acquire_within(&lock, 10.0));
    end(stage);
}

fn release_of(stage: &mut Stage, of: Of, rule: Rule) {
    let lock = stage.acquired(of);
    stage.rule(0, rule);
    stage.note("release()", lock.release());
    stage.note("release()", lock.release());
    stage.note("acquire()", lock.acquire());
    end(stage);
}

fn release(stage: &mut Stage, rule: Rule) {
    release_of(stage, Of::Key, rule);
}

fn release_list(stage: &mut Stage, rule: Rule) {
    release_of(stage, Of::List, rule);
}

fn release_given(stage: &mut Stage, rule: Rule) {
    let lock = stage.given(Of::Key);
    stage.rule(0, rule);
    stage.note("release()", lock.release());
    end(stage);
}

fn done(stage: &mut Stage, rule: Rule) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.rule(0, rule);
    stage.note("release_done()", lock.release_done(Duration::from_secs(60)));
    stage.note("acquire()", lock.acquire());
}

fn extend(stage: &mut Stage, rule: Rule) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.rule(0, rule);
    stage.note("extend()", lock.extend(None));
    stage.note("release()", lock.release());
}

fn look(stage: &mut Stage, rule: Rule) {
    let lock = stage.given(Of::Key);
    stage.rule(0, rule);
    stage.note("is_held()", lock.is_held());
    stage.rule(0, rule);
    stage.note("force_release()", lock.force_release());
}

fn sleep(stage: &mut Stage, rule: Rule) {
    stage.hold_for_one_attempt(Of::Key, ANOTHER);
    let lock = stage.lock(Of::Key);
    stage.rule(0, rule);
    stage.note("acquire(wait)", acquire_within(&lock, 10.0));
}

fn confirm(stage: &mut Stage, fate: Fate) {
    acquire_with(stage, Of::Key, LockSettings { replicas: 1, ..terms(10.0) }, Rule::once(|it| it.is("WAIT"), fate));
}

fn idle(stage: &mut Stage) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.nodes[0].close_connections();
    stage.note("extend()", lock.extend(None));
    stage.nodes[0].close_connections();
    stage.note("release()", lock.release());
    stage.nodes[0].close_connections();
    stage.note("acquire()", lock.acquire());
}

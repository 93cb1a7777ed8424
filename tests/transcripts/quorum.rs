//! Owns the cases of three independent masters: all alike, one of them odd, or silent, all of them odd.
//! Does not own a vote that several callers split (tests/quorum*.rs).
//!
//! Each node's lines stand together. An odd one has said all before the others reply.

use redislock::lock::registry;

use super::Case;
use super::calls::{self, after_an_end, cycle, force};
use super::rules::{
    BUSY, Behaviour, Fate, KNOWS, LEARNS, NO_COMPANIONS, NO_SCRIPTS, READ_ONLY, Rule, USUAL, names_a_key,
};
use super::stage::{ANOTHER, Of, Stage};
use crate::support::locks::terms;

type Play = fn(&mut Stage, Of);

const PLAYS: [(&str, Play); 2] =
    [("acquire, extend, look, release", cycle), ("object's end, and the next lock", object)];

/// What is played where all are alike.
const MORE_PLAYS: [(&str, Play); 6] = [
    ("acquire after a lease that has ended", |stage, of| after_an_end(stage, of, 0.8)),
    ("acquire of what another has", refused),
    ("acquire of what another has on one", refused_by_one),
    ("force", force),
    ("extend what two have lost", extend_lost),
    ("end of a request with two locks", request),
];

const LOST: [(&str, Fate); 3] = [
    ("closes before it reads", Fate::Unread),
    ("closes after it ran", Fate::Unanswered),
    ("is silent after it ran", Fate::Silence),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for behaviour in USUAL.into_iter().chain([BUSY, READ_ONLY]) {
        let mut add = |of: Of, (name, play): (&str, Play)| {
            let title = |who: &str| format!("{}, {who}, {}: {name}", of.name(), behaviour.name);
            cases.push(Case::new(title("all"), move || alike(behaviour), move |stage| play(stage, of)));
            if behaviour.name != KNOWS.name {
                cases.push(Case::new(title("one"), move || one_odd(behaviour), move |stage| play(stage, of)));
            }
        };
        add(Of::Key, PLAYS[0]);
        if [KNOWS, LEARNS].iter().any(|it| it.name == behaviour.name) {
            add(Of::List, PLAYS[0]);
            add(Of::Key, PLAYS[1]);
        }
    }
    // One refuses what the others have granted.
    for behaviour in [NO_COMPANIONS, NO_SCRIPTS] {
        let title = format!("a key, one, {}: {}", behaviour.name, PLAYS[1].0);
        cases.push(Case::new(title, move || one_odd(behaviour), |stage| object(stage, Of::Key)));
    }
    for (name, play) in MORE_PLAYS {
        for of in [Of::Key, Of::List] {
            let title = format!("{}: {name}", of.name());
            cases.push(Case::new(title, || alike(KNOWS), move |stage| play(stage, of)));
        }
    }
    for (name, fate) in LOST {
        let title = |call: &str| format!("a key, one {name}: {call}");
        cases.push(Case::new(title("acquire"), || one_odd(KNOWS), move |stage| lost_acquire(stage, fate)));
        cases.push(Case::new(title("release"), || one_odd(KNOWS), move |stage| lost_release(stage, fate)));
    }
    cases
}

fn alike(behaviour: Behaviour) -> Stage {
    Stage::quorum([behaviour; 3])
}

fn one_odd(behaviour: Behaviour) -> Stage {
    let stage = Stage::quorum([KNOWS, behaviour, KNOWS]);
    stage.nodes[1].state().is_prompt = true;
    stage
}

fn object(stage: &mut Stage, of: Of) {
    calls::object(stage, of);
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's acquire()", next.acquire());
}

fn refused(stage: &mut Stage, of: Of) {
    stage.hold(of.keys(), ANOTHER);
    let lock = stage.acquired(of);
    stage.note("holder()", lock.holder().map(|token| token.map(|token| String::from_utf8(token).unwrap())));
}

fn refused_by_one(stage: &mut Stage, of: Of) {
    stage.nodes[1].state().store.hold(of.keys(), ANOTHER);
    let lock = stage.acquired(of);
    stage.note("release()", lock.release());
}

/// What the last still has is released.
fn extend_lost(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.nodes[..2].iter().for_each(|node| node.state().store.hold(of.keys(), ANOTHER));
    stage.note("extend()", lock.extend(None));
}

fn request(stage: &mut Stage, of: Of) {
    let locks = [stage.lock(of), stage.lock_on("x", terms(10.0))];
    for lock in &locks {
        stage.note(&format!("acquire() of {}", lock.scope()), lock.acquire());
    }
    registry::end_request(stage.timeouts());
    stage.note_text("the request's end");
}

fn lost_acquire(stage: &mut Stage, fate: Fate) {
    let lock = stage.lock(Of::Key);
    stage.rule(1, Rule::once(names_a_key, fate));
    stage.note("acquire()", lock.acquire());
    stage.note("release()", lock.release());
    stage.note("acquire()", lock.acquire());
}

fn lost_release(stage: &mut Stage, fate: Fate) {
    let lock = stage.lock(Of::Key);
    stage.note("acquire()", lock.acquire());
    stage.rule(1, Rule::once(names_a_key, fate));
    stage.note("release()", lock.release());
    stage.note("acquire()", lock.acquire());
}

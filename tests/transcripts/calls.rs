//! Owns the calls that more than one road is taken by.
//! Does not own which servers they meet (each road's file).

use redislock::topology::When;

use super::stage::{ANOTHER, Of, Stage, acquire_within, outlive};
use crate::support::locks::terms;

pub(super) fn cycle(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.note("extend()", lock.extend(None));
    stage.note("is_held()", lock.is_held());
    stage.note("release()", lock.release());
}

pub(super) fn force(stage: &mut Stage, of: Of) {
    let lock = stage.given(of);
    stage.note("force_release()", lock.force_release());
}

pub(super) fn wait(stage: &mut Stage, of: Of) {
    stage.hold_for_one_attempt(of, ANOTHER);
    let lock = stage.lock(of);
    stage.note("acquire(wait)", acquire_within(&lock, 10.0));
}

pub(super) fn object(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    let has_ended = lock.auto_release(When::Now);
    stage.note_text(&format!("the object's end: {has_ended}"));
}

pub(super) fn after_an_end(stage: &mut Stage, of: Of, ttl: f64) {
    let lock = stage.lock_with(of, terms(ttl));
    stage.note("acquire()", lock.acquire());
    outlive(&lock);
    stage.note("acquire()", lock.acquire());
}

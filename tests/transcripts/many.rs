//! Owns the cases of several requests that are sent together: waking at several keys, describing several permits.
//! Does not own releases that are sent together (`late`).

use redislock::key::Key;
use redislock::lock::Finish;
use redislock::operator;

use super::Case;
use super::rules::{GRANTS, USUAL};
use super::stage::{ANOTHER, Of, Stage};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    // Where the acquire is refused, there is nobody to wake.
    for behaviour in GRANTS {
        let stage = move || Stage::one(behaviour);
        cases.push(Case::new(format!("{}: wake at a list", behaviour.name), stage, |stage| wake(stage, Of::List)));
        cases.push(Case::new(format!("{}: wake at permits", behaviour.name), stage, |stage| wake(stage, Of::Permits)));
    }
    for behaviour in USUAL {
        let title = format!("{}: describe permits", behaviour.name);
        cases.push(Case::new(title, move || Stage::one(behaviour), describe));
    }
    cases
}

fn wake(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.note("end_run(is looked for)", lock.end_run(Finish { done_for: None, is_looked_for: true }));
}

fn describe(stage: &mut Stage) {
    let (topology, key) = (stage.topology(), Key::new(b"", b"p").unwrap());
    stage.hold(&["p", "p:rl-permit-2{p}", "p:rl-permit-3{p}"], ANOTHER);
    stage.hold(&["p:rl-permits{p}"], "3");
    for _ in 0..2 {
        let told = operator::describe(&*topology, &key).map(|info| info.map(|info| (info.count, info.permits.len())));
        stage.note("describe()", told);
    }
}

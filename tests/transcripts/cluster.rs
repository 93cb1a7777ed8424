//! Owns the cases of a cluster: requests and releases that a node sends on to another, once or for good, or puts off.
//! Does not own how a node treats scripts by itself (`one_master`).

use redislock::lock::{LockSettings, registry};

use super::Case;
use super::calls::{after_an_end, cycle, force, object, wait};
use super::rules::{
    Behaviour, Fate, KNOWS, LEARNS, MOVING, NO_COMPANIONS, NO_EVALSHA, NO_SCRIPTS, Rule, any_script, names_a_key,
    names_several,
};
use super::stage::{Of, Stage};
use crate::support::locks::{terms, token_of};

const MOVED: Fate = Fate::Names("-MOVED 100", 1);
const ASK: Fate = Fate::Names("-ASK 100", 1);
const TRY_AGAIN: Fate = Fate::Says("-TRYAGAIN Multiple keys request during rehashing of slot");
const DOWN: Fate = Fate::Says("-CLUSTERDOWN Hash slot not served");

type Play = fn(&mut Stage, Of);

const PLAYS: [(&str, Play); 5] = [
    ("acquire, extend, look, release", cycle),
    ("force", force),
    ("wait", wait),
    ("acquire after a lease that has ended", |stage, of| after_an_end(stage, of, 0.5)),
    ("object's end", object),
];

/// What the first node says of requests, and how the second behaves.
#[derive(Clone, Copy)]
struct Route {
    name: &'static str,
    fate: Fate,
    /// How often it says so.
    times: usize,
    there: Behaviour,
}

const fn route(name: &'static str, fate: Fate, there: Behaviour) -> Route {
    Route { name, fate, times: usize::MAX, there }
}

const ROUTES: [Route; 5] = [
    route("MOVED", MOVED, KNOWS),
    route("MOVED", MOVED, LEARNS),
    route("ASK", ASK, KNOWS),
    route("ASK", ASK, LEARNS),
    route("ASK", ASK, NO_EVALSHA),
];
/// It refuses each verb alike there, and what is refused takes nothing that could be extended or released.
const REFUSALS: [Route; 2] = [route("ASK", ASK, NO_COMPANIONS), route("ASK", ASK, NO_SCRIPTS)];
/// It runs all there, and the second has nothing to do.
const STRAIGHT: Route = Route { times: 0, ..route("no detour", ASK, KNOWS) };

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for route in ROUTES {
        cases.extend(PLAYS.map(|play| case(route, Of::Key, play)));
        cases.extend([Of::List, Of::Permits].map(|of| case(route, of, PLAYS[0])));
    }
    cases.extend(REFUSALS.map(|route| case(route, Of::Key, PLAYS[0])));
    for of in [Of::Key, Of::List, Of::Permits] {
        cases.push(case(STRAIGHT, of, PLAYS[0]));
    }
    for of in [Of::Key, Of::List] {
        for (name, fate) in [("TRYAGAIN", TRY_AGAIN), ("CLUSTERDOWN", DOWN)] {
            cases.push(case(Route { times: 1, ..route(name, fate, KNOWS) }, of, ("acquire", acquire)));
        }
    }
    for of in [Of::List, Of::Permits] {
        for (name, nodes, play) in [
            ("TRYAGAIN after the acquire", [KNOWS, KNOWS], split as Play),
            ("TRYAGAIN after the acquire, one key is elsewhere", [KNOWS, LEARNS], apart),
            ("TRYAGAIN at the request's end", [LEARNS, KNOWS], request_apart),
        ] {
            let title = format!("{}, {name}", of.name());
            cases.push(Case::new(title, move || Stage::cluster(&nodes), move |stage| play(stage, of)));
        }
    }
    cases.push(Case::new(
        "a key, TRYAGAIN with companions",
        || Stage::cluster(&[MOVING]),
        |stage| cycle(stage, Of::Key),
    ));
    for (name, fate) in [("MOVED", MOVED), ("ASK", ASK)] {
        let stage = || Stage::cluster(&[KNOWS, LEARNS]);
        let title = format!("five locks at the request's end, {name}");
        cases.push(Case::new(title, stage, move |stage| request(stage, fate)));
        cases.push(Case::new(format!("with a replica, {name}"), stage, move |stage| replica(stage, fate)));
    }
    cases
}

fn case(route: Route, of: Of, (call, play): (&str, Play)) -> Case {
    let title = format!("{}, {}, {}: {call}", of.name(), route.name, route.there.name);
    Case::new(
        title,
        move || Stage::cluster(&[KNOWS, route.there]),
        move |stage| {
            stage.rule(0, Rule::always(names_a_key, route.fate).times(route.times));
            play(stage, of);
        },
    )
}

fn acquire(stage: &mut Stage, of: Of) {
    let _lock = stage.acquired(of);
}

/// From the extend on the keys are not in one place, as the node says; each is there by itself.
fn split(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.rule(0, Rule::always(names_several, TRY_AGAIN));
    stage.note("extend()", lock.extend(None));
    stage.note("release()", lock.release());
}

/// The same, and the first key is at the other node by then.
fn apart(stage: &mut Stage, of: Of) {
    let lock = stage.acquired(of);
    stage.nodes[1].state().store.hold(&of.keys()[..1], &token_of(&lock));
    stage.rule(0, Rule::always(|it| it.keys().iter().any(|key| matches!(&**key, "{s}a" | "p")), ASK));
    stage.rule(0, Rule::always(names_several, TRY_AGAIN));
    stage.note("extend()", lock.extend(None));
    stage.note("release()", lock.release());
}

fn request_apart(stage: &mut Stage, of: Of) {
    let _lock = stage.acquired(of);
    stage.rule(0, Rule::always(names_several, TRY_AGAIN));
    registry::end_request(stage.timeouts());
    stage.note_text("the request's end");
    let next = stage.lock_on("next", terms(10.0));
    stage.note("another lock's is_locked()", next.is_locked());
}

/// From then on the first node sends the releases on.
fn request(stage: &mut Stage, fate: Fate) {
    let mut locks = Vec::from(["x", "y", "z"].map(|key| stage.lock_on(key, terms(10.0))));
    locks.extend([Of::List, Of::Permits].map(|of| stage.lock(of)));
    for lock in &locks {
        stage.note(&format!("acquire() of {}", lock.scope()), lock.acquire());
    }
    stage.rule(0, Rule::always(any_script, fate));
    registry::end_request(stage.timeouts());
    stage.note_text("the request's end");
}

fn replica(stage: &mut Stage, fate: Fate) {
    stage.rule(0, Rule::always(names_a_key, fate));
    let lock = stage.lock_with(Of::Key, LockSettings { replicas: 1, ..terms(10.0) });
    stage.note("acquire()", lock.acquire());
}

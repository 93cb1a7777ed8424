//! Owns the promises of a lease that two clients know by its token, in every order of their requests: what one of them trusts stands, and
//! an acquire never takes it (docs/protocol.md#shared-tokens).
//! Does not own the model (shared.rs), nor waiting (model.rs).

use std::collections::HashMap;

use redislock::clock::Instant;
use redislock::leaves::Leaves;
use redislock::node::recovery::may_release;
use redislock::token::Token;

use crate::explorer::shared::{Orders, Rule, State, Step, Unasked, Wrong};
use crate::support::Server;

fn is_allowed(token: &Token, what: Unasked) -> bool {
    let once_until = if let Unasked::Lease(until) = what { Some(until) } else { None };
    may_release(token.is_shared(), once_until, Leaves::Nothing, Instant::now())
}

/// As it is.
const KEPT: Rule = Rule { may_release: is_allowed, may_find: |token| !token.is_shared(), forgets: true };

/// All that goes wrong in any order, each with the shortest way to it; and how many states there are.
fn explore(rule: Rule) -> (Vec<(Wrong, Vec<Step>)>, usize) {
    let server = Server::start();
    let mut orders = Orders::new(rule, &server);
    let mut states = vec![(State::default(), 0, None)];
    let mut known = HashMap::from([(State::default(), 0)]);
    let mut wrongs: Vec<(Wrong, Vec<Step>)> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let state = states[at].0.clone();
        for step in orders.possible(&state) {
            let Some(after) = orders.after(&state, step).filter(|after| !known.contains_key(after)) else { continue };
            known.insert(after.clone(), states.len());
            states.push((after, at, Some(step)));
        }
        at += 1;
        assert!(states.len() < 2_000_000, "it has no end");
        // From what is wrong already there are no further steps.
        while let Some(Some(wrong)) = states.get(at).map(|(state, ..)| state.wrong) {
            if !wrongs.iter().any(|(other, _)| *other == wrong) {
                wrongs.push((wrong, way_to(&states, at)));
            }
            at += 1;
        }
    }
    println!("a lease that two clients know: {} states, {wrongs:?}", states.len());
    (wrongs, states.len())
}

fn way_to(states: &[(State, usize, Option<Step>)], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let (_, from, Some(step)) = states[at] {
        steps.push(step);
        at = from;
    }
    steps.reverse();
    steps
}

fn expect(rule: Rule, wrong: Wrong) {
    let (wrongs, _) = explore(rule);
    assert!(wrongs.iter().any(|(found, _)| *found == wrong), "not needed: {wrongs:?}");
}

#[test]
fn what_one_of_two_clients_trusts_stands_in_every_order_of_requests() {
    let (wrongs, states) = explore(KEPT);
    assert_eq!(wrongs, []);
    assert!(states > 5_000, "{states} states");
}

#[test]
fn a_late_release_of_an_unknown_acquire_would_delete_what_the_other_trusts() {
    let broken = |token: &Token, what| what == Unasked::UnknownAcquire || is_allowed(token, what);
    expect(Rule { may_release: broken, ..KEPT }, Wrong::TakenAway);
}

#[test]
fn a_release_ahead_of_an_acquire_would_take_what_the_other_trusts() {
    let broken = |token: &Token, what| what == Unasked::Leftover || is_allowed(token, what);
    expect(Rule { may_release: broken, ..KEPT }, Wrong::AcquiredTwice);
}

#[test]
fn the_end_of_an_object_past_its_deadline_would_delete_what_the_other_trusts() {
    let broken = |token: &Token, what| matches!(what, Unasked::Lease(_)) || is_allowed(token, what);
    expect(Rule { may_release: broken, ..KEPT }, Wrong::TakenAway);
}

#[test]
fn to_find_a_shared_token_at_the_key_would_be_a_yes_about_what_the_other_trusts() {
    expect(Rule { may_find: |_| true, ..KEPT }, Wrong::AcquiredTwice);
}

#[test]
fn what_is_owed_would_delete_the_next_lease_if_it_were_not_forgotten() {
    expect(Rule { forgets: false, ..KEPT }, Wrong::TakenAway);
}

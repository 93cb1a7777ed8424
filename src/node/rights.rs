//! Owns what a refused request needs: the one sentence that every verb, topology and waiter tells.
//! Does not own what an error means (`refusal`), what else can be done about it (`failure`).

use crate::failure::{Failure, sentence};
use crate::key::Unquoted;
use crate::leaves::Leaves;
use crate::refusal::{Code, Forbidden};
use crate::scope::Scope;
use crate::scripts::{Action, Request};

/// How many key patterns a message names.
const NAMED: usize = 3;

/// Says what is needed where the server runs no scripts, or the user may not run them or touch the names beside the key.
#[cold]
pub(super) fn explained(refusal: Failure, request: &Request<'_>) -> Failure {
    let Failure::Refused { node, code, detail } = refusal else { return refusal };
    let needs = match code {
        Code::NoPerm(Forbidden::Key) => pattern(request.scope),
        Code::NoPerm(Forbidden::Command) | Code::ForbiddenInScript => {
            format!("the user needs +eval{}", commands(request.action))
        }
        Code::UnknownCommand | Code::NoScriptingEngine => "a lock needs scripts (EVAL)".to_owned(),
        _ => return Failure::Refused { node, code, detail },
    };
    Failure::Refused { node, code, detail: sentence([detail, needs]) }
}

/// Names the key and what is beside it: all of it begins with the key.
fn pattern(scope: &Scope) -> String {
    let keys = if let Scope::Permits(keys) = scope { &keys[..1] } else { scope.keys() };
    let mut names: Vec<_> = keys.iter().take(NAMED).map(|key| format!("{}*", Unquoted(key.as_bytes()))).collect();
    if keys.len() > NAMED {
        names.push("...".to_owned());
    }
    format!("the user's key patterns must cover {}", names.join(" "))
}

/// Names what its script cannot do without.
fn commands(action: Action<'_>) -> &'static str {
    match action {
        Action::Acquire { .. } => " +get +set +exists +pttl",
        Action::Release(_, Leaves::Nothing) => " +get +del",
        Action::Release(..) => " +get +del +set +pexpire",
        Action::Extend(..) => " +get +pttl +pexpire +persist",
        Action::Force(..) => " +get +del +type",
        Action::Inspect(..) | Action::Describe => " +get +pttl",
        Action::Wake => "",
    }
}

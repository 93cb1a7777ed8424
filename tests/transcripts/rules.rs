//! Owns what becomes of a command on a played server in place of its own reply, and the behaviours of servers that are made of that.
//! Does not own what a command does where no rule applies (`store`).

use super::commands::Command;

/// What becomes of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It does not run; this is replied, as it stands on the wire but for the end of the line.
    Says(&'static str),
    /// The same, for the words with which a cluster names another node: a code and a slot, after which comes that node's address.
    Names(&'static str, usize),
    /// The connection is closed before it is read.
    Unread,
    /// It is read; then the connection is closed.
    Lost,
    /// It runs; then the connection is closed without a reply.
    Unanswered,
    /// It runs, and from here on nothing is replied on this connection.
    Silence,
}

/// What becomes of commands of a kind, and how often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) of: fn(&Command) -> bool,
    pub(super) times: usize,
    pub(super) fate: Fate,
}

impl Rule {
    pub(super) const fn always(of: fn(&Command) -> bool, fate: Fate) -> Self {
        Self { of, times: usize::MAX, fate }
    }

    pub(super) const fn once(of: fn(&Command) -> bool, fate: Fate) -> Self {
        Self { times: 1, ..Self::always(of, fate) }
    }

    pub(super) const fn times(self, times: usize) -> Self {
        Self { times, ..self }
    }

    /// Tells what becomes of a command, and counts it.
    pub(super) fn apply(&mut self, command: &Command) -> Option<Fate> {
        if self.times == 0 || !(self.of)(command) {
            return None;
        }
        self.times -= 1;
        Some(self.fate)
    }
}

/// How a server behaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behaviour {
    pub(super) name: &'static str,
    /// It knows the scripts before it has seen their texts.
    pub(super) knows_scripts: bool,
    pub(super) rules: &'static [Rule],
}

const fn that(name: &'static str, rules: &'static [Rule]) -> Behaviour {
    Behaviour { name, knows_scripts: true, rules }
}

const NO_PERMISSION: Fate = Fate::Says("-NOPERM No permissions to access this");
const NOT_TO_RUN: Fate = Fate::Says("-NOPERM User shop has no permissions to run the 'eval' command");
const TRY_AGAIN: Fate = Fate::Says("-TRYAGAIN Multiple keys request during rehashing of slot");
const EVALSHA_UNKNOWN: Fate = Fate::Says("-ERR unknown command 'EVALSHA'");
const EVAL_UNKNOWN: Fate = Fate::Says("-ERR unknown command 'EVAL'");
const NO_ENGINE: Fate = Fate::Says("-ERR Could not find scripting engine 'lua'");

pub(super) fn any_script(command: &Command) -> bool {
    command.words.first().is_some_and(|name| name.starts_with("EVAL"))
}

fn names_companions(command: &Command) -> bool {
    command.keys().iter().any(|key| key.contains(":rl-") && !is_permit(key))
}

/// A permit's own key.
fn is_permit(key: &str) -> bool {
    key.split_once(":rl-permit-").is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
}

pub(super) fn names_several(command: &Command) -> bool {
    command.keys().len() > 1
}

pub(super) fn names_a_key(command: &Command) -> bool {
    command.is_about_a_lock()
}

fn evalsha(command: &Command) -> bool {
    command.is("EVALSHA")
}

fn eval(command: &Command) -> bool {
    command.is("EVAL")
}

pub(super) const KNOWS: Behaviour = that("scripts are known", &[]);
pub(super) const LEARNS: Behaviour =
    Behaviour { knows_scripts: false, ..that("scripts are not known before their text", &[]) };
pub(super) const NO_EVALSHA: Behaviour = that("EVALSHA is unknown", &[Rule::always(evalsha, EVALSHA_UNKNOWN)]);
pub(super) const EVALSHA_FORBIDDEN: Behaviour = that("EVALSHA is forbidden", &[Rule::always(evalsha, NOT_TO_RUN)]);
pub(super) const NO_COMPANIONS: Behaviour =
    that("companions are forbidden", &[Rule::always(names_companions, NO_PERMISSION)]);
pub(super) const NO_SCRIPTS: Behaviour = that("scripts are forbidden", &[Rule::always(any_script, NOT_TO_RUN)]);
pub(super) const NO_EVAL: Behaviour =
    that("EVALSHA and EVAL are unknown", &[Rule::always(evalsha, EVALSHA_UNKNOWN), Rule::always(eval, EVAL_UNKNOWN)]);
pub(super) const NO_SCRIPTING_ENGINE: Behaviour =
    Behaviour { knows_scripts: false, ..that("there is no scripting engine", &[Rule::always(eval, NO_ENGINE)]) };
pub(super) const KEY_FORBIDDEN: Behaviour = that("the key is forbidden", &[Rule::always(names_a_key, NO_PERMISSION)]);
pub(super) const BUSY: Behaviour =
    that("BUSY", &[Rule::always(names_a_key, Fate::Says("-BUSY Redis is busy running a script"))]);
pub(super) const LOADING: Behaviour =
    that("LOADING", &[Rule::always(names_a_key, Fate::Says("-LOADING Redis is loading the dataset in memory"))]);
pub(super) const READ_ONLY: Behaviour =
    that("READONLY", &[Rule::always(names_a_key, Fate::Says("-READONLY You can't write against a read only replica"))]);
pub(super) const OUT_OF_MEMORY: Behaviour =
    that("OOM", &[Rule::always(names_a_key, Fate::Says("-OOM command not allowed when used memory > 'maxmemory'"))]);
/// A slot is being moved: what names several keys does not find them in one place.
pub(super) const MOVING: Behaviour = that("TRYAGAIN for several keys", &[Rule::always(names_several, TRY_AGAIN)]);

/// The ways in which a server replies to a script.
pub(super) const USUAL: [Behaviour; 8] =
    [KNOWS, LEARNS, NO_EVALSHA, EVALSHA_FORBIDDEN, NO_COMPANIONS, NO_SCRIPTS, KEY_FORBIDDEN, MOVING];
/// Those of them in which a lock can be acquired.
pub(super) const GRANTS: [Behaviour; 5] = [KNOWS, LEARNS, NO_EVALSHA, EVALSHA_FORBIDDEN, MOVING];
/// Others that lead to the same.
pub(super) const RARE: [Behaviour; 2] = [NO_EVAL, NO_SCRIPTING_ENGINE];
/// Errors that say nothing about scripts.
pub(super) const ERRORS: [Behaviour; 4] = [BUSY, LOADING, READ_ONLY, OUT_OF_MEMORY];

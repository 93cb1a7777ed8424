//! Owns the model of a lease that two clients know by its token: what each of them knows, what can happen next, and where that leads. The
//! scripts run on a real server, and the rule is that of the extension, or a broken one.
//! Does not own the search, nor what is promised (handed_on.rs); nor extends without a reply, which change nothing that is looked at here.

use redislock::clock::Instant;
use redislock::token::Token;
use redislock::ttl::Deadline;

use crate::explorer::calls::Command;
use crate::explorer::stage::Stage;
use crate::explorer::world::{ONE_KEY, Snapshot, Value, Want};
use crate::support::{Reply, Server};

/// The first two have the same token; the third has one of its own, and is there to take what is free.
const CLIENTS: usize = 3;
const OTHER: usize = 2;
/// How many requests get no reply, or are put off, of all: each rule that is taken away goes wrong with fewer.
const FAULTS: usize = 2;

/// What would be ended by a release that no call of release() makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unasked {
    /// What an acquire may have taken.
    UnknownAcquire,
    /// The object's last lease, ahead of its next acquire.
    Leftover,
    /// A lease whose release() got no reply.
    Again,
    /// A lease that its program has ended.
    Lease(Deadline),
}

/// What decides about releases that no call of release() makes.
#[derive(Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) may_release: fn(&Token, Unasked) -> bool,
    /// An acquire without a reply is tried again, and finding its token at the key is a yes.
    pub(crate) may_find: fn(&Token) -> bool,
    /// What is owed under a token is forgotten when that acquires again.
    pub(crate) forgets: bool,
}

/// What an object knows of its lease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum View {
    #[default]
    None,
    Trusts,
    /// It trusts what a client that has the token asked to be released.
    Stale,
    /// Its deadline has passed; another may have extended the lease.
    Expired,
    /// release() got no reply.
    Releasing,
    /// The same, and its deadline has passed.
    ReleasingExpired,
}

/// A request that its sender has given up, and that the server has not run yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Late {
    Acquire,
    Release,
}

#[expect(clippy::struct_excessive_bools, reason = "each is named where it is set, and says yes or no by itself")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    view: View,
    /// The object acquired it by itself: its end releases it.
    acquired: bool,
    /// An acquire without a reply is tried again next.
    tries_again: bool,
    /// Releases at the next contact: which the program asked for, and which it did not.
    owes_asked: bool,
    owes_unasked: bool,
    late: Option<Late>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    redis: Snapshot,
    clients: [Client; CLIENTS],
    faults: usize,
    pub(crate) wrong: Option<Wrong>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wrong {
    /// A client trusts a lease whose token is not at the key, and no client that has it asked for that.
    TakenAway,
    /// An acquire was told yes about what another client trusts.
    AcquiredTwice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Replied,
    /// It runs, and the reply does not come.
    ReplyLost,
    /// It runs later, at any moment.
    Late,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Acquire(usize, Fate),
    Extend(usize),
    Release(usize, Fate),
    /// The end of the object, whose release runs at once or is owed; another object of the same token is made.
    End(usize, Fate),
    /// What is owed goes out: what was asked for, or not.
    Owed(usize, bool),
    /// What was asked for is owed no longer: its lease has ended.
    OwedEnds(usize),
    Late(usize),
    DeadlinePasses(usize),
    /// The key expires: no client trusts it.
    TtlEnds,
}

/// By whose token a client locks.
fn holder(client: usize) -> usize {
    if client == 1 { 0 } else { client }
}

fn acquire(client: usize, is_retry: bool) -> Command {
    let is_retry = if is_retry { "1" } else { "0" };
    Command::Acquire { process: holder(client), want: Want::Key(0), mark_ms: "0", is_retry, signal_of: 0 }
}

fn release(client: usize) -> Command {
    Command::Release { process: holder(client), want: Want::Key(0), permit: 0, rest_ms: "0" }
}

pub(crate) struct Orders {
    rule: Rule,
    stage: Stage,
    /// That of the first two was given, that of the third is in no other hands.
    tokens: [Token; CLIENTS],
}

impl Orders {
    pub(crate) fn new(rule: Rule, server: &Server) -> Self {
        let own = Token::fresh(None).unwrap();
        let given = Token::given(b"rl_0").unwrap();
        Self { rule, stage: Stage::new(server, &ONE_KEY, &[]), tokens: [given.clone(), given, own] }
    }

    fn may_release(&self, client: usize, what: Unasked) -> bool {
        (self.rule.may_release)(&self.tokens[client], what)
    }

    fn is_shared(&self, client: usize) -> bool {
        self.tokens[client].is_shared()
    }

    pub(crate) fn possible(&self, state: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        for (client, it) in state.clients.iter().enumerate() {
            let may_fail = client != OTHER && state.faults < FAULTS;
            let fates = [Fate::Replied, Fate::ReplyLost, Fate::Late].into_iter().filter(|fate| match fate {
                Fate::Replied => true,
                Fate::ReplyLost => may_fail,
                Fate::Late => may_fail && it.late.is_none(),
            });
            let has_ended = !matches!(it.view, View::Trusts | View::Stale);
            // A token of its own is new each time: what is on its way with the last one does not meet the next.
            let is_clear = self.is_shared(client) || !(it.owes_asked || it.owes_unasked || it.late.is_some());
            if has_ended && is_clear {
                steps.extend(fates.clone().map(|fate| Step::Acquire(client, fate)));
            }
            if it.view != View::None {
                steps.extend(fates.clone().filter(|fate| *fate != Fate::Late).map(|fate| Step::End(client, fate)));
                steps.push(Step::DeadlinePasses(client));
            }
            // Who has a given token may call these at any time.
            if self.is_shared(client) || it.view != View::None {
                steps.push(Step::Extend(client));
                steps.extend(fates.map(|fate| Step::Release(client, fate)));
            }
            steps.extend([true, false].map(|asked| Step::Owed(client, asked)));
            steps.extend([Step::OwedEnds(client), Step::Late(client)]);
        }
        steps.push(Step::TtlEnds);
        steps
    }

    /// The state after a step; none where it is not possible.
    pub(crate) fn after(&mut self, state: &State, step: Step) -> Option<State> {
        let mut next = state.clone();
        if let Step::Acquire(_, fate) | Step::Release(_, fate) | Step::End(_, fate) = step {
            next.faults += usize::from(fate != Fate::Replied);
        }
        match step {
            Step::Acquire(client, fate) => self.acquire(&mut next, client, fate),
            Step::Extend(client) => {
                let is_ours = self.play(&mut next, Command::Extend(holder(client))) != 0;
                let it = &mut next.clients[client];
                match it.view {
                    // The unanswered release may still run.
                    View::Releasing | View::ReleasingExpired if is_ours => {}
                    View::None if is_ours => (it.view, it.acquired) = (View::Trusts, false),
                    _ if is_ours => it.view = View::Trusts,
                    _ => (it.view, it.acquired) = (View::None, false),
                }
            }
            Step::Release(client, fate) => self.release(&mut next, client, fate),
            Step::End(client, fate) => self.end(&mut next, client, fate),
            Step::Owed(client, asked) => {
                let it = &mut next.clients[client];
                let owed = if asked { &mut it.owes_asked } else { &mut it.owes_unasked };
                if !std::mem::take(owed) {
                    return None;
                }
                // What it has acquired since is not what it asked to be released.
                let except = if it.acquired { client } else { CLIENTS };
                self.run_release(&mut next, client, asked.then_some(except));
            }
            Step::OwedEnds(client) => next.clients[client].owes_asked = false,
            Step::Late(client) => match next.clients[client].late.take()? {
                Late::Acquire => {
                    self.play(&mut next, acquire(client, false));
                }
                Late::Release => self.run_release(&mut next, client, Some(CLIENTS)),
            },
            Step::DeadlinePasses(client) => {
                let view = &mut next.clients[client].view;
                *view = if *view == View::Releasing { View::ReleasingExpired } else { View::Expired };
            }
            Step::TtlEnds => {
                let Value::Of(owner) = state.redis.values[0] else { return None };
                let trusts = |(client, it): (usize, &Client)| holder(client) == owner && it.view == View::Trusts;
                if state.clients.iter().enumerate().any(trusts) {
                    return None;
                }
                self.play(&mut next, Command::DeleteKeys([true, false, false]));
            }
        }
        let is_taken_away = |(client, it): (usize, &Client)| {
            it.view == View::Trusts && next.redis.values[0] != Value::Of(holder(client))
        };
        if next.clients.iter().enumerate().any(is_taken_away) {
            next.wrong.get_or_insert(Wrong::TakenAway);
        }
        Some(next)
    }

    fn play(&mut self, state: &mut State, command: Command) -> Reply {
        let (reply, redis) = self.stage.play(&state.redis, command);
        state.redis = redis;
        reply
    }

    /// A release that runs. One that a client asked for ends what all trust that have the token, but for one of them.
    fn run_release(&mut self, state: &mut State, client: usize, asked_but_for: Option<usize>) {
        let reply = self.play(state, release(client));
        let Some(except) = asked_but_for.filter(|_| reply == 1) else { return };
        for (other, it) in state.clients.iter_mut().enumerate() {
            if holder(other) == holder(client) && other != except && it.view == View::Trusts {
                it.view = View::Stale;
            }
        }
    }

    fn acquire(&mut self, state: &mut State, client: usize, fate: Fate) {
        let before = state.clients[client];
        let may_be_there = matches!(before.view, View::Expired | View::Releasing | View::ReleasingExpired);
        let is_ahead = may_be_there && self.may_release(client, Unasked::Leftover);
        if is_ahead && fate != Fate::Late {
            self.run_release(state, client, None);
        }
        let command = acquire(client, before.tries_again);
        state.clients[client].tries_again = false;
        if fate == Fate::Replied {
            let is_ours = self.play(state, command) == 1;
            let others = state.clients.iter().enumerate();
            let mut others = others.filter(|(other, _)| *other != client && holder(*other) == holder(client));
            if is_ours && others.any(|(_, it)| it.view == View::Trusts) {
                state.wrong = Some(Wrong::AcquiredTwice);
            }
            let it = &mut state.clients[client];
            if is_ours {
                (it.view, it.acquired) = (View::Trusts, true);
                if self.rule.forgets {
                    (it.owes_asked, it.owes_unasked) = (false, false);
                }
            } else if is_ahead {
                it.view = View::None;
            }
            return;
        }
        if fate == Fate::ReplyLost {
            self.play(state, command);
        }
        let (finds, owes) =
            ((self.rule.may_find)(&self.tokens[client]), self.may_release(client, Unasked::UnknownAcquire));
        let it = &mut state.clients[client];
        if fate == Fate::Late {
            it.late = Some(Late::Acquire);
        }
        // It is tried again at once, or given up; both are tried here, since it may be given up after that, too.
        if finds && !before.tries_again {
            it.tries_again = true;
        } else {
            it.owes_unasked |= owes;
        }
    }

    fn release(&mut self, state: &mut State, client: usize, fate: Fate) {
        if fate == Fate::Late {
            state.clients[client].late = Some(Late::Release);
        } else {
            self.run_release(state, client, Some(client));
        }
        let it = &mut state.clients[client];
        match it.view {
            _ if fate == Fate::Replied => (it.view, it.acquired) = (View::None, false),
            View::Trusts | View::Stale => it.view = View::Releasing,
            _ => {}
        }
    }

    fn end(&mut self, state: &mut State, client: usize, fate: Fate) {
        let before = state.clients[client];
        let deadline = match before.view {
            View::Expired | View::ReleasingExpired => Deadline::At(Instant::now()),
            _ => Deadline::Never,
        };
        let is_asked = before.acquired || matches!(before.view, View::Releasing | View::ReleasingExpired);
        let is_again = matches!(before.view, View::Releasing | View::ReleasingExpired);
        let what = if is_again { Unasked::Again } else { Unasked::Lease(deadline) };
        let is_owed = is_asked && before.view != View::None && self.may_release(client, what);
        let it = &mut state.clients[client];
        (it.view, it.acquired, it.tries_again) = (View::None, false, false);
        // Past its deadline the program has not asked for anything.
        let is_asked = deadline == Deadline::Never;
        if is_owed && fate == Fate::Replied {
            self.run_release(state, client, is_asked.then_some(client));
        } else if is_asked {
            it.owes_asked |= is_owed;
        } else {
            it.owes_unasked |= is_owed;
        }
        state.clients[client].owes_unasked |= before.tries_again && self.may_release(client, Unasked::UnknownAcquire);
    }
}

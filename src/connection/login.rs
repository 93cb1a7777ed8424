//! Owns what a new connection says before a lock's first command: user and password, database, our name; and what a server
//! says that turns it away.
//! Does not own the exchange itself (`connection`).

use std::cell::RefCell;
use std::collections::BTreeSet;

use redis::Cmd;

use crate::address::Address;
use crate::connection::{Connection, Received};
use crate::failure::Failure;
use crate::refusal::Code;

/// How many nodes a thread remembers; one more, and all others are met as for the first time: at most a round trip more for each.
const MOST: usize = 64;

thread_local! {
    /// The nodes that have replied to our name, if only with an error, as messages call them. A child of fork keeps what its parent knew.
    static GREETED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Makes this thread's memory, as yet empty: that takes a lock of the system's loader, which a fork must not find closed.
pub(super) fn prepare() {
    GREETED.with_borrow(|_| {});
}

/// How far a connection has come with our name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// It goes out with the next request.
    Unsent,
    /// The replies to it are to come.
    Sent,
    /// They have come, or the name is left out.
    Told,
}

impl Connection {
    /// Returns what must get its reply before any command of a lock is sent, `None` when that is nothing: user and database
    /// where the address has them, and our name unless this node is known to reply to it.
    ///
    /// User and database must get theirs in any case: a command written after an AUTH or SELECT that fails runs all the
    /// same, as another user or in database 0 (Redis 7.0.15, tried 2026-11-20; guarded by tests/lock.rs,
    /// no_command_runs_as_another_user_or_in_another_database_than_the_address_says).
    pub(crate) fn login(&mut self, address: &Address, how: Introduction) -> Option<Login> {
        let mut commands = login(address, &self.password);
        let deciding = commands.len();
        let is_greeted = GREETED.with_borrow(|greeted| greeted.contains(&self.node));
        self.name = match how {
            Introduction::LeftOut => Name::Told,
            Introduction::Along if commands.is_empty() => Name::Unsent,
            Introduction::Answered if commands.is_empty() && is_greeted => Name::Unsent,
            Introduction::Along | Introduction::Answered => Name::Sent,
        };
        if self.name == Name::Sent {
            commands.extend(names());
        }
        let request = commands.iter().flat_map(Cmd::get_packed_command).collect();
        (!commands.is_empty()).then_some(Login { request, replies: commands.len(), deciding })
    }

    /// Reads the replies to a login.
    /// Errors: `Refused` when the server refuses user, password or database.
    pub(crate) fn logged_in(&self, login: &Login, replies: Vec<Received>) -> Result<(), Failure> {
        replies.into_iter().take(login.deciding).try_for_each(|reply| self.refusal(reply).map(drop))
    }

    /// Returns our name where it goes out with the next request, and the replies to it come before that's.
    pub(super) fn take_name(&mut self) -> Option<Vec<u8>> {
        if self.name != Name::Unsent {
            return None;
        }
        self.name = Name::Sent;
        let names = names();
        self.owed += names.len();
        Some(names.iter().flat_map(Cmd::get_packed_command).collect())
    }

    /// Notes that all replies so far have come.
    pub(super) fn has_told_name(&mut self) {
        if std::mem::replace(&mut self.name, Name::Told) == Name::Sent {
            GREETED.with_borrow_mut(|greeted| {
                if greeted.len() >= MOST {
                    greeted.clear();
                }
                greeted.insert(self.node.clone());
            });
        }
    }

    /// Notes that the peer has closed the connection: where it was told our name, that may be why.
    pub(super) fn note_its_end(&self) {
        if self.name == Name::Sent {
            GREETED.with_borrow_mut(|greeted| greeted.remove(&self.node));
        }
    }
}

/// Tells the server who we are, for CLIENT LIST. Servers before 7.2 and users without that right reply with an error, which is ignored.
fn names() -> [Cmd; 2] {
    [("LIB-NAME", "redislock"), ("LIB-VER", env!("CARGO_PKG_VERSION"))].map(|(what, value)| {
        let mut command = redis::cmd("CLIENT");
        command.arg("SETINFO").arg(what).arg(value);
        command
    })
}

/// Tells whether a server has closed a new connection unheard, and this is the reason that it gave: nothing ran then.
pub(crate) fn is_turned_away(first: &Failure) -> bool {
    matches!(first.code(), Some(Code::Denied | Code::TooManyClients))
}

/// When a new connection tells our name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Introduction {
    /// Before any command of a lock, unless the node is known to reply to it: a peer that closes the connection for it has run
    /// nothing.
    Answered,
    /// Together with the first command: a round trip less, where it is found out what became of that command.
    Along,
    /// Not at all: some proxies (twemproxy) close a connection at a command they do not know, and this one has.
    LeftOut,
}

/// What is sent before any command of a lock.
#[derive(Debug)]
pub(crate) struct Login {
    pub(crate) request: Vec<u8>,
    /// How many replies there will be, and how many of them decide: those to our name come last.
    pub(crate) replies: usize,
    deciding: usize,
}

fn login(address: &Address, password: &[u8]) -> Vec<Cmd> {
    let mut login = Vec::new();
    if let Some(credentials) = address.credentials.as_ref() {
        let mut auth = redis::cmd("AUTH");
        if let Some(user) = &credentials.user {
            auth.arg(user);
        }
        auth.arg(password);
        login.push(auth);
    }
    if address.database > 0 {
        let mut select = redis::cmd("SELECT");
        select.arg(address.database);
        login.push(select);
    }
    login
}

/// Turns the failure of a login into NotSent: it never carried the lock's command, so there is nothing to recover.
pub(crate) fn before_any_command(failure: Failure) -> Failure {
    match failure {
        Failure::Unanswered { node, cause } => Failure::NotSent { node, cause },
        Failure::Interrupted { by, .. } => Failure::Interrupted { by, sent: false },
        other => other,
    }
}

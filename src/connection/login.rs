//! Owns what a new connection says before a lock's first command: user and password, database, our name; and what a server
//! says that turns it away.
//! Does not own the exchange itself (`connection`).

use redis::Cmd;

use crate::address::Address;
use crate::connection::client_name::{self, Introduced};
use crate::connection::{Connection, Received};
use crate::failure::Failure;
use crate::refusal::{Code, Words};

impl Connection {
    /// Returns what must get its reply before any command of a lock is sent, `None` when that is nothing: user and database
    /// where the address has them, and our name unless this node is known to reply to it.
    ///
    /// User and database must get theirs in any case: a command written after an AUTH or SELECT that fails runs all the
    /// same, as another user or in database 0 (Redis 7.0.15, tried 2026-11-20; guarded by tests/lock.rs,
    /// no_command_runs_as_another_user_or_in_another_database_than_the_address_says).
    pub(crate) fn login(&mut self, address: &Address, how: Introduction) -> Option<Login> {
        let login = login(address, &self.password);
        let is_left_out = client_name::are_left_out(&self.node);
        if login.is_empty() && (is_left_out || how == Introduction::Along || client_name::are_welcome(&self.node)) {
            self.naming = if is_left_out { Introduced::LeftOut } else { Introduced::Unsent };
            return None;
        }
        self.naming = match (is_left_out, login.is_empty()) {
            (true, _) => Introduced::LeftOut,
            (false, true) => Introduced::First,
            (false, false) => Introduced::WithLogin,
        };
        let deciding = login.len();
        let names = if is_left_out { Vec::new() } else { client_name::commands().to_vec() };
        let commands = [login, names].concat();
        let request = commands.iter().flat_map(Cmd::get_packed_command).collect();
        Some(Login { request, replies: commands.len(), deciding })
    }

    /// Reads the replies to a login.
    /// Errors: `Refused` when the server refuses user, password or database.
    pub(crate) fn logged_in(&mut self, login: &Login, replies: Vec<Received>) -> Result<(), Failure> {
        self.names_are_settled();
        replies.into_iter().take(login.deciding).try_for_each(|reply| self.refusal(reply).map(drop))
    }

    /// Finds the reason that a server gives when it closes a new connection unheard: nothing ran then.
    pub(super) fn turned_away(&self, first: Failure) -> Option<Failure> {
        matches!(first.code(), Some(Code::Denied | Code::Err(Words::TooManyClients))).then(|| {
            self.names_were_not_why();
            first
        })
    }
}

/// When a new connection tells our name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Introduction {
    /// Before any command of a lock, unless the node is known to reply to it: a peer that closes the connection for it has run
    /// nothing.
    Answered,
    /// Together with the first command: a round trip less, where it is found out what became of that command.
    Along,
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

//! Owns what a new connection says before a lock's first command: user and password, database, our name; and what a server
//! says that turns it away.
//! Does not own the exchange itself (`connection`).

use redis::{Cmd, Value};

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::client_name::{self, Naming};
use crate::failure::Failure;

impl Connection {
    /// Says what must be answered before any command of a lock is sent.
    ///
    /// That is user and database in any case: a command written after an AUTH or SELECT that fails runs all the same, as another
    /// user or in database 0 (Redis 7.0.15, tried 2026-11-20; guarded by tests/lock.rs,
    /// no_command_runs_as_another_user_or_in_another_database_than_the_address_says).
    pub(super) fn greet(&mut self, address: &Address, names: Names) -> Result<(), Failure> {
        let Some(greeting) = self.greeting_with(address, names) else { return Ok(()) };
        let deadline = self.begin_exchange(Instant::now());
        let replies = greeting.login + greeting.unheeded;
        let answers = self.exchange_until(&greeting.request, replies, deadline).map_err(before_any_command)?;
        self.first_deadline = Some(deadline);
        self.greeted(&greeting, answers)
    }

    /// Returns what must be answered before any command of a lock is sent, `None` when that is nothing: user and database
    /// where the address asks for it, and our name unless this node is known to put up with it.
    pub(super) fn greeting(&mut self, address: &Address) -> Option<Greeting> {
        self.greeting_with(address, Names::Answered)
    }

    fn greeting_with(&mut self, address: &Address, how: Names) -> Option<Greeting> {
        let login = login(address);
        let is_left_out = client_name::are_left_out(&self.node);
        let names = if is_left_out { Vec::new() } else { client_name::commands().to_vec() };
        self.naming = match (is_left_out, login.is_empty()) {
            (true, _) => Naming::LeftOut,
            (false, true) => Naming::First,
            (false, false) => Naming::WithLogin,
        };
        if login.is_empty() && (is_left_out || how == Names::Along || client_name::are_welcome(&self.node)) {
            self.preamble = (!is_left_out).then(|| (pack(&names), names.len()));
            return None;
        }
        let request = pack(login.iter().chain(&names));
        Some(Greeting { request, login: login.len(), unheeded: names.len() })
    }

    /// Reads what was answered to a greeting.
    ///
    /// # Errors
    /// `Refused` when the server refuses user, password or database.
    pub(super) fn greeted(&mut self, greeting: &Greeting, answers: Vec<Value>) -> Result<(), Failure> {
        self.names_are_settled();
        answers.into_iter().take(greeting.login).try_for_each(|answer| self.refusal(answer).map(drop))
    }

    /// Finds the reason that a server gives when it closes a new connection unheard: nothing ran then.
    pub(super) fn turned_away(&self, answers: Vec<Value>) -> Option<Failure> {
        match self.refusal(answers.into_iter().next()?) {
            Err(Failure::Refused { node, code, detail })
                if code == "DENIED" || detail.starts_with("max number of clients") =>
            {
                self.names_were_not_why();
                Some(Failure::Refused { node, code, detail })
            }
            _ => None,
        }
    }
}

/// When a new connection tells our name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Before any command of a lock, unless the node is known to reply to it: a peer that closes the connection for it has run
    /// nothing.
    Answered,
    /// Together with the first command: a round trip less, where it is found out what became of that command.
    Along,
}

/// What is said to a server that asks who we are.
#[derive(Debug)]
pub(super) struct Greeting {
    pub(super) request: Vec<u8>,
    /// How many replies decide.
    pub(super) login: usize,
    /// How many come behind them that nobody looks at.
    pub(super) unheeded: usize,
}

fn login(address: &Address) -> Vec<Cmd> {
    let mut login = Vec::new();
    if let Some(credentials) = address.credentials() {
        let mut auth = redis::cmd("AUTH");
        if let Some(user) = &credentials.user {
            auth.arg(user);
        }
        auth.arg(&credentials.password);
        login.push(auth);
    }
    if address.database() > 0 {
        let mut select = redis::cmd("SELECT");
        select.arg(address.database());
        login.push(select);
    }
    login
}

fn pack<'a>(commands: impl IntoIterator<Item = &'a Cmd>) -> Vec<u8> {
    commands.into_iter().flat_map(Cmd::get_packed_command).collect()
}

/// What was not answered in front of a lock's own command did not carry it, so nothing has to be recovered.
pub(super) fn before_any_command(failure: Failure) -> Failure {
    match failure {
        Failure::Unanswered { node, cause } => Failure::NotSent { node, cause },
        Failure::Interrupted { by, .. } => Failure::Interrupted { by, sent: false },
        other => other,
    }
}

//! Owns: what a new connection says before a lock's first command: user and password, database, our name; and what a server
//! says that turns it away.
//! Does not own: the exchange itself (`connection`).
//! Called by: `Connection::open`, and `part` for several connections at once; `exchange` and `talk` when answers end too early.

use redis::{Cmd, Value};

use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::address::Address;
use crate::failure::Failure;

impl Connection {
    /// Authenticates and selects the database where the address asks for it; our name goes out with whatever is sent
    /// first.
    ///
    /// User and database are answered before any command of a lock is sent: one written behind an AUTH or SELECT that
    /// fails runs all the same, as another user or in database 0 (Redis 7.0.15, tried 2026-11-20; guarded by
    /// tests/lock.rs, no_command_runs_as_another_user_or_in_another_database_than_the_address_says).
    pub(super) fn greet(&mut self, address: &Address) -> Result<(), Failure> {
        let Some(greeting) = self.greeting(address) else { return Ok(()) };
        let deadline = self.begin_exchange(Instant::now());
        let replies = greeting.login + greeting.unheeded;
        let answers = self.exchange_until(&greeting.request, replies, deadline).map_err(before_any_command)?;
        self.first_deadline = Some(deadline);
        self.greeted(&greeting, answers)
    }

    /// Returns what must be answered before any command of a lock is sent; `None` when that is nothing.
    pub(super) fn greeting(&mut self, address: &Address) -> Option<Greeting> {
        let names = client_names();
        let login: Vec<Cmd> = login(address);
        if login.is_empty() {
            self.preamble = Some((pack(&names), names.len()));
            return None;
        }
        let request = pack(login.iter().chain(&names));
        Some(Greeting { request, login: login.len(), unheeded: names.len() })
    }

    /// Reads what was answered to a greeting.
    ///
    /// # Errors
    /// `Refused` when the server refuses user, password or database.
    pub(super) fn greeted(&self, greeting: &Greeting, answers: Vec<Value>) -> Result<(), Failure> {
        answers.into_iter().take(greeting.login).try_for_each(|answer| self.refusal(answer).map(drop))
    }

    /// Finds the reason that a server gives when it closes a new connection unheard: nothing ran then.
    pub(super) fn turned_away(&self, answers: Vec<Value>) -> Option<Failure> {
        match self.refusal(answers.into_iter().next()?) {
            Err(Failure::Refused { node, code, detail })
                if code == "DENIED" || detail.starts_with("max number of clients") =>
            {
                Some(Failure::Refused { node, code, detail })
            }
            _ => None,
        }
    }
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

/// Tells the server who we are, for CLIENT LIST. Servers before 7.2 and users without that right answer with an
/// error, which is ignored.
fn client_names() -> [Cmd; 2] {
    [("LIB-NAME", "redislock"), ("LIB-VER", env!("CARGO_PKG_VERSION"))].map(|(what, value)| {
        let mut command = redis::cmd("CLIENT");
        command.arg("SETINFO").arg(what).arg(value);
        command
    })
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

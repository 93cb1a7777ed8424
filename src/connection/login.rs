//! Owns what a new connection says before a lock's first command: user and password, database, our name; and what a server
//! says that turns it away.
//! Does not own the exchange itself (`connection`).

use redis::Cmd;

use crate::address::Address;
use crate::connection::{Connection, Received};
use crate::failure::Failure;

impl Connection {
    /// Returns what must get its reply before any command of a lock is sent, `None` when that is nothing: user and database where the address
    /// has them, and then our name, unless that is left out: some proxies (twemproxy) close a connection at a command they do not know.
    ///
    /// User and database must get theirs in any case: a command written after an AUTH or SELECT that fails runs all the
    /// same, as another user or in database 0 (Redis 7.0.15, tried 2026-11-20; guarded by tests/lock.rs,
    /// no_command_runs_as_another_user_or_in_another_database_than_the_address_says).
    pub(crate) fn login(&self, address: &Address, leaves_name_out: bool) -> Option<Login> {
        let mut commands = login(address, &self.password);
        let deciding = commands.len();
        if deciding == 0 {
            return None;
        }
        if !leaves_name_out {
            commands.extend(names());
        }
        let request = commands.iter().flat_map(Cmd::get_packed_command).collect();
        Some(Login { request, replies: commands.len(), deciding })
    }

    /// Reads the replies to a login.
    /// Errors: `Refused` when the server refuses user, password or database.
    pub(crate) fn logged_in(&self, login: &Login, replies: Vec<Received>) -> Result<(), Failure> {
        replies.into_iter().take(login.deciding).try_for_each(|reply| self.refusal(reply).map(drop))
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

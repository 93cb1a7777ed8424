//! Owns the errors that a Redis replies with, as far as they mean something to a lock: one table of what each means, whether it passes, what a
//! person can do.
//! Does not own reading a line (`connection::refusals`), what a failure leads to (`failure`).

use std::fmt;
use std::mem::discriminant;

/// An error that a server has replied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it means. Decisions are made by this.
    pub code: Code,
    /// The words after the code, for people: without what they repeat of a request, and without secrets.
    pub detail: String,
}

/// What an error means. Made from what the server has sent, before any secret was masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Another node of the cluster is about to have the slot; where it is, if that can be read.
    Ask(Option<Redirection>),
    /// A script runs for long.
    Busy,
    /// The cluster has no master for the slot.
    ClusterDown,
    /// The keys of one command are in several slots.
    CrossSlot,
    /// Protected mode turns the connection away.
    Denied,
    /// It has no code of its own.
    Err,
    /// A command inside a script that the user may not run.
    ForbiddenInScript,
    /// The server reads its data.
    Loading,
    /// A replica has lost its master.
    MasterDown,
    /// Another node of the cluster has the slot; where it is, if that can be read.
    Moved(Option<Redirection>),
    /// Nobody has logged in.
    NoAuth,
    /// It is no cluster.
    NoCluster,
    /// A cluster has one database.
    NoDatabaseInCluster,
    /// There is no password to give.
    NoPasswordSet,
    /// The ACL forbids it.
    NoPerm(Forbidden),
    /// Too few replicas are connected.
    NoReplicas,
    /// The server does not know a script by its SHA-1.
    NoScript,
    /// A server whose Lua is a module, and not loaded (Valkey 9.1).
    NoScriptingEngine,
    /// A proxy has no server for the request, or has lost it; its first word.
    NoServer(String),
    /// The database has too high a number.
    NoSuchDatabase,
    /// The server is at its maxmemory.
    Oom,
    /// It is a replica.
    ReadOnly,
    /// The password of a file was refused: file and server change one after the other.
    StalePassword,
    /// The server takes no more clients: said in place of a greeting.
    TooManyClients,
    /// The slot is being moved, and several keys are not in one place.
    TryAgain,
    /// A blocked client was woken: by a demotion, or by CLIENT UNBLOCK.
    Unblocked,
    /// There is no command of this name, or it was renamed.
    UnknownCommand,
    /// User or password is wrong.
    WrongPass,
    /// The key is of another type.
    WrongType,
    /// Any other, as it is shown.
    Other(String),
}

/// What an ACL forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// A command, at the door or in a script.
    Command,
    /// A key or a channel.
    Key,
}

/// Where MOVED or ASK sends a request on to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection {
    /// A name, an IP address without brackets, nothing for the host that has replied, or `?` where that node knows none.
    pub host: Box<str>,
    /// Its port.
    pub port: u16,
}

/// What follows an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The same request gets it again.
    Stays,
    /// It passes by itself: the same request may be replied to later.
    Passes,
    /// The connection is no good for the next request: its server was demoted, or no longer knows us.
    Spoils,
    /// Both: a new connection may reach a better server.
    PassesElsewhere,
}

/// What a command in a script says that the user may not run: Redis 6 and 7, and later ones.
pub(crate) const FORBIDDEN: [&str; 2] = ["The user executing the script", "ACL failure in script"];
/// What more a person is told.
pub(crate) const ACL_RULES: &str = "docs/servers.md has the ACL rules a lock needs";
const A_CLUSTER: &str = "that is a cluster: the address must begin with redis-cluster://";

/// The first word of an error, what begins those after it, what it means, what follows, and what a person can do about it. Of several rows that
/// fit, the first; a code is written by the word of its first row.
#[rustfmt::skip]
static TABLE: [(&str, &str, Code, Then, &str); 34] = {
    use Then::{Passes, PassesElsewhere, Spoils, Stays};
    [
        ("ASK", "", Code::Ask(None), Passes, A_CLUSTER),
        ("BUSY", "", Code::Busy, Passes, ""),
        ("CLUSTERDOWN", "", Code::ClusterDown, Passes, "the cluster has no master for this key at the moment: try again"),
        ("CROSSSLOT", "", Code::CrossSlot, Stays, "that is a cluster: the address must begin with redis-cluster://, and the keys of one lock \
            need the same hash tag, as {order:42}:a and {order:42}:b have"),
        ("DENIED", "", Code::Denied, Stays, ""),
        ("ERR", FORBIDDEN[0], Code::ForbiddenInScript, Stays, ACL_RULES),
        ("ERR", FORBIDDEN[1], Code::ForbiddenInScript, Stays, ACL_RULES),
        ("ERR", "unknown command", Code::UnknownCommand, Stays, "if that is a sentinel, the address must begin with redis-sentinel://; else \
            the server or a proxy has the command disabled"),
        ("ERR", "Could not find scripting engine", Code::NoScriptingEngine, Stays, "load the server's Lua module"),
        ("ERR", "This instance has cluster support disabled", Code::NoCluster, Stays, "that is no cluster: the address must begin with redis://"),
        ("ERR", "SELECT is not allowed in cluster mode", Code::NoDatabaseInCluster, Stays, "that is a cluster: the address must begin with \
            redis-cluster:// and name no database"),
        ("ERR", "AUTH <password> called without any password", Code::NoPasswordSet, Stays, "the server has no password: leave it out of the \
            address, or set one there"),
        ("ERR", "Client sent AUTH, but no password is set", Code::NoPasswordSet, Stays, ""), // Redis 5
        ("ERR", "DB index is out of range", Code::NoSuchDatabase, Stays, "the address names a database that the server does not have \
            (databases in redis.conf)"),
        ("ERR", "invalid DB index", Code::NoSuchDatabase, Stays, ""), // Redis 5, and a number that none has
        ("ERR", "max number of clients", Code::TooManyClients, Passes, ""),
        ("WRONGPASS", "", Code::WrongPass, Stays, "check the user and the password of the address, where a % is written %25"),
        ("ERR", "invalid password", Code::WrongPass, Stays, ""), // Redis 5
        ("ERR", "", Code::Err, Stays, ""),
        ("LOADING", "", Code::Loading, PassesElsewhere, "Redis is still loading its data: try again"),
        ("MASTERDOWN", "", Code::MasterDown, PassesElsewhere, ""),
        ("MOVED", "", Code::Moved(None), Passes, A_CLUSTER),
        ("NOAUTH", "", Code::NoAuth, Spoils, "the address needs a password: redis://:password@host"),
        ("NOPERM", "", Code::NoPerm(Forbidden::Command), Stays, ACL_RULES),
        ("NOREPLICAS", "", Code::NoReplicas, Passes, ""),
        ("NOSCRIPT", "", Code::NoScript, Stays, ""),
        ("OOM", "", Code::Oom, Stays, "Redis is at its maxmemory"),
        ("READONLY", "", Code::ReadOnly, PassesElsewhere, "that is a replica: the address must name the master"),
        ("TRYAGAIN", "", Code::TryAgain, Passes, "the keys are being moved to another node of the cluster: try again when that is done"),
        ("UNBLOCKED", "", Code::Unblocked, Spoils, ""),
        ("WRONGTYPE", "", Code::WrongType, Stays, ""),
        // Those that no word tells.
        ("WRONGPASS", "", Code::StalePassword, Passes, "the file and the server have different passwords, or the address another user"),
        ("", "", Code::NoServer(String::new()), Passes, "that is a proxy, whose server is away: try again"),
        ("", "", Code::Other(String::new()), Stays, ""),
    ]
};

impl Code {
    /// Finds what an error means by its first word and those after it.
    pub(crate) fn of(word: &[u8], detail: &[u8]) -> Option<Self> {
        let fits =
            |row: &&(&str, &str, Self, Then, &str)| row.0.as_bytes() == word && detail.starts_with(row.1.as_bytes());
        TABLE.iter().find(fits).map(|row| row.2.clone())
    }

    fn row(&self) -> &'static (&'static str, &'static str, Self, Then, &'static str) {
        let is_its = |row: &&(&str, &str, Self, Then, &str)| discriminant(&row.2) == discriminant(self);
        TABLE.iter().find(is_its).unwrap_or(&TABLE[TABLE.len() - 1])
    }

    /// Tells whether it passes by itself: the same request may be replied to later.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self.row().3, Then::Passes | Then::PassesElsewhere)
    }

    /// Tells whether a connection that gave it is no good for the next request. A new connection may reach a better server.
    pub(crate) fn spoils_connection(&self) -> bool {
        matches!(self.row().3, Then::Spoils | Then::PassesElsewhere)
    }

    /// Returns what a person can do about it, if there is something.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        Some(self.row().4).filter(|advice| !advice.is_empty())
    }

    /// Tells whether a server closes a new connection unheard after it: nothing has run.
    pub(crate) fn turns_away(&self) -> bool {
        matches!(self, Self::Denied | Self::TooManyClients)
    }
}

/// As Redis writes it. A word that is known says nothing of a secret that is a part of it: it is shown whole.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoServer(word) | Self::Other(word) => word,
            _ => self.row().0,
        })
    }
}

/// As it is shown: the code, and the words after it.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.detail.is_empty() { write!(f, "{}", self.code) } else { write!(f, "{} {}", self.code, self.detail) }
    }
}

//! Owns the errors that a Redis replies with, as far as they mean something to a lock: a code, and where a code says too little
//! its first words.
//! Does not own reading one (`connection::refusals`), what it leads to (`failure`, and those that match it).

use std::fmt;

/// An error that a server has replied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it means. Decisions are made by this.
    pub code: Code,
    /// The words after the code, for people: without what they repeat of a request, and without secrets.
    pub detail: String,
}

/// The first word of an error. Made from what the server has sent, before any secret was masked.
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
    Err(Words),
    /// The server reads its data.
    Loading,
    /// A replica has lost its master.
    MasterDown,
    /// Another node of the cluster has the slot; where it is, if that can be read.
    Moved(Option<Redirection>),
    /// Nobody has logged in.
    NoAuth,
    /// The ACL forbids it.
    NoPerm(Forbidden),
    /// Too few replicas are connected.
    NoReplicas,
    /// The server does not know a script by its SHA-1.
    NoScript,
    /// A proxy has no server for the request, or has lost it; its first word.
    NoServer(String),
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

/// What an error without a code of its own begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// `unknown command`: there is none of this name, or it was renamed.
    UnknownCommand,
    /// `Could not find scripting engine`: a server whose Lua is a module (Valkey 9.1).
    NoScriptingEngine,
    /// `The user executing the script ...`, `ACL failure in script`: what Redis 7 says of a command inside a script that the user may not run.
    ForbiddenInScript,
    /// `This instance has cluster support disabled`: it is no cluster.
    NoCluster,
    /// `SELECT is not allowed in cluster mode`.
    NoDatabaseInCluster,
    /// `AUTH <password> called without any password configured`: there is none to give.
    NoPasswordSet,
    /// `DB index is out of range`.
    NoSuchDatabase,
    /// Anything else.
    Others,
}

/// Where MOVED or ASK sends a request on to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection {
    /// A name, an IP address without brackets, nothing for the host that has replied, or `?` where that node knows none.
    pub host: Box<str>,
    /// Its port.
    pub port: u16,
}

impl Code {
    /// Tells whether it passes by itself: the same request may be replied to later.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Ask(_)
                | Self::Busy
                | Self::ClusterDown
                | Self::Loading
                | Self::MasterDown
                | Self::Moved(_)
                | Self::NoReplicas
                | Self::NoServer(_)
                | Self::ReadOnly
                | Self::StalePassword
                | Self::TooManyClients
                | Self::TryAgain
        )
    }

    /// Tells whether a connection that gave it is no good for the next request: its server loads, was demoted, or no longer
    /// knows us. A new connection may reach a better one.
    pub(crate) fn spoils_connection(&self) -> bool {
        matches!(self, Self::Loading | Self::MasterDown | Self::NoAuth | Self::ReadOnly | Self::Unblocked)
    }
}

/// As Redis writes it. A word that is known says nothing of a secret that is a part of it: it is shown whole.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ask(_) => "ASK",
            Self::Busy => "BUSY",
            Self::ClusterDown => "CLUSTERDOWN",
            Self::CrossSlot => "CROSSSLOT",
            Self::Denied => "DENIED",
            Self::Err(_) | Self::TooManyClients => "ERR",
            Self::Loading => "LOADING",
            Self::MasterDown => "MASTERDOWN",
            Self::Moved(_) => "MOVED",
            Self::NoAuth => "NOAUTH",
            Self::NoPerm(_) => "NOPERM",
            Self::NoReplicas => "NOREPLICAS",
            Self::NoScript => "NOSCRIPT",
            Self::Oom => "OOM",
            Self::ReadOnly => "READONLY",
            Self::TryAgain => "TRYAGAIN",
            Self::Unblocked => "UNBLOCKED",
            Self::StalePassword | Self::WrongPass => "WRONGPASS",
            Self::WrongType => "WRONGTYPE",
            Self::NoServer(word) | Self::Other(word) => word,
        })
    }
}

/// As it is shown: the code, and the words after it.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.detail.is_empty() { write!(f, "{}", self.code) } else { write!(f, "{} {}", self.code, self.detail) }
    }
}

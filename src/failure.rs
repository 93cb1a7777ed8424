//! Owns: why a question to one node has no usable answer, what that leads to, and how it is worded.
//! Does not own: the message that a caller gets (`error`).
//! Called by: `connection` to make them, `topology` and `lock` to decide.

use std::fmt;

/// Why a question to one node has no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nothing of it can have reached the node.
    NotSent {
        /// Where it should have gone.
        node: String,
        /// What kept it.
        cause: String,
    },
    /// It was sent, wholly or in part, and no answer came: whether it ran is unknown.
    Unanswered {
        /// Where it went.
        node: String,
        /// What happened instead.
        cause: String,
    },
    /// The node answered with an error, which a Redis gives in place of running it.
    Refused {
        /// Who answered.
        node: String,
        /// The first word of the answer, such as OOM.
        code: String,
        /// The rest of it.
        detail: String,
    },
    /// The node runs no scripts for this user, and has no command of its own that compares.
    NoCompare {
        /// Who answered.
        node: String,
    },
}

/// What a failure leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask on a new connection: nothing happened yet.
    AskAgain,
    /// Find out, or see to it, that it does no harm: it may have happened.
    Recover,
    /// Tell the caller.
    GiveUp,
}

const ACL_RULES: &str = "see the README for the ACL rules a lock needs";

impl Failure {
    /// Decides what this failure leads to when it is the first one of a question.
    pub fn next(&self) -> Next {
        match self {
            Self::NotSent { .. } => Next::AskAgain,
            Self::Unanswered { .. } => Next::Recover,
            Self::Refused { .. } | Self::NoCompare { .. } => Next::GiveUp,
        }
    }

    /// Tells whether a connection that gave this answer is no good for the next question: its server loads, was
    /// demoted, or no longer knows us. A new connection may reach a better one.
    pub fn spoils_connection(&self) -> bool {
        match self {
            Self::NotSent { .. } | Self::Unanswered { .. } => true,
            Self::Refused { code, .. } => {
                matches!(code.as_str(), "READONLY" | "LOADING" | "MASTERDOWN" | "NOAUTH" | "UNBLOCKED")
            }
            Self::NoCompare { .. } => false,
        }
    }

    /// Returns what a person can do about it, if there is something.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NotSent { .. } | Self::Unanswered { .. } => None,
            Self::Refused { code, detail, .. } => match code.as_str() {
                "NOAUTH" => Some("the address needs a password: redis://:password@host"),
                "WRONGPASS" => Some("check the user and the password of the address"),
                "NOPERM" => Some(ACL_RULES),
                // What Redis 7 says of a command inside a script that the user may not run, under no code of its own.
                "ERR" if detail.starts_with("The user executing the script") => Some(ACL_RULES),
                "READONLY" => Some("that is a replica: the address must name the master"),
                "OOM" => Some("Redis is at its maxmemory"),
                "LOADING" => Some("Redis is still loading its data: try again"),
                _ => None,
            },
            Self::NoCompare { .. } => Some("the lock ends with its ttl"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSent { node, cause } | Self::Unanswered { node, cause } => write!(f, "{node}: {cause}"),
            Self::Refused { node, code, detail } => write!(f, "{node} answered {code} {detail}"),
            Self::NoCompare { node } => {
                write!(f, "{node} lets this user run neither scripts (EVALSHA, EVAL) nor DELEX, DELIFEQ or SET IFEQ")
            }
        }
    }
}

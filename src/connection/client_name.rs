//! Owns how nodes take CLIENT SETINFO: some proxies (twemproxy) close a connection at a command they do not know. Per thread.
//! Does not own what is said at a connection's start (`login`).

use std::cell::RefCell;

use redis::Cmd;

use crate::connection::Connection;

/// How many nodes a thread remembers; one more, and the oldest is met as for the first time: at most a connection more.
const MOST: usize = 64;

/// How a node took the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manners {
    /// It replied to them, if only with an error.
    Replies,
    /// It closed the connection.
    Closes,
}

thread_local! {
    /// By the node's name as messages have it. A child of fork keeps what its parent knew.
    static KNOWN: RefCell<Vec<(String, Manners)>> = const { RefCell::new(Vec::new()) };
}

/// Makes this thread's memory, as yet empty: that takes a lock of the system's loader, which a fork must not find closed.
pub(super) fn prepare() {
    KNOWN.with_borrow(|_| {});
}

fn known(node: &str) -> Option<Manners> {
    KNOWN.with_borrow(|known| known.iter().find(|(name, _)| name == node).map(|(_, manners)| *manners))
}

fn remember(node: &str, manners: Option<Manners>) {
    if known(node) == manners {
        return;
    }
    KNOWN.with_borrow_mut(|known| {
        known.retain(|(name, _)| name != node);
        if known.len() >= MOST {
            known.remove(0);
        }
        known.extend(manners.map(|manners| (node.to_owned(), manners)));
    });
}

/// Tells whether the names are left out for this node.
pub(super) fn are_left_out(node: &str) -> bool {
    known(node) == Some(Manners::Closes)
}

/// Tells whether this node has replied to the names before.
pub(super) fn are_welcome(node: &str) -> bool {
    known(node) == Some(Manners::Replies)
}

/// How far a connection has come with the names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Introduced {
    /// Their replies have come, or the connection is not that far.
    #[default]
    Settled,
    /// They go out with the first request.
    Unsent,
    /// They are the first that is sent.
    First,
    /// They are sent together with a login.
    WithLogin,
    /// They are left out.
    LeftOut,
}

impl Connection {
    /// Returns the names where they are to go out with the next request, and the number of replies to them.
    pub(super) fn take_unsent_names(&mut self) -> Option<(Vec<u8>, usize)> {
        if self.naming != Introduced::Unsent {
            return None;
        }
        self.naming = Introduced::First;
        let commands = commands();
        Some((commands.iter().flat_map(Cmd::get_packed_command).collect(), commands.len()))
    }

    /// Notes that the replies to the names have come.
    pub(super) fn names_are_settled(&mut self) {
        if matches!(self.naming, Introduced::First | Introduced::WithLogin) {
            remember(&self.node, Some(Manners::Replies));
        }
        self.naming = Introduced::Settled;
    }

    /// Tells whether the peer has closed it when it was told the names: a connection without them may be better.
    pub(crate) fn was_closed_for_the_names(&self) -> bool {
        matches!(self.naming, Introduced::First | Introduced::WithLogin) && are_left_out(&self.node)
    }

    /// Notes that the peer has said why it closes.
    pub(super) fn names_were_not_why(&self) {
        remember(&self.node, None);
    }

    /// Notes that the peer has closed the connection. At the first contact that may have been for the names; where it does so
    /// without them as well, it was not.
    pub(super) fn note_its_end(&self) {
        let heard = self.inbox.has_received();
        match self.naming {
            Introduced::First if !heard => remember(&self.node, Some(Manners::Closes)),
            // A proxy may reply AUTH by itself, and close at what follows.
            Introduced::WithLogin => remember(&self.node, Some(Manners::Closes)),
            Introduced::LeftOut if !heard => remember(&self.node, None),
            Introduced::Unsent | Introduced::First | Introduced::LeftOut | Introduced::Settled => {}
        }
    }
}

/// Tells the server who we are, for CLIENT LIST. Servers before 7.2 and users without that right reply with an
/// error, which is ignored.
pub(super) fn commands() -> [Cmd; 2] {
    [("LIB-NAME", "redislock"), ("LIB-VER", env!("CARGO_PKG_VERSION"))].map(|(what, value)| {
        let mut command = redis::cmd("CLIENT");
        command.arg("SETINFO").arg(what).arg(value);
        command
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_nodes_is_bounded_and_the_oldest_is_forgotten() {
        for number in 0..=MOST {
            remember(&number.to_string(), Some(Manners::Closes));
            remember(&number.to_string(), Some(Manners::Closes));
        }
        assert_eq!(KNOWN.with_borrow(Vec::len), MOST);
        assert!(!are_left_out("0"));
        assert!(are_left_out("1"));
    }

    #[test]
    fn the_last_that_was_seen_of_a_node_counts() {
        remember("node", Some(Manners::Closes));
        remember("node", Some(Manners::Replies));
        assert_eq!((are_left_out("node"), are_welcome("node")), (false, true));
        remember("node", None);
        assert_eq!((are_left_out("node"), are_welcome("node")), (false, false));
    }
}

//! Owns: giving a lock back on several nodes when nobody asks what becomes of it.
//! Does not own: release() itself (`quorum`), what waits for one node (`connection::undo`).
//! Called by: `quorum` and `election`.

use std::time::Duration;

use crate::connection::node::Node;
use crate::connection::together::{self, Question, Round};
use crate::connection::undo::{self, Undo};
use crate::failure::Failure;
use crate::key::Key;
use crate::scripts::{self, Request};
use crate::stats::{self, Counter};
use crate::token::Token;
use crate::topology::ballot::Count;
use crate::topology::quorum::Quorum;
use crate::ttl::Ttl;

impl Quorum {
    /// Releases on some nodes; those that do not answer will be told at the next contact.
    pub(super) fn release_on(
        &self,
        nodes: &[&Node],
        key: &Key,
        token: &Token,
        undo: fn(&Key, &Token, Ttl) -> Undo,
    ) -> Vec<bool> {
        let question = Question::Script(Request::Release { key, token });
        let within = self.patience(self.longest_ttl());
        let round = Round { question, within, connecting: Duration::ZERO, host: None, gate: None };
        let heard = together::ask(nodes, &round, scripts::released, &|_| false);
        let answered = nodes.iter().zip(&heard.answers).map(|(node, answer)| {
            if let Err(failure) = answer {
                undo_later(node, failure, undo(key, token, self.longest_ttl()));
            }
            answer.is_ok()
        });
        answered.collect()
    }

    pub(super) fn undo_everywhere(&self, key: &Key, token: &Token, ttl: Ttl, undo: fn(&Key, &Token, Ttl) -> Undo) {
        self.nodes.iter().for_each(|node| undo::add(node.address(), undo(key, token, ttl)));
    }

    /// Gives back a lease whose program does not ask what becomes of it, and counts that. Nodes that did not answer an
    /// earlier one in this request are told at the next contact.
    pub(super) fn release_unasked(&self, key: &Key, token: &Token) {
        let (left_alone, asked): (Vec<&Node>, Vec<&Node>) =
            self.nodes.iter().partition(|node| undo::is_left_alone(node.address()));
        let question = Question::Script(Request::Release { key, token });
        let (within, connecting) = (self.timeouts.io, self.timeouts.connect);
        let round = Round { question, within, connecting, host: None, gate: None };
        let heard = together::ask(&asked, &round, scripts::released, &self.enough(|gone: &bool| *gone));
        for (node, answer) in asked.into_iter().zip(&heard.answers) {
            if let Err(failure) = answer {
                undo_later(node, failure, Undo::doubt(key, token, self.longest_ttl()));
                undo::leave_alone(node.address());
            }
        }
        for node in left_alone {
            undo::add(node.address(), Undo::doubt(key, token, self.longest_ttl()));
        }
        match Count::of(self.nodes.len(), &heard.answers, |gone| *gone).verdict() {
            Some(true) => stats::count(Counter::Released),
            Some(false) => {
                stats::count(Counter::Lost);
                undo::note_lost(key);
            }
            None => stats::count(Counter::Failed),
        }
    }
}

/// Has a node told at the next contact what it could not be told now.
pub(super) fn undo_later(node: &Node, failure: &Failure, entry: Undo) {
    // Where nothing compares, nothing will.
    if !matches!(failure, Failure::NoCompare { .. }) {
        undo::add(node.address(), entry);
    }
}

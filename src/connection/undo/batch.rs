//! Owns: sending the releases that wait for one address, and what becomes of each: where a cluster sends it on to, what is
//! counted, what goes back on the list.
//! Does not own: the list (`undo`).
//! Called by: `seat` and `part`, before anything else is asked; `undo` and `unread` for what nobody waits for.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::address::Address;
use crate::connection::node;
use crate::connection::undo::{Origin, Undo, add, cut, leave_alone, note_lost, settle_as_failed, take_due};
use crate::connection::{Connection, pool};
use crate::failure::Failure;
use crate::process;
use crate::scripts::{self, Naming, Request};
use crate::stats::{self, Counter};

/// How long an entry waits once the server has refused it twice (an ACL, a replica): not every question shall carry it
/// along.
const PAUSE: Duration = Duration::from_secs(1);

thread_local! {
    /// Where the nodes of a cluster have sent releases on to.
    static REDIRECTED: RefCell<Vec<Arc<Address>>> = const { RefCell::new(Vec::new()) };
}

/// Returns where releases were sent on to since the last call.
pub(super) fn take_redirected() -> Vec<Arc<Address>> {
    REDIRECTED.take()
}

/// Sends an address's list over a connection; what was not answered goes back on the list.
///
/// # Errors
/// When the connection failed. No other command has been sent then.
pub(in crate::connection) fn work_off(connection: &mut Connection, address: &Arc<Address>) -> Result<(), Failure> {
    let Some(batch) = Batch::take(address) else { return Ok(()) };
    let (asking, plain) = batch.split();
    if !plain.entries.is_empty() {
        let result = connection.ask_all(&plain.requests(), Naming::ByText);
        if let Err(failure) = plain.settle(address, result) {
            asking.put_back(address);
            return Err(failure);
        }
    }
    // ASKING is for one command.
    let mut rest = asking.entries.into_iter();
    while let Some(entry) = rest.next() {
        let one = Batch { entries: vec![entry], process: asking.process };
        connection.ask_for_what_comes(true);
        let result = connection.ask_all(&one.requests(), Naming::ByText);
        connection.ask_for_what_comes(false);
        if let Err(failure) = one.settle(address, result) {
            Batch { entries: rest.collect(), process: asking.process }.put_back(address);
            return Err(failure);
        }
    }
    Ok(())
}

/// What is sent over one connection.
#[derive(Debug)]
pub(in crate::connection) struct Batch {
    entries: Vec<Undo>,
    process: process::Id,
}

impl Batch {
    /// Takes what may be sent now off an address's list; `None` when that is nothing.
    pub(in crate::connection) fn take(address: &Arc<Address>) -> Option<Self> {
        let entries = pool::undo(address, |list| {
            if list.entries.is_empty() { Vec::new() } else { take_due(&mut list.entries, Instant::now()) }
        });
        (!entries.is_empty()).then(|| Self { entries, process: process::id() })
    }

    /// Takes all, if each is the end of a lease and was not sent to anybody yet.
    pub(in crate::connection) fn take_untried(address: &Arc<Address>) -> Option<Self> {
        let is_untried = |entry: &Undo| entry.origin == Origin::Automatic && !entry.refused && !entry.asking;
        let entries = pool::undo(address, |list| {
            let all = !list.left_alone && list.entries.iter().all(is_untried);
            if all { std::mem::take(&mut list.entries) } else { Vec::new() }
        });
        (!entries.is_empty()).then(|| Self { entries, process: process::id() })
    }

    pub(in crate::connection) fn new(entries: Vec<Undo>, process: process::Id) -> Self {
        Self { entries, process }
    }

    pub(in crate::connection) fn into_entries(self) -> impl Iterator<Item = Undo> {
        self.entries.into_iter()
    }

    /// Parts those that need an ASKING from the others.
    fn split(self) -> (Self, Self) {
        let process = self.process;
        let (asking, plain) = self.entries.into_iter().partition(|entry| entry.asking);
        (Self { entries: asking, process }, Self { entries: plain, process })
    }

    /// Puts what was not sent back on the list.
    pub(in crate::connection) fn put_back(mut self, address: &Arc<Address>) {
        if self.process == process::id() {
            pool::undo(address, |list| list.entries.append(&mut self.entries));
        }
    }

    /// Returns what to ask for it.
    pub(in crate::connection) fn requests(&self) -> Vec<Request<'_>> {
        self.entries.iter().map(|entry| Request::Release { key: &entry.key, token: &entry.token }).collect()
    }

    /// Counts those as failed whose answers have not come, and puts them back on the list. `is_silent`: the server had its
    /// time, and is not waited for a second time in this request.
    pub(in crate::connection) fn fail_sent_ahead(mut self, address: &Arc<Address>, failure: &Failure, is_silent: bool) {
        if self.process != process::id() {
            return;
        }
        for entry in &mut self.entries {
            settle_as_unanswered(entry, failure);
            if !is_silent {
                entry.origin = Origin::Left;
            }
        }
        self.put_back(address);
        if is_silent {
            leave_alone(address);
        }
    }

    /// Counts what became of it; what was not answered goes back on the list.
    ///
    /// # Errors
    /// The failure of the connection; the refusal of a Redis that was demoted, for the first time.
    pub(in crate::connection) fn settle(
        self,
        address: &Arc<Address>,
        result: Result<Vec<Result<Value, Failure>>, Failure>,
    ) -> Result<(), Failure> {
        let mut entries = self.entries;
        if self.process != process::id() {
            // A signal handler has forked: they are the parent's.
            return result.map(drop);
        }
        let failure = match result {
            Ok(answers) => {
                let mut elsewhere = None;
                let left = entries.into_iter().zip(answers).filter_map(|(mut entry, answer)| match answer {
                    Err(failure) if !entry.refused && node::is_elsewhere(address, &failure) => {
                        entry.refused = true;
                        elsewhere = Some(failure);
                        Some(entry)
                    }
                    answer => settle(address, entry, answer),
                });
                entries = left.collect();
                elsewhere
            }
            Err(failure) => {
                // They may have run, and "not ours" would not mean lost the next time.
                for entry in &mut entries {
                    settle_as_unanswered(entry, &failure);
                }
                Some(failure)
            }
        };
        pool::undo(address, |list| {
            list.entries.append(&mut entries);
            cut(&mut list.entries);
        });
        failure.map_or(Ok(()), Err)
    }
}

/// Counts what became of a release whose answer nobody has waited for. One that was refused goes back on the list as it was, if
/// the error is one of Redis's that tells of a command which has not run.
pub(in crate::connection) fn settle_sent_ahead(address: &Arc<Address>, entry: Undo, answer: Result<Value, Failure>) {
    let left = if has_not_run(&answer) { Some(entry) } else { settle(address, entry, answer) };
    if let Some(entry) = left {
        add(address, entry);
    }
}

/// Counts what became of an entry; returns it when it must be tried again.
fn settle(address: &Address, mut entry: Undo, answer: Result<Value, Failure>) -> Option<Undo> {
    match answer {
        Ok(reply) => {
            let gone = scripts::released(&reply) == Ok(true);
            if entry.origin == Origin::Automatic {
                stats::count(if gone { Counter::Released } else { Counter::Lost });
                if !gone {
                    note_lost(&entry.key);
                }
            }
            None
        }
        Err(Failure::NoCompare { .. }) => {
            settle_as_failed(&mut entry);
            None
        }
        Err(failure) => {
            if let Some((owner, asking)) = new_owner(address, &failure) {
                let owner = Arc::new(owner);
                add(&owner, Undo { asking, ..entry });
                REDIRECTED.with_borrow_mut(|addresses| {
                    // One that is sent on with a question, and not by a flush, stays here until the next flush.
                    if !addresses.contains(&owner) {
                        addresses.push(owner);
                    }
                });
                return None;
            }
            settle_as_failed(&mut entry);
            if entry.refused {
                entry.due = Some(Instant::now().after(PAUSE));
            }
            entry.refused = true;
            Some(entry)
        }
    }
}

/// An error with a code of its own is Redis's; a proxy's may be about an answer that it did not get.
fn has_not_run(answer: &Result<Value, Failure>) -> bool {
    matches!(answer, Err(Failure::Refused { code, .. }) if code != "ERR")
}

/// The node of a cluster that has the key's slot by now, or is about to have it.
fn new_owner(address: &Address, failure: &Failure) -> Option<(Address, bool)> {
    match failure {
        Failure::Refused { code, detail, .. } if code == "MOVED" || code == "ASK" => {
            address.redirected(detail).map(|owner| (owner, code == "ASK"))
        }
        _ => None,
    }
}

/// Nothing is known against a server that a signal handler's exception did not wait for: the request still tries.
fn settle_as_unanswered(entry: &mut Undo, failure: &Failure) {
    settle_as_failed(entry);
    if matches!(failure, Failure::Interrupted { .. }) {
        entry.origin = Origin::Left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Interruption;
    use crate::key::Key;
    use crate::token::Token;
    use crate::ttl::Ttl;

    #[test]
    fn what_an_interruption_kept_from_being_sent_is_tried_when_the_request_ends() {
        let interrupted = Failure::Interrupted { by: Interruption::Exception, sent: true };
        let silent = Failure::Unanswered { node: String::new(), cause: String::new() };
        for (failure, origin) in [(interrupted, Origin::Left), (silent, Origin::Doubt)] {
            let mut left = Undo::left(&Key::new(b"", b"k").unwrap(), &Token::given(b"t").unwrap(), Ttl::Forever);
            left.origin = Origin::Left;
            settle_as_unanswered(&mut left, &failure);
            assert_eq!(left.origin, origin);
        }
    }
}

//! Owns the releases that are owed because an outcome is unknown or no call waits for them, by address, and what becomes of them.
//! Does not own which are added (`topology`, `lock`), sending them (`flush`, `ahead`), which may be sent (`recovery`).
//!
//! | in the map | written | then |
//! |---|---|---|
//! | waits | ahead of the next request to its address, in the same write; with others at the end of an object, or of the PHP request if nothing was tried for it yet | under way |
//! | under way | no | a reply: settled; MOVED: waits at the node that this names; no reply, or an error that may pass: waits again; another: given up |
//!
//! One that was written may have run. It is written again only while nobody else knows its token, until a minute after the lock's ttl, and at
//! most the latest 1,024 of an address that got no reply are. It compares the token, so a second time does no harm then.

pub mod flush;
mod list;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use list::{LateLease, LateRelease};
use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::events::{self, EndedLease, Fate};
use crate::failure::Failure;
use crate::node::detour::Detour;
use crate::node::late::list::List;
use crate::node::recovery::Reason;
use crate::process::OfProcess;
use crate::refusal::{Code, Forbidden};
use crate::scope::Scope;
use crate::scripts;
use crate::stats::{self, Counter};
use crate::token::Token;

/// From how many addresses on those are forgotten to which nothing can be sent any more, when one more is added.
const TIDIED: usize = 64;

/// What one thread of a process remembers.
#[derive(Debug, Default)]
struct Late {
    /// Nearly always one; none where nothing is remembered of any address: a worker whose credentials change meets any number of them.
    by_address: Vec<(Arc<Address>, List)>,
    /// The number of the last one.
    last: u64,
    /// Locks that automatic releases found lost; `php` logs and empties it.
    lost: Vec<Scope>,
    /// Locks without a ttl whose release got no reply and is not sent again; likewise.
    staying: Vec<Scope>,
    /// Nodes that others have named by MOVED, until the next flush.
    redirected: Vec<Arc<Address>>,
}

/// Whether any thread has added something since this process, or an ancestor, began: most never do, and each request asks twice.
static ANY: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Borrowed only within this file.
    static LATE: OfProcess<Late> = OfProcess::default();
}

/// Puts a release into the map.
pub fn add(address: &Arc<Address>, release: LateRelease) {
    let dropped = adding(|late| {
        late.last += 1;
        let last = late.last;
        late.list(address).add(last, release)
    });
    dropped.iter().for_each(give_up);
}

/// Writes what an address is owed onto the end of `out`, as much as goes ahead of a request; no later ones than `last`. Returns their numbers.
pub(super) fn write(address: &Arc<Address>, last: u64, needs_texts: bool, out: &mut Vec<u8>) -> Vec<u64> {
    let (written, useless) = with_list(address, |list| list.write(last, needs_texts, out)).unwrap_or_default();
    useless.iter().for_each(give_up);
    written
}

/// Counts what became of one, or has it wait again: at the node of a cluster that has its slot now, or here.
pub(super) fn settle(address: &Arc<Address>, number: u64, reply: Result<Value, Failure>) {
    if reply.as_ref().is_err_and(is_of_evalsha) && with_list(address, |list| list.has_by_text(number)) == Some(true) {
        return;
    }
    let Some(entry) = take(address, number) else { return };
    match reply {
        Ok(reply) => {
            if entry.reason == Reason::Ended {
                let gone = scripts::released(&reply) == Ok(true);
                count_ended(&entry.scope, &entry.token, entry.ended.as_ref(), Some(gone));
            }
        }
        Err(failure) => match Detour::of(&failure, address, &entry.scope) {
            Some(Detour::Owner(Some(owner))) => {
                add(&owner, entry);
                note_redirected(&owner);
            }
            // Its slot is being moved: it may be there by the end of the PHP request.
            Some(Detour::Asking(_) | Detour::Apart | Detour::Later) => wait_again(address, entry, Reason::Abandoned),
            None if failure.may_pass() || failure.spoils_connection() => wait_again(address, entry, Reason::Unknown),
            Some(Detour::Owner(None)) | None => give_up(&entry),
        },
    }
}

/// Tells whether it may run by its text: the first call in its write, which has that, was refused, or EVALSHA is.
fn is_of_evalsha(failure: &Failure) -> bool {
    let code = failure.code();
    matches!(code, Some(Code::NoScript | Code::NoPerm(Forbidden::Command) | Code::UnknownCommand))
}

/// Counts one as failed that got no reply, and has it wait again. `is_silent`: the server had its time, and this PHP request does not wait for
/// it again.
pub(super) fn fail(address: &Arc<Address>, number: u64, is_silent: bool) {
    if let Some(mut entry) = take(address, number) {
        entry.once_until = None;
        wait_again(address, entry, if is_silent { Reason::Unknown } else { Reason::Abandoned });
    }
}

/// Has all wait again whose replies will not come, because nothing of the program goes on.
pub(super) fn fail_all_under_way() {
    let under_way = |(address, list): &(Arc<Address>, List)| {
        let its = list.entries.iter().filter(|(_, entry)| entry.is_under_way);
        its.map(|(number, _)| (address.clone(), *number)).collect::<Vec<_>>()
    };
    let lost: Vec<(Arc<Address>, u64)> = with(|late| late.by_address.iter().flat_map(under_way).collect());
    for (address, number) in lost {
        fail(&address, number, false);
    }
}

fn take(address: &Arc<Address>, number: u64) -> Option<LateRelease> {
    let mut entry = with_list(address, |list| list.remove(number)).flatten()?;
    entry.is_under_way = false;
    Some(entry)
}

fn wait_again(address: &Arc<Address>, mut entry: LateRelease, reason: Reason) {
    count_failed(&entry);
    entry.reason = reason;
    add(address, entry);
}

fn count_failed(entry: &LateRelease) {
    if entry.reason == Reason::Ended {
        count_ended(&entry.scope, &entry.token, entry.ended.as_ref(), None);
    }
}

/// Leaves one to its ttl.
fn give_up(entry: &LateRelease) {
    count_failed(entry);
    if entry.until.is_none() {
        note_staying(&entry.scope);
    }
}

/// Notes that others know this token from now on.
pub fn share(token: &Token) {
    if exist() {
        with(|late| {
            let entries = late.by_address.iter_mut().flat_map(|(_, list)| list.entries.iter_mut());
            entries.filter(|(_, entry)| entry.token == *token).for_each(|(_, entry)| entry.share());
        });
    }
}

/// Notes that a lock was lost and the program was not told.
pub fn note_lost(scope: &Scope) {
    adding(|late| late.lost.push(scope.clone()));
}

/// Notes that a lock stays for ever.
pub fn note_staying(scope: &Scope) {
    adding(|late| late.staying.push(scope.clone()));
}

/// Counts what became of a release that no call waits for, and enters it among the events. `gone`: its lease has ended by it; false: the
/// lease was lost before; `None`: no reply, or an error.
pub fn count_ended(scope: &Scope, token: &Token, ended: Option<&EndedLease>, gone: Option<bool>) {
    let (counter, fate) = match gone {
        Some(true) => (Counter::Released, Fate::Released),
        Some(false) => (Counter::Lost, Fate::TokenGone),
        None => (Counter::Failed, Fate::NoReply),
    };
    stats::count(counter);
    if let Some(ended) = ended {
        events::enter_ended(scope, token, ended, fate);
    }
    if gone == Some(false) {
        note_lost(scope);
    }
}

/// Tells whether there are locks that the next two return.
pub fn has_untold() -> bool {
    have_been() && with(|late| !late.lost.is_empty() || !late.staying.is_empty())
}

/// Returns the locks that automatic releases found lost since the last call.
pub fn take_lost() -> Vec<Scope> {
    with(|late| std::mem::take(&mut late.lost))
}

/// Returns the locks that stay for ever, and of which the last call did not tell.
pub fn take_staying() -> Vec<Scope> {
    with(|late| std::mem::take(&mut late.staying))
}

/// Has the next flush try this address, too.
pub(super) fn note_redirected(address: &Arc<Address>) {
    with(|late| late.redirected.push(address.clone()));
}

/// Returns the nodes that have been named by MOVED since the last call.
pub(super) fn take_redirected() -> Vec<Arc<Address>> {
    with(|late| std::mem::take(&mut late.redirected))
}

/// Returns the addresses that must be tried before the PHP request ends.
pub(super) fn due() -> Vec<Arc<Address>> {
    with(|late| late.by_address.iter().filter(|(_, list)| list.is_due()).map(|(address, _)| address.clone()).collect())
}

/// Tells whether automatic releases do not try an address any more in this PHP request: one has failed there.
pub fn is_left_alone(address: &Arc<Address>) -> bool {
    with_list(address, |list| list.left_alone.is_some()).unwrap_or(false)
}

/// Notes that an automatic release has failed at an address.
pub fn leave_alone(address: &Arc<Address>) {
    adding(|late| late.list(address).left_alone = Some(Instant::now()));
}

/// Has the end of a request try an address once more, unless it has failed within this time: a dead one costs that much again.
pub(super) fn forgive_after(address: &Arc<Address>, io: Duration) {
    with_list(address, |list| list.left_alone = list.left_alone.filter(|failed| failed.until(Instant::now()) < io));
}

/// Notes that an address has replied.
pub(super) fn has_replied(address: &Arc<Address>) {
    with_list(address, |list| list.left_alone = None);
}

/// Ends a request: what was not sent is counted as failed, and goes with the next request's first call.
pub(super) fn end_request() {
    let surplus: Vec<LateRelease> = with(|late| {
        late.by_address.retain_mut(|(_, list)| {
            for (_, entry) in &mut list.entries {
                count_failed(entry);
                entry.reason = Reason::Unknown;
            }
            (list.ended, list.left_alone) = (0, None);
            !list.entries.is_empty()
        });
        late.by_address.iter_mut().flat_map(|(_, list)| list.trim()).collect()
    });
    surplus.iter().for_each(give_up);
}

fn have_been() -> bool {
    ANY.load(Ordering::Relaxed)
}

/// Tells whether any address is owed a release, or left alone; nearly always none is.
pub(super) fn exist() -> bool {
    have_been() && with(|late| late.by_address.iter().any(|(_, list)| !list.is_idle()))
}

/// Tells whether this address is owed one that is not under way, of those up to this number.
pub(super) fn is_owed(address: &Arc<Address>, last: u64) -> bool {
    let waits = |list: &mut List| {
        let its = list.entries.iter().take_while(|(number, _)| *number <= last);
        its.into_iter().any(|(_, entry)| !entry.is_under_way)
    };
    with_list(address, waits).unwrap_or(false)
}

/// Tells whether this thread's storage is still there.
pub(super) fn is_there() -> bool {
    LATE.try_with(|_| ()).is_ok()
}

/// Returns the number of the last one.
pub(super) fn last() -> u64 {
    with(|late| late.last)
}

/// Forgets all of it.
pub(super) fn forget() {
    with(|late| (late.by_address, late.redirected) = (Vec::new(), Vec::new()));
}

/// Reads or changes what an address is owed; `None` where nothing is remembered of it.
fn with_list<T>(address: &Arc<Address>, change: impl FnOnce(&mut List) -> T) -> Option<T> {
    with(|late| {
        let index = late.position(address)?;
        let is_only = late.by_address.len() == 1;
        let list = &mut late.by_address[index].1;
        let result = change(list);
        // The only one keeps its room, unless that was for many.
        if list.is_idle() && (!is_only || list.entries.capacity() > list::MOST) {
            late.by_address.swap_remove(index);
        }
        Some(result)
    })
}

impl Late {
    fn position(&self, address: &Arc<Address>) -> Option<usize> {
        self.by_address.iter().position(|(its, _)| its == address)
    }

    fn list(&mut self, address: &Arc<Address>) -> &mut List {
        let index = self.position(address).unwrap_or_else(|| {
            if self.by_address.len() >= TIDIED {
                self.by_address.retain_mut(|(_, list)| {
                    list.tidy();
                    !list.entries.is_empty()
                });
            }
            self.by_address.push((address.clone(), List::default()));
            self.by_address.len() - 1
        });
        &mut self.by_address[index].1
    }
}

fn adding<T>(work: impl FnOnce(&mut Late) -> T) -> T {
    ANY.store(true, Ordering::Relaxed);
    with(work)
}

/// Gives access to what this process's thread remembers. A child of fork leaves what its parent owes and has lost to the parent.
fn with<T>(work: impl FnOnce(&mut Late) -> T) -> T {
    LATE.with(|late| late.with(|late| *late = Late::default(), work))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::refusal::Redirection;
    use crate::ttl::{Deadline, Ttl};

    fn address(node: &str) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://{node}")).unwrap())
    }

    fn owe(at: &Arc<Address>, token: &Token, once_until: Option<Deadline>) {
        let lease = LateLease { once_until, ..LateLease::of(token, Ttl::Forever) };
        add(at, lease.release(&Key::new(b"", b"k").unwrap().into(), Reason::Abandoned));
    }

    /// Writes all that may be written there.
    fn written(at: &Arc<Address>) -> Vec<u64> {
        write(at, last(), false, &mut Vec::new())
    }

    fn own() -> Token {
        Token::fresh(None).unwrap()
    }

    #[test]
    fn an_address_that_is_owed_nothing_leaves_no_trace() {
        for number in 1..3_000 {
            let at = address(&format!("10.0.0.1/{number}"));
            assert!(!is_left_alone(&at) && written(&at).is_empty());
            owe(&at, &own(), None);
            settle(&at, written(&at)[0], Ok(Value::Int(1)));
        }
        assert!(!exist());
    }

    /// A worker whose credentials change never meets the former address again.
    #[test]
    fn addresses_that_are_not_met_again_are_forgotten_with_what_they_were_owed() {
        for number in 0..1_000 {
            let at = address(&format!("10.0.0.2/{number}"));
            owe(&at, &own(), None);
            with_list(&at, |list| list.entries[0].1.until = Some(Instant::now()));
            leave_alone(&at);
        }
        assert!(with(|late| late.by_address.len()) <= TIDIED);
        forget();
    }

    #[test]
    fn what_got_no_reply_is_written_again_only_while_nobody_else_knows_its_token() {
        let (at, once_until) = (address("h1"), Some(Deadline::Never));
        for (token, tells, again) in
            [(own(), false, 1), (own(), true, 0), (Token::given(b"t").unwrap(), false, 0), (own().shared(), true, 0)]
        {
            owe(&at, &token, once_until);
            let under_way = written(&at);
            assert_eq!((under_way.len(), written(&at).len()), (1, 0), "once");
            if tells {
                share(&token);
            }
            fail(&at, under_way[0], false);
            assert_eq!(written(&at).len(), again);
            forget();
        }
    }

    #[test]
    fn what_the_program_has_not_ended_is_not_written_once_others_know_the_token() {
        let (at, token) = (address("h1"), own());
        owe(&at, &token, None);
        share(&token);
        assert_eq!(written(&at), []);
        assert_eq!(take_staying().len(), 1, "it never expires");
        owe(&at, &Token::given(b"t").unwrap(), Some(Deadline::At(Instant::now())));
        assert_eq!(written(&at), [], "its lease is over");
        assert!(!exist());
    }

    #[test]
    fn a_later_child_may_have_a_copy_of_the_token() {
        let at = address("h1");
        owe(&at, &own(), None);
        with_list(&at, |list| list.entries[0].1.children += 1);
        assert_eq!(written(&at), []);
    }

    #[test]
    fn moved_has_it_wait_at_the_node_that_is_named() {
        let (former, owner) = (address("h1:7000"), address("h2:7001"));
        let refused = |code| Err(Failure::Refused { node: String::new(), code, detail: String::new() });
        owe(&former, &own(), None);
        settle(&former, written(&former)[0], refused(Code::TryAgain));
        assert_eq!((take_redirected(), due()), (vec![], vec![former.clone()]));
        let to = Redirection { host: "h2".into(), port: 7001 };
        settle(&former, written(&former)[0], refused(Code::Moved(Some(to))));
        assert_eq!(take_redirected(), std::slice::from_ref(&owner));
        assert_eq!((written(&former).len(), written(&owner).len()), (0, 1));
        forget();
        // What was refused has not run.
        owe(&former, &Token::given(b"t").unwrap(), Some(Deadline::Never));
        let to = Redirection { host: "h2".into(), port: 7001 };
        settle(&former, written(&former)[0], refused(Code::Moved(Some(to))));
        assert_eq!(written(&owner).len(), 1);
    }

    #[test]
    fn an_error_that_does_not_pass_by_itself_leaves_it_to_its_ttl() {
        let at = address("h1");
        for (code, again) in
            [(Code::NoPerm(Forbidden::Command), 0), (Code::Err, 0), (Code::ReadOnly, 1), (Code::NoAuth, 1)]
        {
            owe(&at, &own(), None);
            settle(&at, written(&at)[0], Err(Failure::Refused { node: String::new(), code, detail: String::new() }));
            assert_eq!((written(&at).len(), take_staying().len()), (again, 1 - again));
            forget();
        }
    }

    #[test]
    fn what_a_wait_has_under_way_that_never_goes_on_is_written_again() {
        let at = address("h1");
        owe(&at, &own(), None);
        let lost = written(&at);
        fail_all_under_way();
        assert_eq!(due(), std::slice::from_ref(&at));
        // It goes on after all.
        fail(&at, lost[0], true);
        assert!(!is_left_alone(&at));
        assert_eq!(written(&at).len(), 1);
    }

    #[test]
    fn the_end_of_a_request_tries_again_what_did_not_fail_just_now() {
        let at = address("h1");
        leave_alone(&at);
        forgive_after(&at, Duration::from_secs(60));
        assert!(is_left_alone(&at));
        forgive_after(&at, Duration::ZERO);
        assert!(!is_left_alone(&at) && !exist());
    }
}

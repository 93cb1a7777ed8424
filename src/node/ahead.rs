//! Owns late releases on one link: writing them ahead of its next request, and what the replies to them mean for the link.
//! Does not own which they are, and what becomes of each (`late`), when they are sent without a request (`flush`).

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Call;
use crate::connection::queue::Awaited;
use crate::connection::replies::Stop;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::link::{Link, Owed};
use crate::node::{is_elsewhere, late};
use crate::scope::Scope;
use crate::scripts::{CallBy, Keys, Request};

/// How many replies may be owed: with the script's text this number fits into what a socket takes at once.
const MOST_OWED: usize = 32;

impl Link {
    /// Has the next write begin with what this address is owed.
    pub(super) fn carry(&mut self, address: &Arc<Address>, io: Duration) {
        self.settle_earlier();
        let address = self.owed.take().map_or_else(|| address.clone(), |owed| owed.address);
        self.owed = Some(Owed { address, io, deadline: Instant::now().after(io), is_due: true });
    }

    /// Puts that before the next write, of which the request is for the keys `before`; no later releases than `last`.
    pub(super) fn put_ahead(&mut self, before: Option<&Scope>, last: u64) {
        let Some(owed) = self.owed.as_mut().filter(|owed| owed.is_due) else { return };
        owed.is_due = false;
        let (address, needs_texts) = (&owed.address, self.capabilities.needs_texts);
        let late = |out: &mut Vec<u8>| late::write(address, (before, last), needs_texts, out);
        self.connection.push(|out| late(out).into_iter().map(Awaited::Late));
    }

    /// Counts what became of the late releases that replies have come to.
    pub(super) fn settle_earlier(&mut self) {
        // Nearly always there are none.
        if self.owed.is_some() {
            self.settle_each();
        }
    }

    #[cold]
    fn settle_each(&mut self) {
        let mut heard = std::mem::take(&mut self.connection.heard);
        let Some(owed) = &self.owed else { return };
        for (number, reply) in heard.drain(..) {
            let reply = self.connection.refusal(reply);
            self.capabilities.release_is_known = reply.is_ok();
            if reply.as_ref().is_err_and(|failure| is_elsewhere(&owed.address, failure)) {
                self.connection.mark_unusable();
                late::note_redirected(&owed.address);
            }
            late::settle(&owed.address, number, reply);
        }
        self.connection.heard = heard;
        if !owed.is_due && self.connection.count_late() == 0 {
            self.owed = None;
        }
    }

    /// Counts as failed those that got no reply.
    pub(super) fn fail_late(&mut self, is_silent: bool) {
        self.settle_earlier();
        if let Some(owed) = self.owed.take().filter(|_| self.connection.is_of_this_process()) {
            for number in self.connection.take_late() {
                late::fail(&owed.address, number, is_silent);
            }
            if is_silent {
                late::leave_alone(&owed.address);
            }
        }
    }

    /// Tells whether replies to late releases are still to come.
    pub(super) fn is_owed_replies(&self) -> bool {
        self.owed.is_some()
    }

    /// Tells whether the replies that are owed must be read before the next release is sent.
    pub(super) fn is_owed_many(&self) -> bool {
        self.owed.is_some() && self.connection.count_late() >= MOST_OWED
    }

    /// Sends what this address is owed, no later releases than `last`, and waits for no reply; false where the link is of no more use.
    pub(super) fn send_late(&mut self, address: &Arc<Address>, io: Duration, last: u64) -> bool {
        self.carry(address, io);
        self.put_ahead(None, last);
        if self.connection.send_ahead(&Call::new(io)).is_ok() {
            return true;
        }
        // A part of it may have been sent: later replies can't be matched.
        self.connection.mark_unusable();
        let is_silent = self.owed.as_ref().is_some_and(|owed| owed.deadline <= Instant::now());
        self.fail_late(is_silent);
        false
    }

    /// Sends requests whose replies nobody needs, and leaves these unread.
    /// Errors: as of `exchange`.
    pub(crate) fn send_unheeded(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> Result<(), Failure> {
        self.bypass_until = None;
        self.put_ahead(None, u64::MAX);
        for request in requests {
            self.connection.push(|out| {
                // Nobody hears of a NOSCRIPT.
                request.encode(CallBy::Text, Keys::WithCompanions, out);
                [Awaited::Ignored]
            });
        }
        self.connection.send_ahead(call)
    }

    /// Waits for the replies that are owed, up to an io_timeout from the last.
    pub(super) fn read_owed(&mut self, interrupts: Interrupts) {
        self.read_owed_by(true, interrupts);
    }

    /// Reads the replies that are owed and have come, or waits for them; true where some are still to come, and the link is as good
    /// as it was.
    pub(super) fn read_owed_by(&mut self, waits: bool, interrupts: Interrupts) -> bool {
        if !self.connection.is_of_this_process() {
            // A fork has made them the parent's.
            self.owed = None;
        }
        let Some(owed) = &self.owed else { return false };
        let (call, mut deadline) = (Call { interrupts, ..Call::new(owed.io) }, owed.deadline);
        let stop = loop {
            let before = self.connection.count_late();
            let read = self.connection.read_earlier_at_once();
            self.settle_earlier();
            if self.connection.count_late() < before {
                deadline = deadline.max(Instant::now().after(call.io));
            }
            // What came in time counts, however late it is read.
            match (read, waits) {
                (Ok(false), _) => return false,
                (Ok(true), true) => match self.connection.wait_for_earlier(&call, deadline) {
                    Ok(()) => {}
                    Err(stop) => break stop,
                },
                (Ok(true), false) if Instant::now() < deadline => return true,
                (Ok(true), false) => break Stop::Error(io::ErrorKind::TimedOut.into()),
                (Err(stop), _) => break stop,
            }
        };
        self.connection.mark_unusable();
        self.fail_late(matches!(&stop, Stop::Error(error) if error.kind() == io::ErrorKind::TimedOut));
        false
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // A thread's last links outlive what it owes.
        if self.owed.is_some() && late::is_there() {
            self.fail_late(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;
    use std::thread;

    use redis::Value;

    use super::*;
    use crate::key::Key;
    use crate::node::late::LateLease;
    use crate::node::recovery::Reason;
    use crate::scripts::Action;
    use crate::token::{Promise, Token};
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_millis(400);

    /// A link to an address that is owed so many releases.
    fn owing(path: &str, count: usize) -> (Arc<Address>, UnixStream, Box<Link>) {
        let address = Arc::new(Address::parse(path).unwrap());
        for n in 0..count {
            let key = Key::new(b"", n.to_string().as_bytes()).unwrap();
            let token = Token::fresh(Promise::Signals, None).unwrap();
            late::add(&address, LateLease::of(&token, Ttl::Forever).release(&key.into(), Reason::Abandoned));
        }
        let (far, near) = UnixStream::pair().unwrap();
        (address, far, Link::over(near))
    }

    fn left_at(address: &Arc<Address>) -> usize {
        late::write(address, (None, u64::MAX), false, &mut Vec::new()).len()
    }

    #[test]
    fn a_reply_that_is_not_looked_at_is_taken_for_no_other() {
        let (address, mut far, mut link) = owing("unix:///woken", 1);
        let scope = Key::new(b"", b"k").unwrap().into();
        for (wake, release, left) in
            [(b":0\r\n".as_slice(), b"-BUSY no\r\n".as_slice(), 1), (b"-NOPERM no\r\n", b":1\r\n", 0)]
        {
            link.send_unheeded(&Call::new(IO), &[Request { scope: &scope, action: Action::Wake }]).unwrap();
            assert!(link.is_reusable(None), "its reply is still to come");
            link.send_late(&address, IO, u64::MAX);
            far.write_all(&[wake, release, b"+PONG\r\n"].concat()).unwrap();
            assert_eq!(link.exchange_one(&Call::new(IO), b"PING\r\n"), Ok(Ok(Value::SimpleString("PONG".to_owned()))));
            assert_eq!(late::is_owed(&address, u64::MAX), left > 0);
        }
    }

    /// How many of two releases are to be sent again when their peer sends this many replies, leaves, and gets another request.
    fn sent_again(replies: usize) -> usize {
        let (address, mut far, mut link) = owing("unix:///none", 2);
        link.send_late(&address, IO, u64::MAX);
        far.write_all(&b":1\r\n".repeat(replies)).unwrap();
        drop(far);
        assert!(link.exchange(&Call::new(IO), b"PING\r\n", 1).is_err());
        let left = left_at(&address);
        late::forget();
        left
    }

    #[test]
    fn of_releases_whose_peer_has_left_those_that_got_a_reply_are_not_sent_again() {
        assert_eq!([sent_again(2), sent_again(1), sent_again(0)], [0, 1, 2]);
    }

    #[test]
    fn a_write_lasts_as_long_as_replies_come_and_the_requests_own_time_begins_after_them() {
        let (address, mut far, mut link) = owing("unix:///slow", 4);
        link.carry(&address, IO);
        let replied = thread::scope(|scope| {
            scope.spawn(move || {
                for reply in [":1\r\n"; 5] {
                    thread::sleep(IO / 2);
                    far.write_all(reply.as_bytes()).unwrap();
                }
                far
            });
            link.exchange_one(&Call::new(IO), b"PING\r\n")
        });
        assert_eq!((replied, left_at(&address)), (Ok(Ok(Value::Int(1))), 0));
    }

    #[test]
    fn one_io_timeout_without_a_reply_ends_it_and_those_without_a_reply_are_left() {
        let (address, mut far, mut link) = owing("unix:///silent", 300);
        far.write_all(b":1\r\n:1\r\n:").unwrap();
        link.send_late(&address, IO, u64::MAX);
        link.read_owed(None);
        assert!(!link.is_reusable(None) && late::is_left_alone(&address));
        assert_eq!(left_at(&address), 256, "of 298");
    }
}

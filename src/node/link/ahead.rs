//! Owns late releases on one link: writing them ahead of its next request, and what the replies to them mean for the link.
//! Does not own which they are, and what becomes of each (`late`), when they are sent without a request (`flush`).

use std::io;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Call;
use crate::connection::queue::Awaited;
use crate::connection::replies::Stop;
use crate::failure::Failure;
use crate::node::link::{Link, Owed};
use crate::node::{is_elsewhere, late};
use crate::scripts::{CallBy, Keys, Request};

impl Link {
    /// Puts what its address is owed before what is written next; no later releases than `last`.
    pub(super) fn put_ahead(&mut self, io: Duration, last: u64) {
        self.owed = Some(Owed { io, deadline: Instant::now().after(io) });
        let (address, needs_texts) = (&self.address, self.capabilities.needs_texts);
        let late = |out: &mut Vec<u8>| late::write(address, last, needs_texts, out);
        self.connection.push(|out| late(out).into_iter().map(Awaited::Late));
    }

    /// Notes that an exchange is over, or has failed, which had its time until `failed`.
    pub(super) fn settle(&mut self, failed: Option<Instant>) {
        if let Some(until) = failed {
            // A part of it may have been sent: later replies can't be matched.
            self.connection.mark_unusable();
            self.fail_late(until <= Instant::now());
        } else if self.owed.is_some() {
            self.settle_earlier();
            late::has_replied(&self.address);
        }
    }

    /// Counts what became of the late releases that replies have come to.
    pub(in crate::node) fn settle_earlier(&mut self) {
        let Some(owed) = &mut self.owed else { return };
        for (number, reply) in std::mem::take(&mut self.connection.heard) {
            let reply = self.connection.refusal(reply);
            self.capabilities.release_is_known = reply.is_ok();
            owed.deadline = Instant::now().after(owed.io);
            if reply.as_ref().is_err_and(|failure| is_elsewhere(&self.address, failure)) {
                self.connection.mark_unusable();
                late::note_redirected(&self.address);
            }
            late::settle(&self.address, number, reply);
        }
        if !self.connection.is_owed() {
            self.owed = None;
        }
    }

    /// Counts as failed those that got no reply.
    pub(in crate::node) fn fail_late(&mut self, is_silent: bool) {
        self.settle_earlier();
        if self.owed.take().is_some() && self.connection.is_of_this_process() {
            let late = self.connection.take_late();
            if is_silent && !late.is_empty() {
                late::leave_alone(&self.address);
            }
            for number in late {
                late::fail(&self.address, number, is_silent);
            }
        }
    }

    /// Sends what its address is owed, no later releases than `last`, and requests whose replies nobody needs; leaves the replies unread.
    /// Errors: as of `exchange`; the link is of no more use.
    pub(crate) fn send_unheeded(
        &mut self,
        call: &Call<'_>,
        last: u64,
        requests: &[Request<'_>],
    ) -> Result<(), Failure> {
        self.bypass_until = None;
        self.put_ahead(call.io, last);
        for request in requests {
            self.connection.push(|out| {
                // Nobody hears of a NOSCRIPT.
                request.encode(CallBy::Text, Keys::WithCompanions, out);
                [Awaited::Ignored]
            });
        }
        let until = Instant::now().after(call.io);
        self.connection.send_ahead(call).inspect_err(|_| self.settle(Some(until)))
    }

    /// Reads the replies that are owed and have come, or waits for them, up to an io_timeout from the last; true where some are still to come,
    /// and the link is as good as it was.
    pub(in crate::node) fn read_owed(&mut self, waits: bool) -> bool {
        if !self.connection.is_of_this_process() {
            // A fork has made them the parent's.
            self.owed = None;
        }
        let stop = loop {
            let read = self.connection.read_earlier_at_once();
            self.settle_earlier();
            let Some(Owed { deadline, .. }) = self.owed else { return false };
            match read {
                Err(stop) => break stop,
                // What came in time counts, however late it is read.
                Ok(_) if deadline <= Instant::now() => break Stop::Error(io::ErrorKind::TimedOut.into()),
                Ok(_) if !waits => return true,
                Ok(_) => {
                    if let Err(stop) = self.connection.wait_for_earlier(deadline) {
                        break stop;
                    }
                }
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
    use std::sync::Arc;
    use std::thread;

    use redis::Value;

    use super::*;
    use crate::address::Address;
    use crate::connection::arrival::Opened;
    use crate::key::Key;
    use crate::node::late::LateLease;
    use crate::node::recovery::Reason;
    use crate::scripts::Action;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_millis(400);

    /// A link to an address that is owed so many releases.
    fn owing(path: &str, count: usize) -> (Arc<Address>, UnixStream, Box<Link>) {
        let address = Arc::new(Address::parse(path).unwrap());
        for n in 0..count {
            let key = Key::new(b"", n.to_string().as_bytes()).unwrap();
            let token = Token::fresh(None).unwrap();
            late::add(&address, LateLease::of(&token, Ttl::Forever).release(&key.into(), Reason::Abandoned));
        }
        let (far, near) = UnixStream::pair().unwrap();
        let link = Link::new(Opened::over(near, &address));
        (address, far, link)
    }

    fn left_at(address: &Arc<Address>) -> usize {
        late::write(address, u64::MAX, false, &mut Vec::new()).len()
    }

    #[test]
    fn a_reply_that_is_not_looked_at_is_taken_for_no_other() {
        let (address, mut far, mut link) = owing("unix:///woken", 1);
        let scope = Key::new(b"", b"k").unwrap().into();
        for (wake, release, left) in
            [(b":0\r\n".as_slice(), b"-BUSY no\r\n".as_slice(), 1), (b"-NOPERM no\r\n", b":1\r\n", 0)]
        {
            link.send_unheeded(&Call::new(IO), 0, &[Request { scope: &scope, action: Action::Wake }]).unwrap();
            assert!(link.is_reusable(None), "its reply is still to come");
            link.send_unheeded(&Call::new(IO), u64::MAX, &[]).unwrap();
            far.write_all(&[wake, release, b"+PONG\r\n"].concat()).unwrap();
            assert_eq!(
                link.exchange_one(&Call::new(IO), &redis::cmd("PING")),
                Ok(Ok(Value::SimpleString("PONG".to_owned())))
            );
            assert_eq!(late::is_owed(&address, u64::MAX), left > 0);
        }
    }

    /// How many of two releases are to be sent again when their peer sends this many replies, leaves, and gets another request.
    fn sent_again(replies: usize) -> usize {
        let (address, mut far, mut link) = owing("unix:///none", 2);
        link.send_unheeded(&Call::new(IO), u64::MAX, &[]).unwrap();
        far.write_all(&b":1\r\n".repeat(replies)).unwrap();
        drop(far);
        assert!(link.exchange(&Call::new(IO), &[redis::cmd("PING")]).is_err());
        let left = left_at(&address);
        late::forget();
        left
    }

    #[test]
    fn of_releases_whose_peer_has_left_those_that_got_a_reply_are_not_sent_again() {
        assert_eq!([sent_again(2), sent_again(1), sent_again(0)], [0, 1, 2]);
    }

    #[test]
    fn a_write_lasts_as_long_as_replies_come_and_the_requests_time_begins_then() {
        let (address, mut far, mut link) = owing("unix:///slow", 4);
        let replied = thread::scope(|scope| {
            scope.spawn(move || {
                for reply in [":1\r\n"; 5] {
                    thread::sleep(IO / 2);
                    far.write_all(reply.as_bytes()).unwrap();
                }
                far
            });
            link.exchange_one(&Call::new(IO), &redis::cmd("PING"))
        });
        assert_eq!((replied, left_at(&address)), (Ok(Ok(Value::Int(1))), 0));
    }

    #[test]
    fn one_io_timeout_without_a_reply_ends_it_and_those_without_a_reply_are_left() {
        let (address, mut far, mut link) = owing("unix:///silent", 300);
        far.write_all(b":1\r\n:1\r\n:").unwrap();
        link.send_unheeded(&Call::new(IO), u64::MAX, &[]).unwrap();
        link.read_owed(true);
        assert!(!link.is_reusable(None) && late::is_left_alone(&address));
        assert_eq!(left_at(&address), 256, "of 298");
    }
}

//! Owns sending requests on a link that no call waits for, and reading their replies, which come before those to the next request.
//! Does not own what becomes of each release (`owed`), when one is sent so (`flush`).

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Call;
use crate::connection::replies::Stop;
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::late_releases::Batch;
use crate::node::link::Link;
use crate::node::owed::Owed;
use crate::process::ForkGuard;
use crate::scope::Scope;
use crate::scripts::{CallBy, Keys, Request};
use crate::token::Token;

/// How many replies may be owed: with the script's text this number fits into what a socket takes at once.
const MOST_OWED: usize = 32;

impl Link {
    /// Counts what became of the releases that replies belong to. What else comes before a request's own replies is not looked at.
    pub(super) fn settle_earlier(&mut self) {
        // Nearly always there are none.
        if !self.connection.earlier.is_empty() {
            self.settle_each();
        }
    }

    #[cold]
    fn settle_each(&mut self) {
        let mut earlier = std::mem::take(&mut self.connection.earlier);
        for reply in earlier.drain(..) {
            let reply = self.connection.refusal(reply);
            if let Some(owed) = &mut self.owed {
                owed.settle_first(&mut self.capabilities, reply);
            }
        }
        self.connection.earlier = earlier;
    }

    /// Tells whether replies to releases are owed.
    pub(super) fn is_owed_replies(&self) -> bool {
        self.owed.is_some()
    }

    /// Tells whether the reply to a release of one of these keys with this token is owed.
    pub(super) fn owes(&self, token: &Token, scope: &Scope) -> bool {
        let owed = self.owed.iter().flat_map(|owed| &owed.releases);
        owed.into_iter().any(|(release, _)| release.is_of(token, scope))
    }

    /// Tells whether the replies that are owed must be read before the next release is sent.
    pub(super) fn is_owed_many(&self) -> bool {
        self.owed.as_ref().is_some_and(|owed| owed.releases.len() >= MOST_OWED)
    }

    /// Tells whether the reply to another release need not be waited for.
    pub(super) fn may_send_ahead(&self) -> bool {
        self.capabilities.release_is_known && (self.owed.is_some() || self.connection.owed() == 0)
    }

    /// Sends releases whose replies are read before those to the next request.
    /// Errors: returns the releases if no byte of them went out; those that were sent before have failed then.
    pub(super) fn send_ahead(&mut self, io: Duration, batch: Batch, address: &Arc<Address>) -> Result<(), Batch> {
        let deadline = Instant::now().after(io);
        let mut out = self.connection.take_outbox();
        let requests = batch.requests();
        for (index, request) in requests.iter().enumerate() {
            // The server knows a script from its first call in this write on.
            let was_sent = requests[..index].iter().any(|earlier| earlier.sha() == request.sha());
            let is_known = was_sent && !self.capabilities.needs_texts;
            let naming = if is_known { CallBy::Sha } else { CallBy::Text };
            request.encode(naming, Keys::WithCompanions, &mut out);
        }
        let count = requests.len();
        drop(requests);
        let sent = self.connection.send_ahead(&Call::new(io), &out, count);
        self.connection.put_back_outbox(out);
        // Replies that have come by now belong to earlier requests.
        self.settle_earlier();
        let new = || Owed { releases: VecDeque::new(), io, address: address.clone(), guard: ForkGuard::here() };
        let mut owed = self.owed.take().unwrap_or_else(new);
        let unsent = if let Err(Failure::NotSent { .. }) = sent {
            Some(batch)
        } else {
            owed.releases.extend(batch.entries.into_iter().map(|release| (release, deadline)));
            None
        };
        match sent {
            Ok(()) => self.owed = Some(owed),
            Err(failure) => {
                // A part of it may have been sent: later replies can't be matched, so the connection is unusable.
                self.connection.mark_unusable();
                owed.fail(&failure, deadline <= Instant::now());
            }
        }
        unsent.map_or(Ok(()), Err)
    }

    /// Sends requests whose replies nobody needs, and leaves these unread. False, and nothing is sent, if replies to releases are still to
    /// come.
    /// Errors: as of `exchange`.
    pub(crate) fn send_unheeded(&mut self, call: &Call<'_>, requests: &[Request<'_>]) -> Result<bool, Failure> {
        if self.owed.is_some() {
            return Ok(false);
        }
        self.bypass_until = None;
        let mut out = self.connection.take_outbox();
        // Nobody hears of a NOSCRIPT.
        for request in requests {
            request.encode(CallBy::Text, Keys::WithCompanions, &mut out);
        }
        let sent = self.connection.send_ahead(call, &out, requests.len());
        self.connection.put_back_outbox(out);
        sent.map(|()| true)
    }

    /// Waits for the replies that are owed, each up to its io_timeout.
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
        let call = Call { interrupts, ..Call::new(owed.io) };
        let stop = loop {
            let read = self.connection.read_earlier_at_once();
            self.settle_earlier();
            let deadline = self.owed.as_ref().map_or_else(Instant::now, Owed::deadline);
            // What came in time counts, however late it is read.
            match (read, waits) {
                (Ok(false), _) => {
                    self.owed = None;
                    return false;
                }
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
        let is_silent = matches!(&stop, Stop::Error(error) if error.kind() == io::ErrorKind::TimedOut);
        let failure = self.connection.unanswered(&stop, &call);
        if let Some(owed) = self.owed.take() {
            owed.fail(&failure, is_silent);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use redis::Value;

    use super::*;
    use crate::key::Key;
    use crate::node::late_releases::LateLease;
    use crate::node::recovery::Reason;
    use crate::scripts::Action;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_secs(3);

    #[test]
    fn a_reply_that_is_not_looked_at_is_taken_for_no_other() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let (mut link, scope) = (Link::over(near), Key::new(b"", b"k").unwrap().into());
        link.capabilities.release_is_known = true;
        let wake = [Request { scope: &scope, action: Action::Wake }];
        assert_eq!(link.send_unheeded(&Call::new(IO), &wake), Ok(true));
        assert!(link.is_reusable(None), "its reply is still to come");
        assert!(!link.may_send_ahead(), "the reply to a release would come after it");
        far.write_all(b":4\r\n+PONG\r\n").unwrap();
        assert_eq!(link.exchange_one(&Call::new(IO), b"PING\r\n"), Ok(Ok(Value::SimpleString("PONG".to_owned()))));
        assert_eq!(link.send_unheeded(&Call::new(IO), &wake), Ok(true));
        far.write_all(b":4\r\n").unwrap();
        assert!(link.is_reusable(None) && link.may_send_ahead(), "it has come");
    }

    /// How many releases are to be sent again after a wake that nobody waits for and a release got these replies.
    fn left_after_wake(wake: &[u8], release: &[u8]) -> usize {
        let (mut far, near) = UnixStream::pair().unwrap();
        let (mut link, scope) = (Link::over(near), Key::new(b"", b"k").unwrap().into());
        let address = Arc::new(Address::parse("unix:///woken").unwrap());
        link.capabilities.release_is_known = true;
        assert_eq!(link.send_unheeded(&Call::new(IO), &[Request { scope: &scope, action: Action::Wake }]), Ok(true));
        far.write_all(wake).unwrap();
        assert!(link.is_reusable(None) && link.may_send_ahead());
        let late = LateLease::plain(&Token::given(b"t").unwrap(), Ttl::Forever).release(&scope, Reason::Ended);
        link.send_ahead(IO, Batch::of(late), &address).unwrap();
        assert!(link.is_reusable(None), "its reply is still to come");
        far.write_all(&[release, b"+PONG\r\n"].concat()).unwrap();
        assert!(link.exchange_one(&Call::new(IO), b"PING\r\n").is_ok());
        Batch::take_due(&address).map_or(0, |batch| batch.entries.len())
    }

    #[test]
    fn the_reply_to_a_wake_is_not_taken_for_that_to_a_release_after_it() {
        assert_eq!(left_after_wake(b":0\r\n", b"-NOPERM no\r\n"), 1);
        assert_eq!(left_after_wake(b"-NOPERM no\r\n", b":1\r\n"), 0);
    }

    /// How many of two releases are to be sent again when their peer sends this many replies, leaves, and gets another request.
    fn sent_again(replies: usize) -> usize {
        let (mut far, near) = UnixStream::pair().unwrap();
        let (mut link, address) = (Link::over(near), Arc::new(Address::parse("unix:///none").unwrap()));
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"t").unwrap());
        let release = || LateLease::plain(&token, Ttl::Forever).release(&key.clone().into(), Reason::Ended);
        link.send_ahead(IO, Batch::new(vec![release(), release()], ForkGuard::here()), &address).unwrap();
        far.write_all(&b":1\r\n".repeat(replies)).unwrap();
        drop(far);
        assert!(link.exchange(&Call::new(IO), b"PING\r\n", 1).is_err());
        Batch::take_due(&address).map_or(0, |batch| batch.entries.len())
    }

    #[test]
    fn of_releases_whose_peer_has_left_those_that_got_a_reply_are_not_sent_again() {
        assert_eq!([sent_again(2), sent_again(1), sent_again(0)], [0, 1, 2]);
    }
}

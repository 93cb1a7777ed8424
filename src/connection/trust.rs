//! Owns whether a connection is fit for the next question, and for how long the peer of one that has answered is taken to be
//! there, without a look at the socket.
//! Does not own the look (`patience`), which questions rely on it (`topology`).
//!
//! To look is a system call more for each command: two of them were 4 % of a cycle on Redis's core. No server closes a connection
//! for being idle so soon. Should it end in that moment all the same, then the next answer does not come, as when it ends
//! between the look and the sending. So only what is asked again at once then goes without: an acquire and a release whose token is
//! nobody else's. (A given token may be at the key by another's doing; behind an answer that did not come it proves nothing.)

use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::connection::Connection;

/// How long after a question that was answered. Counted from the question, the clock was read for that already; so only a
/// server that is near is ever trusted, and beside the time that others take the look is nothing.
const SPAN: Duration = Duration::from_micros(50);

/// Until when a peer is trusted to be there.
#[derive(Debug, Default)]
pub(super) struct Trust(Option<Instant>);

impl Trust {
    /// Notes what was answered to a question of `asked`. Whoever refuses may close behind it, or say more than was asked.
    pub(super) fn note(&mut self, asked: Instant, answers: &[Value]) {
        let refused = answers.iter().any(|answer| matches!(answer, Value::ServerError(_)));
        self.0 = if refused { None } else { Some(asked.after(SPAN)) };
    }

    /// Tells whether it holds at `now`.
    fn holds(&self, now: Instant) -> bool {
        self.0.is_some_and(|until| now < until)
    }
}

impl Connection {
    /// Tells, without a round trip, whether this connection can be used for the next question.
    pub fn is_reusable(&mut self) -> bool {
        self.is_fit(false)
    }

    /// The same, without a look at a peer that has just answered: for what is asked again when no answer comes.
    pub(super) fn is_reusable_on_trust(&mut self) -> bool {
        let trusted = self.trust.holds(Instant::now());
        self.is_fit(trusted)
    }

    fn is_fit(&mut self, trusted: bool) -> bool {
        // In this order: a child of the process must not even read, the bytes are its parent's.
        let trusted = trusted && self.is_of_this_process();
        if trusted && self.has_unread() || self.read_what_has_come() {
            // Its peer has just answered, or was listened to just now and is silent.
            return true;
        }
        !self.outstanding
            && self.inbox.is_empty()
            && self.is_of_this_process()
            && (trusted || self.stream.is_quiet())
            && self.watch.as_mut().is_none_or(|sentinel| sentinel.is_reusable())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::address::Address;
    use crate::net::socket::Stream;
    use crate::settings::Timeouts;

    /// A connection that was answered this, and whose peer has left since.
    fn left_behind(answer: &[u8]) -> Box<Connection> {
        let (mut far, near) = UnixStream::pair().unwrap();
        let address = Address::parse("unix:///nobody").unwrap();
        let mut connection = Connection::over(Stream::Unix(near), &address, Timeouts::default(), None);
        far.write_all(answer).unwrap();
        // Had it taken longer, on a busy machine, nobody would be trusted.
        let asked = Instant::now().after(Duration::from_secs(60));
        connection.exchange_written(asked, |out| out.extend_from_slice(b"PING\r\n")).unwrap();
        connection
    }

    #[test]
    fn a_peer_that_has_just_answered_is_looked_at_only_for_what_is_asked_once() {
        let mut connection = left_behind(b"+OK\r\n");
        assert!(connection.is_reusable_on_trust());
        assert!(!connection.is_reusable());
        connection.begin_exchange(Instant::now());
        assert!(!connection.is_reusable_on_trust(), "another question's answer decides anew");
    }

    #[test]
    fn one_that_has_refused_is_always_looked_at() {
        assert!(!left_behind(b"-ERR no\r\n").is_reusable_on_trust());
    }

    #[test]
    fn trust_ends_soon() {
        let (mut trust, asked) = (Trust::default(), Instant::now());
        trust.note(asked, &[Value::Okay]);
        assert!(trust.holds(asked.after(SPAN / 2)) && !trust.holds(asked.after(SPAN)));
    }

    #[test]
    fn what_was_answered_last_counts() {
        let (mut trust, asked) = (Trust::default(), Instant::now());
        assert!(!trust.holds(asked));
        let later = asked.after(SPAN / 2);
        trust.note(asked, &[Value::Okay]);
        trust.note(later, &[Value::Okay, Value::Int(1)]);
        assert!(trust.holds(asked.after(SPAN)) && !trust.holds(later.after(SPAN)));
        trust.note(later, &[Value::Okay, redis::parse_redis_value(b"-ERR no\r\n").unwrap()]);
        assert!(!trust.holds(later));
    }
}

//! Owns a link: a connection, what is known of its server, what is owed on it, and the sentinel that watches the server.
//! Does not own sockets and replies (`connection`), how a request gets through (`operation`, `drive`), what no call waits for (`ahead`), idle
//! links (`pool`).
//!
//! A connection with a reply outstanding is not used again; replies that no call waits for are the one exception. They come in order and
//! before all others; the first release of each link is waited for, so that the server is known to accept them as they are sent.
//!
//! The liveness check of an idle link is a system call. It may be skipped for 50 us after a request that got a reply, because no
//! server closes a connection for being idle so soon. Should the connection end in that moment, the reply does not come. So only a
//! request that is sent again when it is unanswered may skip the check: an acquire or a release whose token nobody else knows. (A shared
//! token may be at the key by another's doing; after an unanswered request it proves nothing.) What the sentinel says is looked at with
//! the liveness check, and after a millisecond in any case.

mod ahead;
pub(super) mod capabilities;
pub(super) mod drive;
pub(crate) mod pool;

use std::sync::Arc;
use std::time::Duration;

use redis::{Cmd, Value};

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::arrival::Opened;
use crate::connection::exchange::Gated;
use crate::connection::sentinel::{self, Named, Says};
use crate::connection::{BlockEnd, Call, Connection, Received};
use crate::failure::Failure;
use crate::net::socket::Stream;
use crate::node::late;
use crate::node::link::capabilities::Capabilities;

/// How long after a request that got a reply the liveness check may be skipped. Counted from the request, because the clock was
/// read for that already; so it is skipped only if the server is near. Far from the server a request takes much longer than the
/// check.
const BYPASS: Duration = Duration::from_micros(50);
/// How long what the sentinel says may go unread while the liveness check is skipped. A reply proves that its Redis is there, and not
/// that it is still the master: one that is not demoted yet replies, too.
const UNWATCHED: Duration = Duration::from_millis(1);
/// How old what the sentinel has said may be: an operator may name another master to it without a word to us.
const ASKED_AGAIN: Duration = Duration::from_secs(10);

/// A connection and what is known of its server. 512 bytes and moved with every request, therefore boxed.
#[derive(Debug)]
pub struct Link {
    /// What it leads to.
    pub(crate) address: Arc<Address>,
    pub(crate) connection: Connection,
    pub(super) capabilities: Capabilities,
    /// The liveness check may be skipped until then.
    bypass_until: Option<Instant>,
    watch: Option<Watch>,
    /// The replies to late releases come before those to the next request.
    owed: Option<Owed>,
}

/// How long a server may take for a reply that no call waits for.
#[derive(Clone, Copy, Debug)]
struct Owed {
    io: Duration,
    /// That long after the write, or the last reply.
    deadline: Instant,
}

/// The sentinel that named this Redis as master.
#[derive(Debug)]
struct Watch {
    by: Box<Named>,
    looked_at: Instant,
    asked_at: Instant,
    /// It had nothing to say when it was asked: the master stays until a sentinel names one.
    is_deaf: bool,
}

impl Link {
    /// Makes a link of a connection that was just opened.
    pub(crate) fn new(Opened { address, connection, watch }: Opened) -> Box<Self> {
        let now = Instant::now();
        let watch = watch.map(|by| Watch { by, looked_at: now, asked_at: now, is_deaf: false });
        let capabilities = Capabilities::default();
        Box::new(Self { address, connection, capabilities, bypass_until: None, watch, owed: None })
    }

    /// As [`Connection::node`].
    pub fn node(&self) -> &str {
        self.connection.node()
    }

    /// Shows the socket of each of its connections: the one to the sentinel that has named this Redis, and its own.
    pub(super) fn each_connection(&self, mut show: impl FnMut(&Stream)) {
        self.watch.iter().for_each(|watch| show(&watch.by.sentinel.stream));
        show(&self.connection.stream);
    }

    /// As [`Connection::refusal`].
    pub fn refusal(&self, reply: Received) -> Result<Value, Failure> {
        self.connection.refusal(reply)
    }

    /// Returns the failure of a reply that no command of ours can get, and closes the link to every further request.
    pub fn protocol_error(&mut self) -> Failure {
        self.connection.protocol_error()
    }

    /// Sends commands and reads a reply to each, all within one io_timeout.
    ///
    /// After a failure the link is of no use, and dropping it closes it with a reset.
    /// Errors: `NotSent` when no byte went out, `Unanswered` when some did and not every reply came.
    pub fn exchange(&mut self, call: &Call<'_>, commands: &[Cmd]) -> Result<Vec<Received>, Failure> {
        self.begin(call.io);
        for (index, command) in commands.iter().enumerate() {
            self.connection.push_own(index, call.asking, |out| out.extend(command.get_packed_command()));
        }
        let (come, failure) = self.talk(call, &[]);
        failure.map_or_else(|| Ok(come.into_iter().map(|(_, reply)| reply).collect()), Err)
    }

    /// Sends one command that is about no key, and reads its reply, as `exchange` does.
    /// Errors: as of `exchange`.
    pub fn exchange_one(&mut self, call: &Call<'_>, command: &Cmd) -> Result<Received, Failure> {
        self.exchange(&Call { asking: false, ..*call }, std::slice::from_ref(command))?
            .pop()
            .ok_or_else(|| self.protocol_error())
    }

    /// Begins a write, with what its address is owed.
    pub(super) fn begin(&mut self, io: Duration) {
        self.bypass_until = None;
        if late::exist() {
            self.put_ahead(io, u64::MAX);
        }
    }

    /// Writes what was pushed; returns the replies that have come to it, and the failure that kept the others from coming. A server that refuses
    /// may close the connection, or say more than was requested.
    pub(super) fn talk(&mut self, call: &Call<'_>, gates: &[Gated<'_>]) -> (Vec<(usize, Received)>, Option<Failure>) {
        let (mut come, begin) = (Vec::new(), Instant::now());
        let done = self.connection.talk(call, begin, gates, &mut come);
        if done.is_ok() && come.iter().all(|(_, reply)| reply.is_ok()) {
            self.bypass_until = Some(begin.after(BYPASS));
        }
        self.settle(done.is_err().then(|| begin.after(call.io)));
        (come, done.err())
    }

    /// As [`Connection::block_on`].
    pub fn block_on(
        &mut self,
        call: &Call<'_>,
        lists: &[Vec<u8>],
        until: Instant,
        round_trip: Duration,
    ) -> Result<BlockEnd, Failure> {
        self.bypass_until = None;
        self.connection.block_on(call, lists, until, round_trip)
    }

    /// Tells, without a round trip, whether this link can be used for the next request. `bypass_at`: the liveness check may be
    /// skipped at this moment, which is now.
    pub fn is_reusable(&mut self, bypass_at: Option<Instant>) -> bool {
        // In this order: a child of the process must not even read, the bytes are its parent's.
        let bypasses = bypass_at.zip(self.bypass_until).is_some_and(|(now, until)| {
            now < until && self.watch.as_ref().is_none_or(|watch| now < watch.looked_at.after(UNWATCHED))
        }) && self.connection.is_of_this_process();
        if bypasses {
            return self.owed.is_some() || self.connection.is_in_step();
        }
        // On a link that is owed replies, reading them is the check.
        let is_alive = self.owed.is_some() && self.read_owed(false) || self.connection.is_quiet();
        if is_alive && !self.is_replaced() {
            return true;
        }
        // Whatever becomes of what is owed there, a successor may have the keys.
        self.fail_late(false);
        false
    }

    /// Tells whether the sentinel has not said for ten seconds who the master is.
    pub(super) fn has_old_news(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.asked_at.after(ASKED_AGAIN) <= Instant::now())
    }

    /// Asks the sentinel again.
    pub(super) fn ask_sentinel(&mut self, address: &Address, limit: Duration) -> Says {
        let (Some(watch), Place::Sentinels(sentinels)) = (&mut self.watch, &address.place) else { return Says::Same };
        watch.asked_at = Instant::now();
        let says = sentinel::ask_again(&mut watch.by, &sentinels.master, limit);
        watch.is_deaf = says == Says::Nothing;
        says
    }

    /// Tells whether the sentinel that named this Redis as master names another by now, or has gone.
    pub(crate) fn is_replaced(&mut self) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        watch.looked_at = Instant::now();
        !watch.is_deaf && !watch.by.sentinel.is_quiet()
    }
}

#[cfg(test)]
impl Link {
    /// Makes one to the peer of this socket, which no address names.
    pub(super) fn over(near: std::os::unix::net::UnixStream) -> Box<Self> {
        Self::new(Opened::over(near, &Arc::new(Address::parse("unix:///none").unwrap())))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::key::Key;
    use crate::scripts::{Action, Request};

    const IO: Duration = Duration::from_secs(3);

    /// A link on which this was replied, and whose peer has left since.
    fn left_after(reply: &[u8]) -> Box<Link> {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut link = Link::over(near);
        far.write_all(reply).unwrap();
        // Had it taken longer, on a busy machine, no check would be skipped.
        let begin = Instant::now().after(Duration::from_secs(60));
        let scope = Key::new(b"", b"k").unwrap().into();
        let _ = link.send_since(&Call::new(IO), begin, &Request { scope: &scope, action: Action::Wake });
        link
    }

    #[test]
    fn the_liveness_check_is_skipped_after_a_reply_only_where_the_caller_allows_it() {
        let mut link = left_after(b"+OK\r\n");
        assert!(link.is_reusable(Some(Instant::now())));
        assert!(!link.is_reusable(None));
        assert!(link.exchange_one(&Call::new(IO), &redis::cmd("PING")).is_err());
        assert!(!link.is_reusable(Some(Instant::now())), "the last exchange decides");
    }

    #[test]
    fn the_liveness_check_is_made_after_a_refusal() {
        assert!(!left_after(b"-ERR no\r\n").is_reusable(Some(Instant::now())));
    }

    #[test]
    fn the_liveness_check_is_skipped_for_a_moment() {
        let mut link = left_after(b"+OK\r\n");
        link.bypass_until = Some(Instant::now());
        assert!(!link.is_reusable(Some(Instant::now())));
    }
}

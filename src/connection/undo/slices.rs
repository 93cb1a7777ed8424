//! Owns sending the releases that wait for one address, in slices: each slice is one write, and has its own time.
//! Does not own the list (`list`), what becomes of each release (`batch`).

use std::borrow::Cow;
use std::sync::Arc;
use std::vec;

use redis::Value;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Connection;
use crate::connection::dialect::Asking;
use crate::connection::undo::batch::Batch;
use crate::connection::undo::list::Undo;
use crate::failure::Failure;
use crate::process;
use crate::scripts::{Naming, Request};

/// How many releases a slice has. Redis runs them in 3 ms, so a reply that does not come within an io_timeout is not waiting
/// for the others, and one more round trip for so many costs little.
const MOST: usize = 256;
/// How many bytes of keys make a slice full: a key has up to 64 KiB and goes out with its companions, and a slow link must
/// take the slice within an io_timeout.
const FULL: usize = 64 * 1024;

/// Sends an address's list over a connection; what was not answered goes back on the list.
///
/// # Errors
/// When the connection failed. No other command has been sent then.
pub(in crate::connection) fn work_off(connection: &mut Connection, address: &Arc<Address>) -> Result<(), Failure> {
    let Some(batch) = Batch::take(address) else { return Ok(()) };
    let (asking, plain) = batch.split();
    let mut plain = Slices::new(plain);
    while let Some(slice) = plain.next() {
        let (answers, failure) = release_all(connection, &slice.requests());
        if let Err(failure) = slice.settle_each(address, answers, failure) {
            plain.rest().put_back(address);
            asking.put_back(address);
            return Err(failure);
        }
    }
    // ASKING is for one command.
    let mut rest = asking.entries.into_iter();
    while let Some(entry) = rest.next() {
        let one = Batch::new(vec![entry], asking.process);
        connection.ask_for_what_comes(true);
        let result = connection.ask_all(&one.requests(), Naming::ByText);
        connection.ask_for_what_comes(false);
        if let Err(failure) = one.settle(address, result) {
            Batch::new(rest.collect(), asking.process).put_back(address);
            return Err(failure);
        }
    }
    Ok(())
}

/// A batch that is sent part by part.
struct Slices {
    entries: vec::IntoIter<Undo>,
    process: process::Id,
}

impl Slices {
    fn new(batch: Batch) -> Self {
        Self { process: batch.process, entries: batch.entries.into_iter() }
    }

    /// Takes the next slice; `None` after the last, and in a forked child: they are the parent's.
    fn next(&mut self) -> Option<Batch> {
        if self.process != process::id() {
            return None;
        }
        let mut slice: Vec<Undo> = Vec::new();
        let mut bytes = 0;
        while slice.len() < MOST && bytes < FULL {
            let Some(entry) = self.entries.next() else { break };
            bytes += entry.key.as_bytes().len();
            slice.push(entry);
        }
        (!slice.is_empty()).then(|| Batch::new(slice, self.process))
    }

    fn rest(self) -> Batch {
        Batch::new(self.entries.collect(), self.process)
    }
}

/// Sends releases, in another way as long as the server wants that. Returns what was answered, and what kept the other
/// answers.
fn release_all(
    connection: &mut Connection,
    requests: &[Request<'_>],
) -> (Vec<Option<Result<Value, Failure>>>, Option<Failure>) {
    connection.keep_secret(requests.iter().filter_map(Request::token));
    let mut asking = Asking::new(requests.len(), Naming::ByText);
    while !asking.is_answered() && !asking.needs_exchanges(connection) {
        let mut out = connection.take_outbox();
        let replies = asking.encode(connection, requests, &mut out);
        let (heard, failure) = connection.exchange_while_heard(&out, replies);
        connection.put_back_outbox(out);
        asking.hear(connection, requests, heard);
        if failure.is_some() {
            return (asking.into_answers_so_far(), failure);
        }
    }
    let failure = asking.finish(connection, requests).err();
    (asking.into_answers_so_far(), failure)
}

impl Connection {
    /// Sends requests and reads their replies as long as they come: the write and the first reply have one io_timeout, and
    /// each further reply has one from the reply before it. Returns the replies that came, and what kept the others.
    fn exchange_while_heard(&mut self, request: &[u8], replies: usize) -> (Vec<Value>, Option<Failure>) {
        // Releases that were sent ahead have io_timeouts of their own.
        self.read_what_comes();
        let deadline = self.begin_exchange(Instant::now());
        let (mut preamble, unheeded) = self.preamble.take().unwrap_or_default();
        let whole = if preamble.is_empty() {
            Cow::Borrowed(request)
        } else {
            preamble.extend_from_slice(request);
            Cow::Owned(preamble)
        };
        let mut heard = Vec::with_capacity(unheeded + replies);
        let sent = self.expect_nothing().and_then(|()| self.send_at_once(&whole, deadline));
        let done = sent.and_then(|()| self.hear(&mut heard, unheeded + replies, deadline));
        let reason = |failure| self.turned_away(heard.first().cloned().into_iter().collect()).unwrap_or(failure);
        let failure = done.err().map(reason);
        heard.drain(..unheeded.min(heard.len()));
        (heard, failure)
    }

    fn hear(&mut self, heard: &mut Vec<Value>, replies: usize, mut deadline: Instant) -> Result<(), Failure> {
        let mut is_alive = false;
        while heard.len() < replies {
            let waited = match self.inbox.take(&self.secrets) {
                Ok(Some(reply)) => {
                    heard.push(reply);
                    is_alive = true;
                    Ok(())
                }
                Ok(None) => {
                    if std::mem::take(&mut is_alive) {
                        deadline = Instant::now().after(self.timeout);
                    }
                    self.fill(deadline)
                }
                Err(stop) => Err(stop),
            };
            waited.map_err(|stop| self.unanswered(&stop))?;
        }
        (self.outstanding, self.expects) = (false, false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::connection::pool;
    use crate::connection::undo;
    use crate::key::Key;
    use crate::net::socket::Stream;
    use crate::settings::Timeouts;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_millis(400);

    fn owe(address: &Arc<Address>, keys: impl IntoIterator<Item = Vec<u8>>) {
        for key in keys {
            let (key, token) = (Key::new(b"", &key).unwrap(), Token::given(b"t").unwrap());
            undo::add(address, Undo::left(&key, &token, Ttl::Forever));
        }
    }

    /// Works a list off on a connection whose peer does `work`; tells whether that went well, and what is left.
    fn worked_off(path: &str, count: usize, work: impl FnOnce(UnixStream) + Send) -> (bool, usize) {
        let address = Arc::new(Address::parse(path).unwrap());
        owe(&address, (0..count).map(|n| n.to_string().into_bytes()));
        let (far, near) = UnixStream::pair().unwrap();
        let timeouts = Timeouts { io: IO, ..Timeouts::default() };
        let mut connection = Connection::over(Stream::Unix(near), &address, timeouts, None);
        let done = thread::scope(|scope| {
            scope.spawn(|| work(far));
            let done = work_off(&mut connection, &address).is_ok();
            drop(connection);
            done
        });
        (done, pool::undo(&address, |list| list.take_due(Instant::now()).len()))
    }

    #[test]
    fn a_slice_lasts_as_long_as_replies_come() {
        let reply_slowly = |mut far: UnixStream| {
            for _ in 0..6 {
                thread::sleep(IO / 2);
                far.write_all(b":1\r\n").unwrap();
            }
        };
        assert_eq!(worked_off("unix:///slow", 6, reply_slowly), (true, 0));
    }

    #[test]
    fn one_io_timeout_without_a_reply_ends_it_and_those_not_answered_are_left() {
        let reply_to_two = |mut far: UnixStream| {
            far.write_all(b":1\r\n:1\r\n:").unwrap();
            // Until the other end gives up.
            let _ = far.read_to_end(&mut Vec::new());
        };
        assert_eq!(worked_off("unix:///silent", MOST + 10, reply_to_two), (false, MOST + 8));
    }

    fn sizes(address: &str, keys: impl IntoIterator<Item = Vec<u8>>) -> Vec<usize> {
        let address = Arc::new(Address::parse(address).unwrap());
        owe(&address, keys);
        let mut slices = Slices::new(Batch::take(&address).unwrap());
        std::iter::from_fn(|| slices.next().map(|slice| slice.entries.len())).collect()
    }

    #[test]
    fn a_slice_has_a_few_hundred_releases_and_fewer_of_long_keys() {
        let short = (0..=2 * MOST).map(|n| n.to_string().into_bytes());
        assert_eq!(sizes("unix:///short", short), [MOST, MOST, 1]);
        assert_eq!(sizes("unix:///long", vec![vec![b'k'; FULL / 2]; 5]), [2, 2, 1]);
    }
}

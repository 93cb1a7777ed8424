//! Owns sending the releases that wait for one address, in slices, ahead of a call that waits: each slice is one write, and has its own time.
//! Does not own those that a member of a quorum sends (`fan_out::member`), the list (`late_releases::list`), what becomes of each release (`late_releases::settle`).

use std::sync::Arc;
use std::{iter, vec};

use crate::address::Address;
use crate::connection::Call;
use crate::failure::Failure;
use crate::node::late_releases::{Batch, LateRelease};
use crate::node::link::Link;
use crate::process::ForkGuard;

/// How many releases a slice has. Redis runs them in 3 ms, so a reply that does not come within an io_timeout is not waiting
/// for the others, and one more round trip for a slice costs little.
const MOST: usize = 256;
/// How many bytes of keys make a slice full: a key has up to 64 KiB and goes out with its companions, and a slow link must
/// take the slice within an io_timeout.
const FULL: usize = 64 * 1024;

/// Sends an address's list over a link; what got no reply goes back on the list.
/// Errors: when the link failed. No other command has been sent then.
#[cold]
pub(super) fn work_off(link: &mut Link, call: &Call<'_>, address: &Arc<Address>) -> Result<(), Failure> {
    let Some(batch) = Batch::take(address) else { return Ok(()) };
    let mut slices = Slices::new(batch);
    while let Some(slice) = slices.next() {
        let asking = slice.entries.iter().any(|entry| entry.asking);
        let call = Call { asking, waits_for_each: true, ..*call };
        let requests = slice.requests();
        link.expect_no_script(&requests[0]);
        let (replies, failure) = link.send_all(&call, &requests);
        drop(requests);
        if let Err(failure) = slice.settle(address, replies, failure) {
            slices.rest().put_back(address);
            return Err(failure);
        }
    }
    Ok(())
}

/// A batch that is sent part by part.
struct Slices {
    entries: iter::Peekable<vec::IntoIter<LateRelease>>,
    guard: ForkGuard,
}

impl Slices {
    fn new(mut batch: Batch) -> Self {
        batch.entries.sort_by_key(|entry| entry.asking);
        Self { guard: batch.guard, entries: batch.entries.into_iter().peekable() }
    }

    /// Takes the next slice; `None` after the last, and in a forked child: they are the parent's.
    fn next(&mut self) -> Option<Batch> {
        if self.guard.has_forked() {
            return None;
        }
        let mut entries = vec![self.entries.next()?];
        let mut bytes = entries[0].scope.size();
        // ASKING is for one command.
        while !entries[0].asking && entries.len() < MOST && bytes < FULL {
            let Some(entry) = self.entries.next_if(|entry| !entry.asking) else { break };
            bytes += entry.scope.size();
            entries.push(entry);
        }
        Some(Batch { entries, guard: self.guard })
    }

    fn rest(self) -> Batch {
        Batch { entries: self.entries.collect(), guard: self.guard }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::clock::Instant;
    use crate::connection::arrival::Opened;
    use crate::key::Key;
    use crate::node::late_releases::{self, LateLease, Reason, with_list};
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_millis(400);

    fn owe(address: &Arc<Address>, keys: impl IntoIterator<Item = Vec<u8>>) {
        for key in keys {
            let (key, token) = (Key::new(b"", &key).unwrap(), Token::given(b"t").unwrap());
            late_releases::add(address, LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Abandoned));
        }
    }

    /// Works a list off on a connection whose peer does `work`; tells whether that went well, and what is left.
    fn worked_off(path: &str, count: usize, work: impl FnOnce(UnixStream) + Send) -> (bool, usize) {
        let address = Arc::new(Address::parse(path).unwrap());
        owe(&address, (0..count).map(|n| n.to_string().into_bytes()));
        let (far, near) = UnixStream::pair().unwrap();
        let mut link = Link::new(Opened::over(near, &address));
        let done = thread::scope(|scope| {
            scope.spawn(|| work(far));
            let done = work_off(&mut link, &Call::new(IO), &address).is_ok();
            drop(link);
            done
        });
        (done, with_list(&address, |list| list.take_due(Instant::now()).len()))
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
    fn one_io_timeout_without_a_reply_ends_it_and_those_without_a_reply_are_left() {
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

//! Owns sending the releases that wait for one address, in slices, ahead of a call that waits: each slice is one write, and has its own time.
//! Does not own those that a member of a quorum sends (`fan_out::member`), the list (`late_releases::list`), what becomes of each release (`late_releases::settle`).

use std::sync::Arc;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::Call;
use crate::failure::Failure;
use crate::node::late_releases::{Batch, with_list};
use crate::node::link::Link;

/// Sends an address's list over a link; what got no reply goes back on the list.
/// Errors: when the link failed. No other command has been sent then.
#[cold]
pub(super) fn work_off(link: &mut Link, call: &Call<'_>, address: &Arc<Address>) -> Result<(), Failure> {
    // What goes back on the list is not sent again at once.
    let mut left = with_list(address, |list| list.count_due(Instant::now()));
    while let Some(slice) = Batch::take(address, left, None) {
        left -= slice.entries.len();
        let asking = slice.entries.iter().any(|entry| entry.asking);
        let call = Call { asking, waits_for_each: true, ..*call };
        let requests = slice.requests();
        link.expect_no_script(&requests[0]);
        let (replies, failure) = link.send_all(&call, &requests);
        drop(requests);
        slice.settle(address, replies, failure)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::connection::arrival::Opened;
    use crate::key::Key;
    use crate::node::late_releases::{self, LateLease};
    use crate::node::recovery::Reason;
    use crate::token::Token;
    use crate::ttl::Ttl;

    const IO: Duration = Duration::from_millis(400);
    /// More than a slice.
    const MANY: usize = 300;

    /// Works a list off on a connection whose peer does `work`; tells whether that went well, and what is left.
    fn worked_off(path: &str, count: usize, work: impl FnOnce(UnixStream) + Send) -> (bool, usize) {
        let address = Arc::new(Address::parse(path).unwrap());
        for n in 0..count {
            let (key, token) = (Key::new(b"", n.to_string().as_bytes()).unwrap(), Token::given(b"t").unwrap());
            late_releases::add(
                &address,
                LateLease::plain(&token, Ttl::Forever).release(&key.into(), Reason::Abandoned),
            );
        }
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
        assert_eq!(worked_off("unix:///silent", MANY, reply_to_two), (false, MANY - 2));
    }
}

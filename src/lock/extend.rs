//! Owns extending a lease when the program asks for it.
//! Does not own extending by itself (`renewal`), what a reply means for a lease's state (`lease::state`).

use std::rc::Rc;

use crate::error::{Error, Verb};
use crate::failure::Failure;
use crate::lock::Lock;
use crate::scope::Scope;
use crate::token::Token;
use crate::topology::{Detail, Extend, Holding};
use crate::ttl::{Deadline, Ttl};

/// A lease that was extended, and at which of several permits.
struct Extended {
    deadline: Deadline,
    permit: Option<u8>,
}

impl Lock {
    /// Lets the lock live at least `ttl` from now, by default the one it was made with; false when it is not ours.
    ///
    /// # Errors
    /// `Failed` when Redis cannot be reached; the lease stands until its deadline then.
    pub fn extend(self: &Rc<Self>, ttl: Option<Ttl>) -> Result<bool, Error> {
        let ttl = ttl.unwrap_or(self.settings.ttl);
        let (token, permit, number) = self.subject();
        let Some(token) = token else {
            return Ok(false);
        };
        let reply = self.extend_at(permit, &token, ttl).map_err(|failure| {
            let mut lease = self.lease().lock();
            if failure.may_have_run() {
                lease.note_ttl(ttl);
            }
            drop(lease);
            self.failed(Verb::Extend, failure)
        })?;
        let mut lease = self.lease().lock();
        let Some(Extended { deadline, permit }) = reply.filter(|_| !lease.was_lost(number)) else {
            self.told_lost(&mut lease);
            return Ok(false);
        };
        lease.confirm(deadline, ttl, permit);
        drop(lease);
        self.renew(Verb::Extend)
    }

    /// Of several permits the one that has the token is found first, where it is not known yet.
    fn extend_at(&self, mut permit: Option<u8>, token: &Token, ttl: Ttl) -> Result<Option<Extended>, Failure> {
        let scope = self.scope.at(permit);
        if let Scope::Permits(_) = &*scope {
            let Holding::Ours(_, Some(found)) = self.topology.inspect(&scope, Some(token), Detail::Whether)? else {
                return Ok(None);
            };
            permit = Some(found);
        }
        let deadline = self.topology.extend_one(Extend::new(&self.scope.at(permit), token, ttl))?;
        Ok(deadline.map(|deadline| Extended { deadline, permit }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::address::Address;
    use crate::clock::Instant;
    use crate::key::Key;
    use crate::lease::{Gate, Held, State};
    use crate::lock::{LockSettings, TokenSource};
    use crate::node::link::pool;
    use crate::scripts::WriteGate as _;
    use crate::settings::Timeouts;
    use crate::topology::OneMaster;

    const TTL: Duration = Duration::from_secs(10);

    /// A lock that is held, and the server's end of the connection that its next request goes out on.
    fn held(path: &str, io: Duration, is_given: bool) -> (Rc<Lock>, UnixStream) {
        let address = Arc::new(Address::parse(path).unwrap());
        let (far, near) = UnixStream::pair().unwrap();
        pool::put_socket(&address, near);
        let master = Arc::new(OneMaster::new(address, Timeouts { connect: io, io }));
        let token = if is_given { Token::given(b"t") } else { Ok(Token::fresh(None).unwrap()) }.unwrap();
        let source = if is_given { TokenSource::Given(token.clone()) } else { TokenSource::Fresh };
        let settings = LockSettings { token: source, ..LockSettings::new(Ttl::For(TTL)) };
        let lock = Lock::new(Key::new(b"", b"k").unwrap(), master, settings);
        let deadline = Deadline::At(Instant::now().after(TTL));
        lock.lease().lock().begin(token, Held { ttl: Ttl::For(TTL), ..Held::new(deadline) });
        (lock, far)
    }

    #[test]
    fn what_renewal_has_found_lost_meanwhile_is_not_held_by_an_earlier_reply() {
        type Ask = fn(&Rc<Lock>) -> Result<bool, Error>;
        let asks: [(&str, Ask, &str); 2] = [
            ("unix:///extended", |lock| lock.extend(None), ":10000\r\n"),
            ("unix:///inspected", Lock::is_held, "*3\r\n:1\r\n:10000\r\n$0\r\n\r\n"),
        ];
        for (is_given, (path, ask, reply)) in
            [false, true].into_iter().flat_map(|is_given| asks.map(|ask| (is_given, ask)))
        {
            let (lock, mut far) = held(path, TTL, is_given);
            let gate = Gate::open(lock.lease(), TTL, None).unwrap();
            let server = thread::spawn(move || {
                assert!(far.read(&mut [0; 16_384]).unwrap() > 0);
                gate.lose();
                far.write_all(reply.as_bytes()).unwrap();
                far
            });
            assert_eq!(ask(&lock), Ok(false), "{path}");
            assert!(matches!(lock.lease().lock().state, State::Lost(_)), "{path}");
            drop(server.join());
        }
    }

    #[test]
    fn once_release_has_begun_renewal_writes_no_extend_and_finds_no_loss() {
        let (lock, mut far) = held("unix:///ending", TTL, false);
        let gate = Gate::open(lock.lease(), TTL, None).unwrap();
        let server = thread::spawn(move || {
            assert!(far.read(&mut [0; 16_384]).unwrap() > 0);
            let mut written = 0;
            let passes = gate.pass(&mut || written += 1);
            gate.lose();
            far.write_all(b":1\r\n").unwrap();
            (far, passes, written)
        });
        assert_eq!(lock.release(), Ok(true));
        assert!(matches!(lock.lease().lock().state, State::Released));
        let (_far, passes, written) = server.join().unwrap();
        assert_eq!((passes, written), (false, 0));
    }

    #[test]
    fn a_late_release_is_of_use_while_an_unanswered_extend_may_keep_the_key_alive() {
        let (lock, _far) = held("unix:///unanswered", Duration::from_millis(20), false);
        let longer = Ttl::For(Duration::from_secs(3600));
        assert!(lock.extend(Some(longer)).is_err());
        assert_eq!(lock.lease().lock().owed_for(), longer);
        assert!(lock.lease().lock().is_trusted(Instant::now), "until its own deadline");
    }
}

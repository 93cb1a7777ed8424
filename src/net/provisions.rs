//! Owns what is kept for connections that are to be made later, when the process may have no descriptors left: sockets, and whom TLS
//! trusts, whose files could not be read then.
//! Does not own who keeps it, and for what (`renewal`), connecting (`connect`).

use std::io;
use std::os::fd::AsRawFd;
#[cfg(feature = "tls")]
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use socket2::{Domain, Socket};

#[cfg(feature = "tls")]
use crate::address::tls::Tls;
use crate::net::socket::{Stream, new_socket};
#[cfg(feature = "tls")]
use crate::net::tls::certificates::TlsClient;

/// The numbers of sockets that are kept, for [`forked`]; -1 where there is none. More are kept by a process that has locks in more places,
/// and its children keep copies of those, which lead nowhere.
static NUMBERS: [AtomicI32; 32] = [const { AtomicI32::new(-1) }; 32];

/// Closes a child's copies of what its parent keeps. To be called in the child before anything else, while the numbers are the parent's;
/// does what a signal handler may.
pub fn forked() {
    for number in &NUMBERS {
        let number = number.swap(-1, Ordering::Relaxed);
        if number >= 0 {
            // Nothing can be done about it.
            let _ = nix::unistd::close(number);
        }
    }
}

/// A socket that is kept.
#[derive(Debug)]
struct SpareSocket {
    domain: Domain,
    /// Taken out where it is used.
    socket: Option<Socket>,
}

impl SpareSocket {
    fn new(domain: Domain, socket: Socket) -> Self {
        let number = socket.as_raw_fd();
        let is_put =
            |place: &AtomicI32| place.compare_exchange(-1, number, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        let _ = NUMBERS.iter().any(is_put);
        Self { domain, socket: Some(socket) }
    }

    fn used(mut self) -> Option<Socket> {
        self.forget();
        self.socket.take()
    }

    /// Before the number may be another's.
    fn forget(&self) {
        let Some(number) = self.socket.as_ref().map(AsRawFd::as_raw_fd) else { return };
        for place in &NUMBERS {
            let _ = place.compare_exchange(number, -1, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

impl Drop for SpareSocket {
    fn drop(&mut self) {
        self.forget();
    }
}

/// What is kept; each is used once.
#[derive(Debug, Default)]
pub struct Provisions {
    sockets: Vec<SpareSocket>,
    #[cfg(feature = "tls")]
    trusted: Vec<Trusted>,
}

/// Whom a connection to a host trusts that is told these options.
#[cfg(feature = "tls")]
#[derive(Debug)]
struct Trusted {
    options: Arc<Tls>,
    host: String,
    client: TlsClient,
}

impl Provisions {
    /// Adds what another connection needs to where this one leads; nothing where there are no descriptors left.
    pub(crate) fn add_another(&mut self, stream: &Stream, host: &str) {
        let domain = match (stream, stream.peer()) {
            (Stream::Unix(_), _) => Domain::UNIX,
            (_, Some(peer)) if peer.is_ipv4() => Domain::IPV4,
            (_, Some(_)) => Domain::IPV6,
            (_, None) => return,
        };
        self.sockets.extend(new_socket(domain).ok().map(|socket| SpareSocket::new(domain, socket)));
        #[cfg(feature = "tls")]
        if let Stream::Tls(session) = stream {
            let (options, client) = session.trusted();
            self.trusted.push(Trusted { options: options.clone(), host: host.to_owned(), client: client.clone() });
        }
        #[cfg(not(feature = "tls"))]
        let _ = host;
    }

    /// Adds all of another's.
    pub(crate) fn add_all(&mut self, mut other: Self) {
        self.sockets.append(&mut other.sockets);
        #[cfg(feature = "tls")]
        self.trusted.append(&mut other.trusted);
    }

    /// Forgets what is kept for more connections than these, of which each may be two: to a sentinel first.
    pub(crate) fn keep_for(&mut self, connections: usize) {
        self.sockets.truncate(2 * connections);
        #[cfg(feature = "tls")]
        self.trusted.truncate(2 * connections);
    }

    /// Returns a socket: one that was kept, or a new one.
    pub(super) fn socket(&mut self, domain: Domain) -> io::Result<Socket> {
        let kept = self.sockets.iter().position(|kept| kept.domain == domain);
        kept.and_then(|at| self.sockets.swap_remove(at).used()).map_or_else(|| new_socket(domain), Ok)
    }

    /// Keeps a socket that was not connected.
    pub(super) fn give_back(&mut self, domain: Domain, socket: Socket) {
        self.sockets.push(SpareSocket::new(domain, socket));
    }

    /// Returns whom a connection to a host trusts: as kept, or as the files say by now.
    #[cfg(feature = "tls")]
    pub(super) fn trust(&mut self, options: &Arc<Tls>, host: &str) -> io::Result<TlsClient> {
        match self.trusted.iter().position(|kept| kept.options == *options && kept.host == host) {
            Some(at) => Ok(self.trusted.swap_remove(at).client),
            None => TlsClient::read(options, host),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_noted(number: i32) -> bool {
        NUMBERS.iter().any(|place| place.load(Ordering::Relaxed) == number)
    }

    #[test]
    fn a_child_closes_what_is_kept_and_nothing_that_was_used_or_forgotten() {
        let mut kept = Provisions::default();
        for _ in 0..2 {
            kept.give_back(Domain::IPV4, new_socket(Domain::IPV4).unwrap());
        }
        let numbers: Vec<i32> = kept.sockets.iter().map(|kept| kept.socket.as_ref().unwrap().as_raw_fd()).collect();
        assert!(numbers.iter().all(|number| is_noted(*number)));
        let used = kept.socket(Domain::IPV4).unwrap();
        assert!(numbers.contains(&used.as_raw_fd()) && !is_noted(used.as_raw_fd()));
        assert!(!numbers.contains(&kept.socket(Domain::UNIX).unwrap().as_raw_fd()), "of another kind");
        kept.keep_for(0);
        assert!(numbers.iter().all(|number| !is_noted(*number)));
    }
}

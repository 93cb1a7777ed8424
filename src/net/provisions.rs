//! Owns what is kept for connections that are to be made later, when the process may have no descriptors left: sockets, and whom TLS
//! trusts, whose files could not be read then.
//! Does not own who keeps it, and for what (`renewal`), connecting (`connect`).

use std::io;
#[cfg(feature = "tls")]
use std::sync::Arc;

use socket2::{Domain, Socket};

#[cfg(feature = "tls")]
use crate::address::tls::Tls;
use crate::net::socket::{Stream, new_socket};
#[cfg(feature = "tls")]
use crate::net::tls::certificates::TlsClient;

/// What is kept; each is used once.
#[derive(Debug, Default)]
pub struct Provisions {
    sockets: Vec<(Domain, Socket)>,
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
        self.sockets.extend(new_socket(domain).ok().map(|socket| (domain, socket)));
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
        match self.sockets.iter().position(|(kept, _)| *kept == domain) {
            Some(at) => Ok(self.sockets.swap_remove(at).1),
            None => new_socket(domain),
        }
    }

    /// Keeps a socket that was not connected.
    pub(super) fn give_back(&mut self, domain: Domain, socket: Socket) {
        self.sockets.push((domain, socket));
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

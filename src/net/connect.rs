//! Owns connecting, step by step: a name's addresses in turn, TLS over the socket.
//! Does not own the loops that wait for the steps (`connection::open`, `node::fan_out`, `renewal`), the sockets' options (`socket`), what is said on the connection
//! (`connection`).

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::time::Duration;

use socket2::Socket;

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::net::interrupts::Readiness;
use crate::net::socket::{Stream, begin_tcp, try_unix};
use crate::net::tls::{certificates::TlsClient, session::Session};

/// How long to pause before the next try when a unix socket's queue of connections is full.
const QUEUE_PAUSE: Duration = Duration::from_millis(1);

/// A connection that is being made.
#[derive(Debug)]
pub(crate) struct Opening {
    transport: Transport,
    /// When to go on though the socket says nothing.
    pub(crate) due: Instant,
    end: Instant,
    security: Option<Security>,
    /// The handshake over the socket that is connected.
    session: Option<Box<Session>>,
}

/// What a handshake needs once the socket is connected.
#[derive(Debug)]
struct Security {
    trust: TlsClient,
    limit: Duration,
}

impl Security {
    fn of(address: &Address, limit: Duration) -> io::Result<Option<Self>> {
        let (Some(options), Place::Tcp { host, .. }) = (address.tls.as_ref(), &address.place) else {
            return Ok(None);
        };
        Ok(Some(Self { trust: TlsClient::read(options, host)?, limit }))
    }
}

#[derive(Debug)]
enum Transport {
    /// A name's addresses that are still to be tried, and the socket of the one that is.
    Tcp { socket: Option<Socket>, untried: VecDeque<SocketAddr>, last: io::Error },
    /// A socket whose queue may be full.
    Unix(PathBuf),
}

impl Opening {
    /// Begins to connect to an address whose host was looked up, for `limit` at most, the look-up that began at `start` included.
    /// Errors: that of reading the files that TLS needs.
    pub(crate) fn begin(
        address: &Address,
        found: Vec<SocketAddr>,
        start: Instant,
        limit: Duration,
    ) -> io::Result<Self> {
        let transport = match &address.place {
            Place::Tcp { .. } => Transport::Tcp {
                socket: None,
                untried: found.into(),
                last: io::Error::new(io::ErrorKind::NotFound, "the name has no address"),
            },
            Place::Unix { path } => Transport::Unix(path.clone()),
            // No list has such an address.
            Place::Sentinels(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Self {
            transport,
            due: Instant::now(),
            end: start.after(limit),
            security: Security::of(address, limit)?,
            session: None,
        })
    }

    /// Returns the socket to wait for, and for what.
    pub(crate) fn socket(&self) -> Option<(BorrowedFd<'_>, Readiness)> {
        if let Some(session) = &self.session {
            return Some((session.socket().as_fd(), session.waits_for()));
        }
        match &self.transport {
            Transport::Tcp { socket, .. } => socket.as_ref().map(|socket| (socket.as_fd(), Readiness::Writable)),
            Transport::Unix(_) => None,
        }
    }

    /// Takes the next step; `None` while there is neither a connection nor an error.
    pub(crate) fn go_on(&mut self, has_news: bool) -> Option<io::Result<Stream>> {
        if self.session.is_some() {
            return self.shake_on();
        }
        let done = self.connect_on(has_news);
        self.secure(done)
    }

    /// Goes on with the handshake.
    fn shake_on(&mut self) -> Option<io::Result<Stream>> {
        let shaken = self.session.as_mut()?.shake_on(Instant::now() >= self.end)?;
        self.session.take().map(|session| shaken.map(|()| Stream::Tls(session)))
    }

    /// Goes on by TLS, where the address is rediss://.
    fn secure(&mut self, done: Option<io::Result<Stream>>) -> Option<io::Result<Stream>> {
        let socket = match done {
            Some(Ok(Stream::Tcp(socket))) => socket,
            other => return other,
        };
        let Some(Security { trust, limit }) = self.security.take() else {
            return Some(Ok(Stream::Tcp(socket)));
        };
        match Session::begin(socket, trust, limit) {
            Ok(session) => {
                (self.session, self.due) = (Some(Box::new(session)), self.end);
                self.shake_on()
            }
            Err(error) => Some(Err(error)),
        }
    }

    fn connect_on(&mut self, has_news: bool) -> Option<io::Result<Stream>> {
        let now = Instant::now();
        match &mut self.transport {
            Transport::Unix(path) => match try_unix(path) {
                Ok(Some(stream)) => Some(Ok(Stream::Unix(stream))),
                Err(error) => Some(Err(error)),
                Ok(None) if now >= self.end => Some(Err(io::ErrorKind::TimedOut.into())),
                Ok(None) => {
                    self.due = now.after(QUEUE_PAUSE);
                    None
                }
            },
            Transport::Tcp { .. } => self.connect_tcp_on(has_news, now),
        }
    }

    /// Goes on with the address that is tried, and to the next one when it has failed.
    fn connect_tcp_on(&mut self, has_news: bool, now: Instant) -> Option<io::Result<Stream>> {
        let Transport::Tcp { socket, untried, last } = &mut self.transport else { return None };
        if let Some(open) = socket {
            if has_news {
                match open.take_error() {
                    Ok(None) => return socket.take().map(|open| Ok(Stream::Tcp(open.into()))),
                    Ok(Some(error)) | Err(error) => *last = error,
                }
            } else if now < self.due {
                return None;
            } else {
                *last = io::ErrorKind::TimedOut.into();
            }
        }
        *socket = None;
        while let Some(address) = untried.pop_front() {
            match begin_tcp(address) {
                Ok(begun) => {
                    // A share each: one address that swallows packets must not eat the time of those after it.
                    let shares = u32::try_from(untried.len() + 1).unwrap_or(1);
                    self.due = now.after(now.until(self.end) / shares);
                    *socket = Some(begun);
                    return None;
                }
                Err(error) => *last = error,
            }
        }
        Some(Err(std::mem::replace(last, io::ErrorKind::NotFound.into())))
    }
}

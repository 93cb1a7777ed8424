//! Owns: one socket: connecting within a time, reading and writing until a deadline, closing with a reset.
//! Does not own: what the bytes mean (`connection`), how they are encrypted (`tls`).
//! Called by: `connection`.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use nix::errno::Errno;
use socket2::{Domain, Protocol, SockAddr, SockRef, Socket, TcpKeepalive, Type};

use crate::address::{Address, Place};
use crate::clock::Instant;
use crate::connection::interruption::{self, Host, Interruption, Readiness, Woke};
use crate::connection::patience;
#[cfg(feature = "tls")]
use crate::connection::tls::session::{self, Session};

/// How long a connection may be idle before the kernel asks whether the peer still lives: shorter than the five
/// minutes after which common firewalls forget a connection.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// The number of standard error.
const LAST_STANDARD_STREAM: i32 = 2;
/// How long to pause before asking again when a unix socket's queue of connections is full.
pub(super) const QUEUE_PAUSE: Duration = Duration::from_millis(1);

/// A connected socket that never blocks by itself: every wait is a poll with a deadline, but for [`patience::Soon`].
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
    #[cfg(feature = "tls")]
    Tls(Box<Session>),
}

/// Why a socket was not connected, or not waited for any longer.
#[derive(Debug)]
pub(crate) enum Broken {
    Io(io::Error),
    Interrupted(Interruption),
}

impl<E: Into<io::Error>> From<E> for Broken {
    fn from(error: E) -> Self {
        Self::Io(error.into())
    }
}

/// The text of an I/O error that says: the peer has ended the connection and cannot have heard what was sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unheard(pub(crate) String);

impl Unheard {
    /// Tells whether an error says so.
    pub(crate) fn is(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).is_some()
    }
}

impl Stream {
    /// Connects, trying a name's addresses in turn, within `limit` for all of them and TLS together.
    pub(crate) fn connect(address: &Address, limit: Duration, host: Host) -> Result<Self, Broken> {
        match (address.place(), address.tls()) {
            #[cfg(feature = "tls")]
            (Place::Tcp { host: name, port }, Some(tls)) => {
                let deadline = Instant::now().after(limit);
                let trust = session::prepare(tls, name)?;
                let socket = connect_tcp(name, *port, limit, host)?;
                Session::open(socket, (tls, trust), (deadline, limit), host).map(Box::new).map(Self::Tls)
            }
            (Place::Tcp { host: name, port }, _) => connect_tcp(name, *port, limit, host).map(Self::Tcp),
            (Place::Unix { path }, _) => connect_unix(path, limit, host).map(Self::Unix),
            // Its master's address is connected to.
            (Place::Sentinels(_), _) => Err(io::Error::from(io::ErrorKind::Unsupported).into()),
        }
    }

    /// Waits until there is something to read, or room to write.
    ///
    /// # Errors
    /// `TimedOut` at the deadline, or that `host` wants to leave.
    pub(crate) fn wait_until(&mut self, readiness: Readiness, deadline: Instant, host: Host) -> Result<(), Broken> {
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(session) => session.wait_until(readiness, deadline, host),
            Self::Tcp(_) | Self::Unix(_) => ready(self.as_fd(), readiness, deadline, host),
        }
    }

    /// Tells, without a round trip, whether the peer has neither closed nor sent anything unasked.
    pub(crate) fn is_quiet(&mut self) -> bool {
        #[cfg(feature = "tls")]
        if let Self::Tls(session) = self {
            return session.is_quiet();
        }
        patience::is_quiet(self)
    }

    /// Lets [`patience::Soon`] wait in its read.
    pub(crate) fn allow_patience(&self) {
        if self.is_tcp() {
            patience::allow(&self.socket());
        }
    }

    /// Makes the coming close a reset, so that the kernel does not go on delivering what was sent.
    ///
    /// Without it a command outlives its caller: the kernel retransmits for minutes, and a SET that arrives late
    /// takes a lock for nobody (facts: 1.70 s after it was sent). A unix socket has no such delay and no reset.
    pub(crate) fn reset_on_close(&self) {
        if !matches!(self, Self::Unix(_)) {
            // When it fails the close is an ordinary one, and there is nothing better to do.
            drop(self.socket().set_linger(Some(Duration::ZERO)));
        }
    }

    /// Tells the peer that nothing more will be asked; what it has answered before it learns that still arrives.
    pub(crate) fn end_requests(&self) -> io::Result<()> {
        self.socket().shutdown(Shutdown::Write)
    }

    /// Returns the address of its peer, if it goes over the network.
    pub(crate) fn peer(&self) -> Option<IpAddr> {
        self.socket().peer_addr().ok()?.as_socket().map(|peer| peer.ip())
    }

    /// Tells whether it is not encrypted.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Tcp(_) | Self::Unix(_))
    }

    /// Tells whether it goes over the network in the clear.
    pub(crate) fn is_tcp(&self) -> bool {
        matches!(self, Self::Tcp(_))
    }

    fn socket(&self) -> SockRef<'_> {
        match self {
            Self::Tcp(stream) => SockRef::from(stream),
            Self::Unix(stream) => SockRef::from(stream),
            #[cfg(feature = "tls")]
            Self::Tls(session) => SockRef::from(session.socket()),
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
            #[cfg(feature = "tls")]
            Self::Tls(session) => session.socket().as_fd(),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(session) => session.read(buffer),
            Self::Tcp(_) | Self::Unix(_) => patience::read(self, buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(session) => session.write(buffer),
            Self::Tcp(_) | Self::Unix(_) => patience::write(self, buffer),
        }
    }

    /// `WouldBlock` while something of what was written is still here.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(session) => session.flush(),
            Self::Tcp(_) | Self::Unix(_) => Ok(()),
        }
    }
}

pub(super) fn ready(socket: BorrowedFd<'_>, readiness: Readiness, deadline: Instant, host: Host) -> Result<(), Broken> {
    match interruption::wait(Some((socket, readiness)), deadline, host)? {
        Woke::Ready => Ok(()),
        Woke::Time => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
        Woke::Interrupted(by) => Err(Broken::Interrupted(by)),
    }
}

fn connect_tcp(name: &str, port: u16, limit: Duration, host: Host) -> Result<TcpStream, Broken> {
    let deadline = Instant::now().after(limit);
    let addresses: Vec<SocketAddr> = (name, port).to_socket_addrs()?.collect();
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for (index, address) in addresses.iter().enumerate() {
        // A share each: one address that swallows packets must not eat the time of those behind it.
        let left = Instant::now().until(deadline);
        let share = left / u32::try_from(addresses.len() - index).unwrap_or(1);
        if share.is_zero() {
            return Err(io::Error::from(io::ErrorKind::TimedOut).into());
        }
        match connect_address(*address, share, host) {
            Ok(stream) => return Ok(stream),
            Err(Broken::Io(error)) => last = error,
            Err(interrupted @ Broken::Interrupted(_)) => return Err(interrupted),
        }
    }
    Err(last.into())
}

fn connect_address(address: SocketAddr, limit: Duration, host: Host) -> Result<TcpStream, Broken> {
    let deadline = Instant::now().after(limit);
    let socket = begin_tcp(address)?;
    ready(socket.as_fd(), Readiness::Writable, deadline, host)?;
    match socket.take_error()? {
        Some(error) => Err(error.into()),
        None => Ok(socket.into()),
    }
}

/// Gives a socket a number above 2. Where a daemon has closed its standard streams it would get one of theirs, and what the
/// program prints would go to Redis, which reads lines of text as commands.
pub(super) fn behind_the_standard_streams(socket: Socket) -> io::Result<Socket> {
    if socket.as_raw_fd() > LAST_STANDARD_STREAM {
        return Ok(socket);
    }
    // A copy's number is 3 at the least (std::os::fd, F_DUPFD_CLOEXEC).
    Ok(OwnedFd::from(socket).try_clone()?.into())
}

/// Begins to connect: the socket is writable once that is done, and has an error if it failed.
pub(super) fn begin_tcp(address: SocketAddr) -> io::Result<Socket> {
    let socket =
        behind_the_standard_streams(Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?)?;
    socket.set_nonblocking(true)?;
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE))?;
    match socket.connect(&address.into()) {
        // Also when a signal came: the connection is being made all the same (connect(2), EINTR).
        Err(error) if !matches!(error.raw_os_error().map(Errno::from_raw), Some(Errno::EINPROGRESS | Errno::EINTR)) => {
            Err(error)
        }
        Ok(()) | Err(_) => Ok(socket),
    }
}

fn connect_unix(path: &Path, limit: Duration, host: Host) -> Result<UnixStream, Broken> {
    let deadline = Instant::now().after(limit);
    loop {
        if let Some(stream) = try_unix(path)? {
            return Ok(stream);
        }
        let now = Instant::now();
        if now >= deadline {
            return Err(io::Error::from(io::ErrorKind::TimedOut).into());
        }
        if let Woke::Interrupted(by) = interruption::sleep(now.after(QUEUE_PAUSE), host) {
            return Err(Broken::Interrupted(by));
        }
    }
}

/// Connects, or returns `None` while the server's queue is full (unix(7)): a connect that blocks would wait without a
/// limit.
pub(super) fn try_unix(path: &Path) -> io::Result<Option<UnixStream>> {
    let socket = behind_the_standard_streams(Socket::new(Domain::UNIX, Type::STREAM, None)?)?;
    socket.set_nonblocking(true)?;
    loop {
        match socket.connect(&SockAddr::unix(path)?) {
            Ok(()) => return Ok(Some(socket.into())),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

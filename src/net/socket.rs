//! Owns one socket: its options, reading and writing, waiting for either, closing with a reset.
//! Does not own how it gets connected (`connect`), what the bytes mean (`connection`), how they are encrypted (`tls`).

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use nix::errno::Errno;
use socket2::{Domain, Protocol, SockAddr, SockRef, Socket, TcpKeepalive, Type};

use crate::clock::Instant;
use crate::net::broken::Broken;
use crate::net::interrupts::{Interrupts, Readiness, ready};
use crate::net::plain;
use crate::net::tls::session::Session;

/// How long a connection may be idle before the kernel probes whether the peer still lives: shorter than the five
/// minutes after which common firewalls forget a connection.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// The number of standard error.
const LAST_STANDARD_STREAM: i32 = 2;

/// A connected socket that never blocks by itself: every wait is a poll with a deadline, but for [`BlockingRead`].
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
    Tls(Box<Session>),
}

impl Stream {
    /// Waits until there is something to read, or room to write.
    /// Errors: `TimedOut` at the deadline, or the interruption.
    pub(crate) fn wait_until(
        &mut self,
        readiness: Readiness,
        deadline: Instant,
        interrupts: Interrupts,
    ) -> Result<(), Broken> {
        match self {
            Self::Tls(session) => session.wait_until(readiness, deadline, interrupts),
            Self::Tcp(_) | Self::Unix(_) => ready(self.as_fd(), readiness, deadline, interrupts),
        }
    }

    /// Tells, without a round trip, whether the peer has neither closed nor sent anything unrequested.
    pub(crate) fn is_quiet(&mut self) -> bool {
        if let Self::Tls(session) = self {
            return session.is_quiet();
        }
        plain::is_quiet(self)
    }

    /// Lets [`BlockingRead`] wait in its read.
    pub(crate) fn allow_blocking_reads(&self) {
        if self.is_tcp() {
            plain::allow(&self.socket());
        }
    }

    /// Makes the coming close a reset, so that the kernel does not go on delivering what was sent.
    ///
    /// Without it a command outlives its caller: the kernel retransmits for minutes, and a SET that arrives late
    /// takes a lock for a process that has given up (docs/protocol.md#late-and-unknown). A unix socket has no such delay and no
    /// reset.
    pub(crate) fn reset_on_close(&self) {
        if !matches!(self, Self::Unix(_)) {
            // When it fails the close is an ordinary one, and there is nothing better to do.
            drop(self.socket().set_linger(Some(Duration::ZERO)));
        }
    }

    /// Tells the peer that nothing more will be sent; what it has replied before it learns that still arrives.
    pub(crate) fn end_requests(&self) -> io::Result<()> {
        self.socket().shutdown(Shutdown::Write)
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
            Self::Tls(session) => SockRef::from(session.socket()),
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
            Self::Tls(session) => session.socket().as_fd(),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tls(session) => session.read(buffer),
            Self::Tcp(_) | Self::Unix(_) => plain::read(self, buffer),
        }
    }
}

/// Reads as the stream does, and waits up to [`plain::FIRST_WAIT`]; not what is encrypted.
#[derive(Debug)]
pub(crate) struct BlockingRead<'a>(pub(crate) &'a mut Stream);

impl Read for BlockingRead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0 {
            Stream::Tls(session) => session.read(buffer),
            Stream::Tcp(_) => plain::read_soon(self.0, buffer),
            Stream::Unix(_) => plain::poll_soon(self.0).and_then(|()| plain::read(self.0, buffer)),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tls(session) => session.write(buffer),
            Self::Tcp(_) | Self::Unix(_) => plain::write(self, buffer),
        }
    }

    /// `WouldBlock` while something of what was written is still here.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Tls(session) => session.flush(),
            Self::Tcp(_) | Self::Unix(_) => Ok(()),
        }
    }
}

/// Gives a descriptor a number above 2. Where a daemon has closed its standard streams it would get one of theirs, and what the
/// program prints would go to Redis, which reads lines of text as commands.
pub(super) fn above_the_standard_streams<T: AsRawFd + From<OwnedFd> + Into<OwnedFd>>(descriptor: T) -> io::Result<T> {
    if descriptor.as_raw_fd() > LAST_STANDARD_STREAM {
        return Ok(descriptor);
    }
    // A copy's number is 3 at the least (std::os::fd, F_DUPFD_CLOEXEC).
    Ok(descriptor.into().try_clone()?.into())
}

fn new_socket(domain: Domain) -> io::Result<Socket> {
    let protocol = if domain == Domain::UNIX { None } else { Some(Protocol::TCP) };
    let socket = above_the_standard_streams(Socket::new(domain, Type::STREAM, protocol)?)?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

/// Begins to connect: the socket is writable once that is done, and has an error if it failed.
pub(super) fn begin_tcp(address: SocketAddr) -> io::Result<Socket> {
    let socket = new_socket(Domain::for_address(address))?;
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

/// Connects; `None` while the server's queue is full (unix(7)): a connect that blocks would wait without a limit.
pub(super) fn try_unix(path: &Path) -> io::Result<Option<UnixStream>> {
    let socket = new_socket(Domain::UNIX)?;
    loop {
        match socket.connect(&SockAddr::unix(path)?) {
            Ok(()) => return Ok(Some(socket.into())),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Write};
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::clock::Instant;
    use crate::net::plain::FIRST_WAIT;

    fn pair() -> (UnixStream, Stream) {
        let (far, near) = UnixStream::pair().unwrap();
        near.set_nonblocking(true).unwrap();
        (far, Stream::Unix(near))
    }

    #[test]
    fn what_does_not_come_over_a_unix_socket_is_waited_for_a_little() {
        let (_far, mut near) = pair();
        let start = Instant::now();
        let error = BlockingRead(&mut near).read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        assert!(start.until(Instant::now()) >= FIRST_WAIT);
    }

    #[test]
    fn what_comes_is_read_and_so_is_the_end() {
        let (mut far, mut near) = pair();
        far.write_all(b"+OK").unwrap();
        let mut bytes = [0; 8];
        assert_eq!(BlockingRead(&mut near).read(&mut bytes).unwrap(), 3);
        assert_eq!(&bytes[..3], b"+OK");
        drop(far);
        assert_eq!(BlockingRead(&mut near).read(&mut bytes).unwrap(), 0);
    }
}

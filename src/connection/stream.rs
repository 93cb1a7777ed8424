//! Owns: one socket: connecting within a time, reading and writing until a deadline, closing with a reset.
//! Does not own: what the bytes mean (`connection`).
//! Called by: `connection`.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use socket2::{Domain, SockAddr, SockRef, Socket, TcpKeepalive, Type};

use crate::clock::Instant;
use crate::connection::address::Place;

/// How long a connection may be idle before the kernel asks whether the peer still lives: shorter than the five
/// minutes after which common firewalls forget a connection.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// How long to pause before asking again when a unix socket's queue of connections is full.
const QUEUE_PAUSE: Duration = Duration::from_millis(1);

/// A connected socket that never blocks by itself: every wait is a poll with a deadline.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// What a wait is for.
#[derive(Clone, Copy)]
pub(crate) enum Readiness {
    Readable,
    Writable,
}

impl Stream {
    /// Connects, trying a name's addresses in turn, within `limit` for all of them together.
    pub(crate) fn connect(place: &Place, limit: Duration) -> io::Result<Self> {
        match place {
            Place::Tcp { host, port } => connect_tcp(host, *port, limit).map(Self::Tcp),
            Place::Unix { path } => connect_unix(path, limit).map(Self::Unix),
        }
    }

    /// Waits until the socket is ready. A signal that arrives meanwhile does not end the wait.
    ///
    /// # Errors
    /// `TimedOut` at the deadline.
    pub(crate) fn wait_until(&self, readiness: Readiness, deadline: Instant) -> io::Result<()> {
        let flags = match readiness {
            Readiness::Readable => PollFlags::IN,
            Readiness::Writable => PollFlags::OUT,
        };
        loop {
            let left = Instant::now().until(deadline);
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            // Out of range only for a deadline in the far future, where no limit is right.
            let left = Timespec::try_from(left).ok();
            match poll(&mut [PollFd::new(&self.as_fd(), flags)], left.as_ref()) {
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                // Ready, or an error that the next read or write will report.
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Tells, without a round trip, whether the peer has neither closed nor sent anything unasked.
    pub(crate) fn is_quiet(&self) -> bool {
        let mut byte = [std::mem::MaybeUninit::uninit(); 1];
        // The socket does not block, so this returns at once: EAGAIN is what an open, silent peer gives.
        matches!(self.socket().peek(&mut byte), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Makes the coming close a reset, so that the kernel does not go on delivering what was sent.
    ///
    /// Without it a command outlives its caller: the kernel retransmits for minutes, and a SET that arrives late
    /// takes a lock for nobody (facts: 1.70 s after it was sent). A unix socket has no such delay and no reset.
    pub(crate) fn reset_on_close(&self) {
        if matches!(self, Self::Tcp(_)) {
            // When it fails the close is an ordinary one, and there is nothing better to do.
            drop(self.socket().set_linger(Some(Duration::ZERO)));
        }
    }

    fn socket(&self) -> SockRef<'_> {
        match self {
            Self::Tcp(stream) => SockRef::from(stream),
            Self::Unix(stream) => SockRef::from(stream),
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.read(buffer),
            Self::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    // std sends with MSG_NOSIGNAL on Linux, so a closed peer is an error and no SIGPIPE.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.write(buffer),
            Self::Unix(stream) => stream.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn connect_tcp(host: &str, port: u16, limit: Duration) -> io::Result<TcpStream> {
    let deadline = Instant::now().after(limit);
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for (index, address) in addresses.iter().enumerate() {
        // A share each: one address that swallows packets must not eat the time of those behind it.
        let left = Instant::now().until(deadline);
        let share = left / u32::try_from(addresses.len() - index).unwrap_or(1);
        if share.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        match connect_address(*address, share) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn connect_address(address: SocketAddr, limit: Duration) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, limit)?;
    stream.set_nodelay(true)?;
    SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE))?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

fn connect_unix(path: &Path, limit: Duration) -> io::Result<UnixStream> {
    let deadline = Instant::now().after(limit);
    let address = SockAddr::unix(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    loop {
        match socket.connect(&address) {
            Ok(()) => return Ok(socket.into()),
            // The server's queue is full (unix(7)): a connect that blocks would wait without a limit.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() >= deadline {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                std::thread::sleep(QUEUE_PAUSE);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

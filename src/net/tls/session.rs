//! Owns one TLS session over a connected socket: its handshake, reading and writing, whether its peer is silent.
//! Does not own whom it trusts (`certificates`), the words of its errors (`explain`), the socket's options (`socket`).
//!
//! TLS has records that are no data: a server of TLS 1.3 sends tickets after the handshake and may request new keys at
//! any time. They are worked off wherever bytes are read, and never taken for a reply.
//!
//! Nothing is sent when a session is dropped, no close_notify either: every reply has its length, so an end cannot be
//! mistaken for one; and a forked child that drops its copy must not end its parent's session.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::time::Duration;

use rustls::ClientConnection;

use crate::clock::Instant;
use crate::net::broken::Broken;
use crate::net::interrupts::{Interrupts, Readiness, ready};
use crate::net::tls::certificates::TlsClient;
use crate::net::tls::explain::{self, Scene};

#[derive(Debug)]
pub(crate) struct Session {
    socket: TcpStream,
    tls: ClientConnection,
    trust: TlsClient,
    /// How many bytes of replies are decrypted and not read yet.
    plaintext: usize,
    /// Some reply has come, so the server has heard us.
    has_replied: bool,
    /// The peer has closed; what it sent before may still be read.
    has_closed: bool,
    /// How many encrypted bytes the socket has taken.
    went_out: usize,
    /// How long connecting may take.
    limit: Duration,
}

impl Session {
    /// Makes a session whose handshake is still to come.
    pub(crate) fn begin(socket: TcpStream, trust: TlsClient, limit: Duration) -> io::Result<Self> {
        let tls = ClientConnection::new(trust.config.clone(), trust.name.clone()).map_err(io::Error::other)?;
        let (plaintext, has_replied, has_closed, went_out) = (0, false, false, 0);
        Ok(Self { socket, tls, trust, plaintext, has_replied, has_closed, went_out, limit })
    }

    /// Goes on with the handshake without waiting; `None` while it is not done. `is_late` when there is no more time.
    pub(crate) fn shake_on(&mut self, is_late: bool) -> Option<io::Result<()>> {
        loop {
            match self.push_out() {
                Ok(true) if !self.tls.is_handshaking() => return Some(Ok(())),
                Ok(true) if self.has_closed => return Some(Err(explain::closed_in_handshake())),
                Ok(true) => {}
                Ok(false) if is_late => return Some(Err(explain::no_handshake_within(self.limit))),
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
            match self.take_in() {
                Ok(true) => {}
                Ok(false) if is_late => return Some(Err(explain::no_handshake_within(self.limit))),
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Tells what the socket must be for the handshake to go on.
    pub(crate) fn waits_for(&self) -> Readiness {
        if self.tls.wants_write() { Readiness::Writable } else { Readiness::Readable }
    }

    /// Waits until a reply can be read, or the socket written to. What is not sent yet goes out first: our part of a change
    /// of keys.
    pub(crate) fn wait_until(
        &mut self,
        readiness: Readiness,
        deadline: Instant,
        interrupts: Interrupts,
    ) -> Result<(), Broken> {
        if matches!(readiness, Readiness::Writable) {
            return ready(self.socket.as_fd(), readiness, deadline, interrupts);
        }
        loop {
            self.push_out_until(deadline, interrupts)?;
            // The socket may be silent for ever when all of the reply is decrypted already.
            if self.plaintext > 0 || self.has_closed {
                return Ok(());
            }
            ready(self.socket.as_fd(), readiness, deadline, interrupts)?;
            self.take_in()?;
        }
    }

    /// Tells, without waiting, whether the peer has neither closed nor sent anything that could be read.
    pub(crate) fn is_quiet(&mut self) -> bool {
        while self.plaintext == 0 && !self.has_closed {
            match self.take_in() {
                Ok(true) => {}
                // The reply to a change of keys may be waiting; what does not fit now goes with the next request.
                Ok(false) => return self.push_out().is_ok(),
                Err(_) => return false,
            }
        }
        false
    }

    pub(crate) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Reads once what has come, and decrypts it; false when nothing has.
    fn take_in(&mut self) -> io::Result<bool> {
        match self.tls.read_tls(&mut &self.socket) {
            Ok(0) => self.has_closed = true,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
            Err(error) => return Err(error),
        }
        let is_handshake = self.tls.is_handshaking();
        match self.tls.process_new_packets() {
            Ok(state) => {
                self.plaintext = state.plaintext_bytes_to_read();
                self.has_replied |= self.plaintext > 0;
                self.has_closed |= state.peer_has_closed();
                Ok(true)
            }
            Err(error) => {
                // The server's log then says why. No call waits for that, and it may have gone already.
                let _ = self.push_out();
                let scene = Scene { is_handshake, has_replied: self.has_replied, trust: &self.trust };
                Err(explain::of(error, &scene))
            }
        }
    }

    /// Sends what is encrypted, as far as the socket takes it; false when some is left.
    fn push_out(&mut self) -> io::Result<bool> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut BySend(&self.socket)) {
                Ok(bytes) => self.went_out += bytes,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.last_words().unwrap_or(error)),
            }
        }
        Ok(true)
    }

    fn push_out_until(&mut self, deadline: Instant, interrupts: Interrupts) -> Result<(), Broken> {
        while !self.push_out()? {
            ready(self.socket.as_fd(), Readiness::Writable, deadline, interrupts)?;
        }
        Ok(())
    }

    /// Returns the reason that a peer gave before it closed: a write fails after it, and would hide it.
    fn last_words(&mut self) -> Option<io::Error> {
        while !self.has_closed && self.plaintext == 0 {
            match self.take_in() {
                Ok(true) => {}
                Ok(false) => return None,
                // With words of ours, and not the error of the socket.
                Err(error) => return error.get_ref().is_some().then_some(error),
            }
        }
        None
    }
}

impl Read for Session {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.plaintext == 0 && !self.has_closed {
            self.take_in()?;
        }
        match self.tls.reader().read(buffer) {
            Ok(bytes) => {
                self.plaintext = self.plaintext.saturating_sub(bytes);
                Ok(bytes)
            }
            Err(_) if self.has_closed => Ok(0),
            Err(error) => Err(error),
        }
    }
}

impl Write for Session {
    /// Encrypts, and sends what the socket takes. The rest goes with the next write, or by `flush`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (before, accepted) = (self.went_out, self.tls.writer().write(bytes)?);
        match self.push_out() {
            // Some of it may have arrived: what becomes of it the next call tells.
            Err(error) if self.went_out == before => Err(error),
            _ if accepted == 0 => Err(io::ErrorKind::WouldBlock.into()),
            _ => Ok(accepted),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.push_out()? { Ok(()) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }
}

/// A socket that is written to by send(2) alone. rustls writes several buffers at once where it can, for which std has
/// no way but writev(2), and that raises SIGPIPE when the peer has closed (rustls 0.23.46, vecbuf.rs).
struct BySend<'a>(&'a TcpStream);

impl Write for BySend<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! Owns what the proxy's threads share: the state of the whole proxy, and the two sockets of one connection through it.
//! Does not move messages (forwarding.rs), does not decide their fate (rules.rs).

use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use super::PATIENCE;
use super::rules::Plan;

/// How long a thread listens before it looks whether it should go on. No message waits for it, only a change of the plan does.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// What the proxy and all its threads know.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) server_port: u16,
    pub(super) plan: Mutex<Plan>,
    pub(super) pairs: Mutex<Vec<Arc<Pair>>>,
    pub(super) resets: AtomicUsize,
    pub(super) is_over: AtomicBool,
    /// Nothing is kept of connections that have ended.
    pub(super) forgets: bool,
}

impl Shared {
    pub(super) fn new(server_port: u16, forgets: bool) -> Self {
        Self {
            server_port,
            forgets,
            plan: Mutex::default(),
            pairs: Mutex::default(),
            resets: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        }
    }
}

/// A client's connection and the one made for it to the server.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) client: TcpStream,
    pub(super) server: OnceLock<TcpStream>,
    /// Every byte that came from the client, forwarded or not.
    pub(super) requests: Mutex<Vec<u8>>,
    /// The first reply, counted from 0, that is not delivered, nor is any after it.
    pub(super) silent_from: AtomicUsize,
}

impl Pair {
    pub(super) fn new(client: TcpStream) -> io::Result<Self> {
        prepare(&client)?;
        let requests = Mutex::default();
        Ok(Self { client, server: OnceLock::new(), requests, silent_from: AtomicUsize::new(usize::MAX) })
    }

    /// Closes both sides. Errors mean that a side is closed already.
    pub(super) fn close(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.get().map(|server| server.shutdown(Shutdown::Both));
    }

    /// Tells the server that the client has closed.
    pub(super) fn end_requests(&self) {
        let _ = self.server.get().map(|server| server.shutdown(Shutdown::Write));
    }

    pub(super) fn is_silent(&self) -> bool {
        self.silent_from.load(Ordering::SeqCst) != usize::MAX
    }
}

pub(super) fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(TICK))?;
    stream.set_write_timeout(Some(PATIENCE))
}

/// What a look at a socket brought.
pub(super) enum Arrived {
    Bytes,
    Nothing,
    End,
    Reset,
}

/// Reads what has arrived, or waits a tick for it.
pub(super) fn listen(mut stream: &TcpStream, has_ended: bool, buffer: &mut Vec<u8>) -> Arrived {
    if has_ended {
        // Reading again would return at once.
        thread::sleep(TICK);
        return Arrived::Nothing;
    }
    let mut chunk = [0; 16 * 1024];
    match stream.read(&mut chunk) {
        Ok(0) => Arrived::End,
        Ok(count) => {
            buffer.extend_from_slice(&chunk[..count]);
            Arrived::Bytes
        }
        Err(error) => match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Arrived::Nothing,
            _ => Arrived::Reset,
        },
    }
}

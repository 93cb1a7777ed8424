//! Owns the front: a port of 127.0.0.1 that speaks TLS and carries what is inside to a port that does not, and the oddities
//! of TLS that a test can order while it runs.
//! Does not look into what it carries; faults of the network inside are the proxy's (proxy.rs).

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection};

use socket2::SockRef;

use super::authority::Identity;
use super::locks::IO_TIMEOUT;
use super::{free_port, stop_listening};

/// How long a thread pauses when nothing is to be carried.
const TICK: Duration = Duration::from_micros(200);

/// A server of TLS in front of one without. Ends with the test process: its threads hold nothing that outlives it.
#[derive(Debug)]
pub(crate) struct Front {
    port: u16,
    listener: TcpListener,
    orders: Arc<Orders>,
}

#[derive(Debug, Default)]
struct Orders {
    new_keys: AtomicUsize,
    garbage: AtomicUsize,
    polite_ends: AtomicUsize,
    trickles: AtomicBool,
    leaves: AtomicBool,
    connections: AtomicUsize,
    resets: AtomicUsize,
}

impl Front {
    pub(crate) fn start(identity: &Identity, behind: u16) -> Self {
        let listen = |_| {
            let port = free_port();
            Some((port, TcpListener::bind(("127.0.0.1", port)).ok()?))
        };
        let (port, listener) = (0..100).find_map(listen).expect("a port for the front");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let certs = CertificateDer::pem_slice_iter(&fs::read(&identity.cert).unwrap()).map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_slice(&fs::read(&identity.key).unwrap()).unwrap();
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = Arc::new(config.with_no_client_auth().with_single_cert(certs, key).unwrap());
        let (orders, accepting) = (Arc::<Orders>::default(), listener.try_clone().unwrap());
        let front = Self { port, listener, orders: orders.clone() };
        thread::spawn(move || {
            for client in accepting.incoming().map_while(Result::ok) {
                orders.connections.fetch_add(1, Ordering::SeqCst);
                let (config, orders) = (config.clone(), orders.clone());
                thread::spawn(move || {
                    let pair = Pair::new(client, behind, config);
                    // Whatever ends a pair, its sockets are closed; which end that is, the test sees on its own side.
                    let _ = pair.and_then(|mut pair| pair.carry(&orders));
                });
            }
        });
        front
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// How many connections were accepted so far.
    pub(crate) fn connections(&self) -> usize {
        self.orders.connections.load(Ordering::SeqCst)
    }

    /// How many clients have ended by a reset so far.
    pub(crate) fn resets(&self) -> usize {
        self.orders.resets.load(Ordering::SeqCst)
    }

    /// Changes the keys of every connection, as a server of TLS 1.3 may do at any time.
    pub(crate) fn changes_keys(&self) {
        self.orders.new_keys.fetch_add(1, Ordering::SeqCst);
    }

    /// Sends bytes that are no TLS on every connection.
    pub(crate) fn sends_garbage(&self) {
        self.orders.garbage.fetch_add(1, Ordering::SeqCst);
    }

    /// Says close_notify on every connection, and leaves the sockets open.
    pub(crate) fn ends_politely(&self) {
        self.orders.polite_ends.fetch_add(1, Ordering::SeqCst);
    }

    /// Reads nothing from now on, and leaves when there is much to read: first it closes its own side, then all.
    pub(crate) fn leaves_unread(&self) {
        self.orders.leaves.store(true, Ordering::SeqCst);
    }

    /// Sends every byte on its own from now on.
    pub(crate) fn trickles(&self) {
        self.orders.trickles.store(true, Ordering::SeqCst);
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        stop_listening(&self.listener);
    }
}

struct Pair {
    client: TcpStream,
    server: TcpStream,
    tls: ServerConnection,
}

impl Pair {
    fn new(client: TcpStream, behind: u16, config: Arc<ServerConfig>) -> io::Result<Self> {
        let server = TcpStream::connect(("127.0.0.1", behind))?;
        for socket in [&client, &server] {
            socket.set_nodelay(true)?;
            socket.set_nonblocking(true)?;
        }
        Ok(Self { client, server, tls: ServerConnection::new(config).map_err(io::Error::other)? })
    }

    fn carry(&mut self, orders: &Orders) -> io::Result<()> {
        let count = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
        let (mut keys, mut garbage, mut ends) =
            (count(&orders.new_keys), count(&orders.garbage), count(&orders.polite_ends));
        loop {
            if orders.leaves.load(Ordering::SeqCst) {
                return self.leave_unread();
            }
            let carried = self.requests(orders)? | self.replies()?;
            if keys != count(&orders.new_keys) {
                keys = count(&orders.new_keys);
                self.tls.refresh_traffic_keys().map_err(io::Error::other)?;
            }
            if ends != count(&orders.polite_ends) {
                ends = count(&orders.polite_ends);
                self.tls.send_close_notify();
            }
            self.push_out(orders.trickles.load(Ordering::SeqCst))?;
            if garbage != count(&orders.garbage) {
                garbage = count(&orders.garbage);
                (&self.client).write_all(b"+PONG\r\n+PONG\r\n+PONG\r\n")?;
            }
            if !carried {
                thread::sleep(TICK);
            }
        }
    }

    fn leave_unread(&self) -> io::Result<()> {
        // More comes than the kernel keeps for us: the writer has to wait by then, and does not for long.
        thread::sleep(IO_TIMEOUT / 3);
        self.client.shutdown(Shutdown::Write)?;
        // Returning closes the socket, which is a reset now.
        Err(ErrorKind::UnexpectedEof.into())
    }

    fn requests(&mut self, orders: &Orders) -> io::Result<bool> {
        match self.tls.read_tls(&mut &self.client) {
            Ok(0) => {
                let _ = self.server.shutdown(Shutdown::Both);
                return Err(ErrorKind::UnexpectedEof.into());
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) => {
                if error.kind() == ErrorKind::ConnectionReset {
                    orders.resets.fetch_add(1, Ordering::SeqCst);
                    // Passed on: what the client takes back must not be delivered by the server.
                    let _ = SockRef::from(&self.server).set_linger(Some(Duration::ZERO));
                }
                return Err(error);
            }
        }
        let state = self.tls.process_new_packets().map_err(io::Error::other);
        if state.is_err() {
            let _ = self.push_out(false);
        }
        let mut request = vec![0; state?.plaintext_bytes_to_read()];
        self.tls.reader().read_exact(&mut request)?;
        self.server.set_nonblocking(false)?;
        self.server.write_all(&request)?;
        self.server.set_nonblocking(true)?;
        Ok(true)
    }

    fn replies(&mut self) -> io::Result<bool> {
        let mut reply = [0; 4096];
        match self.server.read(&mut reply) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(bytes) => self.tls.writer().write_all(&reply[..bytes]).map(|()| true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn push_out(&mut self, trickles: bool) -> io::Result<()> {
        let mut bytes = Vec::new();
        while self.tls.wants_write() {
            self.tls.write_tls(&mut bytes)?;
        }
        for chunk in bytes.chunks(if trickles { 1 } else { usize::MAX }) {
            (&self.client).write_all(chunk)?;
            if trickles {
                thread::sleep(TICK);
            }
        }
        Ok(())
    }
}

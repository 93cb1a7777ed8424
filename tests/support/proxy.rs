//! Owns the proxy: a TCP port of 127.0.0.1 in front of a server, and the faults a test can order while it runs.
//! Does not carry bytes (forwarding.rs), does not keep rules (rules.rs). Closes everything when dropped.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use std::os::fd::AsFd;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::forwarding::carry_requests;
use super::pair::{Pair, Shared, TICK};
use super::rules::{Fate, Held, Rule};
use super::{PATIENCE, eventually, free_port, lock, stop_listening};

/// A network that fails on order. Passes everything until told otherwise.
///
/// A rule looks at whole commands, also at each of several that came in one write, and applies to the next one whose bytes on
/// the wire contain its pattern; `times` makes it apply more often. Of several rules that match, the oldest applies.
#[derive(Debug)]
pub(crate) struct Proxy {
    port: u16,
    shared: Arc<Shared>,
    door: Arc<Door>,
    accepting: Option<JoinHandle<()>>,
}

/// Whether connects are refused: the wish, and what is.
#[derive(Debug, Default)]
struct Door {
    should_be_open: AtomicBool,
    is_open: AtomicBool,
}

impl Proxy {
    /// Starts a proxy in front of a port of 127.0.0.1.
    pub(crate) fn start(server_port: u16) -> Self {
        Self::in_front_of(server_port, false)
    }

    /// Starts one that keeps nothing of connections that have ended: for thousands of them. `requests` and `connections` tell
    /// of the open ones alone.
    pub(crate) fn for_long(server_port: u16) -> Self {
        Self::in_front_of(server_port, true)
    }

    fn in_front_of(server_port: u16, forgets: bool) -> Self {
        let (port, listener) = (0..100).find_map(|_| listen_somewhere()).expect("a port for the proxy");
        let shared = Arc::new(Shared::new(server_port, forgets));
        let door = Arc::new(Door::default());
        let accepting = {
            let (shared, door) = (Arc::clone(&shared), Arc::clone(&door));
            thread::spawn(move || accept(&shared, &door, port, listener))
        };
        let proxy = Self { port, shared, door, accepting: Some(accepting) };
        proxy.set_door(true);
        proxy
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// The request arrives, but its reply and every later one of its connection do not: it stays open and silent.
    pub(crate) fn swallow_replies_after(&self, pattern: impl AsRef<[u8]>) -> Rule {
        self.add(Fate::LoseReply, pattern.as_ref())
    }

    /// The request never arrives, nor does anything its connection sends after it.
    pub(crate) fn swallow_request(&self, pattern: impl AsRef<[u8]>) -> Rule {
        self.add(Fate::Lose, pattern.as_ref())
    }

    /// As `swallow_request`, but the test can deliver the request later, even when its client is long gone: so a kernel behaves
    /// that sends again what got no acknowledgement.
    pub(crate) fn hold_request(&self, pattern: impl AsRef<[u8]>) -> Held {
        let held = Held::new(self.shared.server_port);
        self.add(Fate::Hold(held.clone()), pattern.as_ref());
        held
    }

    /// The request arrives, and the test can deliver it a second time later.
    pub(crate) fn repeat_late(&self, pattern: impl AsRef<[u8]>) -> Held {
        let held = Held::new(self.shared.server_port);
        self.add(Fate::Copy(held.clone()), pattern.as_ref());
        held
    }

    /// The request never arrives, and the proxy closes its connection, as twemproxy does at a command it does not know.
    pub(crate) fn close_at(&self, pattern: impl AsRef<[u8]>) -> Rule {
        self.add(Fate::Close, pattern.as_ref())
    }

    /// Every reply from now on arrives so much later than it was given. Zero ends it.
    pub(crate) fn delay_replies(&self, delay: Duration) {
        lock(&self.shared.plan).reply_delay = delay;
    }

    /// From now on no push of RESP3 arrives; replies do.
    pub(crate) fn swallow_pushes(&self) {
        lock(&self.shared.plan).swallows_pushes = true;
    }

    /// Ends all rules and the delay. A connection that lost something stays as it is: a stream has no gaps.
    pub(crate) fn pass(&self) {
        let mut plan = lock(&self.shared.plan);
        plan.rules.clear();
        plan.reply_delay = Duration::ZERO;
    }

    /// From the return of this call on not a byte arrives in either direction, on any connection. New connections are accepted
    /// and silent.
    pub(crate) fn cut(&self) {
        lock(&self.shared.plan).is_cut = true;
    }

    /// From the return of this call on connects are refused. What is connected stays so.
    pub(crate) fn refuse(&self) {
        self.set_door(false);
    }

    /// Ends `cut` and `refuse`. What the cut held back arrives now, except from clients that have reset their connection.
    pub(crate) fn heal(&self) {
        lock(&self.shared.plan).is_cut = false;
        self.set_door(true);
    }

    /// Closes every connection in good order, as a server does that ends.
    pub(crate) fn kill_connections(&self) {
        lock(&self.shared.pairs).iter().for_each(|pair| pair.close());
    }

    /// How many connections were accepted so far.
    pub(crate) fn connections(&self) -> usize {
        lock(&self.shared.pairs).len()
    }

    /// True once a client ended a connection by reset and not in good order. It may arrive a moment after the client did so:
    /// ask by `eventually`.
    pub(crate) fn saw_reset(&self) -> bool {
        self.shared.resets.load(Ordering::SeqCst) > 0
    }

    /// All bytes that clients have sent, one entry for each connection, whatever became of them. Rules have been applied to the
    /// whole commands among them, unless a cut holds these back.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        let _nothing_is_under_way = lock(&self.shared.plan);
        lock(&self.shared.pairs).iter().map(|pair| lock(&pair.requests).clone()).collect()
    }

    fn add(&self, fate: Fate, pattern: &[u8]) -> Rule {
        assert!(!pattern.is_empty(), "a rule needs a pattern");
        let rule = Rule::new(fate, pattern);
        lock(&self.shared.plan).rules.push(rule.clone());
        rule
    }

    fn set_door(&self, open: bool) {
        self.door.should_be_open.store(open, Ordering::SeqCst);
        let done = eventually(PATIENCE, || self.door.is_open.load(Ordering::SeqCst) == open);
        assert!(done, "the proxy could not {} port {}", if open { "open" } else { "close" }, self.port);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        self.kill_connections();
        // Fails only when the thread panicked, which it has reported itself.
        let _ = self.accepting.take().map(JoinHandle::join);
    }
}

fn listen_somewhere() -> Option<(u16, TcpListener)> {
    let port = free_port();
    Some((port, TcpListener::bind(("127.0.0.1", port)).ok()?))
}

/// Accepts connections, and opens and closes the port as the door says, until the proxy ends.
fn accept(shared: &Arc<Shared>, door: &Door, port: u16, listener: TcpListener) {
    let mut listener = Some(listener);
    let mut connections = Vec::new();
    while !shared.is_over.load(Ordering::SeqCst) {
        match (door.should_be_open.load(Ordering::SeqCst), &listener) {
            (true, Some(open)) => {
                door.is_open.store(true, Ordering::SeqCst);
                connections.extend(accept_one(shared, open));
                if shared.forgets {
                    // A thread of a connection has a reference to it.
                    lock(&shared.pairs).retain(|pair| Arc::strong_count(pair) > 1);
                    connections.retain(|connection: &JoinHandle<()>| !connection.is_finished());
                }
            }
            // Another process may have the port for a moment; then the next round tries again.
            (true, None) => listener = TcpListener::bind(("127.0.0.1", port)).ok(),
            (false, _) => {
                listener.take().iter().for_each(stop_listening);
                door.is_open.store(false, Ordering::SeqCst);
                thread::sleep(TICK);
            }
        }
    }
    lock(&shared.pairs).iter().for_each(|pair| pair.close());
    for connection in connections {
        let _ = connection.join();
    }
}

/// Waits a tick for a connection and starts its threads.
fn accept_one(shared: &Arc<Shared>, listener: &TcpListener) -> Option<JoinHandle<()>> {
    let tick = PollTimeout::try_from(TICK).unwrap();
    poll(&mut [PollFd::new(listener.as_fd(), PollFlags::POLLIN)], tick).ok().filter(|ready| *ready > 0)?;
    let (client, _) = listener.accept().ok()?;
    let pair = Arc::new(Pair::new(client).ok()?);
    lock(&shared.pairs).push(Arc::clone(&pair));
    let shared = Arc::clone(shared);
    Some(thread::spawn(move || carry_requests(&shared, &pair)))
}

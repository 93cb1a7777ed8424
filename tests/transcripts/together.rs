//! Owns when the nodes of a quorum reply: all at once, when nothing more comes to any of them. Who has a majority soon decides without
//! the others, and how soon depends on the clock.
//! Does not own what they reply (`played`).

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use socket2::Socket;

use crate::support::lock;

/// How long nothing must have come: far longer than a thread takes, on a busy machine, too, for its next command.
const QUIET: Duration = Duration::from_millis(100);

/// The replies of some nodes that are held back.
pub(super) struct Together {
    held: Mutex<Held>,
    /// Tells, for each node, that nothing waits to be read there.
    are_quiet: Vec<Box<dyn Fn() -> bool + Send + Sync>>,
}

struct Held {
    last_command: Instant,
    replies: Vec<(Arc<Socket>, Vec<u8>)>,
    /// How often all were sent.
    sent: usize,
}

impl Together {
    pub(super) fn new(are_quiet: Vec<Box<dyn Fn() -> bool + Send + Sync>>) -> Arc<Self> {
        let held = Mutex::new(Held { last_command: Instant::now(), replies: Vec::new(), sent: 0 });
        Arc::new(Self { held, are_quiet })
    }

    /// Notes that a node has got a command.
    pub(super) fn note(&self) {
        lock(&self.held).last_command = Instant::now();
    }

    /// Sends a reply with those of the others.
    pub(super) fn send(&self, connection: &Arc<Socket>, reply: Vec<u8>) {
        let sent = {
            let mut held = lock(&self.held);
            held.replies.push((connection.clone(), reply));
            held.sent
        };
        loop {
            thread::sleep(Duration::from_millis(1));
            let is_quiet = self.are_quiet.iter().all(|is_quiet| is_quiet());
            let mut held = lock(&self.held);
            if held.sent != sent {
                return;
            }
            if is_quiet && held.last_command.elapsed() >= QUIET {
                for (connection, reply) in held.replies.drain(..) {
                    // Its peer may have left.
                    let _ = (&*connection).write_all(&reply);
                }
                held.sent += 1;
                return;
            }
        }
    }
}

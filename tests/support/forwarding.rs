//! Owns the two threads of one connection through the proxy: one carries its requests, the other its replies.
//! Does not decide a request's fate (rules.rs), does not accept connections (proxy.rs).

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::pair::{Arrived, Pair, Shared, TICK, listen, prepare};
use super::rules::{Fate, Plan};
use super::{lock, resp};

/// Carries requests from the client to the server until either is gone, and starts the thread for the replies.
pub(super) fn carry_requests(shared: &Arc<Shared>, pair: &Arc<Pair>) {
    let mut requests =
        Requests { shared, pair, waiting: Vec::new(), session: Vec::new(), asked: 0, is_stuck: false, replies: None };
    requests.carry();
    if let Some(replies) = requests.replies {
        let _ = replies.join();
    }
}

struct Requests<'a> {
    shared: &'a Arc<Shared>,
    pair: &'a Arc<Pair>,
    waiting: Vec<u8>,
    /// The forwarded AUTH and SELECT.
    session: Vec<Vec<u8>>,
    /// How many requests that have a reply were forwarded.
    asked: usize,
    /// A request of this connection was lost or held: what follows it cannot arrive either.
    is_stuck: bool,
    replies: Option<JoinHandle<()>>,
}

impl<'a> Requests<'a> {
    fn carry(&mut self) {
        let mut has_ended = false;
        while !self.shared.is_over.load(Ordering::SeqCst) {
            let known = self.waiting.len();
            let arrived = listen(&self.pair.client, has_ended, &mut self.waiting);
            // From here to the fate of the last of them: who is shown a request by `Proxy::requests` finds its rule applied.
            let plan = lock(&self.shared.plan);
            match arrived {
                Arrived::Bytes if self.shared.forgets => {}
                Arrived::Bytes => {
                    lock(&self.pair.requests).extend_from_slice(&self.waiting[known..]);
                }
                Arrived::Nothing => {}
                Arrived::End => has_ended = true,
                Arrived::Reset => {
                    // What a cut held back dies with its connection, as it does in the kernel of a client that resets.
                    self.shared.resets.fetch_add(1, Ordering::SeqCst);
                    return self.pair.close();
                }
            }
            if plan.is_cut {
                continue;
            }
            if self.forward(&plan).is_err() && !self.pair.is_silent() {
                return self.pair.close();
            }
            if has_ended {
                // The server closes in turn, which ends the thread of the replies.
                return self.pair.end_requests();
            }
        }
    }

    /// Forwards every whole request that waits, as the plan wants it.
    fn forward(&mut self, plan: &Plan) -> io::Result<()> {
        let mut server = self.server()?;
        while let Some(length) = resp::command_length(&self.waiting) {
            let request: Vec<u8> = self.waiting.drain(..length).collect();
            if self.passes(&request, plan)? {
                self.note(&request);
                server.write_all(&request)?;
            }
        }
        Ok(())
    }

    /// Tells whether a request goes on to the server; an error ends its connection.
    fn passes(&mut self, request: &[u8], plan: &Plan) -> io::Result<bool> {
        if self.is_stuck {
            return Ok(false);
        }
        match plan.fate(request) {
            None => {}
            Some(Fate::LoseReply) => {
                self.pair.silent_from.fetch_min(self.asked, Ordering::SeqCst);
            }
            Some(Fate::Copy(held)) => held.keep(request, &self.session),
            Some(Fate::Hold(held)) => {
                held.keep(request, &self.session);
                self.is_stuck = true;
            }
            Some(Fate::Lose) => self.is_stuck = true,
            Some(Fate::Close) => return Err(ErrorKind::ConnectionAborted.into()),
        }
        Ok(!self.is_stuck)
    }

    fn note(&mut self, request: &[u8]) {
        let words = resp::command_words(request);
        // Redis passes over an empty command, such as a bare line end, without a reply.
        let Some(name) = words.first() else { return };
        self.asked += 1;
        if matches!(name.to_ascii_uppercase().as_slice(), b"AUTH" | b"SELECT") {
            self.session.push(request.to_vec());
        }
    }

    /// The connection to the server, made as soon as bytes may pass: at once, or when a cut is healed.
    fn server(&mut self) -> io::Result<&'a TcpStream> {
        let pair = self.pair;
        if pair.server.get().is_none() {
            let server = TcpStream::connect(("127.0.0.1", self.shared.server_port))?;
            prepare(&server)?;
            let _ = pair.server.set(server);
            let (shared, pair) = (Arc::clone(self.shared), Arc::clone(pair));
            self.replies = Some(thread::spawn(move || carry_replies(&shared, &pair)));
        }
        pair.server.get().ok_or_else(|| ErrorKind::NotConnected.into())
    }
}

/// Carries replies from the server to the client until either is gone.
fn carry_replies(shared: &Shared, pair: &Pair) {
    let Some(server) = pair.server.get() else {
        return;
    };
    let mut waiting = Vec::new();
    let mut replied = 0;
    let mut has_ended = false;
    while !shared.is_over.load(Ordering::SeqCst) {
        match listen(server, has_ended, &mut waiting) {
            Arrived::Bytes => {
                // Its own statement: under the mutex requests would wait, too, and outlive their clients' resets.
                let delay = lock(&shared.plan).reply_delay;
                pause(shared, delay);
            }
            Arrived::Nothing => {}
            Arrived::End | Arrived::Reset => has_ended = true,
        }
        let plan = lock(&shared.plan);
        if plan.is_cut {
            continue;
        }
        let delivered = deliver(pair, &plan, &mut waiting, &mut replied);
        if pair.is_silent() && has_ended {
            // Not even the server's end reaches the client.
            return;
        }
        if has_ended || delivered.is_err() {
            return pair.close();
        }
    }
}

/// Delivers every whole reply that waits, up to the first that the client must not see.
fn deliver(pair: &Pair, plan: &Plan, waiting: &mut Vec<u8>, replied: &mut usize) -> io::Result<()> {
    while let Some(length) = resp::reply_length(waiting) {
        let reply: Vec<u8> = waiting.drain(..length).collect();
        // It answers no request.
        let is_push = reply[0] == b'>';
        if *replied < pair.silent_from.load(Ordering::SeqCst) && !(is_push && plan.swallows_pushes) {
            (&pair.client).write_all(&reply)?;
        }
        *replied += usize::from(!is_push);
    }
    Ok(())
}

/// Sleeps, but not past the proxy's end.
fn pause(shared: &Shared, delay: Duration) {
    let end = Instant::now() + delay;
    while Instant::now() < end && !shared.is_over.load(Ordering::SeqCst) {
        thread::sleep(TICK.min(end.saturating_duration_since(Instant::now())));
    }
}

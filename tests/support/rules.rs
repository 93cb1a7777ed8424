//! Owns what the proxy was told to do with which requests, and the copies it keeps for later.
//! Moves no bytes of a connection itself, except a copy's late delivery.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::resp::{Client, Reply};
use super::{PATIENCE, eventually, lock};

/// What happens to a request that a rule matches.
#[derive(Clone, Debug)]
pub(super) enum Fate {
    /// It arrives; its reply and all later ones of its connection do not.
    LoseReply,
    /// It never arrives, nor does what its connection sends after it: a stream has no gaps.
    Lose,
    /// As `Lose`, and a copy is kept.
    Hold(Held),
    /// It arrives, and a copy is kept.
    Copy(Held),
    /// It never arrives, and its connection is closed in good order, as some proxies do at a command they do not know.
    Close,
}

/// A rule of the proxy: applies to the next request that contains its pattern, then is used up.
#[derive(Clone, Debug)]
pub(crate) struct Rule(Arc<State>);

#[derive(Debug)]
struct State {
    fate: Fate,
    pattern: Vec<u8>,
    left: AtomicUsize,
    hits: AtomicUsize,
}

impl Rule {
    pub(super) fn new(fate: Fate, pattern: &[u8]) -> Self {
        let pattern = pattern.to_vec();
        Self(Arc::new(State { fate, pattern, left: AtomicUsize::new(1), hits: AtomicUsize::new(0) }))
    }

    /// Makes the rule apply to the next `count` requests that match, in place of one.
    pub(crate) fn times(self, count: usize) -> Self {
        self.0.left.store(count, Ordering::SeqCst);
        self
    }

    /// Lets the rule apply no more.
    pub(crate) fn lift(&self) {
        self.0.left.store(0, Ordering::SeqCst);
    }

    /// How many requests it has been applied to.
    pub(crate) fn hits(&self) -> usize {
        self.0.hits.load(Ordering::SeqCst)
    }

    /// The fate of `request`, and one use fewer, if the rule applies to it.
    pub(super) fn apply(&self, request: &[u8]) -> Option<Fate> {
        let rule = &self.0;
        if !contains(request, &rule.pattern) {
            return None;
        }
        rule.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).ok()?;
        rule.hits.fetch_add(1, Ordering::SeqCst);
        Some(rule.fate.clone())
    }
}

/// A request that the proxy keeps, to be delivered late.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    server_port: u16,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    request: Option<Vec<u8>>,
    /// AUTH and SELECT that its connection sent before: a late delivery happens under the same user and database.
    session: Vec<Vec<u8>>,
    reply: Option<Reply>,
}

impl Held {
    pub(super) fn new(server_port: u16) -> Self {
        Self { server_port, kept: Arc::default() }
    }

    pub(super) fn keep(&self, request: &[u8], session: &[Vec<u8>]) {
        let mut kept = lock(&self.kept);
        kept.session = session.to_vec();
        kept.request = Some(request.to_vec());
    }

    /// True once a request matched and is kept.
    pub(crate) fn is_held(&self) -> bool {
        lock(&self.kept).request.is_some()
    }

    /// Waits until a request matched, if none has yet; then delivers it to the server on a connection of its own, past every
    /// fault of the proxy, whatever became of the client. Returns when the server has answered. May be called again.
    pub(crate) fn release(&self) {
        assert!(eventually(PATIENCE, || self.is_held()), "no request matched, there is nothing to release");
        let mut kept = lock(&self.kept);
        let mut client = Client::connect(self.server_port).expect("a connection to the server");
        for command in &kept.session {
            client.send(command).and_then(|()| client.read_reply()).expect("an answer to the session's start");
        }
        client.send(kept.request.as_ref().unwrap()).unwrap();
        kept.reply = Some(client.read_reply().expect("an answer to the late request"));
    }

    /// What the server answered to the late request; the client never sees it.
    pub(crate) fn reply(&self) -> Reply {
        lock(&self.kept).reply.clone().expect("release() before reply()")
    }
}

/// What the proxy does at this moment. Every byte is forwarded with it locked, so that a change holds from its return on.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) rules: Vec<Rule>,
    pub(super) is_cut: bool,
    pub(super) reply_delay: Duration,
    /// Pushes of RESP3 do not arrive.
    pub(super) swallows_pushes: bool,
}

impl Plan {
    pub(super) fn fate(&self, request: &[u8]) -> Option<Fate> {
        self.rules.iter().find_map(|rule| rule.apply(request))
    }
}

fn contains(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.windows(pattern.len()).any(|window| window == pattern)
}

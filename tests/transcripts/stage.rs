//! Owns the place of one case: its servers, the locks that it makes there, and the text of what was sent, call by call.
//! Does not own the servers (`played`), the cases.

use std::fmt::{Debug, Write as _};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use redislock::error::Error;
use redislock::key::Key;
use redislock::lock::{AcquireOptions, Answer, Lock, LockSettings, Servers, TokenSource, Topology};
use redislock::scope::Scope;
use redislock::settings::Timeouts;
use redislock::token::Token;
use redislock::wait::Wait;

use super::names::Names;
use super::played::{Line, Played};
use super::rules::{Behaviour, Fate, KNOWS, Rule};
use super::together::Together;
use crate::support::locks::terms;
use crate::support::waiters::seconds_of;
use crate::support::{PATIENCE, eventually};

/// What a lock covers. All are in one slot where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Key,
    List,
    Permits,
}

impl Of {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Key => "a key",
            Self::List => "a list",
            Self::Permits => "permits",
        }
    }

    /// The keys of its leases, each of which keeps others from it.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Key => &["k"],
            Self::List => &LIST,
            Self::Permits => &["p", "p:rl-permit-2{p}"],
        }
    }
}

const LIST: [&str; 2] = ["{s}a", "{s}b"];
/// A token that the program has given, and what others have at their keys: one who signals, and one who does not.
pub(super) const GIVEN: &str = "given-token";
pub(super) const ANOTHER: &str = "rl_another";
pub(super) const SILENT: &str = "rn_another";
pub(super) const MARKED: &str = "rl_done:0000000000000000";

/// For work that is not done again.
pub(super) const UNLESS_DONE: AcquireOptions<'static> = AcquireOptions { asks_done: true, look_up: None };

/// How long a reply is waited for that is not withheld.
const PATIENT: Duration = Duration::from_secs(10);

/// One case's servers, and its text so far.
pub(super) struct Stage {
    pub(super) nodes: Vec<Played>,
    /// How long a reply is waited for.
    io: Duration,
    is_cluster: bool,
    text: String,
    names: Names,
}

impl Stage {
    pub(super) fn one(behaviour: Behaviour) -> Self {
        Self::new(vec![Played::start(behaviour)], false)
    }

    /// One that knows the scripts, and is waited for no longer than its silence takes.
    pub(super) fn for_fate(fate: Fate) -> Self {
        let io = if fate == Fate::Silence { Duration::from_secs(1) } else { PATIENT };
        Self { io, ..Self::one(KNOWS) }
    }

    /// Independent servers that reply together.
    pub(super) fn quorum(behaviours: [Behaviour; 3]) -> Self {
        let nodes = behaviours.map(Played::start);
        let together = Together::new(nodes.iter().map(Played::has_read_all).collect());
        for node in &nodes {
            node.state().together = Some(together.clone());
        }
        Self::new(nodes.into(), false)
    }

    /// Nodes of a cluster, of which the first has all slots.
    pub(super) fn cluster(behaviours: &[Behaviour]) -> Self {
        let nodes: Vec<Played> = behaviours.iter().map(|behaviour| Played::start_node(*behaviour)).collect();
        let addresses: Vec<String> = nodes.iter().map(|node| node.address().to_owned()).collect();
        for node in &nodes {
            let mut state = node.state();
            state.store.slots = slots(&addresses[0]);
            state.nodes.clone_from(&addresses);
        }
        Self::new(nodes, true)
    }

    fn new(nodes: Vec<Played>, is_cluster: bool) -> Self {
        let addresses = nodes.iter().map(|node| node.address().trim_start_matches("unix://").to_owned()).collect();
        let names = Names::of(addresses);
        Self { nodes, io: PATIENT, is_cluster, text: String::new(), names }
    }

    pub(super) fn timeouts(&self) -> Timeouts {
        Timeouts { connect: self.io, io: self.io }
    }

    pub(super) fn address(&self) -> String {
        let addresses: Vec<&str> = self.nodes.iter().map(Played::address).collect();
        if self.is_cluster { format!("redis-cluster://{}", addresses.join(",")) } else { addresses.join(" ") }
    }

    /// A lock of ten seconds.
    pub(super) fn lock(&self, of: Of) -> Rc<Lock> {
        self.lock_with(of, terms(10.0))
    }

    /// One that has noted what its acquire() told.
    pub(super) fn acquired(&mut self, of: Of) -> Rc<Lock> {
        let lock = self.lock(of);
        self.note("acquire()", lock.acquire());
        lock
    }

    pub(super) fn lock_with(&self, of: Of, terms: LockSettings) -> Rc<Lock> {
        let key = |name: &str| Key::new(b"", name.as_bytes()).unwrap();
        let scope = match of {
            Of::Key => key("k").into(),
            Of::List => Scope::all(LIST.map(key).into()).unwrap(),
            Of::Permits => Scope::permits(&key("p"), 2),
        };
        Lock::new(scope, self.topology(), terms)
    }

    pub(super) fn lock_on(&self, key: &str, terms: LockSettings) -> Rc<Lock> {
        Lock::new(Key::new(b"", key.as_bytes()).unwrap(), self.topology(), terms)
    }

    pub(super) fn topology(&self) -> Arc<dyn Topology> {
        let (address, timeouts) = (self.address(), self.timeouts());
        match address.split(' ').collect::<Vec<_>>().as_slice() {
            [one] => Servers::parse(one).unwrap().topology(timeouts),
            several => Servers::parse_list(several).unwrap().topology(timeouts),
        }
    }

    /// A lock whose given token is at its keys already.
    pub(super) fn given(&self, of: Of) -> Rc<Lock> {
        self.hold(if of == Of::Permits { &of.keys()[1..] } else { of.keys() }, GIVEN);
        self.lock_with(of, LockSettings { token: given(), ..terms(10.0) })
    }

    /// Puts a value at some keys of every server.
    pub(super) fn hold(&self, keys: &[&str], value: &str) {
        for node in &self.nodes {
            node.state().store.hold(keys, value);
        }
    }

    /// Puts a value at all keys until they were tried to be taken once.
    pub(super) fn hold_for_one_attempt(&self, of: Of, value: &str) {
        self.hold(of.keys(), value);
        for node in &self.nodes {
            node.state().store.refusals = Some(1);
        }
    }

    /// Has a server do this from now on, before all that it does else.
    pub(super) fn rule(&self, node: usize, rule: Rule) {
        self.nodes[node].state().rules.insert(0, rule);
    }

    /// Writes down a call and what it came to, and below it what was sent since the last.
    pub(super) fn note<T: Debug>(&mut self, call: &str, result: Result<T, Error>) {
        let result = match result {
            Ok(value) => format!("{value:?}"),
            Err(error) => format!("{:?}: {error}", error.kind()),
        };
        self.note_text(&format!("{call} = {result}"));
    }

    pub(super) fn note_text(&mut self, call: &str) {
        assert!(eventually(PATIENCE, || self.nodes.iter().all(Played::is_quiet)), "it goes on");
        self.text += call;
        self.text.push('\n');
        self.take_lines();
    }

    fn take_lines(&mut self) {
        for (index, node) in self.nodes.iter().enumerate() {
            let mut lines = node.take_lines();
            // What came on one connection before what came on another cannot be told.
            lines.sort_by_key(|line| line.connection);
            for line in &lines {
                write_line(&mut self.text, &self.nodes, index, line);
            }
        }
    }

    /// The whole text, in which all that differs from run to run has a name.
    pub(super) fn text(mut self) -> String {
        self.names.named(&self.text)
    }
}

fn write_line(text: &mut String, nodes: &[Played], node: usize, line: &Line) {
    let name = if nodes.len() == 1 { String::new() } else { format!("node{} ", node + 1) };
    let Line { connection, is_together, command, reply } = line;
    let sign = if *is_together { '|' } else { '>' };
    let _ = writeln!(text, "  {name}{connection}{sign} {command} => {reply}");
}

pub(super) fn given() -> TokenSource {
    TokenSource::Given(Token::given(GIVEN.as_bytes()).unwrap())
}

/// Acquires for work that need not be done again.
pub(super) fn acquire_unless_done(lock: &Rc<Lock>) -> Result<Answer, Error> {
    lock.acquire_for(UNLESS_DONE, Wait::NONE, None)
}

/// Acquires, and waits for it.
pub(super) fn acquire_within(lock: &Rc<Lock>, seconds: f64) -> Result<bool, Error> {
    lock.acquire_within(seconds_of(seconds), None)
}

/// Waits until a lease has ended by its ttl.
pub(super) fn outlive(lock: &Lock) {
    while lock.remaining() > 0.0 {
        thread::sleep(Duration::from_millis(1));
    }
}

/// A map in which this node has all slots.
fn slots(address: &str) -> crate::support::Reply {
    use crate::support::Reply::{Bytes, Int, List};
    let (host, port) = address.split_once(':').unwrap();
    let master = List(vec![Bytes(host.into()), Int(port.parse().unwrap())]);
    List(vec![List(vec![Int(0), Int(16_383), master])])
}

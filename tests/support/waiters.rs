//! Owns waiters on threads of their own, the programs that interrupt them, and the reading of what they have asked.
//! Knows the crate's public interface and nothing else of it. A lock is made on the thread that uses it: it cannot move.

use std::fmt;
use std::rc::Rc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use redislock::error::Error;
use redislock::lock::{Lock, TokenSource};
use redislock::net::interrupts::{InterruptSource, Interruption, Interrupts};
use redislock::wait::Wait;

use super::locks::{lock_on, token_of};
use super::{Monitor, PATIENCE, Server, eventually};

/// What a waiter has at most until it is woken: far more than a loaded machine needs, and far less than is left of a
/// slice of 1 s that has just begun.
pub(crate) const AT_ONCE: Duration = Duration::from_millis(400);
/// The longest until a waiter notices what no signal tells it: a slice, and the machine's part.
pub(crate) const A_SLICE: Duration = Duration::from_millis(1_600);

/// A thread that waits for a lock. What it takes stays at its key when it ends.
pub(crate) struct Waiter(JoinHandle<Waited>);

/// How a wait has ended.
#[derive(Debug)]
pub(crate) struct Waited {
    pub(crate) result: Result<bool, Error>,
    pub(crate) took: Duration,
    pub(crate) ended: Instant,
    /// What the object shows after it.
    pub(crate) token: String,
    pub(crate) state: &'static str,
}

impl Waiter {
    /// Waits for the key `k`.
    pub(crate) fn at(address: &str, seconds: f64) -> Self {
        Self::on(address, "k", seconds)
    }

    pub(crate) fn on(address: &str, key: &str, seconds: f64) -> Self {
        let (address, key) = (address.to_owned(), key.to_owned());
        Self::start(seconds, None, move || lock_on(&address, &key, 10.0, TokenSource::Fresh))
    }

    /// Waits for the key `k` on behalf of a program, a minute.
    pub(crate) fn of(program: &'static Program, address: &str) -> Self {
        let address = address.to_owned();
        Self::start(60.0, Some(program), move || lock_on(&address, "k", 10.0, TokenSource::Fresh))
    }

    pub(crate) fn start(seconds: f64, host: Interrupts, make: impl FnOnce() -> Rc<Lock> + Send + 'static) -> Self {
        Self(thread::spawn(move || {
            let lock = make();
            let start = Instant::now();
            let result = lock.acquire_within(seconds_of(seconds), host);
            let ended = Instant::now();
            Waited { result, took: ended - start, ended, token: token_of(&lock), state: lock.state() }
        }))
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.0.is_finished()
    }

    /// Returns once the wait has ended.
    pub(crate) fn end(self) -> Waited {
        assert!(eventually(PATIENCE, || self.0.is_finished()), "a wait that does not end");
        self.0.join().unwrap()
    }

    /// Lets the waiter have the lock by `event`, and returns how long that took.
    pub(crate) fn gets_it_by(self, event: impl FnOnce()) -> Duration {
        let start = Instant::now();
        event();
        let waited = self.end();
        assert_eq!(waited.result, Ok(true));
        waited.ended.saturating_duration_since(start)
    }

    /// Does the same for one that is woken by `event`.
    #[track_caller]
    pub(crate) fn gets_it_at_once_by(self, event: impl FnOnce()) {
        let took = self.gets_it_by(event);
        assert!(took < AT_ONCE, "{took:?}");
    }
}

/// A wait of so many seconds; infinity is without an end.
pub(crate) fn seconds_of(seconds: f64) -> Wait {
    Wait::from_seconds(seconds).unwrap()
}

/// Returns once so many clients block on a list of the server.
pub(crate) fn until_blocked(server: &Server, count: usize) {
    assert!(eventually(PATIENCE, || blocked(server) == count), "{} clients block", blocked(server));
}

/// How many clients of the server block.
pub(crate) fn blocked(server: &Server) -> usize {
    let clients = server.command(&["INFO", "clients"]).text();
    let count = clients.lines().find_map(|line| line.strip_prefix("blocked_clients:")).unwrap();
    count.trim().parse().unwrap()
}

/// The number of the one client that blocks.
pub(crate) fn blocked_client(server: &Server) -> String {
    until_blocked(server, 1);
    let clients = server.command(&["CLIENT", "LIST"]).text();
    let line = clients.lines().find(|line| line.contains("cmd=blpop")).unwrap();
    line.split(' ').find_map(|field| field.strip_prefix("id=")).unwrap().to_owned()
}

/// Lets the server know the scripts, so that from then on each is one command.
pub(crate) fn know_the_scripts(server: &Server) {
    let lock = lock_on(&server.tcp_address(), "other", 10.0, TokenSource::Fresh);
    assert_eq!(lock.acquire_within(seconds_of(1.0), None), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

/// Starts a server that knows them.
pub(crate) fn server_that_knows_the_scripts() -> Server {
    let server = Server::start();
    know_the_scripts(&server);
    server
}

/// What clients have asked so far: `acquire` and `script` for any other, else the command's name in capitals.
pub(crate) fn asked(monitor: &mut Monitor<'_>) -> Vec<String> {
    let lines = monitor.lines();
    lines.iter().filter(|sent| !sent.is_by_script()).map(|sent| question(&sent.words)).collect()
}

/// How often the acquire script was asked so far.
pub(crate) fn attempts(monitor: &mut Monitor<'_>) -> usize {
    asked(monitor).iter().filter(|question| *question == "acquire").count()
}

fn question(words: &[Vec<u8>]) -> String {
    let name = String::from_utf8_lossy(&words[0]).to_ascii_uppercase();
    if !name.starts_with("EVAL") {
        return name;
    }
    let keys: usize = String::from_utf8_lossy(&words[2]).parse().unwrap();
    // No other script has five arguments.
    if words.len() == 3 + keys + 5 { "acquire".to_owned() } else { "script".to_owned() }
}

/// A program that a wait works for: two functions of the test.
pub(crate) struct Program {
    is_pending: Box<dyn Fn() -> bool + Send + Sync>,
    attend: Box<dyn Fn() -> Result<(), Interruption> + Send + Sync>,
}

impl Program {
    /// A program in which something is to be attended to when `is_pending` says so.
    pub(crate) fn that(
        is_pending: impl Fn() -> bool + Send + Sync + 'static,
        attend: impl Fn() -> Result<(), Interruption> + Send + Sync + 'static,
    ) -> &'static Self {
        Box::leak(Box::new(Self { is_pending: Box::new(is_pending), attend: Box::new(attend) }))
    }

    /// A program that leaves as soon as `is_pending` says so.
    pub(crate) fn leaves_when(is_pending: impl Fn() -> bool + Send + Sync + 'static) -> &'static Self {
        Self::that(is_pending, || Err(Interruption::Exception))
    }
}

impl InterruptSource for Program {
    fn is_pending(&self) -> bool {
        (self.is_pending)()
    }

    fn attend(&self) -> Result<(), Interruption> {
        (self.attend)()
    }

    fn tick(&self) -> Option<Duration> {
        Some(Duration::from_millis(2))
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Program")
    }
}

//! Owns the search for answers of a server that the core does not stand: whatever comes, there is no panic and no hang,
//! and what a message shows is fit to be shown.
//! Does not own the server that gives them (`server`), the way there (`network`), what is right about an answer (`tests/`).
//! Called by `make fuzz`.

#![no_main]

mod replies {
    pub mod network;
    pub mod play;
    pub mod server;
}

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use redislock::error::Error;
use redislock::key::Key;
use redislock::lock::{Finish, Lock, LockSettings, Renewal, TokenSource, registry};
use redislock::net::interrupts::{InterruptSource, Interruption};
use redislock::node::late::flush;
use redislock::operator::{Bounds, LockInfo, Scan, describe, scan};
use redislock::renewal;
use redislock::settings::Timeouts;
use redislock::token::Token;
use redislock::topology::{Servers, Topology, When};
use redislock::ttl::Ttl;
use redislock::wait::Wait;

use crate::replies::play::{Layout, Play, Verb};
use crate::replies::server;

/// In no address but ours, and nothing that a server would say by itself.
const SECRET: &str = "s3cr3t-0f-n0b0dy";
const GIVEN: &str = "rl_0123456789abcdef0123456789abcdef";
/// A silent server costs so much of the fuzzer's time.
const TIMEOUTS: Timeouts = Timeouts { connect: Duration::from_millis(5), io: Duration::from_millis(2) };
/// Long enough to read the longest reply there may be, a few at a time.
const PATIENT: Timeouts = Timeouts { connect: Duration::from_millis(20), io: Duration::from_millis(40) };
/// A wait of a program.
const WAIT: Duration = Duration::from_millis(4);
/// The shortest that there is, so that renewal has something to do soon.
const TTL: Duration = Duration::from_millis(10);
/// How long one call may take. The longest way, through a cluster of silent nodes, has a few dozen exchanges.
const LONGEST: Duration = Duration::from_secs(1);
/// How often a run must be late: a machine that is busy with other things is, now and then.
const LATE: usize = 3;
/// When a program wants to leave what goes on for ever: a server can send a scan on and on.
const PATIENCE: Duration = Duration::from_millis(8);
/// The longest message, in bytes: it goes into a log.
const LONGEST_MESSAGE: usize = 16 * 1024;

fuzz_target!(|bytes: &[u8]| {
    let play = Play::read(bytes, &[SECRET, GIVEN]);
    let mut slowest = (Duration::ZERO, Verb::Acquire);
    for _ in 0..LATE {
        slowest = Run::of(&play).perform(&play);
        if slowest.0 < LONGEST {
            return;
        }
    }
    panic!("{:?} has taken {:?}, {LATE} times", slowest.1, slowest.0);
});

/// One lock, and what has come of its calls.
struct Run {
    topology: Arc<dyn Topology>,
    lock: Rc<Lock>,
    /// What no message shows.
    secrets: Vec<String>,
}

impl Run {
    fn of(play: &Play) -> Self {
        let servers = match play.layout {
            Layout::Quorum => Servers::parse_list(&addresses(play.layout).split(' ').collect::<Vec<_>>()).unwrap(),
            layout => Servers::parse(&addresses(layout)).unwrap(),
        };
        let topology = servers.topology(if play.patient { PATIENT } else { TIMEOUTS });
        let mut terms = LockSettings::new(Ttl::For(TTL));
        if play.long {
            terms.ttl = Ttl::For(Duration::from_secs(10));
        }
        if play.given {
            terms.token = TokenSource::Given(Token::given(GIVEN.as_bytes()).unwrap());
        }
        let many = play.layout == Layout::Quorum;
        if play.fence && !many {
            terms.fenced = true;
        }
        if play.replicas && !many {
            terms.replicas = 1;
        }
        if play.renews {
            terms.renewal = Renewal::Always;
        }
        let lock = Lock::new(Key::new(b"", b"k").unwrap(), topology.clone(), terms);
        Self { topology, lock, secrets: vec![SECRET.to_owned()] }
    }

    /// Plays it all; returns what took longest.
    fn perform(mut self, play: &Play) -> (Duration, Verb) {
        server::begin(play, SECRET);
        let mut slowest = (Duration::ZERO, Verb::Acquire);
        for verb in play.verbs.iter().copied().chain([Verb::GiveBack, Verb::EndRequest]) {
            PROGRAM.patience(if play.leaves { Duration::from_millis(2) } else { PATIENCE });
            if play.tells_secrets_as_names {
                self.secrets.clear();
            } else if let Ok(token) = self.lock.token() {
                self.secrets.push(String::from_utf8(token.as_bytes().to_vec()).unwrap());
            }
            let begun = Instant::now();
            self.call(verb);
            slowest = slowest.max((begun.elapsed(), verb));
            self.look_at_the_lock();
        }
        // The lock may still be kept; its thread and the idle connections must not reach into the next run.
        renewal::stop();
        drop(self.lock);
        flush::close();
        server::end();
        slowest
    }

    fn call(&self, verb: Verb) {
        let heard = server::said();
        let asked = match verb {
            Verb::Acquire => self.told(self.lock.acquire()),
            Verb::Wait => {
                let wait = Wait::For(WAIT);
                self.told(self.lock.acquire_within(wait, Some(&PROGRAM)))
            }
            // The lock itself may know that it is not held, and nobody else that it is.
            Verb::Extend => self.said_yes(self.lock.extend(None)),
            Verb::Release => self.said_yes(self.lock.release()),
            Verb::IsHeld => self.said_yes(self.lock.is_held()),
            Verb::EnsureHeld => self.told(self.lock.ensure_held()),
            Verb::EndRun => {
                self.told(self.lock.end_run(Finish::default()));
                return;
            }
            Verb::GiveBack => {
                self.lock.auto_release(When::AtRequestEnd);
                return;
            }
            Verb::Abandon => return self.lock.release_unwatched(),
            Verb::EndRequest => {
                registry::end_request(TIMEOUTS);
                registry::take_lost();
                return;
            }
            Verb::Sleep => return thread::sleep(TTL / 2),
            Verb::IsLocked => self.told(self.lock.is_locked()),
            Verb::Holder => self.told(self.lock.holder()),
            Verb::Force => self.told(self.lock.force_release()),
            Verb::Describe => {
                let info = describe(&*self.topology, self.lock.key());
                if let Ok(Some(info)) = &info {
                    look_at_the_info(info);
                }
                self.told(info)
            }
            Verb::Scan | Verb::SurveyAll => {
                let every_make = verb != Verb::Scan;
                let wanted = Scan { pattern: b"*".to_vec(), prefix: 0, every_make, most: 50, bounds: Bounds::NONE };
                let found = scan(&*self.topology, &wanted, Some(&PROGRAM));
                if let Ok(found) = &found {
                    assert!(found.locks.len() <= 50);
                    for (_, info) in &found.locks {
                        look_at_the_info(info);
                    }
                }
                self.told(found)
            }
        };
        // Only Redis knows that.
        assert!(!asked || server::said() > heard, "{verb:?} was answered although nothing was said");
    }

    fn said_yes(&self, result: Result<bool, Error>) -> bool {
        let yes = matches!(result, Ok(true));
        self.told(result) && yes
    }

    /// Looks at what would be shown to a user; tells whether there was an answer.
    fn told<T>(&self, result: Result<T, Error>) -> bool {
        let Err(error) = result else { return true };
        let message = error.to_string();
        assert!(message.chars().all(|character| !character.is_control()), "{message:?}");
        assert!(message.len() <= LONGEST_MESSAGE, "{} bytes: {:.300}", message.len(), message);
        for secret in &self.secrets {
            assert!(!message.contains(secret), "{secret} is in: {message}");
        }
        let _ = error.kind();
        false
    }

    fn look_at_the_lock(&self) {
        let left = self.lock.remaining();
        // As long as the server says: another may have extended it.
        assert!(left >= 0.0, "{left} s remain");
        assert!(["none", "held", "expired", "releasing", "released", "lost"].contains(&self.lock.state()));
        let _ = self.lock.fence();
    }
}

fn look_at_the_info(info: &LockInfo) {
    let text = format!("{info:?}");
    assert!(text.len() <= 8 * 1024 * 1024);
}

/// Other nodes each time: what a thread remembers of a cluster is no part of the next run. All of them are the fake server
/// (`network`).
fn addresses(layout: Layout) -> String {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let [_, a, b, c] = RUNS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    let host = format!("10.{a}.{b}.{c}");
    match layout {
        Layout::Unix => "unix:///fake".to_owned(),
        Layout::Tcp => format!("redis://bob:{SECRET}@{host}/3"),
        Layout::Sentinels => {
            format!("redis-sentinel://:{SECRET}@{host},{host}:26381/m?sentinel_user=eve&sentinel_password={SECRET}")
        }
        Layout::Cluster => format!("redis-cluster://:{SECRET}@{host}:7001,{host}:7002"),
        Layout::Quorum => format!("redis://:{SECRET}@{host}:7001 redis://{host}:7002 unix:///fake"),
    }
}

/// A program that wants to leave once its patience is over.
#[derive(Debug)]
struct Program {
    /// Milliseconds from the process's first call.
    until: AtomicU32,
}

static PROGRAM: Program = Program { until: AtomicU32::new(u32::MAX) };

impl Program {
    fn patience(&self, patience: Duration) {
        self.until.store(Self::now() + u32::try_from(patience.as_millis()).unwrap(), Ordering::Relaxed);
    }

    /// Milliseconds since the first call: fifty days are enough.
    fn now() -> u32 {
        static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        u32::try_from(BEGUN.get_or_init(Instant::now).elapsed().as_millis()).unwrap()
    }
}

impl InterruptSource for Program {
    fn is_pending(&self) -> bool {
        Self::now() >= self.until.load(Ordering::Relaxed)
    }

    fn attend(&self) -> Result<(), Interruption> {
        Err(Interruption::Exception)
    }

    fn tick(&self) -> Option<Duration> {
        Some(Duration::from_millis(1))
    }
}

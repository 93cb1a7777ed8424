//! Owns what was seen in Redis itself: which token was at which key from when to when, names that no process should have made, which
//! extends ran, and who was master.
//! Asks every server directly, past every proxy, a hundred times a second. Judges nothing.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use redislock::scripts::{EXTEND, EXTEND_ALL, Script};

use crate::clock::Offset;
use crate::roles::{Role, follows};
use crate::support::{Client, Reply, connect};
use crate::time::{Nanos, now};

/// A token at a key, without a break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub(crate) server: usize,
    pub(crate) key: String,
    pub(crate) token: String,
    /// The look before the first one that saw it began then: it was not there yet.
    pub(crate) absent: Nanos,
    /// The first look that saw it was over then, and the last one began then.
    pub(crate) first: Nanos,
    pub(crate) last: Nanos,
    /// The first look that did not see it any more was over then; the end of time where there was none.
    pub(crate) gone: Nanos,
    /// The key's ttl in ms at the last look; -1: none.
    pub(crate) ttl_ms: i64,
}

/// All keys with their values and ttls. A list's or set's value is empty. Left out: what has expired, and what a replica of a
/// cluster only keeps for its master.
const LOOK: &[u8] = b"local found = {} for _, key in ipairs(redis.call('KEYS', '*')) do \
    local value = redis.pcall('GET', key) \
    if type(value) == 'table' and string.find(value.err, 'WRONGTYPE', 1, true) then value = '' end \
    if type(value) == 'string' then found[#found + 1] = {key, value, redis.call('PTTL', key)} end end return found";

const PAUSE: Duration = Duration::from_millis(10);

/// How long a silent MONITOR is listened to before a look whether all is over.
const LISTEN: Duration = Duration::from_millis(100);

/// An extend that Redis ran, the renewal's or a program's.
#[derive(Clone, Debug)]
pub(crate) struct Extended {
    pub(crate) time: Nanos,
    pub(crate) token: String,
    /// Which of the servers.
    pub(crate) server: usize,
}

/// All that was seen.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) sightings: Vec<Sighting>,
    pub(crate) extends: Vec<Extended>,
    /// Of each server in its own order.
    pub(crate) roles: Vec<Role>,
}

pub(crate) struct Observer {
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<(Vec<Sighting>, Vec<Role>)>>,
    listeners: Vec<JoinHandle<Vec<Extended>>>,
}

impl Observer {
    /// Begins to look at the servers behind these ports, whose clocks are so far from this machine's.
    pub(crate) fn start(ports: &[u16], offset: &Offset) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let threads = ports.iter().enumerate().map(|(server, port)| {
            let (over, port) = (Arc::clone(&over), *port);
            thread::spawn(move || watch(server, port, &over))
        });
        let listeners = ports.iter().enumerate().map(|(server, port)| {
            let (over, port, offset) = (Arc::clone(&over), *port, offset.clone());
            thread::spawn(move || listen(server, port, &offset, &over))
        });
        Self { threads: threads.collect(), listeners: listeners.collect(), over }
    }

    pub(crate) fn end(self) -> Seen {
        self.over.store(true, Ordering::SeqCst);
        let (sightings, roles): (Vec<_>, Vec<_>) =
            self.threads.into_iter().map(|thread| thread.join().unwrap()).unzip();
        let extends = self.listeners.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        Seen { sightings: sightings.concat(), extends, roles: roles.concat() }
    }
}

fn watch(server: usize, port: u16, over: &AtomicBool) -> (Vec<Sighting>, Vec<Role>) {
    let (mut all, mut roles) = (Vec::new(), Vec::<Role>::new());
    let mut open: HashMap<(String, String), Sighting> = HashMap::new();
    let mut client = None;
    let mut before = now();
    while !over.load(Ordering::SeqCst) {
        thread::sleep(PAUSE);
        let began = now();
        // Down, or restarting: what is seen next is new.
        let Some((follows, found)) = look(&mut client, port) else { continue };
        let ended = now();
        if roles.last().is_none_or(|role| role.follows != follows) {
            roles.push(Role { server: port, follows, from: before, first: ended });
        }
        let mut still = HashMap::new();
        for (key, token, ttl_ms) in found {
            let name = (key, token);
            let mut sighting = open.remove(&name).unwrap_or_else(|| Sighting {
                server,
                key: name.0.clone(),
                token: name.1.clone(),
                absent: before,
                first: ended,
                last: began,
                gone: Nanos::MAX,
                ttl_ms,
            });
            (sighting.last, sighting.ttl_ms) = (began, ttl_ms);
            still.insert(name, sighting);
        }
        all.extend(
            std::mem::replace(&mut open, still).into_values().map(|sighting| Sighting { gone: ended, ..sighting }),
        );
        before = began;
    }
    all.extend(open.into_values());
    (all, roles)
}

/// Which key has which value and ttl.
type Entries = Vec<(String, String, i64)>;

/// Whom the server follows, and what it has.
fn look(client: &mut Option<Client>, port: u16) -> Option<(Option<u16>, Entries)> {
    if client.is_none() {
        *client = connect(port).ok();
    }
    let asked = client.as_mut()?;
    let (role, found) = (asked.ask(&[b"ROLE"]), asked.ask(&[b"EVAL", LOOK, b"0"]));
    let (Ok(role @ Reply::List(_)), Ok(Reply::List(found))) = (role, found) else {
        // A replica that loads, a server that died.
        *client = None;
        return None;
    };
    let entry = |reply: &Reply| {
        let parts = reply.list();
        (parts[0].text(), parts[1].text(), parts[2].int())
    };
    Some((follows(&role), found.iter().map(entry).collect()))
}

/// Collects the extends that MONITOR shows.
fn listen(server: usize, port: u16, offset: &Offset, over: &AtomicBool) -> Vec<Extended> {
    let mut seen = Vec::new();
    while !over.load(Ordering::SeqCst) {
        let Ok(mut client) = connect(port) else {
            thread::sleep(PAUSE);
            continue;
        };
        let asked = client.ask(&[b"MONITOR"]);
        client.stream().set_read_timeout(Some(LISTEN)).unwrap();
        while asked.is_ok() && !over.load(Ordering::SeqCst) {
            match client.read_reply() {
                Ok(Reply::Status(line)) => seen.extend(extended(server, &line, offset.get())),
                // A line that came in two pieces goes with the connection.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                _ => break,
            }
        }
    }
    seen
}

/// What one line of MONITOR tells, of a server whose clock was so far ahead when the line was read:
/// `1700000000.123456 [0 127.0.0.1:50000] "EVALSHA" "sha" "1" "key" "token" "1500"`
fn extended(server: usize, line: &str, offset: Nanos) -> Option<Extended> {
    // By its text the first time, of which MONITOR shows the ends of lines as \n.
    let calls = |script: &Script| {
        let (sha, text) = (script.sha, script.text.replace('\n', "\\n"));
        [format!("\"EVALSHA\" \"{sha}\" "), format!("\"EVAL\" \"{text}\" ")].iter().any(|call| line.contains(call))
    };
    if ![&EXTEND, &EXTEND_ALL].into_iter().any(calls) {
        return None;
    }
    // Of its last words, the same for both, none has a space.
    let token = line.rsplit(' ').nth(1)?.trim_matches('"').to_owned();
    // Redis tells its wall clock, to the microsecond.
    let (seconds, micros) = line.split_once(' ')?.0.split_once('.')?;
    let wall: Nanos = seconds.parse::<Nanos>().ok()? * 1_000_000_000 + micros.parse::<Nanos>().ok()? * 1_000;
    let time = clock_gettime(ClockId::CLOCK_REALTIME).unwrap();
    let now = now();
    let ahead = time.tv_sec() * 1_000_000_000 + time.tv_nsec() - now + offset;
    // A line from before a jump back would be one of the time to come.
    Some(Extended { time: (wall - ahead).min(now), token, server })
}

//! Owns a played server: its connections, what it has read on each, in which writes that came, and what it has replied.
//! Does not own what commands do (`store`), which are refused or lost (`rules`).

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use std::net::{Shutdown, SocketAddr};
use std::os::fd::{AsFd, AsRawFd};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout};
use nix::sys::socket::MsgFlags;
use socket2::{Domain, SockAddr, Socket, Type};

use super::commands::Command;
use super::rules::{Behaviour, Fate, Rule};
use super::store::Store;
use super::together::Together;
use crate::support::{Reply, command_length, command_words, lock};

/// After so long without a byte, what has come was one write: the peer sends each at once, and waits for replies then.
const PAUSE: Duration = Duration::from_millis(2);
/// More than any write of a lock.
const ROOM: usize = 128 * 1024;

/// One command in a transcript.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) connection: usize,
    /// It came in one write with the command before it.
    pub(super) is_together: bool,
    pub(super) command: String,
    pub(super) reply: String,
}

/// What is known and done on all connections of one server.
pub(super) struct State {
    pub(super) store: Store,
    pub(super) rules: Vec<Rule>,
    /// Where the other nodes of its cluster are.
    pub(super) nodes: Vec<String>,
    /// The nodes with which this one replies, but to what is sent in place of a script.
    pub(super) together: Option<Arc<Together>>,
    /// It replies at once all the same.
    pub(super) is_prompt: bool,
    knows_scripts: bool,
    known: BTreeSet<&'static str>,
    lines: Vec<Line>,
    /// By number, from 1; none of one that this server has closed.
    connections: Vec<Option<Arc<Socket>>>,
    silent: BTreeSet<usize>,
    /// How many connections have read what they have yet to reply to.
    replying: usize,
}

/// One server. It ends when it is dropped.
pub(super) struct Played {
    address: String,
    listener: Arc<Socket>,
    place: SockAddr,
    path: Option<PathBuf>,
    state: Arc<Mutex<State>>,
    has_ended: Arc<AtomicBool>,
}

impl Played {
    /// One on a unix socket.
    pub(super) fn start(behaviour: Behaviour) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("redislock-played-{}-{number}", std::process::id()));
        // One of that name may stay from a process with the same pid.
        let _ = std::fs::remove_file(&path);
        let listener = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
        let place = SockAddr::unix(&path).unwrap();
        listener.bind(&place).unwrap();
        Self::listen(listener, behaviour, format!("unix://{}", path.display()), place, Some(path))
    }

    /// One on a TCP port, as the nodes of a cluster are.
    pub(super) fn start_node(behaviour: Behaviour) -> Self {
        let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        listener.bind(&SockAddr::from(SocketAddr::from(([127, 0, 0, 1], 0)))).unwrap();
        let place = listener.local_addr().unwrap();
        let address = place.as_socket().unwrap().to_string();
        Self::listen(listener, behaviour, address, place, None)
    }

    fn listen(listener: Socket, behaviour: Behaviour, address: String, place: SockAddr, path: Option<PathBuf>) -> Self {
        listener.listen(16).unwrap();
        let state = Arc::new(Mutex::new(State {
            store: Store::new(),
            rules: behaviour.rules.to_vec(),
            nodes: Vec::new(),
            together: None,
            is_prompt: false,
            knows_scripts: behaviour.knows_scripts,
            known: BTreeSet::new(),
            lines: Vec::new(),
            connections: Vec::new(),
            silent: BTreeSet::new(),
            replying: 0,
        }));
        let has_ended = Arc::new(AtomicBool::new(false));
        let listener = Arc::new(listener);
        let (accepting, shared, ends) = (listener.clone(), state.clone(), has_ended.clone());
        thread::spawn(move || {
            while let Ok((connection, _)) = accepting.accept() {
                if ends.load(Ordering::SeqCst) {
                    return;
                }
                let connection = Arc::new(connection);
                lock(&shared).connections.push(Some(connection.clone()));
                let (number, state) = (lock(&shared).connections.len(), shared.clone());
                thread::spawn(move || serve(number, connection, &state));
            }
        });
        Self { address, listener, place, path, state, has_ended }
    }

    /// Its path with a scheme, or its host and port.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Tells whether all that has come is recorded, and replied to as far as it will be.
    pub(super) fn is_quiet(&self) -> bool {
        let state = self.state();
        state.replying == 0 && state.has_read_all()
    }

    /// Returns what tells whether no connection waits to be accepted, and no bytes to be read.
    pub(super) fn has_read_all(&self) -> Box<dyn Fn() -> bool + Send + Sync> {
        let (listener, state) = (self.listener.clone(), Arc::downgrade(&self.state));
        Box::new(move || {
            let mut waiting = [PollFd::new(listener.as_fd(), PollFlags::POLLIN)];
            let accepts = nix::poll::poll(&mut waiting, PollTimeout::ZERO).is_ok_and(|ready| ready > 0);
            !accepts && state.upgrade().is_none_or(|state| lock(&state).has_read_all())
        })
    }

    pub(super) fn take_lines(&self) -> Vec<Line> {
        std::mem::take(&mut self.state().lines)
    }

    /// Closes every connection that is open, as a server does with idle ones.
    pub(super) fn close_connections(&self) {
        for connection in &mut self.state().connections {
            let _ = connection.take().map(|connection| connection.shutdown(Shutdown::Both));
        }
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::SeqCst);
        let domain = if self.path.is_some() { Domain::UNIX } else { Domain::IPV4 };
        // Wakes the thread that accepts.
        let _ = Socket::new(domain, Type::STREAM, None).and_then(|socket| socket.connect(&self.place));
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn serve(number: usize, connection: Arc<Socket>, state: &Mutex<State>) {
    while await_bytes(&connection) {
        let mut open = lock(state);
        let turn = open.turn(number, &connection);
        if turn.ends {
            open.connections[number - 1] = None;
        }
        open.replying += 1;
        let together = open.together.clone().inspect(|together| together.note()).filter(|_| turn.is_held);
        drop(open);
        let is_written = match together {
            Some(together) => {
                together.send(&connection, turn.replies);
                true
            }
            None => (&*connection).write_all(&turn.replies).is_ok(),
        };
        if turn.ends || !is_written {
            // What was not read is lost with it, and the peer hears of that.
            drop(connection);
            lock(state).replying -= 1;
            return;
        }
        lock(state).replying -= 1;
    }
}

/// What one write leads to.
struct Turn {
    replies: Vec<u8>,
    /// It is replied to together with what has come to other nodes.
    is_held: bool,
    ends: bool,
}

impl State {
    fn has_read_all(&self) -> bool {
        self.connections.iter().flatten().all(|connection| !has_bytes(connection))
    }

    fn turn(&mut self, number: usize, connection: &Socket) -> Turn {
        let mut turn = Turn { replies: Vec::new(), is_held: false, ends: false };
        if self.rules.iter().any(|rule| rule.times > 0 && rule.fate == Fate::Unread) {
            let peeked = commands(&peek(connection)).0;
            let is_unread = |rule: &mut Rule| {
                rule.fate == Fate::Unread && peeked.iter().any(|command| rule.apply(command).is_some())
            };
            if self.rules.iter_mut().any(is_unread) {
                self.record(number, &peeked, "(closed, unread)");
                return Turn { ends: true, ..turn };
            }
        }
        let commands = read_write(connection);
        for (index, command) in commands.iter().enumerate() {
            if turn.ends {
                self.push(number, index, command, "(closed)".to_owned());
                continue;
            }
            turn.is_held |= !self.is_prompt;
            let shown = self.reply(number, command, &mut turn);
            self.push(number, index, command, shown);
        }
        turn
    }

    fn record(&mut self, number: usize, commands: &[Command], reply: &str) {
        commands.iter().enumerate().for_each(|(index, command)| self.push(number, index, command, reply.to_owned()));
    }

    fn push(&mut self, connection: usize, index: usize, command: &Command, reply: String) {
        self.lines.push(Line { connection, is_together: index > 0, command: command.shown(), reply });
    }

    /// Adds the reply to a command; returns how it is shown.
    fn reply(&mut self, number: usize, command: &Command, turn: &mut Turn) -> String {
        let fate = self.rules.iter_mut().find_map(|rule| rule.apply(command));
        let said = match fate {
            Some(Fate::Says(text)) => format!("{text}\r\n"),
            Some(Fate::Names(text, node)) => format!("{text} {}\r\n", self.nodes[node]),
            Some(Fate::Lost) => {
                turn.ends = true;
                return "(closed before it ran)".to_owned();
            }
            _ => encoded(&self.run(command)),
        };
        match fate {
            Some(Fate::Unanswered) => {
                turn.ends = true;
                return "(closed)".to_owned();
            }
            Some(Fate::Silence) => drop(self.silent.insert(number)),
            _ => {}
        }
        if self.silent.contains(&number) {
            return "(silence)".to_owned();
        }
        turn.replies.extend_from_slice(said.as_bytes());
        shown(&said)
    }

    fn run(&mut self, command: &Command) -> Reply {
        if let Some(script) = command.script {
            if command.is("EVALSHA") && !self.knows_scripts && !self.known.contains(script) {
                return Reply::Error("NOSCRIPT No matching script".to_owned());
            }
            self.known.insert(script);
        }
        self.store.run(command)
    }
}

/// Reads one write: until no more bytes come, and no command is in pieces.
fn read_write(connection: &Socket) -> Vec<Command> {
    let mut bytes = Vec::new();
    connection.set_read_timeout(Some(PAUSE)).unwrap();
    loop {
        let mut room = [0; 4096];
        match (&mut &*connection).read(&mut room) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&room[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if commands(&bytes).1 {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    connection.set_read_timeout(None).unwrap();
    commands(&bytes).0
}

/// The whole commands in some bytes, and whether that is all of them.
fn commands(mut bytes: &[u8]) -> (Vec<Command>, bool) {
    let mut commands = Vec::new();
    while let Some(length) = command_length(bytes) {
        commands.push(Command::new(&command_words(&bytes[..length])));
        bytes = &bytes[length..];
    }
    (commands, bytes.is_empty())
}

/// Waits for bytes without taking them: what was not recorded yet is still in the socket, and so can be seen by `is_quiet`.
fn await_bytes(connection: &Socket) -> bool {
    loop {
        match connection.peek(&mut [MaybeUninit::uninit()]) {
            Ok(length) => return length > 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
}

fn has_bytes(connection: &Socket) -> bool {
    let flags = (MsgFlags::MSG_PEEK | MsgFlags::MSG_DONTWAIT).bits();
    connection.recv_with_flags(&mut [MaybeUninit::uninit()], flags).is_ok_and(|length| length > 0)
}

fn peek(connection: &Socket) -> Vec<u8> {
    thread::sleep(PAUSE);
    let mut bytes = vec![0; ROOM];
    let peeked = nix::sys::socket::recv(connection.as_raw_fd(), &mut bytes, MsgFlags::MSG_PEEK);
    bytes.truncate(peeked.unwrap_or(0));
    bytes
}

fn encoded(reply: &Reply) -> String {
    match reply {
        Reply::Status(text) => format!("+{text}\r\n"),
        Reply::Error(text) => format!("-{text}\r\n"),
        Reply::Int(number) => format!(":{number}\r\n"),
        Reply::Nil => "$-1\r\n".to_owned(),
        Reply::Bytes(bytes) => format!("${}\r\n{}\r\n", bytes.len(), String::from_utf8_lossy(bytes)),
        Reply::List(list) => format!("*{}\r\n{}", list.len(), list.iter().map(encoded).collect::<String>()),
    }
}

/// A reply in one line, without the lengths.
fn shown(encoded: &str) -> String {
    let lines = encoded.split_terminator("\r\n").filter(|line| *line == "$-1" || !line.starts_with(['$']));
    lines.map(|line| if line.is_empty() { "''" } else { line }).collect::<Vec<_>>().join(" ")
}

//! Owns the fake server: one thread for all runs, which does what the play says whenever a request comes.
//! Does not understand requests, but for the token in them.
//! Called by the target, around each run.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use socket2::SockRef;

use super::network;
use super::play::{Deed, Ending, Play, Within};

/// How much is said in answer to one request at most: more than the core reads of any.
const MOST: usize = 5 * 256 * 1024;
/// So that what follows is a read of its own; the reader needs a few microseconds.
const PAUSE: Duration = Duration::from_micros(60);
/// Half of the core's timeout.
const LONG_PAUSE: Duration = Duration::from_millis(1);
/// How long the server puts up with a reader that does not read.
const IMPATIENCE: Duration = Duration::from_millis(20);

static SERVER: OnceLock<Mutex<UnixStream>> = OnceLock::new();
static SAID: AtomicUsize = AtomicUsize::new(0);
static NEXT: Mutex<Option<(Play, Vec<u8>)>> = Mutex::new(None);

/// Begins a run.
pub fn begin(play: &Play, password: &str) {
    *NEXT.lock().unwrap() = Some((play.clone(), password.as_bytes().to_vec()));
    SAID.store(0, Ordering::Relaxed);
    change();
}

/// Ends a run: every connection is closed when it returns.
pub fn end() {
    *NEXT.lock().unwrap() = None;
    change();
}

/// How many bytes were said since the run began.
pub fn said() -> usize {
    SAID.load(Ordering::Relaxed)
}

/// Has the server look, and waits until it has.
fn change() {
    let mut server = SERVER.get_or_init(|| Mutex::new(start())).lock().unwrap();
    server.write_all(b"?").unwrap();
    server.read_exact(&mut [0]).unwrap();
}

fn start() -> UnixStream {
    let tcp = network::listen();
    let unix = UnixListener::bind_addr(&network::unix_name()).unwrap();
    network::lead_to(tcp.local_addr().unwrap().port());
    tcp.set_nonblocking(true).unwrap();
    unix.set_nonblocking(true).unwrap();
    let (near, far) = UnixStream::pair().unwrap();
    thread::spawn(move || {
        Server { tcp, unix, caller: far, peers: Vec::new(), play: None, left: VecDeque::new(), token: Vec::new() }
            .run();
    });
    near
}

enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A client that is connected.
struct Peer {
    socket: Socket,
    /// Hears, and never answers.
    silent: bool,
    /// Has been told the password: no other client can repeat it.
    knows_password: bool,
}

struct Server {
    tcp: TcpListener,
    unix: UnixListener,
    caller: UnixStream,
    peers: Vec<Peer>,
    play: Option<(Play, Vec<u8>)>,
    left: VecDeque<Deed>,
    /// Of the last request that had one.
    token: Vec<u8>,
}

/// What becomes of a connection.
enum Fate {
    Stays,
    Ends,
}

impl Server {
    fn run(mut self) {
        loop {
            let watch = |fd| PollFd::new(fd, PollFlags::POLLIN);
            let mut watched = vec![watch(self.caller.as_fd()), watch(self.tcp.as_fd()), watch(self.unix.as_fd())];
            watched.extend(self.peers.iter().map(|peer| watch(peer.socket.as_fd())));
            // libFuzzer looks after its own timeout by a signal.
            if poll(&mut watched, PollTimeout::NONE).is_err() {
                continue;
            }
            let ready: Vec<bool> = watched.iter().map(|watched| watched.any() == Some(true)).collect();
            // In the order in which they came; a change comes after all that was requested before it.
            for index in (3..ready.len()).rev().filter(|&index| ready[index]) {
                if let Fate::Ends = self.hear(index - 3) {
                    self.peers.remove(index - 3);
                }
            }
            self.accept();
            if ready[0] {
                self.begin_anew();
            }
        }
    }

    fn accept(&mut self) {
        while let Ok((socket, _)) = self.tcp.accept() {
            // So that no thousands of them stay behind for a minute each.
            let _ = SockRef::from(&socket).set_linger(Some(Duration::ZERO));
            let _ = socket.set_nodelay(true);
            self.welcome(Socket::Tcp(socket));
        }
        while let Ok((socket, _)) = self.unix.accept() {
            self.welcome(Socket::Unix(socket));
        }
    }

    fn welcome(&mut self, socket: Socket) {
        let plain = SockRef::from(&socket);
        let _ = plain.set_nonblocking(false);
        let _ = plain.set_write_timeout(Some(IMPATIENCE));
        self.peers.push(Peer { socket, silent: false, knows_password: false });
    }

    fn begin_anew(&mut self) {
        let _ = self.caller.read(&mut [0]);
        self.peers.clear();
        self.play = NEXT.lock().unwrap().take();
        self.token.clear();
        self.refill();
        let _ = self.caller.write_all(b"!");
    }

    fn refill(&mut self) {
        self.left = self.play.iter().flat_map(|(play, _)| play.deeds.iter().cloned()).collect();
    }

    fn hear(&mut self, index: usize) -> Fate {
        let mut request = [0; 16 * 1024];
        match self.peers[index].socket.read(&mut request) {
            Ok(0) => Fate::Ends,
            Ok(length) => {
                let request = &request[..length];
                let password = self.play.as_ref().map_or(&[][..], |(_, password)| password);
                if !password.is_empty() && request.windows(password.len()).any(|window| window == password) {
                    self.peers[index].knows_password = true;
                }
                let token = token(request);
                if let Some(token) = &token {
                    self.token.clone_from(token);
                }
                if self.peers[index].silent { Fate::Stays } else { self.answer(index, &token.unwrap_or_default()) }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Fate::Stays,
            Err(_) => Fate::Ends,
        }
    }

    fn answer(&mut self, index: usize, token: &[u8]) -> Fate {
        let ending = self.play.as_ref().map_or(Ending::Closes, |(play, _)| play.ending);
        if self.left.is_empty() && ending == Ending::Repeats {
            self.refill();
        }
        if self.left.is_empty() {
            return if ending == Ending::IsSilent { Fate::Stays } else { Fate::Ends };
        }
        let (mut out, mut last) = (Vec::new(), Vec::new());
        while let Some(deed) = self.left.pop_front() {
            match deed {
                Deed::Hear => break,
                Deed::Say(text) => last = text,
                Deed::SayToken(Within::Value) => last.clone_from(&self.token),
                Deed::SayToken(Within::Error) => last = token.to_vec(),
                Deed::SayPassword => {
                    let password = self.play.as_ref().filter(|_| self.peers[index].knows_password);
                    last = password.map(|(_, password)| password.clone()).unwrap_or_default();
                }
                Deed::SayAgain => {
                    last = last.repeat((MOST / last.len().max(1)).min(255));
                }
                Deed::Pause | Deed::LongPause => {
                    if self.say(index, &mut out).is_err() {
                        return Fate::Ends;
                    }
                    thread::sleep(if deed == Deed::Pause { PAUSE } else { LONG_PAUSE });
                    continue;
                }
                Deed::Close | Deed::Reset => {
                    let _ = self.say(index, &mut out);
                    let socket = &self.peers[index].socket;
                    if deed == Deed::Reset {
                        let _ = SockRef::from(socket).set_linger(Some(Duration::ZERO));
                        return Fate::Ends;
                    }
                    let _ = SockRef::from(socket).shutdown(std::net::Shutdown::Write);
                    self.peers[index].silent = true;
                    return Fate::Stays;
                }
                Deed::FallSilent => self.peers[index].silent = true,
            }
            if out.len() + last.len() <= MOST {
                out.extend_from_slice(&last);
            }
        }
        if self.say(index, &mut out).is_ok() { Fate::Stays } else { Fate::Ends }
    }

    fn say(&mut self, index: usize, out: &mut Vec<u8>) -> std::io::Result<()> {
        SAID.fetch_add(out.len(), Ordering::Relaxed);
        let said = self.peers[index].socket.write_all(out);
        out.clear();
        said
    }
}

fn token(request: &[u8]) -> Option<Vec<u8>> {
    let start = request.windows(3).rposition(|window| window == b"rl_" || window == b"rn_")?;
    Some(request[start..].iter().take_while(|&&byte| byte != b'\r').copied().collect())
}

impl Socket {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Tcp(socket) => socket.read(buffer),
            Self::Unix(socket) => socket.read(buffer),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match self {
            Self::Tcp(socket) => socket.write_all(bytes),
            Self::Unix(socket) => socket.write_all(bytes),
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(socket) => socket.as_fd(),
            Self::Unix(socket) => socket.as_fd(),
        }
    }
}

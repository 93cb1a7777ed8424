//! Owns one private redis-server per value: its process, its folder, its port and socket, and the harness's own way to it.
//! Does not read MONITOR (monitor.rs), does not start processes (spawner.rs), does not play faults of the network (proxy.rs).

use std::fs;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::resp::{Client, Reply};
use super::spawner::{in_path, mortal, signal, spawn};
use super::{Monitor, PATIENCE, Proxy, eventually, free_port, lock};

/// The user as whom the harness speaks, so that tests may take every right from the default user, or give it a password.
const HARNESS: &str = "harness";

/// A real server of this test alone: empty, without persistence, on 127.0.0.1 and a unix socket. Gone when dropped.
#[derive(Debug)]
pub(crate) struct Server {
    folder: Folder,
    port: u16,
    /// 0: it speaks no TLS.
    tls_port: u16,
    options: Vec<String>,
    environment: Vec<(String, String)>,
    process: Mutex<Option<Child>>,
    client: Mutex<Option<Client>>,
    /// From where the harness has spoken to this server: what MONITOR shows from there is not the test's.
    pub(super) harness_addresses: Mutex<Vec<SocketAddr>>,
}

enum Start {
    Ready(Child),
    PortTaken,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// Starts a server, and tells its address.
    pub(crate) fn with_address() -> (Self, String) {
        let server = Self::start();
        let address = server.tcp_address();
        (server, address)
    }

    /// Starts a server, and a proxy in front of it.
    pub(crate) fn behind_a_proxy() -> (Self, Proxy) {
        let server = Self::start();
        let proxy = Proxy::start(server.port());
        (server, proxy)
    }

    /// Starts a server with options of its command line, such as `&["--maxmemory", "1mb"]`.
    pub(crate) fn with(options: &[&str]) -> Self {
        Self::start_on(options, &[], || 0)
    }

    /// Starts a server that speaks TLS, too, on a port of its own; `options` name its certificate.
    pub(super) fn with_tls(options: &[&str], environment: &[(String, String)]) -> Self {
        Self::start_on(options, environment, free_port)
    }

    fn start_on(options: &[&str], environment: &[(String, String)], tls_port: impl Fn() -> u16) -> Self {
        let mut server = Self {
            folder: Folder::new(),
            port: 0,
            tls_port: 0,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            environment: environment.to_vec(),
            process: Mutex::new(None),
            client: Mutex::new(None),
            harness_addresses: Mutex::new(Vec::new()),
        };
        // Another test may take a port between the look and the start.
        for _ in 0..100 {
            (server.port, server.tls_port) = (free_port(), tls_port());
            if let Start::Ready(process) = server.launch() {
                server.process = Mutex::new(Some(process));
                return server;
            }
        }
        panic!("100 ports in a row were taken by others");
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn tls_port(&self) -> u16 {
        self.tls_port
    }

    pub(crate) fn tcp_address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) fn unix_address(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    /// Makes a user with these rules beside a password, and returns the address as that user reaches it.
    pub(crate) fn user(&self, rules: &[&str]) -> String {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("user{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        assert_eq!(self.command(&[&["ACL", "SETUSER", &name, "on", ">pw"], rules].concat()), "OK");
        self.tcp_address().replace("redis://", &format!("redis://{name}:pw@"))
    }

    pub(crate) fn pid(&self) -> u32 {
        lock(&self.process).as_ref().expect("a server that runs").id()
    }

    /// Asks the server on the harness's own connection, with all rights whatever the test did to the default user.
    pub(crate) fn command(&self, words: &[&str]) -> Reply {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        self.command_bytes(&words)
    }

    pub(crate) fn command_bytes(&self, words: &[&[u8]]) -> Reply {
        let mut client = lock(&self.client);
        if client.as_ref().is_none_or(Client::is_closed) {
            *client = Some(self.connect());
        }
        if let Ok(reply) = client.as_mut().unwrap().ask(words) {
            return reply;
        }
        // Closed by the server in this instant, as Sentinel has it done to a master that it demotes.
        client.insert(self.connect()).ask(words).expect("an answer from the test's own server")
    }

    /// A new connection with the harness's rights.
    pub(crate) fn connect(&self) -> Client {
        let client = connect(self.port).expect("a connection to the test's own server");
        let address = client.stream().local_addr().unwrap();
        lock(&self.harness_addresses).push(address);
        client
    }

    /// Collects every command the server runs from now on.
    pub(crate) fn monitor(&self) -> Monitor<'_> {
        Monitor::start(self)
    }

    /// Stops the process as SIGSTOP does, and returns once it has really stopped. Its sockets stay open and silent.
    pub(crate) fn suspend(&self) {
        let pid = self.pid();
        signal(pid, "STOP");
        assert!(eventually(PATIENCE, || process_state(pid) == Some('T')), "process {pid} did not stop");
    }

    pub(crate) fn resume(&self) {
        signal(self.pid(), "CONT");
    }

    /// Ends the server at once, as a crash would: connections close, its data is gone.
    pub(crate) fn stop(&self) {
        if let Some(mut process) = lock(&self.process).take() {
            // SIGKILL ends a suspended process too. Errors mean that it ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
        *lock(&self.client) = None;
    }

    /// Starts again, empty, on the same port and socket; stops first if need be.
    pub(crate) fn restart(&self) {
        self.stop();
        let started = eventually(PATIENCE, || match self.launch() {
            Start::Ready(process) => {
                *lock(&self.process) = Some(process);
                true
            }
            Start::PortTaken => false,
        });
        assert!(started, "port {} was taken by another process", self.port);
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("s")
    }

    /// Starts the process and waits until it answers, or until it gave up because the port is taken.
    fn launch(&self) -> Start {
        let log = self.folder.path().join("log");
        let mut command = mortal(&self.folder.path().join("redis-server"));
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"]);
        command.arg("--dir").arg(self.folder.path()).arg("--unixsocket").arg(self.socket());
        command.args(["--save", "", "--appendonly", "no"]);
        command.args(["--user", HARNESS, "on", "nopass", "~*", "&*", "+@all"]);
        if self.tls_port != 0 {
            command.args(["--tls-port", &self.tls_port.to_string()]);
        }
        command.args(&self.options).args(options_for_all()).envs(self.environment.iter().cloned());
        let output = fs::File::create(&log).unwrap();
        command.stdin(Stdio::null()).stderr(output.try_clone().unwrap()).stdout(output);
        let mut process = spawn(command).expect("a redis-server that starts");
        let mut ended = false;
        let ready = eventually(PATIENCE, || {
            ended = process.try_wait().unwrap().is_some();
            ended || answers(&self.socket())
        });
        if ready && !ended {
            return Start::Ready(process);
        }
        let log = fs::read_to_string(&log).unwrap_or_default();
        if ended && log.contains("Address already in use") {
            return Start::PortTaken;
        }
        let _ = process.kill();
        let _ = process.wait();
        panic!("redis-server did not start with {:?}:\n{log}", self.options);
    }
}

/// A new connection with the harness's rights, to whichever server listens at a port; fails where it is down or another's.
pub(crate) fn connect(port: u16) -> io::Result<Client> {
    let mut client = Client::connect(port)?;
    let reply = client.ask(&[b"AUTH", HARNESS.as_bytes(), b"-"])?;
    if reply == "OK" { Ok(client) } else { Err(io::Error::other("no server of a test")) }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A folder of one process's own, with the program in it under the name `redis-server`. Gone when dropped.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        Self(new_folder())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: a folder that stays behind harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Options of the command line that every server gets: `.ci/matrix` runs tests with another kind of server by them.
fn options_for_all() -> Vec<String> {
    let options = std::env::var("REDISLOCK_TEST_SERVER_OPTIONS").unwrap_or_default();
    options.split_whitespace().map(str::to_owned).collect()
}

/// Any answer to PING, if only NOAUTH. By the socket, which is ours for certain: at the port another test's server may answer.
/// Redis opens the port before the socket and ends if it cannot, so the port is ours as well once the socket answers.
fn answers(socket: &Path) -> bool {
    let Ok(mut stream) = UnixStream::connect(socket) else {
        return false;
    };
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(b"PING\r\n").is_ok() && stream.read(&mut [0]).is_ok_and(|bytes| bytes == 1)
}

/// Makes the server's folder, with the program in it under the name `redis-server`.
fn new_folder() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // Short: a path to a unix socket may have 107 bytes. A folder of that name may stay from a process with the same pid.
        let folder = std::env::temp_dir().join(format!("redislock-{}-{number}", process::id()));
        if fs::create_dir(&folder).is_ok() {
            symlink(program(), folder.join("redis-server")).unwrap();
            return folder;
        }
        assert!(number < 10_000, "cannot make a folder like {}", folder.display());
    }
}

/// Debian's redis-tools brings the server without its name: one binary that looks at the name it was started under
/// (seen with 7.0.15 on Debian 12), hence the link in `new_folder`.
fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let elsewhere = [root.join("target/tools/redis-server"), PathBuf::from("/usr/bin/redis-check-rdb")];
    ["redis-server", "valkey-server"]
        .into_iter()
        .filter_map(in_path)
        .chain(elsewhere)
        .find(|program| program.is_file())
        .expect("redis-server or valkey-server in PATH, or redis-server in target/tools")
}

/// True once a process runs no more, also where its parent has yet to ask how it ended: process 1 of some containers never
/// does.
pub(crate) fn has_ended(pid: u32) -> bool {
    matches!(process_state(pid), None | Some('Z' | 'X'))
}

/// The letter of the process state: the first one after the name, which itself may contain anything.
fn process_state(pid: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

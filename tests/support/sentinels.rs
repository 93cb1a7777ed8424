//! Owns a master with two replicas, and the three sentinels that watch them: processes, folders, forced failovers.
//! Does not own the Redis processes' own handling (server.rs).

use std::fs;
use std::process::{Child, Stdio};

use super::server::Folder;
use super::spawner::{mortal, spawn};
use super::{Client, PATIENCE, Reply, Server, eventually, free_port};

/// Under which name the sentinels know the master.
pub(crate) const MASTER: &str = "my-master";

/// One real sentinel. Gone when dropped.
#[derive(Debug)]
pub(crate) struct Sentinel {
    port: u16,
    process: Child,
    password: Option<String>,
    _folder: Folder,
}

impl Sentinel {
    /// Starts one that watches whatever listens at `port`, with more lines of its configuration.
    pub(crate) fn watching(port: u16, quorum: usize, lines: &[&str]) -> Self {
        let folder = Folder::new();
        let password = lines.iter().find_map(|line| line.strip_prefix("requirepass ")).map(str::to_owned);
        let own = free_port();
        let file = folder.path().join("sentinel.conf");
        let watch = [
            format!("port {own}"),
            format!("dir {}", folder.path().display()),
            format!("sentinel monitor {MASTER} 127.0.0.1 {port} {quorum}"),
            format!("sentinel down-after-milliseconds {MASTER} 700"),
            format!("sentinel failover-timeout {MASTER} 2000"),
        ];
        let lines = watch.iter().map(String::as_str).chain(lines.iter().copied());
        fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
        let mut command = mortal(&folder.path().join("redis-server"));
        let log = fs::File::create(folder.path().join("log")).unwrap();
        command.arg(&file).arg("--sentinel").stdin(Stdio::null()).stderr(log.try_clone().unwrap()).stdout(log);
        let process = spawn(command).expect("a sentinel that starts");
        let sentinel = Self { port: own, process, password, _folder: folder };
        assert!(
            eventually(PATIENCE, || Client::connect(own).is_ok_and(|mut client| client.ask(&[b"PING"]).is_ok())),
            "the sentinel does not listen"
        );
        sentinel
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn command(&self, words: &[&str]) -> Reply {
        let mut client = Client::connect(self.port).unwrap();
        if let Some(password) = &self.password {
            client.ask(&[b"AUTH", password.as_bytes()]).unwrap();
        }
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        client.ask(&words).unwrap()
    }

    /// The port of whom it names as master.
    pub(crate) fn named(&self) -> u16 {
        self.command(&["SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER]).list()[1].text().parse().unwrap()
    }
}

impl Drop for Sentinel {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A master, two replicas, three sentinels.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) servers: [Server; 3],
    pub(crate) sentinels: [Sentinel; 3],
}

impl Watched {
    pub(crate) fn start() -> Self {
        Self::with(&[], &[])
    }

    /// Starts all with options of each Redis and lines of each sentinel's configuration.
    pub(crate) fn with(options: &[&str], lines: &[&str]) -> Self {
        let master = Server::with(&[&["--repl-diskless-sync-delay", "0"], options].concat());
        let port = master.port().to_string();
        let replica = || Server::with(&[&["--replicaof", "127.0.0.1", &port], options].concat());
        let servers = [replica(), replica()];
        let sentinels = std::array::from_fn(|_| Sentinel::watching(master.port(), 2, lines));
        let [one, other] = servers;
        let watched = Self { servers: [master, one, other], sentinels };
        watched.await_peace();
        watched
    }

    /// The address by all three sentinels.
    pub(crate) fn address(&self) -> String {
        let hosts: Vec<String> = self.sentinels.iter().map(|it| format!("127.0.0.1:{}", it.port())).collect();
        format!("redis-sentinel://{}/{MASTER}", hosts.join(","))
    }

    /// Whom the sentinels name.
    pub(crate) fn master(&self) -> &Server {
        let port = self.sentinels[0].named();
        self.servers.iter().find(|server| server.port() == port).expect("one of the three")
    }

    /// Has the sentinels make another the master, and returns once all agree and it is one. A failover that they give up, since a replica
    /// was busy, is ordered again; one that is under way refuses a second.
    pub(crate) fn fail_over(&self) {
        let before = self.master().port();
        let ordered = || {
            let is_new = self.sentinels[0].named() != before;
            if !is_new {
                self.sentinels[0].command(&["SENTINEL", "FAILOVER", MASTER]);
            }
            is_new && self.agree_on_another_than(before)
        };
        assert!(eventually(PATIENCE, ordered), "no failover by order");
    }

    /// Returns once all sentinels name another master, which says it is one.
    pub(crate) fn await_another_than(&self, before: u16) {
        assert!(eventually(PATIENCE, || self.agree_on_another_than(before)), "no failover");
    }

    fn agree_on_another_than(&self, before: u16) -> bool {
        let named = self.sentinels[0].named();
        named != before
            && self.sentinels.iter().all(|sentinel| sentinel.named() == named)
            && role(self.master()) == "master"
    }

    /// Whether all others follow the one that the sentinels name.
    pub(crate) fn has_one_master(&self) -> bool {
        let named = self.sentinels[0].named();
        let follows = |server: &Server| role(server) == if server.port() == named { "master" } else { "slave" };
        self.servers.iter().all(follows)
    }

    /// Returns once the sentinels know each other and both replicas, and writes reach these.
    fn await_peace(&self) {
        let has = |sentinel: &Sentinel, what: &str, count: usize| {
            sentinel.command(&["SENTINEL", what, MASTER]).list().len() == count
        };
        let known = || self.sentinels.iter().all(|it| has(it, "SENTINELS", 2) && has(it, "REPLICAS", 2));
        assert!(eventually(PATIENCE, known), "the sentinels do not find each other");
        for value in ["one", "two"] {
            self.servers[0].command(&["SET", "warm", value]);
            let followed = || self.servers[1..].iter().all(|it| it.command(&["GET", "warm"]) == value);
            assert!(eventually(PATIENCE, followed), "the replicas do not follow");
        }
        self.servers[0].command(&["DEL", "warm"]);
    }
}

/// What a Redis says it is.
pub(crate) fn role(server: &Server) -> String {
    server.command(&["ROLE"]).list()[0].text()
}

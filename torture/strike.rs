//! Owns the doing of one fault to Redis or the network: its begin, its end, and when both were.
//! Does not choose it (nemesis.rs), nor what it means (fault.rs).

use std::thread;
use std::time::{Duration, Instant};

use crate::chance::Chance;
use crate::clock::Clock;
use crate::fault::{Fault, Kind};
use crate::moves::Move;
use crate::orders::{Ground, MOVED, TTL};
use crate::support::cluster::Cluster;
use crate::support::quorums::Group;
use crate::support::sentinels::Watched;
use crate::support::{Held, PATIENCE, Proxy, Server, eventually};
use crate::term::Term;
use crate::time::{MS, Nanos, now};

/// The commands that the proxy loses, holds back and repeats: SET is an acquire, EVAL the release by an object's end, EVALSHA
/// everything else.
const COMMANDS: [&str; 4] = ["NX", "EVALSHA", "EVALSHA", "EVAL\r\n"];

/// One fault while it is done.
pub(crate) struct Strike<'a> {
    pub(crate) term: &'a Term<'a>,
    pub(crate) kind: Kind,
    /// How long it lasts, where it lasts.
    pub(crate) ms: u64,
    /// Of each server that it is done to, or 0.
    pub(crate) targets: Vec<u32>,
    pub(crate) faults: &'a mut Vec<Fault>,
}

impl Strike<'_> {
    /// Does it, and notes when it began and ended.
    pub(crate) fn at(mut self, ground: &Ground, chance: &mut Chance) {
        let victim = match ground {
            // Who only follows is not asked for anything.
            Ground::Sentinels(watched) => watched.master(),
            Ground::Cluster(cluster) => cluster.shard(usize::try_from(chance.within(0..3)).unwrap())[0],
            _ => chance.pick(&ground.servers()),
        };
        self.aim_at(&[victim]);
        match ground {
            Ground::OneMaster(master) if self.kind.is_of_the_proxy() => {
                self.network(&master.proxy, chance.pick::<&str>(&COMMANDS));
            }
            Ground::OneMaster(master) if self.kind.moves_the_clock() => {
                let by = Nanos::try_from(chance.within(100..3_000)).unwrap() * MS;
                if let Some(clock) = &master.clock {
                    self.jump(clock, if self.kind == Kind::ClockBack { -by } else { by });
                }
            }
            Ground::Cable(_, cable) if self.kind == Kind::Unplug => {
                let (term, ms) = (self.term, self.ms);
                self.during(|| cable.pull(), || term.sleep(ms), || cable.plug());
            }
            Ground::Sentinels(watched) if self.kind == Kind::Failover => self.sentinels(watched, chance),
            Ground::Sentinels(watched) if self.kind == Kind::ReplicasStop => {
                let replicas = watched.servers.iter().filter(|server| server.port() != victim.port());
                let replicas: Vec<&Server> = replicas.collect();
                self.aim_at(&replicas);
                let (term, ms) = (self.term, self.ms);
                let each = |act: fn(&Server)| replicas.iter().for_each(|server| act(server));
                self.during(|| each(Server::suspend), || term.sleep(ms), || each(Server::resume));
            }
            Ground::Cluster(cluster) if self.kind == Kind::Failover => self.cluster(cluster, chance),
            Ground::Cluster(cluster) if self.kind == Kind::SlotMove => self.slot(cluster, chance),
            Ground::Quorum(group, proxies) => self.quorum(group, proxies, victim, chance),
            _ => self.redis(victim),
        }
    }

    /// A jump of the server's wall clock, which stays where it is then.
    pub(crate) fn jump(&mut self, clock: &Clock, by: Nanos) {
        self.moment(|| clock.jump(by));
        self.last(|fault| fault.by = by);
    }

    fn redis(&mut self, server: &Server) {
        let (term, ms) = (self.term, self.ms);
        let command = |words: &[&str]| assert!(!server.command(words).is_error("ERR"), "{words:?}");
        match self.kind {
            Kind::RedisStop => self.during(|| server.suspend(), || term.sleep(ms), || server.resume()),
            Kind::RedisRestart => {
                let down = ms.min(400);
                self.during(|| server.stop(), || term.sleep(down), || server.restart());
            }
            Kind::RedisPause => {
                let pause = ms.to_string();
                let on = || command(&["CLIENT", "PAUSE", &pause, "ALL"]);
                self.for_so_long(on, || thread::sleep(Duration::from_millis(100)));
            }
            Kind::RedisSleep => {
                #[allow(clippy::cast_precision_loss)]
                let seconds = (ms as f64 / 1e3).to_string();
                let mut client = server.connect();
                let patience = Some(PATIENCE + Duration::from_millis(ms));
                client.stream().set_read_timeout(patience).unwrap();
                let asleep = || {
                    client.send(format!("DEBUG SLEEP {seconds}\r\n").as_bytes()).unwrap();
                    // Whatever came before it has run by then.
                    thread::sleep(Duration::from_millis(40));
                };
                self.for_so_long(asleep, || ());
                client.read_reply().unwrap();
                self.ends_now();
            }
            Kind::Busy => {
                command(&["CONFIG", "SET", "lua-time-limit", "1"]);
                let mut client = server.connect();
                let on = || {
                    client.send(b"EVAL \"while true do end\" 0\r\n").unwrap();
                    thread::sleep(Duration::from_millis(5));
                };
                self.during(on, || term.sleep(ms), || command(&["SCRIPT", "KILL"]));
                // It ends a moment later.
                client.read_reply().unwrap();
                self.ends_now();
            }
            Kind::ReadOnly => {
                let on = || command(&["REPLICAOF", "127.0.0.1", "1"]);
                self.during(on, || term.sleep(ms), || command(&["REPLICAOF", "NO", "ONE"]));
            }
            Kind::Flush => self.moment(|| command(&["FLUSHALL"])),
            Kind::ScriptFlush => self.moment(|| command(&["SCRIPT", "FLUSH"])),
            _ => self.moment(|| command(&["CLIENT", "KILL", "TYPE", "normal"])),
        }
    }

    fn network(&mut self, proxy: &Proxy, pattern: &str) {
        let (term, ms) = (self.term, self.ms);
        let rest = || term.sleep(ms);
        match self.kind {
            Kind::Cut => self.during(|| proxy.cut(), rest, || proxy.heal()),
            Kind::Refuse => self.during(|| proxy.refuse(), rest, || proxy.heal()),
            Kind::Delay => {
                let delay = Duration::from_millis(ms / 4);
                let off = || {
                    proxy.pass();
                    // Those that are on their way.
                    thread::sleep(delay);
                };
                self.during(|| proxy.delay_replies(delay), rest, off);
            }
            Kind::Close => self.moment(|| proxy.kill_connections()),
            Kind::LoseRequest | Kind::LoseReply => {
                let rule = if self.kind == Kind::LoseRequest {
                    proxy.swallow_request(pattern)
                } else {
                    proxy.swallow_replies_after(pattern)
                };
                self.during(|| (), rest, || proxy.pass());
                self.forget_unless(rule.hits() > 0);
            }
            Kind::HoldBack => self.late(proxy, &proxy.hold_request(pattern)),
            _ => self.late(proxy, &proxy.repeat_late(pattern)),
        }
    }

    /// Delivers a request late that the proxy keeps, if one came by.
    fn late(&mut self, proxy: &Proxy, held: &Held) {
        let (term, ms) = (self.term, self.ms);
        let deliver = || {
            if held.is_held() {
                held.release();
            }
            proxy.pass();
        };
        self.during(|| (), || term.sleep(100 + ms), deliver);
        self.forget_unless(held.is_held());
    }

    /// Nothing came by that it could have been done to: then it was not.
    fn forget_unless(&mut self, done: bool) {
        if !done {
            self.faults.truncate(self.faults.len() - self.targets.len());
        }
    }

    /// Another master: by order, or because the first has stopped answering.
    fn sentinels(&mut self, watched: &Watched, chance: &mut Chance) {
        let before = watched.master();
        let old = before.port();
        self.aim_at(&[before]);
        let is_ordered = chance.within(0..2) == 0;
        let replace = || {
            if is_ordered {
                watched.fail_over();
            } else {
                before.suspend();
                watched.await_another_than(old);
                before.resume();
            }
        };
        // Until then the old one takes writes that are lost.
        let settle = || assert!(eventually(PATIENCE, || watched.has_one_master()), "the old master stays one");
        self.during(replace, || (), settle);
    }

    fn cluster(&mut self, cluster: &Cluster, chance: &mut Chance) {
        let shard = usize::try_from(chance.within(0..3)).unwrap();
        let [old, _] = cluster.shard(shard);
        self.aim_at(&[old]);
        let is_ordered = chance.within(0..2) == 0;
        let replace = || {
            if is_ordered {
                cluster.swap(shard);
            } else {
                cluster.replace_stopped(shard);
            }
        };
        let settle = || cluster.await_peace();
        self.during(replace, || (), settle);
    }

    /// To another shard and back, so that a key's home is where it was.
    fn slot(&mut self, cluster: &Cluster, chance: &mut Chance) {
        let key = *chance.pick(&MOVED);
        let home = cluster.home(key);
        let other = (home + usize::try_from(chance.within(1..3)).unwrap()) % 3;
        // All nodes are asked for a key that moves.
        self.targets = vec![0];
        let (term, ms) = (self.term, self.ms);
        let half = |from: usize, to: usize| {
            let moving = Move::of(cluster, key, from, to);
            moving.begin();
            moving.some(2);
            term.sleep(ms / 2);
            moving.end();
        };
        self.during(|| half(home, other), || half(other, home), || cluster.await_peace());
    }

    /// Some masters of a quorum, a minority or not, or one of them.
    fn quorum(&mut self, group: &Group, proxies: &[Proxy], victim: &Server, chance: &mut Chance) {
        let (term, ms) = (self.term, self.ms);
        let count = match self.kind {
            Kind::RedisStop | Kind::RedisDown | Kind::MinorityCut => chance.within(1..3),
            Kind::MajorityStop | Kind::MajorityDown | Kind::MajorityCut => chance.within(3..5),
            _ => return self.redis(victim),
        };
        let all = group.servers.iter().zip(proxies);
        let first = usize::try_from(chance.within(0..5)).unwrap();
        let some = all.cycle().skip(first).take(usize::try_from(count).unwrap());
        let (servers, proxies): (Vec<&Server>, Vec<&Proxy>) = some.unzip();
        self.aim_at(&servers);
        let (each, each_way) = (
            |act: fn(&Server)| servers.iter().for_each(|server| act(server)),
            |act: fn(&Proxy)| proxies.iter().for_each(|proxy| act(proxy)),
        );
        match self.kind {
            Kind::MinorityCut | Kind::MajorityCut => {
                self.during(|| each_way(Proxy::cut), || term.sleep(ms), || each_way(Proxy::heal));
            }
            Kind::RedisStop | Kind::MajorityStop => {
                self.during(|| each(Server::suspend), || term.sleep(ms), || each(Server::resume));
            }
            _ => {
                // For so long that no lease is left that the empty ones could break.
                let down = Duration::from_secs_f64(TTL + 0.1);
                self.during(|| each(Server::stop), || thread::sleep(down), || each(Server::restart));
            }
        }
    }

    fn moment(&mut self, strike: impl FnOnce()) {
        self.during(strike, || (), || ());
    }

    fn during(&mut self, begin: impl FnOnce(), rest: impl FnOnce(), end: impl FnOnce()) {
        let from = now();
        begin();
        let on = now();
        rest();
        let off = now();
        end();
        for target in &self.targets {
            self.faults.push(Fault { kind: self.kind, target: *target, from, on, off, until: now(), by: 0 });
        }
    }

    /// One that ends by itself, its time after its begin at the earliest.
    fn for_so_long(&mut self, begin: impl FnOnce(), end: impl FnOnce()) {
        let over = Instant::now() + Duration::from_millis(self.ms);
        self.during(begin, || thread::sleep(over.saturating_duration_since(Instant::now())), end);
        let ms = Nanos::try_from(self.ms).unwrap() * MS;
        // This thread may have slept longer than Redis.
        self.last(|fault| fault.off = fault.off.min(fault.from + ms));
    }

    fn ends_now(&mut self) {
        self.last(|fault| fault.until = now());
    }

    fn last(&mut self, change: impl Fn(&mut Fault)) {
        let done = self.faults.len() - self.targets.len();
        self.faults[done..].iter_mut().for_each(change);
    }

    fn aim_at(&mut self, servers: &[&Server]) {
        self.targets = servers.iter().map(|server| u32::from(server.port())).collect();
    }
}

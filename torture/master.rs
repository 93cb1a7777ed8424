//! Owns the one master of the layout of that name: a server that speaks TLS besides, wants a user and a password or none, and
//! whose wall clock can jump; and every way to it. Does not break any of these (strike.rs).

use std::path::Path;
use std::time::Duration;

use crate::clock::Clock;
use crate::support::authority::{Authority, HERE};
use crate::support::tls_front::Front;
use crate::support::{Proxy, Server};

/// All that a holder needs by docs/servers.md's "ACL rules", and no more.
const USER: [&str; 21] = [
    "--user",
    "app",
    "on",
    ">p@ss:w/rd",
    "~*",
    "+set",
    "+get",
    "+del",
    "+exists",
    "+pttl",
    "+pexpire",
    "+persist",
    "+llen",
    "+rpush",
    "+eval",
    "+evalsha",
    "+blpop",
    "+time",
    "+wait",
    "--user",
    "default",
];
/// The same in an address.
const SECRETS: &str = "app:p%40ss%3Aw%2Frd@";
/// How long a reply takes on the long way: a network between two cities.
const FAR: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(crate) struct Master {
    pub(crate) server: Server,
    /// What the nemesis does to a network it does here.
    pub(crate) proxy: Proxy,
    /// TLS in front of the proxy.
    front: Front,
    far: Proxy,
    authority: Authority,
    /// Whether it wants a user and a password.
    is_guarded: bool,
    /// None: the server's time calls cannot be answered by a library here.
    pub(crate) clock: Option<Clock>,
}

impl Master {
    /// `is_guarded`: it wants a user and a password. Then nothing but AUTH is sent to a server that does not reply to it, so
    /// that less is under way when the network is cut.
    pub(crate) fn start(folder: &Path, is_guarded: bool) -> Self {
        let clock = Clock::make(folder).map_err(|reason| println!("no jumps of Redis's clock: {reason}")).ok();
        let authority = Authority::new();
        let identity = authority.signs(HERE);
        let environment = clock.as_ref().map(|clock| clock.environment().to_vec()).unwrap_or_default();
        let user = if is_guarded { [&USER[..], &["off"]].concat() } else { Vec::new() };
        let options = [&["--enable-debug-command", "yes"], &user[..]].concat();
        let server = authority.server_in(&identity, &options, &environment);
        let proxy = Proxy::for_long(server.port());
        let front = Front::start(&identity, proxy.port());
        let far = Proxy::for_long(server.port());
        far.delay_replies(FAR);
        let master = Self { server, proxy, front, far, authority, is_guarded, clock };
        if master.clock.as_ref().is_some_and(|clock| !master.follows(clock)) {
            println!("no jumps of Redis's clock: it does not follow the library in front of its time calls");
            return Self { clock: None, ..master };
        }
        master
    }

    /// The address for a worker: through the proxy, by a unix socket, by TLS through the proxy, by TCP or by TLS in turn.
    pub(crate) fn address(&self, slot: usize) -> String {
        match slot % 8 {
            0 | 4 => self.named(&self.proxy.address()),
            1 | 5 => self.named(&self.server.unix_address()),
            2 | 6 => self.named(&self.authority.address_of(self.front.port(), "")),
            7 => self.named(&self.authority.address(&self.server, "")),
            _ => self.named(&self.server.tcp_address()),
        }
    }

    /// The address of who keeps many locks.
    pub(crate) fn far_address(&self) -> String {
        self.named(&self.far.address())
    }

    /// An address with the user and the password, where they are wanted.
    fn named(&self, address: &str) -> String {
        let secrets = if self.is_guarded { SECRETS } else { "" };
        address.replacen("://", &format!("://{secrets}"), 1)
    }

    /// Whether the server's time is the one that it is given.
    fn follows(&self, clock: &Clock) -> bool {
        let seconds = || self.server.command(&["TIME"]).list()[0].text().parse::<i64>().unwrap();
        let (before, by) = (seconds(), 100_000_000_000);
        clock.jump(by);
        let after = seconds();
        clock.jump(-by);
        after - before >= 100 && seconds() - before < 100
    }
}

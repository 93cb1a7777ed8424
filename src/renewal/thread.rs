//! Owns what each turn of the thread that extends leases does: extends that are due go to their destinations, and replies to their leases.
//! Does not own its loop, when it starts and ends (`renewal`), the sockets of one address (`destination`), votes (`leases`).

use std::collections::HashMap;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags};

use crate::address::Address;
use crate::clock::Instant;
use crate::lease::Standing;
use crate::net::poll_set::PollSet;
use crate::net::resolver::Names;
use crate::node::operation::Operation;
use crate::renewal::Renewable;
use crate::renewal::destination::{Destination, News};
use crate::renewal::leases::{LeaseId, Leases, Renewed, Target};
use crate::renewal::pipe::{ExtendState, Item, Whose};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};
use crate::topology::{Memory, Topology as _};
use crate::ttl::Deadline;

/// What is due within this time is sent together with what is due now.
const TOGETHER: Duration = Duration::from_millis(2);
/// How long the thread sleeps at most: it then forgets leases that have ended.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);
/// How long the search for ended leases is put off for each lease that there is: it looks at ten thousand leases a second at most.
const TIDY_INTERVAL: Duration = Duration::from_micros(100);

/// All that the thread works with.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) leases: Leases,
    pub(super) destinations: Vec<Option<Destination>>,
    by_address: HashMap<Arc<Address>, usize>,
    pub(super) names: Names,
    /// When leases that have ended are looked for next.
    look: Instant,
    /// Addresses that have no connection any more.
    pub(super) left: Vec<Arc<Address>>,
}

impl Work {
    pub(super) fn new(names: Names) -> Self {
        Self {
            leases: Leases::default(),
            destinations: Vec::new(),
            by_address: HashMap::new(),
            names,
            look: Instant::now(),
            left: Vec::new(),
        }
    }

    /// Tells whether there is nothing to renew.
    pub(super) fn is_idle(&self) -> bool {
        self.leases.len() == 0
    }

    /// Adds a lease that was found to be held at `since`.
    pub(super) fn add(&mut self, renewable: Renewable, since: Instant) {
        if self.leases.is_crowded() {
            self.forget_ended(since);
        }
        let timeouts = renewable.destinations.timeouts;
        let members = renewable.destinations.members.iter().map(|address| {
            let at = self.destination(address, address.timeouts(timeouts), since);
            self.with(at, |destination| destination.add_user(since.after(super::connects_after(renewable.gate.ttl))));
            Target::at(at)
        });
        let members = members.collect();
        self.leases.add(renewable, since, members);
    }

    /// Does what is due at `now`.
    pub(super) fn go_on(&mut self, now: Instant) {
        self.names.take_in();
        // Each lease once: with a short ttl its next attempt may be due within the same time.
        for id in self.leases.due_by(now.after(TOGETHER)) {
            self.attempt(id, now);
        }
        if now >= self.look {
            self.forget_ended(now);
        }
        // What one destination reports may be work for another: twice is enough, the rest comes with the next turn.
        for _ in 0..2 {
            for at in 0..self.destinations.len() {
                self.hear(at, now, |destination, leases, names, news| destination.go_on(now, leases, names, news));
            }
        }
        self.close_idle(now);
    }

    /// Sleeps until there is something to do or `wakes` has news, and hears what the sockets have. Not longer than `until`.
    pub(super) fn wait(&mut self, wakes: BorrowedFd<'_>, until: Instant) {
        let sockets = self.destinations.iter().enumerate().flat_map(|(at, destination)| {
            destination.iter().flat_map(Destination::sockets).map(move |(which, socket)| (Some((at, which)), socket))
        });
        let wakes = (None, PollFd::new(wakes, PollFlags::POLLIN));
        // What cannot be waited for is looked at in the next turn.
        let (_, news) = std::iter::once(wakes).chain(sockets).collect::<PollSet<'_, _>>().wait(until, None);
        let now = Instant::now();
        for (at, which) in news.into_iter().flatten() {
            self.hear(at, now, |destination, leases, names, news| {
                destination.take_in(which, now, leases, names, news);
            });
        }
    }

    /// Returns until when the thread may sleep.
    pub(super) fn next_due(&self, now: Instant) -> Instant {
        let destinations = self.destinations.iter().flatten().filter_map(|destination| destination.due(&self.names));
        destinations.chain(self.leases.next_due()).fold(now.after(LONGEST_SLEEP), Instant::min)
    }

    /// Does `work` at a destination, and acts on what it reports.
    fn hear(&mut self, at: usize, now: Instant, work: impl FnOnce(&mut Destination, &Leases, &mut Names, &mut News)) {
        let mut news = News::default();
        let Self { destinations, leases, names, .. } = self;
        if let Some(destination) = &mut destinations[at] {
            work(destination, leases, names, &mut news);
            self.take(at, news, now);
        }
    }

    /// Queues an extend of a lease that is due for each member that has none under way. Removes a lease that has ended, and gives one up after
    /// the last try past its deadline, or an io_timeout after the deadline.
    pub(super) fn attempt(&mut self, id: LeaseId, now: Instant) {
        let Some(lease) = self.leases.get_mut(id) else { return };
        let pause = lease.pause();
        match lease.renewable.gate.standing(now) {
            Standing::Over => return self.remove(id),
            Standing::Trusted => lease.is_last = false,
            Standing::Expired(deadline) => {
                let grace = lease.renewable.destinations.timeouts.io;
                let is_hopeless = matches!(deadline, Deadline::At(at) if at.after(grace) <= now);
                if is_hopeless || (lease.is_last && !lease.is_pending()) {
                    lease.renewable.gate.close();
                    return self.remove(id);
                }
                if !std::mem::replace(&mut lease.is_last, true) && lease.is_pending() {
                    stats::count(Counter::Failed);
                }
                // One more try is worth it: it tells whether the lease is still there, or lost.
            }
        }
        if lease.renewable.destinations.members.is_empty() {
            return self.extend_in_memory(id, now);
        }
        lease.begin();
        let idle = lease.members.iter_mut().enumerate().filter(|(_, member)| member.pending == 0);
        let extends: Vec<(usize, Whose)> = idle
            .map(|(index, member)| {
                (member.pending, member.hops) = (1, 0);
                (member.at, Whose::new(id, index, member.moves))
            })
            .collect();
        for (at, whose) in extends {
            self.with(at, |destination| destination.queue(whose, None, pause, now));
        }
        self.leases.schedule(id, now.after(pause));
    }

    /// Extends a lease whose key is in this process's memory: no request, and no reply to wait for.
    fn extend_in_memory(&mut self, id: LeaseId, now: Instant) {
        let Some(lease) = self.leases.get(id) else { return };
        let renewable = &lease.renewable;
        let mut reply = Ok(None);
        let is_wanted =
            renewable.gate.pass(now, |ttl, _| reply = Memory.extend(&renewable.scope, &renewable.token, ttl));
        match reply {
            Ok(Some(deadline)) => {
                renewable.gate.confirm(deadline);
                stats::count(Counter::Renewed);
                self.leases.schedule_after_success(id, now);
            }
            // It has ended, or is as long as it may become, or is lost.
            _ if !is_wanted || renewable.gate.lose() => self.remove(id),
            // Its own forceRelease() is under way, which may yet fail.
            _ => self.leases.schedule(id, now.after(lease.pause())),
        }
    }

    /// Acts on what a destination reports.
    fn take(&mut self, at: usize, news: News, now: Instant) {
        for whose in news.resent {
            self.count_pending(at, whose, 1);
        }
        for id in news.found.over {
            self.remove(id);
        }
        for (whose, reply) in news.replies {
            self.settle_reply(at, whose, reply, now);
        }
        for (whose, worked) in news.unanswered {
            self.count_pending(at, whose, -1);
            if self.leases.get(whose.lease).is_none() {
                continue;
            }
            stats::count(Counter::Failed);
            let target = self.leases.target(whose.lease, whose.member, whose.moves);
            let is_open = !whose.is_elsewhere && target.is_some_and(|target| target.pending == 0);
            if worked && is_open {
                self.queue(at, whose, None, now);
            }
        }
        if news.is_unreachable
            && let (leases, Some(destination)) = (&self.leases, &mut self.destinations[at])
        {
            for whose in destination.forget_ended(leases) {
                self.count_pending(at, whose, -1);
            }
        }
        if news.is_unreachable || news.is_silent {
            self.ask_neighbours(at, now);
        }
    }

    /// Acts on what an extend has come to. If its key has moved since, another node has the say; if its lease was split, it was about other
    /// keys.
    fn settle_reply(&mut self, at: usize, whose: Whose, state: ExtendState, now: Instant) {
        self.count_pending(at, whose, -1);
        if !whose.counts(&self.leases) {
            return;
        }
        if whose.is_elsewhere {
            self.hear_elsewhere(at, whose, &state);
        }
        let Some(lease) = self.leases.get_mut(whose.lease) else { return };
        let sent = whose.sent.unwrap_or(now);
        match state {
            ExtendState::Done(Ok(Some(lives))) => {
                let deadline = lease.renewable.destinations.deadline(lives, sent);
                if lease.note_yes(whose.member, deadline, sent) {
                    stats::count(Counter::Renewed);
                    self.leases.schedule_after_success(whose.lease, sent);
                }
            }
            ExtendState::Done(Ok(None)) => {
                if lease.note_no(whose.member, sent) {
                    self.release_minority(whose.lease);
                    self.remove(whose.lease);
                }
            }
            ExtendState::Send(operation) => self.queue(at, whose, Some(operation), now),
            ExtendState::Done(Err(failure)) => self.settle_refusal(at, whose, &failure, now),
            ExtendState::Over => {}
        }
    }

    pub(super) fn queue(&mut self, at: usize, whose: Whose, so_far: Option<Operation>, now: Instant) {
        self.count_pending(at, whose, 1);
        let Some(pause) = self.leases.get(whose.lease).map(Renewed::pause) else { return };
        self.with(at, |destination| destination.queue(whose, so_far, pause, now));
    }

    /// Counts the extends under way for a member, apart from the others those at other nodes than the one that the key is taken to be at.
    fn count_pending(&mut self, at: usize, whose: Whose, change: i8) {
        let member = self.leases.get_mut(whose.lease).and_then(|lease| lease.members.get_mut(whose.member));
        let Some(member) = member.filter(|member| whose.moves == member.moves) else { return };
        if !whose.is_elsewhere {
            member.pending = member.pending.saturating_add_signed(change);
        } else if change > 0 {
            member.asked.push(at);
        } else if let Some(index) = member.asked.iter().position(|asked| *asked == at) {
            member.asked.swap_remove(index);
        }
    }

    fn release_minority(&mut self, id: LeaseId) {
        let Some(Renewed { renewable, members, .. }) = self.leases.get(id) else { return };
        let Renewable { gate, scope, token, .. } = renewable;
        if !gate.may_release_minority(token) {
            return;
        }
        // Of one that has said nothing yet an extend may be under way: it would have the key for a whole ttl.
        let has_it = members.iter().filter(|member| member.refused.is_none());
        let releases: Vec<(usize, Item)> =
            has_it.map(|member| (member.at, Item::Release { scope: scope.clone(), token: token.clone() })).collect();
        for (at, release) in releases {
            self.with(at, |destination| destination.queue.push_back(release));
        }
    }

    fn forget_ended(&mut self, now: Instant) {
        for id in self.leases.ended() {
            self.remove(id);
        }
        let looks = u32::try_from(self.leases.len()).unwrap_or(u32::MAX);
        self.look = now.after(LONGEST_SLEEP.max(TIDY_INTERVAL.saturating_mul(looks)));
    }

    fn remove(&mut self, id: LeaseId) {
        let Some(lease) = self.leases.remove(id) else { return };
        for member in lease.members {
            self.with(member.at, |destination| destination.users -= 1);
        }
    }

    fn close_idle(&mut self, now: Instant) {
        for at in 0..self.destinations.len() {
            if let Some(idle) = self.destinations[at].take_if(|destination| destination.has_been_idle(now)) {
                self.by_address.remove(&idle.address);
                self.left.push(idle.address);
            }
        }
        let unconnected =
            self.destinations.iter().flatten().filter(|destination| !destination.has_connection()).count();
        self.names.provisions.keep_for(unconnected);
        while self.destinations.last().is_some_and(Option::is_none) {
            self.destinations.pop();
        }
    }

    /// Returns the index of an address's destination, which is made if there is none, and has it use these timeouts.
    pub(super) fn destination(&mut self, address: &Arc<Address>, timeouts: Timeouts, now: Instant) -> usize {
        if let Some(&at) = self.by_address.get(address) {
            self.with(at, |destination| destination.timeouts = timeouts);
            return at;
        }
        let free = self.destinations.iter().position(Option::is_none).unwrap_or(self.destinations.len());
        let made = Some(Destination::new(address.clone(), timeouts, now));
        if free == self.destinations.len() {
            self.destinations.push(None);
        }
        self.destinations[free] = made;
        self.by_address.insert(address.clone(), free);
        free
    }

    pub(super) fn with(&mut self, at: usize, change: impl FnOnce(&mut Destination)) {
        if let Some(Some(destination)) = self.destinations.get_mut(at) {
            change(destination);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;

    use socket2::SockRef;

    use super::*;
    use crate::connection::arrival::Opened;
    use crate::connection::sentinel::Named;
    use crate::key::Key;
    use crate::lease::{Gate, Held, Lease};
    use crate::renewal::destination::Which;
    use crate::scope::Scope;
    use crate::token::{Promise, Token};
    use crate::topology::Destinations;
    use crate::ttl::Ttl;

    const TTL: Duration = Duration::from_secs(30);
    const NO_PERMISSION: &str = "-NOPERM this user has no permissions\r\n";
    /// An extend has succeeded.
    const YES: &str = ":30000\r\n";
    const NO: &str = ":0\r\n";

    /// The thread's work, on connections to nodes that the test plays. Their addresses are names alone.
    struct Rehearsal {
        work: Work,
        /// The other end of each node's first connection.
        far: Vec<UnixStream>,
        /// Of each node's first connection.
        sentinels: Vec<UnixStream>,
        /// When the leases were taken, and the instant at which all that follows happens: then the first extends are due.
        since: Instant,
        now: Instant,
    }

    fn address(node: usize) -> Arc<Address> {
        Arc::new(Address::parse(&format!("redis://127.0.0.1:{}", 7_000 + node)).unwrap())
    }

    fn moved_to(node: usize) -> String {
        format!("-MOVED 1 127.0.0.1:{}\r\n", 7_000 + node)
    }

    fn timeouts() -> Timeouts {
        Timeouts { connect: TTL, io: TTL }
    }

    /// `k`, or a list of several keys.
    fn scope(keys: &[&str]) -> Scope {
        Scope::all(keys.iter().map(|key| Key::new(b"", key.as_bytes()).unwrap()).collect()).unwrap()
    }

    impl Rehearsal {
        fn of(nodes: usize) -> Self {
            let since = Instant::now();
            let (work, now) = (Work::new(Names::at_once()), since.after(TTL / 3));
            let mut rehearsal = Self { work, far: Vec::new(), sentinels: Vec::new(), since, now };
            for node in 0..nodes {
                assert_eq!(rehearsal.work.destination(&address(node), timeouts(), now), node);
                let [far, sentinel] = rehearsal.connect(node);
                rehearsal.far.push(far);
                rehearsal.sentinels.push(sentinel);
            }
            rehearsal
        }

        /// Makes a connection to a node, beside the one that is there; returns its other end, and the sentinel's that watches the node.
        fn connect(&mut self, node: usize) -> [UnixStream; 2] {
            let [(far, near), (sentinel, watch)] = [(); 2].map(|()| UnixStream::pair().unwrap());
            for socket in [&far, &near, &watch] {
                socket.set_nonblocking(true).unwrap();
            }
            let over = |socket| Opened::over(socket, &address(node));
            let watch = Named { place: ("h".to_owned(), 1), sentinel: Box::new(over(watch).connection) };
            let watch = Some(Box::new(watch));
            self.arrive(node, Opened { watch, ..over(near) });
            [far, sentinel]
        }

        fn arrive(&mut self, node: usize, opened: Opened) {
            let now = self.now;
            self.work.hear(node, now, |destination, _, _, news| destination.arrive(opened, now, news));
        }

        /// Has a lease renewed that these nodes decide about, and that others may know of.
        fn hold(&mut self, keys: &[&str], members: &[usize], neighbours: &[usize]) -> Lease {
            self.hold_by(&Token::given(b"t").unwrap(), keys, members, neighbours)
        }

        fn hold_by(&mut self, token: &Token, keys: &[&str], members: &[usize], neighbours: &[usize]) -> Lease {
            let (token, scope) = (token.clone(), scope(keys));
            let lease = Lease::new(Some(token.clone()), Ttl::For(TTL), keys.len() > 1);
            lease.lock().begin(token.clone(), Held::new(Deadline::At(self.since.after(TTL))));
            let gate = Gate::open(&lease, TTL, None).unwrap();
            let addresses = |nodes: &[usize]| nodes.iter().map(|node| address(*node)).collect::<Vec<_>>();
            let destinations = Destinations {
                members: addresses(members),
                neighbours: addresses(neighbours).into(),
                timeouts: timeouts(),
            };
            self.work.add(Renewable { gate, scope, token, destinations }, self.since);
            lease
        }

        fn go_on(&mut self) {
            self.work.go_on(self.now);
        }

        /// Returns what has reached a node since this was last called.
        fn sent(&mut self, node: usize) -> String {
            let mut bytes = Vec::new();
            let _ = self.far[node].read_to_end(&mut bytes);
            String::from_utf8(bytes).unwrap()
        }

        /// Has a node reply on its only connection.
        fn reply(&mut self, node: usize, replies: &str) {
            self.far[node].write_all(replies.as_bytes()).unwrap();
            self.take_in(node, Which::Current);
        }

        fn take_in(&mut self, node: usize, which: Which) {
            let now = self.now;
            self.work.hear(node, now, |destination, leases, names, news| {
                destination.take_in(which, now, leases, names, news);
            });
            self.go_on();
        }

        /// How many extends are taken to be under way for each member of the first lease.
        fn pending(&self) -> Vec<u8> {
            self.work
                .leases
                .get(1)
                .map_or_else(Vec::new, |lease| lease.members.iter().map(|member| member.pending).collect())
        }
    }

    /// Until when it is trusted; `None` if it is lost.
    fn deadline(lease: &Lease) -> Option<Deadline> {
        lease.lock().held().map(|held| held.deadline)
    }

    /// A cluster in which a key's node, 0, is silent, and has been replaced by 2, as 1 has told. Then 2 has the extend, and 0 owes a reply to its own.
    fn replaced() -> (Rehearsal, Lease) {
        let mut rehearsal = Rehearsal::of(3);
        let lease = rehearsal.hold(&["k"], &[0], &[0, 1, 2]);
        rehearsal.go_on();
        assert!(rehearsal.sent(0).contains("EVALSHA"));
        rehearsal.work.ask_neighbours(0, rehearsal.now);
        rehearsal.go_on();
        assert!(rehearsal.sent(1).contains("EVALSHA"));
        rehearsal.reply(1, &moved_to(2));
        assert!(rehearsal.sent(2).contains("EVALSHA"));
        (rehearsal, lease)
    }

    /// All that a node may say.
    const REPLIES: [&str; 5] = [YES, NO, NO_PERMISSION, "-NOSCRIPT none\r\n", "-MOVED 1 127.0.0.1:7001\r\n"];

    #[test]
    fn what_a_node_says_that_was_replaced_counts_for_nothing() {
        let counts = |reply: &str| {
            let (mut rehearsal, lease) = replaced();
            let before = deadline(&lease);
            rehearsal.reply(0, reply);
            let sent = [0, 1].map(|node| rehearsal.sent(node));
            let counts =
                (deadline(&lease), rehearsal.pending(), sent) != (before, vec![1], [const { String::new() }; 2]);
            rehearsal.reply(2, YES);
            counts || deadline(&lease) <= before || rehearsal.pending() != [0]
        };
        assert_eq!(REPLIES.into_iter().filter(|reply| counts(reply)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn a_neighbour_that_extends_is_the_successor_and_what_the_replaced_node_says_counts_for_nothing() {
        let counts = |reply: &str| {
            let mut rehearsal = Rehearsal::of(3);
            let lease = rehearsal.hold(&["k"], &[0], &[0, 1, 2]);
            let before = deadline(&lease);
            rehearsal.go_on();
            rehearsal.work.ask_neighbours(0, rehearsal.now);
            rehearsal.go_on();
            assert!(rehearsal.sent(1).contains("EVALSHA"));
            rehearsal.reply(1, YES);
            let extended = deadline(&lease);
            assert!(extended > before);
            assert!(rehearsal.sent(0).contains("EVALSHA"));
            rehearsal.reply(0, reply);
            let is_unheeded = deadline(&lease) == extended && rehearsal.sent(1).is_empty();
            rehearsal.work.attempt(1, rehearsal.now);
            rehearsal.go_on();
            !is_unheeded || [0, 1, 2].map(|node| rehearsal.sent(node).contains("EVALSHA")) != [false, true, false]
        };
        assert_eq!(REPLIES.into_iter().filter(|reply| counts(reply)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn a_destination_stays_as_long_as_a_member_is_there_wherever_it_has_moved() {
        let mut rehearsal = Rehearsal::of(3);
        let _lease = rehearsal.hold(&["k"], &[0], &[0, 1, 2]);
        let users = |rehearsal: &Rehearsal| -> Vec<usize> {
            rehearsal.work.destinations.iter().flatten().map(|destination| destination.users).collect()
        };
        rehearsal.go_on();
        rehearsal.work.ask_neighbours(0, rehearsal.now);
        rehearsal.go_on();
        rehearsal.reply(1, YES);
        assert_eq!(users(&rehearsal), [0, 1, 0]);
        rehearsal.work.attempt(1, rehearsal.now);
        rehearsal.go_on();
        rehearsal.reply(1, &moved_to(2));
        assert_eq!(users(&rehearsal), [0, 0, 1]);
        rehearsal.work.remove(1);
        assert_eq!(users(&rehearsal), [0; 3]);
    }

    #[test]
    fn what_another_node_says_that_was_asked_before_the_last_move_counts_for_nothing() {
        let counts = |reply: &str| {
            let mut rehearsal = Rehearsal::of(4);
            let lease = rehearsal.hold(&["k"], &[0], &[1, 3]);
            let before = deadline(&lease);
            rehearsal.go_on();
            for node in [1, 3] {
                rehearsal.work.ask_neighbours(0, rehearsal.now);
                rehearsal.go_on();
                assert!(rehearsal.sent(node).contains("EVALSHA"));
            }
            rehearsal.reply(1, &moved_to(2));
            assert!(rehearsal.sent(2).contains("EVALSHA"));
            rehearsal.reply(3, reply);
            let sent = [1, 3].map(|node| rehearsal.sent(node));
            (deadline(&lease), rehearsal.pending(), sent) != (before, vec![1], [const { String::new() }; 2])
        };
        assert_eq!(REPLIES.into_iter().filter(|reply| counts(reply)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn the_node_that_is_about_to_have_a_slot_extends_in_place_of_the_one_that_has_it() {
        let mut rehearsal = Rehearsal::of(2);
        let lease = rehearsal.hold(&["k"], &[0], &[0, 1]);
        let before = deadline(&lease);
        rehearsal.go_on();
        rehearsal.reply(0, "-ASK 1 127.0.0.1:7001\r\n");
        assert!(rehearsal.sent(1).contains("ASKING"));
        // Its script is sent once more.
        rehearsal.reply(1, "+OK\r\n-NOSCRIPT none\r\n");
        assert!(rehearsal.sent(1).contains("ASKING"));
        rehearsal.reply(1, &["+OK\r\n", YES].concat());
        assert!(deadline(&lease) > before);
        assert_eq!(rehearsal.pending(), [0]);
        // For this one time.
        let _ = rehearsal.sent(0);
        rehearsal.work.attempt(1, rehearsal.now);
        rehearsal.go_on();
        assert_eq!([0, 1].map(|node| rehearsal.sent(node).contains("EVALSHA")), [true, false]);
    }

    #[test]
    fn an_extend_goes_from_node_to_node_and_its_last_reply_counts() {
        let mut rehearsal = Rehearsal::of(4);
        let lease = rehearsal.hold(&["k"], &[0], &[0]);
        let before = deadline(&lease);
        rehearsal.go_on();
        for (node, next) in [(0, 1), (1, 2), (2, 0), (0, 3)] {
            assert!(rehearsal.sent(node).contains("EVALSHA"));
            rehearsal.reply(node, &moved_to(next));
            assert_eq!(rehearsal.pending(), [1]);
        }
        rehearsal.reply(3, YES);
        assert!(deadline(&lease) > before);
        assert_eq!(rehearsal.pending(), [0]);
    }

    #[test]
    fn the_reply_that_comes_first_counts_whichever_of_two_connections_it_comes_on() {
        for first in [Which::Former, Which::Current] {
            let mut rehearsal = Rehearsal::of(1);
            let lease = rehearsal.hold(&["k"], &[0], &[]);
            let before = deadline(&lease);
            rehearsal.go_on();
            let [mut newer, _sentinel] = rehearsal.connect(0);
            rehearsal.go_on();
            assert_eq!(rehearsal.pending(), [2]);
            let far = if first == Which::Former { &mut rehearsal.far[0] } else { &mut newer };
            far.write_all(YES.as_bytes()).unwrap();
            rehearsal.take_in(0, first);
            assert!(deadline(&lease) > before);
            assert_eq!(rehearsal.pending(), [0]);
        }
    }

    #[test]
    fn a_yes_that_was_sent_before_a_no_counts_for_nothing_though_it_comes_later() {
        let mut rehearsal = Rehearsal::of(3);
        let lease = rehearsal.hold(&["k"], &[0, 1, 2], &[]);
        let before = deadline(&lease);
        rehearsal.go_on();
        rehearsal.now = rehearsal.now.after(Duration::from_millis(1));
        let [mut newer, _sentinel] = rehearsal.connect(0);
        rehearsal.go_on();
        newer.write_all(NO.as_bytes()).unwrap();
        rehearsal.take_in(0, Which::Current);
        rehearsal.far[0].write_all(YES.as_bytes()).unwrap();
        rehearsal.take_in(0, Which::Former);
        rehearsal.reply(1, YES);
        assert_eq!(deadline(&lease), before, "one of three has it");
        rehearsal.reply(2, YES);
        assert!(deadline(&lease) > before);
    }

    #[test]
    fn what_a_master_says_after_its_sentinel_has_named_another_counts_for_nothing() {
        let counts = |reply: &str, which: Which| {
            let mut rehearsal = Rehearsal::of(1);
            let lease = rehearsal.hold(&["k"], &[0], &[]);
            let before = deadline(&lease);
            rehearsal.go_on();
            // To its successor.
            let newer = (which == Which::Former).then(|| rehearsal.connect(0));
            rehearsal.sentinels[0].write_all(b"*3\r\n").unwrap();
            rehearsal.far[0].write_all(reply.as_bytes()).unwrap();
            rehearsal.take_in(0, which);
            let counts = deadline(&lease) != before;
            let Some([mut newer, _sentinel]) = newer else { return counts };
            newer.write_all(YES.as_bytes()).unwrap();
            rehearsal.take_in(0, Which::Current);
            counts || deadline(&lease) <= before || rehearsal.pending() != [0]
        };
        for which in [Which::Former, Which::Current] {
            let counted: Vec<&str> = REPLIES.into_iter().filter(|reply| counts(reply, which)).collect();
            assert_eq!(counted, [""; 0], "{which:?}");
        }
    }

    #[test]
    fn each_neighbour_is_asked_before_one_is_asked_again() {
        let mut rehearsal = Rehearsal::of(4);
        let _lease = rehearsal.hold(&["k"], &[0], &[0, 1, 2, 3]);
        rehearsal.go_on();
        for round in 1..=2 {
            for _ in 1..4 {
                rehearsal.work.ask_neighbours(0, rehearsal.now);
                rehearsal.go_on();
            }
            let asked = [1, 2, 3].map(|node| rehearsal.sent(node).matches("EVALSHA").count());
            assert_eq!(asked, [1; 3], "{round}");
            // They know no other node than the one that is silent.
            (1..4).for_each(|node| rehearsal.reply(node, &moved_to(0)));
        }
    }

    /// How many extends of two leases have reached two neighbours after some attempts: the first neighbour is silent, the other one says
    /// what a node says that has not the slot.
    fn sent_to_a_silent_one_and_another(mut attempt: impl FnMut(&mut Rehearsal)) -> [usize; 2] {
        let mut rehearsal = Rehearsal::of(3);
        let _leases = [rehearsal.hold(&["k"], &[0], &[0, 1, 2]), rehearsal.hold(&["l"], &[0], &[0, 1, 2])];
        rehearsal.go_on();
        let mut sent = [0; 2];
        for _ in 0..4 {
            attempt(&mut rehearsal);
            let now = [1, 2].map(|node| rehearsal.sent(node));
            let count = |node: usize, word| now[node].matches(word).count();
            let ahead = if count(1, "ASKING") > 0 { "+OK\r\n" } else { "" };
            rehearsal.reply(2, &[ahead, &moved_to(0)].concat().repeat(count(1, "EVALSHA")));
            sent = [0, 1].map(|node| sent[node] + count(node, "EVALSHA"));
        }
        sent
    }

    #[test]
    fn a_neighbour_that_owes_a_reply_on_a_lease_gets_no_second_extend_of_it() {
        let by_silence = sent_to_a_silent_one_and_another(|rehearsal| {
            for _ in 1..3 {
                rehearsal.work.ask_neighbours(0, rehearsal.now);
            }
            rehearsal.go_on();
        });
        assert_eq!(by_silence, [2, 8], "the other one is asked in its place");
        for refusal in ["-MOVED 1 ?:1\r\n", "-ASK 1 ?:6379\r\n"] {
            let asked = sent_to_a_silent_one_and_another(|rehearsal| {
                rehearsal.reply(0, &refusal.repeat(2));
                (1..=2).for_each(|lease| rehearsal.work.attempt(lease, rehearsal.now));
                rehearsal.go_on();
            });
            assert_eq!(asked, [2, 8], "{refusal}");
        }
        let by_name = sent_to_a_silent_one_and_another(|rehearsal| {
            rehearsal.reply(0, &"-ASK 1 127.0.0.1:7001\r\n".repeat(2));
            (1..=2).for_each(|lease| rehearsal.work.attempt(lease, rehearsal.now));
            rehearsal.go_on();
        });
        assert_eq!(by_name, [2, 0]);
    }

    #[test]
    fn a_neighbour_is_asked_again_once_its_connection_has_ended_or_it_could_not_be_reached() {
        let mut rehearsal = Rehearsal::of(2);
        let _lease = rehearsal.hold(&["k"], &[0], &[0, 1]);
        rehearsal.go_on();
        for round in 1..=2 {
            rehearsal.work.ask_neighbours(0, rehearsal.now);
            rehearsal.work.take(1, News { is_unreachable: true, ..News::default() }, rehearsal.now);
            rehearsal.work.ask_neighbours(0, rehearsal.now);
            rehearsal.go_on();
            assert_eq!(rehearsal.sent(1).matches("EVALSHA").count(), 1, "{round}");
            rehearsal.far[1].shutdown(Shutdown::Both).unwrap();
            rehearsal.take_in(1, Which::Current);
            assert_eq!(rehearsal.work.destination(&address(1), timeouts(), rehearsal.now), 1);
            [rehearsal.far[1], rehearsal.sentinels[1]] = rehearsal.connect(1);
        }
    }

    #[test]
    fn a_neighbour_is_asked_again_once_one_of_its_two_connections_has_replied() {
        let mut rehearsal = Rehearsal::of(2);
        let _lease = rehearsal.hold(&["k"], &[0], &[0, 1]);
        rehearsal.go_on();
        rehearsal.work.ask_neighbours(0, rehearsal.now);
        rehearsal.go_on();
        let [newer, _sentinel] = rehearsal.connect(1);
        let _older = std::mem::replace(&mut rehearsal.far[1], newer);
        rehearsal.go_on();
        assert_eq!(rehearsal.sent(1).matches("EVALSHA").count(), 1);
        rehearsal.reply(1, &moved_to(0));
        rehearsal.work.ask_neighbours(0, rehearsal.now);
        rehearsal.go_on();
        assert_eq!(rehearsal.sent(1).matches("EVALSHA").count(), 1);
    }

    #[test]
    fn every_other_node_is_asked_where_a_node_names_no_host_and_its_own_host_is_not_taken_for_it() {
        for (refusal, is_asked) in [("-MOVED 1 ?:1\r\n", false), ("-ASK 1 ?:6379\r\n", true)] {
            let mut rehearsal = Rehearsal::of(3);
            let lease = rehearsal.hold(&["k"], &[0], &[0, 1, 2]);
            let before = deadline(&lease);
            rehearsal.go_on();
            assert!(rehearsal.sent(0).contains("EVALSHA"));
            rehearsal.reply(0, refusal);
            let asked = [1, 2].map(|node| rehearsal.sent(node));
            assert!(
                asked.iter().all(|sent| sent.contains("EVALSHA") && sent.contains("ASKING") == is_asked),
                "{asked:?}"
            );
            let ahead = if is_asked { "+OK\r\n" } else { "" };
            rehearsal.reply(1, &format!("{ahead}{refusal}"));
            rehearsal.reply(2, &format!("{ahead}{YES}"));
            assert!(deadline(&lease) > before, "{refusal}");
            assert_eq!(rehearsal.work.destinations.len(), 3, "{refusal}: no other node is made up");
        }
    }

    #[test]
    fn what_every_node_may_have_is_released_when_a_majority_has_lost_it() {
        let mut rehearsal = Rehearsal::of(3);
        let fresh = Token::fresh(Promise::StaysSilent, None).unwrap();
        let _lease = rehearsal.hold_by(&fresh, &["k"], &[0, 1, 2], &[]);
        rehearsal.go_on();
        assert!((0..3).all(|node| rehearsal.sent(node).contains("EVALSHA")));
        rehearsal.reply(0, NO);
        rehearsal.reply(1, NO);
        assert_eq!([0, 1, 2].map(|node| !rehearsal.sent(node).is_empty()), [false, false, true]);
    }

    #[test]
    fn a_reply_to_what_was_sent_before_two_moves_leaves_the_last_extend_owed() {
        let (mut rehearsal, _lease) = replaced();
        rehearsal.reply(2, &moved_to(0));
        assert!(rehearsal.sent(0).contains("EVALSHA"));
        rehearsal.reply(0, YES);
        assert_eq!(rehearsal.pending(), [1]);
        let destination = rehearsal.work.destinations[0].as_ref().unwrap();
        let due = destination.due(&rehearsal.work.names).unwrap();
        assert!(
            due < rehearsal.now.after(timeouts().io),
            "no connection is made beside it while the lease can be saved"
        );
    }

    /// Has an extend of a given token written to a peer that takes but a part at first, and whose `read` then reads what has come. Tells whether
    /// all of it comes, if release() was called meanwhile or not.
    fn is_completed(opened: Opened, is_released: bool, mut read: impl FnMut() -> std::io::Result<Vec<u8>>) -> bool {
        let mut rehearsal = Rehearsal::of(1);
        let lease = rehearsal.hold(&[&"k".repeat(50_000)], &[0], &[]);
        rehearsal.arrive(0, opened);
        rehearsal.go_on();
        if is_released {
            lease.lock().stop_renewing();
        }
        let (mut come, end) = (Vec::new(), Instant::now().after(Duration::from_secs(30)));
        while !come.ends_with(b"\r\n30000\r\n") && Instant::now() < end {
            rehearsal.go_on();
            match read() {
                Ok(bytes) if bytes.is_empty() => return false,
                Ok(bytes) => come.extend(bytes),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
        }
        come.ends_with(b"\r\n30000\r\n")
    }

    fn read_from(mut socket: impl Read) -> impl FnMut() -> std::io::Result<Vec<u8>> {
        move || {
            let mut bytes = vec![0; 1_000];
            let count = socket.read(&mut bytes)?;
            bytes.truncate(count);
            Ok(bytes)
        }
    }

    #[test]
    fn an_extend_of_a_given_token_that_is_half_written_goes_no_further_once_it_was_released() {
        for is_released in [false, true] {
            let (far, near) = UnixStream::pair().unwrap();
            for socket in [&far, &near] {
                socket.set_nonblocking(true).unwrap();
            }
            SockRef::from(&near).set_send_buffer_size(4_096).unwrap();
            let opened = Opened::over(near, &address(0));
            assert_eq!(is_completed(opened, is_released, read_from(far)), !is_released);
        }
    }

    /// A server of TLS that shows a certificate which nobody looks at.
    #[cfg(feature = "tls")]
    fn server() -> Arc<rustls::ServerConfig> {
        use std::process::{self, Command};
        use std::{env, fs};

        use rustls::ServerConfig;
        use rustls::pki_types::pem::PemObject;
        use rustls::pki_types::{CertificateDer, PrivateKeyDer};

        let folder = env::temp_dir().join(format!("redislock-renewal-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let arguments =
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=here -keyout key -out cert";
        assert!(
            Command::new("openssl").args(arguments.split(' ')).current_dir(&folder).output().unwrap().status.success()
        );
        let key = PrivateKeyDer::from_pem_file(folder.join("key")).unwrap();
        let cert = CertificateDer::from_pem_file(folder.join("cert")).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        Arc::new(config.with_no_client_auth().with_single_cert(vec![cert], key).unwrap())
    }

    /// Makes the two ends of a TLS session through which little goes at once.
    #[cfg(feature = "tls")]
    fn over_tls() -> (Opened, impl FnMut() -> std::io::Result<Vec<u8>>) {
        use std::net::{TcpListener, TcpStream};

        use rustls::{ServerConnection, StreamOwned};

        use crate::address::tls::Tls;
        use crate::connection::Connection;
        use crate::net::socket::Stream;
        use crate::net::tls::certificates::TlsClient;
        use crate::net::tls::explain::HandshakeLimit;
        use crate::net::tls::session::Session;

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        SockRef::from(&listener).set_recv_buffer_size(4_096).unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (far, _) = listener.accept().unwrap();
        for socket in [&far, &near] {
            socket.set_nonblocking(true).unwrap();
        }
        SockRef::from(&near).set_send_buffer_size(4_096).unwrap();
        let options = Arc::new(Tls::parse("verify_peer=0").unwrap());
        let trust = TlsClient::read(&options, "127.0.0.1").unwrap();
        let limit = HandshakeLimit { span: TTL, name: "connect_timeout" };
        let mut near = Session::begin(near, &options, trust, limit).unwrap();
        let mut far = StreamOwned::new(ServerConnection::new(server()).unwrap(), far);
        loop {
            let _ = far.conn.complete_io(&mut far.sock);
            if near.shake_on(false).transpose().unwrap().is_some() && !far.conn.is_handshaking() {
                break;
            }
        }
        let connection = Connection::over(Stream::Tls(Box::new(near)), &address(0), Vec::new());
        (Opened { connection, watch: None }, read_from(far))
    }

    #[cfg(feature = "tls")]
    #[test]
    fn an_extend_of_a_given_token_that_is_half_sent_by_tls_goes_no_further_once_it_was_released() {
        for is_released in [false, true] {
            let (opened, read) = over_tls();
            assert_eq!(is_completed(opened, is_released, read), !is_released);
        }
    }
}

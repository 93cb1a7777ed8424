//! Owns the extends for one address: the queue of those to be sent, its one or two connections, and when a silent one gets a
//! second beside it.
//! Does not own which leases are due, and what a reply leads to (`thread`); what it waits for (`dues`); the bytes (`node::conversation`).
//!
//! A connection that owes replies and is silent is not closed: what it owes counts whenever it comes. But when half of the least
//! time has passed that was left to a lease it owes a reply on, a second one is opened, and all that is owed is sent there, too.
//! The first one stays while the second is silent: a server that stood still may know the first, and refuse the second.

mod dues;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::arrival::{Arrival, Opened};
use crate::failure::Failure;
use crate::net::resolver::Names;
use crate::node::operation::Operation;
use crate::renewal::leases::Leases;
use crate::renewal::pipe::{ExtendState, FillResult, Item, MemberKey, Pipe, Whose, fill};
use crate::settings::Timeouts;
use crate::stats::{self, Counter};

/// How long a connection stays without a lease.
const STAYS: Duration = Duration::from_secs(1);

/// Where extends go.
#[derive(Debug)]
pub(super) struct Destination {
    pub(super) address: Arc<Address>,
    pub(super) timeouts: Timeouts,
    pub(super) queue: VecDeque<Item>,
    /// The connection that extends are sent on.
    current: Option<Pipe>,
    /// The connection before, which still owes replies.
    former: Option<Pipe>,
    arrival: Option<Arrival>,
    /// If there is no connection, none is begun before this.
    pause_until: Instant,
    /// The shortest pause of the leases that were queued since all were replied to.
    pause: Duration,
    /// Beside a silent connection, none is begun before this.
    beside_after: Instant,
    /// Connections that were opened beside a silent one since the last reply.
    tries: u32,
    /// Leases that have a member here.
    pub(super) users: usize,
    /// When a connection is made although nothing is to be sent yet.
    connects_at: Option<Instant>,
    /// Since when there is nothing to be done here.
    idle_since: Option<Instant>,
}

/// What a look at a destination has found.
#[derive(Debug, Default)]
pub(super) struct News {
    /// The replies.
    pub(super) replies: Vec<(Whose, ExtendState)>,
    /// Extends that were queued once more, for another connection.
    pub(super) resent: Vec<Whose>,
    /// Extends whose connection has ended, and whether it had worked.
    pub(super) unanswered: Vec<(Whose, bool)>,
    /// There is no connection to be had.
    pub(super) is_unreachable: bool,
    /// A connection beside a silent one was begun.
    pub(super) is_silent: bool,
    /// Leases that turned out to have ended, or to need an extend for each key.
    pub(super) found: FillResult,
}

/// One of a destination's sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Current,
    Former,
    Arrival,
}

impl Destination {
    pub(super) fn new(address: Arc<Address>, timeouts: Timeouts, now: Instant) -> Self {
        Self {
            address,
            timeouts,
            queue: VecDeque::new(),
            current: None,
            former: None,
            arrival: None,
            pause_until: now,
            pause: Duration::MAX,
            beside_after: now,
            tries: 0,
            users: 0,
            connects_at: None,
            idle_since: None,
        }
    }

    /// Notes that a lease has a member here, which wants a connection at this time at the latest.
    pub(super) fn add_user(&mut self, at: Instant) {
        self.users += 1;
        self.connects_at = Some(self.connects_at.map_or(at, |due| due.min(at)));
    }

    /// Tells whether a connection is there.
    pub(super) fn has_connection(&self) -> bool {
        self.current.is_some()
    }

    /// Queues an extend. `pause`: how long its lease pauses after a failure.
    pub(super) fn queue(&mut self, whose: Whose, so_far: Option<Operation>, pause: Duration, now: Instant) {
        if pause < self.pause {
            // Only for a lease with a shorter pause. Others that are due while the server is silent change nothing.
            self.beside_after = self.beside_after.min(now.after(pause));
        }
        self.pause = self.pause.min(pause);
        self.pause_until = self.pause_until.min(now.after(pause));
        let item = Item::Extend { whose, so_far };
        self.queue.push_back(item);
    }

    /// Tells whether nothing has been left to be done here for a while: the next lease is often taken soon.
    pub(super) fn has_been_idle(&mut self, now: Instant) -> bool {
        if self.users > 0 || self.owes() {
            self.idle_since = None;
            return false;
        }
        let since = *self.idle_since.get_or_insert(now);
        !self.has_connection() || since.until(now) >= STAYS
    }

    /// Tells whether an extend is queued or not replied to.
    fn owes(&self) -> bool {
        let mut pipes = [&self.current, &self.former].into_iter().flatten();
        !self.queue.is_empty() || pipes.any(|pipe| pipe.conversation.owes())
    }

    /// Does what is to be done at `now` without news from a socket.
    pub(super) fn go_on(&mut self, now: Instant, leases: &Leases, names: &mut Names, news: &mut News) {
        self.go_on_connecting(false, now, names, news);
        if self
            .current
            .as_mut()
            .is_some_and(|pipe| pipe.conversation.link().is_replaced() || pipe.is_spoiled && !pipe.conversation.owes())
        {
            self.lose(Which::Current, now, news);
        }
        if self.stale_due().is_some_and(|due| now >= due) {
            self.lose(Which::Current, now, news);
        }
        self.drop_former(now, news);
        let is_early = self.early_due().is_some_and(|due| now >= due);
        let wants_one = is_early || self.current.is_none() && !self.queue.is_empty() && now >= self.pause_until;
        let wants_another = self.second_due().is_some_and(|due| now >= due);
        if self.arrival.is_none() && (wants_one || wants_another) {
            self.open(wants_another, now, names, news);
        }
        self.send(now, leases, news);
    }

    /// Begins to connect, beside a silent connection or without any.
    fn open(&mut self, beside: bool, now: Instant, names: &mut Names, news: &mut News) {
        if beside {
            // Two at the most. The newer one goes if the older could still save a lease; what was sent on it is sent again.
            if self.former.as_ref().is_some_and(Pipe::is_of_use) {
                self.return_to_former(news);
            }
            self.lose(Which::Former, now, news);
            self.tries += 1;
            // Rarer while all stay silent, and never rarer than the shortest pause of what waits.
            let (io, pause) = (self.timeouts.io, self.pause);
            let longest = if pause == Duration::MAX { io } else { io.max(pause) };
            self.beside_after = now.after(io.saturating_mul(2_u32.saturating_pow(self.tries - 1)).min(longest));
            news.is_silent = true;
        }
        self.connects_at = None;
        self.arrival = Some(Arrival::begin(self.address.clone(), self.timeouts, names));
        self.go_on_connecting(false, now, names, news);
    }

    /// Takes the next steps of connecting, where that is under way; `is_ready` says that its socket is.
    fn go_on_connecting(&mut self, is_ready: bool, now: Instant, names: &mut Names, news: &mut News) {
        if let Some(arrived) = self.arrival.as_mut().and_then(|arrival| arrival.go_on(is_ready, names)) {
            self.settle(arrived, now, news);
        }
    }

    /// Tells whether the connection that extends are sent on has replied to one.
    fn current_works(&self) -> bool {
        self.current.as_ref().is_some_and(|pipe| pipe.is_proven)
    }

    /// Tells whether it has not, and owes a reply.
    fn current_is_silent(&self) -> bool {
        self.current.as_ref().is_some_and(|pipe| !pipe.is_proven && pipe.conversation.owes())
    }

    /// Closes a former connection that owes nothing, has had its time, or leads to a master that was replaced.
    fn drop_former(&mut self, now: Instant, news: &mut News) {
        if self.former.as_mut().is_some_and(|former| former.conversation.link().is_replaced()) {
            self.lose(Which::Former, now, news);
        }
        let Some(former) = &self.former else { return };
        if !former.conversation.owes() && (self.current_works() || former.is_spoiled) {
            self.former = None;
        } else if self.former_due().is_some_and(|due| now >= due) {
            self.lose(Which::Former, now, news);
        }
    }

    /// Takes in a connection that was made, or that could not be.
    fn settle(&mut self, arrived: Result<Opened, Failure>, now: Instant, news: &mut News) {
        self.arrival = None;
        let Ok(pipe) = arrived.and_then(|connection| Pipe::on(connection, now)) else {
            // If nothing waits for it, no request has failed.
            if !self.queue.is_empty() {
                stats::count(Counter::Failed);
            }
            let pause = now.after(self.pause.min(self.timeouts.connect));
            self.pause_until = self.pause_until.max(pause);
            // An error is no silence: tried again after the pause.
            (self.tries, self.beside_after) = (self.tries.saturating_sub(1), pause);
            news.is_unreachable = self.current.is_none();
            return;
        };
        if let Some(silent) = self.current.take() {
            stats::count(Counter::Reconnected);
            self.resend(silent.conversation.owed().collect(), news);
            self.former = Some(silent);
        }
        self.current = Some(pipe);
    }

    /// Puts what is queued together, and writes as much as the socket takes.
    fn send(&mut self, now: Instant, leases: &Leases, news: &mut News) {
        loop {
            let Some(pipe) = &mut self.current else { return };
            if !pipe.conversation.has_unwritten() && !pipe.is_spoiled {
                fill(pipe, &mut self.queue, leases, now, &mut news.found);
            }
            let done = !pipe.conversation.has_unwritten();
            if !pipe.write(leases) {
                return self.lose(Which::Current, now, news);
            }
            if done || pipe.conversation.has_unwritten() || self.queue.is_empty() {
                return;
            }
        }
    }

    /// Ends a connection; what it owes has no reply any more, unless the other one owes it, too.
    fn lose(&mut self, which: Which, now: Instant, news: &mut News) {
        let pipe = match which {
            Which::Current => {
                let next = self.former.take_if(|former| !former.is_spoiled);
                std::mem::replace(&mut self.current, next)
            }
            Which::Former => self.former.take(),
            Which::Arrival => None,
        };
        let Some(pipe) = pipe else { return };
        stats::count(Counter::Reconnected);
        let worked = pipe.is_proven && !pipe.is_spoiled;
        if !worked {
            let pause = now.after(self.pause.min(self.timeouts.connect));
            if self.current.is_none() {
                self.pause_until = self.pause_until.max(pause);
            } else if which == Which::Current {
                // The next one would be made beside the older one, which is silent.
                self.beside_after = self.beside_after.max(pause);
            }
        }
        news.unanswered.extend(pipe.conversation.owed().map(|whose| (whose, worked)));
    }

    /// Returns whose extends wait here, queued or not replied to, because the key is taken to be here.
    pub(super) fn waiting(&self, leases: &Leases) -> Vec<Whose> {
        let queued = self.queue.iter().filter_map(|item| match item {
            Item::Extend { whose, .. } => Some(*whose),
            Item::Release { .. } => None,
        });
        let owed = self.current.iter().flat_map(|pipe| pipe.conversation.owed());
        queued.chain(owed).filter(|whose| whose.is_at_home(leases)).collect()
    }

    /// Forgets what is queued for leases that have ended or are elsewhere by now: a server that stays away must not gather them. Returns whose
    /// extends that were.
    pub(super) fn forget_ended(&mut self, leases: &Leases) -> Vec<Whose> {
        let mut forgotten = Vec::new();
        self.queue.retain(|item| match item {
            Item::Extend { whose, .. } if whose.is_at_home(leases) => true,
            Item::Extend { whose, .. } => {
                forgotten.push(*whose);
                false
            }
            // It ends with its ttl.
            Item::Release { .. } => false,
        });
        forgotten
    }

    /// Returns to the former connection if the current one is silent.
    fn return_to_former(&mut self, news: &mut News) {
        let (Some(former), Some(current)) = (&self.former, &self.current) else { return };
        if !self.current_is_silent() || former.is_spoiled {
            return;
        }
        let owed: HashSet<MemberKey> = former.conversation.owed().map(|whose| whose.key()).collect();
        let again = current.conversation.owed().filter(|whose| !owed.contains(&whose.key()));
        self.resend(again.collect(), news);
        std::mem::swap(&mut self.former, &mut self.current);
    }

    /// Queues what is owed on one connection for the other.
    fn resend(&mut self, owed: Vec<Whose>, news: &mut News) {
        let item = |whose: &Whose| Item::Extend { whose: *whose, so_far: None };
        owed.iter().rev().for_each(|whose| self.queue.push_front(item(whose)));
        news.resent.extend(owed);
    }

    /// Goes on with a socket that is ready.
    pub(super) fn take_in(&mut self, which: Which, now: Instant, leases: &Leases, names: &mut Names, news: &mut News) {
        let pipe = match which {
            Which::Arrival => return self.go_on_connecting(true, now, names, news),
            Which::Current => &mut self.current,
            Which::Former => &mut self.former,
        };
        let Some(pipe) = pipe else { return };
        if pipe.conversation.link().is_replaced() {
            // Its successor has the keys by now: what it says of them counts for nothing.
            return self.lose(which, now, news);
        }
        let before = news.replies.len();
        let heard = pipe.read(now, leases, &mut news.replies);
        let has_replied = news.replies.len() > before;
        if has_replied {
            (self.tries, self.beside_after) = (0, now);
        }
        if heard.is_err() {
            self.lose(which, now, news);
        } else if has_replied && which == Which::Former {
            self.return_to_former(news);
        }
        if has_replied && !self.owes() {
            // Not while replies are owed: if the server falls silent now, the pause of those leases still counts.
            self.pause = Duration::MAX;
        }
    }
}

#[cfg(test)]
impl Destination {
    /// Takes in a connection that was made, to a peer that the test plays.
    pub(super) fn arrive(&mut self, opened: Opened, now: Instant, news: &mut News) {
        self.settle(Ok(opened), now, news);
    }
}

//! Owns sending one request, or several together, to several nodes at the same time, on this one thread: what is written before what, how long the
//! slowest are waited for, which connections live on.
//! Does not own how far each node has come (`member`), what the replies mean together (`topology`).
//!
//! No node waits for another, connects and logins included: all of it together takes as long as the slowest node whose reply is needed, and
//! then at most 0.1 s for the others. Only the look-up of a host name holds up all.

mod member;

use std::time::Duration;

use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::interrupts::{self, Interruption, Interrupts, Woke};
use crate::net::plain::FIRST_WAIT;
use crate::node::fan_out::member::Member;
use crate::node::{Node, Read};
use crate::scripts::{Request, Unexpected};

/// How long a node that has not replied when the request is decided may still take, or [`SLOWER`] times as long as the decision took, if
/// that is longer: a connection whose reply is still to come is of no use any more, and a new one costs more than a short wait. A node that
/// never replies costs this with every request.
const LEAST_GRACE: Duration = Duration::from_millis(10);
/// The longest of these times.
const MOST_GRACE: Duration = Duration::from_millis(100);
/// How much slower than the others a node may be and keep its connection.
const SLOWER: u32 = 2;

/// How requests are sent to all.
#[derive(Clone)]
pub struct Round<'a> {
    /// One at least; several go out in one write to each node.
    pub requests: &'a [Request<'a>],
    /// How long a node may take that is connected.
    pub within: Duration,
    /// How much longer this lasts, at the most, if a node has yet to be connected to.
    pub connecting: Duration,
    /// When the call ends that it is a part of, whatever it still waits for.
    pub until: Option<Instant>,
    pub interrupts: Interrupts,
}

/// What a round has brought.
#[derive(Debug)]
pub struct Responses<T> {
    /// The instant before the request was sent to the first node: deadlines count from there.
    pub sent: Instant,
    /// One for each node. `Unanswered`, or `Interrupted` and sent, where it may still run: its connection is closed.
    pub replies: Vec<Result<T, Failure>>,
}

/// What one request has brought so far, from each node.
type Row<T> = Vec<Option<Result<T, Failure>>>;

/// Tells whether the replies to one request are enough so far.
pub type Enough<'a, T> = dyn Fn(&[Option<Result<T, Failure>>]) -> bool + 'a;

/// Sends one request to all `nodes`, as `send_each` does.
pub fn send<T>(nodes: &[&Node], round: &Round<'_>, read: Read<T>, is_enough: &Enough<'_, T>) -> Responses<T> {
    let (sent, mut each) = send_each(nodes, round, read, is_enough);
    Responses { sent, replies: each.swap_remove(0) }
}

/// Sends to all `nodes`, and waits until every one has replied, or the time is over, or the replies have been enough for a little while.
/// Returns the instant before the requests were sent to the first node, and for each request one reply for each node.
pub fn send_each<T>(
    nodes: &[&Node],
    round: &Round<'_>,
    read: Read<T>,
    is_enough: &Enough<'_, T>,
) -> (Instant, Vec<Vec<Result<T, Failure>>>) {
    let start = Instant::now();
    let mut fan_out = FanOut {
        round,
        members: nodes.iter().map(|node| Member::new(node, round.requests, round.within, start)).collect(),
        sent: None,
        start,
        end: start.after(round.within),
    };
    if fan_out.members.iter().any(Member::is_closed) {
        fan_out.end = fan_out.end.after(round.connecting);
    }
    fan_out.end = round.until.map_or(fan_out.end, |until| fan_out.end.min(until));
    let mut replies: Vec<Row<T>> = round.requests.iter().map(|_| nodes.iter().map(|_| None).collect()).collect();
    let interrupted = fan_out.talk(&mut replies, read, is_enough).err();
    let took = start.until(Instant::now());
    let late = fan_out.members.iter_mut().filter(|member| member.is_on_its_way());
    late.for_each(|member| member.cut_short(took, interrupted));
    fan_out.collect(&mut replies, read);
    let sent = fan_out.sent.unwrap_or(start);
    fan_out.members.into_iter().for_each(Member::put_back);
    // Each has one by now.
    let never = |node: &Node| Failure::NotSent { node: node.address.node(), cause: "no request was sent".to_owned() };
    let all = |row: Row<T>| {
        row.into_iter().zip(nodes).map(|(reply, node)| reply.unwrap_or_else(|| Err(never(node)))).collect()
    };
    (sent, replies.into_iter().map(all).collect())
}

struct FanOut<'a> {
    round: &'a Round<'a>,
    members: Vec<Member<'a>>,
    sent: Option<Instant>,
    start: Instant,
    end: Instant,
}

impl FanOut<'_> {
    /// Sends and reads, until there are replies enough or no more time.
    fn talk<T>(
        &mut self,
        replies: &mut [Row<T>],
        read: Read<T>,
        is_enough: &Enough<'_, T>,
    ) -> Result<(), Interruption> {
        let (mut last, mut is_decided) = (self.end, false);
        loop {
            let resolving = self.push();
            // A reply that has come meanwhile is read, and the others have their time from here on.
            last = last.after(resolving);
            self.members.iter_mut().for_each(|member| member.postpone(resolving));
            self.collect(replies, read);
            if !self.members.iter().any(Member::is_on_its_way) {
                return Ok(());
            }
            let now = Instant::now();
            if !is_decided && replies.iter().all(|row| is_enough(row)) {
                let span = (self.start.until(now) * SLOWER).clamp(LEAST_GRACE, MOST_GRACE);
                (is_decided, last) = (true, last.min(now.after(span)));
            }
            if now >= last {
                return Ok(());
            }
            self.wait(last)?;
        }
    }

    /// Writes the request to each node that is ready for it, and then begins to connect to the others: what resolves their
    /// names may take long.
    ///
    /// Returns how long that took.
    fn push(&mut self) -> Duration {
        let mut resolving = Duration::ZERO;
        self.send_ready();
        // Again for one whose idle connection turned out to be closed.
        while self.members.iter().any(Member::is_closed) {
            for member in self.members.iter_mut().filter(|member| member.is_closed()) {
                let before = Instant::now();
                member.open();
                resolving += before.until(Instant::now());
            }
            self.send_ready();
        }
        self.end = self.end.after(resolving);
        resolving
    }

    fn send_ready(&mut self) {
        if !self.members.iter().any(Member::is_ready) {
            return;
        }
        self.sent.get_or_insert_with(Instant::now);
        self.members.iter_mut().filter(|member| member.is_ready()).for_each(Member::write_request);
    }

    fn collect<T>(&mut self, replies: &mut [Row<T>], read: Read<T>) {
        for (node, member) in self.members.iter_mut().enumerate() {
            let mut distrusted = None;
            for (said, row) in member.take_replies().into_iter().zip(&mut *replies) {
                row[node] = match said.map(|reply| read(&reply)) {
                    Ok(Ok(said)) => Some(Ok(said)),
                    Ok(Err(Unexpected)) => {
                        distrusted = distrusted.or_else(|| member.distrust());
                        distrusted.clone().map(Err)
                    }
                    Err(failure) => Some(Err(failure)),
                };
            }
        }
    }

    /// Waits until there is something to be done, and does it.
    fn wait(&mut self, last: Instant) -> Result<(), Interruption> {
        let patient = self.start.after(FIRST_WAIT);
        let is_patient = Instant::now() < patient && !interrupts::suspends(self.round.interrupts);
        let (interrupts, until) = if is_patient { (None, patient.min(last)) } else { (self.round.interrupts, last) };
        let until = self.members.iter().filter_map(Member::due).fold(until, Instant::min);
        // What cannot be waited for has no reply in time.
        let (woke, news) = interrupts::wait_for_news(self.members.iter().map(Member::socket), until, interrupts);
        if let Ok(Woke::Interrupted(by)) = woke {
            return Err(by);
        }
        for (index, member) in self.members.iter_mut().enumerate() {
            let has_news = news.contains(&index);
            if has_news || member.due().is_some() {
                member.go_on(has_news);
            }
        }
        Ok(())
    }
}

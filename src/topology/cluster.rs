//! Owns: finding the node that has a key's slot, and following it while slots move and masters change.
//! Does not own: the verbs, which are those of one master (`one_master`, `queue`); who has which slot (`slot_map`).
//! Called by: `lock`, as [`Topology`].

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::connection::Gate;
use crate::connection::address::Address;
use crate::connection::interruption::{self, Host, Interruption};
use crate::failure::Failure;
use crate::key::Key;
use crate::scripts::{Detail, Obstacle, Removed, Tried};
use crate::settings::Timeouts;
use crate::token::{Promise, Token};
use crate::topology::one_master::OneMaster;
use crate::topology::queue::OneMasterQueue;
use crate::topology::slot_map::Ask;
use crate::topology::{Acquired, Bid, Holding, Queue, Released, Topology, When, Why, Woken, slices, slot_map};
use crate::ttl::{Deadline, Ttl};

/// How long to pause when the cluster asks for it; jittered.
const PAUSE: Duration = Duration::from_millis(25);
/// How long the renewal thread looks for a successor of a node that does not answer: it has other locks to keep.
const IN_A_HURRY: Duration = Duration::from_millis(50);
/// So often a question is sent on without one: a move of slots takes two.
const MOST_HOPS: usize = 4;

/// The nodes of one cluster.
#[derive(Debug)]
pub struct Cluster {
    seeds: Arc<[Arc<Address>]>,
    timeouts: Timeouts,
}

/// Where a question goes next.
enum Next {
    /// To the node that has the slot now.
    Owner(Arc<Address>),
    /// To the node that is about to have it, for this one time.
    Asking(Arc<Address>),
    /// To the same, when some time has passed.
    Later,
}

impl Cluster {
    /// Names a cluster by some of its nodes; nothing is connected before the first question.
    pub fn new(seeds: Arc<[Arc<Address>]>, timeouts: Timeouts) -> Self {
        Self { seeds, timeouts }
    }

    /// Asks the node that has the key's slot, and follows where that leads, for one io_timeout at most; a cluster that
    /// asks for time gets none behind the `end` of a wait.
    ///
    /// Nobody is let interrupt what happens here between two questions, which a connect_timeout bounds: an interruption
    /// would have to say for each of them whether it may still run, and whose it is behind a fork.
    fn routed<T>(
        &self,
        key: &Key,
        end: Option<Instant>,
        mut work: impl FnMut(&OneMaster) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let slot = key.slot();
        let mut owner = self.owner(slot)?;
        let until = Instant::now().after(self.timeouts.io);
        let mut target = OneMaster::new(owner.clone(), self.timeouts);
        let (mut searched, mut hops) = (false, 0);
        loop {
            let failure = match work(&target) {
                Err(failure) => failure,
                done => return done,
            };
            let is_dead = matches!(failure, Failure::NotSent { .. }) || is_down(&failure);
            let next = match next(&failure, target.node().address()) {
                Some(_) if Instant::now() >= until => return Err(self.sent_on(failure)),
                Some(Next::Later) if end.is_some_and(|end| end <= Instant::now()) => return Err(failure),
                // It is dead, or has left the cluster: the others know its successor once there is one.
                _ if is_dead && !std::mem::replace(&mut searched, true) => {
                    match self.successor(slot, &owner, self.timeouts.connect) {
                        Some(successor) => Next::Owner(successor),
                        None if is_down(&failure) => Next::Later,
                        None => return Err(failure),
                    }
                }
                Some(next) => next,
                None => {
                    // It may have run, so it is not asked elsewhere; the next question goes to a successor.
                    match &failure {
                        Failure::Unanswered { .. } => drop(self.successor(slot, &owner, self.timeouts.connect)),
                        Failure::Interrupted { by: Interruption::OutOfTime, .. } => {
                            self.successor(slot, &owner, IN_A_HURRY);
                        }
                        _ => {}
                    }
                    return Err(failure);
                }
            };
            hops += 1;
            if matches!(next, Next::Later) || hops > MOST_HOPS {
                let pause = Instant::now().after(slices::jittered(PAUSE, slices::chance()));
                interruption::sleep(pause.min(until), None);
            }
            target = match next {
                Next::Asking(node) => OneMaster::asking(node, self.timeouts),
                Next::Owner(node) => {
                    owner = node;
                    if slot_map::moved(&self.seeds, slot, owner.clone()) {
                        // What else has moved; that it cannot be learnt now is no harm.
                        let _ = slot_map::learn(&self.seeds, slot, Ask::First(&owner), self.timeouts);
                    }
                    OneMaster::new(owner.clone(), self.timeouts)
                }
                Next::Later => OneMaster::new(owner.clone(), self.timeouts),
            };
        }
    }

    fn owner(&self, slot: u16) -> Result<Arc<Address>, Failure> {
        if let Some(owner) = slot_map::owner(&self.seeds, slot) {
            return Ok(owner);
        }
        slot_map::learn(&self.seeds, slot, Ask::Any, self.timeouts)
    }

    fn successor(&self, slot: u16, before: &Arc<Address>, within: Duration) -> Option<Arc<Address>> {
        let timeouts = Timeouts { connect: within.min(self.timeouts.connect), ..self.timeouts };
        let owner = slot_map::learn(&self.seeds, slot, Ask::Last(before), timeouts).ok()?;
        Some(owner).filter(|owner| owner != before)
    }

    /// Words what is left when the nodes send a question from one to the other until there is no more time.
    fn sent_on(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Refused { node, code, detail } if matches!(code.as_str(), "MOVED" | "ASK") => Failure::NotSent {
                node,
                cause: format!(
                    "the nodes of the cluster have sent the question on for {} s (redislock.io_timeout), at last: {code} {detail}",
                    self.timeouts.io.as_secs_f64()
                ),
            },
            other => other,
        }
    }

    /// The node that probably has the key, without asking anybody.
    fn probably(&self, key: &Key) -> OneMaster {
        let owner = slot_map::owner(&self.seeds, key.slot()).unwrap_or_else(|| self.seeds[0].clone());
        OneMaster::new(owner, self.timeouts)
    }
}

fn is_down(failure: &Failure) -> bool {
    matches!(failure, Failure::Refused { code, .. } if code == "CLUSTERDOWN")
}

/// Reads what a cluster answers in place of running a command.
fn next(failure: &Failure, asked: &Address) -> Option<Next> {
    let Failure::Refused { code, detail, .. } = failure else {
        return None;
    };
    match code.as_str() {
        "MOVED" => asked.redirected(detail).map(|node| Next::Owner(Arc::new(node))),
        "ASK" => asked.redirected(detail).map(|node| Next::Asking(Arc::new(node))),
        "TRYAGAIN" | "CLUSTERDOWN" => Some(Next::Later),
        _ => None,
    }
}

impl Topology for Cluster {
    fn acquire(&self, bid: &Bid<'_>) -> Result<Acquired, Failure> {
        self.routed(bid.key, bid.end, |master| master.acquire(bid))
    }

    fn queue<'a>(&'a self, key: &'a Key, host: Host) -> Box<dyn Queue + 'a> {
        Box::new(ClusterQueue { cluster: self, key, host, place: None })
    }

    fn addresses(&self) -> &[Arc<Address>] {
        &self.seeds
    }

    fn nodes(&self, key: &Key) -> Vec<Arc<Address>> {
        slot_map::owner(&self.seeds, key.slot()).map_or_else(|| self.seeds.to_vec(), |owner| vec![owner])
    }

    fn release(&self, key: &Key, token: &Token) -> Result<Released, Failure> {
        self.routed(key, None, |master| master.release(key, token))
    }

    fn extend(&self, key: &Key, token: &Token, ttl: Ttl) -> Result<Option<Deadline>, Failure> {
        self.routed(key, None, |master| master.extend(key, token, ttl))
    }

    fn renew(
        &self,
        key: &Key,
        token: &Token,
        ttl: Ttl,
        gate: Arc<dyn Gate>,
        host: Host,
    ) -> Result<Option<Deadline>, Failure> {
        self.routed(key, None, |master| master.renew(key, token, ttl, gate.clone(), host))
    }

    fn inspect(&self, key: &Key, token: Option<&Token>, detail: Detail) -> Result<Holding, Failure> {
        self.routed(key, None, |master| master.inspect(key, token, detail))
    }

    fn force(&self, key: &Key, token: Option<&Token>) -> Result<Removed, Failure> {
        self.routed(key, None, |master| master.force(key, token))
    }

    fn give_back(&self, key: &Key, token: &Token, ttl: Ttl, why: Why, when: When) {
        self.probably(key).give_back(key, token, ttl, why, when);
    }

    fn promise(&self, key: &Key) -> Promise {
        self.probably(key).promise(key)
    }
}

/// One waiter, at the node that has the slot.
struct ClusterQueue<'a> {
    cluster: &'a Cluster,
    key: &'a Key,
    host: Host,
    /// Where it asked last, and its place there.
    place: Option<(OneMaster, OneMasterQueue<'a>)>,
}

impl Queue for ClusterQueue<'_> {
    fn attempt(&mut self, bid: &Bid<'_>, tried: Tried) -> Result<Acquired, Failure> {
        let Self { cluster, key, host, place } = self;
        cluster.routed(key, bid.end, |master| {
            let queue = match place.take() {
                Some((before, queue)) if before.is_same(master) => queue,
                _ => OneMasterQueue::new(master.clone(), key, *host),
            };
            let (_, queue) = place.insert((master.clone(), queue));
            queue.attempt(bid, tried)
        })
    }

    fn promise(&self) -> Promise {
        self.place.as_ref().map_or_else(|| self.cluster.promise(self.key), |(_, queue)| queue.promise())
    }

    fn rest(&mut self, obstacle: Obstacle, end: Option<Instant>) -> Woken {
        match &mut self.place {
            Some((_, queue)) => queue.rest(obstacle, end),
            // Nobody rests before an answer.
            None => Woken::Ask,
        }
    }
}

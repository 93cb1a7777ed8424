//! Owns what a scenario is about: which keys there are, beside what companions, what is at them, and what a process
//! wants of them.
//! Does not know who stands where (model.rs), nor how a script is called (calls.rs).

use crate::support::Reply;

/// The most keys, and the most wake lists, of a world.
pub(crate) const MOST: usize = 3;

/// A wake list and the mark that has it pushed to.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) mark: &'static str,
    pub(crate) wake: &'static str,
    /// How many elements the list may have.
    pub(crate) most: usize,
}

/// Keys and companions.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) keys: &'static [&'static str],
    pub(crate) channels: &'static [Channel],
    /// What is in Redis beside them, and changes nothing.
    pub(crate) others: &'static [&'static str],
}

const fn channel(mark: &'static str, wake: &'static str, most: usize) -> Channel {
    Channel { mark, wake, most }
}

const OF_ONE_KEY: &[&str] = &["k"];
const OF_K: Channel = channel("k:rl-waiting{k}", "k:rl-wake{k}", 1);

/// One key.
pub(crate) static ONE_KEY: World = World { keys: OF_ONE_KEY, channels: &[OF_K], others: &[] };

/// The key of a job: who marks it as done, has made its result or has found it, fills the list.
pub(crate) static ONE_JOB: World =
    World { keys: OF_ONE_KEY, channels: &[channel("k:rl-waiting{k}", "k:rl-wake{k}", 4)], others: &[] };

/// Three keys; each has a channel of its own.
pub(crate) static THREE_KEYS: World = World {
    keys: &["a", "b", "c"],
    channels: &[
        channel("a:rl-waiting{a}", "a:rl-wake{a}", 1),
        channel("b:rl-waiting{b}", "b:rl-wake{b}", 1),
        channel("c:rl-waiting{c}", "c:rl-wake{c}", 1),
    ],
    others: &[],
};

/// One key's permits. The first is the key itself, with its channel; the others of n permits share the channel at n - 1.
pub(crate) static PERMITS: World = World {
    keys: &["k", "k:rl-permit-2{k}", "k:rl-permit-3{k}"],
    channels: &[
        OF_K,
        channel("k:rl-permit-waiting-2{k}", "k:rl-permit-wake-2{k}", 2),
        channel("k:rl-permit-waiting-3{k}", "k:rl-permit-wake-3{k}", 3),
    ],
    others: &["k:rl-permits{k}"],
};

/// What a holder that knows nothing of redislock writes: no `rl_` in front, and it sets no expiry.
pub(crate) const FOREIGN: &str = "foreign";
/// What a release leaves at a key that stays at rest.
const REST: &str = "rl_rest";
/// What a release leaves at a key whose work is done begins so; then comes the tag of the lease.
const DONE: &str = "rl_done:";
/// Ttl, mark and signal in ms. Longer than in life: here things end when the explorer says so, not when a machine is slow.
pub(crate) const LIFE_MS: &str = "60000";
/// How long a key stays at rest, or done, in ms: so much less than a lease that a refusal's PTTL tells one from the other.
pub(crate) const REST_MS: &str = "30000";

/// What is at a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    #[default]
    Free,
    /// The token of this process.
    Of(usize),
    Foreign,
    Rest,
    /// The done marker of this process.
    Done(usize),
}

impl Value {
    pub(crate) fn text(self) -> Option<String> {
        match self {
            Self::Free => None,
            Self::Of(process) => Some(token(process)),
            Self::Foreign => Some(FOREIGN.to_owned()),
            Self::Rest => Some(REST.to_owned()),
            Self::Done(process) => Some(marker(process)),
        }
    }

    pub(crate) fn life(self) -> Option<&'static str> {
        match self {
            Self::Free | Self::Foreign => None,
            Self::Of(_) => Some(LIFE_MS),
            Self::Rest | Self::Done(_) => Some(REST_MS),
        }
    }

    pub(crate) fn read(reply: &Reply) -> Self {
        if reply.is_nil() {
            return Self::Free;
        }
        match reply.text().as_str() {
            FOREIGN => Self::Foreign,
            REST => Self::Rest,
            text => match text.strip_prefix(DONE) {
                Some(tag) => Self::Done(tag.parse().unwrap()),
                None => Self::Of(text.strip_prefix("rl_").unwrap().parse().unwrap()),
            },
        }
    }
}

pub(crate) fn token(process: usize) -> String {
    format!("rl_{process}")
}

/// What only the lease of a process has.
pub(crate) fn marker(process: usize) -> String {
    format!("{DONE}{process:016}")
}

/// Everything in Redis that a later command can see. What a world does not have stays as it is by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Snapshot {
    pub(crate) values: [Value; MOST],
    pub(crate) has_mark: [bool; MOST],
    pub(crate) elements: [usize; MOST],
}

/// What a process wants to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    /// One key; also what a process wants that knows nothing of lists and permits.
    Key(usize),
    /// The same, by who leaves where the work is done.
    Job(usize),
    /// The same, by who looks for the result and leaves where it is there.
    Found(usize),
    /// All of these, in this order.
    All(&'static [usize]),
    /// Any one of so many permits.
    Permit(usize),
}

impl Want {
    /// The keys at which its token may stand.
    pub(crate) fn keys(self) -> Vec<usize> {
        match self {
            Self::Key(key) | Self::Job(key) | Self::Found(key) => vec![key],
            Self::All(keys) => keys.to_vec(),
            Self::Permit(number) => (0..number).collect(),
        }
    }

    /// The keys at which its token stands while it holds; of a permit's holder that one.
    pub(crate) fn held(self, permit: usize) -> Vec<usize> {
        if matches!(self, Self::Permit(_)) { vec![permit] } else { self.keys() }
    }

    /// The keys whose end ends its sleep, after a refusal that named this place of its list.
    pub(crate) fn in_the_way(self, place: usize) -> Vec<usize> {
        if let Self::All(keys) = self { vec![keys[place - 1]] } else { self.keys() }
    }

    /// The channels in its BLPOP, after the same.
    pub(crate) fn channels(self, place: usize) -> Vec<usize> {
        if let Self::Permit(number) = self { vec![0, number - 1] } else { self.in_the_way(place) }
    }

    /// The channel of the lease of a permit.
    pub(crate) fn channel_of_permit(number: usize, permit: usize) -> usize {
        if permit == 0 { 0 } else { number - 1 }
    }

    /// Whether an attempt would take it, or tell that the work is done.
    pub(crate) fn is_to_be_had(self, redis: &Snapshot) -> bool {
        let is_free = |key: &usize| redis.values[*key] == Value::Free;
        match self {
            Self::Key(_) | Self::Found(_) | Self::All(_) => self.keys().iter().all(is_free),
            Self::Job(key) => matches!(redis.values[key], Value::Free | Value::Done(_)),
            Self::Permit(_) => self.keys().iter().any(is_free),
        }
    }
}

//! Owns the history: what all processes wrote down, read into leases, calls, writes and ends.
//! Does not judge it (checker/).

use std::collections::{BTreeMap, HashMap};

use crate::fault::Fault;
use crate::layout::Layout;
use crate::observer::{Extended, Sighting};
use crate::process::{STARTS, real};
use crate::scope::Scope;
use crate::time::{MS, Nanos};

/// Everything that is known of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) layout: Layout,
    /// Some processes load an older version.
    pub(crate) has_older: bool,
    pub(crate) leases: Vec<Lease>,
    pub(crate) calls: Vec<Call>,
    pub(crate) writes: Vec<Write>,
    /// When and how a process ended by itself.
    pub(crate) ends: HashMap<u32, (Nanos, String)>,
    /// When the crew saw that a process had ended.
    pub(crate) deaths: HashMap<u32, Nanos>,
    /// By which signal, where it was one.
    pub(crate) signals: HashMap<u32, i32>,
    /// To which slot a process belongs.
    pub(crate) slots: HashMap<u32, String>,
    pub(crate) faults: Vec<Fault>,
    /// Which servers a key can be at; one that is not named here, at all.
    pub(crate) homes: HashMap<String, Vec<u32>>,
    pub(crate) sightings: Vec<Sighting>,
    pub(crate) extends: Vec<Extended>,
    /// When Redis was looked at last: longer than a ttl after the last process had ended.
    pub(crate) over: Nanos,
    /// The slots whose way to Redis is the proxy.
    pub(crate) by_proxy: Vec<String>,
    /// What goes against the contract by itself: a crash, a message.
    pub(crate) oddities: Vec<(Nanos, String)>,
    by_call: HashMap<(u32, u64), usize>,
    /// The leases of a token in their order: of one that was given there may be several.
    by_token: HashMap<String, Vec<usize>>,
    /// How often PHP was started again in a process so far.
    restarts: HashMap<u32, u32>,
    /// The tokens that several know, with what each of them believed.
    pub(crate) shared: BTreeMap<String, Vec<Trust>>,
}

/// What one holder by a token that several know believed from an instant on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trust {
    pub(crate) pid: u32,
    pub(crate) from: Nanos,
    pub(crate) until: Nanos,
}

/// A question and its answer, as the process that asked saw them.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) pid: u32,
    pub(crate) verb: String,
    /// As the journal has it, and what that covers.
    pub(crate) key: String,
    pub(crate) scope: Scope,
    pub(crate) token: String,
    pub(crate) begin: Nanos,
    /// None where the process did not live to see it.
    pub(crate) end: Option<Nanos>,
    /// yes, no, lost, silent, error, left, odd.
    pub(crate) answer: String,
    pub(crate) why: String,
    pub(crate) ttl: Nanos,
    pub(crate) wait: Nanos,
    pub(crate) renews: bool,
    pub(crate) kept: bool,
    pub(crate) replicas: u32,
    /// `atLeast`: for how long no other process has it, whenever it is released.
    pub(crate) at_least: Nanos,
    /// `doneFor` of what run() leaves: 0 where it leaves no marker, or its work threw.
    pub(crate) done_for: Nanos,
    pub(crate) how: String,
    /// The end of an object whose lease had ended already asks for no release.
    pub(crate) asks: bool,
}

/// What one acquire gave.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that a line of the journals tells")]
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    pub(crate) pid: u32,
    /// As the journal has it, and what that covers.
    pub(crate) key: String,
    pub(crate) scope: Scope,
    pub(crate) token: String,
    pub(crate) fence: u64,
    /// When the question began, and when its holder had the answer.
    pub(crate) asked: Nanos,
    pub(crate) taken: Nanos,
    /// What the holder believed at first, and at the utmost.
    pub(crate) first_until: Nanos,
    pub(crate) until: Nanos,
    /// What it believed from when on.
    pub(crate) trusts: Vec<(Nanos, Nanos)>,
    pub(crate) ttl: Nanos,
    pub(crate) longest_ttl: Nanos,
    pub(crate) at_least: Nanos,
    pub(crate) renews: bool,
    /// One of many that a process keeps, and looks at all the time.
    pub(crate) kept: bool,
    /// It is left to the process that has the token, and its holder is who has adopted it last.
    pub(crate) travels: bool,
    /// Its token was given or told: what it did not ask to be released is left to its ttl.
    pub(crate) is_told: bool,
    /// Several processes have its token at a time, and call every verb.
    pub(crate) is_shared: bool,
    /// When its token was used first, by this lease or an earlier one.
    pub(crate) first_use: Nanos,
    /// When the acquire began that its token was used for next: this lease was gone then.
    pub(crate) anew: Nanos,
    /// Indices of the calls about it.
    pub(crate) calls: Vec<usize>,
    /// When its holder began to give it up, and by which call.
    pub(crate) ending: Option<(Nanos, usize)>,
}

/// A write into the guarded store, in the order in which they were taken.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub(crate) time: Nanos,
    pub(crate) key: String,
    pub(crate) token: String,
    pub(crate) taken: bool,
}

impl Lease {
    /// The deadline that its holder knew of at an instant: it never comes nearer.
    pub(crate) fn deadline_at(&self, time: Nanos) -> Nanos {
        self.trusts.iter().filter(|(from, _)| *from <= time).map(|(_, until)| *until).max().unwrap_or(0)
    }

    /// Whether its token was given, or adopted by processes that acquire by it: it may be that of other leases, too.
    pub(crate) fn is_given(&self) -> bool {
        self.token.contains("given-") || self.is_shared
    }

    /// Whether it was given up before it was to: then its keys are at rest.
    pub(crate) fn leaves_a_rest(&self, time: Nanos) -> bool {
        !self.travels && time < self.taken + self.at_least
    }

    /// Until when it is exclusive, faults aside: its deadline, or the moment its holder began to give it up.
    pub(crate) fn end(&self) -> Nanos {
        self.ending.map_or(self.until, |(time, _)| self.until.min(time))
    }

    /// The same for those who have other tokens: who acquired by its token anew has another lease, and was told that this one was gone.
    pub(crate) fn alone_until(&self) -> Nanos {
        self.end().min(self.anew)
    }
}

impl History {
    pub(crate) fn lease(&self, token: &str) -> Option<&Lease> {
        self.by_token.get(token)?.last().map(|index| &self.leases[*index])
    }

    /// The lease that a token stood for at an instant.
    pub(crate) fn lease_at(&self, token: &str, time: Nanos) -> Option<&Lease> {
        let leases = self.by_token.get(token)?.iter().map(|index| &self.leases[*index]);
        // Until a process has it that knows the token, calls of the others are about the one before.
        leases.rev().find(|lease| if lease.is_shared { lease.taken <= time } else { lease.asked <= time })
    }

    /// All leases of a token in their order.
    pub(crate) fn leases_of(&self, token: &str) -> impl Iterator<Item = &Lease> {
        self.by_token.get(token).into_iter().flatten().map(|index| &self.leases[*index])
    }

    fn last_lease(&mut self, token: &str) -> Option<&mut Lease> {
        self.by_token.get(token)?.last().map(|index| &mut self.leases[*index])
    }

    /// Reads the journals of all processes in the order of their lines' times: one process may write about another's lease.
    pub(crate) fn read(&mut self, journals: &[String]) {
        let mut lines: Vec<(Nanos, u32, Vec<&str>)> = Vec::new();
        for journal in journals {
            // What a killed process has not written to its end is no line.
            let whole = journal.rfind('\n').map_or("", |end| &journal[..end]);
            for line in whole.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                let (Ok(time), Ok(pid)) = (words[0].parse(), words[1].parse()) else {
                    panic!("no line of a journal: {line}");
                };
                lines.push((time, pid, words));
            }
        }
        // Stable: lines of one process keep their order.
        lines.sort_by_key(|(time, ..)| *time);
        for (time, pid, words) in lines {
            self.read_line(time, self.of_this_start(pid), &words[2..]);
        }
    }

    /// PHP that was started again in its process counts as another process.
    fn of_this_start(&self, pid: u32) -> u32 {
        pid + self.restarts.get(&pid).unwrap_or(&0) * STARTS
    }

    fn read_line(&mut self, time: Nanos, pid: u32, words: &[&str]) {
        match words {
            // Its module is shut down, and the next start has not begun.
            ["restarted"] => {
                self.deaths.insert(pid, time);
                *self.restarts.entry(real(pid)).or_default() += 1;
            }
            ["born", slot] => {
                // The system gives numbers again.
                let is_another = self.slots.contains_key(&pid);
                *self.restarts.entry(real(pid)).or_default() += u32::from(is_another);
                self.slots.insert(self.of_this_start(real(pid)), (*slot).to_owned());
            }
            ["died", signal] => {
                self.deaths.insert(pid, time);
                let signal: i32 = signal.parse().unwrap();
                self.signals.extend((signal != 0).then_some((pid, signal)));
                *self.restarts.entry(real(pid)).or_default() += 1;
            }
            // A forked child: its parent notes how it died.
            ["crashed", child, signal] => {
                self.oddities.push((time, format!("process {child}, forked by {pid}, ended by signal {signal}")));
            }
            ["ends", how] => {
                self.ends.insert(pid, (time, (*how).to_owned()));
            }
            ["call", id, verb, key, token, terms @ ..] => self.read_call(time, pid, id, [verb, key, token], terms),
            ["back", id, answer, why] => self.read_answer(time, pid, id, answer, why),
            ["took", id, key, token, until, fence] => self.read_lease(time, pid, id, [key, token, until, fence]),
            ["tells", token] => {
                if let Some(lease) = self.last_lease(token) {
                    lease.is_told = true;
                }
            }
            ["hands", _, token] => {
                if let Some(lease) = self.last_lease(token) {
                    lease.travels = true;
                }
            }
            ["shares", _, token] => self.share(token),
            ["joins", _, token, renews, ttl] => {
                if let Some(lease) = self.last_lease(token) {
                    lease.renews |= *renews == "renew=1";
                    lease.longest_ttl = lease.longest_ttl.max(nanos(ttl.trim_start_matches("ttl=")));
                }
            }
            ["adopts", _, token, renews, ttl] => {
                if let Some(lease) = self.last_lease(token) {
                    (lease.pid, lease.renews) = (pid, *renews == "renew=1");
                    // To which its renewal extends it.
                    lease.longest_ttl = lease.longest_ttl.max(nanos(ttl.trim_start_matches("ttl=")));
                }
            }
            ["trust", token, until] => {
                let until: Nanos = until.parse().unwrap();
                // A shared one that had ended was acquired anew, by who has not written that down yet: that is another lease.
                if let Some(lease) = self.last_lease(token).filter(|lease| !lease.is_shared || time <= lease.until) {
                    lease.until = lease.until.max(until);
                    lease.trusts.push((time, until));
                }
                if let Some(trusts) = self.shared.get_mut(*token) {
                    trusts.push(Trust { pid, from: time, until });
                }
            }
            // Those that were taken are read from the store, in its own order.
            ["write", key, token, "refused"] => {
                let (key, token) = ((*key).to_owned(), (*token).to_owned());
                self.writes.push(Write { time, key, token, taken: false });
            }
            ["write", ..] => {}
            _ => panic!("no line of a journal: {words:?}"),
        }
    }

    fn read_call(&mut self, time: Nanos, pid: u32, id: &str, [verb, key, token]: [&str; 3], terms: &[&str]) {
        let term = |name: &str| {
            terms.iter().find_map(|term| term.strip_prefix(name)?.strip_prefix('=')).unwrap_or_default().to_owned()
        };
        let call = Call {
            pid,
            verb: verb.to_owned(),
            key: key.to_owned(),
            scope: Scope::of(key),
            token: token.to_owned(),
            begin: time,
            end: None,
            answer: String::new(),
            why: String::new(),
            ttl: nanos(&term("ttl")),
            wait: nanos(&term("wait")),
            renews: term("renew") == "1",
            kept: term("kept") == "1",
            replicas: term("replicas").parse().unwrap_or(0),
            at_least: nanos(&term("least")),
            done_for: nanos(&term("done")),
            how: term("how"),
            asks: term("asks") != "0",
        };
        let index = self.calls.len();
        self.by_call.insert((pid, id.parse().unwrap()), index);
        if let Some(lease) = self.last_lease(token) {
            lease.calls.push(index);
            // Redis may have run an extend whose holder did not live to see the answer.
            lease.longest_ttl = lease.longest_ttl.max(call.ttl);
            // A forked child has a copy of the token.
            lease.is_told |= verb.starts_with("child-");
            let ends = ["release", "drop", "force", "leave", "again", "end"].contains(&verb);
            if ends && if lease.is_shared { call.asks } else { lease.pid == pid } {
                lease.ending.get_or_insert((time, index));
            }
        }
        self.calls.push(call);
    }

    fn read_answer(&mut self, time: Nanos, pid: u32, id: &str, answer: &str, why: &str) {
        let index = self.by_call[&(pid, id.parse().unwrap())];
        let call = &mut self.calls[index];
        (call.end, call.answer, call.why) = (Some(time), answer.to_owned(), why.replace("%20", " "));
    }

    fn read_lease(&mut self, time: Nanos, pid: u32, id: &str, [key, token, until, fence]: [&str; 4]) {
        let index = self.by_call[&(pid, id.parse().unwrap())];
        let call = &mut self.calls[index];
        (call.end, call.answer) = (Some(time), "yes".to_owned());
        let call = &self.calls[index];
        let until = until.parse().unwrap();
        let is_shared = self.shared.contains_key(token);
        // Another may have begun to extend it before.
        let before = self.lease(token).filter(|_| is_shared).map_or(0, |lease| lease.longest_ttl);
        if let Some(trusts) = self.shared.get_mut(token) {
            trusts.push(Trust { pid, from: time, until });
        }
        let lease = Lease {
            pid,
            key: key.to_owned(),
            scope: Scope::of(key),
            token: token.to_owned(),
            fence: fence.parse().unwrap(),
            asked: call.begin,
            taken: time,
            first_until: until,
            until,
            trusts: vec![(time, until)],
            ttl: call.ttl,
            longest_ttl: call.ttl.max(before),
            at_least: call.at_least,
            renews: call.renews,
            kept: call.kept,
            travels: is_shared,
            is_told: is_shared || token.contains("given-"),
            is_shared,
            first_use: self.lease(token).map_or(call.begin, |lease| lease.first_use),
            anew: Nanos::MAX,
            calls: vec![index],
            ending: None,
        };
        if let Some(last) = self.last_lease(token) {
            last.anew = lease.asked;
        }
        self.by_token.entry(token.to_owned()).or_default().push(self.leases.len());
        self.leases.push(lease);
    }

    /// The holder of a lease goes on with it while others have its token.
    fn share(&mut self, token: &str) {
        let Some(lease) = self.last_lease(token) else { return };
        (lease.travels, lease.is_told, lease.is_shared) = (true, true, true);
        let (pid, trusts) = (lease.pid, lease.trusts.clone());
        let trusts = trusts.into_iter().map(|(from, until)| Trust { pid, from, until });
        self.shared.entry(token.to_owned()).or_insert_with(|| trusts.collect());
    }

    /// Reads what the guarded store took.
    pub(crate) fn read_store(&mut self, log: &str) {
        for line in log.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [time, key, token, _] = words[..] else { continue };
            self.writes.push(Write {
                time: time.parse().unwrap(),
                key: key.to_owned(),
                token: token.to_owned(),
                taken: true,
            });
        }
    }
}

fn nanos(seconds: &str) -> Nanos {
    let seconds: f64 = seconds.parse().unwrap_or(0.0);
    // To the millisecond, rounded up, as the extension does.
    #[allow(clippy::cast_possible_truncation)]
    let ms = (seconds * 1000.0 - 1e-6).ceil() as Nanos;
    ms * MS
}

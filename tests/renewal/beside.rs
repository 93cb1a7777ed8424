//! Owns the promises about renewed leases beside each other: none takes the time of another one, whatever becomes of its server.
//! Does not own one server's faults (`renewal`), what a program sees (php-tests/renewal).

use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::cluster::Cluster;
use crate::support::locks::{lock_of, lock_of_all, permit_of, terms};
use crate::support::quorums::Group;
use crate::support::{PATIENCE, Reply, Server, eventually, renewal_in_turn};
use redislock::lock::{Lock, LockSettings, Renewal};
use redislock::renewal;

fn renewed(ttl: f64) -> LockSettings {
    LockSettings { renewal: Renewal::Always, ..terms(ttl) }
}

fn acquired(lock: Rc<Lock>) -> Rc<Lock> {
    assert_eq!(lock.acquire(), Ok(true));
    lock
}

/// The least that this one had left, as long as it is looked.
fn least_left(lock: &Lock, during: Duration) -> f64 {
    let (start, mut least) = (Instant::now(), f64::INFINITY);
    while start.elapsed() < during {
        least = least.min(lock.remaining());
        thread::sleep(Duration::from_millis(5));
    }
    least
}

fn all_are_held(locks: &[Rc<Lock>]) -> bool {
    locks.iter().all(|lock| lock.state() == "held")
}

/// Keys whose slots this master has.
fn keys_of(cluster: &Cluster, master: usize, count: usize) -> Vec<String> {
    (0..).map(|n| format!("k{n}")).filter(|key| cluster.home(key) == master).take(count).collect()
}

#[test]
fn a_stopped_shard_takes_no_time_from_a_lease_on_another() {
    let _renewal = renewal_in_turn();
    // Else all of it is down soon, and a master that is well refuses, too.
    let cluster = Cluster::with(&["--cluster-require-full-coverage", "no"]);
    let far: Vec<_> = keys_of(&cluster, 1, 20);
    let _far: Vec<Rc<Lock>> = far.iter().map(|key| acquired(lock_of(&cluster.address(), key, renewed(2.0)))).collect();
    let near = acquired(lock_of(&cluster.address(), &keys_of(&cluster, 0, 1)[0], renewed(1.0)));
    cluster.nodes[1].suspend();
    let least = least_left(&near, Duration::from_secs(3));
    cluster.nodes[1].resume();
    assert!(least > 0.4, "{least} of 1 s were left");
    renewal::stop();
}

#[test]
fn a_silent_member_takes_no_time_from_its_quorums_leases_nor_from_others() {
    let _renewal = renewal_in_turn();
    let (group, other) = (Group::of(3), Server::start());
    let addresses = group.addresses().join(" ");
    let locks: Vec<Rc<Lock>> =
        (0..300).map(|n| acquired(lock_of(&addresses, &format!("k{n}"), renewed(3.0)))).collect();
    let near = acquired(lock_of(&other.tcp_address(), "near", renewed(1.0)));
    let short = acquired(lock_of(&addresses, "short", renewed(1.0)));
    group.servers[1].suspend();
    let least = least_left(&near, Duration::from_secs(6));
    group.servers[1].resume();
    assert!(least > 0.4, "{least} of 1 s were left");
    assert!(all_are_held(&locks) && short.state() == "held");
    renewal::stop();
}

#[test]
fn a_hundred_addresses_have_sixty_four_threads_and_keep_their_leases() {
    let _renewal = renewal_in_turn();
    let server = Server::with(&["--databases", "100"]);
    let at = |n| format!("redis://127.0.0.1:{}/{n}", server.port());
    let locks: Vec<Rc<Lock>> = (0..100).map(|n| acquired(lock_of(&at(n), "k", renewed(2.0)))).collect();
    let names = std::fs::read_dir("/proc/self/task").unwrap();
    let name = |task: &std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    let threads = names.filter(|task| name(task.as_ref().unwrap()) == "redislock-renew\n").count();
    thread::sleep(Duration::from_secs(4));
    assert!(all_are_held(&locks));
    assert_eq!(threads, 64);
    renewal::stop();
}

#[test]
fn a_short_lease_is_kept_beside_many_long_ones_that_are_due_at_once() {
    let (_renewal, (_server, proxy)) = (renewal_in_turn(), Server::behind_a_proxy());
    let many: Vec<Rc<Lock>> =
        (0..3_000).map(|n| acquired(lock_of(&proxy.address(), &format!("k{n}"), renewed(6.0)))).collect();
    let short = acquired(lock_of(&proxy.address(), "short", renewed(0.4)));
    proxy.delay_replies(Duration::from_millis(5));
    thread::sleep(Duration::from_secs(8));
    assert_eq!(short.state(), "held");
    assert!(all_are_held(&many));
    renewal::stop();
}

#[test]
fn a_list_and_a_permit_are_kept_while_their_slot_moves_and_afterwards() {
    let _renewal = renewal_in_turn();
    let cluster = Cluster::start();
    let (from, to) = (cluster.home("{s}a"), (cluster.home("{s}a") + 1) % 3);
    let list = acquired(lock_of_all(&cluster.address(), &["{s}a", "{s}b"], renewed(1.5)));
    let permit = acquired(permit_of(&cluster.address(), "{s}p", 2, renewed(1.5)));
    let locks = [list, permit];
    cluster.begin_move("{s}a", from, to);
    let keys = |node: usize| cluster.nodes[node].command(&["KEYS", "{s}*"]).list().iter().map(Reply::text).collect();
    cluster.migrate(&["{s}a"], from, to);
    thread::sleep(Duration::from_secs(3));
    assert!(all_are_held(&locks), "the list is in two places");
    let rest: Vec<String> = keys(from);
    cluster.migrate(&rest.iter().map(String::as_str).collect::<Vec<_>>(), from, to);
    thread::sleep(Duration::from_secs(3));
    assert!(all_are_held(&locks), "all are where the slot goes");
    cluster.end_move("{s}a", to);
    thread::sleep(Duration::from_secs(3));
    assert!(all_are_held(&locks));
    renewal::stop();
}

/// The memory that this process has, in kB.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn forty_thousand_leases_are_kept_and_take_no_more_memory_with_each_extend() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let key = |n| format!("k{n}");
    let locks: Vec<Rc<Lock>> =
        (0..40_000).map(|n| acquired(lock_of(&server.tcp_address(), &key(n), renewed(12.0)))).collect();
    // Each was extended once, and then twice more.
    thread::sleep(Duration::from_secs(5));
    let before = resident();
    thread::sleep(Duration::from_secs(9));
    assert!(all_are_held(&locks));
    assert_eq!(server.command(&["DBSIZE"]), 40_000);
    assert!(eventually(PATIENCE, || resident() < before + 6_000), "{} kB more", resident() - before);
    renewal::stop();
}

#[test]
fn leases_that_have_ended_are_not_kept_until_they_would_be_due() {
    let (_renewal, server) = (renewal_in_turn(), Server::start());
    let lock = lock_of(&server.tcp_address(), "k", renewed(600.0));
    let cycle = || assert_eq!((lock.acquire(), lock.release()), (Ok(true), Ok(true)));
    (0..2_000).for_each(|_| cycle());
    // Those of a second are, at the most: the thread drops them at its next turn.
    let before = resident();
    (0..20_000).for_each(|_| cycle());
    assert!(eventually(PATIENCE, || resident() < before + 6_000), "{} kB more", resident() - before);
    renewal::stop();
}

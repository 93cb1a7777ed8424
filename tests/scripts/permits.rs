//! Owns what the scripts of permits reply and leave, reply by reply.
//! Does not own orders of commands (explorer/permits.rs), nor who sends the scripts.

use redislock::scripts::{ACQUIRE_PERMIT, INSPECT_PERMITS, RELEASE, RELEASE_PERMIT, REMOVE_PERMITS};

use crate::support::calls::{LIFE, is_fresh, numbers};
use crate::support::{Reply, Server};

const KEYS: [&str; 3] = ["k", "k2", "k3"];
const MARKS: [&str; 2] = ["k:m", "k:m3"];
const LISTS: [&str; 2] = ["k:w", "k:w3"];
const NUMBER: &str = "k:n";
const FENCE: &str = "k:f";

fn with_channels() -> Vec<&'static str> {
    [&KEYS[..], &[MARKS[0], LISTS[0], MARKS[1], LISTS[1]]].concat()
}

/// acquire_permit.lua for three permits.
struct Acquire {
    ttl: &'static str,
    mark: &'static str,
    is_retry: &'static str,
    /// Which list's element it has, counted from 1.
    signal_of: &'static str,
    /// How long the fence stays.
    fence: Option<&'static str>,
}

const TRY: Acquire = Acquire { ttl: LIFE, mark: LIFE, is_retry: "0", signal_of: "0", fence: None };
const RETRY: Acquire = Acquire { is_retry: "1", ..TRY };

impl Acquire {
    fn run(&self, server: &Server, token: &str) -> Reply {
        let mut keys = with_channels();
        keys.push(NUMBER);
        keys.extend(self.fence.map(|_| FENCE));
        let lasts = self.fence.unwrap_or("900000");
        let arguments = [token, self.ttl, self.mark, self.is_retry, lasts, "3", LIFE, self.signal_of];
        server.run(&ACQUIRE_PERMIT, &keys, &arguments)
    }

    fn numbers(&self, server: &Server, token: &str) -> Vec<i64> {
        numbers(&self.run(server, token))
    }
}

fn mark_both(server: &Server) {
    server.hold(&MARKS.map(|mark| (mark, "1")));
}

#[test]
fn the_lowest_free_permit_is_taken() {
    let server = Server::start();
    for permit in 1..=3 {
        assert_eq!(TRY.numbers(&server, &format!("rl_{permit}")), [permit, 1]);
    }
    assert_eq!(server.values(&KEYS), ["rl_1", "rl_2", "rl_3"]);
    assert!(KEYS.iter().all(|key| is_fresh(server.lives(key), 60_000)));
    assert_eq!(server.exist(&MARKS), 0);
    server.command(&["DEL", "k2"]);
    assert_eq!(Acquire { ttl: "0", ..TRY }.numbers(&server, "rl_4"), [2, 1]);
    assert_eq!(server.lives("k2"), -1);
}

#[test]
fn a_refusal_tells_the_least_pttl_and_whether_all_signal() {
    let server = Server::start();
    server.hold(&[("k", "rl_1"), ("k2", "rl_2"), ("k3", "rl_3")]);
    server.command(&["PEXPIRE", "k2", "30000"]);
    server.command(&["PERSIST", "k3"]);
    let reply = Acquire { mark: "0", ..TRY }.numbers(&server, "rl_4");
    assert!(reply[0] == 0 && is_fresh(reply[1], 30_000) && reply[2] == 1, "{reply:?}");
    assert_eq!(server.exist(&MARKS), 0, "who does not wait leaves no mark");
    TRY.run(&server, "rl_4");
    assert_eq!(server.exist(&MARKS), 2);

    server.empty();
    server.hold(&[("k", "rl_1"), ("k2", "another program's"), ("k3", "rl_rest")]);
    assert_eq!(TRY.numbers(&server, "rl_4")[2], 0);
    assert_eq!(server.exist(&MARKS), 2, "one of them signals");
    server.command(&["SET", "k2", "rl_2"]);
    assert_eq!(TRY.numbers(&server, "rl_4")[2], 2, "one of them is at rest");
    server.command(&["DEL", "k3"]);
    assert_eq!(TRY.numbers(&server, "rl_4"), [3, 1]);

    server.empty();
    for key in KEYS {
        server.command(&["SET", key, "another program's"]);
    }
    assert_eq!(TRY.numbers(&server, "rl_4"), [0, -1, 0]);
    assert_eq!(server.exist(&MARKS), 0, "none of them signals");
}

#[test]
fn a_key_of_another_type_is_a_permit_that_is_held() {
    let server = Server::start();
    server.command(&["ZADD", "k", "1", "symfony"]);
    assert_eq!(TRY.numbers(&server, "rl_1"), [2, 1]);
    assert_eq!(TRY.numbers(&server, "rl_2"), [3, 1]);
    assert_eq!(TRY.numbers(&server, "rl_3")[2], 0);
    assert_eq!(server.command(&["ZSCORE", "k", "symfony"]), "1");
    let release = |token| server.run(&RELEASE_PERMIT, &with_channels(), &[token, LIFE, "3", "0"]);
    assert_eq!(release("rl_2"), 1);
    assert_eq!(server.values(&KEYS), ["", "rl_1", ""]);
}

#[test]
fn a_token_stands_on_one_permit_at_most() {
    let server = Server::start();
    server.hold(&[("k2", "given")]);
    assert_eq!(TRY.numbers(&server, "given")[0], 0, "its holder is another object");
    assert_eq!(server.exist(&KEYS), 1);
    server.command(&["PEXPIRE", "k2", "1000"]);
    assert_eq!(RETRY.numbers(&server, "given"), [2, 1], "also though a lower one is free");
    assert!(is_fresh(server.lives("k2"), 60_000));
    assert_eq!(server.exist(&KEYS), 1);
    server.command(&["PEXPIRE", "k2", "900000"]);
    RETRY.run(&server, "given");
    assert!(is_fresh(server.lives("k2"), 900_000), "never shorter");
    Acquire { ttl: "0", ..RETRY }.run(&server, "given");
    assert_eq!(server.lives("k2"), -1);
    RETRY.run(&server, "given");
    assert_eq!(server.lives("k2"), -1, "never shorter");
    assert_eq!(RETRY.numbers(&server, "rl_1"), [1, 1], "the first try did not run");
}

#[test]
fn the_permit_that_woke_the_caller_is_taken_first_and_no_other_is_signalled() {
    let server = Server::start();
    let woken = |signal_of, held: &[(&str, &str)]| {
        server.empty();
        server.hold(held);
        mark_both(&server);
        let [permit, _] = Acquire { signal_of, ..TRY }.numbers(&server, "rl_1")[..] else { panic!("refused") };
        (permit, server.lengths(&LISTS))
    };
    assert_eq!(woken("1", &[]), (1, vec![0, 0]));
    assert_eq!(woken("2", &[]), (2, vec![0, 0]));
    assert_eq!(woken("2", &[("k2", "rl_2")]), (3, vec![0, 0]));
    assert_eq!(woken("1", &[("k", "rl_2")]), (2, vec![0, 0]), "any other, where that one has gone");
    assert_eq!(woken("2", &[("k2", "rl_2"), ("k3", "rl_3")]), (1, vec![0, 0]));
    assert_eq!(woken("2", &[("k", "rl_rest")]), (2, vec![1, 0]), "but what will end without a signal is watched");
}

#[test]
fn an_acquire_that_has_no_signal_signals_for_a_permit_that_it_leaves_free() {
    let server = Server::start();
    let pushed = |held: &[(&str, &str)], marks: &[&str], elements: &[&str]| {
        server.empty();
        server.hold(held);
        server.hold(&marks.iter().map(|mark| (*mark, "1")).collect::<Vec<_>>());
        for list in elements {
            server.command(&["RPUSH", list, "1"]);
        }
        TRY.run(&server, "rl_1");
        server.lengths(&LISTS)
    };
    assert_eq!(pushed(&[], &[], &[]), [0, 0], "no mark");
    assert_eq!(pushed(&[], &MARKS[..1], &[]), [0, 0], "not the mark of that permit");
    assert_eq!(pushed(&[], &MARKS, &[]), [0, 1]);
    assert!(is_fresh(server.lives(LISTS[1]), 60_000));
    assert_eq!(pushed(&[], &MARKS, &[LISTS[1]]), [0, 1], "a signal is there");
    assert_eq!(pushed(&[], &MARKS, &[LISTS[0]]), [1, 1], "a waiter of the plain key may take the other list's");
    let all_but_one = [("k", "rl_2"), ("k3", "rl_3")];
    assert_eq!(pushed(&all_but_one, &MARKS, &[]), [0, 0], "no other is free");
    // What ends without a signal is watched by a waiter: each that leaves with a permit wakes the next one.
    assert_eq!(pushed(&[("k", "rl_rest"), ("k3", "rl_3")], &MARKS, &[]), [1, 0]);
    assert_eq!(pushed(&[("k", "rl_2"), ("k3", "another program's")], &MARKS, &[]), [0, 1]);
}

#[test]
fn all_permits_draw_from_one_fence() {
    let server = Server::start();
    server.hold(&[(FENCE, "8000000000000000")]);
    let fenced = Acquire { fence: Some("900000"), ..TRY };
    assert_eq!(fenced.numbers(&server, "rl_1"), [1, 8_000_000_000_000_001]);
    let short = Acquire { fence: Some("30000"), ..TRY };
    assert_eq!(short.numbers(&server, "rl_2"), [2, 8_000_000_000_000_002]);
    assert!(is_fresh(server.lives(FENCE), 900_000), "never shorter");
    assert_eq!(Acquire { fence: Some("0"), ..TRY }.numbers(&server, "rl_3"), [3, 8_000_000_000_000_003]);
    assert_eq!(server.lives(FENCE), -1);
    server.empty();
    server.command(&["RPUSH", FENCE, "1"]);
    let reply = fenced.run(&server, "rl_1");
    assert!(reply.is_error("WRONGTYPE") && reply.text().ends_with("(the fence at k:f)"), "{reply:?}");
    assert_eq!(server.exist(&KEYS), 0);
}

#[test]
fn the_number_of_permits_is_there_for_operators_and_seldom_written() {
    let server = Server::start();
    TRY.run(&server, "rl_1");
    assert_eq!(server.command(&["GET", NUMBER]), "3");
    assert!(is_fresh(server.lives(NUMBER), 900_000));
    server.command(&["PEXPIRE", NUMBER, "500000"]);
    TRY.run(&server, "rl_2");
    assert!(is_fresh(server.lives(NUMBER), 500_000), "above half of its life");
    server.command(&["PEXPIRE", NUMBER, "400000"]);
    TRY.run(&server, "rl_3");
    assert!(is_fresh(server.lives(NUMBER), 900_000));
    server.empty();
    server.hold(&[(NUMBER, "5")]);
    TRY.run(&server, "rl_1");
    assert_eq!(server.command(&["GET", NUMBER]), "3");
}

#[test]
fn a_permit_is_released_by_its_token_alone() {
    let server = Server::start();
    let release = |token, rest| server.run(&RELEASE_PERMIT, &with_channels(), &[token, LIFE, "3", rest]);
    mark_both(&server);
    server.hold(&[("k", "rl_1"), ("k2", "rl_2"), ("k3", "rl_3")]);
    assert_eq!(release("rl_4", "0"), 0);
    assert_eq!(release("rl_2", "0"), 1);
    assert_eq!(server.lengths(&LISTS), [0, 1]);
    assert_eq!(release("rl_3", "30000"), 1);
    assert_eq!(server.lengths(&LISTS), [0, 2], "two permits are free, two waiters are woken");
    assert_eq!(release("rl_1", "0"), 1);
    assert_eq!(server.lengths(&LISTS), [1, 2]);
    assert_eq!(server.values(&KEYS), ["", "", "rl_rest"]);
    assert!(is_fresh(server.lives("k3"), 30_000));
    assert_eq!(release("rl_1", "0"), 0);
    for _ in 0..5 {
        server.hold(&[("k", "rl_1"), ("k2", "rl_2")]);
        assert_eq!((release("rl_1", "0"), release("rl_2", "0")), (Reply::Int(1), Reply::Int(1)));
    }
    assert_eq!(server.lengths(&LISTS), [1, 3], "never more than permits");
}

#[test]
fn the_release_of_a_known_permit_signals_up_to_the_number_of_permits() {
    let server = Server::start();
    mark_both(&server);
    for elements in [1, 2, 3, 3] {
        server.hold(&[("k2", "rl_2")]);
        assert_eq!(server.run(&RELEASE, &["k2", MARKS[1], LISTS[1]], &["rl_2", LIFE, "3", "0"]), 1);
        assert_eq!(server.lengths(&LISTS), [0, elements]);
    }
    for rest in ["0", "30000"] {
        server.hold(&[("k", "rl_1")]);
        assert_eq!(server.run(&RELEASE, &["k", MARKS[0], LISTS[0]], &["rl_1", LIFE, "1", rest]), 1);
        assert_eq!(server.lengths(&LISTS), [1, 3]);
    }
    assert_eq!(server.command(&["GET", "k"]), "rl_rest");
    assert!(is_fresh(server.lives("k"), 30_000));
    assert_eq!(server.run(&RELEASE, &["k", MARKS[0], LISTS[0]], &["rl_1", LIFE, "1", "0"]), 0);
}

#[test]
fn force_frees_all_permits_and_wakes_as_many_waiters() {
    let server = Server::start();
    let force = |token| server.run(&REMOVE_PERMITS, &with_channels(), &[LIFE, token, "3", "1"]);
    mark_both(&server);
    assert_eq!(force("rl_1"), 0);
    assert_eq!(server.lengths(&LISTS), [0, 0]);
    server.hold(&[("k", "rl_1"), ("k3", "rl_3")]);
    assert_eq!(force("rl_2"), 1);
    assert_eq!(server.lengths(&LISTS), [1, 1]);
    server.hold(&[("k", "rl_1"), ("k2", "rl_2"), ("k3", "rl_3")]);
    assert_eq!(force("rl_2"), 2);
    assert_eq!(server.lengths(&LISTS), [1, 3]);
    server.command(&["ZADD", "k", "1", "symfony"]);
    assert_eq!(force(""), 1);
    assert_eq!(server.exist(&KEYS), 0);
    assert!(LISTS.iter().all(|list| is_fresh(server.lives(list), 60_000)));
}

#[test]
fn inspect_tells_of_our_permit_else_of_the_lowest_and_how_many_are_held() {
    let server = Server::start();
    let inspect = |token: &str, detail: &str| {
        let reply = server.run(&INSPECT_PERMITS, &KEYS, &[token, detail]);
        let list = reply.list().to_vec();
        (list[0].int(), list[1].int(), list[2].text(), list[3].int(), list[4].int())
    };
    let none = String::new;
    assert_eq!(inspect("rl_1", "1"), (0, -2, none(), 0, 0));
    server.command(&["SET", "k2", "rl_2"]);
    assert_eq!(inspect("rl_1", "0"), (0, -2, none(), 0, 1), "a permit is free");
    assert_eq!(inspect("rl_1", "1"), (2, -1, "rl_2".to_owned(), 2, 1), "whose it is was requested");
    assert_eq!(inspect("rl_2", "0"), (1, -1, "rl_2".to_owned(), 2, 1));
    server.command(&["SET", "k3", "rl_3"]);
    server.command(&["SET", "k", "rl_1"]);
    assert_eq!(inspect("rl_4", "0"), (2, -1, none(), 1, 3));
    assert_eq!(inspect("rl_4", "1"), (2, -1, "rl_1".to_owned(), 1, 3));
    assert_eq!(inspect("rl_3", "1"), (1, -1, "rl_3".to_owned(), 3, 3));
    server.command(&["DEL", "k"]);
    server.command(&["ZADD", "k", "1", "symfony"]);
    assert_eq!(inspect("rl_4", "1"), (3, -1, none(), 1, 3));
}

#[test]
fn scripts_go_without_companions_where_the_acl_hides_them() {
    let server = Server::start();
    let acquire = |token| numbers(&server.run(&ACQUIRE_PERMIT, &KEYS, &[token, LIFE, LIFE, "0", LIFE, "3", LIFE, "0"]));
    for permit in 1..=3 {
        assert_eq!(acquire(["", "rn_1", "rn_2", "rn_3"][usize::try_from(permit).unwrap()]), [permit, 1]);
    }
    assert_eq!(acquire("rn_4")[2], 0);
    assert_eq!(server.run(&RELEASE_PERMIT, &KEYS, &["rn_2", LIFE, "3", "0"]), 1);
    assert_eq!(server.run(&REMOVE_PERMITS, &KEYS, &[LIFE, "", "3", "1"]), 1);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

#[test]
fn a_server_without_memory_has_its_permits_at_rest_as_well() {
    let server = Server::start();
    server.hold(&[("k2", "rl_2")]);
    assert_eq!(server.command(&["CONFIG", "SET", "maxmemory", "1"]), "OK");
    assert_eq!(server.run(&RELEASE_PERMIT, &with_channels(), &["rl_2", LIFE, "3", "30000"]), 1);
    assert_eq!(server.values(&["k2"]), ["rl_rest"]);
    assert!(is_fresh(server.lives("k2"), 30_000));
}

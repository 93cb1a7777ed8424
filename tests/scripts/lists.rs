//! Owns what the scripts of several keys reply and leave, reply by reply.
//! Does not own orders of commands (explorer/several.rs), nor who sends the scripts.

use redislock::scripts::{ACQUIRE, ACQUIRE_ALL, EXTEND_ALL, INSPECT_ALL, RELEASE, RELEASE_ALL, REMOVE};

use crate::support::calls::{LIFE, is_fresh, numbers};
use crate::support::{Reply, Server};

const KEYS: [&str; 3] = ["a", "b", "c"];
const MARKS: [&str; 3] = ["a:m", "b:m", "c:m"];
const LISTS: [&str; 3] = ["a:w", "b:w", "c:w"];
const FENCES: [&str; 3] = ["a:f", "b:f", "c:f"];

fn companions() -> Vec<&'static str> {
    [KEYS, MARKS, LISTS].concat()
}

/// acquire_all.lua on all three keys.
struct Acquire {
    ttl: &'static str,
    mark: &'static str,
    is_retry: &'static str,
    slept: &'static str,
    fence: Option<&'static str>,
}

const TRY: Acquire = Acquire { ttl: LIFE, mark: LIFE, is_retry: "0", slept: "0", fence: None };
const RETRY: Acquire = Acquire { is_retry: "1", ..TRY };

impl Acquire {
    fn run(&self, server: &Server, token: &str) -> Reply {
        let keys = if self.fence.is_some() { [companions(), FENCES.to_vec()].concat() } else { companions() };
        let lasts = self.fence.unwrap_or("0");
        let arguments = [token, self.ttl, self.mark, self.is_retry, lasts, "3", LIFE, self.slept];
        server.run(&ACQUIRE_ALL, &keys, &arguments)
    }

    /// Checks that it is refused: by which key, and whether that one signals.
    fn expect_refusal(&self, server: &Server, token: &str, signals: i64, place: i64) {
        let reply = numbers(&self.run(server, token));
        assert_eq!(reply[1..], [signals, place], "{reply:?}");
    }
}

fn release(server: &Server, token: &str, rest: &str) -> Reply {
    server.run(&RELEASE_ALL, &companions(), &[token, LIFE, "3", rest])
}

fn mark_all(server: &Server) {
    server.hold(&MARKS.map(|mark| (mark, "1")));
}

#[test]
fn a_list_is_taken_whole() {
    let server = Server::start();
    assert_eq!(TRY.run(&server, "rl_1"), 1);
    assert_eq!(server.values(&KEYS), ["rl_1"; 3]);
    assert!(KEYS.iter().all(|key| is_fresh(server.lives(key), 60_000)));
    assert_eq!(server.command(&["DBSIZE"]), 3, "no mark, no list");
    server.empty();
    assert_eq!(Acquire { ttl: "0", ..TRY }.run(&server, "rl_1"), 1);
    assert!(KEYS.iter().all(|key| server.lives(key) == -1));
}

#[test]
fn a_list_with_a_held_key_is_not_taken_at_all() {
    let server = Server::start();
    for (place, key) in (1..).zip(KEYS) {
        server.empty();
        server.hold(&[(key, "rl_2")]);
        let reply = numbers(&TRY.run(&server, "rl_1"));
        assert!(is_fresh(reply[0], 60_000));
        assert_eq!(reply[1..], [1, place]);
        assert_eq!(server.exist(&KEYS), 1);
        assert_eq!(server.exist(&MARKS), 1, "only beside the key that is in the way");
    }
    server.empty();
    server.hold(&[("b", "rl_2"), ("c", "other")]);
    Acquire { mark: "0", ..TRY }.expect_refusal(&server, "rl_1", 1, 2);
    assert_eq!(server.exist(&MARKS), 0, "who does not wait leaves no mark");
}

#[test]
fn a_key_that_does_not_signal_is_named_and_one_of_another_type_is_left_alone() {
    let server = Server::start();
    server.command(&["ZADD", "b", "1", "symfony"]);
    assert_eq!(numbers(&TRY.run(&server, "rl_1")), [-1, 0, 2]);
    assert_eq!(numbers(&RETRY.run(&server, "rl_1")), [-1, 0, 2]);
    assert_eq!(server.command(&["ZSCORE", "b", "symfony"]), "1");
    assert_eq!(server.command(&["DBSIZE"]), 1, "no mark, no key");
    server.hold(&[("a", "another program's")]);
    TRY.expect_refusal(&server, "rl_1", 0, 1);
    assert_eq!(server.exist(&MARKS), 0);
}

#[test]
fn a_second_try_finds_what_the_first_one_took() {
    let server = Server::start();
    server.hold(&KEYS.map(|key| (key, "rl_1")));
    TRY.expect_refusal(&server, "rl_1", 1, 1);
    server.command(&["PEXPIRE", "a", "1000"]);
    server.command(&["PEXPIRE", "b", "900000"]);
    server.command(&["PERSIST", "c"]);
    assert_eq!(RETRY.run(&server, "rl_1"), 1);
    assert!(is_fresh(server.lives("a"), 60_000));
    assert!(is_fresh(server.lives("b"), 900_000), "never shorter");
    assert_eq!(server.lives("c"), -1, "never shorter");
    assert_eq!(Acquire { ttl: "0", ..RETRY }.run(&server, "rl_1"), 1);
    assert!(KEYS.iter().all(|key| server.lives(key) == -1));
}

#[test]
fn a_second_try_that_finds_some_takes_the_rest_or_gives_them_back() {
    let server = Server::start();
    server.hold(&[("b", "rl_1")]);
    assert_eq!(RETRY.run(&server, "rl_1"), 1);
    assert_eq!(server.values(&KEYS), ["rl_1"; 3]);

    server.empty();
    mark_all(&server);
    server.hold(&[("a", "rl_1"), ("b", "rl_1"), ("c", "rl_2")]);
    RETRY.expect_refusal(&server, "rl_1", 1, 3);
    assert_eq!(server.values(&KEYS), ["", "", "rl_2"]);
    assert_eq!(server.lengths(&LISTS), [1, 1, 0], "each that was given back wakes a waiter");

    server.empty();
    server.hold(&[("a", "rl_2")]);
    RETRY.expect_refusal(&server, "rl_1", 1, 1);
    assert_eq!(server.exist(&KEYS), 1);
}

#[test]
fn a_refusal_wakes_only_at_the_free_key_beside_which_its_caller_slept() {
    let server = Server::start();
    let refused = |slept: &'static str| {
        let acquire = Acquire { slept, ..TRY };
        acquire.expect_refusal(&server, "rl_1", 1, 3);
        let pushed = server.lengths(&LISTS);
        server.command(&[&["DEL"][..], &LISTS].concat());
        pushed
    };
    server.hold(&[("c", "rl_2")]);
    assert_eq!(refused("1"), [0, 0, 0], "no mark");
    mark_all(&server);
    assert_eq!(refused("0"), [0, 0, 0], "its first attempt");
    assert_eq!(refused("1"), [1, 0, 0]);
    assert_eq!(refused("2"), [0, 1, 0]);
    assert_eq!(refused("3"), [0, 0, 0], "held");
    server.command(&["RPUSH", "a:w", "1"]);
    assert_eq!(refused("1"), [1, 0, 0], "one element is enough");
    let last = Acquire { mark: "0", slept: "1", ..TRY };
    last.expect_refusal(&server, "rl_1", 1, 3);
    assert_eq!(server.lengths(&LISTS), [1, 0, 0], "also when it does not wait any longer");
    assert!(is_fresh(server.lives("a:w"), 60_000));
}

#[test]
fn a_refusal_names_the_key_that_its_caller_slept_beside_if_it_ends_silently() {
    let server = Server::start();
    let beside_b = Acquire { slept: "2", ..TRY };
    for (value, signals) in [("rl_rest", 1), ("another program's", 0)] {
        server.hold(&[("a", "rl_2"), ("b", value), ("c", "rl_2")]);
        beside_b.expect_refusal(&server, "rl_1", signals, 2);
        TRY.expect_refusal(&server, "rl_1", 1, 1);
    }
    server.hold(&[("b", "rl_3")]);
    beside_b.expect_refusal(&server, "rl_1", 1, 1);
}

#[test]
fn one_fence_is_greater_than_that_of_each_key_and_is_written_to_all() {
    let server = Server::start();
    let ahead = "8000000000000000";
    server.hold(&[("b:f", ahead), ("c:f", "5")]);
    let fenced = Acquire { fence: Some("900000"), ..TRY };
    assert_eq!(fenced.run(&server, "rl_1"), 8_000_000_000_000_001);
    assert_eq!(server.values(&FENCES), ["8000000000000001"; 3]);
    assert!(FENCES.iter().all(|fence| is_fresh(server.lives(fence), 900_000)));

    assert_eq!(release(&server, "rl_1", "0"), 1);
    server.command(&["PERSIST", "a:f"]);
    server.command(&["PEXPIRE", "b:f", "1000"]);
    assert_eq!(Acquire { fence: Some("30000"), ..TRY }.run(&server, "rl_1"), 8_000_000_000_000_002);
    assert_eq!(server.values(&FENCES), ["8000000000000002"; 3]);
    assert_eq!(server.lives("a:f"), -1, "never shorter");
    assert!(is_fresh(server.lives("b:f"), 30_000));
    assert!(is_fresh(server.lives("c:f"), 900_000), "never shorter");

    assert_eq!(Acquire { fence: Some("0"), ..RETRY }.run(&server, "rl_1"), 8_000_000_000_000_003);
    assert!(FENCES.iter().all(|fence| server.lives(fence) == -1));
}

#[test]
fn a_fence_that_cannot_be_had_is_an_error_and_leaves_nothing() {
    let server = Server::start();
    server.command(&["RPUSH", "b:f", "1"]);
    let fenced = Acquire { fence: Some("900000"), ..TRY };
    let reply = fenced.run(&server, "rl_1");
    assert!(reply.is_error("WRONGTYPE") && reply.text().ends_with("(the fence at b:f)"), "{reply:?}");
    server.command(&["SET", "b:f", "9007199254740992"]);
    assert!(fenced.run(&server, "rl_1").text().contains("cannot grow"));
    assert_eq!(server.exist(&[KEYS, MARKS].concat()), 0);
}

#[test]
fn one_key_never_shortens_the_life_of_its_fence_either() {
    let server = Server::start();
    let fenced = |lasts: &str| {
        server.command(&["DEL", "a"]);
        server.run(&ACQUIRE, &["a", "a:m", "a:f"], &["rl_1", LIFE, "0", "0", lasts]).int()
    };
    let first = fenced("900000");
    assert!(fenced("30000") > first);
    assert!(is_fresh(server.lives("a:f"), 900_000));
    fenced("0");
    assert_eq!(server.lives("a:f"), -1);
    let last = fenced("30000");
    assert_eq!(server.lives("a:f"), -1);
    assert_eq!(server.command(&["GET", "a:f"]).text(), last.to_string());
}

#[test]
fn release_says_whether_all_were_ours_and_removes_those_that_were() {
    let server = Server::start();
    mark_all(&server);
    server.hold(&KEYS.map(|key| (key, "rl_1")));
    server.command(&["RPUSH", "b:w", "1"]);
    assert_eq!(release(&server, "rl_1", "0"), 1);
    assert_eq!(server.exist(&KEYS), 0);
    assert_eq!(server.lengths(&LISTS), [1, 1, 1], "one element wakes one waiter");
    assert!(LISTS.iter().all(|list| is_fresh(server.lives(list), 60_000)));
    assert_eq!(release(&server, "rl_1", "0"), 0);

    server.empty();
    mark_all(&server);
    server.hold(&[("a", "rl_1"), ("b", "rl_2")]);
    server.command(&["ZADD", "c", "1", "symfony"]);
    assert_eq!(release(&server, "rl_1", "30000"), 0);
    assert_eq!(server.values(&KEYS), ["", "rl_2", ""], "no rest of what was lost in part");
    assert_eq!(server.exist(&KEYS), 2);
    assert_eq!(server.lengths(&LISTS), [1, 0, 0]);
    assert_eq!(release(&server, "rl_3", "0"), 0);
}

#[test]
fn a_release_may_leave_the_keys_at_rest_and_signals_all_the_same() {
    let server = Server::start();
    mark_all(&server);
    server.hold(&KEYS.map(|key| (key, "rl_1")));
    assert_eq!(release(&server, "rl_1", "30000"), 1);
    assert_eq!(server.values(&KEYS), ["rl_rest"; 3]);
    assert!(KEYS.iter().all(|key| is_fresh(server.lives(key), 30_000)));
    assert_eq!(server.lengths(&LISTS), [1, 1, 1]);
    assert_eq!(release(&server, "rl_1", "30000"), 0, "a second time it is not ours");
    TRY.expect_refusal(&server, "rl_1", 1, 1);
}

#[test]
fn a_server_without_memory_has_its_keys_at_rest_as_well() {
    let server = Server::start();
    server.hold(&[("a", "rl_1"), ("b", "rl_1"), ("c", "rl_1"), ("d", "rl_1")]);
    assert_eq!(server.command(&["CONFIG", "SET", "maxmemory", "1"]), "OK");
    assert_eq!(release(&server, "rl_1", "30000"), 1);
    assert_eq!(server.run(&RELEASE, &["d", "d:m", "d:w"], &["rl_1", LIFE, "1", "30000"]), 1);
    assert_eq!(server.values(&["a", "b", "c", "d"]), ["rl_rest"; 4]);
    assert!(["a", "b", "c", "d"].iter().all(|key| is_fresh(server.lives(key), 30_000)));
}

#[test]
fn extend_moves_all_or_none_and_never_shortens() {
    let server = Server::start();
    let extend = |ttl: &str| server.run(&EXTEND_ALL, &KEYS, &["rl_1", ttl]);
    server.hold(&[("a", "rl_1"), ("b", "rl_1"), ("c", "rl_2")]);
    assert_eq!(extend("900000"), 0);
    assert!(KEYS.iter().all(|key| is_fresh(server.lives(key), 60_000)), "none");
    server.command(&["DEL", "c"]);
    assert_eq!(extend("900000"), 0, "one is free");
    server.command(&["ZADD", "c", "1", "symfony"]);
    assert_eq!(extend("900000"), 0, "one is of another type");

    server.command(&["DEL", "c"]);
    server.hold(&[("c", "rl_1")]);
    server.command(&["PEXPIRE", "a", "900000"]);
    assert_eq!(extend("300000"), 300_000);
    assert!(is_fresh(server.lives("a"), 900_000) && is_fresh(server.lives("c"), 300_000));
    server.command(&["PEXPIRE", "c", "900000"]);
    assert!(is_fresh(extend("1000").int(), 300_000), "what the first of them to end lives");
    assert_eq!(extend("0"), -1);
    assert!(KEYS.iter().all(|key| server.lives(key) == -1));
    assert_eq!(extend("1000"), -1);
}

#[test]
fn force_removes_all_and_says_whose_they_were() {
    let server = Server::start();
    let force = |token: &str| server.run(&REMOVE, &companions(), &[LIFE, token, "3", "1"]);
    mark_all(&server);
    assert_eq!(force("rl_1"), 0);
    assert_eq!(server.lengths(&LISTS), [0, 0, 0]);
    server.hold(&KEYS.map(|key| (key, "rl_1")));
    assert_eq!(force("rl_1"), 2);
    assert_eq!(server.lengths(&LISTS), [1, 1, 1]);
    server.hold(&[("a", "rl_1"), ("b", "rl_1")]);
    assert_eq!(force("rl_1"), 1, "not all were there");
    assert_eq!(server.lengths(&LISTS), [1, 1, 1], "one element wakes one waiter");
    server.command(&["ZADD", "c", "1", "symfony"]);
    assert_eq!(force(""), 1);
    assert_eq!(server.exist(&KEYS), 0);
}

#[test]
fn inspect_tells_of_the_first_that_is_held_unless_all_are_ours() {
    let server = Server::start();
    let inspect = |token: &str, detail: &str| {
        let reply = server.run(&INSPECT_ALL, &KEYS, &[token, detail]);
        let list = reply.list().to_vec();
        (list[0].int(), list[1].int(), list[2].text())
    };
    assert_eq!(inspect("rl_1", "1"), (0, -2, String::new()));
    server.hold(&KEYS.map(|key| (key, "rl_1")));
    server.command(&["PERSIST", "a"]);
    server.command(&["PEXPIRE", "c", "30000"]);
    let (whose, left, token) = inspect("rl_1", "0");
    assert_eq!((whose, token.as_str()), (1, "rl_1"));
    assert!(is_fresh(left, 30_000));
    assert_eq!(inspect("rl_2", "1"), (2, -1, "rl_1".to_owned()));
    assert_eq!(inspect("rl_2", "0"), (2, -1, String::new()));
    assert_eq!(inspect("", "0"), (2, -1, String::new()));
    server.command(&["DEL", "a"]);
    assert_eq!(inspect("rl_1", "1").0, 2, "not all are ours");
    server.command(&["ZADD", "a", "1", "symfony"]);
    assert_eq!(inspect("rl_1", "1"), (3, -1, String::new()));
}

#[test]
fn scripts_go_without_companions_where_there_are_none() {
    let server = Server::start();
    let acquire = |token| server.run(&ACQUIRE_ALL, &KEYS, &[token, LIFE, LIFE, "1", "0", "3", LIFE, "1"]);
    assert_eq!(acquire("rn_1"), 1);
    assert_eq!(numbers(&acquire("rn_2"))[1..], [0, 1]);
    assert_eq!(server.run(&RELEASE_ALL, &KEYS, &["rn_1", LIFE, "3", "0"]), 1);
    server.hold(&[("a", "rn_2"), ("b", "rl_1")]);
    assert_eq!(numbers(&acquire("rn_2"))[1..], [1, 2]);
    assert_eq!(server.values(&KEYS), ["", "rl_1", ""]);
    assert_eq!(server.run(&REMOVE, &KEYS, &[LIFE, "", "3", "1"]), 1);
    assert_eq!(server.command(&["DBSIZE"]), 0);
}

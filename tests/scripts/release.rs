//! Owns that release_one.lua does what release.lua does with the arguments that it has in its text.
//! Does not own what release.lua does (`waiting`, `explorer`).

use redislock::scripts::{RELEASE, RELEASE_ONE, Script};

use crate::support::Server;

const KEYS: [&str; 3] = ["k", "k:m", "k:w"];

/// What there is before, by commands, and how many of the keys go along.
const CASES: [(&[&[&str]], usize); 11] = [
    (&[], 3),
    (&[&["SET", "k", "rl_1", "PX", "30000"]], 3),
    (&[&["SET", "k", "rl_1", "PX", "30000"]], 1),
    (&[&["SET", "k", "rl_2", "PX", "30000"], &["SET", "k:m", "1", "PX", "5000"]], 3),
    (&[&["SET", "k", "rl_1", "PX", "30000"], &["SET", "k:m", "1", "PX", "5000"]], 3),
    (&[&["SET", "k", "rl_1", "PX", "30000"], &["SET", "k:m", "1", "PX", "5000"]], 1),
    (&[&["SET", "k", "rl_1"], &["SET", "k:m", "1"], &["RPUSH", "k:w", "1"], &["PEXPIRE", "k:w", "100"]], 3),
    (&[&["SET", "k", "rl_1"], &["SET", "k:m", "1"], &["RPUSH", "k:w", "2", "2", "2", "2"]], 3),
    (&[&["SET", "k", "rl_1"], &["SET", "k:m", "1"], &["SET", "k:w", "another program's"]], 3),
    (&[&["RPUSH", "k", "rl_1"], &["SET", "k:m", "1"]], 3),
    (&[&["SET", "k", "rl_done:0123456789abcdef"], &["SET", "k:m", "1"]], 3),
];

/// What a release replies, and what is there after it.
fn released(server: &Server, before: &[&[&str]], script: &Script, keys: usize, arguments: &[&str]) -> String {
    server.empty();
    for command in before {
        server.command(command);
    }
    let reply = server.run(script, &KEYS[..keys], arguments);
    let texts = KEYS.map(|key| format!("{:?}", server.command(&["GET", key])));
    let list = server.command(&["LRANGE", "k:w", "0", "-1"]);
    // In seconds, rounded: it may have got a bit older by now.
    let lives = KEYS.map(|key| (server.lives(key) + 500) / 1000);
    format!("{reply:?}: {texts:?} {list:?} {lives:?}")
}

#[test]
fn the_release_of_one_does_what_a_release_does_with_what_it_has_written_in_it() {
    let server = Server::start();
    let mut seen = Vec::new();
    for (before, keys) in CASES {
        let whole = released(&server, before, &RELEASE, keys, &["rl_1", "5000", "1", "0"]);
        let one = released(&server, before, &RELEASE_ONE, keys, &["rl_1"]);
        assert_eq!(one, whole, "{before:?}, {keys} keys");
        seen.push(one);
    }
    let gone = seen.iter().filter(|it| it.starts_with("Integer(1)") || it.contains("(1)")).count();
    assert!(gone > 0 && seen.iter().any(|it| it.contains("WRONGTYPE")), "{seen:#?}");
}

//! Owns the proof that the tests' own tools do what they say: servers, MONITOR, each fault of the proxy.
//! Tests nothing of redislock; when this file fails, no other result can be trusted.

// Allowed by clippy.toml only inside functions marked #[test].
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::support::{Client, PATIENCE, Proxy, Reply, Server, eventually, has_ended};
use socket2::SockRef;

const SET: &[&[u8]] = &[b"SET", b"k", b"v"];

fn through_a_proxy() -> (Server, Proxy, Client) {
    let (server, proxy) = Server::behind_a_proxy();
    let client = Client::connect(proxy.port()).unwrap();
    (server, proxy, client)
}

/// True when nothing arrives for so long that a reply would have come many times over.
fn is_silent(client: &mut Client) -> bool {
    client.stream().set_read_timeout(Some(Duration::from_millis(150))).unwrap();
    let silent = client.read_reply().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
    client.stream().set_read_timeout(Some(PATIENCE)).unwrap();
    silent
}

fn reset(client: Client) {
    SockRef::from(client.stream()).set_linger(Some(Duration::ZERO)).unwrap();
    drop(client);
}

#[test]
fn a_suspended_server_is_silent_until_it_resumes() {
    let server = Server::start();
    let mut client = Client::connect(server.port()).unwrap();
    server.suspend();
    client.send(b"PING\r\n").unwrap();
    assert!(is_silent(&mut client));
    server.resume();
    assert_eq!(client.read_reply().unwrap(), "PONG");
}

#[test]
fn a_server_dies_with_a_killed_test_process() {
    const FILE: &str = "HARNESS_WRITES_ITS_SERVERS_PID_TO";
    let name = "harness::a_server_dies_with_a_killed_test_process";
    if let Some(file) = env::var_os(FILE) {
        let server = thread::spawn(Server::start).join().unwrap();
        fs::write(file, server.pid().to_string()).unwrap();
        thread::sleep(PATIENCE);
        return;
    }
    // The killed process cannot remove its server's folder: it lies in the folder of this one.
    let server = Server::start();
    let folder = Path::new(&server.unix_address()["unix://".len()..]).with_file_name("orphan");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("pid");
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", name]).env(FILE, &file).env("TMPDIR", &folder).stdout(Stdio::null());
    let mut process = command.spawn().unwrap();
    let pid = || fs::read_to_string(&file).unwrap_or_default();
    assert!(eventually(PATIENCE, || !pid().is_empty()));
    let orphan = pid().parse().unwrap();
    assert!(!has_ended(orphan));
    process.kill().unwrap();
    process.wait().unwrap();
    let died = eventually(PATIENCE, || has_ended(orphan));
    if !died {
        let kill = format!("kill -s KILL {}", pid());
        Command::new("sh").args(["-c", &kill]).status().unwrap();
    }
    assert!(died, "its server lived on; this needs Linux with setpriv of util-linux");
}

#[test]
fn monitor_shows_every_command_of_others_and_none_of_the_harness() {
    let server = Server::start();
    let mut client = Client::connect(server.port()).unwrap();
    client.ask(&[b"SET", b"before", b""]).unwrap();
    let mut monitor = server.monitor();
    // Without a backslash: Valkey 8.1.1 shows one as it is, and what follows can then be read in two ways.
    let odd: &[&[u8]] = &[b"SET", b"a b\"\r\n\t\x07\x08\0\xff", b" ", b"PX", b"100"];
    client.ask(odd).unwrap();
    server.command(&["GET", "of the harness"]);
    client.ask(&[b"EVAL", b"return redis.call('GET', 'x')", b"0"]).unwrap();
    assert_eq!(monitor.commands().len(), 2);
    client.ask(&[b"DEL", b""]).unwrap();
    let lines = monitor.stop();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0].words, odd);
    assert!(lines[2].is_by_script() && lines[2].text() == "GET x");
    assert_eq!(lines[3].words, [b"DEL".to_vec(), Vec::new()]);
}

#[test]
fn a_proxy_passes_everything_and_counts() {
    let (server, proxy, mut client) = through_a_proxy();
    let big = vec![b'x'; 3_000_000];
    assert_eq!(client.ask(&[b"SET", b"k", &big]).unwrap(), "OK");
    assert_eq!(client.ask(&[b"GET", b"k"]).unwrap().bytes(), big);
    client.send(b"\r\nPING\r\n*1\r\n$4\r\nPING\r\n").unwrap();
    assert_eq!((client.read_reply().unwrap(), client.read_reply().unwrap()), pongs());
    drop(client);
    let mut second = Client::connect(proxy.port()).unwrap();
    second.ask(&[b"ECHO", b"second"]).unwrap();
    assert_eq!(proxy.connections(), 2);
    assert_eq!(proxy.requests()[1], b"*2\r\n$4\r\nECHO\r\n$6\r\nsecond\r\n");
    assert!(!proxy.saw_reset());
    server.stop();
    assert_eq!(second.read_reply().unwrap_err().kind(), ErrorKind::UnexpectedEof);
}

fn pongs() -> (Reply, Reply) {
    (Reply::Status("PONG".to_owned()), Reply::Status("PONG".to_owned()))
}

#[test]
fn a_swallowed_reply_belongs_to_a_request_that_ran() {
    let (server, proxy, mut client) = through_a_proxy();
    let rule = proxy.swallow_replies_after("SET");
    // One write with three commands and an empty one: only the reply to the first may come.
    client.send(b"PING\r\n\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\nPING\r\n").unwrap();
    assert_eq!(client.read_reply().unwrap(), "PONG");
    assert!(is_silent(&mut client));
    assert_eq!(server.command(&["GET", "k"]), "v");
    assert_eq!(rule.hits(), 1);
    // The rule is used up; the silence is the connection's own.
    client.send(b"PING\r\n").unwrap();
    assert!(is_silent(&mut client));
    assert_eq!(Client::connect(proxy.port()).unwrap().ask(SET).unwrap(), "OK");
    server.stop();
    assert!(is_silent(&mut client));
}

#[test]
fn a_swallowed_request_never_runs_and_times_makes_it_several() {
    let (server, proxy, mut client) = through_a_proxy();
    let rule = proxy.swallow_request("SET").times(2);
    client.send(b"PING\r\nSET k v\r\nPING\r\n").unwrap();
    assert_eq!(client.read_reply().unwrap(), "PONG");
    assert!(is_silent(&mut client));
    let mut second = Client::connect(proxy.port()).unwrap();
    second.send(b"SET k v\r\n").unwrap();
    assert!(eventually(PATIENCE, || rule.hits() == 2));
    assert!(server.command(&["GET", "k"]).is_nil());
    assert_eq!(Client::connect(proxy.port()).unwrap().ask(SET).unwrap(), "OK");
}

#[test]
fn a_held_request_runs_on_release_though_its_client_reset_the_connection() {
    let (server, proxy, mut client) = through_a_proxy();
    let held = proxy.hold_request("SET");
    assert_eq!(client.ask(&[b"SELECT", b"3"]).unwrap(), "OK");
    client.send(b"SET k v\r\n").unwrap();
    assert!(eventually(PATIENCE, || held.is_held()));
    reset(client);
    assert!(eventually(PATIENCE, || proxy.saw_reset()));
    assert_eq!(server.command(&["DBSIZE"]), 0);
    held.release();
    assert_eq!(held.reply(), "OK");
    // In the database that the connection had chosen.
    server.command(&["SELECT", "3"]);
    assert_eq!(server.command(&["GET", "k"]), "v");
}

#[test]
fn a_repeated_request_runs_at_once_and_again_on_release() {
    let (server, proxy, mut client) = through_a_proxy();
    let held = proxy.repeat_late("INCR");
    assert_eq!(client.ask(&[b"INCR", b"n"]).unwrap(), 1);
    assert_eq!(client.ask(&[b"INCR", b"n"]).unwrap(), 2);
    drop(client);
    held.release();
    assert_eq!(held.reply(), 3);
    assert_eq!(server.command(&["GET", "n"]), "3");
}

#[test]
fn delayed_replies_are_late_but_their_requests_are_not() {
    let (server, proxy, mut client) = through_a_proxy();
    proxy.delay_replies(Duration::from_millis(300));
    let start = Instant::now();
    client.send(b"SET k v\r\n").unwrap();
    assert!(eventually(PATIENCE, || server.command(&["EXISTS", "k"]) == 1));
    assert!(start.elapsed() < Duration::from_millis(300));
    assert_eq!(client.read_reply().unwrap(), "OK");
    assert!(start.elapsed() >= Duration::from_millis(300));
    proxy.pass();
    assert_eq!(client.ask(SET).unwrap(), "OK");
}

#[test]
fn a_cut_silences_old_and_new_connections_until_it_is_healed() {
    let (server, proxy, mut old) = through_a_proxy();
    assert_eq!(old.ask(&[b"PING"]).unwrap(), "PONG");
    proxy.cut();
    let mut new = Client::connect(proxy.port()).unwrap();
    old.send(b"SET old v\r\n").unwrap();
    new.send(b"SET new v\r\n").unwrap();
    assert!(is_silent(&mut old) && is_silent(&mut new));
    assert_eq!(server.command(&["DBSIZE"]), 0);
    proxy.heal();
    assert_eq!((old.read_reply().unwrap(), new.read_reply().unwrap()).0, "OK");
    assert_eq!(server.command(&["DBSIZE"]), 2);
}

#[test]
fn a_cut_loses_what_a_reset_connection_sent_but_not_what_a_closed_one_did() {
    let (server, proxy, mut resetting) = through_a_proxy();
    let mut closing = Client::connect(proxy.port()).unwrap();
    proxy.cut();
    resetting.send(b"SET reset v\r\n").unwrap();
    closing.send(b"SET closed v\r\n").unwrap();
    reset(resetting);
    drop(closing);
    assert!(eventually(PATIENCE, || proxy.saw_reset()));
    proxy.heal();
    assert!(eventually(PATIENCE, || server.command(&["EXISTS", "closed"]) == 1));
    assert_eq!(server.command(&["EXISTS", "reset"]), 0);
}

//! Owns waiters in real BLPOPs, to compare the server with what the explorer keeps in its books.
//! Does not explore.

use crate::explorer::search::{Edge, Graph};
use crate::explorer::stage::{Command, Snapshot, Stage, WAKE, token};
use crate::support::{Client, PATIENCE, Reply, Server, eventually};

const RELEASE: Command = Command::Release { process: 0 };

/// Connections in BLPOP on the wake list.
#[derive(Debug)]
struct Waiters<'a> {
    server: &'a Server,
    /// The longest blocked first.
    blocked: Vec<Client>,
}

impl<'a> Waiters<'a> {
    fn block(server: &'a Server, number: usize) -> Self {
        let mut waiters = Self { server, blocked: Vec::new() };
        for _ in 0..number {
            waiters.join(Client::connect(server.port()).unwrap());
        }
        waiters
    }

    /// Returns once the server has put the client behind the others.
    fn join(&mut self, mut client: Client) {
        send_blpop(&mut client, "0");
        self.blocked.push(client);
        self.expect_blocked();
    }

    fn expect_blocked(&self) {
        let expected = format!("\r\nblocked_clients:{}\r\n", self.blocked.len());
        let holds = || self.server.command(&["INFO", "clients"]).text().contains(&expected);
        assert!(eventually(PATIENCE, holds), "not {} blocked clients", self.blocked.len());
    }

    /// Checks that those who are blocked longest have the signal, and nobody else has anything.
    fn expect_served(&mut self, number: usize) {
        for mut client in self.blocked.drain(..number) {
            assert_eq!(client.read_reply().unwrap(), signal());
        }
        self.expect_blocked();
    }

    /// Closes all, and returns once the server knows.
    fn go(mut self) {
        self.blocked.clear();
        self.expect_blocked();
    }
}

fn send_blpop(client: &mut Client, seconds: &str) {
    client.send(format!("BLPOP {WAKE} {seconds}\r\n").as_bytes()).unwrap();
}

fn signal() -> Reply {
    Reply::List(vec![Reply::Bytes(WAKE.into()), Reply::Bytes(b"1".to_vec())])
}

/// A lock that process 0 holds while others wait.
fn contended() -> Snapshot {
    Snapshot { value: Some(token(0)), has_mark: true, elements: 0 }
}

fn release(stage: &mut Stage) {
    stage.restore(&contended());
    assert_eq!(stage.run(RELEASE).0, 1);
}

pub(crate) fn takes_an_element_that_is_there(server: &Server) {
    let mut stage = Stage::new(server);
    stage.restore(&Snapshot { elements: 2, ..contended() });
    let mut client = Client::connect(server.port()).unwrap();
    send_blpop(&mut client, "0");
    assert_eq!(client.read_reply().unwrap(), signal());
    assert_eq!(stage.run(Command::Pop).0, "1", "the other one stayed");
    assert_eq!(stage.run(Command::Pop).0, Reply::Nil);
}

/// And it is served when the script is over: the script's next reader finds no element.
pub(crate) fn serves_the_longest_blocked_with_each_signal(server: &Server) {
    let mut stage = Stage::new(server);
    stage.restore(&contended());
    let mut waiters = Waiters::block(server, 3);
    for command in [RELEASE, Command::Force, RELEASE] {
        stage.restore(&contended());
        let free = Snapshot { value: None, ..contended() };
        assert_eq!(stage.run(command), (Reply::Int(1), free));
        waiters.expect_served(1);
    }
    release(&mut stage);
    assert_eq!(stage.run(Command::Pop).0, "1", "nobody was there to take it");
}

pub(crate) fn serves_as_many_as_there_are_elements(server: &Server) {
    let mut waiters = Waiters::block(server, 3);
    server.command(&["RPUSH", WAKE, "1", "1"]);
    waiters.expect_served(2);
    waiters.go();
}

pub(crate) fn puts_who_comes_again_behind_the_others(server: &Server) {
    let mut stage = Stage::new(server);
    let mut again = Client::connect(server.port()).unwrap();
    send_blpop(&mut again, "0.02");
    let mut waiters = Waiters::block(server, 1);
    assert_eq!(again.read_reply().unwrap(), Reply::Nil, "the slice is over");
    waiters.join(again);
    release(&mut stage);
    waiters.expect_served(1);
    release(&mut stage);
    waiters.expect_served(1);
}

/// Repeats one explored step with its waiters in real BLPOPs: the server serves whom the explorer served, and leaves what it left.
pub(crate) fn confirm(server: &Server, graph: &Graph, edge: &Edge) {
    let (before, after) = (&graph.states[edge.from], &graph.states[edge.to]);
    let mut stage = Stage::new(server);
    stage.restore(&before.redis);
    let mut waiters = Waiters::block(server, before.queue.len());
    let (_, redis) = stage.run(edge.step.command(before).unwrap());
    assert_eq!(redis, after.redis, "{:?} in {before:?}", edge.step);
    waiters.expect_served(before.queue.len() - after.queue.len());
    waiters.go();
}

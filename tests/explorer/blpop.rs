//! Owns waiters in real BLPOPs, to compare the server with what the explorer keeps in its books.
//! Does not explore.

use crate::explorer::calls::Command;
use crate::explorer::search::{Edge, Graph};
use crate::explorer::stage::Stage;
use crate::explorer::world::{MOST, ONE_KEY, Snapshot, Value, Want, World};
use crate::support::{Client, PATIENCE, Reply, Server, eventually};

const RELEASE: Command = Command::Release { process: 0, want: Want::Key(0), permit: 0, rest_ms: "0" };
const ITS_LIST: [bool; MOST] = [true, false, false];
const POP: Command = Command::Pop(ITS_LIST);

/// Connections in BLPOP on wake lists.
#[derive(Debug)]
struct Waiters<'a> {
    server: &'a Server,
    world: &'static World,
    /// The longest blocked first.
    blocked: Vec<Client>,
}

impl<'a> Waiters<'a> {
    fn new(server: &'a Server, world: &'static World) -> Self {
        Self { server, world, blocked: Vec::new() }
    }

    /// So many on the list of one key.
    fn block(server: &'a Server, number: usize) -> Self {
        let mut waiters = Self::new(server, &ONE_KEY);
        for _ in 0..number {
            waiters.join(Client::connect(server.port()).unwrap(), ITS_LIST);
        }
        waiters
    }

    /// Returns once the server has put the client after the others.
    fn join(&mut self, mut client: Client, lists: [bool; MOST]) {
        send_blpop(&mut client, self.world, lists, "0");
        self.blocked.push(client);
        self.expect_blocked();
    }

    fn expect_blocked(&self) {
        let expected = format!("\r\nblocked_clients:{}\r\n", self.blocked.len());
        let holds = || self.server.command(&["INFO", "clients"]).text().contains(&expected);
        assert!(eventually(PATIENCE, holds), "not {} blocked clients", self.blocked.len());
    }

    /// Checks that those who are blocked longest have the signal, and no other client has anything.
    fn expect_served(&mut self, number: usize) {
        self.expect_these_served(&(0..number).collect::<Vec<_>>());
    }

    /// The same of waiters that are named by their places in the queue.
    fn expect_these_served(&mut self, places: &[usize]) {
        let mut place = 0;
        self.blocked.retain_mut(|client| {
            let is_served = places.contains(&place);
            place += 1;
            if is_served {
                let reply = client.read_reply().unwrap();
                // That of a release, or one for those who look.
                assert!(["1", "2"].iter().any(|signal| reply.list()[1] == *signal), "{reply:?}");
            }
            !is_served
        });
        self.expect_blocked();
    }

    /// Closes all, and returns once the server knows.
    fn go(mut self) {
        self.blocked.clear();
        self.expect_blocked();
    }
}

fn send_blpop(client: &mut Client, world: &World, lists: [bool; MOST], seconds: &str) {
    let lists: Vec<&str> =
        world.channels.iter().zip(lists).filter_map(|(it, is_one)| is_one.then_some(it.wake)).collect();
    client.send(format!("BLPOP {} {seconds}\r\n", lists.join(" ")).as_bytes()).unwrap();
}

fn wake() -> &'static str {
    ONE_KEY.channels[0].wake
}

fn signal() -> Reply {
    Reply::List(vec![Reply::Bytes(wake().into()), Reply::Bytes(b"1".to_vec())])
}

fn popped() -> Reply {
    Reply::List(vec![Reply::Bytes(wake().into()), Reply::List(vec![Reply::Bytes(b"1".to_vec())])])
}

/// A lock that process 0 holds while others wait.
fn contended() -> Snapshot {
    let mut snapshot = Snapshot::default();
    (snapshot.values[0], snapshot.has_mark[0]) = (Value::Of(0), true);
    snapshot
}

fn on_one_key(server: &Server) -> Stage {
    Stage::new(server, &ONE_KEY, &[])
}

fn release(stage: &mut Stage) {
    stage.restore(&contended());
    assert_eq!(stage.run(RELEASE).0, 1);
}

pub(crate) fn takes_an_element_that_is_there(server: &Server) {
    let mut stage = on_one_key(server);
    let mut two = contended();
    two.elements[0] = 2;
    stage.restore(&two);
    let mut client = Client::connect(server.port()).unwrap();
    send_blpop(&mut client, &ONE_KEY, ITS_LIST, "0");
    assert_eq!(client.read_reply().unwrap(), signal());
    assert_eq!(stage.run(POP).0, popped(), "the other one stayed");
    assert_eq!(stage.run(POP).0, Reply::Nil);
}

/// And it is served when the script is over: the script's next reader finds no element.
pub(crate) fn serves_the_longest_blocked_with_each_signal(server: &Server) {
    let mut stage = on_one_key(server);
    stage.restore(&contended());
    let mut waiters = Waiters::block(server, 3);
    for command in [RELEASE, Command::Force(0), RELEASE] {
        stage.restore(&contended());
        let mut free = contended();
        free.values[0] = Value::Free;
        assert_eq!(stage.run(command), (Reply::Int(1), free));
        waiters.expect_served(1);
    }
    release(&mut stage);
    assert_eq!(stage.run(POP).0, popped(), "no client was there to take it");
}

pub(crate) fn serves_as_many_as_there_are_elements(server: &Server) {
    let mut waiters = Waiters::block(server, 3);
    server.command(&["RPUSH", wake(), "1", "1"]);
    waiters.expect_served(2);
    waiters.go();
}

pub(crate) fn puts_who_comes_again_behind_the_others(server: &Server) {
    let mut stage = on_one_key(server);
    let mut again = Client::connect(server.port()).unwrap();
    send_blpop(&mut again, &ONE_KEY, ITS_LIST, "0.02");
    let mut waiters = Waiters::block(server, 1);
    assert_eq!(again.read_reply().unwrap(), Reply::Nil, "the slice is over");
    waiters.join(again, ITS_LIST);
    release(&mut stage);
    waiters.expect_served(1);
    release(&mut stage);
    waiters.expect_served(1);
}

/// Repeats one explored step with its waiters in real BLPOPs: the server serves whom the explorer served, and leaves what it left.
pub(crate) fn confirm(server: &Server, graph: &Graph, edge: &Edge) {
    let (before, after) = (&graph.states[edge.from], &graph.states[edge.to]);
    let mut stage = Stage::new(server, graph.world, graph.edits);
    stage.restore(&before.redis);
    let mut waiters = Waiters::new(server, graph.world);
    for process in &before.queue {
        waiters.join(Client::connect(server.port()).unwrap(), before.processes[*process].channels());
    }
    let (_, redis) = stage.run(edge.step.command(before).unwrap());
    assert_eq!(redis, after.redis, "{:?} in {before:?}", edge.step);
    let is_served = |place: &usize| !after.queue.contains(&before.queue[*place]);
    waiters.expect_these_served(&(0..before.queue.len()).filter(is_served).collect::<Vec<_>>());
    waiters.go();
}

//! Owns the promises to a program that is interrupted while it waits: what it may do meanwhile, and what is left when it
//! leaves.
//! Does not own real signals and PHP's handlers (php-tests).

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::locks::{adopted_at, lock_at, lock_of, lock_on, terms};
use crate::support::waiters::{
    AT_ONCE, Program, Waiter, attempts, blocked, know_the_scripts, seconds_of, server_that_knows_the_scripts,
    until_blocked,
};
use crate::support::{PATIENCE, Proxy, Server, eventually};
use redislock::error::{self, Error, Kind};
use redislock::lock::{Lock, TokenSource};
use redislock::net::interrupts::Interruption;

const LEFT: Result<bool, Error> = Err(Error::Interrupted(Interruption::Exception));

/// Something to attend to, when the test says so.
#[derive(Clone, Default)]
struct Bell(Arc<AtomicBool>);

impl Bell {
    fn ring(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn rings(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    fn watch(&self) -> impl Fn() -> bool + use<> {
        let bell = self.clone();
        move || bell.rings()
    }

    /// A program that does `work` when it rings, once, and then goes on.
    fn program(&self, work: impl Fn() + Send + Sync + 'static) -> &'static Program {
        let bell = self.clone();
        Program::that(self.watch(), move || {
            if bell.0.swap(false, Ordering::SeqCst) {
                work();
            }
            Ok(())
        })
    }
}

fn held(server: &Server) -> Rc<Lock> {
    let holder = lock_at(&server.tcp_address());
    assert_eq!(holder.acquire(), Ok(true));
    holder
}

#[test]
fn an_interrupted_wait_ends_at_once_and_holds_nothing() {
    let server = Server::start();
    let (holder, bell) = (held(&server), Bell::default());
    let waiter = Waiter::of(Program::leaves_when(bell.watch()), &server.tcp_address());
    until_blocked(&server, 1);
    let start = Instant::now();
    bell.ring();
    let left = waiter.end();
    assert!(left.ended.saturating_duration_since(start) < AT_ONCE);
    assert_eq!((left.result, left.state), (LEFT, "none"));
    assert_eq!(holder.is_held(), Ok(true));
}

#[test]
fn an_interrupted_object_blocks_no_more_and_may_wait_again() {
    let server = Arc::new(Server::start());
    let (holder, lock) = (held(&server), lock_at(&server.tcp_address()));
    for _ in 0..3 {
        let at = Arc::clone(&server);
        let leaves = Program::leaves_when(move || blocked(&at) == 1);
        assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
        assert!(eventually(AT_ONCE, || blocked(&server) == 0), "the thread lives on, its BLPOP does not");
    }
    assert_eq!(lock.acquire_within(seconds_of(0.05), None), Ok(false));
    assert_eq!(holder.release(), Ok(true));
    assert_eq!(lock.acquire_within(seconds_of(5.0), None), Ok(true));
}

#[test]
fn a_fatal_error_leaves_as_such() {
    let server = Server::start();
    let _holder = held(&server);
    let fatal = Program::that(|| true, || Err(Interruption::FatalError));
    let error = lock_at(&server.tcp_address()).acquire_within(seconds_of(60.0), Some(fatal)).unwrap_err();
    assert_eq!(error.kind(), Kind::Interrupted(Interruption::FatalError));
}

#[test]
fn an_interrupted_poll_ends_at_once() {
    let server = Server::start();
    server.command(&["SET", "k", "written by hand"]);
    let (mut monitor, bell) = (server.monitor(), Bell::default());
    let waiter = Waiter::of(Program::leaves_when(bell.watch()), &server.tcp_address());
    assert!(eventually(PATIENCE, || attempts(&mut monitor) >= 2));
    let start = Instant::now();
    bell.ring();
    let left = waiter.end();
    assert_eq!(left.result, LEFT);
    assert!(left.ended.saturating_duration_since(start) < AT_ONCE);
    assert_eq!(server.command(&["GET", "k"]), "written by hand");
}

#[test]
fn a_wait_interrupted_at_the_moment_of_success_releases_the_lock() {
    let server = Arc::new(Server::start());
    let (lock, at) = (lock_at(&server.tcp_address()), Arc::clone(&server));
    let leaves = Program::leaves_when(move || at.command(&["EXISTS", "k"]) == 1);
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert_eq!(lock.is_locked(), Ok(false));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_handler_that_outlasts_the_lease_leaves_no_lock_that_has_ended() {
    const OUTLASTS: Duration = Duration::from_millis(700);
    let (server, attended) = (Arc::new(Server::start()), Arc::new(AtomicUsize::new(0)));
    let slow = |times: usize| {
        let (at, before) = (Arc::clone(&server), Arc::clone(&attended));
        let count = Arc::clone(&attended);
        before.store(0, Ordering::SeqCst);
        // In the instant the lock is taken.
        Program::that(
            move || before.load(Ordering::SeqCst) < times && at.command(&["EXISTS", "k"]) == 1,
            move || {
                count.fetch_add(1, Ordering::SeqCst);
                thread::sleep(OUTLASTS);
                Ok(())
            },
        )
    };
    let lock = lock_of(&server.tcp_address(), "k", terms(0.5));
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(slow(2))), Ok(true));
    assert_eq!(attended.load(Ordering::SeqCst), 2);
    assert!(lock.remaining() > 0.0);
    assert_eq!(lock.release(), Ok(true));
    let error = lock.acquire_within(seconds_of(0.3), Some(slow(1))).unwrap_err();
    assert_eq!(error.kind(), Kind::Lost, "no time is left for another attempt");
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_wait_interrupted_with_the_signal_received_wakes_the_next() {
    let server = Arc::new(Server::start());
    know_the_scripts(&server);
    let (_holder, bell) = (held(&server), Bell::default());
    // Looks whether to leave in the very instant between the signal's arrival and its being read.
    let (rings, at) = (bell.watch(), Arc::clone(&server));
    let is_pending = move || {
        if rings() && lock_at(&at.tcp_address()).force_release() == Ok(true) {
            assert!(eventually(PATIENCE, || blocked(&at) == 1));
        }
        rings()
    };
    let attended = bell.clone();
    let leaves = Program::that(is_pending, move || {
        attended.0.store(false, Ordering::SeqCst);
        Err(Interruption::Exception)
    });
    let first = Waiter::of(leaves, &server.tcp_address());
    until_blocked(&server, 1);
    let next = Waiter::at(&server.tcp_address(), 60.0);
    until_blocked(&server, 2);
    next.gets_it_at_once_by(|| bell.ring());
    assert_eq!(first.end().result, LEFT);
}

#[test]
fn a_wait_interrupted_while_the_signal_is_on_its_way_wakes_the_next() {
    let server = Arc::new(Server::start());
    let proxy = Proxy::start(server.port());
    let (holder, at) = (held(&server), Arc::clone(&server));
    proxy.delay_replies(Duration::from_millis(60));
    // Leaves as soon as the lock is free: Redis has given it the signal, which it does not have yet.
    let leaver = Waiter::of(Program::leaves_when(move || at.command(&["EXISTS", "k"]) == 0), &proxy.address());
    until_blocked(&server, 1);
    let next = Waiter::at(&server.tcp_address(), 5.0);
    until_blocked(&server, 2);
    let took = next.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert_eq!(leaver.end().result, LEFT);
    assert!(took < AT_ONCE, "{took:?}: the signal has left with the first waiter");
}

/// Redis reads the release and the leaver's end in one round of its loop, and then writes the signal to no connection.
#[test]
fn a_wait_interrupted_at_the_moment_of_the_release_wakes_the_next() {
    leave_while_redis_is_busy_with_the_release(Duration::ZERO, "0.06");
}

#[test]
fn a_wait_on_a_distant_redis_interrupted_at_the_release_wakes_the_next() {
    // As far away as the leaver has learnt his server to be, he is patient with its sleep.
    leave_while_redis_is_busy_with_the_release(Duration::from_millis(200), "0.2");
}

/// The distance is that of the leaver, in both directions; Redis sleeps so many seconds.
fn leave_while_redis_is_busy_with_the_release(distance: Duration, sleep: &'static str) {
    let server = Arc::new(Server::with(&["--enable-debug-command", "yes"]));
    know_the_scripts(&server);
    let proxy = Proxy::start(server.port());
    let (holder, bell) = (held(&server), Bell::default());
    proxy.delay_replies(distance);
    let leaver = Waiter::of(Program::leaves_when(bell.watch()), &proxy.address());
    until_blocked(&server, 1);
    proxy.pass();
    let next = Waiter::at(&server.tcp_address(), 5.0);
    until_blocked(&server, 2);
    let (at, sleeps) = (Arc::clone(&server), Arc::new(AtomicBool::new(false)));
    let asleep = Arc::clone(&sleeps);
    let sleeper = thread::spawn(move || {
        asleep.store(true, Ordering::SeqCst);
        at.command(&["DEBUG", "SLEEP", sleep]);
    });
    assert!(eventually(PATIENCE, || sleeps.load(Ordering::SeqCst)));
    // In its sleep come first the release, then the leaver's end.
    thread::sleep(Duration::from_millis(10));
    let leaving = thread::spawn(move || {
        thread::sleep(Duration::from_millis(10));
        bell.ring();
    });
    let took = next.gets_it_by(|| assert_eq!(holder.release(), Ok(true)));
    assert_eq!(leaver.end().result, LEFT);
    assert!(took < AT_ONCE, "{took:?}: the signal has left with the first waiter");
    sleeper.join().unwrap();
    leaving.join().unwrap();
}

#[test]
fn a_wait_interrupted_on_a_stopped_server_ends_at_once_and_its_lock_is_released() {
    let server = server_that_knows_the_scripts();
    let lock = lock_at(&server.tcp_address());
    lock.is_locked().unwrap();
    server.suspend();
    let start = Instant::now();
    let leaves = Program::leaves_when(move || start.elapsed() > Duration::from_millis(20));
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    server.resume();
    // The server runs what the kernel kept for it; the late release comes after that.
    assert_eq!(lock.is_locked(), Ok(false));
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_caller_that_leaves_before_anything_was_sent_releases_nothing() {
    let server = Server::start();
    server.command(&["SET", "k", "given to many"]);
    let lock = adopted_at(&server.tcp_address(), b"given to many");
    // While it connects.
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(Program::leaves_when(|| true))), LEFT);
    assert_eq!(lock.is_locked(), Ok(true));
    assert_eq!(server.command(&["GET", "k"]), "given to many");
}

#[test]
fn a_caller_that_leaves_during_its_second_try_leaves_nothing_of_the_first() {
    let server = Server::start();
    let proxy = Arc::new(Proxy::start(server.port()));
    know_the_scripts(&server);
    let (lock, at) = (lock_at(&proxy.address()), Arc::clone(&proxy));
    proxy.swallow_replies_after("\nEVAL");
    let leaves = Program::leaves_when(move || at.connections() == 2);
    assert_eq!(lock.acquire_within(seconds_of(60.0), Some(leaves)), LEFT);
    assert_eq!(lock.is_locked(), Ok(false), "at the next contact");
    assert_eq!(server.command(&["EXISTS", "k"]), 0);
}

#[test]
fn a_program_that_attends_to_something_waits_on() {
    let server = Server::start();
    let (holder, bell, attended) = (held(&server), Bell::default(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&attended);
    let program = bell.program(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let mut monitor = server.monitor();
    let waiter = Waiter::of(program, &server.tcp_address());
    until_blocked(&server, 1);
    let before = attempts(&mut monitor);
    for count in 1..=3 {
        bell.ring();
        assert!(eventually(AT_ONCE, || attended.load(Ordering::SeqCst) == count));
    }
    assert!(attempts(&mut monitor) <= before + 1, "what it attends to does not end its slice");
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn other_locks_may_be_used_and_waited_for_while_one_is_waited_for() {
    let server = Server::start();
    let (holder, bell, done) = (held(&server), Bell::default(), Bell::default());
    let (address, finished) = (server.tcp_address(), done.clone());
    lock_on(&address, "busy", 10.0, TokenSource::Fresh).acquire().unwrap();
    let program = bell.program(move || {
        let free = lock_on(&address, "free", 10.0, TokenSource::Fresh);
        assert_eq!(free.acquire(), Ok(true));
        let busy = lock_on(&address, "busy", 10.0, TokenSource::Fresh);
        assert_eq!(busy.acquire_within(seconds_of(0.05), None), Ok(false));
        assert_eq!(free.release(), Ok(true));
        finished.ring();
    });
    let mut monitor = server.monitor();
    let waiter = Waiter::of(program, &server.tcp_address());
    until_blocked(&server, 1);
    bell.ring();
    assert!(eventually(PATIENCE, || done.rings()));
    let lines = monitor.lines();
    let from = |start: &str| &lines.iter().find(|sent| sent.text().starts_with(start)).unwrap().from;
    assert_ne!(from("BLPOP k:"), from("SET free"), "a connection of its own");
    waiter.gets_it_at_once_by(|| assert_eq!(holder.release(), Ok(true)));
}

#[test]
fn a_handler_that_frees_the_lock_wakes_its_own_wait() {
    let server = Server::start();
    let (_holder, bell, address) = (held(&server), Bell::default(), server.tcp_address());
    let program = bell.program(move || assert_eq!(lock_at(&address).force_release(), Ok(true)));
    let waiter = Waiter::of(program, &server.tcp_address());
    until_blocked(&server, 1);
    waiter.gets_it_at_once_by(|| bell.ring());
}

thread_local! {
    static WAITING: RefCell<Option<Rc<Lock>>> = const { RefCell::new(None) };
    static HEARD: RefCell<Vec<Error>> = const { RefCell::new(Vec::new()) };
}

#[test]
fn an_object_that_waits_does_not_acquire_a_second_time() {
    let server = Server::start();
    let (holder, lock) = (held(&server), lock_at(&server.tcp_address()));
    WAITING.set(Some(lock.clone()));
    let program = Program::that(
        || HEARD.with_borrow(Vec::is_empty),
        || {
            let lock = WAITING.take().unwrap();
            HEARD.set(vec![lock.acquire().unwrap_err(), lock.acquire_within(seconds_of(1.0), None).unwrap_err()]);
            assert_eq!(lock.release(), Ok(false));
            Ok(())
        },
    );
    assert_eq!(lock.acquire_within(seconds_of(0.2), Some(program)), Ok(false));
    let heard = HEARD.take();
    assert_eq!(heard.len(), 2);
    for error in heard {
        assert!(matches!(error, Error::Misuse(_, error::ALREADY_WAITING)), "{error}");
        assert_eq!(error.kind(), Kind::Misuse);
    }
    assert_eq!(holder.release(), Ok(true));
    assert_eq!(lock.acquire(), Ok(true), "after its wait it may");
}

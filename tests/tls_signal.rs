//! Owns the promise that a peer that goes away while it is written to over TLS raises no SIGPIPE. Alone in its process: what a
//! signal does is the process's.
//! Does not own what else a peer can do (tests/tls).

#![allow(clippy::unwrap_used)]

mod support;

use std::rc::Rc;

use nix::sys::signal::{self, SigHandler, Signal};
use redislock::lock::{Lock, TokenSource, registry};
use support::Server;
use support::authority::{Authority, HERE};
use support::locks::{lock_on, timeouts};
use support::tls_front::Front;

#[test]
fn a_peer_that_leaves_in_the_middle_of_a_write_raises_no_signal() {
    // SAFETY: no handler is installed, but the default action: the end of the process. PHP ignores the signal in most of
    // its SAPIs, as Rust's tests do, and a script may say otherwise.
    unsafe { signal::signal(Signal::SIGPIPE, SigHandler::SigDfl) }.unwrap();
    let (authority, server) = (Authority::new(), Server::start());
    let front = Front::start(&authority.signs(HERE), server.port());
    let (address, long) = (authority.address_of(front.port(), ""), "x".repeat(60 * 1024));
    let held: Vec<Rc<Lock>> =
        (0..64).map(|n| lock_on(&address, &format!("{n}{long}"), 10.0, TokenSource::Fresh)).collect();
    for lock in &held {
        assert_eq!(lock.acquire(), Ok(true));
    }
    front.leaves_unread();
    // Some ten megabytes in one write, more than fits between the two.
    registry::end_request(timeouts());
    assert_eq!(server.command(&["DBSIZE"]), 64);
}

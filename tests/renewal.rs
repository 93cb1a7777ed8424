//! Owns the promises about renewal that need the core's own interface or a faulty network: what an extend that was
//! withdrawn leaves behind, a lease whose extend is lost on its way.
//! Does not own what a program sees of renewal (php-tests/renewal).
//! Called by `cargo test`.

#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use redislock::connection::Gate;
use redislock::connection::address::Address;
use redislock::key::Key;
use redislock::lock::{Renewal, Terms};
use redislock::renewal;
use redislock::token::Token;
use redislock::topology::{Detail, Holding, OneMaster, Topology};
use redislock::ttl::Ttl;
use support::locks::{adopted_at, lock_of, terms, timeouts};
use support::{Proxy, Server};

/// That of a lease whose release() was called in the instant before its extend would be sent.
struct Shut;

impl Gate for Shut {
    fn pass(&self, _: &mut dyn FnMut()) -> bool {
        false
    }
}

#[test]
fn a_withdrawn_extend_leaves_no_connection_that_did_not_select_its_database() {
    let server = Server::start();
    let address = format!("redis://127.0.0.1:{}/5", server.port());
    let lock = adopted_at(&address, b"ours");
    assert_eq!(lock.acquire(), Ok(true));

    // Another thread begins with a new connection.
    let asked = thread::spawn(move || {
        let node = OneMaster::new(Arc::new(Address::parse(&address).unwrap()), timeouts());
        let (key, token) = (Key::new(b"", b"k").unwrap(), Token::given(b"ours").unwrap());
        let ttl = Ttl::from_seconds(10.0).unwrap();
        assert!(node.renew(&key, &token, ttl, Arc::new(Shut), None).is_err());
        node.inspect(&key, Some(&token), Detail::Whether)
    });
    let holding = asked.join().unwrap();
    assert!(matches!(holding, Ok(Holding::Ours(_))), "{holding:?}");
}

#[test]
fn an_extend_that_is_lost_on_its_way_leaves_time_for_another() {
    let server = Server::start();
    let proxy = Proxy::start(server.port());
    let lock = lock_of(&proxy.address(), "k", Terms { renewal: Renewal::Always, ..terms(1.5) });
    assert_eq!(lock.acquire(), Ok(true));
    proxy.swallow_request("\nEVAL");
    assert_eq!(renewal::keep(&lock), Ok(()));
    for _ in 0..1500 {
        thread::sleep(Duration::from_millis(2));
        assert_eq!(lock.state(), "held");
    }
    assert_eq!(lock.release(), Ok(true));
    renewal::stop();
}

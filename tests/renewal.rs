//! Owns the promises about renewal that need the core's own interface or a faulty network: what an extend that was
//! withdrawn leaves behind, a lease whose extend is lost on its way.
//! Does not own what a program sees of renewal (php-tests/renewal).
//! Called by `cargo test`.

#![allow(clippy::unwrap_used)]

mod support;

use std::thread;
use std::time::Duration;

use redislock::lock::{Renewal, Terms};
use redislock::renewal;
use support::locks::{lock_of, terms};
use support::{Proxy, Server};

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

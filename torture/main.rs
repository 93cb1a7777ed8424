//! Owns the torture: many real PHP processes on a few locks, a nemesis that breaks what they stand on, and the check of what they
//! wrote down. `make torture` and `make test` run it; the Makefile has the command.
//! Does not start servers or proxies by itself (tests/support).
//!
//! Ignored by `cargo test`, for it needs the built extension: its file in REDISLOCK_SO. TORTURE_SECONDS is for all layouts
//! together; TORTURE_SEED repeats a schedule; TORTURE_OLDER has the files of older versions (older.rs). The tests of the checker itself (checker/) run always.

// The one master speaks TLS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/support/mod.rs"]
mod support;

mod chance;
mod checker;
mod clock;
mod crew;
mod fault;
mod history;
mod layout;
mod master;
mod moves;
mod nemesis;
mod observer;
mod older;
mod orders;
mod php;
mod process;
mod roles;
mod run;
mod scope;
mod strike;
mod term;
mod time;
mod timeline;

use layout::Layout;

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn one_master() {
    run::torture(Layout::OneMaster);
}

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn cable() {
    run::torture(Layout::Cable);
}

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn sentinels() {
    run::torture(Layout::Sentinels);
}

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn cluster() {
    run::torture(Layout::Cluster);
}

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn quorum() {
    run::torture(Layout::Quorum);
}

#[test]
#[ignore = "minutes, and the built extension: make torture"]
fn versions() {
    run::torture(Layout::Versions);
}

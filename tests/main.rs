//! Owns the one program of the core's tests, so that what they share is compiled once.
//! Does not own the tests of what a process has once: its counters (`counters`), signals (`signal`, `tls_signal`), forks
//! (`process`).

// A failed unwrap is a failed test; clippy allows it by itself only inside functions marked #[test].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod at_least;
mod cluster;
mod done;
mod explorer;
mod fence;
mod found;
mod harness;
mod late;
mod layers;
mod lock;
mod login;
mod memory;
mod names;
mod operator;
mod permits;
mod promises;
mod quorum;
mod renewal;
mod replicas;
mod scripts;
mod sentinel;
mod several;
mod support;
mod tls;
mod transcripts;
mod waiting;

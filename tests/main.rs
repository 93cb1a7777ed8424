//! Owns the one program of the core's tests, so that what they share is compiled once.
//! Does not own the tests of what a process has once: its counters (`counters`), signals (`signal`, `tls_signal`), forks
//! (`process`).

// A failed unwrap is a failed test; clippy allows it by itself only inside functions marked #[test].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod at_least;
mod cluster;
mod cluster_failover;
mod cluster_late;
mod cluster_names;
mod diagnosis;
mod done;
mod explorer;
mod fence;
mod force;
mod found;
mod harness;
mod known_elsewhere;
mod late;
mod late_suspended;
mod layers;
mod lock;
mod memory;
mod names;
mod overview;
mod password;
mod permits;
mod promises;
mod quorum;
mod quorum_faults;
mod quorum_silence;
mod quorum_waiting;
mod renewal;
mod renewal_beside;
mod replicas;
mod rights;
mod script_lists;
mod script_permits;
mod script_release;
mod sentinel;
mod several;
mod several_moving;
mod short_secrets;
mod support;
mod tls;
mod tls_errors;
mod tracking;
mod transcripts;
mod waiting;
mod waiting_faults;
mod waiting_foreign;
mod waiting_interrupted;

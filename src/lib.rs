//! A lock on Redis for PHP programs: taken atomically, released only by its holder, released whatever happens.
//!
//! This file is the map. The layers, each of which imports only those below it (`tests/layers.rs` checks that):
//!
//! | layer | what it knows |
//! |---|---|
//! | `php` | PHP: the class, exceptions, ini settings, arguments, life cycle. Only with the feature `php` |
//! | [`renewal`] | the thread that extends held leases |
//! | [`lock`] | one lock object: its lease, what each reply means, what is released when a request ends |
//! | [`topology`] | how nodes are arranged; the verbs of a lock on one master, or on several of which a majority decides |
//! | [`node`] | one Redis as a thread reaches it: links, the pool, checkouts, late releases; several nodes at once |
//! | [`connection`] | one connection: login, requests and replies within a time, blocking, sentinels |
//! | [`scripts`] | the Lua scripts: builds a call, reads its reply, runs nothing |
//! | [`net`] | sockets, connecting, TLS, names, waiting that a signal can end; nothing of Redis |
//! | [`address`] | the text that says where Redis is; nothing of sockets |
//! | leaves | the files beside this one that are not named above: values, limits, errors; they import only each other |
//!
//! Start with [`lock::Lock::acquire`] and follow it down: [`topology::Topology::acquire`] checks out a link
//! (`node/checkout.rs`) and sends one `SET key token NX EX ttl` on it (`Link::exchange_written` in `node/link.rs`).
//!
//! Where to find a promise:
//!
//! | what | where |
//! |---|---|
//! | what an address may be, and where a new scheme goes | `address.rs`, then `topology/servers.rs` for the nodes that it names |
//! | how a lease's deadline is computed | [`ttl::Ttl::deadline`]; `lock/lease.rs` keeps it and says when it has passed |
//! | what a refused, lost or unknown outcome means for a lease | `lock/lease.rs`, a table of its states |
//! | a request whose reply did not come | `topology/one_master.rs`; a release that is then owed: `node/late_releases` |
//! | locks that are left when their object goes, or when the request ends | `lock/endings.rs`, `lock/registry.rs` |
//! | a signal or a time limit during a wait | `net/interrupts.rs`, which calls `php/engine/interrupts.rs` |
//! | what a forked child does, and what it leaves alone | `process.rs` |
//! | when a held lease is extended, and when it is not any more | `renewal/leases.rs`; the gate: `lock/renewable.rs` |
//! | what one try of a waiter is, and what wakes it | `lock/waiter.rs`, `topology/one_master/waiter.rs`, the scripts in `src/lua` |

pub mod address;
pub mod clock;
pub mod command;
pub mod connection;
pub mod error;
pub mod failure;
pub mod key;
pub mod label;
pub mod lock;
pub mod net;
pub mod node;
pub mod process;
pub mod renewal;
pub mod scripts;
pub mod settings;
pub mod stats;
pub mod token;
pub mod topology;
pub mod ttl;
pub mod wait;

#[cfg(feature = "php")]
mod php;

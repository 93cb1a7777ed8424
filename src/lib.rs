//! A lock on Redis for PHP programs: taken atomically, released only by its holder, released whatever happens.
//!
//! This file is the map. The layers, each of which imports itself and those below it (`tests/layers.rs` checks that); a module that has
//! parts is a folder with a `mod.rs`:
//!
//! | layer | what it knows |
//! |---|---|
//! | `php` | PHP: the class, exceptions, ini settings, arguments, life cycle. Only with the feature `php` |
//! | [`lock`] | one lock object: what each reply means for its lease, that a held one is renewed, what is released when a request ends |
//! | [`renewal`] | the threads that extend held leases |
//! | [`lease`] | the lease of one object: its states, what is known in each, what renewal may see of it |
//! | [`operator`] | what only an operator asks: who holds a lock, which locks there are, what each node says of itself. It asks the nodes directly, not by the verbs |
//! | [`topology`] | how nodes are arranged; the verbs of a lock on one master, a cluster, several masters of which a majority decides, or in this process's memory |
//! | [`node`] | one Redis as a thread reaches it: links, the pool, checkouts, late releases; several nodes at once |
//! | [`connection`] | one connection: login, requests and replies within a time, blocking, sentinels |
//! | [`scripts`] | the Lua scripts of `src/lua`: builds a call, reads its reply, runs nothing |
//! | [`net`] | sockets, connecting, TLS, looking up host names, waiting that a signal can end; nothing of Redis |
//! | [`address`] | the text that says where Redis is; nothing of sockets |
//! | leaves | the files beside this one: values, limits, what a failure leads to (`failure.rs`), messages; they import only each other |
//!
//! Start with `Lock::acquire_at_once` (`lock/mod.rs`; PHP comes there by `acquire_for`) and follow it down: `OneMaster::acquire`
//! (`topology/one_master/mod.rs`) checks out a link (`node/checkout.rs`) and sends one `SET key token NX EX ttl` on it (`node/drive.rs`; `PX`
//! if the ttl has a part of a second; the first on a link goes by its script: `node/operation.rs`; `impl Link` is in `link`, `drive` and `ahead`). A fence, several
//! keys, permits, and a second try after a reply that did not come need a script; so does a wait, by its waiter.
//!
//! Which function decides what:
//!
//! | what | where |
//! |---|---|
//! | acquire() is true, false or an error | `lock/mod.rs` `acquire_for`, `lock/acquire.rs` `settle`; in a wait `lock/wait_loop.rs` `WaitLoop::run`; refused before anything is sent: `lock/acquire.rs` `check_moment`; no thread or connection for renewal: `lock/renewed.rs` `prepare_renewal`; which exception: `error.rs` `kind`, `php/exceptions.rs` |
//! | how a lease's deadline is computed | `ttl.rs` [`ttl::Ttl::deadline`]; on several masters [`ttl::Ttl::deadline_on_many`], of which `topology/votes.rs` `lasts` picks a majority's |
//! | what state a lease is in, and what moves it | `lease/state.rs`, a table |
//! | what a failure leads to | `failure.rs`: its variants for acquire and release, `may_pass` in a wait, `spoils_connection` for the link |
//! | what an error of Redis means (NOSCRIPT, NOPERM, MOVED) | `refusal.rs` `Code`; read once, before secrets are masked: `connection/refusals.rs`; what is sent next to the same node: `node/operation.rs`, a table; what a refused request needs, in words: `node/rights.rs`; a slot's move (MOVED, ASK, TRYAGAIN, CLUSTERDOWN): `node/detour.rs` |
//! | which reply is whose | `connection/queue.rs`; of late releases, which go ahead: `node/ahead.rs` `settle_earlier` |
//! | what follows when a reply does not come, and which releases may be sent without a call of release() | `node/recovery.rs` `Recovery`, `may_release` |
//! | an acquire without a reply | `topology/one_master/mod.rs` `acquire`: once more, then a late release (`node/late/`); the rules: `node/recovery.rs` `of_acquire`; under a shared token neither: it ends with its ttl; in a wait: `lock/wait_loop.rs` `attempt`, and whether the wait goes on: `endure`; a quorum's node gets no second request, and is owed the release (`topology/quorum/acquire.rs`); the object's end sends nothing of it |
//! | a release without a reply | `topology/one_master/mod.rs` `release`: once more; under a shared token and on a quorum no second time (`topology/quorum/mod.rs`); then `lock/release.rs` [`lock::Lock::release`] throws, and the end of the object or the request makes it a late release, but of a shared token (`lock/endings.rs`) |
//! | what is counted, and told by events(), of waits, holds and ends | `lock/account.rs`; of releases without a caller `node/late/mod.rs` `count_ended`; the ring: `events/` |
//! | locks that are still held when their object goes, or when the request ends | `lock/endings.rs`; one that is left to its ttl: `lock/mod.rs` `drop`; all of a request: `lock/registry.rs`, `node/flush.rs` |
//! | what one turn of a wait is: who decides that it sleeps, and for how long, and what wakes it | `lock/wait_loop.rs` `turn`, `await_holder`; how long: `topology/pause.rs` `plan`, by `topology/one_master/waiter.rs`; the signal: `src/lua/acquire.lua`, `src/lua/release_one.lua`; on a quorum by the clock: `topology/quorum/acquire.rs` |
//! | when Redis tells a wait that the key has changed, behind a holder that does not signal | `topology/one_master/waiter.rs`; the commands and the pushes: `connection/tracking.rs` |
//! | what one lease covers: a key, several, one of a key's permits; which script and which keys go with that | `scope.rs`; `scripts/mod.rs` `script`, `companions` |
//! | several keys whose slot is being moved | `topology/cluster/mod.rs` `routed_apart`, of release and extend |
//! | what is left of a lease that was lost in part: several keys, or a quorum | `lease/state.rs` `Status::owed`, by the field `owes_release` |
//! | a key that stays taken after its release (`atLeast`) | `lock/release.rs` `release_by`; its beginning `lock/account.rs` `note_acquired`; `src/lua/release.lua` |
//! | a signal or a time limit during a wait | `net/interrupts.rs`, whose source is `php/engine/interrupts.rs`; what the wait does then: `lock/wait_loop.rs` `turn`; leaving a BLPOP: `connection/blpop.rs` `leave` |
//! | a wait that suspends a fiber instead of blocking | `net/interrupts.rs` `suspend`; the callable and its stream: `php/engine/wait_hook.rs` |
//! | several such waits of one thread for the same lock: which of them waits in Redis, and who is next | `lock/line.rs`; whether a wait may take part, and its sleep: `lock/wait_mode.rs` |
//! | waits that a fatal error leaves suspended; what they may have taken ends with its ttl (`lock/acquire.rs` `AT_FIRST`) | `lock/registry.rs` `end_lost_waits`: what they have left open `net/live.rs`, late releases `node/flush.rs`; closed by `php/engine/lost_sockets.rs` |
//! | what a forked child does, and what it leaves alone | `process.rs`; the fork hook: `php/engine/forks.rs`, which calls `lock/process.rs` `forked` |
//! | an idle link is kept, or not used again | `node/pool.rs`; `node/link.rs` `is_reusable`; after a request `node/checkout.rs` `use_once` |
//! | when a held lease is extended, and when renewal gives it up | `renewal/leases.rs` `take_due`; `renewal/thread.rs` `settle`, `is_hopeless`; the check when an extend is written: `lease/gate.rs` `pass`; that it has a connection before it is acquired: `renewal/mod.rs` `prepare` |
//! | a new address scheme goes where | `address/mod.rs` `Address::parse`, or `topology/servers.rs` for one that names several nodes; `net/connect.rs` and `net/socket.rs` for a new kind of socket; its error text: `address/grammar.rs`; phpinfo: `php/life_cycle.rs` |
//! | one more argument of the constructor goes where | `php/signature.rs`: a row, and its name in the constructor's list; its reader: `php/arguments.rs`; the manual: `stubs/RedisLock.php`; what it means: `php/class.rs` `construct` and `lock/settings.rs` |
//! | a new Lua script goes where | `src/lua/`, what several have in `src/lua/parts/`; `scripts/texts.rs`, `scripts/mod.rs`, `scripts/replies.rs`; `build.rs` puts it together and computes its SHA-1, `make lua` writes it to `docs/lua/` |

pub mod address;
pub mod clock;
pub mod command;
pub mod connection;
pub mod error;
pub mod events;
pub mod failure;
pub mod histogram;
pub mod key;
pub mod label;
pub mod lease;
pub mod leaves;
pub mod lock;
pub mod loss;
pub mod net;
pub mod node;
pub mod operator;
pub mod process;
pub mod refusal;
pub mod renewal;
pub mod scope;
pub mod scripts;
pub mod settings;
pub mod stats;
pub mod token;
pub mod topology;
pub mod ttl;
pub mod wait;

#[cfg(feature = "php")]
mod php;

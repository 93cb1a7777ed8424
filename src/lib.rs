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
//! | values | the files beside this one: keys, tokens, limits, what a failure leads to (`failure.rs`), messages; they import only each other |
//!
//! Start with `Lock::acquire_at_once` (`lock/mod.rs`; PHP comes there by `acquire_for`) and follow it down: `OneMaster::acquire`
//! (`topology/one_master/mod.rs`) checks out a link (`node/checkout.rs`) and sends one `SET key token NX EX ttl` on it (`node/link/drive.rs`; `PX`
//! if the ttl has a part of a second; the first on a link goes by its script: `node/operation.rs`). A fence, several
//! keys, permits, and a second try after a reply that did not come need a script; so does a wait, by its waiter.
//!
//! Which function decides what:
//!
//! | what | where |
//! |---|---|
//! | acquire() is true, false or an error | `lock/acquire.rs` `settle` |
//! | the same at the end of a wait | `lock/wait_loop.rs` `run` |
//! | an acquire is refused before anything is sent | `lock/acquire.rs` `check_moment` |
//! | which exception an error becomes | `php/exceptions.rs`, by `error.rs` `kind` |
//! | how a lease's deadline is computed | `ttl.rs` `deadline` |
//! | the same on several masters | `topology/votes.rs` `lasts` |
//! | what state a lease is in, and what moves it | `lease/state.rs`, a table |
//! | what a failure leads to | `failure.rs`, by its variants |
//! | what an error of Redis means (NOSCRIPT, NOPERM, MOVED) | `refusal.rs` `Code` |
//! | what is sent next to the same node | `node/operation.rs`, a table |
//! | what right a refused request needs | `node/rights.rs` |
//! | where a request goes when a slot moves (MOVED, ASK, TRYAGAIN, CLUSTERDOWN) | `node/detour.rs` |
//! | several keys whose slot is being moved | `topology/cluster/mod.rs` `routed_apart` |
//! | which node of a cluster has a slot | `topology/slot_map.rs` `owner` |
//! | which reply is whose | `connection/queue.rs` |
//! | when replies are read that nobody waits for | `node/link/ahead.rs` `read_owed` |
//! | the same of late releases, which go ahead | `node/link/ahead.rs` `settle_earlier` |
//! | what follows when a reply does not come | `node/recovery.rs` `Recovery` |
//! | a token that others may know (shared) | `token.rs` `is_shared` |
//! | which releases may be sent without a call of release() | `node/recovery.rs` `may_release` |
//! | an acquire without a reply | `topology/one_master/mod.rs` `acquire` |
//! | the same within a wait | `lock/wait_loop.rs` `attempt` |
//! | whether the wait then goes on | `lock/wait_loop.rs` `endure` |
//! | a release without a reply | `topology/one_master/mod.rs` `release` |
//! | a quorum's node without a reply | `topology/quorum/acquire.rs` `vote` |
//! | a vote on a quorum that nobody wins | `topology/quorum/acquire.rs` `acquire_by_vote` |
//! | which late releases there are, and what becomes of each | `node/late/mod.rs` `settle` |
//! | when they are sent without a request | `node/late/flush.rs` |
//! | what is counted, and entered among the events | `lock/account.rs` |
//! | how events are kept for events() | `events/mod.rs` |
//! | the same of releases without a caller | `node/late/mod.rs` `count_ended` |
//! | a lock that is held when its object goes | `lock/endings.rs` `auto_release` |
//! | the end of a PHP request, in its order | `php/life_cycle.rs` `end_request` |
//! | a lock that is held then | `lock/registry.rs` `end_request` |
//! | one turn of a wait: whether it sleeps | `lock/wait_loop.rs` `turn` |
//! | how long it sleeps | `topology/pause.rs` `plan` |
//! | what wakes it | `topology/one_master/waiter.rs` `sleep`, by what a release pushes: `lua/release_one.lua`, else `lua/parts/wake.lua` |
//! | Redis tells a wait that the key has changed | `connection/tracking.rs` |
//! | a wait on a quorum, which goes by the clock | `topology/quorum/acquire.rs` `sleep` |
//! | what one lease covers: a key, several, a permit | `scope.rs` |
//! | which script and which keys go with that | `scripts/mod.rs` `script`, `companions` |
//! | what is left of a lease that was lost in part | `lease/state.rs` `owed` |
//! | a key that stays taken after its release (`atLeast`) | `lock/release.rs` `release_by` |
//! | work that is done and not done again (`doneFor`) | `lock/release.rs` `leave_marker` |
//! | how a key, its permits and its companions are named in Redis | `key.rs` |
//! | a lock without Redis (`memory:`) | `topology/memory/mod.rs` |
//! | a signal or a time limit during a wait | `net/interrupts.rs` `attend` |
//! | what of PHP they are | `php/engine/interrupts.rs` |
//! | leaving a BLPOP for it | `connection/blpop.rs` `leave` |
//! | a wait that suspends a fiber instead of blocking | `net/interrupts.rs` `suspend` |
//! | its callable and stream | `php/engine/wait_hook.rs` |
//! | suspended waits of one thread for one lock: who is next, and who wakes it | `lock/line.rs` `leave` |
//! | waits that a fatal error leaves suspended | `lock/registry.rs` `end_lost_waits` |
//! | what a forked child closes | `lock/process.rs` `forked` |
//! | what it has of its parent's lease | `lease/mod.rs` `inherited` |
//! | an idle link is kept, or not used again | `node/link/mod.rs` `is_reusable` |
//! | when a held lease is extended | `renewal/leases.rs` `due` |
//! | what the reply to that means | `renewal/thread.rs` `settle` |
//! | when renewal gives a lease up | `renewal/leases.rs` `is_hopeless` |
//! | how long renewal waits for a silent server | `renewal/thread.rs` `extend` |
//! | an extend is written only while the lease is held | `lease/gate.rs` `pass` |
//! | renewal has its connection before the acquire | `renewal/mod.rs` `prepare` |
//!
//! What something new touches:
//!
//! | what | where |
//! |---|---|
//! | an address scheme | `address/mod.rs` `parse`, or `topology/servers.rs` for one that names several nodes; a new kind of socket: `net/connect.rs`, `net/socket.rs`; its error text: `address/grammar.rs`; phpinfo: `php/life_cycle.rs` |
//! | an argument of the constructor | `php/signature.rs`, a constant, and its name in the constructor's list; `php/arguments.rs`, where no reader fits; `php/class.rs` `construct` and its checks; `lock/settings.rs`; `stubs/RedisLock.php`, `docs/reference.md`, `CHANGELOG.md`; `php-tests/reflection/types_and_defaults_are_shown.phpt`, `php-tests/arguments/number_of_arguments_is_checked.phpt` |
//! | the same for users of the command and of frameworks | `cli/`, `bridges/` |
//! | a Lua script | `src/lua/`, what several have in `src/lua/parts/`; `scripts/texts.rs`, a constant and a row in its test, from which make lua writes `docs/lua/`; `scripts/mod.rs`, `scripts/replies.rs`; `docs/protocol.md`; `tests/scripts/`; `tests/transcripts/commands.rs`, `tests/transcripts/store.rs`; `topology/memory/mod.rs`, which gives the same replies; `node/late/list.rs`, a number, if it releases |
//! | a command in it that no script had | `node/rights.rs` `commands`, `operator/diagnosis/trials.rs` |

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

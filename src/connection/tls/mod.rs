//! Owns: TLS over a connected socket.
//! Does not own: the options of an address (`address::tls`), the socket itself (`stream`).

mod problem;
pub(super) mod session;
pub(super) mod trust;

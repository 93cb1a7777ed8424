//! Owns the network below Redis's protocol: sockets, connecting, TLS, names, waiting in a way that a signal can end.
//! Does not own what is sent or read (`connection`).

pub(crate) mod bell;
pub(crate) mod broken;
pub(crate) mod connect;
pub(crate) mod file;
pub(crate) mod gathered;
pub mod interrupts;
pub mod live;
pub(crate) mod plain;
pub(crate) mod socket;
pub mod spin;
pub(crate) mod tls;

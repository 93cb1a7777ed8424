//! Owns TLS over a connected socket.
//! Does not own the options of an address (`address::tls`), the socket itself (`socket`).

pub(crate) mod certificates;
pub(crate) mod explain;
pub(crate) mod session;

//! Owns what a lock's user is called, proves itself with and may do, on a server that asks for it.
//! Does not own what an address says of them (src/address/mod.rs).

mod name;
mod password;
mod rights;
mod short_secrets;

//! Owns how an address and its node are shown, in phpinfo and in messages: without login and options.
//! Does not own the address itself (`address`).

use std::fmt;

use crate::address::hosts::Sentinels;
use crate::address::{Address, Place};

impl Address {
    /// Returns the node's name for messages: host and port, the socket's path, or the sentinels.
    pub fn node(&self) -> String {
        match &self.place {
            Place::Tcp { host, port } => name(host, *port),
            Place::Sentinels(Sentinels { hosts, .. }) => {
                hosts.iter().map(|(host, port)| name(host, *port)).collect::<Vec<_>>().join(",")
            }
            Place::Unix { path } => path.to_string_lossy().escape_default().to_string(),
        }
    }
}

/// The address without login and options, for phpinfo.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (node, tls) = (self.node(), if self.tls.is_some() { "s" } else { "" });
        match &self.place {
            Place::Tcp { .. } => write!(f, "redis{tls}://{node}")?,
            Place::Sentinels(sentinels) => {
                write!(f, "redis{tls}-sentinel://{node}/{}", sentinels.master.escape_default())?;
            }
            Place::Unix { .. } => write!(f, "unix://{node}")?,
        }
        match (&self.place, self.database) {
            (_, 0) => Ok(()),
            (Place::Unix { .. }, database) => write!(f, "?db={database}"),
            (_, database) => write!(f, "/{database}"),
        }
    }
}

/// Debug prints end up in logs, so they show no more than a message does.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// Names a node as messages do.
fn name(host: &str, port: u16) -> String {
    let host = host.escape_default();
    if host.clone().any(|character| character == ':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    #[test]
    fn no_error_and_no_print_shows_a_secret() {
        for text in
            ["redis://u:s3cret@h:bad", "u:s3cret@h", "redis://:s3cret/1@h", "redis://s3cret@h", "unix://u:s3cret@x"]
        {
            assert!(!Address::parse(text).unwrap_err().to_string().contains("s3cret"));
        }
        let address = parse("redis://bob:s3cret@h:7000/2");
        assert_eq!(address.to_string(), "redis://h:7000/2");
        assert!(!format!("{address:?} {:?}", address.credentials.as_ref()).contains("s3cret"));
        assert_eq!(parse("unix://:s3cret@/run/r.sock?db=1").to_string(), "unix:///run/r.sock?db=1");
        assert_eq!(parse("redis://[::1]:1").node(), "[::1]:1");
    }
}

//! Owns how an address, its node and its timeouts are shown, in phpinfo and in messages: without secrets.
//! Does not own the address itself (`address`), the form of the options (`tls`, `timeouts`).

use std::fmt;

use crate::address::hosts::Sentinels;
use crate::address::{Address, Credentials, PASSWORD_FILE, Place};

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

    /// Returns where a node's address comes from, if that is not the program itself.
    pub(crate) fn origin_of(&self, node: &str) -> Option<&'static str> {
        (self.is_the_settings && self.node() == node).then_some("redislock.server")
    }
}

impl Address {
    /// Returns what stands after the question mark.
    fn options(&self) -> Vec<String> {
        let mut options = match &self.place {
            Place::Sentinels(sentinels) => sentinels.options(),
            Place::Unix { .. } if self.database > 0 => vec![format!("db={}", self.database)],
            Place::Tcp { .. } | Place::Unix { .. } => Vec::new(),
        };
        options.extend(self.tls.iter().flat_map(|tls| tls.options()));
        options.extend(self.credentials.as_ref().and_then(|login| login.file_option(PASSWORD_FILE)));
        options.extend(self.own_timeouts.options());
        options
    }
}

/// The address without its password, for phpinfo.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.credentials.as_ref().map(Credentials::before_host).unwrap_or_default();
        let node = self.node();
        let scheme = if self.tls.is_some() { "rediss" } else { "redis" };
        let options = self.options().join("&");
        let options = if options.is_empty() { options } else { format!("?{options}") };
        match (&self.place, self.database) {
            (Place::Tcp { .. }, 0) => write!(f, "{scheme}://{user}{node}{options}"),
            (Place::Tcp { .. }, database) => write!(f, "{scheme}://{user}{node}/{database}{options}"),
            (Place::Sentinels(sentinels), database) => {
                write!(f, "{scheme}-sentinel://{user}{node}/{}", sentinels.master.escape_default())?;
                if database > 0 {
                    write!(f, "/{database}")?;
                }
                write!(f, "{options}")
            }
            (Place::Unix { .. }, _) => write!(f, "unix://{user}{node}{options}"),
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
        assert_eq!(address.to_string(), "redis://bob:***@h:7000/2");
        assert!(!format!("{address:?} {:?}", address.credentials.as_ref()).contains("s3cret"));
        assert_eq!(parse("unix://:s3cret@/run/r.sock?db=1").to_string(), "unix://:***@/run/r.sock?db=1");
        assert_eq!(parse("redis://[::1]:1").node(), "[::1]:1");
    }

    #[test]
    fn a_message_says_where_an_address_comes_from() {
        let address = parse("redis://h?io_timeout=2");
        assert_eq!(address.origin_of("h:6379"), None);
        let setting = address.of_the_setting();
        assert_eq!([setting.origin_of("h:6379"), setting.origin_of("other:7")], [Some("redislock.server"), None]);
        assert_eq!(setting.at("other", 7).origin_of("other:7"), None, "a cluster has told of that one");
    }
}

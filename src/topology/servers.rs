//! Owns: which arrangement of nodes an address names, and making its topology.
//! Does not own: the grammar of a single address (`connection::address`), the verbs (`one_master` and its siblings).
//! Called by: `php` for `$server` and `redislock.server`, and tests.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::connection::address::{Address, AddressError};
use crate::connection::hosts::Way;
use crate::settings::Timeouts;
use crate::topology::{Cluster, OneMaster, Topology};

/// Where locks live, as a program names it.
#[derive(Clone, Debug)]
pub enum Servers {
    /// One Redis that is written to.
    Master(Arc<Address>),
    /// A cluster, by some of its nodes.
    Cluster(Arc<[Arc<Address>]>),
}

impl Servers {
    /// Reads an address of any kind.
    ///
    /// # Errors
    /// [`AddressError`] says which part is wrong, without repeating it.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let way = match scheme.to_ascii_lowercase().as_str() {
            "redis-cluster" => Way::Plain,
            "rediss-cluster" => Way::Tls,
            _ => return Address::parse(text).map(|address| Self::Master(Arc::new(address))),
        };
        Ok(Self::Cluster(Address::parse_cluster(rest, way)?.into_iter().map(Arc::new).collect()))
    }

    /// Returns the files these addresses name, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        // Those of a cluster differ in nothing but the host.
        let address = match self {
            Self::Master(address) => address,
            Self::Cluster(nodes) => &nodes[0],
        };
        address.files()
    }

    /// Makes the topology; nothing is connected before the first question.
    pub fn topology(&self, timeouts: Timeouts) -> Arc<dyn Topology> {
        match self {
            Self::Master(address) => Arc::new(OneMaster::new(address.clone(), timeouts)),
            Self::Cluster(nodes) => Arc::new(Cluster::new(nodes.clone(), timeouts)),
        }
    }
}

/// Without passwords, for phpinfo.
impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Master(address) => write!(f, "{address}"),
            Self::Cluster(nodes) => {
                let first = nodes[0].to_string().replacen("://", "-cluster://", 1);
                let (first, options) = first.split_at(first.find('?').unwrap_or(first.len()));
                let others: String = nodes[1..].iter().flat_map(|node| [",".to_owned(), node.node()]).collect();
                write!(f, "{first}{others}{options}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_address_is_shown_as_it_is_written_but_for_its_passwords() {
        for (text, shown) in [
            ("redis://bob:pw@h/2", "redis://bob:***@h:6379/2"),
            ("REDIS-CLUSTER://:pw@a,[::1]:7", "redis-cluster://:***@a:6379,[::1]:7"),
            ("redis-sentinel://a,b:7/m/1", "redis-sentinel://a:26379,b:7/m/1"),
        ] {
            assert_eq!(Servers::parse(text).unwrap().to_string(), shown);
        }
    }

    #[cfg(feature = "tls")]
    #[test]
    fn a_cluster_over_tls_is_shown_with_its_options() {
        let servers = Servers::parse("rediss-cluster://:pw@a,b?cafile=/ca.pem").unwrap();
        assert_eq!(servers.to_string(), "rediss-cluster://:***@a:6379,b:6379?cafile=/ca.pem");
        assert_eq!(servers.files().collect::<Vec<_>>(), [Path::new("/ca.pem")]);
    }
}

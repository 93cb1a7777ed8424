//! Owns: which arrangement of nodes an address names, and making its topology.
//! Does not own: the grammar of a single address (`connection::address`), the verbs (`one_master` and its siblings).
//! Called by: `php` for `$server` and `redislock.server`, and tests.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::connection::address::{Address, AddressError};
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
        match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("redis-cluster") => {
                let nodes = Address::parse_cluster(rest)?;
                Ok(Self::Cluster(nodes.into_iter().map(Arc::new).collect()))
            }
            _ => Address::parse(text).map(|address| Self::Master(Arc::new(address))),
        }
    }

    /// Returns the files these addresses name, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        match self {
            Self::Master(address) => address.path().into_iter(),
            Self::Cluster(_) => None.into_iter(),
        }
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
                let first = nodes[0].to_string();
                let others: Vec<String> = nodes[1..].iter().map(|node| node.node()).collect();
                let others = others.iter().flat_map(|node| [",", node]).collect::<String>();
                write!(f, "redis-cluster://{}{others}", first.trim_start_matches("redis://"))
            }
        }
    }
}

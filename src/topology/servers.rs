//! Owns: which arrangement of nodes an address names, and making its topology.
//! Does not own: the grammar of a single address (`connection::address`), the verbs (`one_master` and its siblings).
//! Called by: `php` for `$server` and `redislock.server`, and tests.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::connection::address::{Address, AddressError};
use crate::settings::Timeouts;
use crate::topology::{OneMaster, Topology};

/// Where locks live, as a program names it.
#[derive(Clone, Debug)]
pub enum Servers {
    /// One Redis that is written to.
    Master(Arc<Address>),
}

impl Servers {
    /// Reads an address of any kind.
    ///
    /// # Errors
    /// [`AddressError`] says which part is wrong, without repeating it.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        Address::parse(text).map(|address| Self::Master(Arc::new(address)))
    }

    /// Returns the files these addresses name, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        match self {
            Self::Master(address) => address.path().into_iter(),
        }
    }

    /// Makes the topology; nothing is connected before the first question.
    pub fn topology(&self, timeouts: Timeouts) -> Arc<dyn Topology> {
        match self {
            Self::Master(address) => Arc::new(OneMaster::new(address.clone(), timeouts)),
        }
    }
}

/// Without passwords, for phpinfo.
impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Master(address) => write!(f, "{address}"),
        }
    }
}

//! Owns which arrangement of nodes an address names, and making its topology.
//! Does not own the grammar of a single address (`address`), the verbs (`one_master` and its siblings).

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::address::hosts::Encryption;
use crate::address::{Address, AddressError, Place};
use crate::settings::Timeouts;
use crate::topology::{Cluster, Memory, OneMaster, Quorum, Topology};

/// Where locks live, as a program names it. Clones share the topology that is made of them.
#[derive(Clone, Debug)]
pub struct Servers {
    arrangement: Arrangement,
    made: Rc<RefCell<Option<Made>>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Arrangement {
    /// One Redis that is written to.
    Master(Arc<Address>),
    /// A cluster, by some of its nodes.
    Cluster(Arc<[Arc<Address>]>),
    /// Independent ones, of which a majority decides.
    Quorum {
        addresses: Vec<Arc<Address>>,
        /// In an order of their own, so that the same nodes named in another order are the same place.
        sorted: Arc<[Arc<Address>]>,
    },
    /// No server: this process's memory.
    Memory,
}

/// A topology, and the timeouts it was made with.
type Made = (Timeouts, Arc<dyn Topology>);

/// The address of this process's memory.
const MEMORY: &str = "memory:";
/// The fewest nodes of a quorum: with two, the loss of either would leave no majority.
const FEWEST: usize = 3;

/// A list that is no quorum; continues "Argument #3 ($server) ...". Numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// Fewer than three.
    #[error("must be one address or a list of at least {FEWEST}, {0} given")]
    TooFew(usize),
    /// One of them is no address of a single Redis.
    #[error("must be a list of addresses, and number {0} {1}")]
    Address(usize, AddressError),
    /// It is one of several servers.
    #[error("must be a list of single servers, but number {0} is not one")]
    Several(usize),
    /// The same server again: it would have two votes.
    #[error("must not name a server twice: numbers {0} and {1} are the same")]
    Twice(usize, usize),
}

/// Two are equal if they name the same place, whatever was made of them.
impl PartialEq for Servers {
    fn eq(&self, other: &Self) -> bool {
        self.arrangement == other.arrangement
    }
}

impl From<Address> for Servers {
    fn from(address: Address) -> Self {
        Arrangement::Master(Arc::new(address)).into()
    }
}

impl From<Arrangement> for Servers {
    fn from(arrangement: Arrangement) -> Self {
        Self { arrangement, made: Rc::default() }
    }
}

impl Servers {
    /// Reads an address of any kind.
    ///
    /// # Errors
    /// [`AddressError`] says which part is wrong, without repeating it.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        if text.get(..MEMORY.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(MEMORY)) {
            let is_all = text.len() == MEMORY.len();
            return if is_all { Ok(Arrangement::Memory.into()) } else { Err(AddressError::Memory) };
        }
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let encryption = match scheme.to_ascii_lowercase().as_str() {
            "redis-cluster" => Encryption::Plain,
            "rediss-cluster" => Encryption::Tls,
            _ => return Address::parse(text).map(Self::from),
        };
        let nodes = Address::parse_cluster(rest, encryption)?.into_iter().map(Arc::new).collect();
        Ok(Arrangement::Cluster(nodes).into())
    }

    /// Reads the addresses of a quorum: each is that of a single Redis.
    ///
    /// # Errors
    /// [`ListError`] says which is wrong, without repeating it.
    pub fn parse_list(texts: &[&str]) -> Result<Self, ListError> {
        if texts.len() < FEWEST {
            return Err(ListError::TooFew(texts.len()));
        }
        let mut addresses: Vec<Arc<Address>> = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let one = Self::parse(text).map_err(|error| ListError::Address(index + 1, error))?;
            let address = match one.arrangement {
                Arrangement::Master(address) if !matches!(&address.place, Place::Sentinels(_)) => address,
                _ => return Err(ListError::Several(index + 1)),
            };
            // Whichever user and database: that is the same server, and it fails as one.
            if let Some(first) = addresses.iter().position(|known| is_same(known, &address)) {
                return Err(ListError::Twice(first + 1, index + 1));
            }
            addresses.push(address);
        }
        let mut sorted = addresses.clone();
        sorted.sort_by_cached_key(|address| address.node());
        Ok(Arrangement::Quorum { addresses, sorted: sorted.into() }.into())
    }

    /// Tells whether slots decide which node has a key.
    pub fn is_cluster(&self) -> bool {
        matches!(self.arrangement, Arrangement::Cluster(_))
    }

    /// Tells whether a majority of several decides.
    pub fn is_quorum(&self) -> bool {
        matches!(self.arrangement, Arrangement::Quorum { .. })
    }

    /// Tells whether it is this process's memory, where no other process is excluded.
    pub fn is_memory(&self) -> bool {
        matches!(self.arrangement, Arrangement::Memory)
    }

    fn addresses(&self) -> &[Arc<Address>] {
        match &self.arrangement {
            Arrangement::Master(address) => std::slice::from_ref(address),
            Arrangement::Cluster(nodes) => nodes,
            Arrangement::Quorum { addresses, .. } => addresses,
            Arrangement::Memory => &[],
        }
    }

    /// Returns the files these addresses name, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.addresses().iter().flat_map(|address| address.files())
    }

    /// Returns the topology: the one that was made for the last lock on them, if its timeouts are the same. Programs make
    /// thousands of locks on one Redis. Nothing is connected before the first request.
    pub fn topology(&self, timeouts: Timeouts) -> Arc<dyn Topology> {
        let mut made = self.made.borrow_mut();
        match &*made {
            Some((known, topology)) if *known == timeouts => topology.clone(),
            _ => made.insert((timeouts, self.make(timeouts))).1.clone(),
        }
    }

    fn make(&self, timeouts: Timeouts) -> Arc<dyn Topology> {
        match &self.arrangement {
            Arrangement::Master(address) => Arc::new(OneMaster::new(address.clone(), address.timeouts(timeouts))),
            Arrangement::Cluster(nodes) => Arc::new(Cluster::new(nodes.clone(), nodes[0].timeouts(timeouts))),
            Arrangement::Quorum { addresses, sorted } => Arc::new(Quorum::new(addresses, sorted.clone(), timeouts)),
            Arrangement::Memory => Arc::new(Memory),
        }
    }
}

/// Tells whether two addresses name the same server. The case of letters does not matter to a resolver.
fn is_same(one: &Address, other: &Address) -> bool {
    match (&one.place, &other.place) {
        (Place::Tcp { .. }, Place::Tcp { .. }) => one.node().eq_ignore_ascii_case(&other.node()),
        (one, other) => one == other,
    }
}

/// Without passwords, for phpinfo.
impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.arrangement {
            Arrangement::Cluster(nodes) => {
                let first = nodes[0].to_string().replacen("://", "-cluster://", 1);
                let others: String = nodes[1..].iter().flat_map(|node| [",".to_owned(), node.node()]).collect();
                write!(f, "{first}{others}")
            }
            Arrangement::Master(_) | Arrangement::Quorum { .. } => {
                let shown: Vec<String> = self.addresses().iter().map(ToString::to_string).collect();
                f.write_str(&shown.join(", "))
            }
            Arrangement::Memory => f.write_str(MEMORY),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn problem(texts: &[&str]) -> String {
        Servers::parse_list(texts).unwrap_err().to_string()
    }

    #[test]
    fn a_list_names_three_servers_or_more_and_none_twice() {
        assert_eq!(problem(&[]), "must be one address or a list of at least 3, 0 given");
        assert_eq!(problem(&["redis://a", "redis://b"]), "must be one address or a list of at least 3, 2 given");
        let again = "must not name a server twice: numbers 1 and 3 are the same";
        assert_eq!(problem(&["redis://a", "redis://b", "redis://:pw@A:6379/2"]), again);
        let shown = Servers::parse_list(&["redis://:pw@a", "unix:///b", "redis://a:1"]).unwrap().to_string();
        assert_eq!(shown, "redis://a:6379, unix:///b, redis://a:1");
    }

    #[test]
    fn a_wrong_address_is_named_by_its_number_and_not_shown() {
        let problem = problem(&["redis://a", "redis://:secret@b:x", "redis://c"]);
        assert!(problem.starts_with("must be a list of addresses, and number 2 must have a port"), "{problem}");
        assert!(!problem.contains("secret"));
        for several in ["redis-sentinel://b/m", "redis-cluster://b,c"] {
            let problem = self::problem(&["redis://a", several, "redis://c"]);
            assert_eq!(problem, "must be a list of single servers, but number 2 is not one");
        }
    }

    #[test]
    fn every_kind_of_address_is_shown_without_its_login() {
        for (text, shown) in [
            ("redis://bob:pw@h/2", "redis://h:6379/2"),
            ("REDIS-CLUSTER://:pw@a,[::1]:7", "redis-cluster://a:6379,[::1]:7"),
            ("redis-sentinel://a,b:7/m/1", "redis-sentinel://a:26379,b:7/m/1"),
            ("Memory:", "memory:"),
        ] {
            assert_eq!(Servers::parse(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn memory_has_no_other_part_and_is_no_member_of_a_quorum() {
        for text in ["memory:pw@", "memory://", "memory:?db=1", "memory:2"] {
            assert_eq!(Servers::parse(text).unwrap_err(), AddressError::Memory, "{text}");
        }
        assert_eq!(Servers::parse("memory").unwrap_err(), AddressError::Scheme);
        assert_eq!(
            problem(&["redis://a", "memory:", "redis://c"]),
            "must be a list of single servers, but number 2 is not one"
        );
        let here = || Servers::parse("memory:").unwrap().topology(Timeouts::default());
        assert_eq!(here().addresses(), here().addresses());
    }

    #[test]
    fn locks_on_one_redis_share_its_topology_and_no_other() {
        let (one, other) = (Servers::parse("redis://a").unwrap(), Servers::parse("redis://b").unwrap());
        let (usual, hasty) = (Timeouts::default(), Timeouts { io: Duration::from_millis(5), ..Timeouts::default() });
        let first = one.topology(usual);
        assert!(Arc::ptr_eq(&first, &one.clone().topology(usual)));
        assert!(!Arc::ptr_eq(&first, &one.topology(hasty)));
        assert!(Arc::ptr_eq(&one.topology(hasty), &one.clone().topology(hasty)));
        assert!(!Arc::ptr_eq(&first, &Servers::parse("redis://a").unwrap().topology(usual)));
        assert_eq!(other.topology(hasty).addresses(), other.addresses());
    }

    #[test]
    fn a_cluster_over_tls_is_shown_without_its_options() {
        let servers = Servers::parse("rediss-cluster://:pw@a,b?cafile=/ca.pem").unwrap();
        assert_eq!(servers.to_string(), "rediss-cluster://a:6379,b:6379");
        assert_eq!(servers.files().collect::<Vec<_>>(), [Path::new("/ca.pem"); 2]);
    }
}

//! Owns the grammar of addresses that name several hosts: sentinels with their master, the nodes of a cluster.
//! Does not own the grammar of what they share with single addresses (`address`), sending to any of them (`sentinel`,
//! `topology::cluster`).

use percent_encoding::percent_decode_str;

use crate::address::grammar::explained;
use crate::address::options::Options;
use crate::address::{
    Address, AddressError, Credentials, Parts, Password, Place, SENTINEL_PASSWORD_FILE, decode, parse_host,
    parse_optional_database, split_credentials,
};

/// What a node of a cluster says in place of a host that it does not know: with cluster-preferred-endpoint-type hostname it is any
/// that announces none.
pub(crate) const UNKNOWN_HOST: &str = "?";
/// The port of a sentinel that names none.
const SENTINEL_PORT: u16 = 26379;

/// The sentinels that know which Redis is the master.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sentinels {
    /// Host without brackets, and port.
    pub hosts: Vec<(String, u16)>,
    /// Their own login, which is not the master's.
    pub login: Option<Credentials>,
    /// The master's name.
    pub master: String,
}

/// Whether nodes are talked to by TLS, as the scheme says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// In the clear.
    Plain,
    /// Encrypted.
    Tls,
}

/// Reads what follows `redis-sentinel://` or `rediss-sentinel://`.
pub(super) fn parse_sentinels(parts: &Parts<'_>, options: &mut Options<'_>) -> Result<Address, AddressError> {
    if parts.path.contains('@') {
        // It would be shown as the master's name.
        return Err(AddressError::Unencoded);
    }
    let (master, database) = parts.path.split_once('/').unwrap_or((parts.path, ""));
    let (credentials, hosts) = split_hosts(parts, options, SENTINEL_PORT)?;
    let master = decode(master)?;
    if master.is_empty() || master.contains(char::is_whitespace) {
        return Err(AddressError::Master);
    }
    let database = parse_optional_database(database)?;
    let login = sentinel_login(options)?;
    let place = Place::Sentinels(Sentinels { hosts, login, master });
    Ok(Address { credentials, database, ..Address::of(place) })
}

impl Address {
    /// Reads what follows `redis-cluster://` or `rediss-cluster://`: some nodes of a cluster, each as an address of its own.
    /// Errors: [`AddressError`] says which part is wrong, without repeating it.
    pub(crate) fn parse_cluster(rest: &str, encryption: Encryption) -> Result<Vec<Self>, AddressError> {
        let parts = Parts::of(rest);
        Self::parse_cluster_parts(&parts, encryption).map_err(|error| explained(error, &parts))
    }

    fn parse_cluster_parts(parts: &Parts<'_>, encryption: Encryption) -> Result<Vec<Self>, AddressError> {
        if parts.has_fragment() {
            return Err(AddressError::Fragment);
        }
        if !matches!(parts.path, "" | "0") {
            return Err(AddressError::ClusterDatabase);
        }
        let mut options = Options::of(parts.options);
        let (credentials, hosts) = split_hosts(parts, &mut options, crate::address::PORT)?;
        let node = Self { credentials, ..Self::local() }.with(encryption, options)?;
        Ok(hosts.into_iter().map(|(host, port)| node.at(&host, port)).collect())
    }

    /// Returns the address of a node that this one names: no host is its own. `None` when that is none, and for `?`, which a node says that
    /// announces no name: that may be on any host.
    pub(crate) fn neighbour(&self, host: &str, port: u16) -> Option<Self> {
        let own = match &self.place {
            Place::Tcp { host, .. } => host,
            Place::Unix { .. } | Place::Sentinels(_) => return None,
        };
        (port > 0 && host != UNKNOWN_HOST).then(|| self.at(if host.is_empty() { own } else { host }, port))
    }
}

type Hosts = Vec<(String, u16)>;

fn split_hosts(
    parts: &Parts<'_>,
    options: &mut Options<'_>,
    port: u16,
) -> Result<(Option<Credentials>, Hosts), AddressError> {
    let (credentials, places) = split_credentials(parts, options)?;
    Ok((credentials, places.split(',').map(|place| parse_host(place, port)).collect::<Result<_, _>>()?))
}

fn sentinel_login(options: &mut Options<'_>) -> Result<Option<Credentials>, AddressError> {
    let mut bytes = |name| match options.take(name)?.map(|value| percent_decode_str(value).collect::<Vec<u8>>()) {
        Some(value) if value.is_empty() => Err(AddressError::Options),
        value => Ok(value),
    };
    let (user, password) = (bytes("sentinel_user")?, bytes("sentinel_password")?);
    let password = match (password, options.file(SENTINEL_PASSWORD_FILE)?) {
        (Some(_), Some(_)) => return Err(AddressError::TwoPasswords(SENTINEL_PASSWORD_FILE)),
        (Some(text), None) => Password::Text(text),
        (None, Some(file)) => Password::File(file),
        (None, None) if user.is_none() => return Ok(None),
        (None, None) => return Err(AddressError::Options),
    };
    Ok(Some(Credentials { user, password }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    fn sentinels(text: &str) -> Sentinels {
        match &Address::parse(text).unwrap().place {
            Place::Sentinels(sentinels) => sentinels.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn sentinels_have_hosts_a_master_and_a_login_of_their_own() {
        let of =
            sentinels("redis-sentinel://bob:pw@a,[::1]:7,c:8/my%2dmaster/3?sentinel_user=eve&sentinel_password=s%26p");
        assert_eq!(of.hosts, [("a".to_owned(), 26379), ("::1".to_owned(), 7), ("c".to_owned(), 8)]);
        assert_eq!(of.master, "my-master");
        assert_eq!(
            of.login,
            Some(Credentials { user: Some(b"eve".to_vec()), password: Password::Text(b"s&p".to_vec()) })
        );
        assert_eq!(sentinels("redis-sentinel://a/m").login, None);
        let address = Address::parse("redis-sentinel://bob:pw@a/m/3").unwrap();
        assert_eq!(address.database, 3);
        assert_eq!(address.credentials.as_ref().unwrap().password, Password::Text(b"pw".to_vec()));
    }

    #[test]
    fn a_cluster_has_nodes_that_share_a_login() {
        let nodes = Address::parse_cluster("bob:pw@a,b:7/", Encryption::Plain).unwrap();
        assert_eq!(nodes.iter().map(Address::node).collect::<Vec<_>>(), ["a:6379", "b:7"]);
        assert!(nodes.iter().all(|node| node.credentials.as_ref().unwrap().password == Password::Text(b"pw".to_vec())));
    }

    #[test]
    fn every_wrong_part_gets_its_own_error() {
        let error = |text: &str| Address::parse(text).unwrap_err();
        for text in ["redis-sentinel://a", "redis-sentinel://a/", "redis-sentinel://a//1", "redis-sentinel://a/m%20m"] {
            assert_eq!(error(text), AddressError::Master, "{text}");
        }
        assert_eq!(error("redis-sentinel://a:1/s3cret@m"), AddressError::Unencoded);
        for text in ["redis-sentinel:///m", "redis-sentinel://a,/m", "redis-sentinel://a,,b/m"] {
            assert_eq!(error(text), AddressError::Host, "{text}");
        }
        assert_eq!(error("redis-sentinel://a:x,b/m"), AddressError::Port);
        assert_eq!(error("redis-sentinel://a/m/x"), AddressError::Database);
        assert_eq!(error("redis-sentinel://bob@a/m"), AddressError::Password);
        for options in ["", "x=1", "sentinel_user=eve", "sentinel_password=", "sentinel_x=1"] {
            assert_eq!(error(&format!("redis-sentinel://a/m?{options}")), AddressError::Options, "{options}");
        }
        let twice = "redis-sentinel://a/m?sentinel_password=a&sentinel_password=b";
        assert_eq!(error(twice), AddressError::Twice("sentinel_password"));
        let error = |text: &str| Address::parse_cluster(text, Encryption::Plain).unwrap_err();
        assert_eq!(error("a/1"), AddressError::ClusterDatabase);
        assert_eq!(error("a,b:0"), AddressError::Port);
        assert_eq!(error(""), AddressError::Host);
        for options in ["db=1", "timeout=1", ""] {
            assert_eq!(error(&format!("a?{options}")), AddressError::Options, "{options}");
        }
        assert_eq!(error("a#x"), AddressError::Fragment);
        for password in ["s3#cret", "s3/cret", "s3?cret", "7/s3cret"] {
            assert_eq!(error(&format!("bob:{password}@a,b:7")), AddressError::Unencoded, "{password}");
        }
        assert_eq!(error("a,b?cafile=/ca.pem"), AddressError::NeedsTls("cafile"));
    }

    #[test]
    fn a_node_names_others_with_the_same_login() {
        let node = Address::parse("redis://:pw@h:7000").unwrap();
        let named = |host: &str, port| node.neighbour(host, port).map(|node| node.to_string());
        assert_eq!(named("10.0.0.1", 7001), Some("redis://10.0.0.1:7001".to_owned()));
        assert_eq!(named("::1", 7001), Some("redis://[::1]:7001".to_owned()));
        assert_eq!(named("", 7001), Some("redis://h:7001".to_owned()));
        assert_eq!((named("h", 0), named("?", 7001)), (None, None));
    }

    #[test]
    fn neither_login_is_shown() {
        let text = "redis-sentinel://bob:s3cret@a,b:7/m/2?sentinel_password=s3cret";
        let address = Address::parse(text).unwrap();
        assert_eq!(address.to_string(), "redis-sentinel://a:26379,b:7/m/2");
        assert!(!format!("{address:?} {:?}", &address.place).contains("s3cret"));
    }

    #[test]
    fn over_tls_every_node_has_its_options() {
        let text = "rediss-sentinel://a:7/m?cafile=/ca.pem&sentinel_password=s3cret&peer_name=h";
        let address = Address::parse(text).unwrap();
        assert_eq!(address.to_string(), "rediss-sentinel://a:7/m");
        assert!(address.tls.as_ref().is_some());
        assert_eq!(address.at("b", 8).to_string(), "rediss://b:8");
        assert_eq!(address.sentinel(0).unwrap().tls, address.tls);
        assert_eq!(address.files().count(), 1);
        assert_eq!(Address::parse("rediss-sentinel://a/m").unwrap().to_string(), "rediss-sentinel://a:26379/m");
        let nodes = Address::parse_cluster("a,b?cafile=/ca.pem", Encryption::Tls).unwrap();
        assert_eq!(nodes[1].to_string(), "rediss://b:6379");
        assert_eq!(nodes[1].files().count(), 1);
        let error = Address::parse("rediss-sentinel://a/m?timeout=1").unwrap_err();
        assert_eq!(error, AddressError::Options);
    }

    #[test]
    fn which_node_was_tried_first_is_no_part_of_the_address() {
        let [one, other] = ["redis-sentinel://a,b/m"; 2].map(|text| Address::parse(text).unwrap());
        one.first_sentinel.store(1, Ordering::Relaxed);
        assert_eq!(one, other);
        assert_eq!(one.clone().first_sentinel.load(Ordering::Relaxed), 1);
    }
}

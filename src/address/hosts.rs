//! Owns the grammar of addresses that name several hosts: sentinels with their master, the nodes of a cluster.
//! Does not own the grammar of what they share with single addresses (`address`), sending to any of them (`sentinel`,
//! `topology::cluster`).

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use percent_encoding::percent_decode_str;

use crate::address::grammar::{explained, not_without_tls};
use crate::address::timeouts::OwnTimeouts;
use crate::address::tls::Tls;
use crate::address::{
    Address, AddressError, Credentials, Parts, Password, Place, SENTINEL_PASSWORD_FILE, credentials, decode,
    parse_host, parse_optional_database, split_credentials,
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
    /// The one that replied last, shared by all copies: one that is dead must not cost every new connection its time.
    pub first: First,
}

/// An index that is no part of what an address says.
#[derive(Clone, Debug, Default)]
pub struct First(Arc<AtomicUsize>);

impl First {
    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, index: usize) {
        self.0.store(index, Ordering::Relaxed);
    }
}

impl PartialEq for First {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for First {}

impl Hash for First {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Whether nodes are talked to by TLS, as the scheme says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// In the clear.
    Plain,
    /// Encrypted.
    Tls,
}

impl Sentinels {
    /// Returns what stands after the question mark of the address, with it.
    pub(super) fn options(&self, tls: &str) -> String {
        let Some(login) = &self.login else {
            return tls.to_owned();
        };
        let user =
            login.user.as_ref().map(|user| format!("sentinel_user={}&", user.escape_ascii())).unwrap_or_default();
        let password = login.file_option(SENTINEL_PASSWORD_FILE).unwrap_or_else(|| "sentinel_password=***".to_owned());
        format!("?{user}{password}{}", tls.replacen('?', "&", 1))
    }
}

/// Reads what follows `redis-sentinel://` or `rediss-sentinel://`.
pub(super) fn parse_sentinels(parts: &Parts<'_>, way: Encryption) -> Result<Address, AddressError> {
    let path = parts.path.ok_or(AddressError::Master)?;
    if path.contains('@') {
        // It would be shown as the master's name.
        return Err(AddressError::Unencoded);
    }
    let (master, database) = path.split_once('/').unwrap_or((path, ""));
    let (credentials, hosts) = split_hosts(parts, SENTINEL_PORT)?;
    let master = decode(master)?;
    if master.is_empty() || master.contains(char::is_whitespace) {
        return Err(AddressError::Master);
    }
    let database = parse_optional_database(database)?;
    let options = parts.options.into_iter().flat_map(|options| options.split('&'));
    let (own, others): (Vec<&str>, Vec<&str>) = options.partition(|option| option.starts_with("sentinel_"));
    let login = if own.is_empty() { None } else { Some(sentinel_login(&own)?) };
    if way == Encryption::Plain && !others.is_empty() {
        return Err(not_without_tls(&others.join("&"), AddressError::SentinelOptions));
    }
    let tls = tls(way, &others)?;
    let place = Place::Sentinels(Sentinels { hosts, login, master, first: First::default() });
    Ok(Address { credentials, database, tls, ..Address::of(place) })
}

fn tls(way: Encryption, options: &[&str]) -> Result<Option<Arc<Tls>>, AddressError> {
    match way {
        Encryption::Plain => Ok(None),
        Encryption::Tls if options.is_empty() => Ok(Some(Arc::new(Tls::default()))),
        Encryption::Tls => Ok(Some(Arc::new(Tls::parse(&options.join("&"))?))),
    }
}

impl Address {
    /// Reads what follows `redis-cluster://` or `rediss-cluster://`: some nodes of a cluster, each as an address of its own.
    /// Errors: [`AddressError`] says which part is wrong, without repeating it.
    pub(crate) fn parse_cluster(rest: &str, way: Encryption) -> Result<Vec<Self>, AddressError> {
        if way == Encryption::Tls && !cfg!(feature = "tls") {
            return Err(AddressError::NoTls);
        }
        let parts = Parts::of(rest);
        Self::parse_cluster_parts(&parts, way).map_err(|error| explained(error, &parts))
    }

    fn parse_cluster_parts(parts: &Parts<'_>, way: Encryption) -> Result<Vec<Self>, AddressError> {
        let (own_timeouts, others) = OwnTimeouts::split(parts.options);
        let (file, others) = credentials::take_file(others.as_deref())?;
        let parts = Parts { options: others.as_deref(), password_file: file.as_deref(), ..*parts };
        if parts.has_fragment() {
            return Err(AddressError::Fragment);
        }
        if let (Encryption::Plain, Some(options)) = (way, parts.options) {
            return Err(not_without_tls(options, AddressError::ClusterOptions));
        }
        let tls = tls(way, parts.options.as_slice())?;
        if !matches!(parts.path, None | Some("" | "0")) {
            return Err(AddressError::ClusterDatabase);
        }
        let (credentials, hosts) = split_hosts(&parts, crate::address::PORT)?;
        let node = Self { credentials, tls, own_timeouts: own_timeouts?, ..Self::local() };
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

fn split_hosts(parts: &Parts<'_>, port: u16) -> Result<(Option<Credentials>, Hosts), AddressError> {
    let (credentials, places) = split_credentials(parts)?;
    Ok((credentials, places.split(',').map(|place| parse_host(place, port)).collect::<Result<_, _>>()?))
}

fn sentinel_login(options: &[&str]) -> Result<Credentials, AddressError> {
    let (mut user, mut password, mut file) = (None, None, None);
    for option in options {
        let (name, value) = option.split_once('=').ok_or(AddressError::SentinelOptions)?;
        let place = match name {
            "sentinel_user" => &mut user,
            "sentinel_password" => &mut password,
            SENTINEL_PASSWORD_FILE if file.is_none() => {
                file = Some(credentials::path(SENTINEL_PASSWORD_FILE, value)?);
                continue;
            }
            _ => return Err(AddressError::SentinelOptions),
        };
        let value: Vec<u8> = percent_decode_str(value).collect();
        if value.is_empty() || place.replace(value).is_some() {
            return Err(AddressError::SentinelOptions);
        }
    }
    let password = match (password, file) {
        (Some(_), Some(_)) => return Err(AddressError::TwoPasswords(SENTINEL_PASSWORD_FILE)),
        (Some(text), None) => Password::Text(text),
        (None, Some(file)) => Password::File(file),
        (None, None) => return Err(AddressError::SentinelOptions),
    };
    Ok(Credentials { user, password })
}

#[cfg(test)]
mod tests {
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
        for options in ["", "x=1", "sentinel_user=eve", "sentinel_password=", "sentinel_password=a&sentinel_password=b"]
        {
            assert_eq!(error(&format!("redis-sentinel://a/m?{options}")), AddressError::SentinelOptions, "{options}");
        }
        let error = |text: &str| Address::parse_cluster(text, Encryption::Plain).unwrap_err();
        assert_eq!(error("a/1"), AddressError::ClusterDatabase);
        assert_eq!(error("a,b:0"), AddressError::Port);
        assert_eq!(error(""), AddressError::Host);
        assert_eq!(error("a?db=1"), AddressError::ClusterDatabase);
        assert_eq!(error("a?timeout=1"), AddressError::ClusterOptions);
        assert_eq!(error("a?"), AddressError::ClusterOptions);
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
        assert_eq!(named("10.0.0.1", 7001), Some("redis://:***@10.0.0.1:7001".to_owned()));
        assert_eq!(named("::1", 7001), Some("redis://:***@[::1]:7001".to_owned()));
        assert_eq!(named("", 7001), Some("redis://:***@h:7001".to_owned()));
        assert_eq!((named("h", 0), named("?", 7001)), (None, None));
    }

    #[test]
    fn neither_login_is_shown() {
        let text = "redis-sentinel://bob:s3cret@a,b:7/m/2?sentinel_password=s3cret";
        let address = Address::parse(text).unwrap();
        assert_eq!(address.to_string(), "redis-sentinel://bob:***@a:26379,b:7/m/2?sentinel_password=***");
        assert!(!format!("{address:?} {:?}", &address.place).contains("s3cret"));
    }

    #[cfg(feature = "tls")]
    #[test]
    fn over_tls_every_node_has_its_options() {
        let text = "rediss-sentinel://a:7/m?cafile=/ca.pem&sentinel_password=s3cret&peer_name=h";
        let address = Address::parse(text).unwrap();
        assert_eq!(address.to_string(), "rediss-sentinel://a:7/m?sentinel_password=***&cafile=/ca.pem&peer_name=h");
        assert!(address.tls.as_ref().is_some());
        assert_eq!(address.at("b", 8).to_string(), "rediss://b:8?cafile=/ca.pem&peer_name=h");
        assert_eq!(address.sentinel(0).unwrap().tls, address.tls);
        assert_eq!(address.files().count(), 1);
        assert_eq!(Address::parse("rediss-sentinel://a/m").unwrap().to_string(), "rediss-sentinel://a:26379/m");
        let nodes = Address::parse_cluster("a,b?cafile=/ca.pem", Encryption::Tls).unwrap();
        assert_eq!(nodes[1].to_string(), "rediss://b:6379?cafile=/ca.pem");
        let error = Address::parse("rediss-sentinel://a/m?timeout=1").unwrap_err();
        assert!(matches!(error, AddressError::Tls(_)), "{error}");
    }

    #[test]
    fn which_node_was_tried_first_is_no_part_of_the_address() {
        let (one, other) = (sentinels("redis-sentinel://a,b/m"), sentinels("redis-sentinel://a,b/m"));
        one.first.set(1);
        assert_eq!(one, other);
        assert_eq!(one.clone().first.get(), 1);
    }
}

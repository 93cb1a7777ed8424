//! Owns the text that says where Redis is: what it may be, and its parts.
//! Does not own splitting it into parts (`grammar`), how it is shown (`shown`), connecting (`net::connect`), clusters and quorums (`topology::servers`).

mod credentials;
mod grammar;
pub(crate) mod hosts;
mod options;
mod shown;
mod timeouts;
pub(crate) mod tls;

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use credentials::split_credentials;
pub use credentials::{Credentials, Password};
pub(crate) use credentials::{PASSWORD_FILE, SENTINEL_PASSWORD_FILE};
pub use grammar::AddressError;
pub(crate) use grammar::{Parts, decode, parse_database, parse_host, parse_optional_database};

use crate::address::hosts::{Encryption, Sentinels, parse_sentinels};
use crate::address::options::Options;
use crate::address::timeouts::OwnTimeouts;
use crate::address::tls::Tls;
use crate::settings::Timeouts;

/// The port of an address that names none.
pub(crate) const PORT: u16 = 6379;

/// Where one Redis is, and as whom and in which database to talk to it. Two addresses are equal only when all of
/// that is; timeouts of their own are no part of it.
#[derive(Clone)]
pub struct Address {
    pub(crate) place: Place,
    pub(crate) credentials: Option<Credentials>,
    /// 0 needs no SELECT.
    pub(crate) database: u32,
    /// `None`: in the clear.
    pub(crate) tls: Option<Arc<Tls>>,
    own_timeouts: OwnTimeouts,
    /// Which of its sentinels replied last, for all copies: one that is dead must not cost every new connection its time.
    pub(crate) first_sentinel: Arc<AtomicUsize>,
}

/// What a socket connects to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A host name or IP address, and a port.
    Tcp {
        /// Without brackets.
        host: String,
        /// 1 to 65535.
        port: u16,
    },
    /// A unix socket.
    Unix {
        /// An absolute path.
        path: PathBuf,
    },
    /// The master that these name at that moment.
    Sentinels(Sentinels),
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        let Self { place, credentials, database, tls, own_timeouts: _, first_sentinel: _ } = self;
        (place, credentials, database, tls) == (&other.place, &other.credentials, &other.database, &other.tls)
    }
}

impl Eq for Address {}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}

impl Address {
    /// Reads an address; parts are percent-decoded.
    ///
    /// # Errors
    /// [`AddressError`] says which part is wrong, without repeating it.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let (scheme, rest) = text.split_once("://").ok_or(AddressError::Scheme)?;
        let parts = Parts::of(rest);
        Self::parse_parts(&scheme.to_ascii_lowercase(), &parts).map_err(|error| grammar::explained(error, &parts))
    }

    fn parse_parts(scheme: &str, parts: &Parts<'_>) -> Result<Self, AddressError> {
        let mut options = Options::of(parts.options);
        let (address, encryption) = match scheme {
            "redis" => (Self::parse_tcp(parts, &mut options)?, Encryption::Plain),
            "rediss" => (Self::parse_tcp(parts, &mut options)?, Encryption::Tls),
            "unix" => (Self::parse_unix(parts, &mut options)?, Encryption::Plain),
            "redis-sentinel" => (parse_sentinels(parts, &mut options)?, Encryption::Plain),
            "rediss-sentinel" => (parse_sentinels(parts, &mut options)?, Encryption::Tls),
            _ => return Err(AddressError::Scheme),
        };
        address.with(encryption, options)
    }

    /// Returns it with the options that any address may have.
    /// Errors: one is wrong, or is none.
    fn with(self, encryption: Encryption, mut options: Options<'_>) -> Result<Self, AddressError> {
        let own_timeouts = OwnTimeouts::take(&mut options)?;
        let tls = match encryption {
            Encryption::Plain => None,
            Encryption::Tls => Some(Arc::new(Tls::take(&mut options)?)),
        };
        options.end()?;
        Ok(Self { tls, own_timeouts, ..self })
    }

    fn parse_tcp(parts: &Parts<'_>, options: &mut Options<'_>) -> Result<Self, AddressError> {
        if parts.has_fragment() {
            return Err(AddressError::Fragment);
        }
        let (credentials, place) = split_credentials(parts, options)?;
        let (host, port) = parse_host(place, PORT)?;
        let database = parse_optional_database(parts.path)?;
        Ok(Self { credentials, database, ..Self::of(Place::Tcp { host, port }) })
    }

    fn parse_unix(parts: &Parts<'_>, options: &mut Options<'_>) -> Result<Self, AddressError> {
        let (credentials, host) = split_credentials(parts, options)?;
        let path = format!("/{}", decode(parts.path)?);
        if !host.is_empty() || path.len() > grammar::LONGEST_PATH || path.len() < 2 || path.contains('\0') {
            return Err(AddressError::Path);
        }
        let database = options.take("db")?.map_or(Ok(0), parse_database)?;
        Ok(Self { credentials, database, ..Self::of(Place::Unix { path: path.into() }) })
    }

    /// Returns the address of another node that is reached as this one is.
    #[must_use]
    pub fn at(&self, host: &str, port: u16) -> Self {
        Self { place: Place::Tcp { host: host.to_owned(), port }, ..self.clone() }
    }

    /// Returns the address of one of its sentinels, if it has any.
    pub(crate) fn sentinel(&self, index: usize) -> Option<Self> {
        let Place::Sentinels(sentinels) = &self.place else {
            return None;
        };
        let (host, port) = sentinels.hosts.get(index)?;
        Some(Self { credentials: sentinels.login.clone(), database: 0, ..self.at(host, *port) })
    }

    /// Returns the default of `redislock.server`: this machine, Redis's own port.
    pub fn local() -> Self {
        Self::of(Place::Tcp { host: "127.0.0.1".to_owned(), port: PORT })
    }

    fn of(place: Place) -> Self {
        Self {
            place,
            credentials: None,
            database: 0,
            tls: None,
            own_timeouts: OwnTimeouts::default(),
            first_sentinel: Arc::default(),
        }
    }

    /// Returns its own timeouts, and those of `settings` where it has none.
    pub(crate) fn timeouts(&self, settings: Timeouts) -> Timeouts {
        self.own_timeouts.over(settings)
    }

    /// Returns the files this address names, for open_basedir: its socket, those of TLS and those of passwords.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let (socket, login) = match &self.place {
            Place::Unix { path } => (Some(path.as_path()), None),
            Place::Tcp { .. } => (None, None),
            Place::Sentinels(sentinels) => (None, sentinels.login.as_ref()),
        };
        let passwords = self.credentials.iter().chain(login).filter_map(Credentials::file);
        socket.into_iter().chain(self.tls.iter().flat_map(|tls| tls.files())).chain(passwords)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::grammar::LONGEST_PATH;

    fn parse(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    fn tcp(text: &str) -> (String, u16) {
        match parse(text).place {
            Place::Tcp { host, port } => (host, port),
            _ => panic!("{text} is not TCP"),
        }
    }

    #[test]
    fn hosts_ports_and_databases_are_read() {
        assert_eq!(tcp("redis://localhost"), ("localhost".into(), 6379));
        assert_eq!(tcp("redis://10.0.0.1:7000/3"), ("10.0.0.1".into(), 7000));
        assert_eq!(tcp("redis://[::1]"), ("::1".into(), 6379));
        assert_eq!(tcp("redis://[::1]:7000/"), ("::1".into(), 7000));
        assert_eq!(tcp("REDIS://h"), ("h".into(), 6379));
        assert_eq!(parse("redis://h/3").database, 3);
        assert_eq!(parse("redis://h/").database, 0);
        assert_eq!(parse("unix:///run/r.sock?db=2").database, 2);
        assert!(parse("unix:///run/a%20b.sock").files().eq([Path::new("/run/a b.sock")]));
    }

    #[test]
    fn credentials_are_percent_decoded_to_any_bytes() {
        let of = |text| parse(text).credentials.unwrap();
        let is = |text: &[u8]| Password::Text(text.to_vec());
        assert_eq!(of("redis://:p%40ss@h").password, is(b"p@ss"));
        assert_eq!(of("redis://:p%40ss@h").user, None);
        assert_eq!(of("redis://bob:%ff%00@h").password, is(b"\xff\0"));
        assert_eq!(of("redis://b%3Aob:p@ss@h").user, Some(b"b:ob".to_vec()));
        assert_eq!(of("redis://b:p@ss@h").password, is(b"p@ss"));
        assert_eq!(of("unix://bob:pw@/run/r.sock").user, Some(b"bob".to_vec()));
        assert_eq!(parse("redis://h").credentials, None);
    }

    #[test]
    fn every_wrong_part_gets_its_own_error() {
        let error = |text| Address::parse(text).unwrap_err();
        for text in ["", "localhost", "http://h", "redis:/h", "redis-cluster://h"] {
            assert_eq!(error(text), AddressError::Scheme, "{text}");
        }
        for text in ["redis://", "redis://:6379", "redis:///2", "redis://[::1", "redis://u:p@", "redis://[]"] {
            assert_eq!(error(text), AddressError::Host, "{text}");
        }
        for text in ["redis://h:0", "redis://h:65536", "redis://h:x", "redis://h:", "redis://h:+1", "redis://[::1]x"] {
            assert_eq!(error(text), AddressError::Port, "{text}");
        }
        for text in ["redis://h/x", "redis://h/-1", "redis://h/1/2", "redis://h/4294967295", "unix:///s?db="] {
            assert_eq!(error(text), AddressError::Database, "{text}");
        }
        for text in ["redis://bob@h", "redis://bob:@h", "redis://@h", "unix://bob@/s"] {
            assert_eq!(error(text), AddressError::Password, "{text}");
        }
        let long = format!("unix:///{}", "x".repeat(LONGEST_PATH));
        for text in ["unix://", "unix:///", "unix://run/r.sock", "unix:///a%00b", long.as_str()] {
            assert_eq!(error(text), AddressError::Path, "{text}");
        }
        for text in [
            "redis://h?",
            "redis://h?db=1",
            "unix:///s?database=1",
            "redis://h?timeout=5",
            "redis://h/?timeout=5",
            "unix:///s?",
            "unix:///s?db=1&timeout=5",
            "unix:///s?timeout=5&db=1",
        ] {
            assert_eq!(error(text), AddressError::Options, "{text}");
        }
        for text in ["redis://h/1#x", "redis://h#x", "redis://:pw@h#"] {
            assert_eq!(error(text), AddressError::Fragment, "{text}");
        }
        assert_eq!(error("redis://%ff"), AddressError::Text);
    }

    #[test]
    fn tls_is_a_part_of_its_own() {
        let text = "rediss://bob:s3cret@h/2?cafile=/etc/ca.pem&verify_peer=0";
        let address = parse(text);
        assert_eq!(tcp("rediss://h:7000"), ("h".into(), 7000));
        assert_eq!((address.database, address.credentials.as_ref().is_some()), (2, true));
        assert!(address.tls.as_ref().unwrap().skips_verification);
        assert!(address.files().eq([Path::new("/etc/ca.pem")]));
        assert_eq!(address.to_string(), "rediss://h:6379/2");
        assert_eq!(parse("rediss://h").to_string(), "rediss://h:6379");
        for other in ["redis://bob:s3cret@h/2", "rediss://bob:s3cret@h/2", "rediss://bob:s3cret@h/2?cafile=/etc/ca.pem"]
        {
            assert_ne!(address, parse(other));
        }
        assert_eq!(Address::parse("rediss://h?db=1"), Err(AddressError::Options));
        assert_eq!(Address::parse("rediss://h:0?cafile=/a"), Err(AddressError::Port));
        assert_eq!(Address::parse("rediss://h/1#x"), Err(AddressError::Fragment));
    }

    #[test]
    fn addresses_differ_when_any_part_does() {
        let base = parse("redis://u:p@h/1");
        for other in ["redis://u:q@h/1", "redis://v:p@h/1", "redis://u:p@h/2", "redis://u:p@h:1/1", "redis://h/1"] {
            assert_ne!(base, parse(other));
        }
        assert_eq!(base, parse("redis://u:p@h:6379/1"));
    }
}

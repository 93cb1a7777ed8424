//! Owns how the parts of an address are written, and the errors of texts that are none.
//! Does not own which parts an address has (`address`, `hosts`).

use percent_encoding::percent_decode_str;

use crate::address::Credentials;
use crate::address::tls::OptionError;

/// The longest path of a unix socket: `sun_path` has 108 bytes on Linux, 104 elsewhere, one for the final NUL.
pub(super) const LONGEST_PATH: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// Text that is no address; continues "Argument #3 ($server) ...". No part of the text is repeated: a slip of the
/// pen puts a password anywhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Another scheme, or none.
    #[error(
        "must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or \
         rediss-cluster://, or be memory: in a test"
    )]
    Scheme,
    /// Something after `memory:`.
    #[error("must be memory: and nothing more: this process's memory has no host, password, database or option")]
    Memory,
    /// TLS, in a build that has none.
    #[error("must not start with rediss: this redislock was built without TLS (the Cargo feature tls)")]
    NoTls,
    /// An option of TLS that is none.
    #[error(transparent)]
    Tls(#[from] OptionError),
    /// Nothing where the host should be.
    #[error("must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]")]
    Host,
    /// No number, or not a port.
    #[error("must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]")]
    Port,
    /// No number, or negative.
    #[error("must have a database number: redis://host/2 or unix:///path/to.sock?db=2")]
    Database,
    /// A user without a password, or an empty password.
    #[error("must have a password with its user: user:password@, or :password@ for the default user")]
    Password,
    /// Not absolute, too long, or with a NUL byte.
    #[error("must name an absolute path of at most {LONGEST_PATH} bytes: unix:///path/to.sock")]
    Path,
    /// Something after a question mark that is not known.
    #[error(
        "must not have other options than connect_timeout and io_timeout: the database is redis://host/2, or \
         unix:///path/to.sock?db=2"
    )]
    Options,
    /// A timeout that is none.
    #[error("must have 0.001 to 3600 seconds in the option {0}: redis://host?{0}=2.5")]
    Timeout(&'static str),
    /// A timeout named more than once.
    #[error("must not have the option {0} twice")]
    TimeoutTwice(&'static str),
    /// No name of a master, or one that no sentinel can know.
    #[error("must name the master as the sentinels do: redis-sentinel://host[:port],host[:port]/master[/database]")]
    Master,
    /// Something after a question mark that is not known, or no password with its user.
    #[error(
        "must not have other options than connect_timeout, io_timeout and the sentinels' own login: ?sentinel_password=..., or \
         ?sentinel_user=...&sentinel_password=..."
    )]
    SentinelOptions,
    /// A database other than 0.
    #[error("must not name a database: a cluster has database 0 alone")]
    ClusterDatabase,
    /// A part that is not UTF-8 when decoded.
    #[error("must be text: percent-encode other bytes in the password only")]
    Text,
}

/// What stands after the scheme: `authority/path?options`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    /// Login and hosts.
    pub(crate) authority: &'a str,
    /// What stands after the first slash, if there is one.
    pub(crate) path: Option<&'a str>,
    /// What stands after the question mark, if there is one.
    pub(crate) options: Option<&'a str>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(rest: &'a str) -> Self {
        let (rest, options) = cut(rest, '?');
        let (authority, path) = cut(rest, '/');
        Self { authority, path, options }
    }

    /// Tells whether a `#` stands before the options, where no address has one.
    pub(crate) fn has_fragment(&self) -> bool {
        self.authority.contains('#') || self.path.is_some_and(|path| path.contains('#'))
    }
}

/// Splits a text at the first of these, which need not be there.
fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Splits `user:password@host` at its last `@`: one inside a password should be written %40, but is understood.
pub(crate) fn split_credentials(authority: &str) -> Result<(Option<Credentials>, &str), AddressError> {
    let Some((login, place)) = authority.rsplit_once('@') else {
        return Ok((None, authority));
    };
    let (user, password) = login.split_once(':').ok_or(AddressError::Password)?;
    let password: Vec<u8> = percent_decode_str(password).collect();
    if password.is_empty() {
        return Err(AddressError::Password);
    }
    let user = (!user.is_empty()).then(|| percent_decode_str(user).collect());
    Ok((Some(Credentials { user, password }), place))
}

/// Reads `host:port`, or a host alone; IPv6 stands in brackets.
pub(crate) fn parse_host(place: &str, default: u16) -> Result<(String, u16), AddressError> {
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']').ok_or(AddressError::Host)?;
            if after.is_empty() {
                (host, None)
            } else {
                (host, Some(after.strip_prefix(':').ok_or(AddressError::Port)?))
            }
        }
        None => cut(place, ':'),
    };
    if host.is_empty() {
        return Err(AddressError::Host);
    }
    match port.map_or(Some(default), digits) {
        None | Some(0) => Err(AddressError::Port),
        Some(port) => Ok((decode(host)?, port)),
    }
}

pub(crate) fn parse_database(text: &str) -> Result<u32, AddressError> {
    // Redis reads it into an int.
    digits(text).filter(|&number: &u32| i32::try_from(number).is_ok()).ok_or(AddressError::Database)
}

/// Reads the database after an address's slash, which need not be there.
pub(crate) fn parse_optional_database(text: &str) -> Result<u32, AddressError> {
    if text.is_empty() { Ok(0) } else { parse_database(text) }
}

/// Reads plain decimal digits; Rust's own parser would take a leading plus sign too.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

pub(crate) fn decode(text: &str) -> Result<String, AddressError> {
    let text = percent_decode_str(text).decode_utf8().map_err(|_| AddressError::Text)?;
    Ok(text.into_owned())
}

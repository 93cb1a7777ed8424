//! Owns how the parts of an address are written, and the errors of texts that are none.
//! Does not own which parts an address has (`address`, `hosts`).

use percent_encoding::percent_decode_str;

/// The longest path of a unix socket: `sun_path` has 108 bytes, one for the final NUL.
pub(super) const LONGEST_PATH: usize = 107;

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
    #[error(
        "must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option \
         password_file=/path"
    )]
    Password,
    /// A password and the file that has it.
    #[error("must not have a password beside the option {0}, which names the file that has it")]
    TwoPasswords(&'static str),
    /// Relative, empty, or with a NUL byte.
    #[error("must have an absolute path in the option {0}: {0}=/path/to/file")]
    FilePath(&'static str),
    /// Not absolute, too long, or with a NUL byte.
    #[error("must name an absolute path of at most {LONGEST_PATH} bytes: unix:///path/to.sock")]
    Path,
    /// Something after a question mark that is not known, or not of this kind of address; or no password with the sentinels' user.
    #[error(
        "must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the \
         database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS \
         cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5"
    )]
    Options,
    /// A timeout that is none.
    #[error("must have 0.001 to 3600 seconds in the option {0}: redis://host?{0}=2.5")]
    Timeout(&'static str),
    /// An option named more than once.
    #[error("must not have the option {0} twice")]
    Twice(&'static str),
    /// No name of a master, or one that no sentinel can know.
    #[error("must name the master as the sentinels do: redis-sentinel://host[:port],host[:port]/master[/database]")]
    Master,
    /// A database other than 0.
    #[error("must not name a database: a cluster has database 0 alone")]
    ClusterDatabase,
    /// A `#` where no password can be meant.
    #[error("must not have a #: in a user or a password it is written %23")]
    Fragment,
    /// A user or a password with a character that ends it.
    #[error(
        "must be percent-encoded in its user and password: write # as %23, / as %2F, ? as %3F, @ as %40, % as %25, and in a user \
         : as %3A"
    )]
    Unencoded,
    /// Options of TLS at an address in the clear.
    #[error(
        "must not have the option {0} without TLS: TLS options need rediss://, rediss-sentinel:// or rediss-cluster://"
    )]
    NeedsTls(&'static str),
    /// Neither 0 nor 1.
    #[error("must have verify_peer=1, which is the default, or verify_peer=0")]
    VerifyPeer,
    /// Empty, or with bytes that no name has.
    #[error("must have a host name or an IP address in the option peer_name")]
    PeerName,
    /// A key without its certificate.
    #[error("must have the option local_cert beside local_pk")]
    KeyAlone,
    /// A part that is not UTF-8 when decoded.
    #[error("must be text: percent-encode other bytes in the password only")]
    Text,
}

/// What stands after the scheme: `authority/path?options`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    /// Login and hosts.
    pub(crate) authority: &'a str,
    /// What stands after the first slash; empty without one.
    pub(crate) path: &'a str,
    /// What stands after the question mark, if there is one.
    pub(crate) options: Option<&'a str>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(rest: &'a str) -> Self {
        let (rest, options) = cut(rest, '?');
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        Self { authority, path, options }
    }

    /// Tells whether a `#` stands before the options, where no address has one.
    pub(crate) fn has_fragment(&self) -> bool {
        self.authority.contains('#') || self.path.contains('#')
    }

    /// Tells whether the end of a login stands where none can be: its password has a character that ends it.
    fn has_login_in_pieces(&self) -> bool {
        let in_options =
            || self.options.into_iter().flat_map(|options| options.split('&')).any(is_no_option_with_an_at);
        // What follows is a path, and no file's is part of a login: `unix:///run/a@b.sock`.
        let in_path = || !self.authority.is_empty() && self.path.contains('@');
        let in_host = || self.authority.split_once('#').is_some_and(|(_, rest)| rest.contains('@'));
        in_path() || in_host() || in_options()
    }
}

/// Gives a wrong address the error that leads on: of all slips of the pen the most frequent is a password that was not
/// percent-encoded, and what is wrong then is said to be the host, the port or the options.
pub(super) fn explained(error: AddressError, parts: &Parts<'_>) -> AddressError {
    match error {
        AddressError::Scheme | AddressError::Unencoded => error,
        _ if parts.has_login_in_pieces() => AddressError::Unencoded,
        error => error,
    }
}

/// Tells whether a part of what stands after the question mark is none of the options in which an `@` has a place.
fn is_no_option_with_an_at(option: &str) -> bool {
    let name = option.split_once('=').map_or("", |(name, _)| name);
    option.contains('@') && !name.starts_with("sentinel_") && tls_option(name).is_none()
}

/// Returns the name of an option of TLS, if it is one.
pub(super) fn tls_option(name: &str) -> Option<&'static str> {
    ["cafile", "local_cert", "local_pk", "peer_name", "verify_peer"].into_iter().find(|known| *known == name)
}

/// Splits a text at the first of these, which need not be there.
fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;

    /// What generated passwords have: base64 has `/` and `+` and `=`, others have all that is on a keyboard.
    #[test]
    fn a_password_that_was_not_percent_encoded_is_told_how_it_is_written() {
        for password in
            ["s3#cret", "s3/cret", "s3?cret", "s3@c/ret", "7/s3cret", "1?s3cret", "s#3/c?r@et", "s3cret?x=y"]
        {
            for rest in ["h", "h:7000/2", "h/2?io_timeout=3", "h?connect_timeout=x"] {
                for user in ["redis://", "redis://bob", "redis://b#o"] {
                    let text = format!("{user}:{password}@{rest}");
                    assert_eq!(Address::parse(&text).unwrap_err(), AddressError::Unencoded, "{text}");
                }
            }
        }
        for text in [
            "redis://s3/cret@h",
            "unix://:s3/cret@/run/r.sock",
            "unix://:s3?cret@/run/r.sock",
            "redis-sentinel://:s3/cret@h/m",
            "redis-sentinel://:s3?cret@h/m",
        ] {
            assert_eq!(Address::parse(text).unwrap_err(), AddressError::Unencoded, "{text}");
        }
        let shown = AddressError::Unencoded.to_string();
        assert!(["# as %23", "/ as %2F", "@ as %40", "? as %3F"].iter().all(|part| shown.contains(part)), "{shown}");
        // These are what they seem to be.
        assert_eq!(Address::parse("unix:///run/a@b.sock?db=x").unwrap_err(), AddressError::Database);
        let wrong = "redis-sentinel://a/m?sentinel_password=x@y&z=1";
        assert_eq!(Address::parse(wrong).unwrap_err(), AddressError::Options);
    }

    #[test]
    fn options_of_tls_are_told_that_they_need_it() {
        for option in ["verify_peer=0", "cafile=/ca.pem", "local_cert=/c", "local_pk=/k", "peer_name=h"] {
            let name = option.split('=').next().unwrap();
            for place in ["redis://h?", "redis://h/2?db=1&", "unix:///s?", "unix:///s?db=1&", "redis-sentinel://a/m?"] {
                let error = Address::parse(&format!("{place}{option}")).unwrap_err();
                assert_eq!(error, AddressError::NeedsTls(name), "{place}{option}");
            }
        }
    }
}

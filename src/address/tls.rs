//! Owns the TLS options of an address: their grammar, and how they are shown.
//! Does not own the rest of an address (`address`), what is made of the files and the session itself (`net::tls`).

use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What an option's value may show as it is: what paths and names are made of.
pub(super) const SHOWN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b':');

/// What the options are called.
const NAMES: [&str; 5] = ["cafile", "local_cert", "local_pk", "peer_name", "verify_peer"];

/// Returns the name of an option of TLS, if it is one.
pub(super) fn named(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|known| *known == name)
}

/// How to talk TLS: whom to trust and whom to claim to be, named as in the SSL context of PHP's streams. Nothing in it is
/// a secret. The files are read for each new connection, so that a renewed certificate needs no restart; their paths
/// are what makes two values equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tls {
    pub(crate) cafile: Option<PathBuf>,
    pub(crate) local_cert: Option<PathBuf>,
    pub(crate) local_pk: Option<PathBuf>,
    pub(crate) peer_name: Option<String>,
    /// verify_peer=0.
    pub(crate) skips_verification: bool,
}

/// Options that are none; continues "Argument #3 ($server) ...". Nothing of the text is repeated but names of options:
/// a slip of the pen puts a password anywhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option, or another one.
    #[error(
        "must not have other options than cafile, local_cert, local_pk, peer_name, verify_peer, password_file, \
         connect_timeout and io_timeout: rediss://host?cafile=/path/to/ca.pem"
    )]
    Unknown,
    /// Named more than once.
    #[error("must not have the option {0} twice")]
    Twice(&'static str),
    /// Neither 0 nor 1.
    #[error("must have verify_peer=1, which is the default, or verify_peer=0")]
    Switch,
    /// Relative, empty, or with a NUL byte.
    #[error("must have an absolute path in the option {0}: {0}=/path/to/file.pem")]
    Path(&'static str),
    /// Empty, or with bytes that no name has.
    #[error("must have a host name or an IP address in the option peer_name")]
    Name,
    /// A key without its certificate.
    #[error("must have the option local_cert beside local_pk")]
    KeyAlone,
}

impl Tls {
    /// Reads what stands after the question mark of an address; values are percent-decoded.
    /// Errors: [`OptionError`] says what is wrong, without repeating a value.
    pub fn parse(options: &str) -> Result<Self, OptionError> {
        let (mut tls, mut verify_peer) = (Self::default(), None);
        for option in options.split('&') {
            let (name, value) = option.split_once('=').ok_or(OptionError::Unknown)?;
            let value = percent_decode_str(value).decode_utf8().map_err(|_| OptionError::Unknown)?;
            match name {
                "cafile" => set(&mut tls.cafile, "cafile", path(&value, "cafile")?)?,
                "local_cert" => set(&mut tls.local_cert, "local_cert", path(&value, "local_cert")?)?,
                "local_pk" => set(&mut tls.local_pk, "local_pk", path(&value, "local_pk")?)?,
                "peer_name" => set(&mut tls.peer_name, "peer_name", peer_name(&value)?)?,
                "verify_peer" => set(&mut verify_peer, "verify_peer", switch(&value)?)?,
                _ => return Err(OptionError::Unknown),
            }
        }
        if tls.local_pk.is_some() && tls.local_cert.is_none() {
            return Err(OptionError::KeyAlone);
        }
        tls.skips_verification = verify_peer == Some(false);
        Ok(tls)
    }

    /// Returns the files that are read to connect, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.cafile, &self.local_cert, &self.local_pk].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// As it stands after an address; nothing when all is as by default.
impl fmt::Display for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |path: &Option<PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let options = [
            ("cafile", text(&self.cafile)),
            ("local_cert", text(&self.local_cert)),
            ("local_pk", text(&self.local_pk)),
            ("peer_name", self.peer_name.clone()),
            ("verify_peer", self.skips_verification.then(|| "0".to_owned())),
        ];
        let given = options.iter().filter_map(|(name, value)| value.as_ref().map(|value| (name, value)));
        for (index, (name, value)) in given.enumerate() {
            let mark = if index == 0 { '?' } else { '&' };
            write!(f, "{mark}{name}={}", utf8_percent_encode(value, SHOWN))?;
        }
        Ok(())
    }
}

fn set<T>(place: &mut Option<T>, name: &'static str, value: T) -> Result<(), OptionError> {
    if place.replace(value).is_some() { Err(OptionError::Twice(name)) } else { Ok(()) }
}

fn path(value: &str, name: &'static str) -> Result<PathBuf, OptionError> {
    if value.starts_with('/') && value.len() > 1 && !value.contains('\0') {
        Ok(value.into())
    } else {
        Err(OptionError::Path(name))
    }
}

fn peer_name(value: &str) -> Result<String, OptionError> {
    // What exactly is a name is for TLS to say, which a build without it does not have.
    let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte));
    if plain { Ok(value.to_owned()) } else { Err(OptionError::Name) }
}

fn switch(value: &str) -> Result<bool, OptionError> {
    match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(OptionError::Switch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_shown_again() {
        for options in [
            "?cafile=/etc/ca.pem",
            "?cafile=/a%20b%26c.pem&local_cert=/c.pem&local_pk=/k.pem&peer_name=redis.lan&verify_peer=0",
            "?peer_name=::1",
        ] {
            assert_eq!(Tls::parse(&options[1..]).unwrap().to_string(), options);
        }
        assert_eq!(Tls::parse("verify_peer=1").unwrap(), Tls::default());
        assert_eq!(Tls::default().to_string(), "");
    }

    #[test]
    fn all_files_and_nothing_else_are_named_for_open_basedir() {
        let tls = Tls::parse("local_pk=/k%20k&peer_name=h&local_cert=/c&cafile=/a").unwrap();
        assert_eq!(tls.files().collect::<Vec<_>>(), [Path::new("/a"), Path::new("/c"), Path::new("/k k")]);
    }

    #[test]
    fn every_wrong_option_gets_its_own_error() {
        let error = |options: &str| Tls::parse(options).unwrap_err();
        for options in ["", "cafile", "CAFILE=/a", "s3cret=1", "cafile=/a&", "allow_self_signed=1", "cafile=%ff"] {
            assert_eq!(error(options), OptionError::Unknown, "{options}");
        }
        assert_eq!(error("cafile=/a&verify_peer=1&cafile=/a"), OptionError::Twice("cafile"));
        assert_eq!(error("verify_peer=1&verify_peer=0"), OptionError::Twice("verify_peer"));
        for value in ["", "true", "2", "no", "01"] {
            assert_eq!(error(&format!("verify_peer={value}")), OptionError::Switch, "{value}");
        }
        for name in ["cafile", "local_cert", "local_pk"] {
            for value in ["", "/", "ca.pem", "./ca.pem", "file:///ca.pem", "/a%00b"] {
                let error = error(&format!("{name}={value}"));
                assert!(matches!(error, OptionError::Path(named) if named == name), "{name}={value}");
            }
        }
        for value in ["", "a%20b", "a/b", "a%00"] {
            assert_eq!(error(&format!("peer_name={value}")), OptionError::Name, "{value}");
        }
        assert_eq!(error("local_pk=/k"), OptionError::KeyAlone);
        assert!(!error("s3cret=1").to_string().contains("s3cret"));
    }
}

//! Owns the TLS options of an address.
//! Does not own the rest of an address (`address`), what is made of the files and the session itself (`net::tls`).

use std::path::{Path, PathBuf};

use crate::address::grammar::AddressError;
use crate::address::options::Options;

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

impl Tls {
    /// Takes its options.
    /// Errors: a value is wrong, or a key has no certificate.
    pub(super) fn take(options: &mut Options<'_>) -> Result<Self, AddressError> {
        let switch = |value: &str| ["0", "1"].contains(&value).then_some(value == "1");
        let tls = Self {
            cafile: options.file("cafile")?,
            local_cert: options.file("local_cert")?,
            local_pk: options.file("local_pk")?,
            peer_name: options.read("peer_name", peer_name, AddressError::PeerName)?,
            skips_verification: options.read("verify_peer", switch, AddressError::VerifyPeer)? == Some(false),
        };
        if tls.local_pk.is_some() && tls.local_cert.is_none() {
            return Err(AddressError::KeyAlone);
        }
        Ok(tls)
    }

    /// Returns the files that are read to connect, for open_basedir.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.cafile, &self.local_cert, &self.local_pk].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// Reads a name; `None` where it is none. What exactly is a name is for TLS to say (`net::tls`).
pub(crate) fn peer_name(value: &str) -> Option<String> {
    let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte));
    plain.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Tls, AddressError> {
        let mut options = Options::of(Some(text));
        let tls = Tls::take(&mut options)?;
        options.end().map(|()| tls)
    }

    #[test]
    fn each_option_is_read() {
        let all = "cafile=/a%20b%26c.pem&local_cert=/c.pem&local_pk=/k.pem&peer_name=redis.lan&verify_peer=0";
        let read = Tls {
            cafile: Some("/a b&c.pem".into()),
            local_cert: Some("/c.pem".into()),
            local_pk: Some("/k.pem".into()),
            peer_name: Some("redis.lan".into()),
            skips_verification: true,
        };
        assert_eq!(parse(all).unwrap(), read);
        assert_eq!(parse("peer_name=::1").unwrap().peer_name.as_deref(), Some("::1"));
        assert_eq!(parse("verify_peer=1").unwrap(), Tls::default());
    }

    #[test]
    fn all_files_and_nothing_else_are_named_for_open_basedir() {
        let tls = parse("local_pk=/k%20k&peer_name=h&local_cert=/c&cafile=/a").unwrap();
        assert_eq!(tls.files().collect::<Vec<_>>(), [Path::new("/a"), Path::new("/c"), Path::new("/k k")]);
    }

    #[test]
    fn every_wrong_option_gets_its_own_error() {
        let error = |options: &str| parse(options).unwrap_err();
        for options in ["", "CAFILE=/a", "s3cret=1", "cafile=/a&", "allow_self_signed=1"] {
            assert_eq!(error(options), AddressError::Options, "{options}");
        }
        assert_eq!(error("cafile=/a&verify_peer=1&cafile=/a"), AddressError::Twice("cafile"));
        assert_eq!(error("verify_peer=1&verify_peer=0"), AddressError::Twice("verify_peer"));
        for value in ["", "true", "2", "no", "01"] {
            assert_eq!(error(&format!("verify_peer={value}")), AddressError::VerifyPeer, "{value}");
        }
        for name in ["cafile", "local_cert", "local_pk"] {
            for value in ["", "/", "%ff", "ca.pem", "./ca.pem", "file:///ca.pem", "/a%00b"] {
                let error = error(&format!("{name}={value}"));
                assert!(matches!(error, AddressError::FilePath(named) if named == name), "{name}={value}");
            }
        }
        for value in ["", "a%20b", "a/b", "a%00"] {
            assert_eq!(error(&format!("peer_name={value}")), AddressError::PeerName, "{value}");
        }
        assert_eq!(error("local_pk=/k"), AddressError::KeyAlone);
        assert!(!error("s3cret=1").to_string().contains("s3cret"));
    }
}

//! Owns as whom an address logs in: a user, and a password or the file that has it; and the options that name that file.
//! Does not own reading the file (`connection::password`).

use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::address::grammar::{AddressError, Parts};
use crate::address::options::Options;

/// The option that names the file of the password.
pub(crate) const PASSWORD_FILE: &str = "password_file";
/// The same for the sentinels' own login.
pub(crate) const SENTINEL_PASSWORD_FILE: &str = "sentinel_password_file";

/// What AUTH is given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Credentials {
    /// `None`: the default user, for AUTH with a password alone.
    pub user: Option<Vec<u8>>,
    /// What proves it.
    pub password: Password,
}

/// Where the password is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Password {
    /// In the address. Never shown.
    Text(Vec<u8>),
    /// In a file, which is read for each new connection, so that a rotated secret needs no restart. Its path is what makes two
    /// addresses equal.
    File(PathBuf),
}

impl Credentials {
    /// Reads what stands before the `@` of an address, where there is one, beside a file that its options name.
    pub(super) fn parse(login: Option<&str>, file: Option<PathBuf>) -> Result<Option<Self>, AddressError> {
        let Some(login) = login else {
            return Ok(file.map(|file| Self { user: None, password: Password::File(file) }));
        };
        let (user, password) = match (login.split_once(':'), file) {
            (Some(_), Some(_)) => return Err(AddressError::TwoPasswords(PASSWORD_FILE)),
            (None, Some(file)) => (login, Password::File(file)),
            (None, None) => return Err(AddressError::Password),
            (Some((user, password)), None) => {
                let password: Vec<u8> = percent_decode_str(password).collect();
                if password.is_empty() {
                    return Err(AddressError::Password);
                }
                (user, Password::Text(password))
            }
        };
        let user = (!user.is_empty()).then(|| percent_decode_str(user).collect());
        Ok(Some(Self { user, password }))
    }

    /// Returns the file that has the password.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.password {
            Password::Text(_) => None,
            Password::File(path) => Some(path),
        }
    }
}

/// Debug prints end up in logs, so they show no more than a message does.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(_) => f.write_str("***"),
            Self::File(path) => path.fmt(f),
        }
    }
}

/// Splits `user:password@host` at its last `@`: one inside a password should be written %40, but is understood.
pub(super) fn split_credentials<'a>(
    parts: &Parts<'a>,
    options: &mut Options<'_>,
) -> Result<(Option<Credentials>, &'a str), AddressError> {
    let (login, place) = match parts.authority.rsplit_once('@') {
        None => (None, parts.authority),
        Some((login, place)) => (Some(login), place),
    };
    Ok((Credentials::parse(login, options.file(PASSWORD_FILE)?)?, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::{Address, Place};
    use crate::topology::Servers;

    #[test]
    fn every_kind_of_address_may_name_the_file_of_its_password() {
        for text in [
            "redis://h:6379?password_file=/run/secrets/redis",
            "redis://bob@h:6379/2?password_file=/a%20b%26c&connect_timeout=2",
            "unix:///run/r.sock?db=2&password_file=/run/secrets/redis",
            "unix://bob@/run/r.sock?password_file=/run/secrets/redis",
            "redis-sentinel://bob@a:26379,b:7/m/1?password_file=/p",
            "redis-sentinel://a:26379/m?sentinel_user=eve&sentinel_password_file=/s&password_file=/p",
            "redis-sentinel://:***@a:26379/m?sentinel_password_file=/s",
            "redis-cluster://bob@a:6379,b:6379?password_file=/p",
        ] {
            assert!(Servers::parse(text).unwrap().files().any(|file| file != Path::new("/run/r.sock")), "{text}");
        }
        let address = Address::parse("redis-sentinel://b%3Aob@a/m?password_file=/p&sentinel_password_file=/s").unwrap();
        assert!(address.files().eq([Path::new("/p"), Path::new("/s")]));
        assert_eq!(address.credentials.as_ref().unwrap().user, Some(b"b:ob".to_vec()));
        assert!(matches!(&address.place, Place::Sentinels(of) if of.login.as_ref().unwrap().user.is_none()));
        assert_eq!(address.at("h", 1).credentials, address.credentials, "the master has the same");
    }

    #[test]
    fn a_password_and_its_file_exclude_each_other() {
        let error = |text: &str| Servers::parse(text).unwrap_err();
        for text in ["redis://:s3cret@h", "unix://bob:s3cret@/s", "redis-cluster://:s3cret@a", "redis://bob:@h"] {
            let error = error(&format!("{text}?password_file=/p"));
            assert_eq!(error, AddressError::TwoPasswords(PASSWORD_FILE), "{text}");
            assert!(!error.to_string().contains("s3cret"));
        }
        let both = "redis-sentinel://a/m?sentinel_password=s3cret&sentinel_password_file=/s";
        assert_eq!(error(both), AddressError::TwoPasswords(SENTINEL_PASSWORD_FILE));
        assert_eq!(error("redis://h?password_file=/p&password_file=/p"), AddressError::Twice(PASSWORD_FILE));
        for value in ["", "/", "secret", "./secret", "file:///p", "/a%00b", "%ff"] {
            let error = |text: &str| error(&format!("{text}{value}"));
            assert_eq!(error("redis://h?password_file="), AddressError::FilePath(PASSWORD_FILE), "{value}");
            let of_sentinels = error("redis-sentinel://a/m?sentinel_password_file=");
            assert_eq!(of_sentinels, AddressError::FilePath(SENTINEL_PASSWORD_FILE), "{value}");
        }
        assert_eq!(error("redis-sentinel://a/m?sentinel_user=eve"), AddressError::Options);
        assert_eq!(error("redis://bob@h"), AddressError::Password);
    }

    #[test]
    fn addresses_are_equal_by_the_files_name() {
        let address = |text: &str| Address::parse(text).unwrap();
        assert_eq!(address("redis://h?password_file=/p"), address("redis://h?io_timeout=2&password_file=%2Fp"));
        assert_ne!(address("redis://h?password_file=/p"), address("redis://h?password_file=/q"));
        assert_ne!(address("redis://h?password_file=/p"), address("redis://h"));
        assert_ne!(address("redis://h?password_file=/p"), address("redis://:%2Fp@h"));
    }

    #[test]
    fn the_options_of_tls_stand_beside_it() {
        let text = "rediss://bob@h:6379?cafile=/ca.pem&password_file=/p&io_timeout=2";
        assert_eq!(Address::parse(text).unwrap().files().count(), 2);
    }
}

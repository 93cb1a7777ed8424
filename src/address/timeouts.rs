//! Owns the timeouts that an address may bring along: their options.
//! Does not own their range and the settings they stand in for (`settings`), what is timed (`net`, `connection`).

use std::time::Duration;

use crate::address::AddressError;
use crate::address::options::Options;
use crate::settings::{self, Timeouts};

const CONNECT: &str = "connect_timeout";
const IO: &str = "io_timeout";

/// What an address has in place of the settings' timeouts. It says nothing of where Redis is: addresses that differ in it alone
/// are equal, and share connections.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnTimeouts {
    connect: Option<Duration>,
    io: Option<Duration>,
}

impl OwnTimeouts {
    /// Takes their options.
    /// Errors: one is no timeout.
    pub(super) fn take(options: &mut Options<'_>) -> Result<Self, AddressError> {
        let mut timeout = |name| options.read(name, settings::timeout, AddressError::Timeout(name));
        Ok(Self { connect: timeout(CONNECT)?, io: timeout(IO)? })
    }

    /// Returns the timeouts in force where the settings are these.
    pub(super) fn over(self, settings: Timeouts) -> Timeouts {
        Timeouts { connect: self.connect.unwrap_or(settings.connect), io: self.io.unwrap_or(settings.io) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;

    fn own(options: &str) -> Result<Timeouts, AddressError> {
        OwnTimeouts::take(&mut Options::of(Some(options))).map(|own| own.over(Timeouts::default()))
    }

    #[test]
    fn an_address_may_bring_either_timeout_or_both() {
        let second = Duration::from_secs(1);
        for (options, connect, io) in [
            ("connect_timeout=2&io_timeout=0.25", 2 * second, second / 4),
            ("db=1&io_timeout=30", second, 30 * second),
            ("connect_timeout=0%2E5", second / 2, second),
            ("db=1", second, second),
        ] {
            assert_eq!(own(options), Ok(Timeouts { connect, io }), "{options}");
        }
    }

    #[test]
    fn what_is_no_timeout_is_named_and_not_shown() {
        for name in [CONNECT, IO] {
            for value in ["", "=", "=0", "=-1", "=3601", "=1s", "=s3cret", "=%ff"] {
                let error = own(&format!("{name}{value}")).unwrap_err();
                assert_eq!(error, AddressError::Timeout(name), "{value}");
                assert!(!error.to_string().contains("s3cret"));
            }
            assert_eq!(own(&format!("{name}=1&{name}=1")), Err(AddressError::Twice(name)));
        }
    }

    #[test]
    fn every_kind_of_address_has_them_and_is_the_same_place_without() {
        let all = [
            ("redis://h:6379", ""),
            ("redis://h:6379/2", ""),
            ("unix:///run/r.sock", ""),
            ("unix:///run/r.sock", "?db=2"),
            ("redis-sentinel://a:26379/m", ""),
            ("redis-sentinel://a:26379/m", "?sentinel_user=eve&sentinel_password=***"),
        ];
        for (place, options) in all {
            let mark = if options.is_empty() { '?' } else { '&' };
            let text = format!("{place}{options}{mark}connect_timeout=2&io_timeout=0.25");
            let address = Address::parse(&text).unwrap();
            assert_eq!(
                address.timeouts(Timeouts::default()),
                own("connect_timeout=2&io_timeout=0.25").unwrap(),
                "{text}"
            );
            assert_eq!(address, Address::parse(&format!("{place}{options}")).unwrap());
        }
    }
}

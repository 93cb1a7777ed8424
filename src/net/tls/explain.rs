//! Owns the words for what goes wrong in TLS: the cause, and what a person can do about it.
//! Does not own files that are no good (`certificates`), which failure it leads to (`connection`).

use std::io;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{AlertDescription, CertificateError, Error};

use crate::address::tls::peer_name;
use crate::clock::Seconds;
use crate::net::broken::NeverRead;
use crate::net::file::{named_file, show};
use crate::net::tls::certificates::{KEYS, TlsClient, is_authority_as_server, is_called, is_of_unknown_kind};

/// How many names of a certificate a message shows.
const MOST_NAMES: usize = 3;

/// In which state of things an error has come.
pub(super) struct Scene<'a> {
    pub(super) is_handshake: bool,
    pub(super) has_replied: bool,
    pub(super) trust: &'a TlsClient,
}

pub(super) fn no_handshake_within(limit: Duration) -> io::Error {
    io::Error::other(format!(
        "connected, but no TLS handshake within {} s (connect_timeout); if the server speaks no TLS, the address must start with redis://",
        Seconds(limit)
    ))
}

pub(super) fn closed_in_handshake() -> io::Error {
    io::Error::other(
        "the server closed the connection in the TLS handshake; if it speaks no TLS, the address must start with redis://",
    )
}

/// Describes an error of TLS. One that says that the server has heard nothing of ours becomes a [`NeverRead`].
pub(super) fn of(error: Error, scene: &Scene<'_>) -> io::Error {
    let identity = &scene.trust.identity;
    let text = match error {
        Error::InvalidCertificate(why) => of_certificate(&why, scene),
        Error::AlertReceived(alert) => {
            let text = of_alert(alert, scene);
            // A server of TLS 1.3 looks at our certificate when our side of the handshake is over, and what we have sent
            // by then it has not read.
            if identity.was_requested() && !scene.has_replied && is_about_us(alert) {
                return io::Error::other(NeverRead(text));
            }
            text
        }
        Error::PeerIncompatible(why) => {
            format!("the server and redislock have no way of TLS in common ({why:?}); redislock speaks TLS 1.2 and 1.3")
        }
        Error::InvalidMessage(_) if scene.is_handshake => {
            "the server does not speak TLS: the address must start with redis://".to_owned()
        }
        error => format!("what came is not the server's TLS ({})", show(&error.to_string())),
    };
    io::Error::other(text)
}

fn of_certificate(why: &CertificateError, scene: &Scene<'_>) -> String {
    match why {
        CertificateError::NotValidForNameContext { presented, .. } => of_name(presented, scene),
        CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired: renew it, or look at this machine's clock".to_owned()
        }
        CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet: look at this machine's clock".to_owned()
        }
        why if is_of_unknown_kind(why) => format!(
            "the key or the signature of the server's certificate, or of one that has signed it, is of a kind that redislock does \
             not know: make them with a key of {KEYS}, signed with SHA-256 or SHA-384"
        ),
        // A wrong signature: another authority of the same name, such as one that was made anew, or a key that is too short to be looked at.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => match &scene.trust.options.cafile {
            Some(cafile) => format!(
                "the server's certificate is not signed by an authority in {}: name the one that has signed it, whose key must \
                 be {KEYS}",
                named_file("cafile", cafile)
            ),
            None => "the server's certificate is self-signed, or signed by an authority that this system does not trust: \
                     name that authority's certificate by cafile=/path/to/ca.pem in the address"
                .to_owned(),
        },
        CertificateError::InvalidPurposeContext { .. } => {
            "the server's certificate is not one for servers (extendedKeyUsage lacks serverAuth)".to_owned()
        }
        why if is_authority_as_server(why) => {
            "the server's certificate is one for authorities (CA:TRUE), most likely a self-signed one: name exactly it by \
             cafile=/path/to/cert.pem in the address"
                .to_owned()
        }
        why if is_called(why, "UnsupportedCertVersion") => {
            "the server's certificate is of version 1, which cannot name a host: make one with subjectAltName".to_owned()
        }
        why => format!("the server's certificate is not accepted ({})", show(&format!("{why:?}"))),
    }
}

fn of_name(presented: &[String], scene: &Scene<'_>) -> String {
    let expected = scene.trust.name.to_str();
    let all: Vec<String> = presented.iter().filter(|name| is_of_a_host(name)).map(|name| plain_name(name)).collect();
    if all.is_empty() {
        return format!(
            "the server's certificate names no host, so it is not for {expected}: make one with subjectAltName (a name in \
             CN alone does not count)"
        );
    }
    let more = if all.len() > MOST_NAMES { " and others" } else { "" };
    let advice = preferred(&all).map_or_else(String::new, |(name, which)| {
        format!(": connect by {which}, or add peer_name={name} to the address")
    });
    format!(
        "the server's certificate is for {}{more}, not for {expected}{advice}",
        all[..all.len().min(MOST_NAMES)].join(", ")
    )
}

/// Tells whether what rustls passes on is a name of a host, and not of a person or a page.
fn is_of_a_host(presented: &str) -> bool {
    ["DnsName(", "IpAddress("].iter().any(|kind| presented.starts_with(kind))
}

/// Returns the name to connect by: one that is no wildcard, where there is one.
fn preferred(names: &[String]) -> Option<(String, &'static str)> {
    let (patterns, plain): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.contains('*'));
    plain.into_iter().chain(patterns).find_map(|name| usable_name(name))
}

/// Returns what peer_name may be for a name of a certificate, and how to speak of such a name; of a wildcard, one of those that it
/// stands for.
fn usable_name(name: &str) -> Option<(String, &'static str)> {
    let (name, which) = match name.strip_prefix("*.") {
        Some(rest) => (format!("redis.{rest}"), "a name that it is for"),
        None => (name.to_owned(), "its name"),
    };
    let is_taken = peer_name(&name).is_some() && ServerName::try_from(name.as_str()).is_ok();
    is_taken.then_some((name, which))
}

/// Takes the name out of what rustls passes on: `DnsName("redis.lan")`, `IpAddress(10.0.0.1)`.
fn plain_name(presented: &str) -> String {
    let inside = presented.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(presented);
    show(inside.trim_matches('"'))
}

fn of_alert(alert: AlertDescription, scene: &Scene<'_>) -> String {
    let identity = &scene.trust.identity;
    match alert {
        AlertDescription::ProtocolVersion => "the server speaks neither TLS 1.2 nor TLS 1.3".to_owned(),
        alert if is_about_us(alert) && identity.was_requested() && !identity.is_known() => {
            "the server demands a client certificate: name it by local_cert=/path/to/cert.pem in the address, and its key \
             by local_pk"
                .to_owned()
        }
        alert if is_about_us(alert) && identity.was_requested() => {
            format!("the server does not accept the certificate in local_cert ({alert:?})")
        }
        AlertDescription::HandshakeFailure | AlertDescription::InsufficientSecurity => {
            // It does not say which, and a server whose key we do not know sends no certificate.
            format!(
                "the server and redislock agree on no key or no cipher: the key of its certificate must be {KEYS}, \
                 and over TLS 1.2 it needs a cipher of ECDHE with AES-GCM or ChaCha20-Poly1305"
            )
        }
        AlertDescription::UnrecognisedName => format!(
            "the server does not know the name {}: give the right one by peer_name in the address",
            scene.trust.name.to_str()
        ),
        alert => format!("the server ended the TLS session ({alert:?})"),
    }
}

/// Tells whether an alert may be about our certificate, or that we have none.
fn is_about_us(alert: AlertDescription) -> bool {
    matches!(
        alert,
        AlertDescription::CertificateRequired
            | AlertDescription::HandshakeFailure
            | AlertDescription::NoCertificate
            | AlertDescription::BadCertificate
            | AlertDescription::UnsupportedCertificate
            | AlertDescription::CertificateRevoked
            | AlertDescription::CertificateExpired
            | AlertDescription::CertificateUnknown
            | AlertDescription::UnknownCA
            | AlertDescription::AccessDenied
            | AlertDescription::DecryptError
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_without_their_kind() {
        assert_eq!(plain_name("DnsName(\"redis.lan\")"), "redis.lan");
        assert_eq!(plain_name("IpAddress(10.0.0.1)"), "10.0.0.1");
        assert_eq!(plain_name("odd\n"), "odd\\n");
    }

    #[test]
    fn a_name_to_connect_by_is_one_that_a_certificate_can_be_for() {
        let usable = |name| usable_name(name).map(|(name, _)| name);
        assert_eq!(usable("redis.lan").as_deref(), Some("redis.lan"));
        assert_eq!(usable("10.0.0.1").as_deref(), Some("10.0.0.1"));
        assert_eq!(usable("*.abc.cache.example.com").as_deref(), Some("redis.abc.cache.example.com"));
        assert_eq!(["*", "*.*.lan", "f*.lan", "a b", ""].map(usable), [const { None }; 5]);
        assert!(is_of_a_host("DnsName(\"h\")") && !is_of_a_host("UniformResourceIdentifier(\"https://h\")"));
    }
}

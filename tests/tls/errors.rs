//! Owns what a person is told when TLS fails: the cause, what to do, and that nothing was asked.
//! Does not own what works (mod.rs).

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use crate::support::Server;
use crate::support::authority::{Authority, HERE};
use crate::support::locks::lock_at;
use redislock::error::{Error, Kind};

const VERSIONS: [&str; 2] = ["TLSv1.2", "TLSv1.3"];

/// Fails to acquire, and returns what stands between node and advice.
fn cause(address: &str) -> String {
    let error = lock_at(address).acquire().unwrap_err();
    assert_eq!(error.kind(), Kind::Connection);
    assert!(
        matches!(&error, Error::Failed { failure, .. } if format!("{failure:?}").starts_with("NotSent")),
        "{error:?}"
    );
    let text = error.to_string();
    let text = text.strip_prefix("could not acquire lock \"k\": 127.0.0.1:").unwrap_or_else(|| panic!("{text}"));
    let text = text.strip_suffix("; do not start the guarded work").unwrap_or_else(|| panic!("{text}"));
    text.split_once(": ").unwrap().1.to_owned()
}

/// A port at which each client is sent `answer`, whatever it sends, and is then left.
fn who_says(answer: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut client in listener.incoming().map_while(Result::ok) {
            // All of the first message: what is left unread would turn the close into a reset.
            let _ = client.read(&mut [0; 4096]);
            let _ = client.write_all(answer);
        }
    });
    port
}

#[test]
fn a_certificate_for_another_name() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs("DNS:redis.lan"), &[]);
    assert_eq!(
        cause(&authority.address(&server, "")),
        "the server's certificate is for redis.lan, not for 127.0.0.1: connect by its name, or add peer_name=redis.lan to \
         the address"
    );
    let server = authority.server(&authority.signs(""), &[]);
    assert_eq!(
        cause(&authority.address(&server, "&peer_name=redis.lan")),
        "the server's certificate names no host, so it is not for redis.lan: make one with subjectAltName (a name in CN \
         alone does not count)"
    );
}

#[test]
fn a_certificate_whose_time_is_not_now() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs_expired(HERE), &[]);
    let expired = "the server's certificate has expired: renew it, or look at this machine's clock";
    assert_eq!(cause(&authority.address(&server, "")), expired);
    let server = authority.server(&authority.signs_too_early(HERE), &[]);
    let early = "the server's certificate is not valid yet: look at this machine's clock";
    assert_eq!(cause(&authority.address(&server, "")), early);
}

#[test]
fn an_authority_that_is_not_trusted() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let server = authority.server(&authority.signs(HERE), &[]);
    assert_eq!(
        cause(&format!("rediss://127.0.0.1:{}", server.tls_port())),
        "the server's certificate is self-signed, or signed by an authority that this system does not trust: name that \
         authority's certificate by cafile=/path/to/ca.pem in the address"
    );
    assert_eq!(
        cause(&stranger.address(&server, "")),
        format!(
            "the server's certificate is not signed by an authority in cafile {}: name the one that has signed it, whose key \
             must be RSA of 2048 to 8192 bits, ECDSA P-256 or P-384, or Ed25519",
            stranger.cafile()
        )
    );
    let server = authority.server(&authority.self_signed(HERE), &[]);
    assert_eq!(
        cause(&authority.address(&server, "")),
        "the server's certificate is one for authorities (CA:TRUE), most likely a self-signed one: name exactly it by \
         cafile=/path/to/cert.pem in the address"
    );
}

#[test]
fn a_client_certificate_that_is_demanded_or_not_accepted() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let (identity, client) = (authority.signs(HERE), stranger.signs(""));
    for version in VERSIONS {
        let server = authority.server(&identity, &["--tls-protocols", version, "--tls-auth-clients", "yes"]);
        assert_eq!(
            cause(&authority.address(&server, "")),
            "the server demands a client certificate: name it by local_cert=/path/to/cert.pem in the address, and its key \
             by local_pk",
            "{version}"
        );
        assert_eq!(
            cause(&authority.address(&server, &format!("&local_cert={}&local_pk={}", client.cert, client.key))),
            "the server does not accept the certificate in local_cert (UnknownCA)",
            "{version}"
        );
        assert_eq!(server.command(&["EXISTS", "k"]), 0);
    }
}

#[test]
fn files_that_are_not_there_or_not_what_they_should_be() {
    let authority = Authority::new();
    let server = Server::start();
    let at = |options: &str| cause(&format!("rediss://127.0.0.1:{}?{options}", server.port()));
    let client = authority.signs("");
    let (garbage, folder) = (authority.write("garbage", "no PEM\n"), authority.path(""));
    let broken = authority.write("broken", "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n");
    let missing = authority.path("missing");
    for option in ["cafile", "local_cert"] {
        assert_eq!(
            at(&format!("{option}={missing}")),
            format!("{option} {missing} cannot be read: there is no such file")
        );
        assert_eq!(at(&format!("{option}={folder}")), format!("{option} {folder} is no regular file"));
        assert_eq!(
            at(&format!("{option}={garbage}")),
            format!("{option} {garbage} has no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        );
    }
    assert_eq!(at(&format!("cafile={broken}")), format!("cafile {broken} has no certificate that can be used"));
    let cert = format!("local_cert={}", client.cert);
    assert_eq!(
        at(&format!("{cert}&local_pk={missing}")),
        format!("local_pk {missing} cannot be read: there is no such file")
    );
    assert_eq!(
        at(&format!("{cert}&local_pk={garbage}")),
        format!("local_pk {garbage} has no private key in PEM form (-----BEGIN PRIVATE KEY-----)")
    );
    assert_eq!(
        at(&cert),
        format!(
            "local_cert {} has no private key in PEM form (-----BEGIN PRIVATE KEY-----); a key of another file is named by \
             local_pk",
            client.cert
        )
    );
    let other = authority.signs("");
    assert_eq!(
        at(&format!("{cert}&local_pk={}", other.key)),
        format!(
            "the key in local_pk {} does not belong to the first certificate in local_cert {}",
            other.key, client.cert
        )
    );
    assert_eq!(
        at("peer_name=.."),
        "a certificate can name no such host: give the name that it has by peer_name in the address"
    );
}

#[test]
fn a_key_that_is_encrypted_in_either_way() {
    let authority = Authority::new();
    let server = Server::start();
    let client = authority.signs("");
    authority.openssl(&["pkey", "-in", &client.key, "-aes256", "-passout", "pass:x", "-out", "new"]);
    authority.openssl(&["ec", "-in", &client.key, "-aes256", "-passout", "pass:x", "-out", "old"]);
    assert!(fs::read_to_string(authority.path("old")).unwrap().contains("Proc-Type: 4,ENCRYPTED"));
    for name in ["new", "old"] {
        let key = authority.path(name);
        assert_eq!(
            cause(&format!("rediss://127.0.0.1:{}?local_cert={}&local_pk={key}", server.port(), client.cert)),
            format!(
                "the key in local_pk {key} is encrypted, and there is no place for its passphrase: decrypt it by \
                 openssl pkey -in FILE -out NEW_FILE"
            )
        );
    }
}

#[test]
fn a_server_without_tls() {
    let at = |port: u16| cause(&format!("rediss://127.0.0.1:{port}?verify_peer=0"));
    let server = Server::start();
    assert_eq!(
        at(server.port()),
        "connected, but no TLS handshake within 2 s (connect_timeout); if the server speaks no TLS, the address \
         must start with redis://"
    );
    let no_tls = "the server does not speak TLS: the address must start with redis://";
    for answer in ["-ERR unknown command\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0\0\0\0\0\0"] {
        assert_eq!(at(who_says(answer.as_bytes())), no_tls, "{answer:?}");
    }
    assert_eq!(
        at(who_says(b"")),
        "the server closed the connection in the TLS handshake; if it speaks no TLS, the address must start with redis://"
    );
}

#[test]
fn a_server_with_tls_after_an_address_without() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs(HERE), &[]);
    let hint = "if it speaks TLS, the address must start with rediss://";
    for login in ["", "bob:s3cret@"] {
        let error = lock_at(&format!("redis://{login}127.0.0.1:{}", server.tls_port())).acquire().unwrap_err();
        assert_eq!(error.kind(), Kind::Connection);
        assert!(error.to_string().contains(hint), "{error}");
    }
    // Other servers say it by an alert.
    let alert = who_says(b"\x15\x03\x03\0\x02\x02\x46");
    assert_eq!(
        cause(&format!("redis://127.0.0.1:{alert}")),
        "the server speaks TLS: the address must start with rediss://"
    );
}

#[test]
fn a_server_that_has_no_version_or_cipher_of_ours() {
    let authority = Authority::new();
    let identity = authority.signs(HERE);
    let old = ["--tls-protocols", "TLSv1.1", "--tls-ciphers", "DEFAULT@SECLEVEL=0"];
    let server = authority.server(&identity, &old);
    assert_eq!(cause(&authority.address(&server, "")), "the server speaks neither TLS 1.2 nor TLS 1.3");
    let odd = ["--tls-protocols", "TLSv1.2", "--tls-ciphers", "ECDHE-ECDSA-AES128-SHA"];
    let server = authority.server(&identity, &odd);
    let text = cause(&authority.address(&server, ""));
    assert!(text.starts_with("the server and redislock agree on no key or no cipher: "), "{text}");
    assert!(text.ends_with("a cipher of ECDHE with AES-GCM or ChaCha20-Poly1305"), "{text}");
}

/// Every kind of key that openssl makes quickly: ours, and those that it knows and we do not.
#[test]
fn a_key_of_another_kind_than_ours_is_told_which_kinds_there_are() {
    let authority = Authority::new();
    let kinds = "RSA of 2048 to 8192 bits, ECDSA P-256 or P-384, or Ed25519";
    for (kind, is_ours) in [
        ("rsa:2048", true),
        ("ec:P-256", true),
        ("ec:P-384", true),
        ("ed25519", true),
        ("ec:P-521", false),
        ("ec:secp256k1", false),
        ("ed448", false),
        ("rsa-pss", false),
    ] {
        let identity = authority.self_signed_with(kind);
        let server = authority.server(&identity, &[]);
        let address = format!("rediss://127.0.0.1:{}?cafile={}", server.tls_port(), identity.cert);
        if is_ours {
            assert_eq!(lock_at(&address).acquire(), Ok(true), "{kind}");
            continue;
        }
        assert!(cause(&address).contains(kinds), "{kind}");
        // As an authority, and as our own.
        let signed = authority.signed_by(&identity, HERE);
        let server = authority.server(&signed, &[]);
        let trusting = format!("rediss://127.0.0.1:{}?cafile={}", server.tls_port(), identity.cert);
        let text = cause(&trusting);
        assert!(text.starts_with("the key or the signature of the server's certificate, or of one that "), "{text}");
        assert!(text.contains(kinds), "{text}");
        let own = format!("&local_cert={}&local_pk={}", identity.cert, identity.key);
        assert_eq!(
            cause(&authority.address(&server, &own)),
            format!(
                "the key in local_pk {} is of a kind that redislock does not know: make one of {kinds}",
                identity.key
            )
        );
    }
}

/// Of a kind that is ours, and nothing says so: its signatures count as wrong.
#[test]
fn an_authority_whose_key_is_too_short_is_told_which_keys_there_are() {
    let authority = Authority::new();
    let short = authority.self_signed_with("rsa:1024");
    let server = authority.server(&authority.signed_by(&short, HERE), &[]);
    let text = cause(&format!("rediss://127.0.0.1:{}?cafile={}", server.tls_port(), short.cert));
    assert!(text.contains("whose key must be RSA of 2048 to 8192 bits"), "{text}");
}

#[test]
fn a_certificate_for_a_wildcard_leads_to_a_name_that_it_is_for() {
    let authority = Authority::new();
    let server = authority.server(&authority.signs("DNS:*.abc123.cache.example.com"), &[]);
    let text = cause(&authority.address(&server, ""));
    let advice = "connect by a name that it is for, or add peer_name=redis.abc123.cache.example.com to the address";
    assert_eq!(
        text,
        format!("the server's certificate is for *.abc123.cache.example.com, not for 127.0.0.1: {advice}")
    );
    let followed = authority.address(&server, "&peer_name=redis.abc123.cache.example.com");
    assert_eq!(lock_at(&followed).acquire(), Ok(true));
    // A name that is no pattern comes first, whatever order they have.
    let server = authority.server(&authority.signs("DNS:*.lan,DNS:redis.lan,URI:https://redis.lan/"), &[]);
    assert!(cause(&authority.address(&server, "")).contains("peer_name=redis.lan to"));
}

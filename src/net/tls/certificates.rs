//! Owns whom a session trusts and whom it claims to be: the files of an address, read and checked.
//! Does not own their names (`address::tls`), the words of what the peer does (`explain`).

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ResolvesClientCert, Resumption, WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::address::tls::Tls;
use crate::net::file::{self, named_file};

/// The kinds of keys that ring knows (rustls 0.23.46, crypto/ring).
pub(super) const KEYS: &str = "RSA of 2048 to 8192 bits, ECDSA P-256 or P-384, or Ed25519";

/// What a handshake needs beside a socket.
#[derive(Clone, Debug)]
pub(crate) struct TlsClient {
    pub(super) config: Arc<ClientConfig>,
    /// Whose certificate is expected.
    pub(super) name: ServerName<'static>,
    pub(super) identity: Arc<Identity>,
    pub(super) options: Arc<Tls>,
}

/// Who we are to servers that request it, and whether one has.
#[derive(Debug)]
pub(super) struct Identity {
    key: Option<Arc<CertifiedKey>>,
    was_requested: AtomicBool,
}

impl TlsClient {
    /// Reads the files that `options` name, else the certificates of this system.
    /// Errors: which file is no good, why, and what to do.
    pub(crate) fn read(options: &Arc<Tls>, host: &str) -> io::Result<Self> {
        let provider = Arc::new(ring::default_provider());
        let name = ServerName::try_from(options.peer_name.as_deref().unwrap_or(host).to_owned()).map_err(|_| {
            io::Error::other(
                "a certificate can name no such host: give the name that it has by peer_name in the address",
            )
        })?;
        let verifier = verifier(options, &provider)?;
        let identity =
            Arc::new(Identity { key: client_key(options, &provider)?, was_requested: AtomicBool::new(false) });
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        let mut config = config.with_client_cert_resolver(identity.clone());
        // A session of its own for each connection: connections are rare, and files may have changed.
        config.resumption = Resumption::disabled();
        Ok(Self { config: Arc::new(config), name, identity, options: options.clone() })
    }
}

impl Identity {
    pub(super) fn is_known(&self) -> bool {
        self.key.is_some()
    }

    pub(super) fn was_requested(&self) -> bool {
        self.was_requested.load(Ordering::Relaxed)
    }
}

impl ResolvesClientCert for Identity {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.was_requested.store(true, Ordering::Relaxed);
        self.key.clone()
    }

    fn has_certs(&self) -> bool {
        self.key.is_some()
    }
}

fn verifier(options: &Tls, provider: &Arc<CryptoProvider>) -> io::Result<Arc<Verifier>> {
    let schemes = provider.signature_verification_algorithms.supported_schemes();
    if options.skips_verification {
        return Ok(Arc::new(Verifier { chain: None, named: Vec::new(), schemes }));
    }
    let (roots, named) = match &options.cafile {
        Some(cafile) => {
            let named = certificates("cafile", cafile, &read("cafile", cafile)?)?;
            (roots(named.clone()), named)
        }
        None => (roots(rustls_native_certs::load_native_certs().certs), Vec::new()),
    };
    let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
    // It fails only where there is no root at all.
    let chain = chain.map_err(|_| match &options.cafile {
        Some(cafile) => {
            io::Error::other(format!("{} has no certificate that can be used", named_file("cafile", cafile)))
        }
        None => io::Error::other(
            "this system has no certificates of authorities (on Debian: apt-get install ca-certificates), and the \
             address names none by cafile=/path/to/ca.pem",
        ),
    })?;
    Ok(Arc::new(Verifier { chain: Some(chain), named, schemes }))
}

fn roots(certificates: Vec<CertificateDer<'static>>) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    // Those it cannot use are passed over: a system's collection has old and odd ones.
    roots.add_parsable_certificates(certificates);
    roots
}

fn client_key(options: &Tls, provider: &CryptoProvider) -> io::Result<Option<Arc<CertifiedKey>>> {
    let Some(local_cert) = &options.local_cert else {
        return Ok(None);
    };
    let bytes = read("local_cert", local_cert)?;
    let chain = certificates("local_cert", local_cert, &bytes)?;
    let key = match &options.local_pk {
        Some(local_pk) => private_key("local_pk", local_pk, &read("local_pk", local_pk)?)?,
        None => private_key("local_cert", local_cert, &bytes)?,
    };
    let place = options.local_pk.as_ref().map_or(("local_cert", local_cert), |local_pk| ("local_pk", local_pk));
    let place = named_file(place.0, place.1);
    let certified = CertifiedKey::from_der(chain, key, provider).map_err(|error| match error {
        Error::InconsistentKeys(_) => io::Error::other(format!(
            "the key in {place} does not belong to the first certificate in {}",
            named_file("local_cert", local_cert)
        )),
        _ => io::Error::other(format!(
            "the key in {place} is of a kind that redislock does not know: make one of {KEYS}"
        )),
    })?;
    Ok(Some(Arc::new(certified)))
}

fn read(option: &str, path: &Path) -> io::Result<Vec<u8>> {
    file::read(path, u64::MAX).map_err(|why| io::Error::other(format!("{} {why}", named_file(option, path))))
}

fn certificates(option: &str, path: &Path, bytes: &[u8]) -> io::Result<Vec<CertificateDer<'static>>> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(bytes).collect();
    certificates.ok().filter(|certificates| !certificates.is_empty()).ok_or_else(|| {
        io::Error::other(format!(
            "{} has no certificate in PEM form (-----BEGIN CERTIFICATE-----)",
            named_file(option, path)
        ))
    })
}

fn private_key(option: &str, path: &Path, bytes: &[u8]) -> io::Result<PrivateKeyDer<'static>> {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    PrivateKeyDer::from_pem_slice(bytes).map_err(|_| {
        let place = named_file(option, path);
        if has(b"BEGIN ENCRYPTED PRIVATE KEY") || has(b"Proc-Type: 4,ENCRYPTED") {
            return io::Error::other(format!(
                "the key in {place} is encrypted, and there is no place for its passphrase: decrypt it by \
                 openssl pkey -in FILE -out NEW_FILE"
            ));
        }
        let hint = if option == "local_cert" { "; a key of another file is named by local_pk" } else { "" };
        io::Error::other(format!("{place} has no private key in PEM form (-----BEGIN PRIVATE KEY-----){hint}"))
    })
}

/// Trusts what the authorities have signed, and the very certificates that the cafile names.
#[derive(Debug)]
struct Verifier {
    /// `None` takes any certificate (verify_peer=0). Signatures by it are not looked at: they would prove that a stranger is
    /// a stranger, and fail for certificates that this library cannot read.
    chain: Option<Arc<WebPkiServerVerifier>>,
    named: Vec<CertificateDer<'static>>,
    schemes: Vec<SignatureScheme>,
}

impl Verifier {
    fn signature(
        &self,
        check: impl FnOnce(&WebPkiServerVerifier) -> Result<HandshakeSignatureValid, Error>,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chain.as_deref().map_or_else(|| Ok(HandshakeSignatureValid::assertion()), check)
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        server: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(server, others, name, ocsp, now) {
            // What `openssl req -x509` makes is an authority's, which rustls refuses as a server's. It is what people
            // have, and an address that names it means it. That it is not expired was checked before (rustls-webpki 0.103.16,
            // verify_cert.rs, check_issuer_independent_properties), its name is to be.
            Err(Error::InvalidCertificate(why)) if is_authority_as_server(&why) && self.named.contains(server) => {
                verify_server_name(&ParsedCertificate::try_from(server)?, name)?;
                Ok(ServerCertVerified::assertion())
            }
            done => done,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        server: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signature(|chain| chain.verify_tls12_signature(message, server, signed))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        server: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signature(|chain| chain.verify_tls13_signature(message, server, signed))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }
}

/// Tells whether a certificate was refused because a key or a signature is of a kind that ring does not know.
pub(super) fn is_of_unknown_kind(why: &CertificateError) -> bool {
    matches!(
        why,
        CertificateError::UnsupportedSignatureAlgorithmContext { .. }
            | CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext { .. }
    )
}

/// Tells whether a certificate was refused because it is an authority's own. The type that says so is another crate's
/// (rustls-webpki 0.103.16), its name is all that rustls passes on.
pub(super) fn is_authority_as_server(why: &CertificateError) -> bool {
    is_called(why, "CaUsedAsEndEntity")
}

pub(super) fn is_called(why: &CertificateError, name: &str) -> bool {
    matches!(why, CertificateError::Other(other) if other.to_string() == name)
}

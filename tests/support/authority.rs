//! Owns certificates of one test: an authority, what it signs, and servers that show it; all made by the program `openssl`.
//! Knows nothing of redislock but how an address names files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Server;

/// What a certificate of a test is for, unless the test says otherwise.
pub(crate) const HERE: &str = "IP:127.0.0.1";
/// A time long before and one long after any test.
const ONCE: &str = "20000101000000Z";
const SOME_DAY: &str = "21000101000000Z";
/// Of a kind that is made in no time.
const NEW_KEY: [&str; 5] = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

/// A certificate and its key, in PEM form.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) cert: String,
    pub(crate) key: String,
}

/// An authority that signs certificates, with a folder for all files. Gone when dropped.
#[derive(Debug)]
pub(crate) struct Authority {
    folder: PathBuf,
    own: Identity,
}

impl Authority {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("redislock-tls-{}-{number}", process::id()));
        // One of that name may stay from a process with the same pid.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("index"), "").unwrap();
        let own = self_signed(&folder, "authority", "basicConstraints=critical,CA:TRUE");
        Self { folder, own }
    }

    pub(crate) fn cafile(&self) -> &str {
        &self.own.cert
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.folder.join(name), text).unwrap();
        self.path(name)
    }

    /// Signs a certificate for such names as `DNS:redis.lan,IP:127.0.0.1`; none: it names no host.
    pub(crate) fn signs(&self, names: &str) -> Identity {
        self.signs_from_to(names, ONCE, SOME_DAY)
    }

    pub(crate) fn signs_expired(&self, names: &str) -> Identity {
        self.signs_from_to(names, ONCE, "20010101000000Z")
    }

    pub(crate) fn signs_too_early(&self, names: &str) -> Identity {
        self.signs_from_to(names, "20990101000000Z", SOME_DAY)
    }

    /// Makes what `openssl req -x509` makes by default: a certificate for authorities that is its own.
    pub(crate) fn self_signed(&self, names: &str) -> Identity {
        let extensions = format!("basicConstraints=critical,CA:TRUE\nsubjectAltName={names}");
        self_signed(&self.folder, &new_name(), &extensions)
    }

    /// The same with a key of another kind: `rsa:2048`, `ec:P-521`, `ed448`.
    pub(crate) fn self_signed_with(&self, kind: &str) -> Identity {
        let (algorithm, curve) = kind.strip_prefix("ec:").map_or((kind, None), |curve| ("ec", Some(curve)));
        let curve = curve.map(|curve| format!("ec_paramgen_curve:{curve}"));
        let mut new_key = vec!["req", "-newkey", algorithm];
        new_key.extend(curve.iter().flat_map(|curve| ["-pkeyopt", curve]));
        let extensions = format!("basicConstraints=critical,CA:TRUE\nsubjectAltName={HERE}");
        self_signed_by(&self.folder, &new_name(), &extensions, &new_key)
    }

    /// Has another sign a certificate in this authority's place.
    pub(crate) fn signed_by(&self, signer: &Identity, names: &str) -> Identity {
        let name = new_name();
        let (key, request, cert) = (format!("{name}.key"), format!("{name}.csr"), format!("{name}.pem"));
        let config =
            config(&self.folder, &name, &format!("basicConstraints=critical,CA:FALSE\nsubjectAltName={names}"));
        openssl(&self.folder, &[&NEW_KEY[..], &["-config", &config, "-keyout", &key, "-out", &request]].concat());
        let signing =
            ["x509", "-req", "-in", &request, "-days", "2", "-extfile", &config, "-extensions", "ext", "-out", &cert];
        openssl(
            &self.folder,
            &[&signing[..], &["-CA", &signer.cert, "-CAkey", &signer.key, "-CAcreateserial"]].concat(),
        );
        Identity { cert: self.path(&cert), key: self.path(&key) }
    }

    fn signs_from_to(&self, names: &str, from: &str, to: &str) -> Identity {
        let name = new_name();
        let names = if names.is_empty() { String::new() } else { format!("subjectAltName={names}") };
        let config = config(&self.folder, &name, &format!("basicConstraints=critical,CA:FALSE\n{names}"));
        let (key, request, cert) = (format!("{name}.key"), format!("{name}.csr"), format!("{name}.pem"));
        openssl(&self.folder, &[&NEW_KEY[..], &["-config", &config, "-keyout", &key, "-out", &request]].concat());
        let signing = ["ca", "-batch", "-notext", "-config", &config, "-in", &request, "-out", &cert];
        let by = ["-cert", &self.own.cert, "-keyfile", &self.own.key, "-startdate", from, "-enddate", to];
        openssl(&self.folder, &[&signing[..], &by[..]].concat());
        Identity { cert: self.path(&cert), key: self.path(&key) }
    }

    /// Runs openssl in this authority's folder.
    pub(crate) fn openssl(&self, arguments: &[&str]) {
        openssl(&self.folder, arguments);
    }

    /// Starts a server that shows `identity` and asks its clients for none.
    pub(crate) fn server(&self, identity: &Identity, options: &[&str]) -> Server {
        self.server_in(identity, options, &[])
    }

    /// The same with more variables in its environment.
    pub(crate) fn server_in(&self, identity: &Identity, options: &[&str], environment: &[(String, String)]) -> Server {
        let files = ["--tls-cert-file", &identity.cert, "--tls-key-file", &identity.key];
        let clients = ["--tls-ca-cert-file", self.cafile(), "--tls-auth-clients", "no"];
        Server::with_tls(&[&files[..], &clients[..], options].concat(), environment)
    }

    /// The address of a server for a client that trusts this authority, with more options after it.
    pub(crate) fn address(&self, server: &Server, more: &str) -> String {
        self.address_of(server.tls_port(), more)
    }

    pub(crate) fn address_of(&self, port: u16, more: &str) -> String {
        format!("rediss://127.0.0.1:{port}?cafile={}{more}", self.cafile())
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        // Best effort: a folder that stays behind harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn new_name() -> String {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    format!("c{}", NUMBER.fetch_add(1, Ordering::Relaxed))
}

fn self_signed(folder: &Path, name: &str, extensions: &str) -> Identity {
    self_signed_by(folder, name, extensions, &NEW_KEY)
}

fn self_signed_by(folder: &Path, name: &str, extensions: &str, new_key: &[&str]) -> Identity {
    let (key, cert, config) = (format!("{name}.key"), format!("{name}.pem"), config(folder, name, extensions));
    let own = ["-x509", "-days", "2", "-config", &config, "-keyout", &key, "-out", &cert];
    openssl(folder, &[new_key, &own[..]].concat());
    let path = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    Identity { cert: path(&cert), key: path(&key) }
}

fn config(folder: &Path, name: &str, extensions: &str) -> String {
    let text = format!(
        "[req]\nprompt=no\nencrypt_key=no\ndistinguished_name=name\nx509_extensions=ext\n\
         [name]\nCN=redislock test {name}\n[ext]\n{extensions}\n\
         [ca]\ndefault_ca=signer\n[signer]\ndatabase=index\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\n\
         policy=any\nx509_extensions=ext\nunique_subject=no\n[any]\ncommonName=supplied\n"
    );
    fs::write(folder.join(format!("{name}.conf")), text).unwrap();
    format!("{name}.conf")
}

fn openssl(folder: &Path, arguments: &[&str]) {
    let output = Command::new("openssl").current_dir(folder).args(arguments).output().expect("the program openssl");
    assert!(output.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

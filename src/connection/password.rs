//! Owns the text of a login's password: as the address has it, or read from the file that it names, for each new connection.
//! Does not own which file that is (`address`), what is done with a wrong one (`arrival`).

use std::io;
use std::path::Path;

use crate::address::{Credentials, Password};
use crate::net::file::{self, named_file};

/// The most bytes of such a file: more is no password, and a slip of the pen should not be sent.
const LONGEST: u64 = 4096;

/// Returns the password. `option` is what an address calls the file.
/// Errors: which file is no good, and why; nothing of what is in it.
pub(super) fn of(credentials: &Credentials, option: &str) -> io::Result<Vec<u8>> {
    match &credentials.password {
        Password::Text(text) => Ok(text.clone()),
        Password::File(path) => {
            read(path).map_err(|why| io::Error::other(format!("{} {why}", named_file(option, path))))
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut text = file::read(path, LONGEST + 1)?;
    if text.len() as u64 > LONGEST {
        return Err(format!("has more than {LONGEST} bytes, which no password has"));
    }
    // Editors and `echo` end a text with one.
    if text.ends_with(b"\n") {
        text.pop();
        if text.ends_with(b"\r") {
            text.pop();
        }
    }
    if text.is_empty() { Err("is empty: it must have the password".to_owned()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A file of this test's own, which goes with it.
    struct Given(std::path::PathBuf);

    impl Given {
        fn with(text: &[u8]) -> Self {
            static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
            let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("redislock-password-{}-{number}", std::process::id()));
            fs::write(&path, text).unwrap();
            Self(path)
        }
    }

    impl Drop for Given {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn text_of(text: &[u8]) -> Result<Vec<u8>, String> {
        read(&Given::with(text).0)
    }

    #[test]
    fn one_line_end_is_cut_and_nothing_else() {
        for (text, password) in [
            (&b"s3cret"[..], &b"s3cret"[..]),
            (b"s3cret\n", b"s3cret"),
            (b"s3cret\r\n", b"s3cret"),
            (b"s3cret\n\n", b"s3cret\n"),
            (b" s3\ncret \r", b" s3\ncret \r"),
            (b"\xff\0", b"\xff\0"),
        ] {
            assert_eq!(text_of(text), Ok(password.to_vec()));
        }
        let longest = "x".repeat(4096);
        assert_eq!(text_of(longest.as_bytes()), Ok(longest.into_bytes()));
    }

    #[test]
    fn what_is_no_password_is_told_by_the_name_of_the_file_alone() {
        for text in ["", "\n", "\r\n"] {
            assert_eq!(text_of(text.as_bytes()), Err("is empty: it must have the password".to_owned()));
        }
        assert_eq!(text_of(&[b'x'; 4097]), Err("has more than 4096 bytes, which no password has".to_owned()));
        let error = |path: &str| read(Path::new(path)).unwrap_err();
        assert_eq!(error("/nowhere/secret"), "cannot be read: there is no such file");
        for path in ["/", "/dev/zero", "/dev/tty"] {
            assert_eq!(error(path), "is no regular file", "{path}");
        }
        let login = Credentials { user: None, password: Password::File("/no\nwhere".into()) };
        let error = of(&login, "password_file").unwrap_err().to_string();
        assert_eq!(error, "password_file /no\\nwhere cannot be read: there is no such file");
    }
}

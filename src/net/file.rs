//! Owns reading a file that an address names, and how messages show it.
//! Does not own what is in it (`connection::password`, `tls::certificates`).

use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc;

/// The most characters that a message shows of text which is not ours.
const SHOWN: usize = 200;

/// Names a file as messages have it. `option` is what an address calls it.
pub(crate) fn named_file(option: &str, path: &Path) -> String {
    format!("{option} {}", show(&path.to_string_lossy()))
}

/// Shows text that is not ours: short, and without control characters.
pub(crate) fn show(text: &str) -> String {
    text.chars().take(SHOWN).flat_map(char::escape_default).collect()
}

/// Reads a regular file, up to `most` bytes of it. A pipe would block the thread that opens it, and to open a device may do something.
/// Errors: why it is no good.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: &io::Error| {
        let cause = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        format!("cannot be read: {cause}")
    };
    let is_regular = |about: io::Result<fs::Metadata>| match about {
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err("is no regular file".to_owned()),
        Err(error) => Err(cannot(&error)),
    };
    is_regular(fs::metadata(path))?;
    // Another may be there by now.
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path);
    let file = file.map_err(|error| cannot(&error))?;
    is_regular(file.metadata())?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    Ok(bytes)
}

//! Owns in whose name a process locks, in words for people: `redislock.label`, its grammar, and what it comes to here.
//! Does not own where in a token it stands (`token`), which locks have one (`lock::LockSettings`).

use std::sync::Arc;
use std::time::SystemTime;

use crate::clock;

/// The longest label in bytes, as it is set and as it comes out: a host's name has 64 at most on Linux, a process's
/// number 7, and every waiter is sent the whole of it.
pub const LONGEST: usize = 128;

/// In whose name a process locks. It proves nothing: a client that may write to Redis may write any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    text: Arc<str>,
}

/// A text that is no label; continues "redislock.label ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// Longer than [`LONGEST`], or not for the terminals and logs that it ends up in.
    #[error("must be at most {LONGEST} bytes of printable ASCII")]
    Unprintable,
    /// A sign of percent that stands for nothing.
    #[error("must not contain a % but in %h (host), %p (process), %t (time) and %%")]
    Percent,
}

impl Label {
    /// Reads the setting; an empty one is `None`: no label.
    ///
    /// # Errors
    /// [`LabelError`] when it is too long, not printable, or has a `%` that stands for nothing.
    pub fn parse(text: &[u8]) -> Result<Option<Self>, LabelError> {
        if text.is_empty() {
            return Ok(None);
        }
        let text = printable(text).ok_or(LabelError::Unprintable)?;
        let mut rest = text;
        while let Some((_, after)) = rest.split_once('%') {
            rest = after.strip_prefix(['h', 'p', 't', '%']).ok_or(LabelError::Percent)?;
        }
        Ok(Some(Self { text: text.into() }))
    }

    /// Returns its text for this process and host. Computed each time: a fork changes the process, an administrator the host's name.
    pub fn written(&self) -> String {
        let mut written = String::with_capacity(LONGEST);
        let mut rest = &*self.text;
        while let Some((before, after)) = rest.split_once('%') {
            written.push_str(before);
            let mut signs = after.chars();
            match signs.next() {
                Some('h') => written.push_str(&host()),
                Some('p') => written.push_str(&std::process::id().to_string()),
                Some('t') => written.push_str(&clock::time_of_day(SystemTime::now())),
                _ => written.push('%'),
            }
            rest = signs.as_str();
        }
        written.push_str(rest);
        // Of one byte each.
        written.truncate(LONGEST);
        written
    }
}

/// Reads what may be a label that was written; `None` when it is too long, empty or not printable.
pub fn printable(bytes: &[u8]) -> Option<&str> {
    let is_sound = matches!(bytes.len(), 1..=LONGEST) && bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if is_sound { std::str::from_utf8(bytes).ok() } else { None }
}

/// Returns the host's name, with a question mark for every byte that could not be printed.
fn host() -> String {
    let name = nix::unistd::gethostname().unwrap_or_default();
    let bytes = name.as_encoded_bytes();
    bytes.iter().map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        Label::parse(text.as_bytes()).unwrap().unwrap().written()
    }

    #[test]
    fn host_and_process_stand_for_themselves_and_text_for_text() {
        let (host, process) = (host(), std::process::id());
        assert_eq!(written("%h:%p"), format!("{host}:{process}"));
        assert_eq!(written("cron %p%%, 100%% of %h"), format!("cron {process}%, 100% of {host}"));
        assert_eq!(written("plain"), "plain");
        assert!(!host.is_empty());
    }

    #[test]
    fn the_time_is_that_of_writing_and_a_doubled_percent_before_a_t_is_none() {
        let before = clock::time_of_day(SystemTime::now());
        let (_, time) = written("job@%t").split_once('@').map(|(job, time)| (job.to_owned(), time.to_owned())).unwrap();
        assert!(before <= time && time <= clock::time_of_day(SystemTime::now()), "{before} {time}");
        assert!(written("%%t") == "%t" && written("%%%t").starts_with("%2"));
    }

    #[test]
    fn an_empty_one_is_none_and_nonsense_is_refused_with_its_reason() {
        assert_eq!(Label::parse(b""), Ok(None));
        assert_eq!(Label::parse(&[b'a'; LONGEST + 1]), Err(LabelError::Unprintable));
        for unprintable in [&b"a\nb"[..], b"\x1b[31m", b"a\0", b"caf\xc3\xa9", b"\x7f"] {
            assert_eq!(Label::parse(unprintable), Err(LabelError::Unprintable), "{}", unprintable.escape_ascii());
        }
        for percent in ["%", "100%", "%H", "%%%", "%h%"] {
            assert_eq!(Label::parse(percent.as_bytes()), Err(LabelError::Percent), "{percent}");
        }
        assert!(Label::parse(&[b'a'; LONGEST]).unwrap().is_some());
    }

    #[test]
    fn what_is_written_has_no_more_bytes_than_what_is_read() {
        let long = written(&"%h".repeat(LONGEST / 2));
        assert!(printable(long.as_bytes()).is_some(), "{} bytes", long.len());
        // The first processes of a PID namespace have numbers of one digit.
        let digits = std::process::id().to_string().len();
        assert_eq!(written(&format!("{}%p", "a".repeat(LONGEST - 2))).len(), LONGEST.min(LONGEST - 2 + digits));
    }
}

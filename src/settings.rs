//! Owns what can be configured, its defaults and ranges, and reading it from text.
//! Does not own where the text comes from (`php::ini`); what a setting leads to.

use std::time::Duration;

use crate::events;
use crate::ttl::{Ttl, TtlError};

/// The default of `redislock.server`.
pub const SERVER: &str = "redis://127.0.0.1:6379";
/// The default of `redislock.ttl` in seconds: long for a web request's critical section, short for a crash.
pub const TTL: &str = "30";

/// The shortest timeout in seconds.
const SHORTEST_TIMEOUT: f64 = 0.001;
/// The longest timeout in seconds: an hour.
const LONGEST_TIMEOUT: f64 = 3600.0;

/// How long the network may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a connection to be made, over all of a name's addresses; the resolver keeps its own limits.
    pub connect: Duration,
    /// For one exchange: a request written and its replies read.
    pub io: Duration,
}

impl Timeouts {
    /// Returns them, none longer than this.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { connect: self.connect.min(limit), io: self.io.min(limit) }
    }
}

impl Default for Timeouts {
    /// One second each.
    fn default() -> Self {
        Self { connect: Duration::from_secs(1), io: Duration::from_secs(1) }
    }
}

/// Reads a network timeout from text: decimal seconds, 0.001 to 3600; anything else is `None`.
pub fn timeout(text: &str) -> Option<Duration> {
    let seconds = seconds(text)?;
    (SHORTEST_TIMEOUT..=LONGEST_TIMEOUT).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Reads a ttl from text: decimal seconds or `INF`.
///
/// # Errors
/// `None` when the text is no number, the [`TtlError`] when the number is no ttl.
pub fn ttl(text: &str) -> Result<Ttl, Option<TtlError>> {
    if text.trim().eq_ignore_ascii_case("INF") {
        return Ok(Ttl::Forever);
    }
    Ttl::from_seconds(seconds(text).ok_or(None)?).map_err(Some)
}

/// Reads how many events are kept: decimal digits, 0 to [`events::MOST`]; anything else is `None`.
pub fn events(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&count| is_plain && count <= events::MOST)
}

/// Reads a switch from the words that php.ini knows for on and off.
pub fn switch(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "on" | "yes" | "true" => Some(true),
        "" | "0" | "off" | "no" | "false" => Some(false),
        _ => None,
    }
}

/// Reads whether servers may be asked to tell of changes: `auto`, or one of php.ini's words for off.
pub fn tracking(text: &str) -> Option<bool> {
    if text.trim().eq_ignore_ascii_case("auto") { Some(true) } else { switch(text).filter(|is_on| !is_on) }
}

/// Reads a finite decimal number, white space around it allowed; stricter than PHP's own casts, for which
/// "1s" and "" are numbers too.
fn seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain =
        !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_a_millisecond_to_an_hour() {
        assert_eq!(timeout("0.25"), Some(Duration::from_millis(250)));
        assert_eq!(timeout(" 1 "), Some(Duration::from_secs(1)));
        assert_eq!(timeout("0.001"), Some(Duration::from_millis(1)));
        assert_eq!(timeout("3600"), Some(Duration::from_secs(3600)));
        for nonsense in ["", "0", "-1", "0.0009", "3601", "1s", "abc", "NaN", "inf", "1e9999"] {
            assert_eq!(timeout(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_ttl_may_be_infinite_but_not_nonsense() {
        assert_eq!(ttl("INF"), Ok(Ttl::Forever));
        assert_eq!(ttl("0.5"), Ok(Ttl::For(Duration::from_millis(500))));
        assert_eq!(ttl("soon"), Err(None));
        assert!(matches!(ttl("0"), Err(Some(TtlError::TooShort(_)))));
    }

    #[test]
    fn events_are_a_whole_number() {
        assert_eq!([events("0"), events(" 100 "), events("65536")], [Some(0), Some(100), Some(65_536)]);
        for nonsense in ["", "-1", "+1", "65537", "1.5", "on", "99999999999999999999"] {
            assert_eq!(events(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_switch_knows_the_words_of_php_ini() {
        assert_eq!(switch("On"), Some(true));
        assert_eq!(switch(""), Some(false));
        assert_eq!(switch("2"), None);
        assert_eq!(
            [tracking("auto"), tracking("0"), tracking("Off"), tracking("1")],
            [Some(true), Some(false), Some(false), None]
        );
    }

    #[test]
    fn the_defaults_are_valid() {
        assert_eq!(timeout("1"), Some(Timeouts::default().io));
        assert!(ttl(TTL).is_ok());
    }
}

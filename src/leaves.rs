//! Owns what a release leaves at its key, once it was asked to: a rest, a done marker.
//! Does not own the requests that leave it (`scripts`), and until when a lease is asked for it (`lease`).

use rand::TryRng;
use rand::rngs::SysRng;

use crate::clock::Instant;
use crate::failure::Failure;

/// How a done marker begins.
const DONE: &[u8; 8] = b"rl_done:";
/// How many digits its tag has.
const TAG: usize = 16;
/// The length of a marker.
pub const MARKER: usize = DONE.len() + TAG;
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// What a release leaves at its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Nothing: the key goes.
    Nothing,
    /// It stays taken until then, where that is yet to come.
    Rest(Instant),
    /// Nothing, and others look for what was made under it: they are woken.
    Found,
    /// It says that the work is done.
    Done(Marker),
}

/// A done marker: only the lease that has made it knows its tag, so that a second try finds its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// When it ends.
    pub until: Instant,
    text: [u8; MARKER],
}

impl Marker {
    /// Makes one that ends then.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn new(until: Instant) -> Result<Self, Failure> {
        let random = random::<TAG>()?;
        let mut text = [0; MARKER];
        let (head, tag) = text.split_at_mut(DONE.len());
        head.copy_from_slice(DONE);
        for (digit, random) in tag.iter_mut().zip(random) {
            *digit = DIGITS[usize::from(random & 15)];
        }
        Ok(Self { until, text })
    }

    /// Has it end then.
    #[must_use]
    pub fn ending(self, until: Instant) -> Self {
        Self { until, ..self }
    }

    /// Returns the value at the key.
    pub fn text(&self) -> &[u8; MARKER] {
        &self.text
    }
}

/// Gets random bytes of the operating system's generator.
///
/// # Errors
/// `NotSent`: it gives none, so that there is nothing to send.
pub(crate) fn random<const COUNT: usize>() -> Result<[u8; COUNT], Failure> {
    let mut random = [0; COUNT];
    match SysRng.try_fill_bytes(&mut random) {
        Ok(()) => Ok(random),
        Err(error) => Err(Failure::NotSent { node: "random bytes".to_owned(), cause: error.to_string() }),
    }
}

/// Tells whether a value is a done marker.
pub fn is_marker(value: &[u8]) -> bool {
    value.len() == MARKER && value.starts_with(DONE)
}

/// Tells whether a token could be taken for one.
pub fn begins_as_marker(value: &[u8]) -> bool {
    value.starts_with(b"rl_done")
}

impl Leaves {
    /// Returns PHP's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nothing | Self::Found => "",
            Self::Rest(_) => "rest",
            Self::Done(_) => "done",
        }
    }

    /// Returns until when the key stays taken without a holder.
    pub fn until(self) -> Option<Instant> {
        match self {
            Self::Nothing | Self::Found => None,
            Self::Rest(until) | Self::Done(Marker { until, .. }) => Some(until),
        }
    }
}

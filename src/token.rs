//! Owns the random text that proves who holds a lock, and its form.
//! Does not own which lease has which token (`lease`).

use std::fmt;
use std::sync::Arc;

use crate::failure::Failure;
use crate::label::{self, Label};
use crate::leaves;

/// The longest given token in bytes.
pub const LONGEST: usize = 4096;

/// How the tokens of a holder begin that signals; the acquire script looks for it.
const SIGNALS: &[u8; 3] = b"rl_";
/// And of one that does not.
const STAYS_SILENT: &[u8; 3] = b"rn_";
/// What is at a key that was released and stays taken for a while: no holder's token, and it begins as those do that signal,
/// because its release has.
pub const REST: &[u8] = b"rl_rest";
/// How many bytes of the system's generator are in a token.
const RANDOM: usize = 16;
/// The length of a token that was made here, without a label.
pub const FRESH: usize = SIGNALS.len() + 2 * RANDOM;
/// What stands between a token's random part and its label.
const LABELLED: u8 = b'@';
/// The digits of each byte: to look both up at once is half of what a token costs otherwise.
static HEX: [[u8; 2]; 256] = {
    let (digits, mut hex, mut byte) = (b"0123456789abcdef", [[0; 2]; 256], 0);
    while byte < hex.len() {
        hex[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    hex
};

/// Proof of who holds a lock: the value at its key. Never shown in messages.
///
/// Cloned for every request, so a clone copies no text to the heap.
#[derive(Clone)]
pub struct Token {
    text: Text,
    /// See [`Token::is_shared`].
    is_shared: bool,
}

/// Only the text decides: Redis sees nothing else.
impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Token {}

#[derive(Clone)]
enum Text {
    Fresh([u8; FRESH]),
    Other(Arc<[u8]>),
}

/// A given token that cannot be one; the text continues "Argument #4 ($token) ...".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// No byte, or too many.
    #[error("must be 1 to {LONGEST} bytes, {0} given")]
    Length(usize),
    /// It proves nothing, or could be taken for what does not: it is at a key that no process holds.
    #[error("must not be \"rl_rest\" or begin with \"rl_done\", which stand for locks that nobody holds")]
    Reserved,
}

/// What a waiter may expect of the holder that wrote a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// `rl_`: the holder signals its release; a waiter may block.
    Signals,
    /// `rn_`: it does not (several masters have it, or an older client found that it could not); a waiter polls.
    StaysSilent,
}

impl Token {
    /// Makes a token from 128 bits of the operating system's generator: `rl_` and 32 hex digits, and after them, if there
    /// is one, `@` and the label.
    ///
    /// The system's generator and no other: one that lives in the process would repeat after a fork.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn fresh(label: Option<&Label>) -> Result<Self, Failure> {
        let random = leaves::random::<RANDOM>()?;
        let mut text = [0; FRESH];
        let (head, digits) = text.split_at_mut(SIGNALS.len());
        head.copy_from_slice(SIGNALS);
        digits.copy_from_slice(hex(random).as_flattened());
        let text = match label {
            None => Text::Fresh(text),
            Some(label) => Text::Other([&text[..], &[LABELLED], label.written().as_bytes()].concat().into()),
        };
        Ok(Self { text, is_shared: false })
    }

    /// Makes another that says the same: promise and label.
    ///
    /// # Errors
    /// As [`Token::fresh`].
    pub fn another(&self) -> Result<Self, Failure> {
        let mut another = Self::fresh(None)?;
        if let Text::Other(text) = &self.text {
            another.text = Text::Other([another.as_bytes(), &text[FRESH..]].concat().into());
        }
        if self.promise() == Promise::StaysSilent {
            another.stay_silent();
        }
        Ok(another)
    }

    /// Takes a token that was made elsewhere, and is known there: any bytes.
    ///
    /// # Errors
    /// [`TokenError`] when it is empty, longer than 4,096 bytes, or stands for a lock at rest.
    pub fn given(bytes: &[u8]) -> Result<Self, TokenError> {
        match bytes.len() {
            1..=LONGEST if bytes == REST || leaves::begins_as_marker(bytes) => Err(TokenError::Reserved),
            1..=LONGEST => Ok(Self { text: Text::Other(bytes.into()), is_shared: true }),
            other => Err(TokenError::Length(other)),
        }
    }

    /// Has one that was made here, and is not shared yet, promise no signal.
    pub fn stay_silent(&mut self) {
        match &mut self.text {
            _ if self.is_shared => {}
            Text::Fresh(text) => text[..SIGNALS.len()].copy_from_slice(STAYS_SILENT),
            Text::Other(text) => *text = [STAYS_SILENT, &text[SIGNALS.len()..]].concat().into(),
        }
    }

    /// Returns it as one that others may know.
    #[must_use]
    pub fn shared(self) -> Self {
        Self { is_shared: true, ..self }
    }

    /// Tells whether others may have it: the program was told it, or has given it. To find it at a key proves then that some holder
    /// has the lock, and not that this object acquired it; what may be released without being asked is decided by
    /// `node::recovery::may_release`.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Returns in whose name it was made, as [`label_of`] reads it.
    pub fn label(&self) -> Option<&str> {
        match &self.text {
            Text::Fresh(_) => None,
            Text::Other(text) => label_of(text),
        }
    }

    /// Tells what a waiter reads in it: a given token promises nothing.
    pub fn promise(&self) -> Promise {
        if self.as_bytes().starts_with(SIGNALS) { Promise::Signals } else { Promise::StaysSilent }
    }

    /// Returns the token as Redis sees it.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.text {
            Text::Fresh(text) => text,
            Text::Other(text) => text,
        }
    }
}

fn hex(random: [u8; RANDOM]) -> [[u8; 2]; RANDOM] {
    random.map(|byte| HEX[usize::from(byte)])
}

/// Tells whether a value, of which the first `FRESH + 1` bytes are enough, is of the form that [`Token::fresh`] gives.
pub fn is_fresh(value: &[u8]) -> bool {
    after_random_part(value).is_some_and(|after| matches!(after, [] | [LABELLED, ..]))
}

fn after_random_part(value: &[u8]) -> Option<&[u8]> {
    let digits = value.strip_prefix(SIGNALS).or_else(|| value.strip_prefix(STAYS_SILENT))?;
    let (digits, after) = digits.split_at_checked(2 * RANDOM)?;
    digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')).then_some(after)
}

/// Reads in whose name a token was made: of the form that [`Token::fresh`] gives, and of no other, because what
/// another program has after an `@` may be the proof.
pub fn label_of(token: &[u8]) -> Option<&str> {
    after_random_part(token)?.strip_prefix(&[LABELLED]).and_then(label::printable)
}

/// A token proves holding, so not even a debug print shows it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ten_thousand_tokens_differ_and_have_their_form() {
        let tokens: HashSet<Vec<u8>> = (0..10_000).map(|_| Token::fresh(None).unwrap().as_bytes().to_vec()).collect();
        assert_eq!(tokens.len(), 10_000);
        for token in tokens {
            let digits = token.strip_prefix(b"rl_").unwrap();
            assert_eq!(digits.len(), 32);
            assert!(digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')));
        }
    }

    #[test]
    fn a_token_is_shared_once_it_was_given_or_told() {
        let fresh = Token::fresh(None).unwrap();
        assert!(!fresh.is_shared() && fresh.clone().shared().is_shared());
        assert!(Token::given(b"t").unwrap().is_shared());
        assert_eq!(fresh.clone().shared(), fresh);
        assert_eq!(Token::given(fresh.as_bytes()).unwrap(), fresh, "shared here, and given here");
    }

    #[test]
    fn another_token_says_the_same() {
        let label = Label::parse(b"web").unwrap();
        for label in [None, label.as_ref()] {
            let mut token = Token::fresh(label).unwrap();
            for promise in [Promise::Signals, Promise::StaysSilent] {
                let another = token.another().unwrap();
                assert_ne!(another, token);
                assert_eq!((another.promise(), another.label()), (promise, token.label()));
                assert!(!another.is_shared());
                token.stay_silent();
            }
        }
    }

    #[test]
    fn every_byte_is_written_as_two_hex_digits() {
        let bytes = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10];
        assert_eq!(hex(bytes).as_flattened(), b"0123456789abcdeffedcba9876543210");
    }

    #[test]
    fn a_label_is_after_the_random_part_and_read_from_there() {
        let label = Label::parse(b"web@1 %p").unwrap();
        let mut token = Token::fresh(label.as_ref()).unwrap();
        for (promise, head) in [(Promise::Signals, "rl_"), (Promise::StaysSilent, "rn_")] {
            let text = std::str::from_utf8(token.as_bytes()).unwrap();
            let (random, written) = text.split_once('@').unwrap();
            assert!(random.starts_with(head) && random.len() == FRESH, "{random}");
            assert_eq!(written, format!("web@1 {}", std::process::id()));
            assert_eq!((label_of(token.as_bytes()), token.promise()), (Some(written), promise));
            token.stay_silent();
        }
    }

    #[test]
    fn what_a_token_promises_is_settled_until_it_is_shared() {
        let label = Label::parse(b"web1").unwrap();
        for label in [None, label.as_ref()] {
            let mut token = Token::fresh(label).unwrap();
            let random = token.as_bytes()[3..].to_vec();
            let mut shared = token.clone().shared();
            shared.stay_silent();
            assert_eq!(shared.promise(), Promise::Signals);
            token.stay_silent();
            assert_eq!((token.promise(), &token.as_bytes()[3..]), (Promise::StaysSilent, &random[..]));
        }
        let mut given = Token::given(b"t").unwrap();
        given.stay_silent();
        assert_eq!(given.as_bytes(), b"t");
    }

    #[test]
    fn a_label_is_read_from_no_token_of_another_form() {
        let digits = "0123456789abcdef0123456789abcdef";
        assert_eq!(label_of(format!("rl_{digits}@a").as_bytes()), Some("a"));
        let long = "a".repeat(label::LONGEST + 1);
        for other in [
            format!("rl_{digits}"),
            format!("rl_{digits}@"),
            format!("rl_{digits}@{long}"),
            format!("rl_{digits}@a\nb"),
            format!("rl_{digits}:@a"),
            format!("rl_{}@a", &digits[1..]),
            format!("rl_{}@a", digits.to_uppercase()),
            format!("rx_{digits}@a"),
            "me@example.org".to_owned(),
            String::new(),
        ] {
            assert_eq!(label_of(other.as_bytes()), None, "{other}");
        }
        assert!(is_fresh(format!("rl_{digits}").as_bytes()) && is_fresh(format!("rn_{digits}@").as_bytes()));
        assert!(!is_fresh(format!("rl_{digits}0").as_bytes()) && !is_fresh(digits.as_bytes()));
    }

    #[test]
    fn a_given_token_has_1_to_4096_bytes() {
        assert_eq!(Token::given(b"").unwrap_err().to_string(), "must be 1 to 4096 bytes, 0 given");
        assert!(Token::given(&[0xff; LONGEST]).is_ok());
        assert!(Token::given(&[0; LONGEST + 1]).is_err());
    }

    #[test]
    fn a_debug_print_does_not_show_the_token() {
        assert_eq!(format!("{:?}", Token::given(b"secret").unwrap()), "Token(...)");
    }
}

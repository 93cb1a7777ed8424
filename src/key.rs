//! Owns the Redis key that stands for a lock or for one of its permits, its limits, its companions' names, and how messages show it.
//! Does not own what is stored there (`token`), which keys one lease covers (`scope`), prefix settings (`settings`).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The longest key in bytes, prefix included: longer ones are a mistake (a payload passed as a name).
pub const LONGEST: usize = 64 * 1024;

/// How many slots a cluster has.
const SLOTS: u16 = 16_384;
/// How many bytes of a key a message shows.
const SHOWN: usize = 64;

/// What the names of all keys beside a lock's have and no lock's own key may have: names to come are reserved, too.
const RESERVED: &[u8; 4] = b":rl-";
/// What stands between a key and the number of one of its permits.
const PERMIT: &str = ":rl-permit-";

/// The Redis key that stands for a lock, prefix included; any bytes.
#[derive(Clone)]
pub struct Key {
    bytes: Box<[u8]>,
    /// How many of them are the prefix, for figures about kinds of locks: no part of which key it is.
    prefix: u32,
    /// It has a hash tag. Found out once: a release needs it several times.
    is_tagged: bool,
    /// Set where it is a permit of another key, number 2 and up: the first permit is the key itself.
    permit: Option<Arc<PermitOf>>,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        (&self.bytes, &self.permit) == (&other.bytes, &other.permit)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

/// Whose permit a key is, and the names that it shares with the others.
#[derive(PartialEq, Eq, Hash)]
struct PermitOf {
    base: Key,
    /// How many permits its holder says there are.
    count: u8,
    wake: Box<[u8]>,
    waiting: Box<[u8]>,
}

/// The keys beside a lock's key. Their names are part of protocol 1 and never change meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// A list: its one element wakes one waiter.
    Wake,
    /// A string: a waiter is there.
    Waiting,
    /// The last fence.
    Fence,
    /// How many permits there are, for operators.
    Permits,
}

impl Companion {
    /// Returns what comes after the key, and the brace after which a tag follows, if one does.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Wake => ":rl-wake{",
            Self::Waiting => ":rl-waiting{",
            Self::Fence => ":rl-fence{",
            Self::Permits => ":rl-permits{",
        }
    }
}

/// A name that cannot be a lock's key; the text continues "Argument #1 ($key) ...".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No byte at all, prefix included.
    #[error("must not be empty")]
    Empty,
    /// More than [`LONGEST`] bytes, prefix included.
    #[error("must be at most {LONGEST} bytes with redislock.prefix in front, {0} given")]
    TooLong(usize),
    /// It could be the companion of another lock's key.
    #[error("must not contain \":rl-\", which is reserved for the keys beside a lock")]
    Reserved,
}

impl Key {
    /// Joins prefix and name.
    ///
    /// # Errors
    /// [`KeyError`] when the whole is empty, longer than 64 KiB, or contains `:rl-`.
    pub fn new(prefix: &[u8], name: &[u8]) -> Result<Self, KeyError> {
        let mut bytes = Vec::with_capacity(prefix.len() + name.len());
        bytes.extend_from_slice(prefix);
        bytes.extend_from_slice(name);
        if bytes.is_empty() {
            return Err(KeyError::Empty);
        }
        if bytes.len() > LONGEST {
            return Err(KeyError::TooLong(bytes.len()));
        }
        if bytes.windows(RESERVED.len()).any(|window| window == RESERVED) {
            return Err(KeyError::Reserved);
        }
        let (is_tagged, prefix) = (hash_tag(&bytes).is_some(), u32::try_from(prefix.len()).unwrap_or(u32::MAX));
        Ok(Self { bytes: bytes.into(), prefix, is_tagged, permit: None })
    }

    /// Returns the key of one of `count` permits of this key; the first is this key itself.
    #[must_use]
    pub fn permit(&self, number: u8, count: u8) -> Self {
        if number == 1 {
            return self.clone();
        }
        let name = |suffix: String| self.beside(&suffix).concat().into_boxed_slice();
        let (wake, waiting) = (name(format!("{PERMIT}wake-{count}{{")), name(format!("{PERMIT}waiting-{count}{{")));
        Self {
            bytes: name(format!("{PERMIT}{number}{{")),
            prefix: self.prefix,
            // Its key's, whose bytes it starts with, or its key.
            is_tagged: true,
            permit: Some(Arc::new(PermitOf { base: self.clone(), count, wake, waiting })),
        }
    }

    /// Finds the key of which a name in Redis is a permit, number 2 and up.
    pub fn of_permit(name: &[u8]) -> Option<Self> {
        let at = name.windows(PERMIT.len()).position(|window| window == PERMIT.as_bytes())?;
        let base = Self::new(b"", &name[..at]).ok()?;
        let after = &name[at + PERMIT.len()..];
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&after[..digits]).ok()?.parse().ok().filter(|number| *number > 1)?;
        (base.permit(number, number).bytes[..] == *name).then_some(base)
    }

    /// Returns the key that a program has named: of a permit's key, the one whose permit it is.
    pub fn named(&self) -> &Self {
        self.permit.as_deref().map_or(self, |permit| &permit.base)
    }

    /// Returns how many elements its wake list may have: as many as there may be waiters who can each have a permit.
    pub fn most_signals(&self) -> u8 {
        self.permit.as_deref().map_or(1, |permit| permit.count)
    }

    /// Returns the key as Redis sees it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns how many bytes of it are the prefix that was set when it was named.
    pub fn prefix(&self) -> usize {
        self.prefix as usize
    }

    /// Returns the name of a key beside this one (docs/protocol.md#names-in-redis).
    ///
    /// Every name starts with the key itself, so an ACL pattern on the key's beginning covers it too.
    pub fn companion(&self, which: Companion) -> Vec<u8> {
        self.companion_parts(which).concat()
    }

    /// Returns the name of a key beside this one in pieces, which are to be written one after the other.
    pub fn companion_parts(&self, which: Companion) -> [&[u8]; 4] {
        let Some(permit) = &self.permit else { return self.beside(which.suffix()) };
        match which {
            Companion::Wake => [&permit.wake, b"", b"", b""],
            Companion::Waiting => [&permit.waiting, b"", b"", b""],
            Companion::Fence | Companion::Permits => permit.base.companion_parts(which),
        }
    }

    fn beside<'a>(&'a self, suffix: &'a str) -> [&'a [u8]; 4] {
        let (key, suffix) = (&self.bytes[..], suffix.as_bytes());
        if self.is_tagged { [key, &suffix[..suffix.len() - 1], b"", b""] } else { [key, suffix, key, b"}"] }
    }

    /// Returns the slot of a cluster that it is in.
    pub fn slot(&self) -> u16 {
        crc16(hash_tag(&self.bytes).unwrap_or(&self.bytes)) % SLOTS
    }

    /// Tells whether it is no permit, and has no hash tag, so that it tags its companions itself.
    pub(crate) fn is_its_own_tag(&self) -> bool {
        !self.is_tagged && self.permit.is_none()
    }

    /// Tells whether what is beside it is in its slot, which braces that are no hash tag prevent.
    pub fn keeps_its_slot(&self) -> bool {
        self.is_tagged || !self.bytes.iter().any(|byte| matches!(byte, b'{' | b'}'))
    }
}

/// Returns the part that Redis Cluster hashes instead of the whole: from the first `{` to the next `}`, when that is not
/// empty (Redis Cluster specification, "Hash tags").
fn hash_tag(key: &[u8]) -> Option<&[u8]> {
    let open = key.iter().position(|&byte| byte == b'{')?;
    let after = &key[open + 1..];
    let close = after.iter().position(|&byte| byte == b'}')?;
    (close > 0).then(|| &after[..close])
}

/// CRC16 as Redis Cluster computes it (XMODEM: polynomial 0x1021, from 0).
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ (u16::from(byte) << 8), |crc, _| (crc << 1) ^ if crc & 0x8000 == 0 { 0 } else { 0x1021 })
    })
}

/// Quoted, with everything but printable ASCII escaped, and cut to 64 bytes: a key may come from a user, and a
/// message ends up in logs and on terminals. A permit's is shown as the key that the program has named.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Shown(&self.named().bytes))
    }
}

/// Shows bytes as messages show a key.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Unquoted(self.0))
    }
}

/// Shows bytes as messages show a key, as a part of a longer text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unquoted<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Unquoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(SHOWN)];
        let dots = if self.0.len() > SHOWN { "..." } else { "" };
        write!(f, "{}{dots}", shown.escape_ascii())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slots that the specification and CLUSTER KEYSLOT (redis-server 7.0.15) give.
    #[test]
    fn a_key_has_the_slot_of_its_hash_tag() {
        let slot = |key: &str| Key::new(b"", key.as_bytes()).unwrap().slot();
        assert_eq!(crc16(b"123456789"), 0x31c3);
        assert_eq!(slot("123456789"), 12_739);
        assert_eq!(slot("foo"), 12_182);
        assert_eq!(slot("{foo}bar"), 12_182);
        assert_eq!(slot("x{foo}"), 12_182);
        assert_ne!(slot("{}foo"), 12_182);
    }

    fn key(name: &[u8]) -> Key {
        Key::new(b"", name).unwrap()
    }

    fn wake(name: &[u8]) -> String {
        String::from_utf8(key(name).companion(Companion::Wake)).unwrap()
    }

    #[test]
    fn companions_share_the_slot_of_every_key_whose_braces_are_a_hash_tag() {
        assert_eq!(wake(b"job"), "job:rl-wake{job}");
        assert_eq!(wake(b"{user}:job"), "{user}:job:rl-wake");
        assert_eq!(wake(b"a}b{c}"), "a}b{c}:rl-wake");
        assert_eq!(wake(b"a}b"), "a}b:rl-wake{a}b}");
        for name in
            [&b"job"[..], b"{user}:job", b"a}b{c}", b"a}b", b"{}x", b"a{}b", b"}{", b"}", b"{", b"{}{}", b"{}{c}"]
        {
            let key = key(name);
            let shares_it = key_of(&key.companion(Companion::Wake)) == key.slot();
            // Of some an empty tag leaves the whole name, and that is another.
            assert_eq!(key.keeps_its_slot(), shares_it, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn names_that_could_be_companions_are_refused() {
        for name in [&b"job:rl-wake{job}"[..], b"x:rl-waiting", b":rl-fence", b"job:rl-permit-2{job}", b"job:rl-"] {
            assert_eq!(Key::new(b"", name), Err(KeyError::Reserved));
        }
        assert!(Key::new(b"job:rl-", b"wake").is_err(), "also across the end of the prefix");
        assert!(Key::new(b"", b"job:waiting").is_ok());
        assert!(Key::new(b"", b"job:rl").is_ok());
    }

    #[test]
    fn a_permits_key_and_what_is_beside_it_share_the_slot_of_their_key() {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (plain, tagged) = (key(b"job"), key(b"{u}:job"));
        assert_eq!(plain.permit(1, 5), plain);
        let (second, tagged_second) = (plain.permit(2, 5), tagged.permit(2, 5));
        assert_eq!(text(second.as_bytes()), "job:rl-permit-2{job}");
        assert_eq!(text(tagged_second.as_bytes()), "{u}:job:rl-permit-2");
        let beside = |key: &Key, which| text(&key.companion(which));
        assert_eq!(beside(&second, Companion::Wake), "job:rl-permit-wake-5{job}");
        assert_eq!(beside(&tagged_second, Companion::Waiting), "{u}:job:rl-permit-waiting-5");
        assert_eq!(beside(&second, Companion::Permits), "job:rl-permits{job}");
        for permit in [&second, &tagged_second] {
            assert_eq!(permit.slot(), permit.named().slot());
            for which in [Companion::Wake, Companion::Waiting, Companion::Fence] {
                assert_eq!(key_of(&permit.companion(which)), permit.slot());
            }
        }
        assert_eq!((second.to_string(), second.most_signals(), plain.most_signals()), (plain.to_string(), 5, 1));
    }

    fn key_of(name: &[u8]) -> u16 {
        crc16(hash_tag(name).unwrap_or(name)) % SLOTS
    }

    #[test]
    fn a_permits_key_is_known_by_its_name() {
        for base in [&b"job"[..], b"{u}:job"] {
            let base = key(base);
            assert_eq!(Key::of_permit(base.permit(17, 20).as_bytes()), Some(base));
        }
        for other in
            ["job", "job:rl-permits{job}", "job:rl-permit-wake-5{job}", "job:rl-permit-1{job}", "job:rl-permit-2{x}"]
        {
            assert_eq!(Key::of_permit(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn a_key_has_1_byte_to_64_kib_with_its_prefix() {
        assert_eq!(Key::new(b"", b""), Err(KeyError::Empty));
        assert!(Key::new(b"p", b"").is_ok());
        assert!(Key::new(b"", &vec![0; LONGEST]).is_ok());
        assert_eq!(Key::new(b"p", &vec![0; LONGEST]), Err(KeyError::TooLong(LONGEST + 1)));
    }

    #[test]
    fn messages_show_a_key_escaped_and_cut() {
        assert_eq!(key(b"orders:42").to_string(), "\"orders:42\"");
        assert_eq!(key(b"a\r\nb\"\xff\x1b[31m").to_string(), "\"a\\r\\nb\\\"\\xff\\x1b[31m\"");
        assert_eq!(key(&[b'a'; 65]).to_string(), format!("\"{}...\"", "a".repeat(64)));
    }
}

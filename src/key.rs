//! Owns the Redis key that stands for a lock, its limits, its companions' names, and how messages show it.
//! Does not own what is stored there (`token`), prefix settings (`settings`).

use std::fmt;

/// The longest key in bytes, prefix included: longer ones are a mistake (a payload passed as a name).
pub const LONGEST: usize = 64 * 1024;

/// How many slots a cluster has.
const SLOTS: u16 = 16_384;
/// How many bytes of a key a message shows.
const SHOWN: usize = 64;

/// The Redis key that stands for a lock, prefix included; any bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    bytes: Box<[u8]>,
    /// Found out once: a release needs it several times.
    naming: Companions,
}

/// How the keys beside a key get names that share its slot in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Companions {
    /// The key has a hash tag.
    BySuffix,
    /// It has no braces: it becomes the hash tag.
    BySuffixAndTag,
    /// Its braces leave no name that is sure to.
    Impossible,
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
}

impl Companion {
    const ALL: [Self; 3] = [Self::Wake, Self::Waiting, Self::Fence];

    const fn suffix(self) -> &'static str {
        match self {
            Self::Wake => ":rl-wake",
            Self::Waiting => ":rl-waiting",
            Self::Fence => ":rl-fence",
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
    #[error("must not contain \"{0}\", which is reserved for the keys beside a lock")]
    Reserved(&'static str),
}

impl Key {
    /// Joins prefix and name.
    ///
    /// # Errors
    /// [`KeyError`] when the whole is empty, longer than 64 KiB, or contains a companion's suffix.
    pub fn new(prefix: &[u8], name: &[u8]) -> Result<Self, KeyError> {
        let bytes = [prefix, name].concat();
        if bytes.is_empty() {
            return Err(KeyError::Empty);
        }
        if bytes.len() > LONGEST {
            return Err(KeyError::TooLong(bytes.len()));
        }
        let mut braces = false;
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'{' | b'}' => braces = true,
                // What each of them begins with.
                b':' => {
                    let tail = &bytes[at..];
                    let mut suffixes = Companion::ALL.map(Companion::suffix).into_iter();
                    if let Some(suffix) = suffixes.find(|suffix| tail.starts_with(suffix.as_bytes())) {
                        return Err(KeyError::Reserved(suffix));
                    }
                }
                _ => {}
            }
        }
        let naming = match braces {
            false => Companions::BySuffixAndTag,
            true if hash_tag(&bytes).is_some() => Companions::BySuffix,
            true => Companions::Impossible,
        };
        Ok(Self { bytes: bytes.into(), naming })
    }

    /// Returns the key as Redis sees it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the name of a key beside this one, or `None` when this key's braces leave no name that is sure
    /// to share its cluster slot (docs/protocol.md#names-in-redis).
    ///
    /// Every name starts with the key itself, so an ACL pattern on the key's beginning covers it too.
    pub fn companion(&self, which: Companion) -> Option<Vec<u8>> {
        self.companion_parts(which).map(|parts| parts.concat())
    }

    /// Returns the name of a key beside this one in pieces, which are to be written one after the other.
    pub fn companion_parts(&self, which: Companion) -> Option<[&[u8]; 5]> {
        let (key, suffix) = (&self.bytes[..], which.suffix().as_bytes());
        match self.naming {
            Companions::BySuffix => Some([key, suffix, b"", b"", b""]),
            Companions::BySuffixAndTag => Some([key, suffix, b"{", key, b"}"]),
            Companions::Impossible => None,
        }
    }

    /// Returns the slot of a cluster that it is in.
    pub fn slot(&self) -> u16 {
        crc16(hash_tag(&self.bytes).unwrap_or(&self.bytes)) % SLOTS
    }

    /// Tells whether this key has companions at all.
    pub fn has_companions(&self) -> bool {
        self.naming != Companions::Impossible
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
/// message ends up in logs and on terminals.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Shown(&self.bytes))
    }
}

/// Shows bytes as messages show a key.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(SHOWN)];
        let dots = if self.0.len() > SHOWN { "..." } else { "" };
        write!(f, "\"{}{dots}\"", shown.escape_ascii())
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

    fn wake(name: &[u8]) -> Option<String> {
        key(name).companion(Companion::Wake).map(|name| String::from_utf8(name).unwrap())
    }

    #[test]
    fn companions_share_the_slot_of_every_key_that_has_them() {
        assert_eq!(wake(b"job").unwrap(), "job:rl-wake{job}");
        assert_eq!(wake(b"{user}:job").unwrap(), "{user}:job:rl-wake");
        assert_eq!(wake(b"a}b{c}").unwrap(), "a}b{c}:rl-wake");
        for untagged in [&b"a}b"[..], b"{}x", b"a{}b", b"}{", b"}", b"{", b"{}{}", b"{}{c}"] {
            assert_eq!(wake(untagged), None, "{}", untagged.escape_ascii());
            assert!(!key(untagged).has_companions());
        }
    }

    #[test]
    fn names_that_could_be_companions_are_refused() {
        for name in [&b"job:rl-wake{job}"[..], b"x:rl-waiting", b":rl-fence"] {
            assert!(matches!(Key::new(b"", name), Err(KeyError::Reserved(_))));
        }
        assert_eq!(
            Key::new(b"", b"a:rl-fence:rl-wake"),
            Err(KeyError::Reserved(":rl-fence")),
            "the one that stands first"
        );
        assert!(Key::new(b"job:rl-", b"wake").is_err(), "also across the end of the prefix");
        assert!(Key::new(b"", b"job:waiting").is_ok());
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

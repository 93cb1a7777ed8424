//! Owns what one lease covers: a key, several keys at once, or one of a key's permits.
//! Does not own the names in Redis (`key`), how many holders a scope may have at a time (the scripts), what is asked of it (`scripts`).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::key::{Key, KeyError};

/// The most keys of one lock: each is up to four names in one script.
pub const MOST_KEYS: usize = 64;
/// The most permits of one key: a refused attempt reads all of them (64 take Redis about 60 us).
pub const MOST_PERMITS: u8 = 64;

/// What one lease covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One key; or one permit, once it is known which.
    Key(Key),
    /// 2 to 64 keys, all or none of them.
    All(Arc<[Key]>),
    /// Any one of a key's 2 to 64 permits; the first is the key itself.
    Permits(Arc<[Key]>),
}

/// A list that cannot be that of a lock's keys; the text continues "Argument #1 ($key) ...". Numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// None, or too many.
    #[error("must be a key or a list of 1 to {MOST_KEYS} keys, {0} given")]
    Count(usize),
    /// One of them can be no key.
    #[error("must be a list of keys, and number {0} {1}")]
    Key(usize, KeyError),
    /// The same key again.
    #[error("must not name a key twice: numbers {0} and {1} are the same")]
    Twice(usize, usize),
    /// One is not in the slot of a cluster that the first is in, or what is beside it is not.
    #[error(
        "must be in one slot of the cluster, and {0} is not: give all keys the same hash tag, as {{order:42}}:a and {{order:42}}:b have, and no other braces"
    )]
    Slots(Key),
}

impl From<Key> for Scope {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

impl Scope {
    /// Makes one of all these keys; of a list of one it is that key.
    ///
    /// # Errors
    /// [`KeysError`] when there are none, more than 64, or the same one twice.
    pub fn all(keys: Vec<Key>) -> Result<Self, KeysError> {
        if keys.is_empty() || keys.len() > MOST_KEYS {
            return Err(KeysError::Count(keys.len()));
        }
        for (index, key) in keys.iter().enumerate() {
            if let Some(first) = keys[..index].iter().position(|earlier| earlier == key) {
                return Err(KeysError::Twice(first + 1, index + 1));
            }
        }
        Ok(match <[Key; 1]>::try_from(keys) {
            Ok([key]) => Self::Key(key),
            Err(several) => Self::All(several.into()),
        })
    }

    /// Makes one of any of a key's permits, of which there are 1 to 64; of one permit it is the key.
    pub fn permits(key: &Key, count: u8) -> Self {
        match count {
            1 => Self::Key(key.clone()),
            _ => Self::Permits((1..=count).map(|number| key.permit(number, count)).collect()),
        }
    }

    /// Finds a key that a script on a cluster does not reach with all that is beside it.
    ///
    /// # Errors
    /// [`KeysError::Slots`].
    pub fn check_slots(&self) -> Result<(), KeysError> {
        let (keys, slot) = (self.keys(), self.slot());
        match keys.iter().find(|key| key.slot() != slot || !key.keeps_its_slot()) {
            None => Ok(()),
            Some(key) => Err(KeysError::Slots(key.clone())),
        }
    }

    /// Returns the keys in Redis that it is about.
    pub fn keys(&self) -> &[Key] {
        match self {
            Self::Key(key) => std::slice::from_ref(key),
            Self::All(keys) | Self::Permits(keys) => keys,
        }
    }

    /// Returns the keys as the program has named them.
    pub fn named(&self) -> &[Key] {
        match self {
            Self::Key(key) => std::slice::from_ref(key.named()),
            Self::All(keys) => keys,
            Self::Permits(keys) => &keys[..1],
        }
    }

    /// Returns the first of them.
    pub fn first(&self) -> &Key {
        match self {
            Self::Key(key) => key,
            Self::All(keys) | Self::Permits(keys) => &keys[0],
        }
    }

    /// Returns the slot of a cluster that they are in.
    pub fn slot(&self) -> u16 {
        self.first().slot()
    }

    /// Tells whether it is several keys at once.
    pub fn is_list(&self) -> bool {
        matches!(self, Self::All(_))
    }

    /// Returns what a lease of it covers that has this permit, counted from 1; where none is known, any of them.
    pub fn at(&self, permit: Option<u8>) -> Cow<'_, Self> {
        match (self, permit) {
            (Self::Permits(keys), Some(number)) => match keys.get(usize::from(number).wrapping_sub(1)) {
                Some(key) => Cow::Owned(Self::Key(key.clone())),
                None => Cow::Borrowed(self),
            },
            _ => Cow::Borrowed(self),
        }
    }

    /// Returns each of its keys as a scope of its own.
    pub fn parts(&self) -> impl Iterator<Item = Self> + '_ {
        self.keys().iter().cloned().map(Self::Key)
    }

    /// Tells whether a key is one of its.
    pub fn covers(&self, key: &Key) -> bool {
        self.keys().iter().any(|own| own.as_bytes() == key.as_bytes())
    }

    /// Returns how many bytes its keys have together.
    pub fn size(&self) -> usize {
        self.keys().iter().map(|key| key.as_bytes().len()).sum()
    }
}

/// As messages show it: `"sku:1" and 1 more`.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self {
            Self::All(keys) => write!(f, " and {} more", keys.len() - 1),
            Self::Key(_) | Self::Permits(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(names: &[&str]) -> Vec<Key> {
        names.iter().map(|name| Key::new(b"", name.as_bytes()).unwrap()).collect()
    }

    fn problem(names: &[&str]) -> String {
        Scope::all(keys(names)).and_then(|scope| scope.check_slots()).unwrap_err().to_string()
    }

    #[test]
    fn a_list_has_1_to_64_keys_and_none_twice() {
        let many: Vec<String> = (0..65).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(matches!(Scope::all(keys(&["a"])), Ok(Scope::Key(_))));
        assert_eq!(Scope::all(keys(&many[..64])).unwrap().keys().len(), 64);
        assert_eq!(problem(&[]), "must be a key or a list of 1 to 64 keys, 0 given");
        assert_eq!(problem(&many), "must be a key or a list of 1 to 64 keys, 65 given");
        assert_eq!(problem(&["a", "b", "a"]), "must not name a key twice: numbers 1 and 3 are the same");
    }

    #[test]
    fn a_key_that_is_not_in_the_slot_of_all_is_named() {
        for (names, wrong) in [(&["sku:1", "sku:7"][..], "sku:7"), (&["a}b"], "a}b"), (&["{}x"], "{}x")] {
            let advice = "give all keys the same hash tag, as {order:42}:a and {order:42}:b have, and no other braces";
            let expected = format!("must be in one slot of the cluster, and \"{wrong}\" is not: {advice}");
            assert_eq!(problem(names), expected);
        }
        assert_eq!(Scope::all(keys(&["{sku}:1", "{sku}:7"])).unwrap().check_slots(), Ok(()));
    }

    #[test]
    fn messages_show_the_first_key_and_how_many_more_there_are() {
        let scope = |names: &[&str]| Scope::all(keys(names)).unwrap();
        assert_eq!(scope(&["sku:1", "sku:7", "sku:9"]).to_string(), "\"sku:1\" and 2 more");
        let permits = Scope::permits(&keys(&["job"])[0], 5);
        assert_eq!(
            (permits.to_string(), permits.at(Some(3)).to_string()),
            ("\"job\"".to_owned(), "\"job\"".to_owned())
        );
        assert_eq!(permits.at(Some(3)).first().as_bytes(), b"job:rl-permit-3{job}");
    }
}

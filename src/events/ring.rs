//! Owns the last events of one thread, in memory that is allocated once: new ones take the place of the oldest.
//! Does not own which events there are, and when they are entered (`events`).

use std::time::Duration;

/// How many bytes of a key are kept.
pub const LONGEST_KEY: usize = 256;
/// A label has no more.
const LONGEST_LABEL: usize = crate::label::LONGEST;

/// Returns what is kept of a key: all of it, or what ends before the character that would be cut.
pub(super) fn kept(key: &[u8]) -> &[u8] {
    if key.len() <= LONGEST_KEY {
        return key;
    }
    // What follows the first byte of a character in UTF-8.
    let is_inside = |end: &usize| matches!(key[*end], 0x80..=0xbf);
    let end = (LONGEST_KEY - 3..=LONGEST_KEY).rev().find(|end| !is_inside(end));
    &key[..end.unwrap_or(LONGEST_KEY)]
}

/// One event as it is kept: of one size, so that entering it allocates nothing. It begins at a line of the processor's cache, and
/// what is written of it is at its beginning: two lines of a ring that is larger than that cache.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Event {
    /// What happened, in PHP's word.
    pub event: &'static str,
    /// How it came to that, in one word.
    pub outcome: &'static str,
    /// How long acquire() has waited.
    pub waited: Duration,
    /// How long the lease was held.
    pub held: Option<Duration>,
    /// When, since 1970.
    pub time: Duration,
    /// The number of the request.
    pub request: u64,
    /// How many bytes of the key are its prefix.
    pub(super) prefix: u16,
    /// Not all of the key is kept.
    pub(super) is_cut: bool,
    /// How many keys the lock has.
    pub keys: u8,
    /// Which of several permits.
    pub permit: Option<u8>,
    /// The key, the label, and the label of another.
    pub texts: Texts,
}

/// The texts of an event, in place.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Texts {
    /// Where each ends, and the next begins.
    ends: [u16; 3],
    bytes: [u8; LONGEST_KEY + 2 * LONGEST_LABEL],
}

/// The events of one thread that were not taken out yet.
#[derive(Debug, Default)]
pub(super) struct Ring {
    slots: Vec<Event>,
    /// Where the oldest is.
    first: usize,
    count: usize,
    capacity: usize,
}

impl Texts {
    const EMPTY: Self = Self { ends: [0; 3], bytes: [0; LONGEST_KEY + 2 * LONGEST_LABEL] };

    /// Keeps what is kept of a key, and in whose name its lease was taken; of another nothing is known.
    pub fn set(&mut self, key: &[u8], label: &[u8]) {
        let key = self.put(0, key, LONGEST_KEY);
        let label = self.put(key, label, LONGEST_LABEL);
        self.ends = [key, label, label];
    }

    /// Keeps in whose name another has the lock.
    pub fn set_holder(&mut self, holder: &[u8]) {
        self.ends[2] = self.put(self.ends[1], holder, LONGEST_LABEL);
    }

    /// Returns the key.
    pub fn key(&self) -> &[u8] {
        &self.bytes[..usize::from(self.ends[0])]
    }

    /// Returns in whose name the lease was taken; empty: not known.
    pub fn label(&self) -> &[u8] {
        &self.bytes[usize::from(self.ends[0])..usize::from(self.ends[1])]
    }

    /// Returns in whose name another has it; empty: not known.
    pub fn holder(&self) -> &[u8] {
        &self.bytes[usize::from(self.ends[1])..usize::from(self.ends[2])]
    }

    /// Writes as much of a text as there is room for; returns where it ends.
    fn put(&mut self, start: u16, text: &[u8], longest: usize) -> u16 {
        let (at, length) = (usize::from(start), text.len().min(longest));
        self.bytes[at..at + length].copy_from_slice(&text[..length]);
        start + u16::try_from(length).unwrap_or_default()
    }
}

impl Event {
    const EMPTY: Self = Self {
        event: "",
        outcome: "",
        texts: Texts::EMPTY,
        prefix: 0,
        is_cut: false,
        keys: 1,
        permit: None,
        waited: Duration::ZERO,
        held: None,
        time: Duration::ZERO,
        request: 0,
    };
}

impl Ring {
    pub(super) const EMPTY: Self = Self { slots: Vec::new(), first: 0, count: 0, capacity: 0 };

    /// Lets `write` fill the next entry, in which it finds an older one. Returns whether it overwrote one that was not taken out.
    /// Without memory for `capacity` entries nothing is kept.
    pub(super) fn push(&mut self, capacity: usize, write: impl FnOnce(&mut Event)) -> bool {
        if self.capacity != capacity && !self.allocate(capacity) {
            return true;
        }
        let at = (self.first + self.count) % capacity;
        if at == self.slots.len() {
            self.slots.push(Event::EMPTY);
        }
        write(&mut self.slots[at]);
        if self.count < capacity {
            self.count += 1;
            return false;
        }
        self.first = (self.first + 1) % capacity;
        true
    }

    /// Takes the oldest out.
    pub(super) fn take(&mut self) -> Option<Event> {
        if self.count == 0 {
            // The next ones are in memory that was just in use.
            self.first = 0;
            return None;
        }
        let entry = self.slots[self.first].clone();
        self.first = (self.first + 1) % self.capacity;
        self.count -= 1;
        Some(entry)
    }

    /// Returns the latest.
    pub(super) fn last_mut(&mut self) -> Option<&mut Event> {
        let last = self.count.checked_sub(1)?;
        self.slots.get_mut((self.first + last) % self.capacity)
    }

    /// Forgets all that are there, and keeps the memory.
    pub(super) fn clear(&mut self) {
        (self.first, self.count) = (0, 0);
    }

    fn allocate(&mut self, capacity: usize) -> bool {
        *self = Self::EMPTY;
        let has_memory = capacity > 0 && self.slots.try_reserve_exact(capacity).is_ok();
        if has_memory {
            self.capacity = capacity;
        }
        has_memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(ring: &mut Ring, capacity: usize, key: &str) -> bool {
        ring.push(capacity, |entry| entry.texts.set(key.as_bytes(), b""))
    }

    fn keys(ring: &mut Ring) -> String {
        let entries = std::iter::from_fn(|| ring.take());
        entries.map(|entry| String::from_utf8(entry.texts.key().to_vec()).unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_oldest_is_first_and_makes_room_for_the_latest() {
        let mut ring = Ring::EMPTY;
        let overwritten = ["a", "b", "c", "d", "e"].map(|key| push(&mut ring, 3, key));
        assert_eq!(overwritten, [false, false, false, true, true]);
        assert_eq!(ring.take().map(|entry| entry.texts.key().to_vec()), Some(b"c".to_vec()));
        assert!(!push(&mut ring, 3, "f") && push(&mut ring, 3, "g"));
        assert_eq!(ring.last_mut().map(|entry| entry.texts.key().to_vec()), Some(b"g".to_vec()));
        assert_eq!((keys(&mut ring), keys(&mut ring)), ("e f g".to_owned(), String::new()));
        push(&mut ring, 3, "h");
        assert_eq!(keys(&mut ring), "h");
    }

    #[test]
    fn memory_is_allocated_once_and_anew_for_another_size() {
        let mut ring = Ring::EMPTY;
        push(&mut ring, 4, "a");
        let (place, room) = (ring.slots.as_ptr(), ring.slots.capacity());
        for _ in 0..3 {
            (0..10).for_each(|_| _ = push(&mut ring, 4, "b"));
            ring.clear();
            assert_eq!(keys(&mut ring), "");
        }
        assert_eq!((ring.slots.as_ptr(), ring.slots.capacity()), (place, room));
        push(&mut ring, 4, "c");
        push(&mut ring, 2, "d");
        assert_eq!(keys(&mut ring), "d");
    }

    #[test]
    fn a_ring_that_gets_no_memory_keeps_nothing() {
        let mut ring = Ring::EMPTY;
        assert!(push(&mut ring, usize::MAX / 2, "a"));
        assert!(ring.take().is_none() && ring.last_mut().is_none());
    }

    #[test]
    fn texts_that_are_too_long_are_cut_and_each_stays_by_itself() {
        let mut texts = Texts::EMPTY;
        let long = [b'x'; 2 * LONGEST_KEY];
        texts.set(&long, &long);
        texts.set_holder(&long);
        let lengths = [texts.key(), texts.label(), texts.holder()].map(<[u8]>::len);
        assert_eq!(lengths, [LONGEST_KEY, LONGEST_LABEL, LONGEST_LABEL]);
        texts.set(b"key", b"me");
        assert_eq!([texts.key(), texts.label(), texts.holder()], [&b"key"[..], b"me", b""]);
        texts.set_holder(b"you");
        assert_eq!([texts.key(), texts.label(), texts.holder()], [&b"key"[..], b"me", b"you"]);
    }
}

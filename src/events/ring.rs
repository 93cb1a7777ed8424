//! Owns the last events of one thread, in memory that is allocated once: new ones take the place of the oldest.
//! Does not own which events there are, and when they are entered (`events`).

use std::time::Duration;

/// How many bytes of a key are kept.
pub const LONGEST_KEY: usize = 256;
/// A label has no more.
const LONGEST_LABEL: usize = crate::label::LONGEST;

/// One event as it is kept: of one size, so that entering it allocates nothing.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened, in PHP's word.
    pub event: &'static str,
    /// How it came to that, in one word.
    pub outcome: &'static str,
    /// The key, cut.
    pub key: CutText<LONGEST_KEY>,
    /// How many keys the lock has.
    pub keys: u8,
    /// In whose name its lease was taken; empty: not known.
    pub label: CutText<LONGEST_LABEL>,
    /// In whose name another has it; empty: not known.
    pub holder: CutText<LONGEST_LABEL>,
    /// Which of several permits.
    pub permit: Option<u8>,
    /// How long acquire() has waited.
    pub waited: Duration,
    /// How long the lease was held.
    pub held: Option<Duration>,
    /// When, since 1970.
    pub time: Duration,
    /// The number of the request.
    pub request: u64,
}

/// Up to `N` bytes, in place.
#[derive(Clone, Debug)]
pub struct CutText<const N: usize> {
    length: u16,
    bytes: [u8; N],
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

impl<const N: usize> CutText<N> {
    const EMPTY: Self = Self { length: 0, bytes: [0; N] };

    /// Keeps as much of a text as there is room for.
    pub fn set(&mut self, text: &[u8]) {
        let length = text.len().min(N);
        self.bytes[..length].copy_from_slice(&text[..length]);
        self.length = u16::try_from(length).unwrap_or_default();
    }

    /// Returns what is kept.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl Event {
    const EMPTY: Self = Self {
        event: "",
        outcome: "",
        key: CutText::EMPTY,
        keys: 1,
        label: CutText::EMPTY,
        holder: CutText::EMPTY,
        permit: None,
        waited: Duration::ZERO,
        held: None,
        time: Duration::ZERO,
        request: 0,
    };
}

impl Ring {
    pub(super) const EMPTY: Self = Self { slots: Vec::new(), first: 0, count: 0, capacity: 0 };

    /// Lets `write` fill the next entry, in which it finds an older one; tells whether it took the place of one that was not taken
    /// out. Without memory for `capacity` entries nothing is kept.
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
        ring.push(capacity, |entry| entry.key.set(key.as_bytes()))
    }

    fn keys(ring: &mut Ring) -> String {
        let entries = std::iter::from_fn(|| ring.take());
        entries.map(|entry| String::from_utf8(entry.key.as_bytes().to_vec()).unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_oldest_is_first_and_makes_room_for_the_latest() {
        let mut ring = Ring::EMPTY;
        let overwritten = ["a", "b", "c", "d", "e"].map(|key| push(&mut ring, 3, key));
        assert_eq!(overwritten, [false, false, false, true, true]);
        assert_eq!(ring.take().map(|entry| entry.key.as_bytes().to_vec()), Some(b"c".to_vec()));
        assert!(!push(&mut ring, 3, "f") && push(&mut ring, 3, "g"));
        assert_eq!(ring.last_mut().map(|entry| entry.key.as_bytes().to_vec()), Some(b"g".to_vec()));
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
    fn a_text_that_is_too_long_is_cut() {
        let mut text = CutText::<4>::EMPTY;
        text.set(b"abcdef");
        assert_eq!(text.as_bytes(), b"abcd");
        text.set(b"x");
        assert_eq!(text.as_bytes(), b"x");
    }
}

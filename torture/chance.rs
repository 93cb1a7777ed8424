//! Owns chance that can be repeated: numbers that follow from a seed.
//! Not for tokens or anything that must not be guessed.

use std::ops::Range;

/// Numbers by SplitMix64 (Steele, Lea, Flood 2014): small, and good enough to choose faults by.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// `what` names whose chance it is, so that one who draws more often does not change what another draws.
    pub(crate) fn of(seed: u64, what: &str) -> Self {
        let mut chance = Self(seed);
        for byte in what.bytes() {
            chance.0 = chance.next() ^ u64::from(byte);
        }
        chance
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.next() % (range.end - range.start)
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let index = self.next() % items.len() as u64;
        &items[usize::try_from(index).unwrap()]
    }
}

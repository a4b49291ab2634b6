//! Sums over items of how they answer 64 splits at a time.
//!
//! The sums of 64 splits are kept as binary numbers that stand upright: plane b has bit b of each. Adding
//! a word is a ripple of carries, which takes two steps on average; fifteen items at a time are first
//! added up in registers.

/// 64 sums: bit s of plane b is bit b of sum s.
#[derive(Default)]
pub(super) struct Counters {
    planes: Vec<u64>,
}

impl Counters {
    /// Adds a weight to the sums of the splits that are set in each word.
    pub(super) fn of(words: impl Iterator<Item = (u64, u64)>) -> Counters {
        let mut counters = Counters::default();
        let (mut few, mut added) = ([0; 4], 0);
        for (word, weight) in words {
            if weight != 1 {
                counters.add_weighted(word, weight);
                continue;
            }
            add_one(&mut few, word);
            added += 1;
            if added == 15 {
                counters.add_planes(&few);
                (few, added) = ([0; 4], 0);
            }
        }
        counters.add_planes(&few);
        counters
    }

    /// The sum of a split.
    pub(super) fn sum(&self, split: usize) -> u64 {
        let planes = self.planes.iter().enumerate();
        planes.map(|(bit, plane)| ((plane >> split) & 1) << bit).sum()
    }

    fn add_planes(&mut self, planes: &[u64; 4]) {
        planes.iter().enumerate().for_each(|(bit, &plane)| self.add_at(bit, plane));
    }

    fn add_weighted(&mut self, word: u64, weight: u64) {
        (0..64).filter(|bit| (weight >> bit) & 1 == 1).for_each(|bit| self.add_at(bit, word));
    }

    fn add_at(&mut self, mut bit: usize, mut carry: u64) {
        while carry != 0 {
            if self.planes.len() <= bit {
                self.planes.resize(bit + 1, 0);
            }
            let before = self.planes[bit];
            self.planes[bit] = before ^ carry;
            carry &= before;
            bit += 1;
        }
    }
}

/// Adds a word to sums of at most fourteen.
fn add_one(planes: &mut [u64; 4], word: u64) {
    let mut carry = word;
    for plane in planes {
        let next = *plane & carry;
        *plane ^= carry;
        carry = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_oracle::random::Stream;

    #[test]
    fn sums_are_those_of_adding_one_by_one() {
        let mut stream = Stream::new(1);
        for items in [0, 1, 14, 15, 16, 100, 1000] {
            let words: Vec<(u64, u64)> = (0..items)
                .map(|_| (stream.next_number(), [1, 1, 1, 7, 1 << 40][stream.below(5)]))
                .collect();
            let counters = Counters::of(words.iter().copied());
            for split in 0..64 {
                let set = words.iter().filter(|(word, _)| (word >> split) & 1 == 1);
                let expected: u64 = set.map(|(_, weight)| weight).sum();
                assert_eq!(counters.sum(split), expected, "{items} items, split {split}");
            }
        }
    }
}

//! Sorting by 64-bit keys, in linear time and with stops in between.
//!
//! An item is packed into one word with the 32 highest bits in which the keys differ, so that a
//! pass of the radix sort moves eight bytes an item. Items that agree in those bits are sorted once
//! more by the bits that are left, which number at most 32.
use crate::stop::{Poll, Stopped};
use std::ops::Range;

/// Bits of a key that one pass sorts by.
const DIGIT: u32 = 11;

/// Fewer items than this are sorted by comparing them, which the counters of a pass would exceed.
const FEW: usize = 1 << 10;

/// Sorts items by keys. Its buffers are kept from one call to the next.
#[derive(Default)]
pub(crate) struct KeySorter {
    /// A part of the key in the upper half of each word, the item in the lower.
    packed: Vec<u64>,
    spare: Vec<u64>,
}

impl KeySorter {
    /// Sorts `items` by `key`. The order of items with equal keys depends on `items` and the keys
    /// alone.
    pub(crate) fn sort(
        &mut self,
        items: &mut [u32],
        key: &impl Fn(u32) -> u64,
        poll: &mut Poll,
    ) -> Result<(), Stopped> {
        let (least, most) = bounds(items, key, poll)?;
        if least >= most {
            return Ok(());
        }
        let dropped = 32u32.saturating_sub((most - least).leading_zeros());
        self.pack(items, |item| (key(item) - least) >> dropped, poll)?;
        self.sort_packed((most - least) >> dropped, poll)?;
        self.unpack(items, poll)?;
        if dropped > 0 {
            for tie in self.ties(poll)? {
                self.sort(&mut items[tie.start as usize..tie.end as usize], key, poll)?;
            }
        }
        Ok(())
    }

    fn pack(
        &mut self,
        items: &[u32],
        upper: impl Fn(u32) -> u64,
        poll: &mut Poll,
    ) -> Result<(), Stopped> {
        self.packed.clear();
        self.packed.reserve_exact(items.len());
        poll.in_parts(0..items.len(), |part| {
            let words = items[part].iter().map(|item| upper(*item) << 32 | u64::from(*item));
            self.packed.extend(words);
        })
    }

    fn unpack(&self, items: &mut [u32], poll: &mut Poll) -> Result<(), Stopped> {
        poll.in_parts(0..items.len(), |part| {
            let words = &self.packed[part.clone()];
            items[part].iter_mut().zip(words).for_each(|(item, word)| *item = *word as u32);
        })
    }

    /// Sorts the words, whose upper halves are at most `most`.
    fn sort_packed(&mut self, most: u64, poll: &mut Poll) -> Result<(), Stopped> {
        if self.packed.len() < FEW {
            self.packed.sort_unstable();
            return poll.spend(self.packed.len());
        }
        self.spare.resize(self.packed.len(), 0);
        let bits = u64::BITS - most.leading_zeros();
        (0..bits).step_by(DIGIT as usize).try_for_each(|digit| self.sort_by_digit(32 + digit, poll))
    }

    /// Sorts the words stably by the digit that begins at bit `from`.
    fn sort_by_digit(&mut self, from: u32, poll: &mut Poll) -> Result<(), Stopped> {
        let digit = |word: u64| (word >> from) as usize % (1 << DIGIT);
        let mut places = [0u32; 1 << DIGIT];
        poll.each(&self.packed, |word| places[digit(*word)] += 1)?;
        if places[digit(self.packed[0])] as usize == self.packed.len() {
            return Ok(());
        }
        let mut sum = 0;
        places.iter_mut().for_each(|place| sum += std::mem::replace(place, sum));
        poll.each(&self.packed, |word| {
            let place = &mut places[digit(*word)];
            self.spare[*place as usize] = *word;
            *place += 1;
        })?;
        std::mem::swap(&mut self.packed, &mut self.spare);
        Ok(())
    }

    /// The runs of two and more words with one upper half.
    fn ties(&self, poll: &mut Poll) -> Result<Vec<Range<u32>>, Stopped> {
        let (mut ties, mut end) = (vec![], 0);
        for tie in self.packed.chunk_by(|a, b| a >> 32 == b >> 32) {
            poll.spend(tie.len())?;
            let start = end;
            end += tie.len() as u32;
            if tie.len() > 1 {
                ties.push(start..end);
            }
        }
        Ok(ties)
    }
}

/// The least and the greatest key; the least is the greater one when there are no items.
fn bounds(
    items: &[u32],
    key: &impl Fn(u32) -> u64,
    poll: &mut Poll,
) -> Result<(u64, u64), Stopped> {
    let (mut least, mut most) = (u64::MAX, 0);
    poll.each(items, |item| {
        let key = key(*item);
        (least, most) = (least.min(key), most.max(key));
    })?;
    Ok((least, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(keys: &[u64]) {
        let mut items: Vec<u32> = (0..keys.len() as u32).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| keys[*item as usize]);
        KeySorter::default()
            .sort(&mut items, &|item| keys[item as usize], &mut Poll::new(&|| false))
            .unwrap();
        let in_order = |items: &[u32]| items.iter().map(|i| keys[*i as usize]).collect::<Vec<_>>();
        assert_eq!(in_order(&items), in_order(&expected));
        items.sort_unstable();
        assert!(items.into_iter().eq(0..keys.len() as u32));
    }

    /// Numbers that look random (splitmix64).
    fn mixed(seed: u64) -> u64 {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        seed ^ (seed >> 31)
    }

    #[test]
    fn many_keys_of_any_width_are_sorted() {
        for bits in [1, 5, 11, 12, 31, 32, 33, 40, 63, 64] {
            check(&(0..5000).map(|i| mixed(i) >> (64 - bits)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn keys_that_differ_in_low_bits_beside_one_far_away_are_sorted() {
        let near = (0..5000).map(|i| (1 << 40) + mixed(i) % 3000);
        check(&near.chain([u64::MAX, 0]).collect::<Vec<_>>());
    }

    #[test]
    fn few_equal_or_no_items_stay() {
        check(&[]);
        check(&[7]);
        check(&vec![u64::MAX; 3000]);
    }

    #[test]
    fn sorting_stops() {
        let mut items: Vec<u32> = (0..100_000).collect();
        for after in 0..20 {
            let left = std::cell::Cell::new(after);
            let stop = || left.replace(left.get() - 1) == 0;
            let key = |item: u32| mixed(item.into());
            let sorted = KeySorter::default().sort(&mut items, &key, &mut Poll::new(&stop));
            assert_eq!(sorted, Err(Stopped), "after {after} calls");
        }
    }

    proptest! {
        #[test]
        fn short_lists_are_sorted(
            keys in proptest::collection::vec(prop_oneof![any::<u64>(), 0u64..5], 0..50)
        ) {
            check(&keys);
        }
    }
}

//! Random numbers for samples: the same from a seed on every machine.
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::BTreeSet;

/// `size` different numbers below `count`, or all if there are no more, ascending. All samples of that size
/// are equally likely; the same seed gives the same one.
pub fn sample_numbers(count: &BigUint, size: usize, seed: u64) -> Vec<BigUint> {
    let size = BigUint::from(size).min(count.clone());
    let mut stream = Stream::new(seed);
    let mut chosen = BTreeSet::new();
    // Floyd's way to a sample without repetition.
    let mut last = count - &size;
    while last < *count {
        let number = stream.below(&(&last + 1u32));
        if !chosen.insert(number) {
            chosen.insert(last.clone());
        }
        last += 1u32;
    }
    chosen.into_iter().collect()
}

/// A stream of random numbers (SplitMix64).
struct Stream(u64);

impl Stream {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which is not 0: all are equally likely.
    pub fn below(&mut self, bound: &BigUint) -> BigUint {
        debug_assert!(!bound.is_zero());
        let bits = bound.bits();
        let words = bits.div_ceil(64);
        loop {
            let digits = (0..words).flat_map(|_| {
                let word = self.next();
                [word as u32, (word >> 32) as u32]
            });
            let number = BigUint::new(digits.collect()) >> (words * 64 - bits);
            if number < *bound {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut stream = Stream::new(1);
        let mut found = [0u32; 10];
        for _ in 0..10_000 {
            let number = stream.below(&BigUint::from(10u32));
            found[usize::try_from(number).expect("below 10")] += 1;
        }
        assert!(found.iter().all(|n| (900..1100).contains(n)), "{found:?}");
        let large = BigUint::from(3u32) << 200;
        assert!((0..100).all(|_| stream.below(&large) < large));
    }
}

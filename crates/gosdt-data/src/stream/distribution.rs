//! How the weight of a column is distributed over its numbers, in bounded memory.
//!
//! As long as there are few distinct numbers, each is kept with its weight. Where there are many, the
//! range of all numbers is cut into buckets, and a bucket has its weight and its least and greatest
//! number. Only buckets in which a quantile lies are looked into, in another pass over the data. What
//! comes out is exact: a quantile's neighbours are always numbers of the data.
use crate::ranked_column::{number_of_key, order_key};
use hashbrown::HashMap;

/// Distinct numbers that are kept in the first pass.
const MOST_NUMBERS: usize = 1 << 20;
/// Distinct numbers that are kept in all buckets that are looked into.
const MOST_IN_BUCKETS: usize = 1 << 22;
/// Binary logarithm of the number of buckets, in the first pass and in a bucket.
const BUCKETS: [u32; 2] = [20, 14];

/// How the weight of a column is distributed over its numbers.
pub(crate) struct Distribution {
    root: Region,
    total: u128,
    /// The most quantiles that are asked for.
    most: u32,
}

/// A range of numbers, by their order keys.
struct Region {
    /// The least key.
    first: u64,
    /// How many bits of a key are free in it.
    bits: u32,
    /// Distinct numbers until buckets are made.
    room: usize,
    /// Whether a pass has ended in which all of its keys came.
    complete: bool,
    content: Content,
}

enum Content {
    /// Each key with its weight.
    Keys(HashMap<u64, u128>),
    /// Parts of equal length; those that are looked into are regions themselves.
    Buckets { buckets: Vec<Bucket>, inside: HashMap<usize, Region> },
}

#[derive(Clone, Copy)]
struct Bucket {
    weight: u128,
    least: u64,
    greatest: u64,
}

const EMPTY: Bucket = Bucket { weight: 0, least: u64::MAX, greatest: 0 };

/// The numbers that cuts can be next to.
pub(crate) struct Numbers {
    /// In ascending order.
    pub(crate) numbers: Vec<f64>,
    /// Their weights; where numbers were left out, their weight is that of the next one that was not.
    pub(crate) weights: Vec<u128>,
    /// How many distinct ones there are, or more.
    pub(crate) distinct: usize,
}

impl Distribution {
    /// For so many quantiles.
    pub(crate) fn new(most: u32) -> Distribution {
        Distribution::with_room(most, MOST_NUMBERS.max((most as usize).saturating_mul(2)))
    }

    fn with_room(most: u32, room: usize) -> Distribution {
        Distribution { root: Region::new(0, 64, room), total: 0, most }
    }

    /// Adds a number in the first pass.
    pub(crate) fn add(&mut self, number: f64, weight: u128) {
        self.total = self.total.saturating_add(weight);
        self.root.add(order_key(number), weight);
    }

    /// Adds a number once more, in a later pass.
    pub(crate) fn add_again(&mut self, number: f64, weight: u128) {
        self.root.add(order_key(number), weight);
    }

    /// How many distinct numbers there are, or more.
    pub(crate) fn distinct(&self) -> usize {
        match &self.root.content {
            Content::Keys(keys) => keys.len(),
            Content::Buckets { .. } => self.root.room + 1,
        }
    }

    /// How many distinct numbers there are, unless they are too many to be counted.
    pub(crate) fn counted(&self) -> Option<usize> {
        match &self.root.content {
            Content::Keys(keys) => Some(keys.len()),
            Content::Buckets { .. } => None,
        }
    }

    /// Ends a pass. Returns whether another one is needed, for buckets that are to be looked into.
    pub(crate) fn end_pass(&mut self) -> bool {
        self.root.complete();
        let parts = u128::from(self.most) + 1;
        let room = (MOST_IN_BUCKETS / self.most.max(1) as usize).clamp(1 << 12, 1 << 19);
        let mut more = false;
        for part in 1..parts {
            let quantile = self.total.saturating_mul(part).div_ceil(parts);
            more |= self.root.look_into(quantile, room);
            if matches!(self.root.content, Content::Keys(_)) {
                break;
            }
        }
        more
    }

    /// The numbers that cuts can be next to.
    pub(crate) fn into_numbers(self) -> Numbers {
        let mut listed = vec![];
        let distinct = self.distinct();
        self.root.list(&mut listed);
        let (keys, weights): (Vec<u64>, Vec<u128>) = listed.into_iter().unzip();
        let numbers: Vec<f64> = keys.into_iter().map(number_of_key).collect();
        let distinct = distinct.max(numbers.len());
        Numbers { numbers, weights, distinct }
    }
}

impl Region {
    fn new(first: u64, bits: u32, room: usize) -> Region {
        Region { first, bits, room, complete: false, content: Content::Keys(HashMap::new()) }
    }

    fn shift(&self) -> u32 {
        self.bits.saturating_sub(if self.bits == 64 { BUCKETS[0] } else { BUCKETS[1] })
    }

    fn bucket(&self, key: u64) -> usize {
        ((key - self.first) >> self.shift()) as usize
    }

    fn add(&mut self, key: u64, weight: u128) {
        let bucket = self.bucket(key);
        match &mut self.content {
            Content::Keys(_) if self.complete => {}
            Content::Keys(keys) => {
                *keys.entry(key).or_insert(0) += weight;
                if keys.len() > self.room {
                    self.make_buckets();
                }
            }
            Content::Buckets { buckets, .. } if !self.complete => {
                buckets[bucket].add(key, key, weight);
            }
            Content::Buckets { inside, .. } => {
                if let Some(region) = inside.get_mut(&bucket) {
                    region.add(key, weight);
                }
            }
        }
    }

    fn make_buckets(&mut self) {
        let count = 1usize << (self.bits - self.shift());
        let mut buckets = vec![EMPTY; count];
        if let Content::Keys(keys) = &self.content {
            for (key, weight) in keys {
                buckets[self.bucket(*key)].add(*key, *key, *weight);
            }
        }
        self.content = Content::Buckets { buckets, inside: HashMap::new() };
    }

    /// From now on, keys are for the buckets that are looked into.
    fn complete(&mut self) {
        self.complete = true;
        if let Content::Buckets { inside, .. } = &mut self.content {
            inside.values_mut().for_each(Region::complete);
        }
    }

    /// Sees to it that the key at a place of the cumulative weight is known. Returns whether another
    /// pass is needed for that.
    fn look_into(&mut self, quantile: u128, room: usize) -> bool {
        let (first, shift) = (self.first, self.shift());
        let Content::Buckets { buckets, inside, .. } = &mut self.content else { return false };
        let mut before = 0;
        for (at, bucket) in buckets.iter().enumerate() {
            if before + bucket.weight >= quantile && bucket.weight > 0 {
                if bucket.least == bucket.greatest {
                    return false;
                }
                if let Some(region) = inside.get_mut(&at) {
                    return region.look_into(quantile - before, room);
                }
                let first = first + ((at as u64) << shift);
                inside.insert(at, Region::new(first, shift, room));
                return true;
            }
            before += bucket.weight;
        }
        false
    }

    fn list(&self, listed: &mut Vec<(u64, u128)>) {
        match &self.content {
            Content::Keys(keys) => {
                let start = listed.len();
                listed.extend(keys.iter().map(|(key, weight)| (*key, *weight)));
                listed[start..].sort_unstable();
            }
            Content::Buckets { buckets, inside, .. } => {
                for (at, bucket) in buckets.iter().enumerate() {
                    match inside.get(&at) {
                        Some(region) => region.list(listed),
                        None => bucket.list(listed),
                    }
                }
            }
        }
    }
}

impl Bucket {
    fn add(&mut self, least: u64, greatest: u64, weight: u128) {
        self.weight += weight;
        self.least = self.least.min(least);
        self.greatest = self.greatest.max(greatest);
    }

    fn list(&self, listed: &mut Vec<(u64, u128)>) {
        if self.least > self.greatest {
            return;
        }
        if self.least < self.greatest {
            listed.push((self.least, 0));
        }
        listed.push((self.greatest, self.weight));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept_thresholds::{Cut, quantile_cuts};
    use proptest::prelude::*;

    fn passes(values: &[(f64, u64)], most: u32, room: usize) -> Vec<f64> {
        let mut distribution = Distribution::with_room(most, room);
        values.iter().for_each(|(value, weight)| distribution.add(*value, u128::from(*weight)));
        let mut rounds = 0;
        while distribution.end_pass() {
            values.iter().for_each(|(value, w)| distribution.add_again(*value, u128::from(*w)));
            rounds += 1;
            assert!(rounds < 8);
        }
        let found = distribution.into_numbers();
        let weights: Vec<u64> = found.weights.iter().map(|weight| *weight as u64).collect();
        let cuts = quantile_cuts(&weights, most).into_iter();
        cuts.map(|after| Cut::between(&found.numbers, after).threshold).collect()
    }

    #[test]
    fn keys_read_back_as_their_numbers() {
        for number in [0.0, -1.5, 1e300, -1e-300, f64::MAX, f64::MIN_POSITIVE, f64::NEG_INFINITY] {
            assert_eq!(number_of_key(order_key(number)), number);
        }
    }

    #[test]
    fn numbers_that_come_again_do_not_count_again() {
        let mut distribution = Distribution::with_room(1, 4);
        let values: Vec<f64> = (0..20).map(|step| 1.0 + 1e-9 * f64::from(step)).collect();
        values.iter().for_each(|value| distribution.add(*value, 1));
        assert!(distribution.end_pass());
        for _ in 0..3 {
            values.iter().for_each(|value| distribution.add_again(*value, 1));
            distribution.end_pass();
        }
        assert_eq!(distribution.into_numbers().weights.iter().sum::<u128>(), 20);
    }

    proptest! {
        #[test]
        fn quantiles_are_exact_whatever_the_room(
            values in proptest::collection::vec((-50i32..50, 0u64..4, -3i32..3), 20..200),
            most in 1u32..6,
        ) {
            let values: Vec<(f64, u64)> = values
                .iter()
                .map(|(number, weight, power)| (f64::from(*number) * 10f64.powi(*power), *weight))
                .collect();
            prop_assume!(values.iter().any(|(_, weight)| *weight > 0));
            let exact = passes(&values, most, usize::MAX >> 1);
            prop_assert_eq!(passes(&values, most, 12), exact);
        }
    }
}

//! Bit columns over the classes of equal rows: building them, and leaving out those that repeat.
use crate::{BinaryFeature, YesCodes};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// The bits of each test of one column, given every class's code; in time linear in the output.
/// `UpTo` tests must come with rising codes.
pub(crate) fn bits_of_tests(codes: &[u32], tests: &[YesCodes]) -> Vec<Vec<u64>> {
    let empty = vec![0u64; codes.len().div_ceil(64)];
    let classes = ClassesByCode::new(codes);
    let (mut nested, mut next) = (empty.clone(), 0);
    let answer = |test: &YesCodes| match *test {
        YesCodes::UpTo(last) => {
            (next..=last).for_each(|code| classes.set_bits(code, &mut nested));
            next = last + 1;
            nested.clone()
        }
        YesCodes::Only(code) => {
            let mut bits = empty.clone();
            classes.set_bits(code, &mut bits);
            bits
        }
    };
    tests.iter().map(answer).collect()
}

/// The classes that have each code.
struct ClassesByCode {
    classes: Vec<u32>,
    starts: Vec<usize>,
}

impl ClassesByCode {
    fn new(codes: &[u32]) -> Self {
        let mut classes: Vec<u32> = (0..codes.len() as u32).collect();
        let starts = sort_by_code(&mut classes, codes);
        ClassesByCode { classes, starts }
    }

    fn set_bits(&self, code: u32, bits: &mut [u64]) {
        let code = code as usize;
        for class in &self.classes[self.starts[code]..self.starts[code + 1]] {
            bits[*class as usize / 64] |= 1 << (class % 64);
        }
    }
}

/// Sorts `items` by their codes, stably and in linear time. Returns where each code's items start,
/// and at the end their number.
pub(crate) fn sort_by_code(items: &mut Vec<u32>, codes: &[u32]) -> Vec<usize> {
    let count = codes.iter().max().map_or(0, |code| *code as usize + 1);
    let mut starts = vec![0; count + 1];
    items.iter().for_each(|item| starts[codes[*item as usize] as usize + 1] += 1);
    (0..count).for_each(|code| starts[code + 1] += starts[code]);
    let mut free = starts.clone();
    let mut sorted = vec![0; items.len()];
    for item in items.iter() {
        let place = &mut free[codes[*item as usize] as usize];
        sorted[*place] = *item;
        *place += 1;
    }
    *items = sorted;
    starts
}

/// Features of which none is constant and no two are equal or complementary.
pub(crate) struct DistinctFeatures {
    pub(crate) features: Vec<BinaryFeature>,
    pub(crate) constant: usize,
    pub(crate) merged: usize,
    classes: usize,
    by_hash: HashMap<u64, Vec<usize>>,
}

impl DistinctFeatures {
    /// None yet, over so many classes.
    pub(crate) fn new(classes: usize) -> Self {
        DistinctFeatures {
            features: vec![],
            constant: 0,
            merged: 0,
            classes,
            by_hash: HashMap::new(),
        }
    }

    /// Adds a feature, or counts it as constant or merged.
    pub(crate) fn add(&mut self, feature: BinaryFeature) {
        let ones: usize = feature.bits.iter().map(|word| word.count_ones() as usize).sum();
        if ones == 0 || ones == self.classes {
            self.constant += 1;
            return;
        }
        let classes = self.classes;
        let alike = self.by_hash.entry(hash_of_split(&feature.bits, classes)).or_default();
        let same = |other: &usize| same_split(&self.features[*other].bits, &feature.bits, classes);
        if alike.iter().any(same) {
            self.merged += 1;
        } else {
            alike.push(self.features.len());
            self.features.push(feature);
        }
    }
}

/// The words of a bit column, complemented if class 0 answers yes: a column and its complement
/// have the same.
fn normalised(bits: &[u64], classes: usize) -> impl Iterator<Item = u64> {
    let flip = if bits[0] & 1 == 1 { u64::MAX } else { 0 };
    let last = bits.len() - 1;
    let tail = if classes.is_multiple_of(64) { u64::MAX } else { (1 << (classes % 64)) - 1 };
    bits.iter().enumerate().map(move |(i, word)| {
        let within = if i == last { tail } else { u64::MAX };
        (word ^ flip) & within
    })
}

fn hash_of_split(bits: &[u64], classes: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    normalised(bits, classes).for_each(|word| hasher.write_u64(word));
    hasher.finish()
}

fn same_split(a: &[u64], b: &[u64], classes: usize) -> bool {
    normalised(a, classes).eq(normalised(b, classes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Test;
    use proptest::prelude::*;

    fn pack(bits: &[bool]) -> Vec<u64> {
        let word = |chunk: &[bool]| {
            chunk.iter().enumerate().map(|(i, bit)| u64::from(*bit) << i).sum::<u64>()
        };
        bits.chunks(64).map(word).collect()
    }

    fn add_all(columns: &[Vec<bool>]) -> DistinctFeatures {
        let mut distinct = DistinctFeatures::new(columns[0].len());
        for (column, bits) in columns.iter().enumerate() {
            let test = Test::Is(column.to_string());
            distinct.add(BinaryFeature { column, place: None, test, bits: pack(bits) });
        }
        distinct
    }

    fn kept(distinct: &DistinctFeatures) -> Vec<usize> {
        distinct.features.iter().map(|feature| feature.column).collect()
    }

    #[test]
    fn equal_and_complementary_columns_are_merged_into_the_first() {
        for classes in [3, 64, 65, 128] {
            let first: Vec<bool> = (0..classes).map(|class| class % 3 == 1).collect();
            let complement: Vec<bool> = first.iter().map(|bit| !bit).collect();
            let other: Vec<bool> = (0..classes).map(|class| class == classes - 1).collect();
            let columns = [first.clone(), complement.clone(), other, first, complement];
            let distinct = add_all(&columns);
            assert_eq!(kept(&distinct), [0, 2], "{classes} classes");
            assert_eq!((distinct.constant, distinct.merged), (0, 3));
        }
    }

    #[test]
    fn constant_columns_are_dropped() {
        for classes in [1, 63, 64, 70] {
            let distinct = add_all(&[vec![true; classes], vec![false; classes]]);
            assert_eq!((distinct.features.len(), distinct.constant), (0, 2), "{classes} classes");
        }
    }

    proptest! {
        #[test]
        fn bits_are_the_answers_of_the_codes(codes in proptest::collection::vec(0u32..6, 1..150)) {
            let last = *codes.iter().max().unwrap();
            let tests: Vec<YesCodes> = (0..last)
                .map(YesCodes::UpTo)
                .chain((0..=last).map(YesCodes::Only))
                .collect();
            let bits = bits_of_tests(&codes, &tests);
            for (test, bits) in tests.iter().zip(bits) {
                let answers: Vec<bool> = codes.iter().map(|code| test.contains(*code)).collect();
                prop_assert_eq!(bits, pack(&answers));
            }
        }

        #[test]
        fn survivors_are_those_of_comparing_all_pairs(
            columns in proptest::collection::vec(proptest::collection::vec(any::<bool>(), 4), 1..20)
        ) {
            let mut expected: Vec<usize> = vec![];
            let same = |a: &[bool], b: &[bool]| {
                let equal = a.iter().zip(b).filter(|(x, y)| x == y).count();
                equal == 0 || equal == a.len()
            };
            for (i, column) in columns.iter().enumerate() {
                let constant = column.iter().all(|bit| *bit == column[0]);
                if !constant && !expected.iter().any(|j| same(column, &columns[*j])) {
                    expected.push(i);
                }
            }
            let distinct = add_all(&columns);
            prop_assert_eq!(kept(&distinct), expected);
            prop_assert_eq!(
                distinct.features.len() + distinct.constant + distinct.merged,
                columns.len()
            );
        }
    }
}

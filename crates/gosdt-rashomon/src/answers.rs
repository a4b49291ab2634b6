//! The points' answers to splits.
use gosdt_search::{Column, Points};

/// More answers than this (points × splits) are read off the columns' codes rather than stored as bits.
const MOST_STORED: usize = 1 << 31;

/// The points' answers to splits: as bits where they are few, else by the codes of the columns.
pub(crate) struct Answers {
    columns: Vec<Column>,
    /// The number of each column's first split.
    first_splits: Vec<u32>,
    /// The points that answer yes, by split.
    bits: Option<Vec<Vec<u64>>>,
}

impl Answers {
    /// The answers of these points.
    pub fn new(points: &Points) -> Answers {
        let mut first_splits = Vec::with_capacity(points.columns.len());
        let mut first = 0;
        for column in &points.columns {
            first_splits.push(first);
            first += column.splits;
        }
        let few = points.len.saturating_mul(points.splits()) <= MOST_STORED;
        let bits = || points.features().into_iter().map(|feature| feature.bits).collect();
        Answers { columns: points.columns.clone(), first_splits, bits: few.then(bits) }
    }

    /// The column of a split.
    pub fn column(&self, split: u32) -> usize {
        self.first_splits.partition_point(|&first| first <= split) - 1
    }

    /// The points of a set that answer yes to a split, or those that answer no.
    pub fn side(&self, points: &[u64], split: u32, yes: bool) -> Vec<u64> {
        let flip = if yes { 0 } else { !0 };
        if let Some(bits) = &self.bits {
            let words = points.iter().zip(&bits[split as usize]);
            return words.map(|(points, bits)| points & (bits ^ flip)).collect();
        }
        let (column, mut side) = (self.column(split), points.to_vec());
        let place = split - self.first_splits[column];
        for point in ones(points) {
            if self.columns[column].answers(place, point) != yes {
                side[point / 64] &= !(1 << (point % 64));
            }
        }
        side
    }
}

/// The numbers of the points in a set.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                at * 64 + bit
            })
        })
    })
}

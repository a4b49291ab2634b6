//! Equal rows, merged while they are read.
use super::batch_weights::Weight;
use crate::offsets::Offsets;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Rows of codes, each distinct one once, with what it stands for.
pub(crate) struct Groups {
    width: usize,
    /// The codes of the distinct rows, one row after the other.
    codes: Vec<u32>,
    known: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// How many rows each stands for.
    pub(crate) counts: Vec<u32>,
    /// Their weight, and the largest of one of them.
    pub(crate) weights: Vec<[u128; 2]>,
    /// The most decimals of their weights.
    pub(crate) decimals: Vec<u8>,
    /// The line of the first of them.
    pub(crate) lines: Offsets,
    /// Whether equal rows are merged.
    merge: bool,
}

impl Groups {
    /// Of rows of so many codes; each row stands for itself unless they are merged.
    pub(crate) fn new(width: usize, merge: bool) -> Groups {
        Groups {
            width,
            codes: vec![],
            known: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            counts: vec![],
            weights: vec![],
            decimals: vec![],
            lines: Offsets::default(),
            merge,
        }
    }

    /// Number of distinct rows.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Adds a row. Lines must not descend. Returns false where there are more rows than numbers.
    pub(crate) fn add(&mut self, row: &[u32], line: u64, weight: Option<Weight>) -> bool {
        let Some(at) = self.find(row, line) else { return false };
        let Some(count) = self.counts[at].checked_add(1) else { return false };
        self.counts[at] = count;
        if let Some((weight, decimals)) = weight {
            self.decimals[at] = decimals.max(self.decimals[at]);
            let [sum, most] = &mut self.weights[at];
            *sum = sum.saturating_add(weight);
            *most = weight.max(*most);
        }
        true
    }

    fn find(&mut self, row: &[u32], line: u64) -> Option<usize> {
        if !self.merge {
            return self.append(row, line);
        }
        let (codes, width, hasher) = (&self.codes, self.width, &self.hasher);
        let of = |group: &u32| &codes[*group as usize * width..][..width];
        let entry = self.known.entry(
            hasher.hash_one(row),
            |group| of(group) == row,
            |group| hasher.hash_one(of(group)),
        );
        let next = u32::try_from(self.counts.len()).ok()?;
        match entry {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(place) => {
                place.insert(next);
                self.append(row, line)
            }
        }
    }

    fn append(&mut self, row: &[u32], line: u64) -> Option<usize> {
        u32::try_from(self.counts.len()).ok()?;
        self.codes.extend_from_slice(row);
        self.counts.push(0);
        self.weights.push([0; 2]);
        self.decimals.push(0);
        self.lines.push(line);
        Some(self.counts.len() - 1)
    }

    /// The codes of a column.
    pub(crate) fn column(&self, column: usize) -> Vec<u32> {
        self.codes.iter().skip(column).step_by(self.width).copied().collect()
    }
}

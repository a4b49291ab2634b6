//! What a node whose splits are counted only still has to work on, and what it knows.
use super::projection::Counted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Splits of a column that were not evaluated, between two that were or the column's ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Interval {
    /// None of them costs less.
    pub bound: i64,
    /// Among equal bounds the longest interval comes first: it tells most.
    pub length: Reverse<u32>,
    pub column: u32,
    pub first: u32,
    pub last: u32,
    /// Lower bounds of both sides (yes, no) of each of them.
    pub lower: [i64; 2],
    /// Which evaluated split has lower bounds by column for each side.
    pub evaluated: [Option<u32>; 2],
}

impl Interval {
    /// Those of its splits with ranks from `first` to `last`.
    pub fn part(self, first: u32, last: u32) -> Interval {
        Interval { first, last, length: Reverse(last - first), ..self }
    }
}

/// Memory of a node that is used again.
#[derive(Default)]
pub(super) struct CountingMemory {
    pub queue: BinaryHeap<Reverse<Interval>>,
    /// Of every evaluated split the least cost of two leaves by column, first of the yes-side, then of
    /// the no-side.
    two: Vec<i64>,
}

impl CountingMemory {
    /// Forgets the node before.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.two.clear();
    }

    /// What is known of both sides by column.
    pub fn known(&self, evaluated: [Option<u32>; 2], columns: usize) -> [Option<&[i64]>; 2] {
        let of = |side: usize| {
            let at = (2 * evaluated[side]? as usize + side) * columns;
            Some(&self.two[at..at + columns])
        };
        [of(0), of(1)]
    }

    /// Keeps what was counted; returns its number.
    pub fn keep(&mut self, counted: &Counted, columns: usize) -> u32 {
        let number = self.two.len() / (2 * columns);
        counted.two.iter().for_each(|two| self.two.extend_from_slice(two));
        number as u32
    }
}

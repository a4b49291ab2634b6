//! What a node whose splits are counted only still has to work on, and what it knows.
use super::projection::Counted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Splits of a column that were not evaluated, between two that were or the column's ends.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    pub column: u32,
    /// The places of the points with their ranks: the first, and that behind the last.
    pub first: u32,
    pub end: u32,
    /// Lower bounds of both sides (yes, no) of each of them.
    pub lower: [i64; 2],
    /// Which evaluated split has lower bounds by column for each side.
    pub evaluated: [Option<u32>; 2],
}

/// An interval in the queue. That with the least bound comes first; among equal bounds the longest, which
/// tells most.
type Queued = Reverse<(i64, Reverse<u32>, u32)>;

/// Memory of a node that is used again.
#[derive(Default)]
pub(super) struct CountingMemory {
    /// By bound and length: the numbers of intervals.
    queue: BinaryHeap<Queued>,
    intervals: Vec<Interval>,
    /// Of every evaluated split the least cost of two leaves by column, first of the yes-side, then of
    /// the no-side.
    two: Vec<i64>,
}

impl CountingMemory {
    /// Forgets the node before.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.intervals.clear();
        self.two.clear();
    }

    /// Puts an interval into the queue, none of whose splits costs less than `bound`.
    pub fn push(&mut self, bound: i64, interval: Interval) {
        let length = Reverse(interval.end - interval.first);
        self.queue.push(Reverse((bound, length, self.intervals.len() as u32)));
        self.intervals.push(interval);
    }

    /// The interval with the least bound, and the bound.
    pub fn pop(&mut self) -> Option<(i64, Interval)> {
        let Reverse((bound, _, number)) = self.queue.pop()?;
        Some((bound, self.intervals[number as usize]))
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

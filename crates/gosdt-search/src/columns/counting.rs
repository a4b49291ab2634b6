//! A node whose sides may have one split each: counting evaluates every split of it exactly.
//!
//! This is [`super::node`] without what only recursion needs. Bounds of an interval cannot rise but by
//! evaluating one of its splits, so that an interval carries them itself, and nothing has to be looked
//! up. Most nodes of a search with a limit on the depth are such nodes.
use super::base::{Split, Variant};
use super::intervals::{CountingMemory, Interval};
use super::projection::{Projection, is_ordered};
use super::solver::{ColumnSolver, Task};
use crate::memo::Bounds;
use std::cmp::Reverse;

impl ColumnSolver<'_> {
    /// Whether counting evaluates every split of a node, and nothing is asked of the node but its
    /// bounds.
    pub(super) fn counts_suffice<W: Variant>(
        &self,
        projection: &Projection<W>,
        task: &Task,
    ) -> bool {
        let is_free = task.remaining.leaves.number().is_none() && !self.is_constrained(task);
        let is_last = task.remaining.below().is_stump();
        task.level > 0 && is_free && is_last && !projection.base.is_large()
    }

    /// Evaluates splits of such a node until it is settled, or the search is stopped.
    pub(super) fn solve_by_counts<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        task: Task,
        mut bounds: Bounds,
    ) -> Bounds {
        let mut memory = std::mem::take(&mut self.counting_memory);
        memory.clear();
        self.fill_with_intervals(projection, &mut memory);
        // The least bound of what is not evaluated exactly.
        let mut rest = i64::MAX;
        while let Some(Reverse(interval)) = memory.queue.pop() {
            if interval.bound > task.limit(&bounds) || self.control.stopped() {
                rest = rest.min(interval.bound);
                break;
            }
            rest =
                rest.min(self.cut_interval(projection, &task, interval, &mut bounds, &mut memory));
        }
        self.counting_memory = memory;
        bounds.lower = bounds.lower.max(rest.min(bounds.upper));
        bounds
    }

    fn fill_with_intervals<W: Variant>(
        &self,
        projection: &Projection<W>,
        memory: &mut CountingMemory,
    ) {
        let least = self.problem.per_leaf;
        for column in 0..projection.base.columns.len() {
            let whole = Interval {
                bound: 2 * least,
                length: Reverse(0),
                column: column as u32,
                first: 0,
                last: 0,
                lower: [least; 2],
                evaluated: [None; 2],
            };
            let splits = self.useful_splits(projection, column);
            memory
                .queue
                .extend(splits.iter().map(|&(first, last)| Reverse(whole.part(first, last))));
        }
    }

    /// Evaluates the middle of an interval and puts the halves into the queue. Returns the least bound
    /// of what cannot matter any more.
    fn cut_interval<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        task: &Task,
        interval: Interval,
        bounds: &mut Bounds,
        memory: &mut CountingMemory,
    ) -> i64 {
        let Interval { bound, column, first, last, lower, evaluated, .. } = interval;
        let of_base = &projection.base.columns[column as usize];
        let middle = match is_ordered(of_base) {
            true => of_base.middle(first, last),
            false => Some(first),
        };
        let Some(rank) = middle else { return i64::MAX };
        let columns = projection.base.columns.len();
        let mut counted = self.scratch.pop().unwrap_or_default();
        counted.set_known(memory.known(evaluated, columns), columns);
        let split = Split { column: column as usize, rank };
        let shares = [task.remaining.below(); 2];
        let limit = task.limit(bounds);
        let sides = self.count_sides(projection, split, shares, (lower, limit), &mut counted);
        let number = Some(memory.keep(&counted, columns));
        self.scratch.push(counted);
        bounds.improve(sides[0].upper + sides[1].upper, self.feature(projection, split));
        let [yes, no] = sides.map(|side| side.lower);
        let below =
            Interval { lower: [lower[0], no], evaluated: [evaluated[0], number], ..interval };
        let above =
            Interval { lower: [yes, lower[1]], evaluated: [number, evaluated[1]], ..interval };
        let halves = [
            (rank > first).then(|| below.part(first, rank - 1)),
            (rank < last).then(|| above.part(rank + 1, last)),
        ];
        let limit = task.limit(bounds);
        // Where the bounds of the sides are not exact, they exceed the limit.
        let mut rest = yes + no;
        for half in halves.into_iter().flatten() {
            let half = Interval { bound: bound.max(half.lower[0] + half.lower[1]), ..half };
            match half.bound > limit {
                true => rest = rest.min(half.bound),
                false => memory.queue.push(Reverse(half)),
            }
        }
        rest
    }
}

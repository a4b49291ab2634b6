//! A node whose sides may have one split each: counting evaluates every split of it exactly.
//!
//! This is [`super::node`] without what only recursion needs. Bounds of an interval cannot rise but by
//! evaluating one of its splits, so that an interval carries them itself, and nothing has to be looked
//! up. Most nodes of a search with a limit on the depth are such nodes.
use super::base::{PlacedSplit, Split, Variant};
use super::intervals::{CountingMemory, Interval};
use super::projection::Projection;
use super::solver::{ColumnSolver, Task};
use crate::memo::Bounds;
use gosdt_bits::lanes::Rank;

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
        while let Some(next) = memory.pop() {
            if next.0 > task.limit(&bounds) || self.control.stopped() {
                rest = rest.min(next.0);
                break;
            }
            rest = rest.min(self.cut_interval(projection, &task, next, &mut bounds, &mut memory));
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
        for (at, column) in projection.base.columns.iter().enumerate() {
            for (first, last) in self.useful_splits(projection, at) {
                let places = column.places(first, last);
                let interval = Interval {
                    column: at as u32,
                    first: places.start as u32,
                    end: places.end as u32,
                    lower: [least; 2],
                    evaluated: [None; 2],
                };
                memory.push(2 * least, interval);
            }
        }
    }

    /// Evaluates the middle of an interval and puts the halves into the queue. Returns the least bound
    /// of what cannot matter any more.
    fn cut_interval<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        task: &Task,
        (bound, interval): (i64, Interval),
        bounds: &mut Bounds,
        memory: &mut CountingMemory,
    ) -> i64 {
        let Interval { column, first, end, lower, evaluated } = interval;
        let of_base = &projection.base.columns[column as usize];
        let group = of_base.middle_group(first as usize..end as usize);
        let (before, behind) = (group.start as u32, group.end as u32);
        let split = Split { column: column as usize, rank: of_base.ranks[group.start].number() };
        let placed = PlacedSplit { split, yes: of_base.yes_places(group) };
        let columns = projection.base.columns.len();
        let mut counted = self.scratch.pop().unwrap_or_default();
        counted.set_known(memory.known(evaluated, columns), columns);
        let shares = [task.remaining.below(); 2];
        let limit = task.limit(bounds);
        let sides = self.count_sides(projection, &placed, shares, (lower, limit), &mut counted);
        let number = Some(memory.keep(&counted, columns));
        self.scratch.push(counted);
        bounds.improve(sides[0].upper + sides[1].upper, self.feature(projection, split));
        let [yes, no] = sides.map(|side| side.lower);
        let (lower_below, lower_above) = ([lower[0], no], [yes, lower[1]]);
        let (evaluated_below, evaluated_above) = ([evaluated[0], number], [number, evaluated[1]]);
        let halves = [
            Interval { end: before, lower: lower_below, evaluated: evaluated_below, ..interval },
            Interval { first: behind, lower: lower_above, evaluated: evaluated_above, ..interval },
        ];
        let limit = task.limit(bounds);
        // Where the bounds of the sides are not exact, they exceed the limit.
        let mut rest = yes + no;
        for half in halves.into_iter().filter(|half| half.first < half.end) {
            let bound = bound.max(half.lower[0] + half.lower[1]);
            match bound > limit {
                true => rest = rest.min(bound),
                false => memory.push(bound, half),
            }
        }
        rest
    }
}

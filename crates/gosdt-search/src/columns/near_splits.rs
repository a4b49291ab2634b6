//! The splits that trees within a budget may start with.
use super::base::{AnyBase, Split, Variant};
use super::losses::losses_of;
use super::node::Node;
use super::projection::Projection;
use super::solver::{ColumnSolver, Task};
use super::state::Splits;
use crate::memo::{Bounds, LEAF, Remaining};

/// A split that trees within a budget may start with.
pub(crate) struct ColumnNearSplit {
    /// Its number. Of neighbours in a column that part the points alike it is the first.
    pub split: u32,
    /// The least costs of its sides (yes, no).
    pub costs: [i64; 2],
    /// The label of a lone leaf on both sides.
    pub labels: [usize; 2],
}

impl ColumnSolver<'_> {
    /// The splits of a set of points that trees of cost at most `budget` start with, in the columns that
    /// `next` names until it names no more. It is told how many there are (those in which the points
    /// differ) and is asked at least once.
    pub fn near_splits(
        &mut self,
        points: &[u64],
        remaining: Remaining,
        budget: i64,
        next: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Vec<ColumnNearSplit> {
        if remaining.is_leaf() || budget < 2 * self.problem.per_leaf {
            // Threads that share the splits of a set are to know that there are none.
            next(0);
            return Vec::new();
        }
        let set = self.set(points.to_vec());
        let Some(base) = self.lay_out(points) else { return Vec::new() };
        let asked = (remaining, budget);
        match base {
            AnyBase::Narrow(base) => self.near_by_column(&Projection::new(base, set), asked, next),
            AnyBase::Wide(base) => self.near_by_column(&Projection::new(base, set), asked, next),
            AnyBase::Widest(base) => self.near_by_column(&Projection::new(base, set), asked, next),
        }
    }

    fn near_by_column<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        asked: (Remaining, i64),
        next: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Vec<ColumnNearSplit> {
        let (remaining, budget) = asked;
        // With three leaves a tree would cost more.
        let two_leaves = remaining.is_stump() || budget < 3 * self.problem.per_leaf;
        let by_scans = two_leaves && !self.problem.limits_rows();
        let pairs = if by_scans { projection.pairs_by_bound(self.problem) } else { Vec::new() };
        let mut near = Vec::new();
        while let Some(column) = next(projection.base.columns.len()) {
            if self.control.stopped() {
                break;
            }
            match by_scans {
                true => self.near_stumps(projection, column, (budget, &pairs), &mut near),
                false => self.near_of_column(projection, column, asked, &mut near),
            }
        }
        near
    }

    /// The splits of a column both sides of which are leaves. Most sets have none within the budget,
    /// which one scan tells.
    fn near_stumps<W: Variant>(
        &self,
        projection: &Projection<W>,
        column: usize,
        (budget, pairs): (i64, &[(i64, usize)]),
        near: &mut Vec<ColumnNearSplit>,
    ) {
        // Scans are for two labels, and leave those out that suit no point.
        let (leaf, _) = self.problem.leaf(&projection.totals);
        let of_one_label = leaf + self.problem.per_leaf;
        let of_two = || self.least_of_column(projection, column, pairs, budget + 1);
        if of_one_label > budget && of_two().is_none() {
            return;
        }
        let losses = losses_of(self.problem, projection, column);
        let ranks = (0..).zip(losses).filter(|(_, loss)| loss.is_some_and(|loss| loss <= budget));
        near.extend(
            ranks.map(|(rank, _)| self.leaves_of_split(projection, Split { column, rank })),
        );
    }

    /// A split both sides of which are leaves.
    fn leaves_of_split<W: Variant>(
        &self,
        projection: &Projection<W>,
        split: Split,
    ) -> ColumnNearSplit {
        let mut totals = [Vec::new(), Vec::new()];
        projection.totals_of_sides(self.problem, &projection.base.place(split), &mut totals);
        let leaves = totals.map(|totals| self.problem.leaf(&totals));
        ColumnNearSplit {
            split: self.feature(projection, split),
            costs: leaves.map(|(cost, _)| cost),
            labels: leaves.map(|(_, label)| self.problem.label_numbers[label]),
        }
    }

    /// Evaluates the splits of a column until each is exact or above the budget.
    fn near_of_column<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        column: usize,
        (remaining, budget): (Remaining, i64),
        near: &mut Vec<ColumnNearSplit>,
    ) {
        let known = Bounds { lower: 0, upper: budget + 1, choice: LEAF };
        let task = Task { remaining, budget, known, level: 1, relaxed: false };
        let mut node = Node::new(self, projection, task, known);
        node.lists = true;
        // Splits that no optimum needs are within the budget of other trees.
        let before = std::mem::replace(&mut self.all_splits, true);
        let splits = self.useful_splits(projection, column);
        self.all_splits = before;
        let track = node.tracks(column).start;
        for (first, last) in splits {
            let splits = Splits { track, first, last };
            node.state.push(2 * self.problem.per_leaf, splits, false, budget);
        }
        self.work_off_queue(&mut node);
        let ranks: Vec<u32> = node.state.evaluated(track).iter().map(|split| split.rank).collect();
        near.extend(ranks.into_iter().filter_map(|rank| self.near_split(&mut node, track, rank)));
    }

    /// A split that was evaluated, if trees within the budget start with it.
    fn near_split<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        track: u32,
        rank: u32,
    ) -> Option<ColumnNearSplit> {
        let known = node.state.get(track, rank)?;
        let is_near = |lower: [i64; 2], upper: [i64; 2]| {
            lower == upper && lower[0] + lower[1] <= node.task.budget
        };
        if !is_near(known.lower, known.upper) {
            return None;
        }
        let split = Split { column: node.column(track), rank };
        let mut costs = known.lower;
        if self.is_constrained(&node.task) {
            let budget = node.task.budget;
            let sides = self.constrain(node, (track, split), known.lower)?;
            costs = sides.map(|side| side.lower);
            if costs != sides.map(|side| side.upper) || costs[0] + costs[1] > budget {
                return None;
            }
        }
        Some(ColumnNearSplit { costs, ..self.leaves_of_split(node.projection, split) })
    }
}

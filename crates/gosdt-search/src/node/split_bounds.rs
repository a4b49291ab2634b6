//! What a node knows of its splits: bounds of both sides of each.
//!
//! Invariants, from [`SplitBounds::reset`] on:
//! - A side's lower bound is at most its optimum, and its upper bound is the cost of a known tree (or
//!   infinite). Lower bounds only rise, upper bounds only fall.
//! - So the least sum over the splits of their sides' lower bounds, together with the cost of a leaf,
//!   bounds the node from below at any moment, whatever was done so far.
//! - A dominated split stays dominated, and a split that is not dominated and as good as it exists.
//! - Vectors are padded to the stride of the projection's matrix. Values beyond the number of splits
//!   are meaningless.
//!
//! [`SplitBounds::clear`] empties all vectors, so that values left from another node cannot be read.
use crate::bounds::{look_ahead, similar_support, sub_tree};
use crate::layout::{NO, Side, YES};
use crate::memo::INFINITE_COST;
use std::ops::RangeInclusive;

/// What a node knows of its splits. Pairs of vectors are indexed `[answer][split]`.
#[derive(Default)]
pub(crate) struct SplitBounds {
    /// Number of splits.
    splits: usize,
    /// Cost of a lone leaf on each side, penalty included.
    pub(super) leaf: [Vec<i64>; 2],
    lower: [Vec<i64>; 2],
    upper: [Vec<i64>; 2],
    /// Whether the pairs of a split with all others were counted.
    paired: Vec<bool>,
    /// Number of splits whose pairs were not.
    unpaired: usize,
    /// Whether a side of a split was evaluated by counting before its sibling is solved.
    probed: Vec<bool>,
    /// Avoidable cost of each yes-side.
    avoidable: Vec<i64>,
    /// Avoidable cost of all points.
    avoidable_in_all: i64,
    /// Avoidable cost of each yes-side within one side of one split.
    pub(super) within: Vec<i64>,
    /// 0, or [`INFINITE_COST`] for splits that another split dominates at this node.
    dominated: Vec<i64>,
    /// Splits that are left to other threads for now.
    deferred: Vec<bool>,
    /// Sides that were solved, for the thresholds next to them.
    solved_sides: Vec<SolvedSide>,
}

/// What the node of a solved side knew of its own splits.
pub(crate) struct SolvedSide {
    /// The side, of a split of the parent.
    pub side: Side,
    /// Its features, ascending.
    pub features: Vec<u32>,
    /// Lower bounds of the sides of its splits.
    pub lower: [Vec<i64>; 2],
    /// Avoidable cost of the yes-sides of its splits.
    pub avoidable: Vec<i64>,
    /// Its own avoidable cost.
    pub avoidable_in_all: i64,
}

impl SplitBounds {
    /// Empties all vectors, keeping their memory.
    pub fn clear(&mut self) {
        self.resize(0, 0);
        self.avoidable.clear();
        self.within.clear();
    }

    /// Makes room for `splits` splits of which nothing is known, in vectors of length `stride`.
    pub fn reset(&mut self, splits: usize, stride: usize) {
        self.resize(splits, stride);
    }

    fn resize(&mut self, splits: usize, stride: usize) {
        self.splits = splits;
        for (part, value) in [
            (&mut self.leaf, INFINITE_COST),
            (&mut self.lower, 0),
            (&mut self.upper, INFINITE_COST),
        ] {
            part.iter_mut().for_each(|values| refill(values, stride, value));
        }
        for flags in [&mut self.paired, &mut self.probed, &mut self.deferred] {
            refill(flags, stride, false);
        }
        refill(&mut self.dominated, stride, 0);
        self.unpaired = splits;
        self.solved_sides.clear();
    }

    /// Takes over the losses of a lone leaf on all sides, which are in `self.leaf`.
    pub(super) fn learn_leaf_losses(&mut self, penalty: i64) {
        for answer in [YES, NO] {
            let leaves = self.leaf[answer][..self.splits].iter_mut();
            let bounds = self.lower[answer].iter_mut().zip(&mut self.upper[answer]);
            for (leaf, (lower, upper)) in leaves.zip(bounds) {
                *leaf += penalty;
                *upper = *leaf;
                *lower = look_ahead::at_least(*leaf, 2, penalty);
            }
        }
    }

    /// Number of splits.
    pub fn len(&self) -> usize {
        self.splits
    }

    /// The cost of a lone leaf on a side.
    pub fn leaf(&self, side: Side) -> i64 {
        self.leaf[side.answer][side.split]
    }

    /// The lower bound of a side.
    pub fn lower(&self, side: Side) -> i64 {
        self.lower[side.answer][side.split]
    }

    /// The upper bound of a side.
    pub fn upper(&self, side: Side) -> i64 {
        self.upper[side.answer][side.split]
    }

    /// The lower bounds of all sides with this answer.
    pub fn lower_bounds(&self, answer: usize) -> &[i64] {
        &self.lower[answer][..self.splits]
    }

    /// Whether the optimum of a side is not known yet.
    pub fn is_open(&self, side: Side) -> bool {
        self.lower(side) < self.upper(side)
    }

    /// Takes over what was proven of a side.
    pub fn learn(&mut self, side: Side, lower: i64, upper: i64) {
        self.raise(side, lower);
        let known = &mut self.upper[side.answer][side.split];
        *known = (*known).min(upper);
    }

    /// Raises the lower bound of a side to `lower` if that is more.
    pub fn raise(&mut self, side: Side, lower: i64) {
        let known = &mut self.lower[side.answer][side.split];
        *known = (*known).max(lower);
    }

    /// Raises the lower bounds of all sides to the cost of a leaf: no side can be split.
    pub fn raise_to_leaves(&mut self) {
        self.lower.clone_from(&self.leaf);
    }

    /// The lower bound of a split; infinite if it is dominated.
    pub fn bound(&self, split: usize) -> i64 {
        self.sum_of_sides(split) + self.dominated[split]
    }

    /// The sum of the lower bounds of a split's sides, dominated or not.
    pub fn sum_of_sides(&self, split: usize) -> i64 {
        sub_tree::of_split(self.lower[YES][split], self.lower[NO][split])
    }

    /// The cost of the best known tree that starts with a split.
    pub fn known_cost(&self, split: usize) -> i64 {
        self.upper[YES][split] + self.upper[NO][split]
    }

    /// The split with the least lower bound, and that bound.
    pub fn least(&self) -> Option<(i64, usize)> {
        self.least_sum(&self.lower)
    }

    /// The split with the best known tree, and its cost.
    pub fn best(&self) -> Option<(i64, usize)> {
        self.least_sum(&self.upper)
    }

    fn least_sum(&self, of: &[Vec<i64>; 2]) -> Option<(i64, usize)> {
        let n = self.splits;
        let sides = || of[YES][..n].iter().zip(&of[NO][..n]).zip(&self.dominated[..n]);
        let sums = || sides().map(|((yes, no), dominated)| yes + no + dominated);
        // Two passes: the first is a plain minimum, which compiles to vector code.
        let least = sums().min()?;
        sums().position(|sum| sum == least).map(|split| (least, split))
    }
}

/// The pairs of a split with all others.
impl SplitBounds {
    /// Whether the pairs of all splits were counted.
    pub fn all_paired(&self) -> bool {
        self.unpaired == 0
    }

    /// Whether the pairs of a split were counted.
    pub fn is_paired(&self, split: usize) -> bool {
        self.all_paired() || self.paired[split]
    }

    /// Notes that the pairs of a split, which were not before, are counted.
    pub fn mark_paired(&mut self, split: usize) {
        self.paired[split] = true;
        self.unpaired -= 1;
    }

    /// Notes that the pairs of all splits are counted.
    pub fn mark_all_paired(&mut self) {
        self.unpaired = 0;
    }
}

/// What was decided about single splits.
impl SplitBounds {
    /// Whether another split dominates this one at the node.
    pub fn is_dominated(&self, split: usize) -> bool {
        self.dominated[split] != 0
    }

    /// Rules a split out at this node, since another one that is not ruled out dominates it.
    pub fn mark_dominated(&mut self, split: usize) {
        self.dominated[split] = INFINITE_COST;
    }

    /// Whether a split is left to other threads for now.
    pub fn is_deferred(&self, split: usize) -> bool {
        self.deferred[split]
    }

    /// Leaves a split to other threads for now.
    pub fn defer(&mut self, split: usize) {
        self.deferred[split] = true;
    }

    /// Leaves no split to other threads any more.
    pub fn defer_none(&mut self) {
        self.deferred.fill(false);
    }

    /// Whether a side of the split was evaluated by counting before its sibling is solved.
    pub fn is_probed(&self, split: usize) -> bool {
        self.probed[split]
    }

    /// Notes that a side of the split was evaluated by counting.
    pub fn mark_probed(&mut self, split: usize) {
        self.probed[split] = true;
    }

    /// Keeps what the node of a solved side knew, for the thresholds next to it.
    pub fn keep_solved_side(&mut self, solved: Option<SolvedSide>) {
        self.solved_sides.extend(solved);
    }

    /// The sides that were solved.
    pub fn solved_sides(&self) -> &[SolvedSide] {
        &self.solved_sides
    }
}

/// Avoidable costs, and bounds that follow from bounds of other sides by them.
impl SplitBounds {
    /// Takes the memory for the avoidable costs of the yes-sides to be filled, and sets that of all
    /// points.
    pub fn set_avoidable(&mut self, in_all: i64) -> &mut Vec<i64> {
        self.avoidable_in_all = in_all;
        &mut self.avoidable
    }

    /// The avoidable costs of the yes-sides.
    pub fn avoidable(&self) -> &[i64] {
        &self.avoidable
    }

    /// The avoidable cost of all points.
    pub fn avoidable_in_all(&self) -> i64 {
        self.avoidable_in_all
    }

    /// Says how much avoidable cost each yes-side has within one side of one split, of which
    /// [`SplitBounds::propagate`] will be told more.
    pub fn set_within(&mut self, within: &[i64]) {
        self.within.clear();
        self.within.extend_from_slice(within);
    }

    /// What [`SplitBounds::set_within`] said.
    pub fn within(&self) -> &[i64] {
        &self.within[..self.splits]
    }

    /// Bounds the sides of all splits by `lower`, which was proven of the side that
    /// [`SplitBounds::set_within`] was about and whose avoidable cost is `avoidable`.
    pub fn propagate(&mut self, lower: i64, avoidable: i64) {
        let n = self.splits;
        let [yes, no] = &mut self.lower;
        let within = &self.within[..n];
        similar_support::propagate(lower, avoidable, within, &mut yes[..n], &mut no[..n]);
    }

    /// Bounds the sides of all splits by what is known of both sides of `split`, whose yes-side
    /// `self.within` is about.
    pub fn propagate_both(&mut self, split: usize) {
        let [yes_side, no_side] = Side::both(split);
        let yes = self.within[split];
        self.propagate(self.lower(yes_side), yes);
        let splits = self.splits;
        for (within, avoidable) in self.within[..splits].iter_mut().zip(&self.avoidable) {
            *within = avoidable - *within;
        }
        self.propagate(self.lower(no_side), self.avoidable_in_all - yes);
    }

    /// Bounds the sides of the thresholds `run` of a column by what is known of each other.
    pub fn propagate_along(&mut self, run: RangeInclusive<usize>) {
        let [yes, no] = &mut self.lower;
        let avoidable = &self.avoidable[run.clone()];
        let (yes, no) = (&mut yes[run.clone()], &mut no[run]);
        similar_support::propagate_along(avoidable, self.avoidable_in_all, yes, no);
    }
}

fn refill<T: Clone>(values: &mut Vec<T>, len: usize, value: T) {
    values.clear();
    values.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_bound_and_the_best_tree_leave_dominated_splits_out() {
        let mut splits = SplitBounds::default();
        splits.reset(3, 8);
        for (split, cost) in [4, 2, 3].into_iter().enumerate() {
            Side::both(split).into_iter().for_each(|side| splits.learn(side, cost, 10 - cost));
        }
        assert_eq!((splits.least(), splits.best()), (Some((4, 1)), Some((12, 0))));
        splits.mark_dominated(1);
        assert_eq!(splits.least(), Some((6, 2)));
        splits.mark_dominated(0);
        assert_eq!(splits.best(), Some((14, 2)));
    }

    #[test]
    fn what_is_cleared_holds_nothing_of_the_node_before() {
        let mut splits = SplitBounds::default();
        splits.reset(5, 8);
        splits.mark_all_paired();
        splits.clear();
        assert_eq!((splits.len(), splits.least(), splits.best()), (0, None, None));
        assert!(splits.leaf.iter().chain(&splits.lower).all(Vec::is_empty));
    }
}

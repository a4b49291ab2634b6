//! What a node knows of its splits while it is worked on.
use crate::bounds::{similar_support, sub_tree};
use crate::heritage::Donor;
use std::ops::RangeInclusive;

/// Index of the yes-side in a frame's pairs of vectors.
pub(crate) const YES: usize = 0;
/// Added to the bound of a split that need not be looked at.
pub(crate) const RULED_OUT: i64 = i64::MAX / 8;
/// Index of the no-side.
pub(crate) const NO: usize = 1;

/// Bounds of a subproblem and the first split of the tree behind the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// No tree costs less.
    pub lower: i64,
    /// A tree costs this.
    pub upper: i64,
    /// Its first split (a feature), or [`crate::memo::LEAF`].
    pub choice: u32,
}

impl Bounds {
    /// Whether the optimum is known.
    pub fn is_exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// Lowers the upper bound to that of a tree with this first split, if it is better.
    pub fn improve(&mut self, upper: i64, choice: u32) {
        if upper < self.upper {
            self.upper = upper;
            self.choice = choice;
        }
    }
}

/// Which side of which column.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub t: usize,
    pub side: usize,
}

/// Per split and side: the cost of a leaf, and bounds of the optimum. Indexed `[side][column]`.
#[derive(Default)]
pub(crate) struct Frame {
    /// Loss of a leaf plus the leaf penalty.
    pub leaf: [Vec<i64>; 2],
    /// Lower bound of the side's optimum.
    pub lower: [Vec<i64>; 2],
    /// Cost of a known tree for the side.
    pub upper: [Vec<i64>; 2],
    /// Whether the pairs of a column were counted, and of how many they were not.
    pub paired: Vec<bool>,
    pub unpaired: usize,
    /// Whether the heavier side of a column was counted.
    pub probed: Vec<bool>,
    /// Weight of each column's yes-side.
    pub weights: Vec<i64>,
    /// Weight of each column's yes-side within the side last looked at.
    pub within: Vec<i64>,
    /// 0, or [`RULED_OUT`] for columns that another column makes needless at this node.
    pub needless: Vec<i64>,
    /// What solved sides knew, for their neighbours.
    pub donors: Vec<Donor>,
    /// Columns left to other threads for now.
    pub deferred: Vec<bool>,
}

impl Frame {
    /// Makes room for `stride` columns.
    pub fn reset(&mut self, stride: usize, fill: i64) {
        for part in [&mut self.leaf, &mut self.lower, &mut self.upper] {
            for side in part {
                side.clear();
                side.resize(stride, fill);
            }
        }
        self.paired.clear();
        self.paired.resize(stride, false);
        self.unpaired = stride;
        self.probed.clear();
        self.probed.resize(stride, false);
        self.needless.clear();
        self.needless.resize(stride, 0);
        self.donors.clear();
        self.deferred.clear();
        self.deferred.resize(stride, false);
    }

    /// The lower bound of split `t`, needless or not.
    pub fn bound(&self, t: usize) -> i64 {
        sub_tree::of_split(self.lower[YES][t], self.lower[NO][t])
    }

    /// Whether the pairs of column `t` were counted.
    pub fn is_paired(&self, t: usize) -> bool {
        self.unpaired == 0 || self.paired[t]
    }

    /// The lower bound of split `t`.
    pub fn sum(&self, t: usize) -> i64 {
        sub_tree::of_split(self.lower[YES][t], self.lower[NO][t]) + self.needless[t]
    }

    /// The cost of the best known tree that starts with split `t`.
    pub fn known(&self, t: usize) -> i64 {
        self.upper[YES][t] + self.upper[NO][t]
    }

    /// The split with the least lower bound among the first `columns`.
    pub fn least(&self, columns: usize) -> Option<(i64, usize)> {
        least_sum(&self.lower, &self.needless, columns)
    }

    /// The best split by known trees among the first `columns`.
    pub fn best(&self, columns: usize) -> Option<(i64, usize)> {
        least_sum(&self.upper, &self.needless, columns)
    }

    /// Takes over what was proven of a side.
    pub fn learn(&mut self, at: Side, lower: i64, upper: i64) {
        let Side { t, side } = at;
        self.lower[side][t] = self.lower[side][t].max(lower);
        self.upper[side][t] = self.upper[side][t].min(upper);
    }

    /// Whether a side's optimum is not known yet.
    pub fn is_open(&self, at: Side) -> bool {
        self.lower[at.side][at.t] < self.upper[at.side][at.t]
    }

    /// Spreads what was proven of a side of weight `weight`, which `self.within` is about.
    pub fn spread(&mut self, lower: i64, weight: i64, columns: usize) {
        let [yes, no] = &mut self.lower;
        let within = &self.within[..columns];
        similar_support::spread(lower, weight, within, &mut yes[..columns], &mut no[..columns]);
    }

    /// Spreads what is known along the thresholds `run` of a column; all points weigh `all`.
    pub fn spread_along(&mut self, run: RangeInclusive<usize>, all: i64) {
        let [yes, no] = &mut self.lower;
        let weights = &self.weights[run.clone()];
        similar_support::along(weights, all, &mut yes[run.clone()], &mut no[run]);
    }

    /// Spreads what is known of both sides of `t`, whose yes-side `self.within` is about; all
    /// points weigh `all`.
    pub fn spread_both(&mut self, t: usize, columns: usize, all: i64) {
        let yes = self.within[t];
        self.spread(self.lower[YES][t], yes, columns);
        for (within, weight) in self.within[..columns].iter_mut().zip(&self.weights) {
            *within = weight - *within;
        }
        self.spread(self.lower[NO][t], all - yes, columns);
    }
}

/// The column with the least sum over both sides, and that sum.
fn least_sum(of: &[Vec<i64>; 2], more: &[i64], columns: usize) -> Option<(i64, usize)> {
    let sums = || {
        of[YES][..columns]
            .iter()
            .zip(&of[NO][..columns])
            .zip(&more[..columns])
            .map(|((a, b), c)| a + b + c)
    };
    // Two passes: the first is a plain minimum, which compiles to vector code.
    let least = sums().min()?;
    sums().position(|sum| sum == least).map(|t| (least, t))
}

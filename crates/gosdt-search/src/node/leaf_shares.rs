//! Bounds of the sides of a node's splits, where the number of leaves is limited.
//!
//! With a limit on the leaves a subproblem is a set of points *and* a number of leaves. At a node with
//! h leaves every split has h − 1 ways to share them between its sides; each way is bounded by the sum
//! of its sides' bounds, and the least is worked on. A bound for n leaves holds for fewer, and a tree
//! of n leaves is one for more.
use super::split_bounds::SplitBounds;
use crate::layout::{NO, Side, YES};

/// Bounds of the sides by number of leaves: entry `split * ways + n - 1` is about n leaves.
pub(crate) struct LeafShares {
    /// The ways to share the leaves of the node between two sides: one less than its leaves.
    ways: usize,
    lower: [Vec<i64>; 2],
    upper: [Vec<i64>; 2],
}

/// A split, and how many leaves its yes-side gets.
#[derive(Clone, Copy)]
pub(crate) struct LeafShare {
    pub split: usize,
    yes_leaves: usize,
}

impl LeafShares {
    /// What counting told of the splits of a node with this many leaves, of which there are at least
    /// two.
    pub fn new(splits: &SplitBounds, leaves: u32) -> LeafShares {
        let ways = leaves as usize - 1;
        let exact_for_two = splits.all_paired();
        let fill = |answer: usize, of: fn(&SplitBounds, Side) -> i64| {
            let entry = |at: usize| {
                let side = Side { split: at / ways, answer };
                match at % ways + 1 {
                    1 => splits.leaf(side),
                    2 if exact_for_two => splits.upper(side),
                    _ => of(splits, side),
                }
            };
            (0..splits.len() * ways).map(entry).collect::<Vec<i64>>()
        };
        LeafShares {
            ways,
            lower: [YES, NO].map(|answer| fill(answer, SplitBounds::lower)),
            upper: [YES, NO].map(|answer| fill(answer, SplitBounds::upper)),
        }
    }

    /// The share with the least lower bound, and that bound.
    pub fn least(&self) -> Option<(i64, LeafShare)> {
        self.least_sum(&self.lower)
    }

    /// The share with the best known tree, and its cost.
    pub fn best(&self) -> Option<(i64, LeafShare)> {
        self.least_sum(&self.upper)
    }

    /// The side of a share to solve, and its leaves: one that is open, and of two the one with fewer
    /// leaves.
    pub fn side_to_solve(&self, share: LeafShare) -> (Side, u32) {
        let at = self.entries(share);
        let leaves = self.leaves(share);
        let open = |answer: usize| self.lower[answer][at[answer]] < self.upper[answer][at[answer]];
        let answer = match (open(YES), open(NO)) {
            (true, true) => usize::from(leaves[NO] < leaves[YES]),
            (true, false) => YES,
            _ => NO,
        };
        (Side { split: share.split, answer }, leaves[answer] as u32)
    }

    /// The lower bound of the side of a share with this answer.
    pub fn lower(&self, share: LeafShare, answer: usize) -> i64 {
        self.lower[answer][self.entries(share)[answer]]
    }

    /// Takes over what was proven of a side with `leaves` leaves.
    pub fn learn(&mut self, side: Side, leaves: u32, lower: i64, upper: i64) {
        let (at, leaves) = (side.split * self.ways, leaves as usize);
        for fewer in &mut self.lower[side.answer][at..at + leaves] {
            *fewer = (*fewer).max(lower);
        }
        for more in &mut self.upper[side.answer][at + leaves - 1..at + self.ways] {
            *more = (*more).min(upper);
        }
    }

    /// The leaves of both sides.
    fn leaves(&self, share: LeafShare) -> [usize; 2] {
        [share.yes_leaves, self.ways + 1 - share.yes_leaves]
    }

    /// The entries of both sides.
    fn entries(&self, share: LeafShare) -> [usize; 2] {
        self.leaves(share).map(|leaves| share.split * self.ways + leaves - 1)
    }

    fn all(&self) -> impl Iterator<Item = LeafShare> + use<> {
        let (ways, splits) = (self.ways, self.lower[YES].len() / self.ways);
        let of_split =
            move |split: usize| (1..=ways).map(move |yes_leaves| LeafShare { split, yes_leaves });
        (0..splits).flat_map(of_split)
    }

    fn least_sum(&self, of: &[Vec<i64>; 2]) -> Option<(i64, LeafShare)> {
        let sum = |share: LeafShare| {
            let [yes, no] = self.entries(share);
            (of[YES][yes] + of[NO][no], share)
        };
        self.all().map(sum).min_by_key(|&(sum, _)| sum)
    }
}

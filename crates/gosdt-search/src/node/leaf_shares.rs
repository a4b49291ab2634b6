//! Bounds of the sides of a node's splits, where the number of leaves is limited.
//!
//! With a limit on the leaves a subproblem is a set of points *and* a number of leaves. At a node with
//! h leaves every split has h − 1 ways to share them between its sides; each way is bounded by the sum
//! of its sides' bounds, and the least is worked on. A bound for n leaves holds for fewer, and a tree
//! of n leaves is one for more. A bound for any number of leaves, which is what [`SplitBounds`] has,
//! holds for all shares.
use super::split_bounds::SplitBounds;
use super::state::Node;
use crate::bounds::similar_support;
use crate::layout::{NO, Side, YES};
use crate::memo::{INFINITE_COST, Memo};

/// Bounds of the sides by number of leaves. Pairs of vectors are indexed `[answer][leaves - 1][split]`.
pub(crate) struct LeafShares {
    lower: [Vec<Vec<i64>>; 2],
    upper: [Vec<Vec<i64>>; 2],
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
        let exact_for_two = splits.all_paired();
        let row = |answer: usize, leaves: u32, of: fn(&SplitBounds, Side) -> i64| {
            let entry = |split: usize| {
                let side = Side { split, answer };
                match leaves {
                    1 => splits.leaf(side),
                    2 if exact_for_two => splits.upper(side),
                    _ => of(splits, side),
                }
            };
            (0..splits.len()).map(entry).collect::<Vec<i64>>()
        };
        let rows = |answer: usize, of: fn(&SplitBounds, Side) -> i64| {
            (1..leaves).map(|leaves| row(answer, leaves, of)).collect::<Vec<_>>()
        };
        LeafShares {
            lower: [YES, NO].map(|answer| rows(answer, SplitBounds::lower)),
            upper: [YES, NO].map(|answer| rows(answer, SplitBounds::upper)),
        }
    }

    /// Hands the bounds of all sides, by number of leaves, to the check of a search.
    #[inline(always)]
    pub fn check(&self, node: &Node<'_>, memo: &Memo) {
        if memo.is_checked() {
            for leaves in 1..=self.ways() {
                let remaining = node.task.remaining.below().with_leaves(leaves as u32);
                for side in (0..node.splits.len()).flat_map(Side::both) {
                    let at = |of: &[Vec<Vec<i64>>; 2]| of[side.answer][leaves - 1][side.split];
                    let bounds = [at(&self.lower), at(&self.upper)];
                    node.check_side(memo, "leaf shares", (side, remaining), bounds);
                }
            }
        }
    }

    /// The ways to share the leaves of the node between two sides: one less than its leaves.
    fn ways(&self) -> usize {
        self.lower[YES].len()
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
        let leaves = self.leaves(share);
        let open = |answer: usize| {
            let at = |of: &[Vec<Vec<i64>>; 2]| of[answer][leaves[answer] - 1][share.split];
            at(&self.lower) < at(&self.upper)
        };
        let answer = match (open(YES), open(NO)) {
            (true, true) => usize::from(leaves[NO] < leaves[YES]),
            (true, false) => YES,
            _ => NO,
        };
        (Side { split: share.split, answer }, leaves[answer] as u32)
    }

    /// The lower bound of the side of a share with this answer.
    pub fn lower(&self, share: LeafShare, answer: usize) -> i64 {
        self.lower[answer][self.leaves(share)[answer] - 1][share.split]
    }

    /// Takes over what was proven of a side with `leaves` leaves.
    pub fn learn(&mut self, side: Side, leaves: u32, lower: i64, upper: i64) {
        let leaves = leaves as usize;
        for fewer in &mut self.lower[side.answer][..leaves] {
            fewer[side.split] = fewer[side.split].max(lower);
        }
        for more in &mut self.upper[side.answer][leaves - 1..] {
            more[side.split] = more[side.split].min(upper);
        }
    }

    /// Takes over bounds that hold for any number of leaves.
    pub fn raise_to(&mut self, splits: &SplitBounds) {
        for answer in [YES, NO] {
            for row in &mut self.lower[answer] {
                let known = splits.lower_bounds(answer);
                row.iter_mut().zip(known).for_each(|(lower, known)| *lower = (*lower).max(*known));
            }
        }
    }

    /// Bounds the sides of all splits with at most `leaves` leaves by `lower`, which was proven of one
    /// side with that many and with this avoidable cost. `within` is the avoidable cost of each
    /// split's yes-side within that side.
    pub fn propagate(&mut self, leaves: u32, lower: i64, avoidable: i64, within: &[i64]) {
        let [yes, no] = &mut self.lower;
        for (yes, no) in yes.iter_mut().zip(no).take(leaves as usize) {
            similar_support::propagate(lower, avoidable, within, yes, no);
        }
    }

    /// The leaves of both sides.
    fn leaves(&self, share: LeafShare) -> [usize; 2] {
        [share.yes_leaves, self.ways() + 1 - share.yes_leaves]
    }

    fn least_sum(&self, of: &[Vec<Vec<i64>>; 2]) -> Option<(i64, LeafShare)> {
        let rows = || of[YES].iter().zip(of[NO].iter().rev()).enumerate();
        let sums = |yes: &'_ Vec<i64>, no: &'_ Vec<i64>| -> i64 {
            yes.iter().zip(no).map(|(yes, no)| yes + no).min().unwrap_or(INFINITE_COST)
        };
        // Two passes: the first is a plain minimum, which compiles to vector code.
        let (way, (yes, no)) = rows().min_by_key(|(_, (yes, no))| sums(yes, no))?;
        let least = sums(yes, no);
        let split = yes.iter().zip(no).position(|(yes, no)| yes + no == least)?;
        Some((least, LeafShare { split, yes_leaves: way + 1 }))
    }
}

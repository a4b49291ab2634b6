//! Handing the bounds of a node and of its sides to the check of a search, where it has one.
use super::state::Node;
use crate::layout::{Side, YES};
use crate::memo::{Memo, Remaining};

impl Node<'_> {
    /// Hands the bounds of the node to the check.
    #[inline(always)]
    pub fn check(&self, memo: &Memo, rule: &'static str) {
        if memo.is_checked() {
            let subproblem = (&self.projection.points[..], self.task.remaining);
            memo.check(rule, subproblem, false, [self.bounds.lower, self.bounds.upper]);
        }
    }

    /// Hands the bounds of all sides to the check. They hold for any number of leaves.
    #[inline(always)]
    pub fn check_sides(&self, memo: &Memo, rule: &'static str) {
        if memo.is_checked() {
            let remaining = self.task.remaining.below().without_leaf_limit();
            for side in (0..self.splits.len()).flat_map(Side::both) {
                let bounds = [self.splits.lower(side), self.splits.upper(side)];
                self.check_side(memo, rule, (side, remaining), bounds);
            }
        }
    }

    /// Hands bounds of a side with these limits to the check.
    pub(super) fn check_side(
        &self,
        memo: &Memo,
        rule: &'static str,
        (side, remaining): (Side, Remaining),
        bounds: [i64; 2],
    ) {
        let flip = if side.answer == YES { 0 } else { !0 };
        let bits = &self.context.instance.splits.bits[self.feature(side.split) as usize];
        let pairs = self.projection.points.iter().zip(bits);
        let points: Vec<u64> = pairs.map(|(points, bits)| points & (bits ^ flip)).collect();
        memo.check(rule, (&points, remaining), false, bounds);
    }
}

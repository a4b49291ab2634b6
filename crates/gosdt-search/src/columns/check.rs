//! Handing the bounds of a node of ranks to the check of a search, where it has one.
use super::base::{Split, Variant};
use super::node::Node;
use super::solver::ColumnSolver;
use super::state::Item;
use crate::memo::INFINITE_COST;

impl ColumnSolver<'_> {
    /// Hands the bounds of the node to the check.
    #[inline(always)]
    pub(super) fn check_node<W: Variant>(&self, node: &Node<'_, W>, rule: &'static str) {
        if self.memo.is_checked() {
            let subproblem = (&node.projection.points[..], node.task.remaining);
            let bounds = [node.bounds.lower, node.bounds.upper];
            self.memo.check(rule, subproblem, node.task.relaxed, bounds);
        }
    }

    /// Hands what is known of the evaluated splits of a track to the check.
    #[inline(always)]
    pub(super) fn check_track<W: Variant>(&self, node: &Node<'_, W>, track: u32) {
        if self.memo.is_checked() {
            for known in node.state.evaluated(track) {
                for side in 0..2 {
                    let bounds = [known.lower[side], known.upper[side]];
                    self.check_side(node, "evaluated split", (track, known.rank, side), bounds);
                }
            }
        }
    }

    /// Hands the bound of an interval to the check: no split of it costs less, whichever side pays.
    #[inline(always)]
    pub(super) fn check_interval<W: Variant>(&self, node: &Node<'_, W>, item: &Item) {
        if self.memo.is_checked() && !item.counted {
            let around = node.around(item);
            for rank in item.first..=item.last {
                for (side, lower) in around.into_iter().enumerate() {
                    let at = (item.track, rank, side);
                    self.check_side(node, "interval", at, [lower, INFINITE_COST]);
                }
            }
        }
    }

    fn check_side<W: Variant>(
        &self,
        node: &Node<'_, W>,
        rule: &'static str,
        (track, rank, side): (u32, u32, usize),
        bounds: [i64; 2],
    ) {
        let split = Split { column: node.column(track), rank };
        let points = self.side_of(node.projection, split, side == 0);
        let parts = points.iter().any(|&word| word != 0) && points != node.projection.points;
        if parts {
            self.memo.check(rule, (&points, node.shares(track)[side]), true, bounds);
        }
    }
}

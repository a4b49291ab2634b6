//! A good tree at once, to start from.
use super::solver::{ColumnSolver, Task};
use crate::memo::{Bounds, INFINITE_COST, Key, LEAF, Remaining};

impl ColumnSolver<'_> {
    /// Grows a tree by two levels of look-ahead: each split is the first of the best tree of depth
    /// two. Returns its cost; the memo keeps the choices.
    pub fn greedy(&mut self, points: &[u64], remaining: Remaining) -> i64 {
        let set = self.set(points.to_vec());
        let (leaf, _) = self.problem.leaf(&set.totals);
        let ahead = remaining.with_depth_at_most(2);
        let known = Bounds::UNKNOWN;
        let task =
            Task { remaining: ahead, budget: INFINITE_COST, known, level: 1, relaxed: false };
        let Some(base) = self.lay_out(points) else { return leaf };
        let best = self.solve_base(&base, set, task);
        drop(base);
        self.memo.put(&Key::of(points, ahead), best, 1);
        let (mut cost, mut choice) = (best.upper, best.choice);
        let grows = ahead != remaining && remaining.leaves.is_none() && !self.control.stopped();
        if choice != LEAF && grows {
            let [yes, no] = self.sides(points, choice);
            let grown = self.greedy(&yes, remaining.below()) + self.greedy(&no, remaining.below());
            if grown < cost {
                cost = grown;
            }
        }
        if leaf <= cost {
            (cost, choice) = (leaf, LEAF);
        }
        self.memo.put(&Key::of(points, remaining), Bounds { lower: 0, upper: cost, choice }, 1);
        cost
    }
}

//! A good tree at once, to start from.
use super::solver::{ColumnSolver, Task};
use crate::memo::{Bounds, INFINITE_COST, Key, LEAF, Remaining};
use crate::tree::GrowthStep;

impl ColumnSolver<'_> {
    /// Grows a tree by two levels of look-ahead: each split is the first of the best tree of depth
    /// two. Returns its cost; the memo keeps the choices. What is done before work is stopped is written
    /// into `steps`.
    pub fn greedy(
        &mut self,
        points: &[u64],
        remaining: Remaining,
        steps: &mut Vec<GrowthStep>,
    ) -> i64 {
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
        let is_stopped = self.control.stopped();
        let grows = ahead != remaining && remaining.leaves.is_none() && !is_stopped;
        if !grows && !is_stopped {
            self.steps_of_best(points, ahead, choice, steps);
        }
        if choice == LEAF && grows {
            steps.push(GrowthStep { feature: None, is_grown: false });
        }
        if choice != LEAF && grows {
            steps.push(GrowthStep { feature: Some(choice), is_grown: true });
            let grown: i64 = self
                .sides(points, choice)
                .iter()
                .map(|side| self.greedy(side, remaining.below(), steps))
                .sum();
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

    /// The steps that lead to the best tree of up to two levels, which starts with `choice`.
    fn steps_of_best(
        &self,
        points: &[u64],
        remaining: Remaining,
        choice: u32,
        steps: &mut Vec<GrowthStep>,
    ) {
        let feature = Some(choice).filter(|&choice| choice != LEAF);
        let is_grown = feature.is_some() && !remaining.is_stump();
        steps.push(GrowthStep { feature, is_grown });
        if is_grown {
            for side in self.sides(points, choice) {
                let (_, split) = self.best_split(&side, false);
                let feature = Some(split).filter(|&split| split != LEAF);
                steps.push(GrowthStep { feature, is_grown: false });
            }
        }
    }
}

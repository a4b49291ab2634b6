//! What a finished search tells of its subproblems.
use super::solver::{ColumnSolver, Task};
use crate::memo::{Bounds, Remaining};

impl ColumnSolver<'_> {
    /// The points of a set that answer yes (or no) to a split of the problem.
    pub fn side_of_feature(&self, points: &[u64], feature: u32, yes: bool) -> Vec<u64> {
        let (column, code) = self.problem.split(feature);
        let mut side = Vec::new();
        self.problem.side(self.kernels, points, (column, code, yes), &mut side);
        side
    }

    /// Solves a set of points, or proves that it costs more than the budget.
    pub fn ask(&mut self, points: Vec<u64>, remaining: Remaining, budget: i64) -> Bounds {
        let remaining = self.binding(remaining, budget);
        let key = self.key(&points, remaining, false);
        let known = self.memo.get(&key).unwrap_or(Bounds::UNKNOWN);
        if known.settles(budget) {
            return known;
        }
        let Some(base) = self.lay_out(&points) else { return known };
        let task = Task { remaining, budget, known, level: 1, relaxed: false };
        let set = self.set(points);
        let found = self.solve_base(&base, set, task);
        self.memo.put(&key, found, 1)
    }
}

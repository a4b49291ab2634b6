//! Solving the root.
use super::solver::{ColumnSolver, Task};
use crate::memo::{Bounds, INFINITE_COST, Key, Remaining};

impl ColumnSolver<'_> {
    /// Solves the root for a budget of `target`, starting from all that is known of it.
    pub fn solve_root(&mut self, remaining: Remaining, target: i64) -> Bounds {
        let set = self.set(self.problem.everything.clone());
        let key = Key::of(&set.points, remaining);
        let mut known = Bounds::UNKNOWN;
        if let Some(warm_start) = self.warm_start {
            known.raise(warm_start.at_least(&key, 1, INFINITE_COST));
        }
        if let Some(stored) = self.memo.get(&key) {
            known.tighten(&stored);
        }
        let (lower, upper) = self.control.bounds();
        known.lower = known.lower.max(lower);
        known.upper = known.upper.min(upper);
        if known.settles(target) {
            return known;
        }
        let Some(base) = self.lay_out(&set.points) else { return known };
        let task = Task { remaining, budget: target, known, level: 0, relaxed: false };
        let found = self.solve_base(&base, set, task);
        self.control.raise_lower(found.lower);
        self.memo.put(&key, found, u32::MAX)
    }
}

//! Solving the root.
use super::solver::Solver;
use crate::layout::Projection;
use crate::memo::{Bounds, INFINITE_COST, Key, Remaining};
use crate::node::Task;

impl Solver<'_> {
    /// Solves the root for a budget of `target`, starting from all that is known of it.
    pub fn solve_root(&mut self, root: &Projection, remaining: Remaining, target: i64) -> Bounds {
        if self.has_relaxation(remaining) {
            self.attempt_limited_root(root, remaining, target);
        }
        self.solve_root_within(root, remaining, target)
    }

    /// Whether leaves are limited and to solve the root without that limit first. Where leaves cost
    /// nothing and any depth is allowed, all that tells is that the loss is not negative.
    fn has_relaxation(&self, remaining: Remaining) -> bool {
        let tells = self.context().instance.per_leaf > 0 || !remaining.depth.is_none();
        !remaining.leaves.is_none() && tells && self.context().techniques.leaf_relaxation
    }

    /// Solves the root within these limits, or proves a bound of it until the attempt ends.
    pub(super) fn solve_root_within(
        &mut self,
        root: &Projection,
        remaining: Remaining,
        target: i64,
    ) -> Bounds {
        let key = Key::of(&root.points, remaining);
        let mut known = Bounds::UNKNOWN;
        if let Some(warm_start) = self.warm_start {
            known.raise(warm_start.at_least(&key, 1, INFINITE_COST));
        }
        if let Some(stored) = self.memo.get(&key) {
            known.tighten(&stored);
        }
        let (lower, upper) = self.control.bounds();
        // Bounds of trees that keep the limit on leaves are none of all trees.
        if !self.is_relaxed_root(remaining) {
            known.lower = known.lower.max(lower);
        }
        known.upper = known.upper.min(upper);
        if known.settles(target) {
            self.control.raise_lower(known.lower);
            return known;
        }
        let task = Task { known, level: 0, ..Task::new(remaining, target, 0) };
        let found = self.solve(root, task).bounds;
        self.control.raise_lower(found.lower);
        self.memo.put(&key, found, u32::MAX)
    }

    /// Whether the root with these limits is a relaxation of the problem.
    pub(super) fn is_relaxed_root(&self, remaining: Remaining) -> bool {
        remaining.leaves.is_none() && self.context().instance.limits.max_leaves.is_some()
    }
}

//! Solving the root.
use super::solver::{ColumnSolver, Task};
use crate::memo::{Bounds, INFINITE_COST, Key, Remaining};

impl ColumnSolver<'_> {
    /// Solves the root for a budget of `target`, starting from all that is known of it.
    pub fn solve_root(&mut self, remaining: Remaining, target: i64) -> Bounds {
        // Not the target: trees that cost more than that, but less than any before, are kept as well.
        let remaining = self.binding_at_root(remaining, self.control.bounds().1);
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

    /// The limits at the root without that on leaves, if no tree that costs at most so much breaks it.
    pub fn binding_at_root(&self, remaining: Remaining, cost: i64) -> Remaining {
        match self.binding(remaining, cost).leaves.is_none() {
            true => remaining.without_leaf_limit(),
            false => remaining,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bounds::cases::Case;
    use crate::problem::Techniques;
    use crate::{Limits, Storage};

    /// A limit that no tree within the upper bound reaches takes no more nodes, and changes nothing.
    #[test]
    fn a_limit_on_leaves_that_does_not_bind_takes_no_more_nodes() {
        let mut larger = 0;
        for seed in 0..20 {
            let case = Case { penalty: 2, ..Case::numeric(seed, 12, 64, 5) };
            let found = |max_leaves| {
                let limits = Limits { max_leaves, ..Limits::default() };
                let outcome =
                    case.clone().within(limits).search_stored(Techniques::ALL, Storage::Ranks);
                (outcome.upper, outcome.tree, outcome.statistics.nodes)
            };
            let (cost, tree, nodes) = found(None);
            larger += usize::from(tree.leaves() > 2);
            // Twice the leaves that the optimum could pay for: so many the first tree does not have.
            let most = 2 * u32::try_from(cost / case.penalty).expect("a few leaves");
            let (limited, same, limited_nodes) = found(Some(most));
            assert_eq!((limited, same), (cost, tree), "seed {seed}");
            assert!(limited_nodes <= nodes + nodes / 10, "seed {seed}: {limited_nodes}, {nodes}");
        }
        assert!(larger > 10, "{larger}");
    }
}

//! Subproblems with a limit on leaves.
//!
//! The subproblem without the limit is a relaxation: its optimum is a lower bound, and if a tree
//! behind it keeps the limit, it is the answer. It is solved first, with all techniques and under a
//! key of its own, so that it is solved once for all limits. Where no tree within the budget can have
//! more leaves than allowed, it always is the answer. Only where it is not are leaves shared between
//! the sides of the splits.
use super::recursion::Solved;
use super::solver::Solver;
use crate::bounds::{leaf_permutation, leaf_residue};
use crate::layout::Projection;
use crate::memo::{Bounds, Remaining};
use crate::node::{LeafShare, LeafShares, Node, Parent, Task};
use crate::tree;

/// The expansions of the first attempt to share the leaves of the root.
const FIRST_ATTEMPT: u32 = 250;

/// How many times as much work an attempt to solve the root without its limit gets.
const RELAXATION_SHARE: u32 = 8;

/// Where leaves are shared in so many ways, an expansion takes about twice as long as where they are not.
const WAYS_OF_AN_EXPANSION: u32 = 4;

/// How many times as many expansions each attempt gets as the one before.
const GROWTH: u32 = 4;

impl Solver<'_> {
    /// Works on the root of a problem whose leaves are limited: on its relaxation until that is
    /// solved, and before that for a while on the limited problem itself. With few leaves that is the
    /// easier one.
    pub(super) fn attempt_limited_root(
        &mut self,
        root: &Projection,
        remaining: Remaining,
        target: i64,
    ) {
        let Some(leaves) = remaining.leaves.number() else { return };
        let most = self.most_leaves(remaining, target);
        let are_few = most.is_none_or(|most| 2 * i64::from(leaves) <= most);
        let mut expansions = are_few.then_some(FIRST_ATTEMPT);
        self.relaxes = false;
        while !self.relaxes {
            if expansions.is_some() {
                let found = self.attempt(expansions, root, remaining, target);
                if found.settles(target) {
                    return;
                }
            }
            let times = RELAXATION_SHARE.saturating_mul(1 + leaves / WAYS_OF_AN_EXPANSION);
            let many = expansions.and_then(|expansions| expansions.checked_mul(times));
            let found = self.attempt(many, root, remaining.without_leaf_limit(), target);
            self.control.raise_lower(self.at_least(found.lower, leaves));
            self.relaxes = found.settles(target) || self.control.stopped();
            expansions = expansions.map(|expansions| expansions.saturating_mul(GROWTH));
        }
    }

    /// Solves the root within so many expansions, or with no limit on them.
    fn attempt(
        &mut self,
        expansions: Option<u32>,
        root: &Projection,
        remaining: Remaining,
        target: i64,
    ) -> Bounds {
        let now = self.evaluator.expansions();
        self.attempt_ends = expansions.map(|expansions| now.wrapping_add(expansions));
        let found = self.solve_root_within(root, remaining, target);
        self.attempt_ends = None;
        found
    }

    /// Whether to end the attempt at hand.
    pub(super) fn attempt_ended(&self) -> bool {
        let left = |end: u32| end.wrapping_sub(self.evaluator.expansions()) as i32;
        self.attempt_ends.is_some_and(|end| left(end) <= 0) || self.control.stopped()
    }

    /// As [`Solver::solve_remembered`], where the number of leaves is limited to `leaves`.
    pub(super) fn solve_limited(
        &mut self,
        projection: &Projection,
        mut task: Task<'_>,
        leaves: u32,
    ) -> Solved {
        let may_relax = self.context().techniques.leaf_relaxation;
        if may_relax && !self.limit_binds(&task, leaves) {
            return self.solve_without_limit(projection, task, leaves).into();
        }
        let key = leaf_permutation::identity(&projection.points, task.remaining);
        self.look_up(projection, &key, &mut task);
        if may_relax && self.relaxes && !task.known.settles(task.budget) {
            task.known = self.solve_without_limit(projection, task, leaves);
            self.memo.put(&key, task.known, 1);
        }
        if task.known.settles(task.budget) {
            return task.known.into();
        }
        self.solve_and_remember(projection, &key, task)
    }

    /// Whether a tree within the budget and the depth allowed may have more leaves than this.
    fn limit_binds(&self, task: &Task<'_>, leaves: u32) -> bool {
        let most = self.most_leaves(task.remaining, task.budget);
        most.is_none_or(|most| most > i64::from(leaves))
    }

    /// The most leaves that a tree within a budget and the depth allowed can have.
    fn most_leaves(&self, remaining: Remaining, budget: i64) -> Option<i64> {
        let by_cost = budget.checked_div(self.context().instance.per_leaf);
        [by_cost, remaining.leaves_of_depth()].into_iter().flatten().min()
    }

    /// What is known of a subproblem once it was solved without its limit on leaves.
    fn solve_without_limit(
        &mut self,
        projection: &Projection,
        task: Task<'_>,
        leaves: u32,
    ) -> Bounds {
        let relaxed =
            Task { remaining: task.remaining.without_leaf_limit(), known: Bounds::UNKNOWN, ..task };
        let found = self.solve_remembered(projection, relaxed).bounds;
        self.with_limit(projection, task, &found, leaves)
    }

    /// What is known of a subproblem by bounds of the one without its limit on leaves.
    fn with_limit(
        &mut self,
        projection: &Projection,
        task: Task<'_>,
        relaxed: &Bounds,
        leaves: u32,
    ) -> Bounds {
        let mut known = task.known;
        known.raise(self.at_least(relaxed.lower, leaves));
        let is_of_interest = relaxed.upper < known.upper && relaxed.upper <= task.budget;
        if is_of_interest && self.keeps_limit(projection, task.remaining, relaxed.upper, leaves) {
            known.improve(relaxed.upper, relaxed.choice);
        }
        known
    }

    /// The lower bound of trees with at most `leaves` leaves, given one of all trees.
    pub fn at_least(&self, lower: i64, leaves: u32) -> i64 {
        let instance = self.context().instance;
        match self.context().techniques.leaf_residue {
            true => leaf_residue::at_least(lower, leaves, instance.per_leaf, instance.loss_unit),
            false => lower,
        }
    }

    /// Whether the tree that the memo knows, whatever its number of leaves, and that costs `cost`
    /// keeps a limit on leaves.
    fn keeps_limit(
        &mut self,
        projection: &Projection,
        remaining: Remaining,
        cost: i64,
        leaves: u32,
    ) -> bool {
        let instance = self.context().instance;
        let unit = if self.context().techniques.leaf_residue { instance.loss_unit } else { 0 };
        let by_cost = leaf_residue::most_leaves(cost, instance.per_leaf, unit);
        let most = [by_cost, remaining.leaves_of_depth()].into_iter().flatten().min();
        if most.is_some_and(|most| most <= i64::from(leaves)) {
            return true;
        }
        if self.at_least(cost, leaves) > cost {
            return false;
        }
        let Solver { evaluator, memo, .. } = self;
        let remaining = remaining.without_leaf_limit();
        let (found, tree) = tree::reconstruct(evaluator, memo, projection, remaining);
        found <= cost && tree.leaves() <= leaves as usize
    }

    /// As [`Solver::raise`], where the leaves are limited.
    pub(super) fn raise_limited(&mut self, node: &mut Node<'_>, leaves: u32) {
        self.lookup.look_up_sides(node);
        let mut shares = LeafShares::new(&node.splits, leaves);
        loop {
            shares.raise_to(&node.splits);
            shares.check(node, self.memo);
            if let Some((cost, share)) = shares.best() {
                node.bounds.improve(cost, node.feature(share.split));
            }
            let Some((least, share)) = shares.least() else { return };
            let least = self.at_least(least, leaves);
            if self.is_settled_by(node, least) {
                return;
            }
            self.raise_share(node, &mut shares, share);
        }
    }

    /// Solves a side of a split whose leaves are shared in one way, and propagates what was proven.
    fn raise_share(&mut self, node: &mut Node<'_>, shares: &mut LeafShares, share: LeafShare) {
        if !self.control.keeps_room(node.projection.bytes()) {
            return;
        }
        let (side, leaves) = shares.side_to_solve(share);
        let budget = node.limit() - shares.lower(share, side.sibling().answer);
        let child = self.evaluator.project_side(node.projection, side);
        let propagates = node.context.propagates();
        if propagates {
            node.splits.set_within(self.evaluator.avoidable_within());
        }
        let task = Task {
            level: node.task.level + 1,
            parent: Some(Parent { node: &*node, side }),
            ..Task::new(
                node.task.remaining.below().with_leaves(leaves),
                budget,
                shares.lower(share, side.answer),
            )
        };
        let Solved { bounds: found, for_neighbours } = self.solve_remembered(&child, task);
        node.splits.keep_solved_side(for_neighbours);
        shares.learn(side, leaves, found.lower, found.upper);
        self.lookup.look_up_side(node, side);
        if propagates {
            let avoidable = node.context.instance.measures.avoidable_cost(&child.totals);
            node.splits.propagate(node.splits.lower(side), avoidable);
            shares.propagate(leaves, found.lower, avoidable, node.splits.within());
        }
        self.evaluator.reuse_projection(child);
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::bounds::cases::{Case, assert_neutral_with_limited_leaves, without};
    use crate::problem::Techniques;

    #[test]
    fn neutral_without_the_relaxation_the_optimum_is_the_same() {
        assert_neutral_with_limited_leaves("leaf-relaxation");
    }

    #[test]
    fn alive_the_relaxation_saves_nodes() {
        let case = Case::parity(6, 3, 7, 1);
        let [with, without] =
            [&[][..], &["leaf-relaxation"]].map(|off| case.nodes_with_limited_leaves(off));
        assert!(with < without, "{with} with, {without} without");
    }

    /// A limit that no tree within the budget reaches, or none of the depth allowed, costs nothing
    /// (where no two numbers of leaves give the same cost).
    #[test]
    fn a_limit_that_does_not_bind_takes_no_more_nodes() {
        for depth in [None, Some(3)] {
            let case = Case { penalty: 7, ..Case::parity(6, 3, 7, 1).times(5) };
            let case = case.within(Limits { max_depth: depth, ..Limits::default() });
            let nodes = |max_leaves| {
                let limits = Limits { max_leaves, ..case.limits };
                let found = case.clone().within(limits).search(Techniques::ALL);
                (found.upper, found.statistics.nodes)
            };
            let most = if depth.is_some() { 8 } else { 60 };
            let ((free, free_nodes), (limited, nodes)) = (nodes(None), nodes(Some(most)));
            assert_eq!(limited, free);
            assert!(nodes <= free_nodes + free_nodes / 10, "{nodes}, {free_nodes} without");
        }
    }

    /// Trees of different numbers of leaves may cost the same where the relaxation is solved.
    #[test]
    fn ties_between_trees_of_different_sizes_are_told_apart() {
        for seed in 0..200 {
            let case = Case { penalty: 1, ..Case::random(seed) };
            let leaves = case.leaves_of_optima(case.everything());
            let fewest = *leaves.iter().min().expect("an optimum");
            let limits = Limits { max_leaves: Some(fewest as u32), ..Limits::default() };
            let limited = case.clone().within(limits);
            for off in [&[][..], &["leaf-residue"]] {
                let found = limited.found(without(Techniques::ALL, off));
                assert_eq!(found, case.best(case.everything()), "{case:?}");
            }
        }
    }
}

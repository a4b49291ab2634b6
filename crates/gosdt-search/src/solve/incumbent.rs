//! The root tells the other threads and the caller what is known of it.
use super::solver::Solver;
use crate::bounds::leaf_permutation;
use crate::memo::Remaining;
use crate::node::Node;
use crate::tree;

impl Solver<'_> {
    /// Publishes the bounds of the root and, if there is a better tree, the tree; takes over what
    /// other threads published.
    pub(super) fn publish(&mut self, root: &mut Node<'_>) {
        let remaining = root.task.remaining;
        self.control.raise_lower(root.bounds.lower);
        if root.bounds.upper < self.control.bounds().1.min(self.refused) {
            self.offer_tree(root, remaining);
        }
        let (lower, upper) = self.control.bounds();
        if !self.is_relaxed_root(remaining) {
            root.bounds.lower = root.bounds.lower.max(lower);
        }
        root.bounds.upper = root.bounds.upper.min(upper);
    }

    /// Offers the best tree known of the root, if it keeps the limit on leaves.
    fn offer_tree(&mut self, root: &Node<'_>, remaining: Remaining) {
        // What is known of the relaxation without that limit when work is stopped may be a tree that
        // keeps it by chance, and that a longer search would not meet.
        if self.control.reason().is_some() && self.is_relaxed_root(remaining) {
            return;
        }
        let most = self.context().instance.limits.max_leaves;
        let Solver { evaluator, memo, control, .. } = self;
        let key = leaf_permutation::identity(&root.projection.points, remaining);
        memo.put(&key, root.bounds, 0);
        let (cost, tree) = tree::reconstruct(evaluator, memo, root.projection, remaining);
        match most.is_none_or(|most| tree.leaves() <= most as usize) {
            true => control.offer(cost, tree),
            false => self.refused = self.refused.min(cost),
        }
    }
}

//! The root tells the other threads and the caller what is known of it.
use super::solver::Solver;
use crate::bounds::leaf_permutation;
use crate::node::Node;
use crate::tree;

/// Publishes the bounds of the root and, if there is a better tree, the tree; takes over what other
/// threads published.
pub(super) fn publish(solver: &mut Solver<'_>, root: &mut Node<'_>) {
    let Solver { evaluator, memo, control, .. } = solver;
    let (projection, remaining) = (root.projection, root.task.remaining);
    control.raise_lower(root.bounds.lower);
    let (lower, upper) = control.bounds();
    if root.bounds.upper < upper {
        let key = leaf_permutation::identity(&projection.points, remaining);
        memo.put(&key, root.bounds, 0);
        let (cost, tree) = tree::reconstruct(evaluator, memo, projection, remaining);
        control.offer(cost, tree);
    }
    root.bounds.lower = root.bounds.lower.max(lower);
    root.bounds.upper = root.bounds.upper.min(upper);
}

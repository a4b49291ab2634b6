//! The canonical optimal tree, which is the same at any number of threads.
//!
//! Several trees may share the optimum, and which of them a search finds first depends on timing. So
//! the tree is chosen afterwards by a rule that depends on the data alone: a leaf if that is optimal;
//! else the first split, in order of the loss that it leaves as a tree of two leaves and then of its
//! feature, that an optimal tree starts with; and likewise below it.
use super::optimal_splits::{exact_sides, in_canonical_order};
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{INFINITE_COST, Remaining};
use crate::node::{Node, Pairs, Task};
use crate::outcome::Shape;
use crate::solve::Solver;
use crate::tree::leaf_tree;

/// The canonical tree of a subproblem whose optimum is `cost`; `None` when the search is stopped
/// before it is found.
pub(crate) fn canonical(
    solver: &mut Solver<'_>,
    projection: &Projection,
    remaining: Remaining,
    cost: i64,
) -> Option<Shape> {
    let instance = solver.context().instance;
    let (leaf, tree) = leaf_tree(instance, projection);
    if leaf <= cost {
        return Some(tree);
    }
    let mut node = solver.evaluator.node(projection, Task::new(remaining, INFINITE_COST, 0));
    solver.evaluator.evaluate_by_counting(&mut node, Pairs::WhenFew);
    node.compute_avoidable_costs();
    let mut order = in_canonical_order(instance, projection).into_iter();
    let found = order.find_map(|split| match solver.control.stopped() {
        true => Some(None),
        false => canonical_from(solver, &mut node, split, cost).map(Some),
    });
    solver.evaluator.reuse_node(node);
    found.flatten()
}

/// The canonical tree if an optimal one starts with `split`.
fn canonical_from(
    solver: &mut Solver<'_>,
    node: &mut Node<'_>,
    split: usize,
    cost: i64,
) -> Option<Shape> {
    if is_ruled_out(solver, node, split, cost) {
        return None;
    }
    let (projection, feature) = (node.projection, node.feature(split) as usize);
    let sides = Side::both(split).map(|side| solver.evaluator.project_side(projection, side));
    let mut shares = node.task.remaining.shares().into_iter();
    let found = shares.find_map(|share| canonical_sides(solver, &sides, share, cost));
    sides.into_iter().for_each(|side| solver.evaluator.reuse_projection(side));
    found.map(|[yes, no]| Shape::split(feature, &yes, &no))
}

/// Whether what is cheap to know rules a split out, before its sides are solved.
fn is_ruled_out(solver: &mut Solver<'_>, node: &mut Node<'_>, split: usize, cost: i64) -> bool {
    if node.splits.bound(split) > cost {
        return true;
    }
    for side in Side::both(split) {
        solver.lookup.look_up_side(node, side);
    }
    let due = !node.splits.is_paired(split) && node.splits.bound(split) <= cost;
    if node.context.techniques.pairs && due {
        solver.evaluator.count_pairs_of(node, split);
    }
    node.splits.bound(split) > cost
}

/// The canonical trees of both sides of a split, if they are optimal with these limits.
fn canonical_sides(
    solver: &mut Solver<'_>,
    sides: &[Projection; 2],
    share: [Remaining; 2],
    cost: i64,
) -> Option<[Shape; 2]> {
    let costs = exact_sides(solver, sides, share, cost)?;
    let yes = canonical(solver, &sides[YES], share[YES], costs[YES])?;
    Some([yes, canonical(solver, &sides[NO], share[NO], costs[NO])?])
}

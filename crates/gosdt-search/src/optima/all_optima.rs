//! All optimal trees.
use super::optimal_splits::{exact_sides, in_canonical_order};
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::Remaining;
use crate::node::Listed;
use crate::outcome::Shape;
use crate::solve::Solver;
use crate::tree::leaf_tree;

/// Up to `most` optimal trees of a subproblem whose optimum is `cost`. The projection must have every
/// split with points on both sides, so that no tree is missed.
pub(crate) fn all_optima(
    solver: &mut Solver<'_>,
    projection: &Projection,
    remaining: Remaining,
    cost: i64,
    most: usize,
) -> Vec<Shape> {
    let instance = solver.context().instance;
    let mut found = Listed::new(most, solver.memo, solver.control);
    let (leaf, tree) = leaf_tree(instance, projection);
    if leaf == cost {
        found.add(tree);
    }
    if remaining.is_leaf() {
        return found.trees();
    }
    for split in in_canonical_order(instance, projection) {
        for share in remaining.shares() {
            if found.is_done() {
                break;
            }
            let sides = optima_of_sides(solver, projection, share, split, cost, most);
            let feature = projection.features[split] as usize;
            found.add_combinations(feature, &sides);
        }
    }
    found.trees()
}

/// Up to `most` optimal trees of either side of `split`, with these limits; none if no optimal tree
/// starts with it.
fn optima_of_sides(
    solver: &mut Solver<'_>,
    projection: &Projection,
    share: [Remaining; 2],
    split: usize,
    cost: i64,
    most: usize,
) -> [Vec<Shape>; 2] {
    let sides = Side::both(split).map(|side| solver.evaluator.project_side(projection, side));
    let mut trees = [Vec::new(), Vec::new()];
    if let Some(costs) = exact_sides(solver, &sides, share, cost) {
        let mut of_side =
            |answer: usize| all_optima(solver, &sides[answer], share[answer], costs[answer], most);
        trees = [YES, NO].map(&mut of_side);
    }
    sides.into_iter().for_each(|side| solver.evaluator.reuse_projection(side));
    trees
}

//! Which splits an optimal tree starts with.
use crate::bounds::{look_ahead, sub_tree};
use crate::layout::{Instance, NO, Projection, Side, YES};
use crate::memo::{Key, Remaining};
use crate::node::Task;
use crate::solve::Solver;

/// The splits in the canonical order: by the loss that they leave as a tree of two leaves, then by
/// their feature.
pub(super) fn in_canonical_order(instance: &Instance, projection: &Projection) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut loss = |split: usize| {
        let mut of_side = |side: Side| {
            projection.side_counts(side, &mut counts);
            instance.measures.leaf(&counts).0
        };
        let loss: i64 = Side::both(split).map(&mut of_side).iter().sum();
        (loss, projection.features[split], split)
    };
    let mut order: Vec<_> = (0..projection.splits()).map(&mut loss).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, _, split)| split).collect()
}

/// The optima of both sides of a split, within these limits, if they sum to `cost`.
pub(super) fn exact_sides(
    solver: &mut Solver<'_>,
    sides: &[Projection; 2],
    remaining: [Remaining; 2],
    cost: i64,
) -> Option<[i64; 2]> {
    let known = [YES, NO].map(|answer| cheap_lower(solver, &sides[answer], remaining[answer]));
    if sub_tree::of_split(known[YES], known[NO]) > cost {
        return None;
    }
    let yes_task = Task::new(remaining[YES], cost - known[NO], known[YES]);
    let yes = exact(solver, &sides[YES], yes_task)?;
    let no = exact(solver, &sides[NO], Task::new(remaining[NO], cost - yes, known[NO]))?;
    (yes + no == cost).then_some([yes, no])
}

/// A lower bound of a subproblem that takes no search.
fn cheap_lower(solver: &Solver<'_>, projection: &Projection, remaining: Remaining) -> i64 {
    let instance = solver.context().instance;
    let leaf = instance.leaf_cost(&projection.totals);
    let lower = look_ahead::at_least(leaf, 2, instance.per_leaf);
    let known = |remaining: Remaining| {
        let known = solver.memo.get(&Key::of(&projection.points, remaining));
        known.map_or(lower, |known| lower.max(known.lower))
    };
    match remaining.leaves.number() {
        None => known(remaining),
        Some(1) => leaf,
        Some(leaves) => {
            let relaxed = solver.at_least(known(remaining.without_leaf_limit()), leaves);
            relaxed.max(known(remaining)).min(leaf)
        }
    }
}

/// The optimum of a subproblem if it is within the budget of the task.
fn exact(solver: &mut Solver<'_>, projection: &Projection, task: Task<'_>) -> Option<i64> {
    let found = solver.solve_remembered(projection, task).bounds;
    (found.is_exact() && found.upper <= task.budget).then_some(found.upper)
}

//! The tree behind an upper bound, where leaves are not limited.
use crate::layout::{Instance, NO, Projection, Side, YES};
use crate::memo::{Bounds, INFINITE_COST, Key, LEAF, Memo, Remaining};
use crate::node::{Evaluator, Pairs, Task};
use crate::outcome::Shape;

/// The best tree known of a subproblem and its cost, following the memo's choices and, where the memo
/// knows nothing, counting.
pub(super) fn reconstruct_unlimited(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
) -> (i64, Shape) {
    let choice = known(evaluator, memo, projection, remaining).choice;
    match projection.split_on(choice) {
        Some(split) if choice != LEAF => {
            reconstruct_split(evaluator, memo, projection, remaining, split)
        }
        _ => leaf_tree(evaluator.context.instance, projection),
    }
}

/// A lone leaf and its cost.
pub(crate) fn leaf_tree(instance: &Instance, projection: &Projection) -> (i64, Shape) {
    let (loss, label) = instance.measures.leaf(&projection.totals);
    (loss + instance.per_leaf, Shape::leaf(instance.labels[label]))
}

/// What the memo knows of a subproblem if it knows a tree, else what counting tells.
pub(super) fn known(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
) -> Bounds {
    if let Some(known) = memo.get(&Key::of(&projection.points, remaining))
        && known.has_tree()
    {
        return known;
    }
    let mut node = evaluator.node(projection, Task::new(remaining, INFINITE_COST, 0));
    // There is no time for many pairs once the search was stopped.
    let is_late = evaluator.control.reason().is_some();
    let pairs = if is_late { Pairs::WhenFew } else { Pairs::Now };
    evaluator.evaluate_by_counting(&mut node, pairs);
    let bounds = node.bounds;
    evaluator.reuse_node(node);
    bounds
}

fn reconstruct_split(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    split: usize,
) -> (i64, Shape) {
    let sides = [YES, NO].map(|answer| evaluator.project_side(projection, Side { split, answer }));
    let below = remaining.below();
    let (yes_cost, yes_tree) = reconstruct_unlimited(evaluator, memo, &sides[YES], below);
    let (no_cost, no_tree) = reconstruct_unlimited(evaluator, memo, &sides[NO], below);
    sides.into_iter().for_each(|side| evaluator.reuse_projection(side));
    let (leaf_cost, leaf) = leaf_tree(evaluator.context.instance, projection);
    if leaf_cost <= yes_cost + no_cost {
        return (leaf_cost, leaf);
    }
    let feature = projection.features[split] as usize;
    (yes_cost + no_cost, Shape::split(feature, &yes_tree, &no_tree))
}

//! The tree behind an upper bound.
use crate::layout::{Instance, NO, Projection, Side, YES};
use crate::memo::{Bounds, INFINITE_COST, Key, LEAF, Memo, Remaining};
use crate::node::{Evaluator, Pairs, Task};
use crate::outcome::Shape;

/// The best tree known of a subproblem and its cost, following the memo's choices and, where the memo
/// knows nothing, counting.
pub(crate) fn reconstruct(
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
fn known(
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
    evaluator.evaluate_by_counting(&mut node, Pairs::Now);
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
    let [of_yes, of_no] = best_share(evaluator, memo, &sides, remaining);
    let (yes_cost, yes_tree) = reconstruct(evaluator, memo, &sides[YES], of_yes);
    let (no_cost, no_tree) = reconstruct(evaluator, memo, &sides[NO], of_no);
    sides.into_iter().for_each(|side| evaluator.reuse_projection(side));
    let (leaf_cost, leaf) = leaf_tree(evaluator.context.instance, projection);
    if leaf_cost <= yes_cost + no_cost {
        return (leaf_cost, leaf);
    }
    let feature = projection.features[split] as usize;
    (yes_cost + no_cost, Shape::split(feature, &yes_tree, &no_tree))
}

/// How to share the leaves between the sides, by the best trees known of them.
fn best_share(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    sides: &[Projection; 2],
    remaining: Remaining,
) -> [Remaining; 2] {
    let below = remaining.below();
    if remaining.leaves.is_none() {
        return [below, below];
    }
    let mut cost = |share: &[Remaining; 2]| -> i64 {
        let of_side = |answer: usize| known(evaluator, memo, &sides[answer], share[answer]).upper;
        [YES, NO].map(of_side).iter().sum()
    };
    remaining.shares().into_iter().min_by_key(|share| cost(share)).unwrap_or([below, below])
}

//! The tree behind an upper bound, with or without a limit on leaves.
use super::reconstruct::{known, leaf_tree, reconstruct_unlimited};
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{Bounds, Key, LEAF, Memo, Remaining};
use crate::node::Evaluator;
use crate::outcome::Shape;

/// The best tree known of a subproblem with at most some number of leaves.
#[derive(Clone)]
enum Known {
    /// A tree that was made already.
    Tree(i64, Shape),
    /// The first split of a tree with at most so many leaves, and what it costs.
    Split { cost: i64, feature: u32, leaves: u32 },
}

impl Known {
    fn cost(&self) -> i64 {
        match self {
            Known::Tree(cost, _) | Known::Split { cost, .. } => *cost,
        }
    }
}

/// The best tree known of a subproblem and its cost, following the memo's choices and, where the memo
/// knows nothing, counting.
pub(crate) fn reconstruct(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
) -> (i64, Shape) {
    match remaining.leaves.number() {
        None => reconstruct_unlimited(evaluator, memo, projection, remaining),
        Some(leaves) => reconstruct_limited(evaluator, memo, projection, remaining, leaves),
    }
}

/// The best tree known with at most `leaves` leaves, and its cost.
fn reconstruct_limited(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    leaves: u32,
) -> (i64, Shape) {
    let best = known_by_leaves(evaluator, memo, projection, remaining, leaves).pop();
    match best {
        Some(Known::Tree(cost, tree)) => (cost, tree),
        Some(Known::Split { feature, leaves, .. }) => {
            reconstruct_split(evaluator, memo, projection, remaining, (feature, leaves))
        }
        None => leaf_tree(evaluator.context.instance, projection),
    }
}

/// The best trees known with at most 1, 2, …, `leaves` leaves.
fn known_by_leaves(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    leaves: u32,
) -> Vec<Known> {
    let (cost, leaf) = leaf_tree(evaluator.context.instance, projection);
    let unlimited = remaining.without_leaf_limit();
    let is_known = memo.get(&Key::of(&projection.points, unlimited)).is_some();
    let free = is_known.then(|| reconstruct_unlimited(evaluator, memo, projection, unlimited));
    let mut best = Known::Tree(cost, leaf);
    let mut all = vec![best.clone()];
    for leaves in 2..=leaves {
        if let Some((cost, tree)) =
            free.as_ref().filter(|(_, tree)| tree.leaves() <= leaves as usize)
            && *cost < best.cost()
        {
            best = Known::Tree(*cost, tree.clone());
        }
        let limited = remaining.with_leaves(leaves);
        let Bounds { upper: cost, choice: feature, .. } = match leaves {
            2 | 3 => known(evaluator, memo, projection, limited),
            _ => memo.get(&Key::of(&projection.points, limited)).unwrap_or(Bounds::UNKNOWN),
        };
        if cost < best.cost() && feature != LEAF {
            best = Known::Split { cost, feature, leaves };
        }
        all.push(best.clone());
    }
    all
}

/// The best tree known that starts with a feature and has at most so many leaves; a lone leaf if that
/// is better.
fn reconstruct_split(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    (feature, leaves): (u32, u32),
) -> (i64, Shape) {
    let lone = leaf_tree(evaluator.context.instance, projection);
    let Some(split) = projection.split_on(feature) else { return lone };
    let sides = Side::both(split).map(|side| evaluator.project_side(projection, side));
    let below = remaining.below();
    let [yes, no] =
        [YES, NO].map(|answer| known_by_leaves(evaluator, memo, &sides[answer], below, leaves - 1));
    let costs = yes.iter().zip(no.iter().rev()).map(|(yes, no)| yes.cost() + no.cost());
    let way = costs.enumerate().min_by_key(|&(_, cost)| cost).map_or(0, |(way, _)| way as u32);
    let (yes_cost, yes) = reconstruct_limited(evaluator, memo, &sides[YES], below, way + 1);
    let (no_cost, no) = reconstruct_limited(evaluator, memo, &sides[NO], below, leaves - 1 - way);
    sides.into_iter().for_each(|side| evaluator.reuse_projection(side));
    match lone.0 <= yes_cost + no_cost {
        true => lone,
        false => (yes_cost + no_cost, Shape::split(feature as usize, &yes, &no)),
    }
}

//! The greedy tree, pruned to a number of leaves.
use super::reconstruct::{known, leaf_tree};
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{LEAF, Memo, Remaining};
use crate::node::Evaluator;
use crate::outcome::Shape;

/// Of the trees that pruning leaves of the best known one, that with at most `leaves` leaves which
/// costs least, and its cost. `remaining` has no limit on leaves.
pub(crate) fn pruned(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    leaves: u32,
) -> (i64, Shape) {
    let found = by_leaves(evaluator, memo, projection, remaining, leaves as usize).pop();
    found.unwrap_or_else(|| leaf_tree(evaluator.context.instance, projection))
}

/// The best trees that pruning leaves with at most 1, 2, … leaves, up to `most` and to as many as
/// there are.
fn by_leaves(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    most: usize,
) -> Vec<(i64, Shape)> {
    let lone = leaf_tree(evaluator.context.instance, projection);
    let choice = known(evaluator, memo, projection, remaining).choice;
    let Some(split) = projection.split_on(choice).filter(|_| choice != LEAF && most > 1) else {
        return vec![lone];
    };
    let sides = Side::both(split).map(|side| evaluator.project_side(projection, side));
    let [yes, no] = [YES, NO]
        .map(|answer| by_leaves(evaluator, memo, &sides[answer], remaining.below(), most - 1));
    sides.into_iter().for_each(|side| evaluator.reuse_projection(side));
    let mut found = vec![lone];
    for leaves in 2..=most.min(yes.len() + no.len()) {
        let shares =
            (1..leaves).filter_map(|of_yes| yes.get(of_yes - 1).zip(no.get(leaves - of_yes - 1)));
        let cost = |(yes, no): &(&(i64, Shape), &(i64, Shape))| yes.0 + no.0;
        let best = shares.min_by_key(cost).filter(|share| cost(share) < found[leaves - 2].0);
        let tree = |(yes, no): (&(i64, Shape), &(i64, Shape))| {
            (yes.0 + no.0, Shape::split(choice as usize, &yes.1, &no.1))
        };
        found.push(best.map_or_else(|| found[leaves - 2].clone(), tree));
    }
    found
}

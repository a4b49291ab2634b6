//! The greedy tree, pruned to a number of leaves.
use super::greedy::GrowthStep;
use super::reconstruct::{known, leaf_tree};
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{LEAF, Memo, Remaining};
use crate::node::Evaluator;
use crate::outcome::Shape;

/// Where the splits of a tree come from.
pub(crate) enum Choices<'a> {
    /// The memo and, where it knows nothing, counting.
    Known(&'a Memo),
    /// The steps of a growth that was stopped: what it did not reach is a leaf, so that no tree is met
    /// that a longer growth would not meet.
    Steps(std::slice::Iter<'a, GrowthStep>),
}

impl Choices<'_> {
    /// The split of a subproblem, if it has one, and whether its sides are to be asked for, too.
    fn next(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        projection: &Projection,
        remaining: Remaining,
    ) -> (Option<u32>, bool) {
        match self {
            Choices::Known(memo) => {
                let choice = known(evaluator, memo, projection, remaining).choice;
                (Some(choice).filter(|&choice| choice != LEAF), true)
            }
            Choices::Steps(steps) => {
                steps.next().map_or((None, false), |step| (step.feature, step.is_grown))
            }
        }
    }

    /// Leaves out the steps of a side.
    fn skip_side(&mut self) {
        if let Choices::Steps(steps) = self
            && steps.next().is_some_and(|step| step.is_grown)
        {
            (0..2).for_each(|_| self.skip_side());
        }
    }
}

/// Of the trees that pruning leaves of the one that is chosen, that with at most `leaves` leaves which
/// costs least, and its cost. `remaining` has no limit on leaves.
pub(crate) fn pruned(
    evaluator: &mut Evaluator<'_>,
    mut choices: Choices<'_>,
    projection: &Projection,
    remaining: Remaining,
    leaves: u32,
) -> (i64, Shape) {
    let found = by_leaves(evaluator, &mut choices, projection, remaining, leaves as usize).pop();
    found.unwrap_or_else(|| leaf_tree(evaluator.context.instance, projection))
}

/// The best trees that pruning leaves with at most 1, 2, … leaves, up to `most` and to as many as
/// there are.
fn by_leaves(
    evaluator: &mut Evaluator<'_>,
    choices: &mut Choices<'_>,
    projection: &Projection,
    remaining: Remaining,
    most: usize,
) -> Vec<(i64, Shape)> {
    let lone = leaf_tree(evaluator.context.instance, projection);
    let (choice, goes_on) = choices.next(evaluator, projection, remaining);
    let split = choice.and_then(|choice| projection.split_on(choice)).filter(|_| most > 1);
    let (Some(split), Some(choice)) = (split, choice) else {
        (0..if goes_on { 2 } else { 0 }).for_each(|_| choices.skip_side());
        return vec![lone];
    };
    let sides = Side::both(split).map(|side| evaluator.project_side(projection, side));
    let [yes, no] = [YES, NO].map(|answer| match goes_on {
        true => by_leaves(evaluator, choices, &sides[answer], remaining.below(), most - 1),
        false => vec![leaf_tree(evaluator.context.instance, &sides[answer])],
    });
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

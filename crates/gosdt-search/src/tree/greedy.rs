//! A good tree within milliseconds, to start from.
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{Bounds, INFINITE_COST, Key, LEAF, Memo, Remaining};
use crate::node::{Evaluator, Pairs, Task};

/// A node of a tree that is grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthStep {
    /// The feature that it asks, if it asks one.
    pub feature: Option<u32>,
    /// Whether its two sides are grown after it: the yes-side, then the no-side. Where they are not,
    /// counting the node gave all of the subtree.
    pub is_grown: bool,
}

/// Grows a tree by two levels of look-ahead: each split is the one whose sides have the best trees of
/// up to two leaves. Returns its cost; the memo keeps the choices, for [`super::reconstruct()`]. There
/// must be no limit on leaves. What is done before work is stopped is written into `steps`.
pub(crate) fn greedy(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    remaining: Remaining,
    steps: &mut Vec<GrowthStep>,
) -> i64 {
    let mut node = evaluator.node(projection, Task::new(remaining, INFINITE_COST, 0));
    evaluator.evaluate_by_counting(&mut node, Pairs::Now);
    let mut bounds = node.bounds;
    // Sides take as much memory as the points that they are parts of.
    let grows = !bounds.is_exact() && evaluator.control.has_room(projection.bytes());
    let best = if grows { node.splits.best() } else { None };
    evaluator.reuse_node(node);
    let is_stopped = evaluator.control.stopped();
    if !is_stopped {
        let counted = Some(bounds.choice).filter(|&choice| choice != LEAF);
        let grown = best.map(|(_, split)| projection.features[split]);
        steps.push(GrowthStep { feature: grown.or(counted), is_grown: grown.is_some() });
    }
    if let Some((_, split)) = best.filter(|_| !is_stopped) {
        let cost = grow(evaluator, memo, projection, (remaining, split), steps);
        bounds.improve(cost, projection.features[split]);
    }
    if bounds.choice != LEAF {
        memo.put(&Key::of(&projection.points, remaining), Bounds { lower: 0, ..bounds }, 1);
    }
    bounds.upper
}

/// Grows trees on both sides of a split, and returns the sum of their costs.
fn grow(
    evaluator: &mut Evaluator<'_>,
    memo: &Memo,
    projection: &Projection,
    (remaining, split): (Remaining, usize),
    steps: &mut Vec<GrowthStep>,
) -> i64 {
    let sides = [YES, NO].map(|answer| evaluator.project_side(projection, Side { split, answer }));
    let mut cost = 0;
    for side in sides {
        cost += match evaluator.control.stopped() {
            true => evaluator.context.instance.leaf_cost(&side.totals),
            false => greedy(evaluator, memo, &side, remaining.below(), steps),
        };
        evaluator.reuse_projection(side);
    }
    cost
}

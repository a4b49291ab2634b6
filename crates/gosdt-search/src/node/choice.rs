//! Step 3 of a node: which split to work on next, and which of its sides.
use super::split_bounds::SplitBounds;
use super::state::Node;
use crate::layout::{NO, Side};
use std::ops::RangeInclusive;

/// A split to work on.
pub(crate) struct Choice {
    pub split: usize,
    /// Whether to work on it even if another thread does.
    pub insist: bool,
}

/// Chooses the split to work on, `least` being the one with the least lower bound. `shared` tells
/// whether other threads work on the same memo.
pub(crate) fn split_to_solve(node: &mut Node<'_>, least: usize, shared: bool) -> Choice {
    let limit = node.limit();
    if shared {
        if let Some(split) = least_not_deferred(&node.splits, least, limit) {
            let live = |splits: &SplitBounds, at: usize| {
                splits.sum_of_sides(at) <= limit && !splits.is_deferred(at)
            };
            return Choice { split: middle(node, split, live), insist: false };
        }
        node.splits.defer_none();
    }
    let live = |splits: &SplitBounds, at: usize| splits.sum_of_sides(at) <= limit;
    Choice { split: middle(node, least, live), insist: true }
}

/// The split with the least lower bound among those that are not left to other threads.
fn least_not_deferred(splits: &SplitBounds, least: usize, limit: i64) -> Option<usize> {
    if !splits.is_deferred(least) {
        return Some(least);
    }
    let free = |&split: &usize| splits.bound(split) <= limit && !splits.is_deferred(split);
    (0..splits.len()).filter(free).min_by_key(|&split| splits.bound(split))
}

/// Chooses the next split whose pairs are to be counted. Those of all splits that are of interest are
/// counted before any side is solved.
pub(crate) fn split_to_count(node: &Node<'_>) -> Option<usize> {
    let splits = &node.splits;
    if !node.context.techniques.pairs || splits.all_paired() {
        return None;
    }
    let limit = node.limit();
    let due = |&split: &usize| !splits.is_paired(split) && splits.bound(split) <= limit;
    let least = (0..splits.len()).filter(due).min_by_key(|&split| splits.bound(split))?;
    let live =
        |splits: &SplitBounds, at: usize| !splits.is_paired(at) && splits.sum_of_sides(at) <= limit;
    Some(middle(node, least, live))
}

/// The middle of the run of live thresholds around `split`, or the nearest to it, towards `split`,
/// that is not dominated: what is proven of its sides tells most about the others.
fn middle(node: &Node<'_>, split: usize, live: impl Fn(&SplitBounds, usize) -> bool) -> usize {
    if !node.context.techniques.midpoint {
        return split;
    }
    let run = live_run(node, split, |at| live(&node.splits, at));
    let middle = (run.start() + run.end()) / 2;
    let kept = |at: &usize| !node.splits.is_dominated(*at);
    match middle <= split {
        true => (middle..=split).find(kept),
        false => (split..=middle).rev().find(kept),
    }
    .unwrap_or(split)
}

fn live_run(node: &Node<'_>, split: usize, live: impl Fn(usize) -> bool) -> RangeInclusive<usize> {
    node.context.instance.splits.run(&node.projection.features, split, live)
}

/// Chooses the side of a split to solve: one that is open, and of two the one with the smaller
/// avoidable cost, since its optimum tightens the budget of the other.
pub(crate) fn side_to_solve(node: &Node<'_>, split: usize) -> Side {
    let splits = &node.splits;
    let [yes, no] = Side::both(split);
    match (splits.is_open(yes), splits.is_open(no)) {
        (true, true) if 2 * splits.avoidable()[split] <= splits.avoidable_in_all() => yes,
        (true, false) => yes,
        _ => no,
    }
}

/// Whether to evaluate a side by counting before its sibling is solved: if it was only counted from its
/// parent so far. (With limited depth that would be half the solution, and the side with the smaller
/// avoidable cost should come first.)
pub(crate) fn is_to_probe(node: &Node<'_>, side: Side) -> bool {
    let penalty = node.context.instance.per_leaf;
    let splits = &node.splits;
    let counted = splits.lower(side) <= 3 * penalty && !splits.is_probed(side.split);
    let unlimited = node.task.remaining.depth.is_none();
    let worthwhile = node.context.techniques.probes && unlimited && penalty > 0;
    worthwhile && counted && splits.is_open(side)
}

/// How much more than needed to ask of a side, so that what is proven of it rules out the thresholds
/// next to it as well.
///
/// The bound of the yes-side of threshold t is one of the yes-sides of all larger thresholds (subset
/// bound); to rule out t' > t it must exceed what is needed for t by the difference of the no-sides'
/// bounds. Likewise for no-sides and smaller thresholds. At most a leaf's penalty is added.
pub(crate) fn slack(node: &Node<'_>, side: Side) -> i64 {
    if !node.context.techniques.slack || !node.context.may_compare() {
        return 0;
    }
    let (limit, split) = (node.limit(), side.split);
    let run = live_run(node, split, |at| node.splits.sum_of_sides(at) <= limit);
    let sibling = node.splits.lower_bounds(side.sibling().answer);
    let more = |other: usize| sibling[split] - sibling[other];
    let affordable = |slack: &i64| *slack <= node.context.instance.per_leaf;
    let slack = match side.answer {
        NO => (*run.start()..split).rev().map(more).take_while(affordable).max(),
        _ => (split + 1..=*run.end()).map(more).take_while(affordable).max(),
    };
    slack.unwrap_or(0).max(0)
}

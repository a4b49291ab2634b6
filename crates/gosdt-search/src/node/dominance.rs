//! Step 5 of a node, continued: thresholds that a neighbouring threshold dominates are ruled out.
use super::state::Node;
use crate::bounds::exchange;
use crate::layout::Side;
use std::ops::RangeInclusive;

/// Rules out the dominated thresholds of all columns.
pub(crate) fn mark_everywhere(node: &mut Node<'_>) {
    if let Some(last) = node.splits.len().checked_sub(1) {
        mark(node, 0..=last);
    }
}

/// Rules out the dominated thresholds of the column of `split`, of which something was learnt.
pub(crate) fn mark_beside(node: &mut Node<'_>, split: usize) {
    let run = node.context.instance.splits.run(&node.projection.features, split, |_| true);
    if run.start() < run.end() {
        mark(node, run);
    }
}

/// Compares each split of the range with the last one before it that is not dominated.
fn mark(node: &mut Node<'_>, range: RangeInclusive<usize>) {
    if !node.context.techniques.exchange || !node.context.may_compare() {
        return;
    }
    let all = &node.context.instance.splits;
    let mut last: Option<usize> = None;
    for split in range {
        if node.splits.is_dominated(split) {
            continue;
        }
        let is_below = |&smaller: &usize| all.is_below(node.feature(smaller), node.feature(split));
        if let Some(smaller) = last.filter(is_below) {
            let splits = &mut node.splits;
            let [yes, no] = Side::both(split);
            let [smaller_yes, smaller_no] = Side::both(smaller);
            if exchange::is_dominated(splits.lower(smaller_yes), splits.upper(yes)) {
                splits.mark_dominated(smaller);
            } else if exchange::is_dominated(splits.lower(no), splits.upper(smaller_no)) {
                splits.mark_dominated(split);
                continue;
            }
        }
        last = Some(split);
    }
}

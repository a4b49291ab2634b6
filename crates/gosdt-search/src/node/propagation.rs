//! Step 5 of a node: what was learnt of one threshold bounds the others of its column.
//!
//! (What was proven of a single side by solving it is propagated to the sides of *all* splits, which
//! needs counts that the projection to that side has made: [`super::split_bounds`].)
use super::state::Node;

/// Bounds the thresholds of the column of `split` by what is known of each other.
pub(crate) fn along_column(node: &mut Node<'_>, split: usize) {
    let run = node.context.instance.splits.run(&node.projection.features, split, |_| true);
    if run.start() < run.end() && propagates_along(node) {
        node.splits.propagate_along(run);
    }
}

/// Bounds the thresholds of every column by what is known of each other.
pub(super) fn along_columns(node: &mut Node<'_>) {
    if !propagates_along(node) {
        return;
    }
    let splits = &node.context.instance.splits;
    let mut split = 0;
    while split < node.splits.len() {
        let run = splits.run(&node.projection.features, split, |_| true);
        split = run.end() + 1;
        if run.start() < run.end() {
            node.splits.propagate_along(run);
        }
    }
}

fn propagates_along(node: &Node<'_>) -> bool {
    node.context.propagates() && node.context.instance.splits.in_order
}

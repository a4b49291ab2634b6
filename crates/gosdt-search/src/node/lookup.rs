//! Step 1 of a node: what the memo knows of its sides.
use super::propagation;
use super::state::{Node, set_side_key};
use super::warm_start::WarmStart;
use crate::layout::Side;
use crate::memo::{Bounds, INFINITE_COST, Keys, Memo};

/// Looks sides up in the memo and, if they are not there, in the memos of other penalties.
pub(crate) struct Lookup<'a> {
    memo: &'a Memo,
    warm_start: Option<&'a WarmStart<'a>>,
    /// Memory for looking many sides up at once.
    keys: Keys,
    sides: Vec<Side>,
}

impl<'a> Lookup<'a> {
    pub fn new(memo: &'a Memo, warm_start: Option<&'a WarmStart<'a>>) -> Lookup<'a> {
        Lookup { memo, warm_start, keys: Keys::default(), sides: Vec::new() }
    }

    /// Takes over what the memo knows of the sides of all splits that are of interest, before any is
    /// worked on, and propagates what is known along columns.
    pub fn look_up_sides(&mut self, node: &mut Node<'_>) {
        let techniques = node.context.techniques;
        if techniques.memo && techniques.early_lookup {
            self.collect_keys(node);
            let Lookup { keys, sides, .. } = self;
            self.memo.get_all(keys, |position, known| {
                learn(node, sides[position], &known);
            });
        }
        propagation::along_columns(node);
    }

    /// Collects the keys of the open sides of all splits that are of interest.
    fn collect_keys(&mut self, node: &Node<'_>) {
        let limit = node.limit();
        self.keys.clear();
        self.sides.clear();
        for split in (0..node.splits.len()).filter(|&split| node.splits.bound(split) <= limit) {
            for side in Side::both(split).into_iter().filter(|&side| node.splits.is_open(side)) {
                let remaining = node.task.remaining;
                let key = self.keys.push();
                set_side_key(key, &node.context, node.projection, remaining, side);
                self.sides.push(side);
            }
        }
    }

    /// Takes over what the memo knows of both sides of a split, and propagates it along its column.
    pub fn look_up_split(&mut self, node: &mut Node<'_>, split: usize) {
        let before = node.splits.bound(split);
        for side in Side::both(split) {
            self.look_up_side(node, side);
        }
        if node.splits.bound(split) > before {
            propagation::along_column(node, split);
        }
    }

    /// Takes over what the memo knows of a side.
    pub fn look_up_side(&mut self, node: &mut Node<'_>, side: Side) {
        if !node.context.techniques.memo || !node.splits.is_open(side) {
            return;
        }
        match self.memo.get(node.make_side_key(side)) {
            Some(known) => learn(node, side, &known),
            None => self.look_up_warm_start(node, side),
        }
    }

    /// Takes over what searches at other penalties know of a side whose key was made last, and
    /// stores it in the memo.
    fn look_up_warm_start(&mut self, node: &mut Node<'_>, side: Side) {
        let Some(warm_start) = self.warm_start else { return };
        // The upper bound of a side is the optimum of trees of at most two leaves once the pairs of
        // its split were counted, else the cost of a leaf.
        let more_than = if node.splits.is_paired(side.split) { 3 } else { 2 };
        let lower = warm_start.at_least(node.side_key(), more_than, node.splits.upper(side));
        if lower > node.splits.lower(side) {
            node.splits.learn(side, lower, INFINITE_COST);
            self.memo.put(node.side_key(), Bounds::at_least(lower), 0);
        }
    }
}

/// Takes over what is known of a side without a limit on leaves. Where there is one, the tree may not
/// keep it.
fn learn(node: &mut Node<'_>, side: Side, known: &Bounds) {
    let upper = if node.task.remaining.leaves.is_none() { known.upper } else { INFINITE_COST };
    node.splits.learn(side, known.lower, upper);
}

#[cfg(test)]
mod tests {
    use crate::bounds::cases::{Case, assert_neutral, only};

    #[test]
    fn neutral_without_early_lookups_the_optimum_is_the_same() {
        assert_neutral("early-lookup");
    }

    #[test]
    fn alive_early_lookups_save_nodes() {
        let case = Case::numeric(3, 16, 64, 3);
        let nodes = |techniques: &[&str]| case.search(only(techniques)).statistics.nodes;
        let with = nodes(&["memo", "similar-support", "early-lookup"]);
        let without = nodes(&["memo", "similar-support"]);
        assert!(with < without, "{with} with, {without} without");
    }

    /// A column whose thresholds come in no order is searched all the same, but bounds are not
    /// propagated along it.
    #[test]
    fn alive_along_columns_in_order_there_are_fewer_nodes() {
        let techniques = only(&["memo", "midpoint", "similar-support", "early-lookup"]);
        let mut nodes = [0, 0];
        for seed in 0..20 {
            let case = Case::numeric(seed, 16, 64, 3);
            let mut reversed = case.clone();
            reversed.rows.iter_mut().for_each(|row| row.reverse());
            reversed.places.reverse();
            let found = [&case, &reversed].map(|case| case.search(techniques));
            assert_eq!(found[0].upper, found[1].upper);
            nodes.iter_mut().zip(found).for_each(|(sum, found)| *sum += found.statistics.nodes);
        }
        assert!(nodes[0] * 10 < nodes[1] * 9, "{} in order, {} in no order", nodes[0], nodes[1]);
    }
}

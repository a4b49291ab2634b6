//! Step 2 of a node: what counting alone tells of it. Exact trees of up to three leaves, and bounds
//! of both sides of every split.
use super::evaluator::Evaluator;
use super::split_bounds::SplitBounds;
use super::state::Node;
use crate::bounds::{look_ahead, peeled_leaf};
use crate::layout::{LeafKind, Measures, NO, Projection, Side, YES};
use crate::memo::{Bounds, INFINITE_COST};
use gosdt_bits::Cut;

/// When to count the pairs of splits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// All at once, unless that alone would take long.
    Now,
    /// All at once where there are few splits. Where there are many thresholds, those of one split
    /// at a time, when it is worked on: most would be counted for splits that the bounds of their
    /// neighbours rule out.
    WhenFew,
}

/// More splits than this are many.
pub(crate) const MANY_SPLITS: usize = 40;

/// Counting more words than this, for each two labels, takes long: some 20 ms.
const LONG_COUNT: usize = 400_000_000;

impl Evaluator<'_> {
    /// Evaluates a node by counting, until its bounds settle it for its budget or nothing is left to
    /// count.
    pub fn evaluate_by_counting(&mut self, node: &mut Node<'_>, pairs: Pairs) {
        let (instance, remaining) = (self.context.instance, node.task.remaining);
        node.bounds = Bounds::of_leaf(instance.leaf_cost(&node.projection.totals));
        let no_split = node.projection.features.is_empty();
        if no_split || remaining.depth == 0 || remaining.leaves == 1 || self.is_settled(node, 2) {
            return;
        }
        self.count_leaves(node);
        node.improve_by_best_split();
        if remaining.depth == 1 || remaining.leaves == 2 {
            node.bounds.lower = node.bounds.upper;
            return;
        }
        if self.is_settled(node, 3) {
            return;
        }
        self.count_expansion();
        if !self.context.techniques.pairs || self.pairs_can_wait(node.projection, pairs) {
            return;
        }
        self.count_pairs(node);
        if instance.measures.rule.is_some() {
            return;
        }
        match remaining.leaves == 3 {
            true => improve_by_three_leaves(node),
            false => node.improve_by_best_split(),
        }
        match remaining.depth == 2 || remaining.leaves == 3 {
            true => node.bounds.lower = node.bounds.upper,
            false => node.bounds.lower = self.look_ahead(node, 4),
        }
    }

    /// Takes over the lower bound of a node whose upper bound is the optimum of trees with fewer than
    /// `leaves` leaves. Returns whether that settles it.
    fn is_settled(&self, node: &mut Node<'_>, leaves: i64) -> bool {
        node.bounds.lower = self.look_ahead(node, leaves);
        node.bounds.settles(node.task.budget)
    }

    fn look_ahead(&self, node: &Node<'_>, leaves: i64) -> i64 {
        look_ahead::at_least(node.bounds.upper, leaves, self.context.instance.per_leaf)
    }

    /// Whether to count no pairs now.
    fn pairs_can_wait(&self, projection: &Projection, pairs: Pairs) -> bool {
        let splits = projection.splits();
        match pairs {
            Pairs::Now => {
                let labels = self.context.instance.labels.len().div_ceil(2);
                let words = splits.saturating_mul(splits).saturating_mul(projection.matrix.words());
                words.saturating_mul(labels) > LONG_COUNT
            }
            Pairs::WhenFew => {
                let many = splits > MANY_SPLITS && self.context.instance.splits.mostly_thresholds;
                self.context.techniques.lazy_pairs && many
            }
        }
    }

    /// Makes room for the node's splits, and counts the cost of a leaf on both sides of each.
    pub fn count_leaves(&mut self, node: &mut Node<'_>) {
        let penalty = self.context.instance.per_leaf;
        node.splits.reset(node.projection.splits(), node.projection.matrix.stride());
        self.leaf_losses(node.projection, &mut node.splits.leaf);
        node.splits.learn_leaf_losses(penalty);
    }

    /// The loss of a leaf on both sides of every split.
    fn leaf_losses(&mut self, projection: &Projection, [yes, no]: &mut [Vec<i64>; 2]) {
        let Projection { matrix, yes_counts, totals, .. } = projection;
        let Measures { label_costs, leaf_kind, rule, .. } = &self.context.instance.measures;
        match leaf_kind {
            LeafKind::SmallerOfTwo => {
                let (a, b) = yes_counts.split_at(matrix.stride());
                for split in 0..projection.splits() {
                    yes[split] = a[split].min(b[split]);
                    no[split] = (totals[0] - a[split]).min(totals[1] - b[split]);
                }
            }
            LeafKind::ByCosts if rule.is_none() => {
                self.kernels.leaves_of_many(yes_counts, totals, label_costs, yes, no);
            }
            _ => {
                for split in 0..projection.splits() {
                    for (side, losses) in Side::both(split).into_iter().zip([&mut *yes, &mut *no]) {
                        projection.side_counts(side, &mut self.counts);
                        losses[split] = self.context.instance.measures.leaf(&self.counts).0;
                    }
                }
            }
        }
    }

    /// Counts the best tree of two leaves on both sides of every split, and takes over what follows
    /// for their bounds.
    fn count_pairs(&mut self, node: &mut Node<'_>) {
        let instance = self.context.instance;
        let Projection { matrix, yes_counts, totals, .. } = node.projection;
        for cuts in &mut self.cuts {
            cuts.reset(matrix.stride(), INFINITE_COST);
        }
        let (kernels, cuts) = (self.kernels, &mut self.cuts);
        let Measures { label_costs, leaf_kind, least_rows, .. } = &instance.measures;
        if *leaf_kind == LeafKind::SmallerOfTwo {
            kernels.pairs_of_two(matrix, yes_counts, totals, instance.per_leaf, cuts);
        } else {
            let [yes, no] = cuts.each_mut().map(|cuts| &mut cuts.two[..]);
            match leaf_kind {
                LeafKind::AllButLargest => {
                    kernels.pairs_of_all_but_largest(matrix, yes_counts, totals, yes, no);
                }
                _ => {
                    let (costs, rows) = (label_costs, *least_rows);
                    kernels.pairs_of_many(matrix, yes_counts, totals, costs, rows, yes, no);
                }
            }
            cuts.iter_mut().for_each(|cuts| cuts.one.fill(0));
        }
        for answer in [YES, NO] {
            for split in 0..node.splits.len() {
                let cut = self.cuts[answer].of(split);
                self.learn_cut(node, Side { split, answer }, cut);
            }
        }
        node.splits.mark_all_paired();
    }

    /// Counts the best tree of two leaves on both sides of one split, takes over what follows for
    /// their bounds, and propagates it. Avoidable costs must be computed.
    pub fn count_pairs_of(&mut self, node: &mut Node<'_>, split: usize) {
        let instance = self.context.instance;
        let Projection { matrix, yes_counts, totals, .. } = node.projection;
        node.splits.within.resize(matrix.stride(), 0);
        let within = &mut node.splits.within[..];
        let kernels = self.kernels;
        let mut cut = [Cut { two: INFINITE_COST, one: INFINITE_COST }; 2];
        let Measures { label_costs: costs, max_unit_costs: most, least_rows, leaf_kind, .. } =
            &instance.measures;
        if *leaf_kind == LeafKind::SmallerOfTwo {
            let penalty = instance.per_leaf;
            kernels.row_of_two(matrix, yes_counts, totals, penalty, split, within, &mut cut);
        } else {
            let mut two = [INFINITE_COST; 2];
            match leaf_kind {
                LeafKind::AllButLargest => kernels.row_of_all_but_largest(
                    matrix, yes_counts, totals, most, split, within, &mut two,
                ),
                _ => kernels.row_of_many(
                    matrix,
                    yes_counts,
                    totals,
                    costs,
                    most,
                    *least_rows,
                    split,
                    within,
                    &mut two,
                ),
            }
            cut = two.map(|two| Cut { two, one: 0 });
        }
        node.splits.mark_paired(split);
        for side in Side::both(split) {
            self.learn_cut(node, side, cut[side.answer]);
        }
        if self.context.propagates() {
            node.splits.propagate_both(split);
        }
    }

    /// Takes over what one more split makes of a side.
    fn learn_cut(&self, node: &mut Node<'_>, side: Side, cut: Cut) {
        let penalty = self.context.instance.per_leaf;
        let known = node.splits.upper(side).min(cut.two + 2 * penalty);
        let lower = match self.context.techniques.peeled_leaf {
            _ if node.task.remaining.depth == 2 => known,
            true => peeled_leaf::at_least(known, cut.one, penalty),
            false => look_ahead::at_least(known, 3, penalty),
        };
        // Counting takes the cheapest label, which costs no more than that of a rule.
        let is_cost_of_a_tree = self.context.instance.measures.rule.is_none();
        node.splits.learn(side, lower, if is_cost_of_a_tree { known } else { INFINITE_COST });
    }
}

/// Takes over the best tree of up to three leaves if it is better.
fn improve_by_three_leaves(node: &mut Node<'_>) {
    let cost = |splits: &SplitBounds, split: usize| {
        let [yes, no] = Side::both(split);
        let one_and_two = splits.leaf(yes) + splits.upper(no);
        let two_and_one = splits.upper(yes) + splits.leaf(no);
        one_and_two.min(two_and_one)
    };
    for split in 0..node.splits.len() {
        node.bounds.improve(cost(&node.splits, split), node.feature(split));
    }
}

//! What counting alone tells of a node: exact trees of up to three leaves, and bounds of the sides
//! of every split.
use crate::bounds::{incremental_progress, leaf_count, look_ahead, peeled_leaf};
use crate::frame::{Bounds, Frame, NO, Side, YES};
use crate::instance::{Instance, LeafKind};
use crate::memo::{LEAF, Room};
use crate::solve::{Solver, TOO_MUCH};
use crate::view::View;
use gosdt_bits::Cut;

/// When to count the pairs of splits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// All at once, unless that alone would take long.
    Now,
    /// All at once where there are few columns; on many thresholds, one split at a time when it is
    /// due: most would be counted for splits that their neighbours' bounds rule out.
    WhenFew,
}

impl Solver<'_> {
    /// Counts. Returns the node's bounds, and whether they settle it for this budget.
    pub(crate) fn quick(
        &mut self,
        view: &View,
        room: Room,
        budget: i64,
        frame: &mut Frame,
        pairs: Pairs,
    ) -> (Bounds, bool) {
        let penalty = self.instance.per_leaf;
        let too_many =
            |leaves| self.levers.leaf_count && leaf_count::too_many(leaves, penalty, budget);
        let (too_many_2, too_many_3, too_many_4) = (too_many(2), too_many(3), too_many(4));
        let (loss, _) = self.instance.leaf(&view.totals);
        let leaf = loss + penalty;
        let enough =
            self.levers.leaf_is_enough && incremental_progress::leaf_is_enough(loss, penalty);
        let mut bounds = Bounds { lower: leaf, upper: leaf, choice: LEAF };
        if enough || room.depth == 0 || room.leaves == 1 || view.features.is_empty() {
            return (bounds, true);
        }
        bounds.lower = look_ahead::at_least(leaf, 2, penalty);
        if too_many_2 {
            return (bounds, true);
        }
        self.count_leaves(view, frame);
        take_best(view, frame, &mut bounds);
        if room.depth == 1 || room.leaves == 2 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        bounds.lower = look_ahead::at_least(bounds.upper, 3, penalty);
        if too_many_3 {
            return (bounds, true);
        }
        self.count_expansion();
        if !self.levers.pairs || self.too_wide(view, pairs) {
            return (bounds, false);
        }
        self.count_pairs(view, room, frame);
        if self.instance.rule.is_some() {
            return (bounds, false);
        }
        match room.leaves {
            3 => take_best_of_three(view, frame, &mut bounds),
            _ => take_best(view, frame, &mut bounds),
        }
        if room.depth == 2 || room.leaves == 3 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        bounds.lower = look_ahead::at_least(bounds.upper, 4, penalty);
        (bounds, too_many_4)
    }

    /// Whether to count no pairs now.
    fn too_wide(&self, view: &View, pairs: Pairs) -> bool {
        let columns = view.features.len();
        match pairs {
            Pairs::Now => columns * columns * view.matrix.words() > LONG_COUNT,
            Pairs::WhenFew => {
                self.levers.lazy_pairs && columns > WIDE && self.instance.mostly_thresholds
            }
        }
    }

    /// The cost of a leaf on both sides of every split.
    pub(crate) fn count_leaves(&mut self, view: &View, frame: &mut Frame) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        frame.reset(stride, TOO_MUCH);
        self.leaf_losses(view, &mut frame.leaf);
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                let cost = frame.leaf[side][t] + penalty;
                frame.leaf[side][t] = cost;
                frame.upper[side][t] = cost;
                frame.lower[side][t] = look_ahead::at_least(cost, 2, penalty);
            }
        }
    }

    /// The loss of a leaf on both sides of every split.
    fn leaf_losses(&mut self, view: &View, [yes, no]: &mut [Vec<i64>; 2]) {
        let stride = view.matrix.stride();
        let Instance { label_costs, leaf_kind, rule, .. } = self.instance;
        match leaf_kind {
            LeafKind::SmallerOfTwo => {
                let (a, b) = view.ones.split_at(stride);
                for t in 0..view.features.len() {
                    yes[t] = a[t].min(b[t]);
                    no[t] = (view.totals[0] - a[t]).min(view.totals[1] - b[t]);
                }
            }
            LeafKind::ByCosts if rule.is_none() => {
                self.kernels.leaves_of_many(&view.ones, &view.totals, label_costs, yes, no);
            }
            _ => {
                for t in 0..view.features.len() {
                    view.side(t, true, &mut self.counts);
                    yes[t] = self.instance.leaf(&self.counts).0;
                    view.side(t, false, &mut self.counts);
                    no[t] = self.instance.leaf(&self.counts).0;
                }
            }
        }
    }

    /// The best tree of two leaves on both sides of every split, and what follows for the bounds.
    pub(crate) fn count_pairs(&mut self, view: &View, room: Room, frame: &mut Frame) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        for cuts in &mut self.cuts {
            cuts.reset(stride, TOO_MUCH);
        }
        let (matrix, ones, totals) = (&view.matrix, &view.ones[..], &view.totals[..]);
        let (kernels, cuts) = (self.kernels, &mut self.cuts);
        if self.instance.leaf_kind == LeafKind::SmallerOfTwo {
            kernels.pairs_of_two(matrix, ones, totals, penalty, cuts);
        } else {
            let [yes, no] = cuts.each_mut().map(|cuts| &mut cuts.two[..]);
            match self.instance.leaf_kind {
                LeafKind::AllButLargest => {
                    kernels.pairs_of_all_but_largest(matrix, ones, totals, yes, no);
                }
                _ => {
                    let (costs, rows) = (&self.instance.label_costs[..], self.instance.least_rows);
                    kernels.pairs_of_many(matrix, ones, totals, costs, rows, yes, no);
                }
            }
            cuts.iter_mut().for_each(|cuts| cuts.one.fill(0));
        }
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                self.learn_cut(frame, Side { t, side }, self.cuts[side].of(t), room);
            }
        }
        frame.unpaired = 0;
    }

    /// The same for one split; what it tells is spread.
    pub(crate) fn count_row(&mut self, view: &View, room: Room, frame: &mut Frame, t: usize) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        let (matrix, ones, totals) = (&view.matrix, &view.ones[..], &view.totals[..]);
        frame.within.resize(stride, 0);
        let within = &mut frame.within[..stride];
        let kernels = self.kernels;
        let mut cut = [Cut { two: TOO_MUCH, one: TOO_MUCH }; 2];
        let Instance { label_costs: costs, spreads, least_rows: rows, .. } = self.instance;
        if self.instance.leaf_kind == LeafKind::SmallerOfTwo {
            kernels.row_of_two(matrix, ones, totals, penalty, t, within, &mut cut);
        } else {
            let mut best = [TOO_MUCH; 2];
            match self.instance.leaf_kind {
                LeafKind::AllButLargest => kernels
                    .row_of_all_but_largest(matrix, ones, totals, spreads, t, within, &mut best),
                _ => kernels
                    .row_of_many(matrix, ones, totals, costs, spreads, *rows, t, within, &mut best),
            }
            cut = best.map(|two| Cut { two, one: 0 });
        }
        frame.paired[t] = true;
        frame.unpaired -= 1;
        for side in [YES, NO] {
            self.learn_cut(frame, Side { t, side }, cut[side], room);
        }
        if self.levers.similar_support && self.may_compare() {
            frame.spread_both(t, view.features.len(), self.instance.weight(&view.totals));
        }
    }
}

impl Solver<'_> {
    /// Takes over what further splits make of a side.
    fn learn_cut(&self, frame: &mut Frame, at: Side, cut: Cut, room: Room) {
        let penalty = self.instance.per_leaf;
        let known = frame.upper[at.side][at.t].min(cut.two + 2 * penalty);
        let lower = match room.depth {
            2 => known,
            _ if self.levers.peeled_leaf => peeled_leaf::at_least(known, cut.one, penalty),
            _ => look_ahead::at_least(known, 3, penalty),
        };
        // Counting takes the cheapest label, which is no dearer than that of a rule.
        let cheapest = self.instance.rule.is_none();
        frame.learn(at, lower, if cheapest { known } else { TOO_MUCH });
    }
}

/// More columns than this are many.
pub(crate) const WIDE: usize = 40;

/// More words than this to count take long: some 20 ms.
const LONG_COUNT: usize = 400_000_000;

/// The best split by known trees.
fn take_best(view: &View, frame: &Frame, bounds: &mut Bounds) {
    if let Some((cost, t)) = frame.best(view.features.len()) {
        bounds.improve(cost, view.features[t]);
    }
}

/// The best tree of up to three leaves.
fn take_best_of_three(view: &View, frame: &Frame, bounds: &mut Bounds) {
    for t in 0..view.features.len() {
        let one_two = frame.leaf[YES][t] + frame.upper[NO][t];
        let two_one = frame.upper[YES][t] + frame.leaf[NO][t];
        bounds.improve(one_two.min(two_one), view.features[t]);
    }
}

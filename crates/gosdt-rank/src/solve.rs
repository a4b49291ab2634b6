//! The additive search: `solve(S, budget)` ends with the least cost of a tree on S, or with a proof
//! that it is above the budget.
//!
//! At a node each split has bounds of both its sides. The split with the least sum is worked on: its
//! sides are looked up, then solved with the budget that the sibling leaves; what is proven of a
//! side is spread to all sides that differ little from it; then the least is picked anew. At any
//! moment the least sum bounds the node from below, so a search that is stopped anywhere leaves
//! valid bounds behind. All costs are without the unavoidable part ([`Measures`]).
use crate::control::Control;
use crate::ground::Ground;
use crate::memo::{Bounds, LEAF, Memo};
use crate::prices::Prices;
use crate::view::{Keep, Measures, Narrowing, View};
use gosdt_bits::Kernels;
use gosdt_search::Shape;

/// A cost above all others, small enough that two can be added.
pub(crate) const TOO_MUCH: i64 = i64::MAX / 4;

pub(crate) const YES: usize = 0;
pub(crate) const NO: usize = 1;

/// What a node knows of its splits: per side and column, the cost of a leaf and bounds.
#[derive(Default)]
pub(crate) struct Frame {
    pub leaf: [Vec<i64>; 2],
    pub lower: [Vec<i64>; 2],
    pub upper: [Vec<i64>; 2],
    within: Vec<i64>,
}

impl Frame {
    fn reset(&mut self, stride: usize) {
        for part in [&mut self.leaf, &mut self.lower, &mut self.upper] {
            for side in part {
                side.clear();
                side.resize(stride, TOO_MUCH);
            }
        }
    }

    /// The lower bound of split `t`.
    pub fn sum(&self, t: usize) -> i64 {
        self.lower[YES][t] + self.lower[NO][t]
    }

    fn least(of: &[Vec<i64>; 2], columns: usize) -> Option<(i64, usize)> {
        let (yes, no) = (&of[YES][..columns], &of[NO][..columns]);
        let least = yes.iter().zip(no).map(|(a, b)| a + b).min()?;
        let at = yes.iter().zip(no).position(|(a, b)| a + b == least)?;
        Some((least, at))
    }

    /// Similar support: a side with an optimum of at least `lower` and a spread of `spread` bounds
    /// every other side by that minus the spread of the points which that lacks.
    fn spread_lower(&mut self, lower: i64, spread: i64, columns: usize) {
        let [yes, no] = &mut self.lower;
        let bounds = yes[..columns].iter_mut().zip(&mut no[..columns]);
        for ((yes, no), &within) in bounds.zip(&self.within[..columns]) {
            *yes = (*yes).max(lower - spread + within);
            *no = (*no).max(lower - within);
        }
    }
}

/// An additive search and what it has proven.
pub(crate) struct Solver<'a> {
    pub ground: &'a Ground,
    pub control: &'a Control,
    pub prices: Prices,
    pub measures: Measures,
    memo: Memo,
    kernels: Kernels,
    narrowing: Narrowing,
    views: Vec<View>,
    frames: Vec<Frame>,
    two: [Vec<i64>; 2],
    side: Vec<i64>,
    key: Vec<u64>,
}

impl<'a> Solver<'a> {
    pub fn new(ground: &'a Ground, control: &'a Control, prices: Prices) -> Solver<'a> {
        let kernels = Kernels::detect();
        Solver {
            ground,
            control,
            measures: Measures::new(ground, &prices),
            prices,
            memo: Memo::new(ground.everything.len() + 1),
            kernels,
            narrowing: Narrowing::new(kernels),
            views: Vec::new(),
            frames: Vec::new(),
            two: [Vec::new(), Vec::new()],
            side: Vec::new(),
            key: Vec::new(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.memo.bytes()
    }

    /// Without the cheapest label, merging a side with its sibling can change the sibling's labels.
    fn useful(&self) -> Keep {
        let above = if self.prices.rule.is_some() { 0 } else { self.prices.per_leaf };
        Keep::Useful { above }
    }

    /// The view of all points.
    pub fn root(&mut self) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        let keep = self.useful();
        self.narrowing.root(self.ground, &self.measures, keep, &mut view);
        view
    }

    /// The view of a set of points with every feature that splits it.
    pub fn whole(&mut self, points: &[u64]) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        self.narrowing.set(self.ground, &self.measures, points, &mut view);
        view
    }

    /// The view of a side, with the features that a cheapest tree may ask.
    fn look(&mut self, from: &View, t: usize, yes: bool) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        let keep = self.useful();
        self.narrowing.side((self.ground, &self.measures), keep, from, (t, yes), &mut view);
        view
    }

    /// Gives a view's memory back.
    pub fn drop_view(&mut self, view: View) {
        self.views.push(view);
    }

    pub fn take_frame(&mut self) -> Frame {
        self.frames.pop().unwrap_or_default()
    }

    pub fn drop_frame(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// The loss of a leaf, without its unavoidable part.
    pub fn loss(&self, measures: &[i64]) -> i64 {
        self.prices.loss(self.measures.counts(measures)) - self.measures.floor(measures)
    }

    /// What counting alone tells of a node: exact trees of up to three leaves, and the frame's
    /// bounds. True when that settles the node for this budget.
    fn quick(&mut self, view: &View, depth: u32, budget: i64, frame: &mut Frame) -> (Bounds, bool) {
        let penalty = self.prices.per_leaf;
        let loss = self.loss(&view.totals);
        let leaf = loss + penalty;
        let mut bounds = Bounds { lower: leaf.min(2 * penalty), upper: leaf, choice: LEAF };
        if depth == 0 || view.features.is_empty() || loss <= penalty {
            bounds.lower = leaf;
            return (bounds, true);
        }
        if budget < 2 * penalty {
            return (bounds, true);
        }
        self.count_leaves(view, frame);
        self.take_best(view, frame, &mut bounds);
        if depth == 1 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        bounds.lower = bounds.upper.min(3 * penalty);
        if budget < 3 * penalty {
            return (bounds, true);
        }
        self.count_pairs(view, depth, frame);
        if self.prices.rule.is_some() {
            return (bounds, false);
        }
        self.take_best(view, frame, &mut bounds);
        if depth == 2 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        bounds.lower = bounds.upper.min(4 * penalty);
        (bounds, budget < 4 * penalty)
    }

    /// The cost of a leaf on both sides of every split.
    pub fn count_leaves(&mut self, view: &View, frame: &mut Frame) {
        let penalty = self.prices.per_leaf;
        frame.reset(view.matrix.stride());
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                view.side(t, side == YES, &mut self.side);
                let cost = self.loss(&self.side) + penalty;
                frame.leaf[side][t] = cost;
                frame.upper[side][t] = cost;
                frame.lower[side][t] = cost.min(2 * penalty);
            }
        }
    }

    /// The best tree of two leaves on both sides of every split, and what follows for the bounds.
    /// With a rule for the labels the trees are just bounds.
    pub fn count_pairs(&mut self, view: &View, depth: u32, frame: &mut Frame) {
        let penalty = self.prices.per_leaf;
        for two in &mut self.two {
            two.clear();
            two.resize(view.matrix.stride(), TOO_MUCH);
        }
        let [yes, no] = &mut self.two;
        let (costs, rows) = (&self.measures.costs[..], self.measures.least_rows);
        let (matrix, ones, totals) = (&view.matrix, &view.ones[..], &view.totals[..]);
        self.kernels.pairs_of_many(matrix, ones, totals, costs, rows, yes, no);
        let cheapest = self.prices.rule.is_none();
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                let best = frame.leaf[side][t].min(self.two[side][t] + 2 * penalty);
                let lower = if depth == 2 { best } else { best.min(3 * penalty) };
                frame.lower[side][t] = frame.lower[side][t].max(lower);
                if cheapest {
                    frame.upper[side][t] = best;
                }
            }
        }
        self.control.count_node();
    }

    fn take_best(&self, view: &View, frame: &Frame, bounds: &mut Bounds) {
        if let Some((cost, t)) = Frame::least(&frame.upper, view.features.len()) {
            bounds.improve(cost, view.features[t]);
        }
    }

    /// Solves `view`: afterwards `lower > budget`, or the bounds are equal, or the search was
    /// stopped. `known` is what the memo has.
    fn solve(&mut self, view: &View, depth: u32, budget: i64, known: Bounds) -> Bounds {
        let mut frame = self.take_frame();
        let (mut bounds, done) = self.quick(view, depth, budget, &mut frame);
        bounds.lower = bounds.lower.max(known.lower);
        bounds.improve(known.upper, known.choice);
        if !done && !bounds.is_exact() && bounds.lower <= budget {
            self.raise(view, depth, budget, &mut frame, &mut bounds);
        }
        self.drop_frame(frame);
        bounds
    }

    /// Works on splits until the node is settled.
    fn raise(
        &mut self,
        view: &View,
        depth: u32,
        budget: i64,
        frame: &mut Frame,
        bounds: &mut Bounds,
    ) {
        let columns = view.features.len();
        loop {
            let limit = budget.min(bounds.upper - 1);
            let (least, t) = Frame::least(&frame.lower, columns).unwrap_or((TOO_MUCH, 0));
            bounds.lower = bounds.lower.max(least.min(bounds.upper));
            if self.is_root(view, depth) {
                self.control.raise_root(bounds.lower);
            }
            if least > limit || self.control.stopped() {
                return;
            }
            self.recall(view, depth, frame, t);
            bounds.improve(frame.upper[YES][t] + frame.upper[NO][t], view.features[t]);
            let limit = budget.min(bounds.upper - 1);
            if frame.sum(t) > limit {
                continue;
            }
            let side = self.side_to_raise(view, frame, t);
            let left = limit - frame.lower[1 - side][t];
            self.raise_side(view, depth, frame, (t, side), left);
            bounds.improve(frame.upper[YES][t] + frame.upper[NO][t], view.features[t]);
        }
    }

    /// Whether this is the whole problem (but perhaps for points without weight).
    fn is_root(&self, view: &View, depth: u32) -> bool {
        depth == self.ground.max_depth && view.totals == self.measures.totals
    }

    /// Takes over what the memo knows of both sides of a split.
    pub fn recall(&mut self, view: &View, depth: u32, frame: &mut Frame, t: usize) {
        for side in [YES, NO] {
            if frame.lower[side][t] >= frame.upper[side][t] {
                continue;
            }
            let flip = if side == YES { 0 } else { !0 };
            let bits = &self.ground.bits[view.features[t] as usize];
            self.key.clear();
            self.key.extend(view.points.iter().zip(bits).map(|(set, bits)| set & (bits ^ flip)));
            self.key.push(u64::from(below(depth)));
            if let Some(known) = self.memo.get(&self.key) {
                frame.lower[side][t] = frame.lower[side][t].max(known.lower);
                frame.upper[side][t] = frame.upper[side][t].min(known.upper);
            }
        }
    }

    /// The side to work on: one that is not exact, the lighter first, since what it costs tightens
    /// the budget of the heavier.
    pub fn side_to_raise(&mut self, view: &View, frame: &Frame, t: usize) -> usize {
        if frame.lower[NO][t] >= frame.upper[NO][t] {
            return YES;
        }
        if frame.lower[YES][t] >= frame.upper[YES][t] {
            return NO;
        }
        view.side(t, true, &mut self.side);
        let yes = self.measures.spread(&self.side);
        if 2 * yes <= self.measures.spread(&view.totals) { YES } else { NO }
    }

    /// Solves a side with the budget that is left for it, and spreads what was proven.
    pub fn raise_side(
        &mut self,
        view: &View,
        depth: u32,
        frame: &mut Frame,
        (t, side): (usize, usize),
        budget: i64,
    ) {
        let child = self.look(view, t, side == YES);
        let similar = self.measures.least_rows.is_none() && self.prices.rule.is_none();
        if similar {
            let stride = view.matrix.stride();
            self.narrowing.spread_within(&self.measures, stride, &mut frame.within);
        }
        let lower = frame.lower[side][t];
        let found = self.solve_remembered(&child, below(depth), budget, lower);
        frame.lower[side][t] = frame.lower[side][t].max(found.lower);
        frame.upper[side][t] = frame.upper[side][t].min(found.upper);
        if similar {
            let spread = self.measures.spread(&child.totals);
            frame.spread_lower(found.lower, spread, view.features.len());
        }
        self.drop_view(child);
    }

    /// Solves a node, knowing that it costs at least `lower`, and remembers what was proven.
    pub fn solve_remembered(&mut self, view: &View, depth: u32, budget: i64, lower: i64) -> Bounds {
        let mut key = view.points.clone();
        key.push(u64::from(depth));
        let mut known = Bounds { lower, upper: TOO_MUCH, choice: LEAF };
        if let Some(entry) = self.memo.get(&key) {
            known.lower = known.lower.max(entry.lower);
            known.improve(entry.upper, entry.choice);
            if known.is_exact() || known.lower > budget {
                return known;
            }
        }
        let found = self.solve(view, depth, budget, known);
        let found = self.memo.put(&key, found);
        self.control.hold(self.bytes());
        found
    }

    /// The best tree known for `view`, following the memo's choices and, where the memo knows
    /// nothing, counting.
    pub fn witness(&mut self, view: &View, depth: u32) -> Shape {
        let mut key = view.points.clone();
        key.push(u64::from(depth));
        let choice = match self.memo.get(&key) {
            Some(known) if known.upper < TOO_MUCH => known.choice,
            _ => self.quick_choice(view, depth),
        };
        match view.features.iter().position(|&feature| feature == choice) {
            Some(t) if choice != LEAF => {
                let yes = self.look(view, t, true);
                let no = self.look(view, t, false);
                let trees = [self.witness(&yes, below(depth)), self.witness(&no, below(depth))];
                self.drop_view(yes);
                self.drop_view(no);
                Shape::split(choice as usize, &trees[YES], &trees[NO])
            }
            _ => Shape::leaf(0),
        }
    }

    fn quick_choice(&mut self, view: &View, depth: u32) -> u32 {
        let mut frame = self.take_frame();
        let (bounds, _) = self.quick(view, depth, TOO_MUCH, &mut frame);
        self.drop_frame(frame);
        bounds.choice
    }

    /// Grows a tree by two levels of look-ahead: each split is the one whose sides have the best
    /// trees of up to two leaves. Returns its cost with it.
    pub fn greedy(&mut self, view: &View, depth: u32) -> (i64, Shape) {
        let mut frame = self.take_frame();
        let (quick, done) = self.quick(view, depth, TOO_MUCH, &mut frame);
        let settled = (done && quick.choice == LEAF) || self.control.stopped();
        let best = match settled {
            true => None,
            false => Frame::least(&frame.upper, view.features.len()),
        };
        self.drop_frame(frame);
        let leaf = self.loss(&view.totals) + self.prices.per_leaf;
        let Some((_, t)) = best else { return (leaf, Shape::leaf(0)) };
        let yes = self.look(view, t, true);
        let no = self.look(view, t, false);
        let grown = [self.greedy(&yes, below(depth)), self.greedy(&no, below(depth))];
        self.drop_view(yes);
        self.drop_view(no);
        let cost = grown[YES].0 + grown[NO].0;
        if cost < leaf {
            let feature = view.features[t] as usize;
            return (cost, Shape::split(feature, &grown[YES].1, &grown[NO].1));
        }
        (leaf, Shape::leaf(0))
    }
}

/// The depth left below a split.
pub(crate) fn below(depth: u32) -> u32 {
    if depth == u32::MAX { depth } else { depth.saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::State;
    use crate::ground::Counts;
    use crate::prices::{Price, Rule};
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Feature, Limits, Points};
    use num_rational::BigRational;
    use num_traits::Zero;

    fn random_ground(stream: &mut Stream) -> Ground {
        let len = 1 + stream.below(14);
        let feature = |stream: &mut Stream, column: usize| {
            let bits = (0..len).fold(0u64, |bits, point| bits | (stream.below(2) as u64) << point);
            Feature { bits: vec![bits], column: column as u32, place: None }
        };
        let width = 1 + stream.below(5);
        let weight = [2, 3, 9][stream.below(3)];
        let points = Points {
            len,
            classes: 2,
            weights: (0..2 * len).map(|_| stream.below(weight) as u64).collect(),
            rows: (0..len).map(|_| 1 + stream.below(3) as u32).collect(),
            features: (0..width).map(|column| feature(stream, column)).collect(),
        };
        let limits = Limits {
            max_depth: [None, None, Some(1), Some(2), Some(3)][stream.below(5)],
            max_leaves: None,
            min_leaf: [1, 1, 1, 2, 4][stream.below(5)],
        };
        Ground::new(&points, 1, &limits)
    }

    fn random_prices(stream: &mut Stream) -> Prices {
        let rule = stream.once_in(3);
        let labels = if rule { 2 } else { 2 + stream.below(4) };
        let price = |stream: &mut Stream, label: usize| match (rule, label) {
            (true, 0) => Price { pos: stream.below(20) as i64, neg: 0 },
            (true, _) => Price { pos: 0, neg: stream.below(20) as i64 },
            _ => Price { pos: stream.below(20) as i64, neg: stream.below(20) as i64 },
        };
        let omega = |stream: &mut Stream| Rule {
            times: 1 + stream.below(3) as i64,
            over: 1 + stream.below(3) as i64,
        };
        Prices {
            labels: (0..labels).map(|label| price(stream, label)).collect(),
            per_leaf: stream.below(12) as i64,
            rule: rule.then(|| omega(stream)),
        }
    }

    /// The definition: a leaf, or the best split.
    fn least(ground: &Ground, prices: &Prices, set: &[u64], depth: u32) -> i64 {
        let rows = |set: &[u64]| Ground::members(set).map(|p| ground.rows[p]).sum::<u32>();
        let mut best = prices.loss(ground.counts(set)) + prices.per_leaf;
        for feature in 0..if depth == 0 { 0 } else { ground.bits.len() } {
            let sides = [true, false].map(|yes| ground.side(set, feature, yes));
            if sides.iter().all(|side| rows(side) >= ground.min_leaf) {
                let cost =
                    sides.iter().map(|side| least(ground, prices, side, below(depth))).sum::<i64>();
                best = best.min(cost);
            }
        }
        best
    }

    fn idle() -> Control {
        let zero = BigRational::zero;
        Control::new(State { lower: zero(), upper: zero(), tree: Shape::leaf(0) }, None)
    }

    fn cost(ground: &Ground, prices: &Prices, tree: &Shape) -> i64 {
        let leaf = |&counts: &Counts| prices.loss(counts) + prices.per_leaf;
        ground.leaves(tree).iter().map(leaf).sum()
    }

    #[test]
    fn the_additive_search_agrees_with_the_definition_for_any_budget() {
        for seed in 0..4000 {
            let mut stream = Stream::new(seed);
            let (ground, prices) = (random_ground(&mut stream), random_prices(&mut stream));
            let best = least(&ground, &prices, &ground.everything, ground.max_depth.min(6));
            let control = idle();
            let mut solver = Solver::new(&ground, &control, prices.clone());
            let root = solver.root();
            let apart = solver.measures.unavoidable;
            for budget in [best - 7, best - 1, best, best + 5] {
                let found = solver.solve_remembered(&root, ground.max_depth, budget - apart, 0);
                assert!(found.lower + apart <= best, "seed {seed}: lower bound");
                assert!(found.upper + apart >= best, "seed {seed}: upper bound");
                let settled = found.is_exact() || found.lower + apart > budget;
                assert!(settled, "seed {seed}: settled");
            }
            let tree = solver.witness(&root, ground.max_depth);
            assert_eq!(cost(&ground, &prices, &tree), best, "seed {seed}: its tree");
            let (greedy, tree) = solver.greedy(&root, ground.max_depth);
            assert_eq!(cost(&ground, &prices, &tree), greedy + apart, "seed {seed}: greedy");
        }
    }
}

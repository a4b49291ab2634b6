//! The search: `solve(S, budget)` ends with the optimum of S, or with a proof that it is above the
//! budget.
//!
//! At a node each live split has bounds of both its sides. The split with the least sum is worked
//! on: its sides are looked up, then solved with the budget that the sibling leaves; what is proven
//! of a side is spread to all sides that differ little from it; then the least is picked anew. At
//! any moment the least sum bounds the node from below, so a search that is stopped anywhere leaves
//! valid bounds behind.
use crate::control::Control;
use crate::frame::{Bounds, Frame, NO, YES};
use crate::instance::Instance;
use crate::levers::Levers;
use crate::memo::{Key, LEAF, Memo, Room};
use crate::view::{Narrowing, View};
use gosdt_bits::Kernels;

/// A cost above all others, small enough that two can be added.
pub(crate) const TOO_MUCH: i64 = i64::MAX / 4;

/// One thread's search.
pub(crate) struct Solver<'a> {
    pub instance: &'a Instance,
    pub memo: &'a Memo,
    pub control: &'a Control,
    pub levers: Levers,
    /// Whether other threads work on the same memo.
    pub shared: bool,
    pub kernels: Kernels,
    narrowing: Narrowing,
    views: Vec<View>,
    frames: Vec<Frame>,
    two: [Vec<i64>; 2],
    counts: Vec<i64>,
    weights: Vec<i64>,
    expanded: u32,
}

/// Which side of which column.
#[derive(Clone, Copy)]
struct Side {
    t: usize,
    side: usize,
}

impl<'a> Solver<'a> {
    pub fn new(
        instance: &'a Instance,
        memo: &'a Memo,
        control: &'a Control,
        levers: Levers,
        shared: bool,
    ) -> Solver<'a> {
        Solver {
            instance,
            memo,
            control,
            levers,
            shared,
            kernels: Kernels::detect(),
            narrowing: Narrowing::default(),
            views: Vec::new(),
            frames: Vec::new(),
            two: [Vec::new(), Vec::new()],
            counts: Vec::new(),
            weights: Vec::new(),
            expanded: 0,
        }
    }

    /// The view of all points.
    pub fn root(&mut self) -> View {
        self.narrowing.root(self.instance, self.kernels, &self.levers)
    }

    /// The same solver, with views that keep every split with points on both sides.
    pub fn keeping_all(mut self) -> Self {
        self.narrowing.keep_all = true;
        self
    }

    /// The view of a side.
    pub fn look(&mut self, from: &View, t: usize, yes: bool) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        let (instance, kernels) = (self.instance, self.kernels);
        self.narrowing.side(instance, kernels, &self.levers, from, t, yes, &mut view);
        view
    }

    /// Gives a view's memory back.
    pub fn drop_view(&mut self, view: View) {
        self.views.push(view);
    }

    /// A frame to work in.
    pub fn take_frame(&mut self) -> Frame {
        self.frames.pop().unwrap_or_default()
    }

    /// Gives a frame's memory back.
    pub fn drop_frame(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// What counting alone tells of a node: exact trees of up to three leaves, and the frame's
    /// bounds. True when that settles the node for this budget.
    ///
    /// With `eager` all pairs are counted; without, only where there are few columns: on many, most
    /// pairs would be counted for splits that other splits' bounds rule out.
    pub fn quick(
        &mut self,
        view: &View,
        room: Room,
        budget: i64,
        frame: &mut Frame,
        eager: bool,
    ) -> (Bounds, bool) {
        let penalty = self.instance.per_leaf;
        let (loss, _) = self.instance.leaf(&view.totals);
        let leaf = loss + penalty;
        let mut bounds = Bounds { lower: leaf.min(2 * penalty), upper: leaf, choice: LEAF };
        if room.depth == 0 || room.leaves == 1 || view.features.is_empty() {
            bounds.lower = leaf;
            return (bounds, true);
        }
        if self.levers.leaf_is_enough && loss <= penalty {
            bounds.lower = leaf;
            return (bounds, true);
        }
        if self.levers.leaf_count && budget < 2 * penalty {
            return (bounds, true);
        }
        self.count_leaves(view, frame);
        self.take_best(view, frame, &mut bounds);
        if room.depth == 1 || room.leaves == 2 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        if !self.levers.pairs {
            return (bounds, false);
        }
        bounds.lower = bounds.upper.min(3 * penalty);
        if self.levers.leaf_count && budget < 3 * penalty {
            return (bounds, true);
        }
        self.control.count_node();
        self.expanded = self.expanded.saturating_add(1);
        if !eager && view.features.len() > self.levers.wide {
            return (bounds, false);
        }
        self.count_pairs(view, room, frame);
        if room.leaves == 3 {
            self.take_best_of_three(view, frame, &mut bounds);
        } else {
            self.take_best(view, frame, &mut bounds);
        }
        if room.depth == 2 || room.leaves == 3 {
            bounds.lower = bounds.upper;
            return (bounds, true);
        }
        bounds.lower = bounds.upper.min(4 * penalty);
        (bounds, self.levers.leaf_count && budget < 4 * penalty)
    }

    /// The cost of a leaf on both sides of every split.
    fn count_leaves(&mut self, view: &View, frame: &mut Frame) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        frame.reset(stride, TOO_MUCH);
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                let cost = if self.instance.two {
                    let (a, b) = (view.ones[t], view.ones[stride + t]);
                    match side {
                        YES => a.min(b),
                        _ => (view.totals[0] - a).min(view.totals[1] - b),
                    }
                } else {
                    view.side(t, side == YES, &mut self.counts);
                    self.instance.leaf(&self.counts).0
                };
                frame.leaf[side][t] = cost + penalty;
                frame.upper[side][t] = cost + penalty;
                frame.lower[side][t] = (cost + penalty).min(2 * penalty);
            }
        }
    }

    /// The best tree of two leaves on both sides of every split, and what follows for the bounds.
    fn count_pairs(&mut self, view: &View, room: Room, frame: &mut Frame) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        for two in &mut self.two {
            two.clear();
            two.resize(stride, TOO_MUCH);
        }
        let [yes, no] = &mut self.two;
        let (matrix, ones, totals) = (&view.matrix, &view.ones[..], &view.totals[..]);
        if self.instance.two {
            self.kernels.pairs_of_two(matrix, ones, totals, yes, no);
        } else {
            let (costs, rows) = (&self.instance.label_costs[..], self.instance.least_rows);
            self.kernels.pairs_of_many(matrix, ones, totals, costs, rows, yes, no);
        }
        let exact_below = room.depth == 2;
        for side in [YES, NO] {
            for t in 0..view.features.len() {
                let upper = frame.leaf[side][t].min(self.two[side][t] + 2 * penalty);
                frame.upper[side][t] = upper;
                frame.lower[side][t] = if exact_below { upper } else { upper.min(3 * penalty) };
            }
        }
        frame.paired.fill(true);
    }

    /// The same for one split.
    fn count_row(&mut self, view: &View, room: Room, frame: &mut Frame, t: usize) {
        let (stride, penalty) = (view.matrix.stride(), self.instance.per_leaf);
        let (matrix, ones, totals) = (&view.matrix, &view.ones[..], &view.totals[..]);
        let mut best = [TOO_MUCH; 2];
        frame.within.resize(stride, 0);
        let within = &mut frame.within[..stride];
        if self.instance.two {
            self.kernels.row_of_two(matrix, ones, totals, t, within, &mut best);
        } else {
            let Instance { label_costs, spreads, least_rows, .. } = self.instance;
            let rows = *least_rows;
            self.kernels.row_of_many(
                matrix,
                ones,
                totals,
                label_costs,
                spreads,
                rows,
                t,
                within,
                &mut best,
            );
        }
        frame.paired[t] = true;
        let exact_below = room.depth == 2;
        for side in [YES, NO] {
            let upper = frame.upper[side][t].min(best[side] + 2 * penalty);
            let lower = if exact_below { upper } else { upper.min(3 * penalty) };
            frame.upper[side][t] = upper;
            frame.lower[side][t] = frame.lower[side][t].max(lower);
        }
        if self.levers.similar_support && self.instance.least_rows.is_none() {
            self.spread_both(view, frame, t);
        }
    }

    /// Spreads what is known of both sides of `t`, whose yes-side `frame.within` is about.
    fn spread_both(&mut self, view: &View, frame: &mut Frame, t: usize) {
        let columns = view.features.len();
        let stride = view.matrix.stride();
        let all = self.instance.weight(&view.totals);
        let yes = frame.within[t];
        frame.spread_lower(frame.lower[YES][t], yes, columns);
        self.weigh_columns(view, stride);
        for (within, weight) in frame.within[..columns].iter_mut().zip(&self.weights) {
            *within = weight - *within;
        }
        frame.spread_lower(frame.lower[NO][t], all - yes, columns);
    }

    /// The weight of every column's yes-side.
    fn weigh_columns(&mut self, view: &View, stride: usize) {
        self.weights.clear();
        self.weights.resize(stride, 0);
        for (measure, spread) in self.instance.spreads.iter().enumerate() {
            let ones = &view.ones[measure * stride..][..stride];
            self.weights.iter_mut().zip(ones).for_each(|(sum, n)| *sum += spread * n);
        }
    }

    fn take_best(&self, view: &View, frame: &Frame, bounds: &mut Bounds) {
        if let Some((cost, t)) = frame.best(view.features.len()) {
            bounds.improve(cost, view.features[t]);
        }
    }

    fn take_best_of_three(&self, view: &View, frame: &Frame, bounds: &mut Bounds) {
        for t in 0..view.features.len() {
            let one_two = frame.leaf[YES][t] + frame.upper[NO][t];
            let two_one = frame.upper[YES][t] + frame.leaf[NO][t];
            bounds.improve(one_two.min(two_one), view.features[t]);
        }
    }

    /// Solves `view` within `room`: afterwards `lower > budget`, or the bounds are equal, or the
    /// search was stopped. `known` is what the memo has.
    pub fn solve(
        &mut self,
        view: &View,
        room: Room,
        budget: i64,
        known: Bounds,
        level: u32,
    ) -> Bounds {
        let mut frame = self.take_frame();
        let eager = room.leaves != u32::MAX;
        let (quick, done) = self.quick(view, room, budget, &mut frame, eager);
        let mut bounds = quick;
        bounds.lower = bounds.lower.max(known.lower);
        bounds.improve(known.upper, known.choice);
        if !done && !bounds.is_exact() && bounds.lower <= budget {
            if room.leaves == u32::MAX {
                self.raise(view, room, budget, &mut frame, &mut bounds, level);
            } else {
                self.raise_with_few_leaves(view, room, budget, &frame, &mut bounds, level);
            }
        }
        self.drop_frame(frame);
        bounds
    }

    /// Works on splits until the node is settled.
    fn raise(
        &mut self,
        view: &View,
        room: Room,
        budget: i64,
        frame: &mut Frame,
        bounds: &mut Bounds,
        level: u32,
    ) {
        let columns = view.features.len();
        let mut key = Key::default();
        loop {
            let (least, t) = frame.least(columns).unwrap_or((TOO_MUCH, 0));
            bounds.lower = bounds.lower.max(least.min(bounds.upper));
            if level == 0 {
                self.publish(view, room, bounds);
            }
            let limit = budget.min(bounds.upper - 1);
            if least > limit || bounds.lower > limit || self.control.stopped() {
                return;
            }
            let (t, alone) = self.pick(view, frame, t, limit);
            if self.levers.pairs && !frame.paired[t] {
                self.count_row(view, room, frame, t);
            } else {
                for side in [YES, NO] {
                    self.recall(view, room, frame, Side { t, side }, &mut key);
                }
                bounds.improve(frame.upper[YES][t] + frame.upper[NO][t], view.features[t]);
                let limit = budget.min(bounds.upper - 1);
                if frame.sum(t) <= limit {
                    let at = Side { t, side: self.side_to_raise(view, frame, t) };
                    self.raise_side(view, room, frame, at, limit, level, alone);
                }
            }
            bounds.improve(frame.upper[YES][t] + frame.upper[NO][t], view.features[t]);
        }
    }

    /// The split to work on, `least` being the one with the least lower bound; and whether to work
    /// on it even if another thread does.
    fn pick(&self, view: &View, frame: &mut Frame, least: usize, limit: i64) -> (usize, bool) {
        let (mut t, mut alone) = (least, true);
        if self.shared {
            match frame.least_free(view.features.len(), limit) {
                Some(free) => (t, alone) = (free, false),
                None => frame.deferred.clear(),
            }
        }
        if self.levers.midpoint {
            t = self.middle(view, frame, t, limit);
        }
        (t, alone)
    }

    /// Publishes the root's bounds and, if there is a better tree, the tree; takes over what other
    /// threads published.
    pub(crate) fn publish(&mut self, view: &View, room: Room, bounds: &mut Bounds) {
        self.control.raise_lower(bounds.lower);
        let (lower, upper) = self.control.bounds();
        bounds.lower = bounds.lower.max(lower);
        if bounds.upper < upper {
            let key = Key::of(&view.points, room);
            self.memo.put(&key, bounds.lower, bounds.upper, bounds.choice, 0);
            let (cost, tree) = self.witness(view, room);
            self.control.offer(cost, tree);
        }
        bounds.upper = bounds.upper.min(upper);
    }

    /// The middle of the run of live thresholds around `t`: what is proven of its sides tells most
    /// about the others.
    fn middle(&self, view: &View, frame: &Frame, t: usize, limit: i64) -> usize {
        let (column, place) = self.instance.places[view.features[t] as usize];
        if place.is_none() {
            return t;
        }
        let live = |at: &usize| {
            let (other, place) = self.instance.places[view.features[*at] as usize];
            other == column && place.is_some() && frame.sum(*at) <= limit
        };
        let first = (0..t).rev().take_while(live).last().unwrap_or(t);
        let last = (t + 1..view.features.len()).take_while(live).last().unwrap_or(t);
        (first + last) / 2
    }

    /// Takes over what the memo knows of a side.
    fn recall(&mut self, view: &View, room: Room, frame: &mut Frame, at: Side, key: &mut Key) {
        let Side { t, side } = at;
        if !self.levers.memo || frame.lower[side][t] >= frame.upper[side][t] {
            return;
        }
        let bits = &self.instance.bits[view.features[t] as usize];
        Key::side(&view.points, bits, side == YES, room.below(), key);
        if let Some(entry) = self.memo.get(key) {
            frame.lower[side][t] = frame.lower[side][t].max(entry.lower);
            frame.upper[side][t] = frame.upper[side][t].min(entry.upper);
        }
    }

    /// The side to work on: one that is not exact, the lighter first, since what it costs tightens
    /// the budget of the heavier.
    fn side_to_raise(&mut self, view: &View, frame: &Frame, t: usize) -> usize {
        let open = |side: usize| frame.lower[side][t] < frame.upper[side][t];
        if !open(NO) {
            return YES;
        }
        if !open(YES) {
            return NO;
        }
        view.yes(t, &mut self.counts);
        let yes = self.instance.weight(&self.counts);
        if 2 * yes <= self.instance.weight(&view.totals) { YES } else { NO }
    }

    /// Solves a side with the budget that its sibling leaves of `limit`, and spreads what was
    /// proven. Unless `alone`, a side that another thread is at work on is deferred instead.
    #[expect(clippy::too_many_arguments, reason = "where, what, how far, and with whom")]
    fn raise_side(
        &mut self,
        view: &View,
        room: Room,
        frame: &mut Frame,
        at: Side,
        limit: i64,
        level: u32,
        alone: bool,
    ) {
        let Side { t, side } = at;
        let mut key = Key::default();
        if self.shared {
            let bits = &self.instance.bits[view.features[t] as usize];
            Key::side(&view.points, bits, side == YES, room.below(), &mut key);
            if self.memo.begin(&key).busy > 1 && !alone {
                self.memo.end(&key);
                frame.deferred.push(t);
                return;
            }
        }
        let child = self.look(view, t, side == YES);
        let similar = self.levers.similar_support && self.instance.least_rows.is_none();
        if similar {
            let stride = view.matrix.stride();
            self.narrowing.weight_within(self.instance, stride, &mut frame.within);
        }
        let known = Bounds { lower: frame.lower[side][t], upper: TOO_MUCH, choice: LEAF };
        let budget = limit - frame.lower[1 - side][t];
        let found = self.solve_remembered(&child, room.below(), budget, known, level + 1);
        frame.lower[side][t] = frame.lower[side][t].max(found.lower);
        frame.upper[side][t] = frame.upper[side][t].min(found.upper);
        if similar {
            let weight = self.instance.weight(&child.totals);
            frame.spread_lower(found.lower, weight, view.features.len());
        }
        self.drop_view(child);
        if self.shared {
            self.memo.end(&key);
        }
    }

    /// Solves a node and puts what was proven into the memo.
    pub fn solve_remembered(
        &mut self,
        view: &View,
        room: Room,
        budget: i64,
        mut known: Bounds,
        level: u32,
    ) -> Bounds {
        if !self.levers.memo {
            return self.solve(view, room, budget, known, level);
        }
        let key = Key::of(&view.points, room);
        if let Some(entry) = self.memo.get(&key) {
            known.lower = known.lower.max(entry.lower);
            known.improve(entry.upper, entry.choice);
            if known.is_exact() || known.lower > budget {
                return known;
            }
        }
        self.keep_memory();
        let before = self.expanded;
        let found = self.solve(view, room, budget, known, level);
        let work = self.expanded.wrapping_sub(before);
        let entry = self.memo.put(&key, found.lower, found.upper, found.choice, work);
        Bounds { lower: entry.lower, upper: entry.upper, choice: entry.choice }
    }

    /// Forgets, and if that does not help stops, when the memory limit is near.
    fn keep_memory(&self) {
        if self.memo.bytes() <= self.control.memory_limit {
            return;
        }
        self.memo.forget_half();
        if self.memo.bytes() > self.control.memory_limit {
            self.control.stop(crate::StopReason::MemoryLimit);
        }
    }
}

//! A node: its queue of splits is worked on until the node is settled.
//!
//! The splits with the least bound are taken. Of an interval of thresholds the middle one (by the
//! points of the node) is evaluated, and the halves go back into the queue. Where a side is left one
//! level of splits, scanning evaluates it exactly. Else its sides are asked for what rules out the
//! halves of the interval: the yes-side for so much that, with the no-side of the interval's end, it
//! exceeds the limit, and likewise the other way round.
use super::base::{PlacedSplit, Split, Variant};
use super::projection::{Counted, Projection, is_ordered, of_sides};
use super::solver::{ColumnSolver, How, Task};
use super::state::{Evaluated, Item, Splits, State};
use crate::bounds::peeled_leaf;
use crate::memo::{Bounds, INFINITE_COST, Remaining};
use gosdt_bits::lanes::{Rank, Signed, Width};

/// A side of a split while it is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub lower: i64,
    pub upper: i64,
}

impl Side {
    fn is_open(self) -> bool {
        self.lower < self.upper
    }
}

/// A node while it is worked on.
pub(super) struct Node<'n, W: Width> {
    pub projection: &'n Projection<W>,
    pub task: Task,
    pub bounds: Bounds,
    pub state: State,
    /// Whether all splits within the budget are asked for, not the best alone: trees that are found do
    /// not lower what a split may cost.
    pub lists: bool,
    /// How many ways there are to share a limited number of leaves between the sides of a split;
    /// 1 where there is no limit. Way w gives the yes-side w + 1 leaves.
    ways: u32,
}

impl<'n, W: Width> Node<'n, W> {
    pub fn new(
        solver: &ColumnSolver<'_>,
        projection: &'n Projection<W>,
        task: Task,
        bounds: Bounds,
    ) -> Self {
        let ways = task.remaining.leaves.number().map_or(1, |leaves| leaves - 1);
        let tracks = projection.base.columns.len() * ways as usize;
        let mut state = State::new(tracks, solver.problem.per_leaf);
        state.one_by_one = projection.base.is_large();
        Node { projection, task, bounds, state, lists: false, ways }
    }

    /// What a split must cost at most to matter.
    pub fn limit(&self) -> i64 {
        self.task.limit(&self.bounds)
    }

    /// Takes over a tree that starts with a split.
    fn improve(&mut self, cost: i64, split: u32) {
        if !self.lists {
            self.bounds.improve(cost, split);
        }
    }

    pub fn column(&self, track: u32) -> usize {
        (track / self.ways) as usize
    }

    pub fn tracks(&self, column: usize) -> std::ops::Range<u32> {
        column as u32 * self.ways..(column as u32 + 1) * self.ways
    }

    fn is_ordered(&self, track: u32) -> bool {
        is_ordered(&self.projection.base.columns[self.column(track)])
    }

    /// What the sides of a split may still use (yes, no).
    pub fn shares(&self, track: u32) -> [Remaining; 2] {
        let below = self.task.remaining.below();
        let Some(leaves) = self.task.remaining.leaves.number() else { return [below, below] };
        let yes = track % self.ways + 1;
        [below.with_leaves(yes), below.with_leaves(leaves - yes)]
    }

    /// Lower bounds of both sides of splits that are next in the queue.
    pub(super) fn around(&self, item: &Item) -> [i64; 2] {
        match item.counted {
            true => self.bounds_at(item.track, item.first),
            false => self.bounds_of(item.splits()),
        }
    }

    /// Lower bounds of both sides of a split.
    pub fn bounds_at(&self, track: u32, rank: u32) -> [i64; 2] {
        match self.state.get(track, rank) {
            Some(split) => split.lower,
            None => self.bounds_of(Splits { track, first: rank, last: rank }),
        }
    }

    /// Lower bounds of both sides of splits that were not evaluated.
    fn bounds_of(&self, splits: Splits) -> [i64; 2] {
        match self.is_ordered(splits.track) {
            true => self.state.around(splits),
            false => self.state.nothing(),
        }
    }
}

impl ColumnSolver<'_> {
    /// Works on a node's splits until it is settled, or the search is stopped.
    pub(super) fn work<W: Variant>(&mut self, node: &mut Node<'_, W>) {
        self.work_off_queue(node);
        node.state.close();
        let lower = node.state.lower().unwrap_or(node.bounds.upper);
        node.bounds.lower = node.bounds.lower.max(lower.min(node.bounds.upper));
        self.check_node(node, "queue of splits");
    }

    /// Works on the splits of a node's queue until none may cost at most the limit, or the search is
    /// stopped.
    pub(super) fn work_off_queue<W: Variant>(&mut self, node: &mut Node<'_, W>) {
        if let Some(sets) = &mut self.similar_sets {
            sets.begin(node.task.level);
        }
        while let Some((item, insist)) = node.state.pop(node.limit()) {
            if self.control.stopped() {
                node.state.drop_item(item);
                break;
            }
            if item.bound > node.limit() {
                node.state.drop_item(item);
                continue;
            }
            self.check_interval(node, &item);
            let around = node.around(&item);
            let bound = around[0] + around[1];
            if bound > item.bound {
                let limit = node.limit();
                node.state.push(bound, item.splits(), item.counted, limit);
                continue;
            }
            if node.task.level == 0 {
                self.publish(node, item.bound);
            }
            match item.counted {
                true => self.settle(node, item.track, item.first, insist),
                false => self.cut(node, &item, around),
            }
        }
    }

    /// Evaluates the middle of an interval and puts the rest back.
    fn cut<W: Variant>(&mut self, node: &mut Node<'_, W>, item: &Item, around: [i64; 2]) {
        let Item { track, first, last, .. } = *item;
        let column = node.column(track);
        let middle = match node.is_ordered(track) {
            true => node.projection.base.columns[column].middle(first, last),
            false => Some(first),
        };
        let Some(rank) = middle else { return };
        self.evaluate(node, track, rank, around);
        let below = (rank > first).then(|| Splits { track, first, last: rank - 1 });
        let above = (rank < last).then(|| Splits { track, first: rank + 1, last });
        for half in [below, above].into_iter().flatten() {
            let [yes, no] = node.state.around(half);
            let limit = node.limit();
            node.state.push(item.bound.max(yes + no), half, false, limit);
        }
    }

    /// Fills the queue: of every column all splits with enough on both sides to matter.
    pub(super) fn fill_queue<W: Variant>(&self, node: &mut Node<'_, W>) {
        let (least, limit) = (2 * self.problem.per_leaf, node.limit());
        for column in 0..node.projection.base.columns.len() {
            let groups = self.useful_splits(node.projection, column);
            for track in node.tracks(column) {
                for &(first, last) in &groups {
                    node.state.push(least, Splits { track, first, last }, false, limit);
                }
            }
        }
    }

    /// The first and the last rank of splits of a column with enough on both sides to matter:
    /// thresholds are neighbours, categories are not.
    pub(super) fn useful_splits<W: Variant>(
        &self,
        projection: &Projection<W>,
        column: usize,
    ) -> Vec<(u32, u32)> {
        match is_ordered(&projection.base.columns[column]) {
            true => self.useful_thresholds(projection, column).into_iter().collect(),
            false => self.useful_categories(projection, column),
        }
    }

    /// The ranks of the first and the last threshold with enough on both sides to matter.
    fn useful_thresholds<W: Variant>(
        &self,
        projection: &Projection<W>,
        column: usize,
    ) -> Option<(u32, u32)> {
        let ranks = &projection.base.columns[column].ranks;
        if self.all_splits || (self.problem.per_leaf == 0 && self.problem.all_but_one) {
            let last = ranks.last()?.number().checked_sub(1)?;
            return ranks
                .first()
                .map(|first| (first.number(), last))
                .filter(|ends| ends.0 <= ends.1);
        }
        let most = self.most_along(projection, column);
        let mut sum = 0;
        let mut enough = |place: &usize| {
            sum += most[*place].wide() * self.problem.unit;
            sum > self.problem.per_leaf
        };
        let first = ranks[(0..most.len()).find(&mut enough)?].number();
        sum = 0;
        let mut enough = |place: &usize| {
            sum += most[*place].wide() * self.problem.unit;
            sum > self.problem.per_leaf
        };
        let last = ranks[(0..most.len()).rev().find(&mut enough)?].number().checked_sub(1)?;
        (first <= last).then_some((first, last))
    }

    /// The most that each point can cost, in a column's order, in units.
    fn most_along<'p, W: Width>(
        &self,
        projection: &'p Projection<W>,
        column: usize,
    ) -> &'p [W::Signed] {
        let base = &projection.base;
        base.values_in_order(self.problem, base.kinds.most(), column)
    }

    /// The ranks of the categories with enough inside and outside to matter.
    fn useful_categories<W: Variant>(
        &self,
        projection: &Projection<W>,
        column: usize,
    ) -> Vec<(u32, u32)> {
        let base = &projection.base.columns[column];
        let mut sums = vec![None; base.codes.len()];
        let mut all = 0;
        for (rank, most) in base.ranks.iter().zip(self.most_along(projection, column)) {
            let most = most.wide() * self.problem.unit;
            *sums[rank.number() as usize].get_or_insert(0) += most;
            all += most;
        }
        let present = sums.iter().flatten().count();
        let enough = |sum: i64| sum > self.problem.per_leaf || (self.all_splits && present > 1);
        let ranks = sums.iter().enumerate().filter_map(|(rank, sum)| Some((rank as u32, (*sum)?)));
        let useful = ranks.filter(|&(_, sum)| enough(sum) && enough(all - sum));
        useful.map(|(rank, _)| (rank, rank)).collect()
    }

    /// Evaluates a split, around which the sides cost at least `around`: counts where that tells
    /// something, and solves its sides where counting rules out neither half of the interval.
    pub(super) fn evaluate<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        track: u32,
        rank: u32,
        around: [i64; 2],
    ) {
        let split = Split { column: node.column(track), rank };
        let ordered = node.is_ordered(track);
        let mut counted = self.scratch.pop().unwrap_or_default();
        let shares = node.shares(track);
        let counts = self.problem.per_leaf > 0 || shares.iter().all(|share| share.is_stump());
        let (mut sides, kept) = match counts {
            true => self.count(node, (track, split), around, &mut counted),
            false => (self.leaves_of(node, split, around, &mut counted), None),
        };
        self.improve(node, split, &sides);
        let limit = node.limit();
        let halves = Halves { around, limit, ordered };
        let at = (track, split);
        let ruled_out = self.rule_out_halves(node, at, &mut sides, (counts, &counted), halves);
        let mut busy = false;
        if ruled_out == [false; 2] && is_live(&sides, limit) {
            let budgets = ordered.then(|| [limit - around[1], limit - around[0]]);
            let how = How { budgets, insist: false, relaxed: true };
            busy = self.solve_sides(node, (track, split), &mut sides, &counted, how);
            self.improve(node, split, &sides);
        }
        self.scratch.push(counted);
        self.learn(node, (track, rank), &sides, kept, busy);
    }

    /// Solves the sides of a split that was counted before.
    pub(super) fn settle<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        track: u32,
        rank: u32,
        insist: bool,
    ) {
        let split = Split { column: node.column(track), rank };
        let Some(known) = node.state.get(track, rank) else { return };
        let side = |side: usize| Side { lower: known.lower[side], upper: known.upper[side] };
        let mut sides = [side(0), side(1)];
        raise(&mut sides, self.similar_bounds(node, split));
        if !is_live(&sides, node.limit()) {
            self.learn(node, (track, rank), &sides, None, false);
            return;
        }
        let mut counted = self.scratch.pop().unwrap_or_default();
        let totals = &mut counted.totals;
        node.projection.totals_of_sides(self.problem, &node.projection.base.place(split), totals);
        let how = How { budgets: None, insist, relaxed: true };
        let busy = self.solve_sides(node, (track, split), &mut sides, &counted, how);
        self.scratch.push(counted);
        self.improve(node, split, &sides);
        self.learn(node, (track, rank), &sides, None, busy);
    }

    /// Takes over what was found of a split, and puts it back where its sides are still open.
    fn learn<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        (track, rank): (u32, u32),
        sides: &[Side; 2],
        counted: Option<u32>,
        busy: bool,
    ) {
        let (lower, upper) = (sides.map(|side| side.lower), sides.map(|side| side.upper));
        let found = Evaluated { rank, lower, upper, counted };
        let ordered = node.is_ordered(track);
        node.state.learn(track, found, ordered);
        self.check_track(node, track);
        let (sum, limit) = (lower[0] + lower[1], node.limit());
        let splits = Splits { track, first: rank, last: rank };
        if busy && sum <= limit {
            node.state.defer(sum, track, rank);
        } else if sum > limit || is_live(sides, limit) {
            node.state.push(sum, splits, true, limit);
        } else if self.is_constrained(&node.task) && !node.lists {
            let split = Split { column: node.column(track), rank };
            let sides = self.constrain(node, (track, split), lower);
            let sum = sides.map_or(INFINITE_COST, |sides| sides[0].lower + sides[1].lower);
            let limit = node.limit();
            // Sides that are open still were stopped: nothing rules the split out.
            let is_open = sides.is_some_and(|sides| is_live(&sides, limit));
            let bound = if is_open { sum } else { sum.max(limit + 1) };
            node.state.push(bound, splits, true, limit);
        }
    }

    /// Which halves of the interval around a split are ruled out: by what was counted, if it was, else by
    /// what other sets and peeled leaves say of its sides, which takes longer.
    fn rule_out_halves<W: Variant>(
        &mut self,
        node: &Node<'_, W>,
        (track, split): (u32, Split),
        sides: &mut [Side; 2],
        (was_counted, counted): (bool, &Counted),
        halves: Halves,
    ) -> [bool; 2] {
        let by_counts = if was_counted { halves.ruled_out(sides) } else { [false; 2] };
        if by_counts == [true; 2] {
            return by_counts;
        }
        let similar = self.similar_bounds(node, split);
        raise(sides, similar);
        if !was_counted && similar == node.state.nothing() {
            return by_counts;
        }
        let ruled_out = halves.ruled_out(sides);
        if !was_counted || ruled_out != [false; 2] || !is_live(sides, halves.limit) {
            return ruled_out;
        }
        self.peel(node, (track, split), sides, counted);
        halves.ruled_out(sides)
    }

    /// Lower bounds of both sides of a split by sets that differ little from them.
    fn similar_bounds<W: Variant>(&mut self, node: &Node<'_, W>, split: Split) -> [i64; 2] {
        let nothing = node.state.nothing();
        let Some(mut sets) = self.similar_sets.take() else { return nothing };
        let Node { projection, task, .. } = node;
        let below = task.remaining.below().without_leaf_limit();
        sets.find_near(task.level, &projection.points, below, 3 * self.problem.per_leaf);
        let yes = self.side_of(projection, split, true);
        let found = sets.bounds(task.level, &yes);
        self.similar_sets = Some(sets);
        of_sides(|side| found[side].max(nothing[side]))
    }

    /// Raises bounds of sides that counting could not raise above three leaves by the loss of a leaf that
    /// a split of the side separates from the rest.
    fn peel<W: Variant>(
        &self,
        node: &Node<'_, W>,
        (track, split): (u32, Split),
        sides: &mut [Side; 2],
        counted: &Counted,
    ) {
        let (penalty, unit) = (self.problem.per_leaf, self.problem.unit);
        let shares = node.shares(track);
        for side in (0..2).filter(|_| self.peels && penalty > 0) {
            let is_open = sides[side].lower == 3 * penalty && sides[side].is_open();
            if !is_open || shares[side].is_stump() {
                continue;
            }
            let two = counted.two[side].iter().copied().min().unwrap_or(0) * unit + 2 * penalty;
            let inside = self.side_of(node.projection, split, side == 0);
            let lost = node.projection.peeled_loss(self.problem, &inside, penalty / unit);
            let lost = lost.map_or(penalty, |lost| lost * unit);
            let bound = peeled_leaf::at_least(two.min(sides[side].upper), lost, penalty);
            sides[side].lower = sides[side].lower.max(bound);
        }
    }

    /// Keeps what was proven of a set, for others that differ little from it.
    pub(super) fn keep_similar(&mut self, points: &[u64], task: &Task, lower: i64) {
        let holds = task.relaxed || !self.problem.limits_rows();
        let tells = lower > 3 * self.problem.per_leaf;
        if let Some(sets) = self.similar_sets.as_mut().filter(|_| holds && tells) {
            sets.add(task.level, points, lower, task.remaining);
        }
    }

    /// Whether what the sides of a split cost without a least number of rows is only a bound.
    pub(super) fn is_constrained(&self, task: &Task) -> bool {
        self.problem.limits_rows() && !task.relaxed
    }

    /// Takes over the trees that are known for both sides of a split, if they may be used.
    fn improve<W: Variant>(&self, node: &mut Node<'_, W>, split: Split, sides: &[Side; 2]) {
        if !self.is_constrained(&node.task) {
            let feature = self.feature(node.projection, split);
            node.improve(sides[0].upper + sides[1].upper, feature);
        }
    }

    /// The sides of a split whose leaves must have a number of rows, given what they cost at least
    /// without; `None` where a side has too few.
    pub(super) fn constrain<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        (track, split): (u32, Split),
        lower: [i64; 2],
    ) -> Option<[Side; 2]> {
        let enough = |yes: bool| {
            let side = self.side_of(node.projection, split, yes);
            self.problem.has_rows(&side)
        };
        if !enough(true) || !enough(false) {
            return None;
        }
        let mut counted = self.scratch.pop().unwrap_or_default();
        let mut sides = self.leaves_of(node, split, lower, &mut counted);
        let how = How { budgets: None, insist: true, relaxed: false };
        self.solve_sides(node, (track, split), &mut sides, &counted, how);
        self.scratch.push(counted);
        let feature = self.feature(node.projection, split);
        node.improve(sides[0].upper + sides[1].upper, feature);
        Some(sides)
    }

    /// The sides of a split by their leaves alone.
    fn leaves_of<W: Variant>(
        &self,
        node: &Node<'_, W>,
        split: Split,
        around: [i64; 2],
        counted: &mut Counted,
    ) -> [Side; 2] {
        let totals = &mut counted.totals;
        node.projection.totals_of_sides(self.problem, &node.projection.base.place(split), totals);
        [0, 1].map(|side: usize| {
            let (leaf, _) = self.problem.leaf(&counted.totals[side]);
            Side { lower: around[side].min(leaf), upper: leaf }
        })
    }

    /// The sides of a split by trees of up to two leaves; also returns where the state keeps what was
    /// counted.
    fn count<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        (track, split): (u32, Split),
        around: [i64; 2],
        counted: &mut Counted,
    ) -> ([Side; 2], Option<u32>) {
        let columns = node.projection.base.columns.len();
        let known = match node.is_ordered(track) {
            true => node.state.two_around(track, split.rank, columns),
            false => [None, None],
        };
        counted.set_known(known, columns);
        let shares = node.shares(track);
        let placed = node.projection.base.place(split);
        let sides =
            self.count_sides(node.projection, &placed, shares, (around, node.limit()), counted);
        let kept = node.state.keep_two([&counted.two[0], &counted.two[1]]);
        (sides, Some(kept))
    }

    /// The sides of a split by trees of up to two leaves, where the sides cost at least `around` and
    /// the split matters only if it costs at most `limit`.
    pub(super) fn count_sides<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        split: &PlacedSplit,
        shares: [Remaining; 2],
        (around, limit): ([i64; 2], i64),
        counted: &mut Counted,
    ) -> [Side; 2] {
        let (penalty, unit) = (self.problem.per_leaf, self.problem.unit);
        // Two leaves on a side matter while the whole may cost at most the limit.
        counted.limits = of_sides(|side| {
            (limit - around[1 - side] - 2 * penalty).div_euclid(unit).saturating_add(1)
        });
        self.counted += 1;
        projection.count(self.kernels, self.problem, split, counted);
        of_sides(|side| {
            let (leaf, _) = self.problem.leaf(&counted.totals[side]);
            let two = counted.two[side].iter().copied().min().unwrap_or(0);
            let is_exact = two < counted.limits[side];
            let two = (two * unit + 2 * penalty, is_exact);
            self.side_of_count(shares[side], leaf, two, around[side])
        })
    }

    /// What counting tells of a side: the cost of a leaf, and the least cost of two leaves (a lower
    /// bound of it where it is not exact).
    fn side_of_count(&self, remaining: Remaining, leaf: i64, two: (i64, bool), known: i64) -> Side {
        let (two, is_exact) = two;
        if remaining.is_leaf() {
            return Side { lower: leaf, upper: leaf };
        }
        let best = leaf.min(two);
        let lower = if remaining.is_stump() { best } else { best.min(3 * self.problem.per_leaf) };
        let upper = if is_exact { best } else { leaf };
        Side { lower: lower.max(known).min(upper), upper }
    }
}

/// The thresholds on both sides of one in an interval.
#[derive(Clone, Copy)]
struct Halves {
    /// Lower bounds of the yes-side and the no-side of all of the interval.
    around: [i64; 2],
    /// What a split must cost at most to matter.
    limit: i64,
    /// Whether they are thresholds, and not a category by itself.
    ordered: bool,
}

impl Halves {
    /// Whether bounds of the sides of the threshold between them rule out those above it, and those below.
    fn ruled_out(&self, sides: &[Side; 2]) -> [bool; 2] {
        let Halves { around, limit, ordered } = *self;
        of_sides(|side| ordered && sides[side].lower + around[1 - side] > limit)
    }
}

/// Raises what is known of the sides of a split.
fn raise(sides: &mut [Side; 2], lower: [i64; 2]) {
    for (side, lower) in sides.iter_mut().zip(lower) {
        side.lower = side.lower.max(lower.min(side.upper));
    }
}

/// Whether a split may cost at most the limit and a side of it is open.
fn is_live(sides: &[Side; 2], limit: i64) -> bool {
    sides[0].lower + sides[1].lower <= limit && sides.iter().any(|side| side.is_open())
}

//! The recursion over columns of ranks: a side of a split is looked up in the memo, projected, and
//! solved within a budget.
use super::base::{AnyBase, Purpose, Split, Variant};
use super::node::{Node, Side};
use super::projection::{Counted, PointSet, Projection};
use super::solver::{ColumnSolver, How, Task};
use crate::bounds::look_ahead;
use crate::clock::Instant;
use crate::memo::{Bounds, INFINITE_COST};
use crate::node::keep_memory_limit;
use std::time::Duration;

/// Making a tree of what is known takes as long as some evaluations: not after each that is better, and
/// not for more than a small share of the time.
const OFFER_EVERY: Duration = Duration::from_millis(100);
const OFFER_SHARE: u32 = 20;

/// What a base takes for a point of a column, besides gathered ranks: order, rank, values in order and in lanes.
const BYTES_OF_PLACE: u64 = 24;

impl ColumnSolver<'_> {
    /// Solves a set of points that has a base of its own.
    pub fn solve_base(&mut self, base: &AnyBase, set: PointSet, task: Task) -> Bounds {
        match base {
            AnyBase::Narrow(base) => self.solve(&Projection::new(base.clone(), set), task),
            AnyBase::Wide(base) => self.solve(&Projection::new(base.clone(), set), task),
            AnyBase::Widest(base) => self.solve(&Projection::new(base.clone(), set), task),
        }
    }

    /// Solves a node: afterwards the lower bound is above the budget, or the bounds are equal, or the
    /// search was stopped.
    fn solve<W: Variant>(&mut self, projection: &Projection<W>, task: Task) -> Bounds {
        let Task { remaining, budget, known, .. } = task;
        let penalty = self.problem.per_leaf;
        let (leaf, _) = self.problem.leaf(&projection.totals);
        let mut bounds = Bounds::of_leaf(leaf);
        if leaf <= 2 * penalty || remaining.is_leaf() {
            return bounds;
        }
        bounds.lower = look_ahead::at_least(leaf, 2, penalty);
        bounds.tighten(&known);
        if bounds.settles(budget) {
            return bounds;
        }
        if remaining.is_stump() {
            let (cost, choice) = match task.relaxed || !self.problem.limits_rows() {
                true => self.best_stump(projection),
                false => self.best_split(&projection.points, task.relaxed),
            };
            bounds.improve(cost, choice);
            bounds.lower = bounds.upper;
            return bounds;
        }
        self.count_expansion();
        if self.counts_suffice(projection, &task) {
            return self.solve_by_counts(projection, task, bounds);
        }
        let mut node = Node::new(self, projection, task, bounds);
        let is_root = task.level == 0;
        node.state.keep_up_to = is_root.then_some(INFINITE_COST);
        self.fill_queue(&mut node);
        self.work(&mut node);
        // Where all trees are kept that were the best for a while, they are those that a longer search
        // meets, too.
        let is_cut_short = self.control.keeps_trees() && self.control.stopped();
        if is_root && node.bounds.lower < node.bounds.upper && !is_cut_short {
            self.offer(&mut node);
        }
        let Node { bounds, state, .. } = node;
        self.root_state = if is_root { Some((remaining, state)) } else { self.root_state.take() };
        bounds
    }

    /// Solves the open sides of a split, the one with fewer points first. Returns whether a side was
    /// left to another thread that works on it.
    pub(super) fn solve_sides<W: Variant>(
        &mut self,
        node: &Node<'_, W>,
        (track, split): (u32, Split),
        sides: &mut [Side; 2],
        counted: &Counted,
        how: How,
    ) -> bool {
        let mut sets = [true, false].map(|yes| {
            let points = self.side_of(node.projection, split, yes);
            let totals = counted.totals[usize::from(!yes)].clone();
            Some(PointSet { points, totals })
        });
        let len = |set: &Option<PointSet>| set.as_ref().map_or(0, |set| set.len());
        let order = if len(&sets[0]) <= len(&sets[1]) { [0, 1] } else { [1, 0] };
        let (limit, shares, relaxed) = (node.limit(), node.shares(track), how.relaxed);
        for side in order {
            let left = limit - sides[1 - side].lower;
            let budget = how.budgets.map_or(left, |budgets| budgets[side]);
            let Side { lower, upper } = sides[side];
            let Some(set) = sets[side].take() else { continue };
            if lower >= upper || lower > budget || self.control.stopped() {
                continue;
            }
            let known = Bounds::at_least(lower);
            let level = node.task.level + 1;
            let task = Task { remaining: shares[side], budget, known, level, relaxed };
            let at = (split, side == 0);
            let Some(found) = self.solve_side(node.projection, at, set, task, how.insist) else {
                return true;
            };
            sides[side].lower = lower.max(found.lower).min(upper.min(found.upper));
            sides[side].upper = upper.min(found.upper);
        }
        false
    }

    /// Solves a side, looking it up first and putting what was proven into the memo. `None` if
    /// another thread is at it.
    fn solve_side<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        side: (Split, bool),
        set: PointSet,
        mut task: Task,
        insist: bool,
    ) -> Option<Bounds> {
        task.remaining = self.binding(task.remaining, task.budget);
        let key = self.key(&set.points, task.remaining, task.relaxed);
        if let Some(stored) = self.memo.get(&key) {
            task.known.tighten(&stored);
        }
        if let Some(warm_start) =
            self.warm_start.filter(|_| !task.relaxed || !self.problem.limits_rows())
        {
            let (leaf, _) = self.problem.leaf(&set.totals);
            task.known.raise(warm_start.at_least(&key, 2, leaf));
        }
        if task.known.settles(task.budget) {
            return Some(within(task.known, task.budget));
        }
        if self.shared && self.memo.begin(&key) && !insist {
            self.memo.end(&key);
            return None;
        }
        let before = self.expanded;
        let points = self.similar_sets.is_some().then(|| set.points.clone());
        let mut found = self.solve_projected(projection, side, set, task);
        found.lower = self.memo.tampered(found.lower);
        let work = self.expanded.wrapping_sub(before);
        let found = self.memo.put(&key, found, work);
        if let Some(points) = points {
            self.keep_similar(&points, &task, found.lower);
        }
        if self.shared {
            self.memo.end(&key);
        }
        keep_memory_limit(self.memo, self.control);
        Some(within(found, task.budget))
    }

    /// Lays a side out and solves it.
    fn solve_projected<W: Variant>(
        &mut self,
        from: &Projection<W>,
        side: (Split, bool),
        set: PointSet,
        task: Task,
    ) -> Bounds {
        let columns = from.base.columns.len();
        if !self.control.keeps_room((set.len() * columns) as u64 * BYTES_OF_PLACE) {
            return task.known;
        }
        let purpose = match task.remaining.below().is_stump() {
            true => self.recent_counts.purpose(columns),
            false => Purpose::Recursion,
        };
        let base = AnyBase::part(self.problem, &from.base, side, &set.points, purpose);
        let before = self.counted;
        let found = self.solve_base(&base, set, task);
        if purpose != Purpose::Recursion {
            self.recent_counts.add(self.counted - before);
        }
        found
    }

    /// Publishes the root's bounds and, now and then, its tree; takes over what other threads
    /// published.
    pub(super) fn publish<W: Variant>(&mut self, node: &mut Node<'_, W>, least: i64) {
        let least = node.state.lower().map_or(least, |other| other.min(least));
        node.bounds.lower = node.bounds.lower.max(least.min(node.bounds.upper));
        self.control.raise_lower(node.bounds.lower);
        if self.control.keeps_trees() || Instant::now() >= self.next_offer {
            self.offer(node);
        }
        let (lower, upper) = self.control.bounds();
        node.bounds.lower = node.bounds.lower.max(lower);
        node.bounds.upper = node.bounds.upper.min(upper);
    }

    /// Offers the root's tree if it is better than that of the search.
    fn offer<W: Variant>(&mut self, node: &mut Node<'_, W>) {
        let started = Instant::now();
        if node.bounds.upper < self.control.bounds().1 {
            let key = self.key(&node.projection.points, node.task.remaining, node.task.relaxed);
            self.memo.put(&key, node.bounds, 0);
            let (cost, tree) = self.tree(&node.projection.points, node.task.remaining);
            self.control.offer(cost, tree);
        }
        self.next_offer = Instant::now() + OFFER_EVERY.max(started.elapsed() * OFFER_SHARE);
    }
}

/// What was found of a problem whose limits were left out: a tree above the budget may break them.
fn within(found: Bounds, budget: i64) -> Bounds {
    match found.upper > budget {
        true => Bounds { upper: INFINITE_COST, ..found },
        false => found,
    }
}

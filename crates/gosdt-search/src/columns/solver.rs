//! The recursion over columns of ranks: a side of a split is looked up in the memo, projected, and
//! solved within a budget.
use super::base::{AnyBase, Base};
use super::instance::ColumnInstance;
use super::node::{Node, Side};
use super::projection::{Counted, PointSet, Projection, Split};
use super::state::State;
use crate::bounds::look_ahead;
use crate::control::Control;
use crate::memo::{Bounds, INFINITE_COST, Key, Memo, Remaining};
use crate::node::{WarmStart, keep_memory_limit};
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Narrow, Width};

/// One thread's search.
pub(crate) struct ColumnSolver<'a> {
    pub problem: &'a ColumnInstance,
    pub memo: &'a Memo,
    pub control: &'a Control,
    pub kernels: Kernels,
    pub warm_start: Option<&'a WarmStart<'a>>,
    /// Whether other threads work on the same memo.
    pub shared: bool,
    /// Keep every split with points on both sides, even if it cannot matter.
    pub all_splits: bool,
    /// The layout of all points, once it was made.
    pub(super) root: Option<AnyBase>,
    /// What was known of the splits of all points when they were last solved, for these limits.
    pub(super) root_state: Option<(Remaining, State)>,
    pub(super) scratch: Vec<Counted>,
    /// Expansions of this thread.
    expanded: u32,
}

/// What is asked of a node.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub remaining: Remaining,
    pub budget: i64,
    pub known: Bounds,
    /// Splits above it; the root is 0.
    pub level: u32,
    /// Whether the least number of rows in a leaf is left out. Only then does an optimum never fall
    /// when points are added, so that bounds may be carried from one split to the next.
    pub relaxed: bool,
}

/// How to solve the sides of a split.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// What to ask of each; by default what the other side leaves of the limit.
    pub budgets: Option<[i64; 2]>,
    /// Whether to work on a side even if another thread does.
    pub insist: bool,
    /// Whether to leave out the least number of rows in a leaf.
    pub relaxed: bool,
}

/// Nodes that hold less than this share of their base get a base of their own.
const SPARSE: f64 = 0.6;
/// The same where only two levels are left.
const SPARSE_AT_TWO: f64 = 0.1;
/// Smaller bases are not worth replacing.
const SMALL: usize = 256;

impl<'a> ColumnSolver<'a> {
    pub fn new(
        problem: &'a ColumnInstance,
        memo: &'a Memo,
        control: &'a Control,
    ) -> ColumnSolver<'a> {
        ColumnSolver {
            problem,
            memo,
            control,
            kernels: Kernels::detect(),
            warm_start: None,
            shared: false,
            all_splits: false,
            root: None,
            root_state: None,
            scratch: Vec::new(),
            expanded: 0,
        }
    }

    /// A set of points of the problem.
    pub fn set(&self, points: Vec<u64>) -> PointSet {
        let totals = self.problem.totals(&points);
        PointSet { points, totals }
    }

    /// Solves a set of points that has a base of its own.
    pub fn solve_base(&mut self, base: &AnyBase, set: PointSet, task: Task) -> Bounds {
        match base {
            AnyBase::Narrow(base) => self.solve(&Projection::whole(base.clone(), set), task),
            AnyBase::Wide(base) => self.solve(&Projection::whole(base.clone(), set), task),
            AnyBase::Widest(base) => self.solve(&Projection::whole(base.clone(), set), task),
        }
    }

    /// Solves a node: afterwards the lower bound is above the budget, or the bounds are equal, or the
    /// search was stopped.
    fn solve<W: Width>(&mut self, projection: &Projection<'_, W>, task: Task) -> Bounds {
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
            let (cost, choice) = self.best_split(&projection.points, task.relaxed);
            bounds.improve(cost, choice);
            bounds.lower = bounds.upper;
            return bounds;
        }
        self.count_expansion();
        let mut node = Node::new(self, projection, task, bounds);
        let is_root = task.level == 0;
        node.state.keep_up_to = is_root.then_some(INFINITE_COST);
        self.fill_queue(&mut node);
        self.work(&mut node);
        let Node { bounds, state, .. } = node;
        self.root_state = if is_root { Some((remaining, state)) } else { self.root_state.take() };
        bounds
    }

    /// The key of a subproblem. Only where leaves need a number of rows is there a relaxed one.
    pub(super) fn key(&self, points: &[u64], remaining: Remaining, relaxed: bool) -> Key {
        match relaxed && self.problem.limits_rows() {
            true => Key::relaxed(points, remaining),
            false => Key::of(points, remaining),
        }
    }

    fn count_expansion(&mut self) {
        self.control.count_node();
        self.expanded = self.expanded.wrapping_add(1);
    }

    /// Solves the open sides of a split, the one with fewer points first. Returns whether a side was
    /// left to another thread that works on it.
    pub(super) fn solve_sides<W: Width>(
        &mut self,
        node: &Node<'_, '_, W>,
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

    /// The points of a side.
    pub(super) fn side_of<W: Width>(
        &self,
        projection: &Projection<'_, W>,
        split: Split,
        yes: bool,
    ) -> Vec<u64> {
        let column = &projection.base.columns[split.column];
        let code = column.codes[split.rank as usize];
        let mut points = Vec::new();
        let at = (column.column, code, yes);
        self.problem.side(self.kernels, &projection.points, at, &mut points);
        points
    }

    /// Solves a side, looking it up first and putting what was proven into the memo. `None` if
    /// another thread is at it.
    fn solve_side<W: Width>(
        &mut self,
        projection: &Projection<'_, W>,
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
        let found = self.solve_projected(projection, side, set, task);
        let work = self.expanded.wrapping_sub(before);
        let found = self.memo.put(&key, found, work);
        if self.shared {
            self.memo.end(&key);
        }
        keep_memory_limit(self.memo, self.control);
        Some(within(found, task.budget))
    }

    /// The limits on a subtree, without those that no tree within the budget reaches.
    pub(super) fn binding(&self, remaining: Remaining, budget: i64) -> Remaining {
        match self.problem.per_leaf {
            0 => remaining,
            per_leaf => remaining.binding(budget / per_leaf),
        }
    }

    /// Solves a side inside the node's base, or in a base of its own where it is a small part.
    fn solve_projected<W: Width>(
        &mut self,
        from: &Projection<'_, W>,
        side: (Split, bool),
        set: PointSet,
        task: Task,
    ) -> Bounds {
        let sparse = if task.remaining.below().is_stump() { SPARSE_AT_TWO } else { SPARSE };
        let all = from.base.len();
        let is_dense = all <= SMALL || set.len() as f64 >= sparse * all as f64;
        // Wide layouts are those of many points: parts of them are worth a narrow one.
        if W::LANES == Narrow::LANES && is_dense {
            return self.solve(&Projection::part(from, side, set), task);
        }
        let (members, orders) = from.base.narrowed(&set.points);
        let base = AnyBase::new(self.problem, members, orders);
        self.solve_base(&base, set, task)
    }

    /// The number of a split among all splits of the problem.
    pub(super) fn feature<W: Width>(&self, projection: &Projection<'_, W>, split: Split) -> u32 {
        let base: &Base<W> = &projection.base;
        let column = &base.columns[split.column];
        self.problem.columns[column.column].first_split + column.codes[split.rank as usize]
    }

    /// Publishes the root's bounds and, if there is a better tree, the tree; takes over what other
    /// threads published.
    pub(super) fn publish<W: Width>(&mut self, node: &mut Node<'_, '_, W>, least: i64) {
        let least = node.state.lower().map_or(least, |other| other.min(least));
        node.bounds.lower = node.bounds.lower.max(least.min(node.bounds.upper));
        self.control.raise_lower(node.bounds.lower);
        let (lower, upper) = self.control.bounds();
        if node.bounds.upper < upper {
            let key = self.key(&node.projection.points, node.task.remaining, node.task.relaxed);
            self.memo.put(&key, node.bounds, 0);
            let (cost, tree) = self.tree(&node.projection.points, node.task.remaining);
            self.control.offer(cost, tree);
        }
        node.bounds.lower = node.bounds.lower.max(lower);
        node.bounds.upper = node.bounds.upper.min(upper);
    }
}

/// What was found of a problem whose limits were left out: a tree above the budget may break them.
fn within(found: Bounds, budget: i64) -> Bounds {
    match found.upper > budget {
        true => Bounds { upper: INFINITE_COST, ..found },
        false => found,
    }
}

//! What a thread needs to solve subproblems whose columns are stored as ranks.
use super::base::{AnyBase, Base, Purpose, Split};
use super::instance::ColumnInstance;
use super::intervals::CountingMemory;
use super::projection::{Counted, PointSet, Projection};
use super::recent_counts::RecentCounts;
use super::similar_sets::SimilarSets;
use super::state::State;
use crate::clock::Instant;
use crate::control::Control;
use crate::memo::{Bounds, Key, Memo, Remaining};
use crate::node::WarmStart;
use crate::problem::Techniques;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::Width;
use std::time::Duration;

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
    pub(super) counting_memory: CountingMemory,
    /// Sets of points with bounds that may carry over to others, where that is sound and in use.
    pub(super) similar_sets: Option<SimilarSets>,
    /// Whether the loss of a peeled leaf is looked for.
    pub(super) peels: bool,
    /// Counts of this thread.
    pub(super) counted: u64,
    pub(super) recent_counts: RecentCounts,
    /// When to offer a tree again.
    pub(super) next_offer: Instant,
    /// Expansions of this thread.
    pub(super) expanded: u32,
}

/// When the first tree is offered: making one takes some nanoseconds per point and column.
fn first_offer(problem: &ColumnInstance) -> Duration {
    let cells = problem.points.saturating_mul(problem.columns.len());
    Duration::from_millis(50) + Duration::from_nanos(200 * cells as u64)
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

impl Task {
    /// What a split must cost at most to matter, given what is known of the node.
    pub fn limit(&self, bounds: &Bounds) -> i64 {
        self.budget.min(bounds.upper - 1)
    }
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
            counting_memory: CountingMemory::default(),
            similar_sets: Some(SimilarSets::new(problem)),
            peels: true,
            counted: 0,
            recent_counts: RecentCounts::default(),
            next_offer: Instant::now() + first_offer(problem),
            expanded: 0,
        }
    }

    /// The same solver without these techniques, if they are not in use.
    pub fn with_techniques(mut self, techniques: Techniques) -> Self {
        self.similar_sets = self.similar_sets.filter(|_| techniques.similar_support);
        self.peels = techniques.peeled_leaf;
        self
    }

    /// Lays out all points once, and parts of them. `None` if it is stopped.
    pub(super) fn lay_out(&mut self, points: &[u64]) -> Option<AnyBase> {
        if self.root.is_none() {
            let control = self.control;
            let everything = &self.problem.everything;
            // Within two levels counting suffices.
            let purpose = match self.problem.limits.max_depth {
                Some(..=2) => Purpose::Counts,
                _ => Purpose::Recursion,
            };
            let stop = || control.stopped();
            self.root = Some(AnyBase::of(self.problem, everything, purpose, stop)?);
        }
        let root = self.root.as_ref()?;
        Some(match points == self.problem.everything {
            true => root.clone(),
            false => root.subset(self.problem, points),
        })
    }

    /// A set of points of the problem.
    pub fn set(&self, points: Vec<u64>) -> PointSet {
        let totals = self.problem.totals(&points);
        PointSet { points, totals }
    }

    /// The key of a subproblem. Only where leaves need a number of rows is there a relaxed one.
    pub(super) fn key(&self, points: &[u64], remaining: Remaining, relaxed: bool) -> Key {
        match relaxed && self.problem.limits_rows() {
            true => Key::relaxed(points, remaining),
            false => Key::of(points, remaining),
        }
    }

    pub(super) fn count_expansion(&mut self) {
        self.control.count_node();
        self.expanded = self.expanded.wrapping_add(1);
    }

    /// The points of a side.
    pub(super) fn side_of<W: Width>(
        &self,
        projection: &Projection<W>,
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

    /// The limits on a subtree, without those that no tree within the budget reaches.
    pub(super) fn binding(&self, remaining: Remaining, budget: i64) -> Remaining {
        match self.problem.per_leaf {
            0 => remaining,
            per_leaf => remaining.binding(budget / per_leaf),
        }
    }

    /// The number of a split among all splits of the problem.
    pub(super) fn feature<W: Width>(&self, projection: &Projection<W>, split: Split) -> u32 {
        let base: &Base<W> = &projection.base;
        let column = &base.columns[split.column];
        self.problem.columns[column.column].first_split + column.codes[split.rank as usize]
    }
}

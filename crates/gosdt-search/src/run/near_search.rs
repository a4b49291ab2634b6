//! A search for all trees within a budget, rather than for one that is best.
//!
//! [`NearSearch`] lays a problem out with all its points, finds the optimum, and then tells of any set
//! of points which splits trees within a budget may start with. It does both with the bounds and the
//! memo of [`crate::search`], whichever way the splits are stored. Costs are those of the problem less
//! what every tree pays ([`NearSearch::unavoidable_cost`]).
//!
//! ```
//! use gosdt_search::{
//!     Column, Costs, Limits, NearSearch, Objective, Points, Problem, SearchControl, SearchOptions,
//!     SplitKind,
//! };
//!
//! // Two rows of either class: one split tells the first from the others.
//! let column = Column { kind: SplitKind::Thresholds, splits: 1, codes: [0, 1, 1, 1].into() };
//! let points = Points {
//!     len: 4,
//!     classes: 2,
//!     weights: vec![1, 0, 1, 0, 0, 1, 0, 1],
//!     rows: vec![1; 4],
//!     columns: vec![column],
//! };
//! let lambda = "1/10".parse().unwrap();
//! let costs = Costs::new(&Objective::Accuracy, &lambda, &[2, 2], 4).unwrap();
//! let problem = Problem::new(points, costs, Limits::default()).unwrap();
//! let control = SearchControl::default();
//! let search = NearSearch::new(&problem, &SearchOptions::default(), &control).unwrap();
//! let mut solver = search.solver();
//! // A leaf costs .5 + .1, a split .25 + 2 · .1. The unit of costs is 1/20.
//! assert_eq!(solver.optimum(), (9, 9));
//! let near = solver.near_splits(search.everything(), None, 9);
//! assert_eq!((near.leaf, near.splits.len()), (12, 1));
//! ```
use super::memory;
use super::near_splits::{NearSplit, NearSplits, near_splits, near_splits_of_columns};
use super::proof::Proof;
use super::search_control::SearchControl;
use super::storage::{LaidOut, RootSolver, Shared};
use crate::memo::Memo;
use crate::node::WarmStart;
use crate::problem::{Problem, SearchOptions, Techniques};

/// A problem laid out with all its points and splits, and what was proven of it so far.
pub struct NearSearch<'a> {
    laid_out: LaidOut,
    memo: Memo,
    warm_start: WarmStart<'static>,
    control: &'a SearchControl,
    everything: Vec<u64>,
}

impl<'a> NearSearch<'a> {
    /// Lays out a problem; `control` is about it from now on. `None` if it is stopped meanwhile.
    pub fn new(
        problem: &Problem,
        options: &SearchOptions,
        control: &'a SearchControl,
    ) -> Option<NearSearch<'a>> {
        control.control.begin_problem();
        // Points and labels that no optimum needs are needed by other trees.
        let options = SearchOptions { all_optima: usize::MAX, ..options.clone() };
        let laid_out = LaidOut::new(problem, &options, &|| control.stopped())?;
        let everything = crate::layout::all_points(laid_out.points());
        let memo = Memo::new(laid_out.points(), 1);
        Some(NearSearch { laid_out, memo, warm_start: WarmStart::default(), control, everything })
    }

    /// What every tree pays, which is subtracted from all costs.
    pub fn unavoidable_cost(&self) -> i64 {
        self.laid_out.unavoidable_cost()
    }

    /// The cost of a leaf beyond that of its points.
    pub fn per_leaf(&self) -> i64 {
        self.laid_out.per_leaf()
    }

    /// The set of all points.
    pub fn everything(&self) -> &[u64] {
        &self.everything
    }

    /// Lets the memo use what the rest of the process leaves of a limit, of which `held` bytes are
    /// held by the caller for what it finds.
    pub fn limit_memory(&self, limit: u64, held: u64) {
        let allowed = memory::allowance(limit, self.memo.peak() + held);
        self.control.limit_memory(allowed.saturating_sub(held));
    }

    /// A solver for the problem.
    pub fn solver(&self) -> NearSolver<'_> {
        let all = Shared {
            laid_out: &self.laid_out,
            memo: &self.memo,
            control: &self.control.control,
            warm_start: &self.warm_start,
        };
        // Of bits every set is projected with all its splits; ranks are told to keep them.
        let near = match &self.laid_out {
            LaidOut::Bits(_) => RootSolver::new(all, Techniques::ALL, false),
            LaidOut::Ranks(_) => RootSolver::keeping_all_splits(all, Techniques::ALL),
        };
        NearSolver { all, near }
    }
}

/// Finds the optimum of a problem, and the splits of trees near it.
pub struct NearSolver<'a> {
    all: Shared<'a>,
    near: RootSolver<'a>,
}

impl NearSolver<'_> {
    /// Bounds of the least cost of a tree that keeps the limits. They are equal unless the search is
    /// stopped.
    pub fn optimum(&mut self) -> (i64, i64) {
        let mut solver = RootSolver::new(self.all, Techniques::ALL, false);
        let Shared { control, laid_out, .. } = self.all;
        let (cost, leaf) = solver.leaf();
        control.offer(cost, leaf);
        let (cost, tree) = solver.greedy();
        control.offer(cost, tree);
        let proof = Proof {
            control,
            budget: i64::MAX,
            per_leaf: laid_out.per_leaf(),
            deepening: true,
            kind: laid_out.step_kind(),
        };
        let found = proof.raise_root(|target| solver.solve(target));
        control.resume();
        let (lower, upper) = control.bounds();
        (found.lower.max(lower), found.upper.min(upper))
    }

    /// The splits of a set of points that trees of cost at most `budget` may start with, with the
    /// least costs of their sides, whatever their number of leaves. `depth` levels of splits are
    /// left, if that is limited. When stopped, splits may be missing or too many.
    pub fn near_splits(&mut self, points: &[u64], depth: Option<u32>, budget: i64) -> NearSplits {
        match &mut self.near {
            RootSolver::Bits(solver, ..) => {
                let mut next = 0;
                near_splits(solver, points, depth, budget, &mut |splits| {
                    next += 1;
                    (next <= splits).then_some(next - 1)
                })
            }
            RootSolver::Ranks(solver, _) => {
                let measures = solver.set(points.to_vec()).totals;
                let mut columns = 0;
                let next = &mut |all: usize| {
                    columns += 1;
                    (columns <= all).then_some(columns - 1)
                };
                let mut near =
                    near_splits_of_columns(solver, points, (depth, budget), next, measures);
                // Neighbours that part the points alike are as near.
                let with_alike = |near: NearSplit| {
                    let alike = solver.alike(points, near.feature).into_iter();
                    alike.map(move |feature| NearSplit { feature, ..near })
                };
                near.splits = near.splits.into_iter().flat_map(with_alike).collect();
                near.splits.sort_unstable_by_key(|near| near.feature);
                near
            }
        }
    }
}

//! Finding a Rashomon set, from a problem to all its trees: limits, progress.
use crate::answers::Answers;
use crate::graph::{Builder, Graph};
use crate::labels::Labels;
use crate::options::{RashomonOptions, Threshold};
use crate::restriction::Restriction;
use crate::set::{RashomonSet, Shared};
use gosdt_search::Instant;
use gosdt_search::{
    NearSearch, Problem, Progress, SearchControl, SearchOptions, StopReason, Watch, Watched,
    run_watched,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// Finds all trees of a problem up to a threshold.
///
/// Where it is stopped before it has all, the set has only trees that belong to it, says so
/// ([`RashomonSet::stopped`]), and its count is a lower bound. If the optimum that the threshold is
/// relative to was not proven by then, its proven lower bound takes its place.
pub fn rashomon_set(
    problem: &Problem,
    threshold: &Threshold,
    options: &RashomonOptions,
    watch: &mut dyn Watch,
) -> RashomonSet {
    let started = Instant::now();
    let deadline = options.time_limit.and_then(|limit| started.checked_add(limit));
    let run = Run { problem, threshold, options, control: SearchControl::default(), started };
    run_watched(|| run.find(), &run, deadline, watch)
}

struct Run<'a> {
    problem: &'a Problem,
    threshold: &'a Threshold,
    options: &'a RashomonOptions,
    control: SearchControl,
    started: Instant,
}

impl Run<'_> {
    fn find(&self) -> RashomonSet {
        let (points, costs) = (self.problem.points(), self.problem.costs());
        let answers = Answers::new(points);
        let labels = Labels::new(points, costs);
        let (graph, bounds, threshold, unavoidable_cost) = self.graph(&answers);
        let shared = Shared { graph, answers, labels, unavoidable_cost };
        let max_leaves = self.problem.limits().max_leaves;
        let restriction = Restriction { max_leaves, ..Restriction::default() };
        let (shared, found) = (Arc::new(shared), (bounds, threshold));
        RashomonSet::new(shared, restriction, found, &|| self.control.reason())
    }

    /// The graph, the bounds of the optimum, the largest cost of a tree of the set, and what every tree
    /// pays.
    fn graph(&self, answers: &Answers) -> (Graph, (i64, i64), i64, i64) {
        let search_options = SearchOptions { storage: self.options.storage, ..Default::default() };
        let laid_out = NearSearch::new(self.problem, &search_options, &self.control);
        let Some(search) = laid_out else {
            let points = self.problem.points().len;
            let graph = Graph::of_nothing(points, self.control.reason());
            return (graph, (0, i64::MAX), self.largest_cost(0), 0);
        };
        if let Some(limit) = self.options.memory_limit {
            search.limit_memory(limit, 0);
        }
        let mut solver = search.solver();
        let (lower, upper) = solver.optimum();
        let unavoidable = search.unavoidable_cost();
        let bounds = (lower + unavoidable, upper.saturating_add(unavoidable));
        let threshold = self.largest_cost(bounds.0);
        let limits = self.problem.limits();
        let rows = (&self.problem.points().rows[..], limits.min_leaf);
        let (control, memory_limit) = (&self.control, self.options.memory_limit);
        let builder = Builder { search: &search, solver, control, answers, rows, memory_limit };
        let graph = builder.build(threshold - unavoidable, limits.max_depth);
        (graph, bounds, threshold, unavoidable)
    }

    /// The largest cost that the threshold allows, where the least is `optimum`.
    fn largest_cost(&self, optimum: i64) -> i64 {
        let costs = self.problem.costs();
        let objective = self.threshold.objective(&costs.rational(optimum));
        let unit: BigRational = costs.rational(1);
        let cost: BigInt = (objective / unit).floor().to_integer();
        // A tree costs less than this: no larger threshold has more trees.
        cost.to_i64().unwrap_or(i64::MAX).clamp(-1, LARGEST)
    }
}

/// More than any tree costs.
const LARGEST: i64 = i64::MAX / 16;

impl Watched for Run<'_> {
    type Progress = Progress;

    fn progress(&self) -> Progress {
        Progress {
            elapsed: self.started.elapsed(),
            lower_bound: self.problem.costs().value(self.control.lower()),
            upper_bound: None,
            nodes: self.control.nodes(),
            memory: self.control.memory(),
        }
    }

    fn stop(&self, reason: StopReason) {
        self.control.stop(reason);
    }

    fn watch_inline(&self) {
        self.control.watch_inline();
    }

    fn adapt(&self) {
        self.control.note_elapsed(self.started.elapsed());
    }
}

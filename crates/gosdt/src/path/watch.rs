//! Progress of a path, and stopping it.
use crate::watch::Silent;
use gosdt_rank::{RankProgress, RankWatch};
use gosdt_search::{Costs, Frontier};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::time::{Duration, Instant};

/// A moment of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathProgress {
    /// Time since the path began.
    pub elapsed: Duration,
    /// All λ from the largest down to this are proven, if any.
    pub proven_to: Option<f64>,
    /// Trees found so far that are the best for some λ.
    pub trees: usize,
    /// The λ that is being searched at.
    pub lambda: f64,
    /// No tree has an objective below this at that λ.
    pub lower_bound: f64,
    /// The objective of the best tree so far at that λ.
    pub upper_bound: f64,
    /// Subproblems expanded, in all searches.
    pub nodes: u64,
    /// Bytes held by the search.
    pub memory: u64,
}

/// Watches a path, and may end it. Both functions are called on the thread that called
/// [`crate::path`], every few hundredths of a second and at the end of each search.
pub trait PathWatch {
    /// Something to report.
    fn progress(&mut self, progress: &PathProgress) {
        let _ = progress;
    }
    /// True ends the path; what is proven so far is handed over.
    fn should_stop(&mut self) -> bool {
        false
    }
}

impl PathWatch for Silent {}

/// Reports the searches of a path to the caller's watch.
pub(super) struct PathObserver<'a> {
    watch: &'a mut dyn PathWatch,
    started: Instant,
    nodes: u64,
}

impl<'a> PathObserver<'a> {
    /// Observes a path whose making began at `started`.
    pub(super) fn new(watch: &'a mut dyn PathWatch, started: Instant) -> PathObserver<'a> {
        PathObserver { watch, started, nodes: 0 }
    }

    /// The observer of the search at one λ; `costs` are the units that its bounds come in.
    pub(super) fn at<'b>(
        &'b mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        costs: Option<&'b Costs>,
    ) -> SearchObserver<'b> {
        let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
        let moment = PathProgress {
            elapsed: Duration::ZERO,
            proven_to: frontier.proven_to().as_ref().map(float),
            trees: frontier.trees(),
            lambda: float(lambda),
            lower_bound: 0.0,
            upper_bound: f64::INFINITY,
            nodes: self.nodes,
            memory: 0,
        };
        SearchObserver {
            watch: self.watch,
            started: self.started,
            nodes: &mut self.nodes,
            moment,
            costs,
        }
    }
}

/// Reports one search of a path to the caller's watch.
pub(super) struct SearchObserver<'a> {
    watch: &'a mut dyn PathWatch,
    started: Instant,
    /// Subproblems expanded in all searches so far.
    nodes: &'a mut u64,
    moment: PathProgress,
    costs: Option<&'a Costs>,
}

impl SearchObserver<'_> {
    fn report(&mut self, [lower, upper]: [f64; 2], nodes: u64, memory: u64) {
        *self.nodes = self.moment.nodes + nodes;
        self.watch.progress(&PathProgress {
            elapsed: self.started.elapsed(),
            lower_bound: lower,
            upper_bound: upper,
            nodes: *self.nodes,
            memory,
            ..self.moment
        });
    }
}

impl gosdt_search::Watch for SearchObserver<'_> {
    fn progress(&mut self, progress: &gosdt_search::Progress) {
        let value = |cost: i64| self.costs.map_or(f64::NAN, |costs| costs.value(cost));
        let bounds = [progress.lower, progress.upper].map(value);
        self.report(bounds, progress.nodes, progress.memory);
    }

    fn should_stop(&mut self) -> bool {
        self.watch.should_stop()
    }
}

impl RankWatch for SearchObserver<'_> {
    fn progress(&mut self, progress: &RankProgress) {
        self.report([progress.lower, progress.upper], progress.nodes, progress.memory);
    }

    fn should_stop(&mut self) -> bool {
        self.watch.should_stop()
    }
}

//! Progress of a path.
use crate::watch::{Progress, Watch};
use gosdt_search::Frontier;
use gosdt_search::Instant;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::time::Duration;

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
    /// The objective of the best tree so far at that λ; `None` before there is one.
    pub upper_bound: Option<f64>,
    /// Subproblems expanded, in all searches.
    pub nodes: u64,
    /// Bytes held by the search.
    pub memory: u64,
}

/// Reports the searches of a path to the caller's watch.
pub(super) struct PathObserver<'a> {
    watch: &'a mut dyn Watch<PathProgress>,
    started: Instant,
    nodes: u64,
}

impl<'a> PathObserver<'a> {
    /// Observes a path whose making began at `started`.
    pub(super) fn new(
        watch: &'a mut dyn Watch<PathProgress>,
        started: Instant,
    ) -> PathObserver<'a> {
        PathObserver { watch, started, nodes: 0 }
    }

    /// The observer of the search at one λ.
    pub(super) fn at<'b>(
        &'b mut self,
        lambda: &BigRational,
        frontier: &Frontier,
    ) -> SearchObserver<'b> {
        let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
        let moment = PathProgress {
            elapsed: Duration::ZERO,
            proven_to: frontier.proven_to().as_ref().map(float),
            trees: frontier.trees(),
            lambda: float(lambda),
            lower_bound: 0.0,
            upper_bound: None,
            nodes: self.nodes,
            memory: 0,
        };
        SearchObserver { watch: self.watch, started: self.started, nodes: &mut self.nodes, moment }
    }
}

/// Reports one search of a path to the caller's watch.
pub(super) struct SearchObserver<'a> {
    watch: &'a mut dyn Watch<PathProgress>,
    started: Instant,
    /// Subproblems expanded in all searches so far.
    nodes: &'a mut u64,
    moment: PathProgress,
}

impl Watch for SearchObserver<'_> {
    fn progress(&mut self, progress: &Progress) {
        *self.nodes = self.moment.nodes + progress.nodes;
        self.watch.progress(&PathProgress {
            elapsed: self.started.elapsed(),
            lower_bound: progress.lower_bound,
            upper_bound: progress.upper_bound,
            nodes: *self.nodes,
            memory: progress.memory,
            ..self.moment
        });
    }

    fn should_stop(&mut self) -> bool {
        self.watch.should_stop()
    }
}

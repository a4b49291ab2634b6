//! Looking on while `fit` searches, in the objective's own units.
use gosdt_search::Costs;
use std::time::Duration;

/// A moment of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Time since the search began.
    pub elapsed: Duration,
    /// No tree has an objective below this.
    pub lower_bound: f64,
    /// The objective of the best tree so far.
    pub upper_bound: f64,
    /// Subproblems expanded.
    pub nodes: u64,
    /// Bytes held by the search.
    pub memory: u64,
}

/// Watches a fit, and may end it. Both functions are called on the thread that called
/// [`crate::fit`], every few hundredths of a second, and `progress` once more at the end.
pub trait Watch {
    /// Something to report.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
    /// True ends the search; `fit` then hands over the best tree, with bounds that hold.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}

/// Turns the search's integer costs into objective values on their way to the user's watch.
pub(crate) struct Translated<'a> {
    pub(crate) costs: &'a Costs,
    pub(crate) watch: &'a mut dyn Watch,
}

impl gosdt_search::Watch for Translated<'_> {
    fn progress(&mut self, progress: &gosdt_search::Progress) {
        self.watch.progress(&Progress {
            elapsed: progress.elapsed,
            lower_bound: self.costs.value(progress.lower),
            upper_bound: self.costs.value(progress.upper),
            nodes: progress.nodes,
            memory: progress.memory,
        });
    }

    fn should_stop(&mut self) -> bool {
        self.watch.should_stop()
    }
}

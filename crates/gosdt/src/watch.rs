//! Progress of a fit in the objective's own units, and stopping it.
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

/// A moment of a cross-validation.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectProgress {
    /// Time since it began.
    pub elapsed: Duration,
    /// Trees that are fitted.
    pub trees: usize,
    /// How many trees there will be: one for each λ in each fold.
    pub all_trees: usize,
    /// Folds that are done.
    pub folds: usize,
    /// How many folds there are.
    pub all_folds: usize,
}

/// Watches a fit, and may end it. The functions are called on the thread that called
/// [`crate::fit`] or [`crate::select`], every few hundredths of a second, and `progress` once more
/// at the end.
pub trait Watch {
    /// Something to report.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
    /// Something to report of a cross-validation; the last fit reports to `progress`.
    fn selecting(&mut self, progress: &SelectProgress) {
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

/// Turns the integer costs of a search into objective values for the caller's watch.
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

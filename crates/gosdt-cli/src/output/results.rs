//! All that came of a fit.
use gosdt::{Fit, Metrics, Selection};
use gosdt_report::{Beside, Measured};

/// Seconds that reading a table took.
#[derive(Clone, Copy, Debug)]
pub struct InputTimes {
    /// Reading its text.
    pub reading: f64,
    /// Typing its columns.
    pub typing: f64,
}

/// All that came of a fit.
pub struct Results {
    /// The fit.
    pub fitted: Fit,
    /// How good the tree is on test rows.
    pub test: Option<Measured>,
    /// The greedy trees.
    pub beside: Option<Beside>,
    /// How λ was chosen.
    pub selection: Option<Selection>,
    /// What reading the table took, if it was read.
    pub input: Option<InputTimes>,
    /// How many lemmas of the certificate were checked, if there is a report to say so.
    pub checked_lemmas: Option<u64>,
}

impl Results {
    /// The metrics on test rows.
    pub fn test_metrics(&self) -> Option<&Metrics> {
        self.test.as_ref().map(|test| &test.metrics)
    }
}

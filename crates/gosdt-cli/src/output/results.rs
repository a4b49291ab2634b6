//! All that came of a fit.
use gosdt::{Fit, Metrics, Selection};
use gosdt_report::{Beside, Measured};

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
}

impl Results {
    /// The metrics on test rows.
    pub fn test_metrics(&self) -> Option<&Metrics> {
        self.test.as_ref().map(|test| &test.metrics)
    }
}

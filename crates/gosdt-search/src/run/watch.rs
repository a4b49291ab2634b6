//! Looking on while work is done, and stopping it.
use std::time::Duration;

/// A moment of a search, in the objective's own units.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Time since the search began.
    pub elapsed: Duration,
    /// No tree has an objective below this.
    pub lower_bound: f64,
    /// The objective of the best tree so far; `None` before there is one.
    pub upper_bound: Option<f64>,
    /// Subproblems expanded.
    pub nodes: u64,
    /// Bytes held by the search.
    pub memory: u64,
}

/// Watches work and may end it; `P` is what it is told of it. Both functions are called on the
/// thread that asked for the work, about every 20 ms, and `progress` once more at the end.
pub trait Watch<P = Progress> {
    /// Something to report.
    fn progress(&mut self, progress: &P) {
        let _ = progress;
    }
    /// True ends the work as interrupted; it hands over the best that it has.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<P> Watch<P> for Silent {}

//! Looking on while the search runs, and stopping it.
use std::time::Duration;

/// A moment of a search. Costs are in the problem's integer units ([`crate::Costs::value`]).
#[derive(Clone, Debug)]
pub struct Progress {
    /// Time since the search began.
    pub elapsed: Duration,
    /// No tree costs less.
    pub lower: i64,
    /// The best tree so far costs this.
    pub upper: i64,
    /// Subproblems expanded.
    pub nodes: u64,
    /// Bytes held by the search.
    pub memory: u64,
}

/// Watches a search. Both functions are called on the thread that called [`crate::search`], about
/// every 20 ms, and `progress` once more at the end.
pub trait Watch {
    /// Something to report.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
    /// True ends the search as interrupted; it hands over its best tree.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}
